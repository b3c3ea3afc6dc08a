//! Changes of agendas, votes and predictions.

use super::Commit;
use crate::board::Agenda;
use crate::effect::EffectKind;
use crate::piece::Place;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::Kind;

impl Commit<'_, '_, '_> {
    pub(super) fn agenda(&mut self, proposal: &mut Proposal) -> bool {
        let Proposal { verb, seat, other, subject, amount, .. } = *proposal;
        match verb {
            Verb::DrawAgenda => {
                let drawn = self.draw_from(Kind::Agenda, |b| &mut b.agenda_deck, |_, _| true);
                let Some(slot) = drawn else { return false };
                self.piece(slot).place = Place::Stack;
                proposal.subject = self.scene().reference(slot);
                self.state.board.agenda =
                    Some(Agenda { card: slot, replaced: false, outcome: None });
                for player in &mut self.state.board.players {
                    player.votes = (0, None);
                }
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
            Verb::RevealAgenda | Verb::CastVotes | Verb::SpeakerVotes => {}
            Verb::Elect => {
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
            }
            _ => return false,
        }
        true
    }
}
