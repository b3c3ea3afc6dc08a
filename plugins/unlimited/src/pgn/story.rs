//! A file's game in words: what happened, with the board at every keyframe.

use std::collections::BTreeMap;

use super::board::{Side, State, Unit};
use super::file::{File, Record};
use super::fold::{base_id, base_of, keyframe};

/// The width of a rule, in characters.
const WIDTH: usize = 78;
/// The indent of a line that follows from the line above.
const FOLLOWS: &str = "       ↳ ";

/// The names of cards by their ids, copies left out.
#[derive(Clone, Debug, Default)]
pub struct Names(BTreeMap<String, String>);

impl Names {
    /// As the file says them.
    #[must_use]
    pub fn of(file: &File) -> Self {
        let named = |card: &Record| {
            Some((base_id(card.text("id")?).to_owned(), card.text("name")?.to_owned()))
        };
        Self(file.cards.iter().filter_map(named).collect())
    }

    /// The name of a card; the id of one that has no name.
    #[must_use]
    pub fn card(&self, id: &str) -> String {
        if let Some(seat) = base_of(id) {
            return format!("Player {}'s base", seat + 1);
        }
        let base = base_id(id);
        match (self.0.get(base), id.strip_prefix(base).and_then(|copy| copy.strip_prefix(':'))) {
            (Some(name), None) => name.clone(),
            (Some(name), Some(copy)) => format!("{name} #{copy}"),
            (None, _) => id.to_owned(),
        }
    }

    fn all<'i>(&self, ids: impl Iterator<Item = &'i str>) -> String {
        let names: Vec<String> = ids.filter(|id| !id.is_empty()).map(|id| self.card(id)).collect();
        names.join(", ")
    }
}

/// A line about an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A choice of a player.
    Chosen(String),
    /// A consequence of the choice before it.
    Follows(String),
    /// The beginning of a phase.
    Phase(String),
    /// The end of the game, with its result.
    End(String),
}

/// The whole story, up to an event with this place if one is given.
#[must_use]
pub fn story(file: &File, until: Option<&str>) -> Vec<String> {
    let names = Names::of(file);
    let (mut lines, mut state, mut chosen) = (Vec::new(), State::default(), 0);
    for event in &file.events {
        state.fold(event);
        let shows = matches!(keyframe(event), Some(Ok(_)));
        match event.kind() {
            "ROUND_START" => {
                chosen = 0;
                lines.extend(round(&names, &state, shows));
            }
            "ROUND_END" if shows => {
                lines.extend(sides(&names, &state, true));
            }
            "PHASE_START" => chosen = 0,
            _ => {}
        }
        match line(&names, event) {
            Some(Line::Chosen(text)) => {
                chosen += 1;
                lines.push(format!(" {chosen:>2}. {text}"));
            }
            Some(Line::Follows(text)) => lines.push(format!("{FOLLOWS}{text}")),
            Some(Line::Phase(phase)) => lines.push(format!(" ── {phase} ──")),
            Some(Line::End(text)) => lines.extend([String::new(), format!("*** {text} ***")]),
            None => {}
        }
        if until.is_some_and(|until| event.seq() == until) {
            lines.push(String::new());
            lines.extend(sides(&names, &state, true));
            break;
        }
    }
    lines
}

/// The lines above a round.
fn round(names: &Names, state: &State, shows: bool) -> Vec<String> {
    let rule = "═".repeat(WIDTH);
    let left = format!(" ROUND {}", state.round);
    let right = state
        .initiative
        .map_or_else(String::new, |seat| format!("initiative: Player {} ", seat + 1));
    let gap = WIDTH.saturating_sub(left.len() + right.len());
    let mut lines = vec![String::new(), rule.clone(), format!("{left}{}{right}", " ".repeat(gap))];
    lines.extend(sides(names, state, shows));
    lines.extend([rule, String::new()]);
    lines
}

