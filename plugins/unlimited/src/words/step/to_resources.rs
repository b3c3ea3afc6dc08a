//! Putting cards into play as resources.

use core::slice;

use super::prelude::*;

/// Put into play as a resource, from where it is or went just now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToResources {
    /// The cards that become resources.
    pub what: Whom,
    /// The player whose resources they become; you, when left out.
    #[serde(default = "you")]
    pub who: Who,
    /// Ready instead of exhausted.
    #[serde(default)]
    pub ready: bool,
}

impl Word for ToResources {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.whom(&self.what, *scope, &path.to("what"));
        check.who(self.who, *scope, &path.to("who"));
        check.expect(self.who != Who::Each, &path.to("who"), "expected one player");
    }

    fn text(&self, names: &mut Names) -> String {
        let cards = names.whom(&self.what).text;
        let puts = names.does(self.who, "put", "puts");
        let their = if self.who == Who::You { "your" } else { "their" };
        let ready = if self.ready { ", ready" } else { "" };
        format!("{puts} {cards} among {their} resources{ready}")
    }

    said!(at:
        ["put" (what: Target) "into play as a resource"] => Self::of(what.0, false),
        ["put" (what: Target) "into play as a resource and ready it"] => Self::of(what.0, true),
        ["resource" (what: Object) "from its owner 's discard pile"] if what.0 == Whom::This => Self::of(what.0, false),
        ["put" (what: Target) "among your resources"] => Self::of(what.0, false),
        ["put" (what: Target) "among your resources , ready"] => Self::of(what.0, true),
        [(who: Player) "puts" (what: Object) "among their resources"] if who.0 != Who::Each => Self { who: who.0, ..Self::of(what.0, false) },
    );
}

impl Does for ToResources {
    fn does(&self, run: &mut Run<'_>) {
        let (scene, seat) = (run.scene, run.scene.seat(self.who, &run.cx()));
        run.each(slice::from_ref(&self.what), |card, _| {
            Proposal::new(Verb::ToResources, scene.now(card), seat).ready(self.ready)
        });
    }

    fn can(&self, run: &Run<'_>) -> bool {
        self.what != Whom::This || run.scene.is_current(run.source)
    }
}

impl ToResources {
    pub(crate) const fn of(what: Whom, ready: bool) -> Self {
        Self { what, who: Who::You, ready }
    }
}
