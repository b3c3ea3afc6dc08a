//! Runs of every game, from positions with two to six players.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{Fixture, printed};

/// Positions, who sits there, and the rounds that are played of them here.
const POSITIONS: [(&str, &str, usize, &str); 9] = [
    ("openings", "unlimited", 2, "0"),
    ("duel", "xwing", 2, "12"),
    ("two-squads", "xwing", 2, "2"),
    ("dogfight", "xwing", 2, "12"),
    ("three-players", "imperium", 3, "3"),
    ("six-players", "imperium", 6, "2"),
    ("five-table", "imperium", 5, "0"),
    ("skirmish-two", "skirmish", 2, "0"),
    ("skirmish-four", "skirmish", 4, "0"),
];

fn path(position: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/positions");
    folder.join(position).with_extension("ron").display().to_string()
}

/// The arguments of a run that is named alike by `simulate` and `replay`.
fn run<'a>(position: &'a str, rounds: &'a str) -> [&'a str; 7] {
    [position, "--rounds", rounds, "--agents", "random", "--seed", "5"]
}

fn json(fixture: &Fixture, arguments: &[&str]) -> Value {
    let mut command = fixture.plainly(&[&["simulate", "--format", "json"], arguments].concat());
    serde_json::from_str(&printed(&mut command)).unwrap()
}

#[test]
fn a_run_of_any_game_is_the_same_on_any_threads_and_batches() {
    let fixture = Fixture::new();
    for (position, game, seats, rounds) in POSITIONS {
        let position = path(position);
        let play = |more: &[&str]| {
            json(&fixture, &[&run(&position, rounds)[..], &["--games", "4"], more].concat())
        };
        let value = play(&["--threads", "1", "--batch", "1"]);
        assert_eq!(
            (&value["game"], &value["quarantined"]),
            (&game.into(), &0.into()),
            "{position}"
        );
        for setup in value["setups"].as_array().unwrap() {
            let list = setup["seats"].as_array().unwrap();
            assert_eq!(list.len(), seats, "{position}");
            assert!(setup["position"].is_string() && list[0]["entry"].is_null());
            let won: u64 = list.iter().map(|seat| seat["won"]["won"].as_u64().unwrap()).sum();
            assert_eq!(won + setup["draws"].as_u64().unwrap(), 4, "{setup}");
        }
        for more in [["--threads", "2", "--batch", "7"], ["--threads", "3", "--batch", "32"]] {
            let again = play(&more);
            assert_eq!(again["digest"], value["digest"], "{position} {more:?}");
            assert_eq!(again["setups"], value["setups"], "{position} {more:?}");
        }
    }
}

#[test]
fn a_row_of_any_game_is_replayed_and_a_run_goes_on() {
    let fixture = Fixture::new();
    for (position, game, seats, rounds) in POSITIONS {
        let position = path(position);
        let arguments = run(&position, rounds);
        let out = |end: &str| format!("out/{game}-{seats}.{end}");
        let simulate = |games: &str, end: &str, more: &[&str]| {
            let out = out(end);
            let given = ["--games", games, "--out", &out];
            json(&fixture, &[&arguments[..], &given, more].concat())
        };
        simulate("1", "csv", &[]);
        let resumed = simulate("2", "csv", &["--resume"]);
        let whole = simulate("2", "parquet", &[]);
        for told in ["digest", "trail"] {
            assert_eq!(resumed[told], whole[told], "{position}");
        }

        let text = fs::read_to_string(fixture.path(&out("csv"))).unwrap();
        let mut lines = text.lines();
        let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
        let place = |name: &str| columns.iter().position(|column| *column == name);
        assert_eq!(place("position"), Some(1), "{columns:?}");
        assert!(place(&format!("score_{seats}")).is_some(), "{columns:?}");
        assert!(place(&format!("place_{}", seats + 1)).is_none(), "{columns:?}");
        let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
        let digest = place("digest").unwrap();
        let digests: BTreeSet<&str> = rows.iter().map(|row| row[digest]).collect();
        assert_eq!(digests.len(), rows.len(), "the games of a position differ: {text}");

        let (row, last) = (rows.last().unwrap(), (rows.len() - 1).to_string());
        let replay = |given: &[&str]| {
            let arguments = [&["replay", "--row", &last], given].concat();
            printed(&mut fixture.plainly(&arguments))
        };
        let log = replay(&[&out("csv")]);
        assert!(log.trim_end().ends_with(&format!("digest {}", row[digest])), "{log}");
        assert!(log.contains(&format!("\nP{seats}: random\n")), "{log}");
        assert_eq!(replay(&[&out("parquet")]), log);
        assert_eq!(replay(&arguments), log);
    }
}

