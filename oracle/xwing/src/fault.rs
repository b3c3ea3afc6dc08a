//! Rules that can be broken on purpose.

/// A rule that [`Players::breaks`](crate::choice::Players::breaks) may ask to be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Ships of equal initiative: the other player's go first.
    TiesReversed,
    /// Ships are activated in descending initiative.
    ActivationDescends,
    /// Ships engage in ascending initiative.
    EngagementAscends,
    /// A Koiogran turn does not turn.
    KoiogranAhead,
    /// A bank turns by less than an eighth.
    BanksShort,
    /// A ship that overlaps another one goes back twice as far a time.
    BacksUpTwice,
    /// A ship that was stopped may act.
    BumpsAct,
    /// Ships that one moved up to are not at range 0.
    TouchingForgotten,
    /// Ships may overhang the edge of the mat.
    EdgeIgnored,
    /// A blue maneuver takes all stress off.
    BlueTakesAll,
    /// A red maneuver gives no stress.
    RedFree,
    /// Stressed ships execute red maneuvers.
    StressFlies,
    /// Stressed ships act.
    StressActs,
    /// The template passes over obstacles.
    TemplateMisses,
    /// A ship acts after an asteroid.
    AsteroidActs,
    /// Debris gives no stress.
    DebrisClean,
    /// A gas cloud strains by focus results alone.
    CloudSpares,
    /// Ships on asteroids attack.
    AsteroidAttacks,
    /// An obstacle between ships adds no die.
    Unobstructed,
    /// A red action gives no stress.
    RedActionFree,
    /// Linked actions are white.
    LinkedWhite,
    /// The same action twice in a round.
    ActionTwice,
    /// A ship locks at range 2 at most.
    LocksNear,
    /// Barrel rolls ignore ships in the way.
    RollsOver,
    /// A jam token costs nothing.
    JamHarmless,
    /// No attack die more at range 1.
    NoNearBonus,
    /// No defence die more at range 3.
    NoFarBonus,
    /// Range is measured between bases, wherever the arc is.
    RangeOutsideArc,
    /// Side arcs are as wide as the front arc is not: lines at 45 degrees.
    DiagonalArcs,
    /// A focus token changes one result alone.
    FocusOne,
    /// Evades cancel critical hits first.
    CritsFirst,
    /// A reinforce token cancels a single result.
    ReinforceSingle,
    /// Critical damage cards are dealt facedown.
    CritsFacedown,
    /// Shields stop critical hits no more.
    ShieldsLeak,
    /// Destroyed ships go at once, before they have fired.
    NoLastShot,
    /// Circular tokens stay.
    CircularStays,
    /// Locks go in the End Phase.
    LocksGo,
    /// A hull breach lets hits be hits.
    BreachSealed,
    /// A direct hit does no more.
    DirectHitHarmless,
    /// A damaged engine turns as before.
    EngineRuns,
    /// A ship is ionized by one token whatever its size.
    IonSmall,
    /// Ion tokens stay after an ion maneuver.
    IonStays,
    /// Cards of ships that were removed are not discarded.
    CardsVanish,
    /// A wounded pilot does not roll.
    WoundIgnored,
}

impl Fault {
    /// All rules that can be broken.
    pub const ALL: [Self; 44] = [
        Self::TiesReversed,
        Self::ActivationDescends,
        Self::EngagementAscends,
        Self::KoiogranAhead,
        Self::BanksShort,
        Self::BacksUpTwice,
        Self::BumpsAct,
        Self::TouchingForgotten,
        Self::EdgeIgnored,
        Self::BlueTakesAll,
        Self::RedFree,
        Self::StressFlies,
        Self::StressActs,
        Self::TemplateMisses,
        Self::AsteroidActs,
        Self::DebrisClean,
        Self::CloudSpares,
        Self::AsteroidAttacks,
        Self::Unobstructed,
        Self::RedActionFree,
        Self::LinkedWhite,
        Self::ActionTwice,
        Self::LocksNear,
        Self::RollsOver,
        Self::JamHarmless,
        Self::NoNearBonus,
        Self::NoFarBonus,
        Self::RangeOutsideArc,
        Self::DiagonalArcs,
        Self::FocusOne,
        Self::CritsFirst,
        Self::ReinforceSingle,
        Self::CritsFacedown,
        Self::ShieldsLeak,
        Self::NoLastShot,
        Self::CircularStays,
        Self::LocksGo,
        Self::BreachSealed,
        Self::DirectHitHarmless,
        Self::EngineRuns,
        Self::IonSmall,
        Self::IonStays,
        Self::CardsVanish,
        Self::WoundIgnored,
    ];
}
