//! Squads as squad builders write them: XWS, the X-Wing Squadron format.

use cardmill_harness::plain::{plain, quoted, shortened};
use cardmill_harness::spelling::{folded, nearest};
use cardmill_harness::strict::{self, kind};
use serde_json::{Map, Value};

use super::draft::{Draft, Fitted, Flown, Notes};
use crate::facts::{Faction, Facts, PilotFacts};

/// Names of the field that holds a squad, where the squad is not the file itself.
const AROUND: [&str; 4] = ["squad", "data", "list", "xws"];

/// Keys of slots by which some builders list the content of a weapon hardpoint.
const HARDPOINTS: [&str; 3] = ["hardpointcannon", "hardpointmissile", "hardpointtorpedo"];

/// The squads that a file says.
pub(super) fn drafts(text: &str, facts: &Facts) -> Vec<Draft> {
    let file = match strict::read(text) {
        Ok(file) => file,
        Err(error) => {
            let place = format!("line {}, column {}", error.line, error.column);
            return vec![Draft::bad(place, format!("expected JSON: {}", error.reason))];
        }
    };
    let several = match &file {
        Value::Array(squads) => Some(squads),
        _ => file.get("squads").and_then(Value::as_array),
    };
    match (several, &file) {
        (Some(squads), _) if squads.is_empty() => {
            vec![Draft::bad("file", "expected a squad, found an empty list")]
        }
        (Some(squads), _) => squads.iter().map(|squad| of_value(squad, facts)).collect(),
        (None, Value::Object(object)) if !object.contains_key("pilots") => match inner(&file) {
            Some((around, squad)) => {
                let mut draft = of_value(squad, facts);
                draft.notes.warning(around, "the squad is one level down; read there");
                vec![draft]
            }
            None => vec![of_value(&file, facts)],
        },
        _ => vec![of_value(&file, facts)],
    }
}

/// A squad one level down, and what the field is called.
pub(super) fn inner(file: &Value) -> Option<(&'static str, &Value)> {
    let squad = |field: &&str| file.get(*field).is_some_and(|value| value.get("pilots").is_some());
    let field = AROUND.into_iter().find(squad)?;
    Some((field, &file[field]))
}

fn of_value(value: &Value, facts: &Facts) -> Draft {
    match value {
        Value::Object(squad) => of_object(squad, facts),
        other => Draft::bad("file", format!("expected an XWS squad, found {}", kind(other))),
    }
}

fn of_object(squad: &Map<String, Value>, facts: &Facts) -> Draft {
    if let Some((place, says)) = foreign(squad) {
        return Draft::bad(place, says);
    }
    let name = squad.get("name").and_then(Value::as_str).map(str::to_owned);
    let mut draft = Draft { name, ..Draft::default() };
    let Some(pilots) = squad.get("pilots").and_then(Value::as_array) else {
        let found = squad.get("pilots").map_or("nothing", kind);
        return Draft::bad("pilots", format!("expected a list of ships, found {found}"));
    };
    draft.faction = faction(squad, &mut draft.notes, &mut draft.unread);
    draft.points = points(squad, &mut draft.notes);
    draft.obstacles = obstacles(squad, &mut draft.notes);
    for (n, value) in pilots.iter().enumerate() {
        let place = format!("pilots[{n}]");
        let flown = match value {
            Value::Object(ship) => flown(ship, place, facts, &mut draft),
            other => {
                draft.notes.problem(place, format!("expected a ship, found {}", kind(other)));
                None
            }
        };
        draft.unread |= flown.is_none();
        draft.ships.extend(flown);
    }
    draft
}

