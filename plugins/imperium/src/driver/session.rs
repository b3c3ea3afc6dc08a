//! Tables of Twilight Imperium in sessions.

use bevy_ecs::prelude::*;
use cardmill_kernel::digest::Digest;
use cardmill_kernel::session::Session;

use super::Tabletop;
use crate::catalogue::Catalogue;

impl Session for Tabletop {
    const NAME: &'static str = "imperium";

    fn digest_of(catalogue: &Catalogue) -> u64 {
        let definitions = catalogue.definitions().iter();
        Digest::of(&definitions.map(|card| format!("{card:?}")).collect::<Vec<_>>())
    }

    fn sizes(&self, table: usize) -> (usize, usize) {
        (self.board(table).slots.into(), 0)
    }

    /// Every table has all its pieces from the start.
    fn grow(_: &mut World, _: Entity, _: usize, _: usize) {}
}
