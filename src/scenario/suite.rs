//! Scenarios of several games, each played with the cards of its game.

use std::fmt::Write;
use std::path::PathBuf;

use cardmill_harness::driver::ScenarioOf;
use cardmill_harness::files::CardFiles;
use serde::Serialize;

use super::format::{File, Scripted};
use super::run::{Event, Failure, check, explain, run};
use crate::error::Error;
use crate::games::Game;
use crate::host::Hosted;

/// What came of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The name of its file without the ending, such as `S4-31`.
    pub id: String,
    /// The game.
    pub game: Game,
    /// Whether all of it holds.
    pub ok: bool,
    /// What it shows.
    pub name: String,
    /// What it rests on where the sources leave room; empty when they do not.
    pub reading: String,
    /// Where it is.
    pub file: PathBuf,
    /// The first step that does not hold, and what is wrong.
    pub problem: Option<String>,
}

/// Plays scenarios of any game.
pub struct Suite {
    cards: CardFiles,
    explain: bool,
}

/// How a game's scenarios are played.
struct Bench<D: Scripted> {
    catalogue: D::Catalogue,
    driver: D,
    table: usize,
}

impl<D: Scripted> Bench<D> {
    fn new(catalogue: D::Catalogue) -> Self {
        let mut driver = D::new(&catalogue);
        let table = driver.add();
        Self { catalogue, driver, table }
    }

    fn play(&mut self, scenario: &ScenarioOf<D>, text: Option<&mut String>) -> Result<(), Failure> {
        if !scenario.cards.is_empty() {
            let cards = D::extend(&self.catalogue, scenario.cards.clone());
            let catalogue =
                cards.map_err(|problem| Failure { step: 0, what: "cards".into(), problem })?;
            let own = ScenarioOf::<D> { cards: Vec::new(), ..scenario.clone() };
            return Self::new(catalogue).play(&own, text);
        }
        check::<D>(&self.catalogue, scenario)?;
        if scenario.steps.is_empty() && !scenario.checks.is_empty() {
            return Ok(());
        }
        match text {
            None => run(&mut self.driver, self.table, scenario),
            Some(text) => {
                explain(&mut self.driver, self.table, scenario, &mut |event| tell(text, &event))
            }
        }
    }
}

impl Suite {
    /// Scenarios of these cards; `explain` says whether to tell what happens.
    #[must_use]
    pub fn new(cards: impl Into<CardFiles>, explain: bool) -> Self {
        Self { cards: cards.into(), explain }
    }

    /// Plays all scenarios of some files. `done` is told each outcome, with what happened when
    /// that is to be explained.
    ///
    /// # Errors
    /// When cards do not load, or a file is no scenario.
    pub fn play(
        &self,
        files: &[File],
        mut done: impl FnMut(Outcome, &str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for &game in Game::ALL {
            let files: Vec<&File> = files.iter().filter(|file| file.game == game).collect();
            if !files.is_empty() {
                game.host().perform(self, &files, &mut done)?;
            }
        }
        Ok(())
    }
}

/// Whoever is told each outcome, with what happened when that is to be explained.
pub type Told<'a> = &'a mut dyn FnMut(Outcome, &str) -> Result<(), Error>;

/// Plays the scenarios of a game.
pub(crate) fn perform<D: Hosted>(
    suite: &Suite,
    files: &[&File],
    done: Told<'_>,
) -> Result<(), Error> {
    let mut bench = Bench::<D>::new(D::load(&suite.cards).map_err(Error::Usage)?);
    for file in files {
        for scenario in file.scenarios::<D>()? {
            let mut text = String::new();
            let played = bench.play(&scenario, suite.explain.then_some(&mut text));
            let outcome = Outcome {
                id: file.id(),
                game: file.game,
                ok: played.is_ok(),
                name: scenario.name,
                reading: scenario.reading,
                file: file.path.clone(),
                problem: played.err().map(|failure| failure.to_string()),
            };
            done(outcome, &text)?;
        }
    }
    Ok(())
}

/// Writes down what happens, line by line.
fn tell(text: &mut String, event: &Event) {
    let written = match event {
        Event::Position(lines) => lines.iter().try_for_each(|line| writeln!(text, "     {line}")),
        Event::Step(number, step) => writeln!(text, "{number:>3}. {step:?}"),
        Event::Asked(asked) => writeln!(text, "     P{} may choose {asked}", asked.seat + 1),
        Event::Refusal(label, reason) => writeln!(text, "     not offered, {label}: {reason}"),
        Event::Log(lines) => lines.iter().try_for_each(|line| writeln!(text, "     | {line}")),
    };
    written.expect("writing to a String never fails");
}
