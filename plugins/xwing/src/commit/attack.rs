//! Commits of attacks and dice.

use cardmill_kernel::card::Slot;
use cardmill_kernel::streams::{Purpose, below};
use cardmill_kernel::table::Fault;

use super::Commit;
use crate::board::Attack;
use crate::effect::EffectKind;
use crate::proposal::{Proposal, Verb};
use crate::ship::{Die, Flags};
use crate::vocabulary::{Arc, Dice, Face, Token, Until};

impl Commit<'_, '_, '_> {
    pub(super) fn attack(&mut self, what: Proposal) -> Option<Proposal> {
        let ship = what.ship;
        match what.verb {
            Verb::BeginAttack { shot, bonus } => {
                let arc = self.scene().weapon(ship, shot.with).map(|weapon| weapon.arc);
                let turret = matches!(arc, Some(Arc::Turret | Arc::DoubleTurret));
                let state = self.ship(ship);
                state.flags.set(Flags::ATTACKED, true);
                state.targets |= 1 << shot.at;
                if turret {
                    state.flags.set(Flags::TURRET, true);
                }
                if bonus {
                    state.flags.set(Flags::BONUS, true);
                }
                let attack = Attack::new(ship, shot, bonus);
                self.pool(ship).0.clear();
                self.pool(shot.at).0.clear();
                if self.state.board.attacks.try_push(attack).is_err() {
                    self.change.fault = Some(Fault::Overflow("attacks within attacks"));
                }
            }
            Verb::Modified(id) => {
                let attack = self.state.board.attacks.last_mut()?;
                if attack.used.try_push((what.card, id)).is_err() {
                    self.change.fault = Some(Fault::Overflow("abilities used in one attack"));
                }
            }
            Verb::Roll(dice) => {
                let seat = self.ship(ship).owner;
                for _ in 0..what.n {
                    let face = self.fall(seat, dice);
                    self.pool(ship).0.push(Die { face, rerolled: false });
                }
                self.state.board.attacks.last_mut()?.rolled[dice as usize] = what.n;
            }
            Verb::Chance(_) => {
                // Taken from what was said to fall, if it was.
                let seat = self.ship(ship).owner;
                self.state.board.players[usize::from(seat)].coming(Dice::Attack).pop_front();
            }
            Verb::Change(from, to) => return self.change(what, from, to),
            Verb::Reroll(dice, picked) => {
                let seat = self.ship(ship).owner;
                for at in (0..self.pool(ship).0.len()).filter(|at| picked & (1 << at) != 0) {
                    let face = self.fall(seat, dice);
                    self.pool(ship).0[at] = Die { face, rerolled: what.n > 0 };
                }
            }
            Verb::Add(face) => {
                // A ship rolls no more dice than there is room for; neither are more added.
                let die = Die { face, rerolled: false };
                let done = self.pool(ship).0.try_push(die).is_ok();
                self.recount(ship);
                return done.then_some(what);
            }
            Verb::Cancel(face) | Verb::SpendResult(face) => {
                let done = self.cancel(ship, face);
                self.recount(ship);
                return done.then_some(what);
            }
            Verb::CancelAll => {
                self.pool(ship).0.clear();
                let attack = self.state.board.attacks.last_mut()?;
                if attack.attacker == ship {
                    attack.results = [0; 2];
                }
            }
            Verb::Neutralize => self.neutralize(what),
            Verb::Strike => self.state.board.attacks.last_mut()?.struck = true,
            Verb::ClearDice => {
                self.pool(ship).0.clear();
                if self.is_present(what.other) {
                    self.pool(what.other).0.clear();
                }
                self.state.board.attacks.last_mut()?.over = true;
            }
            Verb::EndAttack => {
                self.state.board.attacks.pop();
                self.state.board.effects.keep(self.state.effects, |_, effect| {
                    !matches!(effect.kind, EffectKind::Lasting(_, Until::EndOfAttack))
                });
            }
            Verb::Grant(limit) => {
                self.effect(ship, EffectKind::BonusAttack(limit));
            }
            Verb::TakeGrant => {
                let taken = what.n;
                self.state.board.effects.keep(self.state.effects, |number, _| number != taken);
            }
            _ => {}
        }
        Some(what)
    }

    /// One die falls: the next result that was said to come, or chance.
    fn fall(&mut self, seat: u8, dice: Dice) -> Face {
        let coming = self.state.board.players[usize::from(seat)].coming(dice).pop_front();
        coming.unwrap_or_else(|| {
            dice.sides()[self.change.streams.draw(Purpose::Effect(seat), |rng| below(rng, 8))]
        })
    }

    fn change(&mut self, what: Proposal, from: Face, to: Face) -> Option<Proposal> {
        let pool = self.pool(what.ship);
        let dice = pool.0.iter_mut().filter(|die| die.face == from).take(what.n.into());
        let mut n = 0;
        for die in dice {
            die.face = to;
            n += 1;
        }
        (n > 0).then(|| what.n(n))
    }

    fn cancel(&mut self, ship: Slot, face: Face) -> bool {
        let pool = self.pool(ship);
        let at = pool.0.iter().position(|die| die.face == face);
        if let Some(at) = at {
            pool.0.remove(at);
        }
        at.is_some()
    }

    /// Each evade cancels a hit, and when there are no more hits, a critical hit. A reinforced
    /// defender cancels one more, as long as that leaves one.
    fn neutralize(&mut self, what: Proposal) {
        let (defender, attacker) = (what.ship, what.other);
        let before = self.pool(attacker).count(&[Face::Hit, Face::Crit]);
        let evades = self.pool(defender).count(&[Face::Evade]);
        for _ in 0..evades {
            let stands = self.stats(attacker).crits_stand;
            if !(stands && self.pool(attacker).count(&[Face::Hit]) == 0) {
                self.cancel_result(attacker);
            }
        }
        // However far away, where that is given; on a mat nobody attacks from beyond range 3.
        let sees = |commit: &Self, arc| {
            let scene = commit.scene();
            scene.board.relations.arcs(defender, attacker).has(arc)
                || (scene.has_mat() && scene.in_arc(defender, arc, attacker))
        };
        for (token, arc) in
            [(Token::ReinforceFore, Arc::FullFront), (Token::ReinforceAft, Arc::FullRear)]
        {
            let tokens = self.ship(defender).tokens.count(token);
            let seen = tokens > 0 && sees(self, arc);
            for _ in 0..tokens {
                let left = self.pool(attacker).count(&[Face::Hit, Face::Crit]);
                if seen && left > 1 {
                    self.cancel_result(attacker);
                }
            }
        }
        let after = self.pool(attacker).count(&[Face::Hit, Face::Crit]);
        if let Some(attack) = self.state.board.attacks.last_mut() {
            attack.neutralized = after < before;
        }
        self.count(attacker);
    }

    fn cancel_result(&mut self, attacker: Slot) {
        let mut order = [Face::Hit, Face::Crit];
        if self.stats(attacker).crits_first {
            order.reverse();
        }
        if !self.cancel(attacker, order[0]) {
            self.cancel(attacker, order[1]);
        }
    }

    /// Counts results again, if the ship is the attacker.
    fn recount(&mut self, ship: Slot) {
        if self.state.board.attack().is_some_and(|attack| attack.attacker == ship) {
            self.count(ship);
        }
    }

    /// Counts the uncancelled hits and critical hits that are left of the attack.
    fn count(&mut self, attacker: Slot) {
        let pool = self.pool(attacker);
        let results = [Face::Hit, Face::Crit].map(|face| pool.count(&[face]) as u8);
        if let Some(attack) = self.state.board.attacks.last_mut() {
            attack.results = results;
            attack.hit = attack.struck || results != [0; 2];
        }
    }
}
