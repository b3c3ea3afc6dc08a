//! The stages of the anonymous game.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::Ref;
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::replacement::{Met, Replacement, meet};
use cardmill_kernel::stack::{Entry, Stack, Stage};
use cardmill_kernel::streams::{Purpose, Streams, below};
use cardmill_kernel::table::{Status, Table};
use cardmill_kernel::window::Waiting;

use super::library::{Change, Fact, Library, Step, Token};
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
                stack.propose(events.iter().map(|&event| Proposal::Event(event)));
            }
            Some(&Step::Gain(slot, token)) => {
                stack.propose([gain(slot, token, 1)]);
            }
            Some(Step::Gains(gains)) => {
                stack.propose(gains.iter().map(|&(slot, token, amount)| gain(slot, token, amount)));
            }
            Some(Step::Drain) => {
                stack.drain(library.policy);
            }
            Some(Step::Due(due)) => {
                let due = due.iter().map(|&program| waiting(&library, program, true));
                stack.drain_delayed(library.policy, due);
            }
            Some(Step::Draw) => {
                let drawn = streams.draw(Purpose::Effect, |rng| below(rng, 100));
                notes.0.push(Note::Drew(drawn as u8));
            }
            None => {
                if !stack.drain(library.policy) {
                    stack.entries.pop();
                }
            }
        }
    }
}

const fn gain(slot: u8, token: Token, amount: u8) -> Proposal {
    Proposal::Gain { slot, token, amount, met: 0, refused: false }
}

/// The replacements that fit a proposal as it is now.
fn fitting(
    library: &Library,
    roster: &Roster,
    cards: &Query<&mut Tokens>,
    proposal: Proposal,
) -> Vec<Replacement> {
    let Proposal::Gain { slot, token, amount, met, refused: false } = proposal else {
        return Vec::new();
    };
    let shields = cards.get(roster.card(slot)).map_or(0, |t| t.0[Token::Shield as usize]);
    let fits = |id: usize| {
        let rule = &library.rules[id];
        amount > 0
            && rule.from == token
            && met & (1 << id) == 0
            && (rule.change != Change::Spend || shields > 0)
    };
    (0..library.rules.len())
        .filter(|&id| fits(id))
        .map(|id| Replacement {
            id: id as u16,
            source: Ref::NONE,
            seat: library.rules[id].seat,
            optional: library.rules[id].optional,
        })
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
        let Stack { entries, proposals, .. } = &mut *stack;
        let Some(Entry::Group(group)) = entries.last_mut() else {
            continue;
        };
        let mut answer = decision.take();
        while let Some(proposal) = proposals.get_mut(usize::from(group.meeting)) {
            let chosen = match answer.take() {
                Some(Choice::Replace(id)) => Some(id),
                Some(_) => {
                    refuse(proposal);
                    None
                }
                None => None,
            };
            let fitting = fitting(&library, roster, &cards, *proposal);
            let (applied, affected) = match *proposal {
                Proposal::Gain { slot, met, .. } => (met.count_ones() as u8, owner(slot)),
                Proposal::Event(_) => (0, 0),
            };
            let applies =
                chosen.or_else(|| match meet(library.substitution, applied, affected, &fitting) {
                    Met::Stands => None,
                    Met::Apply(index) => Some(fitting[index].id),
                    Met::Ask { seat, decline } => {
                        decision.open(seat, Prompt::Replace);
                        let options = fitting.iter().map(|r| Choice::Replace(r.id));
                        decision.options.extend(options);
                        decision.options.extend(decline.then_some(Choice::Refuse));
                        None
                    }
                });
            if let Some(id) = applies {
                apply(&library, roster, &mut cards, proposal, id);
                effects.get_mut(roster.effects[usize::from(id)]).expect("an effect").0 += 1;
            } else if decision.state == State::Opened {
                break;
            } else {
                group.meeting += 1;
            }
        }
        if decision.state != State::Opened {
            group.stage = Stage::Ready;
        }
    }
}

fn refuse(proposal: &mut Proposal) {
    if let Proposal::Gain { refused, .. } = proposal {
        *refused = true;
    }
}

fn apply(
    library: &Library,
    roster: &Roster,
    cards: &mut Query<&mut Tokens>,
    proposal: &mut Proposal,
    id: u16,
) {
    let Proposal::Gain { slot, token, amount, met, .. } = proposal else {
        return;
    };
    *met |= 1 << id;
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
                Proposal::Gain { slot, token, amount, .. } => {
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
        for fact in facts.0.drain(..) {
            let meets = |&program: &usize| library.abilities[program].on == Some(fact);
            let triggered = (0..library.abilities.len()).filter(meets);
            stack.waiting.extend(triggered.map(|program| waiting(&library, program as u16, false)));
        }
    }
}

/// The options of a replacement are enumerated where it asks; this stage checks that.
pub fn offer(tables: Query<&Decision<Anonymous>>) {
    for decision in &tables {
        let asked = decision.state == State::Opened;
        assert!(!asked || !decision.options.is_empty(), "every question has an option");
    }
}
