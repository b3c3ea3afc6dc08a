//! Tests of the order of abilities that wait at the same time, row by row.

use cardmill_kernel::decision::{Decision, Refused};
use cardmill_kernel::roster::Lists;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::{Fault, Status, TICK_BOUND, Table};

use crate::anonymous::Anonymous;
use crate::anonymous::Prompt::First;
use crate::anonymous::library::{Change, Fact::*, Library, Policy, Step::*, Token::*};
use crate::anonymous::play::Play;

const P1: u8 = 0;
const P2: u8 = 1;

fn game(policy: Policy) -> Library {
    Library::new(policy, [Happen(vec![0])])
}

// Blocks (`S0-26`).

fn two_and_two(lead: u8) -> Play {
    let library = game(Policy::Blocks).seats(2, lead);
    Play::new(library.plain(P1, &["A", "B"]).plain(P2, &["X", "Y"]))
}

#[test]
fn s0_26_own_block_first() {
    two_and_two(P1)
        .asks(P1, First, &["player 0", "player 1"], "player 0")
        .which(P1, &["A", "B"], "B")
        .which(P2, &["X", "Y"], "Y")
        .ends(&["B", "A", "Y", "X"]);
}

#[test]
fn s0_26_other_block_first() {
    two_and_two(P1)
        .asks(P1, First, &["player 0", "player 1"], "player 1")
        .which(P2, &["X", "Y"], "X")
        .which(P1, &["A", "B"], "A")
        .ends(&["X", "Y", "A", "B"]);
}

#[test]
fn s0_26_the_second_player_is_active() {
    two_and_two(P2)
        .asks(P2, First, &["player 0", "player 1"], "player 0")
        .which(P1, &["A", "B"], "A")
        .which(P2, &["X", "Y"], "Y")
        .ends(&["A", "B", "Y", "X"]);
}

#[test]
fn s0_26_the_active_player_chooses_again_among_three() {
    let library =
        game(Policy::Blocks).seats(3, 1).plain(0, &["A"]).plain(1, &["B"]).plain(2, &["C"]);
    Play::new(library)
        .asks(1, First, &["player 0", "player 1", "player 2"], "player 2")
        .asks(1, First, &["player 0", "player 1"], "player 1")
        .ends(&["C", "B", "A"]);
}

#[test]
fn s0_26_a_player_picks_each_time() {
    let library = game(Policy::Blocks).plain(P2, &["X", "Y", "Z"]);
    Play::new(library)
        .which(P2, &["X", "Y", "Z"], "Y")
        .which(P2, &["X", "Z"], "Z")
        .ends(&["Y", "Z", "X"]);
}

#[test]
fn s0_26_one_ability_is_no_question() {
    Play::new(game(Policy::Blocks).plain(P2, &["X"])).ends(&["X"]);
}

#[test]
fn s0_27_nested_before_the_rest_of_its_batch() {
    let library = game(Policy::Blocks)
        .on(Event(0), P1, "A", [Happen(vec![1])])
        .plain(P1, &["C"])
        .on(Event(1), P1, "B", []);
    Play::new(library).which(P1, &["A", "C"], "A").ends(&["A", "B", "C"]);
}

#[test]
fn s0_27_nested_of_the_other_player_inside_a_block() {
    let library = game(Policy::Blocks)
        .on(Event(0), P1, "A", [Happen(vec![1])])
        .plain(P1, &["C", "D"])
        .plain(P2, &["X"])
        .on(Event(1), P1, "B", [])
        .on(Event(1), P2, "Y", []);
    // The nested layer has its own blocks; afterwards the outer block goes on.
    Play::new(library)
        .asks(P1, First, &["player 0", "player 1"], "player 0")
        .which(P1, &["A", "C", "D"], "A")
        .asks(P1, First, &["player 0", "player 1"], "player 1")
        .which(P1, &["C", "D"], "D")
        .ends(&["A", "Y", "B", "D", "C", "X"]);
}

#[test]
fn s0_27_each_layer_is_finished_before_the_one_below() {
    let library = game(Policy::Blocks)
        .on(Event(0), P1, "A", [Happen(vec![1])])
        .plain(P1, &["C"])
        .on(Event(1), P1, "B", [Happen(vec![2])])
        .on(Event(1), P1, "D", [])
        .on(Event(2), P2, "X", []);
    Play::new(library)
        .which(P1, &["A", "C"], "A")
        .which(P1, &["B", "D"], "B")
        .ends(&["A", "B", "X", "D", "C"]);
}

