//! The second opinion on playing cards and using abilities (CR 6.2, 6.4).

use super::attack::{Terms, attacker};
use super::{Refusal, in_hand, when};
use crate::cost::{Gained, Paying, Way};
use crate::filter::fits_with;
use crate::options::Offer;
use crate::prelude::*;
use crate::procedure::{EXPLOITED, Locals, Play as Played};
use crate::vocabulary::{CostChange, Limit, Span, UpgradeSide, piloted};
use crate::words::cost::word::Bill;
use crate::words::cost::{self, Cost};
use crate::words::grant::Grant;
use crate::words::step::{Attack, Costs, NextCostsLess, Play, Step};

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

/// The cost of a card that is played like that, before units are exploited.
fn price(offer: &Offer, slot: Slot, paying: Paying, host: Option<Slot>) -> Result<i16, Refusal> {
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

/// The abilities printed on a card that is not in play, unless it has lost them.
pub(super) fn kept<'a>(offer: &Offer<'a>, slot: Slot) -> &'a [Ability] {
    if offer.scene.is_void(slot) { &[] } else { &offer.scene.printed(slot).definition.abilities }
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

/// Ready resources, and Credit tokens (CR 3.7.13) that have their ability.
pub(crate) fn means(offer: &Offer) -> u8 {
    offer.scene.board.players[usize::from(offer.seat)].ready.saturating_add(credit_tokens(offer))
}

