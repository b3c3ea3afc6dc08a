//! The parts of the state that each word reads, of those without a room of their own.

use super::{Read, Reads};
use crate::prelude::*;
use crate::vocabulary::{Comparison, Extreme, Keyworded};
use crate::words::grant::Grant;

impl Reads {
    /// The parts that a constant ability reads; nothing for any other ability.
    #[must_use]
    pub fn of_ability(ability: &Ability) -> Self {
        let Ability::Constant { condition, on, grant } = ability else { return Self::NOTHING };
        let condition =
            condition.as_ref().map_or(Self::NOTHING, |condition| condition.word().reads());
        condition.with(Self::of_whom(on)).with(Self::of_grants(grant))
    }

    /// The parts that it takes to work out how much is given.
    #[must_use]
    pub fn of_grants<'g>(grants: impl IntoIterator<Item = &'g Grant>) -> Self {
        Self::all(grants.into_iter().map(|grant| grant.word().reads()))
    }

    pub(crate) fn of_whom(whom: &Whom) -> Self {
        match whom {
            Whom::This
            | Whom::It
            | Whom::Other
            | Whom::Third
            | Whom::Attached
            | Whom::Subject
            | Whom::Dealer
            | Whom::Target => Self::NOTHING,
            Whom::Attacker | Whom::Defender => Self::ATTACK,
            Whom::Exploited => Self::LEFT,
            Whom::Each(filter) => Self::of_filter(filter),
            Whom::Base(who) => Self::of_who(*who),
            Whom::HostOf(upgrade) => Self::of_whom(upgrade),
        }
    }

    pub(crate) fn of_who(who: Who) -> Self {
        match who {
            Who::Defending | Who::Attacking => Self::WHOLE_ATTACK,
            Who::You
            | Who::Opponent
            | Who::Each
            | Who::ControllerOfIt
            | Who::OwnerOfIt
            | Who::ControllerOfTarget
            | Who::They => Self::NOTHING,
        }
    }

    pub(crate) fn of_filter(filter: &Filter) -> Self {
        Criteria::reads(filter)
    }
}

/// Criteria that read nothing: what is printed and who controls it changes with what is in play,
/// and numbers, keywords and upgrades are worked out again together.
macro_rules! nothing {
    ($($what:ty)*) => {
        $(impl Read for $what {
            fn reads(&self) -> Reads {
                Reads::NOTHING
            }
        })*
    };
}

nothing! { bool u8 i8 String KindSet TraitSet AspectSet Keyworded Timing }

impl<T: Read> Read for Option<T> {
    fn reads(&self) -> Reads {
        self.as_ref().map_or(Reads::NOTHING, T::reads)
    }
}

impl<T: Read> Read for Vec<T> {
    fn reads(&self) -> Reads {
        Reads::all(self.iter().map(T::reads))
    }
}

impl<T: Read> Read for Box<T> {
    fn reads(&self) -> Reads {
        T::reads(self)
    }
}

impl Read for Who {
    fn reads(&self) -> Reads {
        Reads::of_who(*self)
    }
}

impl Read for Whom {
    fn reads(&self) -> Reads {
        Reads::of_whom(self)
    }
}

impl Read for Filter {
    fn reads(&self) -> Reads {
        Reads::of_filter(self)
    }
}

impl Read for Place {
    fn reads(&self) -> Reads {
        match self {
            Self::Play | Self::Looked | Self::Elsewhere => Reads::NOTHING,
            Self::Hand | Self::Discard | Self::Deck => Reads::PILES,
            Self::Resources => Reads::RESOURCES,
            Self::Captured => Reads::CAPTURED,
        }
    }
}

impl Read for ArenaOf {
    fn reads(&self) -> Reads {
        match self {
            Self::Defender | Self::Attacker => Reads::WHOLE_ATTACK,
            Self::In(_) | Self::It | Self::This | Self::Across | Self::Chosen | Self::Subject => {
                Reads::NOTHING
            }
        }
    }
}

impl Read for Mark {
    fn reads(&self) -> Reads {
        Reads::HISTORY.with(self.who().reads())
    }
}

impl Read for Figure {
    fn reads(&self) -> Reads {
        match self {
            Self::RemainingHp => Reads::DAMAGE,
            Self::Cost | Self::Power => Reads::NOTHING,
        }
    }
}

impl Read for Comparison {
    fn reads(&self) -> Reads {
        Reads::all([self.of.reads(), self.and.reads(), self.than.word().reads()])
    }
}

impl Read for Extreme {
    fn reads(&self) -> Reads {
        self.of.reads().with(self.among.reads())
    }
}

impl Read for Shares {
    fn reads(&self) -> Reads {
        let traits = matches!(self, Self::Trait(_));
        self.with().reads().with(if traits { Reads::TRAITS } else { Reads::NOTHING })
    }
}
