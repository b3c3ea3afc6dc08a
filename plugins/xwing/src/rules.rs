//! The rules of the game, as the kernel asks for them.

use bevy_ecs::entity::Entity;
use bevy_ecs::system::SystemParamItem;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::replacement::Replacement;
use cardmill_kernel::roster::{Lists, Roster};
use cardmill_kernel::rules::{self, At, Change, Event, Flow, Heard, Outcome, Rules, Run};
use cardmill_kernel::stack::{Frame, Stack};
use cardmill_kernel::table::Unsettled;
use cardmill_kernel::window::Policy;

use crate::choice::{Choice, Locals, XWing};
use crate::program::FIRST_ABILITY;
use crate::proposal::Proposal;
use crate::scene::Scene;
use crate::state::{Columns, Own, Slices, State};
use crate::{advance, commit, options, replace, settle, trigger};

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
