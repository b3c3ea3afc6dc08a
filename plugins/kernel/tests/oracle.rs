//! Random triggers and random choices: the order that comes out is one the rules allow.

use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::Status;
use cardmill_kernel::window::Pick;
use proptest::prelude::*;

use crate::anonymous::library::{Fact, Library, Policy, Step};
use crate::anonymous::play::Play;
use crate::anonymous::{Anonymous, Choice, Note, Notes};
use crate::judge::{self, Said, Tree, trees};

/// The made-up game as abilities; ability `n` is program `n + 1`.
fn library(policy: Policy, tree: &Tree) -> Library {
    let event = |id: usize, n: usize| (1 + 2 * id + n) as u8;
    let mut on = vec![0; tree.nodes.len()];
    for (id, node) in tree.nodes.iter().enumerate() {
        for (n, triggered) in node.events.iter().enumerate() {
            for &triggered in triggered {
                on[triggered] = event(id, n);
            }
        }
    }
    let mut library = Library::new(policy, [Step::Happen(vec![0])]).seats(tree.players, tree.lead);
    for (id, node) in tree.nodes.iter().enumerate() {
        let happen = |n| Step::Happen(vec![event(id, n)]);
        // One window for all that triggers, or one for each event.
        let steps = match policy {
            Policy::Blocks => vec![happen(0), happen(1)],
            Policy::Queue | Policy::Rounds => vec![happen(0), Step::Drain, happen(1)],
        };
        library = library.on(Fact::Event(on[id]), node.seat, &id.to_string(), steps);
        let ability = &mut library.abilities[id + 1];
        ability.mandatory = policy != Policy::Rounds || node.mandatory;
        ability.name = node.name.map(u16::from);
        ability.after = node.after.map(|id| id as u16 + 1);
        ability.until = node.until.map(|id| id as u16 + 1);
    }
    library.order(&tree.order)
}

/// Plays with some choices and writes down what was said.
fn play(policy: Policy, tree: &Tree, choices: &[u8]) -> Vec<Said> {
    let mut play = Play::new(library(policy, tree));
    let mut said = Vec::new();
    let mut heard = 0;
    for choice in choices.iter().cycle() {
        play.run();
        let notes = &play.component::<Notes>(0).0;
        said.extend(notes[heard..].iter().map(resolved));
        heard = notes.len();
        if play.batch.status(0) != Status::Waiting {
            break;
        }
        let index = usize::from(*choice) % play.options(0).len();
        said.push(question(&play, index));
        play.choose(0, index);
    }
    assert_eq!(play.batch.status(0), Status::Over);
    assert!(play.component::<Stack<Anonymous>>(0).waiting.is_empty());
    said
}

fn resolved(note: &Note) -> Said {
    match note {
        Note::Resolved(program) => Said::Resolved(usize::from(program - 1)),
        other => unreachable!("{other:?}"),
    }
}

fn question(play: &Play, index: usize) -> Said {
    let by = play.component::<Decision<Anonymous>>(0).seat;
    let ability = |choice: &Choice| match choice {
        Choice::Window(Pick::Ability(at)) => Some(usize::from(play.program(0, *at) - 1)),
        _ => None,
    };
    let player = |choice: &Choice| match choice {
        Choice::Window(Pick::First(seat)) => Some(*seat),
        _ => None,
    };
    let options = play.options(0);
    if let Some(answer) = player(&options[index]) {
        return Said::First { by, among: options.iter().filter_map(player).collect(), answer };
    }
    let mut among: Vec<_> = options.iter().filter_map(ability).collect();
    // Where an ability stands among the options means nothing.
    among.sort_unstable();
    let decline = options.contains(&Choice::Window(Pick::Decline));
    Said::Which { by, among, decline, answer: ability(&options[index]) }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn blocks(tree in trees(), choices in prop::collection::vec(any::<u8>(), 1..40)) {
        let said = play(Policy::Blocks, &tree, &choices);
        prop_assert_eq!(judge::blocks(&tree, &said), Ok(()), "{:?}", said);
    }

    #[test]
    fn queue(tree in trees(), choices in prop::collection::vec(any::<u8>(), 1..40)) {
        let said = play(Policy::Queue, &tree, &choices);
        prop_assert_eq!(judge::queue(&tree, &said), Ok(()), "{:?}", said);
    }

    #[test]
    fn rounds(tree in trees(), choices in prop::collection::vec(any::<u8>(), 1..40)) {
        let said = play(Policy::Rounds, &tree, &choices);
        prop_assert_eq!(judge::rounds(&tree, &said), Ok(()), "{:?}", said);
    }

    #[test]
    fn the_same_choices_give_the_same_game(
        tree in trees(),
        choices in prop::collection::vec(any::<u8>(), 1..40),
    ) {
        for policy in [Policy::Blocks, Policy::Queue, Policy::Rounds] {
            prop_assert_eq!(play(policy, &tree, &choices), play(policy, &tree, &choices));
        }
    }
}
