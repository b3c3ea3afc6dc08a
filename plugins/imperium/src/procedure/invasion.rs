//! An invasion: bombardment, landing, Space Cannon defense, ground combats, control (LRR 49).

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::procedure::Line::{Do, Jump, Label, Unless, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::{Flow, Outcome};
use serde::{Deserialize, Serialize};

use super::{Assignment, GroundCombat, Payment, Procedure};
use crate::ability::destroyed;
use crate::advance::{Resolver, Run};
use crate::board::CUSTODIANS;
use crate::choice::{Choice, Prompt};
use crate::piece::{Place, PlanetId, SystemId};
use crate::proposal::{Hits, Proposal, Verb};
use crate::vocabulary::{Dice, UnitType};

/// An invasion of the active system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Invasion {
    system: SystemId,
    /// The number of units that could bombard and were asked about.
    asked: u8,
    /// The unit whose bombardment is asked about.
    pub(crate) bomber: Option<Ref>,
    /// The units that bombard, each with its planet.
    bombardment: Vec<(Ref, PlanetId)>,
    /// The planet whose bombardment was rolled for.
    bombarded: PlanetId,
    /// The die more that a unit may have was rolled.
    extra: bool,
    /// The number of hits rolled last.
    hits: i16,
    /// The custodians were paid for.
    custodians: bool,
    /// The planets to which ground forces were committed, as a mask.
    landed: u64,
    /// The planet whose Space Cannons may fire.
    defended: PlanetId,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Start,
    Bombard,
    RollBombardment,
    AssignBombardment,
    PayCustodians,
    RemoveCustodians,
    Land,
    LoseDocks,
    Landed,
    Defend,
    AssignDefense,
    GroundCombat,
    Return,
    GainControl,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    CanInvade,
    Bombards,
    CustodiansArePaid,
    AllHaveDefended,
}

impl Invasion {
    /// An invasion of a system.
    pub(super) fn of(system: SystemId) -> Self {
        Self { system, ..Self::default() }
    }

    /// An invasion that asks for the planet that a unit bombards.
    pub(crate) fn asking_about(bomber: Ref) -> Self {
        Self { bomber: Some(bomber), ..Self::default() }
    }

    fn bombers(&self, by: &Resolver<'_>) -> Vec<(Slot, Dice)> {
        let ships = by.scene.ships(self.system, by.seat);
        let dice = |(slot, _)| Some((slot, by.scene.attributes(slot).unit.bombardment?));
        ships.filter_map(dice).collect()
    }

