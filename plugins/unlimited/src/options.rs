//! The `Offer` stage: every legal option of the decisions that opened.

mod answers;

use crate::prelude::*;
use crate::procedure::Locals;

pub use answers::copies;
pub(crate) use answers::{offer, playable, rest};

/// A decision as options are worked out from it.
#[derive(Clone, Copy)]
pub struct Offer<'a> {
    /// The table on which it is asked.
    pub scene: Scene<'a>,
    /// The player who is asked.
    pub seat: Seat,
    /// The program that asks.
    pub frame: &'a Frame<Locals>,
}

impl<'f> Context<'f> {
    /// The context of a running program, for filters, conditions and measures.
    #[must_use]
    pub const fn in_frame(frame: &'f Frame<Locals>) -> Self {
        Self {
            seat: frame.seat,
            source: frame.source,
            subject: frame.subject,
            locals: frame.locals.ability(),
            target: Ref::NONE,
            dealer: Ref::NONE,
        }
    }
}

impl<'a> Offer<'a> {
    pub(crate) fn cx(&self) -> Context<'a> {
        Context::in_frame(self.frame)
    }

    /// The instruction that asks, if an ability does.
    #[must_use]
    pub fn op(&self) -> Option<&'a Op> {
        self.scene.catalogue.program(self.frame.program).get(usize::from(self.frame.at))
    }

    /// The progress of the step that asks.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.frame.locals.ability().map_or(Progress::Nothing, |ability| ability.progress)
    }
}
