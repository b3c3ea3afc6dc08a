//! The card library: every definition, read from disk and checked once.
//!
//! A card is known by its place in [`Library::definitions`] from then on; ids are for files and
//! for people. `load` reads the files, `check` says what is wrong with a definition, and `ability`
//! looks at its abilities. `printings` knows all cards there are by number and name, `formats` which
//! of them may be in a deck, `boosters` how rare they are and what a pack is (`table` reads their files),
//! and `lookup` which of them somebody means.

mod ability;
mod boosters;
mod check;
mod formats;
mod load;
mod lookup;
mod opponents;
mod printings;
mod table;

use core::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) use ability::Scope;
pub use boosters::{BoosterSlot, Boosters, Rarities, Rarity, SlotKind};
pub use cardmill_harness::day::Day;
pub use cardmill_harness::files::default_dir;
use cardmill_harness::library::{self, Complaint, LoadError};
pub use cardmill_harness::spelling::folded;
pub(crate) use cardmill_harness::spelling::nearest;
pub(crate) use check::{Check, checked, parts};
pub(crate) use formats::is_preview;
pub use formats::{Cardpool, Formats, Sets};
pub use lookup::{Candidate, Names, Unknown, not_defined, ranges, set_called, spelled};
pub use opponents::Opponents;
pub(crate) use opponents::Part;
pub use printings::{Listing, Printings, full_name};

use crate::vocabulary::{Definition, Kind};

/// A set of cards.
struct Set {
    code: &'static str,
    name: &'static str,
    /// The number of different numbers that its cards have, tokens left out.
    size: u16,
    /// Its cards are known from previews alone: no format has them before they are printed.
    preview: bool,
}

const fn set(code: &'static str, name: &'static str, size: u16) -> Set {
    Set { code, name, size, preview: false }
}

/// The sets in order of release. A set that is not listed comes last and is taken to end at its
/// highest defined number.
const SETS: &[Set] = &[
    set("SOR", "Spark of Rebellion", 252),
    set("SHD", "Shadows of the Galaxy", 262),
    set("TWI", "Twilight of the Republic", 257),
    set("JTL", "Jump to Lightspeed", 262),
    set("LOF", "Legends of the Force", 264),
    set("IBH", "Intro Battle: Hoth", 104),
    set("SEC", "Secrets of Power", 264),
    set("LAW", "A Lawless Time", 264),
    set("TS26", "Twin Suns", 84),
    set("ASH", "Ashes of the Empire", 264),
    set("HMW", "Homeworlds", 272),
    Set { preview: true, ..set("IC27", "IC27", 187) },
];

/// The set's code in an id.
#[must_use]
pub fn set_of(id: &str) -> &str {
    id.split('_').next().unwrap_or(id)
}

/// The place of a card among all cards, to sort by: by release, then by id. So a new set leaves the
/// places of all cards before it as they were, and with them the order in which their titles are
/// named.
fn rank(id: &str) -> (usize, &str) {
    (SETS.iter().position(|set| set.code == set_of(id)).unwrap_or(SETS.len()), id)
}

cardmill_harness::plain_data!(Definition);

impl library::Definition for Definition {
    const LISTED: Option<&'static str> = Some("keywords");

    fn id(&self) -> &str {
        &self.id
    }

    fn order(&self, other: &Self) -> Ordering {
        rank(&self.id).cmp(&rank(&other.id))
    }

    fn is_token(&self) -> bool {
        self.kind.is_token()
    }

    /// The complaint about a field that changes nothing of this card, and what to change instead. The
    /// cost of a leader counts for abilities that ask what a unit costs, and not for its deployment
    /// (CR 3.4.4).
    fn idle(&self, field: &str) -> Option<String> {
        let fights = self.kind.is_unit() || self.kind == Kind::Leader;
        let (is_flipped, attaches) = (self.flip_side.is_some(), self.kind == Kind::Upgrade);
        let whole = field.split(['.', '[']).next().unwrap_or(field);
        let expected = match whole {
            "cost" if self.unit_side.as_ref().is_some_and(|side| side.deploy_at > 0) => {
                "expected deploy_at, which a leader is deployed for; its cost is only what abilities \
                 see of the unit that it is then"
            }
            "cost" if self.kind == Kind::Leader => {
                "expected another field: nobody pays for a leader; its abilities say what they cost"
            }
            "power" | "arena" if is_flipped => {
                "expected another field: this leader never fights as a unit"
            }
            "arena" if !fights => "expected another field: only units are in an arena",
            "attach" if !attaches => "expected another field: only upgrades attach",
            _ => return None,
        };
        Some(expected.to_owned())
    }

    fn check(cards: &[&Self], report: &mut dyn FnMut(usize, Complaint)) {
        check::all(cards, report);
    }
}

