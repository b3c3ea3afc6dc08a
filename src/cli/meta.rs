//! `cardmill meta`: who beats whom, and what would be played.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cardmill_harness::files::CardFiles;
use clap::Args;

use super::bands::{Bands, Told};
use super::experiment::{Course, handled, places, points};
use super::matches::Matches;
use super::run::{Clock, Conduct, InGame, ending};
use super::setups::{self, Given};
use super::whatif::holding;
use super::{CardsFolder, Format, spread, whatif};
use crate::analysis::betting::Differences;
use crate::analysis::multiple::discoveries;
use crate::analysis::nash::{Measured, effective, mix, parts, rates};
use crate::analysis::{Counts, Z, wilson};
use crate::batch::Arm;
use crate::error::Error;
use crate::experiment::field::{After as Changed, Field, First as Found};
use crate::experiment::goal::{Step, steps};
use crate::experiment::journal::Journal;
use crate::experiment::spread::{matrix, measured};
use crate::experiment::variant::{Base, Variant};
use crate::experiment::{Answer, ERROR, Terms, verdicts};
use crate::games::Game;
use crate::host::{Catalogue, Host};
use crate::interrupt::INTERRUPT;
use crate::matches::Match;
use crate::output::answers::Row;
use crate::output::command::Replay;
use crate::output::handled::OfCard;
use crate::output::html::album::Album;
use crate::output::meta::{self, After, Deck, First, Pairing, Report, Shift, Shown};
use crate::output::run::replay;
use crate::output::sample::Sample;
use crate::output::{self, Before, Label, html};
use crate::setup::{Settings, Setup, Setups};
use crate::stats::Handled;
use crate::trust::Trust;

/// The arguments of `meta`: the decks of the field, and how well their shares are to be known.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Meta {
    /// Three or more decks, as simulate takes them [default: the field]
    #[arg(value_name = "DECK")]
    pub decks: Vec<PathBuf>,
    /// The game [default: unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// Play until every share is known to so many points, with a chance of 95 % each
    #[arg(long, value_name = "POINTS", default_value = "2", value_parser = points)]
    pub precision: f64,
    /// --precision is of each deck against all others, and not of each pairing: enough for a ranking, with far
    /// fewer games
    #[arg(long, conflicts_with = "games")]
    pub ranking: bool,
    /// Change cards or decks, as whatif takes it, and show the field before and after on the same deals;
    /// several together are one change
    #[arg(long = "edit", value_name = "EDIT", conflicts_with = "best_of")]
    pub edits: Vec<String>,
    /// Search for the smallest change after which no deck has more than so much of a hundred of what is
    /// played: a mix without more of any deck is to be beaten by no deck
    #[arg(long, value_name = "PERCENT", value_parser = whatif::share, requires = "among")]
    #[arg(conflicts_with_all = ["edits", "best_of"])]
    pub goal: Option<f64>,
    /// The changes that --goal may make: a card and a star for all of its numbers, or edits
    #[arg(long, value_name = "CARD * or EDIT", num_args = 1.., requires = "goal")]
    pub among: Vec<String>,
    /// The points by which that mix may be beaten all the same
    #[arg(long, value_name = "POINTS", default_value = "1", value_parser = points)]
    pub within: f64,
    /// Decks of the ranking that are told
    #[arg(long, value_name = "N", default_value = "20")]
    pub top: usize,
    /// Tell every pairing, however many there are
    #[arg(long)]
    pub pairings: bool,
    /// Games per pairing, or matches, whatever is known then
    #[arg(long, value_name = "N", value_parser = super::games, conflicts_with = "precision")]
    #[arg(allow_negative_numbers = true)]
    pub games: Option<u64>,
    /// The agents that are asked in turn.
    #[command(flatten)]
    pub bands: Bands,
    /// The option to play matches instead of single games.
    #[command(flatten)]
    pub matches: Matches,
    /// The course of the games: how they are played, kept and reported.
    #[command(flatten)]
    pub course: Course,
    /// The format in which the field is printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

const EXAMPLES: &str = "\
Examples:
  cardmill meta
  cardmill meta vader boba luke
  cardmill meta cards/unlimited/decks --games 500 --format csv
  cardmill meta --edit \"SOR_014 deploy_at+2\"
  cardmill meta cards/unlimited/decks --top 10 --pairings --report field.html
  cardmill meta cards/unlimited/decks --ranking --precision 2
  cardmill meta --goal 40 --among \"SOR_014 *\" --games 400 --agents greedy
  cardmill meta --best-of 3 --games 200
  cardmill meta --games 200 --bands greedy player

The mix is what to play when everybody chooses as well as can be: no deck beats it. Its parts are
told with what the games leave open. What going first is worth is told by couples: one deal in four is
played a second time, with the other player going first.";

