//! Changes with which somebody wins a wanted share: in results.

use serde::Serialize;

use super::figure::{between, grouped, percent};
use super::table::{Kind, sentence, table_of};

/// The share that a change was to bring about, and the changes that were found.
#[derive(Clone, Debug, Serialize)]
pub struct Goal {
    /// The name of the player who is to win that share.
    pub player: String,
    /// The wanted share, 0 to 1.
    pub goal: f64,
    /// The distance from it that is near enough, in shares of a game.
    pub within: f64,
    /// The number of changes that were tried.
    pub tried: u64,
    /// The games of the search; those on fresh deals come on top.
    pub games: u64,
    /// The changes that were found, the nearest to the goal first, measured on fresh deals.
    pub found: Vec<Found>,
}

/// A change that was found.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The number of the change, from 1.
    pub variant: usize,
    /// The number of steps by which it changes numbers.
    pub size: usize,
    /// The change, as the command line writes it.
    pub change: String,
    /// The agents that play, where several are asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agents: Option<String>,
    /// The share that the player wins with it, 0 to 1.
    pub share: f64,
    /// The interval that holds whenever it is looked at.
    pub interval: [f64; 2],
    /// `true` if the share is near enough, and the goal is inside its interval.
    pub reached: bool,
}

impl Goal {
    /// Says it in a sentence: the wish, the changes tried, and whether any does it.
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

/// Writes the changes that were found for people: a sentence and a table.
pub(super) fn render(goal: &Goal) -> String {
    let heading = ["", "change", "steps", "wins", "95 % always", ""];
    let kinds = [Kind::Figure, Kind::Text, Kind::Figure, Kind::Figure, Kind::Figure, Kind::Word];
    let row = |found: &Found| {
        vec![
            found.variant.to_string(),
            found.called(),
            found.size.to_string(),
            percent(found.share),
            between(found.interval),
            if found.reached { "reached" } else { "not reached" }.to_owned(),
        ]
    };
    let rows = goal.found.iter().map(row).collect();
    format!("{}\n{}", sentence(&goal.told()), table_of(&kinds, &heading, rows))
}
