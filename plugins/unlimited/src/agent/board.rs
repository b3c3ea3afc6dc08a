//! What is on the table, and what cards are worth.

use core::cell::Cell;

use crate::card::{Card, Keywords, Permissions, Stats, Zone};
use crate::view::{Deeds, Outlook, View};
use crate::vocabulary::{Keyword, Kind};
use cardmill_kernel::card::{Seat, Slot};

/// Points for winning at once.
pub(super) const WIN: i32 = 100_000;
/// Points for a damage on a base.
pub(super) const BASE: i32 = 10;
/// Points for a card in hand.
pub(super) const CARD: i32 = 18;
/// Points for an Experience token on a unit, and for a Shield token on one that has none.
const TOKEN: i32 = 16;

/// A unit in play.
#[derive(Clone, Copy)]
pub struct Fighter {
    pub slot: Slot,
    pub mine: bool,
    pub zone: Zone,
    pub ready: bool,
    pub power: i32,
    pub raid: i32,
    /// HP that remain.
    pub left: i32,
    pub damage: i32,
    pub shields: u8,
    pub upgrades: u8,
    pub keywords: Keywords,
    pub permissions: Permissions,
    /// What it is worth to whoever has it.
    pub value: i32,
}

/// What the agent makes of its view.
pub struct Mind<'v, 'a> {
    pub view: &'v View<'a>,
    /// Units in play.
    pub units: &'v [Fighter],
    /// HP that remain of the own base and the enemy's.
    pub bases: [i32; 2],
    /// How many texts are being read inside each other.
    pub depth: Cell<u8>,
}

impl<'v, 'a> Mind<'v, 'a> {
    /// `units` is memory that is used again.
    pub fn new(view: &'v View<'a>, units: &'v mut Vec<Fighter>) -> Self {
        let left = |seat| view.remaining(view.base(seat)).unwrap_or(30).into();
        let me = view.seat();
        units.clear();
        units.extend(view.units().map(|(slot, card, stats)| fighter(slot, card, stats, me)));
        Self { view, units, bases: [left(me), left(view.enemy())], depth: Cell::new(0) }
    }

    pub fn unit(&self, slot: Slot) -> Option<&Fighter> {
        self.units.iter().find(|unit| unit.slot == slot)
    }

    /// The resources a card would cost with its aspects; what discounts do is left out.
    pub fn cost(&self, slot: Slot) -> i32 {
        self.view.cost(slot).unwrap_or_default().into()
    }

    /// What a card is worth in a hand.
    pub fn in_hand(&self, slot: Slot) -> i32 {
        let Some(definition) = self.view.definition(slot) else { return CARD };
        let cost = self.cost(slot);
        let soon = self.view.resource_count(self.view.seat()).max(3) as i32 + 1;
        let kind = if definition.kind == Kind::Unit { 6 } else { 0 };
        let curve = if cost <= soon { 4 * cost } else { 4 * soon - 6 * (cost - soon) };
        let of = |slot| self.view.card(slot).map(|card| card.definition);
        let own = self.view.hand().iter();
        let same = own.filter(|&&other| other != slot && of(other) == of(slot));
        CARD + kind + curve - 6 * same.count() as i32
    }

    /// What it is worth that all this happens to a card. `mine`: it is a text of this seat.
    pub fn fate(&self, slot: Slot, what: &Outlook, mine: bool) -> i32 {
        if let Some(unit) = self.unit(slot) {
            return self.fate_of_unit(unit, what, mine);
        }
        let Some(card) = self.view.card(slot) else { return 0 };
        let own = if card.controller == self.view.seat() { 1 } else { -1 };
        match card.zone {
            Zone::Base => self.fate_of_base(own, card, what),
            Zone::Attached => {
                let host = self.unit(card.host).is_some_and(|host| host.mine);
                let gone = what.deeds.has(Deeds::DEFEAT | Deeds::TO_HAND | Deeds::DISCARD);
                let worth = self.upgrade(slot);
                if gone { if host { -worth } else { worth } } else { 0 }
            }
            Zone::Hand if own > 0 => {
                let gone = Deeds::DISCARD | Deeds::TO_BOTTOM | Deeds::DEFEAT;
                let tokens = TOKEN * i32::from(what.experience + what.shields);
                let damage = 6 * i32::from(what.damage);
                let lost = if what.deeds.has(gone) { self.in_hand(slot) } else { 0 };
                let resource =
                    if what.deeds.has(Deeds::TO_RESOURCES) { 40 - self.in_hand(slot) } else { 0 };
                let shown = i32::from(what.deeds.has(Deeds::SHOW | Deeds::MEASURE));
                tokens - damage - lost + resource + shown
            }
            Zone::Discard => {
                let hand = what.deeds.has(Deeds::TO_HAND);
                if hand { own * self.in_hand(slot) } else { -own }
            }
            Zone::Resources if own > 0 => {
                let back = what.deeds.has(Deeds::TO_HAND);
                let worth = self.in_hand(slot);
                if back { worth - 45 } else { -60 - worth / 4 }
            }
            // A card of its own deck that it looks at.
            _ if what.deeds.has(Deeds::DISCARD | Deeds::TO_BOTTOM) => CARD + 6 - self.in_hand(slot),
            _ if what.deeds.has(Deeds::TO_HAND) => self.in_hand(slot),
            _ => 0,
        }
    }

