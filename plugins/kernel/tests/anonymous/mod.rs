//! A game of nothing but mechanisms: abilities without cards, tokens without meaning.
//!
//! [`Library`] says what exists, [`Play`] plays one table of it.

pub mod library;
pub mod play;
mod rules;

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::game::Game;
use cardmill_kernel::kernel_words;
use cardmill_kernel::layout::Layout;
use cardmill_kernel::roster::{Lists, Roster};
use cardmill_kernel::window::{Pick, Waiting};

use library::{Fact, Token};
use serde::{Deserialize, Serialize};

/// The anonymous game: abilities without cards or rules of their own, to test the kernel with.
pub struct Anonymous;

/// The proposals of anonymous instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Proposal {
    /// Something happens that abilities can watch.
    Event(u8),
    /// A delayed effect becomes due.
    Due(u16),
    /// A replacement is used.
    Use(u16),
    /// A card loses a shield.
    Spend(Slot),
    /// A card gains tokens.
    Gain { slot: Slot, token: Token, amount: u8 },
}

/// The questions of the anonymous game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Prompt {
    /// The question whose abilities come first.
    First,
    /// The question which ability is next.
    Which,
    /// The question which replacement applies.
    Replace,
}

/// An option of a question; `Nothing` where there was nothing to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    #[default]
    Nothing,
    Window(Pick),
    Replace(u16),
}

kernel_words!(Prompt { First, Which, Replace }, Choice::Window);

impl Game for Anonymous {
    type Proposal = Proposal;
    /// Of a window that goes round: what it is about.
    type Locals = Option<Fact>;
    type Prompt = Prompt;
    type Choice = Choice;
    type ReplacementId = u16;

    fn begin(_: &Waiting) -> Option<Fact> {
        None
    }
}

/// The notes of what came out, in order.
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

/// The tokens on a card. Card number `n` is player `n`'s.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tokens(pub [u8; Token::COUNT]);

/// The number of times that a replacement was applied; effect number `n` is replacement number `n`.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Uses(pub u8);

/// A table without a game.
pub fn table(world: &mut World, cards: usize, effects: usize) -> Entity {
    let table = Anonymous::spawn(world);
    grow(world, table, Lists { cards, effects, ..Lists::default() });
    table
}

/// Gives a table new entities, so many of each.
pub fn grow(world: &mut World, table: Entity, sizes: Lists<usize>) {
    let cards = world.spawn_batch((0..sizes.cards).map(|_| Tokens::default())).collect();
    let effects = world.spawn_batch((0..sizes.effects).map(|_| Uses::default())).collect();
    let lists = Lists { cards, effects, ..Lists::default() };
    let roster = Roster::new(lists, world.entities());
    world.entity_mut(table).insert(roster);
}

/// The player who owns a card: that of the same number as its slot.
pub const fn owner(slot: Slot) -> Seat {
    slot as Seat
}
