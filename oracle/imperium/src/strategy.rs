//! Strategy cards (LRR 82): the primary ability, then the secondary abilities clockwise.

use crate::choice::{Answer, Flow, Players, Prompt};
use crate::fault::Fault;
use crate::game::Game;
use crate::objective::OBJECTIVES;
use crate::state::{COMMODITIES, PLAYERS, Place, STRATEGY, Seat};
use crate::technology::{Colour, TECHNOLOGIES};
use crate::unit::Unit;

const LEADERSHIP: usize = 0;
const DIPLOMACY: usize = 1;
const POLITICS: usize = 2;
const CONSTRUCTION: usize = 3;
const TRADE: usize = 4;
const WARFARE: usize = 5;
const TECHNOLOGY: usize = 6;

/// The influence of a command token (Leadership).
const OF_A_TOKEN: i16 = 3;
/// The resources of a technology by the secondary ability, and of a second one by the primary.
const RESEARCH: [i16; 2] = [4, 6];
/// The secret objectives that a player can have (LRR 61.21).
const SECRETS: usize = 3;
/// The planets that Diplomacy readies.
const READIED: usize = 2;

impl<P: Players> Game<'_, P> {
    pub(crate) fn strategic_action(&mut self, seat: Seat, card: usize) -> Flow {
        let chosen = self.primary(seat, card)?;
        let others = self.state.clockwise(seat);
        for other in others.into_iter().skip(1) {
            self.offer_secondary(other, card, chosen.contains(&other))?;
        }
        self.state.cards[card].used = true;
        Ok(())
    }

    /// Resolves the primary ability; returns those who resolve the secondary one for nothing.
    fn primary(&mut self, seat: Seat, card: usize) -> Flow<Vec<Seat>> {
        let none = Vec::new();
        match card {
            LEADERSHIP => {
                self.gain_tokens(seat, 3)?;
                self.buy_tokens(seat)?;
            }
            DIPLOMACY => self.diplomacy(seat)?,
            POLITICS => {
                let others = (0..PLAYERS).filter(|&other| other != self.state.speaker);
                let others = others.filter(|&other| !self.state.players[other].out);
                let options = others.map(Answer::Player).collect();
                if let Answer::Player(speaker) = self.ask(seat, Prompt::Step, options)? {
                    self.state.speaker = speaker;
                }
            }
            CONSTRUCTION => self.construct(seat)?,
            TRADE => {
                self.state.players[seat].goods += 3;
                self.replenish(seat);
                return self.choose_others(seat);
            }
            WARFARE => {
                self.lift_token(seat)?;
                self.redistribute(seat)?;
            }
            TECHNOLOGY => {
                self.research(seat)?;
                let can = !self.researchable(seat).is_empty();
                let [_, price] = RESEARCH;
                if can && self.state.wealth(seat, false) >= price && self.agrees(seat)? {
                    self.pay(seat, price, false)?;
                    self.research(seat)?;
                }
            }
            _ => self.imperial(seat)?,
        }
        Ok(none)
    }

    /// Asks for the secondary ability; all but Leadership's costs a token of the strategy pool
    /// (LRR 20.5).
    fn offer_secondary(&mut self, seat: Seat, card: usize, for_nothing: bool) -> Flow {
        let [price, _] = RESEARCH;
        let researches =
            || !self.researchable(seat).is_empty() && self.state.wealth(seat, false) >= price;
        let token = self.state.players[seat].pools[STRATEGY] > 0;
        let can = card == LEADERSHIP || token && (card != TECHNOLOGY || researches());
        if !for_nothing {
            let yes = can.then_some(Answer::Yes);
            let options = yes.into_iter().chain([Answer::No]).collect();
            if self.ask(seat, Prompt::Secondary, options)? != Answer::Yes {
                return Ok(());
            }
            if card != LEADERSHIP && !self.breaks(Fault::SecondaryForNothing) {
                self.state.players[seat].pools[STRATEGY] -= 1;
            }
        }
        match card {
            LEADERSHIP => self.buy_tokens(seat),
            DIPLOMACY => self.ready_some(seat),
            POLITICS => Ok(()),
            CONSTRUCTION => self.construct_elsewhere(seat),
            TRADE => {
                self.replenish(seat);
                Ok(())
            }
            WARFARE => self.produce_at_home(seat),
            TECHNOLOGY => {
                self.pay(seat, price, false)?;
                self.research(seat)
            }
            _ => self.draw_secret(seat),
        }
    }

    fn agrees(&mut self, seat: Seat) -> Flow<bool> {
        Ok(self.ask(seat, Prompt::Step, vec![Answer::Yes, Answer::No])? == Answer::Yes)
    }

    /// Command tokens for influence, one after another (LRR 47).
    fn buy_tokens(&mut self, seat: Seat) -> Flow {
        let price = if self.breaks(Fault::TokensCheap) { 2 } else { OF_A_TOKEN };
        loop {
            let can = self.state.wealth(seat, true) >= price && self.state.spare(seat) > 0;
            let pools = (0..3).filter(|_| can).map(Answer::Pool);
            let options = pools.chain([Answer::Done]).collect();
            let Answer::Pool(pool) = self.ask(seat, Prompt::Pool, options)? else { return Ok(()) };
            self.pay(seat, price, true)?;
            self.state.players[seat].pools[pool] += 1;
        }
    }

    /// Closes a system to the others (LRR 32.2), then readies planets.
    fn diplomacy(&mut self, seat: Seat) -> Flow {
        let held = |&system: &usize| {
            let mut planets = self.state.planets_in(system);
            let mecatol = self.state.mecatol() == Some(system);
            !mecatol && planets.any(|planet| self.state.planets[planet].owner == Some(seat))
        };
        let options = (0..self.state.systems.len()).filter(held).map(Answer::System).collect();
        if let Answer::System(system) = self.ask(seat, Prompt::Step, options)? {
            let others = self.state.clockwise(seat).split_off(1);
            // Those of the reinforcements are placed together, before anybody chooses a pool.
            let (placed, chosen): (Vec<_>, Vec<_>) =
                others.into_iter().partition(|&other| self.state.spare(other) > 0);
            for other in placed.into_iter().chain(chosen) {
                self.put_token(other, system)?;
            }
        }
        self.ready_some(seat)
    }

    fn ready_some(&mut self, seat: Seat) -> Flow {
        for _ in 0..READIED {
            let exhausted = |&planet: &usize| self.state.planets[planet].exhausted;
            let own = self.state.planets_of(seat).filter(exhausted).map(Answer::Planet);
            let options: Vec<Answer> = own.chain([Answer::Done]).collect();
            let Answer::Planet(planet) = self.ask(seat, Prompt::Step, options)? else { break };
            self.state.planets[planet].exhausted = false;
        }
        Ok(())
    }

    /// The planets of a player with room for a structure (LRR 85.4, 85.5).
    fn building_sites(&self, seat: Seat, unit: Unit) -> Vec<Answer> {
        let most = if unit == Unit::Pds { 2 } else { 1 };
        let most = most + usize::from(self.breaks(Fault::StructuresWithoutLimit));
        let room = |&planet: &usize| {
            let here = self.state.at(seat, Place::Planet(planet));
            here.filter(|&at| self.state.figures[at].unit == unit).count() < most
        };
        self.state.planets_of(seat).filter(room).map(Answer::Planet).collect()
    }

    /// Asks for a structure by its name; `None` if neither is chosen.
    fn structure(&mut self, seat: Seat, neither: bool) -> Flow<Option<Unit>> {
        let neither = neither.then_some(Answer::Option("Neither"));
        let both = [Answer::Option("PDS"), Answer::Option("Space Dock")];
        let options = both.into_iter().chain(neither).collect();
        Ok(match self.ask(seat, Prompt::Step, options)? {
            Answer::Option("PDS") => Some(Unit::Pds),
            Answer::Option("Space Dock") => Some(Unit::SpaceDock),
            _ => None,
        })
    }

    /// A PDS or a space dock, and another PDS (LRR 24.2).
    fn construct(&mut self, seat: Seat) -> Flow {
        if let Some(unit) = self.structure(seat, true)? {
            let sites = self.building_sites(seat, unit);
            if let Answer::Planet(planet) = self.ask(seat, Prompt::Step, sites)? {
                self.place(seat, unit, Place::Planet(planet));
            }
        }
        let sites = self.building_sites(seat, Unit::Pds);
        if sites.is_empty() || self.state.count(seat, Unit::Pds) >= Unit::Pds.figures() {
            return Ok(());
        }
        let options = sites.into_iter().chain([Answer::Decline]).collect();
        if let Answer::Planet(planet) = self.ask(seat, Prompt::Step, options)? {
            self.place(seat, Unit::Pds, Place::Planet(planet));
        }
        Ok(())
    }

    /// A PDS or a space dock where the token that was spent goes to (LRR 24.3).
    fn construct_elsewhere(&mut self, seat: Seat) -> Flow {
        let Some(unit) = self.structure(seat, false)? else { return Ok(()) };
        let sites = self.building_sites(seat, unit);
        if let Answer::Planet(planet) = self.ask(seat, Prompt::Step, sites)? {
            if !self.breaks(Fault::ConstructionWithoutToken) {
                self.put_token(seat, self.state.planets[planet].system)?;
            }
            self.place(seat, unit, Place::Planet(planet));
        }
        Ok(())
    }

    fn replenish(&mut self, seat: Seat) {
        let commodities = &mut self.state.players[seat].commodities;
        *commodities = (*commodities).max(COMMODITIES);
    }

    /// The others who replenish for nothing (LRR 92.4).
    fn choose_others(&mut self, seat: Seat) -> Flow<Vec<Seat>> {
        let mut chosen = Vec::new();
        loop {
            let others = (0..PLAYERS).filter(|&other| other != seat && !chosen.contains(&other));
            let others = others.filter(|&other| !self.state.players[other].out);
            let options: Vec<Answer> = others.map(Answer::Player).chain([Answer::Done]).collect();
            let Answer::Player(other) = self.ask(seat, Prompt::Step, options)? else {
                return Ok(chosen);
            };
            chosen.push(other);
        }
    }

    /// A token from the board into a pool (LRR 99.1).
    fn lift_token(&mut self, seat: Seat) -> Flow {
        let own = |&system: &usize| self.state.has_token(seat, system);
        let options = (0..self.state.systems.len()).filter(own).map(Answer::System).collect();
        if let Answer::System(system) = self.ask(seat, Prompt::Step, options)? {
            let pools = (0..3).map(Answer::Pool).collect();
            if let Answer::Pool(pool) = self.ask(seat, Prompt::Pool, pools)? {
                self.state.systems[system].tokens &= !(1 << seat);
                self.state.players[seat].pools[pool] += 1;
            }
        }
        Ok(())
    }

    /// Production by one space dock of the home system (LRR 99.3).
    fn produce_at_home(&mut self, seat: Seat) -> Flow {
        let own = self.state.board(|figure| figure.seat == seat && figure.unit == Unit::SpaceDock);
        let docks: Vec<usize> = own
            .filter(|&at| {
                let system = self.state.system_of(at);
                system.is_some_and(|system| self.state.systems[system].home == Some(seat))
            })
            .collect();
        let options = docks.into_iter().map(Answer::Figure).collect();
        if let Answer::Figure(dock) = self.ask(seat, Prompt::Step, options)?
            && let Some(system) = self.state.system_of(dock)
        {
            self.production(seat, system, Some(dock))?;
        }
        Ok(())
    }

    /// The prerequisites of a technology that a player's technologies do not meet, in order.
    fn lacking(&self, seat: Seat, technology: usize) -> Vec<Colour> {
        let mut own = Colour::ALL.map(|colour| self.state.colours(seat, colour));
        let mut lacking = TECHNOLOGIES[technology].needs.to_vec();
        lacking.retain(|&colour| {
            let have = &mut own[colour as usize];
            let met = *have > 0;
            *have = have.saturating_sub(1);
            !met
        });
        lacking
    }

    /// The ready planets of a player with a technology specialty (LRR 90.12).
    fn specialists(&self, seat: Seat, colour: Colour) -> Vec<Answer> {
        let ready = |&planet: &usize| {
            let planet = &self.state.planets[planet];
            planet.world.specialty == Some(colour) && !planet.exhausted
        };
        self.state.planets_of(seat).filter(ready).map(Answer::Planet).collect()
    }

    /// The technologies that a player can research (LRR 90.8).
    fn researchable(&self, seat: Seat) -> Vec<usize> {
        let can = |&technology: &usize| {
            let lacking = self.lacking(seat, technology);
            let meets = |colour: Colour| {
                let needs = lacking.iter().filter(|&&other| other == colour).count();
                needs <= self.specialists(seat, colour).len()
            };
            !self.state.owns(seat, technology) && Colour::ALL.into_iter().all(meets)
        };
        (0..TECHNOLOGIES.len()).filter(can).collect()
    }

    /// Researches a technology: planets with specialties are exhausted for what is lacking.
    fn research(&mut self, seat: Seat) -> Flow {
        let options = self.researchable(seat).into_iter().map(Answer::Research).collect();
        let Answer::Research(technology) = self.ask(seat, Prompt::Step, options)? else {
            return Ok(());
        };
        let free = self.breaks(Fault::SpecialtiesForNothing);
        for colour in self.lacking(seat, technology).into_iter().rev().filter(|_| !free) {
            let planets = self.specialists(seat, colour);
            if let Answer::Planet(planet) = self.ask(seat, Prompt::Pay, planets)? {
                self.state.planets[planet].exhausted = true;
            }
        }
        self.state.players[seat].technologies |= 1 << technology;
        Ok(())
    }

    /// An objective, and Mecatol Rex's point or a secret objective (LRR 45.2).
    fn imperial(&mut self, seat: Seat) -> Flow {
        let public = self.scorable(seat).into_iter().filter(|&card| !OBJECTIVES[card].secret);
        let options = public.map(Answer::Objective).chain([Answer::Decline]).collect();
        if let Answer::Objective(card) = self.ask(seat, Prompt::Score, options)? {
            self.score(seat, card)?;
        }
        if self.state.controls_mecatol(seat) {
            let points = i8::from(!self.breaks(Fault::NoPointForMecatol));
            return self.gain_points(seat, points);
        }
        if self.agrees(seat)? { self.draw_secret(seat) } else { Ok(()) }
    }

    /// Draws a secret objective; with too many, one goes back (LRR 45.4).
    fn draw_secret(&mut self, seat: Seat) -> Flow {
        let drawn = self.state.secrets.pop();
        self.state.players[seat].secrets.extend(drawn);
        loop {
            let hand = self.state.players[seat].secrets.clone();
            let most = SECRETS + usize::from(self.breaks(Fault::SecretsWithoutLimit));
            if hand.len() + self.state.scored_secrets(seat) <= most || hand.is_empty() {
                return Ok(());
            }
            let options = hand.into_iter().map(Answer::Objective).collect();
            if let Answer::Objective(card) = self.ask(seat, Prompt::Limits, options)? {
                self.state.players[seat].secrets.retain(|&other| other != card);
                self.state.secrets.push(card);
                self.players.shuffle(&mut self.state.secrets);
            }
        }
    }
}
