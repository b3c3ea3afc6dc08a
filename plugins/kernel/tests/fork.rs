//! A table copied or saved in the middle of a resolution goes on as if nothing had been.

use core::cell::RefCell;

use bevy_ecs::prelude::*;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::Digest;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::roster::{Lists, Roster};
use cardmill_kernel::saved::{Broken, Origin, SavedTable};
use cardmill_kernel::table::{Status, Table};
use cardmill_kernel::window::Pick;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::anonymous::library::{Change, Fact::*, Library, Policy, Step::*, Token::*};
use crate::anonymous::play::Play;
use crate::anonymous::{Anonymous, Choice, Notes, Prompt, grow, table};

/// A game with nested windows, replacements, delayed effects and random numbers.
fn library(policy: Policy) -> Library {
    Library::new(policy, [Happen(vec![0]), Due(vec![1, 2]), Drain, Draw, Happen(vec![1])])
        .delayed(0, "due", [Gain(0, Focus)])
        .delayed(0, "also due", [Draw])
        .on(Event(0), 0, "A", [Happen(vec![1]), Draw])
        .on(Event(0), 0, "B", [Gains(vec![(0, Focus, 2), (1, Focus, 1)])])
        .on(Event(0), 1, "X", [Gain(1, Focus)])
        .on(Event(0), 1, "Y", [Draw, Happen(vec![1])])
        .on(Event(1), 0, "C", [])
        .on(Event(1), 1, "Z", [Gain(0, Focus)])
        .on(Gained(Focus), 1, "saw focus", [Draw])
        .on(Gained(Evade), 0, "saw evade", [])
        .must()
        .may_replace(0, "evade", Focus, Change::Instead(Evade))
        .replace(1, "less", Focus, Change::Less(1))
}

const SIZES: Lists<usize> = Lists { cards: 2, figures: 0, effects: 2, tokens: 0 };

const POLICIES: [Policy; 3] = [Policy::Blocks, Policy::Queue, Policy::Rounds];

fn digest(play: &Play, table: usize) -> u64 {
    play.batch.digest(table, SIZES)
}

/// The option that is taken at the `n`th decision of line `line`, from 0 to `count - 1`.
fn answer(line: u64, n: u32, count: usize) -> usize {
    (Digest::of(&(line, n)) % count as u64) as usize
}

/// Answers every waiting table.
fn answer_all(play: &mut Play, line: u64) {
    for table in 0..play.batch.len() {
        let count = play.options(table).len();
        if count > 0 {
            let n = play.component::<Table>(table).decisions;
            play.choose(table, answer(line, n, count));
        }
    }
    play.run();
}

fn to_decision(policy: Policy, line: u64, n: u32) -> Play {
    let mut play = Play::new(library(policy));
    play.run();
    while play.batch.status(0) == Status::Waiting && play.component::<Table>(0).decisions < n {
        answer_all(&mut play, line);
    }
    play
}

fn fork(play: &mut Play, to: usize) {
    play.batch.fork(0, to, grow);
}

/// Saves table 0, as text, and loads it onto another one.
fn save_and_load(play: &mut Play, to: usize) {
    let saved = serde_json::to_string(&play.batch.save(0, SIZES)).expect("a table is plain data");
    let saved = serde_json::from_str(&saved).expect("it was just written");
    play.batch.load(to, saved, grow).expect("it was just saved");
}

const ORIGIN: Origin<'_> = Origin { game: "anonymous", cards: 7 };

/// Saves table 0, as bytes, and loads it onto another one.
fn pack_and_unpack(play: &mut Play, to: usize) {
    let bytes = play.batch.pack(0, SIZES, ORIGIN);
    play.batch.unpack(to, &bytes, ORIGIN, grow).expect("it was just saved");
}

