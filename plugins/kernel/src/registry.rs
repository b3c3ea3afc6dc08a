//! Every component that belongs to a table is registered once, and that registration gives
//! copying (a table can be forked) and digests.

use core::hash::Hash;

use bevy_ecs::component::{ComponentId, Mutable};
use bevy_ecs::prelude::*;

use crate::digest::Digest;

struct Entry {
    id: ComponentId,
    copy: fn(&mut World, Entity, Entity),
    hash: Option<fn(EntityRef<'_>, &mut Digest)>,
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

fn hash<C: Component + Hash>(entity: EntityRef<'_>, digest: &mut Digest) {
    if let Some(component) = entity.get::<C>() {
        component.hash(digest);
    }
}

impl Registry {
    /// Registers a component that is state: it is copied and digested.
    pub fn state<C: Component<Mutability = Mutable> + Clone + Hash>(world: &mut World) {
        let id = world.register_component::<C>();
        let mut registry = world.get_resource_or_init::<Self>();
        registry.entries.push(Entry { id, copy: copy::<C>, hash: Some(hash::<C>) });
    }

    /// Registers a component that is worked out from the state: it is copied, not digested.
    pub fn derived<C: Component<Mutability = Mutable> + Clone>(world: &mut World) {
        let id = world.register_component::<C>();
        let mut registry = world.get_resource_or_init::<Self>();
        registry.entries.push(Entry { id, copy: copy::<C>, hash: None });
    }

    /// Names a component that is neither: it belongs to the place in the World.
    pub fn place<C: Component>(world: &mut World) {
        let id = world.register_component::<C>();
        world.get_resource_or_init::<Self>().exempt.push(id);
    }

    /// Copies every registered component that both entities have.
    pub fn copy(world: &mut World, from: Entity, to: Entity) {
        world.resource_scope(|world, registry: Mut<Self>| {
            for entry in &registry.entries {
                (entry.copy)(world, from, to);
            }
        });
    }

    /// Adds every state component of an entity to a digest.
    pub fn hash(world: &World, entity: Entity, digest: &mut Digest) {
        let entity = world.entity(entity);
        for hash in world.resource::<Self>().entries.iter().filter_map(|entry| entry.hash) {
            hash(entity, digest);
        }
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
