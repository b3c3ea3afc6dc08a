//! `docs/reference/results.md`: the columns of files, and the fields of what `--format json` prints.

use std::fmt::Write as _;

use cardmill::games::Game;
use cardmill::output::column::{Column, Kind, Sheet};
use cardmill::output::manifest::Manifest;
use cardmill::output::{cards, games, pairs, rounds};
use serde_json::{Value, json};

use super::fields::Files;

const ABOUT: &str = "# Results\n\n\
    What files of results hold, and what `--format json` prints, as the source says it. [Runs](../runs.md) has what they mean, and\n\
    examples. [What is stable](../stability.md) says for how long it stays so.\n\n\
    Written by `CARDMILL_BLESS=1 cargo test results_are_described`; do not edit.\n\n\
    ## Columns of files\n\n\
    Columns with a number at the end are there once for each seat, from 1 to the most that any setup of the run has; seats\n\
    that a setup does not have hold nothing. In CSV, nothing is an empty field, and booleans are `true` and `false`.\n";

const MANIFEST: &str = "\n## The manifest\n\n\
    How the games of a file were played: the key `cardmill` in the metadata of a `.parquet`, and a file `.csv.json` beside a\n\
    `.csv`, as one JSON object. Fields with `?` may be left out.\n";

const PRINTED: &str = "\n## What `--format json` prints\n\n\
    One object, or where it is said, a list. Fields with `?` may be left out; *names* are of types that have a table of their\n\
    own, below the command or [further down](#in-several-of-them). Shares go from 0 to 1.\n";

/// Commands, each with the file and the type of what it prints as JSON.
const COMMANDS: [(&str, &str, &str); 16] = [
    ("simulate", "plugins/host/src/output/json.rs", "Document"),
    ("simulate --limited", "plugins/host/src/output/pods.rs", "Report"),
    ("stats", "plugins/host/src/output/stats.rs", "Document"),
    ("whatif, compare, optimize", "plugins/host/src/output/answers.rs", "Document"),
    ("value", "plugins/host/src/output/values.rs", "Report"),
    ("value of a new card", "plugins/host/src/output/newcomer.rs", "Report"),
    ("meta", "plugins/host/src/output/meta.rs", "Report"),
    ("sideboard", "plugins/host/src/output/sideboard.rs", "Report"),
    ("openings", "plugins/host/src/output/openings.rs", "Report"),
    ("fidelity", "plugins/host/src/output/fidelity.rs", "Report"),
    ("ladder", "plugins/host/src/output/ladder.rs", "Report"),
    ("scenario", "src/cli/scenario.rs", "Report"),
    ("cards check", "src/cli/check.rs", "Report"),
    ("cards check --game xwing", "src/cli/sheet.rs", "Report"),
    ("cards check of any other game", "src/cli/cards.rs", "Valid"),
    ("table check", "src/cli/table.rs", "Report"),
];

/// Commands that print a list as JSON, each with the file and the type of its entries.
const LISTS: [(&str, &str, &str); 4] = [
    ("cards list, cards show", "src/cli/cards.rs", "Facts"),
    ("deck list, deck check", "src/cli/deck.rs", "DeckReport"),
    ("squad list, squad check", "plugins/xwing/src/squad/report.rs", "Report"),
    ("pgn check", "plugins/unlimited/src/pgn/check.rs", "Report"),
];

/// The line above the table of a list's entries.
const LISTED: &str = "\nA list; of each entry:\n";

const FILES: [&str; 41] = [
    "plugins/host/src/output/json.rs",
    "plugins/host/src/output/pods.rs",
    "plugins/host/src/output/stats.rs",
    "plugins/host/src/output/answers.rs",
    "plugins/host/src/output/values.rs",
    "plugins/host/src/output/newcomer.rs",
    "plugins/host/src/output/meta.rs",
    "plugins/host/src/output/sideboard.rs",
    "plugins/host/src/output/openings.rs",
    "plugins/host/src/output/fidelity.rs",
    "plugins/host/src/output/ladder.rs",
    "plugins/host/src/output/manifest.rs",
    "plugins/host/src/output/sample.rs",
    "plugins/host/src/output/handled.rs",
    "plugins/host/src/output/elites.rs",
    "plugins/host/src/output/goal.rs",
    "plugins/host/src/output/spread.rs",
    "plugins/host/src/output/command.rs",
    "plugins/host/src/output/replacements.rs",
    "plugins/host/src/output/shift.rs",
    "plugins/host/src/trust.rs",
    "plugins/host/src/stats.rs",
    "plugins/host/src/setup.rs",
    "plugins/host/src/matches.rs",
    "plugins/host/src/analysis/fidelity.rs",
    "plugins/host/src/analysis/ladder.rs",
    "src/cli/scenario.rs",
    "src/cli/check.rs",
    "src/cli/sheet.rs",
    "src/cli/cards.rs",
    "src/cli/table.rs",
    "src/cli/deck.rs",
    "src/scenario/suite.rs",
    "plugins/imperium/src/map/report.rs",
    "plugins/xwing/src/coverage.rs",
    "plugins/xwing/src/squad/report.rs",
    "plugins/xwing/src/squad/draft.rs",
    "plugins/unlimited/src/pgn/check.rs",
    "plugins/unlimited/src/pgn/compare.rs",
    "plugins/unlimited/src/pgn/flaw.rs",
    "plugins/unlimited/src/pgn/rules.rs",
];

