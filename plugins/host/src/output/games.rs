//! The table of games: a row for each game of a run.

use std::fmt::Debug;
use std::rc::Rc;

use arrayvec::ArrayVec;
use cardmill_harness::play::{SEATS, Standing};

use super::column::{Cells, Column, Sheet};
use super::manifest::Manifest;
use super::rows::Played;
use crate::error::Error;
use crate::record::{End, GameRecord, hex};
use crate::setup::Setup;

/// The columns of the games of a run. Where games have fewer seats than others, and where they were
/// set aside, columns by seat hold nothing.
#[must_use]
pub fn sheet(manifest: &Manifest) -> Sheet<GameRecord> {
    let seats = manifest.agents.len();
    let mut columns = vec![
        Column::new("index", "number of the game in the run, from 0", |game: &GameRecord| {
            game.index
        })
        .spread(),
    ];
    if manifest.matches.is_some() {
        let meaning = "number of the game in its match, from 1; in runs of matches, where `index` is that \
                       of the match";
        columns.push(Column::new("match_game", meaning, |game: &GameRecord| game.number));
    }
    let names: Rc<[String]> = manifest.listed().iter().map(|listed| listed.name.clone()).collect();
    if manifest.positions.is_empty() {
        let entry = move |game: &GameRecord, seat: usize| match &game.setup {
            Setup::Entries(entries) => {
                entries.get(seat).map(|&entry| names[usize::from(entry)].clone())
            }
            Setup::Position { .. } => None,
        };
        let meaning = "what each player entered; in runs of entries";
        columns.extend(Column::by_seat(seats, "entry", meaning, entry));
    } else {
        let position = move |game: &GameRecord| match &game.setup {
            Setup::Entries(_) => None,
            Setup::Position { position, .. } => Some(names[usize::from(*position)].clone()),
        };
        let meaning = "the position; in runs of positions, in the place of entries";
        columns.push(Column::new("position", meaning, position));
    }
    let agents = manifest.agents.clone();
    let agent = move |game: &GameRecord, seat: usize| {
        (seat < game.setup.seats()).then(|| agents[seat].clone())
    };
    columns.extend(Column::by_seat(seats, "agent", "who played", agent));
    let first = |game: &GameRecord| game.first + 1;
    columns.push(Column::new("first_seat", "who went first, from 1", first));
    let place = |game: &GameRecord, seat: usize| game.standing.places.get(seat).copied();
    let meaning = "from 1; equals share one. Nothing in a quarantined game";
    columns.extend(Column::by_seat(seats, "place", meaning, place));
    let score = |game: &GameRecord, seat: usize| game.standing.scores.get(seat).copied();
    let meaning = "the score, as runs have it. Nothing in a quarantined game";
    columns.extend(Column::by_seat(seats, "score", meaning, score));
    columns.extend([
        Column::new("rounds", "rounds begun", |game: &GameRecord| game.rounds),
        Column::new(
            "decisions",
            "decisions with at least two options, of all players together",
            |game: &GameRecord| game.decisions,
        ),
        Column::new(
            "cut",
            "the game was over with the last round of `--rounds`",
            |game: &GameRecord| game.end == End::Cut,
        ),
        Column::new("quarantined", "the game was set aside", |game: &GameRecord| {
            game.end == End::Quarantined
        }),
        Column::new(
            "digest",
            "16 hexadecimal digits: all choices and the final state; zeros when the engine panicked",
            |game: &GameRecord| hex(game.digest),
        )
        .spread(),
        Column::new(
            "trail",
            "16 hexadecimal digits: all choices, whatever a state is made of; zeros as in `digest`",
            |game: &GameRecord| hex(game.trail),
        )
        .spread(),
    ]);
    Sheet { name: "games", group: 8 * 1024, columns }
}

/// The error of a cell that holds something else than its column can.
fn odd<T>(column: &str, found: &dyn Debug) -> Result<T, String> {
    Err(format!("{column}: {found:?} was not expected"))
}

/// Reads a digest by its 16 hexadecimal digits.
fn number_of(column: &str, digits: &str) -> Result<u64, String> {
    let number = u64::from_str_radix(digits, 16).ok();
    number.filter(|number| hex(*number) == digits).map_or_else(|| odd(column, &digits), Ok)
}

