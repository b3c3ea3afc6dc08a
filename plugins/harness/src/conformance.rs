//! What must hold for every game on the kernel, whatever its rules: one suite, applied to each.
//!
//! A game's tests say how its games begin, and [`conformance!`](crate::conformance!) makes a test
//! of every check:
//!
//! ```ignore
//! cardmill_harness::conformance!(Suite { catalogue, begin, games: 4, decisions: 1_000 });
//! ```

use std::collections::BTreeSet;

use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings};
use cardmill_kernel::constant::Unsettled;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::resolve::{step, work_out};
use cardmill_kernel::roster::Roster;
use cardmill_kernel::rules::Rules;
use cardmill_kernel::streams::{below, generator};
use cardmill_kernel::table::{Fault, Status, Table};

use crate::session::Session;

/// A game under test.
pub struct Suite<D: Session> {
    /// Its cards.
    pub catalogue: D::Catalogue,
    /// Sets up the game of a number on a table; nothing has been asked yet.
    pub begin: fn(&mut D, table: usize, game: u64),
    /// Games that each check plays.
    pub games: u64,
    /// Decisions after which a game that has not ended is left.
    pub decisions: u32,
}

/// Makes a test of every check of a [`Suite`].
#[macro_export]
macro_rules! conformance {
    ($suite:expr) => {
        mod conformance {
            use super::*;

            #[test]
            fn no_two_systems_of_a_tick_touch_the_same_in_no_order() {
                $suite.is_ordered();
            }

            #[test]
            fn every_component_is_registered() {
                $suite.is_registered();
            }

            #[test]
            fn a_fork_goes_the_way_of_its_original() {
                $suite.forks();
            }

            #[test]
            fn a_saved_table_goes_on_as_it_would_have() {
                $suite.saves();
            }

            #[test]
            fn what_constants_make_is_what_they_would_make_anew() {
                $suite.derives();
            }

            #[test]
            fn a_game_does_not_depend_on_what_its_table_has_seen() {
                $suite.forgets();
            }

            #[test]
            fn a_game_does_not_depend_on_the_tables_beside_it() {
                $suite.stands_alone();
            }
        }
    };
}

/// What somebody who plays a table can tell of it.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    status: Status,
    digest: u64,
    options: Vec<String>,
}

fn seen<D: Session>(driver: &mut D, table: usize) -> Seen {
    let options = driver.asked(table).map_or_else(Vec::new, |asked| asked.names);
    Seen { status: driver.status(table), digest: driver.digest_of_game(table), options }
}

/// Whoever plays: picks for one game.
struct Picks(rand_chacha::ChaCha8Rng);

impl Picks {
    fn new(game: u64) -> Self {
        Self(generator(1, game, 0))
    }

    fn of(&mut self, count: usize) -> usize {
        below(&mut self.0, count)
    }
}

