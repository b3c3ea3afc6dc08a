//! A view card by card, for whoever writes all of it down.

use cardmill_harness::observation::level::Shows;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::Entry;

use super::View;
use crate::attack::{Terms, can_attack};
use crate::bits::Cards;
use crate::card::DUEL as SLOTS;
use crate::cost::{Payer, Paying, Way, exploitable, smuggles};
use crate::knowledge::is_open;
use crate::prelude::*;
use crate::program::Given;
use crate::question::{Act, act, source};
use crate::words::grant::{Grant, Hp, Power};
use crate::words::step::search::Search;
use crate::words::step::{Discard, Step, discard_namesakes};

/// Cards that a view has found to be seen.
pub struct Seen {
    slots: [Slot; SLOTS + 1],
    count: u8,
}

impl Seen {
    const NONE: Self = Self { slots: [0; SLOTS + 1], count: 0 };

    #[inline]
    fn push(&mut self, slot: Slot) {
        self.slots[usize::from(self.count)] = slot;
        self.count += 1;
    }

    fn extend(&mut self, slots: impl IntoIterator<Item = Slot>) {
        slots.into_iter().for_each(|slot| self.push(slot));
    }

    /// The number of cards that are seen.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count.into()
    }
}

/// A card that is seen.
#[derive(Clone, Copy)]
pub struct Sighted<'a> {
    /// The slot of the card.
    pub slot: Slot,
    /// The state of the card.
    pub card: &'a Card,
    /// Its numbers, only of use where it is in play.
    pub stats: &'a Stats,
}

/// An answer, as far as it is known.
pub(crate) struct Answer {
    /// The option that was taken.
    pub choice: Choice,
    /// The deed that the option comes to.
    pub act: Act,
    /// The card that does it, as the catalogue has it.
    pub card: Option<u16>,
    /// The card that it is done to.
    pub target: Option<u16>,
}

/// The costs of cards for a seat, as far as it can see them.
pub struct Costs<'v, 'a, L> {
    view: &'v View<'a, L>,
    payer: Payer<'a>,
}

impl<L: Shows> Costs<'_, '_, L> {
    /// The resources it would pay for a card that is seen.
    #[must_use]
    pub fn of_sighted(&self, sighted: Sighted<'_>) -> i16 {
        self.payer.cost(sighted.slot, Payment::Cost.into())
    }

    /// The resources it would pay for a card.
    #[must_use]
    pub fn of(&self, slot: Slot) -> Option<i16> {
        self.view.sees(slot).then(|| self.payer.cost(slot, Payment::Cost.into()))
    }

    /// The resources it would pay for a resource by one of its Smuggle abilities.
    #[must_use]
    pub fn smuggling(&self, slot: Slot, n: u8) -> Option<i16> {
        self.view.sees(slot).then(|| self.payer.cost(slot, Paying::by(Way::Smuggle(n))))
    }

    /// The least that it would pay for a resource by Smuggle, if it has that.
    pub(crate) fn least_smuggling(&self, slot: Slot) -> Option<i16> {
        let scene = &self.view.scene;
        if !scene.relevance.smuggles && !scene.relevance.lends() {
            return None;
        }
        let ways = 0..smuggles(scene, slot).len() as u8;
        ways.map(|n| self.payer.cost(slot, Paying::by(Way::Smuggle(n)))).min()
    }

    /// The resources it would pay for a resource by Plot, if it has that.
    pub(crate) fn plotting(&self, slot: Slot) -> Option<i16> {
        let scene = &self.view.scene;
        let plots = scene.relevance.plots && scene.has(slot, Has::PLOT);
        plots.then(|| self.payer.cost(slot, Paying::by(Way::Plot)))
    }

    /// The resources it would pay for a card by Piloting, if it has that.
    pub(crate) fn as_pilot(&self, slot: Slot) -> Option<i16> {
        let pilots = self.view.scene.has(slot, Has::PILOTING);
        pilots.then(|| self.payer.cost(slot, Paying::by(Way::Piloting)))
    }

    /// The resources it would pay for a unit as an upgrade, by Piloting.
    #[must_use]
    pub fn piloting(&self, slot: Slot) -> Option<i16> {
        self.view.sees(slot).then(|| self.payer.cost(slot, Paying::by(Way::Piloting)))
    }
}

impl View<'_> {
    /// The cards it sees, by slot.
    pub(crate) fn sight(&self) -> Cards {
        let mut sight = Cards::below(self.scene.board.slots.into());
        let enemy = self.player(self.enemy());
        let own = self.player(self.seat);
        for list in [&enemy.hand, &enemy.resources, &enemy.deck, &own.deck] {
            list.iter().for_each(|&slot| sight.remove(slot.into()));
        }
        self.each_shown(|slot| sight.add(slot.into()));
        sight
    }
}

