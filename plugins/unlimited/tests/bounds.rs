//! Crowded tables: a game below the bounds is not set aside for them, and what a list cannot hold
//! sets a game aside and never panics.

use bevy_app::App;
use cardmill_harness::notation::parse;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Slot;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::resolve;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::streams::{Purpose, below, generator};
use cardmill_kernel::table::{Fault, Status, Table};
use cardmill_unlimited::board::Board;
use cardmill_unlimited::card::DUEL;
use cardmill_unlimited::card::{Card, Stats, Zone};
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::choice::{Choice, Prompt, Unlimited};
use cardmill_unlimited::deal;
use cardmill_unlimited::deck::{Deck, MAX_CARDS};
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::position::{Position, PositionError, Side, UnitInPlay, Wrong, arrange};
use cardmill_unlimited::view::View;
use cardmill_unlimited::vocabulary::{
    Ability, Criteria, Definition, Filter, Keyword, Subject, Token, Who, Whom,
};
use cardmill_unlimited::words::condition::{Condition, Is};
use cardmill_unlimited::words::event::{Attacks, AttacksAndDefeats, Defeated, Event};
use cardmill_unlimited::words::grant::{self, Grant, Power};
use cardmill_unlimited::words::measure::{Count, Measure};
use cardmill_unlimited::words::step::{Defeat, Draw, Give, Lasting, Step, TakeControl};

/// An event that costs nothing here.
const EVENT: &str = "SOR_154";
/// A unit with 3 power and 7 HP.
const UNIT: &str = "SOR_046";

/// The cards, with other text on some.
fn hall(tables: usize, changes: &[(&str, Vec<Ability>)]) -> Batch {
    let mut definitions = Library::load(default_dir()).unwrap().definitions;
    for (id, abilities) in changes {
        let find = |definition: &&mut Definition| definition.id == *id;
        definitions.iter_mut().find(find).unwrap().abilities.clone_from(abilities);
    }
    let catalogue = Catalogue::new(&definitions).unwrap();
    Batch::of::<Unlimited>(&catalogue, tables, |_: &mut App| {})
}

fn event(steps: Vec<Step>) -> Vec<Ability> {
    vec![Ability::Event { steps }]
}

fn friendly() -> Whom {
    Whom::Each(Filter::from(Criteria { side: Some(Who::You), ..Criteria::default() }))
}

fn run(batch: &mut Batch) -> Status {
    while batch.status(0) == Status::Busy {
        batch.tick();
    }
    batch.status(0)
}

fn options(batch: &Batch) -> &[Choice] {
    &batch.world().get::<Decision<Unlimited>>(batch.table(0)).unwrap().options
}

fn choose(batch: &mut Batch, option: usize) -> Status {
    let entity = batch.table(0);
    let mut query = batch.world_mut().query::<(&mut Table, &mut Decision<Unlimited>)>();
    let (mut table, mut decision) = query.get_mut(batch.world_mut(), entity).unwrap();
    decision.choose(&mut table, option).unwrap();
    run(batch)
}

fn fault(batch: &Batch) -> Option<Fault> {
    batch.world().get::<Table>(batch.table(0)).unwrap().fault
}

fn board(batch: &Batch) -> &Board {
    batch.world().get::<Board>(batch.table(0)).unwrap()
}

fn card(batch: &Batch, slot: Slot) -> Card {
    let roster = batch.world().get::<Roster>(batch.table(0)).unwrap();
    *batch.world().get::<Card>(roster.card(slot)).unwrap()
}

fn attached(batch: &Batch) -> usize {
    let play = board(batch).play.iter();
    play.filter(|&&slot| card(batch, slot).zone == Zone::Attached).count()
}

/// A position in which the first player has so many damaged units and plays a card.
fn crowd(units: usize, hand: &str) -> Position {
    let unit = UnitInPlay { card: UNIT.into(), damage: 1, ..UnitInPlay::default() };
    let (units, hand) = (vec![unit; units], vec![hand.into()]);
    let p1 = Side { units, hand, resources: 12, ..Side::default() };
    Position { p1, ..Position::default() }
}

/// Plays the only card of a crowd's hand.
fn play(batch: &mut Batch, position: &Position) -> Status {
    arrange(batch, 0, position, 0, 0).unwrap();
    assert_eq!(run(batch), Status::Waiting);
    let play = |choice: &Choice| matches!(choice, Choice::Play(_));
    let option = options(batch).iter().position(play).expect("the card can be paid");
    choose(batch, option)
}

