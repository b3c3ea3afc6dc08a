//! Commits of tokens, charges and Force.

use cardmill_kernel::card::Slot;
use cardmill_kernel::table::Fault;

use super::Commit;
use crate::proposal::{Proposal, Verb};
use crate::ship::Flags;
use crate::vocabulary::Token;

impl Commit<'_, '_, '_> {
    pub(super) fn token(&mut self, what: Proposal) -> Option<Proposal> {
        match what.verb {
            Verb::Gain(Token::Lock) => self.lock(what),
            // RR "Cloak": a ship has one cloak token at most.
            Verb::Gain(Token::Cloak) if self.scene().is_cloaked(what.ship) => None,
            Verb::Gain(token) => {
                self.ship(what.ship).tokens.add(token, 1);
                if token == Token::Tractor {
                    self.tractor(what);
                }
                Some(what)
            }
            Verb::Remove(Token::Lock) | Verb::Spend(Token::Lock) => self.unlock(what),
            Verb::Remove(token) if self.stats(what.ship).no_removing & (1 << token as u16) != 0 => {
                None
            }
            Verb::Remove(token) => self.ship(what.ship).tokens.take(token).then_some(what),
            Verb::Spend(token) => {
                let spent = self.ship(what.ship).tokens.take(token);
                if spent
                    && let Some(attack) = self.state.board.attacks.last_mut()
                    && !attack.spent.contains(&(what.ship, token))
                    && attack.spent.try_push((what.ship, token)).is_err()
                {
                    self.change.fault = Some(Fault::Overflow("tokens spent in one attack"));
                }
                spent.then_some(what)
            }
            Verb::Transfer(token) => self.transfer(what, token),
            Verb::Relock => {
                let locker = (what.other < self.state.board.ships).then_some(what.other)?;
                let locker = self.ship(locker);
                (locker.lock != Slot::MAX).then(|| locker.lock = what.ship)?;
                Some(what)
            }
            Verb::Place(token) => {
                self.card(what.card).holds.add(token, 1);
                Some(what)
            }
            Verb::TakeOff(token) => self.card(what.card).holds.take(token).then_some(what),
            Verb::SpendCharge => {
                let card = self.card(what.card);
                let n = what.n.min(card.charges);
                card.charges -= n;
                (n > 0).then(|| what.n(n))
            }
            Verb::RecoverCharge if !self.scene().recovers(what.card) => None,
            Verb::RecoverCharge => {
                let full = self.scene().printed(what.card).definition.charges;
                let card = self.card(what.card);
                let n = what.n.min(full.saturating_sub(card.charges));
                card.charges += n;
                (n > 0).then(|| what.n(n))
            }
            Verb::SpendForce => {
                let ship = self.ship(what.ship);
                let n = what.n.min(ship.force);
                ship.force -= n;
                (n > 0).then(|| what.n(n))
            }
            Verb::RecoverForce => {
                let most = self.stats(what.ship).force;
                let ship = self.ship(what.ship);
                let n = what.n.min(most.saturating_sub(ship.force));
                ship.force += n;
                (n > 0).then(|| what.n(n))
            }
            _ => None,
        }
    }

    /// RR "Tractor": with as many tokens as its size asks for, a ship is moved once a round.
    fn tractor(&mut self, what: Proposal) {
        let due = {
            let scene = self.scene();
            let ship = scene.ship(what.ship);
            let moved = scene.board.tugs.iter().any(|(tugged, _)| *tugged == what.ship);
            scene.has_mat()
                && !moved
                && !ship.flags.has(Flags::TUGGED)
                && ship.tokens.count(Token::Tractor) >= scene.hull(what.ship).0.threshold()
        };
        if due {
            self.state.board.tugs.push((what.ship, what.seat));
        }
    }

    /// A ship has at most one lock: a new one takes the place of the old one.
    fn lock(&mut self, what: Proposal) -> Option<Proposal> {
        if what.other >= self.state.board.ships || what.other == what.ship {
            return None;
        }
        if !self.scene().can_lock(what.other, what.ship) {
            return None;
        }
        let locker = self.ship(what.other);
        if locker.lock == what.ship {
            return None;
        }
        locker.lock = what.ship;
        Some(what)
    }

    fn unlock(&mut self, what: Proposal) -> Option<Proposal> {
        let locker = (what.other < self.state.board.ships).then(|| self.ship(what.other))?;
        if locker.lock != what.ship {
            return None;
        }
        locker.lock = Slot::MAX;
        Some(what)
    }

    /// A token that is handed over is the other ship's from then on. It is neither spent nor
    /// gained.
    fn transfer(&mut self, what: Proposal, token: Token) -> Option<Proposal> {
        if !self.is_present(what.other) {
            return None;
        }
        if token == Token::Lock {
            let locked = core::mem::replace(&mut self.ship(what.ship).lock, Slot::MAX);
            // A ship does not lock itself.
            let lock = if locked == what.other { Slot::MAX } else { locked };
            self.ship(what.other).lock = lock;
            return (locked != Slot::MAX).then_some(what);
        }
        if !self.ship(what.ship).tokens.take(token) {
            return None;
        }
        self.ship(what.other).tokens.add(token, 1);
        Some(what)
    }
}
