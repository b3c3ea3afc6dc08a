//! Positions as a person writes them down: what a table shows at the start of a phase.

use std::collections::BTreeSet;

use cardmill_harness::names::Name;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::resolve::work_out;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::stack::{Frame, Stack};
use cardmill_kernel::stock;
use cardmill_kernel::streams::{Purpose, Streams};
use cardmill_kernel::table::{Seats, Table, Unsettled};
use serde::{Deserialize, Serialize};

use crate::board::{Board, SLOTS};
use crate::card::{Card, Place};
use crate::catalogue::Catalogue;
use crate::choice::XWing;
use crate::device::Device;
use crate::effect::Effect;
use crate::procedure::{Task, start};
use crate::program::{FIRST_ABILITY, Op};
use crate::relation::{Arcs, FAR};
use crate::ship::{Pool, Presence, SHIPS, Ship, Stats};
use crate::vocabulary::{
    Action, Arc, Dice, Face, Facing, Kind, Maneuver, Phase, Placing, Step, Template, Token, Way,
};

/// A player.
pub type Player = cardmill_harness::player::Player<2>;

/// A table at the start of a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Position {
    /// The first player.
    pub first: Player,
    /// The phase that is about to start.
    pub phase: Phase,
    /// P1's squad.
    pub p1: Fleet,
    /// P2's squad.
    pub p2: Fleet,
    /// Where devices come to lie that ships put into the play area.
    pub placements: Vec<PlacementAt>,
    /// How ships stand to each other, pair by pair. Pairs that are left out are beyond range 3.
    pub relations: Vec<Pair>,
    /// What chance decides follows from this number.
    pub seed: u64,
}

/// A squad in play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fleet {
    /// The ships.
    pub ships: Vec<ShipAt>,
    /// The attack dice as they will fall for this player; then chance decides.
    pub attack: Vec<Face>,
    /// The defence dice as they will fall for this player; then chance decides.
    pub defense: Vec<Face>,
    /// The top of the damage deck, by name, the top card first; the rest is shuffled.
    pub deck: Vec<String>,
}

/// A ship.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ShipAt {
    /// The pilot, by id or name.
    pub pilot: String,
    /// Upgrades, by id or name.
    pub upgrades: Vec<String>,
    /// Conditions, by id or name.
    pub conditions: Vec<String>,
    /// Tokens, each as often as the ship has it; locks are given by the ship that has them.
    pub tokens: Vec<Token>,
    /// The ship it has locked.
    pub lock: Option<String>,
    /// Active shields; all, if left out.
    pub shields: Option<u8>,
    /// Active Force; all, if left out.
    pub force: Option<u8>,
    /// Active charges of cards, the pilot among them; all but what setup costs, if left out.
    pub charges: Vec<(String, u8)>,
    /// Facedown damage cards.
    pub damage: u8,
    /// Faceup damage cards, by id or name.
    pub faceup: Vec<String>,
    /// The maneuver on its dial; asked for in the Planning Phase, if left out.
    pub dial: Option<Maneuver>,
    /// Where its turret indicator points.
    pub facing: Facing,
    /// Actions it performed in this round.
    pub performed: Vec<Action>,
    /// Its maneuvers overlap a ship: they are executed partially.
    pub bumps: bool,
    /// Its maneuvers take it through or over an asteroid.
    pub asteroid: bool,
    /// Its maneuvers take it off the mat.
    pub flees: bool,
    /// Its boosts overlap another ship: they fail.
    pub blocked: bool,
}

/// Where a device comes to lie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacementAt {
    /// The ship that puts it there.
    pub by: String,
    /// To which side.
    #[serde(default)]
    pub way: Way,
    /// By which template; left out where none is used.
    #[serde(default)]
    pub template: Template,
    /// The ships at range 0-1 of it.
    pub near: Vec<String>,
}

