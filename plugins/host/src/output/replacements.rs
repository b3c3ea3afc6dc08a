//! What to cut from a deck, and for what: in results.

use serde::{Serialize, Serializer};

use super::answers::{Answered, Row};
use super::figure::{grouped, points, range};
use super::table::{Kind, table_of};

/// A card that was worth little, and what is better in its place.
#[derive(Clone, Debug, Serialize)]
pub struct Replacement {
    /// The id of the card.
    pub card: String,
    /// Its name.
    pub name: String,
    /// What is better; nothing where nothing was found.
    pub found: Option<Better>,
}

/// A card that is better in the place of a copy of another.
#[derive(Clone, Debug, Serialize)]
pub struct Better {
    /// Its id.
    pub card: String,
    /// Its name.
    pub name: String,
    /// What the exchange does, on fresh deals.
    #[serde(serialize_with = "answered")]
    pub answer: Row,
}

fn answered<S: Serializer>(row: &Row, serializer: S) -> Result<S::Ok, S::Error> {
    Answered::of(row).serialize(serializer)
}

impl Replacement {
    /// What it is exchanged for, by how much, and what is to be said of that.
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

/// What the columns hold.
pub(super) const HEADING: [&str; 6] = ["cut", "for", "change", "95 % always", "pairs", "verdict"];

/// For people.
pub(super) fn render(all: &[Replacement]) -> String {
    let kinds = [Kind::Name, Kind::Name, Kind::Figure, Kind::Figure, Kind::Figure, Kind::Word];
    let row = |one: &Replacement| {
        let card = format!("{} ({})", one.name, one.card);
        core::iter::once(card).chain(one.told()).collect()
    };
    table_of(&kinds, &HEADING, all.iter().map(row).collect())
}
