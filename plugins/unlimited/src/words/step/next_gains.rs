//! What the next card gets.

use super::prelude::*;
use crate::text::grant;

/// Create a lasting effect: the next unit you play this phase that fits gets this for the phase,
/// from when it enters play; Exploit also an event or an upgrade, from before it is paid for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NextGains {
    /// Which card; only what is printed on it counts.
    pub what: Filter,
    /// What it gets.
    pub grant: Vec<Grant>,
}

impl Word for NextGains {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.filter_in(&self.what, *scope, &path.to("what"));
        check.some_grants(&self.grant, Scope { played: true, ..*scope }, &path.to("grant"));
    }

    fn text(&self, names: &mut Names) -> String {
        let what = Description::new(&self.what, names).of_cards().without_place().bare();
        let next = Phrase::one(format!("the next {what} you play this phase"));
        format!("{} for this phase", grant::clause(&next, &self.grant, names))
    }

    fn is_told(&self) -> bool {
        false
    }

    said!(at:
        ["the next" (what: BareCard) "you play this phase" (grant: Grants) "for this phase"] => Self { what: what.0, grant: grant.0 },
        ["the next" (what: BareCard) "you play this phase" (grant: Grants)] if !at.own => Self { what: what.0, grant: grant.0 },
    );
}

impl Compiles for NextGains {
    fn compile(&self, writer: &mut Writer<'_>) {
        let grants = writer.grants(&self.grant);
        let at = writer.tables.promises.len() as u16;
        writer.tables.promises.push((self.what.clone(), grants));
        writer.ops.push(Op::Create(Verb::Promise, at));
    }
}
