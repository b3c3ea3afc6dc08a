//! A run is the same whoever plays it on how many threads; a game is the same alone; and neither
//! changes unnoticed from one version to the next.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use cardmill::batch::{self, Arm};
use cardmill::engine::replay;
use cardmill::entry::Entry;
use cardmill::host::Catalogue;
use cardmill::record::{GameRecord, RunDigest};
use cardmill::setup::{Settings, Setups};
use cardmill_harness::agent::Agent;
use cardmill_harness::driver::Driver;
use cardmill_unlimited::agent::GREEDY;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::{Library, default_dir};

/// The seed of the golden digests.
const SEED: u64 = 7;
/// Set to rewrite the golden digests.
const BLESS: &str = "CARDMILL_BLESS";

/// The cards, and the decks that come with them by the names of their files.
struct Shelf {
    catalogue: Catalogue,
    names: Vec<String>,
    decks: Vec<Entry>,
}

impl Shelf {
    fn new() -> Self {
        let library = Library::load(default_dir()).unwrap();
        let folder = fs::read_dir(default_dir().join("unlimited/decks")).unwrap();
        let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let name = |file: &PathBuf| file.file_stem().unwrap().to_string_lossy().into_owned();
        Self {
            names: files.iter().map(name).collect(),
            decks: Entry::all::<Tabletop>(
                files.iter().map(|file| Deck::read(file, &library).unwrap()),
            ),
            catalogue: Catalogue::of::<Tabletop>(Tabletop::load(default_dir()).unwrap()),
        }
    }

    fn pairs(&self) -> Vec<(u16, u16)> {
        let decks = self.decks.len() as u16;
        (0..decks).flat_map(|a| (a + 1..decks).map(move |b| (a, b))).collect()
    }

    fn setups(&self, pairs: &[(u16, u16)]) -> Setups {
        Setups::pairs(self.decks.clone(), pairs)
    }

    fn play(&self, pairs: &[(u16, u16)], settings: &Settings) -> (Vec<GameRecord>, RunDigest) {
        self.play_from(0, pairs, settings)
    }

    fn play_from(
        &self,
        from: u64,
        pairs: &[(u16, u16)],
        settings: &Settings,
    ) -> (Vec<GameRecord>, RunDigest) {
        let mut records = Vec::new();
        let mut digest = RunDigest::default();
        let (setups, stop) = (self.setups(pairs), AtomicBool::new(false));
        let games = from..setups.games(settings.games).end;
        batch::play(&self.catalogue, &setups, settings, games, &stop, &mut |record| {
            digest.add(record.digest);
            records.push(record);
        })
        .unwrap();
        (records, digest)
    }
}

fn settings(games: u64) -> Settings {
    let agents = [Agent::RANDOM; 2].into_iter().collect();
    Settings { games, seed: SEED, threads: 1, batch: 32, agents, rounds: None }
}

#[test]
fn threads_and_batches_change_nothing() {
    let shelf = Shelf::new();
    let pairs = shelf.pairs();
    for agents in [[Agent::RANDOM; 2], [GREEDY, Agent::RANDOM]] {
        let settings = Settings { agents: agents.into_iter().collect(), ..settings(6) };
        let (expected, digest) = shelf.play(&pairs, &settings);
        assert_eq!(expected.len(), 6 * pairs.len());
        assert!(expected.iter().map(|record| record.index).eq(0..expected.len() as u64));
        for threads in 1..=3 {
            for batch in [1, 7, 64, 256] {
                let settings = Settings { threads, batch, ..settings.clone() };
                let (records, again) = shelf.play(&pairs, &settings);
                assert!(records == expected, "{agents:?}, {threads} threads, {batch} tables");
                assert_eq!(
                    again.value(),
                    digest.value(),
                    "{agents:?}, {threads} threads, {batch} tables"
                );
            }
        }
    }
}

#[test]
fn a_run_goes_on_where_it_stopped() {
    let shelf = Shelf::new();
    let pairs = shelf.pairs();
    let (whole, _) = shelf.play(&pairs, &settings(2));
    let (rest, _) = shelf.play_from(11, &pairs, &Settings { threads: 2, ..settings(2) });
    assert!(rest == whole[11..]);
    // With more games asked for it begins alike.
    let (longer, _) = shelf.play(&pairs, &settings(3));
    assert!(longer[..whole.len()] == whole);
    assert_eq!(shelf.play_from(45, &pairs, &settings(3)).0.len(), 0);
}

#[test]
fn a_game_is_the_same_alone() {
    let shelf = Shelf::new();
    let pairs = shelf.pairs();
    let settings = settings(3);
    for record in shelf.play(&pairs, &settings).0 {
        let [a, b] = record.setup.pairing().unwrap();
        // Alone there are no other decks to be numbered among.
        let decks = [a, b].map(|deck| shelf.decks[usize::from(deck)].clone());
        let setups = Setups::pairs(decks.into(), &[(0, 1)]);
        let arm = Arm::new(&shelf.catalogue, &setups, &settings);
        let alone = replay(&arm, record.index, &mut |_| {});
        assert_eq!(GameRecord { setup: record.setup.clone(), ..alone }, record);
    }
}

#[test]
fn another_seed_gives_other_games() {
    let shelf = Shelf::new();
    let pairs = shelf.pairs();
    let (here, digest) = shelf.play(&pairs, &settings(2));
    let (there, other) = shelf.play(&pairs, &Settings { seed: SEED + 1, ..settings(2) });
    assert_ne!(digest.value(), other.value());
    for (a, b) in here.iter().zip(&there) {
        assert_eq!(a.index, b.index);
        assert_ne!(a.digest, b.digest, "game {}", a.index);
    }
}

#[test]
fn the_games_are_those_of_the_golden_file() {
    let shelf = Shelf::new();
    let mut now = String::new();
    for (a, b) in shelf.pairs() {
        let (games, digest) = shelf.play(&[(a, b)], &settings(100));
        let mut trail = RunDigest::default();
        games.iter().for_each(|game| trail.add(game.trail));
        let name = |deck: u16| &shelf.names[usize::from(deck)];
        writeln!(now, "{} {} trail {trail} digest {digest}", name(a), name(b)).unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/digests.txt");
    if std::env::var_os(BLESS).is_some() {
        fs::write(&path, &now).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    let changed: Vec<_> = now.lines().filter(|line| !golden.lines().any(|l| l == *line)).collect();
    // As far as the trail.
    let known = |line: &str| line.rsplit_once(" digest ").map(|(trail, _)| trail.to_owned());
    let mut trails = golden.lines().map(known);
    let moved = if now.lines().all(|line| trails.next() == Some(known(line))) {
        "the trails have not moved: only what a state is made of"
    } else {
        "trails have moved: games are played differently"
    };
    assert!(
        now == golden,
        "the games of {} of {} pairs are not those of {}; {moved}:\n{}\nIf that is meant, run \
         {BLESS}=1 cargo test repeatable::",
        changed.len(),
        now.lines().count(),
        path.display(),
        changed.join("\n"),
    );
}
