//! The second opinion on playing cards (CR 6.2).

use super::abilities::{abilities, kept};
use super::means::{
    can_pay_beside, can_pay_cost, can_pay_without, credit_tokens, credits, due, pays_as_resource,
};
use super::price::price;
use super::{Refusal, in_hand, when};
use crate::cost::{Paying, Way};
use crate::filter::fits_with;
use crate::options::Offer;
use crate::prelude::*;
use crate::procedure::{EXPLOITED, Locals, OFFERED, Play as Played};
use crate::vocabulary::{Offered, Offering, piloted};
use crate::words::cost;
use crate::words::grant::Grant;

/// Judges whether the player who is asked may play a card, wherever it is, for this payment.
pub(crate) fn play(offer: &Offer, slot: Slot, paying: impl Into<Paying>) -> Result<(), Refusal> {
    let definition = &offer.scene.printed(slot).definition;
    let kind = definition.kind;
    when(matches!(kind, Kind::Unit | Kind::Event | Kind::Upgrade), Refusal::NotPlayed)?;
    let acted = offer.scene.board.players[usize::from(offer.seat)].phase.deeds.count(Deed::Actions);
    let first = matches!(offer.frame.locals, Locals::Game(_)) && acted == 0;
    let always = !definition.first_action || offer.scene.is_void(slot);
    when(first || always, Refusal::NotFirst)?;
    can_play(offer, slot, paying.into())
}

/// Returns `true` for a card of the asked player's discard pile that they may play now, as it says.
pub(crate) fn rises(offer: &Offer, slot: Slot) -> bool {
    let card = offer.scene.card(slot);
    let cx = Context::of(offer.seat, card.reference(slot));
    let says = |ability: &Ability| match ability {
        Ability::Buried { condition: Some(condition) } => offer.scene.holds(condition, &cx),
        Ability::Buried { condition: None } => true,
        _ => false,
    };
    let abilities = kept(offer, slot);
    card.zone == Zone::Discard && card.owner == offer.seat && abilities.iter().any(says)
}

/// Judges whether the player who is asked may play a unit, wherever it is, as an upgrade for this
/// payment (CR 7.5.17).
pub(crate) fn pilot(offer: &Offer, slot: Slot, paying: impl Into<Paying>) -> Result<(), Refusal> {
    can_play(offer, slot, Paying { way: Way::Piloting, ..paying.into() })
}

/// Judges whether the player who is asked may play a resource by one of its Smuggle abilities (CR
/// 7.5.14): first those printed on it, then those that cards in play give it.
pub(crate) fn smuggle(offer: &Offer, slot: Slot, paying: Paying) -> Result<(), Refusal> {
    let card = offer.scene.card(slot);
    when(card.zone == Zone::Resources, Refusal::NotAResource)?;
    when(card.controller == offer.seat, Refusal::NotYours)?;
    if wounds(offer, slot, paying) {
        let mut units = 0..offer.scene.board.slots;
        units.find(|unit| is_own(offer, *unit).is_ok()).ok_or(Refusal::NothingToPayWith)?;
    }
    can_play(offer, slot, paying)
}

/// Returns `true` if a friendly unit is damaged to pay for a card by one of its Smuggle abilities.
fn wounds(offer: &Offer, slot: Slot, paying: Paying) -> bool {
    let Way::Smuggle(n) = paying.way else { return false };
    let abilities = offer.scene.printed(slot).definition.abilities.iter();
    let mut smuggles = abilities.filter_map(|ability| match ability {
        Ability::Smuggle { damage, .. } => Some(*damage),
        _ => None,
    });
    smuggles.nth(n.into()).is_some_and(|damage| damage > 0)
}

/// Judges whether a unit may be damaged to pay for the card that is played; `None` unless that is
/// asked, before anything else.
pub(crate) fn wounded(offer: &Offer, unit: Slot) -> Option<Result<(), Refusal>> {
    let Locals::Play(play) = &offer.frame.locals else { return None };
    let open = !play.wounded.is_some() && wounds(offer, play.card.slot, play.paying);
    open.then(|| is_own(offer, unit))
}

