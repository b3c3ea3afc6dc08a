//! Squads: files as squad builders write them (XWS), and lists of names as text.
//!
//! ```json
//! {
//!     "faction": "rebelalliance",
//!     "pilots": [
//!         { "id": "jakefarrell", "ship": "rz1awing", "upgrades": { "talent": ["crackshot"] } }
//!     ],
//!     "obstacles": ["coreasteroid5", "core2asteroid5", "core2asteroid4"]
//! }
//! ```
//!
//! Of other fields `name`, `points` and `version` are read; the rest is passed over. The same as text:
//!
//! ```text
//! Jake Farrell (34)
//!     Crack Shot (3)
//! ```
//!
//! `xws` and `list` read what a file says into a `draft`, `check` finds out whether it is a legal squad
//! by the [facts](crate::facts), `report` says so, and `random` makes some.

mod check;
mod draft;
mod list;
mod random;
mod report;
mod xws;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use cardmill_harness::plain::plain;
use serde_json::{Map, Value, json};

use crate::catalogue::Catalogue;
use crate::facts::{Faction, Facts, List};
use draft::Draft;
pub use draft::Note;
pub use random::RandomSquads;
pub use report::{FlownReport, Report};

/// The most points of a squad.
pub const MOST_POINTS: u16 = 200;
/// The most ships of a squad: a table has room for no more.
pub const MOST_SHIPS: usize = 8;
/// The most bytes of a squad file.
pub const MAX_BYTES: u64 = 16 << 20;
/// The most problems of a squad that are told one by one.
pub const MAX_PROBLEMS: usize = 10;

/// A legal squad, which its player enters a game with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squad {
    /// The name in the file, otherwise the file's name without its extension; [`plain`](plain()).
    pub name: String,
    /// The faction of all its ships.
    pub faction: Faction,
    /// Its ships, in the order of the file.
    pub ships: Vec<Craft>,
    /// The obstacles that its player brings, by their ids.
    pub obstacles: [String; 3],
}

/// A ship of a squad. Cards are places in [`Facts`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Craft {
    /// The pilot, by its place in [`Facts::pilots`].
    pub pilot: u16,
    /// The upgrades, in the order of the file.
    pub upgrades: Vec<u16>,
}

impl Squad {
    /// Its squad points by a list; `None` where a price is not known.
    ///
    /// # Panics
    /// If it has cards that are not there.
    #[must_use]
    pub fn points(&self, facts: &Facts, list: List) -> Option<u16> {
        self.ships.iter().map(|craft| craft.points(facts, list)).sum()
    }

