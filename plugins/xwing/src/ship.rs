//! The state of a ship, its dice, and what constants make of it.

use arrayvec::ArrayVec;
use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Seat, Slot};
use serde::{Deserialize, Serialize};

use crate::card::Tokens;
use crate::space::Pose;
use crate::vocabulary::{
    Action, ActionSpec, CardType, Face, Facing, Maneuver, Moves, PrimaryWeapon, Token,
};

/// Ships a table can have; their slots come before those of all other cards.
pub const SHIPS: usize = 16;

/// Dice one ship can have in front of it.
pub const DICE: usize = 16;

/// The zone of a ship: in play, in reserves, or not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Presence {
    /// There is no such ship in this game.
    #[default]
    None,
    /// In the play area, destroyed or not.
    Present,
    /// In reserves: out of the play area, to be deployed again.
    Reserve,
    /// Removed: destroyed or fled.
    Removed,
    /// To be deployed, in set-up.
    Waiting,
}

/// Marks of a ship, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Flags(u32);

impl Flags {
    /// Destroyed; it stays until it is removed.
    pub const DESTROYED: Self = Self(1);
    /// Being removed: "after it is destroyed" has come.
    pub const DYING: Self = Self(1 << 1);
    /// It had its turn in this phase.
    pub const ACTED: Self = Self(1 << 2);
    /// It attacked with its turret in this round.
    pub const TURRET: Self = Self(1 << 3);
    /// It performed a bonus attack in this round.
    pub const BONUS: Self = Self(1 << 4);
    /// It is under the effect of ion tokens since its dial was due.
    pub const IONIZED: Self = Self(1 << 5);
    /// Its last maneuver was executed fully.
    pub const FULLY: Self = Self(1 << 6);
    /// It performed an attack in this phase.
    pub const ATTACKED: Self = Self(1 << 7);
    /// Its last maneuver took it through or onto an obstacle.
    pub const THROUGH: Self = Self(1 << 8);
    /// Its last maneuver took it through or onto an obstacle that keeps it from its action.
    pub const HINDERED: Self = Self(1 << 9);
    /// It was moved by tractor tokens in this round.
    pub const TUGGED: Self = Self(1 << 10);
    /// It has executed a maneuver in this round.
    pub const FLOWN: Self = Self(1 << 11);
    /// It has put a device into the play area in this round.
    pub const DROPPED: Self = Self(1 << 12);
    /// Its dial lies faceup, although it has not revealed it.
    pub const OPEN: Self = Self(1 << 13);
    /// The other player has looked at its dial.
    pub const SEEN: Self = Self(1 << 14);
    /// Destroyed, it stays to the end of the Engagement Phase.
    pub const LINGERS: Self = Self(1 << 15);
    /// Its last maneuver took it through an obstacle, not just onto it.
    pub const PASSED: Self = Self(1 << 16);
    /// It was stressed when it began to perform the last of its actions.
    pub const STROVE: Self = Self(1 << 17);

    /// Returns `true` if a flag is set.
    #[must_use]
    pub const fn has(self, flag: Self) -> bool {
        self.0 & flag.0 != 0
    }

    /// Sets or clears a flag.
    pub const fn set(&mut self, flag: Self, on: bool) {
        if on {
            self.0 |= flag.0;
        } else {
            self.0 &= !flag.0;
        }
    }
}

/// A ship in play, apart from its cards and dice.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ship {
    /// The player whose ship it is.
    pub owner: Seat,
    /// The zone that it is in.
    pub presence: Presence,
    /// Marks that rules ask for later.
    pub flags: Flags,
    /// The tokens it has, locks on it aside.
    pub tokens: Tokens,
    /// The ship it has locked; `Slot::MAX` is none. A ship keeps at most one lock, which no other
    /// can own: the token is this relation of two ships and has no more to it.
    pub lock: Slot,
    /// Active shields. They, and charges, are counts: one is as good as another.
    pub shields: u8,
    /// The number of its active Force charges.
    pub force: u8,
    /// The maneuver on its dial.
    pub dial: Option<Maneuver>,
    /// The maneuver it revealed or executed last.
    pub maneuver: Option<Maneuver>,
    /// The direction of its turret indicator; without meaning for ships that have none.
    pub facing: Facing,
    /// The actions it performed in this round, one bit each.
    pub performed: u16,
    /// The ships it attacked in this round, one bit each.
    pub targets: u16,
    /// Its place and heading on the mat, or those it had when it left it.
    pub pose: Pose,
    /// The ships it touches because one of them moved up to the other, one bit each.
    pub touching: u16,
    /// The ships through which its last move took it, one bit each; none without a mat.
    pub passed: u16,
    /// Its squad points, with its upgrades; 0 where nobody counts them.
    pub points: u8,
    /// The number of actions that it performed in this round, those of cards among them.
    pub deeds: u8,
    /// Green tokens that were removed from it in this End Phase.
    pub shed: u8,
}

