//! X-Wing 2.0 on the cardmill kernel.
