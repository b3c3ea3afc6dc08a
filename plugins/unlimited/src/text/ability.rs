//! Whole abilities, and the lines of a card.

use super::filter::{Description, place_noun};
use super::measure::for_each;
use super::names::{Names, Phrase};
use super::{
    aspects_text, event, grant, join, keyword_text, replacement, sentence, step, trait_text,
};
use crate::prelude::*;
use crate::vocabulary::{
    CostChange, Deckbuilding, Entering, Limit, Offered, Offering, Span, UpgradeSide, piloted,
};
use crate::words::condition::Condition;
use crate::words::cost::Cost;
use crate::words::event::Event;

/// One side of a card, as far as it is put into words.
pub(crate) struct Side<'d> {
    pub(crate) kind: Kind,
    pub(crate) deckbuilding: Option<Deckbuilding>,
    pub(crate) attach: &'d Filter,
    pub(crate) first_action: bool,
    pub(crate) keywords: &'d [Keyword],
    pub(crate) starts_like_this: bool,
    pub(crate) abilities: &'d [Ability],
}

/// The lines of a side, each a sentence.
pub(crate) fn side_text(side: &Side<'_>) -> Vec<String> {
    let names = Names::on(side.kind, side.keywords);
    let mut lines = Vec::new();
    lines.extend(side.deckbuilding.map(deckbuilding_text));
    if *side.attach != Filter::default() {
        let unit = Description::new(side.attach, &names).one();
        lines.push(sentence(&format!("can only be attached to {unit}")));
    }
    if side.first_action {
        lines.push(FIRST_ACTION.to_owned());
    }
    lines.extend(keywords(side.keywords));
    if side.starts_like_this {
        lines.push(STARTS_LIKE_THIS.to_owned());
    }
    lines.extend(side.abilities.iter().map(|ability| sentence_of(ability, &names)));
    lines
}

/// The lines of a card, each a sentence; of a leader, of its leader side. Empty for a card that
/// says nothing.
#[must_use]
pub fn rules_text(definition: &Definition) -> Vec<String> {
    let keywords = match definition.kind {
        Kind::Leader => &[],
        _ => &definition.keywords[..],
    };
    let mut lines = side_text(&Side {
        kind: definition.kind,
        deckbuilding: definition.deckbuilding,
        attach: &definition.attach,
        first_action: definition.first_action,
        keywords,
        starts_like_this: definition.flip_side.is_some(),
        abilities: &definition.abilities,
    });
    let names = Names::of(definition.kind);
    if let Some(side) = definition.unit_side.as_ref().filter(|side| side.deploy_at > 0) {
        let mut resources = step::counted(side.deploy_at, "resource");
        if let Some(with) = &side.deploy_with {
            resources = format!("{resources}, counting {}", with.word().noun(&names));
        }
        let or_on = definition
            .upgrade_side
            .as_ref()
            .filter(|upgrade| upgrade.is_deployed())
            .map(|upgrade| format!(", or deploy it as an upgrade on {}", attached_to(upgrade)));
        let or_on = or_on.unwrap_or_default();
        lines.push(format!("Epic action (control {resources}): deploy this leader{or_on}."));
    }
    lines
}

/// The sentence on the side that is up at first, of a leader with two leader sides.
pub(crate) const STARTS_LIKE_THIS: &str = "At the start of the game, this side is up.";

/// The sentence on a card that is played only as the first action.
pub(crate) const FIRST_ACTION: &str = "Play only as your first action in the action phase.";

/// The sentence of a card about decks that it is in.
#[must_use]
pub(crate) fn deckbuilding_text(of: Deckbuilding) -> String {
    match of {
        Deckbuilding::Copies(most) => format!("A deck may have {most} copies of this card."),
        Deckbuilding::Cards(more) => {
            let (how, than) = if more < 0 { ("may", "fewer") } else { ("must", "more") };
            format!("A deck {how} have {} {than}.", step::counted(more.unsigned_abs(), "card"))
        }
    }
}

