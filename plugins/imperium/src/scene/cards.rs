//! Questions about the cards and tokens of players: what they can score, vote for and move.

use cardmill_kernel::card::{Seat, Slot};

use super::{Context, Scene};
use crate::board::Pool;
use crate::choice::{Choice, Target};
use crate::effect::EffectKind;
use crate::piece::{Place, PlanetId};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Ability, Kind, Outcomes, Timing};

/// The action cards that a player keeps (LRR 2.4).
const HAND: u8 = 7;

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

    /// Tells whether a card is a secret objective that no law has made public.
    #[must_use]
    pub fn is_secret(self, slot: Slot) -> bool {
        let secret =
            self.printed(slot).objective.as_ref().is_some_and(|objective| objective.secret);
        secret && self.piece(slot).place != Place::Common
    }

    /// Tells whether a card is a law in play: of nobody, of a player or attached to a planet (LRR
    /// 7.3, 12).
    #[must_use]
    pub fn is_law(self, slot: Slot) -> bool {
        let place = self.piece(slot).place;
        matches!(place, Place::Common | Place::Area | Place::Planet(_))
            && self.printed(slot).kind == Kind::Agenda
    }

    /// The most action cards that a hand can have (LRR 2.4).
    #[must_use]
    pub fn hand_limit(self) -> usize {
        self.gathered.laws.hand.unwrap_or(HAND).into()
    }

    /// The laws in play (LRR 8.20).
    pub fn laws(self) -> impl Iterator<Item = Slot> + 'a {
        self.slots().filter(move |&slot| self.is_law(slot))
    }

    /// Tells whether a card is a secret objective that somebody has scored.
    #[must_use]
    pub fn is_scored_secret(self, slot: Slot) -> bool {
        let piece = self.piece(slot);
        piece.place == Place::Area && self.printed(slot).kind == Kind::Objective
    }

    /// Tells whether the agenda that was drawn lacks what it needs.
    #[must_use]
    pub fn lacks_need(self, agenda: Slot) -> bool {
        let needs = self.printed(agenda).needs.as_ref();
        needs.is_some_and(|needs| !self.holds(needs, &Context::of(self.board.speaker)))
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
    /// system (LRR 61.16). Those of the action phase are scored by abilities of their own (LRR 61.5).
    pub fn scorable(self, seat: Seat) -> impl Iterator<Item = Slot> + 'a {
        let context = Context::of(seat);
        let public = self.standing(seat).scores_anywhere || self.holds_home(seat);
        let may = move |&slot: &Slot| {
            let piece = self.piece(slot);
            let objective = self.printed(slot).objective.as_ref();
            let objective = objective.filter(|_| self.printed(slot).abilities.is_empty());
            objective.is_some_and(|objective| {
                let there = if self.is_secret(slot) {
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

    /// The outcomes of the agenda that is voted on: 0 for and 1 against, seats, planets, or laws and
    /// objectives by their places among all agendas, or objectives, at the table.
    pub fn outcomes(self) -> impl Iterator<Item = u8> + Clone + use<> {
        let printed =
            self.board.agenda.and_then(|agenda| self.printed(agenda.card).outcomes.as_ref());
        let ranks = |kind, fits: &dyn Fn(Slot) -> bool| -> Vec<u8> {
            (0..).zip(self.of_kind(kind)).filter(|&(_, slot)| fits(slot)).map(|(n, _)| n).collect()
        };
        let all: Vec<u8> = match printed {
            None => Vec::new(),
            Some(Outcomes::ForAgainst) => vec![0, 1],
            Some(Outcomes::ElectPlayer) => {
                let seats = 0..self.board.players.len() as Seat;
                seats.filter(|&seat| self.board.is_in_game(seat)).collect()
            }
            Some(Outcomes::ElectPlanet(filter)) => {
                let context = Context::of(self.board.speaker);
                let planets = 0..self.board.planets.len() as PlanetId;
                let fits = |&planet: &PlanetId| {
                    self.board.planet(planet).owner.is_some()
                        && self.planet_fits(filter, planet, &context)
                };
                planets.filter(fits).collect()
            }
            Some(Outcomes::ElectLaw) => ranks(Kind::Agenda, &|slot| self.is_law(slot)),
            Some(Outcomes::ElectScoredSecret) => {
                ranks(Kind::Objective, &|slot| self.is_scored_secret(slot))
            }
        };
        all.into_iter()
    }

    fn of_kind(self, kind: Kind) -> impl Iterator<Item = Slot> + 'a {
        self.slots().filter(move |&slot| self.printed(slot).kind == kind)
    }

    /// The thing that an outcome of an agenda elects; nothing for `For` and `Against`.
    #[must_use]
    pub fn elected(self, agenda: Slot, outcome: u8) -> Target {
        let ranked = |kind| {
            let slot = self.of_kind(kind).nth(outcome.into());
            slot.map_or(Target::None, |slot| Target::Piece(self.reference(slot)))
        };
        match self.printed(agenda).outcomes {
            None | Some(Outcomes::ForAgainst) => Target::None,
            Some(Outcomes::ElectPlayer) => Target::Player(outcome),
            Some(Outcomes::ElectPlanet(_)) => Target::Planet(outcome),
            Some(Outcomes::ElectLaw) => ranked(Kind::Agenda),
            Some(Outcomes::ElectScoredSecret) => ranked(Kind::Objective),
        }
    }

    /// Returns `true` for a player who cannot vote on the agenda at hand (LRR 8.16).
    #[must_use]
    pub fn is_barred(&self, seat: Seat) -> bool {
        let kinds = [EffectKind::Barred, EffectKind::BarredForPhase];
        self.standing(seat).no_vote || kinds.into_iter().any(|kind| self.has_effect(seat, kind))
    }

    /// The pools into which a player can put a command token.
    pub fn open_pools(&self, seat: Seat) -> impl Iterator<Item = Pool> + Clone + use<> {
        let full = self.gathered.laws.fleet_pool;
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
