//! A large tree of bodies, with loops over links instead of the routines of other mechanisms.
//!
//! ```text
//! place       stamp, frames                                       (12 numbers a link)
//! moving      stamp, twists, ∂e/∂q̇                                (6 numbers a link, 9 an effort)
//! stiffness   stamp, twists, accelerations, wrenches, ∂e/∂q       (18 numbers a link, 9 an effort)
//! ```
//! The stamp identifies the call of `place` of these numbers. C and K belong to one configuration; M of the same one is eliminated with
//! them, and M of another one (generalized-α of index 2) separately, exactly (`linearised` of `linkwork-cells`).
//!
//! Invariant: nothing is allocated in a step after the first use of each work space, except for dense matrices and weak factors.

use crate::code::Registers;
use crate::executor::Executor;
use crate::frame::Frame;
use crate::states::{TapeFactors, TapePositionCache, TapeTimeCache};
use linkwork::__private::{Workspace, fallback_into};
use linkwork::{Fallback, Real, Singular, Weights};
use linkwork_cells::{
    Bodies as Articulated, Elimination, Engine, FRAME, Instant, Kind, Link, Linkage, Loads, Matrix, Motion,
    Parts, Room, SADDLE, Shape, Six, Slopes, Vector, engine,
};
use linkwork_compiler::Program;
use linkwork_compiler::plan::{CellLink, CellSignal, Cells, Elementary, GRAVITY, NUMBERS};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Matrices of more rows are not made dense.
const DENSE: usize = 3000;

/// Factors of a matrix of more rows that have a weak pivot are taken if they give back a vector to this share of its size.
const GIVEN_BACK: f64 = 1e-6;

/// In front of the factors of a weighted matrix: the rows and parts of their shape.
const HEAD: usize = 2;

/// Numbers of calls of `place`; f64 holds all that there will be.
static STAMPS: AtomicU64 = AtomicU64::new(1);

/// The data of a large tree in addition to its program.
#[derive(Debug)]
pub(crate) struct Bodies<T: Real> {
    engine: Box<dyn Engine<T>>,
    /// All numbers that parameters decide; see [`Cells::table`].
    table: Vec<T>,
    program: Arc<Program>,
    rooms: Mutex<Vec<Rooms<T>>>,
}

/// Space for one call.
#[derive(Debug)]
struct Rooms<T> {
    room: Room<T>,
    efforts: Vec<Vector<T>>,
    by_position: Vec<Matrix<T>>,
    by_velocity: Vec<Matrix<T>>,
    poses: Vec<[T; FRAME]>,
    twists: Vec<Six<T>>,
    accelerations: Vec<Six<T>>,
    articulated: Option<Articulated<T>>,
    elimination: Option<Elimination<T>>,
    arguments: Vec<T>,
    results: Vec<T>,
}

/// The executor of the laws.
pub(crate) struct Laws<'a, T: Real, E> {
    pub(crate) codes: &'a [E],
    pub(crate) constants: &'a [T],
    pub(crate) registers: &'a Mutex<Registers<T>>,
}

impl<T: Real> Bodies<T> {
    /// The tree of a program, from the numbers of its table.
    pub(crate) fn new(program: &Arc<Program>, cells: &Cells, table: Vec<T>) -> Self {
        let zero = T::zero();
        let of_kind = |(numbers, &aligned): (&[T], &bool)| {
            let three = |at: usize| [numbers[at], numbers[at + 1], numbers[at + 2]];
            Kind {
                rotation: [three(0), three(3), three(6)],
                position: three(9),
                aligned,
                axis: three(12),
                pitch: numbers[15],
                mass: numbers[16],
                moment: three(17),
                inertia: [three(20), three(23), three(26)],
                rotor: numbers[29],
            }
        };
        let kinds = table.get(GRAVITY..).unwrap_or_default().chunks_exact(NUMBERS).zip(&cells.aligned);
        let kinds: Vec<Kind<T>> = kinds.map(of_kind).collect();
        let mut driven = vec![None; cells.links.len()];
        let mut next = 0;
        for &(link, _) in cells.laws.iter().flat_map(|law| &law.members) {
            if driven[link].is_none() {
                driven[link] = Some(next);
                next += 1;
            }
        }
        let gravity = match table[..] {
            [x, y, z, ..] => [x, y, z],
            _ => [zero; 3],
        };
        let loaded = vec![None; cells.links.len()];
        let links = cells.links.iter().map(link).collect();
        let linkage = Linkage { links, kinds, gravity, loaded, driven };
        Self { engine: engine(linkage), table, program: program.clone(), rooms: Mutex::default() }
    }