/// The lines about the sides of both players.
fn sides(names: &Names, state: &State, shows: bool) -> Vec<String> {
    let side = |(seat, side): (usize, &Side)| match shows {
        true => block(names, seat, side),
        false => vec![format!(" P{}  (not recorded)", seat + 1)],
    };
    state.sides.iter().enumerate().flat_map(side).collect()
}

fn block(names: &Names, seat: usize, side: &Side) -> Vec<String> {
    let mut head = format!(
        " P{}  base {}/{}   hand {}   resources {}/{}",
        seat + 1,
        side.base_hp,
        side.base_max_hp,
        side.hand_size,
        side.ready,
        side.ready.saturating_add(side.exhausted),
    );
    if let Some(deck) = side.deck {
        head += &format!("   deck {deck}");
    }
    if let Some(leader) = &side.leader {
        head += match (leader.deployed, leader.exhausted) {
            (true, _) => "   leader deployed",
            (false, true) => "   leader exhausted",
            (false, false) => "   leader ready",
        };
    }
    if side.credits > 0 {
        head += &format!("   credits {}", side.credits);
    }
    if side.force {
        head += "   the Force";
    }
    let mut lines = vec![head];
    for arena in ["ground", "space"] {
        let units = side.units.iter().filter(|unit| unit.zone == arena);
        let units: Vec<String> = units.map(|unit| told(names, unit)).collect();
        if !units.is_empty() {
            lines.push(format!("      {arena}: {}", units.join("  ·  ")));
        }
    }
    lines
}

/// A unit with all that is not as usual.
fn told(names: &Names, unit: &Unit) -> String {
    let mut text = names.card(&unit.id);
    if let Some((power, hp)) = unit.power.zip(unit.hp) {
        text += &format!(" {power}/{hp}");
    }
    let mut notes = Vec::new();
    if unit.damage > 0 {
        notes.push(format!("{} dmg", unit.damage));
    }
    if unit.exhausted {
        notes.push("exhausted".to_owned());
    }
    for (count, what) in [(unit.shields, "shield"), (unit.experience, "xp")] {
        if count > 0 {
            notes.push(format!("{count} {what}"));
        }
    }
    notes.extend(unit.tokens.iter().map(|(name, count)| format!("{count} {name}")));
    notes.extend(unit.upgrades.iter().map(|id| names.card(id)));
    notes.extend(unit.captured.iter().map(|id| format!("guards {}", names.card(id))));
    if !notes.is_empty() {
        text += &format!(" [{}]", notes.join(", "));
    }
    text
}

