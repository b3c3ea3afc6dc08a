//! Coverage: how much of the game is defined, sheet by sheet.

use serde::Serialize;

use crate::catalogue::Catalogue;
use crate::facts::{Faction, OF_DOCKED, OF_SQUADS, SheetFacts};
use crate::vocabulary::Kind;

/// A sheet, which is a ship type of a faction with its pilots, and how much of it is defined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SheetCoverage {
    /// The id of the ship type.
    pub sheet: String,
    /// The faction, by its id.
    pub faction: String,
    /// The name of the ship type.
    pub name: String,
    /// The number of its pilots.
    pub pilots: usize,
    /// The number of its pilots that are defined.
    pub defined: usize,
    /// The ship abilities of the ship type that are not played yet. Where there are
    /// any, pilots that have them are not defined.
    pub lacks: Vec<String>,
    /// The ids of its pilots that are not defined.
    pub missing: Vec<String>,
}

impl SheetCoverage {
    /// Tells whether all that is printed on the sheet is defined.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.lacks.is_empty() && self.missing.is_empty()
    }
}

/// Every sheet of the game but those of huge ships, in order of ids and factions.
#[must_use]
pub fn coverage(catalogue: &Catalogue) -> Vec<SheetCoverage> {
    let sheets = catalogue.facts().sheets.iter().filter(|sheet| sheet.size.is_some());
    sheets.map(|sheet| of_sheet(catalogue, sheet)).collect()
}

fn of_sheet(catalogue: &Catalogue, sheet: &SheetFacts) -> SheetCoverage {
    let of = |faction: Faction, ship: &str| faction == sheet.faction && ship == sheet.id;
    let pilots = catalogue.facts().pilots.iter();
    let pilots: Vec<_> = pilots.filter(|pilot| of(pilot.faction, &pilot.ship)).collect();
    let is_defined = |id: &str| catalogue.plays(id, |kind| matches!(kind, Kind::Pilot { .. }));
    let missing = pilots.iter().filter(|pilot| !is_defined(&pilot.id));
    let missing: Vec<String> = missing.map(|pilot| pilot.id.clone()).collect();
    let ship = catalogue.find(&sheet.id).map(|ship| &catalogue.card(ship).definition);
    let played = |name: &str| {
        let abilities = ship.iter().flat_map(|ship| &ship.abilities);
        let never = OF_SQUADS.contains(&name) || OF_DOCKED.contains(&name);
        never || abilities.into_iter().any(|ability| ability.label == name)
    };
    let abilities = pilots.iter().flat_map(|pilot| &pilot.ship_abilities);
    let mut lacks: Vec<String> = abilities.filter(|name| !played(name)).cloned().collect();
    lacks.sort();
    lacks.dedup();
    SheetCoverage {
        sheet: sheet.id.clone(),
        faction: sheet.faction.id().to_owned(),
        name: sheet.name.clone(),
        pilots: pilots.len(),
        defined: pilots.len() - missing.len(),
        lacks,
        missing,
    }
}
