//! Units are produced: put together, paid for and placed (LRR 67, 68).

use cardmill_kernel::card::{Ref, Slot};
use cardmill_kernel::procedure::Line::{Do, Jump, Label, Unless, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::limits::Load;
use super::{Payment, Procedure};
use crate::advance::{Resolver, Run};
use crate::board::SLOTS;
use crate::choice::{Choice, Prompt};
use crate::piece::{Place, PlanetId, SystemId};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::UnitType;

/// Slots that are kept for technologies and for units that are placed.
const RESERVE: usize = 8;

/// Units that are put together to be produced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Production {
    system: SystemId,
    /// The unit that alone produces.
    only: Option<Ref>,
    /// The planet on which ground forces are produced without a unit that produces, and the most
    /// resources that they cost.
    there: Option<(PlanetId, i16)>,
    /// The types, as a mask, of which one ship is produced without a unit that produces.
    salvage: Option<u16>,
    /// The units that are produced at most, without any unit that produces.
    most: Option<u8>,
    /// The units put together, and the place of each.
    made: Vec<(UnitType, Place)>,
    /// Nothing more is put together.
    complete: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Use,
    Unit,
    Site,
    Pay,
    Place,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    Complete,
    SeveralSites,
    Uses,
}

impl Production {
    /// Production by all units in a system.
    pub(crate) fn of(system: SystemId) -> Self {
        Self { system, ..Self::default() }
    }

    /// Production by one unit in a system.
    pub(crate) fn by(unit: Ref, system: SystemId) -> Self {
        Self { only: Some(unit), ..Self::of(system) }
    }

    /// Ground forces on a planet that cost no more than its resources, without any unit that
    /// produces.
    pub(crate) fn there(planet: PlanetId, system: SystemId, most: i16) -> Self {
        Self { there: Some((planet, most)), ..Self::of(system) }
    }

    /// One ship of one of these types, a mask, without any unit that produces.
    pub(crate) fn one_of(types: u16, system: SystemId) -> Self {
        Self { salvage: Some(types), ..Self::of(system) }
    }

    /// Returns `true` for the use of the unit ability Production.
    const fn uses(&self) -> bool {
        self.there.is_none() && self.salvage.is_none() && self.most.is_none()
    }

    /// Up to so many units in a system, without any unit that produces.
    pub(crate) fn up_to(most: u8, system: SystemId) -> Self {
        Self { most: Some(most), ..Self::of(system) }
    }

