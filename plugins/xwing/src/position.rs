//! Positions as a person writes them down: what a table shows at the start of a phase.

mod device;
mod mat;
mod show;
mod shown;
mod spot;

use std::collections::{BTreeSet, VecDeque};

use cardmill_harness::names::Name;
use cardmill_harness::session::Problem;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::column::fill;
use cardmill_kernel::resolve::{change, work_out};
use cardmill_kernel::stack::Frame;
use cardmill_kernel::streams::{Purpose, Streams};
use cardmill_kernel::table::Seats;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Layout, SLOTS};
use crate::card::{Card, Place, Tokens};
use crate::catalogue::Catalogue;
use crate::choice::XWing;
use crate::device::Device;
use crate::effect::Effect;
use crate::procedure::{Draft, Task, start};
use crate::program::{FIRST_ABILITY, Op};
use crate::relation::{Arcs, FAR};
use crate::ship::{Flags, Pool, Presence, SHIPS, Ship, Stats};
use crate::state::State;
use crate::vocabulary::{
    Action, Arc, Dice, Face, Facing, Kind, Maneuver, Phase, Placing, Step, Template, Token, Way,
};

pub use device::DeviceAt;
pub use mat::ObstacleAt;
pub(crate) use show::show;
pub(crate) use shown::shown;
pub use spot::Spot;
pub(crate) use spot::millimetres;

/// A player of a position, `P1` or `P2`.
pub type Player = cardmill_harness::player::Player<2>;

/// A table at the start of a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Position {
    /// The first player, not given in set-up.
    pub first: Player,
    /// The phase that is about to start.
    pub phase: Phase,
    /// The squad of P1.
    pub p1: Fleet,
    /// The squad of P2.
    pub p2: Fleet,
    /// Devices that ships may put into the play area, with the ships near to them. Not given on a
    /// mat.
    pub placements: Vec<PlacementAt>,
    /// Devices in the play area, in the order in which they were put there.
    pub devices: Vec<DeviceAt>,
    /// Relations of ships, pair by pair. Pairs that are left out are beyond range 3. Not given on a
    /// mat.
    pub relations: Vec<Pair>,
    /// The obstacles on the mat.
    pub obstacles: Vec<ObstacleAt>,
    /// The decider of places in set-up: chance or the players.
    pub layout: Layout,
    /// The seed of all that chance decides.
    pub seed: u64,
}

/// A squad of a position: its ships, its damage deck, and dice to come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fleet {
    /// Its ships, removed ones included.
    pub ships: Vec<ShipAt>,
    /// The attack dice as they will fall for this player; then chance decides.
    pub attack: Vec<Face>,
    /// The defence dice as they will fall for this player; then chance decides.
    pub defense: Vec<Face>,
    /// The top of the damage deck, by id or name, the top card first; the rest is shuffled.
    pub deck: Vec<String>,
    /// Discarded damage cards, by id or name, the newest last.
    pub discard: Vec<String>,
    /// The obstacles that it brings to set-up, by id; three large asteroids, if left out.
    pub obstacles: Option<Vec<String>>,
}

/// A ship of a position. Names of other ships and of cards are ids or names.
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
    /// The number of facedown damage cards, whichever, beside those that are named.
    pub damage: u8,
    /// Facedown damage cards beside those, by id or name.
    pub facedown: Vec<String>,
    /// Faceup damage cards, by id or name.
    pub faceup: Vec<String>,
    /// Damage cards that lie on its cards: the card, and the damage card, by id or name.
    pub held: Vec<(String, String)>,
    /// The maneuver on its dial; asked for in the Planning Phase, if left out.
    pub dial: Option<Maneuver>,
    /// Its dial lies faceup, although it has not revealed it.
    pub open: bool,
    /// The direction of its turret indicator.
    pub facing: Facing,
    /// Actions it performed in this round.
    pub performed: Vec<Action>,
    /// Its place on the mat; `None` without a mat, and for a ship that is not in play.
    pub at: Option<Spot>,
    /// Ships that it touches because one of them moved up to the other, beside those whose edges
    /// meet its own.
    pub touching: Vec<String>,
    /// Its squad points, with its upgrades.
    pub points: u8,
    /// Its maneuvers overlap a ship: they are executed partially.
    pub bumps: bool,
    /// Its maneuvers take it through or over an asteroid.
    pub asteroid: bool,
    /// Its maneuvers take it off the mat.
    pub flees: bool,
    /// Its boosts overlap another ship: they fail.
    pub blocked: bool,
    /// `true` if it is in reserves.
    pub reserve: bool,
    /// It was removed, and its cards are out of the game: it has none, and no tokens.
    pub removed: bool,
}

