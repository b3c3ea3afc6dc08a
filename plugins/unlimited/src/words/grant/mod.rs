//! The grants of constant abilities and lasting effects, a file each.

use cardmill_harness::family;

use crate::reader::said;
use crate::vocabulary;
use crate::words::measure::Measure;

mod prelude;
pub(crate) mod word;

family! {
    /// A thing that a constant ability or a lasting effect gives to a card.
    pub enum Grant: grants, said {
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
        restore: Restore,
        raid_as_restore: RaidAsRestore,
        restore_as_raid: RestoreAsRaid,
        ambush_bases: AmbushBases,
        excess_in_arena: ExcessInArena,
        provides_icons: ProvidesIcons,
    }
}

impl Grant {
    /// Tells whether it gives Smuggle, which only resources gain.
    #[must_use]
    pub const fn is_smuggle(&self) -> bool {
        matches!(self, Self::Smuggle(_))
    }

    /// The measure that its number is multiplied by; `None` for grants without a number of that kind.
    #[must_use]
    pub const fn measure(&self) -> Option<&Measure> {
        match self {
            Self::Power(Power { per, .. })
            | Self::Hp(Hp { per, .. })
            | Self::Raid(Raid { per, .. })
            | Self::Restore(Restore { per, .. }) => Some(per),
            _ => None,
        }
    }

    /// Tells whether it gives an ability or a keyword.
    #[must_use]
    pub const fn is_ability(&self) -> bool {
        matches!(
            self,
            Self::Ability(_)
                | Self::Keyword(_)
                | Self::Raid(_)
                | Self::Restore(_)
                | Self::ItsKeywords(_)
                | Self::Exploit(_)
        )
    }

    /// Tells whether it gives a keyword, Bounty among them.
    #[must_use]
    pub fn is_keyword(&self) -> bool {
        match self {
            Self::Ability(Ability(gained)) => {
                matches!(**gained, vocabulary::Ability::Bounty { .. })
            }
            gained => gained.is_ability(),
        }
    }

    /// The grants of the constant ability that it gives; none if it gives no such ability.
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

    /// Tells whether it takes an ability or a keyword away.
    #[must_use]
    pub const fn takes(&self) -> bool {
        matches!(self, Self::LoseAbilities(_) | Self::LoseKeyword(_) | Self::LoseKeywords(_))
    }
}
