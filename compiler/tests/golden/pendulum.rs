/// Point mass on a massless rod, IFToMM benchmark A01. theta is measured from the horizontal,
/// anticlockwise.
///
/// Coordinates: `theta` \[rad\].
///
/// Degrees of freedom: 1. Operations: position 3, force 0, factorisation 0, solve 1.
#[allow(non_snake_case, non_camel_case_types, clippy::derive_partial_eq_without_eq)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pendulum<T = f64> {
    /// Parameter `mass` \[kg\].
    pub mass: T,
    /// Parameter `length` \[m\].
    pub length: T,
    /// Parameter `gravity` \[m/s^2\].
    pub gravity: T,
}
/// `Pendulum` with its parameters: what steppers integrate. Made by `Pendulum::build()`.
#[derive(Clone, Debug)]
pub struct PendulumModel<T = f64> {
    parameters: Pendulum<T>,
    constants: [T; 7],
    inputs: [T; 0],
    initial: ::linkwork::__private::Initial<T, 1, 1, 0, 0, 0>,
    limits: ::linkwork::__private::Limits<1>,
}
#[allow(non_snake_case, unused_variables, dead_code, unreachable_pub)]
#[allow(clippy::all, clippy::pedantic, clippy::nursery)]
const _: () = {
    use ::linkwork::__private::emitted::{self, *};
    emitted::shape! {
        PendulumModel, q : 1, v : 1, position : 2, stiffness : 1, bordered : 2
    }
    emitted::parameters! {
        Pendulum, PendulumModel { mass : ("mass", "kg", 1.0), length : ("length", "m",
        1.0), gravity : ("gravity", "m/s^2", 9.81) },
        "/// Point mass on a massless rod, IFToMM benchmark A01. theta is measured from the horizontal,\n/// anticlockwise.\npub mechanism Pendulum {\n    param mass = 1 [kg];\n    param length = 1 [m];\n    param gravity = 9.81 [m/s^2];\n\n    coordinate theta [rad];\n\n    kinetic = mass * length^2 * der(theta)^2 / 2;\n    potential = mass * gravity * length * sin(theta);\n\n    initial { theta: 0 [rad], der(theta): 0 [rad/s] }\n}\n"
    }
    impl<T: Real> Pendulum<T> {
        /// Checks the parameters, computes what depends on them alone, and assembles the initial state.
        ///
        /// # Errors
        /// A parameter that is not finite, or an initial state that cannot be assembled.
        pub fn build(self) -> ::core::result::Result<PendulumModel<T>, Error> {
            check_parameters("Pendulum", &self)?;
            let parameters = [self.mass, self.length, self.gravity];
            let mut model = PendulumModel {
                parameters: self,
                constants: Self::constants(parameters),
                inputs: [T::zero(); 0],
                initial: Self::initial(parameters),
                limits: Limits::NONE,
            };
            let given = Given::of(&[true], &[true]);
            model.initial = model
                .initial
                .assembled(&model, model.initial.q.data.0[0], given)?;
            model.limits = Limits::of_diagonals(&model);
            Ok(model)
        }
        /// What depends on parameters alone: 7 operations (1 division).
        fn constants(parameters: [T; 3]) -> [T; 7] {
            let [mass, length, gravity] = parameters;
            let length_squared = length * length;
            let mass_length_squared = mass * length_squared;
            let t10 = Real::recip(mass_length_squared);
            let t4 = gravity * (mass * length);
            let t8 = length_squared * (mass * T::exact(0.5));
            [t10, mass_length_squared, length, gravity, mass, t4, t8]
        }
        /// Where assembly starts: 0 operations.
        fn initial(parameters: [T; 3]) -> Initial<T, 1, 1, 0, 0, 0> {
            Initial::zeros()
        }
    }
    emitted::facts! {
        PendulumModel : "Pendulum", flags : [velocity_dependent : false, constant_mass :
        true], kinds : [Manifold, Clamped, Unconstrained, VectorSpace, Separable,
        Stateless], names : [coordinates : [("theta", "rad")], velocities :
        [("der(theta)", "rad/s")], parameters : [("mass", "kg"), ("length", "m"),
        ("gravity", "m/s^2")]]
    }
    impl<T: Real> Evaluate for PendulumModel<T> {
        emitted::caches!(constant);
        /// What (t, q) decides, 2 numbers: 3 operations (1 function).
        fn place(&self, now: &Time<T>, q: &Q<T>, at: &mut At<T>) {
            let [theta] = q.data.0[0];
            let [_, _, _, _, _, gravity_mass_length, ..] = self.constants;
            let cos_theta = Real::cos(theta);
            at.now = now.clone();
            at.q.data.0[0] = [q.data.0[0][0]];
            at.values = [-(cos_theta * gravity_mass_length), cos_theta];
        }
        /// M a (1) \[N*m\]: 1 operation.
        fn mass_times(&self, at: &At<T>, a: &V<T>, out: &mut V<T>) {
            let [theta_ddot] = a.data.0[0];
            let [_, mass_length_squared, ..] = self.constants;
            out.data.0[0] = [theta_ddot * mass_length_squared];
        }
        /// f₀, the forces without reactions (1) \[N*m\]: 0 operations.
        fn applied_force(&self, at: &At<T>, v: &V<T>, y: &Y<T>, out: &mut V<T>) {
            let [at0, ..] = at.values;
            out.data.0[0] = [at0];
        }
        /// M a − f (1) \[N*m\]: 5 operations.
        fn residual(
            &self,
            at: &At<T>,
            v: &V<T>,
            y: &Y<T>,
            a: &V<T>,
            r: R<'_, T>,
            out: &mut V<T>,
        ) {
            let [theta_ddot] = a.data.0[0];
            let [_, cos_theta] = at.values;
            let [_, _, length, gravity, mass, ..] = self.constants;
            let t8 = length * (gravity * cos_theta + length * theta_ddot);
            out.data.0[0] = [mass * t8];
        }
        /// K = ∂(M a − f)/∂q (1 × 1), and ∂k/∂q, 1 numbers: 2 operations (1 function).
        fn stiffness(
            &self,
            at: &At<T>,
            v: &V<T>,
            y: &Y<T>,
            a: &V<T>,
            r: R<'_, T>,
            out: &mut Stiffness<T>,
        ) {
            let [theta] = at.q.data.0[0];
            let [_, _, _, _, _, gravity_mass_length, ..] = self.constants;
            out.values = [gravity_mass_length * Real::sin(theta)];
        }
    }
    impl<T: Real> Dense for PendulumModel<T> {
        /// M, by rows (1 × 1): 0 operations.
        fn mass_matrix(&self, at: &At<T>, out: &mut [T]) {
            let [_, mass_length_squared, ..] = self.constants;
            store(&[mass_length_squared], out);
        }
        /// K, by columns (1 × 1): 1 operation.
        fn stiffness_matrix(&self, at: &At<T>, k: &Stiffness<T>, out: &mut [T]) {
            let [stiffness0] = k.values;
            store(&[-stiffness0], out);
        }
    }
    impl<T: Real> Solve for PendulumModel<T> {
        /// Factors of M (1 × 1), pivots \[(0, 0)\]: 0 operations.
        fn factor_saddle(
            &self,
            mass: &At<T>,
            columns: &At<T>,
            rows: &At<T>,
            c: &C<T>,
            into: &mut Saddle<T>,
        ) {
            let [_, mass_length_squared, ..] = self.constants;
            into.values = [];
            into.sound = is_sound_diagonal(mass_length_squared, mass_length_squared);
        }
        /// Factors of μ M + r C + p K + ι I (1 × 1), pivots \[(0, 0)\]: 5 operations (1 division).
        fn factor(&self, w: Weights<T>, b: Blocks<'_, Self>, into: &mut Bordered<T>) {
            emitted::blocks!(b => mass, columns, rows, c, k);
            let [weight_mass, _, weight_stiffness, weight_identity, ..] = w.to_array();
            let [stiffness0] = k.values;
            let [_, mass_length_squared, ..] = self.constants;
            let t6 = mass_length_squared * weight_mass - weight_stiffness * stiffness0;
            let t8 = t6 + weight_identity;
            into.values = [Real::recip(t8), t8];
            into.sound = emitted::sound!(self, bordered; 0 : t8);
        }
        emitted::solve!(
            solve_saddle, SaddleFactors = Saddle, saddle_factors, saddle_solve,
            saddle_matrix; [0], [], []
        );
        emitted::solve!(
            solve, Factors = Bordered, factors, weighted_solve, weighted_matrix; [0], [],
            []
        );
    }
    impl<T: Real> Assemble for PendulumModel<T> {
        emitted::assembly!();
    }
    impl<T: Real> PendulumModel<T> {
        /// The solution with M (1 × 1): 1 operation.
        fn saddle_solve(&self, factors: &Saddle<T>, rhs: [T; 1]) -> [T; 1] {
            let [r0] = rhs;
            let [inverse_mass_length_squared, ..] = self.constants;
            [inverse_mass_length_squared * r0]
        }
        fn saddle_matrix(&self, factors: &Saddle<T>, matrix: &mut [[T; 1]; 1]) {
            let [_, mass_length_squared, ..] = self.constants;
            matrix[0] = [mass_length_squared];
        }
        /// The solution with μ M + r C + p K + ι I (1 × 1): 1 operation.
        fn weighted_solve(&self, factors: &Bordered<T>, rhs: [T; 1]) -> [T; 1] {
            let [f0, ..] = factors.values;
            let [r0] = rhs;
            [r0 * f0]
        }
        fn weighted_matrix(&self, factors: &Bordered<T>, matrix: &mut [[T; 1]; 1]) {
            let [_, f1] = factors.values;
            matrix[0] = [f1];
        }
    }
    impl<T: Real> Energetic for PendulumModel<T> {
        /// T and V \[J\]: 4 operations (1 function).
        fn energy(&self, at: &At<T>, v: &V<T>, y: &Y<T>) -> (T, T) {
            let [theta_dot] = v.data.0[0];
            let [theta] = at.q.data.0[0];
            let [_, _, _, _, _, gravity_mass_length, length_squared_half_mass] = self
                .constants;
            let t5 = theta_dot * theta_dot * length_squared_half_mass;
            let t7 = gravity_mass_length * Real::sin(theta);
            (t5, t7)
        }
    }
};