impl<'a, L: Shows> View<'a, L> {
    /// All cards that it can see, each once: leaders and bases, its own first; what is in play, in
    /// the order of entering; captured cards; its hand and its resources, in the order they came;
    /// cards that it is shown right now; what else is shown at its level, decks from the top; the
    /// discard piles, the newest card of each first.
    ///
    /// The order says nothing that it does not know: cards that it is shown come in that of the
    /// catalogue.
    #[must_use]
    pub fn seen(&self) -> Seen {
        let board = self.scene.board;
        let [own, enemy] = [self.player(self.seat), self.player(self.enemy())];
        let mut seen = Seen::NONE;
        seen.extend([own.leader, own.base, enemy.leader, enemy.base]);
        let others = |slot: &Slot| *slot != own.leader && *slot != enemy.leader;
        seen.extend(board.play.iter().copied().filter(others));
        seen.extend(board.captured);
        if L::OWN {
            seen.extend(own.hand.iter().chain(&own.resources).copied());
        }
        if L::HIDDEN {
            seen.extend(enemy.hand.iter().chain(&enemy.resources).copied());
            seen.extend(own.deck.iter().rev().chain(enemy.deck.iter().rev()).copied());
        } else if L::OWN {
            self.add_shown(&mut seen);
        }
        let (own, enemy) = (&own.discard[..], &enemy.discard[..]);
        let both = own.len().min(enemy.len());
        for (&own, &enemy) in own.iter().rev().zip(enemy.iter().rev()) {
            seen.push(own);
            seen.push(enemy);
        }
        seen.extend(own[..own.len() - both].iter().rev().copied());
        seen.extend(enemy[..enemy.len() - both].iter().rev().copied());
        seen
    }

