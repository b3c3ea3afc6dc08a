//! Devices: how they come into the play area.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::maneuver::{Bearing, Maneuver};

/// A template, written as speed and bearing: `1F` is the straight of speed 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Template {
    /// Speed: its length as templates count it. 0 stands for no template.
    pub speed: u8,
    /// Its shape, left and right told apart.
    pub bearing: Bearing,
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.speed, self.bearing.name())
    }
}

impl From<Template> for String {
    fn from(Template { speed, bearing }: Template) -> Self {
        let mut text = Self::from(Maneuver { speed, bearing, ..Maneuver::default() });
        text.pop();
        text
    }
}

impl TryFrom<String> for Template {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let Ok(Maneuver { speed, bearing, .. }) = format!("{text}W").parse() else {
            return Err(format!("expected a template such as \"1F\", found {text:?}"));
        };
        Ok(Self { speed, bearing })
    }
}

/// The side of the ship to which a device goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Way {
    /// Dropped: behind it.
    #[default]
    Drop,
    /// Launched: before it.
    Launch,
    /// Placed so that it touches the ship; without a template.
    Touch,
}

/// The way in which a device comes into the play area: a side of the ship, and a template.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Placing {
    /// The side of the ship to which it goes.
    pub way: Way,
    /// The template between ship and device; the default one, of speed 0, with [`Way::Touch`].
    pub template: Template,
}

impl Placing {
    /// The same, with the parts that are given, by a template that is so much faster.
    #[must_use]
    pub fn with(
        self,
        way: Option<Way>,
        speed: Option<u8>,
        bearing: Option<Bearing>,
        faster: i8,
    ) -> Self {
        let way = way.unwrap_or(self.way);
        let template = Template {
            speed: speed.unwrap_or(self.template.speed.saturating_add_signed(faster)),
            bearing: bearing.unwrap_or(self.template.bearing),
        };
        Self::new(way, template)
    }

    /// A way and a template.
    #[must_use]
    pub fn new(way: Way, template: Template) -> Self {
        let template = if way == Way::Touch { Template::default() } else { template };
        Self { way, template }
    }
}
