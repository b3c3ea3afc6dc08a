//! Formats, and the cards they allow (CR 9.2.2D).

use cardmill_harness::day::Day;

use super::table::rows;
use super::{Library, SETS, set_of, split_id};
use crate::vocabulary::Definition;

/// The cards that a format allows from a day on, until there is a later list (CR 9.2.2D).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cardpool {
    /// The name of the format.
    pub format: String,
    /// The first day on which it holds.
    pub from: Day,
    /// The sets that a card must have been printed in, one of them.
    pub sets: Sets,
    /// The ids of suspended cards, of any printing.
    pub suspended: Vec<String>,
    /// The source of the list, as the file names it.
    pub source: String,
}

/// The lists of cards that formats allow, in order of format and day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formats(Vec<Cardpool>);

/// The sets of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sets {
    /// All that have been released.
    Released,
    /// Those in rotation, by their codes.
    Rotation(Vec<String>),
}

impl Sets {
    /// The sets in rotation, by their codes with commas or spaces between.
    ///
    /// # Errors
    /// A message of what was expected, where there is none or a code is not that of a set.
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

impl Formats {
    /// Reads the table: a line of headings, then a list a line: the name of its format; its first day;
    /// `*` (all sets that have been released) or the sets; the ids of suspended cards; the source.
    ///
    /// # Errors
    /// The first line that is wrong, from 1, and what was expected.
    pub fn parse(text: &str) -> Result<Self, (u32, String)> {
        let mut pools: Vec<Cardpool> = Vec::new();
        for row in rows(text, "format;from;sets;suspended;source") {
            let (line, fields) = row?;
            let [format, from, sets, suspended, source] = fields.map(str::trim);
            let wrong = |expected: String| (line, expected);
            let from: Day = from.parse().map_err(wrong)?;
            let before = pools.iter().rev().find(|pool| pool.format == format);
            if format.is_empty() || before.is_some_and(|pool| pool.from >= from) {
                let expected = "expected the lists of a format in order of their days";
                return Err(wrong(format!("{expected}, found \"{format}\" from {from}")));
            }
            let sets = match sets {
                "*" => Sets::Released,
                codes => Sets::rotation(codes).map_err(wrong)?,
            };
            let suspended: Vec<String> = suspended.split_whitespace().map(str::to_owned).collect();
            if let Some(id) = suspended.iter().find(|id| split_id(id).is_none()) {
                return Err(wrong(format!("expected ids of cards, such as SOR_010, found {id}")));
            }
            let (format, source) = (format.to_owned(), source.to_owned());
            pools.push(Cardpool { format, from, sets, suspended, source });
        }
        Ok(Self(pools))
    }

    /// The day of the newest list: what is known is as of then. Nothing where there are no lists.
    #[must_use]
    pub fn newest(&self) -> Option<&Day> {
        self.0.iter().map(|pool| &pool.from).max()
    }

    /// The day of a format's first list, in whatever case it is written. Nothing where it has none.
    #[must_use]
    pub fn first(&self, format: &str) -> Option<&Day> {
        let of = |pool: &&Cardpool| pool.format.eq_ignore_ascii_case(format);
        self.0.iter().find(of).map(|pool| &pool.from)
    }

    /// The names of all formats, in order.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for pool in &self.0 {
            if !names.contains(&pool.format.as_str()) {
                names.push(&pool.format);
            }
        }
        names
    }

    /// The list of each format on a day, of those that had one.
    #[must_use]
    pub fn on(&self, day: &Day) -> Vec<&Cardpool> {
        let of = |name: &&str| {
            let holds = |pool: &&Cardpool| pool.format == *name && pool.from <= *day;
            self.0.iter().rfind(holds)
        };
        self.names().iter().filter_map(of).collect()
    }
}

