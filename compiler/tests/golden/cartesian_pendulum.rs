/// Point mass on a massless rod in Cartesian coordinates, the index-3 form of IFToMM benchmark A01.
/// The pivot is the origin, y points up; the multiplier of `rod` is half the tension in the rod per
/// metre of its length.
///
/// Coordinates: `x` \[m\], `y` \[m\].
///
/// Holonomic constraints: `rod` \[m^2\].
///
/// Degrees of freedom: 1. Operations: position 2, force 0, factorisation 7, solve 12.
#[allow(non_snake_case, non_camel_case_types, clippy::derive_partial_eq_without_eq)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CartesianPendulum<T = f64> {
    /// Parameter `mass` \[kg\].
    pub mass: T,
    /// Parameter `length` \[m\].
    pub length: T,
    /// Parameter `gravity` \[m/s^2\].
    pub gravity: T,
}
/// `CartesianPendulum` with its parameters: what steppers integrate. Made by `CartesianPendulum::build()`.
#[derive(Clone, Debug)]
pub struct CartesianPendulumModel<T = f64> {
    parameters: CartesianPendulum<T>,
    constants: [T; 8],
    inputs: [T; 0],
    initial: ::linkwork::__private::Initial<T, 2, 2, 0, 1, 0>,
    limits: ::linkwork::__private::Limits<3>,
}
#[allow(non_snake_case, unused_variables, dead_code, unreachable_pub)]
#[allow(clippy::all, clippy::pedantic, clippy::nursery)]
const _: () = {
    use ::linkwork::__private::emitted::{self, *};
    emitted::shape! {
        CartesianPendulumModel, q : 2, v : 2, g : 1, position : 2, stiffness : 1, saddle
        : 7, bordered : 9
    }
    emitted::parameters! {
        CartesianPendulum, CartesianPendulumModel { mass : ("mass", "kg", 1.0), length :
        ("length", "m", 1.0), gravity : ("gravity", "m/s^2", 9.81) },
        "/// Point mass on a massless rod in Cartesian coordinates, the index-3 form of IFToMM benchmark A01.\n/// The pivot is the origin, y points up; the multiplier of `rod` is half the tension in the rod per\n/// metre of its length.\npub mechanism CartesianPendulum {\n    param mass = 1 [kg];\n    param length = 1 [m];\n    param gravity = 9.81 [m/s^2];\n\n    coordinate x [m];\n    coordinate y [m];\n\n    kinetic = mass * (der(x)^2 + der(y)^2) / 2;\n    potential = mass * gravity * y;\n    constraint rod: x^2 + y^2 = length^2;\n\n    initial { x: length, y: 0 [m] }\n}\n"
    }
    impl<T: Real> CartesianPendulum<T> {
        /// Checks the parameters, computes what depends on them alone, and assembles the initial state.
        ///
        /// # Errors
        /// A parameter that is not finite, or an initial state that cannot be assembled.
        pub fn build(self) -> ::core::result::Result<CartesianPendulumModel<T>, Error> {
            check_parameters("CartesianPendulum", &self)?;
            let parameters = [self.mass, self.length, self.gravity];
            let mut model = CartesianPendulumModel {
                parameters: self,
                constants: Self::constants(parameters),
                inputs: [T::zero(); 0],
                initial: Self::initial(parameters),
                limits: Limits::NONE,
            };
            let given = Given::of(&[true, true], &[false, false]);
            model.initial = model.initial.assembled(&model, [T::zero(); 2], given)?;
            model.limits = Limits::of_diagonals(&model);
            Ok(model)
        }
        /// What depends on parameters alone: 5 operations (1 division).
        fn constants(parameters: [T; 3]) -> [T; 8] {
            let [mass, length, gravity] = parameters;
            let mass_gravity = mass * gravity;
            let t8 = Real::recip(mass);
            let t3 = -mass_gravity;
            let t5 = length * length;
            let t7 = mass * T::exact(0.5);
            [t8, mass, t3, mass_gravity, gravity, t5, t7, length]
        }
        /// Where assembly starts: 0 operations.
        fn initial(parameters: [T; 3]) -> Initial<T, 2, 2, 0, 1, 0> {
            let [_, length, ..] = parameters;
            Initial {
                q: SVector::from([length, T::zero()]),
                ..Initial::zeros()
            }
        }
    }
    emitted::facts! {
        CartesianPendulumModel : "CartesianPendulum", flags : [holonomic : true,
        velocity_dependent : false, constant_mass : true], kinds : [Manifold,
        VectorSpace, Separable, Stateless], names : [coordinates : [("x", "m"), ("y",
        "m")], velocities : [("der(x)", "m/s"), ("der(y)", "m/s")], holonomic : [("rod",
        "m^2")], parameters : [("mass", "kg"), ("length", "m"), ("gravity", "m/s^2")]]
    }
    impl<T: Real> Evaluate for CartesianPendulumModel<T> {
        emitted::caches!(constant);
        /// What (t, q) decides, 2 numbers: 2 operations.
        fn place(&self, now: &Time<T>, q: &Q<T>, at: &mut At<T>) {
            let [x, y] = q.data.0[0];
            at.now = now.clone();
            at.q.data.0[0] = [q.data.0[0][0], q.data.0[0][1]];
            at.values = [y * T::exact(2.0), x * T::exact(2.0)];
        }
        /// M a (2) \[N\]: 2 operations.
        fn mass_times(&self, at: &At<T>, a: &V<T>, out: &mut V<T>) {
            let [x_ddot, y_ddot] = a.data.0[0];
            let [_, mass, ..] = self.constants;
            out.data.0[0] = [mass * x_ddot, mass * y_ddot];
        }
        /// f₀, the forces without reactions (2) \[N\]: 0 operations.
        fn applied_force(&self, at: &At<T>, v: &V<T>, y: &Y<T>, out: &mut V<T>) {
            let [_, _, minus_mass_gravity, ..] = self.constants;
            out.data.0[0] = [T::zero(), minus_mass_gravity];
        }
        /// f = f₀ − B (λ, ψ) (2) \[N\]: 5 operations.
        fn force(&self, at: &At<T>, v: &V<T>, y: &Y<T>, r: R<'_, T>, out: &mut V<T>) {
            let [lambda_rod] = r.0.data.0[0];
            let [x, y] = at.q.data.0[0];
            let [_, _, _, mass_gravity, ..] = self.constants;
            let t5 = lambda_rod * (x * T::exact(-2.0));
            let t9 = lambda_rod * (T::exact(-2.0) * y) - mass_gravity;
            out.data.0[0] = [t5, t9];
        }
        /// M a − f (2) \[N\]: 7 operations.
        fn residual(
            &self,
            at: &At<T>,
            v: &V<T>,
            y: &Y<T>,
            a: &V<T>,
            r: R<'_, T>,
            out: &mut V<T>,
        ) {
            let [lambda_rod] = r.0.data.0[0];
            let [x_ddot, y_ddot] = a.data.0[0];
            let [g_0_1, g_0_0] = at.values;
            let [_, mass, _, _, gravity, ..] = self.constants;
            let t7 = mass * x_ddot + lambda_rod * g_0_0;
            let t13 = mass * (gravity + y_ddot) + lambda_rod * g_0_1;
            out.data.0[0] = [t7, t13];
        }
        /// B (λ, ψ), B = −∂f/∂(λ, ψ) (2) \[N\]: 2 operations.
        fn reaction_force(&self, at: &At<T>, c: &C<T>, r: R<'_, T>, out: &mut V<T>) {
            let [lambda_rod] = r.0.data.0[0];
            let [g_0_1, g_0_0] = at.values;
            out.data.0[0] = [lambda_rod * g_0_0, lambda_rod * g_0_1];
        }
        /// g (1) \[m^2\]: 4 operations.
        fn holonomic(&self, at: &At<T>, out: &mut G<T>) {
            let [x, y] = at.q.data.0[0];
            let [_, _, _, _, _, length_squared, ..] = self.constants;
            out.data.0[0] = [y * y + (x * x - length_squared)];
        }
        /// dg/dt = ∂g/∂t + G v (1) \[m^2/s\]: 4 operations.
        fn holonomic_rate(&self, at: &At<T>, v: &V<T>, out: &mut G<T>) {
            let [x_dot, y_dot] = v.data.0[0];
            let [x, y] = at.q.data.0[0];
            out.data.0[0] = [T::exact(2.0) * (y * y_dot + x * x_dot)];
        }
        /// γ of G a = γ (1) and D a = γ (0): 4 operations.
        fn acceleration_bias(&self, at: &At<T>, v: &V<T>, out: (&mut G<T>, &mut K<T>)) {
            let [x_dot, y_dot] = v.data.0[0];
            out.0.data.0[0] = [T::exact(-2.0) * (x_dot * x_dot + y_dot * y_dot)];
        }
        /// K = ∂(M a − f)/∂q (2 × 2), and ∂k/∂q, 1 numbers: 1 operation.
        fn stiffness(
            &self,
            at: &At<T>,
            v: &V<T>,
            y: &Y<T>,
            a: &V<T>,
            r: R<'_, T>,
            out: &mut Stiffness<T>,
        ) {
            let [lambda_rod] = r.0.data.0[0];
            out.values = [lambda_rod * T::exact(2.0)];
        }
    }
    impl<T: Real> Dense for CartesianPendulumModel<T> {
        /// M, by rows (2 × 2): 0 operations.
        fn mass_matrix(&self, at: &At<T>, out: &mut [T]) {
            let [_, mass, ..] = self.constants;
            store(&[mass, T::zero(), T::zero(), mass], out);
        }
        /// K, by columns (2 × 2): 0 operations.
        fn stiffness_matrix(&self, at: &At<T>, k: &Stiffness<T>, out: &mut [T]) {
            let [k_0_0] = k.values;
            store(&[k_0_0, T::zero(), T::zero(), k_0_0], out);
        }
        /// G = ∂g/∂q, by rows (1 × 2): 0 operations.
        fn constraint_jacobian(&self, at: &At<T>, out: &mut [T]) {
            let [g_0_1, g_0_0] = at.values;
            store(&[g_0_0, g_0_1], out);
        }
    }
    impl<T: Real> Solve for CartesianPendulumModel<T> {
        /// Factors of \[M B; G 0; D 0\] (3 × 3), pivots \[(0, 0), (1, 1), (2, 2)\]: 7 operations (1 division).
        fn factor_saddle(
            &self,
            mass: &At<T>,
            columns: &At<T>,
            rows: &At<T>,
            c: &C<T>,
            into: &mut Saddle<T>,
        ) {
            let [b_g_0_1, b_g_0_0] = columns.values;
            let [g_0_1, g_0_0] = rows.values;
            let [inverse_mass, mass, ..] = self.constants;
            let t6 = g_0_0 * inverse_mass;
            let t8 = g_0_1 * inverse_mass;
            let t10 = b_g_0_0 * t6 + b_g_0_1 * t8;
            into.values = [t8, t6, Real::recip(t10), b_g_0_1, b_g_0_0, g_0_1, g_0_0];
            into.sound = emitted::sound!(self, saddle; 0 : mass, 1 : mass, 2 : - t10);
        }
        /// Factors of \[μ M + r C + p K + ι I, B; G 0; D 0\] (3 × 3), pivots \[(0, 0), (1, 1), (2, 2)\]: 12 operations (2 divisions).
        #[inline]
        fn factor(&self, w: Weights<T>, b: Blocks<'_, Self>, into: &mut Bordered<T>) {
            emitted::blocks!(b => mass, columns, rows, c, k);
            let [weight_mass, _, weight_stiffness, weight_identity, ..] = w.to_array();
            let [k_0_0] = k.values;
            let [b_g_0_1, b_g_0_0] = columns.values;
            let [g_0_1, g_0_0] = rows.values;
            let [_, mass, ..] = self.constants;
            let t12 = mass * weight_mass + weight_stiffness * k_0_0 + weight_identity;
            let t13 = Real::recip(t12);
            let t14 = g_0_0 * t13;
            let t16 = g_0_1 * t13;
            let t18 = b_g_0_0 * t14 + b_g_0_1 * t16;
            let t20 = Real::recip(t18);
            into.values = [t16, t14, t20, b_g_0_1, t13, b_g_0_0, g_0_1, g_0_0, t12];
            into.sound = emitted::sound!(self, bordered; 0 : t12, 1 : t12, 2 : - t18);
        }
        emitted::solve!(
            solve_saddle, SaddleFactors = Saddle, saddle_factors, saddle_solve,
            saddle_matrix; [0, 1], [0], []
        );
        emitted::solve!(
            solve, Factors = Bordered, factors, weighted_solve, weighted_matrix; [0, 1],
            [0], []
        );
    }
    impl<T: Real> Assemble for CartesianPendulumModel<T> {
        emitted::assembly!(deviations : 2; [1.0, 0.0]);
        fn assembly_measures(&self, at: &At<T>, out: &mut [T]) {
            let [x, y] = at.q.data.0[0];
            let [_, _, _, _, _, _, _, length] = self.constants;
            store_entries(
                9,
                &[
                    (0, T::exact(1.0)),
                    (1, x - length),
                    (2, y),
                    (3, T::exact(1.0)),
                    (6, T::exact(1.0)),
                ],
                out,
            );
        }
    }
    impl<T: Real> CartesianPendulumModel<T> {
        /// The solution with \[M B; G 0; D 0\] (3 × 3): 12 operations.
        #[inline]
        fn saddle_solve(&self, factors: &Saddle<T>, rhs: [T; 3]) -> [T; 3] {
            let [f0, f1, f2, f3, f4, ..] = factors.values;
            let [r0, r1, r2] = rhs;
            let [inverse_mass, ..] = self.constants;
            let t13 = f2 * (r2 - f1 * r0 - f0 * r1);
            let t20 = inverse_mass * (r0 + f4 * t13);
            let t17 = inverse_mass * (r1 + f3 * t13);
            let t14 = -t13;
            [t20, t17, t14]
        }
        fn saddle_matrix(&self, factors: &Saddle<T>, matrix: &mut [[T; 3]; 3]) {
            let [_, _, _, f3, f4, f5, f6] = factors.values;
            let [_, mass, ..] = self.constants;
            matrix[0] = [mass, T::zero(), f4];
            matrix[1] = [T::zero(), mass, f3];
            matrix[2] = [f6, f5, T::zero()];
        }
        /// The solution with \[μ M + r C + p K + ι I, B; G 0; D 0\] (3 × 3): 12 operations.
        #[inline]
        fn weighted_solve(&self, factors: &Bordered<T>, rhs: [T; 3]) -> [T; 3] {
            let [f0, f1, f2, f3, f4, f5, ..] = factors.values;
            let [r0, r1, r2] = rhs;
            let t13 = f2 * (r2 - r0 * f1 - r1 * f0);
            [f4 * (r0 + f5 * t13), f4 * (r1 + f3 * t13), -t13]
        }
        fn weighted_matrix(&self, factors: &Bordered<T>, matrix: &mut [[T; 3]; 3]) {
            let [_, _, _, f3, _, f5, f6, f7, f8] = factors.values;
            matrix[0] = [f8, T::zero(), f5];
            matrix[1] = [T::zero(), f8, f3];
            matrix[2] = [f7, f6, T::zero()];
        }
    }
    impl<T: Real> Energetic for CartesianPendulumModel<T> {
        /// T and V \[J\]: 5 operations.
        fn energy(&self, at: &At<T>, v: &V<T>, y: &Y<T>) -> (T, T) {
            let [x_dot, y_dot] = v.data.0[0];
            let [_, y] = at.q.data.0[0];
            let [_, _, _, mass_gravity, _, _, half_mass, ..] = self.constants;
            let t8 = (x_dot * x_dot + y_dot * y_dot) * half_mass;
            let t9 = mass_gravity * y;
            (t8, t9)
        }
    }
};
