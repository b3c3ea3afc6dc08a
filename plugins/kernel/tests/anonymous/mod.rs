//! A game of nothing but mechanisms: abilities without cards, tokens without meaning.
//!
//! [`Library`] says what exists, [`Play`] plays one table of it through the public schedule.

pub mod library;
pub mod play;
mod systems;

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use cardmill_kernel::batch::{Lists, Roster};
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::{self, Decision};
use cardmill_kernel::game::Game;
use cardmill_kernel::order;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::schedule::{TickPlugin, TickSystems};
use cardmill_kernel::stack::Stack;
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::{Seats, Table};
use cardmill_kernel::window::{Pick, Waiting, WindowPrompt};

use library::{Fact, Library, Token};
use serde::{Deserialize, Serialize};

/// The game.
pub struct Anonymous;

/// What an anonymous instruction proposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Proposal {
    /// Something happens that abilities can watch.
    Event(u8),
    /// A card gains tokens.
    Gain { slot: Slot, token: Token, amount: u8 },
}

/// What the anonymous game asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Prompt {
    /// Whose abilities come first.
    First,
    /// Which ability is next.
    Which,
    /// Which replacement applies.
    Replace,
}

impl From<WindowPrompt> for Prompt {
    fn from(prompt: WindowPrompt) -> Self {
        match prompt {
            WindowPrompt::First => Self::First,
            WindowPrompt::Which => Self::Which,
            WindowPrompt::Replacement => Self::Replace,
        }
    }
}

/// An option.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    #[default]
    Nothing,
    Window(Pick),
    Replace(u16),
    Refuse,
}

impl From<Pick> for Choice {
    fn from(pick: Pick) -> Self {
        Self::Window(pick)
    }
}

impl Game for Anonymous {
    type Proposal = Proposal;
    /// Of a window that goes round: what it is about.
    type Locals = Option<Fact>;
    type Prompt = Prompt;
    type Choice = Choice;

    fn pick(choice: Choice) -> Option<Pick> {
        match choice {
            Choice::Window(pick) => Some(pick),
            _ => None,
        }
    }

    fn begin(_: &Waiting) -> Option<Fact> {
        None
    }
}

/// What came out, in order.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Notes(pub Vec<Note>);

/// One thing that came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// This ability began to resolve.
    Resolved(u16),
    /// This card gained that many of this token.
    Gained(Slot, Token, u8),
    /// This random number was drawn.
    Drew(u8),
}

/// What has just been committed; empty between ticks.
#[derive(Component, Debug, Default)]
pub struct Facts(pub Vec<Fact>);

/// The tokens on a card. Card number `n` is player `n`'s.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tokens(pub [u8; Token::COUNT]);

/// How often a replacement was applied; effect number `n` is replacement number `n`.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Uses(pub u8);

/// Adds the game to a World.
pub struct AnonymousPlugin(pub Library);

impl Plugin for AnonymousPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(TickPlugin).insert_resource(self.0.clone()).add_systems(
            cardmill_kernel::schedule::Tick,
            (
                systems::advance.in_set(TickSystems::Advance),
                systems::replace.in_set(TickSystems::Replace),
                systems::commit.in_set(TickSystems::Commit),
                systems::trigger.in_set(TickSystems::Trigger),
                order::order_all::<Anonymous>.in_set(TickSystems::Order),
                (systems::offer, decision::present_all::<Anonymous>)
                    .chain()
                    .in_set(TickSystems::Offer),
            ),
        );
        let world = app.world_mut();
        Registry::place::<Roster>(world);
        Registry::place::<Facts>(world);
        Registry::state::<Table>(world);
        Registry::state::<Seats>(world);
        Registry::state::<Stack<Anonymous>>(world);
        Registry::state::<Decision<Anonymous>>(world);
        Registry::state::<Streams>(world);
        Registry::state::<Notes>(world);
        Registry::state::<Tokens>(world);
        Registry::state::<Uses>(world);
    }
}

/// A card or an effect that is added to a roster.
pub fn card(world: &mut World) -> Entity {
    world.spawn(Tokens::default()).id()
}

/// See [`card`].
pub fn effect(world: &mut World) -> Entity {
    world.spawn(Uses::default()).id()
}

/// A table without a game.
pub fn table(world: &mut World, cards: usize, effects: usize) -> Entity {
    let cards = (0..cards).map(|_| card(world)).collect();
    let effects = (0..effects).map(|_| effect(world)).collect();
    let roster = Roster::new(Lists { cards, effects, ..Lists::default() });
    let bundle = (
        roster,
        Table::default(),
        Seats::default(),
        Stack::<Anonymous>::default(),
        Decision::<Anonymous>::default(),
        Streams::default(),
        Notes::default(),
        Facts::default(),
    );
    world.spawn(bundle).id()
}

/// Whose a card is.
pub const fn owner(slot: Slot) -> Seat {
    slot as Seat
}
