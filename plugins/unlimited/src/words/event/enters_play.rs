//! Cards entering play.

use super::prelude::*;

/// The card enters play, in whatever way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EntersPlay(pub Subject);

impl Word for EntersPlay {
    fn facts(&self) -> u32 {
        facts::ENTERS
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let entered = matches!(
            by.verb(),
            Verb::PlayUnit
                | Verb::PlayUpgrade
                | Verb::Deploy
                | Verb::Rescue
                | Verb::Create(_)
                | Verb::EnterAttached
        );
        by.met(entered && by.is(&self.0, by.subject()))
    }

    phrase!([(0: Subject) "enters play"]);
}