/// Judges whether a card that is played like that can be paid for and has a unit, if it needs one.
fn can_play(offer: &Offer, slot: Slot, paying: Paying) -> Result<(), Refusal> {
    let attaches = offer.scene.printed(slot).definition.kind == Kind::Upgrade;
    if attaches || paying.way == Way::Piloting {
        let mut units = (0..offer.scene.board.slots)
            .filter(|unit| host(offer, slot, *unit).is_ok())
            .map(|unit| can_pay(offer, slot, paying, Some(unit)));
        let first = units.next().ok_or(Refusal::NoHost)?;
        return first.or_else(|refusal| units.find(Result::is_ok).unwrap_or(Err(refusal)));
    }
    can_pay(offer, slot, paying, None)
}

/// Judges whether a card that is played like that, on this unit if it attaches to one, can be paid
/// for.
pub(crate) fn can_pay(
    offer: &Offer,
    slot: Slot,
    paying: Paying,
    host: Option<Slot>,
) -> Result<(), Refusal> {
    let cost = price(offer, slot, paying, host)?;
    if free_copy(offer, slot) { Ok(()) } else { pays(offer, slot, paying, cost) }
}

/// Judges whether the player who is asked can pay so much for a card, in one way or another.
fn pays(offer: &Offer, slot: Slot, paying: Paying, cost: i16) -> Result<(), Refusal> {
    let own = |&unit: &Slot| is_own(offer, unit).is_ok();
    let mut units: Vec<_> = (0..offer.scene.board.slots).filter(own).collect();
    // Whatever a unit pays as a resource, it pays no more than being exploited.
    units.sort_by_key(|unit| pays_as_resource(offer, *unit));
    let discards = |other| replaces_cost(offer, slot, paying, other).is_ok();
    if (0..offer.scene.board.slots).any(discards) {
        return Ok(());
    }
    if may_offer(offer, slot, paying, cost, &[]) {
        return Ok(());
    }
    let mut pays = can_pay_cost(offer, cost, &[]);
    let most = most_exploited(offer, slot, paying);
    // What helps to pay helps no more once it is exploited: it is among them, or it is not.
    let (helpers, others): (Vec<Slot>, Vec<Slot>) =
        units.into_iter().partition(|unit| most > 0 && helps(offer, *unit));
    for chosen in 0..1_usize << helpers.len() {
        let gone = (0..helpers.len()).filter(|n| chosen & 1 << n != 0).map(|n| helpers[n]);
        let mut gone: Vec<Slot> = gone.collect();
        let mut others = others.iter();
        while gone.len() <= most {
            let less = less_exploited(cost, gone.len());
            pays = pays.or_else(|refusal| can_pay_without(offer, less, &gone).map_err(|_| refusal));
            let Some(other) = others.next() else { break };
            gone.push(*other);
        }
    }
    pays
}

/// Returns `true` for a unit with an ability that helps to pay.
fn helps(offer: &Offer, unit: Slot) -> bool {
    let mut abilities = abilities(offer, unit).into_iter().flatten();
    abilities.any(|ability| matches!(ability, Ability::HalfCosts | Ability::PayWith(_)))
}

/// Returns `true` if an effect lets the player who is asked play the next copy of a card for free.
fn free_copy(offer: &Offer, slot: Slot) -> bool {
    let scene = &offer.scene;
    let of = |kind: EffectKind| match kind {
        EffectKind::FreeCopy { definition } => Some(definition),
        _ => None,
    };
    scene.effects().any(|(_, effect)| {
        effect.seat == offer.seat && of(effect.kind) == Some(scene.card(slot).definition)
    })
}

/// Judges whether the card that is played may be free, or be paid for although it may.
pub(crate) fn free(offer: &Offer, answer: Choice) -> Result<(), Refusal> {
    let Locals::Play(play) = &offer.frame.locals else { return Err(Refusal::NotAsked) };
    when(offer.is_about_free() && free_copy(offer, play.card.slot), Refusal::NotAsked)?;
    if answer == Choice::Yes {
        return Ok(());
    }
    let cost = price(offer, play.card.slot, play.paying, on(play))?;
    pays(offer, play.card.slot, play.paying, cost)
}

