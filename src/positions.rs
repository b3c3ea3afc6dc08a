//! Positions of games that agents play, with what came of them: what nets learn from.
//!
//! Where somebody begins something, the table is written down as each seat sees it. Which positions
//! are, who plays and what is tried out follows from the seed and the number of the game.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use bevy_app::App;
use cardmill_harness::agent::Agent;
use cardmill_harness::observation::{Arrays, Encoder, Glance, Level, Room};
use cardmill_harness::play::Play;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::digest::mix;
use cardmill_kernel::resolve::look_each;
use cardmill_kernel::table::{Status, Table};

use crate::error::Error;
use crate::players::Players;
use crate::setup::Setups;

/// How games are played, and what is kept of them.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed of the run.
    pub seed: u64,
    /// Who plays: each seat is drawn from these, by weight.
    pub agents: Vec<(Agent, u32)>,
    /// Of a thousand positions so many are kept.
    pub share: u32,
    /// How readily agents that look ahead try out what seems worse, in thousandths of a game.
    pub curious: u32,
    /// Worker threads, at least 1.
    pub threads: usize,
    /// Tables of a World, at least 1.
    pub tables: usize,
}

/// Positions, as seats see them: rows without gaps.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// Entity rows of each.
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
    pub games: Vec<u32>,
    /// The seat.
    pub seats: Vec<u8>,
    /// Choices made before it.
    pub decisions: Vec<u16>,
    /// By seat, which agent won the games that it played against others: won, played.
    pub scores: Vec<[u32; 2]>,
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
        self.scores.resize(self.scores.len().max(other.scores.len()), [0; 2]);
        for (sum, more) in self.scores.iter_mut().zip(other.scores) {
            sum[0] += more[0];
            sum[1] += more[1];
        }
    }
}

/// Plays the games of these numbers and keeps positions of them, in the order of the games' numbers
/// by thread.
///
/// # Errors
/// When the game has no rows for observations, or a thread breaks down.
pub fn play<G: Play>(
    catalogue: &G::Catalogue,
    setups: &Setups<G>,
    settings: &Settings,
    games: Range<u64>,
    stop: &AtomicBool,
    on_game: &(dyn Fn() + Sync),
) -> Result<Positions, Error> {
    G::encoder().map_err(|problem| Error::Usage(problem.to_string()))?;
    let threads = settings.threads as u64;
    let each = (games.end - games.start).div_ceil(threads);
    std::thread::scope(|scope| {
        let part = |thread: u64| {
            let start = (games.start + thread * each).min(games.end);
            let games = start..(start + each).min(games.end);
            scope.spawn(move || Hall::<G>::new(catalogue, setups, settings).play(games, stop, on_game))
        };
        let workers: Vec<_> = (0..threads).map(part).collect();
        let mut all = Positions::default();
        for worker in workers {
            let part = worker.join();
            all.append(part.map_err(|_| Error::Engine("a thread of it broke down".into()))?);
        }
        Ok(all)
    })
}

/// A World in which games are played.
struct Hall<'a, G: Play> {
    setups: &'a Setups<G>,
    settings: &'a Settings,
    batch: Batch,
    players: Players<G>,
    encoder: Encoder<G::Game>,
    arrays: Arrays,
    open: Vec<Option<Open>>,
}

/// A game on a table.
struct Open {
    game: u64,
    agents: [usize; 2],
    /// Choices made when it was looked at last.
    last: u32,
    kept: Positions,
}

impl<'a, G: Play> Hall<'a, G> {
    fn new(catalogue: &G::Catalogue, setups: &'a Setups<G>, settings: &'a Settings) -> Self {
        let batch =
            Batch::of::<G::Game>(catalogue, settings.tables, |app: &mut App| G::add_agents(app));
        let agents: Vec<Agent> = settings.agents.iter().map(|(agent, _)| *agent).collect();
        let mut players = Players::<G>::of(&agents, catalogue);
        players.explore(settings.curious);
        let encoder = G::encoder().expect("it has one");
        let room = Room { entities: 128, actions: 0, events: 0 };
        Self {
            arrays: Arrays::new(encoder.widths(), room, 1),
            open: (0..settings.tables).map(|_| None).collect(),
            setups,
            settings,
            batch,
            players,
            encoder,
        }
    }