/// The lines of a leader's other side, as a unit or as a leader, each a sentence. Empty for other
/// cards.
#[must_use]
pub fn unit_side_text(definition: &Definition) -> Vec<String> {
    if let Some(side) = &definition.flip_side {
        let names = Names::of(Kind::Leader);
        return side.abilities.iter().map(|ability| sentence_of(ability, &names)).collect();
    }
    let Some(side) = &definition.unit_side else { return Vec::new() };
    let names = Names::new("this unit");
    let abilities = side.abilities.iter().map(|ability| sentence_of(ability, &names));
    keywords(&definition.keywords).into_iter().chain(abilities).collect()
}

/// The lines of a card in play as an upgrade, each a sentence. Empty for one that is none, or that
/// is never anything else.
#[must_use]
pub fn upgrade_side_text(definition: &Definition) -> Vec<String> {
    let Some(side) = &definition.upgrade_side else { return Vec::new() };
    let names = Names::of(Kind::Upgrade);
    let on = || sentence(&format!("can only be attached to {}", attached_to(side)));
    let attach = (definition.kind == Kind::Unit && side.attach != piloted()).then(on);
    let abilities = side.abilities.iter().map(|ability| sentence_of(ability, &names));
    attach.into_iter().chain(abilities).collect()
}

/// The units that an upgrade side is attached to, with an article.
fn attached_to(side: &UpgradeSide) -> String {
    Description::new(&side.attach, &Names::of(Kind::Upgrade)).one()
}

/// An ability as a sentence: "When played: draw a card."
#[must_use]
pub fn ability_text(ability: &Ability) -> String {
    sentence_of(ability, &Names::new("this card"))
}

/// An ability that is a keyword with a cost, a number or a text of its own (CR 7.5), as printed:
/// `Exploit 2`, `Bounty: draw a card`. `None` for any other.
#[must_use]
pub fn keyword_ability_text(ability: &Ability) -> Option<String> {
    let is_keyword = match ability {
        Ability::Bounty { .. }
        | Ability::Smuggle { .. }
        | Ability::Piloting { .. }
        | Ability::Exploit(_) => true,
        Ability::Constant { condition, .. } => {
            condition.as_ref().is_some_and(Condition::coordinates)
        }
        _ => false,
    };
    is_keyword.then(|| ability_text(ability).trim_end_matches('.').to_owned())
}

/// The keywords of a card in one line.
fn keywords(keywords: &[Keyword]) -> Option<String> {
    let names: Vec<_> = keywords.iter().map(|keyword| keyword_text(*keyword)).collect();
    (!names.is_empty()).then(|| format!("{}.", names.join(", ")))
}

