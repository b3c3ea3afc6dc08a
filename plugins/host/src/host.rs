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
use cardmill_harness::play::{EntryError, Kind, Play, Shelf, Source};
use cardmill_harness::session::{Problem, Value};
use cardmill_harness::tally::{Figure, Measure};
use cardmill_kernel::card::Seat;

use crate::entry::{Card, Entry, Position};
use crate::error::Error;

/// A game, whichever it is.
pub trait Host: Send + Sync {
    /// The name of the game, [`Session::NAME`](cardmill_harness::session::Session::NAME).
    fn name(&self) -> &'static str;

    /// The noun for an entry, such as `deck`: [`NOUN`](cardmill_harness::play::Entry::NOUN).
    fn noun(&self) -> &'static str;

    /// The endings of the files that players enter; none where games begin from positions alone.
    fn endings(&self) -> &'static [&'static str];

    /// The numbers of players that can enter a game.
    fn seats(&self) -> RangeInclusive<usize>;

    /// The edit that makes a card of no use: [`BLANK`](cardmill_harness::play::Entry::BLANK).
    fn blank(&self) -> Option<&'static str>;

    /// The thing in the place of a card that is left out:
    /// [`NOTHING`](cardmill_harness::play::Entry::NOTHING).
    fn nothing(&self) -> Option<&'static str>;

    /// The sum of printed numbers for a cost: [`CURVE`](cardmill_harness::play::Entry::CURVE).
    fn curve(&self, cost: u32) -> u32;

    /// The ways in which kinds of entries are told apart:
    /// [`KINDS`](cardmill_harness::play::Entry::KINDS).
    fn kinds(&self) -> Option<[Kind; 2]>;

    /// Edits that only make cards better: [`BUFFS`](cardmill_harness::play::Entry::BUFFS).
    fn buffs(&self) -> &'static [&'static str];

    /// The rule by which cards are exchanged between the games of a match, in words:
    /// [`SIDEBOARDING`](cardmill_harness::play::Entry::SIDEBOARDING).
    fn sideboarding(&self) -> Option<&'static str>;

    /// The agents that answer at once, [`Play::AGENTS`].
    fn agents(&self) -> &'static [Agent];

    /// The agents that plan, [`Play::PLANNERS`].
    fn planners(&self) -> &'static [Agent];

    /// The most players of a game in which those plan and nets play, [`Play::PLANNED`].
    fn planned(&self) -> usize;

    /// Tells whether an agent plays at a table of so many.
    fn sits(&self, agent: Agent, seats: usize) -> bool {
        seats <= self.planned() || self.agents().contains(&agent)
    }

    /// The agent that plays for an answer where none is named, [`Play::USUAL`].
    fn usual(&self) -> Agent;

    /// Rounds after which a game is over as it stands, [`Play::ROUNDS`].
    fn rounds(&self) -> Option<u16>;

    /// The measures of tallies as rounds begin; `None` where the game keeps none.
    fn measures(&self) -> Option<&'static [Measure]>;

    /// The figures that tables show of cards, as [`figures`](cardmill_harness::tally::Keeper::figures);
    /// nothing where no tallies are kept.
    fn figures(&self) -> &'static [(Figure, &'static str)];

    /// The meaning of these figures.
    fn explained(&self) -> &'static str;

    /// Tells whether cards of which tallies are kept are drawn.
    fn draws(&self) -> bool;

    /// Recognises a file by its text that players keep and nothing begins with here, as
    /// [`Play::kept`].
    fn kept(&self, text: &str) -> Option<&'static str>;

    /// Recognises an entry by its text, as [`claims`](cardmill_harness::play::Entry::claims).
    fn claims(&self, text: &str) -> bool;

    /// Reads the cards of the game.
    ///
    /// # Errors
    /// The complaints about the cards, with file and line.
    fn load(&self, cards: &CardFiles) -> Result<Catalogue, String>;

    /// As [`Play::agent_with`].
    ///
    /// # Errors
    /// As there.
    fn agent_with(&self, text: &str, nets: &[Agent]) -> Result<Agent, String>;

    /// The arrays and columns of the observations of its tables.
    ///
    /// # Errors
    /// As [`Play::encoder`].
    fn schema(&self) -> Result<Schema, Problem>;

    /// The revisions of a file in RON.
    ///
    /// # Errors
    /// The place at which it says something else.
    fn revisions(&self, text: &str) -> Result<Vec<Revision<Card>>, SpannedError>;

    /// A position in JSON.
    ///
    /// # Errors
    /// The place at which it says something else, and the expectation.
    fn position(&self, given: Value) -> Result<Position, Problem>;

    /// A position in JSON, as [`position`](Self::position) reads it.
    fn plain(&self, position: &Position) -> Value;

    /// The engine that plays it, as [`engine`](crate::engine) knows it.
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

