//! The worth of actions, and of cards when they are played.

use super::board::{CARD, Mind, WIN, body};
use crate::face::Face;
use crate::prelude::*;
use crate::words::cost::word::Loss;
use crate::words::event::{Event, Played};

/// Points for being played that a card has beside its own worth: cards in hand do nothing.
const TEMPO: i32 = 60;
/// Points for a resource that is spent on an ability.
const RESOURCE: i32 = 4;

impl Mind<'_, '_> {
    /// An action. Whatever is worth something is done; then the initiative is taken.
    pub fn action(&self, choice: Choice) -> i32 {
        match choice {
            Choice::Deploy(_) => WIN / 2,
            // As a unit it can attack by itself.
            Choice::DeployAsUpgrade(_) => WIN / 2 - 1,
            Choice::Play(slot) | Choice::Smuggle(slot, _) => self.played(slot),
            Choice::Pilot(slot) => self.piloted(slot),
            Choice::Attack(slot) => {
                self.unit(slot).map_or(0, |unit| self.best_attack(&unit, 0, false))
            }
            Choice::Use(slot, index) => self.used(slot, index),
            Choice::Initiative | Choice::Blast | Choice::Plan => 1,
            _ => 0,
        }
    }

    /// Playing a card from hand.
    pub fn played(&self, slot: Slot) -> i32 {
        let Some(printed) = self.view.printed(slot) else { return 0 };
        let definition = &printed.definition;
        let cost = i32::from(definition.cost);
        match definition.kind {
            Kind::Unit => {
                let worth = body(definition.power.into(), definition.hp.into()) / 2;
                let keywords = 3 * definition.keywords.len() as i32;
                TEMPO + 10 * cost + worth + keywords + self.entering(slot).clamp(-TEMPO, TEMPO)
            }
            Kind::Upgrade => {
                if self.units(self.view.seat()).next().is_none() {
                    return -1;
                }
                self.upgrade(slot) + 10 * cost + self.entering(slot).clamp(0, TEMPO)
            }
            Kind::Event => {
                let Some(mut text) = self.view.event(slot) else { return 0 };
                let worth = self.whole(&mut text);
                if worth >= WIN / 2 {
                    worth
                } else if worth > CARD {
                    worth + 6 * cost
                } else {
                    -1
                }
            }
            _ => 0,
        }
    }

    /// Playing a unit as an upgrade.
    fn piloted(&self, slot: Slot) -> i32 {
        let Some(printed) = self.view.printed(slot) else { return 0 };
        let cost = printed.piloting.as_ref().map_or(0, |(cost, _)| i32::from(*cost));
        let entering = self.triggered(&printed.upgrade, slot).clamp(0, TEMPO);
        self.upgrade(slot) + 10 * cost + entering
    }

    /// The worth of abilities that trigger when this card is played, and of Ambush.
    fn entering(&self, slot: Slot) -> i32 {
        let Some(printed) = self.view.printed(slot) else { return 0 };
        let worth = self.triggered(&printed.front, slot);
        let has = |keyword| printed.definition.keywords.contains(&keyword);
        let attacks = if has(Keyword::Ambush) { 20 } else { 0 };
        worth + attacks + if has(Keyword::Support) { 12 } else { 0 }
    }

    /// The worth of abilities that trigger when a side of this card is played.
    fn triggered(&self, face: &Face, slot: Slot) -> i32 {
        let on_play = |event: &Event| *event == Event::Played(Played::any(Subject::This));
        let mut worth = 0;
        for &id in &face.triggered {
            if let Ability::Triggered { when, .. } = self.view.ability_of(id)
                && when.iter().any(on_play)
            {
                worth += self.whole(&mut self.view.ability(id, slot));
            }
        }
        worth
    }

    /// Using an action ability: its text less its costs.
    fn used(&self, slot: Slot, index: u8) -> i32 {
        let Some((Ability::Action { cost, epic, .. }, id)) = self.view.action(slot, index) else {
            return 0;
        };
        let mut text = self.view.ability(id, slot);
        let in_arena = self.view.card(slot).is_some_and(|card| card.zone != Zone::Base);
        let price: i32 = cost
            .iter()
            .map(|part| match part.word().loss() {
                Loss::Attack if in_arena => {
                    self.unit(slot).map_or(0, |unit| self.best_attack(&unit, 0, false).max(0))
                }
                Loss::Attack => 0,
                Loss::Resources(n) => RESOURCE * i32::from(n),
                Loss::Cards(n) => CARD * i32::from(n),
                Loss::This => {
                    self.unit(slot).map_or_else(|| self.upgrade(slot), |unit| unit.value())
                }
                Loss::Card(filter) => {
                    let mut found = Refs::new();
                    self.view.candidates(&text, filter, &mut found);
                    let units = found.iter().filter_map(|card| self.unit(card.slot));
                    units.map(|unit| unit.value()).min().unwrap_or_default()
                }
            })
            .sum();
        let worth = self.whole(&mut text);
        // What can be done once in a game waits until it is worth a card.
        let enough = price + if *epic { CARD } else { 0 };
        if worth > enough { worth - price + CARD } else { -1 }
    }
}
