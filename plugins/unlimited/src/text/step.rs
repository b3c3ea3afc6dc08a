//! What abilities do.

use super::condition;
use super::event;
use super::filter::{Description, place_noun};
use super::grant;
use super::measure::{amount, for_each};
use super::names::{Names, Phrase};
use super::replacement;
use super::{join, sentence};
use crate::vocabulary::{
    AttackStep, Choice, Count, Criteria, Filter, Measure, Mode, Payment, Place, PlayStep, Register,
    SearchStep, SearchThen, Step, Token, Until, Who, Whom,
};

/// A step as a sentence: "Choose another friendly unit."
#[must_use]
pub fn step_text(step: &Step) -> String {
    sentence(&clause(step, &mut Names::new("this card")))
}

/// A mode as a sentence: "Draw a card." If another player chooses it, `you` says what the
/// ability's player is called.
#[must_use]
pub fn mode_text(mode: &Mode, you: Option<&'static str>) -> String {
    let mut names = Names::new("this card");
    names.you = you;
    sentence(&in_turn(&mode.steps, &mut names))
}

/// Steps one after another: "choose a unit; deal 2 damage to it".
pub(super) fn in_turn(steps: &[Step], names: &mut Names) -> String {
    let mut text = String::new();
    for (place, step) in steps.iter().enumerate() {
        if place > 0 {
            text.push_str("; ");
        }
        text.push_str(&clause(step, names));
    }
    text
}

/// Steps that belong to one clause: "exhaust it and draw a card".
pub(super) fn together(steps: &[Step], names: &mut Names) -> String {
    let parts: Vec<_> = steps.iter().map(|step| clause(step, names)).collect();
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() && last.starts_with("if ") => {
            format!("{}, and {last}", rest.join(", "))
        }
        _ => join(&parts, "and"),
    }
}

/// Whether a step is told to the ability's player, who does it: "draw a card".
fn is_told(step: &Step) -> bool {
    match step {
        Step::Damage { by, .. } | Step::Divide { by, .. } => by.is_none(),
        Step::Choose(Choice { by: who, .. })
        | Step::Modes { by: who, .. }
        | Step::TheForce(who)
        | Step::Draw(who, _)
        | Step::Discard { who, by: None, .. }
        | Step::Discard { by: Some(who), .. }
        | Step::DiscardHand(who)
        | Step::TakeControl { who, .. } => *who == Who::You,
        Step::Capture { .. } | Step::Lasting { .. } | Step::Replace { .. } | Step::If(..) => false,
        _ => true,
    }
}

