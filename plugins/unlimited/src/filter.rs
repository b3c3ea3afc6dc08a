//! Tests of a filter against a card as printed.

use crate::catalogue::Printed;
use crate::vocabulary::{AspectSet, Filter, Kinds, TraitSet};

/// Tests a card that is played as such kinds against what a filter says about printed things, for
/// when there is no card to look at.
#[must_use]
pub fn fits_printed(filter: &Filter, kinds: Kinds, printed: &Printed) -> bool {
    fits_with(filter, kinds, printed, printed.definition.traits)
}

/// The same for a card that has, or had, these traits.
#[must_use]
pub fn fits_with(filter: &Filter, kinds: Kinds, printed: &Printed, traits: TraitSet) -> bool {
    let power = printed.definition.power;
    filter.asks().is(kinds, true)
        && filter.min_power.is_none_or(|least| power >= least)
        && filter.max_power.is_none_or(|most| power <= most)
        && bears(
            filter,
            printed,
            &printed.definition.name,
            || printed.definition.unique,
            printed.aspects,
            traits,
        )
}

/// Tests a card against what a filter asks beside its kind. Its name, whether it is unique, its aspects
/// and its traits are given as they are now.
#[must_use]
pub fn bears(
    filter: &Filter,
    printed: &Printed,
    name: &str,
    unique: impl FnOnce() -> bool,
    aspects: AspectSet,
    traits: TraitSet,
) -> bool {
    let definition = &printed.definition;
    filter.unique.is_none_or(|wanted| wanted == unique())
        && filter.token.is_none_or(|wanted| wanted == definition.kind.is_token())
        && (filter.traits.is_empty() || filter.traits.meets(traits))
        && !filter.without_traits.meets(traits)
        && (filter.aspects.is_empty() || filter.aspects.meets(aspects))
        && !filter.without_aspects.meets(aspects)
        && filter.min_cost.is_none_or(|cost| definition.cost >= cost)
        && filter.max_cost.is_none_or(|cost| definition.cost <= cost)
        && (!filter.odd_cost || definition.cost % 2 == 1)
        && (asks_no_name(filter) || is_called(filter, printed, name))
}

/// Returns `true` for a filter that asks neither for names nor for a kind of ability, as most do.
fn asks_no_name(filter: &Filter) -> bool {
    filter.named.is_empty() && filter.not_named.is_empty() && filter.timing.is_none()
}

/// Tests a card for the name and the kind of ability that a filter asks for.
fn is_called(filter: &Filter, printed: &Printed, name: &str) -> bool {
    let among = |names: &[String]| names.iter().any(|other| other == name);
    filter.timing.is_none_or(|timing| printed.has(timing))
        && !among(&filter.not_named)
        && (filter.named.is_empty() || among(&filter.named))
}
