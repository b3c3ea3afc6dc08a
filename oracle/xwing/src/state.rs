//! The state of a game.

use crate::damage::Damage;
use crate::fleet::{Action, Maneuver, Pilot};
use crate::obstacle::Laid;
use crate::space::{Base, Pose};

/// A player: 0 is P1.
pub type Seat = usize;

/// The place of a ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    /// Still to be deployed.
    #[default]
    Waiting,
    /// On the mat, destroyed or not.
    Present,
    /// Destroyed or fled.
    Gone,
}

/// A token that ships have any number of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// Green: all focus results.
    Focus,
    /// Green: a blank or focus result of a defender.
    Evade,
    /// Green: one focus result.
    Calculate,
    /// Green: against what is in the full front arc.
    Fore,
    /// Green: against what is in the full rear arc.
    Aft,
    /// Orange: costs a green token or a lock.
    Jam,
    /// Red: no actions, no red maneuvers.
    Stress,
    /// Red: as many as the size, and there is no dial.
    Ion,
    /// Red: one defence die fewer, once.
    Strain,
}

impl Token {
    /// All of them, circular ones first.
    pub const ALL: [Self; 9] = [
        Self::Focus,
        Self::Evade,
        Self::Calculate,
        Self::Fore,
        Self::Aft,
        Self::Jam,
        Self::Stress,
        Self::Ion,
        Self::Strain,
    ];

    /// The green ones.
    pub const GREEN: [Self; 5] = [Self::Focus, Self::Evade, Self::Calculate, Self::Fore, Self::Aft];

    /// Those that go in the End Phase: green and orange.
    pub const CIRCULAR: [Self; 6] =
        [Self::Focus, Self::Evade, Self::Calculate, Self::Fore, Self::Aft, Self::Jam];

    /// The name of the token.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Focus => "focus",
            Self::Evade => "evade",
            Self::Calculate => "calculate",
            Self::Fore => "fore reinforce",
            Self::Aft => "aft reinforce",
            Self::Jam => "jam",
            Self::Stress => "stress",
            Self::Ion => "ion",
            Self::Strain => "strain",
        }
    }
}

/// The direction of a turret indicator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Facing {
    /// To the front.
    #[default]
    Front,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// To the rear.
    Rear,
}

impl Facing {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Front, Self::Left, Self::Right, Self::Rear];

    /// The other way.
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

/// A side of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// No result at all.
    Blank,
    /// Of use if something changes it.
    Focus,
    /// A single hit.
    Hit,
    /// A critical hit.
    Crit,
    /// A single evade.
    Evade,
}

impl Face {
    /// All of them, attack dice and defence dice.
    pub const ALL: [Self; 5] = [Self::Blank, Self::Focus, Self::Hit, Self::Crit, Self::Evade];

    /// The name of the result.
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

/// A kind of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice {
    /// The red dice.
    Attack,
    /// The green dice.
    Defense,
}

/// A ship of a player.
#[derive(Clone, Debug)]
pub struct Ship {
    /// The pilot that flies it.
    pub pilot: &'static Pilot,
    /// The player that it belongs to.
    pub seat: Seat,
    /// Its squad points.
    pub points: u8,
    /// Its zone: on the mat or not.
    pub zone: Zone,
    /// Its place on the mat.
    pub pose: Pose,
    /// Its tokens, by the order of [`Token::ALL`].
    tokens: [u8; 9],
    /// The ship that it has locked.
    pub lock: Option<usize>,
    /// The number of active shields.
    pub shields: u8,
    /// The maneuver on its dial.
    pub dial: Option<Maneuver>,
    /// The direction of its turret indicator.
    pub facing: Facing,
    /// The actions that it performed in this round.
    pub performed: Vec<Action>,
    /// Ships that it touches, because one of them moved up to the other.
    pub touching: Vec<usize>,
    /// Faceup damage cards.
    pub faceup: Vec<Damage>,
    /// Facedown damage cards.
    pub facedown: Vec<Damage>,
    /// It is destroyed, and perhaps not removed yet.
    pub destroyed: bool,
    /// It had its turn in this phase.
    pub acted: bool,
    /// It got no dial.
    pub ionized: bool,
}

