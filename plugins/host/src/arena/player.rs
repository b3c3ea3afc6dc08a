//! Players of an arena, and their rewards.

use arrayvec::ArrayVec;
use cardmill_harness::agent::Agent;
use cardmill_harness::play::{Play, SEATS, Standing};
use cardmill_kernel::card::Seat;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::error::Error;
use crate::net::is_net;
use crate::policy::is_policy;
use crate::setup::Setup;

/// A player at a seat of an arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// Somebody outside, who is asked by rows.
    Outside,
    /// One of these agents, drawn for each game in proportion to their weights.
    Pool(Vec<(Agent, u32)>),
}

/// The players of an arena by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seating {
    /// The player of each seat, by seat.
    pub players: ArrayVec<Player, SEATS>,
    /// They move on by a number of seats that is drawn for each game.
    pub moves: bool,
}

/// The purpose of the number by which players move on, beside those of the seats.
const MOVED: u8 = u8::MAX;

impl Seating {
    /// All agents that can come to play.
    pub(super) fn pooled(&self) -> Vec<Agent> {
        let pools = self.players.iter().filter_map(|player| match player {
            Player::Outside => None,
            Player::Pool(pool) => Some(pool.iter().map(|(agent, _)| *agent)),
        });
        pools.flatten().collect()
    }

    /// Checks that everybody has a seat, somebody is outside, and agents play this game.
    pub(super) fn check<G: Play>(&self, setups: &[Setup]) -> Result<(), Error> {
        let players = self.players.len();
        if let Some(setup) = setups.iter().find(|setup| setup.seats() != players) {
            let seats = setup.seats();
            return Err(Error::Usage(format!("{players} players for {seats} seats")));
        }
        if players > G::PLANNED {
            let most = G::PLANNED;
            return Err(Error::Usage(format!(
                "{players} players; {} is observed at tables of at most {most}",
                G::NAME
            )));
        }
        if !self.players.contains(&Player::Outside) {
            return Err(Error::Usage("agents at all seats; expected somebody outside".into()));
        }
        for player in &self.players {
            let Player::Pool(pool) = player else { continue };
            if pool.iter().all(|(_, weight)| *weight == 0) {
                return Err(Error::Usage("a pool without weight; expected an agent in it".into()));
            }
            let plays = |agent: &Agent| {
                let known = G::AGENTS.iter().chain(G::PLANNERS).any(|known| known.is(*agent));
                known || is_policy(agent.name()) || is_net(agent.name())
            };
            if let Some((agent, _)) = pool.iter().find(|(agent, _)| !plays(agent)) {
                return Err(Error::Usage(format!("{agent} does not play {}", G::NAME)));
            }
        }
        Ok(())
    }

    /// The agents of a game by seat; nobody where it is somebody outside.
    pub(super) fn agents(&self, seed: u64, game: u64) -> ArrayVec<Option<Agent>, SEATS> {
        let count = self.players.len();
        let moved = if self.moves { drawn(seed, game, MOVED) % count as u64 } else { 0 };
        let agent = |seat: usize| match &self.players[(seat + count - moved as usize) % count] {
            Player::Outside => None,
            Player::Pool(pool) => {
                let weights = pool.iter().map(|(_, weight)| u64::from(*weight)).sum::<u64>();
                let mut left = drawn(seed, game, seat as Seat) % weights;
                let found = pool.iter().find(|(_, weight)| {
                    let is_it = left < u64::from(*weight);
                    left = left.saturating_sub(u64::from(*weight));
                    is_it
                });
                found.map(|(agent, _)| *agent)
            }
        };
        (0..count).map(agent).collect()
    }
}

/// Tells whether any of the agents does not answer in a tick.
pub(super) fn thinks<G: Play>(seating: &Seating) -> bool {
    seating.pooled().iter().any(|agent| !G::AGENTS.iter().any(|known| known.is(*agent)))
}

/// Checks that an agent answers in a tick.
pub(super) fn answers_at_once<G: Play>(agent: Agent) -> Result<(), Error> {
    if G::AGENTS.iter().any(|known| known.is(agent)) {
        return Ok(());
    }
    Err(Error::Usage(format!(
        "{agent} does not answer at once, as {} do; expected one of those",
        G::AGENTS.iter().map(Agent::to_string).collect::<Vec<_>>().join(" and ")
    )))
}

fn drawn(seed: u64, game: u64, what: u8) -> u64 {
    let mut bytes = [what; 9];
    bytes[..8].copy_from_slice(&game.to_le_bytes());
    xxh3_64_with_seed(&bytes, seed)
}

/// The reward of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reward {
    /// 1 for the winner, -1 for the others, at the end of the game; 0 if nobody won.
    #[default]
    Win,
    /// By how much the own score has moved against the best of the others.
    Score,
}

impl Reward {
    /// The sum of rewards that a seat has earned so far.
    pub(super) fn earned(self, standing: &Standing, ended: bool, seat: Seat) -> f32 {
        match self {
            Self::Win => match standing.winner().filter(|_| ended) {
                Some(winner) if winner == seat => 1.0,
                Some(_) => -1.0,
                None => 0.0,
            },
            Self::Score => {
                let others = (0..).zip(&standing.scores).filter(|(other, _)| *other != seat);
                let best = others.map(|(_, score)| *score).max().unwrap_or_default();
                let own = standing.scores.get(usize::from(seat)).copied().unwrap_or_default();
                f32::from(own - best)
            }
        }
    }
}
