//! Methods that run in dual numbers.

/// A method with steps of fixed size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The default: conditionally explicit, order 4.
    #[default]
    FifthDegree,
    /// Generalized-α, order 2, for stiff forces.
    GeneralizedAlpha,
    /// The classical Runge–Kutta method of order 4, projected onto the constraints.
    RungeKutta4,
    /// The Dormand–Prince method of order 8, projected onto the constraints.
    DormandPrince8,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 4] =
        [Self::FifthDegree, Self::GeneralizedAlpha, Self::RungeKutta4, Self::DormandPrince8];

    /// The name, as in `linkwork list`.
    pub fn name(self) -> &'static str {
        match self {
            Self::FifthDegree => "fifth-degree",
            Self::GeneralizedAlpha => "generalized-alpha",
            Self::RungeKutta4 => "runge-kutta-4",
            Self::DormandPrince8 => "dormand-prince-8",
        }
    }
}
