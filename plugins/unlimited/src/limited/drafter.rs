//! Drafters: players who choose from packs by a simple rule.

use core::fmt;
use core::str::FromStr;

use cardmill_kernel::streams::below;
use rand_chacha::ChaCha8Rng;

use super::{Limited, POINT, Pool};
use crate::icons::IconCount;
use crate::vocabulary::Aspect;

/// The rating that a missing icon takes off: two resources (CR 8.1.1), of two points each.
pub(super) const PENALTY: i32 = 4 * POINT;

/// The aspects that a base can have.
pub(super) const COLOURS: [Aspect; 4] =
    [Aspect::Vigilance, Aspect::Command, Aspect::Aggression, Aspect::Cunning];

/// The rule by which a player drafts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Drafter {
    /// They take the card with the highest rating; of equal ones, any.
    Rating,
    /// As `Rating`, but an icon costs a card four points that neither their best leader has nor a base of the
    /// aspect of which, the leader's left out, they have taken the most.
    Aspect,
    /// They take any card.
    Random,
}

impl Drafter {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Rating, Self::Aspect, Self::Random];
}

impl fmt::Display for Drafter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rating => "rating",
            Self::Aspect => "aspect",
            Self::Random => "random",
        })
    }
}

impl FromStr for Drafter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|drafter| drafter.to_string() == text);
        known.ok_or_else(|| format!("expected rating, aspect or random, found {text}"))
    }
}

impl Drafter {
    /// The place of the card that is taken of some, at least one, by whom has this pool.
    pub(super) fn pick(
        self,
        pack: &[u16],
        pool: &Pool,
        limited: &Limited<'_>,
        rng: &mut ChaCha8Rng,
    ) -> usize {
        // Leaders are taken before there is anything that they could fit.
        let fits = self == Self::Aspect && pool.leaders.len() == super::DRAFTED;
        let provided = fits.then(|| provided(pool, limited));
        let missing = |card| provided.map_or(0, |provided| penalty(card, provided, limited));
        let worth = |card: u16| match self {
            Self::Random => 0,
            Self::Rating | Self::Aspect => limited.ratings.rating(card) - missing(card),
        };
        let best = pack.iter().map(|&card| worth(card)).max();
        let equal: Vec<usize> =
            (0..pack.len()).filter(|&at| Some(worth(pack[at])) == best).collect();
        equal[below(rng, equal.len())]
    }
}

/// The icons of the best leader of a pool, and of a base of the aspect that its cards have most of beside
/// those.
fn provided(pool: &Pool, limited: &Limited<'_>) -> IconCount {
    let rating = |card: &&u16| limited.ratings.rating(**card);
    let leader = pool.leaders.iter().rev().max_by_key(rating);
    let mut provided = leader.map_or_else(Vec::new, |card| limited.card(*card).aspects.clone());
    // Of such icons as the leader has not: the others are paid for.
    let own = IconCount::of(&provided);
    let lacking = |card: &u16| IconCount::of(&limited.card(*card).aspects).beyond(own);
    let lacking: Vec<IconCount> = pool.cards.iter().map(lacking).collect();
    let icons =
        |aspect: Aspect| -> u32 { lacking.iter().map(|icons| u32::from(icons.get(aspect))).sum() };
    let most = COLOURS.into_iter().rev().max_by_key(|aspect| icons(*aspect));
    provided.extend(most.filter(|aspect| icons(*aspect) > 0));
    IconCount::of(&provided)
}

/// The rating that the icons of a card take off which these do not provide.
pub(super) fn penalty(card: u16, provided: IconCount, limited: &Limited<'_>) -> i32 {
    PENALTY * i32::from(IconCount::of(&limited.card(card).aspects).beyond(provided).sum())
}
