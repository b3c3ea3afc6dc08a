//! A file of the format as text: header tags, then sections of records.

use core::fmt::Write as _;

use serde_json::{Map, Value};

use super::flaw::Flaw;

/// The fields of a record.
pub type Fields = Map<String, Value>;

/// The most bytes of a file.
pub const MOST_BYTES: u64 = 64 << 20;
/// The beginning of the line before a section.
const BANNER: &str = "%%%";
/// The beginning of all messages about the form of a file, in the format's own words.
const FORM: &str = "SWU-PGN:";
/// The sections that records are in, in the order in which they are written.
const RECORDS: [&str; 5] = ["DECKS", "CARDS", "SETUP", "EVENTS", "ANNOTATIONS"];
/// The section that is told, and holds no records.
const STORY: &str = "STORY";

/// The records of what players choose to do: each is a step of its phase.
pub(super) const CHOSEN: [&str; 9] = [
    "PLAY",
    "PLAY_SMUGGLE",
    "PLAY_EVENT",
    "PLAY_UPGRADE",
    "DEPLOY_LEADER",
    "ATTACK",
    "PASS",
    "CLAIM_INITIATIVE",
    "ABILITY_ACTIVATE",
];

/// The tags that a header must have, in the order in which they are written.
pub const REQUIRED: [&str; 17] = [
    "Game", "GameId", "Date", "CardPool", "Engine", "Seed", "P1Id", "P2Id", "P1", "P2", "P1Leader",
    "P1Base", "P2Leader", "P2Base", "Result", "Reason", "Rounds",
];

/// The form of the format that a file says it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The form `SWU-PGN/1.0`, which is written today.
    Current,
    /// `SWU-PGN/1.1`, which is older than 1.0, for all that its number says.
    Early,
    /// Another 1.x, of which what is known is read.
    Other,
}

/// A tag of the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name of the tag, such as `Seed`.
    pub name: String,
    /// The value, without its quotes.
    pub value: String,
    /// The line, from 1.
    pub line: usize,
}

/// A record of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line, from 1.
    pub line: usize,
    /// The fields, as the JSON of the line has them.
    pub fields: Fields,
}

impl Record {
    /// A text of it.
    #[must_use]
    pub fn text(&self, field: &str) -> Option<&str> {
        self.fields.get(field)?.as_str()
    }

    /// A whole number of it.
    #[must_use]
    pub fn number(&self, field: &str) -> Option<i64> {
        whole(self.fields.get(field)?)
    }

    /// A player of it, 0 or 1: nothing but the numbers 1 and 2 is one.
    #[must_use]
    pub fn seat(&self, field: &str) -> Option<usize> {
        seat(self.fields.get(field)?)
    }

    /// The texts of a list of it; what is no list has none.
    pub fn texts(&self, field: &str) -> impl Iterator<Item = &str> {
        let list = self.fields.get(field).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str)
    }

    /// Returns `true` if a field of it is the JSON value `true`.
    #[must_use]
    pub fn is(&self, field: &str) -> bool {
        self.fields.get(field) == Some(&Value::Bool(true))
    }

    /// The name of an event; empty where it has none.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.text("t").unwrap_or_default()
    }

    /// The place of an event in the game; empty where it has none.
    #[must_use]
    pub fn seq(&self) -> &str {
        self.text("seq").unwrap_or_default()
    }

    /// As a line; the place and the name come first.
    fn written(&self) -> String {
        let first = ["seq", "t"].into_iter().filter_map(|name| self.fields.get_key_value(name));
        let others = self.fields.iter().filter(|(name, _)| !matches!(name.as_str(), "seq" | "t"));
        let fields = first.chain(others);
        let fields: Vec<String> =
            fields.map(|(name, value)| format!("{}:{value}", Value::from(name.as_str()))).collect();
        format!("{{{}}}", fields.join(","))
    }
}

/// A player, 0 or 1: nothing but the numbers 1 and 2 is one.
#[must_use]
pub fn seat(value: &Value) -> Option<usize> {
    match whole(value) {
        Some(1) => Some(0),
        Some(2) => Some(1),
        _ => None,
    }
}

/// A whole number, however it is written: 3, 3.0 and 3e0 are one in JSON.
#[must_use]
pub fn whole(value: &Value) -> Option<i64> {
    /// Whole numbers beyond it are not told from their neighbours.
    const MOST: f64 = 9_007_199_254_740_992.0;
    let exact = |number: &f64| number.fract() == 0.0 && number.abs() < MOST;
    value.as_i64().or_else(|| value.as_f64().filter(exact).map(|number| number as i64))
}

