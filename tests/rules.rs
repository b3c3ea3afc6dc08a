//! The rules of the game: the scenarios of tests/rules hold. A scenario is named after the row of
//! the seeds (`S4-45`), the rule (`CR 7.6.10`) or the deviation (`K5`) that it shows.

use std::path::Path;

use cardmill_harness::driver::Driver;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::table::{Status, Table};
use cardmill_unlimited::board::Board;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::choice::{Prompt, Unlimited};
use cardmill_unlimited::deal::deal;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::{Library, default_dir};

use crate::files;

#[test]
fn every_rule_holds() {
    let catalogue = Tabletop::load(default_dir()).unwrap();
    files::hold("tests/rules", &catalogue, 200);
}

/// A game that was dealt, answered by position.
struct Dealt {
    batch: Batch,
}

impl Dealt {
    fn new(catalogue: &Catalogue, decks: [&Deck; 2], seed: u64) -> Self {
        let mut batch = Batch::of::<Unlimited>(catalogue, 1, NoLog);
        deal(&mut batch, 0, decks, seed, 0);
        let mut dealt = Self { batch };
        dealt.run();
        dealt
    }

    fn run(&mut self) {
        while self.batch.status(0) == Status::Busy {
            self.batch.tick();
        }
    }

    fn board(&self) -> &Board {
        self.batch.world().get::<Board>(self.batch.table(0)).unwrap()
    }

    fn asked(&self) -> (Seat, Option<Prompt>, usize) {
        let decision = self.batch.world().get::<Decision<Unlimited>>(self.batch.table(0)).unwrap();
        (decision.seat, decision.prompt, decision.options.len())
    }

    fn choose(&mut self, index: usize) {
        let entity = self.batch.table(0);
        let mut tables = self.batch.world_mut().query::<(&mut Table, &mut Decision<Unlimited>)>();
        let (mut table, mut decision) = tables.get_mut(self.batch.world_mut(), entity).unwrap();
        decision.choose(&mut table, index).unwrap();
        self.run();
    }

    fn hand(&self, seat: Seat) -> Vec<Slot> {
        self.board().players[usize::from(seat)].hand.to_vec()
    }
}

struct NoLog;

impl bevy_app::Plugin for NoLog {
    fn build(&self, _: &mut bevy_app::App) {}
}

/// CR 5.2.1: six cards, a mulligan in turn (the holder of the initiative first), two resources in
/// turn, ready; then the holder of the initiative acts.
#[test]
fn a_game_is_set_up_in_order() {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let deck = |name: &str| Deck::read(Path::new(name), &library).unwrap();
    let (a, b) =
        (deck("cards/unlimited/decks/luke.json"), deck("cards/unlimited/decks/vader.json"));
    let mut starters = [false; 2];
    for seed in 0..8 {
        let mut game = Dealt::new(&catalogue, [&a, &b], seed);
        let first = game.board().initiative;
        starters[usize::from(first)] = true;
        let hands = [game.hand(0), game.hand(1)];
        assert_eq!(hands.each_ref().map(Vec::len), [6, 6]);
        assert_eq!(game.asked(), (first, Some(Prompt::Mulligan), 2));
        game.choose(0); // Yes.
        assert_eq!(game.asked(), (1 - first, Some(Prompt::Mulligan), 2));
        assert_eq!(game.hand(first).len(), 6);
        assert_ne!(game.hand(first), hands[usize::from(first)]);
        game.choose(1); // No.
        assert_eq!(game.hand(1 - first), hands[usize::from(1 - first)]);
        for seat in [first, 1 - first] {
            for left in [6, 5] {
                assert_eq!(game.asked(), (seat, Some(Prompt::FirstResource), left));
                assert!(game.board().players.iter().all(|player| player.resources.is_empty()));
                game.choose(0);
            }
        }
        assert_eq!(game.asked().0, first);
        assert_eq!(game.asked().1, Some(Prompt::Action));
        assert_eq!(game.board().round, 1);
        for player in &game.board().players {
            assert_eq!((player.hand.len(), player.resources.len(), player.ready), (4, 2, 2));
        }
        let decks = [&a, &b].map(|deck| deck.cards.len() - 6);
        let left = [0, 1].map(|seat: usize| game.board().players[seat].deck.len());
        assert_eq!(left, decks);
    }
    assert_eq!(starters, [true, true]);
}

/// CR 5.2.1D, 5.2.1E: a base may say how many cards its player draws, also by a mulligan, and that
/// they take none; CR 5.4.1A: what it does when the first action phase starts.
#[test]
fn a_base_changes_the_starting_hand() {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let deck = Deck::read(Path::new("cards/unlimited/decks/luke.json"), &library).unwrap();
    let on = |base: &str| Deck { base: catalogue.find(base).unwrap(), ..deck.clone() };
    let (fewer, more) = (on("JTL_021"), on("JTL_028"));
    for seed in 0..4 {
        let mut game = Dealt::new(&catalogue, [&fewer, &more], seed);
        assert_eq!([0, 1].map(|seat| game.hand(seat).len()), [5, 9]);
        assert_eq!(game.asked(), (0, Some(Prompt::Mulligan), 2));
        game.choose(0); // Yes.
        assert_eq!(game.hand(0).len(), 5);
        for _ in 0..4 {
            assert_eq!(game.asked().1, Some(Prompt::FirstResource));
            game.choose(0);
        }
        let mut bottom = Vec::new();
        for left in [7, 6, 5] {
            assert_eq!(game.asked(), (1, Some(Prompt::Step), left));
            bottom.insert(0, game.hand(1)[0]);
            game.choose(0);
        }
        assert_eq!(game.asked().1, Some(Prompt::Action));
        assert_eq!([0, 1].map(|seat| game.hand(seat).len()), [3, 4]);
        let decks = [0, 1].map(|seat: usize| &game.board().players[seat].deck);
        assert_eq!(decks.map(|left| left.len()), [deck.cards.len() - 5, deck.cards.len() - 6]);
        assert_eq!(decks[1][..3], bottom);
    }
}
