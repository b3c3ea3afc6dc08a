//! Games of Twilight Imperium by the thousand.

use bevy_ecs::prelude::*;
use cardmill_harness::driver::Nothing;
use cardmill_harness::play::{Play, Standing};
use cardmill_kernel::card::Seat;
use cardmill_kernel::table::part;

use super::Tabletop;
use crate::board::Board;

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

    fn round(world: &World, table: Entity) -> u16 {
        part::<Board>(world, table).round.into()
    }

    fn first(world: &World, table: Entity) -> Seat {
        part::<Board>(world, table).speaker
    }

    /// Victory points are the scores (LRR 98).
    fn standing(world: &World, table: Entity) -> Standing {
        let board = part::<Board>(world, table);
        let scores = board.players.iter().map(|player| player.points.into()).collect();
        Standing::of(board.outcome, scores)
    }
}
