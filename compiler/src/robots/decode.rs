//! Bytes of a file → text: UTF-8, or the encoding of a byte order mark or of the XML declaration.

use super::messages::reason;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// The declaration is within that number of bytes.
const HEAD: usize = 200;

/// The text of an XML file.
///
/// ```
/// use linkwork_compiler::robots::decode;
/// assert_eq!(decode(b"<robot name='a'/>").as_deref(), Ok("<robot name='a'/>"));
/// let latin = b"<?xml version='1.0' encoding='ISO-8859-1'?><robot name='Gr\xfcn'/>";
/// assert!(decode(latin).is_ok_and(|text| text.contains("Gr\u{fc}n")));
/// assert!(decode(b"<robot name='Gr\xfcn'/>").is_err());
/// ```
///
/// # Errors
/// Why the bytes are not text.
pub fn decode(bytes: &[u8]) -> Result<String, String> {
    let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    let encoding = match marked.or_else(|| unmarked(bytes)) {
        Some(encoding) => encoding,
        None => declared(bytes)?.unwrap_or(UTF_8),
    };
    let (text, _, broken) = encoding.decode(bytes);
    if broken {
        return Err(reason::wrong_encoding(encoding.name()));
    }
    Ok(text.into_owned())
}

/// UTF-16 without a mark: every other byte from `<` on is zero.
fn unmarked(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'<', 0, ..] => Some(UTF_16LE),
        [0, b'<', ..] => Some(UTF_16BE),
        _ => None,
    }
}

/// The encoding of the XML declaration.
fn declared(bytes: &[u8]) -> Result<Option<&'static Encoding>, String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let Some((declaration, _)) = head.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>")) else {
        return Ok(None);
    };
    let Some((_, value)) = declaration.split_once("encoding") else { return Ok(None) };
    let label = value.trim_start_matches([' ', '=']).trim_matches(['"', '\'', ' ']);
    let label = label.split(['"', '\'']).next().unwrap_or_default();
    match Encoding::for_label(label.as_bytes()) {
        // The bytes of these are not those of a declaration that could be read.
        Some(encoding) if encoding == UTF_16LE || encoding == UTF_16BE => Ok(None),
        Some(encoding) => Ok(Some(encoding)),
        None => Err(reason::unknown_encoding(label)),
    }
}
