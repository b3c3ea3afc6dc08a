//! One game at a time, driven from outside: what is asked, in the players' words, and answers.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use cardmill_kernel::batch::{Batch, Roster};
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::{Fault, Status, Table};
use cardmill_unlimited::board::Board;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::choice::{Choice, Unlimited};
use cardmill_unlimited::log::Log;
use cardmill_unlimited::options::Offer;
use cardmill_unlimited::plugin;
use cardmill_unlimited::position::{Position, PositionError, arrange};
use cardmill_unlimited::scene::{Cards, Effects, Scene, Spread};
use cardmill_unlimited::{deal, label};

/// A table of its own, answered from outside.
pub struct Session {
    batch: Batch,
    read: SystemState<(Cards<'static, 'static>, Effects<'static, 'static>)>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Who is asked.
    pub seat: Seat,
    /// The options in the players' words, in the order of their numbers.
    pub options: Vec<Labelled>,
}

/// An option in the players' words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// What it is called.
    pub label: String,
    /// The option.
    pub choice: Choice,
    /// Who has the card it names, if it names one.
    pub holder: Option<Seat>,
}

impl Session {
    /// An empty table.
    #[must_use]
    pub fn new(catalogue: &Catalogue) -> Self {
        let mut batch = plugin::batch(catalogue, 1, plugin::LogPlugin);
        let table = batch.table(0);
        batch.world_mut().entity_mut(table).insert(Log::default());
        let read = SystemState::new(batch.world_mut());
        Self { batch, read }
    }

    /// Replaces the cards of the game. The game under way ends.
    pub fn set_catalogue(&mut self, catalogue: &Catalogue) {
        self.batch.world_mut().insert_resource(catalogue.clone());
        let table = self.batch.table(0);
        self.batch.world_mut().entity_mut(table).insert(Table::default());
    }

    /// Sets up a position and plays on to the first decision.
    ///
    /// # Errors
    /// When the position cannot be; then the table is as it was.
    pub fn arrange(&mut self, position: &Position) -> Result<(), PositionError> {
        arrange(&mut self.batch, 0, position)?;
        let table = self.batch.table(0);
        self.batch.world_mut().entity_mut(table).insert(Log::default());
        self.run();
        Ok(())
    }

    /// Moves the table until somebody is asked or the game has ended.
    fn run(&mut self) {
        while self.status() == Status::Busy {
            self.batch.tick();
        }
    }

    /// What the table is doing.
    #[must_use]
    pub fn status(&self) -> Status {
        self.batch.status(0)
    }

    /// Why the table was set aside, if it was.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        self.component::<Table>().fault
    }

    /// The digest of the state.
    #[must_use]
    pub fn digest(&self) -> u64 {
        deal::digest(&self.batch, 0)
    }

    fn component<C: Component>(&self) -> &C {
        self.batch.world().get::<C>(self.batch.table(0)).expect("a table has all its components")
    }

    /// What has happened, line by line.
    #[must_use]
    pub fn log(&self) -> &[String] {
        &self.component::<Log>().lines
    }

    /// The state that is not on cards.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.component::<Board>()
    }

    /// Reads the table.
    ///
    /// # Panics
    /// If no position was arranged yet.
    pub fn read<R>(&mut self, f: impl FnOnce(&Scene) -> R) -> R {
        self.offer(|offer| f(&offer.scene))
    }

    fn offer<R>(&mut self, f: impl FnOnce(&Offer) -> R) -> R {
        let entity = self.batch.table(0);
        let world = self.batch.world();
        let (cards, effects) = self.read.get(world).expect("a World has its queries");
        let catalogue = world.resource::<Catalogue>();
        let board = world.get::<Board>(entity).expect("a table has a board");
        let roster = world.get::<Roster>(entity).expect("a table has a roster");
        let stack = world.get::<Stack<Unlimited>>(entity).expect("a table has a stack");
        let decision = world.get::<Decision<Unlimited>>(entity).expect("a table has a decision");
        let frame = stack.running().expect("a game has its turn structure");
        let scene = Scene { catalogue, board, roster, cards: Spread::of(&cards) };
        f(&Offer { scene, effects: &effects, seat: decision.seat, frame })
    }

    /// What is asked now.
    #[must_use]
    pub fn asked(&mut self) -> Option<Asked> {
        if self.status() != Status::Waiting {
            return None;
        }
        let decision = self.component::<Decision<Unlimited>>();
        let (seat, prompt, options) = (decision.seat, decision.prompt?, decision.options.clone());
        let waiting = self.component::<Stack<Unlimited>>().waiting.clone();
        let options = self.offer(|offer| {
            let labelled = |choice: Choice| Labelled {
                label: offer.label(prompt, choice, &waiting),
                choice,
                holder: slot_of(choice).map(|slot| label::holder(&offer.scene, slot)),
            };
            options.into_iter().map(labelled).collect()
        });
        Some(Asked { seat, options })
    }

    /// Answers with option `index` and plays on to the next decision.
    ///
    /// # Errors
    /// When nothing is asked or there is no such option; then nothing changed.
    ///
    /// # Panics
    /// Never: a table has all its components.
    pub fn choose(&mut self, index: usize) -> Result<(), cardmill_kernel::decision::Refused> {
        let entity = self.batch.table(0);
        let mut tables = self.batch.world_mut().query::<(&mut Table, &mut Decision<Unlimited>)>();
        let (mut table, mut decision) =
            tables.get_mut(self.batch.world_mut(), entity).expect("a table has all its components");
        decision.choose(&mut table, index)?;
        self.run();
        Ok(())
    }
}

fn slot_of(choice: Choice) -> Option<Slot> {
    match choice {
        Choice::Play(slot)
        | Choice::Attack(slot)
        | Choice::Use(slot, _)
        | Choice::Deploy(slot)
        | Choice::Card(slot) => Some(slot),
        _ => None,
    }
}
