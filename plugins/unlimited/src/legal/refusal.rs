//! Reasons that something is not allowed, in the players' words.

use thiserror::Error;

/// The reason that a choice is not allowed. Of several it is the one a player would name first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Refusal {
    /// This kind of answer does not answer what is asked.
    #[error("not among what is asked")]
    NotAsked,
    /// There is no such card at the table.
    #[error("there is no such card")]
    NoSuchCard,
    /// Another player owns or controls it.
    #[error("not your card")]
    NotYours,
    /// Only an opponent of its controller may use the ability.
    #[error("only opponents may use it")]
    OpponentsOnly,
    /// It is not in the player's hand.
    #[error("not in your hand")]
    NotInHand,
    /// Only resources are played by Smuggle (CR 7.5.14A).
    #[error("not a resource")]
    NotAResource,
    /// Leaders, bases and tokens are never played (CR 3.2, 3.4, 3.7).
    #[error("cards of this kind are not played")]
    NotPlayed,
    /// The price is more than the ready resources (CR 1.8.2).
    #[error("cannot pay: costs {cost} with {ready} ready")]
    CannotPay {
        /// The cost that is to be paid.
        cost: i16,
        /// Resources that are ready.
        ready: u8,
    },
    /// An effect says that it cannot be played.
    #[error("cannot be played now")]
    Forbidden,
    /// The cost names a card to be defeated and there is none (CR 6.4.4A).
    #[error("nothing to pay the cost with")]
    NothingToPayWith,
    /// No unit is eligible for the upgrade (CR 3.6.3).
    #[error("no unit to attach to")]
    NoHost,
    /// It is not a unit in play.
    #[error("not a unit in play")]
    NotAUnit,
    /// It is exhausted (CR 6.3.2A, 6.4.3B).
    #[error("exhausted")]
    Exhausted,
    /// Something keeps it from attacking.
    #[error("cannot attack")]
    CannotAttack,
    /// There is nothing it could attack.
    #[error("no target")]
    NoTarget,
    /// Only enemies are attacked (CR 6.3.0B).
    #[error("not an enemy")]
    NotAnEnemy,
    /// The target is in the other arena (CR 6.3.2A).
    #[error("in the other arena")]
    OtherArena,
    /// The target cannot be attacked.
    #[error("cannot be attacked")]
    CannotBeAttacked,
    /// The target has Hidden and was played, deployed or created this phase (CR 7.5.18).
    #[error("is hidden this phase")]
    Hidden,
    /// An enemy unit in the attacker's arena has Sentinel (CR 7.5.11).
    #[error("Sentinel guards")]
    Sentinel,
    /// The attacker, or this attack, cannot be on a base.
    #[error("cannot attack bases")]
    CannotAttackBases,
    /// The attack must be on a unit, if able.
    #[error("must attack a unit")]
    UnitsFirst,
    /// The action must be an attack with another unit.
    #[error("must attack with another unit")]
    Compelled,
    /// The card has no such action ability.
    #[error("no such ability")]
    NoSuchAbility,
    /// Its abilities are lost (CR 8.14.2).
    #[error("its abilities are lost")]
    AbilitiesLost,
    /// It costs nothing and would change nothing (CR 6.4.2A).
    #[error("nothing it could do")]
    NothingToDo,
    /// An Epic Action is used once (CR 7.2.4).
    #[error("already used this game")]
    AlreadyUsed,
    /// The leader is on its unit side already.
    #[error("already deployed")]
    AlreadyDeployed,
    /// Only leaders are deployed (CR 3.4.4).
    #[error("not a leader")]
    NotALeader,
    /// Deploying asks for more resources, ready or not.
    #[error("not enough resources to deploy: needs {needs}, has {has}")]
    NotEnoughResources {
        /// The number of resources that it takes.
        needs: u8,
        /// The number of resources that there are, ready or not.
        has: u8,
    },
    /// Somebody took the initiative this round (CR 1.15.5A).
    #[error("initiative already taken")]
    InitiativeTaken,
    /// It is not in the zone where the ability looks.
    #[error("not where the ability looks")]
    NotThere,
    /// It is not of the kind that is asked for.
    #[error("does not fit")]
    DoesNotFit,
    /// It was chosen before (CR 8.4.4 for options of a list).
    #[error("already chosen")]
    AlreadyChosen,
    /// A token like another one on the same unit, which is offered.
    #[error("nothing tells it from another one")]
    LikeAnother,
    /// Something keeps it from being healed.
    #[error("cannot be healed")]
    CannotBeHealed,
    /// There is no damage on it that is not healed already.
    #[error("nothing left to heal")]
    NothingToHeal,
    /// It is given as much damage as it has remaining HP (CR 8.35.3).
    #[error("no remaining HP for more damage")]
    NoMoreDamage,
    /// The cards chosen share no trait.
    #[error("no trait that all of them share")]
    NotAlike,
    /// The cards chosen come to too much together.
    #[error("together too much: {all} of at most {most}")]
    Combined {
        /// The sum with this card.
        all: i16,
        /// The most that the sum may be.
        most: i16,
    },
    /// As many as may be chosen have been chosen.
    #[error("at most {most}")]
    TooMany {
        /// The number that may be chosen.
        most: u8,
    },
    /// There is something to choose, and choosing is not left to the player.
    #[error("must be done")]
    Mandatory,
    /// There is nothing that could be declined.
    #[error("nothing to decline")]
    NothingToDecline,
    /// Another player orders these abilities (CR 7.6.10).
    #[error("not yours to order")]
    NotYoursToOrder,
    /// Its abilities trigger in play, and it is not.
    #[error("not in play")]
    NotInPlay,
    /// Its ability triggers once each round, and did.
    #[error("already used this round")]
    UsedThisRound,
    /// Its ability was used as often as it can be in a game.
    #[error("already used {0} times this game")]
    UsedUp(u8),
    /// The event that its abilities wait for has not happened, or was replaced, or its condition
    /// did not hold (CR 7.6.2).
    #[error("has not triggered")]
    NotTriggered,
    /// No such ability waits.
    #[error("does not wait to be resolved")]
    NotWaiting,
    /// It is played only as its player's first action of an action phase.
    #[error("not the first action of the phase")]
    NotFirst,
    /// A counter can be taken, so nobody passes (CR 12.6.1A).
    #[error("a counter can be taken")]
    CountersLeft,
    /// The counter was taken this round, or there is none.
    #[error("no such counter to take")]
    CounterTaken,
    /// It is the same as one that is offered already.
    #[error("the same as another one")]
    SameAsAnother,
}
