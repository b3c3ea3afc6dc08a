use super::*;
use crate::text::tests::ron;

/// The sentence for several steps.
fn of(steps: &str) -> String {
    let steps: Vec<Step> = ron(steps);
    sentence(&in_turn(&steps, &mut Names::new("this unit")))
}

#[test]
fn choices() {
    assert_eq!(step_text(&ron("Choose(())")), "Choose a unit.");
    assert_eq!(
        of(
            "[Choose((what: (side: You), may: true)), Exhaust([It]), Heal(on: [Base(You)], amount: 2)]"
        ),
        "You may choose a friendly unit; exhaust it; heal 2 damage from your base."
    );
    assert_eq!(
        of(
            "[Choose((what: (traits: [Trooper]), count: UpTo(3))), Give(token: Experience, to: [It])]"
        ),
        "Choose up to 3 Trooper units; give them 1 Experience each."
    );
    assert_eq!(
        of("[Choose((by: Opponent, what: (side: Opponent, leader: false))), Defeat([It])]"),
        "The opponent chooses a non-leader unit they control; defeat it."
    );
    assert_eq!(
        of("[
            Choose((what: (place: Hand, side: You, is: [Event]))),
            Reveal(It),
            Choose((by: Opponent, what: (place: Hand, side: Opponent), count: Exactly(2), as: Other)),
        ]"),
        "You may choose an event in your hand; reveal it; the opponent chooses 2 cards in their \
         hand."
    );
    assert_eq!(
        of("[EachPlayer([Choose((by: They, what: (side: They), more: true))]), Defeat([It])]"),
        "For each player in turn, in the order you like, that player chooses a unit they control; \
         defeat them."
    );
    assert_eq!(
        of("[EachPlayer([Discard(who: They)], Active)]"),
        "For each player in turn, the active player first, that player discards a card from their \
         hand."
    );
    assert_eq!(
        of("[Choose((what: (is: [Player]), count: Any)), Draw(ControllerOfIt, 1)]"),
        "Choose any number of players; each of those players draws a card."
    );
    assert_eq!(
        of("[Choose((what: (is: [Player]))), Draw(ControllerOfIt, 2)]"),
        "Choose a player; that player draws 2 cards."
    );
}

#[test]
fn several_registers() {
    assert_eq!(
        of("[
            Choose((what: (side: You))),
            Choose((what: (side: You, not: [It]), as: Other)),
            Choose((what: (side: You, not: [It, Other]), as: Third)),
            Lasting(on: [It], grant: [Power(amount: 3), Hp(amount: 3)], until: Phase),
        ]"),
        "Choose a friendly unit; choose another friendly unit; choose another friendly unit; \
         the first unit has +3/+3 for this phase."
    );
    assert_eq!(
        of("[
            Choose((what: (is: [Unit]))),
            Choose((what: (is: [Base]), as: Other)),
            Damage(to: [It, Other]),
        ]"),
        "Choose a unit; choose a base; deal 1 damage to that unit and that base."
    );
}

#[test]
fn token_units() {
    assert_eq!(
        of("[Create(token: BattleDroid, count: 3), Ready([It])]"),
        "Create 3 Battle Droid tokens; ready them."
    );
    assert_eq!(
        of("[Choose(()), Exhaust([It]), If(Did, [
            Create(who: ControllerOfIt, token: XWing, as: Other),
            Lasting(on: [Other], grant: [Keyword(Sentinel)], until: Phase),
        ])]"),
        "Choose a unit; exhaust it; if you do, its controller creates an X-Wing token and \
         that X-Wing token has Sentinel for this phase."
    );
    assert_eq!(
        of("[PayAny(), Create(who: Opponent, token: Spy, per: Number)]"),
        "Pay any number of resources; the opponent creates a Spy token for each resource paid."
    );
}

#[test]
fn indirect_damage() {
    assert_eq!(
        of("[Choose((what: (is: [Player]))), Indirect(to: ControllerOfIt, amount: 3)]"),
        "Choose a player; deal 3 indirect damage to that player."
    );
    assert_eq!(
        of("[Indirect(to: Defending, per: Power(This))]"),
        "Deal indirect damage to the defending player equal to this unit's power."
    );
}

