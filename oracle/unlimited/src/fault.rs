//! Rules that can be broken on purpose.

/// A rule that [`Players::breaks`](crate::choice::Players::breaks) may ask to be broken. Nothing
/// but a test of the comparison itself does so; otherwise the question is compiled away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Sentinel guards nothing.
    SentinelIgnored,
    /// Saboteur does not ignore Sentinel.
    SaboteurBound,
    /// Saboteur leaves Shields.
    SaboteurSpares,
    /// Overwhelm deals one too many.
    OverwhelmOffByOne,
    /// Overwhelm goes through a Shield.
    OverwhelmThroughShield,
    /// Grit counts one damage too many.
    GritCountsOneMore,
    /// Restore heals after combat damage.
    RestoreAfterCombat,
    /// Raid counts for the defending unit, too.
    RaidDefends,
    /// A Shield prevents damage and stays.
    ShieldStays,
    /// Shielded gives nothing.
    ShieldedIgnored,
    /// Ambush attacks bases, too.
    AmbushAttacksBases,
    /// Taking the initiative does not take the counter.
    InitiativeNotTaken,
    /// The player who took the initiative goes on acting.
    InitiativeActsOn,
    /// Drawing from an empty deck does nothing.
    EmptyDeckHarmless,
    /// An empty deck deals its damage once, not for each card.
    EmptyDeckOnce,
    /// Several copies of a unique card stay.
    UniqueIgnored,
    /// An aspect icon that is missing costs one resource.
    PenaltyOfOne,
    /// One icon of leader and base provides for any number of the same aspect.
    IconProvidesAll,
    /// A unit defeated in combat strikes no blow.
    DefenderStrikesNotBack,
    /// Upgrades go to the discard pile of the unit's owner.
    UpgradeToHostOwner,
    /// A defeated leader is deployed again.
    LeaderComesBack,
    /// A defeated leader is ready.
    LeaderReturnsReady,
    /// Effects that last for the phase last for good.
    PhaseNeverEnds,
    /// Nested abilities wait behind those that waited before.
    NestedWait,
    /// The opponent of the active player says whose abilities go first.
    OpponentOrders,
    /// Whoever would be next to act leads at the end of the action phase (against CR 1.4.5).
    NextPlayerLeads,
    /// A unit that is defeated with others does not see them defeated.
    DefeatedTogetherBlind,
}

impl Fault {
    /// All rules that can be broken.
    pub const ALL: [Self; 27] = [
        Self::SentinelIgnored,
        Self::SaboteurBound,
        Self::SaboteurSpares,
        Self::OverwhelmOffByOne,
        Self::OverwhelmThroughShield,
        Self::GritCountsOneMore,
        Self::RestoreAfterCombat,
        Self::RaidDefends,
        Self::ShieldStays,
        Self::ShieldedIgnored,
        Self::AmbushAttacksBases,
        Self::InitiativeNotTaken,
        Self::InitiativeActsOn,
        Self::EmptyDeckHarmless,
        Self::EmptyDeckOnce,
        Self::UniqueIgnored,
        Self::PenaltyOfOne,
        Self::IconProvidesAll,
        Self::DefenderStrikesNotBack,
        Self::UpgradeToHostOwner,
        Self::LeaderComesBack,
        Self::LeaderReturnsReady,
        Self::PhaseNeverEnds,
        Self::NestedWait,
        Self::OpponentOrders,
        Self::NextPlayerLeads,
        Self::DefeatedTogetherBlind,
    ];
}
