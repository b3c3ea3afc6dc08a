//! `cardmill meta --goal`: the smallest change after which no deck is played too much.

use std::sync::atomic::Ordering;

use cardmill_harness::files::CardFiles;

use super::bands::Told;
use super::goal;
use super::meta::{Meta, played, report};
use super::run::{Clock, code};
use crate::analysis::nash::{rates, spread, spreads};
use crate::error::Error;
use crate::experiment::goal::steps;
use crate::experiment::spread::{Search, matrix};
use crate::experiment::variant::{Base, Variant};
use crate::interrupt::{self, INTERRUPT};
use crate::output::html::album::Album;
use crate::output::meta::{self, Report, Shown};
use crate::output::spread::{Beaten, Found, Moved, Spread};
use crate::output::{self, Before, html};
use crate::record::{Counted, RunDigest};
use crate::setup::{Settings, Setup};
use crate::trust::Trust;

/// Searches, plays what was found on fresh deals, and tells: those of the next seed.
///
/// # Errors
///
/// When the input is bad, nothing can be changed, or what is asked for cannot be written.
pub(super) fn play(
    asked: &Meta,
    most: f64,
    base: &Base<'_>,
    settings: &Settings,
    cards: &CardFiles,
) -> Result<Told, Error> {
    let Base { catalogue, setups, labels } = *base;
    let (game, course) = (catalogue.game(), &asked.course);
    let size = setups.entries.len();
    let (least, noun) = (1.0 / size as f64, game.noun());
    if most < least {
        return Err(Error::Usage(format!(
            "--goal {}: parts of {size} {noun}s add up to a hundred; expected {:.1} or more",
            most * 100.0,
            (least * 1_000.0).ceil() / 10.0,
        )));
    }
    let steps: Result<Vec<_>, Error> =
        asked.among.iter().map(|text| steps(catalogue, text)).collect();
    let search = Search { base, settings, most, within: asked.within, steps: steps?.concat() };
    let draft = course.publication.begin()?;
    let mut journal = course.keeping.journal()?;
    let stop = INTERRUPT.handle_gracefully();
    let begun = Clock::start();
    let found = goal::shown(&course.conduct, |on_look| search.run(&mut journal, stop, on_look))?;
    let stopped = || stop.load(Ordering::SeqCst);
    if stopped() {
        let (games, seconds, code) = (found.counted.games, begun.seconds(), interrupt::EXIT_CODE);
        let (headline, text) = (String::new(), String::new());
        return Ok(Told { headline, text, games, seconds, stopped: true, code });
    }
    if found.nearest.is_empty() {
        let expected = format!("expected a number of a card that a {noun} of the field has");
        return Err(Error::Usage(format!("--among {}: {expected}", asked.among.join(" "))));
    }
    let fresh = Settings { seed: settings.seed.wrapping_add(1), ..settings.clone() };
    let planned = asked.games_of_pairing(size).saturating_mul(setups.list.len() as u64);
    let beaten = |run: &[(Setup, _)]| {
        let matrix = matrix(run, size);
        let (_, by) = spread(&rates(&matrix), most);
        Beaten { by, interval: spreads(&matrix, most, fresh.seed) }
    };
    let mut told: Option<(Report, Beaten)> = None;
    let mut all = Vec::new();
    let mut counted = found.counted.clone();
    for tried in found.nearest.iter().filter(|_| !stopped()) {
        let change: Variant = base.written(&tried.text)?;
        let field = played(base, (&fresh, &course.conduct), Some(&change), None, &mut journal)?;
        let run = &output::Report {
            game,
            labels,
            own: labels.len(),
            cards,
            edits: &[],
            settings: &fresh,
            run: &field.run,
            matches: None,
            planned,
            before: Before::default(),
            seconds: begun.seconds(),
        };
        let trust = Trust::of(game, cards, &fresh.agents, &fresh.who())?;
        let report = report(run, &field, Some((catalogue, &change)), trust);
        let after = report.after.as_ref().expect("it was played after a change");
        let moved = |(deck, row): (&meta::Deck, &output::answers::Row)| Moved {
            deck: deck.name.clone(),
            mix: deck.mix,
            change: row.answer.differences.mean(),
            interval: row.answer.interval(),
        };
        let after_it = field.after.as_ref().map_or(&field.run.setups, |after| &after.run.setups);
        let beaten_after = beaten(after_it);
        all.push(Found {
            change: tried.text.clone(),
            size: tried.size,
            beaten: beaten_after,
            reached: beaten_after.is_within(asked.within),
            effective: after.effective,
            decks: after.decks.iter().zip(&after.answers).map(moved).collect(),
        });
        let sample = &report.sample;
        let mut digest = RunDigest::default();
        digest.add(field.run.digest.value());
        digest.add(field.after.as_ref().map_or(0, |after| after.counted.digest.value()));
        counted.merge(&Counted {
            games: sample.games,
            spared: sample.spared,
            quarantined: sample.quarantined,
            digest,
        });
        told.get_or_insert_with(|| (report, beaten(&field.run.setups)));
    }
    let (mut report, before) = told.expect("something was found");
    report.goal = Some(Spread {
        most,
        within: asked.within,
        before,
        tried: found.tried,
        games: found.counted.games,
        found: all,
    });
    let sample = &mut report.sample;
    (sample.seed, sample.stopped) = (settings.seed, stopped());
    (sample.games, sample.spared) = (counted.games, counted.spared);
    (sample.quarantined, sample.digest) = (counted.quarantined, counted.digest.to_string());
    let shown = Shown { top: asked.top, pairings: asked.pairings };
    let page = |origin: &_, album: &mut Album<'_>| html::meta::page(&report, shown, origin, album);
    course.publication.write(draft, catalogue, page)?;
    Ok(Told {
        headline: meta::headline(&report),
        text: asked.told(&report, shown),
        games: counted.games,
        seconds: begun.seconds(),
        stopped: stopped(),
        code: code(stopped(), counted.quarantined),
    })
}