/// Judges whether the player who is asked may play a resource by Plot: it was one when the leader
/// was deployed (CR 7.5.19D).
pub(crate) fn plot(offer: &Offer, slot: Slot) -> Result<(), Refusal> {
    let Locals::Plot(plot) = &offer.frame.locals else { return Err(Refusal::NotAsked) };
    let card = offer.scene.card(slot);
    when(card.zone == Zone::Resources, Refusal::NotAResource)?;
    when(card.controller == offer.seat, Refusal::NotYours)?;
    when(plot.card == card.reference(slot), Refusal::NotThere)?;
    let keywords = &offer.scene.printed(slot).definition.keywords;
    let has = keywords.contains(&Keyword::Plot) && !offer.scene.is_void(slot);
    when(has, Refusal::NoSuchAbility)?;
    can_play(offer, slot, Paying::by(Way::Plot))
}

/// Judges whether the rest of a cost can be paid so: by exhausting a unit, or with that many Credit
/// tokens beside resources.
pub(crate) fn payment(offer: &Offer, answer: Choice) -> Result<(), Refusal> {
    let paid = offer.scene.board.players[usize::from(offer.seat)].advance;
    let rest = (due(offer, asked(offer)?) - i16::from(paid)).max(0);
    let slot = match answer {
        Choice::Card(slot) => slot,
        // Without Credit tokens resources pay the rest, where units could as well.
        Choice::Number(_) if credit_tokens(offer) > 0 => return credits(offer, rest, answer),
        Choice::Done if credit_tokens(offer) == 0 => {
            let anyway = exhausted_anyway(offer);
            let pays = |unit: &Slot| pays_as_resource(offer, *unit) && !anyway.contains(unit);
            (0..offer.scene.board.slots).find(pays).ok_or(Refusal::NotAsked)?;
            return credits(offer, rest, Choice::Number(0));
        }
        _ => return Err(Refusal::NotAsked),
    };
    let pays =
        rest > 0 && pays_as_resource(offer, slot) && !exhausted_anyway(offer).contains(&slot);
    when(pays, Refusal::NotAsked)
}

/// The cards that the cost of the ability that is used exhausts.
fn exhausted_anyway(offer: &Offer) -> Vec<Slot> {
    let Locals::UseAbility(used) = &offer.frame.locals else { return Vec::new() };
    let ability = &offer.scene.catalogue.ability(used.ability).ability;
    let Ability::Action { cost, .. } = ability else { return Vec::new() };
    let (this, chosen) = (offer.frame.source.slot, used.paid.first().copied());
    let cards = cost.iter().filter_map(|part| part.exhausts(this, chosen));
    cards.collect()
}

/// The cost that the player who is asked pays, of a card or an ability.
pub(crate) fn asked(offer: &Offer) -> Result<i16, Refusal> {
    match &offer.frame.locals {
        Locals::Play(play) => match play.price {
            // Whether it is played for free is asked before.
            _ if free(offer, Choice::Yes).is_ok() => Err(Refusal::NotAsked),
            _ if !play.wounded.is_some() && wounds(offer, play.card.slot, play.paying) => {
                Err(Refusal::NotAsked)
            }
            Some(price) => Ok(price),
            None if offers(offer).is_some() || open(offer).is_ok() => Err(Refusal::NotAsked),
            None => {
                let price = price(offer, play.card.slot, play.paying, on(play))?;
                Ok((price - less_offered(offer, play)).max(0))
            }
        },
        Locals::UseAbility(used) => {
            let ability = &offer.scene.catalogue.ability(used.ability).ability;
            let Ability::Action { cost, .. } = ability else { return Err(Refusal::NotAsked) };
            when(!used.chooses(cost), Refusal::NotAsked)?;
            let resources = cost::price(cost);
            when(resources > 0, Refusal::NotAsked)?;
            Ok(resources)
        }
        _ => Err(Refusal::NotAsked),
    }
}

