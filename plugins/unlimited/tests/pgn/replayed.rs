//! Files played again by our rules.

use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::pgn::file::File;
use cardmill_unlimited::pgn::rules::{Verdict, replayed};

use super::Desk;
use crate::decks::drawn;

#[test]
fn our_own_files_are_the_same_games_until_chance_is_asked() {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let mut desk = Desk::new(&catalogue);
    let decks = drawn(&library, 10, |_| false);
    let (mut same, mut actions) = (0, 0);
    for game in 0..10_usize {
        desk.deal([&decks[game], &decks[(game + 1) % 10]], game as u64);
        while desk.answer() {}
        let Some(text) = desk.file() else { continue };
        match replayed(&File::parse(&text).unwrap(), &catalogue) {
            Verdict::Same { actions: all } => {
                same += 1;
                actions += all;
            }
            Verdict::Lost { actions: some, .. } => actions += some,
            other => panic!("game {game}: {other}"),
        }
    }
    assert!(same >= 2 && actions > 100, "{same} games, {actions} actions");
}

#[test]
fn a_game_that_goes_otherwise_is_found_where_it_does() {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let mut desk = Desk::new(&catalogue);
    let decks = drawn(&library, 2, |_| false);
    desk.deal([&decks[0], &decks[1]], 1);
    while desk.answer() {}
    let text = desk.file().unwrap();
    let file = File::parse(&text).unwrap();
    let edited = |change: &dyn Fn(&mut File)| {
        let mut file = file.clone();
        change(&mut file);
        replayed(&file, &catalogue)
    };
    // The first action is one that nobody could take.
    let first = |file: &File| file.events.iter().position(|event| event.seq() == "R1.A.1").unwrap();
    let verdict = edited(&|file| {
        let at = first(file);
        file.events[at].fields.insert("t".into(), "ATTACK".into());
        file.events[at].fields.insert("atk".into(), "SOR#095:7".into());
    });
    let Verdict::Differs { seq, what, actions, .. } = verdict else { panic!("{verdict}") };
    assert_eq!((seq.as_str(), actions), ("R1.A.1", 0));
    assert!(what.contains("ATTACK SOR#095:7 is not offered by our rules"), "{what}");
    let verdict = edited(&|file| file.setup.clear());
    assert!(verdict.to_string().contains("how they lay"), "{verdict}");
    let verdict = edited(&|file| {
        let id = file.setup[0].fields["p1DeckOrder"][0].clone();
        let text = serde_json::to_string(&file.setup[0].fields).unwrap();
        let text = text.replacen(&id.to_string(), "\"XXX#999\"", 1);
        file.setup[0].fields = serde_json::from_str(&text).unwrap();
    });
    assert!(verdict.to_string().contains("the deck of P1 is not what lay there"), "{verdict}");
    let verdict = edited(&|file| {
        let tag = cardmill_unlimited::pgn::file::Tag {
            name: "Perspective".into(),
            value: "P1".into(),
            line: 1,
        };
        file.tags.push(tag);
    });
    assert!(verdict.to_string().contains("from the seat of P1"), "{verdict}");
}
