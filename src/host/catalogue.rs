//! The cards of a game, whichever it is.

use std::any::Any;
use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::Arc;

use cardmill_harness::library::{
    Changed, Definition as _, Editable as _, Revision, called, named, revised,
};
use cardmill_harness::observation::Facts;
use cardmill_harness::play::{Entry as _, EntryError, Play, Source};
use cardmill_harness::session::{Problem, Value};
use cardmill_kernel::card::Seat;
use cardmill_kernel::table::Seats;

use super::{Card, Entry, Host, Hosted, Position, host};
use crate::error::Error;

/// The cards that a game is played with.
#[derive(Clone)]
pub struct Catalogue(Arc<dyn Cards>);

/// What a game says of its cards, and of what is made of them.
pub trait Cards: Any + Send + Sync {
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

    /// The place in the catalogue of the card with this id, where tallies are kept.
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

struct Of<G: Play>(G::Catalogue);

impl Catalogue {
    /// Those of this game.
    #[must_use]
    pub fn of<G: Hosted>(cards: G::Catalogue) -> Self {
        Self(Arc::new(Of::<G>(cards)))
    }

    /// What they are in their game.
    ///
    /// # Panics
    /// If they are of another.
    #[must_use]
    pub fn get<G: Play>(&self) -> &G::Catalogue {
        let any: &dyn Any = &*self.0;
        let Of(cards) = any.downcast_ref::<Of<G>>().expect("they are of the game that is played");
        cards
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

impl<G: Hosted> Cards for Of<G> {
    fn game(&self) -> &'static dyn Host {
        host::<G>()
    }

    fn digest(&self) -> u64 {
        G::digest_of(&self.0)
    }

    fn id(&self, other: &str) -> Option<&str> {
        G::id(&self.0, other)
    }

    fn ids(&self) -> Vec<String> {
        G::definitions(&self.0).iter().map(|card| card.id().to_owned()).collect()
    }

    fn names(&self) -> Box<dyn Fn(&str) -> String> {
        let all = G::definitions(&self.0);
        Box::new(move |id| all.iter().find(|card| card.id() == id).map(called).unwrap_or_default())
    }

    fn definitions(&self) -> Vec<Defined> {
        let defined = |card: &G::Card| Defined {
            id: card.id().to_owned(),
            name: called(card),
            plain: card.plain(),
        };
        G::definitions(&self.0).iter().map(defined).collect()
    }

    fn named(&self, wanted: &str) -> Result<Vec<usize>, String> {
        named(wanted, &G::definitions(&self.0), &|_| None)
    }

    fn revised(&self, revision: &Revision<Card>) -> Result<Revised, Error> {
        let Revision { name, edits, cards, swaps } = revision.clone();
        let cards = cards.iter().map(|card| card.get::<G>().clone()).collect();
        let revision = Revision { name, edits, cards, swaps };
        let known = |id: &str| G::id(&self.0, id).map(str::to_owned);
        let cards = revised(&G::definitions(&self.0), &revision, &known)
            .map_err(|error| Error::Usage(error.to_string()))?;
        let changed: BTreeSet<&str> =
            cards.changes.iter().map(|changed| changed.card.as_str()).collect();
        let mut tokens = cards.definitions.iter().filter(|card| card.is_token());
        let everywhere = tokens.any(|token| changed.contains(token.id()));
        let others = (!cards.changes.is_empty())
            .then(|| G::redefined(&self.0, cards.definitions))
            .transpose()
            .map_err(|problem| Error::Usage(format!("{:?}: {problem}", revision.name)))?;
        Ok(Revised { changes: cards.changes, everywhere, cards: others.map(Catalogue::of::<G>) })
    }

    fn ready(&self) -> Vec<String> {
        G::Entry::ready(&self.0)
    }

    fn more(&self) -> Vec<String> {
        G::Entry::more(&self.0)
    }

    fn read(&self, sources: &[Source]) -> Vec<Result<Entry, EntryError>> {
        let read = G::Entry::read(&self.0, sources).into_iter();
        read.map(|entry| entry.map(Entry::of::<G>)).collect()
    }

    fn printed(&self, card: &str) -> Option<[u32; 2]> {
        G::Entry::printed(&self.0, card)
    }

    fn called(&self, place: u16) -> [String; 2] {
        G::TALLY.map_or_else(Default::default, |keeper| (keeper.name)(&self.0, place))
    }

    fn kind(&self, place: u16) -> &'static str {
        G::TALLY.map_or("", |keeper| (keeper.kind)(&self.0, place))
    }

    fn place(&self, id: &str) -> Option<u16> {
        (G::TALLY?.place)(&self.0, id)
    }

    fn trying(&self) -> Box<dyn FnMut(&Position) -> Result<Seat, Problem>> {
        let mut driver = G::new(&self.0);
        let table = driver.add();
        Box::new(move |position| {
            driver.arrange(table, position.get::<G>())?;
            Ok(driver.component::<Seats>(table).count)
        })
    }

    fn facts(&self) -> Result<Facts, Problem> {
        Ok(G::encoder()?.facts(&self.0))
    }
}
