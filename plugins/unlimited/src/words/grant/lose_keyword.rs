//! Losing a keyword (CR 8.14.1).

use super::prelude::*;
use crate::text::keyword_text;
use crate::vocabulary::Keyword;

/// It loses a keyword (CR 8.14.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoseKeyword(pub Keyword);

impl Word for LoseKeyword {
    fn text(&self, _: &Names) -> Part {
        Part::loses(keyword_text(self.0).split(' ').next().unwrap_or_default().to_owned())
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.keywords -= 1;
    }
}

said!(LoseKeyword, at:
    ["loses|lose" (keyword: Keyword)] => Self(keyword),
);
