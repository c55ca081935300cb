//! The macro that turns equations of motion as dense arrays into a [`linkwork::Mechanism`].

/// `hand_written! { Name { parameters } "doc names" sizes [NQ N G K Y S] … }`: the struct and its contract.
macro_rules! hand_written {
    (
        $(#[$doc:meta])*
        $name:ident { $($field:ident = $default:expr),* $(,)? }
        sizes $nq:literal $n:literal $g:literal $k:literal $y:literal, total $s:literal;
        coordinates [$($coordinate:literal $unit:literal),*];
        holonomic [$($holonomic:literal),*];
        nonholonomic [$($nonholonomic:literal),*];
        states [$($state:literal),*];
        $(marks [$($mark:ident),*];)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<T = f64> { $(pub $field: T),* }

        impl Default for $name<f64> {
            fn default() -> Self {
                Self { $($field: $default),* }
            }
        }

        $($(impl<T: linkwork::Real> linkwork::$mark for $name<T> { })*)?

        impl<T: linkwork::Real> linkwork::Energetic for $name<T> {
            fn energy(&self, at: &Self::PositionCache, v: &Self::Velocity, _: &Self::States) -> (T, T) {
                self.energies(at, &v.data.0[0])
            }
        }

        impl<T: linkwork::Real> $name<T> {
            fn bordered(
                w: linkwork::Weights<T>,
                mass: &[[T; $n]; $n],
                c: &[[T; $n]; $n],
                stiff: Option<&([[T; $n]; $n], [[T; $n]; $k])>,
                columns: (&[[T; $n]; $g], &[[T; $n]; $k]),
                rows: (&[[T; $n]; $g], &[[T; $n]; $k]),
            ) -> [[T; $s]; $s] {
                let mut a = [[T::zero(); $s]; $s];
                for i in 0..$n {
                    for j in 0..$n {
                        a[i][j] = w.mass * mass[i][j] + w.damping * c[i][j];
                        if let Some(stiff) = stiff {
                            a[i][j] = a[i][j] + w.stiffness * stiff.0[i][j];
                        }
                    }
                    a[i][i] = a[i][i] + w.identity;
                    for (j, (column, row)) in columns.0.iter().zip(rows.0).enumerate() {
                        a[i][$n + j] = column[i];
                        a[$n + j][i] = row[i];
                    }
                    for (j, (column, row)) in columns.1.iter().zip(rows.1).enumerate() {
                        a[i][$n + $g + j] = column[i];
                        a[$n + $g + j][i] = w.constraint_velocity * row[i];
                        if let Some(stiff) = stiff {
                            a[$n + $g + j][i] = a[$n + $g + j][i] + w.constraint_position * stiff.1[j][i];
                        }
                    }
                }
                a
            }

            fn back(
                lu: &$crate::support::Lu<T, $s>,
                a: &mut nalgebra::SVector<T, $n>,
                l: &mut nalgebra::SVector<T, $g>,
                p: &mut nalgebra::SVector<T, $k>,
            ) -> Result<linkwork::Fallback, linkwork::Singular> {
                $crate::support::counts::count(|c| c.solve += 1);
                let mut b = [T::zero(); $s];
                b[..$n].copy_from_slice(a.as_slice());
                b[$n..$n + $g].copy_from_slice(l.as_slice());
                b[$n + $g..].copy_from_slice(p.as_slice());
                let (x, fallback) = lu.solve(b)?;
                a.as_mut_slice().copy_from_slice(&x[..$n]);
                l.as_mut_slice().copy_from_slice(&x[$n..$n + $g]);
                p.as_mut_slice().copy_from_slice(&x[$n + $g..]);
                Ok(fallback)
            }
        }

        impl<T: linkwork::Real> linkwork::Space for $name<T> {
            type Scalar = T;
            type Configuration = nalgebra::SVector<T, $nq>;
            type Velocity = nalgebra::SVector<T, $n>;
            type Holonomic = nalgebra::SVector<T, $g>;
            type Nonholonomic = nalgebra::SVector<T, $k>;
            type States = nalgebra::SVector<T, $y>;
            type Outputs = nalgebra::SVector<T, 0>;
            type Switches = nalgebra::SVector<T, 0>;
}

impl<T: linkwork::Real> linkwork::Described for $name<T> {
            const FLAGS: linkwork::Flags = linkwork::Flags {
                holonomic: $g > 0,
                nonholonomic: $k > 0,
                states: $y > 0,
                velocity_dependent: <Self as $crate::support::Plain<T, $nq, $n, $g, $k, $y>>::VELOCITY_DEPENDENT,
                constant_mass: <Self as $crate::support::Plain<T, $nq, $n, $g, $k, $y>>::CONSTANT_MASS,
                symmetric_mass: true,
                borders_move: false,
                linear_reactions: true,
                time_explicit: <Self as $crate::support::Plain<T, $nq, $n, $g, $k, $y>>::TIME_EXPLICIT,
                vector_space: <Self as $crate::support::Plain<T, $nq, $n, $g, $k, $y>>::VECTOR_SPACE,
                smooth: true,
                analytic: true,
                ..linkwork::Flags::GENERAL
            };
            fn sizes(&self) -> linkwork::Sizes {
                linkwork::Sizes {
                    coordinates: $nq,
                    velocities: $n,
                    holonomic: $g,
                    nonholonomic: $k,
                    states: $y,
                    ..Default::default()
                }
            }
            fn names(&self) -> &linkwork::Names {
                use linkwork::{NameList, Named};
                use std::borrow::Cow::Borrowed;
                static NAMES: linkwork::Names = linkwork::Names {
                    mechanism: Borrowed(stringify!($name)),
                    coordinates: NameList::Known(&[$(Named::new($coordinate, $unit)),*]),
                    velocities: NameList::Known(&[$(Named::new(concat!("der(", $coordinate, ")"), concat!($unit, "/s"))),*]),
                    holonomic: NameList::Known(&[$(Named::new($holonomic, "m")),*]),
                    nonholonomic: NameList::Known(&[$(Named::new($nonholonomic, "m/s")),*]),
                    states: NameList::Known(&[$(Named::new($state, "")),*]),
                    inputs: NameList::EMPTY,
                    outputs: NameList::EMPTY,
                    parameters: NameList::EMPTY,
                    switches: NameList::EMPTY,
                    coincidences: NameList::EMPTY,
                    ranges: NameList::EMPTY,
                    contacts: NameList::EMPTY,
                };
                &NAMES
            }
}

impl<T: linkwork::Real> linkwork::Manifold for $name<T> {
            #[inline]
            fn advance(&self, q: &mut Self::Configuration, by: &Self::Velocity, carry: &mut Self::Velocity) {
                self.plus(&mut q.data.0[0], &by.data.0[0], &mut carry.data.0[0]);
            }
            fn difference(&self, from: &Self::Configuration, to: &Self::Configuration, out: &mut Self::Velocity) {
                out.data.0[0] = self.minus(&from.data.0[0], &to.data.0[0]);
            }
            fn dexp(&self, by: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {
                out.data.0[0] = self.tangent(&by.data.0[0], &w.data.0[0]);
            }
            fn dexp_inverse(&self, by: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {
                out.data.0[0] = self.tangent_inverse(&by.data.0[0], &w.data.0[0]);
            }
            fn bracket(&self, u: &Self::Velocity, w: &Self::Velocity, out: &mut Self::Velocity) {
                out.data.0[0] = self.commutator(&u.data.0[0], &w.data.0[0]);
            }
}

impl<T: linkwork::Real> linkwork::Evaluate for $name<T> {
            type TimeCache = T;
            type PositionCache = <Self as $crate::support::Plain<T, $nq, $n, $g, $k, $y>>::At;
            type VelocityCache = [[T; $n]; $n];
            type StiffnessCache = ([[T; $n]; $n], [[T; $n]; $k]);
            fn position_cache(&self) -> Self::PositionCache {
                self.at(T::zero(), &[T::zero(); $nq])
            }
            fn velocity_cache(&self) -> Self::VelocityCache {
                [[T::zero(); $n]; $n]
            }
            fn stiffness_cache(&self) -> Self::StiffnessCache {
                ([[T::zero(); $n]; $n], core::array::from_fn(|_| [T::zero(); $n]))
            }
            #[inline]
            fn now(&self, t: T) -> T {
                t
            }
            #[inline]
            fn place(&self, now: &T, q: &Self::Configuration, at: &mut Self::PositionCache) {
                $crate::support::counts::count(|c| c.place += 1);
                *at = self.at(*now, &q.data.0[0]);
            }
            #[inline]
            fn mass_times(&self, at: &Self::PositionCache, a: &Self::Velocity, out: &mut Self::Velocity) {
                out.data.0[0] = $crate::support::dense::times(&self.mass(at), &a.data.0[0]);
            }
            #[inline]
            fn applied_force(&self, at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, out: &mut Self::Velocity) {
                $crate::support::counts::count(|c| c.force += 1);
                out.data.0[0] = self.applied(at, &v.data.0[0], &y.data.0[0]);
            }
            #[inline]
            fn force(
                &self,
                at: &Self::PositionCache,
                v: &Self::Velocity,
                y: &Self::States,
                (l, p): (&Self::Holonomic, &Self::Nonholonomic),
                out: &mut Self::Velocity,
            ) {
                use $crate::support::dense::transposed_times;
                let f = self.applied(at, &v.data.0[0], &y.data.0[0]);
                let holonomic = transposed_times(&self.g_q(at), &l.data.0[0]);
                let nonholonomic = transposed_times(&self.k_v(at), &p.data.0[0]);
                out.data.0[0] = core::array::from_fn(|i| f[i] - holonomic[i] - nonholonomic[i]);
            }
            fn residual(
                &self,
                at: &Self::PositionCache,
                v: &Self::Velocity,
                y: &Self::States,
                a: &Self::Velocity,
                reactions: (&Self::Holonomic, &Self::Nonholonomic),
                out: &mut Self::Velocity,
            ) {
                self.force(at, v, y, reactions, out);
                let inertia = $crate::support::dense::times(&self.mass(at), &a.data.0[0]);
                out.data.0[0] = core::array::from_fn(|i| inertia[i] - out[i]);
            }
            fn reaction_force(
                &self,
                at: &Self::PositionCache,
                _moving: &Self::VelocityCache,
                (l, p): (&Self::Holonomic, &Self::Nonholonomic),
                out: &mut Self::Velocity,
            ) {
                use $crate::support::dense::transposed_times;
                let holonomic = transposed_times(&self.g_q(at), &l.data.0[0]);
                let nonholonomic = transposed_times(&self.k_v(at), &p.data.0[0]);
                out.data.0[0] = core::array::from_fn(|i| holonomic[i] + nonholonomic[i]);
            }
            #[inline]
            fn holonomic(&self, at: &Self::PositionCache, out: &mut Self::Holonomic) {
                out.data.0[0] = self.g(at);
            }
            fn holonomic_rate(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut Self::Holonomic) {
                let rate = $crate::support::dense::times(&self.g_q(at), &v.data.0[0]);
                let explicit = self.g_t(at);
                out.data.0[0] = core::array::from_fn(|i| explicit[i] + rate[i]);
            }
            fn nonholonomic(&self, at: &Self::PositionCache, v: &Self::Velocity, out: &mut Self::Nonholonomic) {
                out.data.0[0] = self.k(at, &v.data.0[0]);
            }
            fn acceleration_bias(
                &self,
                at: &Self::PositionCache,
                v: &Self::Velocity,
                (l, p): (&mut Self::Holonomic, &mut Self::Nonholonomic),
            ) {
                l.data.0[0] = self.g_bias(at, &v.data.0[0]);
                p.data.0[0] = self.k_bias(at, &v.data.0[0]);
            }
            fn moving(
                &self,
                at: &Self::PositionCache,
                v: &Self::Velocity,
                y: &Self::States,
                _reactions: (&Self::Holonomic, &Self::Nonholonomic),
                out: &mut Self::VelocityCache,
            ) {
                *out = self.damping(at, &v.data.0[0], &y.data.0[0]);
            }
            fn stiffness(
                &self,
                at: &Self::PositionCache,
                v: &Self::Velocity,
                y: &Self::States,
                a: &Self::Velocity,
                (l, p): (&Self::Holonomic, &Self::Nonholonomic),
                out: &mut Self::StiffnessCache,
            ) {
                let (v, y, a) = (&v.data.0[0], &y.data.0[0], &a.data.0[0]);
                out.0 = $crate::support::Plain::stiffness(self, at, v, y, a, &l.data.0[0], &p.data.0[0]);
                out.1 = self.k_q(at, v);
            }
            fn state_rates(&self, at: &Self::PositionCache, v: &Self::Velocity, y: &Self::States, out: &mut Self::States) {
                out.data.0[0] = self.rates(at, &v.data.0[0], &y.data.0[0]);
            }
            fn outputs(
                &self,
                _at: &Self::PositionCache,
                _v: &Self::Velocity,
                _y: &Self::States,
                _a: &Self::Velocity,
                _reactions: (&Self::Holonomic, &Self::Nonholonomic),
                _out: &mut Self::Outputs,
            ) {
            }
            fn switches(&self, _at: &Self::PositionCache, _v: &Self::Velocity, _y: &Self::States, _out: &mut Self::Switches) {
            }
}

impl<T: linkwork::Real> linkwork::Dense for $name<T> {
            fn mass_matrix(&self, at: &Self::PositionCache, out: &mut [T]) {
                out.copy_from_slice(self.mass(at).as_flattened());
            }
            fn damping_matrix(&self, _at: &Self::PositionCache, moving: &Self::VelocityCache, out: &mut [T]) {
                $crate::support::dense::columns(moving, out);
            }
            fn stiffness_matrix(&self, _at: &Self::PositionCache, stiffness: &Self::StiffnessCache, out: &mut [T]) {
                $crate::support::dense::columns(&stiffness.0, out);
            }
            fn constraint_jacobian(&self, at: &Self::PositionCache, out: &mut [T]) {
                out.copy_from_slice(self.g_q(at).as_flattened());
            }
            fn velocity_jacobian(&self, at: &Self::PositionCache, _moving: &Self::VelocityCache, out: &mut [T]) {
                out.copy_from_slice(self.k_v(at).as_flattened());
            }
}

impl<T: linkwork::Real> linkwork::Solve for $name<T> {
            type SaddleFactors = $crate::support::Lu<T, $s>;
            type Factors = $crate::support::Lu<T, $s>;
            fn saddle_factors(&self) -> Self::SaddleFactors {
                $crate::support::Lu::empty()
            }
            fn factors(&self) -> Self::Factors {
                $crate::support::Lu::empty()
            }
            #[inline]
            fn factor_saddle(
                &self,
                mass: &Self::PositionCache,
                columns: &Self::PositionCache,
                rows: &Self::PositionCache,
                moving: &Self::VelocityCache,
                into: &mut Self::SaddleFactors,
            ) {
                $crate::support::counts::count(|c| c.factor += 1);
                let w = linkwork::Weights {
                    mass: T::one(),
                    damping: T::zero(),
                    stiffness: T::zero(),
                    identity: T::zero(),
                    constraint_position: T::zero(),
                    constraint_velocity: T::one(),
                };
                let columns = (&self.g_q(columns), &self.k_v(columns));
                let rows = (&self.g_q(rows), &self.k_v(rows));
                into.factor(&Self::bordered(w, &self.mass(mass), moving, None, columns, rows));
            }
            #[inline]
            fn solve_saddle(
                &self,
                factors: &Self::SaddleFactors,
                a: &mut Self::Velocity,
                l: &mut Self::Holonomic,
                p: &mut Self::Nonholonomic,
            ) -> Result<linkwork::Fallback, linkwork::Singular> {
                Self::back(factors, a, l, p)
            }
            #[inline]
            fn factor(&self, weights: linkwork::Weights<T>, blocks: linkwork::Blocks<'_, Self>, into: &mut Self::Factors) {
                $crate::support::counts::count(|c| c.factor += 1);
                let columns = (&self.g_q(blocks.columns), &self.k_v(blocks.columns));
                let rows = (&self.g_q(blocks.rows), &self.k_v(blocks.rows));
                let mass = self.mass(blocks.mass);
                into.factor(&Self::bordered(weights, &mass, blocks.moving, blocks.stiffness, columns, rows));
            }
            #[inline]
            fn solve(
                &self,
                factors: &Self::Factors,
                a: &mut Self::Velocity,
                l: &mut Self::Holonomic,
                p: &mut Self::Nonholonomic,
            ) -> Result<linkwork::Fallback, linkwork::Singular> {
                Self::back(factors, a, l, p)
            }
}

impl<T: linkwork::Real> linkwork::Assemble for $name<T> {
            fn initial(&self) -> (Self::Configuration, Self::Velocity, Self::States) {
                let (q, v, y) = self.begin();
                (q.into(), v.into(), y.into())
            }
}

impl<T: linkwork::Real> linkwork::Mechanism for $name<T> {
            type With<S: linkwork::Real> = $name<S>;
            fn with_scalar<S: linkwork::Real>(&self, lift: &dyn Fn(T) -> S) -> $name<S> {
                $name { $($field: lift(self.$field)),* }
            }
}

    };
}
pub(crate) use hand_written;
