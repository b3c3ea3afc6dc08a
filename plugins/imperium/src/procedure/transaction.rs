//! A transaction with a neighbour: terms are put together, then accepted or refused (LRR 94).

use core::convert::Infallible;

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::State;
use cardmill_kernel::procedure::Line::{Do, Jump, Label};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::{At, Flow};
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::{Resolver, Run, procedure};
use crate::board::Trade;
use crate::choice::{Choice, Deal, Imperium, Prompt};
use crate::piece::Place;
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::{Gain, Kind};

/// A transaction, with its terms from the active player's side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Transaction {
    /// The player with whom it is.
    other: Seat,
    /// The trade goods given, then those asked for.
    trade_goods: [u8; 2],
    /// The commodities given, then those asked for.
    commodities: [u8; 2],
    /// The note that is given.
    gives: Option<Slot>,
    /// A note is asked for.
    asks: bool,
    /// The note that is given for it; where terms come from a menu, from the beginning.
    wants: Option<Slot>,
    /// The action cards that are given (LRR 94.3a).
    cards: Vec<Slot>,
    /// The number of action cards that are asked for.
    asked_cards: u8,
    /// The action cards that are given for it.
    returned: Vec<Slot>,
}

/// The most terms that a menu has.
const MENU: usize = 12;

/// The trade goods that a note costs in menus, and an action card.
const NOTE: u8 = 2;
const CARD: u8 = 1;

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Offer,
    Exchange,
    Traded,
    Rebuffed,
}

/// Begins a transaction that was chosen in a window; it is no answer to the window.
pub(crate) fn in_window(at: &mut At<'_, Imperium>) {
    if at.stack.rounds().is_some()
        && at.decision.state == State::Taken
        && let Choice::Trade(other) = at.decision.taken
    {
        at.decision.take();
        at.stack.push_frame(procedure(at.decision.seat, Transaction::with(other)));
    }
}

fn notes<'a>(scene: Scene<'a>, seat: Seat) -> impl Iterator<Item = Slot> + use<'a> {
    scene.cards(seat, Place::Hand, Kind::Note)
}

/// The action cards in a player's hand but these, one of each name.
fn cards(scene: Scene<'_>, seat: Seat, but: &[Slot]) -> Vec<Slot> {
    let mut left: Vec<Slot> = Vec::new();
    for slot in scene.cards(seat, Place::Hand, Kind::Action).filter(|slot| !but.contains(slot)) {
        let alike = |&other: &Slot| scene.piece(other).definition == scene.piece(slot).definition;
        if !left.iter().any(alike) {
            left.push(slot);
        }
    }
    left
}

impl<'a> Scene<'a> {
    /// Tells whether action cards are exchanged in transactions of two players.
    fn trades_cards(self, one: Seat, other: Seat) -> bool {
        [one, other].into_iter().any(|seat| self.standing(seat).trades_cards)
    }

    /// The neighbours, or players who need be none, with whom the active player could have a
    /// transaction: one each this turn, and somebody must have something to give.
    pub fn partners(self, seat: Seat) -> impl Iterator<Item = Seat> + 'a {
        let players = 0..self.board.players.len() as Seat;
        let (present, gives) = (self.presence(), self.has_goods(seat));
        let trade = self.board.house.trade;
        players.filter(move |&other| {
            trade != Trade::None
                && self.board.player(seat).traded & (1 << other) == 0
                && self.board.is_in_game(other)
                && (gives || self.has_goods(other) || self.has_cards(seat, other))
                && other != seat
                && (self.neighbours(&present, seat, other)
                    || [seat, other].into_iter().any(|of| self.standing(of).trades_with_all))
                && (trade == Trade::Free || !self.menu(seat, other).is_empty())
        })
    }

    /// Returns `true` if one of two players has action cards that they can exchange.
    fn has_cards(self, one: Seat, other: Seat) -> bool {
        self.trades_cards(one, other)
            && [one, other]
                .into_iter()
                .any(|seat| self.cards(seat, Place::Hand, Kind::Action).next().is_some())
    }

    fn has_goods(self, seat: Seat) -> bool {
        let player = self.board.player(seat);
        player.trade_goods > 0 || player.commodities > 0 || notes(self, seat).next().is_some()
    }
}