/// One step; binds what it chooses.
fn clause(step: &Step, names: &mut Names) -> String {
    match step {
        Step::Choose(choice) => choose(choice, names),
        Step::ChooseArena => "choose an arena".to_owned(),
        Step::NameCard => "name a card".to_owned(),
        Step::May(steps) => {
            let told = steps.first().is_none_or(is_told);
            let may = if told { "you may" } else { "if you like," };
            format!("{may} {}", together(steps, names))
        }
        Step::If(condition, then, otherwise) => {
            let condition = condition::clause(condition, names);
            let mut before = names.clone();
            let then = together(then, names);
            if otherwise.is_empty() {
                return format!("if {condition}, {then}");
            }
            let otherwise = together(otherwise, &mut before);
            format!("if {condition}, {then}, otherwise {otherwise}")
        }
        Step::Modes { by, choose, per, of } => modes(*by, *choose, per, of, names),
        Step::EachPlayer(steps) => {
            format!("for each player in turn, in the order you like, {}", together(steps, names))
        }
        Step::Damage { to, amount: points, per, plus, by } => {
            let (damage, much) = amount(*points, per, *plus, "damage", names);
            let to = names.whoms(to).text;
            format!("{} {damage} to {to}{much}", deals(by.as_ref(), names))
        }
        Step::Divide { among, amount: points, per, by } => {
            let (damage, much) = amount(*points, per, 0, "damage", names);
            let among = Description::new(among, names).many();
            let deals = deals(by.as_ref(), names);
            format!("{deals} {damage}{much} split as you like among {among}")
        }
        Step::Heal { on, amount: points, per } => {
            let (damage, much) = amount(*points, per, 0, "damage", names);
            names.number = "damage healed";
            format!("heal {damage} from {}{much}", names.whoms(on).text)
        }
        Step::HealUpTo { among, amount } => {
            names.number = "damage healed";
            let among = Description::new(among, names).many();
            format!("heal damage from {among}, {amount} in all at most")
        }
        Step::Defeat(whoms) => format!("defeat {}", names.whoms(whoms).text),
        Step::Capture { what, by } => {
            let captures = names.whom(by).does("captures", "capture");
            format!("{captures} {}", names.whoms(what).text)
        }
        Step::Collect(whom) => format!("collect {}", names.whom(whom).possessive("bounties")),
        Step::Exhaust(whoms) => format!("exhaust {}", names.whoms(whoms).text),
        Step::Ready(whoms) => format!("ready {}", names.whoms(whoms).text),
        Step::ReadyResources(who, count) => {
            let number = match count {
                Count::One | Count::Exactly(1) => "one".to_owned(),
                Count::Exactly(number) => number.to_string(),
                Count::UpTo(number) => format!("up to {number}"),
                Count::Any => "any number".to_owned(),
            };
            format!("ready {number} of {} resources", names.possessive(*who))
        }
        Step::ExhaustResources(who, number) => {
            format!("exhaust {number} of {} resources", names.possessive(*who))
        }
        Step::Pay(number) => {
            names.number = "resource paid";
            format!("pay {}", counted(*number, "resource"))
        }
        Step::PayAny => {
            names.number = "resource paid";
            "pay any number of resources".to_owned()
        }
        Step::Give { token, to, count, per } => give(*token, to, *count, per, names),
        Step::TheForce(who) => {
            let creates = names.does(*who, "create", "creates");
            let whose = if *who == Who::You { "your" } else { "their" };
            format!("{creates} {whose} Force token")
        }
        Step::Draw(who, number) => {
            format!("{} {}", names.does(*who, "draw", "draws"), cards(*number))
        }
        Step::Discard { who, count, by, what, random } => {
            discard(*who, *count, *by, what, *random, names)
        }
        Step::DiscardHand(who) => {
            names.number = "card discarded";
            let whose = if *who == Who::You { "your" } else { "their" };
            format!("{} {whose} hand", names.does(*who, "discard", "discards"))
        }
        Step::DiscardDeck { who, count, per } => {
            let each = for_each(per, names);
            let deck = names.possessive(*who);
            let many = *count > 1 || *per != Measure::One;
            names.bind_cards(many);
            names.number = "card discarded";
            format!("discard {} from the top of {deck} deck{each}", cards(*count))
        }
        Step::DiscardCards(whoms) => format!("discard {}", names.whoms(whoms).text),
        Step::LookAtHand(who) => format!("look at {} hand", names.possessive(*who)),
        Step::LookTop => {
            names.bind_cards(false);
            "look at your deck's top card".to_owned()
        }
        Step::Reveal(whom) => format!("reveal {}", names.whom(whom).text),
        Step::Arrange(1) => {
            "look at the top card of your deck and, if you like, put it on the bottom".to_owned()
        }
        Step::Arrange(number) => format!(
            "sort the top {number} cards of your deck: any of them to the bottom, the others back \
             on top in the order you like"
        ),
        Step::DrawCards(whom) => format!("draw {}", names.whom(whom).text),
        Step::ToHand(whoms) => {
            let cards = names.whoms(whoms);
            let hand = owners(&cards, "hand");
            format!("return {} to {hand}", cards.text)
        }
        Step::ToBottom(whoms) => {
            let cards = names.whoms(whoms);
            let order = if cards.many { " in a random order" } else { "" };
            let deck = owners(&cards, "deck");
            format!("put {} on the bottom of {deck}{order}", cards.text)
        }
        Step::ToResources { what, ready } => {
            let cards = names.whom(what).text;
            format!("put {cards} among your resources{}", if *ready { ", ready" } else { "" })
        }
        Step::ResourceTop { ready } => {
            let ready = if *ready { ", ready" } else { "" };
            format!("put the top card of your deck among your resources{ready}")
        }
        Step::TakeControl { what, who } => {
            let what = names.whom(what).text;
            format!("{} control of {what}", names.does(*who, "take", "takes"))
        }
        Step::Attack(attack) => attack_with(attack, names),
        Step::Play(play) => play_card(play, names),
        Step::Search(search) => search_deck(search, names),
        Step::Lasting { on, grant, until } => {
            let has = grant::clause(&names.whoms(on), grant, names);
            format!("{has} {}", duration(*until))
        }
        Step::Replace { effect, until } => {
            format!("{}, {}", duration(*until), replacement::clause(effect, names))
        }
        Step::UseAction(what) => {
            let what = Description::new(what, names).one();
            format!("use an action ability of {what}")
        }
        Step::NextCostsLess { what, less } => {
            let what = Description::new(what, names).of_cards().without_place().bare();
            format!("you pay {less} less for the next {what} played this phase")
        }
        Step::ExtraAction => "take one more action after this one".to_owned(),
        Step::Delayed { at, until, steps } => {
            let until = match until {
                Some(Until::Attack) => " this attack",
                Some(Until::Phase) => " this phase",
                Some(Until::Round) => " this round",
                None => "",
            };
            let at = event::next(at, names);
            format!("{at}{until}, {}", together(steps, &mut names.clone()))
        }
    }
}