/// Reads a game by its row.
///
/// # Errors
///
/// The column whose cell was not expected, with the content found there.
pub fn game(cells: &mut Cells, manifest: &Manifest) -> Result<GameRecord, String> {
    let by_seat = manifest.agents.len();
    let index = cells.take()?;
    let number = if manifest.matches.is_some() { cells.take()? } else { 1 };
    let began: Vec<Option<String>> =
        cells.take_all(if manifest.positions.is_empty() { by_seat } else { 1 })?;
    let agents: Vec<Option<String>> = cells.take_all(by_seat)?;
    let first: u8 = cells.take()?;
    let places: Vec<Option<u8>> = cells.take_all(by_seat)?;
    let scores: Vec<Option<i16>> = cells.take_all(by_seat)?;
    let (rounds, decisions) = (cells.take()?, cells.take()?);
    let (cut, quarantined) = (cells.take()?, cells.take()?);
    let (digest, trail): (String, String) = (cells.take()?, cells.take()?);

    let seats = agents.iter().flatten().count();
    if seats > SEATS {
        return odd("agents", &seats);
    }
    let setup = match &began[..] {
        [Some(position)] if !manifest.positions.is_empty() => {
            Setup::Position { position: place(manifest, position)?, seats: seats as u8 }
        }
        entries if manifest.positions.is_empty() && entries.iter().flatten().count() == seats => {
            let places = entries.iter().flatten().map(|entry| place(manifest, entry));
            Setup::Entries(places.collect::<Result<_, _>>()?)
        }
        began => return odd("what it began with", &began),
    };
    let end = match (cut, quarantined) {
        (false, false) => End::Over,
        (true, false) => End::Cut,
        (false, true) => End::Quarantined,
        (true, true) => return odd("cut", &true),
    };
    let standing = Standing {
        places: places.iter().flatten().copied().take(SEATS).collect::<ArrayVec<_, _>>(),
        scores: scores.iter().flatten().copied().take(SEATS).collect(),
    };
    let ranked = if end == End::Quarantined { 0 } else { seats };
    let within = |place: &u8| (1..=seats).contains(&usize::from(*place));
    if standing.places.len() != ranked || !standing.places.iter().all(within) {
        return odd("places", &places);
    }
    if standing.scores.len() != ranked {
        return odd("scores", &scores);
    }
    Ok(GameRecord {
        index,
        number,
        setup,
        first: match first {
            seat if (1..=seats).contains(&usize::from(seat)) => seat - 1,
            other => return odd("first_seat", &other),
        },
        end,
        standing,
        rounds,
        decisions,
        trail: number_of("trail", &trail)?,
        digest: number_of("digest", &digest)?,
        spared: false,
        tally: None,
    })
}

/// The place of an entry or a position in the manifest, by its name; an error if there is none of
/// that name.
fn place(manifest: &Manifest, name: &str) -> Result<u16, String> {
    let place = manifest.listed().iter().position(|listed| listed.name == name);
    let what = if manifest.positions.is_empty() { "entry" } else { "position" };
    let place = place.and_then(|place| u16::try_from(place).ok());
    place.ok_or_else(|| format!("there is no {what} {name:?}"))
}

impl Played {
    /// The games from one on, in order. Rows that cannot be read are errors.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened again, or is none of games.
    pub fn games(
        &self,
        from: u64,
    ) -> Result<impl Iterator<Item = Result<GameRecord, Error>>, Error> {
        let before = from.saturating_sub(self.manifest.first_game);
        let rows = self.rows(&sheet(&self.manifest), before)?;
        let games = rows.map(|(_, cells)| game(&mut cells?, &self.manifest));
        let before = move |game: &Result<GameRecord, String>| {
            game.as_ref().is_ok_and(|game| game.index < from)
        };
        Ok(games.skip_while(before).map(|game| game.map_err(|error| self.odd(error))))
    }

