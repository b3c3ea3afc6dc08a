//! Deals: a change in one deck moves no card of the other, and every game has a deal of its own.

use cardmill_kernel::batch::Batch;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::table::Status;
use cardmill_unlimited::board::Board;
use cardmill_unlimited::card::Card;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::deal;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::library::{Library, default_dir};

use crate::decks::drawn;

/// The hand and the deck of the second player, in order, and who goes first.
fn dealt(catalogue: &Catalogue, decks: [&Deck; 2], game: u64) -> ([Vec<u16>; 2], u8) {
    let mut batch = Batch::of::<Unlimited>(catalogue, 1, |_: &mut bevy_app::App| ());
    deal::deal(&mut batch, 0, decks, 7, game);
    while batch.status(0) == Status::Busy {
        batch.tick();
    }
    let (world, table) = (batch.world(), batch.table(0));
    let board = world.get::<Board>(table).unwrap();
    let cards = &world.get::<Roster>(table).unwrap().lists.cards;
    let player = &board.players[1];
    let card = |&slot: &u16| world.get::<Card>(cards[usize::from(slot)]).unwrap().definition;
    let lists = [player.hand.iter().map(card).collect(), player.deck.iter().map(card).collect()];
    (lists, board.first)
}

#[test]
fn a_change_in_one_deck_moves_no_card_of_the_other() {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let decks = drawn(&library, 2, |_| false);
    let mut longer = decks[0].clone();
    longer.cards.push(longer.cards[0]);
    let mut orders = Vec::new();
    for game in 0..20 {
        let whole = dealt(&catalogue, [&decks[0], &decks[1]], game);
        assert_eq!(dealt(&catalogue, [&longer, &decks[1]], game), whole, "game {game}");
        orders.push(whole);
    }
    orders.sort();
    orders.dedup();
    assert_eq!(orders.len(), 20, "every game has a deal of its own");
}
