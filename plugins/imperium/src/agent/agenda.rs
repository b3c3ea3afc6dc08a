//! The opinion of the greedy agent about agendas: what each outcome would do to it.

use cardmill_kernel::card::Seat;

use super::mind::{Mind, POINT};
use crate::choice::{Choice, Target};
use crate::piece::{Place, PlanetId};
use crate::vocabulary::{
    By, Constant, Definition, FigureFilter, Gain, Kind, Outcomes, Step, SystemFilter, Timing, Whose,
};

/// The worth of a law to the player who owns it.
const LAW: i32 = 20;
/// The worth of a resource or an influence that a planet has more.
const WORTH: i32 = 8;

impl Mind<'_, '_> {
    /// The score of an outcome of an agenda, as far as it bears on the seat; abstaining is 0.
    pub(super) fn outcome(&self, choice: Choice) -> i32 {
        let Choice::Outcome(outcome) = choice else { return 0 };
        let view = self.view;
        let Some(card) = view.agenda().and_then(|agenda| view.card(agenda.card)) else { return 0 };
        match view.elected(outcome) {
            Target::Planet(planet) => self.elected_planet(card, planet),
            Target::Piece(elected) => match view.card(elected.slot) {
                Some(law) if law.kind == Kind::Agenda => self.elected_law(law, elected.slot),
                Some(objective) => self.elected_secret(objective, elected.slot),
                None => 0,
            },
            Target::Player(seat) => self.directed(card, Timing::For, seat),
            _ if outcome == 0 => {
                let law: i32 = if card.law {
                    card.constants.iter().map(|constant| self.worth_of_law(constant)).sum()
                } else {
                    0
                };
                self.directed(card, Timing::For, view.seat()) + law
            }
            _ => self.directed(card, Timing::Against, view.seat()),
        }
    }

    /// The worth of what is done with an outcome, by a player.
    fn directed(&self, card: &Definition, timing: Timing, by: Seat) -> i32 {
        let abilities = card.abilities.iter().filter(|ability| ability.timing.contains(&timing));
        let steps = abilities.flat_map(|ability| &ability.steps);
        let worth: i32 = steps.map(|step| self.worth_of_step(step, by)).sum();
        // A law that somebody owns is good for its owner.
        let owned = card.law && card.outcomes == Some(Outcomes::ElectPlayer);
        let law = if owned { LAW } else { 0 };
        if by == self.view.seat() { worth + law } else { worth - law / 2 }
    }

    /// The worth of electing a planet: what it does to who controls it, who had better be somebody
    /// else where it does harm.
    fn elected_planet(&self, card: &Definition, planet: PlanetId) -> i32 {
        let view = self.view;
        let Some(owner) = view.planet(planet).owner else { return 0 };
        let there = |filter: &FigureFilter| -> Vec<u16> {
            let here = view.figures().filter(|&(_, unit, piece)| {
                piece.place == Place::Planet(planet)
                    && (filter.types.is_empty() || filter.types.contains(&unit))
                    && (!filter.ground || unit.is_ground_force())
            });
            here.map(|(slot, _, _)| slot).collect()
        };
        let units = |filter: &FigureFilter| -> i32 {
            there(filter).into_iter().map(|slot| self.worth_of_unit(slot)).sum()
        };
        let step = |step: &Step| match step {
            Step::Gain(By::Controller, Gain::Points, _) => POINT,
            Step::DestroyAll(filter) => -units(filter),
            Step::DestroyForGoods(filter) => 10 * there(filter).len() as i32 - units(filter),
            Step::Resettle => -10,
            _ => 0,
        };
        let constant = |constant: &Constant| match constant {
            Constant::Worth(resources, influence) => WORTH * i32::from(resources + influence),
            Constant::Prerequisite(_) => 2 * WORTH,
            Constant::NoProduction => {
                let units = there(&FigureFilter::default()).into_iter();
                -40 * units.filter(|&slot| view.production(slot) > 0).count() as i32
            }
            Constant::Closed => -10,
            _ => 0,
        };
        let of_outcome = card.abilities.iter().filter(|a| a.timing.contains(&Timing::For));
        let done: i32 = of_outcome.flat_map(|ability| &ability.steps).map(step).sum();
        let worth = done + card.constants.iter().map(constant).sum::<i32>();
        if owner == view.seat() { worth } else { -worth / 2 }
    }

