//! Reasons that something is not offered, found by its name.

use cardmill_harness::names::{Labelled, Name};
use cardmill_harness::session::Asking;
use cardmill_kernel::stack::Entry;

use super::card::named;
use crate::label;
use crate::legal::{self, Refusal};
use crate::prelude::*;
use crate::question::Moment;

/// Options of a list, and numbers, that are tried.
pub(super) const NUMBERS: u8 = 8;

/// The reasons that the choice which a label names is refused.
pub(super) fn refusal(at: &Moment, label: &str) -> Result<String, String> {
    let Some(prompt) = at.decision.prompt else { return Ok("nobody is asked anything".into()) };
    let (name, asked) = (Name::read(label), at.decision.seat);
    let mut refusals: Vec<(bool, String)> = Vec::new();
    let waiting = at.stack.waiting.len() as u8;
    let cards: Vec<Slot> = (0..at.offer.scene.board.slots).collect();
    let choices = conceivable(&at.offer.scene, &cards);
    for choice in choices.into_iter().chain((0..waiting).map(Choice::Resolve)) {
        let labelled = at.labelled(choice);
        if !labelled.is(&name) {
            continue;
        }
        let Some(refusal) = judged(at, prompt, choice).err() else { continue };
        let own = labelled.holder.is_none_or(|seat| seat == asked);
        let reason = format!("{}: {refusal}", whose(&labelled));
        if !refusals.iter().any(|(_, other)| *other == reason) {
            refusals.push((own, reason));
        }
    }
    if let Some(ability) = label.strip_prefix("Resolve ")
        && refusals.is_empty()
    {
        refusals = unresolved(at, ability, asked);
    }
    // Of copies, those of the player who is asked come first.
    refusals.sort_by_key(|(own, _)| !own);
    if refusals.is_empty() {
        return Err(format!("{label:?} names nothing that could be chosen here"));
    }
    let reasons: Vec<String> = refusals.into_iter().map(|(_, reason)| reason).collect();
    Ok(reasons.join("; "))
}

/// Cards that the player who is asked for an action has and cannot use, each with the reason: cards
/// in hand, units and the leader.
pub(crate) fn missed(at: &Moment) -> Vec<(String, String)> {
    if at.decision.prompt != Some(Prompt::Action) {
        return Vec::new();
    }
    let (scene, seat) = (&at.offer.scene, at.decision.seat);
    let player = &scene.board.players[usize::from(seat)];
    let hand = player.hand.iter().map(|&slot| Choice::Play(slot));
    let leader = player.leaders().filter(|&leader| scene.card(leader).zone == Zone::Base);
    let units = scene.units_under(seat).map(Choice::Attack);
    let mut missed: Vec<(String, String)> = Vec::new();
    for choice in hand.chain(units).chain(leader.map(Choice::Deploy)) {
        let Err(refusal) = legal::check(&at.offer, Prompt::Action, choice) else { continue };
        let reason = (at.labelled(choice).label, refusal.to_string());
        if !missed.contains(&reason) {
            missed.push(reason);
        }
    }
    missed
}

/// Everything that a question about these cards can have for an answer, but the order of what
/// waits.
pub(super) fn conceivable(scene: &Scene, cards: &[Slot]) -> Vec<Choice> {
    let about = cards.iter().flat_map(|&slot| {
        let actions = scene.actions(slot).count() as u8;
        let uses = (0..actions.max(1)).map(move |n| Choice::Use(slot, n));
        let smuggles = (0..2).map(move |n| Choice::Smuggle(slot, n));
        [
            Choice::Play(slot),
            Choice::Attack(slot),
            Choice::Deploy(slot),
            Choice::DeployAsUpgrade(slot),
            Choice::Pilot(slot),
            Choice::Card(slot),
        ]
        .into_iter()
        .chain(uses)
        .chain(smuggles)
    });
    let numbers = (0..NUMBERS).flat_map(|n| [Choice::Mode(n), Choice::Number(n)]);
    [
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
    ]
    .into_iter()
    .chain(about)
    .chain(numbers)
    .collect()
}

/// Judges a choice, of whatever question.
fn judged(at: &Moment, prompt: Prompt, choice: Choice) -> Result<(), Refusal> {
    match (prompt, at.stack.entries.last()) {
        (Prompt::First | Prompt::Which, Some(Entry::Window(window))) => {
            let active = at.offer.scene.board.lead();
            legal::order(
                &at.offer.scene,
                (window, &at.stack.waiting),
                active,
                at.decision.seat,
                prompt,
                choice,
            )
        }
        _ => legal::check(&at.offer, prompt, choice),
    }
}

/// The reasons that the triggered abilities of the cards of a name do not wait to be resolved.
fn unresolved(at: &Moment, ability: &str, asked: Seat) -> Vec<(bool, String)> {
    let scene = &at.offer.scene;
    let (title, keyword) = match ability.split_once(": ") {
        Some((title, keyword)) => (title, Some(keyword)),
        None => (ability, None),
    };
    let mut reasons: Vec<(bool, String)> = Vec::new();
    for slot in named(scene, title).unwrap_or_default() {
        let holder = label::holder(scene, slot);
        for (refusal, events) in legal::unresolved(&at.offer, slot, keyword) {
            let events = events.map(|events| format!(" ({events})")).unwrap_or_default();
            let reason = format!("{ability} ({}): {refusal}{events}", label::player(holder));
            if !reasons.iter().any(|(_, other)| *other == reason) {
                reasons.push((holder == asked, reason));
            }
        }
    }
    reasons
}

fn whose(labelled: &Labelled) -> String {
    match labelled.holder {
        Some(seat) => format!("{} ({})", labelled.label, label::player(seat)),
        None => labelled.label.clone(),
    }
}
