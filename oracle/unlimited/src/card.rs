//! Printed cards, as far as the subset knows them.

/// The kind of a card (CR 3.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A leader; power, HP, cost and keywords are those of its unit side (CR 3.4).
    Leader,
    /// A base (CR 3.2).
    Base,
    /// A unit (CR 3.5).
    Unit,
    /// An event (CR 3.3).
    Event,
    /// An upgrade; power, HP and keywords are what it gives (CR 3.6).
    Upgrade,
}

/// The arena in which a unit fights (CR 4.3, 4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arena {
    /// The ground arena.
    Ground,
    /// The space arena.
    Space,
}

/// An aspect (CR 1.5.6A).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// The blue aspect, Vigilance.
    Vigilance,
    /// The green aspect, Command.
    Command,
    /// The red aspect, Aggression.
    Aggression,
    /// The yellow aspect, Cunning.
    Cunning,
    /// The white aspect, Heroism.
    Heroism,
    /// The black aspect, Villainy.
    Villainy,
}

/// A set of keywords, one bit each. Raid and Restore are numbers beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keywords(u8);

impl Keywords {
    /// Ambush (CR 7.5.5): the unit may attack an enemy unit as soon as it is played.
    pub const AMBUSH: Self = Self(1);
    /// Grit (CR 7.5.6): one more power for each damage on the unit.
    pub const GRIT: Self = Self(2);
    /// Overwhelm (CR 7.5.7): damage beyond the HP of the defending unit goes on to the base.
    pub const OVERWHELM: Self = Self(4);
    /// Saboteur (CR 7.5.10): the attacker ignores Sentinel and defeats the Shields of the defending
    /// unit.
    pub const SABOTEUR: Self = Self(8);
    /// Sentinel (CR 7.5.11): enemy units in its arena can attack nothing but units with Sentinel.
    pub const SENTINEL: Self = Self(16);
    /// Shielded (CR 7.5.12): the unit comes into play with a Shield token.
    pub const SHIELDED: Self = Self(32);

    /// Tells whether all keywords of the other set are in this one.
    #[must_use]
    pub const fn has(self, keyword: Self) -> bool {
        self.0 & keyword.0 == keyword.0
    }
    /// Both sets together: a second instance adds nothing (CR 7.5.4).
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The conditions under which a text resolves; a text may have several (CR 7.6.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct When(u8);

impl When {
    /// Resolves when this unit is played (CR 7.6.13).
    pub const PLAYED: Self = Self(1);
    /// Resolves when this unit is defeated (CR 7.6.14).
    pub const DEFEATED: Self = Self(2);
    /// Resolves when this unit attacks (CR 7.6.15).
    pub const ATTACKS: Self = Self(4);
    /// Resolves when this unit is attacked.
    pub const ATTACKED: Self = Self(8);
    /// Resolves when an enemy unit is defeated.
    pub const ENEMY_DEFEATED: Self = Self(16);
    /// Resolves when you play a Command unit, this one included.
    pub const COMMAND_PLAYED: Self = Self(32);

    /// Tells whether one of the other's conditions is among these.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
    /// The conditions of both: either is enough.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The player whose units are meant, as seen from the controller of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Units of either player.
    Any,
    /// Those of the text's controller.
    Friendly,
    /// Those of their opponent.
    Enemy,
}

/// A further condition on a unit that a text is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// No further condition.
    All,
    /// It is no leader.
    NonLeader,
    /// It is another than the one with the text.
    Another,
    /// It has at most so much HP remaining.
    RemainingHp(i16),
    /// It has at most so much power.
    Power(i16),
    /// Its printed cost is at most this (CR 1.8.6, 1.8.7).
    Cost(u8),
    /// It has this aspect.
    Aspect(Aspect),
    /// It is in this arena.
    In(Arena),
}

/// A change that a text makes to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Deals damage to it.
    Damage(u8),
    /// Heals damage from it.
    Heal(u8),
    /// Defeats the unit.
    Defeat,
    /// Returns it to its owner's hand.
    Return,
    /// Readies the unit.
    Ready,
    /// Exhausts the unit.
    Exhaust,
    /// Gives it a Shield token (CR 3.7.6).
    Shield,
    /// Gives it an Experience token (CR 3.7.5).
    Experience,
    /// Changes power and HP for this phase.
    Modify(i8, i8),
    /// Gives it Raid for this phase.
    Raid(u8),
}

