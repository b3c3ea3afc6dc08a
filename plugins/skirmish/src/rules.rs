//! The rules, stage by stage, as the kernel asks for them.

use bevy_ecs::entity::Entity;
use bevy_ecs::system::SystemParamItem;
use cardmill_harness::tabletop::{Columns, Own, Slices, State, offer};
use cardmill_kernel::prelude::Line::{Do, Jump, Label};
use cardmill_kernel::prelude::*;

use crate::state::{Effect, Place, Scene};
use crate::vocabulary::{Ability, Event, Kind, Step};
use crate::words::{Choice, Prompt, Proposal, Skirmish, Target};

/// Cards that a player draws up to.
const HAND: usize = 3;
/// Life that an empty deck costs each turn.
const TIRED: i8 = 2;

/// A step of a turn.
#[derive(Clone, Copy, Debug)]
enum Turn {
    Draw,
    Tire,
    Act,
    Pass,
}

/// Program 0: turns, one after another.
const TURNS: Procedure<Turn> = Procedure::new(&[
    Label("turn"),
    // 2.1
    Do(Turn::Draw),
    // 2.2
    Do(Turn::Tire),
    // 2.3
    Do(Turn::Act),
    // 2.4
    Do(Turn::Pass),
    Jump("turn"),
]);

impl Rules for Skirmish {
    type Own = Own<Self>;
    type Columns = Columns<'static, 'static, Self>;
    type Slices<'w> = Slices<'w, Self>;
    type State<'t> = State<'t, Self>;
    type Scene<'t> = Scene<'t>;
    type Fact = Proposal;
    type Note = ();

    fn slices<'w>(
        columns: &'w mut SystemParamItem<'_, '_, Self::Columns>,
    ) -> Option<Slices<'w, Self>> {
        columns.slices()
    }

    fn state<'t>(
        slices: &'t mut Slices<'_, Self>,
        own: &'t mut rules::Own<'_, '_, Self>,
        _: Entity,
        roster: &'t Roster,
    ) -> State<'t, Self> {
        slices.state(own, roster)
    }

    fn scene<'s>(state: &'s State<'_, Self>) -> Scene<'s> {
        let State { catalogue, board, cards, derived: power, .. } = state;
        Scene { catalogue, board, cards, power }
    }

    fn policy(_: Scene<'_>) -> Policy {
        Policy::Blocks
    }

    fn substitution(_: Scene<'_>) -> Substitution {
        Substitution::Chained
    }

    fn lead(scene: Scene<'_>) -> Seat {
        scene.board.turn
    }

    fn instruction(mut run: Run<'_, Self>) -> Flow {
        match run.frame.program {
            0 => TURNS.steps(run.frame.at, &mut run, turn),
            program => ability(&mut run, program),
        }
    }

    /// What a turn has set off is resolved before it goes on.
    fn drains(frame: &Frame<()>) -> bool {
        frame.program == 0
    }

    fn is_replaceable(_: &State<'_, Self>, what: &Proposal) -> bool {
        matches!(what, Proposal::Damage(Target::Unit(_), 1..))
    }

    /// Damage meets guards, one after another.
    fn fitting(
        state: &State<'_, Self>,
        event: &mut replacement::Event<'_, Self>,
        fitting: &mut Vec<Replacement>,
    ) {
        let guards = guards(Self::scene(state), event.what());
        fitting.extend(guards.into_iter().filter(|guard| !event.has_met(guard)));
    }

    fn instead(fitting: &[Replacement], number: usize) -> Choice {
        Choice::Use(fitting[number].source.slot)
    }

    fn substitute(
        _: &State<'_, Self>,
        event: &mut replacement::Event<'_, Self>,
        guard: &Replacement,
    ) -> Option<Frame<()>> {
        if let Proposal::Damage(target, _) = event.what_mut() {
            *target = Target::Unit(guard.source.slot);
        }
        None
    }

    fn commit(state: &mut State<'_, Self>, change: &mut Change<'_, Self>, what: Proposal) -> bool {
        let did = commit(state, change, what);
        if did {
            change.facts.push(what);
            change.unsettled.constants = true;
            change.unsettled.consequences = true;
        }
        did
    }

    fn trigger(state: &State<'_, Self>, fact: &Proposal, heard: &mut Heard<'_, Self>) {
        let (event, slot) = match *fact {
            Proposal::Play(slot, _) => (Event::Played, slot),
            Proposal::Attack(slot) => (Event::Attacks, slot),
            Proposal::Defeat(slot) => (Event::Defeated, slot),
            _ => return,
        };
        let scene = Self::scene(state);
        for (program, ability) in scene.abilities(slot) {
            if matches!(ability, Ability::When(on, _) if *on == event) {
                let seat = scene.card(slot).owner;
                heard.waiting().push(Waiting::new(program, seat, Ref::new(slot)));
            }
        }
    }

    /// Units without health are defeated; a player without life ends the game.
    fn settle(at: &mut At<'_, Self>) {
        let scene = Self::scene(&at.state);
        if scene.board.life.iter().any(|life| *life <= 0) {
            return at.end();
        }
        let gone = scene.all(Place::Play).filter(|&slot| scene.health(slot) <= 0);
        at.stack.settle(gone.map(Proposal::Defeat));
    }

    fn offer(state: &State<'_, Self>, _: &mut Stack<Self>, decision: &mut Decision<Self>) {
        offer(Self::scene(state), decision);
    }
}

