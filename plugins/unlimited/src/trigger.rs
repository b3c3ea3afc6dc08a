//! The `Trigger` stage: facts meet triggered abilities (CR 7.6).

use cardmill_kernel::rules::Heard;
use cardmill_kernel::stock::EFFECTS;

use crate::board::Departure;
use crate::brief::Brief;
use crate::constant::Modifiers;
use crate::facts::{
    ATTACKS, CAPTURED, CREATED, DEFEATED, DEPLOYED, DETACHES, DISCARDED, DRAWN_ITSELF, LEAVES,
    PLAYED, bits,
};
use crate::meeting::{Listener, Meeting};
use crate::prelude::*;
use crate::procedure::{Ambush, Numbered, Plot, Restore, SUPPORT, Saboteur, Shielded};
use crate::state::State;

/// Facts that are heard also where no card in play listens: by keywords, in the discard pile, and
/// by what leaves play with them.
const ALWAYS: u32 =
    PLAYED | DEPLOYED | CREATED | ATTACKS | DISCARDED | DEFEATED | CAPTURED | LEAVES | DETACHES;

/// Returns `true` for a fact on which an ability can trigger, or that a delayed effect can wait
/// for.
#[inline]
pub(crate) fn can_be_heard(state: &State, what: &Proposal) -> bool {
    let bits = bits(what, true);
    bits & (ALWAYS | state.relevance.listens | state.modifiers.awaits()) != 0
        || bits & DRAWN_ITSELF != 0 && hears_its_draw(&state.scene(), what.subject.slot)
}

/// Returns `true` for a card that, when it is drawn, may say something of that itself.
fn hears_its_draw(scene: &Scene, slot: Slot) -> bool {
    scene.brief(slot).facts & DRAWN_ITSELF != 0
}

/// A fact triggers abilities, which wait in the innermost collection; delayed effects that wait
/// for it are next of all.
pub(crate) fn trigger(state: &State, fact: &Fact, heard: &mut Heard<'_, Unlimited>) {
    let (scene, modifiers) = (state.scene(), &*state.modifiers);
    let board = scene.board;
    let left = board.departure(fact.what.subject).filter(|d| d.commit == fact.commit);
    let bits = bits(&fact.what, left.is_some());
    meet(&scene, modifiers, fact, bits, left, heard.waiting());
    if bits & modifiers.awaits() != 0 {
        for effect in due(&scene, fact, bits, left, heard.waiting()) {
            heard.is_due(effect);
        }
    }
}

/// Delayed effects that wait for a fact (CR 7.7.4B). Those that wait to be resolved already have
/// met theirs.
fn due(
    scene: &Scene,
    fact: &Fact,
    bits: u32,
    left: Option<&Departure>,
    waiting: &[Waiting],
) -> ArrayVec<Waiting, EFFECTS> {
    let met = |(number, effect): (u8, &Effect)| {
        let EffectKind::Delayed { delay, .. } = effect.kind else { return None };
        let delaying = &scene.catalogue.tables.delays[usize::from(delay)];
        let number = number.into();
        if delaying.facts & bits == 0 || waiting.iter().any(|w| w.delayed && w.number == number) {
            return None;
        }
        let Effect { source, seat, .. } = *effect;
        let listener = Listener { now: source, source, seat, departed: None };
        let subject = delaying.at.is_met(&Meeting { scene, fact, left, listener: &listener })?;
        let waits = Waiting::new(delaying.program, seat, source);
        Some(Waiting { delayed: true, subject, number, ..waits })
    };
    scene.effects().filter_map(met).collect()
}

fn meet(
    scene: &Scene,
    modifiers: &Modifiers,
    fact: &Fact,
    bits: u32,
    left: Option<&Departure>,
    waiting: &mut Vec<Waiting>,
) {
    let board = scene.board;
    if bits & (PLAYED | DEPLOYED | CREATED | ATTACKS) != 0 {
        keywords(scene, &fact.what, waiting);
    }
    if bits & DEPLOYED != 0 && scene.relevance.plots {
        plot(scene, &fact.what, waiting);
    }
    if bits & scene.relevance.listens != 0 {
        let lineup = &scene.relevance.lineup;
        let listeners = if modifiers.gives() { lineup.all() } else { lineup.listeners };
        for slot in scene.those(listeners) {
            let card = scene.card(slot);
            let brief = scene.catalogue.brief(card);
            // A leader whose other side has just left play did not see that from this one (CR 3.4.5). A
            // unit that became an upgrade has not left: that it attaches it sees as what it is now.
            let turned = |d: &Departure| {
                d.commit == fact.commit && d.was.slot == slot && !scene.is_current(d.was)
            };
            if (hears(brief, bits, &fact.what, slot) || !scene.stats(slot).gained.is_empty())
                && !(left.is_some() && board.departures.iter().any(turned))
            {
                let now = card.reference(slot);
                let seat = card.controller;
                let listener = Listener { now, source: now, seat, departed: None };
                listen(scene, fact, bits, left, waiting, &listener);
            }
        }
    }
    // A discarded card may say that it triggers where it is now (CR 7.6.3).
    if bits & DISCARDED != 0 {
        let now = fact.what.subject;
        let card = scene.card(now.slot);
        if scene.brief(now.slot).own & DISCARDED != 0 && !scene.is_void(now.slot) {
            let listener = Listener { now, source: now.next(), seat: card.owner, departed: None };
            listen(scene, fact, bits, left, waiting, &listener);
        }
    }
    // A card may say so of itself when it is drawn, too.
    if bits & DRAWN_ITSELF != 0 {
        let now = fact.what.subject;
        if hears_its_draw(scene, now.slot) && !scene.is_void(now.slot) {
            let seat = scene.card(now.slot).owner;
            let listener = Listener { now, source: now, seat, departed: None };
            listen(scene, fact, DRAWN_ITSELF, left, waiting, &listener);
        }
    }
    // Cards that left play with this fact saw it, too (CR 7.6.4), and what became an upgrade.
    if bits & (DEFEATED | CAPTURED | LEAVES | DETACHES) != 0 {
        let sees = |d: &&Departure| {
            let brief = scene.catalogue.brief(&d.card);
            d.commit == fact.commit
                && (hears(brief, bits, &fact.what, d.was.slot) || !d.stats.gained.is_empty())
        };
        for departed in board.departures.iter().filter(sees) {
            let is_there = scene.is_current(departed.was);
            let listener = Listener {
                now: departed.was,
                source: if is_there { departed.was } else { departed.was.next() },
                seat: departed.card.controller,
                departed: Some(departed),
            };
            listen(scene, fact, bits, left, waiting, &listener);
        }
    }
}

