//! Modifiers: what abilities change about ships.

use serde::{Deserialize, Serialize};

use super::moves::Moves;
use super::traits::{Action, ActionSpec, Arc, CardType, Difficulty, Token};

/// A change of a ship for as long as a constant ability or a lasting effect applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Modifier {
    /// More, or fewer, attack dice.
    AttackDice(i8),
    /// More, or fewer, defence dice.
    DefenseDice(i8),
    /// More hull, by this number.
    Hull(u8),
    /// More, or fewer, shields at most, by this number.
    Shields(i8),
    /// Turns are one step harder.
    HarderTurns,
    /// Maneuvers of this kind are one step harder.
    Harder(Moves),
    /// Maneuvers of this kind are one step easier.
    Easier(Moves),
    /// Red maneuvers of this kind can be executed even while stressed.
    RedWhileStressed(Moves),
    /// Its circular tokens are not removed in the End Phase.
    KeepsCircular,
    /// Its tokens of this kind are not removed in the End Phase.
    KeepsToken(Token),
    /// So many of its tokens of this kind are not removed in the End Phase.
    KeepsSome(Token, u8),
    /// Its tokens of this kind are not removed.
    NoRemoving(Token),
    /// Its tokens of this kind are not spent.
    NoSpending(Token),
    /// Its Force is not spent.
    KeepsForce,
    /// Its red actions of this kind are white.
    Whitens(Action),
    /// Its white actions of this kind are red.
    Reddens(Action),
    /// It performs an action although its maneuver was cut short.
    ActsAfterOverlap,
    /// All actions can be performed even while stressed.
    ActsWhileStressed,
    /// This action can be performed even while stressed.
    StressedAction(Action),
    /// Attack dice are modified by spending Force for its default effect only.
    OnlyForce,
    /// No actions but focus and those of damage cards.
    OnlyFocus,
    /// An action the ship has.
    Has(ActionSpec),
    /// An initiative in the place of the printed one.
    Initiative(u8),
    /// Asteroids do nothing to it while it moves.
    IgnoresAsteroids,
    /// Its defence dice are not modified by spending green tokens.
    NoGreen,
    /// No attack die is added to its attacks for range 0-1.
    NoNearBonus,
    /// Its turret indicator does not point to the rear arc.
    NoRearTurret,
    /// Its turret indicator points to the front or the rear arc only.
    TurretAhead,
    /// Upgrades of this kind attack in the turret arc in the place of the front arc.
    TurretFires(CardType),
    /// Obstacles do nothing to it while it moves.
    IgnoresObstacles,
    /// It locks ships beyond range 3, too, and none at range 1.
    LocksFar,
    /// It locks ships beyond range 3, and no others.
    LocksBeyond,
    /// It locks ships at range 0-3 of any ship of its player.
    LocksByFriends,
    /// No more than so many of its attack dice are rerolled.
    Rerolls(u8),
    /// It rolls no more defence dice than there are hits and critical hits.
    RollsToHits,
    /// Upgrades of this kind attack one range nearer and one range farther, too.
    Stretches(CardType),
    /// Primary weapons of its front arc attack in the turret arc in the place of it.
    TurretPrimary,
    /// It attacks with upgrades even while it is on an asteroid.
    AttacksOnAsteroids,
    /// Its dice are not modified.
    NoModifying,
    /// It can attack ships at range 0 with primary weapons.
    AttacksTouching,
    /// Ships at range 0 can attack it with primary weapons.
    AttackedTouching,
    /// Its critical hits are cancelled before its hits.
    CritsFirst,
    /// Its critical hits are not cancelled by evades.
    CritsStand,
    /// Defenders against it roll no die more for range 3.
    NoRangeBonus,
    /// Its lock is not spent.
    KeepsLock,
    /// Other ships acquire no locks on it.
    Unlockable,
    /// It barrel rolls by banks in the place of straights.
    RollsByBanks,
    /// It decloaks by banks in the place of straights.
    DecloaksByBanks,
    /// A card has prepared it for what the same card does later.
    Primed,
    /// It performs no actions in its Perform Action step.
    SkipsActionStep,
    /// It performs no actions.
    NoActions,
    /// Its critical hits inflict ion tokens in the place of damage.
    CritsIonize,
    /// It spends no tokens to modify dice while it attacks.
    NoAttackTokens,
    /// A ship with one stress token that it coordinates can perform actions.
    CoordinatesStressed,
    /// A ship that it coordinates performs only actions that are on its own action bar.
    LeadsByBar,
    /// It is not coordinated.
    Uncoordinated,
    /// It attacks even while it is on an asteroid.
    AttacksOnObstacles,
    /// Obstacles neither obstruct its attacks nor keep it from them.
    SeesThroughObstacles,
    /// Obstacles that it is not on do not obstruct its attacks.
    SeesPastObstacles,
    /// With one disarm token it attacks with upgrades of this kind all the same; `true`: what it has
    /// locked alone.
    FiresDisarmed(CardType, bool),
    /// It rolls no more than so many attack dice.
    AttackDiceAtMost(u8),
    /// It attacks in no turret arc.
    NoTurret,
    /// It attacks ships at the nearest range alone, of those that it could attack.
    AttacksNearest,
    /// Destroyed in the Engagement Phase, it is removed at its end.
    Lingers,
    /// It can perform a white action of this kind as a red one.
    MayRedden(Action),
    /// In its Perform Action step it performs an action even while stressed.
    StrivesInStep,
    /// Actions of damage cards can be performed even while stressed.
    StressedRepairs,
    /// Actions of damage cards can be performed even while ionized.
    IonizedRepairs,
    /// A primary weapon in this arc, with so many attack dice.
    Primary(Arc, u8),
    /// Upgrades that attack in the front arc attack in the rear arc too.
    FiresBack,
    /// Its tokens of this kind are spent by no other ship.
    NoSharing(Token),
    /// It boosts by turns of speed 1, too: as a white action treated as a red one, for 1 Force
    /// (purple), or for nothing (white).
    BoostsByTurns(Difficulty),
}
