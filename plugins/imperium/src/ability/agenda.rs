//! The steps of agendas that ask several players, or go through systems and planets.

use cardmill_kernel::card::Seat;
use cardmill_kernel::rules::Flow;
use cardmill_kernel::stack::Frame;

use super::{Ability, destroyed, pay_for_research};
use crate::advance::{Resolver, Run, procedure};
use crate::board::Pool;
use crate::choice::{Choice, Prompt, Target};
use crate::piece::{Place, PlanetId, SystemId};
use crate::procedure::{Hand, Limits, Production, Research};
use crate::proposal::{Proposal, Verb};
use crate::scene::Context;
use crate::vocabulary::{By, FigureFilter, Gain, Step, SystemFilter, UnitType};

impl Ability {
    /// Does a step of an agenda that asks somebody or begins a program; `None` for any other step.
    pub(super) fn agenda_step(&mut self, step: &Step, run: &mut Run<'_>) -> Option<Flow> {
        Some(match step {
            Step::DestroyEach(filter, n) => self.destroy_each(filter, *n, run),
            Step::DestroyIn(filter, n) => self.destroy_in(filter, *n, run),
            Step::LoseAnyToken(who) => self.lose_any_token(*who, run),
            Step::MayResearch(who, n) => self.may_research(*who, *n, run),
            Step::RerollOrLose => self.reroll(true, run),
            Step::Resettle => self.resettle(run),
            Step::PayForResearch(n) => {
                pay_for_research(*n, run);
                Flow::Then
            }
            Step::ProduceInSystem => {
                let subject = self.event.map(|(_, event)| event.subject).filter(|s| s.is_some());
                let system = subject.and_then(|unit| run.scene.system_of(unit.slot));
                if let Some(system) = system {
                    run.call(run.seat, Production::of(system));
                }
                Flow::Then
            }
            Step::RollDie(least) => {
                self.hits = 0;
                run.propose([Proposal::new(Verb::Roll(*least), run.seat)]);
                Flow::Then
            }
            Step::TrimHands => {
                // The law itself says how many cards a hand can have.
                Hand::trim(run.scene.board.clockwise(run.seat), run);
                Flow::Then
            }
            _ => return None,
        })
    }

    /// The proposals of a step of an agenda that asks nobody.
    pub(super) fn agenda_proposals(&self, step: &Step, by: &Resolver<'_>) -> Vec<Proposal> {
        let Resolver { scene, seat, source, .. } = *by;
        let board = scene.board;
        let new = |verb| Proposal::new(verb, seat);
        let discard = |card| new(Verb::ToPlace(Place::Discard)).of(card);
        let chosen = self.chosen.piece();
        let some = |proposal: Option<Proposal>| proposal.into_iter().collect::<Vec<_>>();
        match step {
            Step::AnotherAction => vec![new(Verb::AnotherAction)],
            Step::EndTurn => vec![new(Verb::HaltTurn)],
            Step::DiscardThis => vec![discard(source)],
            Step::DiscardLaws => scene.laws().map(|slot| discard(scene.reference(slot))).collect(),
            Step::PublishChosen => {
                some(chosen.map(|card| new(Verb::ToPlace(Place::Common)).of(card)))
            }
            Step::VoteOnChosen => some(chosen.map(|law| new(Verb::VoteOn).of(law))),
            Step::Elect => match self.chosen {
                Target::Outcome(outcome) => vec![new(Verb::Elect).with(outcome)],
                _ => Vec::new(),
            },
            Step::GiveThis => {
                let foes = self.players(By::Foe, by).into_iter();
                let take = Verb::ToPlace(Place::Area);
                foes.map(|foe| Proposal::new(take, foe).of(source)).collect()
            }
            Step::DiscardRandom(who) => {
                let each = self.players(*who, by).into_iter();
                each.map(|seat| Proposal::new(Verb::DiscardRandom, seat)).collect()
            }
            Step::DestroyForGoods(filter) => {
                let context = self.context(by);
                let there = scene.fitting(filter, &context);
                let mut proposals: Vec<Proposal> =
                    there.map(|(slot, _)| destroyed(scene, slot, seat)).collect();
                let goods = proposals.len() as i16;
                let gain = |seat| Proposal::new(Verb::Gain(Gain::TradeGoods), seat).amount(goods);
                let paid = self.players(By::Controller, by).into_iter().filter(|_| goods > 0);
                proposals.extend(paid.map(gain));
                proposals
            }
            Step::HalveInfantry => board.clockwise(seat).flat_map(|seat| halve(by, seat)).collect(),
            Step::PlaceOnControlled(unit) => {
                let all = 0..board.planets.len() as PlanetId;
                let place = |planet| {
                    let owner = board.planet(planet).owner?;
                    Some(Proposal::new(Verb::Place(*unit, Place::Planet(planet)), owner))
                };
                all.filter_map(place).collect()
            }
            Step::TokensInto(filter) => {
                let token = |seat: Seat| {
                    let systems = 0..board.systems.len() as SystemId;
                    let fits = move |&at: &SystemId| {
                        scene.system_fits(filter, at, &Context::of(seat))
                            && !board.has_token(at, seat)
                    };
                    let place = Proposal::new(Verb::Token(true), seat);
                    systems.filter(fits).map(move |at| place.in_system(at))
                };
                board.clockwise(seat).flat_map(token).collect()
            }
            _ => self.proposals_of_card(step, by),
        }
    }

