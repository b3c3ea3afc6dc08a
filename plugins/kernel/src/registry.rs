//! Every component that belongs to a table is registered once, and that registration gives
//! copying (a table can be forked), digests, saving and loading.

use core::any::type_name;
use core::hash::Hash;
use core::ops::Range;
use std::sync::Mutex;

use bevy_ecs::change_detection::ContiguousMut;
use bevy_ecs::component::{ComponentId, Mutable};
use bevy_ecs::prelude::*;
use serde_json::{Error, Value};

use crate::digest::Digest;
use crate::saved::{Broken, Members, Saved};

/// What a loaded component does to the entity that gets it.
pub(crate) type Change = Box<dyn FnOnce(&mut EntityWorldMut<'_>)>;

/// How a component is written down and read back.
#[derive(Clone, Copy)]
struct Script {
    name: &'static str,
    save: fn(EntityRef<'_>) -> Option<Result<Value, Error>>,
    load: fn(Value) -> Result<Change, Error>,
}

/// Copies some rows of a component to rows elsewhere in the same storage.
type CopyRows = Box<dyn FnMut(&mut World, &Range<usize>, usize) + Send + Sync>;

/// Adds some rows of a component to a digest.
type HashRows = Box<dyn Fn(&World, &Range<usize>, &mut Digest) + Send + Sync>;

struct Entry {
    id: ComponentId,
    copy: fn(&mut World, Entity, Entity),
    copy_rows: CopyRows,
    hash: Option<Hashing>,
    script: Option<Script>,
}

/// How a component is digested: of one entity, or of many side by side.
struct Hashing {
    one: fn(EntityRef<'_>, &mut Digest),
    rows: HashRows,
}

/// The components of tables and of the cards and effects on them.
#[derive(Resource, Default)]
pub struct Registry {
    entries: Vec<Entry>,
    exempt: Vec<ComponentId>,
}

fn copy<C: Component<Mutability = Mutable> + Clone>(world: &mut World, from: Entity, to: Entity) {
    if from == to {
        return;
    }
    let [source, mut target] = world.entity_mut([from, to]);
    if let (Some(source), Some(mut target)) = (source.get::<C>(), target.get_mut::<C>()) {
        target.clone_from(source);
    }
}

fn copy_rows<C: Component<Mutability = Mutable> + Clone>(world: &mut World) -> CopyRows {
    let mut all = world.query::<&mut C>();
    Box::new(move |world, rows, to| {
        let mut chunks = all.contiguous_iter_mut(world).expect("components are stored densely");
        let Some(column) = chunks.next() else { return };
        // Nobody watches a copy for changes.
        let column = ContiguousMut::bypass_change_detection_split(column).0;
        let (source, target) = if rows.start < to {
            let (low, high) = column.split_at_mut(to);
            (&low[rows.clone()], &mut high[..rows.len()])
        } else {
            let (low, high) = column.split_at_mut(rows.start);
            (&high[..rows.len()], &mut low[to..to + rows.len()])
        };
        target.clone_from_slice(source);
    })
}

fn hash<C: Component + Hash>(entity: EntityRef<'_>, digest: &mut Digest) {
    if let Some(component) = entity.get::<C>() {
        component.hash(digest);
    }
}

fn hash_rows<C: Component + Hash>(world: &mut World) -> HashRows {
    // Nobody else waits for it: a World is digested by one thread.
    let all = Mutex::new(world.query::<&C>());
    Box::new(move |world, rows, digest| {
        let mut all = all.lock().expect("hashing does not panic");
        let mut chunks = all.contiguous_iter(world).expect("components are stored densely");
        let column = chunks.next().map_or(&[][..], |column| &column[rows.clone()]);
        column.iter().for_each(|component| component.hash(digest));
    })
}

fn save<C: Component + Saved>(entity: EntityRef<'_>) -> Option<Result<Value, Error>> {
    entity.get::<C>().map(serde_json::to_value)
}

fn load<C: Component<Mutability = Mutable> + Saved>(value: Value) -> Result<Change, Error> {
    let component: C = serde_json::from_value(value)?;
    Ok(Box::new(move |entity| {
        if let Some(mut target) = entity.get_mut::<C>() {
            *target = component;
        }
    }))
}

/// The name of a component without its path and without what it is generic over.
fn script<C: Component<Mutability = Mutable> + Saved>() -> Script {
    let path = type_name::<C>().split('<').next().unwrap_or_default();
    let name = path.rsplit("::").next().unwrap_or_default();
    Script { name, save: save::<C>, load: load::<C> }
}

impl Registry {
    /// Registers a component that is state: it is copied, digested and saved.
    pub fn state<C: Component<Mutability = Mutable> + Clone + Hash + Saved>(world: &mut World) {
        let hashing = Hashing { one: hash::<C>, rows: hash_rows::<C>(world) };
        Self::enter::<C>(world, Some(hashing), Some(script::<C>()));
    }

    /// Registers a component that is worked out from the state: it is copied and saved, not
    /// digested.
    pub fn derived<C: Component<Mutability = Mutable> + Clone + Saved>(world: &mut World) {
        Self::enter::<C>(world, None, Some(script::<C>()));
    }

    /// Registers a component of whoever plays at the table: it is copied, and neither digested
    /// nor saved.
    pub fn guest<C: Component<Mutability = Mutable> + Clone>(world: &mut World) {
        Self::enter::<C>(world, None, None);
    }

    fn enter<C: Component<Mutability = Mutable> + Clone>(
        world: &mut World,
        hash: Option<Hashing>,
        script: Option<Script>,
    ) {
        let id = world.register_component::<C>();
        let copy_rows = copy_rows::<C>(world);
        let mut registry = world.get_resource_or_init::<Self>();
        assert!(registry.entries.len() < 64, "a table has at most 64 kinds of components");
        registry.entries.push(Entry { id, copy: copy::<C>, copy_rows, hash, script });
    }

    fn scripts(&self) -> impl Iterator<Item = Script> {
        self.entries.iter().filter_map(|entry| entry.script)
    }

    /// Writes down every saved component of an entity.
    pub(crate) fn save(world: &World, entity: Entity) -> Members {
        let entity = world.entity(entity);
        let written = world.resource::<Self>().scripts().filter_map(|script| {
            let value = (script.save)(entity)?.expect("state is plain data with names for keys");
            Some((script.name.to_owned(), value))
        });
        written.collect()
    }

    /// Reads what was written down of an entity like this one; nothing changes until the changes
    /// are made.
    pub(crate) fn read(
        world: &World,
        entity: Entity,
        mut members: Members,
    ) -> Result<Vec<Change>, Broken> {
        let entity = world.entity(entity);
        let mut changes = Vec::new();
        for script in world.resource::<Self>().scripts() {
            if (script.save)(entity).is_none() {
                continue;
            }
            let value = members.remove(script.name).ok_or(Broken::Missing(script.name))?;
            let change = (script.load)(value)
                .map_err(|error| Broken::Unreadable(script.name, error.to_string()))?;
            changes.push(change);
        }
        match members.into_iter().next() {
            Some((name, _)) => Err(Broken::Unknown(name)),
            None => Ok(changes),
        }
    }

    /// Names a component that is neither: it belongs to the place in the World.
    pub fn place<C: Component>(world: &mut World) {
        let id = world.register_component::<C>();
        world.get_resource_or_init::<Self>().exempt.push(id);
    }

    /// Copies every registered component that both entities have.
    pub fn copy(&self, world: &mut World, from: Entity, to: Entity) {
        for entry in &self.entries {
            (entry.copy)(world, from, to);
        }
    }

    /// Copies the registered components of the entities in some rows to as many rows from `to`
    /// on, where all lie in the storage of `like`, which is the only one with such components.
    pub fn copy_rows(&mut self, world: &mut World, like: Entity, rows: &Range<usize>, to: usize) {
        if rows.start == to {
            return;
        }
        for entry in &mut self.entries {
            if world.entity(like).contains_id(entry.id) {
                (entry.copy_rows)(world, rows, to);
            }
        }
    }

    /// Adds every state component of some entities to a digest, entity by entity.
    pub fn hash(world: &World, entities: impl IntoIterator<Item = Entity>, digest: &mut Digest) {
        let entries = &world.resource::<Self>().entries;
        // Neighbours are alike: what one has the next one has as well. One bit for each entry.
        let (mut kind, mut present) = (None, 0_u64);
        for entity in entities {
            let entity = world.entity(entity);
            let archetype = entity.archetype();
            if kind.replace(archetype.id()) != Some(archetype.id()) {
                let here = entries.iter().map(|entry| archetype.contains(entry.id));
                present = here.rev().fold(0, |bits, here| bits << 1 | u64::from(here));
            }
            for (n, entry) in entries.iter().enumerate() {
                if let Some(hash) = &entry.hash
                    && present >> n & 1 == 1
                {
                    (hash.one)(entity, digest);
                }
            }
        }
    }

    /// Adds the state of the entities in some rows to a digest, as [`Registry::hash`] does one by
    /// one, where all lie in the storage of `like`, which is the only one with such components.
    /// Returns whether that could be done: they have one state component.
    pub(crate) fn hash_rows(
        world: &World,
        like: Entity,
        rows: &Range<usize>,
        digest: &mut Digest,
    ) -> bool {
        let like = world.entity(like);
        let entries = world.resource::<Self>().entries.iter();
        let mut states = entries
            .filter(|entry| like.contains_id(entry.id))
            .filter_map(|entry| entry.hash.as_ref());
        let (Some(hash), None) = (states.next(), states.next()) else { return false };
        (hash.rows)(world, rows, digest);
        true
    }

    /// The components of an entity that nobody registered.
    #[must_use]
    pub fn unregistered(world: &World, entity: Entity) -> Vec<ComponentId> {
        let registry = world.resource::<Self>();
        world
            .entity(entity)
            .archetype()
            .components()
            .iter()
            .copied()
            .filter(|id| !registry.exempt.contains(id))
            .filter(|id| registry.entries.iter().all(|entry| entry.id != *id))
            .collect()
    }
}