/// Every card definition there is, in order of release and id.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The definitions, in order of release and id. At most 65 535.
    pub definitions: Vec<Definition>,
    /// File and line (from 1) of each definition, in the same order.
    pub source: Vec<(PathBuf, u32)>,
    /// Oddities that are no errors, in order of path, line and column.
    pub warnings: Vec<LoadError>,
    /// Everything else that comes with the definitions.
    pub supplement: Arc<Supplement>,
}

/// Everything that card files hold besides definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Supplement {
    /// Every card there is by number and name.
    pub printings: Printings,
    /// The files of decks that come with the cards, shelf by shelf with its name, in order of path: the first
    /// shelf is what is played where no deck is named. No shelf is empty. They are not checked.
    pub shelves: Vec<(&'static str, Vec<(PathBuf, String)>)>,
    /// The cards that formats allow, and allowed.
    pub formats: Formats,
    /// The rarities of the cards of sets.
    pub rarities: Rarities,
    /// The boosters of sets, which limited is played with.
    pub boosters: Boosters,
    /// The cards that are about several opponents.
    pub opponents: Opponents,
}

impl Supplement {
    /// All files of decks, those first that are played where no deck is named.
    pub fn decks(&self) -> impl Iterator<Item = &(PathBuf, String)> {
        self.shelves.iter().flat_map(|(_, files)| files)
    }
}

/// The part of a set that is defined. A card counts in the set that printed it first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetCoverage {
    /// The set's code, such as `SOR`.
    pub set: String,
    /// The number of cards of the set that were new in it: as many as are listed, or as it has
    /// numbers where none are.
    pub cards: u16,
    /// The number of them that are defined. A definition is always complete.
    pub complete: u16,
    /// The numbers of those without a definition, ascending.
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
        let coverage = |(set, defined): (&str, Vec<u16>)| {
            let listed = self.supplement.printings.numbers(set);
            let listed = listed.filter_map(|(id, first)| match split_id(id)? {
                (_, Number::Card(number)) => Some((number, first)),
                (_, Number::Token) => None,
            });
            SetCoverage::new(set, &defined, &listed.collect())
        };
        sets.into_iter().map(coverage).collect()
    }
}

impl SetCoverage {
    /// From the numbers that are defined, ascending, and those that are listed, with whether each
    /// is its card's first printing. Where any are listed, others are known to be no cards.
    fn new(set: &str, defined: &[u16], listed: &BTreeMap<u16, bool>) -> Self {
        let size = SETS.iter().find(|listed| listed.code == set).map_or(0, |listed| listed.size);
        let last = defined.last().map_or(size, |last| size.max(*last));
        let is_card = |number: &u16| match listed.get(number) {
            Some(first) => *first,
            None => listed.is_empty(),
        };
        let is_defined = |number: &u16| defined.binary_search(number).is_ok();
        let missing: Vec<u16> =
            (1..=last).filter(|number| !is_defined(number) && is_card(number)).collect();
        let complete = defined.iter().filter(|number| **number > 0).count();
        let count = |cards: usize| u16::try_from(cards).unwrap_or(u16::MAX);
        Self {
            set: set.to_owned(),
            cards: count(complete + missing.len()),
            complete: count(complete),
            missing,
        }
    }
}

/// The part of an id after the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    /// `010`: a collector number.
    Card(u16),
    /// `T01`: the number of a token.
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
    fn a_card_counts_where_it_was_printed_first() {
        let library = Library::parse(vec![(
            PathBuf::from("a.ron"),
            r#"[(id: "SHD_001", name: "Thug", kind: Unit, cost: 2, power: 2, hp: 3)]"#.to_owned(),
        )])
        .unwrap_or_else(|e| panic!("{e}"));
        let printings =
            Printings::parse("id\nSOR_172;Open Fire;;SHD_003\nSHD_004;Other;;SHD_005\n")
                .unwrap_or_else(|error| panic!("{error:?}"));
        let supplement = Arc::new(Supplement { printings, ..Supplement::default() });
        let [shd] = &Library { supplement, ..library }.coverage()[..] else { panic!("one set") };
        assert_eq!((shd.cards, shd.complete), (2, 1));
        assert_eq!(shd.missing, [4], "what is not listed is no card");
    }

    #[test]
    fn coverage_counts_cards_and_leaves_tokens_out() {
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
        assert_eq!((sor.set.as_str(), sor.cards, sor.complete), ("SOR", 252, 1));
        assert_eq!(sor.missing.len(), 251);
        assert!(!sor.missing.contains(&95));
        assert_eq!((xx.cards, xx.complete, &xx.missing[..]), (3, 1, &[1, 2][..]));
        assert_eq!(library.find("SOR_T01").map(|d| d.name.as_str()), Some("Experience"));
        assert_eq!(library.index("SOR_095"), Some(0));
        assert_eq!(library.find("SOR_096"), None);
        assert_eq!(library.source[1], (PathBuf::from("a.ron"), 3));
    }
}
