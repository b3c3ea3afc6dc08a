//! What constant abilities and lasting effects give.

mod clause;

pub(crate) use clause::{clause, stats};

/// A verb, for one and for many, and its objects.
pub(crate) struct Part {
    one: &'static str,
    many: &'static str,
    what: Vec<String>,
}

impl Part {
    fn of(one: &'static str, many: &'static str, what: String) -> Self {
        Self { one, many, what: vec![what] }
    }
    /// "has Overwhelm".
    pub(crate) fn has(what: String) -> Self {
        Self::of("has", "have", what)
    }
    /// "loses Raid".
    pub(crate) fn loses(what: String) -> Self {
        Self::of("loses", "lose", what)
    }
    /// "cannot ready".
    pub(crate) fn cannot(what: String) -> Self {
        Self::of("cannot", "cannot", what)
    }
    /// "can attack units in the ground arena too".
    pub(crate) fn can(what: String) -> Self {
        Self::of("can", "can", what)
    }
    /// "may have the defending unit deal combat damage first".
    pub(crate) fn may(what: String) -> Self {
        Self::of("may", "may", what)
    }
    /// "is a leader unit".
    pub(crate) fn is(what: String) -> Self {
        Self::of("is", "are", what)
    }
    /// "lets you assign all indirect damage".
    pub(crate) fn lets(what: String) -> Self {
        Self::of("lets", "let", what)
    }
    /// "increases indirect damage".
    pub(crate) fn increases(what: String) -> Self {
        Self::of("increases", "increase", what)
    }
    /// "deals its combat damage first".
    pub(crate) fn deals(what: String) -> Self {
        Self::of("deals", "deal", what)
    }
}
