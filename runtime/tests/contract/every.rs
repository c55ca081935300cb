//! Every stepper, once, with its promises.

use super::erased::Method;
use linkwork::generalized_alpha::{FirstAcceleration, GeneralizedAlpha, WilsonTheta};
use linkwork::half_implicit::{HalfImplicitEuler, ImplicitEuler, Iteration};
use linkwork::multistep::*;
use linkwork::runge_kutta::*;
use linkwork::symplectic::*;
use linkwork::{
    CentralDifferences, EighthDegree, FifthDegree, FourthDegree, Mechanism, SeventhDegree, SixthDegree,
    Stateless, ThirdDegree, Unconstrained, VectorSpace,
};

/// A stepper and its promises.
pub struct Row<M: Mechanism> {
    pub method: Box<dyn Method<M>>,
    /// Order of convergence.
    pub order: u32,
    /// The highest degree of a polynomial x(t) that it integrates exactly.
    pub degree: u32,
    /// A motion whose velocity is reversed returns to its start.
    pub reversible: bool,
    /// Errors of the energy stay bounded.
    pub conserving: bool,
    /// Multipliers have the order of the motion.
    pub reactions: bool,
    /// A change of the step rescales its history, and changing back restores it up to rounding.
    pub rescaling: bool,
    /// Its order shows with this many times the steps of other methods of that order.
    pub finer: u32,
}

impl<M: Mechanism> Row<M> {
    fn new(method: impl Method<M> + 'static, order: u32, degree: u32) -> Self {
        Self {
            method: Box::new(method),
            order,
            degree,
            reversible: false,
            conserving: false,
            reactions: true,
            rescaling: false,
            finer: 1,
        }
    }
    fn reversible(self) -> Self {
        Self { reversible: true, ..self }
    }
    /// Constraints of index 2 and 3 are held at the end of a step, not at both ends.
    fn reversible_if_free(self) -> Self {
        Self { reversible: !M::FLAGS.constrained(), ..self }
    }
    fn conserving(self) -> Self {
        Self { conserving: true, ..self }
    }
    fn without_reactions(self) -> Self {
        Self { reactions: false, ..self }
    }
    fn rescaling(self) -> Self {
        Self { rescaling: true, ..self }
    }
    fn finer(self, finer: u32) -> Self {
        Self { finer, ..self }
    }
}

/// For every mechanism.
fn universal<M: Mechanism>() -> Vec<Row<M>> {
    let radius = |rho| GeneralizedAlpha::with_spectral_radius(rho).unwrap();
    let hht = |alpha| GeneralizedAlpha::hht(alpha).unwrap();
    let newmark = |beta, gamma| GeneralizedAlpha::newmark(beta, gamma).unwrap();
    vec![
        Row::new(ThirdDegree::central_differences(), 2, 2).reversible_if_free().rescaling(),
        Row::new(ThirdDegree::stormer(), 2, 2).rescaling(),
        Row::new(ThirdDegree::four_thirds(), 2, 2).rescaling(),
        Row::new(ThirdDegree::two(), 2, 2).rescaling(),
        Row::new(FourthDegree::gear4(), 3, 3).rescaling(),
        Row::new(FourthDegree::three_fifths(), 3, 3).rescaling(),
        Row::new(FourthDegree::three_quarters(), 3, 3).rescaling(),
        Row::new(FourthDegree::three_halves(), 3, 3).rescaling(),
        Row::new(FourthDegree::two(), 3, 3).rescaling(),
        Row::new(FifthDegree::gear5(), 4, 4).rescaling(),
        Row::new(FifthDegree::a(), 4, 4).rescaling(),
        Row::new(FifthDegree::b(), 4, 4).rescaling(),
        Row::new(FifthDegree::c(), 4, 4).rescaling(),
        Row::new(FifthDegree::d(), 4, 4).rescaling(),
        Row::new(FifthDegree::e(), 4, 4).rescaling(),
        Row::new(FifthDegree::f(), 4, 4).rescaling(),
        Row::new(FifthDegree::paper(), 4, 4).rescaling(),
        Row::new(FifthDegree::all_ones(), 4, 4).rescaling(),
        Row::new(SixthDegree::gear6(), 5, 5).finer(2).rescaling(),
        Row::new(SixthDegree::a(), 5, 5).finer(4).rescaling(),
        Row::new(SeventhDegree::a(), 6, 6).finer(4).rescaling(),
        Row::new(radius(1.0), 2, 2).reversible_if_free().without_reactions(),
        Row::new(radius(0.8), 2, 2).without_reactions(),
        Row::new(radius(0.0), 2, 2),
        Row::new(radius(0.5).first_acceleration(FirstAcceleration::AtStart), 2, 2).without_reactions(),
        Row::new(radius(0.5).index3(), 2, 2),
        Row::new(radius(0.0).index3(), 2, 2),
        Row::new(GeneralizedAlpha::trapezoidal_index2(), 2, 2).reversible_if_free(),
        Row::new(radius(1.0).projected_index2(), 2, 2).reversible_if_free(),
        Row::new(radius(0.5).index2(), 2, 2),
        Row::new(hht(-0.3), 2, 2).without_reactions(),
        Row::new(newmark(0.3025, 0.6), 1, 2).without_reactions(),
        Row::new(GeneralizedAlpha::average_acceleration(), 2, 2).reversible_if_free().without_reactions(),
        Row::new(HalfImplicitEuler::default(), 1, 1).conserving(),
        Row::new(HalfImplicitEuler::default().iteration(Iteration::Full), 1, 1).conserving(),
        Row::new(HalfImplicitEuler::default().lagged_reactions(), 1, 1).conserving(),
        Row::new(ImplicitEuler::default(), 1, 1),
        Row::new(ImplicitEuler::default().frozen(), 1, 1),
        Row::new(Rattle, 2, 2).reversible().conserving(),
        Row::new(Shake, 2, 2).reversible_if_free().conserving(),
    ]
}

