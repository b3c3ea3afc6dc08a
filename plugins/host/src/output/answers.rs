//! Answers of experiments: tables, JSON and CSV.

use std::fmt::Write;

use serde::Serialize;

use super::command::Command;
use super::csv;
use super::elites::{self, Elites};
use super::figure::{grouped, percent, points, range, unsigned};
use super::goal::{self, Goal};
use super::handled::{self, OfCard};
use super::json::pretty;
use super::sample::Sample;
use super::table::{sentence, table};
use crate::analysis::betting::Differences;
use crate::experiment::{Answer, ERROR, Terms, Verdict};

/// An experiment and everything a reader of its answers wants to know about it. Nothing in it
/// depends on threads or time.
#[derive(Clone, Debug)]
pub struct Report {
    /// The changes that were made, or the arms that are compared, one a line.
    pub changes: Vec<String>,
    /// The names of the two arms, at the head of their columns: first the one without the change.
    pub arms: [String; 2],
    /// The terms by which questions count as answered, and how many were asked.
    pub terms: Terms,
    /// The results of changes that make a card strictly better, one entry for each name of agents;
    /// empty where no change does.
    pub misuses: Vec<Misuse>,
    /// The result of the search that came first; `None` where nothing was searched for.
    pub elites: Option<Elites>,
    /// The wanted share and the changes found for it; `None` where no change was searched for.
    pub goal: Option<Goal>,
    /// The questions with their answers, one a row, in the order in which they are told.
    pub rows: Vec<Row>,
    /// The games that the answers rest on.
    pub sample: Sample,
}

/// A question and its answer.
#[derive(Clone, Debug)]
pub struct Row {
    /// The number of the change, from 1.
    pub variant: usize,
    /// The name of the player who is asked about; in a comparison, that of the second arm.
    pub player: String,
    /// The agents that play, where several are asked.
    pub agents: Option<String>,
    /// Copies of cards that the change touches in the player's entry; `None` where no entry is
    /// changed.
    pub copies: Option<usize>,
    /// The shares of both arms and the differences between them, deal by deal.
    pub answer: Answer,
    /// The verdict on those who play, before it is known whether it says something of the cards.
    pub verdict: Verdict,
    /// Cards of the change that they misuse: nothing is to be said of the cards.
    pub misused: Vec<String>,
    /// The handling of the cards that the question is about, in both arms together.
    pub cards: Vec<OfCard>,
    /// `true` if the change is of these cards and nothing else.
    pub of_cards: bool,
    /// The opponents, by setup.
    pub against: Vec<String>,
    /// Commands that show the first deal that came out better, and the first that came out worse,
    /// in both arms, or in the first where no command plays the other.
    pub replays: [Option<Vec<Command>>; 2],
}

impl Report {
    /// Tells whether rows are of several changes, so that these are told with their numbers.
    pub(super) fn is_of_several(&self) -> bool {
        self.rows.iter().any(|row| row.variant != self.rows[0].variant)
    }
}

impl Row {
    /// The verdict, if who plays uses what is changed and knows how to, and all deals count: which
    /// games are set aside can rest on what is changed.
    #[must_use]
    pub fn judged(&self) -> Option<Verdict> {
        let is_judged = self.misused.is_empty() && self.answer.aside == 0 && !self.is_unplayed();
        is_judged.then_some(self.verdict)
    }

    /// Tells whether the change is of cards that nobody plays, so that it cannot be judged.
    fn is_unplayed(&self) -> bool {
        let mut cards = self.cards.iter();
        self.of_cards && cards.len() > 0 && cards.all(|card| card.handled.is_unplayed())
    }

    /// The verdict as results write it.
    pub(super) fn word(&self) -> &'static str {
        self.judged().map_or("not judged", Verdict::word)
    }
}

/// The results of agents with cards that were made strictly better.
#[derive(Clone, Debug, Serialize)]
pub struct Misuse {
    /// The agents that played, as they were named.
    pub agents: String,
    /// The number of changes that made a card strictly better.
    pub buffs: usize,
    /// The cards with which they came out worse for it.
    pub cards: Vec<String>,
}

impl Misuse {
    /// Says it in a sentence: the cards that the agents misuse, or that there are none.
    #[must_use]
    pub fn told(&self) -> String {
        let Self { agents, buffs, cards } = self;
        match &cards[..] {
            [] => {
                format!("{agents}: none of {buffs} changes that make a card strictly better loses")
            }
            cards => format!(
                "{agents}: of {buffs} changes that make a card strictly better, those of {} lose; it \
                 misuses them",
                cards.join(", ")
            ),
        }
    }
}

