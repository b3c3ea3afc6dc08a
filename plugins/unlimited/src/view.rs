//! The part of a table that one player may know, computed in one place.
//!
//! A [`View`] holds the table but gives out only what its seat can see: everything in play and
//! captured (CR 1.17.1), both discard piles, its own hand and resources, how many cards lie
//! elsewhere, and the cards that a program of its own shows it right now, which are not those that
//! the other player chooses for it. Agents, training and the protocol get a view and nothing else,
//! so they cannot peek. Slots of hidden cards are not given out either: a slot tells a card.
//!
//! The level ([`Shows`]) is a type and says how much of that is shown: what both players see, or,
//! for critics, all.

mod determinize;
mod known;
mod looks;
mod memory;
mod outlook;
mod sight;
mod text;

use cardmill_harness::observation::level::{Own, Shows};
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::rules::At;
use cardmill_kernel::stack::Stack;
use core::marker::PhantomData;

use crate::board::{Attack, History, Outcome, Player};
use crate::knowledge::Knowledge;
use crate::prelude::*;
use crate::procedure::Locals;
use crate::vocabulary::TokenUnit;

pub use determinize::determinize;
pub use known::Known;
pub(crate) use memory::Hidden;
pub(crate) use outlook::objects;
pub use outlook::{Deeds, Lean, Outlook};
pub(crate) use sight::Answer;
pub use sight::{Costs, Seen, Sighted};
pub use text::Text;

/// The part of a table that one player may know at this moment.
#[derive(Clone, Copy)]
pub struct View<'a, L = Own> {
    scene: Scene<'a>,
    stack: &'a Stack<Unlimited>,
    decision: &'a Decision<Unlimited>,
    /// The clues of both seats about hidden cards; `None` where they are not told.
    knowledge: Option<&'a Knowledge>,
    seat: Seat,
    level: PhantomData<L>,
}

/// The table as everybody sees it.
impl<'a, L: Shows> View<'a, L> {
    /// The view of a player at a table as it stands.
    #[must_use]
    pub fn of(at: &'a At<'_, Unlimited>, seat: Seat) -> Self {
        let knowledge = Some(&*at.state.knowledge);
        Self { knowledge, ..Self::new(at.state.scene(), at.stack, at.decision, seat) }
    }