/// An ability as a sentence in small letters, without its end.
fn clause_of(ability: &Ability, names: &Names) -> String {
    let mut names = names.clone();
    match ability {
        Ability::Constant { condition, on, grant } => {
            let has = grant::clause(&names.whom(on), grant, &names);
            match condition {
                Some(Condition::Coordinate(_)) => format!("coordinate: {has}"),
                Some(condition) => {
                    format!("as long as {}, {has}", condition.word().text(true, &names))
                }
                None => has,
            }
        }
        Ability::Cost { who, cards, condition, change, per, first, rising, from, onto } => {
            let first = first.map(|span| (*rising, span));
            let changed = cost_text(*who, cards.as_ref(), *change, first, &names);
            let from = from.map(|from| format!(" from your {}", place_noun(from)));
            let each = cards.is_some()
                && who.is_you()
                && first.is_none()
                && matches!(change, CostChange::More(_) | CostChange::Less(_));
            let plays = if each { " you play" } else { "" };
            let on = onto.as_ref();
            let on = on.map(|onto| format!("{plays} on {}", event::subject_text(onto, &names)));
            let (from, on) = (from.unwrap_or_default(), on.unwrap_or_default());
            let changed = format!("{changed}{from}{on}{}", for_each(per, &names));
            match condition {
                Some(condition) => {
                    format!("as long as {}, {changed}", condition.word().text(true, &names))
                }
                None => changed,
            }
        }
        Ability::Triggered { when, limit, steps } => {
            let events: Vec<_> = when.iter().map(|event| event::clause(event, &names)).collect();
            names.subject = Event::subject_of(when);
            names.number = Event::number_of(when).unwrap_or(names.number);
            let limit = limit_text(*limit);
            let steps = step::in_turn(steps, &mut names);
            format!("{}{limit}: {steps}", join(&events, "or"))
        }
        Ability::Action { cost, epic, limit, anyone, opponents, steps } => {
            let action = if *epic { "epic action" } else { "action" };
            let cost = action_cost(cost, &mut names);
            let limit = limit_text(*limit);
            let anyone = match (anyone, opponents) {
                (true, _) => ", by any player",
                (_, true) => ", by opponents only",
                _ => "",
            };
            format!("{action}{cost}{limit}{anyone}: {}", step::in_turn(steps, &mut names))
        }
        Ability::Event { steps } => step::in_turn(steps, &mut names),
        Ability::Replacement(effect) => replacement::clause(effect, &names),
        Ability::BlankFirstEvent(who) => format!(
            "the first event {} each round loses all abilities",
            names.subject(*who, "play", "plays")
        ),
        Ability::Bounty { steps } => format!("bounty: {}", step::in_turn(steps, &mut names)),
        Ability::Smuggle { cost, aspects, damage: 0 } => {
            format!("smuggle ({})", price(*cost, aspects))
        }
        Ability::Smuggle { cost, aspects, damage } => {
            format!("smuggle ({}, deal {damage} damage to a friendly unit)", price(*cost, aspects))
        }
        Ability::Piloting { cost, aspects } => format!("piloting ({})", price(*cost, aspects)),
        Ability::Exploit(n) => format!("exploit {n}"),
        Ability::Offering(Offering { of, less }) => {
            let (cards, each) = match of {
                Offered::Damaged(points) => {
                    (format!("deal {points} damage to any number of friendly units"), "unit chosen")
                }
                Offered::ReadyResources => (
                    "defeat any number of ready friendly resources".to_owned(),
                    "resource defeated",
                ),
            };
            format!(
                "while playing {}, you may {cards}, and it costs {less} less for each {each} this way",
                names.this
            )
        }
        Ability::DiscardInstead(what) => {
            let card = Description::new(what, &names).of_cards().without_place().one();
            format!("you may discard {card} from your hand instead of paying {}'s cost", names.this)
        }
        Ability::Shield => {
            "if the attached unit would be dealt damage, none of it is dealt and this token is \
             defeated instead"
                .to_owned()
        }
        Ability::Buried { condition } => {
            let play = format!("play {} from your discard pile", names.this);
            match condition {
                Some(condition) => {
                    format!("action: if {}, {play}", condition.word().text(true, &names))
                }
                None => format!("action: {play}"),
            }
        }
        Ability::EntersReady { of, condition } => {
            let ready = match of {
                Entering::This => format!("{} comes into play ready", names.this),
                Entering::Created => "token units come into play ready if you create them".into(),
                Entering::Rescued => {
                    "friendly units come into play ready if they are rescued".to_owned()
                }
                Entering::Friendly => "friendly units come into play ready".to_owned(),
            };
            match condition {
                Some(condition) => format!("if {}, {ready}", condition.word().text(true, &names)),
                None => ready,
            }
        }
        Ability::EntersAs { copy, except } => {
            let one = Description::new(copy, &names).one();
            let except = grant::clause(&Phrase::one("it"), except, &names);
            format!("you may have {} enter play as a copy of {one}, except {except}", names.this)
        }
        Ability::MoreRegroups => {
            "there is an additional regroup phase after the first regroup phase each round"
                .to_owned()
        }
        Ability::SeesTop => "you may look at the top card of your deck at any time".to_owned(),
        Ability::StartingHand { more, no_mulligan } => {
            let (how, number) = if *more < 0 { ("fewer", -more) } else { ("more", *more) };
            let cards = if number == 1 { "card" } else { "cards" };
            let no = if *no_mulligan { "; you can't take a mulligan" } else { "" };
            format!("draw {number} {how} {cards} in your starting hand{no}")
        }
        Ability::HalfCosts => {
            "while paying costs, you pay half as many resources, rounded up".to_owned()
        }
        Ability::PayWith(units) => {
            let unit = Description::new(units, &names).each();
            format!("{unit} may be exhausted to pay costs as if it were a resource")
        }
        Ability::VoidCredits(who) => match who {
            Who::You => "friendly Credit tokens lose all abilities".to_owned(),
            Who::Each => "Credit tokens lose all abilities".to_owned(),
            _ => "enemy Credit tokens lose all abilities".to_owned(),
        },
        Ability::Unpreventable(name) => {
            format!("damage dealt by friendly {} cards is unpreventable", trait_text(*name))
        }
        Ability::DoubleSearch => {
            "if you would search a number of cards from your deck, search twice \
                                  that number of cards instead"
                .to_owned()
        }
        Ability::MorePilots => {
            format!("you may play or deploy 1 additional Pilot on {}", names.this)
        }
        Ability::Parts(parts) => {
            let parts = parts.iter().map(|part| clause_of(part, &names));
            parts.collect::<Vec<_>>().join("; ")
        }
    }
}

