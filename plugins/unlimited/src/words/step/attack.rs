//! Attacks that an ability allows (CR 7.1.6C).

use super::prelude::*;
use crate::attack::{Terms, can_attack};
use crate::text::grant;
use crate::{legal, procedure};

/// "Attack with a unit", modified (CR 7.1.6C).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackStep {
    /// The units that may attack (always friendly ones). The attacker is bound as `It`.
    #[serde(default)]
    pub with: Filter,
    /// Only this unit, instead of a choice.
    #[serde(default)]
    pub unit: Option<Whom>,
    /// "You may attack": declining is offered.
    #[serde(default)]
    pub may: bool,
    /// "Even if it's exhausted".
    #[serde(default)]
    pub even_exhausted: bool,
    /// It cannot attack bases for this attack.
    #[serde(default)]
    pub no_bases: bool,
    /// The grants that the attacker has for this attack.
    #[serde(default)]
    pub grant: Vec<Grant>,
    /// The grants that it has besides if the condition holds for it (it is `It`).
    #[serde(default)]
    pub grant_if: Option<(Condition, Vec<Grant>)>,
    /// The grants that it has besides if it attacks a unit, and not a base.
    #[serde(default)]
    pub grant_against_unit: Vec<Grant>,
    /// The grants that the defending unit has for this attack.
    #[serde(default)]
    pub grant_defender: Vec<Grant>,
    /// The register that the attacker is bound in.
    #[serde(default, rename = "as")]
    pub register: Register,
    /// The cards that were bound there before are kept beside it.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub more: bool,
    /// The defending units that `grant_against_unit` and `grant_defender` are about; any when left out.
    #[serde(default, skip_serializing_if = "is_any")]
    pub against: Filter,
    /// `grant_against_unit` so many times, as many as it is when the attack begins; the defending
    /// unit is the `Target`. Without it, the power and HP of `grant`.
    #[serde(default, skip_serializing_if = "Measure::is_one")]
    pub per: Measure,
    /// All damage to it during this attack is prevented.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub prevent: bool,
    /// All combat damage to it during this attack is prevented.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub prevent_combat: bool,
    /// It deals combat damage equal to its remaining HP, not to its power.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub by_remaining_hp: bool,
}

/// Tells whether the number that it gives has to be measured.
fn is_counted(grant: &Grant) -> bool {
    grant.measure().is_some_and(|per| !per.is_one())
}

fn is_any(filter: &Filter) -> bool {
    *filter == Filter::default()
}

/// Attack with a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attack(pub Box<AttackStep>);

