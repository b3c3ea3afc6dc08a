//! Tables of this game driven from outside: positions, options in the players' words, and what
//! scenarios say of a table.

mod fact;
mod picture;
mod play;
mod refusal;
mod session;
mod step;
mod wording;

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use cardmill_harness::driver::{Checked, Driver, same};
use cardmill_harness::files::CardFiles;
use cardmill_harness::library::extended;
use cardmill_harness::names::Labelled;
use cardmill_harness::play::Play as _;
use cardmill_harness::session::{Asking, Problem};
use cardmill_harness::wording::Wording;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::Status;

pub use step::{Check, Step};

use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::Imperium;
use crate::label;
use crate::library;
use crate::plugin::{self, LogPlugin, spawn};
use crate::position::Position;
use crate::question::Moment;
use crate::scene::{Scene, Scenes};
use crate::vocabulary::Definition;

/// Decisions after which `PlayTo` gives up.
const PLAYED_ON: usize = 500;

/// Tables of Twilight Imperium, answered from outside.
pub struct Tabletop {
    batch: Batch,
    read: SystemState<Scenes<'static, 'static>>,
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

    fn with(catalogue: &Catalogue, more: impl Plugin) -> Self {
        let mut batch = plugin::batch(catalogue, move |app: &mut App| {
            LogPlugin.build(app);
            more.build(app);
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

    fn spawn(world: &mut World) -> Entity {
        spawn(world)
    }

    fn arrange(&mut self, table: usize, position: &Position) -> Result<(), Problem> {
        Self::lay(&mut self.batch, table, position, position.seed, 0)?;
        self.clear_log(table);
        Ok(())
    }

    fn labels(&mut self, table: usize) -> Vec<Labelled> {
        self.moment(table, |at| at.labels())
    }

    fn step(&mut self, table: usize, step: &Step) -> Checked {
        match step {
            Step::PlayToTurn(player) => {
                let seat = player.seat();
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
        self.read(table, |scene| picture::picture(scene, None))
    }

    fn wording(&mut self, table: usize) -> Wording {
        self.words(table)
    }
}

impl Tabletop {
    /// The state that is not on cards or figures.
    #[must_use]
    pub fn board(&self, table: usize) -> &Board {
        self.component::<Board>(table)
    }

    /// Reads a table.
    ///
    /// # Panics
    /// If there is no such table.
    fn read<R>(&mut self, table: usize, f: impl FnOnce(&Scene) -> R) -> R {
        self.moment(table, |at| f(at.scene))
    }

    /// Reads a table with what is asked on it.
    fn moment<R>(&mut self, table: usize, f: impl FnOnce(&Moment) -> R) -> R {
        let entity = self.batch.table(table);
        let world = self.batch.world();
        let scenes = self.read.get(world).expect("a World has its columns");
        let stack = world.get::<Stack<Imperium>>(entity).expect("a table has a stack");
        let decision = world.get::<Decision<Imperium>>(entity).expect("a table has a decision");
        f(&Moment { scene: &scenes.of(entity), stack, decision })
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
