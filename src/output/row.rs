//! A game as files hold it: the columns of Parquet and CSV.

use arrayvec::ArrayVec;
use cardmill_harness::play::{SEATS, Standing};

use crate::record::{End, GameRecord, hex};
use crate::setup::Setup;

/// What the rows of a file have in common, and which columns they have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The names of the entries, or of the positions, that games begin with.
    pub names: Vec<String>,
    /// They are positions.
    pub positions: bool,
    /// The names of who plays, by seat: one for each seat that rows have columns for.
    pub agents: Vec<String>,
}

impl Sheet {
    /// Seats that rows have columns for: the most that a setup of the run has.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.agents.len()
    }

    /// The names of columns that there are one of for each seat.
    pub fn by_seat(&self, column: &str) -> Vec<String> {
        (1..=self.seats()).map(|seat| format!("{column}_{seat}")).collect()
    }

    /// The names of the columns that say what a game began with.
    pub fn setup(&self) -> Vec<String> {
        if self.positions { vec!["position".to_owned()] } else { self.by_seat("entry") }
    }

    /// The names of all columns, in order.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        let one = |name: &str| vec![name.to_owned()];
        let ends = ["rounds", "decisions", "cut", "quarantined", "digest"];
        let mut columns = one("index");
        columns.extend(self.setup());
        columns.extend(self.by_seat("agent"));
        columns.extend(one("first_seat"));
        columns.extend(self.by_seat("place"));
        columns.extend(self.by_seat("score"));
        columns.extend(ends.map(str::to_owned));
        columns
    }

    fn find(&self, name: &str) -> Result<u16, String> {
        let place = self.names.iter().position(|known| known == name);
        let place = place.and_then(|place| u16::try_from(place).ok());
        let what = if self.positions { "position" } else { "entry" };
        place.ok_or_else(|| format!("there is no {what} {name:?}"))
    }
}

/// A row. Where a game has fewer seats than rows have columns for, the others hold nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Number of the game in the run, from 0.
    pub index: u64,
    /// The names of what it began with: entries by seat, or one position.
    pub setup: Vec<Option<String>>,
    /// The names of who played, by seat.
    pub agents: Vec<Option<String>>,
    /// Who went first, from 1.
    pub first_seat: u8,
    /// The places, by seat; none in a quarantined game.
    pub places: Vec<Option<u8>>,
    /// The scores, by seat; none in a quarantined game.
    pub scores: Vec<Option<i16>>,
    /// Rounds begun.
    pub rounds: u16,
    /// Decisions taken by all players together.
    pub decisions: u32,
    /// Whether the game was over with the last round that the run had for it.
    pub cut: bool,
    /// Whether the game was set aside.
    pub quarantined: bool,
    /// Digest of everything that happened in the game.
    pub digest: String,
}

/// Something else was expected in a column.
fn odd<T>(column: &str, found: &dyn std::fmt::Debug) -> Result<T, String> {
    Err(format!("{column}: {found:?} was not expected"))
}

/// A list with nothing behind its end, up to so many.
fn filled<T>(list: impl IntoIterator<Item = T>, length: usize) -> Vec<Option<T>> {
    let mut list: Vec<Option<T>> = list.into_iter().map(Some).collect();
    list.resize_with(length, || None);
    list
}

impl Row {
    /// A game as a row of a sheet.
    ///
    /// # Panics
    ///
    /// When the sheet has no name for what the game began with.
    #[must_use]
    pub fn new(game: &GameRecord, sheet: &Sheet) -> Self {
        let name = |place: &u16| sheet.names[usize::from(*place)].clone();
        let seats = sheet.seats();
        Self {
            index: game.index,
            setup: match &game.setup {
                Setup::Entries(entries) => filled(entries.iter().map(name), seats),
                Setup::Position { position, .. } => vec![Some(name(position))],
            },
            agents: filled(sheet.agents.iter().take(game.setup.seats()).cloned(), seats),
            first_seat: game.first + 1,
            places: filled(game.standing.places.iter().copied(), seats),
            scores: filled(game.standing.scores.iter().copied(), seats),
            rounds: game.rounds,
            decisions: game.decisions,
            cut: game.end == End::Cut,
            quarantined: game.end == End::Quarantined,
            digest: hex(game.digest),
        }
    }

