/// Point mass on a massless rod, IFToMM benchmark A01. theta is measured from the horizontal,
/// anticlockwise.
///
/// Coordinates: `theta` \[rad\].
///
/// Degrees of freedom: 1.
///
/// Operations: position 3, force 0, factorisation 0, solve 1.
#[allow(non_snake_case, non_camel_case_types)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pendulum<T = f64> {
    /// Parameter `mass` \[kg\].
    pub mass: T,
    /// Parameter `length` \[m\].
    pub length: T,
    /// Parameter `gravity` \[m/s^2\].
    pub gravity: T,
}
#[allow(non_snake_case, clippy::approx_constant)]
impl ::core::default::Default for Pendulum<f64> {
    /// The declared values.
    fn default() -> Self {
        #[allow(unused_imports)]
        use ::linkwork::__private::Real;
        #[allow(dead_code)]
        type T = f64;
        let mass_: f64 = T::exact(1.0);
        let length: f64 = T::exact(1.0);
        let gravity: f64 = T::decimal(9.81, -4.973799150320702e-16);
        Self {
            mass: mass_,
            length,
            gravity,
        }
    }
}
impl<T: ::linkwork::__private::Real> ::linkwork::__private::Parameters for Pendulum<T> {
    type Scalar = T;
    type Model = PendulumModel<T>;
    const SOURCE: &'static str = "/// Point mass on a massless rod, IFToMM benchmark A01. theta is measured from the horizontal,\n/// anticlockwise.\npub mechanism Pendulum {\n    param mass = 1 [kg];\n    param length = 1 [m];\n    param gravity = 9.81 [m/s^2];\n\n    coordinate theta [rad];\n\n    kinetic = mass * length^2 * der(theta)^2 / 2;\n    potential = mass * gravity * length * sin(theta);\n\n    initial { theta: 0 [rad], der(theta): 0 [rad/s] }\n}\n";
    fn names() -> &'static [::linkwork::__private::Named] {
        const NAMES: &[::linkwork::__private::Named] = &[
            ::linkwork::__private::Named::new("mass", "kg"),
            ::linkwork::__private::Named::new("length", "m"),
            ::linkwork::__private::Named::new("gravity", "m/s^2"),
        ];
        NAMES
    }
    fn get(&self, index: usize) -> ::core::option::Option<T> {
        match index {
            0 => Some(self.mass),
            1 => Some(self.length),
            2 => Some(self.gravity),
            _ => None,
        }
    }
    fn set(&mut self, index: usize, value: T) -> bool {
        match index {
            0 => {
                self.mass = value;
                true
            }
            1 => {
                self.length = value;
                true
            }
            2 => {
                self.gravity = value;
                true
            }
            _ => false,
        }
    }
    fn build(self) -> ::core::result::Result<Self::Model, ::linkwork::__private::Error> {
        Pendulum::build(self)
    }
}
/// `Pendulum` with its parameters: what steppers integrate. Made by `Pendulum::build()`.
#[allow(non_camel_case_types)]
#[derive(Clone, Debug)]
pub struct PendulumModel<T = f64> {
    parameters: Pendulum<T>,
    constants: [T; 7],
    inputs: [T; 0],
    positions: ::linkwork::__private::SVector<T, 1>,
    velocities: ::linkwork::__private::SVector<T, 1>,
    states: ::linkwork::__private::SVector<T, 0>,
    reactions: (
        ::linkwork::__private::SVector<T, 0>,
        ::linkwork::__private::SVector<T, 0>,
    ),
    saddle_limits: [f64; 1],
    limits: [f64; 1],
}
impl<T: ::linkwork::__private::Real> PendulumModel<T> {
    /// The parameters that it was built with.
    #[allow(dead_code)]
    pub fn parameters(&self) -> &Pendulum<T> {
        &self.parameters
    }
}
#[allow(non_snake_case, clippy::approx_constant)]
impl<T: ::linkwork::__private::Real> Pendulum<T> {
    /// The description that this was compiled from.
    #[allow(dead_code)]
    pub const SOURCE: &'static str = "/// Point mass on a massless rod, IFToMM benchmark A01. theta is measured from the horizontal,\n/// anticlockwise.\npub mechanism Pendulum {\n    param mass = 1 [kg];\n    param length = 1 [m];\n    param gravity = 9.81 [m/s^2];\n\n    coordinate theta [rad];\n\n    kinetic = mass * length^2 * der(theta)^2 / 2;\n    potential = mass * gravity * length * sin(theta);\n\n    initial { theta: 0 [rad], der(theta): 0 [rad/s] }\n}\n";
    /// Checks the parameters, computes what depends on them alone, and assembles the initial state.
    ///
    /// # Errors
    /// A parameter that is not finite, or an initial state that cannot be assembled.
    #[allow(dead_code)]
    pub fn build(
        self,
    ) -> ::core::result::Result<PendulumModel<T>, ::linkwork::__private::Error> {
        #[allow(unused_imports)]
        use ::linkwork::__private::{
            check_body, Given, Mechanism, assemble_model, Real, SVector, assemble,
            check_parameter, pivot_limits,
        };
        check_parameter("Pendulum", "mass", self.mass.magnitude())?;
        check_parameter("Pendulum", "length", self.length.magnitude())?;
        check_parameter("Pendulum", "gravity", self.gravity.magnitude())?;
        let parameters: [T; 3] = [self.mass, self.length, self.gravity];
        let _ = &parameters;
        let constants = {
            let [mass_, length, gravity] = parameters;
            let t3 = mass_ * length;
            let t4 = gravity * t3;
            let t5 = length * length;
            let t6 = T::exact(0.5);
            let t7 = mass_ * t6;
            let t8 = t5 * t7;
            let t9 = mass_ * t5;
            let t10 = Real::recip(t9);
            [t10, t9, length, gravity, mass_, t4, t8]
        };
        let (positions, velocities, states, reactions) = {
            (
                SVector::from([T::zero()]),
                SVector::from([T::zero()]),
                SVector::from([]),
                (SVector::from([]), SVector::from([])),
            )
        };
        let mut model = PendulumModel {
            parameters: self,
            constants,
            inputs: [],
            positions,
            velocities,
            states,
            reactions,
            saddle_limits: [0.0; 1],
            limits: [0.0; 1],
        };
        let guess = model.initial();
        let given = Given {
            positions: &[true],
            velocities: &[true],
        };
        (model.positions, model.velocities, model.states) = assemble(
            &model,
            guess,
            given,
        )?;
        let (mut saddle_limits, mut limits) = (model.saddle_limits, model.limits);
        pivot_limits(&model, &[(0, 0)], &mut saddle_limits);
        pivot_limits(&model, &[(0, 0)], &mut limits);
        (model.saddle_limits, model.limits) = (saddle_limits, limits);
        Ok(model)
    }
}
#[allow(non_snake_case, clippy::approx_constant)]
const _: () = {
    #[allow(unused_imports)]
    use ::linkwork::__private::{
        AssemblyFacts, Blocks, Clamped, Cow, Energetic, Factors, Flags, Grip, Mechanism,
        Named, Names, TimeCache, PositionCache, Real, Fallback, SVector, Separable,
        Singular, Sizes, Stateless, Unconstrained, Values, VectorSpace, Weights,
        add_compensated, rotations, turns, is_sound, is_sound_diagonal, KnownRank,
        factor_block, solve_block, redundant_fallback, fallback, store, store_entries,
    };
    impl<T: Real> Mechanism for PendulumModel<T> {
        type Scalar = T;
        type Configuration = SVector<T, 1>;
        type Velocity = SVector<T, 1>;
        type Holonomic = SVector<T, 0>;
        type Nonholonomic = SVector<T, 0>;
        type States = SVector<T, 0>;
        type Outputs = SVector<T, 0>;
        type Switches = SVector<T, 0>;
        type TimeCache = TimeCache<T, 0, 0>;
        type PositionCache = PositionCache<T, 1, 0, 0, 2>;
        type VelocityCache = Values<T, 0>;
        type StiffnessCache = Values<T, 1>;
        type SaddleFactors = Factors<T, 0>;
        type Factors = Factors<T, 2>;
        type With<S: Real> = PendulumModel<S>;
        const FLAGS: Flags = Flags {
            velocity_dependent: false,
            constant_mass: true,
            symmetric_mass: true,
            singular_mass: false,
            borders_move: false,
            linear_reactions: true,
            time_explicit: false,
            smooth: true,
            analytic: true,
            ..Flags::GENERAL
        };
        fn names(&self) -> &Names {
            static NAMES: Names = Names {
                mechanism: Cow::Borrowed("Pendulum"),
                coordinates: Cow::Borrowed(&[Named::new("theta", "rad")]),
                velocities: Cow::Borrowed(&[Named::new("der(theta)", "rad/s")]),
                holonomic: Cow::Borrowed(&[]),
                nonholonomic: Cow::Borrowed(&[]),
                states: Cow::Borrowed(&[]),
                inputs: Cow::Borrowed(&[]),
                outputs: Cow::Borrowed(&[]),
                parameters: Cow::Borrowed(
                    &[
                        Named::new("mass", "kg"),
                        Named::new("length", "m"),
                        Named::new("gravity", "m/s^2"),
                    ],
                ),
                switches: Cow::Borrowed(&[]),
                coincidences: Cow::Borrowed(&[]),
                ranges: Cow::Borrowed(&[]),
                contacts: Cow::Borrowed(&[]),
            };
            &NAMES
        }
        fn sizes(&self) -> Sizes {
            Sizes {
                coordinates: 1,
                velocities: 1,
                turns: 0,
                holonomic: 0,
                nonholonomic: 0,
                redundancy: 0,
                states: 0,
                inputs: 0,
                outputs: 0,
                parameters: 3,
                switches: 0,
                sides: 0,
            }
        }
        fn with_scalar<S: Real>(
            &self,
            lift: &dyn ::core::ops::Fn(T) -> S,
        ) -> Self::With<S> {
            PendulumModel {
                parameters: Pendulum {
                    mass: lift(self.parameters.mass),
                    length: lift(self.parameters.length),
                    gravity: lift(self.parameters.gravity),
                },
                constants: self.constants.map(lift),
                inputs: self.inputs.map(lift),
                positions: self.positions.map(lift),
                velocities: self.velocities.map(lift),
                states: self.states.map(lift),
                reactions: (self.reactions.0.map(lift), self.reactions.1.map(lift)),
                saddle_limits: self.saddle_limits,
                limits: self.limits,
            }
        }
        fn position_cache(&self) -> Self::PositionCache {
            PositionCache::zeros()
        }
        fn velocity_cache(&self) -> Self::VelocityCache {
            Values::zeros()
        }
        fn stiffness_cache(&self) -> Self::StiffnessCache {
            Values::zeros()
        }
        fn saddle_factors(&self) -> Self::SaddleFactors {
            Factors::zeros()
        }
        fn factors(&self) -> Self::Factors {
            Factors::zeros()
        }
        #[inline]
        fn now(&self, t: T) -> Self::TimeCache {
            self.now_of(t, self.inputs)
        }
        /// 3 operations (0 divisions, 1 functions).
        #[inline]
        #[allow(unused_variables)]
        fn place(
            &self,
            now: &Self::TimeCache,
            q: &Self::Configuration,
            at: &mut Self::PositionCache,
        ) {
            let [theta] = q.data.0[0];
            let [_, _, _, _, _, k5, ..] = self.constants;
            let cos_theta = Real::cos(theta);
            let t3 = cos_theta * k5;
            let t4 = -t3;
            at.now = now.clone();
            at.q.data.0[0] = [q.data.0[0][0]];
            at.values = [t4, cos_theta];
        }
        #[inline]
        fn advance(
            &self,
            q: &mut Self::Configuration,
            by: &Self::Velocity,
            carry: &mut Self::Velocity,
        ) {
            add_compensated(&mut q.data.0[0], &by.data.0[0], &mut carry.data.0[0]);
        }
        #[inline]
        fn difference(
            &self,
            from: &Self::Configuration,
            to: &Self::Configuration,
            out: &mut Self::Velocity,
        ) {
            for (out, (to, from)) in out
                .data
                .0[0]
                .iter_mut()
                .zip(to.data.0[0].iter().zip(&from.data.0[0]))
            {
                *out = *to - *from;
            }
        }
        #[inline]
        fn dexp(
            &self,
            _: &Self::Velocity,
            w: &Self::Velocity,
            out: &mut Self::Velocity,
        ) {
            *out = *w;
        }
        #[inline]
        fn dexp_inverse(
            &self,
            _: &Self::Velocity,
            w: &Self::Velocity,
            out: &mut Self::Velocity,
        ) {
            *out = *w;
        }
        #[inline]
        fn bracket(
            &self,
            _: &Self::Velocity,
            _: &Self::Velocity,
            out: &mut Self::Velocity,
        ) {
            out.data.0[0] = out.data.0[0].map(|_| T::zero());
        }
        /// 1 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn mass_times(
            &self,
            at: &Self::PositionCache,
            a: &Self::Velocity,
            out: &mut Self::Velocity,
        ) {
            let [theta_ddot] = a.data.0[0];
            let [_, k1, ..] = self.constants;
            let t2 = theta_ddot * k1;
            out.data.0[0] = [t2];
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn applied_force(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
            out: &mut Self::Velocity,
        ) {
            let [at0, ..] = at.values;
            out.data.0[0] = [at0];
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn force(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
            reactions: (&Self::Holonomic, &Self::Nonholonomic),
            out: &mut Self::Velocity,
        ) {
            let [at0, ..] = at.values;
            out.data.0[0] = [at0];
        }
        /// 5 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn residual(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
            a: &Self::Velocity,
            reactions: (&Self::Holonomic, &Self::Nonholonomic),
            out: &mut Self::Velocity,
        ) {
            let [_, _, length, gravity, mass_, ..] = self.constants;
            let [_, cos_theta] = at.values;
            let [theta_ddot] = a.data.0[0];
            let t4 = gravity * cos_theta;
            let t6 = length * theta_ddot;
            let t7 = t4 + t6;
            let t8 = length * t7;
            let t9 = mass_ * t8;
            out.data.0[0] = [t9];
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn reaction_force(
            &self,
            at: &Self::PositionCache,
            moving: &Self::VelocityCache,
            reactions: (&Self::Holonomic, &Self::Nonholonomic),
            out: &mut Self::Velocity,
        ) {
            out.data.0[0] = [T::zero()];
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn holonomic(&self, at: &Self::PositionCache, out: &mut Self::Holonomic) {
            out.data.0[0] = [];
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn holonomic_rate(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            out: &mut Self::Holonomic,
        ) {
            out.data.0[0] = [];
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn nonholonomic(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            out: &mut Self::Nonholonomic,
        ) {
            out.data.0[0] = [];
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn state_rates(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
            out: &mut Self::States,
        ) {
            out.data.0[0] = [];
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn outputs(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
            a: &Self::Velocity,
            reactions: (&Self::Holonomic, &Self::Nonholonomic),
            out: &mut Self::Outputs,
        ) {
            out.data.0[0] = [];
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn switches(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
            out: &mut Self::Switches,
        ) {
            out.data.0[0] = [];
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn acceleration_bias(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            out: (&mut Self::Holonomic, &mut Self::Nonholonomic),
        ) {
            out.0.data.0[0] = [];
            out.1.data.0[0] = [];
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn moving(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
            reactions: (&Self::Holonomic, &Self::Nonholonomic),
            out: &mut Self::VelocityCache,
        ) {
            out.values = [];
        }
        /// 2 operations (0 divisions, 1 functions).
        #[inline]
        #[allow(unused_variables)]
        fn stiffness(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
            a: &Self::Velocity,
            reactions: (&Self::Holonomic, &Self::Nonholonomic),
            out: &mut Self::StiffnessCache,
        ) {
            let [theta] = at.q.data.0[0];
            let [_, _, _, _, _, k5, ..] = self.constants;
            let sin_theta = Real::sin(theta);
            let t3 = k5 * sin_theta;
            out.values = [t3];
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn mass_matrix(&self, at: &Self::PositionCache, out: &mut [T]) {
            let [_, k1, ..] = self.constants;
            store(&[k1], out);
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn damping_matrix(
            &self,
            at: &Self::PositionCache,
            moving: &Self::VelocityCache,
            out: &mut [T],
        ) {
            store(&[T::zero()], out);
        }
        /// 1 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn stiffness_matrix(
            &self,
            at: &Self::PositionCache,
            stiffness: &Self::StiffnessCache,
            out: &mut [T],
        ) {
            let [stiffness0] = stiffness.values;
            let t1 = -stiffness0;
            store(&[t1], out);
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn constraint_jacobian(&self, at: &Self::PositionCache, out: &mut [T]) {
            store(&[], out);
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn velocity_jacobian(
            &self,
            at: &Self::PositionCache,
            moving: &Self::VelocityCache,
            out: &mut [T],
        ) {
            store(&[], out);
        }
        /// 0 operations, 0 divisions; pivots (row, column): [(0, 0)].
        #[inline]
        #[allow(unused_variables)]
        fn factor_saddle(
            &self,
            mass: &Self::PositionCache,
            columns: &Self::PositionCache,
            rows: &Self::PositionCache,
            moving: &Self::VelocityCache,
            into: &mut Self::SaddleFactors,
        ) {
            let [_, k1, ..] = self.constants;
            into.values = [];
            into.sound = is_sound_diagonal(k1, k1);
        }
        /// 1 operations.
        #[inline]
        #[allow(unused_variables)]
        fn solve_saddle(
            &self,
            factors: &Self::SaddleFactors,
            a: &mut Self::Velocity,
            l: &mut Self::Holonomic,
            p: &mut Self::Nonholonomic,
        ) -> ::core::result::Result<Fallback, Singular> {
            let mut x: [T; 1] = [a.data.0[0][0]];
            let fast = |x: &mut [T; 1]| {
                let rhs = *x;
                let [k0, ..] = self.constants;
                let [r0] = rhs;
                let t2 = k0 * r0;
                *x = [t2];
            };
            let done = if factors.sound {
                fast(&mut x);
                Fallback::None
            } else {
                fallback(
                    |matrix: &mut [[T; 1]; 1]| {
                        let [_, k1, ..] = self.constants;
                        matrix[0][0] = k1;
                    },
                    &mut x,
                    fast,
                )?
            };
            a.data.0[0][0] = x[0];
            Ok(done)
        }
        /// 5 operations, 1 divisions; pivots (row, column): [(0, 0)].
        #[inline]
        #[allow(unused_variables)]
        fn factor(
            &self,
            weights: Weights<T>,
            blocks: Blocks<'_, Self>,
            into: &mut Self::Factors,
        ) {
            let Blocks { mass, columns, rows, moving, stiffness } = blocks;
            let none;
            let stiffness = match stiffness {
                Some(stiffness) => stiffness,
                None => {
                    none = Values::zeros();
                    &none
                }
            };
            let [_, k1, ..] = self.constants;
            let [weight_mass, _, weight_stiffness, weight_identity, ..] = weights
                .to_array();
            let [stiffness0] = stiffness.values;
            let t2 = k1 * weight_mass;
            let t5 = weight_stiffness * stiffness0;
            let t6 = t2 - t5;
            let t8 = t6 + weight_identity;
            let t9 = Real::recip(t8);
            into.values = [t9, t8];
            into.sound = is_sound(t8, self.limits[0]);
        }
        /// 1 operations.
        #[inline]
        #[allow(unused_variables)]
        fn solve(
            &self,
            factors: &Self::Factors,
            a: &mut Self::Velocity,
            l: &mut Self::Holonomic,
            p: &mut Self::Nonholonomic,
        ) -> ::core::result::Result<Fallback, Singular> {
            let mut x: [T; 1] = [a.data.0[0][0]];
            let fast = |x: &mut [T; 1]| {
                let rhs = *x;
                let [r0] = rhs;
                let [f0, ..] = factors.values;
                let t2 = r0 * f0;
                *x = [t2];
            };
            let done = if factors.sound {
                fast(&mut x);
                Fallback::None
            } else {
                fallback(
                    |matrix: &mut [[T; 1]; 1]| {
                        let [_, f1] = factors.values;
                        matrix[0][0] = f1;
                    },
                    &mut x,
                    fast,
                )?
            };
            a.data.0[0][0] = x[0];
            Ok(done)
        }
        fn initial(&self) -> (Self::Configuration, Self::Velocity, Self::States) {
            (self.positions, self.velocities, self.states)
        }
        fn initial_reactions(&self) -> (Self::Holonomic, Self::Nonholonomic) {
            self.reactions
        }
    }
    impl<T: Real> PendulumModel<T> {
        #[inline]
        #[allow(unused_variables)]
        fn now_of(&self, t: T, u: [T; 0]) -> TimeCache<T, 0, 0> {
            TimeCache { t, u, values: [] }
        }
    }
    impl<T: Real> Energetic for PendulumModel<T> {
        #[inline]
        #[allow(unused_variables)]
        fn energy(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
        ) -> (T, T) {
            let [theta] = at.q.data.0[0];
            let [_, _, _, _, _, k5, k6] = self.constants;
            let [theta_dot] = v.data.0[0];
            let t3 = theta_dot * theta_dot;
            let t5 = t3 * k6;
            let sin_theta = Real::sin(theta);
            let t7 = k5 * sin_theta;
            (t5, t7)
        }
    }
    impl<T: Real> Clamped for PendulumModel<T> {}
    impl<T: Real> Unconstrained for PendulumModel<T> {}
    impl<T: Real> VectorSpace for PendulumModel<T> {}
    impl<T: Real> Separable for PendulumModel<T> {}
    impl<T: Real> Stateless for PendulumModel<T> {}
};