#[test]
fn alike_abilities_are_one_option() {
    let library = Library::new(Policy::Blocks, [Happen(vec![0, 0])]).plain(P1, &["A"]);
    Play::new(library).ends(&["A", "A"]);
    let library = Library::new(Policy::Blocks, [Happen(vec![0, 0])]).plain(P1, &["A", "B"]);
    Play::new(library)
        .which(P1, &["A", "B"], "A")
        .which(P1, &["B", "A"], "A")
        .ends(&["A", "A", "B", "B"]);
}

// Queue (`S1-05`).

#[test]
fn s1_05_first_players_block_then_the_seconds() {
    let library =
        game(Policy::Queue).seats(2, P2).plain(P1, &["A", "B"]).plain(P2, &["X", "Y", "Z"]);
    // Both orders are fixed before anything resolves.
    let mut play = Play::new(library);
    play.which(P2, &["X", "Y", "Z"], "Z").which(P2, &["X", "Y"], "X");
    play.which(P1, &["A", "B"], "B");
    assert_eq!(play.order(), [""; 0]);
    play.ends(&["Z", "X", "Y", "B", "A"]);
}

#[test]
fn s1_05_one_each_is_no_question() {
    Play::new(game(Policy::Queue).seats(2, P2).plain(P1, &["A"]).plain(P2, &["X"]))
        .ends(&["X", "A"]);
    Play::new(game(Policy::Queue).seats(2, P1).plain(P2, &["X"]).plain(P1, &["A"]))
        .ends(&["A", "X"]);
}

#[test]
fn s1_10_a_replacement_is_not_queued() {
    let library = game(Policy::Queue)
        .on(Event(0), P1, "A", [Gain(0, Focus)])
        .plain(P1, &["C"])
        .replace(P1, "evade instead", Focus, Change::Instead(Evade));
    Play::new(library).which(P1, &["A", "C"], "A").ends(&["A", "0 gains 1 Evade", "C"]);
}

#[test]
fn s1_10_a_nested_batch_goes_to_the_front() {
    let library = game(Policy::Queue)
        .on(Event(0), P1, "A", [Happen(vec![1])])
        .plain(P1, &["B"])
        .plain(P2, &["X"])
        .on(Event(1), P2, "Y", [])
        .on(Event(1), P1, "C", [])
        .on(Event(1), P1, "D", []);
    Play::new(library)
        .which(P1, &["A", "B"], "A")
        .which(P1, &["C", "D"], "D")
        .ends(&["A", "D", "C", "Y", "B", "X"]);
}

#[test]
fn s1_10_a_batch_per_group() {
    let library = Library::new(Policy::Queue, [Happen(vec![0]), Drain, Happen(vec![1])])
        .plain(P2, &["X"])
        .on(Event(1), P1, "A", []);
    Play::new(library).ends(&["X", "A"]);
}

#[test]
fn s1_10_abilities_that_trigger_on_queued_delayed_effects_wait() {
    let library = Library::new(Policy::Queue, [Happen(vec![0]), Due(vec![2, 3])])
        .on(Event(0), P1, "A", [])
        .delayed(P1, "D", [Happen(vec![1])])
        .delayed(P2, "E", [])
        .on(Event(1), P1, "B", []);
    Play::new(library).which(P1, &["A", "B"], "B").ends(&["D", "E", "B", "A"]);
}

#[test]
fn delayed_effects_go_ahead_under_every_policy() {
    for policy in [Policy::Blocks, Policy::Queue] {
        let library = Library::new(policy, [Happen(vec![0]), Due(vec![2, 3])])
            .plain(P1, &["A"])
            .delayed(P2, "D", [])
            .delayed(P2, "E", []);
        Play::new(library).which(P2, &["D", "E"], "E").ends(&["E", "D", "A"]);
    }
}

// Rounds (`S3-19` to `S3-25`).

const A: u8 = 0;
const B: u8 = 1;
const C: u8 = 2;

fn alice_bob_cheng() -> Play {
    let library = game(Policy::Rounds)
        .seats(3, A)
        .plain(A, &["A1", "A2", "A3", "A4"])
        .plain(B, &["B1"])
        .plain(C, &["C1", "C2"]);
    Play::new(library)
}

