//! Tests of those who answer at once, within the resolution.

use cardmill_kernel::card::Seat;
use cardmill_kernel::rules::Resolution;
use cardmill_kernel::table::{Status, Table};

use crate::anonymous::Anonymous;
use crate::anonymous::library::{Fact::*, Library, Policy, Step::*};
use crate::anonymous::play::Play;

/// A game in which each player orders three abilities: two choices of each.
fn game() -> Play {
    let abilities = ["A", "B", "C"].into_iter();
    let library = Library::new(Policy::Blocks, [Happen(vec![0]), Drain]);
    let library = abilities
        .fold(library, |library, name| library.on(Event(0), 0, name, []).on(Event(0), 1, name, []));
    Play::new(library)
}

/// Somebody answers for these seats with the first option, once a tick or on and on.
fn answer_for(play: &mut Play, seats: &'static [Seat], on_and_on: bool) {
    let mut resolution = play.batch.world_mut().resource_mut::<Resolution<Anonymous>>();
    resolution.add_answer(move |at, again| {
        let answers = seats.contains(&at.decision.seat) && (on_and_on || !again);
        if answers {
            at.decision.choose(at.table, 0).expect("there is an option");
        }
        answers
    });
}

fn decisions(play: &Play) -> u32 {
    play.component::<Table>(0).decisions
}

#[test]
fn once_a_tick_or_until_the_game_is_over() {
    let (mut stepwise, mut through) = (game(), game());
    answer_for(&mut stepwise, &[0, 1], false);
    answer_for(&mut through, &[0, 1], true);
    through.batch.tick();
    assert_eq!(through.batch.status(0), Status::Over);
    for tick in 0..decisions(&through) {
        stepwise.batch.tick();
        assert_eq!((stepwise.batch.status(0), decisions(&stepwise)), (Status::Waiting, tick));
    }
    stepwise.batch.tick();
    assert_eq!(stepwise.batch.status(0), Status::Over);
    assert!(decisions(&through) > 3);
    assert_eq!(stepwise.component::<Table>(0).trail, through.component::<Table>(0).trail);
    assert_eq!(stepwise.order(), through.order());
}

#[test]
fn a_table_waits_for_a_seat_that_nobody_here_answers_for() {
    let mut play = game();
    answer_for(&mut play, &[1], true);
    play.batch.tick();
    let waits = |play: &Play| play.batch.status(0) == Status::Waiting;
    let mut own = 0;
    while waits(&play) {
        let before = decisions(&play);
        play.batch.tick();
        assert_eq!((waits(&play), decisions(&play)), (true, before), "nobody has answered");
        play.choose(0, 0);
        own += 1;
        play.batch.tick();
    }
    assert_eq!(play.batch.status(0), Status::Over);
    assert!(own > 0 && decisions(&play) > own, "{own} of {}", decisions(&play));
}