    /// The same tree over another scalar.
    pub(crate) fn lifted<S: Real>(&self, lift: &dyn Fn(T) -> S) -> Option<Bodies<S>> {
        let cells = self.program.cells.as_ref()?;
        Some(Bodies::new(&self.program, cells, self.table.iter().map(|&x| lift(x)).collect()))
    }

    fn cells(&self) -> Option<&Cells> {
        self.program.cells.as_ref()
    }

    fn links(&self) -> usize {
        self.engine.linkage().len()
    }

    fn driven(&self) -> usize {
        self.engine.linkage().efforts()
    }

    /// Lends room to a call.
    fn lent<R>(&self, work: impl FnOnce(&mut Rooms<T>) -> R) -> R {
        let taken = self.rooms.lock().ok().and_then(|mut all| all.pop());
        let mut rooms = taken.unwrap_or_else(|| self.make_rooms());
        let result = work(&mut rooms);
        if let Ok(mut all) = self.rooms.lock() {
            all.push(rooms);
        }
        result
    }

    fn make_rooms(&self) -> Rooms<T> {
        let (n, o) = (self.links(), T::zero());
        let laws = self.cells().map_or(&[][..], |cells| &cells.laws);
        let arguments = laws.iter().map(|law| law.sizes.0 + law.sizes.1 + law.own).max();
        let results = laws.iter().map(|law| law.sizes.1 + 1 + 2 * law.sizes.1 * law.sizes.1).max();
        let driven = self.driven();
        Rooms {
            room: Room::new(n),
            efforts: vec![[o; 3]; driven],
            by_position: vec![[[o; 3]; 3]; driven],
            by_velocity: vec![[[o; 3]; 3]; driven],
            poses: Vec::new(),
            twists: Vec::new(),
            accelerations: Vec::new(),
            articulated: None,
            elimination: None,
            arguments: vec![o; arguments.unwrap_or(0)],
            results: vec![o; results.unwrap_or(0)],
        }
    }

    /// The number of values that `place` stores.
    pub(crate) fn placed(&self) -> usize {
        1 + FRAME * self.links()
    }

    /// The number of values that `moving` stores.
    pub(crate) fn moving_numbers(&self) -> usize {
        1 + 6 * self.links() + 9 * self.driven()
    }

    /// The number of values that `stiffness` stores.
    pub(crate) fn stiffness_numbers(&self) -> usize {
        1 + 18 * self.links() + 9 * self.driven()
    }

    /// Empty factors of M.
    pub(crate) fn saddle_factors(&self) -> TapeFactors<T> {
        let values = vec![T::zero(); SADDLE * self.links()];
        TapeFactors { values, sound: false, checked: vec![T::zero()], work: Vec::new() }
    }

    /// Empty factors of the weighted matrix.
    pub(crate) fn factors(&self) -> TapeFactors<T> {
        let values = vec![T::zero(); HEAD + Shape { rows: 1, parts: 2 }.stride() * self.links()];
        TapeFactors { values, sound: false, checked: vec![T::zero()], work: Vec::new() }
    }

    pub(crate) fn place(&self, q: &[T], values: &mut [T]) {
        let Some((stamp, numbers)) = values.split_first_mut() else { return };
        *stamp = T::exact(STAMPS.fetch_add(1, Ordering::Relaxed) as f64);
        self.engine.place(q, numbers.as_chunks_mut().0);
    }

