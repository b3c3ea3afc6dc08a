//! Questions put to two arms on the same deals, asked until they are answered.
//!
//! A pair is a deal in two arms; what counts is how much better a player comes in in one than in the
//! other. Pairs are looked at in the order of their deals, so the answer is the same on any number
//! of threads, and whoever stops in between has one that holds.

pub mod field;
pub mod goal;
pub mod journal;
pub mod ladder;
pub mod openings;
pub mod pods;
pub mod race;
pub mod sideboard;
pub mod spread;
pub mod swap;
pub mod variant;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use cardmill_harness::play::Standing;

use crate::analysis::betting::Differences;
use crate::analysis::multiple::discoveries;
use crate::batch::{Arm, Deal};
use crate::error::Error;
use crate::record::{Counted, GameRecord};
use crate::stats::Handled;

use self::journal::Journal;

/// The chance of a wrong answer that is put up with.
pub const ERROR: f64 = 0.05;

/// Pairs after which answers are looked at, or a few more: whole rounds of the setups.
const LOOK: u64 = 250;

/// A question to paired games: does a player come in better in an arm than in the first?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The arm, from 1.
    pub arm: usize,
    /// The player, in every setup.
    pub seat: usize,
}

/// The terms on which a question counts as answered.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Changes that are smaller count as none, in shares of a game.
    pub equal: f64,
    /// The interval is to reach no further than this to either side, in shares of a game; where it
    /// is not said, the first verdict is enough.
    pub precision: Option<f64>,
    /// The number of questions that are asked, of all runs together.
    pub questions: usize,
}

/// The verdict on a change, from the side of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The player comes in better.
    Better,
    /// The player comes in worse.
    Worse,
    /// The change is smaller than what counts.
    Equal,
    /// Not known yet.
    Undecided,
}

impl Verdict {
    /// As results write it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Equal => "equal",
            Self::Undecided => "undecided",
        }
    }
}

/// The answer to a question, as far as the deals so far give one.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The question that is answered.
    pub question: Question,
    /// Over all setups.
    pub differences: Differences,
    /// By setup, in the order of the arms.
    pub by_setup: Vec<Differences>,
    /// Deals that were played alike in both arms, to the last choice.
    pub alike: u64,
    /// Deals that count for nothing, since a game of theirs was set aside.
    pub aside: u64,
    /// The deal with the greatest change in the direction of the mean: the first that was better,
    /// and the first that was worse.
    pub telling: [Option<u64>; 2],
    /// The player's cards in both arms by their places in the catalogue, where tallies are kept.
    pub handled: [BTreeMap<u16, Handled>; 2],
    /// Scores in both arms, in units.
    scores: [Sum; 2],
    /// The distance of the score in the other arm from the middle.
    level: Differences,
    /// Units of a score: from the last place to the first.
    units: u16,
    closed: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    all: u64,
    squares: u64,
}

impl Sum {
    fn add(&mut self, score: i32) {
        let score = u64::from(score.unsigned_abs());
        self.all += score;
        self.squares += score * score;
    }
}

impl Answer {
    /// Nothing is known yet, of so many setups with so many seats at most.
    #[must_use]
    pub fn new(question: Question, setups: usize, seats: usize) -> Self {
        let units = 2 * (seats.max(2) as u16 - 1);
        Self {
            question,
            differences: Differences::new(units),
            by_setup: vec![Differences::new(units); setups],
            alike: 0,
            aside: 0,
            telling: [None; 2],
            handled: [BTreeMap::new(), BTreeMap::new()],
            scores: [Sum::default(); 2],
            level: Differences::new(units),
            units,
            closed: false,
        }
    }

    /// Takes a pair in, and says how well the player in this seat came in in both arms, 0 to 1.
    fn add(&mut self, setup: usize, seat: usize, [base, new]: [&GameRecord; 2]) -> [f64; 2] {
        let scores = [base, new].map(|game| score(&game.standing, seat));
        for (sum, score) in self.scores.iter_mut().zip(scores) {
            sum.add(score);
        }
        for (handled, game) in self.handled.iter_mut().zip([base, new]) {
            tally(handled, game, seat);
        }
        self.level.add(2 * scores[1] - i32::from(self.units));
        let difference = scores[1] - scores[0];
        self.differences.add(difference);
        self.by_setup[setup].add(difference);
        self.alike += u64::from(base.digest == new.digest);
        if difference != 0 {
            self.telling[usize::from(difference < 0)].get_or_insert(base.index);
        }
        scores.map(|score| f64::from(score) / f64::from(self.units))
    }

