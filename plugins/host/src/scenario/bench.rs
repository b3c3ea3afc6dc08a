//! Plays the scenarios of a game, each with the cards of the game.

use std::fmt::Write;

use cardmill_harness::driver::ScenarioOf;
use cardmill_harness::files::CardFiles;

use super::run::{Event, Failure, check, explain, run};
use super::script::{Script, Scripted};
use crate::error::Error;

/// A bench on which the scenarios of a game are played: one table and its cards.
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

/// A scenario that was played.
pub struct Performed<'a> {
    /// The place of its file among those that are played.
    pub file: usize,
    /// The name of the scenario, which says what it shows.
    pub name: String,
    /// The reading that it rests on where the sources leave room; empty where they leave none.
    pub reading: String,
    /// The outcome: that all holds, or the step that failed.
    pub played: Result<(), Failure>,
    /// The events of the game, where they are to be explained; otherwise empty.
    pub happened: &'a str,
}

/// Whoever is told of each scenario that was played.
pub type Told<'a> = &'a mut dyn FnMut(Performed<'_>) -> Result<(), Error>;

/// Plays the scenarios of a game.
pub(crate) fn perform<D: Scripted>(
    cards: &CardFiles,
    scripts: &[&Script],
    explains: bool,
    done: Told<'_>,
) -> Result<(), Error> {
    let mut bench = Bench::<D>::new(D::load(cards).map_err(Error::Usage)?);
    for (file, script) in scripts.iter().enumerate() {
        for scenario in script.scenarios::<D>()? {
            let mut text = String::new();
            let played = bench.play(&scenario, explains.then_some(&mut text));
            let (name, reading) = (scenario.name, scenario.reading);
            done(Performed { file, name, reading, played, happened: &text })?;
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
