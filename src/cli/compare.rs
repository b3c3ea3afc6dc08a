//! `cardmill compare`: whether a deck, or an agent, is better than another.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cardmill_harness::agent::Agent;
use cardmill_harness::files::CardFiles;
use clap::Args;

use super::bands::Bands;
use super::experiment::{Inquiry, Pairs, handled, places};
use super::optimize::difference;
use super::run::{Conduct, Edits, InGame};
use super::setups::{self, Given};
use super::whatif::{field, given};
use super::{Agents, CardsFolder};
use crate::batch::Arm;
use crate::error::Error;
use crate::experiment::variant::Edited;
use crate::experiment::{Answer, Question, Verdict, verdicts};
use crate::games::Game;
use crate::host::{Catalogue, Host};
use crate::output::Label;
use crate::output::answers::{Report, Row};
use crate::output::command::Replay;
use crate::output::manifest::{Asked, Question as Put, Way};
use crate::output::run::files;
use crate::output::sample::Sample;
use crate::policy;
use crate::setup::{Settings, Setup, Setups};
use crate::trust::Trust;

/// The arguments of `compare`: two decks or two agents, and the games that tell them apart.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Compare {
    /// A deck, as simulate takes it, or an agent
    #[arg(value_name = "ONE")]
    pub one: String,
    /// The deck or agent that it is compared with
    #[arg(value_name = "OTHER")]
    pub other: String,
    /// The decks that both decks play against [default: the others beside it, or the field]
    #[arg(long, value_name = "DECK", num_args = 1..)]
    pub against: Vec<PathBuf>,
    /// The decks, or positions for two, that both agents play [default: the
    /// field]
    #[arg(long, value_name = "DECK", num_args = 1.., visible_alias = "positions")]
    pub decks: Vec<PathBuf>,
    /// The game: unlimited, xwing, imperium or skirmish [default: that of the position, or unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// The agents that are asked in turn, where two decks are compared.
    #[command(flatten)]
    pub bands: Bands,
    /// The changes of cards that all games are played with.
    #[command(flatten)]
    pub edits: Edits,
    /// The terms of the question: the difference that counts as none, the precision, the most games, the form
    /// of the answer.
    #[command(flatten)]
    pub inquiry: Inquiry,
    /// The table of pairs that is written on request, a row for each pair of games.
    #[command(flatten)]
    pub pairs: Pairs,
}

const EXAMPLES: &str = "\
Examples:
  cardmill compare vader boba
  cardmill compare luke vader --against boba leia sabine
  cardmill compare greedy random --decks luke vader
  cardmill compare vader boba --edit \"SOR_164 cost+1\"
  cardmill compare vader boba --out pairs.parquet
  cardmill compare vader boba --bands greedy player

Two decks play the same deals against the same opponents. Two agents play each other, every deal
twice, with seats exchanged.";

/// Two arms that are to be told apart.
struct Comparison {
    /// The names of the arms in results: the other one first.
    names: [String; 2],
    /// The names of the entries or positions in results.
    labels: Vec<Label>,
    setups: [Setups; 2],
    /// The opponents, or of two agents the decks and positions that are played, by setup.
    against: Vec<String>,
    /// The places of those that play, by arm and setup; nothing of positions.
    entered: [Vec<Vec<u16>>; 2],
    /// The cards that only the deck of the arm has, or has more of.
    about: [BTreeSet<String>; 2],
    /// Those who play: one band after another where several are asked.
    bands: Vec<Band>,
}

/// Agents that play both arms.
struct Band {
    settings: [Settings; 2],
    /// The agents that play, in words, by arm.
    seated: [String; 2],
}