#[test]
fn a_position_of_any_game_is_saved_for_a_session() {
    let fixture = Fixture::new();
    for (position, _, _, rounds) in POSITIONS {
        let position = path(position);
        let until = ["replay", "--row", "3", "--until", "6", "--save", "out/position.json"];
        let log = printed(&mut fixture.plainly(&[&until[..], &run(&position, rounds)].concat()));
        let last = log.lines().last().unwrap();
        assert!(last.starts_with("decision 6: P"), "{log}");
        let saved = fs::read_to_string(fixture.path("out/position.json")).unwrap();
        let saved: Value = serde_json::from_str(&saved).unwrap();
        let params = serde_json::json!({ "saved": saved });
        let load =
            serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "load", "params": params});
        let answer = printed(fixture.plainly(&["session"]).write_stdin(format!("{load}\n")));
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let asked = answer["result"]["decision"]["player"].as_str().unwrap();
        assert!(last.starts_with(&format!("decision 6: {asked} ")), "{last}");
    }
}

#[test]
fn the_tables_are_those_of_the_golden_files() {
    let fixture = Fixture::new();
    for (position, _, _, rounds) in POSITIONS {
        let file = path(position);
        let arguments = [&["simulate", "--games", "4"], &run(&file, rounds)[..]].concat();
        let more = ["--threads", "1", "--quiet"];
        let text = printed(&mut fixture.plainly(&[&arguments[..], &more].concat()));
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        // How fast it was is another thing each time; digests have tests of their own.
        let told = ["games/s", "digest "];
        let kept = text.lines().filter(|line| !told.iter().any(|what| line.contains(what)));
        let text: String = kept.map(|line| format!("{line}\n")).collect();
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/tables");
        let golden = golden.join(position).with_extension("txt");
        if std::env::var_os("CARDMILL_BLESS").is_some() {
            fs::create_dir_all(golden.parent().unwrap()).unwrap();
            fs::write(&golden, &text).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(text, expected, "{}; CARDMILL_BLESS=1 writes it anew", golden.display());
    }
}

#[test]
fn what_does_not_fit_a_game_is_refused() {
    let fixture = Fixture::new();
    let at = |name: &str| fixture.path(name).display().to_string();
    let written = |name: &str, text: &str| {
        fixture.write(name, text);
        at(name)
    };
    let [duel, six, openings] = ["duel", "six-players", "openings"].map(path);
    let odd = written("odd.ron", "(game: Chess, name: \"odd\")");
    let unknown = written("unknown.ron", "(game: XWing, name: \"x\", given: (p1: (shps: [])))");
    let nobody = written("nobody.ron", "(game: XWing, name: \"nobody\")");
    let pair = r#"(a: "wedgeantilles", b: "soontirfel", range: 1)"#;
    let ships = r#"p1: (ships: [(pilot: "wedgeantilles")]), p2: (ships: [(pilot: "soontirfel")])"#;
    let twice =
        format!("(game: XWing, name: \"x\", given: ({ships}, relations: [{pair}, {pair}]))");
    let twice = written("twice.ron", &twice);
    let own = written(
        "own.ron",
        "(game: XWing, name: \"x\", cards: [(id: \"x\", name: \"x\", kind: Condition)])",
    );
    for (given, parts) in [
        (
            &["--game", "chess", "luke", "vader"][..],
            &["no game \"chess\"", "unlimited, xwing, imperium, skirmish"][..],
        ),
        (
            &["--game", "imperium", "luke", "vader"],
            &["luke: no position", "nothing else begins imperium"],
        ),
        (&["--game", "xwing", &six], &["a position of imperium; expected one of xwing"]),
        (&[&duel, &six], &["a position of imperium; expected one of xwing"]),
        (&[&openings, "luke"], &["luke: no position", "positions alone"]),
        (&[&duel, "--against", &duel], &["neither --against nor --seats"]),
        (&[&duel, "--seats", "2"], &["neither --against nor --seats"]),
        (&["luke", "vader", "--seats", "3"], &["2 decks for 3 seats"]),
        (&[&duel, "--agents", "clever"], &["unknown agent \"clever\" of xwing; expected random"]),
        (&[&six, "--agents", "random,random"], &["2 names where 6 sit", "one for all"]),
        (&[&duel, "--rounds", "-1"], &["--rounds", "from 0"]),
        (&["nowhere.ron"], &["nowhere.ron"]),
        (&[&odd], &["odd.ron: line 1", "Chess"]),
        (&[&unknown], &["unknown.ron: line 1", "shps"]),
        (&[&nobody], &["nobody.ron: \"nobody\": expected at least one ship"]),
        (&[&twice], &["twice.ron", "relations[1]", "given before"]),
        (&[&own], &["own.ron: \"x\" has cards of its own"]),
    ] {
        for command in [&["simulate"][..], &["replay", "--row", "0"]] {
            let assert = fixture.plainly(&[command, given].concat()).assert().code(2).stdout("");
            let error = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
            assert_eq!(error.matches("error: ").count(), 1, "{given:?}: {error}");
            for part in parts {
                let words = error.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(words.contains(part), "{command:?} {given:?}: {part} is not in: {error}");
            }
        }
    }
}

/// Standard error of a command that is refused.
fn refused(fixture: &Fixture, arguments: &[&str]) -> String {
    let assert = fixture.plainly(arguments).assert().code(2);
    let output = assert.get_output();
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_file_says_what_it_is_whatever_takes_it() {
    let fixture = Fixture::new();
    let squad = r#"{"faction": "rebelalliance", "pilots": [{"id": "wedgeantilles"}]}"#;
    for name in ["squad.xws.json", "empty/squad.xws.json"] {
        fixture.write(name, squad);
    }
    fixture.write("map.txt", "24 28 35 31 26 32 37 0 43 20 0 45 46 0 79 29 0 78 38 0 68 39");
    let squad = "squad.xws.json";
    fixture.write("vader.json", r#"{"leader": {"id": "SOR_010"}, "base": {"id": "SOR_026"}}"#);
    let other = "vader.json: a deck of unlimited; expected one of xwing";
    for (arguments, expected) in [
        (&["simulate", squad, "vader.json"][..], other),
        (&["simulate", "vader.json", "--game", "xwing"], other),
        (
            &["simulate", "vader.json", squad],
            "squad.xws.json: a squad of xwing; expected one of unlimited",
        ),
        (
            &["simulate", "luke", "--against", squad],
            "luke: no such file or folder; expected a squad file",
        ),
        (&["deck", "check", squad], "squads of xwing; expected decks: cardmill squad check"),
        (&["squad", "check", "vader.json"], other),
        (&["squad", "check", "https://example.org/squad"], "a link; expected a file"),
        (
            &["squad", "check", squad, "--on", "2023-01-01"],
            "--on 2023-01-01: after the points of 2.0",
        ),
        (&["squad", "check", "nowhere.xws"], "nowhere.xws: no such file or folder"),
    ] {
        let error = refused(&fixture, arguments);
        let words = error.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(expected), "{arguments:?}: {error}");
    }
    let error = refused(&fixture, &["simulate", "map.txt", "luke"]);
    assert!(
        error.contains("map.txt: this is a map as a list of tiles; expected a position"),
        "{error}"
    );
}

#[test]
fn squads_are_checked_listed_and_made_by_chance() {
    let fixture = Fixture::new();
    let said = |arguments: &[&str], code: i32| {
        let assert = fixture.plainly(arguments).assert().code(code);
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let list = said(&["squad", "list"], 0);
    assert_eq!(list.matches("galacticempire").count(), 3, "{list}");
    assert_eq!(
        said(&["squad", "check", "crackshot-a-wings"], 0),
        "crackshot-a-wings: legal\n  Crack Shot A-wings, rebelalliance, 198 points by the points that \
         2.0 was left with\n"
            .to_owned()
            + &"  Green Squadron Pilot 30: Crack Shot 3\n".repeat(6)
    );
    fixture.write(
        "two.xws",
        r#"{"faction": "galacticempire", "pilots": [{"id": "soontirfel"}, {"id": "soontirfel"}]}"#,
    );
    let two = said(&["squad", "check", "two.xws", "five-x-wings", "--on", "2019-02-10"], 2);
    assert!(
        two.contains("pilots[1].id: Soontir Fel is limited to 1, found 2 (pilots[0].id)"),
        "{two}"
    );
    assert!(
        two.contains("points: 205; expected at most 200 (5 x Blue Squadron Escort 41)"),
        "{two}"
    );
    assert!(two.ends_with("\n0 of 2 squads are legal\n"), "{two}");
    said(&["squad", "random", "--out", "chance", "--count", "3", "--seed", "5"], 0);
    let chance = said(&["squad", "check", "chance", "--format", "json"], 0);
    let reports: Value = serde_json::from_str(&chance).unwrap();
    let playable = reports.as_array().unwrap().iter().all(|report| report["playable"] == true);
    assert!(playable, "{chance}");
    fixture.write("large.json", &" ".repeat(17 << 20));
    let large = said(&["squad", "check", "large.json"], 2);
    assert!(
        large.contains("large.json: not legal\n  file: expected a squad, found more than 16 MiB")
    );
}

#[test]
fn maps_are_checked_and_made_by_chance() {
    let fixture = Fixture::new();
    let said = |arguments: &[&str], code: i32| {
        let assert = fixture.plainly(arguments).assert().code(code);
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let random = ["table", "random", "--players", "5", "--seed", "9", "--best", "3"];
    let table = said(&random, 0);
    assert_eq!(said(&random, 0), table, "the same number makes the same table");
    fixture.write("five.ron", &table);
    let played = [
        "simulate",
        "five.ron",
        "--games",
        "2",
        "--rounds",
        "1",
        "--agents",
        "brawl,random,greedy",
    ];
    let error = refused(&fixture, &played);
    assert!(error.contains("3 names where 5 sit"), "{error}");
    said(&[&played[..7], &["brawl"]].concat(), 0);
    let map = table.split("map: \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let even = said(&["table", "check", map], 0);
    assert!(even.lines().count() > 6 && !even.contains("no way"), "{even}");
    // As tools write it, in a file.
    fixture.write("map.txt", &format!("{{18}} {}", map.replace(' ', ",\n")));
    assert_eq!(said(&["table", "check", "map.txt"], 0), even);
    let told = said(&["table", "check", "map.txt", "--format", "json"], 0);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["homes"].as_array().unwrap().len(), 5, "{told}");
    assert!(told["homes"][0]["mecatol"].is_number() && told["oddities"] == json!([]), "{told}");
    for (map, expected) in [
        ("1 2 3", "0 home systems (0) in the map; expected 3 to 6"),
        ("0 0 0 62", "expected 36 numbers"),
    ] {
        let error = refused(&fixture, &["table", "check", map]);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn what_is_about_decks_takes_no_position() {
    let fixture = Fixture::new();
    let [six, three] = ["six-players", "three-players"].map(path);
    for arguments in [
        &["value", &six][..],
        &["meta", &six],
        &["optimize", &six],
        &["compare", &six, &three],
        &["deck", "check", &six],
    ] {
        let error = refused(&fixture, arguments);
        let expected = "six-players.ron: a position of";
        assert!(
            error.contains(expected) && error.contains("expected decks: "),
            "{arguments:?}: {error}"
        );
    }
    for arguments in [
        &["value", "luke", "--game", "imperium"][..],
        &["meta", "--game", "imperium"],
        &["compare", "luke", "vader", "--game", "imperium"],
    ] {
        let error = refused(&fixture, arguments);
        assert!(
            error.contains("--game imperium: it is played without decks"),
            "{arguments:?}: {error}"
        );
    }
    let error = refused(&fixture, &["deck", "list", "--game", "xwing"]);
    assert!(error.contains("--game xwing: it has squads; expected cardmill squad"), "{error}");
    let error = refused(&fixture, &["deck", "list", "--game", "imperium"]);
    assert!(error.contains("--game imperium: it is played from positions"), "{error}");
}

#[test]
fn a_position_among_changes_is_what_is_played() {
    let fixture = Fixture::new();
    let duel = path("duel");
    let mut command = fixture.plainly(&[
        "whatif",
        "wedgeantilles initiative-1",
        &duel,
        "--games",
        "2",
        "--rounds",
        "1",
        "--quiet",
        "--format",
        "json",
    ]);
    let report: Value = serde_json::from_str(&printed(&mut command)).unwrap();
    assert_eq!(report["game"], "xwing");
}

#[test]
fn two_squad_files_are_a_dogfight() {
    let fixture = Fixture::new();
    for name in ["five-x-wings", "black-squadron-swarm"] {
        let squad = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards/xwing/squads");
        fs::copy(squad.join(format!("{name}.json")), fixture.path(&format!("{name}.json")))
            .unwrap();
    }
    let squads = ["five-x-wings.json", "black-squadron-swarm.json"];
    let run = |threads: &str| {
        let options = ["--games", "6", "--seed", "3", "--threads", threads, "--format", "json"];
        let mut played = fixture.plainly(&[&["simulate"], &squads[..], &options].concat());
        let output = played.unwrap().stdout;
        serde_json::from_slice::<Value>(&output).unwrap()
    };
    let (one, two) = (run("1"), run("2"));
    assert_eq!(one["digest"], two["digest"]);
    assert_eq!((&one["games"], &one["quarantined"]), (&json!(6), &json!(0)), "{one}");
    let replay = [&["replay"], &squads[..], &["--seed", "3", "--row", "4"]].concat();
    let log = fixture.plainly(&replay).unwrap().stdout;
    let log = String::from_utf8(log).unwrap();
    assert!(log.contains("game 4: "), "{log}");
}

/// The squad without an upgrade, and without a ship.
#[test]
fn cards_of_a_squad_are_worth_what_it_is_without_them() {
    let fixture = Fixture::new();
    let how = ["--game", "xwing", "--agents", "random", "--quiet", "--format", "json"];
    let read = |arguments: &[&str]| -> Value {
        let mut command = fixture.plainly(&[arguments, &how].concat());
        serde_json::from_str(&printed(&mut command)).unwrap()
    };
    let squad = "crackshot-a-wings";
    let report = read(&["value", squad, "--against", "academy-swarm", "--games", "8"]);
    assert!(report["filler"].as_str().unwrap().starts_with("nothing"), "{report}");
    let cards = report["cards"].as_array().unwrap();
    let value = |id: &str| cards.iter().find(|row| row["card"] == id).unwrap();
    let [talent, ship] = ["crackshot", "greensquadronpilot"].map(value);
    // Of six copies three are left out, one at a time.
    assert_eq!((&talent["copies"], &talent["games"]), (&json!(3), &json!(24)), "{talent}");
    assert_eq!((&ship["copies"], &ship["games"]), (&json!(3), &json!(24)), "{ship}");

    fn leave(text: &str) -> [&str; 6] {
        ["whatif", text, "--against", "academy-swarm", "--games", "4"]
    }
    let decks = ["--decks", squad];
    let found = read(&[&leave("crackshot-a-wings: 2x crackshot -> nothing")[..], &decks].concat());
    assert!(found.to_string().contains("2 of crackshot -> nothing"), "{found}");
    let whole = "crackshot-a-wings: 6x greensquadronpilot -> nothing";
    let command = [&leave(whole)[..], &decks, &how].concat();
    let refused = fixture.plainly(&command).assert().code(2);
    let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(error.contains("no squad can be played without greensquadronpilot there"), "{error}");
    let deck = ["whatif", "luke: SOR_044 -> nothing", "--decks", "luke", "--games", "4"];
    let refused = fixture.plainly(&[&deck[..], &["--against", "vader"]].concat()).assert().code(2);
    let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(error.contains("no deck can be played without SOR_044 there"), "{error}");
}
