//! Tables of the game: spawned once, dealt again and again.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Ref;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::resolve::change;
use cardmill_kernel::roster::{Lists, Roster};
use cardmill_kernel::rules::At;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::streams::{Purpose, below};
use cardmill_kernel::table::{Lacking, Seats};

use crate::board::Player;
use crate::card::{DUEL, SLOTS};
use crate::catalogue::Inner;
use crate::deck::Deck;
use crate::icons::IconCount;
use crate::knowledge::Knowledge;
use crate::players::Players;
use crate::prelude::*;
use crate::procedure::{Game, Numbered};
use crate::relevance::Relevance;
use crate::state::State;
use crate::zones::Zones;

/// Tokens a table has at hand before every commit: one effect can give one to every unit.
const TOKENS: usize = 32;
/// Cards that a table gets beyond what it needs, for more tokens.
const SPARE: usize = 16;

/// Gives a table at least so many cards.
///
/// A table's cards lie side by side in their storage. So one that runs out of them gets new ones
/// for all of its slots, with room for more, and leaves the old ones behind.
///
/// # Panics
/// Panics if the entity is no table.
pub fn grow(world: &mut World, table: Entity, sizes: Lists<usize>) {
    let mut roster = world.get_mut::<Roster>(table).expect("a table has a roster");
    let has = roster.sizes();
    if has.cards >= sizes.cards {
        return;
    }
    let mut roster = core::mem::take(&mut *roster);
    let count = (sizes.cards + SPARE).min(SLOTS);
    let new = world.spawn_batch((0..count).map(|_| (Card::default(), Stats::default())));
    let old = core::mem::replace(&mut roster.lists.cards, new.collect());
    world.resource_scope(|world, mut registry: Mut<Registry>| {
        for (from, &to) in old.into_iter().zip(&roster.lists.cards) {
            registry.copy(world, from, to);
        }
    });
    roster.locate(world.entities());
    *world.get_mut::<Roster>(table).expect("a table has a roster") = roster;
}

/// Changes where the cards of a table are, outside of its game.
///
/// # Panics
/// Panics if the entity is no table.
pub(crate) fn rearrange<R>(
    world: &mut World,
    table: Entity,
    act: impl FnOnce(&mut Zones, &Inner) -> R,
) -> R {
    change::<Unlimited, R>(world, table, |at| {
        let State { catalogue, board, cards, relevance, knowledge, .. } = &mut at.state;
        relevance.doubt();
        **knowledge = Knowledge::of(board.players.len());
        act(&mut Zones { board, cards }, catalogue)
    })
}

/// The number of slots that a table needs to have its tokens at hand, at most [`SLOTS`], or [`DUEL`].
fn wanted(board: &Board) -> usize {
    let most = if board.players.are_many() { SLOTS } else { DUEL };
    (usize::from(board.slots) + TOKENS.saturating_sub(board.aside.len())).min(most)
}

/// Adds tokens to a table that is running short of them, as long as there are slots. It needs the
/// whole World to make room for them.
///
/// Cards that an earlier game on the same table left there are cleared: a game depends on no other.
///
/// # Panics
/// Never: tables have boards and rosters.
pub(crate) fn supply(world: &mut World, table: Entity) {
    let token = world.resource::<Catalogue>().supply();
    let board = world.get::<Board>(table).expect("a table has a board");
    let (from, to) = (usize::from(board.slots), wanted(board));
    grow(world, table, Lists { cards: to, ..Lists::default() });
    for slot in from..to {
        let card = world.get::<Roster>(table).expect("a table has a roster").lists.cards[slot];
        *world.get_mut::<Card>(card).expect("a slot is a card") = token;
        let mut board = world.get_mut::<Board>(table).expect("a table has a board");
        board.aside.insert(0, slot as Slot);
        board.slots += 1;
    }
}