impl Cardpool {
    /// The complaint about a card that the format does not allow: what was expected instead. `None`
    /// for an allowed one.
    pub(crate) fn refuses(&self, card: &Definition, library: &Library) -> Option<String> {
        let ids = ids(card, library);
        if self.suspended.iter().any(|id| ids.contains(&id.as_str())) {
            return Some(format!("expected no card that is suspended in {}", self.format));
        }
        let mut sets = sets(&ids);
        if are_previews(&sets) {
            return Some("expected a card that has been printed, found a preview".to_owned());
        }
        sets.sort_by_key(|code| SETS.iter().position(|set| set.code == *code));
        sets.dedup();
        let found = || format!("found one of {}", sets.join(", "));
        match &self.sets {
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

/// All numbers of a card, as it was printed; its own, where no printing is listed.
fn ids<'l>(card: &'l Definition, library: &'l Library) -> Vec<&'l str> {
    match library.supplement.printings.find(&card.id) {
        Some(listing) => listing.ids().collect(),
        None => vec![&card.id],
    }
}

/// The codes of the sets that these numbers are of. A promo is printed in no set of its own: it is
/// legal where its card is (CR 9.2.2D).
fn sets<'l>(ids: &[&'l str]) -> Vec<&'l str> {
    let mut sets: Vec<&str> = ids.iter().map(|id| set_of(id)).collect();
    if sets.iter().any(|code| is_set(code)) {
        sets.retain(|code| is_set(code));
    }
    sets
}

fn are_previews(sets: &[&str]) -> bool {
    let previews = |code: &&str| SETS.iter().any(|set| set.code == *code && set.preview);
    !sets.is_empty() && sets.iter().all(previews)
}

/// Tells whether a card is known from previews alone: no format has it before it is printed.
pub(crate) fn is_preview(card: &Definition, library: &Library) -> bool {
    are_previews(&sets(&ids(card, library)))
}

/// Tells whether this is the code of a set that has been released.
fn is_set(code: &str) -> bool {
    SETS.iter().any(|set| set.code == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_has_a_list_from_a_day_on() {
        let text = "format\npremier;2025-03-14;SOR JTL;;here\npremier;2026-03-13;JTL LOF;JTL_001;there\n\
            eternal;2026-01-01;*;SOR_010 JTL_001;\n";
        let formats = Formats::parse(text).unwrap_or_else(|error| panic!("{error:?}"));
        let day = |text: &str| text.parse::<Day>().unwrap_or_else(|error| panic!("{error}"));
        let sets = |on: &str| -> Vec<Sets> {
            formats.on(&day(on)).into_iter().map(|pool| pool.sets.clone()).collect()
        };
        let rotation =
            |codes: &str| Sets::rotation(codes).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(sets("2025-03-13"), []);
        assert_eq!(sets("2025-12-31"), [rotation("SOR JTL")]);
        assert_eq!(sets("2026-03-12"), [rotation("SOR JTL"), Sets::Released]);
        assert_eq!(sets("2026-03-13"), [rotation("JTL LOF"), Sets::Released]);
        let newest = &day("2026-03-13");
        let [premier, eternal] = formats.on(newest)[..] else { panic!("two formats") };
        assert_eq!((premier.suspended.len(), premier.source.as_str()), (1, "there"));
        assert_eq!(eternal.suspended, ["SOR_010", "JTL_001"]);
        assert_eq!((formats.names(), formats.newest()), (vec!["premier", "eternal"], Some(newest)));
        assert_eq!(formats.first("Eternal"), Some(&day("2026-01-01")));
    }

    #[test]
    fn a_line_that_is_wrong_is_named() {
        let error = |line: &str| {
            let text = format!("format\neternal;2026-01-01;*;;\n{line}\n");
            Formats::parse(&text).expect_err("nothing is wrong")
        };
        let columns = "expected format;from;sets;suspended;source";
        assert_eq!(error("premier;2026-01-01;*"), (3, columns.to_owned()));
        let order = "expected the lists of a format in order of their days, found \"eternal\" from 2025-01-01";
        assert_eq!(error("eternal;2025-01-01;*;;"), (3, order.to_owned()));
        for day in ["2025-13-01", "2025-00-01", "2025-1-1", "25-01-01", "today", "2025-01-32"] {
            let day = error(&format!("premier;{day};*;;")).1;
            assert!(day.starts_with("expected a day, such as 2025-04-09, found "), "{day}");
        }
        assert!(error("premier;2026-01-01;SOR XYZ;;").1.ends_with("ASH, HMW, IC27, found XYZ"));
        assert!(error("premier;2026-01-01;;;").1.ends_with("ASH, HMW, IC27, found none"));
        let expected = "expected ids of cards, such as SOR_010, found Wampa";
        assert_eq!(error("premier;2026-01-01;*;Wampa;"), (3, expected.to_owned()));
    }
}
