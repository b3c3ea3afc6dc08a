//! A game that was written down, as a file.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::file::{Fields, File, Record, Tag};
use super::fold::base_id;
use super::pseudonym::sha256;
use super::scribe::Scribe;
use super::story::story;
use crate::board::Outcome;

/// The time of all games that can be played again at any time: their files have to be the same as
/// well.
const TIME: &str = "1970-01-01T00:00:00Z";

/// The origin of the game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The program, with its version.
    pub engine: String,
    /// The seed that the game was dealt by.
    pub seed: String,
    /// The mark that tells the game from others.
    pub game: String,
    /// The names of the players: none of it is in the file.
    pub players: [String; 2],
    /// The reason that it stopped, if it did before it was over.
    pub stopped: Option<String>,
}

impl Scribe {
    /// The file of the game, as far as it was played.
    #[must_use]
    pub fn file(mut self, origin: &Origin) -> File {
        let (result, reason, winner) = match self.outcome {
            Outcome::Win(seat) => (format!("P{}", seat + 1), "Base Destroyed", json!(seat + 1)),
            Outcome::Draw => ("Draw".to_owned(), "Both Bases Destroyed", json!("Draw")),
            Outcome::Open => ("Incomplete".to_owned(), "Not Over", Value::Null),
        };
        let reason = match &origin.stopped {
            Some(stopped) if winner.is_null() => stopped.clone(),
            _ => reason.to_owned(),
        };
        if !winner.is_null() {
            self.end(&winner, &reason);
        }
        let rounds = self.events.iter().filter(|event| event.kind() == "ROUND_START").count();
        let [(one, _), (two, _)] = &self.decks;
        let sets: BTreeSet<&str> = self
            .ids
            .names
            .keys()
            .filter(|id| !super::fold::is_token(id))
            .filter_map(|id| Some(id.split_once('#')?.0))
            .collect();
        let pool = sets.into_iter().collect::<Vec<_>>().join(",");
        let id = |seat: usize| {
            let player = format!("{}\n{}\n{}", origin.game, seat + 1, origin.players[seat]);
            format!("sha256:{}", sha256(player.as_bytes()))
        };
        let tag = |name: &str, value: String| Tag { name: name.to_owned(), value, line: 0 };
        let tags = vec![
            tag("Game", "SWU-PGN/1.0".to_owned()),
            tag("GameId", origin.game.clone()),
            tag("Date", TIME.to_owned()),
            tag("CardPool", pool),
            tag("Engine", origin.engine.clone()),
            tag("Seed", origin.seed.clone()),
            tag("P1Id", id(0)),
            tag("P2Id", id(1)),
            tag("P1", "Player 1".to_owned()),
            tag("P2", "Player 2".to_owned()),
            tag("P1Leader", one[0].clone()),
            tag("P1Base", one[1].clone()),
            tag("P2Leader", two[0].clone()),
            tag("P2Base", two[1].clone()),
            tag("Result", result),
            tag("Reason", reason),
            tag("Rounds", rounds.to_string()),
        ];
        let record = |value: Value| match value {
            Value::Object(fields) => Record { line: 0, fields },
            _ => Record { line: 0, fields: Fields::new() },
        };
        let deck = |(seat, (identity, cards)): (usize, &([String; 2], _))| {
            let cards: &std::collections::BTreeMap<String, usize> = cards;
            record(json!({
                "p": seat + 1,
                "leader": base_id(&identity[0]),
                "base": base_id(&identity[1]),
                "deck": cards.iter().collect::<Vec<_>>(),
            }))
        };
        let card = |(id, (name, kind)): (&String, &(String, Option<&str>))| {
            let mut card = json!({ "id": id, "name": name });
            if let Some(kind) = kind {
                card["kind"] = json!(kind);
            }
            record(card)
        };
        let mut file = File {
            tags,
            decks: self.decks.iter().enumerate().map(deck).collect(),
            cards: self.ids.names.iter().map(card).collect(),
            setup: vec![record(json!({
                "seq": "R1.S.0",
                "t": "INIT",
                "p1DeckOrder": self.orders[0],
                "p2DeckOrder": self.orders[1],
            }))],
            events: self.events,
            ..File::default()
        };
        file.story = Some(story(&file, None).join("\n"));
        file
    }
}
