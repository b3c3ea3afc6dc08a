//! Cards that are not in play, as abilities in play and lasting effects change them: traits they
//! have, abilities they have lost.

use std::sync::LazyLock;

use super::{Context, Scene};
use crate::face::Face;
use crate::filter::bears;
use crate::prelude::*;
use crate::program::Compiled;
use crate::vocabulary::Kinds;
use crate::words::grant;
use crate::words::grant::Grant;

/// A side of a card that has lost all abilities.
static NOTHING: LazyLock<Face> = LazyLock::new(Face::default);

impl<'a> Scene<'a> {
    /// The front of a card that is not in play; an empty one when it has lost all abilities.
    #[must_use]
    pub fn front(&self, slot: Slot) -> &'a Face {
        if self.is_void(slot) { &NOTHING } else { &self.printed(slot).front }
    }

    /// Tests a card that is not in play for one of these bits; it has none when it has lost its
    /// abilities.
    #[inline]
    pub(crate) fn has(&self, slot: Slot, bits: u32) -> bool {
        self.brief(slot).has.any(bits) && !self.is_void(slot)
    }

    /// Returns `true` for a card that is not in play and has lost all abilities.
    #[inline]
    #[must_use]
    pub fn is_void(&self, slot: Slot) -> bool {
        self.relevance.reaches && self.loses_all(self.card(slot))
    }

    /// Returns `true` if the Credit tokens of a player are without abilities, as are other cards
    /// that an effect takes all abilities from wherever they are.
    #[inline]
    #[must_use]
    pub fn voids_credits(&self, seat: Seat) -> bool {
        let credit = Card {
            definition: self.catalogue.credit,
            owner: seat,
            controller: seat,
            zone: Zone::Aside,
            ..Card::default()
        };
        self.relevance.reaches && self.loses_all(&credit)
    }

    #[inline(never)]
    pub(super) fn loses_all(&self, card: &Card) -> bool {
        let mut void = false;
        self.each_reaching(card, |grant| void |= matches!(grant, Grant::LoseAbilities(_)));
        void
    }

    /// The traits of a card that is not in play: printed ones, and those it gains there.
    #[inline]
    pub(crate) fn traits_out_of_play(&self, card: &Card) -> TraitSet {
        let mut traits = self.catalogue.card(card.definition).definition.traits;
        if self.relevance.reaches {
            self.each_reaching(card, |grant| {
                if let Grant::Trait(grant::Trait(name)) = grant {
                    traits = traits.with(*name);
                }
            });
        }
        traits
    }

    /// Hands over the grants that reach a card out of play. In play it gets nothing by that.
    fn each_reaching(&self, card: &Card, mut with: impl FnMut(&Grant)) {
        if card.zone.is_play() {
            return;
        }
        let mut reach = |compiled: &Compiled, seat: Seat, source: Ref, by: Option<&Effect>| {
            let Ability::Constant { condition, on: Whom::Each(what), grant } = &compiled.ability
            else {
                return;
            };
            let locals = by.map(Effect::remembers);
            let cx = Context { locals: locals.as_ref(), ..Context::of(seat, source) };
            if self.is_reached(what, card, &cx)
                && condition.as_ref().is_none_or(|condition| self.holds(condition, &cx))
            {
                grant.iter().for_each(&mut with);
            }
        };
        for slot in self.face_up() {
            let source = self.card(slot);
            for &id in &self.face(slot).reaches {
                if !self.stats(slot).is_blank() {
                    let compiled = self.catalogue.ability(id);
                    reach(compiled, source.controller, source.reference(slot), None);
                }
            }
        }
        for (_, effect) in self.effects() {
            if let EffectKind::Ongoing { step, .. } = effect.kind {
                let ongoing = &self.catalogue.tables.ongoing[usize::from(step)];
                if ongoing.reaches {
                    let compiled = self.catalogue.ability(ongoing.ability);
                    reach(compiled, effect.seat, effect.source, Some(effect));
                }
            }
        }
    }

    /// Tests a card that is not in play by its printed definition and by its owner.
    fn is_reached(&self, what: &Filter, card: &Card, cx: &Context<'_>) -> bool {
        let printed = self.catalogue.card(card.definition);
        let definition = &printed.definition;
        what.asks().is(Kinds::from(definition.kind), true)
            && what.owner.is_none_or(|who| self.means(who, card.owner, cx))
            && what.leader.is_none_or(|wanted| wanted == (definition.kind == Kind::Leader))
            && bears(
                what,
                printed,
                &definition.name,
                || definition.unique,
                printed.aspects,
                definition.traits,
            )
            && (!what.chosen_name || self.is_named(&definition.name, cx))
    }
}

impl Filter {
    /// Returns `true` for a filter about cards that are not in play.
    #[must_use]
    pub fn reaches(&self) -> bool {
        self.place == Place::Elsewhere
    }
}
