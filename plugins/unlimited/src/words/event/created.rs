//! Token units being created.

use super::prelude::*;

/// The token unit is created (CR 3.7.2), for whoever controls it then.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Created(pub Subject);

impl Word for Created {
    checked!(0: subject);

    fn facts(&self) -> u32 {
        facts::CREATED
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        by.met(matches!(by.verb(), Verb::Create(_)) && by.is(&self.0, by.subject()))
    }

    phrase!([(0: Subject) "is created"], at:
        ["when? you create a unit"] if !at.own => {
            Self(Subject::Any(Criteria { side: Some(Who::You), ..Criteria::default() }.into()))
        },
    );
}
