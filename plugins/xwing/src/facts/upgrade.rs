//! Upgrades as facts: a row of `upgrades.csv` each.

use core::fmt;

use super::action::{BarAction, hard};
use super::sheet::{arc, size};
use super::{Faction, Sides, Slot, Wrong, charges, number, parts, table};
use crate::vocabulary::{Action, Arc, Difficulty, Size};

/// An upgrade of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UpgradeFacts {
    /// Its id, as in squad files (XWS).
    pub id: String,
    /// Its name, as printed; several upgrades can share one.
    pub name: String,
    /// Limited to so many; 0 is no limit.
    pub limited: u8,
    /// The slots that it takes.
    pub slots: Vec<Slot>,
    /// The needs of a ship that is to be equipped with it: of each inner list, one is enough.
    pub needs: Vec<Vec<Demand>>,
    /// All ships of that type in a squad are equipped with it, or none.
    pub standardized: bool,
    /// No other solitary upgrade of its kind may be in the squad.
    pub solitary: bool,
    /// Slots that it adds to the ship.
    pub more: Vec<Slot>,
    /// Slots that it takes away from the ship.
    pub fewer: Vec<Slot>,
    /// Actions that it adds to the action bar.
    pub actions: Vec<BarAction>,
    /// Sides of the Force that it adds.
    pub sides: Sides,
    /// The number of charges, 0 if it has none, and whether one recovers in every End Phase.
    pub charges: (u8, bool),
}

/// Something that a ship needs to be equipped with an upgrade.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Demand {
    /// This faction of its pilot.
    Faction(Faction),
    /// This ship type, by id.
    Ship(String),
    /// The size of its base; none is huge.
    Size(Option<Size>),
    /// This printed agility of its ship.
    Agility(u8),
    /// An action on its action bar, and how hard that is, if it matters.
    Action(Action, Option<Difficulty>),
    /// A keyword of its pilot.
    Keyword(String),
    /// A ship ability of this name.
    Ability(String),
    /// A card of this name anywhere in the squad.
    With(String),
    /// A limited pilot, or one that is not.
    Limited(bool),
    /// One of these sides of the Force.
    Force(Sides),
    /// An arc of its primary weapons.
    Arc(Arc),
    /// An upgrade that takes this slot.
    Equipped(Slot),
}

impl UpgradeFacts {
    /// Reads a table: a line of headings, then comma-separated fields without quotes.
    ///
    /// # Errors
    /// The line that is wrong and what was expected.
    pub fn parse(text: &str) -> Result<Vec<Self>, Wrong> {
        table(text, 7, Self::row, |upgrade| upgrade.id.clone())
    }

    fn row(fields: &[&str]) -> Result<Self, String> {
        let mut upgrade = Self {
            id: fields[0].into(),
            name: fields[1].into(),
            limited: number(fields[2])?,
            slots: parts(fields[3]).map(Slot::read).collect::<Result<_, _>>()?,
            needs: Vec::new(),
            standardized: false,
            solitary: false,
            more: Vec::new(),
            fewer: Vec::new(),
            actions: Vec::new(),
            sides: Sides::default(),
            charges: charges(fields[6])?,
        };
        if upgrade.slots.is_empty() {
            return Err("expected a slot".to_owned());
        }
        for need in parts(fields[4]) {
            match need {
                "standardized" => upgrade.standardized = true,
                "solitary" => upgrade.solitary = true,
                _ => {
                    let any = need.split('/').map(Demand::read);
                    upgrade.needs.push(any.collect::<Result<_, _>>()?);
                }
            }
        }
        for part in parts(fields[5]) {
            if let Some(slot) = part.strip_prefix('+') {
                upgrade.more.push(Slot::read(slot)?);
            } else if let Some(slot) = part.strip_prefix('-') {
                upgrade.fewer.push(Slot::read(slot)?);
            } else if let Some(action) = part.strip_prefix("action=") {
                upgrade.actions.push(BarAction::read(action)?);
            } else if let Some(side) = part.strip_prefix("force=") {
                upgrade.sides.add(side)?;
            } else {
                return Err(format!("expected +slot, -slot, action= or force=, found {part:?}"));
            }
        }
        Ok(upgrade)
    }

    /// Tells whether it belongs to huge ships alone, by its slots or by its needs.
    #[must_use]
    pub fn is_huge(&self) -> bool {
        let huge = [Slot::Cargo, Slot::Command, Slot::Hardpoint, Slot::Team];
        self.slots.iter().all(|slot| huge.contains(slot))
            || self.needs.iter().any(|any| any[..] == [Demand::Size(None)])
    }
}

impl Demand {
    fn read(text: &str) -> Result<Self, String> {
        let (key, value) = text.split_once('=').unwrap_or((text, ""));
        Ok(match key {
            "faction" => Self::Faction(Faction::read(value)?),
            "ship" => Self::Ship(value.to_owned()),
            "size" => Self::Size(size(value)?),
            "agility" => Self::Agility(number(value)?),
            "action" => {
                let (action, difficulty) = hard(value)?;
                Self::Action(action, difficulty)
            }
            "keyword" => Self::Keyword(value.to_owned()),
            "ability" => Self::Ability(value.to_owned()),
            "with" => Self::With(value.to_owned()),
            "limited" => Self::Limited(true),
            "nonlimited" => Self::Limited(false),
            "force" => {
                let mut sides = Sides::default();
                sides.add(value)?;
                Self::Force(sides)
            }
            "arc" => Self::Arc(arc(value)?),
            "equipped" => Self::Equipped(Slot::read(value)?),
            _ => return Err(format!("expected a restriction, found {text:?}")),
        })
    }
}

impl fmt::Display for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Faction(faction) => write!(f, "{faction}"),
            Self::Ship(id) => f.write_str(id),
            Self::Size(Some(Size::Small)) => f.write_str("small ships"),
            Self::Size(Some(Size::Medium)) => f.write_str("medium ships"),
            Self::Size(Some(Size::Large)) => f.write_str("large ships"),
            Self::Size(None) => f.write_str("huge ships"),
            Self::Agility(agility) => write!(f, "ships of agility {agility}"),
            Self::Action(action, difficulty) => {
                let hard = match difficulty {
                    Some(Difficulty::White) => "white ",
                    Some(Difficulty::Red) => "red ",
                    Some(Difficulty::Purple) => "purple ",
                    Some(Difficulty::Blue) | None => "",
                };
                write!(f, "ships with a {hard}{} action", action.name())
            }
            Self::Keyword(word) => write!(f, "{word} ships"),
            Self::Ability(name) => write!(f, "ships with {name}"),
            Self::With(name) => write!(f, "squads with {name}"),
            Self::Limited(true) => f.write_str("limited pilots"),
            Self::Limited(false) => f.write_str("pilots that are not limited"),
            Self::Force(Sides { dark: true, .. }) => f.write_str("the dark side"),
            Self::Force(_) => f.write_str("the light side"),
            Self::Arc(arc) => {
                write!(f, "ships with a primary weapon of the {} arc", arc_name(*arc))
            }
            Self::Equipped(slot) => write!(f, "ships with a {} upgrade", slot.name()),
        }
    }
}

const fn arc_name(arc: Arc) -> &'static str {
    match arc {
        Arc::Front => "front",
        Arc::Left => "left",
        Arc::Right => "right",
        Arc::Rear => "rear",
        Arc::FullFront => "full front",
        Arc::FullRear => "full rear",
        Arc::Bullseye => "bullseye",
        Arc::Turret => "single turret",
        Arc::DoubleTurret => "double turret",
        Arc::Ends => "front and rear",
        Arc::Firing => "firing",
    }
}
