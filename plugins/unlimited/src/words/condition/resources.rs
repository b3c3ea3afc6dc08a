//! Resources under control.

use super::prelude::*;

/// You control at least this many resources.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resources(pub u8);

impl Word for Resources {
    fn check(&self, check: &mut Check<'_>, _: Scope, path: &Path) {
        check.expect(self.0 > 0, path, "expected a number above 0");
    }

    fn text(&self, holds: bool, _: &Names) -> String {
        let number = self.0;
        if holds {
            format!("you control {number} or more resources")
        } else {
            format!("you control fewer than {number} resources")
        }
    }

    fn reads(&self) -> Reads {
        Reads::RESOURCES
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let player = &scene.board.players[usize::from(cx.seat)];
        player.resources.len() >= usize::from(self.0)
    }

    said!(at:
        ["you control" (number: Number) "or more resources"] => Self(number.0),
    );
}
