//! Effects of texts: damage, healing, defeat and all else, and the consequences of the rules.

use crate::card::{Arena, Effect, Only, Side, Step, When};
use crate::choice::{Answer, Flow, Players, Prompt, Stop, Token};
use crate::fault::Fault;
use crate::game::Game;
use crate::set::{Card, CardSet, Seat};
use crate::state::{Outcome, Ref};
use crate::trigger::Ability;

/// A unit or a base that damage is dealt to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A unit in play.
    Unit(Card),
    /// The base of a player.
    Base(Seat),
}

impl<P: Players> Game<'_, P> {
    /// Resolves the text of a card.
    pub(super) fn text(&mut self, source: Ref) -> Flow {
        let text = self.state.printed(source.card).text;
        text.iter().try_for_each(|&step| self.step(step, source))
    }

    fn step(&mut self, step: Step, source: Ref) -> Flow {
        let seat = source.card.owner();
        match step {
            Step::One(side, only, effect) => {
                let chosen = self.choose(seat, self.fitting(side, only, source.card), false)?;
                self.apply(effect, chosen)
            }
            Step::MayOne(side, only, effect) => {
                let chosen = self.choose(seat, self.fitting(side, only, source.card), true)?;
                self.apply(effect, chosen)
            }
            Step::OpponentsOne(effect) => {
                let chosen = self.choose(1 - seat, self.state.units_of(1 - seat), false)?;
                self.apply(effect, chosen)
            }
            Step::All(side, only, effect) => {
                self.apply(effect, self.fitting(side, only, source.card))
            }
            Step::AllInArena(effect) => {
                self.options.clear();
                self.options.extend([Arena::Ground, Arena::Space].map(Answer::In));
                match self.ask(seat, Prompt::Text)? {
                    Answer::In(arena) => self.apply(effect, self.state.arena(arena)),
                    _ => Ok(()),
                }
            }
            Step::This(effect) => self.apply(effect, self.state.unit(source).into_iter().collect()),
            Step::DamageBothSides(points) => {
                let ground = |side| self.fitting(side, Only::In(Arena::Ground), source.card);
                let (friendly, enemy) = (ground(Side::Friendly), ground(Side::Enemy));
                let mut chosen = self.choose(seat, friendly, false)?;
                chosen = chosen | self.choose(seat, enemy, false)?;
                self.apply(Effect::Damage(points), chosen)
            }
            Step::DamageUnitAndBase(points) => {
                let chosen = self.choose(seat, self.state.units_of(1 - seat), false)?;
                let base = (Target::Base(1 - seat), points.into());
                match chosen.first() {
                    Some(unit) => self.damage(&[base, (Target::Unit(unit), points.into())]),
                    None => self.damage(&[base]),
                }
            }
            Step::HealBase(points) => {
                self.heal_base(seat, points);
                Ok(())
            }
            Step::HealAny(points) => {
                let bases = [0, 1].map(|seat| Card::of(seat, Card::BASE));
                let all = self.state.in_play() | bases.into_iter().collect();
                let chosen = self.choose(seat, all, false)?;
                if let Some(base) = bases.into_iter().find(|&base| chosen.has(base)) {
                    self.heal_base(base.owner(), points);
                    return Ok(());
                }
                self.apply(Effect::Heal(points), chosen)
            }
            Step::DefeatUpgrade(may) => self.defeat_upgrade(seat, may),
            Step::Draw(cards) => {
                self.draw(seat, cards);
                self.settle()
            }
            Step::DrawWithInitiative(cards) => {
                if self.state.initiative == seat {
                    self.draw(seat, cards);
                }
                self.settle()
            }
            Step::PlayerDraws(cards) => {
                self.offer([0, 1].map(|seat| Card::of(seat, Card::BASE)).into_iter().collect());
                if let Answer::Card(base) = self.ask(seat, Prompt::Text)? {
                    self.draw(base.owner(), cards);
                }
                self.settle()
            }
            Step::PayToDraw(price) => {
                // What cannot be paid is not offered (CR 8.32).
                if self.state.players[seat].ready < price {
                    return Ok(());
                }
                self.options.clear();
                self.options.extend([Answer::Yes, Answer::No]);
                if self.ask(seat, Prompt::May)? == Answer::Yes {
                    self.state.players[seat].ready -= price;
                    self.draw(seat, 1);
                }
                self.settle()
            }
        }
    }

    /// One of these cards, or none when there is none or it was declined.
    fn choose(&mut self, seat: Seat, cards: CardSet, may: bool) -> Flow<CardSet> {
        self.offer(cards);
        if may && !cards.is_empty() {
            self.options.push(Answer::Decline);
        }
        match self.ask(seat, Prompt::Text)? {
            Answer::Card(card) => Ok(CardSet::one(card)),
            _ => Ok(CardSet::EMPTY),
        }
    }

    /// The units that a text of this card means.
    fn fitting(&self, side: Side, only: Only, source: Card) -> CardSet {
        let state = &self.state;
        let units = match side {
            Side::Any => state.in_play(),
            Side::Friendly => state.units_of(source.owner()),
            Side::Enemy => state.units_of(1 - source.owner()),
        };
        match only {
            Only::All => units,
            Only::NonLeader => units.only(|unit| !state.is_leader(unit)),
            Only::Another => units & !CardSet::one(source),
            Only::RemainingHp(most) => units.only(|unit| state.remaining(unit) <= most),
            Only::Power(most) => units.only(|unit| self.power(unit) <= most),
            Only::Cost(most) => units.only(|unit| state.printed(unit).cost <= most),
            Only::Aspect(aspect) => units.only(|unit| state.has_aspect(unit, aspect)),
            Only::In(arena) => units & state.arena(arena),
        }
    }

    /// Does the same to all these units at once.
    fn apply(&mut self, effect: Effect, units: CardSet) -> Flow {
        if let Effect::Defeat = effect {
            self.defeat(units);
            return self.settle();
        }
        for card in units {
            let unit = &mut self.state.units[card.index()];
            match effect {
                Effect::Damage(points) => self.strike(card, points.into()),
                Effect::Heal(points) => unit.damage = unit.damage.saturating_sub(points),
                Effect::Ready => self.state.exhausted.remove(card),
                Effect::Exhaust => self.state.exhausted.add(card),
                Effect::Shield => unit.shields += 1,
                Effect::Experience => unit.experience += 1,
                Effect::Modify(power, hp) => {
                    unit.phase_power += power;
                    unit.phase_hp += hp;
                }
                Effect::Raid(raid) => unit.phase_raid += raid,
                Effect::Return => {
                    self.state.leave(card, self.players.breaks(Fault::UpgradeToHostOwner));
                    self.state.players[card.owner()].hand.add(card);
                    continue;
                }
                Effect::Defeat => {}
            }
            if matches!(effect, Effect::Experience | Effect::Modify(..) | Effect::Raid(_)) {
                self.state.refresh(card);
            }
        }
        self.settle()
    }

    /// Deals damage, all of it at once (CR 1.9.8).
    pub(super) fn damage(&mut self, hits: &[(Target, i16)]) -> Flow {
        for &(target, points) in hits {
            match target {
                Target::Unit(unit) => self.strike(unit, points),
                Target::Base(seat) => {
                    let base = &mut self.state.players[seat].damage;
                    *base = base.saturating_add(points.max(0) as u8);
                }
            }
        }
        self.settle()
    }

    /// Damage to a unit; one Shield prevents it and is defeated (CR 3.7.6).
    fn strike(&mut self, unit: Card, points: i16) {
        let stays = self.breaks(Fault::ShieldStays);
        let unit = &mut self.state.units[unit.index()];
        if points <= 0 {
            return;
        }
        if unit.shields > 0 {
            unit.shields -= u8::from(!stays);
        } else {
            unit.damage = unit.damage.saturating_add(points as u8);
        }
    }

    pub(super) fn heal_base(&mut self, seat: Seat, points: u8) {
        let base = &mut self.state.players[seat].damage;
        *base = base.saturating_sub(points);
    }

    /// Defeats units together: they see each other go (CR 7.6.4).
    fn defeat(&mut self, units: CardSet) {
        let mut watchers = self.state.watchers;
        if self.breaks(Fault::DefeatedTogetherBlind) {
            watchers = watchers & !units;
        }
        for unit in units {
            let was = self.state.now(unit);
            self.state.leave(unit, self.breaks(Fault::UpgradeToHostOwner));
            if self.state.is_leader(unit) {
                // Back to the base zone, exhausted (CR 3.4.5).
                self.state.exhausted.set(unit, !self.breaks(Fault::LeaderReturnsReady));
            } else {
                self.state.players[unit.owner()].discard.add(unit);
            }
            if self.state.printed(unit).when.meets(When::DEFEATED) {
                self.wait(Ability::Text, self.state.now(unit), was);
            }
            for watcher in watchers & CardSet::of(1 - unit.owner()) {
                if self.state.printed(watcher).when.meets(When::ENEMY_DEFEATED) {
                    self.wait(Ability::Text, self.state.now(watcher), was);
                }
            }
        }
    }

    fn defeat_upgrade(&mut self, seat: Seat, may: bool) -> Flow {
        self.offer(self.state.attached);
        for unit in self.state.in_play() {
            let tokens = &self.state.units[unit.index()];
            for (token, count) in
                [(Token::Experience, tokens.experience), (Token::Shield, tokens.shields)]
            {
                self.options.extend((0..count).map(|_| Answer::Token(token, unit)));
            }
        }
        if may && !self.options.is_empty() {
            self.options.push(Answer::Decline);
        }
        match self.ask(seat, Prompt::Text)? {
            Answer::Card(upgrade) => {
                self.state.attached.remove(upgrade);
                self.state.players[upgrade.owner()].discard.add(upgrade);
                self.state.refresh(self.state.host[upgrade.index()]);
            }
            Answer::Token(token, unit) => {
                let tokens = &mut self.state.units[unit.index()];
                match token {
                    Token::Experience => tokens.experience -= 1,
                    Token::Shield => tokens.shields -= 1,
                }
                self.state.refresh(unit);
            }
            _ => {}
        }
        self.settle()
    }

    /// Makes the consequences that happen of themselves, before anything else goes on (CR 1.16.5).
    pub(super) fn settle(&mut self) -> Flow {
        loop {
            // A: a defeated base ends the game, both at once draw it (CR 5.6).
            let lost = [0, 1].map(|seat| self.state.base_remaining(seat) <= 0);
            self.state.outcome = match lost {
                [false, false] => Outcome::Open,
                [true, false] => Outcome::Win(1),
                [false, true] => Outcome::Win(0),
                [true, true] => Outcome::Draw,
            };
            if self.state.outcome != Outcome::Open {
                return Err(Stop::Over);
            }
            // B: copies of a unique card.
            if core::mem::take(&mut self.state.unique_came) && self.defeat_copy()? {
                self.state.unique_came = true;
                continue;
            }
            // E: units without remaining HP, all together.
            let dead = self.state.in_play().only(|unit| self.state.remaining(unit) <= 0);
            if dead.is_empty() {
                return Ok(());
            }
            self.defeat(dead);
        }
    }

    /// A player with several copies of a unique card defeats one (CR 8.29.3). Returns whether
    /// there were any.
    fn defeat_copy(&mut self) -> Flow<bool> {
        if self.breaks(Fault::UniqueIgnored) {
            return Ok(false);
        }
        let state = &self.state;
        let copies = |card: Card| {
            let same = move |other: &Card| state.cards[other.index()] == state.cards[card.index()];
            state.units_of(card.owner()).filter(same).collect::<CardSet>()
        };
        let mut unique = state.in_play().filter(|&card| state.printed(card).unique);
        let Some(card) = unique.find(|&card| copies(card).len() > 1) else { return Ok(false) };
        self.offer(copies(card));
        if let Answer::Card(copy) = self.ask(card.owner(), Prompt::Unique)? {
            self.defeat(CardSet::one(copy));
        }
        Ok(true)
    }
}
