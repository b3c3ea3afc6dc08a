//! Hits are cancelled, sustained and assigned, one at a time (LRR 78.6, 87).

use cardmill_kernel::card::{Seat, Slot};

use super::Run;
use crate::choice::{Choice, Locals, Prompt, Target};
use crate::proposal::{Hits, Proposal, Verb};
use crate::vocabulary::UnitType;

impl Run<'_> {
    /// `locals.number` is the hits left; `other` produced them. What happens after a unit
    /// sustains is resolved before the next one is chosen.
    pub(super) fn assign(&mut self) {
        let seat = self.seat();
        let Locals { number, hits, other, system, planet, .. } = self.frame().locals;
        let about = Proposal { system: Some(system), planet, ..Proposal::new(Verb::Sustain, seat) };
        let about = about.with(other).amount(1);
        if number <= 0 || self.targets(seat).is_empty() {
            return self.end();
        }
        if self.at() == 0 {
            self.next();
            let verb = Verb::AssignHits(hits);
            return self.propose([Proposal { verb, amount: number, ..about }]);
        }
        match self.answer() {
            Some(Choice::Sustain(slot)) => {
                self.locals().number -= 1;
                let unit = self.reference(slot);
                self.propose([about.of(unit)]);
            }
            Some(Choice::Piece(slot)) => {
                let locals = self.locals();
                locals.number -= 1;
                locals.did = true;
                // Sustain Damage comes immediately before hits are assigned (LRR 87).
                locals.round = 1;
                let unit = self.reference(slot);
                self.propose([Proposal { verb: Verb::Destroy, ..about.of(unit) }]);
            }
            _ => {
                let targets = self.targets(seat);
                let sustains = self.frame().locals.round == 0 && hits != Hits::Barrage;
                let scene = self.scene();
                let can = |&slot: &Slot| {
                    sustains && !scene.piece(slot).damaged && scene.attributes(slot).unit.sustain
                };
                let units = self.unlike(targets.into_iter());
                let mut options: Vec<Choice> =
                    units.iter().copied().filter(can).map(Choice::Sustain).collect();
                options.extend(units.into_iter().map(Choice::Piece));
                self.ask(seat, Prompt::Assign, options);
            }
        }
    }

    /// The units to which these hits can be assigned.
    fn targets(&self, seat: Seat) -> Vec<Slot> {
        let scene = self.scene();
        let Locals { hits, system, planet, chosen, .. } = self.frame().locals;
        if let Target::Piece(only) = chosen {
            let there = scene.is_current(only) && scene.unit_type(only.slot).is_some();
            return if there { vec![only.slot] } else { Vec::new() };
        }
        match (hits, planet) {
            (Hits::Barrage, _) => {
                let ships = scene.ships(system, seat);
                ships.filter(|&(_, unit)| unit == UnitType::Fighter).map(|(slot, _)| slot).collect()
            }
            (Hits::SpaceCombat | Hits::SpaceCannon | Hits::Ability, _) => {
                scene.ships(system, seat).map(|(slot, _)| slot).collect()
            }
            (_, Some(planet)) => scene.ground(planet, seat).map(|(slot, _)| slot).collect(),
            _ => Vec::new(),
        }
    }
}
