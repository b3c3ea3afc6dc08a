//! Replacement effects meet a proposal before it is committed.

use crate::card::{Ref, Seat};

/// A replacement effect that fits a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Replacement {
    /// Which one; the game knows what it does.
    pub id: u16,
    /// The card it is on.
    pub source: Ref,
    /// Who controls it.
    pub seat: Seat,
    /// "You may".
    pub optional: bool,
}

/// How many replacements one proposal can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Substitution {
    /// One after another while their condition still holds (seed 004, CR 7.7.5E).
    Chained,
    /// Only one may substitute a given effect (seed 001); see [`narrow`].
    Single,
}

/// Who may use a replacement, where only one can ([`Substitution::Single`]). The seed does not say
/// whose choice it is, so this is the policy: what is mandatory must be resolved (seed 001
/// "Abilities"), so it goes before what is optional; then a player decides about their own
/// effects only, the affected player first, the others in turn order from there.
///
/// What is left in the list is what [`meet`] takes. When it was declined, the rest is narrowed
/// again without it. Nothing is removed where effects are chained.
pub fn narrow(policy: Substitution, affected: Seat, seats: u8, fitting: &mut Vec<Replacement>) {
    if policy == Substitution::Chained {
        return;
    }
    if fitting.iter().any(|r| !r.optional) {
        fitting.retain(|r| !r.optional);
    }
    let turn = |r: &Replacement| (r.seat + seats - affected) % seats;
    if let Some(next) = fitting.iter().map(turn).min() {
        fitting.retain(|r| turn(r) == next);
    }
}

/// What happens to the proposal next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// Nothing fits (any more): it stands as it is.
    Stands,
    /// This one applies.
    Apply(usize),
    /// This player picks among them; `decline` says whether none is an answer.
    Ask {
        /// Who picks.
        seat: Seat,
        /// Whether declining is offered.
        decline: bool,
    },
}

/// Which of the replacements that fit applies. `applied` counts those that already met the
/// proposal, `affected` is the controller of the affected object or the affected player.
///
/// Several that all have one controller: that player picks (seed 004); otherwise the affected
/// player does. Replacements that are alike (same id and seat) need no choice between them.
#[must_use]
pub fn meet(policy: Substitution, applied: u8, affected: Seat, fitting: &[Replacement]) -> Met {
    if policy == Substitution::Single && applied > 0 {
        return Met::Stands;
    }
    let Some(first) = fitting.first() else {
        return Met::Stands;
    };
    let alike = fitting.iter().all(|r| r.id == first.id && r.seat == first.seat);
    if alike && !first.optional {
        return Met::Apply(0);
    }
    let one_controller = fitting.iter().all(|r| r.seat == first.seat);
    Met::Ask {
        seat: if one_controller { first.seat } else { affected },
        decline: fitting.iter().all(|r| r.optional),
    }
}
