//! A game as commands, outputs and experiments see it, whichever it is.
//!
//! What is not hot does not know which game it is about: it has a [`Host`], its cards as a
//! [`Catalogue`], what players enter as an [`Entry`], and positions as a [`Position`]. Each is compiled
//! once. Behind them is what is compiled for each game ([`Hosted`]): reading its words, and playing it.
//! One call through a `Host` plays the games of a worker, never a decision.

mod catalogue;
mod entry;

use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::Sender;

use cardmill_harness::agent::Agent;
use cardmill_harness::files::CardFiles;
use cardmill_harness::library::Revision;
use cardmill_harness::notation::SpannedError;
use cardmill_harness::observation::schema::Schema;
use cardmill_harness::play::{Entry as _, Kind, Play};
use cardmill_harness::session::{Problem, Value};
use cardmill_harness::tally::Measure;

pub use self::catalogue::{Cards, Catalogue, Defined, Revised};
pub use self::entry::{Card, Entered, Entry, Position};

use crate::batch::{self, Arm, Deal};
use crate::error::Error;
use crate::positions::{self, Ended};
use crate::replay::{Again, Replay};
use crate::scenario::Scripted;
use crate::scenario::format::File;
use crate::scenario::suite::{Suite, Told, perform};
use crate::search::Plan;
use crate::session::room::{Room, Tables};

/// A game that can be hosted.
pub trait Hosted: Scripted + Play + 'static {}

impl<G: Scripted + Play + 'static> Hosted for G {}

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

    /// As [`Play::kept`].
    fn kept(&self, text: &str) -> Option<&'static str>;

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

    /// Whether one of these agents tries things out before it answers.
    fn plans(&self, agents: &[Agent]) -> bool;

    /// The revisions of a file in RON.
    ///
    /// # Errors
    /// Where it says something else.
    fn revisions(&self, text: &str) -> Result<Vec<Revision<Card>>, SpannedError>;

    /// The positions of a file, and what they are called.
    ///
    /// # Errors
    /// As [`File::positions`].
    fn positions(&self, file: &File) -> Result<Vec<(String, Position)>, Error>;

    /// A position in JSON.
    ///
    /// # Errors
    /// Where it says something else, and what was expected.
    fn position(&self, given: Value) -> Result<Position, Problem>;

    /// A position in JSON, as [`position`](Self::position) reads it.
    fn plain(&self, position: &Position) -> Value;

    /// Tables for sessions.
    ///
    /// # Errors
    /// What is wrong with the cards.
    fn room(&self, cards: &CardFiles) -> Result<Box<dyn Room>, String>;

    /// Plays scenarios of the game.
    ///
    /// # Errors
    /// When cards do not load, or a file is no scenario.
    fn perform(&self, suite: &Suite, files: &[&File], done: Told<'_>) -> Result<(), Error>;

    /// Plays games of a run until there are none: all that a worker does.
    fn work(&self, run: &batch::Run<'_>, next: &AtomicU64, send: Sender<Vec<(u64, Deal)>>);

    /// Sets up a game of an arm to be played again.
    fn again(&self, arm: &Arm<'_>, index: u64) -> Box<dyn Again>;

    /// Plays games of which positions are kept until there are none: all that a worker does.
    fn keep(&self, run: &positions::Run<'_>, stop: &AtomicBool) -> Vec<Ended>;

    /// Says in which order the cards of the entry in seat 0 lie in a deal of an arm.
    fn order<'a>(&self, arm: &'a Arm<'a>) -> Box<dyn FnMut(u64) -> Vec<usize> + 'a>;
}

/// What is compiled for a game.
struct Of<G>(PhantomData<fn() -> G>);

/// A game.
#[must_use]
pub const fn host<G: Hosted>() -> &'static dyn Host {
    &Of::<G>(PhantomData)
}

impl<G: Hosted> Host for Of<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn noun(&self) -> &'static str {
        G::Entry::NOUN
    }

    fn endings(&self) -> &'static [&'static str] {
        G::Entry::ENDINGS
    }

    fn seats(&self) -> RangeInclusive<usize> {
        G::Entry::SEATS
    }

    fn blank(&self) -> Option<&'static str> {
        G::Entry::BLANK
    }

    fn curve(&self, cost: u32) -> u32 {
        G::Entry::CURVE(cost)
    }

    fn kinds(&self) -> Option<[Kind; 2]> {
        G::Entry::KINDS
    }

    fn buffs(&self) -> &'static [&'static str] {
        G::Entry::BUFFS
    }

    fn sideboarding(&self) -> Option<&'static str> {
        G::Entry::SIDEBOARDING
    }

    fn agents(&self) -> &'static [Agent] {
        G::AGENTS
    }

    fn planners(&self) -> &'static [Agent] {
        G::PLANNERS
    }

    fn usual(&self) -> Agent {
        G::USUAL
    }

    fn rounds(&self) -> Option<u16> {
        G::ROUNDS
    }

    fn measures(&self) -> Option<&'static [Measure]> {
        G::TALLY.map(|keeper| keeper.measures)
    }

    fn kept(&self, text: &str) -> Option<&'static str> {
        G::kept(text)
    }

    fn load(&self, cards: &CardFiles) -> Result<Catalogue, String> {
        G::load(cards).map(Catalogue::of::<G>)
    }

    fn agent_with(&self, text: &str, nets: &[Agent]) -> Result<Agent, String> {
        G::agent_with(text, nets)
    }

    fn schema(&self) -> Result<Schema, Problem> {
        G::encoder().map(|encoder| encoder.schema)
    }

    fn plans(&self, agents: &[Agent]) -> bool {
        agents.iter().any(|agent| Plan::of::<G>(*agent).is_some())
    }

    fn revisions(&self, text: &str) -> Result<Vec<Revision<Card>>, SpannedError> {
        let erased = |Revision { name, edits, cards, swaps }: Revision<G::Card>| Revision {
            name,
            edits,
            cards: cards.into_iter().map(|card| Card(Arc::new(card))).collect(),
            swaps,
        };
        Ok(G::revisions(text)?.into_iter().map(erased).collect())
    }

    fn positions(&self, file: &File) -> Result<Vec<(String, Position)>, Error> {
        let erased = |(name, position)| (name, Position::of::<G>(position));
        Ok(file.positions::<G>()?.into_iter().map(erased).collect())
    }

    fn position(&self, given: Value) -> Result<Position, Problem> {
        G::position(given).map(Position::of::<G>)
    }

    fn plain(&self, position: &Position) -> Value {
        G::plain(position.get::<G>())
    }

    fn room(&self, cards: &CardFiles) -> Result<Box<dyn Room>, String> {
        Ok(Box::new(Tables::<G>::open(cards)?))
    }

    fn perform(&self, suite: &Suite, files: &[&File], done: Told<'_>) -> Result<(), Error> {
        perform::<G>(suite, files, done)
    }

    fn work(&self, run: &batch::Run<'_>, next: &AtomicU64, send: Sender<Vec<(u64, Deal)>>) {
        run.work::<G>(next, send);
    }

    fn again(&self, arm: &Arm<'_>, index: u64) -> Box<dyn Again> {
        Box::new(Replay::<G>::new(arm, index))
    }

    fn keep(&self, run: &positions::Run<'_>, stop: &AtomicBool) -> Vec<Ended> {
        run.work::<G>(stop)
    }

    fn order<'a>(&self, arm: &'a Arm<'a>) -> Box<dyn FnMut(u64) -> Vec<usize> + 'a> {
        Box::new(arm.orders::<G>())
    }
}
