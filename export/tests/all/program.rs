//! A program in C over the files of a mechanism: written, compiled without a warning, run.

use linkwork_export::c::Code;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

/// Flags that every compiler of the language must accept, and no contraction of products and sums.
const FLAGS: [&str; 6] = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off"];
/// Sources of more bytes are not optimised, which takes eight times as long. Smaller ones have all kinds of statements, those of
/// mechanisms in space in both formulations among them; neither may change a bit.
const OPTIMISED: usize = 400_000;

/// A folder that is removed when the test ends.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // Files that remain in the folder for temporary files are harmless.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The numbers that `body`, the inside of `main`, prints by `show(count, values)`, bit for bit.
pub fn run(code: &Code, body: &str) -> Vec<f64> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let name = format!("linkwork-export-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let folder = Folder(std::env::temp_dir().join(name));
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let main = format!(
        "#include \"{stem}.h\"
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static void show(int count, const double values[])
{{
    int i;
    for (i = 0; i < count; ++i) {{
        uint64_t bits;
        memcpy(&bits, values + i, sizeof bits);
        printf(\"%016\" PRIx64 \"\\n\", bits);
    }}
}}
int main(void)
{{
{body}
    return 0;
}}
",
        stem = code.stem
    );
    let file = |ending: &str, content: &[u8]| {
        let path = folder.0.join(ending);
        std::fs::write(&path, content).expect("a file");
        path.into_os_string()
    };
    file(&format!("{}.h", code.stem), code.header.as_bytes());
    let main = file("main_program.c", main.as_bytes());
    let model = file("model.o", &compiled(code, &folder.0));
    let program = folder.0.join("program").into_os_string();
    compile(&code.stem, &["-O1".as_ref(), "-o".as_ref(), &program, &main, &model, "-lm".as_ref()]);
    let output = Command::new(&program).output().expect("it runs");
    assert!(output.status.success(), "{}: {:?}", code.stem, output.status);
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| f64::from_bits(u64::from_str_radix(line, 16).expect("a number"))).collect()
}

/// The object file of a mechanism, which several programs share.
fn compiled(code: &Code, folder: &Path) -> Arc<Vec<u8>> {
    type Objects = HashMap<String, Arc<OnceLock<Arc<Vec<u8>>>>>;
    static OBJECTS: LazyLock<Mutex<Objects>> = LazyLock::new(Mutex::default);
    let key = [code.header.as_str(), &code.source].concat();
    let object = Arc::clone(OBJECTS.lock().expect("objects").entry(key).or_default());
    let made = object.get_or_init(|| {
        let source = folder.join(format!("{}.c", code.stem));
        std::fs::write(&source, &code.source).expect("a file");
        let level = if code.source.len() > OPTIMISED { "-O0" } else { "-O1" };
        let object = folder.join("made.o");
        compile(
            &code.stem,
            &[level.as_ref(), "-c".as_ref(), "-o".as_ref(), object.as_ref(), source.as_ref()],
        );
        Arc::new(std::fs::read(object).expect("an object file"))
    });
    Arc::clone(made)
}

/// The compiler of C, without a warning.
fn compile(stem: &str, arguments: &[&OsStr]) {
    let compiled = Command::new("cc").args(FLAGS).args(arguments).output().expect("a compiler of C, `cc`");
    assert!(compiled.status.success(), "{stem}: {}", String::from_utf8_lossy(&compiled.stderr));
}

/// `static const double name[] = { … };`
pub fn array(name: &str, values: &[f64]) -> String {
    let list: Vec<String> = values.iter().map(|x| format!("{x:?}")).collect();
    let list = if list.is_empty() { "0.0".to_owned() } else { list.join(", ") };
    format!("    static const double {name}[] = {{{list}}};\n")
}
