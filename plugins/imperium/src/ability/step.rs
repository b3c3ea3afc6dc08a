//! The steps of abilities: what each proposes, asks or begins.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::rules::Flow;
use cardmill_kernel::stack::Frame;

use super::{Ability, destroyed};
use crate::advance::{Resolver, Run, procedure};
use crate::board::{Pool, SECRETS};
use crate::choice::{Choice, Prompt, Target};
use crate::piece::{Place, PlanetId};
use crate::procedure::{Assignment, Limits, Payment, Production, Research, Scoring};
use crate::proposal::{Hits, Proposal, Verb};
use crate::scene::{Context, Scene};
use crate::vocabulary::{
    Amount, By, Condition, Dice, Gain, Kind, Step, SystemFilter, UnitType, Whose,
};

/// The agendas that are looked at (LRR 66.2).
const AGENDAS: u8 = 2;

impl Ability {
    pub(super) fn step(&mut self, step: &Step, run: &mut Run<'_>) -> Flow {
        if let Some(flow) = self.act(step, run) {
            return flow;
        }
        if let Some(flow) = self.agenda_step(step, run) {
            return flow;
        }
        let Resolver { scene, seat, .. } = **run;
        match step {
            Step::OpponentChooses(choice) => {
                return self.choose_by(scene.opponent(seat), choice, None, run);
            }
            Step::GainTokens(n) => return self.gain_tokens(*n, run),
            Step::BuyTokens(price) => return self.buy_tokens(*price, run),
            Step::Redistribute => return redistribute(run),
            Step::LiftToken => return self.lift_token(run),
            Step::PlaceSleeper => return self.place_sleeper(run),
            Step::DrawSecret => return self.draw_secret(run),
            Step::ScoreObjective => return score_objective(run),
            Step::ArrangeAgendas => return self.arrange_agendas(run),
            Step::Research => {
                let source = run.source;
                run.begin(Frame { source, ..procedure(seat, Research::default()) });
            }
            Step::DestroyAllBut(unit, left) => return self.destroy_all_but(*unit, *left, run),
            Step::Redeploy => return self.redeploy(run),
            Step::ProduceThere => self.produce_there(run),
            Step::TrimFleets(most) => return self.trim_fleets((*most).into(), run),
            Step::ProduceAtHome => return produce_at_home(run),
            Step::Hits(n) => produce_hits((*n).into(), run),
            Step::HitsRolled => produce_hits(core::mem::take(&mut self.hits), run),
            Step::HitChosen => self.hit_chosen(run),
            Step::RollForChosen => {
                if let Target::Piece(unit) = self.chosen
                    && let Some(Dice { hits_on, .. }) = scene.attributes(unit.slot).combat_value()
                {
                    run.roll(seat, &[(unit.slot, Dice { hits_on, dice: 1 })]);
                }
            }
            Step::HitsAtShips(n) => Self::hit_ships(*n, run),
            Step::LoseToken(who, pool) => return self.lose_token(*who, *pool, run),
            Step::ProduceOne => self.produce_one(run),
            Step::Salvage => self.salvage(run),
            Step::TakeGood => return self.take_good(run),
            Step::Bombard => return self.bombard(run),
            Step::RedeployNear => return self.redeploy_near(run),
            Step::Assimilate => return self.assimilate(run),
            Step::ProduceHere(most) => {
                if let Some(system) = scene.board.system {
                    run.call(seat, Production::up_to(*most, system));
                }
            }
            _ => run.propose(self.proposals(step, run)),
        }
        Flow::Then
    }

