//! Agents that answer at once, within the resolution of their table.

use bevy_app::App;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::rules::{At, Resolution};

use crate::agent::{Agent, Seated};
use crate::log::Chronicled;

/// Adds an agent to the games of a World: it answers for the seats that are given to it, with the
/// option that `choose` says by its number, once a tick or, where those who sit there
/// [play on](crate::agent::play_on), until the game is over.
pub fn add<R: Chronicled>(
    app: &mut App,
    agent: Agent,
    mut choose: impl FnMut(&mut At<'_, R>) -> usize + Send + Sync + 'static,
) {
    app.world_mut().resource_mut::<Resolution<R>>().add_answer(move |at, again| {
        let seat = at.decision.seat;
        let seated = R::company(&mut at.state).seated;
        let answers =
            seated.is_some_and(|seated| (!again || seated.plays_on()) && seated.has(seat, agent));
        if answers {
            let option = choose(at);
            let taken = at.decision.choose(at.table, option);
            debug_assert!(taken.is_ok(), "an agent chooses one of the options");
        }
        answers
    });
}

/// The place of the option with the highest score, the first of equal ones; 0 if there is none.
pub fn highest<C: Copy, S: Ord>(options: &[C], mut score: impl FnMut(C) -> S) -> usize {
    let mut best: Option<(usize, S)> = None;
    for (place, &option) in options.iter().enumerate() {
        let score = score(option);
        if best.as_ref().is_none_or(|(_, most)| score > *most) {
            best = Some((place, score));
        }
    }
    best.map_or(0, |(place, _)| place)
}

/// Adds [`Agent::RANDOM`]: it chooses uniformly among the legal options.
pub fn add_random<R: Chronicled>(app: &mut App) {
    Registry::guest::<Seated>(app.world_mut());
    app.world_mut().resource_mut::<Resolution<R>>().add_answer(|at, again| {
        let (seat, count) = (at.decision.seat, at.decision.options.len());
        let seated = R::company(&mut at.state).seated;
        let option = seated.and_then(|seated| seated.at_random(seat, count, again));
        option.is_some_and(|option| at.decision.choose(at.table, option).is_ok())
    });
}

#[cfg(test)]
mod tests {
    use super::highest;

    #[test]
    fn the_first_of_the_highest_is_taken() {
        assert_eq!(highest(&[3, 7, 7, 5], |n| n), 1);
        assert_eq!(highest(&[3, 7, 7, 5], |n| -n), 0);
        assert_eq!(highest(&[4, 4], |_| i64::MIN), 0);
        assert_eq!(highest(&[], |n: u8| n), 0);
    }
}
