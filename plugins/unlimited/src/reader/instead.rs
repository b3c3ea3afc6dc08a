//! Sentences that change the step before them: "deal 4 damage to it instead".

use super::prelude::*;
use crate::words::condition::Did;
use crate::words::step::choose::Among;
use crate::words::step::{Choose, Damage, Heal, If, Lasting, Mode, Modes};

/// You choose one of these.
pub(super) fn one_of<const N: usize>(of: [Vec<Step>; N]) -> Step {
    let of = of.into_iter().map(|steps| Mode { steps }).collect();
    Step::Modes(Modes { by: Who::You, choose: 1, per: Measure::default(), of })
}

/// "If you control a Force unit, deal 4 damage to it instead": what the sentence before says is
/// done otherwise, or may be.
#[derive(Clone)]
pub(super) struct Instead {
    condition: Condition,
    may: bool,
    otherwise: Otherwise,
}

/// The alternative that a sentence gives to the step before it.
#[derive(Clone)]
enum Otherwise {
    Steps(Vec<Step>),
    Amount(Amount),
    Grants(Vec<Grant>),
    /// Steps with a choice of their own, as though nothing had been chosen.
    Afresh(Vec<Step>),
}

/// "4 damage", without the card.
#[derive(Clone)]
enum Amount {
    Damage(u8),
    Heal(u8),
}

said!(Amount, at:
    ["deal" (amount: Number) "damage"] => Self::Damage(amount.0),
    ["heal" (amount: Number) "damage"] => Self::Heal(amount.0),
);

said!(Otherwise, at:
    [(steps: Together)] => Self::Steps(steps.0),
    [(amount: Amount)] => Self::Amount(amount),
    ["give it" (grant: Grants)] => Self::Grants(grant.0),
);

said!(Instead, at:
    ["if" (condition: Supposed) "," (otherwise: Otherwise) "instead"]
        if condition.0 != Condition::Did(Did) => Self { condition: condition.0, may: false, otherwise },
    ["if" (condition: Supposed) ", you may" (otherwise: Otherwise) "instead"]
        if condition.0 != Condition::Did(Did) && !at.own && !otherwise.is_optional()
        => Self { condition: condition.0, may: true, otherwise },
    ["if" (condition: Supposed) ", you may" (steps: Afresh) "instead"]
        if condition.0 != Condition::Did(Did) && !at.own => {
            Self { condition: condition.0, may: true, otherwise: Otherwise::Afresh(steps.0) }
        },
);

/// Steps as though nothing had been chosen before.
#[derive(Clone)]
struct Afresh(Vec<Step>);

impl Said for Afresh {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let start =
            At { place: from.place, own: from.own, ..At::start(Names::new(from.names.this)) };
        let steps = Together::said(reader, &start).into_iter();
        steps.map(|(steps, at)| (Self(steps.0), from.to(at.place))).collect()
    }
}

impl Otherwise {
    /// Tells whether it says itself that it may be left.
    fn is_optional(&self) -> bool {
        matches!(self, Self::Steps(steps) if matches!(steps[..], [Step::Play(_) | Step::Attack(_)]))
    }

    /// The step that is done instead of this one. `None` when it is something else altogether.
    fn of(&self, last: &Step) -> Option<Step> {
        match (self, last) {
            (Self::Steps(steps), last) => match &steps[..] {
                [only] if is_alike(only, last) => Some(only.clone()),
                _ => None,
            },
            (Self::Amount(Amount::Damage(amount)), Step::Damage(damage)) => {
                Some(Step::Damage(Damage { amount: *amount, ..damage.clone() }))
            }
            (Self::Amount(Amount::Heal(amount)), Step::Heal(heal)) => {
                Some(Step::Heal(Heal { amount: *amount, ..heal.clone() }))
            }
            (Self::Grants(grant), Step::Lasting(lasting)) => {
                Some(Step::Lasting(Lasting { grant: grant.clone(), ..lasting.clone() }))
            }
            _ => None,
        }
    }
}

fn is_alike(one: &Step, other: &Step) -> bool {
    core::mem::discriminant(one) == core::mem::discriminant(other)
}

impl Instead {
    /// The steps with the last one done only if the condition does not hold.
    pub(super) fn after(self, before: &[Step]) -> Option<Vec<Step>> {
        if let Otherwise::Afresh(steps) = &self.otherwise {
            return self.chosen_anew(before, steps);
        }
        let (last, rest) = before.split_last()?;
        let instead = self.otherwise.of(last)?;
        Some(rest.iter().cloned().chain([self.branch(instead, last, rest)]).collect())
    }

    /// One step or the other; where another may be done instead, one of both.
    fn branch(&self, instead: Step, last: &Step, rest: &[Step]) -> Step {
        let last = vec![last.clone()];
        let instead = vec![instead];
        if !self.may {
            return Step::If(If(self.condition.clone(), instead, last));
        }
        let either = vec![one_of([instead, last.clone()])];
        let branch = Step::If(If(self.condition.clone(), either, last));
        match rest.last() {
            // Nothing is asked when none was chosen.
            Some(Step::Choose(Choose(choice))) if choice.may => {
                Step::If(If(Did.into(), vec![branch], Vec::new()))
            }
            _ => branch,
        }
    }

    /// As [`after`](Self::after), where the other sentence chooses as well: the same card is dealt
    /// with otherwise, or the same is done to more cards.
    fn chosen_anew(&self, before: &[Step], steps: &[Step]) -> Option<Vec<Step>> {
        let place = before.iter().rposition(|step| matches!(step, Step::Choose(_)))?;
        let (rest, sentence) = before.split_at(place);
        let ([Step::Choose(Choose(first)), done @ ..], [Step::Choose(Choose(other)), instead @ ..]) =
            (sentence, steps)
        else {
            return None;
        };
        let anybody = |choice: &Among| choice.by == Who::You && choice.register == Register::It;
        if !anybody(first) || !anybody(other) || first.count != Count::One {
            return None;
        }
        let one = other.count == Count::One;
        if one && first.what == other.what {
            let ([last], [instead]) = (done, instead) else { return None };
            let chosen = &before[..=place];
            let branch =
                is_alike(last, instead).then(|| self.branch(instead.clone(), last, chosen))?;
            return Some(chosen.iter().cloned().chain([branch]).collect());
        }
        let more = if one { is_wider(&other.what, &first.what) } else { first.what == other.what };
        if done != instead || !more {
            return None;
        }
        let may = Among { may: one && first.may, ..other.clone() };
        let wider = [vec![Step::Choose(Choose(may))], instead.to_vec()].concat();
        let branch = If(self.condition.clone(), wider, sentence.to_vec());
        Some(rest.iter().cloned().chain([Step::If(branch)]).collect())
    }
}

/// Tells whether all that fits the second fits the first, and more: it asks the same but for the
/// cost and for being unique.
fn is_wider(wide: &Filter, narrow: &Filter) -> bool {
    let (unique, max_cost) = (wide.unique, wide.max_cost);
    let unique_fits = unique.is_none() || unique == narrow.unique;
    let cost_fits = max_cost.is_none_or(|wide| narrow.max_cost.is_some_and(|cost| cost <= wide));
    let rest = Filter::from(Criteria { unique, max_cost, ..Criteria::clone(narrow) });
    rest == *wide && unique_fits && cost_fits
}
