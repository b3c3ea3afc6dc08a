//! The `Replace` stage: replacement effects meet the proposals of the top group (CR 7.7.5, seed
//! 004 "Replacement Effects").
//!
//! A proposal meets what fits it one after another, and is looked at again after each. What
//! comes instead joins the group, so that it happens together with the rest of it (CR 7.7.5D),
//! and meets replacements in its turn. What was replaced stays in the group as `prevented`: it
//! triggers nothing, and counts as done for "if you do" and as paid for a cost (CR 8.9.2).

use arrayvec::ArrayVec;
use cardmill_kernel::advance::Out;
use cardmill_kernel::card::Ref;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::replacement::{Meetings, Met, Replacement, Substitution, agree, meet};
use cardmill_kernel::resolve::At;
use cardmill_kernel::stack::{Entry, Frame, Stack, Stage};
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::Fault;

use crate::advance::Run;
use crate::card::{Permissions, Zone};
use crate::choice::{Choice, Locals, Prompt, Unlimited};
use crate::effect::EffectKind;
use crate::proposal::{Proposal, Verb};
use crate::scene::{Context, Scene};
use crate::vocabulary::{self as vocabulary, Ability, Instead, Register, Would};

/// Replacements that can fit one event.
const BOUND: usize = 32;

/// What tells Shields from other replacements; one is as good as another.
const SHIELD: u16 = u16::MAX;

/// Meets the group on top with the replacement effects there are.
pub(crate) fn replace(at: &mut At<'_, Unlimited>, out: &mut Out<Unlimited>) {
    let At { table, stack, decision, streams, state, .. } = at;
    let Stack { entries, proposals, meetings, .. } = &mut **stack;
    let Some(Entry::Group(group)) = entries.last_mut() else { return };
    let mut meeting = Meet { scene: state.scene(), streams, out, proposals, meetings };
    let mut index = usize::from(group.meeting);
    let met = loop {
        if index == meeting.proposals.len() {
            break Ok(true);
        }
        match meeting.next(index, decision) {
            Ok(Met::Stands) => index += 1,
            Ok(Met::Apply(_)) => {}
            Ok(_) => break Ok(false),
            Err(fault) => break Err(fault),
        }
    };
    group.meeting = index as u16;
    match met {
        Ok(true) => {
            group.stage = Stage::Ready;
            meetings.clear();
        }
        Ok(false) => {}
        Err(fault) => table.quarantine(fault),
    }
}

/// A replacement that fits a proposal, and what it does.
#[derive(Clone, Copy)]
struct Fitting<'a> {
    replacement: Replacement,
    instead: Does<'a>,
    /// The lasting effect it is, by number.
    effect: Option<u8>,
}

/// What a replacement does.
#[derive(Clone, Copy)]
enum Does<'a> {
    /// A Shield prevents all of the damage and is defeated (CR 3.7.6).
    Shield,
    /// What the vocabulary says.
    Instead(&'a Instead),
}

type List<'a> = ArrayVec<Fitting<'a>, BOUND>;

/// The top group of a table while it meets its replacements.
struct Meet<'r, 'a> {
    scene: Scene<'a>,
    streams: &'r mut Streams,
    out: &'r mut Out<Unlimited>,
    proposals: &'r mut Vec<Proposal>,
    meetings: &'r mut Meetings,
}

