//! Weapons, targets and numbers of dice.

use arrayvec::ArrayVec;
use cardmill_kernel::card::Slot;

use super::{Context, Refusal, Scene};
use crate::board::{Armament, Attack, Limit, Shot};
use crate::ship::{DICE, Flags};
use crate::space::FAR;
use crate::vocabulary::{
    Ability, Arc, CardType, Dice, Face, Kind, PrimaryWeapon, Reach, Timing, Token, Weapon,
};

/// The ranges of a primary weapon: a ship at range 0 cannot be attacked, unless an ability says
/// so.
const PRIMARY: Reach = Reach(1, 3);

impl Scene<'_> {
    /// The weapons of a ship, primary ones first.
    pub fn armaments(&self, ship: Slot) -> impl Iterator<Item = Armament> + use<'_> {
        let more = usize::from(self.stats(ship).primary.is_some());
        let primary = (0..(self.hull(ship).1.len() + more) as u8).map(Armament::Primary);
        let upgrades = self.faceup(ship).filter(|&card| self.weapon_ability(card).is_some());
        primary.chain(upgrades.map(Armament::Upgrade))
    }

    /// The ability by which a card is a weapon.
    #[must_use]
    pub fn weapon_ability(&self, card: Slot) -> Option<u16> {
        let is_weapon =
            |id: &&u16| matches!(self.catalogue.ability(**id).timing, Timing::Attack(_));
        self.printed(card).abilities.iter().find(is_weapon).copied()
    }

    /// The arc, dice and ranges of a weapon; `None` if the ship has no such weapon.
    #[must_use]
    pub fn weapon(&self, ship: Slot, with: Armament) -> Option<Weapon> {
        match with {
            Armament::Primary(n) => {
                let printed = self.hull(ship).1;
                let more = self.stats(ship).primary.filter(|_| usize::from(n) == printed.len());
                let PrimaryWeapon(arc, value) = printed.get(usize::from(n)).copied().or(more)?;
                let turns = arc == Arc::Front && self.stats(ship).turret_primary;
                let arc = if turns { Arc::Turret } else { arc };
                Some(Weapon::primary(arc, value, PRIMARY))
            }
            Armament::Upgrade(card) => {
                let Timing::Attack(weapon) =
                    &self.catalogue.ability(self.weapon_ability(card)?).timing
                else {
                    return None;
                };
                let mut weapon = weapon.clone();
                if weapon.arc == Arc::Front
                    && let Kind::Upgrade(kind) = self.printed(card).definition.kind
                    && self.stats(ship).turret_fires == Some(kind)
                {
                    weapon.arc = Arc::Turret;
                }
                if weapon.arc == Arc::Front && self.stats(ship).fires_back {
                    weapon.arc = Arc::Ends;
                }
                if let Some(kind) = self.kind_of(with)
                    && self.stats(ship).stretches.contains(&kind)
                {
                    let Reach(near, far) = weapon.range;
                    weapon.range = Reach(near.saturating_sub(1), (far + 1).min(FAR - 1));
                }
                Some(weapon)
            }
        }
    }

    /// The kind of upgrade that a weapon is; none for a primary weapon.
    #[must_use]
    pub fn kind_of(&self, with: Armament) -> Option<CardType> {
        match with {
            Armament::Primary(_) => None,
            Armament::Upgrade(card) => match self.printed(card).definition.kind {
                Kind::Upgrade(kind) => Some(kind),
                _ => None,
            },
        }
    }

    /// The arcs of all weapons of a ship.
    pub(super) fn weapon_arcs(&self, ship: Slot) -> ArrayVec<Arc, 8> {
        let weapons = self.armaments(ship).filter_map(|with| self.weapon(ship, with));
        weapons.map(|weapon| weapon.arc).take(8).collect()
    }

    /// Every attack a ship can make.
    #[must_use]
    pub fn shots(&self, ship: Slot, limit: Limit) -> ArrayVec<Shot, 64> {
        let mut shots = ArrayVec::new();
        for with in self.armaments(ship) {
            for at in self.present() {
                let shot = Shot { with, at };
                if self.judge_shot(ship, shot, limit).is_ok() && !shots.is_full() {
                    shots.push(shot);
                }
            }
        }
        if self.stats(ship).attacks_nearest {
            let range = |shot: &Shot| {
                let arc = self.weapon(ship, shot.with).map(|weapon| weapon.arc);
                arc.map_or(FAR, |arc| self.range_in(ship, arc, shot.at))
            };
            let nearest = shots.iter().map(range).min();
            shots.retain(|shot| Some(range(shot)) == nearest);
        }
        shots
    }

    /// The ability by which a weapon does not ask a ship for one of these tokens, in an attack at another
    /// ship; one that costs something comes last.
    #[must_use]
    pub fn excuse(&self, ship: Slot, needs: &[Token], at: Slot) -> Option<(Slot, u16)> {
        let sources = self.gathered.sources.iter().copied();
        let all = self.abilities_of(sources, |card| &card.excusing);
        let excuses = |&(card, _, ability): &(Slot, u16, &Ability)| {
            let Timing::Excuses(tokens) = &ability.timing else { return false };
            let cx = Context { it: Some(at), ..self.context(card, ship) };
            tokens.iter().any(|token| needs.contains(token))
                && self.fits(&ability.who, ship, &cx)
                && self.hold(&ability.requires, &cx)
                && self.judge_costs(&ability.cost, &cx).is_ok()
        };
        let best = all.filter(excuses).min_by_key(|(_, _, ability)| ability.cost.len());
        best.map(|(card, id, _)| (card, id))
    }

    /// The tokens of which a weapon asks a ship for one, and it has none, in an attack at another ship.
    #[must_use]
    pub fn unmet<'w>(&self, ship: Slot, weapon: &'w Weapon, at: Slot) -> Option<&'w [Token]> {
        let locked = self.ship(ship).lock == at;
        let has = |token: &Token| match token {
            Token::Lock => locked,
            token => self.count(ship, *token) > 0,
        };
        let needs = if weapon.lock { &[Token::Lock][..] } else { &weapon.needs };
        (!needs.is_empty() && !needs.iter().any(has)).then_some(needs)
    }

    /// Judges whether a ship can make an attack, under a limit on attacks.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn judge_shot(&self, ship: Slot, shot: Shot, limit: Limit) -> Result<(), Refusal> {
        let state = self.ship(ship);
        let weapon = self.weapon(ship, shot.with).ok_or(Refusal::NotNow)?;
        let turret = matches!(weapon.arc, Arc::Turret | Arc::DoubleTurret);
        let primary = matches!(shot.with, Armament::Primary(_));
        if state.owner == self.ship(shot.at).owner {
            return Err(Refusal::NoTarget);
        }
        let kind = self.kind_of(shot.with);
        let disarmed = self.count(ship, Token::Disarm);
        let fires = |&(of, locked): &(CardType, bool)| {
            disarmed == 1 && kind == Some(of) && (!locked || state.lock == shot.at)
        };
        if disarmed > 0 && !self.stats(ship).fires_disarmed.iter().any(fires) {
            return Err(Refusal::Disarmed);
        }
        if self.is_cloaked(ship) {
            return Err(Refusal::Cloaked);
        }
        if limit.bonus && state.flags.has(Flags::BONUS) {
            return Err(Refusal::BonusUsed);
        }
        if (limit.at != Slot::MAX && limit.at != shot.at)
            || (limit.primary && !primary)
            || (limit.turret && (!turret || state.flags.has(Flags::TURRET)))
            || limit.arc.is_some_and(|arc| arc != weapon.arc)
            || (limit.fresh && state.targets & (1 << shot.at) != 0)
            || limit.not == shot.at
            || limit.without == Some(shot.with)
            || limit.with.is_some_and(|kind| self.kind_of(shot.with) != Some(kind))
            || (limit.beside != Slot::MAX
                && (limit.beside == shot.at || self.range(limit.beside, shot.at) > 1))
            || (limit.card != Slot::MAX && shot.with != Armament::Upgrade(limit.card))
        {
            return Err(Refusal::NotNow);
        }
        let stats = self.stats(ship);
        let anyway = stats.attacks_on_obstacles || !primary && stats.attacks_on_asteroids;
        if self.is_on_asteroid(ship) && !anyway {
            return Err(Refusal::OnAsteroid);
        }
        if turret && stats.no_turret {
            return Err(Refusal::NotNow);
        }
        let range = self.range_in(ship, weapon.arc, shot.at);
        if range == FAR {
            return Err(Refusal::OutOfArc);
        }
        let allowed = self.stats(ship).attacks_touching || self.stats(shot.at).attacked_touching;
        let touching = range == 0 && primary && allowed;
        if !touching && !weapon.range.holds(range) {
            return Err(Refusal::OutOfRange);
        }
        if let Some(needs) = self.unmet(ship, &weapon, shot.at)
            && !(weapon.lock && limit.beside != Slot::MAX)
            && self.excuse(ship, needs, shot.at).is_none()
        {
            return Err(if weapon.lock { Refusal::NoLock } else { Refusal::NoToken(needs[0]) });
        }
        if let Armament::Upgrade(card) = shot.with
            && let Some(id) = self.weapon_ability(card)
        {
            let cx = self.context(card, shot.at);
            self.judge_costs(&self.catalogue.ability(id).cost, &cx)?;
        }
        Ok(())
    }

    /// The number of dice that are rolled in an attack, by weapon, range, tokens and all that
    /// changes it.
    #[must_use]
    pub fn dice(&self, attack: &Attack, dice: Dice) -> u8 {
        let Attack { attacker, shot: Shot { with, at }, .. } = *attack;
        let Some(weapon) = self.weapon(attacker, with) else { return 0 };
        let range = self.attack_range(attack);
        let one = |condition: bool| i16::from(condition);
        let total = match dice {
            Dice::Attack => {
                i16::from(weapon.value)
                    + one(range <= 1 && !weapon.ordnance && !self.stats(attacker).no_near_bonus)
                    + i16::from(self.stats(attacker).attack)
                    - one(self.count(attacker, Token::Deplete) > 0)
            }
            Dice::Defense => {
                let tractored = self.count(at, Token::Tractor) >= self.hull(at).0.threshold();
                i16::from(self.stats(at).defense)
                    + one(range == 3 && !weapon.ordnance && !self.stats(attacker).no_range_bonus)
                    + one(self.is_obstructed(attack))
                    - one(tractored)
                    - one(self.count(at, Token::Strain) > 0)
            }
        };
        let most = match dice {
            Dice::Attack => self.stats(attacker).attack_dice_most.map_or(DICE, usize::from),
            Dice::Defense if self.stats(at).rolls_to_hits => {
                self.pool(attacker).count(&[Face::Hit, Face::Crit])
            }
            _ => DICE,
        };
        total.clamp(0, most as i16) as u8
    }
}
