//! Elementary functions of f64 and f32: those of the standard library, which are the platform's, or with the feature `libm` those
//! of the crate `libm`, which are Rust and give the same bits on every machine.
//!
//! Invariant: all code that decides the bits of a motion uses these functions: emitted code, the tape, native code, steppers, and the
//! compiler where it assembles the default state. Square roots and floors are exact everywhere.
//!
//! Without the standard library, floats have no inherent functions beyond `abs`: the trait `Float` has those that the runtime calls as
//! methods.

macro_rules! elementary {
    ($float:ident: $($name:ident($($argument:ident),*) = $platform:ident or $libm:ident;)*) => {
        #[doc = concat!("Of ", stringify!($float), ".")]
        pub mod $float {
            $(
                #[doc = concat!("As `", stringify!($float), "::", stringify!($platform), "`.")]
                #[cfg(not(feature = "libm"))]
                #[inline(always)]
                pub fn $name($($argument: $float),*) -> $float {
                    $float::$platform($($argument),*)
                }
                #[doc = concat!("As `", stringify!($float), "::", stringify!($platform), "`.")]
                #[cfg(feature = "libm")]
                #[inline]
                pub fn $name($($argument: $float),*) -> $float {
                    libm::$libm($($argument),*)
                }
            )*
            /// √x, correctly rounded; the instruction of the processor where the standard library is linked.
            #[inline(always)]
            pub fn sqrt(x: $float) -> $float {
                #[cfg(not(feature = "std"))]
                use super::Float;
                x.sqrt()
            }
            /// The largest integer that is not greater than x.
            #[inline(always)]
            pub fn floor(x: $float) -> $float {
                #[cfg(not(feature = "std"))]
                use super::Float;
                x.floor()
            }
            /// Sine and cosine.
            #[cfg(not(feature = "libm"))]
            #[inline(always)]
            pub fn sin_cos(x: $float) -> ($float, $float) {
                $float::sin_cos(x)
            }
            /// Sine and cosine, with the bits of the single functions.
            #[cfg(feature = "libm")]
            #[inline]
            pub fn sin_cos(x: $float) -> ($float, $float) {
                (sin(x), cos(x))
            }
        }
    };
}

elementary! { f64:
    sin(x) = sin or sin;
    cos(x) = cos or cos;
    tan(x) = tan or tan;
    asin(x) = asin or asin;
    acos(x) = acos or acos;
    atan(x) = atan or atan;
    atan2(y, x) = atan2 or atan2;
    sinh(x) = sinh or sinh;
    cosh(x) = cosh or cosh;
    tanh(x) = tanh or tanh;
    exp(x) = exp or exp;
    ln(x) = ln or log;
    ln_1p(x) = ln_1p or log1p;
    hypot(x, y) = hypot or hypot;
    pow(x, y) = powf or pow;
}

elementary! { f32:
    sin(x) = sin or sinf;
    cos(x) = cos or cosf;
    tan(x) = tan or tanf;
    asin(x) = asin or asinf;
    acos(x) = acos or acosf;
    atan(x) = atan or atanf;
    atan2(y, x) = atan2 or atan2f;
    sinh(x) = sinh or sinhf;
    cosh(x) = cosh or coshf;
    tanh(x) = tanh or tanhf;
    exp(x) = exp or expf;
    ln(x) = ln or logf;
    hypot(x, y) = hypot or hypotf;
    pow(x, y) = powf or powf;
}

/// The functions that `core` lacks for floats, under the names of the standard library, which has priority where it is linked.
#[cfg(all(feature = "libm", not(feature = "std")))]
pub trait Float: Sized {
    /// √x, correctly rounded.
    fn sqrt(self) -> Self;
    /// The largest integer that is not greater.
    fn floor(self) -> Self;
    /// The smallest integer that is not smaller.
    fn ceil(self) -> Self;
    /// The nearest integer, half away from zero.
    fn round(self) -> Self;
    /// xⁿ by squaring, as compilers do it.
    fn powi(self, n: i32) -> Self;
    /// xʸ.
    fn powf(self, y: Self) -> Self;
    /// eˣ.
    fn exp(self) -> Self;
    /// ln x.
    fn ln(self) -> Self;
    /// The decimal logarithm.
    fn log10(self) -> Self;
    /// The binary logarithm.
    fn log2(self) -> Self;
    /// sin x.
    fn sin(self) -> Self;
    /// cos x.
    fn cos(self) -> Self;
    /// Both.
    fn sin_cos(self) -> (Self, Self);
    /// The angle of (x, y), called on y.
    fn atan2(self, x: Self) -> Self;
    /// √(x² + y²).
    fn hypot(self, y: Self) -> Self;
    /// The remainder of a division that is never negative.
    fn rem_euclid(self, divisor: Self) -> Self;
}

