//! Abilities as programs: what each instruction does and asks.

mod action_card;
mod agenda;
mod assimilate;
mod battle;
mod choose;
mod faction;
mod redeploy;
mod reroll;
mod step;

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::rules::{Flow, Outcome};
use serde::{Deserialize, Serialize};

use crate::advance::{Resolver, Run};
use crate::board::{Memory, Pool};
use crate::choice::{Choice, Prompt, Target};
use crate::piece::{Place, PlanetId, SystemId};
use crate::procedure::Payment;
use crate::program::Op;
use crate::proposal::{Proposal, Verb};
use crate::scene::{Context, Scene};
use crate::vocabulary::{Cost, Gain, Kind, Moment, PlanetFilter};

/// The memory of an ability while it resolves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ability {
    /// The event it has its timing from, and where around it.
    event: Option<(Moment, Proposal)>,
    /// The place of its card or figure when it began.
    from: Option<Place>,
    /// The thing that was chosen last.
    chosen: Target,
    /// The things that were chosen so far.
    picked: Vec<Target>,
    /// The number of times that the choice that is repeated was made.
    times: u8,
    /// The planets that were taken one by one, as a mask.
    planets: u64,
    /// The part of the step at hand that comes next, from 0.
    part: u8,
    /// The system that the step at hand is about.
    system: SystemId,
    /// The players, as a mask, who have a part in the step at hand.
    asked: u8,
    /// The number of agendas that stay on top.
    kept: u8,
    /// The pool that the command token goes to that is being paid for.
    pool: Option<Pool>,
    /// The number of hits that were rolled and not produced yet.
    hits: i16,
    /// `true` if its last proposal, or the program it began, did something.
    did: bool,
}

impl Ability {
    /// An ability of an agenda about what was elected.
    pub(crate) fn electing(chosen: Target) -> Self {
        Self { chosen, ..Self::default() }
    }

    /// An ability that has its timing from an event.
    pub(crate) fn about(event: Option<(Moment, Proposal)>) -> Self {
        Self { event, ..Self::default() }
    }

    /// Runs the instruction `at` of its program.
    pub(crate) fn instruction(&mut self, at: u16, run: &mut Run<'_>) -> Flow {
        let Resolver { scene, seat, source, .. } = **run;
        self.from.get_or_insert_with(|| scene.piece(source.slot).place);
        match &scene.catalogue.ops(run.program)[usize::from(at)] {
            Op::Play => {
                run.propose([Proposal::new(Verb::Play, seat).of(source)]);
                Flow::Next
            }
            Op::Played if self.did => Flow::Next,
            Op::Played => Flow::Cancelled,
            Op::Pay(cost) => pay(*cost, run),
            Op::Do(step) => self.step(step, run),
            Op::Choose(choice, decline) => self.choose(choice, *decline, run),
            Op::Again(times, choice, to) => self.again((*times, *to), choice, run),
            Op::May(to) => match run.answer {
                Some(Choice::Yes) => Flow::Next,
                Some(_) => Flow::Jump(*to),
                None => run.ask(seat, Prompt::Step),
            },
            Op::Unless(condition, to) => {
                let holds = scene.holds(condition, &self.context(run));
                if holds { Flow::Next } else { Flow::Jump(*to) }
            }
            Op::Jump(to) => Flow::Jump(*to),
            Op::OneOf(options) => match run.answer {
                Some(Choice::Option(n)) => Flow::Jump(options[usize::from(n)].1),
                _ => run.ask(seat, Prompt::Step),
            },
            Op::NextPlanet(filter, to) => self.next_planet(filter, *to, run),
            Op::End => {
                let card = scene.printed(source.slot).kind;
                let played = scene.piece(source.slot).place == Place::Stack
                    && matches!(card, Kind::Action | Kind::Exploration);
                if !played {
                    return Flow::End;
                }
                let discard = Verb::ToPlace(Place::Discard);
                run.propose([Proposal::new(discard, seat).of(source)]);
                Flow::Again
            }
        }
    }

