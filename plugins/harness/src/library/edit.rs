//! Changes of cards as people write them: `SOR_164 cost+1`, or of many at once:
//! `set=SOR kind=Unit keyword=Ambush cost+1`.
//!
//! A definition is written down as plain data, changed there and read back through the ordinary
//! checks, so an edit cannot make a card that no file could. Cards keep their places.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Definition, complaints, literal};
use crate::problem::Unread;

/// A definition that can be edited: its fields are changed in plain data.
///
/// [`plain_data!`](crate::plain_data) implements it in the crate of the definition, where what reads
/// and writes its vocabulary is compiled once.
pub trait Editable: Definition + Clone + PartialEq {
    /// The definition in plain data.
    fn plain(&self) -> Value;

    /// The definition of plain data.
    ///
    /// # Errors
    /// The place at which it says something else.
    fn of_plain(plain: &Value) -> Result<Self, Unread>;
}

/// Implements [`Editable`](crate::library::Editable) for a definition, in the crate where it
/// stands.
#[macro_export]
macro_rules! plain_data {
    ($Definition:ty) => {
        impl $crate::library::Editable for $Definition {
            fn plain(&self) -> $crate::session::Value {
                $crate::library::plain(self)
            }

            fn of_plain(plain: &$crate::session::Value) -> Result<Self, $crate::library::Unread> {
                $crate::library::of_plain(plain)
            }
        }
    };
}

/// A change of one card, or of every card that fits.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Edit {
    /// The edit as it was written.
    text: String,
    which: Which,
    changes: Vec<Change>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Which {
    /// By its id or its name.
    Card(String),
    /// All that meet every one of these.
    All(Vec<Term>),
}

/// A field, a sign and a value: a condition, or a change.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    /// The field; empty for the list that the game means by `+Sentinel`.
    path: String,
    sign: Sign,
    value: Value,
}

type Change = Term;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Add,
    Take,
    Set,
    Is,
    IsNot,
    Less,
    More,
    AtMost,
    AtLeast,
}

/// Signs as they are written; those that others begin with come later.
const SIGNS: [(&str, Sign); 9] = [
    (":=", Sign::Set),
    ("!=", Sign::IsNot),
    ("<=", Sign::AtMost),
    (">=", Sign::AtLeast),
    ("=", Sign::Is),
    ("<", Sign::Less),
    (">", Sign::More),
    ("+", Sign::Add),
    ("-", Sign::Take),
];

/// The reason for which an edit cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct EditError {
    /// The edit as it was written, or the name of the revision.
    pub edit: String,
    /// The card, if it was found: its id.
    pub card: Option<String>,
    /// The field, if it is about one.
    pub field: String,
    /// The expectation, and what was found instead.
    pub expected: String,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: ", self.edit)?;
        match (self.card.as_deref(), self.field.as_str()) {
            (None, "") => {}
            (Some(card), "") => write!(f, "{card}: ")?,
            (None, field) => write!(f, "{field}: ")?,
            (Some(card), field) => write!(f, "{card}, {field}: ")?,
        }
        f.write_str(&self.expected)
    }
}

/// A revision of the cards as a file proposes it: edits, and cards that are written anew.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revision<D> {
    /// The name by which results call it.
    pub name: String,
    /// Changes, made one after another.
    #[serde(default)]
    pub edits: Vec<Edit>,
    /// Whole definitions in place of those with their ids.
    #[serde(default = "Vec::new")]
    pub cards: Vec<D>,
    /// Copies of cards exchanged in decks, as the command line writes it.
    #[serde(default)]
    pub swaps: Vec<String>,
}

/// The cards as they are after a revision, and what is different.
#[derive(Clone, Debug)]
pub struct Revised<D> {
    /// All cards, each in its place.
    pub definitions: Vec<D>,
    /// The fields that were changed, in the order of the edits.
    pub changes: Vec<Changed>,
}

/// A field of a card that was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The id of the card.
    pub card: String,
    /// Its name, where cards of the game have one.
    pub name: String,
    /// The field; empty if the whole card was written anew.
    pub field: String,
    /// The value before the change, as text.
    pub was: String,
    /// The value after the change, as text.
    pub is: String,
}

