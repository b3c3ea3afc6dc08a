//! One game of every deck pair, written down line by line, is the game that was written down
//! before: tests/golden/playthroughs. `CARDMILL_BLESS=1 cargo test playthroughs::` writes
//! them anew; read the difference before you commit it.

use std::fs;
use std::path::Path;

use cardmill::batch::Arm;
use cardmill::engine::replay;
use cardmill::entry::Entry;
use cardmill::host::Catalogue;
use cardmill::setup::{Settings, Setups};
use cardmill_harness::driver::Driver;
use cardmill_unlimited::agent::GREEDY;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::{Library, default_dir};

#[test]
fn every_pair_plays_its_golden_game() {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::of::<Tabletop>(Tabletop::load(default_dir()).unwrap());
    let mut files: Vec<_> =
        fs::read_dir("cards/unlimited/decks").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let settings = Settings {
        games: 1,
        seed: 7,
        threads: 1,
        batch: 1,
        agents: [GREEDY; 2].into_iter().collect(),
        rounds: None,
    };
    let bless = std::env::var_os("CARDMILL_BLESS").is_some();
    let mut pairs = 0;
    for (n, a) in files.iter().enumerate() {
        for b in &files[n + 1..] {
            let decks = [a, b].map(|path| Deck::read(path, &library).unwrap());
            let mut text = format!("{} against {}, seed 7, game 0\n", decks[0].name, decks[1].name);
            let setups = Setups::pairs(Entry::all::<Tabletop>(decks), &[(0, 1)]);
            replay(&Arm::new(&catalogue, &setups, &settings), 0, &mut |line| {
                text.push_str(line);
                text.push('\n');
            });
            let stem = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
            let file = format!("tests/golden/playthroughs/{}-{}.txt", stem(a), stem(b));
            if bless {
                fs::write(&file, &text).unwrap();
            }
            let golden = fs::read_to_string(&file).unwrap_or_default();
            let differs = golden.lines().zip(text.lines()).position(|(old, new)| old != new);
            let line = differs.unwrap_or_else(|| golden.lines().count().min(text.lines().count()));
            assert!(
                golden == text,
                "{file} differs from line {}:\n  before: {:?}\n  now:    {:?}\n\
                 If that is meant, run CARDMILL_BLESS=1 cargo test playthroughs::",
                line + 1,
                golden.lines().nth(line),
                text.lines().nth(line),
            );
            pairs += 1;
        }
    }
    assert_eq!(pairs, 15);
}
