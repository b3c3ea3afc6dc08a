//! Types that are written as JSON, as a reference describes them: a table for each, a row for each field.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::source::{Member, Type, linkless, members, types};

/// Files of the source, each with the types in it.
pub struct Files {
    texts: Vec<(&'static str, String)>,
    /// The types that several descriptions need, each with the place of its file.
    noted: Vec<(usize, String)>,
}

/// The types of a file, by name.
type Types<'a> = BTreeMap<&'a str, Type<'a>>;

/// A type and the file that it is in.
#[derive(Clone, Copy)]
struct Found<'a> {
    name: &'a str,
    file: usize,
    of: Type<'a>,
}

impl Found<'_> {
    fn key(&self) -> (usize, String) {
        (self.file, self.name.to_owned())
    }
}

/// Types of the games whose values are words, such as the zone of a card.
const WORDS: [&str; 10] = [
    "Arena",
    "Aspect",
    "Edition",
    "Game",
    "Kind",
    "Phase",
    "Token",
    "Until",
    "Zone",
    "Sideboarding",
];

/// Types of any JSON, which other pages describe.
const ANY: [&str; 5] = ["Value", "RawValue", "Position", "Map", "Setup"];

impl Files {
    /// Reads files by their paths from the root.
    ///
    /// # Panics
    ///
    /// When one cannot be read.
    pub fn read(paths: &[&'static str]) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text = |path: &&'static str| {
            let text = fs::read_to_string(root.join(path));
            (*path, text.unwrap_or_else(|error| panic!("{path}: {error}")))
        };
        Self { texts: paths.iter().map(text).collect(), noted: Vec::new() }
    }

    /// Describes a type of a file, and the types of that file that it is made of: a table each, under headings of this
    /// depth but for the first. Types of other files are noted for [`shared`](Self::shared).
    ///
    /// # Panics
    ///
    /// When a type is in none of the files, or nothing is said of a field.
    pub fn describe(&mut self, file: &str, name: &str, depth: usize, out: &mut String) {
        let all = self.types();
        let root = self.found(&all, file, name);
        let place = root.file;
        let mut listed = vec![root];
        let mut next = 0;
        while let Some(found) = listed.get(next).copied() {
            if found.file == place {
                if next > 0 {
                    heading(found, depth, out);
                }
                self.table(found, &all, &mut listed, out);
            }
            next += 1;
        }
        let others: Vec<_> =
            listed.iter().filter(|found| found.file != place).map(Found::key).collect();
        self.keep(others);
    }

    /// Describes a type of a file alone; types that it is made of are noted for [`shared`](Self::shared).
    ///
    /// # Panics
    ///
    /// As [`describe`](Self::describe).
    pub fn only(&mut self, file: &str, name: &str, out: &mut String) {
        let all = self.types();
        let found = self.found(&all, file, name);
        let mut listed = vec![found];
        self.table(found, &all, &mut listed, out);
        let others: Vec<_> = listed[1..].iter().map(Found::key).collect();
        self.keep(others);
    }

    /// Notes a type for [`shared`](Self::shared).
    ///
    /// # Panics
    ///
    /// When none of the files has it.
    pub fn note(&mut self, name: &str) {
        let all = self.types();
        // Parameters and answers of one name are two types: an answer is meant.
        let found = (1..all.len()).find_map(|file| of_file(&all, file, name));
        let key = found.unwrap_or_else(|| panic!("no type {name}")).key();
        self.keep(vec![key]);
    }

    /// The doc comment of a type of a file.
    ///
    /// # Panics
    ///
    /// When the file has no such type.
    pub fn about(&self, file: &str, name: &str) -> String {
        let all = self.types();
        self.found(&all, file, name).of.about()
    }

    /// The types of each file.
    fn types(&self) -> Vec<Types<'_>> {
        self.texts.iter().map(|(_, text)| types(text)).collect()
    }