/// The offering of a card that is played: what may be given up for it.
fn offering_of(offer: &Offer, slot: Slot) -> Option<Offering> {
    let mut abilities = kept(offer, slot).iter();
    abilities.find_map(|ability| match ability {
        Ability::Offering(offering) => Some(*offering),
        _ => None,
    })
}

/// Judges whether a card is one that the asked player may give up for another.
fn is_offered(offer: &Offer, offering: Offering, card: Slot) -> Result<(), Refusal> {
    match offering.of {
        Offered::Damaged(_) => is_own(offer, card),
        Offered::ReadyResources => {
            let resource = offer.scene.card(card);
            when(resource.zone == Zone::Resources, Refusal::NotAResource)?;
            when(resource.controller == offer.seat, Refusal::NotYours)
        }
    }
}

/// The number of cards that the asked player may give up.
fn most_offered(offer: &Offer, offering: Offering) -> usize {
    match offering.of {
        Offered::Damaged(_) => {
            (0..offer.scene.board.slots).filter(|unit| is_own(offer, *unit).is_ok()).count()
        }
        Offered::ReadyResources => offer.scene.board.players[usize::from(offer.seat)].ready.into(),
    }
    .min(OFFERED)
}

/// Returns `true` if so much can be paid for a card when these are given up, and maybe more.
fn may_offer(offer: &Offer, slot: Slot, paying: Paying, cost: i16, given: &[Slot]) -> bool {
    let Some(offering) = offering_of(offer, slot) else { return false };
    let free = |card: &Slot| !given.contains(card) && is_offered(offer, offering, *card).is_ok();
    let mut more: Vec<Slot> = (0..offer.scene.board.slots).filter(free).collect();
    // Those that stay are given up first: of the others each may have helped to pay.
    more.sort_by_key(|unit| falls(offer, offering, *unit));
    let all = [given, &more].concat();
    let most = most_offered(offer, offering).min(all.len());
    (given.len()..=most)
        .any(|number| pays_when_given(offer, (slot, paying), cost, offering, &all[..number]))
}

/// Returns `true` for a unit that the damage of an offering defeats.
fn falls(offer: &Offer, offering: Offering, unit: Slot) -> bool {
    let Offered::Damaged(points) = offering.of else { return false };
    let stats = offer.scene.stats(unit);
    let stays = stats.shields > 0 || stats.permissions.has(Permissions::UNDEFEATED);
    !stays && offer.scene.remaining(unit) <= i16::from(points)
}

/// Returns `true` if so much can be paid for a card when just these are given up, units exploited
/// among what pays but for those that help to pay in another way.
fn pays_when_given(
    offer: &Offer,
    (slot, paying): (Slot, Paying),
    cost: i16,
    offering: Offering,
    given: &[Slot],
) -> bool {
    let gone: Vec<Slot> =
        given.iter().copied().filter(|unit| falls(offer, offering, *unit)).collect();
    let plain = |unit: &Slot| {
        is_own(offer, *unit).is_ok()
            && !gone.contains(unit)
            && !helps(offer, *unit)
            && !pays_as_resource(offer, *unit)
    };
    let exploited = (0..offer.scene.board.slots).filter(plain).count();
    let exploited = exploited.min(most_exploited(offer, slot, paying));
    let less = i16::from(offering.less) * given.len() as i16;
    let cost = (less_exploited(cost, exploited) - less).max(0);
    let spent = match offering.of {
        Offered::Damaged(_) => 0,
        Offered::ReadyResources => given.len() as i16,
    };
    // What was ready pays no more.
    can_pay_beside(offer, cost, &gone, spent).is_ok()
}

/// The offering of which it is still to be said what is given up, of the card that is played.
fn offers<'a>(offer: &Offer<'a>) -> Option<(&'a Played, Offering)> {
    let Locals::Play(play) = &offer.frame.locals else { return None };
    let open = !play.given.ended && play.price.is_none();
    let offering = offering_of(offer, play.card.slot).filter(|_| open)?;
    Some((play, offering))
}

