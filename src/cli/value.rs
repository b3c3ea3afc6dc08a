//! `cardmill value`: what each card of a deck is worth.

use std::path::PathBuf;

use cardmill_harness::files::CardFiles;
use clap::Args;

use super::bands::{Bands, Told};
use super::experiment::{Course, places, points};
use super::replace::Replacing;
use super::run::{Clock, Edits, InGame, code, style};
use super::setups::{self, Given};
use super::whatif::field;
use super::{CardsFolder, Format};
use crate::analysis::betting::Differences;
use crate::analysis::curve::Line;
use crate::error::Error;
use crate::experiment::ERROR;
use crate::experiment::swap::{self, Exchanges, OF_NO_USE, PARTS, worth};
use crate::experiment::variant::{Base, Edited};
use crate::games::Game;
use crate::host::{Catalogue, Host};
use crate::interrupt::INTERRUPT;
use crate::output::command::Replay;
use crate::output::figure::grouped;
use crate::output::html;
use crate::output::html::album::Album;
use crate::output::sample::Sample;
use crate::output::values::{self, Curve, Part, Report, Row};
use crate::setup::Setup;
use crate::stats::Handled;
use crate::trust::Trust;

/// The arguments of `value`: the deck whose cards are valued, the decks that it meets, and the precision.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Value {
    /// The deck, as simulate takes it
    #[arg(value_name = "DECK")]
    pub deck: PathBuf,
    /// The decks that it plays against [default: the others beside it, or the field]
    #[arg(long, value_name = "DECK", num_args = 1..)]
    pub against: Vec<PathBuf>,
    /// The game [default: unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// The card that copies are exchanged for [default: one that cannot be paid for, so that it is
    /// only good as a resource; of squads, none: the upgrade or the ship is left out]
    #[arg(long, value_name = "ID")]
    pub filler: Option<String>,
    /// Play until every value is known to so many points
    #[arg(long, value_name = "POINTS", default_value = "1", value_parser = points)]
    pub precision: f64,
    /// The most deals; each is played with the whole deck and without sixteen of its copies, one at a
    /// time [default: 20000, or 2000 where a net or a search plays]
    #[arg(long, value_name = "N", value_parser = super::games)]
    #[arg(allow_negative_numbers = true)]
    pub games: Option<u64>,
    /// Also look for the best card in the place of a copy of those that are worth least, so many of them
    /// (three if no number is given), and play it on fresh deals
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "3")]
    pub replace: Option<usize>,
    /// The agents that are asked in turn.
    #[command(flatten)]
    pub bands: Bands,
    /// The changes of cards that all games are played with.
    #[command(flatten)]
    pub edits: Edits,
    /// The course of the games: how they are played, kept and reported.
    #[command(flatten)]
    pub course: Course,
    /// The format in which the values are printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

const EXAMPLES: &str = "\
Examples:
  cardmill value vader
  cardmill value vader --against luke sabine --precision 2
  cardmill value vader --against luke --replace=1
  cardmill value vader --edit \"SOR_164 cost+1\"
  cardmill value luke --filler SOR_095 --format csv
  cardmill value vader --precision 3 --bands greedy player

A value is causal: the same deals with a copy and without it. It holds for the agents that play.";

/// Changes by a replacement that count as none, in shares of a game.
const EQUAL: f64 = 0.005;

/// The template of the progress bar of the search for replacements, which counts cards.
const BAR: &str = "{wide_bar} {pos} of {len} cards replaced";

