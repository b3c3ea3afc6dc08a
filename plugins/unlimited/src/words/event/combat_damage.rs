//! Combat damage being dealt.

use super::prelude::*;

/// The unit deals combat damage to something that fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CombatDamage {
    /// The unit that deals it.
    pub by: Subject,
    /// The units or bases that it is dealt to.
    #[serde(default)]
    pub to: Filter,
    /// Only while it is the attacker.
    #[serde(default)]
    pub attacking: bool,
    /// The number of points of it that is enough; 1 when left out.
    #[serde(default = "one")]
    pub at_least: u8,
}

impl Word for CombatDamage {
    checked!(by: subject, to: filter_in, at_least: above_0);

    fn happening(&self, names: &Names) -> String {
        let to = match self.to == Filter::default() {
            true => String::new(),
            false => format!(" to {}", Description::new(&self.to, names).one()),
        };
        let least = match self.at_least {
            1 => String::new(),
            least => format!("{least} or more "),
        };
        let attacking = if self.attacking { " while attacking" } else { "" };
        names.event(&self.by, &format!("deals {least}combat damage{to}{attacking}"))
    }

    fn subject(&self) -> &'static str {
        if self.to.is == [KindSet::Base] { "that base" } else { "that unit" }
    }

    fn facts(&self) -> u32 {
        facts::COMBAT_DAMAGE
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.by)
    }

    fn number(&self) -> Option<&'static str> {
        Some("damage dealt")
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
                && what.amount >= self.at_least.into()
                && (!self.attacking || attacker())
                && fits(),
        )
    }

    said!(at:
        [(dealing: Dealing)] => Self { attacking: false, ..dealing.0 },
        [(dealing: Dealing) "while attacking"] => Self { attacking: true, ..dealing.0 },
    );
}

/// Combat damage, dealt by the unit whether it is attacking or not.
#[derive(Clone)]
struct Dealing(CombatDamage);

said!(Dealing, at:
    ["when?" (by: Subject) "deals combat damage"] => Self::of(by, Filter::default(), 1),
    ["when?" (by: Subject) "deals combat damage to" (to: One)] => Self::of(by, dealt_to(to.0), 1),
    ["when?" (by: Subject) "deals" (least: Number) "or more combat damage to" (to: One)] => Self::of(by, dealt_to(to.0), least.0),
);

impl Dealing {
    const fn of(by: Subject, to: Filter, at_least: u8) -> Self {
        Self(CombatDamage { by, to, attacking: false, at_least })
    }
}

/// The cards that damage is dealt to, as a sentence names them: units alone, where it asks nothing.
fn dealt_to(what: Filter) -> Filter {
    if what == Filter::default() {
        return Criteria { is: vec![KindSet::Unit], ..Criteria::default() }.into();
    }
    what
}
