//! Games by the thousand: worlds of tables, over threads, handed over in index order.
//!
//! What a game does depends on the seed, its index, what it begins with and the agents, and on
//! nothing else: not on the other games, the batch size, the number of threads, or the places that
//! its decks or its position happen to have.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

use bevy_app::App;
use cardmill_harness::agent;
use cardmill_harness::play::{Play, SEATS, Standing, Touched};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::table::{Status, Table};
use rayon::ThreadPoolBuilder;

use crate::error::Error;
use crate::host::Catalogue;
use crate::matches::Later;
use crate::players::Players;
use crate::record::{End, GameRecord, InOrder};
use crate::setup::{Settings, Setup, Setups, of_game};

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

/// One way in which the games of a run are played.
pub struct Arm<'a> {
    /// The cards.
    pub catalogue: &'a Catalogue,
    /// What games begin with.
    pub setups: &'a Setups,
    /// Who plays. Threads and tables are those of the first arm.
    pub settings: &'a Settings,
    /// Tallies are kept of its cards, where the game keeps any. Arms with the same cards keep them alike.
    pub tally: bool,
    /// The cards, by their places in the catalogue, of which alone tallies say what became; all where it
    /// is not said.
    pub about: Option<Vec<u16>>,
    /// The player goes first who would go second, of two who are dealt to.
    pub exchanged: bool,
    /// The games are such of matches; first ones, or no matches, where there is nothing.
    pub later: Option<Later>,
    /// By setup, the cards in which it differs from the first arm, where it differs in nothing else:
    /// deals on which none of them bears are not played again.
    pub differs: Option<Vec<Touched>>,
}

impl<'a> Arm<'a> {
    /// Games of which nothing but their ends is counted.
    #[must_use]
    pub const fn new(catalogue: &'a Catalogue, setups: &'a Setups, settings: &'a Settings) -> Self {
        Self {
            catalogue,
            setups,
            settings,
            tally: false,
            about: None,
            exchanged: false,
            later: None,
            differs: None,
        }
    }

    /// The number of its games in their matches.
    #[must_use]
    pub fn number(&self) -> u8 {
        self.later.map_or(1, |later| later.number)
    }

    /// Sets up a game and seats its agents.
    pub(crate) fn begin<G: Play>(&self, batch: &mut Batch, table: usize, index: u64) {
        let Self { setups, settings, later, .. } = self;
        let agents = settings.agents.iter().copied().map(Some);
        let seed = later.map_or(settings.seed, |later| later.seed(settings.seed));
        setups.begin::<G>(batch, table, (seed, index), later.is_some(), agents);
        let is_dealt = matches!(of_game(&setups.list, index), Setup::Entries(_));
        let first = later.and_then(|later| later.first).filter(|_| is_dealt);
        let is_other = |first| first != G::first(batch.world(), batch.table(table));
        if self.exchanged || first.is_some_and(is_other) {
            G::exchange_first(batch, table);
        }
    }

    /// Notes in what it differs from the first arm, if that is in cards of entries alone: in those
    /// that are others, and in those that are edited.
    pub fn differ_from(&mut self, first: &Self, edited: &dyn Fn(&str) -> bool) {
        let setups = self.setups.list.iter().map(|setup| {
            let mut differs = Touched::default();
            let Setup::Entries(entries) = setup else { return None };
            let mut before = 0;
            for &entry in entries {
                let [base, new] = [first, &*self]
                    .map(|arm| arm.setups.entries[usize::from(entry)].cards(arm.catalogue));
                if base.len() != new.len() {
                    return None;
                }
                for (card, (base, new)) in (before..).zip(base.iter().zip(&new)) {
                    if base != new || edited(new) {
                        differs.add(card);
                    }
                }
                before += new.len();
            }
            Some(differs)
        });
        self.differs = setups.collect();
    }

    /// Says in which order the cards of the entry in seat 0 lie in a deal.
    pub(crate) fn orders<G: Play>(&self) -> impl FnMut(u64) -> Vec<usize> {
        let mut batch = Batch::of::<G::Game>(self.catalogue.get::<G>(), 1, |_: &mut App| ());
        move |deal| {
            let nobody = core::iter::repeat_n(None, SEATS);
            self.setups.begin::<G>(&mut batch, 0, (self.settings.seed, deal), false, nobody);
            G::order(&batch, 0, 0)
        }
    }

    /// The same games with the other player going first.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        let Self { catalogue, setups, settings, tally, exchanged, later, .. } = *self;
        let (about, exchanged) = (self.about.clone(), !exchanged);
        Self { catalogue, setups, settings, tally, about, exchanged, later, differs: None }
    }
}

