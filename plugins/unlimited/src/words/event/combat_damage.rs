//! Combat damage being dealt.

use cardmill_harness::library::Path;
use cardmill_kernel::card::Ref;
use serde::{Deserialize, Serialize};

use super::Word;
use crate::library::{Check, Scope};
use crate::proposal::Verb;
use crate::reader::{One, said};
use crate::text::filter::Description;
use crate::text::names::Names;
use crate::trigger;
use crate::trigger::Meeting;
use crate::vocabulary::{Criteria, Filter, KindSet, Subject};

/// The unit deals combat damage to something that fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CombatDamage {
    /// The unit that deals it.
    pub by: Subject,
    /// What it is dealt to: units or bases.
    #[serde(default)]
    pub to: Filter,
    /// Only while it is the attacker.
    #[serde(default)]
    pub attacking: bool,
}

impl Word for CombatDamage {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.subject(&self.by, scope, &path.to("by"));
        check.filter_in(&self.to, scope, &path.to("to"));
    }

    fn happening(&self, names: &Names) -> String {
        let to = match self.to == Filter::default() {
            true => String::new(),
            false => format!(" to {}", Description::new(&self.to, names).one()),
        };
        let attacking = if self.attacking { " while attacking" } else { "" };
        names.event(&self.by, &format!("deals combat damage{to}{attacking}"))
    }

    fn facts(&self) -> u32 {
        trigger::COMBAT_DAMAGE
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.by)
    }

    fn is_damage(&self) -> bool {
        true
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let what = &by.fact.what;
        let attacker = || by.scene.board.attack().is_some_and(|a| a.attacker == what.source);
        // Nothing asked for fits units and bases.
        let fits = || self.to == Filter::default() || by.fits(&self.to, what.subject);
        by.met(
            by.verb() == Verb::Damage
                && what.combat
                && by.is(&self.by, what.source)
                && (!self.attacking || attacker())
                && fits(),
        )
    }
}

said!(CombatDamage, at:
    ["when?" (by: Subject) "deals combat damage"] => Self { by, to: Filter::default(), attacking: false },
    ["when?" (by: Subject) "deals combat damage to" (to: One)] => Self { by, to: dealt_to(to.0), attacking: false },
    ["when?" (by: Subject) "deals combat damage while attacking"] => Self { by, to: Filter::default(), attacking: true },
    ["when?" (by: Subject) "deals combat damage to" (to: One) "while attacking"] => Self { by, to: dealt_to(to.0), attacking: true },
);

/// What is said of units alone: where nothing is asked, a base fits, too.
fn dealt_to(what: Filter) -> Filter {
    if what == Filter::default() {
        return Criteria { is: vec![KindSet::Unit], ..Criteria::default() }.into();
    }
    what
}