#[test]
fn damage() {
    assert_eq!(
        of("[Choose((what: (side: You))), Choose((what: (side: Opponent), as: Other)),
            Damage(to: [Other], per: Power(It), by: It)]"),
        "Choose a friendly unit; choose an enemy unit; \
         the first unit deals damage to the second unit equal to the first unit's power."
    );
    assert_eq!(
        of("[Choose(()), May([Divide(among: (not: [It]), per: Power(It), by: It)])]"),
        "Choose a unit; if you like, it deals damage equal to its power split as you like among \
         other units."
    );
    assert_eq!(
        of("[Divide(among: (side: Opponent), amount: 6)]"),
        "Deal 6 damage split as you like among enemy units."
    );
    assert_eq!(
        of("[HealUpTo(among: (is: [Unit, Base]), amount: 8), Damage(to: [This], per: Number)]"),
        "Heal damage from units or bases, 8 in all at most; \
         deal 1 damage to this unit for each damage healed."
    );
}

#[test]
fn branches_and_modes() {
    assert_eq!(
        of("[May([Pay(2)]), If(Did, [Draw(You, 1)], [])]"),
        "You may pay 2 resources; if you do, draw a card."
    );
    assert_eq!(
        of(
            "[LookTop(), Modes(of: [(steps: [DrawCards(It)]), (steps: [DiscardCards([It]), Heal(on: [Base(You)], amount: 3)])])]"
        ),
        "Look at your deck's top card; choose one: (1) draw it, \
         (2) discard it and heal 3 damage from your base."
    );
    assert_eq!(
        of("[If(Initiative, [Draw(You, 2)], [Draw(Opponent, 1)])]"),
        "If you have the initiative, draw 2 cards, otherwise the opponent draws a card."
    );
    assert_eq!(
        of("[Choose(()), Modes(by: ControllerOfIt, of: [
            (steps: [Damage(to: [It], amount: 7)]), (steps: [Draw(You, 3)]),
        ])]"),
        "Choose a unit; its controller chooses one: (1) deal 7 damage to it, (2) you draw 3 cards."
    );
    let mode = Mode { steps: vec![ron("Draw(You, 1)")] };
    assert_eq!(mode_text(&mode, None), "Draw a card.");
    assert_eq!(mode_text(&mode, Some("P1")), "P1 draws a card.");
}

#[test]
fn attacks() {
    assert_eq!(
        of("[
            Attack((with: (traits: [Rebel]), grant: [Power(amount: 1)])),
            Attack((with: (traits: [Rebel], not: [It]), may: true, as: Other)),
        ]"),
        "Attack with a Rebel unit, and it has +1/+0 for this attack; \
         you may attack with another Rebel unit."
    );
    assert_eq!(
        of(
            "[Attack((grant: [Keyword(Saboteur)], grant_if: (Is(It, (traits: [Trooper])), [Power(amount: 2)])))]"
        ),
        "Attack with a unit, and it has Saboteur for this attack, \
         and if it is a Trooper unit, it has +2/+0 for this attack."
    );
    assert_eq!(
        of("[
            Attack((may: true, grant: [Power(amount: 1)])),
            If(Did, [
                Attack((with: (not: [It]), grant_against_unit: [Power(amount: 2)], as: Other)),
                If(Did, [Attack((with: (not: [It, Other]), grant: [Power(amount: 3)]))]),
            ]),
        ]"),
        "You may attack with a unit, and it has +1/+0 for this attack; if you do, attack with \
         another unit, and if it attacks a unit, it has +2/+0 for this attack, and if you do, \
         attack with another unit, and it has +3/+0 for this attack."
    );
    assert_eq!(
        of("[Attack((even_exhausted: true, no_bases: true))]"),
        "Attack with a unit, exhausted or not, which cannot attack a base."
    );
    assert_eq!(
        of("[Attack((unit: Attached, may: true, grant_defender: [Power(amount: -1)]))]"),
        "You may attack with the attached unit, and the defender has -1/-0 for this attack."
    );
}

