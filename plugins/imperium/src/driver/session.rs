//! Tables of Twilight Imperium in sessions.

use bevy_ecs::prelude::*;
use cardmill_harness::driver::Driver;
use cardmill_harness::session::{Asking, Ending, Question, Session};
use cardmill_kernel::batch::Lists;
use cardmill_kernel::digest::Digest;

use super::Tabletop;
use crate::board::Outcome;
use crate::catalogue::Catalogue;
use crate::label;

impl Session for Tabletop {
    const NAME: &'static str = "imperium";

    fn digest_of(catalogue: &Catalogue) -> u64 {
        let definitions = catalogue.definitions().iter();
        Digest::of(&definitions.map(|card| format!("{card:?}")).collect::<Vec<_>>())
    }

    fn sizes(&self, table: usize) -> Lists<usize> {
        self.board(table).sizes()
    }

    fn ending(&self, table: usize) -> Option<Ending> {
        let board = self.board(table);
        let Outcome::Win(winner) = board.outcome else { return None };
        let scores: Vec<_> = board.players.iter().map(|p| Some(p.points.into())).collect();
        Some(Ending::new(label::winner(winner), Some(winner), &scores))
    }

    fn question(&mut self, table: usize) -> Option<Question> {
        self.asks(table)?;
        self.moment(table, |at| at.question())
    }

    /// Every table has all its pieces from the start.
    fn grow(_: &mut World, _: Entity, _: Lists<usize>) {}
}
