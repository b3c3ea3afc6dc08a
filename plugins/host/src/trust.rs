//! Trust in the verdicts of agents: trials, in which games that an agent played were held against
//! games that people played, and the conclusion from trials about whoever played for an answer.
//!
//! Trials come with the cards of a game (`cards/<game>/trials.json`); `cardmill fidelity --record`
//! writes them down. One is of an agent as it played, with all its parameters and the digest of its net:
//! of another it says nothing.

use std::fs;
use std::path::{Path, PathBuf};

use cardmill_harness::agent::Agent;
use cardmill_harness::files::CardFiles;
use cardmill_harness::planner::{PLAYER, played};
use cardmill_harness::play::quick;
use serde::{Deserialize, Serialize};

use crate::analysis::fidelity::{Agreement, Level, Worth};
use crate::error::Error;
use crate::host::Host;
use crate::net::{named, net};
use crate::output::command::Command;
use crate::output::figure::{grouped, worth};
use crate::output::json::pretty;
use crate::output::part::Draft;
use crate::played::Table;
use crate::policy::is_policy;
use crate::record::hex;

/// The file of trials that comes with the cards of a game.
const FILE: &str = "trials.json";

/// A trial: the agreement of an agent's verdicts with a table of played games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// The agent, with everything that can be said of it. One that plays with a net of a file is as the
    /// program's own, with another net.
    pub agent: String,
    /// The digest of its net, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// The name of the table by its era, such as `lof`.
    pub era: String,
    /// The number of lists that played.
    pub lists: usize,
    /// The number of games that they played.
    pub games: u64,
    /// Seed of the run.
    pub seed: u64,
    /// Digest of the run.
    pub digest: String,
    /// The agreement of archetypes, by rank.
    pub archetypes: Agreed,
    /// The agreement of matchups.
    pub matchups: Agreed,
    /// The mean error of a matchup, in shares of a game.
    pub error: f64,
    /// The mean error of the guess that "all are even", in shares of a game.
    pub error_of_even: f64,
    /// The worth of a lead in a matchup: the played lead for a simulated one of 1.
    pub worth: Worth,
}

/// A correlation of simulated and played shares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreed {
    /// The number of shares that were compared.
    pub compared: usize,
    /// The correlation, from -1 to 1.
    pub correlation: f64,
    /// Its interval of 95 %.
    pub interval: [f64; 2],
    /// The correlation of a perfect model.
    pub ceiling: f64,
}

impl Agreed {
    fn of(level: &Level, correlation: f64, interval: [f64; 2]) -> Self {
        Self {
            compared: level.compared,
            correlation: rounded(correlation),
            interval: interval.map(rounded),
            ceiling: rounded(level.ceiling),
        }
    }
}

/// To four places: more are noise.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// The games of a trial.
#[derive(Clone, Debug)]
pub struct Games {
    /// The name of the table by its era, such as `lof`.
    pub era: String,
    /// The number of lists that played.
    pub lists: usize,
    /// The number of games that they played.
    pub games: u64,
    /// Seed of the run.
    pub seed: u64,
    /// Digest of the run.
    pub digest: String,
}

impl Trial {
    /// The trial of whoever played these games at all seats.
    ///
    /// # Errors
    /// When no trial can be of who played, or too few matchups were played often: what was expected.
    pub fn of(
        game: &dyn Host,
        agents: &[Agent],
        games: Games,
        agreement: &Agreement,
    ) -> Result<Self, String> {
        let (agent, net) = tried(game, agents)?;
        let Agreement { archetypes, matchups, spearman, spearman_interval, .. } = agreement;
        let few = "expected three matchups or more that were played often";
        let matchups = matchups.as_ref().ok_or(few)?;
        let Games { era, lists, games, seed, digest } = games;
        Ok(Self {
            agent,
            net,
            era,
            lists,
            games,
            seed,
            digest,
            archetypes: Agreed::of(archetypes, *spearman, *spearman_interval),
            error: rounded(matchups.error),
            error_of_even: rounded(matchups.error_of_even),
            worth: Worth {
                slope: rounded(matchups.worth.slope),
                interval: matchups.worth.interval.map(rounded),
                error: rounded(matchups.worth.error),
            },
            matchups: Agreed::of(matchups, matchups.pearson, matchups.interval),
        })
    }

