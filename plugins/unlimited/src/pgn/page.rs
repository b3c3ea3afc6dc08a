//! A file's game as a page takes it: moments with a table in plain data, as sessions tell it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::board::{Side, State, Unit};
use super::file::File;
use super::ids::in_library;
use super::story::{Line, Names, line};
use crate::catalogue::Catalogue;
use crate::prelude::*;

/// A moment of a file's game: before a player does something, or at the end.
pub struct Moment {
    /// The round, from 1; 0 during set-up.
    pub round: u16,
    /// The lines of the story since the moment before it.
    pub lines: Vec<String>,
    /// The table, as far as the file tells it.
    pub state: Value,
}

/// The moments of a file, in order. Of cards that are known what is printed on them is told as well.
#[must_use]
pub fn moments(file: &File, catalogue: &Catalogue) -> Vec<Moment> {
    let mut drawing =
        Drawing { file, catalogue, names: Names::of(file), numbers: BTreeMap::new(), ended: None };
    let (mut moments, mut state, mut lines) = (Vec::new(), State::default(), Vec::new());
    for event in &file.events {
        let told = line(&drawing.names, event);
        if matches!(told, Some(Line::Chosen(_) | Line::Phase(_))) {
            moments.push(drawing.moment(&state, core::mem::take(&mut lines)));
        }
        state.fold(event);
        match told {
            Some(Line::Chosen(text)) => lines.push(text),
            Some(Line::Follows(text)) => lines.push(format!("  {text}")),
            Some(Line::Phase(phase)) => {
                lines.push(format!("= Round {}: {phase} phase", state.round));
            }
            Some(Line::End(text)) => {
                drawing.ended = Some(text.clone());
                lines.push(text);
            }
            None => {}
        }
    }
    moments.push(drawing.moment(&state, lines));
    moments
}

struct Drawing<'f> {
    file: &'f File,
    catalogue: &'f Catalogue,
    names: Names,
    /// The numbers of cards on the page, by their ids.
    numbers: BTreeMap<String, usize>,
    /// The result of the game, in words.
    ended: Option<String>,
}

/// The place of a card on the page.
struct Place {
    zone: Zone,
    owner: usize,
    /// The data that only a card in play has.
    now: Option<Value>,
}

