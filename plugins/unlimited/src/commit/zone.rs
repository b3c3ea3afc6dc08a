//! Cards change zones (CR 4); what leaves play leaves a record.

use cardmill_kernel::streams::Purpose;
use cardmill_kernel::table::Fault;

use super::{Commit, EMPTY_DECK_DAMAGE};
use crate::board::{Departure, Slots};
use crate::knowledge::Move;
use crate::prelude::*;
use crate::zones::{End, Full};

impl Commit<'_, '_, '_> {
    /// The top card of a deck, or one that a search or a look has found there (CR 4.6.2, 8.26.7).
    /// Nobody draws from a deck that is not theirs (CR 1.13.1, 4.7.2).
    pub(super) fn draw(&mut self, what: Proposal) -> bool {
        let (slot, sorted) = if what.subject.is_some() {
            let drawn = self.current(what.subject).filter(|card| card.zone == Zone::Deck);
            if drawn.is_none_or(|card| card.owner != what.seat) {
                return false;
            }
            self.lift(what.subject.slot);
            (what.subject.slot, Some(what.verb))
        } else {
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
            (slot, None)
        };
        let from = self.card(slot);
        let put = self.zones().put(slot, Zone::Hand, what.seat, End::Last);
        self.done(put);
        self.follow(slot, from, sorted);
        let subject = self.card(slot).reference(slot);
        self.does(what.seat, Deed::CardsDrawn, 1);
        let commit = self.state.board.commits;
        let deeds = &mut self.player(what.seat).phase.deeds;
        let number = u16::from(deeds.drew == commit);
        deeds.drew = commit;
        self.fact_of(Reads::PILES, Proposal { subject, number, ..what })
    }

    /// Takes a card out of whatever list holds it. Cards in play leave a record, and what was
    /// attached to them is defeated (CR 8.12.1).
    pub(super) fn lift(&mut self, slot: Slot) {
        let card = self.card(slot);
        if card.zone.is_arena() || card.zone == Zone::Attached {
            self.depart(slot, &card);
        }
        if card.zone == Zone::Attached {
            self.state.modifiers.outdate(card.host);
        }
        if card.zone.is_play() {
            self.changed(Reads::PLAY.with(Reads::LEFT));
            let was = card.reference(slot);
            let tables = &self.state.catalogue.tables;
            self.end_effects(|_, effect| {
                effect.kind.until(tables) == Some(Until::InPlay) && effect.source == was
            });
        }
        self.zones().lift(slot);
    }

    /// Leaves a record of a card in play as it is.
    pub(super) fn remember(&mut self, slot: Slot, card: &Card) {
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
            commit: self.state.board.commits,
            by: Ref::NONE,
            in_combat: false,
        };
        self.state.board.departures.push(departure);
    }

    /// The upgrades on a unit are defeated.
    pub(super) fn defeat_upgrades(&mut self, unit: Slot) {
        let attached: Slots =
            self.state.board.play.iter().copied().filter(|&s| self.is_on(s, unit)).collect();
        for upgrade in attached {
            let card = self.card(upgrade);
            let defeat = Proposal::new(Verb::Defeat, card.reference(upgrade), card.controller);
            self.defeat(defeat);
        }
    }

    pub(super) fn depart(&mut self, slot: Slot, card: &Card) {
        self.remember(slot, card);
        if card.zone.is_arena() {
            let history = &mut self.player(card.controller).phase;
            history.units_left = history.units_left.saturating_add(1);
            self.defeat_upgrades(slot);
        }
    }

    pub(super) fn is_on(&self, upgrade: Slot, unit: Slot) -> bool {
        let card = self.card(upgrade);
        card.zone == Zone::Attached && card.host == unit
    }

    /// Puts a card that was lifted into a zone.
    pub(super) fn put(&mut self, slot: Slot, zone: Zone, seat: Seat, end: End) -> &mut Card {
        let from = self.card(slot);
        let put = self.zones().put(slot, zone, seat, end);
        self.done(put);
        self.follow(slot, from, None);
        if zone.is_play() {
            self.state.modifiers.outdate(slot);
        }
        self.card_mut(slot)
    }

    /// Keeps in mind who knows where a card went. `sorted` says by what verb it left a deck whose
    /// player looks through it.
    pub(super) fn follow(&mut self, slot: Slot, from: Card, sorted: Option<Verb>) {
        let (to, commit) = (self.card(slot), self.state.board.commits);
        self.state.knowledge.follow(Move { slot, from, to, sorted, commit });
    }

    /// Sets the table aside when there was no room.
    pub(super) fn done<T>(&mut self, done: Result<T, Full>) -> Option<T> {
        if let Err(Full(what)) = done {
            self.change.fault = Some(Fault::Overflow(what));
        }
        done.ok()
    }

    /// Returns `true` for a leader card in play, or a unit that an upgrade makes a leader unit (CR
    /// 3.4.6, 3.4.7).
    pub(super) fn is_leader(&self, slot: Slot) -> bool {
        let card = self.card(slot);
        self.state.catalogue.card(card.definition).kind() == Kind::Leader
            || card.zone.is_arena() && self.stats(slot).permissions.has(Permissions::LEADER)
    }

    /// Returns `true` for a token. A card that is a copy of one is a card of a deck (CR 3.7.1).
    pub(super) fn is_token(&self, slot: Slot) -> bool {
        let kind = self.state.catalogue.card(self.card(slot).definition).kind();
        kind.is_token() && self.state.board.copies.own(slot).is_none()
    }

    /// Units, upgrades, resources and tokens. A base is defeated by damage alone, which ends the
    /// game (CR 3.2.5), and a leader beside it is not.
    pub(super) fn defeat(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        let can_be = match card.zone {
            Zone::Ground | Zone::Space | Zone::Attached | Zone::Resources => true,
            Zone::Base => self.is_token(what.subject.slot),
            _ => false,
        };
        // A base that is defeated has lost the game for its player (CR 1.16.5A).
        if self.state.board.is_base(what.subject.slot) {
            return self.lose(what, card.owner);
        }
        if !can_be {
            return false;
        }
        let slot = what.subject.slot;
        let unit = card.zone.is_arena();
        let printed = self.state.catalogue.card(card.definition);
        let aspects = printed.aspects;
        let traits = self.stats(slot).traits.of(printed.traits_of(&card));
        let leader = unit && self.is_leader(slot);
        if card.zone == Zone::Resources && what.ready {
            let player = self.player(card.controller);
            player.ready = player.ready.saturating_sub(1);
        }
        self.lift(slot);
        if card.zone == Zone::Attached {
            let deeds = &mut self.player(card.controller).phase.deeds;
            if !std::mem::replace(&mut deeds.upgrade_defeated, true) {
                self.changed(Reads::HISTORY);
            }
        }
        if unit {
            let mut departures = self.state.board.departures.iter_mut().rev();
            if let Some(departure) = departures.find(|departure| departure.was == what.subject) {
                departure.by = what.source;
                departure.in_combat = what.combat;
            }
            let mut attacks = self.state.board.attacks.iter();
            let attacking = attacks.any(|a| a.is_on() && a.attacker == what.subject);
            let history = &mut self.player(card.controller).phase;
            history.units_defeated = history.units_defeated.saturating_add(1);
            let deeds = &mut history.deeds;
            deeds.fallen = deeds.fallen.union(traits);
            deeds.fallen_aspects = deeds.fallen_aspects.with(aspects);
            deeds.fell_attacking = deeds.fell_attacking.saturating_add(attacking.into());
            deeds.fallen_leader |= leader;
            if let Some(seat) = what.responsible().filter(|&seat| seat != card.controller) {
                self.does(seat, Deed::EnemyUnitsDefeated, 1);
            }
            for attack in &mut self.state.board.attacks {
                if attack.is_against(what.subject) && attack.is_on() {
                    attack.defender_defeated = true;
                }
            }
        }
        let left = self.card(slot);
        let kind = self.state.catalogue.card(left.definition).kind();
        let retired = self.zones().retire(slot, kind);
        self.done(retired);
        self.follow(slot, card, None);
        if kind == Kind::ForceToken && what.number != Proposal::UNUSED {
            self.does(card.controller, Deed::ForceUses, 1);
        }
        if kind == Kind::Leader {
            self.state.modifiers.outdate(slot);
        }
        if self.card(slot).zone == Zone::Discard {
            self.card_mut(slot).marks.set(Marks::DEFEATED, unit);
            self.bury(&left);
        }
        self.touched(what)
    }

    /// A card goes to a discard pile: it may be one that can be played from there.
    fn bury(&mut self, card: &Card) {
        let brief = self.state.catalogue.front(card.definition);
        self.state.relevance.buried |= brief.has.any(Has::BURIED);
    }

    pub(super) fn discard(&mut self, what: Proposal) -> bool {
        let out_of_play = self.current(what.subject).filter(|c| !c.zone.is_play());
        let Some(card) = out_of_play.filter(|c| c.zone != Zone::Discard) else { return false };
        self.lift(what.subject.slot);
        let from = match card.zone {
            Zone::Hand => Some(Deed::CardsDiscardedFromHand),
            Zone::Deck => Some(Deed::CardsDiscardedFromDeck),
            _ => None,
        };
        let put = self.put(what.subject.slot, Zone::Discard, card.owner, End::Last);
        put.marks.set(Marks::DISCARDED, from.is_some());
        self.bury(&card);
        if let Some(deed) = from {
            self.does(card.owner, deed, 1);
        }
        self.changed(match card.zone {
            Zone::Hand | Zone::Deck => Reads::PILES,
            _ => Reads::PLAY,
        });
        let number = self.shows(&card);
        self.fact_from(Proposal { number, ..what }, Some(card.zone))
    }

    /// A unit in play is captured by another, or by a base: it leaves play (CR 8.33.1). Without that
    /// one nothing happens (CR 8.33.1A). A card may say that it captures one from a discard pile.
    pub(super) fn capture(&mut self, what: Proposal) -> bool {
        let unit = |card: Ref| self.current(card).is_some_and(|c| c.zone.is_arena());
        let guards = |card: Ref| unit(card) || self.state.board.is_base(card.slot);
        let buried = self.current(what.subject).is_some_and(|c| c.zone == Zone::Discard);
        let able = (unit(what.subject) || buried) && what.other.is_some() && guards(what.other);
        if able && self.is_token(what.subject.slot) {
            return self.leave_for(Proposal { verb: Verb::SetAside, ..what }, Zone::Aside);
        }
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
        let kind = self.state.catalogue.card(card.definition).kind();
        if self.is_leader(slot) {
            return self.apply(Proposal { verb: Verb::Defeat, ..what });
        }
        let token = self.is_token(slot);
        if kind == Kind::Base || card.zone == Zone::Aside && token {
            return false;
        }
        self.lift(slot);
        if token {
            let retired = self.zones().retire(slot, kind);
            self.done(retired);
        } else {
            let end = if what.verb == Verb::ToBottom { End::First } else { End::Last };
            let put = self.zones().put(slot, zone, card.owner, end);
            self.done(put);
            self.follow(slot, card, (card.zone == Zone::Deck).then_some(what.verb));
        }
        self.touched(what)
    }

    pub(super) fn resource(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        let kind = self.state.catalogue.card(card.definition).kind();
        if matches!(kind, Kind::Leader | Kind::Base) {
            return false;
        }
        let slot = what.subject.slot;
        if self.is_token(slot) {
            return self.leave_for(what, Zone::Aside);
        }
        if self.is_leader(slot) {
            return self.apply(Proposal { verb: Verb::Defeat, ..what });
        }
        self.lift(slot);
        let part = match card.zone {
            Zone::Hand | Zone::Deck => Reads::PILES.with(Reads::RESOURCES),
            _ => Reads::PLAY,
        };
        let put = self.zones().put(slot, Zone::Resources, what.seat, End::Last);
        self.done(put);
        // A search has found it somewhere in the deck.
        let searched = what.number == Proposal::SEARCHED;
        self.follow(slot, card, searched.then_some(what.verb));
        let has = self.state.catalogue.brief(&self.card(slot)).has;
        self.state.relevance.smuggles |= has.any(Has::SMUGGLE);
        self.state.relevance.plots |= has.any(Has::PLOT);
        self.player(what.seat).ready += u8::from(what.ready);
        self.fact_of(part, what)
    }

    pub(super) fn mulligan(&mut self, what: Proposal) -> bool {
        let catalogue = self.state.catalogue;
        let base = self.state.board.players[usize::from(what.seat)].base;
        let draws = catalogue.starting_hand(self.card(base).definition);
        let player = &mut self.state.board.players[usize::from(what.seat)];
        while let Some(slot) = player.hand.pop() {
            player.deck.push(slot);
        }
        self.change.streams.shuffle(Purpose::Shuffle(what.seat), &mut player.deck);
        for _ in 0..draws {
            if let Some(slot) = player.deck.pop() {
                player.hand.push(slot);
                self.state.knowledge.touch(slot);
            }
        }
        let player = self.state.board.players[usize::from(what.seat)];
        for (list, zone) in [(&player.hand, Zone::Hand), (&player.deck, Zone::Deck)] {
            for &slot in list {
                self.card_mut(slot).move_to(zone, what.seat);
            }
        }
        self.state.knowledge.mulligan(what.seat);
        self.fact(what)
    }
}
