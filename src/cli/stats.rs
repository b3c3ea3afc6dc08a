//! `cardmill stats`: plays games of decks and reports how their cards did.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use cardmill_harness::files::CardFiles;
use clap::Args;

use super::bands::{Bands, Told};
use super::experiment::{Course, Keeping};
use super::publish::Publication;
use super::run::{Clock, Games, InGame, ending};
use super::setups::Given;
use super::{CardsFolder, Format, print};
use crate::analysis::Run;
use crate::batch::Arm;
use crate::error::Error;
use crate::experiment::journal::Journal;
use crate::host::Host;
use crate::interrupt::INTERRUPT;
use crate::output::folder::Folder;
use crate::output::html::album::Album;
use crate::output::manifest::Manifest;
use crate::output::rows::Ending;
use crate::output::stats::Cards;
use crate::output::{Before, Report, html};
use crate::stats::Stats as Counts;
use crate::trust::Trust;

/// The arguments of `stats`: the games, and where the tables of their cards go.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Stats {
    /// The games of the run: who meets whom, and how many games they play.
    #[command(flatten)]
    pub run: Games,
    /// The report that is written on request, an HTML page.
    #[command(flatten)]
    pub publication: Publication,
    /// Keep games in this file, and go on from it if it is there: a command that was stopped ends as
    /// if it had not been; without a file go on with the run that was ended while it wrote --out
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    pub resume: Option<Option<PathBuf>>,
    /// The format in which the results are printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Cards that the table of a deck has
    #[arg(long, value_name = "N", default_value = "1000", hide_default_value = true)]
    pub top: usize,
    /// The agents that are asked in turn.
    #[command(flatten)]
    pub bands: Bands,
    /// Also write tables of games, cards and rounds, a row each, into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "bands")]
    pub out: Option<PathBuf>,
    /// The kind of the tables of --out
    #[arg(long, value_enum, value_name = "KIND", requires = "out")]
    #[arg(default_value_t = Ending::Parquet)]
    pub out_format: Ending,
}

const EXAMPLES: &str = "\
Examples:
  cardmill stats luke vader --games 10000
  cardmill stats vader --against cards/unlimited/decks
  cardmill stats cards/unlimited/decks --top 5
  cardmill stats cards/unlimited/decks --out tables
  cardmill stats cards/unlimited/decks --format csv > cards.csv
  cardmill stats luke vader --games 300 --bands greedy player";

impl Stats {
    /// Plays the games, prints how their cards did, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad, or the game keeps no tallies of cards.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        self.in_game(self.run.game()?, cards)
    }
}

impl Stats {
    /// The journal that games are kept in: of the file that is named, or beside the tables until they are
    /// whole.
    fn journal(&self, out: Option<&Folder>) -> Result<Journal, Error> {
        match (&self.resume, out) {
            (Some(Some(file)), _) => Journal::open(file),
            (Some(None), None) => {
                let expected = "--resume: expected a file, or the --out of a run that was ended";
                Err(Error::Usage(expected.to_owned()))
            }
            (None, None) => Ok(Journal::default()),
            (resume, Some(folder)) => Journal::of_target(folder.games(), resume.is_some()),
        }
    }

    /// The option `--resume` with a file, as other commands have it; without a file nothing is kept by name.
    fn keeping(&self) -> Keeping {
        Keeping { resume: self.resume.clone().flatten() }
    }
}

