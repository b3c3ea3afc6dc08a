//! Squads by chance, for games over all cards.

use cardmill_kernel::streams::{below, shuffle};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{Craft, MOST_POINTS, MOST_SHIPS, Squad};
use crate::catalogue::Catalogue;
use crate::facts::{Faction, Facts, List, STANDARD_OBSTACLES};
use crate::vocabulary::Kind;

/// The number of squads that are drawn, at most, until one is legal.
const TRIES: usize = 1000;

/// Squads by chance, one after the other: legal by the points that 2.0 was left with.
pub struct RandomSquads<'c> {
    facts: &'c Facts,
    rng: ChaCha8Rng,
    pilots: Vec<u16>,
    upgrades: Vec<u16>,
}

impl<'c> RandomSquads<'c> {
    /// Squads of a faction, or else of any, made of the cards that are played, or else of all that
    /// can be paid for.
    #[must_use]
    pub fn new(
        catalogue: &'c Catalogue,
        faction: Option<Faction>,
        played: bool,
        seed: u64,
    ) -> Self {
        let facts = catalogue.facts();
        let pilot = |place: &u16| {
            let pilot = &facts.pilots[usize::from(*place)];
            faction.is_none_or(|faction| faction == pilot.faction)
                && facts.sheet(*place).size.is_some()
                && facts.pilot_points(List::default(), *place).is_some()
                && (!played
                    || catalogue.plays(&pilot.id, |kind| matches!(kind, Kind::Pilot { .. })))
        };
        let upgrade = |place: &u16| {
            let upgrade = &facts.upgrades[usize::from(*place)];
            !upgrade.is_huge()
                && (!played
                    || catalogue.plays(&upgrade.id, |kind| matches!(kind, Kind::Upgrade(_))))
        };
        Self {
            facts,
            rng: ChaCha8Rng::seed_from_u64(seed),
            pilots: (0..facts.pilots.len() as u16).filter(pilot).collect(),
            upgrades: (0..facts.upgrades.len() as u16).filter(upgrade).collect(),
        }
    }

    /// The next squad; none, where there are too few cards for one.
    pub fn next(&mut self, name: String) -> Option<Squad> {
        if self.pilots.is_empty() {
            return None;
        }
        (0..TRIES).find_map(|_| {
            let squad = self.drawn(name.clone());
            let legal = squad.ships.len() > 1 && self.wrong(&squad).is_empty();
            legal.then_some(squad)
        })
    }

    fn wrong(&self, squad: &Squad) -> Vec<String> {
        squad.wrong(self.facts, List::default())
    }

    /// Ships of one faction until none fits that is tried, then upgrades that fit in.
    fn drawn(&mut self, name: String) -> Squad {
        let first = self.pilots[below(&mut self.rng, self.pilots.len())];
        let faction = self.facts.pilots[usize::from(first)].faction;
        let craft = |pilot| Craft { pilot, upgrades: Vec::new() };
        let mut squad = Squad {
            name,
            faction,
            ships: vec![craft(first)],
            obstacles: STANDARD_OBSTACLES.map(str::to_owned),
        };
        let of = |pilot: &u16| self.facts.pilots[usize::from(*pilot)].faction == faction;
        let mut pilots: Vec<u16> = self.pilots.iter().copied().filter(of).collect();
        let most = 2 + below(&mut self.rng, MOST_SHIPS - 1);
        shuffle(&mut self.rng, &mut pilots);
        for pilot in pilots {
            let copies = 1 + below(&mut self.rng, most);
            for _ in 0..copies {
                if squad.ships.len() == most {
                    break;
                }
                squad.ships.push(craft(pilot));
                if !self.wrong(&squad).is_empty() {
                    squad.ships.pop();
                    break;
                }
            }
        }
        let mut upgrades = self.upgrades.clone();
        shuffle(&mut self.rng, &mut upgrades);
        for upgrade in upgrades {
            self.equip(&mut squad, upgrade);
        }
        squad
    }

    /// Puts an upgrade on a ship where it fits, or on all of a type if that is what it asks for.
    fn equip(&mut self, squad: &mut Squad, upgrade: u16) {
        let left = MOST_POINTS - squad.points(self.facts, List::default()).unwrap_or(MOST_POINTS);
        let at = below(&mut self.rng, squad.ships.len());
        let on = squad.ships[at].pilot;
        let price = self.facts.upgrade_points(List::default(), upgrade, on);
        if price.is_none_or(|price| price > left) {
            return;
        }
        let before = squad.clone();
        let ship = |pilot: u16| &self.facts.pilots[usize::from(pilot)].ship;
        let standardized = self.facts.upgrades[usize::from(upgrade)].standardized;
        for (n, craft) in squad.ships.iter_mut().enumerate() {
            if n == at || standardized && ship(craft.pilot) == ship(on) {
                craft.upgrades.push(upgrade);
            }
        }
        if !self.wrong(squad).is_empty() {
            *squad = before;
        }
    }
}
