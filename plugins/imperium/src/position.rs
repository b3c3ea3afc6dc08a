//! Positions: a table as a person writes it down. Nothing in one presets an answer.

mod setup;
mod show;
mod shown;

use cardmill_harness::session::Problem;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::column::fill;
use cardmill_kernel::resolve::{change, work_out};
use cardmill_kernel::stack::Frame;
use cardmill_kernel::table::Seats;
use serde::{Deserialize, Serialize};

use crate::advance::procedure;
use crate::board::{Phase, Trade};
use crate::catalogue::Catalogue;
use crate::choice::Imperium;
use crate::effect::Effect;
use crate::gathered::Stats;
use crate::procedure::{Game, Locals, Turn};
use crate::table::{Table, laid};
use crate::vocabulary::{Anomaly, Colour, Trait, UnitType, Wormhole, yes};
use setup::{Setup, wrong};

pub(crate) use show::show;
pub(crate) use shown::shown;

/// The name of a player, `P1` to `P6`, by seat.
pub type Player = cardmill_harness::player::Player<6>;

/// A table as a person writes it down, the `given` of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Position {
    /// The table that is laid from its beginning, in the place of all else but the dice and the
    /// seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
    /// The players, 3 to 6, clockwise from P1.
    pub players: Vec<Sheet>,
    /// The systems of the galaxy, at most 64, each with a name of its own.
    pub systems: Vec<System>,
    /// The phase that begins; in the action phase, a turn of the active player does.
    pub phase: Phase,
    /// The player who is active.
    pub active: Player,
    /// The player who is speaker.
    pub speaker: Player,
    /// The custodians token is still on Mecatol Rex: there is no agenda phase.
    pub custodians: bool,
    /// The player with the initiative number 0 (LRR 48.1a).
    pub zero: Option<Player>,
    /// The action card deck from the top, ids.
    pub action_cards: Vec<String>,
    /// The agenda deck from the top, ids.
    pub agendas: Vec<String>,
    /// The exploration decks from the top, ids; each card goes to the deck of its trait.
    pub exploration: Vec<String>,
    /// The secret objective deck from the top, ids.
    pub secrets: Vec<String>,
    /// The public objectives that are revealed, ids.
    pub objectives: Vec<String>,
    /// The public objectives that are not, in the order in which they will be, ids.
    pub unrevealed: Vec<String>,
    /// Laws in play that nobody owns, ids.
    pub laws: Vec<String>,
    /// The trade goods on strategy cards that nobody chose, by the id of the card.
    pub bonus: Vec<(String, u8)>,
    /// The discarded cards of all kinds, ids.
    pub discard: Vec<String>,
    /// The results that the next dice will show, 1 to 10, in the order in which they are rolled.
    /// After the last one, dice are random.
    pub dice: Vec<u8>,
    /// The number that random dice and shuffles come from.
    pub seed: u64,
    /// The players as they sit, clockwise; by seat, if nothing is said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<Player>,
    /// A whole game of the base game: nothing of the expansion is produced, researched or explored,
    /// and players can be eliminated.
    #[serde(skip_serializing_if = "is_no")]
    pub whole: bool,
    /// Factions are played without their abilities.
    #[serde(skip_serializing_if = "is_no")]
    pub plain: bool,
    /// The victory points that win, if not 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub victory: Option<i8>,
    /// The terms on which players trade; `Free` when nothing is said.
    #[serde(skip_serializing_if = "is_free")]
    pub trade: Trade,
}

const fn is_no(said: &bool) -> bool {
    !*said
}

fn is_free(trade: &Trade) -> bool {
    *trade == Trade::Free
}

/// A player of a position: the faction sheet and everything in front of it and in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sheet {
    /// The id of the faction sheet.
    pub faction: String,
    /// Action cards and secret objectives in hand, ids.
    pub hand: Vec<String>,
    /// Promissory notes in hand: an id, with `P2 ` before it if it is P2's. A faction's note is
    /// that faction's player's.
    pub notes: Vec<String>,
    /// Promissory notes face up in front of the player, as `notes`.
    pub notes_in_play: Vec<String>,
    /// Technologies, unit upgrades, laws owned, and other cards in front of the player, ids.
    pub cards: Vec<String>,
    /// The exhausted ones of those, and of the player's abilities and notes in play, ids.
    pub exhausted: Vec<String>,
    /// Objectives that the player has scored, ids: secret ones, and of `objectives`.
    pub scored: Vec<String>,
    /// The strategy cards of the player, ids; each is once at the table.
    pub strategy: Vec<String>,
    /// Those of `strategy` that were used and are exhausted, ids.
    pub used: Vec<String>,
    /// The command tokens in the tactic, fleet and strategy pools.
    pub tokens: (u8, u8, u8),
    /// The trade goods of the player.
    pub trade_goods: u8,
    /// The commodities of the player.
    pub commodities: u8,
    /// The victory points of the player, whatever `scored` says.
    pub points: u8,
    /// The player has passed in this action phase.
    pub passed: bool,
}

impl Default for Sheet {
    fn default() -> Self {
        Self {
            faction: "TEST_FACTION".into(),
            hand: Vec::new(),
            notes: Vec::new(),
            notes_in_play: Vec::new(),
            cards: Vec::new(),
            exhausted: Vec::new(),
            scored: Vec::new(),
            strategy: Vec::new(),
            used: Vec::new(),
            tokens: (3, 3, 2),
            trade_goods: 0,
            commodities: 0,
            points: 0,
            passed: false,
        }
    }
}

