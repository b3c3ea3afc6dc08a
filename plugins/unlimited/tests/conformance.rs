//! What holds for every game on the kernel, with random decks of all cards.

use cardmill_harness::conformance::Suite;
use cardmill_harness::driver::Driver;
use cardmill_kernel::batch::Batch;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::deal::deal;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::{Library, default_dir};

use crate::decks::drawn;

fn library() -> Library {
    Library::load(default_dir()).expect("the cards load")
}

fn begin(tabletop: &mut Tabletop, table: usize, game: u64) {
    let decks = drawn(&library(), 2 * game + 2, |_| false);
    let [.., one, other] = &decks[..] else { unreachable!("two decks were drawn") };
    let batch: &mut Batch = tabletop.batch_mut();
    deal(batch, table, [one, other], 5, game);
}

cardmill_harness::conformance!(Suite {
    catalogue: Catalogue::new(&library().definitions).expect("the tokens are defined"),
    begin,
    games: 6,
    decisions: 1_000,
});
