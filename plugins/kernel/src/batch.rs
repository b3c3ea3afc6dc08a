//! Batches: a World of tables, and the schedule that moves them.

use core::hash::Hasher;

use bevy_app::{App, Plugin};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;

use crate::decision::Decision;
use crate::digest::Digest;
use crate::game::Game;
use crate::registry::Registry;
pub use crate::roster::{Lists, Roster};
use crate::schedule::Tick;
use crate::stack::Stack;
use crate::streams::Streams;
use crate::table::{Seats, Status, Table, Unsettled};

impl Registry {
    /// Registers what every table of a game has. A game adds its own components after it: digests
    /// go by that order.
    pub fn tables<G: Game>(world: &mut World) {
        Self::state::<Seats>(world);
        Self::state::<Stack<G>>(world);
        Self::state::<Decision<G>>(world);
        Self::state::<Streams>(world);
        // How a position was reached is no part of it.
        Self::derived::<Table>(world);
        Self::derived::<Unsettled>(world);
        Self::place::<Roster>(world);
        Self::place::<Disabled>(world);
    }
}

/// The kernel's components of a table on which no game is dealt: all but its roster and those that
/// its game alone has.
#[must_use]
pub fn parts<G: Game>() -> impl Bundle {
    (
        Table::default(),
        Seats::default(),
        Unsettled::default(),
        Stack::<G>::default(),
        Decision::<G>::default(),
        Streams::default(),
    )
}

/// A World that holds a batch of tables, and the schedule that moves them.
pub struct Batch {
    world: World,
    tick: Schedule,
    tables: Vec<Entity>,
    statuses: QueryState<&'static Table>,
}

impl Batch {
    /// Builds a World from a game's plugin. The App is only the builder.
    ///
    /// # Panics
    /// If the plugin does not add [`TickPlugin`](crate::schedule::TickPlugin).
    #[must_use]
    pub fn new(plugins: impl Plugin) -> Self {
        let mut app = App::empty();
        app.add_plugins(plugins);
        app.finish();
        app.cleanup();
        let mut world = core::mem::take(app.world_mut());
        let tick = world
            .resource_mut::<Schedules>()
            .remove(Tick)
            .expect("the game's plugin adds TickPlugin first");
        let statuses = world.query();
        Self { world, tick, tables: Vec::new(), statuses }
    }

    /// Adds a table entity that the game has spawned.
    pub fn add(&mut self, spawn: impl FnOnce(&mut World) -> Entity) -> usize {
        let table = spawn(&mut self.world);
        self.tables.push(table);
        self.tables.len() - 1
    }

    /// Adds a table entity that the game has spawned, at rest.
    pub fn add_at_rest(&mut self, spawn: impl FnOnce(&mut World) -> Entity) -> usize {
        let table = self.add(spawn);
        self.rest(table);
        table
    }

    /// The entity of a table.
    ///
    /// # Panics
    /// If there is no such table.
    #[must_use]
    pub fn table(&self, table: usize) -> Entity {
        self.tables[table]
    }