impl Compare {
    /// Plays the pairs until there is a verdict, prints it, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let pair = [&self.one, &self.other].map(PathBuf::from);
        let files = pair.iter().chain(&self.decks).chain(&self.against);
        self.in_game(setups::game(self.game, files)?, cards)
    }

    /// Two decks against the same field.
    fn decks(&self, catalogue: &Catalogue) -> Result<Comparison, Error> {
        let pair = [PathBuf::from(&self.one), PathBuf::from(&self.other)];
        if !self.decks.is_empty() {
            let expected = "--decks: expected two agents to compare, or --against for two decks";
            return Err(Error::Usage(expected.to_owned()));
        }
        let about = "compare takes two of them, or two agents and --positions";
        setups::entered(catalogue.game(), pair.iter().chain(&self.against), about)?;
        let own: Vec<&Path> = pair.iter().map(PathBuf::as_path).collect();
        let field = field(&own, &self.against, catalogue)?;
        let Given { setups, labels, own } = Given::read(&pair, &field, None, catalogue)?;
        if own < 2 {
            let noun = catalogue.game().noun();
            return Err(Error::Usage(format!("{}: expected two {noun}s that differ", self.one)));
        }
        let met = |setup: &Setup| match setup.pairing() {
            Some([0, other]) => Some(other),
            _ => None,
        };
        let field: Vec<u16> = setups.list.iter().filter_map(met).collect();
        let with = |own: u16| {
            let list = field.iter().map(|&other| Setup::pair(own, other)).collect();
            Setups::new(setups.entries.clone(), Vec::new(), list)
        };
        let both = [with(1), with(0)];
        let band = |conduct: &Conduct| -> Result<Band, Error> {
            let settings = self.inquiry.settings_of(catalogue.game(), conduct, &both[0].list)?;
            let seated = [settings.who(), settings.who()];
            Ok(Band { settings: [settings.clone(), settings], seated })
        };
        let conducts = self.bands.conducts(&self.inquiry.course.conduct);
        let bands = conducts.iter().map(band).collect::<Result<_, Error>>()?;
        let label = |place: u16| &labels[usize::from(place)];
        let more = |from: usize, to: usize| -> BTreeSet<String> {
            let [from, to] = [from, to].map(|place| &setups.entries[place]);
            let (differs, _) = difference(catalogue, from, to);
            differs.into_iter().filter(|(_, more)| *more > 0).map(|(id, _)| id).collect()
        };
        let pairs = |own: u16| field.iter().map(|&other| vec![own, other]).collect();
        Ok(Comparison {
            names: [1, 0].map(|place| label(place).name.clone()),
            entered: [pairs(1), pairs(0)],
            about: [more(0, 1), more(1, 0)],
            bands,
            setups: both,
            against: field.iter().map(|&other| label(other).name.clone()).collect(),
            labels,
        })
    }

    /// The comparison of two agents, who play the same decks or positions against each other.
    fn agents(&self, catalogue: &Catalogue) -> Result<Comparison, Error> {
        let conduct = &self.inquiry.course.conduct;
        if conduct.agents.is_some() || !self.against.is_empty() || !self.bands.list.is_empty() {
            let expected =
                "two agents play each other; expected neither --agents nor --bands nor --against";
            return Err(Error::Usage(expected.to_owned()));
        }
        let decks = given(&self.decks, catalogue)?;
        let Given { setups, labels, .. } = Given::read(&decks, &[], None, catalogue)?;
        if setups.list.iter().any(|setup| setup.seats() != 2) {
            let expected = "two agents are compared at tables for two; expected other positions";
            return Err(Error::Usage(expected.to_owned()));
        }
        let game = catalogue.game();
        let seated = |one: &str, other: &str| -> Result<Settings, Error> {
            let settings = self.inquiry.settings(game, &setups.list)?;
            let Ok(agents) = format!("{one},{other}").parse::<Agents>();
            Ok(Settings {
                agents: Agents::seated(game, Some(&agents), game.usual(), &setups.list)?,
                ..settings
            })
        };
        let called = |setup: &Setup| match setup {
            Setup::Entries(entries) => {
                let names = entries.iter().map(|&entry| labels[usize::from(entry)].name.as_str());
                names.collect::<Vec<_>>().join("-")
            }
            Setup::Position { position, .. } => labels[usize::from(*position)].name.clone(),
        };
        let entered = setups.list.iter().map(|setup| match setup {
            Setup::Entries(entries) => entries.to_vec(),
            Setup::Position { .. } => Vec::new(),
        });
        let entered: Vec<Vec<u16>> = entered.collect();
        let (one, other) = (&self.one, &self.other);
        Ok(Comparison {
            names: [other.clone(), one.clone()],
            entered: [entered.clone(), entered],
            about: [BTreeSet::new(), BTreeSet::new()],
            bands: vec![Band {
                settings: [seated(other, one)?, seated(one, other)?],
                seated: [format!("{other},{one}"), format!("{one},{other}")],
            }],
            against: setups.list.iter().map(called).collect(),
            setups: [setups.clone(), setups],
            labels,
        })
    }
}

