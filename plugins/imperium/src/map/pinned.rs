//! Maps that are part of the program, one for each number of players: each home has about as much
//! within reach as the others.

/// The map for 3 to 6 players, as `Map::read` takes it; `None` for other numbers.
#[must_use]
pub const fn pinned(players: usize) -> Option<&'static str> {
    match players {
        3 => Some(
            "29 39 37 49 20 31 33 25 21 38 35 28 27 23 19 36 26 50 -1 -1 45 0 34 -1 -1 -1 40 \
             0 22 -1 -1 -1 24 0 47 -1",
        ),
        4 => Some(
            "46 27 45 37 29 42 24 48 47 39 25 33 19 35 49 34 20 22 23 28 36 30 0 32 50 43 0 \
             41 31 38 21 0 44 40 26 0",
        ),
        5 => Some(
            "48 32 27 40 50 21 31 41 24 43 49 34 22 37 28 38 47 25 26 33 0 45 30 36 0 19 46 0 \
             35 20 0 39 23 29 0 44",
        ),
        6 => Some(
            "40 43 28 21 35 42 47 34 30 22 48 41 27 45 49 50 24 37 0 31 46 0 25 33 0 23 39 0 \
             32 26 0 19 44 0 38 20",
        ),
        _ => None,
    }
}
