//! A table of the game: its own components and its part of the columns of a World.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;
use cardmill_harness::log::Log;
use cardmill_harness::session::Silent;
use cardmill_kernel::column::ColumnMut;

use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::constant::{Gathered, Stats};
use crate::effect::Effect;
use crate::piece::Piece;
use crate::scene::Scene;
use crate::token::Token;

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
    pub(crate) pieces: ColumnMut<'w, 's, Piece>,
    pub(crate) stats: ColumnMut<'w, 's, Stats>,
    pub(crate) effects: ColumnMut<'w, 's, Effect>,
    pub(crate) tokens: ColumnMut<'w, 's, Token>,
    pub(crate) catalogue: Res<'w, Catalogue>,
}

/// The columns of all tables of a World.
pub struct Slices<'w> {
    pub(crate) pieces: &'w mut [Piece],
    pub(crate) stats: &'w mut [Stats],
    pub(crate) effects: &'w mut [Effect],
    pub(crate) tokens: &'w mut [Token],
    pub(crate) catalogue: &'w Catalogue,
}

/// One table of the game.
pub struct State<'t> {
    /// The cards of the game.
    pub catalogue: &'t Catalogue,
    /// The state that is not on cards or figures.
    pub board: &'t mut Board,
    /// What constants apply.
    pub gathered: &'t mut Gathered,
    /// Its cards and figures, by slot.
    pub pieces: &'t mut [Piece],
    /// What constants make of its figures, by slot.
    pub stats: &'t mut [Stats],
    /// Its lasting and delayed effects, by number.
    pub effects: &'t mut [Effect],
    /// Its tokens that are no figures, by number.
    pub tokens: &'t mut [Token],
    /// Its log, if it keeps one.
    pub log: Option<&'t mut Log>,
    /// What is taken silently, if somebody wants to know.
    pub silent: Option<&'t mut Silent>,
}

impl State<'_> {
    /// The table as rules read it.
    #[must_use]
    pub const fn scene(&self) -> Scene<'_> {
        let Self { catalogue, board, gathered, pieces, stats, effects, tokens, .. } = self;
        Scene { catalogue, board, gathered, pieces, stats, effects, tokens }
    }
}
