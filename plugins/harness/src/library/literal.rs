//! Values as edits write them: `3`, `Sentinel`, `Raid(1)`, `[Unit, Leader]`, `(place: Deck, max_cost: 3)`.

use serde_json::{Map, Value};

/// Reads a value as plain data: a word is a text, a word with brackets an object of one field.
///
/// # Errors
/// The expectation that the text does not meet.
pub(super) fn value(text: &str) -> Result<Value, String> {
    let mut reader = Reader { rest: text };
    let value = reader.value()?;
    reader.skip();
    if reader.rest.is_empty() {
        return Ok(value);
    }
    Err(format!("expected one value, found {text:?}"))
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Goes past a mark, if it is next.
    fn takes(&mut self, mark: char) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// The longest beginning of such characters.
    fn run(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !fits(c)).unwrap_or(self.rest.len());
        let (run, rest) = self.rest.split_at(end);
        self.rest = rest;
        run
    }

    fn value(&mut self) -> Result<Value, String> {
        if self.takes('[') {
            return self.list(']').map(Value::Array);
        }
        if self.takes('(') {
            return self.content();
        }
        if self.takes('"') {
            let text = self.run(|c| c != '"').to_owned();
            return if self.takes('"') { Ok(text.into()) } else { Err("expected a \"".into()) };
        }
        self.skip();
        let word = self.run(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
        match word {
            "" => Err(format!("expected a value, found {:?}", self.rest)),
            "true" => Ok(true.into()),
            "false" => Ok(false.into()),
            _ if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => word
                .parse::<i64>()
                .map(Value::from)
                .map_err(|_| format!("expected a whole number, found {word}")),
            _ if self.takes('(') => Ok(Map::from_iter([(word.to_owned(), self.content()?)]).into()),
            _ => Ok(word.into()),
        }
    }

    /// Reads the content of round brackets: fields, one value, or several.
    fn content(&mut self) -> Result<Value, String> {
        let ahead = Self { rest: self.rest.trim_start() };
        let is_record = { ahead }.names_a_field();
        if !is_record {
            let mut values = self.list(')')?;
            return Ok(if values.len() == 1 { values.remove(0) } else { Value::Array(values) });
        }
        let mut fields = Map::new();
        while !self.takes(')') {
            self.skip();
            let name = self.run(is_of_name);
            if name.is_empty() || !self.takes(':') {
                return Err(format!("expected a field and a colon, found {:?}", self.rest));
            }
            fields.insert(name.to_owned(), self.value()?);
            self.separated(')')?;
        }
        Ok(fields.into())
    }

    fn names_a_field(mut self) -> bool {
        !self.run(is_of_name).is_empty() && self.takes(':')
    }

    fn list(&mut self, end: char) -> Result<Vec<Value>, String> {
        let mut values = Vec::new();
        while !self.takes(end) {
            values.push(self.value()?);
            self.separated(end)?;
        }
        Ok(values)
    }

    /// Goes past a comma; there need not be one before the end.
    fn separated(&mut self, end: char) -> Result<(), String> {
        if self.takes(',') || self.rest.starts_with(end) {
            return Ok(());
        }
        Err(format!("expected a comma or {end}, found {:?}", self.rest))
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_read_as_card_files_write_them() {
        for (text, expected) in [
            ("3", json!(3)),
            ("-2", json!(-2)),
            ("true", json!(true)),
            ("Sentinel", json!("Sentinel")),
            ("\"Darth Vader\"", json!("Darth Vader")),
            ("Raid(1)", json!({"Raid": 1})),
            ("Draw(You, 1)", json!({"Draw": ["You", 1]})),
            ("[Unit, Leader,]", json!(["Unit", "Leader"])),
            ("Choose((max_cost: 3))", json!({"Choose": {"max_cost": 3}})),
            ("If(place: Deck, of: [You])", json!({"If": {"place": "Deck", "of": ["You"]}})),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_value_says_what_is_missing() {
        for (text, expected) in [
            ("", "expected a value, found \"\""),
            ("1.5", "expected a whole number, found 1.5"),
            ("Raid(1", "expected a comma or ), found \"\""),
            ("[1 2]", "expected a comma or ], found \"2]\""),
            ("1 2", "expected one value, found \"1 2\""),
        ] {
            assert_eq!(value(text), Err(expected.to_owned()), "{text}");
        }
    }
}