impl Meta {
    /// Plays the field, prints the ranking and the mix, and returns the exit code.
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
        self.bands.each(&self.course, self.format, |course| {
            Self { course, ..self.clone() }.answer(game, cards)
        })
    }
}

impl Meta {
    /// Plays the field, or searches it for a change, as one band plays.
    fn answer(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<Told, Error> {
        let about = "meta says which of them beat which; simulate plays positions";
        setups::entered(game, &self.decks, about)?;
        let catalogue = game.load(cards).map_err(Error::Usage)?;
        let Given { mut setups, labels, .. } =
            holding((&self.decks, &[]), &self.edits, &catalogue, |base| self.changes(base))?;
        if setups.entries.len() < 3 {
            let noun = game.noun();
            return Err(Error::Usage(format!(
                "expected three {noun}s or more; compare is for two"
            )));
        }
        let matches = self.matches.of(&catalogue, &mut setups)?;
        let games = self.games_of_pairing(setups.entries.len());
        let settings = self.course.conduct.settings(game, games, &setups.list)?;
        let planned = games.saturating_mul(setups.list.len() as u64);
        let base = Base { catalogue: &catalogue, setups: &setups, labels: &labels };
        if let Some(most) = self.goal {
            return spread::play(self, most, &base, &settings, cards);
        }
        let change = (!self.edits.is_empty()).then(|| base.written(&self.edits.join("; ")));
        let change = change.transpose()?;
        let draft = self.course.publication.begin()?;
        let begun = Clock::start();
        let mut journal = self.course.keeping.journal()?;
        let conduct = &self.course.conduct;
        let field = played(&base, (&settings, conduct), change.as_ref(), matches, &mut journal)?;
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
        let report = report(run, &field, change.as_ref().map(|change| (&catalogue, change)), trust);
        let shown = Shown { top: self.top, pairings: self.pairings };
        let page =
            |origin: &_, album: &mut Album<'_>| html::meta::page(&report, shown, origin, album);
        self.course.publication.write(draft, &catalogue, page)?;
        let aside = report.sample.quarantined > 0;
        Ok(Told {
            headline: meta::headline(&report),
            text: self.told(&report, shown),
            games: report.sample.games + field.couples(),
            seconds: run.seconds,
            stopped: run.stopped(),
            code: ending(run.run, planned)?.max(aside.into()),
        })
    }

    /// The changes that are made, and one of each card that may be changed.
    fn changes(&self, base: &Base<'_>) -> Result<Vec<Variant>, Error> {
        let edits = self.edits.iter().map(|edit| base.written(edit));
        let among = self.among.iter().map(|text| {
            let steps = steps(base.catalogue, text)?;
            steps.first().and_then(Step::change).map(|change| base.written(&change)).transpose()
        });
        let among = among.filter_map(Result::transpose);
        edits.chain(among).collect()
    }

    /// A report as it is to be printed.
    pub(super) fn told(&self, report: &Report, shown: Shown) -> String {
        match self.format {
            Format::Table => meta::render(report, shown),
            Format::Json => meta::json(report),
            Format::Csv => meta::csv(report),
        }
    }

    /// Games of a pairing, of so many decks.
    pub(super) fn games_of_pairing(&self, decks: usize) -> u64 {
        // A share is known the worst where it is even.
        let enough = |precision: f64| (Z * 0.5 / precision).powi(2).ceil() as u64;
        let others = if self.ranking { decks as u64 - 1 } else { 1 };
        self.games.unwrap_or_else(|| enough(self.precision).div_ceil(others))
    }
}

/// Plays a field, before and after a change where there is one, unless the reader ends it.
///
/// # Errors
///
/// When the engine cannot be set up, or games cannot be kept.
pub(super) fn played(
    base: &Base<'_>,
    (settings, conduct): (&Settings, &Conduct),
    change: Option<&Variant>,
    matches: Option<Match>,
    journal: &mut Journal,
) -> Result<Field, Error> {
    let Base { catalogue, setups, .. } = *base;
    let stop = INTERRUPT.handle_gracefully();
    let mut field = match change {
        Some(_) => Field::of_change(&setups.list, setups.entries.len()),
        None => Field::new(&setups.list, matches),
    };
    let mut arm = Arm::new(catalogue, setups, settings);
    let others =
        change.map(|variant| Setups::new(variant.entries.clone(), Vec::new(), setups.list.clone()));
    let changed = others.as_ref().zip(change).map(|(setups, variant)| {
        let mut changed = variant.arm(&arm, setups);
        for arm in [&mut arm, &mut changed] {
            (arm.tally, arm.about) = (true, Some(places(arm.catalogue, &variant.asked)));
        }
        changed
    });
    // What is kept is taken in at once, and says nothing of the pace.
    let pairings = setups.list.len() as u64;
    let work = |rounds| Field::work(rounds, pairings, change.is_some());
    let (kept, _) = journal.kept(settings.games.saturating_mul(pairings));
    let before = work(kept / pairings.max(1));
    let bar = conduct.progress(work(settings.games), before, settings);
    let mut taken = 0;
    field.play(arm, changed, matches, journal, stop, &mut |games| {
        taken += games;
        bar.inc(if taken > before { games } else { 0 });
    })?;
    bar.finish_and_clear();
    Ok(field)
}

/// The logarithm of the e-value against an even pairing.
fn unevenness(counts: &Counts) -> f64 {
    let mut differences = Differences::new(1);
    for (value, times) in [(1, counts.won(0).wins), (-1, counts.won(1).wins), (0, counts.draws())] {
        differences.add_times(value, times);
    }
    differences.evidence(0.0)
}

/// The worth of going first, from couples of games with the same deal and the other first player.
fn first(found: &Found) -> First {
    First {
        worth: found.worth(),
        interval: found.interval(),
        couples: found.differences.pairs(),
        differing: found.differences.differing(),
    }
}

/// The part that each of these decks has in the mix, in their order, with its shares; and the effective number
/// of decks of the mix. The matrix is of their shares against each other.
fn decks(matrix: &[Vec<Option<Measured>>], labels: &[Label], seed: u64) -> (Vec<Deck>, f64) {
    let size = labels.len();
    let shares = rates(matrix);
    let weights = mix(&shares);
    let parts = parts(matrix, seed);
    let deck = |a: usize| {
        let others = || (0..size).filter(move |&b| b != a);
        let best = others().max_by(|&b, &c| shares[b][a].total_cmp(&shares[c][a]));
        let response = best.expect("there are others");
        let field = others().map(|b| shares[a][b]).sum::<f64>() / (size - 1) as f64;
        let games: u64 = others().filter_map(|b| Some(matrix[a][b]?.games)).sum();
        Deck {
            name: labels[a].name.clone(),
            mix: weights[a],
            mix_interval: parts[a].interval,
            in_mix: parts[a].in_mix,
            field,
            field_interval: wilson((field * games as f64).round() as u64, games),
            against_mix: (0..size).map(|b| weights[b] * shares[a][b]).sum(),
            response: labels[response].name.clone(),
            response_share: shares[response][a],
        }
    };
    ((0..size).map(deck).collect(), effective(&weights))
}

/// The places of decks, the best mix first.
fn ranked(decks: &[Deck]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..decks.len()).collect();
    places.sort_by(|&one, &other| {
        let [one, other] = [&decks[one], &decks[other]];
        other.mix.total_cmp(&one.mix).then(other.field.total_cmp(&one.field))
    });
    places
}

