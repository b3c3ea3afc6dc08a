//! Files that are written here lead to the same game by another road than the one they are written
//! by.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cardmill_harness::session::Value;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::pgn::board::{Side, State, Unit};
use cardmill_unlimited::pgn::check::Report;
use cardmill_unlimited::pgn::file::File;
use cardmill_unlimited::pgn::in_library;
use cardmill_unlimited::vocabulary::Keyword;
use serde_json::json;

use super::Desk;
use crate::decks::drawn;

/// A unit in plain data, as a session and as a file tell it.
fn unit(unit: &Unit) -> Value {
    let mut tokens: BTreeMap<String, i64> = unit.tokens.clone();
    tokens
        .extend([("shield".to_owned(), unit.shields), ("experience".to_owned(), unit.experience)]);
    tokens.retain(|_, count| *count > 0);
    let named = |ids: &[String]| {
        let mut ids: Vec<_> = ids.iter().map(|id| in_library(id)).collect();
        ids.sort();
        ids
    };
    json!({
        "card": in_library(&unit.id),
        "zone": unit.zone,
        "damage": unit.damage,
        "exhausted": unit.exhausted,
        "power": unit.power,
        "hp": unit.hp,
        "keywords": unit.keywords,
        "tokens": tokens,
        "upgrades": named(&unit.upgrades),
        "captured": named(&unit.captured),
    })
}

/// The side of a player, as a file tells it.
fn told(side: &Side) -> Value {
    let mut units: Vec<String> = side.units.iter().map(|one| unit(one).to_string()).collect();
    units.sort();
    let named = |ids: &[String]| ids.iter().map(|id| in_library(id)).collect::<Vec<_>>();
    let mut hand = named(&side.hand);
    hand.sort();
    json!({
        "base": side.base_hp,
        "hand_count": side.hand_size,
        "hand": hand,
        "ready": side.ready,
        "exhausted": side.exhausted,
        "credits": side.credits,
        "force": side.force,
        "discard": named(&side.discard),
        "deck": side.deck,
        "leader": side.leader.as_ref().map(|leader| {
            json!([in_library(&leader.id), leader.deployed, leader.exhausted, leader.epic_used])
        }),
        "units": units,
    })
}

