//! Types as a file of the source declares them, which references describe: their doc comments, fields and variants.
//!
//! Tests of several crates take this file in by its path, so it needs nothing but the standard library.

use std::collections::BTreeMap;

/// A type of a file.
#[derive(Clone, Copy, Debug)]
pub struct Type<'a> {
    /// Its declaration, from the doc comment on.
    head: &'a str,
    /// `true` for an enum.
    pub is_enum: bool,
    /// `{ … }`, `( … )`, or nothing.
    pub body: &'a str,
}

/// A field or a variant.
#[derive(Clone, Debug)]
pub struct Member<'a> {
    /// Its doc comment.
    pub about: String,
    /// Its attributes, one behind the other.
    pub attributes: String,
    /// The name that files and messages have; `None` for a field that has a place.
    pub name: Option<String>,
    /// The type of a field.
    pub of: &'a str,
    /// The body of a variant.
    pub body: &'a str,
}

impl Type<'_> {
    /// Its doc comment.
    pub fn about(&self) -> String {
        told(self.head).0
    }

    /// Its attributes, one behind the other.
    pub fn attributes(&self) -> String {
        told(self.head).1
    }
}

/// The first place outside of all brackets that has such a sign.
fn outside(text: &str, asked: impl Fn(char) -> bool) -> Option<usize> {
    let (mut depth, mut before) = (0, ' ');
    text.char_indices().find_map(|(at, sign)| {
        let found = (depth == 0 && asked(sign)).then_some(at);
        match sign {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if matches!(before, '=' | '-') => {}
            ')' | ']' | '}' | '>' => depth -= 1,
            _ => {}
        }
        before = sign;
        found
    })
}

/// The bracket that a text begins with, to its end, and the text behind it.
fn bracket(text: &str) -> (&str, &str) {
    let closing = match &text[..1] {
        "(" => ')',
        "[" => ']',
        "{" => '}',
        _ => '>',
    };
    let end = outside(&text[1..], |sign| sign == closing).expect("it is closed");
    text.split_at(end + 2)
}

/// The doc comment of an item, its attributes, and the text behind both. Paragraphs have an empty line between them.
fn told(mut text: &str) -> (String, String, &str) {
    let (mut about, mut attributes) = (String::new(), String::new());
    loop {
        text = text.trim_start();
        if let Some(rest) = text.strip_prefix("///") {
            let (line, rest) = rest.split_once('\n').unwrap_or((rest, ""));
            match line.trim() {
                "" => about += "\n\n",
                line if about.is_empty() || about.ends_with('\n') => about += line,
                line => about += &format!(" {line}"),
            }
            text = rest;
        } else if let Some(rest) = text.strip_prefix("// ") {
            text = rest.split_once('\n').map_or("", |(_, rest)| rest);
        } else if let Some(rest) = text.strip_prefix('#') {
            let (attribute, rest) = bracket(rest);
            attributes += attribute;
            text = rest;
        } else {
            return (about, attributes, text);
        }
    }
}

/// Text without the word that says who sees it.
fn unseen(text: &str) -> &str {
    let text = text.trim_start();
    ["pub(crate) ", "pub(super) ", "pub "]
        .iter()
        .find_map(|seen| text.strip_prefix(seen))
        .unwrap_or(text)
}

/// The types of a file, by name.
pub fn types(source: &str) -> BTreeMap<&str, Type<'_>> {
    let mut found = BTreeMap::new();
    let mut begun = 0;
    for line in source.split_inclusive('\n') {
        let at = begun;
        begun += line.len();
        let declared = unseen(line);
        let indented = line.starts_with(' ') && !line.trim_start().starts_with("pub");
        let heads = ["struct ", "enum "].map(|head| declared.strip_prefix(head));
        let is_enum = heads[1].is_some();
        let Some(rest) = heads[0].or(heads[1]).filter(|_| !indented) else { continue };
        let before = &source[..at];
        // What is said of it begins behind an empty line, or inside of a macro.
        let from = before.rfind("\n\n").max(before.rfind("! {\n").map(|at| at + 2));
        let head = &source[from.map_or(0, |at| at + 2)..];
        let name = &rest[..rest.find([' ', '(', ';', '{', '<']).expect("an end of the name")];
        let rest = &source[at + line.len() - rest.len() + name.len()..];
        let rest = if rest.starts_with('<') { bracket(rest).1 } else { rest }.trim_start();
        let body = if rest.starts_with(['{', '(']) { bracket(rest).0 } else { "" };
        found.insert(name, Type { head, is_enum, body });
    }
    found
}

/// The fields, or the variants, of a body.
pub fn members(body: &str, is_enum: bool) -> Vec<Member<'_>> {
    let mut found = Vec::new();
    let mut text = body.get(1..body.len().saturating_sub(1)).unwrap_or_default();
    loop {
        let (about, attributes, rest) = told(text);
        if rest.is_empty() {
            return found;
        }
        let end = outside(rest, |sign| sign == ',').unwrap_or(rest.len());
        let member = unseen(rest[..end].trim());
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

/// Text whose links to items of the source are their names.
pub fn linkless(about: &str) -> String {
    let mut parts = about.split("[`");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("`]").expect("a link ends");
        let target = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        text += &format!("`{name}`{}", target.map_or(rest, |(_, rest)| rest));
    }
    text
}