/// Every tableau and every formula of Adams' by one constructor.
macro_rules! constructed {
    ($rows:ident, $constructor:ident $(, $argument:expr)*) => {
        constructed!(@ $rows, $constructor, ($($argument),*);
            ExplicitEuler 1 1; Midpoint 2 2; Heun2 2 2; Ralston2 2 2; Heun3 3 3; Kutta3 3 4; RungeKutta4 4 4;
            ThreeEighths 4 4; Butcher6 6 6; BogackiShampine3 3 4; Fehlberg4 4 4; CashKarp5 5 5; DormandPrince5 5 5 finer(2);
            Verner6 6 6; DormandPrince8 8 8)
    };
    (@ $rows:ident, $constructor:ident, $arguments:tt; $($method:ident $order:literal $degree:literal $($finer:ident($factor:literal))?);*) => {
        $($rows.push(Row::new($method::$constructor $arguments, $order, $degree)$(.$finer($factor))?);)*
    };
}
macro_rules! multistep {
    ($rows:ident, $constructor:ident) => {
        multistep!(@ $rows, $constructor;
            AdamsBashforth2 2 2; AdamsBashforth3 3 3; AdamsBashforth4 4 4; AdamsBashforth5 5 5 finer(4);
            AdamsBashforthMoulton4 4 4; Godunov3 2 3; Godunov4 3 4; Godunov5 4 5; Godunov5Moulton 4 5 finer(3))
    };
    (@ $rows:ident, $constructor:ident; $($method:ident $order:literal $degree:literal $($finer:ident($factor:literal))?);*) => {
        $($rows.push(Row::new($method::$constructor(), $order, $degree)$(.$finer($factor))?);)*
    };
}

/// For mechanisms with constraints.
pub fn constrained<M: Mechanism>() -> Vec<Row<M>> {
    let mut rows = universal();
    constructed!(rows, index1);
    constructed!(rows, projected);
    constructed!(rows, baumgarte, 2.0, 2.0);
    constructed!(rows, euclidean_position_projection);
    multistep!(rows, index1);
    multistep!(rows, projected);
    rows
}

/// For mechanisms without constraints, on a manifold or not.
pub fn free<M: Unconstrained>() -> Vec<Row<M>> {
    let mut rows = universal();
    constructed!(rows, default);
    multistep!(rows, default);
    rows.extend([
        Row::new(SeventhDegree::gear7(), 6, 6).finer(2).rescaling(),
        Row::new(EighthDegree::three_tenths(), 7, 7).finer(4).rescaling(),
        Row::new(GeneralizedAlpha::linear_acceleration(), 2, 3).reversible(),
        Row::new(GeneralizedAlpha::newmark(0.0, 0.0).unwrap(), 1, 2),
        Row::new(GeneralizedAlpha::newmark(0.125, 0.25).unwrap(), 1, 2),
        Row::new(GeneralizedAlpha::stormer(), 2, 2).reversible().conserving(),
        Row::new(WilsonTheta::default(), 2, 3),
        Row::new(SymplecticEuler::with_last_velocity(), 1, 1).conserving(),
        Row::new(VelocityVerlet::with_last_velocity(), 2, 2).reversible().conserving(),
        Row::new(Leapfrog::with_last_velocity(), 2, 2).reversible().conserving(),
        Row::new(Beeman, 2, 3).conserving(),
        Row::new(Yoshida4::with_last_velocity(), 4, 4).reversible().conserving(),
    ]);
    rows
}

/// For mechanisms without constraints and first-order states whose configurations are a vector space.
pub fn flat<M: Unconstrained + VectorSpace + Stateless>() -> Vec<Row<M>> {
    let mut rows = free();
    rows.extend([
        Row::new(CentralDifferences, 2, 2).reversible().conserving().rescaling(),
        Row::new(ImplicitGodunov2::default(), 1, 2),
        Row::new(ImplicitGodunov3::default(), 2, 3),
        Row::new(ImplicitGodunov4::default(), 3, 4),
        Row::new(ImplicitGodunov5::default(), 4, 5).finer(2),
    ]);
    rows
}
