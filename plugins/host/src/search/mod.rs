//! Search: agents that try out what they could choose, in worlds that fit what their seat knows.
//!
//! A simulation deals a world ([`determinize`]) onto a scratch table, chooses as the tree says while
//! it knows the way, lets an agent that answers at once play on for some rounds, and tells the tree
//! how the game stands then. A World plays many scratch tables side by side. The true table is read
//! for what the seat sees and nothing else; budgets are counted in simulations, so that the same seed
//! finds the same choice on any machine.
//!
//! [`determinize`]: cardmill_harness::session::Session::determinize

mod look;
mod tree;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy_ecs::prelude::*;
use cardmill_harness::agent::{self, Agent, Seated};
use cardmill_harness::outcome::WON;
use cardmill_harness::planner::{ISMCTS, LOOK, PIMC, played};
use cardmill_harness::play::Play;
use cardmill_harness::session::Problem;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{SEATS, Seat};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::mix;
use cardmill_kernel::layout::Layout;
use cardmill_kernel::table::{Seats, Status, Table};
use serde::Serialize;

pub use self::look::Look;
use self::look::{Looked, Looker};
use self::tree::{Node, Tree};
use crate::net::{has_net, named};

/// The method of a search from the decision it is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Single-observer information-set Monte Carlo tree search (Cowling, Powley and Whitehouse
    /// 2012), a new world for each simulation.
    IsMcts {
        /// The number of simulations.
        simulations: u32,
        /// The preference for choices that were tried seldom; the usual one is 0.5.
        exploration: f64,
    },
    /// Perfect-information Monte Carlo: each option in each world.
    Pimc {
        /// The number of worlds.
        worlds: u32,
        /// The number of times that each option is played on in each of them.
        rollouts: u32,
    },
}

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The method by which it searches.
    pub method: Method,
    /// Tables that are played side by side. A simulation does not know how those end that are played
    /// beside it, so that results depend on it.
    pub tables: usize,
    /// The agent that plays on for all seats where the tree ends.
    pub leaf: Agent,
    /// Rounds that are played on, the present one not counted; 0 with a net until what was begun is done,
    /// else for the whole game, or for the rest of the round where a game says so ([`Play::STOPS`]).
    pub rounds: u16,
    /// The agent whose net says how the game stands then, and how the options look before the search;
    /// none where the game itself says how it stands.
    pub by: Option<Agent>,
}

impl Settings {
    /// Settings by which the agent that plays on answers: the first choice of a simulation is its own.
    const fn for_minor(self) -> Self {
        let method = Method::IsMcts { simulations: 1, exploration: 1.0 };
        Self { method, tables: 1, by: None, ..self }
    }
}

/// Tables that are played side by side where nothing else is said.
const TABLES: usize = 32;

/// The plan of an agent: its work before it answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plan {
    /// A search of the tree of choices, or of each option.
    Search(Settings),
    /// It looks ahead by one choice.
    Look(Look),
}

impl Plan {
    /// The plan of an agent; `None` if it answers at once.
    ///
    /// # Panics
    ///
    /// If the game has no agent that answers at once.
    #[must_use]
    pub fn of<G: Play>(agent: Agent) -> Option<Self> {
        let agent = played(agent);
        let by = agent.leaf().and_then(named);
        let name = agent.leaf().filter(|_| by.is_none());
        let leaf = || {
            let is_it = |one: &&Agent| name.is_none_or(|name| one.name() == name);
            let leaf = G::AGENTS.iter().rev().find(is_it);
            *leaf.expect("a game has agents, and only those can be named")
        };
        let search = |method, tables| {
            let rounds = agent.number("rounds") as u16;
            Some(Self::Search(Settings { method, tables, leaf: leaf(), rounds, by }))
        };
        if agent.is(ISMCTS) {
            let exploration = f64::from(agent.number("explore")) / 100.0;
            let simulations = agent.number("sims");
            search(Method::IsMcts { simulations, exploration }, agent.number("worlds") as usize)
        } else if agent.is(PIMC) {
            let (worlds, rollouts) = (agent.number("worlds"), agent.number("rollouts"));
            search(Method::Pimc { worlds, rollouts }, TABLES)
        } else if agent.is(LOOK) || has_net(agent) {
            let by = Some(agent).filter(|agent| has_net(*agent));
            let (worlds, curious) = (agent.number("worlds"), agent.number("curious"));
            Some(Self::Look(Look { worlds, leaf: leaf(), curious, by }))
        } else {
            None
        }
    }
}

