//! Maneuvers, as dials print them.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use super::traits::Difficulty;

/// The shape of a maneuver.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Bearing {
    /// Straight ahead, by a straight template.
    #[default]
    Straight,
    /// Bank to the left, by an eighth of a turn.
    BankLeft,
    /// Bank to the right, by an eighth of a turn.
    BankRight,
    /// Turn to the left, by a quarter.
    TurnLeft,
    /// Turn to the right, by a quarter.
    TurnRight,
    /// Koiogran turn: straight ahead, then half a turn.
    Koiogran,
    /// Segnor's loop to the left.
    SegnorLeft,
    /// Segnor's loop to the right.
    SegnorRight,
    /// Tallon roll to the left.
    TallonLeft,
    /// Tallon roll to the right.
    TallonRight,
    /// No movement, of speed 0.
    Stationary,
    /// Backwards, bank to the left.
    ReverseLeft,
    /// Straight backwards, by a straight template.
    Reverse,
    /// Backwards, bank to the right.
    ReverseRight,
}

/// A bearing, compared with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Heading {
    /// The same bearing again.
    Same,
    /// The bearing of a bank or a turn, to the other side.
    Mirrored,
    /// Any straight, bank or turn.
    Basic,
    /// Any bearing at all.
    Any,
}

impl Heading {
    /// Tells whether a bearing is this, compared with the first.
    #[must_use]
    pub const fn fits(self, from: Bearing, to: Bearing) -> bool {
        use Bearing::{BankLeft, BankRight, Straight, TurnLeft, TurnRight};
        match self {
            Self::Same => from as u8 == to as u8,
            Self::Mirrored => matches!(
                (from, to),
                (BankLeft, BankRight)
                    | (BankRight, BankLeft)
                    | (TurnLeft, TurnRight)
                    | (TurnRight, TurnLeft)
            ),
            Self::Basic => matches!(to, Straight | BankLeft | BankRight | TurnLeft | TurnRight),
            Self::Any => true,
        }
    }
}

const LETTERS: [(char, Bearing); 14] = [
    ('F', Bearing::Straight),
    ('B', Bearing::BankLeft),
    ('N', Bearing::BankRight),
    ('T', Bearing::TurnLeft),
    ('Y', Bearing::TurnRight),
    ('K', Bearing::Koiogran),
    ('L', Bearing::SegnorLeft),
    ('P', Bearing::SegnorRight),
    ('E', Bearing::TallonLeft),
    ('R', Bearing::TallonRight),
    ('O', Bearing::Stationary),
    ('A', Bearing::ReverseLeft),
    ('S', Bearing::Reverse),
    ('D', Bearing::ReverseRight),
];

impl Bearing {
    /// All bearings, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        LETTERS.into_iter().map(|(_, bearing)| bearing)
    }

    /// Returns `true` for turns in the sense of the rules: neither banks nor loops nor rolls.
    #[must_use]
    pub const fn is_turn(self) -> bool {
        matches!(self, Self::TurnLeft | Self::TurnRight)
    }

    /// Returns `true` for banks that go ahead.
    #[must_use]
    pub const fn is_bank(self) -> bool {
        matches!(self, Self::BankLeft | Self::BankRight)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Straight => "straight",
            Self::BankLeft => "bank left",
            Self::BankRight => "bank right",
            Self::TurnLeft => "turn left",
            Self::TurnRight => "turn right",
            Self::Koiogran => "Koiogran turn",
            Self::SegnorLeft => "Segnor's loop left",
            Self::SegnorRight => "Segnor's loop right",
            Self::TallonLeft => "Tallon roll left",
            Self::TallonRight => "Tallon roll right",
            Self::Stationary => "stationary",
            Self::ReverseLeft => "reverse bank left",
            Self::Reverse => "reverse straight",
            Self::ReverseRight => "reverse bank right",
        }
    }
}

/// A maneuver, written as speed, bearing and difficulty: `2FB` is a blue straight of speed 2.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct Maneuver {
    /// Speed, 0 to 5: the number of the template.
    pub speed: u8,
    /// The shape of the way, left and right told apart.
    pub bearing: Bearing,
    /// Its colour on the dial.
    pub difficulty: Difficulty,
}

impl fmt::Display for Maneuver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let difficulty = match self.difficulty {
            Difficulty::Blue => "blue",
            Difficulty::White => "white",
            Difficulty::Red => "red",
            Difficulty::Purple => "purple",
        };
        write!(f, "{difficulty} {} {}", self.speed, self.bearing.name())
    }
}

impl From<Maneuver> for String {
    fn from(maneuver: Maneuver) -> Self {
        let letter = LETTERS.iter().find(|(_, bearing)| *bearing == maneuver.bearing);
        let colour = match maneuver.difficulty {
            Difficulty::Blue => 'B',
            Difficulty::White => 'W',
            Difficulty::Red => 'R',
            Difficulty::Purple => 'P',
        };
        format!("{}{}{colour}", maneuver.speed, letter.map_or('F', |(letter, _)| *letter))
    }
}

impl FromStr for Maneuver {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected a maneuver such as \"2FB\", found {text:?}");
        let mut letters = text.chars();
        let (speed, letter, colour) = (letters.next(), letters.next(), letters.next());
        let (Some(speed), Some(letter), Some(colour), None) =
            (speed.and_then(|c| c.to_digit(10)), letter, colour, letters.next())
        else {
            return Err(wrong());
        };
        let bearing = LETTERS.iter().find(|(l, _)| *l == letter).ok_or_else(wrong)?.1;
        let difficulty = match colour {
            'B' => Difficulty::Blue,
            'W' => Difficulty::White,
            'R' => Difficulty::Red,
            'P' => Difficulty::Purple,
            _ => return Err(wrong()),
        };
        Ok(Self { speed: speed as u8, bearing, difficulty })
    }
}

impl TryFrom<String> for Maneuver {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}
