//! Changes of cards, tokens, goods and points.

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::streams::{Purpose, below};

use super::Commit;
use crate::effect::EffectKind;
use crate::piece::{Piece, Place};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Gain, Kind};

impl Commit<'_, '_, '_> {
    pub(super) fn goods(&mut self, proposal: &mut Proposal) -> bool {
        let Proposal { verb, seat, other, subject, system, amount, .. } = *proposal;
        let n = amount.max(0) as u8;
        match verb {
            Verb::Play => {
                let place = if proposal.prevented { Place::Discard } else { Place::Stack };
                self.piece(subject.slot).place = place;
                return !proposal.prevented;
            }
            Verb::ToPlace(place) => {
                self.repeal(subject.slot);
                if let Place::Planet(planet) = place {
                    self.attach(subject.slot, planet);
                }
                let piece = self.piece(subject.slot);
                piece.place = place;
                if place != Place::Common && place != Place::Discard {
                    piece.holder = seat;
                }
                piece.exhausted = false;
            }
            Verb::Exhaust => self.piece(subject.slot).exhausted = true,
            Verb::Ready => self.piece(subject.slot).exhausted = false,
            Verb::ReceiveNote => {
                let piece = self.piece(subject.slot);
                (piece.holder, piece.place) = (seat, Place::Hand);
            }
            Verb::ReceiveCard => {
                self.deal_to(subject.slot, seat);
            }
            Verb::Transact | Verb::Rebuff => {
                let player = self.state.board.player_mut(seat);
                player.traded |= 1 << other;
            }
            Verb::Gain(what) => return self.gain(seat, what, amount),
            Verb::Lose(what) => return self.lose(seat, what, amount),
            Verb::Replenish => {
                let faction = self.state.board.player(seat).faction;
                let value = self.state.catalogue.definition(faction).commodities;
                let player = self.state.board.player_mut(seat);
                player.commodities = player.commodities.max(value);
            }
            Verb::GainToken(pool) => {
                if self.state.board.spare_tokens(seat) == 0 {
                    return false;
                }
                self.state.board.player_mut(seat).pools[pool as usize] += 1;
            }
            Verb::SpendToken(pool) => {
                let pool = &mut self.state.board.player_mut(seat).pools[pool as usize];
                if *pool == 0 {
                    return false;
                }
                *pool -= 1;
            }
            Verb::Token(onto) => {
                let Some(at) = system.filter(|&at| self.state.board.has_token(at, seat) != onto)
                else {
                    return false;
                };
                // It comes from the sheet, from which its player takes it (LRR 20.3b).
                proposal.prevented = onto && self.state.board.spare_tokens(seat) == 0;
                if !proposal.prevented {
                    self.state.board.systems[usize::from(at)].tokens ^= 1 << seat;
                }
            }
            Verb::DrawActionCard => {
                let drawn = self.draw_from(Kind::Action, |b| &mut b.action_deck, |_, _| true);
                let Some(slot) = drawn else { return false };
                proposal.subject = self.deal_to(slot, seat);
            }
            Verb::TakeCard => {
                let Some(slot) = self.random_card(other, seat) else { return false };
                self.deal_to(slot, seat);
            }
            Verb::DrawSecret => {
                let Some(slot) = self.state.board.secret_deck.pop() else { return false };
                proposal.subject = self.deal_to(slot, seat);
            }
            Verb::ReturnSecret => {
                self.piece(subject.slot).place = Place::Deck;
                self.state.board.secret_deck.push(subject.slot);
                self.change.streams.shuffle(Purpose::Shared, &mut self.state.board.secret_deck);
            }
            Verb::Explore => {
                let Some(planet) = proposal.planet else { return false };
                let Some(of) = self.state.board.planet(planet).trait_ else { return false };
                let drawn = self.draw_from(
                    Kind::Exploration,
                    |board| &mut board.exploration[of as usize],
                    |scene, slot| scene.printed(slot).explores == Some(of),
                );
                if let Some(slot) = drawn {
                    self.piece(slot).place = Place::Stack;
                    proposal.subject = self.scene().reference(slot);
                }
            }
            Verb::Score => {
                let card = subject.slot;
                self.state.board.scored.push((card, seat));
                self.state.board.scored_in_combat |= u8::from(amount > 0) << seat;
                let objective = self.state.catalogue.definition(self.read(card).definition);
                let points = objective.objective.as_ref().map_or(0, |o| o.points);
                if objective.objective.as_ref().is_some_and(|o| o.secret) {
                    self.piece(card).place = Place::Area;
                }
                self.score(seat, points as i8);
            }
            Verb::RevealObjective => {
                // The next one, or the next of a stage: its points say which.
                let stage = |&slot: &Slot| {
                    let card = self.scene().printed(slot).objective.as_ref();
                    amount == 0 || card.is_some_and(|card| i16::from(card.points) == amount)
                };
                let at = self.state.board.unrevealed.iter().rposition(stage);
                let Some(at) = at else { return false };
                let slot = self.state.board.unrevealed.remove(at);
                self.piece(slot).place = Place::Common;
                proposal.subject = self.scene().reference(slot);
            }
            Verb::MakeSpeaker => self.state.board.speaker = other,
            Verb::FreeSecondary if n > 0 => self.begin(other, EffectKind::FreeSecondary),
            Verb::FreeSecondary => {
                self.end(|seat, kind| seat == other && kind == EffectKind::FreeSecondary);
            }
            Verb::GainTechnology => return self.gain_technology(seat, amount as u16),
            Verb::Assimilate => {
                let piece = self.piece(subject.slot);
                (piece.definition, piece.owner) = (amount as u16, other);
            }
            Verb::DiscardRandom => {
                let Some(slot) = self.random_card(seat, seat) else { return false };
                self.piece(slot).place = Place::Discard;
                proposal.subject = self.scene().reference(slot);
            }
            _ => return false,
        }
        true
    }

    /// A random action card of a player's hand, drawn for another player or for the same.
    fn random_card(&mut self, of: Seat, by: Seat) -> Option<Slot> {
        let hand: Vec<Slot> = self.scene().cards(of, Place::Hand, Kind::Action).collect();
        if hand.is_empty() {
            return None;
        }
        let at = self.change.streams.draw(Purpose::Effect(by), |rng| below(rng, hand.len()));
        Some(hand[at])
    }

    fn deal_to(&mut self, slot: Slot, seat: Seat) -> Ref {
        let piece = self.piece(slot);
        (piece.place, piece.holder, piece.owner) = (Place::Hand, seat, seat);
        Ref { slot, incarnation: piece.incarnation }
    }

    fn gain(&mut self, seat: Seat, what: Gain, amount: i16) -> bool {
        let n = amount.clamp(0, i16::from(u8::MAX)) as u8;
        let value =
            self.state.catalogue.definition(self.state.board.player(seat).faction).commodities;
        let player = self.state.board.player_mut(seat);
        match what {
            Gain::TradeGoods => player.trade_goods = player.trade_goods.saturating_add(n),
            // LRR 21.2
            Gain::Commodities => {
                player.commodities = player.commodities.max((player.commodities + n).min(value));
            }
            Gain::Points => self.score(seat, n as i8),
        }
        n > 0
    }

    fn lose(&mut self, seat: Seat, what: Gain, amount: i16) -> bool {
        let n = amount.clamp(0, i16::from(u8::MAX)) as u8;
        let player = self.state.board.player_mut(seat);
        let had = match what {
            Gain::TradeGoods => &mut player.trade_goods,
            Gain::Commodities => &mut player.commodities,
            Gain::Points => {
                self.score(seat, -(n as i8));
                return n > 0;
            }
        };
        let lost = n.min(*had);
        *had -= lost;
        lost > 0
    }

    fn gain_technology(&mut self, seat: Seat, definition: u16) -> bool {
        if usize::from(self.state.board.slots) >= self.state.pieces.len() {
            self.change.fault = Some(cardmill_kernel::table::Fault::Overflow("cards"));
            return false;
        }
        let slot = self.state.board.slots;
        self.state.board.slots += 1;
        let place = Place::Area;
        let piece = Piece { definition, owner: seat, holder: seat, place, ..Piece::default() };
        *self.piece(slot) = piece;
        true
    }
}
