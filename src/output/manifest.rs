//! What a file of games says of the run it comes from: enough to play any of its games again.

use std::path::Path;

use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::deck::{Deck, DeckError};
use cardmill_unlimited::library::Library;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Label;
use crate::analysis::Run;
use crate::batch::Settings;
use crate::error::Error;
use crate::record::hex;
use cardmill_harness::agent::Agent;

/// The version of this format.
const FORMAT: u32 = 1;

/// A run, without its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of this format.
    pub format: u32,
    /// The version of Cardmill that played.
    pub cardmill: String,
    /// The digest of the cards it was played with.
    pub cards: String,
    /// Seed of the run.
    pub seed: u64,
    /// Who played deck a and who played deck b.
    pub agents: [Agent; 2],
    /// Games asked for, per pairing.
    pub games_per_pairing: u64,
    /// Games asked for, of all pairings.
    pub planned: u64,
    /// Games in the file.
    pub games: u64,
    /// Whether these are all of them.
    pub complete: bool,
    /// The digest of the games in the file.
    pub digest: String,
    /// The decks.
    pub decks: Vec<Listed>,
}

/// A deck of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// What rows call it.
    pub name: String,
    /// The file it was read from.
    pub file: String,
    /// The deck, as a deck file holds it.
    pub deck: Value,
}

impl Manifest {
    /// A run of which nothing is played.
    ///
    /// # Errors
    ///
    /// When there are too many cards.
    pub fn new(
        library: &Library,
        decks: &[Deck],
        labels: &[Label],
        settings: &Settings,
        planned: u64,
    ) -> Result<Self, Error> {
        let listed = |(deck, label): (&Deck, &Label)| Listed {
            name: label.name.clone(),
            file: label.file.display().to_string(),
            deck: written(deck, library),
        };
        Ok(Self {
            format: FORMAT,
            cardmill: env!("CARGO_PKG_VERSION").to_owned(),
            cards: hex(Catalogue::new(&library.definitions)?.digest()),
            seed: settings.seed,
            agents: settings.agents,
            games_per_pairing: settings.games,
            planned,
            games: 0,
            complete: false,
            digest: String::new(),
            decks: decks.iter().zip(labels).map(listed).collect(),
        })
    }

    /// The same run, with what was played of it.
    #[must_use]
    pub fn played(self, run: &Run) -> Self {
        Self {
            games: run.games,
            complete: run.games >= self.planned,
            digest: run.digest.to_string(),
            ..self
        }
    }

    /// What it says, as one text.
    ///
    /// # Panics
    ///
    /// Never: it is plain data.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a manifest is plain data")
    }

    /// Reads what [`text`](Self::text) wrote.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match value.get("format").and_then(Value::as_u64) {
            Some(format) if format != u64::from(FORMAT) => {
                Err(format!("it has format {format}, and this program reads {FORMAT}"))
            }
            _ => serde_json::from_value(value).map_err(|error| error.to_string()),
        }
    }

    /// The place of a deck by its name.
    #[must_use]
    pub fn deck(&self, name: &str) -> Option<u16> {
        let place = self.decks.iter().position(|deck| deck.name == name)?;
        u16::try_from(place).ok()
    }

    /// The deck in a place, with these cards.
    ///
    /// # Errors
    ///
    /// When it is no legal deck of these cards.
    ///
    /// # Panics
    ///
    /// When there is no such deck.
    pub fn read(&self, deck: u16, file: &Path, library: &Library) -> Result<Deck, DeckError> {
        let listed = &self.decks[usize::from(deck)];
        Deck::parse(&listed.deck.to_string(), file, library)
    }

    /// What keeps another run from going on where this one stopped; none when nothing does. It may
    /// have more games.
    #[must_use]
    pub fn differs(&self, other: &Self) -> Option<String> {
        let was = |what: &str, was: &str, is: &str| Some(format!("{what} {was}, and now {is}"));
        let agents = |of: &Self| format!("{},{}", of.agents[0], of.agents[1]);
        let decks = |of: &Self| {
            of.decks.iter().map(|deck| (deck.name.clone(), deck.deck.clone())).collect::<Vec<_>>()
        };
        if self.cardmill != other.cardmill {
            return was("it was played by Cardmill", &self.cardmill, &other.cardmill);
        }
        if self.cards != other.cards {
            return was("it was played with the cards", &self.cards, &other.cards);
        }
        if self.seed != other.seed {
            return was("it has the seed", &self.seed.to_string(), &other.seed.to_string());
        }
        if self.agents != other.agents {
            return was("it was played by the agents", &agents(self), &agents(other));
        }
        if decks(self) != decks(other) {
            return Some("it was played with other decks".to_owned());
        }
        if self.games > other.planned {
            return Some(format!("it has {} games, and now {}", self.games, other.planned));
        }
        None
    }
}

