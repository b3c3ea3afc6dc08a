//! Ids and names that a person or a deck site wrote, and the cards that they mean.

use std::collections::BTreeMap;

use cardmill_harness::spelling::{folded, levenshtein};

use super::printings::{Listing, full_name};
use super::{Library, SETS, rank, set_of};

/// The reason that an id means no card of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown<'a> {
    /// The card exists, and is not defined.
    NotDefined(&'a Listing),
    /// No printing of the set has such a number, as far as is known.
    NoNumber {
        /// The set's code, such as `SOR`.
        set: String,
        /// The numbers that are known, ascending.
        known: Vec<u16>,
    },
    /// There is no such set.
    NoSet,
    /// It does not look like an id.
    NoId,
}

/// A card by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<'a> {
    /// The title, without the subtitle.
    pub name: &'a str,
    /// The subtitle. Empty when there is none.
    pub subtitle: &'a str,
    /// The place of the definition, or the listing of a card that is not defined.
    pub card: Result<u16, &'a Listing>,
}

/// Every card there is by its title, defined or not.
#[derive(Debug)]
pub struct Names<'a>(BTreeMap<String, Vec<Candidate<'a>>>);

/// The set in an id as messages name it: `Spark of Rebellion`; its code where it is not known.
#[must_use]
pub fn set_called(id: &str) -> &str {
    let code = set_of(id);
    SETS.iter().find(|set| set.code == code).map_or(code, |set| set.name)
}

/// An id as the library writes it, from what a person may write: `SOR_010` from `sor_10`,
/// `SOR-010` or `SOR 10`. `None` when it is no id.
#[must_use]
pub fn spelled(id: &str) -> Option<String> {
    let (set, number) = id.trim().split_once(['_', '-', ' '])?;
    let set = set.to_ascii_uppercase();
    let token = number.strip_prefix(['T', 't']);
    let digits = token.unwrap_or(number);
    // Special printings have numbers above 1000; promos have sets such as SOROP.
    let short = (2..=5).contains(&set.len()) && (1..=4).contains(&digits.len());
    let plain = set.bytes().all(|c| c.is_ascii_alphanumeric());
    let long = digits.len() == 4 && (token.is_some() || digits.starts_with('0'));
    if !short || !plain || long || !digits.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let number: u16 = digits.parse().ok()?;
    Some(if token.is_some() { format!("{set}_T{number:02}") } else { format!("{set}_{number:03}") })
}

/// Ascending numbers as `1-3, 7`.
#[must_use]
pub fn ranges(numbers: &[u16]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let text = runs.map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    text.collect::<Vec<_>>().join(", ")
}

impl Library {
    /// The place of a card by the id of any of its printings, as people write it.
    ///
    /// # Errors
    /// The reason that it means no card of the library.
    pub fn look_up(&self, id: &str) -> Result<u16, Unknown<'_>> {
        let id = spelled(id).ok_or(Unknown::NoId)?;
        if let Some(card) = self.index(&id) {
            return Ok(card);
        }
        if let Some(listing) = self.supplement.printings.find(&id) {
            let defined = listing.ids().find_map(|id| self.index(id));
            return defined.ok_or(Unknown::NotDefined(listing));
        }
        let set = set_of(&id);
        let printed = self.supplement.printings.numbers(set).map(|(id, _)| id);
        let defined = self.definitions.iter().map(|card| card.id.as_str());
        let ids = printed.chain(defined.filter(|id| set_of(id) == set));
        let mut known: Vec<u16> =
            ids.filter_map(|id| id.rsplit('_').next()?.parse().ok()).collect();
        known.sort_unstable();
        known.dedup();
        Err(match known[..] {
            [] => Unknown::NoSet,
            _ => Unknown::NoNumber { set: set.to_owned(), known },
        })
    }

    /// The codes of all sets that have a card, in order of release.
    #[must_use]
    pub fn sets(&self) -> Vec<&str> {
        let listed = self.supplement.printings.cards.iter().map(|card| card.id.as_str());
        let ids = listed.chain(self.definitions.iter().map(|card| card.id.as_str()));
        let mut sets: Vec<&str> = ids.map(set_of).collect();
        sets.sort_by_key(|set| rank(set));
        sets.dedup();
        sets
    }
}

