//! Pictures that move: numbers in few bytes, poses, pages and glTF.

mod coding;
mod films;
mod gltf;
mod pages;
mod poses;
