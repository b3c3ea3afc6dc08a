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

/// A public type of a file.
struct Type<'a> {
    about: String,
    is_enum: bool,
    /// `{ … }`, `( … )`, or nothing.
    body: &'a str,
}

/// A field or a variant.
struct Member<'a> {
    about: String,
    /// Its attributes, one behind the other.
    attributes: String,
    /// As files of cards have it; none of a field that has a place.
    name: Option<String>,
    /// The type of a field.
    of: &'a str,
    /// The body of a variant.
    body: &'a str,
}

/// The first place outside of all brackets that has such a sign.
fn outside(text: &str, asked: impl Fn(char) -> bool) -> Option<usize> {
    let (mut depth, mut before) = (0, ' ');
    text.char_indices().find_map(|(at, sign)| {
        let found = (depth == 0 && asked(sign)).then_some(at);
        match sign {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if before == '=' => {}
            ')' | ']' | '}' | '>' => depth -= 1,
            _ => {}
        }
        before = sign;
        found
    })
}

/// The bracket that a text begins with, to its end, and what stands behind it.
fn bracket(text: &str) -> (&str, &str) {
    let inside = &text[1..];
    let end = outside(inside, |sign| matches!(sign, ')' | ']' | '}')).expect("it is closed");
    text.split_at(end + 2)
}

/// The doc comment of an item, its attributes, and the text behind both.
fn told(mut text: &str) -> (String, String, &str) {
    let (mut about, mut attributes) = (String::new(), String::new());
    loop {
        text = text.trim_start();
        if let Some(rest) = text.strip_prefix("///") {
            let (line, rest) = rest.split_once('\n').unwrap_or((rest, ""));
            about += if about.is_empty() { "" } else { " " };
            about += line.trim();
            text = rest;
        } else if let Some(rest) = text.strip_prefix('#') {
            let (attribute, rest) = bracket(rest);
            attributes += attribute;
            text = rest;
        } else {
            return (about, attributes, text);
        }
    }
}

/// The public types of a file, by name.
fn types(source: &str) -> BTreeMap<&str, Type<'_>> {
    let mut found = BTreeMap::new();
    for head in ["pub struct ", "pub enum "] {
        for (at, _) in source.match_indices(head) {
            let before = &source[..at];
            // What is said of it begins behind an empty line, or inside of a macro.
            let from = before.rfind("\n\n").max(before.rfind("! {\n").map(|at| at + 2));
            let (about, _, _) = told(&source[from.map_or(0, |at| at + 2)..]);
            let rest = &source[at + head.len()..];
            let end = rest.find([' ', '(', ';', '{']).expect("an end of the name");
            let body = rest[end..].trim_start();
            let body = if body.starts_with(['{', '(']) { bracket(body).0 } else { "" };
            found.insert(&rest[..end], Type { about, is_enum: head == "pub enum ", body });
        }
    }
    found
}

/// The fields, or the variants, of a body.
fn members(body: &str, is_enum: bool) -> Vec<Member<'_>> {
    let mut found = Vec::new();
    let mut text = body.get(1..body.len().saturating_sub(1)).unwrap_or_default();
    loop {
        let (about, attributes, rest) = told(text);
        if rest.is_empty() {
            return found;
        }
        let end = outside(rest, |sign| sign == ',').unwrap_or(rest.len());
        let member = rest[..end].trim().trim_start_matches("pub ");
        let renamed = attributes.split_once("rename = \"").map(|(_, rest)| rest);
        let renamed = renamed.and_then(|rest| rest.split('"').next());
        // Before the name of a criterion stands its group, behind its type what it reads.
        let field = member.split_once(": ").filter(|(name, _)| !name.contains(['{', '(']));
        let (name, of, body) = match field {
            Some((name, of)) => {
                let name = name.rsplit(' ').next().unwrap_or(name);
                (Some(name), of.split(" => ").next().unwrap_or(of), "")
            }
            None if is_enum => {
                let (name, body) = member.split_at(member.find([' ', '(']).unwrap_or(member.len()));
                (Some(name), "", body.trim())
            }
            None => (None, member, ""),
        };
        let name = renamed.or(name).map(str::to_owned);
        found.push(Member { about, attributes, name, of, body });
        text = rest[end..].trim_start_matches(',');
    }
}

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

impl Member<'_> {
    /// A mark where it may be left out.
    fn mark(&self) -> &'static str {
        if self.attributes.contains("default") { "?" } else { "" }
    }

    /// Its type, or what that holds, where it is one of the same file.
    fn own<'a>(&self, all: &'a BTreeMap<&str, Type<'a>>) -> Option<(&'a str, &'a Type<'a>)> {
        let of = self.of.rsplit('<').next().unwrap_or(self.of).trim_end_matches('>');
        all.get_key_value(of).map(|(name, found)| (*name, found))
    }
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
    let kinds = fields.iter().map(|field| kind(field.of) + field.mark());
    format!("({})", kinds.collect::<Vec<_>>().join(", "))
}

/// Text whose links to items of the source are their names.
fn linkless(about: &str) -> String {
    let mut parts = about.split("[`");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("`]").expect("a link ends");
        let target = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        text += &format!("`{name}`{}", target.map_or(rest, |(_, rest)| rest));
    }
    text
}

fn row(out: &mut String, first: &str, second: &str, about: &str) {
    let about = linkless(about).replace('|', "\\|");
    let code = |text: &str| if text.is_empty() { String::new() } else { format!("`{text}`") };
    writeln!(out, "| {} | {} | {about} |", code(first), code(second)).expect("text");
}

/// A row for each field of which something is said; of one that has no name, by its place.
fn fields(body: &str, before: &str, out: &mut String) {
    for (place, field) in members(body, false).iter().enumerate() {
        if let Some(name) = &field.name {
            let field_of = format!("{before}{name}{}: {}", field.mark(), kind(field.of));
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
        if let Some((of, part)) = field.own(all) {
            whole(part, &format!("{of} "), all, out);
        }
    }
}

fn word(name: &str, all: &BTreeMap<&str, Type<'_>>, out: &mut String) {
    let found = &all[name];
    let own = members(found.body, false);
    // A single type of its own is written in parentheses of its own.
    if let [only] = &own[..]
        && only.name.is_none()
        && let Some((_, inner)) = only.own(all).filter(|(_, inner)| inner.body.starts_with('{'))
        && !inner.is_enum
    {
        row(out, &format!("{name}((…))"), "", &found.about);
        return whole(inner, "", all, out);
    }
    row(out, &format!("{name}{}", written(found.body)), "", &found.about);
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
                row(&mut text, called, "", &found.about);
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