impl Unknown<'_> {
    /// The complaint: what was expected of a library, and what was found instead.
    #[must_use]
    pub fn explain(&self, found: &str, library: &Library) -> String {
        match self {
            Self::NotDefined(listing) => not_defined(listing),
            Self::NoNumber { set, known } => {
                let name = match set_called(set) {
                    code if code == set => set.clone(),
                    name => format!("{name} ({set})"),
                };
                format!(
                    "expected a number of {name} that is known ({}), found {found}; of another \
                     printing give the number of the usual one, or the name of the card",
                    ranges(known)
                )
            }
            Self::NoSet => {
                let sets = library.sets().join(", ");
                format!("expected a card of one of the sets {sets}, found {found}")
            }
            Self::NoId => format!("expected the id of a card, such as SOR_010, found {found}"),
        }
    }
}

/// The complaint about a card that exists and is not defined.
#[must_use]
pub fn not_defined(listing: &Listing) -> String {
    format!(
        "expected a card that is defined; {} {} ({}) is not yet",
        listing.id,
        listing.full_name(),
        set_called(&listing.id)
    )
}

impl<'a> Names<'a> {
    /// The names of all cards that a library knows, tokens left out.
    #[must_use]
    pub fn new(library: &'a Library) -> Self {
        let mut names: BTreeMap<String, Vec<Candidate<'a>>> = BTreeMap::new();
        let mut add = |candidate: Candidate<'a>| {
            names.entry(folded(candidate.name)).or_default().push(candidate);
        };
        for (card, definition) in (0..).zip(&library.definitions) {
            if !definition.kind.is_token() {
                let (name, subtitle) = (&definition.name, &definition.subtitle);
                add(Candidate { name, subtitle, card: Ok(card) });
            }
        }
        for listing in &library.supplement.printings.cards {
            if !listing.ids().any(|id| library.index(id).is_some()) {
                let (name, subtitle) = (&listing.name, &listing.subtitle);
                add(Candidate { name, subtitle, card: Err(listing) });
            }
        }
        Self(names)
    }

    /// The cards with this title, and with this subtitle if one is given.
    #[must_use]
    pub fn find(&self, name: &str, subtitle: Option<&str>) -> Vec<Candidate<'a>> {
        let subtitle = subtitle.map(folded);
        let fits = |candidate: &&Candidate<'_>| {
            subtitle.as_ref().is_none_or(|subtitle| folded(candidate.subtitle) == *subtitle)
        };
        self.0.get(&folded(name)).into_iter().flatten().filter(fits).copied().collect()
    }

    /// A title that was perhaps meant: the nearest one that up to two letters make out of it.
    #[must_use]
    pub fn near(&self, name: &str) -> Option<&'a str> {
        let wanted: String = folded(name).chars().take(64).collect();
        let near = self.0.iter().filter_map(|(key, candidates)| {
            let distance = levenshtein(&wanted, key);
            (distance <= 2).then(|| (distance, candidates.first().map(|first| first.name)))
        });
        near.min_by_key(|(distance, _)| *distance)?.1
    }
}

