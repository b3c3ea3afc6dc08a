//! One game of a run, played again step by step.

use std::sync::atomic::AtomicBool;

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use cardmill_harness::agent::{self, Agent};
use cardmill_harness::play::Play;
use cardmill_harness::session::{Problem, Question, Value};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::table::{Fault, Seats, Table, part};

use crate::arm::{Arm, has_ended, record};
use crate::players::Players;
use crate::record::{GameRecord, hex};
use crate::search::{Plan, Planner, Report};
use crate::session::saved::SavedGame;
use crate::setup::{Settings, Setup, of_game};

/// A game of a run that is played again, whichever game it is.
pub trait Again {
    /// Plays a tick and gives the lines it wrote; none when the game has ended.
    ///
    /// # Panics
    ///
    /// When the game itself panics, as in the run.
    fn step(&mut self) -> Option<&[String]>;

    /// Decisions taken so far.
    fn decisions(&self) -> u32;

    /// The round, from 1; 0 before the first.
    fn round(&self) -> u16;

    /// The question that stands; `None` between decisions.
    fn question(&mut self) -> Option<Question>;

    /// The option of so many that was taken since the digest of all choices was this, by who was asked.
    fn chosen(&self, trail: u64, seat: Seat, count: usize) -> Option<usize>;

    /// The digest of all choices so far.
    fn trail(&self) -> u64;

    /// The table to be drawn, as one seat sees it or whoever may see everything.
    fn drawn(&mut self, seat: Option<Seat>) -> Value;

    /// The things that the player who is asked may miss among the options, each with the reason.
    fn missed(&mut self) -> Vec<(String, String)>;

    /// The rules on the card with an id, in words of our own.
    fn rules(&self, id: &str) -> Vec<String>;

    /// The report of an agent that looks ahead on the options that somebody has now. The game goes
    /// on as it would have.
    ///
    /// # Errors
    /// When nobody is asked, the agent answers at once, or the game has none that look ahead.
    fn review(&mut self, agent: Agent) -> Result<Report, Problem>;

    /// The picture of the table before the first decision, line by line.
    fn opening(&mut self) -> Vec<String>;

    /// The table in words.
    fn overview(&mut self) -> Vec<String>;

    /// The reason for which the game was set aside; `None` if it was not.
    fn fault(&self) -> Option<Fault>;

    /// The record that a run keeps of the game.
    fn record(&self) -> GameRecord;

    /// The position, as a session loads it.
    fn save(&self) -> SavedGame;
}

/// A game of a run that is played again.
pub struct Replay<G: Play> {
    driver: G,
    players: Players<G>,
    planner: Planner<G>,
    table: usize,
    cards: u64,
    setup: Setup,
    /// The number of the game in its match, from 1.
    number: u8,
    first: Seat,
    /// Rounds after which it is over as it stands.
    limit: Option<u16>,
    /// Lines of the log that were handed out.
    lines: usize,
}

impl<G: Play> Replay<G> {
    /// Sets up the game as an arm has it. `index` counts over the whole run.
    #[must_use]
    pub fn new(arm: &Arm<'_>, index: u64) -> Self {
        Self::watched_by(arm, index, |_: &mut App| {})
    }

    /// The same, in a World with more to it, such as somebody who watches.
    #[must_use]
    pub fn watched_by(arm: &Arm<'_>, index: u64, more: impl Plugin) -> Self {
        let Arm { catalogue, setups, settings, .. } = *arm;
        let catalogue = catalogue.get::<G>();
        let mut driver = G::with(catalogue, move |app: &mut App| {
            G::add_agents(app);
            more.build(app);
        });
        let table = driver.add();
        arm.begin::<G>(driver.batch_mut(), table, index);
        let setup = of_game(&setups.list, index).clone();
        let replay = Self::of(driver, table, (catalogue, settings), setup);
        Self { number: arm.number(), lines: 0, ..replay }
    }

