//! Rules that can be broken on purpose.

/// Declares the rules that can be broken, each with what is wrong then.
macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A rule that [`Players::breaks`](crate::choice::Players::breaks) may ask to be broken.
        /// Nothing but a test of the comparison itself does so.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault {
            $($(#[$doc])* $name,)*
        }

        impl Fault {
            /// All rules that can be broken.
            pub const ALL: &[Self] = &[$(Self::$name,)*];
        }
    };
}

faults! {
    /// Upgraded Space Cannons do not reach adjacent systems.
    CannonsNear,
    /// Antimass Deflectors hinder no Space Cannon.
    CannonsUnhindered,
    /// Plasma Scoring gives no die.
    NoPlasma,
    /// Anti-Fighter Barrage hits all ships.
    BarrageHitsAll,
    /// Damaged units sustain damage again.
    SustainTwice,
    /// There is a barrage in each round of a combat.
    BarrageEachRound,
    /// Defenders in a nebula roll as others do.
    NebulaSheltersNobody,
    /// The attacker announces a retreat after the defender has.
    BothRetreat,
    /// Ships retreat to systems without own units and planets.
    RetreatAnywhere,
    /// A retreat places no command token.
    RetreatWithoutToken,
    /// The fleet pool bounds nothing.
    FleetWithoutLimit,
    /// Units without capacity stay.
    CapacityWithoutLimit,
    /// Capacity counts while a combat is under way.
    CapacityInCombat,
    /// Wormholes join nothing.
    NoWormholes,
    /// Ships leave systems with an own command token.
    TokensHoldNothing,
    /// Ships leave nebulae as fast as they are.
    NebulaSlowsNobody,
    /// Leaving a gravity rift makes no ship faster.
    RiftHelpsNobody,
    /// All ships go through asteroid fields.
    AsteroidsOpen,
    /// Ships go through supernovas.
    SupernovaOpen,
    /// Ships go through those of others.
    FleetsBlockNothing,
    /// Ships go through nebulae.
    NebulaPassed,
    /// Strategy cards that nobody chose get no trade goods.
    NoBonus,
    /// Fleet Logistics gives no second action.
    NoSecondAction,
    /// Players pass before they have used their strategy cards.
    PassEarly,
    /// Systems with an own command token are activated.
    ActivateTwice,
    /// A command token less is gained in the status phase.
    OneToken,
    /// Planets are not readied in the status phase.
    NothingReadied,
    /// Units are not repaired in the status phase.
    NothingRepaired,
    /// Of those with most points the last in initiative order wins.
    LastOfTiedWins,
    /// Command tokens are gained beyond the sixteen.
    TokensWithoutEnd,
    /// Planetary Shield holds against war suns.
    WarSunShielded,
    /// Planetary Shield holds against nobody.
    ShieldsNothing,
    /// The custodians leave for 5 influence.
    CustodiansCheap,
    /// Ground forces land on Mecatol Rex beside the custodians.
    CustodiansAsleep,
    /// Space Cannons do not fire at who lands.
    NoCannonDefense,
    /// A ground combat has one round.
    OneGroundRound,
    /// Space docks that nobody defends stand until the planet is taken.
    DocksStand,
    /// Structures of others stay on a planet that is taken.
    StructuresStand,
    /// The card of a planet that is taken is ready.
    PlanetsComeReady,
    /// Space docks do not count the resources of their planet.
    ProductionOfDocksAlone,
    /// Fighters and infantry come alone for their cost.
    PairsCostDouble,
    /// Sarween Tools make nothing cheaper.
    NoDiscount,
    /// Ships are produced beside those of others.
    BlockadeIgnored,
    /// Any number of objectives is scored in a status phase.
    ScoreMany,
    /// Public objectives are scored without the home system.
    HomelessScore,
    /// Objectives are scored again.
    ScoreAgain,
    /// Secondary abilities cost no command token.
    SecondaryForNothing,
    /// Leadership sells command tokens for 2 influence.
    TokensCheap,
    /// A structure too many fits on a planet.
    StructuresWithoutLimit,
    /// The secondary ability of Construction places no token.
    ConstructionWithoutToken,
    /// Planets are not exhausted for prerequisites.
    SpecialtiesForNothing,
    /// Imperial gives no point for Mecatol Rex.
    NoPointForMecatol,
    /// Four secret objectives are kept.
    SecretsWithoutLimit,
    /// Ships transport one unit more.
    CapacityOneMore,
    /// Ships that do not get out of a gravity rift get out.
    RiftHarmless,
}