impl Edit {
    /// The edit as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    fn error(&self, card: Option<&str>, field: &str, expected: impl Into<String>) -> EditError {
        EditError {
            edit: self.text.clone(),
            card: card.map(str::to_owned),
            field: field.to_owned(),
            expected: expected.into(),
        }
    }

    /// The places of the cards that it is about, at least one.
    fn places<D: Editable>(
        &self,
        cards: &[D],
        known: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Vec<usize>, EditError> {
        let found: Vec<usize> = match &self.which {
            Which::Card(wanted) => {
                named(wanted, cards, known).map_err(|expected| self.error(None, "", expected))?
            }
            Which::All(conditions) => {
                let mut fitting: Vec<usize> = (0..cards.len()).collect();
                for condition in conditions {
                    let wrong = |expected| self.error(None, &condition.path, expected);
                    let mut is_field = false;
                    let mut met = vec![false; cards.len()];
                    for (met, card) in met.iter_mut().zip(cards) {
                        let meets = condition.meets(card.id(), &card.plain()).map_err(wrong)?;
                        is_field |= meets.is_some();
                        *met = meets.unwrap_or(false);
                    }
                    if !is_field {
                        return Err(wrong("expected a field of cards; none has it".to_owned()));
                    }
                    fitting.retain(|&place| met[place]);
                }
                fitting
            }
        };
        match (&self.which, &found[..]) {
            (Which::All(_), []) => Err(self.error(None, "", "expected cards that fit, found none")),
            (Which::Card(wanted), [_, _, ..]) => {
                let ids: Vec<&str> = found.iter().map(|&place| cards[place].id()).collect();
                let expected = format!("expected an id: {wanted} is any of {}", ids.join(", "));
                Err(self.error(None, "", expected))
            }
            _ => Ok(found),
        }
    }

    /// The card as it is after the changes, and what they were. Where many cards are changed, those
    /// of which nothing comes are passed over, and `idle` says why.
    fn made<D: Editable>(
        &self,
        card: &D,
        idle: &mut Option<EditError>,
    ) -> Result<(D, Vec<Changed>), EditError> {
        let mut written = card.plain();
        let mut changes = Vec::new();
        for change in &self.changes {
            let wrong = |expected| self.error(Some(card.id()), &change.path, expected);
            let path = if change.path.is_empty() {
                D::LISTED.map(str::to_owned).ok_or_else(|| wrong("expected a field".to_owned()))?
            } else {
                found(&written, &change.path).map_err(wrong)?
            };
            if path == "id" {
                return Err(wrong("expected another field: ids stay as they are".to_owned()));
            }
            if let Some(expected) = card.idle(&path) {
                let nothing = self.error(Some(card.id()), &path, expected);
                match self.which {
                    Which::Card(_) => return Err(nothing),
                    Which::All(_) => idle.get_or_insert(nothing),
                };
                continue;
            }
            let part = written.pointer_mut(&pointer(&path));
            let part = part.ok_or_else(|| wrong("expected a field of it".to_owned()))?;
            let was = shown(part);
            change.apply(part).map_err(|expected| self.error(Some(card.id()), &path, expected))?;
            let is = shown(part);
            let name = name(&written);
            changes.push(Changed { card: card.id().to_owned(), name, field: path, was, is });
        }
        let read = D::of_plain(&written).map_err(|error| {
            self.error(
                Some(card.id()),
                &error.path().to_string(),
                ranged(&error.inner().to_string()),
            )
        })?;
        Ok((read, changes))
    }
}

impl FromStr for Edit {
    type Err = EditError;