#[test]
fn a_crowd_is_given_effects_and_tokens_at_once() {
    let mut batch = hall(1, &[]);
    for units in [7, 8, 9, 16, 33, 50] {
        assert_eq!(play(&mut batch, &crowd(units, EVENT)), Status::Waiting, "{units} units");
        assert_eq!(board(&batch).effects.used().len(), units);
        assert_eq!(play(&mut batch, &crowd(units.min(40), "SOR_037")), Status::Waiting);
        assert_eq!(attached(&batch), units.min(40));
    }
}

#[test]
fn more_effects_than_a_table_has_set_it_aside() {
    let mut batch = hall(1, &[]);
    assert_eq!(play(&mut batch, &crowd(64, EVENT)), Status::Waiting);
    assert_eq!(play(&mut batch, &crowd(65, EVENT)), Status::Quarantined);
    assert_eq!(fault(&batch), Some(Fault::Overflow("effects")));
    assert_eq!(play(&mut batch, &crowd(64, EVENT)), Status::Waiting);
}

#[test]
fn more_tokens_than_a_table_has_set_it_aside() {
    let give = |count| {
        let to = vec![friendly()];
        let step = Step::Give(Give {
            token: Token::Experience,
            to,
            count,
            per: Measure::default(),
            register: None,
            by: Who::You,
        });
        hall(1, &[(EVENT, event(vec![step]))])
    };
    let mut batch = give(64);
    assert_eq!(play(&mut batch, &crowd(1, EVENT)), Status::Waiting);
    assert_eq!(attached(&batch), 64);
    let mut batch = give(65);
    assert_eq!(play(&mut batch, &crowd(1, EVENT)), Status::Quarantined);
    assert_eq!(fault(&batch), Some(Fault::Overflow("tokens")));
    let mut batch = give(1);
    assert_eq!(play(&mut batch, &crowd(50, EVENT)), Status::Quarantined);
    assert_eq!(fault(&batch), Some(Fault::Overflow("cards in play")));
}

#[test]
fn more_abilities_than_a_card_can_gain_set_the_table_aside() {
    let status = |count| {
        let steps = vec![Step::Draw(Draw(Who::You, 1, Measure::default()))];
        let when = vec![Event::Defeated(Defeated(Subject::This))];
        let ability = Ability::Triggered { when, limit: None, steps };
        let grant = vec![Grant::Ability(grant::Ability(Box::new(ability))); count];
        let constant = Ability::Constant { condition: None, on: Whom::This, grant };
        let mut batch = hall(1, &[(UNIT, vec![constant])]);
        arrange(&mut batch, 0, &crowd(1, EVENT), 0, 0).unwrap();
        run(&mut batch)
    };
    assert_eq!(status(10), Status::Waiting);
    assert_eq!(status(11), Status::Quarantined);
}

#[test]
fn constant_abilities_that_never_settle_set_the_table_aside_for_good() {
    let weak = Filter::from(Criteria { max_power: Some(3), ..Criteria::default() });
    let condition = Some(Condition::Is(Is(Whom::This, weak)));
    let grant = vec![Grant::Power(Power { amount: 1, per: Measure::default() })];
    let constant = Ability::Constant { condition, on: Whom::This, grant };
    let mut batch = hall(1, &[(UNIT, vec![constant])]);
    arrange(&mut batch, 0, &crowd(1, EVENT), 0, 0).unwrap();
    assert_eq!(run(&mut batch), Status::Quarantined);
    assert_eq!(fault(&batch), Some(Fault::Unstable));
    for _ in 0..600 {
        batch.tick();
    }
}

#[test]
fn a_position_without_room_is_refused_and_changes_nothing() {
    let mut batch = hall(1, &[]);
    arrange(&mut batch, 0, &crowd(2, EVENT), 0, 0).unwrap();
    run(&mut batch);
    let before = deal::digest(&batch, 0);
    let unit = |card: &str| UnitInPlay { card: card.into(), ..UnitInPlay::default() };
    let tokens = UnitInPlay { upgrades: vec!["SOR_T01".into(); 65], ..unit(UNIT) };
    let theirs = UnitInPlay { enemy_upgrades: vec!["SOR_120".into(); 81], ..unit(UNIT) };
    let with = |units| Position { p1: Side { units, ..Side::default() }, ..Position::default() };
    let mut both = with(vec![unit(UNIT); 50]);
    both.p2.units = vec![unit(UNIT); 50];
    let mut leader = with(Vec::new());
    leader.p1.leader_deployed = true;
    leader.p1.leader_upgrades = vec!["SOR_120".into(); 81];
    let mut hand = with(Vec::new());
    hand.p1.hand = vec![EVENT.into(); 81];
    for position in [with(vec![tokens]), with(vec![theirs]), both, leader, hand] {
        let refused = arrange(&mut batch, 0, &position, 0, 0);
        assert!(
            matches!(refused, Err(PositionError { wrong: Wrong::TooMany { .. }, .. })),
            "{refused:?}"
        );
        assert_eq!(deal::digest(&batch, 0), before);
    }
}

