//! Reading, whatever the notation. A type is compiled for reading once, from [`Given`], and a
//! notation once, for whatever is read of it; between them calls go by pointer. Each of both is
//! otherwise compiled for each of the other, and that was a quarter of the program.
//!
//! Types and notations are told all that they are told without it, and errors of a notation come
//! out of it as they went in. Bytes and numbers of 128 bits alone are not read so: nothing has
//! them.

use core::fmt;
use core::marker::PhantomData;

use serde::de::value::Error as Plain;
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};

/// Something that is read of a notation.
pub struct Given<'a, 'de>(&'a mut dyn Source<'de>);

/// A type that is to be read, and then what was read.
pub struct Wanted<T>(Slot<PhantomData<T>, T>);

/// A place for a value to be read into, whatever its type.
pub struct Place<'a, 'de>(&'a mut dyn Seed<'de>);

impl<T> Wanted<T> {
    /// A type of which nothing is read yet.
    #[must_use]
    pub fn new() -> Self {
        Self(Slot::of(PhantomData))
    }

    /// The place to read the value into.
    pub fn place<'de>(&mut self) -> Place<'_, 'de>
    where
        T: Deserialize<'de>,
    {
        Place(&mut self.0)
    }

    /// The value, once it was read.
    ///
    /// # Panics
    /// When nothing was, or there was an error.
    #[must_use]
    pub fn value(self) -> T {
        self.0.value()
    }
}

impl<T> Default for Wanted<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'de> DeserializeSeed<'de> for Place<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        let mut source = Held::of(Some(from));
        let read = self.0.read(&mut source);
        read.map_err(|fault| source.raise(fault))
    }
}

/// An error of reading. It is small, since most of what is compiled here passes it on.
#[derive(Debug)]
pub struct Fault(Box<Wrong>);

/// The complaint of an error, in the words of whoever noticed.
#[derive(Debug)]
enum Wrong {
    /// The notation noticed: where it came from has the error itself.
    Held(String),
    /// Anything that a type says for itself, in its words.
    Said(String),
    /// The value is of another type: the one that was found, and the expectation.
    Type(Found, String),
    /// It is not one of its type.
    Value(Found, String),
    /// The value has another number of elements: that number, and the expectation.
    Length(usize, String),
    /// There is no such variant.
    Variant(String, &'static [&'static str]),
    /// There is no such field.
    Field(String, &'static [&'static str]),
    /// A field is missing.
    Missing(&'static str),
    /// A field is there twice.
    Twice(&'static str),
}

/// The value that was found where something else was expected.
#[derive(Debug)]
enum Found {
    Plain(Unexpected<'static>),
    Str(String),
    Bytes(Vec<u8>),
    Other(String),
}

impl Found {
    fn of(found: Unexpected<'_>) -> Self {
        Self::Plain(match found {
            Unexpected::Str(text) => return Self::Str(text.to_owned()),
            Unexpected::Bytes(bytes) => return Self::Bytes(bytes.to_owned()),
            Unexpected::Other(text) => return Self::Other(text.to_owned()),
            Unexpected::Bool(it) => Unexpected::Bool(it),
            Unexpected::Unsigned(it) => Unexpected::Unsigned(it),
            Unexpected::Signed(it) => Unexpected::Signed(it),
            Unexpected::Float(it) => Unexpected::Float(it),
            Unexpected::Char(it) => Unexpected::Char(it),
            Unexpected::Unit => Unexpected::Unit,
            Unexpected::Option => Unexpected::Option,
            Unexpected::NewtypeStruct => Unexpected::NewtypeStruct,
            Unexpected::Seq => Unexpected::Seq,
            Unexpected::Map => Unexpected::Map,
            Unexpected::Enum => Unexpected::Enum,
            Unexpected::UnitVariant => Unexpected::UnitVariant,
            Unexpected::NewtypeVariant => Unexpected::NewtypeVariant,
            Unexpected::TupleVariant => Unexpected::TupleVariant,
            Unexpected::StructVariant => Unexpected::StructVariant,
        })
    }

    fn unexpected(&self) -> Unexpected<'_> {
        match self {
            Self::Plain(it) => *it,
            Self::Str(text) => Unexpected::Str(text),
            Self::Bytes(bytes) => Unexpected::Bytes(bytes),
            Self::Other(text) => Unexpected::Other(text),
        }
    }
}

impl Fault {
    #[cold]
    #[inline(never)]
    fn of(wrong: Wrong) -> Self {
        Self(Box::new(wrong))
    }

    /// Raises the error in the way of a notation.
    fn raise<E: de::Error>(&self) -> E {
        match &*self.0 {
            Wrong::Held(text) | Wrong::Said(text) => E::custom(text),
            Wrong::Type(found, expected) => E::invalid_type(found.unexpected(), &expected.as_str()),
            Wrong::Value(found, expected) => {
                E::invalid_value(found.unexpected(), &expected.as_str())
            }
            Wrong::Length(length, expected) => E::invalid_length(*length, &expected.as_str()),
            Wrong::Variant(found, expected) => E::unknown_variant(found, expected),
            Wrong::Field(found, expected) => E::unknown_field(found, expected),
            Wrong::Missing(field) => E::missing_field(field),
            Wrong::Twice(field) => E::duplicate_field(field),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raise::<Plain>().fmt(f)
    }
}

impl core::error::Error for Fault {}

impl de::Error for Fault {
    #[cold]
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self::of(Wrong::Said(text.to_string()))
    }

    #[cold]
    #[inline(never)]
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::of(Wrong::Type(Found::of(found), expected.to_string()))
    }

    #[cold]
    #[inline(never)]
    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::of(Wrong::Value(Found::of(found), expected.to_string()))
    }

    #[cold]
    #[inline(never)]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::of(Wrong::Length(length, expected.to_string()))
    }

    #[cold]
    #[inline(never)]
    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> Self {
        Self::of(Wrong::Variant(found.to_owned(), expected))
    }

    #[cold]
    #[inline(never)]
    fn unknown_field(found: &str, expected: &'static [&'static str]) -> Self {
        Self::of(Wrong::Field(found.to_owned(), expected))
    }

    #[cold]
    #[inline(never)]
    fn missing_field(field: &'static str) -> Self {
        Self::of(Wrong::Missing(field))
    }

    #[cold]
    #[inline(never)]
    fn duplicate_field(field: &'static str) -> Self {
        Self::of(Wrong::Twice(field))
    }
}

