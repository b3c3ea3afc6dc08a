//! Attackers defeating the defending unit.

use super::prelude::*;

/// The unit attacks and defeats a defending unit that fits, whether by combat damage or by what its
/// abilities do during the attack. "That unit" is the attacker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttacksAndDefeats(pub Subject, #[serde(default)] pub Filter);

impl Word for AttacksAndDefeats {
    checked!(0 "card": subject, 1 "what": filter_in);

    fn facts(&self) -> u32 {
        facts::ATTACKS_AND_DEFEATS
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let attacks = by.scene.board.attacks.iter().rev();
        let attack = attacks.into_iter().find(|attack| attack.is_against(by.subject()))?;
        let defeats = by.verb() == Verb::Defeat && by.fact.what.source == attack.attacker;
        let met = defeats
            && attack.is_on()
            && by.is(&self.0, attack.attacker)
            && by.fits(&self.1, by.subject());
        met.then_some(attack.attacker)
    }

    phrase!([(0: Subject) "attacks and defeats" (1: One)]);
}