/// A deal in all arms that it was played in, the first of the run before the others.
pub type Deal = Vec<(usize, GameRecord)>;

/// Adds the other arms to a list in which a deal is played that was played in these so far. It is asked
/// after the first arm, and again whenever all that were added have been played, until it adds none.
pub type Others<'a> = dyn Fn(&[(usize, GameRecord)], &mut Vec<usize>) + Sync + 'a;

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
    let game = arms[0].catalogue.game();
    let run = Run::new(arms, others, stop, deals.end, tables);
    let pool = ThreadPoolBuilder::new().num_threads(count).build()?;
    let next = AtomicU64::new(deals.start);
    let (send, receive) = channel();
    pool.in_place_scope(|scope| {
        for _ in 0..count {
            let send = send.clone();
            scope.spawn(|_| game.work(&run, &next, send));
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

/// Deals that a worker hands over together.
const CHUNK: usize = 16;

/// What all workers of a run share.
pub struct Run<'a> {
    arms: &'a [Arm<'a>],
    /// The World in which each arm is played: arms with the same cards share one.
    halls: Vec<usize>,
    others: &'a Others<'a>,
    stop: &'a AtomicBool,
    /// The number of the first deal that is not played any more.
    end: u64,
    /// Tables of a World.
    tables: usize,
    /// Whether an agent may look at its own entry before a card of it bears on the game.
    plans: bool,
}

impl<'a> Run<'a> {
    fn new(
        arms: &'a [Arm<'a>],
        others: &'a Others<'a>,
        stop: &'a AtomicBool,
        end: u64,
        tables: usize,
    ) -> Self {
        let mut catalogues: Vec<&Catalogue> = Vec::new();
        let hall = |arm: &Arm<'a>| {
            let known = catalogues.iter().position(|known| known.is(arm.catalogue));
            known.unwrap_or_else(|| {
                catalogues.push(arm.catalogue);
                catalogues.len() - 1
            })
        };
        let halls = arms.iter().map(hall).collect();
        let agents = arms.iter().flat_map(|arm| arm.settings.agents.iter().copied());
        let plans = arms[0].catalogue.game().plans(&agents.collect::<Vec<_>>());
        Self { arms, halls, others, stop, end, tables, plans }
    }

    /// One worker: Worlds of tables that are dealt the next game whenever one ends.
    pub(crate) fn work<G: Play>(&self, next: &AtomicU64, send: Sender<Vec<(u64, Deal)>>) {
        let mut worker = Worker::<G> { halls: Vec::new(), open: BTreeMap::new(), over: Vec::new() };
        for hall in 0..=self.halls.iter().copied().max().unwrap_or(0) {
            worker.halls.push(self.hall(hall, self.tables));
        }
        let mut take = || {
            let index = next.fetch_add(1, Ordering::Relaxed);
            (index < self.end && !self.stop.load(Ordering::Relaxed)).then_some(index)
        };
        loop {
            worker.deal(self, &mut take);
            if worker.halls.iter().all(Hall::is_empty) || self.stop.load(Ordering::Relaxed) {
                let _ = send.send(worker.over);
                return;
            }
            for hall in 0..worker.halls.len() {
                if worker.halls[hall].is_empty() {
                    continue;
                }
                let ticked = catch_unwind(AssertUnwindSafe(|| worker.halls[hall].tick(self.stop)));
                if ticked.is_ok() {
                    worker.ended(self, hall);
                    continue;
                }
                // One of the games brought the World down: each is played again alone.
                let queue = core::mem::take(&mut worker.halls[hall].queue);
                let fallen = Hall { queue, ..self.hall(hall, self.tables) };
                let fallen = core::mem::replace(&mut worker.halls[hall], fallen);
                for game in fallen.games.into_iter().flatten() {
                    let Some((record, touched)) = self.alone::<G>(game.arm, game.index) else {
                        break;
                    };
                    worker.report(self, game.arm, record, touched);
                }
            }
            // To wake the one who waits for every single game took 5 % of the time.
            if worker.over.len() >= CHUNK {
                let _ = send.send(core::mem::take(&mut worker.over));
            }
        }
    }

    /// A World for the cards of some arms.
    fn hall<G: Play>(&self, hall: usize, tables: usize) -> Hall<G> {
        let arm = self.halls.iter().position(|&of_arm| of_arm == hall);
        let Arm { catalogue, tally, .. } = &self.arms[arm.expect("a World is of an arm")];
        let catalogue = catalogue.get::<G>();
        let tallies = G::TALLY.filter(|_| *tally).map(|keeper| keeper.add);
        let guests = move |app: &mut App| {
            G::add_agents(app);
            if let Some(add) = tallies {
                add(app);
            }
        };
        let batch = Batch::of::<G::Game>(catalogue, tables, guests);
        let agents = self.arms.iter().flat_map(|arm| arm.settings.agents.iter().copied());
        let players = Players::<G>::of(&agents.collect::<Vec<_>>(), catalogue);
        Hall { batch, games: vec![None; tables], queue: VecDeque::new(), players }
    }

    /// Whether a deal would end in an arm as it ended in the first, where these cards bore on it.
    fn spares(&self, arm: usize, index: u64, touched: Touched) -> bool {
        let Arm { setups, differs, .. } = &self.arms[arm];
        let setup = (index % setups.list.len() as u64) as usize;
        !self.plans && differs.as_ref().is_some_and(|cards| !cards[setup].meets(touched))
    }

    /// Plays one game in a World of its own, unless the run is stopped. A panic quarantines it.
    fn alone<G: Play>(&self, arm: usize, index: u64) -> Option<(GameRecord, Touched)> {
        let played = catch_unwind(AssertUnwindSafe(|| {
            let mut hall = self.hall::<G>(self.halls[arm], 1);
            hall.begin(self, 0, arm, index);
            let mut record = None;
            while record.is_none() && !self.stop.load(Ordering::Relaxed) {
                hall.tick(self.stop);
                hall.ended(self, &mut |_, ended, touched| record = Some((ended, touched)));
            }
            record
        }));
        let aside = || {
            let arm = &self.arms[arm];
            let setup = of_game(&arm.setups.list, index);
            let record = GameRecord { number: arm.number(), ..GameRecord::aside(index, setup) };
            (record, Touched::default())
        };
        played.unwrap_or_else(|_| Some(aside()))
    }
}

