//! The rules of the game, as the kernel asks for them.

use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::replacement::Replacement;
use cardmill_kernel::rules::{At, Change, Flow, Heard, Outcome, Pending, Resolution, Rules, Run};
use cardmill_kernel::schedule::Layer;
use cardmill_kernel::stack::{Frame, Stack};
use cardmill_kernel::window::Policy;

use crate::choice::{Choice, XWing};
use crate::locals::Locals;
use crate::program::FIRST_ABILITY;
use crate::proposal::Proposal;
use crate::state::{Scene, State};
use crate::{advance, commit, constant, options, procedure, replace, settle, trigger};

impl Rules for XWing {
    type Fact = Proposal;
    type Note = ();

    fn add_rules(resolution: &mut Resolution<Self>) {
        resolution
            .add_layer(Layer::Gather, |state, _| constant::attach(state))
            .add_layer(Layer::Gather, |state, _| constant::gather(state))
            .add_layer(Layer::Printed, |state, _| constant::print(state));
        for layer in [Layer::Abilities, Layer::Numbers, Layer::Permissions] {
            resolution.add_layer(layer, move |state, _| constant::apply(state, layer));
        }
    }

    fn policy(_: Scene<'_>) -> Policy {
        Policy::Queue
    }

    /// Player order is the first player's block, whoever acts (`S1-05`).
    fn lead(scene: Scene<'_>) -> Seat {
        scene.board.first
    }

    fn instruction(run: Run<'_, Self>) -> Flow {
        advance::instruction(run)
    }

    /// Procedures of the game drain: abilities that they have set off are resolved before they go
    /// on; an ability's own consequences wait until it is resolved.
    fn drains(frame: &Frame<Locals>) -> bool {
        frame.program < FIRST_ABILITY
    }

    fn enters(stack: &Stack<Self>, frame: &mut Frame<Locals>) {
        procedure::enters(stack, frame);
    }

    fn is_replaceable(_: &State<'_>, what: &Proposal) -> bool {
        !what.prevented && replace::is_replaceable(what.verb)
    }

    fn affected(scene: Scene<'_>, what: &Proposal) -> Seat {
        scene.ship(what.ship.min(scene.board.ships - 1)).owner
    }

    fn fitting(
        state: &State<'_>,
        event: &mut Pending<'_, Self>,
        fitting: &mut Vec<Replacement<u16>>,
    ) {
        replace::fitting(&state.scene(), event, fitting);
    }

    fn instead(fitting: &[Replacement<u16>], number: usize) -> Choice {
        let Replacement { source, id, .. } = fitting[number];
        Choice::Use(source.slot, id)
    }

    fn substitute(
        state: &State<'_>,
        event: &mut Pending<'_, Self>,
        replacement: &Replacement<u16>,
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
