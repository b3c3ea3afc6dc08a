//! The command line: what is asked for, and the exit code it ends with.
//!
//! Exit codes: 0 all is well, 1 a game was quarantined or something failed, 2 bad input,
//! 130 interrupted.

mod asked;
mod bands;
pub mod cards;
pub mod check;
pub mod compare;
pub mod config;
pub mod deck;
pub mod experiment;
pub mod fidelity;
mod goal;
pub mod ladder;
pub mod limited;
pub mod list;
mod loaded;
pub mod matches;
pub mod meta;
mod newcomer;
pub mod openings;
pub mod optimize;
mod origin;
pub mod pgn;
pub mod play;
pub mod positions;
pub mod publish;
pub mod read;
mod replace;
pub mod replay;
pub mod run;
pub mod scenario;
pub mod schema;
pub mod session;
pub mod setups;
mod sheet;
pub mod shell;
pub mod sideboard;
pub mod simulate;
mod spread;
pub mod squad;
pub mod stats;
pub mod table;
pub mod value;
pub mod whatif;

use std::convert::Infallible;
use std::env;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use arrayvec::ArrayVec;
use cardmill_harness::agent::{Agent, split};
use cardmill_harness::files::CardFiles;
use cardmill_harness::play::SEATS;
use cardmill_unlimited::library::Library;
use clap::builder::Resettable;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use self::config::Config;
use crate::cards::BUILT_IN;
use crate::error::Error;
use crate::games::Game;
use crate::host::Host;
use crate::output::manifest::added;
use crate::policy;
use crate::setup::Setup;

/// Plays tabletop games by the million and says who wins.
///
/// Decks are files that SWUDB, Karabast or melee export, or names of those that come with the
/// program, as its cards do.
#[derive(Debug, Parser)]
#[command(name = "cardmill", version, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Cli {
    /// The command that is to be carried out.
    #[command(subcommand)]
    pub command: Command,
    /// The cards that all commands use.
    #[command(flatten)]
    pub cards: CardsFolder,
    /// Do not read cardmill.toml, which says what is taken where nothing is said here: decks, agents,
    /// seed, threads
    #[arg(long, global = true)]
    pub no_config: bool,
}

impl Cli {
    /// The command line of this process, with what `cardmill.toml` says where it is silent. What is wrong with
    /// the arguments ends the process.
    fn read() -> Result<Self, Error> {
        let config = Config::find()?;
        let mut all = Self::command();
        if config.as_ref().is_some_and(Config::has_decks) {
            for name in ["simulate", "stats", "openings"] {
                all = all.mut_subcommand(name, |command| {
                    command.mut_arg("given", |given| {
                        given.required(false).required_unless_present(Resettable::Reset)
                    })
                });
            }
        }
        let matches = all.try_get_matches().unwrap_or_else(|error| refuse(&error));
        let mut read = Self::from_arg_matches(&matches).unwrap_or_else(|error| refuse(&error));
        if let Some(config) = config {
            config.fill(&mut read.command, &matches);
        }
        Ok(read)
    }
}

const EXAMPLES: &str = "\
Examples:
  cardmill simulate luke vader --seed 7
  cardmill simulate cards/unlimited/decks --out games.parquet
  cardmill replay games.parquet --row 123
  cardmill whatif \"SOR_164 cost+1\"
  cardmill deck list
  cardmill scenario tests/scenarios
  cardmill session
  cardmill cards show SOR_010

Exit codes: 0 fine, 1 a game was quarantined, a verdict was not the expected one or something failed, 2 bad input, 130 interrupted.";

