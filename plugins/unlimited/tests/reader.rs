//! The reader of rules text: what the project's own words say is read again, nothing is guessed.

use cardmill_kernel::streams::{Purpose, below, generator};
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::reader::{Card, read, read_card};
use cardmill_unlimited::text::{
    ability_text, keyword_text, rules_text, trait_text, unit_side_text, upgrade_side_text,
};
use cardmill_unlimited::vocabulary::{Aspect, Definition, Kind, Trait, TraitSet};

/// A card as a data base would have it, with the text that is worked out from its definition.
fn in_own_words(card: &Definition) -> Card {
    let (set, number) = card.id.split_once('_').unwrap();
    let (epic, text): (Vec<_>, Vec<_>) = rules_text(card)
        .into_iter()
        .partition(|line| card.kind == Kind::Leader && line.starts_with("Epic action (control"));
    let unit_name = card.called().map(|side| side.name.clone());
    let unit_traits = card.called().map(|side| side.traits);
    let back_traits = card.flip_side.as_ref().map(|side| side.traits).or(unit_traits);
    let as_upgrade = match card.kind {
        Kind::Upgrade => Some((card.power, card.hp)),
        _ => card.upgrade_side.as_ref().map(|side| (side.power, side.hp)),
    };
    Card {
        set: set.to_owned(),
        number: number.parse().ok(),
        title: card.name.clone(),
        subtitle: Some(card.subtitle.clone()),
        kind: format!("{:?}", card.kind),
        cost: Some(card.cost),
        power: Some(card.power),
        hp: Some(card.hp),
        upgrade_power: as_upgrade.map(|(power, _)| power),
        upgrade_hp: as_upgrade.map(|(_, hp)| hp),
        arena: Some(format!("{:?}", card.arena)),
        aspects: Some(icons(&card.aspects)),
        traits: Some(names(card.traits)),
        location: Some(card.location.clone()),
        unique: Some(card.unique),
        text: Some(text.join("\n")),
        deploy_box: Some(unit_side_text(card).join("\n")),
        back_title: card.flip_side.as_ref().map(|side| side.name.clone()).or(unit_name),
        back_subtitle: card.called().map(|side| side.subtitle.clone()),
        back_aspects: card.flip_side.as_ref().map(|side| icons(&side.aspects)),
        back_traits: back_traits.map(names),
        epic_action: Some(epic.join("\n")),
        pilot_text: Some(upgrade_side_text(card).join("\n")),
    }
}

fn names(traits: TraitSet) -> Vec<String> {
    Vec::<Trait>::from(traits).into_iter().map(trait_text).collect()
}

fn icons(aspects: &[Aspect]) -> Vec<String> {
    aspects.iter().map(|aspect| format!("{aspect:?}")).collect()
}

/// The text of every card is worked out from its definition, and what it says is the definition.
/// `CARDMILL_CARDS_ONLY` names the only cards that are asked, with commas between them.
#[test]
fn what_the_projects_own_words_say_is_read_again() {
    // With the stack of a program's main thread: sentences are read in sentences.
    let thread = std::thread::Builder::new().stack_size(8 << 20);
    let read = thread.spawn(every_card_is_read_back).unwrap().join();
    read.unwrap_or_else(|failure| std::panic::resume_unwind(failure));
}

fn every_card_is_read_back() {
    let library = Library::load(default_dir()).unwrap();
    let only = std::env::var("CARDMILL_CARDS_ONLY").unwrap_or_default();
    let is_asked = |card: &&Definition| only.is_empty() || only.split(',').any(|id| id == card.id);
    let cards = library.definitions.iter().filter(|card| !card.id.contains("_T"));
    let mut unread = Vec::new();
    for card in cards.filter(is_asked) {
        let why = match read_card(&in_own_words(card)) {
            Ok(again) if again == *card => continue,
            Ok(again) => format!("is read as something else:\n{}{}", ron(card), ron(&again)),
            Err(why) => why.to_string(),
        };
        unread.push(format!("{} {}: {why}", card.id, card.name));
    }
    assert!(unread.is_empty(), "{}\n{} not read back", unread.join("\n"), unread.len());
}

fn ron(card: &Definition) -> String {
    cardmill_harness::notation::write(card).unwrap()
}

/// Sentences of the project's own, each with what is read: the second half means nothing.
const SENTENCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reader/sentences.txt");

/// The meaning of a sentence, in the project's own words.
fn meaning(text: &str) -> String {
    let Ok(side) = read(Kind::Unit, text) else { return "refused".to_owned() };
    let keywords = side.keywords.iter().map(|keyword| keyword_text(*keyword));
    let lines: Vec<_> = keywords.chain(side.abilities.iter().map(ability_text)).collect();
    lines.join(" / ")
}

#[test]
fn sentences_are_read_right_or_refused() {
    let known = std::fs::read_to_string(SENTENCES).unwrap();
    let sentences = known.lines().map(|line| line.split(" => ").next().unwrap());
    let read: String = sentences.map(|text| format!("{text} => {}\n", meaning(text))).collect();
    if std::env::var_os("CARDMILL_BLESS").is_some() {
        std::fs::write(SENTENCES, &read).unwrap();
    }
    let known = std::fs::read_to_string(SENTENCES).unwrap();
    for (read, known) in read.lines().zip(known.lines()) {
        assert_eq!(read, known);
    }
    assert_eq!(known.lines().count(), 226);
}

#[test]
fn whatever_is_written_breaks_nothing() {
    let known = std::fs::read_to_string(SENTENCES).unwrap();
    let sentences: Vec<Vec<&str>> =
        known.lines().map(|line| line.split(" => ").next().unwrap().split(' ').collect()).collect();
    let words: Vec<&str> = sentences.iter().flatten().copied().collect();
    let kinds = [Kind::Unit, Kind::Event, Kind::Upgrade, Kind::Leader, Kind::Base];
    let mut rng = generator(7, 0, Purpose::Agent(0));
    for round in 0..2_000 {
        let mut sentence = sentences[below(&mut rng, sentences.len())].clone();
        for _ in 0..=below(&mut rng, 3) {
            let place = below(&mut rng, sentence.len());
            match below(&mut rng, 4) {
                0 if sentence.len() > 1 => drop(sentence.remove(place)),
                1 => sentence.insert(place, words[below(&mut rng, words.len())]),
                2 => sentence[place] = words[below(&mut rng, words.len())],
                _ => sentence.insert(
                    place,
                    ["(", ")", "[", "]", "\"", ":", "'s", "\u{e9}"][below(&mut rng, 8)],
                ),
            }
        }
        // Read or refused: nothing else.
        let _ = read(kinds[round % kinds.len()], &sentence.join(" "));
    }
}
