//! The second half of the keyword Saboteur (CR 7.5.10).

use super::prelude::*;
use crate::board::Attack;
use crate::vocabulary::Token;

/// The keyword Saboteur (CR 7.5.10), as it resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Saboteur;

#[derive(Clone, Copy)]
pub(crate) enum Step {
    DefeatShields,
}

impl Procedure for Saboteur {
    type Step = Step;
    type Test = core::convert::Infallible;

    const LINES: &'static Steps<Step> = &Steps::new(&[
        // CR 7.5.10: the Shields on the defending unit.
        Do(Step::DefeatShields),
    ]);

    fn step(run: &mut Run<'_, Self>, _: Step) -> Flow {
        let (scene, seat) = (run.scene, run.seat);
        let is_it =
            |attack: &&Attack| attack.attacker == run.source || attack.defender == run.subject;
        let attack = scene.board.attack().filter(is_it);
        let second = attack.map_or(Ref::NONE, |attack| attack.second);
        for defender in [run.subject, second].into_iter().filter(|&unit| scene.unit(unit).is_some())
        {
            let is_shield =
                |&slot: &_| scene.card(slot).definition == scene.catalogue.token(Token::Shield);
            let shields = scene.upgrades(defender.slot).filter(is_shield);
            let defeat = |slot| Proposal::new(Verb::Defeat, scene.reference(slot), seat);
            run.out.proposals.extend(shields.map(defeat));
        }
        Flow::Then
    }
}
