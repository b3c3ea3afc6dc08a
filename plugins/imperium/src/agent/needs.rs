//! The needs of a seat for the objectives that it can score: planets, technologies and units that
//! bring them nearer, and the means that must be left when they are scored.

use core::cell::{OnceCell, RefCell};

use cardmill_kernel::card::Slot;

use super::mind::POINT;
use crate::piece::{PlanetId, SystemId};
use crate::view::View;
use crate::vocabulary::{
    Colour, Condition, Cost, Definition, Kind, PlanetFilter, Site, SystemFilter, Trait, UnitType,
    Whose,
};

/// An objective that is not scored yet.
struct Need<'a> {
    points: i32,
    secret: bool,
    condition: &'a Condition,
    cost: &'a [Cost],
    met: bool,
}

/// The means that are to be kept until objectives are scored.
#[derive(Clone, Copy, Default)]
pub(super) struct Reserve {
    pub(super) resources: i32,
    pub(super) influence: i32,
    pub(super) goods: i32,
    pub(super) tokens: i32,
}

/// The objectives that a seat could still score.
pub(super) struct Needs<'a> {
    view: View<'a>,
    all: OnceCell<Vec<Need<'a>>>,
    reserve: OnceCell<Reserve>,
    /// The systems that fit a filter of an objective but for whose ships are there, as masks.
    fitting: RefCell<Vec<(&'a SystemFilter, u64)>>,
    /// The planets that fit a filter of an objective: the same whoever controls them, and how many the
    /// seat has.
    held: RefCell<Vec<(&'a PlanetFilter, PlanetFilter, usize)>>,
    /// The systems, as a mask, in which the seat has ships.
    sailed: OnceCell<u64>,
    /// Beside what is kept: resources, and influence.
    budgets: [OnceCell<i32>; 2],
}

/// The worth of one step towards an objective of so many points, with `have` of the `of` things
/// that it takes; 0 if it has all.
const fn share(points: i32, have: usize, of: usize) -> i32 {
    if have >= of { 0 } else { points * POINT * 2 / (3 * (of - have) as i32) }
}

impl<'a> Needs<'a> {
    pub(super) fn of(view: &View<'a>) -> Self {
        let (all, reserve, sailed) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let (fitting, held, budgets) = (RefCell::default(), RefCell::default(), Default::default());
        Self { view: *view, all, reserve, fitting, held, sailed, budgets }
    }

    /// The objectives, which few questions are about.
    fn all(&self) -> &[Need<'a>] {
        let view = self.view;
        let need = move |slot: Slot| {
            // Those of the action phase are scored by what is done then.
            let card = view.card(slot).filter(|card| card.abilities.is_empty())?;
            let objective = card.objective.as_ref()?;
            let met = view.holds(&objective.condition, view.seat());
            Some(Need {
                points: objective.points.into(),
                secret: view.is_secret(slot),
                condition: &objective.condition,
                cost: &objective.cost,
                met,
            })
        };
        self.all.get_or_init(|| view.objectives().filter_map(need).collect())
    }

    fn sum(&self, worth: &dyn Fn(&'a Condition, i32) -> i32) -> i32 {
        let unmet = self.all().iter().filter(|need| !need.met);
        unmet.map(|need| each(need.condition, &|part| worth(part, need.points))).sum()
    }

    /// The worth of gaining a planet.
    pub(super) fn planet(&self, planet: PlanetId) -> i32 {
        let (view, seat) = (&self.view, self.view.seat());
        let here = view.planet(planet);
        self.sum(&|condition, points| match condition {
            Condition::Planets(filter, n) if filter.controlled_by == Some(Whose::You) => {
                let mut known = self.held.borrow_mut();
                let place = known.iter().position(|(of, ..)| core::ptr::eq(*of, filter));
                let place = place.unwrap_or_else(|| {
                    let any = PlanetFilter { controlled_by: None, ..filter.clone() };
                    let count = |&id: &PlanetId| view.planet_fits(filter, id, seat);
                    let have = (0..view.planets().len() as PlanetId).filter(count).count();
                    known.push((filter, any, have));
                    known.len() - 1
                });
                let (_, any, have) = &known[place];
                if view.planet_fits(any, planet, seat) {
                    share(points, *have, (*n).into())
                } else {
                    0
                }
            }
            Condition::PlanetsOfOneTrait(n) => here.trait_.map_or(0, |of| {
                let have = |of: Trait| self.own(&|id| view.planet(id).trait_ == Some(of));
                let most = [Trait::Cultural, Trait::Hazardous, Trait::Industrial].map(have);
                let have = have(of);
                let best = most.iter().copied().max().unwrap_or(0);
                if have == best { share(points, have, (*n).into()) } else { 0 }
            }),
            Condition::Specialties(n) if here.specialty.is_some() => {
                share(points, self.own(&|id| view.planet(id).specialty.is_some()), (*n).into())
            }
            Condition::ControlsMecatol if here.mecatol => share(points, 0, 1),
            _ => 0,
        })
    }

    fn own(&self, fits: &dyn Fn(PlanetId) -> bool) -> usize {
        let (view, seat) = (&self.view, self.view.seat());
        let all = 0..view.planets().len() as PlanetId;
        all.filter(|&id| view.planet(id).owner == Some(seat) && fits(id)).count()
    }

    /// The worth of having ships in a system where there are none.
    pub(super) fn ships_in(&self, system: SystemId) -> i32 {
        let (view, seat) = (&self.view, self.view.seat());
        let here = 1_u64 << system;
        self.sum(&|condition, points| match condition {
            Condition::Systems(filter, n) if filter.ships_of == Some(Whose::You) => {
                let fitting = self.fitting(filter);
                let sailed = *self.sailed.get_or_init(|| view.sailed(seat));
                let have = (fitting & sailed).count_ones() as usize;
                if fitting & here == 0 { 0 } else { share(points, have, (*n).into()) }
            }
            Condition::Figures(filter, n) if filter.at == Some(Site::Mecatol) => {
                let mecatol = view.planets_of(system).any(|id| view.planet(id).mecatol);
                if mecatol { share(points, 0, (*n).into()) } else { 0 }
            }
            _ => 0,
        })
    }

    /// The systems that fit a filter, whoever has ships there, as a mask.
    fn fitting(&self, filter: &'a SystemFilter) -> u64 {
        let mut known = self.fitting.borrow_mut();
        if let Some((_, mask)) = known.iter().find(|(of, _)| core::ptr::eq(*of, filter)) {
            return *mask;
        }
        let (view, seat) = (&self.view, self.view.seat());
        let any = SystemFilter { ships_of: None, ..filter.clone() };
        let all = 0..view.systems().len() as SystemId;
        let fits = all.filter(|&id| view.system_fits(&any, id, seat));
        let mask = fits.fold(0, |mask, id| mask | 1 << id);
        known.push((filter, mask));
        mask
    }

    /// The worth of having one more unit of a type.
    pub(super) fn unit(&self, unit: UnitType) -> i32 {
        let (view, seat) = (&self.view, self.view.seat());
        self.sum(&|condition, points| match condition {
            Condition::Figures(filter, n)
                if filter.types.contains(&unit) && filter.at.is_none() =>
            {
                let own =
                    view.figures().filter(|(_, of, piece)| *of == unit && piece.owner == seat);
                share(points, own.count(), (*n).into())
            }
            _ => 0,
        })
    }

    /// The worth of owning a technology.
    pub(super) fn technology(&self, card: &Definition) -> i32 {
        let (view, seat) = (&self.view, self.view.seat());
        let owned = view.colours(seat);
        let of = |colour: Colour| usize::from(owned[colour as usize]);
        let faction = &view.catalogue().definition(view.player(seat).faction).id;
        self.sum(&|condition, points| match (condition, card.colour) {
            (Condition::Upgrades(n), _) if card.kind == Kind::Upgrade => {
                share(points, view.upgraded(seat), (*n).into())
            }
            (Condition::PairsOfColours(n), Some(colour)) if of(colour) < 2 => {
                let steps: usize = {
                    let mut missing: Vec<usize> =
                        Colour::ALL.iter().map(|&c| 2_usize.saturating_sub(of(c))).collect();
                    missing.sort_unstable();
                    missing.iter().take((*n).into()).sum()
                };
                share(points, 0, steps.max(1))
            }
            (Condition::OfOneColour(n), Some(colour)) => {
                let best = Colour::ALL.iter().map(|&c| of(c)).max().unwrap_or(0);
                if of(colour) == best { share(points, best, (*n).into()) } else { 0 }
            }
            (Condition::FactionTechnologies(n), _) if card.faction == *faction => {
                share(points, view.faction_technologies(seat), (*n).into())
            }
            _ => 0,
        })
    }

    /// The means to be kept: the cost of the public objective that is to be scored next, if none
    /// can be scored for nothing and it can be paid.
    pub(super) fn reserve(&self) -> Reserve {
        *self.reserve.get_or_init(|| self.kept())
    }

    fn kept(&self) -> Reserve {
        let (view, seat) = (&self.view, self.view.seat());
        let free = self.all().iter().any(|need| !need.secret && need.met && need.cost.is_empty());
        let payable = self
            .all()
            .iter()
            .filter(|need| !need.secret && !need.cost.is_empty() && view.payable(need.cost, seat));
        let best = payable.max_by_key(|need| need.points);
        let mut reserve = Reserve::default();
        for cost in best.filter(|best| !free || best.points > 1).map_or(&[][..], |best| best.cost) {
            match cost {
                Cost::Resources(n) => reserve.resources = (*n).into(),
                Cost::Influence(n) => reserve.influence = (*n).into(),
                Cost::TradeGoods(n) => reserve.goods = (*n).into(),
                Cost::Tokens(n) => reserve.tokens = (*n).into(),
                _ => {}
            }
        }
        reserve
    }

    /// Tells whether a public objective could be scored now.
    pub(super) fn can_score_public(&self) -> bool {
        let (view, seat) = (&self.view, self.view.seat());
        self.all().iter().any(|need| !need.secret && need.met && view.payable(need.cost, seat))
    }

    /// The resources, or the influence, that can be spent beside what is kept.
    pub(super) fn budget(&self, influence: bool) -> i32 {
        *self.budgets[usize::from(influence)].get_or_init(|| self.left(influence))
    }

    fn left(&self, influence: bool) -> i32 {
        let (view, seat) = (&self.view, self.view.seat());
        let reserve = self.reserve();
        let mut planets: Vec<(i32, i32)> = view
            .planets()
            .iter()
            .filter(|planet| planet.owner == Some(seat) && !planet.exhausted)
            .map(|planet| {
                let (r, i) = (i32::from(planet.resources), i32::from(planet.influence));
                if influence { (i, r) } else { (r, i) }
            })
            .collect();
        planets.sort_by_key(|&(own, other)| (other * 4 - own, own));
        let (keep, keep_other) = if influence {
            (reserve.influence, reserve.resources)
        } else {
            (reserve.resources, reserve.influence)
        };
        let goods = i32::from(view.player(seat).trade_goods) - reserve.goods;
        let goods = goods * (1 + i32::from(view.standing(seat).richer));
        let mut left_other: i32 =
            planets.iter().map(|(_, other)| other).sum::<i32>() + goods.max(0);
        let mut sum = goods.max(0);
        for (own, other) in planets {
            if left_other - other < keep_other {
                continue;
            }
            left_other -= other;
            sum += own;
        }
        (sum - keep).max(0)
    }
}

/// The sum over the parts of a condition that must all be so.
fn each<'a>(condition: &'a Condition, worth: &dyn Fn(&'a Condition) -> i32) -> i32 {
    match condition {
        Condition::All(all) => all.iter().map(|part| each(part, worth)).sum(),
        _ => worth(condition),
    }
}
