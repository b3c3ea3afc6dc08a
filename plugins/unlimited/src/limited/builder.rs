//! A deck of a pool.

use core::cmp::Reverse;

use super::drafter::{COLOURS, penalty};
use super::{Limited, Pool};
use crate::deck::{Deck, MIN_LIMITED, least_of, of_two};
use crate::icons::IconCount;
use crate::vocabulary::Kind;

/// The most events and upgrades that a deck is given before it has to.
const OTHERS: usize = 10;

/// The most cards, likewise, that cost [`DEAR`] or more.
const MOST_DEAR: usize = 5;
const DEAR: u8 = 6;

/// The deck with the highest sum of ratings, less what icons cost that its leader and its base do not
/// provide: of every leader of the pool with the base of the most HP of every aspect, and the cards that are
/// rated highest with both. No more than ten events and upgrades, and no more than five cards that cost six
/// or more, unless there are too few others. None where the pool is too small.
pub(super) fn deck(pool: &Pool, limited: &Limited<'_>, name: String) -> Option<Deck> {
    let mut best: Option<(i32, u16, u16, Vec<usize>)> = None;
    for &leader in &pool.leaders {
        for base in bases(pool, limited) {
            let Some((sum, chosen)) = chosen(pool, limited, leader, base) else { continue };
            let sum = sum + limited.ratings.rating(leader);
            if best.as_ref().is_none_or(|(most, ..)| sum > *most) {
                best = Some((sum, leader, base, chosen));
            }
        }
    }
    let (_, leader, base, chosen) = best?;
    let part = |is_in: bool| {
        let places = (0..pool.cards.len()).filter(|at| chosen.contains(at) == is_in);
        let mut cards: Vec<u16> = places.map(|at| pool.cards[at]).collect();
        cards.sort_unstable();
        cards
    };
    let (cards, sideboard) = (part(true), part(false));
    let deck = Deck { name, leader, base, cards, sideboard, limited: true, ..Deck::default() };
    Some(Deck { of_two: of_two(&deck, limited.library), ..deck })
}

/// The base of the most HP of each aspect.
fn bases(pool: &Pool, limited: &Limited<'_>) -> Vec<u16> {
    let all = || limited.booster.bases.iter().chain(&pool.bases).copied();
    let of = |aspect| {
        let bases = all().filter(move |&base| limited.card(base).aspects.contains(&aspect));
        bases.min_by_key(|&base| (Reverse(limited.card(base).hp), base))
    };
    COLOURS.into_iter().filter_map(of).collect()
}

/// The sum of the ratings of the cards of a deck with this leader and this base, and their places in the
/// pool.
fn chosen(pool: &Pool, limited: &Limited<'_>, leader: u16, base: u16) -> Option<(i32, Vec<usize>)> {
    let least = least_of(MIN_LIMITED, limited.card(base));
    let icons = |card: u16| IconCount::of(&limited.card(card).aspects);
    let provided = icons(leader).with(icons(base));
    let worth = |at: usize| {
        let card = pool.cards[at];
        limited.ratings.rating(card) - penalty(card, provided, limited)
    };
    let mut order: Vec<usize> = (0..pool.cards.len()).collect();
    order.sort_by_key(|&at| (Reverse(worth(at)), pool.cards[at]));
    let (mut taken, mut left) = (Vec::new(), Vec::new());
    let (mut others, mut dear) = (0, 0);
    for at in order {
        let card = limited.card(pool.cards[at]);
        let (is_other, is_dear) = (card.kind != Kind::Unit, card.cost >= DEAR);
        let is_much = is_other && others == OTHERS || is_dear && dear == MOST_DEAR;
        if is_much || taken.len() == least {
            left.push(at);
            continue;
        }
        others += usize::from(is_other);
        dear += usize::from(is_dear);
        taken.push(at);
    }
    taken.extend(left.into_iter().take(least.saturating_sub(taken.len())));
    (taken.len() == least).then(|| (taken.iter().map(|&at| worth(at)).sum(), taken))
}
