//! Problems: the reasons for which something asked of a table was not done.

use core::fmt;

use serde::Deserialize;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer};
use serde_json::Value;
use serde_path_to_error::Track;

use crate::given::{Place, Wanted};

/// The reason for which something asked of a table was not done. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Problem {
    /// The place in the request, such as `p1.units[0].card`; empty when it is about all of it.
    pub place: String,
    /// The complaint, and what was expected.
    pub reason: String,
    /// It was understood, and the game does not allow it now.
    pub refused: bool,
}

/// No world was found that fits what a seat knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no world fits what this player knows")]
pub struct NoWorld;

impl From<NoWorld> for Problem {
    fn from(none: NoWorld) -> Self {
        Self::refused(none.to_string())
    }
}

impl Problem {
    /// Something was asked that cannot be understood.
    pub fn at(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { place: place.into(), reason: reason.into(), refused: false }
    }

    /// The game does not allow it now.
    pub fn refused(reason: impl Into<String>) -> Self {
        Self { place: String::new(), reason: reason.into(), refused: true }
    }

    /// Sessions of this game do not have that.
    pub(crate) fn absent(game: &str, what: &str) -> Self {
        Self::refused(format!("sessions of {game} do not have {what}"))
    }

    /// The same problem, in a part of something larger.
    #[must_use]
    pub fn within(mut self, place: &str) -> Self {
        let dot = if self.place.is_empty() || self.place.starts_with('[') { "" } else { "." };
        self.place = format!("{place}{dot}{}", self.place);
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.reason)
    }
}

/// Reads plain data.
///
/// # Errors
/// When it is something else: where, and what was expected.
pub fn read<T: DeserializeOwned>(data: &Value) -> Result<T, Problem> {
    of_plain(data).map_err(problem)
}

/// Reads plain data that is written as JSON.
///
/// # Errors
/// As [`read`].
pub fn read_json<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, Problem> {
    let mut wanted = Wanted::new();
    json(text, wanted.place()).map_err(problem)?;
    Ok(wanted.value())
}

/// An error of reading plain data, with the path to its place.
pub type Unread = serde_path_to_error::Error<serde_json::Error>;

/// Reads plain data, and says what is wrong in the words of the program that reads.
///
/// # Errors
/// As [`read`].
pub fn of_plain<T: DeserializeOwned>(plain: &Value) -> Result<T, Unread> {
    let mut wanted = Wanted::new();
    value(plain, wanted.place())?;
    Ok(wanted.value())
}

fn json<'t>(text: &'t str, place: Place<'_, 't>) -> Result<(), Unread> {
    tracked(&mut serde_json::Deserializer::from_str(text), place)
}

fn value<'v>(plain: &'v Value, place: Place<'_, 'v>) -> Result<(), Unread> {
    tracked(plain, place)
}

fn tracked<'de, D>(from: D, place: Place<'_, 'de>) -> Result<(), Unread>
where
    D: Deserializer<'de, Error = serde_json::Error>,
{
    let mut track = Track::new();
    let read = place.deserialize(serde_path_to_error::Deserializer::new(from, &mut track));
    read.map_err(|error| Unread::new(track.path(), error))
}

fn problem(error: Unread) -> Problem {
    let path = error.path().to_string();
    let place = if path == "." { String::new() } else { path };
    Problem::at(place, plainly(&error.into_inner().to_string()))
}

/// The expectation of a choice between words.
const WORD: &str = "a word, or an object with one";

