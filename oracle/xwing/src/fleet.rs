//! Ship types, their dials and action bars, and generic pilots: those of whom no ability speaks.

/// The side to which a bearing goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// The shape of a maneuver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    /// A straight ahead.
    Straight,
    /// An eighth of a turn.
    Bank(Side),
    /// A quarter of a turn.
    Turn(Side),
    /// Straight ahead, then half a turn.
    Koiogran,
    /// A bank, then half a turn.
    Segnor(Side),
    /// A turn, then a quarter of a turn more.
    Tallon(Side),
    /// No way at all.
    Stationary,
    /// A straight backwards.
    Reverse,
    /// A bank backwards.
    ReverseBank(Side),
}

const LETTERS: [(char, Bearing); 14] = [
    ('F', Bearing::Straight),
    ('B', Bearing::Bank(Side::Left)),
    ('N', Bearing::Bank(Side::Right)),
    ('T', Bearing::Turn(Side::Left)),
    ('Y', Bearing::Turn(Side::Right)),
    ('K', Bearing::Koiogran),
    ('L', Bearing::Segnor(Side::Left)),
    ('P', Bearing::Segnor(Side::Right)),
    ('E', Bearing::Tallon(Side::Left)),
    ('R', Bearing::Tallon(Side::Right)),
    ('O', Bearing::Stationary),
    ('A', Bearing::ReverseBank(Side::Left)),
    ('S', Bearing::Reverse),
    ('D', Bearing::ReverseBank(Side::Right)),
];

impl Bearing {
    /// Tells whether it goes to the left.
    #[must_use]
    pub const fn is_left(self) -> bool {
        use Bearing::{Bank, ReverseBank, Segnor, Tallon, Turn};
        matches!(
            self,
            Bank(Side::Left)
                | Turn(Side::Left)
                | Segnor(Side::Left)
                | Tallon(Side::Left)
                | ReverseBank(Side::Left)
        )
    }
}

/// The colour of a maneuver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// It takes stress off.
    Blue,
    /// It does neither.
    White,
    /// It gives stress.
    Red,
}

/// A maneuver of a dial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maneuver {
    /// The speed, which is the number of the template.
    pub speed: u8,
    /// The shape of the way.
    pub bearing: Bearing,
    /// The colour on the dial.
    pub difficulty: Difficulty,
}

impl Maneuver {
    /// A maneuver as dials write it: `2FB` is a blue straight of speed 2.
    ///
    /// # Panics
    /// If it is not written so.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let letters: Vec<char> = text.chars().collect();
        let &[speed, bearing, colour] = &letters[..] else { panic!("no maneuver: {text}") };
        let difficulty = match colour {
            'B' => Difficulty::Blue,
            'W' => Difficulty::White,
            _ => Difficulty::Red,
        };
        let speed = speed.to_digit(10).expect("a speed") as u8;
        let bearing = LETTERS.iter().find(|(letter, _)| *letter == bearing).expect("a bearing").1;
        Self { speed, bearing, difficulty }
    }

    /// The maneuver as dials write it.
    #[must_use]
    pub fn text(self) -> String {
        let letter = LETTERS.iter().find(|(_, bearing)| *bearing == self.bearing);
        let colour = match self.difficulty {
            Difficulty::Blue => 'B',
            Difficulty::White => 'W',
            Difficulty::Red => 'R',
        };
        format!("{}{}{colour}", self.speed, letter.map_or('?', |(letter, _)| *letter))
    }
}

/// The arc of a primary weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Firing {
    /// The standard front arc.
    Front,
    /// The standard rear arc.
    Rear,
    /// All that lies ahead of the midline.
    FullFront,
    /// The arc that the indicator points at.
    Turret,
    /// Both that arc and the one opposite.
    DoubleTurret,
}

/// An action of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Gain a focus token.
    Focus,
    /// Gain an evade token.
    Evade,
    /// Gain a calculate token.
    Calculate,
    /// Lock a ship.
    Lock,
    /// Gain a reinforce token for one end.
    Reinforce,
    /// Move along a template of speed 1.
    Boost,
    /// Move to the side.
    BarrelRoll,
    /// Turn the turret indicator.
    RotateArc,
    /// Let another ship act.
    Coordinate,
    /// Give a jam token.
    Jam,
    /// Recover a charge of a weapon, and be disarmed.
    Reload,
}

