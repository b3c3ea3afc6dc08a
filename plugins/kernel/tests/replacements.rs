//! Tests of replacement effects: the one that meets a proposal, and the player who picks.

use cardmill_kernel::replacement::{Picker, Substitution};
use cardmill_kernel::roster::Roster;

use crate::anonymous::library::{Change, Fact::*, Library, Policy, Step, Step::*, Token::*};
use crate::anonymous::play::Play;
use crate::anonymous::{Notes, Uses};

const P1: u8 = 0;
const P2: u8 = 1;

fn single(steps: impl Into<Vec<Step>>) -> Library {
    Library::new(Policy::Queue, steps).substitution(Substitution::Single)
}

fn chained(steps: impl Into<Vec<Step>>) -> Library {
    Library::new(Policy::Blocks, steps).substitution(Substitution::Chained)
}

fn uses(play: &Play) -> Vec<u8> {
    let effects = &play.component::<Roster>(0).lists.effects;
    effects.iter().map(|&e| play.batch.world().get::<Uses>(e).expect("an effect").0).collect()
}

// One at most (`S1-08`).

fn invented() -> Play {
    let library = single([Gain(0, Focus)])
        .replace(P1, "evade", Focus, Change::Instead(Evade))
        .replace(P1, "calculate", Focus, Change::Instead(Calculate))
        .on(Gained(Focus), P1, "saw focus", [])
        .on(Gained(Evade), P1, "saw evade", []);
    Play::new(library)
}

#[test]
fn s1_08_one_of_two_is_picked() {
    let mut play = invented();
    play.replaces(P1, &["evade", "calculate"], "evade").ends(&["0 gains 1 Evade", "saw evade"]);
    assert_eq!([Focus, Evade, Calculate].map(|t| play.tokens(0, t)), [0, 1, 0]);
    assert_eq!(uses(&play), [1, 0]);
}

#[test]
fn s1_08_or_the_other() {
    let mut play = invented();
    play.replaces(P1, &["evade", "calculate"], "calculate").ends(&["0 gains 1 Calculate"]);
    assert_eq!([Focus, Evade, Calculate].map(|t| play.tokens(0, t)), [0, 0, 1]);
    assert_eq!(uses(&play), [0, 1]);
}

#[test]
fn s1_08_what_is_gained_instead_is_not_replaced_again() {
    let library = single([Gain(0, Focus)])
        .replace(P1, "evade", Focus, Change::Instead(Evade))
        .replace(P1, "calculate", Evade, Change::Instead(Calculate));
    Play::new(library).ends(&["0 gains 1 Evade"]);
}

#[test]
fn s1_08_each_gain_is_met_anew() {
    let library = single([Gain(0, Focus), Gain(0, Focus)])
        .replace(P1, "evade", Focus, Change::Instead(Evade))
        .replace(P1, "calculate", Focus, Change::Instead(Calculate));
    Play::new(library)
        .replaces(P1, &["evade", "calculate"], "evade")
        .replaces(P1, &["evade", "calculate"], "calculate")
        .ends(&["0 gains 1 Evade", "0 gains 1 Calculate"]);
}

#[test]
fn s1_08_a_mandatory_one_goes_before_an_optional_one() {
    for (mandatory, optional) in [(P1, P1), (P1, P2), (P2, P1)] {
        let library = single([Gain(0, Focus)])
            .may_replace(optional, "evade", Focus, Change::Instead(Evade))
            .replace(mandatory, "calculate", Focus, Change::Instead(Calculate));
        Play::new(library).ends(&["0 gains 1 Calculate"]);
    }
}

#[test]
fn s1_08_each_player_decides_about_their_own_the_affected_one_first() {
    let library = |slot| {
        single([Gain(slot, Focus)])
            .may_replace(P1, "evade", Focus, Change::Instead(Evade))
            .may_replace(P2, "calculate", Focus, Change::Instead(Calculate))
    };
    Play::new(library(0)).replaces(P1, &["evade", "decline"], "evade").ends(&["0 gains 1 Evade"]);
    Play::new(library(0))
        .replaces(P1, &["evade", "decline"], "decline")
        .replaces(P2, &["calculate", "decline"], "calculate")
        .ends(&["0 gains 1 Calculate"]);
    Play::new(library(1))
        .replaces(P2, &["calculate", "decline"], "decline")
        .replaces(P1, &["evade", "decline"], "decline")
        .ends(&["1 gains 1 Focus"]);
}