/// A run of which nothing was played, with more in its manifest.
fn run(more: &Value) -> Manifest {
    let mut plain = json!({
        "format": 2, "cardmill": "", "game": "unlimited", "cards": "", "seed": 0, "agents": ["random"],
        "rounds": null, "games_per_setup": 0, "planned": 0, "games": 0, "complete": true, "digest": "",
        "entries": [], "positions": [],
    });
    let fields = plain.as_object_mut().expect("an object");
    fields.extend(more.as_object().expect("an object").clone());
    Manifest::parse(&plain.to_string()).expect("a manifest")
}

/// The rows of a table's columns; of those by seat, one for all.
fn columns<R>(sheet: &Sheet<R>) -> Vec<String> {
    let row = |column: &Column<R>| {
        let Column { stem, seat, meaning, kind, optional, .. } = column;
        let name = match seat {
            Some(_) => format!("`{stem}_1` … `{stem}_n`"),
            None => format!("`{stem}`"),
        };
        let kind = match kind {
            Kind::Unsigned(64) => "INT64, unsigned".to_owned(),
            Kind::Unsigned(bits) => format!("INT32, {bits} bits unsigned"),
            Kind::Signed(bits) => format!("INT32, {bits} bits signed"),
            Kind::Fraction => "DOUBLE".to_owned(),
            Kind::Truth => "BOOLEAN".to_owned(),
            Kind::Text => "STRING".to_owned(),
        };
        let optional = if *optional { ", optional" } else { "" };
        format!("| {name} | {kind}{optional} | {meaning} |")
    };
    let once = |column: &&Column<R>| column.seat.is_none_or(|seat| seat == 0);
    sheet.columns.iter().filter(once).map(row).collect()
}

/// The rows of several forms of a table, each once: one that only a later form has stands behind the one before it.
fn together(forms: &[Vec<String>]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for form in forms {
        let mut behind = 0;
        for row in form {
            match all.iter().position(|other| other == row) {
                Some(place) => behind = place + 1,
                None => {
                    all.insert(behind, row.clone());
                    behind += 1;
                }
            }
        }
    }
    all
}

fn table(title: &str, about: &str, rows: &[String], out: &mut String) {
    let rows = rows.join("\n");
    write!(out, "\n### {title}\n\n{about}\n\n| column | Parquet | |\n|---|---|---|\n{rows}\n")
        .expect("text");
}

/// The tables of files.
fn tables(out: &mut String) {
    let plain = run(&json!({}));
    let matches = json!({ "best_of": 3, "sideboard": "none" });
    let forms = [
        run(&json!({ "matches": matches })),
        run(
            &json!({ "matches": matches, "positions": [{ "name": "", "file": "", "content": {} }] }),
        ),
    ];
    let rows = together(&forms.map(|form| columns(&games::sheet(&form))));
    table(
        "Games",
        "A row for each game: `simulate --out`, and `games` of `stats --out`.",
        &rows,
        out,
    );
    let rows = columns(&cards::sheet(&plain, |_| Default::default(), |_| ""));
    let about = "A row for each card that a player brought to a game: `cards` of `stats --out`. Leaders have rows of their own, bases\n\
                 have none. A game that was set aside has no rows here and in `rounds`.";
    table("Cards", about, &rows, out);
    let measured = Game::ALL.iter().filter_map(|game| Some((game.name(), game.host().measures()?)));
    let common = columns(&rounds::sheet(&plain, &[]));
    let about = "A row for each round of a game and player, as its action phase begins: `rounds` of `stats --out`. What is measured\n\
                 beside the score is up to the game.";
    table("Rounds", about, &common, out);
    for (game, measures) in measured {
        let rows = columns(&rounds::sheet(&plain, measures));
        let own = rows.iter().filter(|row| !common.contains(row)).map(|row| format!("{row}\n"));
        write!(
            out,
            "\nOf `{game}` also:\n\n| column | Parquet | |\n|---|---|---|\n{}",
            own.collect::<String>()
        )
        .expect("text");
    }
    let about = "A row for each deal of a question, with both of its games: `whatif --out` and `compare --out`.";
    table("Pairs", about, &columns(&pairs::sheet(&plain)), out);
}

#[test]
fn results_are_described() {
    let mut text = ABOUT.to_owned();
    tables(&mut text);
    let mut files = Files::read(&FILES);
    text.push_str(MANIFEST);
    files.describe("plugins/host/src/output/manifest.rs", "Manifest", 3, &mut text);
    text.push_str(PRINTED);
    for (commands, above) in [(&COMMANDS[..], ""), (&LISTS[..], LISTED)] {
        for (command, file, name) in commands {
            write!(text, "\n### {command}\n{above}").expect("text");
            files.describe(file, name, 4, &mut text);
        }
    }
    text.push_str("\n### In several of them\n");
    files.shared(4, &mut text);
    super::is("results.md", &text, "results_are_described");
}

#[test]
fn rows_of_several_forms_are_told_once() {
    let form =
        |rows: &[&str]| -> Vec<String> { rows.iter().map(|row| (*row).to_owned()).collect() };
    let forms = [form(&["a", "b", "e"]), form(&["a", "c", "d", "e", "f"])];
    assert_eq!(together(&forms), form(&["a", "c", "d", "b", "e", "f"]));
}
