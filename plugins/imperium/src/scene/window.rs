//! The abilities that a player may resolve in a window, and the reasons against the others.

use core::fmt;

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::rounds::{Candidate, Name, Spent};
use cardmill_kernel::window::Waiting;

use super::{Context, Scene};
use crate::board::Phase;
use crate::effect::EffectKind;
use crate::piece::Place;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{
    Ability, Actor, Affects, Checked, Cost, Event, Kind, Modifier, Moment, Timing,
};

/// The reason that an ability cannot be resolved now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The player does not have the card where it could be used.
    NotHeld,
    /// It is the player's own note (LRR 69.2).
    OwnNote,
    /// It has its timing from something else.
    Timing,
    /// The event is the doing of somebody else.
    Actor,
    /// Its condition was not met when the event happened.
    AtTrigger,
    /// Its condition is not met now.
    AtResolution,
    /// The card is exhausted (LRR 34).
    Exhausted,
    /// Its cost cannot be paid.
    Cost,
    /// The player has scored another objective during or after this combat (LRR 61.7).
    Scored,
    /// It is an action and it is not the time for one.
    Action,
    /// The window does not take it.
    Window(Spent),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotHeld => "the player does not have it where it could be used",
            Self::OwnNote => "players cannot use promissory notes of their own",
            Self::Timing => "it is not for this timing",
            Self::Actor => "the event is not the doing of the player it is for",
            Self::AtTrigger => "its condition was not met when it would have triggered",
            Self::AtResolution => "its condition is not met now",
            Self::Exhausted => "the card is exhausted",
            Self::Cost => "its cost cannot be paid",
            Self::Scored => "an objective was already scored during or after this combat",
            Self::Action => "it is a component action and needs a turn",
            Self::Window(Spent::Object) => "this object was already used in this window",
            Self::Window(Spent::Name) => {
                "a card of this name was already played on the same thing in this window"
            }
            Self::Window(Spent::Declined) => "everybody has declined in a row",
        })
    }
}

impl<'a> Scene<'a> {
    /// The order of opportunities in a window that opens now (`S3-19`; LRR 1.19, 1.20). In the
    /// status phase the rules name none: initiative order.
    #[must_use]
    pub fn opportunities(&self) -> Vec<Seat> {
        match self.board.phase {
            Phase::Strategy | Phase::Agenda => self.board.clockwise(self.board.speaker).collect(),
            Phase::Status => self.initiative_order(),
            Phase::Action => {
                let mut order = self.initiative_order();
                let active = order.iter().position(|&seat| seat == self.board.active);
                order.rotate_left(active.unwrap_or(0));
                order
            }
        }
    }

