//! The price of a card that is played (CR 6.2.3).

use super::Refusal;
use super::abilities::{abilities, kept};
use crate::cost::{Paying, Way};
use crate::filter::fits_with;
use crate::options::Offer;
use crate::prelude::*;
use crate::vocabulary::{CostChange, Span};
use crate::words::grant::Grant;
use crate::words::step::{Costs, NextCostsLess};

/// The cost of a card that is played like that, before units are exploited.
pub(super) fn price(
    offer: &Offer,
    slot: Slot,
    paying: Paying,
    host: Option<Slot>,
) -> Result<i16, Refusal> {
    let definition = &offer.scene.printed(slot).definition;
    let (kind, cost, icons) = match paying.way {
        Way::Printed | Way::Plot => {
            (definition.kind, definition.cost.into(), &definition.aspects[..])
        }
        Way::Smuggle(n) => {
            let (cost, icons) = smuggled(offer, slot, n)?;
            (definition.kind, cost, icons)
        }
        Way::Piloting => {
            let piloting = definition.piloting().filter(|_| !offer.scene.is_void(slot));
            let (cost, icons) = piloting.ok_or(Refusal::NoSuchAbility)?;
            (Kind::Upgrade, cost.into(), icons)
        }
    };
    price_of(offer, (slot, kind, host), paying, (cost, icons))
}

/// The cost and the icons of one of the Smuggle abilities of a resource.
fn smuggled<'a>(offer: &Offer<'a>, slot: Slot, n: u8) -> Result<(i16, &'a [Aspect]), Refusal> {
    let scene = &offer.scene;
    let definition = &scene.printed(slot).definition;
    let printed = kept(offer, slot).iter().filter_map(|ability| match ability {
        Ability::Smuggle { cost, aspects, .. } => Some((i16::from(*cost), &aspects[..])),
        _ => None,
    });
    let gained = scene.face_up().into_iter().flat_map(|source| {
        let giver = scene.card(source);
        let cx = Context::of(giver.controller, giver.reference(source));
        abilities(offer, source).into_iter().flatten().filter_map(move |ability| match ability {
            Ability::Constant { condition, on: Whom::Each(what), grant }
                if what.place == Place::Resources
                    && scene.fits_card(what, slot, &cx)
                    && condition.as_ref().is_none_or(|condition| scene.holds(condition, &cx)) =>
            {
                Some(grant)
            }
            _ => None,
        })
    });
    let gained = gained.flatten().filter_map(|grant| match grant {
        Grant::Smuggle(smuggle) => {
            let cost = i16::from(definition.cost) + i16::from(smuggle.more);
            Some((cost, &definition.aspects[..]))
        }
        _ => None,
    });
    printed.chain(gained).nth(n.into()).ok_or(Refusal::NoSuchAbility)
}

