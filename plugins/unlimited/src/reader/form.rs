//! Forms of sentences: how each word is said, and how a text is searched for them.

use core::any::{Any, TypeId};
use core::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::whom::is_a_base;
use super::word::{Word, words};
use crate::text::names::Names;
use crate::vocabulary::{Count, Filter, KindSet, Place, Register, Until, Who, Whom};
use crate::words::measure::Measure;
use crate::words::step::choose::{Among, Combined};
use crate::words::step::{Choose, Step};

/// Something that can be said, in the forms that say it.
pub(crate) trait Said: Sized + 'static {
    /// Everything that the words from here can mean, each with the place after it.
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self>;
}

/// Meanings with the places after them.
pub(crate) type Readings<T> = Vec<(T, At)>;

/// A place in a text, with what was said before it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct At {
    /// The number of the next word, from 0.
    pub(crate) place: usize,
    /// The names of players and cards, which short words stand for.
    pub(crate) names: Names,
    /// Steps that a sentence makes on its way: "deal 2 damage to *a unit*" chooses one.
    pub(crate) before: Vec<Step>,
    /// The cards that were chosen, with the player whose they are.
    pub(crate) sides: Vec<(Whom, Who)>,
    /// The card that "it" is while nothing has been chosen.
    pub(crate) topic: Option<Whom>,
    /// `true` where something happened to a card: "that unit".
    pub(crate) subject: bool,
    /// `true` where the project's own words are read, which have one meaning each.
    pub(crate) own: bool,
    /// The time that a sentence must name to go on with what was said last: an attack, or a card played.
    pub(crate) goes_on: Option<Until>,
    /// `true` once an arena was chosen: "that arena".
    pub(crate) arena: bool,
    /// `true` for one of several conditions.
    pub(crate) several: bool,
    /// `true` once the unit was spoken of that an upgrade is on: "an upgrade on a unit".
    pub(crate) hosted: bool,
    /// `true` where the units are counted that the sentence before has exhausted.
    pub(crate) exhausted: bool,
    /// `true` if `It` is a card that was played: "the chosen unit" is another one.
    pub(crate) played: bool,
    /// `true` where players do something in turn: "that player".
    pub(crate) turns: bool,
    /// The player who chooses cards that are "theirs".
    pub(crate) chooser: Option<Who>,
    /// The player whose hand was looked at: "they draw a card".
    pub(crate) looked: Option<Who>,
    /// The other place where cards may be: "from your hand or your discard pile".
    pub(crate) or_from: Option<Place>,
    /// Registers that stay free until the others are taken.
    pub(crate) kept: usize,
}

impl At {
    /// The beginning of a text.
    pub(crate) fn start(names: Names) -> Self {
        let (before, sides) = (Vec::new(), Vec::new());
        Self {
            place: 0,
            names,
            before,
            sides,
            topic: None,
            subject: false,
            own: false,
            goes_on: None,
            arena: false,
            several: false,
            hosted: false,
            exhausted: false,
            played: false,
            turns: false,
            chooser: None,
            looked: None,
            or_from: None,
            kept: 0,
        }
    }

    /// The same with what was said before, at another place.
    pub(crate) fn to(&self, place: usize) -> Self {
        Self { place, ..self.clone() }
    }

    /// Chooses cards on the way. `None` when too much is chosen already.
    pub(crate) fn choose(&mut self, what: &Filter, count: Count) -> Option<Whom> {
        // A base is named by whose it is, resources are somebody's, and what is done to cards is
        // not done to players.
        let player = what.is == [KindSet::Player];
        let anybodys = what.place == Place::Resources && what.side.is_none();
        if is_a_base(what) || player || anybodys {
            return None;
        }
        let (register, whom) = self.free()?;
        let choice = Among {
            by: Who::You,
            what: what.clone(),
            count,
            may: false,
            register,
            more: false,
            per: Measure::default(),
            combined: None,
            different: false,
            alike: false,
        };
        self.played &= register != Register::It;
        self.names.bind(register, what, !matches!(count, Count::One | Count::Exactly(1)));
        self.before.push(Step::Choose(Choose(choice)));
        self.topic = Some(whom.clone());
        self.sides.extend(what.side.map(|side| (whom.clone(), side)));
        Some(whom)
    }

