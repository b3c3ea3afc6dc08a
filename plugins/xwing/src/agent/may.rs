//! Abilities that may be used, outside of dice.

use super::fighter::Mind;
use super::flight::Sky;
use crate::vocabulary::{Cost, Difficulty, Facing, Maneuver, Modifier, Step, Timing, Token};

impl Mind<'_> {
    /// Tells whether the ability that asks turns an indicator or sets a dial.
    pub(super) fn steers(&self) -> bool {
        let Some(frame) = self.frame.filter(|frame| frame.locals.task().is_none()) else {
            return false;
        };
        let id = frame.program - crate::program::FIRST_ABILITY;
        let steers = |step: &Step| matches!(step, Step::Rotate | Step::SetDial { .. });
        self.scene.catalogue.ability(id).effect.iter().any(steers)
    }

    /// The worth of using an ability that may be used: it is declined where it hurts, or where what
    /// it does is of no use.
    pub(super) fn may(&self, id: u16, sky: Option<&Sky<'_>>) -> i64 {
        let ability = self.scene.catalogue.ability(id);
        let cost = &ability.cost;
        let hurts = cost.iter().any(|cost| match cost {
            Cost::Suffer(..) | Cost::Shield(_) => true,
            Cost::Gain(token) => matches!(token, Token::Disarm | Token::Ion | Token::Tractor),
            _ => false,
        });
        if hurts { -1 } else { self.helps(id, &ability.effect, sky) }
    }

    fn helps(&self, id: u16, effect: &[Step], sky: Option<&Sky<'_>>) -> i64 {
        let scene = &self.scene;
        let ship = self.subject();
        match effect.first() {
            // A side that takes attack dice is turned away from, and stays so.
            Some(Step::Flip) => {
                let card = scene.catalogue.card(scene.catalogue.listed(id).definition);
                let weak = |ability: &u16| match &scene.catalogue.ability(*ability).timing {
                    Timing::Always(list) => {
                        list.iter().any(|it| matches!(it, Modifier::AttackDice(..=-1)))
                    }
                    _ => false,
                };
                if card.constant.iter().any(weak) { 1 } else { -1 }
            }
            // What helps against stress is kept until it is needed.
            Some(Step::Lasting(_, Modifier::ActsWhileStressed, _)) => {
                let dial = ship.and_then(|ship| scene.ship(ship).dial);
                let needed = ship.zip(dial).is_some_and(|(ship, dial)| {
                    scene.difficulty(ship, dial) == Difficulty::Red || scene.is_stressed(ship)
                });
                if needed { 1 } else { -1 }
            }
            Some(Step::Drop(template)) => {
                let card = self.frame.map(|frame| frame.source.slot);
                let drops = ship.zip(card);
                drops.map_or(1, |(ship, card)| self.dropped(ship, card, *template))
            }
            Some(Step::DropOne { bombs }) => {
                let Some(ship) = ship else { return 1 };
                let cards = scene.droppable(ship, *bombs);
                cards.map(|card| self.dropped_one(ship, card)).max().unwrap_or(-1)
            }
            Some(Step::Rotate) => {
                let Some((ship, sky)) = ship.zip(sky) else { return -1 };
                let now = scene.ship(ship).facing;
                let worth = |way: Facing| self.aim(sky, crate::choice::Choice::Face(way));
                let best = Facing::ALL.into_iter().filter(|&way| way != now).map(worth).max();
                best.map_or(-1, |best| best - worth(now) - 1)
            }
            Some(step @ Step::SetDial { harder, .. }) => {
                let Some(ship) = ship else { return -1 };
                let Some(now) = scene.ship(ship).maneuver else { return -1 };
                let worth = |dial: Maneuver| {
                    let difficulty =
                        if *harder { dial.difficulty.harder() } else { dial.difficulty };
                    self.redial(sky, Maneuver { difficulty, ..dial })
                };
                let best = scene.redials(ship, step).into_iter().map(worth).max();
                best.map_or(-1, |best| best - self.redial(sky, now))
            }
            _ => 1,
        }
    }

    /// The worth of setting a dial that was revealed.
    pub(super) fn redial(&self, sky: Option<&Sky<'_>>, maneuver: Maneuver) -> i64 {
        match (sky, self.subject()) {
            (Some(sky), _) => self.dial(sky, maneuver),
            (None, Some(ship)) => self.ease(ship, maneuver),
            (None, None) => 0,
        }
    }
}
