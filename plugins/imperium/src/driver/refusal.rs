//! The reasons that something is not offered, found by its name.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::rules::At;
use cardmill_kernel::stack::Stack;

use super::fact::{named, system};
use crate::board::{Board, Trade};
use crate::choice::{Imperium, Prompt};
use crate::piece::Place;
use crate::scene::{Refusal, Scene};
use crate::vocabulary::{Kind, Timing};

/// The reason that a label is not offered now; an error if it names nothing that could be.
pub(super) fn refusal(at: &At<'_, Imperium>, label: &str) -> Result<String, String> {
    let (scene, seat) = (&at.state.scene(), at.decision.seat);
    let reason = match at.decision.prompt {
        Some(Prompt::Ability) => in_window(scene, at.stack, seat, label),
        Some(Prompt::Action) => as_action(scene, seat, label),
        Some(Prompt::Move) => as_move(scene, seat, label),
        _ => None,
    };
    reason.ok_or_else(|| format!("{label:?} names nothing that could be chosen here"))
}

/// The things that the player who is asked for an action has and cannot use, each with the reason:
/// action cards in hand, and systems that cannot be activated.
pub(super) fn missed(at: &At<'_, Imperium>) -> Vec<(String, String)> {
    if at.decision.prompt != Some(Prompt::Action) {
        return Vec::new();
    }
    let (scene, seat) = (&at.state.scene(), at.decision.seat);
    let systems = scene.board.systems.iter().zip(0..);
    let held = systems.filter(|&(_, id)| scene.board.has_token(id, seat)).map(|(system, _)| {
        let there = "the player's command token is there already";
        (format!("Activate {}", system.name), there.to_owned())
    });
    let cards = scene.cards(seat, Place::Hand, Kind::Action).flat_map(|slot| {
        let programs = scene.catalogue.abilities(scene.piece(slot).definition);
        let refused = programs.filter_map(move |(program, ability)| {
            let action = ability.timing.contains(&Timing::Action);
            action.then(|| scene.action_refusal(seat, slot, program))?
        });
        let name = &scene.printed(slot).name;
        refused.map(move |refusal| (format!("Action: {name}"), refusal.to_string()))
    });
    let mut missed: Vec<(String, String)> = held.chain(cards).collect();
    missed.dedup();
    missed
}

/// The abilities on the pieces a name means, with the refusal of each.
fn refusals(
    scene: &Scene,
    label: &str,
    judge: impl Fn(Slot, u16) -> Option<Refusal>,
) -> Option<String> {
    let mut reasons: Vec<String> = Vec::new();
    for slot in named(scene, label) {
        for (program, _) in scene.catalogue.abilities(scene.figure_definition(slot)) {
            if let Some(refusal) = judge(slot, program) {
                let reason = refusal.to_string();
                if !reasons.contains(&reason) {
                    reasons.push(reason);
                }
            }
        }
    }
    (!reasons.is_empty()).then(|| reasons.join("; "))
}

fn in_window(scene: &Scene, stack: &Stack<Imperium>, seat: Seat, label: &str) -> Option<String> {
    let rounds = stack.rounds()?;
    let (moment, event) = rounds.event.event()?;
    refusals(scene, label, |slot, program| {
        let spent = rounds.spent(&scene.candidate(seat, slot, program)).map(Refusal::Window);
        let action = scene.catalogue.ability(program).timing.contains(&Timing::Action);
        let now = scene.refusal(seat, slot, program, moment, &event);
        spent.or(match now {
            Some(Refusal::Timing) if action => Some(Refusal::Action),
            refusal => refusal,
        })
    })
}

fn as_action(scene: &Scene, seat: Seat, label: &str) -> Option<String> {
    let board: &Board = scene.board;
    if label == "Pass" {
        let open = |&slot: &Slot| !scene.piece(slot).exhausted;
        let left = scene.cards(seat, Place::Area, Kind::Strategy).find(open)?;
        let name = &scene.printed(left).name;
        return Some(format!("the strategy card {name} must be used first"));
    }
    if let Some(name) = label.strip_prefix("Activate ") {
        let system = system(scene, name).ok()?;
        return Some(if board.has_token(system, seat) {
            "the player's command token is there already".into()
        } else {
            "there is no command token in the tactic pool".into()
        });
    }
    if let Some(name) = label.strip_prefix("Strategic action: ") {
        let used = |&slot: &Slot| scene.piece(slot).exhausted;
        let own = scene.cards(seat, Place::Area, Kind::Strategy);
        let card = own.filter(|&slot| scene.printed(slot).name == name).find(used);
        return Some(match card {
            Some(_) => "the strategy card was used".into(),
            None => "the player does not have that strategy card".into(),
        });
    }
    if let Some(player) = label.strip_prefix("Trade with P") {
        let other = player.parse::<Seat>().ok()?.checked_sub(1)?;
        let menu = board.house.trade == Trade::Menu;
        return Some(if board.player(seat).traded & (1 << other) != 0 && menu {
            "there is one offer to a player in a turn".into()
        } else if board.player(seat).traded & (1 << other) != 0 {
            "the players have traded this turn".into()
        } else if scene.neighbours(&scene.presence(), seat, other) {
            "neither has anything to give".into()
        } else {
            "they are no neighbours".into()
        });
    }
    let name = label.strip_prefix("Action: ").unwrap_or(label);
    refusals(scene, name, |slot, program| scene.action_refusal(seat, slot, program))
}

fn as_move(scene: &Scene, seat: Seat, label: &str) -> Option<String> {
    let to = scene.board.system?;
    let name = label.strip_prefix("Move ")?.split(" from ").next()?;
    let own = named(scene, name).into_iter().find(|&slot| scene.piece(slot).owner == seat)?;
    let from = scene.system_of(own)?;
    Some(if scene.board.has_token(from, seat) {
        "it starts in a system with a command token of its player".into()
    } else if scene.can_reach(own, to) {
        "the fleet pool allows no more ships there".into()
    } else {
        "it cannot reach the active system".into()
    })
}