    /// One that another player chooses.
    pub(crate) fn choose_by(&mut self, who: Who, what: &Filter) -> Option<Whom> {
        let chosen = self.choose(what, Count::One);
        if let Some(Step::Choose(Choose(choice))) = self.before.last_mut() {
            choice.by = who;
        }
        chosen
    }

    /// As [`choose`](Self::choose), with no more of a figure than this in all.
    pub(crate) fn choose_within(
        &mut self,
        what: &Filter,
        count: Count,
        most: Combined,
    ) -> Option<Whom> {
        let whom = self.choose(what, count)?;
        if let Some(Step::Choose(Choose(choice))) = self.before.last_mut() {
            choice.combined = Some(most);
        }
        Some(whom)
    }

    /// Tells whether the card just chosen is a resource: which ones are exhausted makes no
    /// difference, so they are readied and exhausted by number.
    pub(crate) fn chose_resources(&self) -> bool {
        matches!(self.before.last(), Some(Step::Choose(Choose(choice))) if choice.what.place == Place::Resources)
    }

    /// The first register that holds nothing.
    pub(crate) fn free(&self) -> Option<(Register, Whom)> {
        let all = [
            (Register::It, Whom::It),
            (Register::Other, Whom::Other),
            (Register::Third, Whom::Third),
        ];
        let free = |(_, whom): &(Register, Whom)| !self.names.is_bound(whom);
        all.clone().into_iter().skip(self.kept).find(free).or_else(|| all.into_iter().find(free))
    }

    /// Tells whether these are cards of yours, whatever they are.
    pub(crate) fn is_yours(&self, whoms: &[Whom]) -> bool {
        let yours = |filter: &Filter| filter.side == Some(Who::You);
        whoms.iter().all(|whom| match (whom, self.before.last()) {
            (Whom::This, _) => true,
            (Whom::Each(filter), _) if filter.place == Place::Looked => {
                self.sides.contains(&(Whom::It, Who::You))
            }
            (Whom::Each(filter), _) => yours(filter),
            (whom, _) if self.sides.contains(&(whom.clone(), Who::You)) => true,
            (_, Some(Step::Choose(Choose(choice)))) => yours(&choice.what),
            _ => false,
        })
    }

    /// The registers that hold something, as words for cards.
    pub(crate) fn chosen(&self) -> Vec<Whom> {
        let all = [Whom::It, Whom::Other, Whom::Third];
        all.into_iter().filter(|whom| self.names.is_bound(whom)).collect()
    }
}

/// A text that is read.
pub(crate) struct Reader<'t> {
    text: &'t str,
    words: Vec<Word>,
    furthest: RefCell<Furthest>,
    /// Comparisons that may still be made.
    left: Cell<u32>,
    depth: Cell<u16>,
    /// `true` once a sentence was in too many others to be read.
    too_deep: Cell<bool>,
    /// The meanings that were read before, by their type and the place.
    read: RefCell<BTreeMap<(TypeId, usize), Vec<(At, Rc<dyn Any>)>>>,
    /// The words of phrases that were looked for.
    phrases: RefCell<BTreeMap<String, Rc<[Word]>>>,
}

/// The furthest place that any reading came to, and what would have led on from there.
#[derive(Clone, Debug, Default)]
struct Furthest {
    place: usize,
    expected: Vec<String>,
    forms: Vec<&'static str>,
}

/// The place where a text stopped making sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The first word that could not be read, in bytes of the text; its length at the end.
    pub at: usize,
    /// The words from there on, six at most.
    pub words: String,
    /// The words that were expected there, one of these.
    pub expected: Vec<String>,
    /// Sentences that would have gone on there.
    pub examples: Vec<String>,
}

