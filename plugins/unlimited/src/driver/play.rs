//! Games of this game by the thousand: decks are dealt, or positions laid out.

use core::ops::RangeInclusive;
use std::sync::Arc;

use bevy_app::{App, Plugin as _};
use bevy_ecs::prelude::*;
use cardmill_harness::agent::Agent;
use cardmill_harness::driver::Driver;
use cardmill_harness::observation::Encoder;
use cardmill_harness::plain::plain;
use cardmill_harness::play::{Entry, EntryError, Play, Source, Standing};
use cardmill_harness::session::Problem;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::roster::Roster;
use serde_json::{Value, json};

use super::Tabletop;
use crate::agent::{AgentsPlugin, GREEDY};
use crate::board::{Board, Outcome};
use crate::card::Card;
use crate::catalogue::Catalogue;
use crate::choice::Unlimited;
use crate::deck::{Deck, DeckError, ready_names};
use crate::library::Library;
use crate::position::{Position, arrange};
use crate::{deal, picture};

impl Play for Tabletop {
    type Entry = Deck;

    const AGENTS: &'static [Agent] = &[Agent::RANDOM, GREEDY];

    fn add_agents(app: &mut App) {
        AgentsPlugin.build(app);
    }

    fn deal(batch: &mut Batch, table: usize, decks: &[&Deck], seed: u64, game: u64) {
        deal::deal(batch, table, [decks[0], decks[1]], seed, game);
    }

    fn lay(
        batch: &mut Batch,
        table: usize,
        position: &Position,
        seed: u64,
        game: u64,
    ) -> Result<(), Problem> {
        arrange(batch, table, position, seed, game)?;
        Ok(())
    }

    fn round(world: &World, table: Entity) -> u16 {
        board(world, table).round
    }

    fn first(world: &World, table: Entity) -> Seat {
        board(world, table).first
    }

    /// The damage on the other player's base is the score.
    fn standing(world: &World, table: Entity) -> Standing {
        let board = board(world, table);
        let roster = world.get::<Roster>(table).expect("a table has a roster");
        let damage = |seat: usize| {
            let base = roster.card(board.players[1 - seat].base);
            world.get::<Card>(base).expect("a base is a card").damage.into()
        };
        let scores = (0..2).map(damage).collect();
        match board.outcome {
            Outcome::Win(seat) => Standing::won(seat, scores),
            Outcome::Draw => Standing::drawn(scores),
            Outcome::Open => Standing::open(scores),
        }
    }

    fn encoder() -> Result<Encoder<Unlimited>, Problem> {
        Ok(Encoder::default())
    }

    fn overview(&mut self, table: usize) -> Vec<String> {
        self.read(table, picture::picture)
    }

    fn opening(&mut self, table: usize) -> Vec<String> {
        let hand = |seat| {
            let hand = self.read(table, |scene| picture::hand(scene, seat));
            format!("P{}'s opening hand: {hand}", seat + 1)
        };
        (0..2).map(hand).collect()
    }
}

fn board(world: &World, table: Entity) -> &Board {
    world.get::<Board>(table).expect("a table has a board")
}

impl Entry<Catalogue> for Deck {
    const NOUN: &'static str = "deck";
    const ENDINGS: &'static [&'static str] = &["json", "txt"];
    const SEATS: RangeInclusive<usize> = 2..=2;

    fn ready(catalogue: &Catalogue) -> Vec<String> {
        ready_names(&catalogue.supplement)
    }

    fn read(catalogue: &Catalogue, sources: &[Source]) -> Vec<Result<Self, EntryError>> {
        let library = Library {
            definitions: catalogue.definitions(),
            supplement: Arc::clone(&catalogue.supplement),
            ..Library::default()
        };
        let read = |source: &Source| match source {
            Source::File(file) => Self::open(file, &library),
            Source::Text(text, file) => Self::parse(text, file, &library),
        };
        sources.iter().map(|source| read(source).map_err(EntryError::from)).collect()
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn written(&self, catalogue: &Catalogue) -> Value {
        let id = |card: u16| catalogue.card(card).definition.id.as_str();
        let entry = |copies: &[u16]| json!({ "id": id(copies[0]), "count": copies.len() });
        let cards: Vec<Value> = self.cards.chunk_by(|one, next| one == next).map(entry).collect();
        json!({
            "metadata": { "name": self.name },
            "leader": { "id": id(self.leader), "count": 1 },
            "base": { "id": id(self.base), "count": 1 },
            "deck": cards,
        })
    }
}

impl From<DeckError> for EntryError {
    fn from(error: DeckError) -> Self {
        Self { file: plain(&error.file.to_string_lossy()), lines: error.lines() }
    }
}
