//! Runs a scenario and says where it fails.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::table::Status;
use cardmill_unlimited::board::Outcome;
use cardmill_unlimited::card::Zone;
use cardmill_unlimited::label;
use cardmill_unlimited::position::Player;
use cardmill_unlimited::scene::Scene;
use cardmill_unlimited::vocabulary::{Keyword, Kind};

use super::format::{Place, Scenario, Step};
use crate::session::{Asked, Session};

/// A scenario that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {step} ({what}): {problem}")]
pub struct Failure {
    /// The number of the step, from 1; 0 for the position.
    pub step: usize,
    /// The step.
    pub what: String,
    /// What is wrong.
    pub problem: String,
}

/// Rounds after which `PassRound` gives up.
const PASSES: usize = 60;

/// Runs a scenario on a session's table.
///
/// # Errors
/// At the first step that cannot be done or does not hold.
pub fn run(session: &mut Session, scenario: &Scenario) -> Result<(), Failure> {
    let failure = |step: usize, what: String, problem: String| Failure { step, what, problem };
    session
        .arrange(&scenario.given)
        .map_err(|error| failure(0, "given".into(), error.to_string()))?;
    for (n, step) in scenario.steps.iter().enumerate() {
        let done = Runner { session }.step(step);
        done.map_err(|problem| failure(n + 1, format!("{step:?}"), problem))?;
        if session.status() == Status::Quarantined {
            let fault = session.fault().map(|fault| fault.to_string()).unwrap_or_default();
            return Err(failure(
                n + 1,
                format!("{step:?}"),
                format!("the table was set aside: {fault}"),
            ));
        }
    }
    Ok(())
}

struct Runner<'s> {
    session: &'s mut Session,
}

type Checked = Result<(), String>;

fn same<T: PartialEq + std::fmt::Debug>(expected: T, found: T) -> Checked {
    if expected == found { Ok(()) } else { Err(format!("expected {expected:?}, found {found:?}")) }
}

impl Runner<'_> {
    fn step(&mut self, step: &Step) -> Checked {
        match step {
            Step::Choose(label) => self.choose(label),
            Step::As(player, label) => {
                self.is_asked(*player)?;
                self.choose(label)
            }
            Step::PassRound => self.pass_round(),
            Step::Asked(player) => self.is_asked(*player),
            Step::Options(labels) => self.options(labels),
            Step::Offered(labels) => {
                let asked = self.asked()?;
                labels.iter().try_for_each(|label| find(&asked, label).map(|_| ()))
            }
            Step::NotOffered(labels) => match self.session.asked() {
                None => Ok(()),
                Some(asked) => labels.iter().try_for_each(|label| {
                    if is_offered(&asked, label) {
                        Err(format!("{label:?} is offered"))
                    } else {
                        Ok(())
                    }
                }),
            },
            Step::Logged(text) => match self.is_logged(text) {
                true => Ok(()),
                false => Err(format!("the log is:\n{}", self.session.log().join("\n"))),
            },
            Step::NotLogged(text) => same(false, self.is_logged(text)),
            Step::Winner(player) => self.outcome(Outcome::Win(*player as Seat)),
            Step::Draw => self.outcome(Outcome::Draw),
            Step::GoesOn => self.outcome(Outcome::Open),
            Step::Initiative(player) => same(*player as Seat, self.session.board().initiative),
            Step::Active(player) => same(*player as Seat, self.session.board().lead()),
            Step::Hand(player, n) => same(usize::from(*n), self.player(*player).hand.len()),
            Step::Deck(player, n) => same(usize::from(*n), self.player(*player).deck.len()),
            Step::Discard(player, n) => same(usize::from(*n), self.player(*player).discard.len()),
            Step::Resources(player, n) => {
                same(usize::from(*n), self.player(*player).resources.len())
            }
            Step::ReadyResources(player, n) => same(*n, self.player(*player).ready),
            Step::DeckTop(player, titles) => {
                let deck: Vec<Slot> = self.player(*player).deck.iter().rev().copied().collect();
                self.titles(titles, &deck[..titles.len().min(deck.len())])
            }
            Step::DeckBottom(player, titles) => {
                let deck = self.player(*player).deck.clone();
                let mut bottom: Vec<Slot> = deck.iter().take(titles.len()).copied().collect();
                bottom.reverse();
                self.titles(titles, &bottom)
            }
            _ => self.of_card(step),
        }
    }

    fn is_logged(&self, text: &str) -> bool {
        self.session.log().iter().any(|line| line.contains(text))
    }

    fn player(&self, player: Player) -> &cardmill_unlimited::board::Player {
        &self.session.board().players[player as usize]
    }

    fn titles(&mut self, expected: &[String], slots: &[Slot]) -> Checked {
        let found: Vec<String> =
            self.session.read(|scene| slots.iter().map(|&s| label::card(scene, s)).collect());
        same(expected.to_vec(), found)
    }

    fn asked(&mut self) -> Result<Asked, String> {
        self.session.asked().ok_or_else(|| match self.session.status() {
            Status::Over => "nobody is asked: the game has ended".into(),
            status => format!("nobody is asked: the table is {status:?}"),
        })
    }

    fn is_asked(&mut self, player: Player) -> Checked {
        let asked = self.asked()?;
        if asked.seat == player as Seat {
            return Ok(());
        }
        Err(format!("{} is asked, with {}", label::player(asked.seat), list(&asked)))
    }

    fn choose(&mut self, label: &str) -> Checked {
        let asked = self.asked()?;
        let index = find(&asked, label)?;
        self.session.choose(index).map_err(|refused| refused.to_string())
    }

    fn options(&mut self, labels: &[String]) -> Checked {
        let asked = self.asked()?;
        let mut left: Vec<usize> = (0..asked.options.len()).collect();
        for label in labels {
            let found = left.iter().position(|&i| is_named(&asked, i, label));
            match found {
                Some(at) => left.remove(at),
                None => return Err(format!("{label:?} is not among {}", list(&asked))),
            };
        }
        if left.is_empty() { Ok(()) } else { Err(format!("offered are {}", list(&asked))) }
    }

    fn pass_round(&mut self) -> Checked {
        let round = self.session.board().round;
        for _ in 0..PASSES {
            let Some(asked) = self.session.asked() else { return Ok(()) };
            let named = |label: &str| asked.options.iter().position(|o| o.label == label);
            let resource = asked.options.iter().any(|o| o.label.starts_with("Resource "));
            if self.session.board().round > round {
                return Ok(());
            }
            let answer = match (named("Pass"), named("Decline")) {
                (Some(pass), _) => pass,
                (None, Some(decline)) if resource => decline,
                _ => return Ok(()),
            };
            self.session.choose(answer).map_err(|refused| refused.to_string())?;
        }
        Err("the round does not end".into())
    }

    fn outcome(&mut self, expected: Outcome) -> Checked {
        same(expected, self.session.board().outcome)
    }

    fn of_card(&mut self, step: &Step) -> Checked {
        self.session.read(|scene| of_card(scene, step))
    }
}

