//! The agents that play this game and answer at once.

mod agenda;
mod brawl;
mod build;
mod card;
mod choose;
mod faction;
mod field;
mod mind;
mod needs;
pub(crate) mod planner;
mod sortie;
mod trade;

use bevy_app::App;
use cardmill_harness::agent::{Agent, Kind};
use cardmill_harness::answer;
use cardmill_kernel::rules::At;

use self::mind::Mind;
use crate::choice::Imperium;
use crate::view::View;

/// Chooses at random, but goes where others are: games of those who choose among all are peaceful.
pub const BRAWL: Agent = Agent::of(&Kind { name: "brawl", parameters: &[] });

/// Looks one step ahead with what its seat may know.
pub const GREEDY: Agent = Agent::of(&Kind { name: "greedy", parameters: &[] });

/// Adds the agents to a World.
pub(crate) fn add(app: &mut App) {
    answer::add_random::<Imperium>(app);
    answer::add::<Imperium>(app, BRAWL, brawl::choose);
    answer::add::<Imperium>(app, GREEDY, |at| Mind::best(&View::of(at, at.decision.seat)));
}

/// The options of a question, those first that the greedy agent would take first.
pub(crate) fn ranked(at: &At<'_, Imperium>) -> Vec<usize> {
    Mind::ranked(&View::of(at, at.decision.seat))
}
