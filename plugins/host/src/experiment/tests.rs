//! Scores and verdicts.

use std::fs;
use std::path::Path;

use cardmill_harness::agent::Agent;
use cardmill_harness::play::Source;
use cardmill_kernel::streams::{Purpose, below, generator};

use super::*;
use crate::batch::{play, play_arms};
use crate::engine::engine;
use crate::entry::Entry;
use crate::example::{SKIRMISH, UNLIMITED, cards};
use crate::output::manifest::all_read;
use crate::scenario::script::Script;
use crate::setup::{Settings, Setup, Setups};

fn answer(pairs: &[(i32, u64)]) -> Answer {
    let mut answer = Answer::new(Question { arm: 1, seat: 0 }, 1, 2);
    for &(difference, times) in pairs {
        (0..times).for_each(|_| answer.differences.add(difference));
    }
    answer
}

const TERMS: Terms = Terms { equal: 0.005, precision: None, questions: 1 };

#[test]
fn a_score_is_two_for_each_who_comes_in_later() {
    let scores = |values: [i16; 4]| {
        let standing = Standing::open(values.into_iter().collect());
        [0, 1, 2, 3].map(|seat| score(&standing, seat))
    };
    assert_eq!(scores([7, 5, 3, 1]), [6, 4, 2, 0]);
    assert_eq!(scores([5, 5, 5, 5]), [3, 3, 3, 3]);
    assert_eq!(scores([1, 9, 9, 1]), [1, 5, 5, 1]);
}

#[test]
fn verdicts_follow_the_evidence() {
    let better = answer(&[(2, 60), (0, 900), (-2, 20)]);
    let worse = answer(&[(-2, 60), (0, 900), (2, 20)]);
    let open = answer(&[(2, 40), (0, 900), (-2, 30)]);
    let equal = answer(&[(0, 1_400)]);
    let all = [&better, &worse, &open, &equal];
    let words =
        |verdicts: Vec<Verdict>| verdicts.into_iter().map(Verdict::word).collect::<Vec<_>>();
    assert_eq!(words(verdicts(&all, &TERMS)), ["better", "worse", "undecided", "equal"]);
    assert_eq!(words(verdicts(&[&open], &TERMS)), ["undecided"]);
}

#[test]
fn more_questions_take_more_evidence() {
    let weak = answer(&[(2, 47), (0, 900), (-2, 20)]);
    let evidence = weak.evidence().exp();
    assert!((20.0..60.0).contains(&evidence), "{evidence}");
    assert!(weak.is_answered(&TERMS));
    assert!(!weak.is_answered(&Terms { questions: 3, ..TERMS }));
    assert!(!weak.is_answered(&Terms { precision: Some(0.01), ..TERMS }));
    assert!(weak.is_answered(&Terms { precision: Some(0.05), ..TERMS }));
}

#[test]
fn pairing_gains_what_both_arms_share() {
    let mut answer = Answer::new(Question { arm: 1, seat: 0 }, 1, 2);
    // Half of all games won in both arms, and one in ten turned.
    for (base, new, times) in [(0, 0, 45), (2, 2, 45), (0, 2, 5), (2, 0, 5)] {
        for _ in 0..times {
            answer.scores[0].add(base);
            answer.scores[1].add(new);
            answer.differences.add(new - base);
        }
    }
    assert_eq!(answer.share(0), 0.5);
    assert!((answer.gain().unwrap() - 5.0).abs() < 1e-9);
}

