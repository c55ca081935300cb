//! Animations: compressed numbers, poses, pages and glTF.

mod arrows;
mod between;
mod coding;
mod films;
mod gltf;
mod looks;
mod pages;
mod poses;