/// The place and the words of a note on a file that is known to be no squad of this edition.
fn foreign(squad: &Map<String, Value>) -> Option<(&'static str, String)> {
    let has = |field: &str| squad.contains_key(field);
    if !has("pilots") {
        let found = match () {
            () if has("leader") && has("base") => "a deck of Star Wars: Unlimited (leader, base)",
            () => "neither",
        };
        let expected = format!("expected an XWS squad (faction, pilots), found {found}");
        return Some(("file", expected));
    }
    if let Some(Value::String(version)) = squad.get("version")
        && version.starts_with("1.")
    {
        let version = quoted(version);
        return Some(("version", format!("cards of the first edition, {version}; expected 2.x")));
    }
    let ships = squad.get("pilots").and_then(Value::as_array);
    let loadout = |ship: &Value| ship.get("loadout").is_some();
    if has("loadout") || ships.is_some_and(|ships| ships.iter().any(loadout)) {
        let expected = "loadout values: edition 2.5; expected 2.0, squads of 200 points";
        return Some(("pilots", expected.to_owned()));
    }
    None
}

fn faction(squad: &Map<String, Value>, notes: &mut Notes, unread: &mut bool) -> Option<Faction> {
    let known = Faction::ALL.map(Faction::id);
    match squad.get("faction") {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => {
            let faction = Faction::read(&folded(text)).ok();
            if faction.is_none() {
                *unread = true;
                let first =
                    ["rebel", "imperial", "empire", "scum"].contains(&folded(text).as_str());
                let hint = match nearest(text, &known) {
                    _ if first => "; that is how the first edition is written".to_owned(),
                    Some(near) => format!("; {near}?"),
                    None => String::new(),
                };
                let all = known.join(", ");
                notes.problem("faction", format!("expected {all}; found {}{hint}", quoted(text)));
            }
            faction
        }
        Some(other) => {
            *unread = true;
            notes.problem("faction", format!("expected a text, found {}", kind(other)));
            None
        }
    }
}

/// The squad points that the file says; `None` if it says none. A text is read with a warning.
fn points(squad: &Map<String, Value>, notes: &mut Notes) -> Option<u64> {
    match squad.get("points") {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => {
            let points = text.trim().parse().ok();
            let says = match points {
                Some(points) => format!("a text, read as {points}"),
                None => format!("expected a number, found {}; not read", quoted(text)),
            };
            notes.warning("points", says);
            points
        }
        Some(other) => other.as_u64(),
    }
}

fn obstacles(squad: &Map<String, Value>, notes: &mut Notes) -> Option<Vec<String>> {
    match squad.get("obstacles") {
        None | Some(Value::Null) => None,
        Some(Value::Array(list)) if list.is_empty() => None,
        Some(Value::Array(list)) if list.iter().all(Value::is_string) => {
            Some(list.iter().filter_map(Value::as_str).map(str::to_owned).collect())
        }
        Some(other) => {
            notes.problem("obstacles", format!("expected a list of ids, found {}", kind(other)));
            None
        }
    }
}

/// A ship, if its pilot is known.
fn flown(
    ship: &Map<String, Value>,
    place: String,
    facts: &Facts,
    draft: &mut Draft,
) -> Option<Flown> {
    let text = |field: &str| ship.get(field).and_then(Value::as_str);
    let (field, id) = match (text("id"), text("name")) {
        (Some(id), _) => ("id", id),
        (None, Some(name)) => ("name", name),
        (None, None) => {
            draft.notes.problem(format!("{place}.id"), "expected the id of a pilot");
            return None;
        }
    };
    let faction = draft.faction;
    let pilot = match pilot(facts, id, text("ship"), faction) {
        Ok((pilot, warning)) => {
            if let Some((field, says)) = warning {
                draft.notes.warning(format!("{place}.{field}"), says);
            }
            Some(pilot)
        }
        Err((wrong, says)) => {
            let field = if wrong == "id" { field } else { wrong };
            draft.notes.problem(format!("{place}.{field}"), says);
            None
        }
    };
    let mut upgrades = Vec::new();
    match ship.get("upgrades") {
        None | Some(Value::Null) => {}
        Some(Value::Array(list)) if list.is_empty() => {}
        Some(Value::Object(slots)) => {
            for (key, list) in slots {
                let place = format!("{place}.upgrades.{}", plain(&shortened(key, 40)));
                fitted(&place, key, list, facts, draft, &mut upgrades);
            }
        }
        Some(other) => {
            draft.unread = true;
            let expected = format!("expected an object by slot, found {}", kind(other));
            draft.notes.problem(format!("{place}.upgrades"), expected);
        }
    }
    Some(Flown { place, pilot: pilot?, upgrades })
}

