//! Phrases: a pattern of words that is printed as well as read, so that an easy word says its sentence
//! once.

use super::{
    At, BaseOf, Cards, Its, Many, Number, Object, One, Owner, Player, Reader, Readings, Resources,
    Said, Target, Targets,
};

use crate::text::event::subject_text;
use crate::text::filter::Description;
use crate::text::names::Names;
use crate::text::step::counted;
use crate::text::{arena_text, trait_text};
use crate::vocabulary::{Arena, Filter, Subject, Timing, Trait, Who, Whom};

/// The part of a phrase that stands for a field of a word.
pub(crate) trait Slot: Said {
    /// The type of the field.
    type Field;

    /// The field, made of what was read.
    fn field(&self) -> Self::Field;

    /// The field in words.
    fn told(field: &Self::Field, names: &Names) -> String;
}

/// Slots that hold their field: the slot, the field, how it is told.
macro_rules! slots {
    ($($slot:ident($field:ty), |$what:pat_param, $names:pat_param| $told:expr;)*) => {
        $(impl Slot for $slot {
            type Field = $field;

            fn field(&self) -> $field {
                self.0.clone()
            }

            fn told($what: &$field, $names: &Names) -> String {
                $told
            }
        })*
    };
}

slots! {
    Object(Whom), |whom, names| names.whom(whom).text;
    Target(Whom), |whom, names| names.whom(whom).text;
    Targets(Vec<Whom>), |whoms, names| names.whoms(whoms).text;
    Its(Whom), |whom, names| names.whom(whom).possessive("").trim_end().to_owned();
    Player(Who), |who, names| names.player(*who);
    Owner(Who), |who, names| names.possessive(*who);
    BaseOf(Who), |who, names| names.base_of(*who);
    One(Filter), |filter, names| Description::new(filter, names).one();
    Many(Filter), |filter, names| Description::new(filter, names).many();
    Number(u8), |number, _| number.to_string();
    Cards(u8), |number, _| counted(*number, "card");
    Resources(u8), |number, _| counted(*number, "resource");
}

/// Slots that are their field: how it is told.
macro_rules! fields {
    ($($field:ident, |$what:pat_param, $names:pat_param| $told:expr;)*) => {
        $(impl Slot for $field {
            type Field = Self;

            fn field(&self) -> Self {
                self.clone()
            }

            fn told($what: &Self, $names: &Names) -> String {
                $told
            }
        })*
    };
}

fields! {
    Subject, |subject, names| subject_text(subject, names);
    Arena, |arena, _| arena_text(*arena).to_owned();
    Trait, |name, _| trait_text(*name);
    Timing, |timing, _| format!("\"{}\"", timing.name());
}

/// A phrase that is being printed.
pub(crate) struct Told<'n> {
    text: String,
    /// The names of players and cards, so far.
    pub(crate) names: &'n Names,
    /// `true` if what is told holds, `false` for its opposite.
    pub(crate) holds: bool,
}

impl<'n> Told<'n> {
    pub(crate) const fn new(names: &'n Names, holds: bool) -> Self {
        Self { text: String::new(), names, holds }
    }

    /// Adds the words of a pattern, with those that may be left out: of `a|b` the first.
    pub(crate) fn words(&mut self, pattern: &str) {
        for word in pattern.split(' ') {
            let first = word.split('|').next().unwrap_or(word);
            self.add(first.trim_end_matches('?'));
        }
    }

    /// Adds what stands in a slot.
    pub(crate) fn add(&mut self, told: &str) {
        if !self.text.is_empty() && !matches!(told, "," | "'s") {
            self.text.push(' ');
        }
        self.text.push_str(told);
    }

    pub(crate) fn text(self) -> String {
        self.text
    }
}