/// The commands of the program, each with its arguments.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play decks against each other, or positions, and count who wins
    ///
    /// With more than two decks every deck plays every other one; with --against, only those of the
    /// field. The same file given twice plays against itself. A position (*.ron, as scenarios give
    /// them) is played as it stands, by as many as sit there. Games go round the pairings, or the
    /// positions. An interrupted run keeps its games in --out, and --resume goes on. The same seed,
    /// decks and agents give the same games, whatever --threads and --batch are; the digest in the
    /// results tells whether two runs were the same.
    Simulate(simulate::Simulate),
    /// Play decks against each other and report how their cards did
    ///
    /// Games are those of `simulate` with the same decks, seed and agents. The shares are those that
    /// the community counts: each copy of a card by itself.
    Stats(stats::Stats),
    /// Say how games begin, what that is worth, and how they go on
    ///
    /// Mulligans, going first, first resources: each deal is played again by the other way. And round by
    /// round what is paid and put in play, and how games are won.
    Openings(openings::Openings),
    /// Say what a change of cards or decks does
    ///
    /// Every deck that has the card plays the same deals with it and without the change, until it is
    /// better, worse or equal, or --games are played. The same seed gives the same verdict, whatever
    /// --threads and --batch are.
    #[command(name = "whatif")]
    WhatIf(whatif::WhatIf),
    /// Say whether a deck, or an agent, is better than another
    ///
    /// Both play the same deals, until one is better or they are equal, or --games are played.
    Compare(compare::Compare),
    /// Say what each card of a deck is worth
    ///
    /// Deals are played with the whole deck and with one copy at a time exchanged for a card of no
    /// use, drawn anew for every deal.
    Value(value::Value),
    /// Say which cards of its sideboard a deck is better off exchanging, against whom
    ///
    /// Against each deck of a field exchanges are raced on common deals, and what is found is tested on
    /// fresh ones. The deck is written with the plan, by which it plays in matches.
    Sideboard(sideboard::Sideboard),
    /// Say who beats whom, and what would be played
    ///
    /// Every deck plays every other one; of the shares it is worked out what mix of decks no deck
    /// beats, and how sure that is.
    Meta(meta::Meta),
    /// Say how far games that agents play agree with games that people played
    ///
    /// The lists of a table of tournaments play each other; how their archetypes fare is held against
    /// how they fared, beside what a perfect model could reach.
    Fidelity(fidelity::Fidelity),
    /// Say how strong agents are, beside each other
    ///
    /// Every two agents play the same deals, each twice with seats exchanged, so that decks and draws
    /// favour nobody; of what they win they are rated in Elo points.
    Ladder(ladder::Ladder),
    /// Write down positions of games that agents play, with what came of them
    ///
    /// Two lists are drawn for every game, and an agent for each seat. Where somebody begins something,
    /// the table is written down as both seats see it, with who won: what nets learn from. The same seed
    /// gives the same file, whatever --threads and --batch are.
    Positions(positions::Positions),
    /// Search for decks that beat a field
    ///
    /// Decks are changed at random and raced on common deals; the best of every kind is kept, and the
    /// best of all are tested again on fresh deals.
    Optimize(optimize::Optimize),
    /// Play one game of a run again and print everything that happens in it
    ///
    /// Give the file that the run wrote, and the row: it says how the game was played. Or give the
    /// decks or positions, --seed, --agents and --rounds as the run had them, and the number of the
    /// game, as in the index column; the two decks of the game's pairing alone do as well. Decisions
    /// are numbered at the left; hands and boards are shown as every round begins.
    Replay(replay::Replay),
    /// Play against agents or each other, on a page that is served to this machine alone
    ///
    /// Prints the address of a page, and serves it until Ctrl-C. Options are clicked or taken by key; what is hidden
    /// from a seat never reaches its page. Needs a program that was built with --features play.
    Play(play::Play),
    /// Run rulings written as files, in any of the games
    Scenario(scenario::Scenario),
    /// Answer other programs: JSON-RPC on standard input and output
    Session(session::Session),
    /// Print what observations are: the arrays that policies see tables as
    Schema(schema::Schema),
    /// List, show and check the cards
    Cards(OfGame<cards::Cards>),
    /// List the decks that come with the cards, and check deck files
    #[command(visible_alias = "decks")]
    Deck(OfGame<deck::DeckCommand>),
    /// List the squads that come with the cards of X-Wing, check squad files, and make squads by chance
    #[command(subcommand, visible_alias = "squads")]
    Squad(squad::SquadCommand),
    /// Say what maps of Twilight Imperium are like, and make tables on maps by chance
    #[command(subcommand, visible_alias = "tables")]
    Table(table::TableCommand),
    /// Check and show games of unlimited that other programs wrote, in the format SWU-PGN 1.0
    #[command(subcommand)]
    Pgn(pgn::PgnCommand),
    /// Print what completes commands in a shell
    Completions(shell::Completions),
    /// Print a page of the manual: of the program, or of a command
    Man(shell::Man),
}

/// Subcommands about what a game has.
#[derive(Debug, Args)]
pub struct OfGame<What: Subcommand> {
    /// The subcommand that is to be carried out.
    #[command(subcommand)]
    pub what: What,
    /// The game [default: unlimited]
    #[arg(long, value_name = "NAME", global = true, default_value_t, hide_default_value = true)]
    pub game: Game,
}

/// The form of results on standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Tables for people
    Table,
    /// JSON for other programs
    Json,
    /// One row per setup and seat
    Csv,
}

/// The form of facts about cards on standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CardFormat {
    /// Text for people
    Table,
    /// JSON for other programs
    Json,
}

