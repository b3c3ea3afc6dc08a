//! Worlds that a seat cannot rule out.
//!
//! What the seat does not see is dealt anew: uniformly over all ways in which the hidden cards of
//! both decks can lie that fit its view and its clues ([`crate::knowledge`]). A world follows from
//! what the seat knows and a key, and from nothing else. So what would tell the truth goes, too:
//! the lives a hidden card has had, the random numbers to come, the other player's secret choices,
//! and the options by which they show their hand.

use arrayvec::ArrayVec;
use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::decision::State as Asked;
use cardmill_kernel::resolve::change;
use cardmill_kernel::rules::{At, Rules};
use cardmill_kernel::stack::Entry;
use cardmill_kernel::streams::{Purpose, Streams, below, generator, shuffle};
use rand_chacha::ChaCha8Rng;

use super::View;
use crate::board::{SLOTS, Slots};
use crate::card::{Card, Zone};
use crate::choice::{Progress, Prompt, Unlimited};
use crate::deal;
use crate::knowledge::{Knowledge, Places, is_open};
use crate::procedure::Locals;
use crate::state::State;
use crate::vocabulary::Kind;

/// How often a world is dealt until one fits.
const TRIES: usize = 10_000;
/// Lives between those that the seat may remember and the one that all hidden cards get.
const LIVES: u8 = 16;

/// No world was found that fits what a seat knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no world fits what this player knows")]
pub struct NoWorld;

/// Puts a world that a seat cannot rule out onto table `to`; `from` is the true one.
///
/// # Errors
/// When none is found; then the game on `to` is of no use.
///
/// # Panics
/// If there is no such table or seat.
pub fn determinize(
    batch: &mut Batch,
    from: usize,
    to: usize,
    seat: Seat,
    key: u64,
) -> Result<(), NoWorld> {
    deal::fork(batch, from, to);
    let table = batch.table(to);
    change::<Unlimited, _>(batch.world_mut(), table, |at| redeal(at, seat, key))
}

fn redeal(at: &mut At<'_, Unlimited>, seat: Seat, key: u64) -> Result<(), NoWorld> {
    let mut rng = generator(key, 0, Purpose::Shared);
    // What is asked of the seat itself does not depend on what it cannot see.
    let theirs = at.decision.state == Asked::Offered && at.decision.seat != seat;
    for _ in 0..TRIES {
        if !deal_once(at, seat, &mut rng) {
            continue;
        }
        if !theirs || asks_as_before(at) {
            *at.streams = Streams::renewed(key);
            at.table.trail = key;
            at.state
                .knowledge
                .keep(1 - seat, |slot| is_open(&at.state.cards[usize::from(slot)], seat));
            at.state.relevance.smuggles = true;
            return Ok(());
        }
    }
    Err(NoWorld)
}

/// Whether the other player would be asked what they are asked, too, in this world. Their options
/// become those of the world.
fn asks_as_before(at: &mut At<'_, Unlimited>) -> bool {
    let State { catalogue, cards, .. } = &at.state;
    let kind = |slot: Slot| catalogue.card(cards[usize::from(slot)].definition).kind();
    if let Some(Locals::Play(play)) = at.stack.running().map(|frame| &frame.locals)
        && at.decision.prompt == Some(Prompt::Host)
        && kind(play.card.slot) != Kind::Upgrade
    {
        return false;
    }
    // The stages that ask these have entered their options.
    if matches!(at.decision.prompt, Some(Prompt::Replace | Prompt::First | Prompt::Which)) {
        return true;
    }
    at.decision.options.clear();
    Unlimited::offer(&at.state, at.stack, at.decision);
    at.decision.options.len() > 1 || at.table.asks_all && at.decision.options.len() == 1
}

/// Which cards the seat sees, by slot.
type Seen = ArrayVec<bool, SLOTS>;

/// A list of cards that the seat does not see, or not all of them.
struct Pile {
    zone: Zone,
    player: Seat,
    /// All cards, those that are dealt anew in the order in which they are referred to.
    cards: Slots,
    /// The places in it that are dealt anew, with their owner and what a clue calls them.
    places: ArrayVec<(usize, Seat, Places), 96>,
}

