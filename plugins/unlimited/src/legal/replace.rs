//! Picking among the replacements of one event (CR 7.7.5, `S4-56` to `S4-60`).

use cardmill_kernel::replacement::Picker;
use cardmill_kernel::stack::{Entry, Stack};

use super::abilities::{abilities, kept};
use super::{Refusal, when};
use crate::options::Offer;
use crate::prelude::*;
use crate::program::Replacing;
use crate::vocabulary::{Instead, Replacement, Would};
use crate::words::step::{Defeat, Exhaust, Ready, Step, ToHand};

/// A replacement that could meet the event.
struct Fitting {
    source: Ref,
    seat: Seat,
    optional: bool,
    shield: bool,
    /// The card that is chosen for it.
    with: Option<Slot>,
}

/// Judges an answer of the player who is asked about the replacements of an event.
///
/// # Errors
/// The reason that it is not allowed.
pub fn replacement(offer: &Offer, stack: &Stack<Unlimited>, choice: Choice) -> Result<(), Refusal> {
    let Some(Entry::Group(group)) = stack.entries.last() else { return Err(Refusal::NotAsked) };
    let index = usize::from(group.meeting);
    let what = stack.proposals.get(index).ok_or(Refusal::NotAsked)?;
    let all = fitting(offer, stack, index, what);
    let affected = affected(offer, what);
    let owners = |seat: Seat| all.iter().all(|one| one.seat == seat);
    let owner = all.first().map(|one| one.seat).filter(|&seat| owners(seat));
    let picker = match (offer.scene.board.edition.picker(), owner) {
        (Picker::Controller, Some(seat)) => seat,
        (Picker::Affected, Some(seat)) if all.len() == 1 => seat,
        _ => affected,
    };
    let own = |one: &Fitting| one.seat == offer.seat && one.optional;
    match choice {
        Choice::Instead(slot, n) => {
            let mut on = all.iter().enumerate().filter(|(_, one)| one.source.slot == slot);
            let (at, one) = on.nth(n.into()).ok_or(Refusal::NotAsked)?;
            // A Shield that no effect is about is as good as another of that player.
            let known = |card: Ref| offer.scene.effects().any(|(_, effect)| effect.is_about(card));
            let same = |other: &Fitting| {
                let both = [one, other].into_iter().all(|one| one.shield && !known(one.source));
                both && other.seat == one.seat
            };
            when(one.with.is_none(), Refusal::NotAsked)?;
            when(!all[..at].iter().any(same), Refusal::SameAsAnother)?;
            when(offer.seat == picker || own(one), Refusal::NotYoursToOrder)
        }
        Choice::InsteadWith(slot, with) => {
            let is = |one: &&Fitting| one.source.slot == slot && one.with == Some(with.0);
            let one = all.iter().find(is).ok_or(Refusal::NotAsked)?;
            when(offer.seat == picker || own(one), Refusal::NotYoursToOrder)
        }
        // Whoever is asked without being the one who picks is asked about their own "may".
        Choice::Decline => when(offer.seat != picker || all.iter().all(own), Refusal::Mandatory),
        _ => Err(Refusal::NotAsked),
    }
}

/// Every replacement at the table that the event could meet now.
fn fitting(offer: &Offer, stack: &Stack<Unlimited>, index: usize, what: &Proposal) -> Vec<Fitting> {
    let scene = &offer.scene;
    let spent = |card: Ref, verb: Verb| {
        stack.proposals.iter().any(|p| !p.prevented && p.verb == verb && p.subject == card)
    };
    let mut all = Vec::new();
    let captured = || scene.card(what.subject.slot).zone == Zone::Captured;
    let enters = what.verb == Verb::PlayUnit || what.verb == Verb::Rescue && captured();
    if enters
        && scene.is_current(what.subject)
        && !what.other.is_some()
        && !stack.meetings.includes_source(index, what.subject)
    {
        all.extend(copies(offer, what));
    }
    let entered = scene.board.play.iter().copied();
    let fixed = scene.board.fixed().map(|(_, slot)| slot);
    for slot in entered.chain(fixed.filter(|&slot| scene.card(slot).zone == Zone::Base)) {
        let card = scene.card(slot);
        let cx =
            Context { subject: what.subject, ..Context::of(card.controller, card.reference(slot)) };
        let printed = abilities(offer, slot).unwrap_or_default();
        let gained =
            scene.stats(slot).gained.iter().map(|&id| &scene.catalogue.ability(id).ability);
        for ability in printed.iter().chain(gained) {
            if let Ability::Replacement(effect @ Replacement { choose: Some(fitting), .. }) =
                ability
            {
                let met = stack.meetings.includes_source(index, cx.source);
                for with in (0..scene.board.slots).filter(|_| !met) {
                    let it = [scene.reference(with)];
                    let locals = Resolving::remembering(&it);
                    let chooses = Context { locals: Some(&locals), ..cx };
                    let fits = scene.card(with).zone.is_play() && scene.fits(fitting, with, &cx);
                    if fits && meets(offer, effect, false, what, &chooses, spent) {
                        let (source, seat, optional) = (cx.source, cx.seat, effect.may);
                        let with = Some(with);
                        all.push(Fitting { source, seat, optional, shield: false, with });
                    }
                }
                continue;
            }
            let (fits, optional) = match ability {
                Ability::Shield => {
                    let hit =
                        what.verb == Verb::Damage && what.amount > 0 && scene.is_preventable(what);
                    let on = card.zone == Zone::Attached && card.host == what.subject.slot;
                    (hit && on && !spent(cx.source, Verb::Defeat), false)
                }
                Ability::Replacement(effect) => {
                    let met = stack.meetings.includes_source(index, cx.source);
                    (!met && meets(offer, effect, false, what, &cx, spent), effect.may)
                }
                _ => continue,
            };
            if fits {
                let shield = matches!(ability, Ability::Shield);
                let (source, seat) = (cx.source, cx.seat);
                all.push(Fitting { source, seat, optional, shield, with: None });
            }
        }
    }
    for (number, lasting) in scene.effects() {
        let EffectKind::Replacing { replacement, .. } = lasting.kind else { continue };
        let Replacing { effect, once, .. } =
            &scene.catalogue.tables.replacements[usize::from(replacement)];
        let used = |p: &Proposal| p.verb == Verb::Spent && p.number == u16::from(number);
        if *once && stack.proposals.iter().any(used) {
            continue;
        }
        let locals = Resolving::remembering(&lasting.it);
        let cx = Context {
            subject: what.subject,
            locals: Some(&locals),
            ..Context::of(lasting.seat, lasting.source)
        };
        let met = stack.meetings.includes_source(index, lasting.source);
        if !met && meets(offer, effect, *once, what, &cx, spent) {
            let (source, seat, optional) = (lasting.source, lasting.seat, effect.may);
            all.push(Fitting { source, seat, optional, shield: false, with: None });
        }
    }
    all
}

