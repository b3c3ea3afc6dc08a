//! Games that are copied from table to table.

use cardmill_harness::agent::{self, Seated};
use cardmill_harness::play::Play;

use super::{Block, Dealt, Stands};
use crate::arena::{Copied, Shared};
use crate::error::Error;

/// A game that is to be copied, and the table that it is copied from.
pub(crate) struct Original {
    table: usize,
    dealt: Dealt,
}

/// A game on its way to another block.
pub(crate) struct Carried {
    packed: Vec<u8>,
    seated: Option<Seated>,
    dealt: Dealt,
}

impl<G: Play> Block<G> {
    /// The number of the game that a table plays next.
    pub(in crate::arena) fn following(&self, table: usize) -> u64 {
        self.places[table].next
    }

    /// The game of a table that waits for somebody outside. A world is dealt at rest.
    pub(in crate::arena) fn original(
        &mut self,
        table: usize,
        how: Copied,
    ) -> Result<Original, Error> {
        let mut dealt = self.places[table].game.clone().expect("it waits for an answer");
        if let Stands::Asked(seat, _) = dealt.stands {
            // The copy is handed out once more.
            dealt.sitting[usize::from(seat)].rows -= u32::from(dealt.page == 0);
        }
        let Copied::World(seat, key) = how else { return Ok(Original { table, dealt }) };
        self.add_scratch(1);
        let scratch = self.scratch[0];
        G::determinize(&mut self.batch, table, scratch, seat, key)
            .map_err(|problem| Error::Usage(problem.to_string()))?;
        Ok(Original { table: scratch, dealt })
    }

    /// Copies a game of this block onto a table.
    pub(in crate::arena) fn bring(
        &mut self,
        original: Original,
        to: usize,
        how: Copied,
        shared: &Shared,
    ) {
        self.leave(to, shared);
        self.batch.fork(original.table, to, G::grow);
        self.go_on(to, original.dealt, how, shared);
    }

    /// Packs a game for another block.
    pub(in crate::arena) fn carry(&self, original: Original, shared: &Shared) -> Carried {
        let Original { table, dealt } = original;
        let seated = self.batch.world().get::<Seated>(self.batch.table(table)).cloned();
        let packed = self.batch.pack(table, G::sizes(&self.batch, table), shared.origin());
        Carried { packed, seated, dealt }
    }

    /// Puts a game of another block onto a table.
    pub(in crate::arena) fn receive(
        &mut self,
        game: Carried,
        to: usize,
        how: Copied,
        shared: &Shared,
    ) {
        self.leave(to, shared);
        let unpacked = self.batch.unpack(to, &game.packed, shared.origin(), G::grow);
        unpacked.expect("it was packed in the same arena");
        if let Some(seated) = game.seated {
            let entity = self.batch.table(to);
            self.batch.world_mut().entity_mut(entity).insert(seated);
        }
        self.go_on(to, game.dealt, how, shared);
    }

    /// Ends the game on a table as it stands, if it goes on.
    fn leave(&mut self, table: usize, shared: &Shared) {
        if let Some(Dealt { stands: Stands::Asked(..), .. }) = self.places[table].game {
            self.end(table, shared);
        }
    }

    /// A copy is the next game of its table.
    fn go_on(&mut self, table: usize, dealt: Dealt, how: Copied, shared: &Shared) {
        let place = &mut self.places[table];
        let index = place.next;
        place.next += shared.settings.tables as u64;
        let entity = place.entity;
        let mut game = Dealt { index, ..dealt };
        let key = match how {
            Copied::Exactly => None,
            Copied::Afresh(key) => {
                self.batch.renew(table, key);
                Some(key)
            }
            Copied::World(_, key) => Some(key),
        };
        let world = self.batch.world_mut();
        if let Some(key) = key {
            game.aim = None;
            let agents = game.sitting.iter().map(|sitting| sitting.agent);
            agent::seat(world, entity, agents, key, index);
        }
        let found = self.queries.questions.get_mut(world, entity);
        let (mut state, decision) = found.expect("a table has a status and a decision");
        state.game = index;
        // Whoever shows no cards may have other options in another world.
        game.stands = Stands::of(&state, &decision);
        self.places[table].game = Some(game);
    }
}
