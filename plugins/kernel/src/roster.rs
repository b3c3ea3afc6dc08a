//! Rosters: the entities of a table, in lists.

use core::ops::Range;

use bevy_ecs::entity::Entities;
use bevy_ecs::prelude::*;

use crate::card::Slot;

/// Something of each list of entities that a table has: their sizes, the entities, where they lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lists<T> {
    /// Cards, tokens included, by slot.
    pub cards: T,
    /// Ships, units and other things that stand on the table, by number.
    pub figures: T,
    /// Lasting and delayed effects, by number.
    pub effects: T,
    /// Tokens with an owner, a place or a history that are no cards, by number.
    pub tokens: T,
}

impl<T> Lists<T> {
    /// Makes something else of each list, under the name of its field.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Lists<U> {
        let [cards, figures, effects, tokens] = self.each();
        Lists { cards: f(cards), figures: f(figures), effects: f(effects), tokens: f(tokens) }
    }

    /// Pairs each list with the same one of others.
    pub fn zip<U>(self, other: Lists<U>) -> Lists<(T, U)> {
        let Lists { cards, figures, effects, tokens } = other;
        Lists {
            cards: (self.cards, cards),
            figures: (self.figures, figures),
            effects: (self.effects, effects),
            tokens: (self.tokens, tokens),
        }
    }

    /// References to all four lists.
    pub const fn as_ref(&self) -> Lists<&T> {
        let Self { cards, figures, effects, tokens } = self;
        Lists { cards, figures, effects, tokens }
    }

    /// All of them, in the order in which they are copied, digested and saved.
    pub fn each(self) -> [T; 4] {
        [self.cards, self.figures, self.effects, self.tokens]
    }
}

/// The entities of one table. Entities belong to the place in the World; they are never compared,
/// hashed or copied.
#[derive(Component, Debug, Default)]
pub struct Roster {
    /// The entities of the table, list by list. Those of cards are in the order of their slots.
    pub lists: Lists<Vec<Entity>>,
    rows: Lists<Range<usize>>,
}

impl Roster {
    /// A roster of lists that were spawned in one go each.
    ///
    /// # Panics
    /// If their entities do not lie side by side.
    #[must_use]
    pub fn new(lists: Lists<Vec<Entity>>, entities: &Entities) -> Self {
        let mut roster = Self { lists, rows: Lists::default() };
        roster.locate(entities);
        roster
    }

    /// The entity of a card.
    ///
    /// # Panics
    /// If the table has no such slot.
    #[must_use]
    pub fn card(&self, slot: Slot) -> Entity {
        self.lists.cards[usize::from(slot)]
    }

    /// The number of entities in each list.
    #[must_use]
    pub fn sizes(&self) -> Lists<usize> {
        self.lists.as_ref().map(Vec::len)
    }

    /// The first entity of each list, if it has any: the others are like it.
    #[must_use]
    pub fn first(&self) -> Lists<Option<Entity>> {
        self.lists.as_ref().map(|list| list.first().copied())
    }

    /// All entities, list by list.
    pub fn entities(&self) -> impl Iterator<Item = Entity> + use<'_> {
        self.lists.as_ref().each().into_iter().flatten().copied()
    }

    /// The rows of each list in its storage, where its entities lie side by side and in order. They
    /// are never despawned and never change their components, so they stay there, and can be read
    /// as a slice.
    #[must_use]
    pub fn rows(&self) -> Lists<Range<usize>> {
        self.rows.clone()
    }

    /// Finds the rows again after a list got other entities, spawned in one go.
    ///
    /// # Panics
    /// If they do not lie side by side.
    pub fn locate(&mut self, entities: &Entities) {
        let side_by_side = |members: &Vec<Entity>| {
            let mut rows = members.iter().map(|&member| {
                let location = entities.get_spawned(member).expect("it is never despawned");
                location.table_row.index()
            });
            let first = rows.next().unwrap_or(0);
            let beside = rows.zip(first + 1..).all(|(row, next)| row == next);
            assert!(beside, "the entities of a list are spawned in one go");
            first..first + members.len()
        };
        self.rows = self.lists.as_ref().map(side_by_side);
    }
}
