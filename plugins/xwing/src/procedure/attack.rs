//! The steps of an attack (RR "Attack").

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Task;
use crate::advance::Run;
use crate::board::{Aftermath, Armament, Attack, Limit, Shot};
use crate::choice::{Choice, Prompt};
use crate::effect::EffectKind;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Dice, Token};

/// An attack that is performed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attacking {
    /// Its weapon and its defender.
    pub shot: Shot,
    /// The limit under which it was chosen.
    pub limit: Limit,
}

/// A player's part in an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Attacker,
    Defender,
}

#[derive(Clone, Copy)]
enum Step {
    PayCosts,
    Begin,
    Roll(Dice),
    Modify(Dice, Side),
    FinishModifying(Dice),
    BeforeNeutralizing,
    Neutralize,
    AfterNeutralizing,
    DealDamage,
    GainIons,
    RemoveDice,
    ResolveAbilities(Side),
    ResolveBonusAttacks(Side),
    TakeGrantedAttacks(Side),
    Finish,
}

use Side::{Attacker, Defender};

const ATTACK: Procedure<Step> = Procedure::new(&[
    // RR "Attack", 1. Declare Target: weapon and defender are chosen, the costs are paid.
    Do(Step::PayCosts),
    Do(Step::Begin),
    // RR "Attack", 2. Attack Dice: rolled, modified by the defender, then by the attacker.
    Do(Step::Roll(Dice::Attack)),
    Do(Step::Modify(Dice::Attack, Defender)),
    Do(Step::Modify(Dice::Attack, Attacker)),
    Do(Step::FinishModifying(Dice::Attack)),
    // RR "Attack", 3. Defense Dice: rolled, modified by the attacker, then by the defender.
    Do(Step::Roll(Dice::Defense)),
    Do(Step::Modify(Dice::Defense, Attacker)),
    Do(Step::Modify(Dice::Defense, Defender)),
    Do(Step::FinishModifying(Dice::Defense)),
    // RR "Attack", 4. Neutralize Results.
    Do(Step::BeforeNeutralizing),
    Do(Step::Neutralize),
    Do(Step::AfterNeutralizing),
    // RR "Attack", 5. Deal Damage: all hit damage, then all critical damage.
    Do(Step::DealDamage),
    // A weapon that inflicts tokens, by its card; of an ion weapon, its other results do.
    Do(Step::GainIons),
    Do(Step::RemoveDice),
    // RR "Attack", 6. Aftermath: the defender's abilities, then the attacker's; those that grant
    // bonus attacks after all others.
    Do(Step::ResolveAbilities(Defender)),
    Do(Step::ResolveAbilities(Attacker)),
    Do(Step::ResolveBonusAttacks(Defender)),
    Do(Step::TakeGrantedAttacks(Defender)),
    Do(Step::ResolveBonusAttacks(Attacker)),
    Do(Step::TakeGrantedAttacks(Attacker)),
    Do(Step::Finish),
]);

