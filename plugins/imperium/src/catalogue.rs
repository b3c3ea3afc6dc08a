//! Cards ready to be played with: programs in place, and which events any ability has its timing
//! from.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::prelude::*;

use crate::program::{Op, PROCEDURE, compile};
use crate::vocabulary::{Ability, Checked, Definition, Event, Kind, Moment, UNITS, UnitType};

/// An ability and its program.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The card that it is on, by its place in the catalogue.
    pub definition: u16,
    /// The place of the ability on the card, from 0.
    pub index: u16,
    /// The instructions of its program.
    pub ops: Vec<Op>,
}

#[derive(Debug)]
struct Tables {
    definitions: Vec<Definition>,
    entries: Vec<Entry>,
    /// The first program of each definition's abilities.
    first: Vec<u16>,
    watched: Vec<(Moment, Event)>,
    on_trigger: Vec<Event>,
    /// The definitions of the units of each faction, by type: its own, or everybody's.
    sheets: BTreeMap<u16, [Option<u16>; UNITS]>,
    /// The types of units of which some have abilities.
    active_units: Vec<UnitType>,
    /// The timings that pieces of each definition may have: its own, or for a unit those of all
    /// cards that may say what it is.
    timings: Vec<Timings>,
}

/// The timings of a piece: a mask of events for each [`Moment`], in its order.
type Timings = [u64; 4];

/// Every card that can be at a table, ready to be played with; shared by all tables.
#[derive(Resource, Clone, Debug)]
pub struct Catalogue(Arc<Tables>);

impl Catalogue {
    /// Makes a catalogue of definitions in order of id.
    #[must_use]
    pub fn new(definitions: Vec<Definition>) -> Self {
        let mut entries = Vec::new();
        let mut first = Vec::new();
        let mut watched = Vec::new();
        let mut on_trigger = Vec::new();
        for (definition, card) in definitions.iter().enumerate() {
            first.push(PROCEDURE + 1 + entries.len() as u16);
            for (index, ability) in card.abilities.iter().enumerate() {
                let ops = compile(card.kind, ability);
                entries.push(Entry { definition: definition as u16, index: index as u16, ops });
                let around = || ability.timing.iter().filter_map(|timing| timing.around());
                watched.extend(around());
                if ability.checked != Checked::Resolution {
                    on_trigger.extend(around().map(|(_, event)| event));
                }
            }
        }
        watched.sort_unstable();
        watched.dedup();
        on_trigger.sort_unstable();
        on_trigger.dedup();
        let active = definitions.iter().filter(|card| !card.abilities.is_empty());
        let active_units = active.filter_map(|card| card.unit.map(|unit| unit.unit)).collect();
        let of = |card: &Definition| {
            let mut timings = Timings::default();
            let all = card.abilities.iter().flat_map(|ability| &ability.timing);
            for (moment, event) in all.filter_map(|timing| timing.around()) {
                timings[moment as usize] |= 1 << event as u64;
            }
            timings
        };
        let alike = |card: &Definition, other: &Definition| match (card.unit, other.unit) {
            (Some(unit), Some(another)) => unit.unit == another.unit,
            _ => card.id == other.id,
        };
        let timings = definitions.iter().map(|card| {
            let alike = definitions.iter().filter(|other| alike(card, other));
            alike.map(of).fold(Timings::default(), |all, more| {
                core::array::from_fn(|moment| all[moment] | more[moment])
            })
        });
        let timings = timings.collect();
        let printed = |faction: &str, unit: UnitType| {
            definitions.iter().position(|card| {
                card.kind == Kind::Unit
                    && card.unit.is_some_and(|u| u.unit == unit)
                    && card.faction == faction
            })
        };
        let sheet = |(at, card): (usize, &Definition)| {
            let unit = |unit| printed(&card.id, unit).or_else(|| printed("", unit));
            (at as u16, UnitType::ALL.map(|of| unit(of).map(|at| at as u16)))
        };
        let factions = definitions.iter().enumerate().filter(|(_, d)| d.kind == Kind::Faction);
        let sheets = factions.map(sheet).collect();
        let tables = Tables {
            sheets,
            definitions,
            entries,
            first,
            watched,
            on_trigger,
            active_units,
            timings,
        };
        Self(Arc::new(tables))
    }

    /// All definitions, in order of id.
    #[must_use]
    pub fn definitions(&self) -> &[Definition] {
        &self.0.definitions
    }

    /// The definition in this place of the catalogue.
    #[must_use]
    pub fn definition(&self, definition: u16) -> &Definition {
        &self.0.definitions[usize::from(definition)]
    }

    /// The place of the definition with this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<u16> {
        self.0.definitions.iter().position(|d| d.id == id).map(|at| at as u16)
    }

    /// The instructions of an ability's program.
    #[must_use]
    pub fn ops(&self, program: u16) -> &[Op] {
        &self.entry(program).ops
    }

    /// The ability of a program, with its instructions.
    ///
    /// # Panics
    /// If it is the program of a procedure.
    #[must_use]
    pub fn entry(&self, program: u16) -> &Entry {
        &self.0.entries[usize::from(program - PROCEDURE - 1)]
    }

    /// The ability of a program.
    #[must_use]
    pub fn ability(&self, program: u16) -> &Ability {
        let entry = self.entry(program);
        &self.definition(entry.definition).abilities[usize::from(entry.index)]
    }

    /// The abilities of a definition with their programs.
    pub fn abilities(&self, definition: u16) -> impl Iterator<Item = (u16, &Ability)> + '_ {
        let first = self.0.first[usize::from(definition)];
        let abilities = &self.definition(definition).abilities;
        abilities.iter().enumerate().map(move |(n, ability)| (first + n as u16, ability))
    }

    /// Tells whether any ability has this timing.
    #[must_use]
    pub fn watches(&self, moment: Moment, event: Event) -> bool {
        self.0.watched.binary_search(&(moment, event)).is_ok()
    }

    /// Tells whether a piece of a definition can have an ability for a timing.
    #[must_use]
    pub fn times(&self, definition: u16, moment: Moment, event: Event) -> bool {
        self.0.timings[usize::from(definition)][moment as usize] & 1 << event as u64 != 0
    }

    /// Tells whether any unit of a type has abilities.
    #[must_use]
    pub fn has_active(&self, unit: UnitType) -> bool {
        self.0.active_units.contains(&unit)
    }

    /// Tells whether the condition of any ability is looked at when this event happens.
    #[must_use]
    pub fn triggers(&self, event: Event) -> bool {
        self.0.on_trigger.binary_search(&event).is_ok()
    }

    /// The units that a faction's sheet prints, by type.
    ///
    /// # Panics
    /// If it is no faction.
    #[must_use]
    pub fn printed_units(&self, faction: u16) -> [Option<u16>; UNITS] {
        self.0.sheets[&faction]
    }
}
