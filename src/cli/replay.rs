//! `cardmill replay`: plays one game of a run again and prints what happens in it.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use cardmill_harness::session::Question;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::library::Library;
use clap::Args;

use super::decks::Decks;
use super::{Agents, CardsFolder};
use crate::batch::{self, Settings};
use crate::error::Error;
use crate::output::games::{Kind, Played};
use crate::output::json::pretty;
use crate::output::manifest::Manifest;
use crate::output::part::{Part, followed};
use crate::record::{GameRecord, Outcome, hex};
use crate::replay::{Replay as Game, replay};
use cardmill_harness::agent::Agent;

/// What `replay` is asked for.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Replay {
    /// A file that simulate --out wrote; or deck files, folders of deck files or names of decks, as
    /// the run had them
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Decks that the run was played against, as it had them
    #[arg(long, value_name = "DECK", num_args = 1..)]
    pub against: Vec<PathBuf>,
    /// Number of the game in the run, from 0: the index of its row
    #[arg(long, value_name = "N", visible_alias = "row", value_parser = super::number)]
    #[arg(allow_negative_numbers = true)]
    pub game: u64,
    /// Seed of the run [default: 0]
    #[arg(long, value_name = "S", value_parser = super::number)]
    #[arg(allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Who plays: random or greedy; two names with a comma for the two sides [default: greedy]
    #[arg(long, value_name = "NAME[,NAME]")]
    pub agents: Option<Agents>,
    /// Stop before this decision, as numbered at the left
    #[arg(long, value_name = "N", value_parser = super::number)]
    #[arg(allow_negative_numbers = true)]
    pub until: Option<u64>,
    /// Write the position there to this file, as a session loads it
    #[arg(long, value_name = "FILE", requires = "until")]
    pub save: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cardmill replay luke vader --game 123
  cardmill replay cards/unlimited/decks --game 1234 --seed 7
  cardmill replay games.parquet --row 123
  cardmill replay games.csv --row 123 --until 40 --save position.json";

/// A game that is to be played again.
struct Planned {
    names: [String; 2],
    decks: [Deck; 2],
    settings: Settings,
    index: u64,
}

impl Replay {
    /// Plays the game and prints it while it goes.
    ///
    /// # Errors
    ///
    /// When the input is bad, or standard output or the position cannot be written.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let library = cards.load()?;
        let planned = match &self.files[..] {
            [file] if Kind::of(file).is_some() => self.row(file, &library)?,
            _ => self.game(&library)?,
        };
        let Planned { names, decks: [a, b], settings, index } = &planned;
        let mut game = Game::new(&library, [a, b], settings, *index)?;
        let mut out = BufWriter::new(io::stdout().lock());
        let mut written = Ok(());
        self.show(&mut game, &planned, &mut |line| {
            if written.is_ok() {
                written = writeln!(out, "{line}");
            }
        });
        if let Err(source) = written.and_then(|()| out.flush())
            && source.kind() != io::ErrorKind::BrokenPipe
        {
            return Err(Error::Write { path: Path::new("standard output").into(), source });
        }
        if let Some(until) = self.until {
            if u64::from(game.decisions()) != until || game.question().is_none() {
                return Err(Error::Usage(format!(
                    "--until {until}: the game between {} and {} ends after {} decisions; \
                     expected a smaller number",
                    names[0],
                    names[1],
                    game.decisions(),
                )));
            }
            if let Some(path) = &self.save {
                save(path, &game)?;
            }
            return Ok(0);
        }
        Ok(u8::from(game.record().outcome == Outcome::Quarantined))
    }

    /// A game of a run with these arguments.
    fn game(&self, library: &Library) -> Result<Planned, Error> {
        let Decks { decks, labels, pairings, .. } =
            Decks::read(&self.files, &self.against, library)?;
        let (a, b) = batch::pairing(&pairings, self.game);
        Ok(Planned {
            names: [a, b].map(|deck| labels[usize::from(deck)].name.clone()),
            decks: [a, b].map(|deck| decks[usize::from(deck)].clone()),
            settings: settings(
                self.seed.unwrap_or(0),
                self.agents.map_or([Agent::Greedy; 2], |agents| agents.0),
            ),
            index: self.game,
        })
    }

    /// The game of a row; it must go as it went in the run.
    fn row(&self, file: &Path, library: &Library) -> Result<Planned, Error> {
        for (given, name) in [
            (self.seed.is_some(), "--seed"),
            (self.agents.is_some(), "--agents"),
            (!self.against.is_empty(), "--against"),
        ] {
            if given {
                return Err(Error::Usage(format!(
                    "{name}: {} says how its games were played; expected none",
                    file.display()
                )));
            }
        }
        let played = Played::open(file)?;
        let row = played.game(self.game)?;
        let Manifest { seed, agents, decks, .. } = &played.manifest;
        let sides = [row.deck_a, row.deck_b];
        let [a, b] = sides.map(|deck| played.manifest.read(deck, file, library));
        let planned = Planned {
            names: sides.map(|deck| decks[usize::from(deck)].name.clone()),
            decks: match (a, b) {
                (Ok(a), Ok(b)) => [a, b],
                (a, b) => {
                    return Err(Error::Decks([a, b].into_iter().filter_map(Result::err).collect()));
                }
            },
            settings: settings(*seed, *agents),
            index: row.index,
        };
        // A game that panicked has no digest, and would only panic again.
        if row.digest != 0 {
            let [a, b] = &planned.decks;
            let again = replay(library, [a, b], &planned.settings, row.index, &mut |_| {})?;
            if again.digest != row.digest {
                return Err(other_game(file, &played.manifest, &row, &again, library));
            }
        }
        Ok(planned)
    }

    /// Says line by line how the game goes, to its end or to the decision that was asked for.
    fn show(&self, game: &mut Game, planned: &Planned, say: &mut dyn FnMut(&str)) {
        beginning(planned).lines().for_each(&mut *say);
        for seat in 0..2 {
            say(&format!("P{}'s opening hand: {}", seat + 1, game.hand(seat)));
        }
        say("");
        loop {
            let (round, decision) = (game.round(), game.decisions());
            let asked = game.question();
            if let Some(question) = &asked
                && self.until == Some(decision.into())
            {
                say("");
                picture(game, say);
                return say(&asking(decision, question));
            }
            let Some(lines) = game.step() else { break };
            // The answer to a question comes first of what follows from it.
            let mut number = asked.map(|_| decision.to_string());
            for line in lines {
                say(&format!("{:>4}  {line}", number.take().unwrap_or_default()));
            }
            if game.round() > round {
                picture(game, say);
            }
        }
        if let Some(fault) = game.fault() {
            say(&format!("the game was set aside: {fault}"));
        }
        say(&ending(&game.record(), &planned.names));
    }
}