impl Drawing<'_> {
    fn number(&mut self, id: &str) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(id.to_owned()).or_insert(next)
    }

    fn all(&mut self, ids: &[String]) -> Vec<usize> {
        ids.iter().map(|id| self.number(id)).collect()
    }

    fn moment(&mut self, state: &State, lines: Vec<String>) -> Moment {
        let mut cards = Vec::new();
        let sides = [0, 1].map(|seat| self.side(seat, &state.sides[seat], &mut cards));
        let units = state.sides.iter().flat_map(|side| &side.units);
        let play: Vec<usize> = units.map(|unit| self.number(&unit.id)).collect();
        let player = |seat: Option<usize>| seat.map(|seat| format!("P{}", seat + 1));
        let phase = match state.phase.as_str() {
            "setup" => "Setup",
            "regroup" => "Regroup",
            _ => "Action",
        };
        let table = json!({
            "round": state.round,
            "phase": phase,
            "active": player(state.active),
            "initiative": player(state.initiative),
            "initiative_taken": state.taken.unwrap_or(false),
            "passed": false,
            "outcome": self.ended,
            "players": sides,
            "play": play,
            "attacks": [],
            "effects": [],
            "waiting": [],
            "cards": cards,
        });
        let round = u16::try_from(state.round).unwrap_or(0);
        Moment { round, lines, state: table }
    }

    /// The side of a player; the cards that are seen of it are added.
    fn side(&mut self, seat: usize, side: &Side, cards: &mut Vec<Value>) -> Value {
        let tag = |name: &str| {
            let tag = self.file.tag(&format!("P{}{name}", seat + 1));
            tag.unwrap_or_default().to_owned()
        };
        let (leader, base) = (side.leader.clone(), tag("Base"));
        let leader_id = leader.as_ref().map_or_else(|| tag("Leader"), |leader| leader.id.clone());
        // Two players may have the same base; on the page each has one of their own.
        let base_number = self.number(&format!("base@{}", seat + 1));
        let hp = side.base_max_hp;
        let mut drawn = self.card(
            &base,
            base_number,
            Place {
                zone: Zone::Base,
                owner: seat,
                now: Some(json!({ "hp": hp, "damage": hp - side.base_hp, "exhausted": false })),
            },
        );
        drawn["printed"]["hp"] = json!(hp);
        drawn["kind"] = json!("Base");
        cards.push(drawn);
        let deployed = leader.as_ref().is_some_and(|leader| leader.deployed);
        let leader_number = self.number(&leader_id);
        if !deployed {
            let exhausted = leader.as_ref().is_some_and(|leader| leader.exhausted);
            let epic = leader.as_ref().is_some_and(|leader| leader.epic_used);
            let now = json!({ "exhausted": exhausted, "damage": 0, "epic_used": epic });
            let mut drawn = self.card(
                &leader_id,
                leader_number,
                Place { zone: Zone::Base, owner: seat, now: Some(now) },
            );
            drawn["kind"] = json!("Leader");
            cards.push(drawn);
        }
        for unit in &side.units {
            self.unit(seat, unit, cards);
        }
        let resources = side.resources.clone().unwrap_or_default();
        let total = side.ready.saturating_add(side.exhausted);
        for (zone, ids) in [
            (Zone::Hand, &side.hand),
            (Zone::Discard, &side.discard),
            (Zone::Resources, &resources),
        ] {
            for id in ids {
                let number = self.number(id);
                cards.push(self.card(id, number, Place { zone, owner: seat, now: None }));
            }
        }
        let known = |ids: &[String], count: i64| ids.len() as i64 == count;
        let hand = known(&side.hand, side.hand_size).then(|| self.all(&side.hand));
        let listed = known(&resources, total).then(|| self.all(&resources));
        json!({
            "player": format!("P{}", seat + 1),
            "leader": leader_number,
            "base": base_number,
            "base_damage": hp - side.base_hp,
            "resources": total,
            "ready_resources": side.ready,
            "credits": side.credits,
            "force": side.force,
            "resource_cards": listed,
            "hand_count": side.hand_size,
            "hand": hand,
            "deck_count": side.deck.unwrap_or(0),
            "deck": null,
            "discard": self.all(&side.discard),
            "done": false,
        })
    }

    fn unit(&mut self, seat: usize, unit: &Unit, cards: &mut Vec<Value>) {
        let under = |drawing: &mut Self, ids: &[String], zone: Zone, cards: &mut Vec<Value>| {
            for id in ids {
                let number = drawing.number(id);
                let host = drawing.number(&unit.id);
                let now = Some(json!({ "host": host, "exhausted": false, "damage": 0 }));
                cards.push(drawing.card(id, number, Place { zone, owner: seat, now }));
            }
        };
        under(self, &unit.upgrades, Zone::Attached, cards);
        under(self, &unit.captured, Zone::Captured, cards);
        let counted =
            [("Shield".to_owned(), unit.shields), ("Experience".to_owned(), unit.experience)];
        let others = unit.tokens.iter().map(|(name, count)| (name.clone(), *count));
        let tokens: Vec<Value> = counted
            .into_iter()
            .chain(others)
            .flat_map(|(name, count)| (0..count.clamp(0, 99)).map(move |_| json!({ "name": name })))
            .collect();
        let now = json!({
            "power": unit.power,
            "hp": unit.hp,
            "damage": unit.damage,
            "exhausted": unit.exhausted,
            "keywords": unit.keywords,
            "upgrades": self.all(&unit.upgrades),
            "captured": self.all(&unit.captured),
            "tokens": tokens,
        });
        let zone = if unit.zone == "space" { Zone::Space } else { Zone::Ground };
        let number = self.number(&unit.id);
        cards.push(self.card(&unit.id, number, Place { zone, owner: seat, now: Some(now) }));
    }

    /// A card, with what is printed on it if it is known.
    fn card(&self, id: &str, number: usize, place: Place) -> Value {
        let known = in_library(id).and_then(|id| self.catalogue.find(&id));
        let printed = known.map(|card| &self.catalogue.card(card).definition);
        let player = format!("P{}", place.owner + 1);
        let mut card = json!({
            "id": number,
            "name": self.names.card(id),
            "kind": "Unit",
            "zone": place.zone,
            "owner": player,
            "controller": player,
            "printed": {},
        });
        if let Some(printed) = printed {
            if self.names.card(id) == id {
                card["name"] = json!(crate::library::full_name(&printed.name, &printed.subtitle));
            }
            card["kind"] = json!(printed.kind);
            card["definition"] = json!(printed.id);
            card["printed"] = json!({
                "cost": printed.cost,
                "power": printed.power,
                "hp": printed.hp,
                "aspects": printed.aspects,
                "keywords": printed.keywords.iter()
                    .map(|keyword| crate::text::keyword_text(*keyword)).collect::<Vec<_>>(),
            });
        }
        if let Some(mut now) = place.now {
            // What the file does not record is as printed.
            for number in ["power", "hp"] {
                if now.get(number).is_none_or(Value::is_null) {
                    now[number] = card["printed"].get(number).cloned().unwrap_or(Value::Null);
                }
            }
            card["now"] = now;
        }
        card
    }
}
