//! Demands of the format on the records of a file beyond that they can be read.

use std::collections::BTreeSet;

use serde_json::Value;

use super::file::{File, Record, Version, seat, shortened, whole};
use super::flaw::Flaw;
use super::fold::{ZONES, base_id, is_token, keyframe};

/// The kind of value that a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    /// The number 1 or 2.
    Seat,
    /// A text with something in it.
    Text,
    /// A card, which may be blank where it is hidden.
    Card,
    /// A number without a fraction.
    Number,
    /// A list of texts.
    Texts,
    /// A list of anything.
    List,
    /// A player who has won, or `Draw`.
    Winner,
    /// A JSON value `true` or `false`.
    Flag,
}

impl Is {
    fn holds(self, value: &Value) -> bool {
        match self {
            Self::Seat => seat(value).is_some(),
            Self::Text => value.as_str().is_some_and(|text| !text.is_empty()),
            Self::Card => value.is_string(),
            Self::Number => whole(value).is_some(),
            Self::Texts => value.as_array().is_some_and(|all| all.iter().all(Value::is_string)),
            Self::List => value.is_array(),
            Self::Winner => seat(value).is_some() || value.as_str() == Some("Draw"),
            Self::Flag => value.is_boolean(),
        }
    }

    const fn called(self) -> &'static str {
        match self {
            Self::Seat => "the number 1 or 2",
            Self::Text => "a text",
            Self::Card => "the id of a card",
            Self::Number => "a whole number",
            Self::Texts => "a list of texts",
            Self::List => "a list",
            Self::Winner => "1, 2 or \"Draw\"",
            Self::Flag => "true or false",
        }
    }
}

use Is::{Card, Flag, List, Number, Seat, Text, Texts, Winner};

