//! Dice that were rolled, and abilities that may be used.

use cardmill_kernel::card::Slot;

use super::fighter::Mind;
use crate::choice::Choice;
use crate::ship::Die;
use crate::vocabulary::{Cost, Dice, Face, Step, Token};

/// The worth of a hit or an evade, in the unit in which dice are compared.
const RESULT: i64 = 1_000;
/// The worth of an effect on dice that neither changes nor rerolls any.
const OTHER: i64 = 400;

/// The price of a cost, in the unit of [`RESULT`].
fn price(cost: &Cost) -> i64 {
    match cost {
        Cost::Spend(Token::Calculate) => 200,
        Cost::Spend(Token::Evade) => 250,
        Cost::Spend(Token::Focus) | Cost::SpendLock => 300,
        Cost::Force(n) => 350 * i64::from(*n),
        Cost::Charge(n) => 300 * i64::from(*n),
        Cost::Shield(n) => 1_500 * i64::from(*n),
        Cost::Suffer(hits, crits) => 2_000 * i64::from(hits + crits),
        _ => 500,
    }
}

impl Mind<'_> {
    /// The worth of modifying dice by an ability, its price taken off.
    pub fn modify(&self, card: Slot, id: u16) -> i64 {
        let ability = self.scene.catalogue.ability(id);
        let cost: i64 = ability.cost.iter().map(price).sum();
        let gain = |step: &Step| match step {
            Step::Change { dice, from, to, n, .. } => self.changes(*dice, from, *to, *n),
            Step::Reroll { dice, faces, n, .. } => {
                let cx = self
                    .scene
                    .board
                    .attack()
                    .map(|attack| self.scene.context(card, self.scene.roller(attack, *dice)));
                let n = cx.map_or(*n, |cx| self.scene.most(step, &cx));
                self.rerolls(*dice, faces, n)
            }
            Step::Add { dice, face } => self.adds(*dice, *face),
            _ => OTHER,
        };
        let gains: i64 = ability.effect.iter().map(gain).sum();
        // What is rerolled comes before what is changed.
        let first = ability.effect.iter().any(|step| matches!(step, Step::Reroll { .. }));
        let early = if first && gains > cost { 10 * RESULT } else { 0 };
        gains - cost + early
    }

    /// The results of dice of an attack, and whether they are this player's.
    fn rolled(&self, dice: Dice) -> Option<(&[Die], bool)> {
        let roller = self.scene.roller(self.scene.board.attack()?, dice);
        Some((&self.scene.pool(roller).0, !self.is_enemy(roller)))
    }

    /// Hits that are not evaded as dice lie; more than that many evades are of no use.
    fn through(&self) -> i64 {
        let count = |dice: Dice, faces: &[Face]| {
            let rolled = self
                .rolled(dice)
                .map_or(0, |(pool, _)| pool.iter().filter(|die| faces.contains(&die.face)).count());
            rolled as i64
        };
        count(Dice::Attack, &[Face::Hit, Face::Crit]) - count(Dice::Defense, &[Face::Evade])
    }

    /// The worth of a result to its roller; of a focus, much if the roller is `helped` to change
    /// it.
    fn face(&self, face: Face, helped: bool) -> i64 {
        match face {
            Face::Blank => 0,
            Face::Focus if helped => RESULT - 1,
            Face::Focus => 1,
            Face::Hit | Face::Evade => RESULT,
            Face::Crit => RESULT * 5 / 4,
        }
    }

    /// Tells whether the roller of these dice has something that can change focus results.
    fn is_helped(&self, dice: Dice) -> bool {
        let Some(attack) = self.scene.board.attack() else { return false };
        let roller = self.scene.roller(attack, dice);
        self.scene.count(roller, Token::Focus) > 0
            || self.scene.count(roller, Token::Calculate) > 0
            || self.scene.ship(roller).force > 0
    }

    fn changes(&self, dice: Dice, from: &[Face], to: Face, n: Option<u8>) -> i64 {
        let Some((pool, mine)) = self.rolled(dice) else { return 0 };
        let worth = |face: Face| self.face(face, false);
        let own = if mine { 1 } else { -1 };
        let fits = pool.iter().filter(|die| from.contains(&die.face));
        let mut gains: arrayvec::ArrayVec<i64, { crate::ship::DICE }> =
            fits.map(|die| own * (worth(to) - worth(die.face))).collect();
        gains.sort_unstable_by(|one, other| other.cmp(one));
        let most = match (dice, mine) {
            (Dice::Defense, true) => self.through().max(0) as usize,
            _ => usize::MAX,
        };
        let most = most.min(n.map_or(usize::MAX, usize::from));
        gains.into_iter().take(most).sum()
    }

    fn adds(&self, dice: Dice, face: Face) -> i64 {
        let Some((_, mine)) = self.rolled(dice) else { return 0 };
        if dice == Dice::Defense && mine && self.through() <= 0 {
            return 0;
        }
        let worth = self.face(face, self.is_helped(dice));
        if mine { worth } else { -worth }
    }

    fn rerolls(&self, dice: Dice, faces: &[Face], n: Option<u8>) -> i64 {
        let Some((pool, mine)) = self.rolled(dice) else { return 0 };
        if dice == Dice::Defense && mine && self.through() <= 0 {
            return 0;
        }
        let fits = |die: &&Die| {
            !die.rerolled
                && (faces.is_empty() || faces.contains(&die.face))
                && self.die(die.face, dice, mine) > 0
        };
        let count = pool.iter().filter(fits).count().min(n.map_or(usize::MAX, usize::from));
        count as i64 * RESULT / 2
    }

    /// The worth of rolling a die again, half a result being the mean.
    fn die(&self, face: Face, dice: Dice, mine: bool) -> i64 {
        let mean = RESULT / 2;
        let gain = mean - self.face(face, self.is_helped(dice));
        if mine { gain } else { -gain }
    }

    /// The worth of an option of a step: a die, a token or a ship.
    pub fn step(&self, choice: Choice) -> i64 {
        match choice {
            Choice::Die(face) => match self.asks() {
                Some(Step::Reroll { dice, .. }) => {
                    self.rolled(*dice).map_or(0, |(_, mine)| self.die(face, *dice, mine))
                }
                Some(Step::Change { dice, to, .. }) => {
                    let mine = self.rolled(*dice).is_none_or(|(_, mine)| mine);
                    let helped = self.is_helped(*dice);
                    let gain = self.face(*to, helped) - self.face(face, helped);
                    if mine { gain } else { -gain }
                }
                Some(Step::Cancel { dice, .. }) => {
                    let mine = self.rolled(*dice).is_none_or(|(_, mine)| mine);
                    let worth = self.face(face, self.is_helped(*dice));
                    if mine { -worth } else { worth }
                }
                _ => 0,
            },
            Choice::Card(card) if matches!(self.asks(), Some(Step::DropOne { .. })) => {
                self.dropped_one(self.scene.host(card), card)
            }
            Choice::Token(token, owner) => self.token(token, owner),
            Choice::Ship(ship) => {
                let points = i64::from(self.scene.ship(ship).points);
                if self.is_enemy(ship) { points } else { -points }
            }
            _ => 0,
        }
    }

    /// The step of an ability that asks, if one does.
    fn asks(&self) -> Option<&Step> {
        self.scene.step_of(self.frame?)
    }
}
