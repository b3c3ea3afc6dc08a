//! The workers of a run of which positions are kept.

use std::sync::atomic::{AtomicBool, Ordering};

use bevy_app::App;
use cardmill_harness::agent::{self, Agent};
use cardmill_harness::observation::{Arrays, Encoder, Glance, Level, Room};
use cardmill_harness::play::Play;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::digest::mix;
use cardmill_kernel::resolve::look_each;
use cardmill_kernel::table::{Status, Table};
use cardmill_net::ROWS;

use crate::entry::Entry;
use crate::host::Catalogue;
use crate::players::Players;
use crate::search::begins;

/// The settings of a run of which positions are kept.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed of the run.
    pub seed: u64,
    /// The agents that play, with weights: each seat is drawn from these.
    pub agents: Vec<(Agent, u32)>,
    /// So many cards are exchanged in every second entry that is drawn.
    pub exchanged: usize,
    /// Of a thousand positions so many are kept.
    pub share: u32,
    /// The curiosity of agents that look ahead, in thousandths of a game: the greater it is, the
    /// more readily they try out choices that seem worse.
    pub curious: u32,
    /// Worker threads, at least 1.
    pub threads: usize,
    /// The most tables in a World.
    pub tables: usize,
}

/// Positions, as seats see them: rows without gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    /// Entity rows of each, [`ROWS`] at most.
    pub counts: Vec<u8>,
    /// The array `cards` of all entity rows.
    pub cards: Vec<i16>,
    /// The array `entities` of all entity rows.
    pub entities: Vec<u8>,
    /// The array `globals` of each position.
    pub globals: Vec<i16>,
    /// The outcome of the game for the seat: 1 won, -1 lost, 0 neither.
    pub outcomes: Vec<i8>,
    /// The number of the game.
    pub games: Vec<u64>,
    /// The seat that sees it.
    pub seats: Vec<u8>,
    /// The number of choices that were made before it.
    pub decisions: Vec<u32>,
}

impl Positions {
    pub(crate) fn append(&mut self, mut other: Self) {
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

/// A game that has ended.
pub struct Ended {
    pub(crate) game: u64,
    /// By seat, their places among those who play.
    pub(crate) agents: [usize; 2],
    pub(crate) winner: Option<Seat>,
    /// The positions that are kept of it; none if it went wrong.
    pub(crate) kept: Option<Positions>,
}

/// A game on a table.
struct Open {
    game: u64,
    agents: [usize; 2],
    /// Choices made when it was looked at last.
    last: Option<u32>,
    kept: Positions,
}

/// Purposes of the numbers that are drawn for a game: its agents, its entries and, from here on by
/// decision, the positions that are kept.
const AGENT: u64 = 0;
const ENTRY: u64 = 2;
const KEPT: u64 = 4;

/// The parts of a run that all workers share.
pub struct Run<'a> {
    pub(crate) catalogue: &'a Catalogue,
    pub(crate) entries: &'a [Entry],
    pub(crate) settings: &'a Settings,
    /// The number of tables of a World.
    pub(crate) tables: usize,
    /// The number of the next game, if there is one.
    pub(crate) take: &'a (dyn Fn() -> Option<u64> + Sync),
    pub(crate) on_game: &'a (dyn Fn() + Sync),
}

impl Run<'_> {
    /// Plays games as one worker until there are none, or it is told to stop.
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
