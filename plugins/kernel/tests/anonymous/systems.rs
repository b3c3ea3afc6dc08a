//! The stages of the anonymous game.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::replacement::{Met, Replacement, agree, meet, narrow};
use cardmill_kernel::rounds::{Candidate, Name, Rounds};
use cardmill_kernel::stack::{Entry, Group, Stack, Stage};
use cardmill_kernel::streams::{Purpose, Streams, below};
use cardmill_kernel::table::{Status, Table};
use cardmill_kernel::window::Waiting;

use super::library::{Change, Fact, Library, Policy, Rule, Step, Token};
use super::{Anonymous, Choice, Facts, Note, Notes, Prompt, Proposal, Tokens, Uses, owner};

fn waiting(library: &Library, program: u16, delayed: bool) -> Waiting {
    let ability = &library.abilities[usize::from(program)];
    Waiting {
        program,
        seat: ability.seat,
        mandatory: ability.mandatory,
        delayed,
        source: Ref::NONE,
        subject: Ref::NONE,
        number: 0,
    }
}

/// One instruction of the top program.
pub fn advance(
    library: Res<Library>,
    mut tables: Query<(&mut Table, &mut Stack<Anonymous>, &mut Streams, &mut Notes)>,
) {
    for (mut table, mut stack, mut streams, mut notes) in &mut tables {
        if !table.is_busy() {
            continue;
        }
        if stack.entries.is_empty() {
            table.status = Status::Over;
            continue;
        }
        let Some(frame) = stack.frame_mut() else {
            continue;
        };
        let program = frame.program;
        if frame.at == 0 && program != 0 {
            notes.0.push(Note::Resolved(program));
        }
        let step = library.abilities[usize::from(program)].steps.get(usize::from(frame.at));
        frame.at += 1;
        match step {
            Some(Step::Happen(events)) => {
                let all: Vec<Proposal> =
                    events.iter().map(|&event| Proposal::Event(event)).collect();
                stack.propose(&all);
            }
            Some(&Step::Gain(slot, token)) => {
                stack.propose(&[gain(slot, token, 1)]);
            }
            Some(Step::Gains(gains)) => {
                let all: Vec<Proposal> =
                    gains.iter().map(|&(slot, token, amount)| gain(slot, token, amount)).collect();
                stack.propose(&all);
            }
            Some(Step::Drain) => {
                stack.drain(library.policy.of_list());
            }
            Some(Step::Due(due)) => {
                let due = due.iter().map(|&program| waiting(&library, program, true));
                stack.drain_delayed(library.policy.of_list(), due);
            }
            Some(Step::Draw) => {
                let drawn = streams.draw(Purpose::Effect, |rng| below(rng, 100));
                notes.0.push(Note::Drew(drawn as u8));
            }
            None => {
                if !stack.drain(library.policy.of_list()) {
                    stack.entries.pop();
                }
            }
        }
    }
}

const fn gain(slot: Slot, token: Token, amount: u8) -> Proposal {
    Proposal::Gain { slot, token, amount }
}

/// The replacements that fit a proposal as it is now.
fn fitting(
    library: &Library,
    roster: &Roster,
    cards: &Query<&mut Tokens>,
    met: impl Fn(&Replacement) -> bool,
    proposal: Proposal,
) -> Vec<Replacement> {
    let Proposal::Gain { slot, token, amount } = proposal else {
        return Vec::new();
    };
    let shields = cards.get(roster.card(slot)).map_or(0, |t| t.0[Token::Shield as usize]);
    let fits = |rule: &Rule| {
        amount > 0 && rule.from == token && (rule.change != Change::Spend || shields > 0)
    };
    let rules = library.rules.iter().enumerate().filter(|(_, rule)| fits(rule));
    rules
        .map(|(id, rule)| Replacement {
            id: id as u16,
            source: Ref::NONE,
            seat: rule.seat,
            optional: rule.optional,
        })
        .filter(|replacement| !met(replacement))
        .collect()
}

/// The proposals of the top group meet their replacements, one after another.
pub fn replace(
    library: Res<Library>,
    mut tables: Query<(&Table, &Roster, &mut Stack<Anonymous>, &mut Decision<Anonymous>)>,
    mut cards: Query<&mut Tokens>,
    mut effects: Query<&mut Uses>,
) {
    for (table, roster, mut stack, mut decision) in &mut tables {
        if !table.is_busy() {
            continue;
        }
        if library.policy == Policy::Rounds && hold(&library, &mut stack) {
            continue;
        }
        let Stack { entries, proposals, meetings, .. } = &mut *stack;
        let Some(Entry::Group(group)) = entries.last_mut() else {
            continue;
        };
        let mut answer = decision.take();
        while let Some(proposal) = proposals.get_mut(usize::from(group.meeting)) {
            let index = usize::from(group.meeting);
            let met = |replacement: &Replacement| meetings.includes(index, replacement);
            let mut fitting = fitting(&library, roster, &cards, met, *proposal);
            let affected = match *proposal {
                Proposal::Gain { slot, .. } => owner(slot),
                Proposal::Event(_) => 0,
            };
            narrow(library.substitution, affected, library.seats, &mut fitting);
            let next = match answer.take() {
                Some(Choice::Replace(id)) => {
                    let n = fitting.iter().position(|r| r.id == id).expect("it was offered");
                    agree(decision.seat, n, &fitting[n])
                }
                Some(_) => {
                    for replacement in &fitting {
                        if decision.options.contains(&Choice::Replace(replacement.id)) {
                            meetings.add(index, replacement, true);
                        }
                    }
                    continue;
                }
                None => {
                    let Library { substitution, picker, .. } = *library;
                    let alike = |one: &Replacement, other: &Replacement| {
                        (one.id, one.seat) == (other.id, other.seat)
                    };
                    meet(substitution, picker, meetings.applied(index), affected, &fitting, alike)
                }
            };
            match next {
                Met::Stands => group.meeting += 1,
                Met::Apply(n) => {
                    let id = fitting[n].id;
                    meetings.add(index, &fitting[n], false);
                    apply(&library, roster, &mut cards, proposal, id);
                    effects.get_mut(roster.lists.effects[usize::from(id)]).expect("an effect").0 +=
                        1;
                }
                Met::Ask { seat, decline } => {
                    decision.open(seat, Prompt::Replace);
                    decision.options.extend(fitting.iter().map(|r| Choice::Replace(r.id)));
                    decision.options.extend(decline.then_some(Choice::Refuse));
                    break;
                }
                Met::Confirm { seat, index } => {
                    decision.open(seat, Prompt::Replace);
                    decision.options.extend([Choice::Replace(fitting[index].id), Choice::Refuse]);
                    break;
                }
            }
        }
        if decision.state != State::Opened {
            group.stage = Stage::Ready;
            meetings.clear();
        }
    }
}

