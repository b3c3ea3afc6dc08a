//! Engines: the part of the host that is compiled for each game, to be a [`Host`] and to play it.
//!
//! One call through an [`Engine`] plays all games of a worker, never a decision.

use std::any::Any;
use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::Sender;

use cardmill_harness::agent::Agent;
use cardmill_harness::files::CardFiles;
use cardmill_harness::library::{Definition as _, Editable as _, Revision, called, named, revised};
use cardmill_harness::notation::SpannedError;
use cardmill_harness::observation::Facts;
use cardmill_harness::observation::schema::Schema;
use cardmill_harness::play::{Entry as _, EntryError, Kind, Play, Shelf, Source};
use cardmill_harness::session::{Problem, Value};
use cardmill_harness::tally::{Figure, Keeper, Measure};
use cardmill_kernel::card::Seat;
use cardmill_kernel::table::Seats;

use crate::arm::{Arm, Deal};
use crate::entry::{Card, Entry, Position};
use crate::error::Error;
use crate::hall;
use crate::host::{Cards, Catalogue, Defined, Host, Revised};
use crate::keep::{self, Ended};
use crate::record::GameRecord;
use crate::replay::{Again, Replay};
use crate::scenario::bench::{Told, perform};
use crate::scenario::script::{Script, Scripted};
use crate::search::Plan;
use crate::session::room::{Open, Room, Tables};
use crate::session::saved::SavedGame;
use crate::setup::{Settings, Setups};
use crate::sitting::{Kept, Party, Sitting, Tabled};

/// A game that can be hosted.
pub trait Hosted: Scripted + Play + 'static {}

impl<G: Scripted + Play + 'static> Hosted for G {}

/// An engine: it plays a game whose type only it knows.
pub trait Engine: Send + Sync {
    /// Tells whether any of these agents tries things out before it answers.
    fn plans(&self, agents: &[Agent]) -> bool;

    /// The positions of a file, and what they are called.
    ///
    /// # Errors
    /// As [`Script::positions`].
    fn positions(&self, script: &Script) -> Result<Vec<(String, Position)>, Error>;

    /// Tables for sessions.
    ///
    /// # Errors
    /// The complaints about the cards.
    fn room(&self, cards: &CardFiles, open: Open) -> Result<Box<dyn Room>, String>;

    /// Plays scenarios of the game.
    ///
    /// # Errors
    /// When cards do not load, or a file is no scenario.
    fn perform(
        &self,
        cards: &CardFiles,
        scripts: &[&Script],
        explains: bool,
        done: Told<'_>,
    ) -> Result<(), Error>;

    /// Plays games of a run until there are none: all that a worker does.
    fn work(&self, run: &hall::Run<'_>, next: &AtomicU64, send: Sender<Vec<(u64, Deal)>>);

    /// Sets up a game of an arm to be played again.
    fn again(&self, arm: &Arm<'_>, index: u64) -> Box<dyn Again>;

    /// Deals game number `game.1` of a run with the seed `game.0` to a party of people and agents, over as it
    /// stands after so many rounds.
    fn sit(
        &self,
        catalogue: &Catalogue,
        setups: &Setups,
        game: (u64, u64),
        party: &Party,
        rounds: Option<u16>,
    ) -> Box<dyn Sitting>;

    /// Goes on with a game of a party that was written down.
    ///
    /// # Errors
    /// As [`Tabled::resume`].
    fn resume_sitting(
        &self,
        catalogue: &Catalogue,
        kept: &Kept,
        party: &Party,
    ) -> Result<Box<dyn Sitting>, Problem>;

    /// Sets up a game as it was saved, which agents play on.
    ///
    /// # Errors
    /// When it does not fit this program and these cards.
    fn resume(
        &self,
        catalogue: &Catalogue,
        settings: &Settings,
        saved: &SavedGame,
    ) -> Result<Box<dyn Again>, Problem>;

    /// Plays games of which positions are kept until there are none: all that a worker does.
    fn keep(&self, run: &keep::Run<'_>, stop: &AtomicBool) -> Vec<Ended>;

    /// Says in which order the cards of the entry in seat 0 lie in a deal of an arm.
    fn order<'a>(&self, arm: &'a Arm<'a>) -> Box<dyn FnMut(u64) -> Vec<usize> + 'a>;
}

/// The host and the engine of a game.
struct Of<G>(PhantomData<fn() -> G>);

/// The handle of a game, to be given to everything that is compiled once.
#[must_use]
pub const fn host<G: Hosted>() -> &'static dyn Host {
    &Of::<G>(PhantomData)
}

/// The value behind [`Host::engine`].
struct Known(&'static dyn Engine);

/// The engine of a game.
///
/// # Panics
/// If it is none that [`host`] gave.
#[must_use]
pub fn engine(game: &dyn Host) -> &'static dyn Engine {
    let Known(engine) = game.engine().downcast_ref().expect("it is of `host`");
    *engine
}

/// Sets up a game of a run to be played again, as an arm has it. `index` counts over the whole run.
#[must_use]
pub fn again(arm: &Arm<'_>, index: u64) -> Box<dyn Again> {
    engine(arm.catalogue.game()).again(arm, index)
}

/// Plays one game of a run again to its end and hands its log to `sink`, line by line.
///
/// # Panics
///
/// When the game itself panics, as in the run.
pub fn replay(arm: &Arm<'_>, index: u64, sink: &mut dyn FnMut(&str)) -> GameRecord {
    let mut replay = again(arm, index);
    while let Some(lines) = replay.step() {
        lines.iter().for_each(|line| sink(line));
    }
    replay.record()
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

    fn nothing(&self) -> Option<&'static str> {
        G::Entry::NOTHING
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

    fn planned(&self) -> usize {
        G::PLANNED
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

    fn figures(&self) -> &'static [(Figure, &'static str)] {
        G::TALLY.map_or(&[], |keeper| keeper.figures)
    }

    fn explained(&self) -> &'static str {
        G::TALLY.map_or("", |keeper| keeper.explained)
    }

