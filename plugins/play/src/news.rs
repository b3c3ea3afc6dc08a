//! Changes between two views of a seat, in words. Of a game nothing is known here but what stands in both,
//! so nothing can be told that the seat does not see.

use cardmill_harness::session::Value;

/// The most lines that are told at a time.
pub const MOST: usize = 12;

/// Fields that say which thing it is, and nothing of it.
const NUMBERS: [&str; 3] = ["id", "incarnation", "definition"];

/// The differences of a view from the one before it, at most [`MOST`] lines and how many more there are.
#[must_use]
pub fn changes(before: &Value, after: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    match (before, after) {
        (Value::Array(before), Value::Array(after)) => {
            let new = after.iter().filter(|line| !before.contains(line)).filter_map(Value::as_str);
            lines.extend(new.map(|line| line.trim().to_owned()));
        }
        _ => compare(&[], "", before, after, &mut lines),
    }
    if lines.len() > MOST {
        let more = lines.len() - MOST;
        lines.truncate(MOST);
        lines.push(format!("and {more} more"));
    }
    lines
}

/// The name of a thing in a view, or else the player that it is about; `None` where it has neither.
fn called(value: &Value) -> Option<&str> {
    value.get("name").or_else(|| value.get("player")).and_then(Value::as_str)
}

/// A word of a view, as people write it.
fn word(field: &str) -> String {
    field.replace('_', " ")
}

/// A value that is said in a word.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some("none".into()),
        Value::Bool(is) => Some(if *is { "yes" } else { "no" }.into()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Array(_) | Value::Object(_) => None,
    }
}

fn compare(path: &[&str], name: &str, before: &Value, after: &Value, lines: &mut Vec<String>) {
    if before == after {
        return;
    }
    let subject = |field: &str| {
        let of = if name.is_empty() { path.join(" ") } else { name.to_owned() };
        let subject = format!("{} {}", word(&of), word(field));
        subject.trim().to_owned()
    };
    let (Value::Object(was), Value::Object(is)) = (before, after) else { return };
    for (field, value) in is {
        if NUMBERS.contains(&field.as_str()) {
            continue;
        }
        let old = was.get(field);
        match (old, called(value)) {
            (None | Some(Value::Null), Some(new)) => lines.push(appears(new, value)),
            (Some(old), Some(name)) => compare(&[], name, old, value, lines),
            (Some(old @ Value::Object(_)), None) => {
                let inner: Vec<&str> = path.iter().copied().chain([field.as_str()]).collect();
                compare(&inner, name, old, value, lines);
            }
            (Some(old), None) if old != value => {
                if let (Some(old), Some(new)) = (plain(old), plain(value)) {
                    lines.push(format!("{}: {old} → {new}", subject(field)));
                }
            }
            (None, None) => {
                if let Some(new) = plain(value) {
                    lines.push(format!("{}: {new}", subject(field)));
                }
            }
            _ => {}
        }
    }
    for gone in
        was.iter().filter(|(field, _)| !is.contains_key(*field)).filter_map(|(_, old)| called(old))
    {
        lines.push(format!("{gone} is out of sight"));
    }
}

/// Something that was not there to be seen.
fn appears(name: &str, value: &Value) -> String {
    let fields = value.as_object().into_iter().flatten();
    let known = ["name", "player"];
    let fields = fields.filter(|(field, _)| {
        !NUMBERS.contains(&field.as_str()) && !known.contains(&field.as_str())
    });
    let words = fields
        .filter_map(|(field, value)| value.as_str().map(|text| format!("{} {text}", word(field))));
    let words: Vec<String> = words.collect();
    match words.is_empty() {
        true => format!("{name} appears"),
        false => format!("{name} appears: {}", words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn changes_are_told_by_the_names_of_things() {
        let before = json!({
            "round": 1, "active": "P1",
            "players": { "0": { "player": "P1", "hand_count": 5, "hand": [3, 4] } },
            "cards": { "3": { "id": 3, "name": "Yoda", "zone": "Hand" }, "7": { "id": 7, "name": "Wampa", "now": { "damage": 0 } } },
        });
        let after = json!({
            "round": 1, "active": "P2",
            "players": { "0": { "player": "P1", "hand_count": 4, "hand": [4] } },
            "cards": { "7": { "id": 7, "name": "Wampa", "now": { "damage": 2 }, "later": { "hp": 1 } }, "9": { "id": 9, "definition": "SOR_9", "name": "Greedo", "zone": "Ground" } },
        });
        assert_eq!(
            changes(&before, &after),
            [
                "active: P1 → P2",
                "Wampa damage: 0 → 2",
                "Greedo appears: zone Ground",
                "Yoda is out of sight",
                "P1 hand count: 5 → 4",
            ]
        );
        assert_eq!(changes(&after, &after), [""; 0]);
        let lines = [json!(["turn of P1", "P1: 10 life"]), json!(["turn of P1", "P1: 8 life"])];
        assert_eq!(changes(&lines[0], &lines[1]), ["P1: 8 life"]);
        let many: Vec<String> = (0..20).map(|n| n.to_string()).collect();
        let told = changes(&json!([]), &json!(many));
        assert_eq!((told.len(), told[MOST].as_str()), (MOST + 1, "and 8 more"));
    }
}
