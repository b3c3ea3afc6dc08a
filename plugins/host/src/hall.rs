//! The workers of a run: Worlds of tables that are dealt the next game whenever one ends.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;

use bevy_app::App;
use cardmill_harness::agent::{self, Seated};
use cardmill_harness::play::{Opening, Play, Touched};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::table::{Status, Table};

use crate::arm::{Arm, Deal, Opened, Others, has_ended, record};
use crate::host::Catalogue;
use crate::players::Players;
use crate::record::{End, GameRecord};
use crate::search::choose;
use crate::setup::of_game;

/// Deals that a worker hands over together.
const CHUNK: usize = 16;

/// The parts of a run that all workers share.
pub struct Run<'a> {
    arms: &'a [Arm<'a>],
    /// The World in which each arm is played: arms with the same cards share one.
    halls: Vec<usize>,
    others: &'a Others<'a>,
    stop: &'a AtomicBool,
    /// The number of the first deal that is not played any more.
    end: u64,
    /// The number of tables of a World.
    tables: usize,
    /// `true` if an agent may look at its own entry before a card of it bears on the game.
    plans: bool,
}

impl<'a> Run<'a> {
    /// With as many tables in a World, and deals up to this number; `plans` says whether an agent may look
    /// at its own entry before a card of it bears on the game.
    pub(crate) fn new(
        arms: &'a [Arm<'a>],
        others: &'a Others<'a>,
        stop: &'a AtomicBool,
        end: u64,
        tables: usize,
        plans: bool,
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
                let ticked = catch_unwind(AssertUnwindSafe(|| worker.halls[hall].tick(self)));
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
        Hall { batch, games: vec![None; tables], queue: VecDeque::new(), players, kept_out: 0 }
    }

    /// Tells whether a deal would end in an arm as it ended in the first, where these cards bore on
    /// it: no agent plans, and the arm differs in none of them.
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
                hall.tick(self);
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
    /// Games in which an agent is kept from answering.
    kept_out: usize,
}

/// A game on a table.
#[derive(Clone, Copy)]
struct Dealt {
    arm: usize,
    index: u64,
    /// The player who goes first.
    first: Seat,
    /// The agent of the seat that opens as the arm says is kept from answering.
    kept_out: bool,
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
    fn tick(&mut self, run: &Run<'_>) {
        self.batch.tick();
        if self.kept_out > 0 {
            self.open(run);
        }
        self.players.answer(&mut self.batch, 0..self.games.len(), run.stop);
    }

    /// Answers what is asked of seats that open as their arms say, and lets their agents in as soon as
    /// something else is asked of them.
    fn open(&mut self, run: &Run<'_>) {
        for table in 0..self.games.len() {
            let Some(Dealt { arm, kept_out: true, .. }) = self.games[table] else { continue };
            let Some(Opened { seat, mulligan, by_lot }) = run.arms[arm].opening else { continue };
            let entity = self.batch.table(table);
            let is_waiting = self.batch.status(table) == Status::Waiting;
            let world = self.batch.world_mut();
            let decision = world.get::<Decision<G::Game>>(entity).expect("a table has a decision");
            let (asked, count) = (decision.seat, decision.options.len());
            if !is_waiting || asked != seat {
                continue;
            }
            let option = match G::opens(decision) {
                Some(Opening::Mulligan { keep, take }) => Some(if mulligan { take } else { keep }),
                Some(Opening::Resource) if by_lot => {
                    let mut seated = world.get_mut::<Seated>(entity);
                    seated.as_mut().map(|seated| seated.draw(seat, count))
                }
                Some(Opening::Resource) | None => None,
            };
            match option {
                Some(option) => choose::<G>(world, entity, option),
                None => {
                    if let Some(mut seated) = world.get_mut::<Seated>(entity) {
                        seated.let_in(seat);
                    }
                    self.games[table].iter_mut().for_each(|dealt| dealt.kept_out = false);
                    self.kept_out -= 1;
                }
            }
        }
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
        let kept_out = begun.opening.is_some();
        if let Some(Opened { seat, .. }) = begun.opening {
            let entity = self.batch.table(table);
            let mut seated = self.batch.world_mut().get_mut::<Seated>(entity);
            seated.iter_mut().for_each(|seated| seated.keep_out(seat));
            self.kept_out += 1;
        }
        self.games[table] = Some(Dealt { arm, index, first, kept_out });
    }

    /// Reports the games that have ended.
    fn ended(&mut self, run: &Run<'_>, report: &mut dyn FnMut(usize, GameRecord, Touched)) {
        let limits = run.arms.iter().any(|arm| arm.settings.rounds.is_some());
        if !limits && !self.batch.any_ended() {
            return;
        }
        for table in 0..self.games.len() {
            let Some(Dealt { arm, index, first, kept_out }) = self.games[table] else { continue };
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
                self.kept_out -= usize::from(kept_out);
                // A game that was cut would go on.
                self.batch.world_mut().entity_mut(entity).insert(Table::default());
            }
        }
    }
}