    /// The worth of ending a law: those of others had better end, and what only does harm.
    fn elected_law(&self, law: &Definition, slot: u16) -> i32 {
        let view = self.view;
        let owner = view.piece(slot).and_then(|piece| match piece.place {
            Place::Area => Some(piece.holder),
            Place::Planet(planet) => view.planet(planet).owner,
            _ => None,
        });
        match owner {
            Some(owner) if owner == view.seat() => -LAW,
            Some(_) => LAW / 2,
            None => -law.constants.iter().map(|constant| self.worth_of_law(constant)).sum::<i32>(),
        }
    }

    /// The worth of making a secret objective public: best is one that the seat can score, too.
    fn elected_secret(&self, card: &Definition, slot: u16) -> i32 {
        let view = self.view;
        let Some(objective) = &card.objective else { return 0 };
        if view.has_scored(slot, view.seat()) {
            return -10;
        }
        if view.holds(&objective.condition, view.seat()) { POINT } else { -5 }
    }

    /// The worth of a change of the rules.
    fn worth_of_law(&self, constant: &Constant) -> i32 {
        let (view, seat) = (self.view, self.view.seat());
        match constant {
            Constant::HandLimit(most) => {
                let hand = view.hand_count(seat, Kind::Action) as i32;
                -12 * (hand - i32::from(*most)).max(0) - 1
            }
            Constant::FullPrice | Constant::WormholesClosed => -5,
            Constant::AnyPds | Constant::NebulaeOpen | Constant::Spared(_) => 1,
            Constant::WormholesJoined | Constant::OpenWarSuns => 2,
            _ => 0,
        }
    }

    /// The worth to the seat of a step of an agenda about all players.
    pub(super) fn worth_of_agenda_step(&self, step: &Step, each: &dyn Fn(By) -> i32) -> i32 {
        let (view, seat) = (self.view, self.view.seat());
        let own = |fits: &dyn Fn(u16) -> bool| {
            let own = view.figures().filter(|(_, _, piece)| piece.owner == seat);
            own.filter(|&(slot, _, _)| fits(slot)).map(|(slot, _, _)| slot).collect::<Vec<u16>>()
        };
        let systems = |filter: &SystemFilter| {
            let all = 0..view.systems().len() as u8;
            all.filter(|&at| view.system_fits(filter, at, seat)).count() as i32
        };
        match step {
            Step::DestroyAll(filter) => {
                let lost = own(&|slot| view.figure_fits(filter, slot, seat));
                let lost: i32 = lost.into_iter().map(|slot| self.worth_of_unit(slot)).sum();
                -lost
            }
            Step::DestroyEach(filter, n) => {
                let lost = own(&|slot| view.figure_fits(filter, slot, seat));
                let lost = lost.into_iter().take(usize::from(*n));
                -lost.map(|slot| self.worth_of_unit(slot)).sum::<i32>()
            }
            Step::DestroyIn(filter, n) => {
                let there = SystemFilter { units_of: Some(Whose::You), ..filter.clone() };
                -5 * i32::from(*n) * systems(&there)
            }
            Step::TokensInto(filter) => -6 * systems(filter),
            Step::PlaceOnControlled(_) => {
                let own = view.planets().iter().filter(|planet| planet.owner == Some(seat));
                2 * own.count() as i32
            }
            Step::MayResearch(who, n) => 10 * each(*who) * i32::from(*n),
            Step::LoseAnyToken(who) => -12 * each(*who),
            Step::DiscardRandom(who) => -12 * each(*who),
            Step::HalveInfantry => 2,
            Step::ProduceInSystem => 15,
            Step::AnotherAction => 12,
            Step::Elect => 5,
            // It is kept for a turn that is about the seat.
            Step::EndTurn => {
                let here = SystemFilter { units_of: Some(Whose::You), ..SystemFilter::default() };
                let event = view.window().map(|(_, event)| event);
                let attacked = event.is_some_and(|event| {
                    let at = event.system.is_some_and(|at| view.system_fits(&here, at, seat));
                    event.seat != seat && at
                });
                if attacked { 20 } else { -1 }
            }
            Step::RerollOrLose => -1,
            _ => 0,
        }
    }
}
