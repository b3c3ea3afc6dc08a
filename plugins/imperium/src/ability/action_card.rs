//! The steps that action cards of the base game need beside the common ones.

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::rules::Flow;

use super::{Ability, destroyed};
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt, Target};
use crate::piece::Place;
use crate::procedure::Assignment;
use crate::proposal::{Hits, Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::{Dice, FigureFilter, Gain, Step, UnitType};

impl Ability {
    /// Does a step that asks, rolls or begins something; `None` for any other.
    pub(super) fn act(&mut self, step: &Step, run: &mut Run<'_>) -> Option<Flow> {
        Some(match step {
            Step::BuyVotes => buy_votes(run),
            Step::Decimate(unit, least) => self.decimate((*unit, *least), run),
            Step::FireChosen(hits_on, dice) => {
                self.fire(Dice { hits_on: *hits_on, dice: *dice }, run)
            }
            Step::OpponentDestroys(filter) => self.opponent_destroys(filter, run),
            Step::RerollDice => self.reroll(false, run),
            Step::RollForSubject(dice) => self.roll_for_subject(*dice, run),
            Step::Withdraw => self.withdraw(run),
            _ => return None,
        })
    }

    /// The proposals of a step that does nothing else.
    pub(super) fn proposals_of_card(&self, step: &Step, by: &Resolver<'_>) -> Vec<Proposal> {
        let Resolver { scene, seat, source, .. } = *by;
        let context = self.context(by);
        let event = context.event;
        let new = |verb| Proposal::new(verb, seat);
        let of_chosen = |verb| context.player.map(|player| Proposal::new(verb, player));
        let proposal = match step {
            Step::AddVotes(n) => {
                let outcome = scene.board.player(seat).votes.1;
                outcome.map(|outcome| new(Verb::Vote).with(outcome).amount((*n).into()))
            }
            Step::BarChosen => of_chosen(Verb::Bar),
            Step::ChooseAnother => {
                event.map(|event| Proposal::new(Verb::ChooseAnother, event.seat))
            }
            Step::ElectChosen => context.player.map(|player| new(Verb::ElectInstead).with(player)),
            Step::KeepStrategy => Some(new(Verb::KeepStrategy)),
            Step::PassShips => context.system.map(|system| new(Verb::PassShips).in_system(system)),
            Step::ScoreThis => {
                let combat = i16::from(scene.is_about_combat(&context));
                Some(new(Verb::Score).of(source).amount(combat))
            }
            Step::TakeCard => context.player.map(|player| new(Verb::TakeCard).with(player)),
            Step::TokenOfChosen => {
                let token = of_chosen(Verb::Token(true)).zip(context.system);
                token.map(|(token, system)| token.in_system(system))
            }
            Step::ExhaustAndReady => return self.exhaust_and_ready(by),
            Step::ReplaceStructures => return replace_structures(event, by),
            Step::ReturnCommitted => return return_committed(event, scene),
            _ => None,
        };
        proposal.into_iter().collect()
    }

    fn exhaust_and_ready(&self, by: &Resolver<'_>) -> Vec<Proposal> {
        let planets = self.picked.iter().filter_map(|target| target.planet());
        let change = planets.filter_map(|planet| {
            let owner = by.scene.board.planet(planet).owner?;
            let verb = if owner == by.seat { Verb::ReadyPlanet } else { Verb::ExhaustPlanet };
            Some(Proposal::new(verb, owner).on(planet))
        });
        change.collect()
    }

    /// The options of a step that asks.
    pub(super) fn options_of_card(&self, step: &Step, by: &Resolver<'_>) -> Vec<Choice> {
        let Resolver { scene, seat, .. } = *by;
        match step {
            Step::BuyVotes => vec![Choice::TradeGood(true), Choice::Done],
            Step::OpponentDestroys(filter) => {
                self.doomed(filter, by).into_iter().map(Choice::Piece).collect()
            }
            Step::Withdraw => {
                let forces = scene.unlike(self.passengers(scene, seat));
                forces.into_iter().map(Choice::Piece).chain([Choice::Done]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Rolls a die for each unit of a type on the chosen planet, then destroys as many as were hit.
    fn decimate(&mut self, (unit, least): (UnitType, u8), run: &mut Run<'_>) -> Flow {
        let Resolver { scene, seat, .. } = **run;
        let Some(planet) = self.context(run).planet else { return Flow::Next };
        let here = scene
            .figures()
            .filter(|&(slot, of)| of == unit && scene.piece(slot).place == Place::Planet(planet));
        if self.part == 0 {
            self.part = 1;
            let dice: Vec<(Slot, Dice)> =
                here.map(|(slot, _)| (slot, Dice { hits_on: least, dice: 1 })).collect();
            run.roll(seat, &dice);
            return Flow::Again;
        }
        self.part = 0;
        let hits = core::mem::take(&mut self.hits).max(0) as usize;
        run.propose(here.take(hits).map(|(slot, _)| destroyed(scene, slot, seat)));
        Flow::Next
    }

    /// Lets the chosen unit use Space Cannon against the ships of the player of the event.
    fn fire(&mut self, dice: Dice, run: &mut Run<'_>) -> Flow {
        let Resolver { scene, seat, .. } = **run;
        let event = self.context(run).event;
        let (Target::Piece(unit), Some(event)) = (self.chosen, event) else { return Flow::Next };
        let (target, Some(system)) = (event.seat, event.system) else { return Flow::Next };
        self.part += 1;
        match self.part {
            1 => {
                let fire = Proposal::new(Verb::FireCannon, seat).with(target);
                run.propose([fire.in_system(system)]);
                Flow::Again
            }
            2 => {
                run.roll(seat, &scene.cannonade(seat, target, vec![(unit.slot, dice)]));
                Flow::Again
            }
            _ => {
                self.part = 0;
                let hits = core::mem::take(&mut self.hits);
                run.call(target, Assignment::of(hits, Hits::SpaceCannon, seat, system));
                Flow::Next
            }
        }
    }

    /// Rolls against the combat value of the unit of the event, which may have left the board.
    fn roll_for_subject(&self, dice: u8, run: &mut Run<'_>) -> Flow {
        let subject = self.context(run).event.map_or(Ref::NONE, |event| event.subject);
        if subject.is_some()
            && let Some(unit) = run.scene.figure_card(subject.slot).unit
            && let Some(Dice { hits_on, .. }) = unit.combat
        {
            run.roll(run.seat, &[(subject.slot, Dice { hits_on, dice })]);
        }
        Flow::Next
    }

    /// The units of which the opponent chooses one to be destroyed.
    fn doomed(&self, filter: &FigureFilter, by: &Resolver<'_>) -> Vec<Slot> {
        let context = self.context(by);
        by.scene.unlike(by.scene.fitting(filter, &context).map(|(slot, _)| slot))
    }

    fn opponent_destroys(&mut self, filter: &FigureFilter, run: &mut Run<'_>) -> Flow {
        let Resolver { scene, seat, .. } = **run;
        if let Some(Choice::Piece(slot)) = run.answer {
            self.hits -= 1;
            run.propose([destroyed(scene, slot, seat)]);
            return Flow::Again;
        }
        if let Some(opponent) = scene.opponent(seat)
            && self.hits > 0
            && !self.doomed(filter, run).is_empty()
        {
            return run.ask(opponent, Prompt::Assign);
        }
        self.hits = 0;
        Flow::Next
    }

    /// The ground forces on planets of the active system that the player's ships there could take
    /// with them and do not yet (LRR 95).
    fn passengers(&self, scene: Scene<'_>, seat: Seat) -> Vec<Slot> {
        let Some(system) = scene.board.system else { return Vec::new() };
        let (mut room, mut forces) = (0_usize, Vec::new());
        let mut cargo = 0;
        for (slot, unit) in scene.units_of(system, seat) {
            let space = scene.piece(slot).place == Place::Space(system);
            match (space, unit.is_transported()) {
                (true, true) => cargo += 1,
                (true, false) => room += usize::from(scene.attributes(slot).unit.capacity),
                (false, _) if self.takes(scene, slot) => cargo += 1,
                (false, _) if unit.is_ground_force() => forces.push(slot),
                (false, _) => {}
            }
        }
        if cargo < room { forces } else { Vec::new() }
    }

    fn takes(&self, scene: Scene<'_>, slot: Slot) -> bool {
        self.picked.contains(&Target::Piece(scene.reference(slot)))
    }

    /// Takes the player's ships out of the active system into the chosen one, with all that is in
    /// space and those ground forces on planets that the player says.
    fn withdraw(&mut self, run: &mut Run<'_>) -> Flow {
        let Resolver { scene, seat, .. } = **run;
        let (from, to) = (scene.board.system, self.context(run).system);
        let (Some(from), Some(to)) = (from, to) else { return Flow::Next };
        match run.answer {
            Some(Choice::Piece(slot)) => {
                self.picked.push(Target::Piece(scene.reference(slot)));
                return Flow::Again;
            }
            None if !self.passengers(scene, seat).is_empty() => {
                return run.ask(seat, Prompt::Step);
            }
            _ => {}
        }
        let goes = |&(slot, _): &(Slot, UnitType)| {
            let piece = scene.piece(slot);
            let space = piece.place == Place::Space(from);
            piece.owner == seat && (space || self.takes(scene, slot))
        };
        let all = scene.figures().filter(goes);
        run.move_to(Place::Space(to), all.map(|(slot, _)| scene.reference(slot)));
        run.propose([
            Proposal::new(Verb::Draw, seat),
            Proposal::new(Verb::Token(true), seat).in_system(to),
        ]);
        Flow::Next
    }
}

/// Asks for trade goods to be spent on votes, one after another (Bribery).
fn buy_votes(run: &mut Run<'_>) -> Flow {
    let (player, seat) = (run.scene.board.player(run.seat), run.seat);
    let Some(outcome) = player.votes.1 else { return Flow::Next };
    match run.answer {
        Some(Choice::TradeGood(_)) => {
            let vote = Proposal::new(Verb::Vote, seat).with(outcome).amount(1);
            run.propose([Proposal::new(Verb::Lose(Gain::TradeGoods), seat).amount(1), vote]);
            Flow::Again
        }
        None if player.trade_goods > 0 => run.ask(seat, Prompt::Pay),
        _ => Flow::Next,
    }
}

/// Replaces structures of others on the planet of the event by those of the player, as far as there
/// are any in the reinforcements.
fn replace_structures(event: Option<Proposal>, by: &Resolver<'_>) -> Vec<Proposal> {
    let Resolver { scene, seat, .. } = *by;
    let Some(planet) = event.and_then(|event| event.planet) else { return Vec::new() };
    let place = Place::Planet(planet);
    let theirs = scene.figures().filter(|&(slot, unit)| {
        let piece = scene.piece(slot);
        unit.is_structure() && piece.owner != seat && piece.place == place
    });
    let replaced = theirs.flat_map(|(slot, unit)| {
        let remove = Proposal::new(Verb::Remove, seat).of(scene.reference(slot));
        [remove, Proposal::new(Verb::Place(unit, place), seat)]
    });
    replaced.collect()
}

/// Takes ground forces of the player of the event off its planet, into space.
fn return_committed(event: Option<Proposal>, scene: Scene<'_>) -> Vec<Proposal> {
    let landed = event.and_then(|event| Some((event.seat, event.planet?, event.system?)));
    let Some((seat, planet, system)) = landed else { return Vec::new() };
    let back = Proposal::new(Verb::Move(Place::Space(system)), seat);
    let forces = scene.ground(planet, seat);
    forces.map(|(slot, _)| back.of(scene.reference(slot))).collect()
}
