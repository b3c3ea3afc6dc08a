//! Values as trees of the words that they are made of: what is written of them, with the names of
//! their types kept. A walk over such a tree knows a step from a measure of the same name.

use core::fmt::{self, Display};

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde::ser::{self, Serialize, Serializer};

use crate::given::Wanted;

/// A value as it is written in files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// Nothing: it was left out, or is not so.
    Nothing,
    /// The flag holds.
    Yes,
    /// It is said not to be so, where nothing might have been said.
    No,
    /// A whole number.
    Number(i64),
    /// A text of letters.
    Text(String),
    /// A list of values.
    List(Vec<Tree>),
    /// A struct, or a variant of an enum.
    Word(Word),
}

/// A struct, or a variant of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The name of the type, such as `Step`.
    pub family: &'static str,
    /// The variant; empty of a struct.
    pub name: &'static str,
    /// Its fields, by their names where they have some.
    pub fields: Vec<(&'static str, Tree)>,
}

impl Word {
    /// The value of a field, by its name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Tree> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, tree)| tree)
    }
}

impl Tree {
    /// Writes a value down as a tree.
    ///
    /// # Panics
    /// If it is none of what definitions are made of: a map, a float, bytes.
    #[must_use]
    pub fn of(value: &impl Serialize) -> Self {
        value.serialize(Writer).expect("definitions are made of words, lists, numbers and texts")
    }

    /// The words in it, as far as no word is in between.
    pub fn words(&self) -> Box<dyn Iterator<Item = &Word> + '_> {
        match self {
            Self::Word(word) => Box::new(core::iter::once(word)),
            Self::List(list) => Box::new(list.iter().flat_map(Self::words)),
            _ => Box::new(core::iter::empty()),
        }
    }
}

/// The names of the variants of an enum.
///
/// ```
/// #[derive(serde::Deserialize)]
/// enum Side {
///     Left,
///     Right,
/// }
///
/// assert_eq!(cardmill_harness::tree::variants::<Side>(), ["Left", "Right"]);
/// ```
///
/// # Panics
/// If it is no enum.
#[must_use]
pub fn variants<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    let asked = Wanted::<T>::new().place().deserialize(Asked);
    let Err(Told::Variants(names)) = asked else { panic!("expected an enum") };
    names
}

/// The outcome of writing or reading: always a failure of the one who asks, in its own words.
#[derive(Debug)]
enum Told {
    Variants(&'static [&'static str]),
    Other(String),
}

