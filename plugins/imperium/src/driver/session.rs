//! Tables of Twilight Imperium in sessions.

use bevy_ecs::prelude::*;
use cardmill_harness::driver::Driver;
use cardmill_harness::session::{Choosable, Ending, Question, Session, told_apart};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::Digest;

use super::{Tabletop, question};
use crate::board::Outcome;
use crate::catalogue::Catalogue;
use crate::choice::Imperium;
use crate::label;

impl Session for Tabletop {
    const NAME: &'static str = "imperium";

    fn digest_of(catalogue: &Catalogue) -> u64 {
        let definitions = catalogue.definitions().iter();
        Digest::of(&definitions.map(|card| format!("{card:?}")).collect::<Vec<_>>())
    }

    fn sizes(&self, table: usize) -> (usize, usize) {
        (self.board(table).slots.into(), 0)
    }

    fn ending(&self, table: usize) -> Option<Ending> {
        let board = self.board(table);
        let Outcome::Win(winner) = board.outcome else { return None };
        let scores: Vec<_> = board.players.iter().map(|p| Some(p.points.into())).collect();
        Some(Ending::new(label::winner(winner), Some(winner), &scores))
    }

    fn question(&mut self, table: usize) -> Option<Question> {
        let asked = self.asked(table)?;
        let decision = self.component::<Decision<Imperium>>(table);
        let (prompt, options) = (decision.prompt?, decision.options.clone());
        let labels = asked.names.into_iter().enumerate();
        Some(self.with_stack(table, |_, stack| Question {
            player: asked.seat,
            kind: question::kind(prompt),
            prompt: question::words(prompt).into(),
            source: question::source(stack, prompt),
            minimum: 1,
            maximum: 1,
            looked_at: Vec::new(),
            options: told_apart(labels.zip(options).map(|((option, label), choice)| {
                let (verb, card, targets) = question::deed(stack, prompt, choice);
                Choosable::new(option, label, verb, card, targets)
            })),
        }))
    }

    /// Every table has all its pieces from the start.
    fn grow(_: &mut World, _: Entity, _: usize, _: usize) {}
}