/// Returns `true` if a triggered ability printed on a card can be about a fact.
const fn hears(brief: &Brief, bits: u32, what: &Proposal, slot: Slot) -> bool {
    let heard = brief.facts & bits;
    let about_it = what.subject.slot == slot || what.other.slot == slot || what.source.slot == slot;
    heard != 0 && (about_it || heard & !brief.own != 0)
}

/// Keywords that resolve like triggered abilities (CR 7.5.5, 7.5.9, 7.5.10, 7.5.12, 7.5.20).
fn keywords(scene: &Scene, what: &Proposal, waiting: &mut Vec<Waiting>) {
    let Some(card) = scene.unit(what.subject) else { return };
    let stats = scene.stats(what.subject.slot);
    let mut wait = |program, number| {
        let waits = Waiting::new(program, card.controller, what.subject);
        waiting.push(Waiting { subject: what.other, number, ..waits });
    };
    if what.verb == Verb::BeginAttack {
        if stats.keywords.has(Keyword::Restore(0)) {
            wait(Restore::PROGRAM, stats.restore.into());
        }
        let is_shielded =
            |card: Ref| scene.unit(card).is_some() && scene.stats(card.slot).shields > 0;
        let shielded = is_shielded(what.other) || is_shielded(what.source);
        if stats.keywords.has(Keyword::Saboteur) && shielded {
            wait(Saboteur::PROGRAM, 0);
        }
    } else {
        if stats.keywords.has(Keyword::Ambush) {
            wait(Ambush::PROGRAM, 0);
        }
        if stats.keywords.has(Keyword::Shielded) {
            wait(Shielded::PROGRAM, 0);
        }
        if stats.keywords.has(Keyword::Support) {
            wait(SUPPORT, 0);
        }
    }
}

/// Each resource with Plot may be played (CR 7.5.19A). That it triggers shows it (CR 7.6.3A).
fn plot(scene: &Scene, what: &Proposal, waiting: &mut Vec<Waiting>) {
    let resources = &scene.board.players[usize::from(what.seat)].resources;
    let plots = resources.iter().filter(|slot| scene.has(**slot, Has::PLOT));
    waiting.extend(plots.map(|&slot| Waiting {
        subject: scene.reference(slot),
        ..Waiting::new(Plot::PROGRAM, what.seat, what.subject)
    }));
}

/// The opponent who collects a Bounty of a player's unit: of several the one who defeated or captured
/// it (CR 7.5.13G), the next one where none did.
fn collector(scene: &Scene, what: &Proposal, of: Seat) -> Seat {
    let players = &scene.board.players;
    let by = what.responsible().filter(|&seat| players.are_many() && seat != of);
    by.filter(|&seat| !scene.board.is_out(seat)).unwrap_or_else(|| players.next(of))
}

fn listen(
    scene: &Scene,
    fact: &Fact,
    bits: u32,
    left: Option<&Departure>,
    waiting: &mut Vec<Waiting>,
    listener: &Listener,
) {
    let slot = listener.now.slot;
    let card = scene.card(slot);
    let face = |card: &Card| scene.catalogue.card(card.definition).face(card);
    let (face, stats) = match listener.departed {
        Some(departed) => (face(&departed.card), Some(&departed.stats)),
        None if card.zone.is_play() => (face(card), Some(scene.stats(slot))),
        None => (scene.front(slot), None),
    };
    let blank = stats.is_some_and(Stats::is_blank);
    let mute = stats.is_some_and(|stats| stats.keywords.are_lost());
    let gained: &[u16] = stats.map_or(&[], |stats| &stats.gained);
    let own: &[u16] = if blank || face.facts & bits == 0 { &[] } else { &face.triggered };
    for &id in own.iter().chain(gained) {
        let compiled = scene.catalogue.ability(id);
        if compiled.facts & bits == 0 {
            continue;
        }
        // A Bounty is an opponent's (CR 7.5.13A); of what left play, the record says whose it was.
        let (seat, limit) = match &compiled.ability {
            Ability::Triggered { limit, .. } => (listener.seat, *limit),
            _ if mute => continue,
            _ => (collector(scene, &fact.what, listener.seat), None),
        };
        if limit.is_some() && scene.unused(listener.now, compiled.definition).is_none() {
            continue;
        }
        let meeting = Meeting { scene, fact, left, listener };
        for event in compiled.ability.events() {
            if let Some(subject) = event.is_met(&meeting) {
                // Things that happen at once are one occasion for what is used but once.
                let subject = if compiled.regardless { Ref::NONE } else { subject };
                let waits = Waiting::new(compiled.program, seat, listener.source);
                waiting.push(Waiting { subject, number: fact.what.amount, ..waits });
            }
        }
    }
}
