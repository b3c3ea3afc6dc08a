//! A game as commands, outputs and experiments see it, whichever it is.
//!
//! What is not hot does not know which game it is about: it has a [`Host`], its cards as a
//! [`Catalogue`], what players enter as an [`Entry`], and positions as a [`Position`]. So it is compiled
//! once. What is compiled for each game is in [`engine`](crate::engine).

use std::any::Any;
use std::fmt;
use std::ops::{Deref, RangeInclusive};
use std::sync::Arc;

use cardmill_harness::agent::Agent;
use cardmill_harness::files::CardFiles;
use cardmill_harness::library::{Changed, Revision};
use cardmill_harness::notation::SpannedError;
use cardmill_harness::observation::Facts;
use cardmill_harness::observation::schema::Schema;
use cardmill_harness::play::{EntryError, Kind, Play, Source};
use cardmill_harness::session::{Problem, Value};
use cardmill_harness::tally::{Figure, Measure};
use cardmill_kernel::card::Seat;

use crate::entry::{Card, Entry, Position};
use crate::error::Error;

/// A game, whichever it is.
pub trait Host: Send + Sync {
    /// As [`Session::NAME`](cardmill_harness::session::Session::NAME).
    fn name(&self) -> &'static str;

    /// What players enter is called so, as [`NOUN`](cardmill_harness::play::Entry::NOUN).
    fn noun(&self) -> &'static str;

    /// How the names of files end that players enter; none where games begin from positions alone.
    fn endings(&self) -> &'static [&'static str];

    /// How many players can enter a game.
    fn seats(&self) -> RangeInclusive<usize>;

    /// As [`BLANK`](cardmill_harness::play::Entry::BLANK).
    fn blank(&self) -> Option<&'static str>;

    /// As [`CURVE`](cardmill_harness::play::Entry::CURVE).
    fn curve(&self, cost: u32) -> u32;

    /// As [`KINDS`](cardmill_harness::play::Entry::KINDS).
    fn kinds(&self) -> Option<[Kind; 2]>;

    /// As [`BUFFS`](cardmill_harness::play::Entry::BUFFS).
    fn buffs(&self) -> &'static [&'static str];

    /// As [`SIDEBOARDING`](cardmill_harness::play::Entry::SIDEBOARDING).
    fn sideboarding(&self) -> Option<&'static str>;

    /// As [`Play::AGENTS`].
    fn agents(&self) -> &'static [Agent];

    /// As [`Play::PLANNERS`].
    fn planners(&self) -> &'static [Agent];

    /// As [`Play::USUAL`].
    fn usual(&self) -> Agent;

    /// As [`Play::ROUNDS`].
    fn rounds(&self) -> Option<u16>;

    /// What tallies measure as rounds begin; nothing where the game keeps none.
    fn measures(&self) -> Option<&'static [Measure]>;

    /// The figures of cards in tables, as [`figures`](cardmill_harness::tally::Keeper::figures); nothing where no
    /// tallies are kept.
    fn figures(&self) -> &'static [(Figure, &'static str)];

    /// The text about these figures.
    fn explained(&self) -> &'static str;

    /// True if cards of which tallies are kept are drawn.
    fn draws(&self) -> bool;

    /// As [`Play::kept`].
    fn kept(&self, text: &str) -> Option<&'static str>;

    /// As [`claims`](cardmill_harness::play::Entry::claims).
    fn claims(&self, text: &str) -> bool;

    /// Reads the cards of the game.
    ///
    /// # Errors
    /// What is wrong, with file and line.
    fn load(&self, cards: &CardFiles) -> Result<Catalogue, String>;

    /// As [`Play::agent_with`].
    ///
    /// # Errors
    /// As there.
    fn agent_with(&self, text: &str, nets: &[Agent]) -> Result<Agent, String>;

    /// What observations of its tables are.
    ///
    /// # Errors
    /// As [`Play::encoder`].
    fn schema(&self) -> Result<Schema, Problem>;

    /// The revisions of a file in RON.
    ///
    /// # Errors
    /// Where it says something else.
    fn revisions(&self, text: &str) -> Result<Vec<Revision<Card>>, SpannedError>;

    /// A position in JSON.
    ///
    /// # Errors
    /// Where it says something else, and what was expected.
    fn position(&self, given: Value) -> Result<Position, Problem>;

    /// A position in JSON, as [`position`](Self::position) reads it.
    fn plain(&self, position: &Position) -> Value;

    /// What plays it, as [`engine`](crate::engine) knows it.
    fn engine(&self) -> &'static dyn Any;
}

