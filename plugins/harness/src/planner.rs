//! Agents that plan: they try out what they could choose on tables of their own, in worlds that fit
//! what their seat knows. The host plays them for every game that has such worlds
//! ([`Session::determinize`](crate::session::Session::determinize)).

use crate::agent::{Agent, Kind, Parameter};

const LEAF: Parameter = Parameter::Agent { name: "leaf", net: false };
const NET: Parameter = Parameter::Agent { name: "leaf", net: true };

/// Tree search over what its seat may know: so many simulations, each in a world of its own, and
/// `worlds` of them side by side; `leaf` plays on for some rounds, or to the end when that is 0 (of the
/// round, where [a game says so](crate::play::Play::STOPS)). If
/// `leaf` has a net, the last agent of the game plays on, to the end of what was begun when that is 0, and
/// the net says how the game stands then and what is to be tried first.
pub const ISMCTS: Agent = Agent::of(&Kind {
    name: "ismcts",
    parameters: &[
        Parameter::number("sims", 1, 1_000_000, 512),
        Parameter::number("worlds", 1, 256, 16),
        NET,
        Parameter::number("rounds", 0, 100, 2),
        Parameter::number("explore", 1, 10_000, 50),
    ],
});

/// Plays each option on, so many times in so many worlds, and takes the best on average; `leaf` as in
/// [`ISMCTS`].
pub const PIMC: Agent = Agent::of(&Kind {
    name: "pimc",
    parameters: &[
        Parameter::number("worlds", 1, 100_000, 32),
        Parameter::number("rollouts", 1, 1_000, 1),
        NET,
        Parameter::number("rounds", 0, 100, 2),
    ],
});

const LOOKING: &[Parameter] =
    &[Parameter::number("worlds", 1, 1_000, 1), LEAF, Parameter::number("curious", 0, 1_000, 0)];

/// Plays each option on until what it sets off is done, in so many worlds, with `leaf` answering
/// what is asked meanwhile; it takes the one after which the game stands best for it. `curious`, it
/// takes others, too: half as likely what is worse by so many thousandths of a game.
pub const LOOK: Agent = Agent::of(&Kind { name: "look", parameters: LOOKING });

/// As [`LOOK`], but how a game stands is said by a net that comes with the host.
pub const PLAYER: Agent = Agent::of(&Kind { name: "player", parameters: LOOKING });

/// A level: a name that stands for an agent.
const fn level(kind: &'static Kind, plays: Agent) -> (Agent, Agent) {
    (Agent::of(kind), plays)
}

/// The levels, from a beginner to the strongest, and the agents that they stand for.
pub const LEVELS: [(Agent, Agent); 5] = [
    level(&Kind { name: "beginner", parameters: &[] }, PLAYER.saying([1, 0, 50, 0, 0])),
    level(&Kind { name: "casual", parameters: &[] }, PLAYER.saying([1, 0, 20, 0, 0])),
    level(&Kind { name: "skilled", parameters: &[] }, PLAYER),
    level(
        &Kind { name: "expert", parameters: &[] },
        ISMCTS.saying([64, 16, 0, 2, 50]).naming(PLAYER),
    ),
    level(&Kind { name: "master", parameters: &[] }, ISMCTS.naming(PLAYER)),
];

/// All agents that plan.
pub const PLANNERS: &[Agent] =
    &[LOOK, PLAYER, PIMC, ISMCTS, LEVELS[0].0, LEVELS[1].0, LEVELS[2].0, LEVELS[3].0, LEVELS[4].0];

/// The agent that a level stands for; others stand for themselves.
#[must_use]
pub fn played(agent: Agent) -> Agent {
    LEVELS.iter().find(|(level, _)| level.is(agent)).map_or(agent, |(_, plays)| *plays)
}