/// A field of an event: its name, what it holds, and whether it must be there.
type Field = (&'static str, Is, bool);

const P: Field = ("p", Seat, true);
const CARD: Field = ("card", Card, true);
const ZONE: Field = ("zone", Text, false);
const COST: Field = ("cost", Number, false);
const KIND: Field = ("kind", Text, false);
const ROUND: Field = ("round", Number, true);
const PHASE: Field = ("phase", Text, true);
const CARDS: Field = ("cards", Texts, true);
const COUNT: Field = ("count", Number, true);
const TARGET: Field = ("tgt", Card, true);
const AMOUNT: Field = ("amt", Number, true);
const HP: Field = ("hp", Number, true);

/// The events that there are, with their fields.
const EVENTS: &[(&str, &[Field])] = &[
    (
        "MOVE",
        &[
            CARD,
            ("p", Seat, false),
            ("from", Card, true),
            ("to", Card, true),
            KIND,
            ("attachedTo", Text, false),
        ],
    ),
    ("PLAY", &[P, CARD, ZONE, COST]),
    ("PLAY_SMUGGLE", &[P, CARD, ZONE, COST]),
    ("PLAY_EVENT", &[P, CARD, ZONE, COST]),
    ("PLAY_UPGRADE", &[P, CARD, ("target", Text, false), ZONE, COST]),
    ("DEPLOY_LEADER", &[P, CARD, ZONE, COST, KIND]),
    (
        "CREATE_TOKEN",
        &[
            P,
            ("token", Text, true),
            ("zone", Text, true),
            ("power", Number, false),
            ("hp", Number, false),
        ],
    ),
    ("DAMAGE", &[("src", Card, true), TARGET, AMOUNT, ("damageType", Text, true), HP]),
    ("OVERWHELM", &[P, TARGET, AMOUNT, HP]),
    ("HEAL", &[TARGET, AMOUNT, HP]),
    ("DEFEAT", &[CARD, ("reason", Text, true)]),
    ("EXHAUST", &[CARD]),
    ("READY", &[CARD]),
    ("DRAW", &[P, COUNT, CARDS]),
    ("DISCARD", &[P, CARDS]),
    ("RESOURCE", &[P, CARD]),
    ("SHIELD_GAIN", &[CARD, ("count", Number, false)]),
    ("SHIELD_USE", &[CARD, ("count", Number, false)]),
    ("EXPERIENCE_GAIN", &[CARD, COUNT]),
    ("STATUS_TOKEN", &[CARD, ("token", Text, true), COUNT]),
    ("ROUND_START", &[ROUND]),
    ("ROUND_END", &[ROUND]),
    ("PHASE_START", &[PHASE]),
    ("PHASE_END", &[PHASE]),
    ("CLAIM_INITIATIVE", &[P]),
    ("ATTACK", &[P, ("atk", Text, true), ("def", Text, true), ("defenderType", Text, true)]),
    ("PASS", &[P]),
    ("MULLIGAN", &[P]),
    ("KEEP_HAND", &[P]),
    ("SHUFFLE", &[P]),
    ("CHOICE", &[P, ("offered", List, true), ("chose", Number, true), ("prompt", Text, false)]),
    ("MODAL_CHOICE", &[P, ("offered", List, true), ("chose", Number, true)]),
    ("ABILITY_ACTIVATE", &[P, CARD, ("ability", Text, false)]),
    ("CAPTURE", &[P, CARD]),
    ("RESCUE", &[P, CARD]),
    ("TAKE_CONTROL", &[P, CARD]),
    ("SEARCH", &[P, ("found", Texts, false), ZONE]),
    ("REVEAL", &[P, ("zone", Text, true), CARDS]),
    ("TRIGGER", &[CARD, ("p", Seat, false)]),
    ("GAME_END", &[("winner", Winner, true), ("reason", Card, true)]),
    // What newer writers add.
    ("STATS", &[CARD, ("power", Number, false), ("hp", Number, false), ("keywords", Texts, false)]),
    ("EXHAUST_RESOURCES", &[P, ("amount", Number, true)]),
    ("READY_RESOURCES", &[P, ("amount", Number, true)]),
    ("LEADER_FLIP", &[CARD, ("onStartingSide", Flag, false)]),
    ("UNDO", &[]),
];

/// The tags beside those that are required.
const OPTIONAL: [&str; 3] = ["Format", "Perspective", "EndDate"];
/// The signs of annotations that judge a move.
const NAGS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Returns `true` if a place in the game is written as the format has it.
fn is_seq(seq: &str) -> bool {
    let Some((round, rest)) = seq.strip_prefix('R').and_then(|rest| rest.split_once('.')) else {
        return false;
    };
    let digits = !round.is_empty() && round.bytes().all(|c| c.is_ascii_digit());
    let inside = |rest: &str| {
        let mut parts = rest.splitn(2, '.');
        let phase = matches!(parts.next(), Some("S" | "A" | "G"));
        phase
            && parts.next().is_none_or(|step| {
                !step.is_empty() && step.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-')
            })
    };
    digits && (matches!(rest, "start" | "end") || inside(rest))
}

/// The flaws of a file that can be read, in the order of its lines.
#[must_use]
pub fn flaws(file: &File) -> Vec<Flaw> {
    let mut found = file.overlooked.clone();
    header(file, &mut found);
    decks(file, &mut found);
    cards(file, &mut found);
    let setup = setup(file, &mut found);
    let mut places: BTreeSet<&str> = setup.into_iter().collect();
    events(file, &mut places, &mut found);
    annotations(file, &places, &mut found);
    found.sort_by_key(|flaw| flaw.line);
    found
}

fn header(file: &File, found: &mut Vec<Flaw>) {
    let tag = |name: &str| file.tag_of(name).map(|tag| (tag.line, tag.value.as_str()));
    let mut demand = |name: &str, holds: fn(&str) -> bool, expected: &str, breach: bool| {
        if let Some((line, value)) = tag(name).filter(|(_, value)| !holds(value)) {
            let problem = format!("[{name} {:?}]", shortened(value));
            found.push(match breach {
                true => Flaw::breach(line, problem, expected),
                false => Flaw::remark(line, problem, expected),
            });
        }
    };
    demand(
        "Result",
        |value| matches!(value, "P1" | "P2" | "Draw" | "Incomplete"),
        "P1, P2, Draw or Incomplete",
        true,
    );
    demand("Rounds", |value| value.bytes().all(|c| c.is_ascii_digit()), "digits", true);
    demand("Perspective", |value| matches!(value, "P1" | "P2"), "P1 or P2", true);
    demand("Date", is_time, "a time of UTC as in ISO 8601, 2026-01-31T18:00:00Z", false);
    demand("EndDate", is_time, "a time of UTC as in ISO 8601, 2026-01-31T18:00:00Z", false);
    for name in ["P1Id", "P2Id"] {
        demand(name, is_pseudonym, "sha256: and hexadecimal digits", false);
    }
    demand("P1", |value| value == "Player 1", "Player 1: no names of people", false);
    demand("P2", |value| value == "Player 2", "Player 2: no names of people", false);
    demand(
        "Engine",
        |value| !value.ends_with("@unknown"),
        "the build that wrote it; nobody can find out about this one",
        false,
    );
    demand("Seed", |value| value != "unseeded", "a seed; the game cannot be run again", false);
    demand(
        "Game",
        |value| matches!(value, "SWU-PGN/1.0" | "SWU-PGN/1.1"),
        "SWU-PGN/1.0; what is not known of a later one is overlooked",
        false,
    );
    let known = |name: &str| super::file::REQUIRED.contains(&name) || OPTIONAL.contains(&name);
    for tag in file.tags.iter().filter(|tag| !known(&tag.name)) {
        let problem = format!("a tag [{}]", tag.name);
        found.push(Flaw::remark(tag.line, problem, "one that is known; it is overlooked"));
    }
}

/// Returns `true` for a text that is a day, or a day and a time of UTC.
fn is_time(text: &str) -> bool {
    let (day, time) = text.split_once('T').unwrap_or((text, "00:00Z"));
    let part = |part: &str, digits: &[usize]| {
        digits.contains(&part.len()) && part.bytes().all(|c| c.is_ascii_digit())
    };
    let days: Vec<&str> = day.split('-').collect();
    let day = matches!(days[..], [y, m, d] if part(y, &[4]) && part(m, &[2]) && part(d, &[2]));
    let time = time.strip_suffix('Z').or_else(|| time.strip_suffix("+00:00"));
    let clock = |time: &str| {
        let (clock, fraction) = time.split_once('.').unwrap_or((time, "0"));
        let parts: Vec<&str> = clock.split(':').collect();
        (2..=3).contains(&parts.len())
            && parts.iter().all(|one| part(one, &[2]))
            && !fraction.is_empty()
            && fraction.bytes().all(|c| c.is_ascii_digit())
    };
    day && time.is_some_and(clock)
}

fn is_pseudonym(text: &str) -> bool {
    let hex = text.strip_prefix("sha256:");
    hex.is_some_and(|hex| !hex.is_empty() && hex.bytes().all(|c| c.is_ascii_hexdigit()))
}

/// Tells whether a field is as if it were not there: null or, where it may be left out, an empty text.
fn is_blank(value: &Value, needed: bool) -> bool {
    value.is_null() || !needed && value.as_str() == Some("")
}

/// Says which fields a record has that are none of these.
fn unknown(record: &Record, what: &str, known: &[&str], found: &mut Vec<Flaw>) {
    for name in record.fields.keys().filter(|name| !known.contains(&name.as_str())) {
        let problem = format!("a field {:?} of {what}", shortened(name));
        found.push(Flaw::remark(record.line, problem, known.join(", ")));
    }
}

/// Returns `true` for a list of ids with counts.
fn is_counted(value: &Value) -> bool {
    let entry = |entry: &Value| match entry.as_array().map(Vec::as_slice) {
        Some([id, count]) => id.is_string() && whole(count).is_some_and(|count| count >= 0),
        _ => false,
    };
    value.as_array().is_some_and(|all| all.iter().all(entry))
}

fn decks(file: &File, found: &mut Vec<Flaw>) {
    if file.decks.is_empty() {
        let problem = "no section %%% DECKS";
        return found.push(Flaw::remark(file.lines, problem, "a line for each player"));
    }
    // What another player came with may be hidden from the seat that recorded the game.
    let hidden = file.perspective().map(|seat| 1 - seat);
    let flaw = |of: Option<usize>, line: usize, problem: String, expected: &str| {
        if of.is_some() && of == hidden {
            Flaw::remark(line, problem, expected)
        } else {
            Flaw::breach(line, problem, expected)
        }
    };
    let mut seen = [0; 2];
    for deck in &file.decks {
        let of = deck.seat("p");
        unknown(deck, "a deck", &["p", "leader", "base", "deck", "sideboard"], found);
        match of {
            Some(seat) => seen[seat] += 1,
            None => found.push(Flaw::breach(deck.line, "a deck of nobody", "\"p\": 1 or 2")),
        }
        for name in ["leader", "base"] {
            if deck.text(name).is_none_or(str::is_empty) {
                let problem = format!("a deck without {name}");
                found.push(flaw(of, deck.line, problem, &format!("\"{name}\": an id")));
            }
        }
        for (name, needed) in [("deck", true), ("sideboard", false)] {
            let list = deck.fields.get(name).filter(|list| !list.is_null());
            if list.map_or(needed, |list| !is_counted(list)) {
                let problem = format!("a {name} that is no list of cards");
                found.push(flaw(of, deck.line, problem, "[[\"SET#NUM\", count], …]"));
            }
        }
    }
    if file.decks.iter().all(|deck| deck.seat("p").is_some()) && seen != [1, 1] {
        let line = file.decks.last().map_or(1, |deck| deck.line);
        let problem = format!("{} decks of player 1 and {} of player 2", seen[0], seen[1]);
        let missing = (0..2).find(|&seat| seen[seat] == 0 && seen[1 - seat] == 1);
        found.push(flaw(missing, line, problem, "one of each"));
    }
}

fn cards(file: &File, found: &mut Vec<Flaw>) {
    for card in &file.cards {
        for name in ["id", "name"] {
            if card.text(name).is_none() {
                let problem = format!("a card without {name}");
                found.push(Flaw::breach(card.line, problem, format!("\"{name}\": a text")));
            }
        }
        if let Some(id) = card.text("id").filter(|id| base_id(id) != *id) {
            let problem = format!("the copy {:?} among the cards", shortened(id));
            found.push(Flaw::remark(card.line, problem, "ids without :N"));
        }
    }
}

/// Looks at the setup. Returns the places in the game that are there.
fn setup<'f>(file: &'f File, found: &mut Vec<Flaw>) -> Vec<&'f str> {
    let order = "p1DeckOrder and p2DeckOrder, lists of ids from the top";
    match &file.setup[..] {
        [] => found.push(Flaw::remark(file.lines, "no section %%% SETUP", order)),
        [first, rest @ ..] => {
            if first.kind() != "INIT" {
                let problem = format!("a setup {:?}", shortened(first.kind()));
                found.push(Flaw::breach(first.line, problem, "\"t\": \"INIT\""));
            }
            for name in ["p1DeckOrder", "p2DeckOrder"] {
                let list = first.fields.get(name).filter(|list| !list.is_null());
                match list {
                    Some(list) if Texts.holds(list) => {}
                    // Nobody at the table sees how decks lie.
                    None if file.perspective().is_some() => {
                        found.push(Flaw::remark(first.line, format!("no {name}"), order));
                    }
                    _ => found.push(Flaw::breach(first.line, format!("no {name}"), order)),
                }
            }
            if let Some(more) = rest.first() {
                found.push(Flaw::breach(more.line, "a second line of the setup", "one line"));
            }
        }
    }
    file.setup.iter().map(Record::seq).filter(|seq| !seq.is_empty()).collect()
}

