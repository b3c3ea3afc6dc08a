//! Every card does what it says: the scenarios of tests/cards hold, every card has the printed
//! facts, and removing any one clause of a definition makes some scenario of that card fail.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cardmill::scenario::format::files;
use cardmill::scenario::{ScenarioOf, run};
use cardmill_harness::driver::Driver;
use cardmill_harness::library::extended;
use cardmill_imperium as imperium;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::{Library, default_dir};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

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
    assert_eq!(rows.keys().filter(|id| id.starts_with("SOR")).count(), 252);
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
        let deploy = card.unit_side.as_ref().map(|side| side.deploy_at.to_string());
        assert_eq!(deploy.unwrap_or_default(), row[11], "{}", card.id);
        let side = card.unit_side.as_ref().and_then(|side| side.upgrade.as_ref());
        let upgrade = side.map(|side| format!("{}/{}", side.power, side.hp));
        assert_eq!(upgrade.unwrap_or_default(), row.get(12).unwrap_or_default(), "{}", card.id);
        compared += 1;
    }
    assert!(compared >= 230, "only {compared} cards were compared");
}

/// The places of a definition that can be taken away: every element of a list, and every field
/// that may be left out.
fn mutants<D>(card: &D, fields: &[&str]) -> Vec<(String, D)>
where
    D: Serialize + DeserializeOwned + PartialEq,
{
    let whole = serde_json::to_value(card).unwrap();
    let mut found: Vec<(String, D)> = Vec::new();
    for &field in fields {
        let part = &whole[field];
        for (path, mutated) in without_one(part, field) {
            let mut mutant = whole.clone();
            mutant[field] = mutated;
            if let Ok(mutant) = serde_json::from_value::<D>(mutant) {
                let known = mutant == *card || found.iter().any(|(_, other)| *other == mutant);
                if !known {
                    found.push((path, mutant));
                }
            }
        }
    }
    found
}

fn without_one(value: &Value, path: &str) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    match value {
        Value::Array(list) => {
            for (n, element) in list.iter().enumerate() {
                let mut shorter = list.clone();
                shorter.remove(n);
                found.push((format!("{path}[{n}]"), Value::Array(shorter)));
                for (path, inner) in without_one(element, &format!("{path}[{n}]")) {
                    let mut changed = list.clone();
                    changed[n] = inner;
                    found.push((path, Value::Array(changed)));
                }
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                let mut fewer = fields.clone();
                fewer.remove(name);
                found.push((format!("{path}.{name}"), Value::Object(fewer)));
                for (path, inner) in without_one(field, &format!("{path}.{name}")) {
                    let mut changed = fields.clone();
                    changed.insert(name.clone(), inner);
                    found.push((path, Value::Object(changed)));
                }
            }
        }
        _ => {}
    }
    found
}

/// Mutants that no scenario can tell apart, each with the reason.
fn excused(folder: &str) -> BTreeMap<String, String> {
    let text = fs::read_to_string(format!("{folder}/equivalent-mutants.txt")).unwrap_or_default();
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (mutant, reason) = line.split_once("  ").expect("a mutant, two spaces, a reason");
            (mutant.trim().to_owned(), reason.trim().to_owned())
        })
        .collect()
}

#[test]
fn every_clause_matters() {
    let library = library();
    let mut by_card: BTreeMap<String, Vec<ScenarioOf<Tabletop>>> = BTreeMap::new();
    for (_, scenario) in files::scenarios("tests/cards") {
        by_card.entry(scenario.card.clone()).or_default().push(scenario);
    }
    let excused = excused("tests/cards");
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let mut driver = Tabletop::new(&catalogue);
    let table = driver.add();
    let (mut tried, mut killed) = (0, 0);
    let mut survivors = Vec::new();
    for (index, card) in library.definitions.iter().enumerate() {
        for (path, mutant) in mutants(card, &["keywords", "abilities", "unit_side", "attach"]) {
            tried += 1;
            let mut definitions = library.definitions.clone();
            definitions[index] = mutant;
            let mutated = Catalogue::new(&definitions).unwrap();
            driver.set_catalogue(&mutated);
            let scenarios = by_card.get(&card.id).map_or(&[][..], Vec::as_slice);
            let name = format!("{} {path}", card.id);
            let fails = |scenario: &ScenarioOf<Tabletop>| {
                files::holds(&mut driver, table, &mutated, scenario).is_err()
            };
            match scenarios.iter().any(fails) {
                true => {
                    killed += 1;
                    assert!(
                        !excused.contains_key(&name),
                        "{name} is excused, yet a scenario fails"
                    );
                }
                false if excused.contains_key(&name) => {}
                false => survivors.push(name),
            }
        }
    }
    println!(
        "{tried} mutants: {killed} killed, {} equivalent, {} survive",
        excused.len(),
        survivors.len()
    );
    assert!(tried > 1000, "only {tried} mutants were tried");
    assert!(survivors.is_empty(), "{} mutants survive:\n{}", survivors.len(), survivors.join("\n"));
}

/// Whether a scenario of Twilight Imperium holds, played with these cards and its own.
fn galaxy_holds(
    catalogue: &imperium::catalogue::Catalogue,
    scenario: &ScenarioOf<imperium::driver::Tabletop>,
) -> bool {
    let extended = imperium::driver::Tabletop::extend(catalogue, scenario.cards.clone()).unwrap();
    let mut driver = imperium::driver::Tabletop::new(&extended);
    let table = driver.add();
    run(&mut driver, table, scenario).is_ok()
}

/// Taking any one clause out of a card of Twilight Imperium makes a scenario fail that names the
/// card or its faction.
#[test]
fn every_clause_of_twilight_imperium_matters() {
    let scenarios: Vec<(String, ScenarioOf<imperium::driver::Tabletop>)> =
        files(Path::new("tests/scenarios/imperium"))
            .unwrap()
            .iter()
            .flat_map(|file| file.scenarios::<imperium::driver::Tabletop>().unwrap())
            .filter(|scenario| !scenario.steps.is_empty())
            .map(|scenario| (format!("{scenario:?}"), scenario))
            .collect();
    let excused = excused("tests/scenarios/imperium");
    let definitions = imperium::library::load(default_dir()).unwrap();
    let mut tried = 0;
    let mut survivors = Vec::new();
    for (index, card) in definitions.iter().enumerate() {
        if card.id.starts_with("TEST_") {
            continue;
        }
        let named = [&card.id, &card.name, &card.faction];
        let named: Vec<&String> = named.into_iter().filter(|name| !name.is_empty()).collect();
        for (path, mutant) in mutants(card, &["abilities", "constants", "objective"]) {
            let mut definitions = definitions.clone();
            definitions[index] = mutant;
            let Ok(definitions) = extended(definitions, Vec::new()) else { continue };
            tried += 1;
            let mutated = imperium::catalogue::Catalogue::new(definitions);
            let name = format!("{} {path}", card.id);
            let noticed = scenarios.iter().any(|(text, scenario)| {
                named.iter().any(|name| text.contains(*name)) && !galaxy_holds(&mutated, scenario)
            });
            match (noticed, excused.contains_key(&name)) {
                (true, true) => panic!("{name} is excused, yet a scenario fails"),
                (false, false) => survivors.push(name),
                _ => {}
            }
        }
    }
    assert!(tried > 300, "only {tried} mutants were tried");
    let count = survivors.len();
    assert!(survivors.is_empty(), "{count} of {tried} survive:\n{}", survivors.join("\n"));
}
