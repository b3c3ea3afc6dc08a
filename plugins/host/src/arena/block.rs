//! A World of tables that are moved together.

mod copy;
mod saved;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arrayvec::ArrayVec;
use bevy_app::App;
use bevy_ecs::prelude::*;
use cardmill_harness::agent::{self, Agent, Seated};
use cardmill_harness::observation::{Answer, History, Page};
use cardmill_harness::play::{Play, SEATS};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::game::Game;
use cardmill_kernel::layout::Layout;
use cardmill_kernel::resolve::look_each;
use cardmill_kernel::rules::At;
use cardmill_kernel::table::{Status, Table};

use super::player::{Reward, Seating};
use super::{BLOCK, Ended, LEAVE, Row, Settings, Shared};
use crate::arm::{is_beyond, record};
use crate::error::Error;
use crate::players::Players;
use crate::record::{End, GameRecord};
use crate::setup::of_game;

pub(super) use self::saved::{Known, SavedBlock, SavedEnded};

/// Games of a block that may end before its tables have rows.
const MOST_UNASKED: usize = 10_000;

/// A World and the games on its tables.
pub(super) struct Block<G: Play> {
    batch: Batch,
    places: Vec<Place>,
    /// Tables at rest, to ask agents on what they would choose.
    scratch: Vec<usize>,
    /// Agents that no system answers for.
    players: Players<G>,
    /// The players of the games that are dealt next.
    seating: Arc<Seating>,
    /// The number of its first table.
    first: usize,
    seed: u64,
    /// The number of events that its tables keep.
    history: usize,
    queries: Queries<G>,
    ended: Vec<Ended>,
    /// It was told to stop when tables had moved and not all agents had answered.
    halfway: bool,
}

/// The state of tables before the next games were begun there, to be taken back.
pub(super) struct Before {
    /// Tables, the numbers of their next games, and what stood there.
    places: Vec<(usize, u64, Option<Dealt>)>,
    /// The number of games that had ended.
    ended: usize,
}

/// The queries by which components of tables are looked up.
struct Queries<G: Play> {
    questions: QueryState<(&'static mut Table, &'static mut Decision<G::Game>)>,
    seated: QueryState<&'static mut Seated>,
}

/// A table of the block.
struct Place {
    entity: Entity,
    /// The number of the game that is dealt next.
    next: u64,
    /// Nothing is dealt: neither yet, nor any more.
    game: Option<Dealt>,
}

/// A game on a table.
#[derive(Clone)]
struct Dealt {
    index: u64,
    /// The game that it is a copy of, or itself: what it began with is that one's.
    dealt: u64,
    /// The player who goes first.
    first: Seat,
    sitting: ArrayVec<Sitting, SEATS>,
    /// The page of options that is shown.
    page: usize,
    /// The option that was drawn and is on another page.
    aim: Option<usize>,
    /// A player outside has left the game.
    left: bool,
    /// The number of decisions that were taken in it.
    step: u32,
    stands: Stands,
}

/// The state of a game between ticks.
#[derive(Clone)]
enum Stands {
    /// A tick moves it.
    Busy,
    /// A seat is asked, with so many options.
    Asked(Seat, usize),
    /// It has ended and stands still: what each seat got at last.
    Held(ArrayVec<f32, SEATS>),
}

impl Stands {
    fn of<G: Game>(state: &Table, decision: &Decision<G>) -> Self {
        match state.status {
            Status::Waiting => Self::Asked(decision.seat, decision.options.len()),
            _ => Self::Busy,
        }
    }
}

impl Dealt {
    /// Tells whether something happens before somebody outside says more.
    fn is_due(&self) -> bool {
        match self.stands {
            Stands::Busy => true,
            Stands::Asked(seat, _) => self.left || self.sitting[usize::from(seat)].agent.is_some(),
            Stands::Held(_) => false,
        }
    }
}

/// A player at its seat.
#[derive(Clone, Copy)]
struct Sitting {
    /// Nobody, if it is somebody outside.
    agent: Option<Agent>,
    /// The reward that its rows have told, all in all.
    told: f32,
    /// The number of rows that it had.
    rows: u32,
}

