//! Policies that were trained elsewhere, as agents: a file in ONNX, which is given what its seat may
//! know as rows of numbers and answers with a logit for each action.
//!
//! The action with the highest logit is taken, of equal ones the first. Logits are floats: the same
//! choices are promised on one machine with one build, and there whatever else is played: a model
//! always looks at [`LANES`] decisions at a time, and a decision does not know its neighbours.

#[cfg(not(feature = "onnx"))]
mod absent;
mod contract;
#[cfg(feature = "onnx")]
mod onnx;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bevy_ecs::prelude::*;
use cardmill_harness::agent::{Agent, Kind};
use cardmill_harness::observation::schema::Values;
use cardmill_harness::observation::{Arrays, Encoder, Glance, Level, Written};
use cardmill_harness::play::Play;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::resolve::look_each;

#[cfg(not(feature = "onnx"))]
use self::absent::Model;
#[cfg(feature = "onnx")]
use self::onnx::Model;

use crate::host::Host;
use crate::net;
use crate::search::{answering, choose};

/// Decisions that a model looks at together.
pub const LANES: usize = 8;

/// The ending of the names of files that have a policy.
const ENDING: &str = ".onnx";

/// The models that were read last, by the names of their files.
static MODELS: Mutex<BTreeMap<&'static str, (Agent, Arc<Model>)>> = Mutex::new(BTreeMap::new());

/// Tells whether an agent that is written like this is a policy.
#[must_use]
pub fn is_policy(text: &str) -> bool {
    text.ends_with(ENDING)
}

/// Tells whether this is written like an agent of the game, or like the file of one.
#[must_use]
pub fn is_agent(game: &dyn Host, text: &str) -> bool {
    of_game(game, text) || net::is_net(text) || is_policy(text)
}

/// Tells whether an agent of the game has this name, its parameters left out.
fn of_game(game: &dyn Host, text: &str) -> bool {
    let name = text.split(':').next().unwrap_or_default();
    game.agents().iter().chain(game.planners()).any(|agent| agent.name() == name)
}

/// The agent that is written like this: one of the game, or the file of a policy, which is read.
///
/// # Errors
/// When there is no such agent, or the file has no policy for this game: what was expected.
pub fn agent(game: &dyn Host, text: &str) -> Result<Agent, String> {
    if of_game(game, text) {
        return net::planner(game, text);
    }
    if net::is_net(text) {
        return net::agent(game, text);
    }
    if !is_policy(text) {
        return game.agent_with(text, &[]);
    }
    let schema = game.schema().map_err(|problem| problem.reason)?;
    let model =
        Arc::new(Model::read(Path::new(text), &schema).map_err(|why| format!("{text}: {why}"))?);
    let mut models = MODELS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((agent, known)) = models.get_mut(text) {
        *known = model;
        return Ok(*agent);
    }
    // Agents are copied about and live as long as the program.
    let name: &'static str = text.to_owned().leak();
    let agent = Agent::of(Box::leak(Box::new(Kind { name, parameters: &[] })));
    models.insert(name, (agent, model));
    Ok(agent)
}

/// The policies of a run, and the memory that they look at tables through.
pub struct Policies<G: Play> {
    players: Vec<Player>,
    encoder: Option<Encoder<G::Game>>,
}

/// A policy at work.
struct Player {
    agent: Agent,
    model: Arc<Model>,
    arrays: Arrays,
    /// The numbers that it knows cards by; those of cards that it does not know are 0.
    cards: Vec<i16>,
    /// The seats that are asked, at all tables that wait for a policy.
    open: Vec<Asked>,
}

/// A seat that is asked something.
#[derive(Clone, Copy)]
struct Asked {
    table: Entity,
    seat: Seat,
    /// The page of options that is looked at.
    page: usize,
}

impl<G: Play> Default for Policies<G> {
    fn default() -> Self {
        Self { players: Vec::new(), encoder: None }
    }
}

