//! The page on what is stable names the versions that the program writes, and that its packages ask for.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Fixture, printed};

fn file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The text between two others, in a text that has both.
fn between<'a>(text: &'a str, before: &str, behind: &str) -> &'a str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("no {before:?} in {text}"));
    rest.split_once(behind).unwrap_or_else(|| panic!("no {behind:?} in {rest}")).0
}

#[test]
fn the_versions_that_are_promised_are_those_that_are_written() {
    let fixture = Fixture::new();
    let games = ["luke", "vader", "--games", "2", "--agents", "random", "--quiet"];
    fixture.plainly(&[&["simulate", "--out", "out/g.csv"][..], &games].concat()).assert().success();
    let manifest: Value =
        serde_json::from_slice(&fs::read(fixture.path("out/g.csv.json")).unwrap()).unwrap();

    let compare = [&["compare", "--resume", "out/journal"][..], &games].concat();
    fixture.plainly(&compare).assert().success();
    let journal = fs::read(fixture.path("out/journal")).unwrap();
    let journal = String::from_utf8_lossy(&journal);

    let ask = r#"{"jsonrpc": "2.0", "id": 1, "method": "version"}"#;
    let session = printed(fixture.plainly(&["session"]).write_stdin(ask));
    let session: Value = serde_json::from_str(&session).unwrap();

    let game = ["replay", "luke", "vader", "--row", "1", "--agents", "random"];
    let game = [&game[..], &["--pgn", "out/game.swupgn"]].concat();
    fixture.plainly(&game).assert().success();
    let pgn = fs::read_to_string(fixture.path("out/game.swupgn")).unwrap();

    let net = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("cards/unlimited/player.net"));
    let net = net.unwrap();
    let net = String::from_utf8_lossy(&net[..400]);

    let page = file("docs/stability.md");
    let python = file("python/pyproject.toml");
    let rust = file("Cargo.toml");
    for (what, version) in [
        ("files of games, pairs and tables", manifest["format"].to_string().as_str()),
        ("journals of `--resume`", between(&journal, "cardmill journal ", " ")),
        ("saved games", session["result"]["saved"].to_string().as_str()),
        ("SWU-PGN", between(&pgn, "[Game \"", "\"]")),
        ("nets", between(&net, "\"kind\": \"", "\"")),
        ("the Python package", between(&python, "requires-python = \">=", "\"")),
        ("crates of Rust", between(&rust, "rust-version = \"", "\"")),
    ] {
        let row = page.lines().find(|line| line.starts_with(&format!("| {what} |")));
        let row = row.unwrap_or_else(|| panic!("no row of {what}"));
        let told: Vec<&str> = row.split(" | ").collect();
        assert_eq!(told[2], version, "{row}");
    }
}