    fn play(
        mut self,
        mut games: Range<u64>,
        stop: &AtomicBool,
        on_game: &(dyn Fn() + Sync),
    ) -> Positions {
        let mut all =
            Positions { scores: vec![[0; 2]; self.settings.agents.len()], ..Positions::default() };
        loop {
            for table in 0..self.open.len() {
                if self.open[table].is_none()
                    && let Some(game) = games.next()
                {
                    self.begin(table, game);
                }
            }
            if self.open.iter().all(Option::is_none) {
                return all;
            }
            self.batch.tick();
            for table in 0..self.open.len() {
                self.keep(table);
            }
            self.players.answer(&mut self.batch, 0..self.open.len(), stop);
            for table in 0..self.open.len() {
                if self.open[table].is_some() && self.batch.status(table).has_ended() {
                    self.end(table, &mut all);
                    on_game();
                }
            }
        }
    }

    fn begin(&mut self, table: usize, game: u64) {
        let Settings { seed, agents: pool, .. } = self.settings;
        let all: u64 = pool.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let draw = |seat: u64| {
            let mut at = mix(mix(*seed, game), 77 + seat) % all;
            pool.iter().position(|(_, weight)| {
                let here = at < u64::from(*weight);
                at = at.saturating_sub(u64::from(*weight));
                here
            })
        };
        let agents = [0, 1].map(|seat| draw(seat).expect("there is somebody"));
        let seated = agents.map(|agent| Some(pool[agent].0));
        self.setups.begin(&mut self.batch, table, *seed, game, seated);
        self.open[table] = Some(Open { game, agents, last: u32::MAX, kept: Positions::default() });
    }

    fn keep(&mut self, table: usize) {
        let Self { batch, encoder, arrays, open, settings, .. } = self;
        let Some(open) = &mut open[table] else { return };
        let entity = batch.table(table);
        if batch.status(table) != Status::Waiting || !G::begins(batch.world(), entity) {
            return;
        }
        let decisions = batch.world().get::<Table>(entity).expect("it is a table").decisions;
        if open.last == decisions {
            return;
        }
        open.last = decisions;
        let key = mix(mix(settings.seed, open.game), 1_000 + u64::from(decisions));
        if key % 1_000 >= u64::from(settings.share) {
            return;
        }
        let width = encoder.widths().entities;
        let kept = &mut open.kept;
        look_each(batch.world_mut(), [entity], |at| {
            for seat in 0..2 {
                let glance = Glance { seat, level: Level::Seat, page: 0 };
                let rows = encoder.pad(at, glance, &mut arrays.padded(), 0).entities.min(128);
                kept.counts.push(rows as u8);
                kept.cards.extend(&arrays.cards[..rows]);
                kept.entities.extend(&arrays.entities[..rows * width]);
                kept.globals.extend(&arrays.globals);
                kept.seats.push(seat);
                kept.games.push(open.game as u32);
                kept.decisions.push(decisions as u16);
            }
        });
    }

    fn end(&mut self, table: usize, all: &mut Positions) {
        let open = self.open[table].take().expect("a game is there");
        let entity = self.batch.table(table);
        let fine = self.batch.status(table) == Status::Over;
        let winner = G::standing(self.batch.world(), entity).winner();
        self.batch.world_mut().entity_mut(entity).insert(Table::default());
        if !fine {
            return;
        }
        let mut kept = open.kept;
        let outcome = |seat: &Seat| match winner {
            Some(winner) if winner == *seat => 1,
            Some(_) => -1,
            None => 0,
        };
        kept.outcomes = kept.seats.iter().map(outcome).collect();
        all.append(kept);
        let [a, b] = open.agents;
        if a != b {
            for (seat, agent) in [(0, a), (1, b)] {
                all.scores[agent][0] += u32::from(winner == Some(seat));
                all.scores[agent][1] += 1;
            }
        }
    }
}