    /// Tells whether it is of this agent with this net.
    fn is_of(&self, game: &dyn Host, (agent, net): &(String, Option<String>)) -> bool {
        // What was usual then is said, and what could not be said then is as usual.
        let known = game.agent_with(&self.agent, &[]).and_then(|known| tried(game, &[known]));
        known.is_ok_and(|(known, _)| known == *agent) && self.net == *net
    }
}

/// The words of trials for the agent that sits at all seats, and the digest of its net, if it has
/// one.
///
/// # Errors
/// When no trial can be of them: what was expected.
pub fn tried(game: &dyn Host, agents: &[Agent]) -> Result<(String, Option<String>), String> {
    let expected =
        || "expected one agent of the program for all seats, or one with a net".to_owned();
    let [agent, others @ ..] = agents else { return Err(expected()) };
    if others.iter().any(|other| other != agent) || is_policy(agent.name()) {
        return Err(expected());
    }
    let agent = played(*agent);
    let full = agent.in_full(quick(game.agents()).name());
    if let Some(net) = net(agent) {
        let said = &full[agent.name().len()..];
        return Ok((format!("{}{said}", PLAYER.name()), Some(hex(net.digest))));
    }
    // A search may have a net where it ends.
    let leaf = agent.leaf().and_then(|leaf| Some((leaf, net(named(leaf)?)?)));
    Ok(match leaf {
        None => (full, None),
        Some((leaf, net)) => {
            let (known, own) = (format!("leaf={leaf}"), format!("leaf={}", PLAYER.name()));
            (full.replace(&known, &own), Some(hex(net.digest)))
        }
    })
}

/// A file of trials.
#[derive(Debug)]
pub struct Trials {
    list: Vec<Trial>,
    draft: Draft,
}

impl Trials {
    /// The trials that are in this file, if it is there.
    ///
    /// # Errors
    /// When it is something else, or cannot be written.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let list = match path.exists() {
            true => {
                let text = fs::read_to_string(path)
                    .map_err(|error| Error::file(path, error.to_string(), EXPECTED))?;
                read(path, &text)?
            }
            false => Vec::new(),
        };
        Ok(Self { list, draft: Draft::create(path, &["json"])? })
    }

    /// Writes the file with another trial, in the place of an earlier one of the same agent and era.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_with(self, trial: Trial) -> Result<(), Error> {
        let Self { mut list, draft } = self;
        list.retain(|known| key(known) != key(&trial));
        list.push(trial);
        list.sort_by(|one, other| key(one).cmp(&key(other)));
        draft.fill(pretty(&list))
    }
}

fn key(trial: &Trial) -> (&str, Option<&str>, &str) {
    (&trial.agent, trial.net.as_deref(), &trial.era)
}

/// The expectation of a file of trials.
const EXPECTED: &str = "trials that cardmill fidelity --record has written";

fn read(path: &Path, text: &str) -> Result<Vec<Trial>, Error> {
    serde_json::from_str(text).map_err(|error| Error::file(path, error.to_string(), EXPECTED))
}

/// The trust in whoever played for an answer, by the trials that are known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trust {
    /// The agents that played, as they were named.
    pub agents: String,
    /// `true` if their verdicts agreed with played games, `false` if not; `None` where no trial
    /// says so.
    pub agreed: Option<bool>,
    /// The conclusion, in a line.
    pub told: String,
    /// The trials, one for each era.
    pub trials: Vec<Trial>,
}

impl Trust {
    /// The trust in these agents, by seat, which are named `who` in the text.
    ///
    /// # Errors
    /// When the trials that come with the cards cannot be read.
    pub fn of(
        game: &dyn Host,
        cards: &CardFiles,
        agents: &[Agent],
        who: &str,
    ) -> Result<Self, Error> {
        let unknown = |why: String| Self {
            agents: who.to_owned(),
            agreed: None,
            told: format!("played by {who}: {why}"),
            trials: Vec::new(),
        };
        if Table::names(cards, game.name())?.is_empty() {
            return Ok(unknown(format!(
                "no played games of {} are known to hold its verdicts against",
                game.name()
            )));
        }
        let mut trials = Vec::new();
        if let Ok(tried) = tried(game, agents) {
            trials = known(cards, game.name())?;
            trials.retain(|trial| trial.is_of(game, &tried));
        }
        if trials.is_empty() {
            let asked = Command::new().word("fidelity").option("--agents", who);
            return Ok(unknown(format!(
                "how far its verdicts agree with played games is not known; {asked} tells"
            )));
        }
        let above = |of: fn(&Trial) -> &Agreed| {
            let [least, _] =
                ends(&trials, |trial| of(trial).correlation, |trial| of(trial).interval);
            least > 0.0
        };
        let agreed = above(of_archetypes) && above(of_matchups);
        let told = told(who, &trials, agreed);
        Ok(Self { agents: who.to_owned(), agreed: Some(agreed), told, trials })
    }
}

