//! The games that can be played: the only list of them.

use std::fmt;
use std::str::FromStr;

use cardmill_harness::files::CardFiles;
use cardmill_harness::session::Session;
use serde::{Deserialize, Serialize};

use crate::cards::BUILT_IN;
use crate::engine::host;
use crate::host::Host;

macro_rules! games {
    ($($(#[$about:meta])* $game:ident: $driver:ty,)*) => {
        /// A game. Scenario files call it by these words.
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize,
        )]
        pub enum Game {
            $($(#[$about])* $game,)*
        }

        impl Game {
            /// All games of the program, in the order of the list.
            pub const ALL: &'static [Self] = &[$(Self::$game),*];

            /// The name of the game in sessions, in files and on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$game => <$driver as Session>::NAME,)*
                }
            }

            /// The host of the game: its cards, its tables and its agents behind one interface.
            #[must_use]
            pub const fn host(self) -> &'static dyn Host {
                match self {
                    $(Self::$game => host::<$driver>(),)*
                }
            }
        }
    };
}

games! {
    /// The card game Star Wars: Unlimited.
    #[default]
    Unlimited: cardmill_unlimited::driver::Tabletop,
    /// The game X-Wing 2.0.
    XWing: cardmill_xwing::driver::Hangar,
    /// The board game Twilight Imperium, fourth edition.
    Imperium: cardmill_imperium::driver::Tabletop,
    /// Skirmish, the small game of `docs/a-game.md`.
    Skirmish: cardmill_skirmish::Tabletop,
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The game of a file that players keep and that nothing begins with, by its text, and the noun for
/// such a file.
#[must_use]
pub fn kept(text: &str) -> Option<(Game, &'static str)> {
    Game::ALL.iter().find_map(|&game| Some((game, game.host().kept(text)?)))
}

/// The game that players enter with such a file, and what they call it, by its text.
#[must_use]
pub fn claimed(text: &str) -> Option<(Game, &'static str)> {
    let host = |game: &Game| game.host();
    let claims = |game: &&Game| host(game).claims(text);
    Game::ALL.iter().find(claims).map(|game| (*game, host(game).noun()))
}

/// The game with whose cards an entry, or a shelf of them, of that name comes; the first, if several do.
#[must_use]
pub fn ready(name: &str) -> Option<Game> {
    let CardFiles::BuiltIn(files) = BUILT_IN else { return None };
    let has = |game: &Game| {
        files.iter().any(|(path, _)| match path.split('/').collect::<Vec<_>>()[..] {
            [folder, shelf, file] if folder == game.name() => file
                .strip_suffix(".json")
                .is_some_and(|file| [file, shelf].iter().any(|it| it.eq_ignore_ascii_case(name))),
            _ => false,
        })
    };
    Game::ALL.iter().copied().find(has)
}

/// A name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game {0:?}; expected {known}", known = names())]
pub struct UnknownGame(pub String);

/// The names of all games with commas between them, for messages.
#[must_use]
pub fn names() -> String {
    let names: Vec<&str> = Game::ALL.iter().map(|game| game.name()).collect();
    names.join(", ")
}

impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        let found = Self::ALL.iter().find(|game| game.name() == name);
        found.copied().ok_or_else(|| UnknownGame(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_games_are_known_by_what_they_say() {
        let squad = r#"{"faction": "rebelalliance", "pilots": [{"id": "wedgeantilles"}]}"#;
        assert_eq!(claimed(squad), Some((Game::XWing, "squad")));
        let map = "24 28 35 31 26 32 37 0 43 20 0 45 46 0 79 29 0 78 38 83A2 68";
        assert_eq!(kept(map), Some((Game::Imperium, "a map as a list of tiles")));
        let deck = r#"{"leader": {"id": "SOR_010"}, "base": {"id": "SOR_026"}, "deck": []}"#;
        assert_eq!(claimed(deck), Some((Game::Unlimited, "deck")));
        for text in [squad, deck, r#"{"pilots": 2}"#, "1 2 3", "", "3 SOR_172\n3 SOR_164"] {
            assert_eq!(kept(text), None, "{text}");
        }
        for text in [map, r#"{"pilots": 2}"#, "1 2 3", "", "3 SOR_172", r#"["leader", "base"]"#] {
            assert_eq!(claimed(text), None, "{text}");
        }
    }

    #[test]
    fn entries_that_come_with_the_cards_say_which_game_it_is() {
        assert_eq!(ready("Five-X-Wings"), Some(Game::XWing));
        assert_eq!(ready("luke"), Some(Game::Unlimited));
        for name in ["", "trials", "wampa", "decks/luke", "cards"] {
            assert_eq!(ready(name), None, "{name}");
        }
    }

    #[test]
    fn names_go_there_and_back() {
        for game in Game::ALL {
            assert_eq!(game.to_string().parse(), Ok(*game));
        }
        let error = "chess".parse::<Game>().unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no game \"chess\"; expected unlimited, xwing, imperium, skirmish"
        );
    }
}
