//! A position as a person writes it down: what a table shows, and nothing that presets an answer.

mod layout;
mod plan;
mod shown;

use cardmill_harness::session::Problem;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::resolve::change;
use cardmill_kernel::roster::Lists;

use crate::deal::{begin, clear, grow, rearrange};
use crate::edition::Edition;
use crate::prelude::*;
use crate::procedure::Game;
use crate::seats::SEATS;

pub use layout::Spot;
pub(crate) use shown::shown;

/// A player, as positions name them.
pub type Player = cardmill_harness::player::Player<SEATS>;

/// The point of a game at which a position is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum When {
    /// The action phase, between two actions.
    #[default]
    Action,
    /// The regroup phase: cards are drawn, and players are about to resource one (CR 5.5.1C).
    Regroup,
    /// Before the first round: players have drawn their hands and may take a mulligan (CR 5.2.1E).
    Mulligan,
    /// Before the first round: players keep their hands and are about to choose their first
    /// resources (CR 5.2.1F).
    Setup,
}

impl When {
    /// Returns `true` before the first round.
    const fn is_before(self) -> bool {
        matches!(self, Self::Mulligan | Self::Setup)
    }
}

/// A position: what a table shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    /// The first player's side.
    pub p1: Side,
    /// The second player's side.
    pub p2: Side,
    /// The third player's side, in a game of more than two (CR 11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p3: Option<Side>,
    /// The fourth player's side, where there is a third.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p4: Option<Side>,
    /// It is one of Twin Suns, with the blast and the plan counter (CR 12): of more than two players.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub twin_suns: bool,
    /// `true` if the blast counter has been taken this round.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub blast_taken: bool,
    /// `true` if the plan counter has been taken this round.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub plan_taken: bool,
    /// The player with the initiative counter.
    pub initiative: Player,
    /// `true` if the counter has been taken this round.
    pub initiative_taken: bool,
    /// The player who acts: the one whose turn it is, or who is asked, those before them having
    /// declined. When left out, the first player in the action phase, elsewhere the one with the
    /// initiative.
    pub active: Option<Player>,
    /// The other player has just passed, in the action phase.
    pub passed: bool,
    /// The phase, or the part of the set-up.
    pub phase: When,
    /// The round; when left out, the second, or 0 before the first.
    pub round: Option<u16>,
    /// The rules it plays by where the seed texts and the Comprehensive Rules differ.
    pub edition: Edition,
}

/// One player's cards. Ids are card ids such as `SOR_095`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Side {
    /// The card id of the leader.
    pub leader: String,
    /// The card id of a second leader, ready in the base zone (CR 12.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_leader: Option<String>,
    /// `true` if the leader is deployed, as a unit.
    pub leader_deployed: bool,
    /// The leader is turned over to its other leader side.
    pub leader_flipped: bool,
    /// `true` if the leader is exhausted (on either side).
    pub leader_exhausted: bool,
    /// Damage on the deployed leader.
    pub leader_damage: u8,
    /// The arena the deployed leader is in, if it is not the printed one.
    pub leader_arena: Option<Arena>,
    /// Upgrades on the deployed leader.
    pub leader_upgrades: Vec<String>,
    /// Upgrades on the deployed leader that the other player controls.
    pub leader_enemy_upgrades: Vec<String>,
    /// Upgrades on the deployed leader that its player controls and the other owns.
    pub leader_upgrades_owned_by_other: Vec<String>,
    /// Upgrades on the deployed leader that the other player controls and its player owns.
    pub leader_enemy_upgrades_owned_by_other: Vec<String>,
    /// Cards the deployed leader has captured and guards; the other player owns them.
    pub leader_captured: Vec<String>,
    /// Cards the deployed leader has captured that its player owns.
    pub leader_captured_own: Vec<String>,
    /// `true` if the leader's deploy action was used before.
    pub leader_epic_used: bool,
    /// The card id of the base.
    pub base: String,
    /// Damage on the base.
    pub base_damage: u8,
    /// `true` if the base's epic action was used before.
    pub base_epic_used: bool,
    /// Upgrades on the base that its player controls and owns (Fortify).
    pub base_upgrades: Vec<String>,
    /// Upgrades on the base that its player controls and the other owns.
    pub base_upgrades_owned_by_other: Vec<String>,
    /// Cards the base has captured and guards; the other player owns them.
    pub base_captured: Vec<String>,
    /// Cards the base has captured that its player owns.
    pub base_captured_own: Vec<String>,
    /// `true` if the Force is with this player: their token is in their base zone.
    pub the_force: bool,
    /// The number of their Credit tokens.
    pub credits: u8,
    /// The number of resources that are plain filler cards.
    pub resources: u8,
    /// The number of resources that are exhausted, of the filler cards and the others together.
    pub exhausted_resources: u8,
    /// Further resources, ready, that are these cards.
    pub resource_cards: Vec<String>,
    /// Further resources, ready, that the other player owns.
    pub resource_cards_owned_by_other: Vec<String>,
    /// The cards in hand.
    pub hand: Vec<String>,
    /// The deck from the top; ten filler cards when left out.
    pub deck: Option<Vec<String>>,
    /// The discard pile, the newest card last.
    pub discard: Vec<String>,
    /// The units this player controls, in either arena.
    pub units: Vec<UnitInPlay>,
}