    fn from_str(text: &str) -> Result<Self, EditError> {
        let whole = |expected: String| EditError {
            edit: text.to_owned(),
            card: None,
            field: String::new(),
            expected,
        };
        let words = words(text);
        let is_term = |word: &&String| parted(word).is_some();
        let head = words.iter().take_while(|word| !is_term(word)).count();
        let card = words[..head].join(" ");
        let mut terms = Vec::new();
        for word in &words[head..] {
            let (path, sign, value) = parted(word)
                .ok_or_else(|| whole(format!("expected a change such as cost+1, found {word}")))?;
            let value = literal::value(value)
                .map_err(|expected| EditError { field: path.to_owned(), ..whole(expected) })?;
            terms.push(Term { path: path.to_owned(), sign, value });
        }
        // Of one card, = sets. Where cards are looked for, conditions come first, and := sets.
        let (which, mut changes) = if card.is_empty() {
            let compares = |term: &Term| !matches!(term.sign, Sign::Add | Sign::Take | Sign::Set);
            let end = terms.iter().position(|term| !compares(term)).unwrap_or(terms.len());
            let changes = terms.split_off(end);
            (Which::All(terms), changes)
        } else {
            (Which::Card(card.trim_matches('"').to_owned()), terms)
        };
        if matches!(&which, Which::All(conditions) if conditions.is_empty()) {
            return Err(whole(
                "expected a card, or what cards are to be, such as kind=Unit".into(),
            ));
        }
        for change in &mut changes {
            change.sign = match change.sign {
                Sign::Is => Sign::Set,
                sign @ (Sign::Add | Sign::Take | Sign::Set) => sign,
                _ => {
                    let field = change.path.clone();
                    let expected = "expected a change (+, - or =), found a comparison".to_owned();
                    return Err(EditError { field, ..whole(expected) });
                }
            };
        }
        if changes.is_empty() {
            return Err(whole("expected a change such as cost+1, found none".to_owned()));
        }
        Ok(Self { text: text.trim().to_owned(), which, changes })
    }
}

impl TryFrom<String> for Edit {
    type Error = EditError;

    fn try_from(text: String) -> Result<Self, EditError> {
        text.parse()
    }
}

impl Term {
    /// Makes the change in a part of a definition.
    fn apply(&self, part: &mut Value) -> Result<(), String> {
        match (self.sign, part) {
            (Sign::Set, part) => *part = self.value.clone(),
            (Sign::Add, Value::Array(list)) => list.push(self.value.clone()),
            (Sign::Take, Value::Array(list)) => {
                let at = list.iter().position(|element| *element == self.value);
                let missing = || {
                    let has: Vec<String> = list.iter().map(shown).collect();
                    let has = if has.is_empty() { "nothing".into() } else { has.join(", ") };
                    format!("expected {} there, found {has}", shown(&self.value))
                };
                let at = at.ok_or_else(missing)?;
                list.remove(at);
            }
            (_, part) => {
                let sum = part.as_i64().zip(self.value.as_i64()).and_then(|(is, by)| {
                    if self.sign == Sign::Add { is.checked_add(by) } else { is.checked_sub(by) }
                });
                *part = sum.map(Value::from).ok_or_else(|| {
                    format!("expected a number or a list to add to, found {}", shown(part))
                })?;
            }
        }
        Ok(())
    }

    /// Tells whether a card meets the condition; `None` if it has no such field.
    fn meets(&self, id: &str, written: &Value) -> Result<Option<bool>, String> {
        let field = [self.path.clone(), format!("{}s", self.path)];
        let field = field.iter().find_map(|field| found(written, field).ok());
        let is = match field {
            Some(path) => written.pointer(&pointer(&path)).cloned().unwrap_or_default(),
            None if self.path == "set" => id.split('_').next().unwrap_or(id).into(),
            None => return Ok(None),
        };
        let order = is.as_i64().zip(self.value.as_i64()).map(|(is, value)| is.cmp(&value));
        let ordered = |orders: &[Ordering]| {
            order.map(|order| orders.contains(&order)).ok_or_else(|| {
                let value = shown(&self.value);
                format!("expected numbers to compare, found {} and {value}", shown(&is))
            })
        };
        Ok(Some(match self.sign {
            Sign::Less => ordered(&[Ordering::Less])?,
            Sign::More => ordered(&[Ordering::Greater])?,
            Sign::AtMost => ordered(&[Ordering::Less, Ordering::Equal])?,
            Sign::AtLeast => ordered(&[Ordering::Greater, Ordering::Equal])?,
            sign => fits(&is, &self.value) == (sign == Sign::Is),
        }))
    }
}