/// The Worlds of a thread, and the deals that are played in them.
struct Worker<G: Play> {
    halls: Vec<Hall<G>>,
    /// Deals that are not played in all of their arms yet: the arms that are due.
    open: BTreeMap<u64, (usize, Deal)>,
    /// Deals that are over and were not handed on.
    over: Vec<(u64, Deal)>,
}

/// A World and the games on its tables.
struct Hall<G: Play> {
    batch: Batch,
    games: Vec<Option<Dealt>>,
    /// Arms and deals that are to be played here.
    queue: VecDeque<(usize, u64)>,
    players: Players<G>,
}

/// A game on a table.
#[derive(Clone, Copy)]
struct Dealt {
    arm: usize,
    index: u64,
    /// Who goes first.
    first: Seat,
}

impl<G: Play> Worker<G> {
    /// Deals the next games to the tables that have none.
    #[inline(never)] // A part of the benchmark `instructions`.
    fn deal(&mut self, run: &Run<'_>, take: &mut dyn FnMut() -> Option<u64>) {
        for hall in (0..self.halls.len()).rev() {
            for table in 0..run.tables {
                if self.halls[hall].games[table].is_some() {
                    continue;
                }
                // Where the other arms are behind, nothing more is begun.
                let keeps_up = |hall: &Hall<G>| hall.queue.len() < run.tables;
                let next = self.halls[hall].queue.pop_front().or_else(|| {
                    let begins = hall == run.halls[0] && self.halls.iter().all(keeps_up);
                    begins.then(&mut *take).flatten().map(|index| (0, index))
                });
                let Some((arm, index)) = next else { break };
                self.halls[hall].begin(run, table, arm, index);
            }
        }
    }

    /// Reports the games of a World that have ended.
    #[inline(never)] // A part of the benchmark `instructions`.
    fn ended(&mut self, run: &Run<'_>, hall: usize) {
        let mut ended = Vec::new();
        self.halls[hall].ended(run, &mut |arm, record, touched| ended.push((arm, record, touched)));
        for (arm, record, touched) in ended {
            self.report(run, arm, record, touched);
        }
    }

    /// Takes the record of a game and the cards that bore on it. With the last of those that are due it
    /// is known which others are.
    fn report(&mut self, run: &Run<'_>, arm: usize, record: GameRecord, touched: Touched) {
        let index = record.index;
        let (due, deal) = self.open.entry(index).or_default();
        deal.push((arm, record));
        if deal.len() == *due + 1 {
            let mut others = Vec::new();
            (run.others)(deal, &mut others);
            *due += others.len();
            let counts = arm == 0 && deal[0].1.end != End::Quarantined;
            for other in others {
                if counts && run.spares(other, index, touched) {
                    deal.push((other, GameRecord { spared: true, ..deal[0].1.clone() }));
                } else {
                    self.halls[run.halls[other]].queue.push_back((other, index));
                }
            }
        }
        if deal.len() == *due + 1
            && let Some((_, mut deal)) = self.open.remove(&index)
        {
            deal.sort_by_key(|(arm, _)| *arm);
            self.over.push((index, deal));
        }
    }
}

