//! Devices detonate (RR "Devices").

use cardmill_kernel::card::Slot;
use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;
use cardmill_kernel::stack::Frame;

use crate::advance::{Run, ability};
use crate::program::{DETONATION_BEGINS, Resolving};
use crate::proposal::{Proposal, Verb};

#[derive(Clone, Copy)]
enum Step {
    Detonate,
}

const SPRING: Procedure<Step> = Procedure::new(&[
    // RR "Mine": one that is put under a ship detonates at once.
    Do(Step::Detonate),
]);

impl Run<'_> {
    pub(super) fn spring(&mut self, number: u8) -> Flow {
        let ship = self.ship();
        SPRING.steps(self.frame.at, self, |run, Step::Detonate| run.detonate(number, Some(ship)))
    }

    /// A device detonates: a bomb by itself, a mine under a ship. The ship that it came from may be
    /// gone. RR "Fuse Marker": it loses a fuse marker instead, if it has one.
    pub(super) fn detonate(&mut self, number: u8, under: Option<Slot>) -> Flow {
        let scene = self.scene;
        let Some(device) = scene.device(number) else { return Flow::Next };
        let (card, owner) = (device.card, device.owner);
        let about = |verb| Proposal::new(verb, Slot::MAX).n(number).card(card);
        if device.fuses > 0 {
            self.propose(about(Verb::Defuse));
            return Flow::Next;
        }
        let Some(id) = scene.detonation(card) else {
            return self.broken("what is put into the play area detonates");
        };
        let (near, rocks) = (scene.near(device), scene.rocks(device));
        let around = scene.around(device, 2);
        self.propose(about(Verb::Detonate(near)));
        let resolving = Resolving { near, around, rocks, it: under, ..Resolving::default() };
        let frame = ability(id, card, owner, Slot::MAX, resolving);
        self.out.frames.push(Frame { at: DETONATION_BEGINS, ..frame });
        Flow::Next
    }
}
