//! Squads as text: a name a line, as squad builders show them to be copied.
//!
//! ```text
//! Jake Farrell (34)            (34) Jake Farrell [RZ-1 A-wing]
//!     Crack Shot (3)           (3) Crack Shot
//! Total: 37                    Points: 37
//! ```

use cardmill_harness::plain::quoted;
use cardmill_harness::spelling::{folded, nearest};

use super::draft::{Draft, Fitted, Flown};
use crate::facts::{Demand, Faction, Facts, List, Slot};

/// A line that names a card.
struct Line<'t> {
    /// The number of the line, from 1.
    number: usize,
    /// It is set in, or begins with a mark.
    inset: bool,
    name: &'t str,
    points: Option<u16>,
    /// The ship type in brackets.
    ship: Option<&'t str>,
    pilots: Vec<u16>,
    upgrades: Vec<u16>,
}

/// Lines that name no card.
const SUMS: [&str; 8] =
    ["total", "ship total", "points", "half points", "squad total", "threshold", "view in", "http"];

/// Reads a text list of ships and upgrades by name, a draft with notes on what could not be read.
pub(super) fn draft(text: &str, facts: &Facts) -> Draft {
    let mut draft = Draft::default();
    let mut lines = Vec::new();
    for (number, text) in (1..).zip(text.lines()) {
        read(number, text, facts, &mut draft, &mut lines);
    }
    // Where ship types are in brackets, what has none is no ship.
    if lines.iter().any(|line: &Line<'_>| line.ship.is_some()) {
        lines.iter_mut().for_each(|line| line.inset = true);
    }
    if lines.is_empty() {
        let says =
            "expected an XWS squad (faction, pilots) or a list of ships and upgrades by name";
        return Draft::bad("file", says);
    }
    let Some(faction) = draft.faction.or_else(|| shared(&lines, facts)) else {
        return Draft::bad("file", "expected ships of one faction, found none that has them all");
    };
    draft.faction = Some(faction);
    for line in &lines {
        place(line, faction, facts, &mut draft);
    }
    draft
}

/// Reads a line: of several cards, if it has plus signs.
fn read<'t>(
    number: usize,
    text: &'t str,
    facts: &Facts,
    draft: &mut Draft,
    lines: &mut Vec<Line<'t>>,
) {
    let inset = text.starts_with([' ', '\t', '-', '\u{2022}', '+']);
    let marks = |c: char| c.is_whitespace() || ['-', '*', '_', '\u{2022}', '+', '#'].contains(&c);
    let bare = text.trim_matches(marks);
    let lower = bare.to_lowercase();
    if bare.is_empty() || SUMS.iter().any(|sum| lower.starts_with(sum)) {
        return;
    }
    if let Ok(faction) = Faction::read(&folded(bare)) {
        draft.faction = Some(faction);
        return;
    }
    for (n, part) in bare.split(" + ").enumerate() {
        let (name, points, ship) = parted(part.trim_matches(marks));
        let wanted = folded(name);
        let pilots = (0..).zip(&facts.pilots).filter(|(_, of)| named(&wanted, &of.name, &of.id));
        let upgrades =
            (0..).zip(&facts.upgrades).filter(|(_, of)| named(&wanted, &of.name, &of.id));
        let line = Line {
            number,
            inset: inset || n > 0,
            name,
            points,
            ship,
            pilots: pilots.map(|(place, _)| place).collect(),
            upgrades: upgrades.map(|(place, _)| place).collect(),
        };
        if !line.pilots.is_empty() || !line.upgrades.is_empty() {
            lines.push(line);
        } else if lines.is_empty() && draft.name.is_none() && points.is_none() {
            draft.name = Some(name.to_owned());
        } else {
            draft.unread = true;
            let pilots = facts.pilots.iter().map(|pilot| pilot.id.as_str());
            let known: Vec<&str> =
                pilots.chain(facts.upgrades.iter().map(|of| of.id.as_str())).collect();
            let hint = nearest(name, &known).map(|near| format!("; {near}?")).unwrap_or_default();
            let says = format!("no pilot or upgrade, found {}{hint}", quoted(name));
            draft
                .notes
                .problem(format!("line {number}"), format!("{says}; expected English names"));
        }
    }
}

/// Tells whether a card has this name or id, both [`folded`].
fn named(wanted: &str, name: &str, id: &str) -> bool {
    folded(name) == wanted || folded(id) == wanted
}

