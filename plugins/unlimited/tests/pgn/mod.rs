//! Games in files that other programs read.

mod foreign;
mod mutated;
mod replayed;
mod written;

use std::sync::{Arc, Mutex, MutexGuard};

use cardmill_harness::driver::Driver;
use cardmill_harness::session::{Session as _, Value};
use cardmill_kernel::digest::mix;
use cardmill_kernel::table::Status;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::deal;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::pgn::Scribe;
use cardmill_unlimited::pgn::record::Origin;

/// A table whose game is written down, answered by a fixed pattern.
struct Desk {
    tabletop: Tabletop,
    scribe: Arc<Mutex<Option<Scribe>>>,
    trail: u64,
}

impl Desk {
    fn new(catalogue: &Catalogue) -> Self {
        let scribe = Arc::new(Mutex::new(None));
        let mut tabletop = Tabletop::with(catalogue, Scribe::watches(&scribe));
        tabletop.add();
        Self { tabletop, scribe, trail: 0 }
    }

    fn scribe(&self) -> MutexGuard<'_, Option<Scribe>> {
        self.scribe.lock().unwrap()
    }

    fn deal(&mut self, decks: [&Deck; 2], game: u64) {
        self.trail = mix(7, game);
        *self.scribe() = None;
        deal::deal(self.tabletop.batch_mut(), 0, decks, 5, game);
        self.tabletop.clear_log(0);
        let begun = self.tabletop.read(0, Scribe::new);
        *self.scribe() = Some(begun);
        self.tabletop.run(0);
    }

    /// Answers, if somebody is asked.
    fn answer(&mut self) -> bool {
        let Some(asked) = self.tabletop.asked(0) else { return false };
        self.trail = mix(self.trail, 1);
        let option = self.trail as usize % asked.options.len();
        self.tabletop.choose(0, option).unwrap();
        true
    }

    fn state(&mut self) -> Value {
        let state = self.tabletop.state(0);
        serde_json::from_str(state.get()).unwrap()
    }

    /// The file of the game; nothing of one that was set aside.
    fn file(&self) -> Option<String> {
        (self.tabletop.status(0) == Status::Over).then(|| self.written(None))
    }

    /// The file of the game as far as it was played.
    fn written(&self, stopped: Option<&str>) -> String {
        let origin = Origin {
            engine: "cardmill@test".to_owned(),
            seed: "5".to_owned(),
            game: "test".to_owned(),
            players: ["one".to_owned(), "other".to_owned()],
            stopped: stopped.map(str::to_owned),
        };
        self.scribe().take().unwrap().file(&origin).written()
    }
}