/// The cards after a revision. `known` is told an id that no card has, and says which card's it means:
/// that of another printing, perhaps.
///
/// # Errors
/// The complaint about what cannot be: a card or a field that does not exist, a value out of its
/// range, or a card that the game's checks refuse.
pub fn revised<D: Editable + Clone + PartialEq>(
    cards: &[D],
    revision: &Revision<D>,
    known: &dyn Fn(&str) -> Option<String>,
) -> Result<Revised<D>, EditError> {
    let mut definitions = cards.to_vec();
    let mut changes: Vec<Changed> = Vec::new();
    for card in &revision.cards {
        let error = |expected| EditError {
            edit: revision.name.clone(),
            card: Some(card.id().to_owned()),
            field: String::new(),
            expected,
        };
        let place = definitions.iter().position(|known| known.id() == card.id());
        let place = place.ok_or_else(|| error(unknown(card.id(), cards)))?;
        changes.push(Changed {
            card: card.id().to_owned(),
            name: called(card),
            field: String::new(),
            was: "as it is".to_owned(),
            is: "written anew".to_owned(),
        });
        definitions[place] = card.clone();
    }
    for edit in &revision.edits {
        let (before, mut idle) = (changes.len(), None);
        for place in edit.places(&definitions, known)? {
            let (card, made) = edit.made(&definitions[place], &mut idle)?;
            definitions[place] = card;
            changes.extend(made);
        }
        if let Some(nothing) = idle.filter(|_| changes.len() == before) {
            return Err(nothing);
        }
    }
    let mut wrong = None;
    complaints(&definitions, &mut |card, complaint| {
        wrong.get_or_insert_with(|| EditError {
            edit: revision.name.clone(),
            card: Some(card.to_owned()),
            field: complaint.path.to_string(),
            expected: complaint.expected,
        });
    });
    wrong.map_or(Ok(Revised { definitions, changes }), Err)
}

