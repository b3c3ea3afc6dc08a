//! The cards: what files define agrees with the facts of the game, and what cannot be is refused.

use cardmill_kernel::driver::Driver;
use cardmill_xwing::driver::Hangar;
use cardmill_xwing::library::{Library, TEST, default_dir};
use cardmill_xwing::vocabulary::{Definition, Kind};

fn library() -> Library {
    Library::load(default_dir()).expect("the cards load")
}

#[test]
fn pilots_are_those_of_the_game() {
    let library = library();
    let find = |id: &str| library.definitions.iter().find(|card| card.id == id);
    let mut pilots = 0;
    for card in &library.definitions {
        let Kind::Pilot { ship, .. } = &card.kind else { continue };
        let facts = library.facts.pilots.iter().find(|facts| facts.id == card.id);
        let facts = facts.unwrap_or_else(|| panic!("{} is no pilot of the game", card.id));
        assert_eq!((ship, card.limited), (&facts.ship, facts.limited), "{}", card.id);
        assert_eq!(!card.abilities.is_empty(), facts.ability, "{}", card.id);
        let mut names: Vec<String> =
            find(ship).expect("its ship").abilities.iter().map(|a| a.label.clone()).collect();
        names.dedup();
        assert_eq!(names, facts.ship_abilities, "{}", card.id);
        pilots += 1;
    }
    assert!(pilots > 40, "{pilots} pilots");
}

#[test]
fn no_card_of_a_test_is_a_card_of_the_game() {
    assert!(library().definitions.iter().all(|card| !card.id.starts_with(TEST)));
}

fn refused(text: &str) -> String {
    let options =
        ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let card: Definition = options.from_str(text).expect("it can be read");
    let catalogue = Hangar::load(default_dir()).expect("the cards load");
    Hangar::extend(&catalogue, vec![card]).expect_err("it must be refused")
}

#[test]
fn what_cannot_be_is_refused_with_the_card() {
    for (card, part) in [
        (r#"(id: "k2so", name: "K", kind: Condition)"#, "an id of its own"),
        (r#"(id: "x", name: "X", kind: Pilot(ship: "boat", initiative: 1))"#, "a ship type"),
        (r#"(id: "x", name: "X", kind: Pilot(ship: "t65xwing", initiative: 9))"#, "at most 7"),
        (
            r#"(id: "x", name: "X", kind: Condition, abilities: [
                (timing: After(SystemPhase), effect: [Gain(It, Focus, 1)])])"#,
            "chosen before",
        ),
        (
            r#"(id: "x", name: "X", kind: Condition, abilities: [
                (timing: After(SystemPhase), cost: [Charge(1)], effect: [Gain(This, Focus, 1)])])"#,
            "a card with 1 charges",
        ),
        (
            r#"(id: "x", name: "X", kind: Condition, abilities: [
                (timing: After(SystemPhase), effect: [PlaceThat])])"#,
            "a replacement of a token",
        ),
        (
            r#"(id: "x", name: "X", kind: Condition, abilities: [(timing: After(SystemPhase))])"#,
            "an effect",
        ),
    ] {
        let problem = refused(card);
        assert!(problem.contains(part), "{problem}");
    }
}

#[test]
fn what_no_table_can_show_is_refused() {
    let catalogue = Hangar::load(default_dir()).expect("the cards load");
    let mut hangar = Hangar::new(&catalogue);
    let table = hangar.add();
    let options =
        ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    for (text, part) in [
        ("()", "at least one ship"),
        (r#"(p1: (ships: [(pilot: "yoda")]))"#, "expected a pilot"),
        (r#"(p1: (ships: [(pilot: "k2so", dial: "4KR")]))"#, "not on the dial"),
        (r#"(p1: (ships: [(pilot: "k2so", tokens: [Lock])]))"#, "lock"),
        (r#"(p1: (ships: [(pilot: "k2so", charges: [("k2so", 1)])]))"#, "at most 0"),
        (r#"(p1: (ships: [(pilot: "k2so")], attack: [Evade]))"#, "no Attack die"),
        (
            r#"(p1: (ships: [(pilot: "k2so")]),
                relations: [(a: "K-2SO", b: "Vader", range: 1)])"#,
            "no ship \"Vader\"",
        ),
        (
            r#"(p1: (ships: [(pilot: "k2so")]), p2: (ships: [(pilot: "academypilot")]),
                relations: [(a: "K-2SO", b: "Academy Pilot", range: 1, arcs: [Turret])])"#,
            "facing",
        ),
        (
            r#"(p1: (ships: [(pilot: "k2so", faceup: ["Hull Breach", "Hull Breach", "Hull Breach"])]))"#,
            "no more",
        ),
    ] {
        let position = options.from_str(text).expect("it can be read");
        let problem = hangar.arrange(table, &position).expect_err("it must be refused");
        assert!(problem.contains(part), "{text}: {problem}");
    }
}
