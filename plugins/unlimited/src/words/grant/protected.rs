//! Protection from enemy card abilities.

use super::prelude::*;
use crate::reader::list;
use crate::vocabulary::Harm;

/// Enemy card abilities cannot do any of this to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Protected(pub Vec<Harm>);

impl Word for Protected {
    fn text(&self, _: &Names) -> Part {
        if self.0 == [Harm::TakeControl] {
            return Part::of("cannot be taken control of by opponents".to_owned());
        }
        let harms: Vec<_> = self.0.iter().map(|harm| done(*harm).to_owned()).collect();
        Part::of(format!("cannot be {} by enemy card abilities", join(&harms, "or")))
    }

    fn check(&self, check: &mut Check<'_>, _: Scope, path: &Path) {
        let path = path.argument(0, "Protected");
        check.expect(!self.0.is_empty(), &path, "expected at least one harm");
        let once = (1..self.0.len()).all(|n| !self.0[..n].contains(&self.0[n]));
        check.expect(once, &path, "expected each harm once");
        let alone = self.0.len() == 1 || !self.0.contains(&Harm::TakeControl);
        check.expect(alone, &path, "expected `TakeControl` by itself");
    }

    said!(at:
        ["cannot|can't? be" (harms: Harms) "by enemy card abilities"] => Self(harms.0),
        ["cannot? be taken control of by opponents"] => Self(vec![Harm::TakeControl]),
    );
}

const fn done(harm: Harm) -> &'static str {
    match harm {
        Harm::Damage => "damaged",
        Harm::Defeat => "defeated",
        Harm::Capture => "captured",
        Harm::Exhaust => "exhausted",
        Harm::ToHand => "returned to hand",
        Harm::TakeControl => "taken control of",
    }
}

said!(Harm, at:
    ["damaged"] => Self::Damage,
    ["defeated"] => Self::Defeat,
    ["captured"] => Self::Capture,
    ["exhausted"] => Self::Exhaust,
    ["returned to hand"] => Self::ToHand,
    ["returned to its owner 's hand"] => Self::ToHand,
);

/// "damaged, captured or defeated".
#[derive(Clone)]
struct Harms(Vec<Harm>);

impl Said for Harms {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let lists = list::<Harm>(reader, from, "or").into_iter();
        lists.map(|(harms, at)| (Self(harms), at)).collect()
    }
}
