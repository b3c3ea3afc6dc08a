//! Lasting and delayed effects are created and end (CR 7.7).

use cardmill_kernel::table::Fault;

use super::Commit;
use crate::prelude::*;
use crate::procedure::Locals;

impl Commit<'_, '_, '_> {
    /// The attack that "this attack" means to the program that proposed, counted from 1: the one
    /// under way, or the one that is about to begin.
    fn this_attack(&self) -> u8 {
        let begins =
            self.change.running.is_some_and(|frame| matches!(frame.locals, Locals::Attack(_)));
        self.state.board.attacks.len() as u8 + u8::from(begins)
    }

    pub(super) fn expire_attack(&mut self, depth: u8) {
        let tables = &self.state.catalogue.tables;
        self.end_effects(|_, effect| {
            effect.kind.until(tables) == Some(Until::Attack) && effect.attack >= depth
        });
    }

    pub(super) fn expire(&mut self, what: Proposal, until: Until) -> bool {
        if until == Until::Attack {
            // An attack that was not made: what was to last for it ends.
            self.expire_attack(self.this_attack());
            return true;
        }
        let round = until == Until::Round;
        if !round {
            // No turn is under way any more (CR 1.4.5).
            self.state.board.active = self.state.board.initiative;
        }
        let tables = &self.state.catalogue.tables;
        self.end_effects(|_, effect| match effect.kind.until(tables) {
            Some(Until::InPlay) => false,
            Some(until) => round || until == Until::Phase,
            None => matches!(
                effect.kind,
                EffectKind::Discount { .. } | EffectKind::ExtraAction | EffectKind::Promise { .. }
            ),
        });
        self.fact(what)
    }

    /// Ends effects, all at once.
    pub(super) fn end_effects(&mut self, ends: impl Fn(u8, &Effect) -> bool) {
        if self.state.board.effects.keep(self.state.effects, |number, effect| !ends(number, effect))
        {
            self.changed(Reads::PLAY);
            self.state.board.blame.expired = true;
            self.state.relevance.effects =
                Effects::of(self.state.board.effects.of(self.state.effects));
        }
    }

    pub(super) fn last(&mut self, what: Proposal, until: Until) -> bool {
        let there = |card: Ref| self.current(card).is_some_and(|card| card.zone.is_play());
        if !there(what.subject) || until == Until::InPlay && !there(what.source) {
            return false;
        }
        self.strikes(&what);
        let kind = EffectKind::Lasting { grants: self.gains(&what), until };
        self.create(what, kind) && self.touched(what)
    }

    /// The list of grants that a card gets of one: what it cannot gain now it does not gain later
    /// either (CR 8.14.2). Where the newest lasting effect wins, it can be given what another one
    /// took.
    fn gains(&self, what: &Proposal) -> u16 {
        let board = &self.state.board;
        let stats = self.stats(what.subject.slot);
        let [no_abilities, no_keywords] =
            self.state.catalogue.tables.grants[usize::from(what.number)].less;
        let blank = stats.is_blank() && !board.edition.newest_effect_wins();
        if blank || stats.permissions.has(Permissions::NO_GAIN) {
            no_abilities
        } else if stats.keywords.are_lost() {
            no_keywords
        } else {
            what.number
        }
    }

    pub(super) fn replace(&mut self, what: Proposal) -> bool {
        let until = self.state.catalogue.tables.replacements[usize::from(what.number)].until;
        let kind = EffectKind::Replacing { replacement: what.number, until };
        self.create(what, kind) && self.touched(what)
    }

    pub(super) fn compel(&mut self, what: Proposal) -> bool {
        let unit = self.current(what.subject).filter(|card| card.zone.is_arena());
        let compulsion = unit.map(|unit| EffectKind::Compulsion { of: unit.controller });
        compulsion.is_some_and(|kind| self.create(what, kind) && self.fact(what))
    }

    pub(super) fn delay(&mut self, what: Proposal) -> bool {
        let until = self.state.catalogue.tables.delays[usize::from(what.number)].until;
        let kind = EffectKind::Delayed { delay: what.number, until };
        self.create(what, kind) && self.touched(what)
    }

    /// Changes the costs of cards for a while; the title that was named for it is remembered.
    pub(super) fn change_costs(&mut self, what: Proposal) -> bool {
        let step = u8::try_from(what.number).expect("the catalogue has no more such steps");
        let until = self.state.catalogue.tables.costs[usize::from(step)].until;
        let gone = self.current(what.source).is_none_or(|card| !card.zone.is_play());
        if until == Until::InPlay && gone {
            return false;
        }
        let ability = self.change.running.and_then(|frame| frame.locals.ability());
        let named = ability.and_then(|ability| ability.named);
        let kind = EffectKind::Costs { step, named: named.unwrap_or_default() };
        // Of several opponents the one that its text is about is told by their base.
        let of = ability.filter(|ability| ability.theirs).and_then(|ability| ability.opponent);
        let base = of.map(|seat| self.state.board.players[usize::from(seat)].base);
        let subject = base.map_or(what.subject, |base| self.card(base).reference(base));
        self.create(Proposal { subject, ..what }, kind) && self.fact(what)
    }

    /// Begins to give something to all cards that fit; the title that was named for it is
    /// remembered.
    pub(super) fn endure(&mut self, what: Proposal) -> bool {
        let step = u8::try_from(what.number).expect("the catalogue has no more such steps");
        let until = self.state.catalogue.tables.ongoing[usize::from(step)].until;
        let gone = self.current(what.source).is_none_or(|card| !card.zone.is_play());
        if until == Until::InPlay && gone {
            return false;
        }
        let named = self.change.running.and_then(|frame| frame.locals.ability()?.named);
        let kind = EffectKind::Ongoing { step, named: named.unwrap_or_default() };
        self.create(what, kind) && self.touched(what)
    }

    pub(super) fn create(&mut self, what: Proposal, kind: EffectKind) -> bool {
        // What the program remembers as `It`, for delayed effects.
        let beside = match kind {
            EffectKind::Delayed { delay, .. } => {
                self.state.catalogue.tables.delays[usize::from(delay)].beside
            }
            _ => None,
        };
        let it = self.change.running.map(|frame| {
            let more = beside.into_iter().flat_map(|register| frame.locals.bound(register));
            frame.locals.bound(Register::It).chain(more).take(8).collect()
        });
        let effect = Effect {
            kind,
            seat: what.seat,
            source: what.source,
            target: what.subject,
            attack: self.this_attack(),
            it: it.unwrap_or_default(),
            again: u8::try_from(what.amount - 1).unwrap_or(0),
        };
        self.state.relevance.effects.add(kind);
        let taken = self.state.board.effects.take(self.state.effects, effect);
        if taken.is_none() {
            self.change.fault = Some(Fault::Overflow("effects"));
        }
        taken.is_some()
    }
}