impl ShipAt {
    /// The same, without all that a ship that was removed does not have.
    fn bare(&self) -> Self {
        Self {
            pilot: self.pilot.clone(),
            points: self.points,
            bumps: self.bumps,
            asteroid: self.asteroid,
            flees: self.flees,
            blocked: self.blocked,
            removed: self.removed,
            ..Self::default()
        }
    }
}

/// A device that a ship may put into the play area, and the ships near to where it lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacementAt {
    /// The ship that puts it there.
    pub by: String,
    /// The side of the ship to which it goes.
    #[serde(default)]
    pub way: Way,
    /// The template; left out where none is used.
    #[serde(default)]
    pub template: Template,
    /// The ships at range 0-1 of it.
    pub near: Vec<String>,
    /// The ships whose maneuvers take them through it or onto it.
    #[serde(default)]
    pub through: Vec<String>,
}

/// A pair of ships, and their relation to each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// One ship, by name or id of the pilot.
    pub a: String,
    /// The other ship.
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
    devices: Vec<Device>,
    /// `true` if chance has said which damage cards lie in a deck or facedown with ships.
    chance: bool,
}

fn wrong<T>(reason: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::at("", reason))
}

/// Adds where it is to what is wrong.
fn within(place: impl AsRef<str>) -> impl FnOnce(Problem) -> Problem {
    move |problem| problem.within(place.as_ref())
}

/// A card by id or name, if it is of a kind.
fn find(
    catalogue: &Catalogue,
    text: &str,
    what: &str,
    kind: impl Fn(&Kind) -> bool,
) -> Result<u16, Problem> {
    let by_id = catalogue.find_of(text, &kind);
    let named = || {
        let all = catalogue.cards().iter().enumerate();
        let mut found = all.filter(|(_, c)| c.definition.name == text && kind(&c.definition.kind));
        match (found.next(), found.next()) {
            (Some((n, _)), None) => Ok(n as u16),
            (Some(_), Some(_)) => wrong(format!("expected an id: several are called {text:?}")),
            (None, _) => wrong(format!("expected {what}, found {text:?}")),
        }
    };
    by_id.map_or_else(named, Ok)
}

impl Setup {
    fn read(
        catalogue: &Catalogue,
        position: &Position,
        streams: &mut Streams,
    ) -> Result<Self, Problem> {
        let mut setup = Self::default();
        let fleets = [(0, "p1", &position.p1), (1, "p2", &position.p2)];
        for (seat, player, fleet) in fleets {
            for (n, at) in fleet.ships.iter().enumerate() {
                let ship = setup.ship(catalogue, seat, at);
                ship.map_err(within(format!("{player}.ships[{n}]")))?;
            }
            let fall = |faces: &[Face], kind, place: &str| {
                dice(faces, kind).map_err(within(format!("{player}.{place}")))
            };
            fall(&fleet.attack, Dice::Attack, "attack")?;
            fall(&fleet.defense, Dice::Defense, "defense")?;
            let state = &mut setup.board.players[usize::from(seat)];
            state.attack.extend(&fleet.attack);
            state.defense.extend(&fleet.defense);
        }
        if setup.ships.is_empty() {
            return wrong("expected at least one ship");
        }
        for (seat, player, fleet) in fleets {
            setup.damage(catalogue, seat, fleet, streams).map_err(within(player))?;
        }
        setup.relations(catalogue, position)?;
        setup.devices(catalogue, position)?;
        setup.locks(catalogue, fleets)?;
        let (count, most) = (setup.cards.len(), SLOTS - SHIPS);
        if count > most {
            return wrong(format!("expected at most {most} cards, found {count}"));
        }
        setup.board.ships = setup.ships.len() as Slot;
        setup.board.slots = (SHIPS + count) as Slot;
        setup.board.first = position.first.seat();
        setup.board.phase = position.phase;
        setup.mat(catalogue, position, streams)?;
        Ok(setup)
    }

    /// The pilot card of a ship.
    fn pilot(&self, ship: usize) -> Card {
        let Ship { owner, presence, .. } = self.ships[ship];
        let removed = presence == Presence::Removed;
        Card {
            definition: self.pilots[ship],
            owner,
            host: ship as Slot,
            place: if removed { Place::Box } else { Place::Faceup },
            charges: self.pilot_charges[ship],
            ..Card::default()
        }
    }

