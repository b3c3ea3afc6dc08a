//! Upgrades that go to another unit (CR 3.6.14), and units that become upgrades.

use super::prelude::*;

/// Attach an upgrade in play to another unit (CR 3.6.14), or a unit as an upgrade (CR 3.5.6). What
/// is not in play enters it like that, and a leader on its other side (CR 3.4.4A); what is no
/// upgrade then stays where it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attach {
    /// The upgrade, or the unit that becomes one.
    pub what: Whom,
    /// The unit that it is attached to.
    pub to: Whom,
}

impl Word for Attach {
    checked!(what: whom, to: whom);

    fn text(&self, names: &mut Names) -> String {
        let to = names.beside(&self.to).text;
        format!("attach {} to {to}", names.beside(&self.what).text)
    }

    said!(at:
        ["attach" (what: Target) "to" (to: Target)] if !matches!(what.0, Whom::Each(_)) => Self { what: what.0, to: to.0 },
        ["attach" (what: Object) "as an upgrade to" (to: Target)] => Self { what: what.0, to: to.0 },
    );
}

impl Does for Attach {
    fn does(&self, run: &mut Run<'_>) {
        let cx = run.cx();
        let (upgrade, unit) = (run.scene.first(&self.what, &cx), run.scene.first(&self.to, &cx));
        if !upgrade.is_some() || !unit.is_some() {
            return;
        }
        let printed = run.scene.printed(upgrade.slot);
        let attaches = match printed.kind() {
            Kind::Unit | Kind::TokenUnit | Kind::Upgrade | Kind::Token => true,
            Kind::Leader => printed.upgrade_side().is_some(),
            Kind::Base | Kind::Event | Kind::ForceToken | Kind::CreditToken => false,
        };
        if !attaches {
            return;
        }
        let zone = run.scene.card(upgrade.slot).zone;
        let there = zone == Zone::Attached || zone.is_arena();
        let verb = if there { Verb::Attach } else { Verb::EnterAttached };
        run.propose(Proposal::new(verb, upgrade, run.seat).onto(unit));
    }

    /// Tells whether both cards are still there.
    fn can(&self, run: &Run<'_>) -> bool {
        let cx = run.cx();
        let (upgrade, unit) = (run.scene.first(&self.what, &cx), run.scene.first(&self.to, &cx));
        run.scene.is_current(upgrade) && run.scene.is_current(unit)
    }
}
