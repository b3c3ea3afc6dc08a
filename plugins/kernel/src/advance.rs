//! The `Advance` stage: the program on top runs until it proposes a change that something could
//! meet, asks a player, or begins another program.

use crate::commit::commit_here;
use crate::decision::{Decision, State};
use crate::rules::{At, Flow, Out, Outcome, Resolution, Rules, Run};
use crate::stack::{Entry, Stack};
use crate::trigger::Scratch;
use crate::window::Policy;

/// Instructions that are run before the other stages look at the table again.
const INSTRUCTIONS: usize = 64;

/// Runs the program on top. What it proposes that nothing can replace, and nobody watches, is
/// committed where it stands, and the stages behind `Commit` follow at once: no group is put on the
/// stack for it.
#[inline(never)]
pub(crate) fn advance<R: Rules, const WATCHED: bool>(
    at: &mut At<'_, R>,
    resolution: &mut Resolution<R>,
    out: &mut Out<R>,
    heard: &mut Scratch<R>,
) {
    if at.unsettled.constants || at.decision.state == State::Opened {
        return;
    }
    at.seats.lead = R::lead(R::scene(&at.state));
    for _ in 0..INSTRUCTIONS {
        let At { table, unsettled, stack, decision, streams, state, facts, .. } = &mut *at;
        let Stack { entries, waiting, proposals, .. } = &mut **stack;
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
        if let Some(note) = out.note.take() {
            R::note(state, unsettled, note);
        }
        if let Some(fault) = out.fault.take() {
            table.quarantine(fault);
        }
        let plain = out.frames.is_empty() && out.waiting.is_empty() && out.ask.is_none();
        if plain && let Some(to) = flow.stays(frame.at) {
            if out.proposals.is_empty() {
                frame.at = to;
                if flow == Flow::Then {
                    R::returned(&mut frame.locals, Outcome::default());
                }
                if !table.is_busy() || unsettled.constants {
                    return;
                }
                continue;
            }
            let alone = !WATCHED
                && !R::HOLDS
                && table.is_busy()
                && !out.proposals.iter().any(|proposal| R::is_replaceable(state, proposal));
            if alone {
                frame.at = to;
                let group = (&mut **proposals, &*out.proposals);
                commit_here::<R>(table, state, (streams, unsettled, facts), frame, group);
                out.proposals.clear();
                if !goes_on(at, resolution, heard) {
                    return;
                }
                continue;
            }
        }
        if flow == Flow::Then && out.proposals.is_empty() && out.frames.is_empty() {
            R::returned(&mut frame.locals, Outcome::default());
        }
        let policy = R::policy(R::scene(state));
        let goes_on = enter(flow, stack, decision, out, policy);
        if !goes_on || !table.is_busy() || unsettled.constants {
            return;
        }
    }
}

/// The stages behind `Commit`, for what was committed where it stood and nobody watches. Returns
/// whether a program goes on.
#[inline(always)]
fn goes_on<R: Rules>(
    at: &mut At<'_, R>,
    resolution: &mut Resolution<R>,
    heard: &mut Scratch<R>,
) -> bool {
    at.follow::<false>(resolution, heard);
    let goes_on = at.table.is_busy()
        && !at.unsettled.constants
        && !at.unsettled.room
        && matches!(at.stack.entries.last(), Some(Entry::Frame(_)));
    if goes_on {
        at.seats.lead = R::lead(R::scene(&at.state));
    }
    goes_on
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
    if R::ENTERS {
        while let Some(mut frame) = out.frames.pop() {
            R::enters(stack, &mut frame);
            stack.push_frame(frame);
        }
    } else if !out.frames.is_empty() {
        stack.entries.extend(out.frames.drain(..).rev().map(Entry::Frame));
    }
    // What was proposed beside a new program happens before that begins.
    if !out.proposals.is_empty() {
        waits |= stack.propose(&out.proposals);
        out.proposals.clear();
    }
    !waits
}
