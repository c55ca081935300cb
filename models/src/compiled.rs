//! The mechanisms that the build script compiled from the files in `mechanisms/`.

include!(concat!(env!("OUT_DIR"), "/compiled.rs"));
