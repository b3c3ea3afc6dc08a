//! Wordings of a table: the labels that its options can have, and the forms of the lines of its
//! log. A scenario that says that something is *not* there is only worth something when it could
//! be.

use crate::names::{Labelled, Name};
use crate::spelling::levenshtein;

/// Texts with holes, `{card} is defeated`, each for a pattern; and a list of all of them.
#[macro_export]
macro_rules! forms {
    (
        $(#[$doc:meta])*
        $all:ident: fn $name:ident($($argument:ident: $type:ty),*) = match $on:expr => {
            $($pattern:pat $(if $guard:expr)? => $form:literal,)*
        }
    ) => {
        $(#[$doc])*
        fn $name($($argument: $type),*) -> &'static str {
            match $on { $($pattern $(if $guard)? => $form,)* }
        }
        /// All forms of the function, in their order.
        pub(crate) const $all: &[&str] = &[$($form),*];
    };
}

/// Fills the holes of a form.
///
/// # Panics
/// If a hole has no end.
pub fn fill<S: AsRef<str>>(form: &str, hole: impl Fn(&str) -> S) -> String {
    let mut text = String::with_capacity(2 * form.len());
    for piece in Pieces(form) {
        match piece {
            Piece::Text(words) => text.push_str(words),
            Piece::Hole(name) => text.push_str(hole(name).as_ref()),
        }
    }
    text
}

/// Names in a row, each once and how often it is there: `Wampa, Yoda ×2`.
#[must_use]
pub fn counted(names: &[String]) -> String {
    let first = |&n: &usize| !names[..n].contains(&names[n]);
    let named = |n: usize| match names.iter().filter(|name| **name == names[n]).count() {
        1 => names[n].clone(),
        count => format!("{} ×{count}", names[n]),
    };
    (0..names.len()).filter(first).map(named).collect::<Vec<_>>().join(", ")
}

/// A part of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'f> {
    Text(&'f str),
    Hole(&'f str),
}

/// The parts of a form, in order.
struct Pieces<'f>(&'f str);

impl<'f> Iterator for Pieces<'f> {
    type Item = Piece<'f>;

    fn next(&mut self) -> Option<Piece<'f>> {
        if self.0.is_empty() {
            return None;
        }
        if let Some(hole) = self.0.strip_prefix('{') {
            let (name, rest) = hole.split_once('}').expect("a hole has an end");
            self.0 = rest;
            return Some(Piece::Hole(name));
        }
        let (text, rest) = self.0.split_at(self.0.find('{').unwrap_or(self.0.len()));
        self.0 = rest;
        Some(Piece::Text(text))
    }
}

/// A hole that holds a number.
const NUMBER: &str = "n";
/// A hole that holds whatever it likes.
const ANYTHING: &str = "text";
/// Things that are named when something is not understood.
const NEAREST: usize = 3;

/// The words that can be said of a table as it stands.
#[derive(Clone, Debug, Default)]
pub struct Wording {
    /// The labels that options can have; `{n}` stands for a number.
    pub labels: Vec<String>,
    /// The forms of the lines of the log.
    pub lines: Vec<String>,
    /// The words that can stand in the holes of these names; in `{n}` a number, in `{text}`
    /// anything.
    pub holes: Vec<(&'static [&'static str], Vec<String>)>,
}

impl Wording {
    /// Checks that an option could be called this, with or without whose it is and which one.
    ///
    /// # Errors
    /// When it could not: what it could be called instead.
    pub fn label(&self, text: &str) -> Result<(), String> {
        let name = Name { holder: None, ..Name::read(text) };
        let called = |label: &String| {
            let words = [name.text, name.title];
            let numbered = label.contains('{') && words.iter().any(|w| self.is(label, w));
            numbered || Labelled { label: label.clone(), holder: None }.is(&name)
        };
        if self.labels.iter().any(called) {
            return Ok(());
        }
        let mut near: Vec<(usize, &str)> =
            self.labels.iter().map(|label| (levenshtein(name.title, label), &**label)).collect();
        near.sort_unstable();
        near.dedup();
        let near = near.into_iter().map(|(_, label)| label);
        Err(format!("nothing can be called {text:?} here{}", listed("the nearest", near)))
    }

    /// Checks that a line of the log could contain this.
    ///
    /// # Errors
    /// When none could: how much of it could stand in one, and how that could go on.
    pub fn line(&self, text: &str) -> Result<(), String> {
        let mut on = Vec::new();
        if !text.is_empty() && self.any_line(text, &mut on) {
            return Ok(());
        }
        let ends = text.char_indices().map(|(at, _)| &text[..at]).rev();
        let mut longest = ends.filter(|start| self.any_line(start, &mut on));
        let understood = longest.next().unwrap_or_default();
        let wrong = &text[understood.len()..];
        on.clear();
        self.any_line(understood, &mut on);
        let mut near: Vec<(usize, &String)> =
            on.iter().map(|whole| (levenshtein(text, whole), whole)).collect();
        near.sort_unstable();
        near.dedup();
        let near = near.into_iter().map(|(_, whole)| &**whole);
        let after = match understood {
            "" => String::new(),
            _ => format!(" after {understood:?}"),
        };
        Err(format!(
            "no line of the log can contain {text:?}: {wrong:?} is not understood{after}{}",
            listed("it could be part of", near),
        ))
    }

    fn any_line(&self, text: &str, on: &mut Vec<String>) -> bool {
        let mut found = false;
        for line in &self.lines {
            found |= self.is_part(line, text, on);
        }
        found
    }

    /// Tells whether a text is all of a form.
    fn is(&self, form: &str, text: &str) -> bool {
        let pieces: Vec<Piece> = Pieces(form).collect();
        self.reads(&pieces, text, None)
    }

