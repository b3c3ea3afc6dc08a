//! Every row of the list of rules that the project was made for has a scenario, all of them hold,
//! and the command that runs scenarios says what is so.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use cardmill::scenario::Suite;
use cardmill::scenario::format::files;
use cardmill_harness::driver::Driver;
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::vocabulary::Kind;
use cardmill_unlimited::library::default_dir;
use serde_json::Value;

/// The scenarios of tests/scenarios hold.
#[test]
fn every_scenario_holds() {
    let found = files(Path::new("tests/scenarios")).unwrap();
    let mut failed = Vec::new();
    Suite::new(default_dir(), false)
        .play(&found, |outcome, _| {
            if let Some(problem) = outcome.problem {
                failed.push(format!("{} \"{}\": {problem}", outcome.id, outcome.name));
            }
            Ok(())
        })
        .unwrap();
    assert!(failed.is_empty(), "{} scenarios fail:\n{}", failed.len(), failed.join("\n"));
}

/// `tests/scenarios/rows.txt` lists the rows; each has a file named after it, and a file that
/// shows one reading of several says what it rests on.
#[test]
fn every_row_has_a_scenario() {
    let rows = fs::read_to_string("tests/scenarios/rows.txt").unwrap();
    let rows = rows.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let found = files(Path::new("tests/scenarios")).unwrap();
    let ids: BTreeSet<String> = found.iter().map(|file| file.id()).collect();
    let mut count = 0;
    let mut missing = Vec::new();
    for row in rows {
        count += 1;
        let id = row.split_whitespace().next().unwrap();
        if !ids.contains(id) {
            missing.push(id);
        }
    }
    assert_eq!(count, 194);
    assert!(missing.is_empty(), "{} rows have no scenario: {missing:?}", missing.len());
}

/// Tells whether a text has a name, and not as a part of a longer one.
fn mentions(text: &str, name: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !part(before.chars().next_back()) && !part(after.chars().next())
    })
}

#[test]
fn every_card_of_imperium_has_a_scenario() {
    let catalogue = Tabletop::load(default_dir()).unwrap();
    let found = files(Path::new("tests/scenarios/imperium")).unwrap();
    let scenarios = found.iter().flat_map(|file| file.scenarios::<Tabletop>().unwrap());
    let texts: Vec<String> = scenarios.map(|scenario| format!("{scenario:?}")).collect();
    let cards = Tabletop::definitions(&catalogue);
    let cards =
        cards.iter().filter(|card| card.kind != Kind::Tile && !card.id.starts_with("TEST_"));
    let (mut count, mut missing) = (0, Vec::new());
    for card in cards {
        count += 1;
        if !texts.iter().any(|text| mentions(text, &card.id) || mentions(text, &card.name)) {
            missing.push(&card.id);
        }
    }
    assert!(count > 300, "{count} cards");
    assert!(missing.is_empty(), "{} cards have no scenario: {missing:?}", missing.len());
}

/// The names of the scenarios of Twilight Imperium in a file.
fn names(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let named = |part: &str| {
        Some(part.trim_start().strip_prefix("name: \"")?.split_once('"')?.0.to_owned())
    };
    text.split("game: Imperium,").skip(1).filter_map(named).collect()
}

/// The paragraphs of rules that the name of a scenario begins with: `LRR 58.4, 58.4b: …`.
fn cited(name: &str) -> impl Iterator<Item = &str> {
    let list = name.strip_prefix("LRR ").and_then(|rest| rest.split_once(": "));
    list.into_iter().flat_map(|(list, _)| list.split(", "))
}

