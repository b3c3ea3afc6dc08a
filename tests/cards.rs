//! Every card of Star Wars: Unlimited does what it says: the scenarios of tests/cards hold, and every
//! card has the printed facts.

use std::collections::BTreeMap;
use std::fs;

use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::library::{Library, default_dir};

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
fn facts() -> BTreeMap<String, csv::StringRecord> {
    let mut facts = BTreeMap::new();
    for entry in fs::read_dir("tests/cards").unwrap() {
        let path = entry.unwrap().path();
        if path.to_string_lossy().ends_with("-facts.csv") {
            let mut rows = csv::Reader::from_path(path).unwrap();
            facts.extend(rows.records().map(Result::unwrap).map(|row| (row[0].to_owned(), row)));
        }
    }
    facts
}

#[test]
fn every_card_has_the_printed_facts() {
    let library = library();
    let rows = facts();
    for (set, cards) in [("SOR", 252), ("IBH", 51), ("SEC", 260)] {
        assert_eq!(rows.keys().filter(|id| id.starts_with(set)).count(), cards, "{set}");
    }
    let mut compared = 0;
    for card in library.definitions.iter().filter(|card| !card.id.contains("_T")) {
        let row = &rows[&card.id];
        let aspects: Vec<_> = card.aspects.iter().map(|a| format!("{a:?}")).collect();
        let mut traits: Vec<_> =
            Vec::from(card.traits).into_iter().map(|t| format!("{t:?}")).collect();
        let mut printed: Vec<_> = row[10].split_whitespace().map(str::to_owned).collect();
        traits.sort();
        printed.sort();
        let found = [
            card.id.clone(),
            card.name.clone(),
            card.subtitle.clone(),
            format!("{:?}", card.kind),
            card.unique.to_string(),
            card.cost.to_string(),
            card.power.to_string(),
            card.hp.to_string(),
        ];
        for (n, value) in found.iter().enumerate() {
            assert_eq!(*value, row[n], "{}", card.id);
        }
        if !row[8].is_empty() {
            assert_eq!(format!("{:?}", card.arena), row[8], "{}", card.id);
        }
        assert_eq!(aspects.join(" "), row[9], "{}", card.id);
        assert_eq!(traits, printed, "{}", card.id);
        // Of a leader that an ability deploys, the printed cost says as much.
        let deploy = card.unit_side.as_ref().map(|side| match side.deploy_at {
            0 => card.cost.to_string(),
            resources => resources.to_string(),
        });
        assert_eq!(deploy.unwrap_or_default(), row[11], "{}", card.id);
        let side = card.upgrade_side.as_ref();
        let upgrade = side.map(|side| format!("{}/{}", side.power, side.hp));
        assert_eq!(upgrade.unwrap_or_default(), row.get(12).unwrap_or_default(), "{}", card.id);
        compared += 1;
    }
    assert!(compared >= 1000, "only {compared} cards were compared");
}
