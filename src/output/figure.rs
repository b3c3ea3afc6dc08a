//! Figures for people.

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
