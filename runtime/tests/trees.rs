//! Random trees of all motions: the product with C and K against differences of M a − f, factors against products.

use linkwork::trees::{
    Bodies, Closing, Constrained, Elimination, FRAME, GROUND, Instant, Kind, Link, Linkage, Loads, Matrix,
    Motion, OfPair, Open, Parts, Redundancy, Room, SADDLE, Saddle, Six, Slopes, Square, Vector,
};
use nalgebra::{DMatrix, DVector};

/// Differences of order two with steps of 1e-5 of numbers of the order of 100.
const DIFFERENCES: f64 = 2e-6;
/// Matrices with singular values below this share of the largest are not compared.
const ILL: f64 = 1e-4;
/// Of solves.
const ROUNDING: f64 = 1e-9;

struct Chance(u64);

impl Chance {
    /// In [−1, 1): Knuth's linear congruential generator.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> Vector<f64> {
        [self.next(), self.next(), self.next()]
    }

    fn unit(&mut self) -> Vector<f64> {
        let v = self.vector();
        let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        v.map(|x| x / length)
    }

    fn many(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.next()).collect()
    }
}

fn quaternion(from: &[f64]) -> [f64; 4] {
    let length = from.iter().map(|x| x * x).sum::<f64>().sqrt();
    core::array::from_fn(|i| from[i] / length)
}

