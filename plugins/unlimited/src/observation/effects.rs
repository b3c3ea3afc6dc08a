//! Lasting and delayed effects, by whose they are and on the cards that they are about.

use cardmill_harness::observation::Shows;
use cardmill_kernel::card::Ref;

use super::{Entity, Observer, byte};
use crate::effect::EffectKind;

/// The number of effects that a player has, by kind.
#[derive(Clone, Copy, Default)]
pub(super) struct Kinds {
    pub(super) all: i16,
    /// The number of those that change what cards cost.
    pub(super) prices: i16,
    pub(super) delayed: i16,
    pub(super) extra_actions: i16,
    /// The number of those that give something to the next card.
    pub(super) promises: i16,
    /// The number of those that give something to whatever fits.
    pub(super) ongoing: i16,
}

impl<L: Shows> Observer<'_, '_, L> {
    /// Adds to the rows of cards what effects there are about them. Returns how many the seat has, and
    /// how many the enemy.
    pub(super) fn effects(&self, entities: &mut [[u8; Entity::WIDTH]]) -> [Kinds; 2] {
        let view = self.view;
        let mut sides = [Kinds::default(); 2];
        let mut to = |card: Ref, write: &dyn Fn(Entity<&mut u8>)| {
            let row = view.current(card).map_or(0, |slot| self.rows[usize::from(slot)]);
            if let Some(row) = row.checked_sub(1) {
                write(Entity::of(&mut entities[usize::from(row)]));
            }
        };
        for effect in view.lasting() {
            let side = &mut sides[usize::from(effect.seat != view.seat())];
            side.all += 1;
            match effect.kind {
                EffectKind::Discount { .. }
                | EffectKind::Costs { .. }
                | EffectKind::FreeCopy { .. } => side.prices += 1,
                EffectKind::Delayed { .. } => side.delayed += 1,
                EffectKind::ExtraAction => side.extra_actions += 1,
                EffectKind::Promise { .. } => side.promises += 1,
                EffectKind::Ongoing { .. } => side.ongoing += 1,
                EffectKind::None
                | EffectKind::Lasting { .. }
                | EffectKind::Replacing { .. }
                | EffectKind::Allowance { .. }
                | EffectKind::Compulsion { .. } => {}
            }
            for &card in &effect.it {
                match effect.kind {
                    EffectKind::Delayed { .. } => to(card, &|entity| *entity.delayed += 1),
                    _ => to(card, &|entity| *entity.lasting += 1),
                }
            }
            if let EffectKind::Delayed { .. } = effect.kind {
                continue;
            }
            let [power, hp] = view.gives(effect);
            to(effect.target, &|entity| {
                *entity.lasting += 1;
                let changes = [
                    (entity.power_up, power),
                    (entity.power_down, -power),
                    (entity.hp_up, hp),
                    (entity.hp_down, -hp),
                ];
                for (place, change) in changes {
                    *place = place.saturating_add(byte(change));
                }
            });
        }
        sides
    }
}