fn events<'f>(file: &'f File, places: &mut BTreeSet<&'f str>, found: &mut Vec<Flaw>) {
    let early = file.version() == Some(Version::Early);
    let hidden = file.perspective().is_some();
    for (number, event) in file.events.iter().enumerate() {
        let line = event.line;
        let (seq, kind) = (event.seq(), event.kind());
        if seq.is_empty() {
            found.push(Flaw::breach(line, "an event without a place", "\"seq\": R1.A.1"));
        } else if !is_seq(seq) {
            let problem = format!("the place {:?}", shortened(seq));
            found.push(Flaw::breach(line, problem, "one such as R1.A.4, R1.A.4a, R1.end"));
        } else if !places.insert(seq) {
            let problem = format!("the place {seq} again");
            found.push(Flaw::breach(line, problem, "a place of its own for every event"));
        }
        if kind.is_empty() {
            found.push(Flaw::breach(line, "an event without a name", "\"t\": a name"));
            continue;
        }
        let Some((_, fields)) = EVENTS.iter().find(|(name, _)| *name == kind) else {
            let problem = format!("an event {:?}", shortened(kind));
            found.push(Flaw::remark(line, problem, "one that is known; it changes nothing"));
            continue;
        };
        for &(name, is, needed) in *fields {
            let value = event.fields.get(name).filter(|value| !is_blank(value, needed));
            let wrong = match value {
                None => needed && !(hidden && matches!(is, Card | Texts | List)),
                Some(value) => !is.holds(value),
            };
            if wrong {
                let problem = match value {
                    None => format!("{kind} without {name}"),
                    Some(value) => {
                        format!("{kind} with {name} {}", shortened(&value.to_string()))
                    }
                };
                found.push(Flaw::breach(line, problem, is.called()));
            }
        }
        if let Some(Err(expected)) = keyframe(event) {
            let problem = format!("a keyframe of {kind} that cannot be used; it is overlooked");
            found.push(Flaw::remark(line, problem, expected));
        }
        if kind == "MOVE" {
            moves(event, file.events.get(number + 1), early, found);
        }
    }
    let result = file.tag("Result").unwrap_or_default();
    let end = file.events.iter().rev().find(|event| event.kind() == "GAME_END");
    let last = file.events.last().map_or(1, |event| event.line);
    match end.map(|end| end.fields.get("winner")) {
        None if result != "Incomplete" => {
            let problem = format!("the result {result} and no GAME_END");
            found.push(Flaw::remark(last, problem, "an event that says how the game ended"));
        }
        Some(Some(winner)) => {
            let said = match seat(winner) {
                Some(seat) => format!("P{}", seat + 1),
                None => winner.as_str().unwrap_or_default().to_owned(),
            };
            if said != result {
                let line = end.map_or(last, |end| end.line);
                let problem = format!("the winner {said:?} and the result {result}");
                found.push(Flaw::remark(line, problem, "the same of both"));
            }
        }
        _ => {}
    }
}

