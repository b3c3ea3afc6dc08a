//! A table of the engine as the flat reference would have it.

use cardmill_imperium::board::Phase as EnginePhase;
use cardmill_imperium::choice::{Choice, Prompt as EnginePrompt};
use cardmill_imperium::piece::Place as EnginePlace;
use cardmill_imperium::state::Scene;
use cardmill_imperium::vocabulary::{Kind, UnitType, Wormhole};
use cardmill_kernel::card::Slot;
use cardmill_oracle_imperium::choice::Answer;
use cardmill_oracle_imperium::objective::OBJECTIVES;
use cardmill_oracle_imperium::shelf;
use cardmill_oracle_imperium::state::{
    CARDS, Card, Combat, Figure, PLAYERS, Phase, Place, Planet, Player, Seat, State, System,
};
use cardmill_oracle_imperium::technology::TECHNOLOGIES;
use cardmill_oracle_imperium::tile::{ALPHA, BETA, numbered};
use cardmill_oracle_imperium::unit::Unit;

/// The options of Construction, in the order of the engine.
const STRUCTURES: [&str; 3] = ["PDS", "Space Dock", "Neither"];

/// A table of the engine, to be read.
pub struct Scribe<'t> {
    scene: Scene<'t>,
    /// The slots of figures, in order.
    figures: Vec<Slot>,
}

fn unit(of: UnitType) -> Unit {
    let own = Unit::ALL.into_iter().find(|&unit| shelf::unit(unit) == of);
    own.expect("nobody has other units")
}

impl<'t> Scribe<'t> {
    pub fn of(scene: Scene<'t>) -> Self {
        let figures = scene.slots().filter(|&slot| scene.printed(slot).unit.is_some());
        let figures = figures.filter(|&slot| scene.printed(slot).kind == Kind::Unit);
        Self { scene, figures: figures.collect() }
    }

    fn figure(&self, slot: Slot) -> usize {
        self.figures.binary_search(&slot).expect("it is a figure")
    }

    fn objective(&self, slot: Slot) -> usize {
        self.known(slot).unwrap_or_else(|| panic!("nobody has {}", self.scene.printed(slot).id))
    }

    fn strategy(&self, slot: Slot) -> usize {
        usize::from(self.scene.printed(slot).initiative) - 1
    }

    /// An option in the words of the flat reference.
    pub fn answer(&self, prompt: EnginePrompt, choice: Choice) -> Answer {
        match choice {
            Choice::Piece(slot) => match self.scene.printed(slot).kind {
                Kind::Strategy => Answer::Take(self.strategy(slot)),
                Kind::Objective => Answer::Objective(self.objective(slot)),
                _ => Answer::Figure(self.figure(slot)),
            },
            Choice::Strategic(slot) => Answer::Use(self.strategy(slot)),
            Choice::Activate(system) => Answer::Activate(system.into()),
            Choice::Pass => Answer::Pass,
            Choice::Done => Answer::Done,
            Choice::Decline => Answer::Decline,
            Choice::Yes => Answer::Yes,
            Choice::No => Answer::No,
            Choice::Sustain(slot) => Answer::Sustain(self.figure(slot)),
            Choice::Land(slot, planet) => Answer::Land(self.figure(slot), planet.into()),
            Choice::Planet(planet) => Answer::Planet(planet.into()),
            Choice::System(system) => Answer::System(system.into()),
            Choice::Player(seat) => Answer::Player(seat.into()),
            Choice::Pool(pool) => Answer::Pool(pool as usize),
            Choice::Shift(from, to) => Answer::Shift(from as usize, to as usize),
            Choice::Unit(of) => Answer::Produce(unit(of)),
            Choice::TradeGood(_) => Answer::Good,
            Choice::Technology(definition) => {
                let id = &self.scene.catalogue.definition(definition).id;
                let known = TECHNOLOGIES.iter().position(|technology| technology.id == id);
                Answer::Research(known.unwrap_or_else(|| panic!("nobody researches {id}")))
            }
            Choice::Option(n) => Answer::Option(STRUCTURES[usize::from(n)]),
            other => panic!("{prompt:?} offers {other:?}"),
        }
    }