/// The number of experiments, of so many, that tell a position from itself on other deals, after up to so many pairs.
fn false_alarms(experiments: u64, pairs: u64) -> usize {
    let catalogue = SKIRMISH.load(&cards()).unwrap();
    let file = Path::new("../../tests/positions/skirmish-two.ron");
    let script = Script::new(file, fs::read_to_string(file).unwrap());
    let positions = engine(SKIRMISH).positions(&script).unwrap();
    let positions: Vec<_> = positions.into_iter().map(|(_, position)| position).collect();
    let place = |position| Setup::Position { position, seats: 2 };
    let list = (0..positions.len() as u16).map(place).collect();
    let setups = Setups::new(Vec::new(), positions, list);
    let settings = |seed| Settings {
        games: pairs / setups.list.len() as u64,
        seed,
        threads: 1,
        batch: 32,
        agents: [Agent::RANDOM; 2].into_iter().collect(),
        rounds: None,
    };
    let alarm = |seed: &u64| {
        let settings = [settings(*seed), settings(*seed + 1_000_000)];
        let arms = settings.each_ref().map(|settings| Arm::new(&catalogue, &setups, settings));
        let question = [Question { arm: 1, seat: 0 }];
        let (mut journal, stop) = (Journal::default(), AtomicBool::new(false));
        let findings =
            ask(&arms, &question, &TERMS, &mut journal, &stop, &mut |_| (), &mut |_| ()).unwrap();
        let answer = &findings.answers[0];
        assert!(answer.alike < answer.differences.pairs() / 10, "other deals");
        matches!(verdicts(&[answer], &TERMS)[0], Verdict::Better | Verdict::Worse)
    };
    (0..experiments).filter(alarm).count()
}

#[test]
fn what_is_the_same_is_seldom_told_apart() {
    let alarms = false_alarms(20, 250);
    assert!(alarms <= 1, "{alarms} of 20");
}

#[test]
#[ignore = "the long form: minutes"]
fn what_is_the_same_is_told_apart_at_most_five_times_in_a_hundred() {
    let alarms = false_alarms(100, 2_000);
    println!("{alarms} of 100");
    assert!(alarms <= 5, "{alarms} of 100");
}

/// Decks of cards from everywhere, each with one of its cards exchanged for another: what is not
/// played because that card bore on nothing would have ended alike.
#[test]
fn what_is_spared_would_end_as_it_is_said() {
    let catalogue = UNLIMITED.load(&cards()).unwrap();
    let ready = ["luke", "vader", "boba", "leia", "sabine", "iden"];
    let ready = ready.map(|name| Source::File(name.into()));
    let mut decks = all_read(&catalogue, &ready).unwrap();
    let mut rng = generator(5, 0, Purpose::Shared);
    let mut exchanged = |deck: &Entry, times: usize| {
        let pool = deck.pool(&catalogue);
        let mut new = deck.clone();
        for _ in 0..times {
            let place = below(&mut rng, deck.cards(&catalogue).len());
            let card = pool[below(&mut rng, pool.len())];
            new = new.with(&catalogue, place, card).unwrap_or(new);
        }
        new
    };
    decks = decks.iter().map(|deck| exchanged(deck, 60)).collect();
    let pairs = [(0, 1), (2, 3), (4, 5), (1, 2)];
    let setups: Vec<Setups> = (0..13)
        .map(|arm| {
            let mut decks = decks.clone();
            if arm > 0 {
                decks.iter_mut().for_each(|deck| *deck = exchanged(deck, 1));
            }
            Setups::pairs(decks, &pairs)
        })
        .collect();
    for agent in catalogue.game().agents() {
        let settings = Settings {
            games: 15,
            seed: 3,
            threads: 2,
            batch: 8,
            agents: [*agent; 2].into_iter().collect(),
            rounds: None,
        };
        let deals = |spares: bool| {
            let mut arms: Vec<Arm<'_>> =
                setups.iter().map(|setups| Arm::new(&catalogue, setups, &settings)).collect();
            let (first, others) = arms.split_at_mut(1);
            if spares {
                others.iter_mut().for_each(|arm| arm.differ_from(&first[0], &|_| false));
            }
            let others = |deal: &[(usize, GameRecord)], others: &mut Vec<usize>| {
                others.extend((1..arms.len()).filter(|_| deal.len() == 1));
            };
            let mut all = Vec::new();
            let stop = AtomicBool::new(false);
            let deals = setups[0].games(settings.games);
            play_arms(&arms, &others, deals, &stop, &mut |deal| all.push(deal)).unwrap();
            all
        };
        let (played, spared) = (deals(false), deals(true));
        let mut counts = [0; 2];
        for ((arm, played), (_, spared)) in played.iter().flatten().zip(spared.iter().flatten()) {
            counts[usize::from(spared.spared)] += 1;
            let told = |game: &GameRecord| {
                (game.end, game.standing.clone(), game.rounds, game.decisions, game.first)
            };
            assert_eq!(told(played), told(spared), "arm {arm} of deal {}", played.index);
        }
        assert_eq!(counts[0] + counts[1], 13 * 60);
        assert!(counts[1] > 40, "{agent}: {counts:?}");
    }
}