/// A file as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The tags of its header, in order.
    pub tags: Vec<Tag>,
    /// The story, word by word, if it tells one.
    pub story: Option<String>,
    /// The records of the decks that players came with.
    pub decks: Vec<Record>,
    /// The records of the names of cards.
    pub cards: Vec<Record>,
    /// The records of the order in which the decks lay.
    pub setup: Vec<Record>,
    /// The records of the events of the game.
    pub events: Vec<Record>,
    /// The records of what people said of the game.
    pub annotations: Vec<Record>,
    /// The flaws that were overlooked while it was read.
    pub overlooked: Vec<Flaw>,
    /// The number of its lines.
    pub lines: usize,
}

impl File {
    /// Reads a file.
    ///
    /// # Errors
    /// The first thing that keeps it from being read.
    pub fn read(bytes: &[u8]) -> Result<Self, Flaw> {
        let text = core::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            Flaw::unreadable(line, "bytes that are no text", "UTF-8")
        })?;
        Self::parse(text)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn parse(text: &str) -> Result<Self, Flaw> {
        let mut file = Self::default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut section: Option<String> = None;
        let mut story: Vec<&str> = Vec::new();
        for (place, raw) in text.strip_suffix('\n').unwrap_or(text).split('\n').enumerate() {
            let (line, trimmed) = (place + 1, raw.trim());
            file.lines = line;
            if let Some(name) = trimmed.strip_prefix(BANNER) {
                section = Some(file.begins(line, name)?);
                continue;
            }
            match section.as_deref() {
                Some(STORY) => story.push(raw.strip_suffix('\r').unwrap_or(raw)),
                _ if trimmed.is_empty() => {}
                None => file.tags_of(line, trimmed)?,
                Some(name) => {
                    let Some(records) = file.section(name) else {
                        return Err(Flaw::unreadable(
                            line,
                            format!("{FORM} JSON record in unrecognized section on line {line}"),
                            format!("no {name}, but one of {STORY}, {}", RECORDS.join(", ")),
                        ));
                    };
                    records.push(record(line, trimmed)?);
                }
            }
        }
        if file.story.is_some() {
            file.story = Some(story.join("\n"));
        }
        file.is_whole()?;
        Ok(file)
    }

    /// Begins a section at its banner; its name is checked.
    fn begins(&mut self, line: usize, name: &str) -> Result<String, Flaw> {
        let name = name.trim().to_uppercase();
        let known = name == STORY || RECORDS.contains(&name.as_str());
        let form = || format!("{BANNER} and one of {STORY}, {}", RECORDS.join(", "));
        if name.is_empty() {
            return Err(Flaw::unreadable(line, "a section without a name", form()));
        }
        if !known {
            self.overlooked.push(Flaw::remark(line, format!("a section {name}"), form()));
        }
        if name == STORY {
            self.story.get_or_insert_default();
        }
        Ok(name)
    }

    /// The records of a section.
    fn section(&mut self, name: &str) -> Option<&mut Vec<Record>> {
        match name {
            "DECKS" => Some(&mut self.decks),
            "CARDS" => Some(&mut self.cards),
            "SETUP" => Some(&mut self.setup),
            "EVENTS" => Some(&mut self.events),
            "ANNOTATIONS" => Some(&mut self.annotations),
            _ => None,
        }
    }

    /// Reads a line of the header.
    fn tags_of(&mut self, line: usize, text: &str) -> Result<(), Flaw> {
        let (tags, rest) = tags(text);
        if tags.is_empty() && (text.starts_with('{') || text.parse::<Value>().is_ok()) {
            return Err(Flaw::unreadable(
                line,
                format!("{FORM} record before any {BANNER} section on line {line}"),
                format!("a tag such as [Game \"SWU-PGN/1.0\"], or {BANNER} EVENTS before it"),
            ));
        }
        if !rest.is_empty() {
            let problem = format!("{:?} in the header", shortened(&rest));
            self.overlooked.push(Flaw::remark(line, problem, "nothing but tags in the header"));
        }
        for (name, value) in tags {
            if self.tag(&name).is_some() {
                let problem = format!("the tag [{name}] again");
                self.overlooked.push(Flaw::remark(line, problem, "it once; the last one holds"));
            }
            self.tags.push(Tag { name, value, line });
        }
        Ok(())
    }

    /// The value of a tag; of several of that name, of the last.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        Some(&self.tag_of(name)?.value)
    }

    /// A tag; of several of that name, the last.
    pub(crate) fn tag_of(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().rev().find(|tag| tag.name == name)
    }

    /// Checks that there is all of it that a reader needs.
    fn is_whole(&self) -> Result<(), Flaw> {
        let header = self.tags.last().map_or(1, |tag| tag.line);
        for name in REQUIRED {
            match self.tag_of(name) {
                None => {
                    return Err(Flaw::unreadable(
                        header,
                        format!("{FORM} missing required header tag [{name}]"),
                        format!("[{name} \"…\"] before the first section"),
                    ));
                }
                Some(tag) if tag.value.trim().is_empty() => {
                    let problem = format!("the tag [{name}] is empty");
                    return Err(Flaw::unreadable(tag.line, problem, "a value"));
                }
                Some(tag) if name == "Game" && self.version().is_none() => {
                    let problem = format!("a game written as {:?}", shortened(&tag.value));
                    return Err(Flaw::unreadable(tag.line, problem, "SWU-PGN/1.0"));
                }
                Some(_) => {}
            }
        }
        if self.events.is_empty() {
            return Err(Flaw::unreadable(
                self.lines,
                "no events",
                format!("a section {BANNER} EVENTS with the game, an event a line"),
            ));
        }
        Ok(())
    }

    /// The form that the file says it has; nothing, where this reader is none of its readers.
    #[must_use]
    pub fn version(&self) -> Option<Version> {
        match self.tag("Game")?.strip_prefix("SWU-PGN/1.")? {
            "0" => Some(Version::Current),
            "1" => Some(Version::Early),
            other => other.starts_with(|c: char| c.is_ascii_digit()).then_some(Version::Other),
        }
    }

    /// The seat that the file was recorded from, 0 or 1; none, where everything was seen.
    #[must_use]
    pub fn perspective(&self) -> Option<usize> {
        match self.tag("Perspective")? {
            "P1" => Some(0),
            "P2" => Some(1),
            _ => None,
        }
    }

    /// The file as text.
    #[must_use]
    pub fn written(&self) -> String {
        let mut out = String::new();
        let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"");
        for Tag { name, value, .. } in &self.tags {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "[{name} \"{}\"]", escaped(value));
        }
        if let Some(story) = &self.story {
            let _ = writeln!(out, "\n{BANNER} {STORY}\n{story}");
        }
        let sections = [&self.decks, &self.cards, &self.setup, &self.events, &self.annotations];
        // A blank line behind the story would be one of it.
        let mut blank = if self.story.is_some() { "" } else { "\n" };
        for (name, records) in RECORDS.into_iter().zip(sections) {
            if records.is_empty() {
                continue;
            }
            let _ = writeln!(out, "{blank}{BANNER} {name}");
            blank = "\n";
            for record in records {
                let _ = writeln!(out, "{}", record.written());
            }
        }
        out
    }
}

