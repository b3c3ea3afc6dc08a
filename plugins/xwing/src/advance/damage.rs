//! Damage is suffered, point by point; jam tokens cost green tokens and locks.

use super::{Flow, Run};
use crate::choice::{Choice, Prompt};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Damage, Token};

const EVENT: u16 = 0;
const POINT: u16 = 1;
const CARD: u16 = 2;

impl Run<'_> {
    pub(super) fn suffer(&mut self) -> Flow {
        let ship = self.ship();
        let state = self.scene.ship(ship);
        if !state.is_present() {
            return Flow::End;
        }
        let locals = &mut self.frame.locals;
        match self.frame.at {
            EVENT => {
                let event = Verb::Suffer(locals.hits, locals.crits);
                self.does(event, ship);
                Flow::Next
            }
            // Replaced or prevented.
            POINT if locals.damage.is_none() && !locals.did => Flow::End,
            POINT => {
                let damage = if locals.hits > 0 {
                    locals.hits -= 1;
                    Damage::Hit
                } else if locals.crits > 0 {
                    locals.crits -= 1;
                    Damage::Crit
                } else {
                    return Flow::End;
                };
                locals.damage = Some(damage);
                self.does(Verb::Damage(damage), ship);
                Flow::Next
            }
            // Replaced.
            CARD if !locals.did => Flow::Jump(POINT),
            CARD => {
                let faceup = locals.damage == Some(Damage::Crit);
                if state.shields > 0 {
                    self.does(Verb::LoseShield, ship);
                } else if let Some(card) = self.top(ship) {
                    self.propose(Proposal::new(Verb::Deal { faceup }, ship).card(card));
                } else {
                    return self.broken("a damage deck is never empty");
                }
                self.does(Verb::Suffered(if faceup { Damage::Crit } else { Damage::Hit }), ship);
                Flow::Jump(POINT)
            }
            _ => Flow::End,
        }
    }

    /// The top card of the damage deck of a ship's player.
    pub(super) fn top(&self, ship: cardmill_kernel::card::Slot) -> Option<u8> {
        let player = &self.scene.board.players[usize::from(self.scene.ship(ship).owner)];
        player.deck.last().copied()
    }

    /// A jam token goes, and with it a green token or a lock, which the ship's player chooses.
    pub(super) fn jammed(&mut self) -> Flow {
        let ship = self.ship();
        if self.frame.at > 0 {
            return Flow::End;
        }
        match self.answer.take() {
            Some(Choice::Token(token, _)) => {
                self.does(Verb::Remove(Token::Jam), ship);
                if token == Token::Lock {
                    let locked = self.scene.ship(ship).lock;
                    self.propose(Proposal::new(Verb::Remove(Token::Lock), locked).other(ship));
                } else {
                    self.does(Verb::Remove(token), ship);
                }
                Flow::Next
            }
            Some(_) => Flow::End,
            None => self.ask(self.frame.seat, Prompt::Jam(ship)),
        }
    }
}
