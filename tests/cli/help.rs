//! Help, its examples, and arguments that are refused.

use super::Fixture;

#[test]
fn help_has_examples_defaults_and_exit_codes() {
    let fixture = Fixture::new();
    for (arguments, parts) in [
        (&["--help"][..], &["simulate", "replay", "cards", "Examples:", "Exit codes"][..]),
        (
            &["simulate", "--help"],
            &[
                "Examples:",
                "every other one",
                "[default: 1000]",
                "[default: 0]",
                "[default: greedy, or the best there is of other games]",
                ".parquet",
            ],
        ),
        (&["replay", "--help"], &["Examples:", "--game", "--row", "--until", "--save"]),
        (
            &["whatif", "--help"],
            &[
                "Examples:",
                "--equal",
                "--precision",
                "--expect",
                "--out",
                "[default: player, or the best there is of other games]",
            ],
        ),
        (&["stats", "--help"], &["Examples:", "--out <FOLDER>", "--out-format"]),
        (&["ladder", "--help"], &["Examples:", "Who is rated:", "--against", "--field", "or all"]),
        (&["play", "--help"], &["Examples:", "--against", "--hot-seat", "--features play"]),
        (&["optimize", "--help"], &["Examples:", "--budget", "--out", "sabine=3"]),
        (&["scenario", "--help"], &["Examples:", "--explain", "Exit codes"]),
        (&["cards", "--help"], &["list", "show", "check"]),
        (&["cards", "list", "--help"], &["Examples:", "--keyword"]),
        (&["deck", "--help"], &["list", "check"]),
        (&["deck", "check", "--help"], &["Examples:", "Exit codes"]),
        (&["squad", "--help"], &["list", "check", "random"]),
        (&["squad", "check", "--help"], &["Examples:", "Exit codes", "XWS", "--on"]),
        (&["pgn", "--help"], &["check", "show"]),
        (&["pgn", "check", "--help"], &["Examples:", "Exit codes", "--rules", "--format"]),
        (&["pgn", "show", "--help"], &["Examples:", "--html", "--until"]),
        (&["cards", "check", "--help"], &["Examples:"]),
        (&["cards", "show", "--help"], &["SOR_010"]),
    ] {
        let assert = fixture.run(arguments).assert().success();
        let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        // Wherever a line ends.
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in parts {
            assert!(words.contains(part), "{arguments:?}: {part} is not in: {text}");
        }
    }
    fixture.run(&[]).assert().code(2);
}

/// The commands that play games, whose examples are run with few of them.
const RUNS: [&str; 8] =
    ["simulate", "stats", "whatif", "compare", "value", "meta", "ladder", "optimize"];