    /// The ids of its cards: each pilot, then its upgrades.
    ///
    /// # Panics
    /// If it has cards that are not there.
    #[must_use]
    pub fn cards<'f>(&self, facts: &'f Facts) -> Vec<&'f str> {
        let pilot = |craft: &Craft| facts.pilots[usize::from(craft.pilot)].id.as_str();
        let upgrade = |&upgrade: &u16| facts.upgrades[usize::from(upgrade)].id.as_str();
        let cards =
            |craft| core::iter::once(pilot(craft)).chain(craft.upgrades.iter().map(upgrade));
        self.ships.iter().flat_map(cards).collect()
    }

    /// The same with another card at a place of [`cards`](Self::cards).
    ///
    /// # Errors
    /// All that is wrong, line by line: there is no such card, or it would be no legal squad.
    pub fn with(&self, facts: &Facts, place: usize, id: &str) -> Result<Self, Vec<String>> {
        let mut squad = self.clone();
        let mut rest = place;
        for craft in &mut squad.ships {
            let no = |what| vec![format!("expected {what}, found {id:?}")];
            if rest == 0 {
                craft.pilot = facts.pilot(id).ok_or_else(|| no("a pilot"))?;
                break;
            }
            if let Some(upgrade) = craft.upgrades.get_mut(rest - 1) {
                *upgrade = facts.upgrade(id).ok_or_else(|| no("an upgrade"))?;
                break;
            }
            rest -= 1 + craft.upgrades.len();
        }
        let wrong = squad.wrong(facts, List::default());
        if wrong.is_empty() { Ok(squad) } else { Err(wrong) }
    }

    /// The same without the card at a place of [`cards`](Self::cards): without an upgrade, or without a ship
    /// and its upgrades. `None` where that would be no legal squad.
    #[must_use]
    pub fn without(&self, facts: &Facts, place: usize) -> Option<Self> {
        let mut squad = self.clone();
        let mut rest = place;
        for (at, craft) in squad.ships.iter_mut().enumerate() {
            if rest == 0 {
                squad.ships.remove(at);
                break;
            }
            if rest <= craft.upgrades.len() {
                craft.upgrades.remove(rest - 1);
                break;
            }
            rest -= 1 + craft.upgrades.len();
        }
        let legal = !squad.ships.is_empty() && squad.wrong(facts, List::default()).is_empty();
        legal.then_some(squad)
    }

    /// All that makes it no legal squad by a list, a line for each problem.
    ///
    /// # Panics
    /// If it has cards that are not there.
    #[must_use]
    pub fn wrong(&self, facts: &Facts, list: List) -> Vec<String> {
        let mut draft = Draft::of(self, facts);
        check::check(&mut draft, facts, list);
        draft.notes.problems.iter().map(ToString::to_string).collect()
    }

    /// A file for it, in the format of squad builders (XWS).
    ///
    /// # Panics
    /// If it has cards that are not there.
    #[must_use]
    pub fn written(&self, facts: &Facts) -> Value {
        let craft = |craft: &Craft| {
            let pilot = &facts.pilots[usize::from(craft.pilot)];
            let mut upgrades = Map::new();
            for &upgrade in &craft.upgrades {
                let upgrade = &facts.upgrades[usize::from(upgrade)];
                let ids = upgrades.entry(upgrade.slots[0].key()).or_insert_with(|| json!([]));
                ids.as_array_mut().expect("it was made a list").push(json!(upgrade.id));
            }
            json!({"id": pilot.id, "ship": pilot.ship, "upgrades": upgrades})
        };
        json!({
            "name": self.name,
            "faction": self.faction.id(),
            "pilots": self.ships.iter().map(craft).collect::<Vec<_>>(),
            "obstacles": self.obstacles,
        })
    }
}

impl Craft {
    /// The squad points of the ship with its upgrades by a list; `None` where a price is not known.
    ///
    /// # Panics
    /// If it has cards that are not there.
    #[must_use]
    pub fn points(&self, facts: &Facts, list: List) -> Option<u16> {
        let pilot = facts.pilot_points(list, self.pilot);
        let upgrade = |&upgrade: &u16| facts.upgrade_points(list, upgrade, self.pilot);
        core::iter::once(pilot).chain(self.upgrades.iter().map(upgrade)).sum()
    }
}

/// The text of a squad file.
///
/// # Errors
/// When it cannot be read, is larger than [`MAX_BYTES`] or is not UTF-8.
pub fn text_of(path: &Path) -> Result<String, String> {
    let failed = |error: io::Error| format!("expected something readable: {error}");
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("expected a squad, found more than {} MiB", MAX_BYTES >> 20));
    }
    String::from_utf8(bytes).map_err(|_| "expected text in UTF-8".to_owned())
}

/// The text of the squad of this name that comes with the cards.
#[must_use]
pub fn ready<'c>(name: &Path, catalogue: &'c Catalogue) -> Option<&'c str> {
    let named = |(known, _): &&(String, String)| name.as_os_str().eq_ignore_ascii_case(known);
    catalogue.squads().iter().find(named).map(|(_, text)| text.as_str())
}

/// Tells whether a text is a squad file as squad builders write them, or several in one.
#[must_use]
pub fn is_xws(text: &str) -> bool {
    let squad = |value: &Value| value.get("pilots").is_some_and(Value::is_array);
    let text = text.trim_start_matches('\u{feff}');
    let file: Option<Value> = text.contains("\"pilots\"").then(|| text.parse().ok()).flatten();
    file.is_some_and(|file| match &file {
        Value::Array(squads) => squads.first().is_some_and(squad),
        _ => squad(&file) || xws::inner(&file).is_some(),
    })
}

/// The squads that a file says, before anybody asks whether they are legal.
fn drafts(text: &str, facts: &Facts) -> Vec<Draft> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['{', '[']) {
        xws::drafts(text, facts)
    } else {
        vec![list::draft(text, facts)]
    }
}

/// The name of a squad of a file.
fn name_of(draft: &Draft, path: &Path) -> String {
    let name = draft.name.as_deref().map(plain).filter(|name| !name.is_empty());
    name.unwrap_or_else(|| plain(&path.file_stem().unwrap_or_default().to_string_lossy()))
}