#[cfg(all(feature = "libm", not(feature = "std")))]
macro_rules! float {
    ($float:ident: $($name:ident($($argument:ident),*) = $libm:ident;)*) => {
        impl Float for $float {
            $(
                #[inline]
                fn $name(self, $($argument: Self),*) -> Self {
                    libm::$libm(self, $($argument),*)
                }
            )*
            #[inline]
            fn powi(self, n: i32) -> Self {
                let (mut base, mut left, mut power) = (self, n.unsigned_abs(), 1.0);
                loop {
                    if left & 1 == 1 {
                        power *= base;
                    }
                    left /= 2;
                    if left == 0 {
                        break;
                    }
                    base *= base;
                }
                if n < 0 { 1.0 / power } else { power }
            }
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                (Self::sin(self), Self::cos(self))
            }
            #[inline]
            fn rem_euclid(self, divisor: Self) -> Self {
                let rest = self % divisor;
                if rest < 0.0 { rest + divisor.abs() } else { rest }
            }
        }
    };
}

#[cfg(all(feature = "libm", not(feature = "std")))]
float! { f64:
    sqrt() = sqrt;
    floor() = floor;
    ceil() = ceil;
    round() = round;
    powf(y) = pow;
    exp() = exp;
    ln() = log;
    log10() = log10;
    log2() = log2;
    sin() = sin;
    cos() = cos;
    atan2(x) = atan2;
    hypot(y) = hypot;
}

#[cfg(all(feature = "libm", not(feature = "std")))]
float! { f32:
    sqrt() = sqrtf;
    floor() = floorf;
    ceil() = ceilf;
    round() = roundf;
    powf(y) = powf;
    exp() = expf;
    ln() = logf;
    log10() = log10f;
    log2() = log2f;
    sin() = sinf;
    cos() = cosf;
    atan2(x) = atan2f;
    hypot(y) = hypotf;
}

#[cfg(test)]
mod tests {
    use super::f64::{
        acos, asin, atan, atan2, cos, cosh, exp, hypot, ln, ln_1p, pow, sin, sin_cos, sinh, tan, tanh,
    };

    /// The result, the nearest number (by 60 digits) and the result of the crate `libm`, at arguments where the last two differ.
    fn values() -> [(&'static str, f64, f64, f64); 15] {
        [
            ("sin", sin(5.451148357596331), -0.7393045271590906, -0.7393045271590905),
            ("cos", cos(-9.94964055882618), -0.8653928010951709, -0.865392801095171),
            ("tan", tan(-2.6877856830274958), 0.4877590362676066, 0.4877590362676065),
            ("asin", asin(-0.5397093912016755), -0.5700918691714693, -0.5700918691714694),
            ("acos", acos(-0.7073470977092782), 2.3565344068562672, 2.3565344068562677),
            ("atan", atan(4.514721752325926), 1.3528180160676457, 1.3528180160676455),
            ("atan2", atan2(15.323969059501287, 3.13515539813908), 1.3689896874347578, 1.3689896874347576),
            ("sinh", sinh(-0.243612365924319), -0.2460291360876243, -0.24602913608762433),
            ("cosh", cosh(2.462468726014989), 5.909483752916574, 5.909483752916573),
            ("tanh", tanh(0.28181128163515545), 0.27458063297324176, 0.2745806329732417),
            ("exp", exp(8.190401795816555), 3606.170899793788, 3606.1708997937876),
            ("ln", ln(2.7065480023919886), 0.9956740230636186, 0.9956740230636187),
            ("ln_1p", ln_1p(-0.32447811729113496), -0.3922697272748082, -0.3922697272748082),
            ("hypot", hypot(8.754129126946953, 12.995575008059888), 15.669069741416424, 15.669069741416426),
            ("pow", pow(1.4244878248488313, 2.9297243806571154), 2.8195367640403286, 2.819536764040328),
        ]
    }

    #[test]
    fn values_are_within_two_units_of_the_nearest_number() {
        for (name, found, nearest, _) in values() {
            assert!((found - nearest).abs() <= 2.0 * f64::EPSILON * nearest.abs(), "{name}: {found:?}");
        }
    }

    /// On every machine.
    #[cfg(feature = "libm")]
    #[test]
    fn bits_are_those_of_the_crate() {
        for (name, found, _, known) in values() {
            assert_eq!(found.to_bits(), known.to_bits(), "{name}: {found:?} is not {known:?}");
        }
        assert_eq!(super::f32::sin(5.5), -0.705_540_3);
    }

    #[test]
    fn sine_and_cosine_at_once_are_the_same_as_each() {
        for i in -2000..2000 {
            let x = 0.37 * f64::from(i);
            let (s, c) = sin_cos(x);
            assert_eq!((s.to_bits(), c.to_bits()), (sin(x).to_bits(), cos(x).to_bits()), "{x}");
        }
    }
}
