//! The weight sets of the literature and those designed for this family, by name.
//!
//! Degree d counts x itself, D = d − 1 is the order of the highest derivative; a set is w_0 … w_{D−1}.
//! The papers' names: d = 3 (α, β), d = 4 (α, β, γ), d = 5 (α, β, γ, ζ). Invariant: weights are defined
//! only here, as fractions in the form in which they were published or derived.
//!
//! | order D in x, v, λ (O1) | order D + 1 in x where f = f(x, t) (O2) |
//! |---|---|
//! | d = 3: β = 1/2 | α = 7/6 |
//! | d = 4: β = γ − 1/6 | α = 1 + γ/2 |
//! | d = 5: β = (3γ − ζ)/2 | α = γ + 9/10 |
//! | any: Σ_{k=1}^{D} k B_{k−1} l_k = 0 | l_0 = Σ_{k=2}^{D} (k−1) B_k l_k |

use super::{
    ConditionallyExplicit, EighthDegree, FifthDegree, FourthDegree, SeventhDegree, SixthDegree, ThirdDegree,
};

impl ThirdDegree {
    /// (1, 1/2): central differences without cancellation. Limit ωh < 2.
    pub fn central_differences() -> Self {
        Self::named("central differences", [1.0, 1.0 / 2.0])
    }

    /// (7/6, 1/2): Störmer's method, positions of order 3. Limit √3.
    pub fn stormer() -> Self {
        Self::named("Störmer 7/6", [7.0 / 6.0, 1.0 / 2.0])
    }

    /// (4/3, 1/2). Limit √(12/5).
    pub fn four_thirds() -> Self {
        Self::named("4/3", [4.0 / 3.0, 1.0 / 2.0])
    }

    /// (2, 1/2): the smallest energy drift of this degree (not the smallest error). Limit √(4/3).
    pub fn two() -> Self {
        Self::named("2", [2.0, 1.0 / 2.0])
    }
}

/// [`ThirdDegree::stormer`].
impl Default for ThirdDegree {
    fn default() -> Self {
        Self::stormer()
    }
}

impl FourthDegree {
    /// (3/2, 5/6, 1): Gear's 4-value method. Limit √2, no parasitic root.
    pub fn gear4() -> Self {
        Self::named("Gear 4", [3.0 / 2.0, 5.0 / 6.0, 1.0])
    }

    /// (13/10, 13/30, 3/5): small errors, limit 0.9258.
    pub fn three_fifths() -> Self {
        Self::named("γ = 3/5", [13.0 / 10.0, 13.0 / 30.0, 3.0 / 5.0])
    }

    /// (11/8, 7/12, 3/4): limit 1.2247.
    pub fn three_quarters() -> Self {
        Self::named("γ = 3/4", [11.0 / 8.0, 7.0 / 12.0, 3.0 / 4.0])
    }

    /// (7/4, 4/3, 3/2): limit 1.5492.
    pub fn three_halves() -> Self {
        Self::named("γ = 3/2", [7.0 / 4.0, 4.0 / 3.0, 3.0 / 2.0])
    }

    /// (2, 11/6, 2): limit 1.6036.
    pub fn two() -> Self {
        Self::named("γ = 2", [2.0, 11.0 / 6.0, 2.0])
    }

    /// (1/4, 1/3, 1/2). **Warning:** unstable with damping if ωh < 2ζ, and on every constrained mechanism
    /// (root 1.945 of σ); otherwise limit √(8/5). For reproducing tables.
    pub fn paper_quarter() -> Self {
        Self::named("paper 1/4", [1.0 / 4.0, 1.0 / 3.0, 1.0 / 2.0])
    }

    /// (3/4, 1/3, 1/2). **Warning:** an undamped (−1)ⁿ mode; unstable with any damping. For reproducing tables.
    pub fn paper_three_quarters() -> Self {
        Self::named("paper 3/4", [3.0 / 4.0, 1.0 / 3.0, 1.0 / 2.0])
    }

    /// (5/4, 1/3, 1/2). **Warning:** unstable for every step size, root −(1 + Ω²/3 + Ω⁴/18). Long
    /// runs diverge. For reproducing tables.
    pub fn paper_five_quarters() -> Self {
        Self::named("paper 5/4", [5.0 / 4.0, 1.0 / 3.0, 1.0 / 2.0])
    }
}

/// [`FourthDegree::gear4`].
impl Default for FourthDegree {
    fn default() -> Self {
        Self::gear4()
    }
}

impl FifthDegree {
    /// (4/5, 1, 1, 1), which the paper uses for ODEs. **Warning:** unstable for every step size, root
    /// −(1 + 4Ω²/15 + …): long runs diverge. For reproducing tables.
    pub fn paper() -> Self {
        Self::named("paper 4/5", [4.0 / 5.0, 1.0, 1.0, 1.0])
    }

    /// (1, 1, 1, 1), which the paper uses for DAEs; the same as [`FourthDegree::paper_five_quarters`].
    /// **Warning:** unstable for every step size, root −(1 + Ω²/3 + …). For reproducing tables.
    pub fn all_ones() -> Self {
        Self::named("all ones", [1.0, 1.0, 1.0, 1.0])
    }

    /// (1.62, 1.03522, 1.0291293, 1.016), the paper's best. **Warning:** strictly stable only for
    /// ωh < 0.0685, and violates the order condition slightly (order 3 with a small constant).
    pub fn paper_top() -> Self {
        Self::named("paper top", [1.62, 1.03522, 1.0291293, 1.016])
    }

