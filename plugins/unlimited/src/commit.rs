//! The `Commit` stage: the top group changes the state, whole, and becomes facts.

use arrayvec::ArrayVec;
use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::stack::{Entry, Stack, Stage};
use cardmill_kernel::streams::{Purpose, Streams};
use cardmill_kernel::table::{Fault, Table};

use crate::board::{Attack, AttackStage, Board, Departure, History, Phase, Slots};
use crate::card::{Card, Marks, Permissions, Stats, Zone};
use crate::catalogue::Catalogue;
use crate::choice::Unlimited;
use crate::effect::{Effect, EffectKind};
use crate::proposal::{Fact, Proposal, Verb};
use crate::vocabulary::{Aspect, Kind, Register, Token, Until, Window};

/// Damage to the base for each card that cannot be drawn (CR 8.6.1).
const EMPTY_DECK_DAMAGE: i16 = 3;
/// Cards in an opening hand (CR 5.2.1D).
pub const OPENING_HAND: usize = 6;

type CardsMut<'w, 's> = Query<'w, 's, (&'static mut Card, &'static mut Stats)>;

/// A table while a group is committed.
struct Commit<'a, 'w, 's, 'w2, 's2> {
    entity: Entity,
    catalogue: &'a Catalogue,
    board: &'a mut Board,
    roster: &'a Roster,
    cards: &'a mut CardsMut<'w, 's>,
    effects: &'a mut Query<'w2, 's2, &'static mut Effect>,
    streams: &'a mut Streams,
    facts: &'a mut Messages<Fact>,
    fault: Option<Fault>,
    /// What the program that proposed remembers as `It`, for delayed effects.
    it: ArrayVec<Ref, 8>,
}

/// Commits the top group of every busy table.
pub fn commit(
    mut tables: Query<(Entity, &mut Table, &mut Stack<Unlimited>, &mut Board, &mut Streams, &Roster)>,
    mut cards: CardsMut,
    mut effects: Query<&'static mut Effect>,
    mut facts: ResMut<Messages<Fact>>,
    catalogue: Res<Catalogue>,
    mut group: Local<Vec<Proposal>>,
) {
    for (entity, mut table, mut stack, mut board, mut streams, roster) in &mut tables {
        if !table.is_busy() {
            continue;
        }
        let Some(Entry::Group(top)) = stack.entries.last() else { continue };
        let (base, settled) = (usize::from(top.base), top.settled);
        if top.stage != Stage::Ready {
            continue;
        }
        stack.entries.pop();
        group.clear();
        group.extend(stack.proposals.drain(base..));
        board.commits += 1;
        let it = stack.running().map(|f| f.locals.bound(Register::It).take(8).collect());
        let mut commit = Commit {
            entity,
            catalogue: &catalogue,
            board: &mut board,
            roster,
            cards: &mut cards,
            effects: &mut effects,
            streams: &mut streams,
            facts: &mut facts,
            fault: None,
            it: it.unwrap_or_default(),
        };
        let mut did = false;
        for index in 0..group.len() {
            let proposal = group[index];
            let before = index.checked_sub(1).map(|i| group[i]);
            did |= commit.apply(proposal, before);
        }
        if let Some(fault) = commit.fault {
            table.quarantine(fault);
        }
        if !settled && let Some(frame) = stack.running_mut() {
            frame.locals.did = did;
        }
    }
}

