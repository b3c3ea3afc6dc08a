//! The card library: every definition, read from disk and checked once.
//!
//! A card is known by its place in [`Library::definitions`] from then on; ids are for files and
//! for people. `load` reads the files, `check` says what is wrong with a definition, `ability`
//! looks at its abilities, and `source` finds the line that a complaint is about.

mod ability;
mod check;
mod load;
mod source;

use std::collections::BTreeMap;
use std::path::PathBuf;

pub use load::{LoadError, LoadErrors, default_dir};

use crate::vocabulary::Definition;

/// The sets in order of release, and how many different numbers each has (tokens left out). A
/// set that is not listed comes last and is taken to end at its highest defined number.
const SETS: &[(&str, u16)] = &[
    ("SOR", 252),
    ("SHD", 262),
    ("TWI", 257),
    ("JTL", 262),
    ("LOF", 264),
    ("SEC", 264),
    ("LAW", 264),
    ("TS26", 84),
    ("ASH", 264),
];

/// Where a card stands: by release, then by id. So a new set leaves the places of all cards
/// before it, and with them the digests of their games, as they were.
fn rank(id: &str) -> (usize, &str) {
    let set = id.split('_').next().unwrap_or(id);
    (SETS.iter().position(|(code, _)| *code == set).unwrap_or(SETS.len()), id)
}

/// Every card definition there is, in order of release and id.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The definitions, in order of release and id. At most 65 535.
    pub definitions: Vec<Definition>,
    /// File and line (from 1) of each definition, in the same order.
    pub source: Vec<(PathBuf, u32)>,
    /// What looks odd but is no error, in order of path, line and column.
    pub warnings: Vec<LoadError>,
}

/// How much of a set is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetCoverage {
    /// The set's code, such as `SOR`.
    pub set: String,
    /// How many different numbers the set has.
    pub numbers: u16,
    /// How many of them are defined. A definition is always complete.
    pub complete: u16,
    /// The numbers without a definition, ascending.
    pub missing: Vec<u16>,
}

impl Library {
    /// The place of a card in [`definitions`](Self::definitions). `None` when there is no such id.
    #[must_use]
    pub fn index(&self, id: &str) -> Option<u16> {
        let found = self.definitions.binary_search_by_key(&rank(id), |d| rank(&d.id)).ok()?;
        u16::try_from(found).ok()
    }

    /// The card with this id. `None` when there is none.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Definition> {
        self.definitions.get(usize::from(self.index(id)?))
    }

    /// Per set with at least one card (tokens do not count), in order of its code.
    #[must_use]
    pub fn coverage(&self) -> Vec<SetCoverage> {
        let mut sets: BTreeMap<&str, Vec<u16>> = BTreeMap::new();
        for definition in &self.definitions {
            if let Some((set, Number::Card(number))) = split_id(&definition.id) {
                sets.entry(set).or_default().push(number);
            }
        }
        sets.into_iter().map(|(set, defined)| SetCoverage::new(set, &defined)).collect()
    }
}

/// Everything that is wrong with definitions that stand in no file. The ids come first.
#[must_use]
pub fn problems(definitions: &[Definition]) -> Vec<String> {
    let cards: Vec<&Definition> = definitions.iter().collect();
    let mut found = Vec::new();
    check::all(&cards, |card, problem| {
        if problem.fatal {
            let id = &definitions[card].id;
            found.push(format!("{id}, {}: {}", problem.path, problem.expected));
        }
    });
    for (n, card) in definitions.iter().enumerate() {
        if definitions[..n].iter().any(|other| other.id == card.id) {
            found.push(format!("{}, id: expected an id of its own", card.id));
        }
    }
    found
}

impl SetCoverage {
    /// From the numbers that are defined, ascending.
    fn new(set: &str, defined: &[u16]) -> Self {
        let listed = SETS.iter().find(|(code, _)| *code == set).map_or(0, |(_, size)| *size);
        let numbers = defined.last().map_or(listed, |last| listed.max(*last));
        let missing = (1..=numbers).filter(|n| defined.binary_search(n).is_err()).collect();
        let complete = defined.iter().filter(|n| **n > 0).count();
        Self {
            set: set.to_owned(),
            numbers,
            complete: u16::try_from(complete).unwrap_or(u16::MAX),
            missing,
        }
    }
}

/// The part of an id after the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    /// `010`: a collector number.
    Card(u16),
    /// `T01`: a token.
    Token,
}

/// Splits `SOR_010` or `SOR_T01`. `None` when the id has another shape.
fn split_id(id: &str) -> Option<(&str, Number)> {
    let (set, number) = id.split_once('_')?;
    let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
    if !(2..=4).contains(&set.len()) || !set.chars().all(upper) || number.len() != 3 {
        return None;
    }
    let digits = number.strip_prefix('T').unwrap_or(number);
    if !digits.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let value = digits.parse().ok()?;
    Some((set, if digits.len() == 3 { Number::Card(value) } else { Number::Token }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_one_shape() {
        assert_eq!(split_id("SOR_010"), Some(("SOR", Number::Card(10))));
        assert_eq!(split_id("TS26_084"), Some(("TS26", Number::Card(84))));
        assert_eq!(split_id("SOR_T01"), Some(("SOR", Number::Token)));
        for id in ["SOR_10", "SOR010", "sor_010", "SOR_T1", "SOR_TT1", "SOR_+10", "_010", ""] {
            assert_eq!(split_id(id), None, "{id}");
        }
    }

    #[test]
    fn coverage_counts_numbers_and_leaves_tokens_out() {
        let library = Library::parse(vec![(
            PathBuf::from("a.ron"),
            r#"[
                (id: "SOR_095", name: "Battlefield Marine", kind: Unit, cost: 2, power: 3, hp: 3),
                (id: "SOR_T01", name: "Experience", kind: Token, power: 1, hp: 1),
                (id: "XX_003", name: "Thug", kind: Unit, cost: 2, power: 2, hp: 3),
            ]"#
            .to_owned(),
        )])
        .unwrap_or_else(|e| panic!("{e}"));
        let [sor, xx] = &library.coverage()[..] else { panic!("two sets") };
        assert_eq!((sor.set.as_str(), sor.numbers, sor.complete), ("SOR", 252, 1));
        assert_eq!(sor.missing.len(), 251);
        assert!(!sor.missing.contains(&95));
        assert_eq!((xx.numbers, xx.complete, &xx.missing[..]), (3, 1, &[1, 2][..]));
        assert_eq!(library.find("SOR_T01").map(|d| d.name.as_str()), Some("Experience"));
        assert_eq!(library.index("SOR_095"), Some(0));
        assert_eq!(library.find("SOR_096"), None);
        assert_eq!(library.source[1], (PathBuf::from("a.ron"), 3));
    }
}
