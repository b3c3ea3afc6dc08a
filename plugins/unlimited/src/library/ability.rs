//! Checks of abilities: what each kind of card may have, and that nothing refers to cards that
//! no step before it has bound.

use cardmill_harness::library::Path;

use super::check::Check;
use crate::board::OPENING_HAND;
use crate::prelude::*;
use crate::procedure::EXPLOITED;
use crate::vocabulary::{
    CostChange, Entering, Instead, Limit, Offered, Offering, Replacement, Span, Would,
};
use crate::words::cost::word;
use crate::words::event::Event;
use crate::words::grant::Grant;
use crate::words::step::Step;

/// The things that a word of an ability may refer to, where it stands: registers bound by the steps
/// before, and more.
#[derive(Clone, Copy, Default)]
pub(crate) struct Scope {
    pub(crate) it: bool,
    pub(crate) other: bool,
    pub(crate) third: bool,
    /// `true` behind another step, for `Did` and `Number`.
    pub(crate) after: bool,
    /// `true` where the event carries a number, for `Number`.
    pub(crate) number: bool,
    /// `true` for the abilities of a card that is attached to a unit.
    pub(crate) attached: bool,
    /// `true` where the event is the use of an ability, which the number still names, for `UseAgain`.
    pub(crate) uses: bool,
    /// `true` once a card was named, by `NameCard`.
    pub(crate) named: bool,
    /// `true` in steps that are done for each player in turn, for `They`.
    pub(crate) turns: bool,
    /// `true` in an amount that is worked out for what something is done to, for `Target`.
    pub(crate) target: bool,
    /// `true` where several units may deal the damage, for `Dealer`.
    pub(crate) dealer: bool,
    /// `true` in the part that says when and to which cards a constant ability applies, if it
    /// changes more than plain keywords.
    pub(crate) constant: bool,
    /// `true` for an ability that a unit gains, whatever card gives it.
    pub(crate) gained: bool,
    /// `true` for grants to a card that is about to be played.
    pub(crate) played: bool,
    /// `true` for grants of a constant ability to the card that it is on.
    pub(crate) on_this: bool,
}

/// Checks the abilities of a definition.
pub(super) fn check(check: &mut Check<'_>) {
    let card = check.definition;
    let abilities = Path::field("abilities");
    let scope = Scope { attached: check.is(&[Kind::Upgrade, Kind::Token]), ..Scope::default() };
    let events = card.abilities.iter().filter(|a| matches!(a, Ability::Event { .. })).count();
    if card.kind == Kind::Event {
        check.expect(events == 1, &abilities, "expected exactly one `Event` ability");
    }
    let copies = card.abilities.iter().filter(|a| matches!(a, Ability::EntersAs { .. })).count();
    check.expect(copies < 2, &abilities, "expected one `EntersAs` at most");
    let unit_side = card.unit_side.as_ref().map_or(&[][..], |side| &side.abilities);
    let unit_abilities = Path::field("unit_side").to("abilities");
    let flip_side = card.flip_side.as_ref().map_or(&[][..], |side| &side.abilities);
    let flip_abilities = Path::field("flip_side").to("abilities");
    let sides = [
        (&card.abilities[..], &abilities),
        (unit_side, &unit_abilities),
        (flip_side, &flip_abilities),
    ];
    for (list, path) in sides {
        for (place, ability) in list.iter().enumerate() {
            check.fits_kind(ability, &path.at(place));
            check.ability(ability, scope, &path.at(place));
        }
    }
    if let Some(upgrade) = &card.upgrade_side {
        let path = Path::field("upgrade_side");
        let scope = Scope { attached: true, ..scope };
        let pilots = upgrade.abilities.iter().filter(|a| a.piloting().is_some()).count();
        let pilots = pilots <= usize::from(card.kind == Kind::Unit);
        let expected = "expected at most one `Piloting` on a unit, none on a leader";
        check.expect(pilots, &path.to("abilities"), expected);
        for (place, ability) in upgrade.abilities.iter().enumerate() {
            if ability.piloting().is_none() {
                check.fits_kind(ability, &path.to("abilities").at(place));
            }
            check.ability(ability, scope, &path.to("abilities").at(place));
        }
        check.hosts(&upgrade.attach, scope, &path.to("attach"));
    }
    check.hosts(&card.attach, scope, &Path::field("attach"));
}

