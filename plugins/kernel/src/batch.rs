//! A World of tables.

use core::hash::Hasher;
use core::ops::Range;

use bevy_app::{App, Plugin};
use bevy_ecs::entity::Entities;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;

use crate::card::Slot;
use crate::decision::Decision;
use crate::digest::Digest;
use crate::game::Game;
use crate::registry::Registry;
use crate::saved::{Broken, SavedTable};
use crate::schedule::Tick;
use crate::stack::Stack;
use crate::streams::Streams;
use crate::table::{Seats, Status, Table};

/// The entities of one table: its cards by slot, and its effects. Entities belong to the place
/// in the World; they are never compared, hashed or copied.
#[derive(Component, Debug, Default)]
pub struct Roster {
    /// Cards, tokens included, by slot.
    pub cards: Vec<Entity>,
    /// Lasting and delayed effects, by number.
    pub effects: Vec<Entity>,
    rows: Option<Rows>,
}

/// Where the cards and the effects of a table lie in their storage, each side by side.
#[derive(Clone, Debug)]
struct Rows {
    cards: Range<usize>,
    effects: Range<usize>,
}

impl Roster {
    /// A roster of cards, by slot, and effects, by number.
    #[must_use]
    pub const fn new(cards: Vec<Entity>, effects: Vec<Entity>) -> Self {
        Self { cards, effects, rows: None }
    }

    /// The entity of a card.
    ///
    /// # Panics
    /// If the table has no such slot.
    #[must_use]
    pub fn card(&self, slot: Slot) -> Entity {
        self.cards[usize::from(slot)]
    }

    /// Where the cards lie in their storage, in the order of slots; nothing, if the game has not
    /// said so by [`Roster::locate`]. They are never despawned and never change their components,
    /// so they stay there, and can be read as a slice.
    #[must_use]
    pub fn card_rows(&self) -> Range<usize> {
        self.rows.as_ref().map_or(0..0, |rows| rows.cards.clone())
    }

    /// Where the effects lie in theirs, in the order of their numbers; see [`Roster::card_rows`].
    #[must_use]
    pub fn effect_rows(&self) -> Range<usize> {
        self.rows.as_ref().map_or(0..0, |rows| rows.effects.clone())
    }

