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

/// The tiles around Mecatol Rex in two rings: no map has fewer.
const FEWEST_TILES: usize = 18;

impl Play for Tabletop {
    type Entry = Nothing;

    /// Maps as map builders write them: the numbers of the tiles, from the middle outwards. Those of
    /// hyperlanes say how they are turned, such as `83A2`.
    fn kept(text: &str) -> Option<&'static str> {
        let is_tile = |word: &str| {
            let word = word.trim_matches(['{', '}']);
            let number = word
                .trim_start_matches('-')
                .trim_end_matches(['A', 'B', '0', '1', '2', '3', '4', '5']);
            word.len() <= 5
                && word.starts_with(|c: char| c.is_ascii_digit() || c == '-')
                && number.chars().all(|c| c.is_ascii_digit())
        };
        let mut words = text.split([' ', ',', '\n', '\r', '\t']).filter(|word| !word.is_empty());
        let tiles = words.clone().count();
        (tiles >= FEWEST_TILES && words.all(is_tile)).then_some("a map as a list of tiles")
    }

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