impl<'a> Meet<'_, 'a> {
    /// The next replacement of a proposal, or the question which one is next.
    fn next(&mut self, index: usize, decision: &mut Decision<Unlimited>) -> Result<Met, Fault> {
        // Only damage meets what is not looked for (Shields), or depends on other proposals.
        if !self.scene.relevance.replaces && self.proposals[index].verb != Verb::Damage {
            return Ok(Met::Stands);
        }
        if core::mem::take(&mut self.proposals[index].excess) {
            self.fix_excess(index);
        }
        let what = self.proposals[index];
        let mut list = List::new();
        if !what.prevented {
            self.shields(index, &mut list)?;
            if self.scene.relevance.replaces {
                self.others(index, &mut list)?;
            }
        }
        if list.is_empty() {
            return Ok(Met::Stands);
        }
        let fitting: ArrayVec<Replacement, BOUND> = list.iter().map(|f| f.replacement).collect();
        let met = match decision.take() {
            Some(Choice::Instead(..)) => {
                let picked = (0..list.len()).find(|&n| choice(&list, n) == decision.taken);
                let picked = picked.ok_or(Fault::Invariant("a replacement went while asked"))?;
                agree(decision.seat, picked, &fitting[picked])
            }
            Some(_) => {
                for n in 0..list.len() {
                    if decision.options.contains(&choice(&list, n)) {
                        self.meetings.add(index, &fitting[n], true);
                    }
                }
                return self.next(index, decision);
            }
            // Nobody is asked which of several Shields it is.
            None if list.iter().all(|f| f.replacement.id == SHIELD) => Met::Apply(0),
            None => {
                let picker = self.scene.board.edition.picker();
                let affected = match what.verb {
                    Verb::Draw => what.seat,
                    _ => self.scene.card(what.subject.slot).controller,
                };
                let applied = self.meetings.applied(index);
                meet(Substitution::Chained, picker, applied, affected, &fitting)
            }
        };
        match met {
            Met::Stands => {}
            Met::Apply(n) => {
                self.meetings.add(index, &fitting[n], false);
                self.apply(index, &list[n]);
            }
            Met::Ask { seat, decline } => {
                decision.open(seat, Prompt::Replace);
                let alike = |n: usize| list[..n].iter().any(|f| alike(f, &list[n]));
                let options = (0..list.len()).filter(|&n| !alike(n)).map(|n| choice(&list, n));
                decision.options.extend(options);
                decision.options.extend(decline.then_some(Choice::Decline));
            }
            Met::Confirm { seat, index } => {
                decision.open(seat, Prompt::Replace);
                decision.options.extend([choice(&list, index), Choice::Decline]);
            }
        }
        Ok(met)
    }

    /// What Overwhelm deals to the base: what the defending unit does not need to be defeated
    /// (CR 6.3.5D). Nothing, if damage to it was replaced or cannot defeat it.
    fn fix_excess(&mut self, index: usize) {
        let hit = self.proposals[index - 1];
        let permissions = self.scene.stats(hit.subject.slot).permissions;
        let needed = self.scene.remaining(hit.subject.slot);
        let excess = &mut self.proposals[index].amount;
        *excess = if hit.prevented || permissions.has(Permissions::UNDEFEATED) {
            0
        } else {
            (hit.amount - needed).clamp(0, *excess)
        };
    }

    /// The Shields on a unit that would be dealt damage.
    fn shields(&self, index: usize, list: &mut List<'a>) -> Result<(), Fault> {
        let Self { scene, proposals, .. } = self;
        let what = proposals[index];
        if what.verb != Verb::Damage
            || what.amount <= 0
            || scene.unit(what.subject).is_none()
            || scene.stats(what.subject.slot).shields == 0
        {
            return Ok(());
        }
        for &slot in &scene.board.play {
            let token = scene.card(slot);
            let source = token.reference(slot);
            if token.zone == Zone::Attached
                && token.host == what.subject.slot
                && scene.face(slot).shield
                && !proposals.iter().any(|p| p.verb == Verb::Defeat && p.subject == source)
            {
                let seat = token.controller;
                let replacement = Replacement { id: SHIELD, source, seat, optional: false };
                push(list, Fitting { replacement, instead: Does::Shield, effect: None })?;
            }
        }
        Ok(())
    }

    /// Replacements that cards in play have printed or gained, and lasting ones.
    fn others(&mut self, index: usize, list: &mut List<'a>) -> Result<(), Fault> {
        let scene = self.scene;
        let verb = self.proposals[index].verb;
        if !matches!(verb, Verb::Damage | Verb::Defeat | Verb::Draw) {
            return Ok(());
        }
        for &slot in &scene.face_up() {
            let (card, stats) = (scene.card(slot), scene.stats(slot));
            let printed: &[u16] = if stats.blank { &[] } else { &scene.face(slot).replacements };
            let cx = Context::of(card.controller, card.reference(slot));
            for (n, &id) in printed.iter().chain(&stats.gained).enumerate() {
                let Ability::Replacement(effect) = &scene.catalogue.ability(id).ability else {
                    continue;
                };
                // Of two copies it matters which one does something with itself.
                let id = match effect.instead {
                    Instead::Prevent { .. } => id,
                    _ => 0x4000 | slot << 4 | n as u16,
                };
                let replacement =
                    Replacement { id, source: cx.source, seat: cx.seat, optional: effect.may };
                self.fit(index, replacement, effect, None, &Locals::default(), list)?;
            }
        }
        for (number, lasting) in scene.effects() {
            let EffectKind::Replacing { replacement, .. } = lasting.kind else { continue };
            let (effect, _) = &scene.catalogue.tables.replacements[usize::from(replacement)];
            let replacement = Replacement {
                id: 0x8000 | u16::from(number),
                source: lasting.source,
                seat: lasting.seat,
                optional: effect.may,
            };
            let locals = remembered(&lasting.it);
            self.fit(index, replacement, effect, Some(number), &locals, list)?;
        }
        Ok(())
    }

    fn fit(
        &mut self,
        index: usize,
        replacement: Replacement,
        effect: &'a vocabulary::Replacement,
        number: Option<u8>,
        locals: &Locals,
        list: &mut List<'a>,
    ) -> Result<(), Fault> {
        let what = self.proposals[index];
        let Replacement { source, seat, .. } = replacement;
        let locals = Some(locals);
        let cx = Context { locals, subject: what.subject, ..Context::of(seat, source) };
        let fits = !self.meetings.includes(index, &replacement)
            && self.would(&effect.would, &what, &cx)
            && effect.condition.as_ref().is_none_or(|c| self.scene.holds(c, &cx))
            && self.can(&effect.instead, &what, &cx);
        if fits {
            let instead = Does::Instead(&effect.instead);
            push(list, Fitting { replacement, instead, effect: number })?;
        }
        Ok(())
    }

    /// Whether this is what would happen.
    fn would(&self, would: &Would, what: &Proposal, cx: &Context) -> bool {
        match would {
            Would::Damage { to, combat } => {
                what.verb == Verb::Damage
                    && what.amount > 0
                    && (!combat || what.combat)
                    && self.scene.is_subject(to, what.subject, cx)
            }
            Would::Defeat(card) => {
                what.verb == Verb::Defeat && self.scene.is_subject(card, what.subject, cx)
            }
            Would::Draw(who) => {
                what.verb == Verb::Draw && self.scene.seats(*who, cx).contains(&what.seat)
            }
        }
    }

    /// Whether it can be done: if not, what would happen does (CR 7.7.5C).
    fn can(&mut self, instead: &Instead, what: &Proposal, cx: &Context) -> bool {
        match instead {
            Instead::Prevent { .. } => true,
            Instead::Redirect(whom) => {
                let to = self.scene.first(whom, cx);
                to != what.subject && self.scene.in_play(to).is_some()
            }
            Instead::Do(steps) => {
                steps.is_empty() || {
                    let done = self.plainly(steps, cx);
                    !done.is_empty() && !done.iter().any(|p| self.happens(p))
                }
            }
        }
    }

    /// Whether something that happens to a card once happens in this group anyway.
    fn happens(&self, what: &Proposal) -> bool {
        let once = matches!(
            what.verb,
            Verb::Defeat | Verb::ToHand | Verb::ToResources | Verb::Exhaust | Verb::Ready
        );
        once && self
            .proposals
            .iter()
            .any(|p| !p.prevented && p.verb == what.verb && p.subject == what.subject)
            && what.subject.is_some()
    }

    /// What steps that ask nothing propose.
    fn plainly(&mut self, steps: &[vocabulary::Step], cx: &Context) -> Vec<Proposal> {
        let mut frame = Frame {
            program: 0,
            at: 0,
            seat: cx.seat,
            source: cx.source,
            subject: cx.subject,
            collects: None,
            locals: cx.locals.cloned().unwrap_or_default(),
        };
        let mut run = Run {
            scene: self.scene,
            frame: &mut frame,
            streams: self.streams,
            out: self.out,
            collection: 0,
            answer: None,
        };
        run.plainly(steps);
        core::mem::take(&mut self.out.proposals)
    }

    fn apply(&mut self, index: usize, fitting: &Fitting) {
        let what = self.proposals[index];
        let Replacement { source, seat, .. } = fitting.replacement;
        let Does::Instead(instead) = fitting.instead else {
            self.proposals[index].prevented = true;
            let unit = self.scene.card(what.subject.slot);
            self.proposals.push(Proposal::new(Verb::Defeat, source, unit.controller));
            return;
        };
        let it = fitting.effect.map(|number| self.scene.effect(number.into()));
        let locals = it.map(|effect| remembered(&effect.it)).unwrap_or_default();
        let locals = Some(&locals);
        let cx = Context { locals, subject: what.subject, ..Context::of(seat, source) };
        let replaced = Proposal::new(Verb::Replaced, what.subject, what.seat).by(source);
        let from = self.proposals.len();
        match instead {
            Instead::Prevent { points } => {
                let less = points.map_or(i16::MAX, i16::from).min(what.amount);
                self.proposals[index].amount -= less;
                self.proposals[index].prevented = what.amount == less;
                self.proposals.push(replaced.amount(less));
            }
            Instead::Redirect(whom) => {
                let to = self.scene.first(whom, &cx);
                self.proposals[index].prevented = true;
                self.proposals.push(replaced);
                self.proposals.push(Proposal { subject: to, ..what });
            }
            Instead::Do(steps) => {
                let done = self.plainly(steps, &cx);
                self.proposals[index].prevented = true;
                self.proposals.push(replaced);
                self.proposals.extend(done);
            }
        }
        for to in from..self.proposals.len() {
            self.meetings.inherit(index, to);
        }
    }
}

fn push<'a>(list: &mut List<'a>, fitting: Fitting<'a>) -> Result<(), Fault> {
    list.try_push(fitting).map_err(|_| Fault::Overflow("replacements of one event"))
}

/// Whether it makes no difference which of the two applies.
fn alike(one: &Fitting, other: &Fitting) -> bool {
    let (one, other) = (&one.replacement, &other.replacement);
    one.id == other.id && (one.seat == other.seat || one.id == SHIELD)
}

/// A replacement as an option: the card it is on, and which of those on it that fit.
fn choice(list: &List, n: usize) -> Choice {
    let slot = list[n].replacement.source.slot;
    let before = list[..n].iter().filter(|f| f.replacement.source.slot == slot).count();
    Choice::Instead(slot, before as u8)
}

/// What a lasting effect remembers, for its steps.
fn remembered(it: &[Ref]) -> Locals {
    let mut locals = Locals::default();
    for &card in it {
        locals.bind(Register::It, card);
    }
    locals
}
