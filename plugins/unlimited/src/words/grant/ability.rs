//! Abilities that a card gains.

use super::Grant;
use super::prelude::*;
use crate::reader::Quoted;
use crate::text::ability;
use crate::vocabulary;

/// An ability, as though printed on the card that gains it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ability(pub Box<vocabulary::Ability>);

impl Word for Ability {
    fn text(&self, names: &Names) -> Part {
        let own = Names::new(names.host.this());
        Part::of(format!("has \"{}\"", ability::sentence_of(&self.0, &own)))
    }

    fn check(&self, check: &mut Check<'_>, _: Scope, path: &Path) {
        let path = path.argument(0, "Ability");
        let can = Self::can_be(&self.0);
        let kinds = "expected a `Triggered` ability, a `Bounty`, a `Replacement`, `MorePilots`, `DoubleSearch`, an \
                     `Action` with a cost, a `Cost` of other cards or a `Constant` ability that takes \
                     nothing away";
        check.expect(can, &path, kinds);
        if can {
            check.ability(&self.0, Scope { gained: true, ..Scope::default() }, &path);
        }
    }

    fn reads(&self) -> Reads {
        Reads::of_ability(&self.0)
    }

    said!(at:
        ["gains|gain|has|have? :|,?" (ability: Quoted)] if ability.0 != vocabulary::Ability::SeesTop => Self(Box::new(ability.0)),
    );
}

impl Ability {
    /// Tells whether a card can gain an ability of this form: neither an epic action, nor one
    /// without a cost, nor one that takes abilities away, for example.
    pub(crate) fn can_be(ability: &vocabulary::Ability) -> bool {
        use vocabulary::Ability;
        let plain = |grant: &Grant| !grant.takes() && !grant.is_smuggle();
        match ability {
            Ability::Triggered { .. }
            | Ability::Bounty { .. }
            | Ability::Replacement(_)
            | Ability::MorePilots
            | Ability::DoubleSearch => true,
            Ability::Action { cost, epic, .. } => !epic && !cost.is_empty(),
            Ability::Constant { grant, .. } => grant.iter().all(plain),
            Ability::Cost { cards, .. } => cards.is_some(),
            _ => false,
        }
    }
}