impl Action {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Focus,
        Self::Evade,
        Self::Calculate,
        Self::Lock,
        Self::Reinforce,
        Self::Boost,
        Self::BarrelRoll,
        Self::RotateArc,
        Self::Coordinate,
        Self::Jam,
        Self::Reload,
    ];

    /// The name of the action.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Focus => "Focus",
            Self::Evade => "Evade",
            Self::Calculate => "Calculate",
            Self::Lock => "Lock",
            Self::Reinforce => "Reinforce",
            Self::Boost => "Boost",
            Self::BarrelRoll => "Barrel Roll",
            Self::RotateArc => "Rotate Arc",
            Self::Coordinate => "Coordinate",
            Self::Jam => "Jam",
            Self::Reload => "Reload",
        }
    }
}

/// An action as a bar has it: red or white, and the red action that it is linked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deed {
    /// The action that is performed.
    pub action: Action,
    /// It gives stress.
    pub red: bool,
    /// The red action that may follow it.
    pub linked: Option<Action>,
}

const fn white(action: Action) -> Deed {
    Deed { action, red: false, linked: None }
}

const fn red(action: Action) -> Deed {
    Deed { action, red: true, linked: None }
}

const fn linked(action: Action, next: Action) -> Deed {
    Deed { action, red: false, linked: Some(next) }
}

/// A ship type.
#[derive(Debug)]
pub struct Sheet {
    /// Its id in squad files.
    pub id: &'static str,
    /// Its size: 1 small, 2 medium, 3 large. So many ion tokens ionize it.
    pub size: u8,
    /// Its primary weapons: arc and attack dice.
    pub weapons: &'static [(Firing, u8)],
    /// The number of defence dice.
    pub agility: u8,
    /// As many damage cards destroy it.
    pub hull: u8,
    /// The number of shields.
    pub shields: u8,
    /// All maneuvers of its dial.
    pub dial: &'static str,
    /// Its action bar.
    pub bar: &'static [Deed],
}

impl Sheet {
    /// Half of the side of its base.
    #[must_use]
    pub fn half(&self) -> f64 {
        f64::from(self.size).mul_add(10_000.0, 10_000.0)
    }
}

/// A generic pilot.
#[derive(Debug)]
pub struct Pilot {
    /// The id in squad files.
    pub id: &'static str,
    /// The ship type, by its place among [`SHEETS`].
    pub sheet: usize,
    /// The order in a phase.
    pub initiative: u8,
    /// An action bar in the place of the ship type's.
    pub bar: Option<&'static [Deed]>,
}

impl Pilot {
    /// The ship type.
    #[must_use]
    pub const fn sheet(&self) -> &'static Sheet {
        &SHEETS[self.sheet]
    }

    /// The action bar.
    #[must_use]
    pub fn bar(&self) -> &'static [Deed] {
        self.bar.unwrap_or(self.sheet().bar)
    }
}

use Action::{
    BarrelRoll, Boost, Calculate, Coordinate, Evade, Focus, Jam, Lock, Reinforce, Reload, RotateArc,
};

