//! Flaws of files, and how bad they are.

use std::fmt;

use serde::Serialize;

/// The grade of a flaw, the worse the greater.
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
    /// The grade of the flaw.
    pub grade: Grade,
    /// The line, from 1; of what is missing, the last line where it could have been.
    pub line: usize,
    /// The problem: what was found.
    pub problem: String,
    /// The thing that was expected instead.
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

    /// A flaw that readers overlook.
    pub(crate) fn remark(
        line: usize,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self::new(Grade::Remark, line, problem, expected)
    }

    /// A flaw where the format demands something else.
    pub(crate) fn breach(
        line: usize,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self::new(Grade::Breach, line, problem, expected)
    }

    /// A flaw that keeps the file from being read.
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