    pub(crate) const fn new(
        scene: Scene<'a>,
        stack: &'a Stack<Unlimited>,
        decision: &'a Decision<Unlimited>,
        seat: Seat,
    ) -> Self {
        View { scene, stack, decision, knowledge: None, seat, level: PhantomData }
    }
    /// The player whose view it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }
    /// The seat of the other player; of several the next one.
    #[must_use]
    pub fn enemy(&self) -> Seat {
        self.scene.board.players.next(self.seat)
    }
    fn player(&self, seat: Seat) -> &'a Player {
        &self.scene.board.players[usize::from(seat)]
    }
    /// The round, from 1; 0 during set-up.
    #[must_use]
    pub const fn round(&self) -> u16 {
        self.scene.board.round
    }
    /// The phase of the round.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.scene.board.phase
    }
    /// The player whose turn it is.
    #[must_use]
    pub const fn active(&self) -> Seat {
        self.scene.board.active
    }
    /// The player who had the initiative at the start of the game.
    #[must_use]
    pub const fn first(&self) -> Seat {
        self.scene.board.first
    }
    /// The player with the initiative counter.
    #[must_use]
    pub const fn initiative(&self) -> Seat {
        self.scene.board.initiative
    }
    /// Returns `true` once the counter was taken this round.
    #[must_use]
    pub const fn initiative_taken(&self) -> bool {
        self.scene.board.taken
    }
    /// Passes in a row, taking the initiative among them.
    #[must_use]
    pub const fn passes(&self) -> u8 {
        self.scene.board.passes
    }
    /// The result of the game, or that it is open.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        self.scene.board.outcome
    }
    /// The innermost attack under way.
    #[must_use]
    pub fn attack(&self) -> Option<&'a Attack> {
        self.scene.board.attack()
    }
    /// The history of a player in this phase.
    #[must_use]
    pub fn history(&self, seat: Seat) -> &'a History {
        &self.player(seat).phase
    }
    /// Returns `true` for a player who has taken the initiative and cannot act any more this phase.
    #[must_use]
    pub fn is_done(&self, seat: Seat) -> bool {
        self.player(seat).done
    }
    /// A player's leader, wherever it is.
    #[must_use]
    pub fn leader(&self, seat: Seat) -> Slot {
        self.player(seat).leader
    }
    /// The slot of a player's base.
    #[must_use]
    pub fn base(&self, seat: Seat) -> Slot {
        self.player(seat).base
    }
    /// The number of cards in a player's deck.
    #[must_use]
    pub fn deck_count(&self, seat: Seat) -> usize {
        self.player(seat).deck.len()
    }
    /// The number of cards in a player's hand.
    #[must_use]
    pub fn hand_count(&self, seat: Seat) -> usize {
        self.player(seat).hand.len()
    }
    /// The number of resources a player controls, ready or not.
    #[must_use]
    pub fn resource_count(&self, seat: Seat) -> usize {
        self.player(seat).resources.len()
    }
    /// The number of Credit tokens a player has.
    #[must_use]
    pub fn credits(&self, seat: Seat) -> u8 {
        self.player(seat).credits
    }
    /// The number of events a player played this round.
    #[must_use]
    pub(crate) fn events(&self, seat: Seat) -> u8 {
        self.player(seat).events
    }
    /// The number of a player's resources that are ready.
    #[must_use]
    pub fn ready(&self, seat: Seat) -> u8 {
        self.player(seat).ready
    }
    /// A player's discard pile, the newest card last.
    #[must_use]
    pub fn discard(&self, seat: Seat) -> &'a [Slot] {
        &self.player(seat).discard
    }
    /// Units and upgrades in play, in the order they entered.
    #[must_use]
    pub fn play(&self) -> &'a [Slot] {
        &self.scene.board.play
    }
    /// Captured cards, in the order they were captured.
    #[must_use]
    pub fn captured(&self) -> &'a [Slot] {
        &self.scene.board.captured
    }
    /// A player's units in play, in the order they entered.
    pub fn units_of(&self, seat: Seat) -> impl Iterator<Item = (Slot, &'a Card, &'a Stats)> {
        let scene = self.scene;
        scene.units_under(seat).map(move |slot| (slot, scene.card(slot), scene.stats(slot)))
    }
    /// The state and the numbers of a unit in play; `None` for any other card.
    #[must_use]
    pub fn unit(&self, slot: Slot) -> Option<(&'a Card, &'a Stats)> {
        let card = self.scene.cards.get(usize::from(slot))?;
        card.zone.is_arena().then(|| (card, self.scene.stats(slot)))
    }
    /// Returns `true` for a unit that cannot be attacked because of Hidden (CR 7.5.18).
    #[must_use]
    pub fn is_hidden(&self, slot: Slot) -> bool {
        let keywords = self.scene.stats(slot).keywords;
        keywords.has(Keyword::Hidden) && !keywords.has(Keyword::Sentinel) && self.scene.is_new(slot)
    }
    /// Returns `true` for a player with a unit with Sentinel in an arena.
    #[must_use]
    pub fn is_guarded(&self, seat: Seat, arena: Zone) -> bool {
        let lineup = &self.scene.relevance.lineup;
        let guards = lineup.guards.and(lineup.arena(arena));
        !guards.and(lineup.of[usize::from(seat)]).is_empty()
    }
}

/// Cards that only this seat knows.
impl<'a> View<'a> {
    /// Its hand, in the order the cards came.
    #[must_use]
    pub fn hand(&self) -> &'a [Slot] {
        &self.player(self.seat).hand
    }
    /// The number of other cards in its hand that are copies of a card it can see.
    #[must_use]
    pub fn copies_in_hand(&self, slot: Slot) -> usize {
        let Some(&Card { definition, .. }) = self.card(slot) else { return 0 };
        let of = |slot| self.scene.card(slot).definition;
        let others = self.hand().iter().filter(|&&other| other != slot);
        others.filter(|&&other| of(other) == definition).count()
    }
    /// Its resources, in the order the cards came.
    #[must_use]
    pub fn resources(&self) -> &'a [Slot] {
        &self.player(self.seat).resources
    }
}