impl InGame for Stats {
    fn play(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<u8, Error> {
        if self.bands.list.is_empty() {
            return Ok(self.answer(game, cards, &mut print)?.code);
        }
        if self.resume == Some(None) {
            // There is no run that was ended while it wrote tables.
            self.journal(None)?;
        }
        let course = Course {
            conduct: self.run.conduct.clone(),
            publication: self.publication.clone(),
            keeping: self.keeping(),
        };
        self.bands.each(&course, self.format, |Course { conduct, publication, keeping }| {
            let run = Games { conduct, ..self.run.clone() };
            let resume = keeping.resume.map(Some);
            let asked = Self { run, publication, resume, ..self.clone() };
            asked.answer(game, cards, &mut |_| Ok(()))
        })
    }
}

impl Stats {
    /// Plays the games and tells, as one band plays; what is told is shown before anything can go wrong
    /// with what is written.
    fn answer(
        &self,
        game: &'static dyn Host,
        cards: &CardFiles,
        show: &mut dyn FnMut(&str) -> Result<(), Error>,
    ) -> Result<Told, Error> {
        let catalogue = self.run.edits.load(game, cards)?.catalogue;
        let (Given { setups, labels, own }, settings) = self.run.read(&catalogue, game.usual())?;
        let Some(measures) = game.measures() else {
            let problem = format!("{} has no statistics of cards", game.name());
            let expected = "expected decks of unlimited, squads of xwing or tables of imperium";
            return Err(Error::Usage(format!("{problem}; {expected}")));
        };
        if game.draws() && !setups.positions.is_empty() {
            let problem = "a position has no statistics of cards; expected decks";
            return Err(Error::Usage(problem.to_owned()));
        }
        let planned = self.run.planned(setups.list.len())?;
        let draft = self.publication.begin()?;
        let begin = |path: &PathBuf| {
            let manifest = Manifest {
                edits: self.run.edits.list.clone(),
                ..Manifest::new((&catalogue, cards), &setups, &labels, &settings, planned)
            };
            Folder::create(path, self.out_format, manifest, &catalogue, measures)
        };
        let mut out = self.out.as_ref().map(begin).transpose()?;
        let stop = INTERRUPT.handle_gracefully();
        let mut run = Run::new(&setups.list);
        let mut stats = Counts::default();
        let mut journal = self.journal(out.as_ref())?;
        let (games, decisions) = journal.kept(planned);
        let before = Before { games, decisions };
        let progress = self.run.conduct.progress(planned, before.games, &settings);
        let mut failed = None;
        let begun = Clock::start();
        let catalogue = &catalogue;
        let arms = [Arm { tally: true, ..Arm::new(catalogue, &setups, &settings) }];
        let played = journal.play_arms(&arms, "stats", 0, &|_, _| (), stop, &mut |deal| {
            for (_, game) in deal {
                run.add(&game);
                stats.add(&game);
                progress.inc(u64::from(game.index >= before.games));
                if failed.is_none()
                    && let Some(Err(error)) = out.as_mut().map(|folder| folder.add(game))
                {
                    failed = Some(error);
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let seconds = begun.seconds();
        progress.finish_and_clear();
        match (played, &self.out) {
            (Err(Error::Write { source, .. }), Some(path)) if self.keeping().resume.is_none() => {
                failed.get_or_insert(Error::Write { path: path.clone(), source });
            }
            (played, _) => played?,
        }
        let kept = match (out, failed) {
            (_, Some(error)) => Err(error),
            (Some(folder), None) if run.games > 0 => folder.finish(&run),
            _ => Ok(()),
        };
        let report = Report {
            game,
            labels: &labels,
            own,
            cards,
            edits: &self.run.edits.list,
            settings: &settings,
            run: &run,
            matches: None,
            planned,
            before,
            seconds,
        };
        let name = |card| catalogue.called(card);
        let kind = |card| catalogue.kind(card);
        let trust = &Trust::of(game, cards, &settings.agents, &settings.who())?;
        let all = &catalogue.all();
        let cards = Cards { report: &report, stats: &stats, name: &name, kind: &kind, all, trust };
        let page =
            |origin: &_, album: &mut Album<'_>| html::stats::page(&cards, self.top, origin, album);
        self.publication.write(draft, catalogue, page)?;
        let text = match self.format {
            Format::Table => cards.table(self.top),
            Format::Json => cards.json(),
            Format::Csv => cards.csv(),
        };
        show(&text)?;
        let is_beside = self.out.is_some() && self.keeping().resume.is_none();
        if is_beside && kept.is_ok() && run.games >= planned {
            journal.close();
        }
        let stopped = stop.load(Ordering::Relaxed);
        let is_alone = self.bands.list.is_empty() && !self.run.conduct.quiet;
        if is_alone && (stopped || kept.is_err()) {
            match &self.out {
                Some(folder) if is_beside => eprintln!(
                    "the games that were played are kept in {}; the same command with --resume goes on",
                    folder.display()
                ),
                _ => self.keeping().tell(run.games, seconds, true),
            }
        }
        kept?;
        let (headline, games) = (cards.headline(), run.games);
        Ok(Told { headline, text, games, seconds, stopped, code: ending(&run, planned)? })
    }
}
