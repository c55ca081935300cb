// Arrows: straight ones of forces, from the point where they act, and curved ones of torques, about their axis by the right hand.
//
// Invariant: all forces have one scale and all torques have one; the longest arrow is the largest value at a keyframe.

// The longest arrow, and the radius of the largest curved one, by the size of the scene.
const LONGEST = 0.3, WIDEST = 0.1;
// Shorter ones are none.
const SHORTEST = 1e-3;
// A curved arrow goes so far round; its tube has so many parts and sides, and that radius by its own.
const ROUND_ARROW = 1.5 * Math.PI, PARTS = 40, TUBE_SIDES = 8, TUBE = 0.06;
const PAINTS = { reactions: '#c026d3', forces: '#0284c7' };

class Arrows {
  constructor(drawing) {
    Object.assign(this, { drawing, size: drawing.size, motion: drawing.motion });
    this.largest = { N: 0, 'N·m': 0 };
    this.all = [];
    const joints = this.columns('reaction'), forces = this.columns('force');
    for (const [number, columns] of joints) this.reaction(drawing.scene.joints[number], columns);
    for (const [number, columns] of forces) this.force(drawing.scene.forces[number], columns);
    this.there = { reactions: joints.size > 0, forces: forces.size > 0 };
  }

  // Columns of a kind by what they belong to and by their number in that.
  columns(kind) {
    const all = new Map();
    for (const column of this.motion.columns.filter((one) => one.kind === kind)) {
      if (!all.has(column.of)) all.set(column.of, []);
      all.get(column.of)[column.component] = column;
    }
    return all;
  }

  // The force of a joint on its second end, given in the axes of the first.
  reaction(joint, columns) {
    const [first, second] = joint.ends;
    const turned = (own) => this.drawing.direction(first.body, first.rotation.map((row) => own.reduce((sum, x, k) => sum + row[k] * x, 0)));
    const paint = joint.redundant ? '#dc2626' : PAINTS.reactions;
    this.add('reactions', `${joint.name}.force`, paint, 'N', columns, turned, () => this.drawing.world(second));
  }

  // What a force exerts, in the axes of the ground.
  force(force, columns) {
    const { drawing } = this;
    const vector = (own) => new THREE.Vector3(...own);
    const paint = PAINTS.forces;
    if (force.touch) {
      this.add('forces', `${force.name}.force`, paint, 'N', columns, vector, () => touching(drawing, force.touch).point);
    } else if (force.place) {
      const at = () => drawing.world(force.place);
      const [push, turn] = [columns.slice(0, 3), columns.slice(3)];
      if (push.some(Boolean)) this.add('forces', `${force.name}.force`, paint, 'N', push, vector, at);
      // In the plane there is the component about z alone.
      if (turn.length) this.add('forces', `${force.name}.torque`, paint, 'N·m', turn, vector, at);
    } else {
      const joint = drawing.scene.joints[force.joint];
      const along = ([value]) => drawing.axis(joint, force.motion).multiplyScalar(value);
      const [word, unit] = force.turns ? ['torque', 'N·m'] : ['force', 'N'];
      this.add('forces', `${force.name}.${word}`, paint, unit, columns, along, () => drawing.world(joint.ends[1]));
    }
  }

  // An arrow of so many columns (those that are missing are zero), which become a vector at a place.
  add(layer, name, paint, unit, columns, vector, place) {
    const { drawing, motion, size } = this;
    const parts = [0, 1, 2].map((k) => columns[k] ?? null);
    motion.times.forEach((_, k) => {
      const square = parts.reduce((sum, column) => sum + (column ? column.values[k] ** 2 : 0), 0);
      if (Number.isFinite(square)) this.largest[unit] = Math.max(this.largest[unit], Math.sqrt(square));
    });
    const arrow = new THREE.Group();
    const material = new THREE.MeshStandardMaterial({ color: paint, roughness: 0.6 });
    const forms = unit === 'N' ? straight(size) : curved();
    const meshes = forms.map((geometry) => new THREE.Mesh(geometry, material));
    let reading = 0;
    for (const mesh of meshes) {
      mesh.userData = { name, reading: () => `${number(reading)} ${unit}` };
      arrow.add(mesh);
    }
    const show = drawing.layers[layer];
    show.add(arrow);
    const acts = (instant) => vector(parts.map((column) => (column ? valueAt(column, instant) : 0)));
    this.all.push({ name, unit, acts, place });
    drawing.moving.push((instant) => {
      if (!show.visible) return;
      const acting = acts(instant);
      reading = acting.length();
      const share = reading / this.largest[unit];
      arrow.visible = share > SHORTEST;
      if (!arrow.visible) return;
      arrow.position.copy(place());
      arrow.quaternion.setFromUnitVectors(Z(), acting.normalize());
      if (unit === 'N') {
        const long = LONGEST * size * share, head = Math.min(HEAD * size, long);
        meshes[0].scale.set(1, 1, Math.max(long - head, 1e-9 * size));
        meshes[1].position.set(0, 0, long - head);
        meshes[1].scale.setScalar(head / (HEAD * size));
      } else {
        arrow.scale.setScalar(WIDEST * size * share);
      }
    });
  }

  // What the longest arrows are.
  legend(shown) {
    const units = Object.entries(this.largest).filter(([unit, value]) => value > 0 && this.shows(shown, unit));
    return units.length ? `longest arrow at a keyframe: ${units.map(([unit, value]) => `${number(value, 3)} ${unit}`).join(', ')}` : '';
  }

  shows(shown, unit) {
    return shown.reactions && unit === 'N' && this.there.reactions || shown.forces && this.there.forces;
  }
}

// Length of a head by the size of the scene.
const HEAD = 0.032;

// A shaft of length 1 and a head, along z from the origin.
function straight(size) {
  return [
    new THREE.CylinderGeometry(0.0045 * size, 0.0045 * size, 1, 16).rotateX(Math.PI / 2).translate(0, 0, 0.5),
    new THREE.ConeGeometry(0.012 * size, HEAD * size, 20).rotateX(Math.PI / 2).translate(0, 0, HEAD * size / 2),
  ];
}

// An arc of radius 1 about z and its head.
function curved() {
  const place = (angle, side) => {
    const turn = 2 * Math.PI * side / TUBE_SIDES;
    const radius = 1 + TUBE * Math.cos(turn);
    return [radius * Math.cos(angle), radius * Math.sin(angle), TUBE * Math.sin(turn)];
  };
  const places = [], triangles = [];
  for (let i = 0; i <= PARTS; i++) for (let k = 0; k < TUBE_SIDES; k++) places.push(...place(ROUND_ARROW * i / PARTS, k));
  for (let i = 0; i < PARTS; i++) for (let k = 0; k < TUBE_SIDES; k++) {
    const [a, b] = [i * TUBE_SIDES + k, i * TUBE_SIDES + (k + 1) % TUBE_SIDES];
    triangles.push(a, a + TUBE_SIDES, b, b, a + TUBE_SIDES, b + TUBE_SIDES);
  }
  const arc = new THREE.BufferGeometry();
  arc.setAttribute('position', new THREE.BufferAttribute(new Float32Array(places), 3));
  arc.setIndex(triangles);
  arc.computeVertexNormals();
  // It ends at −y, going along x.
  const head = new THREE.ConeGeometry(0.2, 0.5, 20).rotateZ(-Math.PI / 2).translate(0.2, -1, 0);
  return [arc, head];
}
