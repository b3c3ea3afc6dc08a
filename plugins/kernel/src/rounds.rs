//! Windows in which players take turns to resolve one ability at a time (Twilight Imperium 4,
//! `S3-19` to `S3-25`).
//!
//! Nothing triggers in advance: at each opportunity the game enumerates what that player may
//! resolve now, so an ability gained in the window counts and one whose condition ended does not.
//! The window remembers what was used in it, and who declined in a row.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::card::{SEATS, Seat, Slot};
use crate::window::{Pick, Waiting};

/// The most abilities from which a player can choose at an opportunity: an answer is a number of
/// one byte.
pub const ABILITIES: usize = 256;

/// Cards with one name that would meet the same thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Name {
    /// The name of the cards, as a number of the game's.
    pub name: u16,
    /// The thing it would be used on, in the game's own numbering.
    pub effect: u32,
}

/// An ability that the player whose opportunity it is could resolve now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Candidate {
    /// The ability. The physical object it is on is the slot of its source.
    pub ability: Waiting,
    /// Set if others of this name may not be used on the same thing in this window.
    pub name: Option<Name>,
}

/// A use of an ability: an entry of the memory of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Use {
    /// The slot of the physical object that the ability is on.
    pub object: Slot,
    /// The program of the ability that was used.
    pub program: u16,
    /// Its name, if others of this name may not be used on the same thing.
    pub name: Option<Name>,
}

/// The reason for which a window does not take an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spent {
    /// This ability of this physical object was used in this window.
    Object,
    /// One of this name was used on the same thing in this window.
    Name,
    /// Everybody has declined; only what must be resolved is left.
    Declined,
}

/// A window that goes round the players.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rounds<L> {
    /// The event that the window is about, in the game's words.
    pub event: L,
    /// The players, in the order of their opportunities.
    pub order: ArrayVec<Seat, SEATS>,
    /// The player whose opportunity it is, as a place in `order`, from 0.
    pub turn: u8,
    /// Players who declined in a row.
    pub declines: u8,
    /// The abilities that were resolved in it, in order.
    pub used: Vec<Use>,
    /// The abilities that are offered at this opportunity; an answer is a place in this list.
    candidates: Vec<Candidate>,
}

impl<L> Rounds<L> {
    /// A window over an event. The players have their opportunities in this order.
    ///
    /// # Panics
    /// If there are more than [`SEATS`] players.
    #[must_use]
    pub fn new(event: L, order: impl IntoIterator<Item = Seat>) -> Self {
        let order = order.into_iter().collect();
        Self { event, order, turn: 0, declines: 0, used: Vec::new(), candidates: Vec::new() }
    }

    /// The players, in the order of their opportunities.
    #[must_use]
    pub fn order(&self) -> &[Seat] {
        &self.order
    }

