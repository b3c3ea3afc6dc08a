//! Reasons for which something is not offered.

use cardmill_harness::names::Name;
use cardmill_kernel::card::Slot;
use cardmill_kernel::rules::At;
use cardmill_kernel::stack::{Entry, Frame};

use crate::board::{Limit, Shot};
use crate::choice::{Act, Prompt, XWing};
use crate::label;
use crate::locals::Locals;
use crate::procedure::{Attacking, Granted, Task};
use crate::proposal::Proposal;
use crate::replace;
use crate::scene::{Refusal, Scene};
use crate::vocabulary::{Action, ActionSpec, Difficulty, Timing};

/// The question that is open, the program that asks it, and the events about to happen.
struct Asking<'a> {
    prompt: Option<Prompt>,
    frame: Option<&'a Frame<Locals>>,
    /// The events that wait to be replaced, the next one first.
    events: &'a [Proposal],
}

/// The reason for which the thing that a label names is not offered; an error if it names nothing.
pub(super) fn refusal(at: &At<'_, XWing>, label: &str) -> Result<String, String> {
    let stack = &*at.stack;
    let events = match stack.entries.last() {
        Some(Entry::Group(group)) => &stack.proposals[usize::from(group.meeting)..],
        _ => &[],
    };
    let asking = Asking { prompt: at.decision.prompt, frame: stack.running(), events };
    let reasons = reasons(&at.state.scene(), &asking, label);
    // The most particular reason says most: that of another moment, least.
    let telling = reasons.iter().find(|(_, reason)| *reason != Refusal::NotNow);
    match telling.or(reasons.first()) {
        Some((what, reason)) => Ok(format!("{what}: {reason}")),
        None => Err(format!("{label:?} names nothing that this table could ask")),
    }
}

/// The actions that the ship which is asked for one has on its action bar and cannot perform, each with the reason.
pub(super) fn missed(at: &At<'_, XWing>) -> Vec<(String, String)> {
    let frame = at.stack.running().filter(|_| at.decision.prompt == Some(Prompt::Action));
    let Some(frame) = frame else { return Vec::new() };
    let (scene, ship) = (at.state.scene(), frame.subject.slot);
    let stressed = matches!(frame.locals.task(), Some(Task::Act(Granted { stressed: true, .. })));
    let mut missed: Vec<(String, String)> = Vec::new();
    for spec in scene.bar(ship) {
        if let Err(refusal) = scene.judge_act(ship, Act::Bar(spec), stressed, None) {
            let reason = (label::bar(spec), refusal.to_string());
            if !missed.contains(&reason) {
                missed.push(reason);
            }
        }
    }
    missed
}

/// Every thing that the label could mean, and what is against it.
fn reasons(scene: &Scene, asking: &Asking<'_>, label: &str) -> Vec<(String, Refusal)> {
    let mut found = Vec::new();
    let ship = asking.frame.map_or(Slot::MAX, |frame| frame.subject.slot);
    let locals = asking.frame.map(|frame| &frame.locals);
    let task = locals.and_then(Locals::task);
    let stressed = matches!(task, Some(Task::Act(Granted { stressed: true, .. })));
    let name = Name::read(label);
    let acting = matches!(asking.prompt, Some(Prompt::Action));
    for act in bar(label) {
        let reason = if acting {
            let Act::Bar(wanted) = act else { continue };
            let known = scene
                .bar(ship)
                .any(|spec| spec.action == wanted.action && spec.difficulty == wanted.difficulty);
            if known {
                scene.judge_act(ship, act, stressed, None).err().unwrap_or(Refusal::NotNow)
            } else {
                Refusal::NoSuchAction
            }
        } else {
            silent(scene, act).unwrap_or(Refusal::NotNow)
        };
        found.push((label.to_owned(), reason));
    }
    for (card, id, ability) in scene.abilities(|card| &card.abilities) {
        if label::using(scene, id) != name.title {
            continue;
        }
        let host = scene.host(card);
        let cx = scene.context(card, host);
        let reason = match (&ability.timing, asking.prompt) {
            (Timing::Action, Some(Prompt::Action)) if host == ship => {
                scene.judge_act(ship, Act::Card(card, id), stressed, None).err()
            }
            (Timing::Action, _) => scene.judge_act(host, Act::Card(card, id), false, None).err(),
            (Timing::Modify(_), Some(Prompt::Modify(dice))) => {
                scene.judge_modify(card, id, dice).err()
            }
            (Timing::Replaces(_), _) => {
                let met = locals.map_or(&[][..], |locals| &locals.met);
                let judged = asking.events.iter();
                let judged = judged.map(|e| replace::judge(scene, e, met, card, id));
                judged.filter_map(Result::err).next()
            }
            (Timing::After(_), _) => scene.judge(id, &cx).err(),
            _ => None,
        };
        let what = format!("{} of {}", label::card(scene, card), label::card(scene, host));
        found.push((what, reason.unwrap_or(Refusal::NotNow)));
    }
    let limit = match task {
        Some(Task::Aim(limit) | Task::Attack(Attacking { limit, .. })) => limit,
        _ => Limit::ANY,
    };
    if ship < scene.board.ships && name.title.starts_with("Attack ") {
        for with in scene.armaments(ship) {
            for at in scene.present() {
                let shot = Shot { with, at };
                if label::attack(scene, shot) == name.title {
                    let judged = scene.judge_shot(ship, shot, limit).err();
                    found.push((label.to_owned(), judged.unwrap_or(Refusal::NotNow)));
                }
            }
        }
    }
    let named = |slot: &Slot| label::card(scene, *slot) == name.title;
    if let Some(target) = scene.present().find(named) {
        found.push((label::card(scene, target), Refusal::Subject));
    }
    found
}

/// The first reason that keeps a ship which has an action from it, where no ship is asked for one.
fn silent(scene: &Scene, act: Act) -> Option<Refusal> {
    let Act::Bar(wanted) = act else { return None };
    let with = scene.present().filter(|&ship| {
        scene
            .bar(ship)
            .any(|spec| spec.action == wanted.action && spec.difficulty == wanted.difficulty)
    });
    with.filter_map(|ship| scene.judge_act(ship, act, false, None).err()).next()
}

/// The actions of an action bar that a label could mean.
fn bar(wanted: &str) -> Vec<Act> {
    let ways = [Difficulty::White, Difficulty::Red, Difficulty::Purple];
    Action::ALL
        .into_iter()
        .flat_map(|action| ways.map(|difficulty| ActionSpec::of(action, difficulty)))
        .filter(|spec| label::bar(*spec) == wanted)
        .map(Act::Bar)
        .collect()
}
