//! Upgrades that were defeated this phase.

use super::prelude::*;

/// An upgrade of that side was defeated this phase: one that such a player controlled (`CR 8.16`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UpgradeDefeated(pub Who);

impl Word for UpgradeDefeated {
    checked!(0: who);

    fn text(&self, holds: bool, names: &Names) -> String {
        let is = vec![KindSet::Upgrade];
        let filter = Criteria { is, side: Some(self.0), ..Criteria::default() }.into();
        let upgrade = Description::new(&filter, names);
        let upgrade = if holds { upgrade.one() } else { format!("no {}", upgrade.bare()) };
        format!("{upgrade} was defeated this phase")
    }

    fn reads(&self) -> Reads {
        Reads::of_who(self.0).with(Reads::HISTORY)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let defeated = |seat| scene.board.players[usize::from(seat)].phase.deeds.upgrade_defeated;
        scene.seats(self.0, cx).into_iter().any(defeated)
    }

    said!(at:
        ["a friendly upgrade was defeated this phase"] => Self(Who::You),
        ["an enemy upgrade was defeated this phase"] => Self(Who::Opponent),
        ["an upgrade was defeated this phase"] => Self(Who::Each),
    );
}
