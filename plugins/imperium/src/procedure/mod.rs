//! The procedures of the rules, a file each: what one remembers, its lines with the numbers of the
//! rules, what its steps do and ask. `LRR` is the Living Rules Reference.

mod dice;
mod side;

use cardmill_kernel::card::Ref;
use cardmill_kernel::procedure::{Op, Procedure as Lines};
use cardmill_kernel::rules::{self, Flow, Outcome};
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Imperium};
use crate::proposal::Proposal;
use crate::vocabulary::Moment;

pub use side::Side;
pub(crate) use strategy_phase::strategy_cards;

/// A procedure of the rules.
pub(crate) trait Procedure {
    /// The steps that its lines do, with what each is about.
    type Step: Copy + 'static;
    /// The tests that its lines make of the table.
    type Test: Copy + 'static;

    /// The lines of its program, with labels.
    const LINES: &'static Lines<Self::Step, Self::Test>;

    /// Tells whether a test holds now.
    fn holds(&self, _test: Self::Test, _by: &Resolver<'_>) -> bool {
        false
    }

    /// Does a step, or asks for what it needs.
    fn step(&mut self, step: Self::Step, run: &mut Run<'_>) -> Flow;

    /// The options of a step that asks.
    fn options(&self, _step: Self::Step, _by: &Resolver<'_>) -> Vec<Choice> {
        Vec::new()
    }

    /// Takes note of the outcome of its proposals, or of a program that it began.
    fn returned(&mut self, _outcome: Outcome) {}
}

fn line<P: Procedure>(procedure: &mut P, at: u16, run: &mut Run<'_>) -> Flow {
    P::LINES.run(
        at,
        &mut (procedure, run),
        |(procedure, run), test| procedure.holds(test, run),
        |(procedure, run), step| procedure.step(step, run),
    )
}

fn asked<P: Procedure>(procedure: &P, at: u16, by: &Resolver<'_>) -> Vec<Choice> {
    match P::LINES.op(at) {
        Op::Do(step) => procedure.options(step, by),
        _ => Vec::new(),
    }
}

cardmill_kernel::procedures! { $
    /// The memory of a program. Of a procedure it also says which one it is.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Locals {
        /// No memory at all.
        #[default]
        Nothing,
        /// The memory of a window: the moment and the event that it is about.
        Window(Moment, Proposal),
        /// The memory of an ability, whatever its card.
        Ability(Box<Ability>),
    }
    game: Game, "The whole game, phase by phase.";
    set_up: SetUp, "What players choose before the first round.";
    strategy_phase: StrategyPhase, "The strategy phase.";
    status_phase: StatusPhase, "The status phase.";
    agenda_phase: AgendaPhase, "The agenda phase.";
    vote: Vote, "The vote on one agenda.";
    turn: Turn, "A turn.";
    strategic: Strategic, "A strategic action.";
    tactical: Tactical, "A tactical action.";
    movement: Movement, "Ships move.";
    cannon_offense: CannonOffense, "Space Cannon offense.";
    space_combat: SpaceCombat, "A space combat.";
    retreat: Retreat, "A retreat.";
    invasion: Invasion, "An invasion.";
    ground_combat: GroundCombat, "A ground combat.";
    assignment: Assignment, "Hits are assigned.";
    production: Production, "Units are produced.";
    payment: Payment, "Resources or influence are spent.";
    research: Research, "A technology is researched.";
    scoring: Scoring, "An objective is scored.";
    elimination: Elimination, "A player is eliminated.";
    blockade: Blockade, "Space docks that float are blockaded.";
    revival: Revival, "Infantry that come back.";
    limits: Limits, "Units beyond fleet pool and capacity are removed.";
    transaction: Transaction, "A transaction.";
    levy: Levy, "A command token comes from the sheet.";
    hand: Hand, "Action cards beyond what a hand can have are discarded.";
}

/// Runs the instruction at which a program stands.
pub(crate) fn instruction(run: rules::Run<'_, Imperium>) -> Flow {
    let (mut run, frame) = Run::new(run);
    with_procedure!(&mut frame.locals, |procedure| line(procedure, frame.at, &mut run), {
        Locals::Ability(ability) => ability.instruction(frame.at, &mut run),
        Locals::Nothing | Locals::Window(..) => Flow::End,
    })
}

/// The options of what a program asks.
pub(crate) fn options(locals: &Locals, at: u16, by: &Resolver<'_>) -> Vec<Choice> {
    with_procedure!(locals, |procedure| asked(procedure, at, by), {
        Locals::Ability(ability) => ability.options(at, by),
        Locals::Nothing | Locals::Window(..) => Vec::new(),
    })
}

/// Tells a program the outcome of its proposals, or of a program that it began.
pub(crate) fn returned(locals: &mut Locals, outcome: Outcome) {
    with_procedure!(locals, |procedure| procedure.returned(outcome), {
        Locals::Ability(ability) => ability.returned(outcome),
        Locals::Nothing | Locals::Window(..) => {}
    });
}

impl From<Ability> for Locals {
    fn from(ability: Ability) -> Self {
        Self::Ability(Box::new(ability))
    }
}

impl Locals {
    /// The moment and the event of a window.
    #[must_use]
    pub const fn event(&self) -> Option<(Moment, Proposal)> {
        match self {
            Self::Window(moment, event) => Some((*moment, *event)),
            _ => None,
        }
    }

    /// The ship or unit that a question is about.
    #[must_use]
    pub const fn unit(&self) -> Option<Ref> {
        match self {
            Self::Movement(movement) => movement.ship,
            Self::Invasion(invasion) => invasion.bomber,
            _ => None,
        }
    }
}
