use crate::library::Library;
use std::path::PathBuf;

/// The errors of a definition's abilities, without place and id.
fn wrong(kind: &str, abilities: &str) -> Vec<String> {
    let hp = u8::from(kind != "Event");
    let text = format!(
        r#"[(id: "SOR_001", name: "A", kind: {kind}, hp: {hp}, abilities: [{abilities}])]"#
    );
    let Err(errors) = Library::parse(vec![(PathBuf::from("a.ron"), text)]) else {
        return Vec::new();
    };
    let short = |e: String| e.rsplit_once("SOR_001, ").map(|(_, e)| e.to_owned());
    errors.0.iter().map(ToString::to_string).filter_map(short).collect()
}

#[test]
fn good_abilities_pass() {
    let event = "Event(steps: [
        Choose((what: (side: You))),
        Choose((what: (side: You, not: [It]), as: Other)),
        Damage(to: [Other], per: Power(It), by: It),
        If(Did, [Delayed(at: Starts(RegroupPhase), steps: [Defeat([It])])], []),
    ]), Cost(while: Exists(what: (traits: [Force])), change: Less(1))";
    assert_eq!(wrong("Event", event), [""; 0]);
    let action = "Action(cost: [Exhaust, Defeat((side: You))], steps: [Damage(to: [Third])])";
    assert_eq!(wrong("Unit", action), [""; 0]);
}

#[test]
fn kinds_and_abilities_belong_together() {
    assert_eq!(wrong("Event", ""), ["abilities: expected exactly one `Event` ability"]);
    let event = "Event(steps: [Draw(You, 1)])";
    let misplaced = "abilities[0]: expected an ability that this kind of card can have";
    assert_eq!(wrong("Unit", event), [misplaced]);
    assert_eq!(wrong("Unit", "Shield"), [misplaced]);
    assert_eq!(wrong("Upgrade", "EntersReady()"), [misplaced]);
}

#[test]
fn copies_are_of_units_in_play() {
    let misplaced = "expected among the exceptions of `EntersAs` alone";
    let enters = |copy: &str, except: &str| format!("EntersAs(copy: ({copy}), except: [{except}])");
    let good = enters("leader: false", "Trait(Clone), NotUnique");
    assert_eq!(wrong("Unit", &good), [""; 0]);
    assert_eq!(
        wrong("Unit", &enters("place: Hand", "")),
        [
            "abilities[0].copy: expected units in play with `leader: false`",
            "abilities[0].except: expected at least one grant",
        ]
    );
    assert_eq!(
        wrong("Unit", &format!("{good}, {good}")),
        ["abilities: expected one `EntersAs` at most"]
    );
    assert_eq!(
        wrong("Upgrade", "Constant(on: Attached, grant: [NotUnique])"),
        [format!("abilities[0].grant[0]: {misplaced}")]
    );
}

#[test]
fn registers_are_bound_before_use() {
    assert_eq!(
        wrong(
            "Event",
            "Event(steps: [
            Damage(to: [It, Other]),
            If(Is(Third, ()), [Choose(())], []),
            Draw(OwnerOfIt, 1),
            Choose((as: Other, what: (attached_to: Third))),
            Delayed(at: Starts(RegroupPhase), steps: [Defeat([It, Other])]),
        ])"
        ),
        [
            "abilities[0].steps[0].to[0]: expected a step before that binds `It`",
            "abilities[0].steps[0].to[1]: expected a step before that binds `Other`",
            "abilities[0].steps[1].if.whom: expected a step before that binds `Third`",
            "abilities[0].steps[3].what.attached_to: expected a step before that binds `Third`",
            "abilities[0].steps[4].steps[0][1]: expected a step before that binds `Other`",
        ]
    );
    assert_eq!(
        wrong("Unit", "Constant(grant: [Power(amount: 1, per: Power(It))])"),
        ["abilities[0].grant[0].per: expected a step before that binds `It`"]
    );
    assert_eq!(
        wrong("Unit", "Constant(on: Attached, grant: [Keyword(Raid(0))])"),
        [
            "abilities[0].on: expected `Attached` on upgrades only",
            "abilities[0].grant[0]: expected a number above 0",
        ]
    );
}

