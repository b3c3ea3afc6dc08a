//! Tactical actions of the greedy agent: the system to activate, the ships that move there, the
//! ground forces that land.

use cardmill_kernel::card::Slot;

use super::field::{Field, Force};
use super::mind::{Mind, POINT};
use crate::board::{CUSTODIANS, Pool};
use crate::choice::Choice;
use crate::piece::{Place, PlanetId, SystemId};
use crate::procedure::Locals;
use crate::vocabulary::UnitType;

/// The strength that a fleet must have against another, in hundredths.
const MARGIN: i32 = 150;
/// The worth of a command token in the tactic pool.
const TOKEN: i32 = 14;
/// The worth of a planet, whatever it is.
const PLANET: i32 = 16;

/// A tactical action in a system, as it is planned.
pub(super) struct Sortie {
    pub(super) worth: i32,
    /// The ships that move there.
    ships: Vec<Slot>,
    /// The number of ground forces that are taken along.
    ground: usize,
    /// There is a fight: fighters are taken along, too.
    fight: bool,
}

impl Mind<'_, '_> {
    /// The worth of gaining a planet; 0 if it is the seat's own.
    fn worth_of_planet(&self, id: PlanetId) -> i32 {
        let (view, seat) = (self.view, self.view.seat());
        let planet = view.planet(id);
        if planet.owner == Some(seat) {
            return 0;
        }
        let goods = 5 * i32::from(planet.resources) + 4 * i32::from(planet.influence);
        let special = if planet.specialty.is_some() { 6 } else { 0 };
        let mecatol = if planet.mecatol { POINT / 2 } else { 0 };
        let custodians = if planet.mecatol && view.custodians() { POINT } else { 0 };
        let taken = if planet.owner.is_some() { 10 } else { 0 };
        PLANET + goods + special + mecatol + custodians + taken + self.needs.planet(id)
    }

    /// The planets of a system that the seat could take, the best first, with what it needs on each.
    fn targets(&self, field: &Field, system: SystemId) -> Vec<(PlanetId, i32, usize)> {
        let (view, seat) = (self.view, self.view.seat());
        let open = |planet: &PlanetId| {
            let closed = view.planet(*planet).mecatol && view.custodians();
            let free = view.standing(seat).free_custodians;
            !closed || free || view.spendable(seat, true) >= CUSTODIANS
        };
        let target = |planet: PlanetId| {
            let garrison = field.garrison(planet, seat);
            let bodies = garrison.bodies as usize;
            (
                planet,
                self.worth_of_planet(planet),
                if bodies == 0 { 1 } else { bodies + bodies.div_ceil(2) + 1 },
            )
        };
        let mut targets: Vec<(PlanetId, i32, usize)> =
            view.planets_of(system).filter(open).map(target).collect();
        targets.retain(|(_, worth, _)| *worth > 0);
        targets.sort_by_key(|(planet, worth, needed)| (-worth / *needed as i32, *planet));
        targets
    }

