//! A second road to legality: whether exactly this may be chosen, and if not, why.
//!
//! Written from the rules and not from [`options`](crate::options): nothing is enumerated here.
//! Tests hold the two roads against each other, and people ask this one why something is not
//! offered.

mod attack;
mod play;
mod refusal;
mod replace;
mod trigger;

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::window::{Waiting, Window};

pub use refusal::Refusal;
pub use replace::replacement;
pub use trigger::{Unresolved, unresolved};

use self::attack::Terms;
use crate::card::{Permissions, Zone};
use crate::catalogue::Printed;
use crate::choice::{Choice, Prompt};
use crate::options::Offer;
use crate::procedure::Locals;
use crate::program::Op;
use crate::scene::Context;
use crate::vocabulary::{
    self as vocabulary, Ability, AttackStep, Cost, Count, Criteria, Filter, Payment, Place,
    PlayStep, Register, SearchStep, Step, Who,
};

/// Whether a choice is allowed at an open decision.
///
/// Who orders waiting abilities and which replacement applies is not in an [`Offer`]; [`order`]
/// and [`replacement`] judge that.
///
/// # Errors
/// Why it is not.
pub fn check(offer: &Offer, prompt: Prompt, choice: Choice) -> Result<(), Refusal> {
    match choice {
        Choice::Play(slot)
        | Choice::Attack(slot)
        | Choice::Use(slot, _)
        | Choice::Deploy(slot)
        | Choice::DeployAsUpgrade(slot)
        | Choice::Smuggle(slot, _)
        | Choice::Card(slot)
            if slot >= offer.scene.board.slots =>
        {
            Err(Refusal::NoSuchCard)
        }
        Choice::Nothing if any(offer, prompt) => Err(Refusal::Mandatory),
        Choice::Nothing => Ok(()),
        _ => answer(offer, prompt, choice),
    }
}

/// Action abilities of one card that are tried.
const ACTIONS: u8 = 4;

/// Whether there is any answer to a question but that there is nothing to choose.
fn any(offer: &Offer, prompt: Prompt) -> bool {
    use crate::vocabulary::Arena;
    let others = [
        Choice::Pass,
        Choice::Done,
        Choice::Decline,
        Choice::Yes,
        Choice::In(Arena::Ground),
        Choice::Number(0),
        Choice::Name(0),
        Choice::First(0),
    ];
    let modes = (0..8).map(Choice::Mode);
    let uses = (0..offer.scene.board.slots)
        .flat_map(|slot| (0..ACTIONS).map(move |index| Choice::Use(slot, index)));
    let mut others = others.into_iter().chain(modes).chain(uses);
    any_card(offer, prompt) || others.any(|choice| answer(offer, prompt, choice).is_ok())
}

fn any_card(offer: &Offer, prompt: Prompt) -> bool {
    (0..offer.scene.board.slots).any(|slot| answer(offer, prompt, Choice::Card(slot)).is_ok())
}

/// Declining what may be left undone.
fn decline(offer: &Offer, prompt: Prompt, may: bool) -> Result<(), Refusal> {
    if !any_card(offer, prompt) {
        return Err(Refusal::NothingToDecline);
    }
    when(may, Refusal::Mandatory)
}

fn when(allowed: bool, refusal: Refusal) -> Result<(), Refusal> {
    if allowed { Ok(()) } else { Err(refusal) }
}

