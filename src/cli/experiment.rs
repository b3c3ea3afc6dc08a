//! Options and runs that all commands share which put questions to paired games.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use cardmill_harness::files::CardFiles;
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;

use super::publish::Publication;
use super::run::{Clock, Conduct, style};
use super::{Format, print};
use crate::batch::Arm;
use crate::entry::Entry;
use crate::error::Error;
use crate::experiment::journal::Journal;
use crate::experiment::race::{Archive, Search};
use crate::experiment::{Findings, Pair, Question, Terms, Verdict, ask};
use crate::host::{Catalogue, Host};
use crate::interrupt::{self, INTERRUPT};
use crate::output::answers::{self, Report};
use crate::output::figure::grouped;
use crate::output::goal::Goal;
use crate::output::handled::OfCard;
use crate::output::manifest::{Asked, Manifest};
use crate::output::part::Draft;
use crate::output::rows::RowsFile;
use crate::output::sample::Sample;
use crate::output::{Label, html, pairs};
use crate::record::Counted;
use crate::setup::{Settings, Setup, Setups};
use crate::stats::Handled;
use crate::trust::Trust;

/// The terms of a question: the difference that counts as none, the precision, the most games, the expected
/// verdict.
#[derive(Clone, Debug, Args)]
pub struct Inquiry {
    /// Changes of fewer points than this, to either side, count as none
    #[arg(long, value_name = "POINTS", default_value = "0.5", value_parser = points)]
    pub equal: f64,
    /// Play until the change is known to so many points, whatever the verdict
    #[arg(long, value_name = "POINTS", value_parser = points)]
    pub precision: Option<f64>,
    /// The most pairs of games for a question [default: 50000, or 5000 where a net or a search plays]
    #[arg(long, value_name = "N", value_parser = super::games)]
    #[arg(allow_negative_numbers = true)]
    pub games: Option<u64>,
    /// End with exit code 1 unless every verdict is this
    #[arg(long, value_enum, value_name = "VERDICT")]
    pub expect: Option<Expected>,
    /// The course of the games: how they are played, kept and reported.
    #[command(flatten)]
    pub course: Course,
    /// The format in which the answers are printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

/// The course of an experiment: how its games are played, and where they and its report go.
#[derive(Clone, Debug, Args)]
pub struct Course {
    /// The seed, the agents, the limit of rounds and the threads of the games.
    #[command(flatten)]
    pub conduct: Conduct,
    /// The report that is written on request, an HTML page.
    #[command(flatten)]
    pub publication: Publication,
    /// The file that keeps the games, so that a stopped command can go on.
    #[command(flatten)]
    pub keeping: Keeping,
}

impl Course {
    /// Tells how long games took, and how to go on where they were stopped; nothing where it is to be
    /// quiet.
    pub fn tell(&self, games: u64, seconds: f64, stopped: bool) {
        if !self.conduct.quiet {
            self.keeping.tell(games, seconds, stopped);
        }
    }
}

/// The file that the games of an experiment are kept in, and taken from when it goes on.
#[derive(Clone, Debug, Args)]
pub struct Keeping {
    /// Keep games in this file, and go on from it if it is there: a command that was stopped ends as
    /// if it had not been
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

impl Keeping {
    /// The file, with the games that are in it.
    ///
    /// # Errors
    ///
    /// When it cannot be, or is another file.
    pub fn journal(&self) -> Result<Journal, Error> {
        self.resume.as_deref().map_or_else(|| Ok(Journal::default()), Journal::open)
    }

