//! The `Trigger` stage: facts meet triggered abilities (CR 7.6).

use arrayvec::ArrayVec;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::rules::Heard;
use cardmill_kernel::stock::EFFECTS;
use cardmill_kernel::window::Waiting;

use crate::board::Departure;
use crate::brief::{Brief, Has};
use crate::card::{Card, Stats};
use crate::choice::Unlimited;
use crate::constant::Modifiers;
use crate::effect::{Effect, EffectKind};
use crate::procedure::{Ambush, Numbered, Plot, Restore, Saboteur, Shielded};
use crate::proposal::{Fact, Proposal, Verb};
use crate::scene::{Context, Scene};
use crate::state::State;
use crate::vocabulary::{Ability, Event, Filter, Keyword, Subject, Window};

pub(crate) const PLAYED: u32 = 1;
pub(crate) const DEPLOYED: u32 = 1 << 1;
pub(crate) const DEFEATED: u32 = 1 << 2;
pub(crate) const LEAVES: u32 = 1 << 3;
pub(crate) const ATTACKS: u32 = 1 << 4;
pub(crate) const ATTACKED: u32 = 1 << 5;
pub(crate) const COMPLETES: u32 = 1 << 6;
pub(crate) const ATTACKS_AND_DEFEATS: u32 = 1 << 7;
pub(crate) const COMBAT_DAMAGE: u32 = 1 << 8;
pub(crate) const BASE_DAMAGED: u32 = 1 << 9;
pub(crate) const ATTACHES: u32 = 1 << 10;
pub(crate) const DETACHES: u32 = 1 << 11;
pub(crate) const ACTION_STARTS: u32 = 1 << 12;
pub(crate) const REGROUP_STARTS: u32 = 1 << 13;
pub(crate) const READY_STARTS: u32 = 1 << 14;
pub(crate) const DISCARDED: u32 = 1 << 15;
pub(crate) const ENTERS: u32 = 1 << 16;
pub(crate) const READIES: u32 = 1 << 17;
pub(crate) const DAMAGED: u32 = 1 << 18;
pub(crate) const CAPTURED: u32 = 1 << 19;
pub(crate) const INITIATIVE_TAKEN: u32 = 1 << 20;
pub(crate) const PHASE_ENDS: u32 = 1 << 21;
pub(crate) const CREATED: u32 = 1 << 22;
pub(crate) const ATTACK_ENDS: u32 = 1 << 23;
pub(crate) const HEALED: u32 = 1 << 24;
pub(crate) const DRAWN: u32 = 1 << 25;
pub(crate) const USES: u32 = 1 << 26;
pub(crate) const ATTACK_OVER: u32 = 1 << 27;
pub(crate) const DRAWN_ITSELF: u32 = 1 << 28;
pub(crate) const REVEALED: u32 = 1 << 29;

/// The facts that events can be, one bit each.
#[must_use]
pub fn facts_of<'e>(events: impl IntoIterator<Item = &'e Event>) -> u32 {
    events.into_iter().fold(0, |bits, event| bits | event.word().facts())
}

/// The bits of a fact.
#[inline(always)] // Asked of every fact.
const fn bits(what: &Proposal, left_play: bool) -> u32 {
    let leaves = if left_play { LEAVES | DETACHES } else { 0 };
    match what.verb {
        Verb::PlayEvent => PLAYED,
        Verb::PlayUnit => PLAYED | ENTERS,
        Verb::Rescue => ENTERS,
        Verb::Create(_) => CREATED | ENTERS,
        Verb::PlayUpgrade => PLAYED | ENTERS | ATTACHES,
        Verb::Deploy if what.other.is_some() => DEPLOYED | ENTERS | ATTACHES,
        Verb::Deploy => DEPLOYED | ENTERS,
        Verb::Attach => ATTACHES | DETACHES,
        Verb::EnterAttached => ENTERS | ATTACHES,
        Verb::Move(_) => DETACHES,
        Verb::Use => USES,
        Verb::Ready => READIES,
        Verb::Discard => DISCARDED,
        Verb::Reveal => REVEALED,
        Verb::Defeat => DEFEATED | ATTACKS_AND_DEFEATS | leaves,
        Verb::Capture => CAPTURED | leaves,
        Verb::ToHand | Verb::ToBottom | Verb::ToTop | Verb::ToResources | Verb::SetAside => leaves,
        Verb::BeginAttack => ATTACKS | ATTACKED,
        Verb::CompleteAttack => COMPLETES,
        Verb::EndAttack => ATTACK_ENDS,
        Verb::FinishAttack => ATTACK_OVER,
        Verb::Damage if what.combat => DAMAGED | COMBAT_DAMAGE | BASE_DAMAGED,
        Verb::Damage => DAMAGED | BASE_DAMAGED,
        Verb::Heal => HEALED,
        Verb::Draw => DRAWN | DRAWN_ITSELF,
        Verb::TakeInitiative => INITIATIVE_TAKEN,
        Verb::Expire(_) => PHASE_ENDS,
        Verb::Start(Window::ActionPhase | Window::FirstActionPhase) => ACTION_STARTS,
        Verb::Start(Window::RegroupPhase) => REGROUP_STARTS,
        Verb::Start(Window::ReadyCards) => READY_STARTS,
        _ => 0,
    }
}

