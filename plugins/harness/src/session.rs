//! Tables as sessions see them: what is asked in plain data, and what a game can tell of a table
//! or change on it from outside.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::resolve::{change, step};
use cardmill_kernel::roster::{Lists, Roster};
use cardmill_kernel::saved::{Broken, Origin, SavedTable};
use cardmill_kernel::stack::{Entry, FrameOf, Stack};
use cardmill_kernel::table::{Lacking, Seats, Status, Table, Unsettled};
use serde_json::Map;

pub use serde_json::Value;
pub use serde_json::value::{RawValue, to_raw_value};

pub use crate::problem::{NoWorld, Problem, read, read_json};
pub use crate::question::{Asking, Choosable, Deed, Looked, Question, Silent, Taken, player};

use crate::driver::Driver;
use crate::place::put;

/// A view of a game that has no other words for it than lines.
///
/// # Panics
/// Never: lines are plain data.
#[must_use]
pub fn in_lines(lines: &[String]) -> Box<RawValue> {
    to_raw_value(lines).expect("lines are plain data")
}

/// A driver that sessions can be held with. What a game does not tell or do is refused.
///
/// Everything that takes a table panics when there is no such table.
pub trait Session: Driver {
    /// The name of the game, in sessions and on the command line.
    const NAME: &'static str;

    /// A number that differs between catalogues that differ.
    fn digest_of(catalogue: &Self::Catalogue) -> u64;

    /// The numbers of cards, figures, effects and tokens that the game on a table has.
    ///
    /// # Panics
    /// If there is no such table.
    fn sizes(batch: &Batch, table: usize) -> Lists<usize> {
        let roster = batch.world().get::<Roster>(batch.table(table));
        roster.expect("a table has a roster").sizes()
    }

    /// Gives a table at least so many of each, where tables are not all of one size.
    fn grow(_world: &mut World, _table: Entity, _sizes: Lists<usize>) {}

    /// The digest of a table's whole state.
    fn digest(&self, table: usize) -> u64 {
        self.batch().digest(table, Self::sizes(self.batch(), table))
    }

    /// The digest of a table's whole state and of all choices by which it was reached.
    ///
    /// # Panics
    /// If there is no such table.
    fn digest_of_game(&self, table: usize) -> u64 {
        let state = self.batch().world().get::<Table>(self.batch().table(table));
        state.expect("a table has a status").digest(self.digest(table))
    }

    /// Copies the game on one table onto another.
    fn fork(&mut self, from: usize, to: usize) {
        self.batch_mut().fork(from, to, Self::grow);
    }

    /// As [`fork`](Self::fork), but the copy draws other random numbers from here on: one who plans
    /// by it does not see what is to come.
    fn fork_afresh(&mut self, from: usize, to: usize, key: u64) {
        self.fork(from, to);
        self.batch_mut().renew(to, key);
    }

    /// Checks that somebody sits at a seat of a table.
    ///
    /// # Errors
    /// When nobody does.
    ///
    /// # Panics
    /// If there is no such table.
    fn seated(batch: &Batch, table: usize, seat: Seat) -> Result<(), Problem> {
        let seats = batch.world().get::<Seats>(batch.table(table)).expect("a table has seats");
        if seat < seats.count {
            return Ok(());
        }
        Err(Problem::at("player", format!("expected one of {} players", seats.count)))
    }

    /// Puts onto table `to` a world that the player at a seat of table `from` cannot rule out: what
    /// they do not see is dealt anew, by what they know and a key and nothing else.
    ///
    /// # Errors
    /// When nobody sits there, the game cannot tell what its players know, or no world fits that.
    fn determinize(
        batch: &mut Batch,
        from: usize,
        to: usize,
        seat: Seat,
        key: u64,
    ) -> Result<(), Problem> {
        Self::seated(batch, from, seat)?;
        Self::deal_world(batch, from, to, seat, key)
    }

    /// As [`determinize`](Self::determinize), for somebody who sits there.
    ///
    /// # Errors
    /// When the game cannot tell what its players know, or no world fits that.
    fn deal_world(
        _batch: &mut Batch,
        _from: usize,
        _to: usize,
        _seat: Seat,
        _key: u64,
    ) -> Result<(), Problem> {
        Err(Problem::absent(Self::NAME, "worlds that fit what one player knows"))
    }

