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
    /// The name of the game that was played, such as `unlimited`.
    pub game: &'static str,
    /// The agents that played, as results name them.
    pub agents: String,
    /// Seed of the run.
    pub seed: u64,
    /// The edits of cards that hold for all games, one a line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<String>,
    /// Games that were played and counted.
    pub games: u64,
    /// Games that were counted without being played: no card that is another one bore on their deal.
    pub spared: u64,
    /// Games that were set aside.
    pub quarantined: u64,
    /// `true` if the run was ended before it was over.
    pub stopped: bool,
    /// The digest of all games, in hexadecimal digits.
    pub digest: String,
    /// The trust in those who played, by the trials that are known; empty where no answer depends
    /// on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trust: Vec<Trust>,
}

/// Writes the digest of games that these agents played, with a warning where a policy chose by
/// floats.
#[must_use]
pub fn digested(digest: &str, agents: &str) -> String {
    let floats = split(agents).iter().any(|agent| is_policy(agent));
    let only = if floats { "  (of this machine and build: policies choose by floats)" } else { "" };
    format!("digest {digest}{only}")
}

impl Sample {
    /// Makes the sample of an experiment from its counts, without edits and without trust.
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

    /// Names the agents in a line, which stands below a headline.
    #[must_use]
    pub fn by(&self) -> String {
        format!("played by {}\n", self.agents)
    }

    /// Writes the lines below a table; `remain` names the part of the answer that holds of games
    /// that were stopped. Games set aside are told one by one where they are known, under the name
    /// `called`.
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
