//! The rules of the game, as the kernel asks for them.

use bevy_ecs::entity::Entity;
use bevy_ecs::system::SystemParamItem;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::roster::{Lists, Roster};
use cardmill_kernel::rounds::Rounds;
use cardmill_kernel::rules::{self, At, Change, Flow, Heard, Outcome, Rules, Run};
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::{Status, Unsettled};
use cardmill_kernel::window::Policy;

use crate::choice::Imperium;
use crate::procedure::{self, Locals};
use crate::proposal::Proposal;
use crate::scene::Scene;
use crate::state::{Columns, Own, Slices, State};
use crate::{advance, commit, options, replace, trigger};

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