/// The worth of a ship of which nobody counts the points, in points.
const UNCOUNTED: i64 = 40;

impl Ship {
    /// The squad points of the whole ship; a usual worth where nobody counts them.
    #[must_use]
    pub fn worth(&self) -> i64 {
        if self.points > 0 { i64::from(self.points) } else { UNCOUNTED }
    }

    /// Tells whether it is in the play area; a destroyed ship is, until it is removed.
    #[must_use]
    pub fn is_present(&self) -> bool {
        self.presence == Presence::Present
    }

    /// Tells whether it performed an action of the action bar in this round.
    #[must_use]
    pub const fn has_performed(&self, action: Action) -> bool {
        self.performed & (1 << action as u16) != 0
    }
}

/// A die that was rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Die {
    /// The side that it shows.
    pub face: Face,
    /// It was rerolled: each die at most once in an attack.
    pub rerolled: bool,
}

/// The dice a ship has rolled in the attack under way. They are the ship's own: attack dice if it
/// attacks, defence dice if it defends.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pool(pub ArrayVec<Die, DICE>);

impl Stats {
    /// Tells whether its turret indicator may point there.
    #[must_use]
    pub const fn points(&self, facing: Facing) -> bool {
        match facing {
            Facing::Front => true,
            Facing::Left | Facing::Right => !self.turret_ahead,
            Facing::Rear => !self.no_rear_turret,
        }
    }
}

impl Pool {
    /// Counts the dice that show one of these results; all dice, if none is named.
    #[must_use]
    pub fn count(&self, faces: &[Face]) -> usize {
        self.0.iter().filter(|die| faces.is_empty() || faces.contains(&die.face)).count()
    }
}

