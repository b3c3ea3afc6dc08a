//! Worlds that a seat cannot rule out: what they are made of, and that none of it is the truth.

use cardmill_harness::agent::seat;
use cardmill_harness::driver::Driver;
use cardmill_harness::play::Play;
use cardmill_harness::session::Session;
use cardmill_imperium::agent::BRAWL;
use cardmill_imperium::board::Board;
use cardmill_imperium::choice::{Choice, Imperium, Prompt};
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::library;
use cardmill_imperium::piece::{Piece, Place};
use cardmill_imperium::position::Position;
use cardmill_imperium::view::{Known, View, determinize};
use cardmill_imperium::vocabulary::Kind;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::digest::mix;
use cardmill_kernel::resolve::{change, look};
use cardmill_kernel::rules::At;
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::Table;

use super::maps::table;

/// Games; `CARDMILL_WORLDS` has more played.
const GAMES: u64 = 2;
/// Every so many decisions worlds are dealt.
const EVERY: u32 = 9;

fn tabletop() -> Tabletop {
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let mut tabletop = Tabletop::with(&catalogue, Tabletop::add_agents);
    (0..4).for_each(|_| {
        tabletop.add();
    });
    (1..4).for_each(|table| tabletop.batch_mut().rest(table));
    tabletop
}

