//! The steps of abilities.

use cardmill_kernel::card::{Seat, Slot};

use super::Run;
use crate::board::Pool;
use crate::choice::{Choice, Locals, Prompt, Target};
use crate::piece::{Place, PlanetId, SystemId};
use crate::program::Procedure;
use crate::proposal::{Hits, Proposal, Verb};
use crate::vocabulary::{Amount, By, Dice, Gain, Kind, Step, UnitType};

/// Secret objectives a player can have, scored ones counted (LRR 45.4).
const SECRETS: usize = 3;

impl Run<'_> {
    pub(super) fn step(&mut self, step: &Step) {
        if let Some(choice) = Self::asks_opponent(step) {
            return self.opponent_chooses(choice);
        }
        if self.asking(step) {
            return;
        }
        self.next();
        let seat = self.seat();
        let proposals = self.proposals(step);
        if !proposals.is_empty() {
            return self.propose(proposals);
        }
        match *step {
            Step::Hits(n) => self.produce_hits(n.into()),
            Step::HitsRolled => {
                let hits = core::mem::take(&mut self.locals().number);
                self.produce_hits(hits);
            }
            Step::HitChosen => self.hit_chosen(),
            Step::RollForChosen => {
                if let Target::Piece(unit) = self.frame().locals.chosen
                    && let Some(Dice { hits_on, .. }) =
                        self.scene().attributes(unit.slot).combat_value()
                {
                    let hits = self.roll(seat, &[(unit.slot, Dice { hits_on, dice: 1 })]);
                    self.locals_below().number += hits;
                }
            }
            Step::PayResources(n) => {
                let locals = Locals { number: n.into(), ..Locals::default() };
                self.call(Procedure::Pay, seat, locals);
            }
            _ => self.locals().did = false,
        }
    }

    /// Steps that propose and nothing else.
    fn proposals(&self, step: &Step) -> Vec<Proposal> {
        let context = self.context();
        let seat = context.seat;
        let scene = self.scene();
        let new = |verb| Proposal::new(verb, seat);
        let planet = match context.chosen {
            Target::Planet(planet) => Some(planet),
            _ => None,
        };
        let system = match context.chosen {
            Target::System(system) => Some(system),
            Target::Planet(planet) => Some(self.board.planet(planet).system),
            _ => None,
        };
        let unit = match context.chosen {
            Target::Piece(unit) => Some(unit),
            _ => None,
        };
        let owner = |slot: Slot| scene.piece(slot).owner;
        let one = |proposal: Proposal| vec![proposal];
        let some = |proposal: Option<Proposal>| proposal.into_iter().collect::<Vec<_>>();
        let subject = context.event.map(|event| event.subject);
        match step {
            Step::DestroyChosen => some(
                unit.map(|unit| Proposal::new(Verb::Destroy, owner(unit.slot)).with(seat).of(unit)),
            ),
            Step::DestroySubject => some(
                subject
                    .map(|unit| Proposal::new(Verb::Destroy, owner(unit.slot)).with(seat).of(unit)),
            ),
            Step::RemoveChosen => some(unit.map(|unit| new(Verb::Remove).of(unit))),
            Step::Convert(n) => {
                let converted = self.board.player(seat).commodities.min(*n).into();
                vec![
                    new(Verb::Lose(Gain::Commodities)).amount(converted),
                    new(Verb::Gain(Gain::TradeGoods)).amount(converted),
                ]
            }
            Step::Repair(filter) => {
                let fitting = scene.figures().filter(|&(slot, _)| {
                    scene.piece(slot).damaged && scene.fits(filter, slot, &context)
                });
                fitting.map(|(slot, _)| new(Verb::Repair).of(scene.reference(slot))).collect()
            }
            Step::ReplaceChosen(by) => unit.map_or_else(Vec::new, |unit| {
                let place = match (scene.piece(unit.slot).place, scene.system_of(unit.slot)) {
                    (_, Some(system)) if by.is_ship() => Place::Space(system),
                    (place, _) => place,
                };
                vec![new(Verb::Remove).of(unit), new(Verb::Place(*by, place))]
            }),
            Step::Place(kind, n) => {
                let planet = planet.or(context.event.and_then(|event| event.planet));
                let place = planet.map(Place::Planet).or(self.board.system.map(Place::Space));
                let figures = |place| vec![new(Verb::Place(*kind, place)); usize::from(*n)];
                place.map_or_else(Vec::new, figures)
            }
            Step::CancelCard => one(new(Verb::Cancel)),
            Step::CancelHits(n) => one(new(Verb::CancelHits).amount((*n).into())),
            Step::Lasting(effect, until) => one(new(Verb::Last(*effect, *until))),
            Step::Gain(by, gain, amount) => self.goods(*by, *amount, Verb::Gain(*gain), *gain),
            Step::Lose(by, gain, amount) => self.goods(*by, *amount, Verb::Lose(*gain), *gain),
            Step::ReturnNote => {
                let owner = owner(context.source.slot);
                one(Proposal::new(Verb::ToPlace(Place::Hand), owner).of(context.source))
            }
            Step::PutInPlay => one(new(Verb::ToPlace(Place::Area)).of(context.source)),
            Step::PlaceWormhole(wormhole) => {
                some(system.map(|system| new(Verb::PlaceWormhole(*wormhole)).in_system(system)))
            }
            Step::AwakenSleeper => planet.map_or_else(Vec::new, |planet| {
                let pds = Verb::Place(UnitType::Pds, Place::Planet(planet));
                vec![new(Verb::RemoveSleeper).on(planet), new(pds).on(planet)]
            }),
            Step::Explore => some(planet.map(|planet| new(Verb::Explore).on(planet))),
            Step::ReadyChosen => some(match (planet, unit) {
                (Some(planet), _) => Some(new(Verb::ReadyPlanet).on(planet)),
                (None, Some(card)) => Some(new(Verb::Ready).of(card)),
                _ => None,
            }),
            Step::TokenAtChosen => {
                some(system.map(|system| new(Verb::Token(true)).in_system(system)))
            }
            Step::OthersTokens => system.map_or_else(Vec::new, |system| {
                let others = self.board.clockwise(seat).filter(|&other| other != seat);
                others
                    .map(|other| Proposal::new(Verb::Token(true), other).in_system(system))
                    .collect()
            }),
            Step::DrawActionCards(n) => vec![new(Verb::DrawActionCard); usize::from(*n)],
            Step::MakeSpeaker => match context.chosen {
                Target::Player(other) => one(new(Verb::MakeSpeaker).with(other)),
                _ => Vec::new(),
            },
            Step::Replenish => one(new(Verb::Replenish)),
            Step::FreeSecondary => match context.chosen {
                Target::Player(other) => one(new(Verb::FreeSecondary).with(other).amount(1)),
                _ => Vec::new(),
            },
            Step::ReplaceAgenda => one(new(Verb::ReplaceAgenda)),
            Step::GiveUpVote => one(new(Verb::Bar)),
            Step::Predict => match context.chosen {
                Target::Outcome(outcome) => {
                    one(new(Verb::Predict).of(context.source).with(outcome))
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn goods(&self, by: By, amount: Amount, verb: Verb, gain: Gain) -> Vec<Proposal> {
        let chosen = self.frame().locals.chosen;
        let seat = self.seat();
        let voted = |seat: Seat| {
            let (votes, voted_for) = self.board.player(seat).votes;
            votes > 0 && voted_for == Some(0)
        };
        let players: Vec<Seat> = match by {
            By::You => vec![seat],
            By::Opponent => self.opponent(seat).into_iter().collect(),
            By::Each => self.board.clockwise(seat).collect(),
            By::VotersFor => self.board.clockwise(seat).filter(|&s| voted(s)).collect(),
        };
        let count = |seat: Seat| match amount {
            Amount::Fixed(n) => i16::from(n),
            Amount::ResourcesOfChosen => match chosen {
                Target::Planet(planet) => self.board.planet(planet).resources.into(),
                _ => 0,
            },
            Amount::All => match gain {
                Gain::TradeGoods => self.board.player(seat).trade_goods.into(),
                Gain::Commodities => self.board.player(seat).commodities.into(),
                Gain::Points => self.board.player(seat).points.into(),
            },
        };
        players.into_iter().map(|seat| Proposal::new(verb, seat).amount(count(seat))).collect()
    }

    /// The opponent assigns hits of an ability.
    fn produce_hits(&mut self, number: i16) {
        let (seat, system) = (self.seat(), self.board.system);
        if let (Some(opponent), Some(system), true) = (self.opponent(seat), system, number > 0) {
            let hits = Hits::Ability;
            let locals = Locals { number, hits, other: seat, system, ..Locals::default() };
            self.call(Procedure::Assign, opponent, locals);
        }
    }

    fn hit_chosen(&mut self) {
        let seat = self.seat();
        if let Target::Piece(unit) = self.frame().locals.chosen
            && let Some(system) = self.scene().system_of(unit.slot)
        {
            let owner = self.scene().piece(unit.slot).owner;
            let chosen = Target::Piece(unit);
            let hits = Hits::Ability;
            let locals =
                Locals { number: 1, hits, other: seat, system, chosen, ..Locals::default() };
            self.call(Procedure::Assign, owner, locals);
        }
    }

    /// Steps that ask on the way. Returns whether this is one.
    fn asking(&mut self, step: &Step) -> bool {
        match *step {
            Step::GainTokens(n) => self.gain_tokens(n),
            Step::BuyTokens(price) => self.buy_tokens(price),
            Step::Redistribute => self.redistribute_tokens(),
            Step::LiftToken => self.lift_token(),
            Step::PlaceSleeper => self.place_sleeper(),
            Step::DrawSecret => self.draw_secret(),
            Step::ScoreObjective => self.score_objective(),
            Step::ArrangeAgendas => self.arrange_agendas(),
            Step::Research => self.research(),
            Step::ProduceAtHome => self.produce_at_home(),
            _ => return false,
        }
        true
    }

    /// Asks for a pool until so many tokens were gained; `locals.count` counts.
    fn gain_tokens(&mut self, n: u8) {
        let seat = self.seat();
        let full = self.board.spare_tokens(seat) == 0;
        match self.answer() {
            Some(Choice::Pool(pool)) => {
                self.locals().count += 1;
                self.propose([Proposal::new(Verb::GainToken(pool), seat)]);
            }
            _ if full || self.frame().locals.count >= n.into() => {
                self.locals().count = 0;
                self.next();
            }
            _ => {
                let pools = [Pool::Tactic, Pool::Fleet, Pool::Strategy];
                self.ask(seat, Prompt::Pool, pools.map(Choice::Pool));
            }
        }
    }

    /// Influence for tokens, one after another (Leadership).
    fn buy_tokens(&mut self, price: u8) {
        let seat = self.seat();
        match self.answer() {
            Some(Choice::Pool(pool)) => {
                self.propose([Proposal::new(Verb::GainToken(pool), seat)]);
                let number = price.into();
                let locals = Locals { number, influence: true, ..Locals::default() };
                self.call(Procedure::Pay, seat, locals);
            }
            Some(_) => self.next(),
            None => {
                let can = self.scene().spendable(seat, true) >= price.into()
                    && self.board.spare_tokens(seat) > 0;
                let pools = [Pool::Tactic, Pool::Fleet, Pool::Strategy].map(Choice::Pool);
                let pools = pools.into_iter().filter(|_| can);
                self.ask(seat, Prompt::Pool, pools.chain([Choice::Done]));
            }
        }
    }

    fn redistribute_tokens(&mut self) {
        let seat = self.seat();
        match self.answer() {
            Some(Choice::Shift(from, to)) => {
                let spend = Proposal::new(Verb::SpendToken(from), seat);
                self.propose([spend, Proposal::new(Verb::GainToken(to), seat)]);
            }
            Some(_) => self.next(),
            None => {
                let options = self.shifts(seat);
                self.ask(seat, Prompt::Pool, options);
            }
        }
    }

    /// A token off the board and into a pool (Warfare).
    fn lift_token(&mut self) {
        let seat = self.seat();
        let Target::System(system) = self.frame().locals.chosen else { return self.next() };
        match self.answer() {
            Some(Choice::Pool(pool)) => {
                self.next();
                let lift = Proposal::new(Verb::Token(false), seat).in_system(system);
                self.propose([lift, Proposal::new(Verb::GainToken(pool), seat)]);
            }
            _ => {
                let pools = [Pool::Tactic, Pool::Fleet, Pool::Strategy];
                self.ask(seat, Prompt::Pool, pools.map(Choice::Pool));
            }
        }
    }

    /// A new sleeper, or one from another planet.
    fn place_sleeper(&mut self) {
        let seat = self.seat();
        let to = match self.frame().locals.chosen {
            Target::Planet(planet) => Some(planet),
            _ => self.event().and_then(|event| event.planet),
        };
        let Some(to) = to else { return self.next() };
        match self.answer() {
            None => {
                let all = 0..self.board.planets.len() as PlanetId;
                let placed = all.filter(|&p| p != to && self.board.planet(p).sleeper.is_some());
                let new = self.board.spare_sleeper().map(|_| Choice::Done);
                let options = new.into_iter().chain(placed.map(Choice::Planet));
                self.ask(seat, Prompt::Step, options.collect::<Vec<_>>());
            }
            Some(choice) => {
                self.next();
                let from = match choice {
                    Choice::Planet(from) => Some(from),
                    _ => None,
                };
                let moved = from.and_then(|from| self.board.planet(from).sleeper);
                let Some(token) = moved.or_else(|| self.board.spare_sleeper()) else { return };
                let remove = from.map(|from| Proposal::new(Verb::RemoveSleeper, seat).on(from));
                let place = Proposal::new(Verb::PlaceSleeper, seat).on(to).amount(token.into());
                self.propose(remove.into_iter().chain([place]));
            }
        }
    }

    /// A secret objective; with too many, one goes back (LRR 45.4).
    fn draw_secret(&mut self) {
        let seat = self.seat();
        if self.frame().locals.count == 0 {
            self.locals().count = 1;
            return self.propose([Proposal::new(Verb::DrawSecret, seat)]);
        }
        if let Some(Choice::Piece(slot)) = self.answer() {
            let back = self.reference(slot);
            return self.propose([Proposal::new(Verb::ToPlace(Place::Deck), seat).of(back)]);
        }
        let scene = self.scene();
        let secret =
            |slot: &Slot| scene.printed(*slot).objective.as_ref().is_some_and(|o| o.secret);
        let hand: Vec<Slot> = scene.cards(seat, Place::Hand, Kind::Objective).collect();
        let scored = self.board.scored.iter().filter(|(slot, s)| *s == seat && secret(slot));
        if hand.len() + scored.count() > SECRETS && !hand.is_empty() {
            return self.ask(seat, Prompt::Limits, hand.into_iter().map(Choice::Piece));
        }
        self.locals().count = 0;
        self.next();
    }

    fn score_objective(&mut self) {
        let seat = self.seat();
        match self.answer() {
            Some(Choice::Piece(slot)) => {
                self.next();
                let card = self.reference(slot);
                self.propose([Proposal::new(Verb::Score, seat).of(card)]);
            }
            Some(_) => self.next(),
            None => {
                let public = |slot: &Slot| self.scene().piece(*slot).place == Place::Common;
                let all: Vec<Slot> = self.scorable(seat).into_iter().filter(public).collect();
                let options = all.into_iter().map(Choice::Piece).chain([Choice::Decline]);
                self.ask(seat, Prompt::Score, options);
            }
        }
    }

    /// The top two agendas: each on top or at the bottom (LRR 66.2). `locals.count` counts those
    /// that stay on top.
    fn arrange_agendas(&mut self) {
        let seat = self.seat();
        let Locals { count, number, .. } = self.frame().locals;
        match self.answer() {
            Some(Choice::Bottom(slot)) => {
                self.locals().number += 1;
                let card = self.reference(slot);
                self.propose([Proposal::new(Verb::AgendaToBottom, seat).of(card)]);
            }
            Some(_) => {
                self.locals().number += 1;
                self.locals().count += 1;
            }
            None => {
                let deck = &self.board.agenda_deck;
                let next = deck.iter().rev().nth(count as usize).copied();
                match next.filter(|_| number < 2) {
                    Some(slot) => {
                        self.ask(seat, Prompt::Step, [Choice::Top(slot), Choice::Bottom(slot)]);
                    }
                    None => {
                        let locals = self.locals();
                        (locals.count, locals.number) = (0, 0);
                        self.next();
                    }
                }
            }
        }
    }

    fn research(&mut self) {
        let seat = self.seat();
        match self.answer() {
            Some(Choice::Technology(definition)) => {
                self.next();
                let gain = Proposal::new(Verb::GainTechnology, seat);
                self.propose([gain.amount(definition as i16)]);
            }
            _ => {
                let options: Vec<Choice> =
                    self.scene().researchable(seat).map(Choice::Technology).collect();
                if options.is_empty() {
                    return self.next();
                }
                self.ask(seat, Prompt::Step, options);
            }
        }
    }

    /// One space dock in the home system produces (Warfare).
    fn produce_at_home(&mut self) {
        let seat = self.seat();
        if let Some(Choice::Piece(slot)) = self.answer() {
            self.next();
            let system = self.scene().system_of(slot).expect("it is on the board");
            let chosen = Target::Piece(self.reference(slot));
            let locals = Locals { system, chosen, ..Locals::default() };
            return self.call(Procedure::Production, seat, locals);
        }
        let scene = self.scene();
        let home = |system: Option<SystemId>| {
            system.is_some_and(|system| self.board.system(system).home == Some(seat))
        };
        let docks: Vec<Slot> = scene
            .figures()
            .filter(|&(slot, unit)| {
                let own = scene.piece(slot).owner == seat;
                unit == UnitType::SpaceDock && own && home(scene.system_of(slot))
            })
            .map(|(slot, _)| slot)
            .collect();
        if docks.is_empty() {
            return self.next();
        }
        self.ask(seat, Prompt::Step, docks.into_iter().map(Choice::Piece));
    }
}
