//! Pilots as facts: a row of `pilots.csv` each.

use super::action::BarAction;
use super::{Faction, Slot, Wrong, charges, number, parts, table};

/// Ship abilities that say which upgrades a ship can have, and nothing about play: squads are
/// checked by them (`squad/check.rs`, and the slots of pilots).
pub const OF_SQUADS: [&str; 2] = ["Twin Ion Engines", "Weapon Hardpoint"];

/// Ship abilities that do something while a ship is docked, and nothing else. Ships dock by titles alone,
/// none of which is defined: so these never apply.
pub const OF_DOCKED: [&str; 4] = ["Co-Pilot", "Comms Shuttle", "Locked and Loaded", "Tail Gun"];

/// A pilot of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PilotFacts {
    /// Its id, as in squad files (XWS).
    pub id: String,
    /// The only faction that it can fly for.
    pub faction: Faction,
    /// Its ship type, by id.
    pub ship: String,
    /// Its name, as printed; several pilots can share one.
    pub name: String,
    /// Printed initiative, 0 to 8.
    pub initiative: u8,
    /// Limited to so many; 0 is no limit.
    pub limited: u8,
    /// It has a pilot ability.
    pub ability: bool,
    /// The names of its ship abilities.
    pub ship_abilities: Vec<String>,
    /// The Force that it has, 0 for most.
    pub force: ForceFacts,
    /// The number of charges, 0 if it has none, and whether one recovers in every End Phase.
    pub charges: (u8, bool),
    /// Its upgrade slots, one for each upgrade that takes it.
    pub slots: Vec<Slot>,
    /// Words by which cards call it, such as `X-wing`.
    pub keywords: Vec<String>,
    /// Its action bar, where it is another than its sheet's.
    pub actions: Vec<BarAction>,
}

/// The Force of a pilot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ForceFacts {
    /// The number of Force charges, 0 for none.
    pub value: u8,
    /// The sides of the Force that it belongs to.
    pub sides: Sides,
}

/// Sides of the Force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sides {
    /// `true` for the dark side.
    pub dark: bool,
    /// `true` for the light side.
    pub light: bool,
}

impl Sides {
    /// Adds a side by its word; an error names the words that there are.
    pub(super) fn add(&mut self, side: &str) -> Result<(), String> {
        match side {
            "dark" => self.dark = true,
            "light" => self.light = true,
            other => return Err(format!("expected dark or light, found {other:?}")),
        }
        Ok(())
    }

    /// Returns `true` if the two have a side in common.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.dark && other.dark || self.light && other.light
    }

    /// All sides of either.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self { dark: self.dark || other.dark, light: self.light || other.light }
    }
}

impl PilotFacts {
    /// Reads a table: a line of headings, then comma-separated fields without quotes.
    ///
    /// # Errors
    /// The line that is wrong and what was expected.
    pub fn parse(text: &str) -> Result<Vec<Self>, Wrong> {
        table(text, 13, Self::row, |pilot| pilot.id.clone())
    }

    fn row(fields: &[&str]) -> Result<Self, String> {
        let ability = match fields[6] {
            "yes" => true,
            "no" => false,
            other => return Err(format!("expected yes or no, found {other:?}")),
        };
        Ok(Self {
            id: fields[0].into(),
            faction: Faction::read(fields[1])?,
            ship: fields[2].into(),
            name: fields[3].into(),
            initiative: number(fields[4])?,
            limited: number(fields[5])?,
            ability,
            ship_abilities: parts(fields[7]).map(str::to_owned).collect(),
            force: force(fields[8])?,
            charges: charges(fields[9])?,
            slots: parts(fields[10]).map(Slot::read).collect::<Result<_, _>>()?,
            keywords: parts(fields[11]).map(str::to_owned).collect(),
            actions: parts(fields[12]).map(BarAction::read).collect::<Result<_, _>>()?,
        })
    }
}

/// Force and its sides: `3|dark`.
fn force(field: &str) -> Result<ForceFacts, String> {
    let mut parts = parts(field);
    let Some(value) = parts.next() else { return Ok(ForceFacts::default()) };
    let mut force = ForceFacts { value: number(value)?, ..ForceFacts::default() };
    parts.try_for_each(|side| force.sides.add(side))?;
    match force.sides {
        Sides { dark: false, light: false } => Err(format!("expected a side, found {field:?}")),
        _ => Ok(force),
    }
}