#[test]
fn cards_played_and_found() {
    assert_eq!(
        of("[
            Play((what: (is: [Unit], place: Hand, side: You), pay: Less(3), ready: true)),
            Delayed(at: Starts(RegroupPhase), steps: [Defeat([It])]),
        ]"),
        "Play a unit from your hand for 3 less, and it comes into play ready; \
         at the start of the next regroup phase, defeat it."
    );
    assert_eq!(
        of("[LookTop(), Play((what: (place: Looked), pay: Free, may: true))]"),
        "Look at your deck's top card; you may play it for free."
    );
    assert_eq!(
        of("[
            Choose(()),
            ToHand([It]),
            Play((by: OwnerOfIt, what: (is: [Unit], place: Looked), pay: Less(2), ready: true, may: true)),
        ]"),
        "Choose a unit; return it to its owner's hand; its owner may play it, if it is a unit, \
         for 2 less, and it comes into play ready."
    );
    assert_eq!(
        of("[LookTop(count: 3), Play((what: (is: [Unit], place: Looked), pay: Free))]"),
        "Look at 3 cards from the top of your deck; play a unit among them for free."
    );
    assert_eq!(
        of("[Search((top: 5, what: (traits: [Imperial]), up_to: 2, then: Draw))]"),
        "Look through the top 5 cards of your deck for up to 2 Imperial cards and draw them."
    );
    assert_eq!(
        of("[Search((top: 10, what: (is: [Unit]), up_to: 3, combined_cost: 7, then: PlayFree))]"),
        "Look through the top 10 cards of your deck for up to 3 units \
         with a combined cost of 7 or less and play them for free."
    );
    assert_eq!(
        of("[NextCostsLess(what: (without_aspects: [Heroism]), less: 2)]"),
        "You pay 2 less for the next non-Heroism card played this phase."
    );
}

#[test]
fn hands_and_decks() {
    assert_eq!(
        of("[Discard(who: Opponent, by: You, what: (is_not: [Unit]))]"),
        "Look at the opponent's hand and discard a non-unit card from it."
    );
    assert_eq!(
        of("[Discard(who: Opponent, what: (is: [Event]), revealed: true)]"),
        "The opponent reveals their hand and discards an event from it."
    );
    assert_eq!(
        of("[Discard(who: Opponent, random: true)]"),
        "The opponent discards a card from their hand at random."
    );
    assert_eq!(
        of(
            "[DiscardDeck(who: Defending), If(Is(It, (place: Looked, is: [Event])), [ExhaustResources(Defending, 1)], [])]"
        ),
        "Discard a card from the top of the defending player's deck; \
         if it is an event, exhaust 1 of the defending player's resources."
    );
    assert_eq!(
        of("[Choose((what: (place: Discard), count: UpTo(4))), ToBottom([It])]"),
        "Choose up to 4 cards in any discard pile; \
         put them on the bottom of their owners' decks in a random order."
    );
    assert_eq!(
        of("[
            Choose((what: (leader: false), count: UpTo(2))),
            Choose((by: Opponent, what: (place: Looked), as: Other)),
            ToHand([Other]),
            ToBottom([Each((place: Looked, not: [Other]))]),
        ]"),
        "Choose up to 2 non-leader units; the opponent chooses one of them; return the chosen \
         unit to its owner's hand; put each other unit among those units on the bottom of its \
         owner's deck."
    );
    assert_eq!(
        of("[Choose((what: (leader: false))), ToHand([It])]"),
        "Choose a non-leader unit; return it to its owner's hand."
    );
    assert_eq!(
        of("[ResourceTop(ready: true), ToResources(what: This)]"),
        "Put the top card of your deck among your resources, ready; \
         put this unit among your resources."
    );
    assert_eq!(
        of("[Choose((what: (place: Hand, side: You))), ToTop(It)]"),
        "Choose a card in your hand; put it on top of its owner's deck."
    );
    assert_eq!(
        of("[ResourceTop(who: Each)]"),
        "Each player puts the top card of their deck among their resources."
    );
    assert_eq!(
        of("[ReadyResources(Opponent, UpTo(1))]"),
        "The opponent readies up to 1 of their resources."
    );
}

