//! The rules of the game, as the kernel asks for them.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::{SystemParam, SystemParamItem};
use cardmill_harness::log::Log;
use cardmill_harness::session::Silent;
use cardmill_kernel::advance::{Flow, Run};
use cardmill_kernel::batch::{Lists, Roster};
use cardmill_kernel::card::Seat;
use cardmill_kernel::column::ColumnMut;
use cardmill_kernel::commit::{Change, Outcome};
use cardmill_kernel::constant::Unsettled;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::resolve::At;
use cardmill_kernel::rounds::Rounds;
use cardmill_kernel::rules::{self, Rules};
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::Status;
use cardmill_kernel::trigger::Heard;
use cardmill_kernel::window::Policy;

use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::Imperium;
use crate::constant::{Gathered, Stats};
use crate::effect::Effect;
use crate::piece::Piece;
use crate::procedure::{self, Locals};
use crate::proposal::Proposal;
use crate::scene::Scene;
use crate::token::Token;
use crate::{advance, commit, options, replace, trigger};

/// The components of a table that only this game has.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Own {
    board: &'static mut Board,
    gathered: &'static mut Gathered,
    log: Option<&'static mut Log>,
    silent: Option<&'static mut Silent>,
}

/// What the rules take from a World.
#[derive(SystemParam)]
pub struct Columns<'w, 's> {
    pieces: ColumnMut<'w, 's, Piece>,
    stats: ColumnMut<'w, 's, Stats>,
    effects: ColumnMut<'w, 's, Effect>,
    tokens: ColumnMut<'w, 's, Token>,
    catalogue: Res<'w, Catalogue>,
}

/// The columns of all tables of a World.
pub struct Slices<'w> {
    pieces: &'w mut [Piece],
    stats: &'w mut [Stats],
    effects: &'w mut [Effect],
    tokens: &'w mut [Token],
    catalogue: &'w Catalogue,
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

impl Rules for Imperium {
    type Own = Own;
    type Columns = Columns<'static, 'static>;
    type Slices<'w> = Slices<'w>;
    type State<'t> = State<'t>;
    type Scene<'t> = Scene<'t>;
    type Fact = Proposal;
    type Note = core::convert::Infallible;

    fn slices<'w>(columns: &'w mut SystemParamItem<'_, '_, Self::Columns>) -> Option<Slices<'w>> {
        let Columns { pieces, stats, effects, tokens, catalogue } = columns;
        let (pieces, stats) = (pieces.all(), stats.all());
        let (effects, tokens) = (effects.all(), tokens.all());
        (!pieces.is_empty()).then_some(Slices { pieces, stats, effects, tokens, catalogue })
    }

    fn state<'t>(
        slices: &'t mut Slices<'_>,
        own: &'t mut rules::Own<'_, '_, Self>,
        _: Entity,
        roster: &'t Roster,
    ) -> State<'t> {
        let Lists { cards, effects, tokens, .. } = roster.rows();
        State {
            catalogue: slices.catalogue,
            board: &mut own.board,
            gathered: &mut own.gathered,
            pieces: &mut slices.pieces[cards.clone()],
            stats: &mut slices.stats[cards],
            effects: &mut slices.effects[effects],
            tokens: &mut slices.tokens[tokens],
            log: own.log.as_deref_mut(),
            silent: own.silent.as_deref_mut(),
        }
    }

    fn scene<'s>(state: &'s State<'_>) -> Scene<'s> {
        state.scene()
    }

    /// Windows go round the players here; no other kind is opened.
    fn policy(_: Scene<'_>) -> Policy {
        Policy::Blocks
    }

    fn lead(scene: Scene<'_>) -> Seat {
        scene.board.active
    }

    fn instruction(run: Run<'_, Self>) -> Flow {
        advance::instruction(run)
    }

    fn note(_: &mut State<'_>, _: &mut Unsettled, note: Self::Note) {
        match note {}
    }

    fn holds(state: &mut State<'_>, events: &mut [Proposal], number: u8) -> Option<Rounds<Locals>> {
        replace::holds(state, events, number)
    }

    fn commit(state: &mut State<'_>, change: &mut Change<'_, Self>, what: Proposal) -> bool {
        commit::commit(state, change, what)
    }

    fn returned(locals: &mut Locals, outcome: Outcome) {
        procedure::returned(locals, outcome);
    }

    fn trigger(state: &State<'_>, fact: &Proposal, heard: &mut Heard<'_, Self>) {
        trigger::trigger(state, fact, heard);
    }

    /// Somebody has won.
    fn settle(at: &mut At<'_, Self>) {
        at.table.status = Status::Over;
        at.stack.clear();
        at.decision.clear();
    }

    fn offer(state: &State<'_>, stack: &mut Stack<Self>, decision: &mut Decision<Self>) {
        options::offer(state.scene(), stack, decision);
    }
}