/// The shift of each pairing by a change, in the order of the run; `None` where there is no change.
fn shifts(field: &Field, change: Option<&Variant>) -> Vec<Option<Shift>> {
    let (Some(after), Some(change)) = (&field.after, change) else {
        return vec![None; field.run.setups.len()];
    };
    let pair = |setup: &Setup| setup.pairing().map(|pair| pair.map(usize::from));
    let differences = |setup: &Setup| pair(setup).map(|[a, b]| &after.answers[a].by_setup[b]);
    let evidence =
        |(setup, _): &(Setup, Counts)| differences(setup).map_or(0.0, |found| found.evidence(0.0));
    let certain = discoveries(&after.run.setups.iter().map(evidence).collect::<Vec<_>>(), ERROR);
    // Where neither has what is changed, nothing can be otherwise.
    let is_touched = |setup: &Setup| {
        change.everywhere
            || pair(setup).is_some_and(|of| of.iter().any(|&at| change.copies[at] > 0))
    };
    let shift = |((setup, counts), certain): (&(Setup, Counts), bool)| {
        differences(setup).map(|found| Shift {
            share: measured(counts).rate,
            change: found.mean(),
            interval: if is_touched(setup) { found.interval(1.0 - ERROR) } else { [0.0; 2] },
            certain,
        })
    };
    after.run.setups.iter().zip(certain).map(shift).collect()
}

/// Counts of how the cards of a change were played, whoever drew them, over all decks.
fn cards_of(after: &Changed, before: &Catalogue, change: &Variant) -> Vec<OfCard> {
    let changed = change.catalogue.as_ref().unwrap_or(before);
    let mut all: BTreeMap<String, OfCard> = BTreeMap::new();
    for answer in &after.answers {
        let [one, other] = &answer.handled;
        for card in handled([(before, one, &change.asked), (changed, other, &change.asked)]) {
            let of = OfCard { handled: Handled::default(), ..card.clone() };
            all.entry(card.card.clone()).or_insert(of).handled.merge(card.handled);
        }
    }
    all.into_values().collect()
}

