//! How much: "for each friendly unit", "equal to its power".

use super::{At, Reader, Readings, Said};
use crate::vocabulary::Measure;

/// "for each …".
#[derive(Clone)]
pub(crate) struct ForEach(pub(crate) Measure);

/// "equal to …".
#[derive(Clone)]
pub(crate) struct EqualTo(pub(crate) Measure);

impl Said for ForEach {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        after(reader, from, "for").into_iter().map(|(per, at)| (Self(per), at)).collect()
    }
}

impl Said for EqualTo {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        after(reader, from, "equal").into_iter().map(|(per, at)| (Self(per), at)).collect()
    }
}

/// A measure that begins with a word.
fn after(reader: &Reader<'_>, from: &At, word: &'static str) -> Readings<Measure> {
    match reader.next(from) {
        Some(next) if next.plain == word => Measure::said(reader, from),
        _ => {
            reader.expected(from.place, "", word);
            Readings::new()
        }
    }
}
