//! Changes to the state, first proposed, then committed as facts.

use cardmill_kernel::card::{Seat, Slot};
use serde::{Deserialize, Serialize};

use crate::board::{Aftermath, Shot};
use crate::shift::Shift;
use crate::vocabulary::{
    Action, Damage, Dice, Difficulty, Face, Facing, Maneuver, Modifier, Phase, Placing, Step,
    Token, Until,
};

/// The kind of a change, with what only changes of this kind have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Verb {
    /// A phase starts, before anything is done in it.
    Start(Phase),
    /// All ships have had their turn in the phase.
    Finish(Phase),
    /// The turn of initiative `n` begins.
    Initiative,
    /// The ship has its turn in the System Phase.
    SystemTurn,
    /// Circular tokens are removed and charges recover.
    Tidy,
    /// The round is over, after the End Phase.
    EndRound,
    /// The ship is about to activate.
    BeforeActivating,
    /// The Perform Action step of the ship begins.
    ActionStep,
    /// The activation of the ship is over.
    Activated,
    /// The ship is about to reveal its dial.
    BeforeRevealing,
    /// The dial of the ship is set to this maneuver.
    SetDial(Maneuver),
    /// The ship is about to execute the maneuver that it has revealed.
    BeforeExecuting,
    /// The ship reveals this maneuver: the one on its dial, or an ionized ship's.
    Reveal(Maneuver),
    /// The ship sets the dial that it has revealed to this maneuver, its difficulty as executed.
    Redial(Maneuver),
    /// The ship was coordinated by `other`, with an action of this difficulty.
    Coordinated(Difficulty),
    /// The actions that the ship has performed because it was coordinated, one bit each.
    Led(u16),
    /// A maneuver is executed: the ship moves; a Tallon roll to its end of number `n`.
    Execute(Maneuver),
    /// The maneuver fell so many quarters of a millimetre short, because of `other`.
    Stop(u16),
    /// The ship makes a move that is no maneuver.
    Move(Shift),
    /// The ship has decloaked.
    Decloaked,
    /// The dial of the ship is turned faceup.
    ShowDial,
    /// The other player looks at the dial of the ship.
    Peek,
    /// The lock of `other` is a lock on the ship from now on.
    Relock,
    /// The ship has moved through or onto the obstacle of number `n`.
    Meet,
    /// The ship has become tractored and is about to be moved.
    Tug,
    /// The player is the first one.
    Lead(Seat),
    /// A player places an obstacle, of those that are left.
    Lay {
        /// The player who places it.
        seat: Seat,
        /// Its number among the obstacles that this player has left.
        which: u8,
        /// The place, in columns and rows ([`crate::shift::spot`]); beyond all places: set aside.
        place: u8,
        /// The number of eighths of a turn, 0 to 7, by which it is turned.
        turn: u8,
    },
    /// The ship is placed on the mat.
    Deploy {
        /// The lane and the row at its edge ([`crate::shift::berth`]).
        place: u8,
        /// The heading: 0 ahead, 1 half left, 2 half right.
        heading: u8,
    },
    /// A maneuver has been executed.
    Executed(Maneuver),
    /// The difficulty of a maneuver by which the ship has moved is about to be checked.
    ChecksDifficulty(Difficulty),
    /// The ship moves off the mat.
    Flee,
    /// The ship gains `n` tokens; a lock is the token of `other`.
    Gain(Token),
    /// The ship loses one token; a lock of `other`.
    Remove(Token),
    /// The ship spends one token.
    Spend(Token),
    /// The ship hands a token over to `other`.
    Transfer(Token),
    /// `n` charges of the card are spent or lost.
    SpendCharge,
    /// `n` charges of the card recover.
    RecoverCharge,
    /// The ship spends `n` Force.
    SpendForce,
    /// The ship recovers `n` Force.
    RecoverForce,
    /// The ship spends `n` shields.
    SpendShield,
    /// The ship loses a shield.
    LoseShield,
    /// The ship recovers `n` shields.
    RecoverShield,
    /// The ship suffers so much hit and critical damage, in one event.
    Suffer(u8, u8),
    /// The ship is about to suffer one damage.
    Damage(Damage),
    /// The ship has suffered one damage.
    Suffered(Damage),
    /// The ship is dealt the card, faceup or facedown.
    Deal {
        /// `true` for a card that is dealt faceup.
        faceup: bool,
    },
    /// The damage card is turned facedown, or discarded if it is.
    Repair,
    /// The ship exposes a damage card; the fact says which.
    Expose,
    /// The ship exposes the damage card.
    ExposeThat,
    /// The card is turned to its other side.
    Flip,
    /// The card is discarded, onto its owner's pile.
    Discard,
    /// The discard pile of `seat` is shuffled and put under the damage deck.
    Reshuffle(Seat),
    /// A token is placed on the card.
    Place(Token),
    /// A token is taken off the card.
    TakeOff(Token),
    /// The card goes to the ship.
    Assign,
    /// The card goes out of play.
    PutAway,
    /// The damage card of the deck goes onto the card of slot `other`.
    Hold,
    /// The damage deck of `seat` is shuffled.
    ShuffleDeck(Seat),
    /// The ship begins to perform an action.
    Perform(Action),
    /// The ship has performed an action of this difficulty.
    Performed(Action, Difficulty),
    /// The ship performs a white action as a red one, as its player has chosen.
    Reddened(Action),
    /// The ship begins to perform the action of the card, its ability of this id.
    PerformCard(u16),
    /// The ship has performed the action of a card.
    PerformedCard,
    /// The turret indicator is turned.
    Rotate(Facing),
    /// The ship is about to engage.
    BeforeEngaging,
    /// The ship has engaged: its turn in the Engagement Phase is over.
    Engaged,
    /// The ship begins an attack.
    BeginAttack {
        /// Its weapon and its defender.
        shot: Shot,
        /// `true` for a bonus attack.
        bonus: bool,
    },
    /// An ability modified dice in the attack under way.
    Modified(u16),
    /// The ship rolls `n` dice.
    Roll(Dice),
    /// The ship rolls one die outside of an attack; the result is the program's.
    Chance(Face),
    /// `n` dice of the ship change, from one result to another.
    Change(Face, Face),
    /// Dice of the ship are rerolled, one bit each.
    Reroll(Dice, u16),
    /// A result is added to the dice of the ship.
    Add(Face),
    /// One result of the ship is cancelled.
    Cancel(Face),
    /// One result of the ship is spent.
    SpendResult(Face),
    /// All results of the ship are cancelled.
    CancelAll,
    /// Dice of the ship have been modified by both players.
    DiceModified(Dice),
    /// The Neutralize Results step is about to begin; the ship is the defender.
    BeforeNeutralize,
    /// Evades and reinforce tokens of the ship cancel results of `other`.
    Neutralize,
    /// Results were neutralized; the ship is the defender.
    Neutralized,
    /// The attack hits without dice; the ship is the defender.
    Strike,
    /// The dice of the ship and of `other` are removed.
    ClearDice,
    /// A part of the Aftermath step.
    Aftermath(Aftermath),
    /// The innermost attack is over.
    EndAttack,
    /// The ship is destroyed; it stays until it is removed.
    Destroy,
    /// The ship is about to be removed.
    Die,
    /// The ship is removed from the play area.
    RemoveShip,
    /// The ship goes to reserves.
    Reserve,
    /// The ship comes back from reserves.
    Return,
    /// Something lasts on the ship.
    Last(Modifier, Until),
    /// A bonus attack of the ship waits for the Aftermath step.
    Grant(crate::board::Limit),
    /// A granted bonus attack is taken up; the number is that of its effect.
    TakeGrant,
    /// The ship's boost fails, because it would overlap another ship.
    FailBoost,
    /// The ship puts the device of the card into the play area.
    Put(Placing),
    /// The device of number `n` detonates; the ships at range 0-1 of it, one bit each.
    Detonate(u16),
    /// A fuse marker is placed on the device of number `n`.
    Fuse,
    /// The device of number `n` loses a fuse marker in the place of detonating.
    Defuse,
    /// The device of number `n` is removed.
    Clear,
    /// The obstacle of number `n` is removed.
    Shatter,
    /// The card was reloaded.
    Reloaded,
}

