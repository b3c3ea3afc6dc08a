//! The worth of attacks.

use super::board::{BASE, Fighter, Mind, WIN};
use crate::prelude::*;
use crate::view::Outlook;

impl Mind<'_, '_> {
    /// The worth of an attack on the enemy base, with so much more power.
    fn on_base(&self, unit: &Fighter, more: i32) -> i32 {
        let damage = unit.power() + i32::from(unit.stats.raid) + more;
        let left = self.base(self.view.enemy());
        if damage >= left {
            return WIN;
        }
        // The lower the base, the more a point counts.
        let point = BASE + if left <= 12 { 4 } else { 0 };
        point * damage
    }

    /// The worth of an attack on a unit, with so much more power.
    fn on_unit(&self, unit: &Fighter, target: &Fighter, more: i32) -> i32 {
        let power = unit.power() + i32::from(unit.stats.raid) + more;
        let shielded = target.is_shielded() && !unit.has(Keyword::Saboteur);
        let kills = !shielded && power >= target.left();
        let mut gain = 0;
        if shielded {
            gain += if power > 0 { 12 } else { 0 };
        } else if kills {
            gain += target.value();
            if unit.has(Keyword::Overwhelm) {
                let excess = power - target.left();
                gain += if excess >= self.base(self.view.enemy()) { WIN } else { BASE * excess };
            }
        } else {
            gain += 5 * power;
        }
        let spared = kills && unit.may(Permissions::DAMAGE_FIRST);
        let back = if spared { 0 } else { target.power() };
        if back > 0 {
            gain -= if unit.is_shielded() {
                12
            } else if back >= unit.left() {
                unit.value()
            } else {
                5 * back
            };
        }
        gain
    }

    /// The best attack of a unit on what it seems able to attack. Whether it is ready is not
    /// asked.
    pub fn best_attack(&self, unit: &Fighter, more: i32, units_only: bool) -> i32 {
        let (enemy, zone) = (self.view.enemy(), unit.card.zone);
        let guarded = !unit.has(Keyword::Saboteur) && self.view.is_guarded(enemy, zone);
        let reaches = |other: &Fighter| {
            let also = match other.card.zone {
                Zone::Ground => Permissions::ATTACK_GROUND,
                _ => Permissions::ATTACK_SPACE,
            };
            let beside = other.card.zone == zone;
            let sentinel = other.has(Keyword::Sentinel);
            (beside || unit.may(also))
                && (sentinel || !other.may(Permissions::NOT_ATTACKED))
                && !self.view.is_hidden(other.slot)
                && (!guarded || sentinel && beside)
        };
        let base = !units_only && !guarded && !unit.may(Permissions::NO_BASES);
        let mut best = if base { self.on_base(unit, more) } else { i32::MIN / 2 };
        for other in self.units(enemy).filter(reaches) {
            best = best.max(self.on_unit(unit, &other, more));
        }
        best
    }

    /// An attack on this card.
    fn attack_on(&self, attacker: Slot, target: Slot) -> i32 {
        let Some(unit) = self.unit(attacker) else { return 0 };
        match self.unit(target) {
            Some(other) => self.on_unit(&unit, &other, 0),
            None => self.on_base(&unit, 0),
        }
    }

    /// The worth of dealing excess damage to a unit; 0 for dealing it to none.
    pub fn excess(&self, choice: Choice) -> i32 {
        let (Choice::Card(slot), Some(attack)) = (choice, self.view.attack()) else { return 0 };
        let power = self.unit(attack.attacker.slot).map_or(0, |unit| unit.power());
        let left = |defender: Ref| self.unit(defender.slot).map_or(0, |unit| unit.left());
        let excess: i32 = attack.defenders().map(|d| (power - left(d)).max(0)).sum();
        let damage = i16::try_from(excess).unwrap_or(i16::MAX);
        self.fate(slot, &Outlook { damage, ..Outlook::default() }, true)
    }

    /// The worth of a target of an attack; 0 for none, where Ambush allows that.
    pub fn target(&self, choice: Choice) -> i32 {
        let attacker = match self.view.prompt() {
            Some(Prompt::Ambush) => self.view.running().map(|text| text.source()),
            _ => self.view.bound(Register::It),
        };
        match (choice, attacker) {
            (Choice::Card(target), Some(attacker)) => self.attack_on(attacker, target),
            _ => 0,
        }
    }
}