#[test]
fn nothing_is_empty_or_zero() {
    assert_eq!(
        wrong(
            "Unit",
            "
            Triggered(when: [], steps: []),
            Constant(grant: []),
            Action(steps: [May([]), Modes(choose: 2, of: [(steps: [Pay(0)])])]),
            Action(cost: [Resources(0), Exhaust, Exhaust], steps: [Damage(to: [], amount: 0)]),
        "
        ),
        [
            "abilities[0].when: expected at least one event",
            "abilities[0].steps: expected at least one step",
            "abilities[1].grant: expected at least one grant",
            "abilities[2].cost: expected a cost, a limit, `epic: true` or a first step that plays a card or \
             attacks: it could be used for ever",
            "abilities[2].steps[0]: expected at least one step",
            "abilities[2].steps[1].choose: expected 1 to the number of modes",
            "abilities[2].steps[1].of[0].steps[0].number: expected a number above 0",
            "abilities[3].cost[0]: expected a number above 0",
            "abilities[3].cost[2]: expected each part of a cost once",
            "abilities[3].steps[0].to: expected at least one",
            "abilities[3].steps[0].amount: expected a number above 0",
        ]
    );
}

#[test]
fn free_actions_discards_and_costs_that_are_chosen() {
    assert_eq!(
        wrong(
            "Unit",
            "
            Action(steps: [Play((what: (place: Hand)))]),
            Action(cost: [Discard(()), Defeat(())], steps: [Draw(You, 1)]),
            Triggered(when: [Discarded(what: This, from: [Play])], steps: [Draw(You, 1)]),
            Triggered(when: [Discarded(what: This, from: [])], steps: [Choose((what: (place: Deck)))]),
            Constant(on: Each((attacking: Event)), grant: [LeaderUnit]),
        "
        ),
        [
            "abilities[1].cost: expected at most one part that is chosen",
            "abilities[2].when[0].from: expected `Hand`, `Deck` or both",
            "abilities[3].when[0].from: expected `Hand`, `Deck` or both",
            "abilities[3].steps[0].what.place: expected a place that is looked through",
            "abilities[4].on.attacking: expected `Unit` or `Base`",
        ]
    );
    assert_eq!(
        wrong(
            "Event",
            "
            Event(steps: [Draw(You, 1)]),
            Triggered(when: [Discarded(what: This, from: [Hand])], steps: [Draw(You, 1)]),
            Triggered(when: [Played(This)], steps: [Draw(You, 1)]),
        "
        ),
        ["abilities[2]: expected an ability that this kind of card can have"]
    );
}

#[test]
fn what_a_unit_uses_in_play_is_granted() {
    let kinds = "expected a `Triggered` ability, a `Bounty`, a `Replacement`, `MorePilots`, `DoubleSearch`, an \
                 `Action` with a cost, a `Cost` of other cards or a `Constant` ability that takes \
                 nothing away";
    let wrong = wrong(
        "Upgrade",
        "Constant(on: Attached, grant: [
            Ability(Triggered(when: [Attacks(This)], steps: [Draw(You, 1)])),
            Ability(EntersReady()),
            Ability(Action(cost: [Exhaust], steps: [Draw(You, 1)])),
            Ability(Action(epic: true, steps: [Draw(You, 1)])),
            Ability(Constant(grant: [Keyword(Grit)])),
            Ability(Constant(grant: [LoseAbilities])),
        ])",
    );
    assert_eq!(wrong, [1, 3, 5].map(|n| format!("abilities[0].grant[{n}].Ability: {kinds}")));
}

#[test]
fn resources_gain_smuggle_and_nothing_else_does() {
    assert_eq!(
        wrong(
            "Unit",
            "
            Constant(on: Each((place: Resources)), grant: [Smuggle(more: 1), Keyword(Grit)]),
            Constant(grant: [Smuggle(more: 1)]),
        "
        ),
        [
            "abilities[0].grant: expected `Smuggle` for resources",
            "abilities[1].grant[0]: expected on resources, by a constant ability",
        ]
    );
}

