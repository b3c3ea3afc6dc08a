//! The face-up cards as sets: by controller, by arena, by abilities. What a rule asks of every card
//! in play is asked of all of them at once.

use serde::{Deserialize, Serialize};

use crate::bits::Bits;
use crate::board::{EACH, FIXED};
use crate::brief::{Brief, Has};
use crate::card::{Card, Zone};
use crate::reads::Reads;
use crate::seats::SEATS;
use crate::vocabulary::{Kind, KindSet, Kinds};

/// A set of face-up cards by their places, in the order of
/// [`Scene::face_up`](crate::scene::Scene::face_up): a card's place in
/// [`Board::play`](crate::board::Board::play) or, of a leader or base in its base zone, one of the last ones.
pub type Places = Bits<2>;

/// The places of all bases.
pub const BASES: Places = base(0).with(base(1)).with(base(2)).with(base(3));
const _: () = assert!(FIXED + EACH * SEATS <= 128, "every face-up card has a place");

/// The place of a player's base.
const fn base(seat: usize) -> Places {
    Places::at(FIXED + EACH * seat + 1)
}

/// The face-up cards of a table, as constant abilities were last worked out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lineup {
    /// Cards that each player controls, by seat.
    pub of: [Places; SEATS],
    /// Units in the ground arena.
    pub ground: Places,
    /// Units in the space arena.
    pub space: Places,
    /// Upgrades, Shields and other tokens among them.
    pub attached: Places,
    /// Leaders, on whichever side.
    pub leaders: Places,
    /// Cards with printed constant abilities.
    pub constants: Places,
    /// Cards with printed triggered abilities.
    pub listeners: Places,
    /// Cards with printed action abilities.
    pub actions: Places,
    /// Cards that have gained action abilities.
    pub granted: Places,
    /// Cards that change what others cost.
    pub costs: Places,
    /// Cards that have gained abilities that change what others cost.
    pub granted_costs: Places,
    /// Units and upgrades with the unique icon.
    pub unique: Places,
    /// Units with Sentinel (CR 7.5.11).
    pub guards: Places,
    /// Units that cannot be attacked: those with Sentinel always can (CR 8.3.3A).
    pub evasive: Places,
    /// Other units with Hidden: they can be attacked when they were there before this phase.
    pub hidden: Places,
    /// Units with a Shield.
    pub shielded: Places,
    /// Facts that some triggered ability printed on one of them listens to.
    pub listens: u32,
    /// Bits of [`Has`] that at least one of them has.
    pub has: Has,
    /// Parts of the state that the constant abilities printed on them read.
    pub reads: Reads,
}

impl Lineup {
    pub(crate) fn add(&mut self, place: usize, card: &Card, brief: &Brief) {
        self.of[usize::from(card.controller)].add(place);
        match card.zone {
            Zone::Ground => self.ground.add(place),
            Zone::Space => self.space.add(place),
            Zone::Attached => self.attached.add(place),
            _ => {}
        }
        if brief.kind == Kind::Leader {
            self.leaders.add(place);
        }
        if brief.facts != 0 {
            self.listeners.add(place);
            self.listens |= brief.facts;
        }
        self.reads = self.reads.with(brief.reads);
        self.has = self.has.with(brief.has);
        let unique = brief.has.any(Has::UNIQUE);
        if unique && card.zone != Zone::Base {
            self.unique.add(place);
        }
        if brief.has.any(Has::CONSTANTS | Has::ACTIONS | Has::COSTS) {
            for (bit, set) in [
                (Has::CONSTANTS, &mut self.constants),
                (Has::ACTIONS, &mut self.actions),
                (Has::COSTS, &mut self.costs),
            ] {
                if brief.has.any(bit) {
                    set.add(place);
                }
            }
        }
    }

    /// The cards in play that are of any of these kinds.
    pub(crate) fn kinds(&self, kinds: Kinds) -> Places {
        let of = |kind: KindSet, places: Places| {
            if kinds.meets(kind.into()) { places } else { Places::NONE }
        };
        let units = of(KindSet::Unit, self.units());
        // Most filters ask for units and nothing else.
        if !kinds.meets(Kinds::ALL.without(KindSet::Unit.into())) {
            return units;
        }
        units
            .with(of(KindSet::Upgrade, self.attached))
            .with(of(KindSet::Leader, self.leaders))
            .with(of(KindSet::Base, BASES.and(self.all())))
    }

    /// All face-up cards in play.
    #[must_use]
    pub const fn all(&self) -> Places {
        let [one, two, three, four] = self.of;
        one.with(two).with(three.with(four))
    }

    /// The cards that the opponents of a player control.
    #[must_use]
    pub const fn against(&self, seat: usize) -> Places {
        self.all().without(self.of[seat])
    }

    /// The units of both arenas.
    pub(crate) const fn units(&self) -> Places {
        self.ground.with(self.space)
    }

    /// The units in an arena; none in a zone that is no arena.
    pub(crate) const fn arena(&self, zone: Zone) -> Places {
        match zone {
            Zone::Ground => self.ground,
            Zone::Space => self.space,
            _ => Places::NONE,
        }
    }
}
