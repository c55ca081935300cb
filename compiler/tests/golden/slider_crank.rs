///
/// Coordinates: `pivot.angle` \[rad\], `pin.angle` \[rad\], `wrist.angle` \[rad\].
///
/// Holonomic constraints: `guide.across` \[m\], `guide.turn`.
///
/// Outputs: `piston` \[m\], `load[0]` \[N\], `load[1]` \[N\].
///
/// Degrees of freedom: 1.
///
/// Operations: position 37, force 19, factorisation 36, solve 32.
#[allow(non_snake_case, non_camel_case_types)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SliderCrank<T = f64> {
    /// Parameter `crank_length` \[m\].
    pub crank_length: T,
    /// Parameter `rod_length` \[m\].
    pub rod_length: T,
}
#[allow(non_snake_case, clippy::approx_constant)]
impl ::core::default::Default for SliderCrank<f64> {
    /// The declared values.
    fn default() -> Self {
        #[allow(unused_imports)]
        use ::linkwork::__private::Real;
        #[allow(dead_code)]
        type T = f64;
        let crank_length: f64 = T::decimal(0.15, 5.551115123125783e-18);
        let rod_length: f64 = T::decimal(0.35, 2.2204460492503132e-17);
        Self { crank_length, rod_length }
    }
}
impl<T: ::linkwork::__private::Real> ::linkwork::__private::Parameters
for SliderCrank<T> {
    type Scalar = T;
    type Model = SliderCrankModel<T>;
    const SOURCE: &'static str = "pub mechanism SliderCrank in plane {\n    gravity = [0, -9.81] [m/s^2];\n    param crank_length = 0.15 [m];\n    param rod_length = 0.35 [m];\n\n    body crank { mass: 1.2 [kg], inertia: 2.25e-3 [kg*m^2] }\n    body rod { mass: 0.6 [kg], inertia: 6.125e-3 [kg*m^2] }\n    body slider { mass: 2 [kg] }\n\n    joint pivot = revolute(ground, crank at [-crank_length / 2, 0 [m]]);\n    joint pin = revolute(crank at [crank_length / 2, 0 [m]], rod at [-rod_length / 2, 0 [m]]);\n    joint wrist = revolute(rod at [rod_length / 2, 0 [m]], slider);\n    joint guide = prismatic(ground, slider, axis: [1, 0]);\n\n    output piston = guide.displacement;\n    output load = wrist.force;\n    initial { pivot.angle: 30 [deg], der(pivot.angle): 6 [rad/s] }\n}\n";
    fn names() -> &'static [::linkwork::__private::Named] {
        const NAMES: &[::linkwork::__private::Named] = &[
            ::linkwork::__private::Named::new("crank_length", "m"),
            ::linkwork::__private::Named::new("rod_length", "m"),
        ];
        NAMES
    }
    fn get(&self, index: usize) -> ::core::option::Option<T> {
        match index {
            0 => Some(self.crank_length),
            1 => Some(self.rod_length),
            _ => None,
        }
    }
    fn set(&mut self, index: usize, value: T) -> bool {
        match index {
            0 => {
                self.crank_length = value;
                true
            }
            1 => {
                self.rod_length = value;
                true
            }
            _ => false,
        }
    }
    fn build(self) -> ::core::result::Result<Self::Model, ::linkwork::__private::Error> {
        SliderCrank::build(self)
    }
}
/// `SliderCrank` with its parameters: what steppers integrate. Made by `SliderCrank::build()`.
#[allow(non_camel_case_types)]
#[derive(Clone, Debug)]
pub struct SliderCrankModel<T = f64> {
    parameters: SliderCrank<T>,
    constants: [T; 12],
    inputs: [T; 0],
    positions: ::linkwork::__private::SVector<T, 3>,
    velocities: ::linkwork::__private::SVector<T, 3>,
    states: ::linkwork::__private::SVector<T, 0>,
    reactions: (
        ::linkwork::__private::SVector<T, 2>,
        ::linkwork::__private::SVector<T, 0>,
    ),
    saddle_limits: [f64; 5],
    limits: [f64; 5],
}
impl<T: ::linkwork::__private::Real> SliderCrankModel<T> {
    /// The parameters that it was built with.
    #[allow(dead_code)]
    pub fn parameters(&self) -> &SliderCrank<T> {
        &self.parameters
    }
}
#[allow(non_snake_case, clippy::approx_constant)]
impl<T: ::linkwork::__private::Real> SliderCrank<T> {
    /// The description that this was compiled from.
    #[allow(dead_code)]
    pub const SOURCE: &'static str = "pub mechanism SliderCrank in plane {\n    gravity = [0, -9.81] [m/s^2];\n    param crank_length = 0.15 [m];\n    param rod_length = 0.35 [m];\n\n    body crank { mass: 1.2 [kg], inertia: 2.25e-3 [kg*m^2] }\n    body rod { mass: 0.6 [kg], inertia: 6.125e-3 [kg*m^2] }\n    body slider { mass: 2 [kg] }\n\n    joint pivot = revolute(ground, crank at [-crank_length / 2, 0 [m]]);\n    joint pin = revolute(crank at [crank_length / 2, 0 [m]], rod at [-rod_length / 2, 0 [m]]);\n    joint wrist = revolute(rod at [rod_length / 2, 0 [m]], slider);\n    joint guide = prismatic(ground, slider, axis: [1, 0]);\n\n    output piston = guide.displacement;\n    output load = wrist.force;\n    initial { pivot.angle: 30 [deg], der(pivot.angle): 6 [rad/s] }\n}\n";
    /// Checks the parameters, computes what depends on them alone, and assembles the initial state.
    ///
    /// # Errors
    /// A parameter that is not finite, or an initial state that cannot be assembled.
    #[allow(dead_code)]
    pub fn build(
        self,
    ) -> ::core::result::Result<SliderCrankModel<T>, ::linkwork::__private::Error> {
        #[allow(unused_imports)]
        use ::linkwork::__private::{
            check_body, Given, Mechanism, assemble_model, Real, SVector, assemble,
            check_parameter, pivot_limits,
        };
        check_parameter("SliderCrank", "crank_length", self.crank_length.magnitude())?;
        check_parameter("SliderCrank", "rod_length", self.rod_length.magnitude())?;
        let parameters: [T; 2] = [self.crank_length, self.rod_length];
        let _ = &parameters;
        let constants = {
            let [crank_length, rod_length] = parameters;
            let t0 = T::decimal(31.392, 5.400124791776761e-16);
            let t3 = crank_length * crank_length;
            let t4 = T::decimal(1.45, 4.4408920985006264e-17);
            let t5 = t3 * t4;
            let t6 = T::decimal(0.001125, 8.500145032286355e-20);
            let t7 = t5 + t6;
            let t8 = T::exact(2.0);
            let t9 = t7 * t8;
            let t10 = rod_length * rod_length;
            let t11 = T::decimal(1.075, 4.4408920985006264e-17);
            let t12 = t10 * t11;
            let t13 = T::decimal(0.0030625, -1.179611963664229e-19);
            let t14 = t12 + t13;
            let t15 = t8 * t14;
            let t16 = Real::sqrt(t3);
            let t17 = Real::sqrt(t10);
            let t18 = t16 + t17;
            let t19 = T::decimal(1e-6, 4.525188817411374e-23);
            let t20 = Real::max(t18, t19);
            let t21 = Real::recip(t20);
            let t22 = crank_length * t4;
            let t23 = t0 * crank_length;
            let t24 = T::decimal(22.563, 1.1652900866465644e-15);
            let t25 = rod_length * t24;
            let t26 = rod_length * t21;
            let t27 = Real::recip(t15);
            [t27, t15, rod_length, crank_length, t9, t23, t25, t14, t26, t21, t20, t22]
        };
        let (positions, velocities, states, reactions) = {
            let t0 = T::exact(6.0);
            let t1 = T::decimal(0.5235987755982989, -5.360408832255455e-17);
            (
                SVector::from([t1, T::zero(), T::zero()]),
                SVector::from([t0, T::zero(), T::zero()]),
                SVector::from([]),
                (SVector::from([T::zero(), T::zero()]), SVector::from([])),
            )
        };
        let mut model = SliderCrankModel {
            parameters: self,
            constants,
            inputs: [],
            positions,
            velocities,
            states,
            reactions,
            saddle_limits: [0.0; 5],
            limits: [0.0; 5],
        };
        let guess = model.initial();
        let given = Given {
            positions: &[true, false, false],
            velocities: &[true, false, false],
        };
        let reference = { SVector::from([T::zero(), T::zero(), T::zero()]) };
        (model.positions, model.velocities, model.states) = assemble_model(
            &model,
            guess,
            &reference,
            given,
        )?;
        let (mut saddle_limits, mut limits) = (model.saddle_limits, model.limits);
        pivot_limits(
            &model,
            &[(1, 1), (0, 0), (3, 3), (2, 4), (4, 2)],
            &mut saddle_limits,
        );
        pivot_limits(&model, &[(0, 0), (1, 1), (3, 3), (2, 4), (4, 2)], &mut limits);
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
    impl<T: Real> Mechanism for SliderCrankModel<T> {
        type Scalar = T;
        type Configuration = SVector<T, 3>;
        type Velocity = SVector<T, 3>;
        type Holonomic = SVector<T, 2>;
        type Nonholonomic = SVector<T, 0>;
        type States = SVector<T, 0>;
        type Outputs = SVector<T, 3>;
        type Switches = SVector<T, 0>;
        type TimeCache = TimeCache<T, 0, 0>;
        type PositionCache = PositionCache<T, 3, 0, 0, 19>;
        type VelocityCache = Values<T, 3>;
        type StiffnessCache = Values<T, 5>;
        type SaddleFactors = Factors<T, 22>;
        type Factors = Factors<T, 33>;
        type With<S: Real> = SliderCrankModel<S>;
        const FLAGS: Flags = Flags {
            holonomic: true,
            symmetric_mass: true,
            borders_move: false,
            linear_reactions: true,
            time_explicit: false,
            smooth: true,
            analytic: true,
            ..Flags::GENERAL
        };
        fn names(&self) -> &Names {
            static NAMES: Names = Names {
                mechanism: Cow::Borrowed("SliderCrank"),
                coordinates: Cow::Borrowed(
                    &[
                        Named::new("pivot.angle", "rad"),
                        Named::new("pin.angle", "rad"),
                        Named::new("wrist.angle", "rad"),
                    ],
                ),
                velocities: Cow::Borrowed(
                    &[
                        Named::new("der(pivot.angle)", "rad/s"),
                        Named::new("der(pin.angle)", "rad/s"),
                        Named::new("der(wrist.angle)", "rad/s"),
                    ],
                ),
                holonomic: Cow::Borrowed(
                    &[Named::new("guide.across", "m"), Named::new("guide.turn", "")],
                ),
                nonholonomic: Cow::Borrowed(&[]),
                states: Cow::Borrowed(&[]),
                inputs: Cow::Borrowed(&[]),
                outputs: Cow::Borrowed(
                    &[
                        Named::new("piston", "m"),
                        Named::new("load[0]", "N"),
                        Named::new("load[1]", "N"),
                    ],
                ),
                parameters: Cow::Borrowed(
                    &[Named::new("crank_length", "m"), Named::new("rod_length", "m")],
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
                coordinates: 3,
                velocities: 3,
                turns: 0,
                holonomic: 2,
                nonholonomic: 0,
                redundancy: 0,
                states: 0,
                inputs: 0,
                outputs: 3,
                parameters: 2,
                switches: 0,
                sides: 0,
            }
        }
        fn with_scalar<S: Real>(
            &self,
            lift: &dyn ::core::ops::Fn(T) -> S,
        ) -> Self::With<S> {
            SliderCrankModel {
                parameters: SliderCrank {
                    crank_length: lift(self.parameters.crank_length),
                    rod_length: lift(self.parameters.rod_length),
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
        /// 37 operations (0 divisions, 5 functions).
        #[inline]
        #[allow(unused_variables)]
        fn place(
            &self,
            now: &Self::TimeCache,
            q: &Self::Configuration,
            at: &mut Self::PositionCache,
        ) {
            let [_, k1, rod_length, crank_length, _, _, _, k7, _, _, _, k11] = self
                .constants;
            let [pivot_angle, pin_angle, wrist_angle] = q.data.0[0];
            let t3 = pivot_angle + pin_angle;
            let t4 = Real::sin(t3);
            let t5 = rod_length * t4;
            let t6 = T::decimal(-2.3, -1.7763568394002506e-16);
            let cos_pivot_angle = Real::cos(pivot_angle);
            let sin_pivot_angle = Real::sin(pivot_angle);
            let t9 = Real::cos(t3);
            let t10 = rod_length * t9;
            let t11 = T::decimal(2.3, 1.7763568394002506e-16);
            let t12 = sin_pivot_angle * t11;
            let t14 = sin_pivot_angle * crank_length;
            let t15 = t9 * t11;
            let t16 = cos_pivot_angle * crank_length;
            let t17 = t4 * t6;
            let t18 = t10 + t16;
            let t20 = t3 + wrist_angle;
            let t21 = Real::cos(t20);
            let t22 = T::decimal(0.001125, 8.500145032286355e-20);
            let t26 = T::decimal(4.6, 3.552713678800501e-16);
            let t27 = cos_pivot_angle * t26;
            let t28 = t10 * t27;
            let t29 = k11 + t28;
            let t30 = crank_length * t29;
            let t31 = k7 + t30;
            let t32 = t22 + t31;
            let t33 = sin_pivot_angle * t26;
            let t34 = t5 * t33;
            let t35 = k11 + t34;
            let t36 = crank_length * t35;
            let t37 = k7 + t36;
            let t38 = t22 + t37;
            let t39 = t32 + t38;
            let t40 = cos_pivot_angle * t10;
            let t41 = t5 * sin_pivot_angle;
            let t42 = t40 + t41;
            let t43 = t11 * t42;
            let t44 = crank_length * t43;
            let t45 = k1 + t44;
            let t46 = T::decimal(-4.6, -3.552713678800501e-16);
            let t47 = cos_pivot_angle * t46;
            let t48 = t4 * t26;
            let t49 = t9 * t46;
            at.now = now.clone();
            at.q.data.0[0] = [q.data.0[0][0], q.data.0[0][1], q.data.0[0][2]];
            at.values = [
                t21,
                t45,
                t39,
                t10,
                t18,
                t49,
                t14,
                t48,
                t16,
                t47,
                t5,
                t33,
                t17,
                t15,
                t12,
                cos_pivot_angle,
                sin_pivot_angle,
                t4,
                t9,
            ];
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
        /// 6 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn mass_times(
            &self,
            at: &Self::PositionCache,
            a: &Self::Velocity,
            out: &mut Self::Velocity,
        ) {
            let [pivot_angle_ddot, pin_angle_ddot, ..] = a.data.0[0];
            let [_, k1, ..] = self.constants;
            let [_, at1, at2, ..] = at.values;
            let t5 = pivot_angle_ddot * at2;
            let t6 = pin_angle_ddot * at1;
            let t7 = t5 + t6;
            let t8 = pivot_angle_ddot * at1;
            let t9 = pin_angle_ddot * k1;
            let t10 = t8 + t9;
            out.data.0[0] = [t7, t10, T::zero()];
        }
        /// 19 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn applied_force(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
            out: &mut Self::Velocity,
        ) {
            let [_, _, rod_length, crank_length, ..] = self.constants;
            let [pivot_angle_dot, pin_angle_dot, ..] = v.data.0[0];
            let [_, _, _, at3, _, _, at6, _, at8, _, at10, _, at12, at13, at14,
            cos_pivot_angle, ..] = at.values;
            let t0 = T::decimal(31.392, 5.400124791776761e-16);
            let t4 = pivot_angle_dot + pin_angle_dot;
            let t5 = t4 * t4;
            let t7 = t5 * at10;
            let t8 = T::decimal(-2.3, -1.7763568394002506e-16);
            let t9 = t7 * t8;
            let t10 = t0 + t9;
            let t12 = t10 * cos_pivot_angle;
            let t14 = t5 * at3;
            let t16 = t14 * at14;
            let t17 = t12 + t16;
            let t19 = t17 * crank_length;
            let t20 = pivot_angle_dot * pivot_angle_dot;
            let t22 = t20 * at6;
            let t23 = T::decimal(-9.81, 4.973799150320702e-16);
            let t24 = t22 + t23;
            let t26 = t24 * at13;
            let t28 = t20 * at8;
            let t30 = t28 * at12;
            let t31 = t26 + t30;
            let t32 = rod_length * t31;
            let t33 = t32 - t19;
            out.data.0[0] = [t33, t32, T::zero()];
        }
        /// 28 operations (0 divisions, 0 functions).
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
            let [_, _, rod_length, crank_length, ..] = self.constants;
            let [pivot_angle_dot, pin_angle_dot, ..] = v.data.0[0];
            let [at0, _, _, at3, at4, _, at6, _, at8, _, at10, _, at12, at13, at14,
            cos_pivot_angle, ..] = at.values;
            let [lambda_guide_across, lambda_guide_turn] = reactions.0.data.0[0];
            let t0 = T::decimal(31.392, 5.400124791776761e-16);
            let t4 = pivot_angle_dot + pin_angle_dot;
            let t5 = t4 * t4;
            let t7 = t5 * at10;
            let t8 = T::decimal(-2.3, -1.7763568394002506e-16);
            let t9 = t7 * t8;
            let t10 = t0 + t9;
            let t12 = t10 * cos_pivot_angle;
            let t14 = t5 * at3;
            let t16 = t14 * at14;
            let t17 = t12 + t16;
            let t19 = t17 * crank_length;
            let t20 = pivot_angle_dot * pivot_angle_dot;
            let t22 = t20 * at6;
            let t23 = T::decimal(-9.81, 4.973799150320702e-16);
            let t24 = t22 + t23;
            let t26 = t24 * at13;
            let t28 = t20 * at8;
            let t30 = t28 * at12;
            let t31 = t26 + t30;
            let t32 = rod_length * t31;
            let t33 = t19 - t32;
            let t36 = at4 * lambda_guide_across;
            let t39 = at0 * lambda_guide_turn;
            let t40 = t33 + t36;
            let t41 = t39 + t40;
            let t42 = -t41;
            let t43 = at3 * lambda_guide_across;
            let t44 = -t39;
            let t45 = t32 - t43;
            let t46 = t45 - t39;
            out.data.0[0] = [t42, t46, t44];
        }
        /// 44 operations (0 divisions, 0 functions).
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
            let [_, k1, rod_length, crank_length, k4, ..] = self.constants;
            let [at0, _, _, at3, at4, _, _, _, _, _, _, _, at12, at13, _,
            cos_pivot_angle, sin_pivot_angle, at17, at18] = at.values;
            let [pivot_angle_dot, pin_angle_dot, ..] = v.data.0[0];
            let [lambda_guide_across, lambda_guide_turn] = reactions.0.data.0[0];
            let [pivot_angle_ddot, pin_angle_ddot, ..] = a.data.0[0];
            let t0 = T::decimal(31.392, 5.400124791776761e-16);
            let t5 = pivot_angle_dot + pin_angle_dot;
            let t6 = t5 * t5;
            let t11 = T::decimal(2.3, 1.7763568394002506e-16);
            let t13 = pivot_angle_dot * pivot_angle_dot;
            let t18 = at4 * lambda_guide_across;
            let t21 = at0 * lambda_guide_turn;
            let t22 = at3 * lambda_guide_across;
            let t25 = pivot_angle_ddot + pin_angle_ddot;
            let t26 = at13 * t25;
            let t27 = t6 * at12;
            let t28 = t26 + t27;
            let t29 = rod_length * t28;
            let t30 = t0 + t29;
            let t31 = cos_pivot_angle * t30;
            let t32 = t6 * at18;
            let t33 = at17 * t25;
            let t34 = t32 + t33;
            let t35 = t11 * t34;
            let t36 = rod_length * t35;
            let t37 = sin_pivot_angle * t36;
            let t38 = t31 + t37;
            let t39 = crank_length * t38;
            let t41 = pivot_angle_ddot * k4;
            let t42 = cos_pivot_angle * pivot_angle_ddot;
            let t43 = sin_pivot_angle * t13;
            let t44 = t42 - t43;
            let t45 = crank_length * t44;
            let t46 = T::decimal(9.81, -4.973799150320702e-16);
            let t47 = t45 + t46;
            let t48 = at18 * t47;
            let t49 = cos_pivot_angle * t13;
            let t50 = sin_pivot_angle * pivot_angle_ddot;
            let t51 = t49 + t50;
            let t52 = crank_length * t51;
            let t53 = at17 * t52;
            let t54 = t48 + t53;
            let t55 = t11 * t54;
            let t56 = rod_length * t55;
            let t58 = t25 * k1;
            let t59 = t56 + t58;
            let t60 = t41 + t59;
            let t61 = t39 + t60;
            let t62 = t18 + t61;
            let t63 = t21 + t62;
            let t64 = t22 + t59;
            let t65 = t21 + t64;
            out.data.0[0] = [t63, t65, t21];
        }
        /// 5 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn reaction_force(
            &self,
            at: &Self::PositionCache,
            moving: &Self::VelocityCache,
            reactions: (&Self::Holonomic, &Self::Nonholonomic),
            out: &mut Self::Velocity,
        ) {
            let [at0, _, _, at3, at4, ..] = at.values;
            let [lambda_guide_across, lambda_guide_turn] = reactions.0.data.0[0];
            let t3 = at4 * lambda_guide_across;
            let t6 = at0 * lambda_guide_turn;
            let t7 = at3 * lambda_guide_across;
            let t8 = t3 + t6;
            let t9 = t6 + t7;
            out.data.0[0] = [t8, t9, t6];
        }
        /// 4 operations (0 divisions, 1 functions).
        #[inline]
        #[allow(unused_variables)]
        fn holonomic(&self, at: &Self::PositionCache, out: &mut Self::Holonomic) {
            let [pivot_angle, pin_angle, wrist_angle] = at.q.data.0[0];
            let [_, _, _, _, _, _, at6, _, _, _, at10, ..] = at.values;
            let t2 = pivot_angle + pin_angle;
            let t6 = t2 + wrist_angle;
            let t7 = at10 + at6;
            let t8 = Real::sin(t6);
            out.data.0[0] = [t7, t8];
        }
        /// 6 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn holonomic_rate(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            out: &mut Self::Holonomic,
        ) {
            let [pivot_angle_dot, pin_angle_dot, wrist_angle_dot] = v.data.0[0];
            let [at0, _, _, at3, _, _, _, _, at8, ..] = at.values;
            let t2 = pivot_angle_dot + pin_angle_dot;
            let t6 = pivot_angle_dot * at8;
            let t7 = t2 * at3;
            let t8 = t6 + t7;
            let t10 = t2 + wrist_angle_dot;
            let t11 = at0 * t10;
            out.data.0[0] = [t8, t11];
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
        /// 33 operations (0 divisions, 0 functions).
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
            let [_, _, rod_length, crank_length, ..] = self.constants;
            let [_, _, _, _, at4, _, _, _, _, _, _, _, _, _, _, cos_pivot_angle,
            sin_pivot_angle, at17, at18] = at.values;
            let [pivot_angle_dot, pin_angle_dot, ..] = v.data.0[0];
            let [lambda_guide_across, ..] = reactions.0.data.0[0];
            let [pivot_angle_ddot, pin_angle_ddot, ..] = a.data.0[0];
            let t4 = pivot_angle_dot + pin_angle_dot;
            let t5 = t4 * t4;
            let t10 = pivot_angle_dot * pivot_angle_dot;
            let t15 = pivot_angle_ddot + pin_angle_ddot;
            let t16 = t5 * at18;
            let t17 = at17 * t15;
            let t18 = t16 + t17;
            let t19 = T::exact(2.0);
            let t20 = cos_pivot_angle * pivot_angle_ddot;
            let t21 = sin_pivot_angle * t10;
            let t22 = t20 - t21;
            let t23 = crank_length * t22;
            let t24 = T::decimal(9.81, -4.973799150320702e-16);
            let t25 = t23 + t24;
            let t26 = cos_pivot_angle * t10;
            let t27 = sin_pivot_angle * pivot_angle_ddot;
            let t28 = t26 + t27;
            let t29 = crank_length * t28;
            let t30 = rod_length * t18;
            let t31 = t29 + t30;
            let t32 = T::exact(-2.0);
            let t33 = at18 * t32;
            let t34 = t31 * t33;
            let t35 = at18 * t15;
            let t36 = at17 * t5;
            let t37 = t35 - t36;
            let t38 = rod_length * t37;
            let t39 = t25 + t38;
            let t40 = t19 * t39;
            let t41 = lambda_guide_across + t40;
            let t42 = at17 * t41;
            let t43 = t34 + t42;
            let t44 = at17 * t19;
            let t45 = t31 * t44;
            let t46 = at18 * t41;
            let t47 = t45 + t46;
            out.data.0[0] = [at4, t43, t47];
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
        /// 12 operations (0 divisions, 1 functions).
        #[inline]
        #[allow(unused_variables)]
        fn acceleration_bias(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            out: (&mut Self::Holonomic, &mut Self::Nonholonomic),
        ) {
            let [pivot_angle, pin_angle, wrist_angle] = at.q.data.0[0];
            let [pivot_angle_dot, pin_angle_dot, wrist_angle_dot] = v.data.0[0];
            let [_, _, _, _, _, _, at6, _, _, _, at10, ..] = at.values;
            let t2 = pivot_angle + pin_angle;
            let t5 = pivot_angle_dot + pin_angle_dot;
            let t6 = t5 * t5;
            let t8 = t6 * at10;
            let t9 = pivot_angle_dot * pivot_angle_dot;
            let t11 = t9 * at6;
            let t13 = t2 + wrist_angle;
            let t14 = Real::sin(t13);
            let t16 = t5 + wrist_angle_dot;
            let t17 = t8 + t11;
            let t18 = t16 * t16;
            let t19 = t14 * t18;
            out.0.data.0[0] = [t17, t19];
            out.1.data.0[0] = [];
        }
        /// 14 operations (0 divisions, 0 functions).
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
            let [_, _, _, at3, _, at5, at6, at7, at8, at9, at10, at11, ..] = at.values;
            let [pivot_angle_dot, pin_angle_dot, ..] = v.data.0[0];
            let [_, _, rod_length, crank_length, ..] = self.constants;
            let t4 = pivot_angle_dot + pin_angle_dot;
            let t5 = t4 * at10;
            let t6 = t5 * at9;
            let t9 = t4 * at3;
            let t10 = t9 * at11;
            let t11 = t10 + t6;
            let t13 = crank_length * t11;
            let t16 = pivot_angle_dot * at6;
            let t17 = t16 * at5;
            let t20 = pivot_angle_dot * at8;
            let t21 = t20 * at7;
            let t22 = t21 + t17;
            let t24 = rod_length * t22;
            let t25 = t13 + t24;
            out.values = [t13, t24, t25];
        }
        /// 52 operations (0 divisions, 1 functions).
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
            let [pivot_angle, pin_angle, wrist_angle] = at.q.data.0[0];
            let [lambda_guide_across, lambda_guide_turn] = reactions.0.data.0[0];
            let [_, _, _, _, _, _, at6, _, _, _, at10, _, at12, at13, _, cos_pivot_angle,
            sin_pivot_angle, at17, at18] = at.values;
            let [pivot_angle_dot, pin_angle_dot, ..] = v.data.0[0];
            let [pivot_angle_ddot, pin_angle_ddot, ..] = a.data.0[0];
            let [_, _, rod_length, crank_length, _, k5, ..] = self.constants;
            let t3 = pivot_angle + pin_angle;
            let t4 = t3 + wrist_angle;
            let t5 = Real::sin(t4);
            let t7 = lambda_guide_turn * t5;
            let t10 = at10 * lambda_guide_across;
            let t11 = t7 + t10;
            let t12 = T::decimal(9.81, -4.973799150320702e-16);
            let t14 = pivot_angle_dot * pivot_angle_dot;
            let t16 = sin_pivot_angle * t14;
            let t19 = cos_pivot_angle * pivot_angle_ddot;
            let t20 = t19 - t16;
            let t22 = crank_length * t20;
            let t23 = t22 + t12;
            let t25 = at12 * t23;
            let t26 = sin_pivot_angle * pivot_angle_ddot;
            let t27 = cos_pivot_angle * t14;
            let t28 = t27 + t26;
            let t29 = crank_length * t28;
            let t31 = at13 * t29;
            let t32 = t31 + t25;
            let t34 = rod_length * t32;
            let t35 = t34 - t11;
            let t37 = pivot_angle_dot + pin_angle_dot;
            let t38 = t37 * t37;
            let t39 = t38 * at12;
            let t41 = pivot_angle_ddot + pin_angle_ddot;
            let t42 = at13 * t41;
            let t43 = t42 + t39;
            let t44 = rod_length * t43;
            let t45 = sin_pivot_angle * t44;
            let t47 = at17 * t41;
            let t49 = t38 * at18;
            let t50 = t49 + t47;
            let t51 = T::decimal(2.3, 1.7763568394002506e-16);
            let t52 = t51 * t50;
            let t53 = rod_length * t52;
            let t54 = cos_pivot_angle * t53;
            let t55 = t54 - t45;
            let t56 = crank_length * t55;
            let t57 = t56 - t34;
            let t58 = t57 + t11;
            let t59 = T::decimal(-2.3, -1.7763568394002506e-16);
            let t60 = t59 * t23;
            let t61 = t51 * t22;
            let t62 = t61 + t60;
            let t63 = at17 * t62;
            let t64 = rod_length * t63;
            let t65 = t64 - t7;
            let t66 = t65 - t10;
            let t68 = at10 + at6;
            let t69 = lambda_guide_across * t68;
            let t71 = sin_pivot_angle * k5;
            let t72 = t64 - t71;
            let t73 = t72 - t7;
            let t74 = t73 - t69;
            out.values = [t7, t35, t58, t66, t74];
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn mass_matrix(&self, at: &Self::PositionCache, out: &mut [T]) {
            let [_, k1, ..] = self.constants;
            let [_, at1, at2, ..] = at.values;
            store(
                &[
                    at2,
                    at1,
                    T::zero(),
                    at1,
                    k1,
                    T::zero(),
                    T::zero(),
                    T::zero(),
                    T::zero(),
                ],
                out,
            );
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
            let [moving0, moving1, moving2] = moving.values;
            store(
                &[
                    moving2,
                    moving1,
                    T::zero(),
                    moving0,
                    T::zero(),
                    T::zero(),
                    T::zero(),
                    T::zero(),
                    T::zero(),
                ],
                out,
            );
        }
        /// 2 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn stiffness_matrix(
            &self,
            at: &Self::PositionCache,
            stiffness: &Self::StiffnessCache,
            out: &mut [T],
        ) {
            let [stiffness0, stiffness1, stiffness2, stiffness3, stiffness4] = stiffness
                .values;
            let t2 = -stiffness2;
            let t4 = -stiffness0;
            store(&[stiffness4, stiffness3, t4, t2, stiffness1, t4, t4, t4, t4], out);
        }
        /// 0 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn constraint_jacobian(&self, at: &Self::PositionCache, out: &mut [T]) {
            let [at0, _, _, at3, at4, ..] = at.values;
            store(&[at4, at3, T::zero(), at0, at0, at0], out);
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
        /// 36 operations, 4 divisions; pivots (row, column): [(1, 1), (0, 0), (3, 3), (2, 4), (4, 2)].
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
            let [k0, k1, ..] = self.constants;
            let [_, mass_at1, mass_at2, ..] = mass.values;
            let [column_at0, _, _, column_at3, column_at4, ..] = columns.values;
            let [row_at0, _, _, row_at3, row_at4, ..] = rows.values;
            let t10 = mass_at1 * k0;
            let t11 = mass_at1 * t10;
            let t12 = mass_at2 - t11;
            let t13 = column_at3 * t10;
            let t14 = column_at4 - t13;
            let t15 = column_at0 * t10;
            let t16 = column_at0 - t15;
            let t17 = row_at3 * k0;
            let t18 = mass_at1 * t17;
            let t19 = row_at4 - t18;
            let t20 = column_at3 * t17;
            let t21 = column_at0 * t17;
            let t22 = row_at0 * k0;
            let t23 = mass_at1 * t22;
            let t24 = row_at0 - t23;
            let t25 = column_at3 * t22;
            let t26 = column_at0 * t22;
            let t27 = Real::recip(t12);
            let t28 = t19 * t27;
            let t29 = t14 * t28;
            let t30 = t20 + t29;
            let t31 = -t30;
            let t32 = t16 * t28;
            let t33 = t21 + t32;
            let t34 = t24 * t27;
            let t35 = t14 * t34;
            let t36 = t25 + t35;
            let t37 = t16 * t34;
            let t38 = t26 + t37;
            let t39 = Real::recip(t30);
            let t40 = t36 * t39;
            let t41 = t33 * t40;
            let t42 = t41 - t38;
            let t43 = Real::recip(column_at0);
            let t44 = t42 * t43;
            let t45 = Real::recip(row_at0);
            into.values = [
                t43,
                t33,
                t10,
                t28,
                t17,
                t39,
                t44,
                t40,
                t34,
                t22,
                t45,
                column_at0,
                column_at3,
                t16,
                t14,
                t27,
                mass_at1,
                row_at0,
                row_at3,
                row_at4,
                column_at4,
                mass_at2,
            ];
            into.sound = is_sound(k1, self.saddle_limits[0])
                && is_sound(t12, self.saddle_limits[1])
                && is_sound(t31, self.saddle_limits[2])
                && is_sound(column_at0, self.saddle_limits[3])
                && is_sound(row_at0, self.saddle_limits[4]);
        }
        /// 32 operations.
        #[inline]
        #[allow(unused_variables)]
        fn solve_saddle(
            &self,
            factors: &Self::SaddleFactors,
            a: &mut Self::Velocity,
            l: &mut Self::Holonomic,
            p: &mut Self::Nonholonomic,
        ) -> ::core::result::Result<Fallback, Singular> {
            let mut x: [T; 5] = [
                a.data.0[0][0],
                a.data.0[0][1],
                a.data.0[0][2],
                l.data.0[0][0],
                l.data.0[0][1],
            ];
            let fast = |x: &mut [T; 5]| {
                let rhs = *x;
                let [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14,
                f15, f16, ..] = factors.values;
                let [k0, ..] = self.constants;
                let [r0, r1, r2, r3, r4] = rhs;
                let t23 = f2 * r1;
                let t24 = r0 - t23;
                let t25 = f4 * r1;
                let t26 = r3 - t25;
                let t27 = f9 * r1;
                let t28 = r4 - t27;
                let t29 = f3 * t24;
                let t30 = t26 - t29;
                let t31 = f8 * t24;
                let t32 = t28 - t31;
                let t33 = f7 * t30;
                let t34 = t32 - t33;
                let t35 = f6 * r2;
                let t36 = t34 - t35;
                let t37 = f10 * t36;
                let t38 = f0 * r2;
                let t39 = f1 * t38;
                let t40 = t30 + t39;
                let t41 = f5 * t40;
                let t42 = -t41;
                let t43 = f14 * t41;
                let t44 = t24 + t43;
                let t45 = f13 * t38;
                let t46 = t44 - t45;
                let t47 = f15 * t46;
                let t48 = f16 * t47;
                let t49 = r1 - t48;
                let t50 = f12 * t41;
                let t51 = t49 + t50;
                let t52 = f11 * t38;
                let t53 = t51 - t52;
                let t54 = k0 * t53;
                *x = [t47, t54, t37, t42, t38];
            };
            let done = if factors.sound {
                fast(&mut x);
                Fallback::None
            } else {
                fallback(
                    |matrix: &mut [[T; 5]; 5]| {
                        let [_, k1, ..] = self.constants;
                        let [_, _, _, _, _, _, _, _, _, _, _, f11, f12, _, _, _, f16,
                        f17, f18, f19, f20, f21] = factors.values;
                        matrix[0][0] = f21;
                        matrix[0][1] = f16;
                        matrix[0][3] = f20;
                        matrix[0][4] = f11;
                        matrix[1][0] = f16;
                        matrix[1][1] = k1;
                        matrix[1][3] = f12;
                        matrix[1][4] = f11;
                        matrix[2][4] = f11;
                        matrix[3][0] = f19;
                        matrix[3][1] = f18;
                        matrix[4][0] = f17;
                        matrix[4][1] = f17;
                        matrix[4][2] = f17;
                    },
                    &mut x,
                    fast,
                )?
            };
            a.data.0[0][0] = x[0];
            a.data.0[0][1] = x[1];
            a.data.0[0][2] = x[2];
            l.data.0[0][0] = x[3];
            l.data.0[0][1] = x[4];
            Ok(done)
        }
        /// 91 operations, 5 divisions; pivots (row, column): [(0, 0), (1, 1), (3, 3), (2, 4), (4, 2)].
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
            let [_, mass_at1, mass_at2, ..] = mass.values;
            let [column_at0, _, _, column_at3, column_at4, ..] = columns.values;
            let [row_at0, _, _, row_at3, row_at4, ..] = rows.values;
            let [weight_mass, weight_damping, weight_stiffness, weight_identity, ..] = weights
                .to_array();
            let [moving0, moving1, moving2] = moving.values;
            let [stiffness0, stiffness1, stiffness2, stiffness3, stiffness4] = stiffness
                .values;
            let t10 = mass_at2 * weight_mass;
            let t11 = mass_at1 * weight_mass;
            let t12 = k1 * weight_mass;
            let t15 = weight_damping * moving2;
            let t16 = t10 + t15;
            let t18 = weight_damping * moving0;
            let t19 = t11 + t18;
            let t21 = weight_damping * moving1;
            let t22 = t11 + t21;
            let t25 = weight_stiffness * stiffness4;
            let t26 = t16 + t25;
            let t28 = weight_stiffness * stiffness2;
            let t29 = t19 - t28;
            let t31 = weight_stiffness * stiffness0;
            let t33 = weight_stiffness * stiffness3;
            let t34 = t22 + t33;
            let t36 = weight_stiffness * stiffness1;
            let t37 = t12 + t36;
            let t39 = t26 + weight_identity;
            let t40 = t37 + weight_identity;
            let t41 = weight_identity - t31;
            let t42 = Real::recip(t39);
            let t43 = t34 * t42;
            let t44 = t29 * t43;
            let t45 = t40 - t44;
            let t46 = t31 * t43;
            let t47 = t46 - t31;
            let t48 = column_at4 * t43;
            let t49 = column_at3 - t48;
            let t50 = column_at0 * t43;
            let t51 = column_at0 - t50;
            let t52 = t31 * t42;
            let t53 = t29 * t52;
            let t54 = t53 - t31;
            let t55 = t31 * t52;
            let t56 = t41 - t55;
            let t57 = column_at4 * t52;
            let t58 = column_at0 * t52;
            let t59 = column_at0 + t58;
            let t60 = row_at4 * t42;
            let t61 = t29 * t60;
            let t62 = row_at3 - t61;
            let t63 = t31 * t60;
            let t64 = column_at4 * t60;
            let t65 = column_at0 * t60;
            let t66 = row_at0 * t42;
            let t67 = t29 * t66;
            let t68 = row_at0 - t67;
            let t69 = t31 * t66;
            let t70 = row_at0 + t69;
            let t71 = column_at4 * t66;
            let t72 = column_at0 * t66;
            let t73 = Real::recip(t45);
            let t74 = t54 * t73;
            let t75 = t47 * t74;
            let t76 = t56 - t75;
            let t77 = t49 * t74;
            let t78 = t57 - t77;
            let t79 = t51 * t74;
            let t80 = t59 - t79;
            let t81 = t62 * t73;
            let t82 = t47 * t81;
            let t83 = t63 - t82;
            let t84 = t49 * t81;
            let t85 = t64 + t84;
            let t86 = -t85;
            let t87 = t51 * t81;
            let t88 = t65 + t87;
            let t89 = t68 * t73;
            let t90 = t47 * t89;
            let t91 = t70 - t90;
            let t92 = t49 * t89;
            let t93 = t71 + t92;
            let t94 = t51 * t89;
            let t95 = t72 + t94;
            let t96 = Real::recip(t85);
            let t97 = t78 * t96;
            let t98 = t83 * t97;
            let t99 = t76 + t98;
            let t100 = t88 * t97;
            let t101 = t80 - t100;
            let t102 = t93 * t96;
            let t103 = t83 * t102;
            let t104 = t91 - t103;
            let t105 = t88 * t102;
            let t106 = t105 - t95;
            let t107 = Real::recip(t101);
            let t108 = t106 * t107;
            let t109 = t99 * t108;
            let t110 = t104 - t109;
            let t111 = Real::recip(t110);
            into.values = [
                t43,
                t81,
                t60,
                t97,
                t74,
                t52,
                t108,
                t102,
                t89,
                t66,
                t111,
                t99,
                t107,
                t88,
                t83,
                t96,
                t51,
                t49,
                t47,
                t73,
                column_at0,
                column_at4,
                t31,
                t29,
                t42,
                row_at0,
                row_at3,
                row_at4,
                t41,
                column_at3,
                t40,
                t34,
                t39,
            ];
            into.sound = is_sound(t39, self.limits[0]) && is_sound(t45, self.limits[1])
                && is_sound(t86, self.limits[2]) && is_sound(t101, self.limits[3])
                && is_sound(t110, self.limits[4]);
        }
        /// 46 operations.
        #[inline]
        #[allow(unused_variables)]
        fn solve(
            &self,
            factors: &Self::Factors,
            a: &mut Self::Velocity,
            l: &mut Self::Holonomic,
            p: &mut Self::Nonholonomic,
        ) -> ::core::result::Result<Fallback, Singular> {
            let mut x: [T; 5] = [
                a.data.0[0][0],
                a.data.0[0][1],
                a.data.0[0][2],
                l.data.0[0][0],
                l.data.0[0][1],
            ];
            let fast = |x: &mut [T; 5]| {
                let rhs = *x;
                let [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14,
                f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, ..] = factors.values;
                let [r0, r1, r2, r3, r4] = rhs;
                let t30 = r0 * f0;
                let t31 = r1 - t30;
                let t32 = r0 * f5;
                let t33 = r2 + t32;
                let t34 = r0 * f2;
                let t35 = r3 - t34;
                let t36 = r0 * f9;
                let t37 = r4 - t36;
                let t38 = f4 * t31;
                let t39 = t33 - t38;
                let t40 = f1 * t31;
                let t41 = t35 - t40;
                let t42 = f8 * t31;
                let t43 = t37 - t42;
                let t44 = f3 * t41;
                let t45 = t39 + t44;
                let t46 = f7 * t41;
                let t47 = t43 - t46;
                let t48 = f6 * t45;
                let t49 = t47 - t48;
                let t50 = f10 * t49;
                let t51 = f11 * t50;
                let t52 = t45 - t51;
                let t53 = f12 * t52;
                let t54 = f14 * t50;
                let t55 = t41 - t54;
                let t56 = f13 * t53;
                let t57 = t55 + t56;
                let t58 = f15 * t57;
                let t59 = -t58;
                let t60 = f18 * t50;
                let t61 = t31 - t60;
                let t62 = f17 * t58;
                let t63 = t61 + t62;
                let t64 = f16 * t53;
                let t65 = t63 - t64;
                let t66 = f19 * t65;
                let t67 = f23 * t66;
                let t68 = r0 - t67;
                let t69 = f22 * t50;
                let t70 = t68 + t69;
                let t71 = f21 * t58;
                let t72 = t70 + t71;
                let t73 = f20 * t53;
                let t74 = t72 - t73;
                let t75 = f24 * t74;
                *x = [t75, t66, t50, t59, t53];
            };
            let done = if factors.sound {
                fast(&mut x);
                Fallback::None
            } else {
                fallback(
                    |matrix: &mut [[T; 5]; 5]| {
                        let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
                        f20, f21, f22, f23, _, f25, f26, f27, f28, f29, f30, f31, f32] = factors
                            .values;
                        let t8 = -f22;
                        matrix[0][0] = f32;
                        matrix[0][1] = f23;
                        matrix[0][2] = t8;
                        matrix[0][3] = f21;
                        matrix[0][4] = f20;
                        matrix[1][0] = f31;
                        matrix[1][1] = f30;
                        matrix[1][2] = t8;
                        matrix[1][3] = f29;
                        matrix[1][4] = f20;
                        matrix[2][0] = t8;
                        matrix[2][1] = t8;
                        matrix[2][2] = f28;
                        matrix[2][4] = f20;
                        matrix[3][0] = f27;
                        matrix[3][1] = f26;
                        matrix[4][0] = f25;
                        matrix[4][1] = f25;
                        matrix[4][2] = f25;
                    },
                    &mut x,
                    fast,
                )?
            };
            a.data.0[0][0] = x[0];
            a.data.0[0][1] = x[1];
            a.data.0[0][2] = x[2];
            l.data.0[0][0] = x[3];
            l.data.0[0][1] = x[4];
            Ok(done)
        }
        fn assembly(&self) -> AssemblyFacts<'_> {
            const CONDITIONS: &[Named] = &[];
            AssemblyFacts {
                position_tolerances: &[],
                velocity_tolerances: &[],
                condition_tolerances: &[],
                rotations: &[],
                turns: &[true, true, true],
                guards: &[(1, 0)],
                deviations: 7,
                cosines: 1,
                conditions: CONDITIONS,
                position_conditions: 0,
                closures: ::std::vec![
                    & [0.5235987755982989, - 0.7395592742832552, 0.21596049868495626], &
                    [0.5235987755982989, 2.8339543766764503, 2.9256321549048367]
                ],
            }
        }
        #[allow(unused_variables)]
        fn assembly_measures(&self, at: &Self::PositionCache, out: &mut [T]) {
            let [pivot_angle, pin_angle, wrist_angle] = at.q.data.0[0];
            let [_, _, _, _, at4, _, at6, _, _, _, at10, _, _, _, _, _, _, at17, ..] = at
                .values;
            let [_, _, _, _, _, _, _, _, k8, k9, k10, ..] = self.constants;
            let t5 = T::exact(-1.0);
            let t8 = at10 + at6;
            let t10 = T::decimal(-0.5235987755982989, 5.360408832255455e-17);
            let t11 = pivot_angle + t10;
            let t12 = Real::cos(t11);
            let t13 = t5 + t12;
            let t14 = Real::sin(t11);
            let cos_pin_angle = Real::cos(pin_angle);
            let t16 = t5 + cos_pin_angle;
            let sin_pin_angle = Real::sin(pin_angle);
            let cos_wrist_angle = Real::cos(wrist_angle);
            let t19 = t5 + cos_wrist_angle;
            let sin_wrist_angle = Real::sin(wrist_angle);
            let t22 = at4 * k9;
            let t23 = T::exact(-6.0);
            let t24 = t14 * t23;
            let t25 = T::exact(6.0);
            let t26 = t12 * t25;
            let t27 = -t14;
            let t28 = -sin_pin_angle;
            let t29 = -sin_wrist_angle;
            let t30 = t8 * k9;
            let t31 = -t30;
            let t33 = at17 * k8;
            let t34 = -t33;
            store_entries(
                36,
                &[
                    (0, k10),
                    (1, t13),
                    (2, t14),
                    (3, t16),
                    (4, sin_pin_angle),
                    (5, t19),
                    (6, sin_wrist_angle),
                    (7, t22),
                    (8, t27),
                    (11, t12),
                    (15, t28),
                    (18, cos_pin_angle),
                    (22, t29),
                    (25, cos_wrist_angle),
                    (26, t31),
                    (27, t34),
                    (29, t24),
                    (30, t26),
                ],
                out,
            );
        }
        #[allow(unused_variables)]
        fn assembly_cosines(&self, at: &Self::PositionCache, out: &mut [T]) {
            let [pivot_angle, pin_angle, wrist_angle] = at.q.data.0[0];
            let [at0, ..] = at.values;
            let t2 = pivot_angle + pin_angle;
            let t4 = t2 + wrist_angle;
            let t6 = Real::sin(t4);
            let t7 = -t6;
            store_entries(4, &[(0, at0), (1, t7), (2, t7), (3, t7)], out);
        }
        #[allow(unused_variables)]
        fn orientation_cosines(&self, at: &Self::PositionCache, out: &mut [T]) {
            let [at0, ..] = at.values;
            store_entries(1, &[(0, at0)], out);
        }
        fn initial(&self) -> (Self::Configuration, Self::Velocity, Self::States) {
            (self.positions, self.velocities, self.states)
        }
        fn initial_reactions(&self) -> (Self::Holonomic, Self::Nonholonomic) {
            self.reactions
        }
    }
    impl<T: Real> SliderCrankModel<T> {
        #[inline]
        #[allow(unused_variables)]
        fn now_of(&self, t: T, u: [T; 0]) -> TimeCache<T, 0, 0> {
            TimeCache { t, u, values: [] }
        }
    }
    impl<T: Real> Energetic for SliderCrankModel<T> {
        #[inline]
        #[allow(unused_variables)]
        fn energy(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
        ) -> (T, T) {
            let [_, at1, at2, _, _, _, _, _, _, _, _, _, _, _, _, _, sin_pivot_angle,
            at17, ..] = at.values;
            let [pivot_angle_dot, pin_angle_dot, ..] = v.data.0[0];
            let [_, _, _, _, _, k5, k6, k7, ..] = self.constants;
            let t6 = T::exact(0.5);
            let t7 = at2 * t6;
            let t8 = pivot_angle_dot * t7;
            let t10 = pin_angle_dot * at1;
            let t11 = t8 + t10;
            let t12 = pivot_angle_dot * t11;
            let t13 = pin_angle_dot * pin_angle_dot;
            let t14 = k7 * t13;
            let t15 = t12 + t14;
            let t17 = sin_pivot_angle * k5;
            let t19 = at17 * k6;
            let t20 = t17 + t19;
            (t15, t20)
        }
    }
    impl<T: Real> VectorSpace for SliderCrankModel<T> {}
    impl<T: Real> Stateless for SliderCrankModel<T> {}
};
