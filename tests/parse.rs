//! Every card and scenario file parses.
use std::path::{Path, PathBuf};

fn files(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|e| e == "ron") {
            out.push(path);
        }
    }
}

fn parse<T: serde::de::DeserializeOwned>(dir: &str) {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let mut list = Vec::new();
    files(Path::new(dir), &mut list);
    let mut failed = 0;
    for path in list {
        match options.from_str::<Vec<T>>(&std::fs::read_to_string(&path).unwrap()) {
            Ok(list) => println!("{}: {} ok", path.display(), list.len()),
            Err(error) => {
                println!("{}: {error}", path.display());
                failed += 1;
            }
        }
    }
    assert_eq!(failed, 0);
}

#[test]
fn cards() {
    parse::<cardmill_unlimited::vocabulary::Definition>("cards/unlimited");
}

#[test]
fn scenarios() {
    parse::<cardmill::scenario::Scenario>("tests/cards");
}