/// Judges whether a card may be given up for the one that is played, or `None` for no further one;
/// `None` unless that is asked.
pub(crate) fn given(offer: &Offer, card: Option<Slot>) -> Option<Result<(), Refusal>> {
    let (play, offering) = offers(offer)?;
    Some(price(offer, play.card.slot, play.paying, on(play)).and_then(|cost| {
        let mut all: Vec<Slot> = play.given.cards.iter().map(|card| card.slot).collect();
        let of = (play.card.slot, play.paying);
        let Some(card) = card else {
            let pays = pays_when_given(offer, of, cost, offering, &all);
            return when(pays, Refusal::NothingToPayWith);
        };
        is_offered(offer, offering, card)?;
        when(!all.contains(&card), Refusal::AlreadyChosen)?;
        when(all.len() < most_offered(offer, offering), Refusal::NothingToPayWith)?;
        all.push(card);
        when(may_offer(offer, of.0, of.1, cost, &all), Refusal::NothingToPayWith)
    }))
}

/// The resources that the card that is played costs less for what was given up.
fn less_offered(offer: &Offer, play: &Played) -> i16 {
    let offering = offering_of(offer, play.card.slot);
    offering.map_or(0, |offering| i16::from(offering.less) * play.given.cards.len() as i16)
}

/// The number of units that may be exploited for a card (CR 7.5.16B).
fn most_exploited(offer: &Offer, slot: Slot, paying: Paying) -> usize {
    let scene = &offer.scene;
    let printed = scene.printed(slot);
    let abilities = kept(offer, slot).iter().map(|ability| match ability {
        Ability::Exploit(n) => *n,
        _ => 0,
    });
    let kind = if paying.way == Way::Piloting { Kind::Upgrade } else { printed.kind() };
    let promises = scene.effects().map(|(_, effect)| {
        let EffectKind::Promise { step } = effect.kind else { return 0 };
        let (what, grants, _) = &scene.catalogue.tables.promises[usize::from(step)];
        if effect.seat != offer.seat || !fits_with(what, kind.into(), printed, scene.traits(slot)) {
            return 0;
        }
        let given = scene.catalogue.tables.grants[usize::from(*grants)].given.iter();
        let exploit = given.map(|given| match &given.grant {
            Grant::Exploit(exploit) => exploit.0,
            _ => 0,
        });
        exploit.sum()
    });
    let all = abilities.chain(promises).chain([paying.gained.exploit]);
    all.map(usize::from).sum::<usize>().min(EXPLOITED)
}

/// A cost less 2 for each unit that is exploited (CR 7.5.16A).
fn less_exploited(cost: i16, units: usize) -> i16 {
    (cost - 2 * units as i16).max(0)
}

/// Judges whether a card is a unit that the asked player controls.
fn is_own(offer: &Offer, unit: Slot) -> Result<(), Refusal> {
    let card = offer.scene.card(unit);
    if !card.zone.is_arena() {
        return Err(Refusal::NotAUnit);
    }
    if card.controller != offer.seat {
        return Err(Refusal::NotYours);
    }
    Ok(())
}

/// Judges whether a unit may be exploited for a card that is played (CR 7.5.16A).
pub(crate) fn exploit(offer: &Offer, unit: Slot) -> Result<(), Refusal> {
    let (play, most) = open(offer)?;
    is_own(offer, unit)?;
    when(!play.exploits(unit), Refusal::AlreadyChosen)?;
    when(play.exploited.len() < most, Refusal::NotAsked)
}

/// Judges whether exploiting and discarding may end: the card can be paid for.
pub(crate) fn exploited(offer: &Offer) -> Result<(), Refusal> {
    let (play, _) = open(offer)?;
    let full = price(offer, play.card.slot, play.paying, on(play))?;
    let exploited: Vec<_> = play.exploited.iter().map(|unit| unit.slot).collect();
    let less = less_exploited(full, exploited.len()) - less_offered(offer, play);
    can_pay_without(offer, less.max(0), &exploited)
}

/// Judges whether a card may be discarded instead of paying for the one that is played.
pub(crate) fn discard(offer: &Offer, other: Slot) -> Result<(), Refusal> {
    let (play, _) = open(offer)?;
    when(play.exploited.is_empty(), Refusal::NotAsked)?;
    replaces_cost(offer, play.card.slot, play.paying, other)
}

