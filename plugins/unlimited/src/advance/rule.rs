//! The game's own procedures: the turn structure, attacks, playing cards, using abilities.

use cardmill_kernel::card::{Ref, Seat};
use cardmill_kernel::window::Waiting;

use super::{Flow, Run, Turn};
use crate::choice::{Choice, Prompt};
use crate::program::Rule;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Token, Until, Window};

impl Run<'_> {
    pub(super) fn rule(&mut self, rule: Rule) -> Flow {
        match rule {
            Rule::Mulligan(n) => self.mulligan(n),
            Rule::FirstResources(n) => self.first_resources(n),
            Rule::PlaceResources { ready } => self.place_resources(ready),
            Rule::StartRound => self.start(Window::ActionPhase),
            Rule::Drain => {
                self.out.drain = true;
                Flow::Then
            }
            Rule::DrainDamage => {
                self.out.drain = !self.scene.board.edition.attack_ends_with_damage();
                Flow::Then
            }
            Rule::Turn => self.turn(),
            Rule::NextTurn(turn) => self.next_turn(turn),
            Rule::EndActionPhase => self.expire(Until::Phase),
            Rule::StartRegroup => self.start(Window::RegroupPhase),
            Rule::DrawTwo => self.draw_two(),
            Rule::Resource(n) => self.resource(n),
            Rule::ReadyCards => self.ready_cards(),
            Rule::EndRound => self.expire(Until::Round),
            Rule::Declare => self.declare(),
            Rule::Target => self.target(),
            Rule::BeginAttack => self.begin_attack(),
            Rule::CombatDamage => self.combat_damage(),
            Rule::StrikeBack => self.strike_back(),
            Rule::CompleteAttack => {
                let attacker = self.scene.board.attack().map_or(Ref::NONE, |a| a.attacker);
                self.propose(Proposal::new(Verb::CompleteAttack, attacker, self.frame.seat));
                Flow::Then
            }
            Rule::EndAttack => {
                self.out.note = Some(Turn::AttackEnds);
                Flow::Next
            }
            Rule::Host => self.host(),
            Rule::PayAndPlay => self.pay_and_play(),
            Rule::EventText => self.event_text(),
            Rule::CostChoice => self.cost_choice(),
            Rule::PayCosts => self.pay_costs(),
            Rule::AbilityText => self.ability_text(),
            Rule::Ambush => self.ambush(),
            Rule::Shielded => {
                let give =
                    Proposal::new(Verb::Give(Token::Shield), self.frame.source, self.frame.seat);
                self.propose(give.amount(1));
                Flow::Then
            }
            Rule::Restore => {
                let base = self.base(self.frame.seat);
                let heal = Proposal::new(Verb::Heal, base, self.frame.seat);
                self.propose(heal.amount(self.frame.locals.number).by(self.frame.source));
                Flow::Then
            }
            Rule::Saboteur => self.saboteur(),
            Rule::Unique => self.unique(),
            Rule::Collect => self.collect(),
            Rule::Deploy => {
                let (leader, unit) = (self.attacker(), self.defender());
                self.deploy(Proposal::new(Verb::Deploy, leader, self.frame.seat).onto(unit))
            }
        }
    }

    pub(super) fn base(&self, seat: Seat) -> Ref {
        self.scene.reference(self.scene.board.players[usize::from(seat)].base)
    }

    /// The n-th player, the one who started with the initiative first.
    pub(super) fn nth(&self, n: u8) -> Seat {
        (self.scene.board.lead() + n) % 2
    }

    /// To collect a bounty is to resolve its ability (CR 7.5.13D); those of a unit wait together.
    fn collect(&mut self) -> Flow {
        let unit = self.attacker();
        let (source, bounties) = self.scene.bounties(unit);
        let catalogue = self.scene.catalogue;
        self.out.waiting.extend(bounties.map(|id| Waiting {
            program: catalogue.ability(id).program,
            seat: self.frame.seat,
            mandatory: true,
            delayed: false,
            source,
            subject: unit,
            number: 0,
        }));
        Flow::Next
    }

    fn unique(&mut self) -> Flow {
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                let copy = self.scene.reference(slot);
                self.propose(Proposal::new(Verb::Defeat, copy, self.frame.seat));
                Flow::Then
            }
            Some(_) => Flow::Next,
            None => self.ask(self.frame.seat, Prompt::Unique),
        }
    }
}