/// The findings of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The number of the option that it would choose.
    pub option: usize,
    /// The number of times that each option was tried. Options that mean the same count as the
    /// first of them.
    pub visits: Vec<u32>,
    /// The share of a game after each option for the one who is asked, from 0, lost, to 1, won; 0
    /// of those that were not tried.
    pub values: Vec<f64>,
    /// The number of simulations that were played.
    pub simulations: u32,
    /// The number of choices that were made in them.
    pub decisions: u64,
}

impl Report {
    /// The values in thousandths, option by option; nothing of what was not tried.
    #[must_use]
    pub fn thousandths(&self) -> Vec<Option<u32>> {
        let tried = self.visits.iter().zip(&self.values);
        let thousandths = |(visits, value): (&u32, &f64)| {
            (*visits > 0).then(|| (value * 1000.0).round().clamp(0.0, 1000.0) as u32)
        };
        tried.map(thousandths).collect()
    }
}

/// Scratch tables of a World, and the searches on them.
pub struct Planner<G: Play> {
    tables: Vec<usize>,
    looker: Looker<G>,
    /// `true` if there may be agents to answer for.
    plans: bool,
    /// The curiosity of agents that look ahead, in thousandths of a game, as
    /// [`explore`](Self::explore) sets it.
    curious: u32,
    game: PhantomData<fn() -> G>,
}

impl<G: Play> Default for Planner<G> {
    fn default() -> Self {
        let (tables, looker) = (Vec::new(), Looker::default());
        Self { tables, looker, plans: true, curious: 0, game: PhantomData }
    }
}

impl<G: Play> Planner<G> {
    /// A planner for a run with these agents: it has nothing to do where all of them answer at
    /// once.
    #[must_use]
    pub fn of(agents: &[Agent]) -> Self {
        let mut planner = Self { plans: false, ..Self::default() };
        planner.admit(agents);
        planner
    }

    /// Answers for these agents, too, if they plan.
    pub fn admit(&mut self, agents: &[Agent]) {
        self.plans |= agents.iter().any(|agent| Plan::of::<G>(*agent).is_some());
    }

    /// Lets agents that look ahead try out what seems worse, the more readily the more thousandths of a
    /// game these are.
    pub fn explore(&mut self, curious: u32) {
        self.curious = curious;
    }

    /// Tells whether there may be agents to answer for.
    #[must_use]
    pub const fn plans(&self) -> bool {
        self.plans
    }

    /// Answers for every seat of some tables that is asked and given to an agent that plans. Returns false
    /// if it was told to stop. Asked again, it answers for the others as it would have.
    ///
    /// # Panics
    ///
    /// If the game does not say which worlds fit what a player knows: then it has no such agents.
    pub fn answer(
        &mut self,
        batch: &mut Batch,
        tables: impl IntoIterator<Item = usize>,
        stop: &AtomicBool,
    ) -> bool {
        if !self.plans {
            return true;
        }
        let tables: Vec<usize> = tables.into_iter().collect();
        let planned = |&table: &usize| {
            let (seat, agent) = answering::<G>(batch, table)?;
            Some((table, seat, Plan::of::<G>(agent)?))
        };
        let planned: Vec<(usize, Seat, Plan)> = tables.iter().filter_map(planned).collect();
        if planned.is_empty() {
            return true;
        }
        // Nobody goes on meanwhile: a game that is to be cut would be cut later than elsewhere.
        for &table in &tables {
            batch.rest(table);
        }
        let answered = self.answer_planned(batch, &planned, stop);
        for table in tables {
            batch.wake(table);
        }
        answered.expect("a game has planners if it has worlds")
    }

