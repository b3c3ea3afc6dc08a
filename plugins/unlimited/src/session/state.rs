//! A table in plain data: all of it, or what one player may know.

use cardmill_harness::session::{Question, player};

use crate::board::{Attack, AttackStage};
use crate::edition::Edition;
use crate::label;
use crate::position::Position;
use crate::prelude::*;
use crate::text::{keyword_ability_text, keyword_text, trait_text};
use crate::view::View;

/// The table as somebody looks at it.
pub(super) struct Sight<'a> {
    pub(super) scene: Scene<'a>,
    /// The view of one player; without one everything is seen.
    pub(super) view: Option<View<'a>>,
}

/// A table in plain data.
#[derive(Serialize)]
pub(super) struct TableState<'a> {
    /// The number of the round, from 1.
    round: u16,
    /// The phase: `Setup`, `Action` or `Regroup`.
    phase: Phase,
    /// The player whose turn it is; outside the action phase the player with the initiative.
    #[serde(serialize_with = "player")]
    active: Seat,
    /// The player with the initiative.
    #[serde(serialize_with = "player")]
    initiative: Seat,
    /// `true` if it was taken in this phase.
    initiative_taken: bool,
    /// `true` if the other player has just passed.
    passed: bool,
    /// The edition of the rules, as of a position.
    edition: Edition,
    /// The end of the game; `None` while it goes on.
    outcome: Option<String>,
    /// The players, by seat.
    players: Vec<PlayerState>,
    /// Units, upgrades and tokens in play, in the order they entered.
    play: Vec<Slot>,
    /// Attacks under way, the innermost last.
    attacks: Vec<AttackState>,
    /// Lasting and delayed effects.
    effects: Vec<EffectState>,
    /// Abilities that wait to be resolved.
    waiting: Vec<String>,
    /// Every card that is seen.
    cards: Vec<CardState<'a>>,
    /// The position that the table shows, with every field: `setup` takes it, and shows it again.
    /// Left out where a position could not say it, while something is being resolved, or a card was
    /// chosen in secret. Effects, the events of the phase and cards that were set aside are in no
    /// position (`save` has them).
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Position>,
    /// The question that stands; `None` where there is none, or where it is asked of somebody else.
    decision: Option<Question>,
}

/// A player, in plain data.
#[derive(Serialize)]
struct PlayerState {
    /// The player, by seat.
    #[serde(serialize_with = "player")]
    player: Seat,
    /// The leader of this player.
    leader: Slot,
    /// The second leader, of one who has two (CR 12.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    second_leader: Option<Slot>,
    /// The base of this player.
    base: Slot,
    /// The damage on their base.
    base_damage: u8,
    /// The number of their resources.
    resources: usize,
    /// The number of those that are ready.
    ready_resources: u8,
    /// The number of their Credit tokens.
    credits: u8,
    /// The cards that are their resources; `None` where they are not known.
    resource_cards: Option<Vec<Slot>>,
    /// The number of cards in their hand.
    hand_count: usize,
    /// The cards in their hand; `None` where they are not known.
    hand: Option<Vec<Slot>>,
    /// The number of cards in their deck.
    deck_count: usize,
    /// Their deck from the top; `None` where it is not known.
    deck: Option<Vec<Slot>>,
    /// Their discard pile, the newest card last.
    discard: Vec<Slot>,
    /// `true` if they took the initiative, and act no more this phase.
    done: bool,
    /// `true` if they were eliminated (CR 11.3).
    #[serde(skip_serializing_if = "is_false")]
    out: bool,
}

/// A card, in plain data.
#[derive(Serialize)]
struct CardState<'a> {
    /// The id of the card: its slot.
    id: Slot,
    /// Grows with every change of zone: each time it is a new card.
    incarnation: u8,
    /// The id of its definition, such as `SOR_164`.
    definition: &'a str,
    /// The card's own definition, of one that is a copy of another.
    #[serde(skip_serializing_if = "Option::is_none")]
    copy_by: Option<&'a str>,
    /// The name of the card.
    name: String,
    /// The kind of the card.
    kind: Kind,
    /// The zone it is in.
    zone: Zone,
    /// `true` of a token that left play: it is a card no more.
    #[serde(skip_serializing_if = "is_false")]
    gone: bool,
    /// The player who owns it.
    #[serde(serialize_with = "player")]
    owner: Seat,
    /// The player who controls it.
    #[serde(serialize_with = "player")]
    controller: Seat,
    /// The facts that are printed on it.
    printed: Printed<'a>,
    /// The facts that it has now; of a card in play alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    now: Option<Now>,
}

