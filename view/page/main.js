// Time, keys and buttons. `window.linkwork` is what tests and scripts ask.

const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10];
// More plots than these are shown by a click on their values.
const PLOTS = 4;
// A coordinate that changes by less is not plotted unless it is asked for.
const STILL = 1e-9;
// A mechanism that goes further than so many of its sizes is followed.
const FAR = 4;

async function main() {
  const scene = JSON.parse(text(await unpacked('packed-scene')));
  const motion = new Motion(scene, await unpacked('packed-numbers'));
  byId('name').textContent = scene.name;
  byId('subtitle').textContent = scene.subtitle;
  await loadThree();
  const still = !(motion.end > motion.start);
  let [time, playing, speed, followed] = [motion.start, false, 1, null];
  const drawn = scene.bodies.length > 0;
  const stage = new Stage(byId('canvas'), scene);
  const drawing = new Drawing(scene, motion, stage, meshesOf(scene, await unpacked('packed-meshes')));
  stage.grid.visible = drawn;
  if (!drawn) {
    byId('message').hidden = false;
    byId('message').textContent = scene.notes[0];
  }

  const plots = new Map();
  const toggle = (column) => {
    if (plots.has(column)) {
      plots.get(column).figure.remove();
      plots.delete(column);
    } else {
      const plot = new Plot(column, motion, jump);
      plots.set(column, plot);
      byId('plots').append(plot.figure);
    }
    byId('plots').hidden = plots.size === 0;
    stage.ask();
    return plots.has(column);
  };
  const panel = new Panel(scene, motion, toggle);
  const outputs = motion.columns.filter((column) => column.kind === 'output');
  const moves = ({ values }) => values.some((value) => Math.abs(value - values[0]) > STILL * Math.max(1, Math.abs(value)));
  const coordinates = motion.columns.filter((column) => column.kind === 'coordinate');
  const first = outputs.length ? outputs : coordinates.filter(moves);
  byId('plots').hidden = true;
  if (!still) first.slice(0, PLOTS).forEach((column) => panel.rows.get(column).classList.toggle('plotted', toggle(column)));

  const place = (body) => drawing.world({ body, position: scene.bodies[body].com });
  stage.draw = () => {
    const before = followed === null ? null : place(followed);
    drawing.show(time);
    if (before) {
      const moved = place(followed).sub(before);
      if (moved.length() > 0) stage.shift(moved);
    }
    const instant = motion.instant(time);
    plots.forEach((plot) => plot.show(time, instant));
    panel.show(instant);
    byId('scrub').value = time;
    byId('clock').textContent = `${time.toFixed(3)} s`;
  };
  function jump(t) {
    time = Math.min(motion.end, Math.max(motion.start, t));
    stage.ask();
  }
  let last = 0;
  function tick(now) {
    if (!playing) return;
    const next = time + (now - last) / 1000 * speed;
    last = now;
    jump(next > motion.end ? motion.start : next);
    requestAnimationFrame(tick);
  }
  function play(wanted = !playing) {
    playing = wanted && !still;
    byId('play').textContent = playing ? '❚❚' : '▶';
    if (playing) {
      last = performance.now();
      requestAnimationFrame(tick);
    }
  }
  function frame(by) {
    play(false);
    const { times } = motion, { low, high } = motion.instant(time);
    const now = time - times[low] > times[high] - time ? high : low;
    jump(times[Math.min(times.length - 1, Math.max(0, now + by))]);
  }

  // Standard views; to fit is to see the whole of the motion, or what is followed.
  function whole() {
    const box = drawing.box();
    if (followed !== null || still) return box;
    const [kept, samples] = [time, 48];
    for (let k = 0; k <= samples; k++) {
      drawing.show(motion.start + (motion.end - motion.start) * k / samples);
      drawing.box(box);
    }
    drawing.show(kept);
    return box;
  }
  const button = (bar, label, title, press) => {
    const made = element('button', label);
    made.title = title;
    made.addEventListener('click', () => press(made));
    byId(bar).append(made);
    return made;
  };
  const view = (which) => stage.look(whole(), which === 'fit' ? null : which);
  for (const which of ['x', 'y', 'z', 'iso', 'fit']) {
    if (drawn) button('views', which, which === 'fit' ? 'fit the view (f)' : `view ${which === 'iso' ? 'isometric (i)' : `along ${which} (${which})`}`, () => view(which));
  }
  const layers = [
    ['axes', 'a', true, scene.joints.some((joint) => joint.axes.length && !joint.flies)],
    ['springs', 's', true, scene.lines.length > 0],
    ['contacts', 'c', true, scene.forces.some((force) => force.touch)],
    ['frames', 'd', false, drawn],
    ['traces', 't', false, drawn && !still],
    ['reactions', 'r', false, drawing.arrows.there.reactions],
    ['forces', 'e', false, drawing.arrows.there.forces],
  ];
  const shown = {};
  const show = (name, wanted = !drawing.layers[name].visible) => {
    if (name === 'traces' && wanted) drawing.traces();
    drawing.layers[name].visible = wanted;
    shown[name]?.setAttribute('aria-pressed', wanted);
    byId('scale').textContent = drawing.arrows.legend({
      reactions: drawing.layers.reactions.visible, forces: drawing.layers.forces.visible });
    stage.ask();
  };
  for (const [name, key, wanted, there] of layers) {
    if (there) shown[name] = button('shown', name, `${name} (${key})`, () => show(name));
    show(name, wanted && there);
  }

  const follow = (body) => {
    followed = body;
    byId('follow').value = body === null ? '' : body;
  };
  byId('follow').append(new Option('nothing', ''), ...scene.bodies.map((body, number) => new Option(body.name, number)));
  byId('follow').addEventListener('change', ({ target }) => {
    follow(target.value === '' ? null : Number(target.value));
    if (drawn) view('fit');
  });
  byId('speed').append(...SPEEDS.map((one) => new Option(`${one}×`, one)));
  const setSpeed = (wanted) => { byId('speed').value = speed = wanted; };
  setSpeed(1);
  byId('speed').addEventListener('change', ({ target }) => setSpeed(Number(target.value)));
  const scrub = byId('scrub');
  [scrub.min, scrub.max] = [motion.start, motion.end];
  scrub.addEventListener('input', () => { play(false); jump(Number(scrub.value)); });
  byId('play').addEventListener('click', () => play());
  byId('transport').hidden = false;
  for (const id of ['play', 'scrub', 'speed']) byId(id).disabled = still;

  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || ['SELECT'].includes(event.target.tagName)) return;
    const faster = (by) => setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(speed) + by))]);
    const keys = {
      ' ': () => play(), ArrowRight: () => frame(1), ArrowLeft: () => frame(-1), Home: () => jump(motion.start), End: () => jump(motion.end),
      '<': () => faster(-1), '>': () => faster(1), f: () => view('fit'), i: () => view('iso'), x: () => view('x'), y: () => view('y'), z: () => view('z'),
    };
    layers.filter(([name]) => shown[name]).forEach(([name, key]) => { keys[key] = () => show(name); });
    if (!keys[event.key]) return;
    event.preventDefault();
    if (drawn || !'fixyz'.includes(event.key)) keys[event.key]();
  });
  // The name of what is under the pointer; a double click follows it.
  const ray = new THREE.Raycaster();
  const under = (event) => {
    const { left, top, width, height } = byId('canvas').getBoundingClientRect();
    ray.setFromCamera(new THREE.Vector2((event.clientX - left) / width * 2 - 1, 1 - (event.clientY - top) / height * 2), stage.camera);
    const meshes = [];
    stage.world.traverseVisible((one) => { if (one.isMesh && one.userData.name) meshes.push(one); });
    return ray.intersectObjects(meshes, false)[0]?.object.userData;
  };
  byId('canvas').addEventListener('pointermove', (event) => {
    const found = event.buttons ? null : under(event);
    byId('hint').hidden = !found;
    byId('hint').textContent = found ? [found.name, found.reading?.()].filter(Boolean).join(': ') : '';
    byId('hint').style.left = `${event.offsetX + 12}px`;
    byId('hint').style.top = `${event.offsetY + 14}px`;
  });
  byId('canvas').addEventListener('dblclick', (event) => follow(under(event)?.body ?? null));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => plots.forEach((plot) => { plot.picture = null; }));

  drawing.show(time);
  stage.resize();
  if (drawn) {
    const size = drawing.box().getSize(new THREE.Vector3()).length();
    if (whole().getSize(new THREE.Vector3()).length() > FAR * Math.max(size, scene.size)) follow(0);
    stage.look(whole(), scene.planar ? 'z' : 'iso');
  }
  stage.ask();

  const bodyOf = (name) => {
    const found = scene.bodies.findIndex((body) => body.name === name);
    if (found < 0) throw new RangeError(`there is no body ${name}`);
    return found;
  };
  window.linkwork = {
    bodies: scene.bodies.map((body) => body.name),
    times: motion.times,
    size: scene.size,
    columns: motion.columns,
    pose(name, t) {
      const [position, quaternion] = motion.pose(bodyOf(name), motion.instant(t));
      return { position, rotation: rows(quaternion) };
    },
    // Of a coordinate, an output or a component of an arrow.
    value(name, t) {
      const column = motion.columns.find((one) => one.name === name);
      if (!column) throw new RangeError(`there is no quantity ${name}`);
      return valueAt(column, motion.instant(t));
    },
    // What acts at the time that is shown, in the axes of the ground.
    arrows() {
      const instant = motion.instant(time);
      drawing.show(time);
      return drawing.arrows.all.map(({ name, unit, acts, place }) => ({ name, unit, vector: acts(instant).toArray(), at: place().toArray() }));
    },
    axis(name, number) {
      drawing.show(time);
      return drawing.axis(scene.joints.find((joint) => joint.name === name), number).toArray();
    },
    get eye() { return stage.camera.position.toArray(); },
    get target() { return stage.controls.target.toArray(); },
    com: (name) => place(bodyOf(name)).toArray(),
    show: jump, play, view, toggle: show, follow: (name) => follow(name === null ? null : bodyOf(name)),
    get time() { return time; },
    get playing() { return playing; },
  };
  document.documentElement.dataset.ready = 'true';
}

addEventListener('DOMContentLoaded', () => main().catch((error) => {
  const old = typeof DecompressionStream === 'undefined';
  byId('message').hidden = false;
  byId('message').textContent = old
    ? 'This browser is too old for this page: it needs DecompressionStream (2023).'
    : `The page cannot be shown: ${error.message}`;
  console.error(error);
}));
