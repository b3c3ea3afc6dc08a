//! Steps: what abilities do, one thing after another.

use serde::{Deserialize, Serialize};

use super::ability::Cost;
use super::condition::Condition;
use super::device::{Template, Way};
use super::filter::{Filter, Whom};
use super::harm::Harm;
use super::maneuver::{Bearing, Heading, Maneuver};
use super::modifier::Modifier;
use super::traits::{ActionSpec, Arc, CardType, Dice, Difficulty, Face, Token, Trait, Until};

/// A list of steps, in order.
pub type Effect = Vec<Step>;

/// A step of an effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// A ship is chosen: from then on `It`.
    Choose(Box<Filter>),
    /// A cost is paid in the middle of an effect, which is not begun where it cannot be.
    Pay(Cost),
    /// Ships that fit are chosen one after another, each from then on `It`, and the steps follow for
    /// it.
    Several {
        /// The most ships that are chosen; any number, if left out.
        most: Option<u8>,
        /// `true`: no more than damage cards were dealt to the defender in the attack under way.
        #[serde(default)]
        dealt: bool,
        /// The ships of which one is chosen.
        of: Box<Filter>,
        /// The steps that follow for each.
        then: Effect,
    },
    /// The steps follow for each ship that fits, one after another, which is `It`.
    ForEach(Box<Filter>, Effect),
    /// Ships gain so many tokens. A lock is gained by [`Step::AcquireLock`].
    Gain(Whom, Token, u8),
    /// Ships gain the token that the replaced event was about.
    GainThat(Whom),
    /// Ships lose one token, which their player chooses among these.
    Remove(Whom, Vec<Token>),
    /// Ships lose every token of a kind.
    RemoveAll(Whom, Trait),
    /// Ships lose every token of this kind.
    Shed(Whom, Token),
    /// This ship gains one token for each ship that fits.
    GainFor {
        /// The token that is gained.
        token: Token,
        /// The ships that are counted.
        each: Box<Filter>,
        /// The most that are gained; any number, if left out.
        most: Option<u8>,
    },
    /// The ship loses one token of a kind; its player says which.
    RemoveOne(Whom, Vec<Trait>),
    /// This ship loses as many tokens of this kind as its player likes.
    RemoveSome(Token),
    /// The locks that enemies have on the ship are locks on this one from now on.
    DrawLocks(Whom),
    /// The ship rolls one more defence die in the attack under way for each bomb of this player at range
    /// 0-1 of it.
    DiceForBombs(Whom),
    /// This ship makes a barrel roll, which is no action; how, its player chooses.
    BarrelRoll,
    /// One facedown damage card of the ship, at which this player looks and which they choose, is
    /// exposed.
    ExposeChosen(Whom),
    /// The ship loses a charge of one of its upgrades, which does not recur; its player says which.
    Drain(Whom),
    /// This ship recovers a charge, which does not recur, of one of its upgrades.
    Refill {
        /// `true`: or of its pilot.
        #[serde(default)]
        pilot: bool,
    },
    /// A result like all of these dice is added to them.
    AddAlike(Dice),
    /// A token is placed on this card.
    Place(Token),
    /// One of the tokens on this card, which its player chooses, is taken off, and the ship gains one
    /// like it.
    ReleaseOne(Whom),
    /// The dials of these ships are turned faceup.
    ShowDials(Whom),
    /// This player looks at the dial of the ship.
    Peek(Whom),
    /// A device at range 0-1 of this ship, which its player chooses, is removed.
    RemoveDevice,
    /// The weapon of the attack under way recovers a charge that it has cost.
    RecoverWeapon,
    /// The attack under way hits without dice.
    Strike,
    /// The damage card that was repaired last is repaired again.
    RepairAgain,
    /// This player searches the damage deck for a card of this kind, which the ship is dealt facedown;
    /// the deck is shuffled.
    DealFound(CardType),
    /// This ship gains one such token for each green one that was removed in the End Phase.
    GainForShed(Token),
    /// This ship hands over one of its tokens (of these; any, if none is named).
    Transfer(Whom, Vec<Token>),
    /// This ship hands over all of its tokens of a kind.
    TransferAll(Whom, Trait),
    /// The ship gains a token like one of this ship's, of these kinds, which its player chooses.
    GainAlike(Whom, Vec<Token>),
    /// This ship gains as many tokens of a kind as the ship has.
    GainAsMany(Token, Whom),
    /// The ship hands one of its tokens (of these) over to this ship, whose player says which.
    Take(Whom, Vec<Token>),
    /// Ships suffer hit and critical damage, in one event.
    Suffer(Whom, u8, u8),
    /// The ship suffers the damage of the replaced event, all of it critical.
    SufferAsCritical(Whom),
    /// Ships recover so many shields, at most up to all they have.
    RecoverShield(Whom, u8),
    /// Ships lose so many shields, which is no damage.
    LoseShield(Whom, u8),
    /// The card recovers so many charges.
    RecoverCharge(u8),
    /// The card loses charges, if it has them.
    LoseCharge(u8),
    /// Ships recover so much Force.
    RecoverForce(Whom, u8),
    /// Results change: so many, or all of them.
    Change {
        /// The dice that are changed: the attacker's or the defender's.
        dice: Dice,
        /// The results that can be changed.
        from: Vec<Face>,
        /// The result that they are changed into.
        to: Face,
        /// The number of results that change; all that fit, if left out.
        n: Option<u8>,
        /// The tokens of the other ship of the attack under way, of which it has as many as
        /// results can change.
        #[serde(default)]
        tokens: Option<Token>,
    },
    /// Dice are rerolled: as many of these as the player likes up to a number, or all of them.
    Reroll {
        /// The dice that are rerolled: the attacker's or the defender's.
        dice: Dice,
        /// The results that can be rerolled; any, if empty.
        #[serde(default)]
        faces: Vec<Face>,
        /// The most that can be picked; any number, if left out.
        n: Option<u8>,
        /// The ships of which there are as many as dice can be picked.
        #[serde(default)]
        each: Option<Box<Filter>>,
        /// The kind of tokens of which this ship has as many as dice can be picked.
        #[serde(default)]
        tokens: Option<Trait>,
        /// `true`: all that fit, without a choice.
        #[serde(default)]
        all: bool,
        /// `true`: what else asks whether dice were rerolled does not count it.
        #[serde(default)]
        free: bool,
        /// `true`: not fewer than can be picked.
        #[serde(default)]
        exactly: bool,
        /// `true`: each for a charge of the card.
        #[serde(default)]
        charges: bool,
    },
    /// A result is added.
    Add {
        /// The dice to which it is added: the attacker's or the defender's.
        dice: Dice,
        /// The result that is added.
        face: Face,
    },
    /// All results of these dice are cancelled; an attack that has hit is one all the same.
    CancelAll(Dice),
    /// One result of these is cancelled, or all of them.
    Cancel {
        /// The dice of which a result is cancelled: the attacker's or the defender's.
        dice: Dice,
        /// The results of which the player may pick one; any, if empty.
        faces: Vec<Face>,
        /// `true`: all that fit, without a choice.
        #[serde(default)]
        all: bool,
    },
    /// This ship rolls one attack die; on one of these results the steps follow.
    Roll(Vec<Face>, Effect),
    /// The ship may perform one action: of these, or any it has.
    Perform {
        /// The ship that acts; the ability's own, if left out.
        #[serde(default = "this")]
        who: Whom,
        /// The actions that it may choose from; any it has, if empty.
        #[serde(default)]
        actions: Vec<ActionSpec>,
        /// `true`: even while the ship is stressed.
        #[serde(default)]
        stressed: bool,
        /// The difficulty with which a white action of its action bar is performed, and no other is.
        #[serde(default)]
        white_as: Option<Difficulty>,
        /// The difficulty with which any action of its action bar is performed, and no other is.
        #[serde(default)]
        bar_as: Option<Difficulty>,
        /// `true`: one of its action bar which the ship that was coordinated last performed by that.
        #[serde(default)]
        coordinated: bool,
    },
    /// This ship may perform an attack.
    Attack {
        /// The only ship that may be attacked.
        #[serde(default)]
        at: Option<Whom>,
        /// `true`: with a primary weapon only.
        #[serde(default)]
        primary: bool,
        /// `true`: only with a turret that has not attacked in this round.
        #[serde(default)]
        turret: bool,
        /// The only arc of weapons that may be used; any, if left out.
        #[serde(default)]
        arc: Option<Arc>,
        /// `true`: only with this card.
        #[serde(default)]
        this: bool,
        /// `true`: only at a ship that this one has not attacked in this round.
        #[serde(default)]
        fresh: bool,
        /// `true`: only at another ship than the defender of the attack under way.
        #[serde(default)]
        elsewhere: bool,
        /// `true`: only with another weapon than that of the attack under way.
        #[serde(default)]
        otherwise: bool,
        /// The kind of upgrade that it must be made with; any weapon, if left out.
        #[serde(default)]
        with: Option<CardType>,
        /// `true`: only at another ship at range 0-1 of the defender, and without the lock that the
        /// weapon asks for.
        #[serde(default)]
        beside: bool,
        /// `true`: as a bonus attack, of which a ship makes one a round.
        #[serde(default = "yes")]
        bonus: bool,
    },
    /// This damage card is repaired.
    RepairThis,
    /// One damage card of a ship is repaired: a faceup one is turned facedown, a facedown one
    /// is discarded.
    Repair {
        /// The ship; the ability's own, if left out.
        #[serde(default = "this")]
        who: Whom,
        /// Faceup ones, or facedown ones.
        faceup: bool,
        /// The kinds of faceup cards that can be repaired; any, if empty.
        #[serde(default)]
        of: Vec<CardType>,
    },
    /// Each of these ships exposes one of its damage cards: a facedown one, by chance, is turned
    /// faceup.
    Expose(Whom),
    /// This card is turned to its other side.
    Flip,
    /// The upgrade of this kind of each of these ships is turned to its other side.
    FlipOf(Whom, CardType),
    /// The ship is rotated where it is.
    Spin {
        /// The ship; the ability's own, if left out.
        #[serde(default = "this")]
        who: Whom,
        /// `true`: by a quarter of a turn, to the left or to the right.
        #[serde(default)]
        quarter: bool,
        /// `true`: by half a turn.
        #[serde(default)]
        half: bool,
    },
    /// The maneuver that a ship has revealed is another one when it is executed.
    Alter {
        /// The ship; the ability's own, if left out.
        #[serde(default = "this")]
        who: Whom,
        /// `true`: it is one step easier.
        #[serde(default)]
        easier: bool,
        /// The bearing that it has instead; the same, if left out.
        bearing: Option<Bearing>,
    },
    /// A ship recovers a charge of one of its upgrades of these kinds; of any, if none is named.
    Recharge(Whom, Vec<CardType>),
    /// A ship acquires a lock on another.
    Lock {
        /// The ship that acquires it.
        by: Whom,
        /// The ship that is locked.
        at: Whom,
        /// `true`: at any range; otherwise at range 0-3, as by the action.
        #[serde(default)]
        anywhere: bool,
    },
    /// A ship, which has revealed its dial, sets it to another maneuver of the dial.
    SetDial {
        /// The ship; the ability's own, if left out.
        #[serde(default = "this")]
        who: Whom,
        /// The differences of speed, of which it must be one.
        faster: Vec<i8>,
        /// The bearing, compared with that which was revealed.
        bearing: Heading,
        /// `true`: to none that is red.
        #[serde(default)]
        easy: bool,
        /// `true`: it is executed one step harder.
        #[serde(default)]
        harder: bool,
        /// `true`: to one of the same difficulty.
        #[serde(default)]
        alike: bool,
    },
    /// This ship turns its turret indicator; to where, its player chooses.
    Rotate,
    /// This ship turns its turret indicator to a standard arc that the ship is in.
    RotateTo(Whom),
    /// This ship acquires a lock on the ship.
    AcquireLock(Whom),
    /// The card of the replaced event is dealt facedown.
    DealFacedown,
    /// The card of the replaced event is dealt faceup.
    DealFaceup,
    /// The card of the replaced event is discarded.
    DiscardDealt,
    /// So many damage cards are drawn, one of them is dealt faceup to the subject, the rest are
    /// discarded.
    DrawAndDeal(u8),
    /// The ship is dealt one facedown damage card.
    DealOneFacedown(Whom),
    /// All damage cards of the ship are discarded.
    DiscardDamage(Whom),
    /// The token of the replaced event is placed on this card.
    PlaceThat,
    /// The tokens on this card go to the ship.
    Release,
    /// The dial of this ship is turned faceup, so that both players know it.
    ShowDial,
    /// This ship decloaks; how, its player chooses. Where it has no room, nothing happens.
    Decloak,
    /// This ship executes this maneuver.
    Execute(Maneuver),
    /// This ship executes its maneuver with another bearing, one step harder.
    ExecuteAs(Bearing),
    /// This ship executes its maneuver with a speed that is higher by this number.
    ExecuteFaster(i8),
    /// To the end of the attack this ship's agility is the speed of its last maneuver.
    SpeedAsAgility,
    /// Ships get a lasting effect: this modifier, to the end of the phase or the round.
    Lasting(Whom, Modifier, Until),
    /// The ship treats its initiative as equal to this ship's for the rest of the round.
    ShareInitiative(Whom),
    /// The ship engages now, out of its turn.
    Engage(Whom),
    /// The ship is placed in reserves.
    Reserve(Whom),
    /// The ship's player chooses one of these.
    OneOf {
        /// The ship whose player chooses.
        #[serde(default = "this")]
        by: Whom,
        /// The options: the name of each in the players' words, and the steps that it stands for.
        options: Vec<(String, Effect)>,
    },
    /// The steps follow if all of this is so.
    If(Vec<Condition>, Effect),
    /// This card goes to the ship that is named.
    Assign(Whom),
    /// The player's condition of this id goes to the ship that is named.
    AssignCondition(String, Whom),
    /// This card goes out of play.
    RemoveCard,
    /// Whoever owns this card searches the damage deck of the ship's player for a card of this
    /// kind and puts it on this card; the deck is shuffled.
    SearchDamage(CardType),
    /// The damage card on this card is dealt faceup to this ship.
    DealHeld,
    /// The ship drops the device of this card by this template.
    Drop(Template),
    /// The ship drops the device of one of its cards, for a charge of that card.
    DropOne {
        /// `true`: bombs only.
        #[serde(default)]
        bombs: bool,
    },
    /// A fuse marker is placed on the device that the ship has put into the play area last.
    Fuse,
    /// Each of these ships rolls attack dice; every result harms it.
    RollEach {
        /// The ships that roll.
        who: Whom,
        /// The number of attack dice that each of them rolls.
        dice: u8,
        /// Hit damage that it suffers beside, whatever it rolls.
        #[serde(default)]
        hits: u8,
        /// The results that harm it; others do nothing.
        harms: Vec<(Face, Harm)>,
    },
    /// The player chooses an obstacle at range 0-1 of the device that detonates; ships at range 0-1
    /// of it suffer so much hit damage, and it is removed.
    Shatter(u8),
    /// The device of the replaced event is put into the play area in another way.
    PutThat {
        /// The side of the ship that it goes to instead.
        way: Option<Way>,
        /// The speed of the template that is used instead.
        speed: Option<u8>,
        /// The shape of the template that is used instead.
        bearing: Option<Bearing>,
        /// The difference of speed to that of the replaced event.
        #[serde(default)]
        faster: i8,
    },
}

const fn this() -> Whom {
    Whom::This
}

const fn yes() -> bool {
    true
}
