//! Worlds that a seat cannot rule out: that none of what they are made of is the truth, and that the
//! greedy agent does not look at it either.

use std::collections::BTreeMap;

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use cardmill_harness::driver::Driver;
use cardmill_harness::play::Play;
use cardmill_harness::session::Session;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::mix;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::{Status, Table};
use cardmill_xwing::board::{Board, Layout};
use cardmill_xwing::card::{Card, Place};
use cardmill_xwing::choice::{Choice, Prompt, XWing};
use cardmill_xwing::driver::Hangar;
use cardmill_xwing::position::{Position, ShipAt};
use cardmill_xwing::ship::{Flags, SHIPS, Ship};
use cardmill_xwing::view::determinize;
use cardmill_xwing::vocabulary::{Kind, Maneuver, Phase};

use crate::dogfights::{dogfight, menagerie};
use crate::greedy::greedy;
use crate::play::{answer, component, hangar, sound};

fn of_mut<C: Component<Mutability = Mutable>>(batch: &mut Batch, table: usize) -> Mut<'_, C> {
    let entity = batch.table(table);
    batch.world_mut().get_mut::<C>(entity).expect("every table has it")
}

fn ship(batch: &mut Batch, table: usize, slot: Slot) -> Mut<'_, Ship> {
    let figure = roster(batch, table).lists.figures[usize::from(slot)];
    batch.world_mut().get_mut::<Ship>(figure).expect("a figure is a ship")
}

fn card(batch: &mut Batch, table: usize, slot: Slot) -> Mut<'_, Card> {
    let card = roster(batch, table).card(slot);
    batch.world_mut().get_mut::<Card>(card).expect("a slot is a card")
}

fn roster(batch: &Batch, table: usize) -> &Roster {
    batch.world().get::<Roster>(batch.table(table)).expect("a table has a roster")
}

/// The ships whose dials a seat cannot know, by the rules: those of the other player, until they are
/// revealed.
fn secret(hangar: &mut Hangar, table: usize, seat: Seat) -> Vec<Slot> {
    let (ships, phase) = {
        let board = component::<Board>(hangar, table);
        (board.ships, board.phase)
    };
    let hidden = |slot: &Slot| {
        let ship = ship(hangar.batch_mut(), table, *slot);
        let turned = phase == Phase::Activation && ship.flags.has(Flags::ACTED);
        let before = matches!(phase, Phase::Planning | Phase::System | Phase::Activation);
        ship.owner != seat && ship.dial.is_some() && ship.is_present() && before && !turned
    };
    (0..ships).filter(hidden).collect()
}

/// The damage cards of a player that nobody sees: in the deck, or facedown with a ship.
fn facedown(hangar: &mut Hangar, table: usize, owner: Seat) -> Vec<Slot> {
    hangar.read(table, |scene| {
        let is = |&slot: &Slot| {
            let card = scene.card(slot);
            let lies = matches!(card.place, Place::Deck | Place::Facedown);
            card.owner == owner && lies && scene.is_damage(slot)
        };
        (SHIPS as Slot..scene.board.slots).filter(is).collect()
    })
}

/// Somebody chooses among cards: then they see what is in a deck.
fn looks(hangar: &Hangar, table: usize) -> bool {
    let decision = component::<Decision<XWing>>(hangar, table);
    let card = |choice: &Choice| matches!(choice, Choice::Card(_));
    decision.prompt == Some(Prompt::Step) && decision.options.iter().any(card)
}

/// Changes all on table 1, a copy of the game, that a seat cannot know.
fn change_what_is_hidden(hangar: &mut Hangar, seat: Seat, number: u64) {
    for slot in secret(hangar, 1, seat) {
        let dial: Vec<Maneuver> = hangar.read(1, |scene| scene.dial(slot).to_vec());
        let any = mix(number, slot.into()) as usize % dial.len();
        ship(hangar.batch_mut(), 1, slot).dial = Some(dial[any]);
    }
    if !looks(hangar, 1) {
        for owner in [0, 1] {
            let slots = facedown(hangar, 1, owner);
            let deck = component::<Board>(hangar, 1).players[usize::from(owner)].deck.len();
            for n in 0..40 {
                let any = |n: u64, of: usize| mix(number, n) as usize % of;
                let [one, other] = [n, n + 40].map(|n| slots[any(n, slots.len())]);
                let was = card(hangar.batch_mut(), 1, one).definition;
                let will =
                    core::mem::replace(&mut card(hangar.batch_mut(), 1, other).definition, was);
                card(hangar.batch_mut(), 1, one).definition = will;
                if deck > 0 {
                    let [one, other] = [n + 80, n + 120].map(|n| any(n, deck));
                    of_mut::<Board>(hangar.batch_mut(), 1).players[usize::from(owner)]
                        .deck
                        .swap(one, other);
                }
            }
        }
    }
    *of_mut::<Streams>(hangar.batch_mut(), 1) = Streams::new(number, 99);
    of_mut::<Table>(hangar.batch_mut(), 1).trail = number;
}