impl Commit<'_, '_, '_, '_, '_> {
    fn card(&self, slot: Slot) -> Card {
        *self.cards.get(self.roster.card(slot)).expect("every slot is a card").0
    }

    fn card_mut(&mut self, slot: Slot) -> Mut<'_, Card> {
        self.cards.get_mut(self.roster.card(slot)).expect("every slot is a card").0
    }

    fn stats(&self, slot: Slot) -> &Stats {
        self.cards.get(self.roster.card(slot)).expect("every slot is a card").1
    }

    /// The card, if the reference still names it.
    fn current(&self, card: Ref) -> Option<Card> {
        card.is_some().then(|| self.card(card.slot)).filter(|c| c.incarnation == card.incarnation)
    }

    fn fact(&mut self, what: Proposal) -> bool {
        self.facts.write(Fact { table: self.entity, commit: self.board.commits, what });
        true
    }

    /// A fact about cards in play: constants and consequences must be looked at again.
    fn touched(&mut self, what: Proposal) -> bool {
        self.board.dirty = true;
        self.board.touched = true;
        self.fact(what)
    }

    fn player(&mut self, seat: Seat) -> &mut crate::board::Player {
        &mut self.board.players[usize::from(seat)]
    }

    /// Returns whether anything changed.
    fn apply(&mut self, what: Proposal, before: Option<Proposal>) -> bool {
        if what.prevented {
            return true; // Replaced: still done for "if you do" (CR 8.9.2).
        }
        match what.verb {
            Verb::Damage => self.damage(what, before),
            Verb::Heal => self.heal(what),
            Verb::Exhaust => self.turn_sideways(what, true),
            Verb::Ready => self.turn_sideways(what, false),
            Verb::Spend | Verb::ExhaustResources => self.exhaust_resources(what),
            Verb::ReadyResources => self.ready_resources(what),
            Verb::Draw => self.draw(what),
            Verb::Defeat => self.defeat(what),
            Verb::Discard => self.discard(what),
            Verb::ToHand => self.leave_for(what, Zone::Hand),
            Verb::ToBottom | Verb::ToTop => self.leave_for(what, Zone::Deck),
            Verb::SetAside => self.leave_for(what, Zone::Aside),
            Verb::ToResources => self.resource(what),
            Verb::PlayUnit => self.play_unit(what),
            Verb::PlayUpgrade => self.play_upgrade(what),
            Verb::PlayEvent => self.play_event(what),
            Verb::Deploy => self.deploy(what),
            Verb::Give(token) => self.give(what, token),
            Verb::TakeControl => self.take_control(what),
            Verb::UseAbility => self.mark(what, Marks::USED),
            Verb::UseEpic => self.mark(what, Marks::EPIC_USED),
            Verb::BeginAttack => self.begin_attack(what),
            Verb::CompleteAttack => self.complete_attack(what),
            Verb::TakeInitiative => {
                self.board.initiative = what.seat;
                self.board.taken = true;
                self.board.passes += 1;
                self.player(what.seat).done = true;
                self.touched(what)
            }
            Verb::Pass => {
                self.board.passes += 1;
                self.fact(what)
            }
            Verb::Start(window) => self.start(what, window),
            Verb::Expire(until) => self.expire(what, until),
            Verb::Last(until) => self.last(what, until),
            Verb::Discount => {
                self.create(what, EffectKind::Discount { step: what.number }) && self.fact(what)
            }
            Verb::Delay(due) => {
                let kind = EffectKind::Delayed { program: what.number, due };
                self.create(what, kind) && self.fact(what)
            }
            Verb::Spent => {
                self.end_effects(|number, _| u16::from(number) == what.number);
                true
            }
            Verb::Shuffle => {
                let deck = &mut self.board.players[usize::from(what.seat)].deck;
                self.streams.shuffle(Purpose::Shuffle, deck);
                self.fact(what)
            }
            Verb::Mulligan => self.mulligan(what),
            Verb::Look | Verb::Reveal => self.current(what.subject).is_some() && self.fact(what),
        }
    }

    fn damage(&mut self, what: Proposal, before: Option<Proposal>) -> bool {
        let Some(card) = self.current(what.subject).filter(|c| c.zone.is_play()) else { return false };
        let mut amount = what.amount;
        if what.excess {
            let Some(hit) = before.filter(|b| !b.prevented) else { return false };
            let stats = self.stats(hit.subject.slot);
            let remaining = i16::from(stats.hp) - i16::from(self.card(hit.subject.slot).damage);
            let survives = stats.permissions.has(Permissions::UNDEFEATED);
            amount = if survives { 0 } else { (-remaining).max(0).min(what.amount) };
        }
        if amount <= 0 {
            return false;
        }
        let is_base = self.catalogue.card(card.definition).kind() == Kind::Base;
        let dealt = u8::try_from(amount).unwrap_or(u8::MAX);
        let mut state = self.card_mut(what.subject.slot);
        state.damage = state.damage.saturating_add(dealt);
        if is_base && what.seat != card.owner {
            let history = &mut self.player(what.seat).phase;
            history.base_damage = history.base_damage.saturating_add(dealt);
        }
        self.touched(Proposal { amount, ..what })
    }

    fn heal(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject).filter(|c| c.zone.is_play()) else { return false };
        let healed = what.amount.clamp(0, card.damage.into());
        if healed == 0 || self.stats(what.subject.slot).permissions.has(Permissions::NO_HEAL) {
            return false;
        }
        self.card_mut(what.subject.slot).damage -= healed as u8;
        self.touched(Proposal { amount: healed, ..what })
    }

    fn turn_sideways(&mut self, what: Proposal, exhaust: bool) -> bool {
        let Some(card) = self.current(what.subject).filter(|c| c.zone.is_play()) else { return false };
        let held = !exhaust && self.stats(what.subject.slot).permissions.has(Permissions::NO_READY);
        // Only a change counts as having exhausted or readied it (CR 1.5.4E).
        if card.is_exhausted() == exhaust || held || card.zone == Zone::Attached {
            return false;
        }
        self.card_mut(what.subject.slot).marks.set(Marks::EXHAUSTED, exhaust);
        self.touched(what)
    }

    fn exhaust_resources(&mut self, what: Proposal) -> bool {
        let player = self.player(what.seat);
        let amount = what.amount.min(player.ready.into());
        player.ready -= amount as u8;
        if what.verb == Verb::Spend && amount < what.amount {
            self.fault = Some(Fault::Invariant("a cost was paid with too few resources"));
        }
        amount > 0 && self.fact(Proposal { amount, ..what })
    }

    fn ready_resources(&mut self, what: Proposal) -> bool {
        let player = self.player(what.seat);
        let amount = what.amount.min(player.resources.len() as i16 - i16::from(player.ready));
        player.ready += amount.max(0) as u8;
        amount > 0 && self.fact(Proposal { amount, ..what })
    }

    fn draw(&mut self, what: Proposal) -> bool {
        let player = self.player(what.seat);
        let base = player.base;
        let Some(slot) = player.deck.pop() else {
            let damage = Proposal {
                verb: Verb::Damage,
                subject: self.card(base).reference(base),
                amount: EMPTY_DECK_DAMAGE,
                ..what
            };
            return self.damage(damage, None);
        };
        player.hand.push(slot);
        let mut card = self.card_mut(slot);
        card.move_to(Zone::Hand, what.seat);
        let subject = card.reference(slot);
        self.fact(Proposal { subject, ..what })
    }

    /// Takes a card out of whatever list holds it. Cards in play leave a record, and what was
    /// attached to them is defeated (CR 8.12.1).
    fn lift(&mut self, slot: Slot) {
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
            Zone::Base | Zone::Aside => {}
        }
    }

    fn depart(&mut self, slot: Slot, card: &Card) {
        let was = card.reference(slot);
        let stats = self.stats(slot);
        let departure = Departure {
            was,
            controller: card.controller,
            zone: card.zone,
            host: if card.zone == Zone::Attached { self.card(card.host).reference(card.host) } else { Ref::NONE },
            power: stats.power,
            damage: card.damage,
            keywords: stats.keywords,
            blank: stats.blank,
            deployed: card.marks.has(Marks::DEPLOYED),
            gained: stats.gained.clone(),
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

    fn is_on(&self, upgrade: Slot, unit: Slot) -> bool {
        let card = self.card(upgrade);
        card.zone == Zone::Attached && card.host == unit
    }

    /// Puts a card that was lifted into a zone out of play, at the end of its list.
    fn put(&mut self, slot: Slot, zone: Zone) {
        let owner = self.card(slot).owner;
        self.card_mut(slot).move_to(zone, owner);
        let player = self.player(owner);
        match zone {
            Zone::Deck => player.deck.insert(0, slot),
            Zone::Hand => player.hand.push(slot),
            Zone::Discard => player.discard.push(slot),
            _ => {}
        }
    }

    fn is_token(&self, card: &Card) -> bool {
        self.catalogue.card(card.definition).kind() == Kind::Token
    }

    fn defeat(&mut self, what: Proposal) -> bool {
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
            let mut state = self.card_mut(slot);
            state.move_to(Zone::Base, card.owner);
            state.marks.set(Marks::EXHAUSTED, true);
        } else {
            self.put(slot, Zone::Discard);
            self.card_mut(slot).marks.set(Marks::DEFEATED, unit);
        }
        self.touched(what)
    }

    fn discard(&mut self, what: Proposal) -> bool {
        let out_of_play = self.current(what.subject).filter(|c| !c.zone.is_play());
        if out_of_play.is_none_or(|c| c.zone == Zone::Discard) {
            return false;
        }
        self.lift(what.subject.slot);
        self.put(what.subject.slot, Zone::Discard);
        self.fact(what)
    }

    /// A card goes to a zone out of play. A leader is defeated instead (CR 3.4.6), a token is set
    /// aside (CR 3.7.3).
    fn leave_for(&mut self, what: Proposal, zone: Zone) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        let slot = what.subject.slot;
        let kind = self.catalogue.card(card.definition).kind();
        if kind == Kind::Leader {
            return self.defeat(Proposal { verb: Verb::Defeat, ..what });
        }
        if kind == Kind::Base || card.zone == Zone::Aside && kind == Kind::Token {
            return false;
        }
        let from_play = card.zone.is_play();
        self.lift(slot);
        if kind == Kind::Token {
            self.card_mut(slot).move_to(Zone::Aside, card.owner);
            self.board.aside.push(slot);
        } else {
            self.put(slot, zone);
            if what.verb == Verb::ToTop {
                self.player(card.owner).deck.rotate_left(1);
            }
        }
        if from_play { self.touched(what) } else { self.fact(what) }
    }

    fn resource(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        let kind = self.catalogue.card(card.definition).kind();
        if matches!(kind, Kind::Leader | Kind::Base | Kind::Token) {
            return false;
        }
        let slot = what.subject.slot;
        self.lift(slot);
        self.card_mut(slot).move_to(Zone::Resources, what.seat);
        let player = self.player(what.seat);
        player.resources.push(slot);
        player.ready += u8::from(what.ready);
        self.touched(what)
    }

    /// What every card that is played leaves in the history.
    fn played(&mut self, definition: u16, seat: Seat, slot: Slot) {
        let aspects = self.catalogue.card(definition).aspects;
        let history = &mut self.player(seat).phase;
        history.played = history.played.saturating_add(1);
        for (aspect, count) in Aspect::ALL.into_iter().zip(&mut history.played_aspects) {
            if aspects.meets([aspect].into_iter().collect()) {
                *count = count.saturating_add(1);
            }
        }
        self.card_mut(slot).marks.set(Marks::PLAYED, true);
        self.use_discounts(definition, seat);
    }

    /// A discount for the next card that fits is used up by it.
    fn use_discounts(&mut self, definition: u16, seat: Seat) {
        let catalogue = self.catalogue;
        let printed = catalogue.card(definition);
        self.end_effects(|_, effect| match effect.kind {
            EffectKind::Discount { step } => {
                let (filter, _) = &catalogue.tables.discounts[usize::from(step)];
                effect.seat == seat && crate::filter::fits_printed(filter, printed)
            }
            _ => false,
        });
    }

    fn play_unit(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        let slot = what.subject.slot;
        self.lift(slot);
        let printed = self.catalogue.card(card.definition);
        let (arena, ready) = (printed.definition.arena, what.ready || printed.front.enters_ready);
        let mut state = self.card_mut(slot);
        state.move_to(Zone::arena(arena), what.seat);
        state.marks.set(Marks::EXHAUSTED, !ready);
        state.marks.set(Marks::ENTERED, true);
        let subject = state.reference(slot);
        self.enter_play(slot);
        self.played(card.definition, what.seat, slot);
        self.touched(Proposal { subject, ..what })
    }

    fn enter_play(&mut self, slot: Slot) {
        if self.board.play.try_push(slot).is_err() {
            self.fault = Some(Fault::Overflow("cards in play"));
        }
        self.board.check_unique = true;
    }

    fn play_upgrade(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        let slot = what.subject.slot;
        if self.current(what.other).is_none_or(|host| !host.zone.is_arena()) {
            return self.discard(Proposal { verb: Verb::Discard, ..what });
        }
        self.lift(slot);
        let mut state = self.card_mut(slot);
        state.move_to(Zone::Attached, what.seat);
        state.host = what.other.slot;
        state.marks.set(Marks::ENTERED, true);
        let subject = state.reference(slot);
        self.enter_play(slot);
        self.played(card.definition, what.seat, slot);
        self.touched(Proposal { subject, ..what })
    }

    fn play_event(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        let slot = what.subject.slot;
        self.lift(slot);
        self.put(slot, Zone::Discard);
        self.played(card.definition, what.seat, slot);
        let subject = self.card(slot).reference(slot);
        self.touched(Proposal { subject, ..what })
    }

    fn deploy(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        let slot = what.subject.slot;
        let arena = self.catalogue.card(card.definition).definition.arena;
        let mut state = self.card_mut(slot);
        state.move_to(Zone::arena(arena), card.owner);
        state.marks.set(Marks::DEPLOYED, true);
        state.marks.set(Marks::ENTERED, true);
        let subject = state.reference(slot);
        self.enter_play(slot);
        self.touched(Proposal { subject, ..what })
    }

    fn give(&mut self, what: Proposal, token: Token) -> bool {
        let Some(unit) = self.current(what.subject).filter(|c| c.zone.is_arena()) else { return false };
        let definition = self.catalogue.token(token);
        for _ in 0..what.amount {
            let Some(slot) = self.board.aside.pop() else {
                self.fault = Some(Fault::Overflow("tokens"));
                return false;
            };
            let mut state = self.card_mut(slot);
            state.definition = definition;
            state.owner = unit.controller;
            state.move_to(Zone::Attached, unit.controller);
            state.host = what.subject.slot;
            self.enter_play(slot);
        }
        what.amount > 0 && self.touched(what)
    }

    fn take_control(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject).filter(|c| c.zone.is_arena()) else { return false };
        if card.controller == what.seat {
            return false;
        }
        if self.catalogue.card(card.definition).kind() == Kind::Leader {
            return self.defeat(Proposal { verb: Verb::Defeat, ..what });
        }
        let slot = what.subject.slot;
        let mut unit = self.card_mut(slot);
        unit.controller = what.seat;
        unit.marks.set(Marks::PLAYED, false); // Its new controller did not play it.
        let attached: Slots = self.board.play.iter().copied().filter(|&s| self.is_on(s, slot)).collect();
        for upgrade in attached {
            // Token upgrades are the unit's controller's (CR 1.5.2F); others keep theirs.
            if self.is_token(&self.card(upgrade)) {
                let mut token = self.card_mut(upgrade);
                token.controller = what.seat;
                token.owner = what.seat;
            }
        }
        // It is no longer part of an attack (CR 8.27.3).
        for attack in &mut self.board.attacks {
            if attack.attacker == what.subject {
                attack.attacker = Ref::NONE;
            }
            if attack.defender == what.subject {
                attack.defender = Ref::NONE;
            }
        }
        self.board.check_unique = true;
        self.touched(what)
    }

    fn mark(&mut self, what: Proposal, mark: u16) -> bool {
        if self.current(what.subject).is_none() {
            return false;
        }
        self.card_mut(what.subject.slot).marks.set(mark, true);
        self.fact(what)
    }

    fn begin_attack(&mut self, what: Proposal) -> bool {
        let Some(target) = self.current(what.other) else { return false };
        let base = self.catalogue.card(target.definition).kind() == Kind::Base;
        let attack = Attack {
            attacker: what.subject,
            defender: what.other,
            seat: what.seat,
            stage: AttackStage::Declared,
            base,
            defender_defeated: false,
        };
        if self.board.attacks.try_push(attack).is_err() {
            self.fault = Some(Fault::Overflow("attacks within attacks"));
            return false;
        }
        self.card_mut(what.subject.slot).marks.set(Marks::ATTACKED, true);
        self.touched(what)
    }

    /// Step three: what lasted for the attack ends, and an attacker that survived has completed
    /// it (seed; K1, K2, K3 in docs/rules.md).
    fn complete_attack(&mut self, what: Proposal) -> bool {
        let depth = self.board.attacks.len() as u8;
        if let Some(attack) = self.board.attacks.last_mut() {
            attack.stage = AttackStage::Completed;
        }
        self.expire_attack(depth);
        self.board.dirty = true;
        self.board.touched = true;
        let survived = self.current(what.subject).is_some_and(|c| c.zone.is_arena());
        survived && self.touched(what)
    }

    fn expire_attack(&mut self, depth: u8) {
        self.end_effects(|_, effect| {
            let lasting = matches!(effect.kind, EffectKind::Lasting { until: Until::Attack, .. });
            lasting && effect.attack >= depth
        });
    }

    fn start(&mut self, what: Proposal, window: Window) -> bool {
        match window {
            Window::ActionPhase => {
                self.board.round += 1;
                self.board.phase = Phase::Action;
                self.board.active = self.board.initiative;
                self.board.taken = false;
                self.board.passes = 0;
                for player in &mut self.board.players {
                    player.done = false;
                }
            }
            Window::RegroupPhase => self.board.phase = Phase::Regroup,
            Window::ReadyCards => {}
        }
        self.touched(what)
    }

    fn expire(&mut self, what: Proposal, until: Until) -> bool {
        if until == Until::Attack {
            // An attack that was not made: what was to last for it ends.
            self.expire_attack(self.board.attacks.len() as u8 + 1);
            self.board.dirty = true;
            return true;
        }
        let round = until == Until::Round;
        self.end_effects(|_, effect| match effect.kind {
            EffectKind::Lasting { until, .. } => round || until == Until::Phase,
            EffectKind::Discount { .. } => true,
            _ => false,
        });
        for player in &mut self.board.players {
            player.phase = History::default();
        }
        for slot in 0..self.board.slots {
            let mut card = self.card_mut(slot);
            card.marks.set(Marks::PHASE, false);
            if round {
                card.marks.set(Marks::ROUND, false);
            }
        }
        self.touched(what)
    }

    /// Ends effects, all at once.
    fn end_effects(&mut self, ends: impl Fn(u8, &Effect) -> bool) {
        let Self { board, effects, roster, .. } = self;
        let mut ended: ArrayVec<u8, 64> = ArrayVec::new();
        board.effects.retain(|number| {
            let entity = roster.effects[usize::from(*number)];
            let Ok(mut effect) = effects.get_mut(entity) else { return true };
            let gone = ends(*number, &effect);
            if gone {
                *effect = Effect::default();
                ended.push(*number);
            }
            !gone
        });
        board.free_effects.extend(ended);
    }

    fn last(&mut self, what: Proposal, until: Until) -> bool {
        if self.current(what.subject).is_none_or(|c| !c.zone.is_play()) {
            return false;
        }
        let kind = EffectKind::Lasting { grants: what.number, until };
        self.create(what, kind) && self.touched(what)
    }

    fn create(&mut self, what: Proposal, kind: EffectKind) -> bool {
        let Some(number) = self.board.free_effects.pop() else {
            self.fault = Some(Fault::Overflow("effects"));
            return false;
        };
        if self.board.effects.try_push(number).is_err() {
            self.fault = Some(Fault::Overflow("effects"));
            return false;
        }
        let effect = Effect {
            kind,
            seat: what.seat,
            source: what.source,
            target: what.subject,
            attack: self.board.attacks.len() as u8 + 1,
            it: self.it.clone(),
        };
        let entity = self.roster.effects[usize::from(number)];
        if let Ok(mut place) = self.effects.get_mut(entity) {
            *place = effect;
        }
        true
    }

    fn mulligan(&mut self, what: Proposal) -> bool {
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
        let player = self.board.players[usize::from(what.seat)].clone();
        for (list, zone) in [(&player.hand, Zone::Hand), (&player.deck, Zone::Deck)] {
            for &slot in list {
                self.card_mut(slot).move_to(zone, what.seat);
            }
        }
        self.fact(what)
    }
}