fn at<T>(
    tabletop: &mut Tabletop,
    table: usize,
    read: impl FnOnce(&mut At<'_, Imperium>) -> T,
) -> T {
    let entity = tabletop.batch().table(table);
    change::<Imperium, T>(tabletop.batch_mut().world_mut(), entity, read)
}

fn known(tabletop: &mut Tabletop, table: usize, seat: Seat) -> Known {
    let entity = tabletop.batch().table(table);
    look::<Imperium, _>(tabletop.batch_mut().world_mut(), entity, |at| View::of(at, seat).known())
}

/// Exchanges what a seat does not see on a table: cards of a kind change places, decks are turned
/// over, and what is left of the game is left to other numbers.
fn change_what_is_hidden(tabletop: &mut Tabletop, table: usize, seat: Seat, number: u64) {
    at(tabletop, table, |at| {
        let own: Vec<Slot> = if at.decision.seat == seat && at.decision.state == State::Offered {
            let named = at.decision.options.iter().filter_map(|choice| match *choice {
                Choice::Top(slot) | Choice::Bottom(slot) | Choice::Piece(slot) => Some(slot),
                _ => None,
            });
            named.collect()
        } else {
            Vec::new()
        };
        let view = View::of(at, seat);
        let hidden: Vec<Slot> = (0..at.state.board.slots)
            .filter(|slot| !view.sees(*slot) && !own.contains(slot))
            .collect();
        let is_public = |slot: Slot| at.state.board.unrevealed.contains(&slot);
        let of = |kind: Kind| -> Vec<Slot> {
            let scene = at.state.scene();
            let is = |slot: &Slot| scene.printed(*slot).kind == kind && !is_public(*slot);
            hidden.iter().copied().filter(is).collect()
        };
        let groups = [Kind::Action, Kind::Objective, Kind::Agenda].map(of);
        let board = &mut *at.state.board;
        for (group, cards) in groups.iter().enumerate() {
            for n in 0..cards.len() as u64 {
                let any = |m: u64| cards[mix(number, n * 2 + m) as usize % cards.len()];
                let (one, other) = (any(0), any(1));
                if one == other {
                    continue;
                }
                let deck = match group {
                    0 => &mut board.action_deck,
                    1 => &mut board.secret_deck,
                    _ => &mut board.agenda_deck,
                };
                for slot in deck.iter_mut().filter(|slot| **slot == one || **slot == other) {
                    *slot ^= one ^ other;
                }
                let [was, will] = [one, other].map(|slot| at.state.pieces[usize::from(slot)]);
                let (one, other) = (usize::from(one), usize::from(other));
                at.state.pieces[one] = Piece { definition: was.definition, ..will };
                at.state.pieces[other] = Piece { definition: will.definition, ..was };
            }
        }
        for &slot in groups.iter().flatten() {
            at.state.pieces[usize::from(slot)].incarnation = (number % 5) as u8;
        }
        // The next public objective of the last stage is another of it.
        if let [next, .., other] = board.unrevealed.as_mut_slice() {
            let stage = |slot: Slot| {
                let definition = at.state.pieces[usize::from(slot)].definition;
                let card = at.state.catalogue.definition(definition);
                card.objective.as_ref().map(|objective| objective.points)
            };
            if stage(*next) == stage(*other) {
                core::mem::swap(next, other);
            }
        }
        *at.streams = Streams::new(number, 99);
        at.table.trail = number;
    });
}

/// A fault of worlds: changes the one on table `to`, given the table it is of, as seen from a seat.
type Fault = fn(&mut Tabletop, usize, usize, Seat);

fn none(_: &mut Tabletop, _: usize, _: usize, _: Seat) {}

/// Says what is wrong with the worlds of a seat at the decision of table 0.
fn wrong(tabletop: &mut Tabletop, seat: Seat, number: u64, fault: Fault) -> Option<String> {
    let before = known(tabletop, 0, seat);
    tabletop.fork(0, 1);
    change_what_is_hidden(tabletop, 1, seat, number);
    for (from, to) in [(0, 2), (1, 3)] {
        if let Err(none) = determinize(tabletop.batch_mut(), from, to, seat, number) {
            return Some(none.to_string());
        }
        fault(tabletop, from, to, seat);
    }
    let [one, other] = [2, 3].map(|table| tabletop.digest(table));
    if one != other || tabletop.component::<Table>(2).trail != tabletop.component::<Table>(3).trail
    {
        return Some("the truth makes a difference".into());
    }
    let after = known(tabletop, 2, seat);
    if after != before {
        return Some(format!("it looks otherwise: {after:?} and not {before:?}"));
    }
    at(tabletop, 2, strange)
}

/// A card that whoever is asked could use without having it.
fn strange(at: &mut At<'_, Imperium>) -> Option<String> {
    let asked = at.decision.seat;
    let scene = at.state.scene();
    let named = at.decision.options.iter().filter_map(|choice| match *choice {
        Choice::Piece(slot) | Choice::Component(slot, _) | Choice::Note(slot) => Some(slot),
        _ => None,
    });
    let candidates = at.stack.rounds().map_or(&[][..], |rounds| rounds.candidates());
    let mut all = named.chain(candidates.iter().map(|candidate| candidate.ability.source.slot));
    let slot = all.find(|&slot| {
        let piece = scene.piece(slot);
        piece.place == Place::Deck || piece.place == Place::Hand && piece.holder != asked
    })?;
    Some(format!("P{} could use {:?} without having it", asked + 1, scene.piece(slot)))
}

/// Plays games and stops at some decisions, before they are answered.
fn at_decisions(games: u64, mut look: impl FnMut(&mut Tabletop, u64)) {
    let mut tabletop = tabletop();
    for game in 0..games {
        let players = 3 + game as usize % 4;
        let position = Position { table: Some(table(players, "pinned")), ..Position::default() };
        Tabletop::lay(tabletop.batch_mut(), 0, &position, 5, game).expect("it can be laid");
        let entity = tabletop.batch().table(0);
        let agents = core::iter::repeat_n(Some(BRAWL), players);
        seat(tabletop.batch_mut().world_mut(), entity, agents, 5, game);
        tabletop.batch_mut().wake(0);
        let mut decisions = 0;
        while !tabletop.status(0).has_ended() {
            tabletop.batch_mut().tick();
            let table = tabletop.component::<Table>(0);
            if table.decisions == decisions {
                continue;
            }
            decisions = table.decisions;
            let asked = tabletop.component::<Decision<Imperium>>(0).state == State::Offered;
            if asked && mix(game, decisions.into()).is_multiple_of(EVERY.into()) {
                look(&mut tabletop, mix(game, decisions.into()));
            }
        }
    }
}

#[test]
fn a_world_follows_from_what_a_seat_sees() {
    let games = std::env::var("CARDMILL_WORLDS").ok().and_then(|n| n.parse().ok()).unwrap_or(GAMES);
    let mut worlds = 0;
    at_decisions(games, |tabletop, number| {
        let players = tabletop.component::<Board>(0).players.len() as Seat;
        for seat in 0..players {
            let wrong = wrong(tabletop, seat, mix(number, seat.into()), none);
            assert_eq!(wrong, None, "seat {seat}");
            worlds += 1;
        }
    });
    assert!(worlds > 100, "only {worlds} worlds");
}

/// Something of the truth stays in a world.
const FAULTS: &[(&str, Fault)] = &[
    ("random numbers to come", |tabletop, from, to, _| {
        let streams = *tabletop.component::<Streams>(from);
        at(tabletop, to, |at| *at.streams = streams);
    }),
    ("the top of the action card deck", |tabletop, from, to, _| {
        let Some(&top) = tabletop.component::<Board>(from).action_deck.last() else { return };
        at(tabletop, to, |at| {
            let deck = &mut at.state.board.action_deck;
            if let Some(place) = deck.iter().position(|&slot| slot == top) {
                let last = deck.len() - 1;
                deck.swap(place, last);
            }
        });
    }),
    ("the next agenda", |tabletop, from, to, _| {
        let Some(&top) = tabletop.component::<Board>(from).agenda_deck.last() else { return };
        at(tabletop, to, |at| {
            let deck = &mut at.state.board.agenda_deck;
            if let Some(place) = deck.iter().position(|&slot| slot == top) {
                let last = deck.len() - 1;
                deck.swap(place, last);
            }
        });
    }),
    ("the hands of others", |tabletop, from, to, seat| {
        let held = at(tabletop, from, |at| {
            let scene = at.state.scene();
            let kinds = [Kind::Action, Kind::Objective];
            let held = |slot: &Slot| {
                let piece = scene.piece(*slot);
                piece.place == Place::Hand
                    && piece.holder != seat
                    && kinds.contains(&scene.printed(*slot).kind)
            };
            scene.slots().filter(held).map(|s| (s, scene.piece(s).holder)).collect::<Vec<_>>()
        });
        at(tabletop, to, |at| {
            for (slot, holder) in held {
                at.state.pieces[usize::from(slot)].owner = holder;
            }
        });
    }),
    ("the lives of hidden cards", |tabletop, from, to, _| {
        let deck = tabletop.component::<Board>(from).secret_deck.clone();
        let lives: Vec<(Slot, u8)> = at(tabletop, from, |at| {
            deck.iter().map(|&s| (s, at.state.pieces[usize::from(s)].incarnation)).collect()
        });
        at(tabletop, to, |at| {
            for (slot, life) in lives {
                at.state.pieces[usize::from(slot)].incarnation = life;
            }
        });
    }),
    ("what others can choose", |tabletop, from, to, seat| {
        let decision = tabletop.component::<Decision<Imperium>>(from).clone();
        if decision.seat != seat {
            at(tabletop, to, |at| *at.decision = decision);
        }
    }),
];

#[test]
fn what_leaks_is_found() {
    let mut left: Vec<&(&str, Fault)> = FAULTS.iter().collect();
    at_decisions(GAMES, |tabletop, number| {
        let players = tabletop.component::<Board>(0).players.len() as Seat;
        for seat in 0..players {
            let number = mix(number, seat.into());
            left.retain(|(_, fault)| wrong(tabletop, seat, number, *fault).is_none());
        }
    });
    // A hand shows among the options when its holder is asked for a card of it.
    let names: Vec<&str> = left.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, Vec::<&str>::new(), "leaks that nobody finds");
}

