//! Worlds that a seat cannot rule out.
//!
//! All that the seat does not see is dealt anew: uniformly over all ways in which the hidden cards
//! of both decks can lie that fit its view and its clues ([`crate::knowledge`]). A world follows
//! from what the seat knows and a key, and from nothing else. So what would tell the truth goes,
//! too: the lives a hidden card has had, the random numbers to come, the other player's secret
//! choices, and the options by which they show their hand.

use bevy_ecs::prelude::*;
use cardmill_harness::session::NoWorld;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Ref;
use cardmill_kernel::decision::State as Asked;
use cardmill_kernel::resolve::change;
use cardmill_kernel::rules::{At, Rules};
use cardmill_kernel::stack::{Entry, Stack};
use cardmill_kernel::streams::{Purpose, Streams, below, generator, shuffle};
use rand_chacha::ChaCha8Rng;

use super::View;
use crate::bits::Cards;
use crate::board::{CARDS, Slots};
use crate::card::DUEL as SLOTS;
use crate::choice::Bound;
use crate::deal;
use crate::knowledge::{CLUES, Knowledge, Places, is_open};
use crate::prelude::*;
use crate::procedure::Locals;
use crate::replace;
use crate::state::State;

/// The number of times that a world is dealt before the search for one that fits is given up.
const TRIES: usize = 10_000;
/// Lives between those that the seat may remember and the one that all hidden cards get.
const LIVES: u8 = 16;

/// Puts a world that a seat cannot rule out onto table `to`; `from` is the true one.
///
/// # Errors
/// No such world is found; then the game on `to` is of no use.
///
/// # Panics
/// Panics if there is no such table or seat.
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

/// Asks the other player in this world and returns `true` if they are asked as they are in the true
/// one. Their options become those of the world.
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

/// A list of cards that the seat does not see, or not all of them: those that are dealt anew lie in
/// the order in which they are referred to.
#[derive(Default)]
struct Pile {
    zone: Zone,
    player: Seat,
    cards: Slots,
}

/// The cards of one owner that are dealt anew, and where they lie.
struct Hidden {
    cards: Cards,
    places: ArrayVec<Lies, SLOTS>,
}

