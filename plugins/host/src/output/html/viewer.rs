//! A game as a page: step by step on a board, with what could have been chosen, and its log for whoever has no scripts.
//!
//! Nothing in the file is fetched. Each moment is what has changed since the one before it, as a merge patch
//! (RFC 7396).

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use cardmill_harness::agent::Agent;
use cardmill_harness::session::{Choosable, Problem, Question, Value};
use cardmill_kernel::card::{Seat, Slot};
use maud::{DOCTYPE, PreEscaped, html};
use serde::Serialize;
use serde_json::Map;

use super::Origin;
use crate::replay::Again;
use crate::search::Report;

/// The style and the script that draw tables, for any page that draws one: the script has
/// `drawBoard`, which says at its head what it takes.
pub const BOARDS: [&str; 2] = [
    include_str!("viewer/board.css"),
    concat!(
        include_str!("viewer/board.js"),
        include_str!("viewer/unlimited.js"),
        include_str!("viewer/xwing.js"),
        include_str!("viewer/imperium.js"),
    ),
];
const STYLE: &str = include_str!("viewer/viewer.css");
const SCRIPT: &str = concat!(include_str!("viewer/viewer.js"), include_str!("viewer/start.js"));

/// The Content-Security-Policy of the file: a browser shows it and runs the script in it; notes are
/// handed out as a file.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The parts of a state that are shown elsewhere on the page.
const ELSEWHERE: [&str; 2] = ["position", "decision"];

/// The texts on cards, in lines, by the ids of their definitions.
pub type Rules = BTreeMap<String, Vec<String>>;

/// A game that a page shows.
#[derive(Debug, Serialize)]
pub struct Showing {
    /// The name of the game.
    pub game: &'static str,
    /// The title of the page, such as the entries, the number of the game and the seed.
    pub title: String,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// The agent that says what options are worth, if there is one.
    pub reviewer: Option<String>,
    /// The seat whose view is shown, such as `P1`; `None` for a game that is seen in full.
    pub seat: Option<String>,
    /// The texts on the cards that are shown.
    pub rules: Rules,
    /// The options of any moment, each once: most of them are offered again and again.
    options: Vec<Offered>,
    /// The places of the options in that list.
    #[serde(skip)]
    places: BTreeMap<Offered, usize>,
    /// Its moments, in order.
    pub moments: Vec<Moment>,
    /// The end of the game, in words.
    pub ending: String,
    /// The digest of the game, in hexadecimal digits.
    pub digest: String,
    /// Another game that is shown beside it, moment by moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<Box<Self>>,
    /// The state that the last moment showed, from which the next change is told.
    #[serde(skip)]
    last: Value,
}

/// The player at a seat, as the page names them.
#[derive(Debug, Serialize)]
pub struct Player {
    /// The name of the seat, such as `P1`.
    pub player: String,
    /// The name of their entry and of the player.
    pub name: String,
}

/// The table before a decision, or at the end.
#[derive(Debug, Serialize)]
pub struct Moment {
    /// The number of decisions before it.
    pub decision: u32,
    /// The number of the round, from 1; 0 before the first.
    pub round: u16,
    /// The lines of the log since the moment before it.
    pub lines: Vec<String>,
    /// The difference of the state from the moment before it, as a merge patch.
    change: Value,
    /// The question that is asked; `None` at the end.
    asked: Option<Asked>,
}

/// A question and its answer.
#[derive(Debug, Serialize)]
struct Asked {
    player: String,
    prompt: String,
    /// The options, by their places among all options of the game.
    options: Vec<usize>,
    /// The chosen option, by its place among these; `None` until it is known.
    chosen: Option<usize>,
    /// Options that a player may look for in vain, each with the reason why it is not there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<(String, String)>,
    /// The chance to win that the reviewer gives each option, in thousandths; `None` for options
    /// that were not tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<Option<u32>>,
    /// The option that the reviewer would choose, by its place among these.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<usize>,
}

/// An option: what of it is said and drawn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Offered {
    label: String,
    verb: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<Slot>,
    #[serde(skip_serializing_if = "ArrayVec::is_empty")]
    targets: ArrayVec<Slot, 2>,
}

impl From<Choosable> for Offered {
    fn from(Choosable { label, verb, card, targets, .. }: Choosable) -> Self {
        Self { label, verb, card, targets }
    }
}