/// The values of five cards of a deck, against games that share no deal with each other.
#[test]
#[ignore = "the long form: minutes"]
fn values_are_those_of_games_that_share_no_deal() {
    use super::swap::{Copies, worth};

    const CARDS: [&str; 5] = ["SOR_164", "SOR_132", "SOR_227", "SOR_128", "SOR_133"];
    const GAMES: u64 = 200_000;
    let catalogue = UNLIMITED.load(&cards()).unwrap();
    let ready = ["vader", "boba", "leia", "luke"].map(|name| Source::File(name.into()));
    let decks = all_read(&catalogue, &ready).unwrap();
    let pairs = [(0, 1), (0, 2), (0, 3)];
    let ids = decks[0].cards(&catalogue);
    let mut all = vec![Setups::pairs(decks.clone(), &pairs)];
    let mut copies = Vec::new();
    for card in CARDS {
        let (mut arms, mut places) = (Vec::new(), Vec::new());
        for place in (0..ids.len()).filter(|&place| ids[place] == card) {
            let mut with = decks.clone();
            // A card of little use in the place of the copy.
            with[0] = decks[0].with(&catalogue, place, "SOR_229").unwrap();
            arms.push(all.len());
            places.push(place);
            all.push(Setups::pairs(with, &pairs));
        }
        copies.push(Copies { card: card.to_owned(), arms, places });
    }
    let settings = |seed, games: u64| Settings {
        games: games / pairs.len() as u64,
        seed,
        threads: 2,
        batch: 32,
        agents: [*catalogue.game().agents().last().unwrap(); 2].into_iter().collect(),
        rounds: None,
    };
    let paired = settings(1, 60_000);
    let arms = Arm::of_entries(&catalogue, &all, &paired);
    let stop = AtomicBool::new(false);
    let mut journal = Journal::default();
    let found = worth(&arms, copies.clone(), 1e-9, &mut journal, &stop, &mut |_| ()).unwrap();

    let share = |seed, arms: &[usize]| {
        let settings = settings(seed, GAMES / 2 / arms.len() as u64);
        let (mut won, mut games) = (0.0, 0.0);
        for &arm in arms {
            let settings =
                Settings { seed: settings.seed + 1_000 * arm as u64, ..settings.clone() };
            let numbers = all[arm].games(settings.games);
            play(&catalogue, &all[arm], &settings, numbers, &stop, &mut |game| {
                won += f64::from(score(&game.standing, 0)) / 2.0;
                games += 1.0;
            })
            .unwrap();
        }
        let share: f64 = won / games;
        (share, share * (1.0 - share) / games)
    };
    let (base, of_base) = share(1_000_000, &[0]);
    for (seed, (value, copies)) in
        (2_000_000..).step_by(100_000).zip(found.values.iter().zip(&copies))
    {
        let (without, of_arm) = share(seed, &copies.arms);
        let unpaired = base - without;
        let of_pairs = value.differences.variance() / value.differences.pairs() as f64;
        let error = (of_base + of_arm + of_pairs).sqrt();
        let paired = value.differences.mean();
        println!(
            "{}: {:+.2} points of {} deals, {:+.2} of {GAMES} games; standard error {:.2}",
            copies.card,
            paired * 100.0,
            value.differences.pairs(),
            unpaired * 100.0,
            error * 100.0,
        );
        // Five at 99 % together.
        assert!((paired - unpaired).abs() < 3.09 * error, "{}", copies.card);
    }
}