/// Names the folder with the card files, if `--cards` does not.
const CARDS_VARIABLE: &str = "CARDMILL_CARDS";

/// The cards that are used: those of a folder or of the program, and cards in plain words besides.
#[derive(Clone, Debug, Args)]
pub struct CardsFolder {
    /// A folder with card files [default: `$CARDMILL_CARDS`, or else the cards in the program]
    #[arg(long, value_name = "DIR", global = true)]
    pub cards: Option<PathBuf>,
    /// A card of Star Wars: Unlimited in plain words, which decks may name; may be given again
    #[arg(long, value_name = "FILE", global = true)]
    pub card: Vec<PathBuf>,
}

impl CardsFolder {
    /// The files of the cards: those of the folder, or else those built in, with the cards in plain words
    /// added.
    ///
    /// # Errors
    ///
    /// When the folder that is named is none, or a card in plain words is not understood.
    pub fn files(&self) -> Result<CardFiles, Error> {
        let named = env::var_os(CARDS_VARIABLE).filter(|folder| !folder.is_empty());
        let files = match self.cards.clone().or(named.map(PathBuf::from)) {
            None => BUILT_IN,
            Some(folder) if folder.is_dir() => CardFiles::Folder(folder),
            Some(folder) => {
                return Err(Error::file(
                    &folder,
                    "no such folder",
                    "the folder with the card files",
                ));
            }
        };
        if self.card.is_empty() {
            return Ok(files);
        }
        let own = self.card.iter().map(|path| Ok(added(path.clone(), read::definition_in(path)?)));
        Ok(files.with(own.collect::<Result<_, Error>>()?))
    }

    /// Loads and validates the cards.
    ///
    /// # Errors
    ///
    /// When a card file cannot be read or a card is not valid.
    pub fn load(&self) -> Result<Library, Error> {
        Ok(Library::load(self.files()?)?)
    }
}

/// Names of the agents that play: one name for all seats, or one for each with commas between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agents(Vec<String>);

impl FromStr for Agents {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(split(text)))
    }
}

impl fmt::Display for Agents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(","))
    }
}

impl Agents {
    /// An agent for each seat. Where nobody is named, `usual` plays.
    ///
    /// # Errors
    ///
    /// When the game has no agent of a name, or there are neither one nor as many names as seats in
    /// every setup.
    pub fn seated(
        game: &dyn Host,
        agents: Option<&Self>,
        usual: Agent,
        setups: &[Setup],
    ) -> Result<ArrayVec<Agent, SEATS>, Error> {
        let seats = || setups.iter().map(Setup::seats);
        let most = seats().max().unwrap_or(0);
        let everywhere = |agent| core::iter::repeat_n(agent, most).collect();
        let agent = |name: &String| {
            policy::agent(game, name).map_err(|reason| Error::Usage(format!("--agents: {reason}")))
        };
        let seated: ArrayVec<Agent, SEATS> = match agents.map(|Self(names)| &names[..]) {
            None => Ok(everywhere(usual)),
            Some([name]) => Ok(everywhere(agent(name)?)),
            Some(names) if seats().all(|seats| seats == names.len()) => {
                names.iter().map(agent).collect()
            }
            Some(names) => Err(Error::Usage(format!(
                "--agents: {} names where {most} sit at a table; expected one for all of them, or one \
                 for each",
                names.len(),
            ))),
        }?;
        match seated.iter().find(|&&agent| !game.sits(agent, most)) {
            Some(agent) => Err(Error::Usage(format!(
                "--agents: {agent} plays at tables of at most {}; where {most} sit, expected of {}",
                game.planned(),
                game.agents().iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            ))),
            None => Ok(seated),
        }
    }
}

/// Rounds after which games are over as they stand: what is asked for, 0 being no limit, or what the
/// game plays with.
fn limit(game: &dyn Host, rounds: Option<u16>) -> Option<u16> {
    rounds.map_or(game.rounds(), |rounds| (rounds > 0).then_some(rounds))
}

