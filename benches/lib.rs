//! Benchmarks live in `benches/`; this crate only names them.