    /// The best tactical action in a system; `None` if there is none to be thought of.
    pub(super) fn sortie(&self, field: &Field, system: SystemId) -> Option<Sortie> {
        let (view, seat) = (self.view, self.view.seat());
        let at = usize::from(system);
        let enemy = field.enemy(system, seat);
        let targets = self.targets(field, system);
        let own = field.fleets[at][usize::from(seat)];
        let presence = if own.is_none() { self.needs.ships_in(system) } else { 0 };
        if targets.is_empty() && presence == 0 && field.production[at] == 0 && enemy.is_none() {
            return None;
        }
        let mut sortie = Sortie { worth: 0, ships: Vec::new(), ground: 0, fight: !enemy.is_none() };
        let mut movers = self.movers(system);
        let wanted: usize = targets.iter().map(|(_, _, needed)| needed).sum();
        let aboard = usize::from(field.aboard[at]);
        let limit = usize::from(view.fleet_limit(seat));
        let mut room = limit.saturating_sub(field.ships[at].into());
        let mut cargo = field.cargo.clone();
        let mut carried = 0;
        let mut force = own;
        // Carriers first, those that carry just enough.
        movers.sort_by_key(|&(slot, from)| {
            let capacity = usize::from(view.attributes(slot).unit.capacity);
            (capacity == 0, capacity.abs_diff(wanted), from, slot)
        });
        let mut rest = Vec::new();
        for (slot, from) in movers {
            let attributes = view.attributes(slot);
            let there = cargo[usize::from(from)];
            let takes = usize::from(attributes.unit.capacity).min(there);
            if carried + aboard < wanted && takes > 0 && room > 0 {
                cargo[usize::from(from)] -= takes;
                carried += takes;
                room -= 1;
                force.add(Force::of(&attributes, view.piece(slot).is_some_and(|p| p.damaged)));
                sortie.ships.push(slot);
            } else {
                rest.push((slot, Force::of(&attributes, false)));
            }
        }
        let mut against = enemy;
        against.attack += field.cannons[at];
        rest.sort_by_key(|(slot, force)| (-force.attack * force.bodies, *slot));
        for (slot, more) in rest {
            let single = sortie.ships.is_empty() && own.is_none() && presence > 0;
            let lost = !enemy.is_none() && !force.beats(against, MARGIN);
            if !(lost || single) || room == 0 {
                continue;
            }
            room -= 1;
            force.add(more);
            sortie.ships.push(slot);
        }
        if !enemy.is_none() && !force.beats(against, MARGIN) {
            return None;
        }
        sortie.ground = carried;
        let mut forces = carried + aboard;
        for (_, worth, needed) in &targets {
            if forces >= *needed {
                forces -= needed;
                sortie.worth += worth;
            }
        }
        if !sortie.ships.is_empty() {
            sortie.worth += presence;
        }
        if !enemy.is_none() {
            sortie.worth += 4 * enemy.bodies - 3 * enemy.attack / 2;
        }
        sortie.worth += self.worth_of_production(field.production[at]);
        sortie.worth -= TOKEN;
        let tokens = view.player(seat).pools;
        let left =
            i32::from(tokens[Pool::Tactic as usize]) + i32::from(tokens[Pool::Strategy as usize]);
        if left <= self.needs.reserve().tokens {
            sortie.worth -= POINT / 2;
        }
        Some(sortie)
    }

    /// The ships that could move to a system, and where they are.
    fn movers(&self, system: SystemId) -> Vec<(Slot, SystemId)> {
        let (view, seat) = (self.view, self.view.seat());
        let course = view.course(seat, system);
        let mut known: Vec<((SystemId, u8), bool)> = Vec::new();
        let mut movers = Vec::new();
        for (slot, unit, piece) in view.figures() {
            let Place::Space(from) = piece.place else { continue };
            if piece.owner != seat || !unit.is_ship() || from == system {
                continue;
            }
            let movement = view.attributes(slot).movement;
            if movement == 0 || view.has_token(from, seat) {
                continue;
            }
            let key = (from, movement);
            let reaches = match known.iter().find(|(other, _)| *other == key) {
                Some((_, reaches)) => *reaches,
                None => {
                    // Nobody who plans goes through a gravity rift.
                    let reaches = course.avoids_rifts(from, movement);
                    known.push((key, reaches));
                    reaches
                }
            };
            if reaches {
                movers.push((slot, from));
            }
        }
        movers
    }

