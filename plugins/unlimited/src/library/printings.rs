//! Every card there is by number and name, defined or not.

use std::collections::BTreeMap;

use super::table::rows;

/// A card by its numbers and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Its id, with the number of its first printing.
    pub id: String,
    /// The title, without the subtitle.
    pub name: String,
    /// The subtitle. Empty when there is none.
    pub subtitle: String,
    /// Its ids in other printings: in later sets, as a hyperspace, showcase, prestige or foil card, as
    /// a promo.
    pub also: Vec<String>,
}

impl Listing {
    /// The title with the subtitle, if there is one.
    #[must_use]
    pub fn full_name(&self) -> String {
        full_name(&self.name, &self.subtitle)
    }

    /// All its ids, the first printing's first.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        core::iter::once(&self.id).chain(&self.also).map(String::as_str)
    }
}

/// A title with the subtitle, if there is one: `Darth Vader, Dark Lord of the Sith`.
#[must_use]
pub fn full_name(name: &str, subtitle: &str) -> String {
    if subtitle.is_empty() { name.to_owned() } else { format!("{name}, {subtitle}") }
}

/// Cards by number and name: the file `printings.csv`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printings {
    /// The cards, in the order of the file.
    pub cards: Vec<Listing>,
    /// The place in `cards` of the card that an id means.
    ids: BTreeMap<String, usize>,
}

impl Printings {
    /// Reads the table: a line of headings, then a card a line, with fields between semicolons and
    /// ids of other printings between spaces.
    ///
    /// # Errors
    /// The first line that is wrong, from 1, and what was expected.
    pub fn parse(text: &str) -> Result<Self, (u32, String)> {
        let mut printings = Self::default();
        for row in rows(text, "id;name;subtitle;also printed as") {
            let (line, [id, name, subtitle, also]) = row?;
            let card = Listing {
                id: id.to_owned(),
                name: name.to_owned(),
                subtitle: subtitle.to_owned(),
                also: also.split_whitespace().map(str::to_owned).collect(),
            };
            for id in card.ids() {
                if printings.ids.insert(id.to_owned(), printings.cards.len()).is_some() {
                    return Err((line, format!("expected each id once, found {id} again")));
                }
            }
            printings.cards.push(card);
        }
        Ok(printings)
    }

    /// The card that some printing of has this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Listing> {
        self.cards.get(*self.ids.get(id)?)
    }

    /// Every number of a set, with whether it is its card's first printing.
    pub fn numbers<'a>(&'a self, set: &str) -> impl Iterator<Item = (&'a str, bool)> + use<'a> {
        let start = format!("{set}_");
        let ids = self.ids.range(start.clone()..);
        ids.take_while(move |(id, _)| id.starts_with(&start))
            .map(|(id, card)| (id.as_str(), self.cards[*card].id == *id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_has_a_line_and_each_printing_an_id() {
        let text = "id;name;subtitle;also\nSOR_172;Open Fire;;TWI_174\nSOR_010;Darth Vader;Dark Lord of the Sith;\n";
        let printings = Printings::parse(text).unwrap_or_else(|error| panic!("{error:?}"));
        let name = |id| printings.find(id).map(Listing::full_name);
        assert_eq!(name("TWI_174").as_deref(), Some("Open Fire"));
        assert_eq!(name("SOR_010").as_deref(), Some("Darth Vader, Dark Lord of the Sith"));
        assert_eq!(name("SOR_174"), None);
        assert_eq!(printings.numbers("TWI").collect::<Vec<_>>(), [("TWI_174", false)]);
    }

    #[test]
    fn a_line_that_is_wrong_is_named() {
        let error = |text| Printings::parse(text).expect_err("nothing is wrong");
        assert_eq!(error("id\nSOR_001;A;\n").0, 2);
        let twice = error("id\nSOR_001;A;;\nSOR_002;B;;SOR_001\n");
        assert_eq!(twice, (3, "expected each id once, found SOR_001 again".to_owned()));
    }
}