    /// The options of what it asks at the instruction `at`.
    pub(crate) fn options(&self, at: u16, by: &Resolver<'_>) -> Vec<Choice> {
        match &by.scene.catalogue.ops(by.program)[usize::from(at)] {
            Op::Choose(choice, decline) => {
                let mut options = self.choosable(choice, by);
                options.extend(decline.map(|_| Choice::Decline));
                options
            }
            Op::Again(_, choice, _) => {
                let mut options = self.not_picked(choice, by);
                options.push(Choice::Done);
                options
            }
            Op::May(_) => vec![Choice::Yes, Choice::No],
            Op::OneOf(options) => (0..options.len() as u8).map(Choice::Option).collect(),
            Op::Do(step) => self.options_of(step, by),
            _ => Vec::new(),
        }
    }

    /// Takes note of the outcome of its proposals, or of a program that it began.
    pub(crate) fn returned(&mut self, outcome: Outcome) {
        self.did = outcome.did;
        self.hits += outcome.number.unwrap_or(0);
    }

    /// The context of the ability: who resolves it, and what it is about.
    fn context(&self, by: &Resolver<'_>) -> Context {
        let event = self.event.map(|(_, event)| event);
        let mut triggered = by.scene.board.triggered.iter();
        let triggered = triggered.find(|t| {
            t.source == by.source.slot
                && t.program == by.program
                && event.is_some_and(|event| event.serial == t.serial)
        });
        let picked = self.picked.iter().rev().copied();
        Context {
            seat: by.seat,
            source: by.source,
            event,
            chosen: self.chosen,
            planet: picked.clone().find_map(Target::planet),
            system: picked.clone().find_map(Target::system),
            player: picked.clone().find_map(Target::player),
            remembered: triggered.map_or(Memory::NONE, |t| t.remembered),
            from: self.from,
            rolled: self.hits > 0,
        }
    }

    fn next_planet(&mut self, filter: &PlanetFilter, to: u16, run: &Run<'_>) -> Flow {
        let context = self.context(run);
        let mut all = 0..run.scene.board.planets.len() as PlanetId;
        let next = all.find(|&planet| {
            self.planets & (1 << planet) == 0 && run.scene.planet_fits(filter, planet, &context)
        });
        let Some(planet) = next else {
            self.planets = 0;
            return Flow::Jump(to);
        };
        self.planets |= 1 << planet;
        self.chosen = Target::Planet(planet);
        Flow::Next
    }
}

/// The destruction of a unit by a player's ability.
pub(crate) fn destroyed(scene: Scene<'_>, slot: Slot, by: Seat) -> Proposal {
    let owner = scene.piece(slot).owner;
    Proposal::new(Verb::Destroy, owner).with(by).of(scene.reference(slot))
}

/// Lets the player pay resources for research, unless they need not.
fn pay_for_research(n: u8, run: &mut Run<'_>) {
    if !run.scene.standing(run.seat).free_research {
        run.call(run.seat, Payment::in_resources(n.into()));
    }
}

fn pay(cost: Cost, run: &mut Run<'_>) -> Flow {
    let new = |verb| Proposal::new(verb, run.seat);
    let paid = match cost {
        Cost::Exhaust => new(Verb::Exhaust).of(run.source),
        Cost::StrategyToken => new(Verb::SpendToken(Pool::Strategy)),
        Cost::TradeGoods(n) => new(Verb::Lose(Gain::TradeGoods)).amount(n.into()),
        Cost::Resources(n) => {
            run.call(run.seat, Payment::in_resources(n.into()));
            return Flow::Next;
        }
        Cost::Influence(n) => {
            run.call(run.seat, Payment::in_influence(n.into()));
            return Flow::Next;
        }
        // Only objectives ask for these.
        Cost::Tokens(_) | Cost::ActionCards(_) => return Flow::Next,
        Cost::DestroyThis => new(Verb::Destroy).of(run.source),
        Cost::Research(n) => {
            pay_for_research(n, run);
            return Flow::Next;
        }
    };
    run.propose([paid]);
    Flow::Next
}
