//! Damage, healing, and what is turned sideways.

use cardmill_kernel::table::Fault;

use super::Commit;
use crate::board::BaseDamage;
use crate::prelude::*;

impl Commit<'_, '_, '_> {
    pub(super) fn damage(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject).filter(|c| c.zone.is_play()) else {
            return false;
        };
        let amount = what.amount;
        if amount <= 0 {
            return false;
        }
        let is_base = self.state.catalogue.card(card.definition).kind() == Kind::Base;
        let dealt = u8::try_from(amount).unwrap_or(u8::MAX);
        if what.indirect {
            self.does(what.seat, Deed::IndirectDamage, dealt);
        }
        let state = self.card_mut(what.subject.slot);
        state.damage = state.damage.saturating_add(dealt);
        state.marks.set(Marks::MET_DAMAGE | Marks::DAMAGED, true);
        let damage = i16::from(state.damage);
        self.state.relevance.lethal |= damage >= self.stats(what.subject.slot).hp.into();
        if is_base && what.seat != card.owner {
            let history = &mut self.player(what.seat).phase;
            history.base_damage = history.base_damage.saturating_add(dealt);
            self.changed(Reads::HISTORY);
        }
        if is_base && self.current(what.source).is_some_and(|source| source.zone.is_arena()) {
            let struck = Marks::struck_base(card.owner);
            self.card_mut(what.source.slot).marks.set(struck, true);
            let how = if what.combat { BaseDamage::Combat } else { BaseDamage::Other };
            let combat = if what.combat { dealt } else { 0 };
            for attack in &mut self.state.board.attacks {
                if attack.attacker == what.source {
                    attack.base_damage = attack.base_damage.max(how);
                    attack.base_combat = attack.base_combat.saturating_add(combat);
                }
            }
            self.changed(Reads::HISTORY.with(Reads::ATTACK));
        }
        self.strikes(&what);
        self.remember_dealt(&what, dealt, damage);
        self.changed_for(what.subject.slot, Keyword::Grit);
        let number = if what.combat { 0 } else { self.deals(what.seat) };
        self.fact_of(Reads::DAMAGE, Proposal { amount, number, ..what })
    }

    /// Of damage that is no combat damage, whether it is the first that its player deals in this
    /// commit, 0, or more of it.
    fn deals(&mut self, seat: Seat) -> u16 {
        let commit = self.state.board.commits;
        let deeds = &mut self.player(seat).phase.deeds;
        let more = deeds.dealt == commit;
        deeds.dealt = commit;
        more.into()
    }

    /// An ability has dealt damage: remembered for the rest of it ("this way").
    /// `damage` is what is on the card now.
    fn remember_dealt(&mut self, what: &Proposal, amount: u8, damage: i16) {
        if self.change.running.is_none_or(|frame| frame.locals.ability().is_none()) {
            return;
        }
        let stats = self.stats(what.subject.slot);
        let unit = self.card(what.subject.slot).zone.is_arena();
        let excess = match unit && !stats.permissions.has(Permissions::UNDEFEATED) {
            true => (damage - i16::from(stats.hp)).clamp(0, amount.into()),
            false => 0,
        };
        let (commit, dealt) = (self.state.board.commits, &mut self.state.board.dealt);
        if dealt.commit != commit {
            dealt.commit = commit;
            (dealt.amount, dealt.excess) = (0, 0);
            dealt.to.clear();
        }
        dealt.amount = dealt.amount.saturating_add(amount.into());
        dealt.excess = dealt.excess.saturating_add(excess);
        if !dealt.to.contains(&what.subject) && dealt.to.try_push(what.subject).is_some() {
            self.change.fault = Some(Fault::Overflow("cards damaged at once"));
        }
    }

    /// Damage that was prevented would have been dealt.
    pub(super) fn meets_damage(&mut self, what: &Proposal) {
        if what.verb == Verb::Damage && self.current(what.subject).is_some() {
            self.card_mut(what.subject.slot).marks.set(Marks::MET_DAMAGE, true);
        }
    }

    pub(super) fn heal(&mut self, what: Proposal) -> bool {
        let Some(card) = self.current(what.subject).filter(|c| c.zone.is_play()) else {
            return false;
        };
        let healed = what.amount.clamp(0, card.damage.into());
        if healed == 0 || self.stats(what.subject.slot).permissions.has(Permissions::NO_HEAL) {
            return false;
        }
        let state = self.card_mut(what.subject.slot);
        state.damage -= healed as u8;
        state.marks.set(Marks::HEALED, true);
        self.changed_for(what.subject.slot, Keyword::Grit);
        self.fact_of(Reads::DAMAGE.with(Reads::HISTORY), Proposal { amount: healed, ..what })
    }

    pub(super) fn turn_sideways(&mut self, what: Proposal, exhaust: bool) -> bool {
        let Some(card) = self.current(what.subject).filter(|c| c.zone.is_play()) else {
            return false;
        };
        let held = !exhaust && self.stats(what.subject.slot).permissions.has(Permissions::NO_READY);
        // Only a change counts as having exhausted or readied it (CR 1.5.4E).
        if card.is_exhausted() == exhaust || held || card.zone == Zone::Attached {
            return false;
        }
        self.card_mut(what.subject.slot).marks.set(Marks::EXHAUSTED, exhaust);
        self.fact_of(Reads::EXHAUSTED, what)
    }

    pub(super) fn exhaust_resources(&mut self, what: Proposal) -> bool {
        let player = self.player(what.seat);
        let amount = what.amount.min(player.ready.into());
        player.ready -= amount as u8;
        player.advance = 0;
        if what.verb == Verb::Spend && amount < what.amount && !player.out {
            self.change.fault = Some(Fault::Invariant("a cost was paid with too few resources"));
        }
        amount > 0 && self.fact_of(Reads::RESOURCES, Proposal { amount, ..what })
    }

    pub(super) fn change_credits(&mut self, what: Proposal) -> bool {
        let credits = &mut self.player(what.seat).credits;
        let before = *credits;
        let amount = u8::try_from(what.amount).unwrap_or(u8::MAX);
        *credits = match what.verb {
            Verb::CreateCredits => before.saturating_add(amount),
            _ => before.saturating_sub(amount),
        };
        let changed = before.abs_diff(*credits);
        if what.verb == Verb::CreateCredits {
            self.does(what.seat, Deed::TokensCreated, changed);
        }
        let amount = changed.into();
        amount > 0 && self.fact_of(Reads::RESOURCES, Proposal { amount, ..what })
    }

    /// Control of a Credit token changes: it is neither created nor defeated.
    pub(super) fn take_credit(&mut self, what: Proposal) -> bool {
        let theirs = &mut self.player(what.number as Seat).credits;
        let Some(left) = theirs.checked_sub(1) else { return false };
        *theirs = left;
        let own = &mut self.player(what.seat).credits;
        *own = own.saturating_add(1);
        self.fact_of(Reads::RESOURCES, what)
    }

    pub(super) fn ready_resources(&mut self, what: Proposal) -> bool {
        let player = self.player(what.seat);
        let amount = what.amount.min(player.resources.len() as i16 - i16::from(player.ready));
        player.ready += amount.max(0) as u8;
        amount > 0 && self.fact_of(Reads::RESOURCES, Proposal { amount, ..what })
    }

    /// An ability that can be used so often each game has been used.
    pub(super) fn count_use(&mut self, what: Proposal) -> bool {
        if self.current(what.subject).is_none() {
            return false;
        }
        let uses = &mut self.card_mut(what.subject.slot).uses;
        *uses = uses.saturating_add(1);
        self.fact(what)
    }

    pub(super) fn mark(&mut self, what: Proposal, mark: u32) -> bool {
        if self.current(what.subject).is_none() {
            return false;
        }
        self.card_mut(what.subject.slot).marks.set(mark, true);
        self.fact(what)
    }
}
