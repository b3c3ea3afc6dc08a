//! The decision of a table: one player, the question to them, every legal option, and the answer.

use core::fmt::{self, Debug};
use core::hash::Hash;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::card::Seat;
use crate::game::Game;
use crate::table::{DECISION_BOUND, Fault, Status, TICK_BOUND, Table};

/// The progress of a decision, from the question to the answer that is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum State {
    /// Nobody is asked anything, and nothing is left to be taken.
    #[default]
    None,
    /// Asked in this tick; options are still to be enumerated.
    Opened,
    /// Asked, with all options enumerated: the player must choose.
    Offered,
    /// Answered; whoever asked takes the answer.
    Taken,
}

/// The decision of a table.
#[derive(Component, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Decision<G: Game> {
    /// The progress of the decision.
    pub state: State,
    /// The player who is asked. It means nothing while `state` is [`State::None`].
    pub seat: Seat,
    /// The question, in the game's words; `None` before the first question.
    pub prompt: Option<G::Prompt>,
    /// Every legal option, in the order of their numbers.
    pub options: Vec<G::Choice>,
    /// The option that was chosen. It means something while `state` is [`State::Taken`] alone.
    pub taken: G::Choice,
}

impl<G: Game> Default for Decision<G> {
    fn default() -> Self {
        Self {
            state: State::None,
            seat: 0,
            prompt: None,
            options: Vec::new(),
            taken: G::Choice::default(),
        }
    }
}

impl<G: Game> Clone for Decision<G> {
    fn clone(&self) -> Self {
        Self { options: self.options.clone(), ..*self }
    }
    fn clone_from(&mut self, source: &Self) {
        let mut options = core::mem::take(&mut self.options);
        options.clone_from(&source.options);
        *self = Self { options, ..*source };
    }
}

impl<G: Game> Debug for Decision<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decision")
            .field("state", &self.state)
            .field("seat", &self.seat)
            .field("prompt", &self.prompt)
            .field("options", &self.options)
            .field("taken", &self.taken)
            .finish()
    }
}

impl<G: Game> Hash for Decision<G> {
    /// Hashes the decision that stands. The remains of an earlier question are no part of the
    /// state.
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.state.hash(state);
        if self.state != State::None {
            self.seat.hash(state);
            self.prompt.hash(state);
            self.options.hash(state);
        }
        if self.state == State::Taken {
            self.taken.hash(state);
        }
    }
}

/// A choice that was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Nobody is asked anything.
    #[error("the table is not waiting for a choice")]
    NotWaiting,
    /// The option does not exist.
    #[error("there is no option {index}; there are {count}")]
    NoSuchOption {
        /// The number of the option that was asked for, from 0.
        index: usize,
        /// The number of options that the decision has.
        count: usize,
    },
}

impl<G: Game> Decision<G> {
    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.state = State::None;
        self.prompt = None;
        self.options.clear();
        self.taken = G::Choice::default();
    }

    /// Asks. Options are enumerated in the `Offer` stage of the same tick.
    pub fn open(&mut self, seat: Seat, prompt: G::Prompt) {
        self.state = State::Opened;
        self.seat = seat;
        self.prompt = Some(prompt);
        self.options.clear();
    }

    /// Takes the answer, if there is one.
    pub fn take(&mut self) -> Option<G::Choice> {
        (self.state == State::Taken).then(|| {
            self.state = State::None;
            self.taken
        })
    }

    /// Tells whether the answer was taken without asking, because it was the only option.
    #[must_use]
    pub fn was_silent(&self, table: &Table) -> bool {
        self.state == State::Taken
            && self.options.len() == 1
            && self.taken != G::Choice::default()
            && !table.asks_all
    }

    /// Answers with option `index`.
    ///
    /// # Errors
    /// When the table is not waiting or has no such option; then nothing changed.
    pub fn choose(&mut self, table: &mut Table, index: usize) -> Result<(), Refused> {
        if table.status != Status::Waiting {
            return Err(Refused::NotWaiting);
        }
        let Some(&choice) = self.options.get(index) else {
            return Err(Refused::NoSuchOption { index, count: self.options.len() });
        };
        table.record(self.seat, self.options.len(), index);
        table.status = Status::Busy;
        self.taken = choice;
        self.state = State::Taken;
        Ok(())
    }
}

/// The end of the `Offer` stage: a decision with one option is taken silently and not counted,
/// unless the table asks for those as well; one with more waits for its player.
#[inline(always)] // A call cost more than it does.
pub(crate) fn present<G: Game>(table: &mut Table, decision: &mut Decision<G>) {
    table.ticks += 1;
    if table.ticks > TICK_BOUND {
        return table.quarantine(Fault::Endless);
    }
    if decision.state != State::Opened {
        return;
    }
    match decision.options.as_slice() {
        [] => table.quarantine(Fault::NoOption),
        // Nobody is asked for nothing.
        &[only] if !table.asks_all || only == G::Choice::default() => {
            decision.taken = only;
            decision.state = State::Taken;
        }
        _ if table.decisions >= DECISION_BOUND => table.quarantine(Fault::TooLong),
        _ => {
            decision.state = State::Offered;
            table.status = Status::Waiting;
        }
    }
}
