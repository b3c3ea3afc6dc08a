//! `cardmill replay`: plays one game of a run again and prints its log.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardmill_unlimited::deck::Deck;
use clap::Args;

use super::decks::labels;
use super::{Agents, CardsFolder};
use crate::batch::{self, Settings};
use crate::error::Error;
use crate::output::Label;
use crate::record::{GameRecord, Outcome};

/// What `replay` is asked for.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Replay {
    /// The deck file of side a
    #[arg(value_name = "DECK_A")]
    pub deck_a: PathBuf,
    /// The deck file of side b
    #[arg(value_name = "DECK_B")]
    pub deck_b: PathBuf,
    /// Seed of the run
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Number of the game, from 0
    #[arg(long, value_name = "N")]
    pub game: u64,
    /// Who plays: random or greedy; two names with a comma for the two sides
    #[arg(long, value_name = "NAME[,NAME]", default_value = "greedy")]
    pub agents: Agents,
    /// Where the cards are.
    #[command(flatten)]
    pub cards: CardsFolder,
}

const EXAMPLES: &str = "\
Example:
  cardmill replay luke.json vader.json --seed 7 --game 123";

impl Replay {
    /// Plays the game and prints it while it goes.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub fn run(self) -> Result<u8, Error> {
        let library = Arc::new(self.cards.load()?);
        let decks = [Deck::read(&self.deck_a, &library)?, Deck::read(&self.deck_b, &library)?];
        let labels = labels(&decks, [self.deck_a.as_path(), self.deck_b.as_path()].into_iter());
        let settings = Settings {
            games: self.game.saturating_add(1),
            seed: self.seed,
            threads: 1,
            batch: 1,
            agents: self.agents.0,
        };
        let mut out = BufWriter::new(io::stdout().lock());
        let mut written = Ok(());
        let game =
            batch::replay(&library, [&decks[0], &decks[1]], &settings, self.game, &mut |line| {
                if written.is_ok() {
                    written = writeln!(out, "{line}");
                }
            })?;
        let written = written
            .and_then(|()| writeln!(out, "{}", ending(&game, &labels)))
            .and_then(|()| out.flush());
        match written {
            Err(source) if source.kind() != io::ErrorKind::BrokenPipe => {
                Err(Error::Write { path: Path::new("standard output").into(), source })
            }
            _ => Ok(u8::from(game.outcome == Outcome::Quarantined)),
        }
    }
}

/// The last line: who won, and what to compare with the run's results.
fn ending(game: &GameRecord, labels: &[Label]) -> String {
    let outcome = match game.outcome {
        Outcome::WinA => format!("{} (a) won", labels[0].name),
        Outcome::WinB => format!("{} (b) won", labels[1].name),
        Outcome::Draw => "drawn".to_owned(),
        Outcome::Quarantined => "quarantined".to_owned(),
    };
    format!(
        "game {}: {outcome}, rounds {}, decisions {}, base damage {} and {}, digest {:016x}",
        game.index,
        game.rounds,
        game.decisions,
        game.base_damage[0],
        game.base_damage[1],
        game.digest,
    )
}
