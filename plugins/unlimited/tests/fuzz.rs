//! Definitions that nobody has thought of: parts of one card put into another, left out, said twice
//! or with other numbers. Each is refused with what was expected, or it plays; nothing panics.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cardmill_harness::library::Editable;
use cardmill_harness::notation;
use cardmill_kernel::streams::{Purpose, below, generator};
use cardmill_kernel::table::{Fault, Status};
use cardmill_unlimited::deal;
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::vocabulary::Definition;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::checker::{Hall, SEED, Shelf};

/// The number of times that every card is changed: 10,000 cards and more.
const ROUNDS: u64 = 7;
/// The fields of a definition that are changed.
const CHANGED: [&str; 6] =
    ["abilities", "keywords", "unit_side", "flip_side", "upgrade_side", "attach"];
/// The numbers that are put where a number stood.
const NUMBERS: [i64; 9] = [-100, -1, 0, 1, 2, 7, 100, 255, 40_000];

/// All parts of definitions, by the name of the field, or of the word around them.
type Parts = BTreeMap<String, Vec<Value>>;

/// The place of a part in a definition, and the name it stands under.
struct Place {
    pointer: String,
    name: String,
}

/// Hands over a part and all parts inside it.
fn each(part: &Value, place: Place, found: &mut dyn FnMut(&Place, &Value)) {
    found(&place, part);
    let Place { pointer, name } = place;
    match part {
        Value::Object(fields) => {
            for (field, inner) in fields {
                let pointer = format!("{pointer}/{field}");
                each(inner, Place { pointer, name: field.clone() }, found);
            }
        }
        Value::Array(list) => {
            for (n, inner) in list.iter().enumerate() {
                let pointer = format!("{pointer}/{n}");
                each(inner, Place { pointer, name: format!("one of {name}") }, found);
            }
        }
        _ => {}
    }
}

fn each_of(card: &Value, found: &mut dyn FnMut(&Place, &Value)) {
    for field in CHANGED {
        if let Some(part) = card.get(field) {
            each(part, Place { pointer: format!("/{field}"), name: field.to_owned() }, found);
        }
    }
}

fn any<'a, T>(rng: &mut ChaCha8Rng, of: &'a [T]) -> &'a T {
    &of[below(rng, of.len())]
}

/// Changes one part of a definition.
fn change(card: &mut Value, parts: &Parts, rng: &mut ChaCha8Rng) {
    let mut places = Vec::new();
    each_of(card, &mut |place, part| {
        places.push((place.pointer.clone(), place.name.clone(), part.is_number()));
    });
    let (pointer, name, number) = any(rng, &places);
    let (around, last) = pointer.rsplit_once('/').expect("a place is in something");
    match (below(rng, 6), card.pointer_mut(around).expect("it is there")) {
        (0, Value::Array(list)) => drop(list.remove(last.parse().expect("a place in a list"))),
        (0, Value::Object(fields)) => drop(fields.remove(last)),
        (1, Value::Array(list)) => list.push(list[0].clone()),
        (2, _) if *number => *card.pointer_mut(pointer).unwrap() = (*any(rng, &NUMBERS)).into(),
        _ => *card.pointer_mut(pointer).unwrap() = any(rng, &parts[name]).clone(),
    }
}

/// A definition as it is read from a file, or what is wrong with it.
fn read(definition: &Definition) -> Result<Definition, String> {
    let text = format!("[{}]", notation::write(definition).expect("definitions can be written"));
    let file = PathBuf::from("changed.ron");
    match Library::parse(vec![(file, text)]) {
        Ok(library) => Ok(library.definitions.into_iter().next().expect("there was one")),
        Err(errors) => Err(errors.to_string()),
    }
}