/// Comparisons for one text.
const EFFORT: u32 = 4_000_000;
/// The most sentences within each other; deeper ones are not read.
const DEPTH: u16 = 24;
/// Words that are told.
const EXPECTED: usize = 8;
/// Forms that are remembered.
const FORMS: usize = 24;
/// Sentences that are told.
const EXAMPLES_TOLD: usize = 3;

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text,
            words: words(text),
            furthest: RefCell::default(),
            left: Cell::new(EFFORT),
            depth: Cell::new(0),
            too_deep: Cell::new(false),
            read: RefCell::default(),
            phrases: RefCell::default(),
        }
    }

    /// The meanings of the words from here, as [`Said::said`]; worked out once for each place.
    pub(crate) fn said<T: Said>(&self, from: &At) -> Rc<Readings<T>> {
        let key = (TypeId::of::<T>(), from.place);
        let known = |(at, known): &(At, Rc<dyn Any>)| {
            (at == from).then(|| Rc::clone(known).downcast().expect("one type for one key"))
        };
        if let Some(known) = self.read.borrow().get(&key).and_then(|all| all.iter().find_map(known))
        {
            return known;
        }
        let readings = Rc::new(T::said(self, from));
        if !self.too_deep.get() {
            let known: Rc<dyn Any> = readings.clone();
            self.read.borrow_mut().entry(key).or_default().push((from.clone(), known));
        }
        readings
    }

    /// Tells whether nothing follows.
    pub(crate) fn is_end(&self, at: &At) -> bool {
        at.place >= self.words.len()
    }

    /// Tells whether the search was given up: the text has too many meanings.
    pub(crate) fn is_tired(&self) -> bool {
        self.left.get() == 0
    }

    /// The next word; `None` at the end.
    pub(crate) fn next(&self, at: &At) -> Option<&Word> {
        self.words.get(at.place)
    }

    /// The text from one place to another.
    pub(crate) fn between(&self, from: usize, to: usize) -> &'t str {
        match (self.words.get(from), to.checked_sub(1).and_then(|last| self.words.get(last))) {
            (Some(first), Some(last)) if first.from < last.to => &self.text[first.from..last.to],
            _ => "",
        }
    }

    /// The places after these words, with one space between them: `a|b` is one of them, `a?` may be
    /// left out.
    pub(crate) fn words(&self, form: &'static str, pattern: &str, from: &At) -> Vec<At> {
        let mut places = Vec::new();
        self.follow(form, pattern, from.place, &mut places);
        places.into_iter().map(|place| from.to(place)).collect()
    }

    fn follow(&self, form: &'static str, pattern: &str, place: usize, out: &mut Vec<usize>) {
        if pattern.is_empty() {
            out.push(place);
            return;
        }
        let Some(left) = self.left.get().checked_sub(1) else { return };
        self.left.set(left);
        // By bytes: nothing is done more often.
        let end = pattern.bytes().position(|byte| byte == b' ');
        let (first, rest) = end.map_or((pattern, ""), |end| (&pattern[..end], &pattern[end + 1..]));
        let may_be_left_out = first.as_bytes().last() == Some(&b'?');
        let first = &first[..first.len() - usize::from(may_be_left_out)];
        let is = |word: &Word| {
            let mut choices = first.as_bytes().split(|byte| *byte == b'|');
            choices.any(|choice| choice.eq_ignore_ascii_case(word.plain.as_bytes()))
        };
        if self.words.get(place).is_some_and(is) {
            self.follow(form, rest, place + 1, out);
        } else {
            self.expected(place, form, first);
        }
        if may_be_left_out {
            self.follow(form, rest, place, out);
        }
    }

    /// The place after what is written just so.
    pub(crate) fn phrase(&self, phrase: &str, from: &At) -> Option<At> {
        let asked = self.phrases.borrow().get(phrase).cloned();
        let asked = asked.unwrap_or_else(|| {
            let asked: Rc<[Word]> = words(phrase).into();
            self.phrases.borrow_mut().insert(phrase.to_owned(), Rc::clone(&asked));
            asked
        });
        let read = asked.iter().zip(self.words.get(from.place..)?);
        let same = read.take_while(|(asked, word)| asked.plain == word.plain).count();
        if same == asked.len() && same > 0 {
            return Some(from.to(from.place + same));
        }
        self.expected(from.place + same, "", asked.get(same).map_or("", |word| &word.plain));
        None
    }

    /// Remembers what would have led on.
    pub(crate) fn expected(&self, place: usize, form: &'static str, what: &str) {
        let mut furthest = self.furthest.borrow_mut();
        if place < furthest.place {
            return;
        }
        if place > furthest.place {
            *furthest = Furthest { place, ..Furthest::default() };
        }
        let what = what.replace('|', " or ").to_lowercase();
        if furthest.expected.len() < EXPECTED && !furthest.expected.contains(&what) {
            furthest.expected.push(what);
        }
        if furthest.forms.len() < FORMS && !form.is_empty() && !furthest.forms.contains(&form) {
            furthest.forms.push(form);
        }
    }

    /// A sentence in a sentence; nothing when there are too many.
    pub(crate) fn within<T>(&self, read: impl FnOnce() -> Readings<T>) -> Readings<T> {
        if self.depth.get() >= DEPTH {
            self.too_deep.set(true);
            return Vec::new();
        }
        self.depth.set(self.depth.get() + 1);
        let readings = read();
        self.depth.set(self.depth.get() - 1);
        readings
    }

    /// The place where reading stopped, with what would have led on from there.
    pub(crate) fn stop(&self) -> Stop {
        let furthest = self.furthest.borrow();
        let word = self.words.get(furthest.place);
        let at = word.map_or(self.text.len(), |word| word.from);
        let words: Vec<_> = self.text[at..].split_whitespace().take(6).collect();
        let mut examples: Vec<String> =
            furthest.forms.iter().filter_map(|form| example(form)).collect();
        examples.truncate(EXAMPLES_TOLD);
        Stop { at, words: words.join(" "), expected: furthest.expected.clone(), examples }
    }
}

