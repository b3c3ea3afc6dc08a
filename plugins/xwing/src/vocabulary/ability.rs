//! Abilities: a timing and an effect (`S1-19`).

use serde::{Deserialize, Serialize};

use super::condition::Condition;
use super::device::{Template, Way};
use super::filter::{Filter, Reach, Whom};
use super::modifier::Modifier;
use super::step::Effect;
use super::traits::{Action, Arc, CardType, Damage, Dice, Difficulty, Face, Phase, Token, Trait};

/// The event after which an ability is added to the ability queue.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A phase starts, whatever ships do in it.
    Starts(Phase),
    /// All ships have had their turn in the phase.
    Ends(Phase),
    /// The turn of this initiative comes in the Engagement Phase, whether a ship has it or not.
    AtInitiative(u8),
    /// The activation of the ship is over.
    Activated,
    /// The turn of the ship in the System Phase.
    SystemPhase,
    /// The ship is about to activate: its turn in the Activation Phase has come.
    BeforeActivating,
    /// The ship is about to reveal its dial; never a ship that has none, because it is ionized.
    BeforeRevealing,
    /// The ship has revealed its dial.
    Reveals,
    /// The ship is about to execute the maneuver that it has revealed.
    BeforeExecuting,
    /// The ship has executed a maneuver.
    Executes {
        /// `true`: only after a maneuver that was not cut short by an overlap.
        #[serde(default)]
        fully: bool,
        /// `true`: only after a maneuver that was cut short by an overlap.
        #[serde(default)]
        partially: bool,
        /// The band of speeds; any speed, if left out.
        speed: Option<Reach>,
        /// `true`: only straights; `false`: everything but straights; left out: both.
        straight: Option<bool>,
        /// The difficulty that the maneuver had; any, if left out.
        difficulty: Option<Difficulty>,
        /// `true`: only the maneuver of an ionized ship.
        #[serde(default)]
        ion: bool,
    },
    /// The ship has performed one of these actions; any, if none is named.
    Performs(Vec<Action>),
    /// The ship has performed an action that is on its action bar because of an upgrade of one of
    /// these kinds.
    PerformsAdded(Vec<CardType>),
    /// The ship has performed a red action: one of these, or any, if none is named.
    PerformsRed(Vec<Action>),
    /// The ship performs one of these white actions as a red one, as its player has chosen.
    Reddens(Vec<Action>),
    /// The ship has performed a purple action: one of these, or any, if none is named.
    PerformsPurple(Vec<Action>),
    /// The ship has been coordinated by another.
    Coordinated,
    /// The ship has spent Force.
    SpendsForce,
    /// The ship has moved fully by a maneuver, whose difficulty is about to be checked.
    ChecksDifficulty {
        /// The difficulty of the maneuver; any, if left out.
        difficulty: Option<Difficulty>,
    },
    /// The ship has been coordinated by the ability's own ship.
    Coordinates {
        /// The difficulty that the action had; any, if left out.
        difficulty: Option<Difficulty>,
    },
    /// The ship has decloaked.
    Decloaks,
    /// The ship is about to engage.
    BeforeEngaging,
    /// The ship has declared the target of an attack: no dice are rolled yet.
    Declares,
    /// The ship has become the defender of an attack: no dice are rolled yet.
    BecomesDefender,
    /// The ship has rolled dice of an attack.
    Rolls,
    /// Dice of an attack that the ship had rolled were rerolled.
    Rerolls,
    /// These dice of an attack, rolled by the ship, have been modified.
    Modified(Dice),
    /// The Neutralize Results step of an attack on the ship is about to begin.
    BeforeNeutralize,
    /// The Neutralize Results step of an attack on the ship is over.
    AfterNeutralize,
    /// The ship has defended: its part of the Aftermath step has come.
    Defends,
    /// The ship has performed an attack: its part of the Aftermath step has come.
    Attacks,
    /// The ship has gained one of these tokens.
    Gains(Vec<Token>),
    /// The ship has acquired a lock.
    Locks,
    /// The ship has gained a token of one of these kinds.
    GainsAny(Vec<Trait>),
    /// The ship has spent one of these tokens.
    Spends(Vec<Token>),
    /// The ship has spent a lock that it had.
    SpendsLock,
    /// The ship has suffered one damage (of this kind).
    Suffers(Option<Damage>),
    /// The ship was dealt a damage card, faceup or facedown.
    Dealt,
    /// The ship has lost a shield.
    LosesShield,
    /// A faceup damage card of the ship, of one of these kinds, was repaired.
    Repairs(Vec<CardType>),
    /// This damage card was dealt faceup, or turned faceup.
    TurnsFaceup,
    /// The ship is destroyed and about to be removed.
    Destroyed,
    /// This card was assigned to the ship.
    Assigned,
    /// The ship has put a device into the play area, in one of these ways; any, if none is named.
    Puts(Vec<Way>),
    /// A device at range 0-1 of the ship has detonated.
    Detonates,
    /// This card was reloaded.
    Reloaded,
}

