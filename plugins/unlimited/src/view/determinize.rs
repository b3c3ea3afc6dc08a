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
use cardmill_kernel::stack::{Entry, Stack};
use cardmill_kernel::streams::{Purpose, Streams, below, generator, shuffle};
use rand_chacha::ChaCha8Rng;

use super::View;
use crate::bits::Cards;
use crate::board::{SLOTS, Slots};
use crate::card::{Card, Zone};
use crate::choice::{Progress, Prompt, Unlimited};
use crate::deal;
use crate::effect::Effect;
use crate::knowledge::{CLUES, Knowledge, Places, is_open};
use crate::procedure::Locals;
use crate::scene::Scene;
use crate::state::State;

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
            (at.state.relevance.smuggles, at.state.relevance.plots) = (true, true);
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
        && !play.attaches(kind(play.card.slot))
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

/// A reference to a hidden card, and whether the other player has chosen that card in secret.
type Named = (Ref, bool);

/// A list of cards that the seat does not see, or not all of them.
struct Pile {
    zone: Zone,
    player: Seat,
    /// All cards, those that are dealt anew in the order in which they are referred to.
    cards: Slots,
    /// The places in it that are dealt anew, with their owner and what a clue calls them.
    places: ArrayVec<(u8, Seat, Places), 96>,
}

