//! What a game tells the kernel: its state, and what each stage of the resolution does with it.

use bevy_ecs::prelude::*;
use bevy_ecs::query::{IterQueryData, QueryData};
use bevy_ecs::system::{SystemParam, SystemParamItem};

use crate::advance::{Flow, Run};
use crate::batch::Roster;
use crate::card::Seat;
use crate::commit::{Change, Outcome};
use crate::constant::Unsettled;
use crate::decision::Decision;
use crate::game::Game;
use crate::replacement::{Event, Picker, Replacement, Substitution};
use crate::resolve::At;
use crate::rounds::Rounds;
use crate::stack::{Frame, Stack};
use crate::trigger::Heard;
use crate::window::{Policy, Waiting};

/// The components of a table that only its game has, as a query finds them.
pub type Own<'w, 's, R> = <<R as Rules>::Own as QueryData>::Item<'w, 's>;

/// The rules of a game. [`RulesPlugin`](crate::resolve::RulesPlugin) plays by them.
pub trait Rules: Game + Sized {
    /// The components of a table that only this game has.
    type Own: IterQueryData + 'static;
    /// What the rules take from a World: the columns of cards and effects, the catalogue.
    type Columns: SystemParam + 'static;
    /// The columns of all tables of a World.
    type Slices<'w>;
    /// One table: its part of the columns, its own components.
    type State<'t>;
    /// One table, to read.
    type Scene<'t>: Copy;
    /// What is committed becomes a fact.
    type Fact: Send + Sync + 'static;
    /// A change beside the game proper, such as whose turn it is, that no rule watches or
    /// replaces: an instruction makes it at once.
    type Note: Copy + Send + Sync + 'static;

    /// The columns as slices; nothing, while there is no table.
    fn slices<'w>(
        columns: &'w mut SystemParamItem<'_, '_, Self::Columns>,
    ) -> Option<Self::Slices<'w>>;

    /// A table's part of the slices.
    fn state<'t>(
        slices: &'t mut Self::Slices<'_>,
        own: &'t mut Own<'_, '_, Self>,
        table: Entity,
        roster: &'t Roster,
    ) -> Self::State<'t>;

    /// The table, to read.
    fn scene<'s>(state: &'s Self::State<'_>) -> Self::Scene<'s>;

    /// Who orders abilities that wait at the same time.
    fn policy(scene: Self::Scene<'_>) -> Policy;

    /// Who leads the windows now.
    fn lead(scene: Self::Scene<'_>) -> Seat;

    /// Runs the instruction at which the program on top stands.
    fn instruction(run: Run<'_, Self>) -> Flow;

    /// Makes a change that no rule watches.
    fn note(_state: &mut Self::State<'_>, _unsettled: &mut Unsettled, _note: Self::Note) {}

    /// Whether the instruction is one that does nothing now; it is passed over.
    fn passes_over(_state: &Self::State<'_>, _frame: &Frame<Self::Locals>) -> bool {
        false
    }

    /// Whether what a program has set off is resolved before its next instruction.
    fn drains(_frame: &Frame<Self::Locals>) -> bool {
        false
    }

    /// A program that begins by an instruction: says whether, and from where, it collects.
    fn enters(_stack: &Stack<Self>, _frame: &mut Frame<Self::Locals>) {}

    /// The window, by number, that is held over a group before it is committed; none, if all of
    /// them have closed.
    fn holds(
        _state: &mut Self::State<'_>,
        _events: &mut [Self::Proposal],
        _number: u8,
    ) -> Option<Rounds<Self::Locals>> {
        None
    }

    /// Whether there can be a replacement effect for a proposal.
    fn is_replaceable(_state: &Self::State<'_>, _what: &Self::Proposal) -> bool {
        false
    }

    /// The player who is affected by a proposal, or controls what is.
    fn affected(scene: Self::Scene<'_>, _what: &Self::Proposal) -> Seat {
        Self::lead(scene)
    }

    /// How many replacement effects can apply to one event.
    fn substitution(_scene: Self::Scene<'_>) -> Substitution {
        Substitution::Single
    }

    /// Who says in what order replacement effects apply.
    fn picker(_scene: Self::Scene<'_>) -> Picker {
        Picker::Controller
    }

    /// Finds the replacement effects that fit a proposal as it is now, and have not met it.
    fn fitting(
        _state: &Self::State<'_>,
        _event: &mut Event<'_, Self>,
        _fitting: &mut Vec<Replacement>,
    ) {
    }

    /// Whether it makes no difference which of two replacement effects applies.
    fn is_alike(one: &Replacement, other: &Replacement) -> bool {
        (one.id, one.source) == (other.id, other.source)
    }

    /// A replacement effect of those that fit, by number, as an option.
    fn instead(_fitting: &[Replacement], _number: usize) -> Self::Choice {
        Self::Choice::default()
    }

    /// A replacement effect applies: the event changes, or another one is added, or a program
    /// begins, which takes its place.
    fn substitute(
        _state: &Self::State<'_>,
        _event: &mut Event<'_, Self>,
        _replacement: &Replacement,
    ) -> Option<Frame<Self::Locals>> {
        None
    }

    /// Changes the state as proposed and says by facts what happened. Returns whether anything
    /// did.
    fn commit(
        state: &mut Self::State<'_>,
        change: &mut Change<'_, Self>,
        what: Self::Proposal,
    ) -> bool;

    /// A group is about to be committed.
    fn begins_commit(_state: &mut Self::State<'_>) {}

    /// A group has been committed, or there was none, or what began has been cancelled: the program
    /// that proposed or began it learns what came of it.
    fn returned(_locals: &mut Self::Locals, _outcome: Outcome) {}

    /// The `Trigger` stage: a fact meets triggered abilities and delayed effects.
    fn trigger(state: &Self::State<'_>, fact: &Self::Fact, heard: &mut Heard<'_, Self>);

    /// Whether an ability that waits can do nothing any more, so that nobody is asked to order it.
    fn is_idle(_state: &Self::State<'_>, _ability: &Waiting) -> bool {
        false
    }

    /// The `Settle` stage: consequences without an instruction. They are proposed, a program
    /// begins, or the game ends.
    fn settle(at: &mut At<'_, Self>);

    /// The `Offer` stage: every legal option of the decision that opened.
    fn offer(state: &Self::State<'_>, stack: &mut Stack<Self>, decision: &mut Decision<Self>);

    /// Whether the table must be given more room before it goes on.
    fn lacks_room(_state: &mut Self::State<'_>) -> bool {
        false
    }
}
