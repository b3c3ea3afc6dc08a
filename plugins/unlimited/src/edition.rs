//! Which rules a table plays by at the points where the seeds and the Comprehensive Rules 8.0
//! differ, and what each point means. This is the only place that knows them apart; the numbers
//! are those of `docs/rules.md`.
//!
//! | point | what it decides |
//! |---|---|
//! | K1, K3 | [`Edition::attack_ends_with_damage`] |
//! | K2 | [`Edition::attacker_completes_defeated`] |
//! | K4 | [`Edition::ambush_readies`] |
//! | K5 | [`Edition::newest_effect_wins`] |
//! | K6 | [`Edition::picker`] |
//! | K7, K12 | the same in both: the rules' reading, which nothing that the seeds say can tell |
//! | K8 | both agree |
//! | K9, K13 | the seeds in both: CR 8.4.4 and 7.1.7 side with them against 8.34.1 and 8.28.2 |
//! | K10, K11, K14 | names only |

use cardmill_kernel::replacement::Picker;
use serde::{Deserialize, Serialize};

/// The rules a table plays by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Edition {
    /// The seeds where they say something, else the Comprehensive Rules.
    #[default]
    Seeds,
    /// The Comprehensive Rules 8.0, except for K9 and K13, on which they differ with themselves.
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

    /// K2: whether an attacker that combat damage has defeated completes its attack (CR 6.3.5B,
    /// 7.6.16C).
    #[must_use]
    pub const fn attacker_completes_defeated(self) -> bool {
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
}