impl Reader<'_> {
    /// A player and what they do: "you take", "the opponent takes".
    pub(crate) fn player_does(
        &self,
        form: &'static str,
        you: &'static str,
        others: &'static str,
        from: &At,
    ) -> Readings<Who> {
        let mut all = Readings::new();
        for at in self.words(form, "you", from) {
            all.extend(self.words(form, you, &at).into_iter().map(|at| (Who::You, at)));
        }
        for (who, at) in self.said::<Player>(from).iter() {
            all.extend(self.words(form, others, at).into_iter().map(|at| (who.0, at)));
        }
        all
    }
}

/// The words of a phrase, printed. Beside the parts of a form, whose slots are fields of the word, there
/// are `{"is" / "is not"}`, where it holds and where it does not, and `{who: "take" / "takes"}`, what
/// players do.
macro_rules! told {
    ($word:ident $names:ident $holds:expr; [$($part:tt)*]) => {{
        let mut told = $crate::reader::Told::new($names, $holds);
        $($crate::reader::told!(@ told $word $part);)*
        told.text()
    }};
    (@ $told:ident $word:ident $words:literal) => {
        $told.words($words)
    };
    (@ $told:ident $word:ident ($field:tt: $slot:ty)) => {
        $told.add(&<$slot as $crate::reader::Slot>::told(&$word.$field, $told.names))
    };
    (@ $told:ident $word:ident {$yes:literal / $no:literal}) => {
        $told.words(if $told.holds { $yes } else { $no })
    };
    (@ $told:ident $word:ident {$who:tt: $you:literal / $others:literal}) => {
        $told.add(&$told.names.subject($word.$who, $you, $others))
    };
}

/// The forms of a word that is said in phrases, and in forms that mean it besides.
macro_rules! phrases {
    ($([$($part:tt)*])+ $(, $at:ident: $($forms:tt)*)?) => {
        fn forms(
            reader: &$crate::reader::Reader<'_>,
            from: &$crate::reader::At,
        ) -> $crate::reader::Readings<Self> {
            let mut all = Vec::new();
            $({
                let form = concat!($($crate::reader::phrases!(@form $part), " "),*);
                let _ = form;
                $crate::reader::phrases!(@ reader from all form [] $($part)*);
            })+
            $($crate::reader::said!(@all reader from all $at $($forms)*);)?
            all
        }
    };
    (@form {$yes:literal / $no:literal}) => { stringify!($yes) };
    (@form {$who:tt: $you:literal / $others:literal}) => { concat!("\"you\" ", stringify!($you)) };
    (@form $part:tt) => { stringify!($part) };
    (
        @ $reader:ident $from:ident $all:ident $form:ident [$($field:tt ($($value:tt)*))*]
    ) => {
        $all.push((Self { $($field: $($value)*),* }, $from.clone()))
    };
    (
        @ $reader:ident $from:ident $all:ident $form:ident $fields:tt $words:literal $($rest:tt)*
    ) => {
        for place in &$reader.words($form, $words, $from) {
            $crate::reader::phrases!(@ $reader place $all $form $fields $($rest)*);
        }
    };
    (
        @ $reader:ident $from:ident $all:ident $form:ident [$($fields:tt)*]
        ($field:tt: $slot:ty) $($rest:tt)*
    ) => {
        for (value, place) in $reader.said::<$slot>($from).iter() {
            $crate::reader::phrases!(
                @ $reader place $all $form
                [$($fields)* $field (<$slot as $crate::reader::Slot>::field(value))] $($rest)*
            );
        }
    };
    (
        @ $reader:ident $from:ident $all:ident $form:ident $fields:tt
        {$yes:literal / $no:literal} $($rest:tt)*
    ) => {
        $crate::reader::phrases!(@ $reader $from $all $form $fields $yes $($rest)*);
    };
    (
        @ $reader:ident $from:ident $all:ident $form:ident [$($fields:tt)*]
        {$who:tt: $you:literal / $others:literal} $($rest:tt)*
    ) => {
        for (who, place) in &$reader.player_does($form, $you, $others, $from) {
            $crate::reader::phrases!(
                @ $reader place $all $form [$($fields)* $who (*who)] $($rest)*
            );
        }
    };
}

pub(crate) use {phrases, told};
