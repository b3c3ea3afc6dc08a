//! The start of a phase.

use super::prelude::*;

/// The start of a phase, or the readying of cards: a timing point of the round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Starts(pub Window);

impl Word for Starts {
    fn happening(&self, _: &Names) -> String {
        match self.0 {
            Window::ActionPhase => "at the start of the action phase",
            Window::FirstActionPhase => "at the start of the first action phase",
            Window::RegroupPhase => "at the start of the regroup phase",
            Window::ReadyCards => "when cards are readied in the regroup phase",
        }
        .to_owned()
    }

    fn next(&self, names: &Names) -> String {
        self.happening(names).replacen("of the", "of the next", 1)
    }

    fn is_timing_point(&self) -> bool {
        true
    }

    fn facts(&self) -> u32 {
        match self.0 {
            Window::ActionPhase | Window::FirstActionPhase => facts::ACTION_STARTS,
            Window::RegroupPhase => facts::REGROUP_STARTS,
            Window::ReadyCards => facts::READY_STARTS,
        }
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let first = || by.verb() == Verb::Start(Window::ActionPhase) && by.scene.board.round == 1;
        by.met(match self.0 {
            Window::FirstActionPhase => first(),
            window => by.verb() == Verb::Start(window),
        })
    }

    said!(at:
        ["at the start of the action phase"] => Self(Window::ActionPhase),
        ["at the start of the regroup phase"] => Self(Window::RegroupPhase),
        ["at the start of the first action phase"] => Self(Window::FirstActionPhase),
        ["when the first action phase starts"] => Self(Window::FirstActionPhase),
        ["when the action phase starts"] => Self(Window::ActionPhase),
        ["when the regroup phase starts"] => Self(Window::RegroupPhase),
        ["when cards are readied in the regroup phase"] => Self(Window::ReadyCards),
        ["when you ready cards during the regroup phase"] => Self(Window::ReadyCards),
    );
}
