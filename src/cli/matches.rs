//! Games by themselves, or in matches.

use clap::Args;

use crate::error::Error;
use crate::host::Catalogue;
use crate::matches::{Match, Sideboarding};
use crate::setup::Setups;

/// The most games of a match.
const MOST: u8 = 9;

/// The option to play matches, and the use of sideboards in them.
#[derive(Clone, Copy, Debug, Args)]
pub struct Matches {
    /// Play matches of up to N games, 1 to 9 and odd, until one side has won more than half; then
    /// --games counts matches. Who lost a game goes first in the next
    #[arg(long, value_name = "N", default_value = "1", value_parser = best_of)]
    #[arg(allow_negative_numbers = true)]
    pub best_of: u8,
    /// The use of sideboards after the first game of a match
    #[arg(long, value_enum, default_value_t = Sideboarding::Plain)]
    pub sideboard: Sideboarding,
}

fn best_of(text: &str) -> Result<u8, String> {
    match text.parse::<u8>() {
        Ok(number) if number % 2 == 1 && number <= MOST => Ok(number),
        _ => Err(format!("expected an odd number of games from 1 to {MOST}")),
    }
}

impl Matches {
    /// The match that is played of these setups, whose later games get entries with exchanged cards; `None`
    /// where games are played by themselves.
    ///
    /// # Errors
    ///
    /// When not two sit in each.
    pub fn of(self, catalogue: &Catalogue, setups: &mut Setups) -> Result<Option<Match>, Error> {
        let Self { best_of, sideboard } = self;
        if best_of == 1 {
            return Ok(None);
        }
        if let Some(setup) = setups.list.iter().find(|setup| setup.seats() != 2) {
            let problem = format!("{} players; matches are played by two", setup.seats());
            return Err(Error::Usage(format!("--best-of {best_of}: {problem}")));
        }
        if sideboard == Sideboarding::Plain {
            setups.sideboard(catalogue);
        }
        Ok(Some(Match { best_of, sideboard }))
    }
}
