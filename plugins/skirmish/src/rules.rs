//! The rules, stage by stage, as the kernel asks for them.

use cardmill_harness::prelude::*;
use cardmill_kernel::prelude::Line::{Do, Jump, Label};
use cardmill_kernel::prelude::*;

use crate::state::{Effect, Place, Power, Scene, State};
use crate::vocabulary::{Ability, Event, Step};
use crate::words::{Choice, Prompt, Proposal, Skirmish, Target};

/// Cards that a player draws up to.
const HAND: usize = 3;
/// Life that it costs when the deck is empty.
const TIRED: i8 = 2;

#[derive(Clone, Copy, Debug)]
enum Turn {
    Draw,
    Ask(Prompt),
    Pass,
}

/// Program 0: turns, one after another.
const TURNS: Procedure<Turn> = Procedure::new(&[
    Label("turn"),
    // 2.1
    Do(Turn::Draw),
    // 2.2
    Do(Turn::Ask(Prompt::Play)),
    // 2.3
    Do(Turn::Ask(Prompt::Fight)),
    // 2.4
    Do(Turn::Pass),
    Jump("turn"),
]);

impl Rules for Skirmish {
    type Fact = Proposal;
    type Note = ();

    fn add_rules(resolution: &mut Resolution<Self>) {
        resolution
            .add_layer(Layer::Printed, printed)
            .add_layer(Layer::Numbers, abilities)
            .add_layer(Layer::Numbers, lasting);
    }

