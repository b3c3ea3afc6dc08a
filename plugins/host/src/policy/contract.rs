//! The contract of a model and the program: the columns of observations, and the numbers of cards.
//!
//! Columns are found by their names, so a model that was trained on fewer is played as ever: what came
//! since it is not given.

use std::collections::BTreeMap;

#[cfg(feature = "onnx")]
pub(super) use self::columns::{Column, columns, unknown_rows};

/// By the numbers that this program has of cards, those of a model that was trained with `known`, 0
/// where it does not know the card. Where nothing is said, they are the same.
pub(super) fn numbers(known: &[String], ids: &[String]) -> Vec<i16> {
    if known.is_empty() {
        return (0..ids.len()).map(|number| number as i16).collect();
    }
    let places: BTreeMap<&String, i16> = known.iter().zip(0..).collect();
    ids.iter().map(|id| places.get(id).copied().unwrap_or_default()).collect()
}

#[cfg(any(feature = "onnx", test))]
mod columns {
    use cardmill_harness::observation::column::MORE;
    use cardmill_harness::observation::schema::{Array, Schema};
    use serde_json::{Value, json};

    /// A column that a model was trained on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in crate::policy) struct Column {
        /// The place of the column among those that there are here.
        pub(in crate::policy) here: usize,
        known: Known,
    }

    /// The values that a model knows, of those that there are here.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Known {
        All,
        /// Codes below this, and of verbs the one that leads to more.
        Codes(i16),
        /// The bits of this mask.
        Bits(i16),
    }

    impl Column {
        /// The value as it is told to the model: codes and bits that it does not know become 0.
        pub(in crate::policy) fn told(self, value: i16) -> i16 {
            match self.known {
                Known::All => value,
                Known::Codes(count) if value < count || value == MORE => value,
                Known::Codes(_) => 0,
                Known::Bits(bits) => value & bits,
            }
        }
    }

    /// Finds the places of the columns of an array that a model was trained on, as its schema was
    /// written into it.
    ///
    /// # Errors
    /// Those that are not here any more, or hold something else.
    pub(in crate::policy) fn columns(
        array: &Array,
        written: &Value,
    ) -> Result<Vec<Column>, Vec<String>> {
        let theirs = theirs(written, array.name);
        let found = theirs.iter().enumerate().map(|(place, there)| found(array, place, there));
        let (columns, problems): (Vec<_>, Vec<_>) = found.partition(Result::is_ok);
        match problems.is_empty() && !columns.is_empty() {
            true => Ok(columns.into_iter().flatten().collect()),
            false if problems.is_empty() => Err(vec![format!("{}: no columns", array.name)]),
            false => Err(problems.into_iter().filter_map(Result::err).collect()),
        }
    }

    /// The column of entity rows by which cards that are known without being seen are told from the
    /// others, if a model was trained without it: such rows it is not shown.
    pub(in crate::policy) fn unknown_rows(schema: &Schema, written: &Value) -> Option<usize> {
        let entities = schema.array("entities")?;
        let known = |column: &Value| column["name"] == "known";
        let here = entities.columns.iter().position(|column| column.name == "known")?;
        (!theirs(written, "entities").iter().any(known)).then_some(here)
    }

    fn theirs(written: &Value, name: &str) -> Vec<Value> {
        let mut arrays = written["arrays"].as_array().into_iter().flatten();
        let array = arrays.find(|array| array["name"] == name);
        array.and_then(|array| array["columns"].as_array()).cloned().unwrap_or_default()
    }

    fn found(array: &Array, place: usize, there: &Value) -> Result<Column, String> {
        let name = there["name"].as_str().unwrap_or("?");
        let here = array.columns.iter().position(|column| column.name == name);
        let values = here.map(|here| json!(array.columns[here].values));
        let known = values.as_ref().and_then(|values| known(&there["values"], values));
        match (here, known) {
            (Some(here), Some(known)) => Ok(Column { here, known }),
            _ => {
                let values = values.map_or("nothing".to_owned(), |values| values.to_string());
                let (array, there) = (array.name, &there["values"]);
                Err(format!("{array} {place}: {name} {there} there, {values} here"))
            }
        }
    }

    /// The values of a column here that are known to a model whose schema has those; `None`, if
    /// they are others.
    fn known(there: &Value, here: &Value) -> Option<Known> {
        if there == here {
            return Some(Known::All);
        }
        ["codes", "verbs", "bits"].into_iter().find_map(|kind| {
            let [there, here] = [there, here].map(|values| values[kind].as_array());
            let (there, here) = (there?, here?);
            here.starts_with(there).then(|| match kind {
                "bits" => Known::Bits((1 << there.len()) - 1),
                _ => Known::Codes(there.len() as i16),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use cardmill_harness::play::Play;
    use cardmill_unlimited::driver::Tabletop;
    use serde_json::{Value, json};

    use super::columns::{columns, unknown_rows};
    use super::numbers;

    #[test]
    fn cards_have_the_numbers_that_a_model_knows_them_by() {
        let ids = |ids: [&str; 4]| ids.map(str::to_owned).to_vec();
        let known = ids(["", "a", "c", "x"]);
        assert_eq!(numbers(&known, &ids(["", "a", "b", "c"])), [0, 1, 0, 2]);
        assert_eq!(numbers(&[], &known), [0, 1, 2, 3]);
    }

    /// The columns that the shipped policy was trained on, as it says itself.
    fn shipped() -> Value {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/examples/six.onnx");
        let bytes = std::fs::read(file).unwrap();
        let begin = br#"{"arrays":"#;
        let at = bytes.windows(begin.len()).position(|window| window == begin).unwrap();
        let mut values = serde_json::Deserializer::from_slice(&bytes[at..]).into_iter();
        values.next().unwrap().unwrap()
    }

    #[test]
    fn an_older_model_finds_its_columns_by_their_names() {
        let schema = Tabletop::encoder().unwrap().schema;
        let written = shipped();
        for array in schema.arrays.iter().filter(|array| !["events", "facts"].contains(&array.name))
        {
            let columns = columns(array, &written).unwrap();
            let theirs = written["arrays"].as_array().unwrap();
            let theirs = theirs.iter().find(|each| each["name"] == array.name).unwrap();
            let names = theirs["columns"].as_array().unwrap().iter().map(|column| &column["name"]);
            let found: Vec<&str> = columns.iter().map(|c| &*array.columns[c.here].name).collect();
            assert!(names.eq(&found), "{}: {found:?}", array.name);
        }
        let [entities, globals] = ["entities", "globals"].map(|name| schema.array(name).unwrap());
        assert_eq!(columns(entities, &written).unwrap().len(), 32);
        assert_eq!(unknown_rows(&schema, &written), Some(62));
        // A question of a kind that it does not know is none to it.
        let prompt = columns(globals, &written).unwrap()[3];
        assert_eq!([16, 17, 18].map(|kind| prompt.told(kind)), [16, 0, 0]);
    }

    #[test]
    fn what_a_model_needs_and_is_not_there_is_told() {
        let schema = Tabletop::encoder().unwrap().schema;
        let entities = schema.array("entities").unwrap();
        let written = |columns: Value| json!({"arrays": [{"name": "entities", "columns": columns}, {"name": "mask"}]});
        let power = json!({"name": "power", "values": {"number": [0, 255]}});
        let there = |columns: &[Value]| columns_of(entities, &written(json!(columns)));
        assert_eq!(there(core::slice::from_ref(&power)), Ok(vec![5]));
        let problem = |column: Value| there(&[power.clone(), column]).unwrap_err();
        assert_eq!(
            problem(json!({"name": "speed", "values": "row"})),
            [r#"entities 1: speed "row" there, nothing here"#]
        );
        assert_eq!(
            problem(json!({"name": "hp", "values": {"number": [0, 9]}})),
            [r#"entities 1: hp {"number":[0,9]} there, {"number":[0,255]} here"#]
        );
        // Codes only grow at the end.
        let role = json!({"name": "role", "values": {"codes": ["none", "defender"]}});
        assert_eq!(problem(role).len(), 1);
        let bits = json!({"name": "permissions", "values": {"bits": ["cannot_attack_bases"]}});
        let bits = columns(entities, &written(json!([bits]))).unwrap();
        assert_eq!(bits[0].told(7), 1);
        assert_eq!(there(&[]).unwrap_err(), ["entities: no columns"]);
        assert_eq!(unknown_rows(&schema, &json!(schema)), None);
        // More of an array is known.
        let verb = json!({"name": "verb", "values": {"verbs": ["nothing", "pass"]}});
        let actions = json!({"arrays": [{"name": "actions", "columns": [verb]}]});
        let verb = columns(schema.array("actions").unwrap(), &actions).unwrap()[0];
        assert_eq!([1, 2, 63].map(|code| verb.told(code)), [1, 0, 63]);
    }

    fn columns_of(
        array: &cardmill_harness::observation::schema::Array,
        written: &Value,
    ) -> Result<Vec<usize>, Vec<String>> {
        columns(array, written).map(|all| all.iter().map(|column| column.here).collect())
    }
}
