//! The table of kinds: one line for each kind.

/// From `file: Struct, Struct …;` in the order of `docs/language.md`: the module of each file, the enum of all structs, which forwards
/// to their laws, and the words of all files.
macro_rules! kinds {
    ($(#[$doc:meta])* $kinds:ident: $law:ident; $($file:ident: $($kind:ident),+;)*) => {
        $(mod $file;)*
        $(pub use $file::{$($kind),+};)*

        $(#[$doc])*
        #[derive(Clone, Debug)]
        #[allow(missing_docs)] // the structs are documented
        pub enum $kinds {
            $($($kind($kind),)+)*
        }

        impl core::ops::Deref for $kinds {
            type Target = dyn $law;

            fn deref(&self) -> &Self::Target {
                match self {
                    $($(Self::$kind(kind) => kind,)+)*
                }
            }
        }

        impl core::ops::DerefMut for $kinds {
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self {
                    $($(Self::$kind(kind) => kind,)+)*
                }
            }
        }

        $($(
            impl From<$kind> for $kinds {
                fn from(kind: $kind) -> Self {
                    Self::$kind(kind)
                }
            }
        )+)*

        const WORDS: &[&[Word]] = &[$($file::WORDS),*];

        /// The words of all kinds, in the order of the table.
        pub(crate) fn words() -> impl Iterator<Item = &'static Word> {
            WORDS.iter().copied().flatten()
        }
    };
}

pub(super) use kinds;
