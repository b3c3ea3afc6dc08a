//! Losing all keywords (CR 8.14.1).

use super::prelude::*;

/// It loses all keywords, those with a text too, and cannot gain any: nothing newer gives it one
/// (CR 8.14.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoseKeywords;

impl Word for LoseKeywords {
    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.keywords -= 1;
    }

    phrase!(["loses|lose all keywords"], at:
        ["loses|lose its|their keywords"] => Self,
    );
}
