//! `cardmill meta`: who beats whom, and what would be played.

use std::path::PathBuf;

use cardmill_harness::files::CardFiles;
use clap::Args;

use super::experiment::{Course, points};
use super::matches::Matches;
use super::run::{Clock, InGame, ending};
use super::setups::{self, Given};
use super::whatif::given;
use super::{CardsFolder, Format, print};
use crate::analysis::betting::Differences;
use crate::analysis::multiple::discoveries;
use crate::analysis::nash::{Measured, effective, mix, parts};
use crate::analysis::{Counts, Z, wilson};
use crate::batch::Arm;
use crate::error::Error;
use crate::experiment::field::{Field, First as Found};
use crate::games::Game;
use crate::host::Host;
use crate::interrupt::INTERRUPT;
use crate::output::command::Replay;
use crate::output::meta::{self, Deck, First, Pairing, Report};
use crate::output::run::replay;
use crate::output::sample::Sample;
use crate::output::{self, Before, html};
use crate::trust::Trust;

/// What `meta` is asked for.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Meta {
    /// Three or more decks, as simulate takes them [default: those of cards/unlimited/decks]
    #[arg(value_name = "DECK")]
    pub decks: Vec<PathBuf>,
    /// The game [default: unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// Play until every share is known to so many points, with a chance of 95 % each
    #[arg(long, value_name = "POINTS", default_value = "2", value_parser = points)]
    pub precision: f64,
    /// Games per pairing, or matches, whatever is known then
    #[arg(long, value_name = "N", value_parser = super::games, conflicts_with = "precision")]
    #[arg(allow_negative_numbers = true)]
    pub games: Option<u64>,
    /// In matches, or by themselves.
    #[command(flatten)]
    pub matches: Matches,
    /// How it is carried out.
    #[command(flatten)]
    pub course: Course,
    /// How the field is printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

const EXAMPLES: &str = "\
Examples:
  cardmill meta
  cardmill meta vader boba luke
  cardmill meta cards/unlimited/decks --games 500 --format csv
  cardmill meta --best-of 3 --games 200

The mix is what to play when everybody chooses as well as can be: no deck beats it. Its parts are
told with what the games leave open. What going first is worth is told by couples: one deal in four is
played a second time, with the other player going first.";

impl Meta {
    /// Plays and tells.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        self.in_game(setups::game(self.game, &self.decks)?, cards)
    }
}

