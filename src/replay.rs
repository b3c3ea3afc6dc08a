//! One game of a run, played again step by step.

use bevy_ecs::prelude::*;
use cardmill_harness::driver::Driver;
use cardmill_harness::session::{Question, Session};
use cardmill_kernel::card::Seat;
use cardmill_kernel::table::{Fault, Table};
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::Library;
use cardmill_unlimited::picture;

use crate::batch::{Settings, record, seat};
use crate::error::Error;
use crate::record::GameRecord;
use crate::session::saved::SavedGame;
use cardmill_unlimited::agent::AgentsPlugin;

/// A game of a run that is played again.
pub struct Replay {
    tabletop: Tabletop,
    table: usize,
    cards: u64,
    /// Lines of the log that were handed out.
    lines: usize,
}

impl Replay {
    /// Deals the game. `index` counts over the whole run.
    ///
    /// # Errors
    ///
    /// When the engine cannot be set up.
    pub fn new(
        library: &Library,
        decks: [&Deck; 2],
        settings: &Settings,
        index: u64,
    ) -> Result<Self, Error> {
        let catalogue = Catalogue::new(&library.definitions)?;
        let mut tabletop = Tabletop::with(&catalogue, AgentsPlugin);
        let table = tabletop.add();
        seat(tabletop.batch_mut(), table, decks, settings, index);
        tabletop.batch_mut().wake(table);
        Ok(Self { tabletop, table, cards: Tabletop::digest_of(&catalogue), lines: 0 })
    }

    /// Plays a tick and gives the lines it wrote; none when the game has ended.
    ///
    /// # Panics
    ///
    /// When the game itself panics, as in the run.
    pub fn step(&mut self) -> Option<&[String]> {
        if self.tabletop.status(self.table).has_ended() {
            return None;
        }
        self.tabletop.batch_mut().tick();
        let lines = self.tabletop.log(self.table);
        let from = std::mem::replace(&mut self.lines, lines.len());
        Some(&lines[from..])
    }

    /// Decisions taken so far.
    ///
    /// # Panics
    ///
    /// Never: a table has a status.
    #[must_use]
    pub fn decisions(&self) -> u32 {
        let batch = self.tabletop.batch();
        let table = batch.world().entity(batch.table(self.table)).get::<Table>();
        table.expect("a table has a status").decisions
    }

    /// The round.
    #[must_use]
    pub fn round(&self) -> u16 {
        self.tabletop.board(self.table).round
    }

    /// What is asked; nothing between decisions.
    #[must_use]
    pub fn question(&mut self) -> Option<Question> {
        self.tabletop.question(self.table)
    }

    /// A player's hand in words.
    #[must_use]
    pub fn hand(&mut self, seat: Seat) -> String {
        self.tabletop.read(self.table, |scene| picture::hand(scene, seat))
    }

    /// The table in words.
    #[must_use]
    pub fn picture(&mut self) -> Vec<String> {
        self.tabletop.read(self.table, picture::picture)
    }

    /// Why the game was set aside, if it was.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        self.tabletop.fault(self.table)
    }

    /// What a run keeps of the game.
    #[must_use]
    pub fn record(&self) -> GameRecord {
        record(self.tabletop.batch(), self.table)
    }

    /// The position, as a session loads it.
    #[must_use]
    pub fn save(&self) -> SavedGame {
        let digest = Session::digest(&self.tabletop, self.table);
        SavedGame::new(
            Tabletop::NAME,
            self.cards,
            digest,
            &Session::save(&self.tabletop, self.table),
        )
    }
}

/// Plays one game of a run again to its end and hands its log to `sink`, line by line.
///
/// # Errors
///
/// When the engine cannot be set up.
///
/// # Panics
///
/// When the game itself panics, as in the run.
pub fn replay(
    library: &Library,
    decks: [&Deck; 2],
    settings: &Settings,
    index: u64,
    sink: &mut dyn FnMut(&str),
) -> Result<GameRecord, Error> {
    let mut replay = Replay::new(library, decks, settings, index)?;
    while let Some(lines) = replay.step() {
        lines.iter().for_each(|line| sink(line));
    }
    Ok(replay.record())
}
