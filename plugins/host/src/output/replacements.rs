//! Cards to cut from a deck, and cards to put in their place: in results.

use serde::{Serialize, Serializer};

use super::answers::{Answered, Row};
use super::figure::{grouped, points, range};
use super::table::{Kind, table_of};

/// A card that was worth little, and what is better in its place.
#[derive(Clone, Debug, Serialize)]
pub struct Replacement {
    /// The id of the card.
    pub card: String,
    /// The name of the card to cut.
    pub name: String,
    /// The card that is better in its place; `None` where none was found.
    pub found: Option<Better>,
}

/// A card that is better in the place of a copy of another.
#[derive(Clone, Debug, Serialize)]
pub struct Better {
    /// The id of the better card.
    pub card: String,
    /// The name of the better card.
    pub name: String,
    /// The effect of the exchange, on fresh deals.
    #[serde(serialize_with = "answered")]
    pub answer: Row,
}

fn answered<S: Serializer>(row: &Row, serializer: S) -> Result<S::Ok, S::Error> {
    Answered::of(row).serialize(serializer)
}

impl Replacement {
    /// The cells about it: the card it is exchanged for, the change, its interval, pairs and the
    /// verdict.
    pub(super) fn told(&self) -> [String; 5] {
        let Some(better) = &self.found else {
            let nothing = "nothing better was found".to_owned();
            return [nothing, String::new(), String::new(), String::new(), String::new()];
        };
        let answer = &better.answer.answer;
        [
            format!("{} ({})", better.name, better.card),
            points(answer.differences.mean()),
            range(answer.interval()),
            grouped(answer.differences.pairs()),
            better.answer.word().to_owned(),
        ]
    }
}

/// The headings of the table: the card to cut, then the cells that say what for.
pub(super) const HEADING: [&str; 6] = ["cut", "for", "change", "95 % always", "pairs", "verdict"];

/// Writes a table for people, with a row for each card to cut.
pub(super) fn render(all: &[Replacement]) -> String {
    let kinds = [Kind::Name, Kind::Name, Kind::Figure, Kind::Figure, Kind::Figure, Kind::Word];
    let row = |one: &Replacement| {
        let card = format!("{} ({})", one.name, one.card);
        core::iter::once(card).chain(one.told()).collect()
    };
    table_of(&kinds, &HEADING, all.iter().map(row).collect())
}
