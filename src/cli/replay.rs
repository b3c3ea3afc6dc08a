//! `cardmill replay`: plays one game of a run again and prints its log.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::decks::Decks;
use super::{Agents, CardsFolder};
use crate::batch::{self, Settings};
use crate::error::Error;
use crate::output::Label;
use crate::record::{GameRecord, Outcome};

/// What `replay` is asked for.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Replay {
    /// Deck files, folders of deck files, or names of decks, as the run had them
    #[arg(required = true, value_name = "DECK")]
    pub decks: Vec<PathBuf>,
    /// Number of the game in the run, from 0
    #[arg(long, value_name = "N", value_parser = super::number)]
    #[arg(allow_negative_numbers = true)]
    pub game: u64,
    /// Games per pairing of the run; matters when it had several pairings
    #[arg(long, value_name = "N", default_value = "1000", value_parser = super::games)]
    #[arg(allow_negative_numbers = true)]
    pub games: u64,
    /// Seed of the run
    #[arg(long, value_name = "S", default_value = "0", value_parser = super::number)]
    #[arg(allow_negative_numbers = true)]
    pub seed: u64,
    /// Who plays: random or greedy; two names with a comma for the two sides
    #[arg(long, value_name = "NAME[,NAME]", default_value = "greedy")]
    pub agents: Agents,
}

const EXAMPLES: &str = "\
Examples:
  cardmill replay luke vader --game 123
  cardmill replay cards/unlimited/decks --games 100 --game 1234";

impl Replay {
    /// Plays the game and prints it while it goes.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let library = Arc::new(cards.load()?);
        let Decks { decks, labels, pairings } = Decks::read(&self.decks, &library)?;
        let (a, b) = self.pairing(&pairings)?;
        let decks = [a, b].map(|deck| &decks[usize::from(deck)]);
        let labels = [a, b].map(|deck| &labels[usize::from(deck)]);
        let settings = Settings {
            games: self.games,
            seed: self.seed,
            threads: 1,
            batch: 1,
            agents: self.agents.0,
        };
        let mut out = BufWriter::new(io::stdout().lock());
        let mut written = out.write_all(beginning(&settings, self.game, labels).as_bytes());
        let game = batch::replay(&library, decks, &settings, self.game, &mut |line| {
            if written.is_ok() {
                written = writeln!(out, "{line}");
            }
        })?;
        let written = written
            .and_then(|()| writeln!(out, "{}", ending(&game, labels)))
            .and_then(|()| out.flush());
        match written {
            Err(source) if source.kind() != io::ErrorKind::BrokenPipe => {
                Err(Error::Write { path: Path::new("standard output").into(), source })
            }
            _ => Ok(u8::from(game.outcome == Outcome::Quarantined)),
        }
    }

    /// The decks of the game; of a single pairing, any game may be asked for.
    fn pairing(&self, pairings: &[(u16, u16)]) -> Result<(u16, u16), Error> {
        if let [only] = pairings {
            return Ok(*only);
        }
        let place = usize::try_from(self.game / self.games).unwrap_or(usize::MAX);
        pairings.get(place).copied().ok_or_else(|| {
            Error::Usage(format!(
                "--game {}: a run of {} pairings with {} games each has {} games; expected a \
                 smaller number, or the --games of the run",
                self.game,
                pairings.len(),
                self.games,
                u128::from(self.games) * pairings.len() as u128,
            ))
        })
    }
}

/// The first lines: which game it is, and who plays what.
fn beginning(settings: &Settings, game: u64, labels: [&Label; 2]) -> String {
    let mut text = format!("game {game}, seed {}\n", settings.seed);
    for (player, (label, agent)) in labels.into_iter().zip(settings.agents).enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "P{} ({}): {}, {agent}", player + 1, ["a", "b"][player], label.name);
    }
    text.push('\n');
    text
}

/// The last line: who won, and what to compare with the run's results.
fn ending(game: &GameRecord, labels: [&Label; 2]) -> String {
    let outcome = match game.outcome {
        Outcome::WinA => format!("P1 {} won", labels[0].name),
        Outcome::WinB => format!("P2 {} won", labels[1].name),
        Outcome::Draw => "drawn".to_owned(),
        Outcome::Quarantined => "quarantined".to_owned(),
    };
    format!(
        "game {}: {outcome}, {} went first, rounds {}, decisions {}, base damage {} and {}, \
         digest {:016x}",
        game.index,
        if game.first_player == 0 { "P1" } else { "P2" },
        game.rounds,
        game.decisions,
        game.base_damage[0],
        game.base_damage[1],
        game.digest,
    )
}
