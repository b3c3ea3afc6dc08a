//! Agents that the host answers for: those that plan, and policies. The others are systems of a
//! World.

use std::sync::atomic::AtomicBool;

use cardmill_harness::agent::Agent;
use cardmill_harness::play::Play;
use cardmill_kernel::batch::Batch;

use crate::policy::Policies;
use crate::search::Planner;

/// The players of a World that no system answers for.
pub struct Players<G: Play> {
    planner: Planner<G>,
    policies: Policies<G>,
}

impl<G: Play> Players<G> {
    /// The players among some agents that no system answers for.
    #[must_use]
    pub fn of(agents: &[Agent], catalogue: &G::Catalogue) -> Self {
        Self { planner: Planner::of(agents), policies: Policies::of(agents, catalogue) }
    }

    /// Lets agents that look ahead try out what seems worse, the more readily the more thousandths of a
    /// game these are.
    pub fn explore(&mut self, curious: u32) {
        self.planner.explore(curious);
    }

    /// Answers for these agents, and no more for policies that are not among them.
    pub fn admit(&mut self, agents: &[Agent], catalogue: &G::Catalogue) {
        self.planner.admit(agents);
        self.policies = Policies::of(agents, catalogue);
    }

    /// Answers for every seat of some tables that is asked and given to one of them. Returns whether
    /// all have their answers: not, if they were told to stop. Asked again, they answer for the others
    /// as they would have.
    ///
    /// # Panics
    /// If the game does not say which worlds fit what a player knows, and an agent plans in it.
    pub fn answer(
        &mut self,
        batch: &mut Batch,
        tables: core::ops::Range<usize>,
        stop: &AtomicBool,
    ) -> bool {
        self.planner.answer(batch, tables.clone(), stop)
            && self.policies.answer(batch, tables, stop)
    }
}
