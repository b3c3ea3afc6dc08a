use std::collections::BTreeSet;
use std::path::Path;

use cardmill_harness::files::default_dir;

use super::*;
use crate::library::Rarity;

fn library() -> Library {
    Library::load(default_dir()).unwrap_or_else(|error| panic!("{error}"))
}

fn limited(library: &Library, event: Event, drafter: Drafter) -> Limited<'_> {
    Limited {
        library,
        booster: Booster::new(library, "sor").unwrap_or_else(|error| panic!("{error}")),
        event,
        players: 8,
        drafters: vec![drafter],
        ratings: Ratings::printed(library),
        seed: 7,
    }
}

#[test]
fn every_card_of_a_set_with_boosters_has_a_rarity() {
    let library = library();
    let supplement = &library.supplement;
    let rare = |set: &str, wanted| {
        supplement.rarities.of_set(set).filter(|(_, rarity)| *rarity == wanted).count()
    };
    for (set, size) in [
        ("SOR", 252),
        ("SHD", 262),
        ("TWI", 257),
        ("JTL", 262),
        ("LOF", 264),
        ("SEC", 264),
        ("LAW", 264),
        ("ASH", 264),
        ("HMW", 272),
    ] {
        let numbers: Vec<u16> = supplement.rarities.of_set(set).map(|(number, _)| number).collect();
        // Nobody knows a card with this number.
        let all: Vec<u16> = (1..=size).filter(|number| (set, *number) != ("LAW", 175)).collect();
        assert_eq!(numbers, all, "{set}");
        assert!(supplement.boosters.of_set(set).is_some(), "{set}");
        let legendary = rare(set, Rarity::Legendary);
        assert!([16, 20].contains(&legendary), "{set}: {legendary}");
    }
    assert_eq!(rare("SOR", Rarity::Common), 96);
    assert_eq!(rare("SOR", Rarity::Special), 22);
}

#[test]
fn a_pack_is_what_the_table_says() {
    let library = library();
    let limited = limited(&library, Event::Sealed, Drafter::Random);
    let rarity = |card: u16| {
        let number = library.definitions[usize::from(card)].id.strip_prefix("SOR_");
        let number: u16 = number.and_then(|number| number.parse().ok()).expect("an id");
        let found = library.supplement.rarities.of_set("SOR").find(|(other, _)| *other == number);
        found.expect("it is of the set").1
    };
    let mut rng = generator(3, 0, Purpose::Shared);
    let (mut legendary, mut rare_leaders) = (0, 0);
    for _ in 0..4_000 {
        let pack = limited.booster.open(&mut rng);
        assert_eq!((pack.leaders.len(), pack.bases.len(), pack.cards.len()), (1, 1, 14));
        let rarities: Vec<Rarity> = pack.cards.iter().map(|card| rarity(*card)).collect();
        assert!(rarities[..9].iter().all(|rarity| *rarity == Rarity::Common));
        assert!(rarities[9..12].iter().all(|rarity| *rarity == Rarity::Uncommon));
        let distinct: BTreeSet<u16> = pack.cards[..12].iter().copied().collect();
        assert_eq!(distinct.len(), 12);
        legendary += u32::from(rarities[12] == Rarity::Legendary);
        rare_leaders += u32::from(rarity(pack.leaders[0]) == Rarity::Rare);
        assert!(!rarities.contains(&Rarity::Special));
        assert_eq!(rarity(pack.bases[0]), Rarity::Common);
    }
    // 500 and 667 are expected: five standard deviations.
    assert!(legendary.abs_diff(500) < 105 && rare_leaders.abs_diff(667) < 118);
}

#[test]
fn a_set_without_boosters_is_refused() {
    let library = library();
    let error = |library: &Library, set| Booster::new(library, set).err().unwrap_or_default();
    let found = error(&library, "IBH");
    assert!(
        found.ends_with("of SOR, SHD, TWI, JTL, LOF, SEC, LAW, ASH, HMW, found IBH"),
        "{found}"
    );
    let mut fewer = library.clone();
    fewer.definitions.retain(|card| card.id != "SOR_095");
    let found = error(&fewer, "SOR");
    assert_eq!(
        found,
        "expected a set of which all cards of boosters are defined, found SOR without SOR_095"
    );
}

#[test]
fn leaders_are_passed_to_the_right_and_packs_to_the_left_first() {
    let library = library();
    let mut limited = limited(&library, Event::Draft, Drafter::Rating);
    // No two cards are rated alike, so nothing is left to chance.
    let places = (0..library.definitions.len()).map(|place| place as i32 * 7_919 % 10_007);
    limited.ratings = Ratings(places.collect());
    let opened_in = |pod: u64, player: u8| {
        let mut rng = limited.generator(pod, Purpose::Shuffle(player));
        (0..DRAFTED).map(|_| limited.booster.open(&mut rng)).collect::<Vec<Pack>>()
    };
    // One without bases that are drafted: they are no cards of a pool.
    let has_bases = |pod: &u64| {
        let packs = (0..8).flat_map(|player| opened_in(*pod, player));
        packs.flat_map(|pack| pack.cards).any(|card| limited.card(card).kind == Kind::Base)
    };
    let number = (0..200).find(|pod| !has_bases(pod)).expect("there are such pods");
    let pod = limited.pod(number);
    let opened = |player| opened_in(number, player);
    let ranked = |mut cards: Vec<u16>| {
        cards.sort_by_key(|card| -limited.ratings.rating(*card));
        cards
    };
    let leaders = ranked(opened(3).iter().map(|pack| pack.leaders[0]).collect());
    assert_eq!(pod.pools[3].leaders[0], leaders[0]);
    assert_eq!(pod.pools[2].leaders[1], leaders[1]);
    assert_eq!(pod.pools[1].leaders[2], leaders[2]);
    let taken = |player: usize, pick: usize| pod.pools[player].cards[pick];
    let packs = opened(3);
    for (pack, next) in [(0, 4), (1, 2), (2, 4)] {
        let cards = ranked(packs[pack].cards.clone());
        let before = 14 * pack;
        assert_eq!(taken(3, before), cards[0], "pack {pack}");
        assert_eq!(taken(next, before + 1), cards[1], "pack {pack}");
    }
}

