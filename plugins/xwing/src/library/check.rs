//! Checks of definitions: what a file can say, but the game could not do.

use cardmill_harness::library::{Complaint, Path};

use crate::device::SET;
use crate::space::Track;
use crate::vocabulary::{
    Ability, Action, Cost, Definition, Event, Filter, Kind, Maneuver, Modifier, Replaced, Step,
    Template, Timing, Token, Whom,
};

/// Checks every definition and hands each complaint over with the card's place in the list.
pub(super) fn all(cards: &[&Definition], report: &mut dyn FnMut(usize, Complaint)) {
    for (place, card) in cards.iter().enumerate() {
        let mut say = |path, expected| report(place, Complaint::error(path, expected));
        facts(card, cards, &mut say);
        for (n, ability) in card.abilities.iter().enumerate() {
            let path = Path::field("abilities").at(n);
            Check { card, cards, ability, say: &mut say }.ability(&path);
        }
    }
}

/// Takes what is wrong with a part of a card.
type Say<'s> = dyn FnMut(Path, String) + 's;

fn is_ship(cards: &[&Definition], id: &str) -> bool {
    cards.iter().any(|card| card.id == id && matches!(card.kind, Kind::Ship { .. }))
}

fn facts(card: &Definition, cards: &[&Definition], say: &mut Say<'_>) {
    let kind = Path::field("kind");
    for (name, text) in [("id", &card.id), ("name", &card.name)] {
        if text.is_empty() {
            say(Path::field(name), "expected some text".into());
        }
    }
    if card.spent > card.charges {
        let what = format!("expected at most {} charges to be lost in setup", card.charges);
        say(Path::field("spent"), what);
    }
    if let Some(back) = &card.back {
        let is = |other: &&Definition| {
            let (upgrade, same) = (matches!(other.kind, Kind::Upgrade(_)), other.kind == card.kind);
            other.id == *back && upgrade && same
        };
        if !cards.iter().any(is) {
            say(Path::field("back"), format!("expected an upgrade of its kind, found {back:?}"));
        }
    }
    if card.recurring && card.charges == 0 {
        say(Path::field("recurring"), "expected charges that recover".into());
    }
    match &card.kind {
        Kind::Pilot { ship, initiative, .. } => {
            if !is_ship(cards, ship) {
                say(kind.to("ship"), format!("expected a ship type, found {ship:?}"));
            }
            if *initiative > 7 {
                say(kind.to("initiative"), "expected at most 7".into());
            }
        }
        Kind::Ship { hull, dial, .. } => {
            if *hull == 0 {
                say(kind.to("hull"), "expected more than 0".into());
            }
            if dial.is_empty() {
                say(kind.to("dial"), "expected some maneuvers".into());
            }
            for (n, &Maneuver { speed, bearing, .. }) in dial.iter().enumerate() {
                if !Track::exists(Template { speed, bearing }) {
                    say(kind.to("dial").at(n), "expected a template that there is".into());
                }
            }
        }
        Kind::Damage(_, 0) => {
            say(kind.argument(1, "copies"), "expected at least one copy in a deck".into());
        }
        _ => {}
    }
    let abilities = Path::field("abilities");
    // A bit for each action of a card, and labels that tell abilities apart.
    if card.abilities.len() > 8 {
        say(abilities.clone(), "expected at most 8 abilities".into());
    }
    for (n, ability) in card.abilities.iter().enumerate() {
        let same =
            |other: &&Ability| other.label == ability.label && other.timing == ability.timing;
        let named = !matches!(ability.timing, Timing::Always(_) | Timing::Attack(_));
        let named_too =
            |other: &&Ability| !matches!(other.timing, Timing::Always(_) | Timing::Attack(_));
        let label = abilities.at(n).to("label");
        if named && card.abilities[..n].iter().filter(named_too).any(|other| same(&other)) {
            let what = "expected a label of its own, to tell it from another ability of the card";
            say(label.clone(), what.into());
        }
        if matches!(card.kind, Kind::Ship { .. } | Kind::Standard) && ability.label.is_empty() {
            say(label, "expected a label: its name".into());
        }
    }
}

struct Check<'c, 's> {
    card: &'c Definition,
    cards: &'c [&'c Definition],
    ability: &'c Ability,
    say: &'c mut Say<'s>,
}

