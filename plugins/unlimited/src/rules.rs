//! The rules of the game, as the kernel asks for them.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::{SystemParam, SystemParamItem};
use cardmill_kernel::advance::{Flow, Out, Run};
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::Seat;
use cardmill_kernel::column::ColumnMut;
use cardmill_kernel::commit::{Change, Outcome};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::resolve::At;
use cardmill_kernel::rules::{self, Rules};
use cardmill_kernel::session::Silent;
use cardmill_kernel::stack::{Frame, Stack};
use cardmill_kernel::trigger::Heard;
use cardmill_kernel::window::Policy;

use crate::board::Board;
use crate::card::{Card, Stats};
use crate::catalogue::{Catalogue, Inner};
use crate::choice::{Locals, Unlimited};
use crate::constant::Modifiers;
use crate::deal::{Given, refill};
use crate::effect::Effect;
use crate::log::Log;
use crate::program::{Op, Rule};
use crate::proposal::{Fact, Proposal};
use crate::scene::Scene;
use crate::{advance, commit, options, replace, settle, trigger};

/// The components of a table that only this game has.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Own {
    board: &'static mut Board,
    modifiers: &'static mut Modifiers,
    log: Option<&'static mut Log>,
    silent: Option<&'static mut Silent>,
}

/// What the rules take from a World.
#[derive(SystemParam)]
pub struct Columns<'w, 's> {
    cards: ColumnMut<'w, 's, Card>,
    stats: ColumnMut<'w, 's, Stats>,
    effects: ColumnMut<'w, 's, Effect>,
    catalogue: Res<'w, Catalogue>,
    given: ResMut<'w, Messages<Given>>,
}

/// The columns of all tables of a World.
pub struct Slices<'w> {
    cards: &'w mut [Card],
    stats: &'w mut [Stats],
    effects: &'w mut [Effect],
    catalogue: &'w Inner,
    given: &'w mut Messages<Given>,
}

/// One table of the game.
pub struct State<'t> {
    entity: Entity,
    /// The cards of the game.
    pub catalogue: &'t Inner,
    /// The state that is not on cards.
    pub board: &'t mut Board,
    /// What constant abilities rest on and apply.
    pub modifiers: &'t mut Modifiers,
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
    supply: &'t mut Messages<Given>,
}

impl State<'_> {
    /// The table as rules read it.
    #[must_use]
    pub const fn scene(&self) -> Scene<'_> {
        Scene {
            catalogue: self.catalogue,
            board: self.board,
            cards: self.cards,
            stats: self.stats,
            effects: self.effects,
        }
    }
}

impl Rules for Unlimited {
    type Own = Own;
    type Columns = Columns<'static, 'static>;
    type Slices<'w> = Slices<'w>;
    type State<'t> = State<'t>;
    type Scene<'t> = Scene<'t>;
    type Fact = Fact;
    type Note = advance::Turn;

    const POLICY: Policy = Policy::Blocks;

    fn slices<'w>(columns: &'w mut SystemParamItem<'_, '_, Self::Columns>) -> Option<Slices<'w>> {
        let Columns { cards, stats, effects, catalogue, given } = columns;
        let (cards, stats, effects) = (cards.all(), stats.all(), effects.all());
        (!cards.is_empty()).then_some(Slices { cards, stats, effects, catalogue, given })
    }

    fn state<'t>(
        slices: &'t mut Slices<'_>,
        own: &'t mut rules::Own<'_, '_, Self>,
        table: Entity,
        roster: &'t Roster,
    ) -> State<'t> {
        State {
            entity: table,
            catalogue: slices.catalogue,
            board: &mut own.board,
            modifiers: &mut own.modifiers,
            cards: &mut slices.cards[roster.card_rows()],
            stats: &mut slices.stats[roster.card_rows()],
            effects: &mut slices.effects[roster.effect_rows()],
            log: own.log.as_deref_mut(),
            silent: own.silent.as_deref_mut(),
            given: false,
            supply: slices.given,
        }
    }

    fn scene<'s>(state: &'s State<'_>) -> Scene<'s> {
        state.scene()
    }

    fn lead(scene: Scene<'_>) -> Seat {
        scene.board.lead()
    }

    fn passes_over(state: &State<'_>, frame: &Frame<Locals>) -> bool {
        // Every third instruction finds nothing to drain.
        !state.board.dirty
            && matches!(
                state.catalogue.program(frame.program)[usize::from(frame.at)],
                Op::Rule(Rule::Drain)
            )
    }

    fn instruction(run: Run<'_, Self>) -> Flow {
        advance::instruction(run)
    }

    fn note(state: &mut State<'_>, note: Self::Note) {
        advance::change(state.board, state.modifiers, note);
    }

    fn replace(at: &mut At<'_, Self>, out: &mut Out<Self>) {
        replace::replace(at, out);
    }

    fn begins_commit(state: &mut State<'_>) {
        state.board.commits.0 += 1;
    }

    fn commit(state: &mut State<'_>, change: &mut Change<'_, Self>, what: Proposal) -> bool {
        commit::commit(state, change, what)
    }

    fn returned(locals: &mut Locals, outcome: Outcome) {
        locals.did = outcome.did;
    }

    fn is_unsettled(state: &State<'_>) -> bool {
        state.board.dirty
    }

    fn trigger(state: &State<'_>, fact: &Fact, heard: &mut Heard<'_, Self>) {
        trigger::trigger(state, fact, heard);
    }

    fn settle(at: &mut At<'_, Self>) {
        settle::settle(at);
    }

    fn offer(state: &State<'_>, stack: &mut Stack<Self>, decision: &mut Decision<Self>) {
        options::offer(state.scene(), stack, decision);
    }

    fn lacks_room(state: &mut State<'_>) -> bool {
        let lacks = core::mem::take(&mut state.given)
            && !refill(state.board, state.cards, state.catalogue.supply());
        if lacks {
            state.supply.write(Given { table: state.entity });
        }
        lacks
    }
}
