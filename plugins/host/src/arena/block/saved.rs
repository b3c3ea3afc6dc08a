//! The games of a block, written down.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use cardmill_harness::agent::{Agent, Drawn, Seated};
use cardmill_harness::observation::History;
use cardmill_harness::play::{Play, SEATS, Standing};
use cardmill_kernel::card::Seat;
use cardmill_kernel::saved::Broken;
use cardmill_kernel::table::Status;
use serde::{Deserialize, Serialize};

use super::{Block, Dealt, Sitting, Stands, status};
use crate::arena::{Ended, Shared};
use crate::record::{End, GameRecord};
use crate::setup::Setup;

/// A block of tables, written down.
#[derive(Serialize, Deserialize)]
pub(in crate::arena) struct SavedBlock {
    /// The number of the game that each table plays next, and what stands there.
    places: Vec<(u64, Option<SavedGame>)>,
    ended: Vec<SavedEnded>,
}

/// A game on a table.
#[derive(Serialize, Deserialize)]
struct SavedGame {
    packed: Vec<u8>,
    sitting: ArrayVec<SavedSitting, SEATS>,
    index: u64,
    dealt: u64,
    first: Seat,
    page: usize,
    aim: Option<usize>,
    left: bool,
    held: Option<ArrayVec<f32, SEATS>>,
}

/// A player at its seat.
#[derive(Serialize, Deserialize)]
struct SavedSitting {
    agent: Option<String>,
    drawn: Drawn,
    told: f32,
    rows: u32,
}

/// A game that has ended.
#[derive(Serialize, Deserialize)]
pub(in crate::arena) struct SavedEnded {
    table: u32,
    index: u64,
    setup: Setup,
    first: Seat,
    end: End,
    places: ArrayVec<u8, SEATS>,
    scores: ArrayVec<i16, SEATS>,
    rounds: u16,
    decisions: u32,
    trail: u64,
    digest: u64,
    agents: ArrayVec<Option<String>, SEATS>,
    rewards: ArrayVec<f32, SEATS>,
    asked: ArrayVec<u32, SEATS>,
}

/// Agents by what they are called.
pub(in crate::arena) type Known = BTreeMap<String, Agent>;

fn known(agents: &Known, name: Option<String>) -> Option<Agent> {
    name.and_then(|name| agents.get(&name).copied())
}

impl SavedEnded {
    pub(in crate::arena) fn of(ended: &Ended) -> Self {
        let Ended { table, record, agents, rewards, asked } = ended.clone();
        Self {
            table,
            index: record.index,
            setup: record.setup,
            first: record.first,
            end: record.end,
            places: record.standing.places,
            scores: record.standing.scores,
            rounds: record.rounds,
            decisions: record.decisions,
            trail: record.trail,
            digest: record.digest,
            agents: agents.iter().map(|agent| agent.map(|agent| agent.to_string())).collect(),
            rewards,
            asked,
        }
    }

    /// The names of the agents that played it.
    pub(in crate::arena) fn names(&self) -> impl Iterator<Item = &String> {
        self.agents.iter().flatten()
    }

    pub(in crate::arena) fn read(self, agents: &Known) -> Ended {
        Ended {
            table: self.table,
            record: GameRecord {
                index: self.index,
                number: 1,
                setup: self.setup,
                first: self.first,
                end: self.end,
                standing: Standing { places: self.places, scores: self.scores },
                rounds: self.rounds,
                decisions: self.decisions,
                trail: self.trail,
                digest: self.digest,
                spared: false,
                tally: None,
            },
            agents: self.agents.into_iter().map(|name| known(agents, name)).collect(),
            rewards: self.rewards,
            asked: self.asked,
        }
    }
}

impl SavedBlock {
    /// The names of all agents in it.
    pub(in crate::arena) fn names(&self) -> impl Iterator<Item = &String> {
        let games = self.places.iter().filter_map(|(_, game)| game.as_ref());
        let sitting = games.flat_map(|game| &game.sitting);
        let agents = sitting.filter_map(|sitting| sitting.agent.as_ref());
        agents.chain(self.ended.iter().flat_map(SavedEnded::names))
    }
}

impl<G: Play> Block<G> {
    /// Writes the games down.
    pub(in crate::arena) fn save(&self, shared: &Shared) -> SavedBlock {
        let game = |table: usize, game: &Dealt| {
            let seated = self.batch.world().get::<Seated>(self.batch.table(table));
            let drawn = seated.expect("a game was dealt").drawn();
            let sitting = game.sitting.iter().zip(drawn).map(|(sitting, drawn)| SavedSitting {
                agent: sitting.agent.map(|agent| agent.to_string()),
                drawn,
                told: sitting.told,
                rows: sitting.rows,
            });
            SavedGame {
                packed: self.batch.pack(table, G::sizes(&self.batch, table), shared.origin()),
                sitting: sitting.collect(),
                index: game.index,
                dealt: game.dealt,
                first: game.first,
                page: game.page,
                aim: game.aim,
                left: game.left,
                held: match &game.stands {
                    Stands::Held(rewards) => Some(rewards.clone()),
                    Stands::Busy | Stands::Asked(..) => None,
                },
            }
        };
        let places = self.places.iter().enumerate().map(|(table, place)| {
            (place.next, place.game.as_ref().map(|dealt| game(table, dealt)))
        });
        SavedBlock {
            places: places.collect(),
            ended: self.ended.iter().map(SavedEnded::of).collect(),
        }
    }

    /// Sets the games up as they were written down.
    pub(in crate::arena) fn restore(
        &mut self,
        saved: SavedBlock,
        agents: &Known,
        shared: &Shared,
    ) -> Result<(), Broken> {
        if saved.places.len() != self.places.len() {
            return Err(Broken::Damaged);
        }
        let mut present = self.seating.pooled();
        for (table, (next, game)) in saved.places.into_iter().enumerate() {
            let place = &mut self.places[table];
            (place.next, place.game) = (next, None);
            let Some(game) = game else {
                status(&mut self.batch, table, Status::Free);
                continue;
            };
            let entity = place.entity;
            if self.history > 0 {
                self.batch.world_mut().entity_mut(entity).insert(History::default());
            }
            self.batch.unpack(table, &game.packed, shared.origin(), G::grow)?;
            let mut sitting = ArrayVec::new();
            let mut seats = Vec::new();
            for SavedSitting { agent, drawn, told, rows } in game.sitting {
                let agent = known(agents, agent);
                present.extend(agent);
                seats.push((agent, drawn));
                sitting.push(Sitting { agent, told, rows });
            }
            self.batch.world_mut().entity_mut(entity).insert(Seated::resumed(seats));
            let SavedGame { index, dealt, first, page, aim, left, held, .. } = game;
            let found = self.queries.questions.get(self.batch.world(), entity);
            let (state, decision) = found.expect("a table has a status and a decision");
            let (step, stands) = (state.decisions, Stands::of(state, decision));
            let stands = held.map_or(stands, Stands::Held);
            let game = Dealt { index, dealt, first, sitting, page, aim, left, step, stands };
            self.places[table].game = Some(game);
        }
        self.ended = saved.ended.into_iter().map(|ended| ended.read(agents)).collect();
        self.players.admit(&present, shared.catalogue.get::<G>());
        Ok(())
    }
}