/// Deals all hidden cards anew. False if the clues could not be met this time.
fn deal_once(at: &mut At<'_, Unlimited>, seat: Seat, rng: &mut ChaCha8Rng) -> bool {
    let view: View = View::of(at, seat);
    let mut seen = view.sight();
    // A card in the other hand that triggered there has been announced.
    let hidden = |source: Ref| source.is_some() && !seen.has(source.slot.into());
    let announced: ArrayVec<Ref, CLUES> = view.triggered_in_hand().filter(|c| hidden(*c)).collect();
    announced.iter().for_each(|card| seen.add(card.slot.into()));
    let mut life = last_life(&view, &seen);
    let mut named: Vec<Named> = Vec::new();
    let mut gone: Vec<Ref> = Vec::new();
    let State { board, cards, effects, knowledge, .. } = &mut at.state;
    each_reference(at.stack, effects, seat, |card, secret| {
        if !card.is_some() {
            return;
        }
        if seen.has(card.slot.into()) {
            life = life.max(card.incarnation);
        } else if cards[usize::from(card.slot)].incarnation == card.incarnation {
            named.push((*card, secret));
        } else if knowledge.places(seat, card.slot) == Places::ANY
            && board.departure(*card).is_none()
        {
            gone.push(*card);
        }
    });
    let life = life.wrapping_add(LIVES);
    let clues = *at.state.knowledge;
    let enemy = 1 - seat;
    let lists =
        [(Zone::Hand, enemy), (Zone::Resources, enemy), (Zone::Deck, enemy), (Zone::Deck, seat)];
    let scene = at.state.scene();
    let mut piles =
        lists.map(|(zone, player)| Pile::new(&scene, seat, &seen, zone, player, &clues, &named));
    // Where what was referred to lies now.
    let mut places: Vec<(Slot, usize, usize)> = Vec::new();
    for (n, pile) in piles.iter().enumerate().filter(|_| !named.is_empty()) {
        let at = pile.places.iter().map(|&(at, ..)| usize::from(at));
        let at = at.map(|at| (pile.cards[at], n, at));
        places.extend(at.filter(|(slot, ..)| named.iter().any(|(card, _)| card.slot == *slot)));
    }
    for owner in 0..2 {
        if !deal_cards(&mut piles, owner, seat, &clues, rng) {
            return false;
        }
    }
    let State { board, cards, effects, .. } = &mut at.state;
    if !gone.is_empty() {
        // That a card is remembered that has moved on tells nothing, and must not tell which.
        let unseen = |slot: &usize| !seen.has(*slot);
        each_reference(at.stack, effects, seat, |card, _| {
            if gone.contains(card) {
                let owner = cards[usize::from(card.slot)].owner;
                let any =
                    (0..board.slots.into()).filter(unseen).find(|&slot| cards[slot].owner == owner);
                let slot = any.map_or(card.slot, |slot| slot as Slot);
                *card = Ref { slot, incarnation: life.wrapping_sub(1) };
            }
        });
    }
    if !named.is_empty() {
        each_reference(at.stack, effects, seat, |card, secret| {
            if !named.contains(&(*card, secret)) {
                return;
            }
            let now = places.iter().find(|(slot, ..)| *slot == card.slot);
            let slot = match now {
                // The seat knows which card that is.
                Some(_) if !secret && clues.places(seat, card.slot).is_exact() => card.slot,
                Some(&(_, pile, at)) => piles[pile].cards[at],
                None => card.slot,
            };
            *card = Ref { slot, incarnation: life };
        });
    }
    for Pile { zone, player, cards: list, .. } in &piles {
        for &slot in list {
            if !seen.has(slot.into()) {
                let card = &mut cards[usize::from(slot)];
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
        let player = &mut board.players[usize::from(*player)];
        match zone {
            Zone::Hand => player.hand = *list,
            Zone::Resources => player.resources = *list,
            _ => player.deck = *list,
        }
    }
    true
}

impl Pile {
    fn new(
        scene: &Scene,
        seat: Seat,
        seen: &Cards,
        zone: Zone,
        player: Seat,
        clues: &Knowledge,
        named: &[Named],
    ) -> Self {
        let of = &scene.board.players[usize::from(player)];
        let list = match zone {
            Zone::Hand => &of.hand,
            Zone::Resources => &of.resources,
            _ => &of.deck,
        };
        let hidden = |slot: Slot| !seen.has(slot.into());
        let owner = |slot: Slot| scene.card(slot).owner;
        let rank = |slot: Slot| named.iter().position(|(card, _)| card.slot == slot);
        if zone != Zone::Deck {
            // Nobody else knows in which order cards are held: those that are seen come first.
            let mut cards: Slots = list.iter().copied().filter(|&slot| !hidden(slot)).collect();
            let from = cards.len();
            cards.extend(list.iter().copied().filter(|&slot| hidden(slot)));
            let order = |&slot: &Slot| (owner(slot) == seat, rank(slot).unwrap_or(usize::MAX));
            cards[from..].sort_by_key(order);
            let place = |at: usize| {
                let card = scene.card(cards[at]);
                (at as u8, card.owner, Places::of(card))
            };
            return Self { zone, player, places: (from..cards.len()).map(place).collect(), cards };
        }
        let mut cards = *list;
        let dealt = |slot: Slot| hidden(slot) && !clues.places(seat, slot).is_fixed();
        // From the top.
        let open = (0..cards.len()).rev().filter(|&at| dealt(cards[at]));
        let place = |at: usize| (at as u8, owner(cards[at]), Places::DECK);
        let places: ArrayVec<(u8, Seat, Places), 96> = open.map(place).collect();
        if !named.is_empty() {
            let at = places.iter().map(|(at, ..)| usize::from(*at));
            let mut dealt: ArrayVec<Slot, 96> = at.clone().map(|at| cards[at]).collect();
            dealt.sort_by_key(|&slot| rank(slot).unwrap_or(usize::MAX));
            at.zip(dealt).for_each(|(at, slot)| cards[at] = slot);
        }
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
    let mut hidden = Cards::NONE;
    for (n, pile) in piles.iter().enumerate() {
        for &(at, _, place) in pile.places.iter().filter(|(_, of, _)| *of == owner) {
            places.push((n as u8, at, place));
            hidden.add(pile.cards[usize::from(at)].into());
        }
    }
    let mut bound: ArrayVec<(Slot, Places), CLUES> = ArrayVec::new();
    for clue in clues.clues(seat) {
        if hidden.has(clue.slot.into()) {
            hidden.remove(clue.slot.into());
            bound.push((clue.slot, clue.places));
        }
    }
    // Those in a single place are dealt first: whichever places they take, as many ways are left to
    // the others. Those with the same several places take different ones among themselves; if two
    // such kinds of clues meet at a place, all try again, so that no way is likelier than another.
    bound.sort_by_key(|(slot, places)| (!places.is_exact(), *places, *slot));
    let mut taken = [None; SLOTS];
    if !bound.is_empty() && !(0..TRIES).any(|_| spread(&places, &bound, rng, &mut taken)) {
        return false;
    }
    let mut free: ArrayVec<Slot, SLOTS> = hidden.iter().map(|slot| slot as Slot).collect();
    shuffle(rng, &mut free);
    for (&(pile, at, _), taken) in places.iter().zip(&taken) {
        let slot =
            taken.map(|(slot, _)| slot).or_else(|| free.pop()).expect("as many cards as places");
        piles[usize::from(pile)].cards[usize::from(at)] = slot;
    }
    true
}

/// Where cards lie: the pile, the place in it, and what a clue calls it.
type Lies = (u8, u8, Places);

/// Gives the cards that a seat has clues of places that fit them. Whether it came out.
fn spread(
    places: &[Lies],
    bound: &[(Slot, Places)],
    rng: &mut ChaCha8Rng,
    taken: &mut [Option<(Slot, Places)>; SLOTS],
) -> bool {
    taken.fill(None);
    for &(slot, fits) in bound {
        let can = |&n: &usize| {
            let other = taken[n].map(|(_, other)| other);
            fits.has(places[n].2) && other.is_none_or(|other| other != fits && !other.is_exact())
        };
        let open: ArrayVec<usize, SLOTS> = (0..places.len()).filter(can).collect();
        let Some(&at) = open.get(below(rng, open.len().max(1))) else { return false };
        if taken[at].is_some() {
            return false;
        }
        taken[at] = Some((slot, fits));
    }
    true
}

impl View<'_> {
    /// Cards in hands whose abilities wait or are being resolved.
    fn triggered_in_hand(&self) -> impl Iterator<Item = Ref> {
        let scene = self.scene;
        let running = self.stack.entries.iter().filter_map(|entry| match entry {
            Entry::Frame(frame) if matches!(frame.locals, Locals::Ability(_)) => Some(frame.source),
            _ => None,
        });
        let waiting = self.stack.waiting.iter().map(|ability| ability.source);
        let in_hand = move |card: &Ref| {
            scene.is_current(*card) && scene.card(card.slot).zone == Zone::Hand
        };
        running.chain(waiting).filter(in_hand).take(CLUES)
    }
}

/// The last life that the seat may remember a card to have had.
fn last_life(view: &View, seen: &Cards) -> u8 {
    let board = view.scene.board;
    let cards = seen.iter().map(|slot| view.scene.reference(slot as Slot));
    let left = board.departures.iter().map(|departure| departure.was);
    let played =
        board.players.iter().flat_map(|player| player.phase.played.this_round()).map(|p| p.card);
    let attacks =
        board.attacks.iter().flat_map(|a| [a.attacker, a.defender, a.second.0, a.struck_by]);
    let effects = view.lasting().flat_map(|effect| [effect.source, effect.target]);
    let waiting = view.stack.waiting.iter().map(|ability| ability.source);
    let sources = view.stack.entries.iter().filter_map(|entry| match entry {
        Entry::Frame(frame) => Some(frame.source),
        _ => None,
    });
    let all = cards.chain(left).chain(played).chain(attacks).chain(effects).chain(waiting);
    let all = all.chain(sources).filter(|card| card.is_some());
    all.map(|card| card.incarnation).max().unwrap_or(0)
}

/// Hands over every reference that could be to a hidden card, and whether the other player has
/// chosen that card in secret.
fn each_reference(
    stack: &mut Stack<Unlimited>,
    effects: &mut [Effect],
    seat: Seat,
    mut with: impl FnMut(&mut Ref, bool),
) {
    for entry in &mut stack.entries {
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
            Locals::UseAbility(using) => {
                using.paid.iter_mut().for_each(|card| with(card, theirs));
            }
            _ => {}
        }
    }
    stack.waiting.iter_mut().for_each(|ability| with(&mut ability.subject, false));
    for proposal in &mut stack.proposals {
        with(&mut proposal.subject, false);
        with(&mut proposal.other, false);
    }
    for effect in effects {
        effect.it.iter_mut().for_each(|card| with(card, false));
    }
}
