//! Scenarios of several games, each played with the cards of its game.

use std::path::PathBuf;

use cardmill_harness::files::CardFiles;
use serde::Serialize;

use super::bench::Performed;
use super::format::File;
use super::script::Script;
use crate::engine::engine;
use crate::error::Error;
use crate::games::Game;

/// The outcome of a scenario that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The name of its file without the ending, such as `S4-31`.
    pub id: String,
    /// The game that the scenario is of, as its file says.
    pub game: Game,
    /// `true` if all of it holds.
    pub ok: bool,
    /// The name of the scenario: the thing that it shows.
    pub name: String,
    /// The reading that it rests on where the sources leave room; empty when they do not.
    pub reading: String,
    /// The path of the scenario's file.
    pub file: PathBuf,
    /// The first step that does not hold, and what is wrong.
    pub problem: Option<String>,
}

/// A runner for scenarios of any game, with these cards.
pub struct Suite {
    cards: CardFiles,
    explain: bool,
}

impl Suite {
    /// Scenarios of these cards; `explain` says whether to tell what happens.
    #[must_use]
    pub fn new(cards: impl Into<CardFiles>, explain: bool) -> Self {
        Self { cards: cards.into(), explain }
    }

    /// Plays all scenarios of some files. `done` is told each outcome, with what happened when
    /// that is to be explained.
    ///
    /// # Errors
    /// When cards do not load, or a file is no scenario.
    pub fn play(
        &self,
        files: &[File],
        mut done: impl FnMut(Outcome, &str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for &game in Game::ALL {
            let files: Vec<&File> = files.iter().filter(|file| file.game == game).collect();
            if !files.is_empty() {
                let scripts: Vec<&Script> = files.iter().map(|file| &file.script).collect();
                let told = &mut |performed: Performed<'_>| {
                    let Performed { file, name, reading, played, happened } = performed;
                    let outcome = Outcome {
                        id: files[file].id(),
                        game,
                        ok: played.is_ok(),
                        name,
                        reading,
                        file: files[file].path.clone(),
                        problem: played.err().map(|failure| failure.to_string()),
                    };
                    done(outcome, happened)
                };
                engine(game.host()).perform(&self.cards, &scripts, self.explain, told)?;
            }
        }
        Ok(())
    }
}