/// Adds tokens to a table as far as it has cards to spare. Returns whether that was enough.
pub(crate) fn refill(board: &mut Board, cards: &mut [Card], token: Card) -> bool {
    let (from, to) = (usize::from(board.slots), wanted(board));
    if to > cards.len() {
        return false;
    }
    cards[from..to.max(from)].fill(token);
    for slot in from..to {
        board.aside.insert(0, slot as Slot);
        board.slots += 1;
    }
    true
}

/// Clears a table for two decks: every card in its owner's deck, leaders and bases in their
/// zones, tokens set aside.
///
/// # Panics
/// Panics if there is no such table, or a deck has more cards than [`Slots`](crate::board::Slots)
/// holds.
pub fn clear<'d>(
    batch: &mut Batch,
    table: usize,
    decks: impl AsRef<[&'d Deck]>,
    seed: u64,
    game: u64,
) {
    lay_out(batch, table, decks.as_ref(), (seed, game), |_| ());
}

/// Deals a game (CR 5.2): a random player gets the initiative, decks are shuffled, each player
/// draws six cards, or as many as the base says. Mulligans and first resources are asked for by the game itself.
///
/// # Panics
/// Panics if there is no such table, or a deck has more cards than [`Slots`](crate::board::Slots)
/// holds.
pub fn deal<'d>(
    batch: &mut Batch,
    table: usize,
    decks: impl AsRef<[&'d Deck]>,
    seed: u64,
    game: u64,
) {
    lay_out(batch, table, decks.as_ref(), (seed, game), |at| {
        let board = &mut at.state.board;
        let seats = board.players.len();
        board.first = at.streams.draw(Purpose::Shared, |rng| below(rng, seats) as Seat);
        for (seat, player) in (0..).zip(&mut board.players) {
            at.streams.shuffle(Purpose::Shuffle(seat), &mut player.deck);
        }
        let first = board.first;
        draw_hands(at, first);
    });
}

/// Deals a game as it was dealt once: decks lie as they are listed, the last card on top, and this player goes
/// first.
///
/// # Panics
/// As [`deal`].
pub fn deal_as<'d>(batch: &mut Batch, table: usize, decks: impl AsRef<[&'d Deck]>, first: Seat) {
    lay_out(batch, table, decks.as_ref(), (0, 0), |at| draw_hands(at, first));
}

/// All players draw their starting hands, and the game begins.
fn draw_hands(at: &mut At<'_, Unlimited>, first: Seat) {
    let State { catalogue, board, cards, knowledge, .. } = &mut at.state;
    for player in &mut board.players {
        let base = cards[usize::from(player.base)].definition;
        for slot in (0..catalogue.starting_hand(base)).map_while(|_| player.deck.pop()) {
            player.hand.push(slot);
            cards[usize::from(slot)].zone = Zone::Hand;
        }
        let open = player.leaders().chain([player.base]);
        player.hand.iter().copied().chain(open).for_each(|slot| knowledge.touch(slot));
    }
    begin_with(at, first);
}

/// Gives the initiative to the other player, or to the next one, in a game that was just dealt (CR 5.2.1C).
///
/// # Panics
/// Panics if there is no such table.
pub fn exchange_first(batch: &mut Batch, table: usize) {
    let entity = batch.table(table);
    change::<Unlimited, _>(batch.world_mut(), entity, |at| {
        at.stack.clear();
        let board = &at.state.board;
        let other = board.players.next(board.first);
        begin_with(at, other);
    });
}

/// Begins a game whose cards are dealt with this player.
fn begin_with(at: &mut At<'_, Unlimited>, first: Seat) {
    let board = &mut at.state.board;
    (board.first, board.initiative, board.active) = (first, first, first);
    begin(at.stack, first, 0);
}