/// The line about an event; none where it says nothing to people.
#[must_use]
pub fn line(names: &Names, event: &Record) -> Option<Line> {
    let text = |field: &str| event.text(field).unwrap_or_default();
    let card = || names.card(text("card"));
    let number = |field: &str| event.number(field).unwrap_or(0);
    let who = |seat: Option<usize>| match seat {
        Some(seat) => format!("Player {}", seat + 1),
        None => "A player".to_owned(),
    };
    let player = who(event.seat("p"));
    let follows = |told: String| Some(Line::Follows(told));
    let left = |what: String| {
        let hp = event.number("hp");
        follows(hp.map_or_else(|| what.clone(), |hp| format!("{what}: {hp} HP left")))
    };
    let gains = |count: i64, what: &str| {
        let verb = if count < 0 { "loses" } else { "gains" };
        follows(format!("{} {verb} {} {what}", card(), count.unsigned_abs()))
    };
    match event.kind() {
        "PLAY" | "PLAY_SMUGGLE" | "PLAY_EVENT" | "PLAY_UPGRADE" => {
            let mut told = format!("{player} plays {}", card());
            let upgrade = event.kind() == "PLAY_UPGRADE";
            if let Some(host) = event.text("target").filter(|_| upgrade) {
                told += &format!(" on {}", names.card(host));
            } else if let Some(zone) = event.text("zone").filter(|_| event.kind() != "PLAY_EVENT") {
                told += &format!(" to {zone}");
            }
            if event.kind() == "PLAY_SMUGGLE" {
                told += ", smuggled";
            }
            if let Some(cost) = event.number("cost") {
                told += &format!(" (cost {cost})");
            }
            Some(Line::Chosen(told))
        }
        "DEPLOY_LEADER" => {
            let onto = event.text("target").map(|host| format!(" on {}", names.card(host)));
            Some(Line::Chosen(format!("{player} deploys {}{}", card(), onto.unwrap_or_default())))
        }
        "PASS" => Some(Line::Chosen(format!("{player} passes"))),
        "CLAIM_INITIATIVE" => Some(Line::Chosen(format!("{player} takes the initiative"))),
        "ATTACK" => {
            let defender = match (text("def"), event.seat("p")) {
                ("base", seat) => format!("{}'s base", who(seat.map(|seat| 1 - seat))),
                (id, _) => names.card(id),
            };
            Some(Line::Chosen(format!(
                "{player} attacks {defender} with {}",
                names.card(text("atk"))
            )))
        }
        "DAMAGE" => left(format!("{} damage to {}", number("amt"), names.card(text("tgt")))),
        "OVERWHELM" => {
            left(format!("{} damage by Overwhelm to {}", number("amt"), names.card(text("tgt"))))
        }
        "HEAL" => left(format!("{} damage healed from {}", number("amt"), names.card(text("tgt")))),
        "DEFEAT" => {
            let by = event.text("defeatedBy").map(|by| format!(" by {}", names.card(by)));
            follows(format!("{} is defeated{}", card(), by.unwrap_or_default()))
        }
        "ABILITY_ACTIVATE" => {
            let epic = if event.is("epic") { "the Epic Action" } else { "an ability" };
            follows(format!("{player} uses {epic} of {}", card()))
        }
        "TRIGGER" => follows(format!("an ability of {} triggers", card())),
        "STATUS_TOKEN" => gains(number("count"), text("token")),
        "EXPERIENCE_GAIN" => gains(number("count"), "Experience"),
        "SHIELD_GAIN" => gains(event.number("count").unwrap_or(1), "Shield"),
        "SHIELD_USE" => gains(event.number("count").unwrap_or(1).saturating_neg(), "Shield"),
        "DRAW" => {
            let cards = names.all(event.texts("cards"));
            let colon = if cards.is_empty() { "" } else { ": " };
            follows(format!("{player} draws {}{colon}{cards}", number("count")))
        }
        "DISCARD" => follows(format!("{player} discards {}", names.all(event.texts("cards")))),
        "REVEAL" => follows(format!("{player} reveals {}", names.all(event.texts("cards")))),
        "RESOURCE" => follows(format!("{player} puts {} among the resources", card())),
        "SEARCH" => {
            let found = names.all(event.texts("found"));
            follows(match found.is_empty() {
                true => format!("{player} searches"),
                false => format!("{player} searches and finds {found}"),
            })
        }
        "CREATE_TOKEN" => {
            follows(format!("{player} creates {} in {}", names.card(text("token")), text("zone")))
        }
        "CAPTURE" => {
            let by = event.text("by").map(|by| format!(" with {}", names.card(by)));
            follows(format!("{player} captures {}{}", card(), by.unwrap_or_default()))
        }
        "RESCUE" => follows(format!("{player} rescues {}", card())),
        "TAKE_CONTROL" => follows(format!("{player} takes control of {}", card())),
        "LEADER_FLIP" => follows(format!("{} is turned over", card())),
        "MULLIGAN" => follows(format!("{player} takes a mulligan")),
        "KEEP_HAND" => follows(format!("{player} keeps the hand")),
        "UNDO" => follows("something is taken back".to_owned()),
        "PHASE_START" => Some(Line::Phase(text("phase").to_owned())),
        "GAME_END" => {
            let reason = match text("reason") {
                "" => String::new(),
                reason => format!(": {reason}"),
            };
            Some(Line::End(match event.seat("winner") {
                winner @ Some(_) => format!("{} wins{reason}", who(winner)),
                None => format!("the game is drawn{reason}"),
            }))
        }
        _ => None,
    }
}