/// `tests/scenarios/imperium/paragraphs.txt` says of every paragraph of the rules what shows it, or
/// why nothing does.
#[test]
fn every_paragraph_of_the_rules_is_shown_or_accounted_for() {
    let folder = Path::new("tests/scenarios/imperium");
    let listed = fs::read_to_string(folder.join("paragraphs.txt")).unwrap();
    let listed = listed.lines().filter(|line| !line.starts_with('#'));
    let listed: BTreeMap<&str, &str> = listed.map(|line| line.split_once(' ').unwrap()).collect();
    let mut shown = 0;
    let mut wrong = Vec::new();
    for (&number, by) in &listed {
        let by = by.trim();
        if by.starts_with("- ") {
            continue;
        }
        shown += 1;
        let there = match by.split_once(": ") {
            Some((file, test)) if file.ends_with(".rs") => {
                fs::read_to_string(file).unwrap().contains(&format!("\nfn {test}()"))
            }
            Some((file, name)) => {
                names(&folder.join(file).with_extension("ron")).iter().any(|one| one == name)
            }
            None => {
                let names = names(&folder.join(by).with_extension("ron"));
                names.iter().any(|name| cited(name).any(|one| one == number))
            }
        };
        if !there {
            wrong.push(format!("{number}: {by}"));
        }
    }
    // Nothing that a scenario says it shows is said not to be shown.
    for file in files(&folder.join("rules")).unwrap() {
        for name in names(&file.path) {
            let stray = cited(&name).filter(|number| number.contains('.'));
            let stray = stray
                .filter(|number| listed.get(number).is_none_or(|by| by.trim().starts_with("- ")));
            wrong.extend(stray.map(|number| format!("{number} is shown by {name:?}")));
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!((listed.len(), shown), (777, 550));
}

/// A unit attacks a base, once as it is and once with one damage too much.
const FILE: &str = r#"[
    (
        name: "as it is",
        given: (p1: (units: [(card: "SOR_095")])),
        steps: [Choose("Attack with Battlefield Marine"), Damage("P2's base", 3)],
    ),
    (
        name: "too much",
        given: (p1: (units: [(card: "SOR_095")])),
        steps: [Choose("Attack with Battlefield Marine"), Damage("P2's base", 4)],
    ),
]"#;

/// The output, the errors and the exit code of the command, for a file with this text.
fn scenario(text: &str, arguments: &[&str]) -> (String, String, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("S0-00.ron"), text).unwrap();
    let mut command: Command = assert_cmd::cargo::cargo_bin_cmd!("cardmill");
    let output = command.arg("scenario").arg(folder.path()).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn the_report_counts_and_names_what_fails() {
    let (out, _, code) = scenario(FILE, &["--format", "json"]);
    assert_eq!(code, Some(1));
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&report["passed"], &report["failed"]), (&1.into(), &1.into()));
    let [first, second] = &report["scenarios"].as_array().unwrap()[..] else { panic!("{out}") };
    assert_eq!(first["id"], "S0-00");
    assert_eq!(first["game"], "Unlimited");
    assert_eq!((&first["ok"], &first["problem"]), (&true.into(), &Value::Null));
    assert_eq!(second["ok"], false);
    let problem = second["problem"].as_str().unwrap();
    assert!(problem.contains("step 2") && problem.contains("expected 4, found 3"), "{problem}");

    let (out, _, code) = scenario(FILE, &[]);
    assert_eq!(code, Some(1));
    for part in ["S0-00", "as it is", "too much", "expected 4, found", "1 passed, 1 failed"] {
        assert!(out.contains(part), "{part} is not in:\n{out}");
    }
}

#[test]
fn an_explanation_shows_steps_choices_log_and_refusals() {
    let text = r#"(
        name: "an exhausted unit does not attack",
        given: (
            p1: (
                resources: 3,
                exhausted_resources: 1,
                hand: ["SOR_095", "SOR_172", "SOR_095"],
                units: [(
                    card: "SOR_095",
                    exhausted: true,
                    damage: 1,
                    upgrades: ["SOR_T01"],
                    captured: ["SOR_164"],
                )],
            ),
        ),
        steps: [NotOffered(["Attack with Battlefield Marine"]), Choose("Take the initiative")],
    )"#;
    let (out, _, code) = scenario(text, &["--explain"]);
    assert_eq!(code, Some(0), "{out}");
    for part in [
        "S0-00: an exhausted unit does not attack",
        "     round 2, action phase, P1 acts; initiative P1\n",
        "     P1: Sabine Wren; P1's base has 30 of 30 HP; 2 of 3 resources ready; \
         hand: Battlefield Marine ×2, Open Fire; deck: Underworld Thug ×10\n",
        "         Battlefield Marine 4/4, 1 damage, exhausted, with Experience, guards Wampa\n",
        "1. NotOffered([\"Attack with Battlefield Marine\"])",
        "not offered, Attack with Battlefield Marine",
        ": exhausted",
        "P1 may choose",
        "P1 takes the initiative",
        "holds",
    ] {
        assert!(out.contains(part), "{part} is not in:\n{out}");
    }
}

#[test]
fn a_scenario_brings_cards_of_its_own() {
    let card = r#"(id: "TEST_001", name: "Probe", kind: Unit, cost: 1, power: 7, hp: 1)"#;
    let text = |card: &str| {
        format!(
            r#"(name: "a probe", cards: [{card}], given: (p1: (units: [(card: "TEST_001")])),
                steps: [Choose("Attack with Probe"), Damage("P2's base", 7)])"#
        )
    };
    let (out, _, code) = scenario(&text(card), &[]);
    assert_eq!(code, Some(0), "{out}");
    let (out, _, code) = scenario(&text(&card.replace("hp: 1", "hp: 0")), &[]);
    assert_eq!(code, Some(1));
    assert!(out.contains("TEST_001, hp"), "{out}");
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let (out, error, code) = scenario(&format!("\u{feff}{FILE}"), &[]);
    assert_eq!((code, error.as_str()), (Some(1), ""), "{out}");
}

