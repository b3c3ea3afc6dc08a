//! The game: set-up, then rounds of an action and a regroup phase (CR 5.2 to 5.5).

use cardmill_kernel::procedure::Line::Jump;

use super::Counter;
use super::prelude::*;
use crate::board::OPENING_HAND;
use crate::seats::{SEATS, Several};
use crate::vocabulary::Window;

/// Cards put into the resource zone before the first round (CR 5.2.1F).
pub(crate) const FIRST_RESOURCES: usize = 2;
/// Cards drawn in the regroup phase (CR 5.5.1B).
const REGROUP_DRAW: usize = 2;

/// A whole game: set-up, then rounds (CR 5.2 to 5.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Game {
    /// Cards that players have chosen in secret as resources, until both have.
    pub chosen: List<(Seat, Ref), { SEATS * FIRST_RESOURCES }>,
    /// The regroup phases of the round beyond the first.
    pub more: Regroups,
}

/// Regroup phases beyond the first of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Regroups {
    /// The number of the one under way; 0 in the first.
    pub number: u8,
    /// The number of them, once the first has ended.
    pub of: u8,
}

/// A player, counted clockwise from the one who started with the initiative, from 0, of those who were
/// not eliminated.
type Place = u8;

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Mulligan(Place),
    FirstResources(Place),
    PlaceResources { ready: bool },
    Start(Window),
    Act,
    SpendExtraAction,
    PassTurn,
    Expire(Until),
    Draw,
    Resource(Place),
    ReadyCards,
    EndRegroup,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    HasExtraAction,
    AllPassed,
    RegroupsAgain,
}

const MORE_MULLIGANS: u16 = Game::LINES.at("more mulligans");
const MORE_FIRST_RESOURCES: u16 = Game::LINES.at("more first resources");
const MORE_RESOURCES: u16 = Game::LINES.at("more resources");

impl Game {
    /// The line at which a player takes an action.
    pub(crate) const ACTION: u16 = Self::LINES.at("action");
    /// The line at which players choose their first resources.
    pub(crate) const FIRST_RESOURCES: u16 = Self::LINES.at("first resources");
    /// The line at which the player of a place may take a mulligan.
    pub(crate) const fn mulligan_of(place: Place) -> u16 {
        line(place, Self::LINES.at("mulligan"), MORE_MULLIGANS)
    }

    /// The line at which the player of a place resources a card in the regroup phase.
    pub(crate) const fn resource_of(place: Place) -> u16 {
        line(place, Self::LINES.at("resource"), MORE_RESOURCES)
    }

    /// The number of cards a player has still to choose as first resources.
    #[must_use]
    pub fn left(&self, seat: Seat) -> usize {
        FIRST_RESOURCES - self.chosen_by(seat).count()
    }

    fn chosen_by(&self, seat: Seat) -> impl Iterator<Item = Ref> + '_ {
        self.chosen.iter().filter(move |(by, _)| *by == seat).map(|(_, card)| *card)
    }
}

/// The line of the player of a place: of the first two they stand together, of the others behind all.
const fn line(place: Place, first: u16, more: u16) -> u16 {
    if place < 2 { first + place as u16 } else { more + place as u16 - 2 }
}