/// Deals all hidden cards anew. False if the clues could not be met this time.
fn deal_once(at: &mut At<'_, Unlimited>, seat: Seat, rng: &mut ChaCha8Rng) -> bool {
    let view: View = View::of(at, seat);
    let mut seen = view.sight();
    // A card in the other hand that triggered there has been announced.
    let hidden = |source: Ref| source.is_some() && !seen.has(source.slot.into());
    // So has what enters play as a copy of something.
    let enters = at
        .stack
        .proposals
        .iter()
        .filter(|what| replace::enters_as(&at.state.scene(), what).is_some());
    let entering = enters.map(|what| what.subject);
    let announced: ArrayVec<Ref, CLUES> =
        view.triggered_in_hand().chain(entering).filter(|c| hidden(*c)).collect();
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
    let mut piles: [Pile; 4] = Default::default();
    let mut hidden = [Hidden::NONE, Hidden::NONE];
    let lists =
        [(Zone::Hand, enemy), (Zone::Resources, enemy), (Zone::Deck, enemy), (Zone::Deck, seat)];
    let scene = at.state.scene();
    for ((n, pile), (zone, player)) in (0..).zip(&mut piles).zip(lists) {
        (pile.zone, pile.player) = (zone, player);
        pile.gather(&scene, seat, &seen, &clues, &named, |(place, called), owner, slot| {
            hidden[usize::from(owner)].add((n, place, called), slot);
        });
    }
    // Where what was referred to lies now.
    let mut places: Vec<(Slot, usize, usize)> = Vec::new();
    if !named.is_empty() {
        for &(pile, place, _) in hidden.iter().flat_map(|hidden| &hidden.places) {
            let (pile, place) = (usize::from(pile), usize::from(place));
            places.push((piles[pile].cards[place], pile, place));
        }
    }
    for hidden in &hidden {
        if !hidden.deal(&mut piles, seat, &clues, rng) {
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
    for Pile { zone, player, cards: list } in &piles {
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
    /// Takes the cards of the table, and says of each that is dealt anew the place in the pile, what a
    /// clue calls it, whose it is and which.
    fn gather(
        &mut self,
        scene: &Scene,
        seat: Seat,
        seen: &Cards,
        clues: &Knowledge,
        named: &[Named],
        mut deal: impl FnMut((u8, Places), Seat, Slot),
    ) {
        let of = &scene.board.players[usize::from(self.player)];
        let list = match self.zone {
            Zone::Hand => &of.hand,
            Zone::Resources => &of.resources,
            _ => &of.deck,
        };
        let hidden = |slot: Slot| !seen.has(slot.into());
        let owner = |slot: Slot| scene.card(slot).owner;
        let rank = |slot: Slot| named.iter().position(|(card, _)| card.slot == slot);
        let cards = &mut self.cards;
        *cards = *list;
        if self.zone != Zone::Deck {
            // Nobody else knows in which order cards are held: those that are seen come first.
            let order = |&slot: &Slot| {
                let rank = rank(slot).unwrap_or(usize::MAX);
                (hidden(slot), if hidden(slot) { (owner(slot) == seat, rank) } else { (false, 0) })
            };
            if !cards.is_sorted_by_key(order) {
                cards.sort_by_key(order);
            }
            for (at, &slot) in cards.iter().enumerate().filter(|(_, slot)| hidden(**slot)) {
                let card = scene.card(slot);
                deal((at as u8, Places::of(card)), card.owner, slot);
            }
            return;
        }
        let mut fixed = Cards::NONE;
        for clue in clues.clues(seat).iter().filter(|clue| clue.places.is_fixed()) {
            fixed.add(clue.slot.into());
        }
        let dealt = |slot: Slot| hidden(slot) && !fixed.has(slot.into());
        if !named.is_empty() {
            // From the top.
            let places: ArrayVec<usize, CARDS> =
                (0..cards.len()).rev().filter(|&at| dealt(cards[at])).collect();
            let mut ranked: ArrayVec<Slot, CARDS> = places.iter().map(|&at| cards[at]).collect();
            ranked.sort_by_key(|&slot| rank(slot).unwrap_or(usize::MAX));
            places.iter().zip(ranked).for_each(|(&at, slot)| cards[at] = slot);
        }
        for (at, &slot) in cards.iter().enumerate().rev().filter(|(_, slot)| dealt(**slot)) {
            deal((at as u8, Places::DECK), owner(slot), slot);
        }
    }
}

impl Hidden {
    const NONE: Self = Self { cards: Cards::NONE, places: ArrayVec::new_const() };

    fn add(&mut self, place: Lies, slot: Slot) {
        self.places.push(place);
        self.cards.add(slot.into());
    }

    /// Deals the cards to the places, all ways that fit the clues being equally likely. False if this
    /// try did not fit them.
    fn deal(
        &self,
        piles: &mut [Pile; 4],
        seat: Seat,
        clues: &Knowledge,
        rng: &mut ChaCha8Rng,
    ) -> bool {
        let mut free = self.cards;
        let mut bound: ArrayVec<(Slot, Places), CLUES> = ArrayVec::new();
        for clue in clues.clues(seat) {
            if free.has(clue.slot.into()) {
                free.remove(clue.slot.into());
                bound.push((clue.slot, clue.places));
            }
        }
        let mut free: ArrayVec<Slot, SLOTS> = free.iter().map(|slot| slot as Slot).collect();
        let mut put = |&(pile, at, _): &Lies, slot: Option<Slot>| {
            let cards = &mut piles[usize::from(pile)].cards;
            cards[usize::from(at)] = slot.expect("as many cards as places");
        };
        if bound.is_empty() {
            shuffle(rng, &mut free);
            let mut free = free.iter().rev().copied();
            self.places.iter().for_each(|lies| put(lies, free.next()));
            return true;
        }
        // Those in a single place are dealt first: whichever places they take, as many ways are left
        // to the others. Those with the same several places take different ones among themselves; if
        // two such kinds of clues meet at a place, all try again, so that no way is likelier than
        // another.
        bound.sort_by_key(|(slot, places)| (!places.is_exact(), *places, *slot));
        let mut taken = [None; SLOTS];
        if !(0..TRIES).any(|_| spread(&self.places, &bound, rng, &mut taken)) {
            return false;
        }
        shuffle(rng, &mut free);
        for (lies, taken) in self.places.iter().zip(&taken) {
            put(lies, taken.map(|(slot, _)| slot).or_else(|| free.pop()));
        }
        true
    }
}

/// The places where cards lie: the pile, the place in it, and the name of it in clues.
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
        let in_hand =
            move |card: &Ref| scene.is_current(*card) && scene.card(card.slot).zone == Zone::Hand;
        running.chain(waiting).filter(in_hand).take(CLUES)
    }
}

/// The last life that the seat may remember a card to have had.
fn last_life(view: &View, seen: &Cards) -> u8 {
    let board = view.scene.board;
    let mut last = 0;
    for slot in seen.iter() {
        last = last.max(view.scene.cards[slot].incarnation);
    }
    let left = board.departures.iter().map(|departure| departure.was);
    let played =
        board.players.iter().flat_map(|player| player.phase.played.this_round()).map(|p| p.card);
    let attacks =
        board.attacks.iter().flat_map(|a| [a.attacker, a.defender, a.second, a.struck_by]);
    let effects = view.lasting().flat_map(|effect| [effect.source, effect.target]);
    let waiting = view.stack.waiting.iter().map(|ability| ability.source);
    let sources = view.stack.entries.iter().filter_map(|entry| match entry {
        Entry::Frame(frame) => Some(frame.source),
        _ => None,
    });
    let all = left.chain(played).chain(attacks).chain(effects).chain(waiting).chain(sources);
    let all = all.filter(|card| card.is_some());
    all.map(|card| card.incarnation).fold(last, u8::max)
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
                for bound in &mut ability.bound {
                    let mut card = bound.card();
                    with(&mut card, theirs && picks);
                    *bound = Bound::new(bound.register(), card);
                }
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
