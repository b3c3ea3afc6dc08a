//! Odds: the damage that dice are expected to do.

use std::sync::LazyLock;

/// The most dice that are told apart.
const MOST: usize = 9;

/// Sixteenths: the chances of a die.
const WHOLE: usize = 16;

/// Damage is expected in parts of one.
pub const ONE: i64 = 1024;

/// The likelihood, in parts of 65,536, that so many of these dice succeed: by the chance of one die
/// in sixteenths, the number of dice, and the number of successes.
static LIKELY: LazyLock<Vec<[[u32; MOST]; MOST]>> = LazyLock::new(|| {
    (0..=WHOLE)
        .map(|chance| {
            let mut all = [[0; MOST]; MOST];
            all[0][0] = 1 << 16;
            for dice in 1..MOST {
                for succeed in 0..=dice {
                    let before = |n: usize, chance: usize| all[dice - 1][n] as usize * chance;
                    let yes = succeed.checked_sub(1).map_or(0, |n| before(n, chance));
                    all[dice][succeed] = ((yes + before(succeed, WHOLE - chance)) / WHOLE) as u32;
                }
            }
            all
        })
        .collect()
});

/// Dice that are rolled, each of which succeeds or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The number of dice; more than 8 count as 8.
    pub dice: u8,
    /// The number of 16 throws in which one of them succeeds.
    pub chance: u8,
    /// The number of successes beside the dice.
    pub sure: u8,
}

/// The damage that is expected of an attack, in parts of [`ONE`]; at most `most` is counted.
pub fn damage(attack: Roll, defense: Roll, most: u8) -> i64 {
    let of = |roll: Roll| {
        let dice = usize::from(roll.dice).min(MOST - 1);
        (&LIKELY[usize::from(roll.chance).min(WHOLE)][dice][..=dice], usize::from(roll.sure))
    };
    let ((hits, sure), (evades, more)) = (of(attack), of(defense));
    let mut sum = 0;
    for (hit, &likely) in hits.iter().enumerate() {
        let hit = hit + sure;
        if hit <= more {
            continue;
        }
        let through: u64 = evades
            .iter()
            .enumerate()
            .map(|(evade, &likely)| {
                let through = hit.saturating_sub(evade + more).min(usize::from(most));
                through as u64 * u64::from(likely)
            })
            .sum();
        sum += u64::from(likely) * through;
    }
    (sum >> 22) as i64
}