/// An example for each kind of slot of a form, to be told in its place.
const EXAMPLES: [(&str, &str); 38] = [
    ("About", "this unit"),
    ("Arena", "ground"),
    ("Aspect", "Command"),
    ("AspectSet", "Command"),
    ("Bare", "unit"),
    ("BareCard", "unit"),
    ("BaseOf", "your base"),
    ("Cards", "2 cards"),
    ("Chooser", "an opponent"),
    ("Condition", "you control a damaged unit"),
    ("Costlier", "1 resource less"),
    ("Discarded", "a card"),
    ("EqualTo", "equal to its power"),
    ("Few", "a"),
    ("ForEach", "for each friendly unit"),
    ("Grants", "gets +2/+0"),
    ("Its", "its"),
    ("Keyword", "Sentinel"),
    ("Many", "units"),
    ("ManyCards", "units"),
    ("Number", "2"),
    ("Object", "this unit"),
    ("One", "a unit"),
    ("OneCard", "a unit"),
    ("Owner", "your"),
    ("Pays", ""),
    ("Player", "an opponent"),
    ("Resources", "2 resources"),
    ("Signed", "+2"),
    ("Span", "round"),
    ("Subject", "a friendly unit"),
    ("Supposed", "you control a damaged unit"),
    ("Target", "a unit"),
    ("Targets", "a unit"),
    ("Together", "draw a card"),
    ("Token", "Experience token"),
    ("Trait", "Jedi"),
    ("Until", "for this phase"),
];

/// A sentence in this form: `"deal" (n : Number) "damage"` is `deal 2 damage`. `None` where a slot
/// has no short example.
fn example(form: &str) -> Option<String> {
    let mut said: Vec<String> = Vec::new();
    for (part, text) in form.split('"').enumerate() {
        match part % 2 {
            0 => {
                for slot in text.split('(').skip(1) {
                    let slot = slot.trim().trim_end_matches(')').rsplit([' ', ':']).next()?;
                    let (_, example) = EXAMPLES.iter().find(|(name, _)| *name == slot)?;
                    said.push((*example).to_owned());
                }
            }
            _ => {
                let must = text.split(' ').filter(|word| !word.ends_with('?'));
                said.extend(must.map(|word| word.split('|').next().unwrap_or(word).to_lowercase()));
            }
        }
    }
    said.retain(|word| !word.is_empty());
    Some(said.join(" ").replace(" ,", ",").replace(" '", "'").replace(" :", ":"))
}

