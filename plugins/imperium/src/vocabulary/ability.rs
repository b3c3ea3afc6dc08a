//! An ability: when it may be resolved, on what condition, for what cost, and what it does.

use serde::{Deserialize, Serialize};

use super::{Choice, Condition, FigureFilter, PlanetFilter, Step};

/// Something that happens and that abilities have their timing from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A player chooses a strategy card in the strategy phase.
    ChooseStrategy,
    /// A player's turn starts.
    TurnStart,
    /// A player's turn ends.
    TurnEnd,
    /// The active player activates a system (LRR 89.1).
    Activate,
    /// Ships move into the active system (LRR 58.4).
    MoveShips,
    /// A round of space combat starts; the first one is also the start of the combat
    /// (LRR 78.2a).
    SpaceCombatRound,
    /// A round of space combat ends.
    SpaceCombatRoundEnd,
    /// A player announces a retreat (LRR 78.4).
    AnnounceRetreat,
    /// A player assigns hits (LRR 78.6).
    AssignHits,
    /// A unit uses Sustain Damage (LRR 87).
    SustainDamage,
    /// A unit is destroyed (LRR 31).
    Destroy,
    /// An invasion starts (LRR 49).
    Invasion,
    /// A round of ground combat starts.
    GroundCombatRound,
    /// A ground combat ends.
    GroundCombatEnd,
    /// A player uses Space Cannon against ships (LRR 77.2).
    FireCannon,
    /// The status phase ends.
    StatusEnd,
    /// A player gains control of a planet (LRR 25).
    GainControl,
    /// A player explores a planet (LRR 35).
    Explore,
    /// A player plays an action card (LRR 2.7).
    PlayActionCard,
    /// A player receives a promissory note.
    ReceiveNote,
    /// A player replenishes commodities (LRR 21.3).
    Replenish,
    /// A transaction is resolved (LRR 94).
    Transaction,
    /// An agenda is revealed (LRR 8.2).
    RevealAgenda,
    /// The speaker, last to vote, has voted.
    SpeakerVotes,
    /// The outcome of an agenda is resolved (LRR 8.18).
    Outcome,
    /// The strategy phase starts.
    StrategyStart,
}

/// The moment around an event at which an ability has its timing (LRR 1.14 to 1.16; `S3-28`,
/// `S3-29`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Moment {
    /// Before the event is done, ahead of `When`.
    Before,
    /// At the event itself; it is not done yet and can still be changed.
    When,
    /// As soon as it is done, without a window and without a choice (LRR 1.23a).
    Immediately,
    /// After it. "At the start of" a turn, a combat or a round is after its start.
    After,
}

/// The moment at which an ability may be resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Timing {
    /// As a component action (LRR 22).
    Action,
    /// As the primary ability of a strategy card (LRR 82).
    Primary,
    /// As the secondary ability of a strategy card.
    Secondary,
    /// As the outcome of an agenda: the one for, or with a player elected.
    For,
    /// As the outcome against.
    Against,
    /// As what an exploration card does when it is drawn.
    Explored,
    /// Before an event.
    Before(Event),
    /// At an event, while it can still be changed.
    When(Event),
    /// As soon as an event is done.
    Immediately(Event),
    /// After an event.
    After(Event),
    /// At the resolution of the outcome that was predicted with this card (LRR 8.22b).
    Predicted,
}

impl Timing {
    /// The event and where around it, if there is one.
    #[must_use]
    pub const fn around(self) -> Option<(Moment, Event)> {
        match self {
            Self::Before(event) => Some((Moment::Before, event)),
            Self::When(event) => Some((Moment::When, event)),
            Self::Immediately(event) => Some((Moment::Immediately, event)),
            Self::After(event) => Some((Moment::After, event)),
            _ => None,
        }
    }
}

/// The player whose doing the event must be, seen from who resolves the ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Actor {
    /// The player who resolves the ability.
    #[default]
    You,
    /// Any player but the one who resolves the ability.
    Another,
    /// Any player, who resolves the ability among them.
    Anyone,
    /// The player whose colour or faction the card is of.
    Owner,
}

/// The time at which the condition of an ability is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Checked {
    /// At each opportunity to resolve it.
    #[default]
    Resolution,
    /// Once, as the event happens, and never again.
    Trigger,
    /// At both times.
    Both,
}

/// Something that must be given up for the effect (LRR 1.11), or to score an objective (LRR 61.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cost {
    /// The card is exhausted.
    Exhaust,
    /// A command token from the strategy pool.
    StrategyToken,
    /// So many trade goods of the player.
    TradeGoods(u8),
    /// So many resources, from ready planets and trade goods.
    Resources(u8),
    /// So much influence, from ready planets and trade goods.
    Influence(u8),
    /// So many command tokens from the tactic and strategy pools; on objectives only.
    Tokens(u8),
    /// So many action cards of the hand, which are discarded; on objectives only.
    ActionCards(u8),
    /// The unit that has the ability is destroyed.
    DestroyThis,
}

/// The thing that cards of one name must not be played on twice in a window (LRR 2.6b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Affects {
    /// The event itself.
    #[default]
    Event,
    /// The units of the player who plays it.
    OwnUnits,
}

/// The things that an ability remembers from when it triggers, wherever they are later: those that
/// the fields `remembered` of filters mean.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Remembered {
    /// The sleepers on planets that fit.
    Sleepers(PlanetFilter),
    /// The units that fit.
    Figures(FigureFilter),
}

/// An ability of a card or a unit: a window, a condition, a cost and steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// The windows in which it may be resolved; at least one.
    pub timing: Vec<Timing>,
    /// The player whose doing the event must be.
    #[serde(default)]
    pub by: Actor,
    /// The conditions that must all hold.
    #[serde(default)]
    pub condition: Vec<Condition>,
    /// The time at which `condition` is looked at.
    #[serde(default)]
    pub checked: Checked,
    /// `true` for an ability that must be resolved (LRR 1.8).
    #[serde(default)]
    pub mandatory: bool,
    /// The things that it remembers from when it triggers.
    #[serde(default)]
    pub remembers: Option<Remembered>,
    /// The thing that cards of its name must not be played on twice in the same window.
    #[serde(default)]
    pub affects: Affects,
    /// The choices that are made before the card is played, so before it can be cancelled.
    #[serde(default)]
    pub announces: Vec<Choice>,
    /// The costs, all of which are paid before the steps.
    #[serde(default)]
    pub cost: Vec<Cost>,
    /// The steps of its effect, in order; at least one.
    pub steps: Vec<Step>,
}