/// The ship types of the reference, none of which has an ability.
pub const SHEETS: &[Sheet] = &[
    Sheet {
        id: "t65xwing",
        size: 1,
        weapons: &[(Firing::Front, 3)],
        agility: 2,
        hull: 4,
        shields: 2,
        dial: "1BB 1FB 1NB 2TW 2BB 2FB 2NB 2YW 3ER 3TW 3BW 3FW 3NW 3YW 3RR 4FW 4KR",
        bar: &[white(Focus), white(Lock), white(BarrelRoll)],
    },
    Sheet {
        id: "tielnfighter",
        size: 1,
        weapons: &[(Firing::Front, 2)],
        agility: 3,
        hull: 3,
        shields: 0,
        dial: "1TW 1YW 2TW 2BB 2FB 2NB 2YW 3TW 3BW 3FB 3NW 3YW 3KR 4FW 4KR 5FW",
        bar: &[white(Focus), white(Evade), white(BarrelRoll)],
    },
    Sheet {
        id: "asf01bwing",
        size: 1,
        weapons: &[(Firing::Front, 3)],
        agility: 1,
        hull: 4,
        shields: 4,
        dial: "1ER 1TR 1BB 1FB 1NB 1YR 1RR 2TW 2BW 2FB 2NW 2YW 2KR 3BR 3FB 3NR 4FR",
        bar: &[linked(Focus, BarrelRoll), white(Lock), white(BarrelRoll)],
    },
    Sheet {
        id: "arc170starfighter",
        size: 2,
        weapons: &[(Firing::Front, 3), (Firing::Rear, 2)],
        agility: 1,
        hull: 6,
        shields: 3,
        dial: "1BB 1FB 1NB 2TW 2BB 2FB 2NB 2YW 3TR 3BW 3FW 3NW 3YR 4FR 4KR",
        bar: &[white(Focus), white(Lock), red(BarrelRoll)],
    },
    Sheet {
        id: "auzituckgunship",
        size: 1,
        weapons: &[(Firing::FullFront, 3)],
        agility: 1,
        hull: 6,
        shields: 2,
        dial: "0OR 1BB 1FB 1NB 2TW 2BW 2FB 2NW 2YW 3TW 3BW 3FB 3NW 3YW 4FW",
        bar: &[white(Focus), white(Reinforce), red(BarrelRoll)],
    },
    Sheet {
        id: "tieadvancedv1",
        size: 1,
        weapons: &[(Firing::Front, 2)],
        agility: 3,
        hull: 2,
        shields: 2,
        dial: "1TB 1BB 1NB 1YB 2ER 2TW 2BW 2FB 2NW 2YW 2RR 3TW 3BW 3FB 3NW 3YW 4FW 4KR 5FW",
        bar: &[
            white(Focus),
            white(Evade),
            white(Lock),
            linked(BarrelRoll, Focus),
            linked(Boost, Focus),
        ],
    },
    Sheet {
        id: "hwk290lightfreighter",
        size: 1,
        weapons: &[(Firing::Turret, 2)],
        agility: 2,
        hull: 3,
        shields: 2,
        dial: "0OR 1BB 1FB 1NB 2TW 2BW 2FB 2NW 2YW 3TR 3BW 3FB 3NW 3YR 4FW",
        bar: &[
            linked(Focus, RotateArc),
            linked(Lock, RotateArc),
            red(Boost),
            white(RotateArc),
            red(Jam),
        ],
    },
    Sheet {
        id: "firesprayclasspatrolcraft",
        size: 2,
        weapons: &[(Firing::Front, 3), (Firing::Rear, 3)],
        agility: 2,
        hull: 6,
        shields: 4,
        dial: "1TW 1BB 1FB 1NB 1YW 2TW 2BW 2FB 2NW 2YW 3ER 3BW 3FB 3NW 3RR 4FW 4KR",
        bar: &[white(Focus), white(Lock), red(Reinforce), white(Boost)],
    },
    Sheet {
        id: "lambdaclasst4ashuttle",
        size: 3,
        weapons: &[(Firing::Front, 3), (Firing::Rear, 2)],
        agility: 1,
        hull: 6,
        shields: 4,
        dial: "0OR 1BB 1FB 1NB 2TR 2BW 2FB 2NW 2YR 3BR 3FW 3NR",
        bar: &[white(Focus), white(Reinforce), white(Coordinate), red(Jam)],
    },
    Sheet {
        id: "modifiedyt1300lightfreighter",
        size: 3,
        weapons: &[(Firing::DoubleTurret, 3)],
        agility: 1,
        hull: 8,
        shields: 5,
        dial: "1BW 1FB 1NW 2TW 2BB 2FB 2NB 2YW 3LR 3TW 3BW 3FB 3NW 3YW 3PR 4FW 4KR",
        bar: &[white(Focus), white(Lock), red(Boost), white(RotateArc)],
    },
    Sheet {
        id: "resistancetransport",
        size: 1,
        weapons: &[(Firing::Front, 2)],
        agility: 1,
        hull: 5,
        shields: 3,
        dial: "0OR 1AR 1TR 1BB 1FB 1NB 1YR 1DR 2TW 2BW 2FB 2NW 2YW 3BR 3FW 3NR 4FR",
        bar: &[white(Focus), white(Lock), red(Coordinate), red(Jam)],
    },
    Sheet {
        id: "belbullab22starfighter",
        size: 1,
        weapons: &[(Firing::Front, 3)],
        agility: 2,
        hull: 3,
        shields: 2,
        dial: "1TW 1BW 1NW 1YW 2TW 2BB 2FB 2NB 2YW 3LR 3TR 3BW 3FB 3NW 3YR 3PR 4FW 5FW",
        bar: &[white(Focus), white(Lock), linked(BarrelRoll, Focus), linked(Boost, Focus)],
    },
    Sheet {
        id: "tiefofighter",
        size: 1,
        weapons: &[(Firing::Front, 2)],
        agility: 3,
        hull: 3,
        shields: 1,
        dial: "1TW 1YW 2LR 2TB 2BB 2FB 2NB 2YB 2PR 3TW 3BW 3FB 3NW 3YW 4FW 4KR 5FW",
        bar: &[white(Focus), white(Evade), white(Lock), white(BarrelRoll)],
    },
    Sheet {
        id: "lancerclasspursuitcraft",
        size: 3,
        weapons: &[(Firing::Front, 3), (Firing::Turret, 2)],
        agility: 2,
        hull: 8,
        shields: 2,
        dial: "1BW 1FW 1NW 2TW 2BW 2FB 2NW 2YW 3TB 3BB 3FB 3NB 3YB 4FB 5FW 5KR",
        bar: &[white(Focus), white(Evade), white(Lock), white(RotateArc)],
    },
    Sheet {
        id: "ut60duwing",
        size: 2,
        weapons: &[(Firing::Front, 3)],
        agility: 2,
        hull: 5,
        shields: 3,
        dial: "0OR 1BB 1FB 1NB 2TW 2BB 2FB 2NB 2YW 3BW 3FW 3NW 4FW",
        bar: &[white(Focus), white(Lock), red(Coordinate)],
    },
    Sheet {
        id: "tiecapunisher",
        size: 2,
        weapons: &[(Firing::Front, 2)],
        agility: 1,
        hull: 6,
        shields: 3,
        dial: "0OR 1BB 1FB 1NB 2TW 2BW 2FB 2NW 2YW 3TR 3BW 3FW 3NW 3YR 4KR",
        bar: &[white(Focus), white(Lock), red(BarrelRoll), linked(Boost, Lock), white(Reload)],
    },
    Sheet {
        id: "jumpmaster5000",
        size: 3,
        weapons: &[(Firing::Turret, 2)],
        agility: 2,
        hull: 6,
        shields: 3,
        dial: "1TW 1BB 1FB 1NW 1YR 2TW 2BB 2FB 2NW 2YR 3LR 3BB 3FB 3NW 4FW 4KR",
        bar: &[linked(Focus, RotateArc), linked(Lock, RotateArc), red(BarrelRoll)],
    },
    Sheet {
        id: "btla4ywing",
        size: 1,
        weapons: &[(Firing::Front, 2)],
        agility: 1,
        hull: 6,
        shields: 2,
        dial: "1BB 1FB 1NB 2TW 2BW 2FB 2NW 2YW 3TR 3BW 3FW 3NW 3YR 4FR 4KR",
        bar: &[white(Focus), white(Lock), red(BarrelRoll), red(Reload)],
    },
    Sheet {
        id: "nimbusclassvwing",
        size: 1,
        weapons: &[(Firing::Front, 2)],
        agility: 3,
        hull: 2,
        shields: 2,
        dial: "1TW 1BR 1NR 1YW 2TB 2BB 2FB 2NB 2YB 2KR 3TW 3BW 3FB 3NW 3YW 4FW 4KR 5FW",
        bar: &[white(Focus), white(Lock), red(BarrelRoll), linked(Boost, Lock)],
    },
    Sheet {
        id: "z95af4headhunter",
        size: 1,
        weapons: &[(Firing::Front, 2)],
        agility: 2,
        hull: 2,
        shields: 2,
        dial: "1BW 1FB 1NW 2TW 2BB 2FB 2NB 2YW 3TW 3BW 3FB 3NW 3YW 3KR 4FW 4KR",
        bar: &[white(Focus), white(Lock), red(BarrelRoll)],
    },
    Sheet {
        id: "g1astarfighter",
        size: 2,
        weapons: &[(Firing::Front, 3)],
        agility: 1,
        hull: 5,
        shields: 4,
        dial: "0OR 1TR 1BB 1FB 1NB 1YR 2TW 2BW 2FB 2NW 2YW 2KR 3BR 3FW 3NR 4FR 4KR",
        bar: &[white(Focus), white(Lock), white(Jam)],
    },
    Sheet {
        id: "vt49decimator",
        size: 3,
        weapons: &[(Firing::DoubleTurret, 3)],
        agility: 0,
        hull: 12,
        shields: 4,
        dial: "1TR 1BB 1FB 1NB 1YR 2TW 2BW 2FB 2NW 2YW 3TW 3BW 3FW 3NW 3YW 4FW",
        bar: &[white(Focus), white(Lock), white(Reinforce), white(RotateArc), red(Coordinate)],
    },
];