/// The ability as a sentence, as [`ability_text`], with the names of its card.
pub(crate) fn sentence_of(ability: &Ability, names: &Names) -> String {
    sentence(&clause_of(ability, names))
}

/// " (once each round)", ", at most 3 times each game", or nothing.
fn limit_text(limit: Option<Limit>) -> String {
    match limit {
        Some(Limit::Round) => " (once each round)".to_owned(),
        Some(Limit::Phase) => " (once each phase)".to_owned(),
        Some(Limit::Game(times)) => format!(", at most {} each game", step::counted(times, "time")),
        None => String::new(),
    }
}

/// Resources and icons: "2 resources, Command".
fn price(cost: u8, aspects: &[Aspect]) -> String {
    let icons = aspects.iter().map(|aspect| format!(", {aspect:?}"));
    format!("{}{}", step::counted(cost, "resource"), icons.collect::<String>())
}

/// The noun for a span: "round".
const fn span_noun(span: Span) -> &'static str {
    match span {
        Span::Phase => "phase",
        Span::Round => "round",
    }
}

/// The sentence about what cards cost: "the opponent pays 1 more for each event".
pub(crate) fn cost_text(
    who: Who,
    cards: Option<&Filter>,
    change: CostChange,
    first: Option<(u8, Span)>,
    names: &Names,
) -> String {
    let cards =
        cards.map(|cards| Description::new(cards, names).of_cards().without_side().without_place());
    if let (Some(cards), Some((rising @ 2.., span)), CostChange::Less(less)) =
        (&cards, first, change)
    {
        let steps = (1..=rising).zip(ORDINALS);
        let steps: Vec<_> =
            steps.map(|(times, nth)| format!("{} less for the {nth}", times * less)).collect();
        let [pay, play] = [("pay", "pays"), ("play", "plays")];
        let (pays, plays) = (names.subject(who, pay.0, pay.1), names.subject(who, play.0, play.1));
        let (cards, span) = (cards.bare(), span_noun(span));
        return format!("{pays} {} {cards} {plays} each {span}", join(&steps, "and"));
    }
    let first = cards.zip(first).map(|(cards, (_, span))| {
        let plays = names.subject(who, "play", "plays");
        format!("the first {} {plays} each {}", cards.bare(), span_noun(span))
    });
    let change = match change {
        CostChange::More(more) => format!("{more} more"),
        CostChange::Less(less) => format!("{less} less"),
        CostChange::IgnoreAspect(aspects) => {
            let cards = first.or_else(|| cards.map(|cards| cards.each()));
            let cards = cards.as_deref().unwrap_or(names.this);
            return format!("ignore one {} aspect penalty of {cards}", aspects_text(aspects));
        }
        CostChange::Forbidden => {
            let plays = names.subject(who, "can't play", "can't play");
            let cards = cards.map(|cards| cards.many());
            return match cards {
                Some(cards) => format!("{plays} {cards}"),
                None => format!("{} can't be played", names.this),
            };
        }
        CostChange::Damage(points) => {
            let deals = names.subject(who, "deal", "deals");
            let whose = if who == Who::You { "your" } else { "their" };
            let card = first.or_else(|| cards.map(|cards| cards.one()));
            let card = card.as_deref().unwrap_or(names.this);
            return format!(
                "as an additional cost to play {card}, {deals} {points} damage to {whose} base"
            );
        }
        CostChange::IgnoreAspects => {
            let plays = names.subject(who, "play", "plays");
            let cards = first.or_else(|| cards.map(|cards| format!("{} {plays}", cards.many())));
            let cards = cards.as_deref().unwrap_or(names.this);
            return format!("no aspect penalty applies to {cards}");
        }
    };
    match first.or_else(|| cards.map(|cards| cards.each())) {
        Some(cards) => format!("{} {change} for {cards}", names.subject(who, "pay", "pays")),
        None => format!("{} costs {change}", names.this),
    }
}

