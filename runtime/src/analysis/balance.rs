//! The energy balance of a run: the change of the energy, and the work that explains it.
//!
//! ```text
//! E(t_n) − E(t_0) = W(t_n) + e_n,   W(t) = ∫ P dt,   P = d(T + V)/dt + p − v·M a                           (1)
//! ```
//!
//! d(T + V)/dt is taken along v, a and y' of a sample, and the residual of the equations of motion at its a is added, so that P is the rate of
//! the energy along these equations, independent of the acceleration that a method reports. p is the power of the forces, v·f but for what reactions
//! would do along velocities that violate their constraints ((1) of `jump`). P is zero if all forces have a
//! potential; otherwise it is the power of drives (reactions of constraints that depend on time), inputs, dampers, friction and
//! other forces without a potential. So e is the error of the method and of the quadrature: polynomials of degree 5
//! through the six nearest samples on the same side of every switch of the forces, integrated exactly. At a switch P jumps by that of
//! p and dV/dt, and each of the two steps that meet there takes the value on its own side. At a
//! reset (two samples of one time) the jump of E is added to W.
//!
//! **Growth.** A run whose energy grows without work is worthless. With A⁺ = ∫ max(P, 0) dt, the work
//! supplied, and S_n = max_{i≤n} max(T_i + |V_i − V_0|, |E_i − E_0|), the largest energy in motion, the criterion is
//!
//! ```text
//! E_n − E_0 − A⁺_n > S_n/2                                                                        (2)
//! E_n − E_0 > S_n/2,   S_n > 10³ max_{2i≤n_end} S_i   and   |E_n − E_0 − W_n| > |E_n − E_0|/2,    2n > n_end      (3)
//! ```
//!
//! if velocities are above 10⁻⁶ and the difference is above 10⁻¹² of |V|: the energy changes of a mechanism at rest are rounding. (2)
//! ignores losses, and so tolerates dampers that are too fast for the steps. (3) is for forces without a declared
//! potential, and for mechanisms given by matrices, of which only the kinetic energy is known (V = 0).
//! Motions whose equations make them grow (driven, falling, leaving an unstable equilibrium) satisfy (1) and neither of them.
//!
//! Samples that are not those of all steps say nothing of P between them: e is then that of the quadrature, and neither criterion applies
//! where forces may do work (they depend on velocities, the time or inputs, or an event resets the state).
//!
//! Invariant: NaN is growth, never an error of zero.

use super::Dual;
use super::energy_rates::{Along, Energies, Sampled};
use super::quadrature::{Node, Quadrature};
use crate::error::Clock;
use crate::solution::{Jump, Solution};
use crate::{Energetic, Evaluate, Mechanism, Real, Space, Vector};
use alloc::vec::Vec;
use core::fmt;

/// (2).
const SHARE: f64 = 0.5;
/// (3).
const BEYOND: f64 = 1e3;
/// Changes of the potential below this part of it are rounding.
const ROUNDING: f64 = 1e-12;
/// So many samples resolve what forces do between them, whatever the number of steps.
const MANY: usize = 10_000;
/// Powers below this part of the rates of T and V are rounding.
const NO_POWER: f64 = 1e-10;

/// The energy balance of a run, in J: E(t_n) − E(t_0) = W(t_n) + e_n, with the work W = ∫ P dt of forces without a
/// potential (drives, inputs, dampers, friction) and the error e of the method. Growth means that the energy increases by more than
/// the supplied work plus half of the largest energy in motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balance {
    /// E at the end minus E at the start.
    pub change: f64,
    /// W at the end: the work of drives, inputs, dampers and all other forces without a potential.
    pub work: f64,
    /// An estimate of the error of W, above it where samples resolve the power of forces.
    pub quadrature: f64,
    /// max |e_n|, NaN if any is; without work it is the drift of the energy. With work it is the error of the method only if every step is
    /// sampled: W is a quadrature over the samples.
    pub error: f64,
    /// Whether the work is less than the error: then the run shows no forces without a potential and no work of constraints. False where
    /// forces may do work and not every step is sampled.
    pub conservative: bool,
    /// S at the end: the largest energy in motion, max (T + |V − V₀|); where T is not positive, at least max |E − E₀|.
    pub in_motion: f64,
    /// Errors up to this one are rounding: 10⁻¹² of |V|; infinite if no velocity is above 10⁻⁶ at any sample, as in a structure.
    pub rounding: f64,
    /// Growth of the energy without work. Where forces may do work, it is judged only if every step is sampled.
    pub growth: Option<Growth>,
}

