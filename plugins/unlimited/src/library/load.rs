//! Reading definition files.

use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use cardmill_harness::files::CardFiles;
use cardmill_harness::notation;
use thiserror::Error;

use super::printings::Printings;
use super::source::{Outline, Path as FieldPath, Place};
use super::{Library, Supplement, check, rank};
use crate::vocabulary::Definition;

/// The folder of card files that holds this game, the one in it that holds decks, and the file of
/// printings.
const GAME: &str = "unlimited";
const DECKS: &str = "unlimited/decks";
const PRINTINGS: &str = "unlimited/printings.csv";

/// What is wrong with a definition, and where. Lines and columns count from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq, PartialOrd, Ord)]
pub struct LoadError {
    /// The file, or the folder that could not be listed.
    pub file: PathBuf,
    /// The line; 0 when the file could not be read at all.
    pub line: u32,
    /// The column, in characters; 0 when the file could not be read at all.
    pub column: u32,
    /// The id of the card, where it is known.
    pub card: Option<String>,
    /// The field, as a path from the definition: `abilities[0].steps[1].to`. May be empty.
    pub field: String,
    /// What was expected, and what was found instead.
    pub expected: String,
}

impl LoadError {
    /// What is wrong with a line of a file, or with all of it.
    fn of_file(file: PathBuf, line: u32, expected: String) -> Self {
        Self { file, line, column: line.min(1), card: None, field: String::new(), expected }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        match (self.card.as_deref().unwrap_or_default(), self.field.as_str()) {
            ("", "") => {}
            (card, "") => write!(f, ": {card}")?,
            ("", field) => write!(f, ": {field}")?,
            (card, field) => write!(f, ": {card}, {field}")?,
        }
        write!(f, ": {}", self.expected)
    }
}

/// Everything that is wrong in the files of a library, in order of file and line. Never empty.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub struct LoadErrors(pub Vec<LoadError>);

impl fmt::Display for LoadErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, error) in self.0.iter().enumerate() {
            if place > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl Library {
    /// Reads and checks all files of the game: definitions (`*.ron`), [`Printings`] and the decks
    /// that come with them (`decks/*.json`).
    ///
    /// # Errors
    ///
    /// The first folder or file that cannot be read, or else all of these together:
    /// * per file, the first place where it is no list of definitions;
    /// * everything in the parsed definitions that cannot be meant;
    /// * the first line of the printings that cannot be meant.
    pub fn load(cards: impl Into<CardFiles>) -> Result<Self, LoadErrors> {
        let cards = cards.into();
        let read = |extension| {
            cards.read(GAME, extension).map_err(|error| {
                LoadErrors(vec![LoadError::of_file(error.file.clone(), 0, error.expected())])
            })
        };
        let mut errors = Vec::new();
        let mut printings = Printings::default();
        for (file, text) in read("csv")? {
            if file.ends_with(PRINTINGS) {
                match Printings::parse(&text) {
                    Ok(found) => printings = found,
                    Err((line, expected)) => errors.push(LoadError::of_file(file, line, expected)),
                }
            }
        }
        let mut decks = read("json")?;
        decks.retain(|(file, _)| file.parent().is_some_and(|folder| folder.ends_with(DECKS)));
        let supplement = Arc::new(Supplement { printings, decks });
        Ok(Self { supplement, ..Self::assemble(read("ron")?, errors)? })
    }

    /// As [`load`](Self::load), from texts in memory; the paths only name them in errors.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), without those of reading.
    pub fn parse(files: Vec<(PathBuf, String)>) -> Result<Self, LoadErrors> {
        Self::assemble(files, Vec::new())
    }

    fn assemble(
        mut files: Vec<(PathBuf, String)>,
        mut errors: Vec<LoadError>,
    ) -> Result<Self, LoadErrors> {
        files.sort();
        let mut found = Vec::new();
        for (file, text) in &files {
            let text = notation::bare(text);
            match notation::parse::<Vec<Definition>>(text) {
                Ok(list) => {
                    let outline = Rc::new(Outline::new(text));
                    found.extend(list.into_iter().enumerate().map(|(index, definition)| Found {
                        definition,
                        file,
                        outline: Rc::clone(&outline),
                        index,
                    }));
                }
                Err(error) => errors.push(syntax(file, text, &error)),
            }
        }
        found.sort_by(|a, b| rank(&a.definition.id).cmp(&rank(&b.definition.id)));
        let mut warnings = Vec::new();
        let cards: Vec<&Definition> = found.iter().map(|found| &found.definition).collect();
        check::all(&cards, |card, problem| {
            let list = if problem.fatal { &mut errors } else { &mut warnings };
            list.push(found[card].error(&problem.path, problem.expected));
        });
        let id = FieldPath::field("id");
        for pair in found.windows(2) {
            let [first, second] = pair else { continue };
            if first.definition.id == second.definition.id {
                let (file, line) = first.source();
                let expected =
                    format!("expected an id of its own; {}:{line} has it too", file.display());
                errors.push(second.error(&id, expected));
            }
        }
        if let Some(excess) = found.get(usize::from(u16::MAX)) {
            let expected = format!("expected at most {} cards, found {}", u16::MAX, found.len());
            errors.push(excess.error(&id, expected));
        }
        if !errors.is_empty() {
            errors.sort();
            return Err(LoadErrors(errors));
        }
        warnings.sort();
        let source = found.iter().map(Found::source).collect();
        let definitions = found.into_iter().map(|found| found.definition).collect();
        Ok(Self { definitions, source, warnings, supplement: Arc::default() })
    }
}

/// A definition and where it was found.
struct Found<'a> {
    definition: Definition,
    file: &'a Path,
    outline: Rc<Outline<'a>>,
    index: usize,
}