#[test]
fn cards_with_parts_of_others_are_refused_or_play() {
    let library = Library::load(default_dir()).unwrap();
    let plain: Vec<Value> = library.definitions.iter().map(Editable::plain).collect();
    let mut parts = Parts::new();
    for card in &plain {
        each_of(card, &mut |place, part| {
            parts.entry(place.name.clone()).or_default().push(part.clone());
        });
    }
    let (mut tried, mut refused, mut games, mut aside) = (0, 0, 0, Vec::new());
    for round in 0..ROUNDS {
        let mut rng = generator(SEED, round, Purpose::Agent(0));
        let mut changed = library.clone();
        for (definition, plain) in changed.definitions.iter_mut().zip(&plain) {
            if definition.id.contains("_T") {
                continue;
            }
            let mut card = plain.clone();
            for _ in 0..=below(&mut rng, 2) {
                change(&mut card, &parts, &mut rng);
            }
            tried += 1;
            let Ok(card) = Definition::of_plain(&card) else {
                refused += 1;
                continue;
            };
            match read(&card) {
                Ok(read) => {
                    assert_eq!(read, card, "what is written is read");
                    *definition = card;
                }
                Err(error) => {
                    refused += 1;
                    assert!(error.starts_with("changed.ron:"), "{error}");
                }
            }
        }
        let shelf = Shelf::of(&changed);
        let mut hall = Hall::new(&shelf, 1, true, round);
        for (pair, decks) in shelf.odd_pairs().enumerate() {
            deal::deal(&mut hall.batch, 0, decks, SEED, round);
            while hall.reach(0) {
                let option = hall.any(0);
                hall.choose(0, option).unwrap();
            }
            games += 1;
            let complaints = &hall.verdicts().complaints;
            if let Some(first) = complaints.first() {
                let about = changed.definitions.iter().filter(|card| first.contains(&card.name));
                let about: Vec<String> = about.map(|c| notation::write(c).unwrap()).collect();
                panic!("round {round}, pair {pair}: {first}\n{}", about.join("\n"));
            }
            if hall.status(0) != Status::Over {
                aside.push((round, pair, hall.fault(0)));
            }
        }
    }
    println!("{tried} cards, {refused} refused; {games} games, {} set aside", aside.len());
    for set_aside in &aside {
        println!("{set_aside:?}");
        let (.., fault) = set_aside;
        assert!(!matches!(fault, Some(Fault::NoOption | Fault::Invariant(_))), "{set_aside:?}");
    }
    assert!(tried >= 10_000, "{tried}");
    assert!(refused * 5 < tried * 4, "{refused} of {tried} are refused");
    assert!(aside.len() * 10 < games, "{} of {games} are set aside", aside.len());
}

/// A file with some of its characters taken out, said twice or put elsewhere.
fn garbled(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=below(rng, 3) {
        let from = below(rng, text.len());
        let to = (from + 1 + below(rng, 12)).min(text.len());
        let place = below(rng, text.len() - (to - from) + 1);
        match below(rng, 4) {
            0 => drop(text.drain(from..to)),
            1 => {
                let again = text[from..to].to_vec();
                drop(text.splice(place..place, again));
            }
            2 => {
                let moved: Vec<char> = text.drain(from..to).collect();
                drop(text.splice(place..place, moved));
            }
            _ => text[from] = *any(rng, &['(', ')', '[', ']', ',', ':', '"', '-', '9', 'Z', '\n']),
        }
    }
    text.into_iter().collect()
}

#[test]
fn files_that_are_garbled_are_refused_with_the_place_or_read() {
    let library = Library::load(default_dir()).unwrap();
    let texts: Vec<String> = library
        .definitions
        .iter()
        .map(|card| notation::write(card).unwrap_or_else(|error| panic!("{}: {error}", card.id)))
        .collect();
    let mut rng = generator(SEED, 0, Purpose::Agent(1));
    let (mut tried, mut refused) = (0, 0);
    for text in texts.iter().cycle().take(10_000) {
        let text = garbled(&format!("[\n{text}]"), &mut rng);
        let lines = text.lines().count();
        tried += 1;
        if let Err(errors) = Library::parse(vec![(PathBuf::from("garbled.ron"), text)]) {
            refused += 1;
            let errors = errors.to_string();
            let place = errors.strip_prefix("garbled.ron:").expect("the file is named");
            let line = place.split(':').next().and_then(|line| line.parse::<usize>().ok());
            assert!(line.is_some_and(|line| (1..=lines + 1).contains(&line)), "{errors}");
        }
    }
    println!("{tried} files, {refused} refused");
    assert!(refused * 2 > tried, "{refused} of {tried} are refused");
}
