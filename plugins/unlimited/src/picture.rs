//! A table in a few lines of words, everything face up, for people who read what happened.

use crate::label::{card, credits, full, player};
use crate::prelude::*;

/// A player's hand, card by card.
#[must_use]
pub fn hand(scene: &Scene, seat: Seat) -> String {
    let hand = &scene.board.players[usize::from(seat)].hand;
    listed(hand.iter().map(|&slot| full(scene, slot)))
}

/// The table: what each player has, and what is in the arenas.
#[must_use]
pub fn picture(scene: &Scene) -> Vec<String> {
    scene.board.players.seats().flat_map(|seat| side(scene, seat)).collect()
}

/// One player's side of the table.
fn side(scene: &Scene, seat: Seat) -> Vec<String> {
    let board = scene.board;
    let side = &board.players[usize::from(seat)];
    let initiative = if board.initiative == seat && !board.loose { ", initiative" } else { "" };
    let on_base: Vec<String> =
        scene.upgrades(side.base).map(|upgrade| card(scene, upgrade)).collect();
    let mut lines = vec![format!(
        "{}: base {} of {}{}, resources {} of {} ready{}, deck {}, discard {}{initiative}",
        player(seat),
        scene.remaining(side.base),
        scene.printed(side.base).definition.hp,
        noted(on_base),
        side.ready,
        side.resources.len(),
        credits(side, ", "),
        side.deck.len(),
        side.discard.len(),
    )];
    if side.out {
        return vec![format!("{}: eliminated", player(seat))];
    }
    lines.extend(side.leaders().map(|slot| format!("  leader: {}", leader(scene, slot))));
    lines.push(format!("  hand: {}", hand(scene, seat)));
    for (name, zone) in [("ground", Zone::Ground), ("space", Zone::Space)] {
        let there = |slot: &Slot| {
            let card = scene.card(*slot);
            card.zone == zone && card.controller == seat
        };
        let units: Vec<Slot> = board.play.iter().copied().filter(there).collect();
        if !units.is_empty() {
            lines.push(format!("  {name}: {}", listed(units.into_iter().map(|s| unit(scene, s)))));
        }
    }
    lines
}

fn leader(scene: &Scene, slot: Slot) -> String {
    let state = scene.card(slot);
    let mut notes = Vec::new();
    if state.marks.has(Marks::DEPLOYED) && state.zone != Zone::Base {
        notes.push("deployed".to_owned());
    } else if state.is_exhausted() {
        notes.push("exhausted".to_owned());
    }
    if state.marks.has(Marks::EPIC_USED) {
        notes.push("epic action used".to_owned());
    }
    format!("{}{}", full(scene, slot), noted(notes))
}

/// A unit with its power and what remains of its HP.
fn unit(scene: &Scene, slot: Slot) -> String {
    let state = scene.card(slot);
    let mut notes = Vec::new();
    if scene.is_copy(slot) {
        notes.push(scene.owned(slot).definition.name.clone());
    }
    if state.is_exhausted() {
        notes.push("exhausted".to_owned());
    }
    if state.damage > 0 {
        notes.push(format!("{} damage", state.damage));
    }
    notes.extend(scene.upgrades(slot).map(|upgrade| card(scene, upgrade)));
    notes.extend(scene.captured_by(slot).map(|captive| format!("guards {}", card(scene, captive))));
    let (power, hp) = (scene.stats(slot).power, scene.remaining(slot));
    format!("{} {power}/{hp}{}", card(scene, slot), noted(notes))
}

fn noted(notes: Vec<String>) -> String {
    if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) }
}

fn listed(names: impl IntoIterator<Item = String>) -> String {
    let names: Vec<String> = names.into_iter().collect();
    if names.is_empty() { "none".to_owned() } else { names.join("; ") }
}

#[cfg(test)]
mod tests {
    use cardmill_harness::driver::Driver;

    use super::*;
    use crate::driver::Tabletop;
    use crate::library::default_dir;
    use crate::position::{Position, Side, UnitInPlay};

    #[test]
    fn everything_on_the_table_is_said() {
        let marine = UnitInPlay {
            card: "SOR_095".into(),
            damage: 1,
            exhausted: true,
            upgrades: vec!["SOR_T02".into()],
            ..UnitInPlay::default()
        };
        let clone = UnitInPlay {
            card: "TWI_116".into(),
            copy_of: "SOR_164".into(),
            ..UnitInPlay::default()
        };
        let p1 = Side {
            leader_exhausted: true,
            base_damage: 4,
            resources: 3,
            exhausted_resources: 1,
            hand: vec!["SOR_077".into(), "SOR_108".into()],
            units: vec![marine, clone],
            ..Side::default()
        };
        let position = Position { p1, ..Position::default() };
        let mut tabletop = Tabletop::new(&Tabletop::load(default_dir()).unwrap());
        let table = tabletop.add();
        tabletop.arrange(table, &position).unwrap();
        tabletop.run(table);
        let lines = tabletop.read(table, picture);
        assert_eq!(
            lines[..4],
            [
                "P1: base 26 of 30, resources 2 of 3 ready, deck 10, discard 0, initiative",
                "  leader: Sabine Wren, Galvanized Revolutionary (exhausted)",
                "  hand: Takedown; Vanguard Infantry",
                "  ground: Battlefield Marine 3/2 (exhausted, 1 damage, Shield); Wampa 4/5 (Clone)",
            ]
        );
        assert!(lines[4].starts_with("P2: base 30 of 30, resources 0 of 0 ready"), "{}", lines[4]);
        assert_eq!(lines[6], "  hand: none");
    }
}
