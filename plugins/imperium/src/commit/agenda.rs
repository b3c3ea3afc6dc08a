//! Changes of agendas, votes and predictions.

use cardmill_kernel::card::Slot;
use cardmill_kernel::streams::Purpose;

use super::Commit;
use crate::board::Agenda;
use crate::effect::EffectKind;
use crate::piece::{Piece, Place, PlanetId};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Constant, Kind};

impl Commit<'_, '_, '_> {
    pub(super) fn agenda(&mut self, proposal: &mut Proposal) -> bool {
        let Proposal { verb, seat, other, subject, amount, .. } = *proposal;
        match verb {
            Verb::DrawAgenda => {
                let drawn = self.draw_from(Kind::Agenda, |b| &mut b.agenda_deck, |_, _| true);
                let Some(slot) = drawn else { return false };
                self.piece(slot).place = Place::Stack;
                proposal.subject = self.scene().reference(slot);
                self.put_to_vote(slot);
            }
            Verb::AgendaToBottom => {
                let at = self.state.board.agenda_deck.iter().position(|&slot| slot == subject.slot);
                let Some(at) = at else { return false };
                let slot = self.state.board.agenda_deck.remove(at);
                self.state.board.agenda_deck.insert(0, slot);
            }
            Verb::ReplaceAgenda => {
                let Some(agenda) = &mut self.state.board.agenda else { return false };
                agenda.replaced = true;
                // Nothing is after the reveal of an agenda that is replaced.
                if let Some(reveal) =
                    self.change.below.iter_mut().rev().find(|p| p.verb == Verb::RevealAgenda)
                {
                    reveal.prevented = true;
                }
            }
            Verb::Vote => {
                let player = self.state.board.player_mut(seat);
                player.votes.0 = player.votes.0.saturating_add(amount.max(0) as u8);
                player.votes.1 = Some(other);
            }
            Verb::Bar => self.begin(seat, EffectKind::Barred),
            Verb::Predict => {
                self.begin(seat, EffectKind::Predicted { card: subject, outcome: other });
                self.piece(subject.slot).place = Place::Area;
            }
            Verb::EndPrediction => {
                self.end(|_, kind| {
                    matches!(kind, EffectKind::Predicted { card, .. } if card.slot == subject.slot)
                });
                if self.scene().printed(subject.slot).kind == Kind::Action {
                    self.piece(subject.slot).place = Place::Discard;
                }
            }
            Verb::RevealAgenda | Verb::CastVotes | Verb::SpeakerVotes => {}
            Verb::ElectInstead => {
                let resolves = |p: &&mut Proposal| p.verb == Verb::Resolve;
                let Some(outcome) = self.change.below.iter_mut().rev().find(resolves) else {
                    return false;
                };
                outcome.other = other;
            }
            Verb::Resolve => {
                let Some(agenda) = &mut self.state.board.agenda else { return false };
                agenda.outcome = Some(other);
            }
            Verb::EndAgenda => {
                let Some(agenda) = self.state.board.agenda.take() else { return false };
                self.end(|_, kind| kind.is_of_agenda());
                let card = self.piece(agenda.card);
                if card.place == Place::Stack {
                    card.place = Place::Discard;
                }
                if let Some(law) = agenda.next {
                    self.repeal(law);
                    let card = self.piece(law);
                    (card.place, card.exhausted) = (Place::Stack, false);
                    self.put_to_vote(law);
                }
            }
            Verb::Elect => {
                let Some(agenda) = &mut self.state.board.agenda else { return false };
                agenda.elected = Some(other);
            }
            Verb::VoteOn => {
                let Some(agenda) = &mut self.state.board.agenda else { return false };
                agenda.next = Some(subject.slot);
            }
            Verb::StartVoting => {}
            _ => return false,
        }
        true
    }

    /// Makes a card the agenda that is voted on, for which nobody has voted so far.
    fn put_to_vote(&mut self, card: Slot) {
        self.state.board.agenda = Some(Agenda::of(card));
        self.state.board.players.iter_mut().for_each(|player| player.votes = (0, None));
    }

    /// Ends what a law has made of the table, before it leaves its place (LRR 7.5).
    pub(super) fn repeal(&mut self, slot: Slot) {
        let scene = self.scene();
        if !scene.is_law(slot) {
            return;
        }
        let constants = &scene.printed(slot).constants;
        let (from, opens) = (scene.piece(slot).place, constants.contains(&Constant::OpenSecret));
        if let Place::Planet(planet) = from {
            let (resources, influence) = worth(constants);
            let planet = self.state.board.planet_mut(planet);
            planet.resources = planet.resources.saturating_sub(resources);
            planet.influence = planet.influence.saturating_sub(influence);
        }
        if opens {
            self.close_secrets();
        }
    }

    /// Adds what a law adds to the planet to which it is attached (LRR 12.1).
    pub(super) fn attach(&mut self, slot: Slot, planet: PlanetId) {
        let (resources, influence) = worth(&self.scene().printed(slot).constants);
        let planet = self.state.board.planet_mut(planet);
        planet.resources = planet.resources.saturating_add(resources);
        planet.influence = planet.influence.saturating_add(influence);
    }

    /// Gives secret objectives that were public back to those who scored them first; of who has left
    /// the game, to the deck.
    fn close_secrets(&mut self) {
        for slot in 0..self.state.board.slots {
            let scene = self.scene();
            let secret = scene.printed(slot).objective.as_ref().is_some_and(|o| o.secret);
            let Piece { place, holder, .. } = *scene.piece(slot);
            if !secret || place != Place::Common {
                continue;
            }
            let place = if scene.board.is_in_game(holder) { Place::Area } else { Place::Deck };
            if place == Place::Deck {
                self.state.board.secret_deck.push(slot);
                self.change.streams.shuffle(Purpose::Shared, &mut self.state.board.secret_deck);
            }
            self.piece(slot).place = place;
        }
    }
}

/// The resources and the influence that constants add to a planet.
fn worth(constants: &[Constant]) -> (u8, u8) {
    let added = constants.iter().map(|constant| match constant {
        Constant::Worth(resources, influence) => (*resources, *influence),
        _ => (0, 0),
    });
    added.fold((0, 0), |sum, more| (sum.0 + more.0, sum.1 + more.1))
}
