//! `cardmill schema`: what observations are.

use clap::Args;

use super::print;
use crate::error::Error;
use crate::games::Game;
use crate::schema::{Form, written};

/// What `schema` is asked for.
#[derive(Debug, Args)]
pub struct Schema {
    /// The game
    #[arg(long, value_name = "GAME", default_value_t = Game::Unlimited)]
    pub game: Game,
    /// How it is printed
    #[arg(long, value_enum, default_value_t = Form::Json)]
    pub format: Form,
}

impl Schema {
    /// Prints it.
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
