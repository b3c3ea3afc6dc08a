//! The `Commit` stage: the top group changes the state, whole, and becomes facts.

mod attack;
mod damage;
mod effect;
mod eliminate;
mod play;
mod zone;

use cardmill_kernel::rules::Change;
use cardmill_kernel::streams::Purpose;

use crate::board::Outcome;
use crate::prelude::*;
use crate::state::State;
use crate::zones::Zones;

/// Damage to the base for each card that cannot be drawn (CR 8.6.1).
const EMPTY_DECK_DAMAGE: i16 = 3;

/// A table while a change is committed.
struct Commit<'a, 't, 'c> {
    state: &'a mut State<'t>,
    change: &'a mut Change<'c, Unlimited>,
}

/// Changes the state as proposed. Returns whether anything changed.
#[inline(always)]
pub(crate) fn commit(
    state: &mut State<'_>,
    change: &mut Change<'_, Unlimited>,
    what: Proposal,
) -> bool {
    Commit { state, change }.apply(what)
}

impl Commit<'_, '_, '_> {
    fn card(&self, slot: Slot) -> Card {
        self.state.cards[usize::from(slot)]
    }

    fn card_mut(&mut self, slot: Slot) -> &mut Card {
        &mut self.state.cards[usize::from(slot)]
    }

    fn zones(&mut self) -> Zones<'_> {
        Zones { board: self.state.board, cards: self.state.cards }
    }

    fn stats(&self, slot: Slot) -> &Stats {
        &self.state.stats[usize::from(slot)]
    }

    /// The card, if the reference still names it.
    fn current(&self, card: Ref) -> Option<Card> {
        card.is_some().then(|| self.card(card.slot)).filter(|c| c.incarnation == card.incarnation)
    }

    fn fact(&mut self, what: Proposal) -> bool {
        self.fact_from(what, None)
    }

    fn fact_from(&mut self, what: Proposal, from: Option<Zone>) -> bool {
        self.change.facts.push(Fact { commit: self.state.board.commits, what, from });
        true
    }

    /// A part of the state has changed: what rests on it is looked at again.
    fn changed(&mut self, part: Reads) {
        let dirty = self.state.modifiers.change(part);
        self.change.unsettled.constants |= dirty;
        // Damage and what constant abilities give are what has consequences (CR 1.16.5).
        self.change.unsettled.consequences |= dirty || part.meets(Reads::DAMAGE);
    }

    /// Marks a unit with this keyword to be worked out again, for what the keyword makes of it.
    fn changed_for(&mut self, unit: Slot, keyword: Keyword) {
        if self.stats(unit).keywords.has(keyword) {
            self.state.modifiers.outdate(unit);
            self.change.unsettled.constants = true;
        }
    }

    /// A fact about a part of the state.
    fn fact_of(&mut self, part: Reads, what: Proposal) -> bool {
        self.changed(part);
        self.fact(what)
    }

    /// A fact about a card that is played: from where, if that was the player's own.
    fn fact_of_play(&mut self, part: Reads, what: Proposal, was: &Card) -> bool {
        self.changed(part);
        self.fact_from(what, (was.controller == what.seat).then_some(was.zone))
    }

    /// A fact about what is in play.
    fn touched(&mut self, what: Proposal) -> bool {
        self.fact_of(Reads::PLAY, what)
    }

    fn player(&mut self, seat: Seat) -> &mut crate::board::Player {
        &mut self.state.board.players[usize::from(seat)]
    }

    /// A player has done something so often again.
    fn does(&mut self, seat: Seat, deed: Deed, times: u8) {
        self.player(seat).phase.deeds.add(deed, times);
        self.changed(Reads::HISTORY);
    }

    /// Returns whether anything changed.
    fn apply(&mut self, what: Proposal) -> bool {
        if what.prevented {
            self.meets_damage(&what);
            return true; // Replaced: still done for "if you do" (CR 8.9.2).
        }
        if what.harm().is_some() && self.state.scene().is_protected(&what) {
            self.meets_damage(&what);
            // Damage is prevented (CR 1.9.9), which counts as dealt (CR 8.9.2).
            return what.verb == Verb::Damage;
        }
        match what.verb {
            Verb::Damage => self.damage(what),
            Verb::Heal => self.heal(what),
            Verb::Exhaust => self.turn_sideways(what, true),
            Verb::Ready => self.turn_sideways(what, false),
            Verb::Spend | Verb::ExhaustResources => self.exhaust_resources(what),
            Verb::ReadyResources => self.ready_resources(what),
            Verb::CreateCredits | Verb::DefeatCredits => self.change_credits(what),
            Verb::TakeCredit => self.take_credit(what),
            Verb::PayWith => {
                let paid = &mut self.player(what.seat).advance;
                *paid = paid.saturating_add(1);
                self.turn_sideways(what, true)
            }
            Verb::Flip => self.flip(what),
            Verb::Draw => self.draw(what),
            Verb::Defeat => self.defeat(what),
            Verb::Capture => self.capture(what),
            Verb::Rescue => self.rescue(what),
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
            Verb::Create(token) => self.create_unit(what, token),
            Verb::TheForce => self.the_force(what),
            Verb::TakeControl => self.take_control(what),
            Verb::Attach => self.attach(what),
            Verb::EnterAttached => self.enter_attached(what),
            Verb::Lose => self.lose(what, what.seat),
            Verb::Eliminate => self.leave(what),
            Verb::End => self.end(what),
            Verb::TakeBlast | Verb::TakePlan => self.take_counter(what),
            Verb::Move(arena) => self.move_to(what, arena),
            Verb::UseAbility if what.amount > 0 => self.count_use(what),
            Verb::UseAbility => self.mark(what, Marks::USED),
            Verb::UseEpic => self.mark(what, Marks::EPIC_USED),
            Verb::BeginAttack => self.begin_attack(what),
            Verb::CompleteAttack => self.complete_attack(what),
            Verb::AttackIsOver => self.attack_is_over(),
            Verb::TakeInitiative => {
                self.state.board.initiative = what.seat;
                (self.state.board.taken, self.state.board.loose) = (true, false);
                self.is_done(what)
            }
            Verb::Pass => {
                self.state.board.passes += 1;
                let deeds = &mut self.player(what.seat).phase.deeds;
                deeds.add(Deed::Actions, 1);
                deeds.attacked_base = false;
                self.fact(what)
            }
            Verb::Start(window) => self.start(what, window),
            Verb::Expire(until) => self.expire(what, until),
            Verb::Last(until) => self.last(what, until),
            Verb::Replace => self.replace(what),
            Verb::Compel => self.compel(what),
            Verb::Use => {
                self.state.board.used = what.amount as u16;
                self.fact(what)
            }
            Verb::Replaced | Verb::EndAttack | Verb::FinishAttack => self.fact(what),
            Verb::Allow(pay) => {
                self.current(what.subject).is_some()
                    && self.create(what, EffectKind::Allowance { pay, weakness: what.number as u8 })
                    && self.fact(what)
            }
            Verb::Discount => {
                let times = self.state.catalogue.tables.discounts[usize::from(what.number)].times;
                let what = what.amount(times.into());
                self.create(what, EffectKind::Discount { step: what.number }) && self.fact(what)
            }
            Verb::ChangeCosts => self.change_costs(what),
            Verb::FreeCopy => {
                let definition = self.card(what.subject.slot).definition;
                self.create(what, EffectKind::FreeCopy { definition }) && self.fact(what)
            }
            Verb::Endure => self.endure(what),
            Verb::Promise => {
                self.create(what, EffectKind::Promise { step: what.number }) && self.fact(what)
            }
            Verb::ExtraAction => self.create(what, EffectKind::ExtraAction) && self.fact(what),
            Verb::Delay => self.delay(what),
            Verb::Spent => {
                self.end_effects(|number, _| u16::from(number) == what.number);
                true
            }
            Verb::Shuffle => {
                let deck = &mut self.state.board.players[usize::from(what.seat)].deck;
                self.change.streams.shuffle(Purpose::Shuffle(what.seat), deck);
                self.state.knowledge.shuffle(what.seat, deck);
                self.changed(Reads::PILES);
                self.fact(what)
            }
            Verb::Mulligan => self.mulligan(what),
            Verb::Look | Verb::Reveal => self.show(what),
        }
    }

    /// A player has taken a counter, and passes for the rest of the phase (CR 1.15.5B, 12.5.3).
    fn is_done(&mut self, what: Proposal) -> bool {
        self.state.board.passes += 1;
        let player = self.player(what.seat);
        player.done = true;
        player.phase.deeds.attacked_base = false;
        self.fact_of(Reads::HISTORY, what)
    }

    /// A player takes the blast or the plan counter (CR 12.5.3).
    fn take_counter(&mut self, what: Proposal) -> bool {
        let board = &mut *self.state.board;
        let counter = if what.verb == Verb::TakeBlast { &mut board.blast } else { &mut board.plan };
        *counter = true;
        self.is_done(what)
    }

    /// A game of Twin Suns in which somebody was eliminated ends with the phase: whose base has the most
    /// remaining HP has won (CR 12.7.1), or they share it (CR 12.7.3).
    fn end(&mut self, what: Proposal) -> bool {
        let scene = self.state.scene();
        let hp = |seat: &Seat| scene.remaining(scene.board.players[usize::from(*seat)].base);
        let most = scene.board.players.from(0).map(|seat| hp(&seat)).max();
        let first: Vec<Seat> =
            scene.board.players.from(0).filter(|seat| Some(hp(seat)) == most).collect();
        self.state.board.outcome = match first[..] {
            [only] => Outcome::Win(only),
            _ => Outcome::Draw,
        };
        self.fact_of(Reads::DAMAGE, what)
    }

    /// A player loses the game (CR 5.6.1).
    fn lose(&mut self, what: Proposal, seat: Seat) -> bool {
        if self.state.board.players.are_many() {
            self.eliminate(seat);
        } else {
            self.state.board.outcome = Outcome::Win(1 - seat);
        }
        self.fact_of(Reads::DAMAGE, what)
    }

    /// A card is looked at, or revealed to both.
    fn show(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject) else { return false };
        let (slot, commit) = (what.subject.slot, self.state.board.commits);
        let mut number = what.number;
        if what.verb == Verb::Look {
            self.state.knowledge.look(what.seat, slot, &card);
        } else {
            let deck = &self.state.board.players[usize::from(card.owner)].deck;
            let top = deck.last() == Some(&slot);
            self.state.knowledge.reveal(slot, &card, top, commit);
            number = number.max(self.shows(&card));
        }
        self.fact_from(Proposal { number, ..what }, Some(card.zone))
    }

    /// A card is revealed or discarded: of one of a hand, whether it is the first in this commit, 0,
    /// or a further one.
    fn shows(&mut self, card: &Card) -> u16 {
        if card.zone != Zone::Hand {
            return 0;
        }
        let commit = self.state.board.commits;
        let deeds = &mut self.player(card.owner).phase.deeds;
        let further = deeds.showed == commit;
        deeds.showed = commit;
        further.into()
    }

    fn start(&mut self, what: Proposal, window: Window) -> bool {
        match window {
            Window::ActionPhase | Window::FirstActionPhase => {
                self.state.board.round += 1;
                self.state.board.phase = Phase::Action;
                self.state.board.active = self.state.board.initiative;
                self.state.board.taken = false;
                self.state.board.passes = 0;
                for player in &mut self.state.board.players {
                    player.done = false;
                    player.events = 0;
                }
            }
            Window::RegroupPhase => {
                let board = &mut *self.state.board;
                board.phase = Phase::Regroup;
                // CR 12.5.5
                (board.blast, board.plan) = (false, false);
            }
            Window::ReadyCards => return self.fact(what),
        }
        // "This phase" begins anew; what a phase's end defeated still belonged to it.
        for player in &mut self.state.board.players {
            player.phase.begin(matches!(window, Window::ActionPhase));
        }
        let ends = match window {
            Window::ActionPhase => Marks::PHASE | Marks::ROUND,
            _ => Marks::PHASE,
        };
        let (cards, catalogue) = (&mut *self.state.cards, self.state.catalogue);
        let cards = &mut cards[..usize::from(self.state.board.slots)];
        let mut some = Marks::default();
        for card in cards.iter_mut() {
            card.marks.set(ends, false);
            some = some.with(card.marks);
        }
        if some.has(Marks::USED) {
            for card in cards {
                if card.marks.has(Marks::USED) && catalogue.card(card.definition).renews() {
                    card.marks.set(Marks::USED, false);
                }
            }
        }
        self.fact_of(Reads::HISTORY, what)
    }
}
