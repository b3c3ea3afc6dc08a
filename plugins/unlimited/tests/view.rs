//! Views do not show what a seat cannot see.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use bevy_ecs::prelude::*;
use cardmill_harness::observation::Level;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::mix;
use cardmill_kernel::resolve;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::rules::Resolution;
use cardmill_kernel::schedule::Stage;
use cardmill_kernel::stack::{Entry, Stack};
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::{Status, Table};
use cardmill_unlimited::board::{Board, Player};
use cardmill_unlimited::card::{Card, Zone};
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::choice::{Choice, Unlimited};
use cardmill_unlimited::deal;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::knowledge::{Knowledge, Places};
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::position::{Position, Side, UnitInPlay, arrange};
use cardmill_unlimited::procedure::Locals;
use cardmill_unlimited::proposal::{Fact, Verb};
use cardmill_unlimited::view::{Known, View};
use cardmill_unlimited::vocabulary::Definition;

use crate::decks::drawn;
use crate::observation::Observer;

/// The levels of rows that say nothing of what is hidden.
const LEVELS: [Level; 2] = [Level::Seat, Level::Public];

pub(crate) fn decks() -> (Catalogue, [Deck; 2]) {
    let library = Library::load(default_dir()).unwrap();
    let read = |name: &str| {
        let file = default_dir().join("unlimited/decks").join(name);
        Deck::read(&file, &library).unwrap()
    };
    let decks = [read("boba.json"), read("leia.json")];
    (Catalogue::new(&library.definitions).unwrap(), decks)
}

/// Looks at a table from a seat.
pub(crate) fn look<R>(
    batch: &mut Batch,
    table: usize,
    seat: Seat,
    with: impl FnOnce(View) -> R,
) -> R {
    let entity = batch.table(table);
    resolve::look::<Unlimited, _>(batch.world_mut(), entity, |at| with(View::of(at, seat)))
}

pub(crate) fn known(batch: &mut Batch, table: usize, seat: Seat) -> Known {
    look(batch, table, seat, |view| view.known())
}

/// The cards that were shown to a seat on the first table, as they were then.
#[derive(Resource, Clone, Default)]
struct Shown(Arc<Mutex<BTreeSet<(Seat, Ref)>>>);

fn show(facts: &[Fact], shown: &Shown) {
    let mut shown = shown.0.lock().unwrap();
    for Fact { what, .. } in facts {
        match what.verb {
            Verb::Look => shown.extend([(what.seat, what.subject)]),
            Verb::Reveal => shown.extend([(0, what.subject), (1, what.subject)]),
            _ => {}
        }
    }
}

/// The tables of a World in which a game is looked at: the first is its own.
const TABLES: usize = 4;

/// Plays games by a fixed pattern of choices and stops at every decision.
fn at_every_decision(games: u64, with: impl FnMut(&mut Batch, u64)) {
    let (catalogue, decks) = decks();
    at_every_decision_of(&catalogue, &vec![decks; games as usize], with);
}

pub(crate) fn at_every_decision_of(
    catalogue: &Catalogue,
    games: &[[Deck; 2]],
    mut with: impl FnMut(&mut Batch, u64),
) {
    let mut batch = Batch::of::<Unlimited>(catalogue, TABLES, |app: &mut bevy_app::App| {
        let shown = Shown::default();
        app.insert_resource(shown.clone());
        let mut resolution = app.world_mut().resource_mut::<Resolution<Unlimited>>();
        resolution.add(Stage::Commit, move |at| show(&at.facts, &shown));
    });
    for (game, [one, other]) in (0..).zip(games) {
        deal::deal(&mut batch, 0, [one, other], 3, game);
        batch.world().resource::<Shown>().0.lock().unwrap().clear();
        let mut trail = game;
        loop {
            match batch.status(0) {
                Status::Busy => batch.tick(),
                Status::Waiting => {
                    trail = mix(trail, 1);
                    with(&mut batch, trail);
                    choose(&mut batch, trail);
                }
                Status::Over => break,
                status => panic!("game {game} is {status:?}"),
            }
        }
    }
}

fn choose(batch: &mut Batch, number: u64) {
    let entity = batch.table(0);
    let mut query = batch.world_mut().query::<(&mut Table, &mut Decision<Unlimited>)>();
    let (mut table, mut decision) = query.get_mut(batch.world_mut(), entity).unwrap();
    let option = number as usize % decision.options.len();
    decision.choose(&mut table, option).unwrap();
}