    /// The mean score in the first arm (0) and in the other (1), 0 to 1.
    #[must_use]
    pub fn share(&self, arm: usize) -> f64 {
        let most = self.differences.pairs().max(1) as f64 * f64::from(self.units);
        self.scores[arm].all as f64 / most
    }

    /// The interval of the mean score in the other arm that holds whenever it is looked at, 0 to 1.
    #[must_use]
    pub fn share_interval(&self) -> [f64; 2] {
        self.level.interval(1.0 - ERROR).map(|end| (end + 1.0) / 2.0)
    }

    /// The factor by which more games would be needed to know as much from games of their own in each arm; `None`
    /// where no pair differs.
    #[must_use]
    pub fn gain(&self) -> Option<f64> {
        let games = self.differences.pairs().max(1) as f64;
        let units = f64::from(self.units);
        let variance = |sum: Sum| {
            let mean = sum.all as f64 / games;
            (sum.squares as f64 / games - mean * mean) / (units * units)
        };
        let paired = self.differences.variance();
        let apart = self.scores.map(variance).iter().sum::<f64>();
        (paired > 0.0).then(|| apart / paired)
    }

    /// The interval of the change that holds whenever it is looked at, in shares of a game.
    #[must_use]
    pub fn interval(&self) -> [f64; 2] {
        self.differences.interval(1.0 - ERROR)
    }

    /// The e-value against "no change", as a natural logarithm.
    #[must_use]
    pub fn evidence(&self) -> f64 {
        self.differences.evidence(0.0)
    }

    /// Returns `true` if changes as large as [`Terms::equal`] are refuted in both directions.
    fn is_equal(&self, terms: &Terms) -> bool {
        let refuted = |change| self.differences.evidence(change) >= -ERROR.ln();
        self.differences.mean().abs() < terms.equal && refuted(terms.equal) && refuted(-terms.equal)
    }

    fn is_answered(&self, terms: &Terms) -> bool {
        match terms.precision {
            Some(precision) => {
                let [low, high] = self.interval();
                high - low <= 2.0 * precision
            }
            // Enough whatever is found of the other questions.
            None => {
                self.evidence() >= (terms.questions as f64 / ERROR).ln() || self.is_equal(terms)
            }
        }
    }
}

/// The verdicts of all questions, of which one in twenty that say better or worse is wrong at most.
#[must_use]
pub fn verdicts(answers: &[&Answer], terms: &Terms) -> Vec<Verdict> {
    let evidence: Vec<f64> = answers.iter().map(|answer| answer.evidence()).collect();
    let verdict = |(answer, found): (&&Answer, bool)| match found {
        _ if answer.is_equal(terms) => Verdict::Equal,
        true if answer.differences.mean() > 0.0 => Verdict::Better,
        true => Verdict::Worse,
        false => Verdict::Undecided,
    };
    answers.iter().zip(discoveries(&evidence, ERROR)).map(verdict).collect()
}

/// Takes in what became of a player's cards. Of a game that was not played nothing did.
fn tally(handled: &mut BTreeMap<u16, Handled>, game: &GameRecord, seat: usize) {
    let fates = game.tally.iter().filter(|_| !game.spared).flat_map(|tally| &tally.fates);
    for fate in fates.filter(|fate| usize::from(fate.seat) == seat && fate.is_shuffled()) {
        handled.entry(fate.card).or_default().add(fate);
    }
}

/// The score of a player in a game: two units for each player who came in later, one for each with the same place.
fn score(standing: &Standing, seat: usize) -> i32 {
    let mine = standing.places[seat];
    let against = |(other, place): (usize, &u8)| match place.cmp(&mine) {
        _ if other == seat => 0,
        core::cmp::Ordering::Greater => 2,
        core::cmp::Ordering::Equal => 1,
        core::cmp::Ordering::Less => 0,
    };
    standing.places.iter().enumerate().map(against).sum()
}

/// The result of a run of questions.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The answers, in the order of the questions.
    pub answers: Vec<Answer>,
    /// The games that were counted: deals with one that was set aside count for nothing.
    pub counted: Counted,
    /// The first deal with a game that was set aside.
    pub faulty: Option<u64>,
}