    fn policy(_: Scene<'_>) -> Policy {
        Policy::Blocks
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

    /// Returns `true` for a turn: all that it has set off is resolved before it goes on.
    fn drains(frame: &Frame<()>) -> bool {
        frame.program == 0
    }

    fn is_replaceable(_: &State<'_>, what: &Proposal) -> bool {
        matches!(what, Proposal::Damage(Target::Unit(_), 1..))
    }

    /// Other units of the player that can take the damage.
    fn fitting(
        state: &State<'_>,
        event: &mut rules::Pending<'_, Self>,
        fitting: &mut Vec<Replacement<u16>>,
    ) {
        let Proposal::Damage(Target::Unit(hurt), _) = event.what() else { return };
        let scene = state.scene();
        let seat = scene.card(hurt).owner;
        for slot in scene.own(seat, Place::Play).filter(|&slot| slot != hurt) {
            let guards = scene.abilities(slot).filter(|(_, ability)| **ability == Ability::Guard);
            let source = Ref::new(slot);
            let guards = guards.map(|(id, _)| Replacement { id, source, seat, optional: true });
            fitting.extend(guards.filter(|guard| !event.has_met(guard)));
        }
    }

    fn instead(fitting: &[Replacement<u16>], number: usize) -> Choice {
        Choice::Unit(fitting[number].source.slot)
    }

    fn substitute(
        _: &State<'_>,
        event: &mut rules::Pending<'_, Self>,
        guard: &Replacement<u16>,
    ) -> Option<Frame<()>> {
        if let Proposal::Damage(target, _) = event.what_mut() {
            *target = Target::Unit(guard.source.slot);
        }
        None
    }

    fn commit(state: &mut State<'_>, change: &mut Change<'_, Self>, what: Proposal) -> bool {
        match what {
            Proposal::Draw(seat) => {
                let deck: Vec<Slot> = state.scene().own(seat, Place::Deck).collect();
                if deck.is_empty() {
                    return false;
                }
                let top = change.streams.draw(Purpose::Shuffle(seat), |rng| below(rng, deck.len()));
                state.cards[usize::from(deck[top])].place = Place::Hand;
            }
            Proposal::Play(slot) => state.cards[usize::from(slot)].place = Place::Play,
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
            Proposal::Turn(next) => {
                state.board.effects.keep(state.effects, |_, _| false);
                state.board.turn = next;
                for card in state.cards.iter_mut().filter(|card| card.place == Place::Play) {
                    card.ready = card.owner == next;
                }
            }
        }
        change.happened(what)
    }

    fn trigger(state: &State<'_>, fact: &Proposal, heard: &mut Heard<'_, Self>) {
        let (event, slot) = match *fact {
            Proposal::Play(slot) => (Event::Played, slot),
            Proposal::Attack(slot) => (Event::Attacks, slot),
            Proposal::Defeat(slot) => (Event::Defeated, slot),
            _ => return,
        };
        let scene = state.scene();
        for (program, ability) in scene.abilities(slot) {
            if matches!(ability, Ability::When(on, _) if *on == event) {
                let seat = scene.card(slot).owner;
                heard.waiting().push(Waiting::new(program, seat, Ref::new(slot)));
            }
        }
    }

    /// Units without health are defeated; a player without life ends the game.
    fn settle(at: &mut At<'_, Self>) {
        let scene = at.state.scene();
        if scene.board.life.iter().any(|life| *life <= 0) {
            return at.end();
        }
        let gone = scene.all(Place::Play).filter(|&slot| scene.health(slot) <= 0);
        at.stack.settle(gone.map(Proposal::Defeat));
    }

    fn offer(state: &State<'_>, _: &mut Stack<Self>, decision: &mut Decision<Self>) {
        tabletop::offer(state.scene(), decision);
    }
}

fn turn(run: &mut Run<'_, Skirmish>, step: Turn) -> Flow {
    let (scene, seat) = (run.scene, run.scene.board.turn);
    let count = |place| scene.own(seat, place).count();
    let proposals = &mut run.out.proposals;
    match (step, run.answer) {
        (Turn::Draw, _) if count(Place::Hand) >= HAND => {}
        (Turn::Draw, _) if count(Place::Deck) > 0 => {
            proposals.push(Proposal::Draw(seat));
            return Flow::Again;
        }
        (Turn::Draw, _) => proposals.push(Proposal::Damage(Target::Player(seat), TIRED)),
        (Turn::Ask(prompt), None) => {
            run.out.ask = Some((seat, prompt));
            return Flow::Again;
        }
        (_, Some(Choice::Play(slot))) => proposals.push(Proposal::Play(slot)),
        (_, Some(Choice::Attack(unit, target))) => {
            proposals.push(Proposal::Attack(unit));
            proposals.push(Proposal::Damage(target, scene.power(unit)));
            if let Target::Unit(slot) = target {
                proposals.push(Proposal::Damage(Target::Unit(unit), scene.power(slot)));
            }
            return Flow::Again;
        }
        (Turn::Pass, _) => {
            proposals.push(Proposal::Turn((seat + 1) % scene.board.life.len() as Seat));
        }
        _ => {}
    }
    Flow::Next
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

/// Layer: what is printed.
pub fn printed(state: &mut State<'_>, _: &mut Round) {
    for (card, power) in state.cards.iter().zip(&mut *state.power) {
        let printed = state.catalogue.0[usize::from(card.definition)].power;
        *power = Power(if card.place == Place::Play { printed } else { 0 });
    }
}

/// Layer: constant and "while" abilities. None of them asks for power, so one round is enough.
pub fn abilities(state: &mut State<'_>, _: &mut Round) {
    let scene = state.scene();
    let more = |unit: Slot, from: Slot| {
        scene.abilities(from).map(move |(_, ability)| match *ability {
            Ability::Others(power) if unit != from => power,
            Ability::WhileDamaged(power) if unit == from && scene.card(unit).damage > 0 => power,
            _ => 0,
        })
    };
    let own = |unit| scene.own(scene.card(unit).owner, Place::Play);
    let sum = |unit| own(unit).flat_map(|from| more(unit, from)).sum();
    let sums: Vec<(Slot, i8)> = scene.all(Place::Play).map(|unit| (unit, sum(unit))).collect();
    sums.into_iter().for_each(|(unit, power)| state.power[usize::from(unit)].0 += power);
}

/// Layer: lasting effects.
pub fn lasting(state: &mut State<'_>, _: &mut Round) {
    for (_, effect) in state.board.effects.of(state.effects) {
        state.power[usize::from(effect.unit)].0 += effect.power;
    }
}

/// The rules of choosing: options and reasons come from here.
impl Judged for Skirmish {
    fn choices(scene: Scene<'_>) -> Vec<Choice> {
        let units: Vec<Slot> = scene.all(Place::Play).collect();
        let players = (0..scene.board.life.len() as Seat).map(Target::Player);
        let targets: Vec<_> = players.chain(units.iter().copied().map(Target::Unit)).collect();
        let cards = (0..).zip(scene.cards).filter(|(_, card)| card.place != Place::Box);
        let mut choices = vec![Choice::Done];
        choices.extend(cards.map(|(slot, _)| Choice::Play(slot)));
        for unit in units {
            choices.push(Choice::Unit(unit));
            choices.extend(targets.iter().map(|&target| Choice::Attack(unit, target)));
        }
        choices
    }

    fn judge(scene: Scene<'_>, seat: Seat, prompt: Prompt, choice: Choice) -> Verdict {
        let is_own = |slot| scene.card(slot).owner == seat;
        let (enough, reason) = match (prompt, choice) {
            (Prompt::Play | Prompt::Fight, Choice::Done) => (true, ""),
            (Prompt::Unit, Choice::Unit(_)) => (true, ""),
            (Prompt::Play, Choice::Play(slot)) => {
                (scene.own(seat, Place::Hand).any(|held| held == slot), "it is not held")
            }
            (Prompt::Fight, Choice::Attack(unit, _))
                if !is_own(unit) || !scene.card(unit).ready =>
            {
                (false, "it is no ready unit of the player")
            }
            (Prompt::Fight, Choice::Attack(_, Target::Player(to))) => {
                (to != seat, "it is no enemy")
            }
            (Prompt::Fight, Choice::Attack(_, Target::Unit(to))) => (!is_own(to), "it is no enemy"),
            _ => (false, "that is not asked"),
        };
        if enough { Ok(()) } else { Err(reason) }
    }
}
