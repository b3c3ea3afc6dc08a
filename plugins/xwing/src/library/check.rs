//! Whether definitions make sense: what a file can say, but the game could not do.

use crate::vocabulary::{
    Ability, Cost, Definition, Filter, Kind, Replaced, Step, Timing, Token, Whom,
};

/// Everything that is wrong, with card and ability.
pub(super) fn all(cards: &[Definition]) -> Vec<String> {
    let mut errors = Vec::new();
    for pair in cards.windows(2) {
        if pair[0].id == pair[1].id {
            errors.push(format!("{}: expected an id of its own", pair[0].id));
        }
    }
    if cards.len() > usize::from(u16::MAX) {
        errors.push(format!("expected at most {} cards", u16::MAX));
    }
    for card in cards {
        let mut say = |problem: String| errors.push(format!("{}: {problem}", card.id));
        facts(card, cards, &mut say);
        for (n, ability) in card.abilities.iter().enumerate() {
            let mut say = |problem: String| say(format!("ability {}: {problem}", n + 1));
            Check { card, cards, ability, say: &mut say }.ability();
        }
    }
    errors
}

fn is_ship(cards: &[Definition], id: &str) -> bool {
    cards.iter().any(|card| card.id == id && matches!(card.kind, Kind::Ship { .. }))
}

fn facts(card: &Definition, cards: &[Definition], say: &mut dyn FnMut(String)) {
    if card.id.is_empty() || card.name.is_empty() {
        say("expected an id and a name".into());
    }
    if card.spent > card.charges {
        say(format!("expected at most {} charges to be lost in setup", card.charges));
    }
    if card.recurring && card.charges == 0 {
        say("expected charges that recover".into());
    }
    match &card.kind {
        Kind::Pilot { ship, .. } if !is_ship(cards, ship) => {
            say(format!("ship: expected a ship type, found {ship:?}"));
        }
        Kind::Pilot { initiative, .. } if *initiative > 7 => {
            say("initiative: expected at most 7".into());
        }
        Kind::Ship { hull, dial, .. } if *hull == 0 || dial.is_empty() => {
            say("expected hull and a dial".into());
        }
        Kind::Damage(_, 0) => say("expected at least one copy in a deck".into()),
        _ => {}
    }
    // A bit for each action of a card, and labels that tell abilities apart.
    if card.abilities.len() > 8 {
        say("expected at most 8 abilities".into());
    }
    for (n, ability) in card.abilities.iter().enumerate() {
        let same =
            |other: &&Ability| other.label == ability.label && other.timing == ability.timing;
        let named = !matches!(ability.timing, Timing::Always(_) | Timing::Attack(_));
        let named_too =
            |other: &&Ability| !matches!(other.timing, Timing::Always(_) | Timing::Attack(_));
        if named && card.abilities[..n].iter().filter(named_too).any(|other| same(&other)) {
            let what = "expected a label of its own, to tell it from another ability of the card";
            say(format!("ability {}: {what}", n + 1));
        }
        if matches!(card.kind, Kind::Ship { .. } | Kind::Standard) && ability.label.is_empty() {
            say(format!("ability {}: expected a label: its name", n + 1));
        }
    }
}

struct Check<'c> {
    card: &'c Definition,
    cards: &'c [Definition],
    ability: &'c Ability,
    say: &'c mut dyn FnMut(String),
}

