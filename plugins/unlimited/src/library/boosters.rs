//! Boosters: the rarities of a set's cards, and what is in a pack.

use core::fmt;
use std::collections::BTreeMap;

use super::table::rows;
use super::{SETS, split_id};
use crate::vocabulary::Kind;

/// The rarity of a card in a set, from the most common to the rarest of boosters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rarity {
    /// A common card: the rarity of the bases that everybody may have.
    Common,
    /// An uncommon card, the second rarity of boosters.
    Uncommon,
    /// A rare card, the third rarity of boosters.
    Rare,
    /// A legendary card, the highest rarity of boosters.
    Legendary,
    /// In other products alone, such as decks to begin with.
    Special,
}

impl Rarity {
    const ALL: [(&'static str, Self); 5] = [
        ("common", Self::Common),
        ("uncommon", Self::Uncommon),
        ("rare", Self::Rare),
        ("legendary", Self::Legendary),
        ("special", Self::Special),
    ];

    fn called(name: &str) -> Result<Self, String> {
        let known = Self::ALL.iter().find(|(known, _)| *known == name);
        known.map(|(_, rarity)| *rarity).ok_or_else(|| {
            let all = Self::ALL.map(|(name, _)| name).join(", ");
            format!("expected a rarity of {all}, found \"{name}\"")
        })
    }
}

impl fmt::Display for Rarity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Self::ALL.iter().find(|(_, rarity)| rarity == self);
        f.write_str(known.map_or("", |(name, _)| name))
    }
}

/// The rarities of cards, set by set: the file `rarities.csv`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rarities(BTreeMap<String, BTreeMap<u16, Rarity>>);

impl Rarities {
    /// Reads the table: a line of headings, then a line for each rarity of a set, with the numbers of its
    /// cards, or ranges of them, between spaces.
    ///
    /// # Errors
    /// The first line that is wrong, from 1, and what was expected.
    pub fn parse(text: &str) -> Result<Self, (u32, String)> {
        let mut sets: BTreeMap<String, BTreeMap<u16, Rarity>> = BTreeMap::new();
        for row in rows(text, "set;rarity;numbers;source") {
            let (line, [set, rarity, numbers, _]) = row?;
            let wrong = |expected: String| (line, expected);
            let set = known_set(set).map_err(wrong)?;
            let rarity = Rarity::called(rarity).map_err(wrong)?;
            let cards = sets.entry(set).or_default();
            for part in numbers.split_whitespace() {
                let (first, last) = part.split_once('-').unwrap_or((part, part));
                let (Ok(first), Ok(last)) = (first.parse::<u16>(), last.parse::<u16>()) else {
                    return Err(wrong(format!("expected numbers such as 7 or 7-9, found {part}")));
                };
                for number in first..=last {
                    if cards.insert(number, rarity).is_some() {
                        return Err(wrong(format!(
                            "expected each number once, found {number} again"
                        )));
                    }
                }
            }
        }
        Ok(Self(sets))
    }

    /// The cards of a set by their numbers; none where the set is not known.
    pub fn of_set(&self, set: &str) -> impl Iterator<Item = (u16, Rarity)> + '_ {
        self.0.get(set).into_iter().flatten().map(|(number, rarity)| (*number, *rarity))
    }
}

/// The code of a set, one of the game's or another that has cards.
fn known_set(code: &str) -> Result<String, String> {
    match split_id(&format!("{code}_001")) {
        Some(_) => Ok(code.to_owned()),
        None => Err(format!("expected the code of a set, such as SOR, found \"{code}\"")),
    }
}

/// The kind of card that is in a slot of a booster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotKind {
    /// A leader, of any rarity that its weights allow.
    Leader,
    /// A base that everybody may have.
    Base,
    /// All else that is drafted: units, events and upgrades, and bases of another rarity than common
    /// (CR 10.3.2E).
    Card,
}

impl SlotKind {
    const ALL: [(&'static str, Self); 3] =
        [("leader", Self::Leader), ("base", Self::Base), ("card", Self::Card)];

    /// The one that a card of this kind and rarity is.
    #[must_use]
    pub const fn of(kind: Kind, rarity: Rarity) -> Self {
        match (kind, rarity) {
            (Kind::Leader, _) => Self::Leader,
            (Kind::Base, Rarity::Common) => Self::Base,
            _ => Self::Card,
        }
    }
}

/// A part of a booster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoosterSlot {
    /// The name of the slot in its set, as the table has it.
    pub name: String,
    /// The number of cards in it; at least one, all of them different.
    pub cards: usize,
    /// Of which kind.
    pub kind: SlotKind,
    /// The weights of rarities, in a hundred or in any other number; at least one.
    pub weights: Vec<(Rarity, u16)>,
    /// The source of these numbers.
    pub source: String,
}

/// The boosters of sets, slot by slot: the file `boosters.csv`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Boosters(BTreeMap<String, Vec<BoosterSlot>>);

impl Boosters {
    /// Reads the table: a line of headings, then a line for each slot of a set's booster.
    ///
    /// # Errors
    /// The first line that is wrong, from 1, and what was expected.
    pub fn parse(text: &str) -> Result<Self, (u32, String)> {
        let mut sets: BTreeMap<String, Vec<BoosterSlot>> = BTreeMap::new();
        for row in rows(text, "set;slot;cards;kind;rarities;source") {
            let (line, [set, name, cards, kind, rarities, source]) = row?;
            let wrong = |expected: String| (line, expected);
            let set = known_set(set).map_err(wrong)?;
            let known = SlotKind::ALL.iter().find(|(known, _)| *known == kind);
            let kind = known
                .map(|(_, kind)| *kind)
                .ok_or_else(|| wrong(format!("expected leader, base or card, found \"{kind}\"")))?;
            let cards = cards
                .parse()
                .ok()
                .filter(|cards| (1..=20).contains(cards))
                .ok_or_else(|| wrong(format!("expected 1 to 20 cards, found \"{cards}\"")))?;
            let weights = weights(rarities).map_err(wrong)?;
            let (name, source) = (name.to_owned(), source.to_owned());
            sets.entry(set).or_default().push(BoosterSlot { name, cards, kind, weights, source });
        }
        Ok(Self(sets))
    }

