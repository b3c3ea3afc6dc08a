//! Worlds that a seat cannot rule out: what they are made of, and that none of it is the truth.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use cardmill_harness::observation::Level;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::mix;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::stack::{Entry, Stack};
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::{Status, Table};
use cardmill_unlimited::board::{Board, Player};
use cardmill_unlimited::card::{Card, Zone};
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::choice::{Bound, Choice, Unlimited};
use cardmill_unlimited::deal;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::effect::Effect;
use cardmill_unlimited::knowledge::{Knowledge, Places};
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::position::{Position, Side, UnitInPlay, arrange};
use cardmill_unlimited::procedure::Locals;
use cardmill_unlimited::view::determinize;

use crate::checker::invariants;
use crate::decks::drawn;
use crate::observation::Observer;
use crate::view::{at_every_decision_of, decks, known, lets_others_choose, look};

fn of<C: Component>(batch: &Batch, table: usize) -> &C {
    batch.world().get::<C>(batch.table(table)).expect("every table has it")
}

fn of_mut<C: Component<Mutability = bevy_ecs::component::Mutable>>(
    batch: &mut Batch,
    table: usize,
) -> Mut<'_, C> {
    let entity = batch.table(table);
    batch.world_mut().get_mut::<C>(entity).expect("every table has it")
}

fn card(batch: &mut Batch, table: usize, slot: Slot) -> Mut<'_, Card> {
    let entity = of::<Roster>(batch, table).card(slot);
    batch.world_mut().get_mut::<Card>(entity).expect("a slot is a card")
}

/// The cards that a seat does not see.
fn unseen(batch: &mut Batch, table: usize, seat: Seat) -> Vec<Slot> {
    let slots = of::<Board>(batch, table).slots;
    look(batch, table, seat, |view| (0..slots).filter(|&slot| !view.sees(slot)).collect())
}

/// Other secret choices of resources, as many.
fn choose_otherwise(batch: &mut Batch, whose: Seat, number: u64) {
    let hand = of::<Board>(batch, 1).players[usize::from(whose)].hand;
    let lives: Vec<u8> = hand.iter().map(|&slot| card(batch, 1, slot).incarnation).collect();
    let mut stack = of_mut::<Stack<Unlimited>>(batch, 1);
    let Some(Entry::Frame(frame)) = stack.entries.first_mut() else { return };
    let Locals::Game(game) = &mut frame.locals else { panic!("the turn structure is below") };
    let chosen = game.chosen.iter_mut().filter(|(by, _)| *by == whose);
    for (n, (_, card)) in chosen.enumerate() {
        let at = (number as usize % hand.len() + n) % hand.len();
        *card = Ref { slot: hand[at], incarnation: lives[at] };
    }
}

/// Two hidden cards of table 1 change places, and lives, and whoever remembers one remembers the
/// other.
fn exchange(batch: &mut Batch, [one, other]: [Slot; 2]) {
    let swap = |slot: &mut Slot| {
        if *slot == one || *slot == other {
            *slot ^= one ^ other;
        }
    };
    let [was, will] = [one, other].map(|slot| *card(batch, 1, slot));
    *card(batch, 1, one) = Card { definition: was.definition, ..will };
    *card(batch, 1, other) = Card { definition: will.definition, ..was };
    for player in &mut of_mut::<Board>(batch, 1).players {
        let lists = [&mut player.hand, &mut player.resources, &mut player.deck];
        lists.into_iter().flat_map(|list| list.iter_mut()).for_each(swap);
    }
    let mut stack = of_mut::<Stack<Unlimited>>(batch, 1);
    stack.waiting.iter_mut().for_each(|ability| swap(&mut ability.subject.slot));
    for entry in &mut stack.entries {
        let Entry::Frame(frame) = entry else { continue };
        swap(&mut frame.subject.slot);
        match &mut frame.locals {
            Locals::Game(game) => game.chosen.iter_mut().for_each(|(_, card)| swap(&mut card.slot)),
            Locals::Ability(ability) => {
                for bound in &mut ability.bound {
                    let mut card = bound.card();
                    swap(&mut card.slot);
                    *bound = Bound::new(bound.register(), card);
                }
            }
            Locals::Play(play) => swap(&mut play.card.slot),
            Locals::UseAbility(using) => {
                using.paid.iter_mut().for_each(|card| swap(&mut card.slot));
            }
            _ => {}
        }
    }
}

/// The cards that effects of table 1 remember, in the lives that they had.
fn remembered(batch: &Batch) -> Vec<Slot> {
    let effects = of::<Roster>(batch, 1).lists.effects.iter();
    let of_effect = |entity: &Entity| batch.world().get::<Effect>(*entity).expect("an effect").it;
    effects.flat_map(|entity| of_effect(entity).into_iter()).map(|card| card.slot).collect()
}

