//! The greedy agent: one step ahead, with what its seat may know.
//!
//! Every option gets a score in points, about ten of which are one damage on a base. The highest
//! score is taken, of equal ones the first. There is no search, no chance and no memory: what it
//! does follows from its [`View`] alone.

mod action;
mod attack;
mod board;
mod choose;
mod text;

use crate::choice::{Choice, Prompt, Unlimited};
use crate::view::View;
use bevy_app::{App, Plugin};
use cardmill_harness::agent::{Agent, Kind};
use cardmill_harness::answer;

use self::board::Mind;

/// Looks one step ahead with what its seat may know.
pub const GREEDY: Agent = Agent::of(&KIND);

static KIND: Kind = Kind { name: "greedy", parameters: &[] };

/// Adds the agents that play this game.
pub struct AgentsPlugin;

impl Plugin for AgentsPlugin {
    fn build(&self, app: &mut App) {
        answer::add_random::<Unlimited>(app);
        answer::add::<Unlimited>(app, GREEDY, |at| best(&View::of(at, at.decision.seat)));
    }
}

/// The index of the option with the highest score, the first of equal ones.
fn best(view: &View) -> usize {
    let Some(prompt) = view.prompt() else { return 0 };
    let mind = Mind::new(view);
    answer::highest(view.options(), mind.scorer(prompt))
}

impl<'v> Mind<'v, '_> {
    /// The function by which the options of a question are scored: the highest is taken.
    fn scorer(&'v self, prompt: Prompt) -> impl Fn(Choice) -> i32 + 'v {
        let text = match prompt {
            Prompt::Step | Prompt::May | Prompt::Mode => self.view.running(),
            _ => None,
        };
        move |choice| match (prompt, &text) {
            (Prompt::Action | Prompt::Plot, _) => self.action(choice),
            (Prompt::Mulligan, _) => self.mulligan(choice),
            (Prompt::FirstResource | Prompt::Resource, _) => self.resource(choice),
            (Prompt::Target | Prompt::Ambush, _) => self.target(choice),
            (Prompt::Excess, _) => self.excess(choice),
            (Prompt::Host, _) => self.host(choice),
            (Prompt::Cost, _) if choice == Choice::Yes => 1,
            (Prompt::Cost | Prompt::Unique, _) => self.given_up(choice),
            (Prompt::Step, Some(text)) => self.step(text, choice),
            (Prompt::May, Some(text)) => self.may(text, choice),
            (Prompt::Mode, Some(text)) => self.mode(text, choice),
            (Prompt::First, _) => i32::from(choice == Choice::First(self.view.seat())),
            _ => 0,
        }
    }
}