fn answer(offer: &Offer, prompt: Prompt, choice: Choice) -> Result<(), Refusal> {
    match (prompt, choice) {
        (Prompt::Action, _) => action(offer, choice),
        (Prompt::Mulligan | Prompt::May, Choice::Yes | Choice::No) => Ok(()),
        (Prompt::FirstResource, Choice::Card(slot)) => {
            in_hand(offer, slot)?;
            let Locals::Game(game) = &offer.frame.locals else { return Err(Refusal::NotAsked) };
            let chosen = game.chosen.iter().any(|(_, card)| card.slot == slot);
            when(!chosen, Refusal::AlreadyChosen)
        }
        (Prompt::Resource, Choice::Card(slot)) => in_hand(offer, slot),
        (Prompt::Resource, Choice::Decline) => Ok(()),
        (Prompt::Target, _) => attacked(offer, choice),
        (Prompt::Ambush, Choice::Card(slot)) => {
            let terms = Terms { no_bases: true, even_exhausted: true };
            attack::target(offer, offer.frame.source.slot, slot, terms)
        }
        (Prompt::Ambush, Choice::Decline) => decline(offer, prompt, true),
        (Prompt::Host, Choice::Card(slot)) => {
            let upgrade = bound(offer, Register::It).ok_or(Refusal::NotAsked)?;
            play::host(offer, upgrade, slot)
        }
        (Prompt::Cost, Choice::Card(slot)) => pays(offer, slot),
        (Prompt::Unique, Choice::Card(slot)) => copy(offer, slot),
        (Prompt::Mode, Choice::Mode(mode)) => {
            let (Some(Op::Modes { starts, .. }), Locals::Ability(ability)) =
                (offer.op(), &offer.frame.locals)
            else {
                return Err(Refusal::NotAsked);
            };
            when(usize::from(mode) < starts.len(), Refusal::NotAsked)?;
            when(ability.modes.taken & (1 << mode) == 0, Refusal::AlreadyChosen)
        }
        (Prompt::Player, Choice::First(seat)) => when(seat < 2, Refusal::NotAsked),
        (Prompt::Step, _) => match offer.op() {
            Some(Op::Do(step)) => self::step(offer, step, choice),
            Some(Op::Attack(index)) => {
                let attack = &offer.scene.catalogue.tables.attacks[usize::from(*index)].step;
                attack_with(offer, attack, choice)
            }
            Some(Op::Play(index)) => {
                let play = &offer.scene.catalogue.tables.plays[usize::from(*index)];
                play_one(offer, &play.step, play.must, choice)
            }
            _ => Err(Refusal::NotAsked),
        },
        _ => Err(Refusal::NotAsked),
    }
}

/// One of the five actions (CR 1.15).
fn action(offer: &Offer, choice: Choice) -> Result<(), Refusal> {
    match choice {
        Choice::Pass => Ok(()),
        Choice::Initiative => when(!offer.scene.board.taken, Refusal::InitiativeTaken),
        Choice::Play(slot) => {
            in_hand(offer, slot)?;
            play::play(offer, slot, Payment::Cost)
        }
        Choice::Smuggle(slot, n) => play::smuggle(offer, slot, n),
        Choice::Attack(slot) => attack::attacker(offer, slot, offer.seat, Terms::default()),
        Choice::Use(slot, index) => play::using(offer, slot, index),
        Choice::Deploy(slot) => play::deploy(offer, slot),
        Choice::DeployAsUpgrade(slot) => play::deploy_as_upgrade(offer, slot),
        _ => Err(Refusal::NotAsked),
    }
}

fn bound(offer: &Offer, register: Register) -> Option<Slot> {
    offer.frame.locals.bound(register).next().map(|card| card.slot)
}

fn is_bound(offer: &Offer, register: Register, slot: Slot) -> bool {
    offer.frame.locals.bound(register).any(|card| card.slot == slot)
}

fn in_hand(offer: &Offer, slot: Slot) -> Result<(), Refusal> {
    let card = offer.scene.card(slot);
    when(card.zone == Zone::Hand, Refusal::NotInHand)?;
    when(card.owner == offer.seat, Refusal::NotYours)
}

/// Whether a card is where a filter looks, and fits it.
fn fits(offer: &Offer, filter: &Filter, slot: Slot) -> Result<(), Refusal> {
    let scene = &offer.scene;
    let defender = scene.board.attacks.last().filter(|attack| attack.is_on()).map(|a| a.defender);
    if filter.or_defender
        && defender == Some(scene.reference(slot))
        && scene.card(slot).zone.is_play()
    {
        return Ok(());
    }
    let zone = scene.card(slot).zone;
    let there = match filter.place {
        Place::Play => zone.is_play(),
        Place::Hand => zone == Zone::Hand,
        Place::Discard => zone == Zone::Discard,
        Place::Resources => zone == Zone::Resources,
        Place::Captured => zone == Zone::Captured,
        Place::Deck => false,
        Place::Looked => is_bound(offer, Register::It, slot),
    };
    when(there, Refusal::NotThere)?;
    when(scene.fits(filter, slot, &Context::in_frame(offer.frame)), Refusal::DoesNotFit)
}

