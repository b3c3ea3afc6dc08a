//! Traits: sizes, arcs, tokens, dice, actions, phases and kinds of cards.

use serde::{Deserialize, Serialize};

/// The size of a base.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Size {
    /// A small base, 40 mm square.
    #[default]
    Small,
    /// A medium base, 60 mm square.
    Medium,
    /// A large base, 80 mm square.
    Large,
}

impl Size {
    /// The number of ion or tractor tokens that bring the ship under their effect: 1 to 3.
    #[must_use]
    pub const fn threshold(self) -> u8 {
        self as u8 + 1
    }
}

/// An arc of a ship, printed or divided by its midline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Arc {
    /// The standard front arc, bounded by lines through the marks of the front edge.
    Front,
    /// The left side arc, between the front and the rear arc.
    Left,
    /// The right side arc, between the front and the rear arc.
    Right,
    /// The standard rear arc, opposite to the front arc.
    Rear,
    /// The full front arc: all that lies ahead of the midline.
    FullFront,
    /// The full rear arc: all that lies behind the midline.
    FullRear,
    /// The bullseye arc, part of the front arc.
    Bullseye,
    /// The arc that the single turret indicator points at.
    Turret,
    /// The arc that the double turret indicator points at, and the opposite one.
    DoubleTurret,
    /// The front arc and the rear arc.
    Ends,
    /// Any arc that belongs to one of the ship's weapons.
    Firing,
}

/// The direction of a turret indicator, which is one of the four standard arcs.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Facing {
    /// To the front arc.
    #[default]
    Front,
    /// To the left side arc.
    Left,
    /// To the right side arc.
    Right,
    /// To the rear arc.
    Rear,
}

impl Facing {
    /// All four directions, in order.
    pub const ALL: [Self; 4] = [Self::Front, Self::Left, Self::Right, Self::Rear];

    /// The arc it points at.
    #[must_use]
    pub const fn arc(self) -> Arc {
        match self {
            Self::Front => Arc::Front,
            Self::Left => Arc::Left,
            Self::Right => Arc::Right,
            Self::Rear => Arc::Rear,
        }
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Front => Self::Rear,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Rear => Self::Front,
        }
    }
}

/// A token a ship can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Token {
    /// Green: spent to change all focus results of its ship.
    Focus,
    /// Green: changes a blank or focus result of the defender.
    Evade,
    /// Green: changes one focus result.
    Calculate,
    /// Green: against attackers in the full front arc.
    ReinforceFore,
    /// Green: against attackers in the full rear arc.
    ReinforceAft,
    /// Orange: the ship makes no attacks.
    Disarm,
    /// Orange: costs a green token or a lock.
    Jam,
    /// Orange: one fewer defence die.
    Tractor,
    /// Red: no actions, no red maneuvers.
    Stress,
    /// Red: with as many as the size asks for, the ship gets no dial.
    Ion,
    /// Red: one fewer defence die, once.
    Strain,
    /// Red: one fewer attack die, once.
    Deplete,
    /// Blue: two more defence dice, and no attacks, until the ship decloaks.
    Cloak,
    /// Red, owned by another ship, which keeps it as long as it likes.
    Lock,
}

impl Token {
    /// All of them, in order.
    pub const ALL: [Self; 14] = [
        Self::Focus,
        Self::Evade,
        Self::Calculate,
        Self::ReinforceFore,
        Self::ReinforceAft,
        Self::Disarm,
        Self::Jam,
        Self::Tractor,
        Self::Stress,
        Self::Ion,
        Self::Strain,
        Self::Deplete,
        Self::Cloak,
        Self::Lock,
    ];

    /// Returns `true` if the token has this trait.
    #[must_use]
    pub fn is(self, what: Trait) -> bool {
        match what {
            Trait::Green => self <= Self::ReinforceAft,
            Trait::Orange => matches!(self, Self::Disarm | Self::Jam | Self::Tractor),
            Trait::Red => self >= Self::Stress && self != Self::Cloak,
            Trait::Blue => self == Self::Cloak,
            Trait::Circular => self < Self::Stress,
        }
    }