impl Found<'_> {
    fn error(&self, path: &FieldPath, expected: String) -> LoadError {
        let Place { line, column } = self.outline.locate(self.index, path);
        LoadError {
            file: self.file.to_owned(),
            line,
            column,
            card: Some(self.definition.id.clone()),
            field: path.to_string(),
            expected,
        }
    }

    fn source(&self) -> (PathBuf, u32) {
        let place = self.outline.locate(self.index, &FieldPath::field("id"));
        (self.file.to_owned(), place.line)
    }
}

/// An error of the parser, with the card and the field before it.
fn syntax(file: &Path, text: &str, error: &ron::error::SpannedError) -> LoadError {
    use ron::Error as Code;
    let (line, column) = (error.span.start.line, error.span.start.col);
    let read = before(text, line, column);
    let field = match &error.code {
        Code::MissingStructField { field, .. } | Code::DuplicateStructField { field, .. } => {
            (*field).to_owned()
        }
        Code::NoSuchStructField { found, .. } => found.clone(),
        _ => last_field(read).unwrap_or_default().to_owned(),
    };
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    LoadError {
        file: file.to_owned(),
        line: number(line),
        column: number(column),
        card: last_id(read).map(str::to_owned),
        field,
        expected: lower_first(&notation::problem(&error.code)),
    }
}

/// The text before a line and a column.
fn before(text: &str, line: usize, column: usize) -> &str {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(start..).unwrap_or("");
    let length: usize = rest.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
    text.get(..start + length).unwrap_or(text)
}

/// The last `id: "…"` of a text.
fn last_id(text: &str) -> Option<&str> {
    let whole = |at: &usize| {
        text[..*at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '_')
    };
    let at = text.rmatch_indices("id:").map(|(at, _)| at).find(whole)?;
    text[at..].split('"').nth(1)
}

/// The last field name of a text.
fn last_field(text: &str) -> Option<&str> {
    let name = text.rsplit_once(':')?.0.trim_end();
    let start = name.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    name.get(start..).filter(|name| !name.is_empty())
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(files: &[(&str, &str)]) -> Vec<String> {
        let files = files.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned()));
        let errors = Library::parse(files.collect()).expect_err("nothing is wrong");
        errors.0.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn syntax_errors_name_file_card_and_field() {
        let found = errors(&[
            ("b.ron", "[(id: \"SOR_001\", name: \"A\", kind: Unit, hp: \"x\")]"),
            ("a.ron", "[\n  (id: \"SOR_002\", name: \"B\", kind: Boat)]"),
            ("c.ron", "[(id: \"SOR_003\", name: \"C\", kind: Unit, height: 3)]"),
            ("d.ron", "[(name: \"D\", kind: Unit)]"),
        ]);
        let starts =
            ["a.ron:2:", "b.ron:1:44: SOR_001, hp: expected integer", "c.ron:1:", "d.ron:1:"];
        for (error, start) in found.iter().zip(starts) {
            assert!(error.starts_with(start), "{error}");
        }
        assert!(found[0].contains(": SOR_002, kind: "), "{}", found[0]);
        assert!(found[2].contains(": SOR_003, height: "), "{}", found[2]);
        assert!(found[3].contains(": id: "), "{}", found[3]);
        assert_eq!(found.len(), 4);
    }

    #[test]
    fn an_id_is_used_once() {
        let card = "(id: \"SOR_001\", name: \"A\", kind: Unit, hp: 1)";
        assert_eq!(
            errors(&[("a.ron", &format!("[{card}]")), ("b.ron", &format!("[\n{card},{card}]"))]),
            [
                "b.ron:2:2: SOR_001, id: expected an id of its own; a.ron:1 has it too",
                "b.ron:2:48: SOR_001, id: expected an id of its own; b.ron:2 has it too",
            ]
        );
    }

    #[test]
    fn a_missing_folder_is_an_error() {
        let errors = Library::load("/nowhere").expect_err("no such folder");
        assert!(errors.to_string().starts_with("/nowhere/unlimited: expected"), "{errors}");
    }
}