/// How two ships stand to each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// One ship.
    pub a: String,
    /// The other.
    pub b: String,
    /// The range between them, 0 to 3; beyond, if left out.
    #[serde(default = "far")]
    pub range: u8,
    /// The arcs of `a` that `b` is in. The bullseye arc is part of the front arc, and that of
    /// the full front arc.
    #[serde(default)]
    pub arcs: Vec<Arc>,
    /// The arcs of `b` that `a` is in.
    #[serde(default)]
    pub back: Vec<Arc>,
    /// Attacks between them are obstructed.
    #[serde(default)]
    pub obstructed: bool,
}

const fn far() -> u8 {
    FAR
}

/// A position as components, before it is put on a table.
#[derive(Default)]
struct Setup {
    board: Board,
    ships: Vec<Ship>,
    cards: Vec<Card>,
    pilots: Vec<u16>,
    pilot_charges: Vec<u8>,
}

/// A card by id or name, if it is of a kind.
fn find(
    catalogue: &Catalogue,
    text: &str,
    what: &str,
    kind: impl Fn(&Kind) -> bool,
) -> Result<u16, String> {
    let by_id = catalogue.find(text).filter(|&n| kind(&catalogue.card(n).definition.kind));
    let named = || {
        let all = catalogue.cards().iter().enumerate();
        let mut found = all.filter(|(_, c)| c.definition.name == text && kind(&c.definition.kind));
        match (found.next(), found.next()) {
            (Some((n, _)), None) => Ok(n as u16),
            (Some(_), Some(_)) => Err(format!("expected an id: several are called {text:?}")),
            (None, _) => Err(format!("expected {what}, found {text:?}")),
        }
    };
    by_id.map_or_else(named, Ok)
}

impl Setup {
    fn slot(&self, catalogue: &Catalogue, text: &str) -> Result<Slot, String> {
        let name = Name::read(text);
        let named = |n: &usize| {
            let definition = &catalogue.card(self.pilots[*n]).definition;
            (definition.name == name.title || definition.id == name.title)
                && name.holder.is_none_or(|seat| self.ships[*n].owner == seat)
        };
        let found: Vec<usize> = (0..self.ships.len()).filter(named).collect();
        let at = match (name.number, &found[..]) {
            (Some(n), _) => found.get(n.wrapping_sub(1)).copied(),
            (None, [only]) => Some(*only),
            (None, [_, _, ..]) => {
                return Err(format!("{text:?} names several ships; say P1, P2 or #n"));
            }
            (None, []) => None,
        };
        at.map(|n| n as Slot).ok_or_else(|| format!("there is no ship {text:?}"))
    }

    fn ship(&mut self, catalogue: &Catalogue, seat: Seat, at: &ShipAt) -> Result<(), String> {
        let pilot = find(catalogue, &at.pilot, "a pilot", |k| matches!(k, Kind::Pilot { .. }))?;
        let slot = self.ships.len() as Slot;
        if usize::from(slot) >= SHIPS {
            return Err(format!("expected at most {SHIPS} ships"));
        }
        let printed = catalogue.card(pilot);
        let bit = 1 << slot;
        let relations = &mut self.board.relations;
        relations.bumps |= if at.bumps { bit } else { 0 };
        relations.asteroids |= if at.asteroid { bit } else { 0 };
        relations.flees |= if at.flees { bit } else { 0 };
        relations.blocked |= if at.blocked { bit } else { 0 };
        if let (Some(dial), Kind::Ship { dial: known, .. }) =
            (at.dial, &catalogue.card(printed.ship).definition.kind)
            && !known.contains(&dial)
        {
            return Err(format!("dial: {} is not on the dial", String::from(dial)));
        }
        let mut ship = Ship {
            owner: seat,
            presence: Presence::Present,
            lock: Slot::MAX,
            dial: at.dial,
            facing: at.facing,
            performed: at.performed.iter().fold(0, |all, &action| all | 1 << action as u16),
            // All of them, until it is known how many those are.
            shields: at.shields.unwrap_or(u8::MAX),
            force: at.force.unwrap_or(u8::MAX),
            ..Ship::default()
        };
        for &token in &at.tokens {
            if token == Token::Lock {
                return Err("tokens: a lock is given by the ship that has it, as `lock`".into());
            }
            ship.tokens.add(token, 1);
        }
        self.ships.push(ship);
        self.pilots.push(pilot);
        self.pilot_charges.push(printed.definition.charges - printed.definition.spent);
        for text in &at.upgrades {
            let is = |kind: &Kind| matches!(kind, Kind::Upgrade(_));
            self.add(catalogue, seat, slot, find(catalogue, text, "an upgrade", is)?);
        }
        for text in &at.conditions {
            let is = |kind: &Kind| matches!(kind, Kind::Condition);
            self.add(catalogue, seat, slot, find(catalogue, text, "a condition", is)?);
        }
        self.assignable(catalogue, seat);
        for (text, n) in &at.charges {
            self.charge(catalogue, slot, text, *n)?;
        }
        Ok(())
    }