/// The forms in which something is said, and what each means. In quotes stand words (`a|b` is one
/// of them, `a?` may be left out), in parentheses what is said in their place by forms of its own.
/// A form may mean nothing after all: then it is an `Option`. A family is said as its words are; they
/// have their forms among what is asked of them.
macro_rules! said {
    ($family:ident: $($word:ident)*) => {
        impl $crate::reader::Said for $family {
            fn said(
                reader: &$crate::reader::Reader<'_>,
                from: &$crate::reader::At,
            ) -> $crate::reader::Readings<Self> {
                let mut all = Vec::new();
                $($crate::reader::add(Self::$word, reader, from, &mut all);)*
                all
            }
        }

        $(impl $crate::reader::Said for $word {
            fn said(
                reader: &$crate::reader::Reader<'_>,
                from: &$crate::reader::At,
            ) -> $crate::reader::Readings<Self> {
                <Self as word::Word>::forms(reader, from)
            }
        })*
    };
    ($at:ident: $($forms:tt)*) => {
        fn forms(
            reader: &$crate::reader::Reader<'_>,
            from: &$crate::reader::At,
        ) -> $crate::reader::Readings<Self> {
            let mut all = Vec::new();
            $crate::reader::said!(@all reader from all $at $($forms)*);
            all
        }
    };
    ($word:ty, $at:ident: $($forms:tt)*) => {
        impl $crate::reader::Said for $word {
            fn said(
                reader: &$crate::reader::Reader<'_>,
                from: &$crate::reader::At,
            ) -> $crate::reader::Readings<Self> {
                let mut all = Vec::new();
                $crate::reader::said!(@all reader from all $at $($forms)*);
                all
            }
        }
    };
    (
        @all $reader:ident $from:ident $all:ident $at:ident
        $([$($part:tt)*] $(if $guard:expr)? => $value:expr,)*
    ) => {
        $({
            let form = concat!($(stringify!($part), " "),*);
            let _ = form;
            $crate::reader::said!(
                @ $reader $from $all form $at [] ($($guard)?) ($value) $($part)*
            );
        })*
    };
    (
        @ $reader:ident $from:ident $all:ident $form:ident $at:ident
        [$($name:ident)*] ($($guard:expr)?) ($value:expr)
    ) => {{
        let mut place = $from.clone();
        $(let $name = $name.clone();)*
        let $at = &mut place;
        let _ = &$at;
        if true $(&& $guard)? {
            let value: Option<Self> = ($value).into();
            $all.extend(value.map(|value| (value, place)));
        }
    }};
    (
        @ $reader:ident $from:ident $all:ident $form:ident $at:ident
        [$($name:ident)*] $guard:tt $value:tt $words:literal $($rest:tt)*
    ) => {
        for place in &$reader.words($form, $words, $from) {
            $crate::reader::said!(
                @ $reader place $all $form $at [$($name)*] $guard $value $($rest)*
            );
        }
    };
    (
        @ $reader:ident $from:ident $all:ident $form:ident $at:ident
        [$($name:ident)*] $guard:tt $value:tt ($next:ident: $slot:ty) $($rest:tt)*
    ) => {
        for ($next, place) in $reader.said::<$slot>($from).iter() {
            $crate::reader::said!(
                @ $reader place $all $form $at [$($name)* $next] $guard $value $($rest)*
            );
        }
    };
}

pub(crate) use said;

/// Adds what a word of a family reads.
pub(crate) fn add<W: Said, F>(
    family: fn(W) -> F,
    reader: &Reader<'_>,
    from: &At,
    all: &mut Readings<F>,
) {
    all.extend(W::said(reader, from).into_iter().map(|(word, at)| (family(word), at)));
}
