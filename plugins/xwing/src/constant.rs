//! The `Constant` stage: what constant abilities and lasting effects make of ships.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::Slot;
use cardmill_kernel::table::Table;

use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::scene::{Cards, Scene};
use crate::ship::{Pool, Ship, Stats};
use crate::vocabulary::{Kind, Modifier, Timing};

/// Works out the ships of every table that changed.
pub fn constant(
    mut tables: Query<(&Table, &mut Board, &Roster)>,
    cards: Cards,
    mut ships: Query<(&'static Ship, &'static Pool, &'static mut Stats)>,
    catalogue: Res<Catalogue>,
) {
    for (table, mut board, roster) in &mut tables {
        if !table.is_busy() || !board.dirty {
            continue;
        }
        board.dirty = false;
        let scene = Scene {
            catalogue: &catalogue,
            board: &board,
            roster,
            cards,
            ships: ships.as_readonly(),
        };
        let all = work_out(&scene);
        for (slot, stats) in all.into_iter().enumerate() {
            if let Ok((_, _, mut old)) = ships.get_mut(roster.card(slot as Slot)) {
                *old = stats;
            }
        }
    }
}

/// What constants make of every ship, by slot.
#[must_use]
pub fn work_out(scene: &Scene) -> Vec<Stats> {
    let mut all: Vec<Stats> = (0..scene.board.ships).map(|ship| printed(scene, ship)).collect();
    for (card, _, ability) in scene.abilities() {
        let Timing::Always(modifiers) = &ability.timing else { continue };
        let cx = scene.context(card, scene.host(card));
        if !scene.hold(&ability.requires, &cx) {
            continue;
        }
        for ship in scene.fitting(&ability.who, &cx) {
            for modifier in modifiers {
                apply(&mut all[usize::from(ship)], *modifier);
            }
        }
    }
    for lasting in &scene.board.lasting {
        apply(&mut all[usize::from(lasting.ship)], lasting.what);
    }
    all
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

fn apply(stats: &mut Stats, modifier: Modifier) {
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
