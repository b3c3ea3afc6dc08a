//! Every clause of every card matters: with any one of them taken out, any word that wraps others
//! taken off, or any number made one greater, a scenario fails that uses the card. Cards that no
//! scenario is about are read back from their own text instead (`plugins/unlimited/tests/reader.rs`).

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;

use cardmill::scenario::format::files;
use cardmill::scenario::run::check;
use cardmill::scenario::{ScenarioOf, Scripted, run};
use cardmill_harness::library::{Definition, Editable, extended};
use cardmill_imperium as imperium;
use cardmill_skirmish as skirmish;
use cardmill_unlimited as unlimited;
use cardmill_unlimited::library::default_dir;
use cardmill_xwing as xwing;
use rayon::prelude::*;
use serde_json::Value;

/// A game whose cards are tried.
trait Tried: Scripted<Catalogue: Sync> {
    /// The folder of its scenarios, and of the list of mutants that none can tell apart.
    const SCENARIOS: &str;
    /// The fields of a definition that hold clauses.
    const CLAUSES: &[&str];
    /// The fields of these that are facts or names, and no clauses.
    const FACTS: &[&str];

    /// `true` if cards that no scenario uses are held by being read back.
    const READ: bool = false;
    /// Cards that are on tables without being named: tokens, what positions leave out.
    const UNNAMED: &[&str] = &[];

    /// Tells whether a scenario uses a card, by what the scenario says.
    fn uses(scenario: &ScenarioOf<Self>, text: &str, card: &Self::Card, all: &[Self::Card])
    -> bool;
}

impl Tried for unlimited::driver::Tabletop {
    const SCENARIOS: &str = "tests/cards";
    const CLAUSES: &[&str] =
        &["keywords", "abilities", "unit_side", "flip_side", "upgrade_side", "attach"];
    const FACTS: &[&str] =
        &[".deploy_at", "unit_side.called", "upgrade_side.power", "upgrade_side.hp"];
    const READ: bool = true;
    const UNNAMED: &[&str] = &["_T", "SOR_014", "SOR_026", "SOR_247"];

    fn uses(scenario: &ScenarioOf<Self>, _: &str, card: &Self::Card, _: &[Self::Card]) -> bool {
        scenario.card == card.id
    }
}

impl Tried for xwing::driver::Hangar {
    const SCENARIOS: &str = "tests/scenarios/xwing";
    const CLAUSES: &[&str] = &[
        "abilities",
        "charges",
        "spent",
        "force",
        "recurring",
        "expends",
        "recovers_all",
        "holds",
    ];
    const FACTS: &[&str] = &[".label"];

    fn uses(_: &ScenarioOf<Self>, text: &str, card: &Self::Card, all: &[Self::Card]) -> bool {
        use xwing::vocabulary::Kind;
        let named = |card: &Self::Card| text.contains(&card.id) || text.contains(&card.name);
        let of_type = |pilot: &&Self::Card| match &pilot.kind {
            Kind::Pilot { ship, .. } => *ship == card.id,
            _ => false,
        };
        match card.kind {
            Kind::Standard => true,
            Kind::Ship { .. } => named(card) || all.iter().filter(of_type).any(named),
            _ => named(card),
        }
    }
}

impl Tried for imperium::driver::Tabletop {
    const SCENARIOS: &str = "tests/scenarios/imperium";
    const CLAUSES: &[&str] = &["abilities", "constants", "needs", "objective", "outcomes", "unit"];
    const FACTS: &[&str] =
        &["unit.cost", "unit.for_cost", "unit.combat", "unit.movement", "unit.capacity"];

    fn uses(_: &ScenarioOf<Self>, text: &str, card: &Self::Card, _: &[Self::Card]) -> bool {
        let names = [&card.id, &card.name, &card.faction];
        names.into_iter().any(|name| !name.is_empty() && text.contains(name))
    }
}

impl Tried for skirmish::Tabletop {
    const SCENARIOS: &str = "tests/scenarios/skirmish";
    const CLAUSES: &[&str] = &["abilities"];
    const FACTS: &[&str] = &[];

    fn uses(_: &ScenarioOf<Self>, text: &str, card: &Self::Card, _: &[Self::Card]) -> bool {
        text.contains(&card.name)
    }
}

