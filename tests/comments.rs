//! Doc comments begin with a noun or a verb, and say more than a name does.

use std::fs;
use std::path::{Path, PathBuf};

use crate::docs::files;

/// The words that no doc comment begins with: the rest of such a sentence leans on the name below it.
const QUESTIONS: [&str; 12] = [
    "what", "which", "who", "whom", "whose", "where", "when", "why", "how", "whether", "that", "if",
];

/// The least words of a doc comment of one line.
const WORDS: usize = 3;

/// The text of a line of a doc comment; `None` for any other line.
fn told(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
    (!text.starts_with('/')).then(|| text.trim())
}

/// The first lines of the doc comments of a file that lean on a name or are too short, each with its
/// number, from 1.
fn thin(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<Option<&str>> = text.lines().map(told).collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| lines[before]);
        let Some(line) = line.filter(|line| before.is_none() && !line.is_empty()) else { continue };
        let alone = lines.get(at + 1).is_none_or(Option::is_none);
        let first: String = line.chars().take_while(|c| c.is_alphanumeric()).collect();
        let leans = QUESTIONS.contains(&first.to_lowercase().as_str());
        if leans || alone && line.split_whitespace().count() < WORDS {
            found.push((at + 1, line));
        }
    }
    found
}

#[test]
fn doc_comments_begin_with_a_noun_or_a_verb() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all: Vec<PathBuf> = Vec::new();
    files(root, &mut all);
    all.retain(|path| path.extension().is_some_and(|end| end == "rs"));
    all.sort();
    assert!(all.len() > 500, "only {} files were found", all.len());
    let mut found = Vec::new();
    for path in &all {
        let text = fs::read_to_string(path).expect("a file of Rust");
        let name = path.strip_prefix(root).expect("a file below the root").display();
        found.extend(thin(&text).iter().map(|(line, told)| format!("{name}:{line}: {told}")));
    }
    assert!(
        found.is_empty(),
        "{} doc comments begin with a question word or are of less than {WORDS} words:\n{}",
        found.len(),
        found.join("\n")
    );
}

/// Languages of blocks on front pages that somebody runs: doc tests, and `python/tests/test_docs.py`.
const RUN: [&str; 2] = ["//! ```", "//! ```python"];

#[test]
fn every_front_page_has_an_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all: Vec<PathBuf> = Vec::new();
    files(root, &mut all);
    all.retain(|path| path.ends_with("src/lib.rs"));
    assert!(all.len() >= 11, "only {} libraries were found", all.len());
    for path in &all {
        let text = fs::read_to_string(path).expect("a file of Rust");
        let page = text.lines().filter(|line| line.starts_with("//! ```"));
        let is_run = page.step_by(2).any(|fence| RUN.contains(&fence));
        assert!(is_run, "{}: no example on the front page", path.display());
    }
}

#[test]
fn what_leans_on_a_name_is_found() {
    let text = "/// The cards of a hand.\nfn hand() {}\n/// Whether it is ready.\nfn ready() {}\n\
                \x20   /// The game.\n    game: Game,\n/// The game,\n/// which is over.\n//! Whatever.\n\
                // What is no doc comment.\n//// How nice.\n/// `Whom` as a word.\n";
    assert_eq!(thin(text), [(3, "Whether it is ready."), (5, "The game.")]);
}
