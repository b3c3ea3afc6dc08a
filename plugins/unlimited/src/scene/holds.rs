//! Whether conditions hold, and how much measures are.

use cardmill_kernel::card::{Ref, Seat, Slot};

use super::{Context, Refs, Scene};
use crate::board::{Phase, Played};
use crate::vocabulary::{AspectSet, Condition, Measure, Who, Whom};

impl Scene<'_> {
    fn any_base(&self, whose: Who, cx: &Context, test: impl Fn(Slot) -> bool) -> bool {
        self.seats(whose, cx)
            .into_iter()
            .any(|seat| test(self.board.players[usize::from(seat)].base))
    }

    /// How many units a player controls.
    #[must_use]
    pub fn units_of(&self, seat: Seat) -> usize {
        let units = self.board.play.iter().map(|&slot| self.card(slot));
        units.filter(|card| card.zone.is_arena() && card.controller == seat).count()
    }

    /// Whether a condition holds.
    #[must_use]
    pub fn holds(&self, condition: &Condition, cx: &Context) -> bool {
        let player = &self.board.players[usize::from(cx.seat)];
        match condition {
            Condition::Exists { what, at_least } => {
                let mut found = Refs::new();
                self.candidates(what, cx, &mut found);
                found.len() >= usize::from(*at_least)
            }
            Condition::Initiative => self.board.initiative == cx.seat,
            Condition::Resources(at_least) => player.resources.len() >= usize::from(*at_least),
            Condition::Is(whom, filter) => {
                let card = self.first(whom, cx);
                card.is_some() && self.fits(filter, card.slot, cx)
            }
            Condition::Did => cx.did(),
            Condition::Attacking(whom) => self
                .board
                .attack()
                .is_some_and(|attack| attack.is_on() && attack.attacker == self.first(whom, cx)),
            Condition::Defending(whom) => self.board.attack().is_some_and(|attack| {
                attack.is_on() && !attack.base && attack.defender == self.first(whom, cx)
            }),
            Condition::AttackingBase => self.board.attack().is_some_and(|a| a.is_on() && a.base),
            Condition::DefenderDefeated => {
                self.board.attack().is_some_and(|attack| attack.defender_defeated)
            }
            Condition::UnitDefeated(who) => self
                .seats(*who, cx)
                .into_iter()
                .any(|seat| self.board.players[usize::from(seat)].phase.units_defeated > 0),
            Condition::UnitLeftPlay(who) => self
                .seats(*who, cx)
                .into_iter()
                .any(|seat| self.board.players[usize::from(seat)].phase.units_left > 0),
            Condition::Played { aspects, at_least, other } => {
                self.played(*aspects, *other, cx) >= *at_least
            }
            Condition::BaseDamageDealt(at_least) => player.phase.base_damage >= *at_least,
            Condition::BaseDamage { whose, at_least } => {
                self.any_base(*whose, cx, |base| self.card(base).damage >= *at_least)
            }
            Condition::BaseRemaining { whose, at_most } => {
                self.any_base(*whose, cx, |base| self.remaining(base) <= (*at_most).into())
            }
            Condition::MoreUnits => {
                self.units_of(cx.seat) > self.units_of(self.seat(Who::Defending, cx))
            }
            Condition::Aspects { among, at_least } => {
                let mut found = Refs::new();
                self.candidates(among, cx, &mut found);
                self.aspects(&found).len() >= (*at_least).into()
            }
            Condition::ActionPhase => self.board.phase == Phase::Action,
            Condition::Not(condition) => !self.holds(condition, cx),
            Condition::All(list) => list.iter().all(|c| self.holds(c, cx)),
            Condition::AnyOf(list) => list.iter().any(|c| self.holds(c, cx)),
        }
    }

    /// Cards a player played this phase, with one of the aspects if any are named.
    fn played(&self, aspects: AspectSet, other: bool, cx: &Context) -> u8 {
        let fits = |set: AspectSet| aspects.is_empty() || aspects.meets(set);
        // An ability of a card that has left play is on its next incarnation.
        let is_itself = |card: Ref| {
            let left = || card.next() == cx.source && self.board.departure(card).is_some();
            card == cx.source || left()
        };
        let counts = |played: &&Played| fits(played.aspects) && !(other && is_itself(played.card));
        let played = &self.board.players[usize::from(cx.seat)].phase.played;
        played.iter().filter(counts).count() as u8
    }

    /// Whether a player played just this card this phase.
    pub(super) fn was_played(&self, card: Ref, who: Who, cx: &Context) -> bool {
        let by = |seat: Seat| {
            let played = &self.board.players[usize::from(seat)].phase.played;
            played.iter().any(|played| played.card == card)
        };
        self.seats(who, cx).into_iter().any(by)
    }

    fn aspects(&self, cards: &[Ref]) -> AspectSet {
        cards
            .iter()
            .fold(AspectSet::default(), |set, card| set.with(self.printed(card.slot).aspects))
    }

    /// How much a measure is.
    #[must_use]
    pub fn measure(&self, measure: &Measure, cx: &Context) -> i16 {
        let listed = |whom: &Whom| {
            let mut refs = Refs::new();
            self.whom(whom, cx, &mut refs);
            refs
        };
        match measure {
            Measure::One => 1,
            Measure::Count(filter) => {
                let mut found = Refs::new();
                self.candidates(filter, cx, &mut found);
                found.len() as i16
            }
            Measure::Power(whom) => self.power(self.first(whom, cx)),
            Measure::Damage(whom) => {
                let card = self.first(whom, cx);
                if self.in_play(card).is_some() { self.card(card.slot).damage.into() } else { 0 }
            }
            Measure::Cost(whom) => {
                let cost = |card: &Ref| i16::from(self.printed(card.slot).definition.cost);
                listed(whom).iter().map(cost).sum()
            }
            Measure::Aspects(whom) => self.aspects(&listed(whom)).len() as i16,
            Measure::Bound(whom) => listed(whom).len() as i16,
            Measure::Resources(who) => self
                .seats(*who, cx)
                .into_iter()
                .map(|seat| self.board.players[usize::from(seat)].resources.len() as i16)
                .sum(),
            Measure::Hand(who) => self
                .seats(*who, cx)
                .into_iter()
                .map(|seat| self.board.players[usize::from(seat)].hand.len() as i16)
                .sum(),
            Measure::Number => cx.locals.map_or(0, |locals| locals.number),
            Measure::OtherCardsPlayed => self.played(AspectSet::default(), true, cx).into(),
        }
    }
}
