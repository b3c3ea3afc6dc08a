//! Players, as positions, scenarios and sessions name them.

use core::fmt;

use cardmill_kernel::card::Seat;
use serde::de::{DeserializeSeed, EnumAccess, Error, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most players that can be named.
pub const MOST: usize = 6;

const NAMES: [&str; MOST] = ["P1", "P2", "P3", "P4", "P5", "P6"];

/// The name of the player at a seat: `P1` at the first.
///
/// # Panics
/// If no game has such a seat.
#[must_use]
pub const fn name(seat: Seat) -> &'static str {
    NAMES[seat as usize]
}

/// A player of a game with so many seats, by seat: `P1` is seat 0. Only players there are can be
/// read.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Player<const SEATS: usize = MOST>(Seat);

impl<const SEATS: usize> Player<SEATS> {
    /// The player who sits there; `None` when the game has no such seat.
    #[must_use]
    pub const fn at(seat: Seat) -> Option<Self> {
        if (seat as usize) < SEATS { Some(Self(seat)) } else { None }
    }

    /// The seat of the player, from 0.
    #[must_use]
    pub const fn seat(self) -> Seat {
        self.0
    }

    /// The place in a list by seat.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl<const SEATS: usize> fmt::Debug for Player<SEATS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES[self.index()])
    }
}

impl<const SEATS: usize> Serialize for Player<SEATS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit_variant("Player", u32::from(self.0), NAMES[self.index()])
    }
}

impl<'de, const SEATS: usize> Deserialize<'de> for Player<SEATS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_enum("Player", &NAMES[..SEATS], Word)
    }
}

/// Reads a player's name, as a word or where a word stands.
struct Word<const SEATS: usize>;

impl<'de, const SEATS: usize> Visitor<'de> for Word<SEATS> {
    type Value = Player<SEATS>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("enum Player")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Self::Value, A::Error> {
        let (player, rest) = data.variant_seed(self)?;
        rest.unit_variant()?;
        Ok(player)
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        let names = &NAMES[..SEATS];
        let seat = (0..).zip(names).find(|(_, known)| **known == name);
        seat.map(|(seat, _)| Player(seat)).ok_or_else(|| E::unknown_variant(name, names))
    }
}

impl<'de, const SEATS: usize> DeserializeSeed<'de> for Word<SEATS> {
    type Value = Player<SEATS>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    #[test]
    fn players_are_read_and_written_alike() {
        let two: Vec<Player<2>> = parse("[P1, P2]").expect("they sit there");
        assert_eq!(two.iter().map(|player| player.seat()).collect::<Vec<_>>(), [0, 1]);
        let json = serde_json::to_string(&two).expect("they are words");
        assert_eq!(json, r#"["P1","P2"]"#);
        assert_eq!(serde_json::from_str::<Vec<Player<2>>>(&json).expect("they are words"), two);
        assert_eq!(format!("{two:?}"), "[P1, P2]");
    }

    #[test]
    fn nobody_sits_where_there_is_no_seat() {
        assert_eq!(Player::<2>::at(2), None);
        let error = serde_json::from_str::<Player<2>>(r#""P3""#).expect_err("a game for two");
        assert!(error.to_string().starts_with("unknown variant `P3`, expected `P1` or `P2`"));
        assert!(parse::<Player<2>>("P3").is_err());
        assert_eq!(parse::<Player>("P6").map(Player::seat), Ok(5));
    }
}
