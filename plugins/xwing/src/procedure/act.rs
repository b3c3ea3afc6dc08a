//! A ship may perform an action (RR "Actions").

use arrayvec::ArrayVec;
use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::{Performance, Task};
use crate::advance::Run;
use crate::choice::{Act, Choice, Prompt};
use crate::program::Op;
use crate::scene::Scene;
use crate::vocabulary::{ActionSpec, Step as Effect};

/// A limit on the actions that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Granted {
    /// The actions that can be chosen.
    pub only: Only,
    /// `true`: even while the ship is stressed.
    pub stressed: bool,
}

/// The source of the actions that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Only {
    /// Nothing: any action of the ship.
    Any,
    /// The list of the step at this place of the program of an ability.
    Step(u16, u16),
    /// The action that this one is linked to.
    Linked(ActionSpec),
}

impl Granted {
    /// Any action, but not while stressed.
    pub const ANY: Self = Self { only: Only::Any, stressed: false };
}

/// The actions a choice is limited to; none is all.
#[must_use]
pub(crate) fn granted(scene: &Scene, granted: Granted) -> ArrayVec<ActionSpec, 8> {
    match granted.only {
        Only::Linked(ActionSpec { linked: Some(next), .. }) => {
            let spec = ActionSpec { action: next.0, difficulty: next.1, linked: None };
            [spec].into_iter().collect()
        }
        Only::Step(program, at) => match &scene.catalogue.program(program)[usize::from(at)] {
            Op::Do(Effect::Perform { actions, .. }) => actions.iter().copied().take(8).collect(),
            _ => ArrayVec::new(),
        },
        Only::Any | Only::Linked(_) => ArrayVec::new(),
    }
}

#[derive(Clone, Copy)]
enum Step {
    ChooseAction,
}

const ACT: Procedure<Step> = Procedure::new(&[
    // RR "Actions": the ship performs one action; not performing any is always allowed.
    Do(Step::ChooseAction),
]);

impl Run<'_> {
    pub(super) fn act(&mut self, granted: Granted) -> Flow {
        ACT.steps(self.frame.at, self, |run, Step::ChooseAction| run.choose_action(granted))
    }

    fn choose_action(&mut self, from: Granted) -> Flow {
        let ship = self.ship();
        match self.answer.take() {
            Some(Choice::Act(Act::Bar(spec))) => self.calls(Task::Perform(Performance::of(spec))),
            Some(Choice::Act(Act::Card(card, id))) => self.calls(Task::PerformCard(card, id)),
            Some(_) => Flow::End,
            None => {
                let only = granted(&self.scene, from);
                let none =
                    !self.is_there() || self.scene.acts(ship, &only, from.stressed).is_empty();
                if none { Flow::End } else { self.ask(self.frame.seat, Prompt::Action) }
            }
        }
    }
}