#[test]
fn control_is_exchanged() {
    assert_eq!(
        of(
            "[Choose((what: (side: You))), Choose((what: (side: Opponent), as: Other)), Exchange(It, Other)]"
        ),
        "Choose a friendly unit; choose an enemy unit; exchange control of the first unit and the \
         second unit."
    );
}

#[test]
fn the_next_card() {
    assert_eq!(
        of("[NextGains(what: (is: [Unit]), grant: [Keyword(Ambush)])]"),
        "The next unit you play this phase has Ambush for this phase."
    );
}

#[test]
fn what_lasts_for_whatever_fits_and_for_copies() {
    assert_eq!(
        of("[Lasting(
            on: [Each((side: You, traits: [Vehicle]))],
            grant: [Keyword(Grit)],
            until: InPlay,
            ongoing: true,
        )]"),
        "While this unit is in play, at any time, each friendly Vehicle unit has Grit."
    );
    assert_eq!(
        of("[NextFree(This)]"),
        "The next time you play a copy of this unit this phase, you may play it for free."
    );
}

#[test]
fn what_is_done_again_and_what_is_used() {
    assert_eq!(
        of("[Repeat([Play((what: (is: [Upgrade], place: Discard), may: true, on: This))])]"),
        "Any number of times, you may play an upgrade from your discard pile on this unit."
    );
    assert_eq!(
        of("[UseTriggered(timing: WhenPlayed, of: Each((side: You)), count: Any)]"),
        "Use any number of \"When Played\" abilities of friendly units."
    );
    assert_eq!(
        of("[Choose((may: true)), If(Did, [Pay(1, You, Cost(It))], [])]"),
        "You may choose a unit; if you do, pay resources equal to its cost."
    );
}

#[test]
fn decks_and_names() {
    assert_eq!(
        of("[Arrange(3, Discard(1))]"),
        "Sort the top 3 cards of your deck: discard up to 1 of them, the others back on top in the \
         order you like."
    );
    assert_eq!(
        of("[RevealEach(7), ToBottom([It])]"),
        "Reveal cards from your deck one at a time, at most 7; put them on the bottom of their \
         owners' decks in a random order."
    );
    assert_eq!(
        of("[Choose(()), DiscardNamesakes(It)]"),
        "Choose a unit; discard each card named like it from its controller's deck and hand."
    );
    assert_eq!(of("[ChooseNumber(), LookTop()]"), "Choose a number; look at your deck's top card.");
}

#[test]
fn what_is_dealt_to_several() {
    assert_eq!(
        of("[Choose((count: Exactly(4))), Damage(to: [It], amount: 4, falling: true)]"),
        "Choose 4 units; deal 4 damage to the first of them and 1 less to each next of them."
    );
    assert_eq!(
        of("[Choose((count: Exactly(2))), Damage(to: [It], per: Power(Dealer), each_other: true)]"),
        "Choose 2 units; each of them deals damage equal to the dealer's power to each other one."
    );
    assert_eq!(
        of("[Choose((count: UpTo(3), alike: true))]"),
        "Choose up to 3 units that share a trait."
    );
    assert_eq!(
        of("[Repeat([Attack((with: (another: true), may: true))])]"),
        "Any number of times, you may attack with another unit."
    );
    assert_eq!(
        of("[Attack((prevent: true, by_remaining_hp: true))]"),
        "Attack with a unit, and all damage to it during this attack is prevented, and it deals \
         combat damage equal to its remaining HP for this attack."
    );
    assert_eq!(
        of("[Disclose([Command], Defending), Give(token: Shield, to: [This], as: It)]"),
        "The defending player may disclose Command; give this unit a Shield."
    );
}