fn choose(choice: &Choice, names: &mut Names) -> String {
    // A single card that nobody else sees may be left unfound.
    let may = choice.may || choice.count == Count::One && choice.is_hidden();
    let chooser = match (choice.by, may) {
        (Who::You, true) => "you may choose".to_owned(),
        (Who::You, false) => "choose".to_owned(),
        (who, true) => format!("{} may choose", names.player(who)),
        (who, false) => format!("{} chooses", names.player(who)),
    };
    let theirs = choice.by != Who::You && choice.what.side == Some(choice.by);
    let what = Description::new(&choice.what, names).theirs(theirs);
    let (what, many) = match choice.count {
        Count::One => (what.one(), choice.more),
        Count::Exactly(1) => (what.one(), choice.more),
        Count::UpTo(1) => (format!("up to 1 {}", what.bare()), choice.more),
        Count::Exactly(number) => (format!("{number} {}", what.many()), true),
        Count::UpTo(number) => (format!("up to {number} {}", what.many()), true),
        Count::Any => (format!("any number of {}", what.many()), true),
    };
    if choice.what.place == Place::Looked && choice.register != Register::It {
        names.bind_chosen(choice.register, many);
    } else {
        names.bind(choice.register, &choice.what, many);
    }
    format!("{chooser} {what}")
}

fn modes(by: Who, choose: u8, per: &Measure, of: &[Mode], names: &mut Names) -> String {
    let mut before = names.clone();
    if by != Who::You {
        before.you = Some("you");
    }
    let options = of.iter().enumerate().map(|(place, mode)| {
        format!("({}) {}", place + 1, together(&mode.steps, &mut before.clone()))
    });
    let options: Vec<_> = options.collect();
    let chooser = names.does(by, "choose", "chooses");
    let each = for_each(per, names);
    let number = match (choose, each.is_empty()) {
        (1, true) => "one".to_owned(),
        (1, false) => format!("a different one{each}"),
        _ => format!("{choose} different ones{each}"),
    };
    format!("{chooser} {number}: {}", options.join(", "))
}

/// "deal", "the first unit deals".
fn deals(by: Option<&Whom>, names: &Names) -> String {
    by.map_or("deal".to_owned(), |by| names.whom(by).does("deals", "deal"))
}

fn give(token: Token, to: &[Whom], count: u8, per: &Measure, names: &Names) -> String {
    let tokens = match (token, count) {
        (Token::Shield, 1) if *per == Measure::One => "a Shield".to_owned(),
        (Token::Shield, 1) => "1 Shield".to_owned(),
        (Token::Shield, _) => format!("{count} Shields"),
        (Token::Experience, _) => format!("{count} Experience"),
    };
    let to = names.whoms(to);
    let apiece = if to.many { " each" } else { "" };
    format!("give {} {tokens}{}{apiece}", to.text, for_each(per, names))
}

fn discard(
    who: Who,
    count: u8,
    by: Option<Who>,
    what: &Filter,
    random: bool,
    names: &mut Names,
) -> String {
    let owner = names.does(who, "discard", "discards");
    let hand = if who == Who::You { "your hand" } else { "their hand" };
    let picked = by.filter(|by| *by != who);
    let looker = picked.map(|by| names.does(by, "look at", "looks at"));
    let (whose, discards) =
        (names.possessive(who), if by == Some(Who::You) { "discard" } else { "discards" });
    let description = Description::new(what, names).of_cards().without_side().without_place();
    let described = match count {
        1 => description.one(),
        _ => format!("{count} {}", description.many()),
    };
    names.bind_cards(count > 1 || who == Who::Each);
    names.number = "card discarded";
    match looker {
        Some(looks) => format!("{looks} {whose} hand and {discards} {described} from it"),
        None => {
            format!("{owner} {described} from {hand}{}", if random { " at random" } else { "" })
        }
    }
}

