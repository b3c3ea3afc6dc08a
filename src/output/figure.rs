//! Figures for people.

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

/// A share of a game in points.
pub(super) fn points(share: f64) -> String {
    let points = (share * 1_000.0).round() / 10.0;
    // There is no minus nothing.
    format!("{:+.1}", if points == 0.0 { 0.0 } else { points })
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

pub(super) fn range([low, high]: [f64; 2]) -> String {
    format!("{} to {}", points(low), points(high))
}
