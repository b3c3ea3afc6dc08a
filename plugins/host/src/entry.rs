//! Entries, positions and definitions of cards, of whichever game.

use std::any::Any;
use std::ops::Deref;
use std::sync::Arc;

use cardmill_harness::play::{Entry as _, EntryError, Play};
use cardmill_harness::session::Value;

use crate::host::Catalogue;

/// An entry of whichever game: the thing that a player enters it with, such as a deck.
#[derive(Clone)]
pub struct Entry(Arc<dyn Entered>);

/// As [`Entry`](cardmill_harness::play::Entry) of a game, with cards of the same game.
pub trait Entered: Any + Send + Sync {
    /// The name of the entry, as results show it.
    fn name(&self) -> &str;

    /// The kind of game that it enters at a table of so many, as
    /// [`kind_of_game`](cardmill_harness::play::Entry::kind_of_game).
    ///
    /// # Errors
    /// As there.
    fn kind_of_game(&self, seats: usize) -> Result<&'static str, String>;

    /// The ids of its cards, by their places in it.
    fn cards<'c>(&self, catalogue: &'c Catalogue) -> Vec<&'c str>;

    /// The ids of the cards that could be in it and would be paid for at their price, in order.
    fn pool<'c>(&self, catalogue: &'c Catalogue) -> Vec<&'c str>;

    /// The place of the entry along each of the game's kinds, in hundredths.
    fn kind(&self, catalogue: &Catalogue) -> [u32; 2];

    /// The same with another card at one of these places, and nothing to exchange between games.
    ///
    /// # Errors
    /// When that cannot be played.
    fn with(&self, catalogue: &Catalogue, place: usize, id: &str) -> Result<Entry, EntryError>;

    /// The same without the card at one of these places; `None` where that cannot be played.
    fn without(&self, catalogue: &Catalogue, place: usize) -> Option<Entry>;

    /// Itself as it is played against another in the games of a match after the first; none where it
    /// stays as it is.
    fn sideboarded(&self, catalogue: &Catalogue, against: &Entry) -> Option<Entry>;

    /// The ids of the cards beside it that can be exchanged between the games of a match.
    fn aside<'c>(&self, catalogue: &'c Catalogue) -> Vec<&'c str>;

    /// The entry with these of its cards exchanged for as many of those [`aside`](Self::aside), by
    /// their ids; `None` where it has not got them all.
    fn boarded(&self, catalogue: &Catalogue, out: &[&str], into: &[&str]) -> Option<Entry>;

    /// The entry as its file could say it.
    fn written(&self, catalogue: &Catalogue) -> Value;
}

struct Of<G: Play>(G::Entry);

impl Entry {
    /// An entry of this game.
    #[must_use]
    pub fn of<G: Play>(entry: G::Entry) -> Self {
        Self(Arc::new(Of::<G>(entry)))
    }

    /// Some entries of this game.
    #[must_use]
    pub fn all<G: Play>(entries: impl IntoIterator<Item = G::Entry>) -> Vec<Self> {
        entries.into_iter().map(Self::of::<G>).collect()
    }

    /// The entry in the type of its game.
    ///
    /// # Panics
    /// If it is of another.
    #[must_use]
    pub fn get<G: Play>(&self) -> &G::Entry {
        let any: &dyn Any = &*self.0;
        let Of(entry) = any.downcast_ref::<Of<G>>().expect("it is of the game that is played");
        entry
    }
}

impl Deref for Entry {
    type Target = dyn Entered;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl<G: Play> Entered for Of<G> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn kind_of_game(&self, seats: usize) -> Result<&'static str, String> {
        self.0.kind_of_game(seats)
    }

    fn cards<'c>(&self, catalogue: &'c Catalogue) -> Vec<&'c str> {
        self.0.cards(catalogue.get::<G>())
    }

    fn pool<'c>(&self, catalogue: &'c Catalogue) -> Vec<&'c str> {
        self.0.pool(catalogue.get::<G>())
    }

    fn kind(&self, catalogue: &Catalogue) -> [u32; 2] {
        self.0.kind(catalogue.get::<G>())
    }

    fn with(&self, catalogue: &Catalogue, place: usize, id: &str) -> Result<Entry, EntryError> {
        self.0.with(catalogue.get::<G>(), place, id).map(Entry::of::<G>)
    }

    fn without(&self, catalogue: &Catalogue, place: usize) -> Option<Entry> {
        self.0.without(catalogue.get::<G>(), place).map(Entry::of::<G>)
    }

    fn sideboarded(&self, catalogue: &Catalogue, against: &Entry) -> Option<Entry> {
        self.0.sideboarded(catalogue.get::<G>(), against.get::<G>()).map(Entry::of::<G>)
    }

    fn aside<'c>(&self, catalogue: &'c Catalogue) -> Vec<&'c str> {
        self.0.aside(catalogue.get::<G>())
    }

    fn boarded(&self, catalogue: &Catalogue, out: &[&str], into: &[&str]) -> Option<Entry> {
        self.0.boarded(catalogue.get::<G>(), out, into).map(Entry::of::<G>)
    }

    fn written(&self, catalogue: &Catalogue) -> Value {
        self.0.written(catalogue.get::<G>())
    }
}

/// A position as a person writes it down.
#[derive(Clone)]
pub struct Position(Arc<dyn Any + Send + Sync>);

impl Position {
    /// A position of this game.
    #[must_use]
    pub fn of<G: Play>(position: G::Position) -> Self {
        Self(Arc::new(position))
    }

    /// The position in the type of its game.
    ///
    /// # Panics
    /// If it is of another.
    #[must_use]
    pub fn get<G: Play>(&self) -> &G::Position {
        self.0.downcast_ref().expect("it is of the game that is played")
    }
}

/// A card as a file defines it.
#[derive(Clone)]
pub struct Card(pub(crate) Arc<dyn Any + Send + Sync>);

impl Card {
    /// The definition in the type of its game. Panics if it is of another.
    pub(crate) fn get<G: Play>(&self) -> &G::Card {
        self.0.downcast_ref().expect("it is of the game that is played")
    }
}