impl Word for Attack {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let attack = &*self.0;
        check.filter_in(&attack.with, *scope, &path.to("with"));
        if let Some(unit) = &attack.unit {
            check.whom(unit, *scope, &path.to("unit"));
            let alone = attack.with == Filter::default();
            check.expect(alone, &path.to("with"), "expected either `with` or `unit`");
        }
        check.filter_in(&attack.against, *scope, &path.to("against"));
        let granted = !attack.grant_against_unit.is_empty() || !attack.grant_defender.is_empty();
        check.expect(
            granted || is_any(&attack.against),
            &path.to("against"),
            "expected with grants",
        );
        let against_unit = !attack.grant_against_unit.is_empty();
        let plain = |grant: &Grant| matches!(grant, Grant::Power(_) | Grant::Hp(_));
        let numbers = !attack.grant.is_empty() && attack.grant.iter().all(plain);
        let counted = attack.per.is_one() || against_unit || numbers;
        let expected = "expected with `grant_against_unit`, or numbers of power and HP";
        check.expect(counted, &path.to("per"), expected);
        let fixed = !attack.grant.iter().any(is_counted);
        check.expect(fixed, &path.to("grant"), "expected `per` beside it");
        scope.bind(attack.register);
        let measured = Scope { target: against_unit, ..*scope };
        attack.per.word().check(check, measured, &path.to("per"));
        let attacker = Scope { it: true, ..*scope };
        check.grants(&attack.grant, attacker, &path.to("grant"));
        if let Some((condition, grants)) = &attack.grant_if {
            let path = path.to("grant_if");
            condition.word().check(check, attacker, &path.argument(0, "if"));
            check.some_grants(grants, attacker, &path.argument(1, "then"));
        }
        let against = path.to("grant_against_unit");
        check.grants(&attack.grant_against_unit, attacker, &against);
        check.grants(&attack.grant_defender, attacker, &path.to("grant_defender"));
    }

    fn text(&self, names: &mut Names) -> String {
        let attack = &*self.0;
        let may = if attack.may { "you may " } else { "" };
        let attacker = match &attack.unit {
            Some(unit) => names.whom(unit).text,
            None => {
                let mut friendly = Criteria { side: None, ..Criteria::clone(&attack.with) };
                if attack.more {
                    friendly.not.retain(|whom| whom.register() != Some(attack.register));
                }
                let friendly = Filter::from(friendly);
                Description::new(&friendly, names).one()
            }
        };
        let mut text = format!("{may}attack with {attacker}");
        if attack.more {
            text.push_str(", but none that attacked this way");
        }
        if attack.even_exhausted {
            text.push_str(", exhausted or not");
        }
        if attack.no_bases {
            text.push_str(", which cannot attack a base");
        }
        names.bind(attack.register, &attack.with, false);
        // The attacker was named just before, whatever else was.
        let attacker = Phrase::one("it");
        if !attack.grant.is_empty() {
            let has = grant::clause(&attacker, &attack.grant, names);
            let each = match attack.grant_against_unit.is_empty() {
                true => for_each(&attack.per, names),
                false => String::new(),
            };
            text.push_str(&format!(", and {has} for this attack{each}"));
        }
        if let Some((condition, grants)) = &attack.grant_if {
            let condition = condition.word().text(true, &names.about(&attack.with));
            let has = grant::clause(&attacker, grants, names);
            text.push_str(&format!(", and if {condition}, {has} for this attack"));
        }
        let against = Description::new(&attack.against, names).one();
        if !attack.grant_against_unit.is_empty() {
            let has = grant::clause(&attacker, &attack.grant_against_unit, names);
            let each = for_each(&attack.per, names);
            text.push_str(&format!(", and if it attacks {against}, {has} for this attack{each}"));
        }
        if !attack.grant_defender.is_empty() && !is_any(&attack.against) {
            let has = grant::clause(&Phrase::one("the defender"), &attack.grant_defender, names);
            text.push_str(&format!(", and if it attacks {against}, {has} for this attack"));
        } else if !attack.grant_defender.is_empty() {
            let has = grant::clause(&Phrase::one("the defender"), &attack.grant_defender, names);
            text.push_str(&format!(", and {has} for this attack"));
        }
        if attack.prevent {
            text.push_str(", and all damage to it during this attack is prevented");
        }
        if attack.prevent_combat {
            text.push_str(", and all combat damage to it during this attack is prevented");
        }
        if attack.by_remaining_hp {
            text.push_str(", and it deals combat damage equal to its remaining HP for this attack");
        }
        text
    }

    said!(at:
        ["attack with" (attack: Attacker)] => Self(Box::new(attack.0)),
        ["you may attack with" (attack: Attacker)] => Self(Box::new(AttackStep { may: true, ..attack.0 })),
    );
}

impl Compiles for Attack {
    fn compile(&self, writer: &mut Writer<'_>) {
        let attack = &*self.0;
        let grant_if = attack.grant_if.as_ref().map_or(&[][..], |(_, grants)| grants);
        let compiled = Attacking {
            step: attack.clone(),
            grant: writer.grants(&attack.grant),
            grant_if: writer.grants(grant_if),
            grant_against_unit: writer.grants(&attack.grant_against_unit),
            grant_defender: writer.grants(&attack.grant_defender),
            prevents: (attack.prevent || attack.prevent_combat)
                .then(|| writer.tables.prevents_damage(!attack.prevent)),
            lends: false,
        };
        let at = writer.tables.attacks.len() as u16;
        writer.tables.attacks.push(compiled);
        writer.ops.push(Op::Attack(AttackAt(at)));
    }
}

