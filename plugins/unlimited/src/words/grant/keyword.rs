//! Keywords.

use super::prelude::*;
use crate::text::keyword_text;
use crate::vocabulary;

/// A keyword.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Keyword(pub vocabulary::Keyword);

impl Word for Keyword {
    fn text(&self, _: &Names) -> Part {
        Part::of(format!("has {}", keyword_text(self.0)))
    }

    fn check(&self, check: &mut Check<'_>, _: Scope, path: &Path) {
        check.keyword(self.0, path);
    }

    said!(at:
        ["gets|get|gains|gain|has|have?" (keyword: vocabulary::Keyword)] => Self(keyword),
    );
}
