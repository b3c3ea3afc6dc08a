//! The conditions of abilities, a file each.

use cardmill_harness::family;

use crate::reader::said;

mod prelude;
pub(crate) mod word;

family! {
    /// A condition, checked where it is written.
    pub enum Condition: conditions, said {
        exists: Exists,
        coordinate: Coordinate,
        initiative: Initiative,
        the_force: TheForce,
        resources: Resources,
        fitting: Is,
        did: Did,
        attacking: Attacking,
        defending: Defending,
        attacking_base: AttackingBase,
        defender_defeated: DefenderDefeated,
        unit_defeated: UnitDefeated,
        unit_left_play: UnitLeftPlay,
        played: Played,
        base_damage_dealt: BaseDamageDealt,
        base_damage: BaseDamage,
        base_remaining: BaseRemaining,
        more: More,
        aspects: Aspects,
        action_phase: ActionPhase,
        not: Not,
        all: All,
        any_of: AnyOf,
        attacked_with: AttackedWith,
        other_attacked: OtherAttacked,
        survived: Survived,
        defeated: Defeated,
        at_least: AtLeast,
        base_struck: BaseStruck,
        initiative_taken: InitiativeTaken,
        ambushing: Ambushing,
        damaged: Damaged,
        damaged_base: DamagedBase,
        attacked_base: AttackedBase,
        first_round: FirstRound,
        unit_entered: UnitEntered,
        base_attacked: BaseAttacked,
        among: Among,
        defeated_in_combat: DefeatedInCombat,
        units_entered: UnitsEntered,
        upgrade_defeated: UpgradeDefeated,
        upgraded_other: UpgradedOther,
    }
}

pub use more::Owned;

impl Condition {
    /// Tells whether it is that of a Coordinate ability (CR 7.5.15A), maybe beside others.
    pub(crate) fn coordinates(&self) -> bool {
        match self {
            Self::Coordinate(_) => true,
            Self::All(All(list)) => list.iter().any(Self::coordinates),
            _ => false,
        }
    }
}
