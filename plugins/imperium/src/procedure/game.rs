//! The whole game, phase by phase (LRR 40).

use cardmill_kernel::card::Seat;
use cardmill_kernel::procedure::Line::{Do, Jump, Label, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::{AgendaPhase, Procedure, SetUp, StatusPhase, StrategyPhase, Turn};
use crate::advance::{Resolver, Run};
use crate::board::Phase;
use crate::proposal::{Proposal, Verb};

/// The game, from its set-up or any phase to its end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Game {
    /// Somebody has had a turn in this action phase.
    pub begun: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    SetUp,
    Begin(Phase),
    Strategy,
    Turn,
    Status,
    Agenda,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    AllHavePassed,
    CustodiansAreThere,
}

impl Game {
    /// The instruction at which a whole game begins.
    pub(crate) const SET_UP: u16 = Self::LINES.at("set-up");

    /// The instruction at which a phase begins; the action phase is under way.
    pub(crate) const fn at(phase: Phase) -> u16 {
        Self::LINES.at(match phase {
            Phase::Strategy => "strategy phase",
            Phase::Action => "turn",
            Phase::Status => "status phase",
            Phase::Agenda => "agenda phase",
        })
    }

    /// The player whose turn is next: after the active player in initiative order, of those who
    /// have not passed (LRR 3, 4); `None` if all have.
    fn next(&self, by: &Resolver<'_>) -> Option<Seat> {
        let board = by.scene.board;
        let order = by.scene.initiative_order();
        let active = order.iter().position(|&seat| seat == board.active);
        let from = active.filter(|_| self.begun).map_or(0, |active| active + 1);
        let mut seats = (0..order.len()).map(|n| order[(from + n) % order.len()]);
        seats.find(|&seat| !board.player(seat).passed)
    }
}

impl Procedure for Game {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        Label("set-up"),
        Do(Step::SetUp),
        // LRR 84
        Label("strategy phase"),
        Do(Step::Begin(Phase::Strategy)),
        Do(Step::Strategy),
        // LRR 3
        Do(Step::Begin(Phase::Action)),
        Label("turn"),
        When(Test::AllHavePassed, "status phase"),
        Do(Step::Turn),
        Jump("turn"),
        // LRR 81
        Label("status phase"),
        Do(Step::Begin(Phase::Status)),
        Do(Step::Status),
        // LRR 27.4
        Label("agenda phase"),
        When(Test::CustodiansAreThere, "strategy phase"),
        // LRR 8
        Do(Step::Begin(Phase::Agenda)),
        Do(Step::Agenda),
        Jump("strategy phase"),
    ]);

    fn holds(&self, test: Test, by: &Resolver<'_>) -> bool {
        match test {
            Test::AllHavePassed => self.next(by).is_none(),
            Test::CustodiansAreThere => by.scene.board.custodians,
        }
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let speaker = run.scene.board.speaker;
        match step {
            Step::Begin(phase) => {
                self.begun = false;
                run.propose([Proposal::new(Verb::BeginPhase(phase), speaker)]);
            }
            Step::SetUp => run.call(speaker, SetUp::default()),
            Step::Strategy => run.call(speaker, StrategyPhase::default()),
            Step::Turn => {
                let next = self.next(run);
                self.begun = true;
                next.into_iter().for_each(|seat| run.call(seat, Turn::default()));
            }
            Step::Status => run.call(speaker, StatusPhase::default()),
            Step::Agenda => run.call(speaker, AgendaPhase),
        }
        Flow::Next
    }
}