#[test]
fn s1_08_of_several_mandatory_ones_the_affected_player_s_come_first() {
    let library = single([Gain(1, Focus)])
        .replace(P1, "evade", Focus, Change::Instead(Evade))
        .replace(P2, "calculate", Focus, Change::Instead(Calculate));
    Play::new(library).ends(&["1 gains 1 Calculate"]);
}

#[test]
fn s1_08_a_single_mandatory_one_is_no_question() {
    let library = single([Gain(0, Focus)]).replace(P2, "evade", Focus, Change::Instead(Evade));
    Play::new(library).ends(&["0 gains 1 Evade"]);
}

// The replaced event did not happen.

fn jyn() -> Play {
    let library = single([Gain(0, Focus)])
        .may_replace(P1, "evade", Focus, Change::Instead(Evade))
        .on(Gained(Focus), P1, "saw focus", [])
        .on(Gained(Evade), P2, "saw evade", []);
    Play::new(library)
}

#[test]
fn s1_07_watchers_of_the_original_do_not_trigger() {
    jyn().replaces(P1, &["evade", "decline"], "evade").ends(&["0 gains 1 Evade", "saw evade"]);
}

#[test]
fn s1_07_declined_it_stands() {
    jyn().replaces(P1, &["evade", "decline"], "decline").ends(&["0 gains 1 Focus", "saw focus"]);
}

#[test]
fn two_optional_ones_are_declined_together() {
    let library = || {
        single([Gain(0, Focus)])
            .may_replace(P1, "evade", Focus, Change::Instead(Evade))
            .may_replace(P1, "calculate", Focus, Change::Instead(Calculate))
    };
    let options = ["evade", "calculate", "decline"];
    Play::new(library()).replaces(P1, &options, "decline").ends(&["0 gains 1 Focus"]);
    Play::new(library()).replaces(P1, &options, "calculate").ends(&["0 gains 1 Calculate"]);
}

// One after another while they fit (`S4-57`).

fn armor_and_shield() -> Play {
    let library = chained([Gain(0, Damage)])
        .replace(P1, "armor", Damage, Change::Less(2))
        .replace(P1, "shield", Damage, Change::Spend)
        .on(Gained(Damage), P1, "saw damage", []);
    Play::new(library).with(0, Shield, 1)
}

#[test]
fn s4_77_armor_first_leaves_nothing_for_the_shield() {
    let mut play = armor_and_shield();
    play.replaces(P1, &["armor", "shield"], "armor").ends(&[]);
    assert_eq!([Damage, Shield].map(|t| play.tokens(0, t)), [0, 1]);
    assert_eq!(uses(&play), [1, 0]);
}

#[test]
fn s4_77_shield_first_leaves_nothing_for_the_armor() {
    let mut play = armor_and_shield();
    play.replaces(P1, &["armor", "shield"], "shield").ends(&[]);
    assert_eq!([Damage, Shield].map(|t| play.tokens(0, t)), [0, 0]);
    assert_eq!(uses(&play), [0, 1]);
}

#[test]
fn s4_77_the_rest_is_checked_again_and_applies() {
    let library = chained([Gains(vec![(0, Damage, 3)])])
        .replace(P1, "armor", Damage, Change::Less(2))
        .replace(P1, "shield", Damage, Change::Spend);
    let mut play = Play::new(library).with(0, Shield, 1);
    play.replaces(P1, &["armor", "shield"], "armor").ends(&[]);
    assert_eq!([Damage, Shield].map(|t| play.tokens(0, t)), [0, 0]);
    assert_eq!(uses(&play), [1, 1]);
}

#[test]
fn s4_77_what_comes_instead_can_be_replaced() {
    let library = chained([Gain(0, Focus)])
        .replace(P1, "evade", Focus, Change::Instead(Evade))
        .replace(P1, "calculate", Evade, Change::Instead(Calculate));
    Play::new(library).ends(&["0 gains 1 Calculate"]);
}

#[test]
fn a_part_is_replaced_and_the_rest_is_seen_once() {
    let library = chained([Gains(vec![(0, Damage, 4)])])
        .replace(P1, "armor", Damage, Change::Less(2))
        .on(Gained(Damage), P2, "saw damage", []);
    Play::new(library).ends(&["0 gains 2 Damage", "saw damage"]);
}

