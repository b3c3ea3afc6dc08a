//! A game as files hold it: the columns of Parquet and CSV.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::record::{GameRecord, Outcome, hex};

/// A row. Fields are the columns, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row<'a> {
    /// Number of the game in the run, from 0.
    pub index: u64,
    /// The name of side a's deck.
    pub deck_a: Cow<'a, str>,
    /// The name of side b's deck.
    pub deck_b: Cow<'a, str>,
    /// Who went first: `a` or `b`.
    pub first_player: Cow<'a, str>,
    /// Who won: `a`, `b` or `draw`; none for a quarantined game.
    pub winner: Option<Cow<'a, str>>,
    /// Whether the game was set aside.
    pub quarantined: bool,
    /// Rounds begun.
    pub rounds: u16,
    /// Decisions taken by both players together.
    pub decisions: u32,
    /// Damage on side a's base at the end.
    pub base_damage_a: u8,
    /// Damage on side b's base at the end.
    pub base_damage_b: u8,
    /// Digest of everything that happened in the game.
    pub digest: Cow<'a, str>,
}

impl<'a> Row<'a> {
    /// A game between decks of these names.
    ///
    /// # Panics
    ///
    /// When a deck has no name.
    #[must_use]
    pub fn new(game: &GameRecord, decks: &'a [String]) -> Self {
        let deck = |deck: u16| decks[usize::from(deck)].as_str().into();
        Self {
            index: game.index,
            deck_a: deck(game.deck_a),
            deck_b: deck(game.deck_b),
            first_player: if game.first_player == 0 { "a" } else { "b" }.into(),
            winner: match game.outcome {
                Outcome::WinA => Some("a".into()),
                Outcome::WinB => Some("b".into()),
                Outcome::Draw => Some("draw".into()),
                Outcome::Quarantined => None,
            },
            quarantined: game.outcome == Outcome::Quarantined,
            rounds: game.rounds,
            decisions: game.decisions,
            base_damage_a: game.base_damage[0],
            base_damage_b: game.base_damage[1],
            digest: hex(game.digest).into(),
        }
    }

    /// The game. `deck` finds a deck by name.
    ///
    /// # Errors
    ///
    /// What is wrong with the row.
    pub fn game(&self, deck: impl Fn(&str) -> Option<u16>) -> Result<GameRecord, String> {
        let named = |name: &str| deck(name).ok_or_else(|| format!("no deck is named {name:?}"));
        let odd = |column: &str, found: &str| format!("{column}: {found:?} was not expected");
        Ok(GameRecord {
            index: self.index,
            deck_a: named(&self.deck_a)?,
            deck_b: named(&self.deck_b)?,
            first_player: match &*self.first_player {
                "a" => 0,
                "b" => 1,
                other => return Err(odd("first_player", other)),
            },
            outcome: match (self.quarantined, self.winner.as_deref()) {
                (true, None) => Outcome::Quarantined,
                (false, Some("a")) => Outcome::WinA,
                (false, Some("b")) => Outcome::WinB,
                (false, Some("draw")) => Outcome::Draw,
                (_, winner) => return Err(odd("winner", winner.unwrap_or_default())),
            },
            rounds: self.rounds,
            decisions: self.decisions,
            base_damage: [self.base_damage_a, self.base_damage_b],
            digest: match u64::from_str_radix(&self.digest, 16) {
                Ok(digest) if hex(digest) == self.digest => digest,
                _ => return Err(odd("digest", &self.digest)),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_back() {
        let names = ["Ash".to_owned(), "Birch".to_owned()];
        let find = |name: &str| names.iter().position(|known| known == name).map(|n| n as u16);
        for outcome in [Outcome::WinA, Outcome::WinB, Outcome::Draw, Outcome::Quarantined] {
            let game = GameRecord {
                index: 5,
                deck_a: 0,
                deck_b: 1,
                first_player: 1,
                outcome,
                rounds: 3,
                decisions: 40,
                base_damage: [1, 2],
                digest: 0xab,
            };
            let row = Row::new(&game, &names);
            assert_eq!(row.digest, "00000000000000ab");
            assert_eq!(row.game(find), Ok(game));
            let wrong = |row: Row<'_>| row.game(find).unwrap_err();
            assert!(wrong(Row { deck_b: "Cedar".into(), ..row.clone() }).contains("Cedar"));
            assert!(wrong(Row { first_player: "c".into(), ..row.clone() }).contains("first"));
            assert!(wrong(Row { winner: Some("c".into()), ..row.clone() }).contains("winner"));
            assert!(wrong(Row { digest: "171".into(), ..row }).contains("digest"));
        }
    }
}