impl Showing {
    /// Makes a game of which nothing is told yet.
    #[must_use]
    pub fn new(
        game: &'static str,
        title: String,
        players: Vec<Player>,
        seat: Option<Seat>,
    ) -> Self {
        Self {
            game,
            title,
            players,
            reviewer: None,
            seat: seat.map(called),
            rules: Rules::new(),
            options: Vec::new(),
            places: BTreeMap::new(),
            moments: Vec::new(),
            ending: String::new(),
            digest: String::new(),
            beside: None,
            last: Value::Object(Map::new()),
        }
    }

    /// Adds a moment: the state that is seen (the last one again, if `None`), the lines of the log
    /// since the one before it and the question. If another seat is asked, one seat sees only that
    /// it is.
    pub fn add(
        &mut self,
        (decision, round): (u32, u16),
        seen: Option<Value>,
        lines: Vec<String>,
        question: Option<Question>,
    ) {
        let seen = seen.map_or_else(|| self.last.clone(), keyed);
        let change = change(&self.last, &seen);
        self.last = seen;
        let asked = question.map(|question| {
            let player = called(question.player);
            let hidden = self.seat.as_ref().is_some_and(|seat| *seat != player);
            let (prompt, options) = match hidden {
                true => (String::new(), Vec::new()),
                false => {
                    let options = question.options.into_iter();
                    (question.prompt, options.map(|option| self.place(option.into())).collect())
                }
            };
            let (refused, values) = (Vec::new(), Vec::new());
            Asked { player, prompt, options, chosen: None, refused, values, best: None }
        });
        self.moments.push(Moment { decision, round, lines, change, asked });
    }

    /// Finds the place of an option among all of the game; a new one is added at the end.
    fn place(&mut self, option: Offered) -> usize {
        let next = self.options.len();
        *self.places.entry(option).or_insert_with_key(|option| {
            self.options.push(option.clone());
            next
        })
    }

    /// Notes the options that a player may look for in vain at the last moment.
    fn refuse(&mut self, refused: Vec<(String, String)>) {
        if let Some(asked) = self.moments.last_mut().and_then(|moment| moment.asked.as_mut()) {
            asked.refused = refused;
        }
    }

    /// Notes the choice that was made at the last moment.
    pub fn choose(&mut self, option: Option<usize>) {
        if let Some(asked) = self.moments.last_mut().and_then(|moment| moment.asked.as_mut()) {
            asked.chosen = option.filter(|option| *option < asked.options.len());
        }
    }

    /// Notes the chances that a reviewer gave the options of the last moment.
    pub fn review(&mut self, report: &Report) {
        if let Some(asked) = self.moments.last_mut().and_then(|moment| moment.asked.as_mut()) {
            asked.values = report.thousandths();
            asked.best = Some(report.option);
        }
    }

    /// Writes the game as a page.
    ///
    /// # Panics
    /// Never: a game is plain data.
    #[must_use]
    pub fn page(&self, origin: &Origin) -> String {
        let data = serde_json::to_string(self).expect("a game is plain data");
        let data = data.replace('<', "\\u003c");
        let open = self.seat.is_none();
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    title { (self.title) " · Cardmill" }
                    style { (PreEscaped(BOARDS[0])) (PreEscaped(STYLE)) }
                }
                body {
                    header {
                        h1 { (self.title) }
                        p id="players" { @for player in &self.players {
                            span { strong { (player.player) } " " (player.name) }
                        } }
                    }
                    (controls())
                    main class=[self.beside.as_ref().map(|_| "beside")] {
                        div id="stage" {
                            p id="moment" role="status" aria-live="polite" {}
                            @if self.beside.is_some() {
                                div class="two" {
                                    section id="board" class="table" aria-label="The table" {}
                                    div {
                                        p id="beside-moment" {}
                                        section id="beside-board" class="table" aria-label="The table of the other game" {}
                                    }
                                }
                            } @else {
                                section id="board" class="table" aria-label="The table" {}
                            }
                            section id="review" aria-label="Chances" {}
                        }
                        div id="aside" {
                            section id="asked" aria-label="What is asked" {}
                            details id="notes" {
                                summary { "Notes" }
                                label for="note" { "About this moment" }
                                textarea id="note" {}
                                ul id="noted" {}
                                button type="button" data-do="export" { "Save all notes" }
                            }
                            section id="log" aria-label="What happened" tabindex="0" {
                                @if open { ol start="0" {
                                    @for (number, moment) in self.moments.iter().enumerate() {
                                        (told(number, moment))
                                    }
                                } } @else {
                                    p { "The log names hidden cards; this page has what " (self.players[0].player)
                                        " to " (self.players[self.players.len() - 1].player) " could not hide." }
                                }
                            }
                        }
                    }
                    footer {
                        p { (self.ending) }
                        p class="soft" { "Written again by " code { (origin.command) } ", cards " (origin.cards) "." }
                    }
                    script type="application/json" id="data" { (PreEscaped(data)) }
                    script { (PreEscaped(format!("\"use strict\";\n{}{SCRIPT}", BOARDS[1]))) }
                }
            }
        }
        .into_string()
    }
}

