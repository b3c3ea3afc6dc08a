//! Options drawn by logits.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::Row;
use crate::error::Error;

/// An option that was drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Drawn {
    /// The number of the option.
    pub option: i32,
    /// The logarithm of its probability, at most 0; 0 in the last row of a game.
    pub log_probability: f32,
}

/// For each row by its `width` logits; without a width there is one for each option.
pub(super) fn draw(
    rows: &[Row],
    seed: u64,
    logits: &[f32],
    width: Option<usize>,
    temperature: f32,
) -> Result<Vec<Drawn>, Error> {
    let of = |row: &Row| width.unwrap_or_else(|| row.options.into());
    let expected = rows.iter().map(of).sum::<usize>();
    if logits.len() != expected {
        let (count, rows) = (logits.len(), rows.len());
        let reason = format!("{count} logits for {rows} rows; expected {expected}");
        return Err(Error::Usage(reason));
    }
    if !(0.0..f32::INFINITY).contains(&temperature) {
        return Err(Error::Usage(format!("temperature {temperature}; expected 0 or more")));
    }
    let mut left = logits;
    let mut drawn = |(at, row): (usize, &Row)| {
        let (options, width) = (usize::from(row.options), of(row));
        let logits;
        (logits, left) = left.split_at(width);
        if options == 0 {
            return Ok(Drawn::default());
        }
        let heard = logits.get(..options);
        heard.and_then(|heard| one(heard, temperature, uniform(seed, row))).ok_or_else(|| {
            Error::Usage(format!(
                "row {at}: {options} options and {width} logits; expected a number for each option \
                 that is not infinity, and minus infinity not for all"
            ))
        })
    };
    rows.iter().enumerate().map(&mut drawn).collect()
}

/// A number from 0 to 1, of this decision for ever.
fn uniform(seed: u64, row: &Row) -> f64 {
    let mut bytes = [0; 12];
    bytes[..8].copy_from_slice(&row.game.to_le_bytes());
    bytes[8..].copy_from_slice(&row.step.to_le_bytes());
    (xxh3_64_with_seed(&bytes, seed) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Without a temperature the first of the highest.
fn one(logits: &[f32], temperature: f32, uniform: f64) -> Option<Drawn> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if !most.is_finite() || logits.iter().any(|logit| logit.is_nan()) {
        return None;
    }
    if temperature == 0.0 {
        let option = logits.iter().position(|logit| *logit == most)?;
        return Some(Drawn { option: option as i32, log_probability: 0.0 });
    }
    let weight = |logit: &f32| f64::from((logit - most) / temperature).exp();
    let sum: f64 = logits.iter().map(weight).sum();
    let mut left = uniform * sum;
    let mut last = None;
    for (option, logit) in logits.iter().enumerate() {
        let weight = weight(logit);
        if weight > 0.0 {
            last = Some((option, weight));
            if left < weight {
                break;
            }
            left -= weight;
        }
    }
    // What rounding leaves over goes to the last.
    let (option, weight) = last?;
    Some(Drawn { option: option as i32, log_probability: (weight / sum).ln() as f32 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(game: u64, step: u32, options: u16) -> Row {
        Row { game, step, options, ..Row::default() }
    }

    #[test]
    fn a_decision_draws_alike_in_whatever_batch() {
        let logits = [0.5, -1.0, 2.0, 9.0];
        let alone = draw(&[row(3, 7, 3)], 1, &logits, Some(4), 1.0).unwrap();
        let rows = [row(1, 1, 2), row(3, 7, 3)];
        let both = draw(&rows, 1, &[logits, logits].concat(), Some(4), 1.0).unwrap();
        assert_eq!(both[1], alone[0]);
        let packed = draw(&rows, 1, &[&logits[..2], &logits[..3]].concat(), None, 1.0).unwrap();
        assert_eq!(packed, both);
        assert!(draw(&rows, 1, &logits, None, 1.0).is_err());
        let others: Vec<i32> = (0..40)
            .map(|step| draw(&[row(3, step, 3)], 1, &logits, Some(4), 1.0).unwrap()[0].option)
            .collect();
        assert!((0..3).all(|option| others.contains(&option)), "{others:?}");
    }

    #[test]
    fn options_come_in_proportion() {
        let logits = [0.0, 2.0_f32.ln(), f32::NEG_INFINITY, 5.0];
        let mut counts = [0; 4];
        for game in 0..30_000 {
            let drawn = draw(&[row(game, 0, 3)], 9, &logits, Some(4), 1.0).unwrap()[0];
            counts[drawn.option as usize] += 1;
            let expected = [1.0 / 3.0, 2.0 / 3.0][drawn.option as usize];
            assert!((f64::from(drawn.log_probability).exp() - expected).abs() < 1e-6);
        }
        assert!((9_600..10_400).contains(&counts[0]), "{counts:?}");
        assert_eq!(counts[2..], [0, 0]);
        let coldest = draw(&[row(0, 0, 3)], 9, &[1.0, 3.0, 3.0], Some(3), 0.0).unwrap()[0];
        assert_eq!(coldest, Drawn { option: 1, log_probability: 0.0 });
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        let nothing = f32::NEG_INFINITY;
        let bad: [(&[f32], usize, f32); 6] = [
            (&[0.0, 0.0], 1, 1.0),
            (&[0.0], 1, 1.0),
            (&[0.0, f32::NAN], 2, 1.0),
            (&[f32::INFINITY, 0.0], 2, 1.0),
            (&[nothing, nothing], 2, 1.0),
            (&[0.0, 0.0], 2, -1.0),
        ];
        for (logits, width, temperature) in bad {
            assert!(
                draw(&[row(0, 0, 2)], 0, logits, Some(width), temperature).is_err(),
                "{logits:?}"
            );
        }
        assert_eq!(
            draw(&[row(0, 0, 0)], 0, &[f32::NAN], Some(1), 1.0).unwrap(),
            [Drawn::default()]
        );
    }
}
