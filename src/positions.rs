//! Positions of games that agents play, with what came of them: what nets learn from.
//!
//! Where somebody begins something, the table is written down as both seats see it. Who plays which
//! entries, which positions are kept and what is tried out follow from the seed and the number of a
//! game alone: on any threads and tables the same comes out, in the order of the games.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bevy_app::App;
use cardmill_harness::agent::{self, Agent};
use cardmill_harness::observation::{Arrays, Encoder, Facts, Glance, Level, Room};
use cardmill_harness::play::Play;
use cardmill_harness::session::Problem;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::digest::mix;
use cardmill_kernel::resolve::look_each;
use cardmill_kernel::streams::{Purpose, below, generator};
use cardmill_kernel::table::{Status, Table};
use cardmill_net::{self as net, ROWS};

use crate::batch::MOST_THREADS;
use crate::error::Error;
use crate::exchange::exchanged;
use crate::host::{Catalogue, Entry, Host};
use crate::players::Players;
use crate::search::begins;

/// How games are played, and what is kept of them.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed of the run.
    pub seed: u64,
    /// Who plays: each seat is drawn from these, by weight.
    pub agents: Vec<(Agent, u32)>,
    /// So many cards are exchanged in every second entry that is drawn.
    pub exchanged: usize,
    /// Of a thousand positions so many are kept.
    pub share: u32,
    /// How readily agents that look ahead try out what seems worse, in thousandths of a game.
    pub curious: u32,
    /// Worker threads.
    pub threads: usize,
    /// The most tables in a World.
    pub tables: usize,
}

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

/// Positions, as seats see them: rows without gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    /// Entity rows of each, [`ROWS`] at most.
    pub counts: Vec<u8>,
    /// `cards` of all rows.
    pub cards: Vec<i16>,
    /// `entities` of all rows.
    pub entities: Vec<u8>,
    /// `globals` of each.
    pub globals: Vec<i16>,
    /// What came of it for the seat: 1 won, -1 lost, 0 neither.
    pub outcomes: Vec<i8>,
    /// The number of the game.
    pub games: Vec<u64>,
    /// The seat.
    pub seats: Vec<u8>,
    /// Choices made before it.
    pub decisions: Vec<u32>,
}

impl Positions {
    fn append(&mut self, mut other: Self) {
        self.counts.append(&mut other.counts);
        self.cards.append(&mut other.cards);
        self.entities.append(&mut other.entities);
        self.globals.append(&mut other.globals);
        self.outcomes.append(&mut other.outcomes);
        self.games.append(&mut other.games);
        self.seats.append(&mut other.seats);
        self.decisions.append(&mut other.decisions);
    }
}

/// How an agent fared against others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games that it won.
    pub won: u64,
    /// Games that it played.
    pub games: u64,
}

/// What has come of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// What was kept, in the order of the games.
    pub positions: Positions,
    /// By agent, how it fared.
    pub scores: Vec<Score>,
    /// Games that were played to their ends.
    pub games: u64,
    /// Games that went wrong. Nothing is kept of them.
    pub aside: u64,
}

/// What the numbers of positions mean.
#[derive(Clone, Debug)]
pub struct Meaning {
    /// What entity rows put into nets, by name.
    pub cells: Vec<String>,
    /// What facts put in.
    pub facts: Vec<String>,
    /// What the table as a whole puts in.
    pub globals: Vec<String>,
    /// The ids of cards by their numbers; the first is none.
    pub cards: Vec<String>,
    /// What is printed on them: so many numbers of each.
    pub printed: Vec<i16>,
    /// Numbers of an entity row and of the table as a whole.
    pub widths: [usize; 2],
    /// What observations are, as JSON.
    pub schema: String,
}

impl Meaning {
    /// What the numbers of positions of a game mean.
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
    let work = || game.keep(&run, stop);
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

/// How often an exchange is drawn before an entry stays as it is.
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

/// A game that has ended.
pub struct Ended {
    game: u64,
    /// By seat, their places among those who play.
    agents: [usize; 2],
    winner: Option<Seat>,
    /// What is kept of it; none if it went wrong.
    kept: Option<Positions>,
}

/// A game on a table.
struct Open {
    game: u64,
    agents: [usize; 2],
    /// Choices made when it was looked at last.
    last: Option<u32>,
    kept: Positions,
}

/// What is drawn for a game: who plays, with what, and from here on by decision what is kept.
const AGENT: u64 = 0;
const ENTRY: u64 = 2;
const KEPT: u64 = 4;

/// What all workers of a run share.
pub struct Run<'a> {
    catalogue: &'a Catalogue,
    entries: &'a [Entry],
    settings: &'a Settings,
    /// Tables of a World.
    tables: usize,
    /// The number of the next game, if there is one.
    take: &'a (dyn Fn() -> Option<u64> + Sync),
    on_game: &'a (dyn Fn() + Sync),
}

impl Run<'_> {
    /// One worker.
    pub(crate) fn work<G: Play>(&self, stop: &AtomicBool) -> Vec<Ended> {
        Hall::<G>::new(self).play(self.take, stop, self.on_game)
    }
}