impl Procedure for Game {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        // CR 5.2.1E: in turn, the player with the initiative first.
        Label("mulligan"),
        Do(Step::Mulligan(0)),
        Do(Step::Mulligan(1)),
        // CR 5.2.1F
        Label("first resources"),
        Do(Step::FirstResources(0)),
        Do(Step::FirstResources(1)),
        Label("first placed"),
        Do(Step::PlaceResources { ready: true }),
        // CR 5.4.1A
        Label("round"),
        Do(Step::Start(Window::ActionPhase)),
        Drain,
        // CR 5.4.1B
        Label("action"),
        Do(Step::Act),
        Drain,
        When(Test::HasExtraAction, "extra action"),
        Do(Step::PassTurn),
        Unless(Test::AllPassed, "action"),
        // CR 5.4.1C, 7.7.3E: lasting effects of the phase expire together.
        Do(Step::Expire(Until::Phase)),
        Drain,
        // CR 5.5.1A
        Label("regroup"),
        Do(Step::Start(Window::RegroupPhase)),
        Drain,
        // CR 5.5.1B
        Do(Step::Draw),
        Drain,
        // CR 5.5.1C
        Label("resource"),
        Do(Step::Resource(0)),
        Do(Step::Resource(1)),
        Label("placed"),
        Do(Step::PlaceResources { ready: false }),
        // CR 5.5.1D
        Do(Step::ReadyCards),
        Drain,
        // CR 5.5.1E
        Do(Step::EndRegroup),
        Drain,
        When(Test::RegroupsAgain, "regroup"),
        Jump("round"),
        Label("extra action"),
        Do(Step::SpendExtraAction),
        Jump("action"),
        // What the third and the fourth player are asked stands behind all that two need: rows tell the
        // number of the line.
        Label("more mulligans"),
        Do(Step::Mulligan(2)),
        Do(Step::Mulligan(3)),
        Jump("first resources"),
        Label("more first resources"),
        Do(Step::FirstResources(2)),
        Do(Step::FirstResources(3)),
        Jump("first placed"),
        Label("more resources"),
        Do(Step::Resource(2)),
        Do(Step::Resource(3)),
        Jump("placed"),
    ]);

    fn holds(run: &Run<'_, Self>, test: Test) -> bool {
        match test {
            Test::HasExtraAction => run.extra_action().is_some(),
            // CR 5.4.1C, 11.2.4
            Test::AllPassed => {
                usize::from(run.scene.board.passes) >= run.scene.board.players.left()
            }
            Test::RegroupsAgain => run.locals.more.number > 0,
        }
    }

    fn step(run: &mut Run<'_, Self>, step: Step) -> Flow {
        match step {
            Step::Mulligan(place) => {
                let flow = run.mulligan(place);
                return run.to_the_third(place, flow, MORE_MULLIGANS);
            }
            Step::FirstResources(place) => {
                let flow = run.first_resources(place);
                return run.to_the_third(place, flow, MORE_FIRST_RESOURCES);
            }
            Step::PlaceResources { ready } => run.place_resources(ready),
            Step::Start(window) => {
                let lead = run.scene.board.initiative;
                if run.ends() {
                    run.propose(Proposal::new(Verb::End, Ref::NONE, lead));
                    return Flow::Then;
                }
                run.propose(Proposal::new(Verb::Start(window), Ref::NONE, lead));
            }
            Step::Act => return run.act(),
            Step::SpendExtraAction => {
                let number = run.extra_action().unwrap_or_default();
                let spent = Proposal::new(Verb::Spent, Ref::NONE, run.scene.board.active);
                run.propose(spent.number(number));
            }
            Step::PassTurn => run.out.note = Some(Turn::Passes),
            Step::Expire(until) => {
                run.propose(Proposal::new(Verb::Expire(until), Ref::NONE, run.seat));
            }
            Step::Draw => {
                for seat in run.players() {
                    let draw = Proposal::new(Verb::Draw, Ref::NONE, seat);
                    run.out.proposals.extend([draw; REGROUP_DRAW]);
                }
            }
            Step::Resource(place) => {
                let flow = run.resource(place);
                return run.to_the_third(place, flow, MORE_RESOURCES);
            }
            Step::ReadyCards => run.ready_cards(),
            Step::EndRegroup => run.end_regroup(),
        }
        Flow::Then
    }

    fn options(&self, step: Step, offer: &Offer<'_>, out: &mut Vec<Choice>) {
        let hand = offer.scene.board.players[usize::from(offer.seat)].hand.iter().copied();
        match step {
            Step::Mulligan(_) => out.extend([Choice::Yes, Choice::No]),
            Step::FirstResources(_) => {
                let free = |&slot: &_| !self.chosen.iter().any(|(_, card)| card.slot == slot);
                out.extend(hand.filter(free).map(Choice::Card));
            }
            Step::Act => offer.actions(out),
            Step::Resource(_) => {
                out.extend(hand.map(Choice::Card));
                out.push(Choice::Decline);
            }
            _ => {}
        }
    }
}

