//! Cards exchanged between the games of a match (CR 9.2.2C).
//!
//! The texts leave open how many cards are exchanged, and which is up to the player. This is a plain
//! rule that looks at the two lists alone. A card is *aimed* if its text harms cards of the other
//! player that fit a filter, and it *finds* those of their deck that fit as they are printed. Aimed
//! cards that find few are exchanged for aimed ones that find many; everything else stays.

use core::mem::discriminant;

use super::Deck;
use crate::catalogue::{Catalogue, Inner, Printed};
use crate::filter::bears;
use crate::program::Op;
use crate::view::{Lean, Outlook, objects};
use crate::vocabulary::{
    Ability, ArenaOf, Filter, Grant, Keyworded, Kind, Measure, Place, Step, Who, Whom,
};
use crate::words::step::{Choose, Divide, Lasting};

/// An aimed card that finds fewer cards of a deck is idle against it. Of fifty cards a player sees some
/// twenty in a game.
const IDLE: usize = 6;

/// The rule in words.
pub(crate) const RULE: &str = "cards that are aimed at fewer than 6 cards of the other deck make \
                               room for cards of the sideboard that are aimed at most of them";

impl Deck {
    /// Itself as it is played against another deck after the first game of a match: idle cards
    /// exchanged for those of the sideboard that find the most. None where nothing is exchanged.
    #[must_use]
    pub fn sideboarded(&self, catalogue: &Catalogue, against: &Self) -> Option<Self> {
        let found = |cards: &[u16]| -> Vec<(usize, usize)> {
            let aimed = |(place, &card): (usize, &u16)| {
                let aims = aims(catalogue, card);
                let fits =
                    |other: &&u16| aims.iter().any(|aim| could_be(aim, catalogue.card(**other)));
                let found = against.cards.iter().filter(fits).count();
                (!aims.is_empty()).then_some((found, place))
            };
            cards.iter().enumerate().filter_map(aimed).collect()
        };
        let mut idle = found(&self.cards);
        idle.retain(|(found, _)| *found < IDLE);
        idle.sort_unstable();
        let mut better = found(&self.sideboard);
        better.retain(|(found, _)| *found >= IDLE);
        better.sort_by_key(|(found, place)| (core::cmp::Reverse(*found), *place));
        if idle.is_empty() || better.is_empty() {
            return None;
        }
        let mut deck = self.clone();
        for ((_, from), (_, to)) in idle.into_iter().zip(better) {
            core::mem::swap(&mut deck.cards[from], &mut deck.sideboard[to]);
        }
        Some(deck)
    }
}

/// The cards of the other player that a card harms.
fn aims(catalogue: &Inner, card: u16) -> Vec<&Filter> {
    let Printed { front, upgrade, .. } = catalogue.card(card);
    let mut aims = Vec::new();
    for face in [front, upgrade] {
        let abilities = [&face.triggered, &face.actions, &face.constants]
            .into_iter()
            .flatten()
            .chain(&face.event);
        for &id in abilities {
            let compiled = catalogue.ability(id);
            if let Ability::Constant { on: Whom::Each(what), grant, .. } = &compiled.ability
                && weakens(grant)
            {
                aims.push(what);
            }
            text(catalogue.program(compiled.program), &mut aims);
        }
    }
    aims.retain(|aim| is_theirs(aim));
    aims
}

/// Adds the cards that a text harms.
fn text<'c>(ops: &'c [Op], aims: &mut Vec<&'c Filter>) {
    for (at, op) in ops.iter().enumerate() {
        match op.step() {
            Some(Step::Choose(Choose(choice))) => {
                let again = |op: &&Op| match op.step() {
                    Some(Step::Choose(Choose(other))) => other.register == choice.register,
                    _ => false,
                };
                let bound = |whom: &Whom| whom.register() == Some(choice.register);
                let mut rest = ops[at + 1..].iter().take_while(|op| !again(op));
                if rest.any(|op| harms(op) && objects(op).iter().any(bound)) {
                    aims.push(&choice.what);
                }
            }
            Some(Step::Divide(Divide { among, .. })) => aims.push(among),
            _ if harms(op) => aims.extend(objects(op).iter().filter_map(|whom| match whom {
                Whom::Each(what) => Some(what),
                _ => None,
            })),
            _ => {}
        }
    }
}

/// Whether an instruction does harm to the cards that it names.
fn harms(op: &Op) -> bool {
    match op.step() {
        Some(Step::Lasting(Lasting { grant, .. })) => weakens(grant),
        step => matches!(
            step,
            Some(
                Step::Damage(_)
                    | Step::Defeat(_)
                    | Step::Capture(_)
                    | Step::Exhaust(_)
                    | Step::ToHand(_)
                    | Step::ToBottom(_)
                    | Step::ToTop(_)
                    | Step::TakeControl(_)
                    | Step::DiscardCards(_)
            )
        ),
    }
}

/// Whether cards are worse off by what they are given.
fn weakens(grants: &[Grant]) -> bool {
    let mut outlook = Outlook::default();
    let once = |amount: i16, _: &Measure| amount;
    grants.iter().for_each(|grant| grant.word().outlook(&once, &mut outlook));
    outlook.lean() == Lean::Harm
}

/// Whether it can be the other player's cards, which are seen or not.
fn is_theirs(aim: &Filter) -> bool {
    match aim.place {
        Place::Play => aim.side != Some(Who::You),
        Place::Hand | Place::Discard => aim.side == Some(Who::Opponent),
        _ => false,
    }
}

/// Whether a card of a deck could come to fit a filter, by what is printed on it: how else it will
/// stand nobody knows.
fn could_be(filter: &Filter, printed: &Printed) -> bool {
    let card = &printed.definition;
    let is_there = || match filter.arena {
        Some(ArenaOf::In(arena)) => card.kind != Kind::Unit || card.arena == arena,
        _ => true,
    };
    let is_keyworded = || match filter.keyword {
        Some(Keyworded::Of(keyword)) => {
            card.keywords.iter().any(|own| discriminant(own) == discriminant(&keyword))
        }
        _ => true,
    };
    filter.asks().is(card.kind.into(), filter.place != Place::Play)
        && filter.leader != Some(true)
        && bears(filter, printed, || card.unique, printed.aspects, card.traits)
        && is_there()
        && is_keyworded()
        && filter.min_power.is_none_or(|least| card.power >= least)
        && filter.max_power.is_none_or(|most| card.power <= most)
        && filter.min_remaining_hp.is_none_or(|least| card.hp >= least)
        && filter.max_remaining_hp.is_none_or(|most| card.hp <= most)
        || filter.or.as_ref().is_some_and(|other| could_be(other, printed))
}
