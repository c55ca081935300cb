//! The fifth-degree method written by hand for one equation: what emitted code is measured against.
//!
//! Invariant: the same arithmetic in the same precision as the runtime's, compensated sums included, reciprocals of what does
//! not change in a run or in a step, the results that a simulation shows of a step (the instant, coordinates, velocities,
//! accelerations, multipliers), and nothing else that the one equation does not need.

/// Steps in one run, so that the start does not count.
pub const STEPS: u32 = 1000;

/// The set that both use: the weights (89/75, 41/40, 14/15, 3/4).
pub const S: f64 = L[0] + L[1] + L[2] + L[3] + L[4];

/// l of the default fifth-degree set (89/75, 41/40, 14/15, 3/4): l_0 = w_0 − 1, l_k = C(4,k) w_k, l_4 = 1.
const L: [f64; 5] = [89.0 / 75.0 - 1.0, 4.0 * 41.0 / 40.0, 6.0 * 14.0 / 15.0, 4.0 * 0.75, 1.0];

/// 1/l_2, which the runtime stores as well.
const INVERSE_L2: f64 = 1.0 / L[2];

/// a + b and its rounding error.
#[inline(always)]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let back = sum - a;
    (sum, (a - (sum - back)) + (b - back))
}

/// Correction and prediction of one Nordsieck vector, x' compensated.
#[inline(always)]
fn advance(p: &mut [f64; 5], delta: f64, carry: &mut f64) {
    let y4 = p[4] + L[4] * delta;
    let y3 = p[3] + L[3] * delta;
    let y2 = p[2] + L[2] * delta;
    let gain = 4.0 * y4 + 3.0 * y3 + 2.0 * y2 + L[1] * delta;
    let (y1, lost) = two_sum(p[1], gain + *carry);
    *carry = lost;
    *p = [0.0, y1, y2 + 3.0 * y3 + 6.0 * y4, y3 + 4.0 * y4, y4];
    p[0] = p[4] + p[3] + p[2] + p[1];
}

/// The prediction from rest with h² a/2, all higher derivatives zero.
fn start(y2: f64) -> [f64; 5] {
    [y2, 0.0, y2, 0.0, 0.0]
}

/// A step whose result is not finite.
#[derive(Debug)]
pub struct NotFinite;

/// Quantities that depend on the size of the steps.
#[derive(Clone, Copy)]
pub struct Sizes {
    h: f64,
    /// h²/2, 1/h, 2/h².
    half_square: f64,
    frequency: f64,
    inverse_half_square: f64,
}

impl Sizes {
    /// Of steps of h.
    pub fn new(h: f64) -> Self {
        let half_square = 0.5 * h * h;
        Self { h, half_square, frequency: 1.0 / h, inverse_half_square: 1.0 / half_square }
    }
}

/// Quantities that depend on the parameters of the pendulum or on the size of steps, and s.
#[derive(Clone, Copy)]
pub struct Swing {
    /// m g L.
    weight: f64,
    /// 1/(m L²).
    inverse_inertia: f64,
    sizes: Sizes,
    s: f64,
}

impl Swing {
    /// A point mass of 1 kg on a rod of 1 m in steps of h.
    pub fn new(h: f64) -> Self {
        let (m, gravity, length) = (1.0, 9.81, 1.0);
        let (weight, inertia) = (m * gravity * length, m * length * length);
        Self { weight, inverse_inertia: 1.0 / inertia, sizes: Sizes::new(h), s: S }
    }
}

/// The pendulum m L² θ'' = −m g L cos θ by hand.
#[derive(Clone)]
pub struct HandPendulum {
    theta: (f64, f64),
    p: [f64; 5],
    carry: f64,
    t: (f64, f64),
    /// (t, θ, θ', θ'') of the step: what a simulation shows.
    shown: [f64; 4],
}