fn rotation(chance: &mut Chance) -> Matrix<f64> {
    let [w, x, y, z] = quaternion(&chance.many(4));
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// A tree of links, each on any of the earlier ones or on the ground; every third has a wrench, every second an effort.
fn tree(links: usize, chance: &mut Chance) -> (Linkage<f64>, usize) {
    let (mut all, mut kinds, mut q, mut v) = (Vec::new(), Vec::new(), 0, 0);
    for i in 0..links {
        let motion = [Motion::Rotation, Motion::Quaternion, Motion::Translation, Motion::Screw][i % 4];
        let parent = if i % 7 == 0 { GROUND } else { ((i as f64) * (0.5 + 0.4999 * chance.next())) as u32 };
        all.push(Link { parent, kind: i as u32, coordinate: q, velocity: v, motion, given: false });
        q += motion.coordinates() as u32;
        v += motion.freedoms() as u32;
        let (mass, com, aligned) = (1.0 + 0.5 * chance.next(), chance.vector(), i % 3 == 0);
        let turn = rotation(chance);
        let own = [0.2, 0.3, 0.4].map(|x| x * (1.0 + 0.1 * chance.next()));
        let inertia = core::array::from_fn(|r| {
            core::array::from_fn(|s| {
                let about: f64 = (0..3).map(|k| turn[r][k] * own[k] * turn[s][k]).sum();
                let square: f64 = com.iter().map(|x| x * x).sum();
                about + mass * (if r == s { square } else { 0.0 } - com[r] * com[s])
            })
        });
        let (one, zero) = (1.0, 0.0);
        let straight = [[one, zero, zero], [zero, one, zero], [zero, zero, one]];
        kinds.push(Kind {
            rotation: if aligned { straight } else { rotation(chance) },
            position: chance.vector(),
            aligned,
            axis: chance.unit(),
            pitch: 0.3,
            mass,
            moment: com.map(|x| mass * x),
            inertia,
            rotor: if i % 5 == 0 { 0.1 } else { 0.0 },
        });
    }
    let number = |every: usize| {
        let mut next = 0;
        let mut of = |i: usize| {
            i.is_multiple_of(every).then(|| {
                next += 1;
                next - 1
            })
        };
        (0..links).map(&mut of).collect::<Vec<Option<u32>>>()
    };
    let (loaded, driven) = (number(3), number(2));
    let linkage = Linkage {
        links: all.into(),
        kinds,
        gravity: [1.0, -2.0, -9.0],
        loaded,
        driven,
        pairs: Vec::new(),
        constrained: Constrained::default(),
    };
    (linkage, q as usize)
}

/// q ⊞ δ.
fn displaced(linkage: &Linkage<f64>, q: &[f64], by: &[f64], step: f64) -> Vec<f64> {
    let mut q = q.to_vec();
    for link in linkage.links.iter() {
        let (at, first) = (link.coordinate as usize, link.velocity as usize);
        if link.motion == Motion::Quaternion {
            let half: Vector<f64> = core::array::from_fn(|k| 0.5 * step * by[first + k]);
            let angle = half.iter().map(|x| x * x).sum::<f64>().sqrt();
            let factor = if angle == 0.0 { 1.0 } else { angle.sin() / angle };
            let [x, y, z] = half.map(|x| factor * x);
            let (w, [a, b, c, d]) = (angle.cos(), [q[at], q[at + 1], q[at + 2], q[at + 3]]);
            q[at] = a * w - b * x - c * y - d * z;
            q[at + 1] = a * x + b * w + c * z - d * y;
            q[at + 2] = a * y - b * z + c * w + d * x;
            q[at + 3] = a * z + b * y - c * x + d * w;
        } else {
            q[at] += step * by[first];
        }
    }
    q
}

struct State {
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
    /// Wrenches that are linear in V; efforts that are linear in q̇ and in displacements are left to the engine's callers.
    by_velocity: Vec<Square<f64>>,
}

fn residual(linkage: &Linkage<f64>, state: &State) -> Vec<f64> {
    let n = linkage.len();
    let mut frames = vec![[0.0; FRAME]; n];
    linkage.place(&state.q, &mut frames);
    let mut twists = vec![[0.0; 6]; n];
    linkage.twists(&frames, &state.v, &mut twists);
    let mut wrenches = Vec::new();
    for (twist, number) in twists.iter().zip(&linkage.loaded) {
        if let Some(number) = number {
            let slope = &state.by_velocity[*number as usize];
            let wrench: Six<f64> = slope.map(|row| row.iter().zip(twist).map(|(a, b)| a * b).sum());
            wrenches.push(wrench);
        }
    }
    let mut out = vec![0.0; state.v.len()];
    let loads = Loads { wrenches: &wrenches, efforts: &[] };
    linkage.residual(&frames, &state.v, Some(&state.a), loads, &mut Room::new(n), &mut out);
    out
}

fn close(what: &str, found: &[f64], wanted: &[f64], tolerance: f64) {
    let size = wanted.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
    for (i, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        assert!((found - wanted).abs() < tolerance * size, "{what}, row {i}: {found} instead of {wanted}");
    }
}

#[test]
fn products_are_derivatives_and_factors_invert_them() {
    let mut chance = Chance(1);
    for links in [1, 2, 5, 12, 40] {
        let (linkage, coordinates) = tree(links, &mut chance);
        let n = linkage.velocities();
        let mut q = chance.many(coordinates);
        for link in linkage.links.iter().filter(|link| link.motion == Motion::Quaternion) {
            let at = link.coordinate as usize;
            let unit = quaternion(&q[at..at + 4]);
            q[at..at + 4].copy_from_slice(&unit);
        }
        let by_velocity = (0..linkage.wrenches())
            .map(|_| core::array::from_fn(|_| core::array::from_fn(|_| chance.next())))
            .collect();
        let state = State { q, v: chance.many(n), a: chance.many(n), by_velocity };
        let x = chance.many(n);
        // Differences.
        let h = 1e-5;
        let shifted = |sign: f64, of: usize| {
            let by = |all: &[f64]| all.iter().zip(&x).map(|(a, x)| a + sign * h * x).collect::<Vec<f64>>();
            let q = if of == 0 { displaced(&linkage, &state.q, &x, sign * h) } else { state.q.clone() };
            let v = if of == 1 { by(&state.v) } else { state.v.clone() };
            let a = if of == 2 { by(&state.a) } else { state.a.clone() };
            residual(&linkage, &State { q, v, a, by_velocity: state.by_velocity.clone() })
        };
        let slopes: Vec<Vec<f64>> = (0..3)
            .map(|of| {
                let (above, below) = (shifted(1.0, of), shifted(-1.0, of));
                above.iter().zip(&below).map(|(a, b)| (a - b) / (2.0 * h)).collect()
            })
            .collect();
        // What the engine knows.
        let mut frames = vec![[0.0; FRAME]; links];
        linkage.place(&state.q, &mut frames);
        let zeros = || vec![[0.0; 6]; links];
        let (mut twists, mut accelerations, mut wrenches) = (zeros(), zeros(), zeros());
        linkage.twists(&frames, &state.v, &mut twists);
        linkage.accelerations(&frames, (&twists, &state.v), Some(&state.a), &mut accelerations);
        let outside: Vec<Six<f64>> = twists
            .iter()
            .zip(&linkage.loaded)
            .filter_map(|(twist, number)| {
                let slope = &state.by_velocity[(*number)? as usize];
                Some(slope.map(|row| row.iter().zip(twist).map(|(a, b)| a * b).sum()))
            })
            .collect();
        let loads = Loads { wrenches: &outside, efforts: &[] };
        linkage.wrenches_of_motion(&frames, (&twists, &accelerations), loads, &mut wrenches);
        let instant = Instant { twists: &twists, accelerations: &accelerations, wrenches: &wrenches };
        let still = Instant { twists: &twists, accelerations: &[], wrenches: &[] };
        let by_velocity = Slopes { wrenches: &state.by_velocity, ..Slopes::NONE };
        let nothing: Vec<Square<f64>> = vec![[[0.0; 6]; 6]; linkage.wrenches()];
        let mut room = Room::new(links);
        let mut elimination = Elimination::new(&linkage);
        let weights = [
            (0.0, 0.0, 1.0, Some(instant), &slopes[0]),
            (0.0, 1.0, 0.0, Some(still), &slopes[1]),
            (1.0, 0.0, 0.0, None, &slopes[2]),
        ];
        for (mass, damping, stiffness, instant, wanted) in weights {
            let by_position =
                Slopes { wrenches: if stiffness == 0.0 { &[] } else { &nothing }, ..Slopes::NONE };
            let parts = Parts {
                mass,
                damping,
                stiffness,
                identity: 0.0,
                frames: &frames,
                mass_frames: None,
                instant,
                by_velocity,
                by_position,
            };
            let mut found = vec![0.0; n];
            linkage.weighted_times(&parts, &x, &mut elimination, &mut found);
            close(
                &format!("{links} links, weights {mass} {damping} {stiffness}"),
                &found,
                wanted,
                DIFFERENCES,
            );
        }
        // Efforts alone on the diagonal, all parts at once, in two and three parts of z.
        let efforts: Vec<Matrix<f64>> = (0..linkage.efforts())
            .map(|_| core::array::from_fn(|_| core::array::from_fn(|_| chance.next())))
            .collect();
        let by_position: Vec<Square<f64>> = (0..linkage.wrenches())
            .map(|_| core::array::from_fn(|_| core::array::from_fn(|_| chance.next())))
            .collect();
        // M elsewhere: as far off as a large step goes.
        let mut away = vec![[0.0; FRAME]; links];
        linkage.place(&displaced(&linkage, &state.q, &chance.many(n), 0.3), &mut away);
        for (position, mass_frames) in
            [(&[][..], None), (&by_position, None), (&[], Some(&away[..])), (&by_position, Some(&away))]
        {
            let parts = Parts {
                mass: 1.3,
                damping: 0.1,
                stiffness: 0.02,
                identity: 0.01,
                frames: &frames,
                mass_frames,
                instant: Some(instant),
                by_velocity: Slopes { efforts: &efforts, ..by_velocity },
                by_position: Slopes { wrenches: position, efforts: &efforts, pairs: &[] },
            };
            let shape = parts.shape();
            let mut right = vec![0.0; n];
            linkage.weighted_times(&parts, &x, &mut elimination, &mut right);
            // A x by the parts that have been compared with differences above.
            let without = Parts { mass: 0.0, mass_frames: None, ..parts };
            let (mut sum, mut of_mass) = (vec![0.0; n], vec![0.0; n]);
            linkage.weighted_times(&without, &x, &mut elimination, &mut sum);
            linkage.mass_times(mass_frames.unwrap_or(&frames), &x, &mut room, &mut of_mass);
            sum.iter_mut().zip(&of_mass).for_each(|(sum, of_mass)| *sum += parts.mass * of_mass);
            close(&format!("{links} links, the product in {shape:?}"), &right, &sum, ROUNDING);
            let mut numbers = vec![0.0; shape.stride() * links];
            let mut open = Open::default();
            let weak = linkage.factor_weighted(&parts, &mut elimination, (&mut numbers, &mut open));
            assert_eq!(weak, None, "{links} links in {shape:?}");
            linkage.solve_weighted((shape, &numbers, &open), &mut elimination, &mut right);
            close(&format!("{links} links, solved in {shape:?}"), &right, &x, ROUNDING);
        }
        // M alone.
        let mut product = vec![0.0; n];
        linkage.mass_times(&frames, &x, &mut room, &mut product);
        close("M x", &product, &slopes[2], DIFFERENCES);
        let mut factors = vec![[0.0; SADDLE]; links];
        let weak = linkage.factor_mass(&frames, &mut Bodies::new(&linkage), Saddle { links: &mut factors });
        assert_eq!(weak, None);
        linkage.solve_mass(&factors, &mut room, &mut product);
        close("M⁻¹ M x", &product, &x, ROUNDING);
    }
}

/// A matrix, column by column of its products.
fn dense(n: usize, mut times: impl FnMut(&[f64], &mut [f64])) -> DMatrix<f64> {
    let mut all = DMatrix::zeros(n, n);
    for j in 0..n {
        let mut unit = vec![0.0; n];
        unit[j] = 1.0;
        times(&unit, all.column_mut(j).as_mut_slice());
    }
    all
}

/// Constraints between random links, as closed loops have them: on all velocities between two links, on those to the ground, or on a few.
fn constraints(linkage: &Linkage<f64>, chance: &mut Chance) -> Constrained {
    let mut pick = |count: usize| ((chance.next() + 1.0) * 0.5 * count as f64) as usize;
    let way = |mut link: usize| {
        let mut way = vec![link];
        while linkage.links[link].parent != GROUND {
            link = linkage.links[link].parent as usize;
            way.push(link);
        }
        way
    };
    let mut constraints = Vec::new();
    // Loops beside each other: each link on the ground, or on one other link, with the next one.
    let carrier = [GROUND, 0][pick(2)];
    let beside: Vec<&Link> = linkage.links.iter().filter(|link| link.parent == carrier).collect();
    for pair in beside.windows(2).filter(|_| linkage.len() > 5) {
        let of = |link: &Link| link.velocity as usize..link.velocity as usize + link.motion.freedoms();
        constraints.push(of(pair[0]).chain(of(pair[1])).collect::<Vec<usize>>());
    }
    for _ in 0..1 + linkage.len() / 5 {
        let [a, b] = [pick(linkage.len()), pick(linkage.len())].map(way);
        let links: Vec<usize> = match pick(4) {
            0 => a,
            1 => vec![a[0], b[0]],
            _ => {
                let both = |link: &usize| a.contains(link) && b.contains(link);
                a.iter().chain(&b).copied().filter(|link| !both(link)).collect()
            }
        };
        let links = if links.is_empty() { vec![pick(linkage.len())] } else { links };
        let velocities = links.iter().flat_map(|&link| {
            let link = linkage.links[link];
            (0..link.motion.freedoms()).map(move |k| link.velocity as usize + k)
        });
        let mut velocities: Vec<usize> = velocities.collect();
        velocities.sort_unstable();
        velocities.dedup();
        // As many as a closure has, and fewer than velocities.
        for _ in 0..(1 + pick(5)).min(velocities.len() / 2 + 1) {
            constraints.push(velocities.clone());
        }
    }
    let mut velocities: Vec<usize> = constraints.iter().flatten().copied().collect();
    velocities.sort_unstable();
    velocities.dedup();
    let column = |velocity: &usize| velocities.binary_search(velocity).expect("it is one of them");
    let constraints = constraints.iter().map(|all| all.iter().map(column).collect()).collect();
    Constrained { velocities, constraints }
}

/// Matrices with constraints, eliminated on their ways, against dense ones: M alone, and with C and K and the derivatives of reactions, of M here and
/// elsewhere; G of rows and of columns differ.
#[test]
fn constraints_are_eliminated_with_the_links() {
    let mut chance = Chance(7);
    let (mut compared, mut met, mut acting) = (0, 0, 0);
    for case in 0..60 {
        let (mut linkage, coordinates) = tree([2, 3, 5, 9, 14, 25][case % 6], &mut chance);
        let (links, n) = (linkage.len(), linkage.velocities());
        let constrained = constraints(&linkage, &mut chance);
        let (m, count) = (constrained.velocities.len(), constrained.constraints.len());
        met += count;
        let own = |link: &Link| {
            (0..link.motion.freedoms())
                .any(|k| constrained.velocities.contains(&(link.velocity as usize + k)))
        };
        let given = linkage.links.iter().map(|link| Link { given: own(link), ..*link }).collect();
        (linkage.links, linkage.constrained) = (given, constrained.clone());
        // Forces between bodies beside them, one of which has no derivatives.
        if case % 3 > 0 && links > 2 {
            let mut pick = |count: usize| ((chance.next() + 1.0) * 0.5 * count as f64) as usize;
            let pairs = (0..1 + links / 6).map(|_| {
                let first = pick(links);
                [first, (first + 1 + pick(links - 1)) % links]
            });
            linkage.pairs = pairs.collect();
        }
        let between: Vec<OfPair<f64>> = (0..linkage.pairs.len())
            .map(|pair| {
                let size = if pair == 2 { 0.0 } else { 3.0 };
                core::array::from_fn(|_| core::array::from_fn(|_| size * chance.next()))
            })
            .collect();
        let mut q = chance.many(coordinates);
        for link in linkage.links.iter().filter(|link| link.motion == Motion::Quaternion) {
            let at = link.coordinate as usize;
            let unit = quaternion(&q[at..at + 4]);
            q[at..at + 4].copy_from_slice(&unit);
        }
        let (v, a) = (chance.many(n), chance.many(n));
        let mut frames = vec![[0.0; FRAME]; links];
        linkage.place(&q, &mut frames);
        let mut away = frames.clone();
        linkage.place(&displaced(&linkage, &q, &chance.many(n), 0.3), &mut away);
        let zeros = || vec![[0.0; 6]; links];
        let (mut twists, mut accelerations, mut wrenches) = (zeros(), zeros(), zeros());
        linkage.twists(&frames, &v, &mut twists);
        linkage.accelerations(&frames, (&twists, &v), Some(&a), &mut accelerations);
        let outside: Vec<Six<f64>> = (0..linkage.wrenches()).map(|_| [0.1; 6]).collect();
        let loads = Loads { wrenches: &outside, efforts: &[] };
        linkage.wrenches_of_motion(&frames, (&twists, &accelerations), loads, &mut wrenches);
        let instant = Instant { twists: &twists, accelerations: &accelerations, wrenches: &wrenches };
        let slopes: Vec<Square<f64>> = (0..linkage.wrenches())
            .map(|_| core::array::from_fn(|_| core::array::from_fn(|_| chance.next())))
            .collect();
        // G on the velocities of each constraint, H on those that have one in common.
        let (mut rows, mut columns, mut stiffness) =
            (vec![0.0; m * count], vec![0.0; m * count], vec![0.0; m * m]);
        for (row, own) in constrained.constraints.iter().enumerate() {
            for &i in own {
                (rows[m * row + i], columns[m * row + i]) = (chance.next(), chance.next());
                own.iter().for_each(|&j| stiffness[m * i + j] = 0.1 * chance.next());
            }
        }
        let mut elimination = Elimination::new(&linkage);
        let of_motion = Slopes { wrenches: &slopes, pairs: &between, ..Slopes::NONE };
        acting += between.len();
        for (moving, stiff, mass_frames) in [
            (false, false, None),
            (true, false, None),
            (true, true, None),
            (true, false, Some(&away)),
            (true, true, Some(&away)),
        ] {
            let parts = Parts {
                mass: 1.3,
                damping: if moving { 0.1 } else { 0.0 },
                stiffness: if stiff { 0.05 } else { 0.0 },
                identity: 0.01,
                frames: &frames,
                mass_frames: mass_frames.map(|all| &all[..]),
                instant: moving.then_some(if stiff {
                    instant
                } else {
                    Instant { accelerations: &[], wrenches: &[], ..instant }
                }),
                by_velocity: if moving { of_motion } else { Slopes::NONE },
                by_position: if stiff { of_motion } else { Slopes::NONE },
            };
            let shape = parts.shape();
            // Some are left out, as those that depend on others are: then only their reactions count, in H.
            let without: Vec<usize> = (0..count).filter(|row| case % 2 == 1 && row % 3 == 1).collect();
            let mut whole = DMatrix::zeros(n + count, n + count);
            without.iter().for_each(|&row| whole[(n + row, n + row)] = 1.0);
            let of_links = dense(n, |x, out| linkage.weighted_times(&parts, x, &mut elimination, out));
            whole.view_mut((0, 0), (n, n)).copy_from(&of_links);
            for (k, &i) in constrained.velocities.iter().enumerate() {
                for (l, &j) in constrained.velocities.iter().enumerate().filter(|_| stiff) {
                    whole[(i, j)] += stiffness[m * k + l];
                }
                for row in (0..count).filter(|row| !without.contains(row)) {
                    whole[(n + row, i)] = rows[m * row + k];
                    whole[(i, n + row)] = columns[m * row + k];
                }
            }
            let sizes = whole.clone().svd(false, false).singular_values;
            // Constraints of a few velocities may be more than these, or nearly.
            if sizes.min() < ILL * sizes.max() {
                continue;
            }
            compared += 1;
            let wanted = DVector::from_vec(chance.many(n + count));
            let mut right = (&whole * &wanted).as_slice().to_vec();
            let closing = Closing {
                columns: &columns,
                rows: &rows,
                stiffness: if stiff { &stiffness } else { &[] },
                redundant: Redundancy { rows: &without, ..Redundancy::default() },
            };
            let mut numbers = vec![0.0; shape.stride() * links];
            let mut open = Open::default();
            elimination.constrain(&linkage, (&parts, &closing), &mut open);
            let weak = linkage.factor_weighted(&parts, &mut elimination, (&mut numbers, &mut open));
            assert_eq!(weak, None, "case {case} in {shape:?}");
            let (x, lambda) = right.split_at_mut(n);
            elimination.multipliers(&linkage).copy_from_slice(lambda);
            linkage.solve_weighted((shape, &numbers, &open), &mut elimination, x);
            lambda.copy_from_slice(elimination.multipliers(&linkage));
            close(&format!("case {case} in {shape:?}"), &right, wanted.as_slice(), ROUNDING / ILL);
        }
    }
    assert!(
        compared > 100 && met > 150 && acting > 50,
        "{compared} matrices, {met} constraints, {acting} forces"
    );
}