/// A reader's complaint without the words of the program that reads: its types, and the column in
/// a part of what was sent.
fn plainly(complaint: &str) -> String {
    let complaint = match complaint.rsplit_once(" at line 1 column ") {
        Some((complaint, column)) if column.bytes().all(|b| b.is_ascii_digit()) => complaint,
        _ => complaint,
    };
    let Some((found, expected)) = complaint.rsplit_once(", expected ") else {
        // Said of whatever is neither of the two.
        return complaint.replace("expected value", &format!("expected {WORD}"));
    };
    let whole = |least: i64, most: u64| format!("a whole number from {least} to {most}");
    let mut words = expected.split(' ');
    let expected = match (words.next(), words.next()) {
        (Some("u8"), None) => whole(0, u8::MAX.into()),
        (Some("u16"), None) => whole(0, u16::MAX.into()),
        (Some("u32"), None) => whole(0, u32::MAX.into()),
        (Some("u64" | "usize"), None) => whole(0, u64::MAX),
        (Some("i8"), None) => whole(i8::MIN.into(), i8::MAX as u64),
        (Some("i16"), None) => whole(i16::MIN.into(), i16::MAX as u64),
        (Some("i32"), None) => whole(i32::MIN.into(), i32::MAX as u64),
        (Some("i64" | "isize"), None) => whole(i64::MIN, i64::MAX as u64),
        (Some("struct"), Some(_)) | (Some("a"), Some("map")) => "an object".into(),
        (Some("tuple"), Some(_))
        | (Some("a"), Some("tuple" | "sequence"))
        | (Some("an"), Some("array")) => {
            let size = expected.split(' ').find(|word| word.bytes().all(|b| b.is_ascii_digit()));
            size.map_or_else(|| "a list".into(), |size| format!("a list of {size}"))
        }
        (Some("enum"), Some(_)) | (Some("string"), Some("or")) => WORD.into(),
        (Some("variant" | "field"), Some("identifier")) => "a word".into(),
        (Some("unit"), _) => "a word alone".into(),
        _ => expected.into(),
    };
    format!("{found}, expected {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "it is only read")]
    enum Word {
        Alone,
        Number(u8),
        Pair(u8, i16),
        Fields { of: Option<u64> },
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "it is only read")]
    struct Record {
        words: Vec<Word>,
        sizes: (u16, u16),
        #[serde(default)]
        three: [u8; 3],
    }

    /// The place and the reason of what is wrong.
    fn wrong(text: &str) -> String {
        read_json::<Record>(text).unwrap_err().to_string()
    }

    #[test]
    fn words_are_missed_in_records_as_in_texts() {
        let problem = read::<Word>(&serde_json::json!(1)).unwrap_err();
        assert_eq!(
            problem.reason,
            "invalid type: integer `1`, expected a word, or an object with one"
        );
    }

    #[test]
    fn what_is_wrong_is_said_without_names_of_types() {
        for (text, expected) in [
            ("1", "invalid type: integer `1`, expected an object"),
            (r#"{"words": 1}"#, "words: invalid type: integer `1`, expected a list"),
            (r#"{"words": [1]}"#, "words[0]: expected a word, or an object with one"),
            (
                r#"{"words": [{"Number": 256}]}"#,
                "words[0].Number: invalid value: integer `256`, expected a whole number from 0 to 255",
            ),
            (
                r#"{"words": [{"Number": "a, expected u8"}]}"#,
                "words[0].Number: invalid type: string \"a, expected u8\", expected a whole number from 0 to 255",
            ),
            (
                r#"{"words": [{"Pair": [1, 40000]}]}"#,
                "words[0].Pair[1]: invalid value: integer `40000`, expected a whole number from -32768 to 32767",
            ),
            (
                r#"{"words": [{"Pair": [1]}]}"#,
                "words[0].Pair: invalid length 1, expected a list of 2",
            ),
            (
                r#"{"words": [{"Pair": 1}]}"#,
                "words[0].Pair: invalid type: integer `1`, expected a list",
            ),
            (
                r#"{"words": [{"Fields": 1}]}"#,
                "words[0].Fields: invalid type: integer `1`, expected an object",
            ),
            (
                r#"{"words": [{"Fields": {"of": -1}}]}"#,
                "words[0].Fields.of: invalid value: integer `-1`, expected a whole number from 0 to 18446744073709551615",
            ),
            (
                r#"{"words": [{"Alone": 1}]}"#,
                "words[0].Alone: invalid type: integer `1`, expected a word alone",
            ),
            (r#"{"words": [], "sizes": [1]}"#, "sizes: invalid length 1, expected a list of 2"),
            (
                r#"{"words": [], "sizes": [1, 2], "three": 1}"#,
                "three: invalid type: integer `1`, expected a list of 3",
            ),
            (r#"{"words": []}"#, "missing field `sizes`"),
            (
                r#"{"words": ["Nothing"]}"#,
                "words[0]: unknown variant `Nothing`, expected one of `Alone`, `Number`, `Pair`, `Fields`",
            ),
        ] {
            assert_eq!(wrong(text), expected);
        }
    }
}
