//! Places of the parts of a definition in their file.
//!
//! The parser gives values without places, so a complaint about a value looks its place up again:
//! [`Outline`] holds the brackets and field names of a file, and a [`Path`] leads down them.

use std::fmt;

/// One step on the way from a definition to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Segment {
    /// A field of a struct or of a struct-like variant.
    Field(&'static str),
    /// An element of a list.
    Index(usize),
    /// An unnamed argument of a variant, with a name for people.
    Argument(usize, &'static str),
}

/// The way from a definition to a part of it: `abilities[0].steps[1].to`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(Vec<Segment>);

impl Path {
    /// A field of the definition itself.
    #[must_use]
    pub fn field(name: &'static str) -> Self {
        Self(vec![Segment::Field(name)])
    }
    /// The path further down, to a field.
    #[must_use]
    pub fn to(&self, name: &'static str) -> Self {
        self.with(Segment::Field(name))
    }
    /// Further down to an element of a list.
    #[must_use]
    pub fn at(&self, index: usize) -> Self {
        self.with(Segment::Index(index))
    }
    /// Further down to an unnamed argument of a variant, shown as `name`.
    #[must_use]
    pub fn argument(&self, index: usize, name: &'static str) -> Self {
        self.with(Segment::Argument(index, name))
    }
    fn with(&self, segment: Segment) -> Self {
        let mut longer = self.clone();
        longer.0.push(segment);
        longer
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Field(name) | Segment::Argument(_, name) => {
                    let dot = if place == 0 { "" } else { "." };
                    write!(f, "{dot}{name}")?;
                }
            }
        }
        Ok(())
    }
}

/// A line and a column in characters, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) line: u32,
    pub(super) column: u32,
}

/// The entries of a RON list of definitions.
pub(super) struct Outline<'a> {
    text: &'a str,
    /// The bytes at which lines begin, but for the first.
    lines: Vec<usize>,
    definitions: Vec<Entry<'a>>,
}

/// Something between commas, and the entries of the brackets in it.
#[derive(Debug, Default)]
struct Entry<'a> {
    name: &'a str,
    start: usize,
    is_list: bool,
    entries: Vec<Self>,
}

impl<'a> Outline<'a> {
    /// Of a text that has been parsed without error; otherwise places may be off.
    pub(super) fn new(text: &'a str) -> Self {
        let mut reader = Reader { text, at: 0 };
        let list = reader.entries().into_iter().next().unwrap_or_default();
        let lines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = lines.map(|(at, _)| at + 1).collect();
        Self { text, lines, definitions: list.entries }
    }

    /// The line and column of a byte.
    fn place(&self, byte: usize) -> Place {
        let line = self.lines.partition_point(|begin| *begin <= byte);
        let begin = line.checked_sub(1).map_or(0, |before| self.lines[before]);
        let column = self.text.get(begin..byte).map_or(0, |before| before.chars().count());
        let count = |n: usize| u32::try_from(n + 1).unwrap_or(u32::MAX);
        Place { line: count(line), column: count(column) }
    }

    /// The place of a part of the definition at `index`, or of the smallest part around it that
    /// is written down.
    pub(super) fn locate(&self, index: usize, path: &Path) -> Place {
        let Some(mut entry) = self.definitions.get(index) else { return self.place(0) };
        for segment in &path.0 {
            let next = match segment {
                Segment::Field(name) => entry.field(name),
                Segment::Index(index) => entry.list().entries.get(*index),
                Segment::Argument(index, _) => entry.entries.get(*index),
            };
            match next {
                Some(next) => entry = next,
                None => break,
            }
        }
        self.place(entry.start)
    }
}

impl<'a> Entry<'a> {
    /// The field, looked for inside a variant's parentheses as well.
    fn field(&self, name: &str) -> Option<&Self> {
        match self.entries.iter().find(|e| e.name == name) {
            None => self.only()?.field(name),
            found => found,
        }
    }
    /// Itself, or the list that is a variant's only argument: `May([ … ])`.
    fn list(&self) -> &Self {
        self.only().filter(|only| only.is_list).unwrap_or(self)
    }
    /// Its only entry, when that has no name.
    fn only(&self) -> Option<&Self> {
        match &self.entries[..] {
            [only] if only.name.is_empty() => Some(only),
            _ => None,
        }
    }
}

