//! `cardmill schema`: what observations are.

use clap::Args;

use super::print;
use crate::error::Error;
use crate::games::{Game, Hosted, Visitor};
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
        print(&self.game.visit(Printing(self.format))?)?;
        Ok(0)
    }
}

struct Printing(Form);

impl Visitor for Printing {
    type Out = Result<String, Error>;

    fn visit<G: Hosted>(self) -> Self::Out {
        let encoder = G::encoder().map_err(|problem| Error::Usage(problem.to_string()))?;
        Ok(written(&encoder.schema, self.0))
    }
}