    pub(crate) fn mass_times(&self, at: &TapePositionCache<T>, a: &[T], out: &mut [T]) {
        self.lent(|rooms| self.engine.mass_times(frames(at), a, &mut rooms.room, out));
    }

    /// Efforts and other results of all laws; the potential energy.
    fn run_laws<E: Executor<Scalar = T>>(
        &self,
        laws: &Laws<'_, T, E>,
        (now, q, v): (&TapeTimeCache<T>, &[T], &[T]),
        rooms: &mut Rooms<T>,
    ) -> T {
        let mut potential = T::zero();
        let Some(cells) = self.cells().filter(|cells| !cells.laws.is_empty()) else { return potential };
        let zero = [T::zero(); 3];
        rooms.efforts.fill(zero);
        rooms.by_position.fill([zero; 3]);
        rooms.by_velocity.fill([zero; 3]);
        let linkage = self.engine.linkage();
        for (law, code) in cells.laws.iter().zip(laws.codes) {
            let (coordinates, d) = law.sizes;
            let arguments = &mut rooms.arguments[..coordinates + d + law.own];
            let results = &mut rooms.results[..d + 1 + 2 * d * d];
            for &(link, own) in &law.members {
                let Some(number) = linkage.driven[link] else { continue };
                let at = &linkage.links[link];
                let (first, velocity) = (at.coordinate as usize, at.velocity as usize);
                arguments[..coordinates].copy_from_slice(&q[first..first + coordinates]);
                arguments[coordinates..coordinates + d].copy_from_slice(&v[velocity..velocity + d]);
                arguments[coordinates + d..].copy_from_slice(&self.table[own..own + law.own]);
                let frame =
                    Frame { now: Some(now), position: arguments, ..Frame::of_constants(laws.constants) };
                code.run(&frame, laws.registers, results, &mut []);
                let number = number as usize;
                for i in 0..d {
                    rooms.efforts[number][i] = rooms.efforts[number][i] + results[i];
                    for j in 0..d {
                        let at = d + 1 + d * i + j;
                        let slopes =
                            (&mut rooms.by_position[number][i][j], &mut rooms.by_velocity[number][i][j]);
                        *slopes.0 = *slopes.0 + results[at];
                        *slopes.1 = *slopes.1 + results[at + d * d];
                    }
                }
                potential = potential + results[d];
            }
        }
        potential
    }

    /// f.
    pub(crate) fn force<E: Executor<Scalar = T>>(
        &self,
        laws: &Laws<'_, T, E>,
        at: &TapePositionCache<T>,
        v: &[T],
        out: &mut [T],
    ) {
        self.residual(laws, at, v, None, out);
        for x in out {
            *x = -*x;
        }
    }

    /// M a − f; −f without a.
    pub(crate) fn residual<E: Executor<Scalar = T>>(
        &self,
        laws: &Laws<'_, T, E>,
        at: &TapePositionCache<T>,
        v: &[T],
        a: Option<&[T]>,
        out: &mut [T],
    ) {
        self.lent(|rooms| {
            self.run_laws(laws, (&at.now, &at.q, v), rooms);
            let loads = Loads { wrenches: &[], efforts: &rooms.efforts };
            self.engine.residual(frames(at), v, a, loads, &mut rooms.room, out);
        });
    }

    pub(crate) fn moving<E: Executor<Scalar = T>>(
        &self,
        laws: &Laws<'_, T, E>,
        at: &TapePositionCache<T>,
        v: &[T],
        out: &mut [T],
    ) {
        self.lent(|rooms| {
            self.run_laws(laws, (&at.now, &at.q, v), rooms);
            let (stamp, numbers) = stamped(at, out);
            *stamp.1 = stamp.0;
            let (twists, slopes) = numbers.split_at_mut(6 * self.links());
            self.engine.twists(frames(at), v, twists.as_chunks_mut().0);
            write(&rooms.by_velocity, slopes);
        });
    }