/// A hint of a type to the notation: the kind of value that it asks for.
#[derive(Clone, Copy)]
enum Hint {
    Any,
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F32,
    F64,
    Char,
    Str,
    String,
    Bytes,
    ByteBuf,
    Option,
    Unit,
    UnitStruct(&'static str),
    NewtypeStruct(&'static str),
    Seq,
    Tuple(usize),
    TupleStruct(&'static str, usize),
    Map,
    Struct(&'static str, &'static [&'static str]),
    Enum(&'static str, &'static [&'static str]),
    Identifier,
    Ignored,
}

/// A value as a notation gives it to a type. A letter and a text of its own are given as texts.
enum Gift<'a, 'de> {
    Bool(bool),
    I64(i64),
    U64(u64),
    F64(f64),
    Str(&'a str),
    Lasting(&'de str),
    None,
    Some(&'a mut dyn Source<'de>),
    Unit,
    Newtype(&'a mut dyn Source<'de>),
    Seq(&'a mut dyn Parts<'de>),
    Map(&'a mut dyn Parts<'de>),
    Enum(&'a mut dyn Variant<'de>),
}

/// A notation, where there is something to be read.
trait Source<'de> {
    fn give(&mut self, hint: Hint, to: &mut dyn Taker<'de>) -> Result<(), Fault>;
}

/// A notation within a list or a record.
trait Parts<'de> {
    fn next(&mut self, part: &mut dyn Seed<'de>) -> Result<bool, Fault>;

    /// The value of a key that was the next.
    fn value(&mut self, value: &mut dyn Seed<'de>) -> Result<(), Fault>;

    fn left(&self) -> Option<usize>;
}

/// A notation at a variant: first at its name.
trait Variant<'de> {
    fn name(&mut self, name: &mut dyn Seed<'de>) -> Result<(), Fault>;
    fn unit(&mut self) -> Result<(), Fault>;
    fn newtype(&mut self, content: &mut dyn Seed<'de>) -> Result<(), Fault>;
    fn tuple(&mut self, length: usize, to: &mut dyn Taker<'de>) -> Result<(), Fault>;
    fn fields(
        &mut self,
        fields: &'static [&'static str],
        to: &mut dyn Taker<'de>,
    ) -> Result<(), Fault>;
}

/// A type that is given something.
trait Taker<'de> {
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn take(&mut self, gift: Gift<'_, 'de>) -> Result<(), Fault>;
}

/// A type that is to be read.
trait Seed<'de> {
    fn read(&mut self, source: &mut dyn Source<'de>) -> Result<(), Fault>;
}

/// A way to make a value, and then the value.
struct Slot<W, T> {
    way: Option<W>,
    value: Option<T>,
}

impl<W, T> Slot<W, T> {
    fn of(way: W) -> Self {
        Self { way: Some(way), value: None }
    }

    fn way(&mut self) -> W {
        self.way.take().expect("it is made once")
    }

    fn value(self) -> T {
        self.value.expect("what was read without an error was given")
    }
}

impl<'de, V: Visitor<'de>> Taker<'de> for Slot<V, V::Value> {
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.way.as_ref().map_or(Ok(()), |visitor| visitor.expecting(f))
    }

    fn take(&mut self, gift: Gift<'_, 'de>) -> Result<(), Fault> {
        let visitor = self.way();
        let value = match gift {
            Gift::Bool(it) => visitor.visit_bool(it),
            Gift::I64(it) => visitor.visit_i64(it),
            Gift::U64(it) => visitor.visit_u64(it),
            Gift::F64(it) => visitor.visit_f64(it),
            Gift::Str(it) => visitor.visit_str(it),
            Gift::Lasting(it) => visitor.visit_borrowed_str(it),
            Gift::None => visitor.visit_none(),
            Gift::Some(of) => visitor.visit_some(Given(of)),
            Gift::Unit => visitor.visit_unit(),
            Gift::Newtype(of) => visitor.visit_newtype_struct(Given(of)),
            Gift::Seq(of) => visitor.visit_seq(GivenParts(of)),
            Gift::Map(of) => visitor.visit_map(GivenParts(of)),
            Gift::Enum(of) => visitor.visit_enum(GivenVariant(of)),
        };
        self.value = Some(value?);
        Ok(())
    }
}

impl<'de, S: DeserializeSeed<'de>> Seed<'de> for Slot<S, S::Value> {
    fn read(&mut self, source: &mut dyn Source<'de>) -> Result<(), Fault> {
        self.value = Some(self.way().deserialize(Given(source))?);
        Ok(())
    }
}

impl<'de> Given<'_, 'de> {
    fn ask<V: Visitor<'de>>(self, hint: Hint, visitor: V) -> Result<V::Value, Fault> {
        let mut slot = Slot::of(visitor);
        self.0.give(hint, &mut slot)?;
        Ok(slot.value())
    }
}

macro_rules! ask {
    ($($method:ident($($given:ident: $type:ty),*) $hint:expr;)*) => {
        $(fn $method<V: Visitor<'de>>(
            self,
            $($given: $type,)*
            visitor: V,
        ) -> Result<V::Value, Fault> {
            self.ask($hint, visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for Given<'_, 'de> {
    type Error = Fault;

    ask! {
        deserialize_any() Hint::Any;
        deserialize_bool() Hint::Bool;
        deserialize_i8() Hint::I8;
        deserialize_i16() Hint::I16;
        deserialize_i32() Hint::I32;
        deserialize_i64() Hint::I64;
        deserialize_u8() Hint::U8;
        deserialize_u16() Hint::U16;
        deserialize_u32() Hint::U32;
        deserialize_u64() Hint::U64;
        deserialize_f32() Hint::F32;
        deserialize_f64() Hint::F64;
        deserialize_char() Hint::Char;
        deserialize_str() Hint::Str;
        deserialize_string() Hint::String;
        deserialize_bytes() Hint::Bytes;
        deserialize_byte_buf() Hint::ByteBuf;
        deserialize_option() Hint::Option;
        deserialize_unit() Hint::Unit;
        deserialize_unit_struct(name: &'static str) Hint::UnitStruct(name);
        deserialize_newtype_struct(name: &'static str) Hint::NewtypeStruct(name);
        deserialize_seq() Hint::Seq;
        deserialize_tuple(length: usize) Hint::Tuple(length);
        deserialize_tuple_struct(name: &'static str, length: usize) Hint::TupleStruct(name, length);
        deserialize_map() Hint::Map;
        deserialize_struct(name: &'static str, fields: &'static [&'static str])
            Hint::Struct(name, fields);
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
            Hint::Enum(name, variants);
        deserialize_identifier() Hint::Identifier;
        deserialize_ignored_any() Hint::Ignored;
    }
}

/// A list or a record that is given.
struct GivenParts<'a, 'de>(&'a mut dyn Parts<'de>);

impl<'de> GivenParts<'_, 'de> {
    fn next<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        let mut slot = Slot::of(seed);
        Ok(self.0.next(&mut slot)?.then(|| slot.value()))
    }
}

impl<'de> SeqAccess<'de> for GivenParts<'_, 'de> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        self.next(seed)
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.left()
    }
}

impl<'de> MapAccess<'de> for GivenParts<'_, 'de> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        self.next(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let mut slot = Slot::of(seed);
        self.0.value(&mut slot)?;
        Ok(slot.value())
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.left()
    }
}

/// A variant that is given.
struct GivenVariant<'a, 'de>(&'a mut dyn Variant<'de>);

impl<'de> EnumAccess<'de> for GivenVariant<'_, 'de> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Fault> {
        let mut slot = Slot::of(seed);
        self.0.name(&mut slot)?;
        Ok((slot.value(), self))
    }
}

impl<'de> VariantAccess<'de> for GivenVariant<'_, 'de> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        self.0.unit()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fault> {
        let mut slot = Slot::of(seed);
        self.0.newtype(&mut slot)?;
        Ok(slot.value())
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        let mut slot = Slot::of(visitor);
        self.0.tuple(length, &mut slot)?;
        Ok(slot.value())
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let mut slot = Slot::of(visitor);
        self.0.fields(fields, &mut slot)?;
        Ok(slot.value())
    }
}

/// A part of a notation, with the error that came of it: types pass on that there is one.
struct Held<T, E> {
    part: T,
    error: Option<E>,
}

impl<T, E: de::Error> Held<T, E> {
    fn of(part: T) -> Self {
        Self { part, error: None }
    }

    fn hold<V>(&mut self, done: Result<V, E>) -> Result<V, Fault> {
        done.map_err(|error| {
            let fault = Fault::of(Wrong::Held(error.to_string()));
            self.error = Some(error);
            fault
        })
    }

    fn raise(self, fault: Fault) -> E {
        match (&*fault.0, self.error) {
            (Wrong::Held(_), Some(error)) => error,
            _ => fault.raise(),
        }
    }
}

impl<'de, D: Deserializer<'de>> Source<'de> for Held<Option<D>, D::Error> {
    fn give(&mut self, hint: Hint, to: &mut dyn Taker<'de>) -> Result<(), Fault> {
        let (from, to) = (self.part.take().expect("it is read once"), To(to));
        let given = match hint {
            Hint::Any => from.deserialize_any(to),
            Hint::Bool => from.deserialize_bool(to),
            Hint::I8 => from.deserialize_i8(to),
            Hint::I16 => from.deserialize_i16(to),
            Hint::I32 => from.deserialize_i32(to),
            Hint::I64 => from.deserialize_i64(to),
            Hint::U8 => from.deserialize_u8(to),
            Hint::U16 => from.deserialize_u16(to),
            Hint::U32 => from.deserialize_u32(to),
            Hint::U64 => from.deserialize_u64(to),
            Hint::F32 => from.deserialize_f32(to),
            Hint::F64 => from.deserialize_f64(to),
            Hint::Char => from.deserialize_char(to),
            Hint::Str => from.deserialize_str(to),
            Hint::String => from.deserialize_string(to),
            Hint::Bytes => from.deserialize_bytes(to),
            Hint::ByteBuf => from.deserialize_byte_buf(to),
            Hint::Option => from.deserialize_option(to),
            Hint::Unit => from.deserialize_unit(to),
            Hint::UnitStruct(name) => from.deserialize_unit_struct(name, to),
            Hint::NewtypeStruct(name) => from.deserialize_newtype_struct(name, to),
            Hint::Seq => from.deserialize_seq(to),
            Hint::Tuple(length) => from.deserialize_tuple(length, to),
            Hint::TupleStruct(name, length) => from.deserialize_tuple_struct(name, length, to),
            Hint::Map => from.deserialize_map(to),
            Hint::Struct(name, fields) => from.deserialize_struct(name, fields, to),
            Hint::Enum(name, variants) => from.deserialize_enum(name, variants, to),
            Hint::Identifier => from.deserialize_identifier(to),
            Hint::Ignored => from.deserialize_ignored_any(to),
        };
        self.hold(given)
    }
}

/// The side that takes, as a visitor of the notation's reader.
struct To<'a, 'de>(&'a mut dyn Taker<'de>);

impl<'de> To<'_, 'de> {
    fn take<E: de::Error>(self, gift: Gift<'_, 'de>) -> Result<(), E> {
        self.0.take(gift).map_err(|fault| fault.raise())
    }
}

macro_rules! take {
    ($($method:ident $type:ty, $gift:ident;)*) => {
        $(fn $method<E: de::Error>(self, it: $type) -> Result<(), E> {
            self.take(Gift::$gift(it))
        })*
    };
}

impl<'de> Visitor<'de> for To<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    take! {
        visit_bool bool, Bool;
        visit_i64 i64, I64;
        visit_u64 u64, U64;
        visit_f64 f64, F64;
        visit_str &str, Str;
        visit_borrowed_str &'de str, Lasting;
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        self.take(Gift::None)
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.take(Gift::Unit)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        let mut held = Held::of(Some(from));
        self.0.take(Gift::Some(&mut held)).map_err(|fault| held.raise(fault))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        let mut held = Held::of(Some(from));
        self.0.take(Gift::Newtype(&mut held)).map_err(|fault| held.raise(fault))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, parts: A) -> Result<(), A::Error> {
        let mut held = Held::of(List(parts));
        self.0.take(Gift::Seq(&mut held)).map_err(|fault| held.raise(fault))
    }

    fn visit_map<A: MapAccess<'de>>(self, parts: A) -> Result<(), A::Error> {
        let mut held = Held::of(Record(parts));
        self.0.take(Gift::Map(&mut held)).map_err(|fault| held.raise(fault))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, variant: A) -> Result<(), A::Error> {
        let mut held = Held::of(Chosen::Ahead(variant));
        self.0.take(Gift::Enum(&mut held)).map_err(|fault| held.raise(fault))
    }
}

struct List<A>(A);

impl<'de, A: SeqAccess<'de>> Parts<'de> for Held<List<A>, A::Error> {
    fn next(&mut self, part: &mut dyn Seed<'de>) -> Result<bool, Fault> {
        let next = self.part.0.next_element_seed(Place(part));
        self.hold(next).map(|next| next.is_some())
    }

    fn value(&mut self, _: &mut dyn Seed<'de>) -> Result<(), Fault> {
        unreachable!("parts of a list have no keys")
    }

    fn left(&self) -> Option<usize> {
        self.part.0.size_hint()
    }
}

struct Record<A>(A);

impl<'de, A: MapAccess<'de>> Parts<'de> for Held<Record<A>, A::Error> {
    fn next(&mut self, part: &mut dyn Seed<'de>) -> Result<bool, Fault> {
        let next = self.part.0.next_key_seed(Place(part));
        self.hold(next).map(|next| next.is_some())
    }

    fn value(&mut self, value: &mut dyn Seed<'de>) -> Result<(), Fault> {
        let value = self.part.0.next_value_seed(Place(value));
        self.hold(value)
    }

    fn left(&self) -> Option<usize> {
        self.part.0.size_hint()
    }
}

/// A variant before its name is read, and after.
enum Chosen<'de, A: EnumAccess<'de>> {
    Ahead(A),
    Named(A::Variant),
    Read,
}

impl<'de, A: EnumAccess<'de>> Held<Chosen<'de, A>, A::Error> {
    fn content(&mut self) -> A::Variant {
        match core::mem::replace(&mut self.part, Chosen::Read) {
            Chosen::Named(content) => content,
            Chosen::Ahead(_) | Chosen::Read => {
                unreachable!("a variant is read once, after its name")
            }
        }
    }
}

