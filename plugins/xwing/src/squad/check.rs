//! Legality of a draft as a squad (rules of building squads by points).

use std::collections::BTreeMap;

use cardmill_harness::plain::quoted;
use cardmill_harness::spelling::nearest;

use super::draft::{Draft, Fitted, Flown, Notes};
use super::{MOST_POINTS, MOST_SHIPS};
use crate::facts::{
    BarAction, Demand, Facts, List, PilotFacts, SheetFacts, Sides, Slot, UpgradeFacts,
};

/// Notes what makes a draft no legal squad by a list of points.
pub(super) fn check(draft: &mut Draft, facts: &Facts, list: List) {
    let mut notes = core::mem::take(&mut draft.notes);
    let bench = Bench { draft, facts, list };
    bench.count(&mut notes);
    for ship in &draft.ships {
        bench.ship(ship, &mut notes);
    }
    bench.limits(&mut notes);
    bench.solitary(&mut notes);
    bench.standardized(&mut notes);
    bench.obstacles(&mut notes);
    bench.points(&mut notes);
    draft.notes = notes;
}

/// A draft under examination, with the facts and the list of points that it is judged by.
struct Bench<'a> {
    draft: &'a Draft,
    facts: &'a Facts,
    list: List,
}

impl<'a> Bench<'a> {
    fn pilot(&self, ship: &Flown) -> &'a PilotFacts {
        &self.facts.pilots[usize::from(ship.pilot)]
    }

    fn upgrade(&self, fitted: &Fitted) -> &'a UpgradeFacts {
        &self.facts.upgrades[usize::from(fitted.upgrade)]
    }

    /// Upgrades of a ship but for one.
    fn others<'s>(
        &'s self,
        ship: &'s Flown,
        but: &'s Fitted,
    ) -> impl Iterator<Item = &'a UpgradeFacts> + 's {
        let others = ship.upgrades.iter().filter(move |other| !core::ptr::eq(*other, but));
        others.map(|other| self.upgrade(other))
    }

    fn count(&self, notes: &mut Notes) {
        match self.draft.ships.len() {
            0 if !self.draft.unread => {
                notes.problem("pilots", "expected at least one ship, found none");
            }
            1 if !self.draft.unread => notes.warning("pilots", "one ship alone"),
            count if count > MOST_SHIPS => {
                notes.problem("pilots", format!("{count} ships; expected at most {MOST_SHIPS}"));
            }
            _ => {}
        }
    }

    /// Notes all that is wrong with a ship, whatever else is in the squad.
    fn ship(&self, ship: &Flown, notes: &mut Notes) {
        let pilot = self.pilot(ship);
        let sheet = self.facts.sheet(ship.pilot);
        let place = ship.pilot_place();
        if let Some(faction) = self.draft.faction.filter(|faction| *faction != pilot.faction) {
            let found = format!("{} is {}; expected {faction}", pilot.name, pilot.faction);
            notes.problem(&place, found);
        }
        if sheet.size.is_none() {
            let found = format!("{} flies a {}", pilot.name, sheet.name);
            let expected = "huge ships are not part of the dogfight (200 points, 3 by 3 feet)";
            return notes.problem(&place, format!("{found}: {expected}"));
        }
        if self.facts.pilot_points(self.list, ship.pilot).is_none() {
            notes.problem(&place, format!("{} {}", pilot.name, self.unpriced()));
        }
        self.slots(ship, notes);
        for (n, fitted) in ship.upgrades.iter().enumerate() {
            let upgrade = self.upgrade(fitted);
            if ship.upgrades[..n].iter().any(|other| self.upgrade(other).name == upgrade.name) {
                let found = format!("{} has {} twice", pilot.name, upgrade.name);
                notes.problem(&fitted.place, format!("{found}; expected one on a ship"));
            }
            let price = self.facts.upgrade_points(self.list, fitted.upgrade, ship.pilot);
            if price.is_none() && !upgrade.is_huge() {
                notes.problem(&fitted.place, format!("{} {}", upgrade.name, self.unpriced()));
            }
            for any in &upgrade.needs {
                if !any.iter().any(|demand| self.meets(demand, ship, fitted, sheet)) {
                    let words: Vec<String> = any.iter().map(ToString::to_string).collect();
                    let found = format!("{} on {}", upgrade.name, pilot.name);
                    let only = words.join(" or ");
                    notes.problem(&fitted.place, format!("{found}; it is only for {only}"));
                }
            }
        }
    }

    fn unpriced(&self) -> String {
        let list = self.facts.points.named(self.list);
        format!("has no price that is known by the {list}; expected a card that can be paid for")
    }

    /// Notes upgrades that find no slot.
    fn slots(&self, ship: &Flown, notes: &mut Notes) {
        let pilot = self.pilot(ship);
        let added = ship.upgrades.iter().flat_map(|fitted| &self.upgrade(fitted).more);
        let own = self.facts.slots(self.list, ship.pilot).into_iter();
        let mut all: Vec<Slot> = own.chain(added.copied()).collect();
        for slot in ship.upgrades.iter().flat_map(|fitted| &self.upgrade(fitted).fewer) {
            if let Some(at) = all.iter().position(|have| have == slot) {
                all.remove(at);
            }
        }
        let mut free = all.clone();
        for fitted in &ship.upgrades {
            let upgrade = self.upgrade(fitted);
            let before = free.clone();
            let mut takes = |slot: Slot| {
                let exact = free.iter().position(|have| *have == slot);
                let at = exact.or_else(|| free.iter().position(|have| have.holds(slot)));
                at.map(|at| free.remove(at)).is_some()
            };
            let Some(&lacks) = upgrade.slots.iter().find(|slot| !takes(**slot)) else { continue };
            let count = |slots: &[Slot]| slots.iter().filter(|slot| slot.holds(lacks)).count();
            let wanted = upgrade.slots.iter().filter(|slot| **slot == lacks).count();
            let (has, left) = (count(&all), count(&before));
            let (name, kind, upgrade) = (&pilot.name, lacks.name(), &upgrade.name);
            notes.problem(
                &fitted.place,
                match (has, wanted) {
                    (0, _) => format!("{name} has no {kind} slot, found {upgrade}"),
                    (1, 1) => format!("{name} has one {kind} slot, taken; found {upgrade} as well"),
                    (_, 1) => {
                        format!("{name} has {has} {kind} slots, taken; found {upgrade} as well")
                    }
                    _ => format!(
                        "{upgrade} takes {wanted} {kind} slots; {name} has {has}, {left} free"
                    ),
                },
            );
            free = before;
        }
    }

    /// Tells whether a ship has something that an upgrade on it needs.
    fn meets(&self, demand: &Demand, ship: &Flown, fitted: &Fitted, sheet: &SheetFacts) -> bool {
        let pilot = self.pilot(ship);
        match demand {
            Demand::Faction(faction) => pilot.faction == *faction,
            Demand::Ship(id) => pilot.ship == *id,
            Demand::Size(size) => sheet.size == *size,
            Demand::Agility(agility) => sheet.agility == *agility,
            Demand::Action(wanted, difficulty) => {
                let bar = if pilot.actions.is_empty() { &sheet.actions } else { &pilot.actions };
                let added = self.others(ship, fitted).flat_map(|other| &other.actions);
                let fits = |action: &BarAction| {
                    action.action == *wanted
                        && difficulty.is_none_or(|hard| hard == action.difficulty)
                };
                bar.iter().chain(added).any(fits)
            }
            Demand::Keyword(word) => {
                // "Twin Ion Engines" says that the restriction to TIE ships is ignored.
                let tie = || pilot.ship_abilities.iter().any(|name| name == "Twin Ion Engines");
                pilot.keywords.contains(word) || word == "TIE" && tie()
            }
            Demand::Ability(name) => pilot.ship_abilities.contains(name),
            Demand::With(name) => self.cards().any(|(_, card, _)| card == name),
            Demand::Limited(limited) => (pilot.limited > 0) == *limited,
            Demand::Force(sides) => {
                let added = self.others(ship, fitted).map(|other| other.sides);
                added.fold(pilot.force.sides, Sides::and).meets(*sides)
            }
            Demand::Arc(arc) => sheet.attack.iter().any(|weapon| weapon.0 == *arc),
            Demand::Equipped(slot) => {
                self.others(ship, fitted).any(|other| other.slots.contains(slot))
            }
        }
    }

    /// The cards of the squad: places, names and limits.
    fn cards(&self) -> impl Iterator<Item = (String, &'a str, u8)> {
        self.draft.ships.iter().flat_map(|ship| {
            let pilot = self.pilot(ship);
            let upgrades = ship.upgrades.iter().map(|fitted| {
                let upgrade = self.upgrade(fitted);
                (fitted.place.clone(), upgrade.name.as_str(), upgrade.limited)
            });
            let pilot = (ship.pilot_place(), pilot.name.as_str(), pilot.limited);
            core::iter::once(pilot).chain(upgrades)
        })
    }

    /// Limited cards of a name: pilots and upgrades count together.
    fn limits(&self, notes: &mut Notes) {
        let mut named: BTreeMap<&str, (u8, Vec<String>)> = BTreeMap::new();
        for (place, name, limited) in self.cards().filter(|(.., limited)| *limited > 0) {
            let (limit, places) = named.entry(name).or_insert((limited, Vec::new()));
            *limit = limited.min(*limit);
            places.push(place);
        }
        for (name, (limit, places)) in named {
            if let [before @ .., last] = &places[..]
                && places.len() > usize::from(limit)
            {
                let found = places.len();
                let before = before.join(", ");
                let says = format!("{name} is limited to {limit}, found {found} ({before})");
                notes.problem(last, says);
            }
        }
    }

    /// Solitary upgrades of a kind: one a squad.
    fn solitary(&self, notes: &mut Notes) {
        let mut kinds: BTreeMap<Slot, (&str, String)> = BTreeMap::new();
        for fitted in self.draft.ships.iter().flat_map(|ship| &ship.upgrades) {
            let upgrade = self.upgrade(fitted);
            if !upgrade.solitary {
                continue;
            }
            let (name, kind) = (upgrade.name.as_str(), upgrade.slots[0]);
            if let Some((other, place)) = kinds.get(&kind) {
                let found = format!("{name} is solitary, found {other} as well ({place})");
                let expected = format!("{found}; expected one {} a squad", kind.name());
                notes.problem(&fitted.place, expected);
            } else {
                kinds.insert(kind, (name, fitted.place.clone()));
            }
        }
    }

    /// Standardized upgrades: on all ships of a type, or on none.
    fn standardized(&self, notes: &mut Notes) {
        let has = |ship: &Flown, upgrade: u16| ship.upgrades.iter().any(|of| of.upgrade == upgrade);
        let mut told: Vec<(u16, &str)> = Vec::new();
        for ship in &self.draft.ships {
            let kind = self.pilot(ship).ship.as_str();
            for fitted in &ship.upgrades {
                let upgrade = self.upgrade(fitted);
                if !upgrade.standardized || told.contains(&(fitted.upgrade, kind)) {
                    continue;
                }
                told.push((fitted.upgrade, kind));
                let same = self.draft.ships.iter().filter(|other| self.pilot(other).ship == kind);
                for other in same.filter(|other| !has(other, fitted.upgrade)) {
                    let (name, pilot) = (&upgrade.name, &self.pilot(other).name);
                    let says = format!(
                        "{pilot} has no {name}; it is standardized: expected it on every {kind} or on none"
                    );
                    notes.problem(&other.place, says);
                }
            }
        }
    }

    fn obstacles(&self, notes: &mut Notes) {
        let Some(given) = &self.draft.obstacles else { return };
        let mut distinct: Vec<&String> = given.iter().collect();
        distinct.sort();
        distinct.dedup();
        if given.len() != 3 || distinct.len() != 3 {
            let found = given.join(", ");
            notes.problem("obstacles", format!("expected 3 different ones, found {found}"));
        }
        let all: Vec<&str> = self.facts.obstacles.iter().map(|of| of.id.as_str()).collect();
        for unknown in distinct.into_iter().filter(|id| !all.contains(&id.as_str())) {
            let near = nearest(unknown, &all);
            let hint = near.map(|near| format!("; {near}?")).unwrap_or_default();
            let found = quoted(unknown);
            notes.problem("obstacles", format!("no obstacle, found {found}{hint}"));
        }
    }

    fn points(&self, notes: &mut Notes) {
        let of = |ship: &Flown| {
            let pilot = self.facts.pilot_points(self.list, ship.pilot);
            let upgrade =
                |of: &Fitted| self.facts.upgrade_points(self.list, of.upgrade, ship.pilot);
            let cards = core::iter::once(pilot).chain(ship.upgrades.iter().map(upgrade));
            cards.sum::<Option<u16>>().map(|points| (self.pilot(ship).name.as_str(), points))
        };
        let ships: Option<Vec<(&str, u16)>> = self.draft.ships.iter().map(of).collect();
        let Some(ships) = ships.filter(|_| !self.draft.unread) else { return };
        let total: u16 = ships.iter().map(|(_, points)| points).sum();
        let sum = || {
            let parts = ships.chunk_by(|one, next| one == next).map(|same| match same {
                [(name, of)] => format!("{name} {of}"),
                _ => format!("{} x {} {}", same.len(), same[0].0, same[0].1),
            });
            parts.collect::<Vec<_>>().join(" + ")
        };
        if let Some(said) = self.draft.points.filter(|said| *said != u64::from(total)) {
            let list = self.facts.points.named(self.list);
            notes.warning(
                "points",
                format!("the file says {said}; {total} by the {list}: {}", sum()),
            );
        }
        if total > MOST_POINTS {
            let expected = format!("{total}; expected at most {MOST_POINTS} ({})", sum());
            notes.problem("points", expected);
        }
    }
}
