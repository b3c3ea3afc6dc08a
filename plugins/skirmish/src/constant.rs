//! The `Constant` stage: the power of units, a rule for each kind of modifier.

use cardmill_harness::tabletop::State;
use cardmill_kernel::prelude::*;

use crate::state::{Place, Power};
use crate::vocabulary::{Ability, Kind};
use crate::words::Skirmish;

/// What is printed.
pub(crate) fn printed(state: &mut State<'_, Skirmish>) {
    for (card, power) in state.cards.iter().zip(&mut *state.derived) {
        *power = match state.catalogue.0[usize::from(card.definition)].kind {
            Kind::Unit(printed, _) if card.place == Place::Play => Power(printed),
            _ => Power(0),
        };
    }
}

/// Constant and "while" abilities. None of them asks for power, so one round is enough.
pub(crate) fn abilities(state: &mut State<'_, Skirmish>) {
    let mut more: Vec<(Slot, i8)> = Vec::new();
    let scene = Skirmish::scene(state);
    for this in scene.all(Place::Play) {
        for (_, ability) in scene.abilities(this) {
            match *ability {
                Ability::Others(power) => {
                    let own = scene.own(scene.card(this).owner, Place::Play);
                    more.extend(own.filter(|&unit| unit != this).map(|unit| (unit, power)));
                }
                Ability::WhileDamaged(power) if scene.card(this).damage > 0 => {
                    more.push((this, power));
                }
                _ => {}
            }
        }
    }
    for (unit, power) in more {
        state.derived[usize::from(unit)].0 += power;
    }
}

/// Lasting effects.
pub(crate) fn lasting(state: &mut State<'_, Skirmish>) {
    for (_, effect) in state.board.effects.of(state.effects) {
        state.derived[usize::from(effect.unit)].0 += effect.power;
    }
}
