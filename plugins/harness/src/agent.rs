//! Who plays: the agents a seat can be given to.

use std::fmt;

use bevy_app::App;
use bevy_ecs::prelude::*;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::game::Game;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::schedule::{Tick, TickSystems};
use cardmill_kernel::streams::{Purpose, below, generator};
use cardmill_kernel::table::{Status, Table};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

/// Who sits at a table. A seat without an agent is answered from outside.
#[derive(Component, Debug, Default)]
pub struct Seated(Vec<Sitting>);

impl Clone for Seated {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
    /// Keeps the memory.
    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

/// An agent at its seat, with random numbers of its own.
#[derive(Clone, Debug)]
struct Sitting {
    agent: Option<Agent>,
    stream: ChaCha8Rng,
}

impl Seated {
    /// Seats agents for a game.
    #[must_use]
    pub fn new(agents: impl IntoIterator<Item = Option<Agent>>, seed: u64, game: u64) -> Self {
        let mut seated = Self::default();
        seated.seat(agents, seed, game);
        seated
    }

    fn seat(&mut self, agents: impl IntoIterator<Item = Option<Agent>>, seed: u64, game: u64) {
        let sitting =
            |(seat, agent)| Sitting { agent, stream: generator(seed, game, Purpose::Agent(seat)) };
        self.0.clear();
        self.0.extend((0..).zip(agents).map(sitting));
    }

    /// A number below `count` by the random numbers of a seat, as [`Agent::RANDOM`] picks it there.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn draw(&mut self, seat: Seat, count: usize) -> usize {
        below(&mut self.0[usize::from(seat)].stream, count)
    }

    /// The agent of a seat.
    #[must_use]
    pub fn agent(&self, seat: Seat) -> Option<Agent> {
        self.0.get(usize::from(seat))?.agent
    }
}

/// Seats agents at a table for a game, in the memory of whoever sat there before.
pub fn seat(
    world: &mut World,
    table: Entity,
    agents: impl IntoIterator<Item = Option<Agent>>,
    seed: u64,
    game: u64,
) {
    let mut table = world.entity_mut(table);
    match table.get_mut::<Seated>() {
        Some(mut seated) => seated.seat(agents, seed, game),
        None => {
            table.insert(Seated::new(agents, seed, game));
        }
    }
}

/// Adds the random agent for a game to the `Choose` stage.
pub fn add_random<G: Game>(app: &mut App) {
    app.add_systems(Tick, random::<G>.in_set(TickSystems::Choose));
    Registry::guest::<Seated>(app.world_mut());
}

/// Answers for every seat that is given to [`Agent::RANDOM`], uniformly over the legal options.
pub fn random<G: Game>(mut tables: Query<(&mut Table, &mut Decision<G>, &mut Seated)>) {
    for (mut table, mut decision, mut seated) in &mut tables {
        let seat = decision.seat;
        if table.status == Status::Waiting
            && seated.agent(seat) == Some(Agent::RANDOM)
        {
            let option = seated.draw(seat, decision.options.len());
            let taken = decision.choose(&mut table, option);
            debug_assert!(taken.is_ok(), "an option below the count of options exists");
        }
    }
}

/// An agent by the name it goes by on the command line. A game says which it has
/// ([`Play::AGENTS`](crate::play::Play::AGENTS)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Agent(&'static str);

impl Agent {
    /// Picks uniformly among the legal options; there in every game.
    pub const RANDOM: Self = Self::named("random");

    /// The agent of this name.
    #[must_use]
    pub const fn named(name: &'static str) -> Self {
        Self(name)
    }

    /// The name it goes by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}
