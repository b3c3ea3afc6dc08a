//! Formats: which cards they allow (CR 9.2.2D).

use super::{Library, SETS, set_of, split_id};
use crate::vocabulary::Definition;

/// The cards that a format allows, of those that are defined (CR 9.2.2D).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cardpool {
    /// The name of the format.
    pub format: String,
    /// The sets that a card must have been printed in, one of them.
    pub sets: Sets,
    /// The ids of suspended cards, of any printing.
    pub suspended: Vec<String>,
}

/// The sets of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sets {
    /// All that have been released.
    Released,
    /// Those in rotation, which nobody has told.
    Untold,
    /// Those in rotation, by their codes.
    Rotation(Vec<String>),
}

impl Sets {
    /// The sets in rotation, by their codes with commas or spaces between.
    ///
    /// # Errors
    /// When there is none, or a code is not that of a set; what was expected.
    pub fn rotation(codes: &str) -> Result<Self, String> {
        let known = || SETS.iter().map(|set| set.code).collect::<Vec<_>>().join(", ");
        let codes: Vec<String> = codes
            .split([',', ' '])
            .filter(|code| !code.is_empty())
            .map(str::to_ascii_uppercase)
            .collect();
        if codes.is_empty() {
            return Err(format!("expected the sets in rotation, of {}, found none", known()));
        }
        match codes.iter().find(|code| SETS.iter().all(|set| set.code != code.as_str())) {
            Some(code) => Err(format!("expected sets of {}, found {code}", known())),
            None => Ok(Self::Rotation(codes)),
        }
    }
}

impl Cardpool {
    /// Reads the table: a line of headings, then a format a line: its name; `*` (all that have been
    /// released), `?` (those in rotation, which nobody has told) or the sets in rotation; the ids of
    /// suspended cards.
    ///
    /// # Errors
    /// The first line that is wrong, from 1, and what was expected.
    pub fn parse(text: &str) -> Result<Vec<Self>, (u32, String)> {
        let mut pools: Vec<Self> = Vec::new();
        for (line, text) in (1..).zip(text.lines()).skip(1) {
            let wrong = |expected: String| (line, expected);
            let fields: Vec<&str> = text.split(';').map(str::trim).collect();
            let [format, sets, suspended] = fields[..] else {
                return Err(wrong("expected format;rotation;suspended".to_owned()));
            };
            if format.is_empty() || pools.iter().any(|pool| pool.format == format) {
                return Err(wrong(format!("expected each format once, found \"{format}\"")));
            }
            let sets = match sets {
                "*" => Sets::Released,
                "?" => Sets::Untold,
                codes => Sets::rotation(codes).map_err(wrong)?,
            };
            let suspended: Vec<String> = suspended.split_whitespace().map(str::to_owned).collect();
            if let Some(id) = suspended.iter().find(|id| split_id(id).is_none()) {
                return Err(wrong(format!("expected ids of cards, such as SOR_010, found {id}")));
            }
            pools.push(Self { format: format.to_owned(), sets, suspended });
        }
        Ok(pools)
    }

    /// What was expected instead of a card that the format does not allow.
    pub(crate) fn refuses(&self, card: &Definition, library: &Library) -> Option<String> {
        let listing = library.supplement.printings.find(&card.id);
        let ids: Vec<&str> = match listing {
            Some(listing) => listing.ids().collect(),
            None => vec![&card.id],
        };
        if self.suspended.iter().any(|id| ids.contains(&id.as_str())) {
            return Some(format!("expected no card that is suspended in {}", self.format));
        }
        // A promo is printed in no set of its own: it is legal where its card is (CR 9.2.2D).
        let mut sets: Vec<&str> = ids.iter().map(|id| set_of(id)).collect();
        if sets.iter().any(|code| is_set(code)) {
            sets.retain(|code| is_set(code));
        }
        sets.sort_by_key(|code| SETS.iter().position(|set| set.code == *code));
        sets.dedup();
        let found = || format!("found one of {}", sets.join(", "));
        match &self.sets {
            Sets::Untold => None,
            Sets::Released => (!sets.iter().any(|code| is_set(code)))
                .then(|| format!("expected a card of a set that has been released, {}", found())),
            Sets::Rotation(codes) => {
                let is_legal = |code: &&str| codes.iter().any(|legal| legal == code);
                let expected = || format!("expected a card of {}", codes.join(", "));
                (!sets.iter().any(is_legal)).then(|| format!("{}, {}", expected(), found()))
            }
        }
    }
}

/// Whether this is the code of a set that has been released.
fn is_set(code: &str) -> bool {
    SETS.iter().any(|set| set.code == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_has_a_line() {
        let pools =
            Cardpool::parse("format\npremier;?;\neternal;*;SOR_010 JTL_001\nnow;JTL LOF;\n")
                .unwrap_or_else(|error| panic!("{error:?}"));
        let sets: Vec<&Sets> = pools.iter().map(|pool| &pool.sets).collect();
        let now = Sets::Rotation(vec!["JTL".to_owned(), "LOF".to_owned()]);
        assert_eq!(sets, [&Sets::Untold, &Sets::Released, &now]);
        assert_eq!(pools[1].suspended, ["SOR_010", "JTL_001"]);
    }

    #[test]
    fn a_line_that_is_wrong_is_named() {
        let error = |line: &str| {
            let text = format!("format\neternal;*;\n{line}\n");
            Cardpool::parse(&text).expect_err("nothing is wrong")
        };
        assert_eq!(error("premier;*"), (3, "expected format;rotation;suspended".to_owned()));
        assert_eq!(error("eternal;?;"), (3, "expected each format once, found \"eternal\"".into()));
        assert!(error("premier;SOR XYZ;").1.ends_with("ASH, HMW, IC27, found XYZ"));
        assert!(error("premier;;").1.ends_with("ASH, HMW, IC27, found none"));
        let expected = "expected ids of cards, such as SOR_010, found Wampa";
        assert_eq!(error("premier;?;Wampa"), (3, expected.to_owned()));
    }
}