    /// Writes down the game on a table.
    fn save(&self, table: usize) -> SavedTable {
        self.batch().save(table, Self::sizes(self.batch(), table))
    }

    /// Sets a table up as it was saved, with the same cards.
    ///
    /// # Errors
    /// When it was not saved from a table of this game; then the game on this table is as it was.
    fn restore(&mut self, table: usize, saved: SavedTable) -> Result<(), Broken> {
        self.batch_mut().load(table, saved, Self::grow)
    }

    /// Writes the game on a table down as bytes, for search and storage: [`restore_packed`] of the
    /// same program reads them. `cards` is the [digest](Self::digest_of) of its catalogue.
    ///
    /// [`restore_packed`]: Self::restore_packed
    fn save_packed(&self, table: usize, cards: u64) -> Vec<u8> {
        let origin = Origin { game: Self::NAME, cards };
        self.batch().pack(table, Self::sizes(self.batch(), table), origin)
    }

    /// Sets a table up as [`save_packed`](Self::save_packed) wrote it down.
    ///
    /// # Errors
    /// When it is of another version, game or catalogue, or not as it was written; then the game on
    /// this table is as it was.
    fn restore_packed(&mut self, table: usize, bytes: &[u8], cards: u64) -> Result<(), Broken> {
        let origin = Origin { game: Self::NAME, cards };
        self.batch_mut().unpack(table, bytes, origin, Self::grow)
    }

    /// The question that stands, in plain data; `None` while nobody is asked.
    fn question(&mut self, table: usize) -> Option<Question> {
        self.asks(table)?;
        self.moment(table, |at| at.question())?
    }

    /// The answers that were taken silently since this was last told; they are forgotten then.
    fn taken(&mut self, table: usize) -> Vec<Taken> {
        let entity = self.batch().table(table);
        let silent = self.batch_mut().world_mut().get_mut::<Silent>(entity);
        silent.map_or_else(Vec::new, |mut silent| core::mem::take(&mut silent.0))
    }

    /// The end of the game in words; `None` while it goes on.
    fn outcome(&self, table: usize) -> Option<String>;

    /// All there is to know of a table: the position it shows, or what is saved of it, where a game
    /// cannot tell that.
    ///
    /// # Panics
    /// Never: both are plain data.
    fn state(&mut self, table: usize) -> Box<RawValue> {
        let plain = match self.shown(table) {
            Some(position) => to_raw_value(&Self::plain(&position)),
            None => to_raw_value(&self.save(table)),
        };
        plain.expect("positions and saved tables are plain data")
    }

    /// A table to be drawn, at any moment: what the player at a seat may know of it and nothing else, or all of
    /// it.
    fn drawn(&mut self, table: usize, seat: Option<Seat>) -> Box<RawValue> {
        match seat {
            Some(seat) => self.seen(table, seat),
            None => self.state(table),
        }
    }

    /// The things that the player who is asked has and may miss among the options, each with the
    /// reason why it is not there. It says nothing that this player does not know.
    fn missed(&mut self, _table: usize) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The rules on the card with an id, ability by ability, in words of our own; none where a game
    /// has none.
    #[must_use]
    fn rules(_catalogue: &Self::Catalogue, _id: &str) -> Vec<String> {
        Vec::new()
    }

    /// The position that a table shows, all that positions can say of it.
    fn shown(&mut self, _table: usize) -> Option<Self::Position> {
        None
    }

    /// Makes a table show a position at its decision; what positions do not say stays.
    ///
    /// # Errors
    /// When it cannot be, or is another game's: the place in it and what was expected. Then the
    /// table is of no more use.
    fn show(&mut self, _table: usize, _position: &Self::Position) -> Result<(), Problem> {
        Err(Problem::absent(Self::NAME, "changes in place"))
    }

    /// Tells whether a question is one between two resolutions, so that a position can be changed
    /// there.
    fn is_between(_stack: &Stack<Self::Game>, _decision: &Decision<Self::Game>) -> bool {
        false
    }