impl Sitting {
    /// The reward since it was last told, if it has earned so much all in all.
    fn reward(&mut self, earned: f32) -> f32 {
        earned - core::mem::replace(&mut self.told, earned)
    }
}

impl<G: Play> Block<G> {
    pub(super) fn new(shared: &Shared, first: usize) -> Self {
        let tables = BLOCK.min(shared.settings.tables - first);
        let (batch, queries) = world(shared, tables);
        let place = |table| Place { entity: batch.table(table), next: 0, game: None };
        let places = (0..tables).map(place).collect();
        let seed = shared.settings.seed;
        let mut block = Self {
            batch,
            places,
            scratch: Vec::new(),
            players: Players::of(&shared.settings.seating.pooled(), shared.catalogue.get::<G>()),
            seating: Arc::new(shared.settings.seating.clone()),
            first,
            seed,
            history: shared.settings.history,
            queries,
            ended: Vec::new(),
            halfway: false,
        };
        block.reset(seed);
        block
    }

    /// Begins anew with the first games of a seed.
    pub(super) fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.ended.clear();
        self.halfway = false;
        for (table, place) in self.places.iter_mut().enumerate() {
            (place.next, place.game) = ((self.first + table) as u64, None);
        }
    }

    /// Sets the players of the games that are dealt from here on.
    pub(super) fn seat(&mut self, seating: &Arc<Seating>, shared: &Shared) {
        if Arc::ptr_eq(&self.seating, seating) {
            return;
        }
        let (before, pooled) = (self.seating.pooled(), seating.pooled());
        self.seating = Arc::clone(seating);
        if pooled.iter().any(|agent| !before.contains(agent)) {
            // Games under way are played on by who began them.
            self.players.admit(&[before, pooled].concat(), shared.catalogue.get::<G>());
        }
    }

    pub(super) const fn seed(&self) -> u64 {
        self.seed
    }

    /// Looks at tables, one after the other.
    pub(super) fn look(
        &mut self,
        tables: impl Iterator<Item = usize>,
        read: impl FnMut(&At<'_, G::Game>),
    ) {
        let tables = tables.map(|table| self.places[table].entity);
        look_each(self.batch.world_mut(), tables, read);
    }

    pub(super) fn take_ended(&mut self) -> Vec<Ended> {
        core::mem::take(&mut self.ended)
    }

    /// The next games are begun at these tables, where games have ended.
    pub(super) fn begin(&mut self, tables: impl Iterator<Item = usize>) -> Before {
        let mut places = Vec::new();
        for table in tables {
            let place = &mut self.places[table];
            places.push((table, place.next, place.game.take()));
        }
        Before { places, ended: self.ended.len() }
    }

    /// Takes back what was begun: the tables are as they were before.
    pub(super) fn take_back(&mut self, before: Before) {
        self.halfway = false;
        self.ended.truncate(before.ended);
        for (table, next, game) in before.places {
            (self.places[table].next, self.places[table].game) = (next, game);
            self.stand_still(table, false);
        }
    }

    /// Moves on until every table waits for somebody outside, stands still, or has nothing to play.
    ///
    /// # Errors
    /// When it was told to stop: then it goes on from there. When games end again and again before
    /// anybody outside is asked anything, as those of a position do that an agent wins at once.
    pub(super) fn advance(&mut self, shared: &Shared) -> Result<(), Error> {
        loop {
            self.deal(shared);
            if !self.places.iter().any(|place| place.game.as_ref().is_some_and(Dealt::is_due)) {
                return Ok(());
            }
            if self.ended.len() > MOST_UNASKED && shared.settings.games.is_none() {
                return Err(Error::Usage(format!(
                    "{MOST_UNASKED} games have ended, and nobody outside was asked anything; expected \
                     games that outlast what the agents do first, or a number of games"
                )));
            }
            match catch_unwind(AssertUnwindSafe(|| self.tick(&shared.stop))) {
                Ok(true) => self.collect(shared),
                Ok(false) => return Err(Error::Stopped),
                Err(_) => self.break_down(shared),
            }
        }
    }

    /// Moves every game, and answers for those agents that no system answers for. Returns whether all
    /// have their answers.
    fn tick(&mut self, stop: &AtomicBool) -> bool {
        if !self.halfway {
            self.batch.tick();
        }
        let answered = self.players.answer(&mut self.batch, 0..self.places.len(), stop);
        self.halfway = !answered;
        answered
    }

    /// The number of rows that it has once it was moved.
    pub(super) fn waiting(&self) -> usize {
        let waits = |game: &Dealt| !matches!(game.stands, Stands::Busy);
        self.places.iter().filter(|place| place.game.as_ref().is_some_and(waits)).count()
    }

    /// Deals the next games to tables that have none.
    fn deal(&mut self, shared: &Shared) {
        let Settings { tables, games, rounds, decisions, .. } = &shared.settings;
        for (table, place) in self.places.iter_mut().enumerate() {
            if place.game.is_some() {
                continue;
            }
            let index = place.next;
            if games.is_some_and(|games| index >= games) {
                status(&mut self.batch, table, Status::Free);
                continue;
            }
            place.next += *tables as u64;
            let agents = self.seating.agents(self.seed, index);
            let chance = (self.seed, index);
            shared.setups.begin::<G>(&mut self.batch, table, chance, false, agents.iter().copied());
            let entity = self.batch.table(table);
            // What may be cut is looked at after every choice.
            if rounds.is_none() && decisions.is_none() {
                agent::play_on(self.batch.world_mut(), entity);
            }
            if self.history > 0 {
                self.batch.world_mut().entity_mut(entity).insert(History::new(self.history));
            }
            let first = G::first(self.batch.world(), entity);
            let sitting = agents.iter().map(|&agent| Sitting { agent, told: 0.0, rows: 0 });
            place.game = Some(Dealt {
                index,
                dealt: index,
                first,
                sitting: sitting.collect(),
                page: 0,
                aim: None,
                left: false,
                step: 0,
                stands: Stands::Busy,
            });
        }
    }

    /// Sees how the games stand that were due, and takes down those that have ended.
    fn collect(&mut self, shared: &Shared) {
        let Settings { rounds, decisions, .. } = shared.settings;
        let mut over = Vec::new();
        let questions = self.queries.questions.query(self.batch.world());
        for (table, place) in self.places.iter_mut().enumerate() {
            let Some(game) = place.game.as_mut().filter(|game| game.is_due()) else { continue };
            let found = questions.get(place.entity);
            let (state, decision) = found.expect("a table has a status and a decision");
            (game.step, game.stands) = (state.decisions, Stands::of(state, decision));
            // Where somebody outside is asked: the last row is one as those before it.
            let full = decisions.is_some_and(|most| state.decisions >= most) && !game.is_due();
            let cut = state.status == Status::Waiting && (full || game.left);
            if cut || state.status.has_ended() || is_beyond::<G>(&self.batch, table, rounds) {
                over.push(table);
            }
        }
        for table in over {
            self.end(table, shared);
        }
    }

    /// Takes down a game that has ended, or that would go on and is cut.
    fn end(&mut self, table: usize, shared: &Shared) {
        let Settings { rounds, reward, holds, .. } = shared.settings;
        let place = &mut self.places[table];
        let Some(game) = &mut place.game else { return };
        let setup = of_game(&shared.setups.list, game.dealt);
        let record = record::<G>(&self.batch, table, setup, game.first, rounds);
        let ended = ended(self.first + table, game, record, reward);
        if holds {
            game.stands = Stands::Held(ended.rewards.clone());
        } else {
            place.game = None;
        }
        self.stand_still(table, holds);
        self.ended.push(ended);
    }

    /// A table is not moved any more. It may go on to show what was asked when it was cut.
    fn stand_still(&mut self, table: usize, shows: bool) {
        let entity = self.places[table].entity;
        let found = self.queries.questions.get_mut(self.batch.world_mut(), entity);
        let (mut state, mut decision) = found.expect("a table has a status and a decision");
        state.status = Status::Over;
        if !shows || decision.state != State::Offered {
            decision.clear();
        }
    }

    /// One of the games brought the World down, and nobody knows which: all of them are set aside.
    fn break_down(&mut self, shared: &Shared) {
        (self.batch, self.queries) = world(shared, self.places.len());
        self.players = Players::of(&self.seating.pooled(), shared.catalogue.get::<G>());
        self.scratch.clear();
        self.halfway = false;
        for (table, place) in self.places.iter_mut().enumerate() {
            place.entity = self.batch.table(table);
            let is_held = |game: &Dealt| matches!(game.stands, Stands::Held(_));
            let Some(game) = place.game.take().filter(|game| !is_held(game)) else { continue };
            let setup = of_game(&shared.setups.list, game.dealt);
            let record = GameRecord::aside(game.index, setup);
            self.ended.push(ended(self.first + table, &game, record, shared.settings.reward));
        }
    }

    /// The number of its tables.
    pub(super) const fn tables(&self) -> usize {
        self.places.len()
    }

    /// The row of a table; none where nothing is played.
    pub(super) fn row(&mut self, table: usize, settings: &Settings) -> Option<Row> {
        let place = &mut self.places[table];
        let game = place.game.as_mut()?;
        let row = Row {
            table: (self.first + table) as u32,
            game: game.index,
            step: game.step,
            ..Row::default()
        };
        let (seat, options) = match &game.stands {
            Stands::Busy => return None,
            Stands::Asked(seat, options) => (*seat, *options),
            Stands::Held(rewards) => {
                let found = self.queries.questions.get(self.batch.world(), place.entity);
                let (_, decision) = found.expect("a table has a status and a decision");
                let is_outside = |seat: &Seat| game.sitting[usize::from(*seat)].agent.is_none();
                // What was asked when it was cut is shown, if anything was.
                let asked = Some(decision.seat).filter(is_outside);
                let asked = asked.filter(|_| decision.state == State::Offered);
                let seat = asked.or_else(|| (0..).find(is_outside)).expect("somebody is outside");
                let count = asked.map_or(0, |_| decision.options.len());
                let page = Page::of(count, settings.actions, game.page);
                let options = page.shown().len() + usize::from(page.more().is_some());
                return Some(Row {
                    seat,
                    options: options as u16,
                    page: page.number as u16,
                    reward: rewards[usize::from(seat)],
                    ended: true,
                    ..row
                });
            }
        };
        let earned = match settings.reward {
            Reward::Win => 0.0,
            Reward::Score => {
                let standing = G::standing(self.batch.world(), place.entity);
                settings.reward.earned(&standing, false, seat)
            }
        };
        let sitting = &mut game.sitting[usize::from(seat)];
        let start = sitting.rows == 0;
        sitting.rows += u32::from(game.page == 0);
        let page = Page::of(options, settings.actions, game.page);
        let options = page.shown().len() + usize::from(page.more().is_some());
        Some(Row {
            seat,
            options: options as u16,
            page: page.number as u16,
            reward: sitting.reward(earned),
            start,
            ..row
        })
    }

    /// Takes answers that were found to be choices of their rows.
    pub(super) fn answer<'r>(
        &mut self,
        answers: impl Iterator<Item = (&'r Row, i32)>,
        settings: &Settings,
    ) {
        let mut questions = self.queries.questions.query_mut(self.batch.world_mut());
        for (row, choice) in answers {
            let place = &mut self.places[row.table as usize - self.first];
            let Some(game) = place.game.as_mut().filter(|_| !row.ended) else {
                place.game = None;
                continue;
            };
            if choice == LEAVE {
                game.left = true;
                continue;
            }
            let found = questions.get_mut(place.entity);
            let (mut state, mut decision) = found.expect("a table has a status and a decision");
            let page = Page::of(decision.options.len(), settings.actions, usize::from(row.page));
            match page.answer(choice as usize).expect("it was found to be there") {
                Answer::More(next) => game.page = next,
                Answer::Option(option) => {
                    (game.page, game.aim, game.stands) = (0, None, Stands::Busy);
                    let taken = decision.choose(&mut state, option);
                    debug_assert!(taken.is_ok(), "an option that is on a page is there");
                }
            }
        }
    }

    /// The choices of rows that are, or lead to, the options that an agent would take there; 0 of last
    /// rows.
    pub(super) fn draw(&mut self, rows: &[Row], agent: Agent, actions: usize) -> Vec<i32> {
        if agent.is(Agent::RANDOM) {
            self.draw_at_random(rows);
        } else {
            self.ask(rows, agent);
        }
        let choice = |row: &Row| {
            let table = row.table as usize - self.first;
            let Some(Dealt { aim, stands: Stands::Asked(_, options), .. }) =
                &self.places[table].game
            else {
                return 0;
            };
            let shown = Page::of(*options, actions, usize::from(row.page)).shown();
            let option = aim.expect("an option was drawn");
            let row = if shown.contains(&option) { option - shown.start } else { shown.len() };
            row as i32
        };
        rows.iter().map(choice).collect()
    }

    /// Draws an option for each row that is not on its way to one.
    fn draw_at_random(&mut self, rows: &[Row]) {
        let mut seated = self.queries.seated.query_mut(self.batch.world_mut());
        for row in rows {
            let Place { entity, game, .. } = &mut self.places[row.table as usize - self.first];
            if let Some(Dealt { aim, stands: Stands::Asked(seat, options), .. }) = game
                && aim.is_none()
            {
                let mut seated = seated.get_mut(*entity).expect("a game was dealt");
                *aim = Some(seated.draw(*seat, *options));
            }
        }
    }

    /// Sees to it that there are so many tables at rest.
    fn add_scratch(&mut self, count: usize) {
        while self.scratch.len() < count {
            let table = self.batch.add_at_rest(G::Game::spawn);
            self.scratch.push(table);
            if self.history > 0 {
                // A copy takes over what both tables have.
                let entity = self.batch.table(table);
                self.batch.world_mut().entity_mut(entity).insert(History::default());
            }
        }
    }

    /// Lets an agent choose on copies of the tables, and aims at what it has chosen.
    fn ask(&mut self, rows: &[Row], agent: Agent) {
        let rows: Vec<&Row> = rows.iter().filter(|row| !row.ended).collect();
        self.add_scratch(rows.len());
        for (row, &copy) in rows.iter().zip(&self.scratch) {
            self.batch.fork(row.table as usize - self.first, copy, G::grow);
            let entity = self.batch.table(copy);
            let agents = (0..=row.seat).map(|seat| (seat == row.seat).then_some(agent));
            agent::seat(self.batch.world_mut(), entity, agents, self.seed, row.game);
            self.batch.wake(copy);
        }
        // Everybody else waits.
        self.batch.tick();
        for (row, &copy) in rows.iter().zip(&self.scratch) {
            self.batch.rest(copy);
            let table = row.table as usize - self.first;
            let world = self.batch.world();
            let found = self.queries.questions.get(world, self.batch.table(table));
            let (before, decision) = found.expect("it waits for an answer");
            let after = world.get::<Table>(self.batch.table(copy)).expect("a table has a status");
            let count = decision.options.len();
            let chosen = Table::chosen(before.trail, row.seat, count, after.trail);
            let game = self.places[table].game.as_mut().expect("it waits for an answer");
            game.aim = Some(chosen.unwrap_or_default());
        }
    }
}

