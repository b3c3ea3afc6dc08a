//! Tables of X-Wing answered from outside.

mod check;
mod picture;
mod play;
mod session;
mod step;
mod why;
mod wording;

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use cardmill_harness::driver::{Checked, Driver};
use cardmill_harness::files::CardFiles;
use cardmill_harness::library::extended;
use cardmill_harness::names::Labelled;
use cardmill_harness::play::Play as _;
use cardmill_harness::session::{Asking, Problem};
use cardmill_harness::wording::Wording;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::Stack;

use crate::catalogue::Catalogue;
use crate::choice::XWing;
use crate::library::Library;
use crate::options::Offer;
use crate::plugin::{self, LogPlugin};
use crate::position::Position;
use crate::question::Moment;
use crate::scene::{Scene, Scenes};
use crate::table::spawn;
use crate::vocabulary::Definition;

pub use check::{CardKind, Check};
pub use step::Step;

/// A World of tables of the game.
pub struct Hangar {
    batch: Batch,
    read: SystemState<Scenes<'static, 'static>>,
}

impl Hangar {
    /// Reads a table.
    ///
    /// # Panics
    /// If there is no such table.
    pub fn read<R>(&mut self, table: usize, f: impl FnOnce(&Scene) -> R) -> R {
        let entity = self.batch.table(table);
        let scenes = self.read.get(self.batch.world()).expect("a World has its columns");
        f(&scenes.of(entity))
    }

    /// Reads a table at a decision, if a program is there to ask.
    fn moment<R>(&mut self, table: usize, f: impl FnOnce(&Moment) -> R) -> Option<R> {
        let decision = self.component::<Decision<XWing>>(table).clone();
        let stack = self.component::<Stack<XWing>>(table);
        let (frame, waiting) = (stack.running()?.clone(), stack.waiting.clone());
        Some(self.read(table, |scene| {
            let offer = Offer { scene: *scene, seat: decision.seat, frame: &frame };
            f(&Moment { offer, decision: &decision, waiting: &waiting })
        }))
    }
}

impl Driver for Hangar {
    type Game = XWing;
    type Catalogue = Catalogue;
    type Card = Definition;
    type Position = Position;
    type Step = Step;
    type Check = Check;

    fn load(cards: impl Into<CardFiles>) -> Result<Catalogue, String> {
        let library = Library::load(cards).map_err(|errors| errors.to_string())?;
        Ok(Catalogue::new(&library))
    }

    fn extend(catalogue: &Catalogue, cards: Vec<Definition>) -> Result<Catalogue, String> {
        let definitions = catalogue.cards().iter().map(|card| card.definition.clone()).collect();
        let definitions = extended(definitions, cards)?;
        Ok(Catalogue::new(&Library { definitions, facts: catalogue.facts().clone() }))
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
        self.moment(table, |at| at.labels()).unwrap_or_default()
    }

    fn step(&mut self, table: usize, step: &Step) -> Checked {
        self.do_step(table, step)
    }

    fn check(catalogue: &Catalogue, check: &Check) -> Checked {
        check::check(catalogue, check)
    }

    fn why_not(&mut self, table: usize, label: &str) -> Result<String, String> {
        self.explain(table, label)
    }

    fn picture(&mut self, table: usize) -> Vec<String> {
        self.read(table, |scene| picture::picture(scene, None))
    }

    fn wording(&mut self, table: usize) -> Wording {
        self.words(table)
    }
}