/// What an attack that was begun is on.
fn attacked(offer: &Offer, choice: Choice) -> Result<(), Refusal> {
    let Locals::Attack(made) = &offer.frame.locals else { return Err(Refusal::NotAsked) };
    let step = made.step.map(|n| &offer.scene.catalogue.tables.attacks[usize::from(n)].step);
    match choice {
        Choice::Card(slot) => {
            let attacker = made.attacker.slot;
            let no_bases = step.is_some_and(|step| step.no_bases);
            attack::target(offer, attacker, slot, Terms { no_bases, even_exhausted: true })
        }
        // Whoever was asked for the unit has agreed to the attack with it.
        Choice::Decline => {
            let may = step.is_some_and(|step| step.may && step.unit.is_some());
            decline(offer, Prompt::Target, may)
        }
        _ => Err(Refusal::NotAsked),
    }
}

/// What the cost of an ability is paid with: a card to defeat or a card of the hand to discard.
fn pays(offer: &Offer, slot: Slot) -> Result<(), Refusal> {
    let Locals::UseAbility(used) = offer.frame.locals else { return Err(Refusal::NotAsked) };
    let Ability::Action { cost, .. } = &offer.scene.catalogue.ability(used.ability).ability else {
        return Err(Refusal::NotAsked);
    };
    for part in cost {
        match part {
            Cost::Defeat(filter) => return fits(offer, filter, slot),
            Cost::Discard(filter) => {
                in_hand(offer, slot)?;
                let cx = Context::in_frame(offer.frame);
                return when(offer.scene.fits_card(filter, slot, &cx), Refusal::DoesNotFit);
            }
            Cost::Exhaust | Cost::Resources(_) | Cost::DefeatThis => {}
        }
    }
    Err(Refusal::NotAsked)
}

/// A card that is the same unique card as another one of its controller (CR 8.29.3).
fn copy(offer: &Offer, slot: Slot) -> Result<(), Refusal> {
    let scene = &offer.scene;
    let of = bound(offer, Register::It).ok_or(Refusal::NotAsked)?;
    let (this, that) = (scene.card(slot), scene.card(of));
    when(this.zone.is_play(), Refusal::NotThere)?;
    when(this.controller == that.controller, Refusal::NotYours)?;
    let (this, that) = (&scene.printed(slot).definition, &scene.printed(of).definition);
    when(this.name == that.name && this.subtitle == that.subtitle, Refusal::DoesNotFit)
}

/// An attack that an ability allows.
fn attack_with(offer: &Offer, attack: &AttackStep, choice: Choice) -> Result<(), Refusal> {
    match choice {
        Choice::Card(slot) => {
            fits(offer, &attack.with, slot)?;
            let terms = Terms { even_exhausted: attack.even_exhausted, no_bases: attack.no_bases };
            attack::attacker(offer, slot, offer.frame.seat, terms)
        }
        Choice::Decline => decline(offer, Prompt::Step, attack.may),
        _ => Err(Refusal::NotAsked),
    }
}

