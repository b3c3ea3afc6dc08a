//! Conditions, and whether they hold.

use cardmill_kernel::card::{Seat, Slot};

use super::{Context, Scene};
use crate::board::Player;
use crate::piece::{Place, PlanetId, SystemId};
use crate::proposal::Hits;
use crate::vocabulary::{Colour, Condition, Constant, Definition, Edition, Kind};

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
                let figures = self.figures().filter(|&(slot, _)| self.fits(filter, slot, context));
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
                let fitting = systems.filter(|&s| self.system_fits(filter, s, context));
                fitting.take(usize::from(*n)).count() == usize::from(*n)
            }
            Condition::InCombat => {
                self.board.combat.is_some_and(|combat| combat.opponent(seat).is_some())
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
            Condition::HitsOfYours => context.event.is_some_and(|event| event.other == seat),
            Condition::PlayedIsNot(name) => {
                context.event.is_some_and(|event| self.printed(event.subject.slot).name != *name)
            }
            Condition::SubjectCanBeDirectlyHit => context.event.is_some_and(|event| {
                let unit = self.figure_card(event.subject.slot).unit;
                let can = unit.is_some_and(|u| u.unit.is_ship() && !u.immune_to_direct_hit);
                self.is_current(event.subject) && can
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
            Condition::Upgrades(n) => {
                self.cards(seat, Place::Area, Kind::Upgrade).count() >= usize::from(*n)
            }
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
            Condition::CanResearch => self.researchable(seat).next().is_some(),
            Condition::PairsOfColours(n) => {
                self.colours(seat).iter().filter(|count| **count >= 2).count() >= usize::from(*n)
            }
            Condition::OfOneColour(n) => self.colours(seat).iter().any(|count| count >= n),
            Condition::FactionTechnologies(n) => {
                let own = self.technologies(seat).filter(|&s| !self.printed(s).faction.is_empty());
                own.count() >= usize::from(*n)
            }
            Condition::WonGroundCombat => context.event.is_some_and(|event| {
                let fights = |seat| {
                    event.planet.is_some_and(|planet| self.ground(planet, seat).next().is_some())
                };
                let opponent = if event.seat == seat { event.other } else { event.seat };
                [event.seat, event.other].contains(&seat) && fights(seat) && !fights(opponent)
            }),
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
            Condition::All(all) => all.iter().all(|condition| self.holds(condition, context)),
            Condition::Any(any) => any.iter().any(|condition| self.holds(condition, context)),
            Condition::Not(not) => !self.holds(not, context),
        }
    }

    /// The player whose colour or faction the card of a context is of.
    fn owner(&self, context: &Context) -> &Player {
        self.board.player(self.piece(context.source.slot).owner)
    }

    /// The source of the hits that the event is about.
    fn hits(&self, context: &Context) -> Option<Hits> {
        match context.event?.verb {
            crate::proposal::Verb::AssignHits(hits) => Some(hits),
            _ => None,
        }
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

    /// The prerequisites of a technology that the technologies of a player do not meet.
    #[must_use]
    pub fn lacking(&self, seat: Seat, technology: u16) -> Vec<Colour> {
        let mut owned = self.colours(seat);
        let mut lacking = self.catalogue.definition(technology).prerequisites.clone();
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
            needs.saturating_sub(self.specialists(seat, colour).count())
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
    fn prints_another(&self, seat: Seat, card: &Definition) -> bool {
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
            (colour, usize::from(owns[colour as usize]) + planets)
        });
        let all = self.catalogue.definitions().iter().enumerate();
        let fits = all.filter(|(at, card)| {
            let needs = |c| card.prerequisites.iter().filter(|p| **p == c).count();
            matches!(card.kind, Kind::Technology | Kind::Upgrade)
                && (card.faction.is_empty() || card.faction == *faction)
                && !(self.board.house.whole && card.edition == Edition::Kings)
                && !self.prints_another(seat, card)
                && !owned.contains(&(*at as u16))
                && {
                    let wanting = have.iter().map(|&(colour, n)| needs(colour).saturating_sub(n));
                    let ignored = usize::from(ignores && card.kind == Kind::Technology);
                    all_ignored || wanting.sum::<usize>() <= ignored
                }
        });
        let list: Vec<u16> = fits.map(|(at, _)| at as u16).collect();
        list.into_iter()
    }
}
