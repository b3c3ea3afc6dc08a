//! Decks drawn at random from every card there is.

use cardmill_kernel::streams::{Purpose, below, generator};
use cardmill_unlimited::deck::{Deck, MAX_COPIES, MIN_CARDS};
use cardmill_unlimited::library::Library;
use cardmill_unlimited::vocabulary::{Definition, Kind};

/// So many legal decks of the whole library, in which cards of one sort are dealt often: they
/// come as three copies each, until half of the deck is full.
pub fn drawn(library: &Library, decks: u64, often: impl Fn(&Definition) -> bool) -> Vec<Deck> {
    let of = |kinds: &[Kind]| -> Vec<u16> {
        let all = (0..).zip(&library.definitions);
        all.filter(|(_, card)| kinds.contains(&card.kind)).map(|(index, _)| index).collect()
    };
    let (leaders, bases) = (of(&[Kind::Leader]), of(&[Kind::Base]));
    let pool = of(&[Kind::Unit, Kind::Event, Kind::Upgrade]);
    let is_often = |card: &&u16| often(&library.definitions[usize::from(**card)]);
    let frequent: Vec<u16> = pool.iter().filter(is_often).copied().collect();
    let deck = |number: u64| {
        let mut rng = generator(19, number, Purpose::Shuffle(0));
        let mut any = |list: &[u16]| list[below(&mut rng, list.len())];
        let (leader, base) = (any(&leaders), any(&bases));
        let mut cards = Vec::new();
        while cards.len() < MIN_CARDS {
            let often = !frequent.is_empty() && cards.len() < MIN_CARDS / 2;
            let card = any(if often { &frequent } else { &pool });
            let held = cards.iter().filter(|&&held| held == card).count();
            let room = (MIN_CARDS - cards.len()).min(MAX_COPIES - held);
            cards.extend(core::iter::repeat_n(card, if often { room } else { room.min(1) }));
        }
        Deck { name: format!("drawn {number}"), leader, base, cards, ..Deck::default() }
    };
    (0..decks).map(deck).collect()
}