impl Check<'_> {
    fn ability(&mut self) {
        let ability = self.ability;
        for cost in &ability.cost {
            self.cost(cost);
        }
        self.filter(&ability.who);
        if let Some(filter) = &ability.choose {
            self.filter(filter);
        }
        let spends = ability.cost.iter().any(|cost| matches!(cost, Cost::SpendOf(..)));
        let mut it = ability.choose.is_some() || spends;
        self.steps(&ability.effect, &mut it);
        match &ability.timing {
            Timing::Always(modifiers) => {
                let plain = ability.effect.is_empty() && ability.cost.is_empty() && !ability.may;
                if modifiers.is_empty() || !plain {
                    (self.say)("expected modifiers and nothing else".into());
                }
            }
            Timing::Attack(weapon) => {
                if !matches!(self.card.kind, Kind::Upgrade(_)) || !ability.effect.is_empty() {
                    (self.say)("expected an upgrade whose attack has costs only".into());
                }
                if weapon.value == 0 {
                    (self.say)("expected attack dice".into());
                }
            }
            Timing::Detonates => {
                let puts = |ability: &Ability| {
                    ability.effect.iter().any(|step| matches!(step, Step::Drop(_)))
                };
                if !self.card.abilities.iter().any(puts) {
                    (self.say)("expected a card that drops a device".into());
                }
            }
            // "Prevent" is a replacement by nothing.
            Timing::Replaces(_) => {}
            _ if ability.effect.is_empty() => (self.say)("expected an effect".into()),
            _ => {}
        }
    }

    fn cost(&mut self, cost: &Cost) {
        if let Cost::Charge(n) = cost
            && *n > self.card.charges
        {
            (self.say)(format!("expected a card with {n} charges"));
        }
        if let Cost::SpendOf(filter, _) = cost {
            self.filter(filter);
        }
    }

    fn filter(&mut self, filter: &Filter) {
        if let Some(ship) = &filter.ship
            && !is_ship(self.cards, ship)
        {
            (self.say)(format!("expected a ship type, found {ship:?}"));
        }
    }

    fn steps(&mut self, steps: &[Step], it: &mut bool) {
        for step in steps {
            self.step(step, it);
        }
    }

    fn whom(&mut self, whom: &Whom, it: bool) {
        match whom {
            Whom::It if !it => (self.say)("It: expected a ship that was chosen before".into()),
            Whom::Each(filter) => self.filter(filter),
            _ => {}
        }
    }

    fn step(&mut self, step: &Step, it: &mut bool) {
        let replaced = match &self.ability.timing {
            Timing::Replaces(replaced) => Some(replaced),
            _ => None,
        };
        let needs = |kind: bool, what: &str, say: &mut dyn FnMut(String)| {
            if !kind {
                say(format!("{step:?}: expected a replacement of {what}"));
            }
        };
        match step {
            Step::Choose(filter) => {
                self.filter(filter);
                *it = true;
            }
            Step::Gain(whom, token, _) => {
                if *token == Token::Lock {
                    (self.say)("expected AcquireLock for a lock".into());
                }
                self.whom(whom, *it);
            }
            Step::GainThat(whom) => {
                let gain = matches!(replaced, Some(Replaced::Gain(_)));
                needs(gain, "a token that is gained", self.say);
                self.whom(whom, *it);
            }
            Step::PlaceThat => {
                let gain = matches!(replaced, Some(Replaced::Gain(_)));
                needs(gain, "a token that is gained", self.say);
            }
            Step::SufferAsCritical(whom) => {
                let suffer = matches!(replaced, Some(Replaced::Suffer(_)));
                needs(suffer, "damage that is suffered", self.say);
                self.whom(whom, *it);
            }
            Step::DealFacedown | Step::DiscardDealt | Step::DrawAndDeal(_) => {
                let deal = matches!(replaced, Some(Replaced::DealFaceup));
                needs(deal, "a card that is dealt", self.say);
            }
            Step::ExecuteAs(_) => {
                let maneuver = matches!(replaced, Some(Replaced::Maneuver));
                needs(maneuver, "a maneuver that is executed", self.say);
            }
            Step::AssignCondition(id, whom) => {
                let is = |card: &Definition| card.id == *id && card.kind == Kind::Condition;
                if !self.cards.iter().any(is) {
                    (self.say)(format!("expected a condition, found {id:?}"));
                }
                self.whom(whom, *it);
            }
            Step::Drop(_) => {
                let device = |ability: &Ability| ability.timing == Timing::Detonates;
                if !self.card.abilities.iter().any(device) {
                    (self.say)("Drop: expected a device that detonates".into());
                }
            }
            Step::PutThat { .. } => {
                let put = matches!(replaced, Some(Replaced::Put { .. }));
                needs(put, "a device that is put into the play area", self.say);
            }
            Step::RepairThis => {
                if !matches!(self.card.kind, Kind::Damage(..)) {
                    (self.say)("RepairThis: expected a damage card".into());
                }
            }
            Step::Roll(_, steps) => self.steps(steps, it),
            Step::If(_, steps) => self.steps(steps, it),
            Step::OneOf { by, options } => {
                self.whom(by, *it);
                if options.len() < 2 {
                    (self.say)("OneOf: expected at least two options".into());
                }
                for (_, steps) in options {
                    self.steps(steps, it);
                }
            }
            Step::Remove(whom, _)
            | Step::RemoveAll(whom, _)
            | Step::RemoveOne(whom, _)
            | Step::Transfer(whom, _)
            | Step::Suffer(whom, ..)
            | Step::RecoverShield(whom, _)
            | Step::RecoverForce(whom, _)
            | Step::Perform { who: whom, .. }
            | Step::AcquireLock(whom)
            | Step::DealOneFacedown(whom)
            | Step::DiscardDamage(whom)
            | Step::Lasting(whom, ..)
            | Step::ShareInitiative(whom)
            | Step::Engage(whom)
            | Step::Reserve(whom)
            | Step::Assign(whom) => self.whom(whom, *it),
            Step::RecoverCharge(_)
            | Step::LoseCharge(_)
            | Step::Change { .. }
            | Step::Reroll { .. }
            | Step::Cancel { .. }
            | Step::Attack { .. }
            | Step::Repair { .. }
            | Step::Release
            | Step::RemoveCard
            | Step::SearchDamage(_)
            | Step::DealHeld
            | Step::Execute(_) => {}
        }
    }
}
