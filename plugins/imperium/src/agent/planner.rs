//! The agents that search, as they usually do in this game: a round is long here.

use cardmill_harness::agent::{Agent, Kind, Parameter};

const LEAF: Parameter = Parameter::Agent { name: "leaf", net: false };
const ROUNDS: Parameter = Parameter::number("rounds", 0, 100, 0);

/// As [that of all games](cardmill_harness::planner::ISMCTS), to the end of the round.
pub(crate) const ISMCTS: Agent = Agent::of(&Kind {
    name: "ismcts",
    parameters: &[
        Parameter::number("sims", 1, 1_000_000, 512),
        Parameter::number("worlds", 1, 256, 8),
        LEAF,
        ROUNDS,
        Parameter::number("explore", 1, 10_000, 8),
    ],
});

/// As [that of all games](cardmill_harness::planner::PIMC), to the end of the round.
pub(crate) const PIMC: Agent = Agent::of(&Kind {
    name: "pimc",
    parameters: &[
        Parameter::number("worlds", 1, 100_000, 32),
        Parameter::number("rollouts", 1, 1_000, 1),
        LEAF,
        ROUNDS,
    ],
});
