//! How a game ended, in plain data.

use cardmill_kernel::card::Seat;
use serde::Serialize;

use crate::question::player;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// In words.
    pub outcome: String,
    /// The players, by seat.
    pub places: Vec<Place>,
}

/// Where a player came in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The player.
    #[serde(serialize_with = "player")]
    pub player: Seat,
    /// From 1; players that nothing tells apart share one.
    pub place: u8,
    /// The score, where a game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i16>,
}

impl Ending {
    /// The winner comes first, the others by their scores.
    #[must_use]
    pub fn new(outcome: String, winner: Option<Seat>, scores: &[Option<i16>]) -> Self {
        let rank = |(seat, score)| (winner == Some(seat), score);
        let ranks: Vec<_> = (0..).zip(scores.iter().copied()).map(rank).collect();
        let place = |(seat, score): (Seat, &Option<i16>)| {
            let mine = ranks[usize::from(seat)];
            let ahead = ranks.iter().filter(|other| **other > mine).count();
            Place { player: seat, place: ahead as u8 + 1, score: *score }
        };
        Self { outcome, places: (0..).zip(scores).map(place).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(winner: Option<Seat>, scores: &[Option<i16>]) -> Vec<u8> {
        let ending = Ending::new(String::new(), winner, scores);
        ending.places.iter().map(|place| place.place).collect()
    }

    #[test]
    fn the_winner_comes_first_and_equals_share_a_place() {
        assert_eq!(places(Some(1), &[None; 2]), [2, 1]);
        assert_eq!(places(None, &[None; 2]), [1, 1]);
        assert_eq!(places(Some(2), &[7, 9, 9, 7, 3].map(Some)), [3, 2, 1, 3, 5]);
    }
}