/// A card that an ability plays. A hand is hidden: its owner may find nothing in it (CR 1.17.4).
///
/// An ability that is free is used for the play: it cannot be left out (CR 6.4.2A).
fn play_one(offer: &Offer, step: &PlayStep, free: bool, choice: Choice) -> Result<(), Refusal> {
    let scene = &offer.scene;
    let is_in = |slot: Slot, place: Place| {
        let card = scene.card(slot);
        match place {
            Place::Hand | Place::Discard => place.is(card.zone) && card.owner == offer.frame.seat,
            Place::Resources => place.is(card.zone) && card.controller == offer.frame.seat,
            Place::Looked => is_bound(offer, Register::It, slot),
            Place::Play | Place::Captured | Place::Deck => false,
        }
    };
    let cx = Context::in_frame(offer.frame);
    let only = step.card.as_ref().map(|card| scene.first(card, &cx));
    let plays = |slot: Slot| {
        let card = scene.card(slot);
        let is_in = |place: Place| match only {
            // Just this card, whoever owns it.
            Some(only) => only == card.reference(slot) && place.is(card.zone),
            None => is_in(slot, place),
        };
        let or = step.or_from.is_some_and(is_in);
        when(is_in(step.what.place) || or, Refusal::NotThere)?;
        when(scene.fits_card(&step.what, slot, &cx), Refusal::DoesNotFit)?;
        let instead = step.pay_if.as_ref().filter(|(what, _)| scene.fits_card(what, slot, &cx));
        play::play(offer, slot, instead.map_or(step.pay, |(_, pay)| *pay))
    };
    match choice {
        Choice::Card(slot) => plays(slot),
        Choice::Decline => {
            let hidden = step.looks_in(Place::Hand)
                && (0..scene.board.slots)
                    .filter(|slot| plays(*slot).is_ok())
                    .all(|slot| scene.card(slot).zone == Zone::Hand);
            decline(offer, Prompt::Step, !free && (step.may || hidden))
        }
        _ => Err(Refusal::NotAsked),
    }
}

/// What a step of an ability asks.
fn step(offer: &Offer, step: &Step, choice: Choice) -> Result<(), Refusal> {
    match (step, choice) {
        (Step::Choose(step), _) => choose(offer, step, choice),
        (Step::ChooseArena, Choice::In(_)) => Ok(()),
        // Any title will do, once: cards that share it have one name (CR 8.17.2).
        (Step::NameCard, Choice::Name(card)) => {
            let all = &offer.scene.catalogue.cards;
            let at = usize::from(card);
            when(at < all.len(), Refusal::NoSuchCard)?;
            let same = |other: &Printed| other.definition.name == all[at].definition.name;
            when(!all[..at].iter().any(same), Refusal::SameAsAnother)
        }
        (Step::Divide { among, .. }, Choice::Card(slot)) => fits(offer, among, slot),
        (Step::HealUpTo { among, .. }, Choice::Card(slot)) => {
            fits(offer, among, slot)?;
            let given = offer.progress().points(slot);
            let held = offer.scene.stats(slot).permissions.has(Permissions::NO_HEAL);
            when(!held, Refusal::CannotBeHealed)?;
            when(offer.scene.card(slot).damage > given, Refusal::NothingToHeal)
        }
        (Step::HealUpTo { .. } | Step::Search(_), Choice::Done) => Ok(()),
        (Step::PayAny, Choice::Number(n)) => {
            let ready = offer.scene.board.players[usize::from(offer.frame.seat)].ready;
            when(n <= ready, Refusal::CannotPay { cost: n.into(), ready })
        }
        (Step::ReadyResources(who, count), Choice::Number(n)) => readies(offer, *who, *count, n),
        (Step::Discard { who, by, what, .. }, Choice::Card(slot)) => {
            let cx = Context::in_frame(offer.frame);
            let card = offer.scene.card(slot);
            // Who picks is the hand's owner, if nobody else is named.
            let whose = if by.is_some() { offer.scene.seat(*who, &cx) } else { offer.seat };
            let there = card.zone == Zone::Hand && card.owner == whose;
            when(there, Refusal::NotThere)?;
            when(offer.scene.fits_card(what, slot, &cx), Refusal::DoesNotFit)?;
            when(!is_bound(offer, Register::It, slot), Refusal::AlreadyChosen)
        }
        (Step::Arrange(_), Choice::Card(slot)) => {
            when(is_bound(offer, Register::It, slot), Refusal::NotThere)
        }
        // What does not go to the bottom stays on top; the order of that is not left open.
        (Step::Arrange(_), Choice::Done) => when(offer.progress().to_bottom(), Refusal::Mandatory),
        (Step::Search(search), Choice::Card(slot)) => found(offer, search, slot),
        (Step::UseAction(what), Choice::Use(slot, index)) => {
            fits(offer, what, slot)?;
            play::using(offer, slot, index)
        }
        _ => Err(Refusal::NotAsked),
    }
}

