//! The `Constant` stage: constant and "while" abilities are worked out again when what they rest
//! on has changed.
//!
//! The kernel declares the layers and repeats them until nothing changes; a game adds a rule for
//! each kind of modifier ([`Resolution::add_layer`](crate::resolve::Resolution::add_layer)).

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::resolve::{At, Resolution};
use crate::rules::Rules;
use crate::table::Fault;

/// What the stages must still look at on a table. Present on every table entity; nothing is left
/// of it when somebody is asked.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsettled {
    /// Constant abilities are to be worked out again.
    pub constants: bool,
    /// Consequences are to be looked for.
    pub consequences: bool,
    /// Rounds of working out constant abilities since something changed.
    pub rounds: u8,
}

impl Unsettled {
    /// Everything is to be looked at.
    pub const ALL: Self = Self { constants: true, consequences: true, rounds: 0 };
}

/// The layers of the stage, in the order in which they are worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// What applies to which cards.
    Gather,
    /// What is printed, before anything applies.
    Printed,
    /// Abilities and keywords gained and lost.
    Abilities,
    /// Numbers.
    Numbers,
    /// What can and cannot be done.
    Permissions,
    /// What the other stages ask of it all, and whether it must be worked out once more.
    Stable,
}

/// How many layers there are.
pub(crate) const LAYERS: usize = 6;

/// A round of working out.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Its number, from 0.
    pub number: u8,
    /// What was worked out can change what applies: another round follows.
    pub again: bool,
    /// The table is set aside.
    pub fault: Option<Fault>,
}

/// Rounds after which a table is set aside.
const BOUND: u8 = 16;

/// Works out constant abilities once.
pub(crate) fn constant<R: Rules>(at: &mut At<'_, R>, resolution: &mut Resolution<R>) {
    let number = at.unsettled.rounds;
    let mut round = Round { number, again: false, fault: None };
    resolution.work_out(&mut at.state, &mut round);
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
