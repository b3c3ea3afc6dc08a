//! Tests that reading by pointer gives what reading without it does, errors included.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::parse;
use crate::problem::of_plain;

#[derive(Debug, PartialEq, Deserialize)]
struct Alone;

#[derive(Debug, PartialEq, Deserialize)]
struct Wrapped(u8);

#[derive(Debug, PartialEq, Deserialize)]
struct Pair(i16, char);

#[derive(Debug, PartialEq, Deserialize)]
enum Word {
    Plain,
    One(Box<Word>),
    Two(u8, f32),
    Fields { of: Option<i64>, then: Vec<Word> },
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Either {
    Number(u16),
    Text(String),
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    id: String,
    #[serde(default)]
    words: Vec<Word>,
    #[serde(default)]
    is: bool,
    #[serde(default)]
    large: u64,
    #[serde(default)]
    real: f64,
    #[serde(default)]
    either: Option<Either>,
    #[serde(default)]
    by: BTreeMap<String, Wrapped>,
    #[serde(default)]
    alone: Option<Alone>,
    #[serde(default)]
    nothing: (),
    #[serde(default)]
    pair: Option<Pair>,
    #[serde(default)]
    sizes: [u8; 2],
}

/// The value that is read of a text, or the error with its place, by pointer and by the notation
/// alone.
fn both<T: DeserializeOwned + core::fmt::Debug>(text: &str) -> [String; 2] {
    let options = ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .with_recursion_limit(128);
    [parse::<T>(text), options.from_str(text)].map(|read| format!("{read:?}"))
}

#[test]
fn texts_are_read_and_refused_as_by_the_notation_alone() {
    let record = r#"(id: "a", words: [Plain, One(Two(1, 2.5)), Fields(of: -3, then: [Plain])],
        is: true, large: 18446744073709551615, real: 1, either: "x", by: {"k": (3)},
        alone: Alone, nothing: (), pair: (-2, 'c'), sizes: (1, 2))"#;
    let [read, alone] = both::<Record>(record);
    assert!(read.starts_with("Ok(Record { id: \"a\", words: [Plain, One(Two(1, 2.5))"), "{read}");
    assert_eq!(read, alone);
    let mut refused = 0;
    let wrong = [
        "",
        "(",
        "()",
        "(id: 1)",
        "(id: \"a\", id: \"b\")",
        "(id: \"a\", other: 1)",
        "(id: \"a\", words: [Plane])",
        "(id: \"a\", words: [One(Two(256, 1))])",
        "(id: \"a\", words: [Two(1)])",
        "(id: \"a\", words: [Two(1, 2, 3)])",
        "(id: \"a\", words: [Two(\"one\", 2)])",
        "(id: \"a\", words: [Fields(of: 1)])",
        "(id: \"a\", words: [Fields(then: [], of: 1, of: 2)])",
        "(id: \"a\", words: [Fields(when: 1)])",
        "(id: \"a\", words: [Plain(1)])",
        "(id: \"a\", words: [One])",
        "(id: \"a\", words: Plain)",
        "(id: \"a\", is: 1)",
        "(id: \"a\", large: -1)",
        "(id: \"a\", large: 1.5)",
        "(id: \"a\", real: \"x\")",
        "(id: \"a\", either: [])",
        "(id: \"a\", either: 70000)",
        "(id: \"a\", by: {1: (3)})",
        "(id: \"a\", by: {\"k\": (300)})",
        "(id: \"a\", by: {\"k\": 3})",
        "(id: \"a\", alone: Other)",
        "(id: \"a\", nothing: 1)",
        "(id: \"a\", pair: (1))",
        "(id: \"a\", pair: (1, \"cd\"))",
        "(id: \"a\", sizes: (1))",
        "(id: \"a\", sizes: (1, 2, 3))",
        "(id: \"a\") rest",
        "Record(id: \"a\")",
        "Other(id: \"a\")",
        "[id: \"a\"]",
        "(id: \"a)",
    ];
    for text in wrong {
        let [read, alone] = both::<Record>(text);
        assert_eq!(read, alone, "{text}");
        refused += usize::from(read.starts_with("Err"));
    }
    assert_eq!(refused, wrong.len() - 1, "only a record with its name is one");
}

#[test]
fn plain_data_is_read_and_refused_as_alone() {
    for (text, path) in [
        (r#"{"id": "a", "words": ["Plain", {"Two": [1, 2.5]}], "pair": [-2, "c"]}"#, None),
        (r#"{"id": "a", "either": 7, "by": {"k": 3}, "sizes": [1, 2]}"#, None),
        ("1", Some(".")),
        ("{}", Some(".")),
        (r#"{"id": 1}"#, Some("id")),
        (r#"{"id": "a", "words": [{"Two": [1, "x"]}]}"#, Some("words[0].Two[1]")),
        (r#"{"id": "a", "words": [{"Fields": {"of": true}}]}"#, Some("words[0].Fields.of")),
        (r#"{"id": "a", "words": ["Plain", "Plane"]}"#, Some("words[1]")),
        (r#"{"id": "a", "words": [{"Plain": 1}]}"#, Some("words[0].Plain")),
        (r#"{"id": "a", "words": [{"Plain": null, "One": "Plain"}]}"#, Some("words[0]")),
        (r#"{"id": "a", "by": {"k": 300}}"#, Some("by.k")),
        (r#"{"id": "a", "sizes": [1, 2, 3]}"#, Some("sizes")),
        (r#"{"id": "a", "other": 1}"#, Some("other")),
    ] {
        let plain: Value = serde_json::from_str(text).unwrap();
        let read = of_plain::<Record>(&plain);
        let alone = serde_path_to_error::deserialize::<_, Record>(&plain);
        let place = read.as_ref().err().map(|error| error.path().to_string());
        assert_eq!(place.as_deref(), path, "{text}");
        assert_eq!(format!("{read:?}"), format!("{alone:?}"), "{text}");
    }
}
