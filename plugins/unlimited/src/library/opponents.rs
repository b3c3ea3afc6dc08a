//! Cards whose text is about several opponents: what their definitions, made for two, do not say.

use std::collections::BTreeMap;

use super::split_id;
use super::table::rows;

/// The part that several opponents have in a card (CR 11.4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// It is about each of them.
    Each,
    /// Games of two alone have it: where its definition says "the opponent", its text means a certain one of
    /// several, such as who played an event or controls a unit, or does something else for each than one step
    /// after the other, or knows who sits where.
    Two,
}

/// Cards that are about each opponent, and those that are not played by more than two: the file
/// `opponents.csv`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opponents(BTreeMap<String, Part>);

impl Opponents {
    /// Reads the table: a line of headings, then a line for each card: its id, and `each` or `two`.
    ///
    /// # Errors
    /// The first line that is wrong, from 1, and what was expected.
    pub fn parse(text: &str) -> Result<Self, (u32, String)> {
        let mut cards = BTreeMap::new();
        for row in rows(text, "card;opponents") {
            let (line, fields) = row?;
            let [card, part] = fields.map(str::trim);
            let part = match part {
                "each" => Part::Each,
                "two" => Part::Two,
                _ => return Err((line, format!("expected each or two, found \"{part}\""))),
            };
            if split_id(card).is_none() || cards.insert(card.to_owned(), part).is_some() {
                let expected = "expected ids of cards, such as SOR_010, each once";
                return Err((line, format!("{expected}, found \"{card}\"")));
            }
        }
        Ok(Self(cards))
    }

    /// Returns `true` for a card that is about each opponent, by its id.
    pub(crate) fn are_each(&self, id: &str) -> bool {
        self.0.get(id) == Some(&Part::Each)
    }

    /// Returns `true` for a card that games of two alone have, by its id.
    pub(crate) fn is_one(&self, id: &str) -> bool {
        self.0.get(id) == Some(&Part::Two)
    }
}

#[cfg(test)]
mod tests {
    use cardmill_harness::files::default_dir;

    use super::*;
    use crate::library::Library;

    #[test]
    fn the_table_names_cards_of_the_library() {
        let library = Library::load(default_dir()).unwrap_or_else(|error| panic!("{error}"));
        let cards = &library.supplement.opponents.0;
        assert!(cards.len() > 60);
        for id in cards.keys() {
            assert!(library.look_up(id).is_ok(), "{id}");
        }
    }

    #[test]
    fn a_card_is_about_each_opponent_or_of_two() {
        let read = Opponents::parse("card;opponents\nSOR_014;each\nSOR_129;two\n").unwrap();
        let told = |id| (read.are_each(id), read.is_one(id));
        assert_eq!(told("SOR_014"), (true, false));
        assert_eq!(told("SOR_129"), (false, true));
        assert_eq!(told("SOR_010"), (false, false));
        for (line, expected) in [
            ("SOR_014;some", "each or two"),
            ("Wampa;each", "SOR_010"),
            ("SOR_014", "card;opponents"),
            ("SOR_014;each\nSOR_014;two", "each once"),
        ] {
            let (_, error) =
                Opponents::parse(&format!("card;opponents\n{line}\n")).expect_err(line);
            assert!(error.contains(expected), "{error}");
        }
    }
}
