//! Several units that capture one unit each (CR 8.33).

use super::prelude::*;

/// Each of these units captures another unit in its arena, all of them at once. Where there are
/// enough for all of an arena, one is chosen for each of them; otherwise for each that is captured
/// who captures it. The cards that are chosen are bound as `Other` (ground) and `Third` (space).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaptureEach {
    /// The units that capture.
    pub by: Whom,
    /// The units that can be captured.
    pub what: Filter,
}

const ARENAS: [(Zone, Register); 2] =
    [(Zone::Ground, Register::Other), (Zone::Space, Register::Third)];

/// The units of an arena that capture, and those that can be captured.
struct Sides {
    guards: Refs,
    units: Refs,
}

impl Sides {
    /// The number of units that are captured: each captor captures one, as far as there are enough.
    fn captured(&self) -> usize {
        self.guards.len().min(self.units.len())
    }

    /// Tells whether the question is what each unit captures, and not by which each is captured.
    fn asks_what(&self) -> bool {
        self.guards.len() <= self.units.len()
    }
}

impl CaptureEach {
    fn sides(&self, scene: &Scene<'_>, cx: &Context<'_>, arena: Zone) -> Sides {
        let mut sides = Sides { guards: Refs::new(), units: Refs::new() };
        scene.whom(&self.by, cx, &mut sides.guards);
        scene.candidates(&self.what, cx, &mut sides.units);
        for cards in [&mut sides.guards, &mut sides.units] {
            cards.retain(|card| scene.unit(*card).is_some_and(|unit| unit.zone == arena));
        }
        sides
    }

    /// The arena for which cards are still to be chosen.
    fn open(&self, scene: &Scene<'_>, cx: &Context<'_>) -> Option<(Sides, Register)> {
        let arenas = ARENAS.into_iter();
        let mut open = arenas.map(|(arena, chosen)| (self.sides(scene, cx, arena), chosen));
        open.find(|(sides, chosen)| cx.bound(*chosen).count() < sides.captured())
    }
}

impl Word for CaptureEach {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.whom(&self.by, *scope, &path.to("by"));
        check.filter_in(&self.what, *scope, &path.to("what"));
        let free = !matches!(self.by, Whom::Other | Whom::Third);
        check.expect(free, &path.to("by"), "expected neither `Other` nor `Third`");
        scope.bind(Register::Other);
        scope.bind(Register::Third);
    }

    fn text(&self, names: &mut Names) -> String {
        let by = match &self.by {
            Whom::Each(units) => Description::new(units, names).each(),
            by => format!("each of {}", names.whom(by).text),
        };
        let what = Description::new(&self.what, names).one();
        format!("{by} captures {what} in the same arena")
    }

    fn is_told(&self) -> bool {
        false
    }

    said!(at:
        ["each" (by: Bare) "captures" (what: One) "in the same arena"] => Self { by: Whom::Each(by.0), what: what.0 },
        ["each of" (by: Object) "captures" (what: One) "in the same arena"] => Self { by: by.0, what: what.0 },
    );
}

impl Question for CaptureEach {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        if run.locals.progress == Progress::Nothing {
            run.locals.progress = Progress::Picks { left: 1 };
            ARENAS.iter().for_each(|(_, chosen)| run.locals.forget(*chosen));
        }
        let open = self.open(&run.scene, &run.cx()).map(|(_, chosen)| chosen);
        if let (Some(chosen), Some(Choice::Card(slot))) = (open, run.answer.take()) {
            run.bind(chosen, run.scene.reference(slot));
        }
        if self.open(&run.scene, &run.cx()).is_some() && run.locals.room() > 0 {
            return run.ask(run.seat, Prompt::Step);
        }
        run.locals.progress = Progress::Nothing;
        for (arena, chosen) in ARENAS {
            let sides = self.sides(&run.scene, &run.cx(), arena);
            let chosen: Refs = run.locals.bound(chosen).collect();
            let pairs = match sides.asks_what() {
                true => sides.guards.into_iter().zip(chosen),
                false => chosen.into_iter().zip(sides.units),
            };
            for (guard, unit) in pairs {
                let capture = Proposal::new(Verb::Capture, unit, run.seat);
                run.propose(capture.onto(guard).by(run.source));
            }
        }
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        let cx = offer.cx();
        let Some((sides, chosen)) = self.open(&offer.scene, &cx) else { return };
        let cards = if sides.asks_what() { sides.units } else { sides.guards };
        let free = |card: &&Ref| !cx.bound(chosen).any(|other| other == **card);
        out.extend(cards.iter().filter(free).map(|card| Choice::Card(card.slot)));
    }

    /// Every unit that can capture does, as long as there is one for it: the ground arena comes
    /// first. No unit is chosen twice.
    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let Choice::Card(slot) = answer else { return Err(Refusal::NotAsked) };
        let (scene, cx) = (&offer.scene, Context::in_frame(offer.frame));
        let stands = |slot: Slot, arena: Zone| scene.card(slot).zone == arena;
        let named = |slot| scene.names(&self.by, scene.reference(slot), &cx);
        let guards = |slot: Slot, arena| stands(slot, arena) && named(slot);
        let falls =
            |slot: Slot, arena| stands(slot, arena) && fits(offer, &self.what, slot).is_ok();
        let all = || 0..scene.board.slots;
        for (arena, chosen) in ARENAS {
            let able = all().filter(|slot| guards(*slot, arena)).count();
            let there = all().filter(|slot| falls(*slot, arena)).count();
            if offer.frame.locals.bound(chosen).count() == able.min(there) {
                continue;
            }
            when(stands(slot, arena), Refusal::NotThere)?;
            when(!is_bound(offer, chosen, slot), Refusal::AlreadyChosen)?;
            let fits = if able <= there { falls(slot, arena) } else { guards(slot, arena) };
            return when(fits, Refusal::DoesNotFit);
        }
        Err(Refusal::NotAsked)
    }
}
