//! Tables of X-Wing in sessions.

use bevy_ecs::prelude::*;
use cardmill_harness::driver::Driver;
use cardmill_harness::session::{Asking, Ending, Question, Session};
use cardmill_kernel::batch::Lists;
use cardmill_kernel::digest::Digest;

use super::Hangar;
use crate::board::{Board, Outcome};
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

    fn sizes(&self, table: usize) -> Lists<usize> {
        self.component::<Board>(table).sizes()
    }

    fn ending(&self, table: usize) -> Option<Ending> {
        let outcome = self.component::<Board>(table).outcome;
        let winner = match outcome {
            Outcome::Win(seat) => Some(seat),
            Outcome::Open | Outcome::Draw => None,
        };
        Some(Ending::new(label::outcome(outcome)?.to_owned(), winner, &[None; 2]))
    }

    /// Tables are of one size.
    fn grow(_: &mut World, _: Entity, _: Lists<usize>) {}
}
