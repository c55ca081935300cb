/// Point mass on a massless rod in Cartesian coordinates, the index-3 form of IFToMM benchmark A01.
/// The pivot is the origin, y points up; the multiplier of `rod` is half the tension in the rod per
/// metre of its length.
///
/// Coordinates: `x` \[m\], `y` \[m\].
///
/// Holonomic constraints: `rod` \[m^2\].
///
/// Degrees of freedom: 1.
///
/// Operations: position 2, force 0, factorisation 7, solve 12.
#[allow(non_snake_case, non_camel_case_types)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CartesianPendulum<T = f64> {
    /// Parameter `mass` \[kg\].
    pub mass: T,
    /// Parameter `length` \[m\].
    pub length: T,
    /// Parameter `gravity` \[m/s^2\].
    pub gravity: T,
}
#[allow(non_snake_case, clippy::approx_constant)]
impl ::core::default::Default for CartesianPendulum<f64> {
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
impl<T: ::linkwork::__private::Real> ::linkwork::__private::Parameters
for CartesianPendulum<T> {
    type Scalar = T;
    type Model = CartesianPendulumModel<T>;
    const SOURCE: &'static str = "/// Point mass on a massless rod in Cartesian coordinates, the index-3 form of IFToMM benchmark A01.\n/// The pivot is the origin, y points up; the multiplier of `rod` is half the tension in the rod per\n/// metre of its length.\npub mechanism CartesianPendulum {\n    param mass = 1 [kg];\n    param length = 1 [m];\n    param gravity = 9.81 [m/s^2];\n\n    coordinate x [m];\n    coordinate y [m];\n\n    kinetic = mass * (der(x)^2 + der(y)^2) / 2;\n    potential = mass * gravity * y;\n    constraint rod: x^2 + y^2 = length^2;\n\n    initial { x: length, y: 0 [m] }\n}\n";
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
        CartesianPendulum::build(self)
    }
}
/// `CartesianPendulum` with its parameters: what steppers integrate. Made by `CartesianPendulum::build()`.
#[allow(non_camel_case_types)]
#[derive(Clone, Debug)]
pub struct CartesianPendulumModel<T = f64> {
    parameters: CartesianPendulum<T>,
    constants: [T; 8],
    inputs: [T; 0],
    positions: ::linkwork::__private::SVector<T, 2>,
    velocities: ::linkwork::__private::SVector<T, 2>,
    states: ::linkwork::__private::SVector<T, 0>,
    reactions: (
        ::linkwork::__private::SVector<T, 1>,
        ::linkwork::__private::SVector<T, 0>,
    ),
    saddle_limits: [f64; 3],
    limits: [f64; 3],
}
impl<T: ::linkwork::__private::Real> CartesianPendulumModel<T> {
    /// The parameters that it was built with.
    #[allow(dead_code)]
    pub fn parameters(&self) -> &CartesianPendulum<T> {
        &self.parameters
    }
}
#[allow(non_snake_case, clippy::approx_constant)]
impl<T: ::linkwork::__private::Real> CartesianPendulum<T> {
    /// The description that this was compiled from.
    #[allow(dead_code)]
    pub const SOURCE: &'static str = "/// Point mass on a massless rod in Cartesian coordinates, the index-3 form of IFToMM benchmark A01.\n/// The pivot is the origin, y points up; the multiplier of `rod` is half the tension in the rod per\n/// metre of its length.\npub mechanism CartesianPendulum {\n    param mass = 1 [kg];\n    param length = 1 [m];\n    param gravity = 9.81 [m/s^2];\n\n    coordinate x [m];\n    coordinate y [m];\n\n    kinetic = mass * (der(x)^2 + der(y)^2) / 2;\n    potential = mass * gravity * y;\n    constraint rod: x^2 + y^2 = length^2;\n\n    initial { x: length, y: 0 [m] }\n}\n";
    /// Checks the parameters, computes what depends on them alone, and assembles the initial state.
    ///
    /// # Errors
    /// A parameter that is not finite, or an initial state that cannot be assembled.
    #[allow(dead_code)]
    pub fn build(
        self,
    ) -> ::core::result::Result<
        CartesianPendulumModel<T>,
        ::linkwork::__private::Error,
    > {
        #[allow(unused_imports)]
        use ::linkwork::__private::{
            check_body, Given, Mechanism, assemble_model, Real, SVector, assemble,
            check_parameter, pivot_limits,
        };
        check_parameter("CartesianPendulum", "mass", self.mass.magnitude())?;
        check_parameter("CartesianPendulum", "length", self.length.magnitude())?;
        check_parameter("CartesianPendulum", "gravity", self.gravity.magnitude())?;
        let parameters: [T; 3] = [self.mass, self.length, self.gravity];
        let _ = &parameters;
        let constants = {
            let [mass_, length, gravity] = parameters;
            let t2 = mass_ * gravity;
            let t3 = -t2;
            let t5 = length * length;
            let t6 = T::exact(0.5);
            let t7 = mass_ * t6;
            let t8 = Real::recip(mass_);
            [t8, mass_, t3, t2, gravity, t5, t7, length]
        };
        let (positions, velocities, states, reactions) = {
            let [_, length, ..] = parameters;
            (
                SVector::from([length, T::zero()]),
                SVector::from([T::zero(), T::zero()]),
                SVector::from([]),
                (SVector::from([T::zero()]), SVector::from([])),
            )
        };
        let mut model = CartesianPendulumModel {
            parameters: self,
            constants,
            inputs: [],
            positions,
            velocities,
            states,
            reactions,
            saddle_limits: [0.0; 3],
            limits: [0.0; 3],
        };
        let guess = model.initial();
        let given = Given {
            positions: &[true, true],
            velocities: &[false, false],
        };
        let reference = { SVector::from([T::zero(), T::zero()]) };
        (model.positions, model.velocities, model.states) = assemble_model(
            &model,
            guess,
            &reference,
            given,
        )?;
        let (mut saddle_limits, mut limits) = (model.saddle_limits, model.limits);
        pivot_limits(&model, &[(0, 0), (1, 1), (2, 2)], &mut saddle_limits);
        pivot_limits(&model, &[(0, 0), (1, 1), (2, 2)], &mut limits);
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
    impl<T: Real> Mechanism for CartesianPendulumModel<T> {
        type Scalar = T;
        type Configuration = SVector<T, 2>;
        type Velocity = SVector<T, 2>;
        type Holonomic = SVector<T, 1>;
        type Nonholonomic = SVector<T, 0>;
        type States = SVector<T, 0>;
        type Outputs = SVector<T, 0>;
        type Switches = SVector<T, 0>;
        type TimeCache = TimeCache<T, 0, 0>;
        type PositionCache = PositionCache<T, 2, 0, 0, 2>;
        type VelocityCache = Values<T, 0>;
        type StiffnessCache = Values<T, 1>;
        type SaddleFactors = Factors<T, 7>;
        type Factors = Factors<T, 9>;
        type With<S: Real> = CartesianPendulumModel<S>;
        const FLAGS: Flags = Flags {
            holonomic: true,
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
                mechanism: Cow::Borrowed("CartesianPendulum"),
                coordinates: Cow::Borrowed(
                    &[Named::new("x", "m"), Named::new("y", "m")],
                ),
                velocities: Cow::Borrowed(
                    &[Named::new("der(x)", "m/s"), Named::new("der(y)", "m/s")],
                ),
                holonomic: Cow::Borrowed(&[Named::new("rod", "m^2")]),
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
                coordinates: 2,
                velocities: 2,
                turns: 0,
                holonomic: 1,
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
            CartesianPendulumModel {
                parameters: CartesianPendulum {
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
        /// 2 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn place(
            &self,
            now: &Self::TimeCache,
            q: &Self::Configuration,
            at: &mut Self::PositionCache,
        ) {
            let [x_, y_] = q.data.0[0];
            let t2 = T::exact(2.0);
            let t3 = x_ * t2;
            let t4 = y_ * t2;
            at.now = now.clone();
            at.q.data.0[0] = [q.data.0[0][0], q.data.0[0][1]];
            at.values = [t4, t3];
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
        /// 2 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn mass_times(
            &self,
            at: &Self::PositionCache,
            a: &Self::Velocity,
            out: &mut Self::Velocity,
        ) {
            let [_, mass_, ..] = self.constants;
            let [x__ddot, y__ddot] = a.data.0[0];
            let t2 = mass_ * x__ddot;
            let t4 = mass_ * y__ddot;
            out.data.0[0] = [t2, t4];
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
            let [_, _, k2, ..] = self.constants;
            out.data.0[0] = [T::zero(), k2];
        }
        /// 5 operations (0 divisions, 0 functions).
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
            let [_, _, _, k3, ..] = self.constants;
            let [x_, y_] = at.q.data.0[0];
            let [lambda_rod] = reactions.0.data.0[0];
            let t3 = T::exact(-2.0);
            let t4 = x_ * t3;
            let t5 = lambda_rod * t4;
            let t7 = t3 * y_;
            let t8 = lambda_rod * t7;
            let t9 = t8 - k3;
            out.data.0[0] = [t5, t9];
        }
        /// 7 operations (0 divisions, 0 functions).
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
            let [_, mass_, _, _, gravity, ..] = self.constants;
            let [lambda_rod] = reactions.0.data.0[0];
            let [x__ddot, y__ddot] = a.data.0[0];
            let [at0, at1] = at.values;
            let t4 = mass_ * x__ddot;
            let t6 = lambda_rod * at1;
            let t7 = t4 + t6;
            let t9 = gravity + y__ddot;
            let t10 = mass_ * t9;
            let t12 = lambda_rod * at0;
            let t13 = t10 + t12;
            out.data.0[0] = [t7, t13];
        }
        /// 2 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn reaction_force(
            &self,
            at: &Self::PositionCache,
            moving: &Self::VelocityCache,
            reactions: (&Self::Holonomic, &Self::Nonholonomic),
            out: &mut Self::Velocity,
        ) {
            let [lambda_rod] = reactions.0.data.0[0];
            let [at0, at1] = at.values;
            let t2 = lambda_rod * at1;
            let t4 = lambda_rod * at0;
            out.data.0[0] = [t2, t4];
        }
        /// 4 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn holonomic(&self, at: &Self::PositionCache, out: &mut Self::Holonomic) {
            let [x_, y_] = at.q.data.0[0];
            let [_, _, _, _, _, k5, ..] = self.constants;
            let t2 = x_ * x_;
            let t3 = y_ * y_;
            let t5 = t2 - k5;
            let t6 = t3 + t5;
            out.data.0[0] = [t6];
        }
        /// 4 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn holonomic_rate(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            out: &mut Self::Holonomic,
        ) {
            let [x_, y_] = at.q.data.0[0];
            let [x__dot, y__dot] = v.data.0[0];
            let t2 = T::exact(2.0);
            let t4 = y_ * y__dot;
            let t6 = x_ * x__dot;
            let t7 = t4 + t6;
            let t8 = t2 * t7;
            out.data.0[0] = [t8];
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
        /// 4 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn acceleration_bias(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            out: (&mut Self::Holonomic, &mut Self::Nonholonomic),
        ) {
            let [x__dot, y__dot] = v.data.0[0];
            let t0 = T::exact(-2.0);
            let t3 = x__dot * x__dot;
            let t4 = y__dot * y__dot;
            let t5 = t3 + t4;
            let t6 = t0 * t5;
            out.0.data.0[0] = [t6];
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
        /// 1 operations (0 divisions, 0 functions).
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
            let [lambda_rod] = reactions.0.data.0[0];
            let t0 = T::exact(2.0);
            let t2 = lambda_rod * t0;
            out.values = [t2];
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn mass_matrix(&self, at: &Self::PositionCache, out: &mut [T]) {
            let [_, mass_, ..] = self.constants;
            store(&[mass_, T::zero(), T::zero(), mass_], out);
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
            store(&[T::zero(), T::zero(), T::zero(), T::zero()], out);
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn stiffness_matrix(
            &self,
            at: &Self::PositionCache,
            stiffness: &Self::StiffnessCache,
            out: &mut [T],
        ) {
            let [stiffness0] = stiffness.values;
            store(&[stiffness0, T::zero(), T::zero(), stiffness0], out);
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn constraint_jacobian(&self, at: &Self::PositionCache, out: &mut [T]) {
            let [at0, at1] = at.values;
            store(&[at1, at0], out);
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
        /// 7 operations, 1 divisions; pivots (row, column): [(0, 0), (1, 1), (2, 2)].
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
            let [k0, mass_, ..] = self.constants;
            let [column_at0, column_at1] = columns.values;
            let [row_at0, row_at1] = rows.values;
            let t6 = row_at1 * k0;
            let t7 = column_at1 * t6;
            let t8 = row_at0 * k0;
            let t9 = column_at0 * t8;
            let t10 = t7 + t9;
            let t11 = -t10;
            let t12 = Real::recip(t10);
            into.values = [t8, t6, t12, column_at0, column_at1, row_at0, row_at1];
            into.sound = is_sound(mass_, self.saddle_limits[0])
                && is_sound(mass_, self.saddle_limits[1])
                && is_sound(t11, self.saddle_limits[2]);
        }
        /// 12 operations.
        #[inline]
        #[allow(unused_variables)]
        fn solve_saddle(
            &self,
            factors: &Self::SaddleFactors,
            a: &mut Self::Velocity,
            l: &mut Self::Holonomic,
            p: &mut Self::Nonholonomic,
        ) -> ::core::result::Result<Fallback, Singular> {
            let mut x: [T; 3] = [a.data.0[0][0], a.data.0[0][1], l.data.0[0][0]];
            let fast = |x: &mut [T; 3]| {
                let rhs = *x;
                let [f0, f1, f2, f3, f4, ..] = factors.values;
                let [k0, ..] = self.constants;
                let [r0, r1, r2] = rhs;
                let t9 = f1 * r0;
                let t10 = r2 - t9;
                let t11 = f0 * r1;
                let t12 = t10 - t11;
                let t13 = f2 * t12;
                let t14 = -t13;
                let t15 = f3 * t13;
                let t16 = r1 + t15;
                let t17 = k0 * t16;
                let t18 = f4 * t13;
                let t19 = r0 + t18;
                let t20 = k0 * t19;
                *x = [t20, t17, t14];
            };
            let done = if factors.sound {
                fast(&mut x);
                Fallback::None
            } else {
                fallback(
                    |matrix: &mut [[T; 3]; 3]| {
                        let [_, mass_, ..] = self.constants;
                        let [_, _, _, f3, f4, f5, f6] = factors.values;
                        matrix[0][0] = mass_;
                        matrix[0][2] = f4;
                        matrix[1][1] = mass_;
                        matrix[1][2] = f3;
                        matrix[2][0] = f6;
                        matrix[2][1] = f5;
                    },
                    &mut x,
                    fast,
                )?
            };
            a.data.0[0][0] = x[0];
            a.data.0[0][1] = x[1];
            l.data.0[0][0] = x[2];
            Ok(done)
        }
        /// 12 operations, 2 divisions; pivots (row, column): [(0, 0), (1, 1), (2, 2)].
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
            let [_, mass_, ..] = self.constants;
            let [column_at0, column_at1] = columns.values;
            let [row_at0, row_at1] = rows.values;
            let [weight_mass, _, weight_stiffness, weight_identity, ..] = weights
                .to_array();
            let [stiffness0] = stiffness.values;
            let t6 = mass_ * weight_mass;
            let t9 = weight_stiffness * stiffness0;
            let t10 = t6 + t9;
            let t12 = t10 + weight_identity;
            let t13 = Real::recip(t12);
            let t14 = row_at1 * t13;
            let t15 = column_at1 * t14;
            let t16 = row_at0 * t13;
            let t17 = column_at0 * t16;
            let t18 = t15 + t17;
            let t19 = -t18;
            let t20 = Real::recip(t18);
            into.values = [
                t16,
                t14,
                t20,
                column_at0,
                t13,
                column_at1,
                row_at0,
                row_at1,
                t12,
            ];
            into.sound = is_sound(t12, self.limits[0]) && is_sound(t12, self.limits[1])
                && is_sound(t19, self.limits[2]);
        }
        /// 12 operations.
        #[inline]
        #[allow(unused_variables)]
        fn solve(
            &self,
            factors: &Self::Factors,
            a: &mut Self::Velocity,
            l: &mut Self::Holonomic,
            p: &mut Self::Nonholonomic,
        ) -> ::core::result::Result<Fallback, Singular> {
            let mut x: [T; 3] = [a.data.0[0][0], a.data.0[0][1], l.data.0[0][0]];
            let fast = |x: &mut [T; 3]| {
                let rhs = *x;
                let [f0, f1, f2, f3, f4, f5, ..] = factors.values;
                let [r0, r1, r2] = rhs;
                let t9 = r0 * f1;
                let t10 = r2 - t9;
                let t11 = r1 * f0;
                let t12 = t10 - t11;
                let t13 = f2 * t12;
                let t14 = -t13;
                let t15 = f3 * t13;
                let t16 = r1 + t15;
                let t17 = f4 * t16;
                let t18 = f5 * t13;
                let t19 = r0 + t18;
                let t20 = f4 * t19;
                *x = [t20, t17, t14];
            };
            let done = if factors.sound {
                fast(&mut x);
                Fallback::None
            } else {
                fallback(
                    |matrix: &mut [[T; 3]; 3]| {
                        let [_, _, _, f3, _, f5, f6, f7, f8] = factors.values;
                        matrix[0][0] = f8;
                        matrix[0][2] = f5;
                        matrix[1][1] = f8;
                        matrix[1][2] = f3;
                        matrix[2][0] = f7;
                        matrix[2][1] = f6;
                    },
                    &mut x,
                    fast,
                )?
            };
            a.data.0[0][0] = x[0];
            a.data.0[0][1] = x[1];
            l.data.0[0][0] = x[2];
            Ok(done)
        }
        fn assembly(&self) -> AssemblyFacts<'_> {
            const CONDITIONS: &[Named] = &[];
            AssemblyFacts {
                position_tolerances: &[],
                velocity_tolerances: &[],
                condition_tolerances: &[],
                rotations: &[],
                turns: &[false, false],
                guards: &[],
                deviations: 2,
                cosines: 0,
                conditions: CONDITIONS,
                position_conditions: 0,
                closures: ::std::vec![& [1.0, 0.0]],
            }
        }
        #[allow(unused_variables)]
        fn assembly_measures(&self, at: &Self::PositionCache, out: &mut [T]) {
            let [x_, y_] = at.q.data.0[0];
            let [_, _, _, _, _, _, _, length] = self.constants;
            let t0 = T::exact(1.0);
            let t4 = x_ - length;
            store_entries(9, &[(0, t0), (1, t4), (2, y_), (3, t0), (6, t0)], out);
        }
        fn initial(&self) -> (Self::Configuration, Self::Velocity, Self::States) {
            (self.positions, self.velocities, self.states)
        }
        fn initial_reactions(&self) -> (Self::Holonomic, Self::Nonholonomic) {
            self.reactions
        }
    }
    impl<T: Real> CartesianPendulumModel<T> {
        #[inline]
        #[allow(unused_variables)]
        fn now_of(&self, t: T, u: [T; 0]) -> TimeCache<T, 0, 0> {
            TimeCache { t, u, values: [] }
        }
    }
    impl<T: Real> Energetic for CartesianPendulumModel<T> {
        #[inline]
        #[allow(unused_variables)]
        fn energy(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
        ) -> (T, T) {
            let [_, _, _, k3, _, _, k6, ..] = self.constants;
            let [_, y_] = at.q.data.0[0];
            let [x__dot, y__dot] = v.data.0[0];
            let t4 = x__dot * x__dot;
            let t5 = y__dot * y__dot;
            let t6 = t4 + t5;
            let t8 = t6 * k6;
            let t9 = k3 * y_;
            (t8, t9)
        }
    }
    impl<T: Real> VectorSpace for CartesianPendulumModel<T> {}
    impl<T: Real> Separable for CartesianPendulumModel<T> {}
    impl<T: Real> Stateless for CartesianPendulumModel<T> {}
};