/// The definitions with one clause of the card changed, each with the place of the change.
fn mutants<D: Tried>(card: &D::Card) -> Vec<(String, D::Card)> {
    let written = written(card);
    let mut found: Vec<(String, D::Card)> = Vec::new();
    for &field in D::CLAUSES {
        let Some(part) = written.get(field) else { continue };
        for (path, changed) in changes(part, field) {
            if D::FACTS.iter().any(|fact| path.contains(fact)) {
                continue;
            }
            let mut mutant = written.clone();
            mutant[field] = changed;
            if let Ok(mutant) = D::Card::of_plain(&mutant)
                && mutant != *card
                && found.iter().all(|(_, other)| *other != mutant)
            {
                found.push((path, mutant));
            }
        }
    }
    found
}

/// A definition without the fields that mean the same when they are left out: those are no clauses.
fn written<C: Editable>(card: &C) -> Value {
    let mut whole = card.plain();
    let mut places = vec![String::new()];
    while let Some(place) = places.pop() {
        let inside: Vec<String> = match whole.pointer(&place) {
            Some(Value::Object(fields)) => fields.keys().cloned().collect(),
            Some(Value::Array(list)) => (0..list.len()).map(|n| n.to_string()).collect(),
            _ => Vec::new(),
        };
        for name in inside {
            if let Some(Value::Object(fields)) = whole.pointer_mut(&place)
                && let Some(field) = fields.remove(&name)
            {
                if C::of_plain(&whole).is_ok_and(|same| same == *card) {
                    continue;
                }
                whole.pointer_mut(&place).unwrap()[&name] = field;
            }
            places.push(format!("{place}/{name}"));
        }
    }
    whole
}

/// A part of a definition without an element of a list, without a field that may be left out,
/// without a word around others, or with a number one greater.
fn changes(value: &Value, path: &str) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    match value {
        Value::Array(list) => {
            for (n, element) in list.iter().enumerate() {
                let path = format!("{path}[{n}]");
                let with = |inner: Vec<Value>| {
                    let mut changed = list.clone();
                    changed.splice(n..=n, inner);
                    Value::Array(changed)
                };
                found.push((path.clone(), with(Vec::new())));
                for steps in wrapped(element) {
                    found.push((format!("{path} unwrapped"), with(steps.clone())));
                }
                let inner = changes(element, &path).into_iter();
                found.extend(inner.map(|(path, inner)| (path, with(vec![inner]))));
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                let path = format!("{path}.{name}");
                let mut fewer = fields.clone();
                fewer.remove(name);
                found.push((path.clone(), Value::Object(fewer)));
                if fields.len() == 1 {
                    found.push((format!("{path} unwrapped"), field.clone()));
                }
                for (path, inner) in changes(field, &path) {
                    let mut changed = fields.clone();
                    changed.insert(name.clone(), inner);
                    found.push((path, Value::Object(changed)));
                }
            }
        }
        Value::Number(number) => {
            let more = number.as_i64().expect("numbers of cards are small and whole") + 1;
            found.push((format!("{path} + 1"), more.into()));
        }
        _ => {}
    }
    found
}