fn attack_with(attack: &AttackStep, names: &mut Names) -> String {
    let may = if attack.may { "you may " } else { "" };
    let attacker = match &attack.unit {
        Some(unit) => names.whom(unit).text,
        None => {
            let friendly = Criteria { side: None, ..Criteria::clone(&attack.with) };
            let friendly = Filter::from(friendly);
            Description::new(&friendly, names).one()
        }
    };
    let mut text = format!("{may}attack with {attacker}");
    if attack.even_exhausted {
        text.push_str(", exhausted or not");
    }
    if attack.no_bases {
        text.push_str(", which cannot attack a base");
    }
    names.bind(attack.register, &attack.with, false);
    // The attacker was named just before, whatever else was.
    let attacker = Phrase::one("it");
    if !attack.grant.is_empty() {
        let has = grant::clause(&attacker, &attack.grant, names);
        text.push_str(&format!(", and {has} for this attack"));
    }
    if let Some((condition, grants)) = &attack.grant_if {
        let condition = condition::clause(condition, &names.about(&attack.with));
        let has = grant::clause(&attacker, grants, names);
        text.push_str(&format!(", and if {condition}, {has} for this attack"));
    }
    if !attack.grant_against_unit.is_empty() {
        let has = grant::clause(&attacker, &attack.grant_against_unit, names);
        text.push_str(&format!(", and if it attacks a unit, {has} for this attack"));
    }
    if !attack.grant_defender.is_empty() {
        let has = grant::clause(&Phrase::one("the defender"), &attack.grant_defender, names);
        text.push_str(&format!(", and {has} for this attack"));
    }
    text
}

fn play_card(play: &PlayStep, names: &mut Names) -> String {
    let may = if play.may { "you may " } else { "" };
    let card = match &play.card {
        Some(card) => {
            let place = |place: Place| match place {
                Place::Captured => place_noun(place).to_owned(),
                _ => format!("its owner's {}", place_noun(place)),
            };
            let places: Vec<_> =
                [Some(play.what.place), play.or_from].into_iter().flatten().map(place).collect();
            format!("{} from {}", names.whom(card).text, join(&places, "or"))
        }
        None => Description::new(&play.what, names).from().or_in(play.or_from).one(),
    };
    let pay = |pay: Payment| match pay {
        Payment::Cost => String::new(),
        Payment::Less(less) => format!(" for {less} less"),
        Payment::Free => " for free".to_owned(),
    };
    let mut text = format!("{may}play {card}{}", pay(play.pay));
    if let Some((filter, instead)) = &play.pay_if {
        let fits = Description::new(filter, names).of_cards().without_place().one();
        let instead = if *instead == Payment::Cost { " for its cost" } else { &pay(*instead) };
        text.push_str(&format!(" (instead{instead} if it is {fits})"));
    }
    names.bind(Register::It, &play.what, false);
    let it = names.register(Register::It);
    if play.ready {
        text.push_str(&format!(", and {} ready", it.does("comes into play", "come into play")));
    }
    if !play.grant.is_empty() {
        let has = grant::clause(&it, &play.grant, names);
        text.push_str(&format!(", and {has} for this phase"));
    }
    text
}

fn search_deck(search: &SearchStep, names: &Names) -> String {
    let top = match search.top {
        None => "your deck".to_owned(),
        Some(1) => "the top card of your deck".to_owned(),
        Some(top) => format!("the top {top} cards of your deck"),
    };
    let what = Description::new(&search.what, names).of_cards().without_place();
    let (what, them) = match search.up_to {
        1 => (what.one(), "it"),
        u8::MAX => (format!("any number of {}", what.many()), "them"),
        number => (format!("up to {number} {}", what.many()), "them"),
    };
    let combined = match search.combined_cost {
        Some(cost) => format!(" with a combined cost of {cost} or less"),
        None => String::new(),
    };
    let then = match search.then {
        SearchThen::Draw => format!("draw {them}"),
        SearchThen::PlayFree => format!("play {them} for free"),
    };
    format!("look through {top} for {what}{combined} and {then}")
}

const fn duration(until: Until) -> &'static str {
    match until {
        Until::Attack => "for this attack",
        Until::Phase => "for this phase",
        Until::Round => "for this round",
    }
}

/// "its owner's hand", "their owners' hands".
fn owners(cards: &Phrase, what: &str) -> String {
    if cards.many {
        return format!("their owners' {what}s");
    }
    format!("its owner's {what}")
}

/// "a card", "2 cards".
fn cards(number: u8) -> String {
    if number == 1 { "a card".to_owned() } else { format!("{number} cards") }
}

/// "1 resource", "2 resources".
pub(super) fn counted(number: u8, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests;