impl HandPendulum {
    /// At rest.
    pub fn new(h: f64) -> Self {
        Self { theta: (0.0, 0.0), p: start(-9.81 * h * h / 2.0), carry: 0.0, t: (0.0, 0.0), shown: [0.0; 4] }
    }

    /// θ.
    #[allow(dead_code, reason = "one of the benches with this code compares motions")]
    pub fn angle(&self) -> f64 {
        self.theta.0
    }

    #[inline(always)]
    fn once(&mut self, of: &Swing) -> Result<(), NotFinite> {
        let Swing { weight, inverse_inertia, sizes: of, s } = *of;
        let a = -weight * self.theta.0.cos() * inverse_inertia;
        let delta = (of.half_square * a - self.p[2]) * INVERSE_L2;
        if !delta.is_finite() {
            return Err(NotFinite);
        }
        self.shown = [self.t.0, self.theta.0, (self.p[1] + L[1] * delta) * of.frequency, a];
        self.t = two_sum(self.t.0, of.h + self.t.1);
        let by = s * delta + self.p[0];
        self.theta = two_sum(self.theta.0, by + self.theta.1);
        advance(&mut self.p, delta, &mut self.carry);
        Ok(())
    }

    /// One step, for a caller that uses each.
    #[inline(never)]
    pub fn step(&mut self, of: &Swing) -> Result<(), NotFinite> {
        self.once(of)
    }

    /// [`STEPS`] steps in a loop that keeps the state in registers.
    #[inline(never)]
    pub fn run(&mut self, of: &Swing) -> Result<(), NotFinite> {
        let of = *of;
        (0..STEPS).try_for_each(|_| self.once(&of))
    }

    /// [`STEPS`] times [`step`](Self::step).
    #[allow(dead_code, reason = "one of the benches with this code takes single steps")]
    pub fn run_by_steps(&mut self, of: &Swing) -> Result<(), NotFinite> {
        (0..STEPS).try_for_each(|_| self.step(of))
    }
}

/// The parameters of the rigid pendulum, quantities that depend on the size of steps, and s with its reciprocal.
#[derive(Clone, Copy)]
pub struct Rigid {
    m: f64,
    gravity: f64,
    length: f64,
    inertia: f64,
    sizes: Sizes,
    s: f64,
    inverse_s: f64,
}

impl Rigid {
    /// A point mass of 1 kg on a rod of 1 m in steps of h.
    pub fn new(h: f64) -> Self {
        Self {
            m: 1.0,
            gravity: 9.81,
            length: 1.0,
            inertia: 0.0,
            sizes: Sizes::new(h),
            s: S,
            inverse_s: 1.0 / S,
        }
    }
}

/// The rigid pendulum (x, y, θ) without rotational inertia as an index-3 DAE by hand: θ follows from the
/// multipliers, so the 5 × 5 system is solved in closed form.
#[derive(Clone)]
pub struct HandRigid {
    q: [(f64, f64); 3],
    p: [[f64; 5]; 3],
    carry: [f64; 3],
    trig: (f64, f64),
    t: (f64, f64),
    /// t, (x, y, θ), their derivatives and the multipliers of the step: what a simulation shows.
    shown: (f64, [f64; 3], [f64; 3], [f64; 3], [f64; 2]),
    /// Solves so far.
    pub solves: u64,
}

impl HandRigid {
    /// At rest.
    pub fn new(h: f64) -> Self {
        let a = -9.81 * h * h / 2.0;
        Self {
            q: [(1.0, 0.0), (0.0, 0.0), (std::f64::consts::FRAC_PI_2, 0.0)],
            p: [start(0.0), start(a), start(a)],
            carry: [0.0; 3],
            trig: (1.0, 0.0),
            t: (0.0, 0.0),
            shown: Default::default(),
            solves: 0,
        }
    }

    /// θ.
    #[allow(dead_code, reason = "one of the benches with this code compares motions")]
    pub fn angle(&self) -> f64 {
        self.q[2].0
    }

