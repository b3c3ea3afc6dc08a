//! Abilities that triggered, and the order in which they resolve (CR 7.6).

use crate::choice::{Answer, Flow, Players, Prompt};
use crate::fault::Fault;
use crate::game::Game;
use crate::set::{Card, Seat};
use crate::state::Ref;

/// The effect of an ability that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ability {
    /// Ambush (CR 7.5.5).
    Ambush,
    /// Restore of this number (CR 7.5.9).
    Restore(u8),
    /// The second half of Saboteur (CR 7.5.10).
    Saboteur,
    /// Shielded (CR 7.5.12).
    Shielded,
    /// The text of the card.
    Text,
}

/// An ability that waits. Its controller is the owner of its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The effect that it has when it resolves.
    pub ability: Ability,
    /// The card it is on; a card that left play, as it is since then.
    pub source: Ref,
    /// The card that the event happened to: the one that was played, defeated or attacked, or that
    /// attacks.
    pub subject: Ref,
}

impl<P: Players> Game<'_, P> {
    /// Lets an ability wait that has triggered.
    pub(super) fn wait(&mut self, ability: Ability, source: Ref, subject: Ref) {
        self.state.waiting.push(Waiting { ability, source, subject });
    }

    /// Resolves everything that waits from `layer` on. The active player says whose abilities
    /// go first; their owner picks one after another until they are done (CR 7.6.9, 7.6.10).
    pub(super) fn resolve(&mut self, layer: usize) -> Flow {
        let mut block = None;
        loop {
            self.forget(layer);
            let seats = self.state.waiting[layer..].iter().map(|w| w.source.card.owner());
            let counts = seats.fold([0, 0], |mut counts, seat| {
                counts[seat] += 1;
                counts
            });
            let seat = match (block, counts) {
                (_, [0, 0]) => return Ok(()),
                (Some(seat), _) if counts[seat] > 0 => seat,
                (_, [_, 0]) => 0,
                (_, [0, _]) => 1,
                _ => self.whose_first()?,
            };
            block = Some(seat);
            let at = self.which_next(layer, seat, counts[seat])?;
            let next = self.state.waiting.remove(at);
            // What it triggers is nested and goes before what waits beside it (CR 7.6.11).
            let nested = self.state.waiting.len();
            self.resolve_one(next)?;
            if !self.breaks(Fault::NestedWait) {
                self.resolve(nested)?;
            }
        }
    }

    /// Of several that wait, those that can do nothing any more wait no longer.
    fn forget(&mut self, layer: usize) {
        if self.state.waiting.len() < layer + 2 {
            return;
        }
        for at in (layer..self.state.waiting.len()).rev() {
            let Waiting { ability, source, subject } = self.state.waiting[at];
            let about = match ability {
                Ability::Ambush | Ability::Shielded => source,
                Ability::Saboteur => subject,
                Ability::Restore(_) | Ability::Text => continue,
            };
            if self.state.unit(about).is_none() {
                self.state.waiting.remove(at);
            }
        }
    }

    fn whose_first(&mut self) -> Flow<Seat> {
        self.options.clear();
        self.options.extend([Answer::First(0), Answer::First(1)]);
        let lead = self.state.lead();
        let by = if self.breaks(Fault::OpponentOrders) { 1 - lead } else { lead };
        match self.ask(by, Prompt::First)? {
            Answer::First(seat) => Ok(seat),
            _ => Ok(lead),
        }
    }

    fn which_next(&mut self, layer: usize, seat: Seat, count: usize) -> Flow<usize> {
        let waiting = self.state.waiting.iter().enumerate().skip(layer);
        let mut own = waiting.filter(|(_, w)| w.source.card.owner() == seat).map(|(at, _)| at);
        if count == 1 {
            return Ok(own.next().unwrap_or(layer));
        }
        self.options.clear();
        self.options.extend(own.map(|at| Answer::Resolve(at as u8)));
        match self.ask(seat, Prompt::Which)? {
            Answer::Resolve(at) => Ok(at.into()),
            _ => Ok(layer),
        }
    }

    fn resolve_one(&mut self, waiting: Waiting) -> Flow {
        let source = waiting.source;
        match waiting.ability {
            Ability::Ambush => self.ambush(source),
            Ability::Shielded => {
                if let Some(unit) = self.state.unit(source) {
                    self.state.units[unit.index()].shields += 1;
                }
                Ok(())
            }
            Ability::Restore(points) => {
                self.heal_base(source.card.owner(), points);
                Ok(())
            }
            Ability::Saboteur => {
                if let Some(defender) = self.state.unit(waiting.subject) {
                    self.state.units[defender.index()].shields = 0;
                }
                Ok(())
            }
            Ability::Text => self.text(source),
        }
    }

    /// The unit readies and attacks an enemy unit, if it can and its controller wants to
    /// (CR 7.5.5, K4).
    fn ambush(&mut self, source: Ref) -> Flow {
        let Some(unit) = self.state.unit(source) else { return Ok(()) };
        let (targets, base) = self.targets(unit);
        if targets.is_empty() {
            return Ok(());
        }
        self.offer(targets);
        if base && self.breaks(Fault::AmbushAttacksBases) {
            self.options.push(Answer::Card(Card::of(1 - unit.owner(), Card::BASE)));
        }
        self.options.push(Answer::Decline);
        match self.ask(unit.owner(), Prompt::Ambush)? {
            Answer::Card(target) => {
                self.state.exhausted.remove(unit);
                self.attack(unit, Some(target))
            }
            _ => Ok(()),
        }
    }
}
