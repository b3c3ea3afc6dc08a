//! What became of each card in a game, for statistics of cards.

use arrayvec::ArrayVec;
use bevy_app::App;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{SEATS, Seat};
use serde::{Deserialize, Serialize};

/// What became of one card of a player's deck. Rounds count from 1, the set-up being part of the
/// first; 0 where it never happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fate {
    /// Whose card it is.
    pub seat: Seat,
    /// Its place in the catalogue.
    pub card: u16,
    /// It was in the hand that was kept, after any mulligan.
    pub opening: bool,
    /// The round in which it came to the hand for the first time after that.
    pub drawn: u8,
    /// The round in which it became a resource for the first time.
    pub resourced: u8,
    /// The round in which it was played, or deployed, for the first time.
    pub played: u8,
    /// How often it was.
    pub plays: u8,
    /// Attacks that it made.
    pub attacks: u8,
    /// Damage that it dealt to units.
    pub damage: u16,
    /// Damage that it dealt to bases.
    pub base_damage: u16,
    /// How often it was defeated.
    pub defeated: u8,
    /// Its place in the shuffled deck, from the top, before any card was drawn; 0 where it was not
    /// in it.
    pub position: u8,
    /// It was in the hand as the game ended.
    pub held: bool,
}

impl Fate {
    /// Whether it was ever in the hand.
    #[must_use]
    pub const fn is_seen(&self) -> bool {
        self.opening || self.drawn > 0
    }

    /// Whether it was in the shuffled deck.
    #[must_use]
    pub const fn is_shuffled(&self) -> bool {
        self.position > 0
    }
}

/// The most measures that a game has.
pub const MEASURES: usize = 8;

/// What is measured of a player as a round begins, beside the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Its name, as that of a column.
    pub name: &'static str,
    /// What it counts.
    pub meaning: &'static str,
}

/// How a player stood as a round began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stand {
    /// The score.
    pub score: i16,
    /// One for each measure of the game, in their order.
    pub measures: ArrayVec<i16, MEASURES>,
}

/// What became of the cards of a game, and how it went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// One for each card of the decks.
    pub fates: Vec<Fate>,
    /// How players stood, by seat, as each round began.
    pub rounds: Vec<ArrayVec<Stand, SEATS>>,
}

impl Tally {
    /// What became of these cards alone.
    #[must_use]
    pub fn about(mut self, cards: &[u16]) -> Self {
        self.fates.retain(|fate| cards.contains(&fate.card));
        self.rounds.clear();
        self
    }
}

/// A figure of a card, of all of its copies in all games: a share in hundredths, or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// How many copies were played.
    Times,
    /// The share of copies that were played.
    Played,
    /// The mean round in which they were, for the first time.
    Round,
    /// Won by those in the hand that was kept.
    WonOpening,
    /// Won by those that were ever in the hand.
    WonInHand,
    /// Half of the width of the interval of that.
    MarginInHand,
    /// By how much more that is than what others won.
    Improvement,
    /// Won by those that were played.
    WonPlayed,
    /// Half of the width of the interval of that.
    MarginPlayed,
    /// Attacks of a copy, played or not.
    Attacks,
    /// Damage that a copy dealt, but to bases.
    Damage,
    /// How often a copy was defeated, as a share.
    Defeated,
}

/// How a game keeps tallies. Only Worlds to which they were added pay for them.
pub struct Keeper<C> {
    /// Adds tallies to a World.
    pub add: fn(&mut App),
    /// Begins the tally of the game that was just dealt to a table.
    pub begin: fn(&mut Batch, usize),
    /// Ends the tally of a table and hands it over.
    pub end: fn(&mut Batch, usize) -> Tally,
    /// The figures that tables have of each card, each with its heading. If some are about hands, cards are
    /// drawn from shuffled decks and played from hands; else to be played is whatever the game means by
    /// it, and how often counts rounds.
    pub figures: &'static [(Figure, &'static str)],
    /// A text about these figures, in lines of at most 80 characters.
    pub explained: &'static str,
    /// What it measures as rounds begin, at most [`MEASURES`].
    pub measures: &'static [Measure],
    /// What a card of the catalogue is called: its id, and its name.
    pub name: fn(&C, u16) -> [String; 2],
    /// What cards of its kind are called, such as `events`.
    pub kind: fn(&C, u16) -> &'static str,
    /// The place in the catalogue of the card with this id.
    pub place: fn(&C, &str) -> Option<u16>,
}

impl<C> Clone for Keeper<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Keeper<C> {}

impl<C> Keeper<C> {
    /// True if cards are drawn from shuffled decks and played from hands.
    #[must_use]
    pub fn draws(&self) -> bool {
        self.figures.iter().any(|(figure, _)| *figure == Figure::WonInHand)
    }
}