impl fmt::Debug for dyn Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The cards that a game is played with.
#[derive(Clone)]
pub struct Catalogue(pub(crate) Arc<dyn Cards>);

/// What a game says of its cards, and of what is made of them.
pub trait Cards: Any + Send + Sync {
    /// What they are in their game.
    fn cards(&self) -> &dyn Any;

    /// The game.
    fn game(&self) -> &'static dyn Host;

    /// A number that differs between catalogues that differ.
    fn digest(&self) -> u64;

    /// The id of the card that some other id means as well, such as that of another printing.
    fn id(&self, other: &str) -> Option<&str>;

    /// The ids of all cards that are defined, in their order.
    fn ids(&self) -> Vec<String>;

    /// Says what cards are called, by their ids; nothing where there is no such card.
    fn names(&self) -> Box<dyn Fn(&str) -> String>;

    /// The definitions of all cards, in their order.
    fn definitions(&self) -> Vec<Defined>;

    /// The places among the definitions of the cards with this id, or else with this name.
    ///
    /// # Errors
    /// What was expected, if there is none.
    fn named(&self, wanted: &str) -> Result<Vec<usize>, String>;

    /// The cards after a revision.
    ///
    /// # Errors
    /// What cannot be.
    fn revised(&self, revision: &Revision<Card>) -> Result<Revised, Error>;

    /// The names of entries that come with the cards and are played where none is named.
    fn ready(&self) -> Vec<String>;

    /// The names of the others that come with the cards.
    fn more(&self) -> Vec<String>;

    /// Reads some entries, in this order.
    fn read(&self, sources: &[Source]) -> Vec<Result<Entry, EntryError>>;

    /// What a card costs, and the sum of the numbers that it is printed with.
    fn printed(&self, card: &str) -> Option<[u32; 2]>;

    /// What the card at a place of the catalogue is called, its id and its name, where tallies are kept.
    fn called(&self, place: u16) -> [String; 2];

    /// What cards of its kind are called, such as `events`, where tallies are kept.
    fn kind(&self, place: u16) -> &'static str;

    /// The place in the catalogue of the card with this id, where tallies are kept of cards that are drawn.
    fn place(&self, id: &str) -> Option<u16>;

    /// What tries whether positions can be set up, and tells how many sit there.
    fn trying(&self) -> Box<dyn FnMut(&Position) -> Result<Seat, Problem>>;

    /// What is known of the cards for observations.
    ///
    /// # Errors
    /// When the game has no rows for observations.
    fn facts(&self) -> Result<Facts, Problem>;
}

/// What a definition says of a card.
pub struct Defined {
    /// The id.
    pub id: String,
    /// What it is called: its name, where cards of the game have one.
    pub name: String,
    /// All of it, in plain data.
    pub plain: Value,
}

/// What a revision makes of cards.
pub struct Revised {
    /// What was changed, in the order of the edits.
    pub changes: Vec<Changed>,
    /// Whether a card was changed that all may meet in a game, such as a token.
    pub everywhere: bool,
    /// The cards, if they are others.
    pub cards: Option<Catalogue>,
}

impl Catalogue {
    /// What they are in their game.
    ///
    /// # Panics
    /// If they are of another.
    #[must_use]
    pub fn get<G: Play>(&self) -> &G::Catalogue {
        self.0.cards().downcast_ref().expect("they are of the game that is played")
    }

    /// Whether both are the same cards, and not others that are equal.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for Catalogue {
    type Target = dyn Cards;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}
