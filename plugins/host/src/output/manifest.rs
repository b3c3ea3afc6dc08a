//! The manifest of a file of games: enough about its run to play any of its games again.

use std::path::{Path, PathBuf};

use cardmill_harness::agent::Agent;
use cardmill_harness::files::{AddedFile, CardFiles};
use cardmill_harness::play::{EntryError, Source};
use cardmill_harness::session::Problem;
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_value};

use super::Label;
use crate::entry::Entry;
use crate::error::Error;
use crate::host::Catalogue;
use crate::matches::Match;
use crate::record::{RunDigest, hex};
use crate::setup::{Settings, Setup, Setups};

/// The version of this format.
const FORMAT: u32 = 2;

/// A run, without its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of this format.
    pub format: u32,
    /// The version of Cardmill that played.
    pub cardmill: String,
    /// The name of the game that was played, such as `unlimited`.
    pub game: String,
    /// The digest of the cards it was played with.
    pub cards: String,
    /// Cards that it had beside those of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_cards: Vec<OwnCard>,
    /// Edits of the cards, for all of its games; as `whatif` takes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<String>,
    /// Seed of the run.
    pub seed: u64,
    /// The agents that played, by seat.
    pub agents: Vec<String>,
    /// Rounds after which a game was over as it stood.
    pub rounds: Option<u16>,
    /// The terms of matches; `None` where single games were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<Match>,
    /// Games asked for, per setup; of a run of matches, the number of matches. So it is with all
    /// numbers of games here.
    pub games_per_setup: u64,
    /// The number of the first game in the file, where it has a later part of a run.
    #[serde(default, skip_serializing_if = "is_first")]
    pub first_game: u64,
    /// Games asked for, of all setups.
    pub planned: u64,
    /// Games in the file.
    pub games: u64,
    /// `true` if these are all the games that were asked for.
    pub complete: bool,
    /// The digest of the games in the file.
    pub digest: String,
    /// The entries that players had; empty where games began from positions.
    pub entries: Vec<Listed>,
    /// The positions that games began from; empty where there are entries.
    pub positions: Vec<Listed>,
    /// The changes and the questions of an experiment; `None` where games were not played in pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
}

/// A card of a run's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnCard {
    /// The file it was read from.
    pub file: String,
    /// Its definition, as files of cards have it.
    pub definition: String,
}

/// The changes and questions of an experiment, whose games are played in pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Changes, as the command line had them.
    pub changes: Vec<String>,
    /// The content of the file with more changes; `None` where there was none.
    pub edits: Option<String>,
    /// The questions, in the order in which rows number them.
    pub questions: Vec<Question>,
}

/// A question that was asked of pairs of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The name of the player, as results call them.
    pub player: String,
    /// Their seat, from 0.
    pub seat: usize,
    /// The names of the opponents, or of the position, by setup.
    pub against: Vec<String>,
    /// The first arm, and the one that it is compared with.
    pub arms: [Way; 2],
}

/// A way in which games of a question were played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Way {
    /// The name of the arm, as results call it.
    pub name: String,
    /// The change it was played with, by its place among those of the command line and then those of
    /// the file.
    pub change: Option<usize>,
    /// The agents that played, by seat.
    pub agents: Vec<String>,
    /// The setups that games began with; they go round these.
    pub setups: Vec<Setup>,
}

/// An entry or a position of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// The name by which rows refer to it.
    pub name: String,
    /// The file it was read from.
    pub file: String,
    /// The whole content: a deck as a deck file holds it, a position as a session takes it.
    pub content: Value,
}

