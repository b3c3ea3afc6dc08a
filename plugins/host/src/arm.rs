//! One way in which the games of a run are played, and what becomes of a game.

use bevy_app::App;
use cardmill_harness::play::{Play, SEATS, Standing, Touched};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::table::{Status, Table};

use crate::host::Catalogue;
use crate::matches::Later;
use crate::record::{End, GameRecord};
use crate::setup::{Settings, Setup, Setups, of_game};

/// The opening of a seat, whoever sits there: its agent answers again as soon as the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The seat whose questions before the first round are answered so.
    pub seat: Seat,
    /// It takes a mulligan, if it is asked, or keeps its hand.
    pub mulligan: bool,
    /// Its first resources are drawn by lot.
    pub by_lot: bool,
}

/// One way in which the games of a run are played.
pub struct Arm<'a> {
    /// The cards that games are played with.
    pub catalogue: &'a Catalogue,
    /// The setups of the games: entries or positions, and the list of them.
    pub setups: &'a Setups,
    /// The agents, the seed and the rounds. Threads and tables are those of the first arm.
    pub settings: &'a Settings,
    /// Tallies are kept of its cards, where the game keeps any. Arms with the same cards keep them alike.
    pub tally: bool,
    /// The cards, by their places in the catalogue, of which alone tallies say what became; all where it
    /// is not said.
    pub about: Option<Vec<u16>>,
    /// The player goes first who would go second, of two who are dealt to.
    pub exchanged: bool,
    /// The games are such of matches; first ones, or no matches, where there is nothing.
    pub later: Option<Later>,
    /// The opening that is made for a seat; `None` where the agents open themselves.
    pub opening: Option<Opened>,
    /// By setup, the cards in which it differs from the first arm, where it differs in nothing else:
    /// deals on which none of them bears are not played again.
    pub differs: Option<Vec<Touched>>,
}

impl<'a> Arm<'a> {
    /// Games of which nothing but their ends is counted.
    #[must_use]
    pub const fn new(catalogue: &'a Catalogue, setups: &'a Setups, settings: &'a Settings) -> Self {
        Self {
            catalogue,
            setups,
            settings,
            tally: false,
            about: None,
            exchanged: false,
            later: None,
            opening: None,
            differs: None,
        }
    }

    /// Arms of these setups with the same cards, which differ from the first in entries alone.
    ///
    /// # Panics
    ///
    /// If there are no setups.
    #[must_use]
    pub fn of_entries(
        catalogue: &'a Catalogue,
        setups: &'a [Setups],
        settings: &'a Settings,
    ) -> Vec<Self> {
        let arms = setups.iter().map(|setups| Self::new(catalogue, setups, settings));
        let mut arms: Vec<Self> = arms.collect();
        let (first, others) = arms.split_at_mut(1);
        others.iter_mut().for_each(|arm| arm.differ_from(&first[0], &|_| false));
        arms
    }

    /// The number of its games in their matches.
    #[must_use]
    pub fn number(&self) -> u8 {
        self.later.map_or(1, |later| later.number)
    }

    /// Sets up a game and seats its agents.
    pub(crate) fn begin<G: Play>(&self, batch: &mut Batch, table: usize, index: u64) {
        let Self { setups, settings, later, .. } = self;
        let agents = settings.agents.iter().copied().map(Some);
        let seed = later.map_or(settings.seed, |later| later.seed(settings.seed));
        setups.begin::<G>(batch, table, (seed, index), later.is_some(), agents);
        let is_dealt = matches!(of_game(&setups.list, index), Setup::Entries(_));
        let first = later.and_then(|later| later.first).filter(|_| is_dealt);
        let is_other = |first| first != G::first(batch.world(), batch.table(table));
        if self.exchanged || first.is_some_and(is_other) {
            G::exchange_first(batch, table);
        }
    }

    /// Notes in what it differs from the first arm, if that is in cards of entries alone: in those
    /// that are others, and in those that are edited.
    pub fn differ_from(&mut self, first: &Self, edited: &dyn Fn(&str) -> bool) {
        let setups = self.setups.list.iter().map(|setup| {
            let mut differs = Touched::default();
            let Setup::Entries(entries) = setup else { return None };
            let mut before = 0;
            for &entry in entries {
                let [base, new] = [first, &*self]
                    .map(|arm| arm.setups.entries[usize::from(entry)].cards(arm.catalogue));
                if base.len() != new.len() {
                    return None;
                }
                for (card, (base, new)) in (before..).zip(base.iter().zip(&new)) {
                    if base != new || edited(new) {
                        differs.add(card);
                    }
                }
                before += new.len();
            }
            Some(differs)
        });
        self.differs = setups.collect();
    }

    /// Says in which order the cards of the entry in seat 0 lie in a deal.
    pub(crate) fn orders<G: Play>(&self) -> impl FnMut(u64) -> Vec<usize> {
        let mut batch = Batch::of::<G::Game>(self.catalogue.get::<G>(), 1, |_: &mut App| ());
        move |deal| {
            let nobody = core::iter::repeat_n(None, SEATS);
            self.setups.begin::<G>(&mut batch, 0, (self.settings.seed, deal), false, nobody);
            G::order(&batch, 0, 0)
        }
    }

    /// The same games with the other player going first.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        let Self { catalogue, setups, settings, tally, exchanged, later, .. } = *self;
        let (about, exchanged) = (self.about.clone(), !exchanged);
        let opening = None;
        Self { catalogue, setups, settings, tally, about, exchanged, later, opening, differs: None }
    }
}

/// A deal in all arms that it was played in, the first of the run before the others.
pub type Deal = Vec<(usize, GameRecord)>;

/// Adds the other arms to a list in which a deal is played that was played in these so far. It is asked
/// after the first arm, and again whenever all that were added have been played, until it adds none.
pub type Others<'a> = dyn Fn(&[(usize, GameRecord)], &mut Vec<usize>) + Sync + 'a;

/// Tells whether the game on a table has ended, or has begun one round more than the limit.
pub(crate) fn has_ended<G: Play>(batch: &Batch, table: usize, limit: Option<u16>) -> bool {
    batch.status(table).has_ended() || is_beyond::<G>(batch, table, limit)
}

/// Tells whether the game on a table has begun one round more than the limit.
pub(crate) fn is_beyond<G: Play>(batch: &Batch, table: usize, limit: Option<u16>) -> bool {
    limit.is_some_and(|limit| G::round(batch.world(), batch.table(table)) > limit)
}

/// The record of the game on a table, as it stands: over, cut or set aside. It has no tally yet.
pub(crate) fn record<G: Play>(
    batch: &Batch,
    table: usize,
    setup: &Setup,
    first: Seat,
    limit: Option<u16>,
) -> GameRecord {
    let entity = batch.table(table);
    let state = batch.world().get::<Table>(entity).expect("a table has a status");
    let round = G::round(batch.world(), entity);
    let (end, standing) = match state.status {
        Status::Quarantined => (End::Quarantined, Standing::default()),
        Status::Over => (End::Over, G::standing(batch.world(), entity)),
        Status::Free | Status::Busy | Status::Waiting => {
            (End::Cut, G::standing(batch.world(), entity))
        }
    };
    GameRecord {
        index: state.game,
        number: 1,
        setup: setup.clone(),
        first,
        end,
        standing,
        rounds: limit.map_or(round, |limit| round.min(limit)),
        decisions: state.decisions,
        trail: state.trail,
        digest: state.digest(batch.digest(table, G::sizes(batch, table))),
        spared: false,
        tally: None,
    }
}
