//! Cards being played using Smuggle (CR 7.5.14).

use super::Played;
use super::played::{Time, is_played};
use super::prelude::*;

/// The card was played using Smuggle (CR 7.5.14).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Smuggled(pub Subject);

impl Word for Smuggled {
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
        facts::PLAYED
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        by.met(by.fact.what.number == Proposal::SMUGGLED && is_played(&self.0, by))
    }

    said!(at:
        [(played: Played) "using smuggle"] if played.1 == Time::Any => Self(played.0),
    );
}

impl Smuggled {
    /// The event of the card being played, by Smuggle or otherwise.
    fn played(&self) -> Played {
        Played::any(self.0.clone())
    }
}
