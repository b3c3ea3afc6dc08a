//! Abilities of cards and units, with their windows, conditions, costs and steps.

use serde::{Deserialize, Serialize};

use super::{Choice, Condition, FigureFilter, PlanetFilter, Step};

/// Something that happens and that abilities have their timing from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A player chooses a strategy card in the strategy phase.
    ChooseStrategy,
    /// A player's turn starts (LRR 3).
    TurnStart,
    /// A player's turn ends (LRR 3).
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
    /// A space combat ends (LRR 78.9).
    SpaceCombatEnd,
    /// A unit is destroyed (LRR 31).
    Destroy,
    /// Ships have moved into the active system (LRR 58.6).
    ShipsArrive,
    /// An invasion starts (LRR 49).
    Invasion,
    /// Ground forces were committed to a planet (LRR 49.2).
    CommitForces,
    /// A player's ground forces have made their combat rolls (LRR 42.1).
    GroundCombatRolls,
    /// A player's ships have made their combat rolls (LRR 78.5).
    SpaceCombatRolls,
    /// A round of ground combat starts.
    GroundCombatRound,
    /// A ground combat ends.
    GroundCombatEnd,
    /// A player uses Space Cannon against ships (LRR 77.2).
    FireCannon,
    /// A player returns strategy cards in the status phase (LRR 81.8).
    ReturnStrategy,
    /// The status phase ends (LRR 81).
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
    /// The agenda phase starts (LRR 8).
    AgendaStart,
    /// An agenda is revealed (LRR 8.2).
    RevealAgenda,
    /// A player has voted (LRR 8.2 ii).
    CastVotes,
    /// The speaker, last to vote, has voted.
    SpeakerVotes,
    /// The outcome of an agenda is resolved (LRR 8.18).
    Outcome,
    /// The strategy phase starts (LRR 84).
    StrategyStart,
    /// A player has performed an action (LRR 3).
    ActionEnd,
    /// A space dock is placed on the game board (LRR 79).
    PlaceDock,
    /// A player has produced units with Production (LRR 68).
    Produced,
    /// A player has researched a technology (LRR 90).
    Researched,
    /// The strategy phase ends (LRR 84).
    StrategyEnd,
    /// The players begin to vote on an agenda (LRR 8.2).
    Voting,
    /// A player draws action cards, one or several at a time.
    DrawCards,
    /// A player gains trade goods, but not in a transaction.
    GainTradeGoods,
    /// A tactical action ends (LRR 89).
    TacticalEnd,
    /// One of the two players of a transaction has resolved it (LRR 94).
    Traded,
    /// A player's units use Production (LRR 68).
    UseProduction,
    /// The status phase starts (LRR 81).
    StatusStart,
    /// A player has resolved the primary or secondary ability of a strategy card (LRR 82).
    StrategicAbility,
    /// A round of ground combat ends.
    GroundCombatRoundEnd,
}

/// The moment around an event at which an ability has its timing (LRR 1.14 to 1.16; `S3-28`,
/// `S3-29`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Moment {
    /// The moment before the event is done, ahead of `When`.
    Before,
    /// The event itself; it is not done yet and can still be changed.
    When,
    /// The moment as soon as it is done, without a window and without a choice (LRR 1.23a).
    Immediately,
    /// The moment after it. "At the start of" a turn, a combat or a round is after its start.
    After,
}

/// The moment at which an ability may be resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Timing {
    /// A component action (LRR 22).
    Action,
    /// The primary ability of a strategy card (LRR 82).
    Primary,
    /// The secondary ability of a strategy card (LRR 82).
    Secondary,
    /// The outcome of an agenda: the one for, or with a player elected.
    For,
    /// The outcome of an agenda that is against it.
    Against,
    /// The drawing of an exploration card, which then does this.
    Explored,
    /// The moment before an event.
    Before(Event),
    /// An event itself, while it can still be changed.
    When(Event),
    /// The moment as soon as an event is done, without a choice.
    Immediately(Event),
    /// The moment after an event.
    After(Event),
    /// The resolution of the outcome that was predicted with this card (LRR 8.22b).
    Predicted,
}

impl Timing {
    /// The event and the moment around it; `None` for a timing that is about no event.
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
    /// The opponent of the one who resolves the ability in the combat under way.
    Opponent,
    /// The player whose colour or faction the card is of.
    Owner,
}

/// The time at which the condition of an ability is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Checked {
    /// Each opportunity to resolve it.
    #[default]
    Resolution,
    /// The event, once, and never again.
    Trigger,
    /// Both of these times.
    Both,
}

/// Something that must be given up for the effect (LRR 1.11), or to score an objective (LRR 61.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cost {
    /// The card is exhausted, so it must be ready.
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
    /// So many resources for research, from ready planets and trade goods; none of whoever
    /// researches without them.
    Research(u8),
}

/// The thing that cards of one name must not be played on twice in a window (LRR 2.6b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Affects {
    /// The event of the window itself.
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
    /// The units that fit, by slot.
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
    /// The choices that are made before the card is played, so before it can be cancelled. With
    /// nothing to choose for any of them it is not resolved.
    #[serde(default)]
    pub announces: Vec<Choice>,
    /// The costs, all of which are paid before the steps.
    #[serde(default)]
    pub cost: Vec<Cost>,
    /// The steps of its effect, in order; at least one.
    pub steps: Vec<Step>,
}