    pub(crate) fn stiffness<E: Executor<Scalar = T>>(
        &self,
        laws: &Laws<'_, T, E>,
        at: &TapePositionCache<T>,
        v: &[T],
        a: &[T],
        out: &mut [T],
    ) {
        self.lent(|rooms| {
            self.run_laws(laws, (&at.now, &at.q, v), rooms);
            let (stamp, numbers) = stamped(at, out);
            *stamp.1 = stamp.0;
            let six = 6 * self.links();
            let (twists, rest) = numbers.split_at_mut(six);
            let (accelerations, rest) = rest.split_at_mut(six);
            let (wrenches, slopes) = rest.split_at_mut(six);
            let twists = twists.as_chunks_mut().0;
            let accelerations = accelerations.as_chunks_mut().0;
            self.engine.twists(frames(at), v, twists);
            self.engine.accelerations(frames(at), (twists, v), Some(a), accelerations);
            let moving = (&*twists, &*accelerations);
            self.engine.wrenches(frames(at), moving, Loads::NONE, wrenches.as_chunks_mut().0);
            write(&rooms.by_position, slopes);
        });
    }

    pub(crate) fn energy<E: Executor<Scalar = T>>(
        &self,
        laws: &Laws<'_, T, E>,
        at: &TapePositionCache<T>,
        v: &[T],
    ) -> (T, T) {
        self.lent(|rooms| {
            let of_forces = self.run_laws(laws, (&at.now, &at.q, v), rooms);
            rooms.poses.resize(self.links(), [T::zero(); FRAME]);
            self.engine.poses(frames(at), &mut rooms.poses);
            let (kinetic, potential) = self.engine.energy(frames(at), v, &rooms.poses, &mut rooms.room);
            (kinetic, potential + of_forces)
        })
    }

    /// The signals of outputs.
    pub(crate) fn signals(&self, at: &TapePositionCache<T>, v: &[T], a: &[T], out: &mut Vec<T>) {
        let Some(cells) = self.cells() else { return };
        out.clear();
        let needs_poses = |signal: &CellSignal| {
            matches!(signal, CellSignal::Point { .. } | CellSignal::Axis { .. } | CellSignal::Spin { .. })
        };
        self.lent(|rooms| {
            let n = self.links();
            let zero = [T::zero(); 6];
            if cells.signals.iter().any(needs_poses) {
                rooms.poses.resize(n, [T::zero(); FRAME]);
                rooms.twists.resize(n, zero);
                rooms.accelerations.resize(n, zero);
                self.engine.poses(frames(at), &mut rooms.poses);
                self.engine.twists(frames(at), v, &mut rooms.twists);
                self.engine.accelerations(frames(at), (&rooms.twists, v), Some(a), &mut rooms.accelerations);
            }
            let gravity = self.engine.linkage().gravity;
            for signal in &cells.signals {
                out.push(self.signal(signal, (&at.q, v, a), rooms, gravity));
            }
        });
    }