    /// Its name in the players' words; the two reinforce tokens have one each.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Focus => "focus",
            Self::Evade => "evade",
            Self::Calculate => "calculate",
            Self::ReinforceFore => "fore reinforce",
            Self::ReinforceAft => "aft reinforce",
            Self::Disarm => "disarm",
            Self::Jam => "jam",
            Self::Tractor => "tractor",
            Self::Stress => "stress",
            Self::Ion => "ion",
            Self::Strain => "strain",
            Self::Deplete => "deplete",
            Self::Cloak => "cloak",
            Self::Lock => "lock",
        }
    }
}

/// A trait of tokens: their colour, or that they go in the End Phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trait {
    /// Green: good for the ship, for a round.
    Green,
    /// Orange: bad for the ship, for a round.
    Orange,
    /// Red: bad for the ship, until it is rid of it.
    Red,
    /// Blue: what it can do, until it gives it up.
    Blue,
    /// Removed in the End Phase: green and orange.
    Circular,
}

/// A side of a die.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Face {
    /// A side without a result.
    #[default]
    Blank,
    /// A focus result, of use if something changes it.
    Focus,
    /// A hit; attack dice only.
    Hit,
    /// A critical hit; attack dice only.
    Crit,
    /// An evade; defence dice only.
    Evade,
}

impl Face {
    /// All sides of both kinds of dice, in order.
    pub const ALL: [Self; 5] = [Self::Blank, Self::Focus, Self::Hit, Self::Crit, Self::Evade];

    /// The name of the result in the players' words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Focus => "focus",
            Self::Hit => "hit",
            Self::Crit => "critical hit",
            Self::Evade => "evade",
        }
    }
}

/// The two kinds of dice, red and green.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Dice {
    /// Attack dice, rolled by the attacker.
    #[default]
    Attack,
    /// Defence dice, rolled by the defender.
    Defense,
}

impl Dice {
    /// The eight sides of such a die, each equally likely.
    #[must_use]
    pub const fn sides(self) -> [Face; 8] {
        use Face::{Blank, Crit, Evade, Focus, Hit};
        match self {
            Self::Attack => [Hit, Hit, Hit, Crit, Focus, Focus, Blank, Blank],
            Self::Defense => [Evade, Evade, Evade, Focus, Focus, Blank, Blank, Blank],
        }
    }
}

/// A kind of damage, which decides how a damage card is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Damage {
    /// Hit damage: a damage card that is dealt for it lies facedown.
    Hit,
    /// Critical damage: a damage card that is dealt for it lies faceup.
    Crit,
}

/// The difficulty of a maneuver or of an action: its colour.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Difficulty {
    /// Easy: a maneuver that sheds stress.
    Blue,
    /// Neither easy nor hard: stress neither comes nor goes.
    #[default]
    White,
    /// Hard: the ship gains a stress token.
    Red,
    /// An action that costs 1 Force.
    Purple,
}

impl Difficulty {
    /// The difficulty one step harder: blue becomes white, everything else red.
    #[must_use]
    pub const fn harder(self) -> Self {
        match self {
            Self::Blue => Self::White,
            _ => Self::Red,
        }
    }

    /// The difficulty one step easier: red becomes white, everything else blue.
    #[must_use]
    pub const fn easier(self) -> Self {
        match self {
            Self::Red => Self::White,
            _ => Self::Blue,
        }
    }
}

/// An action of an action bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Focus: gain a focus token.
    Focus,
    /// Evade: gain an evade token.
    Evade,
    /// Calculate: gain a calculate token.
    Calculate,
    /// Lock: acquire a lock on a ship.
    Lock,
    /// Reinforce: gain a reinforce token, fore or aft.
    Reinforce,
    /// Boost: move ahead by a template of speed 1.
    Boost,
    /// Barrel roll: move sideways without turning.
    BarrelRoll,
    /// Rotate arc: turn the turret indicator.
    RotateArc,
    /// Coordinate: another ship performs an action.
    Coordinate,
    /// Jam: another ship gains a jam token.
    Jam,
    /// Reload: recover a charge of an upgrade and gain a disarm token.
    Reload,
    /// Cloak: gain a cloak token.
    Cloak,
    /// SLAM: execute another maneuver of the same speed and gain a disarm token.
    Slam,
}

impl Action {
    /// All actions, in order.
    pub const ALL: [Self; 13] = [
        Self::Focus,
        Self::Evade,
        Self::Calculate,
        Self::Lock,
        Self::Reinforce,
        Self::Boost,
        Self::BarrelRoll,
        Self::RotateArc,
        Self::Coordinate,
        Self::Jam,
        Self::Reload,
        Self::Cloak,
        Self::Slam,
    ];