/// Lays decks out on a table, by seat, and then does with it what is to be done.
fn lay_out(
    batch: &mut Batch,
    table: usize,
    decks: &[&Deck],
    chance: (u64, u64),
    then: impl FnOnce(&mut At<'_, Unlimited>),
) {
    let entity = batch.table(table);
    let world = batch.world_mut();
    let count: usize = decks.iter().map(|deck| deck.cards.len() + deck.leaders().count() + 1).sum();
    let slots = count + TOKENS;
    grow(world, entity, Lists { cards: slots, ..Lists::default() });
    change::<Unlimited, _>(world, entity, |at| {
        at.deal(Seats { count: decks.len() as u8, lead: 0 }, chance);
        let State {
            catalogue, board, modifiers, knowledge, relevance, cards, stats, effects, ..
        } = &mut at.state;
        **knowledge = Knowledge::of(decks.len());
        // The memory is kept.
        let mut departures = core::mem::take(&mut board.departures);
        departures.clear();
        let suns = decks.iter().all(|deck| deck.second.is_some());
        let players = Players::of(decks.len());
        **board = Board { slots: slots as Slot, departures, suns, players, ..Board::default() };
        modifiers.forget();
        **relevance = Relevance::default();
        effects.fill(Effect::default());
        stats.fill(Stats::default());
        let (mut first, mut rest) = (0, &mut cards[..slots]);
        for ((seat, deck), player) in (0..).zip(decks).zip(&mut board.players) {
            let own;
            (own, rest) = rest.split_at_mut(deck.cards.len() + deck.leaders().count() + 1);
            place(catalogue, deck, seat, first, (player, own));
            first += own.len() as Slot;
        }
        rest.fill(catalogue.supply());
        board.aside.extend((first..slots as Slot).rev());
        then(at);
    });
    // Whoever sets up a position takes tokens.
    world.resource_mut::<Lacking>().0.push(entity);
}

/// Lays a deck out as one player's cards, whose first slot is `first`: leader, base, a second leader if
/// there is one, deck.
fn place(
    catalogue: &Inner,
    deck: &Deck,
    seat: Seat,
    first: Slot,
    (player, cards): (&mut Player, &mut [Card]),
) {
    let identity: ArrayVec<u16, 3> =
        [deck.leader, deck.base].into_iter().chain(deck.second).collect();
    let fixed = identity.len();
    let host = Slot::MAX;
    let new = Card { owner: seat, controller: seat, zone: Zone::Deck, host, ..Card::default() };
    let (leaders_and_base, others) = cards.split_at_mut(fixed);
    for (card, &definition) in leaders_and_base.iter_mut().zip(&identity) {
        *card = Card { definition, zone: Zone::Base, ..new };
    }
    for (card, &definition) in others.iter_mut().zip(&deck.cards) {
        *card = Card { definition, ..new };
    }
    player.leader = first;
    player.base = first + 1;
    player.second = if deck.second.is_some() { first + 2 } else { Slot::MAX };
    player.deck.set_len(deck.cards.len());
    for (place, slot) in player.deck.iter_mut().zip(first + fixed as Slot..) {
        *place = slot;
    }
    for definition in identity {
        let aspects = &catalogue.card(definition).definition.aspects;
        player.icons = player.icons.with(IconCount::of(aspects));
    }
}

/// Puts the turn structure on the stack, from one of its instructions on.
pub(crate) fn begin(stack: &mut Stack<Unlimited>, seat: Seat, at: u16) {
    stack.push_frame(Frame {
        program: Game::PROGRAM,
        at,
        seat,
        source: Ref::NONE,
        subject: Ref::NONE,
        collects: Some(0),
        locals: Game::default().into(),
    });
}

/// The digest of a table's state.
///
/// # Panics
/// Panics if there is no such table.
#[must_use]
pub fn digest(batch: &Batch, table: usize) -> u64 {
    let board = batch.world().get::<Board>(batch.table(table)).expect("a table has a board");
    batch.digest(table, board.sizes())
}

/// Copies a game onto another table of the same batch.
pub fn fork(batch: &mut Batch, from: usize, to: usize) {
    batch.fork(from, to, grow);
}
