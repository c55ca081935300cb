// Values between keyframes.
//
// What moves (poses and coordinates) follows the polynomial through the nearest keyframes (Lagrange). Where a velocity jumps, this would
// swing on both sides: there a motion follows the polynomials of one side as far as the other side's.
// What may jump itself (forces and outputs) follows a cubic polynomial between two keyframes that never leaves the range of their values
// (Fritsch and Carlson 1980).
//
// Invariant: values at keyframes are those of the keyframes; times do not decrease.

// Of degree seven: two hundred keyframes a second show an oscillation of 15 Hz to 1e-5 of its size.
const NEAREST = 8;
// Where a velocity jumps, the largest difference of this order exceeds this share of the largest second one, and no more than two second ones
// exceed another share of it: those of fast oscillations do. Fifth differences of values that are rounded to whole quanta are at most so many
// quanta: 2⁵/2.
const ROUGH = 5, ROUGH_SHARE = 0.25, MANY = 2, MANY_SHARE = 0.3, ROUNDED = 16;
// The polynomials of both sides of a jump are those of so many keyframes; and the share of the smaller of their misses from which on the
// jump is between these keyframes.
const SIDE = 3, ASIDE = 0.01;
// A cubic polynomial between two values is monotone if its slopes are at most so many times that of their chord.
const STEEPEST = 3;

// A time between two keyframes; or at one, `low`, which is `high` then.
class Instant {
  constructor(times, t) {
    let low = 0, high = times.length - 1;
    if (t <= times[low]) high = low;
    if (t >= times[high]) low = high;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle] <= t) low = middle; else high = middle;
    }
    if (times[low] === t) high = low;
    const count = Math.min(NEAREST, times.length);
    const first = Math.max(0, Math.min(low + 1 - Math.floor(count / 2), times.length - count));
    Object.assign(this, { times, t, low, high, first, count, weights: lagrange(times, first, count, t) });
  }
}

// The weights of so many keyframes from the first one on in their polynomial at a time; none where two of them have the same time.
function lagrange(times, first, count, t) {
  const near = Array.from({ length: count }, (_, k) => times[first + k]);
  if (!(first >= 0 && near.every((time, k) => (k === 0 ? time < Infinity : time > near[k - 1])))) return null;
  return near.map((one, k) => near.reduce((weight, other, j) => (j === k ? weight : weight * (t - other) / (one - other)), 1));
}

function through(values, first, weights) {
  return weights.reduce((sum, weight, k) => sum + weight * values[first + k], 0);
}

// The magnitudes of the differences of each order of so many values. Those of times that are not equally spaced are as large as if they were.
function differences({ times }, values, first, count) {
  const all = Array.from({ length: count }, (_, k) => values[first + k]);
  const step = (times[first + count - 1] - times[first]) / (count - 1);
  const orders = [all];
  for (let order = 1; order < count; order++) {
    const before = orders[order - 1];
    orders.push(before.slice(1).map((value, k) => (value - before[k]) * order * step / (times[first + k + order] - times[first + k])));
  }
  return orders.map((values) => values.map(Math.abs));
}

// Whether a velocity jumps between these keyframes.
function jumps(orders, quantum) {
  if (orders.length <= ROUGH) return false;
  const largest = Math.max(...orders[2]), many = orders[2].filter((one) => one > MANY_SHARE * largest).length > MANY;
  return !many && Math.max(...orders[ROUGH]) > ROUGH_SHARE * largest + ROUNDED * quantum;
}

function moving({ values, quantum }, instant) {
  const { first, count, weights } = instant;
  if (weights && !jumps(differences(instant, values, first, count), quantum)) return through(values, first, weights);
  return bouncing(values, instant) ?? beside(values, instant) ?? limited(values, instant);
}

// Where the velocity jumps between these keyframes: the parabola of the keyframes before, until it meets that of the keyframes after.
function bouncing(values, { times, t, low, high }) {
  const side = (first, time) => {
    const weights = lagrange(times, first, SIDE, time);
    return weights && through(values, first, weights);
  };
  const before = (time) => side(low + 1 - SIDE, time), after = (time) => side(high, time);
  const [above, below] = [before(t), after(t)];
  if (above === null || below === null) return null;
  // How far each side misses the first keyframe of the other: on the same side of it, where they meet between them.
  const misses = [before(times[high]) - values[high], after(times[low]) - values[low]];
  const [small, large] = misses.map(Math.abs).sort((a, b) => a - b);
  if (misses[0] * misses[1] <= 0 || small < ASIDE * large) return null;
  return misses[0] < 0 ? Math.max(above, below) : Math.min(above, below);
}

// Where it jumps near them: the smoothest cubic polynomial through both.
function beside(values, instant) {
  const { times, t, low } = instant;
  let best = null;
  for (let first = low - 2; first <= low; first++) {
    const weights = lagrange(times, first, 4, t);
    if (!weights) continue;
    const [rough] = differences(instant, values, first, 4)[3];
    if (!best || rough < best.rough) best = { rough, value: through(values, first, weights) };
  }
  return best && best.value;
}

// The slope at one end of an interval with this chord: that of the parabola through this end and its neighbours, or what is monotone on both
// sides of it. `beyond` is the chord on the other side of this end; where there is none (at the first keyframe, at a jump), the parabola is
// that of the chord `across`, which follows at the other end.
function slope(here, beyond, across) {
  const next = beyond ?? across;
  if (!next) return here.rise;
  const bent = (next.rise - here.rise) * here.width / (next.width + here.width);
  const wanted = here.rise + (beyond ? bent : -bent);
  const most = STEEPEST * Math.min(Math.abs(here.rise), beyond ? Math.abs(beyond.rise) : Infinity);
  const turns = !(wanted * here.rise > 0) || beyond && !(beyond.rise * here.rise > 0);
  return turns ? 0 : Math.sign(wanted) * Math.min(Math.abs(wanted), most);
}

function limited(values, { times, t, low, high }) {
  const chord = (k) => {
    const width = times[k + 1] - times[k], rise = (values[k + 1] - values[k]) / width;
    return width > 0 && Number.isFinite(rise) ? { rise, width } : null;
  };
  const [before, here, after] = [low - 1, low, high].map(chord);
  if (!here) return NaN;
  const share = (t - times[low]) / here.width, rest = 1 - share;
  return values[low] * rest * rest * (1 + 2 * share) + values[high] * share * share * (1 + 2 * rest)
    + share * rest * here.width * (slope(here, before, after) * rest - slope(here, after, before) * share);
}

// The value of a curve `{ values, quantum, moves }` at an instant.
function valueAt(curve, instant) {
  const { low, high } = instant;
  if (low === high) return curve.values[low];
  return curve.moves ? moving(curve, instant) : limited(curve.values, instant);
}
