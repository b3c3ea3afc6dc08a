//! Options can be told apart, whatever the cards.

use cardmill_harness::driver::Driver;
use cardmill_harness::session::Session;
use cardmill_kernel::streams::{Purpose, below, generator};
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::deal;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::vocabulary::{Ability, Definition};
use cardmill_unlimited::words::grant::Grant;

use crate::decks;

/// Returns `true` for a card with several abilities of its own, or one that gives another card one.
fn has_several(card: &Definition) -> bool {
    let gives = |ability: &Ability| match ability {
        Ability::Constant { grant, .. } => grant.iter().any(|g| matches!(g, Grant::Ability(_))),
        _ => false,
    };
    card.abilities.len() > 1 || card.abilities.iter().any(gives)
}

#[test]
fn no_two_options_of_a_decision_are_called_alike() {
    let library = Library::load(default_dir()).unwrap();
    let decks = decks::drawn(&library, 60, has_several);
    let mut tabletop = Tabletop::new(&Catalogue::new(&library.definitions).unwrap());
    let table = tabletop.add();
    let mut rng = generator(5, 0, Purpose::Agent(0));
    let (mut several, mut resolved) = (0, 0);
    for (game, pair) in (0..).zip(decks.chunks(2)) {
        deal::deal(tabletop.batch_mut(), table, [&pair[0], &pair[1]], 5, game);
        tabletop.run(table);
        while let Some(question) = tabletop.question(table) {
            let asked = tabletop.asked(table).expect("somebody is asked");
            for (index, option) in question.options.iter().enumerate() {
                let before = &question.options[..index];
                let alike = before.iter().find(|o| o.label == option.label || o.id == option.id);
                assert_eq!(alike, None, "game {game}: {option:?} is called the same");
                assert_eq!(asked.find(&option.label), Ok(index), "game {game}: {option:?}");
                several += u32::from(option.label != asked.options[index].label);
                resolved += u32::from(option.verb == "resolve" && option.label.contains(": When"));
            }
            tabletop.choose(table, below(&mut rng, question.options.len())).unwrap();
        }
    }
    assert!(several > 500 && resolved > 5, "{several} of one label, {resolved} told by a text");
}