/// The cards that may be discarded instead of paying for a card, if it says so.
fn instead_of_cost<'a>(offer: &Offer<'a>, slot: Slot) -> Option<&'a Filter> {
    let mut abilities = kept(offer, slot).iter();
    abilities.find_map(|ability| match ability {
        Ability::DiscardInstead(what) => Some(what),
        _ => None,
    })
}

/// Judges whether a card of the asked player's hand may be discarded instead of paying the printed
/// cost of another one; none instead of another cost, and none where nothing is paid.
fn replaces_cost(offer: &Offer, slot: Slot, paying: Paying, other: Slot) -> Result<(), Refusal> {
    let what = instead_of_cost(offer, slot).ok_or(Refusal::NoSuchAbility)?;
    let pays = paying.way == Way::Printed && paying.pay != Payment::Free;
    when(pays && other != slot, Refusal::NothingToPayWith)?;
    in_hand(offer, other)?;
    let cx = Context::of(offer.seat, offer.scene.reference(slot));
    when(offer.scene.fits_card(what, other, &cx), Refusal::DoesNotFit)
}

/// The card of which it is still to be said what is paid for it beside resources, and how many
/// units may be exploited.
fn open<'a>(offer: &Offer<'a>) -> Result<(&'a Played, usize), Refusal> {
    let Locals::Play(play) = &offer.frame.locals else { return Err(Refusal::NotAsked) };
    let most = most_exploited(offer, play.card.slot, play.paying);
    let otherwise = most > 0 || instead_of_cost(offer, play.card.slot).is_some();
    when(otherwise && play.price.is_none(), Refusal::NotAsked)?;
    Ok((play, most))
}

/// The unit that a card is played on, once it is chosen.
fn on(play: &Played) -> Option<Slot> {
    play.host.is_some().then_some(play.host.slot)
}

/// Judges whether a unit is eligible for an upgrade (CR 3.6.3A).
pub(crate) fn host(offer: &Offer, upgrade: Slot, unit: Slot) -> Result<(), Refusal> {
    let scene = &offer.scene;
    let definition = &scene.printed(upgrade).definition;
    // A card that is not in play and has lost all abilities has lost this keyword, too.
    if definition.keywords.contains(&Keyword::Fortify) && !scene.is_void(upgrade) {
        let own = scene.board.players[usize::from(offer.seat)].base == unit;
        return own.then_some(()).ok_or(Refusal::DoesNotFit);
    }
    if !matches!(scene.card(unit).zone, Zone::Ground | Zone::Space) {
        return Err(Refusal::NotAUnit);
    }
    let cx = Context::of(offer.seat, scene.reference(upgrade));
    let side = definition.upgrade_side.as_ref();
    let attach = side.map_or(&definition.attach, |side| &side.attach);
    let eligible = scene.fits(attach, unit, &cx) || crowds(offer, attach, unit, &cx);
    eligible.then_some(()).ok_or(Refusal::DoesNotFit)
}

/// Returns `true` for a Pilot that attaches to units without one and may do so beside others: the
/// unit says so (CR 3.6.3C).
fn crowds(offer: &Offer, attach: &Filter, unit: Slot, cx: &Context) -> bool {
    let scene = &offer.scene;
    let Some(pilot) = &attach.without_upgrade else { return false };
    if attach.without_upgrade != piloted().without_upgrade {
        return false;
    }
    let is_on = |slot: &Slot| {
        let card = scene.card(*slot);
        card.zone == Zone::Attached && card.host == unit && scene.fits_card(pilot, *slot, cx)
    };
    let says = |ability: &&Ability| **ability == Ability::MorePilots;
    let printed = abilities(offer, unit).into_iter().flatten().filter(says).count();
    let gained = scene.stats(unit).gained.iter();
    let gained = gained.filter(|id| says(&&scene.catalogue.ability(**id).ability)).count();
    let others = Filter::from(Criteria { without_upgrade: None, ..Criteria::clone(attach) });
    let room = 1 + printed + gained;
    (0..scene.board.slots).filter(is_on).count() < room && scene.fits(&others, unit, cx)
}
