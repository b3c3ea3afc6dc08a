//! Attackers defeating the defending unit.

use cardmill_harness::library::Path;
use cardmill_kernel::card::Ref;
use serde::{Deserialize, Serialize};

use super::Word;
use crate::library::{Check, Scope};
use crate::proposal::Verb;
use crate::reader::said;
use crate::text::names::Names;
use crate::trigger;
use crate::trigger::Meeting;
use crate::vocabulary::Subject;

/// The unit attacks and defeats the defending unit, whether by combat damage or by what its
/// abilities do during the attack. "That unit" is the attacker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttacksAndDefeats(pub Subject);

impl Word for AttacksAndDefeats {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.subject(&self.0, scope, path);
    }

    fn happening(&self, names: &Names) -> String {
        names.event(&self.0, "attacks and defeats a unit")
    }

    fn facts(&self) -> u32 {
        trigger::ATTACKS_AND_DEFEATS
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let attacks = by.scene.board.attacks.iter().rev();
        let attack = attacks.into_iter().find(|attack| attack.defender == by.subject())?;
        let defeats = by.verb() == Verb::Defeat && by.fact.what.source == attack.attacker;
        let met = defeats && attack.is_on() && by.is(&self.0, attack.attacker);
        met.then_some(attack.attacker)
    }
}

said!(AttacksAndDefeats, at:
    ["when?" (card: Subject) "attacks and defeats a unit"] => Self(card),
);