    fn found<'a>(&self, all: &[Types<'a>], file: &str, name: &str) -> Found<'a> {
        let place = self.texts.iter().position(|(path, _)| *path == file);
        let place = place.unwrap_or_else(|| panic!("{file} was not read"));
        of_file(all, place, name).unwrap_or_else(|| panic!("{file}: no type {name}"))
    }

    fn keep(&mut self, keys: Vec<(usize, String)>) {
        for key in keys {
            if !self.noted.contains(&key) {
                self.noted.push(key);
            }
        }
    }

    /// Describes the types that were noted, under headings of this depth, by name.
    ///
    /// # Panics
    ///
    /// As [`describe`](Self::describe).
    pub fn shared(&mut self, depth: usize, out: &mut String) {
        let all = self.types();
        let of = |(file, name): &(usize, String)| {
            of_file(&all, *file, name).expect("it was found before")
        };
        let mut listed: Vec<_> = self.noted.iter().map(of).collect();
        let mut tables = BTreeMap::new();
        let mut next = 0;
        while let Some(found) = listed.get(next).copied() {
            let mut text = String::new();
            heading(found, depth, &mut text);
            self.table(found, &all, &mut listed, &mut text);
            tables.insert((found.name, found.file), text);
            next += 1;
        }
        out.extend(tables.into_values());
    }

    /// The table of a type.
    fn table<'a>(
        &self,
        found: Found<'a>,
        all: &[Types<'a>],
        listed: &mut Vec<Found<'a>>,
        out: &mut String,
    ) {
        let first = if found.of.is_enum { "word" } else { "field" };
        write!(out, "\n| {first} | | |\n|---|---|---|\n").expect("text");
        self.rows(found, all, listed, out);
    }

    /// A type by its name, as a file has it: of this file, or else of one that it takes types from, or else of the
    /// first one that has it.
    fn find<'a>(&self, all: &[Types<'a>], file: usize, name: &str) -> Option<Found<'a>> {
        let name = name.split('<').next().unwrap_or(name);
        let (path, name) = name.rsplit_once("::").unwrap_or(("", name));
        let is_taken = |other: &usize| {
            let stem = Path::new(self.texts[*other].0).file_stem().and_then(|stem| stem.to_str());
            let stem = format!("{}::", stem.expect("a name"));
            format!("{path}::").ends_with(&stem)
                || (path.is_empty() && self.texts[file].1.contains(&stem))
        };
        let others: Vec<_> =
            (0..all.len()).filter(|&other| all[other].contains_key(name)).collect();
        let own = others.iter().find(|&&other| other == file && path.is_empty());
        let taken = own.or_else(|| others.iter().find(|other| is_taken(other)));
        // A word of the game may be called as another type is.
        let place = taken.or(others.first().filter(|_| !WORDS.contains(&name)))?;
        of_file(all, *place, name)
    }

    /// The rows of a type's fields, or of its variants; types that they are of are added to the list.
    fn rows<'a>(
        &self,
        found: Found<'a>,
        all: &[Types<'a>],
        listed: &mut Vec<Found<'a>>,
        out: &mut String,
    ) {
        let place = self.texts[found.file].0;
        for member in members(found.of.body, found.of.is_enum) {
            let Member { about, attributes, name, of, body } = &member;
            if attributes.contains("serde(skip)") || attributes.contains("serde(skip,") {
                continue;
            }
            let mut kinds = Kinds { files: self, all, file: found.file, listed, place };
            let name = name.as_deref().unwrap_or_default();
            if attributes.contains("flatten") {
                // Fields of names that only the values know.
                if let Some((_, values)) =
                    of.split_once("Map<").and_then(|(_, of)| of.split_once(", "))
                {
                    let kind = kinds.of(values.trim_end_matches('>'));
                    writeln!(out, "| … | {kind} | {} |", plain(about)).expect("text");
                    continue;
                }
                let (inner, _) = kinds.inside(of);
                let inner = self
                    .find(all, found.file, inner)
                    .unwrap_or_else(|| panic!("{place}: no type {of}"));
                self.rows(inner, all, listed, out);
                continue;
            }
            assert!(!about.is_empty(), "{place}: nothing is said of {} {name}", found.name);
            let is_snake = found.of.is_enum && found.of.attributes().contains("rename_all");
            let called = if is_snake { snake(name) } else { name.to_owned() };
            let left_out =
                attributes.contains("skip_serializing_if") || attributes.contains("serde(default");
            let is_player = attributes.contains("= \"player\"");
            let mut kind = match (found.of.is_enum, is_player) {
                (true, _) => kinds.fields(body),
                (_, true) => "player".to_owned(),
                _ if attributes.contains("= \"answered\"") => {
                    kinds.of(&of.replace("Row", "Answered"))
                }
                _ => kinds.of(of),
            };
            if left_out {
                kind = kind.trim_end_matches(" or `null`").to_owned();
            }
            let mark = if left_out { "?" } else { "" };
            writeln!(out, "| `{called}`{mark} | {kind} | {} |", plain(about)).expect("text");
        }
    }
}

/// The types of a row, whose own types are noted.
struct Kinds<'l, 'a> {
    files: &'l Files,
    all: &'l [Types<'a>],
    file: usize,
    listed: &'l mut Vec<Found<'a>>,
    place: &'static str,
}

