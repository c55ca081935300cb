///
/// Coordinates: `pivot.angle` \[rad\], `pin.angle` \[rad\], `wrist.angle` \[rad\].
///
/// Holonomic constraints: `guide.across` \[m\], `guide.turn`.
///
/// Outputs: `piston` \[m\], `load[0]` \[N\], `load[1]` \[N\].
///
/// Degrees of freedom: 1. Operations: position 37, force 19, factorisation 36, solve 32.
#[allow(non_snake_case, non_camel_case_types, clippy::derive_partial_eq_without_eq)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SliderCrank<T = f64> {
    /// Parameter `crank_length` \[m\].
    pub crank_length: T,
    /// Parameter `rod_length` \[m\].
    pub rod_length: T,
}
/// `SliderCrank` with its parameters: what steppers integrate. Made by `SliderCrank::build()`.
#[derive(Clone, Debug)]
pub struct SliderCrankModel<T = f64> {
    parameters: SliderCrank<T>,
    constants: [T; 12],
    inputs: [T; 0],
    initial: ::linkwork::__private::Initial<T, 3, 3, 0, 2, 0>,
    limits: ::linkwork::__private::Limits<5>,
}
#[allow(non_snake_case, unused_variables, dead_code, unreachable_pub)]
#[allow(clippy::all, clippy::pedantic, clippy::nursery)]
const _: () = {
    use ::linkwork::__private::emitted::{self, *};
    emitted::shape! {
        SliderCrankModel, q : 3, v : 3, g : 2, outputs : 3, position : 19, velocity : 3,
        stiffness : 5, saddle : 22, bordered : 33
    }
    emitted::parameters! {
        SliderCrank, SliderCrankModel { crank_length : ("crank_length", "m", 0.15),
        rod_length : ("rod_length", "m", 0.35) },
        "pub mechanism SliderCrank in plane {\n    gravity = [0, -9.81] [m/s^2];\n    param crank_length = 0.15 [m];\n    param rod_length = 0.35 [m];\n\n    body crank { mass: 1.2 [kg], inertia: 2.25e-3 [kg*m^2] }\n    body rod { mass: 0.6 [kg], inertia: 6.125e-3 [kg*m^2] }\n    body slider { mass: 2 [kg] }\n\n    joint pivot = revolute(ground, crank at [-crank_length / 2, 0 [m]]);\n    joint pin = revolute(crank at [crank_length / 2, 0 [m]], rod at [-rod_length / 2, 0 [m]]);\n    joint wrist = revolute(rod at [rod_length / 2, 0 [m]], slider);\n    joint guide = prismatic(ground, slider, axis: [1, 0]);\n\n    output piston = guide.displacement;\n    output load = wrist.force;\n    initial { pivot.angle: 30 [deg], der(pivot.angle): 6 [rad/s] }\n}\n"
    }
    impl<T: Real> SliderCrank<T> {
        /// Checks the parameters, computes what depends on them alone, and assembles the initial state.
        ///
        /// # Errors
        /// A parameter that is not finite, or an initial state that cannot be assembled.
        pub fn build(self) -> ::core::result::Result<SliderCrankModel<T>, Error> {
            check_parameters("SliderCrank", &self)?;
            let parameters = [self.crank_length, self.rod_length];
            let mut model = SliderCrankModel {
                parameters: self,
                constants: Self::constants(parameters),
                inputs: [T::zero(); 0],
                initial: Self::initial(parameters),
                limits: Limits::NONE,
            };
            let given = Given::of(&[true, false, false], &[true, false, false]);
            model.initial = model.initial.assembled(&model, [T::zero(); 3], given)?;
            model.limits = Limits::of(
                &model,
                &[(1, 1), (0, 0), (3, 3), (2, 4), (4, 2)],
                &[(0, 0), (1, 1), (3, 3), (2, 4), (4, 2)],
            );
            Ok(model)
        }
        /// What depends on parameters alone: 18 operations (4 divisions, 1 function).
        fn constants(parameters: [T; 2]) -> [T; 12] {
            let [crank_length, rod_length] = parameters;
            let t0 = T::decimal(31.392, 5.400124791776761e-16);
            let crank_length_squared = crank_length * crank_length;
            let t4 = T::decimal(1.45, 4.4408920985006264e-17);
            let t7 = crank_length_squared * t4
                + T::decimal(0.001125, 8.500145032286355e-20);
            let rod_length_squared = rod_length * rod_length;
            let t12 = rod_length_squared * T::decimal(1.075, 4.4408920985006264e-17);
            let t14 = t12 + T::decimal(0.0030625, -1.179611963664229e-19);
            let t15 = T::exact(2.0) * t14;
            let t18 = Real::sqrt(crank_length_squared) + Real::sqrt(rod_length_squared);
            let t20 = Real::max(t18, T::decimal(1e-6, 4.525188817411374e-23));
            let t21 = Real::recip(t20);
            let t25 = rod_length * T::decimal(22.563, 1.1652900866465644e-15);
            [
                Real::recip(t15),
                t15,
                rod_length,
                crank_length,
                t7 * T::exact(2.0),
                t0 * crank_length,
                t25,
                t14,
                rod_length * t21,
                t21,
                t20,
                crank_length * t4,
            ]
        }
        /// Where assembly starts: 0 operations.
        fn initial(parameters: [T; 2]) -> Initial<T, 3, 3, 0, 2, 0> {
            let t1 = T::decimal(0.5235987755982989, -5.360408832255455e-17);
            Initial {
                q: SVector::from([t1, T::zero(), T::zero()]),
                v: SVector::from([T::exact(6.0), T::zero(), T::zero()]),
                ..Initial::zeros()
            }
        }
    }
    emitted::facts! {
        SliderCrankModel : "SliderCrank", flags : [holonomic : true, singular_mass :
        true], kinds : [Manifold, VectorSpace, Stateless], names : [coordinates :
        [("pivot.angle", "rad"), ("pin.angle", "rad"), ("wrist.angle", "rad")],
        velocities : [("der(pivot.angle)", "rad/s"), ("der(pin.angle)", "rad/s"),
        ("der(wrist.angle)", "rad/s")], holonomic : [("guide.across", "m"),
        ("guide.turn", "")], outputs : [("piston", "m"), ("load[0]", "N"), ("load[1]",
        "N")], parameters : [("crank_length", "m"), ("rod_length", "m")]]
    }
    impl<T: Real> Evaluate for SliderCrankModel<T> {
        emitted::caches!(constant);
        /// What (t, q) decides, 19 numbers: 37 operations (5 functions).
        #[inline]
        fn place(&self, now: &Time<T>, q: &Q<T>, at: &mut At<T>) {
            let [pivot_angle, pin_angle, wrist_angle] = q.data.0[0];
            let [_, m_1_1, rod_length, crank_length, _, _, _, k7, _, _, _, k11] = self
                .constants;
            let pivot_pin_angle = pivot_angle + pin_angle;
            let sin_pivot_pin_angle = Real::sin(pivot_pin_angle);
            let t5 = rod_length * sin_pivot_pin_angle;
            let t6 = T::decimal(-2.3, -1.7763568394002506e-16);
            let cos_pivot_angle = Real::cos(pivot_angle);
            let sin_pivot_angle = Real::sin(pivot_angle);
            let cos_pivot_pin_angle = Real::cos(pivot_pin_angle);
            let t10 = rod_length * cos_pivot_pin_angle;
            let t11 = T::decimal(2.3, 1.7763568394002506e-16);
            let t16 = cos_pivot_angle * crank_length;
            let t22 = T::decimal(0.001125, 8.500145032286355e-20);
            let t26 = T::decimal(4.6, 3.552713678800501e-16);
            let t30 = crank_length * (k11 + t10 * (cos_pivot_angle * t26));
            let t32 = t22 + (k7 + t30);
            let t33 = sin_pivot_angle * t26;
            let t39 = t32 + (t22 + (k7 + crank_length * (k11 + t5 * t33)));
            let t43 = t11 * (cos_pivot_angle * t10 + t5 * sin_pivot_angle);
            let t46 = T::decimal(-4.6, -3.552713678800501e-16);
            at.now = now.clone();
            at.q.data.0[0] = [q.data.0[0][0], q.data.0[0][1], q.data.0[0][2]];
            at.values = [
                Real::cos(pivot_pin_angle + wrist_angle),
                m_1_1 + crank_length * t43,
                t39,
                t10,
                t10 + t16,
                cos_pivot_pin_angle * t46,
                sin_pivot_angle * crank_length,
                sin_pivot_pin_angle * t26,
                t16,
                cos_pivot_angle * t46,
                t5,
                t33,
                sin_pivot_pin_angle * t6,
                cos_pivot_pin_angle * t11,
                sin_pivot_angle * t11,
                cos_pivot_angle,
                sin_pivot_angle,
                sin_pivot_pin_angle,
                cos_pivot_pin_angle,
            ];
        }
        /// M a (3) \[N*m\]: 6 operations.
        fn mass_times(&self, at: &At<T>, a: &V<T>, out: &mut V<T>) {
            let [pivot_angle_ddot, pin_angle_ddot, ..] = a.data.0[0];
            let [_, m_0_1, m_0_0, ..] = at.values;
            let [_, m_1_1, ..] = self.constants;
            let t7 = pivot_angle_ddot * m_0_0 + pin_angle_ddot * m_0_1;
            let t10 = pivot_angle_ddot * m_0_1 + pin_angle_ddot * m_1_1;
            out.data.0[0] = [t7, t10, T::zero()];
        }
        /// f₀, the forces without reactions (3) \[N*m\]: 19 operations.
        #[inline]
        fn applied_force(&self, at: &At<T>, v: &V<T>, y: &Y<T>, out: &mut V<T>) {
            let [pivot_angle_dot, pin_angle_dot, ..] = v.data.0[0];
            let [_, _, _, g_0_1, _, _, sin_pivot_angle_crank_length, _,
            cos_pivot_angle_crank_length, _, at10, _, at12, at13, at14, cos_pivot_angle,
            ..] = at.values;
            let [_, _, rod_length, crank_length, ..] = self.constants;
            let t0 = T::decimal(31.392, 5.400124791776761e-16);
            let pivot_pin_angle_dot = pivot_angle_dot + pin_angle_dot;
            let t5 = pivot_pin_angle_dot * pivot_pin_angle_dot;
            let t9 = t5 * at10 * T::decimal(-2.3, -1.7763568394002506e-16);
            let t19 = ((t0 + t9) * cos_pivot_angle + t5 * g_0_1 * at14) * crank_length;
            let t20 = pivot_angle_dot * pivot_angle_dot;
            let t24 = t20 * sin_pivot_angle_crank_length
                + T::decimal(-9.81, 4.973799150320702e-16);
            let t31 = t24 * at13 + t20 * cos_pivot_angle_crank_length * at12;
            let t32 = rod_length * t31;
            out.data.0[0] = [t32 - t19, t32, T::zero()];
        }
        /// f = f₀ − B (λ, ψ) (3) \[N*m\]: 28 operations.
        #[inline]
        fn force(&self, at: &At<T>, v: &V<T>, y: &Y<T>, r: R<'_, T>, out: &mut V<T>) {
            let [lambda_guide_across, lambda_guide_turn] = r.0.data.0[0];
            let [pivot_angle_dot, pin_angle_dot, ..] = v.data.0[0];
            let [cos_pivot_pin_wrist_angle, _, _, g_0_1, g_0_0, _,
            sin_pivot_angle_crank_length, _, cos_pivot_angle_crank_length, _, at10, _,
            at12, at13, at14, cos_pivot_angle, ..] = at.values;
            let [_, _, rod_length, crank_length, ..] = self.constants;
            let t0 = T::decimal(31.392, 5.400124791776761e-16);
            let pivot_pin_angle_dot = pivot_angle_dot + pin_angle_dot;
            let t5 = pivot_pin_angle_dot * pivot_pin_angle_dot;
            let t9 = t5 * at10 * T::decimal(-2.3, -1.7763568394002506e-16);
            let t19 = ((t0 + t9) * cos_pivot_angle + t5 * g_0_1 * at14) * crank_length;
            let t20 = pivot_angle_dot * pivot_angle_dot;
            let t24 = t20 * sin_pivot_angle_crank_length
                + T::decimal(-9.81, 4.973799150320702e-16);
            let t31 = t24 * at13 + t20 * cos_pivot_angle_crank_length * at12;
            let t32 = rod_length * t31;
            let t33 = t19 - t32;
            let t39 = cos_pivot_pin_wrist_angle * lambda_guide_turn;
            let t42 = -(t39 + (t33 + g_0_0 * lambda_guide_across));
            let t46 = t32 - g_0_1 * lambda_guide_across - t39;
            let t44 = -t39;
            out.data.0[0] = [t42, t46, t44];
        }
        /// M a − f (3) \[N*m\]: 44 operations.
        #[inline]
        fn residual(
            &self,
            at: &At<T>,
            v: &V<T>,
            y: &Y<T>,
            a: &V<T>,
            r: R<'_, T>,
            out: &mut V<T>,
        ) {
            let [lambda_guide_across, lambda_guide_turn] = r.0.data.0[0];
            let [pivot_angle_ddot, pin_angle_ddot, ..] = a.data.0[0];
            let [pivot_angle_dot, pin_angle_dot, ..] = v.data.0[0];
            let [cos_pivot_pin_wrist_angle, _, _, g_0_1, g_0_0, _, _, _, _, _, _, _,
            at12, at13, _, cos_pivot_angle, sin_pivot_angle, sin_pivot_pin_angle,
            cos_pivot_pin_angle] = at.values;
            let [_, m_1_1, rod_length, crank_length, k4, ..] = self.constants;
            let t0 = T::decimal(31.392, 5.400124791776761e-16);
            let pivot_pin_angle_dot = pivot_angle_dot + pin_angle_dot;
            let t6 = pivot_pin_angle_dot * pivot_pin_angle_dot;
            let t11 = T::decimal(2.3, 1.7763568394002506e-16);
            let t13 = pivot_angle_dot * pivot_angle_dot;
            let t18 = g_0_0 * lambda_guide_across;
            let t21 = cos_pivot_pin_wrist_angle * lambda_guide_turn;
            let t22 = g_0_1 * lambda_guide_across;
            let pivot_pin_angle_ddot = pivot_angle_ddot + pin_angle_ddot;
            let t29 = rod_length * (at13 * pivot_pin_angle_ddot + t6 * at12);
            let t31 = cos_pivot_angle * (t0 + t29);
            let t34 = t6 * cos_pivot_pin_angle
                + sin_pivot_pin_angle * pivot_pin_angle_ddot;
            let t38 = t31 + sin_pivot_angle * (rod_length * (t11 * t34));
            let t39 = crank_length * t38;
            let t41 = pivot_angle_ddot * k4;
            let t44 = cos_pivot_angle * pivot_angle_ddot - sin_pivot_angle * t13;
            let t47 = crank_length * t44 + T::decimal(9.81, -4.973799150320702e-16);
            let t51 = cos_pivot_angle * t13 + sin_pivot_angle * pivot_angle_ddot;
            let t54 = cos_pivot_pin_angle * t47
                + sin_pivot_pin_angle * (crank_length * t51);
            let t59 = rod_length * (t11 * t54) + pivot_pin_angle_ddot * m_1_1;
            let t63 = t21 + (t18 + (t39 + (t41 + t59)));
            let t65 = t21 + (t22 + t59);
            out.data.0[0] = [t63, t65, t21];
        }
        /// B (λ, ψ), B = −∂f/∂(λ, ψ) (3) \[N*m\]: 5 operations.
        fn reaction_force(&self, at: &At<T>, c: &C<T>, r: R<'_, T>, out: &mut V<T>) {
            let [lambda_guide_across, lambda_guide_turn] = r.0.data.0[0];
            let [cos_pivot_pin_wrist_angle, _, _, g_0_1, g_0_0, ..] = at.values;
            let t6 = cos_pivot_pin_wrist_angle * lambda_guide_turn;
            let t8 = g_0_0 * lambda_guide_across + t6;
            let t9 = t6 + g_0_1 * lambda_guide_across;
            out.data.0[0] = [t8, t9, t6];
        }
        /// g (2) \[m, 1\]: 4 operations (1 function).
        fn holonomic(&self, at: &At<T>, out: &mut G<T>) {
            let [pivot_angle, pin_angle, wrist_angle] = at.q.data.0[0];
            let [_, _, _, _, _, _, sin_pivot_angle_crank_length, _, _, _, at10, ..] = at
                .values;
            let t7 = at10 + sin_pivot_angle_crank_length;
            let t8 = Real::sin(pivot_angle + pin_angle + wrist_angle);
            out.data.0[0] = [t7, t8];
        }
        /// dg/dt = ∂g/∂t + G v (2) \[m/s, 1/s\]: 6 operations.
        fn holonomic_rate(&self, at: &At<T>, v: &V<T>, out: &mut G<T>) {
            let [pivot_angle_dot, pin_angle_dot, wrist_angle_dot] = v.data.0[0];
            let [cos_pivot_pin_wrist_angle, _, _, g_0_1, _, _, _, _,
            cos_pivot_angle_crank_length, ..] = at.values;
            let pivot_pin_angle_dot = pivot_angle_dot + pin_angle_dot;
            let t8 = pivot_angle_dot * cos_pivot_angle_crank_length
                + pivot_pin_angle_dot * g_0_1;
            let t11 = cos_pivot_pin_wrist_angle
                * (pivot_pin_angle_dot + wrist_angle_dot);
            out.data.0[0] = [t8, t11];
        }
        /// Outputs (3) \[m, N, N\]: 33 operations.
        #[inline]
        fn outputs(
            &self,
            at: &At<T>,
            v: &V<T>,
            y: &Y<T>,
            a: &V<T>,
            r: R<'_, T>,
            out: &mut Outputs<T>,
        ) {
            let [lambda_guide_across, ..] = r.0.data.0[0];
            let [pivot_angle_ddot, pin_angle_ddot, ..] = a.data.0[0];
            let [pivot_angle_dot, pin_angle_dot, ..] = v.data.0[0];
            let [_, _, _, _, g_0_0, _, _, _, _, _, _, _, _, _, _, cos_pivot_angle,
            sin_pivot_angle, sin_pivot_pin_angle, cos_pivot_pin_angle] = at.values;
            let [_, _, rod_length, crank_length, ..] = self.constants;
            let pivot_pin_angle_dot = pivot_angle_dot + pin_angle_dot;
            let t5 = pivot_pin_angle_dot * pivot_pin_angle_dot;
            let t10 = pivot_angle_dot * pivot_angle_dot;
            let pivot_pin_angle_ddot = pivot_angle_ddot + pin_angle_ddot;
            let t18 = t5 * cos_pivot_pin_angle
                + sin_pivot_pin_angle * pivot_pin_angle_ddot;
            let t22 = cos_pivot_angle * pivot_angle_ddot - sin_pivot_angle * t10;
            let t25 = crank_length * t22 + T::decimal(9.81, -4.973799150320702e-16);
            let t28 = cos_pivot_angle * t10 + sin_pivot_angle * pivot_angle_ddot;
            let t31 = crank_length * t28 + rod_length * t18;
            let t34 = t31 * (cos_pivot_pin_angle * T::exact(-2.0));
            let t37 = cos_pivot_pin_angle * pivot_pin_angle_ddot
                - sin_pivot_pin_angle * t5;
            let t41 = lambda_guide_across + T::exact(2.0) * (t25 + rod_length * t37);
            let t47 = t31 * (sin_pivot_pin_angle * T::exact(2.0))
                + cos_pivot_pin_angle * t41;
            out.data.0[0] = [g_0_0, t34 + sin_pivot_pin_angle * t41, t47];
        }
        /// γ of G a = γ (2) and D a = γ (0): 12 operations (1 function).
        #[inline]
        fn acceleration_bias(&self, at: &At<T>, v: &V<T>, out: (&mut G<T>, &mut K<T>)) {
            let [pivot_angle_dot, pin_angle_dot, wrist_angle_dot] = v.data.0[0];
            let [pivot_angle, pin_angle, wrist_angle] = at.q.data.0[0];
            let [_, _, _, _, _, _, sin_pivot_angle_crank_length, _, _, _, at10, ..] = at
                .values;
            let pivot_pin_angle = pivot_angle + pin_angle;
            let pivot_pin_angle_dot = pivot_angle_dot + pin_angle_dot;
            let t8 = pivot_pin_angle_dot * pivot_pin_angle_dot * at10;
            let t11 = pivot_angle_dot * pivot_angle_dot * sin_pivot_angle_crank_length;
            let t16 = pivot_pin_angle_dot + wrist_angle_dot;
            let t19 = Real::sin(pivot_pin_angle + wrist_angle) * (t16 * t16);
            out.0.data.0[0] = [t8 + t11, t19];
        }
        /// C = −∂f/∂v (3 × 3), and B and D where they move, 3 numbers: 14 operations.
        #[inline]
        fn moving(&self, at: &At<T>, v: &V<T>, y: &Y<T>, r: R<'_, T>, out: &mut C<T>) {
            let [pivot_angle_dot, pin_angle_dot, ..] = v.data.0[0];
            let [_, _, _, g_0_1, _, at5, sin_pivot_angle_crank_length, at7,
            cos_pivot_angle_crank_length, at9, at10, at11, ..] = at.values;
            let [_, _, rod_length, crank_length, ..] = self.constants;
            let pivot_pin_angle_dot = pivot_angle_dot + pin_angle_dot;
            let t11 = pivot_pin_angle_dot * g_0_1 * at11
                + pivot_pin_angle_dot * at10 * at9;
            let t13 = crank_length * t11;
            let t17 = pivot_angle_dot * sin_pivot_angle_crank_length * at5;
            let t21 = pivot_angle_dot * cos_pivot_angle_crank_length * at7;
            let t24 = rod_length * (t21 + t17);
            out.values = [t13, t24, t13 + t24];
        }
        /// K = ∂(M a − f)/∂q (3 × 3), and ∂k/∂q, 5 numbers: 52 operations (1 function).
        #[inline]
        fn stiffness(
            &self,
            at: &At<T>,
            v: &V<T>,
            y: &Y<T>,
            a: &V<T>,
            r: R<'_, T>,
            out: &mut Stiffness<T>,
        ) {
            let [lambda_guide_across, lambda_guide_turn] = r.0.data.0[0];
            let [pivot_angle_ddot, pin_angle_ddot, ..] = a.data.0[0];
            let [pivot_angle_dot, pin_angle_dot, ..] = v.data.0[0];
            let [pivot_angle, pin_angle, wrist_angle] = at.q.data.0[0];
            let [_, _, _, _, _, _, sin_pivot_angle_crank_length, _, _, _, at10, _, at12,
            at13, _, cos_pivot_angle, sin_pivot_angle, sin_pivot_pin_angle,
            cos_pivot_pin_angle] = at.values;
            let [_, _, rod_length, crank_length, _, k5, ..] = self.constants;
            let t7 = lambda_guide_turn
                * Real::sin(pivot_angle + pin_angle + wrist_angle);
            let t10 = at10 * lambda_guide_across;
            let t11 = t7 + t10;
            let t12 = T::decimal(9.81, -4.973799150320702e-16);
            let t14 = pivot_angle_dot * pivot_angle_dot;
            let t20 = cos_pivot_angle * pivot_angle_ddot - sin_pivot_angle * t14;
            let t22 = crank_length * t20;
            let t23 = t22 + t12;
            let t25 = at12 * t23;
            let t28 = cos_pivot_angle * t14 + sin_pivot_angle * pivot_angle_ddot;
            let t34 = rod_length * (at13 * (crank_length * t28) + t25);
            let pivot_pin_angle_dot = pivot_angle_dot + pin_angle_dot;
            let t38 = pivot_pin_angle_dot * pivot_pin_angle_dot;
            let pivot_pin_angle_ddot = pivot_angle_ddot + pin_angle_ddot;
            let t44 = rod_length * (at13 * pivot_pin_angle_ddot + t38 * at12);
            let t45 = sin_pivot_angle * t44;
            let t50 = t38 * cos_pivot_pin_angle
                + sin_pivot_pin_angle * pivot_pin_angle_ddot;
            let t51 = T::decimal(2.3, 1.7763568394002506e-16);
            let t55 = cos_pivot_angle * (rod_length * (t51 * t50)) - t45;
            let t62 = t51 * t22 + T::decimal(-2.3, -1.7763568394002506e-16) * t23;
            let t64 = rod_length * (sin_pivot_pin_angle * t62);
            let t69 = lambda_guide_across * (at10 + sin_pivot_angle_crank_length);
            let t35 = t34 - t11;
            let t58 = crank_length * t55 - t34 + t11;
            let t66 = t64 - t7 - t10;
            let t74 = t64 - sin_pivot_angle * k5 - t7 - t69;
            out.values = [t7, t35, t58, t66, t74];
        }
    }
    impl<T: Real> Dense for SliderCrankModel<T> {
        /// M, by rows (3 × 3): 0 operations.
        fn mass_matrix(&self, at: &At<T>, out: &mut [T]) {
            let [_, m_0_1, m_0_0, ..] = at.values;
            let [_, m_1_1, ..] = self.constants;
            store(
                &[
                    m_0_0,
                    m_0_1,
                    T::zero(),
                    m_0_1,
                    m_1_1,
                    T::zero(),
                    T::zero(),
                    T::zero(),
                    T::zero(),
                ],
                out,
            );
        }
        /// C, by columns (3 × 3): 0 operations.
        fn damping_matrix(&self, at: &At<T>, c: &C<T>, out: &mut [T]) {
            let [c_0_1, c_1_0, c_0_0] = c.values;
            store(
                &[
                    c_0_0,
                    c_1_0,
                    T::zero(),
                    c_0_1,
                    T::zero(),
                    T::zero(),
                    T::zero(),
                    T::zero(),
                    T::zero(),
                ],
                out,
            );
        }
        /// K, by columns (3 × 3): 2 operations.
        fn stiffness_matrix(&self, at: &At<T>, k: &Stiffness<T>, out: &mut [T]) {
            let [stiffness0, k_1_1, stiffness2, k_1_0, k_0_0] = k.values;
            let t4 = -stiffness0;
            store(&[k_0_0, k_1_0, t4, -stiffness2, k_1_1, t4, t4, t4, t4], out);
        }
        /// G = ∂g/∂q, by rows (2 × 3): 0 operations.
        fn constraint_jacobian(&self, at: &At<T>, out: &mut [T]) {
            let [cos_pivot_pin_wrist_angle, _, _, g_0_1, g_0_0, ..] = at.values;
            store(
                &[
                    g_0_0,
                    g_0_1,
                    T::zero(),
                    cos_pivot_pin_wrist_angle,
                    cos_pivot_pin_wrist_angle,
                    cos_pivot_pin_wrist_angle,
                ],
                out,
            );
        }
    }
    impl<T: Real> Solve for SliderCrankModel<T> {
        /// Factors of \[M B; G 0; D 0\] (5 × 5), pivots \[(1, 1), (0, 0), (3, 3), (2, 4), (4, 2)\]: 36 operations (4 divisions).
        #[inline]
        fn factor_saddle(
            &self,
            mass: &At<T>,
            columns: &At<T>,
            rows: &At<T>,
            c: &C<T>,
            into: &mut Saddle<T>,
        ) {
            let [_, m_0_1, m_0_0, ..] = mass.values;
            let [b_cos_pivot_pin_wrist_angle, _, _, b_g_0_1, b_g_0_0, ..] = columns
                .values;
            let [g_cos_pivot_pin_wrist_angle, _, _, g_0_1, g_0_0, ..] = rows.values;
            let [k0, m_1_1, ..] = self.constants;
            let t10 = m_0_1 * k0;
            let t12 = m_0_0 - m_0_1 * t10;
            let t14 = b_g_0_0 - b_g_0_1 * t10;
            let t16 = b_cos_pivot_pin_wrist_angle - b_cos_pivot_pin_wrist_angle * t10;
            let t17 = g_0_1 * k0;
            let t19 = g_0_0 - m_0_1 * t17;
            let t20 = b_g_0_1 * t17;
            let t21 = b_cos_pivot_pin_wrist_angle * t17;
            let t22 = g_cos_pivot_pin_wrist_angle * k0;
            let t24 = g_cos_pivot_pin_wrist_angle - m_0_1 * t22;
            let t25 = b_g_0_1 * t22;
            let t26 = b_cos_pivot_pin_wrist_angle * t22;
            let t27 = Real::recip(t12);
            let t28 = t19 * t27;
            let t30 = t20 + t14 * t28;
            let t33 = t21 + t16 * t28;
            let t34 = t24 * t27;
            let t39 = Real::recip(t30);
            let t40 = (t25 + t14 * t34) * t39;
            let t43 = Real::recip(b_cos_pivot_pin_wrist_angle);
            into.values = [
                t43,
                t33,
                t10,
                t28,
                t17,
                t39,
                (t33 * t40 - (t26 + t16 * t34)) * t43,
                t40,
                t34,
                t22,
                Real::recip(g_cos_pivot_pin_wrist_angle),
                b_cos_pivot_pin_wrist_angle,
                b_g_0_1,
                t16,
                t14,
                t27,
                m_0_1,
                g_cos_pivot_pin_wrist_angle,
                g_0_1,
                g_0_0,
                b_g_0_0,
                m_0_0,
            ];
            into.sound = emitted::sound!(
                self, saddle; 0 : m_1_1, 1 : t12, 2 : - t30, 3 :
                b_cos_pivot_pin_wrist_angle, 4 : g_cos_pivot_pin_wrist_angle
            );
        }
        /// Factors of \[μ M + r C + p K + ι I, B; G 0; D 0\] (5 × 5), pivots \[(0, 0), (1, 1), (3, 3), (2, 4), (4, 2)\]: 91 operations (5 divisions).
        #[inline]
        fn factor(&self, w: Weights<T>, b: Blocks<'_, Self>, into: &mut Bordered<T>) {
            emitted::blocks!(b => mass, columns, rows, c, k);
            let [weight_mass, weight_damping, weight_stiffness, weight_identity, ..] = w
                .to_array();
            let [c_0_1, c_1_0, c_0_0] = c.values;
            let [stiffness0, k_1_1, stiffness2, k_1_0, k_0_0] = k.values;
            let [_, m_0_1, m_0_0, ..] = mass.values;
            let [b_cos_pivot_pin_wrist_angle, _, _, b_g_0_1, b_g_0_0, ..] = columns
                .values;
            let [g_cos_pivot_pin_wrist_angle, _, _, g_0_1, g_0_0, ..] = rows.values;
            let [_, m_1_1, ..] = self.constants;
            let t11 = m_0_1 * weight_mass;
            let t12 = m_1_1 * weight_mass;
            let t16 = m_0_0 * weight_mass + weight_damping * c_0_0;
            let t19 = t11 + weight_damping * c_0_1;
            let t22 = t11 + weight_damping * c_1_0;
            let t26 = t16 + weight_stiffness * k_0_0;
            let t29 = t19 - weight_stiffness * stiffness2;
            let t31 = weight_stiffness * stiffness0;
            let t34 = t22 + weight_stiffness * k_1_0;
            let t39 = t26 + weight_identity;
            let t40 = t12 + weight_stiffness * k_1_1 + weight_identity;
            let t41 = weight_identity - t31;
            let t42 = Real::recip(t39);
            let t43 = t34 * t42;
            let t45 = t40 - t29 * t43;
            let t47 = t31 * t43 - t31;
            let t49 = b_g_0_1 - b_g_0_0 * t43;
            let t51 = b_cos_pivot_pin_wrist_angle - b_cos_pivot_pin_wrist_angle * t43;
            let t52 = t31 * t42;
            let t54 = t29 * t52 - t31;
            let t56 = t41 - t31 * t52;
            let t57 = b_g_0_0 * t52;
            let t59 = b_cos_pivot_pin_wrist_angle + b_cos_pivot_pin_wrist_angle * t52;
            let t60 = g_0_0 * t42;
            let t62 = g_0_1 - t29 * t60;
            let t63 = t31 * t60;
            let t64 = b_g_0_0 * t60;
            let t65 = b_cos_pivot_pin_wrist_angle * t60;
            let t66 = g_cos_pivot_pin_wrist_angle * t42;
            let t68 = g_cos_pivot_pin_wrist_angle - t29 * t66;
            let t70 = g_cos_pivot_pin_wrist_angle + t31 * t66;
            let t71 = b_g_0_0 * t66;
            let t72 = b_cos_pivot_pin_wrist_angle * t66;
            let t73 = Real::recip(t45);
            let t74 = t54 * t73;
            let t76 = t56 - t47 * t74;
            let t78 = t57 - t49 * t74;
            let t80 = t59 - t51 * t74;
            let t81 = t62 * t73;
            let t83 = t63 - t47 * t81;
            let t85 = t64 + t49 * t81;
            let t88 = t65 + t51 * t81;
            let t89 = t68 * t73;
            let t91 = t70 - t47 * t89;
            let t93 = t71 + t49 * t89;
            let t95 = t72 + t51 * t89;
            let t96 = Real::recip(t85);
            let t97 = t78 * t96;
            let t99 = t76 + t83 * t97;
            let t101 = t80 - t88 * t97;
            let t102 = t93 * t96;
            let t107 = Real::recip(t101);
            let t108 = (t88 * t102 - t95) * t107;
            let t110 = t91 - t83 * t102 - t99 * t108;
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
                Real::recip(t110),
                t99,
                t107,
                t88,
                t83,
                t96,
                t51,
                t49,
                t47,
                t73,
                b_cos_pivot_pin_wrist_angle,
                b_g_0_0,
                t31,
                t29,
                t42,
                g_cos_pivot_pin_wrist_angle,
                g_0_1,
                g_0_0,
                t41,
                b_g_0_1,
                t40,
                t34,
                t39,
            ];
            into.sound = emitted::sound!(
                self, bordered; 0 : t39, 1 : t45, 2 : - t85, 3 : t101, 4 : t110
            );
        }
        emitted::solve!(
            solve_saddle, SaddleFactors = Saddle, saddle_factors, saddle_solve,
            saddle_matrix; [0, 1, 2], [0, 1], []
        );
        emitted::solve!(
            solve, Factors = Bordered, factors, weighted_solve, weighted_matrix; [0, 1,
            2], [0, 1], []
        );
    }
    impl<T: Real> Assemble for SliderCrankModel<T> {
        emitted::assembly!(
            turns : & [true, true, true], guards : & [(1, 0)], deviations : 7, cosines :
            1; [0.5235987755982989, - 0.7395592742832552, 0.21596049868495626],
            [0.5235987755982989, 2.8339543766764503, 2.9256321549048367]
        );
        fn assembly_measures(&self, at: &At<T>, out: &mut [T]) {
            let [pivot_angle, pin_angle, wrist_angle] = at.q.data.0[0];
            let [_, _, _, _, g_0_0, _, sin_pivot_angle_crank_length, _, _, _, at10, _, _,
            _, _, _, _, sin_pivot_pin_angle, ..] = at.values;
            let [_, _, _, _, _, _, _, _, k8, k9, k10, ..] = self.constants;
            let t8 = at10 + sin_pivot_angle_crank_length;
            let t10 = T::decimal(-0.5235987755982989, 5.360408832255455e-17);
            let t11 = pivot_angle + t10;
            let t12 = Real::cos(t11);
            let t14 = Real::sin(t11);
            let cos_pin_angle = Real::cos(pin_angle);
            let sin_pin_angle = Real::sin(pin_angle);
            let cos_wrist_angle = Real::cos(wrist_angle);
            let sin_wrist_angle = Real::sin(wrist_angle);
            store_entries(
                36,
                &[
                    (0, k10),
                    (1, T::exact(-1.0) + t12),
                    (2, t14),
                    (3, T::exact(-1.0) + cos_pin_angle),
                    (4, sin_pin_angle),
                    (5, T::exact(-1.0) + cos_wrist_angle),
                    (6, sin_wrist_angle),
                    (7, g_0_0 * k9),
                    (8, -t14),
                    (11, t12),
                    (15, -sin_pin_angle),
                    (18, cos_pin_angle),
                    (22, -sin_wrist_angle),
                    (25, cos_wrist_angle),
                    (26, -(t8 * k9)),
                    (27, -(sin_pivot_pin_angle * k8)),
                    (29, t14 * T::exact(-6.0)),
                    (30, t12 * T::exact(6.0)),
                ],
                out,
            );
        }
        fn assembly_cosines(&self, at: &At<T>, out: &mut [T]) {
            let [pivot_angle, pin_angle, wrist_angle] = at.q.data.0[0];
            let [cos_pivot_pin_wrist_angle, ..] = at.values;
            let t7 = -Real::sin(pivot_angle + pin_angle + wrist_angle);
            store_entries(
                4,
                &[(0, cos_pivot_pin_wrist_angle), (1, t7), (2, t7), (3, t7)],
                out,
            );
        }
        fn orientation_cosines(&self, at: &At<T>, out: &mut [T]) {
            let [cos_pivot_pin_wrist_angle, ..] = at.values;
            store_entries(1, &[(0, cos_pivot_pin_wrist_angle)], out);
        }
    }
    impl<T: Real> SliderCrankModel<T> {
        /// The solution with \[M B; G 0; D 0\] (5 × 5): 32 operations.
        #[inline]
        fn saddle_solve(&self, factors: &Saddle<T>, rhs: [T; 5]) -> [T; 5] {
            let [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15,
            f16, ..] = factors.values;
            let [r0, r1, r2, r3, r4] = rhs;
            let [k0, ..] = self.constants;
            let t24 = r0 - f2 * r1;
            let t30 = r3 - f4 * r1 - f3 * t24;
            let t37 = f10 * (r4 - f9 * r1 - f8 * t24 - f7 * t30 - f6 * r2);
            let t38 = f0 * r2;
            let t41 = f5 * (t30 + f1 * t38);
            let t47 = f15 * (t24 + f14 * t41 - f13 * t38);
            let t54 = k0 * (r1 - f16 * t47 + f12 * t41 - f11 * t38);
            let t42 = -t41;
            [t47, t54, t37, t42, t38]
        }
        fn saddle_matrix(&self, factors: &Saddle<T>, matrix: &mut [[T; 5]; 5]) {
            let [_, _, _, _, _, _, _, _, _, _, _, f11, f12, _, _, _, f16, f17, f18, f19,
            f20, f21] = factors.values;
            let [_, m_1_1, ..] = self.constants;
            matrix[0][0] = f21;
            matrix[0][1] = f16;
            matrix[0][3] = f20;
            matrix[0][4] = f11;
            matrix[1][0] = f16;
            matrix[1][1] = m_1_1;
            matrix[1][3] = f12;
            matrix[1][4] = f11;
            matrix[2][4] = f11;
            matrix[3][0] = f19;
            matrix[3][1] = f18;
            matrix[4][0] = f17;
            matrix[4][1] = f17;
            matrix[4][2] = f17;
        }
        /// The solution with \[μ M + r C + p K + ι I, B; G 0; D 0\] (5 × 5): 46 operations.
        #[inline]
        fn weighted_solve(&self, factors: &Bordered<T>, rhs: [T; 5]) -> [T; 5] {
            let [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15,
            f16, f17, f18, f19, f20, f21, f22, f23, f24, ..] = factors.values;
            let [r0, r1, r2, r3, r4] = rhs;
            let t31 = r1 - r0 * f0;
            let t41 = r3 - r0 * f2 - f1 * t31;
            let t45 = r2 + r0 * f5 - f4 * t31 + f3 * t41;
            let t50 = f10 * (r4 - r0 * f9 - f8 * t31 - f7 * t41 - f6 * t45);
            let t53 = f12 * (t45 - f11 * t50);
            let t58 = f15 * (t41 - f14 * t50 + f13 * t53);
            let t66 = f19 * (t31 - f18 * t50 + f17 * t58 - f16 * t53);
            let t74 = r0 - f23 * t66 + f22 * t50 + f21 * t58 - f20 * t53;
            [f24 * t74, t66, t50, -t58, t53]
        }
        fn weighted_matrix(&self, factors: &Bordered<T>, matrix: &mut [[T; 5]; 5]) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, f20, f21,
            f22, f23, _, f25, f26, f27, f28, f29, f30, f31, f32] = factors.values;
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
        }
    }
    impl<T: Real> Energetic for SliderCrankModel<T> {
        /// T and V \[J\]: 11 operations.
        #[inline]
        fn energy(&self, at: &At<T>, v: &V<T>, y: &Y<T>) -> (T, T) {
            let [pivot_angle_dot, pin_angle_dot, ..] = v.data.0[0];
            let [_, m_0_1, m_0_0, _, _, _, _, _, _, _, _, _, _, _, _, _, sin_pivot_angle,
            sin_pivot_pin_angle, ..] = at.values;
            let [_, _, _, _, _, k5, k6, k7, ..] = self.constants;
            let t11 = pivot_angle_dot * (m_0_0 * T::exact(0.5)) + pin_angle_dot * m_0_1;
            let t15 = pivot_angle_dot * t11 + k7 * (pin_angle_dot * pin_angle_dot);
            (t15, sin_pivot_angle * k5 + sin_pivot_pin_angle * k6)
        }
    }
};