/// The facts that are printed on a card.
#[derive(Serialize)]
struct Printed<'a> {
    /// Its cost, in resources.
    cost: u8,
    /// The power, in points.
    power: i8,
    /// The HP, in points.
    hp: i8,
    /// The aspects, by name.
    aspects: &'a [Aspect],
    /// The traits, by name.
    traits: Vec<String>,
    /// Its keywords with their numbers, costs and texts, such as `Raid 2` or `Smuggle (3 resources,
    /// Cunning)`.
    keywords: Vec<String>,
}

/// The data of a card that only one in play has.
#[derive(Serialize)]
struct Now {
    /// Its power now.
    power: i8,
    /// Its HP now, damage apart.
    hp: i8,
    /// The damage on it.
    damage: u8,
    /// `true` if it is exhausted.
    exhausted: bool,
    /// Its traits now.
    traits: Vec<String>,
    /// Its keywords now.
    keywords: Vec<String>,
    /// `true` if its printed abilities are lost.
    blank: bool,
    /// `true` of a leader that is deployed, and of a unit that is an upgrade.
    deployed: bool,
    /// `true` if the other side of a leader with two leader sides is up.
    flipped: bool,
    /// `true` if its epic action was used.
    epic_used: bool,
    /// The unit that it is attached to.
    host: Option<Slot>,
    /// Upgrades on it that are no tokens.
    upgrades: Vec<Slot>,
    /// Tokens that are attached to it.
    tokens: Vec<Token>,
    /// Cards it has captured.
    captured: Vec<Slot>,
}

/// A token that is attached to a card.
#[derive(Serialize)]
struct Token {
    /// The id of the token: its slot.
    id: Slot,
    /// The name of the token.
    name: String,
}

/// An attack under way.
#[derive(Serialize)]
struct AttackState {
    /// The unit that attacks.
    attacker: Slot,
    /// The unit or base that is attacked.
    defender: Slot,
    /// The other unit that is attacked, where there are two.
    #[serde(skip_serializing_if = "Option::is_none")]
    second_defender: Option<Slot>,
    /// The attacking player.
    #[serde(serialize_with = "player")]
    player: Seat,
    /// `true` in its third step: combat damage and the abilities that it triggered are over.
    completed: bool,
}

/// A lasting or delayed effect.
#[derive(Serialize)]
struct EffectState {
    /// The player who made it.
    #[serde(serialize_with = "player")]
    player: Seat,
    /// Its kind, as one word.
    kind: &'static str,
    /// The end of it; left out where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Until>,
    /// The card that it comes from.
    source: Option<Slot>,
    /// The card that it is on.
    target: Option<Slot>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl<'a> Sight<'a> {
    fn sees(&self, slot: Slot) -> bool {
        self.view.as_ref().is_none_or(|view| view.sees(slot))
    }

    /// The data of the table that can be told.
    pub(super) fn table(
        &self,
        effects: &[&Effect],
        waiting: &[Waiting],
        position: Option<Position>,
        decision: Option<Question>,
    ) -> TableState<'a> {
        let board = self.scene.board;
        let attack = |attack: &Attack| AttackState {
            attacker: attack.attacker.slot,
            defender: attack.defender.slot,
            second_defender: Some(attack.second).filter(|unit| unit.is_some()).map(|u| u.slot),
            player: attack.seat,
            completed: attack.stage == AttackStage::Completed,
        };
        TableState {
            round: board.round,
            phase: board.phase,
            active: board.lead(),
            initiative: board.initiative,
            initiative_taken: board.taken,
            passed: board.phase == Phase::Action && board.passes > 0,
            edition: board.edition,
            outcome: board.outcome.told(),
            players: self.scene.board.players.seats().map(|seat| self.player(seat)).collect(),
            play: board.play.to_vec(),
            attacks: board.attacks.iter().map(attack).collect(),
            effects: effects.iter().map(|effect| self.effect(effect)).collect(),
            waiting: waiting.iter().map(|ability| label::waiting(&self.scene, ability)).collect(),
            cards: (0..board.slots).filter_map(|slot| self.card(slot)).collect(),
            position,
            decision,
        }
    }

    fn player(&self, seat: Seat) -> PlayerState {
        let player = &self.scene.board.players[usize::from(seat)];
        let known = |mine: bool| match &self.view {
            None => true,
            Some(view) => mine && view.seat() == seat,
        };
        PlayerState {
            player: seat,
            leader: player.leader,
            second_leader: player.leaders().nth(1),
            base: player.base,
            base_damage: self.scene.card(player.base).damage,
            resources: player.resources.len(),
            ready_resources: player.ready,
            credits: player.credits,
            resource_cards: known(true).then(|| player.resources.to_vec()),
            hand_count: player.hand.len(),
            hand: known(true).then(|| player.hand.to_vec()),
            deck_count: player.deck.len(),
            deck: known(false).then(|| player.deck.iter().rev().copied().collect()),
            discard: player.discard.to_vec(),
            done: player.done,
            out: player.out,
        }
    }