    fn signal(
        &self,
        signal: &CellSignal,
        (q, v, a): (&[T], &[T], &[T]),
        rooms: &Rooms<T>,
        gravity: Vector<T>,
    ) -> T {
        let three = |at: usize| [self.table[at], self.table[at + 1], self.table[at + 2]];
        let pose = |link: Option<usize>| {
            link.map_or_else(linkwork_cells::Frame::ground, |link| {
                linkwork_cells::Frame::of(&rooms.poses[link])
            })
        };
        let row = |link: Option<usize>, component: usize, x: Vector<T>| {
            let row = pose(link).rotation[component];
            row[0] * x[0] + row[1] * x[1] + row[2] * x[2]
        };
        match *signal {
            CellSignal::Coordinate { number, negative } => {
                if negative {
                    -q[number]
                } else {
                    q[number]
                }
            }
            CellSignal::Velocity(number) => v[number],
            CellSignal::Acceleration(number) => a[number],
            CellSignal::Axis { link, direction, component } => row(link, component, three(direction)),
            CellSignal::Spin { link: None, .. } => T::zero(),
            CellSignal::Spin { link: Some(link), component, order } => {
                let of = if order == 1 { &rooms.twists[link] } else { &rooms.accelerations[link] };
                row(Some(link), component, [of[0], of[1], of[2]])
            }
            CellSignal::Point { link, at, component, order: 0 } => {
                pose(link).position[component] + row(link, component, three(at))
            }
            CellSignal::Point { link: None, .. } => T::zero(),
            CellSignal::Point { link: Some(link), at, component, order } => {
                let r = three(at);
                let [wx, wy, wz, vx, vy, vz] = rooms.twists[link];
                let (w, o) = ([wx, wy, wz], [vx, vy, vz]);
                let velocity = plus(o, cross(w, r));
                if order == 1 {
                    return row(Some(link), component, velocity);
                }
                // A of the link's origin is α and the rate of v in the link's axes: v̇ = a − ω × v, with a counted from free fall.
                let [ax, ay, az, bx, by, bz] = rooms.accelerations[link];
                let classical = plus(plus([bx, by, bz], cross([ax, ay, az], r)), cross(w, velocity));
                row(Some(link), component, classical) + gravity[component]
            }
        }
    }

    pub(crate) fn factor_mass(&self, mass: &TapePositionCache<T>, into: &mut TapeFactors<T>) {
        self.lent(|rooms| {
            let n = self.links();
            let articulated = rooms.articulated.get_or_insert_with(|| Articulated::new(n));
            let weak = self.engine.factor_mass(frames(mass), articulated, into.values.as_chunks_mut().0);
            into.sound = weak.is_none();
            if let Some(row) = weak {
                let times =
                    |x: &[T], out: &mut [T]| self.engine.mass_times(frames(mass), x, &mut rooms.room, out);
                self.dense(row, times, into);
            }
        });
    }

    /// A matrix whose factors are not to be trusted, column by column of its products, as rows.
    fn dense(&self, row: usize, mut times: impl FnMut(&[T], &mut [T]), into: &mut TapeFactors<T>) {
        let n = self.program.velocities.len();
        into.checked[0] = T::exact(row as f64);
        into.work.clear();
        if n > DENSE {
            return;
        }
        into.work.resize(n * n, T::zero());
        let (mut unit, mut column) = (vec![T::zero(); n], vec![T::zero(); n]);
        for j in 0..n {
            unit[j] = T::one();
            times(&unit, &mut column);
            unit[j] = T::zero();
            for (i, &entry) in column.iter().enumerate() {
                into.work[i * n + j] = entry;
            }
        }
    }

    pub(crate) fn solve_mass(&self, factors: &TapeFactors<T>, x: &mut [T]) -> Result<Fallback, Singular> {
        self.solved(factors, x, |rooms, x| {
            self.engine.solve_mass(factors.values.as_chunks().0, &mut rooms.room, x);
        })
    }

    fn solved(
        &self,
        factors: &TapeFactors<T>,
        x: &mut [T],
        fast: impl Fn(&mut Rooms<T>, &mut [T]),
    ) -> Result<Fallback, Singular> {
        self.lent(|rooms| {
            if factors.sound {
                fast(rooms, x);
                return Ok(Fallback::None);
            }
            let n = x.len();
            if factors.work.len() < n * n {
                return Err(Singular { row: factors.checked[0].value() as usize });
            }
            solve_dense(&factors.work[..n * n], x, &mut |x| fast(rooms, x))
        })
    }

