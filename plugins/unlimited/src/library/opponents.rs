//! Cards whose text is about several opponents: what their definitions, made for two, do not say.

use std::collections::BTreeMap;

use super::split_id;
use super::table::rows;

/// The part that several opponents have in a card (CR 11.4.2): what its definition means by "the opponent".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Part {
    /// One of them, whom its controller chooses where a step names the opponent. Enemy cards are those of all.
    #[default]
    Chosen,
    /// One of them, whom its controller chooses where anything is first asked of the opponent. Enemy cards are
    /// those of that one.
    One,
    /// Each of them, a step at a time.
    Each,
    /// Each of them in turn: all that the text does from where it first names the opponent.
    Turns,
    /// Each of them where cards are chosen; what was chosen is dealt with together.
    Gathered,
    /// Any of them, whoever meets a condition; what is counted is counted of the one who has most.
    Any,
    /// All of them together.
    All,
    /// Its controller and one of them, where it says "each player".
    Both,
    /// The one who controls what the event happened to, or has played it.
    Subject,
    /// The one who controlled the card that is bound as `It` when it was chosen.
    It,
    /// The one who controlled the card that is bound as `Other` when it was chosen.
    Other,
    /// The one who is attacked.
    Defending,
    /// Games of two alone have the card.
    Two,
}

/// The words for the parts, as the table has them.
const PARTS: [(&str, Part); 12] = [
    ("one", Part::One),
    ("each", Part::Each),
    ("turns", Part::Turns),
    ("gathered", Part::Gathered),
    ("any", Part::Any),
    ("all", Part::All),
    ("both", Part::Both),
    ("subject", Part::Subject),
    ("it", Part::It),
    ("other", Part::Other),
    ("defending", Part::Defending),
    ("two", Part::Two),
];

/// The opponents that cards are about, and the cards that are not played by more than two: the file
/// `opponents.csv`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opponents(BTreeMap<String, Part>);

impl Opponents {
    /// Reads the table: a line of headings, then a line for each card: its id, and a word for its part.
    ///
    /// # Errors
    /// The first line that is wrong, from 1, and what was expected.
    pub fn parse(text: &str) -> Result<Self, (u32, String)> {
        let mut cards = BTreeMap::new();
        for row in rows(text, "card;opponents") {
            let (line, fields) = row?;
            let [card, part] = fields.map(str::trim);
            let Some((_, part)) = PARTS.iter().find(|(word, _)| *word == part) else {
                let words = PARTS.map(|(word, _)| word).join(", ");
                return Err((line, format!("expected one of {words}, found \"{part}\"")));
            };
            if split_id(card).is_none() || cards.insert(card.to_owned(), *part).is_some() {
                let expected = "expected ids of cards, such as SOR_010, each once";
                return Err((line, format!("{expected}, found \"{card}\"")));
            }
        }
        Ok(Self(cards))
    }

    /// The part that opponents have in a card, by its id.
    pub(crate) fn part(&self, id: &str) -> Part {
        self.0.get(id).copied().unwrap_or_default()
    }

    /// Returns `true` for a card that games of two alone have, by its id.
    pub(crate) fn is_one(&self, id: &str) -> bool {
        self.part(id) == Part::Two
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
    fn a_card_has_a_part_for_opponents() {
        let read = Opponents::parse("card;opponents\nSOR_014;each\nSOR_129;two\n").unwrap();
        let told = |id| (read.part(id), read.is_one(id));
        assert_eq!(told("SOR_014"), (Part::Each, false));
        assert_eq!(told("SOR_129"), (Part::Two, true));
        assert_eq!(told("SOR_010"), (Part::Chosen, false));
        for (line, expected) in [
            ("SOR_014;some", "defending, two"),
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