const fn of_archetypes(trial: &Trial) -> &Agreed {
    &trial.archetypes
}

const fn of_matchups(trial: &Trial) -> &Agreed {
    &trial.matchups
}

/// The trials that come with the cards of a game.
fn known(cards: &CardFiles, game: &str) -> Result<Vec<Trial>, Error> {
    let files = cards.read(game, "json").map_err(|error| Error::Usage(error.to_string()))?;
    // It lies beside the folders of sets and decks.
    let is_it = |path: &Path| path.ends_with(PathBuf::from(game).join(FILE));
    let file = files.into_iter().find(|(path, _)| is_it(path));
    file.map_or(Ok(Vec::new()), |(path, text)| read(&path, &text))
}

fn mean(trials: &[Trial], of: impl Fn(&Trial) -> f64) -> f64 {
    trials.iter().map(of).sum::<f64>() / trials.len() as f64
}

/// The interval of the mean of something: eras are games of their own.
fn ends(
    trials: &[Trial],
    of: impl Fn(&Trial) -> f64,
    interval: impl Fn(&Trial) -> [f64; 2],
) -> [f64; 2] {
    let middle = mean(trials, &of);
    let far = |end: usize| {
        let squared = mean(trials, |trial| (of(trial) - interval(trial)[end]).powi(2));
        (squared / trials.len() as f64).sqrt()
    };
    [middle - far(0), middle + far(1)]
}

/// The trials in a line; means where they are of several eras.
fn told(who: &str, trials: &[Trial], agreed: bool) -> String {
    let level = |of: fn(&Trial) -> &Agreed| {
        let correlation = mean(trials, |trial| of(trial).correlation);
        // There is no minus nothing.
        let correlation = if correlation.abs() < 0.005 { 0.0 } else { correlation };
        format!("{correlation:.2} of {:.2}", mean(trials, |trial| of(trial).ceiling))
    };
    let points = |of: fn(&Trial) -> f64| mean(trials, of) * 100.0;
    let (error, even) = (points(|trial| trial.error), points(|trial| trial.error_of_even));
    let eras: Vec<&str> = trials.iter().map(|trial| trial.era.as_str()).collect();
    let matchups: usize = trials.iter().map(|trial| trial.matchups.compared).sum();
    let lead = worth(&Worth {
        slope: mean(trials, |trial| trial.worth.slope),
        interval: ends(trials, |trial| trial.worth.slope, |trial| trial.worth.interval),
        error: mean(trials, |trial| trial.worth.error),
    });
    let (verb, advice) = match agreed {
        false => ("did not agree", ": do not believe it of decks against decks"),
        true if error >= even => ("agreed", ": believe the order, not the size"),
        true => ("agreed", ""),
    };
    format!(
        "played by {who}: verdicts {verb} with tournaments ({}; {} matchups): archetypes {}, matchups {}; \
         error {error:.1} points, \"all even\" {even:.1}; 10 points ahead were {lead}{advice}",
        eras.join(", "),
        grouped(matchups as u64),
        level(of_archetypes),
        level(of_matchups),
    )
}

#[cfg(test)]
mod tests {
    use cardmill_unlimited::agent::GREEDY;

    use super::*;
    use crate::example::{UNLIMITED as GAME, XWING, cards};

    fn trial(era: &str, [archetypes, matchups]: [f64; 2], half: f64) -> Trial {
        let agreed = |correlation: f64, ceiling| Agreed {
            compared: 100,
            correlation,
            interval: [correlation - half, correlation + half],
            ceiling,
        };
        Trial {
            agent: "greedy".to_owned(),
            net: None,
            era: era.to_owned(),
            lists: 9,
            games: 90,
            seed: 0,
            digest: "00".to_owned(),
            archetypes: agreed(archetypes, 0.96),
            matchups: agreed(matchups, 0.86),
            error: 0.073,
            error_of_even: 0.079,
            worth: Worth { slope: 0.2, interval: [0.0, 0.4], error: 0.078 },
        }
    }

