//! A step of a scenario: one that all games share, or one of its game's own.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{EnumAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, EnumAccess, IntoDeserializer, Visitor};
use serde::{Deserialize, Deserializer};

use crate::player::Player;

/// A step that the scenarios of every game have.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Common {
    /// The player who is asked takes the option with this label.
    Choose(String),
    /// As `Choose`, and it must be this player who is asked.
    As(Player, String),
    /// This player is asked.
    Asked(Player),
    /// Exactly these options are offered, in any order.
    Options(Vec<String>),
    /// These are among the options.
    Offered(Vec<String>),
    /// None of these is among the options.
    NotOffered(Vec<String>),
    /// This is not offered, and the reason contains this.
    WhyNot(String, String),
    /// A line of the log so far contains this.
    Logged(String),
    /// No line of the log so far contains this.
    NotLogged(String),
    /// Lines of the log that contain these, in this order.
    LoggedInOrder(Vec<String>),
}

/// The names of [`Common`] steps; every other name is a step of the game.
const COMMON: [&str; 10] = [
    "Choose",
    "As",
    "Asked",
    "Options",
    "Offered",
    "NotOffered",
    "WhyNot",
    "Logged",
    "NotLogged",
    "LoggedInOrder",
];

/// Something done, or something that must hold.
#[derive(Clone, PartialEq, Eq)]
pub enum Step<S> {
    /// A step that all games share.
    Common(Common),
    /// A step of the game.
    Own(S),
}

impl<S: fmt::Debug> fmt::Debug for Step<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Common(step) => step.fmt(f),
            Self::Own(step) => step.fmt(f),
        }
    }
}

impl<'de, S: DeserializeOwned> Deserialize<'de> for Step<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_enum("Step", &COMMON, StepVisitor(PhantomData))
    }
}

struct StepVisitor<S>(PhantomData<S>);

impl<'de, S: DeserializeOwned> Visitor<'de> for StepVisitor<S> {
    type Value = Step<S>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a step of a scenario")
    }

    /// Both kinds read the same name and the same content: only who reads differs.
    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Step<S>, A::Error> {
        let (name, content) = access.variant_seed(Identifier)?;
        let known = COMMON.contains(&name.as_str());
        let access = EnumAccessDeserializer::new(Read { name, content });
        if known {
            Common::deserialize(access).map(Step::Common)
        } else {
            S::deserialize(access).map(Step::Own)
        }
    }
}

/// The name of a variant.
struct Identifier;

impl<'de> DeserializeSeed<'de> for Identifier {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Identifier {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a step")
    }

    fn visit_str<E>(self, name: &str) -> Result<String, E> {
        Ok(name.to_owned())
    }
}

/// An enum whose name was read already.
struct Read<V> {
    name: String,
    content: V,
}

impl<'de, V: serde::de::VariantAccess<'de>> EnumAccess<'de> for Read<V> {
    type Error = V::Error;
    type Variant = V;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, V), V::Error> {
        let name: StrDeserializer<'_, V::Error> = self.name.as_str().into_deserializer();
        Ok((seed.deserialize(name)?, self.content))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq, Deserialize)]
    enum Own {
        Damage(String, u8),
        Over,
    }

    fn read(text: &str) -> Result<Vec<Step<Own>>, String> {
        ron::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn steps_of_both_kinds_stand_side_by_side() {
        let steps = read(r#"[Choose("Pass"), Damage("Yoda", 2), As(P2, "Pass"), Over]"#).unwrap();
        let expected = [
            Step::Common(Common::Choose("Pass".into())),
            Step::Own(Own::Damage("Yoda".into(), 2)),
            Step::Common(Common::As(Player::at(1).unwrap(), "Pass".into())),
            Step::Own(Own::Over),
        ];
        assert_eq!(steps, expected);
    }

    #[test]
    fn every_common_name_is_listed() {
        for name in COMMON {
            let error = read(&format!("[{name}(\"x\", 7, 7, 7)]")).unwrap_err();
            assert!(!error.contains("Damage"), "{name}: {error}");
        }
    }

    #[test]
    fn an_unknown_step_is_an_error_that_names_it() {
        let error = read("[Dance(1)]").unwrap_err();
        assert!(error.contains("Dance") && error.contains("Damage"), "{error}");
    }
}
