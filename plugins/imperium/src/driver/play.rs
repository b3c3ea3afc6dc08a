//! Games of Twilight Imperium by the thousand.

use bevy_ecs::prelude::*;
use cardmill_harness::driver::Nothing;
use cardmill_harness::play::{Play, Standing};
use cardmill_harness::session::Problem;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;

use super::Tabletop;
use crate::board::{Board, Outcome};
use crate::position::{Position, arrange};

impl Play for Tabletop {
    type Entry = Nothing;

    fn lay(
        batch: &mut Batch,
        table: usize,
        position: &Position,
        seed: u64,
        game: u64,
    ) -> Result<(), Problem> {
        arrange(batch, table, position, seed, game)
    }

    fn round(world: &World, table: Entity) -> u16 {
        board(world, table).round.into()
    }

    fn first(world: &World, table: Entity) -> Seat {
        board(world, table).speaker
    }

    /// Victory points are the scores (LRR 98).
    fn standing(world: &World, table: Entity) -> Standing {
        let board = board(world, table);
        let scores = board.players.iter().map(|player| player.points.into()).collect();
        match board.outcome {
            Outcome::Win(seat) => Standing::won(seat, scores),
            Outcome::Open => Standing::open(scores),
        }
    }
}

fn board(world: &World, table: Entity) -> &Board {
    world.get::<Board>(table).expect("a table has a board")
}
