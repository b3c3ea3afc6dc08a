//! How much an observation shows.

use serde::Serialize;

/// How much an observation shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// What the seat may know.
    #[default]
    Seat,
    /// What every player sees, told from the seat.
    Public,
    /// Everything, told from the seat: what is hidden and the order of decks, too. For critics and
    /// for people who look for faults, never for who plays.
    Omniscient,
}

impl Level {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Seat, Self::Public, Self::Omniscient];
}

/// A [`Level`] as a type: what is not open at a level is not reached in the code for it.
pub trait Shows: Copy + 'static {
    /// What only the seat knows is shown.
    const OWN: bool;
    /// What nobody or only another player knows is shown, too.
    const HIDDEN: bool;
}

/// [`Level::Seat`].
#[derive(Clone, Copy, Debug)]
pub struct Own;

/// [`Level::Public`].
#[derive(Clone, Copy, Debug)]
pub struct Public;

/// [`Level::Omniscient`].
#[derive(Clone, Copy, Debug)]
pub struct Omniscient;

impl Shows for Own {
    const OWN: bool = true;
    const HIDDEN: bool = false;
}

impl Shows for Public {
    const OWN: bool = false;
    const HIDDEN: bool = false;
}

impl Shows for Omniscient {
    const OWN: bool = true;
    const HIDDEN: bool = true;
}