/// A name, its points in round brackets before or behind it, and the ship type in square ones.
fn parted(text: &str) -> (&str, Option<u16>, Option<&str>) {
    let mut name = text.trim();
    let (mut points, mut ship) = (None, None);
    if let Some((before, rest)) = name.strip_prefix('(').and_then(|rest| rest.split_once(')'))
        && let Ok(number) = before.trim().parse()
    {
        (points, name) = (Some(number), rest.trim());
    }
    while let Some((rest, last)) =
        name.strip_suffix([')', ']']).and_then(|of| of.rsplit_once(['(', '[']))
    {
        match last.trim().parse() {
            Ok(number) => points = Some(number),
            Err(_) if name.ends_with(']') => ship = Some(last.trim()),
            // Some cards have brackets in their names.
            Err(_) => break,
        }
        name = rest.trim();
    }
    (name, points, ship)
}

impl Line<'_> {
    fn is_pilot(&self) -> bool {
        !self.pilots.is_empty() && (!self.inset || self.ship.is_some() || self.upgrades.is_empty())
    }
}

/// The only faction that has all the pilots.
fn shared(lines: &[Line<'_>], facts: &Facts) -> Option<Faction> {
    let of = |place: &u16| facts.pilots[usize::from(*place)].faction;
    let has = |faction: &Faction| {
        let mut pilots = lines.iter().filter(|line| line.is_pilot());
        pilots.all(|line| line.pilots.iter().any(|place| of(place) == *faction))
    };
    let mut factions = Faction::ALL.into_iter().filter(has);
    let first = factions.next()?;
    let fits = |faction: Faction| {
        let upgrades = lines.iter().filter(|line| !line.is_pilot());
        upgrades.filter(|line| line.upgrades.iter().any(|&of| allows(of, faction, facts))).count()
    };
    // Of several, the one whose upgrades these are.
    let mut best = (fits(first), first);
    for other in factions {
        if fits(other) > best.0 {
            best = (fits(other), other);
        }
    }
    Some(best.1)
}

/// Tells whether a faction can have an upgrade, whatever else the upgrade needs.
fn allows(upgrade: u16, faction: Faction, facts: &Facts) -> bool {
    let needs = &facts.upgrades[usize::from(upgrade)].needs;
    let is_faction = |demand: &Demand| matches!(demand, Demand::Faction(_));
    let mut factions = needs.iter().filter(|any| any.iter().all(is_faction));
    factions.all(|any| any.contains(&Demand::Faction(faction)))
}

/// Adds the card of a line.
fn place(line: &Line<'_>, faction: Faction, facts: &Facts, draft: &mut Draft) {
    let place = format!("line {}", line.number);
    let list = List::default();
    let ids = |all: &[&str]| all.join(" or ");
    if line.is_pilot() {
        let at = |of: u16| &facts.pilots[usize::from(of)];
        let mut found: Vec<u16> = line.pilots.clone();
        narrow(&mut found, |of| at(of).faction == faction);
        narrow(&mut found, |of| {
            let sheet = facts.sheet(of);
            line.ship.is_none_or(|ship| named(&folded(ship), &sheet.name, &sheet.id))
        });
        narrow(&mut found, |of| {
            line.points.is_some() && facts.pilot_points(list, of) == line.points
        });
        match found[..] {
            [pilot] => draft.ships.push(Flown { place, pilot, upgrades: Vec::new() }),
            _ => {
                draft.unread = true;
                let ids = ids(&found.iter().map(|of| at(*of).id.as_str()).collect::<Vec<_>>());
                let says = format!("several pilots are called {}: {ids}", quoted(line.name));
                draft.notes.problem(place, says);
            }
        }
        return;
    }
    let at = |of: u16| &facts.upgrades[usize::from(of)];
    let Some(ship) = draft.ships.last_mut() else {
        draft.unread = true;
        let says = format!("expected a pilot before the upgrade {}", quoted(line.name));
        return draft.notes.problem(place, says);
    };
    let pilot = &facts.pilots[usize::from(ship.pilot)];
    let has = |slot: &Slot| pilot.slots.iter().any(|have| have.holds(*slot));
    let mut found = line.upgrades.clone();
    narrow(&mut found, |of| allows(of, faction, facts));
    narrow(&mut found, |of| at(of).slots.iter().all(has));
    narrow(&mut found, |of| facts.upgrade_points(list, of, ship.pilot) == line.points);
    match found[..] {
        [upgrade] => ship.upgrades.push(Fitted { place, upgrade }),
        _ => {
            draft.unread = true;
            let ids = ids(&found.iter().map(|of| at(*of).id.as_str()).collect::<Vec<_>>());
            let says = format!("several upgrades are called {}: {ids}", quoted(line.name));
            draft.notes.problem(place, says);
        }
    }
}

/// Keeps those that fit, if there are any.
fn narrow(found: &mut Vec<u16>, fits: impl Fn(u16) -> bool) {
    let fitting: Vec<u16> = found.iter().copied().filter(|of| fits(*of)).collect();
    if !fitting.is_empty() {
        *found = fitting;
    }
}
