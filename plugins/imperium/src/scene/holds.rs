//! Conditions, and whether they hold.

use cardmill_kernel::card::{Seat, Slot};

use super::{Context, Scene};
use crate::board::Player;
use crate::piece::{Place, PlanetId, SystemId};
use crate::proposal::{Hits, Proposal, Verb};
use crate::vocabulary::{
    Colour, Condition, Constant, Definition, Edition, Gain, Kind, Outcomes, UnitType, Whose,
};

impl Scene<'_> {
    /// Tells whether a condition holds for the player of a context.
    #[must_use]
    pub fn holds(&self, condition: &Condition, context: &Context) -> bool {
        let seat = context.seat;
        let player = self.board.player(seat);
        let systems = 0..self.board.systems.len() as SystemId;
        let hits = || self.hits(context);
        match condition {
            Condition::Figures(filter, n) => {
                let figures = self.fitting(filter, context);
                figures.take(usize::from(*n)).count() == usize::from(*n)
            }
            Condition::Planets(filter, n) => {
                let planets = 0..self.board.planets.len() as PlanetId;
                let fitting = planets.filter(|&p| self.planet_fits(filter, p, context));
                fitting.take(usize::from(*n)).count() == usize::from(*n)
            }
            Condition::ActiveSystem(filter) => {
                self.active_system(context).is_some_and(|s| self.system_fits(filter, s, context))
            }
            Condition::AnySystem(filter) => {
                systems.into_iter().any(|s| self.system_fits(filter, s, context))
            }
            Condition::Systems(filter, n) => {
                // Where the player has ships is looked up once for all.
                let sailed = match filter.ships_of {
                    Some(Whose::You) if filter.or.is_empty() => self.sailed(seat),
                    _ => u64::MAX,
                };
                let systems = systems.filter(|&s| sailed & 1 << s != 0);
                let fitting = systems.filter(|&s| self.system_fits(filter, s, context));
                fitting.take(usize::from(*n)).count() == usize::from(*n)
            }
            Condition::InCombat => self
                .board
                .combat
                .is_some_and(|combat| combat.opponent(seat).is_some() && !combat.drawn),
            Condition::InSpaceCombat => self.space_opponent(seat).is_some(),
            Condition::Fights => {
                let here = self.board.system;
                let ships = |seat| here.is_some_and(|at| self.ships(at, seat).next().is_some());
                self.space_opponent(seat).is_some_and(|opponent| ships(seat) && ships(opponent))
            }
            Condition::FirstRound => self.board.combat.is_some_and(|combat| combat.round == 1),
            Condition::HitsInSpaceCombat => {
                let in_space = self.board.combat.is_some_and(|combat| combat.planet.is_none());
                let against = [Hits::SpaceCombat, Hits::Barrage, Hits::Ability];
                in_space && hits().is_some_and(|hits| against.contains(&hits))
            }
            Condition::HitsOfSpaceCannon => {
                matches!(hits(), Some(Hits::SpaceCannon | Hits::CannonDefense))
            }
            Condition::HitsOfBombardment => hits() == Some(Hits::Bombardment),
            Condition::HitsOfYours => context.event.is_some_and(|event| event.other == seat),
            Condition::PlayedIsNot(name) => {
                context.event.is_some_and(|event| self.printed(event.subject.slot).name != *name)
            }
            Condition::SubjectCanBeDirectlyHit => context.event.is_some_and(|event| {
                let unit = self.figure_card(event.subject.slot).unit;
                let can = unit.is_some_and(|u| u.unit.is_ship() && !u.immune_to_direct_hit);
                self.is_current(event.subject) && can
            }),
            Condition::SubjectIsShip => self.subject_is_ship(context),
            Condition::SubjectIs(types) => {
                self.subject(context).is_some_and(|unit| types.contains(&unit))
            }
            Condition::LastShip => context.event.is_some_and(|event| {
                let system = self.system_of(event.subject.slot);
                let ships = system.map(|system| self.ships(system, event.seat).count());
                ships == Some(1) && self.subject_is_ship(context)
            }),
            Condition::LastGroundForce => context.event.is_some_and(|event| {
                let place = self.piece(event.subject.slot).place;
                let Place::Planet(planet) = place else { return false };
                let forces = self.ground(planet, event.seat).count();
                forces == 1 && self.subject(context).is_some_and(UnitType::is_ground_force)
            }),
            Condition::TradeGoods(n) => player.trade_goods >= *n,
            Condition::Resources(n) => self.spendable(seat, false) >= i16::from(*n),
            Condition::AboutThisCard => {
                context.event.is_some_and(|event| event.subject.slot == context.source.slot)
            }
            Condition::ControlsMecatol => self.planets(seat).any(|p| self.board.planet(p).mecatol),
            Condition::InPlay => {
                let card = self.piece(context.source.slot);
                card.place == Place::Area && card.holder == seat
            }
            Condition::Upgrades(n) => self.upgraded(seat) >= usize::from(*n),
            Condition::PlanetsOfOneTrait(n) => {
                let traits = |of| {
                    self.planets(seat).filter(|&p| self.board.planet(p).trait_ == Some(of)).count()
                };
                use crate::vocabulary::Trait::{Cultural, Hazardous, Industrial};
                [Cultural, Hazardous, Industrial].map(traits).iter().any(|c| *c >= usize::from(*n))
            }
            Condition::Specialties(n) => {
                let with = self.planets(seat).filter(|&p| self.board.planet(p).specialty.is_some());
                with.count() >= usize::from(*n)
            }
            Condition::InReinforcements(unit) => self.in_reinforcements(seat, *unit),
            Condition::ExhaustedTechnology => {
                self.exhausted_technologies(seat, context).next().is_some()
            }
            Condition::CanResearch => self.can_research(seat),
            Condition::PairsOfColours(n) => {
                self.colours(seat).iter().filter(|count| **count >= 2).count() >= usize::from(*n)
            }
            Condition::OfOneColour(n) => self.colours(seat).iter().any(|count| count >= n),
            Condition::FactionTechnologies(n) => self.faction_technologies(seat) >= usize::from(*n),
            Condition::WonGroundCombat => {
                context.event.is_some_and(|event| event.planet.is_some() && self.won(&event, seat))
            }
            Condition::WonSpaceCombat => {
                context.event.is_some_and(|event| event.planet.is_none() && self.won(&event, seat))
            }
            Condition::LostCombat => context.event.is_some_and(|event| {
                other_side(&event, seat).is_some_and(|foe| self.won(&event, foe))
            }),
            Condition::OpponentHasMostPoints => {
                let points = |seat: Seat| self.board.player(seat).points;
                let most = self.board.clockwise(seat).map(points).max();
                self.opponent_in(context).is_some_and(|opponent| Some(points(opponent)) == most)
            }
            Condition::AnotherStrategyCard => context.event.is_some_and(|event| {
                self.free_strategy_cards().any(|slot| slot != event.subject.slot)
            }),
            Condition::Voted => player.votes.1.is_some(),
            Condition::Elected => {
                self.elects_player() && context.event.is_some_and(|event| event.other == seat)
            }
            Condition::Amount(n) => {
                context.event.is_some_and(|event| event.amount >= i16::from(*n))
            }
            Condition::AnyLaw => self.laws().next().is_some(),
            Condition::AnyScoredSecret => self.slots().any(|slot| self.is_scored_secret(slot)),
            Condition::ElectsPlayer => self.elects_player(),
            Condition::HappensHere => context.event.is_some_and(|event| {
                let here = self.piece(context.source.slot).place;
                event.planet.is_some_and(|planet| here == Place::Planet(planet))
            }),
            Condition::Payable(cost) => self.payable(&[*cost], seat),
            Condition::Rolled => context.rolled,
            Condition::ActionCards(whose, n) => {
                let mut all = 0..self.board.players.len() as Seat;
                all.any(|seat| {
                    let hand = self.cards(seat, Place::Hand, Kind::Action);
                    self.is(*whose, seat, context) && hand.count() >= usize::from(*n)
                })
            }
            Condition::ActorHas(gain, n) => context.event.is_some_and(|event| {
                let player = self.board.player(event.seat);
                let has = match gain {
                    Gain::TradeGoods => player.trade_goods,
                    Gain::Commodities => player.commodities,
                    Gain::Points => player.points.max(0) as u8,
                };
                has >= *n
            }),
            Condition::ActorHasInPlay(name) => context.event.is_some_and(|event| {
                let mut notes = self.cards(event.seat, Place::Area, Kind::Note);
                notes.any(|note| self.printed(note).name == *name)
            }),
            Condition::ActorIsNeighbour => context
                .event
                .is_some_and(|event| self.neighbours(&self.presence(), seat, event.seat)),
            Condition::DrewCard => context.event.is_some_and(|event| event.subject.is_some()),
            Condition::NoteInPlay(name) => self.slots().any(|slot| {
                self.piece(slot).place == Place::Area && self.printed(slot).name == *name
            }),
            Condition::OwnsUpgrade(unit) => {
                let mut upgrades = self.cards(seat, Place::Area, Kind::Upgrade);
                upgrades.any(|slot| {
                    self.printed(slot).unit.is_some_and(|u| u.unit == *unit) && !self.is_copy(slot)
                })
            }
            Condition::SystemOfEvent(filter) => context
                .event
                .and_then(|event| event.system)
                .is_some_and(|system| self.system_fits(filter, system, context)),
            Condition::OwnerTradeGoods(n) => self.owner(context).trade_goods >= *n,
            Condition::OwnerToken(pool) => self.owner(context).pools[*pool as usize] > 0,
            Condition::ResearchedIsOpen => context.event.is_some_and(|event| {
                let technology = event.amount as u16;
                let card = self.catalogue.definition(technology);
                let owns = |slot| self.piece(slot).definition == technology;
                card.faction.is_empty()
                    && !self.prints_another(seat, card)
                    && !self.technologies(seat).any(owns)
            }),
            Condition::Under(modifier) => self.is_under(seat, *modifier),
            Condition::All(all) => all.iter().all(|condition| self.holds(condition, context)),
            Condition::Any(any) => any.iter().any(|condition| self.holds(condition, context)),
            Condition::Not(not) => !self.holds(not, context),
        }
    }

    /// Tells whether the agenda that is voted on elects a player.
    fn elects_player(&self) -> bool {
        let agenda = self.board.agenda.map(|agenda| &self.printed(agenda.card).outcomes);
        agenda.is_some_and(|outcomes| *outcomes == Some(Outcomes::ElectPlayer))
    }

    /// Tells whether a player has won the combat of an event: only that one has ships there, or
    /// ground forces, and it was no draw (LRR 42.4c, 78.10).
    fn won(&self, event: &Proposal, seat: Seat) -> bool {
        let fights = |seat| match (event.planet, event.system) {
            (Some(planet), _) => self.ground(planet, seat).next().is_some(),
            (None, Some(system)) => self.ships(system, seat).next().is_some(),
            (None, None) => false,
        };
        let beaten = other_side(event, seat).is_some_and(|foe| !fights(foe));
        event.amount == 0 && beaten && fights(seat)
    }

    /// The upgrade of a type of unit that a player can have.
    #[must_use]
    pub fn upgrade_of(&self, seat: Seat, unit: UnitType) -> Option<u16> {
        let faction = &self.catalogue.definition(self.board.player(seat).faction).id;
        let fits = |card: &Definition| {
            card.kind == Kind::Upgrade
                && card.unit.is_some_and(|printed| printed.unit == unit)
                && (card.faction.is_empty() || card.faction == *faction)
                && !self.prints_another(seat, card)
        };
        self.catalogue.definitions().iter().position(fits).map(|at| at as u16)
    }

    /// The player whose colour or faction the card of a context is of.
    fn owner(&self, context: &Context) -> &Player {
        self.board.player(self.piece(context.source.slot).owner)
    }

    /// The source of the hits that the event is about.
    fn hits(&self, context: &Context) -> Option<Hits> {
        let event = context.event?;
        match event.verb {
            Verb::AssignHits(hits) => Some(hits),
            _ => event.hits,
        }
    }

    /// The type of the unit that the event is about, wherever it is by now.
    fn subject(&self, context: &Context) -> Option<UnitType> {
        let subject = context.event?.subject;
        let unit = subject.is_some().then(|| self.printed(subject.slot).unit)?;
        unit.map(|unit| unit.unit)
    }

    /// Tells whether the unit that the event is about is, or was, a ship.
    fn subject_is_ship(&self, context: &Context) -> bool {
        let slot = context.event.map(|event| event.subject.slot);
        slot.zip(self.subject(context)).is_some_and(|(slot, unit)| self.is_ship(slot, unit))
    }

    /// The opponent of a player in a space combat that is not over.
    fn space_opponent(&self, seat: Seat) -> Option<Seat> {
        let combat = self.board.combat.filter(|combat| combat.planet.is_none() && !combat.drawn)?;
        combat.opponent(seat)
    }

    /// Tells whether something happens during or right after a combat.
    #[must_use]
    pub fn is_about_combat(&self, context: &Context) -> bool {
        let ended = context.event.is_some_and(|event| event.verb == Verb::EndCombat);
        ended || self.board.combat.is_some()
    }

    /// The exhausted technologies of a player, the source left out.
    pub fn exhausted_technologies(
        &self,
        seat: Seat,
        context: &Context,
    ) -> impl Iterator<Item = Slot> {
        let source = context.source.slot;
        self.technologies(seat).filter(move |&slot| slot != source && self.piece(slot).exhausted)
    }

    /// The number of technologies and upgrades that a player owns of each colour.
    #[must_use]
    pub fn colours(&self, seat: Seat) -> [u8; 4] {
        let mut owned = [0; 4];
        for slot in self.technologies(seat) {
            if let Some(colour) = self.printed(slot).colour {
                owned[colour as usize] += 1;
            }
        }
        owned
    }

    /// The ready planets of a player with a technology specialty, which can be exhausted instead of
    /// a prerequisite.
    pub fn specialists(self, seat: Seat, colour: Colour) -> impl Iterator<Item = PlanetId> {
        self.planets(seat).filter(move |&planet| {
            let planet = self.board.planet(planet);
            planet.specialty == Some(colour) && !planet.exhausted
        })
    }

    /// The ready laws attached to planets of a player, each of which can be exhausted instead of a
    /// prerequisite.
    pub fn teams(self, seat: Seat, colour: Colour) -> impl Iterator<Item = Slot> {
        self.laws().filter(move |&slot| {
            let piece = self.piece(slot);
            let Place::Planet(planet) = piece.place else { return false };
            !piece.exhausted
                && self.board.planet(planet).owner == Some(seat)
                && self.printed(slot).constants.contains(&Constant::Prerequisite(colour))
        })
    }

    /// Tells whether a player owns a technology of war suns.
    #[must_use]
    pub fn owns_war_suns(&self, seat: Seat) -> bool {
        self.technologies(seat).any(|slot| is_of_war_suns(self.printed(slot)))
    }

    /// Returns `true` for a technology of war suns that a law lets everybody research, since
    /// somebody owns one.
    fn is_open_war_sun(&self, card: &Definition) -> bool {
        let mut players = 0..self.board.players.len() as Seat;
        self.gathered.laws.open_war_suns
            && is_of_war_suns(card)
            && players.any(|seat| self.owns_war_suns(seat))
    }

    /// The prerequisites of a technology that the technologies of a player do not meet.
    #[must_use]
    pub fn lacking(&self, seat: Seat, technology: u16) -> Vec<Colour> {
        let mut owned = self.colours(seat);
        let mut lacking = self.catalogue.definition(technology).prerequisites.clone();
        if self.is_open_war_sun(self.catalogue.definition(technology)) {
            lacking.clear();
        }
        lacking.retain(|&colour| {
            let left = &mut owned[colour as usize];
            let met = *left > 0;
            *left = left.saturating_sub(1);
            !met
        });
        lacking
    }

    /// The number of prerequisites of a technology that a player ignores in any case.
    #[must_use]
    pub fn ignored(&self, seat: Seat, technology: u16) -> usize {
        let kind = self.catalogue.definition(technology).kind;
        usize::from(self.standing(seat).ignores_prerequisite && kind == Kind::Technology)
    }

    /// The number of prerequisites of a technology that neither technologies of a player meet nor
    /// ready planets with specialties.
    #[must_use]
    pub fn wanting(&self, seat: Seat, technology: u16) -> usize {
        let lacking = self.lacking(seat, technology);
        let wanting = |colour: Colour| {
            let needs = lacking.iter().filter(|&&other| other == colour).count();
            let planets = self.specialists(seat, colour).count();
            needs.saturating_sub(planets + self.teams(seat, colour).count())
        };
        Colour::ALL.into_iter().map(wanting).sum()
    }

    /// The ready card with which a player could ignore all prerequisites of a technology, and the
    /// resources that it costs.
    #[must_use]
    pub fn inheritance(&self, seat: Seat) -> Option<(Slot, u8)> {
        let mut constants = self.constants().filter_map(|(slot, of, constant)| match constant {
            Constant::IgnoresPrerequisites(price) => (of == seat).then_some((slot, *price)),
            _ => None,
        });
        constants.find(|&(slot, price)| {
            !self.piece(slot).exhausted && self.spendable(seat, false) >= price.into()
        })
    }

    /// Returns `true` if a player's sheet prints another unit than the one that a card upgrades
    /// (LRR 97.1).
    pub(super) fn prints_another(&self, seat: Seat, card: &Definition) -> bool {
        let faction = self.board.player(seat).faction;
        card.faction.is_empty()
            && card.unit.is_some_and(|unit| {
                let printed = self.catalogue.printed_units(faction)[unit.unit as usize];
                printed.is_some_and(|unit| !self.catalogue.definition(unit).faction.is_empty())
            })
    }

    /// The technologies a player can research: prerequisites met by technologies owned and
    /// by planets with specialties that are ready (LRR 90.8). Definitions, in order of id.
    pub fn researchable(&self, seat: Seat) -> impl Iterator<Item = u16> {
        let faction = &self.catalogue.definition(self.board.player(seat).faction).id;
        let owned: Vec<u16> = self.technologies(seat).map(|s| self.piece(s).definition).collect();
        let owns = self.colours(seat);
        let (ignores, all_ignored) =
            (self.standing(seat).ignores_prerequisite, self.inheritance(seat).is_some());
        let have = Colour::ALL.map(|colour| {
            let planets = self.specialists(seat, colour).count();
            let teams = self.teams(seat, colour).count();
            (colour, usize::from(owns[colour as usize]) + planets + teams)
        });
        let all = self.catalogue.definitions().iter().enumerate();
        let fits = all.filter(|(at, card)| {
            let needs = |c| card.prerequisites.iter().filter(|p| **p == c).count();
            matches!(card.kind, Kind::Technology | Kind::Upgrade)
                && !card.constants.contains(&Constant::Assimilates)
                && (card.faction.is_empty() || card.faction == *faction)
                && !(self.board.house.whole && card.edition == Edition::Kings)
                && !self.prints_another(seat, card)
                && !owned.contains(&(*at as u16))
                && {
                    let wanting = have.iter().map(|&(colour, n)| needs(colour).saturating_sub(n));
                    let ignored = usize::from(ignores && card.kind == Kind::Technology);
                    all_ignored || wanting.sum::<usize>() <= ignored || self.is_open_war_sun(card)
                }
        });
        let list: Vec<u16> = fits.map(|(at, _)| at as u16).collect();
        list.into_iter()
    }
}

fn is_of_war_suns(card: &Definition) -> bool {
    card.unit.is_some_and(|unit| unit.unit == UnitType::WarSun)
}

/// The opponent of a player in the combat of an event; `None` if the player is none of the two.
fn other_side(event: &Proposal, seat: Seat) -> Option<Seat> {
    match seat {
        of if of == event.seat => Some(event.other),
        of if of == event.other => Some(event.seat),
        _ => None,
    }
}