#[test]
fn s3_19_order_from_the_active_player() {
    // Seats in the order of what the players hold: 1, 2, 5, 6, 7, 8; Trade is third.
    let mut library = game(Policy::Rounds).seats(6, 2);
    for (seat, name) in ["1", "2", "5", "6", "7", "8"].into_iter().enumerate() {
        library = library.plain(seat as u8, &[name, &format!("{name} again")]);
    }
    let mut play = Play::new(library);
    for (seat, name) in [(2, "5"), (3, "6"), (4, "7"), (5, "8"), (0, "1"), (1, "2")] {
        play.which(seat, &[name, &format!("{name} again"), "decline"], name);
    }
    play.which(2, &["5 again", "decline"], "decline");
    for (seat, name) in [(3, "6"), (4, "7"), (5, "8"), (0, "1"), (1, "2")] {
        play.which(seat, &[&format!("{name} again"), "decline"], "decline");
    }
    play.ends(&["5", "6", "7", "8", "1", "2"]);
}

#[test]
fn s3_20_never_back_to_back_while_another_wants_one() {
    let library = game(Policy::Rounds).plain(P1, &["A1", "A2"]).plain(P2, &["B1", "B2"]);
    Play::new(library)
        .which(P1, &["A1", "A2", "decline"], "A1")
        .which(P2, &["B1", "B2", "decline"], "B1")
        .which(P1, &["A2", "decline"], "A2")
        .which(P2, &["B2", "decline"], "B2")
        .ends(&["A1", "B1", "A2", "B2"]);
}

#[test]
fn s3_21_alice_bob_cheng() {
    alice_bob_cheng()
        .which(A, &["A1", "A2", "A3", "A4", "decline"], "A1")
        .which(B, &["B1", "decline"], "B1")
        .which(C, &["C1", "C2", "decline"], "C1")
        .which(A, &["A2", "A3", "A4", "decline"], "A2")
        .which(C, &["C2", "decline"], "C2")
        .which(A, &["A3", "A4", "decline"], "A3")
        .which(A, &["A4", "decline"], "A4")
        .ends(&["A1", "B1", "C1", "A2", "C2", "A3", "A4"]);
}

#[test]
fn s3_22_one_lap_of_declines() {
    alice_bob_cheng()
        .which(A, &["A1", "A2", "A3", "A4", "decline"], "decline")
        .which(B, &["B1", "decline"], "decline")
        .which(C, &["C1", "C2", "decline"], "decline")
        .ends(&[]);
}

#[test]
fn s3_23_decline_and_come_back() {
    alice_bob_cheng()
        .which(A, &["A1", "A2", "A3", "A4", "decline"], "decline")
        .which(B, &["B1", "decline"], "decline")
        .which(C, &["C1", "C2", "decline"], "C1")
        .which(A, &["A1", "A2", "A3", "A4", "decline"], "A1")
        .which(B, &["B1", "decline"], "decline")
        .which(C, &["C2", "decline"], "decline")
        .which(A, &["A2", "A3", "A4", "decline"], "decline")
        .ends(&["C1", "A1"]);
}

#[test]
fn s3_24_declined_at_her_second_opportunity() {
    alice_bob_cheng()
        .which(A, &["A1", "A2", "A3", "A4", "decline"], "A1")
        .which(B, &["B1", "decline"], "B1")
        .which(C, &["C1", "C2", "decline"], "C1")
        .which(A, &["A2", "A3", "A4", "decline"], "decline")
        .which(C, &["C2", "decline"], "C2")
        .which(A, &["A2", "A3", "A4", "decline"], "A3")
        .which(A, &["A2", "A4", "decline"], "A4")
        .which(A, &["A2", "decline"], "decline")
        .ends(&["A1", "B1", "C1", "C2", "A3", "A4"]);
}

#[test]
fn s3_25_declined_after_everyone_else_is_done() {
    alice_bob_cheng()
        .which(A, &["A1", "A2", "A3", "A4", "decline"], "A1")
        .which(B, &["B1", "decline"], "B1")
        .which(C, &["C1", "C2", "decline"], "C1")
        .which(A, &["A2", "A3", "A4", "decline"], "A2")
        .which(C, &["C2", "decline"], "C2")
        .which(A, &["A3", "A4", "decline"], "decline")
        .ends(&["A1", "B1", "C1", "A2", "C2"]);
}