    /// Sets up a game as it was saved, which agents play on.
    ///
    /// # Errors
    /// When it does not fit this program and these cards, or is not as it was written.
    pub fn resume(
        catalogue: &G::Catalogue,
        settings: &Settings,
        saved: &SavedGame,
    ) -> Result<Self, Problem> {
        let refused = |reason: String| Problem::at("saved", reason);
        let game = saved.table(G::digest_of(catalogue));
        let game = game.map_err(|error| refused(error.data.reason))?;
        let mut driver = G::with(catalogue, |app: &mut App| G::add_agents(app));
        let table = driver.add();
        driver.restore(table, game).map_err(|error| refused(error.to_string()))?;
        if hex(driver.digest(table)) != saved.digest {
            return Err(refused("the digest of what was loaded is another one".into()));
        }
        let entity = driver.batch().table(table);
        let seats = part::<Seats>(driver.batch().world(), entity).count;
        let agents = settings.agents.iter().copied().map(Some).take(seats.into());
        agent::seat(driver.batch_mut().world_mut(), entity, agents, settings.seed, 0);
        let setup = Setup::Position { position: 0, seats };
        Ok(Self::of(driver, table, (catalogue, settings), setup))
    }

    fn of(
        mut driver: G,
        table: usize,
        (catalogue, settings): (&G::Catalogue, &Settings),
        setup: Setup,
    ) -> Self {
        driver.batch_mut().wake(table);
        let batch = driver.batch();
        Self {
            first: G::first(batch.world(), batch.table(table)),
            players: Players::of(&settings.agents, catalogue),
            planner: Planner::default(),
            cards: G::digest_of(catalogue),
            lines: driver.log(table).len(),
            driver,
            table,
            setup,
            number: 1,
            limit: settings.rounds,
        }
    }

    /// Its table, and what drives it.
    pub const fn table(&mut self) -> (&mut G, usize) {
        (&mut self.driver, self.table)
    }

    fn batch(&self) -> &Batch {
        self.driver.batch()
    }

    fn entity(&self) -> Entity {
        self.batch().table(self.table)
    }
}

impl<G: Play> Again for Replay<G> {
    fn step(&mut self) -> Option<&[String]> {
        if has_ended::<G>(self.driver.batch(), self.table, self.limit) {
            return None;
        }
        self.driver.batch_mut().tick();
        let own = self.table..self.table + 1;
        self.players.answer(self.driver.batch_mut(), own, &AtomicBool::new(false));
        let lines = self.driver.log(self.table);
        let from = std::mem::replace(&mut self.lines, lines.len());
        Some(&lines[from..])
    }

    fn decisions(&self) -> u32 {
        self.driver.component::<Table>(self.table).decisions
    }

    fn round(&self) -> u16 {
        G::round(self.batch().world(), self.entity())
    }

    fn question(&mut self) -> Option<Question> {
        self.driver.question(self.table)
    }

    fn chosen(&self, trail: u64, seat: Seat, count: usize) -> Option<usize> {
        Table::chosen(trail, seat, count, self.trail())
    }

    fn trail(&self) -> u64 {
        self.driver.component::<Table>(self.table).trail
    }

    fn drawn(&mut self, seat: Option<Seat>) -> Value {
        let told = self.driver.drawn(self.table, seat);
        serde_json::from_str(told.get()).expect("what is drawn is plain data")
    }

    fn missed(&mut self) -> Vec<(String, String)> {
        self.driver.missed(self.table)
    }

    fn rules(&self, id: &str) -> Vec<String> {
        G::rules(self.batch().world().resource::<G::Catalogue>(), id)
    }

    fn review(&mut self, agent: Agent) -> Result<Report, Problem> {
        let expected = || {
            Problem::at("agent", format!("{agent} answers at once; expected one that looks ahead"))
        };
        let plan = Plan::of::<G>(agent).ok_or_else(expected)?;
        let (table, key) = (self.table, self.trail());
        let batch = self.driver.batch_mut();
        batch.rest(table);
        let report = self.planner.search(batch, table, plan, key);
        batch.wake(table);
        report
    }

    fn opening(&mut self) -> Vec<String> {
        self.driver.opening(self.table)
    }

    fn overview(&mut self) -> Vec<String> {
        self.driver.overview(self.table)
    }

    fn fault(&self) -> Option<Fault> {
        self.driver.fault(self.table)
    }

    fn record(&self) -> GameRecord {
        let record = record::<G>(self.batch(), self.table, &self.setup, self.first, self.limit);
        GameRecord { number: self.number, ..record }
    }

    fn save(&self) -> SavedGame {
        let digest = self.driver.digest(self.table);
        SavedGame::new(G::NAME, self.cards, digest, &self.driver.save(self.table))
    }
}