/// A deck as large as it can be, of units and of events that make tokens.
fn large_deck(batch: &Batch) -> Deck {
    let catalogue = batch.world().resource::<Catalogue>();
    let find = |id: &str| catalogue.find(id).unwrap();
    let mut cards = vec![find(EVENT); 20];
    cards.resize(MAX_CARDS, find("SOR_247"));
    Deck {
        name: String::new(),
        leader: find("SOR_014"),
        base: find("SOR_026"),
        cards,
        ..Deck::default()
    }
}

/// Games in which nobody attacks a base grow until the table is full. Neither these nor what is
/// dealt to the same table afterwards comes to harm, and every slot can be looked at.
#[test]
fn tables_fill_up_and_are_dealt_again() {
    let tokens = Step::Give(Give {
        token: Token::Experience,
        to: vec![friendly()],
        count: 1,
        per: Measure::default(),
        register: None,
        by: Who::You,
    });
    let mut batch = hall(2, &[(EVENT, event(vec![tokens]))]);
    let deck = large_deck(&batch);
    let mut rng = generator(1, 0, Purpose::Agent(0));
    let (mut slots, mut in_play) = (0, 0);
    for game in 0..30 {
        deal::deal(&mut batch, 0, [&deck; 2], 5, game);
        let mut status = run(&mut batch);
        while status == Status::Waiting {
            slots = slots.max(usize::from(board(&batch).slots));
            in_play = in_play.max(board(&batch).play.len());
            let entity = batch.table(0);
            let seen = resolve::look::<Unlimited, _>(batch.world_mut(), entity, |at| {
                let view: View = View::of(at, at.decision.seat);
                (0..Slot::MAX).filter(|&slot| view.sees(slot)).count()
            });
            assert!(seen > 2);
            let decision = batch.world().get::<Decision<Unlimited>>(entity).unwrap();
            let peaceful = |choice: &Choice| match *choice {
                Choice::Attack(_) => false,
                Choice::Card(slot) if decision.prompt == Some(Prompt::Resource) => {
                    board(&batch).players[usize::from(card(&batch, slot).owner)].resources.len() < 9
                }
                Choice::Card(slot) => card(&batch, slot).definition != deck.base,
                Choice::Pass | Choice::Initiative => false,
                _ => true,
            };
            let wanted: Vec<_> =
                (0..options(&batch).len()).filter(|&n| peaceful(&options(&batch)[n])).collect();
            let option = match wanted.len() {
                0 => below(&mut rng, options(&batch).len()),
                some => wanted[below(&mut rng, some)],
            };
            if board(&batch).slots as usize > slots - 1 {
                deal::fork(&mut batch, 0, 1);
                assert_eq!(deal::digest(&batch, 0), deal::digest(&batch, 1));
            }
            status = choose(&mut batch, option);
        }
        let overflow = matches!(fault(&batch), Some(Fault::Overflow(_)));
        assert!(status == Status::Over || overflow, "game {game}: {:?}", fault(&batch));
    }
    assert!(slots + 8 > DUEL, "{slots} slots");
    assert!(in_play > 40, "{in_play} cards in play");
}

/// The damage on the second player's base.
fn base_damage(batch: &Batch) -> u8 {
    card(batch, board(batch).players[1].base).damage
}

/// Answers with the first option that fits, or the first there is.
fn answer(batch: &mut Batch, wanted: impl Fn(&Choice) -> bool) -> Status {
    let option = options(batch).iter().position(wanted).unwrap_or_default();
    choose(batch, option)
}

#[test]
fn what_lasts_for_an_attack_outlasts_the_attacks_within_it() {
    let grant = vec![Grant::Power(Power { amount: 2, per: Measure::default() })];
    let until = cardmill_unlimited::vocabulary::Until::Attack;
    let steps = vec![
        Step::Lasting(Lasting {
            on: vec![Whom::This],
            grant,
            until,
            per: Measure::default(),
            condition: None,
            ongoing: false,
        }),
        parse("Attack((with: (side: You, another: true)))").unwrap(),
    ];
    let when = vec![Event::Attacks(Attacks(Subject::This))];
    let attacks = Ability::Triggered { when, limit: None, steps };
    let mut batch = hall(1, &[(UNIT, vec![attacks])]);
    arrange(&mut batch, 0, &crowd(2, EVENT), 0, 0).unwrap();
    run(&mut batch);
    assert_eq!(answer(&mut batch, |c| matches!(c, Choice::Attack(_))), Status::Waiting);
    assert_eq!(base_damage(&batch), 2 * (3 + 2));
    assert!(board(&batch).attacks.is_empty() && board(&batch).effects.used().is_empty());
}