impl Value {
    /// Plays the deck with and without its cards, prints what each is worth, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let files = core::iter::once(&self.deck).chain(&self.against);
        self.in_game(setups::game(self.game, files)?, cards)
    }

    /// The card that copies are exchanged for, none where they are left out, and the cards of the game if
    /// it is one of no use.
    fn filler(&self, base: &Base<'_>) -> Result<(Option<String>, Option<Catalogue>), Error> {
        if let Some(id) = &self.filler {
            let own = &base.setups.entries[0];
            let last = own.cards(base.catalogue).len() - 1;
            let wrong = |error| Error::Usage(format!("--filler {id}: {error}"));
            let with = own.with(base.catalogue, last, id).map_err(wrong)?;
            let id = with.cards(base.catalogue)[last].to_owned();
            return Ok((Some(id), None));
        }
        let game = base.catalogue.game();
        if game.nothing().is_some() {
            return Ok((None, None));
        }
        let expected = || Error::Usage(format!("expected --filler ID: a card of {}", game.name()));
        let edit = game.blank().ok_or_else(expected)?;
        let id = base.setups.unused(base.catalogue).ok_or_else(expected)?;
        let variant = base.written(&format!("{id} {edit}"))?;
        Ok((Some(id), variant.catalogue))
    }
}

