// Numbers over time: decoded as view/src/coding.rs says, and read between the keyframes.
//
// Between keyframes a value is that of the polynomial through the nearest ones (Lagrange); where two of them have the same time, as
// at an impact, it is linear.

// Of degree seven: two hundred keyframes a second show an oscillation of 15 Hz to 1e-5 of its size.
const NEAREST = 8;

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  wide() {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }

  // Seven bits a byte, then zigzag; sums stay below 2^53.
  whole() {
    let value = 0, scale = 1, byte;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  column(count) {
    const order = this.bytes[this.at++];
    const values = new Float64Array(count);
    if (order === 0) return values.map(() => this.wide());
    const quantum = this.wide();
    const sums = new Float64Array(order);
    for (let i = 0; i < count; i++) {
      let carried = this.whole();
      for (let k = order - 1; k >= 0; k--) carried = sums[k] += carried;
      values[i] = carried * quantum;
    }
    return values;
  }
}

class Motion {
  constructor(scene, bytes) {
    this.times = scene.times;
    const reader = new Reader(bytes);
    const count = this.times.length;
    this.bodies = scene.bodies.map(() => Array.from({ length: 7 }, () => reader.column(count)));
    this.columns = scene.columns.map((column) => ({ ...column, values: reader.column(count) }));
    this.start = this.times[0];
    this.end = this.times[count - 1];
  }

  // The keyframes around a time, with their weights.
  around(t) {
    const { times } = this;
    const last = times.length - 1;
    let low = 0, high = last;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle] <= t) low = middle; else high = middle;
    }
    if (last === 0 || t <= times[0]) return [[0, 1]];
    if (t >= times[last]) return [[last, 1]];
    const first = Math.max(0, Math.min(low + 1 - NEAREST / 2, last + 1 - NEAREST));
    const near = [];
    for (let k = first; k < Math.min(first + NEAREST, last + 1); k++) near.push(k);
    if (near.some((k, i) => i > 0 && !(times[k] > times[near[i - 1]]))) {
      const span = times[high] - times[low];
      const share = span > 0 ? (t - times[low]) / span : 0;
      return [[low, 1 - share], [high, share]];
    }
    return near.map((k) => {
      const others = near.filter((j) => j !== k);
      return [k, others.reduce((weight, j) => weight * (t - times[j]) / (times[k] - times[j]), 1)];
    });
  }

  value(values, around) {
    return around.reduce((sum, [k, weight]) => sum + weight * values[k], 0);
  }

  // x, y, z; x, y, z, w of a unit quaternion.
  pose(body, around) {
    const numbers = this.bodies[body].map((values) => this.value(values, around));
    const length = Math.hypot(...numbers.slice(3));
    return [numbers.slice(0, 3), numbers.slice(3).map((x) => x / length)];
  }
}

// Meshes from files, decoded as numbers are: x, y, z of their vertices, and three corners of their triangles.
function meshesOf(scene, bytes) {
  const reader = new Reader(bytes);
  return scene.meshes.map(([vertices, triangles]) => {
    const rows = (count) => {
      const columns = [0, 1, 2].map(() => reader.column(count));
      return Array.from({ length: 3 * count }, (_, k) => columns[k % 3][Math.floor(k / 3)]);
    };
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(rows(vertices)), 3));
    geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(rows(triangles)), 1));
    geometry.computeVertexNormals();
    return geometry;
  });
}

// Rows of the rotation matrix of a unit quaternion.
function rows([x, y, z, w]) {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}
