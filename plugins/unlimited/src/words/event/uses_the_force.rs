//! Using the Force (CR 8.37.4).

use super::prelude::*;

/// You use the Force: you defeat your Force token because you are told to do that (CR 8.37.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UsesTheForce;

impl Word for UsesTheForce {
    fn facts(&self) -> u32 {
        facts::DEFEATED
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let token = || by.scene.card(by.subject().slot).definition == by.scene.catalogue.force;
        let what = &by.fact.what;
        let mine = what.seat == by.listener.seat && what.number != Proposal::UNUSED;
        by.met(by.verb() == Verb::Defeat && mine && token())
    }

    phrase!(["you use the Force"]);
}