impl<G: Play> Policies<G> {
    /// The policies among some agents, with the models that were read for them.
    #[must_use]
    pub fn of(agents: &[Agent], catalogue: &G::Catalogue) -> Self {
        let models = MODELS.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found: Vec<(Agent, Arc<Model>)> = Vec::new();
        for agent in agents {
            let Some((_, model)) = models.get(agent.name()) else { continue };
            if !found.iter().any(|(known, _)| known == agent) {
                found.push((*agent, Arc::clone(model)));
            }
        }
        let encoder = (!found.is_empty()).then(G::encoder).and_then(Result::ok);
        let Some(encoder) = encoder else { return Self::default() };
        let ids = encoder.facts(catalogue).ids;
        let player = |(agent, model): (Agent, Arc<Model>)| Player {
            agent,
            arrays: Arrays::new(encoder.widths(), model.room(), LANES),
            cards: contract::numbers(model.cards(), &ids),
            open: Vec::new(),
            model,
        };
        Self { players: found.into_iter().map(player).collect(), encoder: Some(encoder) }
    }

    /// Answers for every seat of some tables that is asked and given to a policy. Returns whether all
    /// have their answers: not, if it was told to stop.
    ///
    /// # Panics
    /// When a model fails that did not fail when it was read.
    pub fn answer(
        &mut self,
        batch: &mut Batch,
        tables: impl IntoIterator<Item = usize>,
        stop: &AtomicBool,
    ) -> bool {
        let Self { players, encoder: Some(encoder) } = self else { return true };
        for table in tables {
            let Some((seat, agent)) = answering::<G>(batch, table) else { continue };
            if let Some(player) = players.iter_mut().find(|player| player.agent == agent) {
                player.open.push(Asked { table: batch.table(table), seat, page: 0 });
            }
        }
        let world = batch.world_mut();
        let all = players.iter_mut().all(|player| player.answer::<G>(world, encoder, stop));
        // What is not answered will be asked again.
        players.iter_mut().for_each(|player| player.open.clear());
        all
    }
}

impl Player {
    /// Answers what it is asked, until it is told to stop; whether that is all.
    fn answer<G: Play>(
        &mut self,
        world: &mut World,
        encoder: &Encoder<G::Game>,
        stop: &AtomicBool,
    ) -> bool {
        while !self.open.is_empty() {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            let lanes: Vec<Asked> = self.open.drain(..self.open.len().min(LANES)).collect();
            let mut written: Vec<Written> = Vec::with_capacity(LANES);
            let mut arrays = self.arrays.padded();
            look_each(world, lanes.iter().map(|asked| asked.table), |at| {
                let Asked { seat, page, .. } = lanes[written.len()];
                let glance = Glance { seat, level: Level::Seat, page };
                written.push(encoder.pad(at, glance, &mut arrays, written.len()));
            });
            self.renumber(encoder);
            let logits = self.model.logits(&self.arrays).expect("it did not fail when it was read");
            for ((asked, written), logits) in
                lanes.iter().zip(written).zip(logits.chunks(self.arrays.room.actions))
            {
                let (page, shown) = (written.page, written.page.shown());
                // Nobody goes round and round.
                let more = page.more().filter(|_| page.number + 1 < page.pages());
                let row = best(&logits[..shown.len() + usize::from(more.is_some())]);
                if more == Some(row) {
                    self.open.push(Asked { page: page.number + 1, ..*asked });
                } else {
                    choose::<G>(world, asked.table, shown.start + row);
                }
            }
        }
        true
    }

    /// Gives cards the numbers that the model knows them by.
    fn renumber<R: cardmill_kernel::rules::Rules>(&mut self, encoder: &Encoder<R>) {
        let Self { arrays, cards, .. } = self;
        let known = |card: &mut i16| *card = cards.get(*card as usize).copied().unwrap_or_default();
        for array in &encoder.schema.arrays {
            let numbers = match array.name {
                "cards" => &mut arrays.cards,
                "globals" => &mut arrays.globals,
                "actions" => &mut arrays.actions,
                _ => continue,
            };
            let columns = array.columns.iter().enumerate();
            for (place, _) in columns.filter(|(_, column)| column.values == Values::Card) {
                numbers.iter_mut().skip(place).step_by(array.width.unwrap_or(1)).for_each(known);
            }
        }
    }
}

/// The place of the greatest number, the first of equal ones; what is no number is never taken
/// before one.
fn best(logits: &[f32]) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (row, &logit) in logits.iter().enumerate() {
        if logit > best.1 {
            best = (row, logit);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_best_is_taken() {
        assert_eq!(best(&[1.0, 3.0, 3.0, -1.0]), 1);
        assert_eq!(best(&[f32::NAN, -2.0, f32::NAN]), 1);
        assert_eq!(best(&[f32::NAN, f32::NEG_INFINITY]), 0);
    }
}
