//! `cardmill positions`: positions of games that agents play, with what came of them.

use std::path::PathBuf;

use cardmill_harness::files::CardFiles;
use cardmill_harness::play::{Entry, Play, Source};
use cardmill_kernel::streams::{Purpose, generator, shuffle};
use clap::Args;
use safetensors::Dtype;
use safetensors::tensor::TensorView;

use super::CardsFolder;
use super::run::{Clock, InGame, cores};
use crate::error::Error;
use crate::games::{Game, Hosted};
use crate::interrupt::INTERRUPT;
use crate::net;
use crate::output::manifest::all_read;
use crate::played::Table;
use crate::policy;
use crate::positions::{self, Settings};
use crate::setup::Setups;

/// What `positions` is asked for.
#[derive(Debug, Args)]
pub struct Positions {
    /// Tables of played games, whose lists play
    #[arg(value_name = "TABLE", required = true)]
    pub tables: Vec<PathBuf>,
    /// Lists of each archetype that play
    #[arg(long, default_value_t = 3)]
    pub lists: usize,
    /// Who plays, with weights: look=3;greedy=1
    #[arg(long, default_value = "look")]
    pub agents: String,
    /// Games
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// The number of the first game
    #[arg(long, default_value_t = 0)]
    pub first: u64,
    /// Seed
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Positions kept of a thousand
    #[arg(long, default_value_t = 150)]
    pub share: u32,
    /// How readily something else is tried, in thousandths of a game
    #[arg(long, default_value_t = 0)]
    pub curious: u32,
    /// Worker threads
    #[arg(long)]
    pub threads: Option<usize>,
    /// Tables of a World
    #[arg(long, default_value_t = 64)]
    pub batch: usize,
    /// The file
    #[arg(long)]
    pub out: Option<PathBuf>,
}

impl Positions {
    /// Plays and writes.
    ///
    /// # Errors
    /// When the input is bad or the file cannot be written.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        self.in_game(Game::default(), cards)
    }
}

fn agents<G: Play>(text: &str) -> Result<Vec<(cardmill_harness::agent::Agent, u32)>, Error> {
    let part = |part: &str| {
        let (name, weight) = match part.rsplit_once("==") {
            Some((name, weight)) => (name, weight.parse().map_err(|_| "no weight".to_owned())?),
            None => (part, 1),
        };
        Ok((policy::agent::<G>(name)?, weight))
    };
    text.split(';').map(|one| part(one).map_err(|why: String| Error::Usage(why))).collect()
}

impl InGame for Positions {
    fn play<G: Hosted>(&self, cards: &CardFiles) -> Result<u8, Error> {
        let catalogue = G::load(cards).map_err(Error::Usage)?;
        let mut sources: Vec<Source> = Vec::new();
        for table in &self.tables {
            let table = Table::open(table, cards, G::NAME)?;
            sources.extend(table.lists(self.lists).into_iter().map(|(_, source)| source));
        }
        let entries = all_read::<G>(&catalogue, &sources)?;
        let count = entries.len() as u16;
        let mut pairs: Vec<(u16, u16)> =
            (0..count).flat_map(|a| (0..count).map(move |b| (a, b))).collect();
        shuffle(&mut generator(self.seed, self.first, Purpose::Shared), &mut pairs);
        let setups = Setups::<G>::pairs(entries, &pairs);
        let settings = Settings {
            seed: self.seed,
            agents: agents::<G>(&self.agents)?,
            share: self.share,
            curious: self.curious,
            threads: self.threads.unwrap_or_else(cores),
            tables: self.batch,
        };
        let clock = Clock::start();
        let stop = INTERRUPT.handle_gracefully();
        let games = self.first..self.first + self.games;
        let found = positions::play(&catalogue, &setups, &settings, games, stop, &|| ())?;
        let seconds = clock.seconds();
        for ((agent, _), [won, of]) in settings.agents.iter().zip(&found.scores) {
            eprintln!("{agent}: {won} of {of} against others");
        }
        eprintln!(
            "{} games, {} positions in {seconds:.1} s",
            self.games,
            found.counts.len()
        );
        let Some(out) = &self.out else { return Ok(0) };
        let encoder = G::encoder().map_err(|problem| Error::Usage(problem.to_string()))?;
        let facts = encoder.facts(&catalogue);
        let columns = |name: &str| {
            let array = encoder.schema.array(name);
            net::inputs(&array.map(|array| array.columns.clone()).unwrap_or_default()).join("\n")
        };
        let schema = serde_json::to_string(&encoder.schema).expect("it is plain data");
        let metadata = [
            ("cells", columns("entities")),
            ("facts", columns("facts")),
            ("globals", columns("globals")),
            ("cards", facts.ids.join("\n")),
            ("schema", schema),
        ];
        let metadata = metadata.map(|(name, text)| (name.to_owned(), text)).into_iter().collect();
        let shorts = |list: &[i16]| list.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
        let [cards, globals, facts_rows] =
            [&found.cards, &found.globals, &facts.rows].map(|list| shorts(list));
        let games: Vec<u8> = found.games.iter().flat_map(|n| n.to_le_bytes()).collect();
        let outcomes: Vec<u8> = found.outcomes.iter().map(|n| *n as u8).collect();
        let decisions: Vec<u8> = found.decisions.iter().flat_map(|n| n.to_le_bytes()).collect();
        let (rows, n) = (found.cards.len(), found.counts.len());
        let widths = encoder.widths();
        let view = |dtype, shape: Vec<usize>, data| {
            TensorView::new(dtype, shape, data).expect("shapes fit")
        };
        let tensors = [
            ("counts", view(Dtype::U8, vec![n], &found.counts[..])),
            ("row_cards", view(Dtype::I16, vec![rows], &cards)),
            ("entities", view(Dtype::U8, vec![rows, widths.entities], &found.entities)),
            ("global_numbers", view(Dtype::I16, vec![n, widths.globals], &globals)),
            ("outcomes", view(Dtype::I8, vec![n], &outcomes)),
            ("games", view(Dtype::U32, vec![n], &games)),
            ("seats", view(Dtype::U8, vec![n], &found.seats)),
            ("decisions", view(Dtype::U16, vec![n], &decisions)),
            (
                "fact_numbers",
                view(Dtype::I16, vec![facts.ids.len(), facts.rows.len() / facts.ids.len()], &facts_rows),
            ),
        ];
        let bytes = safetensors::serialize(tensors, Some(metadata))
            .map_err(|why| Error::Usage(why.to_string()))?;
        std::fs::write(out, bytes).map_err(|why| Error::Usage(format!("{}: {why}", out.display())))?;
        Ok(0)
    }
}