/// The places of the cards with this id, or else with this name; at least one.
///
/// # Errors
/// The expectation, if there is no such card.
pub fn named<D: Editable>(
    wanted: &str,
    cards: &[D],
    known: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<usize>, String> {
    let with = |id: &str| cards.iter().position(|card| card.id().eq_ignore_ascii_case(id));
    let by_id = with(wanted).or_else(|| with(&known(wanted)?));
    let is_called = |place: &usize| called(&cards[*place]) == *wanted;
    let all = 0..cards.len();
    let found = by_id.map_or_else(|| all.filter(is_called).collect(), |place| vec![place]);
    if found.is_empty() { Err(unknown(wanted, cards)) } else { Ok(found) }
}

/// Every number of a card in plain data, with the path by which an edit changes it.
#[must_use]
pub fn numbers(card: &Value) -> Vec<(String, i64)> {
    let mut found = Vec::new();
    walk(card, "", &mut |path, value| {
        found.extend(value.as_i64().map(|n| (path.to_owned(), n)));
    });
    found
}

/// The name of a card; empty where cards of the game have none.
///
/// # Panics
/// Never: a definition is plain data.
pub fn called<D: Editable>(card: &D) -> String {
    name(&card.plain())
}

/// The plain data of something that files say.
///
/// # Panics
/// Never: what is read from files is plain data.
pub fn plain<T: Serialize>(written: &T) -> Value {
    fn plain(written: &dyn erased_serde::Serialize) -> Value {
        serde_json::to_value(written).expect("what is read from files is plain data")
    }
    plain(written)
}

/// As [`plain`], written as JSON.
///
/// # Panics
/// As [`plain`].
pub fn json<T: Serialize>(written: &T) -> String {
    fn json(written: &dyn erased_serde::Serialize) -> String {
        serde_json::to_string(written).expect("what is read from files is plain data")
    }
    json(written)
}

/// Of a card that is written down.
fn name(written: &Value) -> String {
    written.get("name").and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn unknown<D: Editable>(wanted: &str, cards: &[D]) -> String {
    let part = wanted.to_lowercase();
    let alike = cards.iter().map(|card| (card.id(), called(card)));
    let alike = alike.filter(|(_, name)| !part.is_empty() && name.to_lowercase().contains(&part));
    let alike: Vec<String> = alike.take(5).map(|(id, name)| format!("{id} {name}")).collect();
    let hint = if alike.is_empty() { String::new() } else { format!("; {}?", alike.join(", ")) };
    format!("expected the id or the name of a card that is defined, found {wanted:?}{hint}")
}

/// Splits at spaces outside of brackets and quotation marks.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let (mut depth, mut quoted) = (0_usize, false);
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        if c.is_whitespace() && depth == 0 && !quoted {
            words.extend(Some(core::mem::take(&mut word)).filter(|word| !word.is_empty()));
        } else {
            word.push(c);
        }
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

/// A word as field, sign and value, if it is a term.
fn parted(word: &str) -> Option<(&str, Sign, &str)> {
    let of_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']');
    let (path, rest) = word.split_at(word.find(|c| !of_path(c))?);
    SIGNS.iter().find_map(|(sign, meant)| Some((path, *meant, rest.strip_prefix(sign)?)))
}

/// Hands over every part of a definition that is no list and no record, with its path.
fn walk(value: &Value, path: &str, found: &mut dyn FnMut(&str, &Value)) {
    match value {
        Value::Array(list) => {
            for (n, element) in list.iter().enumerate() {
                walk(element, &format!("{path}[{n}]"), found);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                let dot = if path.is_empty() { "" } else { "." };
                walk(field, &format!("{path}{dot}{name}"), found);
            }
        }
        value => found(path, value),
    }
}

/// The steps of a path: `abilities[0].steps` has three.
fn steps(path: &str) -> impl Iterator<Item = &str> {
    path.split(['.', '[']).map(|step| step.trim_end_matches(']')).filter(|step| !step.is_empty())
}

/// A path as JSON pointers are written.
fn pointer(path: &str) -> String {
    steps(path).map(|step| format!("/{step}")).collect()
}

/// The path of the part that is meant: its own, or the only one that ends like it.
fn found(written: &Value, path: &str) -> Result<String, String> {
    if written.pointer(&pointer(path)).is_some() {
        return Ok(path.to_owned());
    }
    let ends = |whole: &str| {
        let (whole, end): (Vec<&str>, Vec<&str>) = (steps(whole).collect(), steps(path).collect());
        whole.ends_with(&end)
    };
    let mut all = Vec::new();
    walk(written, "", &mut |path, _| all.extend(ends(path).then(|| path.to_owned())));
    match &all[..] {
        [only] => Ok(only.clone()),
        [] => {
            let mut fields: Vec<&str> = written
                .as_object()
                .into_iter()
                .flat_map(|fields| fields.keys())
                .map(String::as_str)
                .collect();
            fields.retain(|field| *field != "id");
            Err(format!(
                "no such field; expected one of {}, or the path of a number (cards show ID --paths)",
                fields.join(", ")
            ))
        }
        several => Err(format!("expected a whole path: it is any of {}", several.join(", "))),
    }
}

/// Tells whether a part is a value, or a list with it; `Raid` fits `Raid(2)`.
fn fits(part: &Value, value: &Value) -> bool {
    let variant = |part: &Value| {
        let fields = part.as_object().filter(|fields| fields.len() == 1);
        fields.and_then(|fields| fields.keys().next()).map(|name| Value::from(name.as_str()))
    };
    match part {
        Value::Array(list) => list.iter().any(|element| fits(element, value)),
        part => part == value || variant(part).as_ref() == Some(value),
    }
}

/// A part as card files write it.
#[must_use]
pub fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(list) => {
            format!("[{}]", list.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        Value::Object(fields) => {
            let named = |(name, value): (&String, &Value)| format!("{name}: {}", shown(value));
            match fields.iter().next() {
                Some((name, value))
                    if fields.len() == 1 && name.starts_with(char::is_uppercase) =>
                {
                    let inner = shown(value);
                    let inner = inner
                        .strip_prefix(['(', '['])
                        .and_then(|t| t.strip_suffix([')', ']']))
                        .unwrap_or(&inner);
                    format!("{name}({inner})")
                }
                _ => format!("({})", fields.iter().map(named).collect::<Vec<_>>().join(", ")),
            }
        }
        value => value.to_string(),
    }
}

/// The complaint of a reader about a number, with the range of its type.
fn ranged(said: &str) -> String {
    let Some((found, kind)) = said.split_once(", expected ") else { return said.to_owned() };
    let mut found = found.replace('`', "");
    for lead in ["invalid value: ", "invalid type: ", "unknown variant ", "integer "] {
        found = found.replace(lead, "");
    }
    // The words of the program that reads.
    found = found.replace("unit variant", "a word alone");
    let kind = match kind {
        "newtype variant" | "tuple variant" | "struct variant" => "a word with parentheses",
        "unit variant" => "a word alone",
        kind => kind,
    };
    let range = match kind {
        "u8" => "from 0 to 255",
        "i8" => "from -128 to 127",
        "u16" => "from 0 to 65535",
        "i16" => "from -32768 to 32767",
        _ => return format!("expected {kind}, found {found}"),
    };
    format!("expected a whole number {range}, found {found}")
}

#[cfg(test)]
mod tests;