/// The lists inside a word, such as the steps of a "may".
fn wrapped(element: &Value) -> Vec<&Vec<Value>> {
    let Value::Object(fields) = element else { return Vec::new() };
    let mut contents = fields.values();
    match (contents.next(), contents.next()) {
        (Some(Value::Array(content)), None) => {
            core::iter::once(content).chain(content.iter().filter_map(Value::as_array)).collect()
        }
        _ => Vec::new(),
    }
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

/// The first of these scenarios that fails with these cards.
fn failing<D: Scripted>(catalogue: &D::Catalogue, scenarios: &[&ScenarioOf<D>]) -> Option<usize> {
    let mut driver = D::new(catalogue);
    let table = driver.add();
    scenarios.iter().position(|scenario| {
        if !scenario.cards.is_empty() {
            let own = ScenarioOf::<D> { cards: Vec::new(), ..(*scenario).clone() };
            return D::extend(catalogue, scenario.cards.clone())
                .map_or(true, |catalogue| failing::<D>(&catalogue, &[&own]).is_some());
        }
        check::<D>(catalogue, scenario).is_err()
            || (!scenario.steps.is_empty() && run(&mut driver, table, scenario).is_err())
    })
}

/// The cards that some scenarios name, if these hold with them alone, and the place of one of them
/// among these: to make a catalogue of all cards for every mutant took most of the time.
fn near<D: Tried>(
    catalogue: &D::Catalogue,
    all: &[D::Card],
    index: usize,
    texts: &[&str],
    scenarios: &[&ScenarioOf<D>],
) -> (Vec<D::Card>, usize) {
    let id = all[index].id();
    let named = |card: &&D::Card| {
        let unnamed = D::UNNAMED.iter().any(|part| card.id().contains(part));
        unnamed || card.id() == id || texts.iter().any(|text| text.contains(card.id()))
    };
    let named: Vec<D::Card> = all.iter().filter(named).cloned().collect();
    let alone = extended(named.clone(), Vec::new()).map(|cards| D::redefined(catalogue, cards));
    match alone {
        Ok(Ok(alone)) if failing::<D>(&alone, scenarios).is_none() => {
            let place = named.iter().position(|card| card.id() == id);
            (named, place.expect("it is one of them"))
        }
        _ => (all.to_vec(), index),
    }
}

/// Tries every mutant of every card of a game, of which there are so many: scenarios notice 95 in a
/// hundred, and the others are excused. `CARDMILL_MUTANTS` names the cards to try alone, with commas.
fn every_clause_matters<D: Tried>(at_least: usize)
where
    ScenarioOf<D>: Send + Sync,
{
    let catalogue = D::load(default_dir()).unwrap();
    let scenarios: Vec<(String, ScenarioOf<D>)> = files(Path::new(D::SCENARIOS))
        .unwrap()
        .iter()
        .flat_map(|file| file.scenarios::<D>().unwrap())
        .map(|scenario| (format!("{scenario:?}"), scenario))
        .collect();
    let definitions = D::definitions(&catalogue);
    let only = env::var("CARDMILL_MUTANTS").ok();
    let is_meant =
        |id: &str| only.as_ref().is_none_or(|only| only.split(',').any(|meant| meant == id));
    let tried: Vec<(String, bool)> = (0..definitions.len())
        .into_par_iter()
        .filter(|&index| !definitions[index].id().starts_with("TEST_"))
        .filter(|&index| is_meant(definitions[index].id()))
        .flat_map_iter(|index| {
            let card = &definitions[index];
            let (texts, mut using): (Vec<&str>, Vec<&ScenarioOf<D>>) = scenarios
                .iter()
                .filter(|(text, scenario)| D::uses(scenario, text, card, &definitions))
                .map(|(text, scenario)| (&**text, scenario))
                .unzip();
            let mutants = if using.is_empty() && D::READ { Vec::new() } else { mutants::<D>(card) };
            let (definitions, index) = near::<D>(&catalogue, &definitions, index, &texts, &using);
            mutants
                .into_iter()
                .filter_map(|(path, mutant)| {
                    let mut definitions = definitions.clone();
                    definitions[index] = mutant;
                    let definitions = extended(definitions, Vec::new()).ok()?;
                    let mutated = D::redefined(&catalogue, definitions).ok()?;
                    let noticed = failing::<D>(&mutated, &using);
                    // What notices one clause is the likeliest to notice the next.
                    if let Some(at) = noticed {
                        using[..=at].rotate_right(1);
                    }
                    Some((format!("{} {path}", card.id()), noticed.is_some()))
                })
                .collect::<Vec<_>>()
        })
        .collect();
    let excused = excused(D::SCENARIOS);
    let noticed = tried.iter().filter(|(_, noticed)| *noticed).count();
    println!("{} mutants, {noticed} noticed, {} excused", tried.len(), excused.len());
    let mut wrong: Vec<String> = excused
        .keys()
        .filter(|name| only.is_none() && !tried.iter().any(|(mutant, _)| mutant == *name))
        .map(|name| format!("{name}: excused, and no mutant"))
        .collect();
    for (name, noticed) in &tried {
        match (noticed, excused.contains_key(name)) {
            (true, true) => wrong.push(format!("{name}: excused, yet a scenario fails")),
            (false, false) => wrong.push(format!("{name}: survives")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), tried.len(), wrong.join("\n"));
    if only.is_some() {
        return;
    }
    assert!(tried.len() >= at_least, "only {} mutants were tried", tried.len());
    assert!(noticed * 100 >= tried.len() * 95, "{noticed} of {} are noticed", tried.len());
}

#[test]
fn every_clause_of_unlimited_matters() {
    every_clause_matters::<unlimited::driver::Tabletop>(1700);
}

#[test]
fn every_clause_of_xwing_matters() {
    every_clause_matters::<xwing::driver::Hangar>(2500);
}

#[test]
fn every_clause_of_imperium_matters() {
    every_clause_matters::<imperium::driver::Tabletop>(500);
}

#[test]
fn every_clause_of_skirmish_matters() {
    every_clause_matters::<skirmish::Tabletop>(10);
}
