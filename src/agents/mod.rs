//! Who plays: the agents a seat can be given to.

mod greedy;
mod random;

use std::fmt;
use std::str::FromStr;

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::schedule::{Tick, TickSystems};
use cardmill_kernel::streams::{Purpose, generator};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// Who sits at a table. A seat without an agent is answered from outside.
#[derive(Component, Clone, Debug)]
pub struct Seated {
    /// The agents by seat.
    pub agents: [Option<Agent>; 2],
    /// Their random numbers, a stream of its own for each seat.
    pub streams: [ChaCha8Rng; 2],
}

impl Seated {
    /// Seats agents for a game.
    #[must_use]
    pub fn new(agents: [Option<Agent>; 2], seed: u64, game: u64) -> Self {
        let stream = |seat: u64| generator(seed, game, Purpose::Agent as u64 + seat);
        Self { agents, streams: [stream(0), stream(1)] }
    }
}

/// Adds the agents to the `Choose` stage.
pub struct AgentsPlugin;

impl Plugin for AgentsPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Tick, (random::random, greedy::greedy).chain().in_set(TickSystems::Choose));
        Registry::guest::<Seated>(app.world_mut());
    }
}

/// An agent by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Agent {
    /// Picks uniformly among the legal options.
    Random,
    /// Looks one step ahead with what its seat may know.
    Greedy,
}

impl Agent {
    /// Every agent, in the order they are listed to people.
    pub const ALL: [Self; 2] = [Self::Random, Self::Greedy];

    /// The name it goes by on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        }
    }
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name no agent has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown agent \"{0}\"; expected random or greedy")]
pub struct UnknownAgent(pub String);

impl FromStr for Agent {
    type Err = UnknownAgent;

    fn from_str(name: &str) -> Result<Self, UnknownAgent> {
        Self::ALL
            .into_iter()
            .find(|agent| agent.name() == name)
            .ok_or_else(|| UnknownAgent(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_there_and_back() {
        for agent in Agent::ALL {
            assert_eq!(agent.to_string().parse(), Ok(agent));
        }
    }

    #[test]
    fn an_unknown_name_is_told_the_known_ones() {
        let error = "clever".parse::<Agent>().unwrap_err().to_string();
        for agent in Agent::ALL {
            assert!(error.contains(agent.name()), "{error}");
        }
    }
}