impl Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variants(names) => write!(f, "{names:?}"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

impl core::error::Error for Told {}

impl ser::Error for Told {
    fn custom<T: Display>(text: T) -> Self {
        Self::Other(text.to_string())
    }
}

impl serde::de::Error for Told {
    fn custom<T: Display>(text: T) -> Self {
        Self::Other(text.to_string())
    }
}

/// Asks a type for its variants.
struct Asked;

impl<'de> Deserializer<'de> for Asked {
    type Error = Told;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Told> {
        Err(Told::Other("no enum".into()))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Told> {
        Err(Told::Variants(variants))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The serializer that makes a tree of a value.
struct Writer;

/// Fields on their way into a word.
struct Fields(Word);

/// Elements on their way into a list.
struct Elements(Vec<Tree>);

fn word(family: &'static str, name: &'static str, fields: Vec<(&'static str, Tree)>) -> Tree {
    Tree::Word(Word { family, name, fields })
}

impl Fields {
    fn new(family: &'static str, name: &'static str) -> Self {
        Self(Word { family, name, fields: Vec::new() })
    }

    fn add(&mut self, name: &'static str, value: &(impl Serialize + ?Sized)) -> Result<(), Told> {
        self.0.fields.push((name, value.serialize(Writer)?));
        Ok(())
    }
}

macro_rules! collects {
    ($($Trait:ident: $method:ident($($key:ident: $type:ty)?) as $name:expr, in $Parts:ident;)*) => {
        $(impl ser::$Trait for $Parts {
            type Ok = Tree;
            type Error = Told;

            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($key: $type,)?
                value: &T,
            ) -> Result<(), Told> {
                self.add($name, value)
            }

            fn end(self) -> Result<Tree, Told> {
                Ok(self.into())
            }
        })*
    };
}

collects! {
    SerializeSeq: serialize_element() as "", in Elements;
    SerializeTuple: serialize_element() as "", in Elements;
    SerializeTupleStruct: serialize_field() as "", in Fields;
    SerializeTupleVariant: serialize_field() as "", in Fields;
    SerializeStruct: serialize_field(key: &'static str) as key, in Fields;
    SerializeStructVariant: serialize_field(key: &'static str) as key, in Fields;
}

impl Elements {
    fn add(&mut self, _: &str, value: &(impl Serialize + ?Sized)) -> Result<(), Told> {
        self.0.push(value.serialize(Writer)?);
        Ok(())
    }
}

impl From<Elements> for Tree {
    fn from(elements: Elements) -> Self {
        Self::List(elements.0)
    }
}

impl From<Fields> for Tree {
    fn from(fields: Fields) -> Self {
        Self::Word(fields.0)
    }
}

/// Numbers of all widths.
macro_rules! numbers {
    ($($method:ident: $type:ty;)*) => {
        $(fn $method(self, number: $type) -> Result<Tree, Told> {
            Ok(Tree::Number(number.into()))
        })*
    };
}

impl Serializer for Writer {
    type Ok = Tree;
    type Error = Told;
    type SerializeSeq = Elements;
    type SerializeTuple = Elements;
    type SerializeTupleStruct = Fields;
    type SerializeTupleVariant = Fields;
    type SerializeMap = ser::Impossible<Tree, Told>;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Fields;

    numbers! {
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
    }

    fn serialize_bool(self, so: bool) -> Result<Tree, Told> {
        Ok(if so { Tree::Yes } else { Tree::Nothing })
    }

    fn serialize_u64(self, number: u64) -> Result<Tree, Told> {
        let number = i64::try_from(number).map_err(ser::Error::custom)?;
        Ok(Tree::Number(number))
    }

    fn serialize_f32(self, _: f32) -> Result<Tree, Told> {
        Err(ser::Error::custom("a float"))
    }

    fn serialize_f64(self, _: f64) -> Result<Tree, Told> {
        Err(ser::Error::custom("a float"))
    }

    fn serialize_char(self, letter: char) -> Result<Tree, Told> {
        Ok(Tree::Text(letter.into()))
    }

    fn serialize_str(self, text: &str) -> Result<Tree, Told> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<Tree, Told> {
        Err(ser::Error::custom("bytes"))
    }

    fn serialize_none(self) -> Result<Tree, Told> {
        Ok(Tree::Nothing)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Tree, Told> {
        Ok(match value.serialize(self)? {
            Tree::Nothing => Tree::No,
            said => said,
        })
    }

    fn serialize_unit(self) -> Result<Tree, Told> {
        Ok(Tree::Nothing)
    }

    fn serialize_unit_struct(self, family: &'static str) -> Result<Tree, Told> {
        Ok(word(family, "", Vec::new()))
    }

    fn serialize_unit_variant(
        self,
        family: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<Tree, Told> {
        Ok(word(family, name, Vec::new()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        family: &'static str,
        value: &T,
    ) -> Result<Tree, Told> {
        Ok(word(family, "", vec![("", value.serialize(Self)?)]))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        family: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<Tree, Told> {
        Ok(word(family, name, vec![("", value.serialize(Self)?)]))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Elements, Told> {
        Ok(Elements(Vec::new()))
    }

    fn serialize_tuple(self, _: usize) -> Result<Elements, Told> {
        Ok(Elements(Vec::new()))
    }

    fn serialize_tuple_struct(self, family: &'static str, _: usize) -> Result<Fields, Told> {
        Ok(Fields::new(family, ""))
    }

    fn serialize_tuple_variant(
        self,
        family: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Fields, Told> {
        Ok(Fields::new(family, name))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Told> {
        Err(ser::Error::custom("a map"))
    }

    fn serialize_struct(self, family: &'static str, _: usize) -> Result<Fields, Told> {
        Ok(Fields::new(family, ""))
    }

    fn serialize_struct_variant(
        self,
        family: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Fields, Told> {
        Ok(Fields::new(family, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;

    #[derive(Serialize)]
    struct Card {
        cost: u8,
        steps: Vec<Step>,
        unique: bool,
        side: Option<Step>,
        leader: Option<bool>,
    }

    #[derive(Serialize)]
    enum Step {
        Draw(u8),
        Heal { points: i8, twice: bool },
        Pass,
    }

    #[test]
    fn a_tree_says_which_types_words_are_of() {
        let card = Card {
            cost: 2,
            steps: vec![Step::Draw(1), Step::Heal { points: -3, twice: true }, Step::Pass],
            unique: false,
            side: None,
            leader: Some(false),
        };
        let step = |name, fields| word("Step", name, fields);
        let steps = vec![
            step("Draw", vec![("", Tree::Number(1))]),
            step("Heal", vec![("points", Tree::Number(-3)), ("twice", Tree::Yes)]),
            step("Pass", vec![]),
        ];
        let tree = Tree::of(&card);
        let fields = vec![
            ("cost", Tree::Number(2)),
            ("steps", Tree::List(steps)),
            ("unique", Tree::Nothing),
            ("side", Tree::Nothing),
            ("leader", Tree::No),
        ];
        assert_eq!(tree, word("Card", "", fields));
        let Tree::Word(card) = &tree else { panic!("a word") };
        let names: Vec<&str> = card.field("steps").unwrap().words().map(|step| step.name).collect();
        assert_eq!(names, ["Draw", "Heal", "Pass"]);
    }
}
