//! A turn: its start, an action or a pass, its end (LRR 3). Both windows open on the turn a player
//! passes too (`S3-27`; LRR 3.3a).

use core::mem;

use cardmill_kernel::card::Seat;
use cardmill_kernel::procedure::Line::{Do, Label, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::{Flow, Outcome};
use cardmill_kernel::stack::Frame;
use serde::{Deserialize, Serialize};

use super::{Procedure, Strategic, Tactical, Transaction};
use crate::ability::Ability;
use crate::advance::{Resolver, Run, ability, procedure};
use crate::choice::{Choice, Prompt};
use crate::piece::{Place, SystemId};
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::Kind;

/// A turn of a player in the action phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// The component action was cancelled.
    cancelled: bool,
    /// The last thing that was done was an action.
    acted: bool,
    /// The number of actions that were performed.
    actions: u8,
    /// No other action follows in this turn.
    over: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Start,
    Act,
    EndAction,
    End,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    Cancelled,
    Halted,
    ActsAgain,
}

/// The actions a turn of whoever may perform more than one.
const TWO: u8 = 2;

fn actions(scene: Scene<'_>, seat: Seat, another: bool) -> Vec<Choice> {
    let ready = |&slot: &_| !scene.piece(slot).exhausted;
    let cards = || scene.cards(seat, Place::Area, Kind::Strategy).filter(ready);
    let mut actions: Vec<Choice> = cards().map(Choice::Strategic).collect();
    if scene.board.player(seat).pools[0] > 0 {
        let systems = 0..scene.board.systems.len() as SystemId;
        let free = systems.filter(|&system| {
            !scene.board.has_token(system, seat) && scene.can_activate(system, seat)
        });
        actions.extend(free.map(Choice::Activate));
    }
    for slot in scene.slots() {
        for (program, _) in scene.abilities(slot, seat) {
            if scene.action_refusal(seat, slot, program).is_none() {
                actions.push(Choice::Component(slot, program));
            }
        }
    }
    actions.extend(scene.partners(seat).map(Choice::Trade));
    // A second action may be left out.
    if another {
        actions.push(Choice::Done);
        return actions;
    }
    // LRR 3.4
    if cards().next().is_none() {
        actions.push(Choice::Pass);
    }
    if actions.iter().all(|action| matches!(action, Choice::Trade(_))) {
        actions.push(Choice::Pass);
    }
    actions
}

impl Turn {
    fn act(&mut self, run: &mut Run<'_>) -> Flow {
        let (scene, seat) = (run.scene, run.seat);
        // A component action that was cancelled is none.
        let (cancelled, acted) = (mem::take(&mut self.cancelled), mem::take(&mut self.acted));
        self.actions -= u8::from(cancelled && acted);
        match run.answer {
            None => return run.ask(seat, Prompt::Action),
            // A transaction is no action (LRR 94.1).
            Some(Choice::Trade(other)) => {
                run.call(seat, Transaction::with(other));
                return Flow::Again;
            }
            Some(Choice::Strategic(slot)) => {
                let source = scene.reference(slot);
                run.begin(Frame { source, ..procedure(seat, Strategic::default()) });
            }
            Some(Choice::Activate(system)) => run.call(seat, Tactical::of(system)),
            Some(Choice::Component(slot, program)) => {
                let source = scene.reference(slot);
                run.begin(ability(program, seat, source, Ability::default()));
            }
            Some(Choice::Done) => self.over = true,
            Some(_) => {
                self.over = true;
                run.propose([Proposal::new(Verb::Pass, seat)]);
            }
        }
        (self.actions, self.acted) = (self.actions + 1, true);
        Flow::Next
    }
}

impl Procedure for Turn {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        Do(Step::Start),
        Label("action"),
        Do(Step::Act),
        // LRR 22.4
        When(Test::Cancelled, "action"),
        When(Test::Halted, "end"),
        Do(Step::EndAction),
        When(Test::ActsAgain, "action"),
        Label("end"),
        Do(Step::End),
    ]);

    fn holds(&self, test: Test, by: &Resolver<'_>) -> bool {
        let Resolver { scene, seat, .. } = *by;
        match test {
            Test::Cancelled => self.cancelled,
            Test::Halted => scene.board.halted,
            Test::ActsAgain => {
                let usual = if scene.standing(seat).two_actions { TWO } else { 1 };
                let most = usual + scene.board.more_actions;
                scene.board.is_in_game(seat) && self.actions < most && !self.over
            }
        }
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        match step {
            Step::Start => run.propose([Proposal::new(Verb::StartTurn, run.seat)]),
            Step::Act => return self.act(run),
            Step::EndAction => {
                let acted = self.acted && !self.over;
                run.propose(acted.then(|| Proposal::new(Verb::EndAction, run.seat)));
            }
            Step::End => run.propose([Proposal::new(Verb::EndTurn, run.seat)]),
        }
        Flow::Next
    }

    fn options(&self, _: Step, by: &Resolver<'_>) -> Vec<Choice> {
        actions(by.scene, by.seat, self.actions > 0)
    }

    fn returned(&mut self, outcome: Outcome) {
        self.cancelled = !outcome.did;
    }
}
