//! The `Replace` stage: the group on top is held open for windows, and replacement effects meet
//! its proposals, before it is committed.

use core::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::advance::Out;
use crate::card::{Ref, Seat};
use crate::decision::State;
use crate::resolve::At;
use crate::rules::Rules;
use crate::stack::{Entry, Frame, Group, Stack, Stage, running};
use crate::streams::Streams;
use crate::table::Fault;
use crate::window::{Pick, WindowPrompt};

/// A replacement effect that fits a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Replacement {
    /// Which one; the game knows what it does.
    pub id: u16,
    /// The card it is on.
    pub source: Ref,
    /// Who controls it.
    pub seat: Seat,
    /// "You may".
    pub optional: bool,
}

/// How many replacements one proposal can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Substitution {
    /// One after another while their condition still holds (seed 004, CR 7.7.5E).
    Chained,
    /// Only one may substitute a given effect (seed 001); see [`narrow`].
    Single,
}

/// Who says in what order the replacements of a proposal apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Picker {
    /// The player who controls all of them; the affected player if several do (seed 004).
    Controller,
    /// The affected player, whoever controls them (CR 7.7.5E).
    Affected,
}

/// Who may use a replacement, where only one can ([`Substitution::Single`]). The seed does not say
/// whose choice it is, so this is the policy: what is mandatory must be resolved (seed 001
/// "Abilities"), so it goes before what is optional; then a player decides about their own
/// effects only, the affected player first, the others in turn order from there.
///
/// What is left in the list is what [`meet`] takes. When it was declined, the rest is narrowed
/// again without it. Nothing is removed where effects are chained.
pub fn narrow(policy: Substitution, affected: Seat, seats: u8, fitting: &mut Vec<Replacement>) {
    if policy == Substitution::Chained {
        return;
    }
    if fitting.iter().any(|r| !r.optional) {
        fitting.retain(|r| !r.optional);
    }
    let turn = |r: &Replacement| (r.seat + seats - affected) % seats;
    if let Some(next) = fitting.iter().map(turn).min() {
        fitting.retain(|r| turn(r) == next);
    }
}

/// What happens to the proposal next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// Nothing fits (any more): it stands as it is.
    Stands,
    /// This one applies.
    Apply(usize),
    /// This player picks which is next; [`agree`] says what comes of it. `decline` says whether
    /// none is an answer.
    Ask {
        /// Who picks.
        seat: Seat,
        /// Whether declining is offered.
        decline: bool,
    },
    /// This player says whether this one applies.
    Confirm {
        /// Its controller.
        seat: Seat,
        /// Which one.
        index: usize,
    },
}

/// Which of the replacements that fit comes next. `applied` counts those that already met the
/// proposal, `affected` is the controller of the affected object or the affected player.
///
/// Replacements that are alike need no choice between them. Only their own controller declines
/// what is optional: whoever else picks says no more than the order.
#[must_use]
pub fn meet(
    policy: Substitution,
    picker: Picker,
    applied: u8,
    affected: Seat,
    fitting: &[Replacement],
    alike: impl Fn(&Replacement, &Replacement) -> bool,
) -> Met {
    if policy == Substitution::Single && applied > 0 {
        return Met::Stands;
    }
    let Some(first) = fitting.first() else {
        return Met::Stands;
    };
    let alike = fitting.iter().all(|other| alike(first, other));
    if alike && !first.optional {
        return Met::Apply(0);
    }
    let one_controller = fitting.iter().all(|r| r.seat == first.seat);
    let seat = match picker {
        _ if alike => first.seat,
        Picker::Controller if one_controller => first.seat,
        _ => affected,
    };
    let own = |r: &Replacement| r.optional && r.seat == seat;
    Met::Ask { seat, decline: fitting.iter().all(own) }
}

/// What comes of picking this one: it applies, unless its controller has still to say so.
#[must_use]
pub fn agree(by: Seat, index: usize, replacement: &Replacement) -> Met {
    if replacement.optional && replacement.seat != by {
        Met::Confirm { seat: replacement.seat, index }
    } else {
        Met::Apply(index)
    }
}

/// A replacement that a proposal has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Meeting {
    /// Which proposal of the table's list.
    proposal: u16,
    /// Which replacement.
    id: u16,
    /// The card it is on.
    source: Ref,
    /// Its controller did not want it.
    declined: bool,
}