/// A system of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct System {
    /// The name, unlike that of any other system.
    pub name: String,
    /// The names of systems whose tiles touch it; either of two may say so.
    pub adjacent: Vec<String>,
    /// The wormholes printed on it, at most 2.
    pub wormholes: Vec<Wormhole>,
    /// The anomaly printed on it.
    pub anomaly: Option<Anomaly>,
    /// The player whose home system it is.
    pub home: Option<Player>,
    /// The players whose command tokens are in it.
    pub tokens: Vec<Player>,
    /// The units in its space area, by player.
    pub units: Vec<(Player, Vec<UnitType>)>,
    /// The damaged units in its space area, by player, beside those.
    pub damaged: Vec<(Player, Vec<UnitType>)>,
    /// The planets in it.
    pub planets: Vec<Planet>,
}

/// A planet of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planet {
    /// The name, unlike that of any other planet.
    pub name: String,
    /// The resources of its card; 0 when left out.
    #[serde(default)]
    pub resources: u8,
    /// The influence of its card; 0 when left out.
    #[serde(default)]
    pub influence: u8,
    /// The trait, by which it is explored.
    #[serde(default, rename = "trait")]
    pub trait_: Option<Trait>,
    /// The colour of its technology specialty.
    #[serde(default)]
    pub specialty: Option<Colour>,
    /// The player who controls it.
    #[serde(default)]
    pub owner: Option<Player>,
    /// Its card is ready, as it is when left out.
    #[serde(default = "yes")]
    pub ready: bool,
    /// A sleeper token is on it.
    #[serde(default)]
    pub sleeper: bool,
    /// It is Mecatol Rex, on which the custodians token lies.
    #[serde(default)]
    pub mecatol: bool,
    /// Laws attached to it, ids; `resources` and `influence` count what they add.
    #[serde(default)]
    pub laws: Vec<String>,
    /// The exhausted ones of those, ids.
    #[serde(default)]
    pub exhausted: Vec<String>,
    /// The units on it, by player: structures and ground forces.
    #[serde(default)]
    pub units: Vec<(Player, Vec<UnitType>)>,
    /// The damaged units on it, by player, beside those.
    #[serde(default)]
    pub damaged: Vec<(Player, Vec<UnitType>)>,
}

impl Default for Planet {
    fn default() -> Self {
        Self {
            name: String::new(),
            resources: 0,
            influence: 0,
            trait_: None,
            specialty: None,
            owner: None,
            ready: true,
            sleeper: false,
            mecatol: false,
            laws: Vec::new(),
            exhausted: Vec::new(),
            units: Vec::new(),
            damaged: Vec::new(),
        }
    }
}

/// Sets a position up on a table, as game number `game` of a run.
///
/// # Errors
/// When it cannot be; then the table is as it was.
pub fn arrange(
    batch: &mut Batch,
    table: usize,
    position: &Position,
    seed: u64,
    game: u64,
) -> Result<(), Problem> {
    let catalogue = batch.world().resource::<Catalogue>().clone();
    let table_laid = of_table(position, &catalogue, (seed, game))?;
    let whole = table_laid.is_some();
    let position = table_laid.as_ref().unwrap_or(position);
    let Setup { pieces, tokens, mut board, .. } = Setup::read(&catalogue, position)?;
    if whole {
        // The first strategy phase begins the first round.
        board.round = 0;
    }
    let table = batch.table(table);
    let world = batch.world_mut();
    change::<Imperium, _>(world, table, |at| {
        let seats = Seats { count: board.players.len() as u8, lead: 0 };
        at.deal(seats, (seed, game));
        // Consequences are that somebody has won.
        at.unsettled.consequences = false;
        begin(position, whole).for_each(|frame| at.stack.push_frame(frame));
        let state = &mut at.state;
        *state.board = board;
        state.effects.fill(Effect::default());
        state.stats.fill(Stats::default());
        fill(state.pieces, pieces);
        fill(state.tokens, tokens);
    });
    work_out::<Imperium>(world, table);
    Ok(())
}

/// The position that a table is laid as, if there is one.
fn of_table(
    position: &Position,
    catalogue: &Catalogue,
    of: (u64, u64),
) -> Result<Option<Position>, Problem> {
    let Some(table) = &position.table else { return Ok(None) };
    let Position { dice, seed, .. } = position;
    let beside = Position { table: None, dice: Vec::new(), seed: 0, ..position.clone() };
    if beside != Position::default() {
        return wrong("table", "nothing beside a table but dice and seed: it lays its own");
    }
    let position = laid(table, catalogue, of)?;
    Ok(Some(Position { dice: dice.clone(), seed: *seed, ..position }))
}

/// The programs that run: the game, from its beginning or from a phase, and in the action phase a
/// turn.
fn begin(position: &Position, whole: bool) -> impl Iterator<Item = Frame<Locals>> + use<> {
    let under_way = position.phase == Phase::Action;
    let game = procedure(position.speaker.seat(), Game { begun: under_way });
    let turn = under_way.then(|| procedure(position.active.seat(), Turn::default()));
    let at = if whole { Game::SET_UP } else { Game::at(position.phase) };
    [Frame { at, ..game }].into_iter().chain(turn)
}