fn board(batch: &mut Batch) -> Mut<'_, Board> {
    let entity = batch.table(1);
    batch.world_mut().get_mut::<Board>(entity).unwrap()
}

fn card(batch: &mut Batch, slot: Slot) -> Mut<'_, Card> {
    let entity = batch.world().get::<Roster>(batch.table(1)).unwrap().card(slot);
    batch.world_mut().get_mut::<Card>(entity).unwrap()
}

/// A hidden place of a player.
type Hidden = fn(&mut Player) -> &mut cardmill_unlimited::board::Slots;

/// Returns `true` for a hidden card that was shown to a seat: one of the other player by a look or
/// because it was revealed, one of its own by what it looks at now.
fn is_shown(batch: &mut Batch, whose: Seat, seen_by: Seat, slot: Slot) -> bool {
    let reference = card(batch, slot).reference(slot);
    let knowledge = batch.world().get::<Knowledge>(batch.table(1)).unwrap();
    if knowledge.places(seen_by, slot) != Places::ANY {
        return true;
    }
    match whose == seen_by {
        true => look(batch, 1, seen_by, |view| view.sees(slot)),
        false => {
            batch.world().resource::<Shown>().0.lock().unwrap().contains(&(seen_by, reference))
        }
    }
}

/// Exchanges two hidden cards of a player on the copy, if a seat was shown neither. Whether it did.
fn exchange(
    batch: &mut Batch,
    whose: Seat,
    seen_by: Seat,
    places: [(Hidden, Zone); 2],
    n: u64,
) -> bool {
    // What a program remembers is exchanged before anything else.
    let remembered = remembered(batch);
    let pick = |batch: &mut Batch, place: Hidden| {
        let mut board = board(batch);
        let list = place(&mut board.players[usize::from(whose)]);
        let known = list.iter().position(|slot| remembered.contains(slot));
        (!list.is_empty()).then(|| {
            let at = known.unwrap_or(n as usize % list.len());
            (at, list[at])
        })
    };
    let [(first, first_zone), (second, second_zone)] = places;
    let (Some((i, a)), Some((j, b))) = (pick(batch, first), pick(batch, second)) else {
        return false;
    };
    if is_shown(batch, whose, seen_by, a) || is_shown(batch, whose, seen_by, b) {
        return false;
    }
    {
        let mut board = board(batch);
        let player = &mut board.players[usize::from(whose)];
        first(player)[i] = b;
        second(player)[j] = a;
    }
    card(batch, a).zone = second_zone;
    card(batch, b).zone = first_zone;
    true
}

/// The cards that programs on the copy remember, those of the turn structure left out.
fn remembered(batch: &Batch) -> Vec<Slot> {
    let stack = batch.world().get::<Stack<Unlimited>>(batch.table(1)).unwrap();
    let frames = stack.entries.iter().filter_map(|entry| match entry {
        Entry::Frame(frame) => Some(frame),
        _ => None,
    });
    frames.flat_map(|frame| frame.locals.held().map(|(_, card)| card.slot)).collect()
}

/// Another order of the cards of a deck that a seat does not see.
pub(crate) fn reorder(batch: &mut Batch, table: usize, whose: Seat, seen_by: Seat) -> bool {
    let entity = batch.table(table);
    let deck = batch.world().get::<Board>(entity).unwrap().players[usize::from(whose)].deck;
    let knowledge = *batch.world().get::<Knowledge>(entity).unwrap();
    let seen: Vec<bool> =
        look(batch, table, seen_by, |view| deck.iter().map(|&slot| view.sees(slot)).collect());
    let unknown =
        |place: &usize| !seen[*place] && !knowledge.places(seen_by, deck[*place]).is_fixed();
    let places: Vec<usize> = (0..deck.len()).filter(unknown).collect();
    let mut board = batch.world_mut().get_mut::<Board>(entity).unwrap();
    let list = &mut board.players[usize::from(whose)].deck;
    for (&place, &other) in places.iter().zip(places.iter().rev()) {
        list[place] = deck[other];
    }
    places.len() > 1
}