/// Numbers and permissions that constants and lasting effects make of a ship.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// Hull: as many damage cards destroy it.
    pub hull: u8,
    /// Shields, when all are active.
    pub shields: u8,
    /// Force, when all is active.
    pub force: u8,
    /// Initiative, with all that changes it.
    pub initiative: u8,
    /// More, or fewer, attack dice.
    pub attack: i8,
    /// Agility with what adds to it.
    pub defense: i8,
    /// Turns are one step harder than on the dial.
    pub harder_turns: bool,
    /// Maneuvers that are one step harder than on the dial, one entry each.
    pub harder: ArrayVec<Moves, 4>,
    /// Maneuvers that are one step easier than on the dial, one entry each.
    pub easier: ArrayVec<Moves, 6>,
    /// Red maneuvers that are executed even while stressed.
    pub red_stressed: ArrayVec<Moves, 4>,
    /// Circular tokens that are not removed in the End Phase, one bit each.
    pub keeps: u16,
    /// Tokens of which so many are not removed in the End Phase.
    pub keeps_some: ArrayVec<(Token, u8), 4>,
    /// Tokens that are not removed, one bit each.
    pub no_removing: u16,
    /// Tokens that are not spent, one bit each.
    pub no_spending: u16,
    /// Its Force is not spent.
    pub keeps_force: bool,
    /// Red actions that are white, one bit each.
    pub whitens: u16,
    /// White actions that are red, one bit each.
    pub reddens: u16,
    /// It performs an action although its maneuver was cut short.
    pub acts_after_overlap: bool,
    /// The actions that are performed even while stressed, one bit each; all bits: those of cards too.
    pub acts_stressed: u16,
    /// Attack dice are modified by Force alone.
    pub only_force: bool,
    /// No actions but focus and those of damage cards.
    pub only_focus: bool,
    /// Asteroids do nothing to it while it moves.
    pub ignores_asteroids: bool,
    /// Primary weapons can attack ships at range 0.
    pub attacks_touching: bool,
    /// Obstacles do nothing to it while it moves.
    pub ignores_obstacles: bool,
    /// It locks ships beyond range 3, too, and none at range 1.
    pub locks_far: bool,
    /// It locks ships beyond range 3, and no others.
    pub locks_beyond: bool,
    /// It locks ships at range 0-3 of any ship of its player.
    pub locks_by_friends: bool,
    /// The most attack dice that are rerolled; any number, if there is none.
    pub rerolls: Option<u8>,
    /// It rolls no more defence dice than there are hits and critical hits.
    pub rolls_to_hits: bool,
    /// Upgrades of these kinds attack one range nearer and one range farther, too.
    pub stretches: ArrayVec<CardType, 2>,
    /// Primary weapons of its front arc attack in the turret arc in the place of it.
    pub turret_primary: bool,
    /// It attacks with upgrades even while it is on an asteroid.
    pub attacks_on_asteroids: bool,
    /// Its dice are not modified.
    pub no_modifying: bool,
    /// Its defence dice are not modified by spending green tokens.
    pub no_green: bool,
    /// No attack die is added to its attacks for range 0-1.
    pub no_near_bonus: bool,
    /// Its turret indicator does not point to the rear arc.
    pub no_rear_turret: bool,
    /// Its turret indicator points to the front or the rear arc only.
    pub turret_ahead: bool,
    /// Upgrades of this kind attack in the turret arc in the place of the front arc.
    pub turret_fires: Option<CardType>,
    /// Primary weapons of ships at range 0 can attack it.
    pub attacked_touching: bool,
    /// Critical hits are cancelled before hits.
    pub crits_first: bool,
    /// Critical hits are not cancelled by evades.
    pub crits_stand: bool,
    /// Defenders against it roll no die more for range 3.
    pub no_range_bonus: bool,
    /// Its lock is not spent.
    pub keeps_lock: bool,
    /// Other ships acquire no locks on it.
    pub unlockable: bool,
    /// It barrel rolls by banks in the place of straights.
    pub rolls_by_banks: bool,
    /// It decloaks by banks in the place of straights.
    pub decloaks_by_banks: bool,
    /// A card has prepared it for what the same card does later.
    pub primed: bool,
    /// It performs no actions in its Perform Action step.
    pub skips_action_step: bool,
    /// It performs no actions.
    pub no_actions: bool,
    /// Its critical hits inflict ion tokens in the place of damage.
    pub crits_ionize: bool,
    /// It spends no tokens to modify dice while it attacks.
    pub no_attack_tokens: bool,
    /// A ship with one stress token that it coordinates can perform actions.
    pub coordinates_stressed: bool,
    /// A ship that it coordinates performs only actions that are on its own action bar.
    pub leads_by_bar: bool,
    /// It is not coordinated.
    pub uncoordinated: bool,
    /// It attacks even while it is on an asteroid.
    pub attacks_on_obstacles: bool,
    /// Upgrades of these kinds attack with one disarm token too; `true`: at what is locked alone.
    pub fires_disarmed: ArrayVec<(CardType, bool), 2>,
    /// The most attack dice that it rolls; any number, if there is none.
    pub attack_dice_most: Option<u8>,
    /// It attacks in no turret arc.
    pub no_turret: bool,
    /// It attacks ships at the nearest range alone.
    pub attacks_nearest: bool,
    /// Destroyed in the Engagement Phase, it is removed at its end.
    pub lingers: bool,
    /// White actions that it can perform as red ones, one bit each.
    pub may_redden: u16,
    /// In its Perform Action step it performs an action even while stressed.
    pub strives_in_step: bool,
    /// Actions of damage cards can be performed even while stressed.
    pub stressed_repairs: bool,
    /// Actions of damage cards can be performed even while ionized.
    pub ionized_repairs: bool,
    /// A primary weapon that a card adds.
    pub primary: Option<PrimaryWeapon>,
    /// Upgrades that attack in the front arc attack in the rear arc too.
    pub fires_back: bool,
    /// Tokens that no other ship spends, one bit each.
    pub no_sharing: u16,
    /// The ways in which it boosts by turns of speed 1, one bit for each difficulty.
    pub boosts_by_turns: u8,
    /// Actions that cards add.
    pub actions: ArrayVec<ActionSpec, 8>,
}
