//! Games that people played: archetypes of decks with their lists, and how they fared against each
//! other. The program brings tables of several eras (`cards/<game>/played/`); a user's own has the
//! same form (docs/method/fidelity.md).

use std::fs;
use std::path::{Path, PathBuf};

use cardmill_harness::files::CardFiles;
use cardmill_harness::play::Source;
use serde::Deserialize;

use crate::error::Error;

/// The folder of tables that come with the cards of a game.
const FOLDER: &str = "played";

/// A table of played games.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The name of the era, such as `lof`.
    pub era: String,
    /// The first and the last month, such as `2025-11`.
    pub months: [String; 2],
    /// Tournaments that were counted.
    pub events: u64,
    /// The source of the numbers, in words.
    pub source: String,
    /// The archetypes, three at least.
    pub archetypes: Vec<Archetype>,
    /// The games between the archetypes, each pair once; none where it is known of each archetype alone how
    /// it fared.
    #[serde(default)]
    pub games: Vec<Between>,
}

/// Decks of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archetype {
    /// The name of the archetype in the table.
    pub id: String,
    /// The id of the leader, in games that have leaders.
    #[serde(default)]
    pub leader: String,
    /// The id of the base, or what kind of base it is.
    #[serde(default)]
    pub base: String,
    /// Games that it won and lost against whomever it met, where the table has no games between
    /// archetypes.
    #[serde(default)]
    pub fared: Option<[u64; 2]>,
    /// Decks of it that were counted.
    #[serde(default)]
    pub decks: u64,
    /// Its lists: each a deck as a text, or the name of a file beside the table.
    pub lists: Vec<String>,
}

/// Games between two archetypes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Between {
    /// The id of the archetype that `won` counts for.
    pub a: String,
    /// The id of the other archetype.
    pub b: String,
    /// The number of games that the one won.
    pub won: u64,
    /// The number of games that the other won.
    pub lost: u64,
}

/// Games between two archetypes, by their places in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// The places of the one and of the other.
    pub pair: [usize; 2],
    /// The number of games that the one won.
    pub won: u64,
    /// The number of games between both.
    pub games: u64,
}

/// A table, and where it is from.
#[derive(Clone, Debug)]
pub struct Table {
    /// The contents of the file.
    pub played: Played,
    /// The games between the archetypes, by their places.
    pub met: Vec<Met>,
    /// The games that each archetype won and lost against whomever it met; nothing where it is known who met.
    pub fared: Vec<[u64; 2]>,
    file: PathBuf,
}

impl Table {
    /// The names of the tables that come with the cards of a game, in order.
    ///
    /// # Errors
    /// When the folder of cards cannot be read.
    pub fn names(cards: &CardFiles, game: &str) -> Result<Vec<String>, Error> {
        let name = |(path, _): &(PathBuf, String)| stem(path);
        Ok(built_in(cards, game)?.iter().map(name).collect())
    }

    /// A table that comes with the cards, by its name, or that of a file, or of a folder with a
    /// `matchups.json`.
    ///
    /// # Errors
    /// When there is none, or it is not what a table is: the place, and what was expected.
    pub fn open(given: &Path, cards: &CardFiles, game: &str) -> Result<Self, Error> {
        let all = built_in(cards, game)?;
        if let Some((file, text)) = all.iter().find(|(path, _)| Path::new(&stem(path)) == given) {
            return Self::read(file, text);
        }
        let file = if given.is_dir() { given.join("matchups.json") } else { given.to_owned() };
        let text = fs::read_to_string(&file).map_err(|error| {
            let names = all.iter().map(|(path, _)| stem(path)).collect::<Vec<_>>().join(", ");
            Error::file(
                &file,
                error.to_string(),
                format!("a table of played games: {names}, or a file"),
            )
        })?;
        Self::read(&file, &text)
    }

    fn read(file: &Path, text: &str) -> Result<Self, Error> {
        let wrong = |problem: String| {
            Error::file(file, problem, "a table of played games (docs/method/fidelity.md)")
        };
        let played: Played =
            serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let mut ids: Vec<&str> = Vec::new();
        for archetype in &played.archetypes {
            let id = archetype.id.as_str();
            if ids.contains(&id) {
                return Err(wrong(format!("the archetype {id:?} stands there twice")));
            }
            if archetype.lists.is_empty() {
                return Err(wrong(format!("the archetype {id:?} has no lists")));
            }
            ids.push(id);
        }
        if ids.len() < 3 {
            return Err(wrong(format!(
                "{} archetypes; three or more can be told apart",
                ids.len()
            )));
        }
        let place = |id: &str| {
            let found = ids.iter().position(|known| *known == id);
            found.ok_or_else(|| wrong(format!("games of {id:?}, which is no archetype of it")))
        };
        let mut met: Vec<Met> = Vec::new();
        for between in &played.games {
            let pair = [place(&between.a)?, place(&between.b)?];
            let [a, b] = pair;
            let known = met.iter().any(|met| met.pair == pair || met.pair == [b, a]);
            if a == b || known {
                let (a, b) = (&between.a, &between.b);
                return Err(wrong(format!(
                    "games of {a:?} and {b:?}; each pair stands there once"
                )));
            }
            let games = between.won.checked_add(between.lost).filter(|games| *games > 0);
            let games = games
                .ok_or_else(|| wrong(format!("no games of {:?} and {:?}", between.a, between.b)))?;
            met.push(Met { pair, won: between.won, games });
        }
        let fared = match met.is_empty() {
            true => {
                played.archetypes.iter().map(fared_of).collect::<Result<_, _>>().map_err(wrong)?
            }
            false => Vec::new(),
        };
        Ok(Self { file: file.to_owned(), met, fared, played })
    }

