//! Sessions: the parts that they are made of, whichever game they are of.
//!
//! | module | contents |
//! |---|---|
//! | [`protocol`] | messages, batches, answers and errors |
//! | [`pipe`] | lines in and out |
//! | [`room`] | the tables of one game |
//! | [`saved`] | a saved game, as it is handed out |

pub mod pipe;
pub mod protocol;
pub mod room;
pub mod saved;
