//! Reports on squad files: legal or not, what is wrong, what it costs.

use std::path::Path;

use cardmill_harness::plain::plain;
use cardmill_harness::play::EntryError;
use serde::Serialize;

use super::check::check;
use super::draft::{Draft, Flown, Note, Notes};
use super::{Craft, MAX_PROBLEMS, Squad, drafts, name_of, text_of};
use crate::catalogue::Catalogue;
use crate::facts::{Faction, Facts, List, STANDARD_OBSTACLES};
use crate::vocabulary::Kind;

/// A report on a squad of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The file, as it was given.
    pub file: String,
    /// The name of the squad.
    pub name: String,
    /// The id of its faction.
    pub faction: Option<&'static str>,
    /// It can be entered in a game by the points that were asked for.
    pub legal: bool,
    /// All of its cards are played.
    pub playable: bool,
    /// The name of the list of points that it was judged by.
    pub list: String,
    /// Its squad points; `None` unless every price is known.
    pub points: Option<u16>,
    /// Its ships, with their upgrades.
    pub ships: Vec<FlownReport>,
    /// The obstacles that it brings.
    pub obstacles: Vec<String>,
    /// The problems that make it not legal: the first [`MAX_PROBLEMS`].
    pub problems: Vec<Note>,
    /// The number of further problems, which are left out.
    pub more: usize,
    /// Warnings: oddities that do not stop it from being legal.
    pub warnings: Vec<Note>,
    /// Cards that are legal and not played yet.
    pub unplayed: Vec<Note>,
    /// The squad, if it is legal.
    #[serde(skip)]
    pub squad: Option<Squad>,
}

/// A ship of it, and a card of a ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FlownReport {
    /// The id of the card.
    pub id: String,
    /// The name of the card, as printed.
    pub name: String,
    /// Its squad points, of a ship without its upgrades; `None` if the price is not known.
    pub points: Option<u16>,
    /// The upgrades of a ship.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub upgrades: Vec<FlownReport>,
}

impl Report {
    /// The reports on the squads of a file.
    #[must_use]
    pub fn of_file(path: &Path, catalogue: &Catalogue, list: List) -> Vec<Self> {
        match text_of(path) {
            Ok(text) => Self::of(&text, path, catalogue, list),
            Err(expected) => vec![Self::new(Draft::bad("file", expected), path, catalogue, list)],
        }
    }

    /// The reports on the squads that a text says; the path gives names.
    #[must_use]
    pub fn of(text: &str, path: &Path, catalogue: &Catalogue, list: List) -> Vec<Self> {
        let drafts = drafts(text, catalogue.facts()).into_iter();
        drafts.map(|draft| Self::new(draft, path, catalogue, list)).collect()
    }

    fn new(mut draft: Draft, path: &Path, catalogue: &Catalogue, list: List) -> Self {
        let facts = catalogue.facts();
        if draft.faction.is_none() && !draft.unread {
            draft.faction = shared(&mut draft.notes, &draft.ships, facts);
        }
        check(&mut draft, facts, list);
        let name = name_of(&draft, path);
        let squad = squad(&draft, &name);
        let Notes { mut problems, warnings } = draft.notes;
        let more = problems.len().saturating_sub(MAX_PROBLEMS);
        problems.truncate(MAX_PROBLEMS);
        let ships: Vec<_> = draft.ships.iter().map(|ship| flown(ship, facts, list)).collect();
        let all = ships.iter().flat_map(|ship| core::iter::once(ship).chain(&ship.upgrades));
        let unplayed = unplayed(&draft.ships, catalogue);
        Self {
            file: plain(&path.to_string_lossy()),
            faction: draft.faction.map(Faction::id),
            legal: squad.is_some(),
            playable: squad.is_some() && unplayed.is_empty(),
            list: facts.points.named(list),
            points: all.map(|card| card.points).sum::<Option<u16>>().filter(|_| !draft.unread),
            obstacles: squad.as_ref().map(|squad| squad.obstacles.to_vec()).unwrap_or_default(),
            name,
            ships,
            problems,
            more,
            warnings,
            unplayed,
            squad,
        }
    }

    /// The squad.
    ///
    /// # Errors
    /// When it is not legal, or has cards that are not played yet.
    pub fn entered(mut self) -> Result<Squad, EntryError> {
        let squad = self.squad.take().filter(|_| self.playable);
        squad.ok_or_else(|| {
            let unplayed = self.unplayed.iter().map(ToString::to_string);
            let lines = self.lines().into_iter().chain(unplayed).collect();
            EntryError { file: self.file, lines }
        })
    }