impl<'de, A: EnumAccess<'de>> Variant<'de> for Held<Chosen<'de, A>, A::Error> {
    fn name(&mut self, name: &mut dyn Seed<'de>) -> Result<(), Fault> {
        let Chosen::Ahead(variant) = core::mem::replace(&mut self.part, Chosen::Read) else {
            unreachable!("the name of a variant is read once")
        };
        let named = variant.variant_seed(Place(name));
        let ((), content) = self.hold(named)?;
        self.part = Chosen::Named(content);
        Ok(())
    }

    fn unit(&mut self) -> Result<(), Fault> {
        let read = self.content().unit_variant();
        self.hold(read)
    }

    fn newtype(&mut self, content: &mut dyn Seed<'de>) -> Result<(), Fault> {
        let read = self.content().newtype_variant_seed(Place(content));
        self.hold(read)
    }

    fn tuple(&mut self, length: usize, to: &mut dyn Taker<'de>) -> Result<(), Fault> {
        let read = self.content().tuple_variant(length, To(to));
        self.hold(read)
    }

    fn fields(
        &mut self,
        fields: &'static [&'static str],
        to: &mut dyn Taker<'de>,
    ) -> Result<(), Fault> {
        let read = self.content().struct_variant(fields, To(to));
        self.hold(read)
    }
}