impl Balance {
    /// The part of the energy in motion that work does not explain: the error over [`in_motion`](Self::in_motion); zero for an error
    /// of [`rounding`](Self::rounding).
    pub fn unexplained(&self) -> f64 {
        if self.error <= self.rounding { 0.0 } else { self.error / self.in_motion }
    }
}

/// The first sample at which the energy has grown without work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// Its time, in s.
    pub time: f64,
    /// E − E₀ there, in J; NaN or infinite where the energy is not a finite number.
    pub change: f64,
    /// A⁺ there, in J.
    pub supplied: f64,
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { time, change, supplied } = self;
        if change.is_finite() {
            write!(
                f,
                "the energy has grown by {change:.3e} J until t = {} s, but the work supplied is {supplied:.3e} J",
                Clock(*time)
            )?;
        } else {
            write!(f, "the energy is no longer a finite number at t = {} s", Clock(*time))?;
        }
        write!(
            f,
            "\nhelp: the numerical solution is unstable: use smaller steps, or a method that is stable with these"
        )
    }
}

impl<M: Energetic<Scalar = f64>> Solution<M>
where
    M::With<Dual>: Energetic,
{
    /// The change of the energy over the run, the work that explains it, and whether the energy has grown without work.
    ///
    /// ```
    /// use linkwork::prelude::*;
    /// fn run<M: Energetic<Scalar = f64>>(model: &M) -> Result<(), linkwork::Error>
    /// where
    ///     M::With<linkwork::analysis::Dual>: Energetic,
    /// {
    ///     let solution = model.simulate().step(1e-3).until(10.0).run()?;
    ///     let balance = solution.balance();
    ///     println!("{:.3e} J of work, error {:.1e} J", balance.work, balance.error);
    ///     assert!(balance.growth.is_none());
    ///     Ok(())
    /// }
    /// ```
    pub fn balance(&self) -> Balance {
        let m = self.mechanism();
        balance(m, self, |lifted, at, v, y| lifted.energy(at, v, y), |m, at, v, y| m.energy(at, v, y))
    }
}

impl<M: Mechanism<Scalar = f64>> Solution<M> {
    /// [`balance`](Self::balance) of the kinetic energy alone, for mechanisms without a potential: all forces count as work.
    pub fn kinetic_balance(&self) -> Balance {
        let zero = Dual::constant(0.0);
        balance(
            self.mechanism(),
            self,
            |lifted, at, v, _| (kinetic(lifted, at, v), zero),
            |m, at, v, _| (kinetic(m, at, v), 0.0),
        )
    }
}

/// v·M v/2.
fn kinetic<M: Mechanism>(m: &M, at: &M::PositionCache, v: &M::Velocity) -> M::Scalar {
    let mut momentum = v.clone();
    m.mass_times(at, v, &mut momentum);
    let products = v.as_slice().iter().zip(momentum.as_slice()).map(|(v, p)| *v * *p);
    M::Scalar::exact(0.5) * products.fold(M::Scalar::zero(), |sum, x| sum + x)
}

