// What is drawn, and where it is at a time.

const Z = () => new THREE.Vector3(0, 0, 1);
const COILS = 9, ROUND = 14, SIDES = 6;

class Drawing {
  constructor(scene, motion, stage) {
    Object.assign(this, { scene, motion, stage, size: scene.size });
    this.layers = {};
    for (const name of ['axes', 'springs', 'frames', 'traces', 'reactions']) {
      this.layers[name] = new THREE.Group();
      stage.world.add(this.layers[name]);
    }
    this.ground = new THREE.Group();
    this.bodies = scene.bodies.map((body, number) => {
      const group = new THREE.Group();
      group.userData = { name: body.name, body: number };
      stage.world.add(group);
      return group;
    });
    stage.world.add(this.ground);
    this.moving = [];
    scene.solids.forEach((solid) => this.solid(solid));
    scene.joints.forEach((joint, number) => this.joint(joint, number));
    scene.lines.forEach((line) => this.spring(line));
    this.frames();
    this.reactions();
  }

  group(body) {
    return body === null ? this.ground : this.bodies[body];
  }

  // A place in the world.
  world(place, position = place.position) {
    return this.group(place.body).localToWorld(new THREE.Vector3(...position));
  }

  solid({ body, role, joint, form, measures, position, rotation }) {
    const forms = {
      box: () => new THREE.BoxGeometry(...measures),
      cylinder: () => new THREE.CylinderGeometry(measures[0], measures[0], measures[1], 32).rotateX(Math.PI / 2),
      sphere: () => new THREE.SphereGeometry(measures[0], 32, 20),
    };
    const redundant = joint !== null && this.scene.joints[joint].redundant;
    const paint = role !== 'joint' ? TONES[body % TONES.length] : redundant ? '#dc2626' : '#5b6472';
    const material = new THREE.MeshStandardMaterial({ color: paint, roughness: 0.55, metalness: 0.08 });
    const mesh = new THREE.Mesh(forms[form](), material);
    mesh.position.set(...position);
    mesh.quaternion.set(...rotation);
    mesh.userData.name = role === 'joint' ? this.scene.joints[joint].name : this.scene.bodies[body].name;
    if (role !== 'joint') mesh.userData.body = body;
    this.group(body).add(mesh);
  }