    /// The options of a step of an agenda that asks.
    pub(super) fn agenda_options(&self, step: &Step, by: &Resolver<'_>) -> Vec<Choice> {
        let scene = by.scene;
        let pieces = |slots: Vec<u16>| -> Vec<Choice> {
            scene.unlike(slots).into_iter().map(Choice::Piece).collect()
        };
        match step {
            Step::DestroyEach(filter, _) => {
                let seat = self.player_of_part(by);
                seat.map_or_else(Vec::new, |seat| pieces(fitting(by, filter, seat)))
            }
            Step::DestroyIn(..) => {
                let seat = self.player_of_part(by);
                seat.map_or_else(Vec::new, |seat| {
                    pieces(scene.units_of(self.system, seat).map(|(slot, _)| slot).collect())
                })
            }
            Step::LoseAnyToken(who) => {
                let Some(seat) = self.player_of(*who, by) else { return Vec::new() };
                let pools = scene.board.player(seat).pools;
                let full = Pool::ALL.into_iter().filter(|&pool| pools[pool as usize] > 0);
                full.map(Choice::Pool).collect()
            }
            Step::MayResearch(..) => vec![Choice::Yes, Choice::No],
            Step::RerollDice | Step::RerollOrLose => {
                let mut options = self.rerollable(by);
                options.push(Choice::Done);
                options
            }
            Step::Resettle if self.part == 0 => {
                self.players(By::FewestPoints, by).into_iter().map(Choice::Player).collect()
            }
            Step::Resettle => vec![Choice::Yes, Choice::No],
            _ => self.options_of_card(step, by),
        }
    }

    /// The player whose part it is, if it is one of those that a word means.
    fn player_of(&self, who: By, by: &Resolver<'_>) -> Option<Seat> {
        self.player_of_part(by).filter(|seat| self.players(who, by).contains(seat))
    }

    fn destroy_each(&mut self, filter: &FigureFilter, n: u8, run: &mut Run<'_>) -> Flow {
        let Some(seat) = self.player_of_part(run) else {
            self.part = 0;
            return Flow::Then;
        };
        if let Some(Choice::Piece(slot)) = run.answer {
            self.times += 1;
            let destroy = Proposal::new(Verb::Destroy, seat);
            run.propose([destroy.of(run.scene.reference(slot))]);
        } else if self.times < n && !fitting(run, filter, seat).is_empty() {
            return run.ask(seat, Prompt::Limits);
        } else {
            (self.part, self.times) = (self.part + 1, 0);
        }
        Flow::Again
    }

    fn destroy_in(&mut self, filter: &SystemFilter, n: u8, run: &mut Run<'_>) -> Flow {
        let scene = run.scene;
        let Some(seat) = self.player_of_part(run) else {
            (self.part, self.system) = (0, 0);
            return Flow::Then;
        };
        let fits = || scene.system_fits(filter, self.system, &Context::of(seat));
        if let Some(Choice::Piece(slot)) = run.answer {
            self.times += 1;
            let destroy = Proposal::new(Verb::Destroy, seat);
            run.propose([destroy.of(scene.reference(slot))]);
        } else if usize::from(self.system) >= scene.board.systems.len() {
            (self.part, self.system) = (self.part + 1, 0);
        } else if self.times < n && scene.has_units(self.system, seat) && fits() {
            return run.ask(seat, Prompt::Limits);
        } else {
            (self.system, self.times) = (self.system + 1, 0);
        }
        Flow::Again
    }