/// Opens the windows before the top group commits, those of each moment before those of the next.
fn hold(library: &Library, stack: &mut Stack<Anonymous>) -> bool {
    let Some(&mut Group { base, stage, .. }) = stack.group_mut() else { return false };
    let opened = match stage {
        Stage::Proposed => 0,
        Stage::Held(opened) => opened,
        Stage::Ready => return false,
    };
    let proposals = &stack.proposals[usize::from(base)..];
    let events = proposals.iter().filter_map(|proposal| match *proposal {
        Proposal::Event(event) => Some(event),
        Proposal::Gain { .. } => None,
    });
    let before = events.clone().map(Fact::Before);
    let fact = before.chain(events.map(Fact::When)).nth(usize::from(opened));
    let Some(fact) = fact else { return false };
    stack.group_mut().expect("it is on top").stage = Stage::Held(opened + 1);
    stack.go_round(Rounds::new(Some(fact), library.round()));
    true
}

fn apply(
    library: &Library,
    roster: &Roster,
    cards: &mut Query<&mut Tokens>,
    proposal: &mut Proposal,
    id: u16,
) {
    let Proposal::Gain { slot, token, amount } = proposal else {
        return;
    };
    match library.rules[usize::from(id)].change {
        Change::Instead(other) => *token = other,
        Change::Less(less) => *amount = amount.saturating_sub(less),
        Change::Spend => {
            *amount = 0;
            let mut tokens = cards.get_mut(roster.card(*slot)).expect("a card has tokens");
            tokens.0[Token::Shield as usize] -= 1;
        }
    }
}

/// The top group becomes facts.
pub fn commit(
    mut tables: Query<(&Table, &Roster, &mut Stack<Anonymous>, &mut Facts, &mut Notes)>,
    mut cards: Query<&mut Tokens>,
) {
    for (table, roster, mut stack, mut facts, mut notes) in &mut tables {
        if !table.is_busy() {
            continue;
        }
        let Stack { entries, proposals, .. } = &mut *stack;
        let Some(Entry::Group(group)) = entries.last() else {
            continue;
        };
        if group.stage != Stage::Ready {
            continue;
        }
        for proposal in proposals.drain(usize::from(group.base)..) {
            match proposal {
                Proposal::Event(event) => facts.0.push(Fact::Event(event)),
                Proposal::Gain { amount: 0, .. } => {}
                Proposal::Gain { slot, token, amount } => {
                    let mut tokens = cards.get_mut(roster.card(slot)).expect("a card has tokens");
                    tokens.0[token as usize] += amount;
                    notes.0.push(Note::Gained(slot, token, amount));
                    facts.0.push(Fact::Gained(token));
                }
            }
        }
        entries.pop();
    }
}

/// Facts meet abilities; what triggers waits in the innermost collection.
pub fn trigger(library: Res<Library>, mut tables: Query<(&mut Stack<Anonymous>, &mut Facts)>) {
    for (mut stack, mut facts) in &mut tables {
        if library.policy == Policy::Rounds {
            // The first fact's window is the first to close.
            for fact in facts.0.drain(..).rev() {
                stack.go_round(Rounds::new(Some(fact), library.round()));
            }
            continue;
        }
        for fact in facts.0.drain(..) {
            let meets = |&program: &usize| library.abilities[program].on == Some(fact);
            let triggered = (0..library.abilities.len()).filter(meets);
            stack.waiting.extend(triggered.map(|program| waiting(&library, program as u16, false)));
        }
    }
}

/// What a player may resolve in a window that goes round is enumerated at each opportunity. The
/// options of everything else are enumerated where it asks; this stage checks that.
pub fn offer(
    library: Res<Library>,
    mut tables: Query<(&mut Stack<Anonymous>, &mut Decision<Anonymous>, &Notes)>,
) {
    for (mut stack, mut decision, notes) in &mut tables {
        if decision.state == State::Opened
            && let Some(rounds) = stack.rounds_mut()
        {
            let candidates = candidates(&library, notes, rounds.event, decision.seat);
            decision.options.extend(rounds.offer(&candidates).map(Choice::Window));
        }
        let asked = decision.state == State::Opened;
        assert!(!asked || !decision.options.is_empty(), "every question has an option");
    }
}

/// What a player could resolve now, whatever the window has seen.
fn candidates(library: &Library, notes: &Notes, fact: Option<Fact>, seat: Seat) -> Vec<Candidate> {
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