    /// Its name as options and log lines write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Focus => "Focus",
            Self::Evade => "Evade",
            Self::Calculate => "Calculate",
            Self::Lock => "Lock",
            Self::Reinforce => "Reinforce",
            Self::Boost => "Boost",
            Self::BarrelRoll => "Barrel Roll",
            Self::RotateArc => "Rotate Arc",
            Self::Coordinate => "Coordinate",
            Self::Jam => "Jam",
            Self::Reload => "Reload",
            Self::Cloak => "Cloak",
            Self::Slam => "SLAM",
        }
    }
}

/// A phase of the round.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Phase {
    /// Before the first round: obstacles and ships are placed.
    Setup,
    /// Dials are set, in secret.
    #[default]
    Planning,
    /// System abilities, in ascending initiative.
    System,
    /// Ships move and act, in ascending initiative.
    Activation,
    /// Ships attack, in descending initiative.
    Engagement,
    /// Tokens are removed, charges recover.
    End,
}

impl Phase {
    /// Those of a round, in order.
    pub const ALL: [Self; 5] =
        [Self::Planning, Self::System, Self::Activation, Self::Engagement, Self::End];
}

/// The side that a ship is on, seen from the ship of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The same player's. A ship is friendly to itself.
    Friendly,
    /// The other player's ships.
    Enemy,
}

/// The end of a lasting effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Until {
    /// To the end of the attack in which it begins.
    EndOfAttack,
    /// To the end of the activation of its ship in which it begins.
    EndOfActivation,
    /// To the end of the phase in which it begins.
    EndOfPhase,
    /// To the end of the round in which it begins.
    EndOfRound,
}

impl Until {
    /// All of them, the shortest first.
    pub const ALL: [Self; 4] =
        [Self::EndOfAttack, Self::EndOfActivation, Self::EndOfPhase, Self::EndOfRound];
}

/// The kind of an upgrade, which is the slot it takes, or of a damage card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CardType {
    /// A droid that flies with the ship, such as R2 Astromech.
    Astromech,
    /// A cannon: a special weapon, such as Ion Cannon.
    Cannon,
    /// A configuration of a ship type, such as Servomotor S-foils.
    Configuration,
    /// Crew; of a damage card too.
    Crew,
    /// A device, such as Proton Bombs: a token put into the play area, which detonates later.
    Device,
    /// A Force power, for ships with Force.
    Force,
    /// A gunner, such as Veteran Turret Gunner.
    Gunner,
    /// An illicit upgrade, such as Babu Frik.
    Illicit,
    /// A missile: a special weapon, such as Cluster Missiles.
    Missile,
    /// A modification of the ship itself.
    Modification,
    /// A damage card about the pilot, such as Panicked Pilot.
    Pilot,
    /// A sensor, such as Trajectory Simulator.
    Sensor,
    /// A damage card about the ship, such as Hull Breach.
    Ship,
    /// A tactical relay of a Separatist squad, such as TA-175.
    TacticalRelay,
    /// A talent of the pilot, such as Crack Shot.
    Talent,
    /// A tech upgrade, such as Deuterium Power Cells.
    Tech,
    /// A title: a ship with a name, such as Marauder.
    Title,
    /// A torpedo: a special weapon, such as Proton Torpedoes.
    Torpedo,
    /// A turret: a special weapon, such as Ion Cannon Turret.
    Turret,
}

/// An action that can follow another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Linked(pub Action, pub Difficulty);

/// An action of an action bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionSpec {
    /// The action itself.
    pub action: Action,
    /// Its colour; white, if left out.
    #[serde(default)]
    pub difficulty: Difficulty,
    /// The action that may follow it once it was performed, and the colour of that one.
    #[serde(default)]
    pub linked: Option<Linked>,
    /// `true` of a white action that its player has chosen to perform as a red one; cards do not say so.
    #[serde(default)]
    pub reddened: bool,
}

impl ActionSpec {
    /// An action of a colour, which nothing is linked to.
    #[must_use]
    pub const fn of(action: Action, difficulty: Difficulty) -> Self {
        Self { action, difficulty, linked: None, reddened: false }
    }
}
