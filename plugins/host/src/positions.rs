//! Positions of games that agents play, with what came of them: what nets learn from.
//!
//! Where somebody begins something, the table is written down as both seats see it. Who plays which
//! entries, which positions are kept and what is tried out follow from the seed and the number of a
//! game alone: on any threads and tables the same comes out, in the order of the games.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cardmill_harness::observation::Facts;
use cardmill_harness::session::Problem;
use cardmill_kernel::streams::{Purpose, below, generator};
use cardmill_net as net;

pub use crate::keep::{Positions, Settings};

use crate::batch::MOST_THREADS;
use crate::engine::engine;
use crate::entry::Entry;
use crate::error::Error;
use crate::exchange::exchanged;
use crate::host::{Catalogue, Host};
use crate::keep::{Ended, Run};

impl Settings {
    fn check(&self, game: &dyn Host, entries: &[Entry]) -> Result<(), Error> {
        game.schema().map_err(|problem| Error::Usage(problem.to_string()))?;
        let wrong = |what: &str| Err(Error::Usage(what.to_owned()));
        if game.endings().is_empty() || !game.seats().contains(&2) {
            return wrong("positions are kept of games that two enter with something");
        }
        if entries.is_empty() {
            return wrong("nothing to play with; expected one deck or more");
        }
        if self.agents.iter().all(|(_, weight)| *weight == 0) {
            return wrong("nobody plays; expected an agent with a weight of 1 or more");
        }
        if !(1..=MOST_THREADS).contains(&self.threads) {
            let reason = format!("{} threads; expected 1 to {MOST_THREADS}", self.threads);
            return Err(Error::Usage(reason));
        }
        if self.tables == 0 {
            return wrong("0 tables; expected 1 at least");
        }
        Ok(())
    }
}

/// The score of an agent against others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games that it won.
    pub won: u64,
    /// Games that it played.
    pub games: u64,
}

/// The findings of a run: positions, scores, and the number of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The positions that were kept, in the order of the games.
    pub positions: Positions,
    /// The score of each agent, in the order of the settings.
    pub scores: Vec<Score>,
    /// Games that were played to their ends.
    pub games: u64,
    /// Games that went wrong. Nothing is kept of them.
    pub aside: u64,
}

/// The meaning of the numbers of positions.
#[derive(Clone, Debug)]
pub struct Meaning {
    /// The names of the inputs into nets from entity rows.
    pub cells: Vec<String>,
    /// The names of the inputs from facts.
    pub facts: Vec<String>,
    /// The names of the inputs from the table as a whole.
    pub globals: Vec<String>,
    /// The ids of cards by their numbers; the first is none.
    pub cards: Vec<String>,
    /// The printed facts of the cards: as many numbers of each as there are columns.
    pub printed: Vec<i16>,
    /// Numbers of an entity row and of the table as a whole.
    pub widths: [usize; 2],
    /// The schema of observations, as JSON.
    pub schema: String,
}

impl Meaning {
    /// The meaning of the numbers of positions of a game with these cards.
    ///
    /// # Errors
    /// When the game has no rows for observations.
    pub fn of(catalogue: &Catalogue) -> Result<Self, Error> {
        let refused = |problem: Problem| Error::Usage(problem.to_string());
        let schema = catalogue.game().schema().map_err(refused)?;
        let Facts { ids, rows, .. } = catalogue.facts().map_err(refused)?;
        let inputs = |array| net::inputs(net::columns(&schema, array));
        let widths = schema.widths();
        Ok(Self {
            cells: inputs("entities"),
            facts: inputs("facts"),
            globals: inputs("globals"),
            cards: ids,
            printed: rows,
            widths: [widths.entities, widths.globals],
            schema: serde_json::to_string(&schema)
                .map_err(|error| Error::Engine(error.to_string()))?,
        })
    }
}

/// Plays the games of these numbers and keeps positions of them. Each seat draws its entry of these.
///
/// Setting `stop` ends the run early, with the games that have ended then. `on_game` is told of each
/// that ends.
///
/// # Errors
/// When the game has no rows for observations or is not for two, the settings cannot be, or a thread
/// breaks down.
pub fn play(
    catalogue: &Catalogue,
    entries: &[Entry],
    settings: &Settings,
    games: Range<u64>,
    stop: &AtomicBool,
    on_game: &(dyn Fn() + Sync),
) -> Result<Found, Error> {
    let game = catalogue.game();
    settings.check(game, entries)?;
    let entries = &varied(catalogue, entries, settings, games.start);
    let count = usize::try_from(games.end.saturating_sub(games.start)).unwrap_or(usize::MAX);
    let threads = settings.threads.min(count).max(1);
    let tables = settings.tables.min(count.div_ceil(threads)).max(1);
    let next = AtomicU64::new(games.start);
    let take = || {
        let game = next.fetch_add(1, Ordering::Relaxed);
        (game < games.end && !stop.load(Ordering::Relaxed)).then_some(game)
    };
    let run = Run { catalogue, entries, settings, tables, take: &take, on_game };
    let work = || engine(game).keep(&run, stop);
    let ended = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut ended = Vec::new();
        for worker in workers {
            let played = worker.join();
            ended.extend(played.map_err(|_| Error::Engine("a thread of it broke down".into()))?);
        }
        Ok::<_, Error>(ended)
    })?;
    Ok(found(ended, settings.agents.len()))
}

/// The number of times that an exchange is drawn before an entry stays as it is.
const TRIES: usize = 20;

/// The entries, and each once more with some of its cards exchanged: with others in runs that begin with
/// another game.
fn varied(catalogue: &Catalogue, entries: &[Entry], settings: &Settings, first: u64) -> Vec<Entry> {
    if settings.exchanged == 0 {
        return entries.to_vec();
    }
    let mut rng = generator(settings.seed, first, Purpose::Shared);
    let mut draw = |bound| below(&mut rng, bound);
    let mut other = |entry: &Entry| {
        let cards = settings.exchanged;
        let found = (0..TRIES).find_map(|_| exchanged(entry, cards, catalogue, &mut draw));
        found.unwrap_or_else(|| entry.clone())
    };
    let others: Vec<Entry> = entries.iter().map(&mut other).collect();
    [entries, &others].concat()
}

/// Puts games in order.
fn found(mut ended: Vec<Ended>, agents: usize) -> Found {
    ended.sort_by_key(|ended| ended.game);
    let mut found = Found { scores: vec![Score::default(); agents], ..Found::default() };
    for Ended { agents, winner, kept, .. } in ended {
        let Some(kept) = kept else {
            found.aside += 1;
            continue;
        };
        found.games += 1;
        found.positions.append(kept);
        if agents[0] != agents[1] {
            for (seat, agent) in (0..).zip(agents) {
                found.scores[agent].won += u64::from(winner == Some(seat));
                found.scores[agent].games += 1;
            }
        }
    }
    found
}
