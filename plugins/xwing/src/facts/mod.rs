//! Facts of all cards of the game, defined or not, as tables: `cards/xwing/*.csv`.
//!
//! | file | a row |
//! |---|---|
//! | `sheets.csv` | a ship type of a faction ([`SheetFacts`]) |
//! | `pilots.csv` | a pilot ([`PilotFacts`]) |
//! | `upgrades.csv` | an upgrade ([`UpgradeFacts`]) |
//! | `slots.csv` | a slot that a ship type lost when points changed ([`FormerSlot`]) |
//! | `points.csv` | what a pilot or an upgrade costs, by day ([`Points`]) |
//! | `replacements.csv` | a text with "would" and "instead" ([`ReplacementFacts`]) |
//! | `obstacles.csv` | an obstacle ([`Outline`]) |

mod action;
mod faction;
mod pilot;
mod points;
mod replacement;
mod sheet;
mod slot;
mod upgrade;

pub use action::BarAction;
pub use faction::Faction;
pub use pilot::{ForceFacts, OF_DOCKED, OF_SQUADS, PilotFacts, Sides};
pub use points::{List, Points, Price};
pub use replacement::ReplacementFacts;
pub use sheet::SheetFacts;
pub use slot::{FormerSlot, Slot};
pub use upgrade::{Demand, UpgradeFacts};

use crate::space::Outline;

/// Facts of all cards of the game, whether they can be played or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Facts {
    /// Every ship type of every faction, in order of ids and factions.
    pub sheets: Vec<SheetFacts>,
    /// Every pilot, in order of ids.
    pub pilots: Vec<PilotFacts>,
    /// Every upgrade, in order of ids.
    pub upgrades: Vec<UpgradeFacts>,
    /// Every slot that a ship type lost, in order of their ids.
    pub former_slots: Vec<FormerSlot>,
    /// Prices of pilots and upgrades, by day.
    pub points: Points,
    /// Every text with both words.
    pub replacements: Vec<ReplacementFacts>,
    /// The outline of every obstacle.
    pub obstacles: Vec<Outline>,
}

/// The obstacles of a player who names none, by their ids: the largest asteroids.
pub const STANDARD_OBSTACLES: [&str; 3] = ["coreasteroid5", "core2asteroid5", "core2asteroid4"];

/// A fault of a table: its line, from 1, and what was expected there.
pub type Wrong = (u32, String);

impl Facts {
    /// The place of the pilot with an id.
    #[must_use]
    pub fn pilot(&self, id: &str) -> Option<u16> {
        let at = self.pilots.binary_search_by(|pilot| pilot.id.as_str().cmp(id)).ok()?;
        Some(at as u16)
    }

    /// The place of the upgrade with an id.
    #[must_use]
    pub fn upgrade(&self, id: &str) -> Option<u16> {
        let at = self.upgrades.binary_search_by(|upgrade| upgrade.id.as_str().cmp(id)).ok()?;
        Some(at as u16)
    }

    /// The sheet of a pilot.
    ///
    /// # Panics
    /// If there is no such pilot.
    #[must_use]
    pub fn sheet(&self, pilot: u16) -> &SheetFacts {
        let pilot = &self.pilots[usize::from(pilot)];
        let key = (pilot.ship.as_str(), pilot.faction);
        let found = self.sheets.binary_search_by_key(&key, SheetFacts::key);
        &self.sheets[found.expect("every pilot has a sheet: it was checked when it was read")]
    }

    /// The slots of a pilot by a list of points.
    ///
    /// # Panics
    /// If there is no such pilot.
    #[must_use]
    pub fn slots(&self, list: List, pilot: u16) -> Vec<Slot> {
        let pilot = &self.pilots[usize::from(pilot)];
        let from = self.points.from(list);
        let had =
            |of: &&FormerSlot| of.ship == pilot.ship && from.is_some_and(|day| *day < of.until);
        let former = self.former_slots.iter().filter(had).map(|former| former.slot);
        pilot.slots.iter().copied().chain(former).collect()
    }

    /// The squad points of a pilot by a list; `None` if the price is not known.
    ///
    /// # Panics
    /// If there is no such pilot.
    #[must_use]
    pub fn pilot_points(&self, list: List, pilot: u16) -> Option<u16> {
        let place = usize::from(pilot);
        self.points.price(list, place, &self.pilots[place], self.sheet(pilot))
    }

    /// The squad points of an upgrade on the ship of a pilot; `None` if the price is not known.
    ///
    /// # Panics
    /// If there is no such pilot.
    #[must_use]
    pub fn upgrade_points(&self, list: List, upgrade: u16, pilot: u16) -> Option<u16> {
        let place = self.pilots.len() + usize::from(upgrade);
        self.points.price(list, place, &self.pilots[usize::from(pilot)], self.sheet(pilot))
    }