    fn add(&mut self, catalogue: &Catalogue, owner: Seat, host: Slot, definition: u16) {
        let printed = &catalogue.card(definition).definition;
        self.cards.push(Card {
            definition,
            owner,
            host,
            place: Place::Faceup,
            charges: printed.charges - printed.spent,
            ..Card::default()
        });
    }

    /// The conditions that the player's cards can assign, if they are not there yet.
    fn assignable(&mut self, catalogue: &Catalogue, owner: Seat) {
        let cards = self.cards.iter().filter(|card| card.owner == owner);
        let pilots = self.ships.iter().zip(&self.pilots).filter(|(ship, _)| ship.owner == owner);
        let definitions = cards.map(|card| card.definition).chain(pilots.map(|(_, &pilot)| pilot));
        let assigned: Vec<u16> = definitions
            .flat_map(|definition| &catalogue.card(definition).abilities)
            .flat_map(|&id| catalogue.program(FIRST_ABILITY + id))
            .filter_map(|op| match op {
                Op::Do(Step::AssignCondition(id, _)) => catalogue.find(id),
                _ => None,
            })
            .collect();
        for definition in assigned {
            let is = |card: &Card| card.owner == owner && card.definition == definition;
            if !self.cards.iter().any(is) {
                self.cards.push(Card { definition, owner, host: Slot::MAX, ..Card::default() });
            }
        }
    }

    fn charge(
        &mut self,
        catalogue: &Catalogue,
        host: Slot,
        text: &str,
        n: u8,
    ) -> Result<(), String> {
        let is = |definition: u16| {
            let definition = &catalogue.card(definition).definition;
            definition.id == text || definition.name == text
        };
        let pilot = self.pilots[usize::from(host)];
        let card = self.cards.iter().position(|card| card.host == host && is(card.definition));
        let (definition, charges) = match card {
            Some(card) => (self.cards[card].definition, &mut self.cards[card].charges),
            None if is(pilot) => (pilot, &mut self.pilot_charges[usize::from(host)]),
            None => return Err(format!("charges: the ship has no card {text:?}")),
        };
        let most = catalogue.card(definition).definition.charges;
        if n > most {
            return Err(format!("charges: {text:?} has at most {most}"));
        }
        *charges = n;
        Ok(())
    }

