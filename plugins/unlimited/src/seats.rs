//! Seats: the places of players at a table.

use arrayvec::ArrayVec;
use cardmill_kernel::card::Seat;

/// The most players of a game (CR 11.1.1).
pub const SEATS: usize = 4;

/// Some of the players, in the order in which something is done for them.
pub type Several = ArrayVec<Seat, SEATS>;
