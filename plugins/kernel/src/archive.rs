//! Tables written down and read back.

use core::hash::Hasher;
use core::ops::Range;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::batch::Batch;
use crate::digest::Digest;
use crate::registry::{Place, Registry};
use crate::roster::Lists;
use crate::saved::{Broken, Members, Origin, SavedTable};

/// The head of a packed table: the program, the game and the cards it was saved by or with, and a
/// check sum. It is read before anything else, so its fields must not move.
#[derive(Serialize, Deserialize)]
struct Head<'a> {
    cardmill: &'a str,
    game: &'a str,
    cards: u64,
    /// The digest of all bytes that follow the head.
    check: u64,
}

impl<'a> Head<'a> {
    fn new(origin: Origin<'a>, rest: &[u8]) -> Self {
        let Origin { game, cards } = origin;
        let mut check = Digest::default();
        check.write(rest);
        Self { cardmill: env!("CARGO_PKG_VERSION"), game, cards, check: check.finish() }
    }

    /// Accepts bytes with this head if it equals `expected`, the head they would have if they were
    /// written here. Errors: [`Broken::Foreign`] for another version, game or cards,
    /// [`Broken::Damaged`] for another check sum.
    fn fits(&self, expected: &Self) -> Result<(), Broken> {
        let foreign = |what, found: &dyn ToString, expected: &dyn ToString| {
            let (found, expected) = (found.to_string(), expected.to_string());
            Err(Broken::Foreign { what, found, expected })
        };
        if self.cardmill != expected.cardmill {
            return foreign("by Cardmill", &self.cardmill, &expected.cardmill);
        }
        if self.game != expected.game {
            return foreign("from a table of", &self.game, &expected.game);
        }
        if self.cards != expected.cards {
            let hex = |cards| format!("{cards:016x}");
            return foreign("with the cards", &hex(self.cards), &hex(expected.cards));
        }
        if self.check != expected.check { Err(Broken::Damaged) } else { Ok(()) }
    }
}

impl Origin<'_> {
    /// Puts before some bytes what they are of, for [`Origin::open`] of the same program.
    ///
    /// # Panics
    /// Never: what is put there is plain data.
    #[must_use]
    pub fn seal(self, mut packed: Vec<u8>) -> Vec<u8> {
        let head = postcard::to_allocvec(&Head::new(self, &packed));
        let mut bytes = head.expect("it is plain data");
        bytes.append(&mut packed);
        bytes
    }

    /// The bytes that were [sealed](Self::seal).
    ///
    /// # Errors
    /// When they are of something else, or not as they were written.
    pub fn open(self, bytes: &[u8]) -> Result<&[u8], Broken> {
        let damaged = |_| Broken::Damaged;
        let (head, rest) = postcard::take_from_bytes::<Head<'_>>(bytes).map_err(damaged)?;
        head.fits(&Head::new(self, rest))?;
        Ok(rest)
    }
}

impl Batch {
    /// Writes down the game on a table of these sizes.
    ///
    /// # Panics
    /// If there is no such table.
    #[must_use]
    pub fn save(&self, table: usize, sizes: Lists<usize>) -> SavedTable {
        let entity = self.table(table);
        let write = |member: &Entity| Registry::save(self.world(), *member);
        let all = |list: &[Entity]| -> Vec<Members> { list.iter().map(write).collect() };
        let Lists { cards, figures, effects, tokens } = self.members(entity, sizes).map(all);
        SavedTable { table: write(&entity), cards, figures, effects, tokens }
    }

