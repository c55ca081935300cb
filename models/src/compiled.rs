//! The mechanisms that the build script compiled from `.mech` files.

include!(concat!(env!("OUT_DIR"), "/andrews.rs"));
include!(concat!(env!("OUT_DIR"), "/andrews_bodies.rs"));
include!(concat!(env!("OUT_DIR"), "/bricard.rs"));
include!(concat!(env!("OUT_DIR"), "/car_axis.rs"));
include!(concat!(env!("OUT_DIR"), "/chain.rs"));
include!(concat!(env!("OUT_DIR"), "/forced_oscillator.rs"));
include!(concat!(env!("OUT_DIR"), "/four_bars.rs"));
include!(concat!(env!("OUT_DIR"), "/free_slider_crank.rs"));
include!(concat!(env!("OUT_DIR"), "/governor.rs"));
include!(concat!(env!("OUT_DIR"), "/hexapod.rs"));
include!(concat!(env!("OUT_DIR"), "/jay.rs"));
include!(concat!(env!("OUT_DIR"), "/motor_pendulum.rs"));
include!(concat!(env!("OUT_DIR"), "/panda.rs"));
include!(concat!(env!("OUT_DIR"), "/quadruped.rs"));
include!(concat!(env!("OUT_DIR"), "/skate.rs"));
include!(concat!(env!("OUT_DIR"), "/slider_crank_cartesian.rs"));
