//! Reasons that no triggered ability of a card waits to be resolved (CR 7.6).

use cardmill_kernel::card::Slot;

use super::Refusal;
use crate::options::Offer;
use crate::text::event_text;
use crate::vocabulary::{Ability, Keyword};
use crate::words::event::Event;

/// Keywords that resolve like triggered abilities, and what they wait for (CR 7.5.5, 7.5.9,
/// 7.5.10, 7.5.12, 7.5.20).
const KEYWORDS: [(Keyword, &str, &str); 5] = [
    (Keyword::Ambush, "Ambush", "when played or deployed"),
    (Keyword::Shielded, "Shielded", "when played or deployed"),
    (Keyword::Support, "Support", "when played or deployed"),
    (Keyword::Restore(0), "Restore", "when it attacks"),
    (Keyword::Saboteur, "Saboteur", "when it attacks a unit with a Shield"),
];

/// The reason that a triggered ability does not wait, and the event it waits for, if it has one.
pub type Unresolved = (Refusal, Option<String>);

/// The reasons that the triggered abilities of this card do not wait, one after the other, or the
/// reason for this keyword of it.
pub fn unresolved(offer: &Offer, slot: Slot, keyword: Option<&str>) -> Vec<Unresolved> {
    let scene = &offer.scene;
    let (card, stats) = (scene.card(slot), scene.stats(slot));
    if let Some(keyword) = keyword {
        let has = |(which, name, _): &&(Keyword, _, _)| {
            *name == keyword && card.zone.is_arena() && stats.keywords.has(*which)
        };
        return vec![match KEYWORDS.iter().find(has) {
            Some((_, _, when)) => (Refusal::NotTriggered, Some((*when).to_owned())),
            None if !card.zone.is_arena() => (Refusal::NotInPlay, None),
            None => (Refusal::NoSuchAbility, None),
        }];
    }
    let own = &scene.face(slot).triggered[..];
    let (own, gained) = match card.zone.is_play() {
        true if stats.is_blank() => (&[][..], &stats.gained[..]),
        true => (own, &stats.gained[..]),
        false => (own, &[][..]),
    };
    let triggered = own.iter().chain(gained).filter_map(|&id| {
        let compiled = scene.catalogue.ability(id);
        let Ability::Triggered { when, limit, .. } = &compiled.ability else { return None };
        let used = scene.unused(scene.reference(slot), compiled.definition).is_none();
        Some((when, limit.is_some() && used))
    });
    let why = |(when, used): (&Vec<Event>, bool)| {
        let refusal = match used {
            _ if !card.zone.is_play() => Refusal::NotInPlay,
            true => Refusal::UsedThisRound,
            false => Refusal::NotTriggered,
        };
        let events: Vec<String> = when.iter().map(event_text).collect();
        (refusal, Some(events.join("; ")))
    };
    let mut reasons: Vec<Unresolved> = triggered.map(why).collect();
    if reasons.is_empty() {
        let lost = card.zone.is_play() && stats.is_blank();
        let refusal = if lost { Refusal::AbilitiesLost } else { Refusal::NoSuchAbility };
        reasons.push((refusal, None));
    }
    reasons
}
