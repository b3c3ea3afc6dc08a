//! The `Constant` stage: what constant abilities and lasting effects make of ships. No condition
//! of theirs asks for what they make, so one round is enough.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::Slot;
use cardmill_kernel::schedule::Layer;
use serde::{Deserialize, Serialize};

use crate::card::Place;
use crate::effect::EffectKind;
use crate::scene::Scene;
use crate::ship::{SHIPS, Stats};
use crate::state::State;
use crate::vocabulary::{Kind, Modifier, Timing};

/// What constants rest on and apply.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gathered {
    /// The cards that are with ships, faceup or facedown, in slot order.
    pub attached: Vec<Slot>,
    /// What applies to which ship: constant abilities, then lasting effects by age.
    pub modifiers: Vec<(Slot, Modifier)>,
}

/// Lists the cards that are with ships.
pub(crate) fn attach(state: &mut State) {
    let slots = SHIPS as Slot..state.board.slots;
    let with = |slot: &Slot| {
        matches!(state.cards[usize::from(*slot)].place, Place::Faceup | Place::Facedown)
    };
    state.gathered.attached.clear();
    state.gathered.attached.extend(slots.filter(with));
}

/// Lists what applies.
pub(crate) fn gather(state: &mut State) {
    let mut modifiers = core::mem::take(&mut state.gathered.modifiers);
    modifiers.clear();
    let scene = state.scene();
    for (card, _, ability) in scene.abilities() {
        let Timing::Always(list) = &ability.timing else { continue };
        let cx = scene.context(card, scene.host(card));
        if !scene.hold(&ability.requires, &cx) {
            continue;
        }
        for ship in scene.fitting(&ability.who, &cx) {
            modifiers.extend(list.iter().map(|&modifier| (ship, modifier)));
        }
    }
    modifiers.extend(scene.effects().filter_map(|(_, effect)| match effect.kind {
        EffectKind::Lasting(modifier, _) => Some((effect.ship, modifier)),
        EffectKind::BonusAttack(_) | EffectKind::None => None,
    }));
    state.gathered.modifiers = modifiers;
}

/// What is printed on ships, pilots and upgrades.
pub(crate) fn print(state: &mut State) {
    for ship in 0..state.board.ships {
        state.stats[usize::from(ship)] = printed(&state.scene(), ship);
    }
}

/// Applies what belongs to a layer.
pub(crate) fn apply(state: &mut State, layer: Layer) {
    for &(ship, modifier) in &state.gathered.modifiers {
        if layer_of(modifier) == layer {
            modify(&mut state.stats[usize::from(ship)], modifier);
        }
    }
}

fn printed(scene: &Scene, ship: Slot) -> Stats {
    let printed = scene.printed(ship);
    let mut stats = Stats::default();
    if let Kind::Pilot { initiative, .. } = printed.definition.kind {
        stats.initiative = initiative;
    }
    if let Kind::Ship { agility, hull, shields, .. } =
        scene.catalogue.card(printed.ship).definition.kind
    {
        stats.hull = hull;
        stats.shields = shields;
        stats.defense = agility as i8;
    }
    let cards = scene.faceup(ship).map(|card| scene.printed(card).definition.force);
    stats.force = printed.definition.force + cards.sum::<u8>();
    stats
}

const fn layer_of(modifier: Modifier) -> Layer {
    match modifier {
        Modifier::Has(_) => Layer::Abilities,
        Modifier::AttackDice(_)
        | Modifier::DefenseDice(_)
        | Modifier::Hull(_)
        | Modifier::Shields(_)
        | Modifier::Initiative(_) => Layer::Numbers,
        Modifier::HarderTurns
        | Modifier::OnlyForce
        | Modifier::OnlyFocus
        | Modifier::IgnoresAsteroids
        | Modifier::AttacksTouching => Layer::Permissions,
    }
}

fn modify(stats: &mut Stats, modifier: Modifier) {
    match modifier {
        Modifier::AttackDice(n) => stats.attack += n,
        Modifier::DefenseDice(n) => stats.defense += n,
        Modifier::Hull(n) => stats.hull += n,
        Modifier::Shields(n) => stats.shields += n,
        Modifier::HarderTurns => stats.harder_turns = true,
        Modifier::OnlyForce => stats.only_force = true,
        Modifier::OnlyFocus => stats.only_focus = true,
        Modifier::IgnoresAsteroids => stats.ignores_asteroids = true,
        Modifier::AttacksTouching => stats.attacks_touching = true,
        Modifier::Initiative(n) => stats.initiative = n,
        Modifier::Has(action) => {
            // A ship has few actions; what goes beyond is none the fewer.
            let _ = stats.actions.try_push(action);
        }
    }
}