    /// The proposals of a step that does nothing else.
    fn proposals(&self, step: &Step, by: &Resolver<'_>) -> Vec<Proposal> {
        let Resolver { scene, seat, source, .. } = *by;
        let board = scene.board;
        let context = self.context(by);
        let new = |verb| Proposal::new(verb, seat);
        let planet = self.chosen.planet();
        let system = match self.chosen {
            Target::System(system) => Some(system),
            Target::Planet(planet) => Some(board.planet(planet).system),
            _ => None,
        };
        let unit = self.chosen.piece();
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
            Step::Muster => some(unit.map(|unit| new(Verb::Muster).of(unit))),
            Step::RepairChosen => some(unit.map(|unit| new(Verb::Repair).of(unit))),
            Step::DestroyAll(filter) => {
                let fitting = scene.fitting(filter, &context);
                fitting.map(|(slot, _)| destroyed(scene, slot, seat)).collect()
            }
            Step::RevealObjective(stage) => {
                one(Proposal::new(Verb::RevealObjective, board.speaker).amount((*stage).into()))
            }
            Step::EachDraws(who, n) => {
                let each = self.players(*who, by).into_iter();
                each.flat_map(|seat| Proposal::draws(seat, *n)).collect()
            }
            Step::DiscardHand(who) => {
                let hands = self.players(*who, by).into_iter().flat_map(|seat| {
                    let hand = scene.cards(seat, Place::Hand, Kind::Action);
                    hand.map(move |slot| {
                        let discard = Proposal::new(Verb::ToPlace(Place::Discard), seat);
                        discard.of(scene.reference(slot))
                    })
                });
                hands.collect()
            }
            Step::FleetToken(who) => {
                let each = self.players(*who, by).into_iter();
                each.map(|seat| Proposal::new(Verb::GainToken(Pool::Fleet), seat)).collect()
            }
            Step::ExhaustLater(who, sort) => {
                let each = self.players(*who, by).into_iter();
                each.map(|seat| Proposal::new(Verb::ExhaustLater(*sort), seat)).collect()
            }
            Step::PassSpeaker => {
                let left = board.clockwise(seat).nth(1).filter(|_| board.speaker == seat);
                some(left.map(|left| new(Verb::MakeSpeaker).with(left)))
            }
            Step::BecomeSpeaker => one(new(Verb::MakeSpeaker).with(seat)),
            Step::ReturnToken => {
                some(system.map(|system| new(Verb::Token(false)).in_system(system)))
            }
            Step::PlaceHere(unit, n) => {
                let here = scene.system_of(source.slot).map(Place::Space);
                let figures = |place| vec![new(Verb::Place(*unit, place)); usize::from(*n)];
                here.map_or_else(Vec::new, figures)
            }
            Step::TokenIn(who, pool) => {
                let each = self.players(*who, by).into_iter();
                each.map(|seat| Proposal::new(Verb::GainToken(*pool), seat)).collect()
            }
            Step::GainControl => planet.map_or_else(Vec::new, |planet| {
                let mut gained = vec![new(Verb::GainControl).on(planet)];
                let here = board.planet(planet);
                // LRR 25.1c
                if here.owner.is_none() && here.trait_.is_some() && !board.house.whole {
                    gained.push(new(Verb::Explore).on(planet));
                }
                gained
            }),
            Step::ReplaceAll(filter) => self.replace_all(filter, by),
            Step::GainResearched => some(
                context
                    .event
                    .map(|event| new(Verb::GainTechnology).with(event.seat).amount(event.amount)),
            ),
            Step::ExhaustChosen => some(planet.map(|planet| new(Verb::ExhaustPlanet).on(planet))),
            Step::GiveUpVotes => one(new(Verb::BarForPhase)),
            Step::SilenceOwner => one(Proposal::new(Verb::Silence, owner(source.slot))),
            Step::Convert(n) => {
                let converted = board.player(seat).commodities.min(*n).into();
                vec![
                    new(Verb::Lose(Gain::Commodities)).amount(converted),
                    new(Verb::Gain(Gain::TradeGoods)).amount(converted),
                ]
            }
            Step::Repair(filter) => {
                let fitting = scene.fitting(filter, &context);
                let damaged = fitting.filter(|&(slot, _)| scene.piece(slot).damaged);
                damaged.map(|(slot, _)| new(Verb::Repair).of(scene.reference(slot))).collect()
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
                let space = system.or(board.system).map(Place::Space);
                let place = planet.map(Place::Planet).or(space);
                let card = scene.unit_card(seat, *kind).and_then(|card| card.unit);
                let place = match place {
                    // LRR 85.1a
                    Some(Place::Planet(planet)) if card.is_some_and(|unit| unit.floats) => {
                        Some(Place::Space(board.planet(planet).system))
                    }
                    place => place,
                };
                let figures = |place| vec![new(Verb::Place(*kind, place)); usize::from(*n)];
                place.map_or_else(Vec::new, figures)
            }
            Step::CancelCard => one(new(Verb::Cancel)),
            Step::CancelHits(n) => one(new(Verb::CancelHits).amount((*n).into())),
            Step::Lasting(effect, until) => one(new(Verb::Last(*effect, *until))),
            Step::Gain(who, gain, amount) => {
                self.goods(*who, *amount, (Verb::Gain(*gain), *gain), by)
            }
            Step::Lose(who, gain, amount) => {
                self.goods(*who, *amount, (Verb::Lose(*gain), *gain), by)
            }
            Step::ReturnNote => {
                let back = Proposal::new(Verb::ToPlace(Place::Hand), owner(source.slot));
                one(back.with(seat).of(source))
            }
            Step::PutInPlay => one(new(Verb::ToPlace(Place::Area)).of(source)),
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
                let others = board.clockwise(seat).filter(|&other| other != seat);
                others
                    .map(|other| Proposal::new(Verb::Token(true), other).in_system(system))
                    .collect()
            }),
            Step::DrawActionCards(n) => Proposal::draws(seat, *n).collect(),
            Step::DrawMore(n) => vec![new(Verb::DrawActionCard).amount(1); usize::from(*n)],
            Step::DiscardChosen => {
                some(unit.map(|card| new(Verb::ToPlace(Place::Discard)).of(card)))
            }
            Step::TakeChosen => some(unit.map(|card| new(Verb::ToPlace(Place::Hand)).of(card))),
            Step::MakeSpeaker => match self.chosen {
                Target::Player(other) => one(new(Verb::MakeSpeaker).with(other)),
                _ => Vec::new(),
            },
            Step::Replenish => one(new(Verb::Replenish)),
            Step::FreeSecondary => match self.chosen {
                Target::Player(other) => one(new(Verb::FreeSecondary).with(other).amount(1)),
                _ => Vec::new(),
            },
            Step::ReplaceAgenda => one(new(Verb::ReplaceAgenda)),
            Step::GiveUpVote => one(new(Verb::Bar)),
            Step::Flee => self.flee(by),
            Step::TakeZero => one(new(Verb::TakeZero)),
            Step::ExchangeChosen => self.exchange(by),
            Step::GainUpgrade(unit) => Self::upgrade(*unit, by),
            Step::LastingOf(who, effect, until) => {
                let last = Verb::Last(*effect, *until);
                let each = self.players(*who, by).into_iter();
                each.map(|seat| Proposal::new(last, seat)).collect()
            }
            Step::MoveAll(filter) => planet.map_or_else(Vec::new, |planet| {
                let there = new(Verb::Move(Place::Planet(planet)));
                let all = scene.fitting(filter, &context);
                all.map(|(slot, _)| there.of(scene.reference(slot))).collect()
            }),
            Step::SwapValues => some(planet.map(|planet| new(Verb::SwapValues).on(planet))),
            Step::Predict => match self.chosen {
                Target::Outcome(outcome) => one(new(Verb::Predict).of(source).with(outcome)),
                _ => Vec::new(),
            },
            _ => self.agenda_proposals(step, by),
        }
    }

    fn goods(
        &self,
        who: By,
        amount: Amount,
        (verb, gain): (Verb, Gain),
        by: &Resolver<'_>,
    ) -> Vec<Proposal> {
        let Resolver { scene, source, .. } = *by;
        let board = scene.board;
        let count = |seat: Seat| match amount {
            Amount::Fixed(n) => i16::from(n),
            Amount::ResourcesOfChosen => match self.chosen {
                Target::Planet(planet) => board.planet(planet).resources.into(),
                _ => 0,
            },
            Amount::CommoditiesOfOwner => {
                board.player(scene.piece(source.slot).owner).commodities.into()
            }
            Amount::CommoditiesOfOpponent => {
                let opponent = scene.opponent_in(&self.context(by));
                opponent.map_or(0, |opponent| board.player(opponent).commodities.into())
            }
            Amount::Neighbours => {
                let present = scene.presence();
                board.clockwise(seat).filter(|&a| scene.neighbours(&present, seat, a)).count()
                    as i16
            }
            Amount::All => match gain {
                Gain::TradeGoods => board.player(seat).trade_goods.into(),
                Gain::Commodities => board.player(seat).commodities.into(),
                Gain::Points => board.player(seat).points.into(),
            },
        };
        let each = self.players(who, by).into_iter();
        each.map(|seat| Proposal::new(verb, seat).amount(count(seat))).collect()
    }

    /// The players that a word means, clockwise.
    pub(super) fn players(&self, who: By, by: &Resolver<'_>) -> Vec<Seat> {
        let Resolver { scene, seat, source, .. } = *by;
        let board = scene.board;
        let all = board.clockwise(seat);
        let voted = |seat: Seat, outcome: u8| {
            let (votes, voted_for) = board.player(seat).votes;
            votes > 0 && voted_for == Some(outcome)
        };
        let points = |seat: Seat| board.player(seat).points;
        match who {
            By::You => vec![seat],
            By::Opponent => scene.opponent_in(&self.context(by)).into_iter().collect(),
            By::Owner => vec![scene.piece(source.slot).owner],
            By::Actor => self.event.iter().map(|(_, event)| event.seat).collect(),
            By::Chosen => self.context(by).player.into_iter().collect(),
            By::Each => all.collect(),
            By::VotersFor => all.filter(|&s| voted(s, 0)).collect(),
            By::VotersAgainst => all.filter(|&s| voted(s, 1)).collect(),
            By::MostPoints => {
                let most = all.clone().map(points).max();
                all.filter(|&s| Some(points(s)) == most).collect()
            }
            By::FewestPoints => {
                let fewest = all.clone().map(points).min();
                all.filter(|&s| Some(points(s)) == fewest).collect()
            }
            By::AtWormholes => {
                let with = SystemFilter { wormhole: true, ..SystemFilter::default() };
                let there = |seat: Seat| {
                    let filter = SystemFilter { ships_of: Some(Whose::You), ..with.clone() };
                    scene.holds(&Condition::AnySystem(filter), &Context::of(seat))
                };
                all.filter(|&seat| there(seat)).collect()
            }
            By::Controller => {
                let planet = self.chosen.planet();
                planet.and_then(|planet| board.planet(planet).owner).into_iter().collect()
            }
            By::Foe => {
                let event = self.event.map(|(_, event)| event).into_iter();
                let two = event.flat_map(|event| [event.seat, event.other]);
                two.filter(|&other| other != seat).take(1).collect()
            }
            By::WarSunOwners => all.filter(|&seat| scene.owns_war_suns(seat)).collect(),
        }
    }

    /// The player whose part it is of a step that all do, from the resolver clockwise.
    pub(super) fn player_of_part(&self, by: &Resolver<'_>) -> Option<Seat> {
        by.scene.board.clockwise(by.seat).nth(self.part.into())
    }

    fn destroy_all_but(&mut self, unit: UnitType, left: u8, run: &mut Run<'_>) -> Flow {
        let Some(seat) = self.player_of_part(run) else {
            self.part = 0;
            return Flow::Then;
        };
        if let Some(Choice::Piece(slot)) = run.answer {
            let destroy = Proposal::new(Verb::Destroy, seat);
            run.propose([destroy.of(run.scene.reference(slot))]);
        } else if own(run.scene, seat, unit).count() > left.into() {
            return run.ask(seat, Prompt::Limits);
        } else {
            self.part += 1;
        }
        Flow::Again
    }

    /// Moves the chosen ground force to a planet that the player chooses.
    fn redeploy(&self, run: &mut Run<'_>) -> Flow {
        let Target::Piece(unit) = self.chosen else { return Flow::Then };
        match run.answer {
            Some(Choice::Planet(planet)) => run.move_to(Place::Planet(planet), [unit]),
            _ if open_planets(run.scene, run.seat).next().is_some() => {
                return run.ask(run.seat, Prompt::Where);
            }
            _ => {}
        }
        Flow::Then
    }

    fn produce_there(&self, run: &mut Run<'_>) {
        let planet = self.event.and_then(|(_, event)| event.planet);
        if let Some(planet) = planet {
            let (system, most) = {
                let planet = run.scene.board.planet(planet);
                (planet.system, planet.resources.into())
            };
            run.call(run.seat, Production::there(planet, system, most));
        }
    }

    /// Takes back tokens beyond what fleet pools may have, and ships that they no longer allow.
    fn trim_fleets(&mut self, most: usize, run: &mut Run<'_>) -> Flow {
        let board = run.scene.board;
        let seats = board.clockwise(run.seat);
        if self.part == 0 {
            self.part = 1;
            for seat in seats {
                let beyond = usize::from(board.player(seat).pools[1]).saturating_sub(most);
                let back = Proposal::new(Verb::SpendToken(Pool::Fleet), seat);
                run.propose(core::iter::repeat_n(back, beyond));
            }
            return Flow::Again;
        }
        self.part = 0;
        seats.for_each(|seat| Limits::everywhere(run, seat));
        Flow::Then
    }

    fn hit_chosen(&self, run: &mut Run<'_>) {
        let scene = run.scene;
        if let Target::Piece(unit) = self.chosen
            && let Some(system) = scene.system_of(unit.slot)
        {
            let hit = Assignment::of(1, Hits::Ability, run.seat, system).only(unit);
            run.call(scene.piece(unit.slot).owner, hit);
        }
    }

    /// Asks for a pool until so many tokens were gained.
    fn gain_tokens(&mut self, n: u8, run: &mut Run<'_>) -> Flow {
        let seat = run.seat;
        if let Some(Choice::Pool(pool)) = run.answer {
            self.part += 1;
            run.propose([Proposal::new(Verb::GainToken(pool), seat)]);
            Flow::Again
        } else if run.scene.board.spare_tokens(seat) > 0 && self.part < n {
            run.ask(seat, Prompt::Pool)
        } else {
            self.part = 0;
            Flow::Next
        }
    }

    /// Asks for influence to be spent on tokens, one after another (Leadership).
    fn buy_tokens(&mut self, price: u8, run: &mut Run<'_>) -> Flow {
        let seat = run.seat;
        if let Some(pool) = self.pool.take() {
            run.propose([Proposal::new(Verb::GainToken(pool), seat)]);
            return Flow::Again;
        }
        match run.answer {
            Some(Choice::Pool(pool)) => {
                self.pool = Some(pool);
                run.call(seat, Payment::in_influence(price.into()));
                Flow::Again
            }
            Some(_) => Flow::Next,
            None => run.ask(seat, Prompt::Pool),
        }
    }

    /// Lifts a token off the board and into a pool (Warfare).
    fn lift_token(&self, run: &mut Run<'_>) -> Flow {
        let (Target::System(system), seat) = (self.chosen, run.seat) else { return Flow::Next };
        let Some(Choice::Pool(pool)) = run.answer else { return run.ask(seat, Prompt::Pool) };
        let lift = Proposal::new(Verb::Token(false), seat).in_system(system);
        run.propose([lift, Proposal::new(Verb::GainToken(pool), seat)]);
        Flow::Next
    }

    /// The planet that a sleeper goes to.
    fn bed(&self) -> Option<PlanetId> {
        self.chosen.planet().or_else(|| self.event.and_then(|(_, event)| event.planet))
    }

    /// Places a new sleeper, or one from another planet.
    fn place_sleeper(&self, run: &mut Run<'_>) -> Flow {
        let (scene, seat) = (run.scene, run.seat);
        let Some(to) = self.bed() else { return Flow::Next };
        let from = match run.answer {
            None => return run.ask(seat, Prompt::Step),
            Some(Choice::Planet(from)) => Some(from),
            Some(_) => None,
        };
        let moved = from.and_then(|from| scene.sleeper(from));
        if let Some(token) = moved.or_else(|| scene.spare_sleeper()) {
            run.propose(from.map(|from| Proposal::new(Verb::RemoveSleeper, seat).on(from)));
            let place = Proposal::new(Verb::PlaceSleeper, seat).on(to);
            run.propose([place.amount(token as i16)]);
        }
        Flow::Next
    }

    /// Draws a secret objective; with too many, one goes back (LRR 45.4).
    fn draw_secret(&mut self, run: &mut Run<'_>) -> Flow {
        let Resolver { scene, seat, .. } = **run;
        if self.part == 0 {
            self.part = 1;
            run.propose([Proposal::new(Verb::DrawSecret, seat)]);
            return Flow::Again;
        }
        if let Some(Choice::Piece(slot)) = run.answer {
            let back = Proposal::new(Verb::ReturnSecret, seat);
            run.propose([back.of(scene.reference(slot))]);
            return Flow::Again;
        }
        let hand = scene.cards(seat, Place::Hand, Kind::Objective).count();
        // Secret ones that were scored lie in front of the player.
        let scored = scene.cards(seat, Place::Area, Kind::Objective).count();
        if hand + scored > SECRETS && hand > 0 {
            return run.ask(seat, Prompt::Limits);
        }
        self.part = 0;
        Flow::Next
    }

    /// The agenda that is looked at now, if any is left.
    fn looked_at(&self, by: &Resolver<'_>) -> Option<Slot> {
        let next = by.scene.board.agenda_deck.iter().rev().nth(self.kept.into());
        next.copied().filter(|_| self.part < AGENDAS)
    }

    /// Asks for each of the top agendas whether it goes on top or to the bottom (LRR 66.2).
    fn arrange_agendas(&mut self, run: &mut Run<'_>) -> Flow {
        match run.answer {
            Some(Choice::Bottom(slot)) => {
                let card = run.scene.reference(slot);
                run.propose([Proposal::new(Verb::AgendaToBottom, run.seat).of(card)]);
            }
            Some(_) => self.kept += 1,
            None if self.looked_at(run).is_some() => return run.ask(run.seat, Prompt::Step),
            None => {
                (self.part, self.kept) = (0, 0);
                return Flow::Next;
            }
        }
        self.part += 1;
        Flow::Again
    }

    /// The options of a step that asks.
    pub(super) fn options_of(&self, step: &Step, by: &Resolver<'_>) -> Vec<Choice> {
        let Resolver { scene, seat, .. } = *by;
        let board = scene.board;
        match step {
            Step::OpponentChooses(choice) => self.choosable(choice, by),
            Step::GainTokens(_) | Step::LiftToken => {
                scene.open_pools(seat).map(Choice::Pool).collect()
            }
            Step::BuyTokens(price) => {
                let can = scene.spendable(seat, true) >= i16::from(*price)
                    && board.spare_tokens(seat) > 0;
                let pools = scene.open_pools(seat).map(Choice::Pool).filter(|_| can);
                pools.chain([Choice::Done]).collect()
            }
            Step::Redistribute => scene.shifts(seat).collect(),
            Step::PlaceSleeper => {
                let all = 0..board.planets.len() as PlanetId;
                let placed = all
                    .filter(|&p| Some(p) != self.bed() && scene.sleeper(p).is_some())
                    .map(Choice::Planet);
                let new = scene.spare_sleeper().map(|_| Choice::Done);
                new.into_iter().chain(placed).collect()
            }
            Step::DrawSecret => {
                scene.cards(seat, Place::Hand, Kind::Objective).map(Choice::Piece).collect()
            }
            Step::ScoreObjective => {
                let public = |&slot: &Slot| scene.piece(slot).place == Place::Common;
                let scorable = scene.scorable(seat).filter(public).map(Choice::Piece);
                scorable.chain([Choice::Decline]).collect()
            }
            Step::ArrangeAgendas => {
                let both = |slot| [Choice::Top(slot), Choice::Bottom(slot)];
                self.looked_at(by).into_iter().flat_map(both).collect()
            }
            Step::DestroyAllBut(unit, _) => {
                let Some(seat) = self.player_of_part(by) else { return Vec::new() };
                scene.unlike(own(scene, seat, *unit)).into_iter().map(Choice::Piece).collect()
            }
            Step::Redeploy => open_planets(scene, seat).map(Choice::Planet).collect(),
            Step::RedeployNear => self.planets_near(by).map(Choice::Planet).collect(),
            Step::TakeGood => self.takeable(by),
            Step::Assimilate => self.assimilable(by),
            Step::ProduceAtHome => docks_at_home(by).map(Choice::Piece).collect(),
            _ => self.agenda_options(step, by),
        }
    }
}

