//! The Engagement Phase: attacks.

use crate::choice::{Answer, Flow, Modifier, Players, Prompt};
use crate::damage::Damage;
use crate::fault::Fault;
use crate::game::Game;
use crate::obstacle::Kind;
use crate::sight::Arc;
use crate::space::Verdict;
use crate::state::{Attack, Dice, Face, Token};

impl<P: Players> Game<'_, P> {
    /// A ship's turn in the Engagement Phase: what comes before it engages, then an attack.
    pub(crate) fn engage(&mut self, ship: usize) -> Flow {
        if self.breaks(Fault::NoLastShot) && self.ship(ship).destroyed {
            return Ok(());
        }
        let before =
            |card: &&Damage| matches!(card, Damage::ConsoleFire | Damage::DisabledPowerRegulator);
        let cards = self.ship(ship).faceup.iter().filter(before).copied().collect();
        self.resolve(ship, cards)?;
        let mut options = self.targets(ship);
        if options.is_empty() {
            return Ok(());
        }
        options.push(Answer::Decline);
        let seat = self.ship(ship).seat;
        match self.ask(seat, Prompt::Attack, &options)? {
            Answer::Attack(weapon, target) => self.attack(ship, weapon, target),
            _ => Ok(()),
        }
    }

    /// The attacks that a ship can make: at range 1 to 3 in the arc of the weapon, at nothing that
    /// it touches, and none while it is on an asteroid.
    fn targets(&mut self, ship: usize) -> Vec<Answer> {
        if self.is_on_asteroid(ship) && !self.breaks(Fault::AsteroidAttacks) {
            return Vec::new();
        }
        let enemies: Vec<usize> = self
            .state
            .present()
            .filter(|&other| self.ship(other).seat != self.ship(ship).seat)
            .collect();
        let mut targets = Vec::new();
        for (weapon, &(firing, _)) in self.ship(ship).pilot.sheet().weapons.iter().enumerate() {
            for &enemy in &enemies {
                if self.range(ship, enemy) > 0 && self.aim(ship, firing, enemy).is_some() {
                    targets.push(Answer::Attack(weapon, enemy));
                }
            }
        }
        targets
    }

    fn is_on_asteroid(&mut self, ship: usize) -> bool {
        let base = self.ship(ship).base();
        (0..self.state.obstacles.len()).any(|n| {
            let obstacle = &self.state.obstacles[n];
            let asteroid = obstacle.kind() == Kind::Asteroid;
            let under = if asteroid { obstacle.is_under(base) } else { Verdict::sure(false) };
            self.judge(under)
        })
    }

    fn attack(&mut self, attacker: usize, weapon: usize, defender: usize) -> Flow {
        let (firing, value) = self.ship(attacker).pilot.sheet().weapons[weapon];
        let Some(view) = self.aim(attacker, firing, defender) else { return Ok(()) };
        let (obstructed, clouded) = self.obstruction(&view);
        let (attack, defense) = (Vec::new(), Vec::new());
        self.state.attack = Some(Attack { attacker, defender, weapon, attack, defense });

        let near = view.range == 1 && !self.breaks(Fault::NoNearBonus);
        let failing = self.ship(attacker).suffers(Damage::WeaponsFailure);
        let dice = (usize::from(value) + usize::from(near)).saturating_sub(failing);
        let seat = self.ship(attacker).seat;
        for _ in 0..dice {
            let face = self.roll(seat, Dice::Attack);
            self.dice(|attack| attack.attack.push((face, false)));
        }
        self.modify_attack(attacker, defender)?;

        let far = view.range == 3 && !self.breaks(Fault::NoFarBonus);
        let covered = obstructed && !self.breaks(Fault::Unobstructed);
        let one = self.ship(defender);
        let more = usize::from(one.pilot.sheet().agility) + usize::from(far) + usize::from(covered);
        let fewer = one.suffers(Damage::StructuralDamage) + usize::from(one.has(Token::Strain));
        let seat = one.seat;
        for _ in 0..more.saturating_sub(fewer) {
            let face = self.roll(seat, Dice::Defense);
            self.dice(|attack| attack.defense.push(face));
        }
        self.modify_defense(defender, clouded)?;

        let (hits, crits) = self.neutralize(attacker, defender);
        if hits + crits > 0 {
            self.suffer(defender, hits, crits)?;
        }
        self.ship_mut(defender).lose(Token::Strain);
        self.state.attack = None;
        Ok(())
    }

    fn dice(&mut self, change: impl FnOnce(&mut Attack)) {
        if let Some(attack) = &mut self.state.attack {
            change(attack);
        }
    }

    fn attack_dice(&self) -> Vec<(Face, bool)> {
        self.state.attack.as_ref().map(|attack| attack.attack.clone()).unwrap_or_default()
    }

    fn defense_dice(&self) -> Vec<Face> {
        self.state.attack.as_ref().map(|attack| attack.defense.clone()).unwrap_or_default()
    }

    /// The attacker modifies attack dice, by tokens and a lock on the defender.
    fn modify_attack(&mut self, attacker: usize, defender: usize) -> Flow {
        let seat = self.ship(attacker).seat;
        loop {
            let one = self.ship(attacker);
            let dice = self.attack_dice();
            let focus = dice.iter().any(|(face, _)| *face == Face::Focus);
            let mut options = Vec::new();
            if one.suffers(Damage::BlindedPilot) == 0 {
                if focus && one.has(Token::Focus) {
                    options.push(Answer::Modify(Modifier::Focus));
                }
                if focus && one.has(Token::Calculate) {
                    options.push(Answer::Modify(Modifier::Calculate));
                }
                if one.lock == Some(defender) && dice.iter().any(|(_, rerolled)| !rerolled) {
                    options.push(Answer::Modify(Modifier::Lock));
                }
            }
            if options.is_empty() {
                return Ok(());
            }
            options.push(Answer::Done);
            match self.ask(seat, Prompt::Modify(Dice::Attack), &options)? {
                Answer::Modify(Modifier::Focus) => {
                    self.ship_mut(attacker).lose(Token::Focus);
                    let most = if self.breaks(Fault::FocusOne) { 1 } else { usize::MAX };
                    self.dice(|attack| {
                        let focus =
                            attack.attack.iter_mut().filter(|(face, _)| *face == Face::Focus);
                        focus.take(most).for_each(|(face, _)| *face = Face::Hit);
                    });
                }
                Answer::Modify(Modifier::Calculate) => {
                    self.ship_mut(attacker).lose(Token::Calculate);
                    self.dice(|attack| {
                        let focus =
                            attack.attack.iter_mut().filter(|(face, _)| *face == Face::Focus);
                        focus.take(1).for_each(|(face, _)| *face = Face::Hit);
                    });
                }
                Answer::Modify(Modifier::Lock) => {
                    self.ship_mut(attacker).lock = None;
                    self.reroll(attacker)?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Attack dice are rerolled, as many as the attacker likes.
    fn reroll(&mut self, attacker: usize) -> Flow {
        let seat = self.ship(attacker).seat;
        let mut picked: Vec<usize> = Vec::new();
        loop {
            let dice = self.attack_dice();
            let left: Vec<usize> =
                (0..dice.len()).filter(|n| !dice[*n].1 && !picked.contains(n)).collect();
            let shown = |face: &Face| left.iter().any(|&n| dice[n].0 == *face);
            let mut options: Vec<Answer> =
                Face::ALL.into_iter().filter(shown).map(Answer::Die).collect();
            if options.is_empty() {
                break;
            }
            // A lock is spent for something: one die at least.
            if !picked.is_empty() {
                options.push(Answer::Done);
            }
            let Answer::Die(face) = self.ask(seat, Prompt::Die, &options)? else { break };
            picked.extend(left.into_iter().find(|&n| dice[n].0 == face));
        }
        picked.sort_unstable();
        for n in picked {
            let face = self.roll(seat, Dice::Attack);
            self.dice(|attack| attack.attack[n] = (face, true));
        }
        Ok(())
    }

    /// The defender modifies defence dice.
    fn modify_defense(&mut self, defender: usize, clouded: bool) -> Flow {
        let seat = self.ship(defender).seat;
        let mut cloud = clouded;
        loop {
            let one = self.ship(defender);
            let dice = self.defense_dice();
            let (focus, blank) = (dice.contains(&Face::Focus), dice.contains(&Face::Blank));
            let mut options = Vec::new();
            if focus && one.has(Token::Focus) {
                options.push(Answer::Modify(Modifier::Focus));
            }
            if focus && one.has(Token::Calculate) {
                options.push(Answer::Modify(Modifier::Calculate));
            }
            if (focus || blank) && one.has(Token::Evade) {
                options.push(Answer::Modify(Modifier::Evade));
            }
            if blank && cloud {
                options.push(Answer::Modify(Modifier::Cloud));
            }
            if options.is_empty() {
                return Ok(());
            }
            options.push(Answer::Done);
            let change = |faces: &'static [Face], most: usize| {
                move |attack: &mut Attack| {
                    let found = |attack: &Attack| {
                        let of = |face: &Face| attack.defense.iter().position(|die| die == face);
                        faces.iter().find_map(of)
                    };
                    for _ in 0..most {
                        let Some(at) = found(attack) else { break };
                        attack.defense[at] = Face::Evade;
                    }
                }
            };
            match self.ask(seat, Prompt::Modify(Dice::Defense), &options)? {
                Answer::Modify(Modifier::Focus) => {
                    self.ship_mut(defender).lose(Token::Focus);
                    let most = if self.breaks(Fault::FocusOne) { 1 } else { usize::MAX };
                    self.dice(change(&[Face::Focus], most));
                }
                Answer::Modify(Modifier::Calculate) => {
                    self.ship_mut(defender).lose(Token::Calculate);
                    self.dice(change(&[Face::Focus], 1));
                }
                Answer::Modify(Modifier::Evade) => {
                    self.ship_mut(defender).lose(Token::Evade);
                    let faces = [(Face::Blank, blank), (Face::Focus, focus)];
                    let shown = faces.iter().filter(|(_, shown)| *shown);
                    let options: Vec<Answer> = shown.map(|(face, _)| Answer::Die(*face)).collect();
                    match self.ask(seat, Prompt::Die, &options)? {
                        Answer::Die(Face::Focus) => self.dice(change(&[Face::Focus], 1)),
                        _ => self.dice(change(&[Face::Blank], 1)),
                    }
                }
                Answer::Modify(Modifier::Cloud) => {
                    cloud = false;
                    self.dice(change(&[Face::Blank], 1));
                }
                _ => return Ok(()),
            }
        }
    }

    /// Evades cancel hits, then critical hits; reinforce tokens one more each, while more than one
    /// result is left and the attacker is in that full arc.
    fn neutralize(&mut self, attacker: usize, defender: usize) -> (u8, u8) {
        let evades = self.defense_dice().iter().filter(|face| **face == Face::Evade).count();
        for _ in 0..evades {
            self.cancel();
        }
        let least = if self.breaks(Fault::ReinforceSingle) { 0 } else { 1 };
        for (token, arc) in [(Token::Fore, Arc::FullFront), (Token::Aft, Arc::FullRear)] {
            for _ in 0..self.ship(defender).count(token) {
                let (hits, crits) = self.results();
                if hits + crits > least && self.is_in(defender, arc, attacker) {
                    self.cancel();
                }
            }
        }
        self.results()
    }

    /// A hit is cancelled; without one, a critical hit.
    fn cancel(&mut self) {
        let mut order = [Face::Hit, Face::Crit];
        if self.breaks(Fault::CritsFirst) {
            order.reverse();
        }
        self.dice(|attack| {
            let of = |face: Face| attack.attack.iter().position(|(die, _)| *die == face);
            if let Some(at) = of(order[0]).or_else(|| of(order[1])) {
                attack.attack.remove(at);
            }
        });
    }

    /// The hits and the critical hits that are left.
    fn results(&self) -> (u8, u8) {
        let dice = self.attack_dice();
        let count = |face| dice.iter().filter(|(die, _)| *die == face).count() as u8;
        (count(Face::Hit), count(Face::Crit))
    }
}
