//! The rules of the anonymous game.

use cardmill_kernel::prelude::*;
use cardmill_kernel::rounds::{Candidate, Name, Rounds};
use cardmill_kernel::schedule::Stage;
use cardmill_kernel::table::{Status, Unsettled};
use cardmill_kernel::window;

use super::library::{Change as Instead, Fact, Library, Policy, Rule, Step, Token};
use super::{Anonymous, Choice, Note, Notes, Proposal, Tokens, Uses, owner};

layout! {
    Anonymous: Library as Library;
    table {
        /// The notes of what came out.
        state notes: Notes,
    }
    beside {}
    lists {
        cards[0] {
            /// The tokens on its cards, by slot.
            state tokens: Tokens,
        }
        effects[0] {
            /// The uses of its replacements, by number.
            state uses: Uses,
        }
    }
}

impl Rules for Anonymous {
    type Fact = Fact;
    type Note = [Option<Note>; 2];

    fn add_rules(resolution: &mut Resolution<Self>) {
        resolution.add(Stage::Settle, end);
    }

    fn policy(scene: Scene<'_>) -> window::Policy {
        scene.catalogue.policy.of_list()
    }

    fn substitution(scene: Scene<'_>) -> Substitution {
        scene.catalogue.substitution
    }

    fn lead(scene: Scene<'_>) -> Seat {
        scene.catalogue.lead
    }

    fn instruction(run: Run<'_, Self>) -> Flow {
        let Frame { program, at, .. } = *run.frame;
        let began = (at == 0 && program != 0).then_some(Note::Resolved(program));
        let step = run.scene.catalogue.abilities[usize::from(program)].steps.get(usize::from(at));
        let proposals = &mut run.out.proposals;
        let mut drew = None;
        match step {
            Some(Step::Happen(events)) => {
                proposals.extend(events.iter().map(|&event| Proposal::Event(event)));
            }
            Some(&Step::Gain(slot, token)) => proposals.push(gain(slot, token, 1)),
            Some(Step::Gains(gains)) => {
                let gains = gains.iter();
                proposals.extend(gains.map(|&(slot, token, amount)| gain(slot, token, amount)));
            }
            Some(Step::Due(due)) => {
                proposals.extend(due.iter().map(|&program| Proposal::Due(program)));
            }
            Some(Step::Draw) => {
                let number =
                    run.streams.draw(Purpose::Effect(run.frame.seat), |rng| below(rng, 100));
                drew = Some(Note::Drew(number as u8));
            }
            Some(Step::Drain) | None => {}
        }
        run.out.note = Some([began, drew]);
        match step {
            Some(Step::Drain) => Flow::Drain,
            Some(_) => Flow::Next,
            None => Flow::End,
        }
    }

    fn note(state: &mut State<'_>, _: &mut Unsettled, notes: [Option<Note>; 2]) {
        state.notes.0.extend(notes.into_iter().flatten());
    }

    /// Under `Rounds` there are windows before the top group commits, those of each moment before
    /// those of the next.
    fn holds(
        state: &mut State<'_>,
        events: &mut [Proposal],
        number: u8,
    ) -> Option<Rounds<Option<Fact>>> {
        if state.catalogue.policy != Policy::Rounds {
            return None;
        }
        let events = events.iter().filter_map(|what| match *what {
            Proposal::Event(event) => Some(event),
            _ => None,
        });
        let before = events.clone().map(Fact::Before);
        let fact = before.chain(events.map(Fact::When)).nth(usize::from(number))?;
        Some(Rounds::new(Some(fact), state.catalogue.round()))
    }

    fn is_replaceable(_: &State<'_>, what: &Proposal) -> bool {
        matches!(what, Proposal::Gain { .. })
    }

    fn affected(scene: Scene<'_>, what: &Proposal) -> Seat {
        match *what {
            Proposal::Gain { slot, .. } => owner(slot),
            _ => scene.catalogue.lead,
        }
    }

    fn picker(scene: Scene<'_>) -> Picker {
        scene.catalogue.picker
    }

    /// The replacements that fit a gain as it is now.
    fn fitting(
        state: &State<'_>,
        event: &mut rules::Pending<'_, Self>,
        fitting: &mut Vec<Replacement<u16>>,
    ) {
        let Proposal::Gain { slot, token, amount } = event.what() else { return };
        let shields = state.tokens[usize::from(slot)].0[Token::Shield as usize];
        let fits = |rule: &Rule| {
            amount > 0 && rule.from == token && (rule.change != Instead::Spend || shields > 0)
        };
        let rules = (0..).zip(&state.catalogue.rules).filter(|(_, rule)| fits(rule));
        let replacements = rules.map(|(id, rule): (u16, &Rule)| {
            let Rule { seat, optional, .. } = *rule;
            Replacement { id, source: Ref::NONE, seat, optional }
        });
        fitting.extend(replacements.filter(|replacement| !event.has_met(replacement)));
    }