    /// Rows that refer to a row of another table that is not there: the name of the file, the line,
    /// and what was expected.
    #[must_use]
    pub fn loose(&self) -> Vec<(&'static str, Wrong)> {
        let sheet = |id: &str, faction| {
            self.sheets.binary_search_by_key(&(id, faction), SheetFacts::key).is_ok()
        };
        let pilots = (2..).zip(&self.pilots).filter(|(_, of)| !sheet(&of.ship, of.faction));
        let pilots = pilots.map(|(line, of)| {
            let expected = format!("expected a sheet of {}, found {:?}", of.faction, of.ship);
            ("pilots.csv", (line, expected))
        });
        let upgrades = (2..).zip(&self.upgrades).filter_map(|(line, upgrade)| {
            let demand = upgrade.needs.iter().flatten().find(|demand| !self.meant(demand))?;
            Some(("upgrades.csv", (line, format!("expected one that is there: {demand}"))))
        });
        let ids = |kind: &str, ids: Vec<&str>| -> Vec<String> {
            ids.into_iter().map(|id| format!("{kind},{id}")).collect()
        };
        let expected = [
            ids("pilot", self.pilots.iter().map(|pilot| pilot.id.as_str()).collect()),
            ids("upgrade", self.upgrades.iter().map(|upgrade| upgrade.id.as_str()).collect()),
        ]
        .concat();
        let gone = (2..).zip(&self.former_slots);
        let gone = gone.filter(|(_, of)| self.sheets.iter().all(|sheet| sheet.id != of.ship));
        let gone = gone.map(|(line, of)| {
            ("slots.csv", (line, format!("expected a ship type, found {:?}", of.ship)))
        });
        let points = self.points.differs(&expected).map(|wrong| ("points.csv", wrong));
        pilots.chain(upgrades).chain(gone).chain(points).collect()
    }

    /// Tells whether a restriction names something that there is.
    fn meant(&self, demand: &Demand) -> bool {
        match demand {
            Demand::Ship(id) => self.sheets.iter().any(|sheet| sheet.id == *id),
            Demand::Keyword(word) => self.pilots.iter().any(|pilot| pilot.keywords.contains(word)),
            Demand::Ability(name) => {
                self.pilots.iter().any(|pilot| pilot.ship_abilities.contains(name))
            }
            Demand::With(name) => self.pilots.iter().any(|pilot| pilot.name == *name),
            _ => true,
        }
    }
}

/// The rows of a table below its headings, in order of their keys.
fn table<T, K: Ord>(
    text: &str,
    width: usize,
    row: impl Fn(&[&str]) -> Result<T, String>,
    key: impl Fn(&T) -> K,
) -> Result<Vec<T>, Wrong> {
    let mut table: Vec<T> = Vec::new();
    for fields in rows(text, width) {
        let (line, fields) = fields?;
        let row = row(&fields).map_err(|expected| (line, expected))?;
        if table.last().is_some_and(|last| key(last) >= key(&row)) {
            return Err((line, "expected rows in order, each once".to_owned()));
        }
        table.push(row);
    }
    Ok(table)
}

/// The lines of a table below its headings, with their numbers.
fn rows(text: &str, width: usize) -> impl Iterator<Item = Result<(u32, Vec<&str>), Wrong>> {
    (1..).zip(text.lines()).skip(1).map(move |(line, text)| {
        let fields: Vec<&str> = text.split(',').collect();
        match fields.len() {
            found if found == width => Ok((line, fields)),
            found => Err((line, format!("expected {width} fields, found {found}"))),
        }
    })
}

/// The parts of a field; an empty one has none.
fn parts(field: &str) -> impl Iterator<Item = &str> {
    field.split('|').filter(|part| !part.is_empty())
}

/// A number in a field.
fn number<N: core::str::FromStr>(field: &str) -> Result<N, String> {
    field.parse().map_err(|_| format!("expected a number, found {field:?}"))
}

/// Reads a number of charges, and whether one recovers in every End Phase: `2+`.
fn charges(field: &str) -> Result<(u8, bool), String> {
    match field.strip_suffix('+') {
        Some(charges) => Ok((number(charges)?, true)),
        None if field.is_empty() => Ok((0, false)),
        None => Ok((number(field)?, false)),
    }
}

/// Reads a field that must be one of some words; the error names them as `what`.
fn word<T: Copy>(field: &str, what: &str, all: &[(T, &str)]) -> Result<T, String> {
    let found = all.iter().find(|(_, word)| *word == field);
    found.map(|(value, _)| *value).ok_or_else(|| format!("expected {what}, found {field:?}"))
}