impl Check<'_, '_> {
    fn expect(&mut self, holds: bool, path: &Path, expected: &str) {
        if !holds {
            (self.say)(path.clone(), expected.to_owned());
        }
    }

    fn ability(&mut self, path: &Path) {
        let ability = self.ability;
        for (n, cost) in ability.cost.iter().enumerate() {
            self.cost(cost, &path.to("cost").at(n));
        }
        self.filter(&ability.who, &path.to("who"));
        if let Some(filter) = &ability.choose {
            self.filter(filter, &path.to("choose"));
        }
        let spends = ability.cost.iter().any(|cost| matches!(cost, Cost::SpendOf(..)));
        let trips = matches!(ability.timing, Timing::Trips(_));
        let mut it = ability.choose.is_some() || spends || trips;
        let (timing, effect) = (path.to("timing"), path.to("effect"));
        self.steps(&ability.effect, &mut it, &effect);
        match &ability.timing {
            Timing::Always(modifiers) => {
                for modifier in modifiers {
                    if let Modifier::Has(spec) = modifier {
                        self.expect(!spec.reddened, &timing, "expected an action as printed");
                    }
                }
                let plain = ability.effect.is_empty() && ability.cost.is_empty() && !ability.may;
                let holds = !modifiers.is_empty() && plain;
                self.expect(holds, &timing, "expected modifiers and nothing else");
            }
            Timing::Attack(weapon) => {
                let upgrade = matches!(self.card.kind, Kind::Upgrade(_));
                let what = "expected an upgrade whose attack has costs only";
                self.expect(upgrade && ability.effect.is_empty(), &timing, what);
                self.expect(weapon.value > 0, &timing.to("value"), "expected attack dice");
            }
            Timing::Trips(n) => {
                let holds = (1..=SET).contains(&usize::from(*n));
                self.expect(holds, &timing, "expected 1 to 3 mines");
                self.device(&timing);
            }
            Timing::Detonates => self.device(&timing),
            // "Prevent" is a replacement by nothing.
            Timing::Replaces(_) => {}
            // A result is spent, and what comes of it comes later; an action costs something.
            Timing::Modify(_) | Timing::Action if !ability.cost.is_empty() => {}
            Timing::Excuses(tokens) => {
                let holds = !tokens.is_empty() && ability.effect.is_empty();
                self.expect(holds, &timing, "expected tokens that weapons ask for, and no effect");
            }
            Timing::Aims { action, also, only } => {
                let aims = matches!(action, Action::Coordinate | Action::Jam);
                let plain = ability.effect.is_empty() && ability.cost.is_empty() && !ability.may;
                let holds = aims && plain && (also.is_some() || only.is_some());
                self.expect(
                    holds,
                    &timing,
                    "expected ships to coordinate or to jam, and no effect",
                );
                for filter in also.iter().chain(only) {
                    self.filter(filter, &timing);
                }
            }
            _ => self.expect(!ability.effect.is_empty(), &effect, "expected an effect"),
        }
    }

    /// Checks that a card which detonates was dropped before.
    fn device(&mut self, timing: &Path) {
        let puts =
            |ability: &Ability| ability.effect.iter().any(|step| matches!(step, Step::Drop(_)));
        let holds = self.card.abilities.iter().any(puts);
        self.expect(holds, timing, "expected a card that drops a device");
    }

    fn cost(&mut self, cost: &Cost, path: &Path) {
        match cost {
            Cost::Charge(n) => {
                let what = format!("expected a card with {n} charges");
                // The charges of a ship ability are on the cards of its pilots.
                let holds = matches!(self.card.kind, Kind::Ship { .. }) || *n <= self.card.charges;
                self.expect(holds, &path.argument(0, "charges"), &what);
            }
            Cost::SpendOf(filter, _) => self.filter(filter, &path.argument(0, "whose")),
            Cost::SpendLockOf(filter) => self.filter(filter, &path.argument(0, "whose")),
            _ => {}
        }
    }

    fn filter(&mut self, filter: &Filter, path: &Path) {
        for (n, none) in filter.none.iter().enumerate() {
            self.filter(none, &path.to("none").at(n));
        }
        for (n, any) in filter.any.iter().enumerate() {
            self.filter(any, &path.to("any").at(n));
        }
        if let Some(ship) = &filter.ship {
            let what = format!("expected a ship type, found {ship:?}");
            self.expect(is_ship(self.cards, ship), &path.to("ship"), &what);
        }
    }

