//! Action abilities that are used (CR 6.4).

use super::abilities::abilities;
use super::attack::{Terms, attacker};
use super::means::{can_pay_cost, has_credit};
use super::play::{pilot, play, smuggle};
use super::{Refusal, when};
use crate::cost::{Gained, Paying, Way};
use crate::options::Offer;
use crate::prelude::*;
use crate::procedure::Locals;
use crate::vocabulary::Limit;
use crate::words::cost::word::Bill;
use crate::words::cost::{self, Cost};
use crate::words::step::{Attack, Play, Step};

/// Judges whether an action ability may be used (CR 6.4): it is on a card in play that its player
/// controls, all of its cost can be paid, and an epic one was not used.
pub(crate) fn using(offer: &Offer, slot: Slot, index: u8) -> Result<(), Refusal> {
    let scene = &offer.scene;
    let card = scene.card(slot);
    let printed = abilities(offer, slot);
    let gained: &[u16] = if card.zone.is_play() { &scene.stats(slot).gained } else { &[] };
    let gained = gained.iter().map(|&id| &scene.catalogue.ability(id).ability);
    let mut actions = printed.into_iter().flatten().chain(gained).filter_map(|ability| {
        let Ability::Action { cost, epic, limit, anyone, opponents, steps } = ability else {
            return None;
        };
        Some((cost, *epic, limit, (*anyone, *opponents), steps))
    });
    let none = if printed.is_none() { Refusal::AbilitiesLost } else { Refusal::NoSuchAbility };
    let (cost, epic, limit, (anyone, opponents), steps) = actions.nth(index.into()).ok_or(none)?;
    if card.controller != offer.seat && !anyone && !opponents {
        return Err(Refusal::NotYours);
    }
    when(!opponents || card.controller != offer.seat, Refusal::OpponentsOnly)?;
    if epic && card.marks.has(Marks::EPIC_USED) {
        return Err(Refusal::AlreadyUsed);
    }
    match *limit {
        Some(Limit::Round) if card.marks.has(Marks::USED) => return Err(Refusal::UsedThisRound),
        Some(Limit::Game(times)) if card.uses >= times => return Err(Refusal::UsedUp(times)),
        _ => {}
    }
    let plays_first = matches!(steps.first(), Some(Step::Play(_)));
    if cost.is_empty() && !epic && (limit.is_none() || plays_first) {
        return plays(offer, slot, steps).or_else(|_| attacks(offer, slot, steps));
    }
    let bill = Bill::new(offer, Context::of(offer.seat, card.reference(slot)), cost);
    cost.iter().try_for_each(|part| part.word().judge(&bill))?;
    can_pay_cost(offer, cost::price(cost), bill.exhausts.as_slice())
}

/// Judges whether a card is a token in play that the asked player controls: a unit, an upgrade or
/// the Force token (CR 3.7.1).
pub(crate) fn token(offer: &Offer, slot: Slot) -> Result<(), Refusal> {
    let card = offer.scene.card(slot);
    when(card.zone.is_play(), Refusal::NotThere)?;
    when(card.controller == offer.seat, Refusal::NotYours)?;
    when(offer.scene.printed(slot).definition.kind.is_token(), Refusal::DoesNotFit)
}

/// Judges whether the cost of an ability may be paid by defeating a Credit token as such.
pub(crate) fn pays_credit(offer: &Offer) -> Result<(), Refusal> {
    let Locals::UseAbility(used) = &offer.frame.locals else { return Err(Refusal::NotAsked) };
    let Ability::Action { cost, .. } = &offer.scene.catalogue.ability(used.ability).ability else {
        return Err(Refusal::NotAsked);
    };
    when(used.chooses(cost) && cost.iter().any(Cost::takes_credit), Refusal::NotAsked)?;
    when(has_credit(offer), Refusal::NothingToPayWith)
}

/// Judges whether an ability without a cost changes anything: it attacks first, in one way or
/// another, and there is a unit that can (CR 6.4.2A).
fn attacks(offer: &Offer, source: Slot, steps: &[Step]) -> Result<(), Refusal> {
    let ways: Vec<&[Step]> = match steps.first() {
        Some(Step::Modes(modes)) => modes.of.iter().map(|mode| &mode.steps[..]).collect(),
        _ => vec![steps],
    };
    let cx = Context::of(offer.seat, offer.scene.reference(source));
    let able = |way: &&[Step]| {
        let Some(Step::Attack(Attack(step))) = way.first() else { return false };
        let terms = Terms {
            even_exhausted: step.even_exhausted,
            no_bases: step.no_bases,
            units_first: false,
        };
        (0..offer.scene.board.slots).any(|unit| {
            offer.scene.fits(&step.with, unit, &cx)
                && attacker(offer, unit, offer.seat, terms).is_ok()
        })
    };
    when(ways.iter().any(able), Refusal::NothingToDo)
}

/// Judges whether an ability without a cost changes anything: it plays a card first, and there is
/// one (CR 6.4.2A).
fn plays(offer: &Offer, source: Slot, steps: &[Step]) -> Result<(), Refusal> {
    let Some(Step::Play(Play(step))) = steps.first() else { return Err(Refusal::NothingToDo) };
    let scene = &offer.scene;
    let cx = Context::of(offer.seat, scene.reference(source));
    let playable = |&slot: &Slot| {
        let card = scene.card(slot);
        let there = [Some(step.what.place), step.or_from].into_iter().flatten();
        // Of a deck, its top card.
        let top = scene.board.players[usize::from(offer.seat)].deck.last();
        let is_on_top = card.zone != Zone::Deck || top == Some(&slot);
        let there = is_on_top && there.into_iter().any(|place| place.is(card.zone));
        let instead = step.pay_if.as_ref().filter(|(what, _)| scene.fits_card(what, slot, &cx));
        let pay = instead.map_or_else(|| step.pays(scene, &cx), |(_, pay)| *pay);
        let gained = Gained::by(step);
        let paying = |way| Paying { pay, way, gained };
        let fits = scene.fits_card(&step.what, slot, &cx);
        let as_upgrade = scene.fits_played(&step.what, slot, Kind::Upgrade.into(), &cx)
            && pilot(offer, slot, paying(Way::Piloting)).is_ok();
        let as_it_is = !step.piloting && fits && play(offer, slot, paying(Way::Printed)).is_ok();
        let smuggled = |n| smuggle(offer, slot, paying(Way::Smuggle(n))).is_ok();
        let plays = match step.smuggle {
            true => fits && (0..super::SMUGGLES).any(smuggled),
            false => as_upgrade || as_it_is,
        };
        there && card.controller == offer.seat && plays
    };
    (0..scene.board.slots).find(playable).map(|_| ()).ok_or(Refusal::NothingToDo)
}
