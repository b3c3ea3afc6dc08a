//! An arena as bytes.

use cardmill_harness::agent::Agent;
use cardmill_harness::play::{Play, Source};
use cardmill_kernel::saved::Broken;
use serde::{Deserialize, Serialize};

use super::block::{Known, SavedBlock, SavedEnded};
use super::{Arena, Handed, Player, Row, Seating, Settings};
use crate::error::Error;
use crate::host::Catalogue;
use crate::record::{InOrder, RunDigest};
use crate::setup::{Setup, Setups};

/// Everything that an arena goes on with.
#[derive(Serialize, Deserialize)]
struct Saved {
    settings: Settings,
    /// Agents by name with their weights, by seat; nothing for somebody outside.
    players: Vec<Option<Vec<(String, u32)>>>,
    moves: bool,
    /// The entries: the name of each, and the text that its file could have.
    entries: Vec<(String, String)>,
    setups: Vec<Setup>,
    blocks: Vec<SavedBlock>,
    turn: usize,
    /// Batches that are to be answered: the blocks and the rows of each.
    handed: Vec<(Vec<usize>, Vec<Row>)>,
    ended: Vec<SavedEnded>,
    /// Of all games in order, and of those that ended before others with lower numbers.
    digests: Vec<u64>,
    early: Vec<(u64, u64)>,
    decisions: u64,
    notes: String,
}

impl<G: Play> Arena<G> {
    /// The arena as bytes, for the same program with the same cards, and with them what else is to
    /// be found there.
    ///
    /// # Errors
    /// When games begin with positions; when it was [told to stop](Self::stop), or its threads are in
    /// another process.
    ///
    /// # Panics
    /// When a thread was lost.
    pub fn save(&mut self, notes: &str) -> Result<Vec<u8>, Error> {
        if !self.shared.setups.positions.is_empty() {
            return Err(Error::Usage("an arena of positions cannot be saved".into()));
        }
        for at in 0..self.blocks.len() {
            let mut block = self.take(at)?;
            // So that nothing is under way.
            let moved = if self.is_handed(at) { Ok(()) } else { block.advance(&self.shared) };
            self.blocks[at] = Some(block);
            moved?;
        }
        let named = |(agent, weight): &(Agent, u32)| (agent.to_string(), *weight);
        let players = self.seating.players.iter().map(|player| match player {
            Player::Outside => None,
            Player::Pool(pool) => Some(pool.iter().map(named).collect()),
        });
        let catalogue = &self.shared.catalogue;
        let entries = self.shared.setups.entries.iter();
        let entries =
            entries.map(|entry| (entry.name().to_owned(), entry.written(catalogue).to_string()));
        let handed = self.handed.iter().chain(&self.again);
        let saved = Saved {
            settings: Settings { seed: self.seed(), ..self.shared.settings.clone() },
            players: players.collect(),
            moves: self.seating.moves,
            entries: entries.collect(),
            setups: self.shared.setups.list.clone(),
            blocks: self.blocks.iter().flatten().map(|block| block.save(&self.shared)).collect(),
            turn: self.turn,
            handed: handed.map(|handed| (handed.blocks.clone(), handed.rows.clone())).collect(),
            ended: self.ended.iter().map(SavedEnded::of).collect(),
            digests: self.digests.clone(),
            early: self.order.early().map(|(index, digest)| (index, *digest)).collect(),
            decisions: self.decisions,
            notes: notes.to_owned(),
        };
        let bytes = postcard::to_allocvec(&saved).expect("it is plain data");
        Ok(self.shared.origin().seal(bytes))
    }

    /// An arena that goes on as the one that was saved, and what was found with it. Batches that were
    /// not answered are handed out again. Threads are as many as there were, or so many; agents are
    /// those that are found by their names.
    ///
    /// # Errors
    /// When the bytes are not of an arena of this program and these cards, or one of its agents
    /// cannot play any more.
    ///
    /// # Panics
    /// When a thread was lost.
    pub fn load(
        catalogue: Catalogue,
        bytes: &[u8],
        threads: Option<usize>,
        agent: impl Fn(&str) -> Result<Agent, String>,
    ) -> Result<(Self, String), Error> {
        let refused = |broken: Broken| Error::Usage(broken.to_string());
        let origin = super::origin(&catalogue, catalogue.digest());
        let saved = origin.open(bytes).map_err(refused)?;
        let saved: Saved = postcard::from_bytes(saved).map_err(|_| refused(Broken::Damaged))?;
        let pooled = saved.players.iter().flatten().flatten().map(|(name, _)| name);
        let named = saved.blocks.iter().flat_map(SavedBlock::names);
        let ended = saved.ended.iter().flat_map(SavedEnded::names);
        let mut agents = Known::new();
        for name in pooled.chain(named).chain(ended) {
            if !agents.contains_key(name) {
                agents.insert(name.clone(), agent(name).map_err(Error::Usage)?);
            }
        }
        let seated = |(name, weight): (String, u32)| (agents[&name], weight);
        let player = |pool: Option<Vec<(String, u32)>>| match pool {
            None => Player::Outside,
            Some(pool) => Player::Pool(pool.into_iter().map(seated).collect()),
        };
        let players = saved.players.into_iter().map(player).collect();
        let settings = Settings {
            seating: Seating { players, moves: saved.moves },
            threads: threads.unwrap_or(saved.settings.threads),
            ..saved.settings
        };
        let source = |(name, text): (String, String)| Source::Text(text, name.into());
        let sources: Vec<Source> = saved.entries.into_iter().map(source).collect();
        let entries: Result<Vec<_>, _> = catalogue.read(&sources).into_iter().collect();
        let entries = entries.map_err(|error| Error::Usage(error.to_string()))?;
        let setups = Setups::new(entries, Vec::new(), saved.setups);
        let mut arena = Self::new(catalogue, setups, settings)?;
        if arena.blocks.len() != saved.blocks.len() {
            return Err(refused(Broken::Damaged));
        }
        for (at, saved) in saved.blocks.into_iter().enumerate() {
            let mut block = arena.take(at)?;
            block.restore(saved, &agents, &arena.shared).map_err(refused)?;
            arena.blocks[at] = Some(block);
        }
        arena.turn = saved.turn;
        let handed = saved.handed.into_iter().map(|(blocks, rows)| Handed { blocks, rows });
        arena.again = handed.collect();
        arena.ended = saved.ended.into_iter().map(|ended| ended.read(&agents)).collect();
        arena.digest = RunDigest::default();
        saved.digests.iter().for_each(|game| arena.digest.add(*game));
        arena.order = InOrder::from(saved.digests.len() as u64);
        for (index, digest) in saved.early {
            arena.order.add(index, digest, drop);
        }
        arena.digests = saved.digests;
        arena.decisions = saved.decisions;
        Ok((arena, saved.notes))
    }
}
