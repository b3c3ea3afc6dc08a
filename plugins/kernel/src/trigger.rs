//! The `Trigger` stage: facts meet triggered abilities and delayed effects.

use crate::resolve::At;
use crate::rules::Rules;
use crate::stack::Stack;
use crate::window::Waiting;

/// What a fact sets off.
pub struct Heard<'h, R: Rules> {
    stack: &'h mut Stack<R>,
    due: &'h mut Vec<Waiting>,
}

impl<R: Rules> Heard<'_, R> {
    /// What waits, the innermost collection last: triggered abilities are added there.
    pub const fn waiting(&mut self) -> &mut Vec<Waiting> {
        &mut self.stack.waiting
    }

    /// A delayed effect resolves next of all.
    pub fn is_due(&mut self, effect: Waiting) {
        self.due.push(effect);
    }
}

/// Facts meet what waits for them, and are forgotten.
pub(crate) fn trigger<R: Rules>(at: &mut At<'_, R>, due: &mut Vec<Waiting>) {
    for fact in at.facts.drain(..) {
        R::trigger(&at.state, &fact, &mut Heard { stack: at.stack, due });
        if !due.is_empty() {
            // What happened may have changed whose turn it is.
            at.seats.lead = R::lead(R::scene(&at.state));
            at.stack.drain_delayed(R::POLICY, due.drain(..));
        }
    }
}
