//! An ability resolves: its requirements, whether it is used, its costs, its branches.

use cardmill_kernel::card::Slot;

use super::{Flow, Run};
use crate::choice::{Choice, Prompt};
use crate::program::{FIRST_ABILITY, Op, Resolving};
use crate::proposal::{Proposal, Verb};
use crate::scene::Context;
use crate::vocabulary::{Cost, Dice, Filter, Token, Whom};

impl Run<'_> {
    pub(super) fn ability(&mut self, resolving: Resolving) -> Flow {
        let catalogue = self.scene.catalogue;
        let op = &catalogue.program(self.frame.program)[usize::from(self.frame.at)];
        match op {
            Op::Begin => self.begin_ability(resolving),
            Op::Choose(filter) => self.choose(filter, resolving),
            Op::Pay(cost) => self.pay_cost(cost, resolving),
            Op::RollDie => self.roll_die(resolving),
            Op::UnlessRolled(faces, to) => {
                if resolving.rolled.is_some_and(|face| faces.contains(&face)) {
                    Flow::Next
                } else {
                    Flow::Jump(*to)
                }
            }
            Op::Unless(conditions, to) => {
                if self.scene.hold(conditions, &self.cx()) {
                    Flow::Next
                } else {
                    Flow::Jump(*to)
                }
            }
            Op::OneOf { by, starts, .. } => self.one_of(by, starts),
            Op::Each { dealt: true, to, .. } => {
                self.several(Some(self.scene.dealt()), *to, resolving)
            }
            Op::Each { most, chosen: true, to, .. } => self.several(*most, *to, resolving),
            Op::Each { of, to, .. } => self.for_each(of, *to, resolving),
            Op::Jump(to) => Flow::Jump(*to),
            Op::Do(step) => self.step(step, resolving),
            Op::End => Flow::End,
        }
    }

    /// The id of the ability that resolves.
    fn id(&self) -> u16 {
        self.frame.program - FIRST_ABILITY
    }

    /// Requirements must be met again; what can change nothing is passed over; "may" is asked
    /// only now (`S1-02`, `S1-11`).
    fn begin_ability(&mut self, resolving: Resolving) -> Flow {
        match self.answer.take() {
            Some(Choice::Decline) => return Flow::End,
            Some(_) => return Flow::Next,
            None => {}
        }
        let cx = self.cx();
        let ability = self.scene.catalogue.ability(self.id());
        let watched = cx.subject < self.scene.board.ships;
        let gone = !self.scene.is_active(cx.source)
            || (watched && !self.scene.fits(&ability.who, cx.subject, &cx));
        if gone || self.scene.judge(self.id(), &cx).is_err() {
            return Flow::End;
        }
        if !ability.may || resolving.chosen {
            return Flow::Next;
        }
        let seat =
            if ability.its_player && watched { self.scene.ship(cx.subject).owner } else { cx.seat };
        self.ask(seat, Prompt::May)
    }

    fn choose(&mut self, filter: &Filter, resolving: Resolving) -> Flow {
        match self.answer.take() {
            Some(Choice::Ship(ship)) => {
                self.frame.locals.remember(Resolving { it: Some(ship), ..resolving });
                Flow::Next
            }
            Some(_) => Flow::End,
            None if self.scene.fitting(filter, &self.cx()).is_empty() => Flow::End,
            None => self.ask(self.frame.seat, Prompt::Step),
        }
    }

    /// Ships are chosen one after another, each once.
    fn several(&mut self, most: Option<u8>, to: u16, resolving: Resolving) -> Flow {
        let enough = most.is_some_and(|most| resolving.picked.count_ones() >= u32::from(most));
        match self.answer.take() {
            Some(Choice::Ship(ship)) => self.follow(ship, resolving),
            None if !enough && !self.scene.choosable(self.frame).is_empty() => {
                self.ask(self.frame.seat, Prompt::Step)
            }
            _ => self.leave(to, resolving),
        }
    }

    /// One ship after another that fits, in slot order.
    fn for_each(&mut self, of: &Filter, to: u16, resolving: Resolving) -> Flow {
        let fitting = self.scene.fitting(of, &self.cx());
        match fitting.into_iter().find(|ship| resolving.picked & (1 << ship) == 0) {
            Some(ship) => self.follow(ship, resolving),
            None => self.leave(to, resolving),
        }
    }

    fn follow(&mut self, ship: Slot, resolving: Resolving) -> Flow {
        let picked = resolving.picked | 1 << ship;
        self.frame.locals.remember(Resolving { it: Some(ship), picked, ..resolving });
        Flow::Next
    }

    fn leave(&mut self, to: u16, resolving: Resolving) -> Flow {
        self.frame.locals.remember(Resolving { picked: 0, ..resolving });
        Flow::Jump(to)
    }

    /// A cost is proposed like any other change: it can be replaced, and the effect follows all
    /// the same (`S1-13`).
    fn pay_cost(&mut self, cost: &Cost, resolving: Resolving) -> Flow {
        let cx = self.cx();
        match (cost, self.answer.take()) {
            (Cost::SpendOf(_, token), Some(Choice::Ship(ship))) => {
                self.frame.locals.remember(Resolving { it: Some(ship), ..resolving });
                self.does(Verb::Spend(*token), ship);
                Flow::Next
            }
            (Cost::RemoveFrom(whom, _), Some(Choice::Token(token, owner))) => {
                let ship = self.scene.whom(whom, &cx).first().copied().unwrap_or(Slot::MAX);
                self.propose(Proposal::new(Verb::Remove(token), ship).other(owner));
                Flow::Next
            }
            (Cost::SpendResult(dice, _), Some(Choice::Die(face))) => {
                let roller = self.scene.board.attack().map(|a| self.scene.roller(a, *dice));
                self.does(Verb::SpendResult(face), roller.unwrap_or(Slot::MAX));
                Flow::Next
            }
            (Cost::GainOneOf(_), Some(Choice::Token(token, ship))) => {
                self.does(Verb::Gain(token), ship);
                Flow::Next
            }
            (Cost::SpendOneOf(_), Some(Choice::Token(token, ship))) => {
                self.does(Verb::Spend(token), ship);
                Flow::Next
            }
            (Cost::SpendLockOf(_), Some(Choice::Ship(ship))) => {
                let at = self.scene.board.attack().map_or(Slot::MAX, |attack| attack.shot.at);
                self.propose(Proposal::new(Verb::Spend(Token::Lock), at).other(ship));
                Flow::Next
            }
            (Cost::ChargeOf(_), Some(Choice::Card(card))) => {
                self.propose(Proposal::new(Verb::SpendCharge, cx.this).card(card));
                Flow::Next
            }
            (
                Cost::SpendOf(..)
                | Cost::SpendResult(..)
                | Cost::SpendOneOf(_)
                | Cost::SpendLockOf(_)
                | Cost::ChargeOf(_)
                | Cost::RemoveFrom(..)
                | Cost::GainOneOf(_),
                _,
            ) => self.ask(self.frame.seat, Prompt::Step),
            _ => {
                self.pay(cost, &cx);
                Flow::Next
            }
        }
    }

    /// Pays a cost that leaves no choice.
    pub(crate) fn pay(&mut self, cost: &Cost, cx: &Context) {
        let this = cx.this;
        match cost {
            Cost::Charge(n) => {
                self.propose(Proposal::new(Verb::SpendCharge, this).card(cx.source).n(*n));
            }
            Cost::Force(n) => self.propose(Proposal::new(Verb::SpendForce, this).n(*n)),
            Cost::Shield(n) => self.propose(Proposal::new(Verb::SpendShield, this).n(*n)),
            Cost::Spend(token) => self.does(Verb::Spend(*token), this),
            Cost::SpendLock => {
                let locked = self.scene.ship(this).lock;
                self.propose(Proposal::new(Verb::Spend(Token::Lock), locked).other(this));
            }
            Cost::SpendLockOn(whom) => {
                for at in self.scene.whom(whom, cx).into_iter().take(1) {
                    self.propose(Proposal::new(Verb::Spend(Token::Lock), at).other(this));
                }
            }
            Cost::ChargeOfWeapon => {
                if let Some(card) = self.scene.attacking_card() {
                    self.propose(Proposal::new(Verb::SpendCharge, this).card(card));
                }
            }
            Cost::Gain(token) => self.does(Verb::Gain(*token), this),
            Cost::GainBy(whom, token) => {
                for ship in self.scene.whom(whom, cx).into_iter().take(1) {
                    self.does(Verb::Gain(*token), ship);
                }
            }
            Cost::Suffer(hits, crits) => self.begin_damage(this, *hits, *crits),
            Cost::Expose => self.does(Verb::Expose, this),
            Cost::SpendOf(..)
            | Cost::SpendResult(..)
            | Cost::SpendOneOf(_)
            | Cost::SpendLockOf(_)
            | Cost::ChargeOf(_)
            | Cost::RemoveFrom(..)
            | Cost::GainOneOf(_) => {}
        }
    }

    fn roll_die(&mut self, resolving: Resolving) -> Flow {
        let ship = self.cx().this;
        let face = self.fall(self.scene.ship(ship).owner, Dice::Attack);
        self.frame.locals.remember(Resolving { rolled: Some(face), ..resolving });
        self.does(Verb::Chance(face), ship);
        Flow::Next
    }

    fn one_of(&mut self, by: &Whom, starts: &[u16]) -> Flow {
        match self.answer.take() {
            Some(Choice::Mode(mode)) => Flow::Jump(starts[usize::from(mode)]),
            Some(_) => Flow::End,
            None => {
                let cx = self.cx();
                let chooser = self.scene.whom(by, &cx).first().copied();
                let seat = chooser.map_or(cx.seat, |ship| self.scene.ship(ship).owner);
                self.ask(seat, Prompt::Step)
            }
        }
    }
}
