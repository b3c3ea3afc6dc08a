//! `cardmill schema`: a description of the observations of a game.

use clap::Args;

use super::print;
use crate::error::Error;
use crate::games::Game;
use crate::schema::{Form, written};

/// The arguments of `schema`: the game whose observations are described, and the form.
#[derive(Debug, Args)]
pub struct Schema {
    /// The game whose observations are described
    #[arg(long, value_name = "GAME", default_value_t = Game::Unlimited)]
    pub game: Game,
    /// The form of the description
    #[arg(long, value_enum, default_value_t = Form::Json)]
    pub format: Form,
}

impl Schema {
    /// Prints the description, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the game has no observations.
    pub fn run(&self) -> Result<u8, Error> {
        let schema = self.game.host().schema();
        let schema = schema.map_err(|problem| Error::Usage(problem.to_string()))?;
        print(&written(&schema, self.format))?;
        Ok(0)
    }
}