/// An event that a replacement effect can take the place of: it would happen, and does not.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Replaced {
    /// The ship would gain one of these tokens.
    Gain(Vec<Token>),
    /// The ship would suffer damage (of this kind).
    Suffer(Option<Damage>),
    /// The ship would suffer one damage of this kind.
    SufferOne(Damage),
    /// The ship would be dealt a faceup damage card.
    DealFaceup,
    /// The ship would be dealt a facedown damage card.
    DealFacedown,
    /// The ship would be destroyed.
    Destroyed,
    /// The ship would execute a maneuver.
    Maneuver,
    /// The ship would flee.
    Flee,
    /// The ship would fail a boost, because it would overlap another ship.
    FailBoost,
    /// The ship would expose a damage card.
    Expose,
    /// The ship would put a device into the play area.
    Put {
        /// The ways in which it would be put there, one of which it must be.
        ways: Vec<Way>,
        /// The templates by which it would be put there; any, if none is named.
        #[serde(default)]
        templates: Vec<Template>,
    },
}

/// A special weapon, as the header `Attack:` of a card describes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// The arc it attacks in.
    pub arc: Arc,
    /// The number of attack dice, before range and abilities change it.
    pub value: u8,
    /// The ranges at which it can attack.
    pub range: Reach,
    /// `true`: no dice are added for range 1 or range 3.
    #[serde(default)]
    pub ordnance: bool,
    /// `true`: the attacker must have the defender locked.
    #[serde(default)]
    pub lock: bool,
    /// `true`: all results but one inflict ion tokens instead of damage.
    #[serde(default)]
    pub ion: bool,
    /// The tokens of which the attacker must have one, a lock on the defender; none, if empty.
    #[serde(default)]
    pub needs: Vec<Token>,
    /// The token that all results inflict instead of damage.
    #[serde(default)]
    pub inflicts: Option<Token>,
    /// `true`: its dice are modified by its own card alone.
    #[serde(default)]
    pub fixed: bool,
    /// `true`: its dice are modified by spending a lock as every ship can, and by nothing else.
    #[serde(default)]
    pub only_lock: bool,
}

impl Weapon {
    /// A primary weapon: it has nothing but an arc, dice and ranges.
    #[must_use]
    pub const fn primary(arc: Arc, value: u8, range: Reach) -> Self {
        let [ordnance, lock, ion, fixed, only_lock] = [false; 5];
        let needs = Vec::new();
        Self { arc, value, range, ordnance, lock, ion, needs, inflicts: None, fixed, only_lock }
    }
}