fn of_card(scene: &Scene, step: &Step) -> Checked {
    match step {
        Step::Zone(name, place) => {
            // The place tells copies apart: one of them must be there.
            let zones: Vec<_> =
                named(scene, name)?.into_iter().map(|s| place_of(scene.card(s).zone)).collect();
            if zones.contains(place) { Ok(()) } else { Err(format!("it is in {:?}", zones[0])) }
        }
        Step::Power(name, n) => same(*n, scene.stats(in_play(scene, name)?).power),
        Step::Hp(name, n) => same(*n, scene.stats(in_play(scene, name)?).hp),
        Step::Damage(name, n) => same(*n, scene.card(in_play(scene, name)?).damage),
        Step::Exhausted(name) => same(true, scene.card(in_play(scene, name)?).is_exhausted()),
        Step::Ready(name) => same(false, scene.card(in_play(scene, name)?).is_exhausted()),
        Step::Has(name, keyword) => {
            let stats = scene.stats(in_play(scene, name)?);
            match keyword {
                Keyword::Raid(n) => same(*n, stats.raid),
                Keyword::Restore(n) => same(*n, stats.restore),
                _ => same(true, stats.keywords.has(*keyword)),
            }
        }
        Step::HasNot(name, keyword) => {
            same(false, scene.stats(in_play(scene, name)?).keywords.has(*keyword))
        }
        Step::Upgrades(name, titles) => {
            let unit = in_play(scene, name)?;
            let on = |slot: &Slot| {
                let card = scene.card(*slot);
                card.zone == Zone::Attached && card.host == unit
            };
            let play = scene.board.play.iter().copied();
            let mut found: Vec<_> = play.filter(on).map(|s| label::card(scene, s)).collect();
            let mut expected = titles.clone();
            found.sort();
            expected.sort();
            same(expected, found)
        }
        Step::Controller(name, player) => {
            same(*player as Seat, scene.card(in_play(scene, name)?).controller)
        }
        _ => Err("this step is not about a card".into()),
    }
}

