//! A table as rules read it. Nothing here changes anything.

mod able;
mod act;
mod course;
mod fits;
mod shoot;
mod sight;

use arrayvec::ArrayVec;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::stack::FrameOf;

use crate::card::{Card, Place};
use crate::catalogue::Printed;
use crate::choice::XWing;
use crate::device::Device;
use crate::effect::Effect;
use crate::program::{Op, Resolving};
use crate::proposal::Proposal;
use crate::ship::{Flags, Pool, SHIPS, Ship, Stats};
use crate::vocabulary::{
    Ability, ActionSpec, CardType, Event, Kind, Maneuver, PrimaryWeapon, Size, Step, Template,
    Timing, Token, Trait, Whom,
};

pub use able::Refusal;
pub use act::{Able, Acts};
pub use course::{Course, Shifts};
pub use sight::Laids;

pub use crate::state::Scene;

/// Ships, as many as a table can have.
pub type Slots = ArrayVec<Slot, SHIPS>;

/// The point of view of a rule: an ability of a player, on a card of a ship, and the ship that it
/// is about.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The player who controls the ability.
    pub seat: Seat,
    /// The card the ability is on.
    pub source: Slot,
    /// The ship it belongs to.
    pub this: Slot,
    /// The ship the event happened to.
    pub subject: Slot,
    /// The ship that was chosen.
    pub it: Option<Slot>,
    /// The event that would be replaced.
    pub event: Option<Proposal>,
    /// The ships at range 0-1 of the device that detonates, one bit each.
    pub near: u16,
    /// The ships at range 0-2 of it, one bit each.
    pub around: u16,
    /// The actions that the ship had performed when a step let it act: those of its action bar, one bit
    /// each, and the number of all of them.
    pub before: (u16, u8),
    /// The dice that a step rerolled, one bit each.
    pub rerolled: u16,
    /// The obstacles at range 0-1 of it, by their places, one bit each.
    pub rocks: u8,
    /// The ships that can act, if they were worked out already.
    pub able: Option<Able>,
}

