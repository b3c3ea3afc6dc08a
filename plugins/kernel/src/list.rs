//! Lists in the state of a table.

use tinyvec::ArrayVec;

/// A list of bounded length that is plain data: it is copied as memory, whatever it holds. Lists
/// that rules only work with are `arrayvec`'s, which leave the room that they do not use untouched.
pub type List<T, const N: usize> = ArrayVec<[T; N]>;
