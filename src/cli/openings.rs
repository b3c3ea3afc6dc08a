//! `cardmill openings`: how games begin, what that is worth, and how they go on.

use cardmill_harness::files::CardFiles;
use clap::Args;

use super::bands::{Bands, Told};
use super::experiment::{Course, Keeping};
use super::publish::Publication;
use super::run::{Clock, Games, InGame, ended};
use super::setups::Given;
use super::{CardsFolder, Format};
use crate::batch::Arm;
use crate::error::Error;
use crate::experiment::openings::Openings as Found;
use crate::experiment::variant::Edited;
use crate::host::Host;
use crate::interrupt::INTERRUPT;
use crate::output::html;
use crate::output::html::album::Album;
use crate::output::openings::{self, Report};
use crate::output::sample::Sample;
use crate::trust::Trust;

/// The arguments of `openings`: the games that are played again by other ways of beginning them.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Openings {
    /// The decks and the deals that are played.
    #[command(flatten)]
    pub run: Games,
    /// The report that is written on request, an HTML page.
    #[command(flatten)]
    pub publication: Publication,
    /// The file that keeps the games, so that a stopped command can go on.
    #[command(flatten)]
    pub keeping: Keeping,
    /// The agents that are asked in turn.
    #[command(flatten)]
    pub bands: Bands,
    /// The format in which the answers are printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

const EXAMPLES: &str = "\
Examples:
  cardmill openings luke vader
  cardmill openings vader --against cards/unlimited/decks --games 500 --agents greedy
  cardmill openings luke vader --edit \"SOR_164 cost+1\" --report openings.html
  cardmill openings luke vader --games 300 --bands greedy player

Each deal is played by up to six ways: as it is, with either player going first, with each player doing
otherwise about a mulligan, and with each player's first resources drawn by lot.";

impl Openings {
    /// Plays the deals by all ways, prints the answers, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad, the game keeps no tallies of cards, or standard output cannot be written to.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        self.in_game(self.run.game()?, cards)
    }

    /// Plays and tells, as one band plays.
    fn answer(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<Told, Error> {
        let Edited { catalogue, lines: edits } = self.run.edits.load(game, cards)?;
        let (Given { setups, labels, .. }, settings) = self.run.read(&catalogue, game.usual())?;
        let Some(measures) = game.measures().filter(|_| game.draws()) else {
            let problem = format!("{}: nothing is counted of how its games begin", game.name());
            return Err(Error::Usage(format!("{problem}; expected decks of unlimited")));
        };
        if setups.list.iter().any(|setup| setup.pairing().is_none()) {
            let problem = "openings are of two decks; expected no positions and no more --seats";
            return Err(Error::Usage(problem.to_owned()));
        }
        let planned = self.run.planned(setups.list.len())?;
        let draft = self.publication.begin()?;
        let stop = INTERRUPT.handle_gracefully();
        let mut journal = self.keeping.journal()?;
        let bar = self.run.conduct.progress(planned, 0, &settings);
        let begun = Clock::start();
        let arm = Arm::new(&catalogue, &setups, &settings);
        let mut found = Found::new(&arm);
        found.play(arm, &mut journal, stop, &mut || bar.inc(1))?;
        bar.finish_and_clear();
        let stopped = found.run.games < planned;
        let trust = vec![Trust::of(game, cards, &settings.agents, &settings.who())?];
        let counted = &found.counted;
        let sample = Sample::of(game.name(), settings.who(), settings.seed, counted, stopped);
        let sample = Sample { edits, trust, ..sample };
        let report = Report::of(&found, &labels, &catalogue, measures, sample);
        let page = |origin: &_, _: &mut Album<'_>| html::openings::page(&report, origin);
        self.publication.write(draft, &catalogue, page)?;
        Ok(Told {
            headline: openings::headline(&report),
            text: match self.format {
                Format::Table => openings::render(&report),
                Format::Json => openings::json(&report),
                Format::Csv => openings::csv(&report),
            },
            games: counted.games,
            seconds: begun.seconds(),
            stopped,
            code: ended(found.run.games, counted.quarantined, planned)?,
        })
    }
}

impl InGame for Openings {
    fn play(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<u8, Error> {
        let course = Course {
            conduct: self.run.conduct.clone(),
            publication: self.publication.clone(),
            keeping: self.keeping.clone(),
        };
        self.bands.each(&course, self.format, |Course { conduct, publication, keeping }| {
            let run = Games { conduct, ..self.run.clone() };
            Self { run, publication, keeping, ..self.clone() }.answer(game, cards)
        })
    }
}
