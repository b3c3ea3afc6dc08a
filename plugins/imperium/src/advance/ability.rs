//! Abilities, instruction by instruction.

use super::Run;
use crate::choice::{Choice, Locals, Prompt, Target};
use crate::piece::{Place, PlanetId};
use crate::program::{Op, Procedure};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Cost, Gain, Kind};

impl Run<'_> {
    pub(super) fn ability(&mut self) {
        let (program, at, seat, source) = {
            let frame = self.frame();
            (frame.program, frame.at, frame.seat, frame.source)
        };
        if self.frame().locals.from.is_none() {
            let from = self.scene().piece(source.slot).place;
            self.locals().from = Some(from);
        }
        let catalogue = self.catalogue.clone();
        match &catalogue.ops(program)[usize::from(at)] {
            Op::Play => {
                self.next();
                self.propose([Proposal::new(Verb::Play, seat).of(source)]);
            }
            Op::Played if self.frame().locals.cancelled => {
                self.end();
                self.stack.take_back(source.slot, program);
                if let Some(frame) = self.stack.frame_mut()
                    && frame.program == Procedure::Turn as u16
                {
                    frame.locals.cancelled = true;
                }
            }
            Op::Played => self.next(),
            Op::Pay(cost) => {
                self.next();
                self.pay_cost(*cost);
            }
            Op::Do(step) => self.step(step),
            Op::Choose(choice, decline) => self.choose(choice, *decline),
            Op::Again(times, choice, to) => self.again(*times, choice, *to),
            Op::May(to) => match self.answer() {
                Some(Choice::Yes) => self.next(),
                Some(_) => self.go(*to),
                None => self.ask(seat, Prompt::Step, [Choice::Yes, Choice::No]),
            },
            Op::Unless(condition, to) => {
                let holds = self.scene().holds(condition, &self.context());
                self.go(if holds { at + 1 } else { *to });
            }
            Op::Jump(to) => self.go(*to),
            Op::OneOf(options) => match self.answer() {
                Some(Choice::Option(n)) => self.go(options[usize::from(n)].1),
                _ => {
                    let options = 0..options.len() as u8;
                    self.ask(seat, Prompt::Step, options.map(Choice::Option));
                }
            },
            Op::NextPlanet(filter, to) => {
                let context = self.context();
                let done = self.frame().locals.planets;
                let mut all = 0..self.board.planets.len() as PlanetId;
                let next = all.find(|&planet| {
                    done & (1 << planet) == 0 && self.scene().planet_fits(filter, planet, &context)
                });
                match next {
                    Some(planet) => {
                        self.locals().planets |= 1 << planet;
                        self.locals().chosen = Target::Planet(planet);
                        self.next();
                    }
                    None => {
                        self.locals().planets = 0;
                        self.go(*to);
                    }
                }
            }
            Op::End => {
                let card = self.scene().printed(source.slot).kind;
                let played = self.scene().piece(source.slot).place == Place::Stack
                    && matches!(card, Kind::Action | Kind::Exploration);
                if played {
                    let discard = Verb::ToPlace(Place::Discard);
                    self.propose([Proposal::new(discard, seat).of(source)]);
                } else {
                    self.end();
                }
            }
        }
    }

    fn pay_cost(&mut self, cost: Cost) {
        let (seat, source) = (self.seat(), self.frame().source);
        match cost {
            Cost::Exhaust => self.propose([Proposal::new(Verb::Exhaust, seat).of(source)]),
            Cost::StrategyToken => {
                let pool = crate::board::Pool::Strategy;
                self.propose([Proposal::new(Verb::SpendToken(pool), seat)]);
            }
            Cost::TradeGoods(n) => {
                let spend = Proposal::new(Verb::Lose(Gain::TradeGoods), seat);
                self.propose([spend.amount(n.into())]);
            }
            Cost::Resources(n) => {
                let locals = Locals { number: n.into(), ..Locals::default() };
                self.call(Procedure::Pay, seat, locals);
            }
            Cost::DestroyThis => {
                let destroy = Proposal::new(Verb::Destroy, seat).of(source);
                self.propose([destroy]);
            }
        }
    }
}