/// Which replacements the proposals of the top group have met: none meets the same proposal, or
/// what came of it, twice (CR 7.7.5F).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meetings(Vec<Meeting>);

/// Nothing was met at nearly every moment, and then it says nothing.
impl Hash for Meetings {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.0.is_empty() {
            self.0.hash(state);
        }
    }
}

impl Meetings {
    /// A proposal has met a replacement, which applied or was declined.
    pub fn add(&mut self, proposal: usize, replacement: &Replacement, declined: bool) {
        let Replacement { id, source, .. } = *replacement;
        self.0.push(Meeting { proposal: proposal as u16, id, source, declined });
    }

    /// Whether a proposal has met a replacement.
    #[must_use]
    pub fn includes(&self, proposal: usize, replacement: &Replacement) -> bool {
        self.0.iter().any(|m| {
            usize::from(m.proposal) == proposal
                && (m.id, m.source) == (replacement.id, replacement.source)
        })
    }

    /// Whether a proposal has met a replacement on this card.
    #[must_use]
    pub fn includes_source(&self, proposal: usize, source: Ref) -> bool {
        self.0.iter().any(|m| usize::from(m.proposal) == proposal && m.source == source)
    }

    /// How many replacements applied to a proposal.
    #[must_use]
    pub fn applied(&self, proposal: usize) -> u8 {
        let met = self.0.iter().filter(|m| usize::from(m.proposal) == proposal && !m.declined);
        met.count() as u8
    }

    /// What comes of a proposal has met what that has met.
    pub fn inherit(&mut self, from: usize, to: usize) {
        for n in 0..self.0.len() {
            if usize::from(self.0[n].proposal) == from {
                self.0.push(Meeting { proposal: to as u16, ..self.0[n] });
            }
        }
    }

    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// A proposal of the group on top that meets replacement effects.
pub struct Event<'e, R: Rules> {
    /// All proposals of the table, those of the group last. What happens instead is added.
    pub proposals: &'e mut Vec<R::Proposal>,
    /// Which of them it is.
    pub index: usize,
    /// The program that proposed it; none, if it is a consequence.
    pub from: Option<&'e Frame<R::Locals>>,
    /// Random numbers.
    pub streams: &'e mut Streams,
    /// Where what happens instead can be worked out, as instructions do.
    pub out: &'e mut Out<R>,
    meetings: &'e Meetings,
}

impl<R: Rules> Event<'_, R> {
    /// The proposal.
    #[must_use]
    pub fn what(&self) -> R::Proposal {
        self.proposals[self.index]
    }

    /// The proposal, to be changed.
    pub fn what_mut(&mut self) -> &mut R::Proposal {
        &mut self.proposals[self.index]
    }

    /// Whether the proposal, or what it came of, has met a replacement.
    #[must_use]
    pub fn has_met(&self, replacement: &Replacement) -> bool {
        self.meetings.includes(self.index, replacement)
    }
}

/// What the stage needs beside the table.
pub(crate) struct Scratch<R: Rules> {
    pub(crate) out: Out<R>,
    pub(crate) fitting: Vec<Replacement>,
}

impl<R: Rules> Default for Scratch<R> {
    fn default() -> Self {
        Self { out: Out::default(), fitting: Vec::new() }
    }
}

/// Opens the windows over the group on top, one after another; then its proposals meet, one after
/// another, the replacement effects that fit them, until it is ready or somebody is asked.
pub(crate) fn replace<R: Rules>(at: &mut At<'_, R>, scratch: &mut Scratch<R>) {
    let Some(&mut Group { base, stage, .. }) = at.stack.group_mut() else { return };
    let opened = match stage {
        _ if at.decision.state == State::Opened => return,
        Stage::Proposed => 0,
        Stage::Held(opened) => opened,
        Stage::Ready => return,
    };
    let Stack { entries, proposals, .. } = &mut *at.stack;
    let held = R::holds(&mut at.state, &mut proposals[usize::from(base)..], opened);
    if let Some(Entry::Group(group)) = entries.last_mut()
        && held.is_some()
    {
        group.stage = Stage::Held(opened + 1);
    }
    match held {
        Some(window) => at.stack.go_round(window),
        None => substitute(at, scratch),
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
        let mut event = Event { proposals, index, from, streams: at.streams, out, meetings };
        R::fitting(&at.state, &mut event, fitting);
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
                    Event { proposals, index, from, streams: at.streams, out, meetings };
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