/// The cost of a card that is played as such a kind and on such a unit: as it says, first more,
/// then less, never below 0 (CR 6.2.3).
fn price_of(
    offer: &Offer,
    (slot, kind, host): (Slot, Kind, Option<Slot>),
    Paying { pay, way, gained }: Paying,
    says: (i16, &[Aspect]),
) -> Result<i16, Refusal> {
    let scene = &offer.scene;
    let mut changes = Vec::new();
    match pay {
        Payment::Less(less) => changes.push(CostChange::Less(less)),
        Payment::IgnoreAspects => changes.push(CostChange::IgnoreAspects),
        Payment::IgnoreAspect(aspects) => changes.push(CostChange::IgnoreAspect(aspects)),
        Payment::Cost | Payment::Free => {}
    }
    let is_played_so = |ability: &Ability, cx: &Context| {
        let Ability::Cost { condition, from, onto, .. } = ability else { return false };
        condition.as_ref().is_none_or(|condition| scene.holds(condition, cx))
            && from.is_none_or(|from| from.is(scene.card(slot).zone))
            && onto.as_deref().is_none_or(|onto| match onto {
                Subject::This => host == Some(cx.source.slot),
                Subject::Any(what) => host.is_some_and(|host| scene.fits(what, host, cx)),
                Subject::Attached | Subject::It => false,
            })
    };
    for ability in kept(offer, slot) {
        let cx = Context::of(offer.seat, scene.reference(slot));
        if let Ability::Cost { cards: None, change, per, .. } = ability
            && is_played_so(ability, &cx)
        {
            let times = scene.measure(per, &cx).max(0);
            changes.extend(core::iter::repeat_n(*change, times.unsigned_abs().into()));
        }
    }
    for source in 0..scene.board.slots {
        let card = scene.card(source);
        let gained: &[u16] = if card.zone.is_play() { &scene.stats(source).gained } else { &[] };
        let gained = gained.iter().map(|&id| &scene.catalogue.ability(id).ability);
        let abilities = abilities(offer, source).into_iter().flatten().chain(gained);
        let cx = Context::of(card.controller, card.reference(source));
        for ability in abilities {
            if let Ability::Cost {
                who, cards: Some(cards), change, per, first, rising, onto, ..
            } = ability
                && scene.means(*who, offer.seat, &cx)
                && scene.fits_played(cards, slot, kind.into(), &cx)
                && is_played_so(ability, &cx)
                && let before = first.map_or(0, |span| match (onto, host) {
                    (Some(_), Some(host)) => {
                        scene.card(host).marks.has(Marks::upgraded(offer.seat)).into()
                    }
                    _ => played(offer, cards, span),
                })
                && (before == 0 || before < (*rising).into())
            {
                let times = scene.measure(per, &cx).max(0) * (before as i16 + 1);
                changes.extend(core::iter::repeat_n(*change, times.unsigned_abs().into()));
            }
        }
    }
    for (_, effect) in scene.effects() {
        let cx = Context::of(effect.seat, effect.source);
        match effect.kind {
            EffectKind::Discount { step } => {
                let NextCostsLess { what, less, plot, sharing, .. } =
                    &scene.catalogue.tables.discounts[usize::from(step)];
                let shares = |with: &Filter| {
                    let own = scene.keywords(slot).with(gained.keywords);
                    (0..scene.board.slots).any(|other| {
                        scene.card(other).zone.is_play()
                            && scene.fits(with, other, &cx)
                            && scene.keywords(other).meets(own)
                    })
                };
                if effect.seat == offer.seat
                    && sharing.as_ref().is_none_or(shares)
                    && (!plot || way == Way::Plot)
                    && scene.fits_played(what, slot, kind.into(), &cx)
                {
                    changes.push(CostChange::Less(*less));
                }
            }
            EffectKind::Costs { step, named } => {
                let Costs { who, what, change, .. } =
                    &scene.catalogue.tables.costs[usize::from(step)];
                let locals = Resolving { named: Some(named), ..Resolving::default() };
                let cx = Context { locals: Some(&locals), ..cx };
                let theirs = match who {
                    Who::You => effect.seat == offer.seat,
                    Who::Opponent if effect.target.is_some() => {
                        scene.board.players[usize::from(offer.seat)].base == effect.target.slot
                    }
                    Who::Opponent => effect.seat != offer.seat,
                    _ => true,
                };
                if theirs && scene.fits_played(what, slot, kind.into(), &cx) {
                    changes.push(*change);
                }
            }
            _ => {}
        }
    }
    let (mut more, icons) = says;
    let mut missing = missing_icons(offer, icons);
    let mut less = 0;
    for change in changes {
        match change {
            CostChange::More(n) => more += i16::from(n),
            CostChange::Less(n) => less += i16::from(n),
            CostChange::IgnoreAspects => missing.clear(),
            CostChange::IgnoreAspect(aspects) => {
                let ignored = missing.iter().position(|aspect| aspects.has(*aspect));
                ignored.map(|place| missing.remove(place));
            }
            CostChange::Forbidden => return Err(Refusal::Forbidden),
            // A base can always be dealt damage.
            CostChange::Damage(_) => {}
        }
    }
    let free = pay == Payment::Free;
    Ok(if free { 0 } else { (more + 2 * missing.len() as i16 - less).max(0) })
}

/// The number of cards that the asked player has played, in this phase or round, that fit a filter
/// (CR 8.8.1).
fn played(offer: &Offer, what: &Filter, span: Span) -> usize {
    let played = &offer.scene.board.players[usize::from(offer.seat)].phase.played;
    let lately = played.this_phase().len();
    let cards = played.this_round().iter().rev().enumerate();
    let counts = cards.filter(|&(ago, played)| {
        let printed = offer.scene.catalogue.card(played.definition);
        let kind = if played.as_upgrade { Kind::Upgrade } else { printed.kind() };
        (span == Span::Round || ago < lately)
            && fits_with(what, kind.into(), printed, played.traits(&printed.definition))
    });
    counts.count()
}

/// Icons beyond those of its player's leader and base, each aspect counted for itself
/// (CR 8.1.1, 8.1.2).
fn missing_icons(offer: &Offer, needed: &[Aspect]) -> Vec<Aspect> {
    let player = &offer.scene.board.players[usize::from(offer.seat)];
    let on = |slot: Slot| offer.scene.printed(slot).icons_of(offer.scene.card(slot));
    let mut missing = needed.to_vec();
    let scene = &offer.scene;
    let units = (0..scene.board.slots).filter(|&slot| {
        let card = scene.card(slot);
        card.zone.is_arena()
            && card.controller == offer.seat
            && scene.stats(slot).permissions.has(Permissions::PROVIDES)
    });
    let of_units = units.map(on).collect::<Vec<_>>().concat();
    let of_leaders = player.leaders().map(on).collect::<Vec<_>>().concat();
    for provided in [&of_leaders[..], on(player.base), &of_units].concat() {
        let met = missing.iter().position(|aspect| *aspect == provided);
        met.map(|place| missing.remove(place));
    }
    missing
}
