//! Setups of the games of a run: entries or positions, and the settings by which they are played.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use arrayvec::ArrayVec;
use cardmill_harness::agent::{self, Agent};
use cardmill_harness::play::{Play, SEATS};
use cardmill_kernel::batch::Batch;
use serde::{Deserialize, Serialize};

use crate::entry::{Entry, Position};
use crate::host::Catalogue;

/// The settings of a run of games.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Games per setup of the whole run, at least 1.
    pub games: u64,
    /// Seed of the run.
    pub seed: u64,
    /// Worker threads, at least 1.
    pub threads: usize,
    /// The most tables in a World, at least 1.
    pub batch: usize,
    /// The agents by seat; as many as a setup has seats, at least.
    pub agents: ArrayVec<Agent, SEATS>,
    /// Rounds after which a game is over as it stands.
    pub rounds: Option<u16>,
}

impl Settings {
    /// The agents as an argument: one name for all seats, or one for each.
    #[must_use]
    pub fn who(&self) -> String {
        let names: Vec<String> = self.agents.iter().map(Agent::to_string).collect();
        match &names[..] {
            [first, others @ ..] if others.iter().all(|name| name == first) => first.clone(),
            _ => names.join(","),
        }
    }
}

/// The setup of a game, by places in the lists of its run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Setup {
    /// Entries of the run by their places among them, by seat.
    Entries(ArrayVec<u16, SEATS>),
    /// A position of the run.
    Position {
        /// Its place among them.
        position: u16,
        /// The number of players who sit there, at most [`SEATS`].
        seats: u8,
    },
}

impl Setup {
    /// The number of players who sit there.
    #[must_use]
    pub fn seats(&self) -> usize {
        match self {
            Self::Entries(entries) => entries.len(),
            Self::Position { seats, .. } => usize::from(*seats),
        }
    }

    /// Two entries against each other.
    #[must_use]
    pub fn pair(a: u16, b: u16) -> Self {
        Self::Entries([a, b].into_iter().collect())
    }

    /// The entries, where exactly two meet.
    #[must_use]
    pub fn pairing(&self) -> Option<[u16; 2]> {
        match self {
            Self::Entries(entries) => entries[..].try_into().ok(),
            Self::Position { .. } => None,
        }
    }
}

/// The setup of a game. Games go round the setups, so that after any number of games all of them
/// have been played alike.
#[must_use]
pub fn of_game(setups: &[Setup], index: u64) -> &Setup {
    &setups[(index % setups.len() as u64) as usize]
}

/// Everything that the games of a run begin with.
#[derive(Clone)]
pub struct Setups {
    /// The entries of all players, by place.
    pub entries: Vec<Entry>,
    /// Positions. There are none where there are entries.
    pub positions: Vec<Position>,
    /// The setups that are played, at least one.
    pub list: Vec<Setup>,
    /// The entries with cards exchanged, as they are played in the games of a match after the
    /// first: by the places of the entry and of the one that it meets.
    pub exchanged: BTreeMap<[u16; 2], Entry>,
}

impl Setups {
    /// The games of this list of setups, with nothing exchanged.
    #[must_use]
    pub const fn new(entries: Vec<Entry>, positions: Vec<Position>, list: Vec<Setup>) -> Self {
        Self { entries, positions, list, exchanged: BTreeMap::new() }
    }

    /// Pairs of entries, by their places.
    #[must_use]
    pub fn pairs(entries: Vec<Entry>, pairs: &[(u16, u16)]) -> Self {
        let list = pairs.iter().map(|&(a, b)| Setup::pair(a, b)).collect();
        Self::new(entries, Vec::new(), list)
    }

    /// The id of the first card that is in no entry and could be the last one of the first; `None` where
    /// there is none.
    #[must_use]
    pub fn unused(&self, catalogue: &Catalogue) -> Option<String> {
        let entries = &self.entries;
        let entered: BTreeSet<&str> =
            entries.iter().flat_map(|entry| entry.cards(catalogue)).collect();
        let last = entries[0].cards(catalogue).len() - 1;
        let fits = |id: &String| {
            !entered.contains(id.as_str()) && entries[0].with(catalogue, last, id).is_ok()
        };
        catalogue.ids().into_iter().find(fits)
    }

    /// The numbers of all games of a run with so many of each setup.
    #[must_use]
    pub const fn games(&self, each: u64) -> Range<u64> {
        0..each.saturating_mul(self.list.len() as u64)
    }

    /// Exchanges cards for the games of a match after the first.
    pub fn sideboard(&mut self, catalogue: &Catalogue) {
        let pairs = self.list.iter().filter_map(Setup::pairing);
        let both = pairs.flat_map(|[a, b]| [[a, b], [b, a]]);
        let exchanged = |places: [u16; 2]| {
            let [own, other] = places.map(|place| &self.entries[usize::from(place)]);
            Some((places, own.sideboarded(catalogue, other)?))
        };
        self.exchanged = both.filter_map(exchanged).collect();
    }

    /// Sets up a game of the run, one after the first of its match or not, and seats its agents.
    ///
    /// # Panics
    ///
    /// When it is not of this game, or a position cannot be set up that could be when it was read.
    pub(crate) fn begin<G: Play>(
        &self,
        batch: &mut Batch,
        table: usize,
        (seed, index): (u64, u64),
        is_later: bool,
        agents: impl IntoIterator<Item = Option<Agent>>,
    ) {
        let setup = of_game(&self.list, index);
        match setup {
            Setup::Entries(entries) => {
                let exchanged = |entry: u16| {
                    let [a, b] = setup.pairing().filter(|_| is_later)?;
                    self.exchanged.get(&[entry, if entry == a { b } else { a }])
                };
                let entry = |&place: &u16| {
                    let entry = exchanged(place).unwrap_or(&self.entries[usize::from(place)]);
                    entry.get::<G>()
                };
                let entries: ArrayVec<&G::Entry, SEATS> = entries.iter().map(entry).collect();
                G::deal(batch, table, &entries, seed, index);
            }
            Setup::Position { position, .. } => {
                let position = self.positions[usize::from(*position)].get::<G>();
                let laid = G::lay(batch, table, position, seed, index);
                laid.expect("it could be set up when it was read");
            }
        }
        let entity = batch.table(table);
        let agents = agents.into_iter().take(setup.seats());
        agent::seat(batch.world_mut(), entity, agents, seed, index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_go_round_the_setups() {
        let setups = [(0, 1), (0, 2), (1, 2)].map(|(a, b)| Setup::pair(a, b));
        let places = (0..7).map(|index| of_game(&setups, index).pairing());
        let pairs = [[0, 1], [0, 2], [1, 2], [0, 1], [0, 2], [1, 2], [0, 1]];
        assert!(places.eq(pairs.map(Some)));
    }
}
