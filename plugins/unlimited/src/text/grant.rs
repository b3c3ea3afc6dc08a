//! Grants of constant abilities and lasting effects, as verbs and objects.

mod clause;

pub(crate) use clause::{clause, stats};

/// A verb and its objects.
pub(crate) struct Part {
    verb: String,
    what: Vec<String>,
}

impl Part {
    /// The part that says what a card gets, of words with the verb first: "has Overwhelm".
    pub(crate) fn of(said: String) -> Self {
        let (verb, what) = said.split_once(' ').unwrap_or((&said, ""));
        Self { verb: verb.to_owned(), what: vec![what.to_owned()] }
    }

    /// The verb, for one or for many.
    fn verb(&self, many: bool) -> &str {
        match &*self.verb {
            "has" if many => "have",
            "is" if many => "are",
            "loses" | "lets" | "increases" | "deals" if many => &self.verb[..self.verb.len() - 1],
            verb => verb,
        }
    }
}