impl InGame for Meta {
    fn play(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<u8, Error> {
        let about = "meta says which of them beat which; simulate plays positions";
        setups::entered(game, &self.decks, about)?;
        let catalogue = game.load(cards).map_err(Error::Usage)?;
        let decks = given(&self.decks, &catalogue)?;
        let Given { mut setups, labels, .. } = Given::read(&decks, &[], None, &catalogue)?;
        if setups.entries.len() < 3 {
            let noun = game.noun();
            return Err(Error::Usage(format!(
                "expected three {noun}s or more; compare is for two"
            )));
        }
        let matches = self.matches.of(&catalogue, &mut setups)?;
        // A share is known the worst where it is even.
        let enough = |precision: f64| (Z * 0.5 / precision).powi(2).ceil() as u64;
        let games = self.games.unwrap_or_else(|| enough(self.precision));
        let settings = self.course.conduct.settings(game, games, &setups.list)?;
        let planned = games.saturating_mul(setups.list.len() as u64);
        let draft = self.course.publication.begin()?;
        let stop = INTERRUPT.handle_gracefully();
        let mut field = Field::new(&setups.list, matches);
        let bar = self.course.conduct.progress(planned, 0, &settings);
        let begun = Clock::start();
        let arm = Arm::new(&catalogue, &setups, &settings);
        field.play(arm, matches, &mut self.course.keeping.journal()?, stop, &mut |_| bar.inc(1))?;
        bar.finish_and_clear();
        let run = &output::Report {
            game,
            labels: &labels,
            own: labels.len(),
            cards,
            edits: &[],
            settings: &settings,
            run: &field.run,
            matches: matches.map(|terms| output::Matches::of(game, terms, &setups)),
            planned,
            before: Before::default(),
            seconds: begun.seconds(),
        };
        let trust = Trust::of(game, cards, &settings.agents, &settings.who())?;
        let report = report(run, &field, trust);
        let page = |origin: &_| html::meta::page(&report, origin);
        self.course.publication.write(draft, &catalogue, page)?;
        print(&match self.format {
            Format::Table => meta::render(&report),
            Format::Json => meta::json(&report),
            Format::Csv => meta::csv(&report),
        })?;
        self.course.tell(report.sample.games + field.couples(), run.seconds, run.stopped());
        let aside = report.sample.quarantined > 0;
        Ok(ending(run.run, planned)?.max(aside.into()))
    }
}

/// The first seat's share, draws counting half.
fn measured(counts: &Counts) -> Measured {
    let won = |seat| counts.won(seat).wins as f64;
    let games = counts.ended;
    let rate = (won(0) + counts.draws() as f64 / 2.0) / games.max(1) as f64;
    Measured { rate, games }
}

/// The logarithm of the e-value against an even pairing.
fn unevenness(counts: &Counts) -> f64 {
    let mut differences = Differences::new(1);
    for (value, times) in [(1, counts.won(0).wins), (-1, counts.won(1).wins), (0, counts.draws())] {
        differences.add_times(value, times);
    }
    differences.evidence(0.0)
}

/// What couples say of going first.
fn first(found: &Found) -> First {
    First {
        worth: found.worth(),
        interval: found.interval(),
        couples: found.differences.pairs(),
        differing: found.differences.differing(),
    }
}

fn report(of: &output::Report<'_>, field: &Field, trust: Trust) -> Report {
    let (run, labels) = (of.run, of.labels);
    let size = labels.len();
    let mut matrix: Vec<Vec<Option<Measured>>> = vec![vec![None; size]; size];
    let mut pairings = Vec::new();
    let evidence: Vec<f64> = run.setups.iter().map(|(_, counts)| unevenness(counts)).collect();
    let played = run.setups.iter().zip(&field.first);
    for (((setup, counts), couples), uneven) in played.zip(discoveries(&evidence, 0.05)) {
        let Some([a, b]) = setup.pairing().map(|pair| pair.map(usize::from)) else { continue };
        let found = measured(counts);
        matrix[a][b] = Some(found);
        matrix[b][a] = Some(Measured { rate: 1.0 - found.rate, ..found });
        let wins = (found.rate * found.games as f64).round() as u64;
        pairings.push(Pairing {
            deck: labels[a].name.clone(),
            against: labels[b].name.clone(),
            share: found.rate,
            interval: wilson(wins, found.games),
            games: found.games,
            uneven,
            replays: [0, 1]
                .map(|seat| counts.earliest_won(seat).map(|game| replay(of, (game, 1)).command())),
            first: first(couples),
        });
    }
    let share = |a: usize, b: usize| matrix[a][b].map_or(0.5, |found| found.rate);
    let shares: Vec<Vec<f64>> =
        (0..size).map(|a| (0..size).map(|b| share(a, b)).collect()).collect();
    let weights = mix(&shares);
    let parts = parts(&matrix, of.settings.seed);
    let deck = |a: usize| {
        let others = || (0..size).filter(move |&b| b != a);
        let best = others().max_by(|&b, &c| share(b, a).total_cmp(&share(c, a)));
        let response = best.expect("there are others");
        Deck {
            name: labels[a].name.clone(),
            mix: weights[a],
            mix_interval: parts[a].interval,
            in_mix: parts[a].in_mix,
            field: others().map(|b| share(a, b)).sum::<f64>() / (size - 1) as f64,
            against_mix: (0..size).map(|b| weights[b] * share(a, b)).sum(),
            response: labels[response].name.clone(),
            response_share: share(response, a),
        }
    };
    let mut decks: Vec<Deck> = (0..size).map(deck).collect();
    decks.sort_by(|one, other| {
        other.mix.total_cmp(&one.mix).then(other.field.total_cmp(&one.field))
    });
    let couples = field.together();
    let exchanged = |game| Replay { exchanged: true, ..replay(of, (game, 1)) }.command();
    let as_dealt = run.quarantined_games.iter().map(|&game| replay(of, game).command());
    Report {
        decks,
        pairings,
        effective: effective(&weights),
        first: first(&couples),
        matches: of.matches.map(|matches| matches.told()),
        quarantined_games: as_dealt.chain(couples.faulty.map(exchanged)).collect(),
        sample: Sample {
            game: of.game.name(),
            agents: of.agents(),
            seed: of.settings.seed,
            games: run.games_of_matches().map_or(run.games, |all| all.games()),
            spared: 0,
            quarantined: run.quarantined + couples.quarantined,
            stopped: of.stopped(),
            digest: run.digest.to_string(),
            trust: vec![trust],
        },
    }
}
