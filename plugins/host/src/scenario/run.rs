//! Runs a scenario and says where it fails.

use std::fmt::Debug;

use cardmill_harness::driver::{Checked, ScenarioOf};
use cardmill_harness::names::Asked;
use cardmill_harness::player::Player;
use cardmill_harness::scenario::Scenario;
use cardmill_harness::scenario::step::{Common, Step};
use cardmill_kernel::table::Status;

use super::script::Scripted;

/// A scenario that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {step} ({what}): {problem}")]
pub struct Failure {
    /// The number of the step, from 1; 0 for the position.
    pub step: usize,
    /// The step as it is written.
    pub what: String,
    /// The complaint: what was expected, and what was found.
    pub problem: String,
}

/// An event that a run tells while it goes on.
pub enum Event<'a> {
    /// The table at the first question, line by line.
    Position(&'a [String]),
    /// A step begins: its number, and the step.
    Step(usize, &'a dyn Debug),
    /// These lines were added to the log.
    Log(&'a [String]),
    /// The reason for which something is not offered: its label, and the reason.
    Refusal(&'a str, &'a str),
    /// The question that stands: the player who is asked, and the options.
    Asked(&'a Asked),
}

/// Runs a scenario on a table.
///
/// # Errors
/// At the first step that cannot be done or does not hold.
pub fn run<D: Scripted>(
    driver: &mut D,
    table: usize,
    scenario: &ScenarioOf<D>,
) -> Result<(), Failure> {
    play(driver, table, scenario, None)
}

/// As [`run`], and tells what happens.
///
/// # Errors
/// As [`run`].
pub fn explain<D: Scripted>(
    driver: &mut D,
    table: usize,
    scenario: &ScenarioOf<D>,
    tell: &mut dyn FnMut(Event),
) -> Result<(), Failure> {
    play(driver, table, scenario, Some(tell))
}

fn play<D: Scripted>(
    driver: &mut D,
    table: usize,
    scenario: &ScenarioOf<D>,
    tell: Option<&mut dyn FnMut(Event)>,
) -> Result<(), Failure> {
    let failure = |step: usize, what: String, problem: String| Failure { step, what, problem };
    driver
        .arrange(table, &scenario.given)
        .map_err(|problem| failure(0, "given".into(), problem.to_string()))?;
    driver.run(table);
    let mut runner = Runner { driver, table, told: 0, tell };
    runner.tell_news();
    runner.tell_position();
    for (n, step) in scenario.steps.iter().enumerate() {
        runner.tell(Event::Step(n + 1, step));
        let done = runner.step(step);
        runner.tell_news();
        done.and_then(|()| runner.sound())
            .map_err(|problem| failure(n + 1, format!("{step:?}"), problem))?;
    }
    Ok(())
}

/// Checks what a scenario says of the cards themselves.
///
/// # Errors
/// At the first check that does not hold.
pub fn check<D: Scripted>(
    catalogue: &D::Catalogue,
    scenario: &ScenarioOf<D>,
) -> Result<(), Failure> {
    let Scenario { checks, .. } = scenario;
    for (n, check) in checks.iter().enumerate() {
        D::check(catalogue, check).map_err(|problem| Failure {
            step: n + 1,
            what: format!("{check:?}"),
            problem,
        })?;
    }
    Ok(())
}

struct Runner<'r, 't, D> {
    driver: &'r mut D,
    table: usize,
    /// Lines of the log that were told.
    told: usize,
    tell: Option<&'t mut dyn FnMut(Event)>,
}

impl<D: Scripted> Runner<'_, '_, D> {
    fn step(&mut self, step: &Step<D::Step>) -> Checked {
        match step {
            Step::Common(step) => self.common(step),
            Step::Own(step) => self.driver.step(self.table, step),
        }
    }

    fn common(&mut self, step: &Common) -> Checked {
        match step {
            Common::Choose(label) => self.choose(label),
            Common::As(player, label) => {
                self.is_asked(*player)?;
                self.choose(label)
            }
            Common::Asked(player) => self.is_asked(*player),
            Common::Options(labels) => self.options(labels),
            Common::Offered(labels) => {
                let asked = self.asked()?;
                labels.iter().try_for_each(|label| asked.find(label).map(|_| ()))
            }
            Common::NotOffered(labels) => {
                let wording = self.driver.wording(self.table);
                labels.iter().try_for_each(|label| {
                    wording.label(label)?;
                    self.absent(label)
                })
            }
            Common::WhyNot(label, part) => {
                self.driver.wording(self.table).label(label)?;
                let reason = self.driver.why_not(self.table, label)?;
                self.tell(Event::Refusal(label, &reason));
                match reason.contains(part) {
                    true => Ok(()),
                    false => Err(format!("the reason is {reason:?}")),
                }
            }
            Common::Logged(text) => match self.is_logged(text) {
                true => Ok(()),
                false => Err(format!("the log is:\n{}", self.driver.log(self.table).join("\n"))),
            },
            Common::NotLogged(text) => match self.is_logged(text) {
                true => Err(format!("the log is:\n{}", self.driver.log(self.table).join("\n"))),
                false => self.driver.wording(self.table).line(text),
            },
            Common::LoggedInOrder(texts) => {
                let log = self.driver.log(self.table);
                let mut lines = log.iter();
                let late = texts.iter().find(|text| !lines.any(|line| line.contains(*text)));
                late.map_or(Ok(()), |text| {
                    Err(format!("{text:?} does not follow; the log is:\n{}", log.join("\n")))
                })
            }
        }
    }

    fn asked(&mut self) -> Result<Asked, String> {
        self.driver.asked(self.table).ok_or_else(|| match self.driver.status(self.table) {
            Status::Over => "nobody is asked: the game has ended".into(),
            status => format!("nobody is asked: the table is {status:?}"),
        })
    }

    fn is_asked(&mut self, player: Player) -> Checked {
        let asked = self.asked()?;
        if asked.seat == player.seat() {
            return Ok(());
        }
        Err(format!("P{} is asked, with {asked}", asked.seat + 1))
    }

    fn choose(&mut self, label: &str) -> Checked {
        let asked = self.asked()?;
        let index = asked.find(label)?;
        self.tell(Event::Asked(&asked));
        self.driver.choose(self.table, index).map_err(|refused| refused.to_string())
    }

    fn options(&mut self, labels: &[String]) -> Checked {
        let asked = self.asked()?;
        let mut left: Vec<usize> = (0..asked.options.len()).collect();
        for label in labels {
            let named = asked.named(label);
            match left.iter().position(|index| named.contains(index)) {
                Some(at) => left.remove(at),
                None => return Err(format!("{label:?} is not among {asked}")),
            };
        }
        if left.is_empty() { Ok(()) } else { Err(format!("offered are {asked}")) }
    }

    fn absent(&mut self, label: &str) -> Checked {
        let Some(asked) = self.driver.asked(self.table) else { return Ok(()) };
        if !asked.named(label).is_empty() {
            return Err(format!("{label:?} is offered"));
        }
        if self.tell.is_some()
            && let Ok(reason) = self.driver.why_not(self.table, label)
        {
            self.tell(Event::Refusal(label, &reason));
        }
        Ok(())
    }

    fn is_logged(&self, text: &str) -> bool {
        self.driver.log(self.table).iter().any(|line| line.contains(text))
    }

    /// Checks that no invariant broke: the table is not set aside.
    fn sound(&self) -> Checked {
        match self.driver.status(self.table) {
            Status::Quarantined => {
                let fault = self.driver.fault(self.table);
                let fault = fault.map(|fault| fault.to_string()).unwrap_or_default();
                Err(format!("the table was set aside: {fault}"))
            }
            _ => Ok(()),
        }
    }

    fn tell(&mut self, event: Event) {
        if let Some(tell) = &mut self.tell {
            tell(event);
        }
    }

    fn tell_position(&mut self) {
        if self.tell.is_some() {
            let lines = self.driver.picture(self.table);
            self.tell(Event::Position(&lines));
        }
    }

    fn tell_news(&mut self) {
        let log = self.driver.log(self.table);
        let Some(tell) = &mut self.tell else { return };
        if log.len() > self.told {
            tell(Event::Log(&log[self.told..]));
            self.told = log.len();
        }
    }
}
