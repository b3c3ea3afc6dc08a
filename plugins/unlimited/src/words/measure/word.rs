//! The questions that every measure answers, and the measures' own phrases.

use cardmill_harness::library::Path;

use super::{Measure, measures};
use crate::library::{Check, Scope};
use crate::prelude::*;
use crate::reader::{At, Reader, Readings};
use crate::text::names::Names;
use crate::view::{Text, View};

/// A measure: what it says.
pub(crate) trait Word {
    /// The cards that it is worked out from, if they are named.
    fn of(&self) -> Option<&Whom> {
        None
    }

    /// Reports what is wrong with it: with the cards that are named, unless more can be.
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        if let Some(cards) = self.of() {
            check.whom(cards, scope, path);
        }
    }

    /// The number as a noun: "the number of friendly units", "its power".
    fn noun(&self, names: &Names) -> String;

    /// One of what is counted: "friendly unit", "point of its power"; empty for one.
    fn each(&self, names: &Names) -> String;

    /// Tells whether an amount of 1 is told as "equal to" it.
    fn is_named(&self) -> bool {
        self.card().is_some()
    }

    /// The card that it is a number of, if it is one of a card.
    fn card(&self) -> Option<&Whom> {
        None
    }

    /// The parts of the state that it reads: a constant ability is worked out anew once they have changed.
    fn reads(&self) -> Reads;

    /// Tells whether it reads what constant abilities work out, such as power.
    fn reads_computed(&self) -> bool {
        false
    }

    /// The amount, as the table is now, for the ability of `cx`.
    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16;

    /// Tells whether a player who reads it in a text can know the amount.
    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        self.of().is_none_or(|cards| view.sees_all(text, cards))
    }

    /// Everything that the words from here can mean as this one, each with the place after it.
    fn forms(reader: &Reader<'_>, from: &At) -> Readings<Self>
    where
        Self: Sized;
}

measures! {
    /// The word of this variant, to be asked.
    pub(crate) fn word(&self) -> &dyn Word {
        |word| word
    }

    /// The amount, as the table is now, for the ability of `cx`.
    pub(crate) fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        |word| word.amount(scene, cx)
    }
}

/// Phrases that are the noun of a measure and one of what is counted, read after "equal to" and "for
/// each", and forms that mean the same.
macro_rules! phrase {
    ([$($noun:tt)*] [$($each:tt)*] $(, $($forms:tt)*)?) => {
        fn noun(&self, names: &Names) -> String {
            $crate::reader::told!(self names true; [$($noun)*])
        }

        fn each(&self, names: &Names) -> String {
            $crate::reader::told!(self names true; [$($each)*])
        }

        $crate::reader::phrases!(
            ["equal to" $($noun)*] ["for each" $($each)*] $(, $($forms)*)?
        );
    };
}

pub(crate) use phrase;