/// A deliberate fault: it spoils the world on one table, given the table that the world is of.
type Fault = fn(&mut Hangar, usize, usize, Seat);

/// Says what is wrong with the worlds of a seat at a decision. Tables 1 to 3 are scratch paper.
fn wrong(hangar: &mut Hangar, seat: Seat, number: u64, fault: Fault) -> Option<String> {
    let seen = |hangar: &mut Hangar, table| {
        hangar.view(table, seat).expect("somebody sits there").to_string()
    };
    let before = seen(hangar, 0);
    hangar.fork(0, 1);
    change_what_is_hidden(hangar, seat, number);
    if hangar.asks(0) == Some(seat) && greedy(hangar, 0, seat) != greedy(hangar, 1, seat) {
        return Some("the greedy agent peeks".into());
    }
    if seen(hangar, 1) != before {
        return Some("a view shows what is hidden".into());
    }
    if hangar.asks(0) == Some(seat) && meanings(hangar, 0) != meanings(hangar, 1) {
        return Some("a meaning says what is hidden".into());
    }
    for (from, to) in [(0, 2), (1, 3)] {
        determinize(hangar.batch_mut(), from, to, seat, number);
        fault(hangar, from, to, seat);
    }
    if hangar.digest_of_game(2) != hangar.digest_of_game(3) {
        return Some("the truth makes a difference".into());
    }
    if seen(hangar, 2) != before {
        return Some("it looks otherwise".into());
    }
    let strange = secret(hangar, 2, seat).into_iter().find(|&slot| {
        let dial = ship(hangar.batch_mut(), 2, slot).dial;
        !hangar.read(2, |scene| scene.dial(slot).iter().any(|it| Some(*it) == dial))
    });
    strange.map(|slot| format!("ship {slot} has a maneuver that is not on its dial"))
}

fn meanings(hangar: &Hangar, table: usize) -> Vec<u64> {
    let mut meanings = Vec::new();
    Hangar::meanings(hangar.batch(), table, &mut meanings);
    meanings
}

/// Plays games to some round and does something at every decision.
fn at_every_decision(mut with: impl FnMut(&mut Hangar, u64)) {
    let mut hangar = hangar();
    for _ in 0..4 {
        hangar.add();
    }
    let positions = (0..3).map(dogfight).chain((0..3).map(|n| menagerie(n, Layout::Chance)));
    for (game, position) in (0..).zip(positions) {
        hangar.arrange(0, &position).expect("the position can be");
        hangar.run(0);
        let mut trail = mix(77, game);
        while component::<Board>(&hangar, 0).round < 6 {
            trail = mix(trail, 1);
            with(&mut hangar, trail);
            if !answer(&mut hangar, 0, game) {
                break;
            }
        }
    }
}

#[test]
fn a_world_follows_from_what_a_seat_knows() {
    let (mut worlds, mut played) = (0, 0);
    at_every_decision(|hangar, trail| {
        for seat in 0..2 {
            let number = mix(trail, u64::from(seat));
            let wrong = wrong(hangar, seat, number, |_, _, _, _| {});
            assert_eq!(wrong, None, "{worlds} worlds were right");
            worlds += 1;
            if number.is_multiple_of(100) {
                // The world is a game that can be played on.
                for _ in 0..200 {
                    sound(hangar, 2);
                    if !answer(hangar, 2, number) {
                        break;
                    }
                }
                played += 1;
            }
        }
    });
    assert!(worlds > 1_000 && played > 5, "{worlds}, {played}");
}

