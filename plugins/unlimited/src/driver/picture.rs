//! A table in the players' words: whose turn it is, what both players have, unit by unit.

use cardmill_harness::wording::counted;

use crate::label;
use crate::prelude::*;

/// The lines about a table.
pub(super) fn picture(scene: &Scene) -> Vec<String> {
    let board = scene.board;
    let phase = match board.phase {
        Phase::Setup => "set-up",
        Phase::Action => "action phase",
        Phase::Regroup => "regroup phase",
    };
    let taken = if board.taken { ", taken" } else { "" };
    let initiative = if board.loose { "nobody" } else { label::player(board.initiative) };
    let turn = match board.phase {
        Phase::Action => format!(", {} acts", label::player(board.active)),
        _ => String::new(),
    };
    let round = format!("round {}, {phase}{turn}; initiative {initiative}{taken}", board.round);
    let sides = board.players.seats().flat_map(|seat| side(scene, seat));
    [round].into_iter().chain(sides).collect()
}

fn side(scene: &Scene, seat: Seat) -> Vec<String> {
    let player = &scene.board.players[usize::from(seat)];
    let names = |cards: &[Slot]| {
        counted(&cards.iter().map(|&slot| label::card(scene, slot)).collect::<Vec<_>>())
    };
    let leader = scene.card(player.leader);
    let state = match leader.zone {
        Zone::Base if leader.is_exhausted() => " (exhausted)",
        Zone::Base => "",
        _ => " (deployed)",
    };
    let base = scene.printed(player.base).definition.hp;
    let upgrades: Vec<Slot> = scene.upgrades(player.base).collect();
    let with = match &upgrades[..] {
        [] => String::new(),
        upgrades => format!(", with {}", names(upgrades)),
    };
    let mut line = format!(
        "{}: {}{state}; {} has {} of {base} HP{with}; {} of {} resources ready",
        label::player(seat),
        label::card(scene, player.leader),
        label::card(scene, player.base),
        scene.remaining(player.base),
        player.ready,
        player.resources.len(),
    );
    line += &label::credits(player, "; ");
    for (what, cards) in
        [("hand", &player.hand), ("deck", &player.deck), ("discard", &player.discard)]
    {
        if !cards.is_empty() {
            line += &format!("; {what}: {}", names(cards));
        }
    }
    let units = scene.board.play.iter().copied().filter(|&slot| {
        let card = scene.card(slot);
        card.controller == seat && (card.zone.is_arena() || card.zone == Zone::Base)
    });
    let units = units.map(|slot| format!("    {}", unit(scene, slot, &names)));
    [line].into_iter().chain(units).collect()
}

fn unit(scene: &Scene, slot: Slot, names: &dyn Fn(&[Slot]) -> String) -> String {
    let (card, stats) = (scene.card(slot), scene.stats(slot));
    let mut line = label::card(scene, slot);
    if !card.zone.is_arena() {
        return line;
    }
    if scene.is_copy(slot) {
        line += &format!(" ({})", scene.owned(slot).definition.name);
    }
    line += &format!(" {}/{}", stats.power, stats.hp);
    if card.damage > 0 {
        line += &format!(", {} damage", card.damage);
    }
    if card.is_exhausted() {
        line += ", exhausted";
    }
    let on = |&other: &Slot| {
        let state = scene.card(other);
        state.zone == Zone::Attached && state.host == slot
    };
    let upgrades: Vec<Slot> = scene.board.play.iter().copied().filter(on).collect();
    let captured: Vec<Slot> = scene.captured_by(slot).collect();
    for (what, cards) in [("with", upgrades), ("guards", captured)] {
        if !cards.is_empty() {
            line += &format!(", {what} {}", names(&cards));
        }
    }
    line
}
