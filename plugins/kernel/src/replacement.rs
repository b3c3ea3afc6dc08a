//! Replacement effects that meet a proposal: the one that comes next, and the player who picks it.

use serde::{Deserialize, Serialize};

use crate::card::{Ref, Seat};
use crate::game::Game;

/// A replacement effect that fits a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Replacement<I> {
    /// The effect, by the game's own number or name.
    pub id: I,
    /// The card that the effect is on.
    pub source: Ref,
    /// The player who controls it.
    pub seat: Seat,
    /// The effect says "you may": its controller can decline it.
    pub optional: bool,
}

/// A replacement effect of a game.
pub type ReplacementOf<G> = Replacement<<G as Game>::ReplacementId>;

/// The number of replacements that one proposal can meet: any, or one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Substitution {
    /// One after another while their condition still holds (`S4-57`, CR 7.7.5E).
    Chained,
    /// Only one may substitute a given effect (`S1-08`); see [`narrow`].
    Single,
}

/// The player who says in what order the replacements of a proposal apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Picker {
    /// The player who controls all of them; the affected player if several do (`S4-60`).
    Controller,
    /// The affected player, whoever controls them (CR 7.7.5E).
    Affected,
}

/// Keeps those replacements that may be used now, where only one can be ([`Substitution::Single`]).
/// No rule says whose choice it is, so this is the policy: what is mandatory must be resolved
/// (`S1-01`), so it goes before what is optional; then a player decides about their own effects
/// only, the affected player first, the others in turn order from there.
///
/// The list that is left is for [`meet`] to take. When a replacement was declined, the rest is
/// narrowed again without it. Nothing is removed where effects are chained.
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

/// The next step of a proposal on its way through the replacements that fit it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// Nothing fits (any more): it stands as it is.
    Stands,
    /// The replacement at this place of the list applies.
    Apply(usize),
    /// This player picks which is next; [`agree`] says what comes of it. `decline` says whether
    /// none is an answer.
    Ask {
        /// The player who picks, by the rules of the [`Picker`].
        seat: Seat,
        /// Declining is an option: all that fit are optional and the picker's own.
        decline: bool,
    },
    /// This player says whether this one applies.
    Confirm {
        /// The player who controls the replacement.
        seat: Seat,
        /// The place of the replacement in the list of those that fit.
        index: usize,
    },
}

/// Finds the replacement that comes next of those that fit. `applied` counts those that already met
/// the proposal, `affected` is the controller of the affected object or the affected player.
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

/// The consequence of a pick: the replacement applies, unless it is optional and another player's,
/// who has still to say so.
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
    /// The index of the proposal in the table's list.
    proposal: u16,
    /// The replacement, as the game tells them apart.
    id: I,
    /// The card that the replacement is on.
    source: Ref,
    /// Its controller did not want it.
    declined: bool,
}

/// The replacements that the proposals of the top group have met: none meets the same proposal, or
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

    /// Tells whether a proposal has met this replacement, be it that it applied or that it was
    /// declined.
    #[must_use]
    pub fn includes(&self, proposal: usize, replacement: &Replacement<I>) -> bool {
        self.0.iter().any(|m| {
            usize::from(m.proposal) == proposal
                && (m.id, m.source) == (replacement.id, replacement.source)
        })
    }

    /// Tells whether a proposal has met any replacement on this card.
    #[must_use]
    pub fn includes_source(&self, proposal: usize, source: Ref) -> bool {
        self.0.iter().any(|m| usize::from(m.proposal) == proposal && m.source == source)
    }

    /// The number of replacements that applied to a proposal; those that were declined do not
    /// count.
    #[must_use]
    pub fn applied(&self, proposal: usize) -> u8 {
        let met = self.0.iter().filter(|m| usize::from(m.proposal) == proposal && !m.declined);
        met.count() as u8
    }

    /// Enters for the proposal `to`, which came of the proposal `from`, all that `from` has met.
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