/// Deals all hidden cards anew. False if the clues could not be met this time.
fn deal_once(at: &mut At<'_, Unlimited>, seat: Seat, rng: &mut ChaCha8Rng) -> bool {
    let mut named: Vec<(Ref, bool)> = Vec::new();
    each_reference(at, seat, |card, secret| named.push((*card, secret)));
    let view: View = View::new(at.state.scene(), at.stack, at.decision, seat);
    let seen: Seen = (0..view.scene.board.slots).map(|slot| view.sees(slot)).collect();
    let life = life(&view, &seen, &named);
    let clues = *at.state.knowledge;
    let named = named.iter().filter(|(card, _)| {
        card.is_some() && view.scene.is_current(*card) && !seen[usize::from(card.slot)]
    });
    let named: Vec<(Ref, bool)> = named.copied().collect();
    let enemy = 1 - seat;
    let lists =
        [(Zone::Hand, enemy), (Zone::Resources, enemy), (Zone::Deck, enemy), (Zone::Deck, seat)];
    let mut piles =
        lists.map(|(zone, player)| Pile::new(&view, &seen, zone, player, &clues, &named));
    // Where what was referred to lies now.
    let mut places: Vec<(Slot, usize, usize)> = Vec::new();
    for (n, pile) in piles.iter().enumerate() {
        let old = pile.places.iter().map(|&(at, ..)| (pile.cards[at], n, at));
        places.extend(old);
    }
    for owner in 0..2 {
        if !deal_cards(&mut piles, owner, seat, &clues, rng) {
            return false;
        }
    }
    let replaced = |card: Ref, secret: bool| -> Ref {
        let slot = match places.iter().find(|(slot, ..)| *slot == card.slot) {
            // The seat knows which card that is.
            Some(_) if !secret && clues.places(seat, card.slot).is_exact() => card.slot,
            Some(&(_, pile, at)) => piles[pile].cards[at],
            None => card.slot,
        };
        Ref { slot, incarnation: life }
    };
    let change = |card: &mut Ref, secret: bool| {
        if named.contains(&(*card, secret)) {
            *card = replaced(*card, secret);
        }
    };
    each_reference(at, seat, change);
    for Pile { zone, player, cards, .. } in &piles {
        for &slot in cards {
            if !seen[usize::from(slot)] {
                let card = &mut at.state.cards[usize::from(slot)];
                *card = Card {
                    definition: card.definition,
                    owner: card.owner,
                    controller: *player,
                    zone: *zone,
                    incarnation: life,
                    host: Slot::MAX,
                    ..Card::default()
                };
            }
        }
        let player = &mut at.state.board.players[usize::from(*player)];
        match zone {
            Zone::Hand => player.hand = *cards,
            Zone::Resources => player.resources = *cards,
            _ => player.deck = *cards,
        }
    }
    true
}

impl Pile {
    fn new(
        view: &View,
        seen: &Seen,
        zone: Zone,
        player: Seat,
        clues: &Knowledge,
        named: &[(Ref, bool)],
    ) -> Self {
        let of = view.player(player);
        let list = match zone {
            Zone::Hand => &of.hand,
            Zone::Resources => &of.resources,
            _ => &of.deck,
        };
        let hidden = |slot: Slot| !seen[usize::from(slot)];
        let owner = |slot: Slot| view.scene.card(slot).owner;
        let call = |slot: Slot| Places::of(view.scene.card(slot));
        let rank = |slot: Slot| named.iter().position(|(card, _)| card.slot == slot);
        if zone != Zone::Deck {
            // Nobody else knows in which order cards are held: those that are seen come first.
            let mut cards: Slots = list.iter().copied().filter(|&slot| !hidden(slot)).collect();
            let from = cards.len();
            let mut rest: ArrayVec<Slot, 96> =
                list.iter().copied().filter(|&slot| hidden(slot)).collect();
            let order = |&slot: &Slot| (owner(slot) == view.seat, rank(slot).unwrap_or(usize::MAX));
            rest.sort_by_key(order);
            cards.extend(rest);
            let places = (from..cards.len()).map(|at| (at, owner(cards[at]), call(cards[at])));
            return Self { zone, player, places: places.collect(), cards };
        }
        let mut cards = *list;
        let dealt = |slot: Slot| hidden(slot) && !clues.places(view.seat, slot).is_fixed();
        // From the top.
        let open: ArrayVec<usize, 96> =
            (0..cards.len()).rev().filter(|&at| dealt(cards[at])).collect();
        let mut dealt: ArrayVec<Slot, 96> = open.iter().map(|&at| cards[at]).collect();
        dealt.sort_by_key(|&slot| rank(slot).unwrap_or(usize::MAX));
        for (&at, slot) in open.iter().zip(dealt) {
            cards[at] = slot;
        }
        let places = open.into_iter().map(|at| (at, owner(cards[at]), Places::DECK)).collect();
        Self { zone, player, cards, places }
    }
}

