//! A word is a file and a line.

use std::fs;
use std::path::{Path, PathBuf};

/// The word that CONTRIBUTING shows.
const WORD: &str = "UseAction";

/// The places that it names.
const PLACES: [&str; 2] = ["words/step/mod.rs", "words/step/use_action.rs"];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

#[test]
fn the_word_that_contributing_shows_is_where_it_says() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (source, mut found) = (package.join("src"), Vec::new());
    files(&source, &mut found);
    let says = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        text.split(|c: char| !c.is_alphanumeric()).any(|word| word == WORD)
    };
    found.retain(says);
    found.sort();
    assert_eq!(found, PLACES.map(|place| source.join(place)));
    let told = fs::read_to_string(package.join("../../CONTRIBUTING.md")).unwrap();
    for place in PLACES {
        assert!(told.contains(&format!("`plugins/unlimited/src/{place}`")), "{place}");
    }
}
