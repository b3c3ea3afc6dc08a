//! Places in plain data, as messages name them: `p1.ships[0].shields`.

use core::cmp::Ordering;

use serde_json::Value;

use crate::problem::Problem;

/// A step on the way to a place.
enum Step<'p> {
    Field(&'p str),
    Item(usize),
}

fn steps(place: &str) -> Option<Vec<Step<'_>>> {
    let mut steps = Vec::new();
    for part in place.split('.') {
        let mut part = part.split('[');
        steps.push(Step::Field(part.next().filter(|name| !name.is_empty())?));
        for item in part {
            steps.push(Step::Item(item.strip_suffix(']')?.parse().ok()?));
        }
    }
    Some(steps)
}

/// Puts a value where a place says, instead of what is there. The place behind the last thing of a
/// list is one, too.
///
/// # Errors
/// When there is no such place, and what there is.
pub fn put(data: &mut Value, place: &str, value: Value) -> Result<(), Problem> {
    let none = |reason: String| Problem::at(place, reason);
    let steps =
        steps(place).ok_or_else(|| none("expected a place, such as p1.ships[0].shields".into()))?;
    let mut at = data;
    for step in steps {
        at = match (step, at) {
            (Step::Field(name), Value::Object(fields)) => {
                let names: Vec<String> = fields.keys().map(|key| format!("`{key}`")).collect();
                let unknown = || format!("no `{name}`; expected one of {}", names.join(", "));
                fields.get_mut(name).ok_or_else(|| none(unknown()))?
            }
            (Step::Item(n), Value::Array(items)) => {
                let end = items.len();
                match n.cmp(&end) {
                    Ordering::Less => {}
                    Ordering::Equal => items.push(Value::Null),
                    Ordering::Greater => {
                        return Err(none(format!("no [{n}]; expected at most [{end}]")));
                    }
                }
                &mut items[n]
            }
            (Step::Field(name), _) => return Err(none(format!("nothing there has a `{name}`"))),
            (Step::Item(n), _) => return Err(none(format!("no list there has a [{n}]"))),
        };
    }
    *at = value;
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn given() -> Value {
        json!({ "p1": { "ships": [{ "shields": 1 }, { "shields": 2 }] }, "deep": [[1, 2], [3]] })
    }

    #[test]
    fn a_place_is_put_and_nothing_else() {
        for (place, pointer) in [
            ("p1", "/p1"),
            ("p1.ships", "/p1/ships"),
            ("p1.ships[1]", "/p1/ships/1"),
            ("p1.ships[1].shields", "/p1/ships/1/shields"),
            ("deep[0][1]", "/deep/0/1"),
        ] {
            let mut data = given();
            put(&mut data, place, json!("new")).expect("the place is there");
            assert_eq!(data.pointer(pointer), Some(&json!("new")), "{place}");
            let before = given().pointer(pointer).expect("the place is there").clone();
            put(&mut data, place, before).expect("the place is there");
            assert_eq!(data, given(), "{place}");
        }
    }

    #[test]
    fn a_list_grows_at_its_end() {
        let mut data = given();
        put(&mut data, "deep[1][1]", json!(4)).expect("it is the end");
        put(&mut data, "deep[2]", json!([])).expect("it is the end");
        assert_eq!(data["deep"], json!([[1, 2], [3, 4], []]));
    }

    #[test]
    fn what_is_no_place_is_refused_with_what_there_is() {
        let expected = "expected a place, such as p1.ships[0].shields";
        for (place, reason) in [
            ("p2", "no `p2`; expected one of `deep`, `p1`"),
            ("p1.ships[0].sheilds", "no `sheilds`; expected one of `shields`"),
            ("p1.ships[3]", "no [3]; expected at most [2]"),
            ("p1.ships.shields", "nothing there has a `shields`"),
            ("p1[0]", "no list there has a [0]"),
            ("p1.ships[x]", expected),
            ("p1.ships[0", expected),
            ("p1..ships", expected),
            ("", expected),
        ] {
            let mut data = given();
            let problem = put(&mut data, place, json!(0)).expect_err("there is no such place");
            assert_eq!(problem, Problem::at(place, reason));
        }
    }
}