    /// The damage deck of a player: what ships have of it, its top, and the shuffled rest.
    fn damage(
        &mut self,
        catalogue: &Catalogue,
        seat: Seat,
        fleet: &Fleet,
        streams: &mut Streams,
    ) -> Result<(), String> {
        let mut pile: Vec<u16> = Vec::new();
        for (n, card) in catalogue.cards().iter().enumerate() {
            if let Kind::Damage(_, copies) = card.definition.kind {
                pile.extend(core::iter::repeat_n(n as u16, copies.into()));
            }
        }
        let mut order: Vec<u8> = (0..pile.len() as u8).collect();
        streams.shuffle(Purpose::Shuffle(seat), &mut order);
        let mut pile: Vec<u16> = order.into_iter().map(|n| pile[usize::from(n)]).collect();
        let is = |kind: &Kind| matches!(kind, Kind::Damage(..));
        let mut take = |text: &str| -> Result<u16, String> {
            let wanted = find(catalogue, text, "a damage card", is)?;
            let at = pile.iter().position(|&card| card == wanted);
            at.map(|at| pile.remove(at)).ok_or_else(|| format!("the deck has no more {text:?}"))
        };
        let mut own = Vec::new();
        let own_ships = self.ships.iter().zip(0..).filter(|(ship, _)| ship.owner == seat);
        let ships = own_ships.map(|(_, slot)| slot).zip(&fleet.ships);
        for (ship, at) in ships.clone() {
            for text in &at.faceup {
                own.push((ship, take(text)?, Place::Faceup));
            }
        }
        let top = fleet.deck.iter().map(|text| take(text)).collect::<Result<Vec<_>, _>>()?;
        for (ship, at) in ships {
            for _ in 0..at.damage {
                let card = pile.pop().ok_or("the deck has no more cards")?;
                own.push((ship, card, Place::Facedown));
            }
        }
        for (host, definition, place) in own {
            self.cards.push(Card { definition, owner: seat, host, place, ..Card::default() });
        }
        for definition in pile.into_iter().chain(top.into_iter().rev()) {
            let slot = (SHIPS + self.cards.len()) as Slot;
            self.board.players[usize::from(seat)].deck.push(slot);
            let card = Card { definition, owner: seat, host: Slot::MAX, ..Card::default() };
            self.cards.push(Card { place: Place::Deck, ..card });
        }
        if self.board.players[usize::from(seat)].deck.is_empty() {
            return Err("the damage deck is empty".into());
        }
        Ok(())
    }

    fn relations(&mut self, catalogue: &Catalogue, position: &Position) -> Result<(), String> {
        let mut given = BTreeSet::new();
        for (n, pair) in position.relations.iter().enumerate() {
            let wrong = |problem: String| format!("relations[{n}]: {problem}");
            let a = self.slot(catalogue, &pair.a).map_err(wrong)?;
            let b = self.slot(catalogue, &pair.b).map_err(wrong)?;
            if a == b || pair.range > FAR {
                return Err(wrong("expected two ships, and a range from 0 to 3".into()));
            }
            if !given.insert([a.min(b), a.max(b)]) {
                return Err(wrong(format!("{} and {} were given before", pair.a, pair.b)));
            }
            let arcs = |list: &[Arc]| -> Result<Arcs, String> {
                let mut arcs = Arcs::default();
                for &arc in list {
                    if matches!(arc, Arc::Turret | Arc::DoubleTurret | Arc::Firing) {
                        let problem = format!("{arc:?} follows from weapons and `facing`");
                        return Err(wrong(problem));
                    }
                    arcs.add(arc);
                }
                Ok(arcs)
            };
            let both = [arcs(&pair.arcs)?, arcs(&pair.back)?];
            self.board.relations.set([a, b], pair.range, both, pair.obstructed);
        }
        for (n, at) in position.placements.iter().enumerate() {
            let wrong = |problem: String| format!("placements[{n}]: {problem}");
            let by = self.slot(catalogue, &at.by).map_err(wrong)?;
            let mut near = 0;
            for text in &at.near {
                near |= 1 << self.slot(catalogue, text).map_err(wrong)?;
            }
            let placing = Placing::new(at.way, at.template);
            self.board.relations.placements.push((by, placing, near));
        }
        let fleets = [&position.p1, &position.p2];
        let wanted: Vec<Option<&String>> =
            fleets.iter().flat_map(|fleet| &fleet.ships).map(|at| at.lock.as_ref()).collect();
        for (ship, lock) in wanted.into_iter().enumerate() {
            let Some(text) = lock else { continue };
            let locked = self.slot(catalogue, text)?;
            if usize::from(locked) == ship {
                return Err(format!("lock: {text:?} does not lock itself"));
            }
            self.ships[ship].lock = locked;
        }
        Ok(())
    }
}

fn dice(faces: &[Face], dice: Dice) -> Result<(), String> {
    match faces.iter().find(|face| !dice.sides().contains(face)) {
        Some(face) => Err(format!("{face:?} is on no {dice:?} die")),
        None => Ok(()),
    }
}