/// Plays a game to its end and tells all of its moments, as one seat sees them or in full, with
/// what an agent says of the options if one is asked. Lines of the log name hidden cards: they are
/// told in full views alone.
///
/// # Errors
///
/// When the agent does not look ahead in this game.
///
/// # Panics
///
/// When the game itself panics, as in the run.
pub fn show_all(
    game: &mut dyn Again,
    seat: Option<Seat>,
    reviewer: Option<Agent>,
    showing: &mut Showing,
) -> Result<(), Problem> {
    let mut lines = game.opening();
    let sees = |asked: Seat| seat.is_none_or(|seat| seat == asked);
    loop {
        let question = game.question();
        let (trail, decision, round) = (game.trail(), game.decisions(), game.round());
        if let Some(question) = question {
            let (asked, count) = (question.player, question.options.len());
            let told = if seat.is_none() { core::mem::take(&mut lines) } else { Vec::new() };
            let seen = game.drawn(seat);
            read(&mut showing.rules, &seen, |id| game.rules(id));
            showing.add((decision, round), Some(seen), told, Some(question));
            if sees(asked) {
                showing.refuse(game.missed());
            }
            if let Some(agent) = reviewer.filter(|_| sees(asked)) {
                showing.review(&game.review(agent)?);
            }
            let Some(more) = game.step() else { break };
            lines = more.to_vec();
            let chosen = game.chosen(trail, asked, count);
            showing.choose(chosen);
        } else {
            let Some(more) = game.step() else { break };
            lines.extend_from_slice(more);
        }
    }
    if let Some(fault) = game.fault() {
        lines.push(format!("the game was set aside: {fault}"));
    }
    let told = if seat.is_none() { lines } else { Vec::new() };
    let seen = game.drawn(seat);
    read(&mut showing.rules, &seen, |id| game.rules(id));
    showing.add((game.decisions(), game.round()), Some(seen), told, None);
    Ok(())
}

/// Writes a moment of the log: the deed, then its consequences.
fn told(number: usize, moment: &Moment) -> maud::Markup {
    html! {
        li id={ "d" (number) } data-moment=(number) {
            @for line in &moment.lines { (line) "\n" }
            @if moment.lines.is_empty() { "…" }
        }
    }
}

fn controls() -> maud::Markup {
    let button = |what: &str, sign: &str, label: &str, key: &str| {
        let hint = format!("{label} ({key})");
        html! { button type="button" id=(what) data-do=(what) aria-label=(label) title=(hint) { (sign) } }
    };
    html! {
        nav id="controls" aria-label="Steps" {
            (button("first", "|‹", "First", "Home"))
            (button("round-back", "«", "Round before", "Page up"))
            (button("back", "‹", "Back", "Arrow left"))
            button type="button" id="play" data-do="play" title="Space" { "Play" }
            (button("on", "›", "On", "Arrow right"))
            (button("round-on", "»", "Next round", "Page down"))
            (button("last", "›|", "Last", "End"))
            (button("attack", "⚔", "Next attack", "A"))
            label { "Round " select id="rounds" {} }
            label { "Seen by " select id="eyes" {} }
            label class="wide" { "Find " input id="find" type="search" list="names" placeholder="a card"; }
            datalist id="names" {}
            button class="wide" type="button" data-do="find" title="Enter" { "Find" }
            a class="wide" id="link" href="#d=0" { "Link to this moment" }
            input id="scrub" type="range" min="0" value="0" aria-label="Moment";
        }
    }
}

