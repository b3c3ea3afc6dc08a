//! Schemas of observations for people and for other languages: a document, JSON, Python.

use std::fmt::Write;

use cardmill_harness::observation::Action;
use cardmill_harness::observation::schema::{Array, Dtype, Schema, Values};
use serde::Serialize;

use crate::output::json;

/// The text before the arrays in the document.
const INTRODUCTION: &str = "\
Policies see a table as rows of numbers. This document is written by `cardmill schema --format markdown`
from the columns as the program declares them; a test keeps it so. The same as JSON, with a digest that differs
whenever names, ranges or types do, is `cardmill schema`; as a Python module, `cardmill schema --format python`.

Letters in shapes: **N** decisions, **E** entity rows (128 unless asked for otherwise), **A** action rows (64), **H**
events (none unless asked for), **C** cards of the catalogue and, at index 0, none.

*Levels.* `seat` is what the seat may know, `public` what every player sees, told from the seat, without options, and
`omniscient` everything, decks in order from the top, told from the seat. Equal views give equal bytes, and what is
hidden from a seat changes no byte of it (`plugins/unlimited/tests/view.rs`).

*Padded* arrays have a place of the same size for each decision; what is left over is 0. Entity rows that there is no
room for are left out, the least important last, and `globals` counts them. Actions are never left out: if there are
more than A, they are on pages. Then the row behind the options is `more` (verb 63); it shows the next page, after the
last one the first, and changes nothing in the game.

*Packed* arrays have as many rows as each decision needs, one after the other, without pages: the rows of decision `n`
are those from `entity_offsets[n]` to `entity_offsets[n + 1]`, and so with `action_offsets`; both are int32 \\[N + 1].
There is no mask: every action row is an option. Whoever scores them has one number for each row of `actions`.

*Critics*, who judge positions in training, can have what nothing is hidden from beside what the seat sees:
`critic_cards`, `critic_entities`, `critic_globals`, and `critic_entity_offsets` where rows are packed, with as much room
as the seat's rows have; without options. They are there if they are asked for, and the other arrays are the same bytes
with them and without.

*Events* are what was chosen lately, the newest last, answers that were taken silently among them, as the seat knows of
it: its own choices, what is announced or played, and the choice of a card that it sees. It is not told that something
hidden was chosen, or that something was not done that could have been. A table keeps them if it has a `History`.

*Known cards.* A seat may not see a card, and yet know it to be in a hand, among resources or at a place of a deck. Such a
card has a row behind all others, in which `known` is not 0.

*Facts* are what is printed on a card and what its abilities say, so that a card is known by what it does, whatever its
number. A word of the [vocabulary](cards.md) has a column: of abilities (`ability_`), of what they wait for (`when_`), of
steps (`step_`), of what is given (`grant_`), of keywords that abilities are about (`about_`). What is in it is the numbers
in the word, all together: 4 in `step_damage` is 4 damage, once or in parts. `to_` says whom it concerns. The columns `said_`
are shared: on what occasion a step is done, to whom, what a filter or a condition asks for fall to one of them by a fixed
hash of the words. Cards that say the same have the same numbers there, whoever wrote them.

*Policies* find columns by their names, and codes only grow at the end: what was trained on fewer columns is given those
([search.md](../search.md)).

| in Python (`Arena`) | arrays |
|---|---|
| as it comes | `cards` `entities` `globals` `actions` `mask` |
| `history=N` | and `events`, with H = N |
| `critic=True` | and `critic_cards` `critic_entities` `critic_globals` |
| `layout=\"packed\"` | `entity_offsets` and `action_offsets` instead of `mask`, with a critic `critic_entity_offsets`, too |
| `entities=E`, `actions=A` | so many rows; packed, room for so many on the average |
| `level=\"public\"` | what every player sees |

A `row` is 1 + the number of an entity row of the same decision, a `card` 1 + the index of a card in the catalogue, as
in `cards`; 0 is none. Numbers past the columns are 0.
";

/// Forms that a schema is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// JSON, with the digest
    Json,
    /// The document `docs/reference/observations.md`
    Markdown,
    /// A Python module with the places of columns and what codes mean
    Python,
}

/// A schema in one of the forms.
#[must_use]
pub fn written(schema: &Schema, form: Form) -> String {
    match form {
        Form::Json => json::pretty(&Document::of(schema)),
        Form::Markdown => markdown(schema),
        Form::Python => python(schema),
    }
}

#[derive(Serialize)]
struct Document<'a> {
    digest: String,
    #[serde(flatten)]
    schema: &'a Schema,
}

