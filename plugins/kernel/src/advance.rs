//! The `Advance` stage: the program on top runs until it proposes a change, asks a player, or
//! begins another program.

use crate::decision::{Decision, State};
use crate::rules::{At, Flow, Out, Outcome, Rules, Run};
use crate::stack::{Entry, Stack};
use crate::window::Policy;

/// Instructions that are run before the other stages look at the table again.
const INSTRUCTIONS: usize = 64;

/// Runs the program on top.
#[inline(never)]
pub(crate) fn advance<R: Rules>(at: &mut At<'_, R>, out: &mut Out<R>) {
    let At { table, seats, unsettled, stack, decision, streams, state, .. } = at;
    if unsettled.constants || decision.state == State::Opened {
        return;
    }
    seats.lead = R::lead(R::scene(state));
    for _ in 0..INSTRUCTIONS {
        let Stack { entries, waiting, .. } = &mut **stack;
        let Some(Entry::Frame(frame)) = entries.last_mut() else { return };
        let collection = waiting.len() as u16;
        let collected = frame.collects.is_some_and(|base| base < collection);
        if collected && decision.state == State::None && R::drains(frame) {
            stack.drain(R::policy(R::scene(state)));
            return;
        }
        let (scene, answer) = (R::scene(state), decision.take());
        let run = Run { scene, frame, streams, out, collection, collected, answer };
        let flow = R::instruction(run);
        if flow == Flow::Then && out.proposals.is_empty() && out.frames.is_empty() {
            R::returned(&mut frame.locals, Outcome::default());
        }
        if let Some(note) = out.note.take() {
            R::note(state, unsettled, note);
        }
        if let Some(fault) = out.fault.take() {
            table.quarantine(fault);
        }
        let policy = R::policy(R::scene(state));
        let goes_on = enter(flow, stack, decision, out, policy);
        if !goes_on || !table.is_busy() || unsettled.constants {
            return;
        }
    }
}

/// Moves the program on and puts what it asked for on top. Returns whether the table can go on.
#[inline(always)]
fn enter<R: Rules>(
    flow: Flow,
    stack: &mut Stack<R>,
    decision: &mut Decision<R>,
    out: &mut Out<R>,
    policy: Policy,
) -> bool {
    let Some(frame) = stack.frame_mut() else { return false };
    let mut waits = false;
    match flow {
        Flow::Next | Flow::Then => frame.at += 1,
        Flow::Jump(to) => frame.at = to,
        Flow::Again => {}
        Flow::Drain => {
            frame.at += 1;
            waits = stack.drain(policy);
        }
        Flow::End => {
            // What a program collected is resolved before it goes (CR 7.6.11; `S1-05`: nested
            // abilities first).
            if stack.drain(policy) {
                // Then it ends anew.
                out.clear();
                return false;
            }
            stack.entries.pop();
        }
        Flow::Cancelled => {
            let (object, program) = (frame.source.slot, frame.program);
            stack.entries.pop();
            stack.take_back(object, program);
            if let Some(below) = stack.frame_mut() {
                R::returned(&mut below.locals, Outcome::default());
            }
            out.clear();
        }
    }
    if let Some((seat, prompt)) = out.ask.take() {
        decision.open(seat, prompt);
        waits = true;
    }
    if !out.waiting.is_empty() {
        let before = stack.waiting.len();
        stack.waiting.append(&mut out.waiting);
        stack.deepen(before, R::depth);
    }
    while let Some(mut frame) = out.frames.pop() {
        R::enters(stack, &mut frame);
        stack.push_frame(frame);
    }
    // What was proposed beside a new program happens before that begins.
    if !out.proposals.is_empty() {
        waits |= stack.propose(&out.proposals);
        out.proposals.clear();
    }
    !waits
}
