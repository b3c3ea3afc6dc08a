//! Tables of the game: spawned once, dealt again and again.

use core::ops::Range;

use arrayvec::ArrayVec;
use bevy_ecs::change_detection::ContiguousMut;
use bevy_ecs::prelude::*;
use cardmill_kernel::batch::{Batch, parts};
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::roster::{Lists, Roster};
use cardmill_kernel::stack::{Frame, Stack};
use cardmill_kernel::stock::{self, EFFECTS};
use cardmill_kernel::streams::{Purpose, Streams, below};
use cardmill_kernel::table::{Seats, Table, Unsettled};

use crate::board::{Board, SLOTS};
use crate::card::{Card, Stats, Zone};
use crate::catalogue::Catalogue;
use crate::choice::Unlimited;
use crate::commit::OPENING_HAND;
use crate::constant::Modifiers;
use crate::deck::Deck;
use crate::effect::Effect;
use crate::procedure::{Game, Numbered};
use crate::relevance::Relevance;
use crate::zones::Zones;

/// Tokens a table has at hand before every commit: one effect can give one to every unit.
const TOKENS: usize = 32;
/// Cards that a table gets beyond what it needs, for more tokens.
const SPARE: usize = 16;

/// Spawns an empty table.
pub fn spawn(world: &mut World) -> Entity {
    let effects = stock::spawn::<Effect>(world, EFFECTS);
    let lists = Lists { effects, ..Lists::default() };
    let roster = Roster::new(lists, world.entities());
    world
        .spawn((
            parts::<Unlimited>(),
            Board::default(),
            Modifiers::default(),
            Relevance::default(),
            roster,
        ))
        .id()
}

/// Gives a table at least so many cards.
///
/// A table's cards lie side by side in their storage. So one that runs out of them gets new ones
/// for all of its slots, with room for more, and leaves the old ones behind.
///
/// # Panics
/// If the entity is no table.
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
    world.resource_scope(|world, registry: Mut<Registry>| {
        for (from, &to) in old.into_iter().zip(&roster.lists.cards) {
            registry.copy(world, from, to);
        }
    });
    roster.locate(world.entities());
    *world.get_mut::<Roster>(table).expect("a table has a roster") = roster;
}

/// The columns in which cards are stored: to deal a table through look-ups of its entities took
/// ten times the instructions.
#[derive(Resource)]
pub(crate) struct Columns {
    cards: QueryState<(&'static mut Card, &'static mut Stats)>,
}

impl FromWorld for Columns {
    fn from_world(world: &mut World) -> Self {
        Self { cards: world.query() }
    }
}

impl Columns {
    /// The cards in some rows. Nobody watches for changes of cards.
    fn cards<'w>(
        &mut self,
        world: &'w mut World,
        rows: Range<usize>,
    ) -> (&'w mut [Card], &'w mut [Stats]) {
        let mut chunks = self.cards.contiguous_iter_mut(world).expect("cards are stored densely");
        let Some((cards, stats)) = chunks.next() else { return (&mut [], &mut []) };
        let cards = ContiguousMut::bypass_change_detection_split(cards).0;
        let stats = ContiguousMut::bypass_change_detection_split(stats).0;
        (&mut cards[rows.clone()], &mut stats[rows])
    }
}

/// Changes where the cards of a table are, outside of its game.
///
/// # Panics
/// If the entity is no table.
pub(crate) fn rearrange<R>(
    world: &mut World,
    table: Entity,
    change: impl FnOnce(&mut Zones, &Catalogue) -> R,
) -> R {
    let board = &mut *world.get_mut::<Board>(table).expect("a table has a board");
    let mut board = core::mem::take(board);
    let done = world.resource_scope(|world, mut columns: Mut<Columns>| {
        let rows = world.get::<Roster>(table).expect("a table has a roster").rows().cards;
        let catalogue = world.resource::<Catalogue>().clone();
        let (cards, _) = columns.cards(world, rows);
        change(&mut Zones { board: &mut board, cards }, &catalogue)
    });
    *world.get_mut::<Board>(table).expect("a table has a board") = board;
    world.get_mut::<Relevance>(table).expect("a table has its relevance").doubt();
    done
}

/// Tokens were taken from a table. It lives for one tick.
#[derive(Message, Clone, Copy, Debug)]
pub struct Given {
    /// The table.
    pub table: Entity,
}

/// How many slots a table needs to have its tokens at hand.
fn wanted(board: &Board) -> usize {
    (usize::from(board.slots) + TOKENS.saturating_sub(board.aside.len())).min(SLOTS)
}

