//! Wordings of a table: the names that options and lines of the log can have.

use cardmill_harness::wording::Wording;
use std::collections::BTreeSet;

use super::refusal::{NUMBERS, conceivable};
use crate::choice::With;
use crate::label;
use crate::log;
use crate::options::Offer;
use crate::prelude::*;
use crate::procedure::{Ambush, Locals, Numbered, Plot, Restore, SUPPORT, Saboteur, Shielded};
use crate::program::Compiled;
use crate::question::Moment;
use crate::text::ability_text;
use crate::words::step::Step;

pub(super) fn wording(at: &Moment) -> Wording {
    let scene = &at.offer.scene;
    // One card stands for all that are alike.
    let mut cards: Vec<Slot> = (0..scene.board.slots).collect();
    let alike = |&slot: &Slot| (label::card(scene, slot), label::full(scene, slot));
    cards.sort_by_cached_key(alike);
    cards.dedup_by_key(|slot| alike(slot));
    let there: BTreeSet<u16> = (0..scene.board.slots).map(|s| scene.card(s).definition).collect();
    let all = &scene.catalogue.tables.abilities;
    let abilities: Vec<&Compiled> = all.iter().filter(|a| there.contains(&a.definition)).collect();
    let waiting = waiting(scene, &cards, &abilities);
    let tokens = scene.catalogue.cards.iter().filter(|card| card.kind().is_token());
    let tokens: Vec<String> = tokens.map(|token| token.definition.name.clone()).collect();
    let mut labels = labels(at, &cards, &abilities);
    labels.extend(waiting.iter().map(|ability| label::resolve(ability)));
    labels.extend(tokens.iter().cloned());
    let labels: Vec<String> = labels.into_iter().collect();
    let cards = cards.iter().map(|&slot| label::full(scene, slot)).chain(tokens).collect();
    let texts = abilities.iter().map(|ability| ability_text(&ability.ability)).collect();
    let holes = log::holes(cards, labels.clone(), waiting.into_iter().collect(), texts);
    Wording { labels, lines: log::forms(), holes }
}

/// The names of abilities that wait, those that cards could gain among them.
fn waiting(scene: &Scene, cards: &[Slot], abilities: &[&Compiled]) -> BTreeSet<String> {
    let triggers =
        |a: &&&Compiled| matches!(a.ability, Ability::Triggered { .. } | Ability::Bounty { .. });
    let programs: Vec<u16> = abilities.iter().filter(triggers).map(|a| a.program).collect();
    let keywords = [
        Ambush::PROGRAM,
        Shielded::PROGRAM,
        Restore::PROGRAM,
        Saboteur::PROGRAM,
        Plot::PROGRAM,
        SUPPORT,
    ];
    let all = |&slot: &Slot| {
        let programs = programs.iter().chain(&keywords);
        let ability = |&program: &u16| {
            let source = scene.reference(slot);
            label::waiting(scene, &Waiting::new(program, 0, source))
        };
        programs.map(ability).collect::<Vec<_>>()
    };
    cards.iter().flat_map(all).collect()
}

/// The names of options, whatever is asked.
fn labels(at: &Moment, cards: &[Slot], abilities: &[&Compiled]) -> BTreeSet<String> {
    let offer = &at.offer;
    let mut labels = BTreeSet::new();
    let mut call = |offer: &Offer, prompt: Prompt, choice: Choice| {
        let label = offer.label(prompt, choice, &at.stack.waiting);
        // A price is one of many.
        let smuggled = matches!(choice, Choice::Smuggle(..));
        labels.insert(if smuggled { priced(&label) } else { label });
    };
    if let Some(prompt) = at.decision.prompt {
        at.decision.options.iter().for_each(|&choice| call(offer, prompt, choice));
        if matches!(at.decision.options.first(), Some(Choice::Name(_))) {
            let titles = &offer.scene.catalogue.titles;
            titles.iter().for_each(|&title| call(offer, prompt, Choice::Name(title)));
        }
    }
    for choice in conceivable(&offer.scene, cards) {
        match choice {
            // As many as some ability has, below.
            Choice::Mode(_) => continue,
            Choice::Card(slot) => {
                call(offer, Prompt::Resource, choice);
                call(offer, Prompt::Replace, Choice::Instead(slot, 0));
                for with in (0..offer.scene.board.slots).map(With) {
                    call(offer, Prompt::Replace, Choice::InsteadWith(slot, with));
                }
            }
            _ => {}
        }
        call(offer, Prompt::Action, choice);
    }
    for &&Compiled { program, .. } in abilities {
        for (n, op) in offer.scene.catalogue.program(program).iter().enumerate() {
            let mut running = |progress: Progress, prompt: Prompt, choice: Choice| {
                let locals = Locals::Ability(Resolving { progress, ..Resolving::default() });
                let at = n as u16;
                let frame = Frame { program, at, locals, ..offer.frame.clone() };
                call(&Offer { frame: &frame, ..*offer }, prompt, choice);
            };
            match (op, op.step()) {
                (Op::Modes(list), _) => (0..list.starts.len() as u8)
                    .for_each(|mode| running(Progress::Nothing, Prompt::Mode, Choice::Mode(mode))),
                (_, Some(Step::Arrange(_))) => cards.iter().for_each(|&card| {
                    for bottom in [false, true] {
                        running(Progress::Arranges { bottom }, Prompt::Step, Choice::Card(card));
                    }
                }),
                (_, Some(Step::Pay(_))) => (0..NUMBERS).for_each(|n| {
                    running(Progress::Nothing, Prompt::Step, Choice::Number(n));
                }),
                (_, Some(Step::Choose(_))) => {
                    let bases: Vec<Slot> =
                        offer.scene.board.players.iter().map(|player| player.base).collect();
                    bases.into_iter().for_each(|base| {
                        running(Progress::Nothing, Prompt::Step, Choice::Card(base));
                    });
                }
                _ => {}
            }
        }
    }
    labels
}

/// A label that ends with a price, with any price.
fn priced(label: &str) -> String {
    let words = label.trim_end_matches(|c: char| c.is_ascii_digit());
    if words.len() < label.len() { format!("{words}{{n}}") } else { label.to_owned() }
}
