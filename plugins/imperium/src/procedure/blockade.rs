//! Space docks that float are destroyed where they are blockaded (LRR 79.4a).

use core::convert::Infallible;

use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::Run;
use crate::piece::SystemId;
use crate::proposal::{Proposal, Verb};

/// The end of space docks in a system where others have ships and their owner has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blockade {
    system: SystemId,
}

#[derive(Clone, Copy)]
pub(crate) struct Step;

impl Blockade {
    /// The blockade of a system.
    pub(crate) const fn of(system: SystemId) -> Self {
        Self { system }
    }
}

impl Procedure for Blockade {
    type Step = Step;
    type Test = Infallible;

    const LINES: &'static Lines<Step, Infallible> = &Lines::new(&[Do(Step)]);

    fn step(&mut self, _: Step, run: &mut Run<'_>) -> Flow {
        let scene = run.scene;
        run.propose(scene.blockaded(self.system).map(|slot| {
            let owner = scene.piece(slot).owner;
            Proposal::new(Verb::Destroy, owner).of(scene.reference(slot))
        }));
        Flow::Next
    }
}