/// An attack step and its grant lists.
#[derive(Clone, Debug)]
pub struct Attacking {
    /// The step as the card file says it.
    pub step: AttackStep,
    /// The place in the catalogue of the grants of the attacker.
    pub grant: u16,
    /// The place in the catalogue of its grants if the condition holds.
    pub grant_if: u16,
    /// The place in the catalogue of its grants against a unit.
    pub grant_against_unit: u16,
    /// The place in the catalogue of the grants of the defending unit.
    pub grant_defender: u16,
    /// The replacement that prevents damage to the attacker.
    pub prevents: Option<u16>,
    /// The attacker gains the other abilities of the card that supports it (CR 7.5.20A).
    pub lends: bool,
}

impl Attacking {
    /// The step of Support: "you may attack with another unit" (CR 7.5.20A).
    pub(crate) fn support() -> Step {
        let with = Criteria { another: true, ..Criteria::default() }.into();
        Attack(Box::new(AttackStep { with, may: true, ..AttackStep::default() })).into()
    }
}

/// The place in the catalogue of the abilities that a supporting card lends to a unit: as they are,
/// or were when it left play. 0 for none.
fn lent(scene: &Scene<'_>, card: Ref) -> u16 {
    let there = scene.in_play(card).is_some();
    let printed = scene.printed(card.slot);
    let side = if printed.kind() == Kind::Leader { &printed.back } else { &printed.front };
    if there && scene.stats(card.slot).is_blank() { 0 } else { side.support }
}

/// Asks for the attacker of an attack step and begins the attack: its place in the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct AttackAt(pub u16);

impl AttackAt {
    fn of<'s>(self, scene: &Scene<'s>) -> &'s Attacking {
        &scene.catalogue.tables.attacks[usize::from(self.0)]
    }
}

/// Tells whether a condition holds about the attacker that was just chosen, as `It`.
fn holds_of(run: &Run<'_>, condition: &Condition, unit: Ref) -> bool {
    let mut locals = *run.locals;
    locals.forget(Register::It);
    locals.bind(Register::It, unit);
    run.scene.holds(condition, &Context { locals: Some(&locals), ..run.cx() })
}

impl Question for AttackAt {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let attack = self.of(&run.scene);
        let chosen = match (&attack.step.unit, run.answer.take()) {
            (Some(unit), _) => {
                let unit = run.scene.first(unit, &run.cx());
                let able = run.scene.unit(unit).is_some_and(|c| c.controller == run.seat)
                    && can_attack(&run.scene, unit.slot, Terms::of(&attack.step));
                able.then_some(unit)
            }
            (None, Some(Choice::Card(slot))) => Some(run.scene.reference(slot)),
            (None, Some(_)) => None,
            (None, None) => return run.ask(run.seat, Prompt::Step),
        };
        if !attack.step.more {
            run.locals.forget(attack.step.register);
        }
        let Some(unit) = chosen else { return Flow::Then };
        run.bind(attack.step.register, unit);
        let last = Proposal::new(Verb::Last(Until::Attack), unit, run.seat).by(unit);
        // A number is as much as it is when the attack begins.
        let times = match attack.step.grant_against_unit.is_empty() {
            true => run.amount(1, &attack.step.per),
            false => 1,
        };
        if !attack.step.grant.is_empty() && times > 0 {
            run.propose(last.number(attack.grant).amount(times));
        }
        if attack.lends {
            run.propose(last.by(run.source).number(lent(&run.scene, run.source)));
        }
        let besides = attack.step.grant_if.as_ref().map(|(condition, _)| condition);
        if besides.is_some_and(|condition| holds_of(run, condition, unit)) {
            run.propose(last.number(attack.grant_if));
        }
        if let Some(number) = attack.prevents {
            let prevents = Proposal::new(Verb::Replace, Ref::NONE, run.seat);
            run.propose(prevents.number(number).by(unit));
        }
        run.begin(run.attack_frame(procedure::Attack::with(unit, Some(self.0))));
        run.locals.did = true;
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        let attack = &self.of(&offer.scene).step;
        let mut found = Refs::new();
        offer.scene.candidates(&attack.with, &offer.cx(), &mut found);
        found.retain(|card| {
            offer.scene.card(card.slot).controller == offer.frame.seat
                && can_attack(&offer.scene, card.slot, Terms::of(attack))
        });
        out.extend(found.iter().map(|card| Choice::Card(card.slot)));
        if !out.is_empty() && attack.may {
            out.push(Choice::Decline);
        }
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let attack = &self.of(&offer.scene).step;
        match answer {
            Choice::Card(slot) => {
                fits(offer, &attack.with, slot)?;
                let (even_exhausted, no_bases) = (attack.even_exhausted, attack.no_bases);
                let terms = legal::attack::Terms { even_exhausted, no_bases, units_first: false };
                legal::attack::attacker(offer, slot, offer.frame.seat, terms)
            }
            Choice::Decline => decline(offer, Prompt::Step, attack.may),
            _ => Err(Refusal::NotAsked),
        }
    }
}

