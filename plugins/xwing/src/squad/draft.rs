//! Drafts: the contents of squad files, before anybody asks whether they are legal squads.

use core::fmt;

use serde::Serialize;

use super::Squad;
use crate::facts::{Faction, Facts};

/// The contents of a squad file. Pilots and upgrades are places in [`Facts`].
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// The name of the squad, as written.
    pub(super) name: Option<String>,
    /// The faction of the squad; `None` if the file says none that there is.
    pub(super) faction: Option<Faction>,
    /// Its ships, those left out of which something could not be read.
    pub(super) ships: Vec<Flown>,
    /// The ids of its obstacles, as written.
    pub(super) obstacles: Option<Vec<String>>,
    /// The squad points that the file says, right or wrong.
    pub(super) points: Option<u64>,
    /// Problems and warnings so far.
    pub(super) notes: Notes,
    /// There are ships or cards that could not be read.
    pub(super) unread: bool,
}

/// A ship of a draft.
#[derive(Debug)]
pub(super) struct Flown {
    /// The place in the file that says it, as in [`Note::place`].
    pub(super) place: String,
    /// The pilot, by its place in [`Facts::pilots`].
    pub(super) pilot: u16,
    /// The upgrades, in the order of the file.
    pub(super) upgrades: Vec<Fitted>,
}

/// An upgrade of a ship.
#[derive(Debug)]
pub(super) struct Fitted {
    /// The place in the file that says it, as in [`Note::place`].
    pub(super) place: String,
    /// The upgrade, by its place in [`Facts::upgrades`].
    pub(super) upgrade: u16,
}

/// Something to say about a squad file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// The place: a path into the file (`pilots[0].upgrades.talent`), or a line of it.
    pub place: String,
    /// The note itself: what is wrong there, or was read in another way.
    pub says: String,
}

/// Notes on a squad file, in the order in which they were made.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// Problems: each makes it no legal squad.
    pub(super) problems: Vec<Note>,
    /// Warnings: oddities that do not stop it from being legal.
    pub(super) warnings: Vec<Note>,
}

impl Notes {
    pub(super) fn problem(&mut self, place: impl Into<String>, says: impl Into<String>) {
        self.problems.push(Note { place: place.into(), says: says.into() });
    }

    pub(super) fn warning(&mut self, place: impl Into<String>, says: impl Into<String>) {
        self.warnings.push(Note { place: place.into(), says: says.into() });
    }
}

impl Flown {
    /// The place in the file that says its pilot.
    pub(super) fn pilot_place(&self) -> String {
        let part = if self.place.starts_with("line") { "" } else { ".id" };
        format!("{}{part}", self.place)
    }
}

impl Draft {
    /// A draft of a file that says no squad, with the reason as its problem.
    pub(super) fn bad(place: impl Into<String>, says: impl Into<String>) -> Self {
        let mut draft = Self { unread: true, ..Self::default() };
        draft.notes.problem(place, says);
        draft
    }

    /// A draft of a squad, as its file would say it.
    pub(super) fn of(squad: &Squad, facts: &Facts) -> Self {
        let ships = squad.ships.iter().enumerate().map(|(n, craft)| {
            let place = format!("pilots[{n}]");
            let upgrades = craft.upgrades.iter().map(|&upgrade| {
                let slot = facts.upgrades[usize::from(upgrade)].slots[0];
                Fitted { place: format!("{place}.upgrades.{}", slot.key()), upgrade }
            });
            Flown { upgrades: upgrades.collect(), pilot: craft.pilot, place }
        });
        Self {
            name: Some(squad.name.clone()),
            faction: Some(squad.faction),
            ships: ships.collect(),
            obstacles: Some(squad.obstacles.to_vec()),
            ..Self::default()
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.says)
    }
}
