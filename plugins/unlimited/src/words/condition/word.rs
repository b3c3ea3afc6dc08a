//! The questions that every condition answers, and the conditions' own phrases.

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

    /// The parts of the state that it reads: a constant ability is worked out anew once they have changed.
    fn reads(&self) -> Reads;

    /// Tells whether it reads what constant abilities work out, such as power.
    fn reads_computed(&self) -> bool {
        false
    }

    /// Tells whether it holds, as the table is now, for the ability of `cx`.
    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool;

    /// Tells whether a player who reads it in a text can know if it holds.
    fn is_known(&self, _view: &View<'_>, _text: &Text<'_>) -> bool {
        true
    }

    /// Everything that the words from here can mean as this one, each with the place after it.
    fn forms(reader: &Reader<'_>, from: &At) -> Readings<Self>
    where
        Self: Sized;
}

conditions! {
    /// The word of this variant, to be asked.
    pub(crate) fn word(&self) -> &dyn Word {
        |word| word
    }

    /// Tells whether it holds, as the table is now, for the ability of `cx`.
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
