//! Names of files: that of the mechanism in snake case, unless the language has a file or a word of this name.
//!
//! Invariant: a stem is no word of the language, and no name that programs in it include or import.

use crate::names::snake;

/// The headers of C, with those that they include in common libraries.
const HEADERS: &str = "alloca assert complex ctype endian errno features fenv float inttypes iso646 limits locale math setjmp signal \
stdalign stdarg stdatomic stdbit stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar \
wchar wctype";

/// The words of Python that cannot be imported.
const WORDS: &str = "and as assert async await break class continue def del elif else except finally for from global if import in is \
lambda nonlocal not or pass raise return try while with yield";

/// The modules of Python, many of which CasADi and NumPy import, and those of numerical programs. A file beside a program hides them.
const MODULES: &str = "abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb \
binascii bisect builtins bz2 calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall compression \
concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis \
distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc \
genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io \
ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib \
msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle \
pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile profiling pstats pty pwd py_compile pyclbr pydoc \
pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex \
shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics \
string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this \
threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata \
unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib \
zoneinfo casadi matplotlib numpy pandas scipy";

/// The name of files without an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stem {
    /// The name.
    pub name: String,
    /// Why it ends with `_mechanism`, if it was changed.
    pub reason: Option<String>,
}

impl Stem {
    /// Of a header and a source file.
    pub fn in_c(mechanism: &str) -> Self {
        Self::of(mechanism, |name| is_in(HEADERS, name).then(|| format!("`{name}.h` is a header of C")))
    }

    /// Of a module.
    pub fn in_python(mechanism: &str) -> Self {
        Self::of(mechanism, |name| {
            let word = is_in(WORDS, name).then(|| format!("`{name}` is a word of Python"));
            word.or_else(|| is_in(MODULES, name).then(|| format!("`{name}` is a module of Python")))
        })
    }

    fn of(mechanism: &str, taken: impl Fn(&str) -> Option<String>) -> Self {
        let name = snake(mechanism);
        match taken(&name) {
            None => Self { name, reason: None },
            reason => Self { name: format!("{name}_mechanism"), reason },
        }
    }
}

/// Whether a name is one of those in a text.
fn is_in(names: &str, name: &str) -> bool {
    names.split_whitespace().any(|taken| taken == name)
}

#[cfg(test)]
mod tests {
    use super::Stem;

    #[test]
    fn names_of_a_language_are_changed() {
        let stems = |name: &str| [Stem::in_c(name), Stem::in_python(name)].map(|stem| stem.name);
        assert_eq!(stems("SliderCrank"), ["slider_crank", "slider_crank"]);
        assert_eq!(stems("Math"), ["math_mechanism", "math_mechanism"]);
        assert_eq!(stems("Stdio"), ["stdio_mechanism", "stdio"]);
        for name in ["Lambda", "Casadi", "Numpy", "Platform", "Typing"] {
            let plain = name.to_lowercase();
            assert_eq!(stems(name), [plain.clone(), format!("{plain}_mechanism")]);
        }
        assert_eq!(Stem::in_python("Lambda").reason.as_deref(), Some("`lambda` is a word of Python"));
        assert_eq!(Stem::in_python("String").reason.as_deref(), Some("`string` is a module of Python"));
        assert_eq!(Stem::in_c("String").reason.as_deref(), Some("`string.h` is a header of C"));
        assert_eq!(Stem::in_c("Pendulum").reason, None);
    }
}