impl Manifest {
    /// Makes the manifest of a run of which nothing is played, with these cards and the files they
    /// are from. `labels` are of its entries, or of its positions.
    ///
    /// # Panics
    ///
    /// Never: positions are plain data.
    #[must_use]
    pub fn new(
        (catalogue, cards): (&Catalogue, &CardFiles),
        setups: &Setups,
        labels: &[Label],
        settings: &Settings,
        planned: u64,
    ) -> Self {
        let entries = setups.entries.iter().map(|entry| entry.written(catalogue));
        let game = catalogue.game();
        let positions = setups.positions.iter().map(|position| game.plain(position));
        Self {
            format: FORMAT,
            cardmill: env!("CARGO_PKG_VERSION").to_owned(),
            game: game.name().to_owned(),
            cards: hex(catalogue.digest()),
            own_cards: cards.added().iter().map(OwnCard::of).collect(),
            edits: Vec::new(),
            seed: settings.seed,
            agents: settings.agents.iter().map(Agent::to_string).collect(),
            rounds: settings.rounds,
            matches: None,
            games_per_setup: settings.games,
            first_game: 0,
            planned,
            games: 0,
            complete: false,
            digest: String::new(),
            entries: listed(entries, labels),
            positions: listed(positions, labels),
            asked: None,
        }
    }

    /// Adds the cards of the run's own to these cards.
    #[must_use]
    pub fn with_own(&self, cards: CardFiles) -> CardFiles {
        match &self.own_cards[..] {
            [] => cards,
            own => cards.with(own.iter().map(OwnCard::added).collect()),
        }
    }

    /// The entries that games begin with, or else the positions.
    #[must_use]
    pub fn listed(&self) -> &[Listed] {
        if self.positions.is_empty() { &self.entries } else { &self.positions }
    }

    /// The names of the entries or positions, each with the file it was read from.
    #[must_use]
    pub fn labels(&self) -> Vec<Label> {
        let label = |listed: &Listed| Label {
            name: listed.name.clone(),
            file: PathBuf::from(&listed.file),
        };
        self.listed().iter().map(label).collect()
    }

    /// The names of a setup's entries, by seat; the one name of a position.
    #[must_use]
    pub fn names(&self, setup: &Setup) -> Vec<&str> {
        fn name(list: &[Listed], place: u16) -> &str {
            &list[usize::from(place)].name
        }
        match setup {
            Setup::Entries(entries) => {
                entries.iter().map(|&entry| name(&self.entries, entry)).collect()
            }
            Setup::Position { position, .. } => vec![name(&self.positions, *position)],
        }
    }

    /// The manifest of the same run, with so many games in the file, and the digest of these.
    #[must_use]
    pub fn played(self, games: u64, digest: &RunDigest) -> Self {
        Self { games, complete: games >= self.planned, digest: digest.to_string(), ..self }
    }