    /// Tells whether a text is a part of a form. `on` learns the piece in which it ends, if it ends
    /// in the middle of one.
    fn is_part(&self, form: &str, text: &str, on: &mut Vec<String>) -> bool {
        let pieces: Vec<Piece> = Pieces(form).collect();
        let mut found = false;
        let mut ends = Ends { form, on };
        for (n, piece) in pieces.iter().enumerate() {
            let rest = &pieces[n + 1..];
            let mut begins = |words: &str| {
                for (at, _) in words.char_indices() {
                    found |= self.goes_on(words, &words[at..], rest, text, Some(&mut ends));
                }
            };
            match piece {
                Piece::Text(words) => begins(words),
                Piece::Hole(NUMBER) => {
                    found |= self.reads(&pieces[n..], text, Some(&mut ends));
                }
                Piece::Hole(hole) => self.values(hole).for_each(|value| begins(value)),
            }
        }
        found
    }

    /// Tells whether a text reads as these pieces, or as their beginning alone, if `ends` is there to
    /// be told where it ends.
    fn reads(&self, pieces: &[Piece], text: &str, mut ends: Option<&mut Ends>) -> bool {
        if text.is_empty() {
            return pieces.is_empty() || ends.is_some();
        }
        let Some((first, rest)) = pieces.split_first() else { return false };
        match *first {
            Piece::Text(words) => self.goes_on(words, words, rest, text, ends),
            Piece::Hole(ANYTHING) => true,
            Piece::Hole(NUMBER) => {
                let digits = text.strip_prefix('-').unwrap_or(text);
                let left = digits.trim_start_matches(|c: char| c.is_ascii_digit());
                left.len() < digits.len() && self.reads(rest, left, ends)
            }
            Piece::Hole(hole) => {
                let mut found = false;
                for value in self.values(hole) {
                    found |= self.goes_on(value, value, rest, text, ends.as_deref_mut());
                }
                found
            }
        }
    }

    /// Tells whether a text begins with the end of a piece and goes on with others.
    fn goes_on(
        &self,
        whole: &str,
        words: &str,
        rest: &[Piece],
        text: &str,
        ends: Option<&mut Ends>,
    ) -> bool {
        if let Some(left) = text.strip_prefix(words) {
            return self.reads(rest, left, ends);
        }
        let Some(ends) = ends.filter(|_| words.starts_with(text)) else { return false };
        let in_form = ends.form.contains(whole);
        ends.on.push(if in_form { ends.form.trim().into() } else { whole.into() });
        true
    }

    fn values(&self, hole: &str) -> impl Iterator<Item = &String> {
        let with = self.holes.iter().filter(move |(names, _)| names.contains(&hole));
        with.flat_map(|(_, values)| values)
    }
}

/// The places where texts end: the form or name in whose middle they do.
struct Ends<'e> {
    form: &'e str,
    on: &'e mut Vec<String>,
}

/// The first few of a list, as the end of a sentence.
fn listed<'t>(what: &str, texts: impl Iterator<Item = &'t str>) -> String {
    let texts: Vec<String> = texts.take(NEAREST).map(|text| format!("{text:?}")).collect();
    if texts.is_empty() { String::new() } else { format!("; {what}: {}", texts.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wording() -> Wording {
        let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect();
        Wording {
            labels: texts(&["Pass", "Attack with Wampa", "Option 1: draw", "Smuggle Yoda for {n}"]),
            lines: texts(&["  {card} deals {n} damage to {card}", "{who}: {label}", "due: {text}"]),
            holes: vec![
                (&["card"], texts(&["Wampa", "Yoda, Old Master"])),
                (&["who"], texts(&["P1", "P2"])),
                (&["label"], texts(&["Pass"])),
            ],
        }
    }

    #[test]
    fn a_form_is_filled() {
        let filled = fill("{who} deals {n}.", |hole| format!("<{hole}>"));
        assert_eq!(filled, "<who> deals <n>.");
    }

    #[test]
    fn names_are_counted() {
        let names = ["Yoda", "Wampa", "Yoda"].map(str::to_owned);
        assert_eq!(counted(&names), "Yoda ×2, Wampa");
        assert_eq!(counted(&[]), "");
    }

    #[test]
    fn what_could_be_offered_is_known() {
        let wording = wording();
        for label in ["Pass", "P2 Attack with Wampa", "Attack with Wampa #2", "Option 1"] {
            assert_eq!(wording.label(label), Ok(()), "{label}");
        }
        assert_eq!(wording.label("Smuggle Yoda for 11"), Ok(()));
        for label in ["", "Pas", "Attack with Yoda", "Option 2", "Smuggle Yoda for free"] {
            assert!(wording.label(label).is_err(), "{label}");
        }
        let error = wording.label("Atack with Wampa").unwrap_err();
        assert!(error.contains("the nearest: \"Attack with Wampa\""), "{error}");
    }

    #[test]
    fn what_could_be_logged_is_known() {
        let wording = wording();
        for text in [
            "deals",
            "  Wampa deals 4 damage to Yoda, Old",
            "Old Master deals",
            "damage to Wam",
            "P1:",
            "P2: Pass",
            "12 damage",
            "due: whatever it is",
        ] {
            assert_eq!(wording.line(text), Ok(()), "{text}");
        }
        for text in ["", "deels", "Wampa deals four", "P3:", "P1: Play", "damage to Wampa."] {
            assert!(wording.line(text).is_err(), "{text}");
        }
        let error = wording.line("damage to Yodda").unwrap_err();
        assert!(error.contains("\"da\" is not understood after \"damage to Yod\""), "{error}");
        assert!(error.contains("it could be part of: \"Yoda, Old Master\""), "{error}");
    }
}