    /// Answers at tables where these seats are asked.
    fn answer_planned(
        &mut self,
        batch: &mut Batch,
        planned: &[(usize, Seat, Plan)],
        stop: &AtomicBool,
    ) -> Result<bool, Problem> {
        for &(table, seat, plan) in planned {
            let entity = batch.table(table);
            if let Plan::Look(_) = plan
                && let Some(option) = look::foreseen::<G>(batch, table, seat)
            {
                choose::<G>(batch.world_mut(), entity, option);
                continue;
            }
            let (before, key) = drawn(batch, table, seat);
            let option = match plan {
                Plan::Look(look) => self.look_ahead(batch, table, look, key, stop)?,
                Plan::Search(settings) => {
                    let settings =
                        if is_minor::<G>(batch, table) { settings.for_minor() } else { settings };
                    let report = self.search_tree(batch, table, settings, (key, true), stop)?;
                    report.map(|report| report.option)
                }
            };
            let Some(option) = option else {
                batch.world_mut().entity_mut(entity).insert(before);
                return Ok(false);
            };
            choose::<G>(batch.world_mut(), entity, option);
        }
        Ok(true)
    }

    /// The option of whoever looks ahead at a table, who keeps what follows it; none if it was told to
    /// stop.
    fn look_ahead(
        &mut self,
        batch: &mut Batch,
        table: usize,
        look: Look,
        key: u64,
        stop: &AtomicBool,
    ) -> Result<Option<usize>, Problem> {
        let mut looked = Looked::new::<G>(batch, table, look, key);
        if !self.looker.look(batch, &mut looked, stop)? {
            return Ok(None);
        }
        // Who tries out what seems worse does so at every question.
        let (option, line) = match self.curious.max(look.curious) {
            0 => looked.best(),
            curious => (looked.tried(curious), &[][..]),
        };
        let entity = batch.table(table);
        let seated = batch.world_mut().get_mut::<Seated>(entity);
        seated.expect("an agent sits there").foresee(looked.seat, line);
        Ok(Some(option))
    }

    /// Searches for the one who is asked at a table.
    ///
    /// # Errors
    ///
    /// When nobody is asked, or the game has no worlds that fit what a player knows.
    pub fn search(
        &mut self,
        batch: &mut Batch,
        table: usize,
        plan: Plan,
        key: u64,
    ) -> Result<Report, Problem> {
        let nobody = AtomicBool::new(false);
        loop {
            if let Some(found) = self.search_until(batch, table, plan, key, &nobody)? {
                return Ok(found);
            }
        }
    }

    /// Searches until it is told to stop: then it has found nothing.
    ///
    /// # Errors
    ///
    /// As [`search`](Self::search).
    pub fn search_until(
        &mut self,
        batch: &mut Batch,
        table: usize,
        plan: Plan,
        key: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Report>, Problem> {
        if batch.status(table) != Status::Waiting {
            return Err(Problem::refused("nobody is asked anything"));
        }
        match plan {
            Plan::Search(settings) => self.search_tree(batch, table, settings, (key, false), stop),
            Plan::Look(look) => {
                let mut looked = Looked::new::<G>(batch, table, look, key);
                let all = self.looker.look(batch, &mut looked, stop)?;
                Ok(all.then(|| looked.report()))
            }
        }
    }

    fn search_tree(
        &mut self,
        batch: &mut Batch,
        table: usize,
        settings: Settings,
        (key, hurries): (u64, bool),
        stop: &AtomicBool,
    ) -> Result<Option<Report>, Problem> {
        while self.tables.len() < settings.tables {
            self.tables.push(batch.add_at_rest(G::Game::spawn));
        }
        let promising = G::promising(batch, table);
        let mut running = Running { hurries, ..Running::<G>::new(batch, table, settings, key) };
        running.narrow(promising);
        if let Settings { by: Some(by), tables, leaf, .. } = settings
            && let Method::IsMcts { .. } = settings.method
        {
            let look = Look { worlds: tables as u32, leaf, curious: 0, by: Some(by) };
            let mut looked = Looked::new::<G>(batch, table, look, key);
            if !self.looker.look(batch, &mut looked, stop)? {
                return Ok(None);
            }
            running.see(&looked);
        }
        let scratch = &self.tables[..settings.tables];
        let mut lanes: Vec<Lane> = scratch.iter().map(|&table| Lane::new(table)).collect();
        for &table in scratch {
            batch.wake(table);
        }
        let found = loop {
            let looker = &mut self.looker;
            let mut advance = |lane| running.advance(batch, looker, lane);
            if let Err(problem) = lanes.iter_mut().try_for_each(&mut advance) {
                break Err(problem);
            }
            if lanes.iter().all(|lane| lane.stage == Stage::Idle) {
                break Ok(Some(running.report()));
            }
            if stop.load(Ordering::Relaxed) {
                break Ok(None);
            }
            batch.tick();
        };
        for &table in scratch {
            batch.rest(table);
        }
        found
    }
}

/// The stage of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// No simulation is under way.
    Idle,
    /// The simulation goes down the tree.
    Descends,
    /// The tree has ended here, and the next choice is the first beyond it.
    Leaves(Node),
    /// The simulation is played on, beyond the tree.
    Plays,
}