/// A deck as a deck file holds it.
fn written(deck: &Deck, library: &Library) -> Value {
    let id = |card: u16| library.definitions[usize::from(card)].id.as_str();
    let entry = |copies: &[u16]| json!({ "id": id(copies[0]), "count": copies.len() });
    let cards: Vec<Value> = deck.cards.chunk_by(|one, next| one == next).map(entry).collect();
    json!({
        "metadata": { "name": deck.name },
        "leader": { "id": id(deck.leader), "count": 1 },
        "base": { "id": id(deck.base), "count": 1 },
        "deck": cards,
    })
}

/// A run of no decks.
#[cfg(test)]
pub(crate) fn example() -> Manifest {
    Manifest {
        format: FORMAT,
        cardmill: "1.2.3".to_owned(),
        cards: hex(1),
        seed: 7,
        agents: [Agent::Greedy, Agent::Random],
        games_per_pairing: 5,
        planned: 10,
        games: 0,
        complete: false,
        digest: String::new(),
        decks: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use cardmill_unlimited::library::default_dir;

    use super::*;

    fn manifest() -> (Manifest, Deck, Library) {
        let library = Library::load(default_dir()).unwrap();
        let file = default_dir().join("unlimited/decks/luke.json");
        let deck = Deck::read(&file, &library).unwrap();
        let labels = [Label { name: "Luke".into(), file }];
        let settings =
            Settings { games: 5, seed: 7, threads: 1, batch: 1, agents: [Agent::Random; 2] };
        let decks = core::slice::from_ref(&deck);
        (Manifest::new(&library, decks, &labels, &settings, 5).unwrap(), deck, library)
    }

    #[test]
    fn a_manifest_comes_back_with_its_decks() {
        let (manifest, deck, library) = manifest();
        let again = Manifest::parse(&manifest.text()).unwrap();
        assert_eq!(again, manifest);
        assert_eq!(again.deck("Luke"), Some(0));
        assert_eq!(again.deck("Vader"), None);
        assert_eq!(again.read(0, Path::new("games.csv"), &library), Ok(deck));
        let newer = manifest.text().replace("\"format\":1", "\"format\":2");
        assert!(Manifest::parse(&newer).unwrap_err().contains("format 2"));
        assert!(Manifest::parse("{}").is_err());
    }

    #[test]
    fn another_run_differs() {
        let (manifest, ..) = manifest();
        assert_eq!(manifest.differs(&manifest), None);
        let longer = Manifest { games_per_pairing: 9, planned: 9, ..manifest.clone() };
        assert_eq!(manifest.differs(&longer), None);
        let played = Manifest { games: 9, ..manifest.clone() };
        assert_eq!(played.differs(&manifest).unwrap(), "it has 9 games, and now 5");
        for (other, what) in [
            (Manifest { seed: 8, ..manifest.clone() }, "seed 7, and now 8"),
            (Manifest { cards: "x".into(), ..manifest.clone() }, "cards"),
            (Manifest { cardmill: "9".into(), ..manifest.clone() }, "by Cardmill"),
            (Manifest { agents: [Agent::Greedy; 2], ..manifest.clone() }, "greedy,greedy"),
            (Manifest { decks: Vec::new(), ..manifest.clone() }, "other decks"),
        ] {
            let difference = manifest.differs(&other).unwrap();
            assert!(difference.contains(what), "{difference}");
        }
    }
}
