//! The greedy agent: how it does against one that chooses at random.

use std::path::PathBuf;

use cardmill_harness::driver::Driver;
use cardmill_harness::outcome::WON;
use cardmill_harness::play::{Entry, Play, Source};
use cardmill_kernel::card::Seat;
use cardmill_kernel::digest::{Digest, mix};
use cardmill_kernel::resolve::look;
use cardmill_kernel::table::Table;
use cardmill_xwing::agent::best;
use cardmill_xwing::agent::odds::{ONE, Roll, damage};
use cardmill_xwing::board::Board;
use cardmill_xwing::catalogue::Catalogue;
use cardmill_xwing::choice::XWing;
use cardmill_xwing::driver::Hangar;
use cardmill_xwing::library::default_dir;
use cardmill_xwing::ship::{Flags, Presence, Ship};
use cardmill_xwing::squad::Squad;
use cardmill_xwing::view::View;

use crate::play::component;

/// The number of rounds of a game.
const ROUNDS: u16 = 12;

/// The option that the greedy agent takes at a table.
pub fn greedy(hangar: &mut Hangar, table: usize, seat: Seat) -> usize {
    let entity = hangar.batch().table(table);
    look::<XWing, _>(hangar.batch_mut().world_mut(), entity, |at| best(&View::of(at, seat)))
}

/// The seats that the greedy agent plays; chance plays the others.
type Greedy = [bool; 2];

/// Plays a game. Returns what both have scored.
fn play(hangar: &mut Hangar, squads: [&Squad; 2], game: u64, greedy_at: Greedy) -> [i16; 2] {
    Hangar::deal(hangar.batch_mut(), 0, &squads, 7, game);
    hangar.run(0);
    while component::<Board>(hangar, 0).round <= ROUNDS {
        let Some(seat) = hangar.asks(0) else { break };
        let count = hangar.asked(0).map_or(1, |asked| asked.options.len());
        let option = if greedy_at[usize::from(seat)] {
            greedy(hangar, 0, seat)
        } else {
            let n = component::<Table>(hangar, 0).decisions;
            (mix(Digest::of(&game), n.into()) % count as u64) as usize
        };
        hangar.choose(0, option).expect("it is an option");
        let [one, other] = [0, 1].map(|seat| Hangar::prospect(hangar.batch(), 0, seat));
        assert!(one == -other && one.abs() <= WON, "{one} for one, {other} for the other");
    }
    let entity = hangar.batch().table(0);
    let standing = Hangar::standing(hangar.batch().world(), entity);
    [standing.scores[0], standing.scores[1]]
}

/// The numbers of ships of a seat that left the mat, and that are left.
fn fates(hangar: &mut Hangar, seat: Seat) -> [usize; 2] {
    hangar.read(0, |scene| {
        let own = (0..scene.board.ships).map(|n| scene.ship(n)).filter(|ship| ship.owner == seat);
        let fled =
            |ship: &&Ship| ship.presence == Presence::Removed && !ship.flags.has(Flags::DESTROYED);
        [own.clone().filter(fled).count(), own.filter(|ship| ship.is_present()).count()]
    })
}

/// The squads that come with the cards.
fn squads() -> (Catalogue, Vec<Squad>) {
    let catalogue: Catalogue = Hangar::load(default_dir()).expect("the cards load");
    let names = Squad::shelves(&catalogue).into_iter().flat_map(|shelf| shelf.entries);
    let sources: Vec<Source> = names.map(|name| Source::File(PathBuf::from(name))).collect();
    let squads = Squad::read(&catalogue, &sources).into_iter();
    let squads = squads.map(|squad| squad.expect("it is legal")).collect();
    (catalogue, squads)
}

#[test]
fn it_beats_chance_and_stays_on_the_mat() {
    let games: u64 =
        std::env::var("CARDMILL_MANY").ok().and_then(|many| many.parse().ok()).unwrap_or(6);
    let (catalogue, squads) = squads();
    let mut hangar = Hangar::new(&catalogue);
    hangar.add();
    let (mut won, mut played, mut ships, mut gone, mut left) = (0, 0, 0, 0, 0);
    for game in 0..games {
        let squad = &squads[game as usize % squads.len()];
        let at = (game / squads.len() as u64 % 2) as usize;
        let mut who = [false; 2];
        who[at] = true;
        let scores = play(&mut hangar, [squad, squad], game, who);
        played += 1;
        won += u32::from(scores[at] > scores[1 - at]);
        ships += squad.ships.len();
        let [fled, here] = fates(&mut hangar, at as Seat);
        (gone, left) = (gone + fled, left + here);
    }
    println!("{won} of {played} won; {gone} of {ships} ships fled, {left} are left");
    assert!(won * 20 >= played * 19, "{won} of {played}");
    assert!(gone * 200 <= ships, "{gone} of {ships} ships fled");
}

