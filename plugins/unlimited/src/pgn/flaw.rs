//! What is wrong with a file, and how bad that is.

use std::fmt;

use serde::Serialize;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// The format allows it, or readers are to overlook it.
    Remark,
    /// The format demands something else; the file can be read all the same.
    Breach,
    /// The file cannot be read.
    Unreadable,
}

/// One thing that is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Flaw {
    /// How bad it is.
    pub grade: Grade,
    /// The line, from 1; of what is missing, the last line where it could have been.
    pub line: usize,
    /// What was found.
    pub problem: String,
    /// What was expected instead.
    pub expected: String,
}

impl Flaw {
    /// A flaw of some grade.
    pub(crate) fn new(
        grade: Grade,
        line: usize,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self { grade, line, problem: problem.into(), expected: expected.into() }
    }

    /// What readers overlook.
    pub(crate) fn remark(
        line: usize,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self::new(Grade::Remark, line, problem, expected)
    }

    /// What the format demands otherwise.
    pub(crate) fn breach(
        line: usize,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self::new(Grade::Breach, line, problem, expected)
    }

    /// What keeps the file from being read.
    pub(crate) fn unreadable(
        line: usize,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self::new(Grade::Unreadable, line, problem, expected)
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; expected {}", self.line, self.problem, self.expected)
    }
}