#[test]
fn all_that_is_opened_is_taken_and_seen() {
    let library = library();
    let limited = limited(&library, Event::Draft, Drafter::Aspect);
    for number in 0..4 {
        let pod = limited.pod(number);
        assert_eq!(pod, limited.pod(number));
        let sizes =
            pod.pools.iter().map(|pool| (pool.leaders.len(), pool.cards.len() + pool.bases.len()));
        assert!(sizes.eq([(3, 42); 8]));
        let taken: u64 = pod.drafted.values().map(|of| of.taken.number).sum();
        assert_eq!(taken, 8 * 45);
        for drafted in pod.drafted.values() {
            let [taken, seen] = [drafted.taken, drafted.seen].map(Picks::mean);
            assert!(taken >= Some(1.0) && taken <= Some(14.0) && seen >= Some(1.0));
        }
        assert_ne!(pod, limited.pod(number + 1));
    }
}

#[test]
fn good_cards_go_early_to_whom_rates_them() {
    let library = library();
    let limited = limited(&library, Event::Draft, Drafter::Rating);
    let (mut good, mut bad) = (Picks::default(), Picks::default());
    for number in 0..20 {
        for (card, drafted) in limited.pod(number).drafted {
            if limited.card(card).kind == Kind::Leader {
                continue;
            }
            let rating = limited.ratings.rating(card);
            (if rating > 100 { &mut good } else { &mut bad }).merge(drafted.taken);
        }
    }
    assert!(good.mean().expect("some are good") + 2.0 < bad.mean().expect("some are not"));
}

#[test]
fn nobody_sits_better_where_all_ratings_are_equal() {
    let library = library();
    let mut limited = limited(&library, Event::Draft, Drafter::Rating);
    let truth = Ratings::printed(&library);
    limited.ratings = Ratings(vec![0; library.definitions.len()]);
    let mut sums = [0_i64; 8];
    let mut all: Vec<i64> = Vec::new();
    for number in 0..100 {
        for (sum, pool) in sums.iter_mut().zip(limited.pod(number).pools) {
            let worth = pool.cards.iter().map(|card| i64::from(truth.rating(*card))).sum();
            *sum += worth;
            all.push(worth);
        }
    }
    let mean = all.iter().sum::<i64>() / 800;
    let variance = all.iter().map(|worth| (worth - mean).pow(2)).sum::<i64>() / 800;
    // Four standard deviations of a sum of a hundred pools.
    let most = 16 * 100 * variance;
    assert!(sums.iter().all(|sum| (sum - 100 * mean).pow(2) < most), "{sums:?}");
}

#[test]
fn a_deck_is_legal_and_keeps_what_is_left_beside_it() {
    let library = library();
    for event in [Event::Sealed, Event::Draft] {
        let limited = limited(&library, event, Drafter::Aspect);
        let pod = limited.pod(1);
        for pool in &pod.pools {
            let deck = limited.deck(pool, "mine".to_owned()).expect("it is large enough");
            assert!(pool.leaders.contains(&deck.leader));
            assert_eq!(deck.cards.len(), 30);
            let mut all = [&deck.cards[..], &deck.sideboard].concat();
            let mut cards = pool.cards.clone();
            all.sort_unstable();
            cards.sort_unstable();
            assert_eq!(all, cards);
            let ids = [deck.leader, deck.base].into_iter().chain(deck.cards.iter().copied());
            let ids: Vec<&str> = ids.map(|card| limited.card(card).id.as_str()).collect();
            let read = Deck::of("mine", &ids, true, Path::new("mine"), &library);
            let read = read.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(Deck { sideboard: deck.sideboard.clone(), ..read }, deck);
            assert!(Deck::of("mine", &ids, false, Path::new("mine"), &library).is_err());
            let units = deck.cards.iter().filter(|card| limited.card(**card).kind == Kind::Unit);
            assert!(units.count() >= 20, "there are enough units in a pool");
        }
    }
}

#[test]
fn a_pool_that_is_too_small_makes_no_deck() {
    let library = library();
    let limited = limited(&library, Event::Sealed, Drafter::Random);
    let mut pool = limited.pod(0).pools.remove(0);
    pool.cards.truncate(29);
    assert_eq!(limited.deck(&pool, "mine".to_owned()), None);
}