    /// The player whose opportunity it is; `None` if the window goes round nobody.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.order.get(usize::from(self.turn)).copied()
    }

    /// Everybody has declined in a row: one more lap asks for what must be resolved, alone.
    #[must_use]
    pub fn is_forced(&self) -> bool {
        usize::from(self.declines) >= self.order.len()
    }

    /// The abilities that are offered at this opportunity; none before [`Rounds::offer`] and after
    /// an answer.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The reason for which the window does not take an ability; `None` if it does.
    #[must_use]
    pub fn spent(&self, candidate: &Candidate) -> Option<Spent> {
        let Candidate { ability, name } = candidate;
        let object = |u: &Use| u.object == ability.source.slot && u.program == ability.program;
        if self.used.iter().any(object) {
            Some(Spent::Object)
        } else if name.is_some() && self.used.iter().any(|u| u.name == *name) {
            Some(Spent::Name)
        } else {
            (self.is_forced() && !ability.mandatory).then_some(Spent::Declined)
        }
    }

    /// The players who have yet to be asked before everybody has declined in a row, if the player
    /// whose opportunity it is declines.
    pub fn still_to_ask(&self) -> impl Iterator<Item = Seat> + use<'_, L> {
        let players = self.order.len();
        let left = players.saturating_sub(usize::from(self.declines) + 1);
        (1..=left).map(move |n| self.order[(usize::from(self.turn) + n) % players])
    }

    /// Takes what the player could resolve now and keeps what the window allows. The answers to
    /// choose from follow. A table on which there are more than [`ABILITIES`] is set aside.
    ///
    /// What must be resolved can be put off only while others may go first (`others`).
    pub fn offer(
        &mut self,
        candidates: &[Candidate],
        others: bool,
    ) -> impl Iterator<Item = Pick> + use<L> {
        self.candidates.clear();
        for &candidate in candidates {
            if self.spent(&candidate).is_none() && !self.candidates.contains(&candidate) {
                self.candidates.push(candidate);
            }
        }
        let abilities = self.candidates.len();
        let must =
            !self.candidates.is_empty() && self.candidates.iter().all(|c| c.ability.mandatory);
        let decline = !must || others && !self.is_forced();
        let picks = (0..abilities.min(ABILITIES)).map(|i| Pick::Ability(i as u8));
        picks.chain(decline.then_some(Pick::Decline))
    }

    /// The player whose opportunity comes next; `None` if the window closes, after two laps of
    /// declines.
    pub(crate) fn next(&mut self) -> Option<Seat> {
        self.candidates.clear();
        (usize::from(self.declines) < 2 * self.order.len()).then(|| self.seat()).flatten()
    }

    /// Enters an answer and passes the opportunity on. Returns the ability to resolve, if the
    /// answer names one; it counts as used from now on.
    pub(crate) fn answer(&mut self, pick: Pick) -> Option<Waiting> {
        let candidate = match pick {
            Pick::Ability(index) => self.candidates.get(usize::from(index)).copied(),
            _ => None,
        };
        self.candidates.clear();
        self.turn = (self.turn + 1) % self.order.len().max(1) as u8;
        let Some(Candidate { ability, name }) = candidate else {
            self.declines += 1;
            return None;
        };
        self.declines = 0;
        self.used.push(Use { object: ability.source.slot, program: ability.program, name });
        Some(ability)
    }

    /// Tells whether this ability of this object was used in this window.
    pub(crate) fn has_used(&self, object: Slot, program: u16) -> bool {
        self.used.iter().any(|u| u.object == object && u.program == program)
    }

    /// An ability that began to resolve was cancelled: it does not count as used.
    pub(crate) fn take_back(&mut self, object: Slot, program: u16) {
        self.used.retain(|u| u.object != object || u.program != program);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Ref;

    fn candidate(slot: Slot, program: u16, name: Option<Name>) -> Candidate {
        let source = Ref { slot, incarnation: 0 };
        let ability = Waiting { mandatory: false, ..Waiting::new(program, 0, source) };
        Candidate { ability, name }
    }

    fn use_up(window: &mut Rounds<()>, candidate: Candidate) {
        assert_eq!(window.offer(&[candidate], true).count(), 2);
        assert_eq!(window.answer(Pick::Ability(0)), Some(candidate.ability));
    }

    #[test]
    fn an_object_counts_in_all_its_lives() {
        let mut window = Rounds::new((), [0, 1]);
        use_up(&mut window, candidate(3, 1, None));
        let mut again = candidate(3, 1, None);
        again.ability.source = again.ability.source.next();
        assert_eq!(window.spent(&again), Some(Spent::Object));
        assert_eq!(window.spent(&candidate(3, 2, None)), None, "another ability of it");
        assert_eq!(window.spent(&candidate(4, 1, None)), None, "another object");
    }

    #[test]
    fn a_name_counts_per_thing_it_is_used_on() {
        let named = |slot, effect| candidate(slot, 1, Some(Name { name: 7, effect }));
        let mut window = Rounds::new((), [0, 1]);
        use_up(&mut window, named(3, 1));
        assert_eq!(window.spent(&named(4, 1)), Some(Spent::Name));
        assert_eq!(window.spent(&named(4, 2)), None);
        let other = candidate(4, 1, Some(Name { name: 8, effect: 1 }));
        assert_eq!(window.spent(&other), None);
    }

    #[test]
    fn what_was_cancelled_does_not_count() {
        let named = |slot| candidate(slot, 1, Some(Name { name: 7, effect: 1 }));
        let mut window = Rounds::new((), [0, 1]);
        use_up(&mut window, named(3));
        window.take_back(3, 1);
        assert_eq!(window.spent(&named(4)), None);
        assert_eq!(window.spent(&named(3)), None);
    }

    #[test]
    fn what_must_be_resolved_waits_for_others_alone() {
        let mut must = candidate(3, 1, None);
        must.ability.mandatory = true;
        let may = candidate(4, 1, None);
        let picks = |candidates: &[Candidate], others| {
            Rounds::new((), [0, 1]).offer(candidates, others).collect::<Vec<_>>()
        };
        let [first, second] = [0, 1].map(Pick::Ability);
        assert_eq!(picks(&[must], false), [first]);
        assert_eq!(picks(&[must], true), [first, Pick::Decline]);
        assert_eq!(picks(&[must, may], false), [first, second, Pick::Decline]);
        assert_eq!(picks(&[], false), [Pick::Decline]);
    }

    #[test]
    fn those_who_have_declined_are_not_still_to_ask() {
        let mut window = Rounds::new((), [2, 0, 1]);
        assert!(window.still_to_ask().eq([0, 1]));
        window.answer(Pick::Decline);
        assert!(window.still_to_ask().eq([1]));
        window.answer(Pick::Decline);
        assert_eq!(window.still_to_ask().count(), 0);
    }

    #[test]
    fn a_window_over_nobody_closes() {
        assert_eq!(Rounds::new((), []).next(), None);
    }
}