impl<D> Suite<D>
where
    D: Session,
    D::Game: Rules,
{
    /// Whether the game on a table goes on. One that has ended did so by its rules.
    fn goes_on(&self, driver: &D, table: usize) -> bool {
        let status = driver.status(table);
        let state = driver.batch().world().get::<Table>(driver.batch().table(table));
        let decisions = state.expect("a table has a status").decisions;
        assert_ne!(status, Status::Quarantined, "{:?}", driver.fault(table));
        status == Status::Waiting && decisions < self.decisions
    }

    fn driver(&self, tables: usize) -> D {
        let mut driver = D::new(&self.catalogue);
        for _ in 0..tables {
            driver.add();
        }
        driver
    }

    /// Sets up a game and plays it to its first question.
    fn begin(&self, driver: &mut D, table: usize, game: u64) {
        (self.begin)(driver, table, game);
        driver.run(table);
    }

    /// No two systems of a tick touch the same data in no order, with sync points or without.
    ///
    /// # Panics
    /// If two do.
    pub fn is_ordered(&self) {
        let mut driver = self.driver(0);
        let mut schedule = core::mem::take(driver.batch_mut().schedule_mut());
        schedule.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            auto_insert_apply_deferred: false, // sync points must not hide an ambiguity
            use_shortnames: false,
            ..Default::default()
        });
        let world = driver.batch_mut().world_mut();
        if let Err(error) = schedule.initialize(world) {
            panic!("{}", error.to_string(schedule.graph(), world));
        }
        assert!(schedule.systems_len() > 0, "nothing happens in a tick");
    }

    /// Every component of a table and of what is on it is registered, so that copies are whole.
    ///
    /// # Panics
    /// If one is not.
    pub fn is_registered(&self) {
        let mut driver = self.driver(1);
        self.begin(&mut driver, 0, 0);
        let table = driver.batch().table(0);
        let world = driver.batch().world();
        let lists = world.get::<Roster>(table).expect("a table has a roster").lists.as_ref();
        let entities = lists.each().into_iter().flatten().copied().chain([table]);
        let unknown: BTreeSet<String> = entities
            .flat_map(|entity| Registry::unregistered(world, entity))
            .filter_map(|id| world.components().get_name(id).map(|name| name.to_string()))
            .collect();
        assert!(unknown.is_empty(), "nobody registered {unknown:?}");
    }

    /// A copy made at any decision, or in the middle of a resolution, goes the way of its original.
    ///
    /// # Panics
    /// If one does not.
    pub fn forks(&self) {
        let mut driver = self.driver(3);
        for game in 0..self.games {
            self.begin(&mut driver, 0, game);
            let mut picks = Picks::new(game);
            while self.goes_on(&driver, 0) {
                driver.fork(0, 1);
                assert_eq!(seen(&mut driver, 0), seen(&mut driver, 1), "game {game}");
                let option = picks.of(seen(&mut driver, 0).options.len());
                self.halfway(&mut driver, 0, option, picks.of(4));
                driver.fork(0, 2);
                driver.choose(1, option).expect("the copy is asked the same");
                driver.run(0);
                driver.run(2);
                assert_eq!(seen(&mut driver, 0), seen(&mut driver, 1), "game {game}");
                assert_eq!(seen(&mut driver, 0), seen(&mut driver, 2), "game {game}, halfway");
            }
        }
    }

    /// Answers with an option and takes the table a few times through the stages.
    fn halfway(&self, driver: &mut D, table: usize, option: usize, passes: usize) {
        let entity = driver.batch().table(table);
        driver.batch_mut().wake(table);
        let world = driver.batch_mut().world_mut();
        let parts =
            world.entity_mut(entity).into_components_mut::<(&mut Table, &mut Decision<D::Game>)>();
        let (mut state, mut decision) = parts.expect("a table has a decision");
        decision.choose(&mut state, option).expect("the option is there");
        for _ in 0..passes {
            step::<D::Game>(world, entity);
        }
        driver.batch_mut().rest(table);
    }

    /// What was saved and loaded goes on as the original does.
    ///
    /// # Panics
    /// If it does not.
    pub fn saves(&self) {
        let mut driver = self.driver(2);
        for game in 0..self.games {
            self.begin(&mut driver, 0, game);
            let mut picks = Picks::new(game);
            while self.goes_on(&driver, 0) {
                if picks.of(8) == 0 {
                    let text = serde_json::to_string(&driver.save(0)).expect("it is plain data");
                    let saved = serde_json::from_str(&text).expect("it was just written");
                    driver.restore(1, saved).expect("it is of this game");
                    assert_eq!(seen(&mut driver, 0), seen(&mut driver, 1), "game {game}");
                } else {
                    driver.fork(0, 1);
                }
                let option = picks.of(seen(&mut driver, 0).options.len());
                for table in [0, 1] {
                    driver.choose(table, option).expect("both are asked the same");
                }
                assert_eq!(seen(&mut driver, 0), seen(&mut driver, 1), "game {game}");
            }
        }
    }

    /// At every decision, what constants have made is what they make of the same table when all of
    /// it is worked out again: nothing that they rest on has changed unnoticed.
    ///
    /// # Panics
    /// If it is not.
    pub fn derives(&self) {
        let mut driver = self.driver(1);
        for game in 0..self.games {
            self.begin(&mut driver, 0, game);
            let mut picks = Picks::new(game);
            while self.goes_on(&driver, 0) {
                let before = driver.save(0);
                let entity = driver.batch().table(0);
                let world = driver.batch_mut().world_mut();
                let mut unsettled = world.get_mut::<Unsettled>(entity);
                unsettled.as_mut().expect("a table is settled or not").constants = true;
                work_out::<D::Game>(world, entity);
                assert_eq!(driver.save(0), before, "game {game}");
                let option = picks.of(seen(&mut driver, 0).options.len());
                driver.choose(0, option).expect("the option is there");
            }
        }
    }

    /// A game on a table that had others before it, the last of them set aside in the middle of a
    /// resolution, is the game it is on a new table.
    ///
    /// # Panics
    /// If it is not.
    pub fn forgets(&self) {
        let mut used = self.driver(1);
        for game in 0..self.games {
            let mut picks = Picks::new(game);
            self.begin(&mut used, 0, game + self.games);
            for _ in 0..picks.of(60) {
                if used.status(0) == Status::Waiting {
                    let option = picks.of(seen(&mut used, 0).options.len());
                    used.choose(0, option).expect("the option is there");
                }
            }
            if used.status(0) == Status::Waiting {
                let option = picks.of(seen(&mut used, 0).options.len());
                self.halfway(&mut used, 0, option, picks.of(4));
                let entity = used.batch().table(0);
                let mut table = used.batch_mut().world_mut().get_mut::<Table>(entity);
                let table = table.as_mut().expect("a table has a status");
                table.quarantine(Fault::Invariant("a test sets it aside"));
            }
            let mut fresh = self.driver(1);
            self.along([&mut used, &mut fresh], game);
        }
    }

    /// A game is the same alone and beside others that are in the middle of theirs.
    ///
    /// # Panics
    /// If it is not.
    pub fn stands_alone(&self) {
        let mut beside = self.driver(3);
        for game in 0..self.games {
            for table in [1, 2] {
                self.begin(&mut beside, table, game + table as u64);
                beside.batch_mut().wake(table);
            }
            let mut alone = self.driver(1);
            self.along([&mut beside, &mut alone], game);
        }
    }

    /// Plays a game on the first tables of two Worlds with the same choices.
    fn along(&self, [one, other]: [&mut D; 2], game: u64) {
        let mut picks = Picks::new(game);
        self.begin(one, 0, game);
        self.begin(other, 0, game);
        loop {
            let here = seen(one, 0);
            assert_eq!(here, seen(other, 0), "game {game}");
            if !self.goes_on(one, 0) {
                return;
            }
            let option = picks.of(here.options.len());
            one.choose(0, option).expect("the option is there");
            other.choose(0, option).expect("the option is there");
        }
    }
}
