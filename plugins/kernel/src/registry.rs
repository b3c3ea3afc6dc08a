//! Every component that belongs to a table is registered once, and that registration gives
//! copying (a table can be forked), digests, saving and loading.

use core::any::type_name;
use core::hash::Hash;
use core::ops::Range;
use core::slice;
use std::sync::Mutex;

use bevy_ecs::archetype::Archetype;
use bevy_ecs::change_detection::ContiguousMut;
use bevy_ecs::component::{ComponentId, Mutable};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use serde_json::{Error, Value};

use crate::digest::Digest;
use crate::saved::{Broken, Members, Saved};

/// The step that gives a loaded component to its entity, once the whole table has been read.
pub(crate) type Change = Box<dyn FnOnce(&mut EntityWorldMut<'_>)>;

/// The place at which components are read: an entity alone, or rows of a storage.
pub(crate) enum Place<'w> {
    /// The component of this entity, if it has it.
    On(EntityRef<'w>),
    /// In some rows of a storage, the only one with such components.
    Rows(&'w World, &'w Range<usize>),
}

/// A registered component, whichever it is.
trait Registered: Send + Sync {
    /// Copies it from one entity to another, if both have it.
    fn copy(&mut self, world: &mut World, from: Entity, to: Entity);
    /// Copies some rows to rows elsewhere in the same storage.
    fn copy_rows(&mut self, world: &mut World, rows: &Range<usize>, to: usize);
    /// Tells whether the component is state, and so part of digests.
    fn is_state(&self) -> bool;
    /// Adds the components at a place to a digest; nothing if they are no state.
    fn hash(&self, place: &Place<'_>, digest: &mut Digest);
    /// Its name, if it is saved.
    fn name(&self) -> Option<&'static str>;
    /// Writes the component of an entity down by names, as JSON.
    fn save(&self, entity: EntityRef<'_>) -> Result<Value, Error>;
    /// Reads what was written down by names.
    fn load(&self, value: Value) -> Result<Change, Error>;
    /// Writes the components at a place behind some bytes.
    fn pack(&self, place: &Place<'_>, bytes: Vec<u8>) -> Packed<Vec<u8>>;
    /// Passes over so many at the front of some bytes, if they can be read.
    fn check<'b>(&self, count: usize, bytes: &'b [u8]) -> Packed<&'b [u8]>;
    /// Reads that of an entity, or that in some rows, from the front of some bytes.
    fn unpack<'b>(
        &mut self,
        world: &mut World,
        entity: Entity,
        rows: Option<&Range<usize>>,
        bytes: &'b [u8],
    ) -> Packed<&'b [u8]>;
}

type Packed<T> = postcard::Result<T>;

/// Tables at rest are copied as any other.
type Anywhere = Or<(With<Disabled>, Without<Disabled>)>;

/// A component, and what it is for.
struct Of<C: Component<Mutability = Mutable>> {
    /// Nobody waits for it: a World is read by one thread.
    all: Mutex<QueryState<&'static mut C, Anywhere>>,
    /// Without its path and without what it is generic over.
    name: &'static str,
    hash: Option<fn(&[C], &mut Digest)>,
    script: Option<Script<C>>,
}

/// The functions by which a component is written down and read, by names and as bytes.
struct Script<C> {
    save: fn(&C) -> Result<Value, Error>,
    load: fn(Value) -> Result<C, Error>,
    pack: fn(&C, Vec<u8>) -> Packed<Vec<u8>>,
    unpack: for<'b> fn(&'b [u8]) -> Packed<(C, &'b [u8])>,
}

impl<C: Saved> Script<C> {
    fn new() -> Self {
        Self {
            save: |component| serde_json::to_value(component),
            load: serde_json::from_value,
            pack: |component, bytes| postcard::to_extend(component, bytes),
            unpack: |bytes| postcard::take_from_bytes(bytes),
        }
    }
}

const DENSE: &str = "components of tables are stored densely";
const FREE: &str = "nothing panics while it has this";

impl<C: Component<Mutability = Mutable>> Of<C> {
    fn read<R>(&self, place: &Place<'_>, read: impl FnOnce(&[C]) -> R) -> R {
        match *place {
            Place::On(entity) => read(entity.get::<C>().map_or(&[], slice::from_ref)),
            Place::Rows(world, rows) => {
                let mut all = self.all.lock().expect(FREE);
                let mut chunks = all.contiguous_iter(world).expect(DENSE);
                read(chunks.next().map_or(&[][..], |column| &column[rows.clone()]))
            }
        }
    }

    /// The whole column. Nobody watches for changes of what is copied or read.
    fn column<'w>(&mut self, world: &'w mut World) -> &'w mut [C] {
        let all = self.all.get_mut().expect(FREE);
        let mut chunks = all.contiguous_iter_mut(world).expect(DENSE);
        let column = chunks.next();
        column.map_or(&mut [], |column| ContiguousMut::bypass_change_detection_split(column).0)
    }

    fn script(&self) -> &Script<C> {
        self.script.as_ref().expect("only what is saved is asked for it")
    }
}

