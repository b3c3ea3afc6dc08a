//! Scores of both players, and the hull and shields that ships have left.

use arrayvec::ArrayVec;
use cardmill_harness::play::SEATS;

use crate::card::{Card, Place};
use crate::catalogue::Catalogue;
use crate::ship::{Presence, SHIPS, Ship, Stats};
use crate::vocabulary::Kind;

/// The squad points that a squad may cost at most.
const POINTS: i16 = 200;

/// The ships of a table and its cards, by slot.
pub(crate) struct Forces<'s> {
    pub ships: ArrayVec<(&'s Ship, &'s Stats), SHIPS>,
    /// Hull and shields of each ship: all, and what is left of them.
    pub lefts: [[u16; 2]; SHIPS],
}

impl<'s> Forces<'s> {
    pub fn of(
        ships: impl Iterator<Item = (&'s Ship, &'s Stats)>,
        cards: impl Iterator<Item = &'s Card>,
        catalogue: &Catalogue,
    ) -> Self {
        let ships: ArrayVec<_, SHIPS> = ships.collect();
        let mut lefts = [[0; 2]; SHIPS];
        for ((ship, stats), lefts) in ships.iter().zip(&mut lefts) {
            let hull = u16::from(stats.hull);
            *lefts = [stats.shields, ship.shields].map(|shields| hull + u16::from(shields));
        }
        for card in cards {
            let lies = matches!(card.place, Place::Faceup | Place::Facedown);
            if lies
                && matches!(catalogue.card(card.definition).definition.kind, Kind::Damage(..))
                && let Some([_, left]) = lefts.get_mut(usize::from(card.host))
            {
                *left = left.saturating_sub(1);
            }
        }
        Self { ships, lefts }
    }

    /// The squad points of the ships of the other player that were destroyed or fled, half of those
    /// (rounded up) of which half of hull and shields is gone, and what the other squad costs less
    /// than [`POINTS`]. Where nobody counts points: 2 and 1 for each ship.
    pub fn scores(&self) -> ArrayVec<i16, SEATS> {
        let ships = || {
            let ships = self.ships.iter().map(|(ship, _)| *ship).zip(self.lefts);
            ships.filter(|(ship, _)| ship.presence != Presence::None)
        };
        let counted = ships().any(|(ship, _)| ship.points > 0);
        let mut scores: ArrayVec<i16, SEATS> = [0, 0].into_iter().collect();
        for (ship, [whole, left]) in ships() {
            let points = if counted { i16::from(ship.points) } else { 2 };
            scores[usize::from(1 - ship.owner)] += match ship.presence {
                Presence::Removed => points,
                _ if 2 * left <= whole => (points + 1) / 2,
                _ => 0,
            };
        }
        if counted {
            for seat in [0, 1] {
                let own = ships().filter(|(ship, _)| usize::from(ship.owner) == seat);
                let cost: i16 = own.map(|(ship, _)| i16::from(ship.points)).sum();
                scores[1 - seat] += (POINTS - cost).max(0);
            }
        }
        scores
    }
}