    /// The manifest as JSON in one line.
    ///
    /// # Panics
    ///
    /// Never: it is plain data.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a manifest is plain data")
    }

    /// Reads a manifest that [`text`](Self::text) wrote.
    ///
    /// # Errors
    ///
    /// Text that is no manifest, or one of another format: says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match value.get("format").and_then(Value::as_u64) {
            Some(format) if format != u64::from(FORMAT) => {
                Err(format!("it has format {format}, and this program reads {FORMAT}"))
            }
            _ => from_value(value).map_err(|error| error.to_string()),
        }
    }

    /// The manifest of the run with one of its setups alone, and that setup in it.
    #[must_use]
    pub fn alone(&self, setup: &Setup) -> (Self, Setup) {
        let only = |list: &[Listed], places: &[u16]| {
            places.iter().map(|&place| list[usize::from(place)].clone()).collect()
        };
        let (entries, positions, setup) = match setup {
            Setup::Entries(entries) => {
                let setup = Setup::Entries((0..entries.len() as u16).collect());
                (only(&self.entries, entries), Vec::new(), setup)
            }
            &Setup::Position { position, seats } => {
                let positions = only(&self.positions, &[position]);
                (Vec::new(), positions, Setup::Position { position: 0, seats })
            }
        };
        (Self { entries, positions, ..self.clone() }, setup)
    }

    /// Reads the entries or positions that games of these setups of the run begin with.
    ///
    /// # Errors
    ///
    /// When these cards make no legal entry or position of them. `file` is the file of games, which
    /// errors name.
    pub fn read(
        &self,
        list: Vec<Setup>,
        catalogue: &Catalogue,
        file: &Path,
    ) -> Result<Setups, Error> {
        let text = |entry: &Listed| Source::Text(entry.content.to_string(), PathBuf::from(file));
        let sources: Vec<Source> = self.entries.iter().map(text).collect();
        let odd =
            |problem: Problem| Error::file(file, problem.to_string(), "a position of this game");
        let game = catalogue.game();
        let position = |position: &Listed| game.position(position.content.clone());
        let positions = self.positions.iter().map(position);
        let entries = all_read(catalogue, &sources)?;
        Ok(Setups::new(entries, positions.collect::<Result<_, _>>().map_err(odd)?, list))
    }

    /// Says what keeps the run `other` from going on where this one stopped; `None` when nothing
    /// does. `other` may have more games.
    #[must_use]
    pub fn differs(&self, other: &Self) -> Option<String> {
        let was = |what: &str, was: &str, is: &str| Some(format!("{what} {was}, and now {is}"));
        let limit = |of: &Self| of.rounds.map_or("none".to_owned(), |rounds| rounds.to_string());
        let contents = |of: &Self| {
            let all = of.entries.iter().chain(&of.positions);
            all.map(|listed| (listed.name.clone(), listed.content.clone())).collect::<Vec<_>>()
        };
        if self.cardmill != other.cardmill {
            return was("it was played by Cardmill", &self.cardmill, &other.cardmill);
        }
        if self.game != other.game {
            return was("it is of the game", &self.game, &other.game);
        }
        if self.cards != other.cards {
            return was("it was played with the cards", &self.cards, &other.cards);
        }
        if self.seed != other.seed {
            return was("it has the seed", &self.seed.to_string(), &other.seed.to_string());
        }
        if contents(self) != contents(other) {
            let what = if self.positions.is_empty() { "entries" } else { "positions" };
            return Some(format!("it was played with other {what}"));
        }
        if self.agents != other.agents {
            let agents = |of: &Self| of.agents.join(",");
            return was("it was played by the agents", &agents(self), &agents(other));
        }
        if self.rounds != other.rounds {
            return was("it has the limit of rounds", &limit(self), &limit(other));
        }
        if self.matches != other.matches {
            let terms = |of: &Self| of.matches.map_or("1".to_owned(), |terms| terms.to_string());
            return was("it was played best of", &terms(self), &terms(other));
        }
        if self.games > other.planned {
            return Some(format!("it has {} games, and now {}", self.games, other.planned));
        }
        None
    }
}

impl OwnCard {
    fn of(added: &AddedFile) -> Self {
        Self { file: added.path.display().to_string(), definition: added.text.clone() }
    }

    fn added(&self) -> AddedFile {
        added(PathBuf::from(&self.file), self.definition.clone())
    }
}

/// Makes a card of Star Wars: Unlimited beside those of the game, as files of cards define it.
#[must_use]
pub const fn added(path: PathBuf, text: String) -> AddedFile {
    AddedFile { game: "unlimited", extension: "ron", path, text }
}

/// Returns `true` for the number of the first game of a run, which is not written down.
fn is_first(game: &u64) -> bool {
    *game == 0
}

fn listed(contents: impl Iterator<Item = Value>, labels: &[Label]) -> Vec<Listed> {
    let listed = |(content, label): (Value, &Label)| Listed {
        name: label.name.clone(),
        file: label.file.display().to_string(),
        content,
    };
    contents.zip(labels).map(listed).collect()
}

