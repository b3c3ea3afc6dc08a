//! A second road to legality: whether exactly this may be chosen, and if not, why.
//!
//! Written from the rules and not from [`options`](crate::options): nothing is enumerated here.
//! Tests hold the two roads against each other, and people ask this one why something is not
//! offered.

pub(crate) mod abilities;
pub(crate) mod attack;
mod deploy;
pub(crate) mod means;
pub(crate) mod play;
mod price;
pub mod refusal;
mod replace;
mod trigger;
pub(crate) mod using;

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::window::{Waiting, Window};

pub use refusal::Refusal;
pub use replace::replacement;
pub use trigger::{Unresolved, unresolved};

use self::attack::Terms;
use crate::card::{Permissions, Zone};
use crate::choice::{Choice, Prompt};
use crate::cost::{Paying, Way};
use crate::effect::EffectKind;
use crate::options::Offer;
use crate::procedure::Locals;
use crate::program::Op;
use crate::scene::{Context, Scene};
use crate::vocabulary::{Ability, Filter, Kind, Payment, Place, Register};
use crate::words::cost::word::Bill;

/// Judges a choice at an open decision.
///
/// The order of waiting abilities and the replacement that applies are not in an [`Offer`];
/// [`order`] and [`replacement`] judge those.
///
/// # Errors
/// The reason that it is not allowed.
pub fn check(offer: &Offer, prompt: Prompt, choice: Choice) -> Result<(), Refusal> {
    match choice {
        Choice::Play(slot)
        | Choice::Attack(slot)
        | Choice::Use(slot, _)
        | Choice::Deploy(slot)
        | Choice::DeployAsUpgrade(slot)
        | Choice::Smuggle(slot, _)
        | Choice::Pilot(slot)
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

/// Smuggle abilities of one card that are tried.
pub(crate) const SMUGGLES: u8 = 8;

/// Action abilities of one card that are tried.
const ACTIONS: u8 = 4;

/// Returns `true` if a question has any answer but that there is nothing to choose.
fn any(offer: &Offer, prompt: Prompt) -> bool {
    use crate::vocabulary::Arena;
    let others = [
        Choice::Pass,
        Choice::Initiative,
        Choice::Blast,
        Choice::Plan,
        Choice::Done,
        Choice::Credit,
        Choice::Decline,
        Choice::Yes,
        Choice::In(Arena::Ground),
        Choice::Name(0),
        Choice::First(0),
        Choice::First(1),
        Choice::First(2),
        Choice::First(3),
    ];
    // Of Credit tokens, not even one may be too few.
    let numbers = (0..=u8::MAX).map(Choice::Number);
    let modes = (0..8).map(Choice::Mode);
    let uses = (0..offer.scene.board.slots)
        .flat_map(|slot| (0..ACTIONS).map(move |index| Choice::Use(slot, index)));
    // Where an attack is forced, there is nothing else.
    let attacks = (0..offer.scene.board.slots).map(Choice::Attack);
    let mut others = others.into_iter().chain(numbers).chain(modes).chain(uses).chain(attacks);
    any_card(offer, prompt) || others.any(|choice| answer(offer, prompt, choice).is_ok())
}

fn any_card(offer: &Offer, prompt: Prompt) -> bool {
    let names = |slot| {
        let smuggled = (0..SMUGGLES).map(move |n| Choice::Smuggle(slot, n));
        [Choice::Card(slot), Choice::Pilot(slot)].into_iter().chain(smuggled)
    };
    let mut named = (0..offer.scene.board.slots).flat_map(names);
    named.any(|choice| answer(offer, prompt, choice).is_ok())
}

/// Declining what may be left undone.
pub(crate) fn decline(offer: &Offer, prompt: Prompt, may: bool) -> Result<(), Refusal> {
    if !any_card(offer, prompt) {
        return Err(Refusal::NothingToDecline);
    }
    when(may, Refusal::Mandatory)
}

pub(crate) fn when(allowed: bool, refusal: Refusal) -> Result<(), Refusal> {
    if allowed { Ok(()) } else { Err(refusal) }
}

fn answer(offer: &Offer, prompt: Prompt, choice: Choice) -> Result<(), Refusal> {
    match (prompt, choice) {
        (Prompt::Action, _) => action(offer, choice),
        (Prompt::Mulligan, Choice::Yes | Choice::No) => Ok(()),
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
            let unit = offer.frame.source.slot;
            let bases = offer.scene.stats(unit).permissions.has(Permissions::AMBUSH_BASES);
            let terms = Terms { no_bases: !bases, even_exhausted: true, units_first: false };
            attack::target(offer, unit, slot, terms)
        }
        (Prompt::Ambush, Choice::Decline) => decline(offer, prompt, true),
        (Prompt::Host, Choice::Card(slot)) => {
            let upgrade = bound(offer, Register::It).ok_or(Refusal::NotAsked)?;
            play::host(offer, upgrade, slot)?;
            let Locals::Play(play) = &offer.frame.locals else { return Ok(()) };
            let cx = Context::of(offer.seat, offer.scene.reference(upgrade));
            let by = play.by(&offer.scene);
            let onto = by.is_none_or(|by| by.step.is_onto(&offer.scene, slot, &cx));
            when(onto, Refusal::DoesNotFit)?;
            play::can_pay(offer, upgrade, play.paying, Some(slot))
        }
        (Prompt::Cost, Choice::Yes | Choice::No) => play::free(offer, choice),
        (Prompt::Cost, Choice::Done) if play::asked(offer).is_ok() => play::payment(offer, choice),
        (Prompt::Cost, Choice::Done) => {
            play::given(offer, None).unwrap_or_else(|| play::exploited(offer))
        }
        (Prompt::Cost, Choice::Card(slot)) => pays(offer, slot),
        (Prompt::Cost, Choice::Credit) => using::pays_credit(offer),
        (Prompt::Cost, Choice::Number(_)) => play::payment(offer, choice),
        (Prompt::Plot, Choice::Play(slot)) => play::plot(offer, slot),
        (Prompt::Plot, Choice::Decline) => Ok(()),
        (Prompt::Excess, _) => attack::excess(offer, choice),
        (Prompt::Unique, Choice::Card(slot)) => copy(offer, slot),
        // Who deals combat damage first.
        (Prompt::May, Choice::Yes | Choice::No)
            if matches!(offer.frame.locals, Locals::Attack(_)) =>
        {
            Ok(())
        }
        (Prompt::Player, Choice::First(seat)) if offer.asks_for_opponent(prompt) => {
            let there = usize::from(seat) < offer.scene.board.players.len();
            when(there && seat != offer.frame.seat, Refusal::NotAnEnemy)?;
            when(!offer.scene.board.is_out(seat), Refusal::NotThere)
        }
        (Prompt::Player, _) if offer.asks_for_opponent(prompt) => Err(Refusal::NotAsked),
        (Prompt::Bottom, Choice::Card(slot)) => in_hand(offer, slot),
        (Prompt::May | Prompt::Mode | Prompt::Player | Prompt::Step, _) => {
            let question = offer.op().and_then(Op::question).ok_or(Refusal::NotAsked)?;
            question.judge(offer, choice)
        }
        _ => Err(Refusal::NotAsked),
    }
}

/// Judges a choice that is one of the five actions (CR 1.15).
fn action(offer: &Offer, choice: Choice) -> Result<(), Refusal> {
    let able = |slot| attack::attacker(offer, slot, offer.seat, Terms::default()).is_ok();
    let compulsions = offer.scene.effects().filter(|(_, effect)| {
        effect.kind == EffectKind::Compulsion { of: offer.seat }
            && offer.scene.is_current(effect.target)
            && able(effect.target.slot)
    });
    let compelled: Vec<Slot> = compulsions.map(|(_, effect)| effect.target.slot).collect();
    let meets = |&slot: &Slot| choice == Choice::Attack(slot);
    when(compelled.is_empty() || compelled.iter().any(meets), Refusal::Compelled)?;
    match choice {
        Choice::Pass if !offer.scene.board.suns => Ok(()),
        Choice::Pass => {
            let board = offer.scene.board;
            when(board.taken && board.blast && board.plan, Refusal::CountersLeft)
        }
        Choice::Blast => {
            when(offer.scene.board.suns && !offer.scene.board.blast, Refusal::CounterTaken)
        }
        Choice::Plan => {
            when(offer.scene.board.suns && !offer.scene.board.plan, Refusal::CounterTaken)
        }
        Choice::Initiative => when(!offer.scene.board.taken, Refusal::InitiativeTaken),
        Choice::Play(slot) => play::play(offer, slot, from_hand_or_allowed(offer, slot)?),
        Choice::Smuggle(slot, n) => play::smuggle(offer, slot, Paying::by(Way::Smuggle(n))),
        Choice::Pilot(slot) => play::pilot(offer, slot, from_hand_or_allowed(offer, slot)?),
        Choice::Attack(slot) => attack::attacker(offer, slot, offer.seat, Terms::default()),
        Choice::Use(slot, index) => using::using(offer, slot, index),
        Choice::Deploy(slot) => deploy::deploy(offer, slot),
        Choice::DeployAsUpgrade(slot) => deploy::deploy_as_upgrade(offer, slot),
        _ => Err(Refusal::NotAsked),
    }
}

pub(crate) fn bound(offer: &Offer, register: Register) -> Option<Slot> {
    offer.frame.locals.bound(register).next().map(|card| card.slot)
}

pub(crate) fn is_bound(offer: &Offer, register: Register, slot: Slot) -> bool {
    let card = offer.scene.reference(slot);
    offer.frame.locals.bound(register).any(|bound| offer.scene.is_same(bound, card))
}

/// For what a card is played as an action: one of the hand for its cost, another one for what an
/// effect says that allows it.
fn from_hand_or_allowed(offer: &Offer, slot: Slot) -> Result<Payment, Refusal> {
    match offer.scene.allowance(offer.seat, slot) {
        Some(pay) => Ok(pay),
        None if play::rises(offer, slot) => Ok(Payment::Cost),
        None => in_hand(offer, slot).map(|()| Payment::Cost),
    }
}

pub(crate) fn in_hand(offer: &Offer, slot: Slot) -> Result<(), Refusal> {
    let card = offer.scene.card(slot);
    when(card.zone == Zone::Hand, Refusal::NotInHand)?;
    when(card.owner == offer.seat, Refusal::NotYours)
}

/// Judges whether a card is where a filter looks, and fits it.
pub(crate) fn fits(offer: &Offer, filter: &Filter, slot: Slot) -> Result<(), Refusal> {
    let scene = &offer.scene;
    let attack = scene.board.attacks.last().filter(|attack| attack.is_on());
    let defends = |card: Ref| attack.is_some_and(|a| a.defender == card || a.second == card);
    if filter.or_defender && defends(scene.reference(slot)) && scene.card(slot).zone.is_play() {
        return Ok(());
    }
    let zone = scene.card(slot).zone;
    let there = match filter.place {
        Place::Play => zone.is_play(),
        Place::Hand => zone == Zone::Hand,
        Place::Discard => zone == Zone::Discard,
        Place::Resources => zone == Zone::Resources,
        Place::Captured => zone == Zone::Captured,
        Place::Deck | Place::Elsewhere => false,
        Place::Looked => is_bound(offer, Register::It, slot),
    };
    when(there, Refusal::NotThere)?;
    when(scene.fits(filter, slot, &Context::in_frame(offer.frame)), Refusal::DoesNotFit)
}

/// Judges the target of an attack that was begun.
fn attacked(offer: &Offer, choice: Choice) -> Result<(), Refusal> {
    let Locals::Attack(made) = &offer.frame.locals else { return Err(Refusal::NotAsked) };
    let step = made.step.map(|n| &offer.scene.catalogue.tables.attacks[usize::from(n)].step);
    match choice {
        // Of the second unit, where the first is chosen.
        Choice::Done => when(made.defender.is_some(), Refusal::NotAsked),
        Choice::Card(slot) if made.defender.is_some() => {
            when(slot != made.defender.slot, Refusal::AlreadyChosen)?;
            let terms = Terms { no_bases: true, even_exhausted: true, units_first: false };
            attack::target(offer, made.attacker.slot, slot, terms)
        }
        Choice::Card(slot) => {
            let attacker = made.attacker.slot;
            let no_bases = step.is_some_and(|step| step.no_bases);
            let units_first = made.is_compelled();
            attack::target(
                offer,
                attacker,
                slot,
                Terms { no_bases, even_exhausted: true, units_first },
            )
        }
        // Whoever was asked for the unit has agreed to the attack with it.
        Choice::Decline => {
            let may = step.is_some_and(|step| step.may && step.unit.is_some());
            decline(offer, Prompt::Target, may)
        }
        _ => Err(Refusal::NotAsked),
    }
}

/// Judges a payment of the cost of an ability, with a card to defeat or a card of the hand to
/// discard; or of a card, with a unit that is exploited, or a card that is discarded instead.
fn pays(offer: &Offer, slot: Slot) -> Result<(), Refusal> {
    let Locals::UseAbility(used) = &offer.frame.locals else {
        if let Some(wounded) = play::wounded(offer, slot) {
            return wounded;
        }
        if let Some(given) = play::given(offer, Some(slot)) {
            return given;
        }
        if play::asked(offer).is_ok() {
            return play::payment(offer, Choice::Card(slot));
        }
        let in_hand = offer.scene.card(slot).zone == Zone::Hand;
        return if in_hand { play::discard(offer, slot) } else { play::exploit(offer, slot) };
    };
    let Ability::Action { cost, .. } = &offer.scene.catalogue.ability(used.ability).ability else {
        return Err(Refusal::NotAsked);
    };
    if !used.chooses(cost) {
        return play::payment(offer, Choice::Card(slot));
    }
    when(!used.paid.iter().any(|card| card.slot == slot), Refusal::AlreadyChosen)?;
    let part = cost.iter().find(|part| part.chosen() > 0).ok_or(Refusal::NotAsked)?;
    part.judge_card(&Bill::new(offer, Context::in_frame(offer.frame), cost), slot)
}

/// A card that is the same unique card as another one of its controller (CR 8.29.3).
fn copy(offer: &Offer, slot: Slot) -> Result<(), Refusal> {
    let scene = &offer.scene;
    let of = bound(offer, Register::It).ok_or(Refusal::NotAsked)?;
    let (this, that) = (scene.card(slot), scene.card(of));
    when(this.zone.is_play(), Refusal::NotThere)?;
    when(this.controller == that.controller, Refusal::NotYours)?;
    when(!scene.is_copy(slot), Refusal::DoesNotFit)?;
    let (this, that) = (&scene.printed(slot).definition, &scene.printed(of).definition);
    when(this.name == that.name && this.subtitle == that.subtitle, Refusal::DoesNotFit)
}

/// Returns `true` for two abilities that are on two equal tokens, on one unit and under one player:
/// that they are printed twice makes no difference.
fn on_equal_tokens(scene: &Scene, one: &Waiting, other: &Waiting) -> bool {
    let there = |card: Ref| {
        let token = scene.printed(card.slot).kind() == Kind::Token;
        scene.in_play(card).filter(|_| token)
    };
    let (Some(this), Some(that)) = (there(one.source), there(other.source)) else { return false };
    this.definition == that.definition
        && (this.host, this.controller, this.owner) == (that.host, that.controller, that.owner)
        && Waiting { source: other.source, ..*one } == *other
}

/// Judges an answer of a player about the order of waiting abilities. The active player says whose
/// go first; that player picks one after another (CR 7.6.10).
///
/// # Errors
/// The reason that it is not allowed.
pub fn order(
    scene: &Scene,
    (window, waiting): (&Window, &[Waiting]),
    active: Seat,
    seat: Seat,
    prompt: Prompt,
    choice: Choice,
) -> Result<(), Refusal> {
    let here = || waiting.iter().skip(window.base.into());
    let kind = |ability: &&Waiting| ability.delayed == window.delayed;
    // What is nested deepest comes first (CR 7.6.12).
    let depth = here().filter(kind).map(|ability| ability.depth).max();
    let waits = |ability: &&Waiting| kind(ability) && Some(ability.depth) == depth;
    let of = |seat: Seat| here().filter(waits).filter(move |ability| ability.seat == seat);
    match (prompt, choice) {
        (Prompt::First, Choice::First(first)) => {
            when(seat == active, Refusal::NotYoursToOrder)?;
            let several =
                scene.board.players.seats().filter(|&seat| of(seat).next().is_some()).count();
            when(several > 1 && of(first).next().is_some(), Refusal::NotAsked)
        }
        (Prompt::Which, Choice::Resolve(index)) => {
            let ability = waiting.get(usize::from(index)).ok_or(Refusal::NotWaiting)?;
            when(u16::from(index) >= window.base && waits(&ability), Refusal::NotWaiting)?;
            when(ability.seat == seat, Refusal::NotYoursToOrder)?;
            let before = &waiting[usize::from(window.base)..usize::from(index)];
            let same = |other: &Waiting| other == ability || on_equal_tokens(scene, other, ability);
            when(!before.iter().any(same), Refusal::SameAsAnother)
        }
        _ => Err(Refusal::NotAsked),
    }
}