    /// The ground forces of the player in the space area, and fighters that are committed as such.
    fn forces<'r>(&self, by: &Resolver<'r>) -> impl Iterator<Item = Slot> + use<'r> {
        let (scene, seat, space) = (by.scene, by.seat, Place::Space(self.system));
        let fighters = scene.fighters_land(self.system, seat);
        let own = scene.figures().filter(move |&(slot, unit)| {
            let piece = scene.piece(slot);
            let lands = unit.is_ground_force() || fighters && unit == UnitType::Fighter;
            lands && piece.owner == seat && piece.place == space
        });
        own.map(|(slot, _)| slot)
    }

    /// Planets with ground forces of others and without Planetary Shield, which a war sun
    /// ignores (LRR 15.1f, 65.3).
    fn bombardable(&self, by: &Resolver<'_>) -> Vec<PlanetId> {
        let (scene, seat) = (by.scene, by.seat);
        let mut ships = scene.ships(self.system, seat);
        let war_sun = ships.any(|(_, unit)| unit == UnitType::WarSun);
        let open = |&planet: &PlanetId| {
            let here = scene.figures().filter(|&(slot, _)| {
                let piece = scene.piece(slot);
                piece.place == Place::Planet(planet) && piece.owner != seat
            });
            let shielded = here.clone().any(|(slot, _)| scene.attributes(slot).unit.shield);
            let of = scene.board.planet(planet).trait_;
            let spared = of.is_some() && of == scene.gathered.laws.spared;
            here.clone().any(|(_, unit)| unit.is_ground_force())
                && (war_sun || !shielded)
                && !spared
        };
        scene.board.planets_of(self.system).filter(open).collect()
    }

    /// Asks unit after unit for the planet that it bombards, if any.
    fn bombard(&mut self, run: &mut Run<'_>) -> Flow {
        let bombers = self.bombers(run);
        let bomber = bombers.get(usize::from(self.asked));
        let bomber = bomber.filter(|_| !self.bombardable(run).is_empty());
        self.bomber = bomber.map(|&(slot, _)| run.scene.reference(slot));
        match (self.bomber, run.answer) {
            (None, _) => Flow::Next,
            (Some(_), None) => run.ask(run.seat, Prompt::Bombard),
            (Some(bomber), Some(choice)) => {
                self.asked += 1;
                if let Choice::Planet(planet) = choice {
                    self.bombardment.push((bomber, planet));
                }
                Flow::Again
            }
        }
    }

    /// Rolls the dice of all units that bombard the next planet.
    fn roll_bombardment(&mut self, run: &mut Run<'_>) {
        let Some(&(_, planet)) = self.bombardment.first() else { return };
        let here = |slot: Slot| {
            let unit = (run.scene.reference(slot), planet);
            self.bombardment.contains(&unit)
        };
        let mut dice: Vec<_> =
            self.bombers(run).into_iter().filter(|&(slot, _)| here(slot)).collect();
        // Once in the step, whatever planets are bombarded.
        if !core::mem::replace(&mut self.extra, true) {
            run.scene.with_extra_die(run.seat, &mut dice);
        }
        if let Some(owner) = run.scene.board.planet(planet).owner {
            let against = run.scene.against_bombardment(owner);
            for (_, die) in &mut dice {
                die.hits_on = die.hits_on.saturating_add_signed(-against);
            }
        }
        self.bombardment.retain(|&(_, other)| other != planet);
        (self.bombarded, self.hits) = (planet, 0);
        run.roll(run.seat, &dice);
    }

    fn pay_custodians(&mut self, run: &mut Run<'_>) -> Flow {
        let (scene, board) = (run.scene, run.scene.board);
        let mecatol = board.planets_of(self.system).any(|planet| board.planet(planet).mecatol);
        let free = scene.standing(run.seat).free_custodians;
        let can = mecatol
            && board.custodians
            && self.forces(run).next().is_some()
            && (free || scene.spendable(run.seat, true) >= CUSTODIANS);
        match run.answer {
            None if can => return run.ask(run.seat, Prompt::Commit),
            Some(Choice::Yes) => {
                self.custodians = true;
                if !free {
                    run.call(run.seat, Payment::in_influence(CUSTODIANS));
                }
            }
            _ => {}
        }
        Flow::Next
    }

    fn has_landed(&self, planet: PlanetId) -> bool {
        self.landed & (1 << planet) != 0
    }

    fn land(&mut self, run: &mut Run<'_>) -> Flow {
        match run.answer {
            None => run.ask(run.seat, Prompt::Commit),
            Some(Choice::Land(slot, planet)) => {
                self.landed |= 1 << planet;
                run.move_to(Place::Planet(planet), [run.scene.reference(slot)]);
                Flow::Again
            }
            Some(_) => Flow::Next,
        }
    }

    /// The space docks of others where forces have landed, nobody defends and no force is left (LRR 79.4).
    /// Where one is left, its player gains control, and cards can replace the dock before it is destroyed.
    fn undefended_docks(&self, by: &Resolver<'_>) -> Vec<Slot> {
        let Resolver { scene, seat, .. } = *by;
        let undefended = |&(slot, unit): &(Slot, UnitType)| {
            let piece = scene.piece(slot);
            let Place::Planet(planet) = piece.place else { return false };
            unit == UnitType::SpaceDock
                && piece.owner != seat
                && self.has_landed(planet)
                && scene.defender(seat, planet).is_none()
                && scene.ground(planet, seat).next().is_none()
        };
        scene.figures().filter(undefended).map(|(slot, _)| slot).collect()
    }

    /// The landings of forces on planets that can be chosen. Whoever has removed the custodians
    /// must land on Mecatol Rex.
    fn landings(&self, by: &Resolver<'_>) -> Vec<Choice> {
        let board = by.scene.board;
        let mecatol = |planet: PlanetId| board.planet(planet).mecatol;
        let open = |&planet: &PlanetId| {
            let closed = by.scene.is_closed(Place::Planet(planet));
            !(closed || mecatol(planet) && board.custodians)
        };
        let planets: Vec<PlanetId> = board.planets_of(self.system).filter(open).collect();
        let owed =
            |&planet: &PlanetId| self.custodians && mecatol(planet) && !self.has_landed(planet);
        let owed = planets.iter().copied().find(owed);
        let planets = owed.map_or(planets, |mecatol| vec![mecatol]);
        let mut options = Vec::new();
        for slot in by.scene.unlike(self.forces(by)) {
            options.extend(planets.iter().map(|&planet| Choice::Land(slot, planet)));
        }
        options.extend(owed.is_none().then_some(Choice::Done));
        options
    }

    /// The Space Cannons on a planet where ground forces have landed, and the player whose they
    /// are.
    fn cannons(&self, by: &Resolver<'_>) -> Option<(Seat, Vec<(Slot, Dice)>)> {
        let (scene, planet) = (by.scene, self.defended);
        let here = scene.figures().map(|(slot, _)| slot).filter(|&slot| {
            let piece = scene.piece(slot);
            piece.place == Place::Planet(planet) && piece.owner != by.seat
        });
        let dice = here.filter_map(|slot| Some((slot, scene.attributes(slot).unit.cannon?)));
        let dice: Vec<_> = dice.collect();
        let stands = self.has_landed(planet) && scene.ground(planet, by.seat).next().is_some();
        let open = stands && !scene.standing(by.seat).no_cannon_defense;
        let &(first, _) = dice.first().filter(|_| open)?;
        Some((scene.piece(first).owner, dice))
    }

    /// The planets where a ground combat is to be fought.
    fn contested<'r>(&self, by: &Resolver<'r>) -> impl Iterator<Item = PlanetId> + use<'r> {
        let (landed, Resolver { scene, seat, .. }) = (self.landed, *by);
        scene.board.planets_of(self.system).filter(move |&planet| {
            landed & (1 << planet) != 0
                && scene.ground(planet, seat).next().is_some()
                && scene.defender(seat, planet).is_some()
        })
    }

    /// Gives the player control of planets; those with a trait that nobody controlled are explored
    /// (LRR 25.1c), but not in whole games of the base game.
    fn gain_control(&self, run: &mut Run<'_>) {
        let Resolver { scene, seat, .. } = **run;
        for planet in 0..scene.board.planets.len() as PlanetId {
            let owner = scene.board.planet(planet).owner;
            let held = self.has_landed(planet)
                && scene.ground(planet, seat).next().is_some()
                && scene.defender(seat, planet).is_none();
            if held && owner != Some(seat) {
                run.propose([Proposal::new(Verb::GainControl, seat).on(planet)]);
                let explored = owner.is_none() && !scene.board.house.whole;
                if explored && scene.board.planet(planet).trait_.is_some() {
                    run.propose([Proposal::new(Verb::Explore, seat).on(planet)]);
                }
            }
        }
    }
}

