//! Damage, damage cards and their abilities.

use crate::choice::{Answer, Flow, Players, Prompt};
use crate::damage::Damage;
use crate::fault::Fault;
use crate::game::Game;
use crate::state::{Dice, Face, Token};

impl<P: Players> Game<'_, P> {
    /// A ship suffers hits, then critical hits, one by one: a shield each, or a damage card.
    pub(crate) fn suffer(&mut self, ship: usize, hits: u8, crits: u8) -> Flow {
        let (mut hits, mut crits) = (hits, crits);
        if self.ship(ship).suffers(Damage::HullBreach) > 0 && !self.breaks(Fault::BreachSealed) {
            (hits, crits) = (0, hits + crits);
        }
        for _ in 0..hits {
            if !self.ship(ship).is_present() {
                return Ok(());
            }
            if self.ship(ship).shields > 0 {
                self.ship_mut(ship).shields -= 1;
            } else {
                self.deal(ship, false)?;
            }
        }
        for _ in 0..crits {
            let mut cards = Vec::new();
            if !self.ship(ship).is_present() {
                return Ok(());
            }
            if self.ship(ship).shields > 0 && !self.breaks(Fault::ShieldsLeak) {
                self.ship_mut(ship).shields -= 1;
            } else {
                let faceup = !self.breaks(Fault::CritsFacedown);
                let card = self.deal(ship, faceup)?;
                if faceup
                    && self.ship(ship).is_present()
                    && matches!(card, Damage::PanickedPilot | Damage::DirectHit)
                {
                    cards.push(card);
                }
            }
            let leaks = self.ship(ship).suffers(Damage::FuelLeak);
            cards.extend(core::iter::repeat_n(Damage::FuelLeak, leaks));
            self.come_up(ship, cards)?;
        }
        Ok(())
    }

    /// Abilities come up: at once, or, where one is being resolved, when that is done.
    fn come_up(&mut self, ship: usize, cards: Vec<Damage>) -> Flow {
        match &mut self.set_off {
            Some(waiting) => {
                waiting.extend(cards);
                Ok(())
            }
            None => self.resolve(ship, cards),
        }
    }

    /// A ship is dealt the top card of its player's deck.
    fn deal(&mut self, ship: usize, faceup: bool) -> Flow<Damage> {
        let seat = self.ship(ship).seat;
        if self.state.players[seat].deck.is_none() {
            self.state.players[seat].deck = Some(self.players.deck(seat));
        }
        let player = &mut self.state.players[seat];
        let deck = player.deck.get_or_insert_default();
        if deck.is_empty() {
            deck.append(&mut player.discard);
            self.players.shuffle(seat, deck)?;
        }
        let card = deck.pop().ok_or(crate::choice::Stop::Left)?;
        let one = self.ship_mut(ship);
        if faceup {
            one.faceup.push(card);
        } else {
            one.facedown.push(card);
        }
        if one.faceup.len() + one.facedown.len() >= usize::from(one.pilot.sheet().hull) {
            one.destroyed = true;
        }
        self.leave_if_destroyed(ship);
        Ok(card)
    }

    /// A faceup card is turned facedown.
    pub(crate) fn repair(&mut self, ship: usize, card: Damage) {
        let one = self.ship_mut(ship);
        if let Some(at) = one.faceup.iter().position(|&other| other == card) {
            one.faceup.remove(at);
            one.facedown.push(card);
        }
    }

    /// Resolves abilities of a ship's damage cards that came up together, in the order of its
    /// player's choice.
    pub(crate) fn resolve(&mut self, ship: usize, cards: Vec<Damage>) -> Flow {
        let seat = self.ship(ship).seat;
        let mut waiting = cards;
        let mut queue = Vec::new();
        while !waiting.is_empty() {
            let options: Vec<Answer> =
                waiting.iter().map(|&card| Answer::Resolve(card, ship)).collect();
            if let Answer::Resolve(card, _) = self.ask(seat, Prompt::Which, &options)? {
                let at = waiting.iter().position(|&other| other == card).unwrap_or(0);
                queue.push(waiting.remove(at));
            }
        }
        for card in queue {
            if self.ship(ship).suffers(card) > 0 {
                let outer = self.set_off.replace(Vec::new());
                self.ability(ship, card)?;
                let set_off = core::mem::replace(&mut self.set_off, outer).unwrap_or_default();
                // What it has set off is resolved before what waits.
                self.resolve(ship, set_off)?;
            }
        }
        Ok(())
    }

    fn ability(&mut self, ship: usize, card: Damage) -> Flow {
        let seat = self.ship(ship).seat;
        match card {
            Damage::PanickedPilot => {
                self.ship_mut(ship).gain(Token::Stress);
                self.ship_mut(ship).gain(Token::Stress);
                self.repair(ship, card);
            }
            Damage::WoundedPilot => self.wound(ship),
            Damage::StunnedPilot => self.suffer(ship, 1, 0)?,
            Damage::ConsoleFire => {
                let hit = self.roll(seat, Dice::Attack) == Face::Hit;
                self.suffer(ship, hit.into(), 0)?;
            }
            Damage::DisabledPowerRegulator => {
                if self.state.phase == "engagement" {
                    self.ship_mut(ship).gain(Token::Ion);
                } else {
                    self.repair(ship, card);
                }
            }
            Damage::LooseStabilizer | Damage::FuelLeak => {
                self.suffer(ship, 1, 0)?;
                self.repair(ship, card);
            }
            Damage::DirectHit => {
                if !self.breaks(Fault::DirectHitHarmless) {
                    self.suffer(ship, 1, 0)?;
                }
                self.repair(ship, card);
            }
            _ => {}
        }
        Ok(())
    }

    /// Outside of the Engagement Phase a destroyed ship is removed at once.
    pub(crate) fn leave_if_destroyed(&mut self, ship: usize) {
        let one = self.ship(ship);
        if one.is_present() && one.destroyed && self.state.phase != "engagement" {
            self.remove(ship);
        }
    }
}
