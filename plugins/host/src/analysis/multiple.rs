//! Several questions at once.

/// The hypotheses that are rejected so that at most this share of the rejected ones is true on average,
/// whatever they have to do with each other, given the natural logarithms of their e-values
/// (e-BH: Wang and Ramdas, Journal of the Royal Statistical Society B 84 (2022)).
#[must_use]
pub fn discoveries(evidence: &[f64], share: f64) -> Vec<bool> {
    let mut sorted = evidence.to_vec();
    sorted.sort_by(|one, other| other.total_cmp(one));
    let all = evidence.len() as f64;
    let enough = |rejected: usize| (all / (share * rejected as f64)).ln();
    let rejected = (1..=sorted.len()).rev().find(|&n| sorted[n - 1] >= enough(n));
    let least = rejected.map_or(f64::INFINITY, enough);
    evidence.iter().map(|found| *found >= least).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_hypothesis_takes_twenty_and_the_second_of_two_as_much() {
        let found = |values: &[f64]| {
            let evidence: Vec<f64> = values.iter().map(|value| value.ln()).collect();
            discoveries(&evidence, 0.05)
        };
        assert_eq!(found(&[19.9]), [false]);
        assert_eq!(found(&[20.1]), [true]);
        assert_eq!(found(&[30.0, 39.0]), [true, true]);
        assert_eq!(found(&[1.0, 39.0]), [false, false]);
        assert_eq!(found(&[1.0, 41.0]), [false, true]);
        assert_eq!(found(&[]), Vec::<bool>::new());
    }
}
