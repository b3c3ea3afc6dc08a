//! The cards: files that cannot be are refused, with everything that is wrong in them.

use cardmill_harness::driver::Driver;
use cardmill_harness::files::CardFiles;
use cardmill_harness::notation::parse;
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::library::{self, default_dir};

/// Everything that is wrong with files of the game.
fn wrong(files: &'static [(&str, &str)]) -> Vec<String> {
    let errors = library::load(CardFiles::BuiltIn(files)).expect_err("something is wrong");
    errors.0.iter().map(ToString::to_string).collect()
}

#[test]
fn all_bad_files_are_told_with_line_card_and_field() {
    let found = wrong(&[
        (
            "imperium/a.ron",
            r#"[
    (id: "Mutiny", name: "", kind: Agenda, initiative: 3, faction: "HACAN", abilities: [
        (timing: [], steps: []),
        (timing: [For, Primary], steps: [Nothing]),
    ]),
    (id: "FIGHTER", name: "Fighter", kind: Unit),
]"#,
        ),
        ("imperium/b.ron", r#"[(id: "FIGHTER", name: "Fighter", kind: Action)]"#),
        ("imperium/c.ron", r#"[(id: "TRADE", name: "Trade", kind: Card)]"#),
    ]);
    let (syntax, meant) = found.split_last().expect("something is wrong");
    assert!(syntax.starts_with("cards/imperium/c.ron:1:37: TRADE, kind: "), "{syntax}");
    assert_eq!(
        meant,
        [
            "cards/imperium/a.ron:2:5: Mutiny, outcomes: expected one on a card of kind Agenda",
            "cards/imperium/a.ron:2:6: Mutiny, id: expected upper case letters, digits and _",
            "cards/imperium/a.ron:2:20: Mutiny, name: expected a name",
            "cards/imperium/a.ron:2:44: Mutiny, initiative: expected none on a card of kind Agenda",
            "cards/imperium/a.ron:2:59: Mutiny, faction: expected the id of a faction, or none",
            "cards/imperium/a.ron:3:10: Mutiny, abilities[0].timing: expected a timing",
            "cards/imperium/a.ron:3:22: Mutiny, abilities[0].steps: expected something to do",
            "cards/imperium/a.ron:4:24: Mutiny, abilities[1].timing[1]: expected on strategy cards only",
            "cards/imperium/a.ron:6:5: FIGHTER, unit: expected one on a card of kind Unit",
            "cards/imperium/b.ron:1:3: FIGHTER, id: expected an id of its own; cards/imperium/a.ron:6 has it too",
        ]
    );
}

#[test]
fn what_a_scenario_brings_is_checked_alike() {
    let catalogue = Tabletop::load(default_dir()).expect("the cards load");
    let text = r#"[(id: "FIGHTER", name: "F", kind: Objective)]"#;
    let cards = parse(text).expect("it can be read");
    let problem = Tabletop::extend(&catalogue, cards).expect_err("it must be refused");
    assert_eq!(
        problem,
        "FIGHTER, objective: expected one on a card of kind Objective\n\
         FIGHTER, id: expected an id of its own"
    );
}