    #[inline(always)]
    fn once(&mut self, of: &Rigid) -> Result<(), NotFinite> {
        let Rigid { m, gravity, length, inertia, sizes, s, inverse_s } = *of;
        let Sizes { h, half_square, frequency, inverse_half_square } = sizes;
        let (sin, cos) = self.trig;
        let (bx, by) = (-length * cos, -length * sin);
        let f = [-m * self.p[0][2], -half_square * m * gravity - m * self.p[1][2], -inertia * self.p[2][2]];
        let mut delta = [0.0; 3];
        let ahead = |delta: &[f64; 3], q: &[(f64, f64); 3], p: &[[f64; 5]; 3]| {
            let go = |i: usize| two_sum(q[i].0, s * delta[i] + p[i][0] + q[i].1);
            [go(0), go(1), go(2)]
        };
        let mut next = ahead(&delta, &self.q, &self.p);
        let (mut sin_next, mut cos_next) = next[2].0.sin_cos();
        let (gx, gy) = (-length * cos_next, -length * sin_next);
        // [l₂ M, B; G, 0]: x and y are eliminated through the unit entries of G and B.
        let (mass, turn) = (L[2] * m, L[2] * inertia);
        let inverse_pivot = 1.0 / (turn + mass * (bx * gx + by * gy));
        for _ in 0..8 {
            self.solves += 1;
            let gap = [next[0].0 - length * sin_next, next[1].0 + length * cos_next];
            let r = [-gap[0] * inverse_s, -gap[1] * inverse_s];
            let r = [r[0] + delta[0] + gx * delta[2], r[1] + delta[1] + gy * delta[2]];
            let theta = (f[2] - bx * (f[0] - mass * r[0]) - by * (f[1] - mass * r[1])) * inverse_pivot;
            let new = [r[0] - gx * theta, r[1] - gy * theta, theta];
            let change = (0..3).fold(0.0_f64, |c, i| c.max((s * (new[i] - delta[i])).abs()));
            delta = new;
            next = ahead(&delta, &self.q, &self.p);
            (sin_next, cos_next) = next[2].0.sin_cos();
            let gap = (next[0].0 - length * sin_next).abs().max((next[1].0 + length * cos_next).abs());
            if change < 1e-13 || gap < 4e-16 {
                break;
            }
        }
        if !delta[2].is_finite() {
            return Err(NotFinite);
        }
        self.shown = (
            self.t.0,
            self.q.map(|q| q.0),
            core::array::from_fn(|i| (self.p[i][1] + L[1] * delta[i]) * frequency),
            core::array::from_fn(|i| (self.p[i][2] + L[2] * delta[i]) * inverse_half_square),
            core::array::from_fn(|i| (f[i] - mass * delta[i]) * inverse_half_square),
        );
        self.t = two_sum(self.t.0, h + self.t.1);
        self.q = next;
        self.trig = (sin_next, cos_next);
        for ((p, delta), carry) in self.p.iter_mut().zip(delta).zip(&mut self.carry) {
            advance(p, delta, carry);
        }
        Ok(())
    }

    /// One step, for a caller that uses each.
    #[inline(never)]
    pub fn step(&mut self, of: &Rigid) -> Result<(), NotFinite> {
        self.once(of)
    }

    /// [`STEPS`] steps in a loop that keeps the state in registers.
    #[inline(never)]
    pub fn run(&mut self, of: &Rigid) -> Result<(), NotFinite> {
        let of = *of;
        (0..STEPS).try_for_each(|_| self.once(&of))
    }

    /// [`STEPS`] times [`step`](Self::step).
    #[allow(dead_code, reason = "one of the benches with this code takes single steps")]
    pub fn run_by_steps(&mut self, of: &Rigid) -> Result<(), NotFinite> {
        (0..STEPS).try_for_each(|_| self.step(of))
    }
}
