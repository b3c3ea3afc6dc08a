//! The reference of the words of cards is what their doc comments say.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use cardmill_unlimited::words::condition::Condition;
use cardmill_unlimited::words::cost::Cost;
use cardmill_unlimited::words::event::Event;
use cardmill_unlimited::words::grant::Grant;
use cardmill_unlimited::words::measure::Measure;
use cardmill_unlimited::words::step::Step;

use crate::source::{Member, Type, linkless, members, types};

const ABOUT: &str = "# Words of cards\n\n\
    What definitions of cards are made of, as the doc comments of the source describe it. A field has a name or, in\n\
    parentheses, a place, and then its type; `?` behind it says that it may be left out. [Card definitions](../cards.md) has\n\
    examples, and how a printed text becomes one.\n\n\
    Written by `CARDMILL_BLESS=1 cargo test -p cardmill-unlimited words_are_described`; do not edit.\n";

/// The file and the name of each word of a family.
type Words = &'static [(&'static str, &'static str)];

/// The families: their headings, their folders, their words.
const FAMILIES: [(&str, &str, Words); 6] = [
    ("Steps", "step", Step::WORDS),
    ("Conditions", "condition", Condition::WORDS),
    ("Measures", "measure", Measure::WORDS),
    ("Events", "event", Event::WORDS),
    ("Grants", "grant", Grant::WORDS),
    ("Costs", "cost", Cost::WORDS),
];

/// Types that are no words: their headings, their files, their names.
const TYPES: [(&str, &[(&str, &[&str])]); 4] = [
    (
        "Cards",
        &[(
            "definition",
            &[
                "Definition",
                "UnitSide",
                "FlipSide",
                "UpgradeSide",
                "Deckbuilding",
                "Kind",
                "KindSet",
            ],
        )],
    ),
    (
        "Abilities",
        &[("ability", &["Ability", "CostChange", "Span", "Timing", "Entering", "Limit"])],
    ),
    (
        "Which, how many, how long",
        &[
            ("criteria", &["Criteria"]),
            (
                "filter",
                &[
                    "Who",
                    "Whom",
                    "Place",
                    "ArenaOf",
                    "Mark",
                    "Keyworded",
                    "Comparison",
                    "Figure",
                    "Relation",
                    "Extreme",
                    "End",
                    "Shares",
                ],
            ),
            ("ability", &["Subject", "Harm", "Window"]),
            ("deed", &["Deed"]),
            (
                "step",
                &["Register", "Count", "Token", "TokenUnit", "Until", "Payment", "Indirectly"],
            ),
        ],
    ),
    ("Replacements", &[("replacement", &["Replacement", "Would", "Instead"])]),
];

/// A type as files of cards have it.
fn kind(of: &str) -> String {
    let inside = |head: &str| of.strip_prefix(head)?.strip_suffix('>').map(kind);
    if let Some(inner) = inside("Box<").or_else(|| inside("Option<")) {
        return inner;
    }
    if let Some(inner) = inside("Vec<") {
        return format!("[{inner}]");
    }
    if let Some(pair) = of.strip_prefix('(').and_then(|of| of.strip_suffix(')')) {
        let (one, other) = pair.split_once(", ").unwrap_or_else(|| panic!("no pair: {of}"));
        return format!("({}, {})", kind(one), kind(other));
    }
    match of {
        "u8" | "u16" | "i8" | "i16" => "number".to_owned(),
        "bool" => "true".to_owned(),
        "String" => "text".to_owned(),
        "AspectSet" => "[Aspect]".to_owned(),
        "TraitSet" => "[Trait]".to_owned(),
        "Kinds" => "[KindSet]".to_owned(),
        _ => of.trim_start_matches("vocabulary::").to_owned(),
    }
}

/// A mark where a field may be left out.
fn mark(field: &Member<'_>) -> &'static str {
    if field.attributes.contains("default") { "?" } else { "" }
}

/// The type of a field, or what that holds, where it is one of the same file.
fn own<'a>(
    field: &Member<'_>,
    all: &'a BTreeMap<&str, Type<'a>>,
) -> Option<(&'a str, &'a Type<'a>)> {
    let of = field.of.rsplit('<').next().unwrap_or(field.of).trim_end_matches('>');
    all.get_key_value(of).map(|(name, found)| (*name, found))
}