/// The player whom an event affects: the one who draws, under whose control a unit enters play, or
/// whose card it is.
fn affected(offer: &Offer, what: &Proposal) -> Seat {
    match what.verb {
        Verb::Draw | Verb::PlayUnit => what.seat,
        Verb::Rescue => offer.scene.card(what.subject.slot).owner,
        _ => offer.scene.controller(what.subject),
    }
}

/// The units that a unit which enters play may enter as a copy of.
fn copies<'o>(offer: &'o Offer, what: &Proposal) -> impl Iterator<Item = Fitting> + 'o {
    let scene = &offer.scene;
    let (source, seat) = (what.subject, affected(offer, what));
    let printed = kept(offer, source.slot).iter();
    let filters = printed.filter_map(|ability| match ability {
        Ability::EntersAs { copy, .. } => Some(copy),
        _ => None,
    });
    filters.flat_map(move |copy| {
        let cx = Context::of(seat, source);
        let fits =
            move |&slot: &Slot| scene.card(slot).zone.is_arena() && scene.fits(copy, slot, &cx);
        (0..scene.board.slots).filter(fits).map(move |slot| Fitting {
            source,
            seat,
            optional: true,
            shield: false,
            with: Some(slot),
        })
    })
}

/// Returns `true` for a replacement that is about this event, and something of what it does instead
/// can be done (CR 7.7.5C).
fn meets(
    offer: &Offer,
    effect: &Replacement,
    once: bool,
    what: &Proposal,
    cx: &Context,
    spent: impl Fn(Ref, Verb) -> bool,
) -> bool {
    let scene = &offer.scene;
    let about = match &effect.would {
        Would::Damage { to, combat, enemy, other, by, at_least } => {
            what.verb == Verb::Damage
                && what.amount >= i16::from(*at_least).max(1)
                && (what.combat || !*combat)
                && !(*enemy && (what.combat || what.seat == cx.seat))
                && !(*other && what.source == cx.source)
                && scene.is_subject(to, what.subject, cx)
                && by.as_ref().is_none_or(|by| scene.does(by, what.source, cx))
        }
        Would::Defeat(card) => {
            what.verb == Verb::Defeat && scene.is_subject(card, what.subject, cx)
        }
        Would::Capture(unit) => {
            what.verb == Verb::Capture && scene.is_subject(unit, what.subject, cx)
        }
        Would::Draw(who) => what.verb == Verb::Draw && scene.seats(*who, cx).contains(&what.seat),
    };
    let on = effect.condition.as_ref().is_none_or(|condition| scene.holds(condition, cx));
    let can = match &effect.instead {
        Instead::Prevent { .. } | Instead::AllBut(_) | Instead::Do(_)
            if !scene.is_preventable(what) =>
        {
            once
        }
        Instead::Prevent { .. } | Instead::More(_) | Instead::Double => true,
        Instead::AllBut(left) => what.amount > i16::from(*left),
        Instead::Redirect(whom) => {
            let to = scene.first(whom, cx);
            to != what.subject && scene.in_play(to).is_some()
        }
        Instead::Do(steps) => {
            let done = |step: &Step| {
                let (whoms, verb) = match step {
                    Step::Defeat(Defeat(whoms)) => (whoms, Verb::Defeat),
                    Step::Exhaust(Exhaust(whoms)) => (whoms, Verb::Exhaust),
                    Step::Ready(Ready(whoms)) => (whoms, Verb::Ready),
                    Step::ToHand(ToHand(whoms)) => (whoms, Verb::ToHand),
                    _ => return false,
                };
                let mut cards = Refs::new();
                whoms.iter().for_each(|whom| scene.whom(whom, cx, &mut cards));
                cards.iter().any(|&card| spent(card, verb))
            };
            !steps.iter().any(done)
        }
    };
    about && on && can
}
