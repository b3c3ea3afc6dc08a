//! The file of positions that nets learn from.

use std::fs;

use super::Fixture;

const RUN: [&str; 8] = [
    "positions",
    "decks",
    "--games",
    "6",
    "--agents",
    "look,look,greedy",
    "--quiet",
    "--share=400",
];

#[test]
fn positions_are_written_alike_on_any_threads() {
    let fixture = Fixture::new();
    let written = |how: &[&str]| {
        let file = "out/positions.safetensors";
        let told = fixture.log(&[&RUN[..], how, &["--out", file]].concat());
        assert!(told.starts_with("6 games, "), "{told}");
        assert!(told.contains("\nlook: ") && told.ends_with(" against others\n"), "{told}");
        let bytes = fs::read(fixture.path(file)).unwrap();
        (told, bytes)
    };
    let alone = written(&["--threads", "1", "--batch", "1"]);
    // Not all the bytes are told where they differ.
    let (told, bytes) = written(&["--threads", "2", "--batch", "3"]);
    assert_eq!(told, alone.0);
    assert!(bytes == alone.1);
    assert_eq!(fixture.out(), ["positions.safetensors"]);
    assert!(written(&["--first", "6"]).1 != alone.1);
    let size = u64::from_le_bytes(*alone.1.first_chunk().unwrap()) as usize;
    let head: serde_json::Value = serde_json::from_slice(&alone.1[8..8 + size]).unwrap();
    let count = &head["counts"]["shape"][0];
    for name in ["global_numbers", "outcomes", "games", "seats", "decisions"] {
        assert_eq!(head[name]["shape"][0], *count, "{name}");
    }
    assert_eq!(head["entities"]["shape"][0], head["row_cards"]["shape"][0]);
    let about = &head["__metadata__"];
    let cards = about["cards"].as_str().unwrap();
    assert_eq!(head["fact_numbers"]["shape"][0], cards.split('\n').count());
    assert!(about["cells"].as_str().unwrap().contains("zone="), "{about}");
    assert!(about["schema"].as_str().unwrap().starts_with("{\"game\":\"unlimited\""));
}

#[test]
fn what_cannot_be_played_is_refused() {
    let fixture = Fixture::new();
    let with = |more: &[&'static str]| [&RUN[..], &["--out", "out/p.safetensors"], more].concat();
    fixture.refuses(&with(&["nowhere"]), &["nowhere", "no such file or folder"]);
    fixture.refuses(&with(&["--curious", "0"]), &["--curious", "from 1 to 1000"]);
    let out = ["positions", "decks", "--out", "out/positions.st"];
    fixture.refuses(&out, &["out/positions.st", "safetensors"]);
    let out = ["positions", "decks", "--out", "out/p.safetensors", "--agents", "look,wise"];
    fixture.refuses(&out, &["--agents", "unknown agent \"wise\"", "greedy or look or player"]);
    assert!(fixture.out().is_empty());
}
