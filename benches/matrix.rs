//! The six real decks, and runs over their pairs.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use cardmill::batch::play;
use cardmill::entry::Entry;
use cardmill::host;
use cardmill::record::RunDigest;
use cardmill::setup::{Settings, Setups};
use cardmill_harness::agent::Agent;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::{Library, default_dir};

/// The seed of everything.
pub const SEED: u64 = 7;

/// The cards, the six real decks and every pair of them.
pub struct Matrix {
    /// The cards as the engine reads them.
    pub catalogue: Catalogue,
    /// The decks of `cards/unlimited/decks`, sorted by file name.
    pub decks: Vec<Deck>,
    /// The file names of the decks without their ending.
    pub names: Vec<String>,
    /// All pairs of different decks.
    pub pairings: Vec<(u16, u16)>,
}

/// The sum of the games that were played.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// The number of games that ended.
    pub games: u64,
    /// The number of decisions in them.
    pub decisions: u64,
    /// Digest of the games.
    pub digest: RunDigest,
}

impl Played {
    /// Takes in the next game.
    pub fn add(&mut self, decisions: u32, digest: u64) {
        self.games += 1;
        self.decisions += u64::from(decisions);
        self.digest.add(digest);
    }
}

impl Matrix {
    /// Loads the cards and the decks.
    ///
    /// # Panics
    /// If the checkout is not whole.
    #[must_use]
    pub fn load() -> Self {
        let dir = default_dir();
        let library = Library::load(&dir).expect("the cards of the checkout load");
        let catalogue = Catalogue::new(&library.definitions).expect("the cards are in order");
        let folder = fs::read_dir(dir.join("unlimited/decks")).expect("the decks are there");
        let mut files: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
        files.sort();
        let read = |path: &PathBuf| Deck::read(path, &library).expect("the decks are legal");
        let name = |path: &PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into());
        let decks: Vec<Deck> = files.iter().map(read).collect();
        let names = files.iter().filter_map(name).collect();
        let count = decks.len() as u16;
        let pairings = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
        Self { catalogue, decks, names, pairings }
    }

    /// Plays `games` games of each pair with one agent on both sides.
    ///
    /// # Panics
    /// If the engine cannot be set up.
    #[must_use]
    pub fn run(&self, agent: Agent, games: u64, threads: usize, batch: usize) -> Played {
        self.run_pairs(&self.pairings, agent, games, threads, batch)
    }

    /// Plays `games` games of each of some pairs with one agent on both sides.
    ///
    /// # Panics
    /// If the engine cannot be set up.
    #[must_use]
    pub fn run_pairs(
        &self,
        pairings: &[(u16, u16)],
        agent: Agent,
        games: u64,
        threads: usize,
        batch: usize,
    ) -> Played {
        let agents = [agent; 2].into_iter().collect();
        let settings = Settings { games, seed: SEED, threads, batch, agents, rounds: None };
        let setups = Setups::pairs(Entry::all::<Tabletop>(self.decks.clone()), pairings);
        let mut played = Played::default();
        let stop = AtomicBool::new(false);
        let catalogue = host::Catalogue::of::<Tabletop>(self.catalogue.clone());
        play(&catalogue, &setups, &settings, setups.games(games), &stop, &mut |record| {
            played.add(record.decisions, record.digest);
        })
        .expect("the engine is set up");
        played
    }
}
