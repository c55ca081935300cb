// What is drawn, and where it is at a time.

const Z = () => new THREE.Vector3(0, 0, 1);
const COILS = 9, ROUND = 14, SIDES = 6;

class Drawing {
  constructor(scene, motion, stage, meshes) {
    Object.assign(this, { scene, motion, stage, meshes, size: scene.size });
    this.layers = {};
    for (const name of ['axes', 'springs', 'contacts', 'frames', 'traces', 'reactions', 'forces']) {
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
    scene.joints.forEach((joint) => this.joint(joint));
    scene.lines.forEach((line) => this.spring(line));
    this.frames();
    this.arrows = new Arrows(this);
    scene.forces.forEach((force) => { if (force.touch) contact(this, force); });
  }

  group(body) {
    return body === null ? this.ground : this.bodies[body];
  }

  // A place in the world.
  world(place, position = place.position) {
    return this.group(place.body).localToWorld(new THREE.Vector3(...position));
  }

  // A direction that stands on a body or on the ground, in the world.
  direction(body, vector) {
    const turned = new THREE.Vector3(...vector);
    return body === null ? turned : turned.applyQuaternion(this.bodies[body].quaternion);
  }

  // The axis of a motion of a joint. Joints turn about one axis after the other: the first stands on the first end, the last on the
  // second, and one between them is perpendicular to both. Where these are parallel it has no direction.
  axis(joint, number) {
    const turning = joint.axes.flatMap(([turns], k) => (turns ? [k] : []));
    const on = (end, k) => {
      const { body, rotation } = joint.ends[end];
      return this.direction(body, rotation.map((row) => row.reduce((sum, x, i) => sum + x * joint.axes[k][1][i], 0)));
    };
    const [first, last] = [turning[0], turning[turning.length - 1]];
    if (turning.length > 1 && number === last) return on(1, last);
    if (turning.length === 3 && number === turning[1]) return on(1, last).cross(on(0, first)).normalize();
    return on(0, number);
  }

  solid({ body, role, joint, form, measures, position, rotation }) {
    const forms = {
      ellipsoid: () => new THREE.SphereGeometry(1, 32, 20).scale(...measures),
      mesh: () => this.meshes[measures[0]],
      box: () => new THREE.BoxGeometry(...measures),
      cylinder: () => new THREE.CylinderGeometry(measures[0], measures[0], measures[1], 32).rotateX(Math.PI / 2),
      sphere: () => new THREE.SphereGeometry(measures[0], 32, 20),
    };
    const redundant = joint !== null && this.scene.joints[joint].redundant;
    const tone = body === null ? '#9aa3ad' : TONES[body % TONES.length];
    const paint = role !== 'joint' ? tone : redundant ? '#dc2626' : '#5b6472';
    const material = new THREE.MeshStandardMaterial({ color: paint, roughness: 0.55, metalness: 0.08, flatShading: form === 'mesh' });
    const mesh = new THREE.Mesh(forms[form](), material);
    mesh.position.set(...position);
    mesh.quaternion.set(...rotation);
    mesh.userData.name = role === 'joint' ? this.scene.joints[joint].name : this.scene.bodies[body]?.name ?? 'ground';
    if (role !== 'joint' && body !== null) mesh.userData.body = body;
    this.group(body).add(mesh);
  }

  // A line of vectors in pairs.
  lines(points, paint, of) {
    const geometry = new THREE.BufferGeometry().setFromPoints(points.map((point) => new THREE.Vector3(...point)));
    const lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: paint }));
    of.add(lines);
    return lines;
  }

  joint(joint) {
    const [first, second] = joint.ends;
    const paint = joint.redundant ? '#dc2626' : '#d97706';
    const axes = joint.flies ? [] : joint.axes;
    const lines = axes.map(() => this.lines([[0, 0, 0], [0, 0, 0]], paint, this.layers.axes));
    lines.forEach((line, k) => {
      line.frustumCulled = false;
      this.moving.push(() => {
        const [at, along] = [this.world(first), this.axis(joint, k)];
        const places = line.geometry.attributes.position;
        [-1, 1].forEach((side, end) => places.setXYZ(end, ...at.clone().addScaledVector(along, side * 0.14 * this.size).toArray()));
        places.needsUpdate = true;
      });
    });
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
    // Those of the description, with their names beside them.
    this.scene.frames.forEach(({ name, place }) => {
      const triad = new THREE.AxesHelper(long);
      const [[a, b, c], [d, e, f], [g, h, i]] = place.rotation;
      const own = new THREE.Quaternion().setFromRotationMatrix(triad.matrix.clone().set(a, b, c, 0, d, e, f, 0, g, h, i, 0, 0, 0, 0, 1));
      this.layers.frames.add(triad);
      this.moving.push(() => {
        triad.position.copy(this.world(place));
        triad.quaternion.copy(this.group(place.body).quaternion).multiply(own);
      });
      this.stage.label(name, triad, this.layers.frames);
    });
  }

  // Paths of the centres of mass, made when they are first shown.
  traces() {
    if (this.traced) return;
    this.traced = true;
    this.scene.bodies.forEach((body, number) => {
      const com = new THREE.Vector3(...body.com), turn = new THREE.Quaternion();
      const path = this.motion.times.map((time) => {
        const [position, quaternion] = this.motion.pose(number, this.motion.instant(time));
        turn.set(...quaternion);
        return com.clone().applyQuaternion(turn).add(new THREE.Vector3(...position));
      });
      const paint = new THREE.LineBasicMaterial({ color: TONES[number % TONES.length] });
      const line = new THREE.Line(new THREE.BufferGeometry().setFromPoints(path), paint);
      line.frustumCulled = false;
      this.layers.traces.add(line);
    });
  }

  // Everything at a time.
  show(t) {
    const instant = this.motion.instant(t);
    this.bodies.forEach((group, number) => {
      const [position, quaternion] = this.motion.pose(number, instant);
      group.position.set(...position);
      group.quaternion.set(...quaternion);
      group.updateMatrix();
      group.updateWorldMatrix(false, false);
    });
    this.moving.forEach((move) => move(instant));
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
    // What stands on the ground may be a floor.
    const seen = ({ role, body, ball: [, radius] }) => role === 'shape' && (body !== null || radius < this.size);
    this.scene.solids.filter(seen).forEach(({ body, ball: [place, radius] }) => {
      const center = this.world({ body, position: place });
      box.expandByPoint(center.clone().addScalar(radius)).expandByPoint(center.addScalar(-radius));
    });
    return box.isEmpty() ? box.expandByPoint(new THREE.Vector3()) : box;
  }
}
