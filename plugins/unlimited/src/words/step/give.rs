//! Giving tokens to units.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Does, Word};
use crate::advance::Run;
use crate::library::{Check, Scope};
use crate::proposal::{Proposal, Verb};
use crate::reader::{EqualTo, Few, ForEach, Targets, said};
use crate::text::measure::for_each;
use crate::text::names::Names;
use crate::vocabulary::{Measure, Token, Whom, one};

/// Give tokens to each of them, `count × per`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Give {
    /// Which.
    pub token: Token,
    /// To these.
    pub to: Vec<Whom>,
    /// How many each.
    #[serde(default = "one")]
    pub count: u8,
    /// Multiplied by this.
    #[serde(default)]
    pub per: Measure,
}

impl Word for Give {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.whoms(&self.to, *scope, &path.to("to"));
        check.above_0(self.count, path, "count");
        self.per.word().check(check, *scope, &path.to("per"));
    }

    fn text(&self, names: &mut Names) -> String {
        let Self { token, to, count, per } = self;
        let tokens = match (token, count) {
            (Token::Shield, 1) if per.is_one() => "a Shield".to_owned(),
            (Token::Shield, 1) => "1 Shield".to_owned(),
            (Token::Shield, _) => format!("{count} Shields"),
            (Token::Experience, _) => format!("{count} Experience"),
        };
        let to = names.whoms(to);
        let apiece = if to.many { " each" } else { "" };
        format!("give {} {tokens}{}{apiece}", to.text, for_each(per, names))
    }
}

impl Does for Give {
    fn does(&self, run: &mut Run<'_>) {
        let n = run.amount(self.count.into(), &self.per);
        if n > 0 {
            let verb = Verb::Give(self.token);
            run.each(&self.to, |card, seat| Proposal::new(verb, card, seat).amount(n));
        }
    }
}

said!(Give, at:
    ["give" (count: Few) (token: Token) "to" (to: Targets)] => Self { token, to: to.0, count: count.0, per: Measure::default() },
    ["give a number of" (token: Token) "to" (to: Targets) (per: EqualTo)] => Self { token, to: to.0, count: 1, per: per.0 },
    ["give" (to: Targets) (count: Few) (token: Token) "each?"] => Self { token, to: to.0, count: count.0, per: Measure::default() },
    ["give" (to: Targets) (count: Few) (token: Token) (per: ForEach) "each?"] => Self { token, to: to.0, count: count.0, per: per.0 },
    [(per: ForEach) ", give" (count: Few) (token: Token) "to" (to: Targets)] => Self { token, to: to.0, count: count.0, per: per.0 },
    ["give" (count: Few) (token: Token) "to" (to: Targets) (per: ForEach)] => Self { token, to: to.0, count: count.0, per: per.0 },
);