/// The moment at which an ability works: after an event, in its place, as an action, all the time.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Timing {
    /// It is added to the ability queue when this happens.
    After(Event),
    /// The replacement of this event; never part of the ability queue.
    Replaces(Replaced),
    /// An action of its ship: its header is `Action:`.
    Action,
    /// An attack of its ship: its header is `Attack:`.
    Attack(Weapon),
    /// Used while these dice are modified.
    Modify(Dice),
    /// A constant ability: these modifiers, for as long as the card's abilities work.
    Always(Vec<Modifier>),
    /// A constant ability: weapons of ships that fit ask for none of these tokens. `requires` and
    /// costs are those of an attack that would not be possible without it, at the ship `It`.
    Excuses(Vec<Token>),
    /// A constant ability: the ships that fit can aim this action at ships beside those that the rules
    /// allow, or at no others than these.
    Aims {
        /// The action: to coordinate or to jam.
        action: Action,
        /// The ships beside; none, if left out.
        also: Option<Box<Filter>>,
        /// The only ones; any, if left out.
        only: Option<Box<Filter>>,
    },
    /// Done as the bomb that this card has put into the play area detonates.
    Detonates,
    /// Done as a mine that this card has put into the play area detonates, tripped by the ship `It`;
    /// so many of them lie side by side.
    Trips(u8),
}

/// A cost of an ability, paid before its effect. It is an event, so it can be replaced.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cost {
    /// So many active charges of the card.
    Charge(u8),
    /// So much active Force of the ship.
    Force(u8),
    /// Active shields of the ship.
    Shield(u8),
    /// A token of the ship, spent.
    Spend(Token),
    /// A token of another ship, spent: which ship is chosen, from then on `It`.
    SpendOf(Box<Filter>, Token),
    /// The lock the ship has on the enemy in the attack under way: the defender or the attacker.
    SpendLock,
    /// The lock the ship has on the ship that is named.
    SpendLockOn(Whom),
    /// The lock of another ship on the defender of the attack under way: which ship is chosen.
    SpendLockOf(Box<Filter>),
    /// One of these tokens of the ship, spent.
    SpendOneOf(Vec<Token>),
    /// An active charge of another of the ship's upgrades, of these kinds; none that recurs.
    ChargeOf(Vec<CardType>),
    /// An active charge of the upgrade that the attack under way is made with.
    ChargeOfWeapon,
    /// One of these results of these dice, which is spent.
    SpendResult(Dice, Vec<Face>),
    /// A token of one of these kinds, removed from the ship that is named.
    RemoveFrom(Whom, Vec<Trait>),
    /// A token the ship gains.
    Gain(Token),
    /// A token that the ship that is named gains.
    GainBy(Whom, Token),
    /// One of these tokens, which the ship gains.
    GainOneOf(Vec<Token>),
    /// Hit and critical damage that the ship suffers.
    Suffer(u8, u8),
    /// A facedown damage card of the ship, by chance, which it exposes.
    Expose,
}

/// An ability of a card: a timing, an effect, and the conditions and costs that go with them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// A name that tells the abilities of one card apart, in the players' words; often empty.
    #[serde(default)]
    pub label: String,
    /// The moment at which it works.
    pub timing: Timing,
    /// The ships whose events it follows, whose dice it modifies, or to which it applies. Left out:
    /// its own ship alone.
    #[serde(default = "Filter::this")]
    pub who: Filter,
    /// "May": resolving it can be declined (`S1-02`).
    #[serde(default)]
    pub may: bool,
    /// The player of the watched ship says whether: "it may".
    #[serde(default)]
    pub its_player: bool,
    /// Conditions that all must be met, when it would be added to the queue and again when it
    /// resolves.
    #[serde(default)]
    pub requires: Vec<Condition>,
    /// All costs, paid in this order. Empty: it costs nothing.
    #[serde(default)]
    pub cost: Vec<Cost>,
    /// A ship that is chosen before costs are paid; from then on `It`.
    #[serde(default)]
    pub choose: Option<Filter>,
    /// The steps that are done once costs are paid, in this order.
    #[serde(default)]
    pub effect: Effect,
}