/// The part of an id before what tells cards of a name apart.
fn stem(id: &str) -> &str {
    id.split('-').next().unwrap_or(id)
}

/// A pilot, and what is worth a word: the field, and what to say of it.
type Found = (u16, Option<(&'static str, String)>);

/// The pilot that is meant by an id and a ship type.
fn pilot(
    facts: &Facts,
    id: &str,
    ship: Option<&str>,
    faction: Option<Faction>,
) -> Result<Found, (&'static str, String)> {
    let id = id.to_lowercase();
    let exact = facts.pilot(&id);
    let on = |pilot: &PilotFacts| ship.is_none_or(|ship| folded(ship) == pilot.ship);
    let of = |pilot: &PilotFacts| faction.is_none_or(|faction| faction == pilot.faction);
    let at = |place: u16| &facts.pilots[usize::from(place)];
    if let Some(pilot) = exact.filter(|&pilot| on(at(pilot)) && of(at(pilot))) {
        return Ok((pilot, None));
    }
    let namesakes: Vec<u16> = (0..facts.pilots.len() as u16)
        .filter(|&place| stem(&at(place).id) == stem(&id) && of(at(place)))
        .collect();
    let there: Vec<u16> = namesakes.iter().copied().filter(|&place| on(at(place))).collect();
    match (&there[..], &namesakes[..], exact) {
        // Builders before later ships of the same pilot wrote the id alone.
        (&[pilot], ..) => {
            let read = format!("{} read as {}", quoted(&id), at(pilot).id);
            Ok((pilot, Some(("id", read))))
        }
        (_, &[pilot], _) => {
            let read = format!("{} read as {}", quoted(ship.unwrap_or_default()), at(pilot).ship);
            Ok((pilot, Some(("ship", read))))
        }
        (_, [], Some(pilot)) => Ok((pilot, None)),
        (_, [], None) => {
            let ids: Vec<&str> = facts.pilots.iter().map(|pilot| pilot.id.as_str()).collect();
            let hint = nearest(&id, &ids).map(|near| format!("; {near}?")).unwrap_or_default();
            Err(("id", format!("no pilot, found {}{hint}", quoted(&id))))
        }
        (_, several, _) => {
            let ships: Vec<&str> = several.iter().map(|&of| at(of).ship.as_str()).collect();
            let found = ship.map_or("nothing".to_owned(), quoted);
            let ships = ships.join(" or ");
            Err(("ship", format!("{} flies {ships}; found {found}", stem(&id))))
        }
    }
}

/// The upgrades of a slot.
fn fitted(
    place: &str,
    key: &str,
    list: &Value,
    facts: &Facts,
    draft: &mut Draft,
    upgrades: &mut Vec<Fitted>,
) {
    let Some(ids) = list.as_array().filter(|ids| ids.iter().all(Value::is_string)) else {
        draft.unread = true;
        let found = kind(list);
        return draft.notes.problem(place, format!("expected a list of ids, found {found}"));
    };
    for id in ids.iter().filter_map(Value::as_str) {
        if HARDPOINTS.contains(&id) {
            draft.notes.warning(place, format!("{id} is no card; its slot is there without it"));
            continue;
        }
        let Some(upgrade) = facts.upgrade(&id.to_lowercase()) else {
            draft.unread = true;
            let known: Vec<&str> = facts.upgrades.iter().map(|of| of.id.as_str()).collect();
            let hint = nearest(id, &known).map(|near| format!("; {near}?")).unwrap_or_default();
            draft.notes.problem(place, format!("no upgrade, found {}{hint}", quoted(id)));
            continue;
        };
        let slots = &facts.upgrades[usize::from(upgrade)].slots;
        if !slots.iter().any(|slot| folded(&slot.key()) == folded(key)) {
            let read = format!("{id} read as {}", slots[0].key());
            draft.notes.warning(place, read);
        }
        upgrades.push(Fitted { place: place.to_owned(), upgrade });
    }
}
