//! Twilight Imperium 4 on the cardmill kernel.
