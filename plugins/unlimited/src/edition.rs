//! The rules a table plays by at the points where the seeds and the Comprehensive Rules 8.0 differ,
//! and the meaning of each point. This is the only place that knows them apart; the numbers are
//! those of `docs/method/rules.md`.
//!
//! | point | what it decides |
//! |---|---|
//! | K1, K3 | [`Edition::attack_ends_with_damage`] |
//! | K4 | [`Edition::ambush_readies`] |
//! | K5 | [`Edition::newest_effect_wins`] |
//! | K6 | [`Edition::picker`] |
//! | K7 | [`Edition::giver_controls_token`] |
//! | K2, K8 | both agree |
//! | K9, K13 | the seeds in both: CR 8.4.4 and 7.1.7 side with them against 8.34.1 and 8.28.2 |
//! | K10, K11, K14 | names only |
//! | K12 | [`Edition::exhausts_before_target`] |
//!
//! The Comprehensive Rules 9.0 (2026-10-09) differ from 8.0, as far as is known, in one place:
//! 1.16.5C is gone, by which a loose upgrade was defeated after its unit. That cannot be seen,
//! since nothing is resolved between the two: all editions defeat them together.

use cardmill_kernel::replacement::Picker;
use serde::{Deserialize, Serialize};

/// The rules a table plays by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Edition {
    /// The seeds where they say something, else the Comprehensive Rules.
    #[default]
    Seeds,
    /// The Comprehensive Rules, 8.0 and what is known of 9.0, except for K9 and K13, on which they differ
    /// with themselves.
    Comprehensive,
}

impl Edition {
    /// K1, K3: whether the attack is over, and with it what lasts for the attack, before what
    /// combat damage triggers is resolved; "completes an attack" then waits beside it (CR 6.3.5E,
    /// 7.6.16). In the seeds that comes in a step of its own, before the attack is completed.
    #[must_use]
    pub const fn attack_ends_with_damage(self) -> bool {
        matches!(self, Self::Comprehensive)
    }

    /// K4: whether Ambush readies the unit, which others can see, or lets it attack as it is (CR
    /// 7.5.5A).
    #[must_use]
    pub const fn ambush_readies(self) -> bool {
        matches!(self, Self::Seeds)
    }

    /// K5: whether a unit can regain for a time what it has lost for a time, or what is lost
    /// stays lost (CR 8.14.1, 8.14.2).
    #[must_use]
    pub const fn newest_effect_wins(self) -> bool {
        matches!(self, Self::Seeds)
    }

    /// K6: who picks among several replacements of one event.
    #[must_use]
    pub const fn picker(self) -> Picker {
        match self {
            Self::Seeds => Picker::Controller,
            Self::Comprehensive => Picker::Affected,
        }
    }

    /// K7: whether a token upgrade is controlled by the player who gives it, or by the controller
    /// of the unit that gets it (CR 1.5.2F).
    #[must_use]
    pub const fn giver_controls_token(self) -> bool {
        matches!(self, Self::Seeds)
    }

    /// K12: whether the attacker is exhausted before its target is chosen, or when both have been
    /// declared (CR 6.3.1 to 6.3.3).
    #[must_use]
    pub const fn exhausts_before_target(self) -> bool {
        matches!(self, Self::Seeds)
    }
}