/// Changes all on table 1, a copy of the game, that a seat cannot know.
fn change_what_is_hidden(batch: &mut Batch, seat: Seat, number: u64) {
    let enemy = 1 - seat;
    let knowledge = *of::<Knowledge>(batch, 1);
    let remembered = remembered(batch);
    for owner in 0..2_u8 {
        let hidden = unseen(batch, 1, seat).into_iter();
        let free = hidden.filter(|&slot| knowledge.places(seat, slot) == Places::ANY);
        let free = free.filter(|slot| !remembered.contains(slot));
        let free: Vec<Slot> = free.collect();
        let free: Vec<Slot> =
            free.into_iter().filter(|&slot| card(batch, 1, slot).owner == owner).collect();
        for n in 0..24 {
            let any = |n: u64| free[mix(number, n) as usize % free.len()];
            if free.len() > 1 && any(n) != any(n + 24) {
                exchange(batch, [any(n), any(n + 24)]);
            }
        }
    }
    choose_otherwise(batch, enemy, number);
    // No program and no effect remembers these, so that they can have lived otherwise.
    let stack = of::<Stack<Unlimited>>(batch, 1);
    let frames = stack.entries.iter().filter_map(|entry| match entry {
        Entry::Frame(frame) => Some(frame),
        _ => None,
    });
    let held: Vec<Slot> = frames
        .flat_map(|frame| {
            let held = frame.locals.held().map(|(_, card)| card.slot);
            held.chain([frame.subject.slot]).chain(match &frame.locals {
                Locals::Game(game) => game.chosen.iter().map(|(_, card)| card.slot).collect(),
                Locals::UseAbility(using) => using.paid.iter().map(|card| card.slot).collect(),
                _ => Vec::new(),
            })
        })
        .chain(stack.waiting.iter().map(|ability| ability.subject.slot))
        .chain(remembered.iter().copied())
        .collect();
    for slot in unseen(batch, 1, seat) {
        if !held.contains(&slot) {
            card(batch, 1, slot).incarnation += (number % 3) as u8;
        }
    }
    *of_mut::<Streams>(batch, 1) = Streams::new(number, 99);
    of_mut::<Table>(batch, 1).trail = number;
}

/// A fault that makes a world on a table wrong, given the table it is of.
type Fault = fn(&mut Batch, usize, usize, Seat);

fn none(_: &mut Batch, _: usize, _: usize, _: Seat) {}

/// The first difference between two tables, in words.
fn difference(batch: &Batch, tables: [usize; 2]) -> String {
    let [one, other] = tables.map(|table| {
        let saved = batch.save(table, of::<Board>(batch, table).sizes());
        let kept =
            |name: &String| ["Board", "Stack", "Decision", "Streams"].contains(&name.as_str());
        let parts = saved.table.into_iter().filter(|(name, _)| kept(name));
        let cards = saved.cards.into_iter().map(|card| ("card".to_owned(), card["Card"].clone()));
        let effects = saved.effects.into_iter();
        let effects = effects.map(|effect| ("effect".to_owned(), effect["Effect"].clone()));
        parts.chain(cards).chain(effects).collect::<Vec<_>>()
    });
    for ((name, one), (_, other)) in one.iter().zip(&other) {
        for (place, one) in one.as_object().into_iter().flatten() {
            if other[place] != *one {
                return format!("{name}, {place}: {one} and {}", other[place]);
            }
        }
    }
    "nothing".into()
}

/// Says what is wrong with the worlds of a seat at a decision. Tables 1 to 3 are scratch paper.
fn wrong(
    batch: &mut Batch,
    decks: [&Deck; 2],
    seat: Seat,
    number: u64,
    fault: Fault,
) -> Option<String> {
    let before = known(batch, 0, seat);
    deal::fork(batch, 0, 1);
    change_what_is_hidden(batch, seat, number);
    for (from, to) in [(0, 2), (1, 3)] {
        if let Err(none) = determinize(batch, from, to, seat, number) {
            return Some(none.to_string());
        }
        fault(batch, from, to, seat);
    }
    let [one, other] = [2, 3].map(|table| deal::digest(batch, table));
    if one != other {
        return Some(format!("the truth makes a difference in {}", difference(batch, [2, 3])));
    }
    if known(batch, 2, seat) != before {
        return Some("it looks otherwise".into());
    }
    let clues = [0, 2].map(|table| of::<Knowledge>(batch, table).clues(seat));
    if clues[0] != clues[1] {
        return Some("other cards are known".into());
    }
    let broken = invariants::broken(batch, 2, &decks);
    if !broken.is_empty() {
        return Some(broken.join("; "));
    }
    // Whoever is asked plays what they have (cards with Plot are resources), or what lies open in a
    // discard pile.
    let Decision { seat: asked, options, .. } = of::<Decision<Unlimited>>(batch, 2);
    let (asked, options) = (usize::from(*asked), options.clone());
    let Player { hand, resources, .. } = of::<Board>(batch, 2).players[asked];
    let mut plays = options.iter().filter_map(|choice| match choice {
        Choice::Play(slot) if !hand.contains(slot) && !resources.contains(slot) => Some(*slot),
        _ => None,
    });
    let strange = plays.find(|&slot| card(batch, 2, slot).zone != Zone::Discard)?;
    Some(format!("card {strange} is an option and {:?}", *card(batch, 2, strange)))
}