/// Says how far the verdicts of several agents agree about a change, for one who plays with it.
/// Random choices are a control and no verdict.
#[must_use]
pub fn agreement(rows: &[&Row]) -> String {
    let skilled = |row: &&&Row| row.agents.as_deref().is_some_and(|agents| agents != "random");
    let with = |verdict: Verdict| {
        let rows = rows.iter().filter(skilled).filter(|row| row.judged() == Some(verdict));
        rows.filter_map(|row| row.agents.clone()).collect::<Vec<_>>()
    };
    let [better, worse] = [Verdict::Better, Verdict::Worse].map(with);
    let asked = rows.iter().filter(skilled).count();
    match (&better[..], &worse[..]) {
        _ if asked == 0 => "no verdict: random choices are a control".to_owned(),
        ([], []) if with(Verdict::Equal).len() == asked => {
            "equal with all who were asked".to_owned()
        }
        ([], []) => "undecided".to_owned(),
        (all, []) if all.len() == asked => "better with all who were asked".to_owned(),
        ([], all) if all.len() == asked => "worse with all who were asked".to_owned(),
        (some, []) => format!("better with {} alone", some.join(", ")),
        ([], some) => format!("worse with {} alone", some.join(", ")),
        (better, worse) => format!(
            "it depends on skill: better with {}, worse with {}",
            better.join(", "),
            worse.join(", ")
        ),
    }
}

/// Says why a question is undecided though its interval leaves out 0: several were asked at once.
/// `None` of any other question.
fn open(report: &Report, row: &Row, several: bool) -> Option<String> {
    let [low, high] = row.answer.interval();
    let left_out = low > 0.0 || high < 0.0;
    if row.judged() != Some(Verdict::Undecided) || !left_out {
        return None;
    }
    let needed = report.terms.questions as f64 / ERROR;
    Some(format!(
        "{}: undecided though its interval leaves out 0: of {} at once one alone is decided by an \
         e-value of {needed:.0}, and it has {}",
        name(row, several),
        questions(report.terms.questions),
        evidence(row.answer.evidence()),
    ))
}

fn questions(count: usize) -> String {
    if count == 1 { "one question".to_owned() } else { format!("{count} questions") }
}