#[test]
fn a_target_that_is_gone_before_the_attack_begins_is_not_fought() {
    let overwhelm = Ability::Constant {
        condition: None,
        on: Whom::This,
        grant: vec![Grant::Keyword(grant::Keyword(Keyword::Overwhelm))],
    };
    let attack = parse("Attack((grant_defender: [Hp(amount: -9)]))").unwrap();
    let mut batch = hall(1, &[(UNIT, vec![overwhelm]), (EVENT, event(vec![attack]))]);
    let mut position = crowd(1, EVENT);
    let wampa = UnitInPlay { card: "SOR_164".into(), ..UnitInPlay::default() };
    position.p2.units = vec![wampa];
    assert_eq!(play(&mut batch, &position), Status::Waiting);
    let base = board(&batch).players[1].base;
    answer(&mut batch, |c| matches!(c, Choice::Card(slot) if *slot != base));
    // With Overwhelm all of it is excess (CR 7.5.7F), and nobody strikes back.
    assert_eq!(base_damage(&batch), 3);
    let unit = board(&batch).play[0];
    assert_eq!(card(&batch, unit).damage, 1);
    assert!(board(&batch).attacks.is_empty() && board(&batch).effects.used().is_empty());
}

#[test]
fn an_attacker_that_changed_its_controller_attacks_and_defeats_nothing() {
    let defects = Ability::Triggered {
        when: vec![Event::Attacks(Attacks(Subject::This))],
        limit: None,
        steps: vec![
            Step::TakeControl(TakeControl { what: Whom::This, who: Who::Opponent }),
            Step::Defeat(Defeat(vec![Whom::Defender])),
        ],
    };
    let watches = Ability::Triggered {
        when: vec![Event::AttacksAndDefeats(AttacksAndDefeats(
            Subject::Any(Filter::default()),
            Filter::default(),
        ))],
        limit: None,
        steps: vec![Step::Draw(Draw(Who::You, 1, Measure::default()))],
    };
    let mut batch = hall(1, &[(UNIT, vec![defects, watches])]);
    let mut position = crowd(2, EVENT);
    let wampa = UnitInPlay { card: "SOR_164".into(), ..UnitInPlay::default() };
    position.p2.units = vec![wampa];
    arrange(&mut batch, 0, &position, 0, 0).unwrap();
    run(&mut batch);
    answer(&mut batch, |c| matches!(c, Choice::Attack(_)));
    let wampa = *board(&batch).play.last().unwrap();
    answer(&mut batch, |c| *c == Choice::Card(wampa));
    assert_eq!(card(&batch, wampa).zone, Zone::Discard);
    assert_eq!(board(&batch).players[0].hand.len(), 1);
}

#[test]
fn an_attack_that_is_declined_was_not_made() {
    let steps = |text: &str| event(parse(text).unwrap());
    let text = "[Choose(()), Attack((may: true)), If(Did, [Draw(You, 3)], [])]";
    let mut batch = hall(1, &[(EVENT, steps(text))]);
    for (declines, drawn) in [(true, 0), (false, 3)] {
        play(&mut batch, &crowd(2, EVENT));
        answer(&mut batch, |c| matches!(c, Choice::Card(_)));
        answer(&mut batch, |c| (*c == Choice::Decline) == declines);
        assert_eq!(board(&batch).players[0].hand.len(), drawn);
    }
}

#[test]
fn constant_abilities_see_the_hand() {
    let hand: Filter = parse("(place: Hand, side: You)").unwrap();
    let grant = vec![Grant::Power(Power { amount: 1, per: Measure::Count(Count(hand)) })];
    let constant = Ability::Constant { condition: None, on: Whom::This, grant };
    let draw = event(vec![Step::Draw(Draw(Who::You, 2, Measure::default()))]);
    let mut batch = hall(1, &[(UNIT, vec![constant]), (EVENT, draw)]);
    play(&mut batch, &crowd(1, EVENT));
    let roster = batch.world().get::<Roster>(batch.table(0)).unwrap();
    let unit = roster.card(board(&batch).play[0]);
    assert_eq!(batch.world().get::<Stats>(unit).unwrap().power, 3 + 2);
}