/// Nothing of a replay depends on how many games there are and how they are played.
const fn settings(seed: u64, agents: [Agent; 2]) -> Settings {
    Settings { games: 1, seed, threads: 1, batch: 1, agents }
}

/// Writes the position to a file.
fn save(path: &Path, game: &Game) -> Result<(), Error> {
    let write = || {
        let part = Part::create(&followed(path)?)?;
        part.writer()?.write_all(pretty(&game.save()).as_bytes())?;
        part.keep()
    };
    write().map_err(|source| Error::Write { path: path.to_owned(), source })
}

/// What is said when a game does not go as it went.
fn other_game(
    file: &Path,
    manifest: &Manifest,
    row: &GameRecord,
    again: &GameRecord,
    library: &Library,
) -> Error {
    let now = match Manifest::new(library, &[], &[], &settings(0, manifest.agents), 0) {
        Ok(now) => now,
        Err(error) => return error,
    };
    let by = |manifest: &Manifest| {
        format!("Cardmill {} with the cards {}", manifest.cardmill, manifest.cards)
    };
    Error::file(
        file,
        format!(
            "game {} goes another way now: it was played by {} and has the digest {}; this is {}, \
             and the digest is {}",
            row.index,
            by(manifest),
            hex(row.digest),
            by(&now),
            hex(again.digest),
        ),
        "the version and the cards it was played with",
    )
}

/// The first lines: which game it is, and who plays what.
fn beginning(planned: &Planned) -> String {
    let Planned { names, settings, index, .. } = planned;
    let mut text = format!("game {index}, seed {}\n", settings.seed);
    for (player, (name, agent)) in names.iter().zip(settings.agents).enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "P{} ({}): {name}, {agent}", player + 1, ["a", "b"][player]);
    }
    text.push('\n');
    text
}

/// The table, set in.
fn picture(game: &mut Game, say: &mut dyn FnMut(&str)) {
    game.picture().iter().for_each(|line| say(&format!("      | {line}")));
}

/// Where the game was stopped.
fn asking(decision: u32, question: &Question) -> String {
    let options: Vec<&str> = question.options.iter().map(|option| option.label.as_str()).collect();
    format!(
        "decision {decision}: P{} is asked: {} ({})",
        question.player + 1,
        question.prompt,
        options.join(" | ")
    )
}

/// The last line: who won, and what to compare with the run's results.
fn ending(game: &GameRecord, names: &[String; 2]) -> String {
    let outcome = match game.outcome {
        Outcome::WinA => format!("P1 {} won", names[0]),
        Outcome::WinB => format!("P2 {} won", names[1]),
        Outcome::Draw => "drawn".to_owned(),
        Outcome::Quarantined => "quarantined".to_owned(),
    };
    format!(
        "game {}: {outcome}, {} went first, rounds {}, decisions {}, base damage {} and {}, \
         digest {}",
        game.index,
        if game.first_player == 0 { "P1" } else { "P2" },
        game.rounds,
        game.decisions,
        game.base_damage[0],
        game.base_damage[1],
        hex(game.digest),
    )
}
