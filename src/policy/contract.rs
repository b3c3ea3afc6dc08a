//! What a model and the program must agree on: columns of observations, and numbers of cards.

use std::collections::BTreeMap;

#[cfg(feature = "onnx")]
pub(super) use self::columns::differences;

/// By the numbers that this program has of cards, those of a model that was trained with `known`, 0
/// where it does not know the card. Where nothing is said, they are the same.
pub(super) fn numbers(known: &[String], ids: &[String]) -> Vec<i16> {
    if known.is_empty() {
        return (0..ids.len()).map(|number| number as i16).collect();
    }
    let places: BTreeMap<&String, i16> = known.iter().zip(0..).collect();
    ids.iter().map(|id| places.get(id).copied().unwrap_or_default()).collect()
}

#[cfg(feature = "onnx")]
mod columns {
    use cardmill_harness::observation::schema::{Array, Schema};
    use serde_json::{Value, json};

    /// The columns in which a schema as it was written into a model differs from this program's, of
    /// the arrays that the model takes.
    pub(in crate::policy) fn differences(
        schema: &Schema,
        written: &Value,
        takes: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let theirs = |name: &str| {
            let arrays = written["arrays"].as_array().into_iter().flatten();
            arrays.clone().find(|array| array["name"] == name).cloned().unwrap_or_default()
        };
        let arrays = schema.arrays.iter().filter(|array| takes(array.name));
        arrays.flat_map(|array| of_array(array, &theirs(array.name))).collect()
    }

    fn of_array(array: &Array, theirs: &Value) -> Vec<String> {
        let name = array.name;
        let said = |column: &Value| match column {
            Value::Null => "nothing".to_owned(),
            column => format!("{} {}", column["name"].as_str().unwrap_or("?"), column["values"]),
        };
        let here: Vec<Value> = array
            .columns
            .iter()
            .map(|column| json!({"name": column.name, "values": column.values}))
            .collect();
        let there = theirs["columns"].as_array().cloned().unwrap_or_default();
        let count = here.len().max(there.len());
        let none = Value::Null;
        let pairs = (0..count).map(|place| {
            (place, here.get(place).unwrap_or(&none), there.get(place).unwrap_or(&none))
        });
        let differs = |(_, here, there): &(usize, &Value, &Value)| {
            here["name"] != there["name"] || here["values"] != there["values"]
        };
        let told = |(place, here, there): (usize, &Value, &Value)| {
            format!("{name} {place}: {} there, {} here", said(there), said(here))
        };
        pairs.filter(differs).map(told).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_have_the_numbers_that_a_model_knows_them_by() {
        let ids = |ids: [&str; 4]| ids.map(str::to_owned).to_vec();
        let known = ids(["", "a", "c", "x"]);
        assert_eq!(numbers(&known, &ids(["", "a", "b", "c"])), [0, 1, 0, 2]);
        assert_eq!(numbers(&[], &known), [0, 1, 2, 3]);
    }
}