impl Run<'_, Game> {
    /// The players who were not eliminated, clockwise from the one with the initiative.
    fn players(&self) -> Several {
        let board = self.scene.board;
        board.players.from(board.lead()).collect()
    }

    fn player(&self, place: Place) -> Option<Seat> {
        self.players().get(usize::from(place)).copied()
    }

    /// Goes on at these lines where the second of several players has answered.
    fn to_the_third(&self, place: Place, flow: Flow, lines: u16) -> Flow {
        let answered = matches!(flow, Flow::Next | Flow::Then);
        if place == 1 && answered && self.scene.board.players.are_many() {
            Flow::Jump(lines)
        } else {
            flow
        }
    }

    fn mulligan(&mut self, place: Place) -> Flow {
        let Some(seat) = self.player(place) else { return Flow::Next };
        let base = self.scene.board.players[usize::from(seat)].base;
        if self.scene.printed(base).front.no_mulligan {
            return Flow::Next;
        }
        match self.answer.take() {
            None => self.ask(seat, Prompt::Mulligan),
            Some(Choice::Yes) => {
                let card = self.scene.card(base);
                let draws = self.scene.catalogue.starting_hand(card.definition);
                let other = if draws == OPENING_HAND { 0 } else { draws as i16 };
                self.propose(Proposal::new(Verb::Mulligan, Ref::NONE, seat).amount(other));
                Flow::Then
            }
            Some(_) => Flow::Next,
        }
    }

    /// Keeps what a player has answered.
    fn keep(&mut self, seat: Seat) {
        if let Some(Choice::Card(slot)) = self.answer.take() {
            self.locals.chosen.push((seat, self.scene.reference(slot)));
        }
    }

    fn first_resources(&mut self, place: Place) -> Flow {
        let Some(seat) = self.player(place) else { return Flow::Next };
        self.keep(seat);
        if self.locals.left(seat) > 0 { self.ask(seat, Prompt::FirstResource) } else { Flow::Next }
    }

    fn resource(&mut self, place: Place) -> Flow {
        let Some(seat) = self.player(place) else { return Flow::Next };
        if self.answer.is_none() {
            return self.ask(seat, Prompt::Resource);
        }
        self.keep(seat);
        Flow::Next
    }

    /// Places together the cards that all players chose in secret.
    fn place_resources(&mut self, ready: bool) {
        for seat in self.players() {
            let placed = self.locals.chosen_by(seat);
            let placed = placed.map(|c| Proposal::new(Verb::ToResources, c, seat).ready(ready));
            self.out.proposals.extend(placed);
        }
        self.locals.chosen.clear();
    }

    fn act(&mut self) -> Flow {
        let seat = self.scene.board.active;
        self.seat = seat;
        let done = self.scene.board.players[usize::from(seat)].done;
        // Whoever was eliminated in their own turn has no action left.
        if self.scene.board.is_out(seat) {
            return Flow::Next;
        }
        let choice = match self.answer.take() {
            // Having taken the initiative, a player passes for the rest of the phase.
            None if done => Choice::Pass,
            None => {
                if self.collection == 0 && !self.scene.board.departures.is_empty() {
                    self.out.note = Some(Turn::Quiet);
                }
                return self.ask(seat, Prompt::Action);
            }
            Some(choice) => choice,
        };
        // Whether it was able or not, it was the next one.
        for (number, _) in self.scene.compulsions(seat) {
            self.propose(Proposal::new(Verb::Spent, Ref::NONE, seat).number(number.into()));
        }
        match choice {
            Choice::Pass => self.propose(Proposal::new(Verb::Pass, Ref::NONE, seat)),
            Choice::Initiative => {
                self.propose(Proposal::new(Verb::TakeInitiative, Ref::NONE, seat));
            }
            Choice::Blast => self.begin(self.call(Counter::Blast)),
            Choice::Plan => self.begin(self.call(Counter::Plan)),
            _ => {
                self.out.note = Some(Turn::Acted);
                self.action(choice);
            }
        }
        Flow::Then
    }

    /// Returns `true` once a game of Twin Suns is over with the phase before: somebody was eliminated (CR
    /// 12.7.1).
    fn ends(&self) -> bool {
        let board = self.scene.board;
        board.suns && board.players.left() < board.players.len()
    }

    /// The number of the effect by which the active player takes one more action.
    fn extra_action(&self) -> Option<u16> {
        if self.scene.board.is_out(self.scene.board.active) {
            return None;
        }
        let extra = |kind, seat| kind == EffectKind::ExtraAction && seat == self.scene.board.active;
        let mut effects = self.scene.effects_of(Effects::EXTRA_ACTIONS);
        effects.find(|(_, effect)| extra(effect.kind, effect.seat)).map(|(number, _)| number.into())
    }

    /// The round ends with the last of its regroup phases; how many there are is fixed as the first
    /// one ends.
    fn end_regroup(&mut self) {
        let Regroups { number, of } = self.locals.more;
        let of = if number == 0 { self.more_regroups() } else { of };
        let until = if number < of {
            self.locals.more = Regroups { number: number + 1, of };
            Until::Phase
        } else {
            self.locals.more = Regroups::default();
            Until::Round
        };
        self.propose(Proposal::new(Verb::Expire(until), Ref::NONE, self.seat));
    }

    /// The number of regroup phases that cards in play add to a round.
    fn more_regroups(&self) -> u8 {
        let scene = &self.scene;
        if !scene.relevance.lineup.has.any(Has::MORE_REGROUPS) {
            return 0;
        }
        let adds = |slot: &Slot| !scene.stats(*slot).is_blank();
        let cards = scene.board.play.iter().copied().filter(adds);
        cards.map(|slot| scene.face(slot).more_regroups).sum()
    }

    fn ready_cards(&mut self) {
        let scene = self.scene;
        let board = scene.board;
        for seat in self.players() {
            let player = &board.players[usize::from(seat)];
            self.propose(Proposal::new(Verb::ReadyResources, Ref::NONE, seat).amount(i16::MAX));
            let units = board.play.iter().copied().filter(|&s| scene.card(s).controller == seat);
            let exhausted = units
                .chain(player.leaders())
                .filter(|&slot| scene.card(slot).is_exhausted())
                .map(|slot| Proposal::new(Verb::Ready, scene.reference(slot), seat));
            self.out.proposals.extend(exhausted);
        }
        let lead = board.initiative;
        self.propose(Proposal::new(Verb::Start(Window::ReadyCards), Ref::NONE, lead));
    }
}