/// A unit in play.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UnitInPlay {
    /// The card id of the unit.
    pub card: String,
    /// The card id of the unit that it is a copy of, of a card that enters play as one (Clone).
    pub copy_of: String,
    /// The arena it is in, if it is not the printed one.
    pub arena: Option<Arena>,
    /// Damage on the unit, in points.
    pub damage: u8,
    /// `true` if it is exhausted.
    pub exhausted: bool,
    /// Upgrades on it, tokens (`SOR_T01` Experience, `SOR_T02` Shield) included; the leader of their
    /// player, too, deployed as an upgrade.
    pub upgrades: Vec<String>,
    /// Upgrades on it that the other player controls.
    pub enemy_upgrades: Vec<String>,
    /// Upgrades on it that its controller controls and the other player owns.
    pub upgrades_owned_by_other: Vec<String>,
    /// Upgrades on it that the other player controls and its controller owns.
    pub enemy_upgrades_owned_by_other: Vec<String>,
    /// Cards it has captured and guards; the other player owns them.
    pub captured: Vec<String>,
    /// Cards it has captured that its own controller owns.
    pub captured_own: Vec<String>,
    /// `true` if the other player owns it.
    pub owned_by_other: bool,
    /// `true` if it entered play this round.
    pub entered_this_round: bool,
}

/// A plain card that fills decks and resource zones: Underworld Thug.
pub const FILLER: &str = "SOR_247";

impl Default for Side {
    fn default() -> Self {
        Self {
            leader: "SOR_014".into(),
            second_leader: None,
            leader_deployed: false,
            leader_flipped: false,
            leader_exhausted: false,
            leader_damage: 0,
            leader_arena: None,
            leader_upgrades: Vec::new(),
            leader_enemy_upgrades: Vec::new(),
            leader_upgrades_owned_by_other: Vec::new(),
            leader_enemy_upgrades_owned_by_other: Vec::new(),
            leader_captured: Vec::new(),
            leader_captured_own: Vec::new(),
            leader_epic_used: false,
            base: "SOR_026".into(),
            base_damage: 0,
            base_epic_used: false,
            base_upgrades: Vec::new(),
            base_upgrades_owned_by_other: Vec::new(),
            base_captured: Vec::new(),
            base_captured_own: Vec::new(),
            the_force: false,
            credits: 0,
            resources: 0,
            exhausted_resources: 0,
            resource_cards: Vec::new(),
            resource_cards_owned_by_other: Vec::new(),
            hand: Vec::new(),
            deck: None,
            discard: Vec::new(),
            units: Vec::new(),
        }
    }
}

/// A position that cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {wrong}")]
pub struct PositionError {
    /// The place in the position, such as `p1.units[0].card`.
    pub place: String,
    /// The mistake that is there.
    pub wrong: Wrong,
}

