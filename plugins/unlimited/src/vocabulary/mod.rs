//! The vocabulary of card definitions: what a file under `cards/unlimited/` can say.
//!
//! A definition is read from RON into these types and then run as it stands: nothing here is
//! generated and nothing is translated into Rust. [Steps](crate::words::step) are done in written order
//! (CR 7.1.5); a [`Filter`] says which cards, a [`Whom`] says to whom, a [measure](crate::words::measure)
//! how much, a [condition](crate::words::condition) when; of these each word has a [room](crate::words).
//! Grow it by parameters before adding a word.

mod ability;
mod criteria;
mod deed;
mod definition;
mod filter;
mod keyword;
mod replacement;
mod step;
mod traits;

pub use ability::{
    Ability, CostChange, Entering, Harm, Limit, Offered, Offering, Span, Subject, Timing, Window,
};
pub use criteria::{Asks, Criteria};
pub use deed::Deed;
pub use definition::{
    Arena, Aspect, AspectSet, Called, Deckbuilding, Definition, FlipSide, Kind, KindSet, Kinds,
    UnitSide, UpgradeSide, piloted,
};
pub use filter::{
    ArenaOf, Comparison, End, Extreme, Figure, Filter, Keyworded, Mark, Place, Relation, Shares,
    Who, Whom,
};
pub use keyword::Keyword;
pub use replacement::{Instead, Replacement, Would};
pub use step::{Count, Indirectly, Payment, Register, Token, TokenUnit, Until};
pub(crate) use step::{one, this, you};
pub use traits::{Trait, TraitSet};
