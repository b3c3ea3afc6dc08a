//! Commits of shields and damage cards.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::streams::{Purpose, below};

use super::Commit;
use crate::card::Place;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::Kind;

impl Commit<'_, '_, '_> {
    pub(super) fn damage(&mut self, what: Proposal) -> Option<Proposal> {
        match what.verb {
            Verb::SpendShield | Verb::LoseShield => {
                let ship = self.ship(what.ship);
                let n = what.n.min(ship.shields);
                ship.shields -= n;
                (n > 0).then(|| what.n(n))
            }
            Verb::RecoverShield => {
                let most = self.stats(what.ship).shields;
                let ship = self.ship(what.ship);
                let n = what.n.min(most.saturating_sub(ship.shields));
                ship.shields += n;
                (n > 0).then(|| what.n(n))
            }
            Verb::Suffer(hits, crits) => (hits + crits > 0).then_some(what),
            Verb::Damage(_) | Verb::Suffered(_) => Some(what),
            Verb::Deal { faceup } => {
                self.draw(what.card);
                let card = self.card(what.card);
                card.host = what.ship;
                card.place = if faceup { Place::Faceup } else { Place::Facedown };
                self.deals(what, faceup);
                Some(what)
            }
            Verb::Repair => {
                let place = self.card(what.card).place;
                match place {
                    Place::Faceup => self.card(what.card).place = Place::Facedown,
                    Place::Facedown => self.discard(what.card),
                    _ => return None,
                }
                self.state.board.repaired = Some(what.card).filter(|_| place == Place::Faceup);
                Some(what)
            }
            Verb::Expose => {
                let facedown: Vec<Slot> = {
                    let scene = self.scene();
                    let cards = scene.damage(what.ship);
                    cards.filter(|&card| scene.card(card).place == Place::Facedown).collect()
                };
                // Nobody knows which card is which.
                let owner = self.ship(what.ship).owner;
                let card = match facedown[..] {
                    [] => return None,
                    [only] => only,
                    _ => {
                        let draw = |rng: &mut _| below(rng, facedown.len());
                        facedown[self.change.streams.draw(Purpose::Effect(owner), draw)]
                    }
                };
                self.card(card).place = Place::Faceup;
                Some(what.card(card))
            }
            Verb::ExposeThat => {
                let card = self.card(what.card);
                if card.place != Place::Facedown {
                    return None;
                }
                card.place = Place::Faceup;
                Some(what)
            }
            Verb::Discard => {
                self.draw(what.card);
                self.discard(what.card);
                Some(what)
            }
            Verb::Hold => {
                self.draw(what.card);
                let card = self.card(what.card);
                card.host = what.other;
                card.place = Place::Held;
                Some(what)
            }
            Verb::ShuffleDeck(seat) => {
                let deck = &mut self.state.board.players[usize::from(seat)].deck;
                self.change.streams.shuffle(Purpose::Shuffle(seat), deck);
                Some(what)
            }
            Verb::Reshuffle(seat) => {
                self.reshuffle(seat);
                Some(what)
            }
            _ => None,
        }
    }

    /// The defender of the attack under way is dealt a damage card.
    fn deals(&mut self, what: Proposal, faceup: bool) {
        let kind = match self.scene().printed(what.card).definition.kind {
            Kind::Damage(kind, _) => 1 << kind as u32,
            _ => 0,
        };
        if let Some(attack) = self.state.board.attacks.last_mut()
            && attack.shot.at == what.ship
        {
            attack.dealt = attack.dealt.saturating_add(1);
            attack.faceup |= if faceup { kind } else { 0 };
        }
    }

    /// A card leaves its damage deck, if it is there. A deck that has run out is the discard
    /// pile, shuffled.
    fn draw(&mut self, card: Slot) {
        let owner = self.card(card).owner;
        let deck = &mut self.state.board.players[usize::from(owner)].deck;
        deck.retain(|&slot| slot != card);
        if deck.is_empty() {
            self.reshuffle(owner);
        }
    }

    pub(super) fn discard(&mut self, card: Slot) {
        let owner = self.card(card).owner;
        let state = self.card(card);
        state.place = Place::Discard;
        state.host = Slot::MAX;
        self.state.board.players[usize::from(owner)].discard.push(card);
    }

    /// The discard pile is shuffled and put under the deck.
    fn reshuffle(&mut self, seat: Seat) {
        let player = &mut self.state.board.players[usize::from(seat)];
        let mut pile = core::mem::take(&mut player.discard);
        self.change.streams.shuffle(Purpose::Shuffle(seat), &mut pile);
        pile.append(&mut player.deck);
        player.deck = pile;
        for at in 0..self.state.board.players[usize::from(seat)].deck.len() {
            let slot = self.state.board.players[usize::from(seat)].deck[at];
            self.card(slot).place = Place::Deck;
        }
    }
}