/// The attacker of a sentence and, after it, all that holds for the attack.
#[derive(Clone)]
struct Attacker(AttackStep);

impl Said for Attacker {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let mut open = With::said(reader, from);
        let mut all = Readings::new();
        while let Some((With(attack), at)) = open.pop() {
            for (Extra(extra), at) in Extra::said(reader, &at) {
                open.push((With(extra.on(&attack)), at));
            }
            all.push((Self(attack), at));
        }
        all
    }
}

/// The attacker of a sentence: a unit to be chosen, or one that was named.
#[derive(Clone)]
struct With(AttackStep);

impl With {
    /// A unit that fits; the attacker is always one of yours.
    fn one(with: Filter, at: &mut At) -> Option<Self> {
        let (register, whom) = at.free()?;
        let side = with.side.filter(|who| *who != Who::You);
        let with = Filter::from(Criteria { side, ..Criteria::clone(&with) });
        at.names.bind(register, &with, false);
        at.goes_on = Some(Until::Attack);
        at.topic = Some(whom);
        Some(Self(AttackStep { with, register, ..AttackStep::default() }))
    }
}

said!(With, at:
    [(unit: One)] => Self::one(unit.0, at),
    [(unit: Object)] => { at.topic = Some(unit.0.clone()); at.goes_on = Some(Until::Attack); Self(AttackStep { unit: Some(unit.0), ..AttackStep::default() }) },
);

/// One more thing that holds for the attack.
#[derive(Clone)]
struct Extra(More);

#[derive(Clone)]
enum More {
    Anew,
    EvenExhausted,
    NoBases,
    Grant(Vec<Grant>),
    Counted(Vec<Grant>, Box<Measure>),
    GrantIf(Box<(Condition, Vec<Grant>)>),
    AgainstUnit(Box<(Filter, Measure)>, Vec<Grant>),
    Defender(Box<Filter>, Vec<Grant>),
    Prevent,
    PreventCombat,
    ByRemainingHp,
}

impl More {
    fn on(self, attack: &AttackStep) -> AttackStep {
        let mut attack = attack.clone();
        match self {
            Self::Anew => {
                let it = [Whom::It, Whom::Other, Whom::Third].into_iter();
                let it = it.filter(|whom| whom.register() == Some(attack.register));
                let mut with = Criteria::clone(&attack.with);
                with.not.extend(it);
                (attack.with, attack.more) = (with.into(), true);
            }
            Self::EvenExhausted => attack.even_exhausted = true,
            Self::NoBases => attack.no_bases = true,
            Self::Grant(grant) => attack.grant.extend(grant),
            Self::Counted(grant, per) => {
                attack.grant.extend(grant);
                attack.per = *per;
            }
            Self::GrantIf(granted) => attack.grant_if = Some(*granted),
            Self::AgainstUnit(when, grant) => {
                (attack.against, attack.per) = *when;
                attack.grant_against_unit.extend(grant);
            }
            Self::Defender(against, grant) => {
                attack.against = *against;
                attack.grant_defender.extend(grant);
            }
            Self::Prevent => attack.prevent = true,
            Self::PreventCombat => attack.prevent_combat = true,
            Self::ByRemainingHp => attack.by_remaining_hp = true,
        }
        attack
    }
}

