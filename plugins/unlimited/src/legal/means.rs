//! The means of the player who is asked: resources, Credit tokens, units that pay (CR 1.8, 3.7.13).

use super::abilities::abilities;
use super::{Refusal, when};
use crate::options::Offer;
use crate::prelude::*;
use crate::words::cost;
use crate::words::cost::word::Bill;

/// Ready resources, and Credit tokens (CR 3.7.13) that have their ability.
pub(crate) fn means(offer: &Offer) -> u8 {
    offer.scene.board.players[usize::from(offer.seat)].ready.saturating_add(credit_tokens(offer))
}

/// The Credit tokens with which the one who is asked can pay.
pub(super) fn credit_tokens(offer: &Offer) -> u8 {
    credit_tokens_without(offer, &[])
}

/// The same when these cards have left play.
fn credit_tokens_without(offer: &Offer, gone: &[Slot]) -> u8 {
    let void = all_but(offer, gone).any(|(cx, ability)| match ability {
        Ability::VoidCredits(who) => offer.scene.seats(*who, &cx).contains(&offer.seat),
        _ => false,
    });
    if void || offer.scene.voids_credits(offer.seat) {
        0
    } else {
        offer.scene.board.players[usize::from(offer.seat)].credits
    }
}

/// The abilities of all cards in play but these.
fn all_but<'a>(
    offer: &Offer<'a>,
    gone: &[Slot],
) -> impl Iterator<Item = (Context<'static>, &'a Ability)> + use<'a> {
    let (offer, gone) = (*offer, gone.to_vec());
    let there = (0..offer.scene.board.slots).filter(move |slot| !gone.contains(slot));
    there.flat_map(move |slot| {
        let card = offer.scene.card(slot);
        let cx = Context::of(card.controller, card.reference(slot));
        let abilities = abilities(&offer, slot).into_iter().flatten();
        abilities.map(move |ability| (cx, ability))
    })
}

/// Returns `true` for a unit that may be exhausted to pay a cost of the asked player: it is ready.
pub(super) fn pays_as_resource(offer: &Offer, unit: Slot) -> bool {
    pays_as_resource_without(offer, unit, &[])
}

/// The same when these cards have left play.
fn pays_as_resource_without(offer: &Offer, unit: Slot, gone: &[Slot]) -> bool {
    let card = offer.scene.card(unit);
    card.zone.is_arena()
        && !card.is_exhausted()
        && all_but(offer, gone).any(|(cx, ability)| match ability {
            Ability::PayWith(units) => cx.seat == offer.seat && offer.scene.fits(units, unit, &cx),
            _ => false,
        })
}

/// Judges whether the player who is asked can pay a cost of a card or an ability, without
/// exhausting these cards.
pub(super) fn can_pay_cost(offer: &Offer, cost: i16, but: &[Slot]) -> Result<(), Refusal> {
    let units = |unit: &Slot| !but.contains(unit) && pays_as_resource(offer, *unit);
    let units = (0..offer.scene.board.slots).filter(units).count() as u8;
    let (cost, ready) = (due(offer, cost), means(offer).saturating_add(units));
    when(cost <= ready.into(), Refusal::CannotPay { cost, ready })
}

/// Judges whether the player who is asked can pay a cost when these units have been exploited: they
/// help no more (CR 7.5.16C, 7.3.1).
pub(super) fn can_pay_without(offer: &Offer, cost: i16, gone: &[Slot]) -> Result<(), Refusal> {
    can_pay_beside(offer, cost, gone, 0)
}

/// The same when so many ready resources are gone, too.
pub(super) fn can_pay_beside(
    offer: &Offer,
    cost: i16,
    gone: &[Slot],
    resources: i16,
) -> Result<(), Refusal> {
    let pays = |unit: &Slot| !gone.contains(unit) && pays_as_resource_without(offer, *unit, gone);
    let units = (0..offer.scene.board.slots).filter(pays).count() as u8;
    let ready = offer.scene.board.players[usize::from(offer.seat)].ready;
    let ready = ready.saturating_add(credit_tokens_without(offer, gone)).saturating_add(units);
    let cost = due_without(offer, cost, gone);
    when(cost + resources <= ready.into(), Refusal::CannotPay { cost, ready })
}

/// The number of resources paid for a cost: half of them, where a card says so, rounded up.
pub(super) fn due(offer: &Offer, cost: i16) -> i16 {
    due_without(offer, cost, &[])
}

/// The same when these cards have left play.
fn due_without(offer: &Offer, cost: i16, gone: &[Slot]) -> i16 {
    let halves = |(cx, ability): (Context, &Ability)| {
        *ability == Ability::HalfCosts && cx.seat == offer.seat
    };
    if all_but(offer, gone).any(halves) { cost - cost / 2 } else { cost }
}

/// Judges whether the resources of a cost can be paid while it exhausts this unit.
pub(crate) fn pays_beside(bill: &Bill<'_>, unit: Slot) -> Result<(), Refusal> {
    let this = bill.exhausts.unwrap_or(unit);
    can_pay_cost(bill.offer, cost::price(bill.cost), &[unit, this])
}

/// Judges whether so many Credit tokens can be defeated to pay so much, the rest of it with
/// resources (CR 3.7.13).
pub(crate) fn credits(offer: &Offer, price: i16, answer: Choice) -> Result<(), Refusal> {
    let Choice::Number(n) = answer else { return Err(Refusal::NotAsked) };
    let player = &offer.scene.board.players[usize::from(offer.seat)];
    let (n, ready) = (i16::from(n), player.ready);
    when(n <= credit_tokens(offer).into() && n <= price, Refusal::NothingToPayWith)?;
    when(price - n <= ready.into(), Refusal::CannotPay { cost: price - n, ready })
}

/// Returns `true` if the player who is asked has a Credit token.
pub(crate) fn has_credit(offer: &Offer) -> bool {
    offer.scene.board.players[usize::from(offer.seat)].credits > 0
}