#[test]
fn leaders_of_their_own_kind() {
    assert_eq!(
        of("[DefeatTokens, If(Did, [Choose(()), Damage(to: [It], per: Number)], [])]"),
        "Defeat any number of friendly tokens; if you do, choose a unit and deal 1 damage to it for \
         each token defeated."
    );
    assert_eq!(
        of("[Divide(among: (), amount: 4, up_to: true)]"),
        "Deal up to 4 damage split as you like among units."
    );
    assert_eq!(
        of("[Distribute(token: Weakness, among: (), amount: 3, up_to: true)]"),
        "Distribute up to 3 Weakness tokens as you like among units."
    );
    assert_eq!(
        of("[Create(token: Beast), Give(token: Advantage, to: [It], count: 2)]"),
        "Create a Beast token; give it 2 Advantage."
    );
    assert_eq!(
        of("[Play((what: (place: Resources), pay: Less(2), smuggle: true))]"),
        "Play a card from your resources using Smuggle for 2 less."
    );
    assert_eq!(
        of("[Play((
            what: (is: [Unit], place: Hand),
            grant: [Keyword(Ambush), Exploit(1)],
            if_credit: true,
        ))]"),
        "Play a unit from your hand, and it has Ambush and Exploit 1 for this phase if a Credit \
         token was defeated to pay for it."
    );
    assert_eq!(
        of("[NextCostsLess(what: (is: [Unit]), less: 1, sharing: (side: You))]"),
        "You pay 1 less for the next unit played this phase if it shares a keyword with a friendly \
         unit."
    );
    assert_eq!(of("[Flip]"), "Flip this leader.");
}

#[test]
fn what_is_done_for_each() {
    assert_eq!(
        of(
            "[EachCard((side: Opponent), [Pay(1, ControllerOfIt), If(Not(Did), [Exhaust([It])], [])])]"
        ),
        "For each enemy unit, its controller may pay 1 resource, and if you do not, exhaust it."
    );
    assert_eq!(
        of(
            "[Choose((what: (side: You), count: Any)), CaptureEach(by: It, what: (side: Opponent))]"
        ),
        "Choose any number of friendly units; each of them captures an enemy unit in the same \
         arena."
    );
    assert_eq!(
        of("[CaptureEach(by: Each((side: You)), what: (side: Opponent, leader: false))]"),
        "Each friendly unit captures an enemy non-leader unit in the same arena."
    );
    assert_eq!(
        of("[DamageForEach(of: Exploited, to: (side: Opponent))]"),
        "For each of the units exploited for this card, you may deal damage equal to its power to \
         an enemy unit."
    );
    assert_eq!(
        of("[DamageByEach(by: (side: You), to: (side: Opponent))]"),
        "Each friendly unit deals 1 damage to a different enemy unit."
    );
}

#[test]
fn numbers_that_are_worked_out() {
    assert_eq!(
        of("[Choose(()), Damage(to: [It], per: Plus(to: Resources(You), more: -3))]"),
        "Choose a unit; deal damage to it equal to 3 less than the number of resources you control."
    );
    assert_eq!(
        of("[
            Choose((what: (side: You))),
            Choose((what: (side: Opponent), as: Other)),
            Damage(to: [Other], by: It, per: Raid(It)),
            Damage(to: [Base(Opponent)], per: Excess),
        ]"),
        "Choose a friendly unit; choose an enemy unit; the first unit deals damage to the second \
         unit equal to the first unit's Raid; deal damage to the opponent's base equal to the \
         excess damage."
    );
    assert_eq!(
        of("[
            Choose((count: Any, combined: (of: Power, per: Power(This)))),
            Defeat([It]),
            Damage(to: [This], per: DefeatedPower(It)),
        ]"),
        "Choose any number of units with a combined power equal to or less than this unit's power; \
         defeat them; deal damage to this unit equal to the combined power of the units defeated \
         this way."
    );
}

#[test]
fn resources_of_others() {
    assert_eq!(
        of("[
            Choose((what: (place: Resources, side: Opponent), count: Exactly(3))),
            LookAt(It),
            Choose((what: (place: Looked, keyword: Smuggle), count: All, as: Other)),
            ResourceTop(who: Opponent, per: Bound(Other)),
        ]"),
        "Choose 3 enemy resources; look at them; choose all resources among them with Smuggle; the \
         opponent puts the top card of their deck among their resources for each of the chosen \
         resources."
    );
}
