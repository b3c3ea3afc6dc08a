//! Two roads to the same game: dogfights that the engine plays at random are repeated by the flat
//! reference, which gets nothing but the squads, the dice, the damage decks and the choices. At
//! every decision both must ask the same player the same question with the same options, in the
//! same state, with all ships within a hundredth of a millimetre, and the games must end alike.

mod scribe;
mod trace;

use std::collections::BTreeSet;
use std::ops::Range;

use cardmill_oracle_comparison::{self as comparison, in_parts, naming_others, unnoticed};
use cardmill_oracle_xwing::damage::Damage;
use cardmill_oracle_xwing::fault::Fault;
use cardmill_oracle_xwing::fleet::{Deed, PILOTS, SHEETS};
use cardmill_xwing::catalogue::Catalogue;
use cardmill_xwing::library::{Library, default_dir};
use cardmill_xwing::vocabulary::{ActionSpec, Difficulty, Kind, Linked, PrimaryWeapon};

use self::trace::{Recorder, Trace};

/// Games that are repeated, unless `CARDMILL_MANY` says otherwise.
const GAMES: u64 = 100;
/// Games in which broken rules are looked for, at most.
const SEARCHED: u64 = 400;
/// Words that occur in them, if they are games at all: questions, and answers without their ends.
const OCCUR: [&str; 24] = [
    "action",
    "aim",
    "attack",
    "attack ",
    "boost ",
    "Coordinate",
    "deploy ",
    "dial of ",
    "die",
    "Evade",
    "head ",
    "Lock",
    "modify attack",
    "modify defense",
    "move ",
    "Reinforce",
    "roll ",
    "Rotate Arc",
    "slide ",
    "spend evade",
    "spend focus",
    "spend lock",
    "turn",
    "who is first",
];
/// Games that are shown, of those in which both do not agree.
const SHOWN: usize = 12;

fn games() -> u64 {
    comparison::games("CARDMILL_MANY", GAMES)
}

#[test]
fn they_share_no_code() {
    assert_eq!(naming_others("xwing"), [""; 0]);
}

#[test]
fn both_know_the_same_cards() {
    let library = Library::load(default_dir()).expect("the cards load");
    let catalogue = Catalogue::new(&library);
    let find = |id: &str| {
        let at = catalogue.find(id).expect("the engine has the card");
        &catalogue.card(at).definition
    };
    let deeds = |bar: &[Deed]| -> Vec<String> {
        let deed = |deed: &Deed| {
            let linked = deed.linked.map(|next| format!("{next:?}"));
            format!("{:?} {} {linked:?}", deed.action, deed.red)
        };
        bar.iter().map(deed).collect()
    };
    let specs = |bar: &[ActionSpec]| -> Vec<String> {
        let spec = |spec: &ActionSpec| {
            let linked = spec.linked.map(|Linked(next, difficulty)| {
                assert_eq!(difficulty, Difficulty::Red);
                format!("{next:?}")
            });
            format!("{:?} {} {linked:?}", spec.action, spec.difficulty == Difficulty::Red)
        };
        bar.iter().map(spec).collect()
    };
    for sheet in SHEETS {
        let card = find(sheet.id);
        assert!(card.abilities.is_empty(), "{}", sheet.id);
        let Kind::Ship { size, attack, agility, hull, shields, dial, actions } = &card.kind else {
            panic!("{} is no ship type", sheet.id);
        };
        let own = (sheet.agility, sheet.hull, sheet.shields, usize::from(sheet.size));
        assert_eq!(own, (*agility, *hull, *shields, *size as usize + 1), "{}", sheet.id);
        let dial: Vec<String> = dial.iter().map(|&maneuver| maneuver.into()).collect();
        assert_eq!(sheet.dial, dial.join(" "), "{}", sheet.id);
        assert_eq!(deeds(sheet.bar), specs(actions), "{}", sheet.id);
        let weapons: Vec<String> =
            sheet.weapons.iter().map(|(firing, dice)| format!("{firing:?} {dice}")).collect();
        let theirs: Vec<String> =
            attack.iter().map(|PrimaryWeapon(arc, dice)| format!("{arc:?} {dice}")).collect();
        assert_eq!(weapons, theirs, "{}", sheet.id);
    }
    for pilot in PILOTS {
        let card = find(pilot.id);
        assert!(card.abilities.is_empty() && card.force == 0 && card.charges == 0, "{}", pilot.id);
        let Kind::Pilot { ship, initiative, actions } = &card.kind else {
            panic!("{} is no pilot", pilot.id);
        };
        assert_eq!((pilot.sheet().id, pilot.initiative), (&ship[..], *initiative), "{}", pilot.id);
        assert_eq!(deeds(pilot.bar.unwrap_or_default()), specs(actions), "{}", pilot.id);
    }
    for (card, id, count) in Damage::ALL {
        assert!(matches!(find(id).kind, Kind::Damage(_, n) if usize::from(n) == count), "{id}");
        assert_eq!(card.id(), id);
    }
}

/// The coverage of some games.
#[derive(Default)]
struct Tally {
    games: u64,
    decisions: usize,
    /// Games that were not followed to their end.
    left: u64,
    calls: usize,
    against: usize,
    /// The differences that were found.
    differences: Vec<String>,
    /// Questions and answers.
    seen: BTreeSet<String>,
}

/// Repeats the games of these seeds.
fn repeat(seeds: Range<u64>) -> Tally {
    let mut tally = Tally::default();
    Recorder::new().record(seeds, |trace: Trace| {
        tally.games += 1;
        tally.decisions += trace.decisions();
        tally.seen.extend(trace.words());
        match trace.repeat(None) {
            Ok(calls) => {
                tally.calls += calls.made;
                tally.against += calls.against;
                tally.left += u64::from(calls.left);
            }
            Err(difference) => tally.differences.push(difference.to_string()),
        }
    });
    tally
}

#[test]
fn both_play_the_same_games() {
    let games = games();
    let tallies = in_parts(games, repeat);
    let sum = |of: fn(&Tally) -> u64| tallies.iter().map(of).sum::<u64>();
    let decisions = sum(|tally| tally.decisions as u64);
    let (calls, against) = (sum(|tally| tally.calls as u64), sum(|tally| tally.against as u64));
    println!("{} games, {decisions} decisions", sum(|tally| tally.games));
    println!(
        "{calls} close calls, {against} against what was measured; {} games left",
        sum(|t| t.left)
    );
    let seen: BTreeSet<_> = tallies.iter().flat_map(|tally| &tally.seen).collect();
    let differences: Vec<_> = tallies.iter().flat_map(|tally| &tally.differences).collect();
    for difference in differences.iter().take(SHOWN) {
        println!("{difference}");
    }
    assert!(differences.is_empty(), "{} games differ; the first ones are above", differences.len());
    for what in OCCUR {
        assert!(seen.iter().any(|word| *word == what), "{what}: in no game");
    }
}

/// Every rule that can be broken is found broken within so many games.
#[test]
fn every_fault_is_found() {
    let mut missing = Fault::ALL.to_vec();
    let mut recorder = Recorder::new();
    for seed in 0..SEARCHED {
        if missing.is_empty() {
            return;
        }
        recorder.record(seed..seed + 1, |trace| {
            unnoticed(&mut missing, seed + 1, |fault| {
                Some(trace.repeat(Some(fault)).err()?.decision)
            });
        });
    }
    assert!(missing.is_empty(), "{missing:?} in {SEARCHED} games");
}
