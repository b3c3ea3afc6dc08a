//! Production, research and payment of the greedy agent.

use super::field::Field;
use super::mind::Mind;
use crate::board::Pool;
use crate::choice::Choice;
use crate::piece::PlanetId;
use crate::procedure::Locals;
use crate::program::Op;
use crate::vocabulary::{Definition, Kind, Step, UnitType};

/// The carriers that a player wants for a start.
const CARRIERS: usize = 3;
/// The worth of a resource that is spent on units.
const RESOURCE: i32 = 5;

impl Mind<'_, '_> {
    /// The worth of producing with so much capacity, as far as the seat can pay.
    pub(super) fn worth_of_production(&self, capacity: u8) -> i32 {
        if capacity == 0 {
            return 0;
        }
        // Units cost two and a half resources each, about.
        let most = i32::from(capacity) * 5 / 2;
        RESOURCE * self.needs.budget(false).min(most)
    }

    fn own(&self, unit: UnitType) -> usize {
        let seat = self.view.seat();
        let own = self.view.figures().filter(|(_, of, piece)| *of == unit && piece.owner == seat);
        own.count()
    }

    /// The price of units that are put together, and of one more.
    fn price(&self, made: &[UnitType], more: UnitType) -> i32 {
        let (view, seat) = (self.view, self.view.seat());
        let cost = |unit: UnitType| {
            let card = view.unit_card(seat, unit).and_then(|card| card.unit);
            let made = made.iter().chain([&more]).filter(|other| **other == unit).count();
            card.map_or(0, |unit| {
                let batches = made.div_ceil(if view.rules_by_law().full_price {
                    1
                } else {
                    usize::from(unit.for_cost.max(1))
                });
                batches as i32 * i32::from(unit.cost.unwrap_or(0))
            })
        };
        UnitType::ALL.into_iter().map(cost).sum()
    }

    /// Scores units that are put together, while they are paid for from what is not kept.
    pub(super) fn produce(&self) -> impl Fn(Choice) -> i32 + '_ {
        let (view, seat) = (self.view, self.view.seat());
        let made: Vec<UnitType> = match view.asking() {
            Some(Locals::Production(production)) => production.made().collect(),
            _ => Vec::new(),
        };
        let budget = self.needs.budget(false) + i32::from(view.standing(seat).discount);
        let count =
            |unit: UnitType| self.own(unit) + made.iter().filter(|other| **other == unit).count();
        let capacity = 4 * count(UnitType::Carrier) + count(UnitType::Dreadnought);
        let ground = count(UnitType::Infantry);
        let (carriers, warships) = (
            count(UnitType::Carrier),
            count(UnitType::Cruiser) + count(UnitType::Destroyer) + count(UnitType::Dreadnought),
        );
        move |choice| {
            let Choice::Unit(unit) = choice else { return 0 };
            if self.price(&made, unit) > budget {
                return -1;
            }
            let plain = match unit {
                UnitType::Infantry if ground < capacity => 30,
                UnitType::Infantry => 4,
                UnitType::Carrier if carriers < CARRIERS => 40,
                UnitType::Carrier => 3,
                UnitType::Dreadnought => 24,
                UnitType::WarSun => 28,
                UnitType::Flagship => 20,
                UnitType::Cruiser if warships < 2 => 26,
                UnitType::Cruiser => 18,
                UnitType::Destroyer => 12,
                UnitType::Fighter => 6,
                UnitType::Mech | UnitType::Pds | UnitType::SpaceDock => 1,
            };
            plain + self.needs.unit(unit) / 4
        }
    }

    /// Scores the planet for a unit or a ground force: the one with the fewest is best.
    pub(super) fn site(&self, choice: Choice) -> i32 {
        let Choice::Planet(planet) = choice else { return 0 };
        let field = Field::of(self.view);
        let own = field.ground[usize::from(planet)][usize::from(self.view.seat())];
        -own.bodies * 10 + self.goods(planet)
    }

    fn goods(&self, planet: PlanetId) -> i32 {
        let planet = self.view.planet(planet);
        i32::from(planet.resources) + i32::from(planet.influence)
    }

    /// Scores means of payment: the best is worth little otherwise, with the least waste.
    pub(super) fn pay(&self) -> impl Fn(Choice) -> i32 + '_ {
        let view = self.view;
        let (left, influence) = match view.asking() {
            Some(Locals::Payment(payment)) => payment.due(),
            _ => (1, false),
        };
        let left = i32::from(left).max(1);
        let reserve = self.needs.reserve();
        move |choice| match choice {
            Choice::Planet(id) => {
                let planet = view.planet(id);
                let (resources, other) = (i32::from(planet.resources), i32::from(planet.influence));
                let (worth, other) =
                    if influence { (other, resources) } else { (resources, other) };
                let paid = worth.min(left).max(1);
                let weight = if influence { 4 } else { 3 };
                -((worth - paid) * 4 + other * weight) * 10 / paid
            }
            // A card that is exhausted instead of a prerequisite is worth nothing otherwise.
            Choice::Piece(_) => 1,
            Choice::TradeGood(_) if reserve.goods > 0 => -60,
            Choice::TradeGood(_) => -25,
            _ => -100,
        }
    }

    /// The worth of researching a technology.
    pub(super) fn technology(&self, card: &Definition) -> i32 {
        let view = self.view;
        let unit = card.unit.map_or(0, |unit| match unit.unit {
            UnitType::Carrier | UnitType::Dreadnought => 22,
            UnitType::Cruiser | UnitType::WarSun | UnitType::SpaceDock => 16,
            UnitType::Infantry | UnitType::Fighter | UnitType::Destroyer => 10,
            _ => 6,
        });
        let plain = if card.kind == Kind::Upgrade { unit } else { 12 };
        let constants = 4 * card.constants.len() as i32;
        // What opens the way to others.
        let opens = card.colour.map_or(0, |colour| {
            let owned = view.colours(view.seat())[colour as usize];
            if owned < 2 { 6 } else { 0 }
        });
        plain + constants + opens + self.needs.technology(card)
    }

    /// Scores pools: tokens go to those that have too few, and those that are there stay.
    pub(super) fn pool(&self) -> impl Fn(Choice) -> i32 + '_ {
        let view = self.view;
        let player = view.player(view.seat());
        let buys = self.needs.budget(true) >= 3;
        // Whoever must give a token up does so where it is missed least.
        let step = view.asking_step();
        let loses = view.gives_token() || matches!(step, Some((Op::Do(Step::LoseAnyToken(_)), _)));
        let shifts = view.options().iter().any(|choice| matches!(choice, Choice::Shift(..)));
        move |choice| match choice {
            Choice::Pool(pool) => {
                let have = i32::from(player.pools[pool as usize]);
                // How many are wanted first.
                let (wanted, weight) = match pool {
                    Pool::Tactic => (4, 12),
                    Pool::Fleet => (4, 10),
                    Pool::Strategy => (2, 11),
                };
                let done = view.options().contains(&Choice::Done);
                let score = 100 + weight + 10 * (wanted - have);
                if loses {
                    return -score;
                }
                if done && !buys { -1 } else { score.max(1) }
            }
            Choice::Done => i32::from(shifts || !buys),
            _ => 0,
        }
    }
}
