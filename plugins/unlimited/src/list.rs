//! Lists in the state of a table.

use tinyvec::ArrayVec;

/// A short list that is plain data: to copy a table is to copy memory. Lists that rules only work
/// with are `arrayvec`'s, which leave the room that they do not use untouched.
pub type List<T, const N: usize> = ArrayVec<[T; N]>;