    /// (29/10, 9/4, 2, 3/2): Gear's 5-value method, positions of order 5. **Warning:** the principal
    /// root grows like 1 + 3Ω⁶/80 for every step size (3.7e-8 a step at Ω = 0.1).
    pub fn gear5() -> Self {
        Self::named("Gear 5", [29.0 / 10.0, 9.0 / 4.0, 2.0, 3.0 / 2.0])
    }

    /// (2, 9/4, 2, 3/2): no parasitic root; limit 1.2247. Tolerates the largest changes of the step size.
    pub fn a() -> Self {
        Self::named("A", [2.0, 9.0 / 4.0, 2.0, 3.0 / 2.0])
    }

    /// (17/15, 16/15, 14/15, 2/3): limit √2.
    pub fn b() -> Self {
        Self::named("B", [17.0 / 15.0, 16.0 / 15.0, 14.0 / 15.0, 2.0 / 3.0])
    }

    /// (9/8, 31/40, 3/4, 7/10): the smallest error; limit 0.7845.
    pub fn c() -> Self {
        Self::named("C", [9.0 / 8.0, 31.0 / 40.0, 3.0 / 4.0, 7.0 / 10.0])
    }

    /// (9/10, 27/20, 11/10, 3/5): limit √3.
    pub fn d() -> Self {
        Self::named("D", [9.0 / 10.0, 27.0 / 20.0, 11.0 / 10.0, 3.0 / 5.0])
    }

    /// (89/75, 41/40, 14/15, 3/4): the best compromise; limit 1.2165.
    pub fn e() -> Self {
        Self::named("E", [89.0 / 75.0, 41.0 / 40.0, 14.0 / 15.0, 3.0 / 4.0])
    }

    /// (91/100, 23/12, 3/2, 2/3): the largest limit, 1.8029.
    pub fn f() -> Self {
        Self::named("F", [91.0 / 100.0, 23.0 / 12.0, 3.0 / 2.0, 2.0 / 3.0])
    }
}

/// [`FifthDegree::e`].
impl Default for FifthDegree {
    fn default() -> Self {
        Self::e()
    }
}

impl SixthDegree {
    /// (10, 251/30, 6, 11/3, 2): Gear's 6-value method. **Warning:** strictly stable only for ωh < 0.0585.
    pub fn gear6() -> Self {
        Self::named("Gear 6", [10.0, 251.0 / 30.0, 6.0, 11.0 / 3.0, 2.0])
    }

    /// w_2 = 3.2232, w_3 = 2.1075, w_4 = 0.7362, w_1 = 2w_2 − w_3 + 1/30 (O1), w_0 = 7.86: limit 0.6000; fixed steps only.
    pub fn a() -> Self {
        let (w2, w3, w4) = (3.2232, 2.1075, 0.7362);
        Self::named("A", [7.86, 2.0 * w2 - w3 + 1.0 / 30.0, w2, w3, w4])
    }
}

/// [`SixthDegree::a`].
impl Default for SixthDegree {
    fn default() -> Self {
        Self::a()
    }
}

impl SeventhDegree {
    /// (4399/84, 475/12, 24, 25/2, 35/6, 5/2): the 7-value method; limit 0.6181. **Warning:** unstable
    /// on every constrained mechanism (root 1.153 of σ).
    pub fn gear7() -> Self {
        Self::named("Gear 7", [4399.0 / 84.0, 475.0 / 12.0, 24.0, 25.0 / 2.0, 35.0 / 6.0, 5.0 / 2.0])
    }

    /// w_2 = 14.05, w_3 = 7.08, w_4 = 3.117, w_5 = 1.216, w_1 = (5/2)w_2 − (5/3)w_3 + w_5/6 (O1), w_0 = 29.96:
    /// limit 0.6996; fixed steps only.
    pub fn a() -> Self {
        let (w2, w3, w4, w5) = (14.05, 7.08, 3.117, 1.216);
        Self::named("A", [29.96, 5.0 / 2.0 * w2 - 5.0 / 3.0 * w3 + w5 / 6.0, w2, w3, w4, w5])
    }
}

/// [`SeventhDegree::a`].
impl Default for SeventhDegree {
    fn default() -> Self {
        Self::a()
    }
}

impl EighthDegree {
    /// All five parasitic roots at 3/10, O1 and O2: limit 0.6465. Not for constrained mechanisms.
    pub fn three_tenths() -> Self {
        Self::with_parasitic_root(3.0 / 10.0)
    }
}

/// [`EighthDegree::three_tenths`].
impl Default for EighthDegree {
    fn default() -> Self {
        Self::three_tenths()
    }
}

/// A custom set.
pub(super) const CUSTOM: &str = "custom";

impl<const DEGREE: usize> ConditionallyExplicit<DEGREE> {
    /// The set whose parasitic roots at h → 0 all lie at `root`, of order D in the velocity and D + 1 in the
    /// position (O1, O2). Root 0 gives the methods of Gear.
    ///
    /// R(E) = Σ_{k=2}^{D} k(k−1) l_k A_{k−2}(E) (E−1)^{D−k} is set to D! ((E − root)/(1 − root))^{D−2}
    /// and solved for l_{D−1} … l_2 by powers of E − 1.
    ///
    /// ```
    /// use linkwork::{FifthDegree, FourthDegree};
    /// let designed = FourthDegree::with_parasitic_root(0.0).weights();
    /// for (a, b) in designed.iter().zip(FourthDegree::gear4().weights()) {
    ///     assert!((a - b).abs() < 1e-14);
    /// }
    /// assert!((FifthDegree::with_parasitic_root(0.0).weights()[0] - 2.9).abs() < 1e-14);
    /// ```
    pub fn with_parasitic_root(root: f64) -> Self {
        Self::from_l("designed", crate::stability::l_with_parasitic_root(root))
    }
}
