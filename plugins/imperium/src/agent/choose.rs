//! Everything else that the greedy agent is asked: strategy cards, abilities, votes, the steps of
//! cards.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::window::Pick;

use super::field::Field;
use super::mind::{Mind, POINT};
use crate::board::{Pool, SECRETS};
use crate::choice::Choice;
use crate::piece::Place;
use crate::procedure::Locals;
use crate::program::{Op, PROCEDURE};
use crate::vocabulary::{
    Ability, Amount, By, Choice as Wanted, Condition, Cost, Event, Gain, Kind, Modifier, Outcomes,
    Step, SystemFilter, UnitType, Whose,
};

/// The strategy cards, by their numbers.
mod card {
    pub(super) const LEADERSHIP: u8 = 1;
    pub(super) const DIPLOMACY: u8 = 2;
    pub(super) const POLITICS: u8 = 3;
    pub(super) const CONSTRUCTION: u8 = 4;
    pub(super) const TRADE: u8 = 5;
    pub(super) const WARFARE: u8 = 6;
    pub(super) const TECHNOLOGY: u8 = 7;
    pub(super) const IMPERIAL: u8 = 8;
}

/// The worth of an action card in hand, then of a secret objective.
const CARD: i32 = 12;
const SECRET: i32 = 40;
/// The chance of a secret objective of the action phase, for which others must be fought.
const FIGHT: i32 = 15;
/// The resources that the second technology of the primary ability of Technology costs.
const RESEARCH: i32 = 6;

impl Mind<'_, '_> {
    fn number(&self, slot: Slot) -> u8 {
        self.view.card(slot).map_or(0, |card| card.initiative)
    }

    fn controls_mecatol(&self) -> bool {
        self.view.holds(&Condition::ControlsMecatol, self.view.seat())
    }

    fn tokens(&self, pool: Pool) -> i32 {
        self.view.player(self.view.seat()).pools[pool as usize].into()
    }

    /// Scores a strategy card that could be taken.
    pub(super) fn strategy_card(&self, choice: Choice) -> i32 {
        let Choice::Piece(slot) = choice else { return 0 };
        let few = 3 - self.tokens(Pool::Tactic);
        let worth = match self.number(slot) {
            card::LEADERSHIP => 52 + 6 * few.max(0),
            card::DIPLOMACY => 12,
            card::POLITICS => 28,
            card::CONSTRUCTION => 24 + self.needs.unit(UnitType::Pds) / 3,
            card::TRADE => 42,
            card::WARFARE => 36,
            card::TECHNOLOGY => 50,
            card::IMPERIAL if self.controls_mecatol() => 40 + POINT,
            card::IMPERIAL if self.needs.can_score_public() => 100,
            card::IMPERIAL => 34,
            _ => 20,
        };
        worth + 10 * i32::from(self.view.bonus(slot))
    }

    /// The score of using a strategy card as an action.
    pub(super) fn strategic(&self, slot: Slot) -> i32 {
        match self.number(slot) {
            card::LEADERSHIP => 45,
            card::POLITICS => 20,
            card::CONSTRUCTION => 25,
            card::TRADE => 50,
            card::TECHNOLOGY => 48,
            card::IMPERIAL if self.controls_mecatol() || self.needs.can_score_public() => POINT,
            card::IMPERIAL => 6,
            // When there is something to be readied, or a token to be taken back.
            card::DIPLOMACY => 8,
            card::WARFARE => 10,
            _ => 5,
        }
    }

