//! Why no triggered ability of a card waits to be resolved (CR 7.6).

use cardmill_kernel::card::Slot;

use super::Refusal;
use crate::card::Marks;
use crate::options::Offer;
use crate::text::event_text;
use crate::vocabulary::{Ability, Keyword, Limit};

/// Keywords that resolve like triggered abilities, and what they wait for (CR 7.5.5, 7.5.9,
/// 7.5.10, 7.5.12).
const KEYWORDS: [(Keyword, &str, &str); 4] = [
    (Keyword::Ambush, "Ambush", "when played or deployed"),
    (Keyword::Shielded, "Shielded", "when played or deployed"),
    (Keyword::Restore(0), "Restore", "when it attacks"),
    (Keyword::Saboteur, "Saboteur", "when it attacks a unit with a Shield"),
];

/// Why no triggered ability of this card waits, or not this keyword of it, and what those that it
/// has wait for.
pub fn unresolved(offer: &Offer, slot: Slot, keyword: Option<&str>) -> (Refusal, Option<String>) {
    let scene = &offer.scene;
    let (card, stats) = (scene.card(slot), scene.stats(slot));
    if let Some(keyword) = keyword {
        let has = |(which, name, _): &&(Keyword, _, _)| {
            *name == keyword && card.zone.is_arena() && stats.keywords.has(*which)
        };
        return match KEYWORDS.iter().find(has) {
            Some((_, _, when)) => (Refusal::NotTriggered, Some((*when).to_owned())),
            None if !card.zone.is_arena() => (Refusal::NotInPlay, None),
            None => (Refusal::NoSuchAbility, None),
        };
    }
    let own = &scene.face(slot).triggered;
    let gained = if card.zone.is_play() { &stats.gained[..] } else { &[] };
    let triggered =
        own.iter().chain(gained).filter_map(|&id| match &scene.catalogue.ability(id).ability {
            Ability::Triggered { when, limit, .. } => Some((when, *limit)),
            _ => None,
        });
    let triggered: Vec<_> = triggered.collect();
    if triggered.is_empty() {
        return (Refusal::NoSuchAbility, None);
    }
    if !card.zone.is_play() {
        return (Refusal::NotInPlay, None);
    }
    if stats.blank && gained.is_empty() {
        return (Refusal::AbilitiesLost, None);
    }
    let used = card.marks.has(Marks::USED);
    if triggered.iter().all(|(_, limit)| used && *limit == Some(Limit::Round)) {
        return (Refusal::UsedThisRound, None);
    }
    let events = triggered.iter().flat_map(|(when, _)| *when).map(event_text);
    (Refusal::NotTriggered, Some(events.collect::<Vec<_>>().join("; ")))
}
