//! The players of a game: two, or up to four (CR 11.1.1).

use core::hash::{Hash, Hasher};
use core::ops::{Index, IndexMut};
use core::slice;

use cardmill_kernel::card::Seat;
use serde::{Deserialize, Serialize};

use crate::player::Player;
use crate::seats::{SEATS, Several};

/// The players of a game, by seat. They sit clockwise.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<Player>", try_from = "Vec<Player>")]
pub struct Players {
    all: [Player; SEATS],
    count: u8,
}

impl Default for Players {
    fn default() -> Self {
        Self::of(2)
    }
}

impl Clone for Players {
    fn clone(&self) -> Self {
        let mut clone = Self::of(self.len());
        clone.clone_from(self);
        clone
    }
    /// Seats that nobody has are left alone.
    fn clone_from(&mut self, source: &Self) {
        self.count = source.count;
        for (to, from) in self.all.iter_mut().zip(source) {
            *to = *from;
        }
    }
}

impl Hash for Players {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.seated().hash(state);
    }
}

impl From<Players> for Vec<Player> {
    fn from(players: Players) -> Self {
        players.seated().to_vec()
    }
}

impl TryFrom<Vec<Player>> for Players {
    type Error = String;

    fn try_from(players: Vec<Player>) -> Result<Self, String> {
        if !(2..=SEATS).contains(&players.len()) {
            return Err(format!("expected 2 to {SEATS} players"));
        }
        let mut seated = Self::of(players.len());
        seated.iter_mut().zip(players).for_each(|(to, player)| *to = player);
        Ok(seated)
    }
}

impl Index<usize> for Players {
    type Output = Player;

    #[inline]
    fn index(&self, seat: usize) -> &Player {
        &self.all[seat]
    }
}

impl IndexMut<usize> for Players {
    #[inline]
    fn index_mut(&mut self, seat: usize) -> &mut Player {
        &mut self.all[seat]
    }
}

impl<'p> IntoIterator for &'p Players {
    type Item = &'p Player;
    type IntoIter = slice::Iter<'p, Player>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'p> IntoIterator for &'p mut Players {
    type Item = &'p mut Player;
    type IntoIter = slice::IterMut<'p, Player>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl Players {
    /// So many players, without a card.
    ///
    /// # Panics
    /// Panics if there are more than [`SEATS`].
    #[must_use]
    pub fn of(count: usize) -> Self {
        assert!(count <= SEATS, "no game has so many players");
        Self { all: [Player::default(); SEATS], count: count as u8 }
    }

    fn seated(&self) -> &[Player] {
        &self.all[..usize::from(self.count).min(SEATS)]
    }

    /// The number of players, those that were eliminated among them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count.into()
    }

    /// Returns `true` for a game without any player.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns `true` in a game of more than two players (CR 11).
    #[must_use]
    #[inline]
    pub const fn are_many(&self) -> bool {
        self.count > 2
    }

    /// The players by seat, those that were eliminated among them.
    pub fn iter(&self) -> slice::Iter<'_, Player> {
        self.seated().iter()
    }

    /// The players by seat, to be changed.
    pub fn iter_mut(&mut self) -> slice::IterMut<'_, Player> {
        self.all[..usize::from(self.count).min(SEATS)].iter_mut()
    }

    /// The seats of the players.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        0..self.count
    }

    /// The next player clockwise who was not eliminated; the same, if nobody else is left.
    #[must_use]
    #[inline]
    pub fn next(&self, seat: Seat) -> Seat {
        if !self.are_many() {
            return 1 - seat;
        }
        self.from(seat).find(|&next| next != seat).unwrap_or(seat)
    }

    /// The players who were not eliminated, clockwise from this one on.
    pub fn from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<'_> {
        let count = self.count;
        let turn = (0..count).map(move |n| (first + n) % count);
        turn.filter(|&seat| !self.all[usize::from(seat)].out)
    }

    /// The opponents of a player who were not eliminated, clockwise (CR 11.4.2).
    #[must_use]
    pub fn opponents(&self, of: Seat) -> Several {
        if !self.are_many() {
            return [1 - of].into_iter().collect();
        }
        self.from(of).filter(|&seat| seat != of).collect()
    }

    /// The number of players who were not eliminated.
    #[must_use]
    pub fn left(&self) -> usize {
        if self.are_many() { self.from(0).count() } else { 2 }
    }
}