/// The units of a type that a player has on the board.
fn own<'a>(scene: Scene<'a>, seat: Seat, unit: UnitType) -> impl Iterator<Item = Slot> + 'a {
    let is = move |&(slot, other): &(Slot, _)| other == unit && scene.piece(slot).owner == seat;
    scene.figures().filter(is).map(|(slot, _)| slot)
}

/// The planets of a player on which units can be placed.
fn open_planets(scene: Scene<'_>, seat: Seat) -> impl Iterator<Item = PlanetId> {
    scene.planets(seat).filter(move |&planet| !scene.is_closed(Place::Planet(planet)))
}

/// Lets the opponent assign hits of an ability.
fn produce_hits(number: i16, run: &mut Run<'_>) {
    let (scene, seat) = (run.scene, run.seat);
    if let (Some(opponent), Some(system)) = (scene.opponent(seat), scene.board.system) {
        run.call(opponent, Assignment::of(number, Hits::Ability, seat, system));
    }
}

fn redistribute(run: &mut Run<'_>) -> Flow {
    let new = |verb| Proposal::new(verb, run.seat);
    match run.answer {
        Some(Choice::Shift(from, to)) => {
            run.propose([new(Verb::SpendToken(from)), new(Verb::GainToken(to))]);
            Flow::Again
        }
        Some(_) => {
            Limits::everywhere(run, run.seat);
            Flow::Next
        }
        None => run.ask(run.seat, Prompt::Pool),
    }
}

