//! The `Replace` stage: replacement effects meet the proposals of the top group (seed 001
//! "Replacement Effects"). They never enter the ability queue: what they do is done right here,
//! at the timing of what they replace, and the replaced event does not occur.

use cardmill_kernel::card::{Ref, Slot};
use cardmill_kernel::decision::State;
use cardmill_kernel::replacement::{Met, Picker, Replacement, Substitution, meet, narrow};
use cardmill_kernel::resolve::At;
use cardmill_kernel::stack::{Entry, Frame, Stack, Stage};

use crate::advance::at;
use crate::choice::{Choice, Locals, Meeting, Prompt, Resolving, XWing};
use crate::program::{FIRST_ABILITY, REPLACEMENT_BEGINS};
use crate::proposal::{Proposal, Verb};
use crate::scene::{Context, Refusal, Scene};
use crate::vocabulary::{Ability, Damage, Replaced, Timing};

/// Meets the group on top with the replacement effects in play.
pub(crate) fn replace(table: &mut At<'_, XWing>) {
    let At { seats, stack, decision, state, .. } = table;
    if decision.state == State::Opened {
        return;
    }
    // What has met the program that proposes has met what it proposes.
    let Some(Entry::Group(group)) = stack.entries.last() else { return };
    if group.stage != Stage::Proposed {
        return;
    }
    let from = if group.settled { None } else { stack.running() };
    let met = from.map(|frame| frame.locals.met.clone()).unwrap_or_default();
    let Stack { entries, proposals, .. } = &mut **stack;
    let Some(Entry::Group(group)) = entries.last_mut() else { return };
    let scene = state.scene();
    let mut answer = decision.take();
    let mut begun = None;
    while let Some(proposal) = proposals.get_mut(usize::from(group.meeting)) {
        let used = match answer.take() {
            Some(Choice::Use(card, id)) => Some((card, id)),
            Some(_) => {
                proposal.declined |= 1 << decision.seat;
                None
            }
            None => None,
        };
        let used = used.or_else(|| {
            let mut fitting = fitting(&scene, proposal, &met);
            fitting.retain(|r| !r.optional || proposal.declined & (1 << r.seat) == 0);
            let affected = scene.ship(proposal.ship.min(scene.board.ships - 1)).owner;
            narrow(Substitution::Single, affected, seats.count, &mut fitting);
            let by = Picker::Controller;
            match meet(Substitution::Single, by, 0, affected, &fitting) {
                // Only the owner of what is left picks: there is nothing to confirm.
                Met::Stands | Met::Confirm { .. } => None,
                Met::Apply(index) => Some((fitting[index].source.slot, fitting[index].id)),
                Met::Ask { seat, decline } => {
                    decision.open(seat, Prompt::Replace);
                    let uses = fitting.iter().map(|r| Choice::Use(r.source.slot, r.id));
                    decision.options.extend(uses);
                    decision.options.extend(decline.then_some(Choice::Decline));
                    None
                }
            }
        });
        if decision.state == State::Opened {
            break;
        }
        group.meeting += 1;
        if let Some((card, id)) = used {
            begun = Some(resolve(&scene, *proposal, &met, card, id));
            proposal.prevented = true;
            break;
        }
    }
    let over = usize::from(group.meeting) >= proposals.len();
    if over && begun.is_none() && decision.state != State::Opened {
        group.stage = Stage::Ready;
    }
    if let Some(frame) = begun {
        stack.push_frame(frame);
    }
}

/// The replacement effect as a program. It collects nothing: what it sets off belongs to
/// whatever the replaced event was part of.
///
/// Only one effect can be substituted for the original (seed 001 "Replacement Effects"), so none
/// that could have been is substituted for what takes its place. What is paid for it is another
/// event; that alone can meet those that were not used.
fn resolve(scene: &Scene, event: Proposal, met: &[Meeting], card: Slot, id: u16) -> Frame<Locals> {
    let fitted = fitting(scene, &event, met).into_iter().map(|fitted| {
        let (slot, ability) = (fitted.source.slot, fitted.id);
        Meeting { card: slot, ability, used: (slot, ability) == (card, id) }
    });
    let met = met.iter().copied().chain(fitted).collect();
    Frame {
        program: FIRST_ABILITY + id,
        at: REPLACEMENT_BEGINS,
        seat: scene.controller(card),
        source: at(card),
        subject: at(event.ship),
        collects: None,
        locals: Locals {
            met,
            ..Locals::of(Resolving { event: Some(event), ..Resolving::default() })
        },
    }
}

/// The replacement effects that could take the place of a proposal.
fn fitting(scene: &Scene, event: &Proposal, met: &[Meeting]) -> Vec<Replacement> {
    if event.prevented || !is_replaceable(event.verb) {
        return Vec::new();
    }
    let fits = |&(card, id, _): &(Slot, u16, &Ability)| judge(scene, event, met, card, id).is_ok();
    let replacements = scene.abilities().filter(fits).map(|(card, id, ability)| Replacement {
        id,
        source: Ref { slot: card, incarnation: 0 },
        seat: scene.controller(card),
        optional: ability.may,
    });
    replacements.collect()
}

/// Whether a replacement effect could take the place of an event, or why not. `met` is what has
/// met the program that proposes the event.
pub(crate) fn judge(
    scene: &Scene,
    event: &Proposal,
    met: &[Meeting],
    card: Slot,
    id: u16,
) -> Result<(), Refusal> {
    let ability = scene.catalogue.ability(id);
    let Timing::Replaces(what) = &ability.timing else { return Err(Refusal::NotNow) };
    if !is_about(what, event.verb) {
        return Err(Refusal::NotNow);
    }
    let again = |met: &Meeting| (met.card, met.ability) == (card, id) && (met.used || !event.cost);
    if event.prevented || met.iter().any(again) {
        return Err(Refusal::Replaced);
    }
    let cx = Context { event: Some(*event), ..scene.context(card, event.ship) };
    if !scene.fits(&ability.who, event.ship, &cx) {
        return Err(Refusal::Subject);
    }
    scene.judge(id, &cx)
}

const fn is_replaceable(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Gain(_)
            | Verb::Suffer(..)
            | Verb::Deal { faceup: true }
            | Verb::Destroy
            | Verb::Execute(_)
            | Verb::Flee
            | Verb::FailBoost
            | Verb::Damage(_)
            | Verb::Put(_)
    )
}

fn is_about(what: &Replaced, verb: Verb) -> bool {
    match (what, verb) {
        (Replaced::Gain(tokens), Verb::Gain(token)) => tokens.contains(&token),
        (Replaced::Suffer(None), Verb::Suffer(..))
        | (Replaced::DealFaceup, Verb::Deal { faceup: true })
        | (Replaced::Destroyed, Verb::Destroy)
        | (Replaced::Maneuver, Verb::Execute(_))
        | (Replaced::Flee, Verb::Flee)
        | (Replaced::FailBoost, Verb::FailBoost) => true,
        (Replaced::SufferOne(kind), Verb::Damage(damage)) => *kind == damage,
        (Replaced::Put { ways, templates }, Verb::Put(placing)) => {
            ways.contains(&placing.way)
                && (templates.is_empty() || templates.contains(&placing.template))
        }
        (Replaced::Suffer(Some(Damage::Hit)), Verb::Suffer(hits, _)) => hits > 0,
        (Replaced::Suffer(Some(Damage::Crit)), Verb::Suffer(_, crits)) => crits > 0,
        _ => false,
    }
}