impl<'a> Kinds<'_, 'a> {
    /// A type without references and boxes, and the word for how it is wrapped.
    fn inside<'t>(&self, of: &'t str) -> (&'t str, &'static str) {
        let of = of.trim_start_matches('&').trim_start();
        let of = match of.strip_prefix('\'') {
            Some(rest) => rest.split_once(' ').map_or(rest, |(_, rest)| rest),
            None => of,
        };
        for (head, word) in
            [("Option<", "null"), ("Vec<", "list"), ("ArrayVec<", "list"), ("Box<", "")]
        {
            if let Some(inner) = of.strip_prefix(head).and_then(|of| of.strip_suffix('>')) {
                let inner = inner
                    .rsplit_once(", ")
                    .filter(|_| head == "ArrayVec<")
                    .map_or(inner, |(one, _)| one);
                return (inner, word);
            }
        }
        if let Some(inner) = of.strip_prefix('[').and_then(|of| of.strip_suffix(']')) {
            let word = if inner.ends_with("; 2") { "pair" } else { "list" };
            return (inner.split_once("; ").map_or(inner, |(one, _)| one), word);
        }
        (of, "plain")
    }

    /// A type of the source in the words of JSON.
    fn of(&mut self, of: &str) -> String {
        if let Some((_, values)) =
            of.split_once("BTreeMap<").and_then(|(_, of)| of.split_once(", "))
        {
            return format!("object, of each name {}", self.of(values.trim_end_matches('>')));
        }
        match self.inside(of) {
            (inner, "null") => format!("{} or `null`", self.of(inner)),
            (inner, "list") => format!("list of {}", self.of(inner)),
            (inner, "pair") => {
                let one = self.of(inner);
                format!("[{one}, {one}]")
            }
            (inner, "") => self.of(inner),
            (tuple, _) if tuple.starts_with('(') => {
                let parts = tuple.trim_start_matches('(').trim_end_matches(')').split(", ");
                format!("[{}]", parts.map(|part| self.of(part)).collect::<Vec<_>>().join(", "))
            }
            (plain, _) => self.plain(plain),
        }
    }

    fn plain(&mut self, whole: &str) -> String {
        let of = whole.split('<').next().unwrap_or(whole);
        let of = of.rsplit("::").next().unwrap_or(of);
        match of {
            "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "f64" => {
                "number".to_owned()
            }
            "bool" => "boolean".to_owned(),
            "str" | "String" | "PathBuf" | "Path" | "Command" => "text".to_owned(),
            "Slot" => "id".to_owned(),
            "Player" => "player".to_owned(),
            "Answer" => "number or text".to_owned(),
            "Which" => "id or name".to_owned(),
            _ if ANY.contains(&of) => "JSON".to_owned(),
            _ => match self.files.find(self.all, self.file, whole) {
                Some(found) if !found.of.body.is_empty() => {
                    let is_new =
                        |other: &Found<'_>| (other.file, other.name) != (found.file, found.name);
                    if self.listed.iter().all(is_new) {
                        self.listed.push(found);
                    }
                    format!("*{of}*")
                }
                _ if WORDS.contains(&of) => "text".to_owned(),
                _ => panic!("{}: no type {of}", self.place),
            },
        }
    }

    /// The fields of a variant.
    fn fields(&mut self, body: &str) -> String {
        let field = |field: Member<'_>| {
            let mark = if field.attributes.contains("default") { "?" } else { "" };
            let kind = self.of(field.of);
            let kind =
                if mark.is_empty() { kind } else { kind.trim_end_matches(" or `null`").to_owned() };
            field.name.map_or_else(|| kind.clone(), |name| format!("`{name}`{mark}: {kind}"))
        };
        members(body, false).into_iter().map(field).collect::<Vec<_>>().join("; ")
    }
}

/// A type of a file by its name.
fn of_file<'a>(all: &[Types<'a>], file: usize, name: &str) -> Option<Found<'a>> {
    let (name, of) = all[file].get_key_value(name)?;
    Some(Found { name, file, of: *of })
}

/// The heading of a type, and what it is.
fn heading(found: Found<'_>, depth: usize, out: &mut String) {
    let about = plain(&found.of.about());
    write!(out, "\n{} {}\n\n{about}\n", "#".repeat(depth), found.name).expect("text");
}

/// A name of a variant as messages have it.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for (at, sign) in name.char_indices() {
        if at > 0 && sign.is_uppercase() {
            text.push('_');
        }
        text.extend(sign.to_lowercase());
    }
    text
}

/// A doc comment in a cell or a line.
pub fn plain(about: &str) -> String {
    let text = linkless(about).replace("`None`", "`null`").replace("\n\n", " ").replace('|', "\\|");
    // What the command line says of itself, too, ends without a full stop.
    if text.is_empty() || text.ends_with(['.', '?']) { text } else { text + "." }
}
