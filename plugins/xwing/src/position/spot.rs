//! Places on the mat, as people write them: millimetres and degrees.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::space::Pose;

/// A place as people write it: millimetres to the right, millimetres ahead, degrees clockwise from
/// straight ahead, all seen by P1. Written as three numbers, with up to three digits behind the
/// point (of degrees four).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot(pub Pose);

/// A turn, in ten-thousandths of a degree.
const TURN: i64 = 3_600_000;

/// A number with so many digits behind the point as a whole one: its digits are read, not reckoned
/// with.
fn scaled(number: f64, digits: usize) -> Option<i64> {
    let text = format!("{number:.digits$}");
    text.replace('.', "").parse().ok()
}

/// A whole number as one with so many digits behind the point.
fn pointed(number: i64, digits: usize) -> f64 {
    let (sign, size) = (if number < 0 { "-" } else { "" }, number.unsigned_abs());
    let text = format!("{size:0>width$}", width = digits + 1);
    let (whole, rest) = text.split_at(text.len() - digits);
    format!("{sign}{whole}.{rest}").parse().unwrap_or_default()
}

/// Micrometres written as millimetres.
pub(crate) fn millimetres(micro: i64) -> f64 {
    pointed(micro, 3)
}

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (x, y, heading) = <(f64, f64, f64)>::deserialize(deserializer)?;
        let place = |number: f64| {
            let micro = scaled(number, 3).and_then(|micro| i32::try_from(micro).ok());
            micro.ok_or_else(|| D::Error::custom("expected millimetres, such as 457.2"))
        };
        let degrees = scaled(heading, 4).filter(|degrees| (0..TURN).contains(degrees));
        let degrees =
            degrees.ok_or_else(|| D::Error::custom("expected a heading from 0 to 359.9999"))?;
        let heading = (degrees * 65_536 + TURN / 2) / TURN;
        Ok(Self(Pose::new(place(x)?, place(y)?, heading as u16)))
    }
}

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Pose { x, y, heading } = self.0;
        let degrees = (i64::from(heading) * TURN + (1 << 15)) >> 16;
        (pointed(x.into(), 3), pointed(y.into(), 3), pointed(degrees, 4)).serialize(serializer)
    }
}
