//! Lasting replacement effects (CR 7.7.5).

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Compiles, Word};
use crate::library::{Check, Scope};
use crate::program::{Op, Writer};
use crate::proposal::Verb;
use crate::reader::said;
use crate::text::names::Names;
use crate::text::replacement;
use crate::text::step::duration;
use crate::vocabulary::{Replacement, Until};

/// Create a lasting replacement effect, which remembers `It`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Replace {
    /// What would happen, and what happens instead.
    pub effect: Replacement,
    /// For how long.
    pub until: Until,
}

impl Word for Replace {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.replacement(&self.effect, *scope, &path.to("effect"));
    }

    fn text(&self, names: &mut Names) -> String {
        format!("{}, {}", duration(self.until), replacement::clause(&self.effect, names))
    }

    fn is_told(&self) -> bool {
        false
    }
}

impl Compiles for Replace {
    fn compile(&self, writer: &mut Writer<'_>) {
        let at = writer.tables.replacements.len() as u16;
        writer.tables.replacements.push((self.effect.clone(), self.until));
        writer.ops.push(Op::Create(Verb::Replace, at));
    }
}

said!(Replace, at:
    [(until: Until) "," (effect: Replacement)] => Self { effect, until },
);