/// Facts that are heard also where no card in play listens: by keywords, in the discard pile, and
/// by what leaves play with them.
const ALWAYS: u32 =
    PLAYED | DEPLOYED | CREATED | ATTACKS | DISCARDED | DEFEATED | CAPTURED | LEAVES | DETACHES;

/// Whether an ability can trigger on a fact, or a delayed effect wait for it.
#[inline]
pub(crate) fn can_be_heard(state: &State, what: &Proposal) -> bool {
    let bits = bits(what, true);
    bits & (ALWAYS | state.relevance.listens | state.modifiers.awaits()) != 0
        || bits & DRAWN_ITSELF != 0 && hears_its_draw(&state.scene(), what.subject.slot)
}

/// Whether a card that is drawn may say something of that itself.
fn hears_its_draw(scene: &Scene, slot: Slot) -> bool {
    scene.brief(slot).facts & DRAWN_ITSELF != 0
}

/// A card that may have a triggered ability, as the fact finds it.
pub(crate) struct Listener<'d> {
    /// The card as it is, or was when it left with the fact.
    pub(crate) now: Ref,
    /// The card its abilities are on from here: its new incarnation when it has left.
    pub(crate) source: Ref,
    /// Whose it is.
    pub(crate) seat: Seat,
    /// How it was when it left play, if it has.
    pub(crate) departed: Option<&'d Departure>,
}

/// A fact and a card that may have an ability about it.
pub(crate) struct Meeting<'m> {
    /// The table.
    pub(crate) scene: &'m Scene<'m>,
    /// What happened.
    pub(crate) fact: &'m Fact,
    /// The card it happened to, if that left play with it.
    pub(crate) left: Option<&'m Departure>,
    /// The card with the ability.
    pub(crate) listener: &'m Listener<'m>,
}

impl Meeting<'_> {
    /// What happened.
    pub(crate) const fn verb(&self) -> Verb {
        self.fact.what.verb
    }

    /// What it happened to.
    pub(crate) const fn subject(&self) -> Ref {
        self.fact.what.subject
    }

    /// The words of the ability.
    pub(crate) const fn cx(&self) -> Context<'_> {
        Context::of(self.listener.seat, self.listener.now)
    }

    /// "That unit", if so.
    pub(crate) fn met(&self, is_met: bool) -> Option<Ref> {
        is_met.then_some(self.subject())
    }

    /// Whether a word means a card, as it was if it left play.
    pub(crate) fn is(&self, subject: &Subject, card: Ref) -> bool {
        match subject {
            // An attacker that changed its controller is none any more.
            _ if !card.is_some() => false,
            Subject::Attached if let Some(departed) = self.listener.departed => {
                departed.host == card
            }
            Subject::Any(filter) if let Some(departed) = self.departed(card) => {
                self.scene.fitted(filter, departed, &self.cx())
            }
            _ => self.scene.is_subject(subject, card, &self.cx()),
        }
    }

    /// How a card was right before what happened, if it left play, or became an upgrade, with it.
    fn departed(&self, card: Ref) -> Option<&Departure> {
        let with_it = |d: &&Departure| d.commit == self.fact.commit;
        let left = self.left.filter(|d| d.was == card);
        left.or_else(|| self.scene.board.departure(card).filter(with_it))
    }

    /// Whether a card fits, as it was if it left play.
    pub(crate) fn fits(&self, filter: &Filter, card: Ref) -> bool {
        match self.left.filter(|d| d.was == card) {
            Some(departed) => self.scene.fitted(filter, departed, &self.cx()),
            None => self.scene.fits(filter, card.slot, &self.cx()),
        }
    }
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

/// Whether a triggered ability printed on a card can be about a fact.
const fn hears(brief: &Brief, bits: u32, what: &Proposal, slot: Slot) -> bool {
    let heard = brief.facts & bits;
    let about_it = what.subject.slot == slot || what.other.slot == slot || what.source.slot == slot;
    heard != 0 && (about_it || heard & !brief.own != 0)
}

/// Keywords that resolve like triggered abilities (CR 7.5.5, 7.5.9, 7.5.10, 7.5.12).
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
            _ => (1 - listener.seat, None),
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
