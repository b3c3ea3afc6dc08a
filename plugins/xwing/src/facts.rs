//! Facts of all pilots of the game, of all texts with "would" and "instead", whether their
//! cards are defined or not, and the outlines of all obstacles.

use crate::space::Outline;

/// A pilot of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PilotFacts {
    /// Its id.
    pub id: String,
    /// Its ship type.
    pub ship: String,
    /// Limited to so many; 0 is no limit.
    pub limited: u8,
    /// It has a pilot ability.
    pub ability: bool,
    /// The names of its ship abilities.
    pub ship_abilities: Vec<String>,
}

/// A text that says what happens in the place of something else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReplacementFacts {
    /// The card it is on, or one of those that share it.
    pub id: String,
    /// What it replaces.
    pub replaces: String,
    /// What the game lacks for it, if its card is not defined.
    pub lacks: String,
}

/// What is known of all cards of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Facts {
    /// Every pilot.
    pub pilots: Vec<PilotFacts>,
    /// Every text with both words.
    pub replacements: Vec<ReplacementFacts>,
    /// The outline of every obstacle.
    pub obstacles: Vec<Outline>,
}

impl PilotFacts {
    /// Reads a table: a line of headings, then comma-separated fields without quotes.
    ///
    /// # Errors
    /// The line that is wrong and what was expected.
    pub fn parse(table: &str) -> Result<Vec<Self>, (u32, String)> {
        let pilots = rows(table, 5).map(|row| {
            let (line, fields) = row?;
            let limited = fields[2].parse();
            let ability = match fields[3] {
                "yes" => true,
                "no" => false,
                other => return Err((line, format!("expected yes or no, found {other:?}"))),
            };
            let ship_abilities = fields[4].split('|').filter(|name| !name.is_empty());
            Ok(Self {
                id: fields[0].into(),
                ship: fields[1].into(),
                limited: limited.map_err(|_| (line, "expected a limit".to_owned()))?,
                ability,
                ship_abilities: ship_abilities.map(str::to_owned).collect(),
            })
        });
        pilots.collect()
    }
}

impl ReplacementFacts {
    /// Reads a table, as [`PilotFacts::parse`] does.
    ///
    /// # Errors
    /// The line that is wrong and what was expected.
    pub fn parse(table: &str) -> Result<Vec<Self>, (u32, String)> {
        let replacements = rows(table, 3).map(|row| {
            let (_, fields) = row?;
            Ok(Self { id: fields[0].into(), replaces: fields[1].into(), lacks: fields[2].into() })
        });
        replacements.collect()
    }
}

/// The lines of a table below its headings, with their numbers.
fn rows(text: &str, width: usize) -> impl Iterator<Item = Result<(u32, Vec<&str>), (u32, String)>> {
    (1..).zip(text.lines()).skip(1).map(move |(line, text)| {
        let fields: Vec<&str> = text.split(',').collect();
        match fields.len() {
            found if found == width => Ok((line, fields)),
            found => Err((line, format!("expected {width} fields, found {found}"))),
        }
    })
}
