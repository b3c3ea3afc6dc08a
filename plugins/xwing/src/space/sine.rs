//! Sines and headings, in integers.

use std::sync::LazyLock;

/// Headings in a quarter of a turn.
pub const QUARTER: u16 = 1 << 14;

/// Headings in an eighth of a turn.
pub const EIGHTH: u16 = 1 << 13;

/// Headings in half a turn.
pub const HALF: u16 = 1 << 15;

/// Bits behind the point of a sine.
const BITS: u32 = 30;

/// Bits behind the point while the table is worked out.
const DEEP: u32 = 60;

/// A quarter of a turn in radians, with [`DEEP`] bits behind the point.
const QUARTER_IN_RADIANS: i128 = 1_811_004_864_519_280_711;

/// The sines of a quarter of a turn, both ends included.
static SINES: LazyLock<Vec<i64>> = LazyLock::new(|| {
    (0..=i128::from(QUARTER))
        .map(|heading| of_radians(heading * QUARTER_IN_RADIANS / i128::from(QUARTER)))
        .collect()
});

/// The sine of an angle in radians, from its series.
fn of_radians(angle: i128) -> i64 {
    let (mut sum, mut term, mut n) = (angle, angle, 1);
    while term != 0 {
        term = -((((term * angle) >> DEEP) * angle) >> DEEP) / ((n + 1) * (n + 2));
        sum += term;
        n += 2;
    }
    ((sum + (1 << (DEEP - BITS - 1))) >> (DEEP - BITS)) as i64
}

/// The sine of a heading; 1 is `1 << 30`.
#[must_use]
pub fn sine(heading: u16) -> i64 {
    let at = usize::from(heading % QUARTER);
    let quarter = usize::from(QUARTER);
    match heading / QUARTER {
        0 => SINES[at],
        1 => SINES[quarter - at],
        2 => -SINES[at],
        _ => -SINES[quarter - at],
    }
}

/// The cosine of a heading; 1 is `1 << 30`.
#[must_use]
pub fn cosine(heading: u16) -> i64 {
    sine(heading.wrapping_add(QUARTER))
}

/// The sine of an angle of which a turn has `1 << 32`, on the chord between two headings; 1 is
/// `1 << 30`.
#[must_use]
pub fn fine_sine(angle: u32) -> i64 {
    let (heading, rest) = ((angle >> 16) as u16, i64::from(angle & 0xffff));
    let (from, to) = (sine(heading), sine(heading.wrapping_add(1)));
    from + (((to - from) * rest + (1 << 15)) >> 16)
}

/// The cosine of an angle of which a turn has `1 << 32`.
#[must_use]
pub fn fine_cosine(angle: u32) -> i64 {
    fine_sine(angle.wrapping_add(1 << 30))
}

/// Takes off the bits behind the point, to the nearest whole number; halves away from 0, so that
/// what is mirrored stays mirrored.
#[must_use]
pub const fn whole(product: i64) -> i64 {
    let half = 1 << (BITS - 1);
    if product < 0 { -((half - product) >> BITS) } else { (product + half) >> BITS }
}

/// The heading, up to a quarter of a turn, in which something lies that is so far to the right and
/// so far ahead; neither is below 0, one is above, and both are at most `1 << 32`.
#[must_use]
pub fn heading(right: i64, ahead: i64) -> u16 {
    // How far it lies to the right of a heading, in numbers that fall as the heading grows.
    let aside = |heading: u16| right * cosine(heading) - ahead * sine(heading);
    let (mut low, mut high) = (0, QUARTER);
    while high - low > 1 {
        let middle = u16::midpoint(low, high);
        if aside(middle) >= 0 { low = middle } else { high = middle }
    }
    if aside(low).abs() <= aside(high).abs() { low } else { high }
}