    fn draws(&self) -> bool {
        G::TALLY.is_some_and(|keeper| keeper.draws())
    }

    fn kept(&self, text: &str) -> Option<&'static str> {
        G::kept(text)
    }

    fn claims(&self, text: &str) -> bool {
        G::Entry::claims(text)
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

    fn revisions(&self, text: &str) -> Result<Vec<Revision<Card>>, SpannedError> {
        let erased = |Revision { name, edits, cards, swaps }: Revision<G::Card>| Revision {
            name,
            edits,
            cards: cards.into_iter().map(|card| Card(Arc::new(card))).collect(),
            swaps,
        };
        Ok(G::revisions(text)?.into_iter().map(erased).collect())
    }

    fn position(&self, given: Value) -> Result<Position, Problem> {
        G::position(given).map(Position::of::<G>)
    }

    fn plain(&self, position: &Position) -> Value {
        G::plain(position.get::<G>())
    }

    fn engine(&self) -> &'static dyn Any {
        const { &Known(&Self(PhantomData)) }
    }
}

impl<G: Hosted> Engine for Of<G> {
    fn plans(&self, agents: &[Agent]) -> bool {
        agents.iter().any(|agent| Plan::of::<G>(*agent).is_some())
    }

    fn positions(&self, script: &Script) -> Result<Vec<(String, Position)>, Error> {
        let erased = |(name, position)| (name, Position::of::<G>(position));
        Ok(script.positions::<G>()?.into_iter().map(erased).collect())
    }

    fn room(&self, cards: &CardFiles, open: Open) -> Result<Box<dyn Room>, String> {
        Ok(Box::new(Tables::<G>::open(host::<G>(), cards, open)?))
    }

    fn perform(
        &self,
        cards: &CardFiles,
        scripts: &[&Script],
        explains: bool,
        done: Told<'_>,
    ) -> Result<(), Error> {
        perform::<G>(cards, scripts, explains, done)
    }

    fn work(&self, run: &hall::Run<'_>, next: &AtomicU64, send: Sender<Vec<(u64, Deal)>>) {
        run.work::<G>(next, send);
    }

    fn again(&self, arm: &Arm<'_>, index: u64) -> Box<dyn Again> {
        Box::new(Replay::<G>::new(arm, index))
    }

    fn sit(
        &self,
        catalogue: &Catalogue,
        setups: &Setups,
        game: (u64, u64),
        party: &Party,
        rounds: Option<u16>,
    ) -> Box<dyn Sitting> {
        Box::new(Tabled::<G>::deal(catalogue, setups, game, party, rounds))
    }

    fn resume_sitting(
        &self,
        catalogue: &Catalogue,
        kept: &Kept,
        party: &Party,
    ) -> Result<Box<dyn Sitting>, Problem> {
        Ok(Box::new(Tabled::<G>::resume(catalogue, kept, party)?))
    }

    fn resume(
        &self,
        catalogue: &Catalogue,
        settings: &Settings,
        saved: &SavedGame,
    ) -> Result<Box<dyn Again>, Problem> {
        Ok(Box::new(Replay::<G>::resume(catalogue.get::<G>(), settings, saved)?))
    }

    fn keep(&self, run: &keep::Run<'_>, stop: &AtomicBool) -> Vec<Ended> {
        run.work::<G>(stop)
    }

    fn order<'a>(&self, arm: &'a Arm<'a>) -> Box<dyn FnMut(u64) -> Vec<usize> + 'a> {
        Box::new(arm.orders::<G>())
    }
}

struct Catalogued<G: Play>(G::Catalogue);

impl Catalogue {
    /// A catalogue of this game.
    #[must_use]
    pub fn of<G: Hosted>(cards: G::Catalogue) -> Self {
        Self(Arc::new(Catalogued::<G>(cards)))
    }
}

impl<G: Hosted> Cards for Catalogued<G> {
    fn cards(&self) -> &dyn Any {
        &self.0
    }

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

    fn shelves(&self) -> Vec<Shelf> {
        G::Entry::shelves(&self.0)
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

    fn cost(&self, place: u16) -> u32 {
        G::TALLY.map_or(0, |keeper| (keeper.cost)(&self.0, place))
    }

    fn all(&self) -> Vec<u16> {
        G::TALLY.map_or_else(Vec::new, |keeper| (keeper.all)(&self.0))
    }

    fn place(&self, id: &str) -> Option<u16> {
        (G::TALLY.filter(Keeper::draws)?.place)(&self.0, id)
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
