//! Refusals: the one clear error by which a request is not done.

use cardmill_harness::session::Problem;
use serde::Serialize;

/// The reason for which a request was not done. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The status of the answer, as of HTTP: 400 to 599.
    pub status: u16,
    /// The place of the fault in the request: a header, `path`, or a place in the body; empty for all of it.
    pub place: String,
    /// The fault in words, with what was expected.
    pub reason: String,
}

impl Refusal {
    /// A request that is wrong at a place.
    #[must_use]
    pub fn at(status: u16, place: &str, reason: impl Into<String>) -> Self {
        Self { status, place: place.into(), reason: reason.into() }
    }

    /// It was understood, and cannot be done now.
    #[must_use]
    pub fn now(reason: impl Into<String>) -> Self {
        Self::at(409, "", reason)
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        let status = if problem.refused { 409 } else { 400 };
        Self { status, place: problem.place, reason: problem.reason }
    }
}