/// A scratch table and the simulation on it.
struct Lane {
    table: usize,
    stage: Stage,
    key: u64,
    /// The number of the simulation within its search.
    number: u32,
    /// The way it came, the root left out.
    path: Vec<Node>,
    /// The meanings of the options, the player who is asked and the trail of the choices that led
    /// there, where the tree ended.
    meanings: Vec<u64>,
    asked: Seat,
    trail: u64,
    from: u32,
}

impl Lane {
    const fn new(table: usize) -> Self {
        Self {
            table,
            stage: Stage::Idle,
            key: 0,
            number: 0,
            path: Vec::new(),
            meanings: Vec::new(),
            asked: 0,
            trail: 0,
            from: 0,
        }
    }

    fn node(&self) -> Node {
        self.path.last().copied().unwrap_or(Tree::ROOT)
    }
}

/// A search under way.
struct Running<G: Play> {
    settings: Settings,
    key: u64,
    table: usize,
    seat: Seat,
    seats: u8,
    /// The choice alone is asked for, and not what all options are worth.
    hurries: bool,
    /// The round in which it is asked for.
    round: u16,
    /// The meanings of the options, in their order.
    meanings: Vec<u64>,
    /// The first option of each meaning.
    distinct: Vec<usize>,
    tree: Tree,
    begun: u32,
    simulations: u32,
    decisions: u64,
    game: PhantomData<G>,
}

impl<G: Play> Running<G> {
    fn new(batch: &Batch, table: usize, settings: Settings, key: u64) -> Self {
        let entity = batch.table(table);
        let (seat, _) = asked::<G>(batch.world(), entity);
        let seats = batch.world().get::<Seats>(entity).expect("a table has seats").count;
        let mut meanings = Vec::new();
        G::meanings(batch, table, &mut meanings);
        let distinct = tree::distinct(&meanings).collect::<Vec<usize>>();
        let simulations = match settings.method {
            Method::IsMcts { .. } if distinct.len() < 2 => 0,
            Method::IsMcts { simulations, .. } => simulations,
            Method::Pimc { worlds, rollouts } => {
                let each = worlds.saturating_mul(rollouts);
                each.saturating_mul(distinct.len() as u32)
            }
        };
        Self {
            settings,
            key,
            table,
            seat,
            seats,
            hurries: false,
            round: G::round(batch.world(), entity),
            meanings,
            distinct,
            tree: Tree::new(seat),
            begun: 0,
            simulations,
            decisions: 0,
            game: PhantomData,
        }
    }

    /// Thinks of the most promising options alone, if a tree has too many.
    fn narrow(&mut self, promising: Option<Vec<usize>>) {
        let Method::IsMcts { simulations, .. } = self.settings.method else { return };
        let few = simulations.isqrt().max(2) as usize;
        let Some(promising) = promising.filter(|_| few < self.distinct.len()) else { return };
        let first = |option: usize| {
            let alike = |&other: &usize| self.meanings[other] == self.meanings[option];
            self.distinct.iter().copied().find(alike).expect("each meaning has a first option")
        };
        let mut narrowed: Vec<usize> = Vec::with_capacity(few);
        for option in promising.into_iter().map(first) {
            if narrowed.len() < few && !narrowed.contains(&option) {
                narrowed.push(option);
            }
        }
        self.distinct = narrowed;
    }

    /// The other one of two.
    fn opponent(&self) -> Option<Seat> {
        (self.seats == 2).then(|| 1 - self.seat)
    }

    /// Learns what was seen of the options before the search.
    fn see(&mut self, looked: &Looked) {
        let (worlds, options) = looked.found();
        for (option, looks) in options {
            self.tree.see(self.seat, self.meanings[option], looks, worlds);
        }
        self.decisions += looked.decisions;
    }