/// A deal in both arms of a question, as it was taken in.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The place of the question among those that were asked.
    pub question: usize,
    /// The number of the deal.
    pub game: u64,
    /// The scores of the player in the first arm and in the other, each 0 to 1; `None` where a game of the deal was
    /// set aside.
    pub shares: Option<[f64; 2]>,
    /// The digests of both games; 0 of one that was not played.
    pub digests: [u64; 2],
}

/// Plays deals until all questions are answered, or the first arm's number of games is used up, or
/// `stop` is set. `on_pair` is told of every pair that was taken in, in the order of the deals, and
/// `on_look` whenever answers were looked at.
///
/// # Errors
///
/// As [`Journal::play_arms`].
pub fn ask(
    arms: &[Arm<'_>],
    questions: &[Question],
    terms: &Terms,
    journal: &mut Journal,
    stop: &AtomicBool,
    on_pair: &mut dyn FnMut(Pair),
    on_look: &mut dyn FnMut(&Findings),
) -> Result<Findings, Error> {
    let setups = &arms[0].setups.list;
    let seats = setups.iter().map(|setup| setup.seats()).max().unwrap_or(0);
    let answer = |question: &Question| Answer::new(*question, setups.len(), seats);
    let mut findings = Findings {
        answers: questions.iter().map(answer).collect(),
        counted: Counted::default(),
        faulty: None,
    };
    // An arm whose questions are answered is played no more.
    let closed: Vec<AtomicBool> = arms.iter().map(|_| AtomicBool::new(false)).collect();
    let others = |deal: &[(usize, GameRecord)], others: &mut Vec<usize>| {
        let open = |arm: &usize| !closed[*arm].load(Ordering::Relaxed);
        others.extend((1..arms.len()).filter(|arm| deal.len() == 1 && open(arm)));
    };
    // Ends the run, without being the reader's wish to end it.
    let enough = AtomicBool::new(false);
    let mut round: Vec<Deal> = Vec::new();
    let mut due = LOOK;
    // They say when an arm is played no more.
    let until = format!("{questions:?} {terms:?}");
    journal.play_arms(arms, &until, 0, &others, &enough, &mut |deal| {
        if stop.load(Ordering::Relaxed) {
            enough.store(true, Ordering::Relaxed);
        }
        if enough.load(Ordering::Relaxed) {
            return;
        }
        round.push(deal);
        if round.len() < setups.len() {
            return;
        }
        for (setup, deal) in round.drain(..).enumerate() {
            findings.take(setup, &deal, on_pair);
        }
        if findings.answers.iter().all(|answer| answer.closed || answer.differences.pairs() < due) {
            return;
        }
        due += LOOK;
        for answer in &mut findings.answers {
            answer.closed = answer.closed || answer.is_answered(terms);
        }
        for (arm, closed) in closed.iter().enumerate() {
            let open = |answer: &Answer| answer.question.arm == arm && !answer.closed;
            closed.store(!findings.answers.iter().any(open), Ordering::Relaxed);
        }
        enough.store(findings.answers.iter().all(|answer| answer.closed), Ordering::Relaxed);
        on_look(&findings);
    })?;
    Ok(findings)
}

impl Findings {
    /// Takes a deal in.
    fn take(&mut self, setup: usize, deal: &Deal, on_pair: &mut dyn FnMut(Pair)) {
        let answers = &self.answers;
        let asks = |answer: &Answer, arm| answer.question.arm == arm && !answer.closed;
        let is_due = |arm| arm == 0 || answers.iter().any(|answer| asks(answer, arm));
        let aside = self.counted.take(deal, is_due);
        if aside {
            self.faulty.get_or_insert(deal[0].1.index);
        }
        let (_, base) = &deal[0];
        for (question, answer) in self.answers.iter_mut().enumerate() {
            let game = deal.iter().find(|(arm, _)| *arm == answer.question.arm);
            if let Some((_, new)) = game.filter(|_| !answer.closed) {
                let shares = (!aside).then(|| answer.add(setup, answer.question.seat, [base, new]));
                answer.aside += u64::from(aside);
                // A game that was not played has none.
                let digests = [base.digest, if new.spared { 0 } else { new.digest }];
                on_pair(Pair { question, game: base.index, shares, digests });
            }
        }
    }
}

#[cfg(test)]
mod tests;
