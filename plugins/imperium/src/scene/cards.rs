//! Questions about the cards and tokens of players: what they can score, vote for and move.

use cardmill_kernel::card::{Seat, Slot};

use super::{Context, Scene};
use crate::board::Pool;
use crate::choice::Choice;
use crate::effect::EffectKind;
use crate::piece::Place;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Ability, Kind, Outcomes, Timing};

impl<'a> Scene<'a> {
    /// The ability of a card for a timing, with its program.
    #[must_use]
    pub fn timed(self, slot: Slot, timing: Timing) -> Option<(u16, &'a Ability)> {
        let mut abilities = self.catalogue.abilities(self.piece(slot).definition);
        abilities.find(|(_, ability)| ability.timing.contains(&timing))
    }

    /// The strategy cards that nobody has.
    pub fn free_strategy_cards(self) -> impl Iterator<Item = Slot> + 'a {
        let common = move |&slot: &Slot| {
            self.piece(slot).place == Place::Common && self.printed(slot).kind == Kind::Strategy
        };
        self.slots().filter(common)
    }

    /// Tells whether a card is a secret objective.
    #[must_use]
    pub fn is_secret(self, slot: Slot) -> bool {
        self.printed(slot).objective.as_ref().is_some_and(|objective| objective.secret)
    }

    /// Returns `true` for a player who controls each planet of its home system. Where a position
    /// has no home system of the player, nothing is missing.
    fn holds_home(self, seat: Seat) -> bool {
        let mut planets = self.board.planets.iter();
        planets.all(|planet| {
            self.board.system(planet.system).home != Some(seat) || planet.owner == Some(seat)
        })
    }

    /// The objectives whose condition a player fulfils and has not scored. Public ones need the home
    /// system (LRR 61.16).
    pub fn scorable(self, seat: Seat) -> impl Iterator<Item = Slot> + 'a {
        let context = Context::of(seat);
        let public = self.standing(seat).scores_anywhere || self.holds_home(seat);
        let may = move |&slot: &Slot| {
            let piece = self.piece(slot);
            let objective = self.printed(slot).objective.as_ref();
            objective.is_some_and(|objective| {
                let there = if objective.secret {
                    piece.place == Place::Hand && piece.holder == seat
                } else {
                    public && piece.place == Place::Common
                };
                there
                    && !self.board.scored.contains(&(slot, seat))
                    && self.holds(&objective.condition, &context)
                    && self.payable(&objective.cost, seat)
            })
        };
        self.slots().filter(may)
    }

    /// The outcomes of the agenda that is voted on.
    pub fn outcomes(self) -> impl Iterator<Item = u8> + Clone + use<> {
        let printed = self.board.agenda.and_then(|agenda| self.printed(agenda.card).outcomes);
        let elects = printed == Some(Outcomes::ElectPlayer);
        let most = match printed {
            Some(Outcomes::ForAgainst) => 2,
            Some(Outcomes::ElectPlayer) => self.board.players.len() as u8,
            None => 0,
        };
        let eliminated = if elects { self.board.eliminated } else { 0 };
        (0..most).filter(move |outcome| eliminated & 1 << outcome == 0)
    }

    /// Returns `true` for a player who cannot vote on the agenda at hand (LRR 8.16).
    #[must_use]
    pub fn is_barred(&self, seat: Seat) -> bool {
        let kinds = [EffectKind::Barred, EffectKind::BarredForPhase];
        kinds.into_iter().any(|kind| self.has_effect(seat, kind))
    }

    /// The pools into which a player can put a command token.
    pub fn open_pools(&self, seat: Seat) -> impl Iterator<Item = Pool> + Clone + use<> {
        let full = self.gathered.fleet_pool;
        let fleet = full.is_none_or(|most| self.board.player(seat).pools[1] < most);
        Pool::ALL.into_iter().filter(move |&pool| fleet || pool != Pool::Fleet)
    }

    /// The ways in which a player's command tokens can go from pool to pool, with `Done` last.
    pub fn shifts(self, seat: Seat) -> impl Iterator<Item = Choice> {
        let pools = self.board.player(seat).pools;
        let from = Pool::ALL.into_iter().filter(move |&from| pools[from as usize] > 0);
        let open = self.open_pools(seat);
        let shifts = from.flat_map(move |from| {
            let to = open.clone().filter(move |&to| to != from);
            to.map(move |to| Choice::Shift(from, to))
        });
        shifts.chain([Choice::Done])
    }

    /// Every exhausted planet that somebody controls, as a proposal to ready it.
    pub fn exhausted_planets(self) -> impl Iterator<Item = Proposal> + 'a {
        let exhausted = move |&planet: &u8| self.board.planet(planet).exhausted;
        (0..self.board.planets.len() as u8).filter(exhausted).filter_map(move |planet| {
            let owner = self.board.planet(planet).owner?;
            Some(Proposal::new(Verb::ReadyPlanet, owner).on(planet))
        })
    }
}
