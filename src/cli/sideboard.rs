//! `cardmill sideboard`: which cards of a sideboard a deck exchanges against whom.

use std::collections::BTreeSet;
use std::path::PathBuf;

use cardmill_harness::files::CardFiles;
use clap::Args;
use serde_json::{Value, json};

use super::experiment::{Keeping, points};
use super::run::{Clock, Conduct, Edits, InGame, at_once, code, style};
use super::setups::{self, Given};
use super::whatif::field;
use super::{CardsFolder, Format, print};
use crate::error::Error;
use crate::experiment::sideboard::{Boarding, Exchange, Found};
use crate::experiment::variant::Edited;
use crate::games::Game;
use crate::host::Host;
use crate::interrupt::INTERRUPT;
use crate::output::figure::grouped;
use crate::output::json::pretty;
use crate::output::part::Draft;
use crate::output::sample::Sample;
use crate::output::sideboard::{self, Exchanged, Gain, Opponent, Report};
use crate::record::Counted;
use crate::setup::Setup;
use crate::trust::Trust;

/// The arguments of `sideboard`: a deck, the decks that it may meet, and the games to spend on it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Sideboard {
    /// The deck, which has a sideboard
    #[arg(value_name = "DECK")]
    pub deck: PathBuf,
    /// The decks that it may meet [default: the others beside it, or the field]
    #[arg(long, value_name = "DECK", num_args = 1..)]
    pub against: Vec<PathBuf>,
    /// The game [default: unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// Changes of fewer points than this, to either side, count as none
    #[arg(long, value_name = "POINTS", default_value = "0.5", value_parser = points)]
    pub equal: f64,
    /// The most deals on which an exchange is tested, with it and without it [default: 20000, or 2000
    /// where a net or a search plays]
    #[arg(long, value_name = "N", value_parser = super::games)]
    #[arg(allow_negative_numbers = true)]
    pub games: Option<u64>,
    /// The most exchanges against a deck, one after another
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=10))]
    pub exchanges: u8,
    /// Also write the deck with the plan to this file (.json): in matches it exchanges cards by it
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// The changes of cards that all games are played with.
    #[command(flatten)]
    pub edits: Edits,
    /// The seed, the agents, the limit of rounds and the threads of the games.
    #[command(flatten)]
    pub conduct: Conduct,
    /// The file that keeps the games, so that a stopped command can go on.
    #[command(flatten)]
    pub keeping: Keeping,
    /// The format in which the exchanges are printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

const EXAMPLES: &str = "\
Examples:
  cardmill sideboard bane-blue --against lando-blue maul-blue
  cardmill sideboard bane-blue --against lando-blue --out bane-planned.json
  cardmill simulate bane-planned.json lando-blue --best-of 3

Exchanges are raced on common deals, and the best of them is tested on fresh ones: it stays if it is
better. Then the next is looked for. A plan is known by the names of the decks that it is for.";

/// Games of a deal of the search, where agents answer at once.
const TIMES: usize = 4;

/// The template of the progress bar of the search, which counts decks of the field.
const BAR: &str = "{wide_bar} {pos} of {len} decks{msg}";

impl Sideboard {
    /// Searches for exchanges against each deck, prints them, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let files = core::iter::once(&self.deck).chain(&self.against);
        self.in_game(setups::game(self.game, files)?, cards)
    }
}

