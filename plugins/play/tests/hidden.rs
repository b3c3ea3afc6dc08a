//! Secrets of a seat: nothing that is hidden from it is in anything that its page is told, over whole games.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use cardmill_harness::session::Value;
use cardmill_host::engine::engine;
use cardmill_host::output::html::viewer::{called, keyed};
use cardmill_host::sitting::{Party, Sitting};
use cardmill_play::desk::Desk;

use super::fixture::{Dice, GAMES, count, planned};

/// The words of a view that could be names: what stands in it between marks, from five letters on.
fn words(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            let parts = text.split([',', ';', ':', '(', ')']).map(str::trim);
            into.extend(parts.filter(|part| part.len() > 4).map(str::to_owned));
        }
        Value::Array(list) => list.iter().for_each(|one| words(one, into)),
        Value::Object(fields) => fields.values().for_each(|one| words(one, into)),
        _ => {}
    }
}

/// The same game twice: one at a desk, one to look into.
fn twins(files: &[&str], party: &Party) -> [Box<dyn Sitting>; 2] {
    let planned = planned(files);
    let engine = engine(planned.catalogue.game());
    [(); 2]
        .map(|()| engine.sit(&planned.catalogue, &planned.setups, (23, 0), party, planned.rounds))
}

#[test]
fn a_page_is_told_what_its_seat_sees_and_nothing_else() {
    let stop = AtomicBool::new(false);
    for (game, files) in GAMES {
        let planned = planned(&[files, &["--against", "random"]].concat());
        let mut party = Party::new();
        for seat in &planned.seats {
            party.push(seat.as_ref().map(|_| planned.agents[0].1));
        }
        let [at_desk, mut open] = twins(files, &party);
        let seats = open.seats();
        let mut desk = Desk::new(at_desk, "a game".into(), vec![String::new(); seats.into()]);
        let mut dice = Dice(8);
        // All that seat P1 was ever shown, as one text.
        let mut seen = String::new();
        // Names that are in it, and names that are not.
        let (mut known, mut unknown) = (BTreeSet::new(), BTreeSet::<String>::new());
        let (mut hidden, mut differs, mut decisions) = (0, 0, 0);
        loop {
            // One step of the one is one of the other.
            let own = open.drawn(Some(0));
            let before = seen.len();
            seen.push_str(&own.to_string());
            for card in own["cards"].as_array().into_iter().flatten() {
                let rules = card["definition"].as_str().map(|id| open.rules(id));
                seen.push_str(&rules.unwrap_or_default().join(" "));
            }
            let question = open.question().filter(|question| question.player == 0);
            if let Some(question) = &question {
                seen.push_str(&serde_json::to_string(question).unwrap());
            }
            for taken in open.taken().iter().filter(|taken| taken.player == 0) {
                seen.push_str(&serde_json::to_string(taken).unwrap());
            }
            let fresh = &seen[before..];
            unknown.retain(|name| !fresh.contains(name));
            let told = desk.told(game);
            assert_eq!(told["question"].is_null(), question.is_none(), "{game}: {told}");
            assert_eq!(told["decisions"], open.decisions(), "{game}");
            let text = told.to_string();
            // What is drawn is what the seat sees, as a session tells it.
            assert_eq!(told["state"], keyed(own.clone()), "{game}");
            for other in 1..seats {
                let mut names = Vec::new();
                let theirs = open.drawn(Some(other));
                differs += u32::from(theirs != own);
                words(&theirs, &mut names);
                for name in names {
                    let written = serde_json::to_string(&name).unwrap();
                    let name = written.trim_matches('"');
                    if known.contains(name) {
                        continue;
                    }
                    if !unknown.contains(name) {
                        if seen.contains(name) {
                            known.insert(name.to_owned());
                            continue;
                        }
                        unknown.insert(name.to_owned());
                    }
                    hidden += 1;
                    assert!(!text.contains(name), "{game}: {name} of {} in {text}", called(other));
                }
            }
            if open.has_ended() {
                break;
            }
            if desk.waits() {
                let option = dice.below(count(&told));
                desk.choose(told["moment"].as_u64().unwrap(), option, &stop).unwrap();
                open.choose(option).unwrap();
                decisions += 1;
            } else {
                assert!(desk.play(&stop));
            }
            assert!(open.step(&stop));
        }
        assert!(decisions > 5, "{game}: {decisions}");
        // There was something to be hidden; what stands on dials is no name.
        assert!(differs > 5 && (hidden > 20 || game == "xwing"), "{game}: {differs}, {hidden}");
    }
}