fn balance<M: Mechanism<Scalar = f64>>(
    m: &M,
    solution: &Solution<M>,
    lifted: impl Fn(
        &M::With<Dual>,
        &<M::With<Dual> as Evaluate>::PositionCache,
        &<M::With<Dual> as Space>::Velocity,
        &<M::With<Dual> as Space>::States,
    ) -> Energies<M::With<Dual>>,
    plain: impl Fn(&M, &M::PositionCache, &M::Velocity, &M::States) -> Energies<M>,
) -> Balance {
    let samples = solution.samples();
    let mut along = Along::new(m);
    along.inputs &= along.energies_depend_on_inputs(samples, &plain);
    let mut sampled: Vec<Sampled> = samples.iter().map(|s| along.sample(s, &lifted, &plain)).collect();
    for jump in solution.jumps() {
        let first = samples.partition_point(|s| s.t < jump.time);
        let end = samples.partition_point(|s| s.t <= jump.time);
        for n in [first, end.wrapping_sub(1)].into_iter().filter(|_| first < end) {
            sampled[n].of_potential = along.sides_of_potential(&samples[n], sampled[n].of_potential, &plain);
        }
    }
    // Between samples that are not those of all steps, forces may do any work.
    let flags = m.flags();
    let may_work = flags.velocity_dependent || flags.time_explicit || !solution.resets().is_empty();
    let sparse = (samples.len() as u64) <= solution.report().steps && samples.len() < MANY && may_work;
    judge(&sampled, solution.jumps(), sparse)
}

/// P of the samples: at jumps with p and dV/dt of the side of each interval.
fn one_sided(samples: &[Sampled], jumps: &[Jump]) -> Vec<Node> {
    let mut nodes: Vec<Node> =
        samples.iter().map(|s| Node { time: s.time, left: s.power, right: s.power }).collect();
    for jump in jumps {
        let first = samples.partition_point(|s| s.time < jump.time);
        let end = samples.partition_point(|s| s.time <= jump.time);
        if first < end {
            let with = |s: &Sampled, power: f64, of_potential: f64| {
                s.power + (power - s.of_forces) + (of_potential - s.of_potential.at)
            };
            if let Some(power) = jump.before {
                let s = &samples[first];
                nodes[first].left = with(s, power, s.of_potential.before);
            }
            if let Some(power) = jump.after {
                let s = &samples[end - 1];
                nodes[end - 1].right = with(s, power, s.of_potential.after);
            }
        }
    }
    nodes
}

/// The balance of a list of samples, with the jumps of the power of forces; `sparse` if forces may do work between samples that the run has not kept.
fn judge(samples: &[Sampled], jumps: &[Jump], sparse: bool) -> Balance {
    let nodes = one_sided(samples, jumps);
    let quadrature = Quadrature::new(&nodes, jumps);
    let (first, half) = (samples[0], samples.len() / 2);
    let terms = samples.iter().fold(0.0, |most, s| Real::max(most, s.terms));
    let powers =
        nodes.iter().fold(0.0, |most, node| Real::max(most, Real::max(node.left.abs(), node.right.abs())));
    let (mut work, mut supplied, mut error, mut most) = (0.0_f64, 0.0, 0.0_f64, 0.0_f64);
    let mut doubt = 0.0;
    // S_n, and that of the first half.
    let (mut seen, mut early) = (0.0_f64, 0.0_f64);
    let (mut rounding, mut moves) = (0.0_f64, false);
    let (mut growth, mut leaps) = (None, false);
    for (n, s) in samples.iter().enumerate() {
        if n > 0 {
            let before = &samples[n - 1];
            if before.time != s.time {
                let (of_interval, uncertain) = quadrature.of_interval(n);
                work += of_interval;
                doubt += uncertain;
                let powers = nodes[n].left.max(0.0) + nodes[n - 1].right.max(0.0);
                supplied += 0.5 * (s.time - before.time) * powers;
            } else {
                // A reset.
                let jump = s.energy() - before.energy();
                leaps |= jump.abs() > NO_POWER * seen;
                work += jump;
                supplied += jump.max(0.0);
            }
        }
        let change = s.energy() - first.energy();
        error = Real::max(error, (change - work).abs());
        most = Real::max(most, work.abs());
        // With terms that are linear in velocities the kinetic energy may be smaller than its change.
        seen = seen.max(s.kinetic + (s.potential - first.potential).abs()).max(change.abs());
        if n <= half {
            early = seen;
        }
        let noise = ROUNDING * (s.potential.abs() + first.potential.abs());
        (rounding, moves) = (rounding.max(noise), moves || s.moves);
        let from_nowhere = change - supplied > SHARE * seen && change - supplied > noise;
        let unexplained = change > SHARE * seen && (change - work).abs() > SHARE * change;
        let beyond = n > half && seen > BEYOND * early && unexplained;
        let grows = !sparse && s.moves && (from_nowhere || beyond);
        if growth.is_none() && (grows || !change.is_finite()) {
            growth = Some(Growth { time: s.time, change, supplied });
        }
    }
    let change = samples[samples.len() - 1].energy() - first.energy();
    let conservative = !sparse && (powers <= NO_POWER * terms && !leaps || most <= error);
    let rounding = if moves { rounding } else { f64::INFINITY };
    Balance { change, work, quadrature: doubt, error, conservative, in_motion: seen, rounding, growth }
}

