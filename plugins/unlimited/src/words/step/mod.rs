//! The steps of abilities, a file each.

use cardmill_harness::family;

use crate::reader::said;

mod prelude;
pub(crate) mod word;

family! {
    /// One step. Steps after a choice that found nothing do nothing to what was not bound.
    pub enum Step: steps, said {
        does {
            damage: Damage,
            heal: Heal,
            defeat: Defeat,
            capture: Capture,
            collect: Collect,
            exhaust: Exhaust,
            ready: Ready,
            exhaust_resources: ExhaustResources,
            give: Give,
            credit: Credit,
            create: Create,
            the_force: TheForce,
            use_the_force: UseTheForce,
            draw: Draw,
            discard_hand: DiscardHand,
            discard_deck: DiscardDeck,
            discard_cards: DiscardCards,
            look_at_hand: LookAtHand,
            look_at: LookAt,
            look_top: LookTop,
            reveal: Reveal,
            draw_cards: DrawCards,
            to_hand: ToHand,
            to_bottom: ToBottom,
            to_resources: ToResources,
            resource_top: ResourceTop,
            take_control: TakeControl,
            extra_action: ExtraAction,
            attach: Attach,
            rescue: Rescue,
            to_top: ToTop,
            exchange: Exchange,
            move_to: Move,
            lose: Lose,
            use_again: UseAgain,
            allow: Allow,
            deploy: Deploy,
            take_credit: TakeCredit,
            flip: Flip,
            must_attack: MustAttack,
            next_free: NextFree,
        }
        asks {
            choose: Choose,
            choose_arena: ChooseArena,
            name_card: NameCard,
            divide: Divide,
            indirect: Indirect,
            heal_up_to: HealUpTo,
            ready_resources: ReadyResources,
            pay: Pay,
            pay_any: PayAny,
            discard: Discard,
            discard_namesakes: DiscardNamesakes,
            disclose: Disclose,
            arrange: Arrange,
            search: Search,
            use_action: UseAction,
            use_triggered: UseTriggered,
            choose_number: ChooseNumber,
            reveal_each: RevealEach,
            defeat_credit: DefeatCredit,
            defeat_tokens: DefeatTokens,
            capture_each: CaptureEach,
            damage_for_each: DamageForEach,
            damage_by_each: DamageByEach,
            distribute: Distribute,
        }
        compiles {
            may: May,
            branch: If,
            modes: Modes,
            each_player: EachPlayer,
            each_card: EachCard,
            attack: Attack,
            play: Play,
            lasting: Lasting,
            replace: Replace,
            next_costs_less: NextCostsLess,
            next_gains: NextGains,
            delayed: Delayed,
            repeat: Repeat,
            costs: Costs,
        }
    }
}

pub use attack::{AttackAt, AttackStep, Attacking};
pub use each_player::Turns;
pub use may::Decision;
pub use modes::{Mode, ModeList};
pub use play::{PlayAt, PlayStep, Playing};
