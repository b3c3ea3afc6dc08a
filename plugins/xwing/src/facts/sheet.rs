//! Ship types as facts: a row of `sheets.csv` for each faction that has one.

use super::action::BarAction;
use super::{Faction, Wrong, number, parts, table, word};
use crate::vocabulary::{Arc, Maneuver, PrimaryWeapon, Size};

/// A ship type of a faction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SheetFacts {
    /// Its id. Several factions may have a ship type of one id.
    pub id: String,
    /// The faction whose ships of this type it is about.
    pub faction: Faction,
    /// The name of the ship type.
    pub name: String,
    /// The size of its base; none is huge.
    pub size: Option<Size>,
    /// Its primary weapons, the first one first.
    pub attack: Vec<PrimaryWeapon>,
    /// Agility: the number of defence dice.
    pub agility: u8,
    /// Hull, in damage cards that destroy the ship.
    pub hull: u8,
    /// The number of shields.
    pub shields: u8,
    /// Its action bar, as printed.
    pub actions: Vec<BarAction>,
    /// All maneuvers of its dial.
    pub dial: Vec<Maneuver>,
}

impl SheetFacts {
    /// The id and the faction, which tell it from every other.
    #[must_use]
    pub fn key(&self) -> (&str, Faction) {
        (&self.id, self.faction)
    }

    /// Reads a table: a line of headings, then comma-separated fields without quotes.
    ///
    /// # Errors
    /// The line that is wrong and what was expected.
    pub fn parse(text: &str) -> Result<Vec<Self>, Wrong> {
        table(text, 10, Self::row, |sheet| (sheet.id.clone(), sheet.faction))
    }

    fn row(fields: &[&str]) -> Result<Self, String> {
        let maneuver = |text: &str| Maneuver::try_from(text.to_owned());
        Ok(Self {
            id: fields[0].into(),
            faction: Faction::read(fields[1])?,
            name: fields[2].into(),
            size: size(fields[3])?,
            attack: parts(fields[4]).map(weapon).collect::<Result<_, _>>()?,
            agility: number(fields[5])?,
            hull: number(fields[6])?,
            shields: number(fields[7])?,
            actions: parts(fields[8]).map(BarAction::read).collect::<Result<_, _>>()?,
            dial: fields[9].split(' ').map(maneuver).collect::<Result<_, _>>()?,
        })
    }
}

/// The size of a base; none is huge.
pub(super) fn size(text: &str) -> Result<Option<Size>, String> {
    let sizes = [
        (Some(Size::Small), "Small"),
        (Some(Size::Medium), "Medium"),
        (Some(Size::Large), "Large"),
        (None, "Huge"),
    ];
    word(text, "a size", &sizes)
}

/// Reads the name of an arc, as in [`Arc`].
pub(super) fn arc(text: &str) -> Result<Arc, String> {
    let arcs = [
        (Arc::Front, "Front"),
        (Arc::Left, "Left"),
        (Arc::Right, "Right"),
        (Arc::Rear, "Rear"),
        (Arc::FullFront, "FullFront"),
        (Arc::Bullseye, "Bullseye"),
        (Arc::Turret, "Turret"),
        (Arc::DoubleTurret, "DoubleTurret"),
    ];
    word(text, "an arc", &arcs)
}

fn weapon(text: &str) -> Result<PrimaryWeapon, String> {
    let (of, value) = text.split_once(' ').ok_or("expected an arc and a number of dice")?;
    Ok(PrimaryWeapon(arc(of)?, number(value)?))
}
