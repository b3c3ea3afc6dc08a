//! Other printed numbers.

use super::prelude::*;
use crate::reader;

/// A printed number of a unit is considered to be another one: what came last counts, and upgrades
/// and modifiers come on top.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Printed {
    /// The printed number that is replaced.
    pub of: Number,
    /// The number that counts as printed instead.
    pub is: u8,
}

/// A printed number of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Number {
    /// The power of the unit, before upgrades and modifiers.
    Power,
    /// The HP of the unit, before upgrades and modifiers.
    Hp,
}

impl Word for Printed {
    fn text(&self, _: &Names) -> Part {
        let of = match self.of {
            Number::Power => "power",
            Number::Hp => "HP",
        };
        Part::of(format!("has a printed {of} of {}", self.is))
    }

    said!(at:
        ["has|have? a printed" (of: Number) "of" (is: reader::Number)] => Self { of, is: is.0 },
    );
}

said!(Number, at:
    ["power"] => Self::Power,
    ["hp"] => Self::Hp,
);