    /// Tells how long games took, and how to go on where they were stopped.
    pub fn tell(&self, games: u64, seconds: f64, stopped: bool) {
        eprintln!("{} games in {seconds:.2} s", grouped(games));
        match &self.resume {
            _ if !stopped => {}
            Some(path) => eprintln!("{}: the same command goes on from it", path.display()),
            None => eprintln!("with --resume FILE games are kept, and the same command goes on"),
        }
    }
}

/// A table of pairs that is asked for beside what is printed.
#[derive(Clone, Debug, Args)]
pub struct Pairs {
    /// Also write a row for each pair of games to this file (.parquet or .csv)
    #[arg(long, value_name = "FILE", conflicts_with = "bands")]
    pub out: Option<PathBuf>,
}

/// A file of pairs, and what it says of how they were played.
type PairsFile = (RowsFile<Pair>, Manifest);

impl Pairs {
    /// The file, before anything is played; none where none is asked for.
    ///
    /// # Errors
    ///
    /// As [`RowsFile::create`].
    pub fn begin(
        &self,
        played: (&Catalogue, &CardFiles),
        setups: &Setups,
        labels: &[Label],
        settings: &Settings,
        edits: Vec<String>,
        asked: Asked,
    ) -> Result<Option<PairsFile>, Error> {
        let pairs = settings.games.saturating_mul(setups.list.len() as u64);
        let planned = pairs.saturating_mul(asked.questions.len() as u64);
        let manifest = Manifest::new(played, setups, labels, settings, planned);
        let manifest = Manifest { edits, asked: Some(asked), ..manifest };
        let create = |path: &PathBuf| RowsFile::create(path, pairs::sheet(&manifest));
        Ok(self.out.as_ref().map(create).transpose()?.map(|file| (file, manifest)))
    }
}

/// A verdict that can be expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Expected {
    /// A gain that counts
    Better,
    /// A loss that counts
    Worse,
    /// No difference that counts
    Equal,
}

impl From<Expected> for Verdict {
    fn from(expected: Expected) -> Self {
        match expected {
            Expected::Better => Self::Better,
            Expected::Worse => Self::Worse,
            Expected::Equal => Self::Equal,
        }
    }
}

/// A share of a game, written in points.
pub(super) fn points(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(points) if (0.01..=50.0).contains(&points) => Ok(points / 100.0),
        _ => Err("expected points from 0.01 to 50".to_owned()),
    }
}

/// The places in the catalogue of these cards, where the game keeps tallies.
pub(super) fn places<'i>(
    catalogue: &Catalogue,
    ids: impl IntoIterator<Item = &'i String>,
) -> Vec<u16> {
    ids.into_iter().filter_map(|id| catalogue.place(id)).collect()
}

/// Counts of how a player handled the cards that a question is about, merged over two arms. Each arm gives the
/// cards that it is played with, the counts by place, and the ids that the question is about.
pub(super) fn handled(
    arms: [(&Catalogue, &BTreeMap<u16, Handled>, &BTreeSet<String>); 2],
) -> Vec<OfCard> {
    let mut cards: BTreeMap<String, (String, Handled)> = BTreeMap::new();
    for (catalogue, counted, about) in arms {
        for (&place, counted) in counted {
            let [id, name] = catalogue.called(place);
            if about.contains(&id) {
                cards.entry(id).or_insert((name, Handled::default())).1.merge(*counted);
            }
        }
    }
    let card = |(card, (name, handled))| OfCard { card, name, handled };
    cards.into_iter().map(card).collect()
}

/// Runs that together answer a report's questions.
pub struct Asking<'a> {
    inquiry: &'a Inquiry,
    /// The terms on which the questions count as answered.
    pub terms: Terms,
    counted: Counted,
    bar: ProgressBar,
    begun: Clock,
    report: Option<Draft>,
    journal: Journal,
    /// The table of pairs that is written meanwhile; `None` where nobody asked for one.
    pub pairs: Option<PairsFile>,
    /// The number of questions of earlier runs, which numbers go on from in the table of pairs.
    asked: usize,
}

/// Changes that were searched for before they are asked about.
pub struct Sought {
    /// The goal of the search: the share that was wanted, and of whom.
    pub goal: Goal,
    /// The number of steps of each change, in their order.
    pub sizes: Vec<usize>,
    /// The games that the search played, counted with their digest.
    pub counted: Counted,
    /// The journal that games are kept in, with those of the search before all others.
    pub journal: Journal,
}

impl Inquiry {
    /// The settings of games of these setups, with the same number of games for each.
    ///
    /// # Errors
    ///
    /// When the game has no such agents.
    pub fn settings(&self, game: &dyn Host, setups: &[Setup]) -> Result<Settings, Error> {
        self.settings_of(game, &self.course.conduct, setups)
    }

    /// As [`settings`](Self::settings), for games that are played otherwise.
    ///
    /// # Errors
    ///
    /// When the game has no such agents.
    pub fn settings_of(
        &self,
        game: &dyn Host,
        conduct: &Conduct,
        setups: &[Setup],
    ) -> Result<Settings, Error> {
        Ok(conduct.within(game, self.games, 50_000, setups)?.0)
    }

    /// Begins to ask so many questions.
    ///
    /// # Errors
    ///
    /// When what is to be written cannot be, or games cannot be kept.
    pub fn begin(&self, questions: usize) -> Result<Asking<'_>, Error> {
        Ok(Asking {
            inquiry: self,
            terms: Terms { equal: self.equal, precision: self.precision, questions },
            counted: Counted::default(),
            bar: self.course.conduct.bar(None, style("{spinner} {wide_msg}"), ProgressBar::message),
            begun: Clock::start(),
            report: self.course.publication.begin()?,
            journal: self.course.keeping.journal()?,
            pairs: None,
            asked: 0,
        })
    }
}

