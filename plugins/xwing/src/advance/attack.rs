//! The steps of an attack.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::stack::Frame;

use super::{Flow, Run, at, procedure};
use crate::board::{Aftermath, Armament, Attack, Shot};
use crate::choice::{Choice, Locals, Prompt};
use crate::program::{AIM, FIRST_ABILITY, SUFFER};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Dice, Token};

const DECLARE: u16 = 0;
const BEGIN: u16 = 1;
const ROLL_ATTACK: u16 = 2;
const ATTACK_BY_DEFENDER: u16 = 3;
const ATTACK_BY_ATTACKER: u16 = 4;
const ROLL_DEFENSE: u16 = 5;
const DEFENSE_BY_ATTACKER: u16 = 6;
const DEFENSE_BY_DEFENDER: u16 = 7;
const BEFORE_NEUTRALIZE: u16 = 8;
const NEUTRALIZE: u16 = 9;
const NEUTRALIZED: u16 = 10;
const DAMAGE: u16 = 11;
const IONS: u16 = 12;
const CLEAR: u16 = 13;
const AFTERMATH: u16 = 14;
const GRANTED: u16 = 15;
const END: u16 = 16;

/// The Aftermath step: what is no bonus attack before bonus attacks, the defender's before the
/// attacker's.
const PARTS: [Aftermath; 4] = [
    Aftermath { defending: true, bonus: false },
    Aftermath { defending: false, bonus: false },
    Aftermath { defending: true, bonus: true },
    Aftermath { defending: false, bonus: true },
];