    /// The cards that were found to be seen, one by one.
    pub fn sighted<'s>(
        &self,
        seen: &'s Seen,
    ) -> impl Iterator<Item = Sighted<'a>> + use<'s, 'a, L> {
        let Scene { cards, stats, .. } = self.scene;
        // There are as many.
        let stats = &stats[..cards.len()];
        seen.slots[..seen.count()].iter().map(move |&slot| {
            let place = usize::from(slot);
            Sighted { slot, card: &cards[place], stats: &stats[place] }
        })
    }

    /// Adds the hidden cards that a program of its own shows it right now.
    fn add_shown(&self, seen: &mut Seen) {
        let before = seen.count();
        self.each_shown(|slot| {
            if !seen.slots[before..seen.count()].contains(&slot) {
                seen.push(slot);
            }
        });
        let shown = &mut seen.slots[before..usize::from(seen.count)];
        shown.sort_unstable_by_key(|&slot| (self.scene.card(slot).definition, slot));
    }

    /// Hands over the hidden cards that a program of its own shows it right now, some of them again
    /// and again.
    fn each_shown(&self, mut show: impl FnMut(Slot)) {
        let scene = &self.scene;
        let mut add = |slot: Slot| {
            if !is_open(scene.card(slot), self.seat) {
                show(slot);
            }
        };
        for entry in &self.stack.entries {
            if let Entry::Frame(frame) = entry
                && frame.seat == self.seat
            {
                let shown = frame.locals.shown().filter(|card| scene.is_current(*card));
                shown.for_each(|card| add(card.slot));
            }
        }
        scene.open_top(self.seat).into_iter().for_each(&mut add);
        let plotted = self.plotted().filter(|card| scene.is_current(*card));
        plotted.for_each(|card| add(card.slot));
        let Some((step, cx)) = self.looking() else { return };
        match step {
            Step::Search(Search(search)) => search.seen(scene, self.seat, &cx).for_each(add),
            Step::DiscardNamesakes(_) => {
                discard_namesakes::searched(scene, self.progress()).for_each(add);
            }
            Step::Discard(Discard { who, random: false, .. }) => {
                let whose = scene.seat(*who, &cx);
                let hand = &scene.board.players[usize::from(whose)].hand;
                hand.iter().copied().for_each(add);
            }
            _ => {}
        }
    }

    /// The costs of cards for this seat, as they are now.
    #[must_use]
    pub fn costs(&self) -> Costs<'_, 'a, L> {
        Costs { view: self, payer: Payer::new(self.scene, self.seat) }
    }

    /// Returns `true` for a unit that is ready and has something to attack.
    #[inline]
    pub(crate) fn can_attack(&self, unit: Slot) -> bool {
        can_attack(&self.scene, unit, Terms::default())
    }

    /// The number of Bounty abilities that a unit has.
    #[inline]
    pub(crate) fn bounties(&self, unit: Sighted<'_>) -> usize {
        let Sighted { card, stats, .. } = unit;
        if stats.gained.is_empty() && !self.scene.catalogue.brief(card).has.any(Has::BOUNTY) {
            return 0;
        }
        self.scene.bounties_of(card, stats).count()
    }

    /// The number of units that may be exploited for a card that it plays.
    #[inline]
    pub(crate) fn exploitable(&self, slot: Slot) -> usize {
        exploitable(&self.scene, slot, self.seat, Payment::Cost.into())
    }

    /// Returns `true` for a card in play that is a Force token.
    #[inline]
    pub(crate) fn is_force(&self, card: &Card) -> bool {
        card.definition == self.scene.catalogue.force
    }

    /// The power and the HP that a lasting effect gives its card.
    pub(crate) fn gives(&self, effect: &Effect) -> [i16; 2] {
        let EffectKind::Lasting { grants, .. } = effect.kind else { return [0; 2] };
        let cx = Context { target: effect.target, ..Context::of(effect.seat, effect.source) };
        let times = i16::from(effect.again) + 1;
        let mut given = [0; 2];
        for Given { grant, .. } in &self.scene.catalogue.tables.grants[usize::from(grants)].given {
            let (place, amount, per) = match grant {
                Grant::Power(Power { amount, per }) => (0, *amount, per),
                Grant::Hp(Hp { amount, per }) => (1, *amount, per),
                _ => continue,
            };
            let much = self.scene.measure(per, &cx).saturating_mul(times);
            given[place] += i16::from(amount).saturating_mul(much);
        }
        given
    }

    /// The number of tokens of a kind on a unit.
    #[must_use]
    pub fn tokens(&self, token: Token, unit: Slot) -> usize {
        let token = self.scene.catalogue.token(token);
        let is = |upgrade: &Slot| self.scene.card(*upgrade).definition == token;
        self.scene.upgrades(unit).filter(is).count()
    }

    /// The number of abilities of a player that wait to be resolved.
    #[must_use]
    pub fn waiting_of(&self, seat: Seat) -> usize {
        self.stack.waiting.iter().filter(|ability| ability.seat == seat).count()
    }

    fn visible(&self, slot: Option<Slot>) -> Option<Slot> {
        slot.filter(|&slot| self.sees(slot))
    }

    /// The card that a reference names, if it is still that one and can be seen.
    #[must_use]
    pub fn current(&self, card: Ref) -> Option<Slot> {
        self.visible(self.scene.is_current(card).then_some(card.slot))
    }

    /// The cards that the program that asks holds, as far as it can see them.
    pub fn held(&self) -> impl Iterator<Item = (Register, Slot)> + use<'a, '_, L> {
        let held = self.asking().into_iter().flat_map(|frame| frame.locals.held());
        held.filter_map(|(register, card)| Some((register, self.current(card)?)))
    }

    /// The card that its question comes from.
    #[must_use]
    pub fn source(&self) -> Option<Slot> {
        self.visible(source(self.asking()?, self.prompt()?))
    }

    /// The progress of the program that asks it: the number of its instruction.
    #[must_use]
    pub fn at(&self) -> u16 {
        self.asking().map_or(0, |frame| frame.at)
    }

    /// The number that the text that asks it counts by.
    #[must_use]
    pub fn number(&self) -> i16 {
        self.asking().and_then(|frame| frame.locals.ability()).map_or(0, |ability| ability.number)
    }

    /// The answer that has just been given, as far as it knows of it: its own; what is announced;
    /// the choice of a card that it sees. It does not know that something hidden was chosen, or that
    /// something was not done that could have been.
    pub(crate) fn answer(&self) -> Option<Answer> {
        let Decision { prompt: Some(prompt), taken, seat, .. } = *self.decision else {
            return None;
        };
        let frame = self.stack.running()?;
        let source = source(frame, prompt);
        let (act, card, target) = act(prompt, taken, source, &self.stack.waiting);
        let own = L::HIDDEN || L::OWN && seat == self.seat;
        let is_known = own
            || match (prompt, taken) {
                (Prompt::FirstResource | Prompt::Resource, _) => false,
                (Prompt::Mulligan, Choice::Yes | Choice::No) => true,
                (_, Choice::Nothing | Choice::Decline | Choice::Done | Choice::No) => false,
                (_, Choice::Card(slot)) => self.sees(slot),
                _ => true,
            };
        // What is played is shown.
        let shown =
            own || matches!(taken, Choice::Play(_) | Choice::Smuggle(..) | Choice::Pilot(_));
        let definition = |slot: Option<Slot>| {
            let slot = slot.filter(|&slot| shown || self.sees(slot))?;
            Some(self.scene.card(slot).definition)
        };
        is_known.then(|| Answer {
            choice: taken,
            act,
            card: definition(card),
            target: definition(target),
        })
    }

    /// The deed of an option of its question, the card that does it, and the card it is done to.
    pub(crate) fn act(
        &self,
        prompt: Prompt,
        choice: Choice,
        source: Option<Slot>,
    ) -> (Act, Option<Slot>, Option<Slot>) {
        let (act, card, target) = act(prompt, choice, source, &self.stack.waiting);
        (act, self.visible(card), self.visible(target))
    }
}
