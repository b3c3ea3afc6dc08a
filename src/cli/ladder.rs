//! `cardmill ladder`: how strong agents are, beside each other.

use std::path::PathBuf;

use cardmill_harness::agent::Agent;
use cardmill_harness::files::CardFiles;
use cardmill_harness::play::Source;
use cardmill_kernel::streams::{Purpose, generator, shuffle};
use clap::Args;

use super::experiment::Course;
use super::fidelity::matchups;
use super::run::{Clock, Conduct, InGame, ended};
use super::setups::{self, Given};
use super::whatif::given;
use super::{CardsFolder, Format, print};
use crate::error::Error;
use crate::experiment::ladder::{Contest, Ladder as Played};
use crate::games::Game;
use crate::host::{Catalogue, Host};
use crate::interrupt::INTERRUPT;
use crate::output::handled::OfKind;
use crate::output::html;
use crate::output::ladder::{self, Pair, Rating, Report};
use crate::output::sample::Sample;
use crate::played::Table;
use crate::policy;
use crate::setup::{Setup, Setups, of_game};

/// The arguments of `ladder`: the agents that are rated, and the decks or lists that they play with.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("agents", |agents| agents.help(AGENTS)))]
pub struct Ladder {
    /// Decks to play with, as simulate takes them, or positions for two [default: the
    /// field]
    #[arg(value_name = "DECK")]
    pub decks: Vec<PathBuf>,
    /// Play with the lists of a table of played games: sor-jtl, lof or sec, which come with the
    /// program, or a file or folder of your own (docs/method/fidelity.md)
    #[arg(long, value_name = "TABLE", conflicts_with = "decks")]
    pub field: Option<PathBuf>,
    /// Lists of each archetype of the table, from the first on, or all
    #[arg(long, value_name = "N", default_value = "1", value_parser = lists)]
    #[arg(allow_negative_numbers = true, requires = "field", conflicts_with = "decks")]
    pub lists: usize,
    /// Play against this agent alone, and not all against all
    #[arg(long, value_name = "NAME")]
    pub against: Option<String>,
    /// The game [default: that of the position, or unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// Games of each two agents: half as many deals, each played twice
    #[arg(long, value_name = "N", default_value = "1000", value_parser = super::games)]
    #[arg(allow_negative_numbers = true)]
    pub games: u64,
    /// The course of the games: how they are played, kept and reported.
    #[command(flatten)]
    pub course: Course,
    /// The format in which the ratings are printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

const AGENTS: &str = "\
Who is rated: agents with commas between them, such as random,greedy,ismcts:sims=64 [default: those of \
the game that answer at once]";

const EXAMPLES: &str = "\
Examples:
  cardmill ladder
  cardmill ladder --agents random,greedy,pimc:worlds=2 --field sec --games 500
  cardmill ladder luke vader --agents pimc:worlds=2 --against greedy --games 100
  cardmill ladder --field sec --lists all --report ladder.html

random, where it plays, has 0 points, or else the agent of --against, or the one that is named first.
Who has 400 points more wins ten games for each that it loses.";

fn lists(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => super::counting(text, 1_000).map_err(|expected| format!("{expected}, or all")),
    }
}

impl Ladder {
    /// Plays every two agents, prints their ratings, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        self.in_game(setups::game(self.game, &self.decks)?, cards)
    }

    /// The agents that are rated, and the place of the one of `--against`, whom all others play; `None` where
    /// all play all.
    fn agents(&self, game: &dyn Host) -> Result<(Vec<Agent>, Option<usize>), Error> {
        let read = |option: &str, name: &String| {
            policy::agent(game, name).map_err(|reason| Error::Usage(format!("{option}: {reason}")))
        };
        let mut agents = match &self.course.conduct.agents {
            None => game.agents().to_vec(),
            Some(names) => {
                let all = names.0.iter().map(|name| read("--agents", name));
                all.collect::<Result<_, Error>>()?
            }
        };
        let twice = (1..agents.len()).find(|&at| agents[..at].contains(&agents[at]));
        if let Some(twice) = twice {
            let problem = format!("{} is named twice; expected it once", agents[twice]);
            return Err(Error::Usage(format!("--agents: {problem}")));
        }
        let against = self.against.as_ref().map(|name| read("--against", name)).transpose()?;
        let against = against.map(|agent| {
            agents.iter().position(|known| *known == agent).unwrap_or_else(|| {
                agents.push(agent);
                agents.len() - 1
            })
        });
        if let [one] = agents[..] {
            let problem = format!("{one} alone; expected two agents of {} or more", game.name());
            return Err(Error::Usage(format!("--agents: {problem}")));
        }
        Ok((agents, against))
    }

    /// The setups that are played, the names of their entries or positions, and a few words for all of it.
    fn field(
        &self,
        cards: &CardFiles,
        catalogue: &Catalogue,
    ) -> Result<(Setups, Vec<String>, String), Error> {
        let game = catalogue.game();
        let Some(field) = &self.field else {
            let decks = given(&self.decks, catalogue)?;
            let Given { setups, labels, .. } = Given::read(&decks, &[], None, catalogue)?;
            if setups.list.iter().any(|setup| setup.seats() != 2) {
                let expected = "two agents play at tables for two; expected other positions";
                return Err(Error::Usage(expected.to_owned()));
            }
            let noun = if setups.entries.is_empty() { "position" } else { game.noun() };
            let told = format!("{} {noun}s", labels.len());
            return Ok((setups, labels.into_iter().map(|label| label.name).collect(), told));
        };
        setups::entered(game, [], "ladder plays with positions of it")?;
        let table = Table::open(field, cards, game.name())?;
        let lists = table.lists(self.lists);
        let setups = matchups(&lists, catalogue)?;
        let name = |(_, source): &(usize, Source)| source.file().display().to_string();
        let told = format!("{}, {} lists", table.played.era, lists.len());
        Ok((setups, lists.iter().map(name).collect(), told))
    }
}

