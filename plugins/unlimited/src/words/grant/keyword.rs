//! Keywords that a card gains.

use super::prelude::*;
use crate::text::keyword_text;
use crate::vocabulary;

/// A keyword, with its number if it has one; not Fortify, which is only ever printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Keyword(pub vocabulary::Keyword);

impl Word for Keyword {
    fn text(&self, _: &Names) -> Part {
        Part::of(format!("has {}", keyword_text(self.0)))
    }

    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.keyword(self.0, path);
        // What is lent is worked out for cards that can have Support by what is printed on them.
        let lent = self.0 != vocabulary::Keyword::Support || scope.on_this;
        check.expect(lent, path, "expected `Support` on `This` alone");
        let in_play = self.0 != vocabulary::Keyword::Fortify;
        check.expect(in_play, path, "expected a keyword of units: `Fortify` is printed");
    }

    said!(at:
        ["gets|get|gains|gain|has|have?" (keyword: vocabulary::Keyword)] => Self(keyword),
    );
}