/// The start of a text, for messages.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn record(line: usize, text: &str) -> Result<Record, Flaw> {
    match text.parse::<Value>() {
        Ok(Value::Object(fields)) => Ok(Record { line, fields }),
        Ok(other) => {
            let problem = format!("{} where a record stands", shortened(&other.to_string()));
            Err(Flaw::unreadable(line, problem, "a JSON object"))
        }
        Err(error) => Err(Flaw::unreadable(
            line,
            format!("{FORM} invalid JSON on line {line}: column {}", error.column()),
            "a JSON object",
        )),
    }
}

/// The tags of a line, and what stands beside them.
fn tags(text: &str) -> (Vec<(String, String)>, String) {
    let (mut found, mut beside, mut rest) = (Vec::new(), String::new(), text);
    while let Some(start) = rest.find('[') {
        beside.push_str(rest[..start].trim());
        match tag(&rest[start + 1..]) {
            Some((tag, behind)) => {
                found.push(tag);
                rest = behind;
            }
            None => {
                beside.push('[');
                rest = &rest[start + 1..];
            }
        }
    }
    beside.push_str(rest.trim());
    (found, beside)
}

/// A tag behind its bracket, and what stands behind it.
fn tag(text: &str) -> Option<((String, String), &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_alphanumeric())?;
    let (name, rest) = text.split_at(end);
    let value = rest.trim_start().strip_prefix('"')?;
    if name.is_empty() || !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let (mut read, mut chars) = (String::new(), value.char_indices());
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => read.push(chars.next()?.1),
            '"' => {
                let behind = value[at + 1..].trim_start().strip_prefix(']')?;
                return Some(((name.to_owned(), read), behind));
            }
            _ => read.push(c),
        }
    }
    None
}