    /// The abilities that a piece gives a player now, with their programs.
    pub fn abilities(
        self,
        slot: Slot,
        seat: Seat,
    ) -> impl Iterator<Item = (u16, &'a Ability)> + use<'a> {
        let definition = self.gives(slot, seat).ok();
        definition.into_iter().flat_map(move |d| self.catalogue.abilities(d))
    }

    /// The definition whose abilities a piece gives a player now.
    fn gives(self, slot: Slot, seat: Seat) -> Result<u16, Refusal> {
        let piece = self.piece(slot);
        let holds = piece.holder == seat;
        if !holds && piece.owner != seat && self.printed(slot).kind != Kind::Agenda {
            return Err(Refusal::NotHeld);
        }
        let kind = self.printed(slot).kind;
        let of_faction = || match kind {
            Kind::FactionAbility => true,
            Kind::Technology | Kind::Upgrade => !self.printed(slot).faction.is_empty(),
            _ => false,
        };
        let silenced = matches!(kind, Kind::Action | Kind::FactionAbility)
            && self.has_effect(seat, EffectKind::Silenced)
            || of_faction() && self.is_under(seat, Modifier::NoFaction);
        // Who has passed plays none in some players' turns.
        let passed = kind == Kind::Action
            && self.board.phase == Phase::Action
            && self.board.player(seat).passed
            && self.board.active != seat
            && self.standing(self.board.active).silences_passed;
        let silenced = silenced || passed;
        let there = match kind {
            _ if silenced => false,
            Kind::Action => holds && matches!(piece.place, Place::Hand | Place::Area),
            Kind::Note if holds && piece.owner == seat => return Err(Refusal::OwnNote),
            Kind::Note => holds && matches!(piece.place, Place::Hand | Place::Area),
            // A unit's ability is on the figure, not on the card that prints it (`S3-15`).
            Kind::Unit => {
                let acts = |unit| self.catalogue.has_active(unit);
                return match self.unit_type(slot) {
                    Some(unit) if piece.owner == seat && acts(unit) => {
                        Ok(self.figure_definition(slot))
                    }
                    _ => Err(Refusal::NotHeld),
                };
            }
            // Of the objectives only those that are scored in the action phase have any.
            Kind::Objective => holds && piece.place == Place::Hand,
            Kind::Upgrade | Kind::Exploration => false,
            // A law that nobody owns is everybody's, one on a planet that of who controls it.
            Kind::Agenda => match piece.place {
                Place::Common => return Ok(piece.definition),
                Place::Planet(planet) if self.board.planet(planet).owner == Some(seat) => {
                    return Ok(piece.definition);
                }
                place => holds && place == Place::Area,
            },
            _ => holds && piece.place == Place::Area,
        };
        if there { Ok(piece.definition) } else { Err(Refusal::NotHeld) }
    }

    /// The context of an ability of a player on a piece, about an event if there is one.
    #[must_use]
    pub fn context(&self, seat: Seat, slot: Slot, event: Option<Proposal>) -> Context {
        Context { source: self.reference(slot), event, ..Context::of(seat) }
    }

    /// The reason that a player cannot resolve an ability about an event; `None` if it can,
    /// whatever the window has seen.
    #[must_use]
    pub fn refusal(
        &self,
        seat: Seat,
        slot: Slot,
        program: u16,
        moment: Moment,
        event: &Proposal,
    ) -> Option<Refusal> {
        let refusal = self.gives(slot, seat).err();
        refusal.or_else(|| self.refusal_of_given(seat, slot, program, moment, event))
    }

    /// The reason as of [`refusal`](Self::refusal), for an ability that the piece gives the player.
    fn refusal_of_given(
        &self,
        seat: Seat,
        slot: Slot,
        program: u16,
        moment: Moment,
        event: &Proposal,
    ) -> Option<Refusal> {
        let ability = self.catalogue.ability(program);
        let here = Some(moment).zip(event.event());
        if !ability.timing.iter().any(|timing| timing.around().is_some() && timing.around() == here)
        {
            return Some(Refusal::Timing);
        }
        // What ends a turn leaves no time for others that are after the activation.
        if self.board.halted && event.verb == Verb::Activate {
            return Some(Refusal::Timing);
        }
        if !self.is_actor(ability, seat, slot, event) {
            return Some(Refusal::Actor);
        }
        let context = self.context(seat, slot, Some(*event));
        if ability.checked != Checked::Resolution
            && !self.has_triggered(slot, program, event.serial)
        {
            return Some(Refusal::AtTrigger);
        }
        if ability.checked != Checked::Trigger && !self.all_hold(ability, &context)
            || !self.can_announce(ability, &context)
        {
            return Some(Refusal::AtResolution);
        }
        let again = self.board.scored_in_combat & 1 << seat != 0 && self.is_about_combat(&context);
        if again && self.printed(slot).kind == Kind::Objective {
            return Some(Refusal::Scored);
        }
        self.unpayable(ability, &context)
    }

    fn has_triggered(&self, slot: Slot, program: u16, serial: u32) -> bool {
        let mut triggered = self.board.triggered.iter();
        triggered.any(|t| (t.serial, t.source, t.program) == (serial, slot, program))
    }

    /// Tells whether an event is the doing of the player that an ability is about.
    #[must_use]
    pub fn is_actor(&self, ability: &Ability, seat: Seat, slot: Slot, event: &Proposal) -> bool {
        match ability.by {
            Actor::You => event.seat == seat,
            Actor::Another => event.seat != seat,
            Actor::Anyone => true,
            Actor::Opponent => self.opponent(seat) == Some(event.seat),
            Actor::Owner => event.seat == self.piece(slot).owner,
        }
    }

    /// Tells whether all conditions of an ability hold now.
    #[must_use]
    pub fn all_hold(&self, ability: &Ability, context: &Context) -> bool {
        ability.condition.iter().all(|condition| self.holds(condition, context))
    }

    fn unpayable(&self, ability: &Ability, context: &Context) -> Option<Refusal> {
        let piece = self.piece(context.source.slot);
        if piece.exhausted {
            return Some(Refusal::Exhausted);
        }
        (!self.payable(&ability.cost, context.seat)).then_some(Refusal::Cost)
    }

    /// Tells whether a player can pay all of these costs.
    #[must_use]
    pub fn payable(&self, costs: &[Cost], seat: Seat) -> bool {
        let player = self.board.player(seat);
        costs.iter().all(|cost| match cost {
            Cost::Exhaust | Cost::DestroyThis => true,
            Cost::StrategyToken => player.pools[2] > 0,
            Cost::TradeGoods(n) => player.trade_goods >= *n,
            Cost::Research(_) if self.standing(seat).free_research => true,
            Cost::Resources(n) | Cost::Research(n) => self.spendable(seat, false) >= i16::from(*n),
            Cost::Influence(n) => self.spendable(seat, true) >= i16::from(*n),
            Cost::Tokens(n) => player.pools[0] + player.pools[2] >= *n,
            Cost::ActionCards(n) => {
                self.cards(seat, Place::Hand, Kind::Action).count() >= usize::from(*n)
            }
        })
    }

    /// Resources, or influence, a player could spend: of ready planets, and trade goods.
    #[must_use]
    pub fn spendable(&self, seat: Seat, influence: bool) -> i16 {
        let planets = self.planets(seat).map(|id| self.board.planet(id));
        let worth = planets
            .filter(|planet| !planet.exhausted)
            .map(|planet| i16::from(if influence { planet.influence } else { planet.resources }));
        let goods = i16::from(self.board.player(seat).trade_goods);
        worth.sum::<i16>() + goods * self.worth_of_good(seat)
    }

    /// Resources or influence that a trade good of a player is worth.
    #[must_use]
    pub fn worth_of_good(&self, seat: Seat) -> i16 {
        1 + i16::from(self.standing(seat).richer)
    }

    /// The reason that a player cannot perform an ability as a component action (LRR 22).
    #[must_use]
    pub fn action_refusal(&self, seat: Seat, slot: Slot, program: u16) -> Option<Refusal> {
        if let Err(refusal) = self.gives(slot, seat) {
            return Some(refusal);
        }
        let ability = self.catalogue.ability(program);
        if !ability.timing.contains(&Timing::Action) {
            return Some(Refusal::Timing);
        }
        let context = self.context(seat, slot, None);
        if !self.all_hold(ability, &context) || !self.can_announce(ability, &context) {
            return Some(Refusal::AtResolution);
        }
        self.unpayable(ability, &context)
    }

    /// An ability as a window takes it.
    #[must_use]
    pub fn candidate(&self, seat: Seat, slot: Slot, program: u16) -> Candidate {
        let ability = self.catalogue.ability(program);
        let card = self.printed(slot);
        // LRR 2.6b
        let name = (card.kind == Kind::Action).then(|| Name {
            name: self.piece(slot).definition,
            effect: match ability.affects {
                Affects::Event => 0,
                Affects::OwnUnits => 1 + u32::from(seat),
            },
        });
        let waits = Waiting::new(program, seat, self.reference(slot));
        let ability = Waiting { mandatory: ability.mandatory, ..waits };
        Candidate { ability, name }
    }

    /// Tells whether anybody has something with this timing where it could be used.
    #[must_use]
    pub fn is_heard(&self, moment: Moment, event: Event) -> bool {
        self.slots().any(|slot| {
            let piece = self.piece(slot);
            let there = matches!(piece.place, Place::Hand | Place::Area)
                || piece.place.is_board()
                || self.is_law(slot);
            there && self.catalogue.times(piece.definition, moment, event)
        })
    }

    /// The abilities that a player could resolve now in a window over an event, whatever it has
    /// seen.
    #[must_use]
    pub fn candidates(&self, seat: Seat, moment: Moment, event: &Proposal) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        let Some(kind) = event.event().filter(|&event| self.catalogue.watches(moment, event))
        else {
            return candidates;
        };
        for slot in self.slots() {
            if !self.catalogue.times(self.piece(slot).definition, moment, kind) {
                continue;
            }
            for (program, _) in self.abilities(slot, seat) {
                if self.refusal_of_given(seat, slot, program, moment, event).is_none() {
                    candidates.push(self.candidate(seat, slot, program));
                }
            }
        }
        candidates
    }
}
