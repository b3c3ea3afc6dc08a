//! The table of rounds: a row for each round of a game and player.

use cardmill_harness::tally::Measure;

use super::cards::side;
use super::column::{Column, Sheet};
use super::manifest::Manifest;
use crate::stats::Begun;

/// Rows that are written at once.
const GROUP: usize = 64 * 1024;

/// The columns of rounds, with what the game measures as they begin.
#[must_use]
pub fn sheet(manifest: &Manifest, measures: &'static [Measure]) -> Sheet<Begun> {
    let mut columns = side(manifest, |begun: &Begun| begun.side);
    columns.extend([
        Column::new("round", "the round, from 1", |begun: &Begun| {
            i16::try_from(begun.round).unwrap_or(i16::MAX)
        }),
        Column::new("score", "the player's score as it began", |begun: &Begun| begun.stand.score),
    ]);
    columns.extend(measures.iter().enumerate().map(|(place, measure)| {
        let of = move |begun: &Begun| begun.stand.measures.get(place).copied();
        Column::new(measure.name, measure.meaning, of)
    }));
    Sheet { name: "rounds", group: GROUP, columns }
}
