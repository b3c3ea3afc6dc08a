//! Using a triggered ability.

use super::prelude::*;

/// You have used a triggered ability of this kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Uses(pub Timing);

impl Word for Uses {
    fn happening(&self, _: &Names) -> String {
        format!("you use a \"{}\" ability", self.0.name())
    }

    fn facts(&self) -> u32 {
        facts::USES
    }

    /// It happens to the card that the ability is on.
    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let what = &by.fact.what;
        let mine = what.verb == Verb::Use && what.seat == by.listener.seat;
        by.met(mine && what.number & self.0.bit() != 0)
    }
}

said!(Uses, at:
    ["when? you use a|an" (timing: Timing) "ability"] => Self(timing),
    ["when? you collect a bounty"] => Self(Timing::Bounty),
);

said!(Timing, at:
    ["\" when played \""] => Self::WhenPlayed,
    ["\" when defeated \""] => Self::WhenDefeated,
    ["\" on attack \""] => Self::OnAttack,
    ["\" bounty \""] => Self::Bounty,
);