/// The side of a player, as a session tells it.
fn seen(state: &Value, seat: usize) -> Value {
    let player = &state["players"][seat];
    let all: BTreeMap<u64, &Value> = state["cards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| (card["id"].as_u64().unwrap(), card))
        .collect();
    let of = |slot: &Value| all[&slot.as_u64().unwrap()];
    let own_name = |slot: &Value| {
        let card = of(slot);
        let own = card.get("copy_by").filter(|own| !own.is_null()).unwrap_or(&card["definition"]);
        own.as_str().unwrap().to_owned()
    };
    let sorted = |list: &Value| {
        let mut names: Vec<String> = list.as_array().unwrap().iter().map(own_name).collect();
        names.sort();
        names
    };
    let is_own = |slot: &&Value| of(slot)["controller"] == player["player"];
    let play: Vec<&Value> = state["play"].as_array().unwrap().iter().filter(is_own).collect();
    let is_unit = |slot: &&&Value| {
        let zone = of(slot)["zone"].as_str().unwrap();
        zone == "Ground" || zone == "Space"
    };
    let units = play.iter().filter(is_unit).map(|slot| {
        let (card, now) = (of(slot), &of(slot)["now"]);
        let mut tokens: BTreeMap<String, i64> = BTreeMap::new();
        for token in now["tokens"].as_array().unwrap() {
            *tokens.entry(token["name"].as_str().unwrap().to_lowercase()).or_default() += 1;
        }
        let mut keywords: Vec<&str> =
            now["keywords"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        // Of keywords with costs or texts of their own files tell nothing.
        keywords.retain(|word| Keyword::ALL.iter().any(|known| word.starts_with(known.name())));
        keywords.sort_unstable();
        json!({
            "card": own_name(slot),
            "zone": card["zone"].as_str().unwrap().to_lowercase(),
            "damage": now["damage"],
            "exhausted": now["exhausted"],
            "power": now["power"],
            "hp": now["hp"],
            "keywords": keywords,
            "tokens": tokens,
            "upgrades": sorted(&now["upgrades"]),
            "captured": sorted(&now["captured"]),
        })
        .to_string()
    });
    let mut units: Vec<String> = units.collect();
    units.sort();
    let base = of(&player["base"]);
    let leader = of(&player["leader"]);
    let number = |value: &Value| value.as_i64().unwrap();
    json!({
        "base": number(&base["printed"]["hp"]) - number(&player["base_damage"]),
        "hand_count": player["hand_count"],
        "hand": sorted(&player["hand"]),
        "ready": player["ready_resources"],
        "exhausted": number(&player["resources"]) - number(&player["ready_resources"]),
        "credits": player["credits"],
        "force": play.iter().any(|slot| of(slot)["kind"] == "ForceToken"),
        "discard": player["discard"].as_array().unwrap().iter().map(own_name).collect::<Vec<_>>(),
        "deck": player["deck_count"],
        "leader": json!([
            leader["definition"], leader["zone"] != "Base", leader["now"]["exhausted"],
            leader["now"]["epic_used"],
        ]),
        "units": units,
    })
}

/// At every how many decisions the table is looked at, beside those behind a keyframe.
const LOOKS: usize = 7;

/// Plays games, and holds what the events lead to against what a session tells, at decisions behind the first
/// keyframe. Returns how many decisions that were, and in how many files the control of a unit changed.
fn play(desk: &mut Desk, decks: [&Deck; 2], game: u64) -> [usize; 3] {
    desk.deal(decks, game);
    let (mut state, mut read, mut compared) = (State::default(), 0, 0);
    for decision in 0.. {
        let mut looks = decision % LOOKS == 0;
        {
            let scribe = desk.scribe();
            let events = scribe.as_ref().unwrap().events();
            looks |= events[read..].iter().any(|event| event.fields.contains_key("keyframe"));
            events[read..].iter().for_each(|event| state.fold(event));
            read = events.len();
        }
        if state.round > 0 && looks {
            let watched = desk.state();
            for (seat, deck) in decks.iter().enumerate() {
                let (told, seen) = (told(&state.sides[seat]), seen(&watched, seat));
                for (part, told) in told.as_object().unwrap() {
                    assert_eq!(
                        *told, seen[part],
                        "game {game}, {part} of {seat}, event {read}: {}",
                        deck.name
                    );
                }
            }
            compared += 1;
        }
        if !desk.answer() {
            break;
        }
    }
    let Some(text) = desk.file() else { return [compared, 0, 0] };
    let (report, file) = Report::of("game", text.as_bytes());
    assert!(report.sound && report.newer && report.flaws.is_empty(), "{}", report.text());
    assert!(report.keyframes >= 1);
    let file = file.unwrap();
    assert_eq!(file.written(), text, "read and written again");
    // A second reader of the same file.
    assert_eq!(State::at(&file.events, "none"), state_of(&file));
    let taken = file.events.iter().any(|event| event.kind() == "TAKE_CONTROL");
    [compared, 1, usize::from(taken)]
}

fn state_of(file: &File) -> State {
    let mut state = State::default();
    file.events.iter().for_each(|event| state.fold(event));
    state
}

#[test]
fn files_of_random_games_lead_where_the_games_went() {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::with(&library.definitions, library.supplement.clone()).unwrap();
    let mut desk = Desk::new(&catalogue);
    let decks = drawn(&library, 40, |_| false);
    let mut sums = [0; 3];
    for game in 0..200_u64 {
        let (one, other) = (game as usize % 40, (game as usize * 7 + 1) % 40);
        let found = play(&mut desk, [&decks[one], &decks[other]], game);
        sums.iter_mut().zip(found).for_each(|(sum, more)| *sum += more);
    }
    let [compared, written, _] = sums;
    assert!(compared > 4_000 && written > 190, "{sums:?}");
}

#[test]
fn files_of_games_with_every_ready_deck_lead_where_the_games_went() {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::with(&library.definitions, library.supplement.clone()).unwrap();
    let read = |(file, text): &(PathBuf, String)| Deck::parse(text, file, &library).unwrap();
    let decks: Vec<Deck> = library.supplement.decks().map(read).collect();
    let mut desk = Desk::new(&catalogue);
    for (game, deck) in (1000..).zip(&decks) {
        let other = &decks[(game as usize * 5 + 1) % decks.len()];
        play(&mut desk, [deck, other], game);
    }
}