#[test]
fn the_examples_in_the_help_run() {
    let out = tempfile::tempdir().unwrap();
    let written = |name: &str| out.path().join(name).to_str().unwrap().to_owned();
    let files = [
        "games.parquet",
        "games.csv",
        "position.json",
        "pairs.parquet",
        "tables",
        "found",
        "search.kept",
        "chance",
        "standard",
        "suns",
        "ladder.html",
        "game.html",
        "field.html",
        "game.swupgn",
        "shown.html",
        "pools",
        "pod",
    ];
    let cardmill = || {
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("cardmill");
        command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("CARDMILL_CARDS");
        command
    };
    let mut count = 0;
    let decks = "cards/unlimited/decks";
    cardmill()
        .args(["simulate", decks, "--games", "2", "--out", &written("games.csv")])
        .assert()
        .success();
    let others = [
        "",
        "replay",
        "cards list",
        "cards show",
        "cards check",
        "deck list",
        "deck check",
        "deck random",
        "deck sealed",
        "pgn check",
        "pgn show",
    ];
    for command in RUNS.into_iter().chain(others) {
        let assert = cardmill().args(command.split_whitespace()).arg("--help").assert().success();
        let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        for example in text.lines().filter_map(|line| line.strip_prefix("  cardmill ")) {
            // Quotes hold words together; games are left out, since each takes its time.
            let parts = example.split('"').enumerate();
            let words = parts.flat_map(|(n, part)| {
                if n % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }
            });
            let in_place = |word: &str| match files.contains(&word) {
                true => written(word),
                false => word.to_owned(),
            };
            let mut words: Vec<String> = words.map(in_place).collect();
            // What it prints goes where the shell sends it.
            if let Some(to) = words.iter().position(|word| word == ">") {
                words.truncate(to);
            }
            if RUNS.contains(&words[0].as_str()) {
                let is_limited = words.iter().any(|word| word == "--limited");
                let (much, few) = if is_limited { ("--pods", "1") } else { ("--games", "2") };
                if let Some(at) = words.iter().position(|word| word == much) {
                    words.drain(at..at + 2);
                }
                // So few are not as many as a precision asks for.
                if words[0] == "meta" {
                    if let Some(at) = words.iter().position(|word| word == "--precision") {
                        words.drain(at..at + 2);
                    }
                    words.retain(|word| word != "--ranking");
                }
                words.extend([much, few].map(str::to_owned));
                // Whoever answers questions where nobody is named takes a second for a few games.
                let named = ["--agents", "--bands", "greedy"];
                let is_named = words.iter().any(|word| named.contains(&word.as_str()));
                if !is_named && !["simulate", "ladder"].contains(&words[0].as_str()) {
                    words.extend(["--agents", "greedy"].map(str::to_owned));
                }
                if words[0] == "optimize" {
                    if let Some(budget) = words.iter().position(|word| word == "--budget") {
                        words.drain(budget..budget + 2);
                    }
                    words.extend(["--budget", "10"].map(str::to_owned));
                }
            }
            if let Some(row) = words.iter().position(|word| word == "--row") {
                let pairs = example.contains("pairs.parquet");
                words[row + 1] = if pairs { "2" } else { "12" }.to_owned();
            }
            cardmill().args(&words).assert().success();
            count += 1;
        }
    }
    assert!(count >= 18, "only {count} examples were found");
    for file in files {
        assert!(out.path().join(file).exists(), "{file}");
    }
}

#[cfg(not(feature = "play"))]
#[test]
fn a_program_without_its_server_says_how_to_get_one() {
    Fixture::new().refuses(&["play", "luke", "vader"], &["cargo build --release --features play"]);
}

#[test]
fn bad_arguments_are_refused() {
    let fixture = Fixture::new();
    let with = |more: &[&'static str]| {
        [&["simulate", "decks/ash.json", "decks/birch.json"], more].concat()
    };
    fixture.refuses(&with(&["--games", "0"]), &["--games", "from 1"]);
    fixture.refuses(&with(&["--games", "-1"]), &["--games", "from 1"]);
    fixture.refuses(&with(&["--games", "many"]), &["--games", "whole number"]);
    fixture.refuses(&with(&["--threads", "0"]), &["--threads", "from 1"]);
    fixture.refuses(&with(&["--batch", "0"]), &["--batch", "from 1"]);
    fixture.refuses(&with(&["--seed", "x"]), &["--seed", "from 0"]);
    fixture.refuses(&with(&["--seed", "-1"]), &["--seed", "from 0"]);
    fixture.refuses(&with(&["--seed", "18446744073709551616"]), &["--seed", "from 0"]);
    fixture.refuses(
        &with(&["--agents", "clever"]),
        &["--agents", "clever", "of unlimited; expected random or greedy"],
    );
    fixture.refuses(&with(&["--agents", "greedy,clever"]), &["clever", "random or greedy"]);
    let many = with(&["--games", "100000", "--threads", "64", "--batch", "2000"]);
    fixture.refuses(&many, &["64 threads", "1563 tables", "at most 65536", "--batch"]);
    fixture.refuses(&with(&["--resume"]), &["--out"]);
    fixture.refuses(&with(&["--against", "nowhere"]), &["nowhere", "no such file"]);
    fixture.refuses(&with(&["--format", "xml"]), &["xml", "table, json, csv"]);
    fixture.refuses(&with(&["--cards", "nowhere"]), &["nowhere", "expected the folder"]);
    fixture.refuses(&["simulate", "nowhere"], &["nowhere", "no such file or folder"]);
    let one = ["decks/ash.json", "only one deck", "--against"];
    fixture.refuses(&["simulate", "decks/ash.json"], &one);
    fixture.refuses(&["simulate", "empty"], &["empty", "no deck files", "*.json, *.txt"]);
    fixture.refuses(&["simulate", "decks/ash.json", "decks/none.json"], &["decks/none.json"]);
    fixture.refuses(&["simulate"], &["DECK or POSITION"]);
    fixture.refuses(&["replay", "decks/ash.json", "decks/ash.json"], &["--row"]);
    fixture.refuses(&["replay", "decks/ash.json", "--row", "1"], &["only one deck"]);
    fixture.refuses(&["replay", "decks", "--row", "-1"], &["--row", "from 0"]);
}

