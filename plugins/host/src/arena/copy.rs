//! Copies of games on other tables of an arena.

use std::collections::BTreeMap;

use cardmill_harness::play::Play;
use cardmill_kernel::card::Seat;
use cardmill_kernel::digest::mix;

use super::{Arena, Row, place};
use crate::error::Error;

/// The way in which a copy goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// As the game that it is a copy of, where the same is chosen.
    Exactly,
    /// With other random numbers, by this key; hidden cards are where they were.
    Afresh(u64),
    /// In a world that the player at this seat cannot rule out, by this key.
    World(Seat, u64),
}

impl Copied {
    /// Each copy has a key of its own.
    fn of(self, game: u64) -> Self {
        match self {
            Self::Exactly => Self::Exactly,
            Self::Afresh(key) => Self::Afresh(mix(key, game)),
            Self::World(seat, key) => Self::World(seat, mix(key, game)),
        }
    }
}

impl<G: Play> Arena<G> {
    /// Copies games of the batch that was handed out last onto other tables of it, from the first of
    /// each pair to the second. What was played there is over as it stands; the copy is the next
    /// game of its table. Returns all rows of the batch.
    ///
    /// # Errors
    /// When a table has no row there, or the game to be copied has ended; when one is copied to
    /// twice, or to and from; when the number of games is fixed; when there is no such seat: then
    /// nothing has changed. When no world fits what a player knows: then the pairs before are copied.
    pub fn copy(&mut self, pairs: &[(u32, u32)], how: Copied) -> Result<&[Row], Error> {
        self.check_copies(pairs, how)?;
        for &(from, to) in pairs {
            self.copy_one(from, to, how)?;
        }
        Ok(self.last())
    }

    fn check_copies(&self, pairs: &[(u32, u32)], how: Copied) -> Result<(), Error> {
        let refused = |reason: String| Err(Error::Usage(reason));
        if self.shared.settings.games.is_some() {
            return refused("an arena with a number of games begins them itself".into());
        }
        let seats = self.shared.settings.seating.players.len();
        if let Copied::World(seat, _) = how
            && usize::from(seat) >= seats
        {
            return refused(format!("seat {seat}; there are {seats}"));
        }
        let rows: BTreeMap<u32, &Row> = self.last().iter().map(|row| (row.table, row)).collect();
        let mut copied = BTreeMap::new();
        for (from, to) in pairs {
            if let Some(table) = [from, to].into_iter().find(|table| !rows.contains_key(table)) {
                return refused(format!("table {table} has no row in the last batch"));
            }
            if rows[from].ended {
                return refused(format!("the game of table {from} has ended"));
            }
            if copied.insert(to, from).is_some() {
                return refused(format!("table {to} is copied to twice"));
            }
        }
        match pairs.iter().find(|(from, _)| copied.contains_key(from)) {
            Some((both, _)) => refused(format!("table {both} is copied to and from")),
            None => Ok(()),
        }
    }

    fn copy_one(&mut self, from: u32, to: u32, how: Copied) -> Result<(), Error> {
        let (source, target) = (place(from), place(to));
        let at_home = "a block that was handed out is at home";
        let following = self.blocks[target.0].as_ref().expect(at_home).following(target.1);
        let how = how.of(following);
        let shared = &self.shared;
        let block = self.blocks[source.0].as_mut().expect(at_home);
        let original = block.original(source.1, how)?;
        let row = if source.0 == target.0 {
            block.bring(original, target.1, how, shared);
            block.row(target.1, &shared.settings)
        } else {
            let carried = block.carry(original, shared);
            let block = self.blocks[target.0].as_mut().expect(at_home);
            block.receive(carried, target.1, how, shared);
            block.row(target.1, &shared.settings)
        };
        let handed = self.handed.back_mut().expect("a batch is handed out");
        let place = handed.rows.iter_mut().find(|row| row.table == to);
        *place.expect("it was found") = row.expect("a game was put there");
        Ok(())
    }
}
