//! The table as the agent sees it, and the worth of cards.

use core::cell::{Cell, OnceCell};

use crate::card::{Card, Stats, Zone};
use crate::view::{Costs, Deeds, Outlook, View};
use crate::vocabulary::{Definition, Keyword, Kind, TokenUnit};
use cardmill_harness::observation::level::Own;
use cardmill_kernel::card::{Seat, Slot};

/// Points for winning at once.
pub(super) const WIN: i32 = 100_000;
/// Points for a damage on a base.
pub(super) const BASE: i32 = 10;
/// Points for a card in hand.
pub(super) const CARD: i32 = 18;
/// Points for an Experience token on a unit, and for a Shield token on one that has none.
const TOKEN: i32 = 16;

/// A unit in play. Few of its numbers matter to an option, so they are worked out when asked for.
#[derive(Clone, Copy)]
pub struct Fighter<'a> {
    pub slot: Slot,
    pub mine: bool,
    pub card: &'a Card,
    pub stats: &'a Stats,
}

impl Fighter<'_> {
    pub fn power(&self) -> i32 {
        self.stats.power.into()
    }

    /// The HP that remain to the unit: damage is taken off.
    pub fn left(&self) -> i32 {
        i32::from(self.stats.hp) - i32::from(self.card.damage)
    }

    pub const fn is_ready(&self) -> bool {
        !self.card.is_exhausted()
    }

    pub const fn is_shielded(&self) -> bool {
        self.stats.shields > 0
    }

    pub const fn has(&self, keyword: Keyword) -> bool {
        self.stats.keywords.has(keyword)
    }

    pub const fn may(&self, permission: u32) -> bool {
        self.stats.permissions.has(permission)
    }

    /// Its worth to the player who has it.
    pub fn value(&self) -> i32 {
        let special = i32::from(self.has(Keyword::Saboteur))
            + i32::from(self.has(Keyword::Overwhelm))
            + 2 * i32::from(self.has(Keyword::Sentinel))
            + i32::from(self.stats.restore);
        let shield = if self.is_shielded() { TOKEN } else { 0 };
        body(self.power(), self.left()) + 4 * special + 4 * i32::from(self.stats.raid) + shield
    }
}

/// The thoughts of the agent about its view.
pub struct Mind<'v, 'a> {
    pub view: &'v View<'a>,
    costs: OnceCell<Costs<'v, 'a, Own>>,
    /// The number of texts that are being read inside each other.
    pub depth: Cell<u8>,
}

impl<'v, 'a> Mind<'v, 'a> {
    pub const fn new(view: &'v View<'a>) -> Self {
        Self { view, costs: OnceCell::new(), depth: Cell::new(0) }
    }

