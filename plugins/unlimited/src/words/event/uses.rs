//! Using a triggered ability.

use super::prelude::*;

/// You have used a triggered ability of this kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Uses(pub Timing);

impl Word for Uses {
    fn facts(&self) -> u32 {
        facts::USES
    }

    /// It happens to the card that the ability is on.
    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let what = &by.fact.what;
        let mine = what.verb == Verb::Use && what.seat == by.listener.seat;
        by.met(mine && what.number & self.0.bit() != 0)
    }

    phrase!(["you use a|an" (0: Timing) "ability"], at:
        ["when? you collect a bounty"] => Self(Timing::Bounty),
    );
}

said!(Timing, at:
    ["\" when played \""] => Self::WhenPlayed,
    ["\" when defeated \""] => Self::WhenDefeated,
    ["\" on attack \""] => Self::OnAttack,
    ["\" bounty \""] => Self::Bounty,
);
