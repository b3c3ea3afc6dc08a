//! Games by the thousand: worlds of tables, over threads, handed over in index order.
//!
//! What a game does depends on the seed, its index, what it begins with and the agents, and on
//! nothing else: not on the other games, the batch size, the number of threads, or the places that
//! its decks or its position happen to have.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::channel;

use rayon::ThreadPoolBuilder;

pub use crate::arm::{Arm, Deal, Opened, Others};

use crate::engine::engine;
use crate::error::Error;
use crate::hall::Run;
use crate::host::Catalogue;
use crate::record::{GameRecord, InOrder};
use crate::setup::{Settings, Setups};

/// The most tables that a run can have, all threads together: about a gigabyte.
pub const MOST_TABLES: usize = 65_536;

/// The most threads that a run can have, or an arena.
pub const MOST_THREADS: usize = 1024;

/// The Worlds of a run: how many, and how many tables each has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Worlds {
    count: usize,
    tables: usize,
}

impl Worlds {
    /// No more Worlds and tables than there are games to be played.
    fn of(settings: &Settings, games: u64) -> Result<Self, Error> {
        let games = usize::try_from(games).unwrap_or(usize::MAX);
        let count = settings.threads.min(games).max(1);
        let tables = settings.batch.min(games.div_ceil(count)).max(1);
        let all = count.saturating_mul(tables);
        if all > MOST_TABLES {
            return Err(Error::Usage(format!(
                "{count} threads with {tables} tables each are {all} tables; expected at most \
                 {MOST_TABLES} (fewer --threads, or a smaller --batch)"
            )));
        }
        Ok(Self { count, tables })
    }
}

/// Plays the games of these numbers, which go round the setups, and hands them to `on_record`, in
/// index order, on this thread.
///
/// Setting `stop` ends the run early: what `on_record` has been given then is how the whole run
/// begins.
///
/// # Errors
///
/// When the engine cannot be set up, or more than [`MOST_TABLES`] are asked for. A game that goes
/// wrong is quarantined, not an error.
pub fn play(
    catalogue: &Catalogue,
    setups: &Setups,
    settings: &Settings,
    games: Range<u64>,
    stop: &AtomicBool,
    on_record: &mut dyn FnMut(GameRecord),
) -> Result<(), Error> {
    let arms = [Arm::new(catalogue, setups, settings)];
    play_arms(&arms, &|_, _| (), games, stop, &mut |deal| {
        deal.into_iter().for_each(|(_, record)| on_record(record));
    })
}

/// Plays each of these deals in the first arm and in those others that `others` adds to the list for it,
/// and hands deals on as [`play`] does games. Game number `i` is the same deal in all arms.
///
/// # Errors
///
/// As [`play`].
///
/// # Panics
///
/// When there is no arm.
pub fn play_arms(
    arms: &[Arm<'_>],
    others: &Others<'_>,
    deals: Range<u64>,
    stop: &AtomicBool,
    on_deal: &mut dyn FnMut(Deal),
) -> Result<(), Error> {
    let count = deals.end.saturating_sub(deals.start);
    let Worlds { count, tables } = Worlds::of(arms[0].settings, count)?;
    let engine = engine(arms[0].catalogue.game());
    let agents = arms.iter().flat_map(|arm| arm.settings.agents.iter().copied());
    let plans = engine.plans(&agents.collect::<Vec<_>>());
    let run = Run::new(arms, others, stop, deals.end, tables, plans);
    let pool = ThreadPoolBuilder::new().num_threads(count).build()?;
    let next = AtomicU64::new(deals.start);
    let (send, receive) = channel();
    pool.in_place_scope(|scope| {
        for _ in 0..count {
            let send = send.clone();
            scope.spawn(|_| engine.work(&run, &next, send));
        }
        drop(send);
        // Games end out of order; they are handed over in order.
        let mut order = InOrder::from(deals.start);
        for (index, deal) in receive.into_iter().flatten() {
            order.add(index, deal, &mut *on_deal);
        }
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use arrayvec::ArrayVec;

    use super::*;

    #[test]
    fn there_are_no_more_tables_than_games() {
        let worlds = |threads, batch, games| {
            let agents = ArrayVec::new();
            let settings = Settings { games: 1, seed: 0, threads, batch, agents, rounds: None };
            Worlds::of(&settings, games)
        };
        for ((threads, batch, games), (count, tables)) in [
            ((2, 32, 1_000), (2, 32)),
            ((1024, 65_535, 10), (10, 1)),
            ((4, 32, 10), (4, 3)),
            ((4, 32, 0), (1, 1)),
            ((1, 65_535, u64::MAX), (1, 65_535)),
        ] {
            assert_eq!(worlds(threads, batch, games).unwrap(), Worlds { count, tables });
        }
        let error = worlds(1024, 65_535, u64::MAX).unwrap_err();
        assert!(error.to_string().contains("67107840 tables; expected at most 65536"), "{error}");
        assert_eq!(error.exit_code(), 2);
    }
}