/// The question that it is asked, and its options.
impl<'a, L: Shows> View<'a, L> {
    /// Returns `true` while it is asked something.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        let known = L::HIDDEN || L::OWN && self.decision.seat == self.seat;
        known && self.decision.state == State::Offered
    }
    /// The kind of the question that it is asked; `None` when it is not asked.
    #[must_use]
    pub fn prompt(&self) -> Option<Prompt> {
        self.decision.prompt.filter(|_| self.is_asked())
    }
    /// Its options; none when it is not asked.
    #[must_use]
    pub fn options(&self) -> &'a [Choice] {
        if self.is_asked() { &self.decision.options } else { &[] }
    }
    /// An ability that waits to be ordered, as [`Choice::Resolve`] names it.
    #[must_use]
    pub fn waiting(&self, index: u8) -> Option<&'a Waiting> {
        self.stack.waiting.get(usize::from(index))
    }
    fn asking(&self) -> Option<&'a Frame<Locals>> {
        self.stack.running().filter(|_| self.is_asked())
    }
    /// The instruction that asks it. What programs say is known to both players.
    #[must_use]
    pub fn instruction(&self) -> Option<&'a Op> {
        let frame = self.asking()?;
        self.scene.catalogue.program(frame.program).get(usize::from(frame.at))
    }
    /// The progress of the instruction that asks it.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let ability = self.asking().and_then(|frame| frame.locals.ability());
        ability.map_or(Progress::Nothing, |ability| ability.progress)
    }
    /// The first visible card of a register of the program that asks it.
    #[must_use]
    pub fn bound(&self, register: Register) -> Option<Slot> {
        let card = self.asking()?.locals.bound(register).next()?;
        (self.scene.is_current(card) && self.sees(card.slot)).then_some(card.slot)
    }
}

/// Cards as far as it can see them.
impl<'a, L: Shows> View<'a, L> {
    /// Returns `true` for a card whose definition it can see.
    #[must_use]
    pub fn sees(&self, slot: Slot) -> bool {
        usize::from(slot) < self.scene.cards.len() && self.sees_state(slot, self.scene.card(slot))
    }

    #[inline]
    fn sees_state(&self, slot: Slot, card: &Card) -> bool {
        match card.zone {
            zone if zone.is_play() => true,
            Zone::Hand if card.owner == self.seat => L::OWN,
            Zone::Resources if card.controller == self.seat => L::OWN,
            Zone::Hand | Zone::Resources | Zone::Deck => {
                L::HIDDEN || L::OWN && self.looks_at(slot, card)
            }
            // The cards of somebody who was eliminated were removed as they lay.
            Zone::Aside if self.scene.board.is_out(card.owner) => {
                L::HIDDEN || L::OWN && card.owner == self.seat
            }
            // Captured cards are face down and yet open to both (CR 8.33.1).
            _ => true,
        }
    }

    /// The state of a card it can see.
    #[must_use]
    pub fn card(&self, slot: Slot) -> Option<&'a Card> {
        if usize::from(slot) >= self.scene.cards.len() {
            return None;
        }
        let card = self.scene.card(slot);
        self.sees_state(slot, card).then_some(card)
    }
    /// A card it can see, ready to play.
    #[must_use]
    pub fn printed(&self, slot: Slot) -> Option<&'a Printed> {
        self.card(slot).map(|card| self.scene.catalogue.card(card.definition))
    }
    /// A token unit, ready to play.
    #[must_use]
    pub fn token_unit(&self, token: TokenUnit) -> &'a Printed {
        self.scene.catalogue.card(self.scene.catalogue.token_unit(token))
    }
    /// The definition of a card it can see.
    #[must_use]
    pub fn definition(&self, slot: Slot) -> Option<&'a Definition> {
        self.printed(slot).map(|printed| &printed.definition)
    }
    /// The numbers of a card in play.
    #[must_use]
    pub fn stats(&self, slot: Slot) -> Option<&'a Stats> {
        self.card(slot).filter(|card| card.zone.is_play()).map(|_| self.scene.stats(slot))
    }
    /// HP minus damage of a unit or a base in play.
    #[must_use]
    pub fn remaining(&self, slot: Slot) -> Option<i16> {
        self.card(slot).filter(|card| card.zone.is_play()).map(|_| self.scene.remaining(slot))
    }
    /// Lasting and delayed effects, which everybody has seen being created.
    pub(crate) fn lasting(&self) -> impl Iterator<Item = &'a Effect> + use<'a, L> {
        self.scene.effects().map(|(_, effect)| effect)
    }
}