/// Checks what writers owe with a move.
fn moves(event: &Record, next: Option<&Record>, early: bool, found: &mut Vec<Flaw>) {
    let line = event.line;
    let (from, to) = (event.text("from").unwrap_or(""), event.text("to").unwrap_or(""));
    for zone in [from, to] {
        if !ZONES.contains(&zone) {
            let problem = format!("a move from {from:?} to {to:?}, which is overlooked");
            return found.push(Flaw::remark(line, problem, format!("zones: {}", ZONES.join(", "))));
        }
    }
    if from == to {
        let problem = format!("a move from {from} to {to}, which is overlooked");
        return found.push(Flaw::remark(line, problem, "two zones"));
    }
    if early {
        return;
    }
    let card = event.text("card").unwrap_or_default();
    if event.text("kind") == Some("upgrade") && is_token(card) && event.text("attachedTo").is_none()
    {
        let problem = format!("the token {card} moves and is on nothing");
        found.push(Flaw::remark(line, problem, "\"attachedTo\": the unit it is on"));
    }
    if to == "resource" {
        let twin = next.is_some_and(|next| {
            next.kind() == "RESOURCE" && next.fields.get("card") == event.fields.get("card")
        });
        if !twin {
            let problem = format!("{card} becomes a resource, and no RESOURCE follows");
            found.push(Flaw::remark(line, problem, "one right after the move"));
        }
    }
}

fn annotations(file: &File, places: &BTreeSet<&str>, found: &mut Vec<Flaw>) {
    for note in &file.annotations {
        let line = note.line;
        unknown(note, "an annotation", &["ref", "nag", "text", "by", "line"], found);
        match note.text("ref") {
            Some(place) if places.contains(place) => {}
            place => {
                let problem = format!("a note on {:?}", shortened(place.unwrap_or_default()));
                found.push(Flaw::breach(line, problem, "\"ref\": the place of an event"));
            }
        }
        if let Some(nag) = note.text("nag").filter(|nag| !NAGS.contains(nag)) {
            let problem = format!("the mark {:?}", shortened(nag));
            found.push(Flaw::remark(line, problem, NAGS.join(" ")));
        }
        if note.fields.get("line").is_some_and(|line| !line.is_array()) {
            found.push(Flaw::breach(line, "a line that is no list of events", "a list"));
        }
    }
}