/// A change that is proposed; when it is committed, a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Proposal {
    /// The kind of change.
    pub verb: Verb,
    /// The ship that it is done to; `Slot::MAX` if there is none.
    pub ship: Slot,
    /// A second ship or slot, by the verb; `Slot::MAX` if there is none.
    pub other: Slot,
    /// The card that it is done to.
    pub card: Slot,
    /// The card whose ability does it.
    pub source: Slot,
    /// The player whose doing it is.
    pub seat: Seat,
    /// An amount, of tokens, charges, dice and the like. Of a fact: the amount that was really
    /// done.
    pub n: u8,
    /// It is paid as a cost.
    pub cost: bool,
    /// A replacement took its place.
    pub prevented: bool,
}

impl Proposal {
    /// A proposal about a ship.
    #[must_use]
    pub const fn new(verb: Verb, ship: Slot) -> Self {
        Self {
            verb,
            ship,
            other: Slot::MAX,
            card: Slot::MAX,
            source: Slot::MAX,
            seat: 0,
            n: 1,
            cost: false,
            prevented: false,
        }
    }
    /// The same with an amount.
    #[must_use]
    pub const fn n(self, n: u8) -> Self {
        Self { n, ..self }
    }
    /// The same with a card.
    #[must_use]
    pub const fn card(self, card: Slot) -> Self {
        Self { card, ..self }
    }
    /// The same with a second ship.
    #[must_use]
    pub const fn other(self, other: Slot) -> Self {
        Self { other, ..self }
    }
    /// The way in which a step puts the device of this event into the play area instead.
    #[must_use]
    pub fn put_otherwise(&self, step: &Step) -> Option<Placing> {
        match (self.verb, step) {
            (Verb::Put(placing), Step::PutThat { way, speed, bearing, faster }) => {
                Some(placing.with(*way, *speed, *bearing, *faster))
            }
            _ => None,
        }
    }
    /// The same, done by the ability of this card.
    #[must_use]
    pub const fn by(self, source: Slot) -> Self {
        Self { source, ..self }
    }
}