impl Scope {
    pub(crate) fn bind(&mut self, register: Register) {
        match register {
            Register::It => self.it = true,
            Register::Other => self.other = true,
            Register::Third => self.third = true,
        }
    }
    /// Tells whether a register is bound.
    pub(crate) const fn has(&self, register: Register) -> bool {
        match register {
            Register::It => self.it,
            Register::Other => self.other,
            Register::Third => self.third,
        }
    }
    /// The scope behind two branches: with the registers that either has bound.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            it: self.it || other.it,
            other: self.other || other.other,
            third: self.third || other.third,
            named: self.named || other.named,
            ..self
        }
    }
}

impl Check<'_> {
    /// Units that an upgrade may attach to.
    fn hosts(&mut self, filter: &Filter, scope: Scope, path: &Path) {
        self.filter_in(filter, scope, path);
        self.expect(filter.place == Place::Play, &path.to("place"), "expected units in play");
    }

    /// Checks that this kind of card can have such an ability printed on it.
    fn fits_kind(&mut self, ability: &Ability, path: &Path) {
        let fits = match ability {
            Ability::Event { .. } => self.is(&[Kind::Event]),
            Ability::Cost { .. } => true,
            Ability::Bounty { .. } => self.can_be_unit(),
            Ability::Smuggle { .. }
            | Ability::Exploit(_)
            | Ability::DiscardInstead(_)
            | Ability::Offering(_)
            | Ability::Buried { .. } => self.is(&[Kind::Unit, Kind::Event, Kind::Upgrade]),
            Ability::Action { epic: true, .. } => self.is(&[Kind::Leader, Kind::Base]),
            // Only on an upgrade side.
            Ability::Piloting { .. } => false,
            Ability::Shield => self.is(&[Kind::Token, Kind::Upgrade]),
            Ability::EntersReady { of: Entering::This, .. } | Ability::EntersAs { .. } => {
                self.is(&[Kind::Unit])
            }
            Ability::MorePilots | Ability::MoreRegroups | Ability::DoubleSearch => {
                self.can_be_unit()
            }
            Ability::Unpreventable(_) => !self.is(&[Kind::Event]),
            Ability::SeesTop => !self.is(&[Kind::Event]),
            Ability::StartingHand { .. } => self.is(&[Kind::Base]),
            Ability::HalfCosts | Ability::PayWith(_) | Ability::VoidCredits(_) => {
                !self.is(&[Kind::Event])
            }
            Ability::Parts(parts) => {
                let constant = |part: &Ability| matches!(part, Ability::Constant { .. });
                let several = parts.len() > 1 && parts.iter().all(constant);
                self.expect(several, path, "expected two `Constant` abilities or more");
                !self.is(&[Kind::Event])
            }
            // An event is never in play.
            Ability::Triggered { when, .. } => {
                let out_of_play = |event: &Event| matches!(event, Event::Discarded(discarded) if discarded.what == Subject::This);
                !self.is(&[Kind::Event]) || when.iter().all(out_of_play)
            }
            Ability::Constant { .. }
            | Ability::Replacement(_)
            | Ability::BlankFirstEvent(_)
            | Ability::EntersReady { .. }
            | Ability::Action { .. } => !self.is(&[Kind::Event]),
        };
        self.expect(fits, path, "expected an ability that this kind of card can have");
    }

    /// Checks the grants of a lasting effect to whatever fits.
    pub(crate) fn constant(
        &mut self,
        on: &Whom,
        grant: &[Grant],
        scope: Scope,
        paths: (&Path, &Path),
    ) {
        let resources = matches!(on, Whom::Each(what) if what.place == Place::Resources);
        self.expect(!resources, paths.0, "expected no resources");
        self.constant_on(on, grant, scope, scope, paths);
    }

    /// Checks the grants of a constant ability, and the cards that it applies to; the paths are
    /// those of `on` and of what has a `grant`.
    fn constant_on(
        &mut self,
        on: &Whom,
        grant: &[Grant],
        applies: Scope,
        scope: Scope,
        (on_path, path): (&Path, &Path),
    ) {
        let path = path.to("grant");
        match on {
            Whom::Each(what) if what.place == Place::Resources => {
                self.whom(on, applies, on_path);
                let smuggle = !grant.is_empty() && grant.iter().all(Grant::is_smuggle);
                self.expect(smuggle, &path, "expected `Smuggle` for resources");
            }
            Whom::Each(what) if what.reaches() => {
                let printed = Criteria {
                    place: Place::Play,
                    owner: None,
                    chosen_name: false,
                    leader: None,
                    ..Criteria::clone(what)
                };
                let expected = "expected only what is printed on a card, and whose it is";
                self.expect(Filter::from(printed).is_printed(), on_path, expected);
                let named = !what.chosen_name || applies.named;
                self.expect(named, &on_path.to("chosen_name"), "expected after `NameCard`");
                let can = |grant: &Grant| {
                    matches!(
                        grant,
                        Grant::Trait(_) | Grant::LoseAbilities(_) | Grant::CannotGain(_)
                    )
                };
                let can = !grant.is_empty() && grant.iter().all(can);
                let expected = "expected `Trait`, `LoseAbilities` or `CannotGain` out of play";
                self.expect(can, &path, expected);
            }
            _ => {
                self.whom(on, applies, on_path);
                let on_this = *on == Whom::This;
                self.some_grants(grant, Scope { on_this, ..scope }, &path);
            }
        }
    }

    pub(crate) fn ability(&mut self, ability: &Ability, scope: Scope, path: &Path) {
        match ability {
            Ability::Constant { condition, on, grant } => {
                // Plain keywords change no number that a card could be the first in.
                let plain = |grant: &Grant| {
                    matches!(grant, Grant::Keyword(gained)
                        if gained.0.number().is_none() && gained.0 != Keyword::Grit)
                };
                let numbers = !grant.iter().all(plain);
                let applies = Scope { constant: numbers, ..scope };
                if let Some(condition) = condition {
                    condition.word().check(self, applies, &path.to("while"));
                }
                let paths = (&path.to("on"), path);
                self.constant_on(on, grant, applies, scope, paths);
            }
            Ability::Cost { who, cards, condition, change, per, first, rising, from: _, onto } => {
                if first.is_some() {
                    let yours = "expected `You` beside `first`";
                    self.expect(*who == Who::You, &path.to("who"), yours);
                    let printed = cards.as_ref().is_some_and(Filter::is_printed);
                    let expected = "expected cards by what is printed on them beside `first`";
                    self.expect(printed, &path.to("cards"), expected);
                }
                let beside = first.is_some() && onto.is_none() && matches!(rising, 2 | 3);
                let counted = beside && matches!(change, CostChange::Less(_));
                let expected = "expected 2 or 3, and `Less` and `first` beside it, but no `onto`";
                self.expect(*rising == 0 || counted, &path.to("rising"), expected);
                per.word().check(self, scope, &path.to("per"));
                let once = matches!(
                    change,
                    CostChange::More(_) | CostChange::Less(_) | CostChange::Damage(_)
                );
                let expected = "expected `More`, `Less` or `Damage` beside it";
                self.expect(once || per.is_one(), &path.to("per"), expected);
                self.who(*who, scope, &path.to("who"));
                if let Some(cards) = cards {
                    self.filter_in(cards, scope, &path.to("cards"));
                }
                if let Some(condition) = condition {
                    condition.word().check(self, scope, &path.to("while"));
                }
                self.cost_change(*change, &path.to("change"));
                if let Some(onto) = onto {
                    self.subject(onto, scope, &path.to("onto"));
                    let upgrades = Criteria { is: vec![KindSet::Upgrade], ..Criteria::default() };
                    let any = cards.as_ref().is_some_and(|cards| **cards == upgrades);
                    let round = *first == Some(Span::Round) && **onto == Subject::This && any;
                    let expected = "expected the first upgrade of a `Round` on `This`";
                    self.expect(first.is_none() || round, &path.to("first"), expected);
                }
            }
            Ability::Triggered { when, limit, steps } => {
                let round = !matches!(limit, Some(Limit::Game(_)));
                self.expect(round, &path.to("limit"), "expected `Round` or `Phase`");
                self.expect(!when.is_empty(), &path.to("when"), "expected at least one event");
                for (place, event) in when.iter().enumerate() {
                    event.word().check(self, scope, &path.to("when").at(place));
                }
                let number = Event::number_of(when).is_some();
                let uses = when.iter().all(|event| matches!(event, Event::Uses(_)));
                self.some_steps(steps, Scope { number, uses, ..scope }, &path.to("steps"));
            }
            Ability::Action { cost, epic, limit, anyone, opponents, steps } => {
                let plays = matches!(steps.first(), Some(Step::Play(_)))
                    || !ability.first_attacks().is_empty();
                let path_to_cost = path.to("cost");
                let both = *epic && limit.is_some();
                self.expect(!both, &path.to("limit"), "expected none beside `epic`");
                let phase = *limit != Some(Limit::Phase);
                self.expect(phase, &path.to("limit"), "expected `Round`: it is the same");
                let one = !(*anyone && *opponents);
                self.expect(one, &path.to("opponents"), "expected no `anyone` beside it");
                if let Some(Limit::Game(times)) = limit {
                    let fixed = *times > 0 && self.is(&[Kind::Leader, Kind::Base]);
                    let expected = "expected a number above 0, on leaders and bases only";
                    self.expect(fixed, &path.to("limit"), expected);
                }
                self.expect(
                    !ability.is_free() || plays,
                    &path_to_cost,
                    "expected a cost, a limit, `epic: true` or a first step that plays a card or \
                     attacks: it could be used for ever",
                );
                let scope = word::check(cost, self, scope, &path_to_cost);
                self.some_steps(steps, scope, &path.to("steps"));
            }
            Ability::Event { steps } | Ability::Bounty { steps } => {
                self.some_steps(steps, scope, &path.to("steps"));
            }
            Ability::Replacement(effect) => self.replacement(effect, scope, path),
            Ability::BlankFirstEvent(who) | Ability::VoidCredits(who) => {
                self.who(*who, scope, path);
            }
            Ability::PayWith(units) => {
                self.filter_in(units, scope, path);
                let unit = units.place == Place::Play && units.is.is_empty();
                self.expect(unit, path, "expected units in play");
            }
            Ability::Exploit(n) => {
                let some = (1..=EXPLOITED as u8).contains(n);
                self.expect(some, path, "expected a number of units, from 1 to 8");
            }
            Ability::DiscardInstead(what) => self.filter_in(what, scope, path),
            Ability::Offering(Offering { of, less }) => {
                self.above_0(*less, path, "less");
                if let Offered::Damaged(points) = of {
                    self.above_0(*points, path, "of");
                }
            }
            Ability::EntersReady { condition, .. } | Ability::Buried { condition } => {
                if let Some(condition) = condition {
                    condition.word().check(self, scope, &path.to("while"));
                }
            }
            Ability::EntersAs { copy, except } => {
                let path_to_copy = path.to("copy");
                self.filter_in(copy, scope, &path_to_copy);
                let unit = copy.place == Place::Play && copy.is.is_empty();
                let plain = unit && copy.leader == Some(false);
                self.expect(plain, &path_to_copy, "expected units in play with `leader: false`");
                let path = path.to("except");
                self.expect(!except.is_empty(), &path, "expected at least one grant");
                for (place, grant) in except.iter().enumerate() {
                    let plain = matches!(grant, Grant::Trait(_) | Grant::NotUnique(_));
                    self.expect(plain, &path.at(place), "expected `Trait` or `NotUnique`");
                }
            }
            Ability::Parts(parts) => {
                for (place, part) in parts.iter().enumerate() {
                    self.ability(part, scope, &path.at(place));
                }
            }
            Ability::StartingHand { more, .. } => {
                let some =
                    (-(OPENING_HAND as i8)..=OPENING_HAND as i8).contains(more) && *more != 0;
                self.expect(some, &path.to("more"), "expected a number of cards, not 0");
            }
            Ability::Smuggle { .. }
            | Ability::Piloting { .. }
            | Ability::Shield
            | Ability::MorePilots
            | Ability::Unpreventable(_)
            | Ability::DoubleSearch
            | Ability::SeesTop
            | Ability::HalfCosts
            | Ability::MoreRegroups => {}
        }
    }

    pub(crate) fn cost_change(&mut self, change: CostChange, path: &Path) {
        let changes = match change {
            CostChange::More(n) | CostChange::Less(n) | CostChange::Damage(n) => n > 0,
            CostChange::IgnoreAspect(aspects) => !aspects.is_empty(),
            CostChange::IgnoreAspects | CostChange::Forbidden => true,
        };
        self.expect(changes, path, "expected a number above 0, or an aspect");
    }

    pub(crate) fn subject(&mut self, subject: &Subject, scope: Scope, path: &Path) {
        match subject {
            Subject::This => {}
            Subject::Attached => {
                self.expect(scope.attached, path, "expected `Attached` on upgrades only");
            }
            Subject::It => self.expect(false, path, "expected `It` in a replacement that lasts"),
            Subject::Any(filter) => self.filter_in(filter, scope, path),
        }
    }

    pub(crate) fn some_grants(&mut self, grants: &[Grant], scope: Scope, path: &Path) {
        self.expect(!grants.is_empty(), path, "expected at least one grant");
        self.grants(grants, scope, path);
    }

    pub(crate) fn grants(&mut self, grants: &[Grant], scope: Scope, path: &Path) {
        for (place, grant) in grants.iter().enumerate() {
            grant.word().check(self, scope, &path.at(place));
        }
    }

    pub(crate) fn some_steps(&mut self, steps: &[Step], scope: Scope, path: &Path) -> Scope {
        self.expect(!steps.is_empty(), path, "expected at least one step");
        self.steps(steps, scope, path)
    }

    /// Checks steps in their order and gives what they have bound.
    pub(crate) fn steps(&mut self, steps: &[Step], mut scope: Scope, path: &Path) -> Scope {
        for (place, step) in steps.iter().enumerate() {
            step.word().check(self, &mut scope, &path.at(place));
            scope.after = true;
            scope.uses &= matches!(step, Step::Pay(_) | Step::Exhaust(_));
        }
        scope
    }

    pub(crate) fn replacement(&mut self, effect: &Replacement, scope: Scope, path: &Path) {
        let would = path.to("would");
        match &effect.would {
            Would::Damage { to: Subject::It, .. } => {
                self.expect(scope.it, &would.to("to"), "expected a card that a step has bound");
            }
            Would::Damage { to, combat, enemy, other, by, at_least } => {
                let all = [*combat, *enemy, *other, by.is_some(), *at_least > 0];
                let one = all.into_iter().filter(|is| *is).count() < 2;
                self.expect(one, &would, "expected `combat`, `enemy`, `other`, `by` or `at_least`");
                if let Some(by) = by {
                    self.filter_in(by, scope, &would.to("by"));
                }
                self.subject(to, scope, &would.to("to"));
            }
            Would::Defeat(card) | Would::Capture(card) => self.subject(card, scope, &would),
            Would::Draw(who) => self.who(*who, scope, &would),
        }
        if let Some(condition) = &effect.condition {
            condition.word().check(self, scope, &path.to("while"));
        }
        let mut scope = scope;
        if let Some(what) = &effect.choose {
            let choose = path.to("choose");
            self.filter_in(what, scope, &choose);
            let done = matches!(effect.instead, Instead::Do(_));
            self.expect(done, &choose, "expected with steps that happen instead");
            self.expect(effect.may, &choose, "expected with `may`");
            scope.bind(Register::It);
        }
        let path = path.to("instead");
        let damage = matches!(effect.would, Would::Damage { .. });
        match &effect.instead {
            Instead::Prevent { points } => {
                self.expect(damage, &path, "expected on damage only");
                let some = *points != Some(0);
                self.expect(some, &path.to("points"), "expected a number above 0");
            }
            Instead::More(points) => {
                self.expect(damage, &path, "expected on damage only");
                self.expect(*points > 0, &path, "expected a number above 0");
                self.expect(!effect.may, &path, "expected no `may` beside it");
            }
            Instead::AllBut(left) => {
                self.expect(damage, &path, "expected on damage only");
                self.expect(*left > 0, &path, "expected a number above 0");
            }
            Instead::Double => {
                self.expect(damage, &path, "expected on damage only");
                self.expect(!effect.may, &path, "expected no `may` beside it");
            }
            Instead::Redirect(whom) => {
                self.expect(damage, &path, "expected on damage only");
                self.whom(whom, scope, &path);
            }
            Instead::Do(steps) => {
                self.steps(steps, scope, &path);
                for (place, step) in steps.iter().enumerate() {
                    let plain = matches!(
                        step,
                        Step::Damage(_)
                            | Step::Heal(_)
                            | Step::Defeat(_)
                            | Step::Exhaust(_)
                            | Step::Ready(_)
                            | Step::Give(_)
                            | Step::Draw(_)
                            | Step::ToHand(_)
                            | Step::ToResources(_)
                            | Step::Attach(_)
                            | Step::Move(_)
                    );
                    let expected = "expected a step that asks nothing: Damage, Heal, Defeat, \
                                    Exhaust, Ready, Give, Draw, ToHand, ToResources, Attach or \
                                    Move";
                    self.expect(plain, &path.at(place), expected);
                }
            }
        }
    }

    pub(crate) fn count(&mut self, count: Count, path: &Path) {
        let some = !matches!(count, Count::Exactly(0) | Count::UpTo(0));
        self.expect(some, path, "expected a number above 0");
    }

    pub(crate) fn above_0(&mut self, number: u8, path: &Path, field: &'static str) {
        self.expect(number > 0, &path.to(field), "expected a number above 0");
    }

    pub(crate) fn whoms(&mut self, whoms: &[Whom], scope: Scope, path: &Path) {
        self.expect(!whoms.is_empty(), path, "expected at least one");
        for (place, whom) in whoms.iter().enumerate() {
            self.whom(whom, scope, &path.at(place));
        }
    }

    pub(crate) fn whom(&mut self, whom: &Whom, scope: Scope, path: &Path) {
        match whom {
            Whom::It => self.bound(scope.it, "It", path),
            Whom::Other => self.bound(scope.other, "Other", path),
            Whom::Third => self.bound(scope.third, "Third", path),
            Whom::Attached => {
                self.expect(scope.attached, path, "expected `Attached` on upgrades only");
            }
            Whom::Each(filter) => self.filter_in(filter, scope, path),
            Whom::Base(who) => self.who(*who, scope, path),
            Whom::HostOf(upgrade) => self.whom(upgrade, scope, path),
            Whom::Dealer => {
                self.expect(scope.dealer, path, "expected `Dealer` where several deal damage");
            }
            Whom::Target => self.target(scope, path),
            Whom::This | Whom::Attacker | Whom::Defender | Whom::Subject | Whom::Exploited => {}
        }
    }

    /// A word for what an amount is worked out for.
    fn target(&mut self, scope: Scope, path: &Path) {
        self.expect(scope.target, path, "expected in the measure of damage, healing or power");
    }

    pub(crate) fn who(&mut self, who: Who, scope: Scope, path: &Path) {
        match who {
            Who::ControllerOfIt | Who::OwnerOfIt => self.bound(scope.it, "It", path),
            Who::They => self.expect(scope.turns, path, "expected `They` in `EachPlayer` only"),
            Who::ControllerOfTarget => self.target(scope, path),
            Who::You | Who::Opponent | Who::Each | Who::Defending | Who::Attacking => {}
        }
    }

    fn bound(&mut self, bound: bool, register: &str, path: &Path) {
        if !bound {
            self.error(path.clone(), format!("expected a step before that binds `{register}`"));
        }
    }

    pub(crate) fn filter_in(&mut self, filter: &Filter, scope: Scope, path: &Path) {
        self.filter(filter, path);
        for (asked, name) in [
            (&filter.with_upgrade, "with_upgrade"),
            (&filter.without_upgrade, "without_upgrade"),
            (&filter.host, "host"),
            (&filter.or, "or"),
        ] {
            if let Some(filter) = asked {
                self.filter_in(filter, scope, &path.to(name));
            }
        }
        let in_play = |filter: &Filter| filter.place == Place::Play && filter.or.is_none();
        let both = filter.or.as_ref().is_none_or(|or| in_play(or) && filter.place == Place::Play);
        self.expect(both, &path.to("or"), "expected cards in play, no third and beside such");
        if filter.place == Place::Looked {
            self.bound(scope.it, "It", &path.to("place"));
        }
        if let Some(side) = filter.side {
            self.who(side, scope, &path.to("side"));
        }
        for (mark, name) in [(filter.mark, "mark"), (filter.without_mark, "without_mark")] {
            if let Some(who) = mark.and_then(Mark::who) {
                self.who(who, scope, &path.to(name));
            }
        }
        for (place, whom) in filter.not.iter().enumerate() {
            self.whom(whom, scope, &path.to("not").at(place));
        }
        let named = !filter.chosen_name || scope.named;
        self.expect(named, &path.to("chosen_name"), "expected after `NameCard`");
        if filter.arena == Some(ArenaOf::It) {
            self.bound(scope.it, "It", &path.to("arena"));
        }
        let place = !self.is(&[Kind::Event, Kind::Base])
            || !matches!(filter.arena, Some(ArenaOf::This | ArenaOf::Across));
        self.expect(place, &path.to("arena"), "expected `This` on what can be in an arena");
        if let Some(whom) = &filter.attached_to {
            self.whom(whom, scope, &path.to("attached_to"));
        }
        if let Some(upgrade) = &filter.eligible {
            self.whom(upgrade, scope, &path.to("eligible"));
        }
        if let Some(unit) = &filter.attachable {
            self.whom(unit, scope, &path.to("attachable"));
        }
        if let Some(by) = &filter.compare {
            by.than.word().check(self, scope, &path.to("compare").to("than"));
        }
        if let Some(by) = &filter.extreme {
            // To be the most or the least could make a card so, and others not (CR 7.3.3A has no end).
            let expected = "expected none where a constant ability gives more than plain keywords";
            self.expect(!scope.constant, &path.to("extreme"), expected);
            let among = path.to("extreme").to("among");
            self.filter_in(&by.among, scope, &among);
            let in_play = by.among.place == Place::Play;
            self.expect(in_play, &among, "expected cards in play");
        }
        if let Some(shares) = &filter.shares {
            self.whom(shares.with(), scope, &path.to("shares"));
        }
    }
}

#[cfg(test)]
mod tests;
