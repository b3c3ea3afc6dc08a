//! The cards of the subset: facts of SOR, and leaders without text that no set has.

use crate::card::Arena::{Ground, Space};
use crate::card::Aspect::{Aggression, Command, Cunning, Heroism, Vigilance, Villainy};
use crate::card::Effect::{
    Damage, Defeat, Exhaust, Experience, Heal, Modify, Raid, Ready, Return, Shield,
};
use crate::card::Only::{All, Another, Aspect, Cost, In, NonLeader, Power, RemainingHp};
use crate::card::Side::{Any, Enemy, Friendly};
use crate::card::Step as Do;
use crate::card::{Keywords as K, Kind, Printed as Card, When};

/// Every card: leaders, bases, then what decks are made of.
pub const CARDS: &[Card] = &[
    // Leaders without text, two of them with a keyword on the unit side.
    Card::leader("FLT_001", "Plain Captain", 5, 4, 6).of(&[Vigilance, Heroism]),
    Card::leader("FLT_002", "Plain Governor", 6, 4, 7).of(&[Command, Villainy]),
    Card::leader("FLT_003", "Plain Raider", 5, 5, 5).of(&[Aggression, Villainy]),
    Card::leader("FLT_004", "Plain Smuggler", 4, 3, 5).of(&[Cunning, Heroism]),
    Card::leader("FLT_005", "Plain Guard", 6, 3, 8).of(&[Vigilance, Villainy]).with(K::SHIELDED),
    Card::leader("FLT_006", "Plain Hunter", 6, 5, 5).of(&[Aggression, Heroism]).with(K::AMBUSH),
    // Bases without text.
    Card::base("SOR_020", "Capital City", 30).of(&[Vigilance]),
    Card::base("SOR_023", "Command Center", 30).of(&[Command]),
    Card::base("SOR_026", "Catacombs of Cadera", 30).of(&[Aggression]),
    Card::base("SOR_029", "Administrator's Tower", 30).of(&[Cunning]),
    // Units without abilities.
    Card::ground("SOR_046", "Consular Security Force", 4, 3, 7).of(&[Vigilance, Heroism]),
    Card::ground("SOR_095", "Battlefield Marine", 2, 3, 3).of(&[Command, Heroism]),
    Card::ground("SOR_128", "Death Star Stormtrooper", 1, 3, 1).of(&[Aggression, Villainy]),
    Card::ground("SOR_210", "Swoop Racer", 3, 4, 3).of(&[Cunning]),
    Card::ground("SOR_247", "Underworld Thug", 2, 2, 3),
    Card::space("SOR_225", "TIE/ln Fighter", 1, 2, 1).of(&[Villainy]),
    Card::space("SOR_237", "Alliance X-Wing", 2, 2, 3).of(&[Heroism]),
    // Units with a keyword.
    Card::ground("SOR_032", "Scout Bike Pursuer", 2, 1, 4).of(&[Vigilance, Villainy]).with(K::GRIT),
    Card::ground("SOR_165", "Occupier Siege Tank", 5, 5, 4).of(&[Aggression]).with(K::GRIT),
    Card::ground("SOR_164", "Wampa", 4, 4, 5).of(&[Aggression]).with(K::OVERWHELM),
    Card::ground("SOR_232", "AT-ST", 6, 6, 7).of(&[Villainy]).with(K::OVERWHELM),
    Card::ground("SOR_157", "Cantina Braggart", 1, 0, 3).of(&[Aggression]).raid(2),
    Card::space("SOR_141", "Green Squadron A-Wing", 2, 1, 3).of(&[Aggression, Heroism]).raid(2),
    Card::space("SOR_044", "Restored ARC-170", 2, 2, 3).of(&[Vigilance, Heroism]).restore(1),
    Card::ground("SOR_243", "Regional Sympathizers", 4, 3, 4).of(&[Heroism]).restore(2),
    Card::ground("SOR_205", "Jawa Scavenger", 1, 2, 1).of(&[Cunning]).with(K::SABOTEUR),
    Card::ground("SOR_239", "Rebel Pathfinder", 2, 2, 3).of(&[Heroism]).with(K::SABOTEUR),
    Card::ground("SOR_063", "Cloud City Wing Guard", 3, 2, 4).of(&[Vigilance]).with(K::SENTINEL),
    Card::ground("SOR_098", "Echo Base Defender", 3, 4, 3)
        .of(&[Command, Heroism])
        .with(K::SENTINEL),
    Card::ground("SOR_229", "Cell Block Guard", 3, 3, 3).of(&[Villainy]).with(K::SENTINEL),
    Card::space("SOR_066", "System Patrol Craft", 4, 3, 4).of(&[Vigilance]).with(K::SENTINEL),
    Card::space("SOR_250", "Corellian Freighter", 5, 4, 4).with(K::SENTINEL),
    Card::ground("SOR_064", "Wilderness Fighter", 3, 2, 4).of(&[Vigilance]).with(K::SHIELDED),
    Card::ground("SOR_207", "Crafty Smuggler", 2, 2, 2).of(&[Cunning]).with(K::SHIELDED),
    Card::space("SOR_180", "Seventh Fleet Defender", 3, 3, 2)
        .of(&[Cunning, Villainy])
        .with(K::SHIELDED),
    Card::ground("SOR_213", "Syndicate Lackeys", 5, 5, 4).of(&[Cunning]).with(K::AMBUSH),
    Card::space("SOR_195", "Auzituck Liberator Gunship", 4, 3, 4)
        .of(&[Cunning, Heroism])
        .with(K::AMBUSH),
    // Units with a triggered ability.
    Card::ground("SOR_033", "Death Trooper", 3, 3, 3)
        .of(&[Vigilance, Villainy])
        .when(When::PLAYED, &[Do::DamageBothSides(2)]),
    Card::ground("SOR_039", "AT-AT Suppressor", 8, 8, 8)
        .of(&[Villainy, Vigilance])
        .when(When::PLAYED, &[Do::All(Any, In(Ground), Exhaust)]),
    Card::space("SOR_111", "Patrolling V-Wing", 2, 1, 1)
        .of(&[Command])
        .when(When::PLAYED, &[Do::Draw(1)]),
    Card::space("SOR_132", "Imperial Interceptor", 4, 3, 2)
        .of(&[Aggression, Villainy])
        .when(When::PLAYED, &[Do::MayOne(Any, In(Space), Damage(3))]),
    Card::space("SOR_162", "Disabling Fang Fighter", 3, 3, 2)
        .of(&[Aggression])
        .when(When::PLAYED, &[Do::DefeatUpgrade(true)]),
    Card::ground("SOR_202", "Cantina Bouncer", 5, 3, 5)
        .of(&[Cunning, Cunning])
        .when(When::PLAYED, &[Do::MayOne(Any, NonLeader, Return)]),
    Card::space("SOR_134", "Ruthless Raider", 6, 4, 6)
        .of(&[Villainy, Aggression])
        .when(When::PLAYED.or(When::DEFEATED), &[Do::DamageUnitAndBase(2)]),
    Card::ground("SOR_108", "Vanguard Infantry", 1, 1, 2)
        .of(&[Command])
        .when(When::DEFEATED, &[Do::MayOne(Any, All, Experience)]),
    Card::space("SOR_060", "Distant Patroller", 2, 2, 1)
        .of(&[Vigilance])
        .when(When::DEFEATED, &[Do::MayOne(Any, Aspect(Vigilance), Shield)]),
    Card::space("SOR_163", "Star Wing Scout", 3, 4, 1)
        .of(&[Aggression])
        .when(When::DEFEATED, &[Do::DrawWithInitiative(2)]),
    Card::ground("SOR_226", "Admiral Motti", 2, 1, 1)
        .of(&[Villainy])
        .unique()
        .when(When::DEFEATED, &[Do::MayOne(Any, Aspect(Villainy), Ready)]),
    Card::ground("SOR_059", "2-1B Surgical Droid", 1, 1, 3)
        .of(&[Vigilance])
        .when(When::ATTACKS, &[Do::MayOne(Any, Another, Heal(2))]),
    Card::space("SOR_206", "Mining Guild TIE Fighter", 1, 1, 2)
        .of(&[Cunning])
        .when(When::ATTACKS, &[Do::PayToDraw(2)]),
    Card::ground("SOR_196", "Chewbacca", 5, 3, 6)
        .of(&[Cunning, Heroism])
        .unique()
        .with(K::SENTINEL)
        .when(When::ATTACKED, &[Do::This(Ready)]),
    Card::ground("SOR_036", "Gideon Hask", 5, 5, 5)
        .of(&[Villainy, Vigilance])
        .unique()
        .when(When::ENEMY_DEFEATED, &[Do::One(Friendly, All, Experience)]),
    Card::ground("SOR_109", "Colonel Yularen", 2, 2, 3)
        .of(&[Command])
        .unique()
        .when(When::COMMAND_PLAYED, &[Do::HealBase(1)]),
    // Upgrades.
    Card::upgrade("SOR_120", "Academy Training", 2, 2, 2).of(&[Command]),
    Card::upgrade("SOR_069", "Resilient", 1, 0, 3).of(&[Vigilance]),
    Card::upgrade("SOR_057", "Protector", 1, 1, 1).of(&[Vigilance, Vigilance]).with(K::SENTINEL),
    Card::upgrade("SOR_070", "Devotion", 2, 1, 1).of(&[Vigilance]).restore(2),
    Card::upgrade("SOR_166", "Infiltrator's Skill", 1, 1, 1).of(&[Aggression]).with(K::SABOTEUR),
    // Events.
    Card::event("SOR_041", "Power of the Dark Side", 3, &[Do::OpponentsOne(Defeat)])
        .of(&[Villainy, Vigilance]),
    Card::event("SOR_043", "Superlaser Blast", 8, &[Do::All(Any, All, Defeat)])
        .of(&[Vigilance, Villainy]),
    Card::event("SOR_073", "Moment of Peace", 1, &[Do::One(Any, All, Shield)]).of(&[Vigilance]),
    Card::event("SOR_074", "Repair", 1, &[Do::HealAny(3)]).of(&[Vigilance]),
    Card::event(
        "SOR_076",
        "Make an Opening",
        3,
        &[Do::One(Any, All, Modify(-2, -2)), Do::HealBase(2)],
    )
    .of(&[Vigilance]),
    Card::event("SOR_077", "Takedown", 4, &[Do::One(Any, RemainingHp(5), Defeat)]).of(&[Vigilance]),
    Card::event("SOR_078", "Vanquish", 5, &[Do::One(Any, NonLeader, Defeat)]).of(&[Vigilance]),
    Card::event("SOR_124", "Tactical Advantage", 1, &[Do::One(Any, All, Modify(2, 2))])
        .of(&[Command]),
    Card::event("SOR_154", "Rallying Cry", 3, &[Do::All(Friendly, All, Raid(2))])
        .of(&[Aggression, Aggression]),
    Card::event("SOR_169", "Keep Fighting", 2, &[Do::One(Any, Power(3), Ready)]).of(&[Aggression]),
    Card::event("SOR_171", "Mission Briefing", 3, &[Do::PlayerDraws(2)]).of(&[Aggression]),
    Card::event("SOR_172", "Open Fire", 3, &[Do::One(Any, All, Damage(4))]).of(&[Aggression]),
    Card::event("SOR_173", "Bombing Run", 5, &[Do::AllInArena(Damage(3))]).of(&[Aggression]),
    Card::event("SOR_216", "Disarm", 1, &[Do::One(Enemy, All, Modify(-4, 0))]).of(&[Cunning]),
    Card::event(
        "SOR_218",
        "Asteroid Sanctuary",
        2,
        &[Do::One(Enemy, All, Exhaust), Do::One(Friendly, Cost(3), Shield)],
    )
    .of(&[Cunning]),
    Card::event("SOR_221", "Outmaneuver", 3, &[Do::AllInArena(Exhaust)]).of(&[Cunning]),
    Card::event("SOR_222", "Waylay", 3, &[Do::One(Any, NonLeader, Return)]).of(&[Cunning]),
    Card::event("SOR_251", "Confiscate", 1, &[Do::DefeatUpgrade(false)]),
];

/// The indices of all cards of these kinds in [`CARDS`].
#[must_use]
pub fn of_kind(kinds: &[Kind]) -> Vec<u8> {
    (0..).zip(CARDS).filter(|(_, card)| kinds.contains(&card.kind)).map(|(n, _)| n).collect()
}

/// The index of a card in [`CARDS`].
///
/// # Panics
/// If there is no such card.
#[must_use]
pub fn find(id: &str) -> u8 {
    CARDS.iter().position(|card| card.id == id).expect("a card of the subset") as u8
}