    /// The work that is to be looked at again when a table shows another position.
    const CHANGED: Unsettled = Unsettled::ALL;

    /// All that the player at a seat may know of a table, and nothing else. Somebody sits there.
    fn seen(&mut self, table: usize, seat: Seat) -> Box<RawValue>;

    /// All that one player may know of a table, and nothing else.
    ///
    /// # Errors
    /// When there is no such player.
    fn view(&mut self, table: usize, seat: Seat) -> Result<Box<RawValue>, Problem> {
        Self::seated(self.batch(), table, seat)?;
        Ok(self.seen(table, seat))
    }

    /// Changes the position on a table in place: each name in `changes` is a place in it, each value
    /// what is to be there. Constant abilities and consequences follow, nothing triggers. `scratch`
    /// is a free table.
    ///
    /// # Errors
    /// When a change cannot be, or something is being resolved; then nothing changed.
    fn set(&mut self, table: usize, scratch: usize, changes: Value) -> Result<(), Problem> {
        let within = |problem: Problem| problem.within("changes");
        let Some(shown) = self.shown(table) else {
            return Err(Problem::absent(Self::NAME, "changes in place"));
        };
        let Some(before) = self.between(table) else {
            let reason = "something is being resolved; a position is changed between two actions";
            return Err(Problem::refused(reason));
        };
        let changes: Map<String, Value> = read(&changes).map_err(within)?;
        let mut position = Self::plain(&shown);
        for (place, value) in changes {
            put(&mut position, &place, value).map_err(within)?;
        }
        let position = Self::position(position).map_err(within)?;
        self.fork(table, scratch);
        self.show(scratch, &position).map_err(within)?;
        self.follow(scratch, Self::CHANGED);
        if self.status(scratch) != Status::Over && self.between(scratch) != Some(before) {
            let reason = "the game would go on by itself from there; expected a position in which \
                          there is something to choose where it stands";
            return Err(Problem::at("changes", reason));
        }
        self.fork(scratch, table);
        Ok(())
    }

    /// The programs of a table, each with the instruction at which it stands; `None` if the table
    /// cannot be changed there.
    fn between(&self, table: usize) -> Option<Vec<(u16, u16)>> {
        let decision = self.component::<Decision<Self::Game>>(table);
        let stack = self.component::<Stack<Self::Game>>(table);
        let asks = self.status(table) == Status::Waiting && decision.state == State::Offered;
        let frame = |entry: &Entry<_>| match entry {
            Entry::Frame(FrameOf::<Self::Game> { program, at, .. }) => Some((*program, *at)),
            _ => None,
        };
        let frames = stack.entries.iter().map(frame).collect::<Option<Vec<_>>>();
        frames.filter(|_| asks && Self::is_between(stack, decision))
    }

    /// Lets constant abilities and consequences follow a change, and asks again; what triggers is
    /// forgotten.
    ///
    /// # Panics
    /// If there is no such table.
    fn follow(&mut self, table: usize, unsettled: Unsettled) {
        let entity = self.batch().table(table);
        let world = self.batch_mut().world_mut();
        world.resource_mut::<Lacking>().0.push(entity);
        let ticks = change::<Self::Game, _>(world, entity, |at| {
            *at.unsettled = unsettled;
            at.table.status = Status::Busy;
            at.decision.clear();
            at.table.ticks
        });
        while self.status(table) == Status::Busy {
            let world = self.batch_mut().world_mut();
            step::<Self::Game>(world, entity);
            change::<Self::Game, _>(world, entity, |at| at.stack.waiting.clear());
        }
        let world = self.batch_mut().world_mut();
        // As far from the last choice as it was.
        change::<Self::Game, _>(world, entity, |at| at.table.ticks = ticks);
    }

    /// Plays on with passes until a phase starts, somebody is asked what cannot be passed, or the
    /// game ends. Says whether the phase was reached.
    ///
    /// # Errors
    /// When there is no such phase; then nothing changed.
    fn to_phase(&mut self, _table: usize, _phase: &str) -> Result<bool, Problem> {
        Err(Problem::absent(Self::NAME, "passing on to a phase"))
    }
}
