//! The `Trigger` stage: facts meet triggered abilities and delayed effects.

use crate::rules::{At, Heard, Rules};
use crate::stack::Entry;
use crate::window::Waiting;

/// Lists that keep their memory; empty in between.
pub(crate) struct Scratch<R: Rules> {
    due: Vec<Waiting>,
    next: Vec<Entry<R::Locals>>,
}

impl<R: Rules> Default for Scratch<R> {
    fn default() -> Self {
        Self { due: Vec::new(), next: Vec::new() }
    }
}

/// Facts meet what waits for them, and are forgotten.
#[inline(never)]
pub(crate) fn trigger<R: Rules>(at: &mut At<'_, R>, Scratch { due, next }: &mut Scratch<R>) {
    for fact in &at.facts {
        let before = at.stack.waiting.len();
        R::trigger(&at.state, fact, &mut Heard { stack: at.stack, due, next });
        at.stack.deepen(before, R::depth);
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