#[cfg(test)]
mod tests {
    use super::super::energy_rates::Sides;
    use super::{Jump, Sampled, judge};
    use std::prelude::v1::*;

    /// Samples of a motion with this T, V and P.
    fn samples(count: usize, h: f64, of: impl Fn(f64) -> (f64, f64, f64)) -> Vec<Sampled> {
        let at = |n: usize| {
            let time = n as f64 * h;
            let (kinetic, potential, power) = of(time);
            Sampled {
                time,
                kinetic,
                potential,
                power,
                terms: 1.0,
                of_forces: power,
                of_potential: Sides::of(0.0),
                moves: true,
            }
        };
        (0..count).map(at).collect()
    }

    #[test]
    fn growth_that_power_explains_is_not_reported() {
        // A driving force, and a braking one.
        let driven = judge(&samples(2001, 1e-2, |t| (t * t, 0.0, 2.0 * t)), &[], false);
        assert!(driven.growth.is_none() && driven.error < 1e-9 && !driven.conservative, "{driven:?}");
        let damped = judge(&samples(2001, 1e-2, |t| ((-t).exp(), 0.0, -(-t).exp())), &[], false);
        assert!(damped.growth.is_none() && damped.error < 1e-9, "{damped:?}");
        // A damper a hundred times too fast for the steps, with an implicit method.
        let stiff = judge(
            &samples(20, 1.0, |t| if t > 0.0 { (0.0, 0.0, 0.0) } else { (1.0, 0.0, -200.0) }),
            &[],
            false,
        );
        assert!(stiff.growth.is_none(), "{stiff:?}");
    }

    #[test]
    fn unexplained_growth_is_reported() {
        let all = samples(2001, 1e-2, |t| (t.exp() + 1.0, 0.0, 0.0));
        let growth = judge(&all, &[], false).growth.expect("it grows");
        // E − E₀ > S/2, where S = T: exp t − 1 > (exp t + 1)/2.
        assert!((growth.time - 3.0_f64.ln()).abs() < 2e-2, "{growth:?}");
        // Forces without a potential whose power is noise.
        let noise = |t: f64| 1e2 * (1e6 * t).sin() * (2.0 * t).exp();
        let judged = judge(&samples(2001, 1e-2, |t| ((2.0 * t).exp(), 0.0, noise(t))), &[], false);
        assert!(judged.growth.is_some(), "{judged:?}");
    }

    /// The energy of a structure changes by rounding, which no step resolves.
    #[test]
    fn rounding_at_rest_is_explained() {
        let noise = |t: f64| (1e-26 * (1.0 + (1e3 * t).sin()), 30.0 + 1e-14 * (1e4 * t).cos(), 0.0);
        let mut all = samples(100, 1e-2, noise);
        let moving = judge(&all, &[], false);
        assert!(
            moving.error > 0.0 && moving.error < moving.rounding && moving.unexplained() == 0.0,
            "{moving:?}"
        );
        // Without a potential there is no measure but the motion.
        for s in &mut all {
            (s.potential, s.moves) = (0.0, false);
        }
        let still = judge(&all, &[], false);
        assert!(still.error > 0.05 * still.in_motion && still.unexplained() == 0.0, "{still:?}");
    }