impl Scene<'_> {
    /// The terms that a player can offer another in a menu: what both have, and what changes something.
    pub fn menu(&self, seat: Seat, other: Seat) -> Vec<Deal> {
        let (one, two) = (self.board.player(seat), self.board.player(other));
        let own = |of: Seat| notes(*self, of).filter(move |&slot| self.piece(slot).owner == of);
        let mut menu = Vec::new();
        if one.commodities > 0 && two.commodities > 0 {
            menu.push(Deal::Commodities);
            menu.extend((one.commodities != two.commodities).then_some(Deal::Evenly));
        }
        let pays = |commodities: u8, goods: u8| commodities > 0 && goods >= commodities.div_ceil(2);
        menu.extend(pays(one.commodities, two.trade_goods).then_some(Deal::Sell));
        menu.extend(pays(two.commodities, one.trade_goods).then_some(Deal::Buy));
        let same = |slot: &Slot| {
            let definition = self.piece(*slot).definition;
            own(other).any(|note| self.piece(note).definition == definition)
        };
        menu.extend(own(seat).filter(same).map(Deal::Swap));
        menu.extend(own(seat).filter(|_| two.trade_goods >= NOTE).map(Deal::SellNote));
        menu.extend(own(other).filter(|_| one.trade_goods >= NOTE).map(Deal::BuyNote));
        if self.trades_cards(seat, other) && two.trade_goods >= CARD {
            menu.extend(cards(*self, seat, &[]).into_iter().map(Deal::SellCard));
        }
        menu.truncate(MENU);
        menu
    }
}

impl Transaction {
    /// A transaction with a player, without terms yet.
    pub(super) fn with(other: Seat) -> Self {
        Self { other, ..Self::default() }
    }

    /// The player with whom it is.
    pub(crate) const fn other(&self) -> Seat {
        self.other
    }

    /// The terms, as given and as asked for: trade goods, commodities, the note if there is one, and
    /// the number of action cards.
    pub(crate) fn terms(&self) -> [(u8, u8, Option<Slot>, u8); 2] {
        [
            (self.trade_goods[0], self.commodities[0], self.gives, self.cards.len() as u8),
            (self.trade_goods[1], self.commodities[1], self.wants, self.asked_cards),
        ]
    }

    /// Returns `true` for an action card that is offered or given for it: it is named with the terms
    /// (LRR 94.4a).
    pub(crate) fn names(&self, slot: Slot) -> bool {
        self.cards.contains(&slot) || self.returned.contains(&slot)
    }

    /// The transaction by terms of a menu, offered by a player.
    pub(crate) fn on(scene: Scene<'_>, seat: Seat, other: Seat, deal: Deal) -> Self {
        let [own, theirs] = [seat, other].map(|seat| scene.board.player(seat).commodities);
        let even = own.min(theirs);
        let mut of = Self::with(other);
        match deal {
            Deal::Commodities => of.commodities = [own, theirs],
            Deal::Evenly => of.commodities = [even, even],
            Deal::Sell => {
                (of.commodities[0], of.trade_goods[1]) = (own, own.div_ceil(2));
            }
            Deal::Buy => {
                (of.trade_goods[0], of.commodities[1]) = (theirs.div_ceil(2), theirs);
            }
            Deal::Swap(note) => {
                let definition = scene.piece(note).definition;
                let same = |&slot: &Slot| {
                    let piece = scene.piece(slot);
                    piece.definition == definition && piece.owner == other
                };
                (of.gives, of.wants) = (Some(note), notes(scene, other).find(same));
            }
            Deal::SellNote(note) => (of.gives, of.trade_goods[1]) = (Some(note), NOTE),
            Deal::BuyNote(note) => (of.wants, of.trade_goods[0]) = (Some(note), NOTE),
            Deal::SellCard(card) => (of.cards, of.trade_goods[1]) = (vec![card], CARD),
        }
        of
    }

    /// The things that can still be offered and asked for.
    fn offers(&self, by: &Resolver<'_>) -> Vec<Choice> {
        let scene = by.scene;
        if scene.board.house.trade == Trade::Menu {
            let menu = scene.menu(by.seat, self.other).into_iter().map(Choice::Deal);
            return menu.chain([Choice::Decline]).collect();
        }
        let mut options = Vec::new();
        for (side, given) in [(by.seat, true), (self.other, false)] {
            let player = scene.board.player(side);
            let at = usize::from(!given);
            if player.trade_goods > self.trade_goods[at] {
                options.push(Choice::TradeGood(given));
            }
            if player.commodities > self.commodities[at] {
                options.push(Choice::Commodity(given));
            }
        }
        // LRR 69.5
        if self.gives.is_none() {
            options.extend(notes(scene, by.seat).map(Choice::Note));
        }
        if !self.asks && notes(scene, self.other).next().is_some() {
            options.push(Choice::AskNote);
        }
        // LRR 94.3a
        if scene.trades_cards(by.seat, self.other) {
            options.extend(cards(scene, by.seat, &self.cards).into_iter().map(Choice::Note));
            let theirs = scene.cards(self.other, Place::Hand, Kind::Action).count();
            options.extend((theirs > self.asked_cards.into()).then_some(Choice::AskCard));
        }
        if *self != Self::with(self.other) {
            options.push(Choice::Done);
        }
        options.push(Choice::Decline);
        options
    }