fn score_objective(run: &mut Run<'_>) -> Flow {
    match run.answer {
        Some(Choice::Piece(slot)) => {
            let source = run.scene.reference(slot);
            run.begin(Frame { source, ..procedure(run.seat, Scoring::default()) });
            Flow::Next
        }
        Some(_) => Flow::Next,
        None => run.ask(run.seat, Prompt::Score),
    }
}

/// The space docks in a player's home system.
fn docks_at_home<'r>(by: &Resolver<'r>) -> impl Iterator<Item = Slot> + use<'r> {
    let Resolver { scene, seat, .. } = *by;
    let docks = scene.figures().filter(move |&(slot, unit)| {
        let system = scene.system_of(slot).map(|system| scene.board.system(system));
        unit == UnitType::SpaceDock
            && scene.piece(slot).owner == seat
            && system.is_some_and(|system| system.home == Some(seat))
    });
    docks.map(|(slot, _)| slot)
}

/// Lets one space dock in the home system produce (Warfare).
fn produce_at_home(run: &mut Run<'_>) -> Flow {
    let (scene, seat) = (run.scene, run.seat);
    match run.answer {
        Some(Choice::Piece(slot)) => {
            if let Some(system) = scene.system_of(slot) {
                run.call(seat, Production::by(scene.reference(slot), system));
            }
        }
        _ if docks_at_home(run).next().is_some() => return run.ask(seat, Prompt::Step),
        _ => {}
    }
    Flow::Next
}