    /// Scores actions: the best tactical one, strategic ones, what cards do; passing is 0.
    pub(super) fn action(&self) -> impl Fn(Choice) -> i32 + '_ {
        let field = Field::of(self.view);
        move |choice| match choice {
            Choice::Activate(system) => {
                self.sortie(&field, system).map_or(-1, |sortie| sortie.worth)
            }
            Choice::Strategic(slot) => self.strategic(slot),
            Choice::Component(slot, program) => self.component(slot, program),
            Choice::Trade(other) => self.trade(other),
            Choice::Pass | Choice::Done => 0,
            _ => -2,
        }
    }

    /// Scores the ships of the tactical action that has begun, one after the other.
    pub(super) fn movement(&self) -> impl Fn(Choice) -> i32 + '_ {
        let view = self.view;
        let field = Field::of(view);
        let sortie = view.active_system().and_then(|system| self.sortie(&field, system));
        let declared: Vec<Slot> = match view.asking() {
            Some(Locals::Movement(movement)) => movement.declared().map(|(slot, _)| slot).collect(),
            _ => Vec::new(),
        };
        let alike = |one: Slot, other: Slot| {
            let kind = |slot| view.piece(slot).map(|p| (p.definition, p.place, p.damaged));
            kind(one) == kind(other)
        };
        move |choice| match (choice, &sortie) {
            (Choice::Piece(slot), Some(sortie)) => {
                let wanted = sortie.ships.iter().filter(|&&ship| alike(ship, slot)).count();
                let gone = declared.iter().filter(|&&ship| alike(ship, slot)).count();
                if gone < wanted { 2 } else { 0 }
            }
            (Choice::Done, _) => 1,
            _ => 0,
        }
    }

    /// Scores units that a ship could take along: ground forces while they are wanted, fighters
    /// into a fight.
    pub(super) fn load(&self) -> impl Fn(Choice) -> i32 + '_ {
        let view = self.view;
        let field = Field::of(view);
        let sortie = view.active_system().and_then(|system| self.sortie(&field, system));
        let ground = |slot| view.unit_type(slot).is_some_and(UnitType::is_ground_force);
        let loaded = match view.asking() {
            Some(Locals::Movement(movement)) => {
                movement.declared().filter(|&(slot, carried)| carried && ground(slot)).count()
            }
            _ => 0,
        };
        move |choice| match (choice, &sortie) {
            (Choice::Piece(slot), Some(sortie)) if ground(slot) => {
                let kept = view.piece(slot).is_some_and(|piece| self.is_last_at_home(piece.place));
                if loaded < sortie.ground && !kept { 3 } else { 0 }
            }
            (Choice::Piece(_), Some(sortie)) if sortie.fight => 2,
            (Choice::Done, _) => 1,
            _ => 0,
        }
    }

    /// Returns `true` for a planet at home with a single ground force of the seat.
    fn is_last_at_home(&self, place: Place) -> bool {
        let (view, seat) = (self.view, self.view.seat());
        let Place::Planet(planet) = place else { return false };
        let home = view.system(view.planet(planet).system).home == Some(seat);
        let here = view.figures().filter(|(_, unit, piece)| {
            piece.owner == seat && piece.place == place && unit.is_ground_force()
        });
        home && here.count() <= 1
    }

    /// Scores landings: the custodians are paid for; ground forces land where they are needed.
    pub(super) fn landing(&self) -> impl Fn(Choice) -> i32 + '_ {
        let (view, seat) = (self.view, self.view.seat());
        let field = Field::of(view);
        let targets = view.active_system().map_or_else(Vec::new, |at| self.targets(&field, at));
        let aboard =
            view.active_system().map_or(0, |at| usize::from(field.aboard[usize::from(at)]));
        // The first planet for which there are enough.
        let landed =
            |planet: PlanetId| field.ground[usize::from(planet)][usize::from(seat)].bodies as usize;
        let next = targets.iter().find(|&&(planet, _, needed)| {
            landed(planet) < needed && landed(planet) + aboard >= needed
        });
        let next = next.map(|(planet, ..)| *planet);
        move |choice| match choice {
            Choice::Yes => 1,
            // Fighters that land hold nothing.
            Choice::Land(slot, _) if view.unit_type(slot) == Some(UnitType::Fighter) => 0,
            Choice::Land(_, planet) if Some(planet) == next => 2,
            Choice::Planet(_) | Choice::Done => 1,
            _ => 0,
        }
    }

    /// Scores retreats: they are announced where the fight is lost.
    pub(super) fn retreat(&self) -> impl Fn(Choice) -> i32 + '_ {
        let (view, seat) = (self.view, self.view.seat());
        let field = Field::of(view);
        let lost = view.active_system().is_some_and(|system| {
            let own = field.fleets[usize::from(system)][usize::from(seat)];
            field.enemy(system, seat).beats(own, 2 * MARGIN)
        });
        move |choice| match choice {
            Choice::Yes => i32::from(lost),
            Choice::No => i32::from(!lost),
            Choice::System(system) => i32::from(field.production[usize::from(system)]) + 1,
            _ => 0,
        }
    }

    /// Scores hits: they are sustained, then the least unit is lost.
    pub(super) fn hit(&self, choice: Choice) -> i32 {
        match choice {
            Choice::Sustain(_) => 100,
            Choice::Piece(slot) => -self.worth_of_unit(slot),
            _ => 0,
        }
    }

    /// Scores planets to bombard: those that are to be taken.
    pub(super) fn bombard(&self, choice: Choice) -> i32 {
        match choice {
            Choice::Planet(planet) => self.worth_of_planet(planet),
            _ => 0,
        }
    }

    /// The worth of a figure to its owner, in tenths of a resource.
    pub(super) fn worth_of_unit(&self, slot: Slot) -> i32 {
        let attributes = self.view.attributes(slot);
        let price = i32::from(attributes.unit.cost.unwrap_or(4)) * 10
            / i32::from(attributes.unit.for_cost.max(1));
        let damaged = self.view.piece(slot).is_some_and(|piece| piece.damaged);
        price - i32::from(damaged) * 2
    }
}