/// Something of the truth stays in a world.
const FAULTS: &[(&str, Fault)] = &[
    ("random numbers to come", |hangar, from, to, _| {
        let streams = *component::<Streams>(hangar, from);
        *of_mut::<Streams>(hangar.batch_mut(), to) = streams;
    }),
    ("a dial", |hangar, from, to, seat| {
        for slot in secret(hangar, from, seat).into_iter().take(1) {
            let dial = ship(hangar.batch_mut(), from, slot).dial;
            ship(hangar.batch_mut(), to, slot).dial = dial;
        }
    }),
    ("the top of a damage deck", |hangar, from, to, seat| {
        let top = |hangar: &Hangar, table: usize| {
            component::<Board>(hangar, table).players[usize::from(seat)].deck.last().copied()
        };
        let (Some(was), Some(is)) = (top(hangar, from), top(hangar, to)) else { return };
        let definition = card(hangar.batch_mut(), from, was).definition;
        card(hangar.batch_mut(), to, is).definition = definition;
    }),
    ("a card that lies facedown", |hangar, from, to, seat| {
        for slot in facedown(hangar, from, 1 - seat) {
            if card(hangar.batch_mut(), from, slot).place != Place::Facedown {
                continue;
            }
            let definition = card(hangar.batch_mut(), from, slot).definition;
            card(hangar.batch_mut(), to, slot).definition = definition;
        }
    }),
    ("the order of the slots of a deck", |hangar, from, to, seat| {
        let deck = component::<Board>(hangar, from).players[usize::from(seat)].deck.clone();
        of_mut::<Board>(hangar.batch_mut(), to).players[usize::from(seat)].deck = deck;
    }),
];

#[test]
fn what_a_world_keeps_of_the_truth_is_found() {
    let mut found = vec![0; FAULTS.len()];
    at_every_decision(|hangar, trail| {
        for ((_, fault), found) in FAULTS.iter().zip(&mut found) {
            if *found < 3 {
                let wrong = wrong(hangar, (trail % 2) as Seat, trail, *fault);
                *found += u32::from(wrong.is_some());
            }
        }
    });
    for ((name, _), found) in FAULTS.iter().zip(found) {
        assert!(found > 0, "{name} was not found");
    }
}

/// The meaning of a card to somebody who chooses it, in words: a damage card by its name, its place and its
/// ship or player, without the name where it lies facedown.
fn described(hangar: &mut Hangar, table: usize, slot: Slot) -> String {
    hangar.read(table, |scene| {
        let (card, name) = (scene.card(slot), &scene.printed(slot).definition.name);
        match card.place {
            _ if !scene.is_damage(slot) => format!("slot {slot}"),
            Place::Facedown => format!("facedown with {}", card.host),
            Place::Deck => format!("{name} in the deck of {}", card.owner),
            place => format!("{name}, {place:?} with {}", card.host),
        }
    })
}

#[test]
fn a_damage_card_means_its_name_in_any_world() {
    let mut hangar = hangar();
    for _ in 0..2 {
        hangar.add();
    }
    let given = r#"(
        p1: (ships: [
            (pilot: "academypilot", upgrades: ["crackshot", "crackshot"], damage: 1, faceup: ["hullbreach"]),
            (pilot: "soontirfel", damage: 1),
        ]),
        p2: (ships: [(pilot: "academypilot", faceup: ["hullbreach"])]),
    )"#;
    let position = cardmill_harness::notation::parse(given).expect("the position can be read");
    hangar.arrange(0, &position).expect("the position can be");
    hangar.run(0);
    let mut known: BTreeMap<String, u64> = BTreeMap::new();
    let mut slots: BTreeMap<String, Vec<Slot>> = BTreeMap::new();
    for key in 0..8 {
        determinize(hangar.batch_mut(), 0, 1, 0, key);
        let all = SHIPS as Slot..component::<Board>(&hangar, 1).slots;
        let options = all.clone().map(Choice::Card).collect();
        of_mut::<Decision<XWing>>(hangar.batch_mut(), 1).options = options;
        for (slot, meaning) in all.zip(meanings(&hangar, 1)) {
            let described = described(&mut hangar, 1, slot);
            slots.entry(described.clone()).or_default().push(slot);
            assert_eq!(*known.entry(described.clone()).or_insert(meaning), meaning, "{described}");
        }
    }
    let other: std::collections::BTreeSet<u64> = known.values().copied().collect();
    assert_eq!(other.len(), known.len(), "what is another card means something else");
    slots.values_mut().for_each(Vec::dedup);
    let moved = |slots: &&Vec<Slot>| slots.iter().any(|slot| *slot != slots[0]);
    assert!(slots.values().filter(moved).count() >= 28, "{slots:?}");
    assert!(
        known.contains_key("facedown with 0") && known.contains_key("Hull Breach, Faceup with 0")
    );
}

