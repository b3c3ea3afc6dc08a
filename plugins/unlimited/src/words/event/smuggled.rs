//! Cards being played using Smuggle (CR 7.5.14).

use cardmill_harness::library::Path;
use cardmill_kernel::card::Ref;
use serde::{Deserialize, Serialize};

use super::{Played, Word};
use crate::library::{Check, Scope};
use crate::proposal::{Proposal, Verb};
use crate::reader::said;
use crate::text::names::Names;
use crate::trigger;
use crate::trigger::Meeting;
use crate::vocabulary::Subject;

/// The card was played using Smuggle (CR 7.5.14).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Smuggled(pub Subject);

impl Word for Smuggled {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.subject(&self.0, scope, path);
    }

    fn happening(&self, names: &Names) -> String {
        format!("{} using Smuggle", self.played().happening(names))
    }

    fn of_itself(&self) -> Option<&'static str> {
        Some("when played using Smuggle")
    }

    fn subject(&self) -> &'static str {
        self.played().subject()
    }

    fn facts(&self) -> u32 {
        trigger::PLAYED
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let plays = matches!(by.verb(), Verb::PlayUnit | Verb::PlayUpgrade | Verb::PlayEvent);
        let smuggled = plays && by.fact.what.number == Proposal::SMUGGLED;
        by.met(smuggled && by.is(&self.0, by.subject()))
    }
}

impl Smuggled {
    /// That it is played at all.
    fn played(&self) -> Played {
        Played(self.0.clone())
    }
}

said!(Smuggled, at:
    [(played: Played) "using smuggle"] => Self(played.0),
);