fn games(count: usize) -> (Catalogue, Vec<[Deck; 2]>) {
    let library = Library::load(default_dir()).expect("the cards load");
    let (catalogue, decks) = decks();
    let drawn = drawn(&library, count as u64, lets_others_choose);
    let drawn = drawn.chunks_exact(2).map(|pair| [pair[0].clone(), pair[1].clone()]);
    (catalogue, drawn.chain(vec![decks; count / 2]).collect())
}

fn check(count: usize) {
    let (catalogue, games) = games(count);
    let (mut worlds, mut clues, mut played) = (0, 0, 0);
    let mut observer = Observer::all();
    at_every_decision_of(&catalogue, &games, |batch, trail| {
        let game = of::<Table>(batch, 0).game as usize;
        let decks = [&games[game][0], &games[game][1]];
        for seat in 0..2 {
            clues += of::<Knowledge>(batch, 0).clues(seat).len();
            let number = mix(trail, u64::from(seat));
            let wrong = wrong(batch, decks, seat, number, none);
            assert_eq!(wrong, None, "game {game}, seat {seat}");
            let rows = observer.seen(batch, 0, seat, Level::Seat);
            let world = observer.seen(batch, 2, seat, Level::Seat);
            assert!(rows == world, "game {game}, seat {seat}: rows tell a world from the truth");
            worlds += 1;
            if number.is_multiple_of(64) {
                play_on(batch, decks, number);
                played += 1;
            }
        }
    });
    assert!(worlds > 1000 && clues > 1000 && played > 10, "{worlds}, {clues}, {played}");
}

/// Plays the world on table 2 to its end, the game itself waiting.
fn play_on(batch: &mut Batch, decks: [&Deck; 2], mut number: u64) {
    while batch.status(2) != Status::Over {
        if batch.status(2) == Status::Waiting {
            let wrong = invariants::broken(batch, 2, &decks);
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
            number = mix(number, 1);
            let entity = batch.table(2);
            let mut query = batch.world_mut().query::<(&mut Table, &mut Decision<Unlimited>)>();
            let found = query.get_mut(batch.world_mut(), entity);
            let (mut table, mut decision) = found.expect("a table has a decision");
            let option = number as usize % decision.options.len();
            decision.choose(&mut table, option).expect("it is an option");
        }
        batch.tick();
        assert_ne!(batch.status(2), Status::Quarantined, "{:?}", of::<Table>(batch, 2).fault);
    }
}

#[test]
fn a_world_follows_from_what_a_seat_knows() {
    check(12);
}

#[test]
#[ignore = "takes minutes; the same with a thousand games"]
fn worlds_of_a_thousand_games() {
    check(1000);
}

/// Something of the truth stays in a world.
const FAULTS: &[(&str, Fault)] = &[
    ("random numbers to come", |batch, from, to, _| {
        let streams = *of::<Streams>(batch, from);
        *of_mut::<Streams>(batch, to) = streams;
    }),
    ("the top of the other deck", |batch, from, to, seat| {
        let enemy = usize::from(1 - seat);
        let Some(&top) = of::<Board>(batch, from).players[enemy].deck.last() else { return };
        let deck = &mut of_mut::<Board>(batch, to).players[enemy].deck;
        let Some(at) = deck.iter().position(|&slot| slot == top) else { return };
        let last = deck.len() - 1;
        deck.swap(at, last);
    }),
    ("lives of hidden cards", |batch, from, to, seat| {
        for slot in unseen(batch, from, seat) {
            let lives = card(batch, from, slot).incarnation;
            card(batch, to, slot).incarnation = lives;
        }
    }),
    ("the options of the other player", |batch, from, to, seat| {
        let decision = of::<Decision<Unlimited>>(batch, from).clone();
        if decision.seat != seat {
            *of_mut::<Decision<Unlimited>>(batch, to) = decision;
        }
    }),
    ("a card chosen in secret", |batch, from, to, _| {
        let stack = of::<Stack<Unlimited>>(batch, from).clone();
        *of_mut::<Stack<Unlimited>>(batch, to) = stack;
    }),
    ("nothing of a card that is known", |batch, from, to, seat| {
        let known = *of::<Knowledge>(batch, from);
        *of_mut::<Knowledge>(batch, from) = Knowledge::default();
        determinize(batch, from, to, seat, 5).expect("there is one");
        *of_mut::<Knowledge>(batch, from) = known;
        *of_mut::<Knowledge>(batch, to) = known;
    }),
];