    /// Brings a simulation on until its table must move.
    fn advance(
        &mut self,
        batch: &mut Batch,
        looker: &mut Looker<G>,
        lane: &mut Lane,
    ) -> Result<(), Problem> {
        let entity = batch.table(lane.table);
        loop {
            let status = batch.status(lane.table);
            match lane.stage {
                Stage::Idle if self.begun == self.simulations || self.is_decided() => return Ok(()),
                Stage::Idle => self.begin(batch, lane)?,
                _ if status.has_ended() => self.end(batch, looker, lane)?,
                _ if status == Status::Busy => return Ok(()),
                Stage::Descends => {
                    let (seat, _) = asked::<G>(batch.world(), entity);
                    let leaf = core::iter::repeat_n(Some(self.settings.leaf), self.seats.into());
                    if !lane.path.is_empty() && is_minor::<G>(batch, lane.table) {
                        agent::seat(batch.world_mut(), entity, leaf, lane.key, 0);
                        lane.stage = Stage::Plays;
                        return Ok(());
                    }
                    G::meanings(batch, lane.table, &mut lane.meanings);
                    if let Some(option) = self.descend(lane, seat) {
                        choose::<G>(batch.world_mut(), entity, option);
                        return Ok(());
                    }
                    agent::seat(batch.world_mut(), entity, leaf, lane.key, 0);
                    let state = table(batch.world(), entity);
                    (lane.asked, lane.trail) = (seat, state.trail);
                    lane.stage = Stage::Leaves(lane.node());
                    return Ok(());
                }
                Stage::Leaves(node) => {
                    // The choice of the agent that plays on is the first that is tried here.
                    let trail = table(batch.world(), entity).trail;
                    let chose = Table::chosen(lane.trail, lane.asked, lane.meanings.len(), trail);
                    if let Some(option) = chose {
                        let meaning = lane.meanings[option];
                        lane.path.push(self.tree.advise(node, lane.asked, meaning));
                    }
                    lane.stage = Stage::Plays;
                }
                Stage::Plays => {
                    let world = batch.world();
                    let ends = match self.settings.rounds {
                        0 if self.settings.by.is_some() => begins::<G>(world, entity),
                        0 if !G::STOPS => false,
                        more => G::round(world, entity) > self.round.saturating_add(more),
                    };
                    if !ends {
                        return Ok(());
                    }
                    self.end(batch, looker, lane)?;
                }
            }
        }
    }

    /// Tells whether simulations to come could change nothing, and nobody asks for more than the choice.
    fn is_decided(&self) -> bool {
        let is_tree = matches!(self.settings.method, Method::IsMcts { .. });
        self.hurries && is_tree && self.tree.ahead() > self.simulations - self.begun
    }

    fn begin(&mut self, batch: &mut Batch, lane: &mut Lane) -> Result<(), Problem> {
        lane.number = self.begun;
        self.begun += 1;
        lane.key = mix(self.key, lane.number.into());
        // Options are compared in the same worlds.
        let world = match self.settings.method {
            Method::IsMcts { .. } => lane.key,
            Method::Pimc { .. } => {
                mix(self.key, u64::from(lane.number) / self.distinct.len() as u64)
            }
        };
        G::determinize(batch, self.table, lane.table, self.seat, world)?;
        let entity = batch.table(lane.table);
        let nobody = core::iter::repeat_n(None, self.seats.into());
        agent::seat(batch.world_mut(), entity, nobody, 0, 0);
        lane.from = table(batch.world(), entity).decisions;
        lane.path.clear();
        lane.stage = Stage::Descends;
        Ok(())
    }

    /// The option by which a simulation stays in the tree; none where the tree ends.
    fn descend(&mut self, lane: &mut Lane, seat: Seat) -> Option<usize> {
        let node = lane.node();
        let option = match self.settings.method {
            Method::IsMcts { exploration, .. }
                if self.settings.by.is_some() && lane.path.is_empty() =>
            {
                self.tree.prefer(&lane.meanings, exploration)
            }
            Method::IsMcts { exploration, .. } if lane.path.is_empty() => {
                let meaning = |&option: &usize| self.meanings[option];
                let meanings: Vec<u64> = self.distinct.iter().map(meaning).collect();
                let meaning = meanings[self.tree.select(node, seat, &meanings, exploration)?];
                let there = lane.meanings.iter().position(|other| *other == meaning);
                there.expect("its own options are there in any world")
            }
            Method::IsMcts { exploration, .. } => {
                self.tree.select(node, seat, &lane.meanings, exploration)?
            }
            Method::Pimc { .. } if lane.path.is_empty() => {
                self.distinct[lane.number as usize % self.distinct.len()]
            }
            Method::Pimc { .. } => return None,
        };
        lane.path.push(self.tree.visit(node, seat, lane.meanings[option]));
        Some(option)
    }

