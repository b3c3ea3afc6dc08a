//! The rules of the game, as the kernel asks for them.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::game::Game;
use cardmill_kernel::replacement::{Picker, ReplacementOf, Substitution};
use cardmill_kernel::rules::{At, Change, Flow, Heard, Outcome, Pending, Rules, Run};
use cardmill_kernel::schedule::Round;
use cardmill_kernel::stack::{Entry, Frame, Stack};
use cardmill_kernel::table::Unsettled;
use cardmill_kernel::window::{Depth, Policy, Waiting};

use crate::brief::Has;
use crate::choice::{Choice, Prompt, Unlimited};
use crate::procedure::{self, Locals};
use crate::proposal::{Fact, Proposal, Verb};
use crate::state::{Scene, State};
use crate::substitute::Substitute;
use crate::{advance, commit, constant, deal, options, replace, settle, trigger};

impl Game for Unlimited {
    type Proposal = Proposal;
    type Locals = Locals;
    type Prompt = Prompt;
    type Choice = Choice;
    type ReplacementId = Substitute;

    fn begin(waiting: &Waiting) -> Locals {
        Locals::of(waiting)
    }
}

impl Rules for Unlimited {
    type Fact = Fact;
    type Note = advance::Turn;

    const ENTERS: bool = false;
    const HOLDS: bool = false;

    #[inline]
    fn work_out(state: &mut State<'_>, round: &mut Round) {
        constant::work_out(state, round);
    }

    fn policy(_: Scene<'_>) -> Policy {
        Policy::Blocks
    }

    fn substitution(_: Scene<'_>) -> Substitution {
        Substitution::Chained
    }

    fn lead(scene: Scene<'_>) -> Seat {
        scene.board.lead()
    }

    #[inline(always)]
    fn instruction(run: Run<'_, Self>) -> Flow {
        procedure::instruction(run)
    }

    #[inline]
    fn note(state: &mut State<'_>, unsettled: &mut Unsettled, note: Self::Note) {
        unsettled.constants |= advance::change(state.board, state.modifiers, note);
    }

    /// Only damage meets what is not looked for (Shields), or depends on other proposals; what
    /// enters play may say something of that itself.
    #[inline]
    fn is_replaceable(state: &State<'_>, what: &Proposal) -> bool {
        match what.verb {
            _ if state.relevance.replaces => true,
            Verb::Damage => state.relevance.shields || what.excess,
            Verb::PlayUnit | Verb::Rescue => {
                state.scene().brief(what.subject.slot).has.any(Has::ENTERS_AS)
            }
            _ => false,
        }
    }

    fn affected(scene: Scene<'_>, what: &Proposal) -> Seat {
        match what.verb {
            Verb::Draw => what.seat,
            Verb::PlayUnit | Verb::Rescue => replace::enters_under(&scene, what),
            _ => scene.card(what.subject.slot).controller,
        }
    }

    fn picker(scene: Scene<'_>) -> Picker {
        scene.board.edition.picker()
    }

    fn fitting(
        state: &State<'_>,
        event: &mut Pending<'_, Self>,
        fitting: &mut Vec<ReplacementOf<Self>>,
    ) {
        replace::fitting(state.scene(), event, fitting);
    }

    fn is_alike(one: &ReplacementOf<Self>, other: &ReplacementOf<Self>) -> bool {
        replace::is_alike(one, other)
    }

    fn instead(fitting: &[ReplacementOf<Self>], number: usize) -> Choice {
        replace::instead(fitting, number)
    }

    fn substitute(
        state: &State<'_>,
        event: &mut Pending<'_, Self>,
        replacement: &ReplacementOf<Self>,
    ) -> Option<Frame<Locals>> {
        replace::substitute(state.scene(), event, replacement);
        None
    }

    /// Each event or action ability that has a player take an action nests what that triggers
    /// (CR 7.1.6E, 7.6.12). What a triggered ability sets off is a window of its own anyway
    /// (CR 7.6.11).
    fn depth(stack: &Stack<Self>) -> Depth {
        let frames = stack.entries.iter().rev().filter_map(|entry| match entry {
            Entry::Frame(frame) => Some(frame),
            _ => None,
        });
        let within = frames.take_while(|frame| frame.collects.is_none());
        let nests = |frame: &&Frame<Locals>| frame.locals.ability().is_some_and(|a| a.nests);
        Depth(within.filter(nests).count() as u8)
    }

    fn begins_commit(state: &mut State<'_>) {
        state.board.commits.0 += 1;
    }

    #[inline(always)]
    fn commit(state: &mut State<'_>, change: &mut Change<'_, Self>, what: Proposal) -> bool {
        commit::commit(state, change, what)
    }

    fn returned(locals: &mut Locals, outcome: Outcome) {
        if let Locals::Ability(ability) = locals {
            ability.did = outcome.did;
        }
    }

    #[inline]
    fn trigger(state: &State<'_>, fact: &Fact, heard: &mut Heard<'_, Self>) {
        if trigger::can_be_heard(state, &fact.what) {
            trigger::trigger(state, fact, heard);
        }
    }

    fn is_idle(state: &State<'_>, ability: &Waiting) -> bool {
        settle::is_idle(&state.scene(), ability)
    }

    /// So are those of tokens that nothing tells apart.
    fn are_alike(state: &State<'_>, one: &Waiting, other: &Waiting) -> bool {
        let scene = state.scene();
        let of = |ability: &Waiting| ability.source.slot;
        let both = [one, other].iter().all(|ability| scene.is_current(ability.source));
        one == other
            || both
                && *one == Waiting { source: one.source, ..*other }
                && scene.are_alike(of(one), of(other))
    }

    fn settle(at: &mut At<'_, Self>) {
        settle::settle(at);
    }

    fn offer(state: &State<'_>, stack: &mut Stack<Self>, decision: &mut Decision<Self>) {
        options::offer(state.scene(), stack, decision);
    }

    fn lacks_room(state: &mut State<'_>) -> bool {
        !deal::refill(state.board, state.cards, state.catalogue.supply())
    }

    fn supply(world: &mut World, table: Entity) {
        deal::supply(world, table);
    }
}