impl InGame for Value {
    fn play(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<u8, Error> {
        self.bands.each(&self.course, self.format, |course| {
            Self { course, ..self.clone() }.answer(game, cards)
        })
    }
}

impl Value {
    /// Values the cards, as one band plays.
    fn answer(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<Told, Error> {
        setups::entered(
            game,
            core::iter::once(&self.deck).chain(&self.against),
            "value exchanges the cards of one; whatif and compare take positions",
        )?;
        let Edited { catalogue, lines: edits } = self.edits.load(game, cards)?;
        let field = field(&[&self.deck], &self.against, &catalogue)?;
        let deck = [self.deck.clone()];
        let Given { setups, labels, .. } = Given::read(&deck, &field, None, &catalogue)?;
        let base = Base { catalogue: &catalogue, setups: &setups, labels: &labels };
        let (filler, blank) = self.filler(&base)?;
        let (real, catalogue) = (&catalogue, blank.as_ref().unwrap_or(&catalogue));
        let name = catalogue.names();

        let exchanges = Exchanges::of(catalogue, &setups, &labels[0], filler.as_deref());
        let (settings, most) =
            self.course.conduct.within(game, self.games, 20_000, &setups.list)?;
        let mut arms = exchanges.arms(catalogue, &settings);
        arms[0].tally = true;
        arms[0].about = Some(places(catalogue, exchanges.copies.iter().map(|of| &of.card)));

        let draft = self.course.publication.begin()?;
        let stop = INTERRUPT.handle_gracefully();
        let style = style("{wide_bar} {human_pos} of at most {human_len} deals");
        let bar = self.course.conduct.bar(Some(most), style, move |bar| {
            format!("{} of at most {} deals", grouped(bar.position()), grouped(most))
        });
        let begun = Clock::start();
        let mut journal = self.course.keeping.journal()?;
        let found = worth(
            &arms,
            exchanges.copies.clone(),
            self.precision,
            &mut journal,
            stop,
            &mut |worth| {
                bar.set_position(worth.deals);
            },
        )?;
        bar.finish_and_clear();
        let certain = found.certain();
        let handled = |id: &String| {
            let place = places(catalogue, [id]).pop()?;
            found.handled.get(&place).copied()
        };
        let replays = |(index, arm): (u64, usize)| {
            let setup = &setups.list[(index % setups.list.len() as u64) as usize];
            let files = setup.pairing().into_iter().flatten();
            let files = files.map(|at| labels[usize::from(at)].file.as_path()).collect();
            let base = self.course.conduct.replay(game, cards, files, index);
            let base = Replay { edit: self.edits.text(), ..base };
            let blank = blank.as_ref().and(game.blank()).zip(filler.as_ref());
            let blank = blank.map(|(edit, filler)| format!("{filler} {edit}"));
            let edit = [self.edits.text(), blank, Some(exchanges.swaps[arm].clone())];
            let edit: Vec<String> = edit.into_iter().flatten().collect();
            let edit = edit.join("; ");
            let without = Replay { edit: Some(edit), ..base.clone() };
            vec![base.command(), without.command()]
        };
        let row = |(value, certain): (&swap::Value, bool)| Row {
            card: value.copies.card.clone(),
            name: name(&value.copies.card),
            copies: value.copies.arms.len(),
            value: value.differences.mean(),
            interval: value.interval(),
            certain,
            games: value.games,
            turned: value.turned,
            judged: !handled(&value.copies.card).is_some_and(Handled::is_unplayed),
            handled: handled(&value.copies.card),
            replays: value.telling.map(|game| game.map(replays)),
            by_part: parts(value),
            curve: None,
        };
        let mut rows: Vec<Row> = found.values.iter().zip(certain).map(row).collect();
        rows.sort_by(|one, other| other.value.total_cmp(&one.value));
        curve(catalogue, &mut rows);
        let met = |setup: &Setup| setup.pairing().map(|[_, other]| usize::from(other));
        let against: Vec<String> =
            setups.list.iter().filter_map(met).map(|at| labels[at].name.clone()).collect();
        let mut counted = found.counted.clone();
        let weak = rows.iter().rev().take(self.replace.unwrap_or(0));
        let weak: Vec<String> = weak.map(|row| row.card.clone()).collect();
        let replacing = Replacing {
            catalogue: real,
            setups: &setups,
            player: &labels[0].name,
            against: &against,
            settings: &settings,
            equal: EQUAL,
        };
        let mut replacements = Vec::new();
        if !weak.is_empty() {
            let bar = self.course.conduct.bar(Some(weak.len() as u64), self::style(BAR), |bar| {
                format!("{} cards replaced", bar.position())
            });
            let mut on_card = |number: usize| bar.set_position(number as u64);
            replacements = replacing.run(&weak, &mut counted, &mut journal, stop, &mut on_card)?;
            bar.finish_and_clear();
        }
        let stopped = stop.load(core::sync::atomic::Ordering::SeqCst);
        let trust = vec![Trust::of(game, cards, &settings.agents, &settings.who())?];
        let sample = Sample::of(game.name(), settings.who(), settings.seed, &counted, stopped);
        let report = Report {
            deck: labels[0].name.clone(),
            share: found.share(),
            filler: match (&blank, &filler) {
                (Some(_), _) => OF_NO_USE.to_owned(),
                (None, Some(filler)) => format!("{} ({filler})", name(filler)),
                (None, None) => game.nothing().unwrap_or_default().to_owned(),
            },
            against,
            deals: found.deals,
            sample: Sample { edits, trust, ..sample },
            cards: rows,
            replacements,
        };
        let page = |origin: &_, album: &mut Album<'_>| html::values::page(&report, origin, album);
        self.course.publication.write(draft, catalogue, page)?;
        Ok(Told {
            headline: values::headline(&report),
            text: match self.format {
                Format::Table => values::render(&report),
                Format::Json => values::json(&report),
                Format::Csv => values::csv(&report),
            },
            games: counted.games,
            seconds: begun.seconds(),
            stopped,
            code: code(stopped, counted.quarantined),
        })
    }
}

/// The values of a card by where its copies lay.
fn parts(value: &swap::Value) -> Vec<Part> {
    let part = |(at, differences): (usize, &Differences)| Part {
        from: PARTS[at] + 1,
        to: PARTS.get(at + 1).copied(),
        value: differences.mean(),
        interval: differences.interval(1.0 - ERROR),
        deals: differences.pairs(),
    };
    let parts = value.by_part.iter().enumerate().map(part);
    parts.filter(|part| part.deals > 0).collect()
}

/// Says of cards what is to be expected of them by what is printed, and which do otherwise.
fn curve(catalogue: &Catalogue, rows: &mut [Row]) {
    let surplus = |row: &Row| {
        let [cost, strength] = catalogue.printed(&row.card)?;
        Some(f64::from(strength) - f64::from(catalogue.game().curve(cost)))
    };
    let known: Vec<Option<f64>> = rows.iter().map(surplus).collect();
    let points = rows.iter().zip(&known).filter_map(|(row, known)| Some(((*known)?, row.value)));
    let Some(line) = Line::through(&points.collect::<Vec<_>>()) else { return };
    for (row, known) in rows.iter_mut().zip(known) {
        row.curve = known.map(|surplus| {
            let expected = line.at(surplus);
            let outlier = row.certain && (row.value - expected).abs() > line.reach;
            Curve { surplus, expected, outlier }
        });
    }
}
