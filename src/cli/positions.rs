//! `cardmill positions`: positions of games that agents play, with what came of them.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use cardmill_harness::agent::Agent;
use cardmill_harness::files::CardFiles;
use clap::Args;

use super::run::{InGame, cores, progress};
use super::setups::lists;
use super::{Agents, CardsFolder, print};
use crate::error::Error;
use crate::games::Game;
use crate::host::Host;
use crate::interrupt::{self, INTERRUPT};
use crate::output::figure::grouped;
use crate::output::part::Draft;
use crate::output::positions::bytes;
use crate::policy;
use crate::positions::{Found, Meaning, Settings, play};

/// The arguments of `positions`: the lists and agents that play, and the file for what is learnt from.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Positions {
    /// The lists to draw from: tables of played games as fidelity takes them (sor-jtl, lof and sec come with
    /// the program), and decks as simulate takes them
    #[arg(value_name = "TABLE or DECK", required = true)]
    pub given: Vec<String>,
    /// The game [default: unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// Lists of each archetype of a table, from the first on [default: all]
    #[arg(long, value_name = "N", value_parser = each)]
    #[arg(allow_negative_numbers = true)]
    pub lists: Option<usize>,
    /// The agents that play, with commas between them: each seat draws one of these, and one that stands there
    /// twice is drawn twice as often
    #[arg(long, value_name = "NAME[,NAME…]", default_value = "look")]
    pub agents: Agents,
    /// The number of games
    #[arg(long, value_name = "N", default_value = "1000", value_parser = super::games)]
    #[arg(allow_negative_numbers = true)]
    pub games: u64,
    /// The number of the first game: other numbers are other games
    #[arg(long, value_name = "N", default_value = "0", value_parser = super::number)]
    #[arg(allow_negative_numbers = true)]
    pub first: u64,
    /// Seed of the run
    #[arg(long, value_name = "S", default_value = "0", value_parser = super::number)]
    #[arg(allow_negative_numbers = true)]
    pub seed: u64,
    /// Exchange so many cards in every second deck that is drawn, for others that it may have [default:
    /// none]
    #[arg(long, value_name = "N", value_parser = cards)]
    #[arg(allow_negative_numbers = true)]
    pub exchanged: Option<usize>,
    /// Positions that are kept, of a thousand
    #[arg(long, value_name = "N", default_value = "150", value_parser = thousandths)]
    #[arg(allow_negative_numbers = true)]
    pub share: u32,
    /// The readiness of agents that look ahead to try what seems worse: what is so many thousandths of a game
    /// worse is tried half as often as the best [default: never]
    #[arg(long, value_name = "N", value_parser = thousandths)]
    #[arg(allow_negative_numbers = true)]
    pub curious: Option<u32>,
    /// Worker threads, 1024 at most [default: one per core]
    #[arg(long, value_name = "T", value_parser = super::threads)]
    #[arg(allow_negative_numbers = true)]
    pub threads: Option<usize>,
    /// Games played side by side in one World of a thread
    #[arg(long, value_name = "B", default_value = "64", value_parser = super::batch)]
    #[arg(allow_negative_numbers = true)]
    pub batch: usize,
    /// The file that is written (*.safetensors)
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// No progress bar and no notes
    #[arg(long)]
    pub quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  cardmill positions sec lof --games 20000 --curious 15 --out look.safetensors
  cardmill positions sec --agents my.net,my.net,my.net,greedy --first 20000 --out my.safetensors
  cardmill positions luke vader --games 100 --share 1000 --out all.safetensors";

fn each(text: &str) -> Result<usize, String> {
    super::counting(text, 1_000)
}

fn cards(text: &str) -> Result<usize, String> {
    super::counting(text, 50)
}

fn thousandths(text: &str) -> Result<u32, String> {
    super::counting(text, 1_000)
}

impl Positions {
    /// Plays the games, writes the file of positions, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad or the file cannot be written.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        self.in_game(self.game.unwrap_or_default(), cards)
    }
}

/// Agents, and how often each is named.
fn weighted(game: &dyn Host, Agents(names): &Agents) -> Result<Vec<(Agent, u32)>, Error> {
    let mut all: Vec<(Agent, u32)> = Vec::new();
    for name in names {
        let agent = policy::agent(game, name)
            .map_err(|reason| Error::Usage(format!("--agents: {reason}")))?;
        match all.iter_mut().find(|(known, _)| *known == agent) {
            Some((_, weight)) => *weight += 1,
            None => all.push((agent, 1)),
        }
    }
    Ok(all)
}

impl InGame for Positions {
    fn play(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<u8, Error> {
        let catalogue = game.load(cards).map_err(Error::Usage)?;
        let meaning = Meaning::of(&catalogue)?;
        let each = self.lists.unwrap_or(usize::MAX);
        let entries = lists(&self.given, each, cards, &catalogue)?;
        let settings = Settings {
            seed: self.seed,
            agents: weighted(game, &self.agents)?,
            exchanged: self.exchanged.unwrap_or_default(),
            share: self.share,
            curious: self.curious.unwrap_or_default(),
            threads: self.threads.unwrap_or_else(cores),
            tables: self.batch,
        };
        let end = self.first.checked_add(self.games);
        let end = end.ok_or_else(|| Error::Usage("games beyond the last number".to_owned()))?;
        let draft = Draft::create(&self.out, &["safetensors"])?;
        let stop = INTERRUPT.handle_gracefully();
        let tables = settings.threads.saturating_mul(settings.tables);
        let bar = progress(self.quiet, self.games, 0, tables);
        let on_game = || bar.inc(1);
        let found = play(&catalogue, &entries, &settings, self.first..end, stop, &on_game)?;
        bar.finish_and_clear();
        draft.fill(bytes(&found.positions, &meaning))?;
        print(&told(&found, &settings))?;
        Ok(match stop.load(Ordering::SeqCst) {
            true if found.games + found.aside < self.games => interrupt::EXIT_CODE,
            _ => u8::from(found.aside > 0),
        })
    }
}

/// The outcome in words: games, positions and games that went wrong, and the games that each agent won against
/// others.
fn told(found: &Found, settings: &Settings) -> String {
    let [games, positions] = [found.games, found.positions.counts.len() as u64].map(grouped);
    let mut told = format!("{games} games, {positions} positions\n");
    if found.aside > 0 {
        told += &format!("{} games went wrong and are left out\n", grouped(found.aside));
    }
    for ((agent, _), score) in settings.agents.iter().zip(&found.scores) {
        let [won, games] = [score.won, score.games].map(grouped);
        told += &format!("{agent}: {won} of {games} against others\n");
    }
    told
}
