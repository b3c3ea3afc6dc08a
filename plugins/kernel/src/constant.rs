//! The `Constant` stage: constant and "while" abilities are worked out again when what they rest
//! on has changed.
//!
//! The kernel declares the layers and repeats them until nothing changes; a game adds a rule for
//! each kind of modifier ([`Resolution::add_layer`](crate::rules::Resolution::add_layer)).

use crate::rules::{At, Resolution, Rules};
use crate::schedule::Round;
use crate::table::Fault;

/// Rounds after which a table is set aside.
const BOUND: u8 = 16;

/// Works out constant abilities once.
#[inline(never)]
pub(crate) fn constant<R: Rules>(at: &mut At<'_, R>, resolution: &mut Resolution<R>) {
    let number = at.unsettled.rounds;
    let mut round = Round { number, again: false, idle: false, fault: None };
    R::work_out(&mut at.state, &mut round);
    if !round.idle {
        resolution.work_out(&mut at.state, &mut round);
    }
    if round.again && number == BOUND {
        round.again = false;
        round.fault = Some(Fault::Unstable);
    }
    at.unsettled.constants = round.again;
    at.unsettled.rounds = if round.again { number + 1 } else { 0 };
    if let Some(fault) = round.fault {
        at.table.quarantine(fault);
    }
}
