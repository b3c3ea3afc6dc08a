//! Files that were changed or cut: each is read, or refused with one error; nothing panics.

use cardmill_kernel::streams::{Purpose, below, generator};
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::pgn::check::Report;
use cardmill_unlimited::pgn::page::moments;
use cardmill_unlimited::pgn::story::story;

use super::Desk;
use crate::decks::drawn;

/// The number of files that are changed.
const FILES: usize = 2000;
/// The words that are put into them.
const WORDS: [&str; 12] = [
    "null",
    "-1",
    "99999999999999999999",
    "[]",
    "{}",
    "\"__proto__\"",
    "\n",
    "%%%",
    "[",
    "\"",
    "base@3",
    "\u{feff}",
];

#[test]
fn files_that_were_changed_are_read_or_refused() {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let mut desk = Desk::new(&catalogue);
    let decks = drawn(&library, 2, |_| false);
    desk.deal([&decks[0], &decks[1]], 3);
    // Two rounds or so are enough to change.
    while desk.scribe().as_ref().unwrap().events().len() < 400 && desk.answer() {}
    let text = desk.written(Some("Round Limit")).into_bytes();
    let mut rng = generator(3, 1, Purpose::Shared);
    let (mut refused, mut unsound) = (0, 0);
    for number in 0..FILES {
        let mut bytes = text.clone();
        for _ in 0..=below(&mut rng, 3) {
            let at = below(&mut rng, bytes.len());
            match below(&mut rng, 4) {
                0 => bytes[at] ^= 1 << below(&mut rng, 8),
                1 => bytes.truncate(at.max(1)),
                2 => drop(bytes.drain(at..(at + 20).min(bytes.len()))),
                _ => {
                    let word = WORDS[below(&mut rng, WORDS.len())];
                    bytes.splice(at..at, word.bytes());
                }
            }
            if bytes.is_empty() {
                bytes.push(b' ');
            }
        }
        let (report, file) = Report::of("game", &bytes);
        let Some(file) = file else {
            refused += 1;
            assert!(report.flaws.len() == 1 && !report.is_readable(), "file {number}");
            let flaw = &report.flaws[0];
            assert!(flaw.line > 0 && !flaw.expected.is_empty(), "file {number}: {flaw}");
            continue;
        };
        unsound += usize::from(!report.sound);
        assert!(!report.text().is_empty());
        let _ = story(&file, None);
        if number % 50 == 0 {
            let _ = moments(&file, &catalogue);
        }
    }
    assert!(refused > FILES / 4 && unsound > FILES / 20, "{refused} refused, {unsound} unsound");
}
