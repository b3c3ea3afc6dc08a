//! Changes with which somebody wins a wanted share: in results.

use serde::Serialize;

use super::figure::{grouped, percent};
use super::table::{Kind, sentence, table_of};

/// What was searched for, and what was found.
#[derive(Clone, Debug, Serialize)]
pub struct Goal {
    /// Who is to win so much.
    pub player: String,
    /// The share that is wanted.
    pub goal: f64,
    /// How near is near enough.
    pub within: f64,
    /// Changes that were tried.
    pub tried: u64,
    /// The games of the search; those on fresh deals come on top.
    pub games: u64,
    /// What was found, the nearest first, on fresh deals.
    pub found: Vec<Found>,
}

/// A change that was found.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The number of the change, from 1.
    pub variant: usize,
    /// By how many steps it changes numbers.
    pub size: usize,
    /// As the command line writes it.
    pub change: String,
    /// The agents that play, where several are asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agents: Option<String>,
    /// What the player wins with it.
    pub share: f64,
    /// The interval that holds whenever it is looked at.
    pub interval: [f64; 2],
    /// Whether the share is near enough, and its interval has the goal in it.
    pub reached: bool,
}

impl Goal {
    /// In a sentence.
    pub(super) fn told(&self) -> String {
        let Self { player, goal, tried, games, .. } = self;
        let word = match self.found.iter().any(|found| found.reached) {
            true => "the smallest changes that do it are",
            false => "none of them does it; the nearest are",
        };
        format!(
            "{player} is to win {}: of {} changes in {} games, smallest first, {word}",
            percent(*goal),
            grouped(*tried),
            grouped(*games),
        )
    }
}

impl Found {
    /// The change, with who plays where several are asked.
    pub(super) fn called(&self) -> String {
        let by = self.agents.as_ref().map(|agents| format!(", {agents}"));
        self.change.clone() + &by.unwrap_or_default()
    }
}

/// For people.
pub(super) fn render(goal: &Goal) -> String {
    let heading = ["", "change", "steps", "wins", "95 % always", ""];
    let kinds = [Kind::Figure, Kind::Text, Kind::Figure, Kind::Figure, Kind::Figure, Kind::Word];
    let row = |found: &Found| {
        let [low, high] = found.interval;
        vec![
            found.variant.to_string(),
            found.called(),
            found.size.to_string(),
            percent(found.share),
            format!("{:.1} to {:.1} %", low * 100.0, high * 100.0),
            if found.reached { "reached" } else { "not reached" }.to_owned(),
        ]
    };
    let rows = goal.found.iter().map(row).collect();
    format!("{}\n{}", sentence(&goal.told()), table_of(&kinds, &heading, rows))
}
