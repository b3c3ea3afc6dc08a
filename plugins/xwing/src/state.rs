//! A table of the game: its own components and its part of the columns of a World.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;
use cardmill_harness::log::Log;
use cardmill_harness::session::Silent;
use cardmill_kernel::column::ColumnMut;

use crate::board::Board;
use crate::card::Card;
use crate::catalogue::Catalogue;
use crate::constant::Gathered;
use crate::device::Device;
use crate::effect::Effect;
use crate::scene::Scene;
use crate::ship::{Pool, Ship, Stats};

/// The components of a table that only this game has.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Own {
    pub(crate) board: &'static mut Board,
    pub(crate) gathered: &'static mut Gathered,
    pub(crate) log: Option<&'static mut Log>,
    pub(crate) silent: Option<&'static mut Silent>,
}

/// What the rules take from a World.
#[derive(SystemParam)]
pub struct Columns<'w, 's> {
    pub(crate) cards: ColumnMut<'w, 's, Card>,
    pub(crate) ships: ColumnMut<'w, 's, Ship>,
    pub(crate) pools: ColumnMut<'w, 's, Pool>,
    pub(crate) stats: ColumnMut<'w, 's, Stats>,
    pub(crate) effects: ColumnMut<'w, 's, Effect>,
    pub(crate) devices: ColumnMut<'w, 's, Device>,
    pub(crate) catalogue: Res<'w, Catalogue>,
}

/// The columns of all tables of a World.
pub struct Slices<'w> {
    pub(crate) cards: &'w mut [Card],
    pub(crate) ships: &'w mut [Ship],
    pub(crate) pools: &'w mut [Pool],
    pub(crate) stats: &'w mut [Stats],
    pub(crate) effects: &'w mut [Effect],
    pub(crate) devices: &'w mut [Device],
    pub(crate) catalogue: &'w Catalogue,
}

/// One table of the game.
pub struct State<'t> {
    /// The cards of the game.
    pub catalogue: &'t Catalogue,
    /// The state that is on no card and no ship.
    pub board: &'t mut Board,
    /// What constant abilities rest on and apply.
    pub gathered: &'t mut Gathered,
    /// Its cards, by slot.
    pub cards: &'t mut [Card],
    /// Its ships, by slot.
    pub ships: &'t mut [Ship],
    /// Their dice.
    pub pools: &'t mut [Pool],
    /// What constants make of them.
    pub stats: &'t mut [Stats],
    /// Its lasting and delayed effects, by number.
    pub effects: &'t mut [Effect],
    /// Its devices, by number.
    pub devices: &'t mut [Device],
    /// Its log, if it keeps one.
    pub log: Option<&'t mut Log>,
    /// What is taken silently, if somebody wants to know.
    pub silent: Option<&'t mut Silent>,
}

impl State<'_> {
    /// The table as rules read it.
    #[must_use]
    pub const fn scene(&self) -> Scene<'_> {
        let Self {
            catalogue, board, gathered, cards, ships, pools, stats, effects, devices, ..
        } = self;
        Scene { catalogue, board, gathered, cards, ships, pools, stats, effects, devices }
    }
}