impl Ship {
    /// A ship that is still to be deployed.
    #[must_use]
    pub fn new(pilot: &'static Pilot, seat: Seat, points: u8) -> Self {
        Self {
            pilot,
            seat,
            points,
            zone: Zone::Waiting,
            pose: Pose::default(),
            tokens: [0; 9],
            lock: None,
            shields: pilot.sheet().shields,
            dial: None,
            facing: Facing::Front,
            performed: Vec::new(),
            touching: Vec::new(),
            faceup: Vec::new(),
            facedown: Vec::new(),
            destroyed: false,
            acted: false,
            ionized: false,
        }
    }

    /// The number of a token.
    #[must_use]
    pub const fn count(&self, token: Token) -> u8 {
        self.tokens[token as usize]
    }

    /// Tells whether it has a token.
    #[must_use]
    pub const fn has(&self, token: Token) -> bool {
        self.count(token) > 0
    }

    /// Gives it a token.
    pub const fn gain(&mut self, token: Token) {
        self.tokens[token as usize] += 1;
    }

    /// Takes a token off, if it has one.
    pub const fn lose(&mut self, token: Token) {
        let count = &mut self.tokens[token as usize];
        *count = count.saturating_sub(1);
    }

    /// Takes all of a token off.
    pub const fn clear(&mut self, token: Token) {
        self.tokens[token as usize] = 0;
    }

    /// The base at its place.
    #[must_use]
    pub fn base(&self) -> Base {
        Base { pose: self.pose, half: self.pilot.sheet().half() }
    }

    /// Tells whether it is on the mat.
    #[must_use]
    pub fn is_present(&self) -> bool {
        self.zone == Zone::Present
    }

    /// The number of faceup cards of a kind.
    #[must_use]
    pub fn suffers(&self, damage: Damage) -> usize {
        self.faceup.iter().filter(|card| **card == damage).count()
    }
}

/// The attack under way.
#[derive(Clone, Debug)]
pub struct Attack {
    /// The ship that attacks.
    pub attacker: usize,
    /// The ship that defends.
    pub defender: usize,
    /// The weapon, by its place.
    pub weapon: usize,
    /// Attack dice: their results, and whether they were rerolled.
    pub attack: Vec<(Face, bool)>,
    /// The results of defence dice.
    pub defense: Vec<Face>,
}

/// A player's things beside ships.
#[derive(Clone, Debug, Default)]
pub struct Player {
    /// The damage deck, the top card last; not there before the first card is dealt.
    pub deck: Option<Vec<Damage>>,
    /// Discarded damage cards.
    pub discard: Vec<Damage>,
    /// Obstacles that are still to be placed.
    pub obstacles: Vec<usize>,
    /// Attack dice and defence dice that were rolled.
    pub rolled: [usize; 2],
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// It goes on.
    #[default]
    Open,
    /// This player has won.
    Won(Seat),
    /// Nobody has ships left.
    Draw,
}

/// The state of a game.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The round, from 1; 0 in set-up.
    pub round: u16,
    /// The name of the phase.
    pub phase: &'static str,
    /// The first player.
    pub first: Seat,
    /// P1's ships, then P2's.
    pub ships: Vec<Ship>,
    /// Obstacles on the mat.
    pub obstacles: Vec<Laid>,
    /// The attack under way.
    pub attack: Option<Attack>,
    /// The players' things.
    pub players: [Player; 2],
    /// The outcome of the game.
    pub outcome: Outcome,
}

impl State {
    /// Ships on the mat.
    pub fn present(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.ships.len()).filter(|&n| self.ships[n].is_present())
    }
}