/// Says how far answers hold, line by line: why some are open, whether agents agree, and what they
/// misuse.
pub(super) fn holds(report: &Report) -> Vec<String> {
    let several = report.is_of_several();
    let mut groups: Vec<Vec<&Row>> = Vec::new();
    for row in report.rows.iter().filter(|row| row.agents.is_some()) {
        let same = |group: &&mut Vec<&Row>| {
            (group[0].variant, &group[0].player) == (row.variant, &row.player)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    let agreed =
        groups.iter().map(|group| format!("{}: {}", who(group[0], several), agreement(group)));
    let aside = report.rows.iter().filter(|row| row.answer.aside > 0).map(|row| {
        let (aside, pairs) = (row.answer.aside, row.answer.differences.pairs());
        let (aside, all) = (grouped(aside), grouped(aside + pairs));
        format!(
            "{}: not judged: games of {aside} of {all} deals were set aside, and all that is told is of \
             the others",
            name(row, several),
        )
    });
    let open = report.rows.iter().filter_map(|row| open(report, row, several));
    let idle = report
        .rows
        .iter()
        .filter_map(|row| Some(format!("{}: {}", name(row, several), handled::idle(&row.cards)?)));
    let misuses = report.misuses.iter().map(Misuse::told);
    open.chain(agreed).chain(aside).chain(idle).chain(misuses).collect()
}

/// An e-value by its natural logarithm.
pub(super) fn evidence(log: f64) -> String {
    match log.exp() {
        value if value < 10.0 => format!("{value:.1}"),
        value if value < 10_000.0 => format!("{value:.0}"),
        _ => "> 10,000".to_owned(),
    }
}

/// The answers for people.
#[must_use]
pub fn render(report: &Report) -> String {
    let mut text = report.elites.as_ref().map(elites::render).unwrap_or_default();
    text.extend(report.changes.iter().map(|line| format!("{line}\n")));
    text.push_str(&report.sample.by());
    text.extend(report.goal.as_ref().map(|goal| format!("\n{}", goal::render(goal))));
    let several = report.is_of_several();
    let copies = report.rows.iter().any(|row| row.copies.is_some());
    let [base, new] = report.arms.each_ref().map(String::as_str);
    let agents = report.rows.iter().any(|row| row.agents.is_some());
    let mut heading = vec!["player"];
    heading.extend(agents.then_some("agents"));
    heading.extend(copies.then_some("copies"));
    heading.extend([base, new, "change", "95 % always", "pairs", "differ", "e-value", "verdict"]);
    let row = |row: &Row| {
        let answer = &row.answer;
        let differences = &answer.differences;
        let pairs = differences.pairs();
        let mut cells = vec![who(row, several)];
        cells.extend(agents.then(|| row.agents.clone().unwrap_or_default()));
        cells.extend(copies.then(|| row.copies.map_or(String::new(), |copies| copies.to_string())));
        cells.extend([
            percent(answer.share(0)),
            percent(answer.share(1)),
            points(differences.mean()),
            range(answer.interval()),
            grouped(pairs),
            percent(differences.differing() as f64 / pairs.max(1) as f64),
            evidence(answer.evidence()),
            row.word().to_owned(),
        ]);
        cells
    };
    text.push('\n');
    if !report.rows.is_empty() {
        let left = 1 + usize::from(agents);
        text.push_str(&table(&heading, left, report.rows.iter().map(row).collect()));
        text.push('\n');
    }
    for row in &report.rows {
        details(&mut text, row, several);
    }
    text.extend(holds(report).into_iter().map(|line| sentence(&line) + "\n"));
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "changes in points; less than {} to either side is equal",
        unsigned(report.terms.equal),
    );
    let about = ", the same deals in both arms";
    text.push_str(&report.sample.footer(about, "verdicts and intervals are", ("", &[])));
    text
}

/// The name of the player, with the number of the change where there are several.
fn who(row: &Row, several: bool) -> String {
    match several {
        true => format!("{} {}", row.variant, row.player),
        false => row.player.clone(),
    }
}

/// The name as [`who`] has it, with the agents that play where several are asked.
pub(super) fn name(row: &Row, several: bool) -> String {
    let who = who(row, several);
    row.agents.as_ref().map_or(who.clone(), |agents| format!("{who}, {agents}"))
}

/// Writes the lines below the table about a row: opponents, gain by pairing, cards handled, games
/// to look at.
fn details(text: &mut String, row: &Row, several: bool) {
    let Row { answer, against, .. } = row;
    let name = name(row, several);
    if against.len() > 1 {
        let widest = answer.by_setup.iter().map(|setup| half(setup.interval(0.95)));
        let widest = widest.fold(0.0, f64::max);
        let by = against.iter().zip(&answer.by_setup);
        let by = by.map(|(name, setup)| format!("{name} {}", points(setup.mean())));
        let by: Vec<String> = by.collect();
        let _ = writeln!(text, "{name}: {} (each ± {:.1})", by.join("  "), widest * 100.0);
    }
    let pairs = answer.differences.pairs();
    if answer.alike == pairs && pairs > 0 {
        let _ = writeln!(text, "{name}: all games are identical, to the last choice");
    }
    if let Some(gain) = answer.gain() {
        let _ = writeln!(text, "{name}: as good as {gain:.1} times as many games without pairing");
    }
    if let Some(line) = handled::shares(&row.cards) {
        let _ = writeln!(text, "{name}: {line}");
    }
    for (word, replays) in ["better", "worse"].into_iter().zip(&row.replays) {
        if let Some(commands) = replays {
            let lead =
                [format!("  a game that came out {word}"), "    on the other side".to_owned()];
            for (lead, command) in lead.into_iter().zip(commands) {
                let _ = writeln!(text, "{lead}: {command}");
            }
        }
    }
}

fn half([low, high]: [f64; 2]) -> f64 {
    (high - low) / 2.0
}

/// The answers of a run, as JSON has them.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    sample: &'a Sample,
    /// The changes that were asked about, as the command line writes them.
    changes: &'a [String],
    /// Changes that are smaller count as none, in shares of a game.
    equal: f64,
    /// The most that an interval is to reach to either side, in shares of a game; `None` where the
    /// first verdict is enough.
    precision: Option<f64>,
    /// The decks that were found; left out of any command but `optimize`.
    #[serde(skip_serializing_if = "Option::is_none")]
    elites: &'a Option<Elites>,
    /// The figures that reach a goal; left out where none was set.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: &'a Option<Goal>,
    /// Agents that use cards badly; left out where there are none.
    #[serde(skip_serializing_if = "<[Misuse]>::is_empty")]
    misuses: &'a [Misuse],
    /// The answers, question by question.
    answers: Vec<Answered<'a>>,
}