/// Splits text into entries; skips strings and comments.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// The entries up to the bracket that closes them.
    fn entries(&mut self) -> Vec<Entry<'a>> {
        let mut entries = Vec::new();
        let mut entry: Option<Entry<'a>> = None;
        while let Some(c) = self.rest().chars().next() {
            match c {
                '/' if self.skip_comment() => continue,
                _ if c.is_whitespace() => {
                    self.at += c.len_utf8();
                    continue;
                }
                ',' | ')' | ']' | '}' => {
                    entries.extend(entry.take());
                    self.at += 1;
                    if c != ',' {
                        return entries;
                    }
                    continue;
                }
                '#' if entry.is_none() => {
                    self.skip_attribute();
                    continue;
                }
                _ => {}
            }
            let start = self.at;
            let open = entry.get_or_insert_with(|| Entry { start, ..Entry::default() });
            match c {
                '(' | '[' | '{' => {
                    self.at += 1;
                    open.is_list |= c == '[' && open.start == start;
                    open.entries = self.entries();
                }
                '"' => self.skip_string(),
                _ => {
                    let word = self.word();
                    self.at += word.len().max(c.len_utf8());
                    let colon = self.rest().trim_start().starts_with(':');
                    if open.start == start && colon {
                        open.name = word;
                    }
                }
            }
        }
        entries.extend(entry);
        entries
    }

    fn word(&self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        &rest[..end.unwrap_or(rest.len())]
    }

    /// Goes past a comment, if there is one here.
    fn skip_comment(&mut self) -> bool {
        let rest = self.rest();
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            return false;
        };
        self.at += length;
        true
    }

    fn skip_attribute(&mut self) {
        let rest = self.rest();
        self.at += rest.find(']').map_or(rest.len(), |end| end + 1);
    }

    fn skip_string(&mut self) {
        let mut escaped = false;
        let end = self.rest().char_indices().skip(1).find(|(_, c)| {
            let ends = *c == '"' && !escaped;
            escaped = *c == '\\' && !escaped;
            ends
        });
        self.at = end.map_or(self.text.len(), |(end, _)| self.at + end + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"// (a comment, "with" brackets]
[
    (id: "SOR_001", name: "A \"(\" B", kind: Unit),
    (
        id: "SOR_002", /* so ( */ hp: 3,
        abilities: [
            Action(cost: [Exhaust], steps: [
                Choose((what: (max_cost: 3))),
                If(Did, [Draw(You, 1)], [May([Pay(1), Draw(You, 2)])]),
            ]),
        ],
    ),
]"#;

    fn locate(index: usize, path: &Path) -> (u32, u32) {
        let place = Outline::new(TEXT).locate(index, path);
        (place.line, place.column)
    }

    #[test]
    fn finds_fields_elements_and_arguments() {
        let steps = Path::field("abilities").at(0).to("steps");
        assert_eq!(locate(0, &Path::field("id")), (3, 6));
        assert_eq!(locate(1, &Path::field("hp")), (5, 35));
        assert_eq!(locate(1, &steps.at(0).to("what").to("max_cost")), (8, 32));
        let otherwise = steps.at(1).argument(2, "else");
        assert_eq!(locate(1, &otherwise.at(0).at(1)), (9, 55));
        assert_eq!(otherwise.at(0).to_string(), "abilities[0].steps[1].else[0]");
    }

    #[test]
    fn stops_at_what_is_written_down() {
        assert_eq!(locate(0, &Path::field("hp")), (3, 5));
        assert_eq!(locate(1, &Path::field("abilities").at(0).to("limit")), (7, 13));
        assert_eq!(locate(7, &Path::default()), (1, 1));
    }
}