    /// Tells the tree how a game stands.
    fn end(
        &mut self,
        batch: &mut Batch,
        looker: &mut Looker<G>,
        lane: &mut Lane,
    ) -> Result<(), Problem> {
        let state = table(batch.world(), batch.table(lane.table));
        self.decisions += u64::from(state.decisions - lane.from);
        let mut worth = [0.5; SEATS];
        if state.status != Status::Quarantined {
            let mut share = |seat| -> Result<f64, Problem> {
                let worth = looker.worth(batch, lane.table, self.settings.by, seat)?;
                Ok(f64::from(worth + WON) / f64::from(2 * WON))
            };
            if let Some(other) = self.opponent() {
                // What is good for one is as bad for the other; a net sees it as the one who
                // searches does.
                let own = share(self.seat)?;
                (worth[usize::from(self.seat)], worth[usize::from(other)]) = (own, 1.0 - own);
            } else {
                for seat in 0..self.seats {
                    worth[usize::from(seat)] = share(seat)?;
                }
            }
        }
        self.tree.learn(&lane.path, &worth);
        lane.stage = Stage::Idle;
        Ok(())
    }

    fn report(&self) -> Report {
        let found = |&option: &usize| self.tree.found(self.meanings[option]);
        let mut visits = vec![0; self.meanings.len()];
        let mut values = vec![0.0; self.meanings.len()];
        let mut best = (self.distinct[0], (0.0, 0.0));
        for option in &self.distinct {
            let Some((tried, value)) = found(option) else { continue };
            (visits[*option], values[*option]) = (tried, value);
            let rank = match self.settings.method {
                Method::IsMcts { .. } => (f64::from(tried), value),
                Method::Pimc { .. } => (value, 0.0),
            };
            if rank > best.1 {
                best = (*option, rank);
            }
        }
        let (simulations, decisions) = (self.simulations, self.decisions);
        Report { option: best.0, visits, values, simulations, decisions }
    }
}

/// The key of the agent that is asked at a table, and who sat there before it was drawn: whoever is
/// stopped and asked again draws the same.
fn drawn(batch: &mut Batch, table: usize, seat: Seat) -> (Seated, u64) {
    let entity = batch.table(table);
    let seated = batch.world().get::<Seated>(entity).cloned().expect("an agent sits there");
    (seated, agent::draw(batch.world_mut(), entity, seat))
}

fn table(world: &World, table: Entity) -> &Table {
    world.get::<Table>(table).expect("a table has a status")
}

/// Tells whether the question at a table is left to the agent that plays on.
fn is_minor<G: Play>(batch: &Batch, table: usize) -> bool {
    let decision = batch.world().get::<Decision<G::Game>>(batch.table(table));
    G::is_minor(decision.expect("a table has a decision"))
}

/// Tells whether the player who is asked at a table begins something.
pub(crate) fn begins<G: Play>(world: &World, table: Entity) -> bool {
    G::begins(world.get::<Decision<G::Game>>(table).expect("a table has a decision"))
}

/// The player who is asked at a table, and the agent that answers there; `None` if either is not
/// there.
pub(crate) fn answering<G: Play>(batch: &Batch, table: usize) -> Option<(Seat, Agent)> {
    let entity = batch.table(table);
    let waits = batch.status(table) == Status::Waiting;
    let seat = waits.then(|| asked::<G>(batch.world(), entity).0)?;
    Some((seat, batch.world().get::<Seated>(entity)?.agent(seat)?))
}

/// The player who is asked, and the number of options.
pub(crate) fn asked<G: Play>(world: &World, table: Entity) -> (Seat, usize) {
    let decision = world.get::<Decision<G::Game>>(table).expect("a table has a decision");
    (decision.seat, decision.options.len())
}

pub(crate) fn choose<G: Play>(world: &mut World, table: Entity, option: usize) {
    let parts = world.entity_mut(table);
    let parts = parts.into_components_mut::<(&mut Table, &mut Decision<G::Game>)>();
    let (mut state, mut decision) = parts.expect("a table has a decision");
    decision.choose(&mut state, option).expect("it is one of the options");
}