/// The rows of the decks after a change, each with its verdict, in the order of these places.
fn answers(
    of: &output::Report<'_>,
    after: &Changed,
    (catalogue, change): (&Catalogue, &Variant),
    order: &[usize],
) -> Vec<Row> {
    let terms = Terms { equal: 0.005, precision: None, questions: after.answers.len() };
    let verdicts = verdicts(&after.answers.iter().collect::<Vec<_>>(), &terms);
    let cards = cards_of(after, catalogue, change);
    let replays = |game: u64| {
        let before = replay(of, (game, 1));
        let with = change.text.clone().map(|text| Replay { edit: Some(text), ..before.clone() });
        core::iter::once(before).chain(with).map(|replay| replay.command()).collect()
    };
    let row = |&own: &usize| {
        let mut answer: Answer = after.answers[own].clone();
        // No deck plays itself.
        answer.by_setup.remove(own);
        let others = of.labels.iter().enumerate().filter(|(other, _)| *other != own);
        Row {
            variant: 1,
            player: of.labels[own].name.clone(),
            agents: None,
            copies: Some(change.copies[own]),
            verdict: verdicts[own],
            misused: Vec::new(),
            of_cards: cards.len() == change.asked.len(),
            cards: cards.clone(),
            against: others.map(|(_, label)| label.name.clone()).collect(),
            replays: answer.telling.map(|game| game.map(replays)),
            answer,
        }
    };
    order.iter().map(row).collect()
}

pub(super) fn report(
    of: &output::Report<'_>,
    field: &Field,
    change: Option<(&Catalogue, &Variant)>,
    trust: Trust,
) -> Report {
    let (run, labels) = (of.run, of.labels);
    let mut pairings = Vec::new();
    let evidence: Vec<f64> = run.setups.iter().map(|(_, counts)| unevenness(counts)).collect();
    let played =
        run.setups.iter().zip(&field.first).zip(shifts(field, change.map(|(_, change)| change)));
    for ((((setup, counts), couples), after), uneven) in played.zip(discoveries(&evidence, ERROR)) {
        let Some([a, b]) = setup.pairing().map(|pair| pair.map(usize::from)) else { continue };
        let found = measured(counts);
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
            first: Some(first(couples)),
            after,
        });
    }
    let seed = of.settings.seed;
    let decks_of = |setups: &[(Setup, Counts)]| decks(&matrix(setups, labels.len()), labels, seed);
    let (decks, effective) = decks_of(&run.setups);
    let mut order = ranked(&decks);
    let in_order = |decks: &[Deck], order: &[usize]| -> Vec<Deck> {
        order.iter().map(|&at| decks[at].clone()).collect()
    };
    let after = field.after.as_ref().zip(change).map(|(after, change)| {
        let (decks, effective) = decks_of(&after.run.setups);
        order = ranked(&decks);
        After {
            changes: change.1.told(),
            decks: in_order(&decks, &order),
            effective,
            answers: answers(of, after, change, &order),
        }
    });
    let couples = field.together();
    let exchanged = |game| Replay { exchanged: true, ..replay(of, (game, 1)) };
    let as_dealt = run.quarantined_games.iter().map(|&game| replay(of, game));
    let changed = field.after.as_ref().map(|after| &after.counted);
    let edited = |game| {
        let text = change.and_then(|(_, change)| change.text.clone());
        Replay { edit: text, ..replay(of, game) }
    };
    let aside = field.after.iter().flat_map(|after| &after.run.quarantined_games);
    Report {
        decks: in_order(&decks, &order),
        pairings,
        effective,
        first: first(&couples),
        after,
        goal: None,
        matches: of.matches.map(|matches| matches.told()),
        quarantined_games: as_dealt
            .chain(couples.faulty.map(exchanged))
            .chain(aside.map(|&game| edited(game)))
            .map(|replay| replay.command().to_string())
            .collect(),
        sample: Sample {
            game: of.game.name(),
            agents: of.agents(),
            seed,
            edits: Vec::new(),
            games: run.games_of_matches().map_or(run.games, |all| all.games())
                + changed.map_or(0, |counted| counted.games),
            spared: changed.map_or(0, |counted| counted.spared),
            quarantined: run.quarantined
                + couples.quarantined
                + changed.map_or(0, |counted| counted.quarantined),
            stopped: of.stopped(),
            digest: digest(field),
            trust: vec![trust],
        },
    }
}

/// The digest of all games; without a change it is that of the same games of a run.
fn digest(field: &Field) -> String {
    let mut digest = field.run.digest.clone();
    if let Some(after) = &field.after {
        digest.add(after.counted.digest.value());
    }
    digest.to_string()
}