#[test]
fn bounties_and_smuggle_are_on_cards_that_can_have_them() {
    let wrong_kind = "expected an ability that this kind of card can have";
    assert_eq!(
        wrong("Upgrade", "Bounty(steps: [Draw(You, 1)])"),
        [format!("abilities[0]: {wrong_kind}")]
    );
    assert_eq!(wrong("Base", "Smuggle(cost: 1)"), [format!("abilities[0]: {wrong_kind}")]);
    assert_eq!(
        wrong("Unit", "Bounty(steps: [Play((what: (place: Captured)))])"),
        ["abilities[0].steps[0]: expected `card` with the place `Captured`"]
    );
}

#[test]
fn replacements_ask_nothing_and_fit_what_they_replace() {
    assert_eq!(
        wrong(
            "Unit",
            "Replacement((would: Defeat(This), instead: Prevent(points: 2))),
            Replacement((would: Draw(You), instead: Redirect(This))),
            Replacement((would: Damage(to: Attached), instead: Prevent(points: 0))),
            Replacement((would: Defeat(This), instead: Do([Choose(()), Defeat([It])]))),
            Replacement((would: Defeat(This), may: true, instead: Do([ToHand([This])]))),
            Action(cost: [Exhaust], steps: [
                Replace(effect: (would: Damage(to: This), instead: Redirect(It)), until: Attack),
                UseAction((side: Opponent)),
            ])"
        ),
        [
            "abilities[0].instead: expected on damage only",
            "abilities[1].instead: expected on damage only",
            "abilities[2].would.to: expected `Attached` on upgrades only",
            "abilities[2].instead.points: expected a number above 0",
            "abilities[3].instead[0]: expected a step that asks nothing: Damage, Heal, \
             Defeat, Exhaust, Ready, Give, Draw, ToHand, ToResources, Attach or Move",
            "abilities[5].steps[0].effect.instead: expected a step before that binds `It`",
            "abilities[5].steps[1]: expected cards in play with `side: You`",
        ]
    );
}

#[test]
fn words_that_need_a_step_around_or_before_them() {
    assert_eq!(
        wrong(
            "Unit",
            "
            Triggered(when: [Played(This)], steps: [
                EachPlayer([EachPlayer([Draw(They, 1)])]),
                Draw(They, 1),
                Choose((what: (place: Discard, chosen_name: true))),
                Give(token: Shield, to: [It], per: Hand(ControllerOfTarget)),
                Choose((may: true, more: true)),
            ]),
        "
        ),
        [
            "abilities[0].steps[0].steps[0]: expected outside another `EachPlayer`",
            "abilities[0].steps[1].who: expected `They` in `EachPlayer` only",
            "abilities[0].steps[2].what.chosen_name: expected after `NameCard`",
            "abilities[0].steps[3].per: expected in the measure of damage, healing or power",
            "abilities[0].steps[4].may: expected no `may` beside `more`",
        ]
    );
    let good = "Triggered(when: [Played(This)], steps: [
        EachPlayer([Choose((by: They, what: (side: They), more: true))]),
        Damage(to: [It, Base(Each)], per: Hand(ControllerOfTarget)),
        NameCard,
        Choose((what: (place: Discard, chosen_name: true))),
    ])";
    assert_eq!(wrong("Unit", good), [""; 0]);
}

#[test]
fn a_constant_applies_to_no_extremes() {
    let most = "extreme: (of: Power, is: Most, among: (side: You))";
    let constant = |grant| format!("Constant(on: Each((side: You, {most})), grant: [{grant}])");
    assert_eq!(wrong("Unit", &constant("Keyword(Overwhelm)")), [""; 0]);
    let constant = constant("Keyword(Grit)");
    let expected = "abilities[0].on.extreme: expected none where a constant ability gives more than plain keywords";
    assert_eq!(wrong("Unit", &constant), [expected]);
    let chosen = format!("Triggered(when: [Played(This)], steps: [Choose((what: ({most})))])");
    assert_eq!(wrong("Unit", &chosen), [""; 0]);
}