    /// The state of the table.
    pub fn state(&self) -> State {
        let (scene, board) = (self.scene, self.scene.board);
        let mut cards = [Card::default(); CARDS.len()];
        for slot in scene.slots().filter(|&slot| scene.printed(slot).kind == Kind::Strategy) {
            let piece = scene.piece(slot);
            let card = &mut cards[self.strategy(slot)];
            card.holder = (piece.place == EnginePlace::Area).then_some(piece.holder.into());
            card.used = piece.exhausted;
            let goods = board.bonus.iter().find(|(other, _)| *other == slot);
            card.goods = goods.map_or(0, |&(_, goods)| goods);
        }
        let objectives = |place| {
            let slots = scene.slots().filter(move |&slot| scene.piece(slot).place == place);
            slots.filter(|&slot| scene.printed(slot).kind == Kind::Objective)
        };
        let deck = |slots: &[Slot]| slots.iter().filter_map(|&slot| self.known(slot)).collect();
        State {
            players: (0..PLAYERS).map(|seat| self.player(seat)).collect(),
            order: board.order.iter().map(|&seat| seat.into()).collect(),
            systems: (0..board.systems.len()).map(|at| self.system(at)).collect(),
            planets: (0..board.planets.len()).map(|at| self.planet(at)).collect(),
            figures: self.figures.iter().map(|&slot| self.plastic(slot)).collect(),
            cards,
            phase: match board.phase {
                EnginePhase::Strategy => Phase::Strategy,
                EnginePhase::Action => Phase::Action,
                EnginePhase::Status => Phase::Status,
                EnginePhase::Agenda => Phase::Agenda,
            },
            speaker: board.speaker.into(),
            active: board.active.into(),
            system: board.system.map(usize::from),
            custodians: board.custodians,
            combat: board.combat.map(|combat| Combat {
                planet: combat.planet.map(usize::from),
                sides: [combat.attacker.into(), combat.defender.into()],
                round: combat.round,
                retreats: combat.retreats.map(usize::from),
            }),
            revealed: objectives(EnginePlace::Common).filter_map(|slot| self.known(slot)).collect(),
            unrevealed: deck(&board.unrevealed),
            secrets: deck(&board.secret_deck),
            scored: board
                .scored
                .iter()
                .map(|&(slot, seat)| (self.objective(slot), seat.into()))
                .collect(),
            dice: board.dice.clone(),
            victory: board.house.victory,
            winner: None,
        }
    }

    fn player(&self, seat: Seat) -> Player {
        let (scene, own) = (self.scene, &self.scene.board.players[seat]);
        let held = |place| {
            let slots = scene.slots().filter(move |&slot| scene.piece(slot).place == place);
            slots.filter(move |&slot| usize::from(scene.piece(slot).holder) == seat)
        };
        let technology = |slot: Slot| {
            let id = &scene.printed(slot).id;
            TECHNOLOGIES.iter().position(|technology| technology.id == id)
        };
        let secrets =
            held(EnginePlace::Hand).filter(|&slot| scene.printed(slot).kind == Kind::Objective);
        Player {
            pools: own.pools,
            goods: own.trade_goods,
            commodities: own.commodities,
            points: own.points,
            passed: own.passed,
            out: !scene.board.is_in_game(seat as u8),
            technologies: held(EnginePlace::Area)
                .filter_map(technology)
                .fold(0, |mask, at| mask | 1 << at),
            secrets: secrets.filter_map(|slot| self.known(slot)).collect(),
            revived: own.revived,
        }
    }

    /// An objective, if it is one that the flat reference knows.
    fn known(&self, slot: Slot) -> Option<usize> {
        let id = &self.scene.printed(slot).id;
        OBJECTIVES.iter().position(|card| card.id == id)
    }

    fn system(&self, at: usize) -> System {
        let system = &self.scene.board.systems[at];
        // By its number in positions, by its name on tables.
        let printed = |name: &str| {
            let mut cards = self.scene.catalogue.definitions().iter();
            let card = cards.find(|card| card.tile.is_some() && card.name == name);
            card.and_then(|card| card.tile.as_ref()).map(|tile| tile.number)
        };
        let tile = system.name.parse().ok().or_else(|| printed(&system.name));
        let wormhole = |wormhole: &Wormhole| match wormhole {
            Wormhole::Alpha => ALPHA,
            Wormhole::Beta => BETA,
            Wormhole::Delta => 0,
        };
        let tile = tile.expect("a system has a tile");
        System {
            tile,
            touches: system.touches,
            wormholes: system.wormholes.iter().map(wormhole).sum(),
            anomaly: numbered(tile).anomaly,
            home: system.home.map(usize::from),
            tokens: system.tokens,
        }
    }

    fn planet(&self, at: usize) -> Planet {
        let planet = &self.scene.board.planets[at];
        let system = usize::from(planet.system);
        let worlds = numbered(self.system(system).tile).worlds;
        let world = worlds.iter().find(|world| world.name == planet.name);
        Planet {
            world: *world.expect("it is on its tile"),
            system,
            owner: planet.owner.map(usize::from),
            exhausted: planet.exhausted,
        }
    }

    fn plastic(&self, slot: Slot) -> Figure {
        let piece = self.scene.piece(slot);
        let of = self.scene.printed(slot).unit.expect("it is a figure");
        Figure {
            unit: unit(of.unit),
            seat: piece.owner.into(),
            place: match piece.place {
                EnginePlace::Space(system) => Place::Space(system.into()),
                EnginePlace::Planet(planet) => Place::Planet(planet.into()),
                EnginePlace::Reinforcements => Place::Reinforcements,
                _ => Place::Box,
            },
            damaged: piece.damaged,
        }
    }
}
