//! The cards and decks of the flat reference, for the engine.
//!
//! The engine plays its own definitions of the same cards: those of the checkout, and leaders
//! without text that are written down here a second time.

use std::path::PathBuf;

use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::library::{Library, default_dir};

use crate::cards::CARDS;
use crate::state::List;

/// Leaders without text.
const LEADERS: &str = r#"[
    (
        id: "FLT_001", name: "Plain Captain", subtitle: "Of No Words", kind: Leader, unique: true,
        cost: 5, power: 4, hp: 6, aspects: [Vigilance, Heroism], unit_side: (deploy_at: 5),
    ),
    (
        id: "FLT_002", name: "Plain Governor", subtitle: "Of No Words", kind: Leader, unique: true,
        cost: 6, power: 4, hp: 7, aspects: [Command, Villainy], unit_side: (deploy_at: 6),
    ),
    (
        id: "FLT_003", name: "Plain Raider", subtitle: "Of No Words", kind: Leader, unique: true,
        cost: 5, power: 5, hp: 5, aspects: [Aggression, Villainy], unit_side: (deploy_at: 5),
    ),
    (
        id: "FLT_004", name: "Plain Smuggler", subtitle: "Of No Words", kind: Leader, unique: true,
        cost: 4, power: 3, hp: 5, aspects: [Cunning, Heroism], unit_side: (deploy_at: 4),
    ),
    (
        id: "FLT_005", name: "Plain Guard", subtitle: "Of No Words", kind: Leader, unique: true,
        cost: 6, power: 3, hp: 8, aspects: [Vigilance, Villainy], keywords: [Shielded],
        unit_side: (deploy_at: 6),
    ),
    (
        id: "FLT_006", name: "Plain Hunter", subtitle: "Of No Words", kind: Leader, unique: true,
        cost: 6, power: 5, hp: 5, aspects: [Aggression, Heroism], keywords: [Ambush],
        unit_side: (deploy_at: 6),
    ),
]"#;

/// The library of the engine.
#[derive(Debug)]
pub struct Shelf {
    /// The cards of the subset and the tokens.
    pub library: Library,
    /// The place of each card of the subset in the library.
    places: Vec<u16>,
}

impl Shelf {
    /// Loads the cards.
    ///
    /// # Panics
    /// If the checkout is not whole, or does not define a card of the subset.
    #[must_use]
    pub fn load() -> Self {
        let printed = Library::load(default_dir()).expect("the cards of the checkout load");
        let plain = Library::parse(vec![(PathBuf::from("leaders"), LEADERS.to_owned())]);
        let plain = plain.expect("the leaders without text are defined well");
        let known = |id: &str| id.contains("_T") || CARDS.iter().any(|card| card.id == id);
        let mut library = Library::default();
        for all in [printed, plain] {
            for (card, source) in all.definitions.into_iter().zip(all.source) {
                if known(&card.id) {
                    library.definitions.push(card);
                    library.source.push(source);
                }
            }
        }
        let place = |id| library.definitions.iter().position(|card| card.id == id);
        let places = CARDS.iter().map(|card| {
            let place = place(card.id).unwrap_or_else(|| panic!("{} is defined", card.id));
            place as u16
        });
        Self { places: places.collect(), library }
    }

    /// A deck of the flat reference.
    ///
    /// # Panics
    /// If it has no leader and no base.
    #[must_use]
    pub fn deck(&self, name: &str, list: &List) -> Deck {
        let cards: Vec<u16> = list.iter().map(|&card| self.places[usize::from(card)]).collect();
        let [leader, base, cards @ ..] = &cards[..] else { panic!("a deck has leader and base") };
        Deck {
            name: name.to_owned(),
            leader: *leader,
            base: *base,
            cards: cards.to_vec(),
            ..Deck::default()
        }
    }
}
