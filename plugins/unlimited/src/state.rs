//! A table of the game: its own components and its part of the columns of a World.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;
use cardmill_harness::log::Log;
use cardmill_harness::session::Silent;
use cardmill_kernel::column::ColumnMut;

use crate::board::Board;
use crate::card::{Card, Stats};
use crate::catalogue::{Catalogue, Inner};
use crate::constant::Modifiers;
use crate::deal::Given;
use crate::effect::Effect;
use crate::relevance::Relevance;
use crate::scene::Scene;

/// The components of a table that only this game has.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Own {
    pub(crate) board: &'static mut Board,
    pub(crate) modifiers: &'static mut Modifiers,
    pub(crate) relevance: &'static mut Relevance,
    pub(crate) log: Option<&'static mut Log>,
    pub(crate) silent: Option<&'static mut Silent>,
}

/// What the rules take from a World.
#[derive(SystemParam)]
pub struct Columns<'w, 's> {
    pub(crate) cards: ColumnMut<'w, 's, Card>,
    pub(crate) stats: ColumnMut<'w, 's, Stats>,
    pub(crate) effects: ColumnMut<'w, 's, Effect>,
    pub(crate) catalogue: Res<'w, Catalogue>,
    pub(crate) given: ResMut<'w, Messages<Given>>,
}

/// The columns of all tables of a World.
pub struct Slices<'w> {
    pub(crate) cards: &'w mut [Card],
    pub(crate) stats: &'w mut [Stats],
    pub(crate) effects: &'w mut [Effect],
    pub(crate) catalogue: &'w Inner,
    pub(crate) given: &'w mut Messages<Given>,
}

/// One table of the game.
pub struct State<'t> {
    pub(crate) entity: Entity,
    /// The cards of the game.
    pub catalogue: &'t Inner,
    /// The state that is not on cards.
    pub board: &'t mut Board,
    /// What constant abilities rest on and apply.
    pub modifiers: &'t mut Modifiers,
    /// Parts of the rules that something on the table bears on.
    pub relevance: &'t mut Relevance,
    /// Its cards, by slot.
    pub cards: &'t mut [Card],
    /// What constant abilities make of them.
    pub stats: &'t mut [Stats],
    /// Its lasting and delayed effects, by number.
    pub effects: &'t mut [Effect],
    /// Its log, if it keeps one.
    pub log: Option<&'t mut Log>,
    /// What is taken silently, if somebody wants to know.
    pub silent: Option<&'t mut Silent>,
    /// Tokens were taken.
    pub(crate) given: bool,
    pub(crate) supply: &'t mut Messages<Given>,
}

impl State<'_> {
    /// The table as rules read it.
    #[must_use]
    pub const fn scene(&self) -> Scene<'_> {
        Scene {
            catalogue: self.catalogue,
            board: self.board,
            relevance: self.relevance,
            cards: self.cards,
            stats: self.stats,
            effects: self.effects,
        }
    }
}