    /// The first so many lists of every archetype, and which archetype each is of.
    #[must_use]
    pub fn lists(&self, each: usize) -> Vec<(usize, Source)> {
        let folder = self.file.parent().unwrap_or_else(|| Path::new("")).join("decks");
        let mut all = Vec::new();
        for (place, archetype) in self.played.archetypes.iter().enumerate() {
            for (number, list) in archetype.lists.iter().take(each).enumerate() {
                let source = match list.contains('\n') {
                    true => Source::Text(
                        list.clone(),
                        format!("{}-{}", archetype.id, number + 1).into(),
                    ),
                    false => Source::File(folder.join(list)),
                };
                all.push((place, source));
            }
        }
        all
    }

    /// All games of the table. Who met is not known of each where archetypes fared alone: then those that
    /// each of them played are counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        let fared = self.fared.iter().map(|[won, lost]| won + lost);
        self.met.iter().map(|met| met.games).chain(fared).sum()
    }
}

/// The games that an archetype won and lost, in a table that does not say against whom.
fn fared_of(archetype: &Archetype) -> Result<[u64; 2], String> {
    let id = &archetype.id;
    let fared =
        archetype.fared.filter(|[won, lost]| won.checked_add(*lost).is_some_and(|all| all > 0));
    fared.ok_or_else(|| {
        format!("no games of {id:?}; expected \"games\" of pairs, or of each archetype what it \"fared\"")
    })
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn built_in(cards: &CardFiles, game: &str) -> Result<Vec<(PathBuf, String)>, Error> {
    let mut files = cards.read(game, "json").map_err(|error| Error::Usage(error.to_string()))?;
    files.retain(|(path, _)| path.parent().is_some_and(|folder| folder.ends_with(FOLDER)));
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::cards;

    #[test]
    fn the_eras_of_the_program_are_read() {
        let names = Table::names(&cards(), "unlimited").unwrap();
        assert_eq!(names, ["lof", "sec", "sor-jtl"]);
        let mut games = 0;
        for (name, archetypes, lists) in [("sor-jtl", 24, 72), ("lof", 26, 78), ("sec", 23, 69)] {
            let table = Table::open(Path::new(name), &cards(), "unlimited").unwrap();
            assert_eq!(table.played.archetypes.len(), archetypes, "{name}");
            assert_eq!(table.lists(3).len(), lists, "{name}");
            games += table.games();
        }
        assert_eq!(games, 106_896);
    }

    #[test]
    fn what_is_no_table_is_refused_with_the_reason() {
        let refused = |archetypes: &str, games: &str| {
            let text = format!(
                r#"{{"era": "e", "months": ["a", "b"], "events": 1, "source": "s",
                    "archetypes": [{archetypes}], "games": [{games}]}}"#
            );
            Table::read(Path::new("t.json"), &text).unwrap_err().to_string()
        };
        let one =
            |id: &str| format!(r#"{{"id": "{id}", "leader": "L", "base": "B", "lists": ["x"]}}"#);
        let three = ["a", "b", "c"].map(one).join(",");
        assert!(refused("", "").contains("0 archetypes"));
        assert!(
            refused(&["a", "a", "b"].map(one).join(","), "").contains("\"a\" stands there twice")
        );
        let game = |a: &str, b: &str, won: u64| {
            format!(r#"{{"a": "{a}", "b": "{b}", "won": {won}, "lost": 0}}"#)
        };
        assert!(refused(&three, &game("a", "d", 1)).contains("games of \"d\""));
        assert!(refused(&three, &game("a", "b", 0)).contains("no games of \"a\" and \"b\""));
        let twice = [game("a", "b", 1), game("b", "a", 1)].join(",");
        assert!(refused(&three, &twice).contains("each pair stands there once"));
        assert!(refused(&three, r#"{"a": "a", "x": 1}"#).contains("unknown field"));
        assert!(refused(&three, "").contains("no games of \"a\"; expected \"games\" of pairs"));
    }
}