    /// Finds the rows of cards and effects that were spawned in one go each.
    ///
    /// # Panics
    /// If they do not lie side by side.
    pub fn locate(&mut self, entities: &Entities) {
        let side_by_side = |members: &[Entity]| {
            let mut rows = members.iter().map(|&member| {
                let location = entities.get_spawned(member).expect("it is never despawned");
                location.table_row.index()
            });
            let first = rows.next().unwrap_or(0);
            let beside = rows.zip(first + 1..).all(|(row, next)| row == next);
            assert!(beside, "the cards and the effects of a table are spawned in one go each");
            first..first + members.len()
        };
        let (cards, effects) = (side_by_side(&self.cards), side_by_side(&self.effects));
        self.rows = Some(Rows { cards, effects });
    }
}

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
        Self::place::<Roster>(world);
        Self::place::<Disabled>(world);
    }
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

    /// How many tables there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.tables.len()
    }

    /// Whether there is no table.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The World.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// The World.
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

    /// Whether the game on some table is over or set aside; tables at rest are not looked at.
    pub fn any_ended(&mut self) -> bool {
        self.statuses.iter(&self.world).any(|table| table.status.has_ended())
    }

    /// Copies the game on table `from` onto table `to`, at any moment, also in the middle of a
    /// resolution. The copy is complete: the stack holds all that is unresolved.
    ///
    /// `grow` is called when `to` has fewer cards or effects than `from`.
    ///
    /// # Panics
    /// If there is no such table.
    pub fn fork(
        &mut self,
        from: usize,
        to: usize,
        grow: impl FnOnce(&mut World, Entity, usize, usize),
    ) {
        let (from, to) = (self.tables[from], self.tables[to]);
        let roster = self.roster(from);
        let (cards, effects) = (roster.cards.len(), roster.effects.len());
        self.make_room(to, cards, effects, grow);
        // Taken out and put back: a resource scope cost a sixth of a fork.
        let mut registry = core::mem::take(&mut *self.world.resource_mut::<Registry>());
        registry.copy(&mut self.world, from, to);
        let (source, target) = (self.roster(from), self.roster(to));
        match (&source.rows, &target.rows) {
            (Some(rows), Some(places)) => {
                let lists = [
                    (source.cards.first(), &rows.cards, places.cards.start),
                    (source.effects.first(), &rows.effects, places.effects.start),
                ];
                let lists = lists.map(|(like, rows, to)| (like.copied(), rows.clone(), to));
                for (like, rows, to) in lists {
                    if let Some(like) = like {
                        registry.copy_rows(&mut self.world, like, &rows, to);
                    }
                }
            }
            _ => {
                let effects = source.effects.iter().zip(&target.effects);
                let pairs = source.cards.iter().zip(&target.cards).chain(effects);
                let pairs: Vec<_> = pairs.map(|(&source, &target)| (source, target)).collect();
                for (source, target) in pairs {
                    registry.copy(&mut self.world, source, target);
                }
            }
        }
        *self.world.resource_mut::<Registry>() = registry;
    }

    fn roster(&self, table: Entity) -> &Roster {
        self.world.get::<Roster>(table).expect("a table has a roster")
    }

    /// The first cards and effects of a table.
    fn members(&self, table: Entity, cards: usize, effects: usize) -> Vec<Entity> {
        let roster = self.roster(table);
        let cards = roster.cards.iter().take(cards);
        cards.chain(roster.effects.iter().take(effects)).copied().collect()
    }

    fn make_room(
        &mut self,
        table: Entity,
        cards: usize,
        effects: usize,
        grow: impl FnOnce(&mut World, Entity, usize, usize),
    ) {
        let roster = self.roster(table);
        let (have_cards, have_effects) = (roster.cards.len(), roster.effects.len());
        if have_cards < cards || have_effects < effects {
            grow(&mut self.world, table, cards.max(have_cards), effects.max(have_effects));
        }
    }

    /// Writes down the game on a table with so many cards and effects.
    ///
    /// # Panics
    /// If there is no such table.
    #[must_use]
    pub fn save(&self, table: usize, cards: usize, effects: usize) -> SavedTable {
        let entity = self.tables[table];
        let mut members = self
            .members(entity, cards, effects)
            .into_iter()
            .map(|member| Registry::save(&self.world, member));
        let table = Registry::save(&self.world, entity);
        let cards = members.by_ref().take(cards).collect();
        SavedTable { table, cards, effects: members.collect() }
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
        grow: impl FnOnce(&mut World, Entity, usize, usize),
    ) -> Result<(), Broken> {
        let entity = self.tables[table];
        let (cards, effects) = (saved.cards.len(), saved.effects.len());
        self.make_room(entity, cards, effects, grow);
        let members = self.members(entity, cards, effects);
        let written = saved.cards.into_iter().chain(saved.effects);
        let mut changes = vec![(entity, Registry::read(&self.world, entity, saved.table)?)];
        for (member, written) in members.into_iter().zip(written) {
            changes.push((member, Registry::read(&self.world, member, written)?));
        }
        for (member, changes) in changes {
            let mut member = self.world.entity_mut(member);
            changes.into_iter().for_each(|change| change(&mut member));
        }
        Ok(())
    }

    /// The digest of a table's whole state, in slot order: equal states have equal digests,
    /// wherever and when they are reached.
    ///
    /// # Panics
    /// If there is no such table.
    #[must_use]
    pub fn digest(&self, table: usize, cards: usize, effects: usize) -> u64 {
        let table = self.tables[table];
        let mut digest = Digest::default();
        Registry::hash(&self.world, [table], &mut digest);
        let roster = self.roster(table);
        let rows = |of: fn(&Rows) -> &Range<usize>| roster.rows.as_ref().map(of);
        let lists = [
            (&roster.cards[..cards.min(roster.cards.len())], rows(|rows| &rows.cards)),
            (&roster.effects[..effects.min(roster.effects.len())], rows(|rows| &rows.effects)),
        ];
        for (members, rows) in lists {
            let side_by_side = match (members.first(), rows) {
                (Some(&like), Some(rows)) => {
                    let rows = rows.start..rows.start + members.len();
                    Registry::hash_rows(&self.world, like, &rows, &mut digest)
                }
                _ => false,
            };
            if !side_by_side {
                Registry::hash(&self.world, members.iter().copied(), &mut digest);
            }
        }
        digest.finish()
    }
}