#[test]
fn a_copy_at_every_decision_goes_on_alike() {
    for policy in POLICIES {
        for line in 0..5 {
            let decisions = to_decision(policy, line, u32::MAX).component::<Table>(0).decisions;
            assert!(decisions >= 8, "{policy:?} {line}: only {decisions}");
            for n in 0..=decisions {
                let mut play = to_decision(policy, line, n);
                // Every other table is too small.
                for (cards, effects) in [(0, 1), (2, 2), (2, 0), (2, 2), (1, 0), (2, 2)] {
                    play.batch.add(|world| table(world, cards, effects));
                }
                fork(&mut play, 1);
                fork(&mut play, 2);
                save_and_load(&mut play, 3);
                save_and_load(&mut play, 4);
                pack_and_unpack(&mut play, 5);
                pack_and_unpack(&mut play, 6);
                loop {
                    for copy in 1..=6 {
                        assert_eq!(digest(&play, 0), digest(&play, copy), "{policy:?} {line} {n}");
                        assert_eq!(play.component::<Notes>(0), play.component::<Notes>(copy));
                        assert_eq!(play.options(0), play.options(copy));
                    }
                    if play.batch.status(0) != Status::Waiting {
                        break;
                    }
                    answer_all(&mut play, line);
                }
                for copy in 1..=6 {
                    assert_eq!(play.batch.status(copy), Status::Over);
                    assert_eq!(play.component::<Table>(copy).decisions, decisions);
                }
            }
        }
    }
}

#[test]
fn a_fork_does_not_touch_its_source() {
    for policy in POLICIES {
        let alone = to_decision(policy, 1, u32::MAX);
        let decisions = alone.component::<Table>(0).decisions;
        for n in 0..decisions {
            let mut play = to_decision(policy, 1, n);
            play.batch.add(|world| table(world, 2, 2));
            fork(&mut play, 1);
            let before = digest(&play, 0);
            while !play.options(1).is_empty() {
                play.choose(1, 0);
                play.run();
            }
            assert_eq!(digest(&play, 0), before);
            while !play.options(0).is_empty() {
                let n = play.component::<Table>(0).decisions;
                let count = play.options(0).len();
                play.choose(0, answer(1, n, count));
                play.run();
            }
            assert_eq!(digest(&play, 0), digest(&alone, 0));
            assert_eq!(play.order(), alone.order());
        }
    }
}

#[test]
fn a_used_table_is_overwritten() {
    for policy in POLICIES {
        let mut play = to_decision(policy, 2, 3);
        play.batch.add(|world| table(world, 2, 2));
        fork(&mut play, 1);
        while !play.options(1).is_empty() {
            play.choose(1, 0);
            play.run();
        }
        assert_ne!(digest(&play, 0), digest(&play, 1));
        fork(&mut play, 1);
        assert_eq!(digest(&play, 0), digest(&play, 1));
    }
}

#[test]
fn what_was_not_saved_from_a_table_is_refused() {
    let mut play = to_decision(Policy::Blocks, 2, 3);
    let before = digest(&play, 0);
    let saved = play.batch.save(0, SIZES);
    let with = |change: fn(&mut SavedTable)| {
        let mut other = saved.clone();
        change(&mut other);
        other
    };
    let missing = with(|saved| _ = saved.table.remove("Stack"));
    let strange = with(|saved| _ = saved.cards[1].insert("Wings".into(), 2.into()));
    let broken = with(|saved| _ = saved.effects[1].insert("Uses".into(), "many".into()));
    for (other, reason) in [
        (missing, "Stack is missing"),
        (strange, "Wings is no component of this game"),
        (broken, "Uses: invalid type"),
    ] {
        let error = play.batch.load(0, other, grow).expect_err(reason).to_string();
        assert!(error.starts_with(reason), "{error}");
        assert_eq!(digest(&play, 0), before, "{reason}");
    }
}