    fn offer(&mut self, choice: Choice, scene: Scene<'_>) -> Flow {
        match choice {
            Choice::Done => return Flow::Next,
            Choice::Decline => return Flow::End,
            Choice::TradeGood(given) => self.trade_goods[usize::from(!given)] += 1,
            Choice::Commodity(given) => self.commodities[usize::from(!given)] += 1,
            Choice::Note(slot) if scene.printed(slot).kind == Kind::Action => {
                self.cards.push(slot);
            }
            Choice::Note(slot) => self.gives = Some(slot),
            Choice::AskCard => self.asked_cards += 1,
            _ => self.asks = true,
        }
        Flow::Again
    }

    /// Exchanges all at once; commodities become trade goods (LRR 21.5).
    fn exchange(&self, run: &mut Run<'_>) {
        let (seat, other, note) = (run.seat, self.other, self.wants);
        for (at, from, to) in [(0, seat, other), (1, other, seat)] {
            let goods = i16::from(self.trade_goods[at]);
            let commodities = i16::from(self.commodities[at]);
            let moved = [
                (Verb::Lose(Gain::TradeGoods), from, goods),
                (Verb::Lose(Gain::Commodities), from, commodities),
                (Verb::Gain(Gain::TradeGoods), to, goods + commodities),
            ];
            let some = moved.into_iter().filter(|(_, _, n)| *n > 0);
            let of = |(verb, who, n)| Proposal::new(verb, who).with(from).amount(n);
            run.propose(some.map(of));
        }
        let given = self.gives.map(|slot| (slot, other, seat));
        for (slot, to, from) in given.into_iter().chain(note.map(|slot| (slot, seat, other))) {
            let received = Proposal::new(Verb::ReceiveNote, to).with(from);
            run.propose([received.of(run.scene.reference(slot))]);
        }
        for (cards, to, from) in [(&self.cards, other, seat), (&self.returned, seat, other)] {
            let received = Proposal::new(Verb::ReceiveCard, to).with(from);
            let scene = run.scene;
            run.propose(cards.iter().map(|&slot| received.of(scene.reference(slot))));
        }
    }

    /// Takes note of what the other player gives; then all is exchanged, unless more is asked for.
    fn accept(&mut self, choice: Choice, run: &mut Run<'_>) -> Flow {
        match choice {
            Choice::Note(slot) if run.scene.printed(slot).kind == Kind::Action => {
                self.returned.push(slot);
            }
            Choice::Note(slot) => self.wants = Some(slot),
            _ => {}
        }
        if self.returned.len() < self.asked_cards.into() {
            return Flow::Again;
        }
        self.exchange(run);
        Flow::Next
    }
}

impl Procedure for Transaction {
    type Step = Step;
    type Test = Infallible;

    const LINES: &'static Lines<Step, Infallible> = &Lines::new(&[
        Do(Step::Offer),
        Do(Step::Exchange),
        Do(Step::Traded),
        Jump("end"),
        Label("rebuffed"),
        Do(Step::Rebuffed),
        Label("end"),
    ]);

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        match (step, run.answer) {
            (Step::Offer, None) => return run.ask(run.seat, Prompt::Offer),
            (Step::Offer, Some(Choice::Deal(deal))) => {
                *self = Self::on(run.scene, run.seat, self.other, deal);
            }
            // In a turn nobody is offered anything twice.
            (Step::Offer, Some(Choice::Decline)) | (Step::Exchange, Some(Choice::No))
                if run.scene.board.house.trade == Trade::Menu =>
            {
                return Flow::Jump(Self::LINES.at("rebuffed"));
            }
            (Step::Offer, Some(choice)) => return self.offer(choice, run.scene),
            (Step::Exchange, None) => return run.ask(self.other, Prompt::Accept),
            (Step::Exchange, Some(Choice::No)) => return Flow::End,
            (Step::Exchange, Some(choice)) => return self.accept(choice, run),
            (Step::Traded, _) => {
                let of = |verb, seat, other| Proposal::new(verb, seat).with(other);
                run.propose([
                    of(Verb::Transact, run.seat, self.other),
                    of(Verb::Traded, run.seat, self.other),
                    of(Verb::Traded, self.other, run.seat),
                ]);
            }
            (Step::Rebuffed, _) => {
                run.propose([Proposal::new(Verb::Rebuff, run.seat).with(self.other)]);
            }
        }
        Flow::Next
    }

    fn options(&self, step: Step, by: &Resolver<'_>) -> Vec<Choice> {
        match step {
            Step::Offer => self.offers(by),
            _ if self.asks && self.wants.is_none() => {
                let notes = notes(by.scene, self.other).map(Choice::Note);
                [Choice::No].into_iter().chain(notes).collect()
            }
            _ if self.asked_cards > 0 => {
                let cards = cards(by.scene, self.other, &self.returned).into_iter();
                [Choice::No].into_iter().chain(cards.map(Choice::Note)).collect()
            }
            _ => vec![Choice::No, Choice::Yes],
        }
    }
}