said!(Extra, at:
    [", but none that attacked this way"] if at.own => Self(More::Anew),
    [",? exhausted or not"] => Self(More::EvenExhausted),
    [", even if it 's exhausted"] => Self(More::EvenExhausted),
    [", which cannot attack a base"] => Self(More::NoBases),
    [". it|that unit? can't attack bases for this attack"] => Self(More::NoBases),
    [", and it|he|she" (grant: Grants) "for this attack"] if !matches!(grant.0[..], [Grant::CannotAttackBases(_)]) => Self(More::Grant(grant.0)),
    [", and it|he|she" (grant: Grants) "for this attack" (per: ForEach)] => Self(More::Counted(grant.0, Box::new(per.0))),
    [". it|he|she" (grant: Grants) "for this attack and" (more: Grants)]
        => Self(More::Grant([grant.0, more.0].concat())),
    [". it|he|she" (grant: Grants) "for this attack"] if !matches!(grant.0[..], [Grant::CannotAttackBases(_)]) => Self(More::Grant(grant.0)),
    [". it|he|she" (grant: Grants) "for this attack" (per: ForEach)] if !at.own && !grant.0.iter().any(is_counted)
        => Self(More::Counted(grant.0, Box::new(per.0))),
    [". for this attack , it|he|she" (grant: Grants)] if !grant.0.iter().any(is_counted) => Self(More::Grant(grant.0)),
    [". for this attack , it|he|she" (grant: Grants) (per: ForEach)] if !grant.0.iter().any(is_counted) => Self(More::Counted(grant.0, Box::new(per.0))),
    [". the attacker" (grant: Grants) "for this attack"] => Self(More::Grant(grant.0)),
    [", and if it attacks" (against: One) ", it" (grant: Grants) "for this attack"] => Self(More::AgainstUnit(Box::new((against.0, Measure::default())), grant.0)),
    [", and if it attacks" (against: One) ", it" (grant: Grants) "for this attack" (per: ForEach)] => Self(More::AgainstUnit(Box::new((against.0, per.0)), grant.0)),
    [". if it 's attacking a unit , it" (grant: Grants) "for this attack"] => Self(More::AgainstUnit(Box::default(), grant.0)),
    [", and if it attacks" (against: One) ", the defender" (grant: Grants) "for this attack"] if !is_any(&against.0) => Self(More::Defender(Box::new(against.0), grant.0)),
    [". if it attacks" (against: One) ", the defender" (grant: Grants) "for this attack"] => Self(More::Defender(Box::new(against.0), grant.0)),
    [", and the defender" (grant: Grants) "for this attack"] => Self(More::Defender(Box::default(), grant.0)),
    [". the defender" (grant: Grants) "for this attack"] => Self(More::Defender(Box::default(), grant.0)),
    [". the defending unit" (grant: Grants) "for this attack"] => Self(More::Defender(Box::default(), grant.0)),
    [", and all damage to it during this attack is prevented"] => Self(More::Prevent),
    [". prevent all damage that would be dealt to it during this attack"] => Self(More::Prevent),
    [", and all combat damage to it during this attack is prevented"] => Self(More::PreventCombat),
    [". prevent all combat damage that would be dealt to it for|during this attack"] => Self(More::PreventCombat),
    [", and it deals combat damage equal to its remaining hp for this attack"] => Self(More::ByRemainingHp),
    [". for this attack , it deals damage equal to its remaining hp instead of its power"] => Self(More::ByRemainingHp),
    [", and if" (condition: OfAttacker) ", it" (grant: Grants) "for this attack"] if at.own => Self(More::GrantIf(Box::new((condition.0, grant.0)))),
    [", and if" (condition: Condition) ", it|he|she" (grant: Grants) "for this attack"] if !at.own => Self(More::GrantIf(Box::new((condition, grant.0)))),
    [". if" (condition: Condition) ", it|he|she|the attacker? also?" (grant: Grants) "for this attack"]
        if !matches!(condition, Condition::All(_)) => Self(More::GrantIf(Box::new((condition, grant.0)))),
);

/// A condition about the attacker alone: it is `It`, wherever it is bound.
#[derive(Clone)]
struct OfAttacker(Condition);

impl Said for OfAttacker {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let bound = |register: Register, whom: &Whom| {
            (from.topic.as_ref() == Some(whom)).then(|| from.names.alone(register))
        };
        let names = bound(Register::It, &Whom::It)
            .or_else(|| bound(Register::Other, &Whom::Other))
            .or_else(|| bound(Register::Third, &Whom::Third));
        let names = names.unwrap_or_else(|| from.names.about(&Filter::default()));
        let start = At { names, topic: Some(Whom::It), ..from.clone() };
        let conditions = Condition::said(reader, &start).into_iter();
        conditions.map(|(condition, at)| (Self(condition), from.to(at.place))).collect()
    }
}