#[test]
fn an_optional_one_is_still_declined_after_a_mandatory_one() {
    let library = chained([Gains(vec![(0, Damage, 3)])])
        .replace(P1, "armor", Damage, Change::Less(2))
        .may_replace(P1, "focus", Damage, Change::Instead(Focus));
    Play::new(library)
        .replaces(P1, &["armor", "focus"], "armor")
        .replaces(P1, &["focus", "decline"], "decline")
        .ends(&["0 gains 1 Damage"]);
}

// Who picks.

#[test]
fn s4_79_one_controller_of_all_picks() {
    // Both are the second player's, the card is the first player's.
    let library = chained([Gain(0, Damage)])
        .replace(P2, "focus", Damage, Change::Instead(Focus))
        .replace(P2, "evade", Damage, Change::Instead(Evade));
    Play::new(library).replaces(P2, &["focus", "evade"], "evade").ends(&["0 gains 1 Evade"]);
}

#[test]
fn s4_60_otherwise_the_affected_player_picks() {
    for (slot, affected) in [(0, P1), (1, P2)] {
        let library = chained([Gain(slot, Damage)])
            .replace(P1, "focus", Damage, Change::Instead(Focus))
            .replace(P2, "evade", Damage, Change::Instead(Evade));
        let outcome = format!("{slot} gains 1 Evade");
        Play::new(library).replaces(affected, &["focus", "evade"], "evade").ends(&[&outcome]);
    }
}

#[test]
fn s4_60_the_last_one_left_is_its_controllers() {
    let library = chained([Gains(vec![(0, Damage, 3)])])
        .replace(P1, "armor", Damage, Change::Less(2))
        .may_replace(P2, "focus", Damage, Change::Instead(Focus));
    Play::new(library)
        .replaces(P1, &["armor", "focus"], "armor")
        .replaces(P2, &["focus", "decline"], "focus")
        .ends(&["0 gains 1 Focus"]);
}

#[test]
fn only_its_controller_declines_a_may() {
    let library = || {
        chained([Gain(0, Damage)])
            .may_replace(P1, "focus", Damage, Change::Instead(Focus))
            .may_replace(P2, "evade", Damage, Change::Instead(Evade))
    };
    // The first player puts them in order; the second says whether theirs applies.
    let order = ["focus", "evade"];
    Play::new(library()).replaces(P1, &order, "focus").ends(&["0 gains 1 Focus"]);
    Play::new(library())
        .replaces(P1, &order, "evade")
        .replaces(P2, &["evade", "decline"], "evade")
        .ends(&["0 gains 1 Evade"]);
    Play::new(library())
        .replaces(P1, &order, "evade")
        .replaces(P2, &["evade", "decline"], "decline")
        .replaces(P1, &["focus", "decline"], "decline")
        .ends(&["0 gains 1 Damage"]);
}

#[test]
fn the_affected_player_can_be_the_one_who_picks_in_any_case() {
    let library = |optional: bool| {
        let library = chained([Gain(0, Damage)]).picker(Picker::Affected);
        let add = if optional { Library::may_replace } else { Library::replace };
        let library = add(library, P2, "focus", Damage, Change::Instead(Focus));
        add(library, P2, "evade", Damage, Change::Instead(Evade))
    };
    let order = ["focus", "evade"];
    Play::new(library(false)).replaces(P1, &order, "evade").ends(&["0 gains 1 Evade"]);
    Play::new(library(true))
        .replaces(P1, &order, "evade")
        .replaces(P2, &["evade", "decline"], "decline")
        .replaces(P2, &["focus", "decline"], "focus")
        .ends(&["0 gains 1 Focus"]);
}

// Simultaneous proposals.

#[test]
fn each_proposal_of_a_group_is_met_before_any_is_committed() {
    let library = chained([Gains(vec![(0, Focus, 1), (1, Focus, 1)])])
        .may_replace(P1, "evade", Focus, Change::Instead(Evade))
        .on(Gained(Focus), P1, "saw focus", [])
        .on(Gained(Evade), P1, "saw evade", []);
    let mut play = Play::new(library);
    play.replaces(P1, &["evade", "decline"], "evade");
    play.run();
    assert!(play.component::<Notes>(0).0.is_empty(), "nothing is committed yet");
    play.replaces(P1, &["evade", "decline"], "decline")
        .which(P1, &["saw evade", "saw focus"], "saw focus")
        .ends(&["0 gains 1 Evade", "1 gains 1 Focus", "saw focus", "saw evade"]);
}