impl InGame for Sideboard {
    fn play(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<u8, Error> {
        setups::entered(
            game,
            core::iter::once(&self.deck).chain(&self.against),
            "sideboard exchanges the cards of one",
        )?;
        let Edited { catalogue, lines: edits } = self.edits.load(game, cards)?;
        let field = field(&[&self.deck], &self.against, &catalogue)?;
        let deck = [self.deck.clone()];
        let Given { setups, labels, .. } = Given::read(&deck, &field, None, &catalogue)?;
        let own = &setups.entries[0];
        let aside = own.aside(&catalogue).len();
        if aside == 0 {
            let problem = "its sideboard is empty";
            return Err(Error::file(&self.deck, problem, "a deck with cards to exchange"));
        }
        let met = |setup: &Setup| setup.pairing().map(|[_, other]| usize::from(other));
        let against: Vec<usize> = setups.list.iter().filter_map(met).collect();
        let mut names = BTreeSet::new();
        if let Some(&twice) = against.iter().find(|at| !names.insert(setups.entries[**at].name())) {
            let problem =
                format!("another deck is called {} as well", setups.entries[twice].name());
            let expected = "decks of different names: a plan knows them by these";
            return Err(Error::file(&labels[twice].file, problem, expected));
        }
        let mut out = self.out.as_ref().map(|path| Draft::create(path, &["json"])).transpose()?;

        let one = [Setup::pair(0, 1)];
        let (settings, _) = self.conduct.within(game, self.games, 20_000, &one)?;
        let times = if at_once(game, &settings.agents) { TIMES } else { 1 };
        let stop = INTERRUPT.handle_gracefully();
        let style = style(BAR);
        let decks = against.len() as u64;
        let bar = self.conduct.bar(Some(decks), style, move |bar| {
            format!("{} of {decks} decks{}", bar.position(), bar.message())
        });
        let begun = Clock::start();
        let mut journal = self.keeping.journal()?;
        let mut counted = Counted::default();
        let name = catalogue.names();
        let mut opponents = Vec::new();
        let mut plans = Vec::new();
        for &at in &against {
            let boarding = Boarding {
                catalogue: &catalogue,
                own,
                other: &setups.entries[at],
                settings: &settings,
                equal: self.equal,
                times,
                most: self.exchanges.into(),
            };
            let mut on_games = |games: u64| {
                bar.set_message(format!(", {} games of the next", grouped(games)));
            };
            let found = boarding.run(&mut counted, &mut journal, stop, &mut on_games)?;
            bar.set_message("");
            if stop.load(core::sync::atomic::Ordering::SeqCst) {
                break;
            }
            bar.inc(1);
            plans.push(plan(setups.entries[at].name(), &found));
            let exchanged = |tried: &_| Exchanged::of(tried, &name);
            opponents.push(Opponent {
                name: labels[at].name.clone(),
                exchanges: found.kept.iter().map(exchanged).collect(),
                together: found.together.as_ref().map(Gain::of),
                beyond: found.beyond.as_ref().map(exchanged),
            });
        }
        bar.finish_and_clear();
        let stopped = stop.load(core::sync::atomic::Ordering::SeqCst);
        if let Some(out) = out.take().filter(|_| !stopped) {
            let mut written = own.written(&catalogue);
            // What it has for other decks stays.
            let of_others =
                |plan: &&Value| plans.iter().all(|new| new["against"] != plan["against"]);
            let had = written["metadata"]["plan"].as_array();
            let had: Vec<Value> = had.into_iter().flatten().filter(of_others).cloned().collect();
            written["metadata"]["plan"] = [had, plans].concat().into();
            out.fill(pretty(&written))?;
        }
        let trust = vec![Trust::of(game, cards, &settings.agents, &settings.who())?];
        let sample = Sample::of(game.name(), settings.who(), settings.seed, &counted, stopped);
        let report = Report {
            deck: labels[0].name.clone(),
            aside,
            equal: self.equal,
            against: opponents,
            sample: Sample { edits, trust, ..sample },
        };
        print(&match self.format {
            Format::Table => sideboard::render(&report),
            Format::Json => sideboard::json(&report),
            Format::Csv => sideboard::csv(&report),
        })?;
        if !self.conduct.quiet {
            self.keeping.tell(counted.games, begun.seconds(), stopped);
        }
        Ok(code(stopped, counted.quarantined))
    }
}

/// The part of a deck file's plan that is about a deck of this name: the cards that go out and those that come
/// in.
fn plan(against: &str, found: &Found) -> Value {
    let cards = |of: fn(&Exchange) -> &String| -> Vec<Value> {
        let exchanges = found.kept.iter().map(|tried| &tried.exchange);
        exchanges.map(|exchange| json!({ "id": of(exchange), "count": exchange.copies })).collect()
    };
    json!({ "against": against, "out": cards(|of| &of.out), "in": cards(|of| &of.into) })
}