impl<G: Play> Hall<G> {
    /// Moves every game, and answers for those agents that no system answers for: not for all of
    /// them, where the run is stopped.
    fn tick(&mut self, stop: &AtomicBool) {
        self.batch.tick();
        self.players.answer(&mut self.batch, 0..self.games.len(), stop);
    }

    fn is_empty(&self) -> bool {
        self.games.iter().all(Option::is_none)
    }

    /// Begins a game on a table.
    fn begin(&mut self, run: &Run<'_>, table: usize, arm: usize, index: u64) {
        let begun = &run.arms[arm];
        begun.begin::<G>(&mut self.batch, table, index);
        // What is cut after so many rounds is looked at after every choice.
        if begun.settings.rounds.is_none() {
            let entity = self.batch.table(table);
            agent::play_on(self.batch.world_mut(), entity);
        }
        if let Some(keeper) = G::TALLY.filter(|_| begun.tally) {
            (keeper.begin)(&mut self.batch, table);
        }
        let first = G::first(self.batch.world(), self.batch.table(table));
        self.games[table] = Some(Dealt { arm, index, first });
    }

    /// Reports the games that have ended.
    fn ended(&mut self, run: &Run<'_>, report: &mut dyn FnMut(usize, GameRecord, Touched)) {
        let limits = run.arms.iter().any(|arm| arm.settings.rounds.is_some());
        if !limits && !self.batch.any_ended() {
            return;
        }
        for table in 0..self.games.len() {
            let Some(Dealt { arm, index, first }) = self.games[table] else { continue };
            let Arm { setups, settings, tally, about, .. } = &run.arms[arm];
            if has_ended::<G>(&self.batch, table, settings.rounds) {
                let setup = of_game(&setups.list, index);
                let record = record::<G>(&self.batch, table, setup, first, settings.rounds);
                let record = GameRecord { number: run.arms[arm].number(), ..record };
                let tally = G::TALLY.filter(|_| *tally).map(|keeper| {
                    let tally = (keeper.end)(&mut self.batch, table);
                    Box::new(match about {
                        Some(cards) => tally.about(cards),
                        None => tally,
                    })
                });
                let entity = self.batch.table(table);
                let touched = G::touched(self.batch.world(), entity);
                report(arm, GameRecord { tally, ..record }, touched);
                self.games[table] = None;
                // A game that was cut would go on.
                self.batch.world_mut().entity_mut(entity).insert(Table::default());
            }
        }
    }
}

/// Whether the game on a table has ended, or has begun one round more than the limit.
pub(crate) fn has_ended<G: Play>(batch: &Batch, table: usize, limit: Option<u16>) -> bool {
    batch.status(table).has_ended() || is_beyond::<G>(batch, table, limit)
}

/// Whether the game on a table has begun one round more than the limit.
pub(crate) fn is_beyond<G: Play>(batch: &Batch, table: usize, limit: Option<u16>) -> bool {
    limit.is_some_and(|limit| G::round(batch.world(), batch.table(table)) > limit)
}

/// What is kept of the game on a table.
pub(crate) fn record<G: Play>(
    batch: &Batch,
    table: usize,
    setup: &Setup,
    first: Seat,
    limit: Option<u16>,
) -> GameRecord {
    let entity = batch.table(table);
    let state = batch.world().get::<Table>(entity).expect("a table has a status");
    let round = G::round(batch.world(), entity);
    let (end, standing) = match state.status {
        Status::Quarantined => (End::Quarantined, Standing::default()),
        Status::Over => (End::Over, G::standing(batch.world(), entity)),
        Status::Free | Status::Busy | Status::Waiting => {
            (End::Cut, G::standing(batch.world(), entity))
        }
    };
    GameRecord {
        index: state.game,
        number: 1,
        setup: setup.clone(),
        first,
        end,
        standing,
        rounds: limit.map_or(round, |limit| round.min(limit)),
        decisions: state.decisions,
        trail: state.trail,
        digest: state.digest(batch.digest(table, G::sizes(batch, table))),
        spared: false,
        tally: None,
    }
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