impl<'a> Scene<'a> {
    /// A card.
    ///
    /// # Panics
    /// If the table has no such slot.
    #[must_use]
    pub fn card(&self, slot: Slot) -> &'a Card {
        &self.cards[usize::from(slot)]
    }

    /// A ship.
    ///
    /// # Panics
    /// If the slot is no ship's.
    #[must_use]
    pub fn ship(&self, slot: Slot) -> &'a Ship {
        &self.ships[usize::from(slot)]
    }

    /// The dice of a ship.
    ///
    /// # Panics
    /// If the slot is no ship's.
    #[must_use]
    pub fn pool(&self, slot: Slot) -> &'a Pool {
        &self.pools[usize::from(slot)]
    }

    /// The numbers that constants make of a ship.
    ///
    /// # Panics
    /// If the slot is no ship's.
    #[must_use]
    pub fn stats(&self, slot: Slot) -> &'a Stats {
        &self.stats[usize::from(slot)]
    }

    /// Lasting and delayed effects, by age, with their numbers.
    pub fn effects(&self) -> impl Iterator<Item = (u8, &'a Effect)> + use<'a> {
        self.board.effects.of(self.effects)
    }

    /// The devices in the play area, in the order in which they came there, with their numbers.
    pub fn devices(&self) -> impl Iterator<Item = (u8, &'a Device)> + use<'a> {
        self.board.devices.of(self.devices)
    }

    /// The device of a number in the play area.
    #[must_use]
    pub fn device(&self, number: u8) -> Option<&'a Device> {
        self.devices().find(|(other, _)| *other == number).map(|(_, device)| device)
    }

    /// The ability by which the device of a card detonates.
    #[must_use]
    pub fn detonation(&self, card: Slot) -> Option<u16> {
        let detonates = |id: &&u16| {
            matches!(self.catalogue.ability(**id).timing, Timing::Detonates | Timing::Trips(_))
        };
        self.printed(card).abilities.iter().find(detonates).copied()
    }

    /// The number of mines in a set of a card's device; `None` for a bomb.
    #[must_use]
    pub fn mines(&self, card: Slot) -> Option<u8> {
        match self.catalogue.ability(self.detonation(card)?).timing {
            Timing::Trips(n) => Some(n),
            _ => None,
        }
    }

    /// The template by which a card drops its device.
    #[must_use]
    pub fn drops(&self, card: Slot) -> Option<Template> {
        let effects =
            self.printed(card).abilities.iter().map(|&id| &self.catalogue.ability(id).effect);
        effects.flatten().find_map(|step| match step {
            Step::Drop(template) => Some(*template),
            _ => None,
        })
    }

    /// The cards of a ship whose devices it can drop for a charge: all, or bombs only.
    pub fn droppable(&self, ship: Slot, bombs: bool) -> impl Iterator<Item = Slot> + use<'a> {
        let scene = *self;
        self.faceup(ship).filter(move |&card| {
            let kind = !bombs || scene.mines(card).is_none();
            kind && scene.drops(card).is_some() && scene.card(card).charges > 0
        })
    }

    /// The newest device that a ship has put into the play area, if it has no fuse marker.
    #[must_use]
    pub fn unfused(&self, ship: Slot) -> Option<u8> {
        let own = self.devices().filter(|(_, device)| self.host(device.card) == ship);
        own.last().filter(|(_, device)| device.fuses == 0).map(|(number, _)| number)
    }

    /// A card's definition, ready to play.
    #[must_use]
    pub fn printed(&self, slot: Slot) -> &'a Printed {
        self.catalogue.card(self.card(slot).definition)
    }

    /// The size, weapons and action bar of a ship's type.
    #[must_use]
    pub fn hull(&self, ship: Slot) -> (Size, &'a [PrimaryWeapon], &'a [ActionSpec]) {
        let printed = self.printed(ship);
        let (size, attack, bar): (_, &[_], &[_]) =
            match &self.catalogue.card(printed.ship).definition.kind {
                Kind::Ship { size, attack, actions, .. } => (*size, attack, actions),
                _ => (Size::Small, &[], &[]),
            };
        match &printed.definition.kind {
            Kind::Pilot { actions, .. } if !actions.is_empty() => (size, attack, actions),
            _ => (size, attack, bar),
        }
    }

    /// The agility that is printed on a ship's type.
    #[must_use]
    pub fn agility(&self, ship: Slot) -> u8 {
        match self.catalogue.card(self.printed(ship).ship).definition.kind {
            Kind::Ship { agility, .. } => agility,
            _ => 0,
        }
    }

    /// The maneuvers on a ship's dial.
    #[must_use]
    pub fn dial(&self, ship: Slot) -> &'a [Maneuver] {
        match &self.catalogue.card(self.printed(ship).ship).definition.kind {
            Kind::Ship { dial, .. } => dial,
            _ => &[],
        }
    }

    /// Every ship in the play area, destroyed or not, in slot order.
    pub fn present(&self) -> impl Iterator<Item = Slot> + use<'a> {
        let scene = *self;
        (0..self.board.ships).filter(move |&slot| scene.ship(slot).is_present())
    }

    /// The ship a card is with; the ship itself for its own slot.
    #[must_use]
    pub fn host(&self, source: Slot) -> Slot {
        if usize::from(source) < SHIPS { source } else { self.card(source).host }
    }

    /// Tells whether the abilities of a card work: it is faceup with a ship in the play area. Those
    /// of a destroyed ship do, until it is removed (`S1-14`).
    #[must_use]
    pub fn is_active(&self, source: Slot) -> bool {
        let faceup = usize::from(source) < SHIPS || self.card(source).place == Place::Faceup;
        let host = self.host(source);
        faceup && host < self.board.ships && self.ship(host).is_present()
    }

    /// The faceup cards with a ship, in slot order.
    pub fn faceup(&self, ship: Slot) -> impl Iterator<Item = Slot> + use<'a> {
        let scene = *self;
        self.gathered.attached.iter().copied().filter(move |&slot| {
            let card = scene.card(slot);
            card.place == Place::Faceup && card.host == ship
        })
    }

    /// The damage cards of a ship, faceup or facedown, in slot order.
    pub fn damage(&self, ship: Slot) -> impl Iterator<Item = Slot> + use<'a> {
        let scene = *self;
        let attached = self.gathered.attached.iter().copied();
        attached.filter(move |&slot| scene.card(slot).host == ship && scene.is_damage(slot))
    }

    /// The damage card that lies on a card.
    #[must_use]
    pub fn held(&self, source: Slot) -> Option<Slot> {
        let on = |&slot: &Slot| {
            let card = self.card(slot);
            card.place == Place::Held && card.host == source
        };
        (SHIPS as Slot..self.board.slots).find(on)
    }

    /// The player's card of a condition, whoever has it.
    #[must_use]
    pub fn condition(&self, id: &str, seat: Seat) -> Option<Slot> {
        let is =
            |&slot: &Slot| self.card(slot).owner == seat && self.printed(slot).definition.id == id;
        (SHIPS as Slot..self.board.slots).find(is)
    }

    /// The cards of a kind in the damage deck of a player, one of each name.
    #[must_use]
    pub fn searched(&self, seat: Seat, kind: CardType) -> Vec<Slot> {
        let mut found: Vec<Slot> = Vec::new();
        for &slot in &self.board.players[usize::from(seat)].deck {
            let definition = self.card(slot).definition;
            let is =
                matches!(self.printed(slot).definition.kind, Kind::Damage(of, _) if of == kind);
            if is && !found.iter().any(|&other| self.card(other).definition == definition) {
                found.push(slot);
            }
        }
        found.sort_unstable();
        found
    }

    /// Returns `true` for a damage card, wherever it is.
    #[must_use]
    pub fn is_damage(&self, slot: Slot) -> bool {
        matches!(self.printed(slot).definition.kind, Kind::Damage(..))
    }

    /// Those abilities of every card that work now, with their cards.
    pub fn abilities<W>(
        &self,
        which: W,
    ) -> impl Iterator<Item = (Slot, u16, &'a Ability)> + use<'a, W>
    where
        W: Fn(&'a Printed) -> &'a [u16],
    {
        self.abilities_of(self.gathered.sources.iter().copied(), which)
    }

    /// Those abilities of cards that work where the cards do, with their cards.
    pub fn abilities_of<C, W>(
        &self,
        cards: C,
        which: W,
    ) -> impl Iterator<Item = (Slot, u16, &'a Ability)> + use<'a, C, W>
    where
        C: Iterator<Item = Slot>,
        W: Fn(&'a Printed) -> &'a [u16],
    {
        let scene = *self;
        cards.flat_map(move |source| {
            let ids = which(scene.printed(source)).iter();
            let works = move |id: &&u16| scene.keeps_ability(source, **id);
            ids.filter(works).map(move |&id| (source, id, scene.catalogue.ability(id)))
        })
    }

    /// Returns `false` for an ability of a ship type in whose place another card's is.
    #[must_use]
    pub fn keeps_ability(&self, source: Slot, ability: u16) -> bool {
        usize::from(source) >= SHIPS
            || self.gathered.refitted & (1 << source) == 0
            || self.catalogue.listed(ability).definition != self.printed(source).ship
    }

    /// Tells whether a ship can do something in its turn in the System Phase: it is cloaked, or has an
    /// ability for it.
    #[must_use]
    pub fn has_system(&self, ship: Slot) -> bool {
        let mut cards = core::iter::once(ship).chain(self.faceup(ship));
        self.is_cloaked(ship)
            || cards.any(|card| {
                let ids = &self.printed(card).abilities;
                let system = |id: u16| {
                    self.catalogue.ability(id).timing == Timing::After(Event::SystemPhase)
                };
                ids.iter().any(|&id| system(id) && self.keeps_ability(card, id))
            })
    }

    /// The player who controls the abilities of a card: the one of the ship it is with.
    #[must_use]
    pub fn controller(&self, source: Slot) -> Seat {
        self.ship(self.host(source)).owner
    }

    /// Looking from a card at something that happens to a ship.
    #[must_use]
    pub fn context(&self, source: Slot, subject: Slot) -> Context {
        Context {
            seat: self.controller(source),
            source,
            this: self.host(source),
            subject,
            it: None,
            event: None,
            near: 0,
            around: 0,
            before: (0, 0),
            rerolled: 0,
            rocks: 0,
            able: None,
        }
    }

    /// The step of an ability at which a program stands.
    #[must_use]
    pub fn step_of(&self, frame: &FrameOf<XWing>) -> Option<&'a Step> {
        match self.catalogue.program(frame.program).get(usize::from(frame.at)) {
            Some(Op::Do(step)) => Some(step),
            _ => None,
        }
    }

    /// Looking from a running program.
    #[must_use]
    pub fn in_frame(&self, frame: &FrameOf<XWing>) -> Context {
        let source = frame.source.slot;
        let Resolving { it, event, near, around, before, rerolled, rocks, .. } =
            frame.locals.resolving();
        Context {
            seat: frame.seat,
            source,
            this: if source == Slot::MAX { Slot::MAX } else { self.host(source) },
            subject: frame.subject.slot,
            it,
            event,
            near,
            around,
            before,
            rerolled,
            rocks,
            able: None,
        }
    }

    /// The ships a word means, in slot order.
    #[must_use]
    pub fn whom(&self, whom: &Whom, cx: &Context) -> Slots {
        let one = |slot: Option<Slot>| slot.filter(|&s| s < self.board.ships).into_iter().collect();
        let attack = self.board.attack();
        match whom {
            Whom::This => one(Some(cx.this)),
            Whom::Subject => one(Some(cx.subject)),
            Whom::It => one(cx.it),
            Whom::Attacker => one(attack.map(|attack| attack.attacker)),
            Whom::Defender => one(attack.map(|attack| attack.shot.at)),
            Whom::Opponent => one(attack.map(|attack| {
                if attack.attacker == cx.this { attack.shot.at } else { attack.attacker }
            })),
            Whom::Each(filter) => self.fitting(filter, cx),
        }
    }

    /// The number of a token that a ship has, locks on it included.
    #[must_use]
    pub fn count(&self, ship: Slot, token: Token) -> u8 {
        if token == Token::Lock {
            self.lockers(ship).count() as u8
        } else {
            self.ship(ship).tokens.count(token)
        }
    }

    /// The ships that have a ship locked.
    pub fn lockers(&self, ship: Slot) -> impl Iterator<Item = Slot> + use<'a> {
        let scene = *self;
        self.present().filter(move |&other| scene.ship(other).lock == ship)
    }

    /// The tokens of a ship that are of one of these kinds, each with the ship that owns it.
    pub fn tokens_of(&self, ship: Slot, kinds: &[Trait]) -> ArrayVec<(Token, Slot), 32> {
        let mut list: ArrayVec<(Token, Slot), 32> = ArrayVec::new();
        let fits = |token: Token| kinds.iter().any(|&kind| token.is(kind));
        let own = self.ship(ship).tokens.kinds().filter(|&token| fits(token));
        list.extend(own.map(|token| (token, ship)));
        if fits(Token::Lock) {
            list.extend(self.lockers(ship).map(|locker| (Token::Lock, locker)));
        }
        list
    }

    /// Returns `true` if a ship has a stress token.
    #[must_use]
    pub fn is_stressed(&self, ship: Slot) -> bool {
        self.count(ship, Token::Stress) > 0
    }

    /// Returns `true` if a ship has a cloak token.
    #[must_use]
    pub fn is_cloaked(&self, ship: Slot) -> bool {
        self.count(ship, Token::Cloak) > 0
    }

    /// Returns `true` if a ship is under the effect of its ion tokens, since its dial was due.
    #[must_use]
    pub fn is_ionized(&self, ship: Slot) -> bool {
        self.ship(ship).flags.has(Flags::IONIZED)
    }

    /// Ships of a player that are left in the game, in reserves or in the play area.
    #[must_use]
    pub fn fleet(&self, seat: Seat) -> usize {
        use crate::ship::Presence;
        let left = |slot: &Slot| {
            let ship = self.ship(*slot);
            let left = [Presence::Present, Presence::Reserve, Presence::Waiting];
            ship.owner == seat && left.contains(&ship.presence)
        };
        (0..self.board.ships).filter(left).count()
    }
}