    /// The number of tables, those at rest included.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.tables.len()
    }

    /// Returns `true` if no table was added yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The World that holds the tables, to read.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// The World that holds the tables, to change it from outside of its schedule.
    pub const fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The schedule of a tick, to add systems that watch or disturb it.
    pub const fn schedule_mut(&mut self) -> &mut Schedule {
        &mut self.tick
    }

    /// Lays a table to rest: no system sees it, so that ticks cost nothing for it, however many
    /// such tables there are. It is read, changed, copied and saved as any other.
    ///
    /// # Panics
    /// If there is no such table.
    pub fn rest(&mut self, table: usize) {
        self.world.entity_mut(self.tables[table]).insert(Disabled);
    }

    /// Brings a table back into play.
    ///
    /// # Panics
    /// If there is no such table.
    pub fn wake(&mut self, table: usize) {
        self.world.entity_mut(self.tables[table]).remove::<Disabled>();
    }

    /// Moves every busy table one step that is not at rest.
    pub fn tick(&mut self) {
        self.tick.run(&mut self.world);
        self.world.clear_trackers();
    }

    /// The status of a table.
    ///
    /// # Panics
    /// If there is no such table.
    #[must_use]
    pub fn status(&self, table: usize) -> Status {
        self.world.get::<Table>(self.tables[table]).expect("a table entity has a Table").status
    }

    /// Tells whether the game on any table is over or set aside; tables at rest are not looked at.
    pub fn any_ended(&mut self) -> bool {
        self.statuses.iter(&self.world).any(|table| table.status.has_ended())
    }

    /// Copies the game on table `from` onto table `to`, at any moment, also in the middle of a
    /// resolution. The copy is complete: the stack holds all that is unresolved.
    ///
    /// `grow` is called when a list of `to` is shorter than that of `from`.
    ///
    /// # Panics
    /// If there is no such table.
    pub fn fork(
        &mut self,
        from: usize,
        to: usize,
        grow: impl FnOnce(&mut World, Entity, Lists<usize>),
    ) {
        let (from, to) = (self.tables[from], self.tables[to]);
        self.make_room(to, self.roster(from).sizes(), grow);
        let (source, target) = (self.roster(from), self.roster(to));
        let lists = source.first().zip(source.rows().zip(target.rows()));
        self.with_registry(|world, registry| {
            registry.copy(world, from, to);
            for (like, (rows, places)) in lists.each() {
                if let Some(like) = like {
                    registry.copy_rows(world, like, &rows, places.start);
                }
            }
        });
    }

    /// The game on a table draws other random numbers from here on, by this key.
    ///
    /// # Panics
    /// If there is no such table.
    pub fn renew(&mut self, table: usize, key: u64) {
        let streams = self.world.get_mut::<Streams>(self.tables[table]);
        *streams.expect("a table has streams") = Streams::renewed(key);
    }

    /// Taken out and put back: a resource scope cost a sixth of a fork.
    pub(crate) fn with_registry(&mut self, act: impl FnOnce(&mut World, &mut Registry)) {
        let mut registry = core::mem::take(&mut *self.world.resource_mut::<Registry>());
        act(&mut self.world, &mut registry);
        *self.world.resource_mut::<Registry>() = registry;
    }

    pub(crate) fn roster(&self, table: Entity) -> &Roster {
        self.world.get::<Roster>(table).expect("a table has a roster")
    }

    /// The first entities of each list of a table.
    pub(crate) fn members(&self, table: Entity, sizes: Lists<usize>) -> Lists<&[Entity]> {
        let lists = self.roster(table).lists.as_ref().zip(sizes);
        lists.map(|(list, size)| &list[..size.min(list.len())])
    }

    pub(crate) fn make_room(
        &mut self,
        table: Entity,
        sizes: Lists<usize>,
        grow: impl FnOnce(&mut World, Entity, Lists<usize>),
    ) {
        let sizes = self.roster(table).sizes().zip(sizes);
        if sizes.each().into_iter().any(|(has, wanted)| has < wanted) {
            grow(&mut self.world, table, sizes.map(|(has, wanted)| has.max(wanted)));
        }
    }

    /// The digest of a table's whole state, in slot order: equal states have equal digests,
    /// wherever and when they are reached.
    ///
    /// # Panics
    /// If there is no such table.
    #[must_use]
    pub fn digest(&self, table: usize, sizes: Lists<usize>) -> u64 {
        let table = self.tables[table];
        let mut digest = Digest::default();
        Registry::hash(&self.world, [table], &mut digest);
        let rows = self.roster(table).rows();
        for (members, rows) in self.members(table, sizes).zip(rows).each() {
            let Some(&like) = members.first() else { continue };
            let rows = rows.start..rows.start + members.len();
            if !Registry::hash_rows(&self.world, like, &rows, &mut digest) {
                Registry::hash(&self.world, members.iter().copied(), &mut digest);
            }
        }
        digest.finish()
    }
}