    #[test]
    fn the_line_says_what_was_reached_of_what_can_be() {
        let one = told("player", &[trial("sec", [0.41, 0.33], 0.1)], true);
        assert_eq!(
            one,
            "played by player: verdicts agreed with tournaments (sec; 100 matchups): archetypes 0.41 of \
             0.96, matchups 0.33 of 0.86; error 7.3 points, \"all even\" 7.9; 10 points ahead were +2.0 (+0.0 \
             to +4.0)"
        );
        let both = [trial("lof", [-0.3, 0.1], 0.1), trial("sec", [0.1, -0.1], 0.1)];
        let both = told("greedy", &both, false);
        assert!(both.contains("did not agree with tournaments (lof, sec; 200 matchups)"), "{both}");
        assert!(both.contains("archetypes -0.10 of 0.96, matchups 0.00 of 0.86"), "{both}");
        assert!(both.ends_with("+3.4): do not believe it of decks against decks"), "{both}");
        let loud = Trial { error: 0.2, ..trial("sec", [0.5, 0.5], 0.1) };
        assert!(told("x", &[loud], true).ends_with("+4.0): believe the order, not the size"));
    }

    #[test]
    fn eras_together_are_known_better_than_one() {
        let one = [trial("sec", [0.3, 0.3], 0.32)];
        let at_least = |trials: &[Trial]| {
            ends(trials, |trial| trial.matchups.correlation, |trial| trial.matchups.interval)[0]
        };
        assert!((at_least(&one) + 0.02).abs() < 1e-9);
        let three = ["lof", "sec", "sor-jtl"].map(|era| trial(era, [0.3, 0.3], 0.32));
        assert!(at_least(&three) > 0.1);
    }

    #[test]
    fn a_trial_is_of_the_agent_as_it_played() {
        let of = |text: &str| tried(GAME, &[GAME.agent_with(text, &[]).unwrap(); 2]).unwrap();
        let player = of("player");
        let known =
            Trial { agent: player.0.clone(), net: player.1.clone(), ..trial("sec", [0.4; 2], 0.1) };
        assert!(player.0.starts_with("player:worlds=1,leaf=greedy,") && player.1.is_some());
        assert!(known.is_of(GAME, &player) && !known.is_of(GAME, &of("player:worlds=2")));
        let other = Trial { net: Some("another".to_owned()), ..known.clone() };
        let none = Trial { net: None, ..known };
        assert!(!other.is_of(GAME, &player) && !none.is_of(GAME, &player));
        assert!(tried(GAME, &[GREEDY, Agent::RANDOM]).is_err());
    }

    #[test]
    fn what_is_not_known_is_told_so() {
        let of = |agents: &[Agent], who| Trust::of(GAME, &cards(), agents, who).unwrap();
        let mixed = of(&[GREEDY, Agent::RANDOM], "greedy,random");
        assert_eq!(
            mixed.told,
            "played by greedy,random: how far its verdicts agree with played games is not known; cardmill \
             fidelity --agents greedy,random tells"
        );
        assert_eq!((mixed.agreed, mixed.trials.len()), (None, 0));
        let flown = Trust::of(XWING, &cards(), &[Agent::RANDOM; 2], "random").unwrap();
        assert_eq!(
            flown.told,
            "played by random: no played games of xwing are known to hold its verdicts against"
        );
    }

    #[test]
    fn the_trials_of_the_program_are_read() {
        let trials = known(&cards(), "unlimited").unwrap();
        let eras = Table::names(&cards(), "unlimited").unwrap();
        let greedy = Trust::of(GAME, &cards(), &[GREEDY; 2], "greedy").unwrap();
        let tried: Vec<&str> = greedy.trials.iter().map(|trial| trial.era.as_str()).collect();
        assert_eq!(
            (tried, greedy.agreed),
            (eras.iter().map(String::as_str).collect(), Some(false))
        );
        assert!(trials.iter().all(|trial| eras.contains(&trial.era)));
        let mut sorted = trials.clone();
        sorted.sort_by(|one, other| key(one).cmp(&key(other)));
        assert_eq!(trials, sorted);
    }
}
