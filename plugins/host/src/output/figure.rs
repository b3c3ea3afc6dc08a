//! Numbers as people read them: grouped digits, points, percentages and intervals.

use crate::analysis::fidelity::Worth;

/// A whole number with a comma every three digits.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A difference of shares in points, with its sign and one decimal: a point is a hundredth of a
/// game.
pub(super) fn points(share: f64) -> String {
    let points = (share * 1_000.0).round() / 10.0;
    // There is no minus nothing.
    format!("{:+.1}", if points == 0.0 { 0.0 } else { points })
}

/// A share in points without a plus sign: for values that are never below zero.
pub(super) fn unsigned(share: f64) -> String {
    points(share).trim_start_matches('+').to_owned()
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A whole percentage without its sign, for a table that has it in the heading.
pub(super) fn whole(share: f64) -> String {
    format!("{:.0}", share * 100.0)
}

/// A mean with one decimal.
pub(super) fn tenths(number: f64) -> String {
    format!("{number:.1}")
}

/// Writes a number by `write`, or `-` where it is not known.
pub(super) fn known(number: Option<f64>, write: impl FnOnce(f64) -> String) -> String {
    number.map_or_else(|| "-".to_owned(), write)
}

pub(super) fn range([low, high]: [f64; 2]) -> String {
    format!("{} to {}", points(low), points(high))
}

/// The ends of an interval of shares, as percentages.
pub(super) fn between([low, high]: [f64; 2]) -> String {
    format!("{:.1} to {:.1} %", low * 100.0, high * 100.0)
}

/// The worth of a simulated lead of ten points in played games, in points, with its interval.
pub(crate) fn worth(worth: &Worth) -> String {
    let lead = |slope: f64| slope * 0.1;
    format!("{} ({})", points(lead(worth.slope)), range(worth.interval.map(lead)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (123_456, "123,456"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
