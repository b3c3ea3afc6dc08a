//! Columns: a component of all cards (or figures, or effects) of a World, side by side.
//!
//! The cards of a table are spawned in one go, are never despawned and never change their
//! components, so they stay side by side, in the order of their slots
//! ([`Roster::locate`](crate::batch::Roster::locate)): reading one is an index, not a look-up.

use bevy_ecs::change_detection::ContiguousMut;
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

/// A component of all cards of a World, to read.
#[derive(SystemParam)]
pub struct Column<'w, 's, C: Component> {
    query: Query<'w, 's, &'static C>,
}

impl<C: Component> Column<'_, '_, C> {
    /// All of them. Those of a table are at its [`Roster::rows`](crate::batch::Roster::rows).
    ///
    /// # Panics
    /// If the component is not stored densely.
    #[must_use]
    pub fn all(&self) -> &[C] {
        let mut chunks = self.query.contiguous_iter().expect(DENSE);
        chunks.next().unwrap_or(&[])
    }
}

/// A component of all cards of a World, to write.
#[derive(SystemParam)]
pub struct ColumnMut<'w, 's, C: Component<Mutability = Mutable>> {
    query: Query<'w, 's, &'static mut C>,
}

impl<C: Component<Mutability = Mutable>> ColumnMut<'_, '_, C> {
    /// All of them, as in [`Column::all`]. Nobody watches for changes; facts tell of them.
    ///
    /// # Panics
    /// If the component is not stored densely.
    pub fn all(&mut self) -> &mut [C] {
        let mut chunks = self.query.contiguous_iter_mut().expect(DENSE);
        let column = chunks.next();
        column.map_or(&mut [], |column| ContiguousMut::bypass_change_detection_split(column).0)
    }
}

const DENSE: &str = "components of cards are stored densely";

/// Writes things into the first places of a table's column, and nothing into the others.
pub fn fill<C: Default>(column: &mut [C], things: impl IntoIterator<Item = C>) {
    let mut things = things.into_iter().fuse();
    column.fill_with(|| things.next().unwrap_or_default());
}
