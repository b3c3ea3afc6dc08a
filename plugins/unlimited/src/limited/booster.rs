//! Packs of a set.

use std::collections::BTreeMap;

use cardmill_kernel::streams::below;
use rand_chacha::ChaCha8Rng;

use crate::library::{Library, Rarity, SlotKind};

/// The cards of a pack. They are places in the library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pack {
    /// The leaders of the pack, as places in the library.
    pub leaders: Vec<u16>,
    /// Bases that are not drafted.
    pub bases: Vec<u16>,
    /// The cards of all other kinds, and bases that are drafted (CR 10.3.2E).
    pub cards: Vec<u16>,
}

/// A part of a booster.
struct Part {
    kind: SlotKind,
    cards: usize,
    /// The cards of each rarity that can be there, and its weight.
    among: Vec<(usize, Vec<u16>)>,
}

/// The booster of a set, ready to be opened.
pub struct Booster {
    /// The code of the set.
    pub set: String,
    /// The bases that every player may have (CR 10.2.2C, 10.3.4C).
    pub bases: Vec<u16>,
    /// The rarities of the cards of the set, by their places in the library.
    pub rarities: BTreeMap<u16, Rarity>,
    /// The sources of all that is known of the booster, without repetition.
    pub sources: Vec<String>,
    parts: Vec<Part>,
}

/// Cards that are named one by one where they are missing.
const NAMED: usize = 5;

impl Booster {
    /// The booster of a set.
    ///
    /// # Errors
    /// What was expected, when it is not known what a booster of the set is, or cards of it are not defined.
    pub fn new(library: &Library, set: &str) -> Result<Self, String> {
        let set = set.to_ascii_uppercase();
        let supplement = &library.supplement;
        let Some(slots) = supplement.boosters.of_set(&set) else {
            let known = supplement.boosters.sets().join(", ");
            return Err(format!(
                "expected a set whose boosters cards/unlimited/boosters.csv knows, of {known}, found {set}"
            ));
        };
        let (mut cards, mut missing) = (Vec::new(), Vec::new());
        let is_opened = |rarity: Rarity| {
            slots.iter().flat_map(|slot| &slot.weights).any(|(opened, _)| *opened == rarity)
        };
        for (number, rarity) in supplement.rarities.of_set(&set) {
            let id = format!("{set}_{number:03}");
            match library.look_up(&id) {
                Ok(card) => cards.push((card, rarity)),
                Err(_) if is_opened(rarity) => missing.push(id),
                Err(_) => {}
            }
        }
        if !missing.is_empty() {
            let more = missing.len().saturating_sub(NAMED);
            missing.truncate(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            return Err(format!(
                "expected a set of which all cards of boosters are defined, found {set} without {}{more}",
                missing.join(", ")
            ));
        }
        let kind = |card: u16| library.definitions[usize::from(card)].kind;
        let fitting = |wanted: SlotKind, rarity| -> Vec<u16> {
            let fits =
                |(card, of): &&(u16, _)| *of == rarity && SlotKind::of(kind(*card), *of) == wanted;
            cards.iter().filter(fits).map(|(card, _)| *card).collect()
        };
        let mut parts = Vec::new();
        for slot in slots {
            let among = slot
                .weights
                .iter()
                .map(|(rarity, weight)| (usize::from(*weight), fitting(slot.kind, *rarity)));
            let among: Vec<(usize, Vec<u16>)> = among.collect();
            if among.iter().any(|(_, cards)| cards.len() < slot.cards) {
                let name = &slot.name;
                return Err(format!(
                    "expected {} cards of each rarity of the slot {name} in {set}, found fewer",
                    slot.cards
                ));
            }
            parts.push(Part { kind: slot.kind, cards: slot.cards, among });
        }
        let mut sources: Vec<String> = slots.iter().map(|slot| slot.source.clone()).collect();
        sources.sort_unstable();
        sources.dedup();
        let bases = fitting(SlotKind::Base, Rarity::Common);
        let rarities = cards.into_iter().collect();
        Ok(Self { set, bases, rarities, sources, parts })
    }

    /// Opens a pack.
    pub fn open(&self, rng: &mut ChaCha8Rng) -> Pack {
        let mut pack = Pack::default();
        for part in &self.parts {
            let into = match part.kind {
                SlotKind::Leader => &mut pack.leaders,
                SlotKind::Base => &mut pack.bases,
                SlotKind::Card => &mut pack.cards,
            };
            let from = into.len();
            while into.len() < from + part.cards {
                let card = part.draw(rng);
                // No card is twice in a slot.
                if !into[from..].contains(&card) {
                    into.push(card);
                }
            }
        }
        pack
    }
}

impl Part {
    fn draw(&self, rng: &mut ChaCha8Rng) -> u16 {
        let total = self.among.iter().map(|(weight, _)| weight).sum();
        let mut left = below(rng, total);
        let drawn = self.among.iter().find(|(weight, _)| match left.checked_sub(*weight) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        let (_, cards) = drawn.expect("it is less than all weights together");
        cards[below(rng, cards.len())]
    }
}
