//! Table files: who plays which faction on which map. A table is laid as a position, as it stands
//! before the first question.

use cardmill_harness::session::Problem;
use cardmill_kernel::card::Seat;
use cardmill_kernel::streams::{Purpose, Streams, below};
use serde::{Deserialize, Serialize};

use crate::board::{PLAYERS, Phase, Trade, VICTORY};
use crate::catalogue::Catalogue;
use crate::map::{Map, Spot, pinned, tile};
use crate::piece::SystemId;
use crate::position::{Planet, Player, Position, Sheet, System};
use crate::vocabulary::{Definition, Edition, Kind, Start, UnitType};

/// The public objectives of each stage in a game (LRR 61.13).
const OF_A_STAGE: usize = 5;

/// The public objectives that are revealed at first (LRR 61.13a).
const REVEALED: usize = 2;

/// The trade goods for the crowded homes of the pinned map for five, clockwise from the lowest
/// place.
const CROWDED: [u8; 5] = [0, 2, 4, 2, 0];

/// The tile of the Creuss' gate, which lies where another's home would, and of their home, which
/// lies apart.
const GATE: (i16, u8) = (17, 51);

/// A player of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seated {
    /// The id of the faction sheet, or `random`: one that nobody else plays.
    pub faction: String,
}

/// The way in which players are given their homes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seats {
    /// In each game everybody has moved on by one place.
    #[default]
    Rotate,
    /// `P1` always at the home of the lowest place, the others clockwise.
    Fixed,
    /// Everybody at a home by chance, in each game anew.
    Shuffle,
}

/// The player who is speaker at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the players are what they are called")]
pub enum Speaker {
    /// A player by chance (LRR 80.5).
    #[default]
    Random,
    P1,
    P2,
    P3,
    P4,
    P5,
    P6,
}

/// The factions that may be played, by how much of them is defined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sheets {
    /// Factions alone of which everything is defined.
    #[default]
    Full,
    /// All factions, each with its units, commodities and the things it begins with, but without
    /// abilities.
    Plain,
}

/// The decks that may be played with, by how much of them is defined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cards {
    /// Decks alone of which all cards are defined.
    #[default]
    All,
    /// All decks, with those cards that are defined.
    Defined,
}

/// A table file, from which a whole game of the base game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The players, 3 to 6: `P1` is the first of them, wherever it sits.
    pub players: Vec<Seated>,
    /// `pinned`, or the numbers of 36 tiles (see [`Map::read`]).
    #[serde(default = "on_pinned")]
    pub map: String,
    /// The way in which players are given their homes.
    #[serde(default)]
    pub seats: Seats,
    /// The player who is speaker at first.
    #[serde(default)]
    pub speaker: Speaker,
    /// The victory points that win, 4 to 14.
    #[serde(default = "victory")]
    pub victory: i8,
    /// The factions that may be played.
    #[serde(default)]
    pub sheets: Sheets,
    /// The decks that may be played with.
    #[serde(default)]
    pub cards: Cards,
    /// The terms on which players trade; those of a menu when nothing is said.
    #[serde(default = "from_a_menu")]
    pub trade: Trade,
}

fn on_pinned() -> String {
    "pinned".into()
}

const fn from_a_menu() -> Trade {
    Trade::Menu
}

const fn victory() -> i8 {
    VICTORY
}

fn wrong<T>(place: impl Into<String>, reason: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::at(format!("table.{}", place.into()), reason))
}

/// A table on its way to a position.
struct Laying<'a> {
    catalogue: &'a Catalogue,
    table: &'a Table,
    streams: Streams,
    game: u64,
}

/// Lays a table, as game number `game` of a run.
///
/// # Errors
/// When it cannot be: the place in it and what was expected.
pub(crate) fn laid(
    table: &Table,
    catalogue: &Catalogue,
    (seed, game): (u64, u64),
) -> Result<Position, Problem> {
    Laying { catalogue, table, streams: Streams::new(seed, game), game }.position()
}