    /// A card that is seen. Tokens that were never in play are no cards of the game.
    fn card(&self, slot: Slot) -> Option<CardState<'a>> {
        let scene = &self.scene;
        let (card, printed) = (scene.card(slot), scene.printed(slot));
        let gone = printed.kind().is_token() && card.zone == Zone::Aside;
        if gone && card.incarnation == 0 || !self.sees(slot) {
            return None;
        }
        let definition = &printed.definition;
        Some(CardState {
            id: slot,
            incarnation: card.incarnation,
            definition: &definition.id,
            copy_by: scene.is_copy(slot).then(|| &*scene.owned(slot).definition.id),
            name: label::full(scene, slot),
            kind: definition.kind,
            zone: card.zone,
            gone,
            owner: card.owner,
            controller: card.controller,
            printed: Printed {
                cost: definition.cost,
                power: definition.power,
                hp: definition.hp,
                aspects: printed.icons_of(card),
                traits: traits(definition.traits),
                keywords: printed_keywords(definition),
            },
            now: card.zone.is_play().then(|| self.now(slot)),
        })
    }

    fn now(&self, slot: Slot) -> Now {
        let scene = &self.scene;
        let (card, stats) = (scene.card(slot), scene.stats(slot));
        let unit = card.zone.is_arena();
        let definition = &scene.printed(slot).definition;
        let (power, hp) =
            if unit { (stats.power, stats.hp) } else { (definition.power, definition.hp) };
        let mut keywords: Vec<String> = stats.keywords().map(keyword_text).collect();
        let lost = stats.is_blank() || stats.keywords.are_lost();
        let own = if lost { &[] } else { scene.printed(slot).abilities_of(card) };
        let gained = stats.gained.iter().map(|id| &scene.catalogue.ability(*id).ability);
        keywords.extend(own.iter().chain(gained).filter_map(keyword_ability_text));
        let on = |on: &Slot| {
            let attached = scene.card(*on);
            attached.zone == Zone::Attached && attached.host == slot
        };
        let attached: Vec<Slot> = scene.board.play.iter().copied().filter(on).collect();
        let (tokens, upgrades): (Vec<Slot>, Vec<Slot>) =
            attached.into_iter().partition(|slot| scene.printed(*slot).kind() == Kind::Token);
        let token = |id| Token { id, name: label::card(scene, id) };
        Now {
            power,
            hp,
            damage: card.damage,
            exhausted: card.is_exhausted(),
            traits: traits(scene.traits(slot)),
            keywords,
            blank: stats.is_blank(),
            deployed: card.marks.has(Marks::DEPLOYED) && card.zone != Zone::Base,
            flipped: scene.printed(slot).is_turned(card),
            epic_used: card.marks.has(Marks::EPIC_USED),
            host: (card.zone == Zone::Attached).then_some(card.host),
            upgrades,
            tokens: tokens.into_iter().map(token).collect(),
            captured: scene.captured_by(slot).collect(),
        }
    }

    fn effect(&self, effect: &Effect) -> EffectState {
        let (kind, until) = match effect.kind {
            EffectKind::None => ("none", None),
            EffectKind::Lasting { until, .. } => ("lasting", Some(until)),
            EffectKind::Replacing { until, .. } => ("replacing", Some(until)),
            EffectKind::Compulsion { .. } => ("compulsion", Some(Until::Phase)),
            EffectKind::Discount { .. } => ("discount", None),
            EffectKind::Delayed { until, .. } => ("delayed", until),
            EffectKind::ExtraAction => ("extra_action", None),
            EffectKind::Promise { .. } => ("promise", None),
            EffectKind::Allowance { .. } => ("allowance", Some(Until::Phase)),
            EffectKind::FreeCopy { .. } => ("free_copy", Some(Until::Phase)),
            EffectKind::Ongoing { .. } => {
                ("ongoing", effect.kind.until(&self.scene.catalogue.tables))
            }
            EffectKind::Costs { .. } => ("costs", effect.kind.until(&self.scene.catalogue.tables)),
        };
        let seen = |card: Ref| (card.is_some() && self.sees(card.slot)).then_some(card.slot);
        EffectState {
            player: effect.seat,
            kind,
            until,
            source: seen(effect.source),
            target: seen(effect.target),
        }
    }
}

/// The traits as cards print them, in the order of the vocabulary.
fn traits(all: TraitSet) -> Vec<String> {
    Vec::from(all).into_iter().map(trait_text).collect()
}

/// All keywords that are printed on a card, with their costs and texts.
fn printed_keywords(definition: &Definition) -> Vec<String> {
    let texts = definition.all_abilities().filter_map(keyword_ability_text);
    definition.keywords.iter().map(|keyword| keyword_text(*keyword)).chain(texts).collect()
}