/// Each card that a seat does not see is in each place as often as in another.
#[test]
fn worlds_are_dealt_evenly() {
    const WORLDS: u64 = 2_000;
    let mut tabletop = tabletop();
    let position = Position { table: Some(table(3, "pinned")), ..Position::default() };
    Tabletop::lay(tabletop.batch_mut(), 0, &position, 5, 0).expect("it can be laid");
    tabletop.batch_mut().wake(0);
    while tabletop.component::<Decision<Imperium>>(0).prompt != Some(Prompt::Limits) {
        tabletop.batch_mut().tick();
    }
    let asked = tabletop.component::<Decision<Imperium>>(0).seat;
    let other = (asked + 1) % 3;
    let mut held = std::collections::BTreeMap::<Slot, u64>::new();
    for number in 0..WORLDS {
        determinize(tabletop.batch_mut(), 0, 2, asked, number).expect("there is a world");
        let hand = at(&mut tabletop, 2, |at| {
            let scene = at.state.scene();
            let hand = scene.cards(other, Place::Hand, Kind::Objective);
            hand.collect::<Vec<Slot>>()
        });
        assert_eq!(hand.len(), 2);
        hand.into_iter().for_each(|slot| *held.entry(slot).or_default() += 1);
    }
    // 20 secret objectives, of which the seat has two.
    let expected = WORLDS * 2 / 18;
    assert_eq!(held.len(), 18);
    for (slot, times) in held {
        assert!(times.abs_diff(expected) < expected / 4, "card {slot}: {times} of {expected}");
    }
}
