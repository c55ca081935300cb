// Numbers over time: decoded as view/src/coding.rs says, as curves through the keyframes.

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

  // Values, and what they are whole multiples of: nothing where they are exact.
  column(count) {
    const order = this.bytes[this.at++];
    const values = new Float64Array(count);
    if (order === 0) return { values: values.map(() => this.wide()), quantum: 0 };
    const quantum = this.wide();
    const sums = new Float64Array(order);
    for (let i = 0; i < count; i++) {
      let carried = this.whole();
      for (let k = order - 1; k >= 0; k--) carried = sums[k] += carried;
      values[i] = carried * quantum;
    }
    return { values, quantum };
  }
}

class Motion {
  constructor(scene, bytes) {
    this.times = scene.times;
    const reader = new Reader(bytes);
    const count = this.times.length;
    this.bodies = scene.bodies.map(() => Array.from({ length: 7 }, () => ({ ...reader.column(count), moves: true })));
    this.columns = scene.columns.map((column) => ({ ...column, ...reader.column(count), moves: column.kind === 'coordinate' }));
    this.start = this.times[0];
    this.end = this.times[count - 1];
  }

  instant(t) {
    return new Instant(this.times, t);
  }

  // x, y, z; x, y, z, w of a unit quaternion.
  pose(body, instant) {
    const numbers = this.bodies[body].map((curve) => valueAt(curve, instant));
    const length = Math.hypot(...numbers.slice(3));
    return [numbers.slice(0, 3), numbers.slice(3).map((x) => x / length)];
  }
}

// Meshes from files, decoded as numbers are: x, y, z of their vertices, and three corners of their triangles.
function meshesOf(scene, bytes) {
  const reader = new Reader(bytes);
  return scene.meshes.map(([vertices, triangles]) => {
    const rows = (count) => {
      const columns = [0, 1, 2].map(() => reader.column(count).values);
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
