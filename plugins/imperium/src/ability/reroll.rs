//! Dice of a combat that an ability lets its player roll again, all at once (LRR 74).

use cardmill_kernel::card::Slot;
use cardmill_kernel::rules::Flow;

use super::Ability;
use crate::advance::{Resolver, Run};
use crate::board::Die;
use crate::choice::{Choice, Prompt};
use crate::proposal::{Proposal, Verb};

impl Ability {
    /// The dice of the player that could still be rolled again, by number: one of each that are
    /// alike.
    pub(super) fn rerollable(&self, by: &Resolver<'_>) -> Vec<Choice> {
        let Resolver { scene, seat, .. } = *by;
        let open = scene.dice(seat).filter(|&(n, die)| {
            let taken = self.planets & 1 << n != 0;
            !die.again && !taken && scene.unit_type(die.unit).is_some()
        });
        scene.unlike_dice(open).into_iter().map(|(n, _)| Choice::Reroll(n)).collect()
    }

    /// Asks for dice and rolls them again. Then units may be destroyed none of whose dice that were
    /// rolled again is a hit.
    pub(super) fn reroll(&mut self, destroys: bool, run: &mut Run<'_>) -> Flow {
        let Resolver { scene, seat, .. } = **run;
        if self.part > 0 {
            self.part = 0;
            let taken = core::mem::take(&mut self.planets);
            let again: Vec<Die> = taken_of(scene.dice(seat), taken).map(|(_, die)| die).collect();
            let hit = |unit: Slot| again.iter().any(|die| die.unit == unit && die.hits() > 0);
            let mut lost: Vec<Slot> = again.iter().map(|die| die.unit).collect();
            lost.retain(|&unit| !hit(unit));
            lost.dedup();
            let destroy = Proposal::new(Verb::Destroy, seat);
            run.propose(lost.into_iter().map(|unit| destroy.of(scene.reference(unit))));
            return Flow::Next;
        }
        match run.answer {
            Some(Choice::Reroll(n)) => {
                self.planets |= 1 << n;
                return Flow::Again;
            }
            None if !self.rerollable(run).is_empty() => return run.ask(seat, Prompt::Step),
            _ => {}
        }
        let reroll = |(n, die): (u8, Die)| {
            let again = Proposal::new(Verb::Reroll, seat).amount(n.into());
            again.of(scene.reference(die.unit))
        };
        run.propose(taken_of(scene.dice(seat), self.planets).map(reroll));
        if destroys && self.planets != 0 {
            self.part = 1;
            return Flow::Again;
        }
        self.planets = 0;
        Flow::Next
    }
}

/// Those dice whose numbers are in a mask.
fn taken_of(dice: impl Iterator<Item = (u8, Die)>, taken: u64) -> impl Iterator<Item = (u8, Die)> {
    dice.filter(move |(n, _)| taken & 1 << n != 0)
}