    /// The game.
    ///
    /// # Errors
    ///
    /// What is wrong with the row.
    pub fn game(&self, sheet: &Sheet) -> Result<GameRecord, String> {
        let seats = self.agents.iter().flatten().count();
        if seats > SEATS {
            return odd("agents", &seats);
        }
        let setup = match &self.setup[..] {
            [Some(position)] if sheet.positions => {
                Setup::Position { position: sheet.find(position)?, seats: seats as u8 }
            }
            entries if !sheet.positions && entries.iter().flatten().count() == seats => {
                let places = entries.iter().flatten().map(|entry| sheet.find(entry));
                Setup::Entries(places.collect::<Result<_, _>>()?)
            }
            setup => return odd("what it began with", &setup),
        };
        let end = match (self.cut, self.quarantined) {
            (false, false) => End::Over,
            (true, false) => End::Cut,
            (false, true) => End::Quarantined,
            (true, true) => return odd("cut", &true),
        };
        let standing = Standing {
            places: self.places.iter().flatten().copied().take(SEATS).collect::<ArrayVec<_, _>>(),
            scores: self.scores.iter().flatten().copied().take(SEATS).collect(),
        };
        let ranked = if end == End::Quarantined { 0 } else { seats };
        let within = |place: &u8| (1..=seats).contains(&usize::from(*place));
        if standing.places.len() != ranked || !standing.places.iter().all(within) {
            return odd("places", &self.places);
        }
        if standing.scores.len() != ranked {
            return odd("scores", &self.scores);
        }
        Ok(GameRecord {
            index: self.index,
            setup,
            first: match self.first_seat {
                seat if (1..=seats).contains(&usize::from(seat)) => seat - 1,
                other => return odd("first_seat", &other),
            },
            end,
            standing,
            rounds: self.rounds,
            decisions: self.decisions,
            digest: match u64::from_str_radix(&self.digest, 16) {
                Ok(digest) if hex(digest) == self.digest => digest,
                _ => return odd("digest", &self.digest),
            },
            spared: false,
            tally: None,
        })
    }
}

/// A sheet for the games of [`example`](crate::record::example).
#[cfg(test)]
pub(crate) fn example() -> Sheet {
    Sheet {
        names: ["Ash", "Birch", "Cedar"].map(str::to_owned).into(),
        positions: false,
        agents: ["greedy", "random"].map(str::to_owned).into(),
    }
}

/// A game of three from a position, for a sheet that has room for four.
#[cfg(test)]
pub(crate) fn of_three(index: u64) -> (GameRecord, Sheet) {
    let scores = [7, -1, 9].into_iter().collect();
    let game = GameRecord {
        setup: Setup::Position { position: 1, seats: 3 },
        end: End::Cut,
        standing: Standing::open(scores),
        ..crate::record::example(index, None)
    };
    let names = ["near", "far"].map(str::to_owned).into();
    (game, Sheet { names, positions: true, agents: vec!["random".to_owned(); 4] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{aside, example as game};

    #[test]
    fn games_come_back() {
        let sheet = example();
        let over = [Some(0), Some(1), None].map(|winner| game(5, winner));
        for game in over.into_iter().chain([aside(game(5, None))]) {
            let row = Row::new(&game, &sheet);
            assert_eq!(row.digest, "00000000000000ab");
            assert_eq!(row.game(&sheet), Ok(game));
            let wrong = |row: Row| row.game(&sheet).unwrap_err();
            let setup = vec![Some("Ash".to_owned()), Some("Dogwood".to_owned())];
            assert!(wrong(Row { setup, ..row.clone() }).contains("Dogwood"));
            assert!(wrong(Row { setup: vec![None; 2], ..row.clone() }).contains("began"));
            assert!(wrong(Row { first_seat: 3, ..row.clone() }).contains("first_seat"));
            assert!(wrong(Row { places: vec![Some(1)], ..row.clone() }).contains("places"));
            assert!(wrong(Row { places: vec![Some(3); 2], ..row.clone() }).contains("places"));
            assert!(wrong(Row { digest: "171".into(), ..row }).contains("digest"));
        }
        let (game, sheet) = of_three(5);
        let row = Row::new(&game, &sheet);
        assert_eq!(row.setup, [Some("far".to_owned())]);
        assert_eq!(row.places, [Some(2), Some(3), Some(1), None]);
        assert_eq!(row.game(&sheet), Ok(game));
    }

    #[test]
    fn columns_are_by_seat() {
        let columns = "index,entry_1,entry_2,agent_1,agent_2,first_seat,place_1,place_2,score_1,\
                       score_2,rounds,decisions,cut,quarantined,digest";
        assert_eq!(example().columns().join(","), columns);
        let columns = of_three(0).1.columns();
        assert_eq!(columns[..3], ["index", "position", "agent_1"]);
        assert_eq!(columns.len(), 2 + 4 + 1 + 4 + 4 + 5);
    }
}
