//! One step ahead, with what its seat may know.
//!
//! Every option gets a score in points, about ten of which are one damage on a base. The highest
//! score is taken, of equal ones the first. There is no search, no chance and no memory: what it
//! does follows from its [`View`] alone.

mod action;
mod attack;
mod board;
mod choose;
mod text;

use bevy_ecs::prelude::*;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::table::{Status, Table};
use cardmill_unlimited::choice::{Choice, Prompt, Unlimited};
use cardmill_unlimited::view::{View, Views};

use self::board::{Fighter, Mind};
use super::{Agent, Seated};

/// Answers for every seat that is given to [`Agent::Greedy`].
pub fn greedy(
    mut tables: Query<(Entity, &mut Table, &mut Decision<Unlimited>, &Seated)>,
    views: Views,
    mut units: Local<Vec<Fighter>>,
) {
    for (entity, mut table, mut decision, seated) in &mut tables {
        let seat = decision.seat;
        if table.status == Status::Waiting
            && seated.agents[usize::from(seat)] == Some(Agent::Greedy)
        {
            let option = best(&views.view(entity, &decision, seat), &mut units);
            let taken = decision.choose(&mut table, option);
            debug_assert!(taken.is_ok(), "the best option is one of the options");
        }
    }
}

/// The index of the option with the highest score, the first of equal ones.
fn best(view: &View, units: &mut Vec<Fighter>) -> usize {
    let Some(prompt) = view.prompt() else { return 0 };
    let mind = Mind::new(view, units);
    let mut best = (0, i32::MIN);
    let score = mind.scorer(prompt);
    for (index, &choice) in view.options().iter().enumerate() {
        let points = score(choice);
        if points > best.1 {
            best = (index, points);
        }
    }
    best.0
}

impl<'v> Mind<'v, '_> {
    /// How options of a question are scored.
    fn scorer(&'v self, prompt: Prompt) -> impl Fn(Choice) -> i32 + 'v {
        let text = match prompt {
            Prompt::Step | Prompt::May | Prompt::Mode => self.view.running(),
            _ => None,
        };
        move |choice| match (prompt, &text) {
            (Prompt::Action, _) => self.action(choice),
            (Prompt::Mulligan, _) => self.mulligan(choice),
            (Prompt::FirstResource | Prompt::Resource, _) => self.resource(choice),
            (Prompt::Target | Prompt::Ambush, _) => self.target(choice),
            (Prompt::Host, _) => self.host(choice),
            (Prompt::Cost | Prompt::Unique, _) => self.given_up(choice),
            (Prompt::Step, Some(text)) => self.step(text, choice),
            (Prompt::May, Some(text)) => self.may(text, choice),
            (Prompt::Mode, Some(text)) => self.mode(text, choice),
            (Prompt::First, _) => i32::from(choice == Choice::First(self.view.seat())),
            _ => 0,
        }
    }
}