impl Asking<'_> {
    /// Goes on behind a search, and says what was wanted and how great the changes are.
    pub fn go_on(&mut self, sought: Sought) -> (Goal, Vec<usize>) {
        let Sought { goal, sizes, counted, journal } = sought;
        self.counted.merge(&counted);
        self.journal = journal;
        (goal, sizes)
    }

    /// Plays until these questions are answered.
    ///
    /// # Errors
    ///
    /// When the engine cannot be set up, or games cannot be kept or pairs not written.
    pub fn ask(
        &mut self,
        about: &str,
        arms: &[Arm<'_>],
        questions: &[Question],
    ) -> Result<Findings, Error> {
        let stop = INTERRUPT.handle_gracefully();
        let bar = &self.bar;
        let (pairs, asked) = (&mut self.pairs, self.asked);
        let mut failed = None;
        let mut on_pair = |pair: Pair| {
            if let (Some((file, _)), None) = (&mut *pairs, &failed)
                && let Err(error) = file.add(Pair { question: asked + pair.question, ..pair })
            {
                failed = Some(error);
                stop.store(true, Ordering::SeqCst);
            }
        };
        let findings = ask(
            arms,
            questions,
            &self.terms,
            &mut self.journal,
            stop,
            &mut on_pair,
            &mut |findings| {
                let told = findings.answers.iter().take(3).map(|answer| {
                    let [low, high] = answer.interval().map(|share| share * 100.0);
                    format!("{low:+.1} to {high:+.1}")
                });
                let told: Vec<String> = told.collect();
                bar.set_message(format!(
                    "{about}: {} games, {}",
                    grouped(findings.counted.games),
                    told.join("; ")
                ));
                bar.tick();
            },
        )?;
        if let Some(error) = failed {
            return Err(error);
        }
        self.asked += questions.len();
        self.counted.merge(&findings.counted);
        Ok(findings)
    }

    /// Searches for entries that beat a field.
    ///
    /// # Errors
    ///
    /// When the engine cannot be set up, or games cannot be kept.
    pub fn search(&mut self, search: &Search<'_>, from: Vec<Entry>) -> Result<Archive, Error> {
        let stop = INTERRUPT.handle_gracefully();
        let bar = &self.bar;
        let found = search.run(from, &mut self.journal, stop, &mut |archive| {
            let best = archive.ranking().first().map_or(0.0, |best| best.share() * 100.0);
            let (games, tried) = (grouped(archive.counted.games), grouped(archive.tried));
            let of = grouped(search.budget);
            bar.set_message(format!(
                "{games} of {of} games, {tried} {}s tried, {} kept, the best wins {best:.1} %",
                search.catalogue.game().noun(),
                archive.best.len(),
            ));
            bar.tick();
        })?;
        self.counted.merge(&found.counted);
        Ok(found)
    }

    /// Tells what was found, and says how the process is to end.
    ///
    /// # Errors
    ///
    /// When standard output or a file cannot be written to.
    pub fn finish(
        self,
        command: &str,
        catalogue: &Catalogue,
        agents: String,
        trust: Vec<Trust>,
        report: impl FnOnce(Sample) -> Report,
    ) -> Result<u8, Error> {
        self.bar.finish_and_clear();
        let stopped = INTERRUPT.handle_gracefully().load(Ordering::SeqCst);
        if let Some((file, manifest)) = self.pairs {
            let (complete, digest) = (!stopped, self.counted.digest.to_string());
            let games = self.counted.games;
            file.finish(&Manifest { games, complete, digest, ..manifest })?;
        }
        let seed = self.inquiry.course.conduct.seed;
        let sample = Sample::of(catalogue.game().name(), agents, seed, &self.counted, stopped);
        let report = report(Sample { trust, ..sample });
        self.inquiry.course.publication.write(self.report, catalogue, |origin, album| {
            html::answers::page(&report, command, origin, album)
        })?;
        print(&match self.inquiry.format {
            Format::Table => answers::render(&report),
            Format::Json => answers::json(&report),
            Format::Csv => answers::csv(&report),
        })?;
        self.inquiry.course.tell(self.counted.games, self.begun.seconds(), stopped);
        if stopped {
            return Ok(interrupt::EXIT_CODE);
        }
        let differs = |expected: Expected| {
            report.rows.iter().any(|row| row.judged() != Some(expected.into()))
        };
        Ok(u8::from(self.counted.quarantined > 0 || self.inquiry.expect.is_some_and(differs)))
    }
}