    fn is_alike(one: &Replacement<u16>, other: &Replacement<u16>) -> bool {
        (one.id, one.seat) == (other.id, other.seat)
    }

    fn instead(fitting: &[Replacement<u16>], number: usize) -> Choice {
        Choice::Replace(fitting[number].id)
    }

    fn substitute(
        state: &State<'_>,
        event: &mut rules::Pending<'_, Self>,
        replacement: &Replacement<u16>,
    ) -> Option<Frame<Option<Fact>>> {
        event.proposals.push(Proposal::Use(replacement.id));
        let Proposal::Gain { slot, token, amount } = event.what_mut() else { return None };
        match state.catalogue.rules[usize::from(replacement.id)].change {
            Instead::Instead(other) => *token = other,
            Instead::Less(less) => *amount = amount.saturating_sub(less),
            Instead::Spend => {
                *amount = 0;
                let slot = *slot;
                event.proposals.push(Proposal::Spend(slot));
            }
        }
        None
    }

    fn commit(state: &mut State<'_>, change: &mut Change<'_, Self>, what: Proposal) -> bool {
        change.facts.push(match what {
            Proposal::Event(event) => Fact::Event(event),
            Proposal::Due(program) => Fact::Delayed(program),
            Proposal::Use(id) => {
                state.uses[usize::from(id)].0 += 1;
                return true;
            }
            Proposal::Spend(slot) => {
                state.tokens[usize::from(slot)].0[Token::Shield as usize] -= 1;
                return true;
            }
            Proposal::Gain { amount: 0, .. } => return false,
            Proposal::Gain { slot, token, amount } => {
                state.tokens[usize::from(slot)].0[token as usize] += amount;
                state.notes.0.push(Note::Gained(slot, token, amount));
                Fact::Gained(token)
            }
        });
        true
    }

    fn trigger(state: &State<'_>, fact: &Fact, heard: &mut Heard<'_, Self>) {
        let library = state.catalogue;
        if let Fact::Delayed(program) = *fact {
            heard.is_due(waiting(library, program, true));
        } else if library.policy == Policy::Rounds {
            heard.go_round(Rounds::new(Some(*fact), library.round()));
        } else {
            let meets = |&program: &usize| library.abilities[program].on == Some(*fact);
            let triggered = (0..library.abilities.len()).filter(meets);
            heard.waiting().extend(triggered.map(|n| waiting(library, n as u16, false)));
        }
    }

    fn settle(_: &mut At<'_, Self>) {}

    /// Enumerates, at each opportunity, the abilities that a player may resolve in a window that
    /// goes round.
    fn offer(state: &State<'_>, stack: &mut Stack<Self>, decision: &mut Decision<Self>) {
        let Some(rounds) = stack.rounds_mut() else { return };
        let candidates = candidates(Self::scene(state), rounds.event, decision.seat);
        decision.options.extend(rounds.offer(&candidates, true).map(Choice::Window));
    }
}

/// The game is over when nothing is left of it.
pub fn end(at: &mut At<'_, Anonymous>) {
    if at.table.is_busy() && at.stack.entries.is_empty() {
        at.table.status = Status::Over;
    }
}

fn waiting(library: &Library, program: u16, delayed: bool) -> Waiting {
    let ability = &library.abilities[usize::from(program)];
    let mandatory = ability.mandatory;
    Waiting { mandatory, delayed, ..Waiting::new(program, ability.seat, Ref::NONE) }
}

const fn gain(slot: Slot, token: Token, amount: u8) -> Proposal {
    Proposal::Gain { slot, token, amount }
}

/// The abilities that a player could resolve now, whatever the window has seen.
fn candidates(scene: Scene<'_>, fact: Option<Fact>, seat: Seat) -> Vec<Candidate> {
    let Scene { catalogue: library, notes, .. } = scene;
    let resolved = |program| notes.0.contains(&Note::Resolved(program));
    let programs = 1..library.abilities.len() as u16;
    let could = |program: &u16| {
        let ability = &library.abilities[usize::from(*program)];
        ability.on == fact
            && ability.seat == seat
            && ability.after.is_none_or(resolved)
            && !ability.until.is_some_and(resolved)
    };
    let candidate = |program| {
        let name = library.abilities[usize::from(program)].name;
        let name = name.map(|name| Name { name, effect: 0 });
        Candidate { ability: waiting(library, program, false), name }
    };
    programs.filter(could).map(candidate).collect()
}