    #[test]
    fn nan_is_neither_zero_nor_silent() {
        let judged = judge(
            &samples(9, 1.0, |t| if t > 3.0 { (f64::NAN, 0.0, 0.0) } else { (1.0, 0.0, 0.0) }),
            &[],
            false,
        );
        assert!(judged.error.is_nan() && judged.growth.is_some_and(|g| g.time == 4.0), "{judged:?}");
    }

    /// Samples that are not those of all steps, of forces that may do work between them: nothing is judged but what is not finite.
    #[test]
    fn sparse_samples_judge_nothing() {
        let grown = |t: f64| (1.0 + 9.0 * t, 0.0, 0.0);
        assert!(judge(&samples(3, 1.0, grown), &[], false).growth.is_some());
        let judged = judge(&samples(3, 1.0, grown), &[], true);
        assert!(judged.growth.is_none() && !judged.conservative);
        let lost = judge(&samples(3, 1.0, |t| (if t > 1.0 { f64::NAN } else { 1.0 }, 0.0, 0.0)), &[], true);
        assert!(lost.growth.is_some());
    }

    /// A brake that stops a mass at t = 1.03, between two samples or at one: P = −(1.03 − t) has a kink there.
    #[test]
    fn no_polynomial_extends_across_a_switch() {
        let energy = |t: f64| (1.03 - t).max(0.0).powi(2) / 2.0;
        let braked = |t: f64| (energy(t), 0.0, -(1.03 - t).max(0.0));
        let mut all = samples(30, 0.1, braked);
        let across = judge(&all, &[], false).error;
        let switch = [Jump { time: 1.03, before: Some(0.0), after: Some(0.0), smooth: false }];
        let between = judge(&all, &switch, false).error;
        // The error of the trapezium over the one interval, at most h²/8 times the jump of the slope.
        assert!(between < 0.1 * 0.1 / 8.0 && between > 1e-6, "{between}");
        all[10].time = 1.03;
        (all[10].kinetic, all[10].power, all[10].of_forces) = (0.0, 0.0, 0.0);
        let at_sample = judge(&all, &switch, false).error;
        assert!(across > 1e-5 && at_sample < 1e-15, "{across} {at_sample}");
    }

    /// A constant force that ends at t = 1.03: P jumps there, whichever side a sample at the switch is evaluated on.
    #[test]
    fn each_step_takes_the_power_of_its_own_side() {
        let speed = |t: f64| t.min(1.03);
        let pushed = |t: f64| (speed(t).powi(2) / 2.0, 0.0, if t < 1.03 { t } else { 0.0 });
        let mut all = samples(30, 0.1, pushed);
        let switch = [Jump { time: 1.03, before: Some(1.03), after: Some(0.0), smooth: false }];
        // Without a sample there only the kink remains, from slope 1 to slope 0.
        let between = judge(&all, &switch, false);
        assert!(between.error < 0.1 * 0.1 / 8.0, "{between:?}");
        for side in [0.0, 1.03] {
            all[10].time = 1.03;
            (all[10].kinetic, all[10].power, all[10].of_forces) = (1.03_f64.powi(2) / 2.0, side, side);
            let at_sample = judge(&all, &switch, false);
            assert!((at_sample.work - 1.03_f64.powi(2) / 2.0).abs() < 1e-14, "{at_sample:?}");
            assert!(at_sample.error < 1e-14, "{at_sample:?}");
        }
    }

    /// Two samples of one time: changes by the user count as work.
    #[test]
    fn a_reset_is_work() {
        let mut all = samples(8, 1.0, |t| (if t < 4.0 { 1.0 } else { 3.0 }, 0.0, 0.0));
        all[4].time = 3.0;
        let judged = judge(&all, &[], false);
        assert!(judged.work == 2.0 && judged.error == 0.0 && judged.growth.is_none(), "{judged:?}");
    }
}