/// The words that tell several of a kind apart, in order.
pub(crate) const ORDINALS: [&str; 3] = ["first", "second", "third"];

/// " (1 resource, exhaust)"; nothing when the action is free.
fn action_cost(cost: &[Cost], names: &mut Names) -> String {
    let parts: Vec<_> = cost.iter().map(|part| part.word().text(names)).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::ron;

    fn lines(definition: &str) -> Vec<String> {
        rules_text(&ron(&format!("(id: \"SOR_001\", name: \"A\", {definition})")))
    }

    #[test]
    fn a_unit() {
        assert_eq!(
            lines(
                "kind: Unit, hp: 3, keywords: [Ambush, Restore(1)], abilities: [
                    Triggered(when: [Played(This)], steps: [
                        Choose((what: (side: You, another: true, traits: [Imperial]))),
                        Give(token: Experience, to: [It], count: 2),
                    ]),
                    Constant(while: Initiative, grant: [Keyword(Sentinel)]),
                    Constant(on: Each((side: You, another: true)), grant: [Keyword(Raid(1))]),
                    Action(cost: [DefeatThis], steps: [Draw(You, 1)]),
                    EntersReady(),
                ]"
            ),
            [
                "Ambush, Restore 1.",
                "When played: choose another friendly Imperial unit; give it 2 Experience.",
                "As long as you have the initiative, this unit has Sentinel.",
                "Each other friendly unit has Raid 1.",
                "Action (defeat this unit): draw a card.",
                "This unit comes into play ready.",
            ]
        );
    }

    #[test]
    fn a_leader_has_two_sides() {
        let leader: Definition = ron("(
            id: \"SOR_010\", name: \"Darth Vader\", kind: Leader, cost: 7, power: 5, hp: 8,
            keywords: [Grit],
            abilities: [Action(cost: [Resources(1), Exhaust], steps: [
                If(Played(what: (aspects: [Villainy])), [
                    Choose(()),
                    Choose((what: (is: [Base]), as: Other)),
                    Damage(to: [It, Other]),
                ], []),
            ])],
            unit_side: (deploy_at: 7, abilities: [Triggered(when: [Attacks(This)], steps: [
                Choose((may: true)), Damage(to: [It], amount: 2),
            ])]),
        )");
        assert_eq!(
            rules_text(&leader),
            [
                "Action (1 resource, exhaust): if you played a Villainy card this phase, choose a \
                 unit, choose a base and deal 1 damage to that unit and that base.",
                "Epic action (control 7 resources): deploy this leader.",
            ]
        );
        assert_eq!(
            unit_side_text(&leader),
            ["Grit.", "When this unit attacks: you may choose a unit; deal 2 damage to it."]
        );
    }

    #[test]
    fn a_leader_that_can_be_an_upgrade() {
        let leader: Definition = ron("(
            id: \"JTL_018\", name: \"A\", kind: Leader, cost: 4, power: 2, hp: 5,
            abilities: [Action(cost: [Exhaust, Discard(())], steps: [
                Choose((what: (side: You))),
                Lasting(on: [It], grant: [LoseAbilities], until: Round),
                ExtraAction,
            ])],
            unit_side: (deploy_at: 4, abilities: [Action(steps: [
                Play((
                    what: (place: Hand, is: [Unit]),
                    or_from: Discard,
                    pay: Less(1),
                    pay_if: ((traits: [Force]), Free),
                )),
            ])]),
            upgrade_side: (
                power: 3, hp: -1,
                attach: (side: You, without_upgrade: (traits: [Pilot])),
                abilities: [Constant(on: Attached, grant: [LeaderUnit, Keyword(Grit)])],
            ),
        )");
        assert_eq!(
            rules_text(&leader),
            [
                "Action (exhaust, discard a card from your hand): choose a friendly unit; that \
                 unit loses all abilities for this round; take one more action after this one.",
                "Epic action (control 4 resources): deploy this leader, or deploy it as an \
                 upgrade on a friendly unit without a Pilot upgrade.",
            ]
        );
        assert_eq!(
            unit_side_text(&leader),
            [
                "Action: play a unit from your hand or your discard pile for 1 less (instead for free \
              if it is a Force card)."
            ]
        );
        assert_eq!(
            upgrade_side_text(&leader),
            ["The attached unit is a leader unit and has Grit."]
        );
    }

    #[test]
    fn an_upgrade() {
        assert_eq!(
            lines(
                "kind: Upgrade, attach: (without_traits: [Vehicle]), abilities: [
                    Constant(while: Is(Attached, (traits: [Force])), on: Attached, grant: [
                        Ability(Triggered(when: [Attacks(This)], steps: [
                            Lasting(on: [Defender], grant: [Power(amount: -2), Hp(amount: -2)], until: Phase),
                        ])),
                    ]),
                    Triggered(when: [Played(This), Attacks(Attached)], limit: Round, steps: [Draw(You, 1)]),
                ]"
            ),
            [
                "Can only be attached to a non-Vehicle unit.",
                "As long as the attached unit is a Force unit, the attached unit has \
                 \"When this unit attacks: the defender has -2/-2 for this phase.\"",
                "When played or when the attached unit attacks (once each round): draw a card.",
            ]
        );
    }

    #[test]
    fn costs() {
        assert_eq!(
            lines(
                "kind: Unit, hp: 1, abilities: [
                    Cost(who: Opponent, cards: (is: [Event]), change: More(1)),
                    Cost(cards: (traits: [Spectre]), change: IgnoreAspects),
                    Cost(while: Exists(what: (side: You, traits: [Trooper])), change: Less(1)),
                ]"
            ),
            [
                "The opponent pays 1 more for each event.",
                "No aspect penalty applies to Spectre cards you play.",
                "As long as you control a Trooper unit, this unit costs 1 less.",
            ]
        );
    }

    #[test]
    fn bases_events_and_tokens() {
        assert_eq!(
            lines(
                "kind: Base, hp: 25, abilities: [Action(epic: true, steps: [
                    Choose((what: (leader: false, damaged: true))), Damage(to: [It], amount: 3),
                ])]"
            ),
            ["Epic action: choose a damaged non-leader unit; deal 3 damage to it."]
        );
        assert_eq!(
            lines("kind: Event, abilities: [Event(steps: [Draw(You, 2)])]"),
            ["Draw 2 cards."]
        );
        assert_eq!(lines("kind: Base, hp: 30"), [""; 0]);
        assert_eq!(
            lines("kind: Token, abilities: [Shield]"),
            ["If the attached unit would be dealt damage, none of it is dealt and this token is \
                 defeated instead."]
        );
    }
}