/// A mistake in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// A card id that no file defines.
    #[error("no card has the id \"{0}\"; expected an id such as SOR_095")]
    UnknownCard(String),
    /// A card in a place where its kind cannot be.
    #[error("{id} is {found}; expected {expected}")]
    WrongKind {
        /// The id of the card.
        id: String,
        /// The kind of the card that is there.
        found: String,
        /// The kinds that can be there.
        expected: &'static str,
    },
    /// More cards than a table holds.
    #[error("{count} cards; there is room for {most}")]
    TooMany {
        /// The number of cards that there are.
        count: usize,
        /// The number of cards that there can be.
        most: usize,
    },
    /// A unit that is a copy, and cannot be one of that card.
    #[error("{card} does not enter play as a copy of {of}")]
    NoCopy {
        /// The id of the card.
        card: String,
        /// The id of the card that it would be a copy of.
        of: String,
    },
    /// An upgrade in a place where it cannot be attached.
    #[error("{0} is attached to {1}")]
    NoHost(String, &'static str),
    /// Something of a leader that is not deployed.
    #[error("the leader is not deployed")]
    NotDeployed,
    /// A leader that is to be turned over, and has no other leader side.
    #[error("{0} has no other leader side")]
    OneSided(String),
    /// A leader as an upgrade that cannot be one.
    #[error("{0} cannot be deployed as an upgrade")]
    NoPilot(String),
    /// A leader as an upgrade that is not that of its player.
    #[error("{id} is not the leader of {player:?}, who would control it")]
    NotTheirs {
        /// The id of the leader.
        id: String,
        /// The player whose leader it would be.
        player: Player,
    },
    /// A leader as an upgrade that is something else already.
    #[error("the leader is in play already")]
    InPlay,
    /// Exhausted, of a leader that is an upgrade.
    #[error("an upgrade is never exhausted")]
    NeverExhausted,
    /// A round that the phase is not part of.
    #[error("expected {expected}; found round {found}")]
    WrongRound {
        /// The round that was found.
        found: u16,
        /// The rounds that can be there.
        expected: &'static str,
    },
    /// A player who chooses first resources after the other.
    #[error("who has the initiative chooses first resources first, in secret")]
    ChosenInSecret,
    /// Too few cards to begin with.
    #[error("{0} cards; at least 2 are chosen as first resources")]
    TooFew(usize),
    /// The initiative taken before the first round.
    #[error("the initiative is taken in a round")]
    NotYet,
    /// A pass outside the action phase.
    #[error("players pass in the action phase")]
    NoPass,
    /// Something of "the other" player, of whom there are several.
    #[error("in a game of more than two nobody is the other player")]
    NoOther,
    /// A card that games of two alone have, in one of more.
    #[error("{0} is for two players alone yet")]
    OfTwo(String),
    /// A player whom the position has no side of.
    #[error("{0:?} has no side")]
    NoSide(Player),
    /// Twin Suns for two players.
    #[error("Twin Suns is played by three or four")]
    TwoForTwin,
    /// A fourth player without a third.
    #[error("expected a third player, too")]
    NoThird,
    /// More exhausted resources than resources.
    #[error("{exhausted} of {resources} resources are exhausted")]
    Exhausted {
        /// The number of resources that would be exhausted.
        exhausted: u8,
        /// The number of resources that there are.
        resources: usize,
    },
}

impl From<PositionError> for Problem {
    fn from(error: PositionError) -> Self {
        Self::at(error.place, error.wrong.to_string())
    }
}

/// Tokens that a position has room for, and that are left for the game.
const TOKENS: usize = 64;
/// Sets a table up as a position shows, as game number `game` of a run: the active player is about
/// to take an action, or both to resource a card. Returns where in the position the cards in play
/// are.
///
/// # Errors
/// A card is unknown or cannot be where it is; then the table is as it was.
pub fn arrange(
    batch: &mut Batch,
    table: usize,
    position: &Position,
    seed: u64,
    game: u64,
) -> Result<Vec<Spot>, PositionError> {
    let catalogue = batch.world().resource::<Catalogue>().clone();
    let plan = plan::read(&catalogue, position)?;
    let decks: Vec<_> = plan.decks.iter().collect();
    clear(batch, table, decks, seed, game);
    let entity = batch.table(table);
    let slots: usize =
        plan.decks.iter().map(|deck| deck.cards.len() + deck.leaders().count() + 1).sum();
    grow(batch.world_mut(), entity, Lists { cards: slots + TOKENS, ..Lists::default() });
    let spots = rearrange(batch.world_mut(), entity, |zones, catalogue| {
        layout::lay(zones, catalogue, position, &plan)
    });
    let lead = position.initiative;
    let count = position.sides().len() as Seat;
    let place = (position.acts().seat() + count - lead.seat()) % count;
    let (seat, at) = match position.phase {
        When::Action => (position.acts(), Game::ACTION),
        When::Regroup => (lead, Game::resource_of(place)),
        When::Mulligan => (lead, Game::mulligan_of(place)),
        When::Setup => (lead, Game::FIRST_RESOURCES),
    };
    change::<Unlimited, _>(batch.world_mut(), entity, |table| {
        begin(table.stack, seat.seat(), at);
    });
    Ok(spots)
}

impl Position {
    /// The sides of all players, by seat.
    pub(crate) fn sides(&self) -> Vec<&Side> {
        [Some(&self.p1), Some(&self.p2), self.p3.as_ref(), self.p4.as_ref()]
            .into_iter()
            .flatten()
            .collect()
    }

    /// The player who acts, named or not.
    fn acts(&self) -> Player {
        let lead = if self.phase == When::Action { Player::default() } else { self.initiative };
        self.active.unwrap_or(lead)
    }
}
