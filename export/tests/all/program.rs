//! A program in C over the files of a mechanism: written, compiled without a warning, run.

use linkwork_export::c::Code;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Flags that every compiler of the language must accept, and no contraction of products and sums.
const FLAGS: [&str; 7] = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-O1"];

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
    let file = |ending: &str, text: &str| {
        let path = folder.0.join(ending);
        std::fs::write(&path, text).expect("a file");
        path
    };
    file(&format!("{}.h", code.stem), &code.header);
    let source = file(&format!("{}.c", code.stem), &code.source);
    let main = file("main_program.c", &main);
    let program = folder.0.join("program");
    let compiled =
        Command::new("cc").args(FLAGS).arg("-o").arg(&program).args([&source, &main]).arg("-lm").output();
    let compiled = compiled.expect("a compiler of C, `cc`");
    assert!(compiled.status.success(), "{}: {}", code.stem, String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(&program).output().expect("it runs");
    assert!(output.status.success(), "{}: {:?}", code.stem, output.status);
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| f64::from_bits(u64::from_str_radix(line, 16).expect("a number"))).collect()
}

/// `static const double name[] = { … };`
pub fn array(name: &str, values: &[f64]) -> String {
    let list: Vec<String> = values.iter().map(|x| format!("{x:?}")).collect();
    let list = if list.is_empty() { "0.0".to_owned() } else { list.join(", ") };
    format!("    static const double {name}[] = {{{list}}};\n")
}