#[test]
fn what_a_world_keeps_of_the_truth_is_found() {
    let (catalogue, games) = games(8);
    let mut found = vec![0; FAULTS.len()];
    at_every_decision_of(&catalogue, &games, |batch, trail| {
        let game = of::<Table>(batch, 0).game as usize;
        let decks = [&games[game][0], &games[game][1]];
        let seat = (trail % 2) as Seat;
        for ((_, fault), found) in FAULTS.iter().zip(&mut found) {
            if *found < 3 {
                *found += u32::from(wrong(batch, decks, seat, trail, *fault).is_some());
            }
        }
    });
    for ((name, _), found) in FAULTS.iter().zip(found) {
        assert!(found > 0, "{name} was not found");
    }
}

/// P2 has bounced a unit; the hand, the resources and the deck of theirs are seven cards.
fn small(catalogue: &Catalogue) -> Batch {
    let ids = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect::<Vec<String>>();
    let mut batch = Batch::of::<Unlimited>(catalogue, 2, |_: &mut bevy_app::App| {});
    let p1 = Side {
        hand: ids(&["SOR_222"]),
        resources: 9,
        deck: Some(ids(&["SOR_095"])),
        ..Side::default()
    };
    let p2 = Side {
        hand: ids(&["SOR_046"]),
        resource_cards: ids(&["SOR_063", "SOR_108"]),
        deck: Some(ids(&["SOR_128", "SOR_164"])),
        units: vec![UnitInPlay { card: "SOR_095".into(), ..UnitInPlay::default() }],
        ..Side::default()
    };
    arrange(&mut batch, 0, &Position { p1, p2, ..Position::default() }, 0, 0).expect("it stands");
    while batch.status(0) == Status::Busy {
        batch.tick();
    }
    batch
}

/// Takes the first option that fits and plays on.
fn answer(batch: &mut Batch, fits: impl Fn(&Choice) -> bool) {
    let entity = batch.table(0);
    let mut query = batch.world_mut().query::<(&mut Table, &mut Decision<Unlimited>)>();
    let found = query.get_mut(batch.world_mut(), entity);
    let (mut table, mut decision) = found.expect("a table has a decision");
    let option = decision.options.iter().position(fits).expect("it is offered");
    decision.choose(&mut table, option).expect("it is an option");
    while batch.status(0) == Status::Busy {
        batch.tick();
    }
}

/// The enemy's hand, resources and deck, as sets where nobody knows an order.
fn lies(batch: &Batch, table: usize) -> [Vec<Slot>; 3] {
    let player = &of::<Board>(batch, table).players[1];
    let sorted = |slots: &[Slot]| {
        let mut slots = slots.to_vec();
        slots.sort_unstable();
        slots
    };
    [sorted(&player.hand), sorted(&player.resources), player.deck.to_vec()]
}

#[test]
fn all_worlds_are_equally_likely() {
    const WORLDS: u64 = 20_000;
    let (catalogue, _) = decks();
    let mut batch = small(&catalogue);
    // Waylay: the unit returns to its owner's hand.
    answer(&mut batch, |choice| matches!(choice, Choice::Play(_)));
    if let Some(&unit) = of::<Board>(&batch, 0).play.first() {
        answer(&mut batch, |choice| *choice == Choice::Card(unit));
    }
    let board = of::<Board>(&batch, 0);
    assert_eq!(board.players[1].hand.len(), 2, "the unit is in the hand");
    let known = board.players[1].hand[1];
    assert_eq!(of::<Knowledge>(&batch, 0).places(0, known), Places::HAND);
    let mut counts: BTreeMap<[Vec<Slot>; 3], u64> = BTreeMap::new();
    for key in 0..WORLDS {
        determinize(&mut batch, 0, 1, 0, key).expect("there is one");
        let world = lies(&batch, 1);
        assert!(world[0].contains(&known), "what is known to be in the hand is there");
        *counts.entry(world).or_default() += 1;
    }
    // One of five in the hand with it, two of the other four as resources, the rest in two orders.
    assert_eq!(counts.len(), 5 * 6 * 2);
    let expected = WORLDS as i64 / counts.len() as i64;
    let off: i64 = counts.values().map(|&count| (count as i64 - expected).pow(2)).sum();
    // 59 degrees of freedom: p = 0.001 at 98.3.
    assert!(off / expected < 99, "chi-square {}", off / expected);
}
