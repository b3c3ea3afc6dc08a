//! The `Commit` stage: the group on top changes the state, whole, and becomes facts.

use crate::constant::Unsettled;
use crate::resolve::At;
use crate::rules::Rules;
use crate::stack::{Entry, Frame, Stage};
use crate::streams::Streams;
use crate::table::Fault;

/// What a commit can use and write beside the state.
pub struct Change<'c, R: Rules> {
    /// The program that proposed.
    pub running: Option<&'c Frame<R::Locals>>,
    /// Random numbers.
    pub streams: &'c mut Streams,
    /// What must be looked at again.
    pub unsettled: &'c mut Unsettled,
    /// What has happened.
    pub facts: &'c mut Vec<R::Fact>,
    /// The table is set aside.
    pub fault: Option<Fault>,
}

/// Commits the group on top, if it is ready.
pub(crate) fn commit<R: Rules>(at: &mut At<'_, R>, group: &mut Vec<R::Proposal>) {
    let Some(Entry::Group(top)) = at.stack.entries.last() else { return };
    let (base, settled) = (usize::from(top.base), top.settled);
    if top.stage != Stage::Ready {
        return;
    }
    at.stack.entries.pop();
    group.clear();
    group.extend(at.stack.proposals.drain(base..));
    R::begins_commit(&mut at.state);
    let running = at.stack.running();
    let mut change = Change {
        running,
        streams: at.streams,
        unsettled: at.unsettled,
        facts: &mut at.facts,
        fault: None,
    };
    let mut did = false;
    for &what in &*group {
        did |= R::commit(&mut at.state, &mut change, what);
    }
    if let Some(fault) = change.fault {
        at.table.quarantine(fault);
    }
    if !settled && let Some(frame) = at.stack.running_mut() {
        R::did(&mut frame.locals, did);
    }
}