#[test]
fn bytes_from_elsewhere_are_refused() {
    let mut play = to_decision(Policy::Blocks, 2, 3);
    let before = digest(&play, 0);
    let mut bytes = play.batch.pack(0, SIZES, ORIGIN);
    for (origin, reason) in [
        (
            Origin { game: "other", ..ORIGIN },
            "it was saved from a table of anonymous; this is other",
        ),
        (
            Origin { cards: 8, ..ORIGIN },
            "it was saved with the cards 0000000000000007; this is 0000000000000008",
        ),
    ] {
        let error = play.batch.unpack(0, &bytes, origin, grow).expect_err(reason);
        assert_eq!(error.to_string(), reason);
    }
    // The length of the version comes first.
    bytes[1] = b'9';
    let error = play.batch.unpack(0, &bytes, ORIGIN, grow).expect_err("another version");
    assert!(error.to_string().starts_with("it was saved by Cardmill 9"), "{error}");
    assert_eq!(digest(&play, 0), before);
}

#[test]
fn bytes_that_were_changed_are_refused() {
    let mut play = to_decision(Policy::Blocks, 2, 3);
    play.batch.add(|world| table(world, 2, 2));
    let bytes = play.batch.pack(0, SIZES, ORIGIN);
    let before = digest(&play, 1);
    let play = RefCell::new(play);
    let changes = (
        prop::collection::vec((any::<prop::sample::Index>(), 1..=u8::MAX), 0..4),
        prop::option::of(any::<prop::sample::Index>()),
        prop::collection::vec(any::<u8>(), 0..3),
    );
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) };
    let tried = TestRunner::new(config).run(&changes, |(flips, cut, more)| {
        let mut changed = bytes.clone();
        for (at, flip) in flips {
            *at.get_mut(&mut changed) ^= flip;
        }
        changed.truncate(cut.map_or(bytes.len(), |at| at.index(bytes.len())));
        changed.extend(more);
        prop_assume!(changed != bytes);
        let play = &mut *play.borrow_mut();
        let read = play.batch.unpack(1, &changed, ORIGIN, grow);
        prop_assert!(matches!(read, Err(Broken::Damaged | Broken::Foreign { .. })), "{:?}", read);
        prop_assert_eq!(digest(play, 1), before);
        Ok(())
    });
    tried.expect("every change is noticed");
}

#[test]
fn other_choices_give_another_digest() {
    for policy in POLICIES {
        let digests: Vec<_> =
            (0..6).map(|line| digest(&to_decision(policy, line, u32::MAX), 0)).collect();
        assert!(digests.iter().any(|&d| d != digests[0]), "{policy:?}");
    }
}

#[test]
fn equal_questions_have_equal_digests() {
    let ask = |before: Choice| {
        let mut decision = Decision::<Anonymous> { taken: before, ..Default::default() };
        decision.open(1, Prompt::Replace);
        decision.options.extend([Choice::Replace(0), Choice::Window(Pick::Decline)]);
        Digest::of(&decision)
    };
    assert_eq!(
        ask(Choice::Nothing),
        ask(Choice::Window(Pick::Decline)),
        "an earlier answer is not state"
    );
}

#[test]
fn every_component_is_registered() {
    let play = Play::new(library(Policy::Blocks));
    let table = play.batch.table(0);
    let roster = play.component::<Roster>(0);
    for entity in core::iter::once(table).chain(roster.entities()) {
        assert_eq!(Registry::unregistered(play.batch.world(), entity), []);
    }
}

#[derive(Component)]
struct Stray;

#[derive(Component)]
#[component(storage = "SparseSet")]
struct Sparse;

#[test]
fn a_component_nobody_registered_is_found() {
    let mut play = Play::new(library(Policy::Blocks));
    let roster = play.component::<Roster>(0);
    for entity in [play.batch.table(0), roster.card(1), roster.lists.effects[0]] {
        let world = play.batch.world_mut();
        world.entity_mut(entity).insert((Stray, Sparse));
        let mut found = Registry::unregistered(world, entity);
        let mut expected = [
            world.component_id::<Stray>().expect("it was inserted"),
            world.component_id::<Sparse>().expect("it was inserted"),
        ];
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected);
    }
}