/// The form of a type or a variant in files of cards, as the reference writes it behind the name.
fn written(body: &str) -> String {
    if body.is_empty() {
        return String::new();
    }
    if body.starts_with('{') {
        return "(…)".to_owned();
    }
    let fields = members(body, false);
    let kinds = fields.iter().map(|field| kind(field.of) + mark(field));
    format!("({})", kinds.collect::<Vec<_>>().join(", "))
}

fn row(out: &mut String, first: &str, second: &str, about: &str) {
    let about = linkless(about).replace("\n\n", " ").replace('|', "\\|");
    let code = |text: &str| if text.is_empty() { String::new() } else { format!("`{text}`") };
    writeln!(out, "| {} | {} | {about} |", code(first), code(second)).expect("text");
}

/// A row for each field of which something is said; of one that has no name, by its place.
fn fields(body: &str, before: &str, out: &mut String) {
    for (place, field) in members(body, false).iter().enumerate() {
        if let Some(name) = &field.name {
            let field_of = format!("{before}{name}{}: {}", mark(field), kind(field.of));
            row(out, "", &field_of, &field.about);
        } else if !field.about.is_empty() {
            row(out, "", &format!("{before}{}: {}", place + 1, kind(field.of)), &field.about);
        }
    }
}

/// The variants, or the fields, of a type.
fn inside(found: &Type<'_>, before: &str, out: &mut String) {
    if !found.is_enum {
        return fields(found.body, before, out);
    }
    for variant in members(found.body, true) {
        let name = format!("{before}{}", variant.name.unwrap_or_default());
        row(out, "", &format!("{name}{}", written(variant.body)), &variant.about);
        fields(variant.body, &format!("{name} "), out);
    }
}

/// A type, with those of the same file that its fields are of.
fn whole(found: &Type<'_>, before: &str, all: &BTreeMap<&str, Type<'_>>, out: &mut String) {
    inside(found, before, out);
    for field in members(found.body, false) {
        if let Some((of, part)) = own(&field, all) {
            whole(part, &format!("{of} "), all, out);
        }
    }
}

fn word(name: &str, all: &BTreeMap<&str, Type<'_>>, out: &mut String) {
    let found = &all[name];
    let fields = members(found.body, false);
    // A single type of its own is written in parentheses of its own.
    if let [only] = &fields[..]
        && only.name.is_none()
        && let Some((_, inner)) = own(only, all).filter(|(_, inner)| inner.body.starts_with('{'))
        && !inner.is_enum
    {
        row(out, &format!("{name}((…))"), "", &found.about());
        return whole(inner, "", all, out);
    }
    row(out, &format!("{name}{}", written(found.body)), "", &found.about());
    whole(found, "", all, out);
}

#[test]
fn words_are_described() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: String| fs::read_to_string(root.join(file)).expect("a file of the source");
    let mut text = ABOUT.to_owned();
    let heading = |text: &mut String, heading: &str, first: &str| {
        write!(text, "\n## {heading}\n\n| {first} | field | |\n|---|---|---|\n").expect("text");
    };
    for (name, folder, words) in FAMILIES {
        heading(&mut text, name, "word");
        let mut words = words.to_vec();
        words.sort_by_key(|(_, name)| *name);
        for (file, name) in words {
            word(name, &types(&read(format!("src/words/{folder}/{file}.rs"))), &mut text);
        }
    }
    for (name, files) in TYPES {
        heading(&mut text, name, "type");
        for (file, names) in files {
            let source = read(format!("src/vocabulary/{file}.rs"));
            let all = types(&source);
            for name in *names {
                let found = all.get(name).unwrap_or_else(|| panic!("no {name} in {file}.rs"));
                let called = if *name == "Criteria" { "Filter" } else { name };
                row(&mut text, called, "", &found.about());
                inside(found, "", &mut text);
            }
        }
    }
    let path = root.join("../../docs/reference/cards.md");
    if env::var_os("CARDMILL_BLESS").is_some() {
        fs::write(&path, &text).expect("it is written");
    }
    let found = fs::read_to_string(&path).expect("there is a reference");
    assert!(
        found == text,
        "docs/reference/cards.md is not what the doc comments say; \
         CARDMILL_BLESS=1 cargo test -p cardmill-unlimited words_are_described writes it"
    );
}