/// The cards of a game, and all that is made of them: names, entries, revisions.
pub trait Cards: Any + Send + Sync {
    /// The catalogue in the type of its game.
    fn cards(&self) -> &dyn Any;

    /// The game that is played with them.
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
    /// The expectation, if there is no such card.
    fn named(&self, wanted: &str) -> Result<Vec<usize>, String>;

    /// The cards after a revision.
    ///
    /// # Errors
    /// The edit or the card that cannot be.
    fn revised(&self, revision: &Revision<Card>) -> Result<Revised, Error>;

    /// The entries that come with the cards, shelf by shelf, none of them empty. The first shelf is played
    /// where none is named; who is on a shelf meets the others of it.
    fn shelves(&self) -> Vec<Shelf>;

    /// Reads some entries, in this order.
    fn read(&self, sources: &[Source]) -> Vec<Result<Entry, EntryError>>;

    /// The cost of a card and the sum of the numbers that it is printed with; `None` where these do
    /// not say how strong it is.
    fn printed(&self, card: &str) -> Option<[u32; 2]>;

    /// The id and the name of the card at a place of the catalogue, where tallies are kept.
    fn called(&self, place: u16) -> [String; 2];

    /// The plural word for cards of its kind, such as `events`, where tallies are kept.
    fn kind(&self, place: u16) -> &'static str;

    /// The cost of the card at a place of the catalogue; 0 where no tallies are kept.
    fn cost(&self, place: u16) -> u32;

    /// The cards that any game could see, whoever enters, where tallies are kept of those.
    fn all(&self) -> Vec<u16>;

    /// The place in the catalogue of the card with this id, where tallies are kept of cards that are drawn.
    fn place(&self, id: &str) -> Option<u16>;

    /// A function that tries whether a position can be set up, and returns the number of players
    /// there.
    fn trying(&self) -> Box<dyn FnMut(&Position) -> Result<Seat, Problem>>;

    /// The printed facts of the cards, for observations.
    ///
    /// # Errors
    /// When the game has no rows for observations.
    fn facts(&self) -> Result<Facts, Problem>;
}

/// A definition of a card, as it can be shown and edited.
pub struct Defined {
    /// The id of the card.
    pub id: String,
    /// The name of the card; empty where cards of the game have none.
    pub name: String,
    /// All of it, in plain data.
    pub plain: Value,
}

/// The outcome of a revision of cards.
pub struct Revised {
    /// The fields that were changed, in the order of the edits.
    pub changes: Vec<Changed>,
    /// `true` if a card was changed that all may meet in a game, such as a token.
    pub everywhere: bool,
    /// The cards, if they are others.
    pub cards: Option<Catalogue>,
}

impl Catalogue {
    /// The catalogue in the type of its game.
    ///
    /// # Panics
    /// If they are of another.
    #[must_use]
    pub fn get<G: Play>(&self) -> &G::Catalogue {
        self.0.cards().downcast_ref().expect("they are of the game that is played")
    }

    /// Tells whether both are the same cards, and not others that are equal.
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