    fn steps(&mut self, steps: &[Step], it: &mut bool, path: &Path) {
        for (n, step) in steps.iter().enumerate() {
            self.step(step, it, &path.at(n));
        }
    }

    fn whom(&mut self, whom: &Whom, it: bool, path: &Path) {
        match whom {
            Whom::It => self.expect(it, path, "expected a ship that was chosen before, for `It`"),
            Whom::Each(filter) => self.filter(filter, path),
            _ => {}
        }
    }

    fn step(&mut self, step: &Step, it: &mut bool, path: &Path) {
        let replaced = match &self.ability.timing {
            Timing::Replaces(replaced) => Some(replaced),
            _ => None,
        };
        let (who, what) = (path.argument(0, "who"), path.argument(0, "what"));
        match step {
            Step::Choose(filter) => {
                self.filter(filter, &what);
                *it = true;
            }
            Step::Pay(cost) => self.cost(cost, &path.argument(0, "cost")),
            Step::Several { of, then, .. } => {
                self.filter(of, &path.to("of"));
                self.steps(then, &mut true, &path.to("then"));
            }
            Step::ForEach(of, then) => {
                self.filter(of, &path.argument(0, "of"));
                self.steps(then, &mut true, &path.argument(1, "then"));
            }
            Step::Spin { who, quarter, half } => {
                self.whom(who, *it, &path.to("who"));
                self.expect(*quarter || *half, path, "expected a quarter or half of a turn");
            }
            Step::GainAsMany(token, whom) => {
                let holds = *token != Token::Lock;
                self.expect(holds, &path.argument(0, "token"), "expected no lock");
                self.whom(whom, *it, &path.argument(1, "who"));
            }
            Step::Gain(whom, token, _) => {
                let holds = *token != Token::Lock;
                let token = path.argument(1, "token");
                self.expect(holds, &token, "expected `AcquireLock` for a lock");
                self.whom(whom, *it, &who);
            }
            Step::GainThat(whom) => {
                let gain = matches!(replaced, Some(Replaced::Gain(_)));
                self.expect(gain, path, "expected a replacement of a token that is gained");
                self.whom(whom, *it, &who);
            }
            Step::PlaceThat => {
                let gain = matches!(replaced, Some(Replaced::Gain(_)));
                self.expect(gain, path, "expected a replacement of a token that is gained");
            }
            Step::SufferAsCritical(whom) => {
                let suffer = matches!(replaced, Some(Replaced::Suffer(_)));
                self.expect(suffer, path, "expected a replacement of damage that is suffered");
                self.whom(whom, *it, &who);
            }
            Step::DealFacedown | Step::DiscardDealt | Step::DrawAndDeal(_) => {
                let deal = matches!(replaced, Some(Replaced::DealFaceup));
                self.expect(deal, path, "expected a replacement of a card that is dealt");
            }
            Step::DealFaceup => {
                let deal = matches!(replaced, Some(Replaced::DealFacedown));
                self.expect(deal, path, "expected a replacement of a card that is dealt facedown");
            }
            Step::ExecuteAs(_) | Step::ExecuteFaster(_) => {
                let maneuver = matches!(replaced, Some(Replaced::Maneuver));
                let what = "expected a replacement of a maneuver that is executed";
                self.expect(maneuver, path, what);
            }
            Step::AssignCondition(id, whom) => {
                let is = |card: &&Definition| card.id == *id && card.kind == Kind::Condition;
                let found = format!("expected a condition, found {id:?}");
                self.expect(self.cards.iter().any(is), &what, &found);
                self.whom(whom, *it, &path.argument(1, "who"));
            }
            Step::Drop(template) => {
                let there = Track::exists(*template);
                self.expect(there, &what, "expected a template that there is");
                let device = |ability: &Ability| {
                    matches!(ability.timing, Timing::Detonates | Timing::Trips(_))
                };
                let holds = self.card.abilities.iter().any(device);
                self.expect(holds, path, "expected a device that detonates");
            }
            Step::PutThat { .. } => {
                let put = matches!(replaced, Some(Replaced::Put { .. }));
                let what = "expected a replacement of a device that is put into the play area";
                self.expect(put, path, what);
            }
            Step::RollEach { who: whom, dice, .. } => {
                self.expect(*dice > 0, &path.to("dice"), "expected attack dice");
                self.whom(whom, *it, &path.to("who"));
            }
            Step::RepairThis => {
                let damage = matches!(self.card.kind, Kind::Damage(..));
                self.expect(damage, path, "expected a damage card");
            }
            Step::Roll(_, steps) | Step::If(_, steps) => {
                self.steps(steps, it, &path.argument(1, "then"));
            }
            Step::OneOf { by, options } => {
                self.whom(by, *it, &path.to("by"));
                let list = path.to("options");
                self.expect(options.len() >= 2, &list, "expected at least two options");
                for (n, (_, steps)) in options.iter().enumerate() {
                    self.steps(steps, it, &list.at(n).argument(1, "effect"));
                }
            }
            Step::Reroll { each, .. } => {
                if let Some(filter) = each {
                    self.filter(filter, &path.to("each"));
                }
            }
            Step::Repair { who, .. } | Step::Alter { who, .. } => {
                self.whom(who, *it, &path.to("who"));
            }
            Step::Perform { who, .. } => self.whom(who, *it, &path.to("who")),
            Step::RotateTo(whom)
            | Step::TransferAll(whom, _)
            | Step::GainAlike(whom, _)
            | Step::FlipOf(whom, _)
            | Step::Remove(whom, _)
            | Step::RemoveAll(whom, _)
            | Step::RemoveOne(whom, _)
            | Step::Transfer(whom, _)
            | Step::Take(whom, _)
            | Step::Suffer(whom, ..)
            | Step::Shed(whom, _)
            | Step::LoseShield(whom, _)
            | Step::Expose(whom)
            | Step::Recharge(whom, _)
            | Step::DrawLocks(whom)
            | Step::DiceForBombs(whom)
            | Step::ExposeChosen(whom)
            | Step::Drain(whom)
            | Step::ReleaseOne(whom)
            | Step::ShowDials(whom)
            | Step::Peek(whom)
            | Step::RecoverShield(whom, _)
            | Step::RecoverForce(whom, _)
            | Step::AcquireLock(whom)
            | Step::DealOneFacedown(whom)
            | Step::DiscardDamage(whom)
            | Step::Lasting(whom, ..)
            | Step::ShareInitiative(whom)
            | Step::Engage(whom)
            | Step::Reserve(whom)
            | Step::Assign(whom) => self.whom(whom, *it, &who),
            Step::GainFor { each, .. } => self.filter(each, &path.to("each")),
            Step::Lock { by, at, .. } => {
                self.whom(by, *it, &path.to("by"));
                self.whom(at, *it, &path.to("at"));
            }
            Step::SetDial { who, faster, .. } => {
                self.whom(who, *it, &path.to("who"));
                let reveals = self.ability.timing == Timing::After(Event::Reveals);
                let what = "expected differences of speed, after a dial was revealed";
                self.expect(reveals && !faster.is_empty(), path, what);
            }
            Step::Flip => {
                let back = self.card.back.is_some();
                self.expect(back, path, "expected a card with another side");
            }
            Step::RecoverCharge(_)
            | Step::Add { .. }
            | Step::CancelAll(_)
            | Step::SpeedAsAgility
            | Step::Rotate
            | Step::LoseCharge(_)
            | Step::Change { .. }
            | Step::Cancel { .. }
            | Step::Attack { .. }
            | Step::Release
            | Step::RemoveCard
            | Step::SearchDamage(_)
            | Step::DealHeld
            | Step::Decloak
            | Step::ShowDial
            | Step::DropOne { .. }
            | Step::Fuse
            | Step::Shatter(_)
            | Step::RemoveSome(_)
            | Step::BarrelRoll
            | Step::Refill { .. }
            | Step::AddAlike(_)
            | Step::Place(_)
            | Step::RemoveDevice
            | Step::RecoverWeapon
            | Step::RepairAgain
            | Step::DealFound(_)
            | Step::Strike
            | Step::GainForShed(_)
            | Step::Execute(_) => {}
        }
    }
}
