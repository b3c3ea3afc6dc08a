//! Lasting replacement effects (CR 7.7.5).

use super::prelude::*;
use crate::program::Replacing;
use crate::reader::Happens;
use crate::text::replacement;
use crate::vocabulary::{Instead, Replacement, Would};

/// Create a lasting replacement effect, which remembers `It`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Replace {
    /// The event that would happen, and what happens instead.
    pub effect: Replacement,
    /// The time for which it lasts.
    pub until: Until,
    /// Only the first time.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub once: bool,
}

impl Word for Replace {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.replacement(&self.effect, *scope, &path.to("effect"));
        let plain = !self.once || self.effect.condition.is_none();
        check.expect(plain, &path.to("once"), "expected no `while` beside it");
    }

    fn text(&self, names: &mut Names) -> String {
        let until = duration(self.until);
        if !self.once {
            return format!("{until}, {}", replacement::clause(&self.effect, names));
        }
        let would = replacement::would(&self.effect.would, names);
        format!("the next time {would} {until}, {}", replacement::happens(&self.effect, names))
    }

    fn is_told(&self) -> bool {
        false
    }

    said!(at:
        [(until: Until) "," (effect: Replacement)] => Self { effect, until, once: false },
        ["prevent all combat damage that would be dealt to" (unit: Subject) "for this attack"]
            => Self { effect: of_attack(unit, Instead::Prevent { points: None }), until: Until::Attack, once: false },
        ["all combat damage that would be dealt to" (unit: Subject) "during this attack is dealt to" (whom: Object) "instead"]
            => Self { effect: of_attack(unit, Instead::Redirect(whom.0)), until: Until::Attack, once: false },
        ["the next time" (would: Would) (until: Until) "," (instead: Happens)]
            => Self { effect: instead.of(would, None), until, once: true },
    );
}

impl Compiles for Replace {
    fn compile(&self, writer: &mut Writer<'_>) {
        let at = writer.tables.replacements.len() as u16;
        let Self { effect, until, once } = self.clone();
        writer.tables.replacements.push(Replacing { effect, until, once });
        writer.ops.push(Op::Create(Verb::Replace, at));
    }
}

/// A replacement of the combat damage that this unit would be dealt.
const fn of_attack(to: Subject, instead: Instead) -> Replacement {
    let would = Would::of_damage(to, true);
    Replacement { would, condition: None, may: false, choose: None, instead }
}