    /// Factors of the weighted matrix.
    pub(crate) fn factor(
        &self,
        weights: Weights<T>,
        (mass, columns): (&TapePositionCache<T>, &TapePositionCache<T>),
        (moving, stiffness): (&[T], Option<&[T]>),
        into: &mut TapeFactors<T>,
    ) {
        let mut parts = self.parts(weights, &columns.values, moving, stiffness);
        if mass.values[0] != columns.values[0] {
            parts.mass_frames = Some(frames(mass));
        }
        let of_columns = |stamp: Option<&T>| stamp.is_none_or(|&stamp| stamp == columns.values[0]);
        let damped = weights.damping.magnitude() != 0.0;
        if !of_columns(moving.first().filter(|_| damped))
            || !of_columns(stiffness.and_then(|all| all.first()))
        {
            // C or K of another configuration than B: no method uses this.
            (into.sound, into.checked[0]) = (false, T::zero());
            into.work.clear();
            return;
        }
        self.lent(|rooms| {
            let elimination = self.elimination(rooms);
            let shape = parts.shape();
            into.values.resize(HEAD + shape.stride() * self.links(), T::zero());
            let (head, numbers) = into.values.split_at_mut(HEAD);
            head.copy_from_slice(&[shape.rows, shape.parts].map(|count| T::exact(count as f64)));
            let weak = self.engine.factor_weighted(&parts, elimination, numbers);
            into.sound = weak.is_none();
            if let Some(row) = weak {
                if self.program.velocities.len() > DENSE {
                    into.sound = self.gives_back(&parts, (shape, numbers), elimination);
                }
                if !into.sound {
                    let times =
                        |x: &[T], out: &mut [T]| self.engine.weighted_times(&parts, x, elimination, out);
                    self.dense(row, times, into);
                }
            }
        });
    }

    /// Whether factors with a weak pivot are accurate: A⁻¹ A x = x to [`GIVEN_BACK`] for a fixed quasi-random x.
    fn gives_back(
        &self,
        parts: &Parts<'_, T>,
        factors: (Shape, &[T]),
        elimination: &mut Elimination<T>,
    ) -> bool {
        let n = self.program.velocities.len();
        let golden = 0.618_033_988_749_895;
        let x: Vec<T> = (1..=n).map(|i| T::exact(2.0 * ((i as f64 * golden) % 1.0) - 1.0)).collect();
        let mut back = vec![T::zero(); n];
        self.engine.weighted_times(parts, &x, elimination, &mut back);
        self.engine.solve_weighted(factors, elimination, &mut back);
        // NaN is not close.
        x.iter().zip(&back).all(|(&x, &back)| (x - back).magnitude() <= GIVEN_BACK)
    }

    fn elimination<'a>(&self, rooms: &'a mut Rooms<T>) -> &'a mut Elimination<T> {
        rooms.elimination.get_or_insert_with(|| Elimination::new(self.engine.linkage()))
    }

    pub(crate) fn solve(&self, factors: &TapeFactors<T>, x: &mut [T]) -> Result<Fallback, Singular> {
        self.solved(factors, x, |rooms, x| {
            let Some((head, numbers)) = factors.values.split_at_checked(HEAD) else { return };
            let shape = Shape { rows: head[0].value() as usize, parts: head[1].value() as usize };
            self.engine.solve_weighted((shape, numbers), self.elimination(rooms), x);
        })
    }

    /// μ M + β C + γ K + ι 1 of the contract's caches.
    fn parts<'a>(
        &self,
        weights: Weights<T>,
        at: &'a [T],
        moving: &'a [T],
        stiffness: Option<&'a [T]>,
    ) -> Parts<'a, T> {
        let six = 6 * self.links();
        let stiff = stiffness.filter(|_| weights.stiffness.magnitude() != 0.0);
        let damped = weights.damping.magnitude() != 0.0;
        let chunks = |numbers: &'a [T], from: usize| numbers[1 + from..1 + from + six].as_chunks().0;
        let instant = match stiff {
            Some(numbers) => Some(Instant {
                twists: chunks(numbers, 0),
                accelerations: chunks(numbers, six),
                wrenches: chunks(numbers, 2 * six),
            }),
            None if damped => Some(Instant { twists: chunks(moving, 0), accelerations: &[], wrenches: &[] }),
            None => None,
        };
        let slopes = |numbers: Option<&'a [T]>, from: usize| -> Slopes<'a, T> {
            let numbers = numbers.map_or(&[][..], |numbers| &numbers[1 + from..]);
            Slopes { wrenches: &[], efforts: numbers.as_chunks::<3>().0.as_chunks::<3>().0 }
        };
        Parts {
            mass: weights.mass,
            damping: weights.damping,
            stiffness: if stiff.is_some() { weights.stiffness } else { T::zero() },
            identity: weights.identity,
            frames: at.get(1..).unwrap_or_default().as_chunks().0,
            mass_frames: None,
            instant,
            by_velocity: slopes(Some(moving).filter(|_| damped), six),
            by_position: slopes(stiff, 3 * six),
        }
    }

    /// A dense matrix: M row by row, C and K column by column.
    pub(crate) fn matrix(
        &self,
        which: [f64; 3],
        at: &TapePositionCache<T>,
        caches: (&[T], Option<&[T]>),
        out: &mut [T],
    ) {
        let (zero, n) = (T::zero(), self.program.velocities.len());
        let mut unit = vec![zero; n];
        for (j, column) in out.chunks_exact_mut(n.max(1)).enumerate() {
            unit[j] = T::one();
            self.times(which, at, caches, (&unit, column));
            unit[j] = zero;
        }
    }

    /// (mass·M + damping·C + stiffness·K) x.
    pub(crate) fn times(
        &self,
        which: [f64; 3],
        at: &TapePositionCache<T>,
        (moving, stiffness): (&[T], Option<&[T]>),
        (x, out): (&[T], &mut [T]),
    ) {
        let [mass, damping, position] = which.map(T::exact);
        let zero = T::zero();
        let weights = Weights {
            mass,
            damping,
            stiffness: position,
            identity: zero,
            constraint_position: zero,
            constraint_velocity: zero,
        };
        let parts = self.parts(weights, &at.values, moving, stiffness);
        self.lent(|rooms| {
            self.engine.weighted_times(&parts, x, self.elimination(rooms), out);
        });
    }
}

