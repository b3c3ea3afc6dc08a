//! The end of a phase.

use super::prelude::*;

/// The phase under way ends, and with it what lasted for it (CR 5.4.1C, 5.5.1E).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PhaseEnds;

impl Word for PhaseEnds {
    fn happening(&self, _: &Names) -> String {
        "at the end of the phase".to_owned()
    }

    fn is_timing_point(&self) -> bool {
        true
    }

    fn facts(&self) -> u32 {
        facts::PHASE_ENDS
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        by.met(matches!(by.verb(), Verb::Expire(_)))
    }

    said!(at:
        ["at the end of the phase"] => Self,
    );
}