impl<C: Component<Mutability = Mutable> + Clone> Registered for Of<C> {
    fn copy(&mut self, world: &mut World, from: Entity, to: Entity) {
        let both = self.all.get_mut().expect(FREE).get_many_mut(world, [from, to]);
        if let Ok([source, mut target]) = both {
            target.bypass_change_detection().clone_from(&source);
        }
    }

    fn copy_rows(&mut self, world: &mut World, rows: &Range<usize>, to: usize) {
        let column = self.column(world);
        let (source, target) = if rows.start < to {
            let (low, high) = column.split_at_mut(to);
            (&low[rows.clone()], &mut high[..rows.len()])
        } else {
            let (low, high) = column.split_at_mut(rows.start);
            (&high[..rows.len()], &mut low[to..to + rows.len()])
        };
        target.clone_from_slice(source);
    }

    fn is_state(&self) -> bool {
        self.hash.is_some()
    }

    fn hash(&self, place: &Place<'_>, digest: &mut Digest) {
        if let Some(hash) = self.hash {
            self.read(place, |components| hash(components, digest));
        }
    }

    fn name(&self) -> Option<&'static str> {
        self.script.is_some().then_some(self.name)
    }

    fn save(&self, entity: EntityRef<'_>) -> Result<Value, Error> {
        (self.script().save)(entity.get::<C>().expect("it is there"))
    }

    fn load(&self, value: Value) -> Result<Change, Error> {
        let component = (self.script().load)(value)?;
        Ok(Box::new(move |entity| {
            if let Some(mut target) = entity.get_mut::<C>() {
                *target = component;
            }
        }))
    }

    fn pack(&self, place: &Place<'_>, bytes: Vec<u8>) -> Packed<Vec<u8>> {
        let Script { pack, .. } = self.script();
        self.read(place, |components| {
            components.iter().try_fold(bytes, |bytes, component| pack(component, bytes))
        })
    }

    fn check<'b>(&self, count: usize, bytes: &'b [u8]) -> Packed<&'b [u8]> {
        let Script { unpack, .. } = self.script();
        (0..count).try_fold(bytes, |bytes, _| Ok(unpack(bytes)?.1))
    }

    fn unpack<'b>(
        &mut self,
        world: &mut World,
        entity: Entity,
        rows: Option<&Range<usize>>,
        mut bytes: &'b [u8],
    ) -> Packed<&'b [u8]> {
        let unpack = self.script().unpack;
        let mut put = |component: &mut C| {
            (*component, bytes) = unpack(bytes)?;
            Ok(())
        };
        match rows {
            None => put(&mut world.get_mut::<C>(entity).expect("it is there"))?,
            Some(rows) => self.column(world)[rows.clone()].iter_mut().try_for_each(put)?,
        }
        Ok(bytes)
    }
}

struct Entry {
    id: ComponentId,
    component: Box<dyn Registered>,
}

/// The components of tables and of the cards and effects on them.
#[derive(Resource, Default)]
pub struct Registry {
    entries: Vec<Entry>,
    exempt: Vec<ComponentId>,
}

impl Registry {
    /// Registers a component that is state: it is copied, digested and saved.
    pub fn state<C: Component<Mutability = Mutable> + Clone + Hash + Saved>(world: &mut World) {
        let hash = |components: &[C], digest: &mut Digest| {
            components.iter().for_each(|component| component.hash(digest));
        };
        Self::enter::<C>(world, Some(hash), Some(Script::new()));
    }

    /// Registers a component that is worked out from the state: it is copied and saved, not
    /// digested.
    pub fn derived<C: Component<Mutability = Mutable> + Clone + Saved>(world: &mut World) {
        Self::enter::<C>(world, None, Some(Script::new()));
    }

    /// Registers a component of whoever plays at the table: it is copied, and neither digested
    /// nor saved.
    pub fn guest<C: Component<Mutability = Mutable> + Clone>(world: &mut World) {
        Self::enter::<C>(world, None, None);
    }

    fn enter<C: Component<Mutability = Mutable> + Clone>(
        world: &mut World,
        hash: Option<fn(&[C], &mut Digest)>,
        script: Option<Script<C>>,
    ) {
        let id = world.register_component::<C>();
        let all = Mutex::new(world.query_filtered());
        let path = type_name::<C>().split('<').next().unwrap_or_default();
        let name = path.rsplit("::").next().unwrap_or_default();
        let component = Box::new(Of { all, name, hash, script });
        world.get_resource_or_init::<Self>().entries.push(Entry { id, component });
    }

