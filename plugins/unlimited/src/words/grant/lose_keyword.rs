//! Losing a keyword (CR 8.14.1).

use super::prelude::*;
use crate::vocabulary::Keyword;

/// It loses a keyword (CR 8.14.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoseKeyword(pub Keyword);

impl Word for LoseKeyword {
    fn text(&self, _: &Names) -> Part {
        Part::of(format!("loses {}", self.0.name()))
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.keywords -= 1;
    }

    said!(at:
        ["loses|lose" (keyword: Keyword)] => Self(keyword),
    );
}