    /// The types of the units that were put together.
    pub(crate) fn made(&self) -> impl Iterator<Item = UnitType> + '_ {
        self.made.iter().map(|&(unit, _)| unit)
    }

    /// The units in the system that produce.
    fn producers(&self, by: &Resolver<'_>) -> Vec<Slot> {
        let scene = by.scene;
        let own = scene.units_of(self.system, by.seat).map(|(slot, _)| slot).filter(|&slot| {
            scene.stats(slot).production > 0 && self.only.is_none_or(|only| only.slot == slot)
        });
        own.collect()
    }

    /// The price of the units that were put together, and of one more.
    fn price(&self, by: &Resolver<'_>, more: Option<UnitType>) -> i16 {
        let made: Vec<UnitType> = self.made.iter().map(|&(unit, _)| unit).chain(more).collect();
        let cost_of = |unit: UnitType| {
            let card = by.scene.unit_card(by.seat, unit).and_then(|card| card.unit);
            let count = made.iter().filter(|&&other| other == unit).count() as i16;
            card.map_or(0, |u| {
                let full = by.scene.gathered.laws.full_price;
                let batch = if full { 1 } else { i16::from(u.for_cost.max(1)) };
                (count + batch - 1) / batch * i16::from(u.cost.unwrap_or(0))
            })
        };
        UnitType::ALL.into_iter().map(cost_of).sum()
    }

    /// The resources to pay for them: the price less the player's discount.
    fn cost(&self, by: &Resolver<'_>, more: Option<UnitType>) -> i16 {
        // What is no use of Production is no cheaper.
        let discount = if self.uses() { by.scene.standing(by.seat).discount } else { 0 };
        (self.price(by, more) - i16::from(discount)).max(0)
    }

    /// The number of units that those units produce which fit.
    fn capacity(&self, by: &Resolver<'_>, fits: impl Fn(UnitType) -> bool) -> usize {
        let producers = self.producers(by).into_iter();
        let fitting = producers.filter(|&slot| by.scene.unit_type(slot).is_some_and(&fits));
        fitting.map(|slot| usize::from(by.scene.stats(slot).production)).sum()
    }

    /// Tells whether infantry can be produced beside so many: space docks may not (LRR 68.1d).
    fn may_make_infantry(&self, made: usize, by: &Resolver<'_>) -> bool {
        let all = !by.scene.standing(by.seat).no_infantry_of_docks
            || self.there.is_some()
            || self.most.is_some();
        all || made < self.capacity(by, |unit| unit != UnitType::SpaceDock)
    }

    fn can_produce(&self, unit: UnitType, by: &Resolver<'_>) -> bool {
        let Resolver { scene, seat, .. } = *by;
        let capacity = match self.most {
            Some(most) => usize::from(most),
            None => self.capacity(by, |_| true),
        };
        let Some(card) = scene.unit_card(seat, unit).and_then(|card| card.unit) else {
            return false;
        };
        let alike = self.made.iter().filter(|(other, _)| *other == unit).count();
        let on_board = scene
            .figures()
            .filter(|&(slot, other)| other == unit && scene.piece(slot).owner == seat)
            .count();
        // A table that is nearly full takes no more figures.
        let free = usize::from(scene.board.slots) + self.made.len() + RESERVE < SLOTS;
        let there = self
            .there
            .is_none_or(|(_, most)| unit.is_ground_force() && self.price(by, Some(unit)) <= most);
        card.cost.is_some()
            && free
            && there
            // Mechs came with the expansion.
            && !(scene.board.house.whole && unit == UnitType::Mech)
            && !unit.is_structure()
            && (unit != UnitType::Infantry || self.may_make_infantry(alike, by))
            && !scene.is_stymied(seat, self.system)
            && match self.salvage {
                Some(types) => types & 1 << unit as u16 != 0 && self.made.is_empty(),
                None => self.there.is_some() || self.made.len() < capacity,
            }
            && on_board + alike < usize::from(unit.figures())
            && !self.sites(unit, &self.made, by).is_empty()
            && self.cost(by, Some(unit)) <= scene.spendable(seat, false)
            && self.has_room(unit, by)
    }

    /// Units beyond fleet pool and capacity would be removed at once: those are not offered.
    fn has_room(&self, unit: UnitType, by: &Resolver<'_>) -> bool {
        let Resolver { scene, seat, .. } = *by;
        let load = self.load(&self.made, by);
        let more =
            |fits: &dyn Fn(UnitType) -> bool| self.made.iter().filter(|(u, _)| fits(*u)).count();
        if unit == UnitType::Fighter {
            let made = self.made.iter();
            let cards = made.filter_map(|&(unit, _)| scene.unit_card(seat, unit)?.unit);
            let capacity: usize = cards.map(|unit| usize::from(unit.capacity)).sum();
            let fighters = more(&|u| u == UnitType::Fighter) + 1;
            let ships = load.fleet + more(&|u| u.is_ship() && u != UnitType::Fighter);
            let strays = load.strays(fighters, capacity);
            load.carried(fighters) <= load.room + capacity + strays
                && (strays == 0 || ships + load.ships(strays) <= load.limit)
        } else if unit.is_ship() {
            let strays = load.strays(more(&|u| u == UnitType::Fighter), 0);
            load.fleet + load.ships(strays) + more(&|u| u.is_ship() && u != UnitType::Fighter)
                < load.limit
        } else {
            true
        }
    }

    /// The load in the system, with the ground forces of those units that go to space.
    fn load(&self, made: &[(UnitType, Place)], by: &Resolver<'_>) -> Load {
        let mut load = Load::of(by.scene, by.seat, self.system);
        let space = Place::Space(self.system);
        let ground = made.iter().filter(|(u, place)| u.is_ground_force() && *place == space);
        load.ground += ground.count();
        load
    }

    /// Tells whether there is room in space for one more ground force beside those units.
    fn has_room_in_space(&self, made: &[(UnitType, Place)], by: &Resolver<'_>) -> bool {
        let load = self.load(made, by);
        let cards = made.iter().filter_map(|&(unit, _)| by.scene.unit_card(by.seat, unit)?.unit);
        let capacity: usize = cards.map(|unit| usize::from(unit.capacity)).sum();
        let fighters = made.iter().filter(|(unit, _)| *unit == UnitType::Fighter).count();
        load.carried(fighters) < load.room + capacity + load.strays(fighters, capacity)
    }

    /// The places to which a unit can go that is produced here beside those units (LRR 67.6, 68.2,
    /// 68.3).
    fn sites(&self, unit: UnitType, made: &[(UnitType, Place)], by: &Resolver<'_>) -> Vec<Place> {
        let Resolver { scene, seat, .. } = *by;
        if unit.is_ship() {
            let free = scene.fleets(self.system).all(|other| other == seat);
            return if free { vec![Place::Space(self.system)] } else { Vec::new() };
        }
        if let Some((planet, _)) = self.there {
            let site = Place::Planet(planet);
            return if scene.is_closed(site) { Vec::new() } else { vec![site] };
        }
        let docks = !(unit == UnitType::Infantry && scene.standing(seat).no_infantry_of_docks);
        let producers = self.producers(by).into_iter();
        let producers =
            producers.filter(|&slot| docks || scene.unit_type(slot) != Some(UnitType::SpaceDock));
        let places: Vec<Place> = producers.map(|slot| scene.piece(slot).place).collect();
        let mut planets: Vec<PlanetId> = places
            .iter()
            .filter_map(|place| match place {
                Place::Planet(planet) => Some(*planet),
                _ => None,
            })
            .collect();
        planets.dedup();
        let mut sites: Vec<Place> = planets.into_iter().map(Place::Planet).collect();
        // LRR 68.4
        let space = Place::Space(self.system);
        if self.most.is_some() || places.contains(&space) {
            let own = scene.board.planets_of(self.system).map(Place::Planet);
            let own = own.filter(|site| match site {
                Place::Planet(planet) => scene.board.planet(*planet).owner == Some(seat),
                _ => false,
            });
            let room = self.has_room_in_space(made, by).then_some(space);
            for site in own.chain(room) {
                if !sites.contains(&site) {
                    sites.push(site);
                }
            }
        }
        sites.retain(|&site| !scene.is_closed(site));
        sites
    }

    /// The sites of the unit that was put together last.
    fn sites_of_last(&self, by: &Resolver<'_>) -> Vec<Place> {
        let Some((&(unit, _), before)) = self.made.split_last() else { return Vec::new() };
        self.sites(unit, before, by)
    }
}