    /// Names a component that is neither: it belongs to the place in the World.
    pub fn place<C: Component>(world: &mut World) {
        let id = world.register_component::<C>();
        world.get_resource_or_init::<Self>().exempt.push(id);
    }

    /// The registered components that entities of a kind have, in the order of registration.
    fn present<'s>(&'s self, kind: &'s Archetype) -> impl Iterator<Item = &'s dyn Registered> {
        let present = self.entries.iter().filter(|entry| kind.contains(entry.id));
        present.map(|entry| &*entry.component)
    }

    /// The registered components of entities of a kind that are saved, with their names.
    fn saved<'s>(
        &'s self,
        kind: &'s Archetype,
    ) -> impl Iterator<Item = (&'static str, &'s dyn Registered)> {
        self.present(kind).filter_map(|component| Some((component.name()?, component)))
    }

    /// Does something with all that is registered of entities like this one.
    fn each(
        &mut self,
        world: &mut World,
        like: Entity,
        mut act: impl FnMut(&mut dyn Registered, &mut World),
    ) {
        let kind = world.entity(like).archetype().id();
        for Entry { id, component } in &mut self.entries {
            if world.archetypes()[kind].contains(*id) {
                act(&mut **component, world);
            }
        }
    }

    /// Copies every registered component that both entities have.
    pub fn copy(&mut self, world: &mut World, from: Entity, to: Entity) {
        self.each(world, from, |component, world| component.copy(world, from, to));
    }

    /// Copies the registered components of the entities in some rows to as many rows from `to`
    /// on, where all lie in the storage of `like`, which is the only one with such components.
    pub fn copy_rows(&mut self, world: &mut World, like: Entity, rows: &Range<usize>, to: usize) {
        if rows.start == to {
            return;
        }
        self.each(world, like, |component, world| component.copy_rows(world, rows, to));
    }

    /// Adds every state component of some entities to a digest, entity by entity.
    pub fn hash(world: &World, entities: impl IntoIterator<Item = Entity>, digest: &mut Digest) {
        let registry = world.resource::<Self>();
        for entity in entities {
            let entity = world.entity(entity);
            for component in registry.present(entity.archetype()) {
                component.hash(&Place::On(entity), digest);
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
        let present = world.resource::<Self>().present(like.archetype());
        let mut states = present.filter(|component| component.is_state());
        let (Some(state), None) = (states.next(), states.next()) else { return false };
        state.hash(&Place::Rows(world, rows), digest);
        true
    }

    /// Writes down every saved component of an entity.
    pub(crate) fn save(world: &World, entity: Entity) -> Members {
        let entity = world.entity(entity);
        let saved = world.resource::<Self>().saved(entity.archetype());
        let written = saved.map(|(name, component)| {
            let value = component.save(entity).expect("state is plain data with names for keys");
            (name.to_owned(), value)
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
        for (name, component) in world.resource::<Self>().saved(entity.archetype()) {
            let value = members.remove(name).ok_or(Broken::Missing(name))?;
            let change = component.load(value);
            changes.push(change.map_err(|error| Broken::Unreadable(name, error.to_string()))?);
        }
        match members.into_iter().next() {
            Some((name, _)) => Err(Broken::Unknown(name)),
            None => Ok(changes),
        }
    }

    /// Writes every saved component of entities like this one behind some bytes, component by
    /// component.
    pub(crate) fn pack(world: &World, like: Entity, place: &Place<'_>, bytes: Vec<u8>) -> Vec<u8> {
        let like = world.entity(like);
        let mut saved = world.resource::<Self>().saved(like.archetype());
        let packed = saved.try_fold(bytes, |bytes, (_, component)| component.pack(place, bytes));
        packed.expect("state is plain data")
    }

    /// Passes over what [`Registry::pack`] wrote of so many entities like this one.
    pub(crate) fn check<'b>(
        world: &World,
        like: Entity,
        count: usize,
        bytes: &'b [u8],
    ) -> Result<&'b [u8], Broken> {
        let like = world.entity(like);
        let mut saved = world.resource::<Self>().saved(like.archetype());
        saved.try_fold(bytes, |bytes, (name, component)| {
            let rest = component.check(count, bytes);
            rest.map_err(|error| Broken::Unreadable(name, error.to_string()))
        })
    }

    /// Reads what [`Registry::pack`] wrote and [`Registry::check`] passed over onto an entity, or
    /// onto those in some rows, which are like this one.
    pub(crate) fn unpack<'b>(
        &mut self,
        world: &mut World,
        like: Entity,
        rows: Option<&Range<usize>>,
        mut bytes: &'b [u8],
    ) -> &'b [u8] {
        self.each(world, like, |component, world| {
            if component.name().is_some() {
                let read = component.unpack(world, like, rows, bytes);
                bytes = read.expect("it was just gone over");
            }
        });
        bytes
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