/// A solve by a dense matrix with pivoting, if a check of the factors fails.
fn solve_dense<T: Real>(
    matrix: &[T],
    x: &mut [T],
    fast: &mut dyn FnMut(&mut [T]),
) -> Result<Fallback, Singular> {
    let n = x.len();
    let zeros = || vec![T::zero(); n];
    let (mut lu, mut right, mut residual) = (vec![T::zero(); n * n], zeros(), zeros());
    let (mut scales, mut rows, mut columns) = (vec![1.0; n], vec![0; n], vec![0; n]);
    let work = Workspace {
        lu: &mut lu,
        right: &mut right,
        residual: &mut residual,
        scales: &mut scales,
        rows: &mut rows,
        columns: &mut columns,
    };
    fallback_into(matrix, x, work, fast)
}

fn frames<T: Real>(at: &TapePositionCache<T>) -> &[[T; FRAME]] {
    at.values.get(1..).unwrap_or_default().as_chunks().0
}

/// The stamp of a place with its destination, and the numbers after it.
fn stamped<'a, T: Real>(at: &TapePositionCache<T>, out: &'a mut [T]) -> ((T, &'a mut T), &'a mut [T]) {
    let (first, numbers) = out.split_at_mut(1);
    ((at.values[0], &mut first[0]), numbers)
}

fn write<T: Real>(slopes: &[Matrix<T>], into: &mut [T]) {
    for (slope, into) in slopes.iter().zip(into.as_chunks_mut::<9>().0) {
        into.copy_from_slice(slope.as_flattened());
    }
}

fn link(link: &CellLink) -> Link {
    Link {
        parent: link.parent.map_or(linkwork_cells::GROUND, |parent| parent as u32),
        kind: link.kind as u32,
        coordinate: link.coordinate as u32,
        velocity: link.velocity as u32,
        motion: match link.motion {
            Elementary::Rotation => Motion::Rotation,
            Elementary::Translation => Motion::Translation,
            Elementary::Screw => Motion::Screw,
            Elementary::Quaternion => Motion::Quaternion,
        },
    }
}

fn plus<T: Real>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    core::array::from_fn(|i| a[i] + b[i])
}

fn cross<T: Real>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