/// The pilots of the reference.
pub const PILOTS: &[Pilot] = &[
    Pilot { id: "104thbattalionpilot", sheet: 3, initiative: 2, bar: None },
    Pilot { id: "academypilot", sheet: 1, initiative: 1, bar: None },
    Pilot { id: "amaxinewarrior", sheet: 17, initiative: 3, bar: None },
    Pilot { id: "banditsquadronpilot", sheet: 19, initiative: 1, bar: None },
    Pilot { id: "baronoftheempire", sheet: 5, initiative: 3, bar: None },
    Pilot { id: "binayrepirate", sheet: 19, initiative: 1, bar: None },
    Pilot { id: "blacksquadronace", sheet: 1, initiative: 3, bar: None },
    Pilot { id: "blacksunsoldier", sheet: 19, initiative: 3, bar: None },
    Pilot { id: "bladesquadronveteran", sheet: 2, initiative: 3, bar: None },
    Pilot { id: "bluesquadronescort", sheet: 0, initiative: 2, bar: None },
    Pilot { id: "bluesquadronpilot", sheet: 2, initiative: 2, bar: None },
    Pilot { id: "bluesquadronscout", sheet: 14, initiative: 2, bar: None },
    Pilot { id: "bountyhunter", sheet: 7, initiative: 2, bar: None },
    Pilot { id: "cavernangelszealot", sheet: 0, initiative: 1, bar: None },
    Pilot { id: "contractedscout", sheet: 16, initiative: 2, bar: None },
    Pilot { id: "crymorahgoon", sheet: 17, initiative: 1, bar: None },
    Pilot { id: "cutlasssquadronpilot", sheet: 15, initiative: 2, bar: None },
    Pilot { id: "epsilonsquadroncadet", sheet: 12, initiative: 1, bar: None },
    Pilot {
        id: "feethanottrawautopilot",
        sheet: 11,
        initiative: 1,
        bar: Some(&[
            white(Calculate),
            white(Lock),
            linked(BarrelRoll, Calculate),
            linked(Boost, Calculate),
        ]),
    },
    Pilot { id: "gandfindsman", sheet: 20, initiative: 1, bar: None },
    Pilot { id: "goldsquadronveteran", sheet: 17, initiative: 3, bar: None },
    Pilot { id: "graysquadronbomber", sheet: 17, initiative: 2, bar: None },
    Pilot { id: "hiredgun", sheet: 17, initiative: 2, bar: None },
    Pilot { id: "jinatasecurityofficer", sheet: 17, initiative: 2, bar: None },
    Pilot { id: "kashyyykdefender", sheet: 4, initiative: 1, bar: None },
    Pilot { id: "logisticsdivisionpilot", sheet: 10, initiative: 1, bar: None },
    Pilot { id: "loyalistvolunteer", sheet: 18, initiative: 2, bar: None },
    Pilot { id: "obsidiansquadronpilot", sheet: 1, initiative: 2, bar: None },
    Pilot { id: "omegasquadronace", sheet: 12, initiative: 3, bar: None },
    Pilot { id: "omicrongrouppilot", sheet: 8, initiative: 1, bar: None },
    Pilot { id: "outerrimsmuggler", sheet: 9, initiative: 1, bar: None },
    Pilot { id: "partisanrenegade", sheet: 14, initiative: 1, bar: None },
    Pilot { id: "patrolleader", sheet: 21, initiative: 2, bar: None },
    Pilot { id: "rebelscout", sheet: 6, initiative: 2, bar: None },
    Pilot { id: "redsquadronveteran", sheet: 0, initiative: 3, bar: None },
    Pilot { id: "separatistracketeer", sheet: 7, initiative: 2, bar: None },
    Pilot { id: "shadowporthunter", sheet: 13, initiative: 2, bar: None },
    Pilot { id: "shadowsquadronescort", sheet: 18, initiative: 3, bar: None },
    Pilot { id: "skakoanace", sheet: 11, initiative: 3, bar: None },
    Pilot { id: "spicerunner", sheet: 6, initiative: 1, bar: None },
    Pilot { id: "squadsevenveteran", sheet: 3, initiative: 3, bar: None },
    Pilot { id: "talasquadronpilot", sheet: 19, initiative: 2, bar: None },
    Pilot { id: "zetasquadronpilot", sheet: 12, initiative: 2, bar: None },
];
