//! What the benchmarks in `benches/` share: the six real decks and a run over them, the flat
//! reference and its cards for the engine.

pub mod flat;
pub mod shelf;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardmill::agents::Agent;
use cardmill::batch::{Settings, play};
use cardmill::record::RunDigest;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::library::{Library, default_dir};

/// The cards, the six real decks and every pair of them.
pub struct Matrix {
    /// The cards.
    pub library: Arc<Library>,
    /// The decks of `cards/unlimited/decks`, sorted by file name.
    pub decks: Vec<Deck>,
    /// All pairs of different decks.
    pub pairings: Vec<(u16, u16)>,
}

impl Matrix {
    /// Loads the cards and the decks.
    ///
    /// # Panics
    /// If the checkout is not whole.
    #[must_use]
    pub fn load() -> Self {
        let dir = default_dir();
        let library = Arc::new(Library::load(&dir).expect("the cards of the checkout load"));
        let folder = fs::read_dir(dir.join("unlimited/decks")).expect("the decks are there");
        let mut files: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
        files.sort();
        let read = |path: &PathBuf| Deck::read(path, &library).expect("the decks are legal");
        let decks: Vec<Deck> = files.iter().map(read).collect();
        let count = decks.len() as u16;
        let pairings = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
        Self { library, decks, pairings }
    }

    /// Plays `games` games of each pair with one agent on both sides. Returns the decisions and
    /// the run's digest.
    ///
    /// # Panics
    /// If the engine cannot be set up.
    #[must_use]
    pub fn run(&self, agent: Agent, games: u64, threads: usize, batch: usize) -> (u64, RunDigest) {
        let settings = Settings { games, seed: 7, threads, batch, agents: [agent; 2] };
        let mut decisions = 0;
        let mut digest = RunDigest::default();
        let stop = AtomicBool::new(false);
        play(&self.library, &self.decks, &self.pairings, &settings, &stop, &mut |record| {
            decisions += u64::from(record.decisions);
            digest.add(record.digest);
        })
        .expect("the engine is set up");
        (decisions, digest)
    }
}
