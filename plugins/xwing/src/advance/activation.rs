//! A ship activates: it reveals its dial, executes its maneuver and performs an action.

use cardmill_kernel::card::Slot;

use super::{Flow, Run};
use crate::choice::Locals;
use crate::program::{ACTION, EXECUTE};
use crate::proposal::Verb;
use crate::ship::Flags;
use crate::vocabulary::{Bearing, Dice, Difficulty, Face, Maneuver, Token};

/// What an ionized ship executes.
const ION: Maneuver =
    Maneuver { speed: 1, bearing: Bearing::Straight, difficulty: Difficulty::Blue };

/// What a stressed ship executes instead of a red maneuver.
const SAFE: Maneuver =
    Maneuver { speed: 2, bearing: Bearing::Straight, difficulty: Difficulty::White };

impl Run<'_> {
    /// The difficulty of a maneuver for a ship.
    fn rated(&self, maneuver: Maneuver) -> Maneuver {
        let harder = maneuver.bearing.is_turn() && self.scene.stats(self.ship()).harder_turns;
        let difficulty = if harder { maneuver.difficulty.harder() } else { maneuver.difficulty };
        Maneuver { difficulty, ..maneuver }
    }

    pub(super) fn activate(&mut self) -> Flow {
        let ship = self.ship();
        let state = self.scene.ship(ship);
        if !state.is_present() {
            return Flow::End;
        }
        match self.frame.at {
            0 => {
                let ionized = self.scene.is_ionized(ship);
                let dial = if ionized { ION } else { state.dial.unwrap_or(SAFE) };
                self.does(Verb::Reveal(dial), ship);
                Flow::Next
            }
            1 => {
                let Some(dial) = state.maneuver else {
                    return self.broken("a ship that activates has a maneuver");
                };
                let rated = self.rated(dial);
                let stressed = self.scene.is_stressed(ship);
                let refused = stressed && rated.difficulty == Difficulty::Red;
                let maneuver = Some(if refused { SAFE } else { rated });
                self.begin(EXECUTE, ship, Locals { maneuver, ..Locals::default() });
                Flow::Next
            }
            // A ship that executed its maneuver partially, or moved through an asteroid, skips its
            // Perform Action step.
            2 if state.flags.has(Flags::FULLY) && !self.scene.hits_asteroid(ship) => {
                self.begin(ACTION, ship, Locals::default());
                Flow::Next
            }
            2 => Flow::Next,
            _ => Flow::End,
        }
    }

    /// Through an asteroid: one attack die says what damage is suffered.
    fn collide(&mut self, ship: Slot) {
        let face = self.fall(self.scene.ship(ship).owner, Dice::Attack);
        self.does(Verb::Chance(face), ship);
        match face {
            Face::Hit => self.begin_damage(ship, 1, 0),
            Face::Crit => self.begin_damage(ship, 0, 1),
            _ => {}
        }
    }

    /// First the ship moves, then difficulty is checked, and only then come abilities.
    pub(super) fn execute(&mut self) -> Flow {
        let ship = self.ship();
        let scene = self.scene;
        let Some(maneuver) = self.frame.locals.maneuver else {
            return self.broken("a maneuver that is executed is known");
        };
        if !scene.ship(ship).is_present() {
            return Flow::End;
        }
        match self.frame.at {
            0 => {
                self.does(Verb::Execute(maneuver), ship);
                Flow::Next
            }
            // Replaced: what took its place is over.
            1 if !self.frame.locals.did => Flow::End,
            1 => {
                if scene.board.relations.flees & (1 << ship) != 0 {
                    self.does(Verb::Flee, ship);
                } else if scene.hits_asteroid(ship) {
                    self.collide(ship);
                }
                Flow::Next
            }
            2 => {
                match maneuver.difficulty {
                    Difficulty::Red => self.does(Verb::Gain(Token::Stress), ship),
                    Difficulty::Blue => {
                        for token in [Token::Stress, Token::Strain, Token::Deplete] {
                            if scene.count(ship, token) > 0 {
                                self.does(Verb::Remove(token), ship);
                            }
                        }
                    }
                    Difficulty::White | Difficulty::Purple => {}
                }
                Flow::Next
            }
            3 => {
                if scene.is_ionized(ship) {
                    for _ in 0..scene.count(ship, Token::Ion) {
                        self.does(Verb::Remove(Token::Ion), ship);
                    }
                }
                Flow::Next
            }
            4 => {
                self.does(Verb::Executed(maneuver), ship);
                Flow::Next
            }
            _ => Flow::End,
        }
    }
}