fn turn(run: &mut Run<'_, Skirmish>, step: Turn) -> Flow {
    let (scene, seat) = (run.scene, run.scene.board.turn);
    let count = |place| scene.own(seat, place).count();
    let proposals = &mut run.out.proposals;
    match (step, run.answer) {
        (Turn::Draw, _) if count(Place::Deck) > 0 && count(Place::Hand) < HAND => {
            proposals.push(Proposal::Draw(seat));
        }
        (Turn::Tire, _) if count(Place::Deck) == 0 => {
            proposals.push(Proposal::Damage(Target::Player(seat), TIRED));
            return Flow::Next;
        }
        (Turn::Act, None) => run.out.ask = Some((seat, Prompt::Act)),
        (Turn::Act, Some(Choice::Play(slot))) => proposals.push(Proposal::Play(slot, seat)),
        (Turn::Act, Some(Choice::Attack(unit, target))) => {
            proposals.push(Proposal::Attack(unit));
            proposals.push(Proposal::Damage(target, scene.power(unit)));
            if let Target::Unit(slot) = target {
                proposals.push(Proposal::Damage(Target::Unit(unit), scene.power(slot)));
            }
        }
        (Turn::Pass, _) => {
            let next = (seat + 1) % scene.board.life.len() as Seat;
            proposals.push(Proposal::Pass(next));
            return Flow::Next;
        }
        _ => return Flow::Next,
    }
    Flow::Again
}

fn ability(run: &mut Run<'_, Skirmish>, program: u16) -> Flow {
    let (scene, seat) = (run.scene, run.frame.seat);
    let Ability::When(_, steps) = scene.ability(program) else { return Flow::End };
    let Some(&step) = steps.get(usize::from(run.frame.at)) else { return Flow::End };
    let proposals = &mut run.out.proposals;
    match (step, run.answer) {
        (Step::Draw(n), _) => proposals.extend((0..n).map(|_| Proposal::Draw(seat))),
        (Step::Damage(n), Some(Choice::Unit(slot))) => {
            proposals.push(Proposal::Damage(Target::Unit(slot), n));
        }
        (Step::Rally(n), Some(Choice::Unit(slot))) => proposals.push(Proposal::Rally(slot, n)),
        _ if scene.all(Place::Play).next().is_some() => {
            run.out.ask = Some((seat, Prompt::Unit));
            return Flow::Again;
        }
        _ => {}
    }
    Flow::Next
}

/// The guards that could take damage instead of another unit of their player.
fn guards(scene: Scene<'_>, what: Proposal) -> Vec<Replacement> {
    let Proposal::Damage(Target::Unit(hurt), 1..) = what else { return Vec::new() };
    let seat = scene.card(hurt).owner;
    let units = scene.own(seat, Place::Play).filter(|&slot| slot != hurt);
    let abilities = units.flat_map(|slot| scene.abilities(slot).map(move |(id, a)| (slot, id, a)));
    let guards = abilities.filter(|(.., ability)| **ability == Ability::Guard);
    let guard = |(slot, id, _)| Replacement { id, source: Ref::new(slot), seat, optional: true };
    guards.map(guard).collect()
}

/// Changes the state. Whether anything changed.
fn commit(
    state: &mut State<'_, Skirmish>,
    change: &mut Change<'_, Skirmish>,
    what: Proposal,
) -> bool {
    match what {
        Proposal::Draw(seat) => {
            let deck: Vec<Slot> = Skirmish::scene(state).own(seat, Place::Deck).collect();
            if deck.is_empty() {
                return false;
            }
            let top = change.streams.draw(Purpose::Shuffle, |rng| below(rng, deck.len()));
            state.cards[usize::from(deck[top])].place = Place::Hand;
        }
        Proposal::Play(slot, _) => {
            let stays = Skirmish::scene(state).printed(slot).kind != Kind::Order;
            state.cards[usize::from(slot)].place = if stays { Place::Play } else { Place::Discard };
            state.board.played = true;
        }
        Proposal::Attack(slot) => state.cards[usize::from(slot)].ready = false,
        Proposal::Damage(_, ..=0) => return false,
        Proposal::Damage(Target::Unit(slot), n) => state.cards[usize::from(slot)].damage += n,
        Proposal::Damage(Target::Player(seat), n) => {
            state.board.life[usize::from(seat)] -= i16::from(n);
        }
        Proposal::Defeat(slot) => {
            let card = &mut state.cards[usize::from(slot)];
            (card.place, card.ready, card.damage) = (Place::Discard, false, 0);
            state.board.effects.keep(state.effects, |_, effect| effect.unit != slot);
        }
        Proposal::Rally(unit, power) => {
            if state.board.effects.take(state.effects, Effect { unit, power }).is_none() {
                change.fault = Some(Fault::Overflow("lasting effects"));
            }
        }
        Proposal::Pass(next) => {
            state.board.effects.keep(state.effects, |_, _| false);
            state.board.turn = next;
            state.board.played = false;
            for card in state.cards.iter_mut().filter(|card| card.place == Place::Play) {
                card.ready = card.owner == next;
            }
        }
    }
    true
}