impl Procedure for Invasion {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        Unless(Test::CanInvade, "end"),
        Do(Step::Start),
        // LRR 49.1
        Do(Step::Bombard),
        Label("bombardment"),
        Unless(Test::Bombards, "custodians"),
        Do(Step::RollBombardment),
        Do(Step::AssignBombardment),
        Jump("bombardment"),
        // LRR 27.2
        Label("custodians"),
        Do(Step::PayCustodians),
        Unless(Test::CustodiansArePaid, "landing"),
        Do(Step::RemoveCustodians),
        // LRR 49.2
        Label("landing"),
        Do(Step::Land),
        Do(Step::Landed),
        // LRR 49.3, 77.6
        Label("defense"),
        When(Test::AllHaveDefended, "combats"),
        Do(Step::Defend),
        Do(Step::AssignDefense),
        Jump("defense"),
        Label("combats"),
        // LRR 79.4
        Do(Step::LoseDocks),
        // LRR 49.4
        Do(Step::GroundCombat),
        Do(Step::Return),
        // LRR 49.5
        Do(Step::GainControl),
        Label("end"),
    ]);

    fn holds(&self, test: Test, by: &Resolver<'_>) -> bool {
        match test {
            Test::CanInvade => !self.bombers(by).is_empty() || self.forces(by).next().is_some(),
            Test::Bombards => !self.bombardment.is_empty(),
            Test::CustodiansArePaid => self.custodians,
            Test::AllHaveDefended => usize::from(self.defended) >= by.scene.board.planets.len(),
        }
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let Resolver { scene, seat, .. } = **run;
        match step {
            Step::Start => {
                let start = Proposal::new(Verb::StartInvasion, seat).in_system(self.system);
                run.propose([start]);
            }
            Step::Bombard => return self.bombard(run),
            Step::RollBombardment => self.roll_bombardment(run),
            Step::AssignBombardment => {
                let planet = self.bombarded;
                if let Some(defender) = scene.defender(seat, planet) {
                    let of = Assignment::of(self.hits, Hits::Bombardment, seat, self.system);
                    run.call(defender, of.on(planet));
                }
            }
            Step::PayCustodians => return self.pay_custodians(run),
            Step::RemoveCustodians => {
                run.propose([Proposal::new(Verb::RemoveCustodians, seat)]);
            }
            Step::Land => return self.land(run),
            Step::LoseDocks => {
                let docks = self.undefended_docks(run);
                run.propose(docks.into_iter().map(|slot| destroyed(scene, slot, seat)));
            }
            Step::Landed => {
                let all = 0..scene.board.planets.len() as PlanetId;
                let landed = all.filter(|&planet| self.has_landed(planet));
                let commit = Proposal::new(Verb::CommitForces, seat).in_system(self.system);
                run.propose(landed.map(|planet| commit.on(planet)));
            }
            Step::Defend => {
                self.hits = 0;
                match (self.cannons(run), run.answer) {
                    (Some((shooter, _)), None) => return run.ask(shooter, Prompt::Cannon),
                    (Some((shooter, dice)), Some(Choice::Player(_))) => {
                        run.roll(shooter, &scene.cannonade(shooter, seat, dice));
                    }
                    _ => {}
                }
            }
            Step::AssignDefense => {
                let planet = self.defended;
                if self.hits > 0
                    && let Some((shooter, _)) = self.cannons(run)
                {
                    let of = Assignment::of(self.hits, Hits::CannonDefense, shooter, self.system);
                    run.call(seat, of.on(planet));
                }
                self.defended += 1;
            }
            // The active player chooses the order (LRR 49.4a).
            Step::GroundCombat => match run.answer {
                Some(Choice::Planet(planet)) => {
                    if let Some(defender) = scene.defender(seat, planet) {
                        run.call(seat, GroundCombat::on(planet, defender, self.system));
                    }
                    return Flow::Again;
                }
                _ if self.contested(run).next().is_some() => {
                    return run.ask(seat, Prompt::Commit);
                }
                _ => {}
            },
            Step::Return => {
                for planet in scene.board.planets_of(self.system) {
                    GroundCombat::lift_fighters(planet, self.system, run);
                }
            }
            Step::GainControl => self.gain_control(run),
        }
        Flow::Next
    }

    fn options(&self, step: Step, by: &Resolver<'_>) -> Vec<Choice> {
        match step {
            Step::Bombard => {
                let planets = self.bombardable(by).into_iter().map(Choice::Planet);
                planets.chain([Choice::No]).collect()
            }
            Step::PayCustodians => vec![Choice::Yes, Choice::No],
            Step::Land => self.landings(by),
            Step::Defend => vec![Choice::Player(by.seat), Choice::No],
            Step::GroundCombat => self.contested(by).map(Choice::Planet).collect(),
            _ => Vec::new(),
        }
    }

    fn returned(&mut self, outcome: Outcome) {
        self.hits = outcome.number.unwrap_or(self.hits);
    }
}
