//! Credit tokens.

use super::prelude::*;

/// Credit tokens you control (CR 3.7.13).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Credits;

impl Word for Credits {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn noun(&self, _: &Names) -> String {
        "the number of friendly Credit tokens".to_owned()
    }

    fn each(&self, _: &Names) -> String {
        "friendly Credit token".to_owned()
    }

    fn reads(&self) -> Reads {
        Reads::RESOURCES
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        scene.board.players[usize::from(cx.seat)].credits.into()
    }
}

said!(Credits, at:
    ["equal to the number of friendly credit tokens"] => Self,
    ["for each friendly credit token"] => Self,
);