/// An answer, as JSON has it.
#[derive(Serialize)]
pub(super) struct Answered<'a> {
    /// The number of the change, from 1.
    variant: usize,
    /// The name of the player who is asked about; in a comparison, that of the second arm.
    player: &'a str,
    /// The agents that played; left out where only some are asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    agents: &'a Option<String>,
    /// Copies of cards that the change touches in the player's entry; `None` where no entry is
    /// changed.
    copies: Option<usize>,
    /// Cards of the change that the agents use badly; left out where there are none.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    misused: &'a [String],
    /// The draws and plays of the cards that the question is about, in both arms together.
    cards: &'a [OfCard],
    /// The verdict: `better`, `worse`, `equal`, `undecided` or `not judged`.
    verdict: &'static str,
    /// The share of a game that the player has without the change.
    base: f64,
    /// The share with it.
    new: f64,
    #[serde(flatten)]
    change: Change,
    /// The natural logarithm of the e-value.
    log_e: f64,
    /// Deals that came out better with the change.
    better: u64,
    /// Deals that came out worse.
    worse: u64,
    /// Deals that were played alike in both arms, to the last choice.
    alike: u64,
    /// Deals that count for nothing, since a game of theirs was set aside.
    aside: u64,
    /// The factor by which more games would be needed to know as much without pairs; `None` where no
    /// pair differs.
    gain: Option<f64>,
    /// The same against each opponent.
    matchups: Vec<Matchup<'a>>,
    /// Commands that show the first deal that came out better, and the first that came out worse;
    /// `None` where there is none.
    replays: &'a [Option<Vec<Command>>; 2],
}

/// A change of the share of a game, over pairs of games.
#[derive(Serialize)]
struct Change {
    /// The mean of the differences.
    change: f64,
    /// The interval of 95 % that holds whenever it is looked at.
    interval: [f64; 2],
    /// Pairs of games that count.
    pairs: u64,
    /// Pairs whose games came out differently.
    differing: u64,
}

impl Change {
    fn of(differences: &Differences) -> Self {
        Self {
            change: differences.mean(),
            interval: differences.interval(0.95),
            pairs: differences.pairs(),
            differing: differences.differing(),
        }
    }
}

/// The change against an opponent.
#[derive(Serialize)]
struct Matchup<'a> {
    /// The name of the opponent.
    against: &'a str,
    #[serde(flatten)]
    change: Change,
}

impl<'a> Answered<'a> {
    pub(super) fn of(row: &'a Row) -> Self {
        let Row { variant, player, agents, copies, answer, misused, against, .. } = row;
        let (cards, replays) = (&row.cards[..], &row.replays);
        let matchup = |(against, setup): (&'a String, &Differences)| Matchup {
            against,
            change: Change::of(setup),
        };
        let differences = &answer.differences;
        Self {
            variant: *variant,
            player,
            agents,
            misused,
            cards,
            copies: *copies,
            verdict: row.word(),
            base: answer.share(0),
            new: answer.share(1),
            change: Change::of(differences),
            log_e: answer.evidence(),
            better: differences.up(),
            worse: differences.differing() - differences.up(),
            alike: answer.alike,
            aside: answer.aside,
            gain: answer.gain(),
            matchups: against.iter().zip(&answer.by_setup).map(matchup).collect(),
            replays,
        }
    }
}

/// The answers as JSON.
#[must_use]
pub fn json(report: &Report) -> String {
    pretty(&Document {
        sample: &report.sample,
        changes: &report.changes,
        equal: report.terms.equal,
        precision: report.terms.precision,
        elites: &report.elites,
        goal: &report.goal,
        misuses: &report.misuses,
        answers: report.rows.iter().map(Answered::of).collect(),
    })
}