impl Laying<'_> {
    fn position(mut self) -> Result<Position, Problem> {
        let table = self.table;
        let count = table.players.len();
        if !(3..=PLAYERS).contains(&count) {
            return wrong("players", format!("expected 3 to {PLAYERS}, found {count}"));
        }
        if !(4..=14).contains(&table.victory) {
            return wrong("victory", format!("expected 4 to 14, found {}", table.victory));
        }
        let factions = self.factions()?;
        let on_pinned = table.map == "pinned";
        let text = if on_pinned { pinned(count).unwrap_or_default() } else { &table.map };
        let map = Map::read(text, count, self.catalogue)?;
        if let Some(cut) = map.near_homes(self.catalogue).iter().find(|near| near.mecatol.is_none())
        {
            return wrong(
                "map",
                format!("no way from the home at place {} to Mecatol Rex", cut.home),
            );
        }
        let order = self.order(count);
        let speaker = self.speaker(count)?;
        let mut position = Position {
            phase: Phase::Strategy,
            custodians: true,
            players: factions.iter().map(|&faction| self.sheet(faction)).collect(),
            systems: self.systems(&map, &order, &factions),
            speaker,
            active: speaker,
            order: order.iter().copied().map(player).collect(),
            whole: true,
            plain: table.sheets == Sheets::Plain,
            victory: (table.victory != VICTORY).then_some(table.victory),
            trade: table.trade,
            ..Position::default()
        };
        if on_pinned && count == CROWDED.len() {
            for (&seat, goods) in order.iter().zip(CROWDED) {
                position.players[usize::from(seat)].trade_goods = goods;
            }
        }
        self.decks(&mut position)?;
        Ok(position)
    }

    fn definition(&self, at: u16) -> &Definition {
        self.catalogue.definition(at)
    }

    /// A random number below this one, of those for one matter: players have no decks of their own,
    /// so that the streams of those are free.
    fn draw(&mut self, matter: Matter, below_this: usize) -> usize {
        self.streams.draw(Purpose::Shuffle(matter as Seat), |rng| below(rng, below_this))
    }

    fn shuffle<T>(&mut self, matter: Matter, list: &mut [T]) {
        self.streams.shuffle(Purpose::Shuffle(matter as Seat), list);
    }

    /// The definitions of the factions, by seat.
    fn factions(&mut self) -> Result<Vec<u16>, Problem> {
        let (table, catalogue) = (self.table, self.catalogue);
        let mut named: Vec<Option<u16>> = Vec::new();
        for (seat, seated) in table.players.iter().enumerate() {
            let place = format!("players[{seat}].faction");
            if seated.faction == "random" {
                named.push(None);
                continue;
            }
            let Some(found) = catalogue
                .find(&seated.faction)
                .filter(|&at| catalogue.definition(at).kind == Kind::Faction)
            else {
                return wrong(place, self.unknown(&seated.faction));
            };
            if catalogue.definition(found).edition == Edition::Kings {
                let found = &seated.faction;
                return wrong(
                    place,
                    format!("{found} is of Prophecy of Kings; expected one of the base game"),
                );
            }
            let card = catalogue.definition(found);
            if card.start.is_none() {
                return wrong(place, self.unknown(&seated.faction));
            }
            if table.sheets == Sheets::Full && !card.lacks.is_empty() {
                let (id, lacks) = (&seated.faction, card.lacks.join(", "));
                return wrong(
                    place,
                    format!("{id} lacks {lacks}; sheets: Plain plays it without its text"),
                );
            }
            if let Some(other) = named.iter().position(|other| *other == Some(found)) {
                let id = &seated.faction;
                return wrong(
                    place,
                    format!("{id} is P{}'s; expected each faction once", other + 1),
                );
            }
            named.push(Some(found));
        }
        let mut free: Vec<u16> = self.all(|card| card.start.is_some()).collect();
        free.retain(|at| !named.contains(&Some(*at)));
        self.shuffle(Matter::Players, &mut free);
        Ok(named.into_iter().filter_map(|faction| faction.or_else(|| free.pop())).collect())
    }

    /// A message about a faction that nobody knows: the one that may be meant, or all of them.
    fn unknown(&self, found: &str) -> String {
        let plain = |text: &str| text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
        let near = self.catalogue.definitions().iter().find(|card| {
            card.start.is_some()
                && (plain(&card.id) == plain(found) || plain(&card.name).contains(&plain(found)))
        });
        match near.filter(|_| !plain(found).is_empty()) {
            Some(card) => format!("no faction {found:?}; {} ({})?", card.id, card.name),
            None => {
                let ids = self.catalogue.definitions().iter().filter(|card| card.start.is_some());
                let ids: Vec<&str> = ids.map(|card| &*card.id).collect();
                format!("no faction {found:?}; expected one of {}, or random", ids.join(", "))
            }
        }
    }

    /// The definitions of the base game that fit.
    fn all(&self, fits: impl Fn(&Definition) -> bool) -> impl Iterator<Item = u16> {
        let all = self.catalogue.definitions().iter().enumerate();
        all.filter(move |(_, card)| card.edition == Edition::Base && fits(card))
            .map(|(at, _)| at as u16)
    }

    /// The player at each home, clockwise from the lowest place.
    fn order(&mut self, count: usize) -> Vec<Seat> {
        let mut order: Vec<Seat> = (0..count as Seat).collect();
        match self.table.seats {
            Seats::Fixed => {}
            Seats::Rotate => order.rotate_right((self.game % count as u64) as usize),
            Seats::Shuffle => self.shuffle(Matter::Players, &mut order),
        }
        order
    }

    fn speaker(&mut self, count: usize) -> Result<Player, Problem> {
        let seat = match self.table.speaker {
            Speaker::Random => self.draw(Matter::Players, count),
            named => named as usize - 1,
        };
        if seat < count {
            Ok(player(seat as Seat))
        } else {
            wrong("speaker", format!("expected a player at the table, found P{}", seat + 1))
        }
    }

    /// A player's sheet as it is at first.
    fn sheet(&self, faction: u16) -> Sheet {
        let card = self.definition(faction);
        let full = self.table.sheets == Sheets::Full;
        let own = |note: &Definition| {
            note.of_each_player || full && note.kind == Kind::Note && note.faction == card.id
        };
        let notes = self.all(own).map(|note| self.definition(note).id.clone());
        let Start { technologies, own, .. } = start(card);
        let own = own.iter().filter(|_| full);
        Sheet {
            faction: card.id.clone(),
            cards: technologies.iter().chain(own).cloned().collect(),
            notes: notes.collect(),
            ..Sheet::default()
        }
    }

    fn systems(&self, map: &Map, order: &[Seat], factions: &[u16]) -> Vec<System> {
        let (places, homes) = (map.systems(), map.homes());
        let mut apart = None;
        let mut systems: Vec<System> = Vec::new();
        for &place in &places {
            let at_home = homes.iter().position(|&home| home == place).map(|n| order[n]);
            let system = match (map.spots[place], at_home) {
                (Spot::Tile(tile), _) => self.system(tile),
                (_, Some(seat)) => {
                    let start = start(self.definition(factions[usize::from(seat)]));
                    let home = tile(start.home.into(), self.catalogue)
                        .map(|home| self.home(self.system(home), seat, factions, &start.units));
                    if start.home == GATE.1 {
                        apart = home;
                        tile(GATE.0, self.catalogue)
                            .map_or_else(System::default, |gate| self.system(gate))
                    } else {
                        home.unwrap_or_default()
                    }
                }
                _ => System::default(),
            };
            systems.push(system);
        }
        let names: Vec<String> = systems.iter().map(|system| system.name.clone()).collect();
        for (id, system) in systems.iter_mut().enumerate() {
            let near = Map::touching(&places, id as SystemId);
            system.adjacent = near.map(|other| names[usize::from(other)].clone()).collect();
        }
        systems.extend(apart);
        systems
    }

    /// A system as its tile prints it.
    fn system(&self, at: u16) -> System {
        let card = self.definition(at);
        let tile = card.tile.as_ref().expect("the library checks that a tile has one");
        let planets = tile.planets.iter().map(|world| Planet {
            name: world.name.clone(),
            resources: world.resources,
            influence: world.influence,
            trait_: world.trait_,
            specialty: world.specialty,
            mecatol: world.mecatol,
            ..Planet::default()
        });
        System {
            name: card.name.clone(),
            wormholes: tile.wormholes.clone(),
            anomaly: tile.anomaly,
            planets: planets.collect(),
            ..System::default()
        }
    }

    /// A home system with what its player begins with: ships and fighters in space, structures on
    /// the planet with the most resources, infantry on the planets in turn, from there on.
    fn home(
        &self,
        mut system: System,
        seat: Seat,
        factions: &[u16],
        units: &[(UnitType, u8)],
    ) -> System {
        let owner = player(seat);
        let printed = self.catalogue.printed_units(factions[usize::from(seat)]);
        let floats = |unit: UnitType| {
            let card = printed[unit as usize].and_then(|card| self.definition(card).unit);
            card.is_some_and(|unit| unit.floats)
        };
        system.home = Some(owner);
        let mut ships = Vec::new();
        let mut order: Vec<usize> = (0..system.planets.len()).collect();
        order.sort_by_key(|&planet| core::cmp::Reverse(system.planets[planet].resources));
        let mut on: Vec<Vec<UnitType>> = vec![Vec::new(); order.len()];
        for &(unit, number) in units {
            for n in 0..usize::from(number) {
                match unit {
                    _ if unit.is_ship() || floats(unit) => ships.push(unit),
                    _ if unit.is_structure() => on[order[0]].push(unit),
                    _ => on[order[n % order.len()]].push(unit),
                }
            }
        }
        system.units = vec![(owner, ships)];
        for (planet, units) in system.planets.iter_mut().zip(on) {
            planet.owner = Some(owner);
            if !units.is_empty() {
                planet.units = vec![(owner, units)];
            }
        }
        system
    }

    /// Lays the decks, shuffled, and the public objectives, of which two are revealed.
    fn decks(&mut self, position: &mut Position) -> Result<(), Problem> {
        for (matter, kind, all) in [
            (Matter::Actions, Kind::Action, ACTION_CARDS),
            (Matter::Agendas, Kind::Agenda, AGENDAS),
        ] {
            let deck = self.deck(matter, |card| card.kind == kind);
            if self.table.cards == Cards::All && deck.len() != all {
                let (found, what) =
                    (deck.len(), if kind == Kind::Action { "action cards" } else { "agendas" });
                return wrong(
                    "cards",
                    format!("{found} of {all} {what} are defined; cards: Defined plays with those"),
                );
            }
            *(if kind == Kind::Action {
                &mut position.action_cards
            } else {
                &mut position.agendas
            }) = deck;
        }
        let objective = |card: &Definition, secret: bool, points: u8| {
            card.objective.as_ref().is_some_and(|objective| {
                objective.secret == secret && (secret || objective.points == points)
            })
        };
        position.secrets = self.deck(Matter::Secrets, |card| objective(card, true, 1));
        for stage in [1, 2] {
            let mut public = self.deck(Matter::Public, |card| objective(card, false, stage));
            public.truncate(OF_A_STAGE);
            position.unrevealed.extend(public);
        }
        position.objectives = position.unrevealed.drain(..REVEALED).collect();
        Ok(())
    }

    fn deck(&mut self, matter: Matter, fits: impl Fn(&Definition) -> bool) -> Vec<String> {
        let cards: Vec<u16> = self.all(fits).collect();
        let ids = cards.into_iter().flat_map(|at| {
            let card = self.definition(at);
            core::iter::repeat_n(card.id.clone(), card.copies.into())
        });
        let mut ids: Vec<String> = ids.collect();
        self.shuffle(matter, &mut ids);
        ids
    }
}

/// The action cards and the agendas of the base game.
const ACTION_CARDS: usize = 80;
const AGENDAS: usize = 50;

/// Something left to chance, each by random numbers of its own.
#[derive(Clone, Copy)]
enum Matter {
    Players,
    Actions,
    Agendas,
    Secrets,
    Public,
}

fn player(seat: Seat) -> Player {
    Player::at(seat).expect("a table has at most six players")
}

fn start(faction: &Definition) -> &Start {
    faction.start.as_ref().expect("a faction that is laid has one")
}