    /// The problems, a line each, and a last line if there are more.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let more = (self.more > 0).then(|| format!("and {} more problems", self.more));
        self.problems.iter().map(ToString::to_string).chain(more).collect()
    }

    /// All of it, for people.
    #[must_use]
    pub fn text(&self) -> String {
        let state = match (self.legal, self.playable) {
            (true, true) => "legal",
            (true, false) => "legal, with cards that are not played yet",
            (false, _) => "not legal",
        };
        let mut text = format!("{}: {state}\n", self.file);
        let mut line = |what: String| text.push_str(&format!("  {what}\n"));
        let points = |points: Option<u16>| points.map_or("?".to_owned(), |of| of.to_string());
        if !self.ships.is_empty() {
            let faction = self.faction.unwrap_or("no faction");
            let sum = points(self.points);
            line(format!("{}, {faction}, {sum} points by the {}", self.name, self.list));
        }
        for ship in &self.ships {
            let cards =
                ship.upgrades.iter().map(|card| format!("{} {}", card.name, points(card.points)));
            let cards: Vec<String> = cards.collect();
            let own = points(ship.points);
            let with =
                if cards.is_empty() { String::new() } else { format!(": {}", cards.join(", ")) };
            line(format!("{} {own}{with}", ship.name));
        }
        self.lines().into_iter().for_each(&mut line);
        self.warnings.iter().for_each(|note| line(format!("warning: {note}")));
        self.unplayed.iter().for_each(|note| line(note.to_string()));
        text
    }
}

/// The faction of all ships, where the file says none.
fn shared(notes: &mut Notes, ships: &[Flown], facts: &Facts) -> Option<Faction> {
    let of = |ship: &Flown| facts.pilots[usize::from(ship.pilot)].faction;
    let faction = ships.first().map(of)?;
    notes.warning("faction", format!("left out; read as {faction}"));
    Some(faction)
}

/// The squad, if there is nothing wrong with it.
fn squad(draft: &Draft, name: &str) -> Option<Squad> {
    let legal = draft.notes.problems.is_empty() && !draft.unread;
    let craft = |ship: &Flown| Craft {
        pilot: ship.pilot,
        upgrades: ship.upgrades.iter().map(|fitted| fitted.upgrade).collect(),
    };
    legal.then_some(())?;
    Some(Squad {
        name: name.to_owned(),
        faction: draft.faction?,
        ships: draft.ships.iter().map(craft).collect(),
        obstacles: match &draft.obstacles {
            Some(given) => given.clone().try_into().ok()?,
            None => STANDARD_OBSTACLES.map(str::to_owned),
        },
    })
}

fn flown(ship: &Flown, facts: &Facts, list: List) -> FlownReport {
    let pilot = &facts.pilots[usize::from(ship.pilot)];
    let upgrades = ship.upgrades.iter().map(|fitted| {
        let upgrade = &facts.upgrades[usize::from(fitted.upgrade)];
        FlownReport {
            id: upgrade.id.clone(),
            name: upgrade.name.clone(),
            points: facts.upgrade_points(list, fitted.upgrade, ship.pilot),
            upgrades: Vec::new(),
        }
    });
    FlownReport {
        id: pilot.id.clone(),
        name: pilot.name.clone(),
        points: facts.pilot_points(list, ship.pilot),
        upgrades: upgrades.collect(),
    }
}

/// The cards of ships that are known and not played yet: each once.
fn unplayed(ships: &[Flown], catalogue: &Catalogue) -> Vec<Note> {
    let facts = catalogue.facts();
    let mut unplayed: Vec<Note> = Vec::new();
    let mut note = |place: String, name: &str, id: &str| {
        let says = format!("{name} ({id}) is known, but not played yet; cards list shows what is");
        if unplayed.iter().all(|note| note.says != says) {
            unplayed.push(Note { place, says });
        }
    };
    for ship in ships {
        let pilot = &facts.pilots[usize::from(ship.pilot)];
        if !catalogue.plays(&pilot.id, |kind| matches!(kind, Kind::Pilot { .. })) {
            note(ship.pilot_place(), &pilot.name, &pilot.id);
        }
        for fitted in &ship.upgrades {
            let upgrade = &facts.upgrades[usize::from(fitted.upgrade)];
            if !catalogue.plays(&upgrade.id, |kind| matches!(kind, Kind::Upgrade(_))) {
                note(fitted.place.clone(), &upgrade.name, &upgrade.id);
            }
        }
    }
    unplayed
}
