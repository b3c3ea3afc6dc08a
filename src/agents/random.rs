//! Uniformly over the legal options.

use bevy_ecs::prelude::*;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::streams::below;
use cardmill_kernel::table::{Status, Table};
use cardmill_unlimited::choice::Unlimited;

use super::{Agent, Seated};

/// Answers for every seat that is given to [`Agent::Random`].
pub fn random(mut tables: Query<(&mut Table, &mut Decision<Unlimited>, &mut Seated)>) {
    for (mut table, mut decision, mut seated) in &mut tables {
        let seat = usize::from(decision.seat);
        if table.status == Status::Waiting && seated.agents[seat] == Some(Agent::Random) {
            let option = below(&mut seated.streams[seat], decision.options.len());
            let taken = decision.choose(&mut table, option);
            debug_assert!(taken.is_ok(), "an option below the count of options exists");
        }
    }
}
