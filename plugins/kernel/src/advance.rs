//! The `Advance` stage: the program on top runs until it proposes a change, asks a player, or
//! begins another program.

use crate::decision::State;
use crate::rules::{At, Flow, Out, Outcome, Rules, Run};

/// Instructions that are run before the other stages look at the table again.
const INSTRUCTIONS: usize = 64;

/// Runs the program on top.
#[inline]
pub(crate) fn advance<R: Rules>(at: &mut At<'_, R>, out: &mut Out<R>) {
    if at.unsettled.constants || at.decision.state == State::Opened {
        return;
    }
    at.seats.lead = R::lead(R::scene(&at.state));
    for _ in 0..INSTRUCTIONS {
        let Some(frame) = at.stack.frame() else { return };
        let drains = at.decision.state == State::None && R::drains(frame);
        if drains && at.stack.drain(R::policy(R::scene(&at.state))) {
            return;
        }
        let (collection, collected) = (at.stack.collection(), at.stack.has_collected());
        let Some(frame) = at.stack.frame_mut() else { return };
        let answer = at.decision.take();
        let scene = R::scene(&at.state);
        let streams = &mut *at.streams;
        let flow =
            R::instruction(Run { scene, frame, streams, out, collection, collected, answer });
        if flow == Flow::Then && out.proposals.is_empty() && out.frames.is_empty() {
            R::returned(&mut frame.locals, Outcome::default());
        }
        if let Some(note) = out.note.take() {
            R::note(&mut at.state, at.unsettled, note);
        }
        if let Some(fault) = out.fault.take() {
            at.table.quarantine(fault);
        }
        let goes_on = enter(flow, at, out);
        if !goes_on || !at.table.is_busy() || at.unsettled.constants {
            return;
        }
    }
}

/// Moves the program on and puts what it asked for on top. Returns whether the table can go on.
#[inline]
fn enter<R: Rules>(flow: Flow, at: &mut At<'_, R>, out: &mut Out<R>) -> bool {
    let stack = &mut *at.stack;
    let Some(frame) = stack.frame_mut() else { return false };
    match flow {
        Flow::Next | Flow::Then => frame.at += 1,
        Flow::Jump(to) => frame.at = to,
        Flow::Again => {}
        Flow::Drain => {
            frame.at += 1;
            return !stack.drain(R::policy(R::scene(&at.state)));
        }
        Flow::End => {
            // What a program collected is resolved before it goes (CR 7.6.11; seed 001: nested
            // abilities first).
            if stack.drain(R::policy(R::scene(&at.state))) {
                return false;
            }
            stack.entries.pop();
            return true;
        }
        Flow::Cancelled => {
            let (object, program) = (frame.source.slot, frame.program);
            stack.entries.pop();
            stack.take_back(object, program);
            if let Some(below) = stack.frame_mut() {
                R::returned(&mut below.locals, Outcome::default());
            }
            return true;
        }
    }
    let asked = out.ask.take();
    if let Some((seat, prompt)) = asked {
        at.decision.open(seat, prompt);
    }
    if !out.waiting.is_empty() {
        stack.waiting.append(&mut out.waiting);
    }
    while let Some(mut frame) = out.frames.pop() {
        R::enters(stack, &mut frame);
        stack.push_frame(frame);
    }
    // What was proposed beside a new program happens before that begins.
    let proposed = !out.proposals.is_empty();
    if proposed {
        stack.propose(&out.proposals);
        out.proposals.clear();
    }
    !(proposed || asked.is_some())
}