const fn place_of(zone: Zone) -> Place {
    match zone {
        Zone::Deck => Place::Deck,
        Zone::Hand => Place::Hand,
        Zone::Discard => Place::Discard,
        Zone::Resources => Place::Resources,
        Zone::Ground => Place::Ground,
        Zone::Space => Place::Space,
        Zone::Attached => Place::Attached,
        Zone::Base => Place::Base,
        Zone::Aside => Place::Aside,
    }
}

/// A name in a scenario: `"P2 Yoda #2"`.
struct Name<'n> {
    holder: Option<Seat>,
    title: &'n str,
    number: Option<usize>,
}

fn name(text: &str) -> Name<'_> {
    let (title, number) = match text.rsplit_once(" #") {
        Some((title, number)) => (title, number.parse().ok()),
        None => (text, None),
    };
    match (title.strip_prefix("P1 "), title.strip_prefix("P2 ")) {
        (Some(title), _) => Name { holder: Some(0), title, number },
        (_, Some(title)) => Name { holder: Some(1), title, number },
        _ => Name { holder: None, title, number },
    }
}

/// The cards a name can mean, in slot order.
fn named(scene: &Scene, text: &str) -> Result<Vec<Slot>, String> {
    let name = name(text);
    let fits = |slot: &Slot| {
        let printed = scene.printed(*slot);
        let aside = scene.card(*slot).zone == Zone::Aside && printed.kind() == Kind::Token;
        !aside
            && label::card(scene, *slot) == name.title
            && name.holder.is_none_or(|seat| label::holder(scene, *slot) == seat)
    };
    let all: Vec<Slot> = (0..scene.board.slots).filter(fits).collect();
    let all = match name.number {
        Some(n) => all.get(n.wrapping_sub(1)).copied().into_iter().collect(),
        None => all,
    };
    if all.is_empty() { Err(format!("there is no {text:?}")) } else { Ok(all) }
}

/// The card in play that a name means.
fn in_play(scene: &Scene, text: &str) -> Result<Slot, String> {
    let all = named(scene, text)?;
    let play: Vec<Slot> =
        all.iter().copied().filter(|&slot| scene.card(slot).zone.is_play()).collect();
    match play[..] {
        [] => Err(format!("{text:?} is not in play but in {:?}", scene.card(all[0]).zone)),
        [only] => Ok(only),
        [first, ..] => {
            let alike = |slot: &Slot| {
                let (a, b) = (scene.card(*slot), scene.card(first));
                a.controller == b.controller && a.damage == b.damage && a.marks == b.marks
            };
            if play.iter().all(alike) {
                Ok(first)
            } else {
                Err(format!("{text:?} means several different cards; say P1, P2 or #n"))
            }
        }
    }
}

fn is_named(asked: &Asked, index: usize, text: &str) -> bool {
    let option = &asked.options[index];
    let wanted = name(text);
    // `Option 1` names `Option 1: …`.
    let matches = |label: &str, wanted: &str| {
        label == wanted || (label.starts_with("Option ") && label.split(':').next() == Some(wanted))
    };
    if matches(&option.label, text) {
        return true;
    }
    let verbless = |label: &str| -> Option<bool> {
        Some(matches(label, wanted.title) && wanted.holder.is_none_or(|s| option.holder == Some(s)))
    };
    if verbless(&option.label) != Some(true) {
        return false;
    }
    match wanted.number {
        None => true,
        Some(n) => {
            let before = asked.options[..index].iter().filter(|other| {
                matches(&other.label, wanted.title)
                    && wanted.holder.is_none_or(|s| other.holder == Some(s))
            });
            before.count() + 1 == n
        }
    }
}

fn is_offered(asked: &Asked, text: &str) -> bool {
    (0..asked.options.len()).any(|index| is_named(asked, index, text))
}

/// The option a label names. Several are fine when one player has all of them: copies.
fn find(asked: &Asked, text: &str) -> Result<usize, String> {
    let found: Vec<usize> =
        (0..asked.options.len()).filter(|&index| is_named(asked, index, text)).collect();
    match found[..] {
        [] => Err(format!(
            "{text:?} is not offered; {} may choose {}",
            label::player(asked.seat),
            list(asked)
        )),
        [only] => Ok(only),
        [first, ..] => {
            let one_holder =
                found.iter().all(|&i| asked.options[i].holder == asked.options[first].holder);
            if one_holder {
                Ok(first)
            } else {
                Err(format!("{text:?} means cards of both players; say P1 or P2"))
            }
        }
    }
}

fn list(asked: &Asked) -> String {
    let labels: Vec<_> = asked.options.iter().map(|o| o.label.as_str()).collect();
    labels.join(" | ")
}