/// Runs the command that the process was started with.
#[must_use]
pub fn main() -> ExitCode {
    let Cli { command, cards, .. } = match Cli::read() {
        Ok(read) => read,
        Err(error) => {
            complain(&error);
            return ExitCode::from(error.exit_code());
        }
    };
    let result = match command {
        Command::Simulate(simulate) => simulate.run(&cards),
        Command::Stats(stats) => stats.run(&cards),
        Command::Openings(openings) => openings.run(&cards),
        Command::WhatIf(whatif) => whatif.run(&cards),
        Command::Compare(compare) => compare.run(&cards),
        Command::Sideboard(sideboard) => sideboard.run(&cards),
        Command::Value(value) => value.run(&cards),
        Command::Meta(meta) => meta.run(&cards),
        Command::Fidelity(fidelity) => fidelity.run(&cards),
        Command::Ladder(ladder) => ladder.run(&cards),
        Command::Positions(positions) => positions.run(&cards),
        Command::Optimize(optimize) => optimize.run(&cards),
        Command::Replay(replay) => replay.run(&cards),
        Command::Play(play) => play.run(&cards),
        Command::Scenario(scenario) => scenario.run(&cards),
        Command::Session(session) => session.run(&cards),
        Command::Schema(schema) => schema.run(),
        Command::Cards(OfGame { what, game }) => what.run(game, &cards),
        Command::Deck(OfGame { what, game }) => what.run(game, &cards),
        Command::Squad(what) => what.run(&cards),
        Command::Table(what) => what.run(&cards),
        Command::Pgn(what) => what.run(&cards),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            complain(&error);
            ExitCode::from(error.exit_code())
        }
    }
}

/// Ends the process with what is wrong with the arguments. An option that takes several may have
/// taken what is missing.
fn refuse(error: &clap::Error) -> ! {
    let takes_all = |given: &String| ["--against", "--decks"].contains(&given.as_str());
    let taken = env::args_os().filter_map(|given| given.into_string().ok()).find(takes_all);
    let (ErrorKind::MissingRequiredArgument, Some(option)) = (error.kind(), taken) else {
        error.exit()
    };
    // As clap ends; where standard error is closed nobody reads it.
    let _ = error.print();
    eprintln!(
        "\nwhat stands behind {option} is taken for it: put other arguments before it, or behind --"
    );
    std::process::exit(2)
}

/// Writes an error to standard error; further lines are set in below the first.
fn complain(error: &dyn fmt::Display) {
    eprintln!("error: {}", error.to_string().replace('\n', "\n       "));
}

/// Writes to standard output. A reader that has gone away is no error.
///
/// # Errors
///
/// When standard output cannot be written to.
pub fn print(text: &str) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::Write { path: Path::new("standard output").into(), source: error })
        }
        _ => Ok(()),
    }
}

/// A whole number from 1 to `max`.
fn counting<N>(text: &str, max: N) -> Result<N, String>
where
    N: Copy + FromStr + PartialOrd + From<u8> + fmt::Display,
{
    match text.parse::<N>() {
        Ok(number) if number >= N::from(1) && number <= max => Ok(number),
        _ => Err(format!("expected a whole number from 1 to {max}")),
    }
}

/// A seed, or the number of a game.
fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

fn games(text: &str) -> Result<u64, String> {
    counting(text, 1_000_000_000_000)
}

fn threads(text: &str) -> Result<usize, String> {
    counting(text, crate::batch::MOST_THREADS)
}

fn rounds(text: &str) -> Result<u16, String> {
    let expected = || format!("expected a whole number from 0 to {}", u16::MAX);
    text.parse().map_err(|_| expected())
}

fn batch(text: &str) -> Result<usize, String> {
    counting(text, 65_535)
}

#[cfg(test)]
mod tests {
    use cardmill_unlimited::agent::GREEDY;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn agents_are_one_name_or_one_for_each_seat() {
        let seated = |text: &str, setups: &[Setup]| {
            let agents = (!text.is_empty()).then(|| text.parse().unwrap());
            Agents::seated(Game::Unlimited.host(), agents.as_ref(), GREEDY, setups)
        };
        let pair = [Setup::pair(0, 1)];
        let names = |text| seated(text, &pair).unwrap().iter().map(Agent::to_string).collect();
        let all: [Vec<String>; 3] = ["", "random", "greedy,random"].map(names);
        assert_eq!(
            all.map(|names| names.join(" ")),
            ["greedy greedy", "random random", "greedy random"]
        );
        for text in ["greedy,", "clever"] {
            let error = seated(text, &pair).unwrap_err().to_string();
            assert!(error.contains("expected random or greedy"), "{error}");
        }
        let three = [Setup::Position { position: 0, seats: 3 }];
        assert_eq!(seated("random,greedy,random", &three).unwrap().len(), 3);
        let error = seated("random,greedy", &three).unwrap_err().to_string();
        assert!(error.contains("2 names where 3 sit"), "{error}");
    }

    #[test]
    fn counts_start_at_one() {
        assert_eq!(games("1"), Ok(1));
        for text in ["0", "-1", "many", "", "1000000000001"] {
            assert!(games(text).is_err(), "{text}");
        }
    }
}
