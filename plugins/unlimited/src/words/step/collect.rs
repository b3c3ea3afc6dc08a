//! Collecting bounties (CR 7.5.13).

use cardmill_kernel::stack::Frame;

use super::prelude::*;
use crate::procedure;

/// You collect the bounties of a unit, also when it has left play (CR 7.5.13D): you may
/// resolve each of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Collect(pub Whom);

impl Word for Collect {
    checked!(0: whom);

    phrase!(["collect" (0: Its) "bounties"]);
}

impl Does for Collect {
    fn does(&self, run: &mut Run<'_>) {
        let unit = run.scene.first(&self.0, &run.cx());
        // They are resolved before whatever else waits.
        let collects = Some(run.collection);
        run.begin(Frame { collects, ..run.call(procedure::Collect { unit }) });
    }
}