#[test]
fn shells_complete_every_command_and_the_manual_has_a_page_for_each() {
    let fixture = Fixture::new();
    let help = fixture.log(&["--help"]);
    let listed = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let names = listed.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<&str> = names.filter(|name| !name.is_empty() && *name != "help").collect();
    assert!(names.len() >= 18, "{names:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = fixture.log(&["completions", shell]);
        for name in names.iter().copied().chain(["goal", "edit"]) {
            assert!(text.contains(name), "{shell}: {name}");
        }
    }
    let all = fixture.log(&["man"]);
    assert!(all.contains(".TH cardmill 1"), "{all}");
    for name in names {
        assert!(all.contains(&format!("cardmill\\-{name}(1)")), "{name} is not in: {all}");
        let page = fixture.log(&["man", name]);
        assert!(page.contains(&format!(".TH cardmill-{name} 1")), "{page}");
    }
    let page = fixture.log(&["man", "deck", "check"]);
    assert!(page.contains(".TH cardmill-deck-check 1"), "{page}");
    fixture.refuses(&["man", "fly"], &["fly: no such command; expected one of simulate, stats"]);
    fixture.refuses(&["man", "deck", "fly"], &["deck fly: no such command; expected one of list"]);
    fixture.refuses(&["man", "meta", "fly"], &["meta fly: no such command; expected nothing"]);
    fixture.refuses(&["completions", "csh"], &["csh", "bash"]);
}

#[test]
fn colours_are_as_the_environment_wants_them() {
    let fixture = Fixture::new();
    let coloured = |variable: &str| {
        let mut command = fixture.run(&["meta", "--help"]);
        let command =
            command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env(variable, "1");
        let output = command.assert().success().get_output().stdout.clone();
        output.contains(&0x1b)
    };
    assert!(!coloured("NO_COLOR"), "nobody wants colours");
    assert!(coloured("CLICOLOR_FORCE"), "colours are wanted");
    assert!(!coloured("NOTHING"), "a pipe has no colours");
}

#[test]
fn names_are_cut_for_a_terminal_alone() {
    let fixture = Fixture::new();
    let name = "A deck whose name goes on and on and on until nobody reads it";
    fixture.write("decks/ash.json", &super::deck(name, 3).to_string());
    let run = ["meta", "decks", "--games", "2", "--agents", "random", "--quiet"];
    let printed = |columns: Option<&str>| {
        let mut command = fixture.run(&run);
        match columns {
            Some(columns) => command.env("COLUMNS", columns),
            None => command.env_remove("COLUMNS"),
        };
        super::printed(&mut command)
    };
    let row = |text: &str| text.lines().any(|line| line.starts_with(&format!(" {name} ")));
    assert!(row(&printed(None)));
    let narrow = printed(Some("60"));
    assert!(!row(&narrow) && narrow.contains('…'), "{narrow}");
    let table = narrow.lines().filter(|line| line.starts_with(' ') || line.starts_with('─'));
    assert!(
        table.clone().count() > 4 && table.clone().all(|line| line.chars().count() <= 60),
        "{narrow}"
    );
}
