//! The `Commit` stage: the group on top changes the state, whole, and becomes facts.

use crate::rules::{At, Change, Outcome, Rules};
use crate::stack::{Entry, Frame, Stack, Stage, running};
use crate::streams::Streams;
use crate::table::{Table, Unsettled};

impl<R: Rules> Change<'_, R> {
    /// This has happened: a fact, after which everything is looked at again. Returns that it did.
    pub fn happened(&mut self, fact: R::Fact) -> bool {
        self.facts.push(fact);
        self.unsettled.constants = true;
        self.unsettled.consequences = true;
        true
    }
}

/// Commits the group on top, if it is ready.
#[inline(never)]
pub(crate) fn commit<R: Rules>(at: &mut At<'_, R>) {
    let Some(Entry::Group(top)) = at.stack.entries.last() else { return };
    let (base, settled) = (usize::from(top.base), top.settled);
    if top.stage != Stage::Ready {
        return;
    }
    let At { table, unsettled, stack, streams, state, facts, .. } = at;
    let Stack { entries, proposals, .. } = &mut **stack;
    entries.pop();
    let (below, group) = proposals.split_at_mut(base);
    let running = running(entries);
    let change: Change<'_, R> =
        Change { running, streams, unsettled, facts, below, number: None, fault: None };
    let outcome = make(table, state, change, group);
    proposals.truncate(base);
    if !settled && let Some(frame) = stack.running_mut() {
        R::returned(&mut frame.locals, outcome);
    }
}

/// Commits what the program on top has just proposed, which nothing meets.
#[inline(always)]
pub(crate) fn commit_here<R: Rules>(
    table: &mut Table,
    state: &mut R::State<'_>,
    (streams, unsettled, facts): (&mut Streams, &mut Unsettled, &mut Vec<R::Fact>),
    frame: &mut Frame<R::Locals>,
    (below, group): (&mut [R::Proposal], &[R::Proposal]),
) {
    let running = Some(&*frame);
    let change = Change { running, streams, unsettled, facts, below, number: None, fault: None };
    let outcome = make::<R>(table, state, change, group);
    R::returned(&mut frame.locals, outcome);
}

/// Makes the changes of a group, whole.
#[inline(always)]
fn make<R: Rules>(
    table: &mut Table,
    state: &mut R::State<'_>,
    mut change: Change<'_, R>,
    group: &[R::Proposal],
) -> Outcome {
    R::begins_commit(state);
    let mut did = false;
    for &what in group {
        did |= R::commit(state, &mut change, what);
    }
    let Change { number, fault, .. } = change;
    if let Some(fault) = fault {
        table.quarantine(fault);
    }
    Outcome { did, number }
}
