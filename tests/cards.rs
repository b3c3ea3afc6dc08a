//! Every card of Star Wars: Unlimited does what it says: the scenarios of tests/cards hold, and every
//! card has the printed facts.

use std::collections::BTreeMap;
use std::fs;

use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::vocabulary::{Aspect, Definition, Kind, TraitSet};

use crate::files;

fn library() -> Library {
    Library::load(default_dir()).unwrap()
}

#[test]
fn every_scenario_holds() {
    let catalogue = Catalogue::new(&library().definitions).unwrap();
    files::hold("tests/cards", &catalogue, 400);
}

/// The printed facts by id, from `tests/cards/<set>-facts.csv`: another source than the
/// definitions.
fn facts() -> BTreeMap<String, BTreeMap<String, String>> {
    let mut facts = BTreeMap::new();
    for entry in fs::read_dir("tests/cards").unwrap() {
        let path = entry.unwrap().path();
        if path.to_string_lossy().ends_with("-facts.csv") {
            let mut rows = csv::Reader::from_path(path).unwrap();
            let rows = rows.deserialize().map(Result::unwrap);
            facts.extend(rows.map(|row: BTreeMap<String, String>| (row["id"].clone(), row)));
        }
    }
    facts
}

/// The facts of a definition, under the headings of that source. What a card of its kind does not
/// have is empty, and a modifier of an upgrade has its sign: so 0 is a fact as well (CR 3.6.1).
fn facts_of(card: &Definition) -> BTreeMap<&'static str, String> {
    let turned = card.flip_side.as_ref();
    let fights = turned.is_none() && matches!(card.kind, Kind::Leader | Kind::Unit);
    let upgrade = card.kind == Kind::Upgrade;
    let number = |number: i8| match card.kind {
        Kind::Upgrade => format!("{number:+}"),
        _ => number.to_string(),
    };
    let when = |holds: bool, fact: String| if holds { fact } else { String::new() };
    // Of a leader that an ability deploys, the printed cost says as much.
    let deploy = card.unit_side.as_ref().map(|side| match side.deploy_at {
        0 => card.cost.to_string(),
        resources => resources.to_string(),
    });
    let side = card.upgrade_side.as_ref();
    let called = card.called();
    let other = turned
        .map(|side| {
            format!("{}/{}/{}", side.name, icons(&side.aspects), traits(side.traits).join(" "))
        })
        .or_else(|| {
            called.map(|side| {
                format!("{}, {}/{}", side.name, side.subtitle, traits(side.traits).join(" "))
            })
        });
    BTreeMap::from([
        ("id", card.id.clone()),
        ("name", card.name.clone()),
        ("subtitle", card.subtitle.clone()),
        ("kind", format!("{:?}", card.kind)),
        ("unique", card.unique.to_string()),
        ("cost", when(card.kind != Kind::Base && turned.is_none(), card.cost.to_string())),
        ("power", when(fights || upgrade, number(card.power))),
        ("hp", when(fights || upgrade || card.kind == Kind::Base, number(card.hp))),
        ("arena", when(fights, format!("{:?}", card.arena))),
        ("aspects", icons(&card.aspects)),
        ("traits", traits(card.traits).join(" ") + &card.location),
        ("deploy_at", deploy.unwrap_or_default()),
        (
            "as_upgrade",
            side.map(|side| format!("{:+}/{:+}", side.power, side.hp)).unwrap_or_default(),
        ),
        ("other_side", other.unwrap_or_default()),
    ])
}

fn icons(aspects: &[Aspect]) -> String {
    aspects.iter().map(|aspect| format!("{aspect:?}")).collect::<Vec<_>>().join(" ")
}

fn traits(traits: TraitSet) -> Vec<String> {
    let mut names: Vec<_> = Vec::from(traits).into_iter().map(|name| format!("{name:?}")).collect();
    names.sort();
    names
}

#[test]
fn every_card_has_the_printed_facts() {
    let library = library();
    let rows = facts();
    let defined = library.definitions.iter().filter(|card| !card.kind.is_token());
    let mut compared = 0;
    for card in defined {
        let row = rows.get(&card.id).unwrap_or_else(|| panic!("{} has no facts", card.id));
        let found = facts_of(card);
        assert_eq!(row.len(), found.len(), "{}", card.id);
        for (heading, printed) in row {
            let mut printed = printed.clone();
            if heading == "traits" && card.kind != Kind::Base {
                let mut names: Vec<_> = printed.split_whitespace().collect();
                names.sort_unstable();
                printed = names.join(" ");
            }
            assert_eq!(found.get(heading.as_str()), Some(&printed), "{} {heading}", card.id);
        }
        compared += 1;
    }
    assert!(compared >= 1_856, "only {compared} cards were compared");
}

/// Every card that is listed and not defined stands in the manual, with what would have to be built.
#[test]
fn what_is_not_defined_has_its_reason() {
    let manual = fs::read_to_string("docs/cards.md").unwrap();
    let rows = manual.split("## Cards that are not defined").nth(1).unwrap();
    let rows = rows.split("\n## ").next().unwrap().lines();
    let mut named: Vec<&str> = rows
        .filter_map(|row| row.strip_prefix("| ")?.split(' ').next())
        .filter(|id| id.contains('_'))
        .collect();
    let missing: Vec<String> = library()
        .coverage()
        .iter()
        .flat_map(|set| set.missing.iter().map(|number| format!("{}_{number:03}", set.set)))
        .collect();
    named.sort_unstable();
    let mut expected: Vec<&str> = missing.iter().map(String::as_str).collect();
    expected.sort_unstable();
    assert_eq!(named, expected);
}

/// A subtitle tells unique cards of one name apart (CR 2.3.1, 8.29.2). Upgrades are unique without
/// one, too.
#[test]
fn a_card_with_a_subtitle_is_unique() {
    for card in &library().definitions {
        let unique = !card.subtitle.is_empty();
        let titled = card.unique == unique || card.unique && card.kind == Kind::Upgrade;
        assert!(titled, "{} {}, \"{}\"", card.id, card.name, card.subtitle);
    }
}
