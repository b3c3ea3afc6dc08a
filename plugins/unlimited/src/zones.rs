//! Moves of cards: the zones of the cards and the lists of the board, changed together.

use crate::board::Slots;
use crate::prelude::*;

/// An end of a list of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Before the others: the bottom of a deck.
    First,
    /// Behind the others: the top of a deck.
    Last,
}

/// There is no room for more of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full(pub(crate) &'static str);

/// The cards of a table and the lists that hold them.
pub(crate) struct Zones<'a> {
    /// The lists that hold the cards.
    pub(crate) board: &'a mut Board,
    /// The cards, by slot.
    pub(crate) cards: &'a mut [Card],
}

impl Zones<'_> {
    /// The state of a card.
    pub(crate) fn card(&self, slot: Slot) -> Card {
        self.cards[usize::from(slot)]
    }

    /// The state of a card, to be changed.
    pub(crate) fn card_mut(&mut self, slot: Slot) -> &mut Card {
        &mut self.cards[usize::from(slot)]
    }

    /// The list that holds the cards of a zone; leaders, bases and what is set aside are in none.
    fn list(&mut self, zone: Zone, seat: Seat) -> Option<&mut Slots> {
        let player = &mut self.board.players[usize::from(seat)];
        match zone {
            Zone::Deck => Some(&mut player.deck),
            Zone::Hand => Some(&mut player.hand),
            Zone::Discard => Some(&mut player.discard),
            Zone::Resources => Some(&mut player.resources),
            Zone::Ground | Zone::Space | Zone::Attached => Some(&mut self.board.play),
            // The Force token.
            Zone::Base => Some(&mut self.board.play),
            Zone::Captured => Some(&mut self.board.captured),
            Zone::Aside => None,
        }
    }

    /// A card is a copy of another from now on, until it leaves play: what is printed on that one
    /// counts as printed on it.
    pub(crate) fn copy(&mut self, slot: Slot, of: u16) -> Result<(), Full> {
        let own = self.card(slot).definition;
        self.card_mut(slot).definition = of;
        match self.board.copies.0.try_push((slot, own)) {
            None => Ok(()),
            Some(_) => Err(Full("copies in play")),
        }
    }

    /// Takes a card out of the list that holds it. A copy that leaves play is itself again.
    pub(crate) fn lift(&mut self, slot: Slot) {
        let Card { zone, controller, .. } = self.card(slot);
        if let Some(list) = self.list(zone, controller)
            && let Some(at) = list.iter().position(|&other| other == slot)
        {
            list.remove(at);
        }
        if zone.is_play()
            && let Some(own) = self.board.copies.own(slot)
        {
            self.card_mut(slot).definition = own;
            self.board.copies.0.retain(|(copy, _)| *copy != slot);
        }
        if zone == Zone::Resources {
            // Which resources are exhausted may be rearranged: an exhausted one goes first.
            let player = &mut self.board.players[usize::from(controller)];
            player.ready = player.ready.min(player.resources.len() as u8);
        }
    }

    /// Puts a card that was lifted into a zone, as a new card.
    pub(crate) fn put(&mut self, slot: Slot, zone: Zone, seat: Seat, end: End) -> Result<(), Full> {
        self.card_mut(slot).move_to(zone, seat);
        let Some(list) = self.list(zone, seat) else { return Ok(()) };
        let at = if end == End::First { 0 } else { list.len() };
        match list.try_insert(at, slot) {
            None => Ok(()),
            Some(_) if zone.is_play() => Err(Full("cards in play")),
            Some(_) if zone == Zone::Resources => Err(Full("resources")),
            Some(_) => Err(Full("cards of a zone")),
        }
    }

    /// A resource goes to another player as it is: a ready or an exhausted one, if there is one.
    pub(crate) fn hand_over(&mut self, slot: Slot, to: Seat, ready: bool) -> Result<(), Full> {
        let owner = self.card(slot).controller;
        let from = &mut self.board.players[usize::from(owner)];
        let exhausted = from.resources.len() as u8 - from.ready;
        let ready = if ready { from.ready > 0 } else { exhausted == 0 };
        from.ready -= u8::from(ready);
        from.resources.retain(|other| *other != slot);
        self.card_mut(slot).controller = to;
        let to = &mut self.board.players[usize::from(to)];
        to.ready += u8::from(ready);
        match to.resources.try_push(slot) {
            None => Ok(()),
            Some(_) => Err(Full("resources")),
        }
    }

    /// Puts a card that was lifted where defeated cards go: a token is set aside (CR 3.7.3), a
    /// leader returns to its base zone, exhausted and leader side up (CR 3.4.5), any other is
    /// discarded.
    pub(crate) fn retire(&mut self, slot: Slot, kind: Kind) -> Result<(), Full> {
        let owner = self.card(slot).owner;
        match kind {
            _ if kind.is_token() => {
                self.card_mut(slot).move_to(Zone::Aside, owner);
                self.board.aside.push(slot);
                Ok(())
            }
            Kind::Leader => {
                let card = self.card_mut(slot);
                card.move_to(Zone::Base, owner);
                card.marks.set(Marks::EXHAUSTED, true);
                Ok(())
            }
            _ => self.put(slot, Zone::Discard, owner, End::Last),
        }
    }

    /// A token that was set aside enters play (CR 3.7.2): the last of them. One that is attached
    /// has a host.
    pub(crate) fn create(
        &mut self,
        definition: u16,
        seat: Seat,
        zone: Zone,
        host: Option<Slot>,
    ) -> Result<Slot, Full> {
        let slot = self.board.aside.pop().ok_or(Full("tokens"))?;
        let card = self.card_mut(slot);
        card.definition = definition;
        card.owner = seat;
        self.put(slot, zone, seat, End::Last)?;
        self.card_mut(slot).host = host.unwrap_or(Slot::MAX);
        Ok(slot)
    }

    /// The cards with this host, attached to it or captured by it.
    pub(crate) fn with(&self, host: Slot) -> Slots {
        let all = self.board.play.iter().chain(&self.board.captured).copied();
        let hosted = |zone| matches!(zone, Zone::Attached | Zone::Captured);
        all.filter(|&slot| hosted(self.card(slot).zone) && self.card(slot).host == host).collect()
    }
}
