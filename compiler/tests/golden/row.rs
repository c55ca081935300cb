/// A row of equal bars on springs, with a weight on rubber at its end.
///
/// Coordinates: 101, from `pin[1].angle` \[rad\] to `hook.displacement` \[m\].
///
/// Inputs: `drive` \[N*m\].
///
/// Outputs: `tip[0]` \[m\], `tip[1]` \[m\].
///
/// Degrees of freedom: 101. The equations of motion are loops over 101 links.
#[allow(non_snake_case, non_camel_case_types, clippy::derive_partial_eq_without_eq)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<T = f64> {
    /// Parameter `mass` \[kg\].
    pub mass: T,
    /// `const n`, the number of equal parts: 1 or more.
    pub n: usize,
}
#[allow(non_snake_case, clippy::approx_constant, clippy::pedantic, clippy::nursery)]
impl ::core::default::Default for Row<f64> {
    fn default() -> Self {
        #[allow(unused_imports)]
        use ::linkwork::__private::Real;
        #[allow(dead_code)]
        type T = f64;
        let mass: f64 = T::exact(2.0);
        Self { mass, n: 100 }
    }
}
/// `Row` with its parameters: what steppers integrate. Made by `Row::build()`.
#[allow(dead_code, non_camel_case_types)]
pub type RowModel<T = f64> = ::linkwork::trees::Model<Row<T>>;
/// Inputs of `Row`: held over a step, or given as a function of time.
#[allow(non_snake_case, non_camel_case_types, clippy::derive_partial_eq_without_eq)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowInputs<T = f64> {
    /// Input `drive` \[N*m\].
    pub drive: T,
}
#[allow(non_snake_case, unused_variables, dead_code, unreachable_pub)]
#[allow(clippy::all, clippy::pedantic, clippy::nursery)]
const _: () = {
    use ::linkwork::__private::emitted_tree::{self as emitted, *};
    emitted::tree! {
        Row { mass : ("mass", "kg") },
        "/// A row of equal bars on springs, with a weight on rubber at its end.\npub mechanism Row in plane {\n    unroll = never;\n    const n = 100;\n    param mass = 2 [kg];\n    input drive [N*m];\n    gravity = [0, -9.81] [m/s^2];\n\n    body weight { mass: 3 * mass, inertia: 1 [kg*m^2] }\n    for i in 1..=n {\n        body bar[i] { mass: mass, inertia: 0.3 [kg*m^2] }\n    }\n    joint pin[1] = revolute(ground, bar[1] at [0, 0.5] [m]);\n    for i in 2..=n {\n        joint pin[i] = revolute(bar[i - 1] at [0, -0.5] [m], bar[i] at [0, 0.5] [m]);\n    }\n    joint hook = prismatic(bar[n] at [0, -0.5] [m], weight, axis: [0, 1]);\n    force motor = torque(pin[1].angle, drive);\n    for i in 1..=n {\n        force spring[i] = torsion_spring(pin[i], stiffness: 4 [N*m/rad], damping: 0.2 [N*m*s/rad]);\n    }\n    initial { pin[1].angle: 0.4 [rad] }\n    output tip = weight.position;\n}\n"
    }
    impl<T: Real> Description for Row<T> {
        emitted::description! {
            Row : "Row" { mass }, flags : [time_explicit : true], constants : 0, inputs :
            1, time : 0, outputs : 2, count : n("n", 1)
        }
        /// The links: parent + 1, kind, coordinate, velocity; the places of values of forces.
        fn layout(&self) -> Layout {
            Layout {
                links: links(
                    &[
                        run(1, &[(Motion::Rotation, &[(0, 0), (0, 0), (0, 0), (0, 0)])]),
                        run(
                            self.n - 1,
                            &[(Motion::Rotation, &[(1, 1), (1, 0), (1, 1), (1, 1)])],
                        ),
                        run(
                            1,
                            &[
                                (
                                    Motion::Translation,
                                    &[(self.n, 0), (2, 0), (self.n, 0), (self.n, 0)],
                                ),
                            ],
                        ),
                    ],
                ),
                shared: emitted::vec![],
                constrained: emitted::vec![],
                constraints: emitted::vec![],
                laws: emitted::vec![
                    Members { coordinates : 1, velocities : 1, own : 0, watched :
                    Watched::NOTHING, members : members(& [run(1, & [((), & [(0, 0), (6,
                    0)])])]) }, Members { coordinates : 1, velocities : 1, own : 2,
                    watched : Watched::NOTHING, members : members(& [run(self.n, & [((),
                    & [(0, 1), (6, 2)])])]) }
                ],
                signals: signals(
                    &[
                        run(
                            1,
                            &[
                                (
                                    Signal::Point {
                                        link: Some(0),
                                        at: 0,
                                        component: 0,
                                        order: 0,
                                    },
                                    &[(self.n, 0), (0, 0)],
                                ),
                                (
                                    Signal::Point {
                                        link: Some(0),
                                        at: 0,
                                        component: 1,
                                        order: 0,
                                    },
                                    &[(self.n, 0), (3, 0)],
                                ),
                            ],
                        ),
                    ],
                ),
            }
        }
        fn names_of(&self) -> Names {
            Names {
                coordinates: names(
                        &[
                            run(self.n, &[((&["pin[", "].angle"], "rad"), &[(1, 1)])]),
                            run(1, &[((&["hook.displacement"], "m"), &[])]),
                        ],
                    )
                    .into(),
                velocities: names(
                        &[
                            run(
                                self.n,
                                &[((&["der(pin[", "].angle)"], "rad/s"), &[(1, 1)])],
                            ),
                            run(1, &[((&["der(hook.displacement)"], "m/s"), &[])]),
                        ],
                    )
                    .into(),
                ..Lists {
                    inputs: {
                        const LIST: &[Named] = &[Named::new("drive", "N*m")];
                        LIST
                    },
                    outputs: {
                        const LIST: &[Named] = &[
                            Named::new("tip[0]", "m"),
                            Named::new("tip[1]", "m"),
                        ];
                        LIST
                    },
                    parameters: <Self as Parameters>::names(),
                    ..Lists::NONE
                }
                    .of(Self::NAME)
            }
        }
        fn given(&self) -> (Vec<bool>, Vec<bool>) {
            (
                repeated(&[(1, &[true]), (self.n, &[false])]),
                repeated(&[(self.n + 1, &[false])]),
            )
        }
        /// What depends on parameters alone: 0 operations.
        fn constants(&self) -> Self::Constants {
            let parameters: [T; 1] = [self.mass];
            []
        }
        /// Free fall, the numbers of each kind of links, those of signals and forces: 4 operations.
        fn numbers(&self) -> Numbers<T> {
            let parameters: [T; 1] = [self.mass];
            let [mass] = parameters;
            let t6 = mass * T::exact(0.25);
            let t4 = mass * T::exact(-0.5);
            let t8 = t6 + T::decimal(0.3, 1.1102230246251566e-17);
            let t11 = mass * T::exact(3.0);
            Numbers {
                gravity: [
                    T::zero(),
                    T::decimal(-9.81, 4.973799150320702e-16),
                    T::zero(),
                ],
                kinds: emitted::vec![
                    Kind { axis : [T::zero(), T::zero(), T::exact(1.0)], mass, moment :
                    [T::zero(), t4, T::zero()], inertia : [[t6, T::zero(), T::zero()],
                    [T::zero(), T::zero(), T::zero()], [T::zero(), T::zero(), t8]],
                    ..Kind::zeros() }, Kind { position : [T::zero(), T::exact(- 1.0),
                    T::zero()], axis : [T::zero(), T::zero(), T::exact(1.0)], mass,
                    moment : [T::zero(), t4, T::zero()], inertia : [[t6, T::zero(),
                    T::zero()], [T::zero(), T::zero(), T::zero()], [T::zero(), T::zero(),
                    t8]], ..Kind::zeros() }, Kind { position : [T::zero(), T::exact(-
                    1.0), T::zero()], axis : [T::zero(), T::exact(1.0), T::zero()], mass
                    : t11, inertia : [[T::zero(), T::zero(), T::zero()], [T::zero(),
                    T::zero(), T::zero()], [T::zero(), T::zero(), T::exact(1.0)]],
                    ..Kind::zeros() }
                ],
                values: repeated(
                    &[
                        (6, &[T::zero()]),
                        (
                            self.n,
                            &[T::exact(4.0), T::decimal(0.2, -1.1102230246251566e-17)],
                        ),
                    ],
                ),
            }
        }
        /// Where assembly starts: 0 operations.
        fn start(&self) -> (Vec<T>, Vec<T>) {
            let parameters: [T; 1] = [self.mass];
            (
                repeated(
                    &[
                        (1, &[T::decimal(0.4, -2.2204460492503132e-17)]),
                        (self.n, &[T::zero()]),
                    ],
                ),
                repeated(&[(self.n + 1, &[T::zero()])]),
            )
        }
        /// Refuses parameters of no body: 1 operation.
        fn check(&self) -> ::core::result::Result<(), Error> {
            let parameters: [T; 1] = [self.mass];
            let [mass] = parameters;
            check_body(
                "Row",
                "the mass of `weight` is not positive",
                Real::value(mass * T::exact(3.0)),
                true,
            )?;
            check_body(
                "Row",
                "the mass of `bar[1]` is not positive",
                Real::value(mass),
                true,
            )?;
            Ok(())
        }
        fn now(constants: &Self::Constants, t: T, inputs: &Self::Held) -> Self::Time {
            TimeCache {
                t,
                u: *inputs,
                values: [],
            }
        }
        /// Coordinates, velocities, own values, sides → e, V, what is watched.
        fn loads(
            constants: &Self::Constants,
            now: &Self::Time,
            number: usize,
            arguments: &[T],
            results: &mut [T],
        ) {
            match number {
                0 => {
                    let Ok(arguments) = <&[T; 2]>::try_from(arguments) else { return };
                    {
                        let [drive] = now.u;
                        store(&[drive, T::zero()], results)
                    }
                }
                1 => {
                    let Ok(arguments) = <&[T; 4]>::try_from(arguments) else { return };
                    {
                        let [argument0, argument1, argument2, argument3] = *arguments;
                        let t11 = argument0 * argument0 * (argument2 * T::exact(0.5));
                        store(
                            &[-(argument2 * argument0 + argument3 * argument1), t11],
                            results,
                        )
                    }
                }
                _ => {}
            }
        }
        /// The same → e, V, ∂e/∂q, ∂e/∂q̇.
        fn slopes(
            constants: &Self::Constants,
            now: &Self::Time,
            number: usize,
            arguments: &[T],
            results: &mut [T],
        ) {
            match number {
                0 => {
                    let Ok(arguments) = <&[T; 2]>::try_from(arguments) else { return };
                    {
                        let [drive] = now.u;
                        store(&[drive, T::zero(), T::zero(), T::zero()], results)
                    }
                }
                1 => {
                    let Ok(arguments) = <&[T; 4]>::try_from(arguments) else { return };
                    {
                        let [argument0, argument1, argument2, argument3] = *arguments;
                        let t11 = argument0 * argument0 * (argument2 * T::exact(0.5));
                        let t7 = -(argument2 * argument0 + argument3 * argument1);
                        let t12 = -argument2;
                        let t13 = -argument3;
                        store(&[t7, t11, t12, t13], results)
                    }
                }
                _ => {}
            }
        }
        /// Outputs of signals: 0 operations.
        fn outputs(
            constants: &Self::Constants,
            now: &Self::Time,
            signals: &[T],
            out: &mut Self::Outputs,
        ) {
            let Ok(signals) = <&[T; 2]>::try_from(signals) else { return };
            let [signal0, signal1] = *signals;
            out.data.0[0] = [signal0, signal1];
        }
    }
    impl<T: Real> WithoutQuaternions for Row<T> {}
    emitted::tree_inputs!(RowInputs, Row { drive });
    impl Row<f64> {
        /// The declared parameters with another value of `const n`, the number of equal parts: 1 or more.
        #[allow(dead_code)]
        pub fn with(n: usize) -> Self {
            Self { n, ..Self::default() }
        }
    }
};
