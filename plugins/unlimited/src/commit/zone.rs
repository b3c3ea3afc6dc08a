//! Cards change zones (CR 4); what leaves play leaves a record.

use cardmill_kernel::card::{Ref, Slot};
use cardmill_kernel::streams::Purpose;
use cardmill_kernel::table::Fault;

use super::{Commit, EMPTY_DECK_DAMAGE, OPENING_HAND};
use crate::board::{Departure, Slots};
use crate::card::{Card, Marks, Permissions, Zone};
use crate::proposal::{Proposal, Verb};
use crate::reads::Reads;
use crate::vocabulary::Kind;

impl Commit<'_, '_, '_> {
    pub(super) fn draw(&mut self, what: Proposal) -> bool {
        let player = self.player(what.seat);
        let base = player.base;
        let Some(slot) = player.deck.pop() else {
            let damage = Proposal {
                verb: Verb::Damage,
                subject: self.card(base).reference(base),
                amount: EMPTY_DECK_DAMAGE,
                ..what
            };
            return self.damage(damage);
        };
        player.hand.push(slot);
        let card = self.card_mut(slot);
        card.move_to(Zone::Hand, what.seat);
        let subject = card.reference(slot);
        self.fact_of(Reads::PILES, Proposal { subject, ..what })
    }

    /// Takes a card out of whatever list holds it. Cards in play leave a record, and what was
    /// attached to them is defeated (CR 8.12.1).
    pub(super) fn lift(&mut self, slot: Slot) {
        let card = self.card(slot);
        let take = |list: &mut Slots| {
            if let Some(at) = list.iter().position(|&s| s == slot) {
                list.remove(at);
            }
        };
        match card.zone {
            Zone::Deck => take(&mut self.player(card.owner).deck),
            Zone::Hand => take(&mut self.player(card.owner).hand),
            Zone::Discard => take(&mut self.player(card.owner).discard),
            Zone::Resources => {
                let player = self.player(card.controller);
                take(&mut player.resources);
                // Which resources are exhausted may be rearranged: an exhausted one goes first.
                player.ready = player.ready.min(player.resources.len() as u8);
            }
            Zone::Ground | Zone::Space | Zone::Attached => {
                self.depart(slot, &card);
                take(&mut self.board.play);
            }
            Zone::Captured => take(&mut self.board.captured),
            Zone::Base | Zone::Aside => {}
        }
    }

    pub(super) fn depart(&mut self, slot: Slot, card: &Card) {
        let was = card.reference(slot);
        let host = match card.zone {
            Zone::Attached => self.card(card.host).reference(card.host),
            _ => Ref::NONE,
        };
        let departure = Departure {
            was,
            card: *card,
            stats: *self.stats(slot),
            host,
            commit: self.board.commits,
        };
        self.board.departures.push(departure);
        if card.zone.is_arena() {
            let history = &mut self.player(card.controller).phase;
            history.units_left = history.units_left.saturating_add(1);
            let attached: Slots =
                self.board.play.iter().copied().filter(|&s| self.is_on(s, slot)).collect();
            for upgrade in attached {
                let card = self.card(upgrade);
                let defeat = Proposal::new(Verb::Defeat, card.reference(upgrade), card.controller);
                self.defeat(defeat);
            }
        }
    }

    pub(super) fn is_on(&self, upgrade: Slot, unit: Slot) -> bool {
        let card = self.card(upgrade);
        card.zone == Zone::Attached && card.host == unit
    }

    /// Puts a card that was lifted into a zone out of play, at the end of its list.
    pub(super) fn put(&mut self, slot: Slot, zone: Zone) {
        let owner = self.card(slot).owner;
        self.card_mut(slot).move_to(zone, owner);
        let player = self.player(owner);
        match zone {
            Zone::Deck => player.deck.insert(0, slot),
            Zone::Hand => player.hand.push(slot),
            Zone::Discard => player.discard.push(slot),
            Zone::Captured => self.board.captured.push(slot),
            _ => {}
        }
    }

    /// Whether it is a leader card in play, or a unit that an upgrade makes a leader unit
    /// (CR 3.4.6, 3.4.7).
    pub(super) fn is_leader(&self, slot: Slot) -> bool {
        let card = self.card(slot);
        self.catalogue.card(card.definition).kind() == Kind::Leader
            || card.zone.is_arena() && self.stats(slot).permissions.has(Permissions::LEADER)
    }

    pub(super) fn is_token(&self, card: &Card) -> bool {
        matches!(self.catalogue.card(card.definition).kind(), Kind::Token | Kind::ForceToken)
    }

    pub(super) fn defeat(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        if !card.zone.is_play() && card.zone != Zone::Resources {
            return false;
        }
        let slot = what.subject.slot;
        let unit = card.zone.is_arena();
        self.lift(slot);
        if unit {
            let history = &mut self.player(card.controller).phase;
            history.units_defeated = history.units_defeated.saturating_add(1);
            for attack in &mut self.board.attacks {
                if attack.defender == what.subject && attack.is_on() {
                    attack.defender_defeated = true;
                }
            }
        }
        if self.is_token(&card) {
            self.card_mut(slot).move_to(Zone::Aside, card.owner);
            self.board.aside.push(slot);
        } else if self.catalogue.card(card.definition).kind() == Kind::Leader {
            // Back to the base zone, exhausted, leader side up (CR 3.4.5).
            let state = self.card_mut(slot);
            state.move_to(Zone::Base, card.owner);
            state.marks.set(Marks::EXHAUSTED, true);
        } else {
            self.put(slot, Zone::Discard);
            self.card_mut(slot).marks.set(Marks::DEFEATED, unit);
        }
        self.touched(what)
    }

    pub(super) fn discard(&mut self, what: Proposal) -> bool {
        let out_of_play = self.current(what.subject).filter(|c| !c.zone.is_play());
        let Some(card) = out_of_play.filter(|c| c.zone != Zone::Discard) else { return false };
        self.lift(what.subject.slot);
        self.put(what.subject.slot, Zone::Discard);
        self.changed(match card.zone {
            Zone::Hand | Zone::Deck => Reads::PILES,
            _ => Reads::PLAY,
        });
        self.fact_from(what, Some(card.zone))
    }

    /// A unit in play is captured by another: it leaves play (CR 8.33.1). Without that one nothing
    /// happens (CR 8.33.1A).
    pub(super) fn capture(&mut self, what: Proposal) -> bool {
        let unit = |card: Ref| self.current(card).is_some_and(|c| c.zone.is_arena());
        let able = unit(what.subject) && unit(what.other);
        let captured = able && self.leave_for(what, Zone::Captured);
        let slot = what.subject.slot;
        if captured && self.card(slot).zone == Zone::Captured {
            self.card_mut(slot).host = what.other.slot;
        }
        captured
    }

    /// A card goes to a zone out of play. A leader is defeated instead (CR 3.4.6), a token is set
    /// aside (CR 3.7.3, 8.33.5).
    pub(super) fn leave_for(&mut self, what: Proposal, zone: Zone) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        let slot = what.subject.slot;
        let kind = self.catalogue.card(card.definition).kind();
        if self.is_leader(slot) {
            return self.defeat(Proposal { verb: Verb::Defeat, ..what });
        }
        let token = self.is_token(&card);
        if kind == Kind::Base || card.zone == Zone::Aside && token {
            return false;
        }
        self.lift(slot);
        if token {
            self.card_mut(slot).move_to(Zone::Aside, card.owner);
            self.board.aside.push(slot);
        } else {
            self.put(slot, zone);
            if what.verb == Verb::ToTop {
                self.player(card.owner).deck.rotate_left(1);
            }
        }
        self.touched(what)
    }

    pub(super) fn resource(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        let kind = self.catalogue.card(card.definition).kind();
        if matches!(kind, Kind::Leader | Kind::Base) || self.is_token(&card) {
            return false;
        }
        let slot = what.subject.slot;
        if self.is_leader(slot) {
            return self.defeat(Proposal { verb: Verb::Defeat, ..what });
        }
        self.lift(slot);
        let part = match card.zone {
            Zone::Hand | Zone::Deck => Reads::PILES.with(Reads::RESOURCES),
            _ => Reads::PLAY,
        };
        self.card_mut(slot).move_to(Zone::Resources, what.seat);
        let player = self.player(what.seat);
        player.ready += u8::from(what.ready);
        if player.resources.try_push(slot).is_some() {
            self.fault = Some(Fault::Overflow("resources"));
        }
        self.fact_of(part, what)
    }

    pub(super) fn mulligan(&mut self, what: Proposal) -> bool {
        let player = &mut self.board.players[usize::from(what.seat)];
        while let Some(slot) = player.hand.pop() {
            player.deck.push(slot);
        }
        self.streams.shuffle(Purpose::Shuffle, &mut player.deck);
        for _ in 0..OPENING_HAND {
            if let Some(slot) = player.deck.pop() {
                player.hand.push(slot);
            }
        }
        let player = self.board.players[usize::from(what.seat)];
        for (list, zone) in [(&player.hand, Zone::Hand), (&player.deck, Zone::Deck)] {
            for &slot in list {
                self.card_mut(slot).move_to(zone, what.seat);
            }
        }
        self.fact(what)
    }
}
