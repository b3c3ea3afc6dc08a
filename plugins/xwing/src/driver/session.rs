//! Tables of X-Wing in sessions.

use bevy_ecs::prelude::*;
use cardmill_harness::driver::Driver;
use cardmill_harness::session::{Asking, Ending, Question, Session};
use cardmill_kernel::digest::Digest;

use super::Hangar;
use crate::board::{Board, Outcome};
use crate::catalogue::Catalogue;
use crate::label;
use crate::table::grow;

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

    fn sizes(&self, table: usize) -> (usize, usize) {
        (self.component::<Board>(table).slots.into(), 0)
    }

    fn ending(&self, table: usize) -> Option<Ending> {
        let outcome = self.component::<Board>(table).outcome;
        let winner = match outcome {
            Outcome::Win(seat) => Some(seat),
            Outcome::Open | Outcome::Draw => None,
        };
        Some(Ending::new(label::outcome(outcome)?.to_owned(), winner, &[None; 2]))
    }

    fn grow(world: &mut World, table: Entity, cards: usize, effects: usize) {
        grow(world, table, cards, effects);
    }
}
