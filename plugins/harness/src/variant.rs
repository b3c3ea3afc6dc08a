//! Enums whose variants are structs of their own, written as if the fields were the variant's:
//! `Heal(on: [It])` for `Step::Heal(Heal { on, .. })`. RON and JSON of such an enum are those of
//! one with the fields in it, and so are their errors.

use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, VariantAccess, Visitor};
use serde::ser::{
    Error as _, Impossible, SerializeStruct, SerializeStructVariant, SerializeTupleStruct,
    SerializeTupleVariant,
};
use serde::{Deserialize, Serialize, Serializer, forward_to_deserialize_any};

/// The name of a variant, as its place among `names`.
#[derive(Clone, Copy, Debug)]
pub struct Named(pub &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Named {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Named {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("variant identifier")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        let place = self.0.iter().position(|known| *known == name);
        place.ok_or_else(|| E::unknown_variant(name, self.0))
    }
}

/// Reads the fields of a variant into a struct.
///
/// # Errors
/// The complaint about them.
pub fn read<'de, T: Deserialize<'de>, A: VariantAccess<'de>>(access: A) -> Result<T, A::Error> {
    T::deserialize(Fields(access))
}

/// Writes a struct as a variant with its fields; one without any by its name alone.
///
/// # Errors
/// Those of the serializer.
pub fn write<T: Serialize, S: Serializer>(
    serializer: S,
    family: &'static str,
    names: &'static [&'static str],
    name: &'static str,
    fields: &T,
) -> Result<S::Ok, S::Error> {
    let index = names.iter().position(|known| *known == name).unwrap_or_default() as u32;
    fields.serialize(AsVariant { serializer, family, index, name })
}

/// Writes the struct that it is given as a variant.
struct AsVariant<S> {
    serializer: S,
    family: &'static str,
    index: u32,
    name: &'static str,
}

/// The fields of a struct, or of a tuple struct, on their way into a variant.
struct InVariant<F>(F);

impl<F: SerializeStructVariant> SerializeStruct for InVariant<F> {
    type Ok = F::Ok;
    type Error = F::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), F::Error> {
        self.0.serialize_field(key, value)
    }

    fn end(self) -> Result<F::Ok, F::Error> {
        self.0.end()
    }
}

impl<F: SerializeTupleVariant> SerializeTupleStruct for InVariant<F> {
    type Ok = F::Ok;
    type Error = F::Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), F::Error> {
        self.0.serialize_field(value)
    }

    fn end(self) -> Result<F::Ok, F::Error> {
        self.0.end()
    }
}

/// Nothing else than a struct is a variant.
macro_rules! no_struct {
    ($($method:ident($($type:ty),*) -> $ok:ty;)*) => {
        $(fn $method(self, $(_: $type),*) -> Result<$ok, S::Error> {
            Err(S::Error::custom("expected a struct"))
        })*
    };
}

