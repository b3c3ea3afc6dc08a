//! Tables of this game driven from outside: positions, options in the players' words, and what
//! scenarios say of a table.

mod fact;
mod picture;
mod question;
mod refusal;
mod session;
mod step;
mod wording;

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use cardmill_harness::driver::Driver;
use cardmill_harness::files::CardFiles;
use cardmill_harness::library::extended;
use cardmill_harness::names::Labelled;
use cardmill_harness::session::{Problem, Silent};
use cardmill_harness::wording::Wording;
use cardmill_kernel::batch::{Batch, Roster};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::Status;

pub use step::{Check, Step};

use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::Imperium;
use crate::label;
use crate::library;
use crate::log::Log;
use crate::piece::Piece;
use crate::plugin::{ImperiumPlugin, LogPlugin, spawn};
use crate::position::{Position, arrange};
use crate::scene::Scene;
use crate::vocabulary::Definition;

/// Decisions after which `PlayTo` gives up.
const PLAYED_ON: usize = 500;

/// Tables of Twilight Imperium, answered from outside.
pub struct Tabletop {
    batch: Batch,
    read: SystemState<Query<'static, 'static, &'static Piece>>,
}

/// Whether something holds, and if not, what was expected and found.
type Checked = Result<(), String>;

fn same<T: PartialEq + core::fmt::Debug>(expected: T, found: T) -> Checked {
    if expected == found { Ok(()) } else { Err(format!("expected {expected:?}, found {found:?}")) }
}

impl Driver for Tabletop {
    type Game = Imperium;
    type Catalogue = Catalogue;
    type Card = Definition;
    type Position = Position;
    type Step = Step;
    type Check = Check;

    fn load(cards: impl Into<CardFiles>) -> Result<Catalogue, String> {
        library::load(cards).map(Catalogue::new).map_err(|error| error.to_string())
    }

    fn extend(catalogue: &Catalogue, cards: Vec<Definition>) -> Result<Catalogue, String> {
        extended(catalogue.definitions().to_vec(), cards).map(Catalogue::new)
    }

    fn new(catalogue: &Catalogue) -> Self {
        let game = ImperiumPlugin { catalogue: catalogue.clone() };
        let mut batch = Batch::new(move |app: &mut App| {
            game.build(app);
            LogPlugin.build(app);
        });
        let read = SystemState::new(batch.world_mut());
        Self { batch, read }
    }

    fn batch(&self) -> &Batch {
        &self.batch
    }

    fn batch_mut(&mut self) -> &mut Batch {
        &mut self.batch
    }

    fn add(&mut self) -> usize {
        let table = self.batch.add_at_rest(spawn);
        self.clear_log(table);
        table
    }

    fn arrange(&mut self, table: usize, position: &Position) -> Result<(), Problem> {
        let arranged = arrange(&mut self.batch, table, position);
        arranged.map_err(|error| Problem::at("", error.to_string()))?;
        self.clear_log(table);
        Ok(())
    }

    fn labels(&mut self, table: usize) -> Vec<Labelled> {
        let decision = self.component::<Decision<Imperium>>(table);
        let Some(prompt) = decision.prompt else { return Vec::new() };
        let options = decision.options.clone();
        let label = |scene: &Scene, stack: &_| {
            let option = |&choice| label::option(scene, stack, prompt, choice);
            options.iter().map(option).collect()
        };
        self.with_stack(table, label)
    }

    fn log(&self, table: usize) -> &[String] {
        &self.component::<Log>(table).lines
    }

    fn step(&mut self, table: usize, step: &Step) -> Checked {
        match step {
            Step::PlayToTurn(player) => {
                let seat = *player as u8;
                self.play_to(table, &format!("- {}'s turn starts", label::player(seat)))
            }
            Step::PlayToPhase(phase) => self.play_to(table, &format!(": {}", label::phase(*phase))),
            _ => self.read(table, |scene| fact::holds(scene, step)),
        }
    }

    fn check(catalogue: &Catalogue, check: &Check) -> Checked {
        fact::check(catalogue, check)
    }

    fn why_not(&mut self, table: usize, label: &str) -> Result<String, String> {
        self.refused(table, label)
    }

    fn picture(&mut self, table: usize) -> Vec<String> {
        self.read(table, picture::picture)
    }

    fn wording(&mut self, table: usize) -> Wording {
        self.words(table)
    }
}

impl Tabletop {
    fn clear_log(&mut self, table: usize) {
        let entity = self.batch.table(table);
        self.batch.world_mut().entity_mut(entity).insert((Log::default(), Silent::default()));
    }

    fn component<C: Component>(&self, table: usize) -> &C {
        let entity = self.batch.table(table);
        self.batch.world().get::<C>(entity).expect("a table has all its components")
    }

    /// The state that is not on cards or figures.
    #[must_use]
    pub fn board(&self, table: usize) -> &Board {
        self.component::<Board>(table)
    }

    /// The digest of the state.
    #[must_use]
    pub fn digest(&self, table: usize) -> u64 {
        let slots = usize::from(self.board(table).slots);
        self.batch.digest(table, slots, 0)
    }

    /// Reads a table.
    ///
    /// # Panics
    /// If there is no such table.
    fn read<R>(&mut self, table: usize, f: impl FnOnce(&Scene) -> R) -> R {
        self.with_stack(table, |scene, _| f(scene))
    }

    fn with_stack<R>(&mut self, table: usize, f: impl FnOnce(&Scene, &Stack<Imperium>) -> R) -> R {
        let entity = self.batch.table(table);
        let world = self.batch.world();
        let pieces = self.read.get(world).expect("a World has its queries");
        let catalogue = world.resource::<Catalogue>();
        let board = world.get::<Board>(entity).expect("a table has a board");
        let roster = world.get::<Roster>(entity).expect("a table has a roster");
        let stack = world.get::<Stack<Imperium>>(entity).expect("a table has a stack");
        f(&Scene { catalogue, board, roster, pieces: &pieces }, stack)
    }

    /// Plays on, doing as little as possible, until a new line of the log contains this.
    fn play_to(&mut self, table: usize, line: &str) -> Checked {
        let from = self.log(table).len();
        for _ in 0..PLAYED_ON {
            if self.log(table)[from..].iter().any(|new| new.contains(line)) {
                return Ok(());
            }
            if self.status(table) != Status::Waiting {
                return Err("the game ends before that".into());
            }
            let asked = self.asked(table).expect("it waits");
            let least = ["Decline", "No", "Refuse", "Done", "Abstain", "Pass"];
            let named = |label: &&str| asked.options.iter().position(|o| o.label == **label);
            let answer = least.iter().find_map(named).unwrap_or(0);
            self.choose(table, answer).map_err(|refused| refused.to_string())?;
        }
        Err(format!("that does not come within {PLAYED_ON} decisions"))
    }
}
