//! The opinions of the greedy agent about what faction sheets and their cards ask.

use cardmill_kernel::card::{Seat, Slot};

use super::field::Field;
use super::mind::Mind;
use crate::choice::{Choice, Target};
use crate::piece::{Place, PlanetId};
use crate::program::Op;
use crate::vocabulary::{
    Ability, Choice as Wanted, Constant, FigureFilter, Kind, Step, UnitType, Whose,
};

/// The strength of a fleet against which another is lost, in hundredths.
const LOST: i32 = 150;
/// The constant of a card that copies technologies.
const ASSIMILATOR: Constant = Constant::Assimilates;

impl Mind<'_, '_> {
    /// The worth of an ability that cannot be told from its steps one by one.
    pub(super) fn of_faction(&self, ability: &Ability, slot: Slot) -> Option<i32> {
        let steps = &*ability.steps;
        if steps.contains(&Step::ExchangeChosen) {
            let note = self.view.card(slot).is_some_and(|card| card.kind == Kind::Note);
            let owner = self.view.piece(slot).filter(|_| note).map(|piece| piece.owner);
            return Some(self.exchanged(owner));
        }
        if self.redeploys(slot) {
            let field = Field::of(self.view);
            let mut own = self.view.figures().map(|(slot, ..)| slot);
            return Some(if own.any(|slot| self.is_spare(slot, &field)) { 6 } else { -1 });
        }
        if steps.contains(&Step::Flee) {
            let field = Field::of(self.view);
            let lost = self.view.active_system().is_some_and(|system| {
                let own = field.fleets[usize::from(system)][usize::from(self.view.seat())];
                field.enemy(system, self.view.seat()).beats(own, LOST)
            });
            return Some(if lost { 40 } else { -1 });
        }
        if steps.contains(&Step::SwapValues) {
            let planets = 0..self.view.planets().len() as PlanetId;
            return planets.map(|planet| self.swapped(planet)).max();
        }
        match steps {
            [Step::Choose(Wanted::Figure(own)), Step::DestroyChosen, rest @ ..]
                if own.of == Some(Whose::You) =>
            {
                Some(self.sacrifice(&own.types, rest))
            }
            _ => None,
        }
    }

    /// The worth of giving a ship of these types up for a hit: that of what is hit, which the
    /// opponent chooses or not, less that of the cheapest.
    fn sacrifice(&self, types: &[UnitType], rest: &[Step]) -> i32 {
        let (view, seat) = (self.view, self.view.seat());
        let Some(place) = view.active_system().map(Place::Space) else { return -1 };
        let here = || view.figures().filter(move |(_, _, piece)| piece.place == place);
        let opponent = view.combat().and_then(|combat| combat.opponent(seat));
        let own = here().filter(|(_, unit, piece)| piece.owner == seat && types.contains(unit));
        let cheapest = own.map(|(slot, ..)| self.worth_of_unit(slot)).min();
        let theirs = here().filter(|(_, unit, piece)| {
            Some(piece.owner) == opponent && unit.is_ship() && *unit != UnitType::Fighter
        });
        let hit = theirs.map(|(slot, _, piece)| {
            let sustains = view.attributes(slot).unit.sustain && !piece.damaged;
            self.worth_of_unit(slot) / if sustains { 4 } else { 1 }
        });
        let theirs = if rest.contains(&Step::HitChosen) { hit.max() } else { hit.min() };
        theirs.zip(cheapest).map_or(-1, |(theirs, own)| theirs - own)
    }

    /// The worth of exchanging a strategy card for one of a player, or of any other.
    fn exchanged(&self, with: Option<Seat>) -> i32 {
        let (view, seat) = (self.view, self.view.seat());
        let all = 0..view.players().len() as Seat;
        let others = all.filter(|&other| other != seat && with.is_none_or(|with| with == other));
        let theirs = others.filter_map(|other| self.best_card(other)).max();
        let worth = |slot| self.strategy_card(Choice::Piece(slot));
        let own = view.area(seat, Kind::Strategy).map(worth).min();
        theirs.zip(own).map_or(-1, |(theirs, own)| theirs - own)
    }

    /// The worth of the best strategy card that a player has.
    pub(super) fn best_card(&self, seat: Seat) -> Option<i32> {
        let worth = |slot| self.strategy_card(Choice::Piece(slot));
        self.view.area(seat, Kind::Strategy).map(worth).max()
    }

    /// Tells whether a card exchanges strategy cards.
    pub(super) fn exchanges(&self, slot: Slot) -> bool {
        self.has_step(slot, |step| *step == Step::ExchangeChosen)
    }

    /// Tells whether a card lets infantry go to planets nearby.
    pub(super) fn redeploys(&self, slot: Slot) -> bool {
        self.has_step(
            slot,
            |step| matches!(step, Step::UpTo(.., steps) if *steps == [Step::RedeployNear]),
        )
    }