impl Candidate<'_> {
    /// The title with the subtitle, if there is one.
    #[must_use]
    pub fn full_name(&self) -> String {
        full_name(self.name, self.subtitle)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Printings, Supplement};
    use super::*;

    fn library() -> Library {
        let text = r#"[
            (id: "SOR_010", name: "Darth Vader", subtitle: "Dark Lord of the Sith", kind: Leader,
             unique: true, cost: 7, power: 5, hp: 8, unit_side: (deploy_at: 7)),
            (id: "SOR_172", name: "Open Fire", kind: Event, cost: 3, abilities: [Event(steps: [Draw(You, 1)])]),
            (id: "SOR_T01", name: "Experience", kind: Token, power: 1, hp: 1),
        ]"#;
        let library = Library::parse(vec![("cards.ron".into(), text.to_owned())]);
        let library = library.unwrap_or_else(|error| panic!("{error}"));
        let printings = "id;name;subtitle;also printed as\nSOR_010;Darth Vader;Dark Lord of the Sith;\n\
            SOR_172;Open Fire;;TWI_174 TWI_1074 P25_043\nSHD_045;Privateer Crew;;\nJTL_005;Darth Vader;Victor Squadron Leader;\n";
        let printings = Printings::parse(printings).unwrap_or_else(|error| panic!("{error:?}"));
        Library {
            supplement: Arc::new(Supplement { printings, ..Supplement::default() }),
            ..library
        }
    }

    #[test]
    fn numbers_in_a_row_are_a_range() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10");
        assert_eq!(ranges(&[]), "");
    }

    #[test]
    fn an_id_may_be_written_in_several_ways() {
        for id in ["SOR_010", "SOR_10", "sor_010", "SOR-010", " sor 10 "] {
            assert_eq!(spelled(id).as_deref(), Some("SOR_010"), "{id}");
        }
        assert_eq!(spelled("sor-t1").as_deref(), Some("SOR_T01"));
        assert_eq!(spelled("jtl 1000").as_deref(), Some("JTL_1000"));
        assert_eq!(spelled("SOROP-03").as_deref(), Some("SOROP_003"));
        for id in [
            "SOR010",
            "SOR_",
            "SOR_0010",
            "SOR_10000",
            "SOR_T1000",
            "SOR_+10",
            "S_10",
            "SORRYS_10",
            "SOR_1\u{660}",
            "",
        ] {
            assert_eq!(spelled(id), None, "{id}");
        }
    }

    #[test]
    fn every_printing_means_the_card() {
        let library = library();
        assert_eq!(library.look_up("TWI_174"), Ok(1));
        assert_eq!(library.look_up("twi-174"), library.look_up("SOR_172"));
        assert_eq!(library.look_up("P25 43"), Ok(1));
        assert_eq!(library.look_up("twi_1074"), Ok(1));
        assert_eq!(library.look_up("SOR_T01"), Ok(2));
    }

    #[test]
    fn what_is_wrong_with_an_id_is_said() {
        let library = library();
        let explain = |id| library.look_up(id).expect_err("known").explain(id, &library);
        assert_eq!(
            explain("SHD_045"),
            "expected a card that is defined; SHD_045 Privateer Crew (Shadows of the Galaxy) is not yet"
        );
        assert!(explain("SOR_200").starts_with(
            "expected a number of Spark of Rebellion (SOR) that is known (10, 172), found SOR_200; of"
        ));
        assert!(
            explain("P25_44")
                .starts_with("expected a number of P25 that is known (43), found P25_44;")
        );
        assert_eq!(
            explain("XXX_001"),
            "expected a card of one of the sets SOR, SHD, JTL, found XXX_001"
        );
        assert_eq!(explain("Vader"), "expected the id of a card, such as SOR_010, found Vader");
    }

    #[test]
    fn names_are_found_however_they_are_written() {
        let library = library();
        let names = Names::new(&library);
        let found = |name, subtitle| {
            let found = names.find(name, subtitle).into_iter();
            found.map(|candidate| candidate.card.map_err(|card| card.id.as_str())).collect()
        };
        let vaders: Vec<Result<u16, &str>> = found("DARTH  VADER", None);
        assert_eq!(vaders, [Ok(0), Err("JTL_005")]);
        assert_eq!(found("Darth Vader", Some("dark lord of the sith")), [Ok(0)]);
        assert_eq!(found("open-fire", None), [Ok(1)]);
        assert_eq!(found("Experience", None), []);
        assert_eq!(names.near("Opne Fire"), Some("Open Fire"));
        assert_eq!(names.near("Something else"), None);
    }
}