impl<S: Serializer> Serializer for AsVariant<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = InVariant<S::SerializeTupleVariant>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
    type SerializeMap = Impossible<S::Ok, S::Error>;
    type SerializeStruct = InVariant<S::SerializeStructVariant>;
    type SerializeStructVariant = Impossible<S::Ok, S::Error>;

    fn serialize_struct(
        self,
        _: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStruct, S::Error> {
        let Self { serializer, family, index, name } = self;
        serializer.serialize_struct_variant(family, index, name, len).map(InVariant)
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleStruct, S::Error> {
        let Self { serializer, family, index, name } = self;
        serializer.serialize_tuple_variant(family, index, name, len).map(InVariant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let Self { serializer, family, index, name } = self;
        serializer.serialize_newtype_variant(family, index, name, value)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<S::Ok, S::Error> {
        let Self { serializer, family, index, name } = self;
        serializer.serialize_unit_variant(family, index, name)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom("expected a struct"))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom("expected a struct"))
    }

    no_struct! {
        serialize_bool(bool) -> S::Ok;
        serialize_i8(i8) -> S::Ok;
        serialize_i16(i16) -> S::Ok;
        serialize_i32(i32) -> S::Ok;
        serialize_i64(i64) -> S::Ok;
        serialize_u8(u8) -> S::Ok;
        serialize_u16(u16) -> S::Ok;
        serialize_u32(u32) -> S::Ok;
        serialize_u64(u64) -> S::Ok;
        serialize_f32(f32) -> S::Ok;
        serialize_f64(f64) -> S::Ok;
        serialize_char(char) -> S::Ok;
        serialize_str(&str) -> S::Ok;
        serialize_bytes(&[u8]) -> S::Ok;
        serialize_none() -> S::Ok;
        serialize_unit() -> S::Ok;
        serialize_unit_variant(&'static str, u32, &'static str) -> S::Ok;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }
}

/// The fields of a variant, as the struct that is read from them sees them.
struct Fields<A>(A);

impl<'de, A: VariantAccess<'de>> Deserializer<'de> for Fields<A> {
    type Error = A::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.struct_variant(fields, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(len, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.newtype_variant_seed(Only(visitor))
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.unit_variant()?;
        visitor.visit_unit()
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, A::Error> {
        Err(A::Error::custom("expected a variant that is a struct"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit seq tuple map enum identifier ignored_any
    }
}

/// The only field of a variant.
struct Only<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Only<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(deserializer)
    }
}

/// An enum with a variant for each of these structs, called as it is. It is read and written as if
/// the fields were the variant's.
///
/// ```
/// #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
/// struct Heal {
///     points: u8,
/// }
/// #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
/// struct Rest;
///
/// cardmill_harness::variants! {
///     /// What is done.
///     pub(crate) enum Step { Heal, Rest }
/// }
///
/// let steps: Vec<Step> = cardmill_harness::notation::parse("[Heal(points: 2), Rest]").unwrap();
/// assert_eq!(steps, [Step::Heal(Heal { points: 2 }), Step::Rest(Rest)]);
/// let written = cardmill_harness::notation::write(&steps).unwrap();
/// assert_eq!(written, "[Heal(points: 2), Rest]\n");
/// ```
#[macro_export]
macro_rules! variants {
    ($(#[$about:meta])* $see:vis enum $family:ident { $($name:ident),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        $see enum $family {
            $(
                #[doc = concat!("[`", stringify!($name), "`].")]
                $name($name),
            )*
        }

        const NAMES: &[&str] = &[$(stringify!($name),)*];

        impl ::serde::Serialize for $family {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(
                        Self::$name(word) => {
                            let (family, name) = (stringify!($family), stringify!($name));
                            $crate::variant::write(serializer, family, NAMES, name, word)
                        }
                    )*
                }
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $family {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                struct Variants;

                impl<'de> ::serde::de::Visitor<'de> for Variants {
                    type Value = $family;

                    fn expecting(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                        f.write_str(concat!("enum ", stringify!($family)))
                    }

                    fn visit_enum<A: ::serde::de::EnumAccess<'de>>(
                        self,
                        data: A,
                    ) -> Result<$family, A::Error> {
                        use $crate::variant;
                        let (place, fields) = data.variant_seed(variant::Named(NAMES))?;
                        let name = NAMES[place];
                        $(
                            if name == stringify!($name) {
                                return variant::read(fields).map($family::$name);
                            }
                        )*
                        Err(::serde::de::Error::unknown_variant(name, NAMES))
                    }
                }

                from.deserialize_enum(stringify!($family), NAMES, Variants)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use crate::notation;

    #[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
    struct Rest;
    #[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
    struct Heal {
        on: String,
        #[serde(default)]
        by: u8,
    }
    #[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
    struct Draw(u8, u8);
    #[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
    struct Find(Vec<u8>);

    variants! {
        enum Word { Rest, Heal, Draw, Find }
    }

    /// The same with the fields in it.
    #[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
    enum Plain {
        Rest,
        Heal {
            on: String,
            #[serde(default)]
            by: u8,
        },
        Draw(u8, u8),
        Find(Vec<u8>),
    }

    const GOOD: &str = r#"[Rest, Heal(on: "A"), Heal(on: "B", by: 2), Draw(1, 2), Find([3])]"#;

    #[test]
    fn words_are_written_like_plain_variants() {
        let (words, plain): (Vec<Word>, Vec<Plain>) =
            (notation::parse(GOOD).unwrap(), notation::parse(GOOD).unwrap());
        let json = serde_json::to_string(&plain).unwrap();
        assert_eq!(serde_json::to_string(&words).unwrap(), json);
        assert_eq!(serde_json::from_str::<Vec<Word>>(&json).unwrap(), words);
    }

    #[test]
    fn errors_are_those_of_plain_variants() {
        for wrong in ["Heal(by: 2)", "Heal(on: 3)", "Hael", "Draw(1)", "Rest(1)", "Find(1)", "7"] {
            let word = notation::parse::<Word>(wrong).unwrap_err();
            let plain = notation::parse::<Plain>(wrong).unwrap_err();
            let told = plain.to_string().replace("`Plain`", "`Word`");
            let told = told.replace("tuple variant Plain::", "tuple struct ");
            assert_eq!(word.to_string(), told, "{wrong}");
        }
    }
}
