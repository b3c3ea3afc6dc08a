//! What each word reads.

use super::Reads;
use crate::vocabulary::{
    Ability, ArenaOf, Criteria, Figure, Filter, Mark, Place, Shares, Who, Whom,
};
use crate::words::grant::Grant;

impl Reads {
    /// What a constant ability reads; nothing, if it is another.
    #[must_use]
    pub fn of_ability(ability: &Ability) -> Self {
        let Ability::Constant { condition, on, grant } = ability else { return Self::NOTHING };
        let condition =
            condition.as_ref().map_or(Self::NOTHING, |condition| condition.word().reads());
        condition.with(Self::of_whom(on)).with(Self::of_grants(grant))
    }

    /// What it takes to work out how much is given.
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

    fn of_mark(mark: Mark) -> Self {
        let who = mark.who().unwrap_or(Who::You);
        Self::HISTORY.with(Self::of_who(who))
    }

    pub(crate) fn of_filter(filter: &Filter) -> Self {
        // What is printed and who controls it changes with what is in play, and numbers, keywords
        // and upgrades are worked out again together.
        let Criteria {
            is: _,
            is_not: _,
            place,
            side,
            another: _,
            subject: _,
            not,
            arena,
            leader: _,
            unique: _,
            token: _,
            traits,
            without_traits,
            aspects: _,
            without_aspects: _,
            named: _,
            not_named: _,
            chosen_name: _,
            min_cost: _,
            max_cost: _,
            min_power: _,
            max_power: _,
            min_remaining_hp,
            max_remaining_hp,
            damaged,
            exhausted,
            upgraded: _,
            with_upgrade,
            without_upgrade,
            attacking,
            defending,
            attached_to,
            host,
            mark,
            without_mark,
            or_defender,
            keyword: _,
            compare,
            shares,
            odd_cost: _,
            timing: _,
            eligible,
            or,
            extreme,
            owner: _,
        } = &**filter;
        let place = match place {
            Place::Play | Place::Looked | Place::Elsewhere => Self::NOTHING,
            Place::Hand | Place::Discard | Place::Deck => Self::PILES,
            Place::Resources => Self::RESOURCES,
            Place::Captured => Self::CAPTURED,
        };
        let arena = match arena {
            Some(ArenaOf::Defender | ArenaOf::Attacker) => Self::WHOLE_ATTACK,
            Some(_) | None => Self::NOTHING,
        };
        let hp = Figure::RemainingHp;
        let compared = compare.as_ref().is_some_and(|by| by.of == hp || by.and == Some(hp));
        let compared = compared || extreme.as_ref().is_some_and(|by| by.of == hp);
        let remaining = min_remaining_hp.is_some() || max_remaining_hp.is_some() || compared;
        let asked = [
            (Self::DAMAGE, remaining || damaged.is_some()),
            (Self::EXHAUSTED, exhausted.is_some()),
            (Self::ATTACK, attacking.is_some() || *defending || *or_defender),
            (Self::TRAITS, !traits.is_empty() || !without_traits.is_empty()),
            (Self::TRAITS, matches!(shares.as_deref(), Some(Shares::Trait(_)))),
        ];
        let asked = asked.into_iter().filter(|(_, on)| *on).map(|(part, _)| part);
        let cards = [with_upgrade, without_upgrade, host, or].into_iter().flatten();
        let parts = [
            place,
            arena,
            side.map_or(Self::NOTHING, Self::of_who),
            Self::all([mark, without_mark].into_iter().flatten().map(|mark| Self::of_mark(*mark))),
            Self::all(not.iter().map(Self::of_whom)),
            Self::all(cards.map(|f| Self::of_filter(f))),
            attached_to.as_ref().map_or(Self::NOTHING, |w| Self::of_whom(w)),
            eligible.as_ref().map_or(Self::NOTHING, |w| Self::of_whom(w)),
            compare.as_ref().map_or(Self::NOTHING, |c| c.than.word().reads()),
            shares.as_ref().map_or(Self::NOTHING, |s| Self::of_whom(s.with())),
            extreme.as_ref().map_or(Self::NOTHING, |by| Self::of_filter(&by.among)),
        ];
        Self::all(asked.chain(parts))
    }
}
