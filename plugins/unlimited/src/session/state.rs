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
    round: u16,
    phase: Phase,
    #[serde(serialize_with = "player")]
    active: Seat,
    #[serde(serialize_with = "player")]
    initiative: Seat,
    initiative_taken: bool,
    /// The player before has just passed.
    passed: bool,
    edition: Edition,
    /// The end of the game; `None` while it goes on.
    outcome: Option<String>,
    players: [PlayerState; 2],
    /// Units, upgrades and tokens in play, in the order they entered.
    play: Vec<Slot>,
    attacks: Vec<AttackState>,
    effects: Vec<EffectState>,
    /// Abilities that wait to be resolved.
    waiting: Vec<String>,
    cards: Vec<CardState<'a>>,
    /// All of it that a position says, as `setup` reads it.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Position>,
    decision: Option<Question>,
}

#[derive(Serialize)]
struct PlayerState {
    #[serde(serialize_with = "player")]
    player: Seat,
    leader: Slot,
    base: Slot,
    base_damage: u8,
    resources: usize,
    ready_resources: u8,
    credits: u8,
    /// The slots of the resources; `None` where they are not known.
    resource_cards: Option<Vec<Slot>>,
    hand_count: usize,
    hand: Option<Vec<Slot>>,
    deck_count: usize,
    /// The deck from the top; `None` where it is not known.
    deck: Option<Vec<Slot>>,
    /// The discard pile, the newest card last.
    discard: Vec<Slot>,
    /// Took the initiative, and acts no more this phase.
    done: bool,
}

#[derive(Serialize)]
struct CardState<'a> {
    id: Slot,
    /// Grows with every change of zone: each time it is a new card.
    incarnation: u8,
    definition: &'a str,
    /// The card that it is out of play, of one that is a copy of another.
    #[serde(skip_serializing_if = "Option::is_none")]
    copy_by: Option<&'a str>,
    name: String,
    kind: Kind,
    zone: Zone,
    /// A token that left play. It is a card no more.
    #[serde(skip_serializing_if = "is_false")]
    gone: bool,
    #[serde(serialize_with = "player")]
    owner: Seat,
    #[serde(serialize_with = "player")]
    controller: Seat,
    printed: Printed<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    now: Option<Now>,
}

#[derive(Serialize)]
struct Printed<'a> {
    cost: u8,
    power: i8,
    hp: i8,
    aspects: &'a [Aspect],
    traits: Vec<String>,
    keywords: Vec<String>,
}

/// The data of a card that only one in play has.
#[derive(Serialize)]
struct Now {
    power: i8,
    hp: i8,
    damage: u8,
    exhausted: bool,
    traits: Vec<String>,
    keywords: Vec<String>,
    /// Its printed abilities are lost.
    blank: bool,
    deployed: bool,
    /// The other side of a leader with two leader sides is up.
    flipped: bool,
    epic_used: bool,
    /// The unit it is attached to.
    host: Option<Slot>,
    /// Upgrades on it that are no tokens.
    upgrades: Vec<Slot>,
    /// Tokens that are attached to it.
    tokens: Vec<Token>,
    /// Cards it has captured.
    captured: Vec<Slot>,
}

#[derive(Serialize)]
struct Token {
    id: Slot,
    name: String,
}

#[derive(Serialize)]
struct AttackState {
    attacker: Slot,
    defender: Slot,
    #[serde(skip_serializing_if = "Option::is_none")]
    second_defender: Option<Slot>,
    #[serde(serialize_with = "player")]
    player: Seat,
    completed: bool,
}

#[derive(Serialize)]
struct EffectState {
    #[serde(serialize_with = "player")]
    player: Seat,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Until>,
    source: Option<Slot>,
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
            players: [self.player(0), self.player(1)],
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
