//! Actions that are forced.

use super::prelude::*;

/// The next action of the unit's controller, this phase, is an attack with it, if it can attack; and
/// that is on a unit, if there is one that it can attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MustAttack(pub Whom);

impl Word for MustAttack {
    checked!(0: whom);

    fn text(&self, names: &mut Names) -> String {
        let unit = names.beside(&self.0).text;
        format!(
            "the controller of {unit} must attack with it as their next action this phase, if able, \
             and attack a unit, if able"
        )
    }

    fn is_told(&self) -> bool {
        false
    }

    said!(at:
        ["the controller of" (unit: Object) "must attack with it as their next action this phase , if able , and attack a unit , if able"]
            => Self(unit.0),
        ["its controller 's next action this phase must be an attack action with that unit , if able . it must attack a unit , if able"]
            => at.topic.clone().map(Self),
    );
}

impl Does for MustAttack {
    fn does(&self, run: &mut Run<'_>) {
        run.all(std::slice::from_ref(&self.0), Verb::Compel);
    }
}
