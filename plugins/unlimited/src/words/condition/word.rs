//! What is asked of conditions, whichever it is.

use cardmill_harness::library::Path;

use super::{Condition, conditions};
use crate::library::{Check, Scope};
use crate::prelude::*;
use crate::reader::{At, Reader, Readings};
use crate::text::names::Names;
use crate::view::{Text, View};

/// A condition: what it says.
pub(crate) trait Word {
    /// Reports what is wrong with it.
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path);

    /// The condition as a clause, or its opposite: "you control a Force unit".
    fn text(&self, holds: bool, names: &Names) -> String;

    /// What it reads of the state.
    fn reads(&self) -> Reads;

    /// Whether it reads what constant abilities work out.
    fn reads_computed(&self) -> bool {
        false
    }

    /// Whether it holds.
    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool;

    /// Whether a player who reads it in a text can know.
    fn is_known(&self, _view: &View<'_>, _text: &Text<'_>) -> bool {
        true
    }

    /// Everything that the words from here can mean as this one, each with the place after it.
    fn forms(reader: &Reader<'_>, from: &At) -> Readings<Self>
    where
        Self: Sized;
}

conditions! {
    /// The word.
    pub(crate) fn word(&self) -> &dyn Word {
        |word| word
    }

    /// Whether it holds.
    pub(crate) fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        |word| word.holds(scene, cx)
    }
}

/// "is", or "is not".
pub(super) fn either<'t>(holds: bool, yes: &'t str, no: &'t str) -> &'t str {
    if holds { yes } else { no }
}

/// A phrase that is the text of a condition, and forms that mean the same.
macro_rules! phrase {
    ($phrase:tt $(, $($forms:tt)*)?) => {
        fn text(&self, holds: bool, names: &Names) -> String {
            $crate::reader::told!(self names holds; $phrase)
        }

        $crate::reader::phrases!($phrase $(, $($forms)*)?);
    };
}

pub(crate) use phrase;