/// The answers with a heading and one row per question.
#[must_use]
pub fn csv(report: &Report) -> String {
    let heading =
        "variant,player,agents,copies,base,new,change,low,high,pairs,differing,log_e,verdict";
    let row = |row: &Row| {
        let answer = &row.answer;
        let [low, high] = answer.interval();
        [
            row.variant.to_string(),
            row.player.clone(),
            row.agents.clone().unwrap_or_default(),
            row.copies.map_or(String::new(), |copies| copies.to_string()),
            answer.share(0).to_string(),
            answer.share(1).to_string(),
            answer.differences.mean().to_string(),
            low.to_string(),
            high.to_string(),
            answer.differences.pairs().to_string(),
            answer.differences.differing().to_string(),
            answer.evidence().to_string(),
            row.word().to_owned(),
        ]
    };
    csv::text(heading.split(','), report.rows.iter().map(row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Question;
    use crate::stats::Handled;

    fn row(agents: &str, verdict: Verdict, misused: &[&str]) -> Row {
        Row {
            variant: 1,
            player: "Ash".to_owned(),
            agents: Some(agents.to_owned()),
            copies: Some(1),
            answer: Answer::new(Question { arm: 1, seat: 0 }, 1, 2),
            verdict,
            misused: misused.iter().map(ToString::to_string).collect(),
            cards: Vec::new(),
            of_cards: true,
            against: Vec::new(),
            replays: [None, None],
        }
    }

    #[test]
    fn verdicts_of_several_agents_are_told_together() {
        use Verdict::{Better, Equal, Undecided, Worse};
        let told = |rows: &[Row]| agreement(&rows.iter().collect::<Vec<_>>());
        let [better, worse] = [Better, Worse].map(|verdict| row("greedy", verdict, &[]));
        let open = row("pimc", Undecided, &[]);
        assert_eq!(
            told(&[better.clone(), row("pimc", Better, &[])]),
            "better with all who were asked"
        );
        assert_eq!(told(&[worse.clone(), open]), "worse with greedy alone");
        let both = told(&[better.clone(), row("pimc", Worse, &[])]);
        assert_eq!(both, "it depends on skill: better with greedy, worse with pimc");
        assert_eq!(
            told(&[row("random", Worse, &[]), better.clone()]),
            "better with all who were asked"
        );
        assert_eq!(told(&[row("random", Worse, &[])]), "no verdict: random choices are a control");
        assert_eq!(told(&[row("greedy", Equal, &[])]), "equal with all who were asked");
        // What is known of some deals alone says nothing of all.
        let mut aside = better.clone();
        aside.answer.aside = 1;
        assert_eq!((aside.judged(), aside.word()), (None, "not judged"));
        // Who misuses a card says nothing about it.
        let misused = row("pimc", Worse, &["SOR_164"]);
        assert_eq!((misused.judged(), misused.word()), (None, "not judged"));
        assert_eq!(told(&[worse, misused]), "worse with greedy alone");
        // Nor does who does not play it, unless the answer is about something else, too.
        let card = |played| OfCard {
            card: "SOR_164".to_owned(),
            name: "Wampa".to_owned(),
            handled: Handled { drawn: 100, played },
        };
        let mut unplayed = Row { cards: vec![card(4)], ..better };
        assert_eq!(unplayed.word(), "not judged");
        unplayed.cards.push(card(5));
        assert_eq!(unplayed.word(), "better");
        let deck = Row { cards: vec![card(4)], of_cards: false, ..unplayed };
        assert_eq!(deck.word(), "better");
    }

    #[test]
    fn an_open_question_whose_interval_leaves_out_nothing_says_why() {
        let mut found = row("greedy", Verdict::Undecided, &[]);
        found.agents = None;
        let sample = Sample::of("unlimited", "greedy".to_owned(), 0, &Default::default(), false);
        let report = |row: &Row, questions| Report {
            changes: Vec::new(),
            arms: ["base", "new"].map(str::to_owned),
            terms: Terms { equal: 0.005, precision: None, questions },
            misuses: Vec::new(),
            elites: None,
            goal: None,
            rows: vec![row.clone()],
            sample: sample.clone(),
        };
        assert_eq!(holds(&report(&found, 3)), Vec::<String>::new());
        while found.answer.interval()[0] <= 0.0 {
            found.answer.differences.add(1);
        }
        let told = holds(&report(&found, 3));
        assert_eq!(told.len(), 1);
        assert!(
            told[0].starts_with("Ash: undecided though its interval leaves out 0: of 3 questions"),
            "{told:?}"
        );
        assert!(told[0].contains("an e-value of 60, and it has 2"), "{told:?}");
        found.verdict = Verdict::Better;
        assert_eq!(holds(&report(&found, 3)), Vec::<String>::new());
    }
}
