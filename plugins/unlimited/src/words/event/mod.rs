//! The events that abilities wait for, a file each.

use cardmill_harness::family;

use crate::reader::said;

mod prelude;
pub(crate) mod word;

family! {
    /// A thing that can happen in a game and that an ability can trigger on.
    pub enum Event: events, said {
        played: Played,
        deployed: Deployed,
        enters_play: EntersPlay,
        damaged: Damaged,
        readies: Readies,
        defeated: Defeated,
        captured: Captured,
        leaves_play: LeavesPlay,
        discarded: Discarded,
        attacks: Attacks,
        attacked: Attacked,
        completes_attack: CompletesAttack,
        attacks_and_defeats: AttacksAndDefeats,
        combat_damage: CombatDamage,
        enemy_base_damaged: EnemyBaseDamaged,
        attaches: Attaches,
        detaches: Detaches,
        takes_initiative: TakesInitiative,
        starts: Starts,
        phase_ends: PhaseEnds,
        smuggled: Smuggled,
        uses_the_force: UsesTheForce,
        attack_ends: AttackEnds,
        defense_ends: DefenseEnds,
        healed: Healed,
        draws: Draws,
        drawn: Drawn,
        gets_upgrade: GetsUpgrade,
        deals_damage: DealsDamage,
        uses: Uses,
        attack_over: AttackOver,
        non_combat_damage: NonCombatDamage,
        shows_hand: ShowsHand,
        deals_much: DealsMuch,
        upgrades_attach: UpgradesAttach,
        created: Created,
    }
}
