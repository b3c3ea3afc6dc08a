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
use cardmill_kernel::replacement::{Event, Replacement};
use cardmill_kernel::resolve::At;
use cardmill_kernel::rules::{self, Rules};
use cardmill_kernel::stack::{Frame, Stack};
use cardmill_kernel::trigger::Heard;
use cardmill_kernel::window::Policy;

use crate::board::Board;
use crate::card::Card;
use crate::catalogue::Catalogue;
use crate::choice::{Choice, Locals, XWing};
use crate::constant::Gathered;
use crate::device::Device;
use crate::effect::Effect;
use crate::program::FIRST_ABILITY;
use crate::proposal::Proposal;
use crate::scene::Scene;
use crate::ship::{Pool, Ship, Stats};
use crate::{advance, commit, options, replace, settle, trigger};

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
    cards: ColumnMut<'w, 's, Card>,
    ships: ColumnMut<'w, 's, Ship>,
    pools: ColumnMut<'w, 's, Pool>,
    stats: ColumnMut<'w, 's, Stats>,
    effects: ColumnMut<'w, 's, Effect>,
    devices: ColumnMut<'w, 's, Device>,
    catalogue: Res<'w, Catalogue>,
}

/// The columns of all tables of a World.
pub struct Slices<'w> {
    cards: &'w mut [Card],
    ships: &'w mut [Ship],
    pools: &'w mut [Pool],
    stats: &'w mut [Stats],
    effects: &'w mut [Effect],
    devices: &'w mut [Device],
    catalogue: &'w Catalogue,
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

impl Rules for XWing {
    type Own = Own;
    type Columns = Columns<'static, 'static>;
    type Slices<'w> = Slices<'w>;
    type State<'t> = State<'t>;
    type Scene<'t> = Scene<'t>;
    type Fact = Proposal;
    type Note = ();

    fn slices<'w>(columns: &'w mut SystemParamItem<'_, '_, Self::Columns>) -> Option<Slices<'w>> {
        let Columns { cards, ships, pools, stats, effects, devices, catalogue } = columns;
        let cards = cards.all();
        (!cards.is_empty()).then_some(Slices {
            cards,
            ships: ships.all(),
            pools: pools.all(),
            stats: stats.all(),
            effects: effects.all(),
            devices: devices.all(),
            catalogue,
        })
    }

    fn state<'t>(
        slices: &'t mut Slices<'_>,
        own: &'t mut rules::Own<'_, '_, Self>,
        _: Entity,
        roster: &'t Roster,
    ) -> State<'t> {
        let Lists { cards, figures, effects, tokens } = roster.rows();
        State {
            catalogue: slices.catalogue,
            board: &mut own.board,
            gathered: &mut own.gathered,
            cards: &mut slices.cards[cards],
            ships: &mut slices.ships[figures.clone()],
            pools: &mut slices.pools[figures.clone()],
            stats: &mut slices.stats[figures],
            effects: &mut slices.effects[effects],
            devices: &mut slices.devices[tokens],
            log: own.log.as_deref_mut(),
            silent: own.silent.as_deref_mut(),
        }
    }

    fn scene<'s>(state: &'s State<'_>) -> Scene<'s> {
        state.scene()
    }

    fn policy(_: Scene<'_>) -> Policy {
        Policy::Queue
    }

    /// Player order is the first player's block, whoever acts (seed 001, ability queue).
    fn lead(scene: Scene<'_>) -> Seat {
        scene.board.first
    }

    fn instruction(run: Run<'_, Self>) -> Flow {
        advance::instruction(run)
    }

    fn note(_: &mut State<'_>, _: &mut Unsettled, (): ()) {}

    /// What a procedure of the game has set off is resolved before it goes on; an ability's own
    /// consequences wait until it is resolved.
    fn drains(frame: &Frame<Locals>) -> bool {
        frame.program < FIRST_ABILITY
    }

    fn enters(stack: &Stack<Self>, frame: &mut Frame<Locals>) {
        advance::enters(stack, frame);
    }

    fn is_replaceable(_: &State<'_>, what: &Proposal) -> bool {
        !what.prevented && replace::is_replaceable(what.verb)
    }

    fn affected(scene: Scene<'_>, what: &Proposal) -> Seat {
        scene.ship(what.ship.min(scene.board.ships - 1)).owner
    }

    fn fitting(state: &State<'_>, event: &mut Event<'_, Self>, fitting: &mut Vec<Replacement>) {
        replace::fitting(&state.scene(), event, fitting);
    }

    fn instead(fitting: &[Replacement], number: usize) -> Choice {
        let Replacement { source, id, .. } = fitting[number];
        Choice::Use(source.slot, id)
    }

    fn substitute(
        state: &State<'_>,
        event: &mut Event<'_, Self>,
        replacement: &Replacement,
    ) -> Option<Frame<Locals>> {
        Some(replace::substitute(&state.scene(), event, replacement))
    }

    fn commit(state: &mut State<'_>, change: &mut Change<'_, Self>, what: Proposal) -> bool {
        commit::commit(state, change, what)
    }

    fn returned(locals: &mut Locals, outcome: Outcome) {
        locals.did = outcome.did;
    }

    fn trigger(state: &State<'_>, fact: &Proposal, heard: &mut Heard<'_, Self>) {
        trigger::trigger(&state.scene(), fact, heard);
    }

    fn settle(at: &mut At<'_, Self>) {
        settle::settle(at);
    }

    fn offer(state: &State<'_>, stack: &mut Stack<Self>, decision: &mut Decision<Self>) {
        options::offer(state.scene(), stack, decision);
    }
}
