//! The actions of a turn (CR 1.15), which abilities can offer, too.

use cardmill_kernel::card::Ref;
use cardmill_kernel::stack::Frame;

use super::{Attack, Deploy, UseAbility};
use crate::advance::Run;
use crate::choice::Choice;
use crate::cost::{Paying, Way};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::Payment;

impl<L> Run<'_, L> {
    /// Begins what a player does as an action.
    pub(crate) fn action(&mut self, choice: Choice) {
        match choice {
            Choice::Play(slot) => {
                self.begin(self.play_frame(slot, Payment::Cost.into(), None, false));
            }
            Choice::Smuggle(slot, n) => {
                self.begin(self.play_frame(slot, Paying::by(Way::Smuggle(n)), None, false));
            }
            Choice::Pilot(slot) => {
                self.begin(self.play_frame(slot, Paying::by(Way::Piloting), None, false));
            }
            Choice::Attack(slot) => {
                let attack = Attack::with(self.scene.reference(slot), None);
                self.begin(self.attack_frame(attack));
            }
            Choice::Use(slot, index) => {
                let ability = self.scene.face(slot).actions[usize::from(index)];
                let source = self.scene.reference(slot);
                self.begin(Frame { source, ..self.call(UseAbility::of(ability)) });
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
