//! Decks as SWUDB and Karabast export them.

use serde_json::{Map, Value};

use super::draft::{Draft, Entry, Exchange, Place, Problems, Section, Wanted};
use crate::library::{folded, nearest, spelled};
use cardmill_harness::plain::{plain, quoted, shortened};
use cardmill_harness::strict::{self, kind};

/// The entries of a JSON file. `None` when it is no JSON object.
pub(super) fn draft(text: &str, problems: &mut Problems) -> Option<Draft> {
    let file = match strict::read(text) {
        Ok(Value::Object(file)) => file,
        Ok(other) => {
            problems.add("file", format!("expected an object, found {}", kind(&other)));
            return None;
        }
        Err(error) => {
            let place = format!("{}:{}", error.line, error.column);
            problems.add(place, format!("expected JSON: {}", error.reason));
            return None;
        }
    };
    fields(&file, &FIELDS, "", problems);
    let said = |field| file.get("metadata").and_then(|metadata| metadata.get(field)?.as_str());
    let name = said("name").map(str::to_owned);
    let limited = said("format")
        .is_some_and(|format| LIMITED.iter().any(|limited| format.eq_ignore_ascii_case(limited)));
    let mut draft = Draft { name, limited, ..Draft::default() };
    single(&file, "leader", Section::Leader, &mut draft, problems);
    single(&file, "secondleader", Section::Leader, &mut draft, problems);
    single(&file, "base", Section::Base, &mut draft, problems);
    if !file.contains_key("deck") {
        problems.add("deck", "expected a list of cards, found nothing");
    }
    list(&file, "deck", Section::Deck, &mut draft, problems);
    list(&file, "sideboard", Section::Sideboard, &mut draft, problems);
    draft.plans = plans(&file, problems);
    Some(draft)
}

/// The formats in which decks are built of boosters.
const LIMITED: [&str; 3] = ["limited", "sealed", "draft"];

/// The fields of a deck and of an entry.
const FIELDS: [&str; 6] = ["metadata", "leader", "secondleader", "base", "deck", "sideboard"];
const PARTS: [&str; 2] = ["id", "count"];

/// Notes fields that are none of these, where they may hold cards, or their name is almost one of
/// them: who wrote them meant something, and it would be lost.
fn fields(object: &Map<String, Value>, known: &[&str], place: &str, problems: &mut Problems) {
    for (name, value) in object {
        if value.is_null() || known.contains(&name.as_str()) {
            continue;
        }
        let holds = match value {
            Value::Array(_) | Value::Object(_) => true,
            Value::String(text) => spelled(text).is_some(),
            _ => false,
        };
        let near = nearest(name, known);
        if near.is_none() && !holds {
            continue;
        }
        let among = || known.iter().find(|word| folded(name).contains(**word)).copied();
        let hint = near.or_else(among).map(|near| format!("; {near}?")).unwrap_or_default();
        let all = known.join(", ");
        let expected = format!("expected one of the fields {all}, found {}{hint}", quoted(name));
        problems.add(format!("{place}{}", plain(&shortened(name, 40))), expected);
    }
}

/// The leader or the base, if there is one.
fn single(
    file: &Map<String, Value>,
    field: &'static str,
    section: Section,
    draft: &mut Draft,
    problems: &mut Problems,
) {
    let place = Place::Field(field);
    let (card, count) = match file.get(field) {
        None | Some(Value::Null) => return,
        Some(Value::Object(entry)) => {
            let count = match entry.get("count") {
                None | Some(Value::Null) => Some(1),
                Some(_) => count(entry, place, problems),
            };
            fields(entry, &PARTS, &place.part(""), problems);
            (id(entry, place, problems), count)
        }
        Some(other) => {
            let expected = format!("expected an object with an id, found {}", kind(other));
            problems.add(place.whole(), expected);
            (None, None)
        }
    };
    draft.entries.push(Entry { place, section, card, count });
}