/// Another secret choice of the first resource. Whether there was one.
fn choose_otherwise(batch: &mut Batch, whose: Seat) -> bool {
    let hand = board(batch).players[usize::from(whose)].hand;
    let entity = batch.table(1);
    let mut stack = batch.world_mut().get_mut::<Stack<Unlimited>>(entity).unwrap();
    let Some(Entry::Frame(frame)) = stack.entries.first_mut() else { return false };
    let Locals::Game(game) = &mut frame.locals else { panic!("the turn structure is below") };
    let used: Vec<_> = game.chosen.iter().map(|(_, card)| card.slot).collect();
    let free = hand.iter().find(|slot| !used.contains(slot));
    let chosen = game.chosen.iter_mut().find(|(seat, _)| *seat == whose);
    let (Some(&free), Some((_, card))) = (free, chosen) else { return false };
    card.slot = free;
    true
}

const HAND: (Hidden, Zone) = (|player| &mut player.hand, Zone::Hand);
const DECK: (Hidden, Zone) = (|player| &mut player.deck, Zone::Deck);
const RESOURCES: (Hidden, Zone) = (|player| &mut player.resources, Zone::Resources);

/// Returns `true` for a card that lets a player choose for an ability of the other one, or shows
/// them cards.
pub(crate) fn lets_others_choose(card: &Definition) -> bool {
    let text = serde_json::to_string(card).unwrap();
    let words = [r#""by":"Opponent""#, r#""by":"They""#, r#""Discard":{"who""#, "LookAtHand"];
    words.iter().any(|word| text.contains(word))
}

#[test]
fn what_is_hidden_does_not_change_a_view() {
    let library = Library::load(default_dir()).unwrap();
    let (catalogue, decks) = decks();
    let drawn = drawn(&library, 60, lets_others_choose);
    let drawn = drawn.chunks(2).map(|pair| [pair[0].clone(), pair[1].clone()]);
    let games: Vec<[Deck; 2]> = drawn.chain(vec![decks; 12]).collect();
    let mut changed = [0_u32; 6];
    let mut chosen = 0;
    let (mut leaks, mut copies) = (0, 0);
    let mut observer = Observer::all();
    at_every_decision_of(&catalogue, &games, |batch, trail| {
        for seat in 0..2 {
            let enemy = 1 - seat;
            let before = known(batch, 0, seat);
            let rows = LEVELS.map(|level| observer.seen(batch, 0, seat, level));
            let everything = observer.seen(batch, 0, seat, Level::Omniscient);
            let truth = {
                deal::fork(batch, 0, 1);
                assert_eq!(known(batch, 1, seat), before, "a copy");
                deal::digest(batch, 1)
            };
            chosen += u32::from(remembers_another(batch, enemy, seat));
            let done = [
                exchange(batch, enemy, seat, [HAND, DECK], trail),
                exchange(batch, enemy, seat, [RESOURCES, DECK], trail),
                exchange(batch, enemy, seat, [HAND, RESOURCES], trail),
                reorder(batch, 1, enemy, seat),
                reorder(batch, 1, seat, seat),
                choose_otherwise(batch, enemy),
            ];
            let entity = batch.table(1);
            *batch.world_mut().get_mut::<Streams>(entity).unwrap() = Streams::new(trail, 99);
            assert_ne!(deal::digest(batch, 1), truth, "the tables differ");
            assert_eq!(known(batch, 1, seat), before, "seat {seat} sees a change {done:?}");
            for (level, rows) in LEVELS.into_iter().zip(rows) {
                let now = observer.seen(batch, 1, seat, level);
                assert!(now == rows, "rows of seat {seat}, {level:?}: {done:?}");
            }
            // A leak would be found: what shows hidden cards has changed.
            let found = observer.seen(batch, 1, seat, Level::Omniscient) != everything;
            leaks += u32::from(found);
            copies += u32::from(!found);
            for (count, done) in changed.iter_mut().zip(done) {
                *count += u32::from(done);
            }
        }
    });
    assert!(changed.iter().all(|&count| count > 20), "{changed:?}");
    assert!(leaks > 20 * copies, "{leaks} changes of what is hidden, {copies} of equal cards");
    assert!(chosen > 20, "{chosen} times a card of a hand was chosen for an ability of the other");
}

/// Returns `true` if a program remembers a card of a hand that was not shown to the other player.
fn remembers_another(batch: &mut Batch, whose: Seat, seen_by: Seat) -> bool {
    let hand = board(batch).players[usize::from(whose)].hand;
    let held: Vec<Slot> =
        remembered(batch).into_iter().filter(|slot| hand.contains(slot)).collect();
    held.into_iter().any(|slot| !is_shown(batch, whose, seen_by, slot))
}

#[test]
fn what_is_visible_changes_a_view() {
    let mut changed = 0;
    at_every_decision(3, |batch, trail| {
        for seat in 0..2 {
            let before = known(batch, 0, seat);
            deal::fork(batch, 0, 1);
            // Seen by nobody, a card of the own deck comes into the own hand.
            if exchange_own(batch, seat, trail) {
                assert_ne!(known(batch, 1, seat), before, "its own hand");
                assert_eq!(known(batch, 1, 1 - seat), known(batch, 0, 1 - seat), "the other's");
                changed += 1;
            }
            deal::fork(batch, 0, 1);
            let base = board(batch).players[usize::from(1 - seat)].base;
            card(batch, base).damage += 1;
            assert_ne!(known(batch, 1, seat), before, "damage on a base");
            deal::fork(batch, 0, 1);
            board(batch).players[usize::from(1 - seat)].deck.pop();
            assert_ne!(known(batch, 1, seat), before, "the size of a deck");
        }
    });
    assert!(changed > 50, "{changed}");
}

/// Exchanges a card of a player's hand and one of their deck that the other player does not see.
fn exchange_own(batch: &mut Batch, seat: Seat, n: u64) -> bool {
    exchange(batch, seat, 1 - seat, [HAND, DECK], n)
}

#[test]
fn hidden_cards_have_no_definition_and_options_do() {
    let mut looked = 0;
    at_every_decision(12, |batch, _| {
        let truth = batch.world().get::<Board>(batch.table(0)).unwrap().clone();
        let asked = batch.world().get::<Decision<Unlimited>>(batch.table(0)).unwrap().seat;
        for seat in 0..2 {
            let [own, enemy] = [seat, 1 - seat].map(|seat| &truth.players[usize::from(seat)]);
            look(batch, 0, seat, |view| {
                for &slot in own.hand.iter().chain(&own.resources).chain(&enemy.discard) {
                    assert!(view.definition(slot).is_some());
                }
                let hidden = own.deck.iter().chain(&enemy.hand).chain(&enemy.deck);
                for &slot in hidden.chain(&enemy.resources) {
                    let sees = view.sees(slot);
                    assert!(!sees || seat == asked, "seat {seat} is not asked and sees {slot}");
                    looked += u32::from(sees);
                    assert_eq!(view.card(slot).is_some(), sees);
                    assert_eq!(view.definition(slot).is_some(), sees);
                    assert!(view.stats(slot).is_none() && view.remaining(slot).is_none());
                }
                assert_eq!(view.options().is_empty(), seat != asked);
                for choice in view.options() {
                    if let Choice::Card(slot) = choice {
                        assert!(view.sees(*slot), "an option of {:?}", view.prompt());
                    }
                }
            });
        }
    });
    assert!(looked > 20, "{looked}");
}

#[test]
fn captured_cards_are_open_to_both_players_and_smuggle_to_one() {
    let (catalogue, _) = decks();
    let mut batch = Batch::of::<Unlimited>(&catalogue, 1, |_: &mut bevy_app::App| {});
    let guard = UnitInPlay {
        card: "SHD_120".into(),
        captured: vec!["SOR_095".into()],
        ..UnitInPlay::default()
    };
    let side = Side {
        leader: "SOR_001".into(),
        resources: 8,
        resource_cards: vec!["SHD_032".into()],
        units: vec![guard],
        ..Side::default()
    };
    arrange(&mut batch, 0, &Position { p1: side, ..Position::default() }, 0, 0).unwrap();
    while batch.status(0) == Status::Busy {
        batch.tick();
    }
    let resources = batch.world().get::<Board>(batch.table(0)).unwrap().players[0].resources;
    let lom_pyke = *resources.last().unwrap();
    for seat in 0..2 {
        look(&mut batch, 0, seat, |view| {
            let [marine] = view.captured() else { panic!("one card is captured") };
            let name = |slot: Slot| view.definition(slot).map(|d| d.name.clone());
            assert_eq!(name(*marine).as_deref(), Some("Battlefield Marine"));
            assert_eq!(view.card(*marine).map(|card| card.zone), Some(Zone::Captured));
            assert_eq!(view.stats(*marine), None, "it is not in play");
            let known = if seat == 0 { Some("Lom Pyke") } else { None };
            assert_eq!(name(lom_pyke).as_deref(), known);
            let smuggles = view.options().contains(&Choice::Smuggle(lom_pyke, 0));
            assert_eq!(smuggles, seat == 0);
        });
    }
}
