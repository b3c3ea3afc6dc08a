//! Errors in card files, with their places.

use core::fmt;
use std::path::{Path as FilePath, PathBuf};

use ron::error::{Error, SpannedError};

use crate::files::Unreadable;
use crate::notation;

/// An error in a definition, with its place. Lines and columns count from 1.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq, PartialOrd, Ord)]
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
    /// The expectation, and what was found instead.
    pub expected: String,
}

impl LoadError {
    /// An error in a line of a file, or in all of it (line 0).
    #[must_use]
    pub fn of_file(file: PathBuf, line: u32, expected: String) -> Self {
        Self { file, line, column: line.min(1), card: None, field: String::new(), expected }
    }

    /// An error of the parser, with the card and the field before it.
    pub(super) fn of_syntax(file: &FilePath, text: &str, error: &SpannedError) -> Self {
        let (line, column) = (error.span.start.line, error.span.start.col);
        let read = before(text, line, column);
        let field = match &error.code {
            Error::MissingStructField { field, .. } | Error::DuplicateStructField { field, .. } => {
                (*field).to_owned()
            }
            Error::NoSuchStructField { found, .. } => found.clone(),
            _ => last_field(read).unwrap_or_default().to_owned(),
        };
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self {
            file: file.to_owned(),
            line: number(line),
            column: number(column),
            card: last_id(read).map(str::to_owned),
            field,
            expected: lower_first(&notation::problem(&error.code)),
        }
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

/// Everything that is wrong in the card files of a game, in order of file and line. Never empty.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
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

impl From<Unreadable> for LoadErrors {
    fn from(error: Unreadable) -> Self {
        let expected = error.expected();
        Self(vec![LoadError::of_file(error.file, 0, expected)])
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