    pub fn unit(&self, slot: Slot) -> Option<Fighter<'a>> {
        let (card, stats) = self.view.unit(slot)?;
        Some(Fighter { slot, mine: card.controller == self.view.seat(), card, stats })
    }

    /// A player's units in play, in the order they entered.
    pub fn units(&self, seat: Seat) -> impl Iterator<Item = Fighter<'a>> {
        let mine = seat == self.view.seat();
        self.view.units_of(seat).map(move |(slot, card, stats)| Fighter { slot, mine, card, stats })
    }

    /// HP that remain of a player's base.
    pub fn base(&self, seat: Seat) -> i32 {
        self.view.remaining(self.view.base(seat)).unwrap_or(30).into()
    }

    /// The resources a card would cost with its aspects; what discounts do is left out.
    pub fn cost(&self, slot: Slot) -> i32 {
        self.costs.get_or_init(|| self.view.costs()).of(slot).unwrap_or_default().into()
    }

    /// The worth of a card in a hand.
    pub fn in_hand(&self, slot: Slot) -> i32 {
        let Some(definition) = self.view.definition(slot) else { return CARD };
        let cost = self.cost(slot);
        let soon = self.view.resource_count(self.view.seat()).max(3) as i32 + 1;
        let kind = if definition.kind == Kind::Unit { 6 } else { 0 };
        let curve = if cost <= soon { 4 * cost } else { 4 * soon - 6 * (cost - soon) };
        CARD + kind + curve - 6 * self.view.copies_in_hand(slot) as i32
    }

    /// The worth of all this happening to a card. `mine`: it is a text of this seat.
    pub fn fate(&self, slot: Slot, what: &Outlook, mine: bool) -> i32 {
        if let Some(unit) = self.unit(slot) {
            return self.fate_of_unit(&unit, what, mine);
        }
        let Some(card) = self.view.card(slot) else { return 0 };
        let own = if card.controller == self.view.seat() { 1 } else { -1 };
        match card.zone {
            Zone::Base => self.fate_of_base(own, card, what),
            Zone::Attached => {
                let mine = card.controller == self.view.seat();
                let host = self.unit(card.host).map_or(mine, |host| host.mine);
                let gone = what.deeds.has(Deeds::DEFEAT | Deeds::TO_HAND | Deeds::DISCARD);
                let worth = self.upgrade(slot);
                if gone { if host { -worth } else { worth } } else { 0 }
            }
            Zone::Hand if own > 0 => {
                let gone = Deeds::DISCARD | Deeds::TO_BOTTOM | Deeds::DEFEAT;
                let tokens = what.experience + what.shields + what.advantage - what.weakness;
                let tokens = TOKEN * i32::from(tokens);
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
        let left = self.base(card.controller);
        let damage = i32::from(what.damage);
        if damage >= left && damage > 0 || what.deeds.has(Deeds::DEFEAT) {
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
        let lasting_hp = i32::from(what.hp - what.weakness);
        let damage = i32::from(what.damage)
            + i32::from(what.damage_each) * i32::from(self.view.ready(self.view.seat()));
        let stopped = unit.is_shielded() && damage > 0;
        let dies = deeds.has(Deeds::DEFEAT)
            || unit.left() + lasting_hp <= 0
            || (damage >= unit.left() + lasting_hp && damage > 0 && !stopped);
        if dies {
            return -own * unit.value();
        }
        if deeds.has(Deeds::CONTROL) {
            return if unit.mine == mine { 0 } else { -own * 2 * unit.value() };
        }
        let gone = Deeds::TO_HAND | Deeds::TO_BOTTOM | Deeds::DISCARD | Deeds::CAPTURE;
        if deeds.has(gone) {
            let back = if deeds.has(Deeds::TO_HAND) { CARD } else { 0 };
            return -own * (unit.value() - back);
        }
        let mut change = 0;
        if stopped {
            change -= TOKEN - 4;
        } else {
            change -= 6 * damage;
        }
        let wakes = deeds.has(Deeds::READY) && !unit.is_ready();
        let acts = unit.is_ready() && !deeds.has(Deeds::EXHAUST) || wakes;
        // Power for a while matters to a unit that will still attack; there is none below 0.
        change += i32::from(what.power).max(-unit.power()) * if acts { 6 } else { 1 };
        change += lasting_hp.max(-unit.left()) * 2;
        change += 5 * i32::from(what.heal).min(unit.card.damage.into());
        let token = TOKEN + unit.power() + unit.left().min(6);
        change += token * i32::from(what.experience - what.weakness);
        // It lasts for one attack, which a unit that is ready can make now.
        change += if unit.is_ready() { 7 } else { 5 } * i32::from(what.advantage);
        if what.shields > 0 {
            change += if unit.is_shielded() { 6 } else { TOKEN + unit.power() * 2 };
        }
        change += 5 * i32::from(what.keywords);
        if unit.is_ready() && deeds.has(Deeds::EXHAUST) {
            change -= 6 * unit.power() + 4;
        }
        if wakes {
            change += 8 * unit.power();
        }
        if deeds.has(Deeds::HELD) && (!unit.is_ready() || deeds.has(Deeds::EXHAUST)) {
            change -= 6 * unit.power() + 4;
        }
        if deeds.has(Deeds::BLANK) {
            change -= 6;
        }
        let mut worth = own * change;
        if deeds.has(Deeds::MEASURE) {
            worth += 3 * unit.power() + i32::from(unit.card.damage).min(3);
        }
        if deeds.has(Deeds::ATTACK) && unit.mine && unit.is_ready() {
            let power = i32::from(what.power + what.experience + what.advantage - what.weakness);
            worth += self.best_attack(unit, power, false).max(0);
        }
        worth
    }

    /// The worth of a token unit that enters play.
    pub fn token(&self, token: TokenUnit) -> i32 {
        let Definition { power, hp, .. } = &self.view.token_unit(token).definition;
        body((*power).into(), (*hp).into())
    }

    /// The worth of an upgrade in play to the unit it is on; below 0 when it is a burden.
    pub fn upgrade(&self, slot: Slot) -> i32 {
        let Some(printed) = self.view.printed(slot) else { return 0 };
        if printed.front.shield {
            return TOKEN;
        }
        let definition = &printed.definition;
        let side = printed.upgrade_side();
        let (power, hp) = side.map_or((definition.power, definition.hp), |s| (s.power, s.hp));
        let cost = printed.piloting.as_ref().map_or(definition.cost, |(cost, _)| *cost);
        8 * (i32::from(power) + i32::from(hp)) + 4 * i32::from(cost)
    }
}

/// The worth of a unit of these numbers.
pub(super) const fn body(power: i32, hp: i32) -> i32 {
    10 + 9 * power + 5 * hp
}