    /// The slots of a set's booster; none where they are not known.
    #[must_use]
    pub fn of_set(&self, set: &str) -> Option<&[BoosterSlot]> {
        self.0.get(set).map(Vec::as_slice)
    }

    /// The sets whose boosters are known, in order of release.
    #[must_use]
    pub fn sets(&self) -> Vec<&str> {
        let mut sets: Vec<&str> = self.0.keys().map(String::as_str).collect();
        sets.sort_by_key(|code| {
            (SETS.iter().position(|set| set.code == *code).unwrap_or(SETS.len()), *code)
        });
        sets
    }
}

/// Rarities with their weights, such as `rare 7 legendary 1`.
fn weights(text: &str) -> Result<Vec<(Rarity, u16)>, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let expected =
        || format!("expected rarities with weights, such as rare 7 legendary 1, found {text}");
    if words.is_empty() || !words.len().is_multiple_of(2) {
        return Err(expected());
    }
    let pair = |pair: &[&str]| {
        let weight = pair[1].parse().ok().filter(|weight| *weight > 0).ok_or_else(expected)?;
        Ok((Rarity::called(pair[0])?, weight))
    };
    words.chunks(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_says_how_rare_its_cards_are() {
        let text = "set\nSOR;common;1 3-5;here\nSOR;rare;2;here\n";
        let rarities = Rarities::parse(text).unwrap_or_else(|error| panic!("{error:?}"));
        let cards: Vec<_> = rarities.of_set("SOR").collect();
        let (common, rare) = (Rarity::Common, Rarity::Rare);
        assert_eq!(cards, [(1, common), (2, rare), (3, common), (4, common), (5, common)]);
        assert_eq!(rarities.of_set("SHD").count(), 0);
    }

    #[test]
    fn a_line_of_rarities_that_is_wrong_is_named() {
        for (line, expected) in [
            ("SOR;common;1", "expected set;rarity;numbers;source"),
            ("sor;common;1;", "expected the code of a set, such as SOR, found \"sor\""),
            (
                "SOR;mythic;1;",
                "expected a rarity of common, uncommon, rare, legendary, special, found \"mythic\"",
            ),
            ("SOR;common;x;", "expected numbers such as 7 or 7-9, found x"),
            ("SOR;common;1-3 2;", "expected each number once, found 2 again"),
        ] {
            let (at, error) = Rarities::parse(&format!("set\n{line}\n")).expect_err(line);
            assert!(at == 2 && error.starts_with(expected), "{line}: {error}");
        }
    }

    #[test]
    fn a_booster_has_slots() {
        let text =
            "set\nSOR;rare;1;card;rare 7 legendary 1;here\nSOR;leader;1;leader;common 1;here\n";
        let boosters = Boosters::parse(text).unwrap_or_else(|error| panic!("{error:?}"));
        let slots = boosters.of_set("SOR").expect("it is known");
        assert_eq!(slots[0].weights, [(Rarity::Rare, 7), (Rarity::Legendary, 1)]);
        assert_eq!((slots[1].kind, slots[1].cards), (SlotKind::Leader, 1));
        assert_eq!((boosters.of_set("SHD"), boosters.sets()), (None, vec!["SOR"]));
    }

    #[test]
    fn a_line_of_slots_that_is_wrong_is_named() {
        for (line, expected) in [
            ("SOR;rare;1;card;rare 7", "expected set;slot;cards;kind;rarities;source"),
            ("SOR;rare;0;card;rare 7;", "expected 1 to 20 cards, found \"0\""),
            ("SOR;rare;1;token;rare 7;", "expected leader, base or card, found \"token\""),
            ("SOR;rare;1;card;rare;", "expected rarities with weights, such as rare 7"),
            ("SOR;rare;1;card;rare 0;", "expected rarities with weights, such as rare 7"),
            ("SOR;rare;1;card;mythic 1;", "expected a rarity of common,"),
        ] {
            let (at, error) = Boosters::parse(&format!("set\n{line}\n")).expect_err(line);
            assert!(at == 2 && error.starts_with(expected), "{line}: {error}");
        }
    }
}
