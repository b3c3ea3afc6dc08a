//! RON, as cards and scenarios are written in it.

pub use ron::error::SpannedError;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::given::{Place, Wanted};

/// Records in records that a file can have.
const DEPTH: usize = 128;

/// A text without a byte order mark.
#[must_use]
pub fn bare(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Reads a text. Optional fields are written without `Some(…)`; a byte order mark is passed over.
///
/// # Errors
/// When it says something else than what is read, with the place.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, SpannedError> {
    let mut wanted = Wanted::new();
    read(text, wanted.place())?;
    Ok(wanted.value())
}

fn read<'t>(text: &'t str, place: Place<'_, 't>) -> Result<(), SpannedError> {
    let options = ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(DEPTH);
    options.from_str_seed(bare(text), place)
}

/// Reads a text that is a list, or one thing that could be in it.
///
/// # Errors
/// As [`parse`].
pub fn parse_some<T: DeserializeOwned>(text: &str) -> Result<Vec<T>, SpannedError> {
    let mut code = bare(text).lines().map(str::trim_start);
    let code = code.find(|line| !line.is_empty() && !line.starts_with("//"));
    match code.is_some_and(|line| line.starts_with('[')) {
        true => parse(text),
        false => parse(text).map(|one| vec![one]),
    }
}

/// The complaint of an error of RON, without the place in the text.
#[must_use]
pub fn problem(error: &ron::Error) -> String {
    match error {
        ron::Error::ExceededRecursionLimit => {
            format!("nested too deeply; at most {DEPTH} levels are read")
        }
        _ => error.to_string(),
    }
}

/// The columns of a line.
const WIDTH: usize = 100;

/// Writes something down so that [`parse`] reads it again, as short as that goes: fields that may
/// be left out are, and what fits on a line stands on one.
///
/// # Errors
/// When it cannot be written in RON, or is not read back as it was.
pub fn write<T: Serialize + DeserializeOwned + PartialEq>(value: &T) -> Result<String, ron::Error> {
    let all = in_full(value)?;
    let all: Vec<&str> = all.lines().collect();
    let reads = |lines: &[&str]| parse::<T>(&lines.join("\n")).is_ok_and(|read| read == *value);
    let is_empty = |line: &&str| {
        ["None,", "[],", "false,", "\"\",", "0,"].iter().any(|empty| line.ends_with(empty))
    };
    let full: Vec<&str> = all.iter().copied().filter(|line| !is_empty(line)).collect();
    let mut lines = if reads(&full) { full } else { all };
    let mut place = 0;
    while place < lines.len() {
        let end = block(&lines, place);
        let without = [&lines[..place], &lines[end..]].concat();
        if lines[place].contains(": ") && reads(&without) {
            lines = without;
        } else {
            place += 1;
        }
    }
    if !reads(&lines) {
        parse::<T>(&lines.join("\n"))?;
        return Err(ron::Error::Message("it is not read back as it was".to_owned()));
    }
    let mut text = String::new();
    fold(&lines, &mut text);
    Ok(text)
}

/// With all fields, each on a line.
fn in_full(value: &dyn erased_serde::Serialize) -> Result<String, ron::Error> {
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    options.to_string_pretty(value, PrettyConfig::new())
}

/// The line after the block, or the single line, that begins here.
fn block(lines: &[&str], from: usize) -> usize {
    let depth = |line: &str| line.len() - line.trim_start().len();
    if !lines[from].ends_with(['(', '[', '{']) {
        return from + 1;
    }
    let rest = lines.iter().skip(from + 1);
    let inside = rest.take_while(|line| depth(line) > depth(lines[from])).count();
    (from + inside + 2).min(lines.len())
}

/// Writes blocks on one line where they fit.
fn fold(lines: &[&str], text: &mut String) {
    let mut place = 0;
    while place < lines.len() {
        let end = block(lines, place);
        let mut line = lines[place].to_owned();
        for part in &lines[place + 1..end] {
            let part = part.trim();
            if part.starts_with([')', ']', '}']) && line.ends_with(',') {
                line.pop();
            } else if line.ends_with(',') {
                line.push(' ');
            }
            line.push_str(part);
        }
        if line.len() <= WIDTH || end <= place + 1 {
            text.push_str(&line);
            text.push('\n');
        } else {
            text.push_str(lines[place]);
            text.push('\n');
            fold(&lines[place + 1..end - 1], text);
            text.push_str(lines[end - 1]);
            text.push('\n');
        }
        place = end;
    }
}

#[cfg(test)]
mod alone;
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        assert_eq!(parse("\u{feff}[Some(1), 2]"), Ok(vec![Some(1), Some(2)]));
    }

    #[test]
    fn what_is_written_is_short_and_read_again() {
        #[derive(Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(default)]
        struct Card {
            name: String,
            cost: Option<u8>,
            parts: Vec<Card>,
        }
        let part = |name: &str| Card { name: name.to_owned(), ..Card::default() };
        let card = Card { cost: Some(2), parts: vec![part("a"), part("")], ..part("b") };
        let text = write(&card).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(text, "(name: \"b\", cost: 2, parts: [(name: \"a\"), ()])\n");
        let long = Card { parts: vec![part(&"c".repeat(99)), card], ..Card::default() };
        let text = write(&long).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(parse(&text), Ok(long), "{text}");
        assert!(text.lines().count() > 4, "{text}");
    }

    #[test]
    fn what_is_nested_too_deeply_is_refused_in_plain_words() {
        #[derive(Debug, serde::Deserialize)]
        struct Nest(#[expect(dead_code, reason = "read only")] Vec<Nest>);
        let text = format!("{}{}", "([".repeat(DEPTH), "])".repeat(DEPTH));
        let error = parse::<Nest>(&text).unwrap_err();
        assert_eq!(problem(&error.code), "nested too deeply; at most 128 levels are read");
    }
}