/// Reads entries, all of them.
///
/// # Errors
///
/// All entries that cannot be played, together in one error.
pub fn all_read(catalogue: &Catalogue, sources: &[Source]) -> Result<Vec<Entry>, Error> {
    let (mut entries, mut errors) = (Vec::new(), Vec::<EntryError>::new());
    for read in catalogue.read(sources) {
        match read {
            Ok(entry) => entries.push(entry),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() {
        Ok(entries)
    } else {
        Err(Error::Entries { noun: catalogue.game().noun(), errors })
    }
}

/// A manifest of a run in which nothing is played yet.
#[cfg(test)]
pub(crate) fn example() -> Manifest {
    Manifest {
        format: FORMAT,
        cardmill: "1.2.3".to_owned(),
        game: "unlimited".to_owned(),
        cards: hex(1),
        own_cards: Vec::new(),
        edits: Vec::new(),
        seed: 7,
        agents: ["greedy", "random"].map(str::to_owned).into(),
        rounds: None,
        matches: None,
        games_per_setup: 5,
        first_game: 0,
        planned: 10,
        games: 0,
        complete: false,
        digest: String::new(),
        entries: ["Ash", "Birch", "Cedar"].map(Listed::example).into(),
        positions: Vec::new(),
        asked: None,
    }
}

#[cfg(test)]
impl Listed {
    pub(crate) fn example(name: &str) -> Self {
        Self { name: name.to_owned(), file: String::new(), content: Value::Null }
    }
}

#[cfg(test)]
mod tests {
    use cardmill_unlimited::deck::Deck;
    use cardmill_unlimited::driver::Tabletop;
    use cardmill_unlimited::library::default_dir;

    use super::*;
    use crate::example::{UNLIMITED, cards};
    use crate::matches::Sideboarding;

    fn manifest() -> (Manifest, Setups, Catalogue) {
        let catalogue = UNLIMITED.load(&cards()).unwrap();
        let file = default_dir().join("unlimited/decks/luke.json");
        let entries = all_read(&catalogue, &[Source::File(file.clone())]).unwrap();
        let setups = Setups::pairs(entries, &[(0, 0)]);
        let labels = [Label { name: "Luke".into(), file }];
        let settings = Settings {
            games: 5,
            seed: 7,
            threads: 1,
            batch: 1,
            agents: [Agent::RANDOM; 2].into_iter().collect(),
            rounds: None,
        };
        (Manifest::new((&catalogue, &cards()), &setups, &labels, &settings, 5), setups, catalogue)
    }

    #[test]
    fn a_manifest_comes_back_with_its_decks() {
        let (manifest, setups, catalogue) = manifest();
        let again = Manifest::parse(&manifest.text()).unwrap();
        assert_eq!(again, manifest);
        assert_eq!(again.names(&setups.list[0]), ["Luke", "Luke"]);
        let file = Path::new("games.csv");
        let (alone, setup) = again.alone(&setups.list[0]);
        let read = alone.read(vec![setup], &catalogue, file).unwrap();
        let decks = |entries: &[Entry]| -> Vec<Deck> {
            entries.iter().map(|entry| entry.get::<Tabletop>().clone()).collect()
        };
        let entered = decks(&setups.entries).remove(0);
        assert_eq!(decks(&read.entries), [entered.clone(), entered]);
        assert_eq!(read.list, [Setup::pair(0, 1)]);
        let newer = manifest.text().replace("\"format\":2", "\"format\":3");
        assert!(Manifest::parse(&newer).unwrap_err().contains("format 3"));
        assert!(Manifest::parse("{}").is_err());
    }

    #[test]
    fn another_run_differs() {
        let (manifest, ..) = manifest();
        assert_eq!(manifest.differs(&manifest), None);
        let longer = Manifest { games_per_setup: 9, planned: 9, ..manifest.clone() };
        assert_eq!(manifest.differs(&longer), None);
        let played = Manifest { games: 9, ..manifest.clone() };
        assert_eq!(played.differs(&manifest).unwrap(), "it has 9 games, and now 5");
        let agents = vec!["greedy".to_owned(); 2];
        let matches = Some(Match { best_of: 3, sideboard: Sideboarding::Plain });
        for (other, what) in [
            (Manifest { seed: 8, ..manifest.clone() }, "seed 7, and now 8"),
            (Manifest { game: "xwing".into(), ..manifest.clone() }, "and now xwing"),
            (Manifest { cards: "x".into(), ..manifest.clone() }, "cards"),
            (Manifest { cardmill: "9".into(), ..manifest.clone() }, "by Cardmill"),
            (Manifest { agents, ..manifest.clone() }, "greedy,greedy"),
            (Manifest { rounds: Some(3), ..manifest.clone() }, "rounds none, and now 3"),
            (Manifest { matches, ..manifest.clone() }, "best of 1, and now 3 (sideboard plain)"),
            (Manifest { entries: Vec::new(), ..manifest.clone() }, "other entries"),
        ] {
            let difference = manifest.differs(&other).unwrap();
            assert!(difference.contains(what), "{difference}");
        }
    }
}