/// The Credit tokens with which the one who is asked can pay.
fn credit_tokens(offer: &Offer) -> u8 {
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
fn pays_as_resource(offer: &Offer, unit: Slot) -> bool {
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
fn can_pay_cost(offer: &Offer, cost: i16, but: &[Slot]) -> Result<(), Refusal> {
    let units = |unit: &Slot| !but.contains(unit) && pays_as_resource(offer, *unit);
    let units = (0..offer.scene.board.slots).filter(units).count() as u8;
    let (cost, ready) = (due(offer, cost), means(offer).saturating_add(units));
    when(cost <= ready.into(), Refusal::CannotPay { cost, ready })
}

/// Judges whether the player who is asked can pay a cost when these units have been exploited: they
/// help no more (CR 7.5.16C, 7.3.1).
fn can_pay_without(offer: &Offer, cost: i16, gone: &[Slot]) -> Result<(), Refusal> {
    let pays = |unit: &Slot| !gone.contains(unit) && pays_as_resource_without(offer, *unit, gone);
    let units = (0..offer.scene.board.slots).filter(pays).count() as u8;
    let ready = offer.scene.board.players[usize::from(offer.seat)].ready;
    let ready = ready.saturating_add(credit_tokens_without(offer, gone)).saturating_add(units);
    let cost = due_without(offer, cost, gone);
    when(cost <= ready.into(), Refusal::CannotPay { cost, ready })
}

/// The number of resources paid for a cost: half of them, where a card says so, rounded up.
fn due(offer: &Offer, cost: i16) -> i16 {
    due_without(offer, cost, &[])
}

/// The same when these cards have left play.
fn due_without(offer: &Offer, cost: i16, gone: &[Slot]) -> i16 {
    let halves = |(cx, ability): (Context, &Ability)| {
        *ability == Ability::HalfCosts && cx.seat == offer.seat
    };
    if all_but(offer, gone).any(halves) { cost - cost / 2 } else { cost }
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

/// Judges whether the resources of a cost can be paid while it exhausts this unit.
pub(crate) fn pays_beside(bill: &Bill<'_>, unit: Slot) -> Result<(), Refusal> {
    let this = bill.exhausts.unwrap_or(unit);
    can_pay_cost(bill.offer, cost::price(bill.cost), &[unit, this])
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

/// Judges whether so many Credit tokens can be defeated to pay so much, the rest of it with
/// resources (CR 3.7.13).
pub(crate) fn credits(offer: &Offer, price: i16, answer: Choice) -> Result<(), Refusal> {
    let Choice::Number(n) = answer else { return Err(Refusal::NotAsked) };
    let player = &offer.scene.board.players[usize::from(offer.seat)];
    let (n, ready) = (i16::from(n), player.ready);
    when(n <= credit_tokens(offer).into() && n <= price, Refusal::NothingToPayWith)?;
    when(price - n <= ready.into(), Refusal::CannotPay { cost: price - n, ready })
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
            None if open(offer).is_ok() => Err(Refusal::NotAsked),
            None => price(offer, play.card.slot, play.paying, on(play)),
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
    can_pay_without(offer, less_exploited(full, exploited.len()), &exploited)
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
                && (*who == Who::Each || scene.seat(*who, &cx) == offer.seat)
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
    for provided in [on(player.leader), on(player.base), &of_units].concat() {
        let met = missing.iter().position(|aspect| *aspect == provided);
        met.map(|place| missing.remove(place));
    }
    missing
}

/// The abilities of the side of a card that is in play, unless it has lost them.
pub(crate) fn abilities<'a>(offer: &Offer<'a>, slot: Slot) -> Option<&'a [Ability]> {
    let card = offer.scene.card(slot);
    let definition = &offer.scene.printed(slot).definition;
    match card.zone {
        zone if zone.is_play() && offer.scene.stats(slot).is_blank() => None,
        Zone::Base if card.marks.has(Marks::DEPLOYED) => {
            definition.flip_side.as_ref().map(|side| &side.abilities[..])
        }
        Zone::Base => Some(&definition.abilities),
        Zone::Attached if let Some(side) = &definition.upgrade_side => Some(&side.abilities),
        Zone::Ground | Zone::Space if let Some(side) = &definition.unit_side => {
            Some(&side.abilities)
        }
        Zone::Ground | Zone::Space | Zone::Attached => Some(&definition.abilities),
        _ => Some(&[]),
    }
}

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

/// Returns `true` if the player who is asked has a Credit token.
pub(crate) fn has_credit(offer: &Offer) -> bool {
    offer.scene.board.players[usize::from(offer.seat)].credits > 0
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

/// Judges whether a leader may be deployed as an upgrade: its other side says so, and there is a
/// unit for it (CR 3.4.4A).
pub(crate) fn deploy_as_upgrade(offer: &Offer, slot: Slot) -> Result<(), Refusal> {
    deploy(offer, slot)?;
    let side = offer.scene.printed(slot).upgrade_side();
    when(side.is_some_and(UpgradeSide::is_deployed), Refusal::NotAsked)?;
    let mut units = 0..offer.scene.board.slots;
    units.find(|unit| host(offer, slot, *unit).is_ok()).map(|_| ()).ok_or(Refusal::NoHost)
}

/// Judges whether a leader may be deployed (CR 3.4.4): ready or not, with enough resources, once.
pub(crate) fn deploy(offer: &Offer, slot: Slot) -> Result<(), Refusal> {
    let card = offer.scene.card(slot);
    let definition = &offer.scene.printed(slot).definition;
    let side = definition.unit_side.as_ref().filter(|_| definition.kind == Kind::Leader);
    let side = side.ok_or(Refusal::NotALeader)?;
    if card.controller != offer.seat {
        return Err(Refusal::NotYours);
    }
    if card.zone != Zone::Base {
        return Err(Refusal::AlreadyDeployed);
    }
    if card.marks.has(Marks::EPIC_USED) {
        return Err(Refusal::AlreadyUsed);
    }
    when(side.deploy_at > 0, Refusal::NoSuchAbility)?;
    let cx = Context::of(offer.seat, card.reference(slot));
    let more = side.deploy_with.as_ref().map_or(0, |with| offer.scene.measure(with, &cx));
    let has = offer.scene.board.players[usize::from(offer.seat)].resources.len() as u8;
    let has = has.saturating_add(more.max(0) as u8);
    if has < side.deploy_at {
        return Err(Refusal::NotEnoughResources { needs: side.deploy_at, has });
    }
    Ok(())
}
