//! Devices: where they are worth being put.

use cardmill_kernel::card::Slot;

use super::fighter::{Fighter, Mind};
use super::odds::ONE;
use crate::device::Device;
use crate::space::{Base, measure};
use crate::vocabulary::{Placing, Template, Way};

/// The bands within which a mine is worth being put before an enemy.
const PURSUED: u8 = 2;

impl Mind<'_> {
    /// The worth of a device that a ship drops by this template: a bomb harms whoever is near when it
    /// detonates, a mine is for those who follow. Without a mat it is dropped.
    pub(super) fn dropped(&self, ship: Slot, card: Slot, template: Template) -> i64 {
        let Some(me) = self.fighter(ship).filter(|_| self.scene.has_mat()) else { return 1 };
        let placing = Placing::new(Way::Drop, template);
        let pose = Device::put(me.size, me.base.pose, placing);
        let token = Device { pose, ..Device::default() }.corners();
        if self.scene.mines(card).is_some() {
            let followed = self
                .fighters
                .iter()
                .any(|it| !it.mine && measure::range_of(&it.base, &token) <= PURSUED);
            return if followed { 1 } else { -1 };
        }
        let harmed = |it: &&Fighter| measure::range_of(&self.comes_to(it), &token) <= 1;
        let harm = |it: &Fighter| if it.mine { -it.loses(ONE) } else { it.loses(ONE) };
        self.fighters.iter().filter(harmed).map(harm).sum()
    }

    /// The worth of the device of a card that a ship drops by its own template.
    pub(super) fn dropped_one(&self, ship: Slot, card: Slot) -> i64 {
        let template = self.scene.drops(card);
        template.map_or(0, |template| self.dropped(ship, card, template))
    }

    /// The base of a ship when bombs detonate: its own ships fly by their dials, enemies as they are
    /// foreseen.
    fn comes_to(&self, it: &Fighter) -> Base {
        if !it.moves {
            return it.base;
        }
        let dial = self.scene.ship(it.slot).dial;
        let flown = dial.map(|dial| Base::new(it.size, self.scene.flown(it.slot, dial, 1).0));
        flown.or_else(|| self.foreseen(it)).unwrap_or(it.base)
    }
}
