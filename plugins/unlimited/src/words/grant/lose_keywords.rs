//! Losing all keywords (CR 8.14.1).

use super::prelude::*;

/// It loses all keywords, those with a text too, and cannot gain any: nothing newer gives it one
/// (CR 8.14.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoseKeywords;

impl Word for LoseKeywords {
    fn text(&self, _: &Names) -> Part {
        Part::loses("all keywords".to_owned())
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.keywords -= 1;
    }
}

said!(LoseKeywords, at:
    ["loses|lose all keywords"] => Self,
    ["loses|lose its|their keywords"] => Self,
);
