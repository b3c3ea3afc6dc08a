//! Production, spending, and what exceeds fleet pool and capacity.

use cardmill_kernel::card::{Seat, Slot};

use super::Run;
use crate::choice::{Choice, Locals, Prompt, Target};
use crate::piece::{Place, PlanetId, SystemId};
use crate::program::Procedure;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Constant, Gain, UnitType};

/// Fighters that a space dock supports in its system.
const DOCK_FIGHTERS: usize = 3;

/// Units in the order in which they are offered.
const UNITS: [UnitType; 9] = [
    UnitType::Fighter,
    UnitType::Destroyer,
    UnitType::Cruiser,
    UnitType::Carrier,
    UnitType::Dreadnought,
    UnitType::WarSun,
    UnitType::Flagship,
    UnitType::Infantry,
    UnitType::Mech,
];

impl Run<'_> {
    /// What is produced is put together, paid for and placed (LRR 67, 68). With a unit in
    /// `locals.chosen`, it alone produces.
    pub(super) fn production(&mut self) {
        let (seat, system) = (self.seat(), self.frame().locals.system);
        match (self.at(), self.answer()) {
            (0, Some(Choice::Unit(unit))) => {
                let places = self.sites(seat, system, unit);
                self.locals().made.push((unit, places[0]));
                if places.len() > 1 {
                    self.go(1);
                }
            }
            (0, Some(_)) => self.go(2),
            (0, None) => {
                let all = UNITS.into_iter().filter(|&unit| self.can_produce(seat, system, unit));
                let options: Vec<Choice> = all.map(Choice::Unit).chain([Choice::Done]).collect();
                self.ask(seat, Prompt::Produce, options);
            }
            (1, Some(Choice::Planet(planet))) => {
                let made = &mut self.locals().made;
                made.last_mut().expect("it was just chosen").1 = Place::Planet(planet);
                self.go(0);
            }
            (1, _) => {
                let (unit, _) = *self.frame().locals.made.last().expect("it was just chosen");
                let sites = self.sites(seat, system, unit).into_iter();
                let planets = sites.filter_map(|place| match place {
                    Place::Planet(planet) => Some(Choice::Planet(planet)),
                    _ => None,
                });
                self.ask(seat, Prompt::Where, planets.collect::<Vec<_>>());
            }
            (2, _) => {
                self.go(3);
                let number = self.cost(seat, None);
                let locals = Locals { number, ..Locals::default() };
                self.call(Procedure::Pay, seat, locals);
            }
            (3, _) => {
                self.go(4);
                let made = core::mem::take(&mut self.locals().made);
                let place = |(unit, place)| Proposal::new(Verb::Place(unit, place), seat);
                self.propose(made.into_iter().map(place));
            }
            _ => self.end(),
        }
    }

    /// The units that produce: all of the player's in the system, or the one that is meant.
    fn producers(&self, seat: Seat, system: SystemId) -> Vec<Slot> {
        let scene = self.scene();
        let own = scene.figures().map(|(slot, _)| slot).filter(|&slot| {
            scene.piece(slot).owner == seat
                && scene.system_of(slot) == Some(system)
                && scene.production(slot) > 0
        });
        match self.frame().locals.chosen {
            Target::Piece(only) => own.filter(|&slot| slot == only.slot).collect(),
            _ => own.collect(),
        }
    }

    /// What must be paid for what was put together, and one more unit.
    fn cost(&self, seat: Seat, more: Option<UnitType>) -> i16 {
        let made = self.frame().locals.made.iter().map(|&(unit, _)| unit).chain(more);
        let made: Vec<UnitType> = made.collect();
        let cost_of = |unit: UnitType| {
            let card = self.scene().unit_card(seat, unit).and_then(|card| card.unit);
            let count = made.iter().filter(|&&other| other == unit).count() as i16;
            card.map_or(0, |u| {
                let batch = i16::from(u.for_cost.max(1));
                (count + batch - 1) / batch * i16::from(u.cost.unwrap_or(0))
            })
        };
        let total: i16 = UNITS.into_iter().map(cost_of).sum();
        let less = self.scene().total(seat, |constant| match constant {
            Constant::ProductionDiscount(n) => *n,
            _ => 0,
        });
        (total - i16::from(less)).max(0)
    }

    fn can_produce(&self, seat: Seat, system: SystemId, unit: UnitType) -> bool {
        let scene = self.scene();
        let made = &self.frame().locals.made;
        let capacity: usize = self
            .producers(seat, system)
            .into_iter()
            .map(|slot| usize::from(scene.production(slot)))
            .sum();
        let Some(card) = scene.unit_card(seat, unit).and_then(|card| card.unit) else {
            return false;
        };
        let alike = made.iter().filter(|(other, _)| *other == unit).count();
        let on_board = scene
            .figures()
            .filter(|&(slot, other)| other == unit && scene.piece(slot).owner == seat)
            .count();
        card.cost.is_some()
            && made.len() < capacity
            && on_board + alike < usize::from(unit.figures())
            && !self.sites(seat, system, unit).is_empty()
            && self.cost(seat, Some(unit)) <= scene.spendable(seat, false)
            && self.has_room(seat, system, unit)
    }

    /// Units beyond fleet pool and capacity would be removed at once: those are not offered.
    fn has_room(&self, seat: Seat, system: SystemId, unit: UnitType) -> bool {
        let scene = self.scene();
        let made = &self.frame().locals.made;
        let (limit, room, fleet, carried) = self.load(seat, system);
        let more = |fits: &dyn Fn(UnitType) -> bool| made.iter().filter(|(u, _)| fits(*u)).count();
        if unit == UnitType::Fighter {
            let capacity: usize = made
                .iter()
                .filter_map(|&(unit, _)| scene.unit_card(seat, unit)?.unit)
                .map(|unit| usize::from(unit.capacity))
                .sum();
            carried + more(&|u| u == UnitType::Fighter) < room + capacity
        } else if unit.is_ship() {
            fleet + more(&|u| u.is_ship() && u != UnitType::Fighter) < limit
        } else {
            true
        }
    }

    /// Where a unit can go that is produced here (LRR 67.6, 68.2, 68.3).
    fn sites(&self, seat: Seat, system: SystemId, unit: UnitType) -> Vec<Place> {
        let scene = self.scene();
        if unit.is_ship() {
            let free = scene.fleets(system).all(|other| other == seat);
            return if free { vec![Place::Space(system)] } else { Vec::new() };
        }
        let mut planets: Vec<PlanetId> = self
            .producers(seat, system)
            .into_iter()
            .filter_map(|slot| match scene.piece(slot).place {
                Place::Planet(planet) => Some(planet),
                _ => None,
            })
            .collect();
        planets.dedup();
        planets.into_iter().map(Place::Planet).collect()
    }

    /// `locals.number` is left to spend; what is spent beyond it is lost (LRR 67.1b).
    pub(super) fn pay(&mut self) {
        let seat = self.seat();
        let Locals { number, influence, .. } = self.frame().locals;
        if number <= 0 {
            return self.end();
        }
        let answer = self.answer();
        let worth = |planet: PlanetId| {
            let planet = self.board.planet(planet);
            i16::from(if influence { planet.influence } else { planet.resources })
        };
        match answer {
            Some(Choice::Planet(planet)) => {
                let worth = worth(planet);
                self.locals().number -= worth;
                self.propose([Proposal::new(Verb::ExhaustPlanet, seat).on(planet)]);
            }
            Some(Choice::TradeGood(_)) => {
                self.locals().number -= 1;
                let spend = Proposal::new(Verb::Lose(Gain::TradeGoods), seat).amount(1);
                self.propose([spend]);
            }
            _ => {
                let ready = self
                    .scene()
                    .planets(seat)
                    .filter(|&planet| !self.board.planet(planet).exhausted && worth(planet) > 0);
                let mut options: Vec<Choice> = ready.map(Choice::Planet).collect();
                if self.board.player(seat).trade_goods > 0 {
                    options.push(Choice::TradeGood(true));
                }
                if options.is_empty() {
                    return self.end();
                }
                self.ask(seat, Prompt::Pay, options);
            }
        }
    }

    /// Fleet limit and capacity of a player in a system, and how many ships (fighters not
    /// counted) and how many units that need capacity there are.
    fn load(&self, seat: Seat, system: SystemId) -> (usize, usize, usize, usize) {
        let scene = self.scene();
        let limit = usize::from(scene.fleet_limit(seat));
        let ships = scene.ships(system, seat);
        let capacity: usize =
            ships.map(|(slot, _)| usize::from(scene.attributes(slot).unit.capacity)).sum();
        let fleet = scene.ships(system, seat).filter(|&(_, u)| u != UnitType::Fighter).count();
        let in_space = |slot: Slot| {
            let piece = scene.piece(slot);
            piece.owner == seat && piece.place == Place::Space(system)
        };
        let count = |fits: &dyn Fn(UnitType) -> bool| {
            scene.figures().filter(|&(slot, unit)| in_space(slot) && fits(unit)).count()
        };
        let fighters = count(&|unit| unit == UnitType::Fighter);
        let ground = count(&UnitType::is_ground_force);
        let docks = scene
            .figures()
            .filter(|&(slot, unit)| {
                unit == UnitType::SpaceDock
                    && scene.piece(slot).owner == seat
                    && scene.system_of(slot) == Some(system)
            })
            .count();
        let free = fighters.min(DOCK_FIGHTERS * docks);
        let room = capacity + if fighters > free { free } else { DOCK_FIGHTERS * docks };
        (limit, room, fleet, fighters + ground)
    }

    /// Excess ships, then excess fighters and ground forces, are removed (LRR 37.3, 16.3).
    pub(super) fn limits(&mut self) {
        let (seat, system) = (self.seat(), self.frame().locals.system);
        if let Some(Choice::Piece(slot)) = self.answer() {
            let unit = self.reference(slot);
            return self.propose([Proposal::new(Verb::Remove, seat).of(unit)]);
        }
        let scene = self.scene();
        let (limit, room, fleet, carried) = self.load(seat, system);
        let here = |fits: &dyn Fn(UnitType) -> bool| -> Vec<Slot> {
            let figures = scene.figures().filter(|&(slot, unit)| {
                let piece = scene.piece(slot);
                piece.owner == seat && piece.place == Place::Space(system) && fits(unit)
            });
            figures.map(|(slot, _)| slot).collect()
        };
        let excess = if fleet > limit {
            here(&|unit| unit.is_ship() && unit != UnitType::Fighter)
        } else if carried > room {
            here(&|unit| unit == UnitType::Fighter || unit.is_ground_force())
        } else {
            return self.end();
        };
        let options = self.unlike(excess.into_iter()).into_iter().map(Choice::Piece);
        self.ask(seat, Prompt::Limits, options.collect::<Vec<_>>());
    }
}
