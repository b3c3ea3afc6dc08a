//! The `Replace` stage: the group on top is held open for windows, and replacement effects meet
//! its proposals, before it is committed.

use crate::decision::State;
use crate::replacement::{Met, ReplacementOf, agree, meet, narrow};
use crate::rules::{At, Out, Pending, Rules};
use crate::stack::{Entry, Stack, Stage, running};
use crate::table::Fault;
use crate::window::{Pick, WindowPrompt};

/// The lists that the stage works with beside the table. They keep their memory and are empty in
/// between.
pub(crate) struct Scratch<R: Rules> {
    out: Out<R>,
    fitting: Vec<ReplacementOf<R>>,
}

impl<R: Rules> Default for Scratch<R> {
    fn default() -> Self {
        Self { out: Out::default(), fitting: Vec::new() }
    }
}

/// Opens the windows over the group on top, one after another; then its proposals meet, one after
/// another, the replacement effects that fit them, until it is ready or somebody is asked.
#[inline(never)]
pub(crate) fn replace<R: Rules>(at: &mut At<'_, R>, scratch: &mut Scratch<R>) {
    let Stack { entries, proposals, .. } = &mut *at.stack;
    let Some(Entry::Group(group)) = entries.last_mut() else { return };
    let opened = match group.stage {
        _ if at.decision.state == State::Opened => return,
        Stage::Proposed => 0,
        Stage::Held(opened) => opened,
        Stage::Ready => return,
    };
    let proposals = &mut proposals[usize::from(group.base)..];
    if let Some(window) = R::holds(&mut at.state, proposals, opened) {
        group.stage = Stage::Held(opened + 1);
        return at.stack.go_round(window);
    }
    // Most groups have nothing that a replacement effect could fit.
    let met = group.meeting > group.base || at.decision.state == State::Taken;
    if met || proposals.iter().any(|proposal| R::is_replaceable(&at.state, proposal)) {
        substitute(at, scratch);
    } else {
        group.stage = Stage::Ready;
    }
}

/// The proposals of the group on top meet replacement effects.
fn substitute<R: Rules>(at: &mut At<'_, R>, Scratch { out, fitting }: &mut Scratch<R>) {
    let Stack { entries, proposals, meetings, .. } = &mut *at.stack;
    let Some((Entry::Group(group), below)) = entries.split_last_mut() else { return };
    let from = if group.settled { None } else { running(below) };
    let mut answer = at.decision.take();
    while let Some(proposal) = proposals.get(usize::from(group.meeting)) {
        let index = usize::from(group.meeting);
        if !R::is_replaceable(&at.state, proposal) {
            group.meeting += 1;
            continue;
        }
        fitting.clear();
        let end = proposals.len();
        let mut event = Pending { proposals, index, from, streams: at.streams, out, meetings };
        R::fitting(&at.state, &mut event, fitting);
        for to in end..proposals.len() {
            meetings.inherit(index, to);
        }
        if fitting.is_empty() {
            group.meeting += 1;
            continue;
        }
        let scene = R::scene(&at.state);
        let affected = R::affected(scene, &proposals[index]);
        let policy = R::substitution(scene);
        narrow(policy, affected, at.seats.count, fitting);
        let met = match answer.take() {
            None => {
                let (picker, applied) = (R::picker(scene), meetings.applied(index));
                meet(policy, picker, applied, affected, fitting, R::is_alike)
            }
            Some(choice) => match (0..fitting.len()).find(|&n| R::instead(fitting, n) == choice) {
                Some(picked) => agree(at.decision.seat, picked, &fitting[picked]),
                None if R::pick(choice) == Some(Pick::Decline) => {
                    for (n, declined) in fitting.iter().enumerate() {
                        if at.decision.options.contains(&R::instead(fitting, n)) {
                            meetings.add(index, declined, true);
                        }
                    }
                    continue;
                }
                None => {
                    return at.table.quarantine(Fault::Invariant("a replacement went while asked"));
                }
            },
        };
        let (seat, asked, decline) = match met {
            Met::Stands => {
                group.meeting += 1;
                continue;
            }
            Met::Apply(n) => {
                meetings.add(index, &fitting[n], false);
                let end = proposals.len();
                let mut event =
                    Pending { proposals, index, from, streams: at.streams, out, meetings };
                let program = R::substitute(&at.state, &mut event, &fitting[n]);
                for to in end..proposals.len() {
                    meetings.inherit(index, to);
                }
                if let Some(program) = program {
                    group.meeting += 1;
                    return at.stack.push_frame(program);
                }
                continue;
            }
            Met::Ask { seat, decline } => (seat, 0..fitting.len(), decline),
            Met::Confirm { seat, index } => (seat, index..index + 1, true),
        };
        at.decision.open(seat, WindowPrompt::Replacement.into());
        let distinct = |&n: &usize| !fitting[..n].iter().any(|r| R::is_alike(r, &fitting[n]));
        let single = asked.len() == 1;
        let options = asked.filter(|n| single || distinct(n)).map(|n| R::instead(fitting, n));
        at.decision.options.extend(options);
        at.decision.options.extend(decline.then(|| R::Choice::from(Pick::Decline)));
        return;
    }
    group.stage = Stage::Ready;
    meetings.clear();
}
