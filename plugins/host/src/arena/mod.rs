//! Games whose players are elsewhere: batches of decisions out, choices in.
//!
//! Tables stand in blocks, a World each. A block is moved until each of its tables waits for
//! somebody outside; agents at the other seats play meanwhile. [`Arena::recv`] hands out whole blocks
//! in turn, [`Arena::send`] answers them. Which decisions a batch has, and in which order, follows
//! from the settings and the choices alone, not from threads or the clock; and table `t` plays the
//! games `t`, `t + tables`, `t + 2 * tables` of the seed, whichever ends first. So the games are
//! those of a run of [`batch::play`](crate::batch::play), if the choices are.

mod block;
mod copy;
mod crew;
mod logits;
mod player;
mod saved;

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use arrayvec::ArrayVec;
use cardmill_harness::agent::Agent;
use cardmill_harness::observation::{Encoder, Glance, Level, Misfit, Packed, Padded, Page};
use cardmill_harness::play::{Play, SEATS};
use cardmill_kernel::card::Seat;
use cardmill_kernel::rules::At;
use cardmill_kernel::saved::Origin;
use serde::{Deserialize, Serialize};

pub use self::copy::Copied;
pub use self::logits::Drawn;
pub use self::player::{Player, Reward, Seating};

use self::block::Block;
use self::crew::Crew;
use crate::batch::{MOST_TABLES, MOST_THREADS};
use crate::error::Error;
use crate::host::Catalogue;
use crate::record::{GameRecord, InOrder, RunDigest};
use crate::setup::Setups;

/// Tables of a World. With 256 of them a decision took twice as long: what is needed for the next
/// one was no longer near.
pub const BLOCK: usize = 64;

/// The answer by which a game is over as it stands: nothing that anybody says by mistake.
pub const LEAVE: i32 = i32::MIN;

/// Events of a table that can be kept.
pub const MOST_EVENTS: usize = 1_000;

/// The settings of an arena.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The number of tables, from 1 to [`MOST_TABLES`].
    pub tables: usize,
    /// Seed of the games.
    pub seed: u64,
    /// Threads that move tables and write rows, from 1 to [`MOST_THREADS`]: with 1 it is the caller's,
    /// which moves them when it asks for a batch; more are threads of their own, which move tables from
    /// [`Arena::send`] on and write the rows of a batch, block by block, while the caller waits
    /// ([`Arena::observe`]).
    pub threads: usize,
    /// Decisions of a batch, at least: whole blocks are handed out until there are so many.
    pub batch: usize,
    /// The players [at first](Arena::seat).
    #[serde(skip)]
    pub seating: Seating,
    /// The reward of rows: the result, or the score.
    pub reward: Reward,
    /// Options that a row has at most, 2 at least: where there are more, its last one shows the
    /// others, and nothing happens in the game.
    pub actions: usize,
    /// The number of events that each table keeps for observations, at most [`MOST_EVENTS`].
    pub history: usize,
    /// Rounds after which a game is over as it stands.
    pub rounds: Option<u16>,
    /// Decisions after which a game is over as it stands, 1 at least, as soon as somebody outside is
    /// asked.
    pub decisions: Option<u32>,
    /// The number of games that are played, all tables together; no end to them if it is not said.
    pub games: Option<u64>,
    /// A table whose game has ended stands still, with a last row, until that is answered or the
    /// table is [begun](Arena::begin) again; otherwise the next game is dealt at once.
    pub holds: bool,
}

/// A decision that waits for its answer, or the last row of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The number of the table.
    pub table: u32,
    /// The player who is asked.
    pub seat: Seat,
    /// Number of the game.
    pub game: u64,
    /// Decisions taken in it before: with the game it names a decision for ever.
    pub step: u32,
    /// The number of options, or of choices on this [page](Self::page) of them, 2 at least; 0 in
    /// the last row of a game that is over by its rules.
    pub options: u16,
    /// The page of options.
    pub page: u16,
    /// The reward of this seat since its last row.
    pub reward: f32,
    /// The first row of this seat in the game.
    pub start: bool,
    /// The game has ended; whatever is answered deals the next one.
    pub ended: bool,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// The number of the table.
    pub table: u32,
    /// The record of the game.
    pub record: GameRecord,
    /// The agents that played it, by seat; nobody where it was somebody outside.
    pub agents: ArrayVec<Option<Agent>, SEATS>,
    /// The reward of each seat since its last row.
    pub rewards: ArrayVec<f32, SEATS>,
    /// The number of decisions of each seat that were handed out.
    pub asked: ArrayVec<u32, SEATS>,
}

