//! Playing on with passes.

use cardmill_harness::driver::Driver;
use cardmill_harness::session::Problem;
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::game::Game;
use cardmill_kernel::table::Status;

use crate::board::{Board, Phase};
use crate::choice::{Choice, Prompt, Unlimited};
use crate::driver::Tabletop;

impl Tabletop {
    /// Passes, resources nothing and declines what may be declined until a phase starts.
    pub(super) fn pass_until(&mut self, table: usize, phase: &str) -> Result<bool, Problem> {
        let target = match phase {
            "action" => Phase::Action,
            "regroup" => Phase::Regroup,
            _ => return Err(Problem::at("phase", "expected action or regroup")),
        };
        let now = |table: &Self, at| {
            let board = table.component::<Board>(at);
            (board.round, board.phase)
        };
        let start = now(self, table);
        while self.status(table) == Status::Waiting {
            let (round, phase) = now(self, table);
            if phase == target && (round, phase) != start {
                return Ok(true);
            }
            let Some(answer) = pass(self.component(table)) else { return Ok(false) };
            self.choose(table, answer).map_err(|error| Problem::refused(error.to_string()))?;
        }
        Ok(false)
    }
}

/// The option that does nothing, if there is one.
fn pass(decision: &Decision<Unlimited>) -> Option<usize> {
    let wanted: <Unlimited as Game>::Choice = match decision.prompt? {
        Prompt::Action => Choice::Pass,
        Prompt::Mulligan => Choice::No,
        _ => Choice::Decline,
    };
    let asked = decision.state == State::Offered;
    decision.options.iter().position(|choice| asked && *choice == wanted)
}