impl Run<'_> {
    pub(super) fn attack(&mut self, attacking: Attacking) -> Flow {
        ATTACK.steps(self.frame.at, self, |run, step| match step {
            Step::PayCosts => run.pay_costs(attacking.shot),
            Step::Begin => run.begin_attack(attacking),
            step => match run.scene.board.attack() {
                Some(attack) => run.step_of_attack(step, attack),
                None => run.broken("an attack that is performed is under way"),
            },
        })
    }

    fn step_of_attack(&mut self, step: Step, attack: &Attack) -> Flow {
        let (attacker, defender) = (attack.attacker, attack.shot.at);
        let scene = self.scene;
        let seat = |side| scene.ship(if side == Attacker { attacker } else { defender }).owner;
        let moment = |verb| Proposal::new(verb, defender).other(attacker);
        let aftermath = |side, bonus| {
            let part = Aftermath { defending: side == Defender, bonus };
            moment(Verb::Aftermath(part))
        };
        match step {
            Step::PayCosts | Step::Begin => {}
            // An attack that hits without dice has no steps of dice.
            Step::Roll(_) | Step::Modify(..) | Step::FinishModifying(_) if attack.struck => {}
            Step::Roll(dice) => {
                let n = self.scene.dice(attack, dice);
                let roller = self.scene.roller(attack, dice);
                self.propose(Proposal::new(Verb::Roll(dice), roller).n(n));
            }
            Step::FinishModifying(dice) => {
                self.does(Verb::DiceModified(dice), self.scene.roller(attack, dice));
            }
            Step::Modify(dice, side) => return self.modify(seat(side), dice),
            Step::BeforeNeutralizing => self.propose(moment(Verb::BeforeNeutralize)),
            Step::Neutralize => self.propose(moment(Verb::Neutralize)),
            Step::AfterNeutralizing => self.propose(moment(Verb::Neutralized)),
            Step::DealDamage => self.deal_damage(attack),
            Step::GainIons => self.gain_ions(attack),
            Step::RemoveDice => {
                for (ship, token) in [(attacker, Token::Deplete), (defender, Token::Strain)] {
                    if self.scene.count(ship, token) > 0 {
                        self.does(Verb::Remove(token), ship);
                    }
                }
                self.propose(moment(Verb::ClearDice));
            }
            Step::ResolveAbilities(side) => self.propose(aftermath(side, false)),
            Step::ResolveBonusAttacks(side) => self.propose(aftermath(side, true)),
            Step::TakeGrantedAttacks(side) => return self.take_granted_attacks(seat(side)),
            Step::Finish => self.propose(moment(Verb::EndAttack)),
        }
        Flow::Next
    }

    fn pay_costs(&mut self, shot: Shot) -> Flow {
        if let Armament::Upgrade(card) = shot.with
            && let Some(id) = self.scene.weapon_ability(card)
        {
            let ship = self.ship();
            let cx = self.scene.context(card, shot.at);
            // What a weapon asks for and the ship has not is excused, perhaps for a cost.
            let unmet = self.scene.weapon(ship, shot.with);
            let unmet = unmet.and_then(|weapon| {
                let needs = self.scene.unmet(ship, &weapon, shot.at)?;
                self.scene.excuse(ship, needs, shot.at)
            });
            if let Some((source, excuse)) = unmet {
                let cx = self.scene.context(source, ship);
                for cost in &self.scene.catalogue.ability(excuse).cost {
                    self.pay(cost, &cx);
                }
            }
            for cost in &self.scene.catalogue.ability(id).cost {
                self.pay(cost, &cx);
            }
        }
        Flow::Next
    }

    fn begin_attack(&mut self, attacking: Attacking) -> Flow {
        let Attacking { shot, limit } = attacking;
        self.does(Verb::BeginAttack { shot, bonus: limit.bonus }, self.ship());
        Flow::Next
    }

    /// A player modifies dice with one ability after another.
    fn modify(&mut self, seat: Seat, dice: Dice) -> Flow {
        match self.answer.take() {
            Some(Choice::Use(card, id)) => {
                let attack = self.scene.board.attack();
                let roller = attack.map_or(Slot::MAX, |attack| self.scene.roller(attack, dice));
                self.propose(Proposal::new(Verb::Modified(id), roller).card(card));
                // The ability is seen from its own ship, even where the roller's player uses it.
                self.begin_chosen(card, id, self.scene.controller(card), roller);
                Flow::Again
            }
            Some(_) => Flow::Next,
            None => self.ask(seat, Prompt::Modify(dice)),
        }
    }

    fn is_ion(&self, attack: &Attack) -> bool {
        self.scene.weapon(attack.attacker, attack.shot.with).is_some_and(|weapon| weapon.ion)
    }

    /// Deals the damage of an attack that hit; of an ion weapon, one hit damage alone.
    fn deal_damage(&mut self, attack: &Attack) {
        let [hits, crits] = attack.results;
        if hits + crits > 0 && self.inflicted(attack).is_none() {
            let ionizes = self.scene.stats(attack.attacker).crits_ionize;
            let (hits, crits) = match (self.is_ion(attack), ionizes) {
                (true, _) => (1, 0),
                (false, true) => (hits, 0),
                (false, false) => (hits, crits),
            };
            if hits + crits > 0 {
                self.begin_damage(attack.shot.at, hits, crits);
            }
        }
    }

    /// The token that all results of a weapon inflict, by its card.
    fn inflicted(&self, attack: &Attack) -> Option<Token> {
        self.scene.weapon(attack.attacker, attack.shot.with)?.inflicts
    }

    fn gain_ions(&mut self, attack: &Attack) {
        let all = attack.results[0] + attack.results[1];
        let (token, n) = match self.inflicted(attack) {
            Some(token) => (token, all),
            None if self.is_ion(attack) => (Token::Ion, all.saturating_sub(1)),
            None if self.scene.stats(attack.attacker).crits_ionize => {
                (Token::Ion, attack.results[1])
            }
            None => return,
        };
        // Token by token: each is an event of its own.
        for _ in 0..n {
            self.does(Verb::Gain(token), attack.shot.at);
        }
    }

    /// Bonus attacks that were granted while the attack was under way, one after another.
    fn take_granted_attacks(&mut self, seat: Seat) -> Flow {
        let scene = self.scene;
        let mut granted = scene.effects().filter_map(|(number, effect)| match effect.kind {
            EffectKind::BonusAttack(limit) => Some((number, effect.ship, limit)),
            EffectKind::Lasting(..) | EffectKind::None => None,
        });
        let Some((number, ship, limit)) = granted.find(|grant| scene.ship(grant.1).owner == seat)
        else {
            return Flow::Next;
        };
        self.propose(Proposal::new(Verb::TakeGrant, ship).n(number));
        self.begin(Task::Aim(limit), ship);
        Flow::Again
    }
}
