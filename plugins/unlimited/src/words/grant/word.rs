//! The questions that every grant answers, and the grants' own phrases.

use cardmill_harness::library::Path;

use super::{Grant, grants};
use crate::library::{Check, Scope};
use crate::prelude::*;
use crate::reader::{At, Reader, Readings};
use crate::text::grant::Part;
use crate::text::names::Names;
use crate::view::Outlook;
use crate::words::measure::Measure;

/// A grant: what it says. What gives abilities and numbers is worked out in the layers of
/// [`constant`](crate::constant), where it matters what came before.
pub(crate) trait Word {
    /// Reports what is wrong with it.
    fn check(&self, _check: &mut Check<'_>, _scope: Scope, _path: &Path) {}

    /// A verb and what follows: "has Overwhelm".
    fn text(&self, names: &Names) -> Part;

    /// The parts of the state that it reads; none for most grants.
    fn reads(&self) -> Reads {
        Reads::NOTHING
    }

    /// The permission of a unit that it gives or takes, as a bit of `Permissions`.
    fn permission(&self) -> Option<u32> {
        None
    }

    /// Adds to `out` the good or harm that agents expect of it. A grant without numbers is taken
    /// for a good keyword.
    fn outlook(&self, _much: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.keywords += 1;
    }

    /// Tells whether the amount that it gives can depend on the card.
    fn varies(&self) -> bool {
        false
    }

    /// Everything that the words from here can mean as this one, each with the place after it.
    fn forms(reader: &Reader<'_>, from: &At) -> Readings<Self>
    where
        Self: Sized;
}

grants! {
    /// The word of this variant, to be asked.
    pub(crate) fn word(&self) -> &dyn Word {
        |word| word
    }

    /// The permission of a unit that it gives or takes, as a bit of `Permissions`.
    pub(crate) fn permission(&self) -> Option<u32> {
        |word| word.permission()
    }
}

/// A phrase that is the text of a grant, its verb first, and forms that mean the same.
macro_rules! phrase {
    ($phrase:tt $(, $($forms:tt)*)?) => {
        fn text(&self, names: &Names) -> Part {
            Part::of($crate::reader::told!(self names true; $phrase))
        }

        $crate::reader::phrases!($phrase $(, $($forms)*)?);
    };
}

pub(crate) use phrase;
