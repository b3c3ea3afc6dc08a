//! Commands that are shown: pasted into a shell they play what was played, and nothing else,
//! whatever files are called.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;

use serde_json::Value;

use super::{Fixture, printed, shell};

/// Names of deck files that do something in a shell that reads them, or in a terminal that shows them.
const HOSTILE: [&[u8]; 5] = [
    b"a$(touch pwned).json",
    b"b`touch pwned`'s \"$HOME\"; touch pwned -> x.json",
    b"c & touch pwned\n#\x1b[31m.json",
    b"-d: --edit.json",
    b"e\xff\xfe *.json",
];

/// A card in plain words, in a file with such a name.
const OWN: &str = "own $(touch pwned).txt";

/// The decks in a folder, and the card that all of them have.
fn hostile() -> (Fixture, Vec<OsString>) {
    let fixture = Fixture::new();
    let card = "name: Trench Guard\nkind: unit\ncost: 2\npower: 3\nhp: 2\narena: ground\n\
                aspects: Command\ntraits: Trooper\n\nSentinel\n";
    fixture.write(OWN, card);
    fs::create_dir(fixture.path("an $(touch pwned) folder")).unwrap();
    let decks = ["luke", "vader", "boba", "leia", "sabine"];
    let files = HOSTILE.iter().zip(decks).map(|(name, deck)| {
        let ready = concat!(env!("CARGO_MANIFEST_DIR"), "/cards/unlimited/decks");
        let deck = fs::read_to_string(format!("{ready}/{deck}.json")).unwrap();
        let mut deck: Value = serde_json::from_str(&deck).unwrap();
        deck["deck"][0]["id"] = "MINE_001".into();
        let mut path = OsString::from("an $(touch pwned) folder/");
        path.push(OsString::from_vec(name.to_vec()));
        fs::write(fixture.folder.path().join(&path), deck.to_string()).unwrap();
        path
    });
    let files = files.collect();
    (fixture, files)
}

/// The output of a shell command in which `cardmill` is this program; it has to succeed, and to run nothing
/// else.
fn pasted(fixture: &Fixture, command: &str) -> String {
    let output = shell(fixture.folder.path(), command);
    assert!(output.status.success(), "{command:?}: {output:?}");
    assert!(!fixture.path("pwned").exists(), "{command:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands of a page, as a browser copies them.
fn of_page(page: &str) -> Vec<String> {
    let parts = page.split("<code class=\"command\">").skip(1);
    let command = |part: &str| {
        let command = part.split("</code>").next().unwrap();
        command
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&amp;", "&")
    };
    parts.map(command).collect()
}

/// The commands among the texts of a document.
fn of_document(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text.starts_with("cardmill ") => found.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| of_document(value, found)),
        Value::Object(values) => values.values().for_each(|value| of_document(value, found)),
        _ => {}
    }
}

#[test]
fn commands_of_every_report_play_what_was_played() {
    let (fixture, files) = hostile();
    let reports: [(&str, &[&str], &[usize], &[usize]); 5] = [
        ("whatif", &["MINE_001 power+3"], &[], &[0, 1, 2]),
        ("compare", &["--edit", "MINE_001 power+3"], &[0, 1], &[2, 3]),
        ("value", &["--edit", "MINE_001 power+3"], &[1], &[2, 4]),
        ("meta", &["--edit", "MINE_001 power+3"], &[0, 1, 2, 3, 4], &[]),
        ("stats", &["--edit", "MINE_001 power+3"], &[2, 3, 4], &[]),
    ];
    for (command, more, own, field) in reports {
        let page = "report $(touch pwned).html";
        let how =
            ["--games", "24", "--agents", "random", "--rounds", "30", "--seed", "5", "--quiet"];
        let mut run = fixture.plainly(&[&[command][..], more, &how].concat());
        run.args(["--format", "json", "--report", page, "--report-games", "1", "--card", OWN]);
        let against = if command == "whatif" { "--decks" } else { "--against" };
        run.args(own.iter().map(|&at| &files[at]));
        if !field.is_empty() {
            run.arg(against).args(field.iter().map(|&at| &files[at]));
        }
        let document: Value = serde_json::from_str(&printed(&mut run)).unwrap();
        let html = fs::read_to_string(fixture.path(page)).unwrap();
        let linked = html.contains("<a href=\"report%20%24%28touch%20pwned%29.games/1.html\"");
        let shown = fixture.path("report $(touch pwned).games/1.html");
        assert_eq!(linked, fs::remove_file(shown).is_ok(), "{command}");
        let mut commands = of_page(&html);
        let again = commands.pop().unwrap();
        of_document(&document, &mut commands);
        assert!(commands.len() >= 2, "{command}: {document}");
        for shown in commands.iter().take(3).chain(commands.last()) {
            assert!(!shown.contains(['\n', '\u{1b}']), "{shown:?}");
            let log = pasted(&fixture, shown);
            assert!(log.lines().last().unwrap().contains(", P"), "{shown}: {log}");
        }
        pasted(&fixture, &again);
        assert!(fs::read_to_string(fixture.path(page)).unwrap() == html, "{again}");
    }
}

#[test]
fn games_with_cards_of_ones_own_are_played_again_from_their_tables_alone() {
    let (fixture, files) = hostile();
    let decks = [&files[0], &files[1], &files[2]];
    let how = ["--games", "5", "--agents", "random", "--quiet", "--card", OWN];
    for out in ["games.csv", "games.parquet"] {
        let mut run = fixture.plainly(&[&["simulate", "--out", out][..], &how].concat());
        printed(run.args(decks));
        let mut pairs =
            fixture.plainly(&[&["compare", "--out", &format!("pairs-{out}")][..], &how].concat());
        printed(pairs.args(&decks[..2]).arg("--against").arg(decks[2]));
    }
    fs::remove_file(fixture.path(OWN)).unwrap();
    for out in ["games.csv", "games.parquet", "pairs-games.csv", "pairs-games.parquet"] {
        let log = printed(&mut fixture.plainly(&["replay", out, "--row", "3"]));
        assert!(log.contains("\nP1: "), "{log}");
        fixture.write("other.txt", "name: Other\nkind: event\ncost: 1\n\nDraw a card.\n");
        let again = ["replay", out, "--row", "3", "--card", "other.txt"];
        let error = fixture.plainly(&again).assert().code(2).get_output().stderr.clone();
        let error = String::from_utf8(error).unwrap();
        assert!(error.contains("--card: ") && error.contains("says how its games"), "{error}");
    }
}
