//! Attacks begin and are completed (CR 6.3).

use cardmill_kernel::table::Fault;

use super::Commit;
use crate::board::{Attack, AttackStage, Attacker, BaseDamage};
use crate::prelude::*;

impl Commit<'_, '_, '_> {
    pub(super) fn begin_attack(&mut self, what: Proposal) -> bool {
        // The target may be gone: what the attack gives it can defeat it before it begins.
        if !what.other.is_some() || !what.subject.is_some() {
            self.change.fault = Some(Fault::Invariant("an attack without attacker or target"));
            return false;
        }
        let target = self.card(what.other.slot).definition;
        let base = self.state.catalogue.card(target).kind() == Kind::Base;
        let against = self.card(what.other.slot).controller;
        let attack = Attack {
            attacker: what.subject,
            defender: what.other,
            seat: what.seat,
            against,
            stage: AttackStage::Declared,
            base,
            defender_defeated: false,
            struck_by: Ref::NONE,
            base_damage: BaseDamage::None,
            base_combat: 0,
            ambush: what.number > 0,
            second: what.source,
        };
        if base && what.seat == self.state.board.active {
            self.player(what.seat).phase.deeds.attacked_base = true;
        }
        // "While attacking" applies to the innermost attack.
        let outer = self.state.board.attack().map_or(Ref::NONE, |outer| outer.attacker);
        if outer.is_some() {
            self.changed_for(outer.slot, Keyword::Raid(0));
        }
        if self.state.board.attacks.try_push(attack).is_some() {
            self.change.fault = Some(Fault::Overflow("attacks within attacks"));
            return false;
        }
        if self.current(what.subject).is_some() {
            let definition = self.card(what.subject.slot).definition;
            let traits = self.stats(what.subject.slot).traits;
            let attacker = Attacker { card: what.subject, definition, base, against, traits };
            if self.player(what.seat).phase.attackers.try_push(attacker).is_some() {
                self.change.fault = Some(Fault::Overflow("attacks in a phase"));
            }
            self.card_mut(what.subject.slot).marks.set(Marks::ATTACKED, true);
            self.changed_for(what.subject.slot, Keyword::Raid(0));
        }
        self.fact_of(Reads::ATTACK.with(Reads::HISTORY), what)
    }

    /// A card did something to a unit that may defeat it: remembered until it is known whether that
    /// does.
    pub(super) fn strikes(&mut self, what: &Proposal) {
        let by = self.current(what.source).filter(|card| card.zone.is_arena());
        let seat = by.map_or(what.seat, |unit| unit.controller);
        self.state.board.blame.put(what.subject.slot, seat, what.combat);
        for attack in &mut self.state.board.attacks {
            if attack.is_against(what.subject) {
                attack.struck_by = what.source;
            }
        }
    }

    /// Step three: an attacker that survived has completed the attack (`S2-06`, rulings; K1, K2 in
    /// docs/method/rules.md).
    pub(super) fn complete_attack(&mut self, what: Proposal) -> bool {
        let survived = self.current(what.subject).is_some_and(|c| c.zone.is_arena());
        survived && self.fact(what)
    }

    /// "While attacking" and what lasted for the attack end (CR 6.3.5, K3). No program has done that.
    pub(super) fn attack_is_over(&mut self) -> bool {
        let depth = self.state.board.attacks.len() as u8;
        if let Some(attack) = self.state.board.attacks.last_mut() {
            attack.stage = AttackStage::Completed;
            let attacker = attack.attacker;
            if attacker.is_some() {
                self.changed_for(attacker.slot, Keyword::Raid(0));
            }
        }
        self.expire_attack(depth);
        self.changed(Reads::ATTACK);
        false
    }
}