/// Keeps the texts on those cards of a table that are not known yet.
pub fn read(known: &mut Rules, seen: &Value, rules: impl Fn(&str) -> Vec<String>) {
    let cards = seen.get("cards").and_then(Value::as_array).into_iter().flatten();
    for id in cards.filter_map(|card| card.get("definition")?.as_str()) {
        if !known.contains_key(id) {
            known.insert(id.to_owned(), rules(id));
        }
    }
}

/// The name of a seat: `P1` for seat 0.
#[must_use]
pub fn called(seat: Seat) -> String {
    format!("P{}", seat + 1)
}

/// Turns lists of things into objects, by their ids or else by their places, so that a change says
/// no more than what it is about.
#[must_use]
pub fn keyed(value: Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .filter(|(name, _)| !ELSEWHERE.contains(&name.as_str()))
                .map(|(name, field)| (name, keyed(field)))
                .collect(),
        ),
        Value::Array(list) if !list.is_empty() && list.iter().all(Value::is_object) => {
            let named = list.iter().all(|one| id(one).is_some());
            let name = |(place, one): (usize, &Value)| {
                id(one).filter(|_| named).unwrap_or_else(|| place.to_string())
            };
            let names: Vec<String> = list.iter().enumerate().map(name).collect();
            Value::Object(names.into_iter().zip(list.into_iter().map(keyed)).collect())
        }
        Value::Array(list) => Value::Array(list.into_iter().map(keyed).collect()),
        plain => plain,
    }
}

fn id(value: &Value) -> Option<String> {
    value.as_object()?.get("id")?.as_u64().map(|id| id.to_string())
}

/// The merge patch (RFC 7396) that makes `after` of `before`.
fn change(before: &Value, after: &Value) -> Value {
    let (Value::Object(before), Value::Object(after)) = (before, after) else {
        return after.clone();
    };
    let gone = before.keys().filter(|name| !after.contains_key(*name));
    let mut changes: Map<String, Value> = gone.map(|name| (name.clone(), Value::Null)).collect();
    for (name, value) in after {
        match before.get(name) {
            Some(same) if same == value => {}
            Some(other @ Value::Object(_)) if value.is_object() => {
                changes.insert(name.clone(), change(other, value));
            }
            _ => {
                changes.insert(name.clone(), value.clone());
            }
        }
    }
    Value::Object(changes)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// RFC 7396, section 2.
    fn merge(target: &mut Value, patch: &Value) {
        let Value::Object(patch) = patch else {
            *target = patch.clone();
            return;
        };
        if !target.is_object() {
            *target = json!({});
        }
        let fields = target.as_object_mut().expect("it is one now");
        for (name, value) in patch {
            if value.is_null() {
                fields.remove(name);
            } else {
                merge(fields.entry(name.clone()).or_insert(Value::Null), value);
            }
        }
    }

    #[test]
    fn changes_make_one_state_of_another() {
        let states = [
            json!({}),
            json!({ "round": 1, "cards": { "3": { "id": 3, "now": { "hp": 4, "tags": [1, 2] } } } }),
            json!({ "round": 1, "cards": { "3": { "id": 3, "now": { "hp": 2, "tags": [] } } } }),
            json!({ "cards": { "3": { "id": 3 }, "4": { "id": 4 } }, "list": [[1], [2]] }),
            json!({ "cards": 7 }),
        ];
        for before in &states {
            for after in &states {
                let mut merged = before.clone();
                merge(&mut merged, &change(before, after));
                assert_eq!(merged, *after, "from {before}");
            }
        }
    }

    #[test]
    fn a_change_says_no_more_than_what_is_other() {
        let one =
            keyed(json!({ "cards": [{ "id": 0, "hp": 3 }, { "id": 1, "hp": 4 }], "position": 1 }));
        let other =
            keyed(json!({ "cards": [{ "id": 0, "hp": 3 }, { "id": 1, "hp": 2 }], "position": 2 }));
        assert_eq!(change(&one, &other), json!({ "cards": { "1": { "hp": 2 } } }));
    }
}
