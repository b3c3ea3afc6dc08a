//! Levels: the amount that an observation shows.

use serde::Serialize;

/// The amount that an observation shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// All that the seat may know.
    #[default]
    Seat,
    /// Only the things that every player sees, told from the seat.
    Public,
    /// Everything, told from the seat: what is hidden and the order of decks, too. For critics and
    /// for people who look for faults, never for who plays.
    Omniscient,
}

impl Level {
    /// All levels, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::Seat, Self::Public, Self::Omniscient];
}

/// A [`Level`] as a type: what is not open at a level is not reached in the code for it.
pub trait Shows: Copy + 'static {
    /// `true` if things that only the seat knows are shown.
    const OWN: bool;
    /// `true` if things that nobody or only another player knows are shown, too.
    const HIDDEN: bool;
}

/// The type for [`Level::Seat`].
#[derive(Clone, Copy, Debug)]
pub struct Own;

/// The type for [`Level::Public`].
#[derive(Clone, Copy, Debug)]
pub struct Public;

/// The type for [`Level::Omniscient`].
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
