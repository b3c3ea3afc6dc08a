//! Grants for the next card that is played.

use super::prelude::*;
use crate::text::grant;

/// Create a lasting effect: the next unit you play this phase that fits gets this for the phase,
/// from when it enters play, or enters it ready; Exploit also an event or an upgrade, from before it
/// is paid for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NextGains {
    /// The card that gets something; only what is printed on it counts.
    pub what: Filter,
    /// The grants that it gets for this phase.
    #[serde(default)]
    pub grant: Vec<Grant>,
    /// It enters play ready.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub ready: bool,
}

impl Word for NextGains {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.filter_in(&self.what, *scope, &path.to("what"));
        let known = Criteria { min_power: None, max_power: None, ..Criteria::clone(&self.what) };
        check.printed(&known.into(), &path.to("what"));
        let played = Scope { played: true, ..*scope };
        match self.ready {
            true => check.grants(&self.grant, played, &path.to("grant")),
            false => check.some_grants(&self.grant, played, &path.to("grant")),
        }
    }

    fn text(&self, names: &mut Names) -> String {
        let what = Description::new(&self.what, names).of_cards().without_place().bare();
        let next = format!("the next {what} you play this phase");
        let ready = if self.ready { " enters play ready" } else { "" };
        if self.grant.is_empty() {
            return format!("{next}{ready}");
        }
        let ready = if self.ready { " and enters play ready" } else { "" };
        let gets = grant::clause(&Phrase::one(next), &self.grant, names);
        format!("{gets} for this phase{ready}")
    }

    fn is_told(&self) -> bool {
        false
    }

    said!(at:
        ["the next" (what: BareCard) "you play this phase" (grant: Grants) "for this phase"]
            => Self { what: what.0, grant: grant.0, ready: false },
        ["the next" (what: BareCard) "you play this phase" (grant: Grants) "for this phase and enters play ready"]
            => Self { what: what.0, grant: grant.0, ready: true },
        ["the next" (what: BareCard) "you play this phase" (grant: Grants)] if !at.own
            => Self { what: what.0, grant: grant.0, ready: false },
        ["the next" (what: BareCard) "you play this phase enters play ready"] => Self { what: what.0, grant: Vec::new(), ready: true },
        ["the next" (what: BareCard) "you play this phase with" (most: Number) "or less printed? power enters play ready"] if !at.own => {
            let most = i8::try_from(most.0).ok();
            let what = Criteria { max_power: most, ..Criteria::clone(&what.0) }.into();
            Self { what, grant: Vec::new(), ready: true }
        },
    );
}

impl Compiles for NextGains {
    fn compile(&self, writer: &mut Writer<'_>) {
        let grants = writer.grants(&self.grant);
        let at = writer.tables.promises.len() as u16;
        writer.tables.promises.push((self.what.clone(), grants, self.ready));
        writer.ops.push(Op::Create(Verb::Promise, at));
    }
}