#[test]
fn s3_25_what_was_lost_does_not_come_back_in_the_next_window() {
    let library = Library::new(Policy::Rounds, [Happen(vec![0]), Drain, Happen(vec![1])])
        .plain(P1, &["A"])
        .on(Event(1), P2, "B", []);
    Play::new(library)
        .which(P1, &["A", "decline"], "decline")
        .which(P2, &["B", "decline"], "B")
        .ends(&["B"]);
}

#[test]
fn rounds_nested_window_then_the_next_player() {
    let library = game(Policy::Rounds)
        .seats(3, B)
        .plain(A, &["A1"])
        .on(Event(0), B, "B1", [Happen(vec![1])])
        .plain(B, &["B2"])
        .plain(C, &["C1"])
        .on(Event(1), B, "nested", []);
    // The declines inside the nested window are not the outer window's.
    Play::new(library)
        .which(B, &["B1", "B2", "decline"], "B1")
        .which(B, &["nested", "decline"], "decline")
        .which(C, &["C1", "decline"], "decline")
        .which(A, &["A1", "decline"], "decline")
        .which(B, &["B2", "decline"], "decline")
        .ends(&["B1"]);
}

#[test]
fn rounds_stay_open_over_a_mandatory_ability() {
    let library = game(Policy::Rounds)
        .seats(3, A)
        .plain(A, &["A1"])
        .plain(B, &["B1", "M"])
        .must()
        .plain(C, &["C1"]);
    // After a lap of declines nobody is asked again before the mandatory one has resolved; it is
    // the only option and resolves without a question. Then everybody has a fresh opportunity.
    Play::new(library)
        .which(A, &["A1", "decline"], "decline")
        .which(B, &["B1", "M", "decline"], "decline")
        .which(C, &["C1", "decline"], "decline")
        .which(C, &["C1", "decline"], "decline")
        .which(A, &["A1", "decline"], "A1")
        .which(B, &["B1", "decline"], "decline")
        .which(C, &["C1", "decline"], "decline")
        .ends(&["M", "A1"]);
}

#[test]
fn rounds_force_only_what_is_mandatory() {
    let library =
        game(Policy::Rounds).plain(P1, &["A"]).plain(P2, &["M"]).must().plain(P2, &["N"]).must();
    let library = library.plain(P2, &["B"]);
    Play::new(library)
        .which(P1, &["A", "decline"], "decline")
        .which(P2, &["M", "N", "B", "decline"], "decline")
        .which(P2, &["M", "N"], "N")
        .which(P1, &["A", "decline"], "decline")
        .which(P2, &["M", "B", "decline"], "decline")
        .which(P1, &["A", "decline"], "decline")
        .which(P2, &["B", "decline"], "decline")
        .ends(&["N", "M"]);
}

#[test]
fn rounds_mandatory_may_be_chosen_in_time() {
    let library = game(Policy::Rounds).plain(P1, &["M"]).must().plain(P2, &["B"]);
    Play::new(library)
        .which(P1, &["M", "decline"], "M")
        .which(P2, &["B", "decline"], "decline")
        .ends(&["M"]);
}

#[test]
fn s3_30_rounds_go_in_any_order() {
    let library = game(Policy::Rounds).seats(4, 0).order(&[2, 0, 3, 1]);
    let library = library.plain(0, &["A"]).plain(1, &["B"]).plain(2, &["C"]).plain(3, &["D"]);
    Play::new(library)
        .which(2, &["C", "decline"], "decline")
        .which(0, &["A", "decline"], "decline")
        .which(3, &["D", "decline"], "D")
        .which(1, &["B", "decline"], "decline")
        .which(2, &["C", "decline"], "C")
        .which(0, &["A", "decline"], "A")
        .which(1, &["B", "decline"], "B")
        .ends(&["D", "C", "A", "B"]);
}

#[test]
fn s3_07_what_is_gained_in_a_window_is_used_in_it() {
    let library = game(Policy::Rounds).plain(P1, &["A"]).plain(P2, &["X"]);
    let library = library.plain(P1, &["gained"]).after("X");
    Play::new(library)
        .which(P1, &["A", "decline"], "decline")
        .which(P2, &["X", "decline"], "X")
        .which(P1, &["A", "gained", "decline"], "gained")
        .which(P1, &["A", "decline"], "decline")
        .ends(&["X", "gained"]);
}

