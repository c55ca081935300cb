/// Bricard's mechanism, IFToMM benchmark A04: five uniform rods and the ground form a loop of six hinges
/// whose axes are the edges of a cube. Its 30 joint equations have rank 29 wherever it moves, so that it has
/// one degree of freedom and one equation too many.
///
/// Coordinates: `p1.angle` \[rad\], `p2.angle` \[rad\], `p3.angle` \[rad\], `p4.angle` \[rad\], `p5.angle` \[rad\].
///
/// Holonomic constraints: `p6.x` \[m\], `p6.y` \[m\], `p6.z` \[m\], `p6.tilt_1`, `p6.tilt_2`.
///
/// Outputs: `p3_x` \[m\], `p3_y` \[m\], `p3_z` \[m\].
///
/// Degrees of freedom: 1.
///
/// Redundant constraints: 1 of 5 in `p6`. Their reactions are the smallest that hold the motion.
///
/// Operations: position 283, force 222, factorisation 653, solve 211.
#[allow(non_snake_case, non_camel_case_types)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bricard<T = f64> {
    #[doc(hidden)]
    pub scalar: ::core::marker::PhantomData<T>,
}
#[allow(non_snake_case, clippy::approx_constant)]
impl ::core::default::Default for Bricard<f64> {
    /// The declared values.
    fn default() -> Self {
        #[allow(unused_imports)]
        use ::linkwork::__private::Real;
        #[allow(dead_code)]
        type T = f64;
        Self {
            scalar: ::core::marker::PhantomData,
        }
    }
}
impl<T: ::linkwork::__private::Real> ::linkwork::__private::Parameters for Bricard<T> {
    type Scalar = T;
    type Model = BricardModel<T>;
    const SOURCE: &'static str = "/// Bricard's mechanism, IFToMM benchmark A04: five uniform rods and the ground form a loop of six hinges\n/// whose axes are the edges of a cube. Its 30 joint equations have rank 29 wherever it moves, so that it has\n/// one degree of freedom and one equation too many.\npub mechanism Bricard in space {\n    coordinates = [minimal, absolute];\n    gravity = [0, -9.81, 0] [m/s^2];\n\n    // Square rods of 0.1 m.\n    body rod1 { mass: 1 [kg], shape: box(size: [1, 0.1, 0.1] [m]) }\n    body rod2 { mass: 1 [kg], shape: box(size: [0.1, 1, 0.1] [m]) }\n    body rod3 { mass: 1 [kg], shape: box(size: [0.1, 0.1, 1] [m]) }\n    body rod4 { mass: 1 [kg], shape: box(size: [1, 0.1, 0.1] [m]) }\n    body rod5 { mass: 1 [kg], shape: box(size: [0.1, 1, 0.1] [m]) }\n\n    joint p1 = revolute(ground, rod1 at [-0.5, 0, 0] [m], axis: [0, 1, 0]);\n    joint p2 = revolute(rod1 at [0.5, 0, 0] [m], rod2 at [0, 0.5, 0] [m], axis: [0, 0, 1]);\n    joint p3 = revolute(rod2 at [0, -0.5, 0] [m], rod3 at [0, 0, -0.5] [m], axis: [1, 0, 0]);\n    joint p4 = revolute(rod3 at [0, 0, 0.5] [m], rod4 at [0.5, 0, 0] [m], axis: [0, 1, 0]);\n    joint p5 = revolute(rod4 at [-0.5, 0, 0] [m], rod5 at [0, -0.5, 0] [m], axis: [0, 0, 1]);\n    joint p6 = revolute(ground at [0, 0, 1] [m], rod5 at [0, 0.5, 0] [m], axis: [1, 0, 0]);\n\n    frame p3_point = rod2 at [0, -0.5, 0] [m];\n    output p3_x = p3_point.position.x;\n    output p3_y = p3_point.position.y;\n    output p3_z = p3_point.position.z;\n\n    initial { p1.angle: 0 [rad], der(p1.angle): 0 [rad/s] }\n}\n";
    fn names() -> &'static [::linkwork::__private::Named] {
        const NAMES: &[::linkwork::__private::Named] = &[];
        NAMES
    }
    fn get(&self, index: usize) -> ::core::option::Option<T> {
        let _ = index;
        None
    }
    fn set(&mut self, index: usize, value: T) -> bool {
        let _ = (index, value);
        false
    }
    fn build(self) -> ::core::result::Result<Self::Model, ::linkwork::__private::Error> {
        Bricard::build(self)
    }
}
/// `Bricard` with its parameters: what steppers integrate. Made by `Bricard::build()`.
#[allow(non_camel_case_types)]
#[derive(Clone, Debug)]
pub struct BricardModel<T = f64> {
    parameters: Bricard<T>,
    constants: [T; 0],
    inputs: [T; 0],
    positions: ::linkwork::__private::SVector<T, 5>,
    velocities: ::linkwork::__private::SVector<T, 5>,
    states: ::linkwork::__private::SVector<T, 0>,
    reactions: (
        ::linkwork::__private::SVector<T, 5>,
        ::linkwork::__private::SVector<T, 0>,
    ),
    saddle_limits: [f64; 10],
    limits: [f64; 10],
    redundant: [f64; 11],
}
impl<T: ::linkwork::__private::Real> BricardModel<T> {
    /// The parameters that it was built with.
    #[allow(dead_code)]
    pub fn parameters(&self) -> &Bricard<T> {
        &self.parameters
    }
}
#[allow(non_snake_case, clippy::approx_constant)]
impl<T: ::linkwork::__private::Real> Bricard<T> {
    /// The description that this was compiled from.
    #[allow(dead_code)]
    pub const SOURCE: &'static str = "/// Bricard's mechanism, IFToMM benchmark A04: five uniform rods and the ground form a loop of six hinges\n/// whose axes are the edges of a cube. Its 30 joint equations have rank 29 wherever it moves, so that it has\n/// one degree of freedom and one equation too many.\npub mechanism Bricard in space {\n    coordinates = [minimal, absolute];\n    gravity = [0, -9.81, 0] [m/s^2];\n\n    // Square rods of 0.1 m.\n    body rod1 { mass: 1 [kg], shape: box(size: [1, 0.1, 0.1] [m]) }\n    body rod2 { mass: 1 [kg], shape: box(size: [0.1, 1, 0.1] [m]) }\n    body rod3 { mass: 1 [kg], shape: box(size: [0.1, 0.1, 1] [m]) }\n    body rod4 { mass: 1 [kg], shape: box(size: [1, 0.1, 0.1] [m]) }\n    body rod5 { mass: 1 [kg], shape: box(size: [0.1, 1, 0.1] [m]) }\n\n    joint p1 = revolute(ground, rod1 at [-0.5, 0, 0] [m], axis: [0, 1, 0]);\n    joint p2 = revolute(rod1 at [0.5, 0, 0] [m], rod2 at [0, 0.5, 0] [m], axis: [0, 0, 1]);\n    joint p3 = revolute(rod2 at [0, -0.5, 0] [m], rod3 at [0, 0, -0.5] [m], axis: [1, 0, 0]);\n    joint p4 = revolute(rod3 at [0, 0, 0.5] [m], rod4 at [0.5, 0, 0] [m], axis: [0, 1, 0]);\n    joint p5 = revolute(rod4 at [-0.5, 0, 0] [m], rod5 at [0, -0.5, 0] [m], axis: [0, 0, 1]);\n    joint p6 = revolute(ground at [0, 0, 1] [m], rod5 at [0, 0.5, 0] [m], axis: [1, 0, 0]);\n\n    frame p3_point = rod2 at [0, -0.5, 0] [m];\n    output p3_x = p3_point.position.x;\n    output p3_y = p3_point.position.y;\n    output p3_z = p3_point.position.z;\n\n    initial { p1.angle: 0 [rad], der(p1.angle): 0 [rad/s] }\n}\n";
    /// Checks the parameters, computes what depends on them alone, and assembles the initial state.
    ///
    /// # Errors
    /// A parameter that is not finite, or an initial state that cannot be assembled.
    #[allow(dead_code)]
    pub fn build(
        self,
    ) -> ::core::result::Result<BricardModel<T>, ::linkwork::__private::Error> {
        #[allow(unused_imports)]
        use ::linkwork::__private::{
            check_body, Given, Mechanism, assemble_model, Real, SVector, assemble,
            check_parameter, pivot_limits, redundant_weights,
        };
        let parameters: [T; 0] = [];
        let _ = &parameters;
        let constants = { [] };
        let (positions, velocities, states, reactions) = {
            (
                SVector::from([T::zero(), T::zero(), T::zero(), T::zero(), T::zero()]),
                SVector::from([T::zero(), T::zero(), T::zero(), T::zero(), T::zero()]),
                SVector::from([]),
                (
                    SVector::from([
                        T::zero(),
                        T::zero(),
                        T::zero(),
                        T::zero(),
                        T::zero(),
                    ]),
                    SVector::from([]),
                ),
            )
        };
        let mut model = BricardModel {
            parameters: self,
            constants,
            inputs: [],
            positions,
            velocities,
            states,
            reactions,
            saddle_limits: [0.0; 10],
            limits: [0.0; 10],
            redundant: [0.0; 11],
        };
        let guess = model.initial();
        let given = Given {
            positions: &[true, false, false, false, false],
            velocities: &[true, false, false, false, false],
        };
        let reference = {
            SVector::from([T::zero(), T::zero(), T::zero(), T::zero(), T::zero()])
        };
        (model.positions, model.velocities, model.states) = assemble_model(
            &model,
            guess,
            &reference,
            given,
        )?;
        let (mut saddle_limits, mut limits) = (model.saddle_limits, model.limits);
        pivot_limits(
            &model,
            &[(4, 4), (0, 0), (1, 1), (2, 2), (3, 3), (5, 5), (6, 6), (7, 7), (8, 8)],
            &mut saddle_limits,
        );
        pivot_limits(
            &model,
            &[(0, 0), (5, 5), (1, 1), (2, 2), (3, 3), (4, 4), (6, 6), (7, 7), (8, 8)],
            &mut limits,
        );
        (model.saddle_limits, model.limits) = (saddle_limits, limits);
        let mut redundant = model.redundant;
        redundant_weights(&model, 1, &mut redundant);
        model.redundant = redundant;
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
    impl<T: Real> Mechanism for BricardModel<T> {
        type Scalar = T;
        type Configuration = SVector<T, 5>;
        type Velocity = SVector<T, 5>;
        type Holonomic = SVector<T, 5>;
        type Nonholonomic = SVector<T, 0>;
        type States = SVector<T, 0>;
        type Outputs = SVector<T, 3>;
        type Switches = SVector<T, 0>;
        type TimeCache = TimeCache<T, 0, 0>;
        type PositionCache = PositionCache<T, 5, 0, 0, 83>;
        type VelocityCache = Values<T, 24>;
        type StiffnessCache = Values<T, 25>;
        type SaddleFactors = Factors<T, 149>;
        type Factors = Factors<T, 156>;
        type With<S: Real> = BricardModel<S>;
        const FLAGS: Flags = Flags {
            holonomic: true,
            redundant: true,
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
                mechanism: Cow::Borrowed("Bricard"),
                coordinates: Cow::Borrowed(
                    &[
                        Named::new("p1.angle", "rad"),
                        Named::new("p2.angle", "rad"),
                        Named::new("p3.angle", "rad"),
                        Named::new("p4.angle", "rad"),
                        Named::new("p5.angle", "rad"),
                    ],
                ),
                velocities: Cow::Borrowed(
                    &[
                        Named::new("der(p1.angle)", "rad/s"),
                        Named::new("der(p2.angle)", "rad/s"),
                        Named::new("der(p3.angle)", "rad/s"),
                        Named::new("der(p4.angle)", "rad/s"),
                        Named::new("der(p5.angle)", "rad/s"),
                    ],
                ),
                holonomic: Cow::Borrowed(
                    &[
                        Named::new("p6.x", "m"),
                        Named::new("p6.y", "m"),
                        Named::new("p6.z", "m"),
                        Named::new("p6.tilt_1", ""),
                        Named::new("p6.tilt_2", ""),
                    ],
                ),
                nonholonomic: Cow::Borrowed(&[]),
                states: Cow::Borrowed(&[]),
                inputs: Cow::Borrowed(&[]),
                outputs: Cow::Borrowed(
                    &[
                        Named::new("p3_x", "m"),
                        Named::new("p3_y", "m"),
                        Named::new("p3_z", "m"),
                    ],
                ),
                parameters: Cow::Borrowed(&[]),
                switches: Cow::Borrowed(&[]),
                coincidences: Cow::Borrowed(&[]),
                ranges: Cow::Borrowed(&[]),
                contacts: Cow::Borrowed(&[]),
            };
            &NAMES
        }
        fn sizes(&self) -> Sizes {
            Sizes {
                coordinates: 5,
                velocities: 5,
                turns: 0,
                holonomic: 5,
                nonholonomic: 0,
                redundancy: 1,
                states: 0,
                inputs: 0,
                outputs: 3,
                parameters: 0,
                switches: 0,
                sides: 0,
            }
        }
        fn with_scalar<S: Real>(
            &self,
            lift: &dyn ::core::ops::Fn(T) -> S,
        ) -> Self::With<S> {
            BricardModel {
                parameters: Bricard {
                    scalar: ::core::marker::PhantomData,
                },
                constants: self.constants.map(lift),
                inputs: self.inputs.map(lift),
                positions: self.positions.map(lift),
                velocities: self.velocities.map(lift),
                states: self.states.map(lift),
                reactions: (self.reactions.0.map(lift), self.reactions.1.map(lift)),
                saddle_limits: self.saddle_limits,
                limits: self.limits,
                redundant: self.redundant,
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
        /// 283 operations (0 divisions, 10 functions).
        #[inline]
        #[allow(unused_variables)]
        fn place(
            &self,
            now: &Self::TimeCache,
            q: &Self::Configuration,
            at: &mut Self::PositionCache,
        ) {
            let [p1_angle, p2_angle, p3_angle, p4_angle, p5_angle] = q.data.0[0];
            let cos_p2_angle = Real::cos(p2_angle);
            let t2 = T::exact(1.0);
            let sin_p3_angle = Real::sin(p3_angle);
            let cos_p3_angle = Real::cos(p3_angle);
            let t6 = T::exact(-1.0);
            let t7 = T::exact(2.5);
            let sin_p4_angle = Real::sin(p4_angle);
            let cos_p4_angle = Real::cos(p4_angle);
            let sin_p2_angle = Real::sin(p2_angle);
            let t12 = T::exact(1.5);
            let sin_p5_angle = Real::sin(p5_angle);
            let cos_p5_angle = Real::cos(p5_angle);
            let t16 = T::exact(0.5);
            let t17 = sin_p5_angle * t16;
            let t18 = cos_p5_angle * t16;
            let t19 = T::exact(-0.5);
            let t20 = cos_p5_angle * t19;
            let t21 = T::decimal(2.3333333333333335, -1.4802973661668753e-16);
            let t22 = T::decimal(0.0016666666666666668, -1.069746143519031e-19);
            let t23 = T::decimal(9.81, -4.973799150320702e-16);
            let t24 = cos_p2_angle * t23;
            let t25 = T::decimal(0.3333333333333333, 1.850371707708594e-17);
            let t26 = sin_p2_angle * t23;
            let t27 = T::decimal(0.0008333333333333334, -5.348730717595155e-20);
            let t28 = sin_p5_angle * t27;
            let t29 = cos_p5_angle * t27;
            let t30 = T::exact(-3.5);
            let sin_p1_angle = Real::sin(p1_angle);
            let t33 = t2 + sin_p5_angle;
            let t34 = cos_p4_angle * t33;
            let t35 = cos_p2_angle * t34;
            let t36 = cos_p3_angle * cos_p5_angle;
            let t37 = sin_p4_angle * t33;
            let t38 = t2 + t37;
            let t39 = sin_p3_angle * t38;
            let t40 = t36 - t39;
            let t41 = t6 + t40;
            let t42 = sin_p2_angle * t41;
            let t43 = t35 + t42;
            let t44 = t6 + t43;
            let t45 = sin_p1_angle * t44;
            let cos_p1_angle = Real::cos(p1_angle);
            let t47 = sin_p3_angle * cos_p5_angle;
            let t48 = cos_p3_angle * t38;
            let t49 = t47 + t48;
            let t50 = cos_p1_angle * t49;
            let t51 = t45 + t50;
            let t52 = t44 * cos_p1_angle;
            let t53 = sin_p1_angle * t49;
            let t54 = t52 - t53;
            let t55 = cos_p4_angle * cos_p5_angle;
            let t56 = cos_p2_angle * t55;
            let t57 = cos_p3_angle * sin_p5_angle;
            let t58 = sin_p4_angle * cos_p5_angle;
            let t59 = sin_p3_angle * t58;
            let t60 = t57 + t59;
            let t61 = sin_p2_angle * t60;
            let t62 = t56 - t61;
            let t63 = cos_p1_angle * t62;
            let t64 = sin_p3_angle * sin_p5_angle;
            let t65 = cos_p3_angle * t58;
            let t66 = t64 - t65;
            let t67 = sin_p1_angle * t66;
            let t68 = t63 + t67;
            let t69 = sin_p2_angle * t34;
            let t70 = cos_p2_angle * t41;
            let t71 = t69 - t70;
            let t72 = cos_p1_angle * t71;
            let t73 = sin_p1_angle * t71;
            let t74 = sin_p2_angle * t55;
            let t75 = cos_p2_angle * t60;
            let t76 = t74 + t75;
            let t77 = sin_p1_angle * t76;
            let t78 = sin_p1_angle * t40;
            let t79 = sin_p2_angle * t49;
            let t80 = cos_p1_angle * t79;
            let t81 = t78 + t80;
            let t82 = cos_p2_angle * t49;
            let t83 = t40 * cos_p1_angle;
            let t84 = sin_p1_angle * t79;
            let t85 = t83 - t84;
            let t86 = cos_p1_angle * t60;
            let t87 = sin_p2_angle * t66;
            let t88 = sin_p1_angle * t87;
            let t89 = cos_p2_angle * t66;
            let t90 = cos_p3_angle * t34;
            let t91 = sin_p1_angle * t90;
            let t92 = sin_p3_angle * t34;
            let t93 = sin_p2_angle * t92;
            let t94 = cos_p2_angle * t37;
            let t95 = t93 + t94;
            let t96 = cos_p1_angle * t95;
            let t97 = t91 + t96;
            let t98 = cos_p2_angle * t92;
            let t99 = sin_p2_angle * t37;
            let t100 = cos_p1_angle * t90;
            let t101 = sin_p1_angle * t95;
            let t102 = t100 - t101;
            let t103 = cos_p3_angle * t55;
            let t104 = cos_p1_angle * t103;
            let t105 = sin_p3_angle * t55;
            let t106 = sin_p2_angle * t105;
            let t107 = cos_p2_angle * t58;
            let t108 = t106 + t107;
            let t109 = sin_p1_angle * t108;
            let t110 = t104 - t109;
            let t111 = cos_p2_angle * t105;
            let t112 = sin_p2_angle * t58;
            let t113 = t111 - t112;
            let t114 = sin_p1_angle * t62;
            let t115 = cos_p1_angle * t66;
            let t116 = t114 - t115;
            let t117 = cos_p4_angle * sin_p5_angle;
            let t118 = cos_p2_angle * t117;
            let t119 = sin_p4_angle * sin_p5_angle;
            let t120 = sin_p3_angle * t119;
            let t121 = t36 - t120;
            let t122 = sin_p2_angle * t121;
            let t123 = t118 + t122;
            let t124 = sin_p1_angle * t123;
            let t125 = cos_p3_angle * t119;
            let t126 = t47 + t125;
            let t127 = cos_p1_angle * t126;
            let t128 = t124 + t127;
            let t129 = sin_p2_angle * t117;
            let t130 = cos_p2_angle * t121;
            let t131 = T::decimal(-0.0016666666666666668, 1.069746143519031e-19);
            let t132 = T::decimal(-0.0008333333333333334, 5.348730717595155e-20);
            let t133 = sin_p5_angle * t132;
            let t134 = cos_p5_angle * t132;
            let t135 = t88 - t86;
            let t136 = t99 - t98;
            let t137 = t130 - t129;
            let t138 = T::exact(2.0);
            let t139 = T::exact(-2.0);
            let t140 = sin_p2_angle * t138;
            let t141 = sin_p4_angle * t138;
            let t142 = sin_p3_angle * t138;
            let t143 = cos_p3_angle * t139;
            let t144 = t12 + t17;
            let t145 = cos_p4_angle * t144;
            let t146 = t138 * t145;
            let t147 = cos_p4_angle * cos_p4_angle;
            let t148 = cos_p5_angle * cos_p5_angle;
            let t149 = T::decimal(-0.3325, 1.7763568394002505e-17);
            let t150 = t148 * t149;
            let t151 = sin_p5_angle + t150;
            let t152 = T::decimal(1.6666666666666667, -7.401486830834377e-17);
            let t153 = t151 + t152;
            let t154 = t22 - t153;
            let t155 = t147 * t154;
            let t156 = t131 + t155;
            let t157 = t131 + t156;
            let t158 = T::decimal(0.3325, -1.7763568394002505e-17);
            let t159 = t148 * t158;
            let t160 = t27 + t159;
            let t161 = t22 + t160;
            let t162 = t141 * t144;
            let t163 = t153 + t162;
            let t164 = t155 + t163;
            let t165 = t21 + t164;
            let t166 = t161 - t165;
            let t167 = cos_p3_angle * t166;
            let t168 = sin_p5_angle * t158;
            let t169 = t16 + t168;
            let t170 = cos_p5_angle * t169;
            let t171 = sin_p4_angle * t170;
            let t172 = t18 + t171;
            let t173 = sin_p3_angle * t139;
            let t174 = t172 * t173;
            let t175 = t167 + t174;
            let t176 = cos_p5_angle - t175;
            let t177 = cos_p3_angle * t176;
            let t178 = sin_p4_angle * t144;
            let t179 = t7 + t178;
            let t180 = t173 * t179;
            let t181 = t180 - t165;
            let t182 = t177 + t181;
            let t183 = T::decimal(-3.3333333333333335, 1.4802973661668756e-16);
            let t184 = t182 + t183;
            let t185 = t184 - t157;
            let t186 = cos_p2_angle * t185;
            let t187 = cos_p4_angle * t170;
            let t188 = cos_p3_angle * t187;
            let t189 = sin_p4_angle * t154;
            let t190 = t144 - t189;
            let t191 = cos_p4_angle * t190;
            let t192 = sin_p3_angle * t191;
            let t193 = t145 - t188;
            let t194 = t192 + t193;
            let t195 = sin_p2_angle * t139;
            let t196 = t194 * t195;
            let t197 = t186 + t196;
            let t198 = t146 - t197;
            let t199 = cos_p2_angle * t198;
            let t200 = cos_p3_angle * t16;
            let t201 = cos_p5_angle * t200;
            let t202 = sin_p3_angle * t179;
            let t203 = t201 - t202;
            let t204 = t30 + t203;
            let t205 = t140 * t204;
            let t206 = t184 + t205;
            let t207 = t199 + t206;
            let t208 = T::decimal(-4.333333333333333, -2.9605947323337506e-16);
            let t209 = t207 + t208;
            let t210 = cos_p3_angle * t175;
            let t211 = t161 - t210;
            let t212 = t22 + t211;
            let t213 = t212 - t209;
            let t214 = sin_p3_angle * t187;
            let t215 = cos_p3_angle * t191;
            let t216 = t214 + t215;
            let t217 = sin_p2_angle * t216;
            let t218 = t18 - t175;
            let t219 = sin_p3_angle * t218;
            let t220 = cos_p3_angle * t179;
            let t221 = t220 - t172;
            let t222 = t219 + t221;
            let t223 = cos_p2_angle * t222;
            let t224 = t217 + t223;
            let t225 = t201 - t161;
            let t226 = t225 - t165;
            let t227 = t226 - t202;
            let t228 = sin_p2_angle * t227;
            let t229 = t188 - t192;
            let t230 = cos_p2_angle * t229;
            let t231 = t203 + t228;
            let t232 = t230 - t231;
            let t233 = cos_p3_angle * t145;
            let t234 = t187 - t233;
            let t235 = sin_p2_angle * t234;
            let t236 = t153 + t178;
            let t237 = t22 + t236;
            let t238 = cos_p3_angle * t237;
            let t239 = sin_p3_angle * t171;
            let t240 = t238 + t239;
            let t241 = cos_p2_angle * t240;
            let t242 = t233 - t235;
            let t243 = t241 - t242;
            let t244 = sin_p3_angle * t16;
            let t245 = sin_p5_angle * t244;
            let t246 = cos_p3_angle * t19;
            let t247 = t58 * t246;
            let t248 = t245 + t247;
            let t249 = T::decimal(0.33416666666666667, -7.401486830834385e-19);
            let t250 = t17 + t249;
            let t251 = sin_p4_angle * t250;
            let t252 = t17 + t251;
            let t253 = t248 + t252;
            let t254 = sin_p2_angle * t253;
            let t255 = t55 * t200;
            let t256 = cos_p4_angle * t250;
            let t257 = sin_p3_angle * t256;
            let t258 = t255 + t257;
            let t259 = cos_p2_angle * t258;
            let t260 = t248 + t254;
            let t261 = t260 - t259;
            let t262 = t157 + t184;
            let t263 = sin_p3_angle * t237;
            let t264 = cos_p3_angle * t171;
            let t265 = t178 + t263;
            let t266 = t265 - t264;
            let t267 = t2 + sin_p3_angle;
            let t268 = t16 * t267;
            let t269 = t55 * t268;
            let t270 = cos_p3_angle * t256;
            let t271 = t270 - t269;
            let t272 = t161 + t165;
            let t273 = t22 + t153;
            let t274 = cos_p2_angle * sin_p3_angle;
            let t275 = cos_p4_angle * sin_p2_angle;
            let t276 = sin_p4_angle * t274;
            let t277 = t275 + t276;
            let t278 = sin_p5_angle * t277;
            let t279 = cos_p2_angle * cos_p3_angle;
            let t280 = cos_p5_angle * t279;
            let t281 = t278 - t280;
            let t282 = sin_p4_angle * sin_p2_angle;
            let t283 = cos_p4_angle * t274;
            let t284 = t282 - t283;
            let t285 = cos_p5_angle * t277;
            let t286 = sin_p5_angle * t279;
            let t287 = t285 + t286;
            let t288 = t280 - t278;
            let t289 = T::decimal(-0.3333333333333333, -1.850371707708594e-17);
            let t290 = t283 - t282;
            let t291 = cos_p3_angle * cos_p4_angle;
            let t292 = cos_p3_angle * sin_p4_angle;
            let t293 = cos_p5_angle * t292;
            let t294 = t64 - t293;
            let t295 = sin_p5_angle * t292;
            let t296 = t47 + t295;
            let t297 = cos_p4_angle * t139;
            let t298 = sin_p5_angle * t138;
            let t299 = cos_p5_angle * t139;
            let t300 = cos_p5_angle * t289;
            let t301 = sin_p4_angle * t16;
            let t302 = sin_p5_angle * t25;
            let t303 = t16 + t302;
            let t304 = cos_p4_angle * t16;
            let t305 = sin_p5_angle * t22;
            let t306 = T::decimal(-0.6666666666666666, -3.700743415417188e-17);
            let t307 = cos_p5_angle * t306;
            let t308 = T::decimal(0.6666666666666666, 3.700743415417188e-17);
            let t309 = sin_p5_angle * t308;
            let t310 = t2 + t309;
            let t311 = cos_p5_angle * t22;
            let t312 = t2 + sin_p4_angle;
            at.now = now.clone();
            at.q.data.0[0] = [
                q.data.0[0][0],
                q.data.0[0][1],
                q.data.0[0][2],
                q.data.0[0][3],
                q.data.0[0][4],
            ];
            at.values = [
                t261,
                t213,
                t271,
                t224,
                t262,
                t252,
                t232,
                t216,
                t272,
                t243,
                t266,
                t187,
                t273,
                t68,
                t51,
                t72,
                t81,
                t97,
                t76,
                t43,
                t82,
                t136,
                t116,
                t54,
                t73,
                t85,
                t102,
                t128,
                t77,
                t135,
                t110,
                t137,
                t62,
                t89,
                t113,
                t284,
                cos_p5_angle,
                sin_p3_angle,
                cos_p3_angle,
                cos_p2_angle,
                sin_p5_angle,
                sin_p4_angle,
                sin_p2_angle,
                cos_p4_angle,
                t281,
                t274,
                t288,
                t279,
                t277,
                t287,
                t17,
                t20,
                t18,
                t28,
                t134,
                t290,
                t291,
                t296,
                t292,
                t294,
                t143,
                t142,
                t117,
                t55,
                t297,
                t141,
                t29,
                t304,
                t299,
                t298,
                t133,
                t300,
                t301,
                t303,
                t307,
                t305,
                t312,
                t311,
                t310,
                t24,
                t26,
                sin_p1_angle,
                cos_p1_angle,
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
        /// 41 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn mass_times(
            &self,
            at: &Self::PositionCache,
            a: &Self::Velocity,
            out: &mut Self::Velocity,
        ) {
            let [p1_angle_ddot, p2_angle_ddot, p3_angle_ddot, p4_angle_ddot,
            p5_angle_ddot] = a.data.0[0];
            let [at0, at1, at2, at3, at4, at5, at6, at7, at8, at9, at10, at11, at12, ..,
            ] = at.values;
            let t11 = T::decimal(0.33416666666666667, -7.401486830834385e-19);
            let t19 = p1_angle_ddot * at1;
            let t20 = p2_angle_ddot * at3;
            let t21 = t19 + t20;
            let t22 = p3_angle_ddot * at6;
            let t23 = t21 + t22;
            let t24 = p4_angle_ddot * at9;
            let t25 = t23 + t24;
            let t26 = p5_angle_ddot * at0;
            let t27 = t25 + t26;
            let t28 = p1_angle_ddot * at3;
            let t29 = p2_angle_ddot * at4;
            let t30 = t28 - t29;
            let t31 = p3_angle_ddot * at7;
            let t32 = t30 + t31;
            let t33 = p4_angle_ddot * at10;
            let t34 = t32 + t33;
            let t35 = p5_angle_ddot * at2;
            let t36 = t34 + t35;
            let t37 = p1_angle_ddot * at6;
            let t38 = p2_angle_ddot * at7;
            let t39 = t37 + t38;
            let t40 = p3_angle_ddot * at8;
            let t41 = t39 + t40;
            let t42 = p4_angle_ddot * at11;
            let t43 = t41 + t42;
            let t44 = p5_angle_ddot * at5;
            let t45 = t43 + t44;
            let t46 = p1_angle_ddot * at9;
            let t47 = p2_angle_ddot * at10;
            let t48 = t46 + t47;
            let t49 = p3_angle_ddot * at11;
            let t50 = t48 + t49;
            let t51 = p4_angle_ddot * at12;
            let t52 = t50 + t51;
            let t53 = p1_angle_ddot * at0;
            let t54 = p2_angle_ddot * at2;
            let t55 = t53 + t54;
            let t56 = p3_angle_ddot * at5;
            let t57 = t55 + t56;
            let t58 = p5_angle_ddot * t11;
            let t59 = t57 + t58;
            out.data.0[0] = [t27, t36, t45, t52, t59];
        }
        /// 222 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn applied_force(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
            out: &mut Self::Velocity,
        ) {
            let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot] = v
                .data
                .0[0];
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, cos_p5_angle, sin_p3_angle, cos_p3_angle,
            cos_p2_angle, sin_p5_angle, sin_p4_angle, sin_p2_angle, cos_p4_angle, _, _,
            _, _, _, _, at50, at51, at52, at53, _, _, _, _, _, _, _, _, _, _, _, _, at66,
            _, _, _, _, _, _, _, _, _, _, _, _, at79, at80, ..] = at.values;
            let t3 = p1_angle_dot * cos_p2_angle;
            let t4 = p2_angle_dot * t3;
            let t5 = t4 + t4;
            let t6 = T::exact(3.5);
            let t7 = t5 * t6;
            let t10 = t3 * cos_p3_angle;
            let t11 = p2_angle_dot * sin_p3_angle;
            let t12 = t10 + t11;
            let t13 = t3 * sin_p3_angle;
            let t14 = p2_angle_dot * cos_p3_angle;
            let t15 = t13 - t14;
            let t16 = t12 * t15;
            let t17 = t4 + t16;
            let t18 = T::exact(2.5);
            let t19 = t17 * t18;
            let t21 = t4 * sin_p4_angle;
            let t24 = p1_angle_dot * sin_p2_angle;
            let t25 = p2_angle_dot * t24;
            let t26 = sin_p3_angle * t25;
            let t28 = t12 * p3_angle_dot;
            let t29 = t26 - t28;
            let t30 = cos_p4_angle * t29;
            let t32 = t24 + p3_angle_dot;
            let t33 = cos_p4_angle * t32;
            let t34 = t15 * sin_p4_angle;
            let t35 = t33 + t34;
            let t36 = p4_angle_dot * t35;
            let t37 = t21 + t30;
            let t38 = t36 + t37;
            let t39 = t12 + p4_angle_dot;
            let t40 = t35 * t39;
            let t41 = t38 + t40;
            let t42 = T::exact(1.5);
            let t43 = t41 * t42;
            let t46 = t35 * cos_p5_angle;
            let t47 = t39 * sin_p5_angle;
            let t48 = t46 + t47;
            let t49 = t35 * sin_p5_angle;
            let t50 = t39 * cos_p5_angle;
            let t51 = t49 - t50;
            let t52 = t48 * t51;
            let t53 = t38 + t52;
            let t55 = t53 * at50;
            let t56 = t48 * t48;
            let t58 = sin_p4_angle * t32;
            let t59 = t15 * cos_p4_angle;
            let t60 = t58 - t59;
            let t61 = p5_angle_dot + t60;
            let t62 = t61 * t61;
            let t63 = t56 + t62;
            let t65 = t63 * at52;
            let t66 = t43 + t55;
            let t67 = t65 + t66;
            let t68 = t19 + t67;
            let t69 = sin_p3_angle * t68;
            let t70 = t32 * t32;
            let t71 = t12 * t12;
            let t72 = t70 + t71;
            let t73 = t18 * t72;
            let t74 = t39 * t39;
            let t75 = t60 * t60;
            let t76 = t74 + t75;
            let t77 = t42 * t76;
            let t78 = T::exact(-0.5);
            let t80 = t53 * at51;
            let t81 = at50 * t63;
            let t82 = t77 + t80;
            let t83 = t81 + t82;
            let t84 = sin_p4_angle * t83;
            let t85 = cos_p3_angle * t25;
            let t86 = t14 - t13;
            let t87 = p3_angle_dot * t86;
            let t88 = t85 - t87;
            let t89 = t35 * t60;
            let t90 = t88 + t89;
            let t91 = t42 * t90;
            let t92 = t4 * cos_p4_angle;
            let t93 = sin_p4_angle * t29;
            let t94 = p4_angle_dot * t60;
            let t95 = t92 - t93;
            let t96 = t95 - t94;
            let t97 = cos_p5_angle * t96;
            let t98 = sin_p5_angle * t88;
            let t99 = t50 - t49;
            let t100 = p5_angle_dot * t99;
            let t101 = t97 - t98;
            let t102 = t100 + t101;
            let t103 = t61 * t99;
            let t104 = t102 + t103;
            let t105 = t78 * t104;
            let t106 = t91 + t105;
            let t107 = cos_p4_angle * t106;
            let t108 = t73 + t84;
            let t109 = t107 + t108;
            let t110 = cos_p3_angle * t109;
            let t111 = t7 + t69;
            let t112 = t110 + t111;
            let t113 = T::decimal(3.3333333333333335, -1.4802973661668756e-16);
            let t114 = t5 * t113;
            let t115 = T::decimal(2.3333333333333335, -1.4802973661668753e-16);
            let t116 = t17 * t115;
            let t117 = t4 - t16;
            let t118 = T::decimal(0.0016666666666666668, -1.069746143519031e-19);
            let t119 = t117 * t118;
            let t120 = t24 * t24;
            let t121 = p2_angle_dot * p2_angle_dot;
            let t122 = t120 + t121;
            let t124 = p1_angle_dot * p1_angle_dot;
            let t125 = sin_p2_angle * t124;
            let t126 = at79 + t125;
            let t127 = t122 + t126;
            let t128 = cos_p3_angle * t127;
            let t129 = t5 * sin_p3_angle;
            let t130 = t128 - t129;
            let t131 = T::exact(-2.5);
            let t132 = t130 * t131;
            let t133 = t39 * t60;
            let t134 = t96 - t133;
            let t135 = t118 * t134;
            let t136 = T::decimal(0.3333333333333333, 1.850371707708594e-17);
            let t137 = t104 * t136;
            let t138 = t15 * t32;
            let t139 = t88 + t138;
            let t140 = t3 * t24;
            let t142 = cos_p2_angle * t124;
            let t143 = at80 - t142;
            let t144 = t142 - at80;
            let t145 = t140 + t144;
            let t146 = t139 + t145;
            let t147 = sin_p4_angle * t146;
            let t148 = sin_p3_angle * t127;
            let t149 = t5 * cos_p3_angle;
            let t150 = t148 + t149;
            let t151 = t72 + t150;
            let t152 = cos_p4_angle * t151;
            let t153 = t147 + t152;
            let t154 = t90 + t153;
            let t155 = t78 * t154;
            let t156 = t137 + t155;
            let t157 = cos_p5_angle * t156;
            let t158 = sin_p5_angle * t96;
            let t159 = cos_p5_angle * t88;
            let t160 = t48 * p5_angle_dot;
            let t161 = t158 + t159;
            let t162 = t160 + t161;
            let t163 = t48 * t61;
            let t164 = t162 + t163;
            let t165 = T::decimal(0.0008333333333333334, -5.348730717595155e-20);
            let t167 = t164 * at53;
            let t168 = t135 + t157;
            let t169 = t167 + t168;
            let t170 = cos_p4_angle * t169;
            let t171 = T::decimal(1.3333333333333333, 7.401486830834377e-17);
            let t172 = t41 * t171;
            let t173 = t129 - t128;
            let t174 = t17 + t173;
            let t175 = t42 * t174;
            let t176 = t53 * t136;
            let t177 = t38 - t52;
            let t178 = t165 * t177;
            let t179 = cos_p4_angle * t146;
            let t180 = sin_p4_angle * t151;
            let t181 = t180 - t179;
            let t182 = t76 + t181;
            let t183 = cos_p5_angle * t182;
            let t184 = t41 + t174;
            let t185 = sin_p5_angle * t184;
            let t186 = t183 - t185;
            let t187 = t78 * t186;
            let t188 = t176 + t178;
            let t189 = t187 + t188;
            let t190 = t172 + t175;
            let t191 = t189 + t190;
            let t192 = t55 + t191;
            let t193 = t65 + t192;
            let t194 = sin_p4_angle * t193;
            let t195 = t116 + t119;
            let t196 = t132 + t195;
            let t197 = t67 + t196;
            let t198 = t170 + t197;
            let t199 = t194 + t198;
            let t200 = t114 + t199;
            let t201 = t69 + t200;
            let t202 = t110 + t201;
            let t203 = sin_p2_angle * t202;
            let t204 = t25 + t25;
            let t205 = t118 * t204;
            let t206 = t115 * t139;
            let t207 = t18 * t145;
            let t208 = t88 - t89;
            let t209 = t118 * t208;
            let t210 = t90 * t171;
            let t211 = T::exact(-1.5);
            let t212 = t153 * t211;
            let t213 = sin_p5_angle * t156;
            let t215 = t164 * at66;
            let t216 = t209 + t210;
            let t217 = t216 - t212;
            let t218 = t105 + t217;
            let t219 = t218 - t213;
            let t220 = t215 + t219;
            let t221 = cos_p4_angle * t83;
            let t222 = sin_p4_angle * t106;
            let t223 = t206 + t207;
            let t224 = t220 + t223;
            let t225 = t224 - t221;
            let t226 = t222 + t225;
            let t227 = cos_p3_angle * t226;
            let t228 = t12 * t32;
            let t229 = t29 - t228;
            let t230 = t118 * t229;
            let t231 = sin_p4_angle * t169;
            let t232 = cos_p4_angle * t193;
            let t233 = t230 - t231;
            let t234 = t232 + t233;
            let t235 = sin_p3_angle * t234;
            let t236 = t205 + t227;
            let t237 = t235 + t236;
            let t238 = cos_p2_angle * t237;
            let t239 = t112 + t203;
            let t240 = t238 - t239;
            let t241 = T::decimal(3.3316666666666666, 1.1250259982868251e-16);
            let t242 = t140 * t241;
            let t243 = T::exact(-3.5);
            let t244 = t143 * t243;
            let t245 = t18 * t139;
            let t246 = t245 - t221;
            let t247 = t222 + t246;
            let t248 = sin_p3_angle * t226;
            let t249 = cos_p3_angle * t234;
            let t250 = t242 + t244;
            let t251 = t247 + t250;
            let t252 = t248 + t251;
            let t253 = t252 - t249;
            let t254 = -t199;
            let t255 = -t189;
            out.data.0[0] = [t240, t253, t254, t220, t255];
        }
        /// 326 operations (0 divisions, 0 functions).
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
            let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot] = v
                .data
                .0[0];
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, at13, at14, at15, at16, at17,
            at18, at19, at20, _, _, at23, at24, _, _, at27, at28, _, _, _, at32, at33, _,
            _, cos_p5_angle, sin_p3_angle, cos_p3_angle, cos_p2_angle, sin_p5_angle,
            sin_p4_angle, sin_p2_angle, cos_p4_angle, _, _, _, _, _, _, at50, at51, at52,
            at53, _, _, _, _, _, _, _, _, at62, at63, _, _, at66, _, _, _, _, _, _, _, _,
            _, _, _, _, at79, at80, sin_p1_angle, cos_p1_angle] = at.values;
            let [lambda_p6_x, lambda_p6_y, lambda_p6_z, lambda_p6_tilt_1,
            lambda_p6_tilt_2] = reactions.0.data.0[0];
            let t3 = T::exact(1.0);
            let t4 = p1_angle_dot * cos_p2_angle;
            let t5 = p2_angle_dot * t4;
            let t6 = t5 + t5;
            let t7 = T::exact(3.5);
            let t8 = t6 * t7;
            let t11 = t4 * cos_p3_angle;
            let t12 = p2_angle_dot * sin_p3_angle;
            let t13 = t11 + t12;
            let t14 = t4 * sin_p3_angle;
            let t15 = p2_angle_dot * cos_p3_angle;
            let t16 = t14 - t15;
            let t17 = t13 * t16;
            let t18 = t5 + t17;
            let t19 = T::exact(2.5);
            let t20 = t18 * t19;
            let t22 = t5 * sin_p4_angle;
            let t25 = p1_angle_dot * sin_p2_angle;
            let t26 = p2_angle_dot * t25;
            let t27 = sin_p3_angle * t26;
            let t29 = t13 * p3_angle_dot;
            let t30 = t27 - t29;
            let t31 = cos_p4_angle * t30;
            let t33 = t25 + p3_angle_dot;
            let t34 = cos_p4_angle * t33;
            let t35 = t16 * sin_p4_angle;
            let t36 = t34 + t35;
            let t37 = p4_angle_dot * t36;
            let t38 = t22 + t31;
            let t39 = t37 + t38;
            let t40 = t13 + p4_angle_dot;
            let t41 = t36 * t40;
            let t42 = t39 + t41;
            let t43 = T::exact(1.5);
            let t44 = t42 * t43;
            let t47 = t36 * cos_p5_angle;
            let t48 = t40 * sin_p5_angle;
            let t49 = t47 + t48;
            let t50 = t36 * sin_p5_angle;
            let t51 = t40 * cos_p5_angle;
            let t52 = t50 - t51;
            let t53 = t49 * t52;
            let t54 = t39 + t53;
            let t56 = t54 * at50;
            let t57 = t49 * t49;
            let t59 = sin_p4_angle * t33;
            let t60 = t16 * cos_p4_angle;
            let t61 = t59 - t60;
            let t62 = p5_angle_dot + t61;
            let t63 = t62 * t62;
            let t64 = t57 + t63;
            let t66 = t64 * at52;
            let t67 = t44 + t56;
            let t68 = t66 + t67;
            let t69 = t20 + t68;
            let t70 = sin_p3_angle * t69;
            let t71 = t33 * t33;
            let t72 = t13 * t13;
            let t73 = t71 + t72;
            let t74 = t19 * t73;
            let t75 = t40 * t40;
            let t76 = t61 * t61;
            let t77 = t75 + t76;
            let t78 = t43 * t77;
            let t79 = T::exact(-0.5);
            let t81 = t54 * at51;
            let t82 = at50 * t64;
            let t83 = t78 + t81;
            let t84 = t82 + t83;
            let t85 = sin_p4_angle * t84;
            let t86 = cos_p3_angle * t26;
            let t87 = t15 - t14;
            let t88 = p3_angle_dot * t87;
            let t89 = t86 - t88;
            let t90 = t36 * t61;
            let t91 = t89 + t90;
            let t92 = t43 * t91;
            let t93 = t5 * cos_p4_angle;
            let t94 = sin_p4_angle * t30;
            let t95 = p4_angle_dot * t61;
            let t96 = t93 - t94;
            let t97 = t96 - t95;
            let t98 = cos_p5_angle * t97;
            let t99 = sin_p5_angle * t89;
            let t100 = t51 - t50;
            let t101 = p5_angle_dot * t100;
            let t102 = t98 - t99;
            let t103 = t101 + t102;
            let t104 = t62 * t100;
            let t105 = t103 + t104;
            let t106 = t79 * t105;
            let t107 = t92 + t106;
            let t108 = cos_p4_angle * t107;
            let t109 = t74 + t85;
            let t110 = t108 + t109;
            let t111 = cos_p3_angle * t110;
            let t112 = t8 + t70;
            let t113 = t111 + t112;
            let t114 = T::decimal(3.3333333333333335, -1.4802973661668756e-16);
            let t115 = t6 * t114;
            let t116 = T::decimal(2.3333333333333335, -1.4802973661668753e-16);
            let t117 = t18 * t116;
            let t118 = t5 - t17;
            let t119 = T::decimal(0.0016666666666666668, -1.069746143519031e-19);
            let t120 = t118 * t119;
            let t121 = t25 * t25;
            let t122 = p2_angle_dot * p2_angle_dot;
            let t123 = t121 + t122;
            let t125 = p1_angle_dot * p1_angle_dot;
            let t126 = sin_p2_angle * t125;
            let t127 = at79 + t126;
            let t128 = t123 + t127;
            let t129 = cos_p3_angle * t128;
            let t130 = t6 * sin_p3_angle;
            let t131 = t129 - t130;
            let t132 = T::exact(-2.5);
            let t133 = t131 * t132;
            let t134 = t40 * t61;
            let t135 = t97 - t134;
            let t136 = t119 * t135;
            let t137 = T::decimal(0.3333333333333333, 1.850371707708594e-17);
            let t138 = t105 * t137;
            let t139 = t16 * t33;
            let t140 = t89 + t139;
            let t141 = t4 * t25;
            let t143 = cos_p2_angle * t125;
            let t144 = at80 - t143;
            let t145 = t143 - at80;
            let t146 = t141 + t145;
            let t147 = t140 + t146;
            let t148 = sin_p4_angle * t147;
            let t149 = sin_p3_angle * t128;
            let t150 = t6 * cos_p3_angle;
            let t151 = t149 + t150;
            let t152 = t73 + t151;
            let t153 = cos_p4_angle * t152;
            let t154 = t148 + t153;
            let t155 = t91 + t154;
            let t156 = t79 * t155;
            let t157 = t138 + t156;
            let t158 = cos_p5_angle * t157;
            let t159 = sin_p5_angle * t97;
            let t160 = cos_p5_angle * t89;
            let t161 = t49 * p5_angle_dot;
            let t162 = t159 + t160;
            let t163 = t161 + t162;
            let t164 = t49 * t62;
            let t165 = t163 + t164;
            let t166 = T::decimal(0.0008333333333333334, -5.348730717595155e-20);
            let t168 = t165 * at53;
            let t169 = t136 + t158;
            let t170 = t168 + t169;
            let t171 = cos_p4_angle * t170;
            let t172 = T::decimal(1.3333333333333333, 7.401486830834377e-17);
            let t173 = t42 * t172;
            let t174 = t130 - t129;
            let t175 = t18 + t174;
            let t176 = t43 * t175;
            let t177 = t54 * t137;
            let t178 = t39 - t53;
            let t179 = t166 * t178;
            let t180 = cos_p4_angle * t147;
            let t181 = sin_p4_angle * t152;
            let t182 = t181 - t180;
            let t183 = t77 + t182;
            let t184 = cos_p5_angle * t183;
            let t185 = t42 + t175;
            let t186 = sin_p5_angle * t185;
            let t187 = t184 - t186;
            let t188 = t79 * t187;
            let t189 = t177 + t179;
            let t190 = t188 + t189;
            let t191 = t173 + t176;
            let t192 = t190 + t191;
            let t193 = t56 + t192;
            let t194 = t66 + t193;
            let t195 = sin_p4_angle * t194;
            let t196 = t117 + t120;
            let t197 = t133 + t196;
            let t198 = t68 + t197;
            let t199 = t171 + t198;
            let t200 = t195 + t199;
            let t201 = t115 + t200;
            let t202 = t70 + t201;
            let t203 = t111 + t202;
            let t204 = sin_p2_angle * t203;
            let t205 = t26 + t26;
            let t206 = t119 * t205;
            let t207 = t116 * t140;
            let t208 = t19 * t146;
            let t209 = t89 - t90;
            let t210 = t119 * t209;
            let t211 = t91 * t172;
            let t212 = T::exact(-1.5);
            let t213 = t154 * t212;
            let t214 = sin_p5_angle * t157;
            let t216 = t165 * at66;
            let t217 = t210 + t211;
            let t218 = t217 - t213;
            let t219 = t106 + t218;
            let t220 = t219 - t214;
            let t221 = t216 + t220;
            let t222 = cos_p4_angle * t84;
            let t223 = sin_p4_angle * t107;
            let t224 = t207 + t208;
            let t225 = t221 + t224;
            let t226 = t225 - t222;
            let t227 = t223 + t226;
            let t228 = cos_p3_angle * t227;
            let t229 = t13 * t33;
            let t230 = t30 - t229;
            let t231 = t119 * t230;
            let t232 = sin_p4_angle * t170;
            let t233 = cos_p4_angle * t194;
            let t234 = t231 - t232;
            let t235 = t233 + t234;
            let t236 = sin_p3_angle * t235;
            let t237 = t206 + t228;
            let t238 = t236 + t237;
            let t239 = cos_p2_angle * t238;
            let t240 = t113 + t204;
            let t241 = t240 - t239;
            let t242 = T::decimal(3.3316666666666666, 1.1250259982868251e-16);
            let t243 = t141 * t242;
            let t244 = T::exact(-3.5);
            let t245 = t144 * t244;
            let t246 = t19 * t140;
            let t247 = t246 - t222;
            let t248 = t223 + t247;
            let t249 = sin_p3_angle * t227;
            let t250 = cos_p3_angle * t235;
            let t251 = t243 + t245;
            let t252 = t248 + t251;
            let t253 = t249 + t252;
            let t254 = t253 - t250;
            let t256 = t3 + sin_p5_angle;
            let t257 = cos_p4_angle * t256;
            let t258 = cos_p3_angle * cos_p5_angle;
            let t259 = sin_p4_angle * t256;
            let t260 = t3 + t259;
            let t261 = sin_p3_angle * t260;
            let t262 = t258 - t261;
            let t265 = sin_p3_angle * cos_p5_angle;
            let t266 = cos_p3_angle * t260;
            let t267 = t265 + t266;
            let t270 = at14 * lambda_p6_x;
            let t273 = at23 * lambda_p6_z;
            let t275 = cos_p2_angle * at63;
            let t276 = cos_p3_angle * sin_p5_angle;
            let t277 = sin_p4_angle * cos_p5_angle;
            let t278 = sin_p3_angle * t277;
            let t279 = t276 + t278;
            let t280 = sin_p2_angle * t279;
            let t282 = sin_p3_angle * sin_p5_angle;
            let t283 = cos_p3_angle * t277;
            let t284 = t282 - t283;
            let t287 = at13 * lambda_p6_tilt_1;
            let t288 = t241 + t270;
            let t289 = t273 + t288;
            let t290 = t287 + t289;
            let t291 = -t290;
            let t293 = lambda_p6_x * at15;
            let t295 = at19 * lambda_p6_y;
            let t297 = lambda_p6_z * at24;
            let t300 = lambda_p6_tilt_1 * at28;
            let t302 = t280 - t275;
            let t303 = lambda_p6_tilt_2 * t302;
            let t304 = t254 - t293;
            let t305 = t295 + t304;
            let t306 = t297 + t305;
            let t307 = t300 + t306;
            let t308 = t303 + t307;
            let t309 = sin_p2_angle * t267;
            let t311 = lambda_p6_x * at16;
            let t313 = lambda_p6_y * at20;
            let t314 = t262 * cos_p1_angle;
            let t315 = sin_p1_angle * t309;
            let t316 = t315 - t314;
            let t317 = lambda_p6_z * t316;
            let t318 = cos_p1_angle * t279;
            let t319 = sin_p2_angle * t284;
            let t320 = sin_p1_angle * t319;
            let t321 = t318 - t320;
            let t322 = lambda_p6_tilt_1 * t321;
            let t324 = lambda_p6_tilt_2 * at33;
            let t325 = t200 + t311;
            let t326 = t313 - t325;
            let t327 = t317 + t326;
            let t328 = t322 + t327;
            let t329 = t324 + t328;
            let t330 = cos_p3_angle * t257;
            let t331 = sin_p3_angle * t257;
            let t332 = sin_p2_angle * t331;
            let t333 = cos_p2_angle * t259;
            let t334 = t332 + t333;
            let t336 = lambda_p6_x * at17;
            let t337 = cos_p2_angle * t331;
            let t338 = sin_p2_angle * t259;
            let t339 = t337 - t338;
            let t340 = lambda_p6_y * t339;
            let t341 = cos_p1_angle * t330;
            let t342 = sin_p1_angle * t334;
            let t343 = t342 - t341;
            let t344 = lambda_p6_z * t343;
            let t345 = cos_p3_angle * at63;
            let t346 = cos_p1_angle * t345;
            let t347 = sin_p3_angle * at63;
            let t348 = sin_p2_angle * t347;
            let t349 = cos_p2_angle * t277;
            let t350 = t348 + t349;
            let t351 = sin_p1_angle * t350;
            let t352 = t351 - t346;
            let t353 = lambda_p6_tilt_1 * t352;
            let t354 = cos_p2_angle * t347;
            let t355 = sin_p2_angle * t277;
            let t356 = t355 - t354;
            let t357 = lambda_p6_tilt_2 * t356;
            let t358 = t221 - t336;
            let t359 = t340 + t358;
            let t360 = t344 + t359;
            let t361 = t353 + t360;
            let t362 = t357 + t361;
            let t363 = lambda_p6_x * at13;
            let t364 = lambda_p6_y * at18;
            let t365 = sin_p1_angle * at32;
            let t366 = cos_p1_angle * t284;
            let t367 = t366 - t365;
            let t368 = lambda_p6_z * t367;
            let t370 = sin_p4_angle * sin_p5_angle;
            let t371 = sin_p3_angle * t370;
            let t372 = t258 - t371;
            let t374 = lambda_p6_tilt_1 * at27;
            let t375 = sin_p2_angle * at62;
            let t376 = cos_p2_angle * t372;
            let t377 = t375 - t376;
            let t378 = lambda_p6_tilt_2 * t377;
            let t379 = t363 - t190;
            let t380 = t364 + t379;
            let t381 = t368 + t380;
            let t382 = t374 + t381;
            let t383 = t378 + t382;
            out.data.0[0] = [t291, t308, t329, t362, t383];
        }
        /// 288 operations (0 divisions, 0 functions).
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
            let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot] = v
                .data
                .0[0];
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, at13, at14, at15, at16, at17,
            at18, at19, at20, at21, at22, at23, at24, at25, at26, at27, at28, at29, at30,
            at31, at32, at33, at34, _, cos_p5_angle, sin_p3_angle, cos_p3_angle,
            cos_p2_angle, sin_p5_angle, sin_p4_angle, sin_p2_angle, cos_p4_angle, _, _,
            _, _, _, _, at50, at51, at52, _, at54, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, at70, _, _, _, _, _, _, _, _, at79, at80, ..] = at.values;
            let [lambda_p6_x, lambda_p6_y, lambda_p6_z, lambda_p6_tilt_1,
            lambda_p6_tilt_2] = reactions.0.data.0[0];
            let [p1_angle_ddot, p2_angle_ddot, p3_angle_ddot, p4_angle_ddot,
            p5_angle_ddot] = a.data.0[0];
            let t3 = p1_angle_dot * cos_p2_angle;
            let t4 = p2_angle_dot * t3;
            let t5 = T::exact(3.5);
            let t8 = t3 * cos_p3_angle;
            let t9 = p2_angle_dot * sin_p3_angle;
            let t10 = t8 + t9;
            let t11 = t3 * sin_p3_angle;
            let t12 = p2_angle_dot * cos_p3_angle;
            let t13 = t11 - t12;
            let t14 = t10 * t13;
            let t15 = T::exact(2.5);
            let t19 = p1_angle_dot * sin_p2_angle;
            let t20 = p2_angle_dot * t19;
            let t22 = t10 * p3_angle_dot;
            let t24 = t19 + p3_angle_dot;
            let t25 = cos_p4_angle * t24;
            let t26 = t13 * sin_p4_angle;
            let t27 = t25 + t26;
            let t28 = p4_angle_dot * t27;
            let t29 = t10 + p4_angle_dot;
            let t30 = t27 * t29;
            let t31 = T::exact(1.5);
            let t34 = t27 * cos_p5_angle;
            let t35 = t29 * sin_p5_angle;
            let t36 = t34 + t35;
            let t37 = t27 * sin_p5_angle;
            let t38 = t29 * cos_p5_angle;
            let t39 = t37 - t38;
            let t40 = t36 * t39;
            let t41 = T::exact(0.5);
            let t43 = t36 * t36;
            let t45 = sin_p4_angle * t24;
            let t46 = t13 * cos_p4_angle;
            let t47 = t45 - t46;
            let t48 = p5_angle_dot + t47;
            let t49 = t48 * t48;
            let t50 = t43 + t49;
            let t52 = t50 * at52;
            let t53 = t24 * t24;
            let t54 = t10 * t10;
            let t55 = t53 + t54;
            let t56 = t15 * t55;
            let t57 = t29 * t29;
            let t58 = t47 * t47;
            let t59 = t57 + t58;
            let t60 = t31 * t59;
            let t61 = T::exact(-0.5);
            let t63 = at50 * t50;
            let t64 = t12 - t11;
            let t65 = p3_angle_dot * t64;
            let t66 = t27 * t47;
            let t67 = p4_angle_dot * t47;
            let t68 = t38 - t37;
            let t69 = p5_angle_dot * t68;
            let t70 = T::decimal(3.3333333333333335, -1.4802973661668756e-16);
            let t71 = T::decimal(2.3333333333333335, -1.4802973661668753e-16);
            let t72 = T::decimal(0.0016666666666666668, -1.069746143519031e-19);
            let t73 = t19 * t19;
            let t74 = p2_angle_dot * p2_angle_dot;
            let t75 = t73 + t74;
            let t77 = p1_angle_dot * p1_angle_dot;
            let t78 = sin_p2_angle * t77;
            let t79 = at79 + t78;
            let t80 = t75 + t79;
            let t81 = cos_p3_angle * t80;
            let t82 = T::exact(-2.5);
            let t83 = t29 * t47;
            let t84 = T::decimal(0.3333333333333333, 1.850371707708594e-17);
            let t85 = t13 * t24;
            let t86 = t3 * t19;
            let t88 = cos_p2_angle * t77;
            let t89 = at80 - t88;
            let t90 = sin_p3_angle * t80;
            let t91 = t36 * p5_angle_dot;
            let t92 = t36 * t48;
            let t93 = T::decimal(1.3333333333333333, 7.401486830834377e-17);
            let t94 = t10 * t24;
            let t98 = at14 * lambda_p6_x;
            let t101 = at23 * lambda_p6_z;
            let t105 = at13 * lambda_p6_tilt_1;
            let t107 = lambda_p6_x * at15;
            let t109 = at19 * lambda_p6_y;
            let t111 = lambda_p6_z * at24;
            let t114 = lambda_p6_tilt_1 * at28;
            let t117 = lambda_p6_x * at16;
            let t119 = lambda_p6_y * at20;
            let t122 = lambda_p6_tilt_2 * at33;
            let t124 = lambda_p6_x * at17;
            let t128 = lambda_p6_x * at13;
            let t129 = lambda_p6_y * at18;
            let t132 = lambda_p6_tilt_1 * at27;
            let t134 = T::decimal(4.335, 3.552713678800501e-17);
            let t135 = p1_angle_ddot * t134;
            let t136 = sin_p2_angle * p1_angle_ddot;
            let t137 = t4 + t136;
            let t138 = t4 + t137;
            let t139 = t5 * t138;
            let t141 = t137 + p3_angle_ddot;
            let t142 = t14 + t141;
            let t143 = t15 * t142;
            let t144 = sin_p4_angle * t141;
            let t145 = cos_p2_angle * p1_angle_ddot;
            let t146 = t20 - t145;
            let t147 = sin_p3_angle * t146;
            let t149 = cos_p3_angle * p2_angle_ddot;
            let t150 = t22 - t147;
            let t151 = t150 - t149;
            let t152 = cos_p4_angle * t151;
            let t153 = t28 + t144;
            let t154 = t153 - t152;
            let t155 = t30 + t154;
            let t156 = t31 * t155;
            let t158 = t154 + p5_angle_ddot;
            let t159 = t40 + t158;
            let t160 = at50 * t159;
            let t161 = t52 + t156;
            let t162 = t160 + t161;
            let t163 = t143 + t162;
            let t164 = sin_p3_angle * t163;
            let t165 = at51 * t159;
            let t166 = t60 + t63;
            let t167 = t165 + t166;
            let t168 = sin_p4_angle * t167;
            let t170 = cos_p3_angle * t146;
            let t171 = sin_p3_angle * p2_angle_ddot;
            let t172 = t65 - t170;
            let t173 = t171 + t172;
            let t174 = p4_angle_ddot + t173;
            let t175 = t66 - t174;
            let t176 = t31 * t175;
            let t177 = t39 * t48;
            let t178 = cos_p4_angle * t141;
            let t179 = sin_p4_angle * t151;
            let t180 = t67 - t178;
            let t181 = t180 - t179;
            let t182 = cos_p5_angle * t181;
            let t183 = sin_p5_angle * t174;
            let t184 = t69 - t182;
            let t185 = t183 + t184;
            let t186 = t177 - t185;
            let t187 = t41 * t186;
            let t188 = t176 + t187;
            let t189 = cos_p4_angle * t188;
            let t190 = t56 + t168;
            let t191 = t189 + t190;
            let t192 = cos_p3_angle * t191;
            let t193 = t139 + t164;
            let t194 = t192 + t193;
            let t195 = t5 * p1_angle_ddot;
            let t196 = t70 * t138;
            let t197 = t71 * t142;
            let t198 = t14 - t141;
            let t199 = T::decimal(-0.0016666666666666668, 1.069746143519031e-19);
            let t200 = t198 * t199;
            let t201 = p1_angle_ddot + t138;
            let t202 = sin_p3_angle * t201;
            let t203 = t81 - t202;
            let t204 = t82 * t203;
            let t205 = t83 + t181;
            let t206 = t72 * t205;
            let t207 = t84 * t186;
            let t208 = t85 - t173;
            let t209 = t173 - t85;
            let t210 = p2_angle_ddot - t86;
            let t211 = t89 + t210;
            let t212 = t209 + t211;
            let t213 = sin_p4_angle * t212;
            let t214 = cos_p3_angle * t201;
            let t215 = t90 + t214;
            let t216 = t55 + t215;
            let t217 = cos_p4_angle * t216;
            let t218 = t213 - t217;
            let t219 = t217 - t213;
            let t220 = t175 + t219;
            let t221 = t41 * t220;
            let t222 = t207 + t221;
            let t223 = cos_p5_angle * t222;
            let t224 = sin_p5_angle * t181;
            let t225 = cos_p5_angle * t174;
            let t226 = t91 - t224;
            let t227 = t226 - t225;
            let t228 = t92 + t227;
            let t229 = T::decimal(-0.0008333333333333334, 5.348730717595155e-20);
            let t231 = t228 * at70;
            let t232 = t206 + t223;
            let t233 = t231 + t232;
            let t234 = cos_p4_angle * t233;
            let t235 = t93 * t155;
            let t236 = t202 - t81;
            let t237 = t142 + t236;
            let t238 = t31 * t237;
            let t239 = t84 * t159;
            let t240 = t40 - t158;
            let t241 = t229 * t240;
            let t242 = cos_p4_angle * t212;
            let t243 = sin_p4_angle * t216;
            let t244 = t242 + t243;
            let t245 = t59 + t244;
            let t246 = cos_p5_angle * t245;
            let t247 = t155 + t237;
            let t248 = sin_p5_angle * t247;
            let t249 = t246 - t248;
            let t250 = t61 * t249;
            let t251 = t239 + t241;
            let t252 = t250 + t251;
            let t253 = t52 + t235;
            let t254 = t238 + t253;
            let t255 = t252 + t254;
            let t256 = t160 + t255;
            let t257 = sin_p4_angle * t256;
            let t258 = t197 + t200;
            let t259 = t204 + t258;
            let t260 = t162 + t259;
            let t261 = t260 - t234;
            let t262 = t257 + t261;
            let t263 = t195 + t196;
            let t264 = t262 + t263;
            let t265 = t164 + t264;
            let t266 = t192 + t265;
            let t267 = sin_p2_angle * t266;
            let t268 = t20 + t146;
            let t269 = t72 * t268;
            let t270 = t71 * t208;
            let t271 = t82 * t211;
            let t272 = t66 + t174;
            let t273 = t72 * t272;
            let t274 = T::decimal(-1.3333333333333333, -7.401486830834377e-17);
            let t275 = t175 * t274;
            let t276 = t31 * t218;
            let t277 = t61 * t186;
            let t278 = sin_p5_angle * t222;
            let t280 = t228 * at54;
            let t281 = t273 + t275;
            let t282 = t276 + t281;
            let t283 = t277 + t282;
            let t284 = t283 - t278;
            let t285 = t280 + t284;
            let t286 = cos_p4_angle * t167;
            let t287 = sin_p4_angle * t188;
            let t288 = t270 + t271;
            let t289 = t288 - t285;
            let t290 = t289 - t286;
            let t291 = t287 + t290;
            let t292 = cos_p3_angle * t291;
            let t293 = t94 + t151;
            let t294 = t72 * t293;
            let t295 = sin_p4_angle * t233;
            let t296 = cos_p4_angle * t256;
            let t297 = t294 - t295;
            let t298 = t297 - t296;
            let t299 = sin_p3_angle * t298;
            let t300 = t269 + t292;
            let t301 = t300 - t299;
            let t302 = cos_p2_angle * t301;
            let t303 = t135 + t194;
            let t304 = t267 + t303;
            let t305 = t304 - t302;
            let t306 = t98 + t305;
            let t307 = t101 + t306;
            let t308 = t105 + t307;
            let t309 = t5 * t89;
            let t310 = t70 * t210;
            let t311 = t86 + p2_angle_ddot;
            let t312 = t72 * t311;
            let t313 = t15 * t208;
            let t314 = t313 - t286;
            let t315 = t287 + t314;
            let t316 = sin_p3_angle * t291;
            let t317 = cos_p3_angle * t298;
            let t318 = t309 + t310;
            let t319 = t312 + t318;
            let t320 = t319 - t315;
            let t321 = t320 - t316;
            let t322 = t321 - t317;
            let t323 = at32 * lambda_p6_tilt_2;
            let t324 = t107 + t322;
            let t325 = t324 - t109;
            let t326 = t325 - t111;
            let t327 = t326 - t114;
            let t328 = t323 + t327;
            let t329 = lambda_p6_z * at25;
            let t331 = lambda_p6_tilt_1 * at29;
            let t332 = t117 + t262;
            let t333 = t332 - t119;
            let t334 = t329 + t333;
            let t335 = t331 + t334;
            let t336 = t335 - t122;
            let t338 = lambda_p6_y * at21;
            let t339 = lambda_p6_z * at26;
            let t340 = lambda_p6_tilt_1 * at30;
            let t341 = lambda_p6_tilt_2 * at34;
            let t342 = t124 + t285;
            let t343 = t338 + t342;
            let t344 = t339 + t343;
            let t345 = t340 + t344;
            let t346 = t341 + t345;
            let t347 = lambda_p6_z * at22;
            let t349 = lambda_p6_tilt_2 * at31;
            let t350 = t252 - t128;
            let t351 = t350 - t129;
            let t352 = t347 + t351;
            let t353 = t352 - t132;
            let t354 = t349 + t353;
            out.data.0[0] = [t308, t328, t336, t346, t354];
        }
        /// 41 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn reaction_force(
            &self,
            at: &Self::PositionCache,
            moving: &Self::VelocityCache,
            reactions: (&Self::Holonomic, &Self::Nonholonomic),
            out: &mut Self::Velocity,
        ) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, at13, at14, at15, at16, at17,
            at18, at19, at20, at21, at22, at23, at24, at25, at26, at27, at28, at29, at30,
            at31, at32, at33, at34, ..] = at.values;
            let [lambda_p6_x, lambda_p6_y, lambda_p6_z, lambda_p6_tilt_1,
            lambda_p6_tilt_2] = reactions.0.data.0[0];
            let t3 = at14 * lambda_p6_x;
            let t6 = at23 * lambda_p6_z;
            let t10 = at13 * lambda_p6_tilt_1;
            let t12 = lambda_p6_x * at15;
            let t14 = at19 * lambda_p6_y;
            let t16 = lambda_p6_z * at24;
            let t19 = lambda_p6_tilt_1 * at28;
            let t22 = lambda_p6_x * at16;
            let t24 = lambda_p6_y * at20;
            let t27 = lambda_p6_tilt_2 * at33;
            let t29 = lambda_p6_x * at17;
            let t33 = lambda_p6_x * at13;
            let t34 = lambda_p6_y * at18;
            let t37 = lambda_p6_tilt_1 * at27;
            let t38 = at32 * lambda_p6_tilt_2;
            let t39 = lambda_p6_z * at25;
            let t41 = lambda_p6_tilt_1 * at29;
            let t43 = lambda_p6_y * at21;
            let t44 = lambda_p6_z * at26;
            let t45 = lambda_p6_tilt_1 * at30;
            let t46 = lambda_p6_tilt_2 * at34;
            let t47 = lambda_p6_z * at22;
            let t49 = lambda_p6_tilt_2 * at31;
            let t50 = t3 + t6;
            let t51 = t10 + t50;
            let t52 = t12 - t14;
            let t53 = t52 - t16;
            let t54 = t53 - t19;
            let t55 = t38 + t54;
            let t56 = t22 - t24;
            let t57 = t39 + t56;
            let t58 = t41 + t57;
            let t59 = t58 - t27;
            let t60 = t29 + t43;
            let t61 = t44 + t60;
            let t62 = t45 + t61;
            let t63 = t46 + t62;
            let t64 = t33 + t34;
            let t65 = t47 - t64;
            let t66 = t65 - t37;
            let t67 = t49 + t66;
            out.data.0[0] = [t51, t55, t59, t63, t67];
        }
        /// 19 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn holonomic(&self, at: &Self::PositionCache, out: &mut Self::Holonomic) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, at14, _, _, _, at18, at19, _,
            _, at22, _, _, _, _, _, _, _, _, _, _, _, _, _, cos_p5_angle, sin_p3_angle,
            cos_p3_angle, cos_p2_angle, sin_p5_angle, sin_p4_angle, sin_p2_angle,
            cos_p4_angle, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, sin_p1_angle, cos_p1_angle,
            ] = at.values;
            let t1 = T::exact(1.0);
            let t4 = T::exact(-1.0);
            let t11 = t1 + sin_p5_angle;
            let t12 = cos_p4_angle * t11;
            let t13 = cos_p3_angle * cos_p5_angle;
            let t14 = sin_p4_angle * t11;
            let t15 = t1 + t14;
            let t16 = sin_p3_angle * t15;
            let t17 = t13 - t16;
            let t18 = t4 + t17;
            let t20 = t4 + at19;
            let t22 = sin_p3_angle * cos_p5_angle;
            let t23 = cos_p3_angle * t15;
            let t24 = t22 + t23;
            let t26 = t20 * cos_p1_angle;
            let t27 = sin_p1_angle * t24;
            let t28 = sin_p2_angle * t12;
            let t29 = cos_p2_angle * t18;
            let t32 = t27 - t26;
            let t33 = t29 - t28;
            let t34 = t4 + at14;
            out.data.0[0] = [t32, t33, t34, at22, at18];
        }
        /// 101 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn holonomic_rate(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            out: &mut Self::Holonomic,
        ) {
            let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot] = v
                .data
                .0[0];
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, at13, at14, _, _, _, at18, at19,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, cos_p5_angle, sin_p3_angle,
            cos_p3_angle, cos_p2_angle, sin_p5_angle, sin_p4_angle, sin_p2_angle,
            cos_p4_angle, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, at62,
            at63, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, sin_p1_angle,
            cos_p1_angle] = at.values;
            let t3 = T::exact(1.0);
            let t6 = T::exact(-1.0);
            let t16 = t3 + sin_p5_angle;
            let t17 = cos_p4_angle * t16;
            let t18 = cos_p3_angle * cos_p5_angle;
            let t19 = sin_p4_angle * t16;
            let t20 = t3 + t19;
            let t21 = sin_p3_angle * t20;
            let t22 = t18 - t21;
            let t23 = t6 + t22;
            let t25 = t6 + at19;
            let t27 = sin_p3_angle * cos_p5_angle;
            let t28 = cos_p3_angle * t20;
            let t29 = t27 + t28;
            let t31 = t25 * cos_p1_angle;
            let t32 = sin_p1_angle * t29;
            let t34 = cos_p2_angle * at63;
            let t35 = cos_p3_angle * sin_p5_angle;
            let t36 = sin_p4_angle * cos_p5_angle;
            let t37 = sin_p3_angle * t36;
            let t38 = t35 + t37;
            let t39 = sin_p2_angle * t38;
            let t40 = sin_p3_angle * sin_p5_angle;
            let t41 = cos_p3_angle * t36;
            let t43 = sin_p2_angle * t17;
            let t44 = cos_p2_angle * t23;
            let t46 = t39 - t34;
            let t48 = sin_p4_angle * sin_p5_angle;
            let t49 = t32 - t31;
            let t50 = t44 - t43;
            let t51 = p1_angle_dot * at14;
            let t52 = t21 - t18;
            let t53 = p3_angle_dot * t52;
            let t54 = p4_angle_dot * t17;
            let t55 = cos_p5_angle * p5_angle_dot;
            let t56 = sin_p4_angle * t55;
            let t57 = t54 + t56;
            let t58 = cos_p3_angle * t57;
            let t59 = p5_angle_dot * t40;
            let t60 = t59 - t58;
            let t61 = t53 + t60;
            let t62 = sin_p1_angle * t61;
            let t63 = p2_angle_dot * t50;
            let t64 = p3_angle_dot * t29;
            let t65 = sin_p3_angle * t57;
            let t66 = p5_angle_dot * t35;
            let t67 = t65 + t66;
            let t68 = t64 + t67;
            let t69 = sin_p2_angle * t68;
            let t70 = p4_angle_dot * t19;
            let t71 = cos_p4_angle * t55;
            let t72 = t70 - t71;
            let t73 = cos_p2_angle * t72;
            let t74 = t69 + t73;
            let t75 = t63 - t74;
            let t76 = cos_p1_angle * t75;
            let t77 = t62 + t76;
            let t78 = t51 - t77;
            let t79 = p2_angle_dot * at19;
            let t80 = cos_p2_angle * t68;
            let t81 = sin_p2_angle * t72;
            let t82 = t80 - t81;
            let t83 = t79 + t82;
            let t84 = -t83;
            let t85 = p1_angle_dot * t49;
            let t86 = cos_p1_angle * t61;
            let t87 = sin_p1_angle * t75;
            let t88 = t86 - t87;
            let t89 = t85 + t88;
            let t90 = -t89;
            let t91 = p1_angle_dot * at13;
            let t92 = p3_angle_dot * t38;
            let t93 = p4_angle_dot * at63;
            let t94 = p5_angle_dot * t48;
            let t95 = t93 - t94;
            let t96 = cos_p3_angle * t95;
            let t97 = p5_angle_dot * t27;
            let t98 = t97 - t96;
            let t99 = t92 + t98;
            let t100 = cos_p1_angle * t99;
            let t101 = p2_angle_dot * at18;
            let t102 = t41 - t40;
            let t103 = p3_angle_dot * t102;
            let t104 = sin_p3_angle * t95;
            let t105 = p5_angle_dot * t18;
            let t106 = t104 + t105;
            let t107 = t103 + t106;
            let t108 = sin_p2_angle * t107;
            let t109 = p4_angle_dot * t36;
            let t110 = p5_angle_dot * at62;
            let t111 = t109 + t110;
            let t112 = cos_p2_angle * t111;
            let t113 = t108 + t112;
            let t114 = t101 + t113;
            let t115 = sin_p1_angle * t114;
            let t116 = t100 + t115;
            let t117 = t91 - t116;
            let t118 = p2_angle_dot * t46;
            let t119 = cos_p2_angle * t107;
            let t120 = sin_p2_angle * t111;
            let t121 = t120 - t119;
            let t122 = t118 + t121;
            let t123 = -t122;
            out.data.0[0] = [t78, t84, t90, t117, t123];
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
        /// 6 operations (0 divisions, 0 functions).
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
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, cos_p2_angle, _, _,
            sin_p2_angle, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, sin_p1_angle, cos_p1_angle,
            ] = at.values;
            let t2 = -cos_p2_angle;
            let t5 = sin_p2_angle * cos_p1_angle;
            let t6 = cos_p1_angle + t5;
            let t7 = sin_p2_angle * sin_p1_angle;
            let t8 = sin_p1_angle + t7;
            let t9 = -t8;
            out.data.0[0] = [t6, t2, t9];
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
        /// 203 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn acceleration_bias(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            out: (&mut Self::Holonomic, &mut Self::Nonholonomic),
        ) {
            let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot] = v
                .data
                .0[0];
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, at14, _, _, _, at18, at19, _,
            _, at22, at23, _, _, _, _, _, _, _, _, _, _, _, _, cos_p5_angle,
            sin_p3_angle, cos_p3_angle, cos_p2_angle, sin_p5_angle, sin_p4_angle,
            sin_p2_angle, cos_p4_angle, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            at60, at61, at62, at63, _, at65, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            sin_p1_angle, cos_p1_angle] = at.values;
            let t3 = T::exact(1.0);
            let t6 = T::exact(-1.0);
            let t16 = t3 + sin_p5_angle;
            let t17 = cos_p4_angle * t16;
            let t18 = cos_p3_angle * cos_p5_angle;
            let t19 = sin_p4_angle * t16;
            let t20 = t3 + t19;
            let t21 = sin_p3_angle * t20;
            let t22 = t18 - t21;
            let t23 = t6 + t22;
            let t26 = sin_p3_angle * cos_p5_angle;
            let t27 = cos_p3_angle * t20;
            let t28 = t26 + t27;
            let t32 = cos_p2_angle * at63;
            let t33 = cos_p3_angle * sin_p5_angle;
            let t34 = sin_p4_angle * cos_p5_angle;
            let t35 = sin_p3_angle * t34;
            let t36 = t33 + t35;
            let t37 = sin_p2_angle * t36;
            let t38 = sin_p3_angle * sin_p5_angle;
            let t39 = cos_p3_angle * t34;
            let t40 = sin_p2_angle * t17;
            let t41 = cos_p2_angle * t23;
            let t42 = t40 - t41;
            let t44 = t37 - t32;
            let t47 = sin_p4_angle * sin_p5_angle;
            let t48 = t41 - t40;
            let t49 = p1_angle_dot * at14;
            let t50 = t21 - t18;
            let t51 = p3_angle_dot * t50;
            let t52 = p4_angle_dot * t17;
            let t53 = cos_p5_angle * p5_angle_dot;
            let t54 = sin_p4_angle * t53;
            let t55 = t52 + t54;
            let t56 = cos_p3_angle * t55;
            let t57 = p5_angle_dot * t38;
            let t58 = t57 - t56;
            let t59 = t51 + t58;
            let t60 = sin_p1_angle * t59;
            let t61 = p2_angle_dot * t48;
            let t62 = p3_angle_dot * t28;
            let t63 = sin_p3_angle * t55;
            let t64 = p5_angle_dot * t33;
            let t65 = t63 + t64;
            let t66 = t62 + t65;
            let t67 = sin_p2_angle * t66;
            let t68 = p4_angle_dot * t19;
            let t69 = cos_p4_angle * t53;
            let t70 = t68 - t69;
            let t71 = cos_p2_angle * t70;
            let t72 = t67 + t71;
            let t73 = t61 - t72;
            let t74 = cos_p1_angle * t73;
            let t75 = t60 + t74;
            let t76 = p2_angle_dot * at19;
            let t77 = p3_angle_dot * t36;
            let t78 = p4_angle_dot * at63;
            let t79 = p5_angle_dot * t47;
            let t80 = t78 - t79;
            let t81 = cos_p3_angle * t80;
            let t82 = p5_angle_dot * t26;
            let t83 = t82 - t81;
            let t84 = t77 + t83;
            let t85 = p2_angle_dot * at18;
            let t86 = t39 - t38;
            let t87 = p3_angle_dot * t86;
            let t88 = sin_p3_angle * t80;
            let t89 = p5_angle_dot * t18;
            let t90 = t88 + t89;
            let t91 = t87 + t90;
            let t92 = sin_p2_angle * t91;
            let t93 = p4_angle_dot * t34;
            let t94 = p5_angle_dot * at62;
            let t95 = t93 + t94;
            let t96 = cos_p2_angle * t95;
            let t97 = t92 + t96;
            let t98 = t85 + t97;
            let t99 = p2_angle_dot * t44;
            let t100 = p1_angle_dot * at23;
            let t101 = T::exact(2.0);
            let t102 = sin_p1_angle * t101;
            let t103 = t73 * t102;
            let t104 = T::exact(-2.0);
            let t105 = cos_p1_angle * t104;
            let t106 = t59 * t105;
            let t107 = t103 + t106;
            let t108 = t100 + t107;
            let t109 = p1_angle_dot * t108;
            let t110 = sin_p2_angle * t101;
            let t111 = t70 * t110;
            let t112 = cos_p2_angle * t104;
            let t113 = t66 * t112;
            let t114 = t111 + t113;
            let t115 = t114 - t76;
            let t116 = p2_angle_dot * t115;
            let t118 = t53 * at65;
            let t119 = t52 + t118;
            let t120 = p4_angle_dot * t119;
            let t121 = p5_angle_dot * p5_angle_dot;
            let t122 = sin_p5_angle * t121;
            let t123 = cos_p4_angle * t122;
            let t124 = t120 + t123;
            let t125 = cos_p2_angle * t124;
            let t127 = sin_p5_angle * at61;
            let t128 = p5_angle_dot * t127;
            let t130 = t55 * at60;
            let t131 = t128 + t130;
            let t132 = t51 + t131;
            let t133 = p3_angle_dot * t132;
            let t134 = t18 * t121;
            let t135 = cos_p4_angle * t101;
            let t136 = t53 * t135;
            let t137 = t136 - t68;
            let t138 = p4_angle_dot * t137;
            let t139 = sin_p4_angle * t122;
            let t140 = t138 - t139;
            let t141 = sin_p3_angle * t140;
            let t142 = t134 + t141;
            let t143 = t133 - t142;
            let t144 = sin_p2_angle * t143;
            let t145 = t144 - t125;
            let t146 = t116 + t145;
            let t147 = cos_p1_angle * t146;
            let t148 = t65 * t101;
            let t149 = t62 + t148;
            let t150 = p3_angle_dot * t149;
            let t151 = t26 * t121;
            let t152 = cos_p3_angle * t140;
            let t153 = t151 - t152;
            let t154 = t150 + t153;
            let t155 = sin_p1_angle * t154;
            let t156 = t147 + t155;
            let t157 = t156 - t109;
            let t158 = p2_angle_dot * t42;
            let t159 = t72 * t101;
            let t160 = t158 + t159;
            let t161 = p2_angle_dot * t160;
            let t162 = sin_p2_angle * t124;
            let t163 = cos_p2_angle * t143;
            let t164 = t162 + t163;
            let t165 = t161 + t164;
            let t166 = -t165;
            let t167 = t75 * t101;
            let t168 = t167 - t49;
            let t169 = p1_angle_dot * t168;
            let t170 = sin_p1_angle * t146;
            let t171 = cos_p1_angle * t154;
            let t172 = t170 - t171;
            let t173 = t169 + t172;
            let t174 = -t173;
            let t175 = p1_angle_dot * at22;
            let t176 = cos_p1_angle * t101;
            let t177 = t98 * t176;
            let t178 = sin_p1_angle * t104;
            let t179 = t84 * t178;
            let t180 = t177 + t179;
            let t181 = t175 + t180;
            let t182 = p1_angle_dot * t181;
            let t183 = t95 * t110;
            let t184 = t91 * t112;
            let t185 = t183 + t184;
            let t186 = t99 + t185;
            let t187 = p2_angle_dot * t186;
            let t188 = sin_p5_angle * at65;
            let t189 = p5_angle_dot * t188;
            let t190 = t189 - t78;
            let t191 = p4_angle_dot * t190;
            let t192 = at63 * t121;
            let t193 = t191 - t192;
            let t194 = cos_p2_angle * t193;
            let t195 = cos_p5_angle * at61;
            let t196 = p5_angle_dot * t195;
            let t197 = t80 * at60;
            let t198 = t196 + t197;
            let t199 = t77 + t198;
            let t200 = p3_angle_dot * t199;
            let t201 = t33 * t121;
            let t202 = sin_p5_angle * t135;
            let t203 = p5_angle_dot * t202;
            let t204 = t93 + t203;
            let t205 = p4_angle_dot * t204;
            let t206 = t34 * t121;
            let t207 = t205 + t206;
            let t208 = sin_p3_angle * t207;
            let t209 = t201 + t208;
            let t210 = t200 + t209;
            let t211 = sin_p2_angle * t210;
            let t212 = t194 + t211;
            let t213 = t187 + t212;
            let t214 = sin_p1_angle * t213;
            let t215 = t90 * t101;
            let t216 = t87 + t215;
            let t217 = p3_angle_dot * t216;
            let t218 = t38 * t121;
            let t219 = cos_p3_angle * t207;
            let t220 = t219 - t218;
            let t221 = t217 + t220;
            let t222 = cos_p1_angle * t221;
            let t223 = t222 - t214;
            let t224 = t182 + t223;
            let t225 = t97 * t101;
            let t226 = t85 + t225;
            let t227 = p2_angle_dot * t226;
            let t228 = sin_p2_angle * t193;
            let t229 = cos_p2_angle * t210;
            let t230 = t229 - t228;
            let t231 = t227 + t230;
            out.0.data.0[0] = [t157, t166, t174, t224, t231];
            out.1.data.0[0] = [];
        }
        /// 651 operations (0 divisions, 0 functions).
        #[inline(never)]
        #[allow(unused_variables)]
        fn moving(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
            reactions: (&Self::Holonomic, &Self::Nonholonomic),
            out: &mut Self::VelocityCache,
        ) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, at35, cos_p5_angle, sin_p3_angle,
            cos_p3_angle, cos_p2_angle, sin_p5_angle, sin_p4_angle, sin_p2_angle,
            cos_p4_angle, at44, at45, at46, at47, at48, at49, at50, at51, at52, at53,
            at54, at55, at56, at57, at58, at59, at60, at61, at62, at63, at64, at65, at66,
            at67, at68, at69, at70, at71, at72, at73, at74, at75, at76, at77, at78, ..,
            ] = at.values;
            let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot] = v
                .data
                .0[0];
            let t5 = p2_angle_dot * sin_p3_angle;
            let t9 = p1_angle_dot * cos_p2_angle;
            let t10 = t9 * cos_p3_angle;
            let t11 = t10 + t5;
            let t12 = t11 + p4_angle_dot;
            let t13 = t12 * sin_p5_angle;
            let t16 = p2_angle_dot * cos_p3_angle;
            let t17 = t9 * sin_p3_angle;
            let t18 = t17 - t16;
            let t19 = t18 * sin_p4_angle;
            let t22 = p1_angle_dot * sin_p2_angle;
            let t23 = t22 + p3_angle_dot;
            let t25 = cos_p4_angle * t23;
            let t26 = t25 + t19;
            let t27 = t26 * cos_p5_angle;
            let t28 = t27 + t13;
            let t29 = t28 * at77;
            let t31 = t12 * cos_p5_angle;
            let t32 = t26 * sin_p5_angle;
            let t33 = t32 - t31;
            let t34 = t33 * at78;
            let t35 = t34 + t29;
            let t37 = t33 * at74;
            let t39 = t28 * at75;
            let t40 = t39 + t37;
            let t41 = cos_p4_angle * t40;
            let t43 = t18 * cos_p4_angle;
            let t44 = sin_p4_angle * t23;
            let t45 = t44 - t43;
            let t47 = p5_angle_dot + t45;
            let t48 = cos_p5_angle * t47;
            let t49 = t48 * at76;
            let t50 = t49 + t41;
            let t51 = sin_p5_angle * t47;
            let t52 = cos_p4_angle * t51;
            let t53 = sin_p4_angle * t33;
            let t54 = t53 - t52;
            let t55 = t35 + t54;
            let t56 = sin_p3_angle * t55;
            let t57 = sin_p4_angle * t40;
            let t58 = cos_p4_angle * t48;
            let t59 = t58 - t57;
            let t60 = cos_p3_angle * t59;
            let t61 = t60 - t56;
            let t62 = t52 - t53;
            let t63 = t62 + t61;
            let t64 = sin_p3_angle * t48;
            let t65 = sin_p4_angle * t51;
            let t66 = cos_p4_angle * t33;
            let t67 = t66 + t65;
            let t68 = cos_p3_angle * t67;
            let t69 = t68 + t64;
            let t70 = t50 + t69;
            let t71 = sin_p2_angle * t70;
            let t72 = cos_p3_angle * t55;
            let t73 = sin_p3_angle * t59;
            let t74 = t73 + t72;
            let t75 = cos_p2_angle * t74;
            let t76 = t75 - t71;
            let t77 = t69 - t76;
            let t79 = t12 * at68;
            let t81 = t26 * at69;
            let t82 = t81 + t79;
            let t83 = T::exact(0.5);
            let t84 = t83 * t82;
            let t85 = cos_p5_angle * t28;
            let t86 = sin_p5_angle * t33;
            let t87 = t26 + t86;
            let t88 = t87 - t85;
            let t89 = T::decimal(0.3333333333333333, 1.850371707708594e-17);
            let t90 = t89 * t88;
            let t91 = t90 + t84;
            let t92 = t26 - t86;
            let t93 = t85 + t92;
            let t94 = T::decimal(0.0008333333333333334, -5.348730717595155e-20);
            let t95 = t94 * t93;
            let t96 = t95 + t91;
            let t97 = t43 - t44;
            let t98 = p5_angle_dot + t97;
            let t99 = sin_p5_angle * t98;
            let t100 = t51 + t99;
            let t102 = at54 * t100;
            let t104 = cos_p5_angle * t98;
            let t105 = t48 + t104;
            let t106 = t105 * at73;
            let t107 = t106 + t102;
            let t109 = at70 * t100;
            let t110 = T::decimal(0.0033333333333333335, -2.1394922870380621e-19);
            let t111 = t45 * t110;
            let t112 = t111 + t109;
            let t114 = t105 * at71;
            let t115 = t114 + t112;
            let t116 = cos_p4_angle * t115;
            let t117 = sin_p5_angle * t28;
            let t118 = cos_p5_angle * t117;
            let t119 = T::decimal(2.6666666666666665, 1.4802973661668753e-16);
            let t120 = t26 * t119;
            let t121 = t120 + t118;
            let t123 = at50 * t88;
            let t124 = t123 + t121;
            let t125 = t96 + t124;
            let t126 = sin_p4_angle * t125;
            let t127 = T::exact(3.0);
            let t128 = t26 * t127;
            let t129 = t118 + t128;
            let t130 = t123 + t129;
            let t131 = t130 + t126;
            let t132 = t131 - t116;
            let t133 = sin_p5_angle * t117;
            let t134 = t12 * t127;
            let t135 = t134 + t133;
            let t137 = at51 * t88;
            let t138 = t137 + t135;
            let t139 = cos_p4_angle * t138;
            let t141 = t105 * at72;
            let t142 = t141 + t139;
            let t143 = t107 + t142;
            let t144 = sin_p3_angle * t143;
            let t145 = sin_p4_angle * t115;
            let t146 = cos_p4_angle * t125;
            let t147 = t146 + t145;
            let t148 = cos_p3_angle * t147;
            let t149 = t148 + t144;
            let t150 = t142 + t149;
            let t151 = sin_p3_angle * t130;
            let t152 = sin_p4_angle * t138;
            let t154 = t105 * at67;
            let t155 = t154 - t152;
            let t156 = cos_p3_angle * t155;
            let t157 = t156 - t151;
            let t158 = t116 - t131;
            let t159 = t158 + t157;
            let t160 = sin_p2_angle * t159;
            let t161 = cos_p3_angle * t143;
            let t162 = sin_p3_angle * t147;
            let t163 = t162 - t161;
            let t164 = cos_p2_angle * t163;
            let t165 = t164 + t160;
            let t166 = t157 + t165;
            let t167 = sin_p4_angle * t45;
            let t168 = T::exact(2.0);
            let t169 = t168 * t167;
            let t171 = t18 * at64;
            let t173 = t23 * at65;
            let t174 = t173 + t171;
            let t175 = t174 + t169;
            let t176 = cos_p5_angle * t175;
            let t177 = cos_p4_angle * t12;
            let t178 = p4_angle_dot - t11;
            let t179 = cos_p4_angle * t178;
            let t180 = t179 + t177;
            let t181 = sin_p5_angle * t180;
            let t182 = t181 - t176;
            let t183 = t83 * t182;
            let t185 = t28 * at62;
            let t187 = t33 * at63;
            let t188 = t187 + t185;
            let t189 = t179 + t188;
            let t190 = t89 * t189;
            let t191 = t190 + t183;
            let t192 = t188 - t179;
            let t193 = T::decimal(-0.0008333333333333334, 5.348730717595155e-20);
            let t194 = t193 * t192;
            let t195 = t194 + t191;
            let t196 = cos_p4_angle * t45;
            let t197 = t18 + t196;
            let t198 = sin_p4_angle * t26;
            let t199 = t198 + t197;
            let t200 = T::decimal(1.3333333333333333, 7.401486830834377e-17);
            let t201 = t200 * t199;
            let t202 = t26 * t168;
            let t203 = T::exact(1.5);
            let t204 = t203 * t202;
            let t205 = t204 + t201;
            let t206 = t47 * at62;
            let t207 = t206 + t53;
            let t208 = sin_p4_angle * t178;
            let t209 = cos_p5_angle * t208;
            let t210 = cos_p4_angle * p5_angle_dot;
            let t211 = t18 + t210;
            let t212 = sin_p5_angle * t211;
            let t213 = t212 + t209;
            let t214 = t213 + t207;
            let t215 = t83 * t214;
            let t216 = t215 + t205;
            let t217 = sin_p4_angle * t28;
            let t218 = t47 * at63;
            let t219 = t218 + t217;
            let t220 = sin_p5_angle * t208;
            let t221 = cos_p5_angle * t211;
            let t222 = t221 - t220;
            let t223 = t222 + t219;
            let t225 = at66 * t223;
            let t226 = t225 + t216;
            let t227 = t89 * t214;
            let t228 = t202 + t199;
            let t229 = t83 * t228;
            let t230 = t229 + t227;
            let t231 = sin_p5_angle * t230;
            let t232 = t231 + t226;
            let t233 = t18 - t196;
            let t234 = t233 - t198;
            let t235 = T::decimal(0.0016666666666666668, -1.069746143519031e-19);
            let t236 = t235 * t234;
            let t237 = t236 + t232;
            let t238 = at50 * t189;
            let t239 = t28 * at63;
            let t240 = sin_p4_angle * t47;
            let t241 = t240 + t239;
            let t242 = t168 * t241;
            let t244 = at52 * t242;
            let t245 = t244 + t238;
            let t246 = t200 * t180;
            let t247 = t246 + t245;
            let t248 = t195 + t247;
            let t249 = sin_p4_angle * t248;
            let t250 = t203 * t180;
            let t251 = t245 + t250;
            let t252 = t251 + t249;
            let t253 = cos_p5_angle * t230;
            let t255 = at53 * t223;
            let t256 = t255 - t253;
            let t257 = sin_p4_angle * t12;
            let t258 = t208 + t257;
            let t259 = T::decimal(-0.0016666666666666668, 1.069746143519031e-19);
            let t260 = t259 * t258;
            let t261 = t260 + t256;
            let t262 = cos_p4_angle * t261;
            let t263 = t262 + t252;
            let t264 = at50 * t242;
            let t265 = t167 * t127;
            let t266 = t265 + t264;
            let t267 = at51 * t189;
            let t268 = t267 + t266;
            let t269 = cos_p4_angle * t268;
            let t270 = t203 * t199;
            let t271 = t270 + t215;
            let t272 = sin_p4_angle * t271;
            let t273 = T::decimal(4.666666666666667, -2.9605947323337506e-16);
            let t274 = t18 * t273;
            let t275 = t274 + t272;
            let t276 = t275 - t269;
            let t277 = t237 + t276;
            let t278 = sin_p3_angle * t277;
            let t279 = cos_p4_angle * t248;
            let t280 = t11 * t110;
            let t281 = t280 - t279;
            let t282 = sin_p4_angle * t261;
            let t283 = t282 + t281;
            let t284 = cos_p3_angle * t283;
            let t285 = t284 + t278;
            let t286 = T::exact(5.0);
            let t287 = t18 * t286;
            let t288 = t272 + t287;
            let t289 = t288 - t269;
            let t290 = t289 + t285;
            let t291 = sin_p3_angle * t251;
            let t292 = cos_p4_angle * t271;
            let t293 = t23 * t286;
            let t294 = t293 + t292;
            let t295 = sin_p4_angle * t268;
            let t296 = t295 + t294;
            let t297 = cos_p3_angle * t296;
            let t298 = t297 + t291;
            let t299 = t263 + t298;
            let t300 = sin_p2_angle * t299;
            let t301 = cos_p3_angle * t277;
            let t302 = sin_p3_angle * t283;
            let t303 = t302 - t301;
            let t304 = cos_p2_angle * t303;
            let t305 = t304 + t300;
            let t306 = t298 + t305;
            let t307 = sin_p3_angle * t12;
            let t309 = t45 * at56;
            let t310 = t309 + t307;
            let t311 = t168 * t310;
            let t312 = t11 * t168;
            let t313 = sin_p3_angle * t11;
            let t314 = T::exact(-2.0);
            let t315 = t314 * t313;
            let t316 = t315 - t312;
            let t317 = sin_p4_angle * t316;
            let t318 = p3_angle_dot - t22;
            let t319 = cos_p3_angle * t318;
            let t320 = cos_p3_angle * t23;
            let t321 = t320 + t319;
            let t322 = cos_p4_angle * t321;
            let t323 = t322 - t317;
            let t324 = t323 + t311;
            let t325 = cos_p5_angle * t324;
            let t326 = cos_p3_angle * t11;
            let t327 = sin_p3_angle * t18;
            let t328 = t9 + t327;
            let t329 = t328 - t326;
            let t331 = p2_angle_dot * at60;
            let t333 = t9 * at61;
            let t334 = t333 + t331;
            let t335 = t334 + t329;
            let t336 = sin_p3_angle * t26;
            let t338 = t12 * at58;
            let t339 = sin_p3_angle * t318;
            let t340 = cos_p4_angle * t339;
            let t341 = cos_p3_angle * p4_angle_dot;
            let t342 = t341 - t9;
            let t343 = sin_p4_angle * t342;
            let t344 = t343 + t340;
            let t345 = t344 + t338;
            let t346 = t345 - t336;
            let t347 = t346 - t335;
            let t348 = sin_p5_angle * t347;
            let t349 = t348 + t325;
            let t350 = T::exact(-0.5);
            let t351 = t350 * t349;
            let t353 = t28 * at57;
            let t355 = t33 * at59;
            let t356 = t355 - t353;
            let t357 = t356 - t344;
            let t358 = t89 * t357;
            let t359 = t358 + t351;
            let t360 = t344 + t356;
            let t361 = t193 * t360;
            let t362 = t361 + t359;
            let t363 = t26 * at56;
            let t364 = t45 * at58;
            let t365 = t319 + t364;
            let t366 = t365 - t363;
            let t367 = t200 * t366;
            let t368 = sin_p4_angle * t321;
            let t369 = cos_p4_angle * t316;
            let t370 = t369 + t368;
            let t371 = t203 * t370;
            let t372 = t371 + t367;
            let t373 = t33 * at56;
            let t374 = t47 * at57;
            let t375 = t374 - t373;
            let t376 = sin_p4_angle * t339;
            let t377 = cos_p4_angle * t342;
            let t378 = t377 - t376;
            let t379 = cos_p5_angle * t378;
            let t380 = sin_p5_angle * t319;
            let t381 = p5_angle_dot * at57;
            let t382 = t381 + t380;
            let t383 = t382 - t379;
            let t384 = t383 + t375;
            let t385 = t83 * t384;
            let t386 = t385 + t372;
            let t387 = t28 * at56;
            let t388 = t47 * at59;
            let t389 = t388 + t387;
            let t390 = sin_p5_angle * t378;
            let t391 = cos_p5_angle * t319;
            let t392 = p5_angle_dot * at59;
            let t393 = t392 - t391;
            let t394 = t393 - t390;
            let t395 = t394 + t389;
            let t396 = at54 * t395;
            let t397 = t396 + t386;
            let t398 = t89 * t384;
            let t399 = t370 + t366;
            let t400 = t83 * t399;
            let t401 = t400 + t398;
            let t402 = sin_p5_angle * t401;
            let t403 = t402 + t397;
            let t404 = t319 - t364;
            let t405 = t363 + t404;
            let t406 = t235 * t405;
            let t407 = t406 + t403;
            let t408 = T::decimal(2.3333333333333335, -1.4802973661668753e-16);
            let t409 = t408 * t329;
            let t410 = T::exact(2.5);
            let t411 = t410 * t334;
            let t412 = t411 + t409;
            let t413 = T::exact(-1.5);
            let t414 = t413 * t346;
            let t415 = at50 * t357;
            let t416 = t28 * at59;
            let t417 = t47 * at56;
            let t418 = t417 + t416;
            let t419 = t168 * t418;
            let t420 = at52 * t419;
            let t421 = t420 + t415;
            let t422 = t421 + t414;
            let t423 = t422 + t412;
            let t424 = t203 * t335;
            let t425 = t424 + t421;
            let t426 = T::decimal(-1.3333333333333333, -7.401486830834377e-17);
            let t427 = t426 * t346;
            let t428 = t427 + t425;
            let t429 = t362 + t428;
            let t430 = sin_p4_angle * t429;
            let t431 = t430 + t423;
            let t432 = cos_p5_angle * t401;
            let t433 = at53 * t395;
            let t434 = t433 + t432;
            let t435 = sin_p3_angle * t45;
            let t436 = t378 + t435;
            let t437 = t12 * at56;
            let t438 = t437 + t436;
            let t439 = t259 * t438;
            let t440 = t439 + t434;
            let t441 = cos_p4_angle * t440;
            let t442 = t441 + t431;
            let t443 = t9 - t327;
            let t444 = t326 + t443;
            let t445 = t235 * t444;
            let t446 = t445 + t442;
            let t447 = t203 * t366;
            let t448 = t447 + t385;
            let t449 = sin_p4_angle * t448;
            let t450 = t408 * t321;
            let t451 = t450 + t449;
            let t452 = at50 * t419;
            let t453 = t203 * t311;
            let t454 = t453 + t452;
            let t455 = at51 * t357;
            let t456 = t455 + t454;
            let t457 = cos_p4_angle * t456;
            let t458 = t457 + t451;
            let t459 = t407 + t458;
            let t460 = sin_p3_angle * t459;
            let t461 = sin_p4_angle * t440;
            let t462 = cos_p4_angle * t429;
            let t463 = t462 - t461;
            let t464 = sin_p3_angle * t23;
            let t465 = t339 + t464;
            let t466 = t259 * t465;
            let t467 = t466 + t463;
            let t468 = cos_p3_angle * t467;
            let t469 = t468 + t460;
            let t470 = t410 * t321;
            let t471 = t449 + t470;
            let t472 = t457 + t471;
            let t473 = t472 + t469;
            let t474 = cos_p4_angle * t448;
            let t475 = t286 * t313;
            let t476 = t475 - t474;
            let t477 = sin_p4_angle * t456;
            let t478 = t477 + t476;
            let t479 = cos_p3_angle * t478;
            let t480 = T::decimal(6.666666666666667, -2.960594732333751e-16);
            let t481 = t9 * t480;
            let t482 = t481 + t479;
            let t483 = t410 * t329;
            let t484 = t483 + t422;
            let t485 = sin_p3_angle * t484;
            let t486 = t485 + t482;
            let t487 = t446 + t486;
            let t488 = sin_p2_angle * t487;
            let t489 = cos_p3_angle * t459;
            let t490 = sin_p3_angle * t467;
            let t491 = t22 * t110;
            let t492 = t491 + t490;
            let t493 = t492 - t489;
            let t494 = cos_p2_angle * t493;
            let t495 = t494 - t488;
            let t496 = T::exact(7.0);
            let t497 = t9 * t496;
            let t498 = t479 + t497;
            let t499 = t485 + t498;
            let t500 = t499 - t495;
            let t502 = t12 * at48;
            let t503 = p2_angle_dot * sin_p2_angle;
            let t504 = sin_p3_angle * t503;
            let t506 = p3_angle_dot * at47;
            let t507 = t506 - t504;
            let t508 = cos_p4_angle * t507;
            let t509 = p4_angle_dot * at48;
            let t510 = t509 - t508;
            let t511 = p2_angle_dot * cos_p2_angle;
            let t512 = sin_p4_angle * t511;
            let t513 = t512 + t510;
            let t514 = t513 + t502;
            let t515 = t26 * at47;
            let t516 = t515 + t514;
            let t517 = t18 * at47;
            let t518 = t511 + t517;
            let t520 = t11 * at45;
            let t521 = t520 + t518;
            let t522 = sin_p2_angle * t22;
            let t523 = t22 + t522;
            let t524 = t168 * t523;
            let t525 = cos_p3_angle * t524;
            let t526 = t511 + t511;
            let t527 = sin_p3_angle * t526;
            let t528 = t527 - t525;
            let t529 = t528 + t521;
            let t530 = t529 + t516;
            let t531 = sin_p5_angle * t530;
            let t532 = t12 * at47;
            let t534 = t45 * at35;
            let t535 = t534 + t532;
            let t536 = t168 * t535;
            let t537 = t23 * at45;
            let t538 = t18 * sin_p2_angle;
            let t539 = t538 + t537;
            let t540 = cos_p3_angle * t503;
            let t541 = p3_angle_dot * at45;
            let t542 = t541 + t540;
            let t543 = t542 + t539;
            let t544 = cos_p2_angle * t22;
            let t545 = t9 * sin_p2_angle;
            let t546 = t545 + t544;
            let t547 = t9 * t168;
            let t548 = t547 + t546;
            let t549 = t548 + t543;
            let t550 = cos_p4_angle * t549;
            let t551 = sin_p2_angle * t23;
            let t552 = t11 * at47;
            let t553 = t552 + t551;
            let t554 = t168 * t553;
            let t555 = sin_p3_angle * t524;
            let t556 = cos_p3_angle * t526;
            let t557 = t556 + t555;
            let t558 = t557 + t554;
            let t559 = sin_p4_angle * t558;
            let t560 = t559 - t550;
            let t561 = t560 + t536;
            let t562 = cos_p5_angle * t561;
            let t563 = t562 - t531;
            let t564 = t350 * t563;
            let t566 = t28 * at44;
            let t568 = t33 * at49;
            let t569 = t568 + t566;
            let t570 = t513 + t569;
            let t571 = t89 * t570;
            let t572 = t571 + t564;
            let t573 = t569 - t513;
            let t574 = t193 * t573;
            let t575 = t574 + t572;
            let t576 = sin_p4_angle * t549;
            let t577 = cos_p4_angle * t558;
            let t578 = t577 + t576;
            let t579 = t203 * t578;
            let t580 = t45 * at48;
            let t581 = t542 + t580;
            let t582 = t26 * at35;
            let t583 = t582 + t581;
            let t584 = t426 * t583;
            let t585 = t584 - t579;
            let t586 = t33 * at35;
            let t587 = t47 * at44;
            let t588 = t587 + t586;
            let t589 = sin_p5_angle * t542;
            let t591 = p5_angle_dot * at46;
            let t592 = t591 - t589;
            let t593 = cos_p4_angle * t511;
            let t594 = sin_p4_angle * t507;
            let t595 = p4_angle_dot * at35;
            let t596 = t595 - t594;
            let t597 = t596 - t593;
            let t598 = cos_p5_angle * t597;
            let t599 = t598 - t592;
            let t600 = t599 + t588;
            let t601 = t350 * t600;
            let t602 = t601 + t585;
            let t603 = t28 * at35;
            let t604 = t47 * at49;
            let t605 = t604 + t603;
            let t606 = sin_p5_angle * t597;
            let t607 = cos_p5_angle * t542;
            let t608 = p5_angle_dot * at49;
            let t609 = t608 + t607;
            let t610 = t609 - t606;
            let t611 = t610 + t605;
            let t612 = at54 * t611;
            let t613 = t612 + t602;
            let t614 = t578 + t583;
            let t615 = t83 * t614;
            let t616 = T::decimal(-0.3333333333333333, -1.850371707708594e-17);
            let t617 = t600 * t616;
            let t618 = t617 - t615;
            let t619 = sin_p5_angle * t618;
            let t620 = t619 + t613;
            let t621 = t542 - t580;
            let t623 = t26 * at55;
            let t624 = t623 + t621;
            let t625 = t259 * t624;
            let t626 = t625 + t620;
            let t627 = t408 * t521;
            let t628 = t410 * t528;
            let t629 = t628 + t627;
            let t630 = t203 * t516;
            let t631 = at50 * t570;
            let t632 = t28 * at49;
            let t633 = t47 * at35;
            let t634 = t633 + t632;
            let t635 = t168 * t634;
            let t636 = at52 * t635;
            let t637 = t636 + t631;
            let t638 = t637 + t630;
            let t639 = t638 + t629;
            let t640 = t203 * t529;
            let t641 = t640 + t637;
            let t642 = t200 * t516;
            let t643 = t642 + t641;
            let t644 = t575 + t643;
            let t645 = sin_p4_angle * t644;
            let t646 = t645 + t639;
            let t647 = cos_p5_angle * t618;
            let t648 = at53 * t611;
            let t649 = t648 + t647;
            let t650 = t45 * at47;
            let t651 = t597 + t650;
            let t652 = t12 * at35;
            let t653 = t652 + t651;
            let t654 = t259 * t653;
            let t655 = t654 + t649;
            let t656 = cos_p4_angle * t655;
            let t657 = t656 + t646;
            let t658 = t511 - t517;
            let t659 = t658 - t520;
            let t660 = t235 * t659;
            let t661 = t660 + t657;
            let t662 = sin_p4_angle * t655;
            let t663 = cos_p4_angle * t644;
            let t664 = t663 - t662;
            let t665 = t11 * sin_p2_angle;
            let t666 = t507 + t665;
            let t667 = t23 * at47;
            let t668 = t667 + t666;
            let t669 = t259 * t668;
            let t670 = t669 + t664;
            let t671 = cos_p3_angle * t670;
            let t672 = T::decimal(3.3316666666666666, 1.1250259982868251e-16);
            let t673 = t672 * t546;
            let t674 = t497 + t673;
            let t675 = t674 - t671;
            let t676 = at50 * t635;
            let t677 = t203 * t536;
            let t678 = t677 + t676;
            let t679 = at51 * t570;
            let t680 = t679 + t678;
            let t681 = cos_p4_angle * t680;
            let t682 = t408 * t543;
            let t683 = t410 * t548;
            let t684 = t683 + t682;
            let t685 = t83 * t600;
            let t686 = t203 * t583;
            let t687 = t686 + t685;
            let t688 = sin_p4_angle * t687;
            let t689 = t688 + t684;
            let t690 = t689 - t681;
            let t691 = t690 - t626;
            let t692 = sin_p3_angle * t691;
            let t693 = t692 + t675;
            let t694 = t410 * t543;
            let t695 = t688 + t694;
            let t696 = t695 - t681;
            let t697 = t696 + t693;
            let t698 = cos_p4_angle * t687;
            let t699 = t410 * t554;
            let t700 = t699 + t698;
            let t701 = sin_p4_angle * t680;
            let t702 = t701 + t700;
            let t703 = cos_p3_angle * t702;
            let t704 = T::decimal(3.3333333333333335, -1.4802973661668756e-16);
            let t705 = t704 * t526;
            let t706 = t705 + t703;
            let t707 = t410 * t521;
            let t708 = t707 + t638;
            let t709 = sin_p3_angle * t708;
            let t710 = t709 + t706;
            let t711 = t661 + t710;
            let t712 = sin_p2_angle * t711;
            let t713 = cos_p3_angle * t691;
            let t714 = sin_p3_angle * t670;
            let t715 = t714 + t713;
            let t716 = t503 + t503;
            let t717 = t235 * t716;
            let t718 = t717 + t715;
            let t719 = cos_p2_angle * t718;
            let t720 = t719 - t712;
            let t721 = T::exact(3.5);
            let t722 = t721 * t526;
            let t723 = t703 + t722;
            let t724 = t709 + t723;
            let t725 = t724 - t720;
            out.values = [
                t35,
                t50,
                t63,
                t77,
                t96,
                t107,
                t132,
                t150,
                t166,
                t195,
                t237,
                t263,
                t290,
                t306,
                t362,
                t407,
                t446,
                t473,
                t500,
                t575,
                t626,
                t661,
                t697,
                t725,
            ];
        }
        /// 1119 operations (0 divisions, 0 functions).
        #[inline(never)]
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
            let b0 = &at.values;
            let b1 = &reactions.0.data.0[0];
            let b2 = &v.data.0[0];
            let b3 = &a.data.0[0];
            let mut shared = [T::zero(); 103];
            #[inline(never)]
            #[allow(clippy::too_many_arguments)]
            fn part_0<T: Real>(
                b0: &[T; 83],
                b1: &[T; 5],
                b2: &[T; 5],
                b3: &[T; 5],
                shared: &mut [T; 103],
            ) {
                let [_, _, _, _, _, _, _, _, _, _, _, _, _, at13, _, _, _, at17, at18, _,
                _, _, at22, _, _, _, at26, at27, at28, at29, at30, _, at32, at33, at34,
                _, cos_p5_angle, sin_p3_angle, cos_p3_angle, cos_p2_angle, sin_p5_angle,
                sin_p4_angle, sin_p2_angle, cos_p4_angle, _, _, _, _, _, _, at50, at51,
                at52, at53, _, _, _, _, _, _, _, _, at62, at63, _, _, at66, at67, _, _,
                at70, _, at72, _, _, _, _, _, _, at79, at80, sin_p1_angle, cos_p1_angle,
                ] = *b0;
                let [lambda_p6_x, lambda_p6_y, lambda_p6_z, lambda_p6_tilt_1,
                lambda_p6_tilt_2] = *b1;
                let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot,
                ] = *b2;
                let [p1_angle_ddot, p2_angle_ddot, p3_angle_ddot, p4_angle_ddot,
                p5_angle_ddot] = *b3;
                let t2 = lambda_p6_z * at27;
                let t5 = at18 * lambda_p6_tilt_2;
                let t8 = sin_p1_angle * at32;
                let t11 = sin_p4_angle * cos_p5_angle;
                let t13 = cos_p3_angle * t11;
                let t16 = sin_p3_angle * sin_p5_angle;
                let t17 = t16 - t13;
                let t19 = cos_p1_angle * t17;
                let t20 = t19 - t8;
                let t22 = lambda_p6_tilt_1 * t20;
                let t23 = t22 - t5;
                let t26 = p2_angle_dot * sin_p3_angle;
                let t29 = p1_angle_dot * cos_p2_angle;
                let t30 = t29 * cos_p3_angle;
                let t31 = t30 + t26;
                let t32 = t31 + p4_angle_dot;
                let t33 = t32 * cos_p5_angle;
                let t34 = p2_angle_dot * cos_p3_angle;
                let t35 = t29 * sin_p3_angle;
                let t36 = t35 - t34;
                let t37 = t36 * sin_p4_angle;
                let t40 = p1_angle_dot * sin_p2_angle;
                let t41 = t40 + p3_angle_dot;
                let t43 = cos_p4_angle * t41;
                let t44 = t43 + t37;
                let t45 = t44 * sin_p5_angle;
                let t46 = t45 - t33;
                let t47 = t46 * t46;
                let t48 = t32 * sin_p5_angle;
                let t49 = t44 * cos_p5_angle;
                let t50 = t49 + t48;
                let t51 = t50 * t50;
                let t52 = t51 - t47;
                let t53 = T::decimal(0.3325, -1.7763568394002505e-17);
                let t54 = t53 * t52;
                let t55 = p1_angle_dot * p1_angle_dot;
                let t56 = sin_p2_angle * t55;
                let t58 = at79 + t56;
                let t59 = p2_angle_dot * p2_angle_dot;
                let t60 = t40 * t40;
                let t61 = t60 + t59;
                let t62 = t61 + t58;
                let t63 = cos_p3_angle * t62;
                let t65 = sin_p2_angle * p1_angle_ddot;
                let t66 = p2_angle_dot * t29;
                let t67 = t66 + t65;
                let t68 = t66 + t67;
                let t69 = p1_angle_ddot + t68;
                let t70 = sin_p3_angle * t69;
                let t71 = t70 - t63;
                let t73 = t67 + p3_angle_ddot;
                let t74 = t31 * t36;
                let t75 = t74 + t73;
                let t76 = t75 + t71;
                let t78 = cos_p3_angle * p2_angle_ddot;
                let t79 = cos_p2_angle * p1_angle_ddot;
                let t80 = p2_angle_dot * t40;
                let t81 = t80 - t79;
                let t82 = sin_p3_angle * t81;
                let t83 = t31 * p3_angle_dot;
                let t84 = t83 - t82;
                let t85 = t84 - t78;
                let t86 = cos_p4_angle * t85;
                let t87 = sin_p4_angle * t73;
                let t88 = p4_angle_dot * t44;
                let t89 = t88 + t87;
                let t90 = t89 - t86;
                let t91 = t44 * t32;
                let t92 = t91 + t90;
                let t93 = t92 + t76;
                let t94 = cos_p5_angle * t93;
                let t95 = cos_p3_angle * t69;
                let t96 = sin_p3_angle * t62;
                let t97 = t96 + t95;
                let t98 = t31 * t31;
                let t99 = t41 * t41;
                let t100 = t99 + t98;
                let t101 = t100 + t97;
                let t102 = sin_p4_angle * t101;
                let t103 = t29 * t40;
                let t104 = p2_angle_ddot - t103;
                let t105 = cos_p2_angle * t55;
                let t107 = at80 - t105;
                let t108 = t107 + t104;
                let t109 = t36 * t41;
                let t110 = cos_p3_angle * t81;
                let t111 = t34 - t35;
                let t112 = p3_angle_dot * t111;
                let t113 = t112 - t110;
                let t114 = sin_p3_angle * p2_angle_ddot;
                let t115 = t114 + t113;
                let t116 = t115 - t109;
                let t117 = t116 + t108;
                let t118 = cos_p4_angle * t117;
                let t119 = t118 + t102;
                let t120 = t36 * cos_p4_angle;
                let t121 = sin_p4_angle * t41;
                let t122 = t121 - t120;
                let t123 = t122 * t122;
                let t124 = t32 * t32;
                let t125 = t124 + t123;
                let t126 = t125 + t119;
                let t127 = sin_p5_angle * t126;
                let t128 = t127 + t94;
                let t129 = T::exact(0.5);
                let t130 = t129 * t128;
                let t131 = t130 + t54;
                let t132 = t131 + t23;
                let t133 = t132 - t2;
                let t134 = sin_p4_angle * sin_p5_angle;
                let t135 = sin_p3_angle * t134;
                let t136 = cos_p3_angle * cos_p5_angle;
                let t137 = t136 - t135;
                let t138 = cos_p2_angle * t137;
                let t140 = sin_p2_angle * at62;
                let t141 = t140 - t138;
                let t143 = lambda_p6_y * t141;
                let t144 = t143 + t133;
                let t145 = cos_p3_angle * t134;
                let t146 = sin_p3_angle * cos_p5_angle;
                let t147 = t146 + t145;
                let t148 = sin_p1_angle * t147;
                let t149 = sin_p2_angle * t137;
                let t150 = cos_p2_angle * at62;
                let t151 = t150 + t149;
                let t152 = cos_p1_angle * t151;
                let t153 = t152 - t148;
                let t155 = lambda_p6_x * t153;
                let t156 = t155 + t144;
                let t158 = p4_angle_ddot + t115;
                let t159 = cos_p5_angle * t158;
                let t160 = sin_p4_angle * t85;
                let t161 = cos_p4_angle * t73;
                let t162 = p4_angle_dot * t122;
                let t163 = t162 - t161;
                let t164 = t163 - t160;
                let t165 = sin_p5_angle * t164;
                let t166 = t165 + t159;
                let t168 = t50 * p5_angle_dot;
                let t169 = t168 - t166;
                let t170 = p5_angle_dot + t122;
                let t171 = t50 * t170;
                let t172 = t171 + t169;
                let t173 = t129 * t172;
                let t174 = T::decimal(-0.0008333333333333334, 5.348730717595155e-20);
                let t175 = cos_p5_angle * t164;
                let t176 = t33 - t45;
                let t177 = p5_angle_dot * t176;
                let t178 = t177 - t175;
                let t179 = sin_p5_angle * t158;
                let t180 = t179 + t178;
                let t181 = t46 * t170;
                let t182 = t181 - t180;
                let t183 = t182 * t174;
                let t184 = sin_p4_angle * t117;
                let t185 = cos_p4_angle * t101;
                let t186 = t185 - t184;
                let t187 = t44 * t122;
                let t188 = t187 - t158;
                let t189 = t188 + t186;
                let t190 = t129 * t189;
                let t191 = T::decimal(0.3333333333333333, 1.850371707708594e-17);
                let t192 = t191 * t182;
                let t193 = t192 + t190;
                let t194 = t193 + t183;
                let t195 = cos_p5_angle * t194;
                let t196 = t195 + t173;
                let t197 = t191 * t172;
                let t198 = t168 - t165;
                let t199 = t198 - t159;
                let t200 = t171 + t199;
                let t201 = t200 * t174;
                let t202 = t201 + t197;
                let t203 = sin_p5_angle * t202;
                let t204 = t203 + t196;
                let t205 = cos_p3_angle * at62;
                let t206 = cos_p1_angle * t205;
                let t207 = cos_p2_angle * t134;
                let t208 = sin_p3_angle * at62;
                let t209 = sin_p2_angle * t208;
                let t210 = t209 + t207;
                let t211 = sin_p1_angle * t210;
                let t212 = t211 - t206;
                let t213 = lambda_p6_tilt_1 * t212;
                let t214 = cos_p2_angle * t208;
                let t215 = sin_p2_angle * t134;
                let t216 = t215 - t214;
                let t217 = lambda_p6_tilt_2 * t216;
                let t218 = t217 + t213;
                let t220 = lambda_p6_z * at30;
                let t221 = t220 + t218;
                let t223 = sin_p3_angle * at63;
                let t224 = cos_p2_angle * t223;
                let t225 = sin_p2_angle * t11;
                let t226 = t225 - t224;
                let t227 = lambda_p6_y * t226;
                let t228 = t227 + t221;
                let t229 = cos_p2_angle * t11;
                let t230 = sin_p2_angle * t223;
                let t231 = t230 + t229;
                let t232 = cos_p1_angle * t231;
                let t233 = cos_p3_angle * at63;
                let t234 = sin_p1_angle * t233;
                let t235 = t234 + t232;
                let t236 = lambda_p6_x * t235;
                let t237 = t236 + t228;
                let t238 = t237 - t204;
                let t239 = sin_p2_angle * t17;
                let t240 = cos_p1_angle * t239;
                let t241 = sin_p3_angle * t11;
                let t242 = cos_p3_angle * sin_p5_angle;
                let t243 = t242 + t241;
                let t244 = sin_p1_angle * t243;
                let t245 = t244 + t240;
                let t246 = lambda_p6_x * t245;
                let t247 = cos_p2_angle * t147;
                let t248 = lambda_p6_tilt_2 * t247;
                let t249 = cos_p1_angle * t137;
                let t250 = sin_p2_angle * t147;
                let t251 = sin_p1_angle * t250;
                let t252 = t251 - t249;
                let t253 = lambda_p6_tilt_1 * t252;
                let t254 = t253 - t248;
                let t256 = lambda_p6_z * at29;
                let t257 = t256 + t254;
                let t259 = lambda_p6_y * at33;
                let t260 = t259 + t257;
                let t261 = t260 - t246;
                let t263 = t90 + p5_angle_ddot;
                let t264 = t50 * t46;
                let t265 = t264 + t263;
                let t266 = T::exact(-0.5);
                let t267 = t266 * t265;
                let t268 = t264 + t267;
                let t269 = cos_p5_angle * t268;
                let t270 = t269 - t131;
                let t271 = t266 * t52;
                let t272 = t170 * t170;
                let t273 = t51 + t272;
                let t274 = t129 * t273;
                let t275 = t274 + t271;
                let t276 = sin_p5_angle * t275;
                let t277 = t276 + t270;
                let t278 = sin_p4_angle * t277;
                let t279 = t276 + t269;
                let t280 = t279 + t278;
                let t281 = T::decimal(-0.3333333333333333, -1.850371707708594e-17);
                let t282 = t281 * t172;
                let t283 = T::decimal(0.0008333333333333334, -5.348730717595155e-20);
                let t284 = t283 * t200;
                let t285 = t284 + t282;
                let t286 = cos_p5_angle * t285;
                let t287 = sin_p5_angle * t194;
                let t288 = t287 + t286;
                let t289 = cos_p4_angle * t288;
                let t290 = t289 - t280;
                let t291 = t290 + t261;
                let t292 = cos_p5_angle * t275;
                let t293 = t129 * t265;
                let t294 = t293 - t264;
                let t295 = sin_p5_angle * t294;
                let t296 = t295 + t292;
                let t297 = cos_p4_angle * t296;
                let t299 = at72 * t172;
                let t300 = t299 - t297;
                let t301 = t204 + t300;
                let t302 = sin_p3_angle * t301;
                let t303 = sin_p4_angle * t288;
                let t304 = cos_p4_angle * t277;
                let t305 = t304 + t303;
                let t306 = cos_p3_angle * t305;
                let t307 = t306 + t302;
                let t308 = t300 + t307;
                let t310 = lambda_p6_z * at28;
                let t311 = lambda_p6_tilt_2 * t151;
                let t312 = sin_p1_angle * t141;
                let t313 = lambda_p6_tilt_1 * t312;
                let t314 = t313 - t311;
                let t315 = t314 - t310;
                let t316 = cos_p2_angle * at63;
                let t317 = sin_p2_angle * t243;
                let t318 = t317 - t316;
                let t319 = lambda_p6_y * t318;
                let t320 = t319 + t315;
                let t321 = cos_p1_angle * at18;
                let t322 = lambda_p6_x * t321;
                let t323 = t322 + t320;
                let t324 = t323 - t308;
                let t326 = lambda_p6_z * at13;
                let t327 = t148 - t152;
                let t328 = lambda_p6_tilt_1 * t327;
                let t329 = t328 + t326;
                let t331 = lambda_p6_x * at22;
                let t332 = t331 + t329;
                let t333 = sin_p3_angle * t279;
                let t334 = sin_p4_angle * t296;
                let t336 = at67 * t172;
                let t337 = t336 + t334;
                let t338 = cos_p3_angle * t337;
                let t339 = t338 - t333;
                let t340 = t290 + t339;
                let t341 = sin_p2_angle * t340;
                let t342 = cos_p3_angle * t301;
                let t343 = sin_p3_angle * t305;
                let t344 = t343 - t342;
                let t345 = cos_p2_angle * t344;
                let t346 = t345 + t341;
                let t347 = t339 + t346;
                let t348 = t347 + t332;
                let t349 = T::exact(2.0);
                let t350 = t187 * t349;
                let t351 = t186 + t350;
                let t352 = cos_p5_angle * t351;
                let t353 = t161 + t160;
                let t354 = t120 - t121;
                let t355 = p4_angle_dot * t354;
                let t356 = t355 + t353;
                let t357 = t32 * t122;
                let t358 = t357 - t356;
                let t359 = sin_p5_angle * t358;
                let t360 = t359 + t352;
                let t361 = t266 * t360;
                let t362 = sin_p5_angle * t122;
                let t363 = t50 * t362;
                let t364 = cos_p5_angle * t122;
                let t365 = t176 * t364;
                let t366 = t356 + t365;
                let t367 = t366 - t363;
                let t368 = t191 * t367;
                let t369 = t368 + t361;
                let t370 = t46 * t364;
                let t371 = t356 + t370;
                let t372 = t363 + t371;
                let t373 = t283 * t372;
                let t374 = t373 + t369;
                let t375 = t374 + t217;
                let t376 = t213 + t375;
                let t377 = t220 + t376;
                let t378 = t227 + t377;
                let t379 = t236 + t378;
                let t380 = T::exact(1.0);
                let t381 = t380 + sin_p5_angle;
                let t382 = sin_p4_angle * t381;
                let t383 = cos_p3_angle * t382;
                let t384 = cos_p1_angle * t383;
                let t385 = sin_p3_angle * t382;
                let t386 = sin_p2_angle * t385;
                let t387 = cos_p4_angle * t381;
                let t388 = cos_p2_angle * t387;
                let t389 = t388 - t386;
                let t390 = sin_p1_angle * t389;
                let t391 = t390 + t384;
                let t392 = lambda_p6_z * t391;
                let t393 = cos_p1_angle * t13;
                let t394 = sin_p2_angle * t241;
                let t395 = t316 - t394;
                let t396 = sin_p1_angle * t395;
                let t397 = t396 + t393;
                let t398 = lambda_p6_tilt_1 * t397;
                let t399 = cos_p2_angle * t241;
                let t400 = sin_p2_angle * at63;
                let t401 = t400 + t399;
                let t402 = lambda_p6_tilt_2 * t401;
                let t403 = T::decimal(-1.3316666666666668, 1.0954200509634877e-16);
                let t404 = t44 * t44;
                let t405 = t404 - t123;
                let t406 = t405 * t403;
                let t407 = T::exact(1.5);
                let t408 = t407 * t119;
                let t409 = t408 + t406;
                let t410 = t170 * t362;
                let t411 = sin_p5_angle * p5_angle_dot;
                let t412 = t122 * t411;
                let t413 = cos_p5_angle * t90;
                let t414 = t413 - t412;
                let t415 = t414 - t410;
                let t416 = t44 * t46;
                let t417 = t416 + t415;
                let t418 = t266 * t417;
                let t419 = t418 + t409;
                let t420 = t44 * t50;
                let t421 = t170 * t364;
                let t422 = cos_p5_angle * p5_angle_dot;
                let t423 = t122 * t422;
                let t424 = sin_p5_angle * t90;
                let t425 = t424 + t423;
                let t426 = t425 + t421;
                let t427 = t426 - t420;
                let t429 = at66 * t427;
                let t430 = t429 + t419;
                let t431 = t281 * t417;
                let t432 = t123 - t404;
                let t433 = t119 + t432;
                let t434 = t129 * t433;
                let t435 = t434 + t431;
                let t436 = sin_p5_angle * t435;
                let t437 = t436 + t430;
                let t438 = t437 - t402;
                let t439 = t438 - t398;
                let t440 = t439 - t392;
                let t441 = cos_p2_angle * t385;
                let t442 = sin_p2_angle * t387;
                let t443 = t442 + t441;
                let t444 = lambda_p6_y * t443;
                let t445 = t444 + t440;
                let t446 = sin_p1_angle * t383;
                let t447 = cos_p1_angle * t389;
                let t448 = t447 - t446;
                let t449 = lambda_p6_x * t448;
                let t450 = t449 + t445;
                let t451 = cos_p3_angle * t387;
                let t452 = cos_p2_angle * t451;
                let t453 = lambda_p6_y * t452;
                let t454 = sin_p3_angle * t387;
                let t455 = cos_p1_angle * t454;
                let t456 = sin_p2_angle * t451;
                let t457 = sin_p1_angle * t456;
                let t458 = t457 + t455;
                let t459 = lambda_p6_z * t458;
                let t460 = cos_p1_angle * t223;
                let t461 = sin_p2_angle * t233;
                let t462 = sin_p1_angle * t461;
                let t463 = t462 + t460;
                let t464 = lambda_p6_tilt_1 * t463;
                let t465 = cos_p2_angle * t233;
                let t466 = lambda_p6_tilt_2 * t465;
                let t467 = t466 - t464;
                let t468 = t467 - t459;
                let t469 = t468 - t453;
                let t470 = sin_p1_angle * t454;
                let t471 = cos_p1_angle * t456;
                let t472 = t471 - t470;
                let t473 = lambda_p6_x * t472;
                let t474 = t473 + t469;
                let t476 = at53 * t427;
                let t477 = T::decimal(0.0016666666666666668, -1.069746143519031e-19);
                let t478 = t477 * t92;
                let t479 = t478 + t476;
                let t480 = cos_p5_angle * t435;
                let t481 = t480 - t479;
                let t482 = T::decimal(1.3333333333333333, 7.401486830834377e-17);
                let t483 = t482 * t92;
                let t485 = t273 * at52;
                let t486 = t485 + t483;
                let t487 = t407 * t76;
                let t488 = t487 + t486;
                let t489 = t264 - t263;
                let t490 = t174 * t489;
                let t491 = t191 * t265;
                let t492 = t491 + t490;
                let t493 = sin_p5_angle * t93;
                let t494 = cos_p5_angle * t126;
                let t495 = t494 - t493;
                let t496 = t266 * t495;
                let t497 = t496 + t492;
                let t498 = t497 + t488;
                let t500 = at50 * t265;
                let t501 = t500 + t498;
                let t502 = t501 + t481;
                let t503 = cos_p4_angle * t502;
                let t504 = T::exact(-1.5);
                let t505 = t504 * t358;
                let t506 = at50 * t367;
                let t507 = t506 + t505;
                let t508 = T::exact(-2.0);
                let t509 = t50 * t508;
                let t510 = t509 * t364;
                let t511 = t44 * t349;
                let t512 = t170 * t511;
                let t513 = t512 + t510;
                let t514 = at52 * t513;
                let t515 = t514 + t507;
                let t516 = t515 + t503;
                let t517 = T::decimal(-1.3333333333333333, -7.401486830834377e-17);
                let t518 = t517 * t358;
                let t519 = t506 + t518;
                let t520 = t374 + t519;
                let t521 = t514 + t520;
                let t522 = cos_p5_angle * t193;
                let t523 = t357 + t164;
                let t524 = t477 * t523;
                let t525 = t524 + t522;
                let t527 = t200 * at70;
                let t528 = t527 + t525;
                let t529 = t528 + t521;
                let t530 = sin_p4_angle * t529;
                let t531 = t530 + t516;
                let t532 = t531 + t474;
                let t534 = sin_p1_angle * at34;
                let t535 = lambda_p6_tilt_1 * t534;
                let t536 = lambda_p6_tilt_2 * t231;
                let t537 = t536 + t535;
                let t538 = sin_p2_angle * t382;
                let t539 = cos_p2_angle * t454;
                let t540 = t539 - t538;
                let t541 = sin_p1_angle * t540;
                let t542 = lambda_p6_z * t541;
                let t543 = t542 + t537;
                let t544 = cos_p2_angle * t382;
                let t545 = sin_p2_angle * t454;
                let t546 = t545 + t544;
                let t547 = lambda_p6_y * t546;
                let t548 = t547 - t543;
                let t549 = cos_p1_angle * t540;
                let t550 = lambda_p6_x * t549;
                let t551 = t550 + t548;
                let t553 = at51 * t367;
                let t554 = T::exact(3.0);
                let t555 = t187 * t554;
                let t556 = t555 + t553;
                let t557 = at50 * t513;
                let t558 = t557 + t556;
                let t559 = t129 * t182;
                let t560 = t407 * t188;
                let t561 = t560 + t559;
                let t562 = t561 - t558;
                let t563 = cos_p4_angle * t562;
                let t564 = t129 * t417;
                let t565 = t407 * t405;
                let t566 = t565 + t564;
                let t567 = at50 * t273;
                let t568 = t407 * t125;
                let t569 = t568 + t567;
                let t570 = at51 * t265;
                let t571 = t570 + t569;
                let t572 = t571 + t566;
                let t573 = sin_p4_angle * t572;
                let t574 = t573 + t563;
                let t575 = t563 - t437;
                let t576 = t573 + t575;
                let t577 = sin_p3_angle * t576;
                let t578 = cos_p4_angle * t529;
                let t579 = t479 - t480;
                let t580 = t579 - t501;
                let t581 = sin_p4_angle * t580;
                let t582 = t581 + t578;
                let t583 = cos_p3_angle * t582;
                let t584 = t583 - t577;
                let t585 = t584 - t574;
                let t586 = t585 + t551;
                let t588 = lambda_p6_z * at17;
                let t589 = lambda_p6_tilt_1 * t235;
                let t590 = t589 + t588;
                let t592 = lambda_p6_x * at26;
                let t593 = t592 - t590;
                let t594 = sin_p3_angle * t515;
                let t595 = cos_p4_angle * t572;
                let t596 = t558 - t561;
                let t597 = sin_p4_angle * t596;
                let t598 = t597 + t595;
                let t599 = cos_p3_angle * t598;
                let t600 = t599 + t594;
                let t601 = t531 + t600;
                let t602 = sin_p2_angle * t601;
                let t603 = cos_p3_angle * t576;
                let t604 = sin_p3_angle * t582;
                let t605 = t604 + t603;
                let t606 = cos_p2_angle * t605;
                let t607 = t606 - t602;
                let t608 = t600 - t607;
                let t609 = t608 + t593;
                let t610 = t36 * t32;
                let t611 = t31 * cos_p4_angle;
                let t612 = t122 * t611;
                let t613 = t612 + t610;
                let t614 = t349 * t613;
                let t615 = t82 + t78;
                let t616 = t83 - t615;
                let t617 = t31 * t41;
                let t618 = t617 + t616;
                let t619 = cos_p4_angle * t618;
                let t620 = t74 * t349;
                let t621 = t71 + t620;
                let t622 = sin_p4_angle * t621;
                let t623 = t622 + t619;
                let t624 = t623 + t614;
                let t625 = cos_p5_angle * t624;
                shared[0] = t5;
                shared[1] = t8;
                shared[2] = t19;
                shared[3] = t22;
                shared[4] = t29;
                shared[5] = t31;
                shared[6] = t32;
                shared[7] = t36;
                shared[8] = t40;
                shared[9] = t41;
                shared[10] = t44;
                shared[11] = t46;
                shared[12] = t50;
                shared[13] = t58;
                shared[14] = t60;
                shared[15] = t63;
                shared[16] = t67;
                shared[17] = t68;
                shared[18] = t70;
                shared[19] = t73;
                shared[20] = t74;
                shared[21] = t75;
                shared[22] = t80;
                shared[23] = t81;
                shared[24] = t83;
                shared[25] = t85;
                shared[26] = t92;
                shared[27] = t97;
                shared[28] = t98;
                shared[29] = t100;
                shared[30] = t103;
                shared[31] = t105;
                shared[32] = t108;
                shared[33] = t109;
                shared[34] = t111;
                shared[35] = t115;
                shared[36] = t122;
                shared[37] = t136;
                shared[38] = t146;
                shared[39] = t156;
                shared[40] = t158;
                shared[41] = t170;
                shared[42] = t176;
                shared[43] = t182;
                shared[44] = t184;
                shared[45] = t185;
                shared[46] = t187;
                shared[47] = t188;
                shared[48] = t193;
                shared[49] = t200;
                shared[50] = t238;
                shared[51] = t239;
                shared[52] = t243;
                shared[53] = t245;
                shared[54] = t246;
                shared[55] = t248;
                shared[56] = t253;
                shared[57] = t256;
                shared[58] = t259;
                shared[59] = t291;
                shared[60] = t310;
                shared[61] = t311;
                shared[62] = t313;
                shared[63] = t317;
                shared[64] = t319;
                shared[65] = t321;
                shared[66] = t322;
                shared[67] = t324;
                shared[68] = t332;
                shared[69] = t348;
                shared[70] = t354;
                shared[71] = t379;
                shared[72] = t382;
                shared[73] = t442;
                shared[74] = t450;
                shared[75] = t453;
                shared[76] = t459;
                shared[77] = t464;
                shared[78] = t466;
                shared[79] = t473;
                shared[80] = t485;
                shared[81] = t500;
                shared[82] = t501;
                shared[83] = t509;
                shared[84] = t528;
                shared[85] = t532;
                shared[86] = t535;
                shared[87] = t536;
                shared[88] = t542;
                shared[89] = t547;
                shared[90] = t550;
                shared[91] = t561;
                shared[92] = t571;
                shared[93] = t586;
                shared[94] = t593;
                shared[95] = t609;
                shared[96] = t611;
                shared[97] = t614;
                shared[98] = t615;
                shared[99] = t617;
                shared[100] = t618;
                shared[101] = t621;
                shared[102] = t625;
            }
            #[inline(never)]
            #[allow(clippy::too_many_arguments)]
            fn part_1<T: Real>(
                b1: &[T; 5],
                b0: &[T; 83],
                b2: &[T; 5],
                b3: &[T; 5],
                shared: &mut [T; 103],
            ) {
                let [lambda_p6_x, lambda_p6_y, lambda_p6_z, lambda_p6_tilt_1,
                lambda_p6_tilt_2] = *b1;
                let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, at14, at15, at16, _, _,
                at19, at20, _, _, at23, at24, at25, _, _, _, _, _, _, _, at33, _, _,
                cos_p5_angle, sin_p3_angle, cos_p3_angle, cos_p2_angle, sin_p5_angle,
                sin_p4_angle, sin_p2_angle, cos_p4_angle, _, _, _, _, _, _, at50, at51,
                at52, at53, at54, _, _, _, _, _, _, _, _, _, _, _, at66, _, _, _, _, _,
                _, _, _, _, _, _, _, _, at80, sin_p1_angle, cos_p1_angle] = *b0;
                let [_, _, p3_angle_dot, p4_angle_dot, p5_angle_dot] = *b2;
                let [p1_angle_ddot, ..] = *b3;
                let t5 = shared[0];
                let t8 = shared[1];
                let t19 = shared[2];
                let t22 = shared[3];
                let t29 = shared[4];
                let t31 = shared[5];
                let t32 = shared[6];
                let t36 = shared[7];
                let t40 = shared[8];
                let t41 = shared[9];
                let t44 = shared[10];
                let t46 = shared[11];
                let t50 = shared[12];
                let t58 = shared[13];
                let t60 = shared[14];
                let t63 = shared[15];
                let t67 = shared[16];
                let t68 = shared[17];
                let t70 = shared[18];
                let t73 = shared[19];
                let t74 = shared[20];
                let t75 = shared[21];
                let t80 = shared[22];
                let t81 = shared[23];
                let t83 = shared[24];
                let t85 = shared[25];
                let t92 = shared[26];
                let t97 = shared[27];
                let t98 = shared[28];
                let t100 = shared[29];
                let t103 = shared[30];
                let t105 = shared[31];
                let t108 = shared[32];
                let t109 = shared[33];
                let t111 = shared[34];
                let t115 = shared[35];
                let t122 = shared[36];
                let t136 = shared[37];
                let t146 = shared[38];
                let t158 = shared[40];
                let t170 = shared[41];
                let t176 = shared[42];
                let t182 = shared[43];
                let t184 = shared[44];
                let t185 = shared[45];
                let t187 = shared[46];
                let t188 = shared[47];
                let t193 = shared[48];
                let t200 = shared[49];
                let t239 = shared[51];
                let t243 = shared[52];
                let t245 = shared[53];
                let t246 = shared[54];
                let t248 = shared[55];
                let t253 = shared[56];
                let t256 = shared[57];
                let t259 = shared[58];
                let t310 = shared[60];
                let t311 = shared[61];
                let t313 = shared[62];
                let t317 = shared[63];
                let t319 = shared[64];
                let t321 = shared[65];
                let t322 = shared[66];
                let t354 = shared[70];
                let t382 = shared[72];
                let t442 = shared[73];
                let t453 = shared[75];
                let t459 = shared[76];
                let t464 = shared[77];
                let t466 = shared[78];
                let t473 = shared[79];
                let t485 = shared[80];
                let t500 = shared[81];
                let t501 = shared[82];
                let t509 = shared[83];
                let t528 = shared[84];
                let t535 = shared[86];
                let t536 = shared[87];
                let t542 = shared[88];
                let t547 = shared[89];
                let t550 = shared[90];
                let t561 = shared[91];
                let t571 = shared[92];
                let t611 = shared[96];
                let t614 = shared[97];
                let t615 = shared[98];
                let t617 = shared[99];
                let t618 = shared[100];
                let t621 = shared[101];
                let t625 = shared[102];
                let t129 = T::exact(0.5);
                let t191 = T::decimal(0.3333333333333333, 1.850371707708594e-17);
                let t266 = T::exact(-0.5);
                let t281 = T::decimal(-0.3333333333333333, -1.850371707708594e-17);
                let t283 = T::decimal(0.0008333333333333334, -5.348730717595155e-20);
                let t349 = T::exact(2.0);
                let t380 = T::exact(1.0);
                let t407 = T::exact(1.5);
                let t477 = T::decimal(0.0016666666666666668, -1.069746143519031e-19);
                let t482 = T::decimal(1.3333333333333333, 7.401486830834377e-17);
                let t504 = T::exact(-1.5);
                let t508 = T::exact(-2.0);
                let t517 = T::decimal(-1.3333333333333333, -7.401486830834377e-17);
                let t626 = t36 * t36;
                let t627 = t98 - t626;
                let t628 = t97 + t627;
                let t629 = t31 * sin_p4_angle;
                let t630 = t32 * t629;
                let t631 = sin_p4_angle * p4_angle_dot;
                let t632 = t31 * t631;
                let t633 = cos_p4_angle * t115;
                let t634 = t633 - t632;
                let t635 = t634 - t630;
                let t636 = t36 * t44;
                let t637 = t636 + t635;
                let t638 = t637 - t628;
                let t639 = sin_p5_angle * t638;
                let t640 = t639 - t625;
                let t641 = t129 * t640;
                let t642 = sin_p5_angle * t629;
                let t643 = t36 * cos_p5_angle;
                let t644 = t643 + t642;
                let t645 = t50 * t644;
                let t646 = cos_p5_angle * t629;
                let t647 = t36 * sin_p5_angle;
                let t648 = t647 - t646;
                let t649 = t46 * t648;
                let t650 = t634 + t649;
                let t651 = t650 - t645;
                let t652 = t191 * t651;
                let t653 = t652 + t641;
                let t654 = t176 * t648;
                let t655 = t634 + t654;
                let t656 = t645 + t655;
                let t657 = t283 * t656;
                let t658 = t657 + t653;
                let t659 = t658 + t248;
                let t660 = t253 - t659;
                let t661 = t256 + t660;
                let t662 = t259 + t661;
                let t663 = t662 - t246;
                let t664 = t354 * t629;
                let t665 = t615 - t83;
                let t666 = t665 + t664;
                let t667 = t44 * t611;
                let t668 = t667 + t666;
                let t669 = t482 * t668;
                let t670 = sin_p4_angle * t618;
                let t671 = cos_p4_angle * t621;
                let t672 = t671 - t670;
                let t673 = t407 * t672;
                let t674 = t673 + t669;
                let t675 = t170 * t644;
                let t676 = p5_angle_dot * t644;
                let t677 = cos_p4_angle * p4_angle_dot;
                let t678 = t31 * t677;
                let t679 = sin_p4_angle * t115;
                let t680 = t679 + t678;
                let t681 = cos_p5_angle * t680;
                let t682 = sin_p5_angle * t665;
                let t683 = t682 + t681;
                let t684 = t683 - t676;
                let t685 = t684 - t675;
                let t686 = t46 * t611;
                let t687 = t686 + t685;
                let t688 = t129 * t687;
                let t689 = t688 + t674;
                let t690 = t170 * t648;
                let t691 = t646 - t647;
                let t692 = p5_angle_dot * t691;
                let t693 = sin_p5_angle * t680;
                let t694 = cos_p5_angle * t665;
                let t695 = t694 - t693;
                let t696 = t695 - t692;
                let t697 = t696 + t690;
                let t698 = t50 * t611;
                let t699 = t698 + t697;
                let t700 = at66 * t699;
                let t701 = t700 + t689;
                let t702 = t191 * t687;
                let t703 = t672 + t668;
                let t704 = t129 * t703;
                let t705 = t704 + t702;
                let t706 = sin_p5_angle * t705;
                let t707 = t706 + t701;
                let t708 = t122 * t629;
                let t709 = t665 + t708;
                let t710 = t709 - t667;
                let t711 = t477 * t710;
                let t712 = t711 + t707;
                let t713 = t712 + t466;
                let t714 = t713 - t464;
                let t715 = t714 - t459;
                let t716 = t715 - t453;
                let t717 = t473 + t716;
                let t718 = t380 + t382;
                let t719 = sin_p3_angle * t718;
                let t720 = t136 - t719;
                let t721 = cos_p2_angle * t720;
                let t722 = lambda_p6_y * t721;
                let t723 = sin_p2_angle * t720;
                let t724 = sin_p1_angle * t723;
                let t725 = cos_p3_angle * t718;
                let t726 = t146 + t725;
                let t727 = cos_p1_angle * t726;
                let t728 = t727 + t724;
                let t729 = lambda_p6_z * t728;
                let t730 = cos_p2_angle * t243;
                let t731 = t730 * lambda_p6_tilt_2;
                let t732 = cos_p5_angle * t705;
                let t733 = at53 * t699;
                let t734 = t733 - t732;
                let t735 = t36 * t122;
                let t736 = t680 + t735;
                let t737 = t32 * t611;
                let t738 = t737 + t736;
                let t739 = T::decimal(-0.0016666666666666668, 1.069746143519031e-19);
                let t740 = t739 * t738;
                let t741 = t740 + t734;
                let t742 = cos_p4_angle * t741;
                let t743 = t504 * t628;
                let t744 = at50 * t651;
                let t745 = t744 + t743;
                let t746 = t482 * t637;
                let t747 = t746 + t745;
                let t748 = t658 + t747;
                let t749 = t50 * t648;
                let t750 = t170 * t611;
                let t751 = t750 + t749;
                let t752 = t349 * t751;
                let t753 = at52 * t752;
                let t754 = t753 + t748;
                let t755 = sin_p4_angle * t754;
                let t756 = t407 * t637;
                let t757 = t744 + t756;
                let t758 = t753 + t757;
                let t759 = T::decimal(2.3316666666666666, 1.1250259982868251e-16);
                let t760 = t627 * t759;
                let t761 = T::exact(2.5);
                let t762 = t761 * t97;
                let t763 = t762 + t760;
                let t764 = t763 - t758;
                let t765 = t764 - t755;
                let t766 = t765 - t742;
                let t767 = t766 - t731;
                let t768 = sin_p1_angle * t317;
                let t769 = t19 + t768;
                let t770 = lambda_p6_tilt_1 * t769;
                let t771 = t770 + t767;
                let t772 = t771 - t729;
                let t773 = t772 - t722;
                let t774 = sin_p1_angle * t726;
                let t775 = cos_p1_angle * t723;
                let t776 = t775 - t774;
                let t777 = lambda_p6_x * t776;
                let t778 = t777 + t773;
                let t779 = t407 * t668;
                let t780 = t779 + t688;
                let t781 = sin_p4_angle * t780;
                let t782 = t761 * t618;
                let t783 = t782 - t781;
                let t784 = at51 * t651;
                let t785 = t407 * t614;
                let t786 = t785 + t784;
                let t787 = at50 * t752;
                let t788 = t787 + t786;
                let t789 = cos_p4_angle * t788;
                let t790 = t789 + t783;
                let t791 = cos_p4_angle * t754;
                let t792 = t109 - t115;
                let t793 = t477 * t792;
                let t794 = t793 - t791;
                let t795 = sin_p4_angle * t741;
                let t796 = t795 + t794;
                let t797 = cos_p4_angle * t571;
                let t798 = sin_p5_angle * t193;
                let t799 = t188 * t517;
                let t800 = t187 + t158;
                let t801 = t477 * t800;
                let t802 = t801 + t799;
                let t803 = t184 - t185;
                let t804 = t407 * t803;
                let t805 = t804 + t802;
                let t806 = t266 * t182;
                let t807 = t806 + t805;
                let t808 = t807 - t798;
                let t810 = t200 * at54;
                let t811 = t810 + t808;
                let t812 = T::exact(-2.5);
                let t813 = t812 * t108;
                let t814 = T::decimal(2.3333333333333335, -1.4802973661668753e-16);
                let t815 = t814 * t792;
                let t816 = t815 + t813;
                let t817 = t816 - t811;
                let t818 = t817 - t797;
                let t819 = sin_p4_angle * t561;
                let t820 = t819 + t818;
                let t821 = t820 - t796;
                let t822 = cos_p3_angle * t821;
                let t823 = t822 + t790;
                let t824 = sin_p4_angle * t528;
                let t825 = t617 + t85;
                let t826 = t477 * t825;
                let t827 = t826 - t824;
                let t828 = cos_p4_angle * t501;
                let t829 = t828 - t827;
                let t830 = t814 * t618;
                let t831 = t830 - t781;
                let t832 = t789 + t831;
                let t833 = t832 - t712;
                let t834 = t833 + t829;
                let t835 = sin_p3_angle * t834;
                let t836 = t835 + t823;
                let t838 = sin_p1_angle * at20;
                let t839 = lambda_p6_z * t838;
                let t840 = sin_p1_angle * at33;
                let t841 = lambda_p6_tilt_1 * t840;
                let t842 = lambda_p6_tilt_2 * t239;
                let t843 = t842 + t841;
                let t844 = t843 - t839;
                let t845 = sin_p2_angle * t726;
                let t846 = lambda_p6_y * t845;
                let t847 = t846 + t844;
                let t848 = cos_p1_angle * at20;
                let t849 = lambda_p6_x * t848;
                let t850 = t849 + t847;
                let t851 = t850 - t836;
                let t853 = lambda_p6_z * at16;
                let t854 = lambda_p6_tilt_1 * t245;
                let t855 = t854 - t853;
                let t857 = lambda_p6_x * at25;
                let t858 = t857 + t855;
                let t859 = cos_p4_angle * t780;
                let t860 = T::exact(5.0);
                let t861 = t74 * t860;
                let t862 = t861 + t859;
                let t863 = sin_p4_angle * t788;
                let t864 = t863 + t862;
                let t865 = t407 * t92;
                let t866 = t485 + t865;
                let t867 = t500 + t866;
                let t868 = t761 * t75;
                let t869 = t868 + t867;
                let t870 = t869 - t864;
                let t871 = cos_p3_angle * t870;
                let t872 = t871 + t766;
                let t873 = sin_p4_angle * t571;
                let t874 = t761 * t100;
                let t875 = t874 + t873;
                let t876 = cos_p4_angle * t561;
                let t877 = t876 + t875;
                let t878 = t761 * t627;
                let t879 = t878 - t758;
                let t880 = t879 - t877;
                let t881 = sin_p3_angle * t880;
                let t882 = t881 + t872;
                let t883 = sin_p2_angle * t882;
                let t884 = t712 - t832;
                let t885 = t827 - t828;
                let t886 = t885 + t884;
                let t887 = cos_p3_angle * t886;
                let t888 = sin_p3_angle * t821;
                let t889 = t888 + t887;
                let t890 = cos_p2_angle * t889;
                let t891 = t890 + t883;
                let t892 = t881 + t871;
                let t893 = t892 + t891;
                let t894 = t893 + t858;
                let t895 = t103 * t349;
                let t896 = t105 - at80;
                let t897 = t896 + t895;
                let t898 = sin_p3_angle * t897;
                let t899 = t80 + t81;
                let t900 = cos_p3_angle * t899;
                let t901 = t900 - t898;
                let t902 = t29 * t508;
                let t903 = t41 * t902;
                let t904 = cos_p3_angle * t40;
                let t905 = t31 * t349;
                let t906 = t905 * t904;
                let t907 = t906 + t903;
                let t908 = t907 + t901;
                let t909 = sin_p4_angle * t908;
                let t910 = t29 * t36;
                let t911 = sin_p3_angle * p3_angle_dot;
                let t912 = t40 * t911;
                let t913 = cos_p3_angle * t67;
                let t914 = t913 - t912;
                let t915 = t914 + t910;
                let t916 = sin_p3_angle * t40;
                let t917 = t41 * t916;
                let t918 = t917 - t915;
                let t919 = t29 * t29;
                let t920 = t60 - t919;
                let t921 = t58 + t920;
                let t922 = t921 + t918;
                let t923 = cos_p4_angle * t922;
                let t924 = t923 - t909;
                let t925 = t32 * t508;
                let t926 = t904 * t925;
                let t927 = t122 * t349;
                let t928 = cos_p4_angle * t916;
                let t929 = t29 * sin_p4_angle;
                let t930 = t929 + t928;
                let t931 = t930 * t927;
                let t932 = t931 + t926;
                let t933 = t932 + t924;
                let t934 = cos_p5_angle * t933;
                let t935 = sin_p4_angle * t916;
                let t936 = t29 * cos_p4_angle;
                let t937 = t936 - t935;
                let t938 = t32 * t937;
                let t939 = sin_p4_angle * t81;
                let t940 = cos_p3_angle * p3_angle_dot;
                let t941 = t40 * t940;
                let t942 = sin_p3_angle * t67;
                let t943 = t942 + t941;
                let t944 = cos_p4_angle * t943;
                let t945 = t944 - t939;
                let t946 = p4_angle_dot * t937;
                let t947 = t946 + t945;
                let t948 = t947 + t938;
                let t949 = t44 * t904;
                let t950 = t949 - t948;
                let t951 = cos_p3_angle * t897;
                let t952 = sin_p3_angle * t899;
                let t953 = t952 + t951;
                let t954 = t36 * t904;
                let t955 = t81 + t954;
                let t956 = t31 * t916;
                let t957 = t956 + t955;
                let t958 = t957 + t953;
                let t959 = t958 + t950;
                let t960 = sin_p5_angle * t959;
                let t961 = t960 + t934;
                let t962 = t266 * t961;
                let t963 = cos_p5_angle * t937;
                let t964 = sin_p5_angle * t904;
                let t965 = t964 - t963;
                let t966 = t176 * t965;
                let t967 = t947 + t966;
                let t968 = sin_p5_angle * t937;
                let t969 = cos_p5_angle * t904;
                let t970 = t969 + t968;
                let t971 = t50 * t970;
                let t972 = t971 + t967;
                let t973 = t191 * t972;
                let t974 = t973 + t962;
                let t975 = t46 * t965;
                let t976 = t947 + t975;
                let t977 = t976 - t971;
                let t978 = t283 * t977;
                let t979 = t978 + t974;
                let t980 = t979 - t311;
                let t981 = t313 + t980;
                let t982 = t981 - t310;
                let t983 = t319 + t982;
                let t984 = t322 + t983;
                let t985 = t122 * t937;
                let t986 = t914 + t985;
                let t987 = t44 * t930;
                let t988 = t987 + t986;
                let t989 = t517 * t988;
                let t990 = sin_p4_angle * t922;
                let t991 = cos_p4_angle * t908;
                let t992 = t991 + t990;
                let t993 = t407 * t992;
                let t994 = t993 + t989;
                let t995 = t170 * t970;
                let t996 = cos_p4_angle * t81;
                let t997 = sin_p4_angle * t943;
                let t998 = t997 + t996;
                let t999 = p4_angle_dot * t930;
                let t1000 = t999 + t998;
                let t1001 = cos_p5_angle * t1000;
                let t1002 = sin_p5_angle * t914;
                let t1003 = t1002 + t1001;
                let t1004 = p5_angle_dot * t970;
                let t1005 = t1004 + t1003;
                let t1006 = t1005 + t995;
                let t1007 = t46 * t930;
                let t1008 = t1007 + t1006;
                let t1009 = t266 * t1008;
                let t1010 = t1009 + t994;
                let t1011 = t170 * t965;
                let t1012 = sin_p5_angle * t1000;
                let t1013 = cos_p5_angle * t914;
                let t1014 = t1013 - t1012;
                let t1015 = t963 - t964;
                let t1016 = p5_angle_dot * t1015;
                let t1017 = t1016 + t1014;
                let t1018 = t1017 - t1011;
                let t1019 = t50 * t930;
                let t1020 = t1019 + t1018;
                let t1021 = at54 * t1020;
                let t1022 = t1021 + t1010;
                let t1023 = t281 * t1008;
                let t1024 = t992 - t988;
                let t1025 = t129 * t1024;
                let t1026 = t1025 + t1023;
                let t1027 = sin_p5_angle * t1026;
                let t1028 = t1027 + t1022;
                let t1029 = t354 * t937;
                let t1030 = t914 + t1029;
                let t1031 = t1030 - t987;
                let t1032 = t739 * t1031;
                let t1033 = t1032 + t1028;
                let t1034 = t1033 - t536;
                let t1035 = t1034 - t535;
                let t1036 = t1035 - t542;
                let t1037 = t547 + t1036;
                let t1038 = t550 + t1037;
                let t1039 = cos_p5_angle * t1026;
                let t1040 = at53 * t1020;
                let t1041 = t1040 + t1039;
                let t1042 = t354 * t904;
                let t1043 = t1000 + t1042;
                let t1044 = t32 * t930;
                let t1045 = t1044 + t1043;
                let t1046 = t739 * t1045;
                let t1047 = t1046 + t1041;
                let t1048 = cos_p4_angle * t1047;
                let t1049 = t504 * t958;
                let t1050 = at50 * t972;
                let t1051 = t1050 + t1049;
                let t1052 = t948 - t949;
                let t1053 = t482 * t1052;
                let t1054 = t1053 + t1051;
                let t1055 = t979 + t1054;
                let t1056 = t965 * t509;
                let t1057 = t170 * t349;
                let t1058 = t930 * t1057;
                let t1059 = t1058 + t1056;
                let t1060 = at52 * t1059;
                let t1061 = t1060 + t1055;
                let t1062 = sin_p4_angle * t1061;
                let t1063 = t407 * t1052;
                let t1064 = t1050 + t1063;
                let t1065 = t1060 + t1064;
                let t1066 = t814 * t957;
                let t1067 = t761 * t953;
                let t1068 = t1067 + t1066;
                let t1069 = t1068 - t1065;
                let t1070 = t1069 - t1062;
                let t1071 = t1070 - t1048;
                let t1072 = t111 * t904;
                let t1073 = t81 + t1072;
                let t1074 = t1073 - t956;
                let t1075 = t477 * t1074;
                let t1076 = t1075 + t1071;
                let t1077 = t842 - t1076;
                let t1078 = t841 + t1077;
                let t1079 = t1078 - t839;
                let t1080 = t846 + t1079;
                let t1081 = t849 + t1080;
                let t1082 = lambda_p6_tilt_1 * t8;
                let t1083 = t5 + t1082;
                let t1085 = sin_p1_angle * at19;
                let t1086 = lambda_p6_z * t1085;
                let t1087 = t1086 + t1083;
                let t1088 = T::exact(-1.0);
                let t1089 = t1088 + t720;
                let t1090 = cos_p2_angle * t1089;
                let t1091 = t442 - t1090;
                let t1092 = t1091 * lambda_p6_y;
                let t1093 = t1092 - t1087;
                let t1094 = at19 * cos_p1_angle;
                let t1095 = lambda_p6_x * t1094;
                let t1096 = t1095 + t1093;
                let t1097 = T::decimal(3.3316666666666666, 1.1250259982868251e-16);
                let t1098 = t1097 * t920;
                let t1099 = T::exact(3.5);
                let t1100 = t1099 * t58;
                let t1101 = t1100 + t1098;
                let t1102 = sin_p4_angle * t1047;
                let t1103 = cos_p4_angle * t1061;
                let t1104 = t1103 - t1102;
                let t1105 = t29 * t31;
                let t1106 = t943 - t1105;
                let t1107 = t41 * t904;
                let t1108 = t1107 + t1106;
                let t1109 = t477 * t1108;
                let t1110 = t1109 + t1104;
                let t1111 = cos_p3_angle * t1110;
                let t1112 = t1111 + t1101;
                let t1113 = t129 * t1008;
                let t1114 = t407 * t988;
                let t1115 = t1114 + t1113;
                let t1116 = sin_p4_angle * t1115;
                let t1117 = T::decimal(-2.3333333333333335, 1.4802973661668753e-16);
                let t1118 = t915 - t917;
                let t1119 = t1118 * t1117;
                let t1120 = t761 * t921;
                let t1121 = t1120 + t1119;
                let t1122 = t1121 - t1116;
                let t1123 = at51 * t972;
                let t1124 = t407 * t932;
                let t1125 = t1124 + t1123;
                let t1126 = at50 * t1059;
                let t1127 = t1126 + t1125;
                let t1128 = cos_p4_angle * t1127;
                let t1129 = t1128 + t1122;
                let t1130 = t1033 + t1129;
                let t1131 = sin_p3_angle * t1130;
                let t1132 = t1131 + t1112;
                let t1133 = t761 * t1118;
                let t1134 = t1116 + t1133;
                let t1135 = t1128 - t1134;
                let t1136 = t1135 + t1132;
                let t1137 = t1136 + t1096;
                let t1139 = lambda_p6_z * at15;
                let t1140 = lambda_p6_tilt_1 * t321;
                let t1141 = t1140 + t1139;
                let t1143 = lambda_p6_x * at24;
                let t1144 = t1143 + t1141;
                let t1145 = t1099 * t899;
                let t1146 = sin_p4_angle * t1127;
                let t1147 = cos_p4_angle * t1115;
                let t1148 = t761 * t907;
                let t1149 = t1148 - t1147;
                let t1150 = t1149 - t1146;
                let t1151 = cos_p3_angle * t1150;
                let t1152 = t1151 + t1145;
                let t1153 = t761 * t957;
                let t1154 = t1153 - t1065;
                let t1155 = sin_p3_angle * t1154;
                let t1156 = t1155 + t1152;
                let t1157 = sin_p3_angle * t1110;
                let t1158 = t477 * t68;
                let t1159 = t1158 + t1157;
                let t1160 = cos_p3_angle * t1130;
                let t1161 = t1160 - t1159;
                let t1162 = T::decimal(3.3333333333333335, -1.4802973661668756e-16);
                let t1163 = t1162 * t68;
                let t1164 = t1099 * p1_angle_ddot;
                let t1165 = t1164 + t1163;
                let t1166 = cos_p4_angle * t528;
                let t1167 = t74 - t73;
                let t1168 = t1167 * t739;
                let t1169 = t814 * t75;
                let t1170 = t1169 + t1168;
                let t1171 = t63 - t70;
                let t1172 = t812 * t1171;
                let t1173 = t1172 + t1170;
                let t1174 = t867 + t1173;
                let t1175 = t1174 - t1166;
                let t1176 = sin_p4_angle * t501;
                let t1177 = t1176 + t1175;
                let t1178 = t1177 + t1165;
                let t1179 = sin_p3_angle * t869;
                let t1180 = t1179 + t1178;
                let t1181 = cos_p3_angle * t877;
                let t1182 = t1181 + t1180;
                let t1183 = t1182 + t1161;
                let t1184 = cos_p2_angle * t1183;
                let t1185 = t1184 - t1156;
                let t1186 = t1162 * t899;
                let t1187 = t1186 + t1151;
                let t1188 = t1155 + t1187;
                let t1189 = t1076 + t1188;
                let t1190 = sin_p3_angle * t885;
                let t1191 = cos_p3_angle * t820;
                let t1192 = t477 * t899;
                let t1193 = t1192 + t1191;
                let t1194 = t1193 - t1190;
                let t1195 = t1194 - t1189;
                let t1196 = sin_p2_angle * t1195;
                let t1197 = t1196 + t1185;
                let t1198 = t1197 - t1144;
                let t1200 = at14 * lambda_p6_z;
                let t1201 = t22 - t1200;
                let t1203 = lambda_p6_x * at23;
                let t1204 = t1203 + t1201;
                shared[0] = t663;
                shared[1] = t717;
                shared[2] = t778;
                shared[3] = t851;
                shared[4] = t858;
                shared[5] = t894;
                shared[6] = t984;
                shared[7] = t1038;
                shared[8] = t1081;
                shared[9] = t1137;
                shared[10] = t1144;
                shared[11] = t1198;
                shared[12] = t1204;
            }
            part_0(b0, b1, b2, b3, &mut shared);
            part_1(b1, b0, b2, b3, &mut shared);
            out.values = [
                shared[39],
                shared[50],
                shared[59],
                shared[67],
                shared[69],
                shared[71],
                shared[74],
                shared[85],
                shared[93],
                shared[95],
                shared[0],
                shared[1],
                shared[2],
                shared[3],
                shared[5],
                shared[6],
                shared[7],
                shared[8],
                shared[9],
                shared[11],
                shared[68],
                shared[94],
                shared[4],
                shared[10],
                shared[12],
            ];
        }
        /// 1 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn mass_matrix(&self, at: &Self::PositionCache, out: &mut [T]) {
            let [at0, at1, at2, at3, at4, at5, at6, at7, at8, at9, at10, at11, at12, ..,
            ] = at.values;
            let t6 = T::decimal(0.33416666666666667, -7.401486830834385e-19);
            let t10 = -at4;
            store(
                &[
                    at1,
                    at3,
                    at6,
                    at9,
                    at0,
                    at3,
                    t10,
                    at7,
                    at10,
                    at2,
                    at6,
                    at7,
                    at8,
                    at11,
                    at5,
                    at9,
                    at10,
                    at11,
                    at12,
                    T::zero(),
                    at0,
                    at2,
                    at5,
                    T::zero(),
                    t6,
                ],
                out,
            );
        }
        /// 5 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn damping_matrix(
            &self,
            at: &Self::PositionCache,
            moving: &Self::VelocityCache,
            out: &mut [T],
        ) {
            let [moving0, moving1, moving2, moving3, moving4, moving5, moving6, moving7,
            moving8, moving9, moving10, moving11, moving12, moving13, moving14, moving15,
            moving16, moving17, moving18, moving19, moving20, moving21, moving22,
            moving23] = moving.values;
            let t4 = -moving8;
            let t7 = -moving22;
            let t10 = -moving12;
            let t21 = -moving10;
            let t24 = -moving0;
            store(
                &[
                    moving23,
                    t7,
                    moving21,
                    moving20,
                    moving19,
                    moving18,
                    moving17,
                    moving16,
                    moving15,
                    moving14,
                    moving13,
                    t10,
                    moving11,
                    t21,
                    moving9,
                    t4,
                    moving7,
                    moving6,
                    moving5,
                    moving4,
                    moving3,
                    moving2,
                    moving1,
                    t24,
                    T::zero(),
                ],
                out,
            );
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
            let [stiffness0, stiffness1, stiffness2, stiffness3, stiffness4, stiffness5,
            stiffness6, stiffness7, stiffness8, stiffness9, stiffness10, stiffness11,
            stiffness12, stiffness13, stiffness14, stiffness15, stiffness16, stiffness17,
            stiffness18, stiffness19, stiffness20, stiffness21, stiffness22, stiffness23,
            stiffness24] = stiffness.values;
            let t6 = -stiffness23;
            store(
                &[
                    stiffness24,
                    t6,
                    stiffness22,
                    stiffness21,
                    stiffness20,
                    stiffness19,
                    stiffness18,
                    stiffness17,
                    stiffness16,
                    stiffness15,
                    stiffness14,
                    stiffness13,
                    stiffness12,
                    stiffness11,
                    stiffness10,
                    stiffness9,
                    stiffness8,
                    stiffness7,
                    stiffness6,
                    stiffness5,
                    stiffness4,
                    stiffness3,
                    stiffness2,
                    stiffness1,
                    stiffness0,
                ],
                out,
            );
        }
        /// 8 operations (0 divisions, 0 functions).
        #[inline]
        #[allow(unused_variables)]
        fn constraint_jacobian(&self, at: &Self::PositionCache, out: &mut [T]) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, at13, at14, at15, at16, at17,
            at18, at19, at20, at21, at22, at23, at24, at25, at26, at27, at28, at29, at30,
            at31, at32, at33, at34, ..] = at.values;
            let t19 = -at19;
            let t20 = -at24;
            let t21 = -at28;
            let t22 = -at20;
            let t24 = -at33;
            let t26 = -at13;
            let t27 = -at18;
            let t28 = -at27;
            store(
                &[
                    at14,
                    at15,
                    at16,
                    at17,
                    t26,
                    T::zero(),
                    t19,
                    t22,
                    at21,
                    t27,
                    at23,
                    t20,
                    at25,
                    at26,
                    at22,
                    at13,
                    t21,
                    at29,
                    at30,
                    t28,
                    T::zero(),
                    at32,
                    t24,
                    at34,
                    at31,
                ],
                out,
            );
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
        /// 529 operations, 8 divisions; pivots (row, column): [(4, 4), (0, 0), (1, 1), (2, 2), (3, 3), (5, 5), (6, 6), (7, 7), (8, 8)].
        #[inline(never)]
        #[allow(unused_variables)]
        fn factor_saddle(
            &self,
            mass: &Self::PositionCache,
            columns: &Self::PositionCache,
            rows: &Self::PositionCache,
            moving: &Self::VelocityCache,
            into: &mut Self::SaddleFactors,
        ) {
            let [mass_at0, mass_at1, mass_at2, mass_at3, mass_at4, mass_at5, mass_at6,
            mass_at7, mass_at8, mass_at9, mass_at10, mass_at11, mass_at12, ..] = mass
                .values;
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, column_at13, column_at14,
            column_at15, column_at16, column_at17, column_at18, column_at19, column_at20,
            column_at21, column_at22, column_at23, column_at24, column_at25, column_at26,
            column_at27, column_at28, column_at29, column_at30, column_at31, column_at32,
            column_at33, column_at34, ..] = columns.values;
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, row_at13, row_at14, row_at15,
            row_at16, row_at17, row_at18, row_at19, row_at20, row_at21, row_at22,
            row_at23, row_at24, row_at25, row_at26, row_at27, row_at28, row_at29,
            row_at30, row_at31, row_at32, row_at33, row_at34, ..] = rows.values;
            let t0 = T::decimal(0.33416666666666667, -7.401486830834385e-19);
            let t58 = T::decimal(2.9925187032418954, -1.3289452663842273e-16);
            let t59 = mass_at0 * t58;
            let t60 = mass_at0 * t59;
            let t61 = mass_at1 - t60;
            let t62 = column_at13 * t59;
            let t63 = column_at14 + t62;
            let t64 = column_at18 * t59;
            let t65 = column_at22 * t59;
            let t66 = column_at23 - t65;
            let t67 = column_at27 * t59;
            let t68 = column_at13 + t67;
            let t69 = column_at31 * t59;
            let t70 = mass_at2 * t58;
            let t71 = mass_at0 * t70;
            let t72 = mass_at3 - t71;
            let t73 = mass_at2 * t70;
            let t74 = mass_at4 + t73;
            let t75 = column_at13 * t70;
            let t76 = column_at15 + t75;
            let t77 = column_at18 * t70;
            let t78 = t77 - column_at19;
            let t79 = column_at22 * t70;
            let t80 = column_at24 + t79;
            let t81 = column_at27 * t70;
            let t82 = t81 - column_at28;
            let t83 = column_at31 * t70;
            let t84 = column_at32 - t83;
            let t85 = mass_at5 * t58;
            let t86 = mass_at0 * t85;
            let t87 = mass_at6 - t86;
            let t88 = mass_at2 * t85;
            let t89 = mass_at7 - t88;
            let t90 = mass_at5 * t85;
            let t91 = mass_at8 - t90;
            let t92 = column_at13 * t85;
            let t93 = column_at16 + t92;
            let t94 = column_at18 * t85;
            let t95 = t94 - column_at20;
            let t96 = column_at22 * t85;
            let t97 = column_at25 - t96;
            let t98 = column_at27 * t85;
            let t99 = column_at29 + t98;
            let t100 = column_at31 * t85;
            let t101 = column_at33 + t100;
            let t102 = row_at13 * t58;
            let t103 = mass_at0 * t102;
            let t104 = row_at14 + t103;
            let t105 = mass_at2 * t102;
            let t106 = row_at15 + t105;
            let t107 = mass_at5 * t102;
            let t108 = row_at16 + t107;
            let t109 = column_at13 * t102;
            let t110 = column_at18 * t102;
            let t111 = column_at22 * t102;
            let t112 = column_at27 * t102;
            let t113 = column_at31 * t102;
            let t114 = row_at18 * t58;
            let t115 = mass_at0 * t114;
            let t116 = mass_at2 * t114;
            let t117 = t116 - row_at19;
            let t118 = mass_at5 * t114;
            let t119 = t118 - row_at20;
            let t120 = column_at13 * t114;
            let t121 = column_at18 * t114;
            let t122 = column_at22 * t114;
            let t123 = column_at27 * t114;
            let t124 = column_at31 * t114;
            let t125 = row_at22 * t58;
            let t126 = mass_at0 * t125;
            let t127 = row_at23 - t126;
            let t128 = mass_at2 * t125;
            let t129 = row_at24 + t128;
            let t130 = mass_at5 * t125;
            let t131 = row_at25 - t130;
            let t132 = column_at13 * t125;
            let t133 = column_at18 * t125;
            let t134 = column_at22 * t125;
            let t135 = column_at27 * t125;
            let t136 = column_at31 * t125;
            let t137 = row_at27 * t58;
            let t138 = mass_at0 * t137;
            let t139 = row_at13 + t138;
            let t140 = mass_at2 * t137;
            let t141 = t140 - row_at28;
            let t142 = mass_at5 * t137;
            let t143 = row_at29 + t142;
            let t144 = column_at13 * t137;
            let t145 = column_at18 * t137;
            let t146 = column_at22 * t137;
            let t147 = column_at27 * t137;
            let t148 = column_at31 * t137;
            let t149 = row_at31 * t58;
            let t150 = mass_at0 * t149;
            let t151 = mass_at2 * t149;
            let t152 = row_at32 - t151;
            let t153 = mass_at5 * t149;
            let t154 = row_at33 + t153;
            let t155 = column_at13 * t149;
            let t156 = column_at18 * t149;
            let t157 = column_at22 * t149;
            let t158 = column_at27 * t149;
            let t159 = Real::recip(t61);
            let t160 = t72 * t159;
            let t161 = t72 * t160;
            let t162 = t74 + t161;
            let t163 = -t162;
            let t164 = t63 * t160;
            let t165 = t76 - t164;
            let t166 = t64 * t160;
            let t167 = t78 - t166;
            let t168 = t66 * t160;
            let t169 = t80 + t168;
            let t170 = t68 * t160;
            let t171 = t82 - t170;
            let t172 = t69 * t160;
            let t173 = t84 + t172;
            let t174 = t87 * t159;
            let t175 = t72 * t174;
            let t176 = t89 - t175;
            let t177 = t87 * t174;
            let t178 = t91 - t177;
            let t179 = t63 * t174;
            let t180 = t93 - t179;
            let t181 = t64 * t174;
            let t182 = t95 - t181;
            let t183 = t66 * t174;
            let t184 = t97 - t183;
            let t185 = t68 * t174;
            let t186 = t99 - t185;
            let t187 = t69 * t174;
            let t188 = t187 - t101;
            let t189 = mass_at9 * t159;
            let t190 = t72 * t189;
            let t191 = mass_at10 - t190;
            let t192 = t87 * t189;
            let t193 = mass_at11 - t192;
            let t194 = mass_at9 * t189;
            let t195 = mass_at12 - t194;
            let t196 = t63 * t189;
            let t197 = column_at17 - t196;
            let t198 = t64 * t189;
            let t199 = column_at21 - t198;
            let t200 = t66 * t189;
            let t201 = column_at26 - t200;
            let t202 = t68 * t189;
            let t203 = column_at30 - t202;
            let t204 = t69 * t189;
            let t205 = column_at34 + t204;
            let t206 = t104 * t159;
            let t207 = t72 * t206;
            let t208 = t106 - t207;
            let t209 = t87 * t206;
            let t210 = t108 - t209;
            let t211 = mass_at9 * t206;
            let t212 = row_at17 - t211;
            let t213 = t63 * t206;
            let t214 = t109 + t213;
            let t215 = t64 * t206;
            let t216 = t110 + t215;
            let t217 = t66 * t206;
            let t218 = t111 - t217;
            let t219 = t68 * t206;
            let t220 = t112 + t219;
            let t221 = t69 * t206;
            let t222 = t113 + t221;
            let t223 = t115 * t159;
            let t224 = t72 * t223;
            let t225 = t117 - t224;
            let t226 = t87 * t223;
            let t227 = t119 - t226;
            let t228 = mass_at9 * t223;
            let t229 = row_at21 - t228;
            let t230 = t63 * t223;
            let t231 = t120 + t230;
            let t232 = t64 * t223;
            let t233 = t121 + t232;
            let t234 = t66 * t223;
            let t235 = t122 - t234;
            let t236 = t68 * t223;
            let t237 = t123 + t236;
            let t238 = t69 * t223;
            let t239 = t124 + t238;
            let t240 = t127 * t159;
            let t241 = t72 * t240;
            let t242 = t129 + t241;
            let t243 = t87 * t240;
            let t244 = t131 - t243;
            let t245 = mass_at9 * t240;
            let t246 = row_at26 - t245;
            let t247 = t63 * t240;
            let t248 = t132 - t247;
            let t249 = t64 * t240;
            let t250 = t133 - t249;
            let t251 = t66 * t240;
            let t252 = t134 + t251;
            let t253 = t68 * t240;
            let t254 = t135 - t253;
            let t255 = t69 * t240;
            let t256 = t255 - t136;
            let t257 = t139 * t159;
            let t258 = t72 * t257;
            let t259 = t141 - t258;
            let t260 = t87 * t257;
            let t261 = t143 - t260;
            let t262 = mass_at9 * t257;
            let t263 = row_at30 - t262;
            let t264 = t63 * t257;
            let t265 = t144 + t264;
            let t266 = t64 * t257;
            let t267 = t145 + t266;
            let t268 = t66 * t257;
            let t269 = t146 - t268;
            let t270 = t68 * t257;
            let t271 = t147 + t270;
            let t272 = t69 * t257;
            let t273 = t148 + t272;
            let t274 = t150 * t159;
            let t275 = t72 * t274;
            let t276 = t152 + t275;
            let t277 = t87 * t274;
            let t278 = t277 - t154;
            let t279 = mass_at9 * t274;
            let t280 = row_at34 + t279;
            let t281 = t63 * t274;
            let t282 = t155 + t281;
            let t283 = t64 * t274;
            let t284 = t156 + t283;
            let t285 = t66 * t274;
            let t286 = t285 - t157;
            let t287 = t68 * t274;
            let t288 = t158 + t287;
            let t289 = Real::recip(t162);
            let t290 = t176 * t289;
            let t291 = t176 * t290;
            let t292 = t178 + t291;
            let t293 = t165 * t290;
            let t294 = t180 + t293;
            let t295 = t167 * t290;
            let t296 = t182 + t295;
            let t297 = t169 * t290;
            let t298 = t184 - t297;
            let t299 = t171 * t290;
            let t300 = t186 + t299;
            let t301 = t173 * t290;
            let t302 = t188 + t301;
            let t303 = t191 * t289;
            let t304 = t176 * t303;
            let t305 = t193 + t304;
            let t306 = t191 * t303;
            let t307 = t195 + t306;
            let t308 = t165 * t303;
            let t309 = t197 + t308;
            let t310 = t167 * t303;
            let t311 = t199 + t310;
            let t312 = t169 * t303;
            let t313 = t201 - t312;
            let t314 = t171 * t303;
            let t315 = t203 + t314;
            let t316 = t173 * t303;
            let t317 = t205 + t316;
            let t318 = t208 * t289;
            let t319 = t176 * t318;
            let t320 = t210 + t319;
            let t321 = t191 * t318;
            let t322 = t212 + t321;
            let t323 = t165 * t318;
            let t324 = t323 - t214;
            let t325 = t167 * t318;
            let t326 = t325 - t216;
            let t327 = t169 * t318;
            let t328 = t218 - t327;
            let t329 = t171 * t318;
            let t330 = t329 - t220;
            let t331 = t173 * t318;
            let t332 = t222 + t331;
            let t333 = t225 * t289;
            let t334 = t176 * t333;
            let t335 = t227 + t334;
            let t336 = t191 * t333;
            let t337 = t229 + t336;
            let t338 = t165 * t333;
            let t339 = t338 - t231;
            let t340 = t167 * t333;
            let t341 = t340 - t233;
            let t342 = t169 * t333;
            let t343 = t235 - t342;
            let t344 = t171 * t333;
            let t345 = t344 - t237;
            let t346 = t173 * t333;
            let t347 = t239 + t346;
            let t348 = t242 * t289;
            let t349 = t176 * t348;
            let t350 = t244 - t349;
            let t351 = t191 * t348;
            let t352 = t246 - t351;
            let t353 = t165 * t348;
            let t354 = t248 - t353;
            let t355 = t167 * t348;
            let t356 = t250 - t355;
            let t357 = t169 * t348;
            let t358 = t357 - t252;
            let t359 = t171 * t348;
            let t360 = t254 - t359;
            let t361 = t173 * t348;
            let t362 = t256 - t361;
            let t363 = t259 * t289;
            let t364 = t176 * t363;
            let t365 = t261 + t364;
            let t366 = t191 * t363;
            let t367 = t263 + t366;
            let t368 = t165 * t363;
            let t369 = t368 - t265;
            let t370 = t167 * t363;
            let t371 = t370 - t267;
            let t372 = t169 * t363;
            let t373 = t269 - t372;
            let t374 = t171 * t363;
            let t375 = t374 - t271;
            let t376 = t173 * t363;
            let t377 = t273 + t376;
            let t378 = t276 * t289;
            let t379 = t176 * t378;
            let t380 = t278 + t379;
            let t381 = t191 * t378;
            let t382 = t280 + t381;
            let t383 = t165 * t378;
            let t384 = t282 + t383;
            let t385 = t167 * t378;
            let t386 = t284 + t385;
            let t387 = t169 * t378;
            let t388 = t286 - t387;
            let t389 = t171 * t378;
            let t390 = t288 + t389;
            let t391 = Real::recip(t292);
            let t392 = t305 * t391;
            let t393 = t305 * t392;
            let t394 = t307 - t393;
            let t395 = t294 * t392;
            let t396 = t309 - t395;
            let t397 = t296 * t392;
            let t398 = t311 - t397;
            let t399 = t298 * t392;
            let t400 = t313 - t399;
            let t401 = t300 * t392;
            let t402 = t315 - t401;
            let t403 = t302 * t392;
            let t404 = t317 - t403;
            let t405 = t320 * t391;
            let t406 = t305 * t405;
            let t407 = t322 - t406;
            let t408 = t294 * t405;
            let t409 = t324 - t408;
            let t410 = t296 * t405;
            let t411 = t326 - t410;
            let t412 = t298 * t405;
            let t413 = t328 - t412;
            let t414 = t300 * t405;
            let t415 = t330 - t414;
            let t416 = t302 * t405;
            let t417 = t332 - t416;
            let t418 = t335 * t391;
            let t419 = t305 * t418;
            let t420 = t337 - t419;
            let t421 = t294 * t418;
            let t422 = t339 - t421;
            let t423 = t296 * t418;
            let t424 = t341 - t423;
            let t425 = t298 * t418;
            let t426 = t343 - t425;
            let t427 = t300 * t418;
            let t428 = t345 - t427;
            let t429 = t302 * t418;
            let t430 = t347 - t429;
            let t431 = t350 * t391;
            let t432 = t305 * t431;
            let t433 = t352 - t432;
            let t434 = t294 * t431;
            let t435 = t354 - t434;
            let t436 = t296 * t431;
            let t437 = t356 - t436;
            let t438 = t298 * t431;
            let t439 = t358 - t438;
            let t440 = t300 * t431;
            let t441 = t360 - t440;
            let t442 = t302 * t431;
            let t443 = t362 - t442;
            let t444 = t365 * t391;
            let t445 = t305 * t444;
            let t446 = t367 - t445;
            let t447 = t294 * t444;
            let t448 = t369 - t447;
            let t449 = t296 * t444;
            let t450 = t371 - t449;
            let t451 = t298 * t444;
            let t452 = t373 - t451;
            let t453 = t300 * t444;
            let t454 = t375 - t453;
            let t455 = t302 * t444;
            let t456 = t377 - t455;
            let t457 = t380 * t391;
            let t458 = t305 * t457;
            let t459 = t382 - t458;
            let t460 = t294 * t457;
            let t461 = t384 - t460;
            let t462 = t296 * t457;
            let t463 = t386 - t462;
            let t464 = t298 * t457;
            let t465 = t388 - t464;
            let t466 = t300 * t457;
            let t467 = t390 - t466;
            let t468 = Real::recip(t394);
            let t469 = t407 * t468;
            let t470 = t396 * t469;
            let t471 = t409 - t470;
            let t472 = t398 * t469;
            let t473 = t411 - t472;
            let t474 = t400 * t469;
            let t475 = t413 - t474;
            let t476 = t402 * t469;
            let t477 = t415 - t476;
            let t478 = t404 * t469;
            let t479 = t417 - t478;
            let t480 = t420 * t468;
            let t481 = t396 * t480;
            let t482 = t422 - t481;
            let t483 = t398 * t480;
            let t484 = t424 - t483;
            let t485 = t400 * t480;
            let t486 = t426 - t485;
            let t487 = t402 * t480;
            let t488 = t428 - t487;
            let t489 = t404 * t480;
            let t490 = t430 - t489;
            let t491 = t433 * t468;
            let t492 = t396 * t491;
            let t493 = t435 - t492;
            let t494 = t398 * t491;
            let t495 = t437 - t494;
            let t496 = t400 * t491;
            let t497 = t439 - t496;
            let t498 = t402 * t491;
            let t499 = t441 - t498;
            let t500 = t404 * t491;
            let t501 = t443 - t500;
            let t502 = t446 * t468;
            let t503 = t396 * t502;
            let t504 = t448 - t503;
            let t505 = t398 * t502;
            let t506 = t450 - t505;
            let t507 = t400 * t502;
            let t508 = t452 - t507;
            let t509 = t402 * t502;
            let t510 = t454 - t509;
            let t511 = t404 * t502;
            let t512 = t456 - t511;
            let t513 = t459 * t468;
            let t514 = t396 * t513;
            let t515 = t461 - t514;
            let t516 = t398 * t513;
            let t517 = t463 - t516;
            let t518 = t400 * t513;
            let t519 = t465 - t518;
            let t520 = t402 * t513;
            let t521 = t467 - t520;
            let t522 = Real::recip(t471);
            let t523 = t482 * t522;
            let t524 = t473 * t523;
            let t525 = t484 - t524;
            let t526 = t475 * t523;
            let t527 = t486 - t526;
            let t528 = t477 * t523;
            let t529 = t488 - t528;
            let t530 = t479 * t523;
            let t531 = t490 - t530;
            let t532 = t493 * t522;
            let t533 = t473 * t532;
            let t534 = t495 - t533;
            let t535 = t475 * t532;
            let t536 = t497 - t535;
            let t537 = t477 * t532;
            let t538 = t499 - t537;
            let t539 = t479 * t532;
            let t540 = t501 - t539;
            let t541 = t504 * t522;
            let t542 = t473 * t541;
            let t543 = t506 - t542;
            let t544 = t475 * t541;
            let t545 = t508 - t544;
            let t546 = t477 * t541;
            let t547 = t510 - t546;
            let t548 = t479 * t541;
            let t549 = t512 - t548;
            let t550 = t515 * t522;
            let t551 = t473 * t550;
            let t552 = t517 - t551;
            let t553 = t475 * t550;
            let t554 = t519 - t553;
            let t555 = t477 * t550;
            let t556 = t521 - t555;
            let t557 = Real::recip(t525);
            let t558 = t534 * t557;
            let t559 = t527 * t558;
            let t560 = t536 - t559;
            let t561 = t529 * t558;
            let t562 = t538 - t561;
            let t563 = t531 * t558;
            let t564 = t540 - t563;
            let t565 = t543 * t557;
            let t566 = t527 * t565;
            let t567 = t545 - t566;
            let t568 = t529 * t565;
            let t569 = t547 - t568;
            let t570 = t531 * t565;
            let t571 = t549 - t570;
            let t572 = t552 * t557;
            let t573 = t527 * t572;
            let t574 = t554 - t573;
            let t575 = t529 * t572;
            let t576 = t556 - t575;
            let t577 = Real::recip(t560);
            let t578 = t567 * t577;
            let t579 = t562 * t578;
            let t580 = t569 - t579;
            let t581 = t564 * t578;
            let t582 = t571 - t581;
            let t583 = t574 * t577;
            let t584 = t562 * t583;
            let t585 = t576 - t584;
            let t586 = Real::recip(t580);
            let t587 = t585 * t586;
            into.values[..144]
                .copy_from_slice(
                    &[
                        t582,
                        t586,
                        t564,
                        t562,
                        t577,
                        t531,
                        t529,
                        t527,
                        t557,
                        t479,
                        t477,
                        t475,
                        t473,
                        t522,
                        column_at31,
                        column_at27,
                        column_at22,
                        column_at18,
                        column_at13,
                        t302,
                        t300,
                        t298,
                        t296,
                        t294,
                        t404,
                        t402,
                        t400,
                        t398,
                        t396,
                        t468,
                        t305,
                        t391,
                        mass_at5,
                        t173,
                        t171,
                        t169,
                        t167,
                        t165,
                        t191,
                        t176,
                        t289,
                        mass_at2,
                        t69,
                        t68,
                        t66,
                        t64,
                        t63,
                        mass_at9,
                        t87,
                        t72,
                        t159,
                        mass_at0,
                        row_at31,
                        row_at34,
                        row_at33,
                        row_at32,
                        row_at27,
                        row_at30,
                        row_at29,
                        row_at28,
                        row_at13,
                        row_at22,
                        row_at26,
                        row_at25,
                        row_at24,
                        row_at23,
                        row_at18,
                        row_at21,
                        row_at20,
                        row_at19,
                        row_at17,
                        row_at16,
                        row_at15,
                        row_at14,
                        column_at34,
                        column_at30,
                        column_at26,
                        column_at21,
                        column_at17,
                        mass_at12,
                        mass_at11,
                        mass_at10,
                        column_at33,
                        column_at29,
                        column_at25,
                        column_at20,
                        column_at16,
                        mass_at8,
                        mass_at7,
                        mass_at6,
                        column_at32,
                        column_at28,
                        column_at24,
                        column_at19,
                        column_at15,
                        mass_at4,
                        mass_at3,
                        column_at23,
                        column_at14,
                        mass_at1,
                        t59,
                        t160,
                        t70,
                        t290,
                        t174,
                        t85,
                        t392,
                        t303,
                        t189,
                        t469,
                        t405,
                        t318,
                        t206,
                        t102,
                        t523,
                        t480,
                        t418,
                        t333,
                        t223,
                        t114,
                        t558,
                        t532,
                        t491,
                        t431,
                        t348,
                        t240,
                        t125,
                        t578,
                        t565,
                        t541,
                        t502,
                        t444,
                        t363,
                        t257,
                        t137,
                        t587,
                        t583,
                        t572,
                        t550,
                        t513,
                        t457,
                        t378,
                        t274,
                        t149,
                    ],
                );
            let sound = is_sound(t61, self.saddle_limits[1])
                && is_sound(t163, self.saddle_limits[2])
                && is_sound(t292, self.saddle_limits[3])
                && is_sound(t394, self.saddle_limits[4])
                && is_sound(t471, self.saddle_limits[5])
                && is_sound(t525, self.saddle_limits[6])
                && is_sound(t560, self.saddle_limits[7])
                && is_sound(t580, self.saddle_limits[8]);
            let factors = &*into;
            let mut room = [T::zero(); 5];
            let full = {
                let mut entries = [T::zero(); 1];
                let mut copy = entries;
                factor_block(
                    &KnownRank {
                        velocities: 5,
                        rows: &[9],
                        columns: &[9],
                        rank: 0,
                        weights: &self.redundant,
                    },
                    (&mut entries, &mut copy),
                    &mut room,
                    |rhs: [T; 10], solution: [T; 10]| {
                        self.solve_saddle_backward(factors, rhs, solution)
                    },
                )
            };
            into.values[144..].copy_from_slice(&room);
            into.sound = sound && full;
        }
        /// 211 operations.
        #[inline]
        #[allow(unused_variables)]
        fn solve_saddle(
            &self,
            factors: &Self::SaddleFactors,
            a: &mut Self::Velocity,
            l: &mut Self::Holonomic,
            p: &mut Self::Nonholonomic,
        ) -> ::core::result::Result<Fallback, Singular> {
            let block = KnownRank {
                velocities: 5,
                rows: &[9],
                columns: &[9],
                rank: 0,
                weights: &self.redundant,
            };
            let mut x: [T; 10] = [
                a.data.0[0][0],
                a.data.0[0][1],
                a.data.0[0][2],
                a.data.0[0][3],
                a.data.0[0][4],
                l.data.0[0][0],
                l.data.0[0][1],
                l.data.0[0][2],
                l.data.0[0][3],
                l.data.0[0][4],
            ];
            let fast = |x: &mut [T; 10]| {
                *x = solve_block(
                    &block,
                    &factors.values[144..],
                    self.solve_saddle_forward(factors, *x),
                    |rhs: [T; 10], solution: [T; 10]| {
                        self.solve_saddle_backward(factors, rhs, solution)
                    },
                );
            };
            let done = if factors.sound {
                fast(&mut x);
                Fallback::None
            } else {
                redundant_fallback(
                    |matrix: &mut [[T; 10]; 10]| {
                        let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, f14, f15, f16,
                        f17, f18, _, _, _, _, _, _, _, _, _, _, _, _, _, f32, _, _, _, _,
                        _, _, _, _, f41, _, _, _, _, _, f47, _, _, _, f51, f52, f53, f54,
                        f55, f56, f57, f58, f59, f60, f61, f62, f63, f64, f65, f66, f67,
                        f68, f69, f70, f71, f72, f73, f74, f75, f76, f77, f78, f79, f80,
                        f81, f82, f83, f84, f85, f86, f87, f88, f89, f90, f91, f92, f93,
                        f94, f95, f96, f97, f98, f99, ..] = factors.values;
                        let t0 = T::decimal(0.33416666666666667, -7.401486830834385e-19);
                        let t7 = -f95;
                        let t20 = -f93;
                        let t22 = -f92;
                        let t24 = -f91;
                        let t28 = -f85;
                        let t32 = -f82;
                        let t38 = -f18;
                        let t40 = -f17;
                        let t43 = -f15;
                        let t50 = -f60;
                        let t52 = -f69;
                        let t54 = -f68;
                        let t57 = -f66;
                        let t60 = -f64;
                        let t65 = -f59;
                        let t69 = -f56;
                        let t72 = -f54;
                        matrix[0][0] = f99;
                        matrix[0][1] = f96;
                        matrix[0][2] = f89;
                        matrix[0][3] = f47;
                        matrix[0][4] = f51;
                        matrix[0][5] = f98;
                        matrix[0][7] = f97;
                        matrix[0][8] = f18;
                        matrix[1][0] = f96;
                        matrix[1][1] = t7;
                        matrix[1][2] = f88;
                        matrix[1][3] = f81;
                        matrix[1][4] = f41;
                        matrix[1][5] = f94;
                        matrix[1][6] = t20;
                        matrix[1][7] = t22;
                        matrix[1][8] = t24;
                        matrix[1][9] = f90;
                        matrix[2][0] = f89;
                        matrix[2][1] = f88;
                        matrix[2][2] = f87;
                        matrix[2][3] = f80;
                        matrix[2][4] = f32;
                        matrix[2][5] = f86;
                        matrix[2][6] = t28;
                        matrix[2][7] = f84;
                        matrix[2][8] = f83;
                        matrix[2][9] = t32;
                        matrix[3][0] = f47;
                        matrix[3][1] = f81;
                        matrix[3][2] = f80;
                        matrix[3][3] = f79;
                        matrix[3][5] = f78;
                        matrix[3][6] = f77;
                        matrix[3][7] = f76;
                        matrix[3][8] = f75;
                        matrix[3][9] = f74;
                        matrix[4][0] = f51;
                        matrix[4][1] = f41;
                        matrix[4][2] = f32;
                        matrix[4][4] = t0;
                        matrix[4][5] = t38;
                        matrix[4][6] = t40;
                        matrix[4][7] = f16;
                        matrix[4][8] = t43;
                        matrix[4][9] = f14;
                        matrix[5][0] = f73;
                        matrix[5][1] = f72;
                        matrix[5][2] = f71;
                        matrix[5][3] = f70;
                        matrix[5][4] = t50;
                        matrix[6][1] = t52;
                        matrix[6][2] = t54;
                        matrix[6][3] = f67;
                        matrix[6][4] = t57;
                        matrix[7][0] = f65;
                        matrix[7][1] = t60;
                        matrix[7][2] = f63;
                        matrix[7][3] = f62;
                        matrix[7][4] = f61;
                        matrix[8][0] = f60;
                        matrix[8][1] = t65;
                        matrix[8][2] = f58;
                        matrix[8][3] = f57;
                        matrix[8][4] = t69;
                        matrix[9][1] = f55;
                        matrix[9][2] = t72;
                        matrix[9][3] = f53;
                        matrix[9][4] = f52;
                    },
                    &mut x,
                    &block,
                    fast,
                )?
            };
            a.data.0[0][0] = x[0];
            a.data.0[0][1] = x[1];
            a.data.0[0][2] = x[2];
            a.data.0[0][3] = x[3];
            a.data.0[0][4] = x[4];
            l.data.0[0][0] = x[5];
            l.data.0[0][1] = x[6];
            l.data.0[0][2] = x[7];
            l.data.0[0][3] = x[8];
            l.data.0[0][4] = x[9];
            Ok(done)
        }
        /// 583 operations, 9 divisions; pivots (row, column): [(0, 0), (5, 5), (1, 1), (2, 2), (3, 3), (4, 4), (6, 6), (7, 7), (8, 8)].
        #[inline(never)]
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
            let [mass_at0, mass_at1, mass_at2, mass_at3, mass_at4, mass_at5, mass_at6,
            mass_at7, mass_at8, mass_at9, mass_at10, mass_at11, mass_at12, ..] = mass
                .values;
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, column_at13, column_at14,
            column_at15, column_at16, column_at17, column_at18, column_at19, column_at20,
            column_at21, column_at22, column_at23, column_at24, column_at25, column_at26,
            column_at27, column_at28, column_at29, column_at30, column_at31, column_at32,
            column_at33, column_at34, ..] = columns.values;
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, row_at13, row_at14, row_at15,
            row_at16, row_at17, row_at18, row_at19, row_at20, row_at21, row_at22,
            row_at23, row_at24, row_at25, row_at26, row_at27, row_at28, row_at29,
            row_at30, row_at31, row_at32, row_at33, row_at34, ..] = rows.values;
            let [weight_mass, weight_damping, weight_stiffness, weight_identity, ..] = weights
                .to_array();
            let [moving0, moving1, moving2, moving3, moving4, moving5, moving6, moving7,
            moving8, moving9, moving10, moving11, moving12, moving13, moving14, moving15,
            moving16, moving17, moving18, moving19, moving20, moving21, moving22,
            moving23] = moving.values;
            let [stiffness0, stiffness1, stiffness2, stiffness3, stiffness4, stiffness5,
            stiffness6, stiffness7, stiffness8, stiffness9, stiffness10, stiffness11,
            stiffness12, stiffness13, stiffness14, stiffness15, stiffness16, stiffness17,
            stiffness18, stiffness19, stiffness20, stiffness21, stiffness22, stiffness23,
            stiffness24] = stiffness.values;
            let t0 = T::decimal(0.33416666666666667, -7.401486830834385e-19);
            let t59 = mass_at1 * weight_mass;
            let t60 = mass_at3 * weight_mass;
            let t61 = mass_at6 * weight_mass;
            let t62 = mass_at9 * weight_mass;
            let t63 = mass_at0 * weight_mass;
            let t64 = mass_at4 * weight_mass;
            let t65 = mass_at7 * weight_mass;
            let t66 = mass_at10 * weight_mass;
            let t67 = mass_at2 * weight_mass;
            let t68 = mass_at8 * weight_mass;
            let t69 = mass_at11 * weight_mass;
            let t70 = mass_at5 * weight_mass;
            let t71 = mass_at12 * weight_mass;
            let t72 = t0 * weight_mass;
            let t75 = weight_damping * moving23;
            let t76 = t59 + t75;
            let t78 = weight_damping * moving18;
            let t79 = t60 + t78;
            let t81 = weight_damping * moving13;
            let t82 = t61 + t81;
            let t84 = weight_damping * moving8;
            let t85 = t62 - t84;
            let t87 = weight_damping * moving3;
            let t88 = t63 + t87;
            let t90 = weight_damping * moving22;
            let t91 = t60 - t90;
            let t93 = weight_damping * moving17;
            let t94 = t93 - t64;
            let t96 = weight_damping * moving12;
            let t97 = t65 - t96;
            let t99 = weight_damping * moving7;
            let t100 = t66 + t99;
            let t102 = weight_damping * moving2;
            let t103 = t67 + t102;
            let t105 = weight_damping * moving21;
            let t106 = t61 + t105;
            let t108 = weight_damping * moving16;
            let t109 = t65 + t108;
            let t111 = weight_damping * moving11;
            let t112 = t68 + t111;
            let t114 = weight_damping * moving6;
            let t115 = t69 + t114;
            let t117 = weight_damping * moving1;
            let t118 = t70 + t117;
            let t120 = weight_damping * moving20;
            let t121 = t62 + t120;
            let t123 = weight_damping * moving15;
            let t124 = t66 + t123;
            let t126 = weight_damping * moving10;
            let t127 = t69 - t126;
            let t129 = weight_damping * moving5;
            let t130 = t71 + t129;
            let t132 = weight_damping * moving0;
            let t134 = weight_damping * moving19;
            let t135 = t63 + t134;
            let t137 = weight_damping * moving14;
            let t138 = t67 + t137;
            let t140 = weight_damping * moving9;
            let t141 = t70 + t140;
            let t143 = weight_damping * moving4;
            let t146 = weight_stiffness * stiffness24;
            let t147 = t76 + t146;
            let t149 = weight_stiffness * stiffness19;
            let t150 = t79 + t149;
            let t152 = weight_stiffness * stiffness14;
            let t153 = t82 + t152;
            let t155 = weight_stiffness * stiffness9;
            let t156 = t85 + t155;
            let t158 = weight_stiffness * stiffness4;
            let t159 = t88 + t158;
            let t161 = weight_stiffness * stiffness23;
            let t162 = t91 - t161;
            let t164 = weight_stiffness * stiffness18;
            let t165 = t94 + t164;
            let t167 = weight_stiffness * stiffness13;
            let t168 = t97 + t167;
            let t170 = weight_stiffness * stiffness8;
            let t171 = t100 + t170;
            let t173 = weight_stiffness * stiffness3;
            let t174 = t103 + t173;
            let t176 = weight_stiffness * stiffness22;
            let t177 = t106 + t176;
            let t179 = weight_stiffness * stiffness17;
            let t180 = t109 + t179;
            let t182 = weight_stiffness * stiffness12;
            let t183 = t112 + t182;
            let t185 = weight_stiffness * stiffness7;
            let t186 = t115 + t185;
            let t188 = weight_stiffness * stiffness2;
            let t189 = t118 + t188;
            let t191 = weight_stiffness * stiffness21;
            let t192 = t121 + t191;
            let t194 = weight_stiffness * stiffness16;
            let t195 = t124 + t194;
            let t197 = weight_stiffness * stiffness11;
            let t198 = t127 + t197;
            let t200 = weight_stiffness * stiffness6;
            let t201 = t130 + t200;
            let t203 = weight_stiffness * stiffness1;
            let t204 = t203 - t132;
            let t206 = weight_stiffness * stiffness20;
            let t207 = t135 + t206;
            let t209 = weight_stiffness * stiffness15;
            let t210 = t138 + t209;
            let t212 = weight_stiffness * stiffness10;
            let t213 = t141 + t212;
            let t215 = weight_stiffness * stiffness5;
            let t216 = t143 + t215;
            let t218 = weight_stiffness * stiffness0;
            let t219 = t72 + t218;
            let t221 = t147 + weight_identity;
            let t222 = t165 + weight_identity;
            let t223 = t183 + weight_identity;
            let t224 = t201 + weight_identity;
            let t225 = t219 + weight_identity;
            let t226 = Real::recip(t221);
            let t227 = t162 * t226;
            let t228 = t150 * t227;
            let t229 = t222 - t228;
            let t230 = t153 * t227;
            let t231 = t168 - t230;
            let t232 = t156 * t227;
            let t233 = t171 - t232;
            let t234 = t159 * t227;
            let t235 = t174 - t234;
            let t236 = column_at14 * t227;
            let t237 = column_at15 - t236;
            let t238 = column_at23 * t227;
            let t239 = column_at24 + t238;
            let t240 = column_at13 * t227;
            let t241 = column_at28 + t240;
            let t242 = t177 * t226;
            let t243 = t150 * t242;
            let t244 = t180 - t243;
            let t245 = t153 * t242;
            let t246 = t223 - t245;
            let t247 = t156 * t242;
            let t248 = t186 - t247;
            let t249 = t159 * t242;
            let t250 = t189 - t249;
            let t251 = column_at14 * t242;
            let t252 = column_at16 - t251;
            let t253 = column_at23 * t242;
            let t254 = column_at25 - t253;
            let t255 = column_at13 * t242;
            let t256 = column_at29 - t255;
            let t257 = t192 * t226;
            let t258 = t150 * t257;
            let t259 = t195 - t258;
            let t260 = t153 * t257;
            let t261 = t198 - t260;
            let t262 = t156 * t257;
            let t263 = t224 - t262;
            let t264 = t159 * t257;
            let t265 = t204 - t264;
            let t266 = column_at14 * t257;
            let t267 = column_at17 - t266;
            let t268 = column_at23 * t257;
            let t269 = column_at26 - t268;
            let t270 = column_at13 * t257;
            let t271 = column_at30 - t270;
            let t272 = t207 * t226;
            let t273 = t150 * t272;
            let t274 = t210 - t273;
            let t275 = t153 * t272;
            let t276 = t213 - t275;
            let t277 = t156 * t272;
            let t278 = t216 - t277;
            let t279 = t159 * t272;
            let t280 = t225 - t279;
            let t281 = column_at14 * t272;
            let t282 = column_at13 + t281;
            let t283 = column_at23 * t272;
            let t284 = column_at22 - t283;
            let t285 = column_at13 * t272;
            let t286 = column_at27 + t285;
            let t287 = row_at14 * t226;
            let t288 = t150 * t287;
            let t289 = row_at15 - t288;
            let t290 = t153 * t287;
            let t291 = row_at16 - t290;
            let t292 = t156 * t287;
            let t293 = row_at17 - t292;
            let t294 = t159 * t287;
            let t295 = row_at13 + t294;
            let t296 = column_at14 * t287;
            let t297 = -t296;
            let t298 = column_at23 * t287;
            let t299 = column_at13 * t287;
            let t300 = row_at23 * t226;
            let t301 = t150 * t300;
            let t302 = row_at24 + t301;
            let t303 = t153 * t300;
            let t304 = row_at25 - t303;
            let t305 = t156 * t300;
            let t306 = row_at26 - t305;
            let t307 = t159 * t300;
            let t308 = row_at22 - t307;
            let t309 = column_at14 * t300;
            let t310 = column_at23 * t300;
            let t311 = column_at13 * t300;
            let t312 = row_at13 * t226;
            let t313 = t150 * t312;
            let t314 = row_at28 + t313;
            let t315 = t153 * t312;
            let t316 = row_at29 - t315;
            let t317 = t156 * t312;
            let t318 = row_at30 - t317;
            let t319 = t159 * t312;
            let t320 = row_at27 + t319;
            let t321 = column_at14 * t312;
            let t322 = column_at23 * t312;
            let t323 = column_at13 * t312;
            let t324 = Real::recip(t296);
            let t325 = t237 * t324;
            let t326 = t289 * t325;
            let t327 = t229 + t326;
            let t328 = t291 * t325;
            let t329 = t231 + t328;
            let t330 = t293 * t325;
            let t331 = t233 + t330;
            let t332 = t295 * t325;
            let t333 = t235 - t332;
            let t334 = t298 * t325;
            let t335 = t239 + t334;
            let t336 = t299 * t325;
            let t337 = t241 + t336;
            let t338 = t252 * t324;
            let t339 = t289 * t338;
            let t340 = t244 + t339;
            let t341 = t291 * t338;
            let t342 = t246 + t341;
            let t343 = t293 * t338;
            let t344 = t248 + t343;
            let t345 = t295 * t338;
            let t346 = t250 - t345;
            let t347 = t298 * t338;
            let t348 = t254 - t347;
            let t349 = t299 * t338;
            let t350 = t256 - t349;
            let t351 = t267 * t324;
            let t352 = t289 * t351;
            let t353 = t259 + t352;
            let t354 = t291 * t351;
            let t355 = t261 + t354;
            let t356 = t293 * t351;
            let t357 = t263 + t356;
            let t358 = t295 * t351;
            let t359 = t265 - t358;
            let t360 = t298 * t351;
            let t361 = t269 - t360;
            let t362 = t299 * t351;
            let t363 = t271 - t362;
            let t364 = t282 * t324;
            let t365 = t289 * t364;
            let t366 = t274 - t365;
            let t367 = t291 * t364;
            let t368 = t276 - t367;
            let t369 = t293 * t364;
            let t370 = t278 - t369;
            let t371 = t295 * t364;
            let t372 = t280 + t371;
            let t373 = t298 * t364;
            let t374 = t284 + t373;
            let t375 = t299 * t364;
            let t376 = t375 - t286;
            let t377 = t309 * t324;
            let t378 = t289 * t377;
            let t379 = t302 + t378;
            let t380 = t291 * t377;
            let t381 = t304 - t380;
            let t382 = t293 * t377;
            let t383 = t306 - t382;
            let t384 = t295 * t377;
            let t385 = t308 + t384;
            let t386 = t298 * t377;
            let t387 = t386 - t310;
            let t388 = t299 * t377;
            let t389 = t388 - t311;
            let t390 = t321 * t324;
            let t391 = t289 * t390;
            let t392 = t314 + t391;
            let t393 = t291 * t390;
            let t394 = t316 - t393;
            let t395 = t293 * t390;
            let t396 = t318 - t395;
            let t397 = t295 * t390;
            let t398 = t397 - t320;
            let t399 = t298 * t390;
            let t400 = t399 - t322;
            let t401 = t299 * t390;
            let t402 = t401 - t323;
            let t403 = Real::recip(t327);
            let t404 = t340 * t403;
            let t405 = t329 * t404;
            let t406 = t342 - t405;
            let t407 = t331 * t404;
            let t408 = t344 - t407;
            let t409 = t333 * t404;
            let t410 = t346 - t409;
            let t411 = column_at19 * t404;
            let t412 = t411 - column_at20;
            let t413 = t335 * t404;
            let t414 = t348 + t413;
            let t415 = t337 * t404;
            let t416 = t350 + t415;
            let t417 = column_at32 * t404;
            let t418 = column_at33 + t417;
            let t419 = t353 * t403;
            let t420 = t329 * t419;
            let t421 = t355 - t420;
            let t422 = t331 * t419;
            let t423 = t357 - t422;
            let t424 = t333 * t419;
            let t425 = t359 - t424;
            let t426 = column_at19 * t419;
            let t427 = column_at21 + t426;
            let t428 = t335 * t419;
            let t429 = t361 + t428;
            let t430 = t337 * t419;
            let t431 = t363 + t430;
            let t432 = column_at32 * t419;
            let t433 = column_at34 - t432;
            let t434 = t366 * t403;
            let t435 = t329 * t434;
            let t436 = t368 - t435;
            let t437 = t331 * t434;
            let t438 = t370 - t437;
            let t439 = t333 * t434;
            let t440 = t372 - t439;
            let t441 = column_at19 * t434;
            let t442 = t441 - column_at18;
            let t443 = t335 * t434;
            let t444 = t374 + t443;
            let t445 = t337 * t434;
            let t446 = t376 + t445;
            let t447 = column_at32 * t434;
            let t448 = column_at31 - t447;
            let t449 = row_at19 * t403;
            let t450 = t329 * t449;
            let t451 = t450 - row_at20;
            let t452 = t331 * t449;
            let t453 = row_at21 + t452;
            let t454 = t333 * t449;
            let t455 = t454 - row_at18;
            let t456 = column_at19 * t449;
            let t457 = t335 * t449;
            let t458 = t337 * t449;
            let t459 = column_at32 * t449;
            let t460 = t379 * t403;
            let t461 = t329 * t460;
            let t462 = t381 + t461;
            let t463 = t331 * t460;
            let t464 = t383 + t463;
            let t465 = t333 * t460;
            let t466 = t385 + t465;
            let t467 = column_at19 * t460;
            let t468 = t335 * t460;
            let t469 = t387 - t468;
            let t470 = t337 * t460;
            let t471 = t389 - t470;
            let t472 = column_at32 * t460;
            let t473 = t392 * t403;
            let t474 = t329 * t473;
            let t475 = t394 + t474;
            let t476 = t331 * t473;
            let t477 = t396 + t476;
            let t478 = t333 * t473;
            let t479 = t398 + t478;
            let t480 = column_at19 * t473;
            let t481 = t335 * t473;
            let t482 = t400 - t481;
            let t483 = t337 * t473;
            let t484 = t402 - t483;
            let t485 = column_at32 * t473;
            let t486 = row_at32 * t403;
            let t487 = t329 * t486;
            let t488 = row_at33 + t487;
            let t489 = t331 * t486;
            let t490 = row_at34 - t489;
            let t491 = t333 * t486;
            let t492 = row_at31 - t491;
            let t493 = column_at19 * t486;
            let t494 = t335 * t486;
            let t495 = t337 * t486;
            let t496 = Real::recip(t406);
            let t497 = t421 * t496;
            let t498 = t408 * t497;
            let t499 = t423 - t498;
            let t500 = t410 * t497;
            let t501 = t425 - t500;
            let t502 = t412 * t497;
            let t503 = t427 - t502;
            let t504 = t414 * t497;
            let t505 = t429 - t504;
            let t506 = t416 * t497;
            let t507 = t431 - t506;
            let t508 = t418 * t497;
            let t509 = t433 + t508;
            let t510 = t436 * t496;
            let t511 = t408 * t510;
            let t512 = t438 - t511;
            let t513 = t410 * t510;
            let t514 = t440 - t513;
            let t515 = t412 * t510;
            let t516 = t442 - t515;
            let t517 = t414 * t510;
            let t518 = t444 - t517;
            let t519 = t416 * t510;
            let t520 = t446 - t519;
            let t521 = t418 * t510;
            let t522 = t448 + t521;
            let t523 = t451 * t496;
            let t524 = t408 * t523;
            let t525 = t453 - t524;
            let t526 = t410 * t523;
            let t527 = t455 - t526;
            let t528 = t412 * t523;
            let t529 = t456 + t528;
            let t530 = t414 * t523;
            let t531 = t457 + t530;
            let t532 = t416 * t523;
            let t533 = t458 + t532;
            let t534 = t418 * t523;
            let t535 = t459 + t534;
            let t536 = t462 * t496;
            let t537 = t408 * t536;
            let t538 = t464 - t537;
            let t539 = t410 * t536;
            let t540 = t466 - t539;
            let t541 = t412 * t536;
            let t542 = t467 + t541;
            let t543 = t414 * t536;
            let t544 = t469 - t543;
            let t545 = t416 * t536;
            let t546 = t471 - t545;
            let t547 = t418 * t536;
            let t548 = t472 + t547;
            let t549 = t475 * t496;
            let t550 = t408 * t549;
            let t551 = t477 - t550;
            let t552 = t410 * t549;
            let t553 = t479 - t552;
            let t554 = t412 * t549;
            let t555 = t480 + t554;
            let t556 = t414 * t549;
            let t557 = t482 - t556;
            let t558 = t416 * t549;
            let t559 = t484 - t558;
            let t560 = t418 * t549;
            let t561 = t485 + t560;
            let t562 = t488 * t496;
            let t563 = t408 * t562;
            let t564 = t490 + t563;
            let t565 = t410 * t562;
            let t566 = t492 + t565;
            let t567 = t412 * t562;
            let t568 = t493 + t567;
            let t569 = t414 * t562;
            let t570 = t494 + t569;
            let t571 = t416 * t562;
            let t572 = t495 + t571;
            let t573 = Real::recip(t499);
            let t574 = t512 * t573;
            let t575 = t501 * t574;
            let t576 = t514 - t575;
            let t577 = t503 * t574;
            let t578 = t516 - t577;
            let t579 = t505 * t574;
            let t580 = t518 - t579;
            let t581 = t507 * t574;
            let t582 = t520 - t581;
            let t583 = t509 * t574;
            let t584 = t522 - t583;
            let t585 = t525 * t573;
            let t586 = t501 * t585;
            let t587 = t527 - t586;
            let t588 = t503 * t585;
            let t589 = t529 + t588;
            let t590 = t505 * t585;
            let t591 = t531 + t590;
            let t592 = t507 * t585;
            let t593 = t533 + t592;
            let t594 = t509 * t585;
            let t595 = t535 - t594;
            let t596 = t538 * t573;
            let t597 = t501 * t596;
            let t598 = t540 - t597;
            let t599 = t503 * t596;
            let t600 = t542 + t599;
            let t601 = t505 * t596;
            let t602 = t544 - t601;
            let t603 = t507 * t596;
            let t604 = t546 - t603;
            let t605 = t509 * t596;
            let t606 = t548 - t605;
            let t607 = t551 * t573;
            let t608 = t501 * t607;
            let t609 = t553 - t608;
            let t610 = t503 * t607;
            let t611 = t555 + t610;
            let t612 = t505 * t607;
            let t613 = t557 - t612;
            let t614 = t507 * t607;
            let t615 = t559 - t614;
            let t616 = t509 * t607;
            let t617 = t561 - t616;
            let t618 = t564 * t573;
            let t619 = t501 * t618;
            let t620 = t566 - t619;
            let t621 = t503 * t618;
            let t622 = t568 - t621;
            let t623 = t505 * t618;
            let t624 = t570 - t623;
            let t625 = t507 * t618;
            let t626 = t572 - t625;
            let t627 = Real::recip(t576);
            let t628 = t587 * t627;
            let t629 = t578 * t628;
            let t630 = t589 + t629;
            let t631 = -t630;
            let t632 = t580 * t628;
            let t633 = t591 + t632;
            let t634 = t582 * t628;
            let t635 = t593 + t634;
            let t636 = t584 * t628;
            let t637 = t595 - t636;
            let t638 = t598 * t627;
            let t639 = t578 * t638;
            let t640 = t600 + t639;
            let t641 = t580 * t638;
            let t642 = t602 - t641;
            let t643 = t582 * t638;
            let t644 = t604 - t643;
            let t645 = t584 * t638;
            let t646 = t606 - t645;
            let t647 = t609 * t627;
            let t648 = t578 * t647;
            let t649 = t611 + t648;
            let t650 = t580 * t647;
            let t651 = t613 - t650;
            let t652 = t582 * t647;
            let t653 = t615 - t652;
            let t654 = t584 * t647;
            let t655 = t617 - t654;
            let t656 = t620 * t627;
            let t657 = t578 * t656;
            let t658 = t622 - t657;
            let t659 = t580 * t656;
            let t660 = t624 - t659;
            let t661 = t582 * t656;
            let t662 = t626 - t661;
            let t663 = Real::recip(t630);
            let t664 = t640 * t663;
            let t665 = t633 * t664;
            let t666 = t642 + t665;
            let t667 = t635 * t664;
            let t668 = t644 + t667;
            let t669 = t637 * t664;
            let t670 = t646 - t669;
            let t671 = t649 * t663;
            let t672 = t633 * t671;
            let t673 = t651 + t672;
            let t674 = t635 * t671;
            let t675 = t653 + t674;
            let t676 = t637 * t671;
            let t677 = t655 - t676;
            let t678 = t658 * t663;
            let t679 = t633 * t678;
            let t680 = t660 - t679;
            let t681 = t635 * t678;
            let t682 = t662 - t681;
            let t683 = Real::recip(t666);
            let t684 = t673 * t683;
            let t685 = t668 * t684;
            let t686 = t675 - t685;
            let t687 = t670 * t684;
            let t688 = t677 - t687;
            let t689 = t680 * t683;
            let t690 = t668 * t689;
            let t691 = t682 - t690;
            let t692 = Real::recip(t686);
            let t693 = t691 * t692;
            into.values[..151]
                .copy_from_slice(
                    &[
                        t688,
                        t692,
                        t670,
                        t668,
                        t683,
                        t637,
                        t635,
                        t633,
                        t663,
                        t299,
                        t298,
                        t584,
                        t582,
                        t580,
                        t578,
                        t627,
                        t295,
                        t509,
                        t507,
                        t505,
                        t503,
                        t501,
                        t573,
                        t293,
                        t418,
                        t416,
                        t414,
                        t412,
                        t410,
                        t408,
                        t496,
                        t291,
                        column_at32,
                        t337,
                        t335,
                        column_at19,
                        t333,
                        t331,
                        t329,
                        t403,
                        t289,
                        t324,
                        column_at13,
                        column_at23,
                        column_at14,
                        t159,
                        t156,
                        t153,
                        t150,
                        t226,
                        row_at31,
                        row_at34,
                        row_at33,
                        row_at32,
                        row_at27,
                        row_at30,
                        row_at29,
                        row_at28,
                        row_at13,
                        row_at22,
                        row_at26,
                        row_at25,
                        row_at24,
                        row_at23,
                        row_at18,
                        row_at21,
                        row_at20,
                        row_at19,
                        row_at17,
                        row_at16,
                        row_at15,
                        row_at14,
                        column_at31,
                        column_at27,
                        column_at22,
                        column_at18,
                        t225,
                        t216,
                        t213,
                        t210,
                        t207,
                        column_at34,
                        column_at30,
                        column_at26,
                        column_at21,
                        column_at17,
                        t204,
                        t224,
                        t198,
                        t195,
                        t192,
                        column_at33,
                        column_at29,
                        column_at25,
                        column_at20,
                        column_at16,
                        t189,
                        t186,
                        t223,
                        t180,
                        t177,
                        column_at28,
                        column_at24,
                        column_at15,
                        t174,
                        t171,
                        t168,
                        t222,
                        t162,
                        t221,
                        t287,
                        t325,
                        t227,
                        t404,
                        t338,
                        t242,
                        t497,
                        t419,
                        t351,
                        t257,
                        t574,
                        t510,
                        t434,
                        t364,
                        t272,
                        t628,
                        t585,
                        t523,
                        t449,
                        t664,
                        t638,
                        t596,
                        t536,
                        t460,
                        t377,
                        t300,
                        t684,
                        t671,
                        t647,
                        t607,
                        t549,
                        t473,
                        t390,
                        t312,
                        t693,
                        t689,
                        t678,
                        t656,
                        t618,
                        t562,
                        t486,
                    ],
                );
            let sound = is_sound(t221, self.limits[0]) && is_sound(t297, self.limits[1])
                && is_sound(t327, self.limits[2]) && is_sound(t406, self.limits[3])
                && is_sound(t499, self.limits[4]) && is_sound(t576, self.limits[5])
                && is_sound(t631, self.limits[6]) && is_sound(t666, self.limits[7])
                && is_sound(t686, self.limits[8]);
            let factors = &*into;
            let mut room = [T::zero(); 5];
            let full = {
                let mut entries = [T::zero(); 1];
                let mut copy = entries;
                factor_block(
                    &KnownRank {
                        velocities: 5,
                        rows: &[9],
                        columns: &[9],
                        rank: 0,
                        weights: &self.redundant,
                    },
                    (&mut entries, &mut copy),
                    &mut room,
                    |rhs: [T; 10], solution: [T; 10]| {
                        self.solve_backward(factors, rhs, solution)
                    },
                )
            };
            into.values[151..].copy_from_slice(&room);
            into.sound = sound && full;
        }
        /// 200 operations.
        #[inline]
        #[allow(unused_variables)]
        fn solve(
            &self,
            factors: &Self::Factors,
            a: &mut Self::Velocity,
            l: &mut Self::Holonomic,
            p: &mut Self::Nonholonomic,
        ) -> ::core::result::Result<Fallback, Singular> {
            let block = KnownRank {
                velocities: 5,
                rows: &[9],
                columns: &[9],
                rank: 0,
                weights: &self.redundant,
            };
            let mut x: [T; 10] = [
                a.data.0[0][0],
                a.data.0[0][1],
                a.data.0[0][2],
                a.data.0[0][3],
                a.data.0[0][4],
                l.data.0[0][0],
                l.data.0[0][1],
                l.data.0[0][2],
                l.data.0[0][3],
                l.data.0[0][4],
            ];
            let fast = |x: &mut [T; 10]| {
                *x = solve_block(
                    &block,
                    &factors.values[151..],
                    self.solve_forward(factors, *x),
                    |rhs: [T; 10], solution: [T; 10]| {
                        self.solve_backward(factors, rhs, solution)
                    },
                );
            };
            let done = if factors.sound {
                fast(&mut x);
                Fallback::None
            } else {
                redundant_fallback(
                    |matrix: &mut [[T; 10]; 10]| {
                        let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
                        _, _, _, _, _, _, _, _, _, _, _, _, f32, _, _, f35, _, _, _, _,
                        _, _, f42, f43, f44, f45, f46, f47, f48, _, f50, f51, f52, f53,
                        f54, f55, f56, f57, f58, f59, f60, f61, f62, f63, f64, f65, f66,
                        f67, f68, f69, f70, f71, f72, f73, f74, f75, f76, f77, f78, f79,
                        f80, f81, f82, f83, f84, f85, f86, f87, f88, f89, f90, f91, f92,
                        f93, f94, f95, f96, f97, f98, f99, f100, f101, f102, f103, f104,
                        f105, f106, f107, f108, f109, ..] = factors.values;
                        let t5 = -f35;
                        let t7 = -f102;
                        let t9 = -f101;
                        let t13 = -f94;
                        let t17 = -f91;
                        let t23 = -f42;
                        let t25 = -f75;
                        let t28 = -f73;
                        let t35 = -f58;
                        let t37 = -f67;
                        let t39 = -f66;
                        let t42 = -f64;
                        let t45 = -f62;
                        let t50 = -f57;
                        let t54 = -f54;
                        let t57 = -f52;
                        matrix[0][0] = f109;
                        matrix[0][1] = f48;
                        matrix[0][2] = f47;
                        matrix[0][3] = f46;
                        matrix[0][4] = f45;
                        matrix[0][5] = f44;
                        matrix[0][7] = f43;
                        matrix[0][8] = f42;
                        matrix[1][0] = f108;
                        matrix[1][1] = f107;
                        matrix[1][2] = f106;
                        matrix[1][3] = f105;
                        matrix[1][4] = f104;
                        matrix[1][5] = f103;
                        matrix[1][6] = t5;
                        matrix[1][7] = t7;
                        matrix[1][8] = t9;
                        matrix[1][9] = f32;
                        matrix[2][0] = f100;
                        matrix[2][1] = f99;
                        matrix[2][2] = f98;
                        matrix[2][3] = f97;
                        matrix[2][4] = f96;
                        matrix[2][5] = f95;
                        matrix[2][6] = t13;
                        matrix[2][7] = f93;
                        matrix[2][8] = f92;
                        matrix[2][9] = t17;
                        matrix[3][0] = f90;
                        matrix[3][1] = f89;
                        matrix[3][2] = f88;
                        matrix[3][3] = f87;
                        matrix[3][4] = f86;
                        matrix[3][5] = f85;
                        matrix[3][6] = f84;
                        matrix[3][7] = f83;
                        matrix[3][8] = f82;
                        matrix[3][9] = f81;
                        matrix[4][0] = f80;
                        matrix[4][1] = f79;
                        matrix[4][2] = f78;
                        matrix[4][3] = f77;
                        matrix[4][4] = f76;
                        matrix[4][5] = t23;
                        matrix[4][6] = t25;
                        matrix[4][7] = f74;
                        matrix[4][8] = t28;
                        matrix[4][9] = f72;
                        matrix[5][0] = f71;
                        matrix[5][1] = f70;
                        matrix[5][2] = f69;
                        matrix[5][3] = f68;
                        matrix[5][4] = t35;
                        matrix[6][1] = t37;
                        matrix[6][2] = t39;
                        matrix[6][3] = f65;
                        matrix[6][4] = t42;
                        matrix[7][0] = f63;
                        matrix[7][1] = t45;
                        matrix[7][2] = f61;
                        matrix[7][3] = f60;
                        matrix[7][4] = f59;
                        matrix[8][0] = f58;
                        matrix[8][1] = t50;
                        matrix[8][2] = f56;
                        matrix[8][3] = f55;
                        matrix[8][4] = t54;
                        matrix[9][1] = f53;
                        matrix[9][2] = t57;
                        matrix[9][3] = f51;
                        matrix[9][4] = f50;
                    },
                    &mut x,
                    &block,
                    fast,
                )?
            };
            a.data.0[0][0] = x[0];
            a.data.0[0][1] = x[1];
            a.data.0[0][2] = x[2];
            a.data.0[0][3] = x[3];
            a.data.0[0][4] = x[4];
            l.data.0[0][0] = x[5];
            l.data.0[0][1] = x[6];
            l.data.0[0][2] = x[7];
            l.data.0[0][3] = x[8];
            l.data.0[0][4] = x[9];
            Ok(done)
        }
        fn assembly(&self) -> AssemblyFacts<'_> {
            const CONDITIONS: &[Named] = &[];
            AssemblyFacts {
                position_tolerances: &[],
                velocity_tolerances: &[],
                condition_tolerances: &[],
                rotations: &[],
                turns: &[true, true, true, true, true],
                guards: &[(3, 0), (4, 0)],
                deviations: 12,
                cosines: 1,
                conditions: CONDITIONS,
                position_conditions: 0,
                closures: ::std::vec![& [0.0, 0.0, 0.0, 0.0, 0.0]],
            }
        }
        #[allow(unused_variables)]
        fn assembly_measures(&self, at: &Self::PositionCache, out: &mut [T]) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, at18, _, _, _,
            at22, _, _, _, _, at27, _, _, _, at31, _, _, _, _, cos_p5_angle,
            sin_p3_angle, cos_p3_angle, cos_p2_angle, sin_p5_angle, sin_p4_angle,
            sin_p2_angle, cos_p4_angle, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, at62, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            sin_p1_angle, cos_p1_angle] = at.values;
            let t3 = T::exact(-1.0);
            let t9 = -sin_p3_angle;
            let t10 = -sin_p4_angle;
            let t11 = -sin_p5_angle;
            let t13 = cos_p3_angle * cos_p5_angle;
            let t15 = sin_p3_angle * cos_p5_angle;
            let t16 = -sin_p1_angle;
            let t17 = -sin_p2_angle;
            let t21 = cos_p2_angle * at62;
            let t22 = sin_p4_angle * sin_p5_angle;
            let t23 = sin_p3_angle * t22;
            let t24 = t13 - t23;
            let t25 = sin_p2_angle * t24;
            let t26 = t21 + t25;
            let t27 = cos_p3_angle * t22;
            let t28 = t15 + t27;
            let t30 = sin_p2_angle * at62;
            let t31 = cos_p2_angle * t24;
            let t32 = t30 - t31;
            let t34 = T::exact(5.0);
            let t35 = t3 + cos_p1_angle;
            let t36 = cos_p2_angle + t3;
            let t37 = cos_p3_angle + t3;
            let t38 = t3 + cos_p4_angle;
            let t39 = t3 + cos_p5_angle;
            let t40 = Real::atan2(at27, at31);
            let t41 = Real::cos(t40);
            let t42 = t3 + t41;
            let t43 = Real::sin(t40);
            let t44 = cos_p1_angle * t26;
            let t45 = sin_p1_angle * t28;
            let t46 = t44 - t45;
            let t47 = sin_p1_angle * t32;
            let t48 = cos_p2_angle * t28;
            let t49 = cos_p1_angle * t24;
            let t50 = sin_p2_angle * t28;
            let t51 = sin_p1_angle * t50;
            let t52 = t49 - t51;
            let t53 = sin_p3_angle * at62;
            let t54 = cos_p2_angle * t53;
            let t55 = sin_p2_angle * t22;
            let t56 = t54 - t55;
            let t57 = cos_p3_angle * at62;
            let t58 = cos_p1_angle * t57;
            let t59 = sin_p2_angle * t53;
            let t60 = cos_p2_angle * t22;
            let t61 = t59 + t60;
            let t62 = sin_p1_angle * t61;
            let t63 = t58 - t62;
            let t64 = at27 * at27;
            let t65 = t32 * t32;
            let t66 = t64 + t65;
            let t67 = t32 * t46;
            let t68 = t43 * t67;
            let t69 = Real::recip(t66);
            let t70 = t68 * t69;
            let t71 = t32 * t47;
            let t72 = t69 * t71;
            let t73 = t26 * at27;
            let t74 = t69 * t73;
            let t75 = t72 + t74;
            let t76 = t43 * t75;
            let t77 = -t76;
            let t78 = at31 * t52;
            let t79 = t69 * t78;
            let t80 = at27 * t48;
            let t81 = t69 * t80;
            let t82 = t79 + t81;
            let t83 = t43 * t82;
            let t84 = -t83;
            let t85 = at31 * t63;
            let t86 = t69 * t85;
            let t87 = at27 * t56;
            let t88 = t69 * t87;
            let t89 = t86 + t88;
            let t90 = t43 * t89;
            let t91 = -t90;
            let t92 = at22 * at31;
            let t93 = t69 * t92;
            let t94 = at18 * at27;
            let t95 = t69 * t94;
            let t96 = t93 + t95;
            let t97 = t43 * t96;
            let t98 = -t97;
            let t99 = at31 * t46;
            let t100 = t41 * t99;
            let t101 = t69 * t100;
            let t102 = t41 * t75;
            let t103 = t41 * t82;
            let t104 = t41 * t89;
            let t105 = t41 * t96;
            store_entries(
                85,
                &[
                    (0, t34),
                    (1, t35),
                    (2, sin_p1_angle),
                    (3, t36),
                    (4, sin_p2_angle),
                    (5, t37),
                    (6, sin_p3_angle),
                    (7, t38),
                    (8, sin_p4_angle),
                    (9, t39),
                    (10, sin_p5_angle),
                    (11, t42),
                    (12, t43),
                    (13, t16),
                    (18, cos_p1_angle),
                    (24, t17),
                    (29, cos_p2_angle),
                    (35, t9),
                    (40, cos_p3_angle),
                    (46, t10),
                    (51, cos_p4_angle),
                    (57, t11),
                    (62, cos_p5_angle),
                    (63, t70),
                    (64, t77),
                    (65, t84),
                    (66, t91),
                    (67, t98),
                    (68, t101),
                    (69, t102),
                    (70, t103),
                    (71, t104),
                    (72, t105),
                ],
                out,
            );
        }
        #[allow(unused_variables)]
        fn assembly_cosines(&self, at: &Self::PositionCache, out: &mut [T]) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, at13, _, _, _, _, at18, _, _, _,
            _, _, _, _, _, _, _, _, _, _, at32, _, _, _, cos_p5_angle, sin_p3_angle,
            cos_p3_angle, cos_p2_angle, sin_p5_angle, sin_p4_angle, sin_p2_angle, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, at62, at63, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, sin_p1_angle, cos_p1_angle] = at.values;
            let t8 = cos_p3_angle * cos_p5_angle;
            let t10 = sin_p3_angle * cos_p5_angle;
            let t12 = cos_p3_angle * sin_p5_angle;
            let t13 = sin_p4_angle * cos_p5_angle;
            let t14 = sin_p3_angle * t13;
            let t15 = t12 + t14;
            let t17 = sin_p3_angle * sin_p5_angle;
            let t18 = cos_p3_angle * t13;
            let t19 = t17 - t18;
            let t22 = sin_p2_angle * t19;
            let t23 = cos_p3_angle * at63;
            let t24 = sin_p3_angle * at63;
            let t25 = sin_p2_angle * t24;
            let t26 = cos_p2_angle * t13;
            let t27 = t25 + t26;
            let t28 = sin_p1_angle * at32;
            let t29 = cos_p1_angle * t19;
            let t30 = t29 - t28;
            let t32 = cos_p2_angle * at62;
            let t33 = sin_p4_angle * sin_p5_angle;
            let t34 = sin_p3_angle * t33;
            let t35 = t8 - t34;
            let t36 = sin_p2_angle * t35;
            let t37 = t32 + t36;
            let t38 = cos_p3_angle * t33;
            let t39 = t10 + t38;
            let t40 = cos_p1_angle * at18;
            let t41 = -t40;
            let t42 = sin_p1_angle * t15;
            let t43 = cos_p1_angle * t22;
            let t44 = t42 + t43;
            let t45 = sin_p1_angle * t23;
            let t46 = cos_p1_angle * t27;
            let t47 = t45 + t46;
            let t48 = -t47;
            let t49 = cos_p1_angle * t37;
            let t50 = sin_p1_angle * t39;
            let t51 = t50 - t49;
            store_entries(
                6,
                &[(0, at13), (1, t30), (2, t41), (3, t44), (4, t48), (5, t51)],
                out,
            );
        }
        #[allow(unused_variables)]
        fn orientation_cosines(&self, at: &Self::PositionCache, out: &mut [T]) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, at13, ..] = at.values;
            store_entries(1, &[(0, at13)], out);
        }
        fn initial(&self) -> (Self::Configuration, Self::Velocity, Self::States) {
            (self.positions, self.velocities, self.states)
        }
        fn initial_reactions(&self) -> (Self::Holonomic, Self::Nonholonomic) {
            self.reactions
        }
    }
    impl<T: Real> BricardModel<T> {
        /// 88 operations.
        #[inline]
        #[allow(unused_variables)]
        fn solve_saddle_forward(
            &self,
            factors: &Factors<T, 149>,
            rhs: [T; 10],
        ) -> [T; 10] {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, f100,
            f101, f102, f103, f104, f105, f106, f107, f108, f109, f110, f111, f112, f113,
            f114, f115, f116, f117, f118, f119, f120, f121, f122, f123, f124, f125, f126,
            f127, f128, f129, f130, f131, f132, f133, f134, f135, f136, f137, f138, f139,
            f140, f141, f142, f143, ..] = factors.values;
            let [r0, r1, r2, r3, r4, r5, r6, r7, r8, r9] = rhs;
            let t54 = f100 * r4;
            let t55 = r0 - t54;
            let t56 = f102 * r4;
            let t57 = r1 - t56;
            let t58 = f105 * r4;
            let t59 = r2 - t58;
            let t60 = f113 * r4;
            let t61 = r5 + t60;
            let t62 = f119 * r4;
            let t63 = r6 + t62;
            let t64 = f126 * r4;
            let t65 = r7 - t64;
            let t66 = f134 * r4;
            let t67 = r8 + t66;
            let t68 = f143 * r4;
            let t69 = r9 - t68;
            let t70 = f101 * t55;
            let t71 = t57 - t70;
            let t72 = f104 * t55;
            let t73 = t59 - t72;
            let t74 = f108 * t55;
            let t75 = r3 - t74;
            let t76 = f112 * t55;
            let t77 = t61 - t76;
            let t78 = f118 * t55;
            let t79 = t63 - t78;
            let t80 = f125 * t55;
            let t81 = t65 - t80;
            let t82 = f133 * t55;
            let t83 = t67 - t82;
            let t84 = f142 * t55;
            let t85 = t69 + t84;
            let t86 = f103 * t71;
            let t87 = t73 + t86;
            let t88 = f107 * t71;
            let t89 = t75 + t88;
            let t90 = f111 * t71;
            let t91 = t77 + t90;
            let t92 = f117 * t71;
            let t93 = t79 + t92;
            let t94 = f124 * t71;
            let t95 = t81 - t94;
            let t96 = f132 * t71;
            let t97 = t83 + t96;
            let t98 = f141 * t71;
            let t99 = t85 + t98;
            let t100 = f106 * t87;
            let t101 = t89 - t100;
            let t102 = f110 * t87;
            let t103 = t91 - t102;
            let t104 = f116 * t87;
            let t105 = t93 - t104;
            let t106 = f123 * t87;
            let t107 = t95 - t106;
            let t108 = f131 * t87;
            let t109 = t97 - t108;
            let t110 = f140 * t87;
            let t111 = t99 - t110;
            let t112 = f109 * t101;
            let t113 = t103 - t112;
            let t114 = f115 * t101;
            let t115 = t105 - t114;
            let t116 = f122 * t101;
            let t117 = t107 - t116;
            let t118 = f130 * t101;
            let t119 = t109 - t118;
            let t120 = f139 * t101;
            let t121 = t111 - t120;
            let t122 = f114 * t113;
            let t123 = t115 - t122;
            let t124 = f121 * t113;
            let t125 = t117 - t124;
            let t126 = f129 * t113;
            let t127 = t119 - t126;
            let t128 = f138 * t113;
            let t129 = t121 - t128;
            let t130 = f120 * t123;
            let t131 = t125 - t130;
            let t132 = f128 * t123;
            let t133 = t127 - t132;
            let t134 = f137 * t123;
            let t135 = t129 - t134;
            let t136 = f127 * t131;
            let t137 = t133 - t136;
            let t138 = f136 * t131;
            let t139 = t135 - t138;
            let t140 = f135 * t137;
            let t141 = t139 - t140;
            [t55, t71, t87, t101, r4, t113, t123, t131, t137, t141]
        }
    }
    impl<T: Real> BricardModel<T> {
        /// 98 operations.
        #[inline]
        #[allow(unused_variables)]
        fn solve_saddle_backward(
            &self,
            factors: &Factors<T, 149>,
            rhs: [T; 10],
            solution: [T; 10],
        ) -> [T; 10] {
            let [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15,
            f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30,
            f31, f32, f33, f34, f35, f36, f37, f38, f39, f40, f41, f42, f43, f44, f45,
            f46, f47, f48, f49, f50, f51, ..] = factors.values;
            let [r0, r1, r2, r3, r4, r5, r6, r7, r8, ..] = rhs;
            let [_, _, _, _, _, _, _, _, _, solution9] = solution;
            let t9 = T::decimal(2.9925187032418954, -1.3289452663842273e-16);
            let t63 = f0 * solution9;
            let t64 = r8 - t63;
            let t65 = f1 * t64;
            let t66 = f3 * t65;
            let t67 = r7 - t66;
            let t68 = f2 * solution9;
            let t69 = t67 - t68;
            let t70 = f4 * t69;
            let t71 = f7 * t70;
            let t72 = r6 - t71;
            let t73 = f6 * t65;
            let t74 = t72 - t73;
            let t75 = f5 * solution9;
            let t76 = t74 - t75;
            let t77 = f8 * t76;
            let t78 = f12 * t77;
            let t79 = r5 - t78;
            let t80 = f11 * t70;
            let t81 = t79 - t80;
            let t82 = f10 * t65;
            let t83 = t81 - t82;
            let t84 = f9 * solution9;
            let t85 = t83 - t84;
            let t86 = f13 * t85;
            let t87 = f28 * t86;
            let t88 = r3 - t87;
            let t89 = f27 * t77;
            let t90 = t88 - t89;
            let t91 = f26 * t70;
            let t92 = t90 - t91;
            let t93 = f25 * t65;
            let t94 = t92 - t93;
            let t95 = f24 * solution9;
            let t96 = t94 - t95;
            let t97 = f29 * t96;
            let t98 = f30 * t97;
            let t99 = r2 - t98;
            let t100 = f23 * t86;
            let t101 = t99 - t100;
            let t102 = f22 * t77;
            let t103 = t101 - t102;
            let t104 = f21 * t70;
            let t105 = t103 - t104;
            let t106 = f20 * t65;
            let t107 = t105 - t106;
            let t108 = f19 * solution9;
            let t109 = t107 - t108;
            let t110 = f31 * t109;
            let t111 = f39 * t110;
            let t112 = r1 - t111;
            let t113 = f38 * t97;
            let t114 = t112 - t113;
            let t115 = f37 * t86;
            let t116 = t114 - t115;
            let t117 = f36 * t77;
            let t118 = t116 - t117;
            let t119 = f35 * t70;
            let t120 = t118 + t119;
            let t121 = f34 * t65;
            let t122 = t120 - t121;
            let t123 = f33 * solution9;
            let t124 = t122 - t123;
            let t125 = f40 * t124;
            let t126 = -t125;
            let t127 = f49 * t125;
            let t128 = r0 + t127;
            let t129 = f48 * t110;
            let t130 = t128 - t129;
            let t131 = f47 * t97;
            let t132 = t130 - t131;
            let t133 = f46 * t86;
            let t134 = t132 - t133;
            let t135 = f45 * t77;
            let t136 = t134 - t135;
            let t137 = f44 * t70;
            let t138 = t136 - t137;
            let t139 = f43 * t65;
            let t140 = t138 - t139;
            let t141 = f42 * solution9;
            let t142 = t140 + t141;
            let t143 = f50 * t142;
            let t144 = f51 * t143;
            let t145 = r4 - t144;
            let t146 = f41 * t125;
            let t147 = t145 + t146;
            let t148 = f32 * t110;
            let t149 = t147 - t148;
            let t150 = f18 * t86;
            let t151 = t149 + t150;
            let t152 = f17 * t77;
            let t153 = t151 + t152;
            let t154 = f16 * t70;
            let t155 = t153 - t154;
            let t156 = f15 * t65;
            let t157 = t155 + t156;
            let t158 = f14 * solution9;
            let t159 = t157 - t158;
            let t160 = t9 * t159;
            [t143, t126, t110, t97, t160, t86, t77, t70, t65, solution9]
        }
    }
    impl<T: Real> BricardModel<T> {
        /// 82 operations.
        #[inline]
        #[allow(unused_variables)]
        fn solve_forward(&self, factors: &Factors<T, 156>, rhs: [T; 10]) -> [T; 10] {
            let [r0, r1, r2, r3, r4, r5, r6, r7, r8, r9] = rhs;
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, f110, f111, f112, f113, f114, f115, f116, f117, f118,
            f119, f120, f121, f122, f123, f124, f125, f126, f127, f128, f129, f130, f131,
            f132, f133, f134, f135, f136, f137, f138, f139, f140, f141, f142, f143, f144,
            f145, f146, f147, f148, f149, f150, ..] = factors.values;
            let t51 = r0 * f112;
            let t52 = r1 - t51;
            let t53 = r0 * f115;
            let t54 = r2 - t53;
            let t55 = r0 * f119;
            let t56 = r3 - t55;
            let t57 = r0 * f124;
            let t58 = r4 - t57;
            let t59 = r0 * f110;
            let t60 = r5 - t59;
            let t61 = r0 * f135;
            let t62 = r7 - t61;
            let t63 = r0 * f143;
            let t64 = r8 - t63;
            let t65 = f111 * t60;
            let t66 = t52 + t65;
            let t67 = f114 * t60;
            let t68 = t54 + t67;
            let t69 = f118 * t60;
            let t70 = t56 + t69;
            let t71 = f123 * t60;
            let t72 = t58 - t71;
            let t73 = f134 * t60;
            let t74 = t62 - t73;
            let t75 = f142 * t60;
            let t76 = t64 - t75;
            let t77 = f113 * t66;
            let t78 = t68 - t77;
            let t79 = f117 * t66;
            let t80 = t70 - t79;
            let t81 = f122 * t66;
            let t82 = t72 - t81;
            let t83 = f128 * t66;
            let t84 = r6 + t83;
            let t85 = f133 * t66;
            let t86 = t74 + t85;
            let t87 = f141 * t66;
            let t88 = t76 + t87;
            let t89 = f150 * t66;
            let t90 = r9 - t89;
            let t91 = f116 * t78;
            let t92 = t80 - t91;
            let t93 = f121 * t78;
            let t94 = t82 - t93;
            let t95 = f127 * t78;
            let t96 = t84 - t95;
            let t97 = f132 * t78;
            let t98 = t86 - t97;
            let t99 = f140 * t78;
            let t100 = t88 - t99;
            let t101 = f149 * t78;
            let t102 = t90 + t101;
            let t103 = f120 * t92;
            let t104 = t94 - t103;
            let t105 = f126 * t92;
            let t106 = t96 - t105;
            let t107 = f131 * t92;
            let t108 = t98 - t107;
            let t109 = f139 * t92;
            let t110 = t100 - t109;
            let t111 = f148 * t92;
            let t112 = t102 - t111;
            let t113 = f125 * t104;
            let t114 = t106 - t113;
            let t115 = f130 * t104;
            let t116 = t108 - t115;
            let t117 = f138 * t104;
            let t118 = t110 - t117;
            let t119 = f147 * t104;
            let t120 = t112 - t119;
            let t121 = f129 * t114;
            let t122 = t116 - t121;
            let t123 = f137 * t114;
            let t124 = t118 - t123;
            let t125 = f146 * t114;
            let t126 = t120 + t125;
            let t127 = f136 * t122;
            let t128 = t124 - t127;
            let t129 = f145 * t122;
            let t130 = t126 - t129;
            let t131 = f144 * t128;
            let t132 = t130 - t131;
            [r0, t66, t78, t92, t104, t60, t114, t122, t128, t132]
        }
    }
    impl<T: Real> BricardModel<T> {
        /// 93 operations.
        #[inline]
        #[allow(unused_variables)]
        fn solve_backward(
            &self,
            factors: &Factors<T, 156>,
            rhs: [T; 10],
            solution: [T; 10],
        ) -> [T; 10] {
            let [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15,
            f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30,
            f31, f32, f33, f34, f35, f36, f37, f38, f39, f40, f41, f42, f43, f44, f45,
            f46, f47, f48, f49, ..] = factors.values;
            let [r0, r1, r2, r3, r4, r5, r6, r7, r8, ..] = rhs;
            let [_, _, _, _, _, _, _, _, _, solution9] = solution;
            let t60 = solution9 * f0;
            let t61 = r8 - t60;
            let t62 = f1 * t61;
            let t63 = f3 * t62;
            let t64 = r7 - t63;
            let t65 = solution9 * f2;
            let t66 = t64 - t65;
            let t67 = f4 * t66;
            let t68 = f7 * t67;
            let t69 = r6 + t68;
            let t70 = f6 * t62;
            let t71 = t69 + t70;
            let t72 = solution9 * f5;
            let t73 = t71 - t72;
            let t74 = f8 * t73;
            let t75 = -t74;
            let t76 = f14 * t74;
            let t77 = r4 + t76;
            let t78 = f13 * t67;
            let t79 = t77 - t78;
            let t80 = f12 * t62;
            let t81 = t79 - t80;
            let t82 = solution9 * f11;
            let t83 = t81 - t82;
            let t84 = f15 * t83;
            let t85 = f21 * t84;
            let t86 = r3 - t85;
            let t87 = f20 * t74;
            let t88 = t86 + t87;
            let t89 = f19 * t67;
            let t90 = t88 - t89;
            let t91 = f18 * t62;
            let t92 = t90 - t91;
            let t93 = solution9 * f17;
            let t94 = t92 - t93;
            let t95 = f22 * t94;
            let t96 = f29 * t95;
            let t97 = r2 - t96;
            let t98 = f28 * t84;
            let t99 = t97 - t98;
            let t100 = f27 * t74;
            let t101 = t99 + t100;
            let t102 = f26 * t67;
            let t103 = t101 - t102;
            let t104 = f25 * t62;
            let t105 = t103 - t104;
            let t106 = solution9 * f24;
            let t107 = t105 + t106;
            let t108 = f30 * t107;
            let t109 = f38 * t108;
            let t110 = r1 - t109;
            let t111 = f37 * t95;
            let t112 = t110 - t111;
            let t113 = f36 * t84;
            let t114 = t112 - t113;
            let t115 = f35 * t74;
            let t116 = t114 - t115;
            let t117 = f34 * t67;
            let t118 = t116 + t117;
            let t119 = f33 * t62;
            let t120 = t118 + t119;
            let t121 = f32 * solution9;
            let t122 = t120 - t121;
            let t123 = f39 * t122;
            let t124 = f40 * t123;
            let t125 = r5 - t124;
            let t126 = f31 * t108;
            let t127 = t125 - t126;
            let t128 = f23 * t95;
            let t129 = t127 - t128;
            let t130 = f16 * t84;
            let t131 = t129 + t130;
            let t132 = f10 * t67;
            let t133 = t131 + t132;
            let t134 = f9 * t62;
            let t135 = t133 + t134;
            let t136 = f41 * t135;
            let t137 = -t136;
            let t138 = f48 * t123;
            let t139 = r0 - t138;
            let t140 = f47 * t108;
            let t141 = t139 - t140;
            let t142 = f46 * t95;
            let t143 = t141 - t142;
            let t144 = f45 * t84;
            let t145 = t143 - t144;
            let t146 = f44 * t136;
            let t147 = t145 + t146;
            let t148 = f43 * t67;
            let t149 = t147 - t148;
            let t150 = f42 * t62;
            let t151 = t149 - t150;
            let t152 = f49 * t151;
            [t152, t123, t108, t95, t84, t137, t75, t67, t62, solution9]
        }
    }
    impl<T: Real> BricardModel<T> {
        #[inline]
        #[allow(unused_variables)]
        fn now_of(&self, t: T, u: [T; 0]) -> TimeCache<T, 0, 0> {
            TimeCache { t, u, values: [] }
        }
    }
    impl<T: Real> Energetic for BricardModel<T> {
        #[inline]
        #[allow(unused_variables)]
        fn energy(
            &self,
            at: &Self::PositionCache,
            v: &Self::Velocity,
            y: &Self::States,
        ) -> (T, T) {
            let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot] = v
                .data
                .0[0];
            let [at0, at1, at2, at3, at4, at5, at6, at7, at8, at9, at10, at11, at12, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            cos_p2_angle, _, _, _, _, at44, at45, _, _, at48, ..] = at.values;
            let t5 = T::exact(0.5);
            let t7 = p5_angle_dot * p5_angle_dot;
            let t10 = t5 * at1;
            let t11 = p1_angle_dot * t10;
            let t14 = p2_angle_dot * at3;
            let t16 = p3_angle_dot * at6;
            let t18 = p4_angle_dot * at9;
            let t21 = p5_angle_dot * at0;
            let t22 = t11 + t14;
            let t23 = t16 + t22;
            let t24 = t18 + t23;
            let t25 = t21 + t24;
            let t26 = p1_angle_dot * t25;
            let t28 = t5 * at4;
            let t29 = p2_angle_dot * t28;
            let t30 = p3_angle_dot * at7;
            let t32 = p4_angle_dot * at10;
            let t34 = p5_angle_dot * at2;
            let t35 = t30 - t29;
            let t36 = t32 + t35;
            let t37 = t34 + t36;
            let t38 = p2_angle_dot * t37;
            let t40 = t5 * at8;
            let t41 = p3_angle_dot * t40;
            let t42 = p4_angle_dot * at11;
            let t43 = p5_angle_dot * at5;
            let t44 = t41 + t42;
            let t45 = t43 + t44;
            let t46 = p3_angle_dot * t45;
            let t47 = p4_angle_dot * p4_angle_dot;
            let t49 = t5 * at12;
            let t50 = t47 * t49;
            let t51 = T::decimal(0.16708333333333333, -3.700743415417195e-19);
            let t52 = t7 * t51;
            let t53 = t50 + t52;
            let t54 = t46 + t53;
            let t55 = t38 + t54;
            let t56 = t26 + t55;
            let t57 = T::decimal(-14.715, -1.4210854715202004e-16);
            let t58 = cos_p2_angle * t57;
            let t60 = T::decimal(-4.905, 2.486899575160351e-16);
            let t61 = at45 * t60;
            let t62 = cos_p2_angle + at45;
            let t63 = T::decimal(-9.81, 4.973799150320702e-16);
            let t64 = t62 * t63;
            let t66 = t60 * at48;
            let t67 = t62 + at48;
            let t68 = t63 * t67;
            let t70 = t60 * at44;
            let t71 = t58 + t61;
            let t72 = t64 + t71;
            let t73 = t66 + t72;
            let t74 = t68 + t73;
            let t75 = t70 + t74;
            (t56, t75)
        }
    }
    impl<T: Real> VectorSpace for BricardModel<T> {}
    impl<T: Real> Stateless for BricardModel<T> {}
};