impl InGame for Compare {
    fn play(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<u8, Error> {
        let Edited { catalogue, lines: edits } = self.edits.load(game, cards)?;
        let is_agent = |text: &str| policy::is_agent(game, text);
        let of_agents = is_agent(&self.one) && is_agent(&self.other);
        let Comparison { names, labels, setups, against, entered, about, bands } = match of_agents {
            true => self.agents(&catalogue)?,
            false => self.decks(&catalogue)?,
        };
        let settings = &bands[0].settings;
        let mut asking = self.inquiry.begin(bands.len())?;
        let way = |arm: usize| Way {
            name: names[arm].clone(),
            change: None,
            agents: settings[arm].agents.iter().map(Agent::to_string).collect(),
            setups: setups[arm].list.clone(),
        };
        let put = Put {
            player: names[1].clone(),
            seat: 0,
            against: against.clone(),
            arms: [way(0), way(1)],
        };
        let asked = Asked { questions: vec![put], ..Asked::default() };
        asking.pairs = self.pairs.begin(
            (&catalogue, cards),
            &setups[0],
            &labels,
            &settings[0],
            self.edits.list.clone(),
            asked,
        )?;
        let both = format!("{} and {}", names[1], names[0]);
        let mut answers = Vec::new();
        for Band { settings, .. } in &bands {
            let arms = [0, 1].map(|arm| Arm {
                tally: !of_agents,
                about: Some(places(&catalogue, &about[arm])),
                ..Arm::new(&catalogue, &setups[arm], &settings[arm])
            });
            let findings = asking.ask(&both, &arms, &[Question { arm: 1, seat: 0 }])?;
            answers.extend(findings.answers);
        }
        let verdicts = verdicts(&answers.iter().collect::<Vec<_>>(), &asking.terms);
        let conduct = &self.inquiry.course.conduct;
        let replay = |band: &Band, arm: usize, index: u64| {
            let entered = &entered[arm][(index % entered[arm].len() as u64) as usize];
            let file = |place: &u16| labels[usize::from(*place)].file.as_path();
            let files = match &entered[..] {
                [] => files(&labels),
                entered => entered.iter().map(file).collect(),
            };
            let base = conduct.replay(game, cards, files, index);
            let agents = Some(band.seated[arm].clone());
            Replay { agents, edit: self.edits.text(), ..base }.command()
        };
        let told = |((band, answer), verdict): ((&Band, &Answer), Verdict)| Row {
            variant: 1,
            player: names[1].clone(),
            agents: (bands.len() > 1).then(|| band.settings[0].who()),
            copies: None,
            misused: Vec::new(),
            of_cards: false,
            cards: handled([0, 1].map(|arm| (&catalogue, &answer.handled[arm], &about[arm]))),
            answer: answer.clone(),
            verdict,
            against: against.clone(),
            replays: answer
                .telling
                .map(|game| game.map(|index| [0, 1].map(|arm| replay(band, arm, index)).to_vec())),
        };
        let rows = bands.iter().zip(&answers).zip(verdicts).map(told).collect();
        let terms = asking.terms;
        let who = |band: &Band| match band.settings.each_ref().map(Settings::who) {
            [one, other] if one == other => one,
            both => both.join(" and "),
        };
        // Of two agents one is better or not, whatever people play.
        let trust = |band: &Band| Trust::of(game, cards, &band.settings[0].agents, &who(band));
        let believed = bands.iter().filter(|_| !of_agents).map(trust);
        let trust = believed.collect::<Result<Vec<_>, Error>>()?;
        let agents = bands.iter().map(who).collect::<Vec<_>>().join(" and ");
        asking.finish("compare", &catalogue, agents, trust, |sample| Report {
            changes: vec![format!("{} in the place of {}", names[1], names[0])],
            arms: ["the other", "this"].map(str::to_owned),
            terms,
            misuses: Vec::new(),
            goal: None,
            elites: None,
            rows,
            sample: Sample { edits, ..sample },
        })
    }
}
