//! Names of quantities: a compiled program and what runs it have them in common.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

/// A name with its unit, as in the description (`unit` is empty for dimensionless quantities).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: Cow<'static, str>,
    /// The SI unit.
    pub unit: Cow<'static, str>,
}

impl Named {
    /// A name that is known at compile time.
    pub const fn new(name: &'static str, unit: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), unit: Cow::Borrowed(unit) }
    }
}

/// A list of names. Clones share it: a tree of many links has several names a link.
#[derive(Clone)]
pub enum NameList {
    /// Known at compile time.
    Known(&'static [Named]),
    /// Made by a program.
    Shared(Arc<[Named]>),
}

impl NameList {
    /// No names.
    pub const EMPTY: Self = Self::Known(&[]);
}

impl Deref for NameList {
    type Target = [Named];
    fn deref(&self) -> &[Named] {
        match self {
            Self::Known(names) => names,
            Self::Shared(names) => names,
        }
    }
}

/// That of the slice.
impl fmt::Debug for NameList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl Default for NameList {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl PartialEq for NameList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for NameList {}

impl From<Vec<Named>> for NameList {
    fn from(names: Vec<Named>) -> Self {
        Self::Shared(names.into())
    }
}

impl FromIterator<Named> for NameList {
    fn from_iter<I: IntoIterator<Item = Named>>(names: I) -> Self {
        Self::Shared(names.into_iter().collect())
    }
}

impl<'a> IntoIterator for &'a NameList {
    type Item = &'a Named;
    type IntoIter = core::slice::Iter<'a, Named>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::{NameList, Named};
    use alloc::vec;
    use core::ptr::eq;

    #[test]
    fn clones_share_their_names() {
        let list: NameList = vec![Named::new("angle", "rad"), Named::new("der(angle)", "rad/s")].into();
        assert!(eq(&*list, &*list.clone()));
        const KNOWN: NameList = NameList::Known(&[Named::new("angle", "rad")]);
        assert_eq!(KNOWN, list[..1].to_vec().into());
        assert_ne!(KNOWN, list);
        assert_eq!(std::format!("{list:?}"), std::format!("{:?}", &*list));
        assert!(NameList::EMPTY.is_empty());
    }
}