impl Run<'_> {
    pub(super) fn attack(&mut self) -> Flow {
        if self.frame.at <= BEGIN {
            return self.declare();
        }
        if self.frame.at > END {
            return Flow::End;
        }
        let Some(attack) = self.scene.board.attack().cloned() else {
            return self.broken("an attack that is performed is under way");
        };
        let Attack { attacker, shot: Shot { at: defender, .. }, .. } = attack;
        let (ours, theirs) = (self.scene.ship(attacker).owner, self.scene.ship(defender).owner);
        match self.frame.at {
            ROLL_ATTACK => self.roll(&attack, Dice::Attack),
            ATTACK_BY_DEFENDER => self.modify(theirs, Dice::Attack),
            ATTACK_BY_ATTACKER => self.modify(ours, Dice::Attack),
            ROLL_DEFENSE => self.roll(&attack, Dice::Defense),
            DEFENSE_BY_ATTACKER => self.modify(ours, Dice::Defense),
            DEFENSE_BY_DEFENDER => self.modify(theirs, Dice::Defense),
            BEFORE_NEUTRALIZE => self.moment(Verb::BeforeNeutralize, defender, attacker),
            NEUTRALIZE => self.moment(Verb::Neutralize, defender, attacker),
            NEUTRALIZED => self.moment(Verb::Neutralized, defender, attacker),
            DAMAGE => self.deal(&attack),
            IONS => self.ionize(&attack),
            CLEAR => self.clear(&attack),
            AFTERMATH => self.aftermath(&attack),
            GRANTED => self.take_grant(ours),
            END => self.moment(Verb::EndAttack, defender, attacker),
            _ => Flow::End,
        }
    }

    /// The defender and the weapon were chosen; its costs are paid and the attack begins.
    fn declare(&mut self) -> Flow {
        let locals = &self.frame.locals;
        let (Some(shot), bonus) = (locals.shot, locals.limit.is_some_and(|limit| limit.bonus))
        else {
            return self.broken("an attack has a target");
        };
        let ship = self.ship();
        if self.frame.at == DECLARE {
            if let Armament::Upgrade(card) = shot.with
                && let Some(id) = self.scene.weapon_ability(card)
            {
                let cx = self.scene.context(card, shot.at);
                for cost in &self.scene.catalogue.ability(id).cost {
                    self.pay(cost, &cx);
                }
            }
        } else {
            self.does(Verb::BeginAttack { shot, bonus }, ship);
        }
        Flow::Next
    }

    fn moment(&mut self, verb: Verb, ship: Slot, other: Slot) -> Flow {
        self.propose(Proposal::new(verb, ship).other(other));
        Flow::Next
    }

    fn roll(&mut self, attack: &Attack, dice: Dice) -> Flow {
        let ship = self.scene.roller(attack, dice);
        let n = self.scene.dice(attack, dice);
        self.propose(Proposal::new(Verb::Roll(dice), ship).n(n));
        Flow::Next
    }

    /// A player modifies dice with one ability after another.
    fn modify(&mut self, seat: Seat, dice: Dice) -> Flow {
        match self.answer.take() {
            Some(Choice::Use(card, id)) => {
                let attack = self.scene.board.attack();
                let roller = attack.map_or(Slot::MAX, |attack| self.scene.roller(attack, dice));
                self.propose(Proposal::new(Verb::Modified(id), roller).card(card));
                let locals = Locals { skip: true, ..Locals::default() };
                let frame = procedure(FIRST_ABILITY + id, seat, roller, locals);
                self.out.frames.push(Frame { source: at(card), ..frame });
                Flow::Again
            }
            Some(_) => Flow::Next,
            None => self.ask(seat, Prompt::Modify(dice)),
        }
    }

    /// All hit damage, then all critical damage; of an ion weapon that hits one hit damage alone.
    fn deal(&mut self, attack: &Attack) -> Flow {
        let [hits, crits] = attack.results;
        let ion = self.scene.weapon(attack.attacker, attack.shot.with).is_some_and(|w| w.ion);
        let (hits, crits) = if ion { (hits.min(1) | crits.min(1), 0) } else { (hits, crits) };
        if hits + crits > 0 {
            self.begin(SUFFER, attack.shot.at, Locals { hits, crits, ..Locals::default() });
        }
        Flow::Next
    }

    fn ionize(&mut self, attack: &Attack) -> Flow {
        let ion = self.scene.weapon(attack.attacker, attack.shot.with).is_some_and(|w| w.ion);
        let rest = (attack.results[0] + attack.results[1]).saturating_sub(1);
        if ion {
            // Token by token: each is an event of its own.
            for _ in 0..rest {
                self.does(Verb::Gain(Token::Ion), attack.shot.at);
            }
        }
        Flow::Next
    }

    fn clear(&mut self, attack: &Attack) -> Flow {
        for (ship, token) in [(attack.attacker, Token::Deplete), (attack.shot.at, Token::Strain)] {
            if self.scene.count(ship, token) > 0 {
                self.does(Verb::Remove(token), ship);
            }
        }
        self.moment(Verb::ClearDice, attack.shot.at, attack.attacker)
    }

    fn aftermath(&mut self, attack: &Attack) -> Flow {
        let part = usize::from(self.frame.locals.hits);
        let Some(&next) = PARTS.get(part) else { return Flow::Jump(END) };
        self.frame.locals.hits += 1;
        self.propose(Proposal::new(Verb::Aftermath(next), attack.shot.at).other(attack.attacker));
        if next.bonus { Flow::Next } else { Flow::Again }
    }

    /// Bonus attacks that were granted while the attack was under way.
    fn take_grant(&mut self, ours: Seat) -> Flow {
        let defending = self.frame.locals.hits == 3;
        let scene = self.scene;
        let side = |ship: Slot| (scene.ship(ship).owner != ours) == defending;
        let Some(grant) = scene.board.granted.iter().find(|grant| side(grant.ship)).copied() else {
            return Flow::Jump(AFTERMATH);
        };
        self.does(Verb::TakeGrant, grant.ship);
        self.begin(AIM, grant.ship, Locals { limit: Some(grant.limit), ..Locals::default() });
        Flow::Again
    }
}
