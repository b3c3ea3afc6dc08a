//! A ship may perform an action (RR "Actions").

use cardmill_kernel::card::Slot;
use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::{Performance, Task};
use crate::advance::Run;
use crate::choice::{Act, Choice, Prompt};
use crate::program::Op;
use crate::scene::{Acts, Scene};
use crate::vocabulary::ActionSpec;

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
    /// The ship that coordinates: actions of its action bar alone.
    Leader(Slot),
}

impl Granted {
    /// Any action, but not while stressed.
    pub const ANY: Self = Self { only: Only::Any, stressed: false };
}

/// The actions that a ship may choose from.
#[must_use]
pub(crate) fn granted(scene: &Scene, ship: Slot, granted: Granted) -> Acts {
    let only = match granted.only {
        Only::Linked(ActionSpec { linked: Some(next), .. }) => {
            let spec = ActionSpec::of(next.0, next.1);
            Some([spec].into_iter().collect())
        }
        Only::Step(program, at) => match &scene.catalogue.program(program)[usize::from(at)] {
            Op::Do(step) => scene.limited(ship, step),
            _ => None,
        },
        Only::Any | Only::Linked(_) | Only::Leader(_) => None,
    };
    if let Only::Leader(leader) = granted.only {
        let mut acts = scene.acts(ship, &[], granted.stressed);
        acts.retain(|act| matches!(act, Act::Bar(spec) if scene.has_action(leader, spec.action)));
        return acts;
    }
    match only {
        Some(only) if only.is_empty() => Acts::new(),
        only => scene.acts(ship, &only.unwrap_or_default(), granted.stressed),
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
                let none = !self.is_there() || granted(&self.scene, ship, from).is_empty();
                if none { Flow::End } else { self.ask(self.frame.seat, Prompt::Action) }
            }
        }
    }
}