/// A World in which games are played.
struct Hall<'a, G: Play> {
    entries: &'a [Entry],
    settings: &'a Settings,
    batch: Batch,
    players: Players<G>,
    encoder: Encoder<G::Game>,
    arrays: Arrays,
    open: Vec<Option<Open>>,
}

impl<'a, G: Play> Hall<'a, G> {
    fn new(run: &Run<'a>) -> Self {
        let Run { entries, settings, tables, .. } = *run;
        let catalogue = run.catalogue.get::<G>();
        let agents: Vec<Agent> = settings.agents.iter().map(|(agent, _)| *agent).collect();
        let mut players = Players::<G>::of(&agents, catalogue);
        players.explore(settings.curious);
        let encoder = G::encoder().expect("the game has one");
        let room = Room { entities: ROWS, actions: 0, events: 0 };
        Self {
            batch: Batch::of::<G::Game>(catalogue, tables, |app: &mut App| G::add_agents(app)),
            arrays: Arrays::new(encoder.widths(), room, 1),
            open: (0..tables).map(|_| None).collect(),
            entries,
            settings,
            players,
            encoder,
        }
    }

    /// Plays the next games until there are none, or it is told to stop.
    fn play(
        mut self,
        take: &(dyn Fn() -> Option<u64> + Sync),
        stop: &AtomicBool,
        on_game: &(dyn Fn() + Sync),
    ) -> Vec<Ended> {
        let mut ended = Vec::new();
        let tables = 0..self.open.len();
        loop {
            for table in tables.clone() {
                if self.open[table].is_none()
                    && let Some(game) = take()
                {
                    self.begin(table, game);
                }
            }
            if self.open.iter().all(Option::is_none) || stop.load(Ordering::Relaxed) {
                return ended;
            }
            self.batch.tick();
            for table in tables.clone() {
                self.keep(table);
            }
            self.players.answer(&mut self.batch, tables.clone(), stop);
            for table in tables.clone() {
                if self.batch.status(table).has_ended()
                    && let Some(open) = self.open[table].take()
                {
                    ended.push(self.end(table, open));
                    on_game();
                }
            }
        }
    }

    fn begin(&mut self, table: usize, game: u64) {
        let Settings { seed, agents: pool, .. } = self.settings;
        let drawn = |what: u64, below: u64| mix(mix(*seed, game), what) % below;
        let all: u64 = pool.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let agents = [0, 1].map(|seat| {
            let mut left = drawn(AGENT + seat, all);
            let found = pool.iter().position(|(_, weight)| {
                let is_it = left < u64::from(*weight);
                left = left.saturating_sub(u64::from(*weight));
                is_it
            });
            found.expect("it is less than all weights")
        });
        let count = self.entries.len() as u64;
        let entries =
            [0, 1].map(|seat| self.entries[drawn(ENTRY + seat, count) as usize].get::<G>());
        G::deal(&mut self.batch, table, &entries, *seed, game);
        let entity = self.batch.table(table);
        let seated = agents.map(|agent| Some(pool[agent].0));
        agent::seat(self.batch.world_mut(), entity, seated, *seed, game);
        self.open[table] = Some(Open { game, agents, last: None, kept: Positions::default() });
    }

    /// Keeps a position, if somebody begins something there and it is drawn.
    fn keep(&mut self, table: usize) {
        let Self { batch, encoder, arrays, open, settings, .. } = self;
        let Some(open) = &mut open[table] else { return };
        let entity = batch.table(table);
        if batch.status(table) != Status::Waiting || !begins::<G>(batch.world(), entity) {
            return;
        }
        let decisions = batch.world().get::<Table>(entity).expect("it is a table").decisions;
        if open.last.replace(decisions) == Some(decisions) {
            return;
        }
        let key = mix(mix(settings.seed, open.game), KEPT + u64::from(decisions));
        if key % 1_000 >= u64::from(settings.share) {
            return;
        }
        let width = encoder.widths().entities;
        let kept = &mut open.kept;
        look_each(batch.world_mut(), [entity], |at| {
            for seat in [0, 1] {
                let glance = Glance { seat, level: Level::Seat, page: 0 };
                let rows = encoder.pad(at, glance, &mut arrays.padded(), 0).entities.min(ROWS);
                kept.counts.push(rows as u8);
                kept.cards.extend(&arrays.cards[..rows]);
                kept.entities.extend(&arrays.entities[..rows * width]);
                kept.globals.extend(&arrays.globals);
                kept.games.push(open.game);
                kept.seats.push(seat);
                kept.decisions.push(decisions);
            }
        });
    }

    fn end(&mut self, table: usize, open: Open) -> Ended {
        let Open { game, agents, mut kept, .. } = open;
        let entity = self.batch.table(table);
        let whole = self.batch.status(table) == Status::Over;
        let winner = G::standing(self.batch.world(), entity).winner();
        self.batch.world_mut().entity_mut(entity).insert(Table::default());
        let outcome = |seat: &Seat| match winner {
            Some(winner) if winner == *seat => 1,
            Some(_) => -1,
            None => 0,
        };
        kept.outcomes = kept.seats.iter().map(outcome).collect();
        Ended { game, agents, winner, kept: whole.then_some(kept) }
    }
}