    fn lose_any_token(&mut self, who: By, run: &mut Run<'_>) -> Flow {
        let board = run.scene.board;
        let Some(seat) = self.player_of_part(run) else {
            self.part = 0;
            return Flow::Then;
        };
        let loses = self.player_of(who, run).is_some();
        match run.answer {
            Some(Choice::Pool(pool)) => {
                self.part += 1;
                run.propose([Proposal::new(Verb::SpendToken(pool), seat)]);
                if pool == Pool::Fleet {
                    Limits::everywhere(run, seat);
                }
            }
            _ if loses && board.player(seat).pools.iter().any(|&pool| pool > 0) => {
                return run.ask(seat, Prompt::Pool);
            }
            _ => self.part += 1,
        }
        Flow::Again
    }

    /// Asks one after another, for each technology.
    fn may_research(&mut self, who: By, n: u8, run: &mut Run<'_>) -> Flow {
        let scene = run.scene;
        if self.part == 0 && self.times == 0 && self.asked == 0 {
            self.asked = self.players(who, run).iter().fold(0, |mask, seat| mask | 1 << seat);
        }
        let Some(seat) = self.player_of_part(run) else {
            (self.part, self.asked) = (0, 0);
            return Flow::Then;
        };
        let may = self.asked & (1 << seat) != 0 && scene.can_research(seat);
        match run.answer {
            Some(Choice::Yes) => {
                self.times += 1;
                let source = run.source;
                run.begin(Frame { source, ..procedure(seat, Research::default()) });
            }
            None if may && self.times < n => return run.ask(seat, Prompt::Step),
            _ => (self.part, self.times) = (self.part + 1, 0),
        }
        Flow::Again
    }

    /// Asks who controls the chosen planet for a player, and that player for an infantry. Who has
    /// units there alone gains control (LRR 25.5a).
    fn resettle(&mut self, run: &mut Run<'_>) -> Flow {
        let scene = run.scene;
        let Target::Planet(planet) = self.chosen else { return Flow::Then };
        let Some(owner) = scene.board.planet(planet).owner else { return Flow::Then };
        let site = Place::Planet(planet);
        match (self.part.checked_sub(1), run.answer) {
            (None, Some(Choice::Player(seat))) => {
                self.part = seat + 1;
                Flow::Again
            }
            (None, _) => run.ask(owner, Prompt::Step),
            (Some(seat), None) if !scene.is_closed(site) => run.ask(seat, Prompt::Step),
            (Some(seat), answer) => {
                self.part = 0;
                if answer == Some(Choice::Yes) {
                    let new = |verb| Proposal::new(verb, seat);
                    run.propose([new(Verb::Place(UnitType::Infantry, site))]);
                    run.propose((seat != owner).then(|| new(Verb::GainControl).on(planet)));
                }
                Flow::Then
            }
        }
    }
}

/// The units that fit, seen from the player whose part it is.
fn fitting(by: &Resolver<'_>, filter: &FigureFilter, seat: Seat) -> Vec<u16> {
    by.scene.fitting(filter, &Context::of(seat)).map(|(slot, _)| slot).collect()
}

/// Half of a player's infantry on each planet that they control is destroyed, rounded up, and paid
/// for.
fn halve(by: &Resolver<'_>, seat: Seat) -> Vec<Proposal> {
    let scene = by.scene;
    let mut destroyed = Vec::new();
    for planet in scene.planets(seat) {
        let here = scene.ground(planet, seat).filter(|&(_, unit)| unit == UnitType::Infantry);
        let here: Vec<_> = here.collect();
        let half = here.len().div_ceil(2);
        destroyed.extend(
            here.into_iter()
                .take(half)
                .map(|(slot, _)| Proposal::new(Verb::Destroy, seat).of(scene.reference(slot))),
        );
    }
    let goods = destroyed.len() as i16;
    let gain = Proposal::new(Verb::Gain(Gain::TradeGoods), seat).amount(goods);
    destroyed.extend((goods > 0).then_some(gain));
    destroyed
}
