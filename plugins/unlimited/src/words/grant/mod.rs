//! What constant abilities and lasting effects give, a file each.

use cardmill_harness::family;
use cardmill_harness::library::Path;

use crate::library::{Check, Scope};
use crate::reader::said;
use crate::reads::Reads;
use crate::text::grant::Part;
use crate::text::names::Names;
use crate::view::Outlook;
use crate::vocabulary;
use crate::words::measure::Measure;

mod prelude;

/// A grant: what it says. What gives abilities and numbers is worked out in the layers of
/// [`constant`](crate::constant), where it matters what came before.
pub(crate) trait Word {
    /// Reports what is wrong with it.
    fn check(&self, _check: &mut Check<'_>, _scope: Scope, _path: &Path) {}

    /// A verb and what follows: "has Overwhelm".
    fn text(&self, names: &Names) -> Part;

    /// What it reads of the state.
    fn reads(&self) -> Reads {
        Reads::NOTHING
    }

    /// What it allows or forbids a unit, as a bit of its permissions.
    fn permission(&self) -> Option<u32> {
        None
    }

    /// What agents expect of it. What gives no numbers is taken for something good.
    fn outlook(&self, _much: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.keywords += 1;
    }

    /// Whether how much it gives can depend on the card.
    fn varies(&self) -> bool {
        false
    }
}

family! {
    /// What a constant ability or a lasting effect gives.
    pub enum Grant: Word, said {
        power: Power,
        hp: Hp,
        keyword: Keyword,
        raid: Raid,
        ability: Ability,
        smuggle: Smuggle,
        lose_keyword: LoseKeyword,
        its_keywords: ItsKeywords,
        lose_keywords: LoseKeywords,
        lose_abilities: LoseAbilities,
        cannot_attack_bases: CannotAttackBases,
        cannot_be_attacked: CannotBeAttacked,
        can_attack: CanAttack,
        cannot_ready: CannotReady,
        cannot_be_healed: CannotBeHealed,
        not_defeated_by_damage: NotDefeatedByDamage,
        damage_first: DamageFirst,
        leader_unit: LeaderUnit,
        cannot_attack: CannotAttack,
        assigns_indirect: AssignsIndirect,
        more_indirect: MoreIndirect,
        cannot_gain: CannotGain,
        protected: Protected,
        card_trait: Trait,
        lose_trait: LoseTrait,
        printed: Printed,
        double_raid: DoubleRaid,
        no_combat_damage: NoCombatDamage,
        struck_first: StruckFirst,
        attacks_two: AttacksTwo,
        exploit: Exploit,
        not_unique: NotUnique,
        excess_to_unit: ExcessToUnit,
    }

    /// What it allows or forbids a unit, as a bit of its permissions.
    pub(crate) fn permission(&self) -> Option<u32> {
        |word| word.permission()
    }
}

impl Grant {
    /// Whether resources gain Smuggle by it.
    #[must_use]
    pub const fn is_smuggle(&self) -> bool {
        matches!(self, Self::Smuggle(_))
    }

    /// By what it is measured how much it gives.
    #[must_use]
    pub const fn measure(&self) -> Option<&Measure> {
        match self {
            Self::Power(Power { per, .. })
            | Self::Hp(Hp { per, .. })
            | Self::Raid(Raid { per, .. }) => Some(per),
            _ => None,
        }
    }

    /// Whether it is an ability or a keyword.
    #[must_use]
    pub const fn is_ability(&self) -> bool {
        matches!(
            self,
            Self::Ability(_)
                | Self::Keyword(_)
                | Self::Raid(_)
                | Self::ItsKeywords(_)
                | Self::Exploit(_)
        )
    }

    /// Whether it is a keyword that a card gains.
    #[must_use]
    pub fn is_keyword(&self) -> bool {
        match self {
            Self::Ability(Ability(gained)) => {
                matches!(**gained, vocabulary::Ability::Bounty { .. })
            }
            gained => gained.is_ability(),
        }
    }

    /// What it gives in turn: a constant ability.
    #[must_use]
    pub fn in_turn(&self) -> &[Self] {
        match self {
            Self::Ability(Ability(gained)) => match &**gained {
                vocabulary::Ability::Constant { grant, .. } => grant,
                _ => &[],
            },
            _ => &[],
        }
    }

    /// Whether it takes an ability or a keyword away.
    #[must_use]
    pub const fn takes(&self) -> bool {
        matches!(self, Self::LoseAbilities(_) | Self::LoseKeyword(_) | Self::LoseKeywords(_))
    }
}