fn world<G: Play>(shared: &Shared, tables: usize) -> (Batch, Queries<G>) {
    let keeps = shared.settings.history > 0;
    let encoder = keeps.then(|| G::encoder().expect("it was asked for when the arena was made"));
    let guests = move |app: &mut App| {
        G::add_agents(app);
        if let Some(encoder) = &encoder {
            encoder.remember(app);
        }
    };
    let mut batch = Batch::of::<G::Game>(shared.catalogue.get::<G>(), tables, guests);
    let world = batch.world_mut();
    let queries = Queries { questions: world.query(), seated: world.query() };
    (batch, queries)
}

fn status(batch: &mut Batch, table: usize, status: Status) {
    let entity = batch.table(table);
    batch.world_mut().get_mut::<Table>(entity).expect("a table has a status").status = status;
}

fn ended(table: usize, game: &Dealt, record: GameRecord, reward: Reward) -> Ended {
    let rewards = (0..).zip(&game.sitting).map(|(seat, sitting)| match record.end {
        End::Quarantined => 0.0,
        End::Over => reward.earned(&record.standing, true, seat) - sitting.told,
        // Whoever is ahead has not won.
        End::Cut => reward.earned(&record.standing, false, seat) - sitting.told,
    });
    Ended {
        table: table as u32,
        rewards: rewards.collect(),
        agents: game.sitting.iter().map(|sitting| sitting.agent).collect(),
        asked: game.sitting.iter().map(|sitting| sitting.rows).collect(),
        record,
    }
}
