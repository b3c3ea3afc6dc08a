//! The suite of what holds for every game on the kernel, with random decks of all cards.

use cardmill_harness::conformance::Suite;
use cardmill_harness::driver::Driver;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_unlimited::card::{Card, Stats};
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::choice::{Choice, Prompt};
use cardmill_unlimited::deal::deal;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::effect::Effect;
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::proposal::Proposal;

use crate::decks::drawn;
use crate::view;

fn library() -> Library {
    Library::load(default_dir()).expect("the cards load")
}

fn begin(tabletop: &mut Tabletop, table: usize, game: u64) {
    let decks = drawn(&library(), 2 * game + 2, |_| false);
    let [.., one, other] = &decks[..] else { unreachable!("two decks were drawn") };
    let batch: &mut Batch = tabletop.batch_mut();
    deal(batch, table, [one, other], 5, game);
}

/// Another order of the cards of a deck that a player does not look at. What else is hidden
/// `view.rs` changes.
fn reorder(tabletop: &mut Tabletop, table: usize, from: Seat, number: u64) -> bool {
    view::reorder(tabletop.batch_mut(), table, (number % 2) as Seat, from)
}

cardmill_harness::conformance! {
    suite: Suite {
        catalogue: Catalogue::new(&library().definitions).expect("the tokens are defined"),
        begin,
        games: 6,
        decisions: 1_000,
    },
    golden: "tests/golden/playthrough.txt",
    sizes: [Card = 16, Stats = 42, Effect = 50, Proposal = 24, Choice = 6],
    views: hide(reorder),
    scripts: absent("nothing random is scripted: positions lay decks out"),
    secrets: keep(|prompt| matches!(prompt, Prompt::FirstResource | Prompt::Resource)),
    positions: given(back),
}
