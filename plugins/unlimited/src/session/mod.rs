//! Tables of this game in sessions: new games, what is asked, what there is to know, and changes
//! in place.

mod phase;
mod set;
mod state;

use std::path::Path;
use std::sync::Arc;

use bevy_ecs::prelude::*;
use cardmill_harness::driver::Driver;
use cardmill_harness::session::{Asking, Ending, Problem, Question, Session, read};
use cardmill_kernel::batch::Lists;
use cardmill_kernel::card::Seat;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::board::{Board, Outcome};
use crate::catalogue::Catalogue;
use crate::deck::Deck;
use crate::driver::Tabletop;
use crate::effect::Effect;
use crate::library::Library;
use crate::view::View;
use crate::{deal, label};

/// A new game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Deal {
    /// The decks of both players: as a deck file holds them, the path of one, or the name of one
    /// that comes with the cards.
    decks: [Value; 2],
    /// The seed of the run.
    #[serde(default)]
    seed: u64,
    /// The number of the game in the run.
    #[serde(default)]
    number: u64,
}

impl Session for Tabletop {
    const NAME: &'static str = "unlimited";

    fn digest_of(catalogue: &Catalogue) -> u64 {
        catalogue.digest()
    }

    fn sizes(&self, table: usize) -> Lists<usize> {
        self.component::<Board>(table).sizes()
    }

    fn grow(world: &mut World, table: Entity, sizes: Lists<usize>) {
        deal::grow(world, table, sizes);
    }

    fn deal(&mut self, table: usize, game: Value) -> Result<(), Problem> {
        let game: Deal = read(game)?;
        let catalogue = self.batch().world().resource::<Catalogue>();
        let library = Library {
            definitions: catalogue.definitions(),
            supplement: Arc::clone(&catalogue.supplement),
            ..Library::default()
        };
        let deck = |n: usize| {
            deck(&game.decks[n], &library).map_err(|problem| problem.within(&format!("decks[{n}]")))
        };
        let (first, second) = (deck(0)?, deck(1)?);
        deal::deal(self.batch_mut(), table, [&first, &second], game.seed, game.number);
        self.clear_log(table);
        Ok(())
    }

    fn question(&mut self, table: usize) -> Option<Question> {
        self.asks(table)?;
        self.look(table, |at| at.question())
    }

    fn ending(&self, table: usize) -> Option<Ending> {
        let outcome = self.component::<Board>(table).outcome;
        let winner = match outcome {
            Outcome::Win(seat) => Some(seat),
            Outcome::Open | Outcome::Draw => None,
        };
        Some(Ending::new(label::outcome(outcome)?.to_owned(), winner, &[None; 2]))
    }

    fn state(&mut self, table: usize) -> Box<RawValue> {
        self.sight(table, None)
    }

    fn view(&mut self, table: usize, seat: Seat) -> Result<Box<RawValue>, Problem> {
        if seat > 1 {
            return Err(Problem::at("player", "expected P1 or P2"));
        }
        Ok(self.sight(table, Some(seat)))
    }

    fn set(&mut self, table: usize, scratch: usize, changes: Value) -> Result<(), Problem> {
        let changes = read(changes).map_err(|problem: Problem| problem.within("changes"))?;
        self.change(table, scratch, changes)
    }

    fn to_phase(&mut self, table: usize, phase: &str) -> Result<bool, Problem> {
        self.pass_until(table, phase)
    }
}

impl Tabletop {
    /// A table as a seat sees it, or all of it.
    fn sight(&mut self, table: usize, seat: Option<Seat>) -> Box<RawValue> {
        let theirs = seat.is_none_or(|seat| self.asks(table) == Some(seat));
        let asked = if theirs { self.question(table) } else { None };
        self.look(table, |at| {
            let offer = &at.offer;
            let view = seat.map(|seat| View::new(offer, at.stack, at.decision, seat));
            let sight = state::Sight { scene: offer.scene, view };
            let lasting = offer.scene.effects().map(|(_, effect)| effect);
            let effects: Vec<&Effect> = lasting.collect();
            let shown = sight.table(&effects, &at.stack.waiting, asked);
            to_raw_value(&shown).expect("what is shown is plain data")
        })
    }
}

/// A deck as a session names it.
fn deck(given: &Value, library: &Library) -> Result<Deck, Problem> {
    let deck = match given {
        Value::String(path) => Deck::open(Path::new(path), library),
        Value::Object(_) => Deck::parse(&given.to_string(), Path::new("deck"), library),
        _ => return Err(Problem::at("", "expected a deck, the path of a deck file, or a name")),
    };
    deck.map_err(|error| Problem::at("", error.lines().join("; ")))
}
