//! The games that an answer rests on.

use std::fmt::Write;

use cardmill_harness::agent::split;
use serde::Serialize;

use super::figure::grouped;
use super::table::sentence;
use crate::policy::is_policy;
use crate::record::Counted;
use crate::trust::Trust;

/// The games that an answer rests on. Nothing in it depends on threads or time.
#[derive(Clone, Debug, Serialize)]
pub struct Sample {
    /// The game.
    pub game: &'static str,
    /// Who played.
    pub agents: String,
    /// Seed of the run.
    pub seed: u64,
    /// How cards were changed for all games, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<String>,
    /// Games that were played and counted.
    pub games: u64,
    /// Games that were counted without being played: no card that is another one bore on their deal.
    pub spared: u64,
    /// Games that were set aside.
    pub quarantined: u64,
    /// Whether it was ended before it was over.
    pub stopped: bool,
    /// Of all games.
    pub digest: String,
    /// How far those who played are to be believed, where it is about that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trust: Vec<Trust>,
}

/// The digest of games that these agents played.
#[must_use]
pub fn digested(digest: &str, agents: &str) -> String {
    let floats = split(agents).iter().any(|agent| is_policy(agent));
    let only = if floats { "  (of this machine and build: policies choose by floats)" } else { "" };
    format!("digest {digest}{only}")
}

impl Sample {
    /// What an experiment in a game has counted.
    #[must_use]
    pub fn of(
        game: &'static str,
        agents: String,
        seed: u64,
        counted: &Counted,
        stopped: bool,
    ) -> Self {
        let Counted { games, spared, quarantined, digest } = counted;
        let (games, spared, quarantined) = (*games, *spared, *quarantined);
        let (digest, edits, trust) = (digest.to_string(), Vec::new(), Vec::new());
        Self { game, agents, seed, edits, games, spared, quarantined, stopped, digest, trust }
    }

    /// Who played, in a line below a headline.
    #[must_use]
    pub fn by(&self) -> String {
        format!("played by {}\n", self.agents)
    }

    /// What stands below a table; `remain` names what holds of games that were stopped. Those that were set
    /// aside are told one by one where it is known what they were, and what they are called then.
    #[must_use]
    pub fn footer(&self, about: &str, remain: &str, (called, aside): (&str, &[String])) -> String {
        let Self { game, agents, seed, games, spared, quarantined, stopped, digest, trust, .. } =
            self;
        let mut text =
            format!("{} games of {game}{about}  agents {agents}  seed {seed}\n", grouped(*games));
        text.extend(self.edits.iter().map(|edit| format!("in all games {edit}\n")));
        // Writing to a string cannot fail.
        let _ = match spared {
            0 => Ok(()),
            _ => writeln!(text, "{} more were known without playing them", grouped(*spared)),
        };
        let _ = match quarantined {
            0 => Ok(()),
            _ => writeln!(text, "{quarantined} games were set aside and count for nobody"),
        };
        let _ = match stopped {
            true => writeln!(text, "stopped; {remain} of what was played"),
            false => writeln!(text, "{}", digested(digest, agents)),
        };
        text.extend(trust.iter().map(|trust| sentence(&trust.told) + "\n"));
        text.extend(aside.iter().map(|game| format!("  {called}: {game}\n")));
        text
    }
}
