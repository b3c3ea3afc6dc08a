//! Conformance: all that must hold for every game on the kernel, whatever its rules, as one suite
//! that is applied to each.
//!
//! A game's tests say how its games begin, and [`conformance!`](crate::conformance!) makes a test
//! of every check. What a game cannot be asked yet it says: such a check is listed as ignored, with
//! the reason, and fails as soon as it could be made.
//!
//! ```ignore
//! cardmill_harness::conformance! {
//!     suite: Suite { catalogue, begin, games: 4, decisions: 1_000 },
//!     golden: "tests/golden/playthrough.txt",
//!     sizes: [Card = 10, Proposal = 24],
//!     views: hide(exchange_hidden_cards),
//!     scripts: absent("it has no dice"),
//!     secrets: keep(|prompt| *prompt == Prompt::Resource),
//!     positions: told(&[]),
//! }
//! ```

mod copies;
mod games;

use std::collections::BTreeSet;

use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings};
use cardmill_kernel::registry::Registry;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::rules::Rules;
use cardmill_kernel::streams::{Purpose, below, generator};
use cardmill_kernel::table::{Status, Table};

use crate::session::Session;

/// A game under test.
pub struct Suite<D: Session> {
    /// The cards of the game.
    pub catalogue: D::Catalogue,
    /// Sets up the game of a number on a table; nothing has been asked yet.
    pub begin: fn(&mut D, table: usize, game: u64),
    /// The number of games that each check plays.
    pub games: u64,
    /// Decisions after which a game that has not ended is left.
    pub decisions: u32,
}

/// Makes a test of every check of a [`Suite`]: `golden` is the file of a playthrough in the package
/// of the game, `sizes` are those of types of which there are many, in bytes; `views` is a
/// [change of what is hidden](Suite::hides), `scripts` are [dice in a position](Suite::uses_up), `secrets`
/// the [questions that are answered in secret](Suite::keeps), `positions` what tables
/// [do not tell as it was said](Suite::shows), or `given(back)` where they are
/// [set up by what they show](Suite::gives_back) and not changed by it.
#[macro_export]
macro_rules! conformance {
    (
        suite: $suite:expr,
        golden: $golden:literal,
        sizes: [$($hot:ty = $size:literal),+ $(,)?],
        views: $views:ident($($view:tt)+),
        scripts: $scripts:ident($($script:tt)+),
        secrets: $secrets:ident($($secret:tt)+),
        positions: $positions:ident($($position:tt)+) $(,)?
    ) => {
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

            #[test]
            fn a_game_does_not_depend_on_threads_and_batches() {
                $suite.repeats();
            }

            #[test]
            fn what_is_offered_is_not_refused_and_what_is_not_has_a_reason() {
                $suite.judges();
            }

            #[test]
            fn a_golden_game_is_played_as_it_was() {
                let package = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
                $suite.is_golden(&package.join($golden));
            }

            #[test]
            fn types_of_which_there_are_many_are_small() {
                let expected = [$((stringify!($hot), $size)),+];
                assert_eq!([$((stringify!($hot), size_of::<$hot>())),+], expected);
            }

            $crate::conformance!(@views $suite, $views($($view)+));
            $crate::conformance!(@scripts $suite, $scripts($($script)+));
            $crate::conformance!(@secrets $suite, $secrets($($secret)+));
            $crate::conformance!(@positions $suite, $positions($($position)+));
        }
    };
    (@views $suite:expr, hide($change:expr)) => {
        #[test]
        fn what_is_hidden_does_not_change_a_view() {
            $suite.hides($change);
        }
    };
    (@views $suite:expr, absent($reason:literal)) => {
        #[test]
        #[ignore = $reason]
        fn what_is_hidden_does_not_change_a_view() {}

        #[test]
        fn views_are_absent_and_say_so() {
            $suite.has_no_views();
        }
    };
    (@scripts $suite:expr, left($begin:expr, $left:expr)) => {
        #[test]
        fn what_is_scripted_is_used_up() {
            $suite.uses_up($begin, $left);
        }
    };
    (@scripts $suite:expr, absent($reason:literal)) => {
        #[test]
        #[ignore = $reason]
        fn what_is_scripted_is_used_up() {}
    };
    (@secrets $suite:expr, keep($secret:expr)) => {
        #[test]
        fn what_is_answered_in_secret_changes_nothing_for_others() {
            $suite.keeps($secret);
        }
    };
    (@secrets $suite:expr, absent($reason:literal)) => {
        #[test]
        #[ignore = $reason]
        fn what_is_answered_in_secret_changes_nothing_for_others() {}
    };
    (@positions $suite:expr, told($told:expr)) => {
        #[test]
        fn what_a_table_shows_is_what_it_is() {
            $suite.shows($told);
        }
    };
    (@positions $suite:expr, given(back)) => {
        #[test]
        fn what_a_table_shows_is_what_it_is() {
            $suite.gives_back();
        }
    };
    (@positions $suite:expr, absent($reason:literal)) => {
        #[test]
        #[ignore = $reason]
        fn what_a_table_shows_is_what_it_is() {}

        #[test]
        fn positions_are_absent_and_say_so() {
            $suite.shows_nothing();
        }
    };
}

/// The state of a table as somebody who plays it can tell it.
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
        Self(generator(1, game, Purpose::Shared))
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
    /// Tells whether the game on a table goes on. One that has ended did so by its rules.
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
}
