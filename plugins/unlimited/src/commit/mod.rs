//! The `Commit` stage: the top group changes the state, whole, and becomes facts.

mod attack;
mod damage;
mod effect;
mod play;
mod zone;

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::rules::Change;
use cardmill_kernel::stack::Frame;
use cardmill_kernel::streams::{Purpose, Streams};
use cardmill_kernel::table::{Fault, Unsettled};

use crate::board::{Board, History, Phase};
use crate::card::{Card, Marks, Stats, Zone};
use crate::catalogue::Inner;
use crate::choice::Unlimited;
use crate::constant::Modifiers;
use crate::effect::{Effect, EffectKind};
use crate::procedure::Locals;
use crate::proposal::{Fact, Proposal, Verb};
use crate::reads::Reads;
use crate::relevance::Relevance;
use crate::state::State;
use crate::vocabulary::{Keyword, Window};
use crate::zones::Zones;

/// Damage to the base for each card that cannot be drawn (CR 8.6.1).
const EMPTY_DECK_DAMAGE: i16 = 3;
/// Cards in an opening hand (CR 5.2.1D).
pub const OPENING_HAND: usize = 6;

/// A table while a change is committed.
struct Commit<'a> {
    catalogue: &'a Inner,
    board: &'a mut Board,
    /// Its cards, by slot, and what was last worked out of them.
    cards: &'a mut [Card],
    stats: &'a [Stats],
    /// What was last worked out, and from what.
    modifiers: &'a mut Modifiers,
    relevance: &'a mut Relevance,
    effects: &'a mut [Effect],
    unsettled: &'a mut Unsettled,
    streams: &'a mut Streams,
    facts: &'a mut Vec<Fact>,
    /// Tokens were taken.
    given: &'a mut bool,
    fault: &'a mut Option<Fault>,
    /// The program that proposed.
    running: Option<&'a Frame<Locals>>,
}

/// Changes the state as proposed. Returns whether anything changed.
pub(crate) fn commit(
    state: &mut State,
    change: &mut Change<'_, Unlimited>,
    what: Proposal,
) -> bool {
    let mut commit = Commit {
        catalogue: state.catalogue,
        board: state.board,
        cards: state.cards,
        stats: state.stats,
        modifiers: state.modifiers,
        relevance: state.relevance,
        effects: state.effects,
        unsettled: change.unsettled,
        streams: change.streams,
        facts: change.facts,
        given: &mut state.given,
        fault: &mut change.fault,
        running: change.running,
    };
    commit.apply(what)
}

impl Commit<'_> {
    fn card(&self, slot: Slot) -> Card {
        self.cards[usize::from(slot)]
    }

    fn card_mut(&mut self, slot: Slot) -> &mut Card {
        &mut self.cards[usize::from(slot)]
    }

    fn zones(&mut self) -> Zones<'_> {
        Zones { board: self.board, cards: self.cards }
    }

    fn stats(&self, slot: Slot) -> &Stats {
        &self.stats[usize::from(slot)]
    }

    /// The card, if the reference still names it.
    fn current(&self, card: Ref) -> Option<Card> {
        card.is_some().then(|| self.card(card.slot)).filter(|c| c.incarnation == card.incarnation)
    }

    fn fact(&mut self, what: Proposal) -> bool {
        self.fact_from(what, None)
    }

    fn fact_from(&mut self, what: Proposal, from: Option<Zone>) -> bool {
        self.facts.push(Fact { commit: self.board.commits, what, from });
        true
    }

    /// A part of the state has changed: what rests on it is looked at again.
    fn changed(&mut self, part: Reads) {
        let dirty = self.modifiers.change(part);
        self.unsettled.constants |= dirty;
        // Damage and what constant abilities give are what has consequences (CR 1.16.5).
        self.unsettled.consequences |= dirty || part.meets(Reads::DAMAGE);
    }

    /// What a unit with this keyword makes of it, if it has it, is looked at again.
    fn changed_for(&mut self, unit: Slot, keyword: Keyword) {
        if self.stats(unit).keywords.has(keyword) {
            self.modifiers.outdate(unit);
            self.unsettled.constants = true;
        }
    }

    /// A fact about a part of the state.
    fn fact_of(&mut self, part: Reads, what: Proposal) -> bool {
        self.changed(part);
        self.fact(what)
    }

    /// A fact about what is in play.
    fn touched(&mut self, what: Proposal) -> bool {
        self.fact_of(Reads::PLAY, what)
    }

    fn player(&mut self, seat: Seat) -> &mut crate::board::Player {
        &mut self.board.players[usize::from(seat)]
    }

    /// Returns whether anything changed.
    fn apply(&mut self, what: Proposal) -> bool {
        if what.prevented {
            return true; // Replaced: still done for "if you do" (CR 8.9.2).
        }
        match what.verb {
            Verb::Damage => self.damage(what),
            Verb::Heal => self.heal(what),
            Verb::Exhaust => self.turn_sideways(what, true),
            Verb::Ready => self.turn_sideways(what, false),
            Verb::Spend | Verb::ExhaustResources => self.exhaust_resources(what),
            Verb::ReadyResources => self.ready_resources(what),
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
            Verb::TheForce => self.the_force(what),
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
                self.fact_of(Reads::HISTORY, what)
            }
            Verb::Pass => {
                self.board.passes += 1;
                self.fact(what)
            }
            Verb::Start(window) => self.start(what, window),
            Verb::Expire(until) => self.expire(what, until),
            Verb::Last(until) => self.last(what, until),
            Verb::Replace => self.replace(what),
            Verb::Replaced => self.fact(what),
            Verb::Discount => {
                self.create(what, EffectKind::Discount { step: what.number }) && self.fact(what)
            }
            Verb::ExtraAction => self.create(what, EffectKind::ExtraAction) && self.fact(what),
            Verb::Delay => self.delay(what),
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
                    player.events = 0;
                }
            }
            Window::RegroupPhase => self.board.phase = Phase::Regroup,
            Window::ReadyCards => return self.fact(what),
        }
        // "This phase" begins anew; what a phase's end defeated still belonged to it.
        for player in &mut self.board.players {
            player.phase = History::default();
        }
        let ends = match window {
            Window::ActionPhase => Marks::PHASE | Marks::ROUND,
            _ => Marks::PHASE,
        };
        for card in &mut self.cards[..usize::from(self.board.slots)] {
            card.marks.set(ends, false);
        }
        self.fact_of(Reads::HISTORY, what)
    }
}