    /// Tells whether a unit is one of several ground forces of the seat on a planet of which another
    /// planet of it nearby has none.
    pub(super) fn is_spare(&self, slot: Slot, field: &Field) -> bool {
        let (view, seat) = (self.view, self.view.seat());
        let Some(Place::Planet(from)) = view.piece(slot).map(|piece| piece.place) else {
            return false;
        };
        let bodies = |planet: PlanetId| field.ground[usize::from(planet)][usize::from(seat)].bodies;
        let system = view.planet(from).system;
        let near = view.near(system, seat) | 1 << system;
        let mut planets = (0..).zip(view.planets());
        bodies(from) > 1
            && view.figure_fits(
                &FigureFilter { ground: true, of: Some(Whose::You), ..FigureFilter::default() },
                slot,
                seat,
            )
            && planets.any(|(planet, other)| {
                let here = near & 1 << other.system != 0;
                here && other.owner == Some(seat) && bodies(planet) == 0
            })
    }

    /// `-1` when it chooses one of its strategy cards to give away, 1 for one to get, 0 when it
    /// chooses none.
    pub(super) fn of_strategy(&self, asked: Option<(&Op, Slot)>) -> i32 {
        match asked {
            Some((Op::Choose(Wanted::StrategyCard(Whose::You), _), _)) => -1,
            Some((Op::Choose(Wanted::StrategyCard(_), _), _)) => 1,
            _ => 0,
        }
    }

    fn has_step(&self, slot: Slot, is: impl Fn(&Step) -> bool) -> bool {
        let card = self.view.card(slot);
        let mut abilities = card.into_iter().flat_map(|card| &card.abilities);
        abilities.any(|ability| ability.steps.iter().any(&is))
    }

    /// Tells whether a card makes ships of ground forces.
    pub(super) fn musters(&self, slot: Slot) -> bool {
        self.has_step(
            slot,
            |step| matches!(step, Step::UpTo(.., steps) if *steps == [Step::Muster]),
        )
    }

    /// The score of a ground force that could fight as a ship: those in space, which are lost with
    /// their ships, rather do; those that guard a planet do not.
    pub(super) fn mustered(&self, slot: Slot) -> i32 {
        let place = self.view.piece(slot).map(|piece| piece.place);
        if matches!(place, Some(Place::Space(_))) { 1 } else { -1 }
    }

    /// Tells whether a card is a technology, or a unit upgrade, in front of somebody.
    pub(super) fn is_technology(&self, slot: Slot) -> bool {
        let kind = self.view.card(slot).map(|card| card.kind);
        matches!(kind, Some(Kind::Technology | Kind::Upgrade))
    }

    /// The score of a technology that could be gained, or else that an assimilator loses: the worth
    /// of owning it, less that of the least which another assimilator copies.
    pub(super) fn assimilated(&self, slot: Slot, loses: bool) -> i32 {
        let Some(card) = self.view.card(slot) else { return 0 };
        let worth = |slot: Slot| {
            let card = self.view.card(slot).filter(|card| !card.constants.contains(&ASSIMILATOR));
            card.map_or(0, |card| self.technology(card))
        };
        if loses {
            return -worth(slot);
        }
        let copies = !card.faction.is_empty();
        let able = if copies { self.view.assimilators(card) } else { Vec::new() };
        self.technology(card) - able.into_iter().map(worth).min().unwrap_or(0)
    }

    /// Tells whether a card predicts an outcome for what those have who voted for it.
    pub(super) fn predicts_for_others(&self, slot: Slot) -> bool {
        let of_winners = |step: &Step| *step == Step::Choose(Wanted::Technology(Whose::Winners));
        self.has_step(slot, of_winners)
    }

    /// The score of an outcome as others may vote: players for themselves, with their influence; else
    /// for what does good.
    pub(super) fn predicted(&self, outcome: u8) -> i32 {
        match self.view.elected(outcome) {
            Target::Player(other) if other == self.view.seat() => -1,
            Target::Player(other) => self.view.spendable(other, true).into(),
            _ => self.outcome(Choice::Outcome(outcome)),
        }
    }

    /// Tells whether a card swaps the resources and the influence of a planet.
    pub(super) fn swaps(&self, slot: Slot) -> bool {
        self.has_step(slot, |step| *step == Step::SwapValues)
    }

    /// The worth of swapping the resources and the influence of a planet in a production.
    pub(super) fn swapped(&self, planet: PlanetId) -> i32 {
        let planet = self.view.planet(planet);
        let gain = i32::from(planet.influence) - i32::from(planet.resources);
        let ready = planet.owner == Some(self.view.seat()) && !planet.exhausted;
        if ready { 5 * gain } else { -1 }
    }
}
