//! The `Trigger` stage: facts meet triggered abilities and delayed effects.

use crate::resolve::At;
use crate::rounds::Rounds;
use crate::rules::Rules;
use crate::stack::{Entry, Frame, Stack};
use crate::window::Waiting;

/// What a fact sets off.
pub struct Heard<'h, R: Rules> {
    stack: &'h mut Stack<R>,
    due: &'h mut Vec<Waiting>,
    next: &'h mut Vec<Entry<R::Locals>>,
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

    /// A program begins at once. What begins first, of all facts of a commit, ends first.
    pub fn begins(&mut self, program: Frame<R::Locals>) {
        self.next.push(Entry::Frame(program));
    }

    /// A window opens that goes round the players. What opens first closes first.
    pub fn go_round(&mut self, rounds: Rounds<R::Locals>) {
        self.next.push(Entry::Rounds(Box::new(rounds)));
    }
}

/// Facts meet what waits for them, and are forgotten.
pub(crate) fn trigger<R: Rules>(
    at: &mut At<'_, R>,
    due: &mut Vec<Waiting>,
    next: &mut Vec<Entry<R::Locals>>,
) {
    for fact in &at.facts {
        R::trigger(&at.state, fact, &mut Heard { stack: at.stack, due, next });
        if !due.is_empty() {
            // What happened may have changed whose turn it is.
            let scene = R::scene(&at.state);
            at.seats.lead = R::lead(scene);
            at.stack.drain_delayed(R::policy(scene), due.drain(..));
        }
    }
    at.facts.clear();
    if !next.is_empty() {
        at.stack.entries.extend(next.drain(..).rev());
    }
}
