//! Which replacement effect meets a proposal, and who picks.

use serde::{Deserialize, Serialize};

use crate::card::{Ref, Seat};
use crate::game::Game;

/// A replacement effect that fits a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Replacement<I> {
    /// Which one; the game knows what it does.
    pub id: I,
    /// The card it is on.
    pub source: Ref,
    /// Who controls it.
    pub seat: Seat,
    /// "You may".
    pub optional: bool,
}

/// A replacement effect of a game.
pub type ReplacementOf<G> = Replacement<<G as Game>::ReplacementId>;

/// How many replacements one proposal can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Substitution {
    /// One after another while their condition still holds (`S4-57`, CR 7.7.5E).
    Chained,
    /// Only one may substitute a given effect (`S1-08`); see [`narrow`].
    Single,
}

/// Who says in what order the replacements of a proposal apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Picker {
    /// The player who controls all of them; the affected player if several do (`S4-60`).
    Controller,
    /// The affected player, whoever controls them (CR 7.7.5E).
    Affected,
}

/// Who may use a replacement, where only one can ([`Substitution::Single`]). No rule says
/// whose choice it is, so this is the policy: what is mandatory must be resolved (`S1-01`), so it
/// goes before what is optional; then a player decides about their own effects only, the affected
/// player first, the others in turn order from there.
///
/// What is left in the list is what [`meet`] takes. When it was declined, the rest is narrowed
/// again without it. Nothing is removed where effects are chained.
pub fn narrow<I>(
    policy: Substitution,
    affected: Seat,
    seats: u8,
    fitting: &mut Vec<Replacement<I>>,
) {
    if policy == Substitution::Chained {
        return;
    }
    if fitting.iter().any(|r| !r.optional) {
        fitting.retain(|r| !r.optional);
    }
    let turn = |r: &Replacement<I>| (r.seat + seats - affected) % seats;
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
    /// This player picks which is next; [`agree`] says what comes of it. `decline` says whether
    /// none is an answer.
    Ask {
        /// Who picks.
        seat: Seat,
        /// Whether declining is offered.
        decline: bool,
    },
    /// This player says whether this one applies.
    Confirm {
        /// Its controller.
        seat: Seat,
        /// Which one.
        index: usize,
    },
}

/// Which of the replacements that fit comes next. `applied` counts those that already met the
/// proposal, `affected` is the controller of the affected object or the affected player.
///
/// Replacements that are alike need no choice between them. Only their own controller declines
/// what is optional: whoever else picks says no more than the order.
#[must_use]
pub fn meet<I>(
    policy: Substitution,
    picker: Picker,
    applied: u8,
    affected: Seat,
    fitting: &[Replacement<I>],
    alike: impl Fn(&Replacement<I>, &Replacement<I>) -> bool,
) -> Met {
    if policy == Substitution::Single && applied > 0 {
        return Met::Stands;
    }
    let Some(first) = fitting.first() else {
        return Met::Stands;
    };
    let alike = fitting.iter().all(|other| alike(first, other));
    if alike && !first.optional {
        return Met::Apply(0);
    }
    let one_controller = fitting.iter().all(|r| r.seat == first.seat);
    let seat = match picker {
        _ if alike => first.seat,
        Picker::Controller if one_controller => first.seat,
        _ => affected,
    };
    let own = |r: &Replacement<I>| r.optional && r.seat == seat;
    Met::Ask { seat, decline: fitting.iter().all(own) }
}

/// What comes of picking this one: it applies, unless its controller has still to say so.
#[must_use]
pub fn agree<I>(by: Seat, index: usize, replacement: &Replacement<I>) -> Met {
    if replacement.optional && replacement.seat != by {
        Met::Confirm { seat: replacement.seat, index }
    } else {
        Met::Apply(index)
    }
}

/// A replacement that a proposal has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Meeting<I> {
    /// Which proposal of the table's list.
    proposal: u16,
    /// Which replacement.
    id: I,
    /// The card it is on.
    source: Ref,
    /// Its controller did not want it.
    declined: bool,
}

/// Which replacements the proposals of the top group have met: none meets the same proposal, or
/// what came of it, twice (CR 7.7.5F).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Meetings<I>(Vec<Meeting<I>>);

impl<I> Default for Meetings<I> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<I: Copy + PartialEq> Meetings<I> {
    /// A proposal has met a replacement, which applied or was declined.
    pub fn add(&mut self, proposal: usize, replacement: &Replacement<I>, declined: bool) {
        let Replacement { id, source, .. } = *replacement;
        self.0.push(Meeting { proposal: proposal as u16, id, source, declined });
    }

    /// Whether a proposal has met a replacement.
    #[must_use]
    pub fn includes(&self, proposal: usize, replacement: &Replacement<I>) -> bool {
        self.0.iter().any(|m| {
            usize::from(m.proposal) == proposal
                && (m.id, m.source) == (replacement.id, replacement.source)
        })
    }

    /// Whether a proposal has met a replacement on this card.
    #[must_use]
    pub fn includes_source(&self, proposal: usize, source: Ref) -> bool {
        self.0.iter().any(|m| usize::from(m.proposal) == proposal && m.source == source)
    }

    /// How many replacements applied to a proposal.
    #[must_use]
    pub fn applied(&self, proposal: usize) -> u8 {
        let met = self.0.iter().filter(|m| usize::from(m.proposal) == proposal && !m.declined);
        met.count() as u8
    }

    /// What comes of a proposal has met what that has met.
    pub fn inherit(&mut self, from: usize, to: usize) {
        for n in 0..self.0.len() {
            if usize::from(self.0[n].proposal) == from {
                self.0.push(Meeting { proposal: to as u16, ..self.0[n] });
            }
        }
    }

    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