  // A line of vectors in pairs.
  lines(points, paint, of) {
    const geometry = new THREE.BufferGeometry().setFromPoints(points.map((point) => new THREE.Vector3(...point)));
    const lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: paint }));
    of.add(lines);
    return lines;
  }

  joint(joint, number) {
    const [first, second] = joint.ends;
    const paint = joint.redundant ? '#dc2626' : '#d97706';
    const axes = joint.flies ? [] : joint.axes;
    if (axes.length) {
      const carrier = new THREE.Group();
      this.layers.axes.add(carrier);
      const along = axes.flatMap(([, axis]) => {
        const turned = first.rotation.map((row) => row.reduce((sum, x, k) => sum + x * axis[k], 0));
        return [-1, 1].map((side) => first.position.map((x, k) => x + side * 0.14 * this.size * turned[k]));
      });
      this.lines(along, paint, carrier);
      const { position, quaternion } = this.group(first.body);
      this.moving.push(() => {
        carrier.position.copy(position);
        carrier.quaternion.copy(quaternion);
      });
    }
    // What keeps a distance, lies on a line or slides: from one end to the other.
    const slides = joint.axes.some(([turns]) => !turns);
    if (!joint.fixed && !joint.flies && (slides || !joint.axes.length && !joint.free)) {
      const bar = this.bar((slides ? 0.004 : 0.006) * this.size, joint.redundant ? '#dc2626' : '#8b95a3', this.stage.world);
      bar.userData.name = joint.name;
      this.moving.push(() => this.stretch(bar, this.world(first), this.world(second)));
    }
  }

  bar(radius, paint, of) {
    const geometry = new THREE.CylinderGeometry(radius, radius, 1, 16).rotateX(Math.PI / 2);
    const bar = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({ color: paint, roughness: 0.6 }));
    of.add(bar);
    return bar;
  }

  stretch(bar, from, to) {
    const span = to.clone().sub(from);
    const length = span.length();
    bar.visible = length > 1e-9 * this.size;
    bar.position.copy(from).addScaledVector(span, 0.5);
    bar.scale.set(1, 1, Math.max(length, 1e-9 * this.size));
    if (bar.visible) bar.quaternion.setFromUnitVectors(Z(), span.normalize());
  }

  // A coil whose wire keeps its thickness.
  spring(line) {
    const turns = COILS * ROUND + 1;
    const geometry = new THREE.BufferGeometry();
    const position = new THREE.BufferAttribute(new Float32Array(turns * SIDES * 3), 3);
    const normal = new THREE.BufferAttribute(new Float32Array(turns * SIDES * 3), 3);
    geometry.setAttribute('position', position);
    geometry.setAttribute('normal', normal);
    const triangles = [];
    for (let i = 0; i + 1 < turns; i++) for (let k = 0; k < SIDES; k++) {
      const [a, b] = [i * SIDES + k, i * SIDES + (k + 1) % SIDES];
      triangles.push(a, b, a + SIDES, b, b + SIDES, a + SIDES);
    }
    geometry.setIndex(triangles);
    const paint = new THREE.MeshStandardMaterial({ color: '#0f766e', roughness: 0.45, metalness: 0.2, side: THREE.DoubleSide });
    const mesh = new THREE.Mesh(geometry, paint);
    mesh.frustumCulled = false;
    mesh.userData.name = line.name;
    this.layers.springs.add(mesh);
    const wide = 0.014 * this.size, wire = 0.0038 * this.size;
    const out = new THREE.Vector3(), up = new THREE.Vector3();
    this.moving.push(() => {
      const [from, to] = line.ends.map((end) => this.world(end));
      const span = to.clone().sub(from), length = span.length();
      mesh.visible = length > 1e-9 * this.size;
      if (!mesh.visible || !this.layers.springs.visible) return;
      const along = span.clone().normalize();
      const u = new THREE.Vector3(1, 0, 0);
      if (Math.abs(along.x) > 0.9) u.set(0, 1, 0);
      u.addScaledVector(along, -u.dot(along)).normalize();
      const v = along.clone().cross(u);
      for (let i = 0; i < turns; i++) {
        const share = i / (turns - 1), angle = 2 * Math.PI * COILS * share;
        // Straight at both ends.
        const narrow = Math.min(1, 8 * share, 8 * (1 - share));
        out.copy(u).multiplyScalar(Math.cos(angle)).addScaledVector(v, Math.sin(angle));
        for (let k = 0; k < SIDES; k++) {
          const turn = 2 * Math.PI * k / SIDES;
          up.copy(out).multiplyScalar(Math.cos(turn)).addScaledVector(along, Math.sin(turn));
          normal.setXYZ(i * SIDES + k, up.x, up.y, up.z);
          up.multiplyScalar(wire).addScaledVector(out, wide * narrow).addScaledVector(span, share).add(from);
          position.setXYZ(i * SIDES + k, up.x, up.y, up.z);
        }
      }
      position.needsUpdate = normal.needsUpdate = true;
    });
  }

  frames() {
    const long = 0.07 * this.size;
    this.triads = [this.ground, ...this.bodies].map((group) => {
      const triad = new THREE.AxesHelper(group === this.ground ? 1.6 * long : long);
      this.layers.frames.add(triad);
      return [triad, group];
    });
  }

  // Paths of the centres of mass, made when they are first shown.
  traces() {
    if (this.traced) return;
    this.traced = true;
    this.scene.bodies.forEach((body, number) => {
      const com = new THREE.Vector3(...body.com), turn = new THREE.Quaternion();
      const path = this.motion.times.map((_, k) => {
        const [position, quaternion] = this.motion.pose(number, [[k, 1]]);
        turn.set(...quaternion);
        return com.clone().applyQuaternion(turn).add(new THREE.Vector3(...position));
      });
      const paint = new THREE.LineBasicMaterial({ color: TONES[number % TONES.length] });
      const line = new THREE.Line(new THREE.BufferGeometry().setFromPoints(path), paint);
      line.frustumCulled = false;
      this.layers.traces.add(line);
    });
  }

  // The force of a joint on its second end, given in the axes of the first.
  reactions() {
    const joints = new Map();
    let largest = 0;
    for (const column of this.motion.columns.filter((one) => one.kind === 'reaction')) {
      if (!joints.has(column.joint)) joints.set(column.joint, []);
      joints.get(column.joint)[column.component] = column.values;
      largest = column.values.reduce((most, x) => Math.max(most, Number.isFinite(x) ? Math.abs(x) : 0), largest);
    }
    this.reacts = joints.size > 0;
    for (const [number, components] of joints) {
      const { ends: [first, second], redundant, name } = this.scene.joints[number];
      const arrow = new THREE.Group();
      const paint = redundant ? '#dc2626' : '#c026d3';
      const shaft = this.bar(0.0045 * this.size, paint, arrow);
      const cone = new THREE.Mesh(
        new THREE.ConeGeometry(0.012 * this.size, 0.032 * this.size, 20).rotateX(Math.PI / 2), shaft.material);
      arrow.add(cone);
      shaft.userData.name = cone.userData.name = `${name}.force`;
      this.layers.reactions.add(arrow);
      const turn = new THREE.Quaternion();
      this.moving.push((around) => {
        const own = components.map((values) => this.motion.value(values, around));
        const at = first.rotation.map((row) => own.reduce((sum, x, k) => sum + row[k] * x, 0));
        const force = new THREE.Vector3(...at).applyQuaternion(this.group(first.body).getWorldQuaternion(turn));
        const long = 0.3 * this.size * force.length() / largest;
        arrow.visible = long > 1e-3 * this.size;
        if (!arrow.visible) return;
        const from = this.world(second), to = from.clone().addScaledVector(force.normalize(), long);
        this.stretch(shaft, from, to);
        cone.position.copy(to);
        cone.quaternion.copy(shaft.quaternion);
      });
    }
  }

  // Everything at a time.
  show(t) {
    const around = this.motion.around(t);
    this.bodies.forEach((group, number) => {
      const [position, quaternion] = this.motion.pose(number, around);
      group.position.set(...position);
      group.quaternion.set(...quaternion);
      group.updateMatrix();
      group.updateWorldMatrix(false, false);
    });
    this.moving.forEach((move) => move(around));
    for (const [triad, group] of this.triads) {
      triad.position.copy(group.position);
      triad.quaternion.copy(group.quaternion);
    }
  }

  // A box around the bodies, with some room.
  box(box = new THREE.Box3()) {
    this.scene.bodies.forEach((body, number) => box.expandByPoint(this.world({ body: number, position: body.com })));
    for (const { ends, flies } of this.scene.joints) {
      ends.forEach((end, k) => { if (k === 1 || !flies) box.expandByPoint(this.world(end)); });
    }
    this.scene.lines.forEach((line) => line.ends.forEach((end) => box.expandByPoint(this.world(end))));
    this.scene.solids.filter((solid) => solid.role === 'shape').forEach((solid) => {
      const radius = Math.max(...solid.measures) / 2;
      const center = this.world(solid);
      box.expandByPoint(center.clone().addScalar(radius)).expandByPoint(center.addScalar(-radius));
    });
    return box.isEmpty() ? box.expandByPoint(new THREE.Vector3()) : box;
  }
}