impl Procedure for Production {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        Unless(Test::Uses, "unit"),
        Do(Step::Use),
        // LRR 68.1
        Label("unit"),
        Do(Step::Unit),
        When(Test::Complete, "payment"),
        Unless(Test::SeveralSites, "unit"),
        Do(Step::Site),
        Jump("unit"),
        // LRR 67.1, 67.2
        Label("payment"),
        Do(Step::Pay),
        // LRR 68.2, 68.3
        Do(Step::Place),
    ]);

    fn holds(&self, test: Test, by: &Resolver<'_>) -> bool {
        match test {
            Test::Complete => self.complete,
            Test::Uses => self.uses() && !self.producers(by).is_empty(),
            Test::SeveralSites => self.sites_of_last(by).len() > 1,
        }
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        match (step, run.answer) {
            (Step::Use, _) => {
                let uses = Proposal::new(Verb::UseProduction, run.seat);
                run.propose([uses.in_system(self.system)]);
            }
            (Step::Unit, None) => return run.ask(run.seat, Prompt::Produce),
            (Step::Unit, Some(Choice::Unit(unit))) => {
                let site = self.sites(unit, &self.made, run).first().copied();
                self.made.extend(site.map(|site| (unit, site)));
            }
            (Step::Unit, Some(_)) => self.complete = true,
            (Step::Site, Some(choice)) => {
                if let Some((_, site)) = self.made.last_mut() {
                    *site = match choice {
                        Choice::Planet(planet) => Place::Planet(planet),
                        _ => Place::Space(self.system),
                    };
                }
            }
            (Step::Site, _) => return run.ask(run.seat, Prompt::Where),
            (Step::Pay, _) => run.call(run.seat, Payment::in_resources(self.cost(run, None))),
            (Step::Place, _) => {
                let seat = run.seat;
                let fighters = self.made().filter(|&unit| unit == UnitType::Fighter).count();
                let new = |verb| Proposal::new(verb, seat).in_system(self.system);
                let made = new(Verb::Produced).amount(fighters as i16);
                // What a card lets a player produce is no use of Production.
                let uses = self.uses();
                let any = uses && !self.made.is_empty();
                let place = |(unit, place)| Proposal::new(Verb::Place(unit, place), seat);
                run.propose(self.made.drain(..).map(place));
                run.propose(uses.then(|| new(Verb::EndProduction)));
                run.propose(any.then_some(made));
            }
        }
        Flow::Next
    }

    fn options(&self, step: Step, by: &Resolver<'_>) -> Vec<Choice> {
        match step {
            Step::Unit => {
                let all = UnitType::ALL.into_iter().filter(|&unit| self.can_produce(unit, by));
                all.map(Choice::Unit).chain([Choice::Done]).collect()
            }
            _ => {
                let sites = self.sites_of_last(by).into_iter().filter_map(|site| match site {
                    Place::Planet(planet) => Some(Choice::Planet(planet)),
                    Place::Space(system) => Some(Choice::System(system)),
                    _ => None,
                });
                sites.collect()
            }
        }
    }
}
