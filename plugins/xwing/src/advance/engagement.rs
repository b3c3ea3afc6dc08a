//! A ship engages: it may perform an attack. Destroyed ships are removed.

use super::{Flow, Run};
use crate::board::Limit;
use crate::choice::{Choice, Locals, Prompt};
use crate::program::{AIM, ATTACK};
use crate::proposal::Verb;
use crate::ship::Flags;

impl Run<'_> {
    /// A destroyed ship that has not engaged yet still does.
    pub(super) fn engage(&mut self) -> Flow {
        let ship = self.ship();
        if !self.scene.ship(ship).is_present() {
            return Flow::End;
        }
        match self.frame.at {
            0 => {
                self.does(Verb::BeforeEngaging, ship);
                Flow::Next
            }
            1 => {
                self.begin(AIM, ship, Locals { limit: Some(Limit::ANY), ..Locals::default() });
                Flow::Next
            }
            2 => {
                self.does(Verb::Engaged, ship);
                Flow::Next
            }
            _ => Flow::End,
        }
    }

    /// The ship may perform one attack; not attacking is always allowed.
    pub(super) fn aim(&mut self) -> Flow {
        let ship = self.ship();
        let limit = self.frame.locals.limit.unwrap_or(Limit::ANY);
        match self.answer.take() {
            Some(Choice::Attack(shot)) => {
                let locals = Locals { shot: Some(shot), limit: Some(limit), ..Locals::default() };
                self.begin(ATTACK, ship, locals);
                Flow::Jump(1)
            }
            Some(_) => Flow::End,
            None if self.frame.at > 0 => Flow::End,
            None => {
                let none =
                    !self.scene.ship(ship).is_present() || self.scene.shots(ship, limit).is_empty();
                if none { Flow::End } else { self.ask(self.frame.seat, Prompt::Attack) }
            }
        }
    }

    /// Destroyed ships are removed together. What comes "after it is destroyed" comes right
    /// before; ships that this destroys follow at once.
    pub(super) fn remove(&mut self) -> Flow {
        let scene = self.scene;
        let with = |flag: Flags, without: Flags| {
            scene.present().filter(move |&ship| {
                let flags = scene.ship(ship).flags;
                flags.has(flag) && !flags.has(without)
            })
        };
        match self.frame.at {
            0 => {
                for ship in with(Flags::DESTROYED, Flags::DYING) {
                    self.does(Verb::Die, ship);
                }
                Flow::Next
            }
            1 => {
                for ship in with(Flags::DYING, Flags::default()) {
                    self.does(Verb::RemoveShip, ship);
                }
                Flow::Next
            }
            2 if with(Flags::DESTROYED, Flags::DYING).next().is_some() => Flow::Jump(0),
            _ => Flow::End,
        }
    }
}
