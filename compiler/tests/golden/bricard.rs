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
/// Redundant constraints: 1 of 5 in `p6`. Their reactions are the smallest that hold the motion.
///
/// Degrees of freedom: 1. Operations: position 283, force 222, factorisation 653, solve 211.
#[allow(non_snake_case, non_camel_case_types, clippy::derive_partial_eq_without_eq)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bricard<T = f64> {
    #[doc(hidden)]
    pub scalar: ::core::marker::PhantomData<T>,
}
#[allow(non_snake_case, clippy::approx_constant, clippy::pedantic, clippy::nursery)]
impl ::core::default::Default for Bricard<f64> {
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
/// `Bricard` with its parameters: what steppers integrate. Made by `Bricard::build()`.
#[derive(Clone, Debug)]
pub struct BricardModel<T = f64> {
    parameters: Bricard<T>,
    constants: [T; 0],
    inputs: [T; 0],
    initial: ::linkwork::__private::Initial<T, 5, 5, 0, 5, 0>,
    limits: ::linkwork::__private::Limits<10>,
    redundant: [f64; 12],
}
#[allow(non_snake_case, unused_variables, dead_code, unreachable_pub)]
#[allow(clippy::all, clippy::pedantic, clippy::nursery)]
const _: () = {
    use ::linkwork::__private::emitted::{self, *};
    emitted::shape! {
        BricardModel, q : 5, v : 5, g : 5, outputs : 3, position : 83, velocity : 24,
        stiffness : 25, saddle : 149, bordered : 156
    }
    emitted::parameters! {
        Bricard, BricardModel {},
        "/// Bricard's mechanism, IFToMM benchmark A04: five uniform rods and the ground form a loop of six hinges\n/// whose axes are the edges of a cube. Its 30 joint equations have rank 29 wherever it moves, so that it has\n/// one degree of freedom and one equation too many.\npub mechanism Bricard in space {\n    coordinates = [minimal, absolute];\n    gravity = [0, -9.81, 0] [m/s^2];\n\n    // Square rods of 0.1 m.\n    body rod1 { mass: 1 [kg], shape: box(size: [1, 0.1, 0.1] [m]) }\n    body rod2 { mass: 1 [kg], shape: box(size: [0.1, 1, 0.1] [m]) }\n    body rod3 { mass: 1 [kg], shape: box(size: [0.1, 0.1, 1] [m]) }\n    body rod4 { mass: 1 [kg], shape: box(size: [1, 0.1, 0.1] [m]) }\n    body rod5 { mass: 1 [kg], shape: box(size: [0.1, 1, 0.1] [m]) }\n\n    joint p1 = revolute(ground, rod1 at [-0.5, 0, 0] [m], axis: [0, 1, 0]);\n    joint p2 = revolute(rod1 at [0.5, 0, 0] [m], rod2 at [0, 0.5, 0] [m], axis: [0, 0, 1]);\n    joint p3 = revolute(rod2 at [0, -0.5, 0] [m], rod3 at [0, 0, -0.5] [m], axis: [1, 0, 0]);\n    joint p4 = revolute(rod3 at [0, 0, 0.5] [m], rod4 at [0.5, 0, 0] [m], axis: [0, 1, 0]);\n    joint p5 = revolute(rod4 at [-0.5, 0, 0] [m], rod5 at [0, -0.5, 0] [m], axis: [0, 0, 1]);\n    joint p6 = revolute(ground at [0, 0, 1] [m], rod5 at [0, 0.5, 0] [m], axis: [1, 0, 0]);\n\n    frame p3_point = rod2 at [0, -0.5, 0] [m];\n    output p3_x = p3_point.position.x;\n    output p3_y = p3_point.position.y;\n    output p3_z = p3_point.position.z;\n\n    initial { p1.angle: 0 [rad], der(p1.angle): 0 [rad/s] }\n}\n",
        redundant
    }
    impl<T: Real> Bricard<T> {
        /// Checks the parameters, computes what depends on them alone, and assembles the initial state.
        ///
        /// # Errors
        /// A parameter that is not finite, or an initial state that cannot be assembled.
        pub fn build(self) -> ::core::result::Result<BricardModel<T>, Error> {
            check_parameters("Bricard", &self)?;
            let parameters = [];
            let mut model = BricardModel {
                parameters: self,
                constants: Self::constants(parameters),
                inputs: [T::zero(); 0],
                initial: Self::initial(parameters),
                limits: Limits::NONE,
                redundant: [0.0; 12],
            };
            let given = Given::of(
                &[true, false, false, false, false],
                &[true, false, false, false, false],
            );
            model.initial = model.initial.assembled(&model, [T::zero(); 5], given)?;
            model.limits = Limits::of(
                &model,
                &[
                    (4, 4),
                    (0, 0),
                    (1, 1),
                    (2, 2),
                    (3, 3),
                    (5, 5),
                    (6, 6),
                    (7, 7),
                    (8, 8),
                ],
                &[(0, 0), (5, 5), (1, 1), (2, 2), (3, 3), (4, 4), (6, 6), (7, 7), (8, 8)],
            );
            let mut redundant = model.redundant;
            redundant_weights(&model, &model.saddle_block(), &mut redundant);
            model.redundant = redundant;
            Ok(model)
        }
        /// What depends on parameters alone: 0 operations.
        fn constants(parameters: [T; 0]) -> [T; 0] {
            []
        }
        /// Where assembly starts: 0 operations.
        fn initial(parameters: [T; 0]) -> Initial<T, 5, 5, 0, 5, 0> {
            Initial::zeros()
        }
    }
    emitted::facts! {
        BricardModel : "Bricard", flags : [holonomic : true, redundant : true], kinds :
        [Manifold, VectorSpace, Stateless], counts : [redundancy : 1], names :
        [coordinates : [("p1.angle", "rad"), ("p2.angle", "rad"), ("p3.angle", "rad"),
        ("p4.angle", "rad"), ("p5.angle", "rad")], velocities : [("der(p1.angle)",
        "rad/s"), ("der(p2.angle)", "rad/s"), ("der(p3.angle)", "rad/s"),
        ("der(p4.angle)", "rad/s"), ("der(p5.angle)", "rad/s")], holonomic : [("p6.x",
        "m"), ("p6.y", "m"), ("p6.z", "m"), ("p6.tilt_1", ""), ("p6.tilt_2", "")],
        outputs : [("p3_x", "m"), ("p3_y", "m"), ("p3_z", "m")]]
    }
    impl<T: Real> Evaluate for BricardModel<T> {
        emitted::caches!(constant);
        /// What (t, q) decides, 83 numbers: 283 operations (10 functions).
        #[inline]
        fn place(&self, now: &Time<T>, q: &Q<T>, at: &mut At<T>) {
            let [p1_angle, p2_angle, p3_angle, p4_angle, p5_angle] = q.data.0[0];
            let cos_p2_angle = Real::cos(p2_angle);
            let sin_p3_angle = Real::sin(p3_angle);
            let cos_p3_angle = Real::cos(p3_angle);
            let sin_p4_angle = Real::sin(p4_angle);
            let cos_p4_angle = Real::cos(p4_angle);
            let sin_p2_angle = Real::sin(p2_angle);
            let sin_p5_angle = Real::sin(p5_angle);
            let cos_p5_angle = Real::cos(p5_angle);
            let half_sin_p5_angle = sin_p5_angle * T::exact(0.5);
            let half_cos_p5_angle = cos_p5_angle * T::exact(0.5);
            let t21 = T::decimal(2.3333333333333335, -1.4802973661668753e-16);
            let t22 = T::decimal(0.0016666666666666668, -1.069746143519031e-19);
            let t23 = T::decimal(9.81, -4.973799150320702e-16);
            let t25 = T::decimal(0.3333333333333333, 1.850371707708594e-17);
            let t27 = T::decimal(0.0008333333333333334, -5.348730717595155e-20);
            let sin_p1_angle = Real::sin(p1_angle);
            let t33 = T::exact(1.0) + sin_p5_angle;
            let t34 = cos_p4_angle * t33;
            let t35 = cos_p2_angle * t34;
            let t36 = cos_p3_angle * cos_p5_angle;
            let t37 = sin_p4_angle * t33;
            let t38 = T::exact(1.0) + t37;
            let t40 = t36 - sin_p3_angle * t38;
            let t41 = T::exact(-1.0) + t40;
            let t43 = t35 + sin_p2_angle * t41;
            let t44 = T::exact(-1.0) + t43;
            let cos_p1_angle = Real::cos(p1_angle);
            let t47 = sin_p3_angle * cos_p5_angle;
            let t49 = t47 + cos_p3_angle * t38;
            let t55 = cos_p4_angle * cos_p5_angle;
            let t58 = sin_p4_angle * cos_p5_angle;
            let t60 = cos_p3_angle * sin_p5_angle + sin_p3_angle * t58;
            let t62 = cos_p2_angle * t55 - sin_p2_angle * t60;
            let t64 = sin_p3_angle * sin_p5_angle;
            let t66 = t64 - cos_p3_angle * t58;
            let t71 = sin_p2_angle * t34 - cos_p2_angle * t41;
            let t76 = sin_p2_angle * t55 + cos_p2_angle * t60;
            let t79 = sin_p2_angle * t49;
            let t86 = cos_p1_angle * t60;
            let t88 = sin_p1_angle * (sin_p2_angle * t66);
            let t90 = cos_p3_angle * t34;
            let t92 = sin_p3_angle * t34;
            let t95 = sin_p2_angle * t92 + cos_p2_angle * t37;
            let t98 = cos_p2_angle * t92;
            let t99 = sin_p2_angle * t37;
            let t105 = sin_p3_angle * t55;
            let t109 = sin_p1_angle * (sin_p2_angle * t105 + cos_p2_angle * t58);
            let t117 = cos_p4_angle * sin_p5_angle;
            let t119 = sin_p4_angle * sin_p5_angle;
            let t121 = t36 - sin_p3_angle * t119;
            let t124 = sin_p1_angle * (cos_p2_angle * t117 + sin_p2_angle * t121);
            let t128 = t124 + cos_p1_angle * (t47 + cos_p3_angle * t119);
            let t129 = sin_p2_angle * t117;
            let t130 = cos_p2_angle * t121;
            let t131 = T::decimal(-0.0016666666666666668, 1.069746143519031e-19);
            let t132 = T::decimal(-0.0008333333333333334, 5.348730717595155e-20);
            let t140 = sin_p2_angle * T::exact(2.0);
            let t141 = sin_p4_angle * T::exact(2.0);
            let t144 = T::exact(1.5) + half_sin_p5_angle;
            let t145 = cos_p4_angle * t144;
            let t146 = T::exact(2.0) * t145;
            let cos_p4_angle_squared = cos_p4_angle * cos_p4_angle;
            let cos_p5_angle_squared = cos_p5_angle * cos_p5_angle;
            let t150 = cos_p5_angle_squared
                * T::decimal(-0.3325, 1.7763568394002505e-17);
            let t152 = T::decimal(1.6666666666666667, -7.401486830834377e-17);
            let t153 = sin_p5_angle + t150 + t152;
            let t154 = t22 - t153;
            let t155 = cos_p4_angle_squared * t154;
            let t157 = t131 + (t131 + t155);
            let t158 = T::decimal(0.3325, -1.7763568394002505e-17);
            let t161 = t22 + (t27 + cos_p5_angle_squared * t158);
            let t165 = t21 + (t155 + (t153 + t141 * t144));
            let t167 = cos_p3_angle * (t161 - t165);
            let t170 = cos_p5_angle * (T::exact(0.5) + sin_p5_angle * t158);
            let t171 = sin_p4_angle * t170;
            let t172 = half_cos_p5_angle + t171;
            let t173 = sin_p3_angle * T::exact(-2.0);
            let t175 = t167 + t172 * t173;
            let t178 = sin_p4_angle * t144;
            let t179 = T::exact(2.5) + t178;
            let t182 = cos_p3_angle * (cos_p5_angle - t175) + (t173 * t179 - t165);
            let t183 = T::decimal(-3.3333333333333335, 1.4802973661668756e-16);
            let t184 = t182 + t183;
            let t186 = cos_p2_angle * (t184 - t157);
            let t187 = cos_p4_angle * t170;
            let t188 = cos_p3_angle * t187;
            let t191 = cos_p4_angle * (t144 - sin_p4_angle * t154);
            let t192 = sin_p3_angle * t191;
            let t196 = (t192 + (t145 - t188)) * (sin_p2_angle * T::exact(-2.0));
            let t199 = cos_p2_angle * (t146 - (t186 + t196));
            let half_cos_p3_angle = cos_p3_angle * T::exact(0.5);
            let t201 = cos_p5_angle * half_cos_p3_angle;
            let t202 = sin_p3_angle * t179;
            let t203 = t201 - t202;
            let t208 = T::decimal(-4.333333333333333, -2.9605947323337506e-16);
            let t209 = t199 + (t184 + t140 * (T::exact(-3.5) + t203)) + t208;
            let t216 = sin_p3_angle * t187 + cos_p3_angle * t191;
            let t217 = sin_p2_angle * t216;
            let t222 = sin_p3_angle * (half_cos_p5_angle - t175)
                + (cos_p3_angle * t179 - t172);
            let t231 = t203 + sin_p2_angle * (t201 - t161 - t165 - t202);
            let t233 = cos_p3_angle * t145;
            let t235 = sin_p2_angle * (t187 - t233);
            let t237 = t22 + (t153 + t178);
            let t241 = cos_p2_angle * (cos_p3_angle * t237 + sin_p3_angle * t171);
            let t248 = sin_p5_angle * (sin_p3_angle * T::exact(0.5))
                + t58 * (cos_p3_angle * T::exact(-0.5));
            let t249 = T::decimal(0.33416666666666667, -7.401486830834385e-19);
            let t250 = half_sin_p5_angle + t249;
            let t252 = half_sin_p5_angle + sin_p4_angle * t250;
            let t256 = cos_p4_angle * t250;
            let t259 = cos_p2_angle * (t55 * half_cos_p3_angle + sin_p3_angle * t256);
            let t269 = t55 * (T::exact(0.5) * (T::exact(1.0) + sin_p3_angle));
            let t274 = cos_p2_angle * sin_p3_angle;
            let t277 = cos_p4_angle * sin_p2_angle + sin_p4_angle * t274;
            let t278 = sin_p5_angle * t277;
            let t279 = cos_p2_angle * cos_p3_angle;
            let t280 = cos_p5_angle * t279;
            let t282 = sin_p4_angle * sin_p2_angle;
            let t283 = cos_p4_angle * t274;
            let t289 = T::decimal(-0.3333333333333333, -1.850371707708594e-17);
            let t292 = cos_p3_angle * sin_p4_angle;
            let t306 = T::decimal(-0.6666666666666666, -3.700743415417188e-17);
            let t308 = T::decimal(0.6666666666666666, 3.700743415417188e-17);
            at.now = now.clone();
            at.q.data.0[0] = [
                q.data.0[0][0],
                q.data.0[0][1],
                q.data.0[0][2],
                q.data.0[0][3],
                q.data.0[0][4],
            ];
            at.values = [
                t248 + sin_p2_angle * (t248 + t252) - t259,
                t22 + (t161 - cos_p3_angle * t175) - t209,
                cos_p3_angle * t256 - t269,
                t217 + cos_p2_angle * t222,
                t157 + t184,
                t252,
                cos_p2_angle * (t188 - t192) - t231,
                t216,
                t161 + t165,
                t241 - (t233 - t235),
                t178 + sin_p3_angle * t237 - cos_p3_angle * t171,
                t187,
                t22 + t153,
                cos_p1_angle * t62 + sin_p1_angle * t66,
                sin_p1_angle * t44 + cos_p1_angle * t49,
                cos_p1_angle * t71,
                sin_p1_angle * t40 + cos_p1_angle * t79,
                sin_p1_angle * t90 + cos_p1_angle * t95,
                t76,
                t43,
                cos_p2_angle * t49,
                t99 - t98,
                sin_p1_angle * t62 - cos_p1_angle * t66,
                t44 * cos_p1_angle - sin_p1_angle * t49,
                sin_p1_angle * t71,
                t40 * cos_p1_angle - sin_p1_angle * t79,
                cos_p1_angle * t90 - sin_p1_angle * t95,
                t128,
                sin_p1_angle * t76,
                t88 - t86,
                cos_p1_angle * (cos_p3_angle * t55) - t109,
                t130 - t129,
                t62,
                cos_p2_angle * t66,
                cos_p2_angle * t105 - sin_p2_angle * t58,
                t282 - t283,
                cos_p5_angle,
                sin_p3_angle,
                cos_p3_angle,
                cos_p2_angle,
                sin_p5_angle,
                sin_p4_angle,
                sin_p2_angle,
                cos_p4_angle,
                t278 - t280,
                t274,
                t280 - t278,
                t279,
                t277,
                cos_p5_angle * t277 + sin_p5_angle * t279,
                half_sin_p5_angle,
                cos_p5_angle * T::exact(-0.5),
                half_cos_p5_angle,
                sin_p5_angle * t27,
                cos_p5_angle * t132,
                t283 - t282,
                cos_p3_angle * cos_p4_angle,
                t47 + sin_p5_angle * t292,
                t292,
                t64 - cos_p5_angle * t292,
                cos_p3_angle * T::exact(-2.0),
                sin_p3_angle * T::exact(2.0),
                t117,
                t55,
                cos_p4_angle * T::exact(-2.0),
                t141,
                cos_p5_angle * t27,
                cos_p4_angle * T::exact(0.5),
                cos_p5_angle * T::exact(-2.0),
                sin_p5_angle * T::exact(2.0),
                sin_p5_angle * t132,
                cos_p5_angle * t289,
                sin_p4_angle * T::exact(0.5),
                T::exact(0.5) + sin_p5_angle * t25,
                cos_p5_angle * t306,
                sin_p5_angle * t22,
                T::exact(1.0) + sin_p4_angle,
                cos_p5_angle * t22,
                T::exact(1.0) + sin_p5_angle * t308,
                cos_p2_angle * t23,
                sin_p2_angle * t23,
                sin_p1_angle,
                cos_p1_angle,
            ];
        }
        /// M a (5) \[N*m\]: 41 operations.
        #[inline]
        fn mass_times(&self, at: &At<T>, a: &V<T>, out: &mut V<T>) {
            let [p1_angle_ddot, p2_angle_ddot, p3_angle_ddot, p4_angle_ddot,
            p5_angle_ddot] = a.data.0[0];
            let [m_0_4, m_0_0, m_1_4, m_0_1, at4, m_2_4, m_0_2, m_1_2, m_2_2, m_0_3,
            m_1_3, m_2_3, m_3_3, ..] = at.values;
            let t11 = T::decimal(0.33416666666666667, -7.401486830834385e-19);
            let t23 = p1_angle_ddot * m_0_0 + p2_angle_ddot * m_0_1
                + p3_angle_ddot * m_0_2;
            let t27 = t23 + p4_angle_ddot * m_0_3 + p5_angle_ddot * m_0_4;
            let t32 = p1_angle_ddot * m_0_1 - p2_angle_ddot * at4
                + p3_angle_ddot * m_1_2;
            let t36 = t32 + p4_angle_ddot * m_1_3 + p5_angle_ddot * m_1_4;
            let t41 = p1_angle_ddot * m_0_2 + p2_angle_ddot * m_1_2
                + p3_angle_ddot * m_2_2;
            let t45 = t41 + p4_angle_ddot * m_2_3 + p5_angle_ddot * m_2_4;
            let t50 = p1_angle_ddot * m_0_3 + p2_angle_ddot * m_1_3
                + p3_angle_ddot * m_2_3;
            let t57 = p1_angle_ddot * m_0_4 + p2_angle_ddot * m_1_4
                + p3_angle_ddot * m_2_4;
            let t52 = t50 + p4_angle_ddot * m_3_3;
            let t59 = t57 + p5_angle_ddot * t11;
            out.data.0[0] = [t27, t36, t45, t52, t59];
        }
        /// f₀, the forces without reactions (5) \[N*m\]: 222 operations.
        #[inline]
        fn applied_force(&self, at: &At<T>, v: &V<T>, y: &Y<T>, out: &mut V<T>) {
            let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot] = v
                .data
                .0[0];
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, cos_p5_angle, sin_p3_angle, cos_p3_angle,
            cos_p2_angle, sin_p5_angle, sin_p4_angle, sin_p2_angle, cos_p4_angle, _, _,
            _, _, _, _, half_sin_p5_angle, at51, half_cos_p5_angle, at53, _, _, _, _, _,
            _, _, _, _, _, _, _, at66, _, _, _, _, _, _, _, _, _, _, _, _, at79, at80, ..,
            ] = at.values;
            let t3 = p1_angle_dot * cos_p2_angle;
            let t4 = p2_angle_dot * t3;
            let t5 = t4 + t4;
            let t7 = t5 * T::exact(3.5);
            let t12 = t3 * cos_p3_angle + p2_angle_dot * sin_p3_angle;
            let t13 = t3 * sin_p3_angle;
            let t14 = p2_angle_dot * cos_p3_angle;
            let t15 = t13 - t14;
            let t16 = t12 * t15;
            let t17 = t4 + t16;
            let t19 = t17 * T::exact(2.5);
            let t21 = t4 * sin_p4_angle;
            let t24 = p1_angle_dot * sin_p2_angle;
            let t25 = p2_angle_dot * t24;
            let t29 = sin_p3_angle * t25 - t12 * p3_angle_dot;
            let t30 = cos_p4_angle * t29;
            let t32 = t24 + p3_angle_dot;
            let t35 = cos_p4_angle * t32 + t15 * sin_p4_angle;
            let t38 = p4_angle_dot * t35 + (t21 + t30);
            let t39 = t12 + p4_angle_dot;
            let t41 = t38 + t35 * t39;
            let t43 = t41 * T::exact(1.5);
            let t48 = t35 * cos_p5_angle + t39 * sin_p5_angle;
            let t49 = t35 * sin_p5_angle;
            let t50 = t39 * cos_p5_angle;
            let t52 = t48 * (t49 - t50);
            let t53 = t38 + t52;
            let t55 = t53 * half_sin_p5_angle;
            let t56 = t48 * t48;
            let t60 = sin_p4_angle * t32 - t15 * cos_p4_angle;
            let t61 = p5_angle_dot + t60;
            let t63 = t56 + t61 * t61;
            let t65 = t63 * half_cos_p5_angle;
            let t67 = t65 + (t43 + t55);
            let t69 = sin_p3_angle * (t19 + t67);
            let t72 = t32 * t32 + t12 * t12;
            let t73 = T::exact(2.5) * t72;
            let t76 = t39 * t39 + t60 * t60;
            let t83 = half_sin_p5_angle * t63 + (T::exact(1.5) * t76 + t53 * at51);
            let t84 = sin_p4_angle * t83;
            let t88 = cos_p3_angle * t25 - p3_angle_dot * (t14 - t13);
            let t89 = t35 * t60;
            let t90 = t88 + t89;
            let t91 = T::exact(1.5) * t90;
            let t96 = t4 * cos_p4_angle - sin_p4_angle * t29 - p4_angle_dot * t60;
            let t99 = t50 - t49;
            let t102 = p5_angle_dot * t99 + (cos_p5_angle * t96 - sin_p5_angle * t88);
            let t104 = t102 + t61 * t99;
            let t105 = T::exact(-0.5) * t104;
            let t106 = t91 + t105;
            let t110 = cos_p3_angle * (cos_p4_angle * t106 + (t73 + t84));
            let t112 = t110 + (t7 + t69);
            let t113 = T::decimal(3.3333333333333335, -1.4802973661668756e-16);
            let t114 = t5 * t113;
            let t115 = T::decimal(2.3333333333333335, -1.4802973661668753e-16);
            let t116 = t17 * t115;
            let t118 = T::decimal(0.0016666666666666668, -1.069746143519031e-19);
            let t119 = (t4 - t16) * t118;
            let p1_angle_dot_squared = p1_angle_dot * p1_angle_dot;
            let t127 = t24 * t24 + p2_angle_dot * p2_angle_dot
                + (at79 + sin_p2_angle * p1_angle_dot_squared);
            let t128 = cos_p3_angle * t127;
            let t129 = t5 * sin_p3_angle;
            let t132 = (t128 - t129) * T::exact(-2.5);
            let t135 = t118 * (t96 - t39 * t60);
            let t136 = T::decimal(0.3333333333333333, 1.850371707708594e-17);
            let t137 = t104 * t136;
            let t139 = t88 + t15 * t32;
            let t140 = t3 * t24;
            let t142 = cos_p2_angle * p1_angle_dot_squared;
            let t143 = at80 - t142;
            let t145 = t140 + (t142 - at80);
            let t146 = t139 + t145;
            let t151 = t72 + (sin_p3_angle * t127 + t5 * cos_p3_angle);
            let t153 = sin_p4_angle * t146 + cos_p4_angle * t151;
            let t156 = t137 + T::exact(-0.5) * (t90 + t153);
            let t157 = cos_p5_angle * t156;
            let t162 = t48 * p5_angle_dot + (sin_p5_angle * t96 + cos_p5_angle * t88);
            let t164 = t162 + t48 * t61;
            let t165 = T::decimal(0.0008333333333333334, -5.348730717595155e-20);
            let t169 = t164 * at53 + (t135 + t157);
            let t170 = cos_p4_angle * t169;
            let t171 = T::decimal(1.3333333333333333, 7.401486830834377e-17);
            let t172 = t41 * t171;
            let t174 = t17 + (t129 - t128);
            let t175 = T::exact(1.5) * t174;
            let t176 = t53 * t136;
            let t178 = t165 * (t38 - t52);
            let t182 = t76 + (sin_p4_angle * t151 - cos_p4_angle * t146);
            let t186 = cos_p5_angle * t182 - sin_p5_angle * (t41 + t174);
            let t189 = T::exact(-0.5) * t186 + (t176 + t178);
            let t193 = t65 + (t55 + (t189 + (t172 + t175)));
            let t199 = sin_p4_angle * t193 + (t170 + (t67 + (t132 + (t116 + t119))));
            let t203 = sin_p2_angle * (t110 + (t69 + (t114 + t199)));
            let t205 = t118 * (t25 + t25);
            let t206 = t115 * t139;
            let t207 = T::exact(2.5) * t145;
            let t209 = t118 * (t88 - t89);
            let t218 = t105 + (t209 + t90 * t171 - t153 * T::exact(-1.5));
            let t220 = t164 * at66 + (t218 - sin_p5_angle * t156);
            let t221 = cos_p4_angle * t83;
            let t222 = sin_p4_angle * t106;
            let t226 = t222 + (t220 + (t206 + t207) - t221);
            let t227 = cos_p3_angle * t226;
            let t234 = cos_p4_angle * t193
                + (t118 * (t29 - t12 * t32) - sin_p4_angle * t169);
            let t238 = cos_p2_angle * (sin_p3_angle * t234 + (t205 + t227));
            let t241 = T::decimal(3.3316666666666666, 1.1250259982868251e-16);
            let t242 = t140 * t241;
            let t251 = t222 + (T::exact(2.5) * t139 - t221)
                + (t242 + t143 * T::exact(-3.5));
            let t240 = t238 - (t112 + t203);
            let t253 = sin_p3_angle * t226 + t251 - cos_p3_angle * t234;
            let t254 = -t199;
            let t255 = -t189;
            out.data.0[0] = [t240, t253, t254, t220, t255];
        }
        /// f = f₀ − B (λ, ψ) (5) \[N*m\]: 326 operations.
        #[inline]
        fn force(&self, at: &At<T>, v: &V<T>, y: &Y<T>, r: R<'_, T>, out: &mut V<T>) {
            let [lambda_p6_x, lambda_p6_y, lambda_p6_z, lambda_p6_tilt_1,
            lambda_p6_tilt_2] = r.0.data.0[0];
            let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot] = v
                .data
                .0[0];
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, g_3_0, g_0_0, g_0_1, g_0_2,
            g_0_3, at18, at19, at20, _, _, g_2_0, at24, _, _, at27, at28, _, _, _, g_4_1,
            at33, _, _, cos_p5_angle, sin_p3_angle, cos_p3_angle, cos_p2_angle,
            sin_p5_angle, sin_p4_angle, sin_p2_angle, cos_p4_angle, _, _, _, _, _, _,
            half_sin_p5_angle, at51, half_cos_p5_angle, at53, _, _, _, _, _, _, _, _,
            cos_p4_angle_sin_p5_angle, cos_p4_angle_cos_p5_angle, _, _, at66, _, _, _, _,
            _, _, _, _, _, _, _, _, at79, at80, sin_p1_angle, cos_p1_angle] = at.values;
            let t4 = p1_angle_dot * cos_p2_angle;
            let t5 = p2_angle_dot * t4;
            let t6 = t5 + t5;
            let t8 = t6 * T::exact(3.5);
            let t13 = t4 * cos_p3_angle + p2_angle_dot * sin_p3_angle;
            let t14 = t4 * sin_p3_angle;
            let t15 = p2_angle_dot * cos_p3_angle;
            let t16 = t14 - t15;
            let t17 = t13 * t16;
            let t18 = t5 + t17;
            let t20 = t18 * T::exact(2.5);
            let t22 = t5 * sin_p4_angle;
            let t25 = p1_angle_dot * sin_p2_angle;
            let t26 = p2_angle_dot * t25;
            let t30 = sin_p3_angle * t26 - t13 * p3_angle_dot;
            let t31 = cos_p4_angle * t30;
            let t33 = t25 + p3_angle_dot;
            let t36 = cos_p4_angle * t33 + t16 * sin_p4_angle;
            let t39 = p4_angle_dot * t36 + (t22 + t31);
            let t40 = t13 + p4_angle_dot;
            let t42 = t39 + t36 * t40;
            let t44 = t42 * T::exact(1.5);
            let t49 = t36 * cos_p5_angle + t40 * sin_p5_angle;
            let t50 = t36 * sin_p5_angle;
            let t51 = t40 * cos_p5_angle;
            let t53 = t49 * (t50 - t51);
            let t54 = t39 + t53;
            let t56 = t54 * half_sin_p5_angle;
            let t57 = t49 * t49;
            let t61 = sin_p4_angle * t33 - t16 * cos_p4_angle;
            let t62 = p5_angle_dot + t61;
            let t64 = t57 + t62 * t62;
            let t66 = t64 * half_cos_p5_angle;
            let t68 = t66 + (t44 + t56);
            let t70 = sin_p3_angle * (t20 + t68);
            let t73 = t33 * t33 + t13 * t13;
            let t74 = T::exact(2.5) * t73;
            let t77 = t40 * t40 + t61 * t61;
            let t84 = half_sin_p5_angle * t64 + (T::exact(1.5) * t77 + t54 * at51);
            let t85 = sin_p4_angle * t84;
            let t89 = cos_p3_angle * t26 - p3_angle_dot * (t15 - t14);
            let t90 = t36 * t61;
            let t91 = t89 + t90;
            let t92 = T::exact(1.5) * t91;
            let t97 = t5 * cos_p4_angle - sin_p4_angle * t30 - p4_angle_dot * t61;
            let t100 = t51 - t50;
            let t103 = p5_angle_dot * t100 + (cos_p5_angle * t97 - sin_p5_angle * t89);
            let t105 = t103 + t62 * t100;
            let t106 = T::exact(-0.5) * t105;
            let t107 = t92 + t106;
            let t111 = cos_p3_angle * (cos_p4_angle * t107 + (t74 + t85));
            let t113 = t111 + (t8 + t70);
            let t114 = T::decimal(3.3333333333333335, -1.4802973661668756e-16);
            let t115 = t6 * t114;
            let t116 = T::decimal(2.3333333333333335, -1.4802973661668753e-16);
            let t117 = t18 * t116;
            let t119 = T::decimal(0.0016666666666666668, -1.069746143519031e-19);
            let t120 = (t5 - t17) * t119;
            let p1_angle_dot_squared = p1_angle_dot * p1_angle_dot;
            let t128 = t25 * t25 + p2_angle_dot * p2_angle_dot
                + (at79 + sin_p2_angle * p1_angle_dot_squared);
            let t129 = cos_p3_angle * t128;
            let t130 = t6 * sin_p3_angle;
            let t133 = (t129 - t130) * T::exact(-2.5);
            let t136 = t119 * (t97 - t40 * t61);
            let t137 = T::decimal(0.3333333333333333, 1.850371707708594e-17);
            let t138 = t105 * t137;
            let t140 = t89 + t16 * t33;
            let t141 = t4 * t25;
            let t143 = cos_p2_angle * p1_angle_dot_squared;
            let t144 = at80 - t143;
            let t146 = t141 + (t143 - at80);
            let t147 = t140 + t146;
            let t152 = t73 + (sin_p3_angle * t128 + t6 * cos_p3_angle);
            let t154 = sin_p4_angle * t147 + cos_p4_angle * t152;
            let t157 = t138 + T::exact(-0.5) * (t91 + t154);
            let t158 = cos_p5_angle * t157;
            let t163 = t49 * p5_angle_dot + (sin_p5_angle * t97 + cos_p5_angle * t89);
            let t165 = t163 + t49 * t62;
            let t166 = T::decimal(0.0008333333333333334, -5.348730717595155e-20);
            let t170 = t165 * at53 + (t136 + t158);
            let t171 = cos_p4_angle * t170;
            let t172 = T::decimal(1.3333333333333333, 7.401486830834377e-17);
            let t173 = t42 * t172;
            let t175 = t18 + (t130 - t129);
            let t176 = T::exact(1.5) * t175;
            let t177 = t54 * t137;
            let t179 = t166 * (t39 - t53);
            let t183 = t77 + (sin_p4_angle * t152 - cos_p4_angle * t147);
            let t187 = cos_p5_angle * t183 - sin_p5_angle * (t42 + t175);
            let t190 = T::exact(-0.5) * t187 + (t177 + t179);
            let t194 = t66 + (t56 + (t190 + (t173 + t176)));
            let t200 = sin_p4_angle * t194 + (t171 + (t68 + (t133 + (t117 + t120))));
            let t204 = sin_p2_angle * (t111 + (t70 + (t115 + t200)));
            let t206 = t119 * (t26 + t26);
            let t207 = t116 * t140;
            let t208 = T::exact(2.5) * t146;
            let t210 = t119 * (t89 - t90);
            let t219 = t106 + (t210 + t91 * t172 - t154 * T::exact(-1.5));
            let t221 = t165 * at66 + (t219 - sin_p5_angle * t157);
            let t222 = cos_p4_angle * t84;
            let t223 = sin_p4_angle * t107;
            let t227 = t223 + (t221 + (t207 + t208) - t222);
            let t228 = cos_p3_angle * t227;
            let t235 = cos_p4_angle * t194
                + (t119 * (t30 - t13 * t33) - sin_p4_angle * t170);
            let t239 = cos_p2_angle * (sin_p3_angle * t235 + (t206 + t228));
            let t241 = t113 + t204 - t239;
            let t242 = T::decimal(3.3316666666666666, 1.1250259982868251e-16);
            let t243 = t141 * t242;
            let t252 = t223 + (T::exact(2.5) * t140 - t222)
                + (t243 + t144 * T::exact(-3.5));
            let t254 = sin_p3_angle * t227 + t252 - cos_p3_angle * t235;
            let t256 = T::exact(1.0) + sin_p5_angle;
            let t257 = cos_p4_angle * t256;
            let t258 = cos_p3_angle * cos_p5_angle;
            let t259 = sin_p4_angle * t256;
            let t260 = T::exact(1.0) + t259;
            let t262 = t258 - sin_p3_angle * t260;
            let t267 = sin_p3_angle * cos_p5_angle + cos_p3_angle * t260;
            let t270 = g_0_0 * lambda_p6_x;
            let t273 = g_2_0 * lambda_p6_z;
            let t275 = cos_p2_angle * cos_p4_angle_cos_p5_angle;
            let t277 = sin_p4_angle * cos_p5_angle;
            let t279 = cos_p3_angle * sin_p5_angle + sin_p3_angle * t277;
            let t280 = sin_p2_angle * t279;
            let t284 = sin_p3_angle * sin_p5_angle - cos_p3_angle * t277;
            let t290 = g_3_0 * lambda_p6_tilt_1 + (t273 + (t241 + t270));
            let t293 = lambda_p6_x * g_0_1;
            let t295 = at19 * lambda_p6_y;
            let t297 = lambda_p6_z * at24;
            let t300 = lambda_p6_tilt_1 * at28;
            let t308 = lambda_p6_tilt_2 * (t280 - t275)
                + (t300 + (t297 + (t295 + (t254 - t293))));
            let t311 = lambda_p6_x * g_0_2;
            let t313 = lambda_p6_y * at20;
            let t316 = sin_p1_angle * (sin_p2_angle * t267) - t262 * cos_p1_angle;
            let t317 = lambda_p6_z * t316;
            let t321 = cos_p1_angle * t279 - sin_p1_angle * (sin_p2_angle * t284);
            let t328 = lambda_p6_tilt_1 * t321 + (t317 + (t313 - (t200 + t311)));
            let t330 = cos_p3_angle * t257;
            let t331 = sin_p3_angle * t257;
            let t334 = sin_p2_angle * t331 + cos_p2_angle * t259;
            let t336 = lambda_p6_x * g_0_3;
            let t340 = lambda_p6_y * (cos_p2_angle * t331 - sin_p2_angle * t259);
            let t344 = lambda_p6_z * (sin_p1_angle * t334 - cos_p1_angle * t330);
            let t346 = cos_p1_angle * (cos_p3_angle * cos_p4_angle_cos_p5_angle);
            let t347 = sin_p3_angle * cos_p4_angle_cos_p5_angle;
            let t351 = sin_p1_angle * (sin_p2_angle * t347 + cos_p2_angle * t277);
            let t353 = lambda_p6_tilt_1 * (t351 - t346);
            let t357 = lambda_p6_tilt_2 * (sin_p2_angle * t277 - cos_p2_angle * t347);
            let t363 = lambda_p6_x * g_3_0;
            let t364 = lambda_p6_y * at18;
            let t368 = lambda_p6_z * (cos_p1_angle * t284 - sin_p1_angle * g_4_1);
            let t372 = t258 - sin_p3_angle * (sin_p4_angle * sin_p5_angle);
            let t374 = lambda_p6_tilt_1 * at27;
            let t377 = sin_p2_angle * cos_p4_angle_sin_p5_angle - cos_p2_angle * t372;
            let t383 = lambda_p6_tilt_2 * t377
                + (t374 + (t368 + (t364 + (t363 - t190))));
            let t291 = -t290;
            let t329 = lambda_p6_tilt_2 * at33 + t328;
            let t362 = t357 + (t353 + (t344 + (t340 + (t221 - t336))));
            out.data.0[0] = [t291, t308, t329, t362, t383];
        }
        /// M a − f (5) \[N*m\]: 288 operations.
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
            let [lambda_p6_x, lambda_p6_y, lambda_p6_z, lambda_p6_tilt_1,
            lambda_p6_tilt_2] = r.0.data.0[0];
            let [p1_angle_ddot, p2_angle_ddot, p3_angle_ddot, p4_angle_ddot,
            p5_angle_ddot] = a.data.0[0];
            let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot] = v
                .data
                .0[0];
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, g_3_0, g_0_0, g_0_1, g_0_2,
            g_0_3, at18, at19, at20, g_1_3, g_2_4, g_2_0, at24, g_2_2, g_2_3, at27, at28,
            g_3_2, g_3_3, g_4_4, g_4_1, at33, g_4_3, _, cos_p5_angle, sin_p3_angle,
            cos_p3_angle, cos_p2_angle, sin_p5_angle, sin_p4_angle, sin_p2_angle,
            cos_p4_angle, _, _, _, _, _, _, half_sin_p5_angle, at51, half_cos_p5_angle,
            _, at54, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, at70, _, _, _, _, _, _,
            _, _, at79, at80, ..] = at.values;
            let t3 = p1_angle_dot * cos_p2_angle;
            let t4 = p2_angle_dot * t3;
            let t10 = t3 * cos_p3_angle + p2_angle_dot * sin_p3_angle;
            let t11 = t3 * sin_p3_angle;
            let t12 = p2_angle_dot * cos_p3_angle;
            let t13 = t11 - t12;
            let t14 = t10 * t13;
            let t19 = p1_angle_dot * sin_p2_angle;
            let t20 = p2_angle_dot * t19;
            let t22 = t10 * p3_angle_dot;
            let t24 = t19 + p3_angle_dot;
            let t27 = cos_p4_angle * t24 + t13 * sin_p4_angle;
            let t28 = p4_angle_dot * t27;
            let t29 = t10 + p4_angle_dot;
            let t30 = t27 * t29;
            let t36 = t27 * cos_p5_angle + t29 * sin_p5_angle;
            let t37 = t27 * sin_p5_angle;
            let t38 = t29 * cos_p5_angle;
            let t39 = t37 - t38;
            let t40 = t36 * t39;
            let t43 = t36 * t36;
            let t47 = sin_p4_angle * t24 - t13 * cos_p4_angle;
            let t48 = p5_angle_dot + t47;
            let t50 = t43 + t48 * t48;
            let t52 = t50 * half_cos_p5_angle;
            let t55 = t24 * t24 + t10 * t10;
            let t56 = T::exact(2.5) * t55;
            let t59 = t29 * t29 + t47 * t47;
            let t60 = T::exact(1.5) * t59;
            let t63 = half_sin_p5_angle * t50;
            let t65 = p3_angle_dot * (t12 - t11);
            let t66 = t27 * t47;
            let t67 = p4_angle_dot * t47;
            let t69 = p5_angle_dot * (t38 - t37);
            let t70 = T::decimal(3.3333333333333335, -1.4802973661668756e-16);
            let t71 = T::decimal(2.3333333333333335, -1.4802973661668753e-16);
            let t72 = T::decimal(0.0016666666666666668, -1.069746143519031e-19);
            let p1_angle_dot_squared = p1_angle_dot * p1_angle_dot;
            let t80 = t19 * t19 + p2_angle_dot * p2_angle_dot
                + (at79 + sin_p2_angle * p1_angle_dot_squared);
            let t81 = cos_p3_angle * t80;
            let t83 = t29 * t47;
            let t84 = T::decimal(0.3333333333333333, 1.850371707708594e-17);
            let t85 = t13 * t24;
            let t86 = t3 * t19;
            let t89 = at80 - cos_p2_angle * p1_angle_dot_squared;
            let t90 = sin_p3_angle * t80;
            let t91 = t36 * p5_angle_dot;
            let t92 = t36 * t48;
            let t93 = T::decimal(1.3333333333333333, 7.401486830834377e-17);
            let t94 = t10 * t24;
            let t98 = g_0_0 * lambda_p6_x;
            let t101 = g_2_0 * lambda_p6_z;
            let t105 = g_3_0 * lambda_p6_tilt_1;
            let t107 = lambda_p6_x * g_0_1;
            let t109 = at19 * lambda_p6_y;
            let t111 = lambda_p6_z * at24;
            let t114 = lambda_p6_tilt_1 * at28;
            let t117 = lambda_p6_x * g_0_2;
            let t119 = lambda_p6_y * at20;
            let t122 = lambda_p6_tilt_2 * at33;
            let t124 = lambda_p6_x * g_0_3;
            let t128 = lambda_p6_x * g_3_0;
            let t129 = lambda_p6_y * at18;
            let t132 = lambda_p6_tilt_1 * at27;
            let t135 = p1_angle_ddot * T::decimal(4.335, 3.552713678800501e-17);
            let t137 = t4 + sin_p2_angle * p1_angle_ddot;
            let t138 = t4 + t137;
            let t139 = T::exact(3.5) * t138;
            let t141 = t137 + p3_angle_ddot;
            let t142 = t14 + t141;
            let t143 = T::exact(2.5) * t142;
            let t144 = sin_p4_angle * t141;
            let t146 = t20 - cos_p2_angle * p1_angle_ddot;
            let t151 = t22 - sin_p3_angle * t146 - cos_p3_angle * p2_angle_ddot;
            let t154 = t28 + t144 - cos_p4_angle * t151;
            let t155 = t30 + t154;
            let t158 = t154 + p5_angle_ddot;
            let t159 = t40 + t158;
            let t160 = half_sin_p5_angle * t159;
            let t162 = t160 + (t52 + T::exact(1.5) * t155);
            let t164 = sin_p3_angle * (t143 + t162);
            let t167 = at51 * t159 + (t60 + t63);
            let t168 = sin_p4_angle * t167;
            let t173 = sin_p3_angle * p2_angle_ddot + (t65 - cos_p3_angle * t146);
            let t174 = p4_angle_ddot + t173;
            let t175 = t66 - t174;
            let t176 = T::exact(1.5) * t175;
            let t177 = t39 * t48;
            let t181 = t67 - cos_p4_angle * t141 - sin_p4_angle * t151;
            let t185 = sin_p5_angle * t174 + (t69 - cos_p5_angle * t181);
            let t186 = t177 - t185;
            let t188 = t176 + T::exact(0.5) * t186;
            let t192 = cos_p3_angle * (cos_p4_angle * t188 + (t56 + t168));
            let t194 = t192 + (t139 + t164);
            let t195 = T::exact(3.5) * p1_angle_ddot;
            let t196 = t70 * t138;
            let t197 = t71 * t142;
            let t199 = T::decimal(-0.0016666666666666668, 1.069746143519031e-19);
            let t200 = (t14 - t141) * t199;
            let t201 = p1_angle_ddot + t138;
            let t202 = sin_p3_angle * t201;
            let t204 = T::exact(-2.5) * (t81 - t202);
            let t206 = t72 * (t83 + t181);
            let t207 = t84 * t186;
            let t208 = t85 - t173;
            let t210 = p2_angle_ddot - t86;
            let t211 = t89 + t210;
            let t212 = t173 - t85 + t211;
            let t213 = sin_p4_angle * t212;
            let t216 = t55 + (t90 + cos_p3_angle * t201);
            let t217 = cos_p4_angle * t216;
            let t218 = t213 - t217;
            let t222 = t207 + T::exact(0.5) * (t175 + (t217 - t213));
            let t223 = cos_p5_angle * t222;
            let t228 = t92 + (t91 - sin_p5_angle * t181 - cos_p5_angle * t174);
            let t229 = T::decimal(-0.0008333333333333334, 5.348730717595155e-20);
            let t233 = t228 * at70 + (t206 + t223);
            let t234 = cos_p4_angle * t233;
            let t235 = t93 * t155;
            let t237 = t142 + (t202 - t81);
            let t238 = T::exact(1.5) * t237;
            let t239 = t84 * t159;
            let t241 = t229 * (t40 - t158);
            let t245 = t59 + (cos_p4_angle * t212 + sin_p4_angle * t216);
            let t249 = cos_p5_angle * t245 - sin_p5_angle * (t155 + t237);
            let t252 = T::exact(-0.5) * t249 + (t239 + t241);
            let t256 = t160 + (t252 + (t238 + (t52 + t235)));
            let t262 = sin_p4_angle * t256 + (t162 + (t204 + (t197 + t200)) - t234);
            let t267 = sin_p2_angle * (t192 + (t164 + (t262 + (t195 + t196))));
            let t269 = t72 * (t20 + t146);
            let t270 = t71 * t208;
            let t271 = T::exact(-2.5) * t211;
            let t273 = t72 * (t66 + t174);
            let t274 = T::decimal(-1.3333333333333333, -7.401486830834377e-17);
            let t283 = T::exact(-0.5) * t186
                + (T::exact(1.5) * t218 + (t273 + t175 * t274));
            let t285 = t228 * at54 + (t283 - sin_p5_angle * t222);
            let t286 = cos_p4_angle * t167;
            let t287 = sin_p4_angle * t188;
            let t291 = t287 + (t270 + t271 - t285 - t286);
            let t292 = cos_p3_angle * t291;
            let t298 = t72 * (t94 + t151) - sin_p4_angle * t233 - cos_p4_angle * t256;
            let t302 = cos_p2_angle * (t269 + t292 - sin_p3_angle * t298);
            let t308 = t105 + (t101 + (t98 + (t267 + (t135 + t194) - t302)));
            let t309 = T::exact(3.5) * t89;
            let t310 = t70 * t210;
            let t312 = t72 * (t86 + p2_angle_ddot);
            let t320 = t312 + (t309 + t310) - (t287 + (T::exact(2.5) * t208 - t286));
            let t324 = t107 + (t320 - sin_p3_angle * t291 - cos_p3_angle * t298);
            let t328 = g_4_1 * lambda_p6_tilt_2 + (t324 - t109 - t111 - t114);
            let t335 = lambda_p6_tilt_1 * g_3_2
                + (lambda_p6_z * g_2_2 + (t117 + t262 - t119));
            let t344 = lambda_p6_z * g_2_3 + (lambda_p6_y * g_1_3 + (t124 + t285));
            let t346 = lambda_p6_tilt_2 * g_4_3 + (lambda_p6_tilt_1 * g_3_3 + t344);
            let t353 = lambda_p6_z * g_2_4 + (t252 - t128 - t129) - t132;
            let t336 = t335 - t122;
            let t354 = lambda_p6_tilt_2 * g_4_4 + t353;
            out.data.0[0] = [t308, t328, t336, t346, t354];
        }
        /// B (λ, ψ), B = −∂f/∂(λ, ψ) (5) \[N*m\]: 41 operations.
        #[inline]
        fn reaction_force(&self, at: &At<T>, c: &C<T>, r: R<'_, T>, out: &mut V<T>) {
            let [lambda_p6_x, lambda_p6_y, lambda_p6_z, lambda_p6_tilt_1,
            lambda_p6_tilt_2] = r.0.data.0[0];
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, g_3_0, g_0_0, g_0_1, g_0_2,
            g_0_3, at18, at19, at20, g_1_3, g_2_4, g_2_0, at24, g_2_2, g_2_3, at27, at28,
            g_3_2, g_3_3, g_4_4, g_4_1, at33, g_4_3, ..] = at.values;
            let t3 = g_0_0 * lambda_p6_x;
            let t6 = g_2_0 * lambda_p6_z;
            let t10 = g_3_0 * lambda_p6_tilt_1;
            let t12 = lambda_p6_x * g_0_1;
            let t14 = at19 * lambda_p6_y;
            let t16 = lambda_p6_z * at24;
            let t19 = lambda_p6_tilt_1 * at28;
            let t22 = lambda_p6_x * g_0_2;
            let t24 = lambda_p6_y * at20;
            let t27 = lambda_p6_tilt_2 * at33;
            let t29 = lambda_p6_x * g_0_3;
            let t33 = lambda_p6_x * g_3_0;
            let t34 = lambda_p6_y * at18;
            let t37 = lambda_p6_tilt_1 * at27;
            let t38 = g_4_1 * lambda_p6_tilt_2;
            let t39 = lambda_p6_z * g_2_2;
            let t41 = lambda_p6_tilt_1 * g_3_2;
            let t43 = lambda_p6_y * g_1_3;
            let t44 = lambda_p6_z * g_2_3;
            let t45 = lambda_p6_tilt_1 * g_3_3;
            let t46 = lambda_p6_tilt_2 * g_4_3;
            let t47 = lambda_p6_z * g_2_4;
            let t49 = lambda_p6_tilt_2 * g_4_4;
            let t51 = t10 + (t3 + t6);
            let t55 = t38 + (t12 - t14 - t16 - t19);
            let t59 = t41 + (t39 + (t22 - t24)) - t27;
            let t63 = t46 + (t45 + (t44 + (t29 + t43)));
            let t67 = t49 + (t47 - (t33 + t34) - t37);
            out.data.0[0] = [t51, t55, t59, t63, t67];
        }
        /// g (5): 19 operations.
        #[inline]
        fn holonomic(&self, at: &At<T>, out: &mut G<T>) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, g_0_0, _, _, _, at18, at19, _,
            _, g_2_4, _, _, _, _, _, _, _, _, _, _, _, _, _, cos_p5_angle, sin_p3_angle,
            cos_p3_angle, cos_p2_angle, sin_p5_angle, sin_p4_angle, sin_p2_angle,
            cos_p4_angle, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, sin_p1_angle, cos_p1_angle,
            ] = at.values;
            let t11 = T::exact(1.0) + sin_p5_angle;
            let t12 = cos_p4_angle * t11;
            let t15 = T::exact(1.0) + sin_p4_angle * t11;
            let t18 = T::exact(-1.0)
                + (cos_p3_angle * cos_p5_angle - sin_p3_angle * t15);
            let t27 = sin_p1_angle * (sin_p3_angle * cos_p5_angle + cos_p3_angle * t15);
            let t32 = t27 - (T::exact(-1.0) + at19) * cos_p1_angle;
            let t33 = cos_p2_angle * t18 - sin_p2_angle * t12;
            let t34 = T::exact(-1.0) + g_0_0;
            out.data.0[0] = [t32, t33, t34, g_2_4, at18];
        }
        /// dg/dt = ∂g/∂t + G v (5): 101 operations.
        #[inline]
        fn holonomic_rate(&self, at: &At<T>, v: &V<T>, out: &mut G<T>) {
            let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot] = v
                .data
                .0[0];
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, g_3_0, g_0_0, _, _, _, at18,
            at19, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, cos_p5_angle,
            sin_p3_angle, cos_p3_angle, cos_p2_angle, sin_p5_angle, sin_p4_angle,
            sin_p2_angle, cos_p4_angle, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, cos_p4_angle_sin_p5_angle, cos_p4_angle_cos_p5_angle, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, sin_p1_angle, cos_p1_angle] = at.values;
            let t16 = T::exact(1.0) + sin_p5_angle;
            let t17 = cos_p4_angle * t16;
            let t18 = cos_p3_angle * cos_p5_angle;
            let t19 = sin_p4_angle * t16;
            let t20 = T::exact(1.0) + t19;
            let t21 = sin_p3_angle * t20;
            let t23 = T::exact(-1.0) + (t18 - t21);
            let t27 = sin_p3_angle * cos_p5_angle;
            let t29 = t27 + cos_p3_angle * t20;
            let t31 = (T::exact(-1.0) + at19) * cos_p1_angle;
            let t32 = sin_p1_angle * t29;
            let t34 = cos_p2_angle * cos_p4_angle_cos_p5_angle;
            let t35 = cos_p3_angle * sin_p5_angle;
            let t36 = sin_p4_angle * cos_p5_angle;
            let t38 = t35 + sin_p3_angle * t36;
            let t39 = sin_p2_angle * t38;
            let t40 = sin_p3_angle * sin_p5_angle;
            let t41 = cos_p3_angle * t36;
            let t43 = sin_p2_angle * t17;
            let t46 = t39 - t34;
            let t48 = sin_p4_angle * sin_p5_angle;
            let t49 = t32 - t31;
            let t50 = cos_p2_angle * t23 - t43;
            let t51 = p1_angle_dot * g_0_0;
            let t53 = p3_angle_dot * (t21 - t18);
            let t55 = cos_p5_angle * p5_angle_dot;
            let t57 = p4_angle_dot * t17 + sin_p4_angle * t55;
            let t61 = t53 + (p5_angle_dot * t40 - cos_p3_angle * t57);
            let t62 = sin_p1_angle * t61;
            let t63 = p2_angle_dot * t50;
            let t68 = p3_angle_dot * t29 + (sin_p3_angle * t57 + p5_angle_dot * t35);
            let t72 = p4_angle_dot * t19 - cos_p4_angle * t55;
            let t75 = t63 - (sin_p2_angle * t68 + cos_p2_angle * t72);
            let t83 = p2_angle_dot * at19 + (cos_p2_angle * t68 - sin_p2_angle * t72);
            let t89 = p1_angle_dot * t49 + (cos_p1_angle * t61 - sin_p1_angle * t75);
            let t91 = p1_angle_dot * g_3_0;
            let t92 = p3_angle_dot * t38;
            let t95 = p4_angle_dot * cos_p4_angle_cos_p5_angle - p5_angle_dot * t48;
            let t100 = cos_p1_angle * (t92 + (p5_angle_dot * t27 - cos_p3_angle * t95));
            let t101 = p2_angle_dot * at18;
            let t107 = p3_angle_dot * (t41 - t40)
                + (sin_p3_angle * t95 + p5_angle_dot * t18);
            let t111 = p4_angle_dot * t36 + p5_angle_dot * cos_p4_angle_sin_p5_angle;
            let t114 = t101 + (sin_p2_angle * t107 + cos_p2_angle * t111);
            let t122 = p2_angle_dot * t46 + (sin_p2_angle * t111 - cos_p2_angle * t107);
            let t78 = t51 - (t62 + cos_p1_angle * t75);
            let t84 = -t83;
            let t90 = -t89;
            let t117 = t91 - (t100 + sin_p1_angle * t114);
            let t123 = -t122;
            out.data.0[0] = [t78, t84, t90, t117, t123];
        }
        /// Outputs (3) \[m\]: 6 operations.
        fn outputs(
            &self,
            at: &At<T>,
            v: &V<T>,
            y: &Y<T>,
            a: &V<T>,
            r: R<'_, T>,
            out: &mut Outputs<T>,
        ) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, cos_p2_angle, _, _,
            sin_p2_angle, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, sin_p1_angle, cos_p1_angle,
            ] = at.values;
            let t6 = cos_p1_angle + sin_p2_angle * cos_p1_angle;
            let t2 = -cos_p2_angle;
            let t9 = -(sin_p1_angle + sin_p2_angle * sin_p1_angle);
            out.data.0[0] = [t6, t2, t9];
        }
        /// γ of G a = γ (5) and D a = γ (0): 203 operations.
        #[inline]
        fn acceleration_bias(&self, at: &At<T>, v: &V<T>, out: (&mut G<T>, &mut K<T>)) {
            let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot] = v
                .data
                .0[0];
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, g_0_0, _, _, _, at18, at19, _,
            _, g_2_4, g_2_0, _, _, _, _, _, _, _, _, _, _, _, _, cos_p5_angle,
            sin_p3_angle, cos_p3_angle, cos_p2_angle, sin_p5_angle, sin_p4_angle,
            sin_p2_angle, cos_p4_angle, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            at60, at61, cos_p4_angle_sin_p5_angle, cos_p4_angle_cos_p5_angle, _, at65, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, sin_p1_angle, cos_p1_angle] = at
                .values;
            let t16 = T::exact(1.0) + sin_p5_angle;
            let t17 = cos_p4_angle * t16;
            let t18 = cos_p3_angle * cos_p5_angle;
            let t19 = sin_p4_angle * t16;
            let t20 = T::exact(1.0) + t19;
            let t21 = sin_p3_angle * t20;
            let t23 = T::exact(-1.0) + (t18 - t21);
            let t26 = sin_p3_angle * cos_p5_angle;
            let t28 = t26 + cos_p3_angle * t20;
            let t32 = cos_p2_angle * cos_p4_angle_cos_p5_angle;
            let t33 = cos_p3_angle * sin_p5_angle;
            let t34 = sin_p4_angle * cos_p5_angle;
            let t36 = t33 + sin_p3_angle * t34;
            let t37 = sin_p2_angle * t36;
            let t38 = sin_p3_angle * sin_p5_angle;
            let t39 = cos_p3_angle * t34;
            let t40 = sin_p2_angle * t17;
            let t41 = cos_p2_angle * t23;
            let t42 = t40 - t41;
            let t44 = t37 - t32;
            let t47 = sin_p4_angle * sin_p5_angle;
            let t48 = t41 - t40;
            let t49 = p1_angle_dot * g_0_0;
            let t51 = p3_angle_dot * (t21 - t18);
            let t52 = p4_angle_dot * t17;
            let t53 = cos_p5_angle * p5_angle_dot;
            let t55 = t52 + sin_p4_angle * t53;
            let t59 = t51 + (p5_angle_dot * t38 - cos_p3_angle * t55);
            let t60 = sin_p1_angle * t59;
            let t61 = p2_angle_dot * t48;
            let t62 = p3_angle_dot * t28;
            let t65 = sin_p3_angle * t55 + p5_angle_dot * t33;
            let t66 = t62 + t65;
            let t68 = p4_angle_dot * t19;
            let t70 = t68 - cos_p4_angle * t53;
            let t72 = sin_p2_angle * t66 + cos_p2_angle * t70;
            let t73 = t61 - t72;
            let t75 = t60 + cos_p1_angle * t73;
            let t76 = p2_angle_dot * at19;
            let t77 = p3_angle_dot * t36;
            let t78 = p4_angle_dot * cos_p4_angle_cos_p5_angle;
            let t80 = t78 - p5_angle_dot * t47;
            let t84 = t77 + (p5_angle_dot * t26 - cos_p3_angle * t80);
            let t85 = p2_angle_dot * at18;
            let t87 = p3_angle_dot * (t39 - t38);
            let t90 = sin_p3_angle * t80 + p5_angle_dot * t18;
            let t91 = t87 + t90;
            let t93 = p4_angle_dot * t34;
            let t95 = t93 + p5_angle_dot * cos_p4_angle_sin_p5_angle;
            let t97 = sin_p2_angle * t91 + cos_p2_angle * t95;
            let t98 = t85 + t97;
            let t99 = p2_angle_dot * t44;
            let t100 = p1_angle_dot * g_2_0;
            let t107 = t73 * (sin_p1_angle * T::exact(2.0))
                + t59 * (cos_p1_angle * T::exact(-2.0));
            let t109 = p1_angle_dot * (t100 + t107);
            let t110 = sin_p2_angle * T::exact(2.0);
            let t112 = cos_p2_angle * T::exact(-2.0);
            let t116 = p2_angle_dot * (t70 * t110 + t66 * t112 - t76);
            let p5_angle_dot_squared = p5_angle_dot * p5_angle_dot;
            let t122 = sin_p5_angle * p5_angle_dot_squared;
            let t124 = p4_angle_dot * (t52 + t53 * at65) + cos_p4_angle * t122;
            let t125 = cos_p2_angle * t124;
            let t131 = p5_angle_dot * (sin_p5_angle * at61) + t55 * at60;
            let t133 = p3_angle_dot * (t51 + t131);
            let t134 = t18 * p5_angle_dot_squared;
            let t135 = cos_p4_angle * T::exact(2.0);
            let t140 = p4_angle_dot * (t53 * t135 - t68) - sin_p4_angle * t122;
            let t143 = t133 - (t134 + sin_p3_angle * t140);
            let t146 = t116 + (sin_p2_angle * t143 - t125);
            let t147 = cos_p1_angle * t146;
            let t154 = p3_angle_dot * (t62 + t65 * T::exact(2.0))
                + (t26 * p5_angle_dot_squared - cos_p3_angle * t140);
            let t161 = p2_angle_dot * (p2_angle_dot * t42 + t72 * T::exact(2.0));
            let t165 = t161 + (sin_p2_angle * t124 + cos_p2_angle * t143);
            let t173 = p1_angle_dot * (t75 * T::exact(2.0) - t49)
                + (sin_p1_angle * t146 - cos_p1_angle * t154);
            let t180 = t98 * (cos_p1_angle * T::exact(2.0))
                + t84 * (sin_p1_angle * T::exact(-2.0));
            let t182 = p1_angle_dot * (p1_angle_dot * g_2_4 + t180);
            let t187 = p2_angle_dot * (t99 + (t95 * t110 + t91 * t112));
            let t191 = p4_angle_dot * (p5_angle_dot * (sin_p5_angle * at65) - t78);
            let t193 = t191 - cos_p4_angle_cos_p5_angle * p5_angle_dot_squared;
            let t194 = cos_p2_angle * t193;
            let t198 = p5_angle_dot * (cos_p5_angle * at61) + t80 * at60;
            let t200 = p3_angle_dot * (t77 + t198);
            let t201 = t33 * p5_angle_dot_squared;
            let t205 = p4_angle_dot * (t93 + p5_angle_dot * (sin_p5_angle * t135));
            let t207 = t205 + t34 * p5_angle_dot_squared;
            let t210 = t200 + (t201 + sin_p3_angle * t207);
            let t214 = sin_p1_angle * (t187 + (t194 + sin_p2_angle * t210));
            let t221 = p3_angle_dot * (t87 + t90 * T::exact(2.0))
                + (cos_p3_angle * t207 - t38 * p5_angle_dot_squared);
            let t231 = p2_angle_dot * (t85 + t97 * T::exact(2.0))
                + (cos_p2_angle * t210 - sin_p2_angle * t193);
            let t157 = t147 + sin_p1_angle * t154 - t109;
            let t166 = -t165;
            let t174 = -t173;
            let t224 = t182 + (cos_p1_angle * t221 - t214);
            out.0.data.0[0] = [t157, t166, t174, t224, t231];
        }
        /// C = −∂f/∂v (5 × 5), and B and D where they move, 24 numbers: 651 operations.
        #[inline(never)]
        fn moving(&self, at: &At<T>, v: &V<T>, y: &Y<T>, r: R<'_, T>, out: &mut C<T>) {
            let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot] = v
                .data
                .0[0];
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, at35, cos_p5_angle, sin_p3_angle,
            cos_p3_angle, cos_p2_angle, sin_p5_angle, sin_p4_angle, sin_p2_angle,
            cos_p4_angle, at44, cos_p2_angle_sin_p3_angle, at46,
            cos_p2_angle_cos_p3_angle, at48, at49, half_sin_p5_angle, at51,
            half_cos_p5_angle, at53, at54, at55, cos_p3_angle_cos_p4_angle, at57,
            cos_p3_angle_sin_p4_angle, at59, at60, at61, cos_p4_angle_sin_p5_angle,
            cos_p4_angle_cos_p5_angle, at64, at65, at66, half_cos_p4_angle, at68, at69,
            at70, at71, half_sin_p4_angle, at73, at74, at75, at76, at77, at78, ..] = at
                .values;
            let t9 = p1_angle_dot * cos_p2_angle;
            let t11 = t9 * cos_p3_angle + p2_angle_dot * sin_p3_angle;
            let t12 = t11 + p4_angle_dot;
            let t13 = t12 * sin_p5_angle;
            let t18 = t9 * sin_p3_angle - p2_angle_dot * cos_p3_angle;
            let t19 = t18 * sin_p4_angle;
            let t22 = p1_angle_dot * sin_p2_angle;
            let t23 = t22 + p3_angle_dot;
            let t26 = cos_p4_angle * t23 + t19;
            let t28 = t26 * cos_p5_angle + t13;
            let t33 = t26 * sin_p5_angle - t12 * cos_p5_angle;
            let t35 = t33 * at78 + t28 * at77;
            let t40 = t28 * at75 + t33 * at74;
            let t41 = cos_p4_angle * t40;
            let t43 = t18 * cos_p4_angle;
            let t44 = sin_p4_angle * t23;
            let t45 = t44 - t43;
            let t47 = p5_angle_dot + t45;
            let t48 = cos_p5_angle * t47;
            let t50 = t48 * at76 + t41;
            let t51 = sin_p5_angle * t47;
            let t52 = cos_p4_angle * t51;
            let t53 = sin_p4_angle * t33;
            let t55 = t35 + (t53 - t52);
            let t59 = cos_p4_angle * t48 - sin_p4_angle * t40;
            let t63 = t52 - t53 + (cos_p3_angle * t59 - sin_p3_angle * t55);
            let t68 = cos_p3_angle * (cos_p4_angle * t33 + sin_p4_angle * t51);
            let t69 = t68 + sin_p3_angle * t48;
            let t75 = cos_p2_angle * (sin_p3_angle * t59 + cos_p3_angle * t55);
            let t84 = T::exact(0.5) * (t26 * at69 + t12 * at68);
            let t85 = cos_p5_angle * t28;
            let t86 = sin_p5_angle * t33;
            let t88 = t26 + t86 - t85;
            let t89 = T::decimal(0.3333333333333333, 1.850371707708594e-17);
            let t94 = T::decimal(0.0008333333333333334, -5.348730717595155e-20);
            let t96 = t94 * (t85 + (t26 - t86)) + (t89 * t88 + t84);
            let t98 = p5_angle_dot + (t43 - t44);
            let t100 = t51 + sin_p5_angle * t98;
            let t105 = t48 + cos_p5_angle * t98;
            let t107 = t105 * at73 + at54 * t100;
            let t110 = T::decimal(0.0033333333333333335, -2.1394922870380621e-19);
            let t115 = t105 * at71 + (t45 * t110 + at70 * t100);
            let t116 = cos_p4_angle * t115;
            let t117 = sin_p5_angle * t28;
            let t118 = cos_p5_angle * t117;
            let t119 = T::decimal(2.6666666666666665, 1.4802973661668753e-16);
            let t123 = half_sin_p5_angle * t88;
            let t125 = t96 + (t123 + (t26 * t119 + t118));
            let t130 = t123 + (t118 + t26 * T::exact(3.0));
            let t131 = t130 + sin_p4_angle * t125;
            let t138 = at51 * t88 + (t12 * T::exact(3.0) + sin_p5_angle * t117);
            let t142 = t105 * half_sin_p4_angle + cos_p4_angle * t138;
            let t143 = t107 + t142;
            let t147 = cos_p4_angle * t125 + sin_p4_angle * t115;
            let t150 = t142 + (cos_p3_angle * t147 + sin_p3_angle * t143);
            let t156 = cos_p3_angle * (t105 * half_cos_p4_angle - sin_p4_angle * t138);
            let t157 = t156 - sin_p3_angle * t130;
            let t164 = cos_p2_angle * (sin_p3_angle * t147 - cos_p3_angle * t143);
            let t166 = t157 + (t164 + sin_p2_angle * (t116 - t131 + t157));
            let t167 = sin_p4_angle * t45;
            let t176 = cos_p5_angle * (t23 * at65 + t18 * at64 + T::exact(2.0) * t167);
            let t178 = p4_angle_dot - t11;
            let t179 = cos_p4_angle * t178;
            let t180 = t179 + cos_p4_angle * t12;
            let t183 = T::exact(0.5) * (sin_p5_angle * t180 - t176);
            let t188 = t33 * cos_p4_angle_cos_p5_angle + t28 * cos_p4_angle_sin_p5_angle;
            let t189 = t179 + t188;
            let t193 = T::decimal(-0.0008333333333333334, 5.348730717595155e-20);
            let t195 = t193 * (t188 - t179) + (t89 * t189 + t183);
            let t196 = cos_p4_angle * t45;
            let t198 = sin_p4_angle * t26;
            let t199 = t198 + (t18 + t196);
            let t200 = T::decimal(1.3333333333333333, 7.401486830834377e-17);
            let t202 = t26 * T::exact(2.0);
            let t205 = T::exact(1.5) * t202 + t200 * t199;
            let t207 = t47 * cos_p4_angle_sin_p5_angle + t53;
            let t208 = sin_p4_angle * t178;
            let t211 = t18 + cos_p4_angle * p5_angle_dot;
            let t214 = sin_p5_angle * t211 + cos_p5_angle * t208 + t207;
            let t215 = T::exact(0.5) * t214;
            let t216 = t215 + t205;
            let t219 = t47 * cos_p4_angle_cos_p5_angle + sin_p4_angle * t28;
            let t223 = cos_p5_angle * t211 - sin_p5_angle * t208 + t219;
            let t230 = T::exact(0.5) * (t202 + t199) + t89 * t214;
            let t235 = T::decimal(0.0016666666666666668, -1.069746143519031e-19);
            let t237 = t235 * (t18 - t196 - t198)
                + (sin_p5_angle * t230 + (at66 * t223 + t216));
            let t238 = half_sin_p5_angle * t189;
            let t241 = sin_p4_angle * t47 + t28 * cos_p4_angle_cos_p5_angle;
            let t242 = T::exact(2.0) * t241;
            let t245 = half_cos_p5_angle * t242 + t238;
            let t248 = t195 + (t200 * t180 + t245);
            let t251 = t245 + T::exact(1.5) * t180;
            let t252 = t251 + sin_p4_angle * t248;
            let t259 = T::decimal(-0.0016666666666666668, 1.069746143519031e-19);
            let t261 = t259 * (t208 + sin_p4_angle * t12)
                + (at53 * t223 - cos_p5_angle * t230);
            let t263 = cos_p4_angle * t261 + t252;
            let t268 = at51 * t189 + (t167 * T::exact(3.0) + half_sin_p5_angle * t242);
            let t269 = cos_p4_angle * t268;
            let t271 = T::exact(1.5) * t199 + t215;
            let t272 = sin_p4_angle * t271;
            let t273 = T::decimal(4.666666666666667, -2.9605947323337506e-16);
            let t277 = t237 + (t18 * t273 + t272 - t269);
            let t278 = sin_p3_angle * t277;
            let t283 = sin_p4_angle * t261 + (t11 * t110 - cos_p4_angle * t248);
            let t290 = t272 + t18 * T::exact(5.0) - t269 + (cos_p3_angle * t283 + t278);
            let t291 = sin_p3_angle * t251;
            let t296 = sin_p4_angle * t268 + (t23 * T::exact(5.0) + cos_p4_angle * t271);
            let t298 = cos_p3_angle * t296 + t291;
            let t304 = cos_p2_angle * (sin_p3_angle * t283 - cos_p3_angle * t277);
            let t310 = t45 * cos_p3_angle_cos_p4_angle + sin_p3_angle * t12;
            let t311 = T::exact(2.0) * t310;
            let t313 = sin_p3_angle * t11;
            let t316 = T::exact(-2.0) * t313 - t11 * T::exact(2.0);
            let t318 = p3_angle_dot - t22;
            let t319 = cos_p3_angle * t318;
            let t321 = cos_p3_angle * t23 + t319;
            let t325 = cos_p5_angle * (cos_p4_angle * t321 - sin_p4_angle * t316 + t311);
            let t326 = cos_p3_angle * t11;
            let t327 = sin_p3_angle * t18;
            let t329 = t9 + t327 - t326;
            let t334 = t9 * at61 + p2_angle_dot * at60;
            let t335 = t334 + t329;
            let t336 = sin_p3_angle * t26;
            let t338 = t12 * cos_p3_angle_sin_p4_angle;
            let t339 = sin_p3_angle * t318;
            let t342 = cos_p3_angle * p4_angle_dot - t9;
            let t344 = sin_p4_angle * t342 + cos_p4_angle * t339;
            let t346 = t344 + t338 - t336;
            let t351 = T::exact(-0.5) * (sin_p5_angle * (t346 - t335) + t325);
            let t356 = t33 * at59 - t28 * at57;
            let t357 = t356 - t344;
            let t362 = t193 * (t344 + t356) + (t89 * t357 + t351);
            let t363 = t26 * cos_p3_angle_cos_p4_angle;
            let t364 = t45 * cos_p3_angle_sin_p4_angle;
            let t366 = t319 + t364 - t363;
            let t370 = cos_p4_angle * t316 + sin_p4_angle * t321;
            let t372 = T::exact(1.5) * t370 + t200 * t366;
            let t375 = t47 * at57 - t33 * cos_p3_angle_cos_p4_angle;
            let t378 = cos_p4_angle * t342 - sin_p4_angle * t339;
            let t383 = p5_angle_dot * at57 + sin_p5_angle * t319 - cos_p5_angle * t378;
            let t384 = t383 + t375;
            let t385 = T::exact(0.5) * t384;
            let t386 = t385 + t372;
            let t394 = p5_angle_dot * at59 - cos_p5_angle * t319 - sin_p5_angle * t378;
            let t395 = t394 + (t47 * at59 + t28 * cos_p3_angle_cos_p4_angle);
            let t401 = T::exact(0.5) * (t370 + t366) + t89 * t384;
            let t407 = t235 * (t363 + (t319 - t364))
                + (sin_p5_angle * t401 + (at54 * t395 + t386));
            let t408 = T::decimal(2.3333333333333335, -1.4802973661668753e-16);
            let t412 = T::exact(2.5) * t334 + t408 * t329;
            let t414 = T::exact(-1.5) * t346;
            let t419 = T::exact(2.0) * (t47 * cos_p3_angle_cos_p4_angle + t28 * at59);
            let t421 = half_cos_p5_angle * t419 + half_sin_p5_angle * t357;
            let t422 = t421 + t414;
            let t423 = t422 + t412;
            let t426 = T::decimal(-1.3333333333333333, -7.401486830834377e-17);
            let t429 = t362 + (t426 * t346 + (T::exact(1.5) * t335 + t421));
            let t431 = sin_p4_angle * t429 + t423;
            let t438 = t12 * cos_p3_angle_cos_p4_angle + (t378 + sin_p3_angle * t45);
            let t440 = t259 * t438 + (at53 * t395 + cos_p5_angle * t401);
            let t446 = t235 * (t326 + (t9 - t327)) + (cos_p4_angle * t440 + t431);
            let t448 = T::exact(1.5) * t366 + t385;
            let t449 = sin_p4_angle * t448;
            let t451 = t408 * t321 + t449;
            let t456 = at51 * t357 + (T::exact(1.5) * t311 + half_sin_p5_angle * t419);
            let t457 = cos_p4_angle * t456;
            let t459 = t407 + (t457 + t451);
            let t460 = sin_p3_angle * t459;
            let t467 = t259 * (t339 + sin_p3_angle * t23)
                + (cos_p4_angle * t429 - sin_p4_angle * t440);
            let t473 = t457 + (t449 + T::exact(2.5) * t321)
                + (cos_p3_angle * t467 + t460);
            let t478 = sin_p4_angle * t456
                + (T::exact(5.0) * t313 - cos_p4_angle * t448);
            let t479 = cos_p3_angle * t478;
            let t480 = T::decimal(6.666666666666667, -2.960594732333751e-16);
            let t485 = sin_p3_angle * (T::exact(2.5) * t329 + t422);
            let t488 = sin_p2_angle * (t446 + (t485 + (t9 * t480 + t479)));
            let t493 = t22 * t110 + sin_p3_angle * t467 - cos_p3_angle * t459;
            let t497 = t9 * T::exact(7.0);
            let t500 = t485 + (t479 + t497) - (cos_p2_angle * t493 - t488);
            let t502 = t12 * at48;
            let t503 = p2_angle_dot * sin_p2_angle;
            let t507 = p3_angle_dot * cos_p2_angle_cos_p3_angle - sin_p3_angle * t503;
            let t511 = p2_angle_dot * cos_p2_angle;
            let t513 = sin_p4_angle * t511 + (p4_angle_dot * at48 - cos_p4_angle * t507);
            let t516 = t26 * cos_p2_angle_cos_p3_angle + (t513 + t502);
            let t517 = t18 * cos_p2_angle_cos_p3_angle;
            let t520 = t11 * cos_p2_angle_sin_p3_angle;
            let t521 = t520 + (t511 + t517);
            let t524 = T::exact(2.0) * (t22 + sin_p2_angle * t22);
            let t526 = t511 + t511;
            let t528 = sin_p3_angle * t526 - cos_p3_angle * t524;
            let t529 = t528 + t521;
            let t531 = sin_p5_angle * (t529 + t516);
            let t536 = T::exact(2.0) * (t45 * at35 + t12 * cos_p2_angle_cos_p3_angle);
            let t539 = t18 * sin_p2_angle + t23 * cos_p2_angle_sin_p3_angle;
            let t542 = p3_angle_dot * cos_p2_angle_sin_p3_angle + cos_p3_angle * t503;
            let t543 = t542 + t539;
            let t546 = t9 * sin_p2_angle + cos_p2_angle * t22;
            let t548 = t9 * T::exact(2.0) + t546;
            let t549 = t548 + t543;
            let t550 = cos_p4_angle * t549;
            let t553 = t11 * cos_p2_angle_cos_p3_angle + sin_p2_angle * t23;
            let t554 = T::exact(2.0) * t553;
            let t558 = cos_p3_angle * t526 + sin_p3_angle * t524 + t554;
            let t562 = cos_p5_angle * (sin_p4_angle * t558 - t550 + t536);
            let t564 = T::exact(-0.5) * (t562 - t531);
            let t569 = t33 * at49 + t28 * at44;
            let t570 = t513 + t569;
            let t575 = t193 * (t569 - t513) + (t89 * t570 + t564);
            let t578 = cos_p4_angle * t558 + sin_p4_angle * t549;
            let t580 = t45 * at48;
            let t583 = t26 * at35 + (t542 + t580);
            let t585 = t426 * t583 - T::exact(1.5) * t578;
            let t588 = t47 * at44 + t33 * at35;
            let t592 = p5_angle_dot * at46 - sin_p5_angle * t542;
            let t597 = p4_angle_dot * at35 - sin_p4_angle * t507 - cos_p4_angle * t511;
            let t600 = cos_p5_angle * t597 - t592 + t588;
            let t602 = T::exact(-0.5) * t600 + t585;
            let t610 = p5_angle_dot * at49 + cos_p5_angle * t542 - sin_p5_angle * t597;
            let t611 = t610 + (t47 * at49 + t28 * at35);
            let t613 = at54 * t611 + t602;
            let t616 = T::decimal(-0.3333333333333333, -1.850371707708594e-17);
            let t618 = t600 * t616 - T::exact(0.5) * (t578 + t583);
            let t626 = t259 * (t26 * at55 + (t542 - t580))
                + (sin_p5_angle * t618 + t613);
            let t629 = T::exact(2.5) * t528 + t408 * t521;
            let t630 = T::exact(1.5) * t516;
            let t635 = T::exact(2.0) * (t47 * at35 + t28 * at49);
            let t637 = half_cos_p5_angle * t635 + half_sin_p5_angle * t570;
            let t638 = t637 + t630;
            let t639 = t638 + t629;
            let t644 = t575 + (t200 * t516 + (T::exact(1.5) * t529 + t637));
            let t646 = sin_p4_angle * t644 + t639;
            let t653 = t12 * at35 + (t597 + t45 * cos_p2_angle_cos_p3_angle);
            let t655 = t259 * t653 + (at53 * t611 + cos_p5_angle * t618);
            let t661 = t235 * (t511 - t517 - t520) + (cos_p4_angle * t655 + t646);
            let t668 = t23 * cos_p2_angle_cos_p3_angle + (t507 + t11 * sin_p2_angle);
            let t670 = t259 * t668 + (cos_p4_angle * t644 - sin_p4_angle * t655);
            let t672 = T::decimal(3.3316666666666666, 1.1250259982868251e-16);
            let t675 = t497 + t672 * t546 - cos_p3_angle * t670;
            let t680 = at51 * t570 + (T::exact(1.5) * t536 + half_sin_p5_angle * t635);
            let t681 = cos_p4_angle * t680;
            let t687 = T::exact(1.5) * t583 + T::exact(0.5) * t600;
            let t688 = sin_p4_angle * t687;
            let t690 = t688 + (T::exact(2.5) * t548 + t408 * t543) - t681;
            let t691 = t690 - t626;
            let t697 = t688 + T::exact(2.5) * t543 - t681 + (sin_p3_angle * t691 + t675);
            let t702 = sin_p4_angle * t680
                + (T::exact(2.5) * t554 + cos_p4_angle * t687);
            let t703 = cos_p3_angle * t702;
            let t704 = T::decimal(3.3333333333333335, -1.4802973661668756e-16);
            let t709 = sin_p3_angle * (T::exact(2.5) * t521 + t638);
            let t712 = sin_p2_angle * (t661 + (t709 + (t704 * t526 + t703)));
            let t718 = t235 * (t503 + t503)
                + (sin_p3_angle * t670 + cos_p3_angle * t691);
            let t725 = t709 + (t703 + T::exact(3.5) * t526)
                - (cos_p2_angle * t718 - t712);
            out.values = [
                t35,
                t50,
                t63,
                t69 - (t75 - sin_p2_angle * (t50 + t69)),
                t96,
                t107,
                t131 - t116,
                t150,
                t166,
                t195,
                t237,
                t263,
                t290,
                t298 + (t304 + sin_p2_angle * (t263 + t298)),
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
        /// K = ∂(M a − f)/∂q (5 × 5), and ∂k/∂q, 25 numbers: 1119 operations.
        #[inline(never)]
        fn stiffness(
            &self,
            at: &At<T>,
            v: &V<T>,
            y: &Y<T>,
            a: &V<T>,
            r: R<'_, T>,
            out: &mut Stiffness<T>,
        ) {
            let b0 = &r.0.data.0[0];
            let b1 = &a.data.0[0];
            let b2 = &v.data.0[0];
            let b3 = &at.values;
            let mut shared = [T::zero(); 103];
            #[inline(never)]
            #[allow(clippy::too_many_arguments)]
            fn part_0<T: Real>(
                b0: &[T; 5],
                b1: &[T; 5],
                b2: &[T; 5],
                b3: &[T; 83],
                shared: &mut [T; 103],
            ) {
                let [lambda_p6_x, lambda_p6_y, lambda_p6_z, lambda_p6_tilt_1,
                lambda_p6_tilt_2] = *b0;
                let [p1_angle_ddot, p2_angle_ddot, p3_angle_ddot, p4_angle_ddot,
                p5_angle_ddot] = *b1;
                let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot,
                ] = *b2;
                let [_, _, _, _, _, _, _, _, _, _, _, _, _, g_3_0, _, _, _, g_0_3, at18,
                _, _, _, g_2_4, _, _, _, g_2_3, at27, at28, g_3_2, g_3_3, _, g_4_1, at33,
                g_4_3, _, cos_p5_angle, sin_p3_angle, cos_p3_angle, cos_p2_angle,
                sin_p5_angle, sin_p4_angle, sin_p2_angle, cos_p4_angle, _, _, _, _, _, _,
                half_sin_p5_angle, at51, half_cos_p5_angle, at53, _, _, _, _, _, _, _, _,
                cos_p4_angle_sin_p5_angle, cos_p4_angle_cos_p5_angle, _, _, at66,
                half_cos_p4_angle, _, _, at70, _, half_sin_p4_angle, _, _, _, _, _, _,
                at79, at80, sin_p1_angle, cos_p1_angle] = *b3;
                let t2 = lambda_p6_z * at27;
                let t5 = at18 * lambda_p6_tilt_2;
                let t8 = sin_p1_angle * g_4_1;
                let t11 = sin_p4_angle * cos_p5_angle;
                let t13 = cos_p3_angle * t11;
                let t17 = sin_p3_angle * sin_p5_angle - t13;
                let t19 = cos_p1_angle * t17;
                let t22 = lambda_p6_tilt_1 * (t19 - t8);
                let t23 = t22 - t5;
                let t29 = p1_angle_dot * cos_p2_angle;
                let t31 = t29 * cos_p3_angle + p2_angle_dot * sin_p3_angle;
                let t32 = t31 + p4_angle_dot;
                let t33 = t32 * cos_p5_angle;
                let t34 = p2_angle_dot * cos_p3_angle;
                let t35 = t29 * sin_p3_angle;
                let t36 = t35 - t34;
                let t37 = t36 * sin_p4_angle;
                let t40 = p1_angle_dot * sin_p2_angle;
                let t41 = t40 + p3_angle_dot;
                let t44 = cos_p4_angle * t41 + t37;
                let t45 = t44 * sin_p5_angle;
                let t46 = t45 - t33;
                let t50 = t44 * cos_p5_angle + t32 * sin_p5_angle;
                let t51 = t50 * t50;
                let t52 = t51 - t46 * t46;
                let t54 = T::decimal(0.3325, -1.7763568394002505e-17) * t52;
                let p1_angle_dot_squared = p1_angle_dot * p1_angle_dot;
                let t58 = at79 + sin_p2_angle * p1_angle_dot_squared;
                let t60 = t40 * t40;
                let t62 = t60 + p2_angle_dot * p2_angle_dot + t58;
                let t63 = cos_p3_angle * t62;
                let t66 = p2_angle_dot * t29;
                let t67 = t66 + sin_p2_angle * p1_angle_ddot;
                let t68 = t66 + t67;
                let t69 = p1_angle_ddot + t68;
                let t70 = sin_p3_angle * t69;
                let t71 = t70 - t63;
                let t73 = t67 + p3_angle_ddot;
                let t74 = t31 * t36;
                let t75 = t74 + t73;
                let t76 = t75 + t71;
                let t78 = cos_p3_angle * p2_angle_ddot;
                let t80 = p2_angle_dot * t40;
                let t81 = t80 - cos_p2_angle * p1_angle_ddot;
                let t82 = sin_p3_angle * t81;
                let t83 = t31 * p3_angle_dot;
                let t85 = t83 - t82 - t78;
                let t90 = p4_angle_dot * t44 + sin_p4_angle * t73 - cos_p4_angle * t85;
                let t92 = t44 * t32 + t90;
                let t93 = t92 + t76;
                let t94 = cos_p5_angle * t93;
                let t97 = sin_p3_angle * t62 + cos_p3_angle * t69;
                let t98 = t31 * t31;
                let t100 = t41 * t41 + t98;
                let t101 = t100 + t97;
                let t102 = sin_p4_angle * t101;
                let t103 = t29 * t40;
                let t105 = cos_p2_angle * p1_angle_dot_squared;
                let t108 = at80 - t105 + (p2_angle_ddot - t103);
                let t109 = t36 * t41;
                let t111 = t34 - t35;
                let t115 = sin_p3_angle * p2_angle_ddot
                    + (p3_angle_dot * t111 - cos_p3_angle * t81);
                let t117 = t115 - t109 + t108;
                let t119 = cos_p4_angle * t117 + t102;
                let t120 = t36 * cos_p4_angle;
                let t121 = sin_p4_angle * t41;
                let t122 = t121 - t120;
                let t123 = t122 * t122;
                let t125 = t32 * t32 + t123;
                let t126 = t125 + t119;
                let t131 = T::exact(0.5) * (sin_p5_angle * t126 + t94) + t54;
                let t133 = t131 + t23 - t2;
                let t134 = sin_p4_angle * sin_p5_angle;
                let t136 = cos_p3_angle * cos_p5_angle;
                let t137 = t136 - sin_p3_angle * t134;
                let t141 = sin_p2_angle * cos_p4_angle_sin_p5_angle
                    - cos_p2_angle * t137;
                let t144 = lambda_p6_y * t141 + t133;
                let t146 = sin_p3_angle * cos_p5_angle;
                let t147 = t146 + cos_p3_angle * t134;
                let t148 = sin_p1_angle * t147;
                let t151 = cos_p2_angle * cos_p4_angle_sin_p5_angle
                    + sin_p2_angle * t137;
                let t152 = cos_p1_angle * t151;
                let t156 = lambda_p6_x * (t152 - t148) + t144;
                let t158 = p4_angle_ddot + t115;
                let t159 = cos_p5_angle * t158;
                let t160 = sin_p4_angle * t85;
                let t161 = cos_p4_angle * t73;
                let t164 = p4_angle_dot * t122 - t161 - t160;
                let t165 = sin_p5_angle * t164;
                let t168 = t50 * p5_angle_dot;
                let t170 = p5_angle_dot + t122;
                let t171 = t50 * t170;
                let t172 = t171 + (t168 - (t165 + t159));
                let t173 = T::exact(0.5) * t172;
                let t174 = T::decimal(-0.0008333333333333334, 5.348730717595155e-20);
                let t176 = t33 - t45;
                let t180 = sin_p5_angle * t158
                    + (p5_angle_dot * t176 - cos_p5_angle * t164);
                let t182 = t46 * t170 - t180;
                let t183 = t182 * t174;
                let t184 = sin_p4_angle * t117;
                let t185 = cos_p4_angle * t101;
                let t186 = t185 - t184;
                let t187 = t44 * t122;
                let t188 = t187 - t158;
                let t191 = T::decimal(0.3333333333333333, 1.850371707708594e-17);
                let t193 = t191 * t182 + T::exact(0.5) * (t188 + t186);
                let t194 = t193 + t183;
                let t196 = cos_p5_angle * t194 + t173;
                let t200 = t171 + (t168 - t165 - t159);
                let t204 = sin_p5_angle * (t200 * t174 + t191 * t172) + t196;
                let t206 = cos_p1_angle * (cos_p3_angle * cos_p4_angle_sin_p5_angle);
                let t208 = sin_p3_angle * cos_p4_angle_sin_p5_angle;
                let t211 = sin_p1_angle * (sin_p2_angle * t208 + cos_p2_angle * t134);
                let t213 = lambda_p6_tilt_1 * (t211 - t206);
                let t217 = lambda_p6_tilt_2
                    * (sin_p2_angle * t134 - cos_p2_angle * t208);
                let t220 = lambda_p6_z * g_3_3;
                let t221 = t220 + (t217 + t213);
                let t223 = sin_p3_angle * cos_p4_angle_cos_p5_angle;
                let t227 = lambda_p6_y * (sin_p2_angle * t11 - cos_p2_angle * t223);
                let t228 = t227 + t221;
                let t231 = sin_p2_angle * t223 + cos_p2_angle * t11;
                let t233 = cos_p3_angle * cos_p4_angle_cos_p5_angle;
                let t235 = sin_p1_angle * t233 + cos_p1_angle * t231;
                let t236 = lambda_p6_x * t235;
                let t238 = t236 + t228 - t204;
                let t239 = sin_p2_angle * t17;
                let t241 = sin_p3_angle * t11;
                let t243 = cos_p3_angle * sin_p5_angle + t241;
                let t245 = sin_p1_angle * t243 + cos_p1_angle * t239;
                let t246 = lambda_p6_x * t245;
                let t248 = lambda_p6_tilt_2 * (cos_p2_angle * t147);
                let t252 = sin_p1_angle * (sin_p2_angle * t147) - cos_p1_angle * t137;
                let t253 = lambda_p6_tilt_1 * t252;
                let t256 = lambda_p6_z * g_3_2;
                let t259 = lambda_p6_y * at33;
                let t261 = t259 + (t256 + (t253 - t248)) - t246;
                let t263 = t90 + p5_angle_ddot;
                let t264 = t50 * t46;
                let t265 = t264 + t263;
                let t269 = cos_p5_angle * (t264 + T::exact(-0.5) * t265);
                let t270 = t269 - t131;
                let t273 = t51 + t170 * t170;
                let t275 = T::exact(0.5) * t273 + T::exact(-0.5) * t52;
                let t276 = sin_p5_angle * t275;
                let t277 = t276 + t270;
                let t279 = t276 + t269;
                let t280 = t279 + sin_p4_angle * t277;
                let t281 = T::decimal(-0.3333333333333333, -1.850371707708594e-17);
                let t283 = T::decimal(0.0008333333333333334, -5.348730717595155e-20);
                let t288 = sin_p5_angle * t194
                    + cos_p5_angle * (t283 * t200 + t281 * t172);
                let t290 = cos_p4_angle * t288 - t280;
                let t291 = t290 + t261;
                let t296 = sin_p5_angle * (T::exact(0.5) * t265 - t264)
                    + cos_p5_angle * t275;
                let t300 = half_sin_p4_angle * t172 - cos_p4_angle * t296;
                let t301 = t204 + t300;
                let t305 = cos_p4_angle * t277 + sin_p4_angle * t288;
                let t308 = t300 + (cos_p3_angle * t305 + sin_p3_angle * t301);
                let t310 = lambda_p6_z * at28;
                let t311 = lambda_p6_tilt_2 * t151;
                let t313 = lambda_p6_tilt_1 * (sin_p1_angle * t141);
                let t316 = cos_p2_angle * cos_p4_angle_cos_p5_angle;
                let t317 = sin_p2_angle * t243;
                let t319 = lambda_p6_y * (t317 - t316);
                let t321 = cos_p1_angle * at18;
                let t322 = lambda_p6_x * t321;
                let t324 = t322 + (t319 + (t313 - t311 - t310)) - t308;
                let t329 = lambda_p6_tilt_1 * (t148 - t152) + lambda_p6_z * g_3_0;
                let t332 = lambda_p6_x * g_2_4 + t329;
                let t338 = cos_p3_angle
                    * (half_cos_p4_angle * t172 + sin_p4_angle * t296);
                let t339 = t338 - sin_p3_angle * t279;
                let t345 = cos_p2_angle * (sin_p3_angle * t305 - cos_p3_angle * t301);
                let t348 = t339 + (t345 + sin_p2_angle * (t290 + t339)) + t332;
                let t352 = cos_p5_angle * (t186 + t187 * T::exact(2.0));
                let t354 = t120 - t121;
                let t356 = p4_angle_dot * t354 + (t161 + t160);
                let t357 = t32 * t122;
                let t358 = t357 - t356;
                let t361 = T::exact(-0.5) * (sin_p5_angle * t358 + t352);
                let t362 = sin_p5_angle * t122;
                let t363 = t50 * t362;
                let t364 = cos_p5_angle * t122;
                let t367 = t356 + t176 * t364 - t363;
                let t374 = t283 * (t363 + (t356 + t46 * t364)) + (t191 * t367 + t361);
                let t379 = t236 + (t227 + (t220 + (t213 + (t374 + t217))));
                let t381 = T::exact(1.0) + sin_p5_angle;
                let t382 = sin_p4_angle * t381;
                let t383 = cos_p3_angle * t382;
                let t384 = cos_p1_angle * t383;
                let t385 = sin_p3_angle * t382;
                let t387 = cos_p4_angle * t381;
                let t389 = cos_p2_angle * t387 - sin_p2_angle * t385;
                let t392 = lambda_p6_z * (sin_p1_angle * t389 + t384);
                let t397 = sin_p1_angle * (t316 - sin_p2_angle * t241)
                    + cos_p1_angle * t13;
                let t398 = lambda_p6_tilt_1 * t397;
                let t401 = sin_p2_angle * cos_p4_angle_cos_p5_angle
                    + cos_p2_angle * t241;
                let t402 = lambda_p6_tilt_2 * t401;
                let t403 = T::decimal(-1.3316666666666668, 1.0954200509634877e-16);
                let t404 = t44 * t44;
                let t405 = t404 - t123;
                let t409 = T::exact(1.5) * t119 + t405 * t403;
                let t414 = cos_p5_angle * t90 - t122 * (sin_p5_angle * p5_angle_dot);
                let t417 = t44 * t46 + (t414 - t170 * t362);
                let t419 = T::exact(-0.5) * t417 + t409;
                let t420 = t44 * t50;
                let t425 = sin_p5_angle * t90 + t122 * (cos_p5_angle * p5_angle_dot);
                let t427 = t425 + t170 * t364 - t420;
                let t430 = at66 * t427 + t419;
                let t435 = T::exact(0.5) * (t119 + (t123 - t404)) + t281 * t417;
                let t437 = sin_p5_angle * t435 + t430;
                let t442 = sin_p2_angle * t387;
                let t445 = lambda_p6_y * (t442 + cos_p2_angle * t385)
                    + (t437 - t402 - t398 - t392);
                let t449 = lambda_p6_x * (cos_p1_angle * t389 - sin_p1_angle * t383);
                let t450 = t449 + t445;
                let t451 = cos_p3_angle * t387;
                let t453 = lambda_p6_y * (cos_p2_angle * t451);
                let t454 = sin_p3_angle * t387;
                let t456 = sin_p2_angle * t451;
                let t459 = lambda_p6_z * (sin_p1_angle * t456 + cos_p1_angle * t454);
                let t463 = sin_p1_angle * (sin_p2_angle * t233) + cos_p1_angle * t223;
                let t464 = lambda_p6_tilt_1 * t463;
                let t466 = lambda_p6_tilt_2 * (cos_p2_angle * t233);
                let t473 = lambda_p6_x * (cos_p1_angle * t456 - sin_p1_angle * t454);
                let t474 = t473 + (t466 - t464 - t459 - t453);
                let t477 = T::decimal(0.0016666666666666668, -1.069746143519031e-19);
                let t479 = t477 * t92 + at53 * t427;
                let t480 = cos_p5_angle * t435;
                let t481 = t480 - t479;
                let t482 = T::decimal(1.3333333333333333, 7.401486830834377e-17);
                let t485 = t273 * half_cos_p5_angle;
                let t488 = T::exact(1.5) * t76 + (t485 + t482 * t92);
                let t496 = T::exact(-0.5) * (cos_p5_angle * t126 - sin_p5_angle * t93);
                let t498 = t496 + (t191 * t265 + t174 * (t264 - t263)) + t488;
                let t500 = half_sin_p5_angle * t265;
                let t501 = t500 + t498;
                let t503 = cos_p4_angle * (t501 + t481);
                let t506 = half_sin_p5_angle * t367;
                let t507 = t506 + T::exact(-1.5) * t358;
                let t509 = t50 * T::exact(-2.0);
                let t513 = t170 * (t44 * T::exact(2.0)) + t509 * t364;
                let t514 = half_cos_p5_angle * t513;
                let t515 = t514 + t507;
                let t516 = t515 + t503;
                let t517 = T::decimal(-1.3333333333333333, -7.401486830834377e-17);
                let t521 = t514 + (t374 + (t506 + t517 * t358));
                let t528 = t200 * at70 + (t477 * (t357 + t164) + cos_p5_angle * t193);
                let t529 = t528 + t521;
                let t531 = sin_p4_angle * t529 + t516;
                let t532 = t531 + t474;
                let t535 = lambda_p6_tilt_1 * (sin_p1_angle * g_4_3);
                let t536 = lambda_p6_tilt_2 * t231;
                let t540 = cos_p2_angle * t454 - sin_p2_angle * t382;
                let t542 = lambda_p6_z * (sin_p1_angle * t540);
                let t547 = lambda_p6_y * (sin_p2_angle * t454 + cos_p2_angle * t382);
                let t550 = lambda_p6_x * (cos_p1_angle * t540);
                let t551 = t550 + (t547 - (t542 + (t536 + t535)));
                let t558 = half_sin_p5_angle * t513
                    + (t187 * T::exact(3.0) + at51 * t367);
                let t561 = T::exact(1.5) * t188 + T::exact(0.5) * t182;
                let t563 = cos_p4_angle * (t561 - t558);
                let t571 = at51 * t265
                    + (T::exact(1.5) * t125 + half_sin_p5_angle * t273);
                let t572 = t571 + (T::exact(1.5) * t405 + T::exact(0.5) * t417);
                let t573 = sin_p4_angle * t572;
                let t574 = t573 + t563;
                let t576 = t573 + (t563 - t437);
                let t577 = sin_p3_angle * t576;
                let t582 = sin_p4_angle * (t479 - t480 - t501) + cos_p4_angle * t529;
                let t586 = cos_p3_angle * t582 - t577 - t574 + t551;
                let t593 = lambda_p6_x * g_2_3
                    - (lambda_p6_tilt_1 * t235 + lambda_p6_z * g_0_3);
                let t598 = sin_p4_angle * (t558 - t561) + cos_p4_angle * t572;
                let t600 = cos_p3_angle * t598 + sin_p3_angle * t515;
                let t606 = cos_p2_angle * (sin_p3_angle * t582 + cos_p3_angle * t576);
                let t609 = t600 - (t606 - sin_p2_angle * (t531 + t600)) + t593;
                let t611 = t31 * cos_p4_angle;
                let t614 = T::exact(2.0) * (t122 * t611 + t36 * t32);
                let t615 = t82 + t78;
                let t617 = t31 * t41;
                let t618 = t617 + (t83 - t615);
                let t621 = t71 + t74 * T::exact(2.0);
                let t625 = cos_p5_angle
                    * (sin_p4_angle * t621 + cos_p4_angle * t618 + t614);
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
                b0: &[T; 5],
                b1: &[T; 5],
                b2: &[T; 5],
                b3: &[T; 83],
                shared: &mut [T; 103],
            ) {
                let [lambda_p6_x, lambda_p6_y, lambda_p6_z, lambda_p6_tilt_1,
                lambda_p6_tilt_2] = *b0;
                let [p1_angle_ddot, ..] = *b1;
                let [_, _, p3_angle_dot, p4_angle_dot, p5_angle_dot] = *b2;
                let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, g_0_0, g_0_1, g_0_2, _, _,
                at19, at20, _, _, g_2_0, at24, g_2_2, _, _, _, _, _, _, _, at33, _, _,
                cos_p5_angle, sin_p3_angle, cos_p3_angle, cos_p2_angle, sin_p5_angle,
                sin_p4_angle, sin_p2_angle, cos_p4_angle, _, _, _, _, _, _,
                half_sin_p5_angle, at51, half_cos_p5_angle, at53, at54, _, _, _, _, _, _,
                _, _, _, _, _, at66, _, _, _, _, _, _, _, _, _, _, _, _, _, at80,
                sin_p1_angle, cos_p1_angle] = *b3;
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
                let t191 = T::decimal(0.3333333333333333, 1.850371707708594e-17);
                let t281 = T::decimal(-0.3333333333333333, -1.850371707708594e-17);
                let t283 = T::decimal(0.0008333333333333334, -5.348730717595155e-20);
                let t477 = T::decimal(0.0016666666666666668, -1.069746143519031e-19);
                let t482 = T::decimal(1.3333333333333333, 7.401486830834377e-17);
                let t517 = T::decimal(-1.3333333333333333, -7.401486830834377e-17);
                let t627 = t98 - t36 * t36;
                let t628 = t97 + t627;
                let t629 = t31 * sin_p4_angle;
                let t634 = cos_p4_angle * t115 - t31 * (sin_p4_angle * p4_angle_dot);
                let t637 = t36 * t44 + (t634 - t32 * t629);
                let t641 = T::exact(0.5) * (sin_p5_angle * (t637 - t628) - t625);
                let t644 = t36 * cos_p5_angle + sin_p5_angle * t629;
                let t645 = t50 * t644;
                let t646 = cos_p5_angle * t629;
                let t647 = t36 * sin_p5_angle;
                let t648 = t647 - t646;
                let t651 = t634 + t46 * t648 - t645;
                let t658 = t283 * (t645 + (t634 + t176 * t648)) + (t191 * t651 + t641);
                let t663 = t259 + (t256 + (t253 - (t658 + t248))) - t246;
                let t665 = t615 - t83;
                let t667 = t44 * t611;
                let t668 = t667 + (t665 + t354 * t629);
                let t672 = cos_p4_angle * t621 - sin_p4_angle * t618;
                let t674 = T::exact(1.5) * t672 + t482 * t668;
                let t675 = t170 * t644;
                let t676 = p5_angle_dot * t644;
                let t680 = sin_p4_angle * t115 + t31 * (cos_p4_angle * p4_angle_dot);
                let t685 = sin_p5_angle * t665 + cos_p5_angle * t680 - t676 - t675;
                let t687 = t46 * t611 + t685;
                let t688 = T::exact(0.5) * t687;
                let t689 = t688 + t674;
                let t690 = t170 * t648;
                let t696 = cos_p5_angle * t665 - sin_p5_angle * t680
                    - p5_angle_dot * (t646 - t647);
                let t699 = t50 * t611 + (t696 + t690);
                let t705 = T::exact(0.5) * (t672 + t668) + t191 * t687;
                let t712 = t477 * (t665 + t122 * t629 - t667)
                    + (sin_p5_angle * t705 + (at66 * t699 + t689));
                let t717 = t473 + (t712 + t466 - t464 - t459 - t453);
                let t718 = T::exact(1.0) + t382;
                let t720 = t136 - sin_p3_angle * t718;
                let t722 = lambda_p6_y * (cos_p2_angle * t720);
                let t723 = sin_p2_angle * t720;
                let t726 = t146 + cos_p3_angle * t718;
                let t729 = lambda_p6_z * (cos_p1_angle * t726 + sin_p1_angle * t723);
                let t731 = cos_p2_angle * t243 * lambda_p6_tilt_2;
                let t734 = at53 * t699 - cos_p5_angle * t705;
                let t739 = T::decimal(-0.0016666666666666668, 1.069746143519031e-19);
                let t741 = t739 * (t32 * t611 + (t680 + t36 * t122)) + t734;
                let t742 = cos_p4_angle * t741;
                let t744 = half_sin_p5_angle * t651;
                let t748 = t658 + (t482 * t637 + (t744 + T::exact(-1.5) * t628));
                let t752 = T::exact(2.0) * (t170 * t611 + t50 * t648);
                let t753 = half_cos_p5_angle * t752;
                let t754 = t753 + t748;
                let t755 = sin_p4_angle * t754;
                let t758 = t753 + (t744 + T::exact(1.5) * t637);
                let t759 = T::decimal(2.3316666666666666, 1.1250259982868251e-16);
                let t766 = T::exact(2.5) * t97 + t627 * t759 - t758 - t755 - t742;
                let t771 = lambda_p6_tilt_1 * (t19 + sin_p1_angle * t317)
                    + (t766 - t731);
                let t777 = lambda_p6_x * (cos_p1_angle * t723 - sin_p1_angle * t726);
                let t778 = t777 + (t771 - t729 - t722);
                let t780 = T::exact(1.5) * t668 + t688;
                let t781 = sin_p4_angle * t780;
                let t783 = T::exact(2.5) * t618 - t781;
                let t788 = half_sin_p5_angle * t752
                    + (T::exact(1.5) * t614 + at51 * t651);
                let t789 = cos_p4_angle * t788;
                let t790 = t789 + t783;
                let t792 = t109 - t115;
                let t796 = sin_p4_angle * t741 + (t477 * t792 - cos_p4_angle * t754);
                let t797 = cos_p4_angle * t571;
                let t798 = sin_p5_angle * t193;
                let t805 = T::exact(1.5) * (t184 - t185)
                    + (t477 * (t187 + t158) + t188 * t517);
                let t811 = t200 * at54 + (T::exact(-0.5) * t182 + t805 - t798);
                let t814 = T::decimal(2.3333333333333335, -1.4802973661668753e-16);
                let t818 = t814 * t792 + T::exact(-2.5) * t108 - t811 - t797;
                let t820 = sin_p4_angle * t561 + t818;
                let t821 = t820 - t796;
                let t823 = cos_p3_angle * t821 + t790;
                let t827 = t477 * (t617 + t85) - sin_p4_angle * t528;
                let t828 = cos_p4_angle * t501;
                let t832 = t789 + (t814 * t618 - t781);
                let t836 = sin_p3_angle * (t832 - t712 + (t828 - t827)) + t823;
                let t839 = lambda_p6_z * (sin_p1_angle * at20);
                let t841 = lambda_p6_tilt_1 * (sin_p1_angle * at33);
                let t842 = lambda_p6_tilt_2 * t239;
                let t846 = lambda_p6_y * (sin_p2_angle * t726);
                let t849 = lambda_p6_x * (cos_p1_angle * at20);
                let t851 = t849 + (t846 + (t842 + t841 - t839)) - t836;
                let t858 = lambda_p6_x * g_2_2
                    + (lambda_p6_tilt_1 * t245 - lambda_p6_z * g_0_2);
                let t864 = sin_p4_angle * t788
                    + (t74 * T::exact(5.0) + cos_p4_angle * t780);
                let t867 = t500 + (t485 + T::exact(1.5) * t92);
                let t869 = T::exact(2.5) * t75 + t867;
                let t871 = cos_p3_angle * (t869 - t864);
                let t872 = t871 + t766;
                let t877 = cos_p4_angle * t561
                    + (T::exact(2.5) * t100 + sin_p4_angle * t571);
                let t881 = sin_p3_angle * (T::exact(2.5) * t627 - t758 - t877);
                let t883 = sin_p2_angle * (t881 + t872);
                let t885 = t827 - t828;
                let t889 = sin_p3_angle * t821 + cos_p3_angle * (t885 + (t712 - t832));
                let t894 = t881 + t871 + (cos_p2_angle * t889 + t883) + t858;
                let t897 = t105 - at80 + t103 * T::exact(2.0);
                let t899 = t80 + t81;
                let t901 = cos_p3_angle * t899 - sin_p3_angle * t897;
                let t904 = cos_p3_angle * t40;
                let t907 = t31 * T::exact(2.0) * t904 + t41 * (t29 * T::exact(-2.0));
                let t908 = t907 + t901;
                let t909 = sin_p4_angle * t908;
                let t914 = cos_p3_angle * t67 - t40 * (sin_p3_angle * p3_angle_dot);
                let t915 = t914 + t29 * t36;
                let t916 = sin_p3_angle * t40;
                let t917 = t41 * t916;
                let t920 = t60 - t29 * t29;
                let t921 = t58 + t920;
                let t922 = t921 + (t917 - t915);
                let t924 = cos_p4_angle * t922 - t909;
                let t930 = t29 * sin_p4_angle + cos_p4_angle * t916;
                let t932 = t930 * (t122 * T::exact(2.0)) + t904 * (t32 * T::exact(-2.0));
                let t934 = cos_p5_angle * (t932 + t924);
                let t937 = t29 * cos_p4_angle - sin_p4_angle * t916;
                let t938 = t32 * t937;
                let t943 = sin_p3_angle * t67 + t40 * (cos_p3_angle * p3_angle_dot);
                let t947 = p4_angle_dot * t937
                    + (cos_p4_angle * t943 - sin_p4_angle * t81);
                let t948 = t947 + t938;
                let t949 = t44 * t904;
                let t950 = t949 - t948;
                let t953 = sin_p3_angle * t899 + cos_p3_angle * t897;
                let t956 = t31 * t916;
                let t957 = t956 + (t81 + t36 * t904);
                let t958 = t957 + t953;
                let t962 = T::exact(-0.5) * (sin_p5_angle * (t958 + t950) + t934);
                let t963 = cos_p5_angle * t937;
                let t964 = sin_p5_angle * t904;
                let t965 = t964 - t963;
                let t970 = cos_p5_angle * t904 + sin_p5_angle * t937;
                let t971 = t50 * t970;
                let t972 = t971 + (t947 + t176 * t965);
                let t979 = t283 * (t947 + t46 * t965 - t971) + (t191 * t972 + t962);
                let t984 = t322 + (t319 + (t313 + (t979 - t311) - t310));
                let t987 = t44 * t930;
                let t988 = t987 + (t914 + t122 * t937);
                let t992 = cos_p4_angle * t908 + sin_p4_angle * t922;
                let t994 = T::exact(1.5) * t992 + t517 * t988;
                let t995 = t170 * t970;
                let t1000 = p4_angle_dot * t930
                    + (sin_p4_angle * t943 + cos_p4_angle * t81);
                let t1005 = p5_angle_dot * t970
                    + (sin_p5_angle * t914 + cos_p5_angle * t1000);
                let t1008 = t46 * t930 + (t1005 + t995);
                let t1010 = T::exact(-0.5) * t1008 + t994;
                let t1011 = t170 * t965;
                let t1017 = p5_angle_dot * (t963 - t964)
                    + (cos_p5_angle * t914 - sin_p5_angle * t1000);
                let t1020 = t50 * t930 + (t1017 - t1011);
                let t1026 = T::exact(0.5) * (t992 - t988) + t281 * t1008;
                let t1033 = t739 * (t914 + t354 * t937 - t987)
                    + (sin_p5_angle * t1026 + (at54 * t1020 + t1010));
                let t1038 = t550 + (t547 + (t1033 - t536 - t535 - t542));
                let t1047 = t739 * (t32 * t930 + (t1000 + t354 * t904))
                    + (at53 * t1020 + cos_p5_angle * t1026);
                let t1048 = cos_p4_angle * t1047;
                let t1050 = half_sin_p5_angle * t972;
                let t1052 = t948 - t949;
                let t1055 = t979 + (t482 * t1052 + (t1050 + T::exact(-1.5) * t958));
                let t1059 = t930 * (t170 * T::exact(2.0)) + t965 * t509;
                let t1060 = half_cos_p5_angle * t1059;
                let t1061 = t1060 + t1055;
                let t1062 = sin_p4_angle * t1061;
                let t1065 = t1060 + (t1050 + T::exact(1.5) * t1052);
                let t1070 = T::exact(2.5) * t953 + t814 * t957 - t1065 - t1062;
                let t1076 = t477 * (t81 + t111 * t904 - t956) + (t1070 - t1048);
                let t1081 = t849 + (t846 + (t841 + (t842 - t1076) - t839));
                let t1087 = lambda_p6_z * (sin_p1_angle * at19)
                    + (t5 + lambda_p6_tilt_1 * t8);
                let t1092 = (t442 - cos_p2_angle * (T::exact(-1.0) + t720))
                    * lambda_p6_y;
                let t1096 = lambda_p6_x * (at19 * cos_p1_angle) + (t1092 - t1087);
                let t1097 = T::decimal(3.3316666666666666, 1.1250259982868251e-16);
                let t1101 = T::exact(3.5) * t58 + t1097 * t920;
                let t1110 = t477 * (t41 * t904 + (t943 - t29 * t31))
                    + (cos_p4_angle * t1061 - sin_p4_angle * t1047);
                let t1112 = cos_p3_angle * t1110 + t1101;
                let t1115 = T::exact(1.5) * t988 + T::exact(0.5) * t1008;
                let t1116 = sin_p4_angle * t1115;
                let t1117 = T::decimal(-2.3333333333333335, 1.4802973661668753e-16);
                let t1118 = t915 - t917;
                let t1122 = T::exact(2.5) * t921 + t1118 * t1117 - t1116;
                let t1127 = half_sin_p5_angle * t1059
                    + (T::exact(1.5) * t932 + at51 * t972);
                let t1128 = cos_p4_angle * t1127;
                let t1130 = t1033 + (t1128 + t1122);
                let t1136 = t1128 - (t1116 + T::exact(2.5) * t1118)
                    + (sin_p3_angle * t1130 + t1112);
                let t1137 = t1136 + t1096;
                let t1144 = lambda_p6_x * at24
                    + (lambda_p6_tilt_1 * t321 + lambda_p6_z * g_0_1);
                let t1145 = T::exact(3.5) * t899;
                let t1150 = T::exact(2.5) * t907 - cos_p4_angle * t1115
                    - sin_p4_angle * t1127;
                let t1151 = cos_p3_angle * t1150;
                let t1155 = sin_p3_angle * (T::exact(2.5) * t957 - t1065);
                let t1156 = t1155 + (t1151 + t1145);
                let t1161 = cos_p3_angle * t1130 - (t477 * t68 + sin_p3_angle * t1110);
                let t1162 = T::decimal(3.3333333333333335, -1.4802973661668756e-16);
                let t1165 = T::exact(3.5) * p1_angle_ddot + t1162 * t68;
                let t1166 = cos_p4_angle * t528;
                let t1173 = T::exact(-2.5) * (t63 - t70)
                    + (t814 * t75 + (t74 - t73) * t739);
                let t1178 = sin_p4_angle * t501 + (t867 + t1173 - t1166) + t1165;
                let t1182 = cos_p3_angle * t877 + (sin_p3_angle * t869 + t1178);
                let t1185 = cos_p2_angle * (t1182 + t1161) - t1156;
                let t1194 = t477 * t899 + cos_p3_angle * t820 - sin_p3_angle * t885;
                let t1195 = t1194 - (t1076 + (t1155 + (t1162 * t899 + t1151)));
                let t1198 = sin_p2_angle * t1195 + t1185 - t1144;
                let t1204 = lambda_p6_x * g_2_0 + (t22 - g_0_0 * lambda_p6_z);
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
            part_1(b0, b1, b2, b3, &mut shared);
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
    }
    impl<T: Real> Dense for BricardModel<T> {
        /// M, by rows (5 × 5): 1 operation.
        fn mass_matrix(&self, at: &At<T>, out: &mut [T]) {
            let [m_0_4, m_0_0, m_1_4, m_0_1, at4, m_2_4, m_0_2, m_1_2, m_2_2, m_0_3,
            m_1_3, m_2_3, m_3_3, ..] = at.values;
            let t6 = T::decimal(0.33416666666666667, -7.401486830834385e-19);
            store(
                &[
                    m_0_0,
                    m_0_1,
                    m_0_2,
                    m_0_3,
                    m_0_4,
                    m_0_1,
                    -at4,
                    m_1_2,
                    m_1_3,
                    m_1_4,
                    m_0_2,
                    m_1_2,
                    m_2_2,
                    m_2_3,
                    m_2_4,
                    m_0_3,
                    m_1_3,
                    m_2_3,
                    m_3_3,
                    T::zero(),
                    m_0_4,
                    m_1_4,
                    m_2_4,
                    T::zero(),
                    t6,
                ],
                out,
            );
        }
        /// C, by columns (5 × 5): 5 operations.
        fn damping_matrix(&self, at: &At<T>, c: &C<T>, out: &mut [T]) {
            let [moving0, c_2_4, c_1_4, c_0_4, c_4_3, c_3_3, c_2_3, c_1_3, moving8,
            c_4_2, moving10, c_2_2, moving12, c_0_2, c_4_1, c_3_1, c_2_1, c_1_1, c_0_1,
            c_4_0, c_3_0, c_2_0, moving22, c_0_0] = c.values;
            store(
                &[
                    c_0_0,
                    -moving22,
                    c_2_0,
                    c_3_0,
                    c_4_0,
                    c_0_1,
                    c_1_1,
                    c_2_1,
                    c_3_1,
                    c_4_1,
                    c_0_2,
                    -moving12,
                    c_2_2,
                    -moving10,
                    c_4_2,
                    -moving8,
                    c_1_3,
                    c_2_3,
                    c_3_3,
                    c_4_3,
                    c_0_4,
                    c_1_4,
                    c_2_4,
                    -moving0,
                    T::zero(),
                ],
                out,
            );
        }
        /// K, by columns (5 × 5): 1 operation.
        fn stiffness_matrix(&self, at: &At<T>, k: &Stiffness<T>, out: &mut [T]) {
            let [k_4_4, k_3_4, k_2_4, k_1_4, k_0_4, k_4_3, k_3_3, k_2_3, k_1_3, k_0_3,
            k_4_2, k_3_2, k_2_2, k_1_2, k_0_2, k_4_1, k_3_1, k_2_1, k_1_1, k_0_1, k_4_0,
            k_3_0, k_2_0, stiffness23, k_0_0] = k.values;
            store(
                &[
                    k_0_0,
                    -stiffness23,
                    k_2_0,
                    k_3_0,
                    k_4_0,
                    k_0_1,
                    k_1_1,
                    k_2_1,
                    k_3_1,
                    k_4_1,
                    k_0_2,
                    k_1_2,
                    k_2_2,
                    k_3_2,
                    k_4_2,
                    k_0_3,
                    k_1_3,
                    k_2_3,
                    k_3_3,
                    k_4_3,
                    k_0_4,
                    k_1_4,
                    k_2_4,
                    k_3_4,
                    k_4_4,
                ],
                out,
            );
        }
        /// G = ∂g/∂q, by rows (5 × 5): 8 operations.
        fn constraint_jacobian(&self, at: &At<T>, out: &mut [T]) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, g_3_0, g_0_0, g_0_1, g_0_2,
            g_0_3, at18, at19, at20, g_1_3, g_2_4, g_2_0, at24, g_2_2, g_2_3, at27, at28,
            g_3_2, g_3_3, g_4_4, g_4_1, at33, g_4_3, ..] = at.values;
            store(
                &[
                    g_0_0,
                    g_0_1,
                    g_0_2,
                    g_0_3,
                    -g_3_0,
                    T::zero(),
                    -at19,
                    -at20,
                    g_1_3,
                    -at18,
                    g_2_0,
                    -at24,
                    g_2_2,
                    g_2_3,
                    g_2_4,
                    g_3_0,
                    -at28,
                    g_3_2,
                    g_3_3,
                    -at27,
                    T::zero(),
                    g_4_1,
                    -at33,
                    g_4_3,
                    g_4_4,
                ],
                out,
            );
        }
    }
    impl<T: Real> Solve for BricardModel<T> {
        /// Factors of \[M B; G 0; D 0\] (10 × 10), pivots \[(4, 4), (0, 0), (1, 1), (2, 2), (3, 3), (5, 5), (6, 6), (7, 7), (8, 8)\]: 529 operations (8 divisions).
        #[inline(never)]
        fn factor_saddle(
            &self,
            mass: &At<T>,
            columns: &At<T>,
            rows: &At<T>,
            c: &C<T>,
            into: &mut Saddle<T>,
        ) {
            let [m_0_4, m_0_0, m_1_4, m_0_1, m_at4, m_2_4, m_0_2, m_1_2, m_2_2, m_0_3,
            m_1_3, m_2_3, m_3_3, ..] = mass.values;
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, b_g_3_0, b_g_0_0, b_g_0_1,
            b_g_0_2, b_g_0_3, b_at18, b_at19, b_at20, b_g_1_3, b_g_2_4, b_g_2_0, b_at24,
            b_g_2_2, b_g_2_3, b_at27, b_at28, b_g_3_2, b_g_3_3, b_g_4_4, b_g_4_1, b_at33,
            b_g_4_3, ..] = columns.values;
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, g_3_0, g_0_0, g_0_1, g_0_2,
            g_0_3, g_at18, g_at19, g_at20, g_1_3, g_2_4, g_2_0, g_at24, g_2_2, g_2_3,
            g_at27, g_at28, g_3_2, g_3_3, g_4_4, g_4_1, g_at33, g_4_3, ..] = rows.values;
            let t0 = T::decimal(0.33416666666666667, -7.401486830834385e-19);
            let t58 = T::decimal(2.9925187032418954, -1.3289452663842273e-16);
            let t59 = m_0_4 * t58;
            let t61 = m_0_0 - m_0_4 * t59;
            let t63 = b_g_0_0 + b_g_3_0 * t59;
            let t64 = b_at18 * t59;
            let t66 = b_g_2_0 - b_g_2_4 * t59;
            let t68 = b_g_3_0 + b_at27 * t59;
            let t69 = b_g_4_4 * t59;
            let t70 = m_1_4 * t58;
            let t72 = m_0_1 - m_0_4 * t70;
            let t74 = m_at4 + m_1_4 * t70;
            let t76 = b_g_0_1 + b_g_3_0 * t70;
            let t78 = b_at18 * t70 - b_at19;
            let t80 = b_at24 + b_g_2_4 * t70;
            let t82 = b_at27 * t70 - b_at28;
            let t84 = b_g_4_1 - b_g_4_4 * t70;
            let t85 = m_2_4 * t58;
            let t87 = m_0_2 - m_0_4 * t85;
            let t89 = m_1_2 - m_1_4 * t85;
            let t91 = m_2_2 - m_2_4 * t85;
            let t93 = b_g_0_2 + b_g_3_0 * t85;
            let t95 = b_at18 * t85 - b_at20;
            let t97 = b_g_2_2 - b_g_2_4 * t85;
            let t99 = b_g_3_2 + b_at27 * t85;
            let t101 = b_at33 + b_g_4_4 * t85;
            let t102 = g_3_0 * t58;
            let t104 = g_0_0 + m_0_4 * t102;
            let t106 = g_0_1 + m_1_4 * t102;
            let t108 = g_0_2 + m_2_4 * t102;
            let t109 = b_g_3_0 * t102;
            let t110 = b_at18 * t102;
            let t111 = b_g_2_4 * t102;
            let t112 = b_at27 * t102;
            let t113 = b_g_4_4 * t102;
            let t114 = g_at18 * t58;
            let t115 = m_0_4 * t114;
            let t117 = m_1_4 * t114 - g_at19;
            let t119 = m_2_4 * t114 - g_at20;
            let t120 = b_g_3_0 * t114;
            let t121 = b_at18 * t114;
            let t122 = b_g_2_4 * t114;
            let t123 = b_at27 * t114;
            let t124 = b_g_4_4 * t114;
            let t125 = g_2_4 * t58;
            let t127 = g_2_0 - m_0_4 * t125;
            let t129 = g_at24 + m_1_4 * t125;
            let t131 = g_2_2 - m_2_4 * t125;
            let t132 = b_g_3_0 * t125;
            let t133 = b_at18 * t125;
            let t134 = b_g_2_4 * t125;
            let t135 = b_at27 * t125;
            let t136 = b_g_4_4 * t125;
            let t137 = g_at27 * t58;
            let t139 = g_3_0 + m_0_4 * t137;
            let t141 = m_1_4 * t137 - g_at28;
            let t143 = g_3_2 + m_2_4 * t137;
            let t144 = b_g_3_0 * t137;
            let t145 = b_at18 * t137;
            let t146 = b_g_2_4 * t137;
            let t147 = b_at27 * t137;
            let t148 = b_g_4_4 * t137;
            let t149 = g_4_4 * t58;
            let t150 = m_0_4 * t149;
            let t152 = g_4_1 - m_1_4 * t149;
            let t154 = g_at33 + m_2_4 * t149;
            let t155 = b_g_3_0 * t149;
            let t156 = b_at18 * t149;
            let t157 = b_g_2_4 * t149;
            let t158 = b_at27 * t149;
            let t159 = Real::recip(t61);
            let t160 = t72 * t159;
            let t162 = t74 + t72 * t160;
            let t165 = t76 - t63 * t160;
            let t167 = t78 - t64 * t160;
            let t169 = t80 + t66 * t160;
            let t171 = t82 - t68 * t160;
            let t173 = t84 + t69 * t160;
            let t174 = t87 * t159;
            let t176 = t89 - t72 * t174;
            let t178 = t91 - t87 * t174;
            let t180 = t93 - t63 * t174;
            let t182 = t95 - t64 * t174;
            let t184 = t97 - t66 * t174;
            let t186 = t99 - t68 * t174;
            let t188 = t69 * t174 - t101;
            let t189 = m_0_3 * t159;
            let t191 = m_1_3 - t72 * t189;
            let t193 = m_2_3 - t87 * t189;
            let t195 = m_3_3 - m_0_3 * t189;
            let t197 = b_g_0_3 - t63 * t189;
            let t199 = b_g_1_3 - t64 * t189;
            let t201 = b_g_2_3 - t66 * t189;
            let t203 = b_g_3_3 - t68 * t189;
            let t205 = b_g_4_3 + t69 * t189;
            let t206 = t104 * t159;
            let t208 = t106 - t72 * t206;
            let t210 = t108 - t87 * t206;
            let t212 = g_0_3 - m_0_3 * t206;
            let t214 = t109 + t63 * t206;
            let t216 = t110 + t64 * t206;
            let t218 = t111 - t66 * t206;
            let t220 = t112 + t68 * t206;
            let t222 = t113 + t69 * t206;
            let t223 = t115 * t159;
            let t225 = t117 - t72 * t223;
            let t227 = t119 - t87 * t223;
            let t229 = g_1_3 - m_0_3 * t223;
            let t231 = t120 + t63 * t223;
            let t233 = t121 + t64 * t223;
            let t235 = t122 - t66 * t223;
            let t237 = t123 + t68 * t223;
            let t239 = t124 + t69 * t223;
            let t240 = t127 * t159;
            let t242 = t129 + t72 * t240;
            let t244 = t131 - t87 * t240;
            let t246 = g_2_3 - m_0_3 * t240;
            let t248 = t132 - t63 * t240;
            let t250 = t133 - t64 * t240;
            let t252 = t134 + t66 * t240;
            let t254 = t135 - t68 * t240;
            let t256 = t69 * t240 - t136;
            let t257 = t139 * t159;
            let t259 = t141 - t72 * t257;
            let t261 = t143 - t87 * t257;
            let t263 = g_3_3 - m_0_3 * t257;
            let t265 = t144 + t63 * t257;
            let t267 = t145 + t64 * t257;
            let t269 = t146 - t66 * t257;
            let t271 = t147 + t68 * t257;
            let t273 = t148 + t69 * t257;
            let t274 = t150 * t159;
            let t276 = t152 + t72 * t274;
            let t278 = t87 * t274 - t154;
            let t280 = g_4_3 + m_0_3 * t274;
            let t282 = t155 + t63 * t274;
            let t284 = t156 + t64 * t274;
            let t286 = t66 * t274 - t157;
            let t288 = t158 + t68 * t274;
            let t289 = Real::recip(t162);
            let t290 = t176 * t289;
            let t292 = t178 + t176 * t290;
            let t294 = t180 + t165 * t290;
            let t296 = t182 + t167 * t290;
            let t298 = t184 - t169 * t290;
            let t300 = t186 + t171 * t290;
            let t302 = t188 + t173 * t290;
            let t303 = t191 * t289;
            let t305 = t193 + t176 * t303;
            let t307 = t195 + t191 * t303;
            let t309 = t197 + t165 * t303;
            let t311 = t199 + t167 * t303;
            let t313 = t201 - t169 * t303;
            let t315 = t203 + t171 * t303;
            let t317 = t205 + t173 * t303;
            let t318 = t208 * t289;
            let t320 = t210 + t176 * t318;
            let t322 = t212 + t191 * t318;
            let t324 = t165 * t318 - t214;
            let t326 = t167 * t318 - t216;
            let t328 = t218 - t169 * t318;
            let t330 = t171 * t318 - t220;
            let t332 = t222 + t173 * t318;
            let t333 = t225 * t289;
            let t335 = t227 + t176 * t333;
            let t337 = t229 + t191 * t333;
            let t339 = t165 * t333 - t231;
            let t341 = t167 * t333 - t233;
            let t343 = t235 - t169 * t333;
            let t345 = t171 * t333 - t237;
            let t347 = t239 + t173 * t333;
            let t348 = t242 * t289;
            let t350 = t244 - t176 * t348;
            let t352 = t246 - t191 * t348;
            let t354 = t248 - t165 * t348;
            let t356 = t250 - t167 * t348;
            let t358 = t169 * t348 - t252;
            let t360 = t254 - t171 * t348;
            let t362 = t256 - t173 * t348;
            let t363 = t259 * t289;
            let t365 = t261 + t176 * t363;
            let t367 = t263 + t191 * t363;
            let t369 = t165 * t363 - t265;
            let t371 = t167 * t363 - t267;
            let t373 = t269 - t169 * t363;
            let t375 = t171 * t363 - t271;
            let t377 = t273 + t173 * t363;
            let t378 = t276 * t289;
            let t380 = t278 + t176 * t378;
            let t382 = t280 + t191 * t378;
            let t384 = t282 + t165 * t378;
            let t386 = t284 + t167 * t378;
            let t388 = t286 - t169 * t378;
            let t390 = t288 + t171 * t378;
            let t391 = Real::recip(t292);
            let t392 = t305 * t391;
            let t394 = t307 - t305 * t392;
            let t396 = t309 - t294 * t392;
            let t398 = t311 - t296 * t392;
            let t400 = t313 - t298 * t392;
            let t402 = t315 - t300 * t392;
            let t404 = t317 - t302 * t392;
            let t405 = t320 * t391;
            let t407 = t322 - t305 * t405;
            let t409 = t324 - t294 * t405;
            let t411 = t326 - t296 * t405;
            let t413 = t328 - t298 * t405;
            let t415 = t330 - t300 * t405;
            let t417 = t332 - t302 * t405;
            let t418 = t335 * t391;
            let t420 = t337 - t305 * t418;
            let t422 = t339 - t294 * t418;
            let t424 = t341 - t296 * t418;
            let t426 = t343 - t298 * t418;
            let t428 = t345 - t300 * t418;
            let t430 = t347 - t302 * t418;
            let t431 = t350 * t391;
            let t433 = t352 - t305 * t431;
            let t435 = t354 - t294 * t431;
            let t437 = t356 - t296 * t431;
            let t439 = t358 - t298 * t431;
            let t441 = t360 - t300 * t431;
            let t443 = t362 - t302 * t431;
            let t444 = t365 * t391;
            let t446 = t367 - t305 * t444;
            let t448 = t369 - t294 * t444;
            let t450 = t371 - t296 * t444;
            let t452 = t373 - t298 * t444;
            let t454 = t375 - t300 * t444;
            let t456 = t377 - t302 * t444;
            let t457 = t380 * t391;
            let t459 = t382 - t305 * t457;
            let t461 = t384 - t294 * t457;
            let t463 = t386 - t296 * t457;
            let t465 = t388 - t298 * t457;
            let t467 = t390 - t300 * t457;
            let t468 = Real::recip(t394);
            let t469 = t407 * t468;
            let t471 = t409 - t396 * t469;
            let t473 = t411 - t398 * t469;
            let t475 = t413 - t400 * t469;
            let t477 = t415 - t402 * t469;
            let t479 = t417 - t404 * t469;
            let t480 = t420 * t468;
            let t482 = t422 - t396 * t480;
            let t484 = t424 - t398 * t480;
            let t486 = t426 - t400 * t480;
            let t488 = t428 - t402 * t480;
            let t490 = t430 - t404 * t480;
            let t491 = t433 * t468;
            let t493 = t435 - t396 * t491;
            let t495 = t437 - t398 * t491;
            let t497 = t439 - t400 * t491;
            let t499 = t441 - t402 * t491;
            let t501 = t443 - t404 * t491;
            let t502 = t446 * t468;
            let t504 = t448 - t396 * t502;
            let t506 = t450 - t398 * t502;
            let t508 = t452 - t400 * t502;
            let t510 = t454 - t402 * t502;
            let t512 = t456 - t404 * t502;
            let t513 = t459 * t468;
            let t515 = t461 - t396 * t513;
            let t517 = t463 - t398 * t513;
            let t519 = t465 - t400 * t513;
            let t521 = t467 - t402 * t513;
            let t522 = Real::recip(t471);
            let t523 = t482 * t522;
            let t525 = t484 - t473 * t523;
            let t527 = t486 - t475 * t523;
            let t529 = t488 - t477 * t523;
            let t531 = t490 - t479 * t523;
            let t532 = t493 * t522;
            let t534 = t495 - t473 * t532;
            let t536 = t497 - t475 * t532;
            let t538 = t499 - t477 * t532;
            let t540 = t501 - t479 * t532;
            let t541 = t504 * t522;
            let t543 = t506 - t473 * t541;
            let t545 = t508 - t475 * t541;
            let t547 = t510 - t477 * t541;
            let t549 = t512 - t479 * t541;
            let t550 = t515 * t522;
            let t552 = t517 - t473 * t550;
            let t554 = t519 - t475 * t550;
            let t556 = t521 - t477 * t550;
            let t557 = Real::recip(t525);
            let t558 = t534 * t557;
            let t560 = t536 - t527 * t558;
            let t562 = t538 - t529 * t558;
            let t564 = t540 - t531 * t558;
            let t565 = t543 * t557;
            let t567 = t545 - t527 * t565;
            let t569 = t547 - t529 * t565;
            let t571 = t549 - t531 * t565;
            let t572 = t552 * t557;
            let t574 = t554 - t527 * t572;
            let t576 = t556 - t529 * t572;
            let t577 = Real::recip(t560);
            let t578 = t567 * t577;
            let t580 = t569 - t562 * t578;
            let t583 = t574 * t577;
            let t586 = Real::recip(t580);
            into.values[..144]
                .copy_from_slice(
                    &[
                        t571 - t564 * t578,
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
                        b_g_4_4,
                        b_at27,
                        b_g_2_4,
                        b_at18,
                        b_g_3_0,
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
                        m_2_4,
                        t173,
                        t171,
                        t169,
                        t167,
                        t165,
                        t191,
                        t176,
                        t289,
                        m_1_4,
                        t69,
                        t68,
                        t66,
                        t64,
                        t63,
                        m_0_3,
                        t87,
                        t72,
                        t159,
                        m_0_4,
                        g_4_4,
                        g_4_3,
                        g_at33,
                        g_4_1,
                        g_at27,
                        g_3_3,
                        g_3_2,
                        g_at28,
                        g_3_0,
                        g_2_4,
                        g_2_3,
                        g_2_2,
                        g_at24,
                        g_2_0,
                        g_at18,
                        g_1_3,
                        g_at20,
                        g_at19,
                        g_0_3,
                        g_0_2,
                        g_0_1,
                        g_0_0,
                        b_g_4_3,
                        b_g_3_3,
                        b_g_2_3,
                        b_g_1_3,
                        b_g_0_3,
                        m_3_3,
                        m_2_3,
                        m_1_3,
                        b_at33,
                        b_g_3_2,
                        b_g_2_2,
                        b_at20,
                        b_g_0_2,
                        m_2_2,
                        m_1_2,
                        m_0_2,
                        b_g_4_1,
                        b_at28,
                        b_at24,
                        b_at19,
                        b_g_0_1,
                        m_at4,
                        m_0_1,
                        b_g_2_0,
                        b_g_0_0,
                        m_0_0,
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
                        (t576 - t562 * t583) * t586,
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
            let sound = emitted::sound!(
                self, saddle; 1 : t61, 2 : - t162, 3 : t292, 4 : t394, 5 : t471, 6 :
                t525, 7 : t560, 8 : t580
            );
            let factors = &*into;
            let mut room = [T::zero(); 5];
            let full = {
                let mut entries = [T::zero(); 1];
                let mut copy = entries;
                factor_block(
                    &self.saddle_block(),
                    (&mut entries, &mut copy),
                    &mut room,
                    |rhs: [T; 10], solution: [T; 10]| {
                        self.saddle_backward(factors, rhs, solution)
                    },
                )
            };
            into.values[144..].copy_from_slice(&room);
            into.sound = sound && full;
        }
        /// Factors of \[μ M + r C + p K + ι I, B; G 0; D 0\] (10 × 10), pivots \[(0, 0), (5, 5), (1, 1), (2, 2), (3, 3), (4, 4), (6, 6), (7, 7), (8, 8)\]: 583 operations (9 divisions).
        #[inline(never)]
        fn factor(&self, w: Weights<T>, b: Blocks<'_, Self>, into: &mut Bordered<T>) {
            emitted::blocks!(b => mass, columns, rows, c, k);
            let [weight_mass, weight_damping, weight_stiffness, weight_identity, ..] = w
                .to_array();
            let [moving0, c_2_4, c_1_4, c_0_4, c_4_3, c_3_3, c_2_3, c_1_3, moving8,
            c_4_2, moving10, c_2_2, moving12, c_0_2, c_4_1, c_3_1, c_2_1, c_1_1, c_0_1,
            c_4_0, c_3_0, c_2_0, moving22, c_0_0] = c.values;
            let [k_4_4, k_3_4, k_2_4, k_1_4, k_0_4, k_4_3, k_3_3, k_2_3, k_1_3, k_0_3,
            k_4_2, k_3_2, k_2_2, k_1_2, k_0_2, k_4_1, k_3_1, k_2_1, k_1_1, k_0_1, k_4_0,
            k_3_0, k_2_0, stiffness23, k_0_0] = k.values;
            let [m_0_4, m_0_0, m_1_4, m_0_1, m_at4, m_2_4, m_0_2, m_1_2, m_2_2, m_0_3,
            m_1_3, m_2_3, m_3_3, ..] = mass.values;
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, b_g_3_0, b_g_0_0, b_g_0_1,
            b_g_0_2, b_g_0_3, b_at18, b_at19, b_at20, b_g_1_3, b_g_2_4, b_g_2_0, b_at24,
            b_g_2_2, b_g_2_3, b_at27, b_at28, b_g_3_2, b_g_3_3, b_g_4_4, b_g_4_1, b_at33,
            b_g_4_3, ..] = columns.values;
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, g_3_0, g_0_0, g_0_1, g_0_2,
            g_0_3, g_at18, g_at19, g_at20, g_1_3, g_2_4, g_2_0, g_at24, g_2_2, g_2_3,
            g_at27, g_at28, g_3_2, g_3_3, g_4_4, g_4_1, g_at33, g_4_3, ..] = rows.values;
            let t0 = T::decimal(0.33416666666666667, -7.401486830834385e-19);
            let t59 = m_0_0 * weight_mass;
            let t60 = m_0_1 * weight_mass;
            let t61 = m_0_2 * weight_mass;
            let t62 = m_0_3 * weight_mass;
            let t63 = m_0_4 * weight_mass;
            let t64 = m_at4 * weight_mass;
            let t65 = m_1_2 * weight_mass;
            let t66 = m_1_3 * weight_mass;
            let t67 = m_1_4 * weight_mass;
            let t68 = m_2_2 * weight_mass;
            let t69 = m_2_3 * weight_mass;
            let t70 = m_2_4 * weight_mass;
            let t71 = m_3_3 * weight_mass;
            let t72 = t0 * weight_mass;
            let t76 = t59 + weight_damping * c_0_0;
            let t79 = t60 + weight_damping * c_0_1;
            let t82 = t61 + weight_damping * c_0_2;
            let t85 = t62 - weight_damping * moving8;
            let t88 = t63 + weight_damping * c_0_4;
            let t91 = t60 - weight_damping * moving22;
            let t94 = weight_damping * c_1_1 - t64;
            let t97 = t65 - weight_damping * moving12;
            let t100 = t66 + weight_damping * c_1_3;
            let t103 = t67 + weight_damping * c_1_4;
            let t106 = t61 + weight_damping * c_2_0;
            let t109 = t65 + weight_damping * c_2_1;
            let t112 = t68 + weight_damping * c_2_2;
            let t115 = t69 + weight_damping * c_2_3;
            let t118 = t70 + weight_damping * c_2_4;
            let t121 = t62 + weight_damping * c_3_0;
            let t124 = t66 + weight_damping * c_3_1;
            let t127 = t69 - weight_damping * moving10;
            let t130 = t71 + weight_damping * c_3_3;
            let t132 = weight_damping * moving0;
            let t135 = t63 + weight_damping * c_4_0;
            let t138 = t67 + weight_damping * c_4_1;
            let t141 = t70 + weight_damping * c_4_2;
            let t143 = weight_damping * c_4_3;
            let t147 = t76 + weight_stiffness * k_0_0;
            let t150 = t79 + weight_stiffness * k_0_1;
            let t153 = t82 + weight_stiffness * k_0_2;
            let t156 = t85 + weight_stiffness * k_0_3;
            let t159 = t88 + weight_stiffness * k_0_4;
            let t162 = t91 - weight_stiffness * stiffness23;
            let t165 = t94 + weight_stiffness * k_1_1;
            let t168 = t97 + weight_stiffness * k_1_2;
            let t171 = t100 + weight_stiffness * k_1_3;
            let t174 = t103 + weight_stiffness * k_1_4;
            let t177 = t106 + weight_stiffness * k_2_0;
            let t180 = t109 + weight_stiffness * k_2_1;
            let t183 = t112 + weight_stiffness * k_2_2;
            let t186 = t115 + weight_stiffness * k_2_3;
            let t189 = t118 + weight_stiffness * k_2_4;
            let t192 = t121 + weight_stiffness * k_3_0;
            let t195 = t124 + weight_stiffness * k_3_1;
            let t198 = t127 + weight_stiffness * k_3_2;
            let t201 = t130 + weight_stiffness * k_3_3;
            let t204 = weight_stiffness * k_3_4 - t132;
            let t207 = t135 + weight_stiffness * k_4_0;
            let t210 = t138 + weight_stiffness * k_4_1;
            let t213 = t141 + weight_stiffness * k_4_2;
            let t216 = t143 + weight_stiffness * k_4_3;
            let t221 = t147 + weight_identity;
            let t222 = t165 + weight_identity;
            let t223 = t183 + weight_identity;
            let t224 = t201 + weight_identity;
            let t225 = t72 + weight_stiffness * k_4_4 + weight_identity;
            let t226 = Real::recip(t221);
            let t227 = t162 * t226;
            let t229 = t222 - t150 * t227;
            let t231 = t168 - t153 * t227;
            let t233 = t171 - t156 * t227;
            let t235 = t174 - t159 * t227;
            let t237 = b_g_0_1 - b_g_0_0 * t227;
            let t239 = b_at24 + b_g_2_0 * t227;
            let t241 = b_at28 + b_g_3_0 * t227;
            let t242 = t177 * t226;
            let t244 = t180 - t150 * t242;
            let t246 = t223 - t153 * t242;
            let t248 = t186 - t156 * t242;
            let t250 = t189 - t159 * t242;
            let t252 = b_g_0_2 - b_g_0_0 * t242;
            let t254 = b_g_2_2 - b_g_2_0 * t242;
            let t256 = b_g_3_2 - b_g_3_0 * t242;
            let t257 = t192 * t226;
            let t259 = t195 - t150 * t257;
            let t261 = t198 - t153 * t257;
            let t263 = t224 - t156 * t257;
            let t265 = t204 - t159 * t257;
            let t267 = b_g_0_3 - b_g_0_0 * t257;
            let t269 = b_g_2_3 - b_g_2_0 * t257;
            let t271 = b_g_3_3 - b_g_3_0 * t257;
            let t272 = t207 * t226;
            let t274 = t210 - t150 * t272;
            let t276 = t213 - t153 * t272;
            let t278 = t216 - t156 * t272;
            let t280 = t225 - t159 * t272;
            let t282 = b_g_3_0 + b_g_0_0 * t272;
            let t284 = b_g_2_4 - b_g_2_0 * t272;
            let t286 = b_at27 + b_g_3_0 * t272;
            let t287 = g_0_0 * t226;
            let t289 = g_0_1 - t150 * t287;
            let t291 = g_0_2 - t153 * t287;
            let t293 = g_0_3 - t156 * t287;
            let t295 = g_3_0 + t159 * t287;
            let t296 = b_g_0_0 * t287;
            let t298 = b_g_2_0 * t287;
            let t299 = b_g_3_0 * t287;
            let t300 = g_2_0 * t226;
            let t302 = g_at24 + t150 * t300;
            let t304 = g_2_2 - t153 * t300;
            let t306 = g_2_3 - t156 * t300;
            let t308 = g_2_4 - t159 * t300;
            let t309 = b_g_0_0 * t300;
            let t310 = b_g_2_0 * t300;
            let t311 = b_g_3_0 * t300;
            let t312 = g_3_0 * t226;
            let t314 = g_at28 + t150 * t312;
            let t316 = g_3_2 - t153 * t312;
            let t318 = g_3_3 - t156 * t312;
            let t320 = g_at27 + t159 * t312;
            let t321 = b_g_0_0 * t312;
            let t322 = b_g_2_0 * t312;
            let t323 = b_g_3_0 * t312;
            let t324 = Real::recip(t296);
            let t325 = t237 * t324;
            let t327 = t229 + t289 * t325;
            let t329 = t231 + t291 * t325;
            let t331 = t233 + t293 * t325;
            let t333 = t235 - t295 * t325;
            let t335 = t239 + t298 * t325;
            let t337 = t241 + t299 * t325;
            let t338 = t252 * t324;
            let t340 = t244 + t289 * t338;
            let t342 = t246 + t291 * t338;
            let t344 = t248 + t293 * t338;
            let t346 = t250 - t295 * t338;
            let t348 = t254 - t298 * t338;
            let t350 = t256 - t299 * t338;
            let t351 = t267 * t324;
            let t353 = t259 + t289 * t351;
            let t355 = t261 + t291 * t351;
            let t357 = t263 + t293 * t351;
            let t359 = t265 - t295 * t351;
            let t361 = t269 - t298 * t351;
            let t363 = t271 - t299 * t351;
            let t364 = t282 * t324;
            let t366 = t274 - t289 * t364;
            let t368 = t276 - t291 * t364;
            let t370 = t278 - t293 * t364;
            let t372 = t280 + t295 * t364;
            let t374 = t284 + t298 * t364;
            let t376 = t299 * t364 - t286;
            let t377 = t309 * t324;
            let t379 = t302 + t289 * t377;
            let t381 = t304 - t291 * t377;
            let t383 = t306 - t293 * t377;
            let t385 = t308 + t295 * t377;
            let t387 = t298 * t377 - t310;
            let t389 = t299 * t377 - t311;
            let t390 = t321 * t324;
            let t392 = t314 + t289 * t390;
            let t394 = t316 - t291 * t390;
            let t396 = t318 - t293 * t390;
            let t398 = t295 * t390 - t320;
            let t400 = t298 * t390 - t322;
            let t402 = t299 * t390 - t323;
            let t403 = Real::recip(t327);
            let t404 = t340 * t403;
            let t406 = t342 - t329 * t404;
            let t408 = t344 - t331 * t404;
            let t410 = t346 - t333 * t404;
            let t412 = b_at19 * t404 - b_at20;
            let t414 = t348 + t335 * t404;
            let t416 = t350 + t337 * t404;
            let t418 = b_at33 + b_g_4_1 * t404;
            let t419 = t353 * t403;
            let t421 = t355 - t329 * t419;
            let t423 = t357 - t331 * t419;
            let t425 = t359 - t333 * t419;
            let t427 = b_g_1_3 + b_at19 * t419;
            let t429 = t361 + t335 * t419;
            let t431 = t363 + t337 * t419;
            let t433 = b_g_4_3 - b_g_4_1 * t419;
            let t434 = t366 * t403;
            let t436 = t368 - t329 * t434;
            let t438 = t370 - t331 * t434;
            let t440 = t372 - t333 * t434;
            let t442 = b_at19 * t434 - b_at18;
            let t444 = t374 + t335 * t434;
            let t446 = t376 + t337 * t434;
            let t448 = b_g_4_4 - b_g_4_1 * t434;
            let t449 = g_at19 * t403;
            let t451 = t329 * t449 - g_at20;
            let t453 = g_1_3 + t331 * t449;
            let t455 = t333 * t449 - g_at18;
            let t456 = b_at19 * t449;
            let t457 = t335 * t449;
            let t458 = t337 * t449;
            let t459 = b_g_4_1 * t449;
            let t460 = t379 * t403;
            let t462 = t381 + t329 * t460;
            let t464 = t383 + t331 * t460;
            let t466 = t385 + t333 * t460;
            let t467 = b_at19 * t460;
            let t469 = t387 - t335 * t460;
            let t471 = t389 - t337 * t460;
            let t472 = b_g_4_1 * t460;
            let t473 = t392 * t403;
            let t475 = t394 + t329 * t473;
            let t477 = t396 + t331 * t473;
            let t479 = t398 + t333 * t473;
            let t480 = b_at19 * t473;
            let t482 = t400 - t335 * t473;
            let t484 = t402 - t337 * t473;
            let t485 = b_g_4_1 * t473;
            let t486 = g_4_1 * t403;
            let t488 = g_at33 + t329 * t486;
            let t490 = g_4_3 - t331 * t486;
            let t492 = g_4_4 - t333 * t486;
            let t493 = b_at19 * t486;
            let t494 = t335 * t486;
            let t495 = t337 * t486;
            let t496 = Real::recip(t406);
            let t497 = t421 * t496;
            let t499 = t423 - t408 * t497;
            let t501 = t425 - t410 * t497;
            let t503 = t427 - t412 * t497;
            let t505 = t429 - t414 * t497;
            let t507 = t431 - t416 * t497;
            let t509 = t433 + t418 * t497;
            let t510 = t436 * t496;
            let t512 = t438 - t408 * t510;
            let t514 = t440 - t410 * t510;
            let t516 = t442 - t412 * t510;
            let t518 = t444 - t414 * t510;
            let t520 = t446 - t416 * t510;
            let t522 = t448 + t418 * t510;
            let t523 = t451 * t496;
            let t525 = t453 - t408 * t523;
            let t527 = t455 - t410 * t523;
            let t529 = t456 + t412 * t523;
            let t531 = t457 + t414 * t523;
            let t533 = t458 + t416 * t523;
            let t535 = t459 + t418 * t523;
            let t536 = t462 * t496;
            let t538 = t464 - t408 * t536;
            let t540 = t466 - t410 * t536;
            let t542 = t467 + t412 * t536;
            let t544 = t469 - t414 * t536;
            let t546 = t471 - t416 * t536;
            let t548 = t472 + t418 * t536;
            let t549 = t475 * t496;
            let t551 = t477 - t408 * t549;
            let t553 = t479 - t410 * t549;
            let t555 = t480 + t412 * t549;
            let t557 = t482 - t414 * t549;
            let t559 = t484 - t416 * t549;
            let t561 = t485 + t418 * t549;
            let t562 = t488 * t496;
            let t564 = t490 + t408 * t562;
            let t566 = t492 + t410 * t562;
            let t568 = t493 + t412 * t562;
            let t570 = t494 + t414 * t562;
            let t572 = t495 + t416 * t562;
            let t573 = Real::recip(t499);
            let t574 = t512 * t573;
            let t576 = t514 - t501 * t574;
            let t578 = t516 - t503 * t574;
            let t580 = t518 - t505 * t574;
            let t582 = t520 - t507 * t574;
            let t584 = t522 - t509 * t574;
            let t585 = t525 * t573;
            let t587 = t527 - t501 * t585;
            let t589 = t529 + t503 * t585;
            let t591 = t531 + t505 * t585;
            let t593 = t533 + t507 * t585;
            let t595 = t535 - t509 * t585;
            let t596 = t538 * t573;
            let t598 = t540 - t501 * t596;
            let t600 = t542 + t503 * t596;
            let t602 = t544 - t505 * t596;
            let t604 = t546 - t507 * t596;
            let t606 = t548 - t509 * t596;
            let t607 = t551 * t573;
            let t609 = t553 - t501 * t607;
            let t611 = t555 + t503 * t607;
            let t613 = t557 - t505 * t607;
            let t615 = t559 - t507 * t607;
            let t617 = t561 - t509 * t607;
            let t618 = t564 * t573;
            let t620 = t566 - t501 * t618;
            let t622 = t568 - t503 * t618;
            let t624 = t570 - t505 * t618;
            let t626 = t572 - t507 * t618;
            let t627 = Real::recip(t576);
            let t628 = t587 * t627;
            let t630 = t589 + t578 * t628;
            let t633 = t591 + t580 * t628;
            let t635 = t593 + t582 * t628;
            let t637 = t595 - t584 * t628;
            let t638 = t598 * t627;
            let t640 = t600 + t578 * t638;
            let t642 = t602 - t580 * t638;
            let t644 = t604 - t582 * t638;
            let t646 = t606 - t584 * t638;
            let t647 = t609 * t627;
            let t649 = t611 + t578 * t647;
            let t651 = t613 - t580 * t647;
            let t653 = t615 - t582 * t647;
            let t655 = t617 - t584 * t647;
            let t656 = t620 * t627;
            let t658 = t622 - t578 * t656;
            let t660 = t624 - t580 * t656;
            let t662 = t626 - t582 * t656;
            let t663 = Real::recip(t630);
            let t664 = t640 * t663;
            let t666 = t642 + t633 * t664;
            let t668 = t644 + t635 * t664;
            let t670 = t646 - t637 * t664;
            let t671 = t649 * t663;
            let t673 = t651 + t633 * t671;
            let t675 = t653 + t635 * t671;
            let t677 = t655 - t637 * t671;
            let t678 = t658 * t663;
            let t680 = t660 - t633 * t678;
            let t682 = t662 - t635 * t678;
            let t683 = Real::recip(t666);
            let t684 = t673 * t683;
            let t686 = t675 - t668 * t684;
            let t689 = t680 * t683;
            let t692 = Real::recip(t686);
            into.values[..151]
                .copy_from_slice(
                    &[
                        t677 - t670 * t684,
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
                        b_g_4_1,
                        t337,
                        t335,
                        b_at19,
                        t333,
                        t331,
                        t329,
                        t403,
                        t289,
                        t324,
                        b_g_3_0,
                        b_g_2_0,
                        b_g_0_0,
                        t159,
                        t156,
                        t153,
                        t150,
                        t226,
                        g_4_4,
                        g_4_3,
                        g_at33,
                        g_4_1,
                        g_at27,
                        g_3_3,
                        g_3_2,
                        g_at28,
                        g_3_0,
                        g_2_4,
                        g_2_3,
                        g_2_2,
                        g_at24,
                        g_2_0,
                        g_at18,
                        g_1_3,
                        g_at20,
                        g_at19,
                        g_0_3,
                        g_0_2,
                        g_0_1,
                        g_0_0,
                        b_g_4_4,
                        b_at27,
                        b_g_2_4,
                        b_at18,
                        t225,
                        t216,
                        t213,
                        t210,
                        t207,
                        b_g_4_3,
                        b_g_3_3,
                        b_g_2_3,
                        b_g_1_3,
                        b_g_0_3,
                        t204,
                        t224,
                        t198,
                        t195,
                        t192,
                        b_at33,
                        b_g_3_2,
                        b_g_2_2,
                        b_at20,
                        b_g_0_2,
                        t189,
                        t186,
                        t223,
                        t180,
                        t177,
                        b_at28,
                        b_at24,
                        b_g_0_1,
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
                        (t682 - t668 * t689) * t692,
                        t689,
                        t678,
                        t656,
                        t618,
                        t562,
                        t486,
                    ],
                );
            let sound = emitted::sound!(
                self, bordered; 0 : t221, 1 : - t296, 2 : t327, 3 : t406, 4 : t499, 5 :
                t576, 6 : - t630, 7 : t666, 8 : t686
            );
            let factors = &*into;
            let mut room = [T::zero(); 5];
            let full = {
                let mut entries = [T::zero(); 1];
                let mut copy = entries;
                factor_block(
                    &self.weighted_block(),
                    (&mut entries, &mut copy),
                    &mut room,
                    |rhs: [T; 10], solution: [T; 10]| {
                        self.weighted_backward(factors, rhs, solution)
                    },
                )
            };
            into.values[151..].copy_from_slice(&room);
            into.sound = sound && full;
        }
        emitted::solve!(
            solve_saddle, SaddleFactors = Saddle, saddle_factors, saddle_solve,
            saddle_matrix, saddle_block; [0, 1, 2, 3, 4], [0, 1, 2, 3, 4], []
        );
        emitted::solve!(
            solve, Factors = Bordered, factors, weighted_solve, weighted_matrix,
            weighted_block; [0, 1, 2, 3, 4], [0, 1, 2, 3, 4], []
        );
    }
    impl<T: Real> Assemble for BricardModel<T> {
        emitted::assembly!(
            turns : & [true, true, true, true, true], guards : & [(3, 0), (4, 0)],
            deviations : 12, cosines : 1; [0.0, 0.0, 0.0, 0.0, 0.0]
        );
        fn assembly_measures(&self, at: &At<T>, out: &mut [T]) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, at18, _, _, _,
            g_2_4, _, _, _, _, at27, _, _, _, g_4_4, _, _, _, _, cos_p5_angle,
            sin_p3_angle, cos_p3_angle, cos_p2_angle, sin_p5_angle, sin_p4_angle,
            sin_p2_angle, cos_p4_angle, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, cos_p4_angle_sin_p5_angle, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, sin_p1_angle, cos_p1_angle] = at.values;
            let t13 = cos_p3_angle * cos_p5_angle;
            let t15 = sin_p3_angle * cos_p5_angle;
            let t22 = sin_p4_angle * sin_p5_angle;
            let t24 = t13 - sin_p3_angle * t22;
            let t26 = cos_p2_angle * cos_p4_angle_sin_p5_angle + sin_p2_angle * t24;
            let t28 = t15 + cos_p3_angle * t22;
            let t32 = sin_p2_angle * cos_p4_angle_sin_p5_angle - cos_p2_angle * t24;
            let t40 = Real::atan2(at27, g_4_4);
            let t41 = Real::cos(t40);
            let t43 = Real::sin(t40);
            let t46 = cos_p1_angle * t26 - sin_p1_angle * t28;
            let t47 = sin_p1_angle * t32;
            let t48 = cos_p2_angle * t28;
            let t52 = cos_p1_angle * t24 - sin_p1_angle * (sin_p2_angle * t28);
            let t53 = sin_p3_angle * cos_p4_angle_sin_p5_angle;
            let t56 = cos_p2_angle * t53 - sin_p2_angle * t22;
            let t58 = cos_p1_angle * (cos_p3_angle * cos_p4_angle_sin_p5_angle);
            let t62 = sin_p1_angle * (sin_p2_angle * t53 + cos_p2_angle * t22);
            let t63 = t58 - t62;
            let t69 = Real::recip(at27 * at27 + t32 * t32);
            let t75 = t69 * (t32 * t47) + t69 * (t26 * at27);
            let t82 = t69 * (g_4_4 * t52) + t69 * (at27 * t48);
            let t89 = t69 * (g_4_4 * t63) + t69 * (at27 * t56);
            let t96 = t69 * (g_2_4 * g_4_4) + t69 * (at18 * at27);
            store_entries(
                85,
                &[
                    (0, T::exact(5.0)),
                    (1, T::exact(-1.0) + cos_p1_angle),
                    (2, sin_p1_angle),
                    (3, cos_p2_angle + T::exact(-1.0)),
                    (4, sin_p2_angle),
                    (5, cos_p3_angle + T::exact(-1.0)),
                    (6, sin_p3_angle),
                    (7, T::exact(-1.0) + cos_p4_angle),
                    (8, sin_p4_angle),
                    (9, T::exact(-1.0) + cos_p5_angle),
                    (10, sin_p5_angle),
                    (11, T::exact(-1.0) + t41),
                    (12, t43),
                    (13, -sin_p1_angle),
                    (18, cos_p1_angle),
                    (24, -sin_p2_angle),
                    (29, cos_p2_angle),
                    (35, -sin_p3_angle),
                    (40, cos_p3_angle),
                    (46, -sin_p4_angle),
                    (51, cos_p4_angle),
                    (57, -sin_p5_angle),
                    (62, cos_p5_angle),
                    (63, t43 * (t32 * t46) * t69),
                    (64, -(t43 * t75)),
                    (65, -(t43 * t82)),
                    (66, -(t43 * t89)),
                    (67, -(t43 * t96)),
                    (68, t69 * (t41 * (g_4_4 * t46))),
                    (69, t41 * t75),
                    (70, t41 * t82),
                    (71, t41 * t89),
                    (72, t41 * t96),
                ],
                out,
            );
        }
        fn assembly_cosines(&self, at: &At<T>, out: &mut [T]) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, g_3_0, _, _, _, _, at18, _, _, _,
            _, _, _, _, _, _, _, _, _, _, g_4_1, _, _, _, cos_p5_angle, sin_p3_angle,
            cos_p3_angle, cos_p2_angle, sin_p5_angle, sin_p4_angle, sin_p2_angle, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, cos_p4_angle_sin_p5_angle,
            cos_p4_angle_cos_p5_angle, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            sin_p1_angle, cos_p1_angle] = at.values;
            let t8 = cos_p3_angle * cos_p5_angle;
            let t10 = sin_p3_angle * cos_p5_angle;
            let t13 = sin_p4_angle * cos_p5_angle;
            let t15 = cos_p3_angle * sin_p5_angle + sin_p3_angle * t13;
            let t19 = sin_p3_angle * sin_p5_angle - cos_p3_angle * t13;
            let t22 = sin_p2_angle * t19;
            let t23 = cos_p3_angle * cos_p4_angle_cos_p5_angle;
            let t25 = sin_p2_angle * (sin_p3_angle * cos_p4_angle_cos_p5_angle);
            let t27 = t25 + cos_p2_angle * t13;
            let t33 = sin_p4_angle * sin_p5_angle;
            let t37 = cos_p2_angle * cos_p4_angle_sin_p5_angle
                + sin_p2_angle * (t8 - sin_p3_angle * t33);
            let t39 = t10 + cos_p3_angle * t33;
            let t30 = cos_p1_angle * t19 - sin_p1_angle * g_4_1;
            let t41 = -(cos_p1_angle * at18);
            let t44 = sin_p1_angle * t15 + cos_p1_angle * t22;
            let t48 = -(sin_p1_angle * t23 + cos_p1_angle * t27);
            let t51 = sin_p1_angle * t39 - cos_p1_angle * t37;
            store_entries(
                6,
                &[(0, g_3_0), (1, t30), (2, t41), (3, t44), (4, t48), (5, t51)],
                out,
            );
        }
        fn orientation_cosines(&self, at: &At<T>, out: &mut [T]) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, g_3_0, ..] = at.values;
            store_entries(1, &[(0, g_3_0)], out);
        }
    }
    impl<T: Real> BricardModel<T> {
        /// The solution with \[M B; G 0; D 0\] (10 × 10): 211 operations.
        #[inline]
        fn saddle_solve(&self, factors: &Saddle<T>, rhs: [T; 10]) -> [T; 10] {
            let block = self.saddle_block();
            solve_block(
                &block,
                &factors.values[144..],
                self.saddle_forward(factors, rhs),
                |rhs: [T; 10], solution: [T; 10]| {
                    self.saddle_backward(factors, rhs, solution)
                },
            )
        }
        fn saddle_block(&self) -> KnownRank<'_> {
            KnownRank {
                velocities: 5,
                rows: &[9],
                columns: &[9],
                sets: &[
                    RedundantSet {
                        rows: 1,
                        columns: 1,
                        multipliers: 5,
                        deficiency: 1,
                    },
                ],
                multipliers: &[0, 1, 2, 3, 4],
                accelerated: 0,
                weights: &self.redundant,
            }
        }
        /// The right-hand side with all pivots eliminated: 88 operations.
        #[inline]
        fn saddle_forward(&self, factors: &Saddle<T>, rhs: [T; 10]) -> [T; 10] {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, f100,
            f101, f102, f103, f104, f105, f106, f107, f108, f109, f110, f111, f112, f113,
            f114, f115, f116, f117, f118, f119, f120, f121, f122, f123, f124, f125, f126,
            f127, f128, f129, f130, f131, f132, f133, f134, f135, f136, f137, f138, f139,
            f140, f141, f142, f143, ..] = factors.values;
            let [r0, r1, r2, r3, r4, r5, r6, r7, r8, r9] = rhs;
            let t55 = r0 - f100 * r4;
            let t57 = r1 - f102 * r4;
            let t59 = r2 - f105 * r4;
            let t61 = r5 + f113 * r4;
            let t63 = r6 + f119 * r4;
            let t65 = r7 - f126 * r4;
            let t67 = r8 + f134 * r4;
            let t69 = r9 - f143 * r4;
            let t71 = t57 - f101 * t55;
            let t73 = t59 - f104 * t55;
            let t75 = r3 - f108 * t55;
            let t77 = t61 - f112 * t55;
            let t79 = t63 - f118 * t55;
            let t81 = t65 - f125 * t55;
            let t83 = t67 - f133 * t55;
            let t85 = t69 + f142 * t55;
            let t87 = t73 + f103 * t71;
            let t89 = t75 + f107 * t71;
            let t91 = t77 + f111 * t71;
            let t93 = t79 + f117 * t71;
            let t95 = t81 - f124 * t71;
            let t97 = t83 + f132 * t71;
            let t99 = t85 + f141 * t71;
            let t101 = t89 - f106 * t87;
            let t103 = t91 - f110 * t87;
            let t105 = t93 - f116 * t87;
            let t107 = t95 - f123 * t87;
            let t109 = t97 - f131 * t87;
            let t111 = t99 - f140 * t87;
            let t113 = t103 - f109 * t101;
            let t115 = t105 - f115 * t101;
            let t117 = t107 - f122 * t101;
            let t119 = t109 - f130 * t101;
            let t121 = t111 - f139 * t101;
            let t123 = t115 - f114 * t113;
            let t131 = t117 - f121 * t113 - f120 * t123;
            let t137 = t119 - f129 * t113 - f128 * t123 - f127 * t131;
            let t141 = t121 - f138 * t113 - f137 * t123 - f136 * t131 - f135 * t137;
            [t55, t71, t87, t101, r4, t113, t123, t131, t137, t141]
        }
        /// The solution from that of the block: 98 operations.
        #[inline]
        fn saddle_backward(
            &self,
            factors: &Saddle<T>,
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
            let t65 = f1 * (r8 - f0 * solution9);
            let t70 = f4 * (r7 - f3 * t65 - f2 * solution9);
            let t77 = f8 * (r6 - f7 * t70 - f6 * t65 - f5 * solution9);
            let t85 = r5 - f12 * t77 - f11 * t70 - f10 * t65 - f9 * solution9;
            let t86 = f13 * t85;
            let t94 = r3 - f28 * t86 - f27 * t77 - f26 * t70 - f25 * t65;
            let t97 = f29 * (t94 - f24 * solution9);
            let t105 = r2 - f30 * t97 - f23 * t86 - f22 * t77 - f21 * t70;
            let t110 = f31 * (t105 - f20 * t65 - f19 * solution9);
            let t118 = r1 - f39 * t110 - f38 * t97 - f37 * t86 - f36 * t77;
            let t125 = f40 * (t118 + f35 * t70 - f34 * t65 - f33 * solution9);
            let t134 = r0 + f49 * t125 - f48 * t110 - f47 * t97 - f46 * t86;
            let t142 = t134 - f45 * t77 - f44 * t70 - f43 * t65 + f42 * solution9;
            let t143 = f50 * t142;
            let t151 = r4 - f51 * t143 + f41 * t125 - f32 * t110 + f18 * t86;
            let t159 = t151 + f17 * t77 - f16 * t70 + f15 * t65 - f14 * solution9;
            [t143, -t125, t110, t97, t9 * t159, t86, t77, t70, t65, solution9]
        }
        fn saddle_matrix(&self, factors: &Saddle<T>, matrix: &mut [[T; 10]; 10]) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, f14, f15, f16, f17, f18, _, _,
            _, _, _, _, _, _, _, _, _, _, _, f32, _, _, _, _, _, _, _, _, f41, _, _, _,
            _, _, f47, _, _, _, f51, f52, f53, f54, f55, f56, f57, f58, f59, f60, f61,
            f62, f63, f64, f65, f66, f67, f68, f69, f70, f71, f72, f73, f74, f75, f76,
            f77, f78, f79, f80, f81, f82, f83, f84, f85, f86, f87, f88, f89, f90, f91,
            f92, f93, f94, f95, f96, f97, f98, f99, ..] = factors.values;
            let t0 = T::decimal(0.33416666666666667, -7.401486830834385e-19);
            matrix[0][0] = f99;
            matrix[0][1] = f96;
            matrix[0][2] = f89;
            matrix[0][3] = f47;
            matrix[0][4] = f51;
            matrix[0][5] = f98;
            matrix[0][7] = f97;
            matrix[0][8] = f18;
            matrix[1][0] = f96;
            matrix[1][1] = -f95;
            matrix[1][2] = f88;
            matrix[1][3] = f81;
            matrix[1][4] = f41;
            matrix[1][5] = f94;
            matrix[1][6] = -f93;
            matrix[1][7] = -f92;
            matrix[1][8] = -f91;
            matrix[1][9] = f90;
            matrix[2][0] = f89;
            matrix[2][1] = f88;
            matrix[2][2] = f87;
            matrix[2][3] = f80;
            matrix[2][4] = f32;
            matrix[2][5] = f86;
            matrix[2][6] = -f85;
            matrix[2][7] = f84;
            matrix[2][8] = f83;
            matrix[2][9] = -f82;
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
            matrix[4][5] = -f18;
            matrix[4][6] = -f17;
            matrix[4][7] = f16;
            matrix[4][8] = -f15;
            matrix[4][9] = f14;
            matrix[5][0] = f73;
            matrix[5][1] = f72;
            matrix[5][2] = f71;
            matrix[5][3] = f70;
            matrix[5][4] = -f60;
            matrix[6][1] = -f69;
            matrix[6][2] = -f68;
            matrix[6][3] = f67;
            matrix[6][4] = -f66;
            matrix[7][0] = f65;
            matrix[7][1] = -f64;
            matrix[7][2] = f63;
            matrix[7][3] = f62;
            matrix[7][4] = f61;
            matrix[8][0] = f60;
            matrix[8][1] = -f59;
            matrix[8][2] = f58;
            matrix[8][3] = f57;
            matrix[8][4] = -f56;
            matrix[9][1] = f55;
            matrix[9][2] = -f54;
            matrix[9][3] = f53;
            matrix[9][4] = f52;
        }
        /// The solution with \[μ M + r C + p K + ι I, B; G 0; D 0\] (10 × 10): 200 operations.
        #[inline]
        fn weighted_solve(&self, factors: &Bordered<T>, rhs: [T; 10]) -> [T; 10] {
            let block = self.weighted_block();
            solve_block(
                &block,
                &factors.values[151..],
                self.weighted_forward(factors, rhs),
                |rhs: [T; 10], solution: [T; 10]| {
                    self.weighted_backward(factors, rhs, solution)
                },
            )
        }
        fn weighted_block(&self) -> KnownRank<'_> {
            KnownRank {
                velocities: 5,
                rows: &[9],
                columns: &[9],
                sets: &[
                    RedundantSet {
                        rows: 1,
                        columns: 1,
                        multipliers: 5,
                        deficiency: 1,
                    },
                ],
                multipliers: &[0, 1, 2, 3, 4],
                accelerated: 0,
                weights: &self.redundant,
            }
        }
        /// The right-hand side with all pivots eliminated: 82 operations.
        #[inline]
        fn weighted_forward(&self, factors: &Bordered<T>, rhs: [T; 10]) -> [T; 10] {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, f110, f111, f112, f113, f114, f115, f116, f117, f118,
            f119, f120, f121, f122, f123, f124, f125, f126, f127, f128, f129, f130, f131,
            f132, f133, f134, f135, f136, f137, f138, f139, f140, f141, f142, f143, f144,
            f145, f146, f147, f148, f149, f150, ..] = factors.values;
            let [r0, r1, r2, r3, r4, r5, r6, r7, r8, r9] = rhs;
            let t52 = r1 - r0 * f112;
            let t54 = r2 - r0 * f115;
            let t56 = r3 - r0 * f119;
            let t58 = r4 - r0 * f124;
            let t60 = r5 - r0 * f110;
            let t62 = r7 - r0 * f135;
            let t64 = r8 - r0 * f143;
            let t66 = t52 + f111 * t60;
            let t68 = t54 + f114 * t60;
            let t70 = t56 + f118 * t60;
            let t72 = t58 - f123 * t60;
            let t74 = t62 - f134 * t60;
            let t76 = t64 - f142 * t60;
            let t78 = t68 - f113 * t66;
            let t80 = t70 - f117 * t66;
            let t82 = t72 - f122 * t66;
            let t84 = r6 + f128 * t66;
            let t86 = t74 + f133 * t66;
            let t88 = t76 + f141 * t66;
            let t90 = r9 - f150 * t66;
            let t92 = t80 - f116 * t78;
            let t94 = t82 - f121 * t78;
            let t96 = t84 - f127 * t78;
            let t98 = t86 - f132 * t78;
            let t100 = t88 - f140 * t78;
            let t102 = t90 + f149 * t78;
            let t104 = t94 - f120 * t92;
            let t106 = t96 - f126 * t92;
            let t108 = t98 - f131 * t92;
            let t110 = t100 - f139 * t92;
            let t112 = t102 - f148 * t92;
            let t114 = t106 - f125 * t104;
            let t122 = t108 - f130 * t104 - f129 * t114;
            let t128 = t110 - f138 * t104 - f137 * t114 - f136 * t122;
            let t132 = t112 - f147 * t104 + f146 * t114 - f145 * t122 - f144 * t128;
            [r0, t66, t78, t92, t104, t60, t114, t122, t128, t132]
        }
        /// The solution from that of the block: 93 operations.
        #[inline]
        fn weighted_backward(
            &self,
            factors: &Bordered<T>,
            rhs: [T; 10],
            solution: [T; 10],
        ) -> [T; 10] {
            let [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15,
            f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30,
            f31, f32, f33, f34, f35, f36, f37, f38, f39, f40, f41, f42, f43, f44, f45,
            f46, f47, f48, f49, ..] = factors.values;
            let [r0, r1, r2, r3, r4, r5, r6, r7, r8, ..] = rhs;
            let [_, _, _, _, _, _, _, _, _, solution9] = solution;
            let t62 = f1 * (r8 - solution9 * f0);
            let t67 = f4 * (r7 - f3 * t62 - solution9 * f2);
            let t74 = f8 * (r6 + f7 * t67 + f6 * t62 - solution9 * f5);
            let t83 = r4 + f14 * t74 - f13 * t67 - f12 * t62 - solution9 * f11;
            let t84 = f15 * t83;
            let t92 = r3 - f21 * t84 + f20 * t74 - f19 * t67 - f18 * t62;
            let t95 = f22 * (t92 - solution9 * f17);
            let t103 = r2 - f29 * t95 - f28 * t84 + f27 * t74 - f26 * t67;
            let t108 = f30 * (t103 - f25 * t62 + solution9 * f24);
            let t116 = r1 - f38 * t108 - f37 * t95 - f36 * t84 - f35 * t74;
            let t123 = f39 * (t116 + f34 * t67 + f33 * t62 - f32 * solution9);
            let t131 = r5 - f40 * t123 - f31 * t108 - f23 * t95 + f16 * t84;
            let t136 = f41 * (t131 + f10 * t67 + f9 * t62);
            let t145 = r0 - f48 * t123 - f47 * t108 - f46 * t95 - f45 * t84;
            let t152 = f49 * (t145 + f44 * t136 - f43 * t67 - f42 * t62);
            [t152, t123, t108, t95, t84, -t136, -t74, t67, t62, solution9]
        }
        fn weighted_matrix(&self, factors: &Bordered<T>, matrix: &mut [[T; 10]; 10]) {
            let [_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, _, f32, _, _, f35, _, _, _, _, _, _, f42, f43, f44, f45,
            f46, f47, f48, _, f50, f51, f52, f53, f54, f55, f56, f57, f58, f59, f60, f61,
            f62, f63, f64, f65, f66, f67, f68, f69, f70, f71, f72, f73, f74, f75, f76,
            f77, f78, f79, f80, f81, f82, f83, f84, f85, f86, f87, f88, f89, f90, f91,
            f92, f93, f94, f95, f96, f97, f98, f99, f100, f101, f102, f103, f104, f105,
            f106, f107, f108, f109, ..] = factors.values;
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
            matrix[1][6] = -f35;
            matrix[1][7] = -f102;
            matrix[1][8] = -f101;
            matrix[1][9] = f32;
            matrix[2][0] = f100;
            matrix[2][1] = f99;
            matrix[2][2] = f98;
            matrix[2][3] = f97;
            matrix[2][4] = f96;
            matrix[2][5] = f95;
            matrix[2][6] = -f94;
            matrix[2][7] = f93;
            matrix[2][8] = f92;
            matrix[2][9] = -f91;
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
            matrix[4][5] = -f42;
            matrix[4][6] = -f75;
            matrix[4][7] = f74;
            matrix[4][8] = -f73;
            matrix[4][9] = f72;
            matrix[5][0] = f71;
            matrix[5][1] = f70;
            matrix[5][2] = f69;
            matrix[5][3] = f68;
            matrix[5][4] = -f58;
            matrix[6][1] = -f67;
            matrix[6][2] = -f66;
            matrix[6][3] = f65;
            matrix[6][4] = -f64;
            matrix[7][0] = f63;
            matrix[7][1] = -f62;
            matrix[7][2] = f61;
            matrix[7][3] = f60;
            matrix[7][4] = f59;
            matrix[8][0] = f58;
            matrix[8][1] = -f57;
            matrix[8][2] = f56;
            matrix[8][3] = f55;
            matrix[8][4] = -f54;
            matrix[9][1] = f53;
            matrix[9][2] = -f52;
            matrix[9][3] = f51;
            matrix[9][4] = f50;
        }
    }
    impl<T: Real> Energetic for BricardModel<T> {
        /// T and V \[J\]: 49 operations.
        #[inline]
        fn energy(&self, at: &At<T>, v: &V<T>, y: &Y<T>) -> (T, T) {
            let [p1_angle_dot, p2_angle_dot, p3_angle_dot, p4_angle_dot, p5_angle_dot] = v
                .data
                .0[0];
            let [m_0_4, m_0_0, m_1_4, m_0_1, at4, m_2_4, m_0_2, m_1_2, m_2_2, m_0_3,
            m_1_3, m_2_3, m_3_3, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _,
            _, _, _, _, _, _, _, cos_p2_angle, _, _, _, _, at44,
            cos_p2_angle_sin_p3_angle, _, _, at48, ..] = at.values;
            let p5_angle_dot_squared = p5_angle_dot * p5_angle_dot;
            let t11 = p1_angle_dot * (T::exact(0.5) * m_0_0);
            let t14 = p2_angle_dot * m_0_1;
            let t16 = p3_angle_dot * m_0_2;
            let t25 = p5_angle_dot * m_0_4
                + (p4_angle_dot * m_0_3 + (t16 + (t11 + t14)));
            let t26 = p1_angle_dot * t25;
            let t35 = p3_angle_dot * m_1_2 - p2_angle_dot * (T::exact(0.5) * at4);
            let t37 = p5_angle_dot * m_1_4 + (p4_angle_dot * m_1_3 + t35);
            let t38 = p2_angle_dot * t37;
            let t44 = p3_angle_dot * (T::exact(0.5) * m_2_2) + p4_angle_dot * m_2_3;
            let t46 = p3_angle_dot * (p5_angle_dot * m_2_4 + t44);
            let t50 = p4_angle_dot * p4_angle_dot * (T::exact(0.5) * m_3_3);
            let t51 = T::decimal(0.16708333333333333, -3.700743415417195e-19);
            let t56 = t26 + (t38 + (t46 + (t50 + p5_angle_dot_squared * t51)));
            let t58 = cos_p2_angle * T::decimal(-14.715, -1.4210854715202004e-16);
            let t60 = T::decimal(-4.905, 2.486899575160351e-16);
            let t61 = cos_p2_angle_sin_p3_angle * t60;
            let t62 = cos_p2_angle + cos_p2_angle_sin_p3_angle;
            let t63 = T::decimal(-9.81, 4.973799150320702e-16);
            let t64 = t62 * t63;
            let t66 = t60 * at48;
            let t75 = t60 * at44 + (t63 * (t62 + at48) + (t66 + (t64 + (t58 + t61))));
            (t56, t75)
        }
    }
};