    fn fate_of_base(&self, own: i32, card: &Card, what: &Outlook) -> i32 {
        let left = self.bases[usize::from(own < 0)];
        let damage = i32::from(what.damage);
        if damage >= left && damage > 0 {
            return -own * WIN;
        }
        let heal = i32::from(what.heal).min(card.damage.into());
        // A race is run on the other base; its own matters more when it is low.
        let point = if own < 0 || left <= 10 { BASE } else { BASE - 2 };
        let named = i32::from(damage == 0 && what.heal == 0);
        own * (point * (heal - damage) + named)
    }

    fn fate_of_unit(&self, unit: &Fighter, what: &Outlook, mine: bool) -> i32 {
        let own = if unit.mine { 1 } else { -1 };
        let deeds = what.deeds;
        let lasting_hp = i32::from(what.hp);
        let damage = i32::from(what.damage)
            + i32::from(what.damage_each) * i32::from(self.view.ready(self.view.seat()));
        let stopped = unit.shields > 0 && damage > 0;
        let dies = deeds.has(Deeds::DEFEAT)
            || unit.left + lasting_hp <= 0
            || (damage >= unit.left + lasting_hp && damage > 0 && !stopped);
        if dies {
            return -own * unit.value;
        }
        if deeds.has(Deeds::CONTROL) {
            return if unit.mine == mine { 0 } else { -own * 2 * unit.value };
        }
        let gone = Deeds::TO_HAND | Deeds::TO_BOTTOM | Deeds::DISCARD | Deeds::CAPTURE;
        if deeds.has(gone) {
            let back = if deeds.has(Deeds::TO_HAND) { CARD } else { 0 };
            return -own * (unit.value - back);
        }
        let mut change = 0;
        if stopped {
            change -= TOKEN - 4;
        } else {
            change -= 6 * damage;
        }
        let wakes = deeds.has(Deeds::READY) && !unit.ready;
        let acts = unit.ready && !deeds.has(Deeds::EXHAUST) || wakes;
        // Power for a while matters to a unit that will still attack; there is none below 0.
        change += i32::from(what.power).max(-unit.power) * if acts { 6 } else { 1 };
        change += lasting_hp.max(-unit.left) * 2;
        change += 5 * i32::from(what.heal).min(unit.damage);
        change += (TOKEN + unit.power + unit.left.min(6)) * i32::from(what.experience);
        if what.shields > 0 {
            change += if unit.shields > 0 { 6 } else { TOKEN + unit.power * 2 };
        }
        change += 5 * i32::from(what.keywords);
        if unit.ready && deeds.has(Deeds::EXHAUST) {
            change -= 6 * unit.power + 4;
        }
        if wakes {
            change += 8 * unit.power;
        }
        if deeds.has(Deeds::HELD) && (!unit.ready || deeds.has(Deeds::EXHAUST)) {
            change -= 6 * unit.power + 4;
        }
        if deeds.has(Deeds::BLANK) {
            change -= 6;
        }
        let mut worth = own * change;
        if deeds.has(Deeds::MEASURE) {
            worth += 3 * unit.power + unit.damage.min(3);
        }
        if deeds.has(Deeds::ATTACK) && unit.mine && unit.ready {
            let power = i32::from(what.power + what.experience);
            worth += self.best_attack(unit, power, false).max(0);
        }
        worth
    }

    /// What an upgrade in play is worth to the unit it is on; below 0 when it is a burden.
    pub fn upgrade(&self, slot: Slot) -> i32 {
        let Some(printed) = self.view.printed(slot) else { return 0 };
        if printed.front.shield {
            return TOKEN;
        }
        let definition = &printed.definition;
        let numbers = i32::from(definition.power) + i32::from(definition.hp);
        8 * numbers + 4 * i32::from(definition.cost)
    }
}

fn fighter(slot: Slot, card: &Card, stats: &Stats, me: Seat) -> Fighter {
    let mut unit = Fighter {
        slot,
        mine: card.controller == me,
        zone: card.zone,
        ready: !card.is_exhausted(),
        power: stats.power.into(),
        raid: stats.raid.into(),
        left: i32::from(stats.hp) - i32::from(card.damage),
        damage: card.damage.into(),
        shields: stats.shields,
        upgrades: stats.upgrades,
        keywords: stats.keywords,
        permissions: stats.permissions,
        value: 0,
    };
    let special = i32::from(unit.keywords.has(Keyword::Saboteur))
        + i32::from(unit.keywords.has(Keyword::Overwhelm))
        + 2 * i32::from(unit.keywords.has(Keyword::Sentinel))
        + i32::from(stats.restore);
    let shield = if unit.shields > 0 { TOKEN } else { 0 };
    unit.value = body(unit.power, unit.left) + 4 * special + 4 * unit.raid + shield;
    unit
}

/// What a unit of these numbers is worth.
pub(super) const fn body(power: i32, hp: i32) -> i32 {
    10 + 9 * power + 5 * hp
}
