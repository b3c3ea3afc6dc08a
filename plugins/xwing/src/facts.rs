//! Facts of all pilots of the game, and of all texts with "would" and "instead", whether their
//! cards are defined or not.

/// A pilot of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacementFacts {
    /// The card it is on, or one of those that share it.
    pub id: String,
    /// What it replaces.
    pub replaces: String,
    /// What the game lacks for it, if its card is not defined.
    pub lacks: String,
}

/// What is known of all cards of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Every pilot.
    pub pilots: Vec<PilotFacts>,
    /// Every text with both words.
    pub replacements: Vec<ReplacementFacts>,
}

impl Facts {
    /// Reads the two tables: a line of headings, then comma-separated fields without quotes.
    ///
    /// # Errors
    /// The line that is wrong and what was expected.
    pub fn parse(pilots: &str, replacements: &str) -> Result<Self, String> {
        let pilots = rows(pilots, 5).map(|row| {
            let (line, fields) = row?;
            let limited = fields[2].parse();
            let ability = match fields[3] {
                "yes" => true,
                "no" => false,
                other => return Err(format!("line {line}: expected yes or no, found {other:?}")),
            };
            Ok(PilotFacts {
                id: fields[0].into(),
                ship: fields[1].into(),
                limited: limited.map_err(|_| format!("line {line}: expected a limit"))?,
                ability,
                ship_abilities: fields[4]
                    .split('|')
                    .filter(|name| !name.is_empty())
                    .map(str::to_owned)
                    .collect(),
            })
        });
        let replacements = rows(replacements, 3).map(|row| {
            let (_, fields) = row?;
            Ok(ReplacementFacts {
                id: fields[0].into(),
                replaces: fields[1].into(),
                lacks: fields[2].into(),
            })
        });
        Ok(Self {
            pilots: pilots.collect::<Result<_, String>>()?,
            replacements: replacements.collect::<Result<_, String>>()?,
        })
    }
}

fn rows(text: &str, width: usize) -> impl Iterator<Item = Result<(usize, Vec<&str>), String>> {
    text.lines().enumerate().skip(1).map(move |(n, line)| {
        let fields: Vec<&str> = line.split(',').collect();
        if fields.len() == width {
            Ok((n + 1, fields))
        } else {
            Err(format!("line {}: expected {width} fields, found {}", n + 1, fields.len()))
        }
    })
}