#[test]
fn the_other_player_can_go_first_with_all_else_alike() {
    let (catalogue, squads) = squads();
    let mut hangar = Hangar::new(&catalogue);
    hangar.add();
    for game in 0..20 {
        let mut begun = |exchanged: bool| {
            Hangar::deal(hangar.batch_mut(), 0, &[&squads[0], &squads[1]], 5, game);
            if exchanged {
                Hangar::exchange_first(hangar.batch_mut(), 0);
            }
            hangar.run(0);
            let board = component::<Board>(&hangar, 0);
            let mut laid = board.obstacles.to_vec();
            laid.sort_by_key(|obstacle| (obstacle.pose, obstacle.outline));
            let first = board.first;
            let poses = hangar.read(0, |scene| {
                (0..scene.board.ships).map(|ship| scene.ship(ship).pose).collect::<Vec<_>>()
            });
            (first, hangar.asks(0), laid, poses)
        };
        let (usual, other) = (begun(false), begun(true));
        assert_eq!((usual.0, &usual.2, &usual.3), (1 - other.0, &other.2, &other.3));
        assert_eq!([usual.1, other.1], [Some(usual.0), Some(other.0)], "the first sets a dial");
    }
}

#[test]
fn squads_are_of_kinds_and_have_cards_to_choose_from() {
    let (catalogue, squads) = squads();
    let named = |name: &str| {
        squads.iter().find(|squad| squad.name.to_lowercase().contains(name)).expect("it is there")
    };
    assert_eq!(named("five").kind(&catalogue)[0], 500);
    let pool = named("five").pool(&catalogue);
    assert!(pool.contains(&"wedgeantilles") && pool.contains(&"protontorpedoes"), "{pool:?}");
    assert!(!pool.contains(&"academypilot"), "another faction's");
}

#[test]
fn a_tally_says_what_ships_and_upgrades_did() {
    let keeper = Hangar::TALLY.expect("what becomes of cards is kept");
    let (catalogue, squads) = squads();
    let mut hangar = Hangar::with(&catalogue, keeper.add);
    hangar.add();
    let (mut attacks, mut damage) = (0, 0);
    for (game, pair) in (0..).zip(squads.windows(2)) {
        Hangar::deal(hangar.batch_mut(), 0, &[&pair[0], &pair[1]], 3, game);
        (keeper.begin)(hangar.batch_mut(), 0);
        hangar.run(0);
        while component::<Board>(&hangar, 0).round <= ROUNDS {
            let Some(seat) = hangar.asks(0) else { break };
            let option = greedy(&mut hangar, 0, seat);
            hangar.choose(0, option).expect("it is an option");
        }
        let tally = (keeper.end)(hangar.batch_mut(), 0);
        for (seat, squad) in (0..).zip(pair) {
            let own = || tally.fates.iter().filter(|fate| fate.seat == seat);
            let mut ids: Vec<String> =
                own().map(|fate| (keeper.name)(&catalogue, fate.card)[0].clone()).collect();
            let mut cards: Vec<&str> = squad.cards(catalogue.facts());
            ids.sort_unstable();
            cards.sort_unstable();
            assert_eq!(ids, cards);
            let gone = squad.ships.len() - hangar.read(0, |scene| scene.fleet(seat));
            assert_eq!(own().map(|fate| usize::from(fate.defeated)).sum::<usize>(), gone);
            let pilots = || own().filter(|fate| (keeper.kind)(&catalogue, fate.card) == "pilots");
            for fate in pilots() {
                assert!((fate.attacks > 0) == (fate.played > 0) && fate.plays <= fate.attacks);
            }
            attacks += pilots().map(|fate| u32::from(fate.attacks)).sum::<u32>();
            damage += pilots().map(|fate| u32::from(fate.damage)).sum::<u32>();
        }
        let round = component::<Board>(&hangar, 0).round;
        assert!((round - 1..=round).contains(&(tally.rounds.len() as u16)));
        let [first, last] = [0, tally.rounds.len() - 1].map(|at| &tally.rounds[at]);
        for seat in [0, 1] {
            assert_eq!(first[seat].measures[0] as usize, pair[seat].ships.len());
            assert!(last[seat].measures[1] <= first[seat].measures[1], "hull comes back");
            assert!(last[seat].score >= first[seat].score);
        }
    }
    assert!(attacks > 50 && damage * 3 > attacks, "{attacks} attacks, {damage} damage");
}

fn roll(dice: u8, chance: u8) -> Roll {
    Roll { dice, chance, sure: 0 }
}

#[test]
fn damage_is_what_dice_give() {
    let none = roll(0, 6);
    assert_eq!(damage(roll(3, 8), none, 9), ONE * 3 / 2);
    assert_eq!(damage(roll(2, 8), roll(1, 16), 9), ONE / 4);
    assert_eq!(damage(Roll { sure: 1, ..roll(0, 8) }, none, 9), ONE);
    assert_eq!(damage(roll(4, 16), none, 2), 2 * ONE);
    // 3 red dice with a focus against 2 green ones without: 1.5315 by the exact odds.
    assert_eq!(damage(roll(3, 12), roll(2, 6), 9), 1_568);
}