    /// Scores the answers about the secondary ability of a strategy card: yes where it can be
    /// afforded.
    pub(super) fn secondary(&self) -> impl Fn(Choice) -> i32 + '_ {
        let view = self.view;
        let number = view.source().map_or(0, |slot| self.number(slot));
        let strategy = self.tokens(Pool::Strategy);
        let spare = strategy + self.tokens(Pool::Tactic) > self.needs.reserve().tokens + 1;
        let player = view.player(view.seat());
        let worth = match number {
            card::LEADERSHIP => self.needs.budget(true) >= 3,
            card::TECHNOLOGY => {
                let free = view.standing(view.seat()).free_research;
                spare && (free || self.needs.budget(false) >= 4)
            }
            card::TRADE => strategy > 1 && spare && player.commodities == 0,
            card::POLITICS => strategy > 2 && spare,
            card::CONSTRUCTION => strategy > 1 && spare,
            card::WARFARE => spare && strategy > 1 && self.needs.budget(false) >= 4,
            card::IMPERIAL => strategy > 0 && spare && self.secrets() < SECRETS,
            _ => false,
        };
        // The primary ability of Technology costs no resources.
        let primary = i32::from(spare) * 3 - 1;
        move |choice| match choice {
            Choice::Primary => primary,
            choice => i32::from((choice == Choice::Yes) == worth),
        }
    }

    /// Scores dice to roll again or to raise: those that miss are rolled again first.
    pub(super) fn dice(&self, choice: Choice) -> i32 {
        match choice {
            Choice::Reroll(n) => match self.view.die(n) {
                Some(die) if die.hits() == 0 => 2,
                _ => -1,
            },
            Choice::Raise(_) => 1,
            _ => 0,
        }
    }

    /// The number of secret objectives that the seat has or has scored.
    fn secrets(&self) -> usize {
        let (view, seat) = (self.view, self.view.seat());
        view.hand_count(seat, Kind::Objective) + view.area(seat, Kind::Objective).count()
    }

    /// An objective is scored: what must be spent is soon there again, what is so may stay so.
    pub(super) fn score(&self, choice: Choice) -> i32 {
        let Choice::Piece(slot) = choice else { return 0 };
        let objective = self.view.card(slot).and_then(|card| card.objective.as_ref());
        objective.map_or(0, |objective| {
            let spends = objective
                .cost
                .iter()
                .any(|cost| matches!(cost, Cost::Resources(_) | Cost::Influence(_)));
            10 * i32::from(objective.points) + i32::from(spends) + 1
        })
    }

    /// Scores things to give up: units and cards that are worth little, objectives that are far.
    pub(super) fn given_up(&self, choice: Choice) -> i32 {
        let Choice::Piece(slot) = choice else { return 0 };
        if self.view.unit_type(slot).is_some() {
            return -self.worth_of_unit(slot);
        }
        let Some(card) = self.view.card(slot) else { return 0 };
        if let Some(objective) = &card.objective {
            if !card.abilities.is_empty() {
                return -FIGHT;
            }
            let met = self.view.holds(&objective.condition, self.view.seat());
            return -self.chance(&objective.condition) - i32::from(met) * POINT;
        }
        -card.abilities.iter().map(|ability| self.worth_of(&ability.steps)).max().unwrap_or(0)
    }

    /// A rough measure of the chance that a secret objective comes about: the higher, the likelier.
    fn chance(&self, condition: &Condition) -> i32 {
        match condition {
            Condition::FactionTechnologies(_) | Condition::OfOneColour(_) => 10,
            Condition::Figures(..) => 20,
            Condition::Planets(..) => 40,
            Condition::Systems(..) => 50,
            Condition::All(all) => {
                all.iter().map(|part| self.chance(part)).min().unwrap_or(60) / 2 + 10
            }
            _ => 30,
        }
    }

    /// The worth of steps to the seat if it resolves them.
    fn worth_of(&self, steps: &[Step]) -> i32 {
        steps.iter().map(|step| self.worth_of_step(step, self.view.seat())).sum()
    }

    fn is_at_wormhole(&self, place: Place) -> bool {
        let with = SystemFilter { wormhole: true, ..SystemFilter::default() };
        matches!(place, Place::Space(at) if self.view.system_fits(&with, at, self.view.seat()))
    }

    /// The worth of a step to the seat if another, or itself, resolves it; below 0 if it does harm.
    pub(super) fn worth_of_step(&self, step: &Step, by: Seat) -> i32 {
        if by == self.view.seat()
            && let Some(worth) = self.worth_of_card(step)
        {
            return worth;
        }
        let (view, seat) = (self.view, self.view.seat());
        let own = if by == seat { 1 } else { -1 };
        let each = |who: By| match who {
            By::You | By::Opponent | By::Owner => own,
            By::Actor | By::Chosen => -own,
            By::Each | By::VotersFor => 1,
            By::VotersAgainst => -1,
            By::Controller => own,
            By::Foe => -own,
            By::AtWormholes => {
                let mut there = view.figures().filter(|(_, unit, piece)| {
                    unit.is_ship() && piece.owner == seat && self.is_at_wormhole(piece.place)
                });
                if there.next().is_some() { 1 } else { -1 }
            }
            By::WarSunOwners => {
                let owns = view.technologies(seat).any(|slot| {
                    let unit = view.card(slot).and_then(|card| card.unit);
                    unit.is_some_and(|unit| unit.unit == UnitType::WarSun)
                });
                if owns { 1 } else { -1 }
            }
            By::MostPoints | By::FewestPoints => {
                let points = |seat: &Seat| view.player(*seat).points;
                let all = 0..view.players().len() as Seat;
                let best = if who == By::MostPoints {
                    all.max_by_key(points)
                } else {
                    all.min_by_key(points)
                };
                let mine = view.player(seat).points;
                if best.is_some_and(|best| view.player(best).points == mine) { 1 } else { -1 }
            }
        };
        let sum =
            |steps: &[Step]| -> i32 { steps.iter().map(|step| self.worth_of_step(step, by)).sum() };
        let goods = |gain: Gain, amount: Amount| {
            let n = match amount {
                Amount::Fixed(n) => i32::from(n),
                Amount::ResourcesOfChosen => 2,
                Amount::CommoditiesOfOwner | Amount::CommoditiesOfOpponent => 3,
                Amount::Neighbours => 2,
                Amount::All => view.player(seat).trade_goods.into(),
            };
            match gain {
                Gain::TradeGoods => 10 * n,
                Gain::Commodities => 4 * n,
                Gain::Points => POINT * n,
            }
        };
        match step {
            Step::Gain(who, gain, amount) => each(*who) * goods(*gain, *amount),
            Step::Lose(who, gain, amount) => -each(*who) * goods(*gain, *amount),
            Step::DrawActionCards(n) => own * CARD * i32::from(*n),
            Step::EachDraws(who, n) => each(*who) * CARD * i32::from(*n),
            Step::DiscardHand(who) => {
                let hand = view.hand_count(if each(*who) == 1 { seat } else { by }, Kind::Action);
                -each(*who) * CARD * hand as i32
            }
            Step::DrawSecret => own * SECRET,
            Step::GainTokens(n) => own * 12 * i32::from(*n),
            Step::FleetToken(who) => each(*who) * 10,
            Step::ExhaustLater(who, _) => -each(*who) * 10,
            Step::GiveUpVotes => -own * 5,
            Step::Research => own * 40,
            Step::PassSpeaker => 0,
            Step::May(steps) | Step::MayChoose(_, steps) | Step::If(_, steps) => sum(steps),
            Step::UpTo(_, _, steps) | Step::EachPlanet(_, steps) => sum(steps),
            Step::CancelHits(n) => 14 * i32::from(*n),
            Step::Repair(_) | Step::RepairChosen => 12,
            Step::Lasting(modifier, _) => match modifier {
                Modifier::Combat(n, _) => 12 * i32::from(*n),
                Modifier::NoMovement => 40,
                Modifier::NoRolls => 30,
                Modifier::Rerolls => 6 * self.ships_in_combat() - 14,
                // The ships that could come are scored as they move.
                Modifier::Conduits => 3,
                _ => -1,
            },
            Step::DestroySubject | Step::DestroyChosen | Step::HitChosen => 30,
            Step::Hits(n) => 20 * i32::from(*n),
            Step::HitsRolled => 15,
            Step::Place(..) | Step::ProduceThere | Step::ReplaceChosen(_) => 15,
            Step::ReadyChosen => 12,
            Step::Convert(n) => 6 * i32::from(*n).min(view.player(seat).commodities.into()),
            Step::CancelCard => 10,
            Step::GiveUpVote => -2,
            Step::Predict => 3,
            Step::LastingOf(By::Owner, Modifier::Combat(n, _), _) => -6 * i32::from(*n),
            Step::TokenIn(who, _) => each(*who) * 12,
            Step::GainControl => own * 60,
            Step::GainResearched => own * 40,
            Step::ReplaceAll(_) | Step::Bombard => own * 20,
            Step::ProduceHere(most) => {
                own * 5 * self.needs.budget(false).min(i32::from(*most) * 5 / 2)
            }
            Step::OneOf(all) => all.iter().map(|(_, steps)| sum(steps)).max().unwrap_or(0),
            Step::GainUpgrade(_) => own * 40,
            Step::HitsAtShips(n) => 20 * i32::from(*n),
            Step::LastingOf(..) => 8,
            Step::LoseToken(By::You, _) => -own * 12,
            Step::LoseToken(..) => 6,
            Step::PutInPlay => own * 8,
            Step::Salvage => 20,
            Step::ProduceOne => {
                if self.needs.budget(false) > 0 {
                    5
                } else {
                    -1
                }
            }
            Step::MoveAll(_) => 25,
            Step::TakeZero => 4,
            Step::DrawMore(n) => own * CARD * i32::from(*n),
            // It is discarded.
            Step::Choose(Wanted::ActionCard(Whose::You)) => -CARD,
            Step::TakeChosen => CARD + 8,
            Step::TakeGood => 15,
            Step::Assimilate => own * 40,
            Step::Muster => 8,
            _ => self.worth_of_agenda_step(step, &each),
        }
    }

    /// The score of an ability in a window, or of none.
    pub(super) fn window(&self, choice: Choice) -> i32 {
        match choice {
            Choice::Window(Pick::Ability(index)) => {
                let Some(candidate) = self.view.candidate(index) else { return -1 };
                let waiting = candidate.ability;
                let ability = self.view.catalogue().ability(waiting.program);
                let worth = self.ability(ability, waiting.source.slot);
                if waiting.mandatory { worth.max(1) } else { worth }
            }
            Choice::Window(_) => 0,
            _ => -1,
        }
    }

    fn ability(&self, ability: &Ability, slot: Slot) -> i32 {
        let (view, seat) = (self.view, self.view.seat());
        let event = view.window().map(|(_, event)| event);
        if let Some(event) = event
            && ability.steps.contains(&Step::CancelCard)
        {
            // A card of an opponent in combat, or of whoever is ahead.
            let fights = view.combat().and_then(|combat| combat.opponent(seat));
            let most = view.players().iter().map(|player| player.points).max();
            let ahead = Some(view.player(event.seat).points) == most && event.seat != seat;
            return if fights == Some(event.seat) || ahead { 10 } else { -1 };
        }
        if let Some(event) = event
            && event.event() == Some(Event::AssignHits)
            && event.amount <= 0
        {
            return -1;
        }
        if event.is_some_and(|event| self.is_in_vain(ability, &event)) {
            return -1;
        }
        // A note goes back when it has been used, a card is gone.
        let kind = view.card(slot).map(|card| card.kind);
        if ability.steps.contains(&Step::ReplaceAgenda) && kind != Some(Kind::Action) {
            return self.replaced_agenda();
        }
        let price = match kind {
            Some(Kind::Action) => CARD,
            Some(Kind::Note) => 5,
            _ => 0,
        };
        let paid = Self::paid(&ability.cost);
        let special = self.of_faction(ability, slot);
        special.unwrap_or_else(|| self.worth_of(&ability.steps)) - price - paid
    }

    /// The worth of what an ability costs.
    fn paid(costs: &[Cost]) -> i32 {
        let one = |cost: &Cost| match cost {
            Cost::TradeGoods(n) | Cost::Resources(n) | Cost::Research(n) => 10 * i32::from(*n),
            Cost::Influence(n) => 8 * i32::from(*n),
            Cost::StrategyToken => 12,
            _ => 0,
        };
        costs.iter().map(one).sum()
    }

    /// The ships of the seat in the active system.
    fn ships_in_combat(&self) -> i32 {
        let (seat, system) = (self.view.seat(), self.view.active_system().map(Place::Space));
        let own = self.view.figures().filter(|(_, unit, piece)| {
            unit.is_ship() && piece.owner == seat && Some(piece.place) == system
        });
        own.count() as i32
    }

    /// The score of having the agenda replaced by another: what its outcomes do to the seat at worst,
    /// less the token that it costs.
    fn replaced_agenda(&self) -> i32 {
        let Some(card) = self.view.agenda().and_then(|agenda| self.view.card(agenda.card)) else {
            return -1;
        };
        let outcomes = match card.outcomes {
            Some(Outcomes::ForAgainst) => 2,
            _ => 0,
        };
        let worst = (0..outcomes).map(|n| self.outcome(Choice::Outcome(n))).min();
        -worst.unwrap_or(0) - 15
    }

    /// The score of using a card or an ability as an action.
    pub(super) fn component(&self, slot: Slot, program: u16) -> i32 {
        if program == PROCEDURE {
            return -1;
        }
        let ability = self.view.catalogue().ability(program);
        let kind = self.view.card(slot).map(|card| card.kind);
        let paid = Self::paid(&ability.cost);
        let price = if kind == Some(Kind::Action) { CARD / 2 } else { 0 };
        self.worth_of(&ability.steps) - paid - price
    }

    /// Scores the answers to the step of an ability.
    pub(super) fn step(&self) -> impl Fn(Choice) -> i32 + '_ {
        let (view, seat) = (self.view, self.view.seat());
        let field = Field::of(view);
        let of_step = view.asking_step();
        let pays = match of_step {
            // The planets are there for it.
            _ if matches!(view.asking(), Some(Locals::Research(_))) => false,
            Some((Op::May(_), slot)) if self.number(slot) == card::TECHNOLOGY => {
                view.standing(seat).free_research || self.needs.budget(false) >= RESEARCH
            }
            Some((Op::May(_), slot)) if self.number(slot) == card::IMPERIAL => {
                self.secrets() < SECRETS
            }
            _ => true,
        };
        let harms = matches!(of_step, Some((Op::Do(Step::OpponentChooses(_)), _)));
        let law = matches!(of_step, Some((Op::Choose(Wanted::Law, _), _)));
        let victim = move |other: Seat| of_step.and_then(|(_, card)| self.victim(card, other));
        let helps = matches!(of_step, Some((Op::Again(_, Wanted::OtherPlayer, _), _)));
        let of_strategy = self.of_strategy(of_step);
        let swaps = of_step.is_some_and(|(_, slot)| self.swaps(slot));
        let musters = of_step.is_some_and(|(_, slot)| self.musters(slot));
        let predicts = of_step.is_some_and(|(_, slot)| self.predicts_for_others(slot));
        let loses = matches!(of_step, Some((Op::Do(Step::Assimilate), _)));
        let exchanges = of_step.is_some_and(|(_, slot)| self.exchanges(slot));
        let redeploys = of_step.is_some_and(|(_, slot)| self.redeploys(slot));
        move |choice| match choice {
            Choice::Player(other) if exchanges => self.best_card(other).unwrap_or(-1),
            Choice::Piece(slot) if redeploys => i32::from(self.is_spare(slot, &field)) * 2 - 1,
            Choice::Piece(slot) if musters => self.mustered(slot),
            Choice::Piece(slot) if self.is_technology(slot) => self.assimilated(slot, loses),
            Choice::Outcome(outcome) if predicts => self.predicted(outcome),
            Choice::Piece(slot) if of_strategy != 0 => {
                of_strategy * self.strategy_card(Choice::Piece(slot))
            }
            Choice::Planet(planet) if swaps => self.swapped(planet),
            Choice::Yes => i32::from(pays),
            Choice::No => i32::from(!pays),
            Choice::Technology(definition) => {
                self.technology(view.catalogue().definition(definition))
            }
            Choice::Planet(planet) => {
                let here = view.planet(planet);
                let own = here.owner == Some(seat);
                let goods = i32::from(here.resources) * 2 + i32::from(here.influence);
                let guard = field.ground[usize::from(planet)][usize::from(seat)].bodies;
                if own { 10 + goods + guard } else { goods }
            }
            Choice::System(system) => {
                // Of a system with the seat's token, the one where most can be done again.
                let planets = view.planets_of(system);
                let own = planets.filter(|&planet| view.planet(planet).owner == Some(seat));
                let fleet = field.fleets[usize::from(system)][usize::from(seat)].bodies;
                own.count() as i32 + 2 * fleet
            }
            Choice::Piece(slot) => match view.piece(slot) {
                Some(piece) if view.unit_type(slot).is_some() => {
                    let worth = self.worth_of_unit(slot);
                    if harms || piece.owner == seat { -worth } else { worth }
                }
                Some(piece) if piece.place == Place::Hand => self.given_up(choice),
                Some(_) if law => self.law(slot),
                _ => 1,
            },
            // Nobody else is helped, nor made speaker who is ahead.
            Choice::Player(_) if helps => -1,
            Choice::Player(other) => {
                let plain = -i32::from(view.player(other).points) - 1;
                victim(other).unwrap_or(plain)
            }
            // A die that hit is worth more than another throw.
            Choice::Reroll(_) => self.dice(choice),
            Choice::Outcome(_) => self.outcome(choice),
            Choice::Option(n) => 10 - i32::from(n),
            Choice::Top(_) => 1,
            Choice::Decline if helps => 0,
            Choice::Decline => -50,
            _ => 0,
        }
    }
}
