//! A table as a reduced board, and where its cards are in the format's words.

use super::board::{Leader, Side, State, Unit};
use super::ids::Ids;
use crate::prelude::*;
use crate::text::keyword_text;

/// The place of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// The id of the card.
    pub(crate) id: String,
    /// The zone in the format's words.
    pub(crate) zone: &'static str,
    /// The player whose it is there, 0 or 1.
    pub(crate) seat: usize,
    /// The id of the card that it is attached to, as an upgrade.
    pub(crate) on: Option<String>,
}

/// The phase in the format's words.
pub(crate) const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => "setup",
        Phase::Action => "action",
        Phase::Regroup => "regroup",
    }
}

/// A zone in the format's words.
pub(crate) const fn zone(zone: Zone) -> &'static str {
    match zone {
        Zone::Deck => "deck",
        Zone::Hand => "hand",
        Zone::Discard => "discard",
        Zone::Resources => "resource",
        Zone::Ground => "ground",
        Zone::Space => "space",
        Zone::Base => "base",
        Zone::Captured => "capture",
        Zone::Aside | Zone::Attached => "outsideTheGame",
    }
}

/// The place that a card is in now.
pub(crate) fn spot(scene: &Scene, ids: &Ids, slot: Slot) -> Spot {
    let card = scene.card(slot);
    let id = ids.card(slot).to_owned();
    let owners = matches!(card.zone, Zone::Deck | Zone::Hand | Zone::Discard | Zone::Aside);
    let seat = usize::from(if owners { card.owner } else { card.controller });
    match card.zone {
        Zone::Attached => {
            let on = Some(ids.target(scene, card.host));
            Spot { id, zone: zone(scene.card(card.host).zone), seat, on }
        }
        at => Spot { id, zone: zone(at), seat, on: None },
    }
}

/// The table as a reduced board.
pub(crate) fn snapshot(scene: &Scene, ids: &Ids) -> State {
    let board = scene.board;
    State {
        round: board.round.into(),
        phase: phase(board.phase).to_owned(),
        initiative: Some(board.initiative.into()),
        active: Some(board.lead().into()),
        taken: Some(board.taken),
        sides: [side(scene, ids, 0), side(scene, ids, 1)],
    }
}

fn side(scene: &Scene, ids: &Ids, seat: Seat) -> Side {
    let board = scene.board;
    let player = &board.players[usize::from(seat)];
    let named = |slots: &[Slot]| -> Vec<String> {
        slots.iter().map(|&slot| ids.card(slot).to_owned()).collect()
    };
    let own = || board.play.iter().copied().filter(|&slot| scene.card(slot).controller == seat);
    let leader = scene.card(player.leader);
    let printed = scene.printed(player.leader);
    let base_hp = i64::from(scene.printed(player.base).definition.hp);
    Side {
        base_hp: base_hp - i64::from(scene.card(player.base).damage),
        base_max_hp: base_hp,
        hand_size: player.hand.len() as i64,
        hand: named(&player.hand),
        ready: player.ready.into(),
        exhausted: player.resources.len() as i64 - i64::from(player.ready),
        credits: player.credits.into(),
        force: own().any(|slot| scene.printed(slot).kind() == Kind::ForceToken),
        discard: named(&player.discard),
        units: own()
            .filter(|&slot| scene.card(slot).zone.is_arena())
            .map(|slot| unit(scene, ids, slot))
            .collect(),
        resources: Some(named(&player.resources)),
        deck: Some(player.deck.len() as i64),
        leader: Some(Leader {
            id: ids.card(player.leader).to_owned(),
            deployed: leader.zone != Zone::Base,
            exhausted: leader.is_exhausted(),
            epic_used: leader.marks.has(Marks::EPIC_USED),
            starting_side: printed.turned.is_some().then(|| !printed.is_turned(leader)),
        }),
        base_epic_used: Some(scene.card(player.base).marks.has(Marks::EPIC_USED)),
    }
}

fn unit(scene: &Scene, ids: &Ids, slot: Slot) -> Unit {
    let (card, stats) = (scene.card(slot), scene.stats(slot));
    let mut unit = Unit {
        damage: card.damage.into(),
        exhausted: card.is_exhausted(),
        captured: scene.captured_by(slot).map(|other| ids.card(other).to_owned()).collect(),
        power: Some(stats.power.into()),
        hp: Some(stats.hp.into()),
        ..Unit::fresh(ids.card(slot), zone(card.zone))
    };
    let mut keywords: Vec<String> = stats.keywords().map(keyword_text).collect();
    keywords.sort();
    unit.keywords = Some(keywords);
    for upgrade in scene.upgrades(slot) {
        let definition = &scene.owned(upgrade).definition;
        match definition.name.as_str() {
            _ if definition.kind != Kind::Token => {
                unit.upgrades.push(ids.card(upgrade).to_owned());
            }
            "Shield" => unit.shields += 1,
            "Experience" => unit.experience += 1,
            other => *unit.tokens.entry(other.to_lowercase()).or_default() += 1,
        }
    }
    unit
}
