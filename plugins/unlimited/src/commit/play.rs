//! Cards are played, deployed and given; control changes.

use cardmill_kernel::table::Fault;

use super::Commit;
use crate::board::{Played, Slots};
use crate::filter::fits_with;
use crate::icons::IconCount;
use crate::prelude::*;
use crate::vocabulary::{Entering, Kinds, TokenUnit};
use crate::zones::End;

impl Commit<'_, '_, '_> {
    /// Writes a card that is played into the history, and uses up the discounts for it.
    pub(super) fn played(&mut self, was: &Card, slot: Slot, what: &Proposal) {
        let (seat, definition) = (what.seat, was.definition);
        let paid = u8::try_from(what.amount).unwrap_or(0);
        let printed = self.state.catalogue.card(definition);
        let card = self.card(slot);
        let as_upgrade = card.zone == Zone::Attached;
        let on_own = as_upgrade && {
            let host = self.card(card.host);
            host.zone.is_arena() && host.controller == seat
        };
        let traits = self.state.scene().traits_out_of_play(was);
        let mut more = Trait::ALL.iter().copied();
        let gained = (traits != printed.definition.traits)
            .then(|| more.find(|name| traits.has(*name) && !printed.definition.traits.has(*name)))
            .flatten();
        let as_copy = self
            .state
            .board
            .copies
            .own(slot)
            .and_then(|own| self.state.catalogue.card(own).front.enters_as.as_ref()?.gains);
        let played = Played {
            card: card.reference(slot),
            definition: card.definition,
            aspects: self.state.catalogue.card(card.definition).aspects,
            as_upgrade,
            paid,
            gained: as_copy.or(gained),
            on_own: if on_own { what.other } else { Ref::NONE },
        };
        let kinds = played.kinds(&printed.definition);
        if !self.player(seat).phase.played.push(played) {
            self.change.fault = Some(Fault::Overflow("cards played in a phase"));
        }
        if self.state.relevance.effects.any(Effects::PRICES) {
            self.use_discounts((printed, traits), kinds, what);
            let free = EffectKind::FreeCopy { definition };
            self.end_effects(|_, effect| effect.kind == free && effect.seat == seat);
        }
    }

    /// A discount for the next card that fits is used up by it, one for several becomes one for
    /// fewer.
    fn use_discounts(&mut self, of: (&Printed, TraitSet), kinds: Kinds, what: &Proposal) {
        let (printed, traits) = of;
        let (seat, plot) = (what.seat, what.number == Proposal::PLOTTED);
        let catalogue = self.state.catalogue;
        let fits = |effect: &Effect| match effect.kind {
            EffectKind::Discount { step } => {
                let next = &catalogue.tables.discounts[usize::from(step)];
                effect.seat == seat
                    && next.is_for(plot)
                    && fits_with(&next.what, kinds, printed, traits)
            }
            _ => false,
        };
        self.end_effects(|_, effect| effect.again == 0 && fits(effect));
        for &number in self.state.board.effects.used() {
            let effect = &mut self.state.effects[usize::from(number)];
            if fits(effect) {
                effect.again -= 1;
            }
        }
    }

    pub(super) fn play_unit(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        self.copies(&what);
        let subject = self.enter_arena(what.subject.slot, what.seat, what.ready);
        self.card_mut(subject.slot).marks.set(Marks::FROM_HAND, card.zone == Zone::Hand);
        self.played(&card, subject.slot, &what);
        let fact = Proposal { subject, other: Ref::NONE, amount: 0, ..what };
        self.fact_of_play(Reads::PLAY, fact, &card)
    }

    /// Makes a unit that enters play as a copy of another a copy of it as it does (CR 8.5.1).
    fn copies(&mut self, what: &Proposal) {
        if what.other.is_some() {
            let of = self.card(what.other.slot).definition;
            let copied = self.zones().copy(what.subject.slot, of);
            self.done(copied);
        }
    }

    /// A captured unit enters play again under its owner's control, exhausted unless a card says
    /// otherwise; it is not played (CR 8.33.3).
    pub(super) fn rescue(&mut self, what: Proposal) -> bool {
        let captured = self.current(what.subject).filter(|c| c.zone == Zone::Captured);
        let Some(card) = captured else { return false };
        let ready = self.is_readied(Entering::Rescued, card.owner);
        self.copies(&what);
        let subject = self.enter_arena(what.subject.slot, card.owner, ready);
        self.touched(Proposal { subject, other: Ref::NONE, ..what })
    }

    /// A unit enters its arena, exhausted unless it says otherwise: what a card says goes before
    /// the rule (CR 1.3.1). Returns what it is now.
    fn enter_arena(&mut self, slot: Slot, seat: Seat, ready: bool) -> Ref {
        let printed = self.state.catalogue.card(self.card(slot).definition);
        let ready =
            ready || self.enters_ready(slot, seat) || self.is_readied(Entering::Friendly, seat);
        self.lift(slot);
        let arena = printed.definition.arena;
        let state = self.enter_play(slot, Zone::arena(arena), seat);
        state.marks.set(Marks::EXHAUSTED, !ready);
        let unit = state.reference(slot);
        self.unit_enters(seat);
        unit
    }

    /// A unit has entered play under that player's control, in whatever way.
    fn unit_enters(&mut self, seat: Seat) {
        let deeds = &mut self.player(seat).phase.deeds;
        deeds.units_entered = deeds.units_entered.saturating_add(1);
        self.changed(Reads::HISTORY);
    }

    /// Returns `true` for a unit that enters play ready, as it says itself: it looks at the game
    /// before it is there.
    fn enters_ready(&self, slot: Slot, seat: Seat) -> bool {
        let says = |id| &self.state.catalogue.ability(id).ability;
        let front = self.state.scene().front(slot);
        let Some(Ability::EntersReady { condition, .. }) = front.enters_ready.map(says) else {
            return false;
        };
        let scene = self.state.scene();
        let cx = Context::of(seat, scene.reference(slot));
        condition.as_ref().is_none_or(|condition| scene.holds(condition, &cx))
    }

    /// Returns `true` if a card in play says that units of that player which enter play in such a
    /// way are ready.
    fn is_readied(&self, how: Entering, seat: Seat) -> bool {
        let scene = self.state.scene();
        let says = |slot: Slot, id: u16| {
            let Ability::EntersReady { of, condition } = &scene.catalogue.ability(id).ability
            else {
                return false;
            };
            let cx = Context::of(seat, scene.reference(slot));
            *of == how && condition.as_ref().is_none_or(|condition| scene.holds(condition, &cx))
        };
        let readies = |slot: Slot| {
            scene.card(slot).controller == seat
                && !scene.stats(slot).is_blank()
                && scene.face(slot).readies.iter().any(|&id| says(slot, id))
        };
        scene.relevance.lineup.has.any(Has::READIES) && scene.face_up().into_iter().any(readies)
    }

    fn enter_play(&mut self, slot: Slot, zone: Zone, seat: Seat) -> &mut Card {
        // What was so of it when it was in play before is not so any more.
        self.state.stats[usize::from(slot)] = Stats::default();
        self.put(slot, zone, seat, End::Last).marks.set(Marks::ENTERED | Marks::ENTERED_NOW, true);
        let entered = self.card(slot);
        self.state.relevance.unique |= self.state.catalogue.brief(&entered).has.any(Has::UNIQUE);
        self.card_mut(slot)
    }

    pub(super) fn play_upgrade(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        let slot = what.subject.slot;
        if !self.holds(what.other, slot) {
            return self.discard(Proposal { verb: Verb::Discard, amount: 0, ..what });
        }
        self.lift(slot);
        let unit = self.state.catalogue.card(card.definition).kind() == Kind::Unit;
        let state = self.enter_play(slot, Zone::Attached, what.seat);
        state.host = what.other.slot;
        state.marks.set(Marks::DEPLOYED, unit);
        let subject = state.reference(slot);
        self.card_mut(what.other.slot).marks.set(Marks::upgraded(what.seat), true);
        self.played(&card, slot, &what);
        self.fact_of_play(Reads::PLAY, Proposal { subject, amount: 0, ..what }, &card)
    }

    /// Returns `true` for a card to which an upgrade can be attached: one with Fortify to a base,
    /// any other to a unit (CR 7.5.21).
    fn holds(&self, host: Ref, upgrade: Slot) -> bool {
        let fortifies = self.state.scene().has(upgrade, Has::FORTIFY);
        self.current(host).is_some_and(|card| match card.zone {
            Zone::Base => fortifies && self.state.board.is_base(host.slot),
            zone => !fortifies && zone.is_arena(),
        })
    }

    pub(super) fn play_event(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        let slot = what.subject.slot;
        self.lift(slot);
        self.put(slot, Zone::Discard, card.owner, End::Last);
        self.played(&card, slot, &what);
        let events = &mut self.player(what.seat).events;
        *events = events.saturating_add(1);
        let subject = self.card(slot).reference(slot);
        let part = match card.zone {
            Zone::Hand | Zone::Deck => Reads::PILES.with(Reads::HISTORY),
            _ => Reads::PLAY,
        };
        self.fact_of_play(part, Proposal { subject, amount: 0, ..what }, &card)
    }

    /// A leader's unit side enters play, as a unit or, onto a unit, as an upgrade (CR 3.4.4).
    pub(super) fn deploy(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        let upgrade = what.other.is_some();
        if upgrade && self.current(what.other).is_none_or(|host| !host.zone.is_arena()) {
            return false;
        }
        let slot = what.subject.slot;
        let arena = Zone::arena(self.state.catalogue.card(card.definition).definition.arena);
        let zone = if upgrade { Zone::Attached } else { arena };
        let state = self.enter_play(slot, zone, card.owner);
        if upgrade {
            state.host = what.other.slot;
        }
        state.marks.set(Marks::DEPLOYED, true);
        let subject = state.reference(slot);
        if !upgrade {
            self.unit_enters(card.owner);
        }
        if self.state.relevance.plots {
            self.show_plots(what.seat);
        }
        self.fact_of(Reads::PLAY.with(Reads::LEFT), Proposal { subject, ..what })
    }

    /// The resources with Plot of a player who deploys a leader are shown (CR 7.6.3A).
    fn show_plots(&mut self, seat: Seat) {
        let resources = self.state.board.players[usize::from(seat)].resources;
        for &slot in &resources {
            if self.state.scene().has(slot, Has::PLOT) {
                let card = self.card(slot);
                for other in self.state.board.players.opponents(seat) {
                    self.state.knowledge.look(other, slot, &card);
                }
            }
        }
    }

    /// A leader shows its other leader side; it is the same card, as ready or exhausted as before, and
    /// provides the icons of the side that is up (CR 3.4.1).
    pub(super) fn flip(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject).filter(|c| c.zone == Zone::Base) else {
            return false;
        };
        let printed = self.state.catalogue.card(card.definition);
        if printed.turned.is_none() {
            return false;
        }
        let slot = what.subject.slot;
        let before = IconCount::of(printed.icons_of(&card));
        let turned = self.card_mut(slot);
        turned.marks.set(Marks::DEPLOYED, !card.marks.has(Marks::DEPLOYED));
        let after = IconCount::of(printed.icons_of(turned));
        let icons = &mut self.player(card.owner).icons;
        *icons = icons.beyond(before).with(after);
        self.state.modifiers.outdate(slot);
        self.fact_of(Reads::PLAY.with(Reads::LEFT), what)
    }

    fn create_token(
        &mut self,
        definition: u16,
        seat: Seat,
        zone: Zone,
        host: Option<Slot>,
    ) -> Option<Slot> {
        self.change.unsettled.room = true;
        let created = self.zones().create(definition, seat, zone, host);
        let created = self.done(created)?;
        self.state.modifiers.outdate(created);
        Some(created)
    }

    pub(super) fn give(&mut self, what: Proposal, token: Token) -> bool {
        let Some(unit) = self.current(what.subject).filter(|c| c.zone.is_arena()) else {
            return false;
        };
        let definition = self.state.catalogue.token(token);
        let givers = self.state.board.edition.giver_controls_token();
        let seat = if givers { what.seat } else { unit.controller };
        for _ in 0..what.amount {
            let host = Some(what.subject.slot);
            if self.create_token(definition, seat, Zone::Attached, host).is_none() {
                return false;
            }
        }
        self.does(what.seat, Deed::TokensCreated, what.amount as u8);
        self.does(what.seat, Deed::TokenUpgradesGiven, what.amount as u8);
        what.amount > 0 && self.touched(what)
    }

    /// A token unit enters its arena, exhausted unless a card says otherwise (CR 3.5.3, 3.7.2).
    pub(super) fn create_unit(&mut self, what: Proposal, token: TokenUnit) -> bool {
        let definition = self.state.catalogue.token_unit(token);
        let arena = Zone::arena(self.state.catalogue.card(definition).definition.arena);
        let [created, friendly] = [Entering::Created, Entering::Friendly];
        let ready = self.is_readied(created, what.seat) || self.is_readied(friendly, what.seat);
        let Some(slot) = self.create_token(definition, what.seat, arena, None) else {
            return false;
        };
        let card = self.card_mut(slot);
        card.marks.set(Marks::ENTERED | Marks::ENTERED_NOW, true);
        card.marks.set(Marks::EXHAUSTED, !ready);
        let subject = card.reference(slot);
        self.does(what.seat, Deed::TokensCreated, 1);
        self.unit_enters(what.seat);
        self.touched(Proposal { subject, ..what })
    }

    /// The Force token enters its player's base zone; there is never a second one (CR 8.37.1).
    pub(super) fn the_force(&mut self, what: Proposal) -> bool {
        let force = self.state.catalogue.force;
        let is_theirs = |card: Card| card.definition == force && card.controller == what.seat;
        if self.state.board.play.iter().any(|&slot| is_theirs(self.card(slot))) {
            return false;
        }
        let Some(slot) = self.create_token(force, what.seat, Zone::Base, None) else {
            return false;
        };
        let subject = self.card(slot).reference(slot);
        self.does(what.seat, Deed::TokensCreated, 1);
        self.touched(Proposal { subject, ..what })
    }

    /// An upgrade in play goes to another unit: it detaches from the one and attaches to the other
    /// at once (CR 3.6.14). A unit in play becomes an upgrade.
    pub(super) fn attach(&mut self, what: Proposal) -> bool {
        let holds = |card: Ref| self.current(card).filter(|_| self.holds(card, what.subject.slot));
        let host = holds(what.other).filter(|_| what.subject.slot != what.other.slot);
        let (Some(upgrade), Some(host)) = (self.current(what.subject), host) else { return false };
        if upgrade.zone.is_arena() {
            return self.become_upgrade(what);
        }
        if upgrade.zone != Zone::Attached || upgrade.host == what.other.slot {
            return false;
        }
        let slot = what.subject.slot;
        let before = self.card(upgrade.host).reference(upgrade.host);
        self.card_mut(slot).host = what.other.slot;
        // Token upgrades are the unit's controller's (CR 1.5.2F); others keep theirs.
        if self.is_token(slot) {
            let token = self.card_mut(slot);
            (token.controller, token.owner) = (host.controller, host.controller);
        }
        for changed in [slot, upgrade.host, what.other.slot] {
            self.state.modifiers.outdate(changed);
        }
        let fact = Proposal { source: before, ..what };
        self.fact_of(Reads::PLAY.with(Reads::LEFT), fact)
    }

    /// A card that is not in play enters it as an upgrade on a unit, or a leader on its other side
    /// does.
    pub(super) fn enter_attached(&mut self, what: Proposal) -> bool {
        let outside = |card: &Card| !card.zone.is_play() || card.zone == Zone::Base;
        let Some(card) = self.current(what.subject).filter(outside) else { return false };
        if !self.holds(what.other, what.subject.slot) {
            return false;
        }
        let slot = what.subject.slot;
        let kind = self.state.catalogue.card(card.definition).kind();
        let seat = if kind == Kind::Leader { card.owner } else { what.seat };
        self.lift(slot);
        let state = self.enter_play(slot, Zone::Attached, seat);
        state.host = what.other.slot;
        state.marks.set(Marks::DEPLOYED, kind != Kind::Upgrade);
        let subject = state.reference(slot);
        self.fact_of(Reads::PLAY.with(Reads::LEFT), Proposal { subject, ..what })
    }

    /// A unit in play is attached as an upgrade: all damage is removed from it and all upgrades on
    /// it are defeated (CR 3.5.6).
    fn become_upgrade(&mut self, what: Proposal) -> bool {
        let slot = what.subject.slot;
        // What it was as a unit has seen what happens with this (CR 7.6.4).
        self.remember(slot, &self.card(slot));
        self.defeat_upgrades(slot);
        let card = self.card_mut(slot);
        card.zone = Zone::Attached;
        card.host = what.other.slot;
        card.damage = 0;
        card.marks.set(Marks::EXHAUSTED, false);
        card.marks.set(Marks::DEPLOYED, true);
        // What it defeats as the attacker it has defeated all the same (CR 6.3.5).
        for attack in &mut self.state.board.attacks {
            attack.spare(what.subject);
        }
        for changed in [slot, what.other.slot] {
            self.state.modifiers.outdate(changed);
        }
        self.fact_of(Reads::PLAY.with(Reads::LEFT), what)
    }

    /// A card in play moves to an arena as a unit; it neither leaves nor enters play (CR 8.36).
    pub(super) fn move_to(&mut self, what: Proposal, arena: Arena) -> bool {
        let to = Zone::arena(arena);
        let moves = |card: &Card| card.zone == Zone::Attached || card.zone.is_arena();
        let Some(card) = self.current(what.subject).filter(moves) else { return false };
        let kind = self.state.catalogue.card(card.definition).kind();
        if card.zone == to || !matches!(kind, Kind::Unit | Kind::TokenUnit | Kind::Leader) {
            return false;
        }
        let slot = what.subject.slot;
        let mut source = Ref::NONE;
        if card.zone == Zone::Attached {
            source = self.card(card.host).reference(card.host);
            self.remember(slot, &card);
            self.state.modifiers.outdate(card.host);
        }
        let unit = self.card_mut(slot);
        unit.zone = to;
        unit.host = Slot::MAX;
        unit.marks.set(Marks::DEPLOYED, kind == Kind::Leader);
        self.state.modifiers.outdate(slot);
        self.fact_of(Reads::PLAY.with(Reads::LEFT), Proposal { source, ..what })
    }

    /// A unit is no longer part of an attack (CR 8.27.3).
    fn leaves_attacks(&mut self, unit: Ref) {
        for attack in &mut self.state.board.attacks {
            attack.spare(unit);
            if attack.attacker == unit {
                attack.attacker = Ref::NONE;
            }
        }
    }

    /// A resource changes its controller: it stays ready or exhausted (CR 8.27.1C). Whoever picks it
    /// takes a ready one, whoever gives it back an exhausted one, as far as there are any: its
    /// controller may rearrange them up to then (CR 1.7.4).
    fn take_resource(&mut self, what: Proposal, from: Card) -> bool {
        if from.controller == what.seat {
            return false;
        }
        let slot = what.subject.slot;
        let handed = self.zones().hand_over(slot, what.seat, what.ready);
        self.done(handed);
        self.follow(slot, from, None);
        let relevance = &mut self.state.relevance;
        (relevance.smuggles, relevance.plots) = (true, true);
        self.fact_of(Reads::RESOURCES, what)
    }

    pub(super) fn take_control(&mut self, what: Proposal) -> bool {
        if let Some(card) = self.current(what.subject).filter(|c| c.zone == Zone::Resources) {
            return self.take_resource(what, card);
        }
        let can = |card: &Card| card.zone.is_arena() || card.zone == Zone::Attached;
        let Some(card) = self.current(what.subject).filter(can) else {
            return false;
        };
        if card.controller == what.seat {
            return false;
        }
        if self.is_leader(what.subject.slot) {
            return self.apply(Proposal { verb: Verb::Defeat, ..what });
        }
        let slot = what.subject.slot;
        self.card_mut(slot).controller = what.seat;
        let attached: Slots =
            self.state.board.play.iter().copied().filter(|&s| self.is_on(s, slot)).collect();
        for upgrade in attached {
            // Token upgrades are the unit's controller's (CR 1.5.2F); others keep theirs.
            if self.is_token(upgrade) {
                let token = self.card_mut(upgrade);
                token.controller = what.seat;
                token.owner = what.seat;
            }
        }
        self.leaves_attacks(what.subject);
        self.state.relevance.unique = true;
        self.state.modifiers.outdate(slot);
        self.fact_of(Reads::PLAY.with(Reads::LEFT), what)
    }
}
