//! Every choice that could be formed at a decision, judged by the rules, against what is offered.

use std::sync::{Arc, Mutex};

use bevy_app::{App, Plugin};
use cardmill_kernel::card::Slot;
use cardmill_kernel::decision::State;
use cardmill_kernel::rules::{At, Resolution};
use cardmill_kernel::schedule::Stage;
use cardmill_kernel::stack::Entry;
use cardmill_unlimited::choice::{Choice, Prompt, Unlimited, With};
use cardmill_unlimited::legal::{self, Refusal};
use cardmill_unlimited::options::Offer;
use cardmill_unlimited::vocabulary::Arena;

/// The results of the judge so far.
#[derive(Default)]
pub struct Verdicts {
    /// Choices that were offered and should not be, or the other way round, in words.
    pub complaints: Vec<String>,
    /// Decisions that were judged, those with one option included.
    pub decisions: u64,
    /// Choices that were refused.
    pub refused: u64,
}

/// Judges every decision between its being offered and its being presented, so also those that
/// are taken silently.
pub struct JudgePlugin(pub Arc<Mutex<Verdicts>>);

impl Plugin for JudgePlugin {
    fn build(&self, app: &mut App) {
        let verdicts = Arc::clone(&self.0);
        let mut resolution = app.world_mut().resource_mut::<Resolution<Unlimited>>();
        resolution.add(Stage::Offer, move |at| judge(at, &mut verdicts.lock().unwrap()));
    }
}

/// Every choice that could be formed at a table with so many slots.
fn choices(slots: Slot, waiting: usize, cards: usize) -> impl Iterator<Item = Choice> {
    let plain = [
        Choice::Nothing,
        Choice::Pass,
        Choice::Initiative,
        Choice::Blast,
        Choice::Plan,
        Choice::Decline,
        Choice::Done,
        Choice::Credit,
        Choice::Yes,
        Choice::No,
        Choice::In(Arena::Ground),
        Choice::In(Arena::Space),
        Choice::First(0),
        Choice::First(1),
        Choice::First(2),
        Choice::First(3),
    ];
    let there = (0..slots).flat_map(move |slot| {
        let cards = [
            Choice::Play(slot),
            Choice::Attack(slot),
            Choice::Deploy(slot),
            Choice::DeployAsUpgrade(slot),
            Choice::Pilot(slot),
            Choice::Card(slot),
        ];
        let numbered =
            (0..4).flat_map(move |index| [Choice::Use(slot, index), Choice::Instead(slot, index)]);
        let smuggles = (0..3).map(move |n| Choice::Smuggle(slot, n));
        let with = (0..slots).map(move |with| Choice::InsteadWith(slot, With(with)));
        cards.into_iter().chain(numbered).chain(smuggles).chain(with)
    });
    plain
        .into_iter()
        .chain(there)
        .chain((0..8).map(Choice::Mode))
        .chain((0..60).map(Choice::Number))
        .chain((0..=cards as u16).map(Choice::Name))
        .chain((0..waiting as u8 + 2).map(Choice::Resolve))
}

fn judge(at: &At<'_, Unlimited>, verdicts: &mut Verdicts) {
    let At { stack, decision, seats, .. } = at;
    if decision.state != State::Opened {
        return;
    }
    let (Some(prompt), Some(frame)) = (decision.prompt, stack.running()) else {
        verdicts.complaints.push("a decision without a question or a program".into());
        return;
    };
    let (table, scene) = (&*at.table, at.state.scene());
    let (catalogue, board) = (scene.catalogue, scene.board);
    let offer = Offer { scene, seat: decision.seat, frame };
    let by_the_rules = |choice: Choice| match (prompt, stack.entries.last()) {
        (Prompt::First | Prompt::Which, Some(Entry::Window(window))) => legal::order(
            &scene,
            (window, &stack.waiting),
            seats.lead,
            decision.seat,
            prompt,
            choice,
        ),
        (Prompt::First | Prompt::Which, _) => Err(Refusal::NotAsked),
        (Prompt::Replace, _) => legal::replacement(&offer, stack, choice),
        _ => legal::check(&offer, prompt, choice),
    };
    let mut offered = decision.options.clone();
    offered.sort_unstable();
    let twice = offered.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    let named = |choice: Choice| match choice {
        Choice::Play(s)
        | Choice::Attack(s)
        | Choice::Use(s, _)
        | Choice::Deploy(s)
        | Choice::DeployAsUpgrade(s)
        | Choice::Smuggle(s, _)
        | Choice::Pilot(s)
        | Choice::Card(s) => {
            format!("{choice:?} ({})", scene.printed(s).definition.name)
        }
        _ => format!("{choice:?}"),
    };
    let mut complain = |what: String| {
        let asked = match prompt {
            Prompt::Step | Prompt::Mode => format!("{:.80}", format!("{:?}", offer.op())),
            Prompt::Cost => {
                let source = offer.frame.source.slot;
                format!("of {} ({:?})", scene.printed(source).definition.name, offer.frame.locals)
            }
            _ => String::new(),
        };
        if verdicts.complaints.len() < 20 {
            verdicts.complaints.push(format!(
                "game {} decision {} of player {}, {prompt:?} {asked}: {what}",
                table.game, table.decisions, decision.seat,
            ));
        }
    };
    if let Some(choice) = twice {
        complain(format!("{} is offered twice", named(choice)));
    }
    let (mut accepted, mut refused) = (0, 0);
    for choice in choices(board.slots, stack.waiting.len(), catalogue.cards.len()) {
        let verdict = by_the_rules(choice);
        match (verdict, offered.binary_search(&choice).is_ok()) {
            (Ok(()), true) => accepted += 1,
            (Err(_), false) => refused += 1,
            (Ok(()), false) => {
                complain(format!("{} is allowed and not offered", named(choice)));
            }
            (Err(why), true) => complain(format!("{} is offered: {why}", named(choice))),
        }
    }
    if accepted < offered.len() && verdicts.complaints.is_empty() {
        verdicts
            .complaints
            .push(format!("{prompt:?}: an option of {offered:?} is no choice at all"));
    }
    verdicts.decisions += 1;
    verdicts.refused += refused;
}
