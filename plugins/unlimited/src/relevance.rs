//! Parts of the rules that cards in play make relevant: the others are passed over.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::brief::Has;
use crate::effect::Effects;
use crate::lineup::Lineup;

/// Parts of the rules that something on the table bears on, as constant abilities were last
/// worked out.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relevance {
    /// Kinds of facts that some card in play listens to ([`crate::trigger`]).
    pub listens: u32,
    /// Something replaces what would happen, besides Shields.
    pub replaces: bool,
    /// Some unit has a Shield.
    pub shields: bool,
    /// The face-up cards as sets.
    pub lineup: Lineup,
    /// A unique card has entered play or changed its controller since copies were last looked for
    /// (CR 8.29.3).
    pub unique: bool,
    /// A unit or base may have no remaining HP (CR 1.16.5).
    pub lethal: bool,
    /// Some card that became a resource has Smuggle.
    pub smuggles: bool,
    /// Some card that became a resource has Plot.
    pub plots: bool,
    /// Some ability or lasting effect gives something to cards that are not in play, or takes it.
    pub reaches: bool,
    /// Some card that went to a discard pile may be played from there.
    pub buried: bool,
    /// Some unit has provided aspect icons for costs, by an ability that it gained.
    pub provides: bool,
    /// Kinds of effects that are on the table.
    pub effects: Effects,
}

impl Relevance {
    /// Cards have been moved or changed from outside: whatever may follow is looked for.
    pub(crate) const fn doubt(&mut self) {
        (self.unique, self.lethal) = (true, true);
        (self.smuggles, self.plots, self.buried) = (true, true, true);
    }

    /// Returns `true` if a card in play gives resources Smuggle.
    #[must_use]
    pub const fn lends(&self) -> bool {
        self.lineup.has.any(Has::LENDS)
    }
}