    /// Reads a game, by its number and that in its match.
    ///
    /// # Errors
    ///
    /// When there is no such game, or the file cannot be read.
    pub fn game(&self, index: u64, number: u8) -> Result<GameRecord, Error> {
        let mut found = 0;
        for game in self.games(index)? {
            let game = game?;
            if game.index != index {
                break;
            }
            if game.number == number {
                return Ok(game);
            }
            found = game.number;
        }
        let Manifest { games, first_game, .. } = &self.manifest;
        let (problem, expected) = match found {
            0 => (
                format!("there is no row {index}"),
                format!("the number of one of its {games} games, from {first_game}"),
            ),
            _ => (
                format!("match {index} has no game {number}"),
                format!("a number from 1 to {found}"),
            ),
        };
        Err(Error::file(self.path(), problem, expected))
    }
}

/// A game of three from a position, and a run that has room for four.
#[cfg(test)]
pub(crate) fn of_three(index: u64) -> (GameRecord, Manifest) {
    use super::manifest::{Listed, example};

    let scores = [7, -1, 9].into_iter().collect();
    let game = GameRecord {
        setup: Setup::Position { position: 1, seats: 3 },
        end: End::Cut,
        standing: Standing::open(scores),
        ..crate::record::example(index, None)
    };
    let positions = ["near", "far"].map(Listed::example).into();
    let agents = vec!["random".to_owned(); 4];
    (game, Manifest { entries: Vec::new(), positions, agents, ..example() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::{Match, Sideboarding};
    use crate::output::column::Value;
    use crate::output::manifest::example;
    use crate::record::{aside, example as played};

    fn read(values: Vec<Value>, manifest: &Manifest) -> Result<GameRecord, String> {
        let names = Rc::from(sheet(manifest).names());
        game(&mut Cells::new(&names, values), manifest)
    }

    #[test]
    fn games_come_back() {
        let manifest = example();
        let sheet = sheet(&manifest);
        let names = sheet.names();
        let over = [Some(0), Some(1), None].map(|winner| played(5, winner));
        for game in over.into_iter().chain([aside(played(5, None))]) {
            let row = sheet.cells(&game);
            let digits = |digits: &str| Value::Text(format!("00000000000000{digits}"));
            assert_eq!(row[row.len() - 2..], ["ab", "cd"].map(digits));
            assert_eq!(read(row.clone(), &manifest), Ok(game));
            let text = |text: &str| Value::Text(text.to_owned());
            for (column, value, told) in [
                ("entry_2", text("Dogwood"), "Dogwood"),
                ("entry_1", Value::Nothing, "began"),
                ("first_seat", Value::Whole(3), "first_seat"),
                ("first_seat", Value::Whole(300), "first_seat: 300"),
                ("rounds", Value::Nothing, "rounds: nothing is there"),
                ("place_2", Value::Whole(3), "places"),
                ("trail", text("+00000000000000c"), "trail"),
                ("digest", text("171"), "digest"),
            ] {
                let mut wrong = row.clone();
                wrong[names.iter().position(|name| name == column).unwrap()] = value;
                let error = read(wrong, &manifest).unwrap_err();
                assert!(error.contains(told), "{column}: {error}");
            }
        }
        let matches = Some(Match { best_of: 3, sideboard: Sideboarding::Plain });
        let manifest = Manifest { matches, ..manifest };
        let game = GameRecord { number: 3, ..played(5, Some(1)) };
        let row = super::sheet(&manifest).cells(&game);
        assert_eq!(row[..2], [5, 3].map(Value::Whole));
        assert_eq!(read(row, &manifest), Ok(game));
        let (game, manifest) = of_three(5);
        let row = super::sheet(&manifest).cells(&game);
        assert_eq!(row[1], Value::Text("far".to_owned()));
        assert_eq!(
            row[7..11],
            [2, 3, 1].map(Value::Whole).into_iter().chain([Value::Nothing]).collect::<Vec<_>>()[..]
        );
        assert_eq!(read(row, &manifest), Ok(game));
    }

    #[test]
    fn columns_are_by_seat() {
        let columns = "index,entry_1,entry_2,agent_1,agent_2,first_seat,place_1,place_2,score_1,\
                       score_2,rounds,decisions,cut,quarantined,digest,trail";
        assert_eq!(sheet(&example()).names().join(","), columns);
        let columns = sheet(&of_three(0).1).names();
        assert_eq!(columns[..3], ["index", "position", "agent_1"]);
        assert_eq!(columns.len(), 2 + 4 + 1 + 4 + 4 + 6);
    }
}