/// Deals the hidden cards of one owner to the places where such cards lie, all ways that fit the
/// clues being equally likely. False if this try did not fit them.
fn deal_cards(
    piles: &mut [Pile; 4],
    owner: Seat,
    seat: Seat,
    clues: &Knowledge,
    rng: &mut ChaCha8Rng,
) -> bool {
    let mut places: ArrayVec<Lies, SLOTS> = ArrayVec::new();
    let mut free: ArrayVec<Slot, SLOTS> = ArrayVec::new();
    for (n, pile) in piles.iter().enumerate() {
        for &(at, _, place) in pile.places.iter().filter(|(_, of, _)| *of == owner) {
            places.push((n, at, place));
            free.push(pile.cards[at]);
        }
    }
    free.sort_unstable();
    let mut bound: ArrayVec<(Slot, Places), SLOTS> = ArrayVec::new();
    for clue in clues.clues(seat) {
        if let Ok(at) = free.binary_search(&clue.slot) {
            free.remove(at);
            bound.push((clue.slot, clue.places));
        }
    }
    // Those in a single place are dealt first: whichever places they take, as many ways are left to
    // the others. Those with the same several places take different ones among themselves; if two
    // such kinds of clues meet at a place, all try again, so that no way is likelier than another.
    bound.sort_by_key(|(slot, places)| (!places.is_exact(), *places, *slot));
    let Some(taken) = (0..TRIES).find_map(|_| spread(&places, &bound, rng)) else { return false };
    shuffle(rng, &mut free);
    for (&(pile, at, _), taken) in places.iter().zip(taken) {
        let slot =
            taken.map(|(slot, _)| slot).or_else(|| free.pop()).expect("as many cards as places");
        piles[pile].cards[at] = slot;
    }
    true
}

/// Where cards lie: the pile, the place in it, and what a clue calls it.
type Lies = (usize, usize, Places);

/// Gives the cards that a seat has clues of places that fit them, if it comes out.
fn spread(
    places: &[Lies],
    bound: &[(Slot, Places)],
    rng: &mut ChaCha8Rng,
) -> Option<[Option<(Slot, Places)>; SLOTS]> {
    let mut taken: [Option<(Slot, Places)>; SLOTS] = [None; SLOTS];
    for &(slot, fits) in bound {
        let can = |&n: &usize| {
            let other = taken[n].map(|(_, other)| other);
            fits.has(places[n].2) && other.is_none_or(|other| other != fits && !other.is_exact())
        };
        let open: ArrayVec<usize, SLOTS> = (0..places.len()).filter(can).collect();
        let at = *open.get(below(rng, open.len().max(1)))?;
        if taken[at].is_some() {
            return None;
        }
        taken[at] = Some((slot, fits));
    }
    Some(taken)
}

/// A life that no card has had as far as the seat knows.
fn life(view: &View, seen: &Seen, named: &[(Ref, bool)]) -> u8 {
    let board = view.scene.board;
    let cards = (0..board.slots).filter(|&slot| seen[usize::from(slot)]);
    let cards = cards.map(|slot| view.scene.reference(slot));
    let left = board.departures.iter().map(|departure| departure.was);
    let played = board.players.iter().flat_map(|player| &player.phase.played).map(|p| p.card);
    let attacks = board.attacks.iter().flat_map(|a| [a.attacker, a.defender, a.struck_by]);
    let effects = view.lasting().flat_map(|effect| [effect.source, effect.target]);
    let waiting = view.stack.waiting.iter().flat_map(|ability| [ability.source, ability.subject]);
    let sources = view.stack.entries.iter().filter_map(|entry| match entry {
        Entry::Frame(frame) => Some(frame.source),
        _ => None,
    });
    let named = named.iter().map(|(card, _)| *card);
    let named = named.filter(|card| card.is_some() && seen[usize::from(card.slot)]);
    let all = cards.chain(left).chain(played).chain(attacks).chain(effects).chain(waiting);
    let all = all.chain(sources).chain(named).filter(|card| card.is_some());
    all.map(|card| card.incarnation).max().unwrap_or(0).wrapping_add(LIVES)
}

/// Hands over every reference that could be to a hidden card, and whether the other player has
/// chosen that card in secret.
fn each_reference(at: &mut At<'_, Unlimited>, seat: Seat, mut with: impl FnMut(&mut Ref, bool)) {
    for entry in &mut at.stack.entries {
        let Entry::Frame(frame) = entry else { continue };
        with(&mut frame.subject, false);
        let theirs = frame.seat != seat;
        match &mut frame.locals {
            Locals::Game(game) => {
                let chosen = game.chosen.iter_mut().filter(|(by, _)| *by != seat);
                chosen.for_each(|(_, card)| with(card, true));
            }
            Locals::Ability(ability) => {
                let picks = matches!(
                    ability.progress,
                    Progress::Picks { .. } | Progress::Discards { .. } | Progress::Arranges { .. }
                );
                ability.bound.iter_mut().for_each(|(_, card)| with(card, theirs && picks));
            }
            Locals::Play(play) => with(&mut play.card, theirs),
            Locals::UseAbility(using) => with(&mut using.paid, theirs),
            _ => {}
        }
    }
    for proposal in &mut at.stack.proposals {
        with(&mut proposal.subject, false);
        with(&mut proposal.other, false);
    }
    for effect in at.state.effects.iter_mut() {
        effect.it.iter_mut().for_each(|card| with(card, false));
    }
}
