//! The power curve: what is to be expected of cards that are printed so, and which do otherwise.

/// A line through points of which some are far off (Theil 1950, Sen 1968): the median of the slopes
/// between any two, through the medians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The rise of the expected value with each unit more.
    pub slope: f64,
    /// The value that is expected at 0.
    pub intercept: f64,
    /// Points further from the line than this are outliers.
    pub reach: f64,
}

/// The fewest points that make a line.
const FEWEST: usize = 5;

/// Median distances beyond which a point is an outlier.
const FAR: f64 = 3.0;

/// Of draws from the normal distribution, the standard deviation in median distances.
const NORMAL: f64 = 1.482_602_218_505_602;

impl Line {
    /// The line of some points; none of few points, or where all have as much.
    #[must_use]
    pub fn through(points: &[(f64, f64)]) -> Option<Self> {
        if points.len() < FEWEST {
            return None;
        }
        let later = |at: usize| points[at + 1..].iter().map(move |other| (points[at], *other));
        let pairs = (0..points.len()).flat_map(later).filter(|(one, other)| one.0 != other.0);
        let slope = median(pairs.map(|(one, other)| (other.1 - one.1) / (other.0 - one.0)))?;
        let [x, y] = [0, 1].map(|which| {
            median(points.iter().map(move |point| if which == 0 { point.0 } else { point.1 }))
        });
        let intercept = y? - slope * x?;
        let far = points.iter().map(|(x, y)| (y - slope * x - intercept).abs());
        Some(Self { slope, intercept, reach: FAR * NORMAL * median(far)? })
    }

    /// The value that the line gives at `x`.
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        self.slope * x + self.intercept
    }
}

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `golden/make.py` found them with `scipy.stats.theilslopes` and `median_abs_deviation`.
    #[test]
    fn lines_are_those_of_scipy() {
        for line in include_str!("golden/lines.csv").lines().skip(1) {
            let numbers: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
            let (expected, points) = numbers.split_at(3);
            let points: Vec<(f64, f64)> = points.chunks(2).map(|xy| (xy[0], xy[1])).collect();
            let found = Line::through(&points).unwrap();
            for (found, expected) in
                [found.slope, found.intercept, found.reach].into_iter().zip(expected)
            {
                assert!((found - expected).abs() < 1e-9, "{line}: {found}");
            }
        }
    }

    #[test]
    fn one_that_is_far_off_does_not_bend_the_line() {
        let mut points: Vec<(f64, f64)> =
            (0..9).map(|x| (f64::from(x), 2.0 * f64::from(x) + f64::from(x % 2) * 0.1)).collect();
        points.push((4.0, 30.0));
        let line = Line::through(&points).unwrap();
        assert!((line.slope - 2.0).abs() < 0.05, "{line:?}");
        let off = |(x, y): &(f64, f64)| (y - line.at(*x)).abs() > line.reach;
        assert_eq!(points.iter().filter(|point| off(point)).count(), 1);
        assert_eq!(Line::through(&points[..4]), None);
        assert_eq!(Line::through(&[(1.0, 2.0); 6]), None);
    }
}
