//! Tables of X-Wing in sessions.

use bevy_ecs::prelude::*;
use cardmill_harness::driver::Driver;
use cardmill_harness::session::{Asking, Question, Session};
use cardmill_kernel::batch::{Batch, Lists};
use cardmill_kernel::digest::Digest;

use super::Hangar;
use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::label;

impl Session for Hangar {
    const NAME: &'static str = "xwing";

    fn digest_of(catalogue: &Catalogue) -> u64 {
        let definitions = catalogue.cards().iter().map(|card| format!("{:?}", card.definition));
        let definitions: Vec<String> = definitions.collect();
        Digest::of(&(definitions, format!("{:?}", catalogue.facts())))
    }

    fn question(&mut self, table: usize) -> Option<Question> {
        self.asks(table)?;
        self.moment(table, |at| at.question())?
    }

    fn sizes(batch: &Batch, table: usize) -> Lists<usize> {
        let board = batch.world().get::<Board>(batch.table(table));
        board.expect("a table has a board").sizes()
    }

    fn outcome(&self, table: usize) -> Option<String> {
        label::outcome(self.component::<Board>(table).outcome).map(str::to_owned)
    }

    /// Tables are of one size.
    fn grow(_: &mut World, _: Entity, _: Lists<usize>) {}
}