impl<'a> Document<'a> {
    fn of(schema: &'a Schema) -> Self {
        Self { digest: digest(schema), schema }
    }
}

fn digest(schema: &Schema) -> String {
    format!("{:016x}", schema.digest())
}

const fn dtype(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::Int8 => "int8",
        Dtype::Uint8 => "uint8",
        Dtype::Int16 => "int16",
    }
}

/// The shape of an array for N decisions.
fn shape(array: &Array) -> String {
    let decisions = (array.name != "facts").then(|| "N".to_owned());
    let rows = array.axis.letter().map(String::from);
    let width = array.width.map(|width| width.to_string());
    let sizes: Vec<String> = [decisions, rows, width].into_iter().flatten().collect();
    format!("[{}]", sizes.join(", "))
}

/// The values of a column, in words.
fn values(values: Values) -> String {
    let listed = |names: &[&str], number: fn(usize) -> usize| {
        let named = |(place, name): (usize, &&str)| format!("{} {name}", number(place));
        names.iter().enumerate().map(named).collect::<Vec<_>>().join(", ")
    };
    match values {
        Values::FLAG => "0 or 1".to_owned(),
        Values::Number(least, most) => format!("{least} to {most}"),
        Values::Codes(codes) => listed(codes, |place| place),
        Values::Verbs(verbs) => format!("{}, {} more", listed(verbs, |place| place), Action::MORE),
        Values::Bits(bits) => format!("bits: {}", listed(bits, |place| 1 << place)),
        Values::Row => "row".to_owned(),
        Values::Card => "card".to_owned(),
    }
}

fn markdown(schema: &Schema) -> String {
    let mut text = format!("# Observations\n\n{INTRODUCTION}\n");
    let _ = writeln!(text, "Game: {}. Digest of the schema: `{}`.", schema.game, digest(schema));
    for array in &schema.arrays {
        let (name, kind) = (array.name, dtype(array.dtype));
        let _ = writeln!(text, "\n## `{name}`: {kind} {}\n", shape(array).replace('[', "\\["));
        let _ = writeln!(text, "{}\n", array.meaning);
        text.push_str("| place | column | meaning | values |\n|---|---|---|---|\n");
        for (place, column) in array.columns.iter().enumerate() {
            let (name, meaning) = (&column.name, &column.meaning);
            let _ =
                writeln!(text, "| {place} | `{name}` | {meaning} | {} |", values(column.values));
        }
    }
    text
}

/// `WORDS_LIKE_THIS` as `WordsLikeThis`.
fn class(words: &str) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    };
    words.split('_').filter(|word| !word.is_empty()).map(capital).collect()
}

fn python(schema: &Schema) -> String {
    let mut text = format!(
        "\"\"\"Observations of {}: places of columns, and what codes mean.\n\n\
         Written by `cardmill schema --format python`.\n\"\"\"\n\n\
         from enum import IntEnum, IntFlag\n\n\
         SCHEMA = \"{}\"\n",
        schema.game,
        digest(schema)
    );
    let member = |text: &mut String, name: &str, value: usize, meaning: &str| {
        let _ = writeln!(text, "    {} = {value}", name.to_uppercase());
        if !meaning.is_empty() {
            let _ = writeln!(text, "    \"\"\"{meaning}\"\"\"");
        }
    };
    for array in schema.arrays.iter().filter(|array| array.width.is_some()) {
        let name = class(array.name);
        let _ = write!(text, "\n\nclass {name}(IntEnum):\n    \"\"\"{}\"\"\"\n\n", array.meaning);
        for (place, column) in array.columns.iter().enumerate() {
            member(&mut text, &column.name, place, &column.meaning);
        }
        for column in &array.columns {
            let (base, names, shift): (_, _, fn(usize) -> usize) = match column.values {
                Values::Codes(codes) | Values::Verbs(codes) => ("IntEnum", codes, |place| place),
                Values::Bits(bits) => ("IntFlag", bits, |place| 1 << place),
                _ => continue,
            };
            let _ = write!(
                text,
                "\n\nclass {name}{}({base}):\n    \"\"\"{}\"\"\"\n\n",
                class(&column.name),
                column.meaning
            );
            for (place, code) in names.iter().enumerate() {
                member(&mut text, code, shift(place), "");
            }
            if matches!(column.values, Values::Verbs(_)) {
                member(&mut text, "more", Action::MORE as usize, "");
            }
        }
    }
    text
}