impl InGame for Ladder {
    fn play(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<u8, Error> {
        let (agents, against) = self.agents(game)?;
        let catalogue = game.load(cards).map_err(Error::Usage)?;
        let (mut setups, names, field) = self.field(cards, &catalogue)?;
        let seed = self.course.conduct.seed;
        // Fewer deals than setups are those of some by chance. A seed of its own: deals draw from
        // this one.
        shuffle(&mut generator(!seed, 0, Purpose::Shared), &mut setups.list);
        let conduct = Conduct { agents: None, ..self.course.conduct.clone() };
        let deals = self.games.div_ceil(2);
        let rounds = deals.div_ceil(setups.list.len() as u64);
        let settings = conduct.settings(game, rounds, &setups.list)?;
        let places = 0..agents.len();
        let pairs: Vec<[usize; 2]> = match against {
            Some(against) => {
                places.clone().filter(|&one| one != against).map(|one| [one, against]).collect()
            }
            None => {
                let with = |one| places.clone().skip(one + 1).map(move |other| [one, other]);
                places.clone().flat_map(with).collect()
            }
        };
        let planned = deals.saturating_mul(2 * pairs.len() as u64);
        let draft = self.course.publication.begin()?;
        let mut journal = self.course.keeping.journal()?;
        let stop = INTERRUPT.handle_gracefully();
        let mut played = Played::new(agents.len(), pairs);
        let bar = self.course.conduct.progress(planned, 0, &settings);
        let begun = Clock::start();
        let (catalogue, setups) = (&catalogue, &setups);
        let contest = Contest { catalogue, setups, settings: &settings, agents: &agents, deals };
        played.play(&contest, &mut journal, stop, &mut |games| bar.inc(games))?;
        bar.finish_and_clear();
        let games = played.counted.games;
        if games == 0 {
            eprintln!("no deal was played to its end, so nobody is rated");
            return ended(games, 0, planned);
        }
        let random = agents.iter().position(|agent| *agent == Agent::RANDOM);
        let anchor = random.or(against).unwrap_or(0);
        let found = played.deals.rate(agents.len(), anchor, seed);
        let who: Vec<String> = agents.iter().map(Agent::to_string).collect();
        let ratings = found.ratings.iter().zip(&played.agents).enumerate();
        let ratings = ratings.map(|(agent, (rating, play))| Rating {
            agent: who[agent].clone(),
            rating: rating.rating,
            interval: rating.interval,
            share: rating.share,
            games: rating.games,
            decisions: play.decisions as f64 / play.games.max(1) as f64,
            cards: OfKind::all(&play.cards),
        });
        let pairs = played.deals.pairs.iter().zip(&found.shares).map(|(&[one, other], share)| {
            let ahead = |agent: usize| found.ratings[agent].rating;
            let exchanged = against.is_none() && ahead(one) < ahead(other);
            let [one, other] = if exchanged { [other, one] } else { [one, other] };
            let share = if exchanged { share.exchanged() } else { *share };
            Pair { agent: who[one].clone(), against: who[other].clone(), found: share }
        });
        let aside = |&(deal, seats): &(u64, [usize; 2])| {
            let [first, second] = seats.map(|agent| &who[agent]);
            let entered = match of_game(&setups.list, deal) {
                Setup::Entries(entries) => {
                    entries.iter().map(|&place| names[usize::from(place)].as_str()).collect()
                }
                Setup::Position { position, .. } => vec![names[usize::from(*position)].as_str()],
            };
            format!("deal {deal}, {first} and {second}: {}", entered.join(" against "))
        };
        let stopped = games < planned;
        let report = Report {
            field,
            matchups: deals.min(setups.list.len() as u64),
            deals: played.deals.deals,
            anchor: who[anchor].clone(),
            against: against.map(|agent| who[agent].clone()),
            ratings: ratings.collect(),
            pairs: pairs.collect(),
            set_aside: played.aside.iter().map(aside).collect(),
            sample: Sample::of(game.name(), who.join(","), seed, &played.counted, stopped),
        }
        .sorted();
        self.course
            .publication
            .write(draft, catalogue, |origin, _| html::ladder::page(&report, origin))?;
        print(&match self.format {
            Format::Table => ladder::render(&report),
            Format::Json => ladder::json(&report),
            Format::Csv => ladder::csv(&report),
        })?;
        self.course.tell(games, begun.seconds(), stopped);
        ended(games, report.sample.quarantined, planned)
    }
}
