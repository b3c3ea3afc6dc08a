//! Lasting and delayed effects are created and end (CR 7.7).

use arrayvec::ArrayVec;
use cardmill_kernel::table::Fault;

use super::Commit;
use crate::board::EFFECTS;
use crate::effect::{Effect, EffectKind};
use crate::proposal::Proposal;
use crate::vocabulary::Until;

impl Commit<'_, '_, '_> {
    pub(super) fn expire_attack(&mut self, depth: u8) {
        self.end_effects(|_, effect| {
            effect.kind.until() == Some(Until::Attack) && effect.attack >= depth
        });
    }

    pub(super) fn expire(&mut self, what: Proposal, until: Until) -> bool {
        if until == Until::Attack {
            // An attack that was not made: what was to last for it ends.
            self.expire_attack(self.attack);
            self.board.dirty = true;
            return true;
        }
        let round = until == Until::Round;
        if !round {
            // No turn is under way any more (CR 1.4.5).
            self.board.active = self.board.initiative;
        }
        self.end_effects(|_, effect| match effect.kind.until() {
            Some(until) => round || until == Until::Phase,
            None => matches!(effect.kind, EffectKind::Discount { .. } | EffectKind::ExtraAction),
        });
        self.touched(what)
    }

    /// Ends effects, all at once.
    pub(super) fn end_effects(&mut self, ends: impl Fn(u8, &Effect) -> bool) {
        let Self { board, effects, roster, .. } = self;
        let mut ended: ArrayVec<u8, EFFECTS> = ArrayVec::new();
        board.effects.retain(|number| {
            let entity = roster.effects[usize::from(*number)];
            let Ok(mut effect) = effects.get_mut(entity) else { return true };
            let gone = ends(*number, &effect);
            if gone {
                *effect = Effect::default();
                ended.push(*number);
            }
            !gone
        });
        board.free_effects.extend(ended);
    }

    pub(super) fn last(&mut self, what: Proposal, until: Until) -> bool {
        if self.current(what.subject).is_none_or(|c| !c.zone.is_play()) {
            return false;
        }
        let kind = EffectKind::Lasting { grants: what.number, until };
        self.create(what, kind) && self.touched(what)
    }

    pub(super) fn replace(&mut self, what: Proposal) -> bool {
        let (_, until) = self.catalogue.tables.replacements[usize::from(what.number)];
        let kind = EffectKind::Replacing { replacement: what.number, until };
        self.create(what, kind) && self.touched(what)
    }

    pub(super) fn create(&mut self, what: Proposal, kind: EffectKind) -> bool {
        let Some(number) = self.board.free_effects.pop() else {
            self.fault = Some(Fault::Overflow("effects"));
            return false;
        };
        self.board.effects.push(number); // Numbers are on one of the two lists, of one length.
        let effect = Effect {
            kind,
            seat: what.seat,
            source: what.source,
            target: what.subject,
            attack: self.attack,
            it: self.it.clone(),
        };
        let entity = self.roster.effects[usize::from(number)];
        if let Ok(mut place) = self.effects.get_mut(entity) {
            *place = effect;
        }
        true
    }
}