/// The parts of an arena that all blocks share.
struct Shared {
    catalogue: Catalogue,
    /// The digest of the cards, once it is asked for.
    cards: OnceLock<u64>,
    setups: Setups,
    settings: Settings,
    /// Whoever has this may tell the arena to stop.
    stop: Arc<AtomicBool>,
}

impl Shared {
    fn origin(&self) -> Origin<'static> {
        origin(&self.catalogue, *self.cards.get_or_init(|| self.catalogue.digest()))
    }
}

/// The origin of saved games with these cards.
fn origin(catalogue: &Catalogue, cards: u64) -> Origin<'static> {
    Origin { game: catalogue.game().name(), cards }
}

/// A batch that was handed out.
struct Handed {
    blocks: Vec<usize>,
    rows: Vec<Row>,
}

/// Tables of a game whose players are elsewhere.
pub struct Arena<G: Play> {
    shared: Arc<Shared>,
    /// The players of the games that are dealt next.
    seating: Arc<Seating>,
    thinks: bool,
    /// Nothing in the place of those that a thread moves.
    blocks: Vec<Option<Block<G>>>,
    crew: Option<Crew<G>>,
    /// The block whose turn it is.
    turn: usize,
    /// Batches that are not answered yet, the oldest first.
    handed: VecDeque<Handed>,
    /// Batches of a saved arena that were not answered: they are handed out again.
    again: VecDeque<Handed>,
    ended: Vec<Ended>,
    /// Digests of games that ended before others with lower numbers.
    order: InOrder<u64>,
    /// Of all games in order: a digest cannot be saved half way.
    digests: Vec<u64>,
    digest: RunDigest,
    decisions: u64,
}