#[test]
fn s3_13_what_is_lost_in_a_window_is_not_forced() {
    let library = game(Policy::Rounds).plain(P1, &["A"]);
    let library = library.plain(P2, &["M"]).must().until("A");
    Play::new(library).which(P1, &["A", "decline"], "A").ends(&["A"]);
}

#[test]
fn s3_17_one_of_a_name_in_a_window() {
    let library = Library::new(Policy::Rounds, [Happen(vec![0]), Happen(vec![0])]);
    let library = library.plain(P1, &["A"]).named(1).plain(P1, &["B"]).named(1);
    let library = library.plain(P2, &["X"]).named(2);
    Play::new(library)
        .which(P1, &["A", "B", "decline"], "A")
        .which(P2, &["X", "decline"], "X")
        .which(P1, &["A", "B", "decline"], "B")
        .which(P2, &["X", "decline"], "decline")
        .ends(&["A", "X", "B"]);
}

#[test]
fn s3_28_before_then_when_then_after() {
    let library = Library::new(Policy::Rounds, [Happen(vec![0]), Happen(vec![1])])
        .on(Before(1), P1, "before next", [])
        .on(Event(0), P1, "after", [])
        .on(When(0), P2, "when", [Gain(1, Focus)])
        .on(Before(0), P2, "before", []);
    Play::new(library)
        .which(P2, &["before", "decline"], "before")
        .which(P2, &["when", "decline"], "when")
        .which(P1, &["after", "decline"], "after")
        .which(P1, &["before next", "decline"], "before next")
        .ends(&["before", "when", "1 gains 1 Focus", "after", "before next"]);
}

// What cannot be is set aside.

#[test]
fn an_ability_of_nobody_at_the_table_is_a_fault() {
    for policy in [Policy::Blocks, Policy::Queue] {
        let mut play = Play::new(game(policy).plain(5, &["A"]).must());
        play.run();
        assert_eq!(play.batch.status(0), Status::Quarantined, "{policy:?}");
        assert!(
            matches!(play.component::<Table>(0).fault, Some(Fault::Invariant(_))),
            "{policy:?}"
        );
    }
}

#[test]
fn a_game_past_the_bound_on_ticks_is_set_aside_even_if_it_asks() {
    for (ticks, status) in
        [(TICK_BOUND - 2, Status::Quarantined), (TICK_BOUND - 3, Status::Waiting)]
    {
        let mut play = two_and_two(P1);
        let table = play.batch.table(0);
        let mut table = play.batch.world_mut().get_mut::<Table>(table).expect("a table");
        table.ticks = ticks;
        // The question comes in the third pass.
        play.run();
        assert_eq!(play.batch.status(0), status);
        let endless = play.component::<Table>(0).fault == Some(Fault::Endless);
        assert_eq!(endless, status == Status::Quarantined);
    }
}

#[test]
fn an_option_that_does_not_exist_changes_nothing() {
    let mut play = two_and_two(P1);
    let choose = |play: &mut Play, index| {
        let table = play.batch.table(0);
        let mut entity = play.batch.world_mut().entity_mut(table);
        let (mut table, mut decision) = entity
            .get_components_mut::<(&mut Table, &mut Decision<Anonymous>)>()
            .expect("a table has a decision");
        decision.choose(&mut table, index)
    };
    assert_eq!(choose(&mut play, 0), Err(Refused::NotWaiting));
    play.run();
    let before = play.batch.digest(0, Lists { cards: 2, ..Lists::default() });
    let refused = Err(Refused::NoSuchOption { index: 2, count: 2 });
    assert_eq!(choose(&mut play, 2), refused);
    assert_eq!(play.batch.digest(0, Lists { cards: 2, ..Lists::default() }), before);
    assert_eq!(choose(&mut play, 1), Ok(()));
    assert_eq!(play.component::<Table>(0).decisions, 1);
}

#[test]
fn more_abilities_than_an_option_can_name_are_a_fault() {
    let library = Library::new(Policy::Blocks, [Happen(vec![0; 257])]).plain(P1, &["A"]);
    let mut play = Play::new(library);
    play.run();
    assert!(matches!(play.component::<Table>(0).fault, Some(Fault::Overflow(_))));
    let library = Library::new(Policy::Blocks, [Happen(vec![0; 256])]).plain(P1, &["A"]);
    let mut play = Play::new(library);
    play.run();
    assert_eq!(play.batch.status(0), Status::Over);
    assert!(play.component::<Stack<Anonymous>>(0).waiting.is_empty());
}
