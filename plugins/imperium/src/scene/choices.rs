//! The options of the choices of abilities.

use cardmill_kernel::card::Seat;

use super::{Context, Scene};
use crate::choice::{Choice as Answer, Target};
use crate::piece::{Place, PlanetId, SystemId};
use crate::vocabulary::{Ability, Choice, Kind};

impl Scene<'_> {
    /// The options of a choice of an ability that has picked these things so far: units that are
    /// alike count as one.
    #[must_use]
    pub fn choosable(self, choice: &Choice, context: &Context, picked: &[Target]) -> Vec<Answer> {
        let board = self.board;
        let all = 0..board.players.len() as Seat;
        let players = all.filter(|&seat| board.is_in_game(seat));
        match choice {
            Choice::Figure(filter) => {
                let fitting = self.fitting(filter, context).map(|(slot, _)| slot);
                let left =
                    fitting.filter(|&slot| !picked.contains(&Target::Piece(self.reference(slot))));
                self.unlike(left).into_iter().map(Answer::Piece).collect()
            }
            Choice::Planet(filter) => {
                let all = 0..board.planets.len() as PlanetId;
                let fitting = all.filter(|&planet| self.planet_fits(filter, planet, context));
                fitting.map(Answer::Planet).collect()
            }
            Choice::System(filter) => {
                let all = 0..board.systems.len() as SystemId;
                let fitting = all.filter(|&system| self.system_fits(filter, system, context));
                fitting.map(Answer::System).collect()
            }
            Choice::OtherPlayer => {
                players.filter(|&seat| seat != context.seat).map(Answer::Player).collect()
            }
            Choice::NotSpeaker => {
                players.filter(|&seat| seat != board.speaker).map(Answer::Player).collect()
            }
            Choice::Player(filter) => {
                let fits = |&seat: &Seat| self.player_fits(filter, seat, context);
                players.filter(fits).map(Answer::Player).collect()
            }
            Choice::Law => self.laws().map(Answer::Piece).collect(),
            Choice::ExhaustedTechnology => {
                self.exhausted_technologies(context.seat, context).map(Answer::Piece).collect()
            }
            Choice::StrategyCard(whose) => {
                let of = players.filter(|&seat| self.is(*whose, seat, context));
                let cards = of.flat_map(|seat| self.cards(seat, Place::Area, Kind::Strategy));
                cards.map(Answer::Piece).collect()
            }
            Choice::ActionCard(whose) => {
                let of = players.filter(|&seat| self.is(*whose, seat, context));
                let cards = of.flat_map(|seat| self.cards(seat, Place::Hand, Kind::Action));
                cards.map(Answer::Piece).collect()
            }
            Choice::Technology(whose) => {
                let of = players.filter(|&seat| self.is(*whose, seat, context));
                self.gainable(context.seat, of).into_iter().map(Answer::Piece).collect()
            }
            Choice::Outcome => self.outcomes().map(Answer::Outcome).collect(),
        }
    }

    /// Tells whether there is anything to choose for what an ability announces, if it announces
    /// something (LRR 2.6a).
    #[must_use]
    pub fn can_announce(self, ability: &Ability, context: &Context) -> bool {
        let any = |choice| !self.choosable(choice, context, &[]).is_empty();
        ability.announces.is_empty() || ability.announces.iter().any(any)
    }
}
