//! The actions of a turn (CR 1.15), which abilities can offer, too.

use super::prelude::*;
use super::{Attack, Deploy, UseAbility};
use crate::cost::{Paying, Way};

impl<L> Run<'_, L> {
    /// Begins what a player does as an action.
    pub(crate) fn action(&mut self, choice: Choice) {
        match choice {
            Choice::Play(slot) => {
                let pay = self.scene.allowance(self.seat, slot).unwrap_or_default();
                self.begin(self.play_frame(slot, pay.into(), None, false));
            }
            Choice::Smuggle(slot, n) => {
                self.begin(self.play_frame(slot, Paying::by(Way::Smuggle(n)), None, false));
            }
            Choice::Pilot(slot) => {
                let pay = self.scene.allowance(self.seat, slot).unwrap_or_default();
                let paying = Paying { pay, ..Paying::by(Way::Piloting) };
                self.begin(self.play_frame(slot, paying, None, false));
            }
            Choice::Attack(slot) => {
                let unit = self.scene.reference(slot);
                let compelled = self.scene.compulsions(self.seat).any(|(_, e)| e.target == unit);
                let attack = Attack::with(unit, None).compelled(compelled);
                self.begin(self.attack_frame(attack));
            }
            Choice::Use(slot, index) => {
                if let Some(ability) = self.scene.actions(slot).nth(index.into()) {
                    let source = self.scene.reference(slot);
                    self.begin(Frame { source, ..self.call(UseAbility::of(ability)) });
                }
            }
            Choice::Deploy(slot) => {
                let leader = self.scene.reference(slot);
                self.deploy(Proposal::new(Verb::Deploy, leader, self.seat));
            }
            Choice::DeployAsUpgrade(slot) => {
                let leader = self.scene.reference(slot);
                self.begin(self.call(Deploy { leader, host: Ref::NONE }));
            }
            _ => {}
        }
    }
}