impl<G: Play> Arena<G> {
    /// Deals the first game to each table. Nothing is moved yet.
    ///
    /// # Errors
    /// When there are too many tables, none, or nobody outside to play; when players and setups do
    /// not fit.
    pub fn new(catalogue: Catalogue, setups: Setups, settings: Settings) -> Result<Self, Error> {
        let Settings { tables, threads, batch, actions, history, .. } = settings;
        if !(1..=MOST_TABLES).contains(&tables) || !(1..=tables).contains(&batch) {
            return Err(Error::Usage(format!(
                "{tables} tables, {batch} decisions in a batch; expected 1 to {MOST_TABLES} tables, \
                 and batches of 1 to as many as there are tables"
            )));
        }
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(Error::Usage(format!("{threads} threads; expected 1 to {MOST_THREADS}")));
        }
        if settings.decisions == Some(0) {
            return Err(Error::Usage("games of 0 decisions; expected 1 at least".into()));
        }
        if actions < Page::LEAST {
            return Err(Error::Usage(format!(
                "rows of {actions} options; expected {} at least",
                Page::LEAST
            )));
        }
        if history > MOST_EVENTS {
            return Err(Error::Usage(format!(
                "a history of {history} events; expected {MOST_EVENTS} at most"
            )));
        }
        if history > 0 {
            G::encoder().map_err(|problem| Error::Usage(problem.to_string()))?;
        }
        settings.seating.check::<G>(&setups.list)?;
        let cards = OnceLock::new();
        let thinks = player::thinks::<G>(&settings.seating);
        let stop = Arc::default();
        let shared = Arc::new(Shared { catalogue, cards, setups, settings, stop });
        let firsts = (0..tables).step_by(BLOCK);
        let blocks = firsts.map(|first| Some(Block::new(&shared, first))).collect();
        let crew = (threads > 1).then(|| Crew::new(&shared, threads));
        let mut arena = Self {
            seating: Arc::new(shared.settings.seating.clone()),
            thinks,
            shared,
            blocks,
            crew,
            turn: 0,
            handed: VecDeque::new(),
            again: VecDeque::new(),
            ended: Vec::new(),
            order: InOrder::default(),
            digests: Vec::new(),
            digest: RunDigest::default(),
            decisions: 0,
        };
        arena.reset(arena.shared.settings.seed)?;
        Ok(arena)
    }

    /// Begins anew with the first games of a seed. What was handed out needs no answer any more.
    ///
    /// # Errors
    /// When its threads are in another process.
    ///
    /// # Panics
    /// When a thread was lost.
    pub fn reset(&mut self, seed: u64) -> Result<(), Error> {
        self.check()?;
        for at in 0..self.blocks.len() {
            let mut block = self.take(at)?;
            block.reset(seed);
            self.move_on(at, block);
        }
        self.turn = 0;
        self.handed.clear();
        self.again.clear();
        self.ended.clear();
        (self.order, self.digest) = (InOrder::default(), RunDigest::default());
        self.digests.clear();
        self.decisions = 0;
        Ok(())
    }

    /// As long as this is set, whatever takes long leaves off with [`Error::Stopped`]. When it is
    /// called again, it goes on from there, to the same games.
    #[must_use]
    pub fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.shared.stop)
    }

    /// Tells whether an agent may think long: one that plans, or a policy.
    #[must_use]
    pub const fn thinks(&self) -> bool {
        self.thinks
    }

    /// The most rows that a batch can have.
    #[must_use]
    pub fn most_rows(&self) -> usize {
        let Settings { tables, batch, .. } = self.shared.settings;
        tables.min(batch - 1 + BLOCK)
    }

    /// The settings by which it is played.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.shared.settings
    }

    /// The setups that games begin with.
    #[must_use]
    pub fn setups(&self) -> &Setups {
        &self.shared.setups
    }

    /// The cards that games are played with.
    #[must_use]
    pub fn catalogue(&self) -> &G::Catalogue {
        self.shared.catalogue.get::<G>()
    }

    /// The next batch, in turn; no row when all games have been played. Games that ended on the way
    /// are [told](Self::take_ended).
    ///
    /// # Errors
    /// When the block whose turn it is was handed out and is not answered yet; when it was
    /// [told to stop](Self::stop), its threads are in another process, or games end again and again
    /// before anybody outside is asked anything.
    ///
    /// # Panics
    /// When a thread was lost.
    pub fn recv(&mut self) -> Result<&[Row], Error> {
        self.check()?;
        if let Some(handed) = self.again.pop_front() {
            self.handed.push_back(handed);
            return Ok(self.last());
        }
        self.move_next()?;
        let rows = Vec::with_capacity(self.most_rows());
        let mut handed = Handed { blocks: Vec::new(), rows };
        for _ in 0..self.blocks.len() {
            if handed.rows.len() >= self.shared.settings.batch {
                break;
            }
            let at = self.turn;
            if self.is_handed(at) {
                if handed.rows.is_empty() {
                    return Err(Error::Usage(
                        "every table waits for an answer; expected send before recv".into(),
                    ));
                }
                break;
            }
            let mut block = self.take(at)?;
            let before = handed.rows.len();
            let tables = 0..block.tables();
            handed.rows.extend(tables.filter_map(|table| block.row(table, &self.shared.settings)));
            let mut ended = block.take_ended();
            ended.sort_by_key(|ended| ended.table);
            for ended in ended {
                self.decisions += u64::from(ended.record.decisions);
                let (game, digest) = (ended.record.index, ended.record.digest);
                self.order.add(game, digest, |digest| {
                    self.digest.add(digest);
                    self.digests.push(digest);
                });
                self.ended.push(ended);
            }
            self.blocks[at] = Some(block);
            self.turn = (at + 1) % self.blocks.len();
            if handed.rows.len() > before {
                handed.blocks.push(at);
            }
        }
        if handed.rows.is_empty() {
            return Ok(&[]);
        }
        self.handed.push_back(handed);
        Ok(self.last())
    }

    /// Moves the blocks of the next batch.
    fn move_next(&mut self) -> Result<(), Error> {
        let (count, mut rows) = (self.blocks.len(), 0);
        for at in (self.turn..count).chain(0..self.turn) {
            if rows >= self.shared.settings.batch || self.is_handed(at) {
                break;
            }
            let mut block = self.take(at)?;
            let moved = block.advance(&self.shared);
            rows += block.waiting();
            self.blocks[at] = Some(block);
            moved?;
        }
        Ok(())
    }

    /// The batch that was handed out last is handed out again: nobody has seen it.
    pub fn hand_back(&mut self) {
        self.again.extend(self.handed.pop_back());
    }

    /// Games that ended since this was last asked, in the order of their tables within each batch.
    pub fn take_ended(&mut self) -> Vec<Ended> {
        core::mem::take(&mut self.ended)
    }

    /// The rows that were handed out last and are not answered yet.
    #[must_use]
    pub fn last(&self) -> &[Row] {
        self.handed.back().map_or(&[], |handed| &handed.rows)
    }

    /// The rows that are to be answered next.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        self.handed.front().map_or(&[], |handed| &handed.rows)
    }

    /// Writes what is seen of rows of the batch that was handed out last, each to the place of its
    /// number.
    ///
    /// # Errors
    /// When the arrays do not fit, have action rows but another number of them, or no place for a
    /// row; when its threads are in another process. Then nothing is written.
    pub fn observe(
        &mut self,
        rows: impl IntoIterator<Item = usize>,
        encoder: &Encoder<G::Game>,
        level: Level,
        arrays: &mut Padded<'_>,
    ) -> Result<(), Error> {
        self.check()?;
        let Some(handed) = self.handed.back() else { return Ok(()) };
        let (places, actions) = (arrays.filled.len(), arrays.room.actions);
        arrays.check(encoder.widths()).map_err(|misfit| Error::Usage(misfit.to_string()))?;
        let fits = actions == 0 || actions == self.shared.settings.actions;
        if places < handed.rows.len() || !fits {
            return Err(Error::Usage(format!(
                "{places} places of {actions} actions; expected {} of {}",
                handed.rows.len(),
                self.shared.settings.actions
            )));
        }
        let write = |seen: &At<'_, G::Game>, row: Row, arrays: &mut Padded<'_>, place| {
            let glance = Glance { seat: row.seat, level, page: row.page.into() };
            encoder.pad(seen, glance, arrays, place);
        };
        let rows: Vec<usize> = rows.into_iter().filter(|row| *row < handed.rows.len()).collect();
        match &self.crew {
            Some(crew) if rows.is_sorted_by(|row, next| row < next) => {
                let parts = parts(&mut self.blocks, &handed.rows, &rows);
                crew.write(parts, arrays.lend(), write);
            }
            _ => self.look(rows, |seen, number, row| write(seen, row, arrays, number)),
        }
        Ok(())
    }

    /// Writes what is seen of all rows of the batch that was handed out last, each with as many
    /// entity and action rows as it needs.
    ///
    /// # Errors
    /// When the arrays do not fit, or there is no room in one; then nothing is to be read there.
    pub fn pack(
        &mut self,
        encoder: &Encoder<G::Game>,
        level: Level,
        arrays: &mut Packed<'_>,
    ) -> Result<(), Misfit> {
        arrays.check(encoder.widths())?;
        let count = self.last().len();
        if arrays.places() < count {
            return Err(Misfit::Full("entity_offsets"));
        }
        let mut written = Ok(());
        self.look(0..count, |seen, number, Row { seat, .. }| {
            if written.is_ok() {
                let glance = Glance { seat, level, page: 0 };
                written = encoder.pack(seen, glance, arrays, number).map(drop);
            }
        });
        written
    }

    /// Looks at the tables of some rows of the batch that was handed out last, in their order.
    fn look(
        &mut self,
        rows: impl IntoIterator<Item = usize>,
        mut see: impl FnMut(&At<'_, G::Game>, usize, Row),
    ) {
        let Some(handed) = self.handed.back() else { return };
        let at = |row: &usize| place(handed.rows[*row].table);
        let mut rows = rows.into_iter().filter(|row| *row < handed.rows.len()).peekable();
        while let Some(block) = rows.peek().map(|row| at(row).0) {
            // Those of a World at once: to look at one alone costs as much as a fifth of its row.
            let chosen: Vec<usize> =
                core::iter::from_fn(|| rows.next_if(|row| at(row).0 == block)).collect();
            let Some(block) = &mut self.blocks[block] else { continue };
            let mut next = chosen.iter();
            block.look(chosen.iter().map(|row| at(row).1), |seen| {
                if let Some(&number) = next.next() {
                    see(seen, number, handed.rows[number]);
                }
            });
        }
    }

    /// Answers the oldest batch: an option, from 0, for each of its rows, or [`LEAVE`]. What is said
    /// of the last row of a game does not matter.
    ///
    /// # Errors
    /// When there is nothing to answer, too few or too many choices, or an option that is not there;
    /// when its threads are in another process: then nothing is answered.
    pub fn send(&mut self, choices: &[i32]) -> Result<(), Error> {
        self.check()?;
        let rows = self.rows();
        if rows.is_empty() || rows.len() != choices.len() {
            return Err(Error::Usage(format!(
                "{} choices for {} decisions",
                choices.len(),
                rows.len()
            )));
        }
        let fits = |(row, &choice): (&Row, &i32)| {
            row.ended || choice == LEAVE || (0..i32::from(row.options)).contains(&choice)
        };
        if let Some(at) = rows.iter().zip(choices).position(|pair| !fits(pair)) {
            let (row, choice) = (rows[at], choices[at]);
            return Err(Error::Usage(format!(
                "row {at} (table {}, game {}, step {}): there is no option {choice}; there are {}",
                row.table, row.game, row.step, row.options
            )));
        }
        let Some(handed) = self.handed.pop_front() else { return Ok(()) };
        let mut answers = handed.rows.iter().zip(choices).peekable();
        for at in handed.blocks {
            let mut block = self.take(at)?;
            let own = || answers.next_if(|(row, _)| place(row.table).0 == at);
            let own = core::iter::from_fn(own).map(|(row, &choice)| (row, choice));
            block.answer(own, &self.shared.settings);
            self.move_on(at, block);
        }
        Ok(())
    }

    /// Sets the players of the games that are dealt from here on: at tables that are answered, or
    /// begun, after this. It does not matter which threads have dealt by now.
    ///
    /// # Errors
    /// When these cannot play; then nothing has changed.
    pub fn seat(&mut self, seating: Seating) -> Result<(), Error> {
        seating.check::<G>(&self.shared.setups.list)?;
        // Games under way are played on by who began them.
        self.thinks |= player::thinks::<G>(&seating);
        self.seating = Arc::new(seating);
        Ok(())
    }

    /// The option that an agent would take for each row of the oldest batch, or the choice that leads
    /// on to its page: sent each time, the games are those of that agent.
    ///
    /// # Errors
    /// When it does not answer at once.
    pub fn draw(&mut self, agent: Agent) -> Result<Vec<i32>, Error> {
        player::answers_at_once::<G>(agent)?;
        let Some(handed) = self.handed.front() else { return Ok(Vec::new()) };
        let (blocks, actions) = (&mut self.blocks, self.shared.settings.actions);
        let of_block = handed.rows.chunk_by(|a, b| place(a.table).0 == place(b.table).0);
        let draw = |rows: &[Row]| match &mut blocks[place(rows[0].table).0] {
            Some(block) => block.draw(rows, agent, actions),
            None => vec![0; rows.len()],
        };
        Ok(of_block.flat_map(draw).collect())
    }

    /// An option for each row of the oldest batch, drawn in proportion to the exponentials of its
    /// logits: `width` for each row, those beyond its options unheard, or one for each option. The same
    /// decision of the same game with the same logits draws the same option in whatever batch it comes.
    ///
    /// # Errors
    /// When there are not so many logits for each row, a row has more options than that, or a logit
    /// is no number; when the temperature is below 0.
    pub fn draw_by(
        &self,
        logits: &[f32],
        width: Option<usize>,
        temperature: f32,
    ) -> Result<Vec<Drawn>, Error> {
        logits::draw(self.rows(), self.seed(), logits, width, temperature)
    }

    /// Begins the next games on tables that have a last row in the batch that was handed out last.
    /// Their rows are those of the new games from then on. Returns all rows of the batch.
    ///
    /// # Errors
    /// When a table has no last row there, or the number of games is fixed; when its threads are in
    /// another process, or it was [told to stop](Self::stop): then nothing has changed.
    ///
    /// # Panics
    /// When a thread was lost.
    pub fn begin(&mut self, tables: &[u32]) -> Result<&[Row], Error> {
        self.check()?;
        let Some(mut handed) = self.handed.pop_back() else {
            return Err(Error::Usage("no batch is handed out; expected recv before begin".into()));
        };
        let mut tables = tables.to_vec();
        tables.sort_unstable();
        tables.dedup();
        let begun = |row: &&mut Row| tables.binary_search(&row.table).is_ok();
        let held = handed.rows.iter().filter(|row| row.ended).map(|row| row.table);
        let held: BTreeSet<u32> = held.collect();
        let wrong = match tables.iter().find(|table| !held.contains(table)) {
            Some(table) => Some(format!("table {table} has no last row in the last batch")),
            None if self.shared.settings.games.is_some() => {
                Some("an arena with a number of games begins them itself".into())
            }
            None => None,
        };
        if let Some(reason) = wrong {
            self.handed.push_back(handed);
            return Err(Error::Usage(reason));
        }
        let mut before = Vec::new();
        let moved = handed.blocks.iter().try_for_each(|&at| {
            let block = self.blocks[at].as_mut().expect("a block that was handed out is at home");
            let chosen = tables.iter().filter(|table| place(**table).0 == at);
            block.seat(&self.seating, &self.shared);
            before.push((at, block.begin(chosen.map(|table| place(*table).1))));
            block.advance(&self.shared)
        });
        if let Err(error) = moved {
            for (at, before) in before {
                let block = self.blocks[at].as_mut().expect("it was there");
                block.take_back(before);
            }
            self.handed.push_back(handed);
            return Err(error);
        }
        for row in handed.rows.iter_mut().filter(begun) {
            let (at, table) = place(row.table);
            let block = self.blocks[at].as_mut().expect("it was there");
            let new = block.row(table, &self.shared.settings);
            *row = new.expect("there is always a next game");
        }
        self.handed.push_back(handed);
        Ok(self.last())
    }

    /// The number of games that were played in order from the first on, and their digest, as a run
    /// of them prints it.
    #[must_use]
    pub fn digest(&self) -> (u64, u64) {
        (self.order.due(), self.digest.value())
    }

    /// Decisions of the games that have ended, agents' included.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    fn seed(&self) -> u64 {
        self.blocks.iter().flatten().next().map_or(self.shared.settings.seed, Block::seed)
    }

    /// Tells whether a block is in a batch that is not answered yet.
    fn is_handed(&self, at: usize) -> bool {
        self.handed.iter().chain(&self.again).any(|handed| handed.blocks.contains(&at))
    }

    /// Checks that its threads are in this process. Blocks that happen to be at home do not help
    /// without the others: whether they are is up to the clock.
    fn check(&self) -> Result<(), Error> {
        self.crew.as_ref().map_or(Ok(()), Crew::check)
    }

    /// A block, wherever it is.
    fn take(&mut self, at: usize) -> Result<Block<G>, Error> {
        self.check()?;
        loop {
            if let Some(block) = self.blocks[at].take() {
                return Ok(block);
            }
            let crew = self.crew.as_mut().expect("blocks are away with threads alone");
            let (moved, block) = crew.wait()?;
            self.blocks[moved] = Some(block);
        }
    }

    /// A block has something to do: a thread does it now, or whoever asks for it next.
    fn move_on(&mut self, at: usize, mut block: Block<G>) {
        block.seat(&self.seating, &self.shared);
        self.blocks[at] = match &self.crew {
            Some(crew) => {
                crew.send(at, block);
                None
            }
            None => Some(block),
        };
    }
}

/// The blocks of some rows of a batch, which ascend, with those rows.
fn parts<'a, G: Play>(
    blocks: &'a mut [Option<Block<G>>],
    rows: &[Row],
    chosen: &[usize],
) -> Vec<(&'a mut Block<G>, Vec<(usize, Row)>)> {
    let mut blocks: Vec<Option<&mut Block<G>>> = blocks.iter_mut().map(Option::as_mut).collect();
    let block = |row: &usize| place(rows[*row].table).0;
    let of_block = chosen.chunk_by(|one, other| block(one) == block(other));
    let part = |chosen: &[usize]| {
        let block = blocks[block(&chosen[0])].take()?;
        Some((block, chosen.iter().map(|&row| (row, rows[row])).collect()))
    };
    of_block.filter_map(part).collect()
}

/// The block of a table, and its place there.
fn place(table: u32) -> (usize, usize) {
    (table as usize / BLOCK, table as usize % BLOCK)
}