#[test]
fn a_dial_is_told_from_when_it_is_revealed() {
    let mut hangar = hangar();
    hangar.add();
    for (phase, told) in [("Activation", false), ("Engagement", true)] {
        let given = format!(
            r#"(phase: {phase}, p1: (ships: [(pilot: "academypilot", dial: "2FB")]),
                p2: (ships: [(pilot: "soontirfel", dial: "3FB")]))"#
        );
        let position = cardmill_harness::notation::parse(&given).expect("the position can be read");
        hangar.arrange(0, &position).expect("the position can be");
        let drawn = |hangar: &mut Hangar, seat| -> serde_json::Value {
            serde_json::from_str(hangar.drawn(0, Some(seat)).get()).expect("it is JSON")
        };
        assert_eq!(drawn(&mut hangar, 1)["ships"][1]["dial"], "3FB", "their own");
        let seen = hangar.view(0, 0).expect("somebody sits there").to_string();
        assert_eq!(seen.contains("dial blue 3 straight"), told, "{seen}");
        let ship = &drawn(&mut hangar, 0)["ships"][1];
        assert_eq!((ship["dial"] == "3FB", ship["revealed"] == true), (told, told), "{ship}");
    }
}

#[test]
fn all_worlds_are_equally_likely() {
    const WORLDS: u64 = 20_000;
    let mut hangar = hangar();
    for _ in 0..2 {
        hangar.add();
    }
    let at = |pilot: &str, y: f64| -> Position {
        let given = format!(r#"(p1: (ships: [(pilot: "{pilot}", at: (457.2, {y}, 0))]))"#);
        cardmill_harness::notation::parse(&given).expect("the position can be read")
    };
    let (one, other) = (at("academypilot", 100.0), at("soontirfel", 500.0));
    let p1 = one.p1;
    let mut p2 = other.p1;
    p2.ships = vec![ShipAt { damage: 1, ..p2.ships.remove(0) }];
    let position = Position { phase: Phase::Planning, p1, p2, ..Position::default() };
    hangar.arrange(0, &position).expect("the position can be");
    hangar.run(0);
    // P1 sets the dial; P2's is set, too, when it is P1's turn to look.
    while hangar.asks(0) == Some(0) {
        assert!(answer(&mut hangar, 0, 1));
    }
    let dial: Vec<Maneuver> = hangar.read(0, |scene| scene.dial(0).to_vec());
    let mut dials: BTreeMap<Maneuver, u64> = BTreeMap::new();
    let mut tops: BTreeMap<u16, u64> = BTreeMap::new();
    for key in 0..WORLDS {
        // What P2 does not know: P1's dial, and which cards lie where.
        determinize(hangar.batch_mut(), 0, 1, 1, key);
        let set = ship(hangar.batch_mut(), 1, 0).dial.expect("it is set");
        *dials.entry(set).or_default() += 1;
        let top = *component::<Board>(&hangar, 1).players[1].deck.last().expect("a deck");
        *tops.entry(card(hangar.batch_mut(), 1, top).definition).or_default() += 1;
    }
    assert_eq!(hangar.status(1), Status::Waiting);
    let near = |found: u64, of: u64, all: u64, what: &str| {
        let expected = WORLDS as f64 * of as f64 / all as f64;
        let far = (found as f64 - expected).abs() / expected.sqrt();
        assert!(far < 5.0, "{what}: {found}, expected {expected}");
    };
    assert_eq!(dials.len(), dial.len());
    for (maneuver, found) in dials {
        near(found, 1, dial.len() as u64, &maneuver.to_string());
    }
    assert_eq!(tops.len(), 14);
    for (definition, found) in tops {
        let (name, copies) = hangar.read(1, |scene| {
            let definition = &scene.catalogue.card(definition).definition;
            let Kind::Damage(_, copies) = definition.kind else { panic!("a damage card") };
            (definition.name.clone(), copies)
        });
        near(found, copies.into(), 33, &name);
    }
}