/// The entries of a list of cards; a list that is not there has none.
fn list(
    file: &Map<String, Value>,
    field: &'static str,
    section: Section,
    draft: &mut Draft,
    problems: &mut Problems,
) {
    let list = match file.get(field) {
        None => return,
        Some(Value::Null) if section == Section::Sideboard => return,
        Some(Value::Array(list)) => list,
        Some(other) => {
            let found = kind(other);
            return problems.add(field, format!("expected a list of cards, found {found}"));
        }
    };
    let entries = list.iter().enumerate();
    draft.entries.extend(
        entries
            .map(|(number, value)| entry(value, Place::Element(field, number), section, problems)),
    );
}

/// An entry of a list.
fn entry(value: &Value, place: Place, section: Section, problems: &mut Problems) -> Entry {
    let (card, count) = if let Value::Object(entry) = value {
        fields(entry, &PARTS, &place.part(""), problems);
        (id(entry, place, problems), count(entry, place, problems))
    } else {
        let found = kind(value);
        let expected = format!("expected an object with id and count, found {found}");
        problems.add(place.whole(), expected);
        (None, None)
    };
    Entry { place, section, card, count }
}

/// The place of plans in a deck file.
const PLAN: &str = "metadata.plan";

/// The exchanges against other decks, as the metadata say.
fn plans(file: &Map<String, Value>, problems: &mut Problems) -> Vec<Exchange> {
    let list = match file.get("metadata").and_then(|metadata| metadata.get("plan")) {
        Some(Value::Array(list)) => list,
        // Whoever writes a text there means something else.
        None | Some(Value::Null | Value::String(_)) => return Vec::new(),
        Some(other) => {
            problems.add(PLAN, format!("expected a list of exchanges, found {}", kind(other)));
            return Vec::new();
        }
    };
    let mut plans = Vec::new();
    for (number, value) in list.iter().enumerate() {
        let place = Place::Element(PLAN, number);
        let cards = |field: &str| value.get(field)?.as_array();
        let against = value.get("against").and_then(Value::as_str);
        let (Some(against), Some(out), Some(into)) = (against, cards("out"), cards("in")) else {
            let expected =
                "expected the name of a deck as against, and lists of cards as out and in";
            problems.add(place.whole(), expected);
            continue;
        };
        let mut entries = |cards: &[Value], section| -> Vec<Entry> {
            cards.iter().map(|value| entry(value, place, section, problems)).collect()
        };
        let out = entries(out, Section::Deck);
        let into = entries(into, Section::Sideboard);
        plans.push(Exchange { against: against.to_owned(), out, into });
    }
    plans
}

fn id(entry: &Map<String, Value>, place: Place, problems: &mut Problems) -> Option<Wanted> {
    match entry.get("id") {
        Some(Value::String(id)) => Some(Wanted { id: Some(id.clone()), ..Wanted::default() }),
        other => {
            let found = other.map_or("nothing", kind);
            problems.add(place.part("id"), format!("expected a card id, found {found}"));
            None
        }
    }
}

fn count(entry: &Map<String, Value>, place: Place, problems: &mut Problems) -> Option<usize> {
    let given = entry.get("count");
    match given.and_then(whole) {
        Some(count) if count > 0 => Some(count),
        _ => {
            let found = given.map_or("nothing".to_owned(), found);
            problems.add(place.part("count"), format!("expected a number above 0, found {found}"));
            None
        }
    }
}

/// A whole number, also when it is written with a fraction of nothing: `3.0`.
fn whole(value: &Value) -> Option<usize> {
    const EXACT: f64 = (1_u64 << 53) as f64;
    let fraction = || value.as_f64().filter(|n| n.fract() == 0.0 && (0.0..=EXACT).contains(n));
    let number = value.as_u64().or_else(|| fraction().map(|number| number as u64))?;
    usize::try_from(number).ok()
}

/// A value as messages show it.
fn found(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Number(number) => shortened(&number.to_string(), 40),
        other => kind(other).to_owned(),
    }
}