/// Adds tokens to tables that are running short of them, as long as there are slots. It needs the
/// whole World to make room for them.
///
/// What an earlier game on the same table left there is cleared: a game depends on no other.
///
/// # Panics
/// Never: tables have boards and rosters.
pub fn supply(world: &mut World) {
    if world.resource::<Messages<Given>>().is_empty() {
        return;
    }
    let mut given = core::mem::take(&mut *world.resource_mut::<Messages<Given>>());
    let token = world.resource::<Catalogue>().supply();
    for Given { table } in given.drain() {
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
    // The memory is kept.
    *world.resource_mut::<Messages<Given>>() = given;
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
/// If there is no such table, or a deck has more cards than [`Slots`](crate::board::Slots) holds.
pub fn clear(batch: &mut Batch, table: usize, decks: [&Deck; 2], seed: u64, game: u64) {
    let entity = batch.table(table);
    let count: usize = decks.iter().map(|deck| deck.cards.len() + 2).sum();
    let sizes = Lists { cards: count + TOKENS, ..Lists::default() };
    grow(batch.world_mut(), entity, sizes);
    let world = batch.world_mut();
    let mut board = world.get_mut::<Board>(entity).expect("a table has a board");
    // The memory is kept.
    let mut departures = core::mem::take(&mut board.departures);
    departures.clear();
    let slots = (count + TOKENS) as Slot;
    let mut board = Board { slots, departures, ..Board::default() };
    world.resource_scope(|world, mut columns: Mut<Columns>| {
        let roster = world.get::<Roster>(entity).expect("a table has a roster");
        let Lists { cards, effects, .. } = roster.rows();
        let catalogue = world.resource::<Catalogue>().clone();
        stock::clear::<Effect>(world, effects);
        let (cards, stats) = columns.cards(world, cards);
        stats.fill(Stats::default());
        lay_out(&catalogue, decks, &mut board, cards);
    });
    *world.get_mut::<Board>(entity).expect("a table has a board") = board;
    *world.get_mut::<Streams>(entity).expect("a table has streams") = Streams::new(seed, game);
    *world.get_mut::<Seats>(entity).expect("a table has seats") = Seats { count: 2, lead: 0 };
    *world.get_mut::<Unsettled>(entity).expect("a table is settled or not") = Unsettled::ALL;
    *world.get_mut::<Relevance>(entity).expect("a table has its relevance") = Relevance::default();
    world.get_mut::<Modifiers>(entity).expect("a table has its modifiers").forget();
    world.get_mut::<Stack<Unlimited>>(entity).expect("a table has a stack").clear();
    world.get_mut::<Decision<Unlimited>>(entity).expect("a table has a decision").clear();
    world.get_mut::<Table>(entity).expect("a table has a status").deal(game);
    // Whoever sets up a position takes tokens.
    world.write_message(Given { table: entity });
}

/// Writes down the cards of two decks, and lists them on the board.
fn lay_out(catalogue: &Catalogue, decks: [&Deck; 2], board: &mut Board, cards: &mut [Card]) {
    let mut slot: Slot = 0;
    for (seat, deck) in decks.iter().enumerate() {
        let player = &mut board.players[seat];
        let seat = seat as Seat;
        let all = [deck.leader, deck.base].into_iter().chain(deck.cards.iter().copied());
        for (n, definition) in all.enumerate() {
            let zone = if n < 2 { Zone::Base } else { Zone::Deck };
            cards[usize::from(slot)] = Card {
                definition,
                owner: seat,
                controller: seat,
                zone,
                host: Slot::MAX,
                ..Card::default()
            };
            match n {
                0 => player.leader = slot,
                1 => player.base = slot,
                _ => player.deck.push(slot),
            }
            slot += 1;
        }
        for definition in [deck.leader, deck.base] {
            for &aspect in &catalogue.card(definition).definition.aspects {
                player.icons[aspect as usize] += 1;
            }
        }
    }
    for token in (slot..board.slots).rev() {
        cards[usize::from(token)] = catalogue.supply();
        board.aside.push(token);
    }
}

/// Deals a game (CR 5.2): a random player gets the initiative, decks are shuffled, each player
/// draws six cards. Mulligans and first resources are asked for by the game itself.
///
/// # Panics
/// If there is no such table, or a deck has more cards than [`Slots`](crate::board::Slots) holds.
pub fn deal(batch: &mut Batch, table: usize, decks: [&Deck; 2], seed: u64, game: u64) {
    clear(batch, table, decks, seed, game);
    let entity = batch.table(table);
    let world = batch.world_mut();
    let mut streams = *world.get::<Streams>(entity).expect("a table has streams");
    let first = streams.draw(Purpose::Shuffle, |rng| below(rng, 2)) as Seat;
    let mut drawn = ArrayVec::<Slot, { 2 * OPENING_HAND }>::new();
    let mut board = world.get_mut::<Board>(entity).expect("a table has a board");
    board.first = first;
    board.initiative = first;
    board.active = first;
    for player in &mut board.players {
        streams.shuffle(Purpose::Shuffle, &mut player.deck);
        for _ in 0..OPENING_HAND {
            if let Some(slot) = player.deck.pop() {
                player.hand.push(slot);
                drawn.push(slot);
            }
        }
    }
    *world.get_mut::<Streams>(entity).expect("a table has streams") = streams;
    for slot in drawn {
        let card = world.get::<Roster>(entity).expect("a table has a roster").card(slot);
        world.get_mut::<Card>(card).expect("a slot is a card").zone = Zone::Hand;
    }
    begin(world, entity, first, 0);
}

/// Puts the turn structure on the stack, from one of its instructions on.
pub(crate) fn begin(world: &mut World, table: Entity, seat: Seat, at: u16) {
    let mut stack = world.get_mut::<Stack<Unlimited>>(table).expect("a table has a stack");
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
/// If there is no such table.
#[must_use]
pub fn digest(batch: &Batch, table: usize) -> u64 {
    let board = batch.world().get::<Board>(batch.table(table)).expect("a table has a board");
    batch.digest(table, board.sizes())
}

/// Copies a game onto another table of the same batch.
pub fn fork(batch: &mut Batch, from: usize, to: usize) {
    batch.fork(from, to, grow);
}