    fn slot(&self, catalogue: &Catalogue, text: &str) -> Result<Slot, Problem> {
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
                return wrong(format!("{text:?} names several ships; say P1, P2 or #n"));
            }
            (None, []) => None,
        };
        at.map_or_else(|| wrong(format!("there is no ship {text:?}")), |n| Ok(n as Slot))
    }

    fn ship(&mut self, catalogue: &Catalogue, seat: Seat, at: &ShipAt) -> Result<(), Problem> {
        let pilot = find(catalogue, &at.pilot, "a pilot", |k| matches!(k, Kind::Pilot { .. }));
        let pilot = pilot.map_err(within("pilot"))?;
        let slot = self.ships.len() as Slot;
        if usize::from(slot) >= SHIPS {
            return wrong(format!("expected at most {SHIPS} ships"));
        }
        if at.removed && *at != at.bare() {
            return wrong("expected a ship that was removed to have nothing");
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
            let reason = format!("{} is not on the dial", String::from(dial));
            return Err(Problem::at("dial", reason));
        }
        let mut ship = Ship {
            owner: seat,
            presence: match at {
                ShipAt { removed: true, .. } => Presence::Removed,
                ShipAt { reserve: true, .. } => Presence::Reserve,
                _ => Presence::Present,
            },
            lock: Slot::MAX,
            dial: at.dial,
            facing: at.facing,
            performed: at.performed.iter().fold(0, |all, &action| all | 1 << action as u16),
            // All of them, until it is known how many those are.
            shields: at.shields.unwrap_or(u8::MAX),
            force: at.force.unwrap_or(u8::MAX),
            points: at.points,
            ..Ship::default()
        };
        ship.flags.set(Flags::OPEN, at.open);
        for (n, &token) in at.tokens.iter().enumerate() {
            if token == Token::Lock {
                let reason = "a lock is given by the ship that has it, as `lock`";
                return Err(Problem::at(format!("tokens[{n}]"), reason));
            }
            if token == Token::Cloak && ship.tokens.count(token) > 0 {
                return Err(Problem::at(format!("tokens[{n}]"), "a ship has one cloak token"));
            }
            ship.tokens.add(token, 1);
        }
        let removed = ship.presence == Presence::Removed;
        self.ships.push(ship);
        self.pilots.push(pilot);
        self.pilot_charges.push(printed.definition.charges - printed.definition.spent);
        if removed {
            return Ok(());
        }
        let is_upgrade = |kind: &Kind| matches!(kind, Kind::Upgrade(_));
        for (n, text) in at.upgrades.iter().enumerate() {
            let upgrade = find(catalogue, text, "an upgrade", is_upgrade);
            let upgrade = upgrade.map_err(within(format!("upgrades[{n}]")))?;
            self.add(catalogue, seat, slot, upgrade);
        }
        let is_condition = |kind: &Kind| matches!(kind, Kind::Condition);
        for (n, text) in at.conditions.iter().enumerate() {
            let condition = find(catalogue, text, "a condition", is_condition);
            let condition = condition.map_err(within(format!("conditions[{n}]")))?;
            self.add(catalogue, seat, slot, condition);
        }
        self.assignable(catalogue, seat);
        for (n, (text, charges)) in at.charges.iter().enumerate() {
            let before = at.charges[..n].iter().filter(|(other, _)| other == text).count();
            let charged = self.charge(catalogue, slot, (text, before), *charges);
            charged.map_err(within(format!("charges[{n}]")))?;
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
            holds: Tokens::of(&printed.holds),
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

    /// The card of a ship with this id or name, after so many others.
    fn card(
        &self,
        catalogue: &Catalogue,
        host: Slot,
        (text, before): (&str, usize),
    ) -> Option<usize> {
        let is = |card: &Card| {
            let definition = &catalogue.card(card.definition).definition;
            card.host == host && (definition.id == text || definition.name == text)
        };
        let cards = self.cards.iter().enumerate().filter(|(_, card)| is(card));
        cards.map(|(n, _)| n).nth(before)
    }

    /// Sets the charges of the card of a ship with this id or name, after so many others.
    fn charge(
        &mut self,
        catalogue: &Catalogue,
        host: Slot,
        which: (&str, usize),
        n: u8,
    ) -> Result<(), Problem> {
        let pilot = self.pilots[usize::from(host)];
        let printed = &catalogue.card(pilot).definition;
        let text = which.0;
        let (definition, charges) = match self.card(catalogue, host, which) {
            Some(card) => (self.cards[card].definition, &mut self.cards[card].charges),
            None if printed.id == text || printed.name == text => {
                (pilot, &mut self.pilot_charges[usize::from(host)])
            }
            None => return wrong(format!("the ship has no card {text:?}")),
        };
        let most = catalogue.card(definition).definition.charges;
        if n > most {
            return wrong(format!("{text:?} has at most {most}"));
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
    ) -> Result<(), Problem> {
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
        let mut take = |text: &str, place: String| -> Result<u16, Problem> {
            let wanted = find(catalogue, text, "a damage card", is).map_err(within(&place))?;
            let at = pile.iter().position(|&card| card == wanted);
            let none = || Problem::at(&place, format!("the deck has no more {text:?}"));
            at.map(|at| pile.remove(at)).ok_or_else(none)
        };
        let own = self.ships.iter().zip(0..).filter(|(ship, _)| ship.owner == seat);
        let ships: Vec<(usize, Slot, &ShipAt)> = (0..)
            .zip(own)
            .zip(&fleet.ships)
            .filter(|((_, (ship, _)), _)| ship.presence != Presence::Removed)
            .map(|((n, (_, slot)), at)| (n, slot, at))
            .collect();
        let mut own = Vec::new();
        for &(n, ship, at) in &ships {
            for (list, texts, place) in
                [("faceup", &at.faceup, Place::Faceup), ("facedown", &at.facedown, Place::Facedown)]
            {
                for (i, text) in texts.iter().enumerate() {
                    own.push((ship, take(text, format!("ships[{n}].{list}[{i}]"))?, place));
                }
            }
            for (i, (on, text)) in at.held.iter().enumerate() {
                let place = format!("ships[{n}].held[{i}]");
                let Some(card) = self.card(catalogue, ship, (on, 0)) else {
                    return Err(Problem::at(place, format!("the ship has no card {on:?}")));
                };
                own.push(((SHIPS + card) as Slot, take(text, place)?, Place::Held));
            }
        }
        let mut discard = Vec::new();
        for (n, text) in fleet.discard.iter().enumerate() {
            discard.push(take(text, format!("discard[{n}]"))?);
        }
        let mut top = VecDeque::new();
        for (n, text) in fleet.deck.iter().enumerate() {
            top.push_back(take(text, format!("deck[{n}]"))?);
        }
        self.chance |= !pile.is_empty();
        for &(n, ship, at) in &ships {
            for _ in 0..at.damage {
                let Some(card) = pile.pop().or_else(|| top.pop_front()) else {
                    let place = format!("ships[{n}].damage");
                    return Err(Problem::at(place, "the deck has no more cards"));
                };
                own.push((ship, card, Place::Facedown));
            }
        }
        for (host, definition, place) in own {
            self.cards.push(Card { definition, owner: seat, host, place, ..Card::default() });
        }
        let deck: Vec<u16> = pile.into_iter().chain(top.into_iter().rev()).collect();
        if deck.is_empty() {
            return wrong("the damage deck is empty");
        }
        for (pile, place) in [(discard, Place::Discard), (deck, Place::Deck)] {
            let from = (SHIPS + self.cards.len()) as Slot;
            let player = &mut self.board.players[usize::from(seat)];
            let list = if place == Place::Deck { &mut player.deck } else { &mut player.discard };
            list.extend(from..from + pile.len() as Slot);
            let card = Card { owner: seat, host: Slot::MAX, place, ..Card::default() };
            let cards = pile.into_iter().map(|definition| Card { definition, ..card.clone() });
            self.cards.extend(cards);
        }
        Ok(())
    }

    fn relations(&mut self, catalogue: &Catalogue, position: &Position) -> Result<(), Problem> {
        let mut given = BTreeSet::new();
        for (n, pair) in position.relations.iter().enumerate() {
            let place = |field: &str| format!("relations[{n}]{field}");
            let a = self.slot(catalogue, &pair.a).map_err(within(place(".a")))?;
            let b = self.slot(catalogue, &pair.b).map_err(within(place(".b")))?;
            if a == b || pair.range > FAR {
                let reason = "expected two ships, and a range from 0 to 3";
                return Err(Problem::at(place(""), reason));
            }
            if !given.insert([a.min(b), a.max(b)]) {
                let reason = format!("{} and {} were given before", pair.a, pair.b);
                return Err(Problem::at(place(""), reason));
            }
            let arcs = |list: &[Arc], field: &str| -> Result<Arcs, Problem> {
                let mut arcs = Arcs::default();
                for &arc in list {
                    if matches!(arc, Arc::Turret | Arc::DoubleTurret | Arc::Ends | Arc::Firing) {
                        let reason = format!("{arc:?} follows from weapons and `facing`");
                        return Err(Problem::at(place(field), reason));
                    }
                    arcs.add(arc);
                }
                Ok(arcs)
            };
            let both = [arcs(&pair.arcs, ".arcs")?, arcs(&pair.back, ".back")?];
            self.board.relations.set([a, b], pair.range, both, pair.obstructed);
        }
        for (n, at) in position.placements.iter().enumerate() {
            let place = |field: &str| format!("placements[{n}].{field}");
            let by = self.slot(catalogue, &at.by).map_err(within(place("by")))?;
            let near = self.ships_of(catalogue, &at.near).map_err(within(place("near")))?;
            let through =
                self.ships_of(catalogue, &at.through).map_err(within(place("through")))?;
            let placing = Placing::new(at.way, at.template);
            self.board.relations.placements.push((by, placing, [near, through]));
        }
        Ok(())
    }

    /// The ships of these names, one bit each.
    fn ships_of(&self, catalogue: &Catalogue, names: &[String]) -> Result<u16, Problem> {
        names.iter().try_fold(0, |all, text| Ok(all | 1 << self.slot(catalogue, text)?))
    }

    fn locks(
        &mut self,
        catalogue: &Catalogue,
        fleets: [(Seat, &str, &Fleet); 2],
    ) -> Result<(), Problem> {
        let mut slot = 0;
        for (_, player, fleet) in fleets {
            for (n, at) in fleet.ships.iter().enumerate() {
                if let Some(text) = &at.lock {
                    let place = || format!("{player}.ships[{n}].lock");
                    let locked = self.slot(catalogue, text).map_err(within(place()))?;
                    if usize::from(locked) == slot {
                        return Err(Problem::at(place(), "a ship does not lock itself"));
                    }
                    self.ships[slot].lock = locked;
                }
                slot += 1;
            }
        }
        Ok(())
    }
}

fn dice(faces: &[Face], dice: Dice) -> Result<(), Problem> {
    match faces.iter().position(|face| !dice.sides().contains(face)) {
        Some(n) => {
            let reason = format!("{:?} is on no {dice:?} die", faces[n]);
            Err(Problem::at(format!("[{n}]"), reason))
        }
        None => Ok(()),
    }
}

/// Sets up a position on a table, as game number `game` of a run.
///
/// # Errors
/// The first problem of a position that cannot be; then the table is as it was.
///
/// # Panics
/// If there is no such table.
pub fn arrange(
    batch: &mut Batch,
    table: usize,
    position: &Position,
    seed: u64,
    game: u64,
) -> Result<(), Problem> {
    let catalogue = batch.world().resource::<Catalogue>().clone();
    let mut streams = Streams::new(seed, game);
    let mut setup = Setup::read(&catalogue, position, &mut streams)?;
    let table = batch.table(table);
    let world = batch.world_mut();
    change::<XWing, _>(world, table, |at| {
        let first = setup.board.first;
        at.deal(Seats { count: 2, lead: first }, (seed, game));
        *at.streams = streams;
        let round = Task::Round.frame(first, Slot::MAX);
        at.stack.push_frame(Frame { at: start(position.phase), ..round });
        if position.phase == Phase::Setup {
            at.stack.push_frame(Task::Setup(Draft::default()).frame(first, Slot::MAX));
        }
        let state = &mut at.state;
        state.effects.fill(Effect::default());
        state.devices.fill(Device::default());
        state.pools.fill(Pool::default());
        state.stats.fill(Stats::default());
        let cards = core::mem::take(&mut setup.cards);
        let pilots = (0..setup.pilots.len()).map(|ship| setup.pilot(ship));
        let none = core::iter::repeat_n(Card::default(), SHIPS - setup.pilots.len());
        fill(state.cards, pilots.chain(none).chain(cards));
        *state.board = Board { round: 1, ..setup.board };
        device::put(state, core::mem::take(&mut setup.devices));
        fill(state.ships, setup.ships);
    });
    work_out::<XWing>(world, table);
    change::<XWing, _>(world, table, |at| bound(&mut at.state));
    Ok(())
}

/// Ships have no more shields and Force than they can have: all, if a position does not say.
fn bound(state: &mut State<'_>) {
    for (ship, stats) in state.ships.iter_mut().zip(&*state.stats) {
        (ship.shields, ship.force) = (ship.shields.min(stats.shields), ship.force.min(stats.force));
    }
}