    /// Sets a table up as it was saved. `grow` is called as in [`Batch::fork`].
    ///
    /// # Errors
    /// When it was not saved from a table of this game; then the game on this table is as it was.
    ///
    /// # Panics
    /// If there is no such table.
    pub fn load(
        &mut self,
        table: usize,
        saved: SavedTable,
        grow: impl FnOnce(&mut World, Entity, Lists<usize>),
    ) -> Result<(), Broken> {
        let entity = self.table(table);
        let SavedTable { table, cards, figures, effects, tokens } = saved;
        let written = Lists { cards, figures, effects, tokens };
        let sizes = written.as_ref().map(Vec::len);
        self.make_room(entity, sizes, grow);
        let lists = self.members(entity, sizes).zip(written).each().into_iter();
        let members = lists.flat_map(|(members, written)| members.iter().copied().zip(written));
        let mut changes = Vec::new();
        for (member, written) in core::iter::once((entity, table)).chain(members) {
            changes.push((member, Registry::read(self.world(), member, written)?));
        }
        for (member, changes) in changes {
            let mut member = self.world_mut().entity_mut(member);
            changes.into_iter().for_each(|change| change(&mut member));
        }
        Ok(())
    }

    /// Writes the game on a table of these sizes down as bytes, for [`Batch::unpack`] of the same
    /// program: a tenth of what [`Batch::save`] takes, and a hundred times as fast.
    ///
    /// # Panics
    /// If there is no such table.
    #[must_use]
    pub fn pack(&self, table: usize, sizes: Lists<usize>, origin: Origin<'_>) -> Vec<u8> {
        let (world, entity) = (self.world(), self.table(table));
        let roster = self.roster(entity);
        let plain = "it is plain data";
        let packed = postcard::to_extend(&sizes.each(), Vec::new()).expect(plain);
        let mut packed = Registry::pack(world, entity, &Place::On(world.entity(entity)), packed);
        for (like, (rows, size)) in roster.first().zip(roster.rows().zip(sizes)).each() {
            if let Some(like) = like {
                let rows = rows.start..rows.end.min(rows.start + size);
                packed = Registry::pack(world, like, &Place::Rows(world, &rows), packed);
            }
        }
        origin.seal(packed)
    }

    /// Sets a table up as [`Batch::pack`] wrote it down. `grow` is called as in [`Batch::fork`].
    ///
    /// # Errors
    /// When the bytes are not from a table of this game with these cards, or not as they were
    /// written; then the game on this table is as it was.
    ///
    /// # Panics
    /// If there is no such table.
    pub fn unpack(
        &mut self,
        table: usize,
        bytes: &[u8],
        origin: Origin<'_>,
        grow: impl FnOnce(&mut World, Entity, Lists<usize>),
    ) -> Result<(), Broken> {
        let damaged = |_| Broken::Damaged;
        let rest = origin.open(bytes)?;
        let ([cards, figures, effects, tokens], packed) =
            postcard::take_from_bytes(rest).map_err(damaged)?;
        let entity = self.table(table);
        let sizes: Lists<usize> = Lists { cards, figures, effects, tokens };
        // Each of them took a byte at least.
        if sizes.each().into_iter().any(|size| size > packed.len()) {
            return Err(Broken::Damaged);
        }
        self.make_room(entity, sizes, grow);
        let roster = self.roster(entity);
        let place = |(like, (rows, size)): (Option<Entity>, (Range<usize>, usize))| match like {
            None if size == 0 => Ok(None),
            Some(like) if size <= rows.len() => Ok(Some((like, rows.start..rows.start + size))),
            _ => Err(Broken::Damaged),
        };
        let mut lists = Vec::new();
        for list in roster.first().zip(roster.rows().zip(sizes)).each() {
            lists.extend(place(list)?);
        }
        let mut left = Registry::check(self.world(), entity, 1, packed)?;
        for (like, rows) in &lists {
            left = Registry::check(self.world(), *like, rows.len(), left)?;
        }
        if !left.is_empty() {
            return Err(Broken::Damaged);
        }
        self.with_registry(|world, registry| {
            let mut packed = registry.unpack(world, entity, None, packed);
            for (like, rows) in &lists {
                packed = registry.unpack(world, *like, Some(rows), packed);
            }
        });
        Ok(())
    }
}
