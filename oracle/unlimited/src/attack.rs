//! Attacks (CR 6.3; the steps of the seed, K1 to K3).

use crate::card::{Keywords, When};
use crate::choice::{Answer, Flow, Players, Prompt};
use crate::effect::Target;
use crate::fault::Fault;
use crate::game::Game;
use crate::set::{Card, CardSet};
use crate::state::Attack;
use crate::trigger::Ability;

impl<P: Players> Game<'_, P> {
    /// The enemy units that a unit may attack, and whether it may attack the base
    /// (CR 6.3.2, 7.5.10, 7.5.11).
    pub(super) fn targets(&self, attacker: Card) -> (CardSet, bool) {
        let state = &self.state;
        let arena = if state.ground.has(attacker) { state.ground } else { state.space };
        let enemies = arena & CardSet::of(1 - attacker.owner());
        let guards = enemies & state.sentinels;
        let ignores = state.units[attacker.index()].keywords.has(Keywords::SABOTEUR)
            && !self.breaks(Fault::SaboteurBound);
        if guards.is_empty() || ignores || self.breaks(Fault::SentinelIgnored) {
            (enemies, true)
        } else {
            (guards, false)
        }
    }

    /// Attacks: a target that Ambush has chosen, or one that is asked for.
    pub(super) fn attack(&mut self, attacker: Card, chosen: Option<Card>) -> Flow {
        let target = match chosen {
            Some(target) => target,
            None => {
                // Before its target is chosen (K12).
                self.state.exhausted.add(attacker);
                let (units, base) = self.targets(attacker);
                self.offer(units);
                if base {
                    let base = Card::of(1 - attacker.owner(), Card::BASE);
                    self.options.push(Answer::Card(base));
                }
                match self.ask(attacker.owner(), Prompt::Target)? {
                    Answer::Card(target) => target,
                    _ => return Ok(()),
                }
            }
        };
        let layer = self.state.waiting.len();
        let attack = Attack { attacker: self.state.now(attacker), target: self.state.now(target) };
        // Step one (CR 6.3.3).
        self.state.exhausted.add(attacker);
        self.state.attack = Some(attack);
        self.trigger_attack(attacker, target);
        self.resolve(layer)?;
        // Step two: combat damage, and what it triggers while Raid is still on (K1, K3).
        self.combat_damage(attack)?;
        self.resolve(layer)?;
        // Step three: nothing here watches for an attack that was completed.
        self.state.attack = None;
        Ok(())
    }

    fn trigger_attack(&mut self, attacker: Card, target: Card) {
        let (by, at) = (self.state.now(attacker), self.state.now(target));
        let unit = &self.state.units[attacker.index()];
        let (restore, keywords) = (unit.restore, unit.keywords);
        if restore > 0 && !self.breaks(Fault::RestoreAfterCombat) {
            self.wait(Ability::Restore(restore), by, at);
        }
        if self.state.printed(attacker).when.meets(When::ATTACKS) {
            self.wait(Ability::Text, by, by);
        }
        if !self.state.in_play().has(target) {
            return;
        }
        let shields = self.state.units[target.index()].shields;
        // It waits only when there is something to defeat (docs/method/rules.md).
        if keywords.has(Keywords::SABOTEUR) && shields > 0 && !self.breaks(Fault::SaboteurSpares) {
            self.wait(Ability::Saboteur, by, at);
        }
        if self.state.printed(target).when.meets(When::ATTACKED) {
            self.wait(Ability::Text, at, by);
        }
    }

    /// The power that rules reckon with.
    pub(super) fn power(&self, card: Card) -> i16 {
        let mut power = self.state.power(card);
        let unit = &self.state.units[card.index()];
        if unit.keywords.has(Keywords::GRIT) && self.breaks(Fault::GritCountsOneMore) {
            power += 1;
        }
        let defends = self.state.attack.is_some_and(|attack| attack.target.card == card);
        if defends && self.breaks(Fault::RaidDefends) {
            power += i16::from(unit.raid);
        }
        power
    }

    /// Deals the combat damage of both sides (CR 6.3.4, 6.3.5).
    fn combat_damage(&mut self, attack: Attack) -> Flow {
        // Without an attacker there is no combat damage (CR 6.3.4B).
        let Some(attacker) = self.state.unit(attack.attacker) else { return Ok(()) };
        let enemy = 1 - attacker.owner();
        let power = self.power(attacker);
        let keywords = self.state.units[attacker.index()].keywords;
        let overwhelm = keywords.has(Keywords::OVERWHELM);
        if attack.target.card == Card::of(enemy, Card::BASE) {
            self.damage(&[(Target::Base(enemy), power)])?;
        } else if let Some(defender) = self.state.unit(attack.target) {
            let back = self.power(defender);
            let mut excess = 0;
            let shields = self.state.units[defender.index()].shields;
            // What a Shield prevents leaves no excess (CR 7.5.7E).
            if overwhelm && (shields == 0 || self.breaks(Fault::OverwhelmThroughShield)) {
                excess = (power - self.state.remaining(defender)).max(0);
                excess += i16::from(excess > 0 && self.breaks(Fault::OverwhelmOffByOne));
            }
            let struck_down = shields == 0 && power >= self.state.remaining(defender);
            let silent = struck_down && self.breaks(Fault::DefenderStrikesNotBack);
            self.damage(&[
                (Target::Unit(defender), power),
                (Target::Unit(attacker), if silent { 0 } else { back }),
                (Target::Base(enemy), excess),
            ])?;
        } else if overwhelm {
            // The defending unit is gone: all is excess (CR 7.5.7F).
            self.damage(&[(Target::Base(enemy), power)])?;
        }
        if self.breaks(Fault::RestoreAfterCombat) {
            let restore = self.state.units[attacker.index()].restore;
            self.heal_base(attacker.owner(), restore);
        }
        Ok(())
    }
}
