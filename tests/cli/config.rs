//! `cardmill.toml`: what commands take where nothing is said, and what it may not say.

use std::fs;
use std::path::Path;

use super::Fixture;

/// The standard output and the standard error of a command that succeeds.
fn both(fixture: &Fixture, arguments: &[&str]) -> [String; 2] {
    let assert = fixture.run(arguments).assert().success();
    let output = assert.get_output();
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8(bytes.clone()).unwrap())
}

#[test]
fn what_is_not_said_is_taken_from_the_file_and_flags_win() {
    let fixture = Fixture::new();
    let command = ["meta", "--games", "5", "--format", "json"];
    let said = ["--agents", "random", "--seed", "7", "decks"];
    let [explicit, _] = both(&fixture, &[&command[..], &said].concat());
    fixture.write(
        "cardmill.toml",
        "decks = [\"decks\"]\nagents = \"random\"\nseed = 7\nthreads = 1\n",
    );
    let [filled, told] = both(&fixture, &command);
    assert_eq!(filled, explicit);
    for part in ["cardmill.toml: seed 7, threads 1, agents random\n", "cardmill.toml: decks "] {
        assert_eq!(told.matches(part).count(), 1, "{part}: {told}");
    }
    let [quiet, told] = both(&fixture, &[&command[..], &["--quiet"]].concat());
    assert_eq!((quiet, told.as_str()), (explicit.clone(), ""));

    let flags = ["--agents", "greedy", "--seed", "0"];
    let [flagged, told] = both(&fixture, &[&command[..], &flags].concat());
    assert!(told.contains("cardmill.toml: threads 1\n"), "{told}");
    let without = [&command[..], &flags, &["--no-config", "decks"]].concat();
    assert_eq!(both(&fixture, &without)[0], flagged);
    assert_ne!(flagged, explicit);

    // Where decks have to be named, they are those of the file.
    let simulate = ["simulate", "--games", "3", "--format", "csv"];
    let named = [&simulate[..], &said, &["--no-config"]].concat();
    assert_eq!(both(&fixture, &simulate)[0], both(&fixture, &named)[0]);
    let bands = ["stats", "--games", "2", "--quiet", "--bands", "greedy", "random"];
    let [text, _] = both(&fixture, &bands);
    assert!(text.contains("\nplayed by random\n"), "{text}");
    // Two agents that are compared are those that are named.
    let [text, told] = both(&fixture, &["compare", "greedy", "random", "--games", "6"]);
    assert!(text.contains("greedy in the place of random"), "{text}");
    assert!(told.contains("decks "), "{told}");
    // A page says how to come by it without the file.
    let page = ["meta", "--games", "2", "--quiet", "--report", "out/page.html"];
    both(&fixture, &page);
    let page = fs::read_to_string(fixture.path("out/page.html")).unwrap();
    assert!(page.contains("--seed 7 --agents random"), "{page}");
    assert!(page.contains("# decks of a cardmill.toml: "), "{page}");
}

#[test]
fn a_file_that_says_what_is_not_known_is_refused() {
    let fixture = Fixture::new();
    for (text, parts) in [
        ("seed = 7\ngames = 3\n", ["cardmill.toml", "line 2: ", "games", "decks = [\"…\"]"]),
        ("seed = \"many\"\n", ["cardmill.toml", "line 1: ", "many", "seed = 0"]),
        ("threads = 0\n", ["cardmill.toml", "threads = 0", "1 to 1024", "threads = 1"]),
    ] {
        fixture.write("cardmill.toml", text);
        fixture.refuses(&["meta", "decks", "--games", "2"], &parts);
    }
    fixture.write("cardmill.toml", "agents = \"clever\"\n");
    let quiet = ["meta", "decks", "--games", "2", "--quiet"];
    fixture.refuses(&quiet, &["clever", "expected random"]);
    fixture.write("cardmill.toml", "games = 3\n");
    fixture.run(&["meta", "decks", "--games", "2", "--no-config", "--quiet"]).assert().success();
}

/// The file that `docs/balance.md` shows.
#[test]
fn the_file_of_the_manual_is_read() {
    let fixture = Fixture::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/balance.md")).unwrap();
    let block = page.split("```toml").nth(1).unwrap().split("```").next().unwrap();
    fixture.write("cardmill.toml", block.split_once('\n').unwrap().1);
    let boba = root.join("cards/unlimited/decks/boba.json");
    fs::copy(boba, fixture.path("decks/mine.json")).unwrap();
    let assert = fixture.plainly(&["simulate", "--games", "3"]).assert().success();
    let told = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(told.contains("cardmill.toml: seed 7, threads 2, agents greedy\n"), "{told}");
}