/// One instruction of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Its controller chooses a unit and this is done to it.
    One(Side, Only, Effect),
    /// The same, but it may be declined.
    MayOne(Side, Only, Effect),
    /// The opponent chooses one of their own units and this is done to it.
    OpponentsOne(Effect),
    /// To all of these units at once.
    All(Side, Only, Effect),
    /// An arena is chosen and this is done to all units in it.
    AllInArena(Effect),
    /// To the unit with the text.
    This(Effect),
    /// Damage to a friendly and an enemy ground unit at once.
    DamageBothSides(u8),
    /// Damage to an enemy unit and the enemy base at once.
    DamageUnitAndBase(u8),
    /// Heals so much damage from your base.
    HealBase(u8),
    /// Heals a unit or a base.
    HealAny(u8),
    /// Defeats an upgrade; whether that may be declined.
    DefeatUpgrade(bool),
    /// Draws so many cards for its controller.
    Draw(u8),
    /// Draws cards if you have the initiative (CR 1.12.2C).
    DrawWithInitiative(u8),
    /// A player of your choice draws cards.
    PlayerDraws(u8),
    /// You may pay so many resources; if you do, draw a card.
    PayToDraw(u8),
}

/// A card as printed.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// Set and number, such as `SOR_095`.
    pub id: &'static str,
    /// The name without the subtitle.
    pub name: &'static str,
    /// The kind of card.
    pub kind: Kind,
    /// It bears the unique icon (CR 8.29).
    pub unique: bool,
    /// The printed cost in resources.
    pub cost: u8,
    /// Printed power; of an upgrade, the power that it gives.
    pub power: i8,
    /// Printed HP; of an upgrade, the HP that it gives.
    pub hp: i8,
    /// The arena in which it fights; it means something of units and leaders alone.
    pub arena: Arena,
    /// Aspect icons, each of them.
    pub aspects: &'static [Aspect],
    /// Keywords without a number.
    pub keywords: Keywords,
    /// The number of Raid (CR 7.5.8); 0 without it.
    pub raid: u8,
    /// The number of Restore (CR 7.5.9); 0 without it.
    pub restore: u8,
    /// The conditions under which its text resolves; an event's does when it is played.
    pub when: When,
    /// The steps of its text, in order.
    pub text: &'static [Step],
    /// Resources a leader must have to be deployed (CR 3.4.4).
    pub deploy_at: u8,
}

impl Printed {
    const fn new(id: &'static str, name: &'static str, kind: Kind, cost: u8) -> Self {
        Self {
            id,
            name,
            kind,
            unique: false,
            cost,
            power: 0,
            hp: 0,
            arena: Arena::Ground,
            aspects: &[],
            keywords: Keywords(0),
            raid: 0,
            restore: 0,
            when: When(0),
            text: &[],
            deploy_at: 0,
        }
    }
    /// A ground unit with its cost, power and HP.
    #[must_use]
    pub const fn ground(id: &'static str, name: &'static str, cost: u8, power: i8, hp: i8) -> Self {
        Self { power, hp, ..Self::new(id, name, Kind::Unit, cost) }
    }
    /// A space unit with its cost, power and HP.
    #[must_use]
    pub const fn space(id: &'static str, name: &'static str, cost: u8, power: i8, hp: i8) -> Self {
        Self { arena: Arena::Space, ..Self::ground(id, name, cost, power, hp) }
    }
    /// An upgrade that changes power and HP by so much.
    #[must_use]
    pub const fn upgrade(
        id: &'static str,
        name: &'static str,
        cost: u8,
        power: i8,
        hp: i8,
    ) -> Self {
        Self { power, hp, ..Self::new(id, name, Kind::Upgrade, cost) }
    }
    /// An event with its text.
    #[must_use]
    pub const fn event(
        id: &'static str,
        name: &'static str,
        cost: u8,
        text: &'static [Step],
    ) -> Self {
        Self { text, ..Self::new(id, name, Kind::Event, cost) }
    }
    /// A base with its HP.
    #[must_use]
    pub const fn base(id: &'static str, name: &'static str, hp: i8) -> Self {
        Self { hp, ..Self::new(id, name, Kind::Base, 0) }
    }
    /// A leader that is deployed with as many resources as it costs.
    #[must_use]
    pub const fn leader(id: &'static str, name: &'static str, cost: u8, power: i8, hp: i8) -> Self {
        let leader = Self::new(id, name, Kind::Leader, cost);
        Self { power, hp, unique: true, deploy_at: cost, ..leader }
    }
    /// With these aspect icons.
    #[must_use]
    pub const fn of(self, aspects: &'static [Aspect]) -> Self {
        Self { aspects, ..self }
    }
    /// The same card with one more keyword.
    #[must_use]
    pub const fn with(self, keyword: Keywords) -> Self {
        Self { keywords: self.keywords.and(keyword), ..self }
    }
    /// The same card with Raid of this number (CR 7.5.8).
    #[must_use]
    pub const fn raid(self, raid: u8) -> Self {
        Self { raid, ..self }
    }
    /// The same card with Restore of this number (CR 7.5.9).
    #[must_use]
    pub const fn restore(self, restore: u8) -> Self {
        Self { restore, ..self }
    }
    /// With a triggered ability.
    #[must_use]
    pub const fn when(self, when: When, text: &'static [Step]) -> Self {
        Self { when, text, ..self }
    }
    /// The same card with the unique icon (CR 8.29).
    #[must_use]
    pub const fn unique(self) -> Self {
        Self { unique: true, ..self }
    }
}