/// How many resources are readied, where the number is left open: no more than are exhausted.
fn readies(offer: &Offer, who: Who, count: Count, n: u8) -> Result<(), Refusal> {
    let limit = match count {
        Count::UpTo(limit) => limit,
        Count::Any => u8::MAX,
        Count::One | Count::Exactly(_) => return Err(Refusal::NotAsked),
    };
    let seats = offer.scene.seats(who, &Context::in_frame(offer.frame));
    let players = seats.into_iter().map(|seat| &offer.scene.board.players[usize::from(seat)]);
    let exhausted = players.map(|player| player.resources.len() as u8 - player.ready);
    let most = limit.min(exhausted.max().unwrap_or_default());
    when(n <= most, Refusal::TooMany { most })
}

fn choose(offer: &Offer, step: &vocabulary::Choice, choice: Choice) -> Result<(), Refusal> {
    let chosen = bound(offer, step.register).is_some();
    match choice {
        Choice::Card(slot) => {
            when(!is_bound(offer, step.register, slot), Refusal::AlreadyChosen)?;
            fits(offer, &step.what, slot)
        }
        Choice::Done => when(matches!(step.count, Count::UpTo(_) | Count::Any), Refusal::Mandatory),
        Choice::Decline if matches!(step.count, Count::One | Count::Exactly(_)) => {
            decline(offer, Prompt::Step, !chosen && (step.may || is_secret(&step.what)))
        }
        _ => Err(Refusal::NotAsked),
    }
}

/// Whether only the chooser knows if anything fits: something is asked of cards in a hand. Where
/// any card will do, the other player sees that there is one (CR 1.17.1, 1.17.4).
fn is_secret(filter: &Filter) -> bool {
    let Criteria { place, side, .. } = **filter;
    place == Place::Hand && **filter != Criteria { place, side, ..Criteria::default() }
}

/// A card that a search may take (CR 8.26).
fn found(offer: &Offer, search: &SearchStep, slot: Slot) -> Result<(), Refusal> {
    let scene = &offer.scene;
    let deck = &scene.board.players[usize::from(offer.frame.seat)].deck;
    let seen = search.top.map_or(deck.len(), |top| deck.len().min(top.into()));
    when(deck[deck.len() - seen..].contains(&slot), Refusal::NotThere)?;
    when(!is_bound(offer, Register::Other, slot), Refusal::AlreadyChosen)?;
    let cx = Context::in_frame(offer.frame);
    when(scene.fits_card(&search.what, slot, &cx), Refusal::DoesNotFit)?;
    let printed = |slot: Slot| u16::from(scene.printed(slot).definition.cost);
    let before: u16 =
        offer.frame.locals.bound(Register::Other).map(|card| printed(card.slot)).sum();
    let (cost, most) = (before + printed(slot), search.combined_cost.map_or(u16::MAX, u16::from));
    when(cost <= most, Refusal::CombinedCost { cost, most })
}

/// Whether a player may answer a question about the order of waiting abilities like this. The
/// active player says whose go first; that player picks one after another (CR 7.6.10).
///
/// # Errors
/// Why not.
pub fn order(
    window: &Window,
    waiting: &[Waiting],
    active: Seat,
    seat: Seat,
    prompt: Prompt,
    choice: Choice,
) -> Result<(), Refusal> {
    let waits = |ability: &Waiting| ability.delayed == window.delayed;
    let of = |seat: Seat| {
        let here = waiting.iter().skip(window.base.into());
        here.filter(move |ability| waits(ability) && ability.seat == seat)
    };
    match (prompt, choice) {
        (Prompt::First, Choice::First(first)) => {
            when(seat == active, Refusal::NotYoursToOrder)?;
            when(of(0).next().is_some() && of(1).next().is_some(), Refusal::NotAsked)?;
            when(first < 2, Refusal::NotAsked)
        }
        (Prompt::Which, Choice::Resolve(index)) => {
            let ability = waiting.get(usize::from(index)).ok_or(Refusal::NotWaiting)?;
            when(u16::from(index) >= window.base && waits(ability), Refusal::NotWaiting)?;
            when(ability.seat == seat, Refusal::NotYoursToOrder)?;
            let before = &waiting[usize::from(window.base)..usize::from(index)];
            when(!before.contains(ability), Refusal::SameAsAnother)
        }
        _ => Err(Refusal::NotAsked),
    }
}