/// "Not" is only said of what could be.
#[test]
fn what_nothing_could_be_called_is_refused() {
    let text = |steps: &str| {
        format!(r#"(name: "x", given: (p1: (units: [(card: "SOR_095")])), steps: [{steps}])"#)
    };
    for (steps, parts) in [
        (
            r#"NotOffered(["Attack with Battlefeld Marine"])"#,
            &["step 1", "nothing can be called", "the nearest: \"Attack with Battlefield Marine\""]
                [..],
        ),
        (r#"NotOffered(["Play Wampa"])"#, &["nothing can be called \"Play Wampa\""]),
        (
            r#"Asked(P1), NotLogged("Battlefield Marine is defeeted")"#,
            &[
                "step 2",
                "\"eted\" is not understood after \"Battlefield Marine is defe\"",
                "\"{subject} is defeated\"",
            ],
        ),
        (r#"NotLogged("triggers: Wampa")"#, &["\"Wampa\" is not understood"]),
        (r#"WhyNot("Use the Force", "")"#, &["nothing can be called \"Use the Force\""]),
    ] {
        let (out, _, code) = scenario(&text(steps), &["--explain"]);
        assert_eq!(code, Some(1), "{out}");
        for part in parts {
            assert!(out.contains(part), "{part} is not in:\n{out}");
        }
    }
    let (out, _, code) = scenario(
        &text(r#"NotOffered(["Deploy Sabine Wren"]), NotLogged("Battlefield Marine is defeated")"#),
        &[],
    );
    assert_eq!(code, Some(0), "{out}");
}

#[test]
fn what_nothing_could_be_called_is_refused_in_every_game() {
    let xwing = r#"game: XWing, given: (
        phase: Activation,
        p1: (ships: [(pilot: "bluesquadronescort", dial: "2FB")]),
        p2: (ships: [(pilot: "soontirfel", dial: "2FB")]),
    )"#;
    let imperium = r#"game: Imperium, given: (players: [(), (), ()], systems: [(name: "Arc")])"#;
    for (given, said, misspelt) in [
        (xwing, r#"NotOffered(["Lock (red)"])"#, r#"NotOffered(["Luck (red)"])"#),
        (
            xwing,
            r#"NotLogged("Soontir Fel gains 1 str")"#,
            r#"NotLogged("Soontir Fel gains stress")"#,
        ),
        (imperium, r#"NotOffered(["Trade with P2"])"#, r#"NotOffered(["Trade with P4"])"#),
        (imperium, r#"NotLogged("P2 activates Arc")"#, r#"NotLogged("P2 activates Bow")"#),
    ] {
        for (step, holds) in [(said, true), (misspelt, false)] {
            let text = format!(r#"(name: "x", {given}, steps: [{step}])"#);
            let (out, error, code) = scenario(&text, &["--explain"]);
            assert_eq!(code, Some(i32::from(!holds)), "{step}: {out}{error}");
        }
    }
}

#[test]
fn bad_files_are_refused_with_the_place() {
    for (text, parts) in [
        ("(name: 3)", &["S0-00.ron", "line 1"][..]),
        ("(name: \"x\", steps: [\n  Dance(1)])", &["line 2", "Dance"]),
        ("(name: \"x\", game: Chess)", &["Chess"]),
        ("[(name: \"x\"), (name: \"y\", game: XWing)]", &["several games"]),
        ("(name: \"x\", given: (p5: ()))", &["p5"]),
        ("[]", &["an empty list"]),
        ("(name: \"idle\", given: (p1: (resources: 1)))", &["\"idle\" has no steps"]),
        (&"[(given:".repeat(200), &["nested too deeply"]),
    ] {
        let (out, error, code) = scenario(text, &[]);
        assert_eq!(code, Some(2), "{text}: {error}");
        assert_eq!(out, "", "{text}");
        for part in parts {
            assert!(error.contains(part), "{part} is not in: {error}");
        }
    }
    let mut command: Command = assert_cmd::cargo::cargo_bin_cmd!("cardmill");
    let assert = command.args(["scenario", "nowhere"]).assert().code(2);
    let error = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(error.contains("nowhere"), "{error}");
}
