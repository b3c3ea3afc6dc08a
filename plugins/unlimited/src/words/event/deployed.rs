//! Leaders being deployed.

use super::prelude::*;

/// The leader was deployed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deployed(pub Subject);

impl Word for Deployed {
    fn of_itself(&self) -> Option<&'static str> {
        Some("when deployed")
    }

    fn facts(&self) -> u32 {
        facts::DEPLOYED
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        by.met(by.verb() == Verb::Deploy && by.is(&self.0, by.subject()))
    }

    phrase!([(0: Subject) "is deployed"], at:
        ["when deployed"] => Self(Subject::This),
        ["when deployed as an upgrade"] if at.names.this == "this upgrade" => Self(Subject::This),
        ["when you deploy a leader"] => Self(Subject::Any(Criteria {
            is: vec![KindSet::Leader], side: Some(Who::You), ..Criteria::default()
        }.into())),
    );
}
