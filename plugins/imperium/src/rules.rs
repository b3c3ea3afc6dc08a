//! The rules of the game, as the kernel asks for them.

use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::game::Game;
use cardmill_kernel::rounds::Rounds;
use cardmill_kernel::rules::{At, Change, Flow, Heard, Outcome, Resolution, Rules, Run};
use cardmill_kernel::schedule::{Layer, Stage};
use cardmill_kernel::stack::Stack;
use cardmill_kernel::window::{Policy, Waiting};

use crate::ability::Ability;
use crate::choice::{Choice, Imperium, Prompt};
use crate::procedure::{self, Locals, transaction};
use crate::proposal::Proposal;
use crate::state::{Scene, State};
use crate::{commit, constant, options, replace, trigger};

impl Game for Imperium {
    type Proposal = Proposal;
    type Locals = Locals;
    type Prompt = Prompt;
    type Choice = Choice;
    type ReplacementId = ();

    fn begin(_: &Waiting) -> Locals {
        Ability::default().into()
    }

    fn begin_in(window: &Locals, _: &Waiting) -> Locals {
        Ability::about(window.event()).into()
    }
}

impl Rules for Imperium {
    type Fact = Proposal;
    type Note = ();

    fn add_rules(resolution: &mut Resolution<Self>) {
        resolution
            .add(Stage::Advance, transaction::in_window)
            .add(Stage::Trigger, trigger::forget)
            .add_layer(Layer::Gather, |state, _| constant::units(state))
            .add_layer(Layer::Gather, |state, _| constant::sources(state))
            .add_layer(Layer::Gather, |state, _| constant::gather(state))
            .add_layer(Layer::Printed, |state, _| constant::print(state))
            .add_layer(Layer::Abilities, |state, _| constant::lose(state))
            .add_layer(Layer::Abilities, |state, _| constant::carry(state))
            .add_layer(Layer::Numbers, |state, _| constant::fight(state))
            .add_layer(Layer::Numbers, |state, _| constant::arm(state))
            .add_layer(Layer::Numbers, |state, _| constant::hasten(state))
            .add_layer(Layer::Numbers, |state, _| constant::produce(state))
            .add_layer(Layer::Numbers, |state, _| constant::allow(state))
            .add_layer(Layer::Permissions, |state, _| constant::permit(state));
    }

    /// Windows go round the players here; no other kind is opened.
    fn policy(_: Scene<'_>) -> Policy {
        Policy::Blocks
    }

    fn lead(scene: Scene<'_>) -> Seat {
        scene.board.active
    }

    fn instruction(run: Run<'_, Self>) -> Flow {
        procedure::instruction(run)
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

    /// Ends the table: the only consequence is that somebody has won.
    fn settle(at: &mut At<'_, Self>) {
        at.end();
    }

    fn offer(state: &State<'_>, stack: &mut Stack<Self>, decision: &mut Decision<Self>) {
        options::offer(state.scene(), stack, decision);
    }
}