/// Sets up a position on a table, as game number `game` of a run.
///
/// # Errors
/// When the position cannot be; then the table is as it was.
///
/// # Panics
/// If there is no such table.
pub fn arrange(
    batch: &mut Batch,
    table: usize,
    position: &Position,
    seed: u64,
    game: u64,
) -> Result<(), String> {
    let entity = batch.table(table);
    let catalogue = batch.world().resource::<Catalogue>().clone();
    let mut streams = Streams::new(seed, game);
    let mut setup = Setup::default();
    for (seat, fleet) in [(0, &position.p1), (1, &position.p2)] {
        let player = crate::label::player(seat);
        let wrong = |problem: String| format!("{}: {problem}", player.to_lowercase());
        for (n, at) in fleet.ships.iter().enumerate() {
            let wrong = |problem| wrong(format!("ships[{n}]: {problem}"));
            setup.ship(&catalogue, seat, at).map_err(wrong)?;
        }
        dice(&fleet.attack, Dice::Attack).map_err(wrong)?;
        dice(&fleet.defense, Dice::Defense).map_err(wrong)?;
        let state = &mut setup.board.players[usize::from(seat)];
        state.attack.extend(&fleet.attack);
        state.defense.extend(&fleet.defense);
    }
    if setup.ships.is_empty() {
        return Err("expected at least one ship".into());
    }
    for (seat, fleet) in [(0, &position.p1), (1, &position.p2)] {
        setup.damage(&catalogue, seat, fleet, &mut streams)?;
    }
    setup.relations(&catalogue, position)?;
    if SHIPS + setup.cards.len() > SLOTS {
        let most = SLOTS - SHIPS;
        return Err(format!("expected at most {most} cards, found {}", setup.cards.len()));
    }
    let seat = position.first.seat();
    let board = Board {
        ships: setup.ships.len() as Slot,
        slots: (SHIPS + setup.cards.len()) as Slot,
        first: seat,
        round: 1,
        phase: position.phase,
        ..core::mem::take(&mut setup.board)
    };
    let world = batch.world_mut();
    let roster = world.get::<Roster>(entity).expect("a table has a roster");
    let (lists, rows) = (roster.lists.clone(), roster.rows());
    stock::clear::<Effect>(world, rows.effects);
    stock::clear::<Device>(world, rows.tokens);
    for (slot, &card) in lists.cards.iter().enumerate() {
        let pilot = setup.pilots.get(slot).map(|&definition| Card {
            definition,
            owner: setup.ships[slot].owner,
            host: slot as Slot,
            place: Place::Faceup,
            charges: setup.pilot_charges[slot],
            ..Card::default()
        });
        let other = slot.checked_sub(SHIPS).and_then(|n| setup.cards.get(n).cloned());
        *world.get_mut::<Card>(card).expect("every slot is a card") =
            pilot.or(other).unwrap_or_default();
    }
    for (slot, &ship) in lists.figures.iter().enumerate() {
        let state = setup.ships.get(slot).cloned().unwrap_or_default();
        world.entity_mut(ship).insert((state, Pool::default(), Stats::default()));
    }
    let mut table = world.entity_mut(entity);
    table.insert((board, streams, Seats { count: 2, lead: seat }, Unsettled::ALL));
    table.insert((Decision::<XWing>::default(), Table::default()));
    let mut stack = table.get_mut::<Stack<XWing>>().expect("a table has a stack");
    stack.clear();
    let round = Task::Round.frame(seat, Slot::MAX);
    stack.push_frame(Frame { at: start(position.phase), ..round });
    table.get_mut::<Table>().expect("a table has a status").deal(game);
    work_out::<XWing>(world, entity);
    // As many shields and as much Force as the ship can have, if the position does not say.
    for &figure in &lists.figures {
        let most = world.get::<Stats>(figure).expect("a figure is a ship").clone();
        let mut ship = world.get_mut::<Ship>(figure).expect("a figure is a ship");
        ship.shields = ship.shields.min(most.shields);
        ship.force = ship.force.min(most.force);
    }
    Ok(())
}
